"""What the Tash-Kalar table tells with motions ends where the newest view begins: piece by piece, card by card."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from games.tash_kalar import actions as act
from scenes.shell import entries as games
from scenes.tash_kalar import choices
from scenes.tash_kalar.table import Table
from tests.ui.driver import Driver

STEPS = 60_000


class AnyThinker:
    """Opponents that do anything, beings most of all."""

    def __init__(self) -> None:
        self.chance = SeededChance(4)
        self.answers: list[Any] = []
        self.number = 0

    def ask(self, game: str, view: Any, seat: int, legal: list[int], level: str, seed: int, purpose: str = "") -> int:
        """Decide at once."""
        self.number += 1
        self.answers.append(Answer(self.number, anything(legal, self.chance)))
        return self.number

    def poll(self) -> list[Any]:
        """All answers."""
        found, self.answers = self.answers, []
        return found

    def cancel(self, ticket: int) -> None:
        """Forget the answers."""
        self.answers = []

    def close(self) -> None:
        """Nothing to end."""


class Answer:
    """An answer of the opponents."""

    def __init__(self, ticket: int, action: int) -> None:
        self.ticket = ticket
        self.decision = self
        self.action = action
        self.fallback = False


def anything(legal: Any, chance: SeededChance) -> int:
    found = [one for one in legal if one != act.SURRENDER]
    summonings = [one for one in found if choices.is_summon(one)]
    if summonings and chance.below(5):
        found = summonings
    return int(found[chance.below(len(found))])


def shown(table: Any) -> dict[str, Any]:
    """All that lies on the stage."""
    stage = table.stage
    men = {square: (man.colour, man.rank, round(man.x, 2), round(man.y, 2)) for square, man in stage.men.items()}
    return {
        "men": men,
        "odd": [square for square, man in stage.men.items() if man.lift > 0.5 or man.squeeze < 0.95 or man.alpha < 250],
        "supply": stage.supply,
        "points": stage.points,
        "destroyed": stage.destroyed,
        "turn": (stage.active, stage.acting, stage.actions),
        "tasks": (sorted(stage.tasks), stage.next_task),
        "hand": [held.card for held in stage.hand],
        "held": stage.hand_sizes,
        "decks": (stage.deck_sizes, stage.legend_deck, stage.flare_deck),
        "in the air": (len(stage.sparks), len(stage.flying), len(stage.rising), stage.shot),
    }


FORMS = [("high", 2), ("duel", 2), ("melee", 3), ("melee", 4), ("team_high", 4), ("team_duel", 4)]


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("form, count", FORMS)
def test_motions_end_where_the_view_begins(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, form: str, count: int, reduced: bool
) -> None:
    driver.settings.reduced_motion = reduced
    driver.ctx._thinker = AnyThinker()  # type: ignore[assignment]
    seats = [Seat("person" if k == 0 else "computer", "novice", f"{k}", k) for k in range(count)]
    table: Any = games.table(driver.ctx, Session.start("tash_kalar", {"form": form}, seats, "told"))
    monkeypatch.setattr(table, "game_over", lambda: None)
    show = Table.reset_stage
    compared = 0

    def compare() -> None:
        nonlocal compared
        before = shown(table)
        show(table)
        after = shown(table)
        compared += 1
        assert before == after, f"after decision {table.session.turn}"

    monkeypatch.setattr(table, "reset_stage", compare)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    chance = SeededChance(9)
    for _ in range(STEPS):
        if table.finished:
            break
        if driver.top is not table:
            driver.top.close()
        if table.may_act():
            table.decide(anything(table.legal(), chance))
        driver.ctx.stack.update(60)
    assert table.finished and compared > 60
