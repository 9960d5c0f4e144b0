"""Opening tables of Tash-Kalar, and deciding at them by mouse and keys."""

from typing import Any

import pygame

from engine.seats import Seat
from engine.session import Session
from games.tash_kalar.maps import to_column_row
from games.tash_kalar.moves import DONE, END, HAND_OVER, Kind, Move
from scenes.shell.page import Dialog
from scenes.table import game_screens as games
from scenes.tash_kalar.card_viewer import Piles
from scenes.tash_kalar.choices import find_card
from scenes.tash_kalar.scene_model import TashTable
from tests.ui.driver import Driver


def open_table(
    driver: Driver, form: str = "high", persons: int = 1, count: int = 2, *, curtains: bool = True,
    session: Session | None = None, **options: Any,
) -> Any:  # fmt: skip
    """A table with persons first, then computers, or of a game that has begun; everything happens at once."""
    driver.settings.speed = "instant"
    driver.ctx.instant = not curtains
    names = ("Leo", "Mia", "Tom", "Eva")
    seats = [
        Seat("person", "", names[k], k) if k < persons else Seat("computer", "novice", names[k], k)
        for k in range(count)
    ]
    session = session or Session.start("tash_kalar", {"form": form, **options}, seats, "whole game")
    table = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table


def hand_at(table: Any, card: int) -> str:
    """The target of a card in the hand."""
    at = next(k for k, held in enumerate(table.stage.hand) if held.card == card)
    return f"hand.{at}"


def carry_out(driver: Driver, table: Any, move: Move) -> None:
    """Make a decision with the mouse alone."""
    if isinstance(driver.top, Piles) and move.kind is not Kind.RECALL:
        if move == DONE:
            driver.click("nothing")
            return
        driver.key(pygame.K_ESCAPE)
    if move == END and table.own.ready_move() == END:
        driver.frame()
        assert HAND_OVER in table.own.choices or not driver.has("third"), "one button ends the turn, not two"
        driver.click("main")
    elif move == END:
        driver.click("second" if HAND_OVER in table.own.choices else "third")
    elif move == DONE:
        driver.click("second")
    elif move == HAND_OVER:
        driver.click("third")
        assert isinstance(driver.top, Dialog)
        driver.click("yes")
    elif move.kind is Kind.TASK:
        driver.click(f"task.{move.number}")
        driver.click("main")
    elif move.kind in (Kind.COLOUR, Kind.OPTION):
        driver.click(f"choice.{table.own.choices.buttons(None).index(move)}")
    elif move.kind is Kind.DIRECTION:
        driver.click(f"sq.{square_towards(table, move)}")
    elif move.kind is Kind.RECALL:
        if not isinstance(driver.top, Piles):
            driver.click("shown")
        driver.click(f"pile.{move.card}")
        driver.click("take")
    elif move.kind is Kind.DISCARD:
        if not table.own.discarding:
            driver.click("row.discard")
        driver.click(hand_at(table, move.card))
        driver.click("main")
    elif move.kind is Kind.FLARE:
        driver.click(hand_at(table, move.card))
        rivals = table.own.choices.buttons(table.marked_move)
        if move in rivals:
            driver.click(f"choice.{rivals.index(move)}")
        driver.click("main")
    elif move.kind is Kind.USE:
        use_expansion(driver, table, move)
    elif move.card >= 0:
        driver.click(hand_at(table, move.card))
        if move.kind is Kind.SUMMON and len(table.own.reading.placements(move.card)) > 1:
            driver.click("turn.right")
        driver.click("main")
    elif move.kind is Kind.PUT:
        if len(table.own.choices.pieces) > 1:
            driver.click(f"kind.{table.own.choices.pieces.index((move.colour, move.rank))}")
        driver.click(f"sq.{move.square}")
        if table.view["phase"] == "start" and table.marked_move is not None:
            driver.click(f"sq.{move.square}")
    elif move.kind is Kind.SHOW:
        driver.click("main")
    else:
        before = table.session.turn
        driver.click(f"sq.{move.square}")
        if table.session.turn == before:
            driver.click("main" if before % 2 else f"sq.{move.square}")


def use_expansion(driver: Driver, table: Any, move: Move) -> None:
    """Use the open card of an expansion, alone or with a being; a question before it is wasted is answered."""
    code, card = table.stage.kept[table.below][0]
    if move.card < 0:
        driver.click(f"kept.{table.below}.{card}")
        driver.click("main")
        if isinstance(driver.top, Dialog):
            driver.click("yes")
        return
    driver.click(f"row.use.{code}")
    driver.click(hand_at(table, move.card))
    driver.click("main")


def square_towards(table: TashTable, direction: Move) -> int:
    """A square that stands for a direction."""
    return next(square for square, move in table.own.choices.by_square.items() if move == direction)


def walk_to(driver: Driver, table: Any, square: int) -> None:
    """Go to a square of the arena with the arrow keys."""
    goal = to_column_row(square)
    for _ in range(60):
        focus = table.ui.focus or ""
        if not focus.startswith("sq."):
            driver.key(pygame.K_UP)
            continue
        x, y = to_column_row(int(focus[3:]))
        if (x, y) == goal:
            return
        if y != goal[1] and (x == goal[0] or 3 <= x <= 7):
            driver.key(pygame.K_DOWN if y < goal[1] else pygame.K_UP)
        else:
            driver.key(pygame.K_RIGHT if x < (goal[0] if 3 <= goal[1] <= 7 or y == goal[1] else 5) else pygame.K_LEFT)
    raise AssertionError(f"the keys do not lead from {table.ui.focus} to {goal}")


def by_keys(driver: Driver, table: Any, move: Move) -> None:
    """Make a decision with the keyboard alone."""
    before = table.session.turn
    card = find_card(move)
    if move in (END, DONE):
        driver.key(pygame.K_END)
    elif move.kind is Kind.TASK:
        driver.key(pygame.K_1 + table.stage.tasks.index(move.number))
        driver.key(pygame.K_SPACE)
    elif move.kind in (Kind.COLOUR, Kind.OPTION):
        driver.key(pygame.K_1 + table.own.choices.buttons(None).index(move))
    elif move.kind is Kind.USE and card is None:
        driver.key(pygame.K_1 + len(table.stage.hand))
        driver.key(pygame.K_SPACE)
        if isinstance(driver.top, Dialog):
            driver.key(pygame.K_TAB)
            driver.key(pygame.K_RETURN)
    elif card is not None:
        if move.kind is Kind.USE:
            driver.key(pygame.K_1 + len(table.stage.hand))
        at = int(hand_at(table, card)[5:])
        driver.key(pygame.K_1 + at)
        if move.kind is Kind.SUMMON:
            driver.key(pygame.K_e)
        driver.key(pygame.K_SPACE)
    elif move.kind is Kind.RECALL:
        for _ in range(30):
            if driver.top.ui.focus == f"pile.{move.card}":
                break
            driver.key(pygame.K_TAB)
        driver.key(pygame.K_RETURN)
        driver.key(pygame.K_SPACE)
    else:
        square = move.square
        if move.kind is Kind.PUT and len(table.own.choices.pieces) > 1:
            driver.key(pygame.K_1 + table.own.choices.pieces.index((move.colour, move.rank)))
        elif move.kind is Kind.DIRECTION:
            square = square_towards(table, move)
        walk_to(driver, table, square)
        driver.key(pygame.K_RETURN)
        if table.session.turn == before:
            driver.key(pygame.K_RETURN)
