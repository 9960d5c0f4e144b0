"""The turn that a ceremony remembers is the best one of its player, and can be seen again."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.content.objectives import collect
from engine.seats import Seat
from engine.session import Session
from games.king_of_the_dice.scoring import find_best_roll
from games.tash_kalar.scoring import find_best_turn
from scenes.results.scene import GameResult
from tests.ui.driver import Driver


def play_out(game: str, seed: str) -> Session:
    """A finished game of a person and a computer, played at random without giving up."""
    session = Session.start(game, {}, [Seat("person", "", "Leo"), Seat("computer", "novice", "Mia", 1)], seed)
    chance = SeededChance(int(seed))
    while not session.over:
        for seat in session.to_act():
            legal = [each for each in session.legal(seat) if each not in session.rules.resignations]
            session.submit(seat, chance.draw(legal))
    return session


@pytest.mark.parametrize("seed", ["1", "2"])
def test_no_other_turn_brought_more_in_the_arena(seed: str) -> None:
    session = play_out("tash_kalar", seed)
    facts = collect(session, 0)
    best = find_best_turn(0, facts.events, facts.turns)
    own = False
    points: dict[int, int] = {}
    turn = 0
    for event in facts.events:
        if event.kind == "turn_begins":
            own, turn = event.data["seat"] == 0, event.data["turn"]
        if own and event.kind in ("claimed", "points") and event.data["seat"] == 0:
            points[turn] = points.get(turn, 0) + event.data["points"]
    assert best is not None and best.begin < best.end
    if points:
        assert best.points == points.get(best.number, 0)
        assert best.worth >= 2 * max(points.values())


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_roll_of_the_evening_hired_somebody_by_itself(seed: str) -> None:
    session = play_out("king_of_the_dice", seed)
    facts = collect(session, 0)
    best = find_best_roll(0, facts.events, facts.turns)
    hired = {
        (made, event.data["card"]): event.data["jokers"]
        for event, made in zip(facts.events, facts.turns, strict=True)
        if event.kind == "hired" and event.data["seat"] == 0
    }
    if not any(jokers == 0 for jokers in hired.values()):
        assert best is None
        return
    assert best is not None and hired[best.decision, best.card] == 0
    assert 1 <= best.rolls <= 3 and len(best.faces) == 6 and all(1 <= face <= 6 for face in best.faces)


@pytest.mark.parametrize("game", ["tash_kalar", "king_of_the_dice"])
def test_it_can_be_seen_again(driver: Driver, game: str) -> None:
    driver.settings.speed = "instant"
    session = next(one for seed in "123456" if (one := play_out(game, seed)) and has_highlight(driver, one))
    result: Any = GameResult(driver.ctx, session, session.view(0))
    driver.ctx.stack.push(result)
    driver.ctx.stack.settle()
    driver.run(2000)
    driver.click("highlight")
    driver.ctx.stack.settle()
    driver.run(100)
    study: Any = driver.top
    assert study.name == "study" and study.turn == result.ceremony.highlight.decision


def has_highlight(driver: Driver, session: Session) -> bool:
    """Whether the ceremony of a game remembers a turn."""
    return GameResult(driver.ctx, session, session.view(0)).ceremony.highlight is not None
