"""The table of King of 12: what is marked, what number keys choose, what a step back takes away."""

from typing import Any

import pygame
import pytest

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from games.king_of_12.moves import Kind, card, crown, decode
from scenes.king_of_12 import mat
from scenes.king_of_12.scene_model import KingTable
from scenes.king_of_12.table_state import TableState
from scenes.table import game_screens
from sprites.base import theme
from tests.ui.driver import Driver


def seats(count: int) -> list[Seat]:
    return [Seat("computer" if k else "person", "novice" if k else "", f"S{k}", k) for k in range(count)]


def table_at(driver: Driver, wanted: Any, count: int = 3, **options: Any) -> KingTable:
    """A table whose only person owes a choice that is wanted; others have decided."""
    for attempt in range(40):
        session = Session.start("king_of_12", options, seats(count), f"table {attempt}", try_again=True)
        chance = SeededChance(mix("table", attempt))
        while session.to_act():
            if session.to_act() == (0,) and wanted(session):
                table = game_screens.table(driver.ctx, session)
                assert isinstance(table.own, TableState)
                driver.ctx.stack.replace(table)
                driver.ctx.stack.settle()
                driver.frame()
                return table
            seat = session.to_act()[-1]
            session.submit(seat, chance.draw(list(session.legal(seat))))
    raise LookupError("no game comes there")


def asked_for(kind: Kind) -> Any:
    return lambda session: decode(session.legal(0)[0]).kind == kind


def last_of_a_round(session: Session) -> bool:
    view = session.view(0)
    return bool(view["phase"] == "choose" and min(view["hand_sizes"]) <= 1)


def test_a_step_back_takes_the_sheet_of_a_round_away(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = table_at(driver, last_of_a_round)
    table.decide(table.legal()[0])
    for _ in range(2000):
        if table.stage.sheet is not None and table.confirming:
            break
        if table.confirming:
            table.confirm()
        driver.ctx.stack.update(16)
    assert table.stage.sheet is not None
    table.back.undo()
    driver.frame()
    assert table.may_act(), "the last card can be chosen again"
    assert table.stage.sheet is None


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (Kind.CARD, {}),
        (Kind.CROWN, {}),
        (Kind.FACE, {}),
        (Kind.ORDER, {"set": "chosen", "cards": [3, 11, 1, 2, 9, 10]}),
        (Kind.THEFT, {"set": "chosen", "cards": [8, 1, 2, 4, 5, 6]}),
    ],
)
def test_every_choice_has_its_targets_a_number_key_and_words(
    driver: Driver, kind: Kind, options: dict[str, Any]
) -> None:
    table = table_at(driver, asked_for(kind), **options)
    driver.until(table.may_act)
    driver.frame()
    for move in table.moves:
        table.chosen = None
        table.ui.dirty = True
        driver.frame()
        target = {
            Kind.FACE: f"face.{move.face}", Kind.THEFT: f"theft.{move.token}", Kind.CARD: f"hand.{move.card}",
            Kind.CROWN: f"hand.{move.card}", Kind.ORDER: "order.alchemist" if move.card == 3 else "order.troublemakers",
        }[kind]  # fmt: skip
        driver.click(target)
        assert table.marked_move == move
        driver.frame()
        *_, label, _icon, enabled = table.own.find_call()
        assert enabled and not label.startswith("king_of_12.")
    table.chosen = None
    fan = table.own.hand_cards()
    for at in range(min(9, len(fan) if kind in (Kind.CARD, Kind.CROWN) else len(table.moves))):
        table.chosen = None
        driver.key(pygame.K_1 + at)
        wanted = {Kind.CARD: card, Kind.CROWN: crown}
        move = wanted[kind](fan[at]) if kind in wanted else table.moves[at]
        assert table.marked_move == (move if move in table.moves else None)


def test_the_focus_finds_the_first_choice(driver: Driver) -> None:
    table = table_at(driver, asked_for(Kind.FACE))
    driver.until(table.may_act)
    table.ui.show_focus = True
    table.hooks.offer_choice(table, table.legal())
    assert table.ui.focus == f"face.{table.moves[0].face}"


def test_every_die_lies_on_a_ring_in_the_colour_of_its_seat(driver: Driver) -> None:
    table = table_at(driver, asked_for(Kind.CARD), 4)
    driver.run(200)
    canvas = driver.window.canvas
    for k, seat in enumerate(table.stage.seats):
        one = seat.die
        base = pygame.Color(theme.player(table.session.seats[k].colour, canvas.palette).base)
        x, y = one.x - one.size * (mat.RING[0] / 2 - 0.022), one.y + one.size * 0.2
        found = canvas.target.get_at((canvas.x(x), canvas.y(y)))
        assert max(abs(found[n] - base[n]) for n in range(3)) < 60, (k, found, base)


def test_a_card_that_slides_under_a_resting_pointer_is_not_pointed_at(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = table_at(driver, asked_for(Kind.CARD), 3)
    card = table.moves[1].from_hand
    x, y = driver.target(f"hand.{card}").centre
    driver.click_at(x, y)
    assert table.ui.hover == f"hand.{card}"
    driver.click_at(x, y)
    driver.run(200)
    assert table.session.turn > 0 and table.ui.hover is None
    driver.move(*driver.target("bar.menu").centre)
    assert table.ui.hover == "bar.menu"
