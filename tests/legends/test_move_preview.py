"""The preview of a move: points and control after it, by the rules, and from what the seat may know."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.session import Session
from games.legends import RULES
from games.legends.moves import Kind, Move, decode, encode
from games.legends.rules import preview_move
from scenes.dev.staging import find_moment, seats
from scenes.legends import region_targets
from scenes.legends.region_targets import SHOWN, Previews
from scenes.table import game_screens
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver


def walk(options: dict[str, Any], count: int, seed: int, most: int = 120) -> Any:
    """Sessions at each decision of a random game."""
    session = Session.start("legends", options, seats(count), f"preview{seed}")
    chance = SeededChance(seed)
    for _ in range(most):
        owing = session.to_act()
        if not owing:
            return
        yield session, owing[-1]
        legal = session.legal(owing[-1])
        session.submit(owing[-1], legal[chance.below(len(legal))])


def test_what_is_shown_is_what_happens() -> None:
    """Points and control after a real move are those of the preview, with nothing hidden on the board."""
    compared = 0
    for session, seat in walk({}, 3, 1, 200):
        view = session.view(seat)
        for action in session.legal(seat):
            if decode(action).kind not in SHOWN - {Kind.CARD}:
                continue
            found = preview_move(view, action)
            state = RULES.clone(session.course.last.state)
            RULES.apply(state, seat, action, SeededChance(9))
            after = RULES.view(state, seat)
            if after["game"] != view["game"] or not after["scores"]:
                continue
            points = tuple(
                new["total"] - old["total"] for old, new in zip(view["scores"], after["scores"], strict=True)
            )
            changed = tuple(
                (region, old, new)
                for region, (old, new) in enumerate(zip(view["control"], after["control"], strict=True))
                if old != new
            )
            assert (found.points, found.control) == (points, changed)
            compared += 1
    assert compared > 40


@pytest.mark.parametrize("options", [{}, {"explore": "swamp", "citadels": True, "leaders": True}])
def test_a_preview_uses_nothing_that_the_seat_does_not_know(options: dict[str, Any]) -> None:
    """For the same view it is the same, whatever the hidden tokens are."""
    compared = 0
    for number, (session, seat) in enumerate(walk(options, 3, 2, 90)):
        view = session.view(seat)
        legal = [action for action in session.legal(seat) if decode(action).kind in SHOWN]
        for action in legal[:2]:
            seen = preview_move(view, action)
            guess = RULES.determinize(view, SeededChance(number))
            assert preview_move(RULES.view(guess, seat), action) == seen
            compared += 1
    assert compared > 20


def choosing_region() -> Session:
    """A game in which an army moves to a region, with a change of points for some of them."""

    def is_moment(session: Session) -> bool:
        legal = session.legal(0)
        if not legal or session.view(0)["phase"] != "move_to":
            return False
        return any(any(preview_move(session.view(0), action).points) for action in legal)

    return find_moment("legends", "preview", is_moment, count=3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_region_under_the_pointer_shows_its_changes(language: str) -> None:
    driver = Driver(language=language, speed="1")
    try:
        table: Any = game_screens.table(driver.ctx, choosing_region())
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.run(300)
        action = next(one for one in table.legal() if any(preview_move(table.view, one).points))
        move = decode(action)
        table.ui.set_focus(f"region.{move.region}", show=True)
        driver.run(300)
        assert region_targets.find_hot_move(table) == move == table.own.preview.key
        assert table.own.preview.alpha == 255
        words = region_targets.describe_changes(table, preview_move(table.view, action).points)
        assert words and words[0] in "+\u2212" and "legends." not in words
        table.overlooked = True
        assert region_targets.find_hot_move(table) is None
        table.overlooked = False
    finally:
        driver.close()


def test_the_sum_of_a_card_counts_from_its_beginning() -> None:
    previews = Previews()
    view: Any = {"phase": "take_card", "active": 0, "scores": [{"total": 4}, {"total": 3}], "choices": []}
    previews.note(view, 0)
    later = {**view, "phase": "move_to", "scores": [{"total": 6}, {"total": 2}]}
    previews.note(later, 0)
    assert previews.sum_up(later, None) == (2, -1)
    previews.note({**later, "active": 1}, 0)
    assert previews.sum_up(later, None) == (), "another seat's turn begins nothing of ours"


def test_a_preview_is_worked_out_once_for_a_view() -> None:
    session = choosing_region()
    view, previews = session.view(0), Previews()
    move = next(decode(one) for one in session.legal(0) if decode(one).kind is Kind.TO)
    assert previews.find(view, move) is previews.find(view, move)
    assert previews.find(view, Move(Kind.CARD, 5)) is None and previews.find(view, None) is None
    assert encode(move) in view["choices"]
