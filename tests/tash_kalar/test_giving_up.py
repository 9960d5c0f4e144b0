"""Giving up in the middle of a turn at the table: nothing stays in the air, and nothing else takes it for a choice."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from ai.tash_kalar.players import expert
from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from games.tash_kalar.moves import SURRENDER, Kind, Move, decode, encode
from scenes.table import game_screens
from scenes.table.opponents import Hint
from tests.support.stages import AnyThinker, differences
from tests.ui.driver import Driver

PHASES = ("main", "target", "showing", "picking", "placing", "effect", "returning", "claiming")
GAMES = 60


def wished(legal: Any, chance: SeededChance) -> int:
    """Any move but giving up and handing over; beings most of all, and some cards are discarded."""
    moves = [decode(action) for action in legal]
    found = [move for move in moves if move.kind not in (Kind.SURRENDER, Kind.HAND_OVER)]
    beings = [move for move in found if move.kind is Kind.SUMMON]
    if beings and chance.below(4):
        found = beings
    return encode(found[chance.below(len(found))])


def opened_at(driver: Driver, phase: str, wanted: Callable[[Any], bool] = lambda view: True) -> Any:
    """A table at which seat 0 owes a decision of this phase."""
    driver.ctx._thinker = AnyThinker()  # type: ignore[assignment]
    for number in range(GAMES):
        seats = [Seat("computer" if k else "person", "novice", f"S{k}", k) for k in range(2)]
        form = "high" if phase in ("claiming", "picking", "placing") else "duel"
        session = Session.start("tash_kalar", {"form": form, "surrender": True}, seats, f"give up {number}")
        chance = SeededChance(number)
        while session.to_act():
            seat = session.to_act()[0]
            view = session.view(seat)
            if seat == 0 and view["phase"] == phase and wanted(view):
                table = game_screens.table(driver.ctx, session)
                driver.ctx.stack.replace(table)
                driver.ctx.stack.settle()
                return table
            session.submit(seat, wished(session.legal(seat), chance))
    pytest.fail(f"no game came to {phase}")


@pytest.mark.sample(4)
@pytest.mark.parametrize("phase", PHASES)
def test_giving_up_in_any_phase_ends_where_the_view_begins(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    table = opened_at(driver, phase)
    monkeypatch.setattr(table, "show_result", lambda: None)
    driver.until(table.may_act)
    driver.frame()
    assert driver.has("surrender"), "the flag is there at any moment of the own turn"
    show = table.reset_stage
    compared = []

    def compare() -> None:
        before = table.stage
        show()
        compared.append(differences(before, table.stage))

    monkeypatch.setattr(table, "reset_stage", compare)
    table.decide(encode(SURRENDER))
    driver.until(lambda: table.finished)
    assert compared == [[]]


@pytest.mark.sample(4)
@pytest.mark.parametrize("phase", PHASES)
def test_giving_up_is_no_choice_of_squares_cards_buttons_or_numbers(driver: Driver, phase: str) -> None:
    table = opened_at(driver, phase)
    driver.until(table.may_act)
    driver.frame()
    assert encode(SURRENDER) in table.legal()
    assert SURRENDER not in table.own.choices.by_square.values()
    assert SURRENDER not in table.own.choices.buttons(None)
    assert table.own.ready_move() != SURRENDER
    for key in range(pygame.K_1, pygame.K_9 + 1):
        if driver.top is table and table.may_act():
            driver.key(key)
    assert table.marked_move != SURRENDER and not table.session.over


def test_a_turn_that_waits_is_ended_by_one_amber_button(driver: Driver) -> None:
    def spent(view: Any) -> bool:
        return not view["actions"]

    table = opened_at(driver, "main", spent)
    driver.until(table.may_act)
    driver.frame()
    assert table.own.ready_move() == Move(Kind.END)
    assert driver.target("main").enabled
    assert driver.has("surrender")
    turn = table.view["turn"]
    driver.click("main")
    driver.until(lambda: not table.busy)
    assert table.session.view(0)["turn"] > turn or table.session.view(0)["phase"] == "claiming"


@pytest.mark.parametrize("phase", ["main", "effect", "returning"])
def test_no_advice_names_giving_up(driver: Driver, phase: str) -> None:
    table = opened_at(driver, phase)
    driver.until(table.may_act)
    legal = table.legal()
    assert encode(SURRENDER) in legal and len(legal) > 1
    thought = expert(table.session.view(0), 0, legal, SeededChance(1))
    table.hints.take(Hint((0, table.session.turn), thought))
    advice = table.hints.shown
    assert advice is not None and advice.considered and advice.action == thought.action != encode(SURRENDER)
    assert encode(SURRENDER) not in [one.action for one in advice.considered]
