"""The preview of an effect: the arena after it, by the rules, and from what the seat may know."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.session import Session
from games.tash_kalar import RULES
from games.tash_kalar.maps import BOARD, bits
from games.tash_kalar.moves import Kind, Move, decode, encode
from games.tash_kalar.rules import (
    Change,
    preview_arena,
)
from games.tash_kalar.state import find_man
from scenes.dev.staging import find_moment, seats
from scenes.table import game_screens
from scenes.tash_kalar import tooltips
from scenes.tash_kalar.rules_view import Reading
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver


def walk(seed: int, most: int = 260) -> Any:
    session = Session.start("tash_kalar", {}, seats(2), f"preview{seed}")
    chance = SeededChance(seed)
    for _ in range(most):
        owing = session.to_act()
        if not owing:
            return
        yield session, owing[-1]
        legal = [one for one in session.legal(owing[-1]) if one not in session.rules.resignations]
        session.submit(owing[-1], legal[chance.below(len(legal))])


def test_what_is_shown_is_what_happens() -> None:
    """Every square that is shown stands so after the real decision."""
    shown = 0
    for session, seat in walk(1):
        for action in session.legal(seat)[:12]:
            if decode(action).kind is Kind.SURRENDER:
                continue
            changes = preview_arena(session.view(seat), seat, [action])
            before = session.course.last.state
            state = RULES.clone(before)
            RULES.apply(state, seat, action, SeededChance(9))
            after = {square: find_man(state, square) for square in bits(BOARD)}
            for change in changes:
                assert (find_man(before, change.square), after[change.square]) == (change.before, change.after)
            missed = [square for square in after if after[square] != find_man(before, square)]
            assert {change.square for change in changes} == set(missed)
            shown += len(changes)
    assert shown > 100


def test_a_preview_uses_nothing_that_the_seat_does_not_know() -> None:
    compared = 0
    for number, (session, seat) in enumerate(walk(2, 120)):
        view = session.view(seat)
        for action in session.legal(seat)[:3]:
            if decode(action).kind is Kind.SURRENDER:
                continue
            guess = RULES.determinize(view, SeededChance(number))
            seen = preview_arena(view, seat, [action])
            assert preview_arena(RULES.view(guess, seat), seat, [action]) == seen
            compared += 1
    assert compared > 60


def test_what_the_seat_may_not_decide_is_not_previewed() -> None:
    session, seat = next(iter(walk(3)))
    assert preview_arena(session.view(1 - seat), 1 - seat, [session.legal(seat)[0]]) == ()
    assert preview_arena(session.view(seat), seat, [999]) == ()


def summoning() -> Session:
    """A game in which a being of the hand fits, and its summoning changes more than its own square."""

    def is_moment(session: Session) -> bool:
        legal = session.legal(0)
        view = session.view(0)
        if view["phase"] != "main" or session.turn < 60:
            return False
        move = next((decode(action) for action in legal if decode(action).kind is Kind.SUMMON), None)
        if move is None:
            return False
        placement = Reading(view, 0).placements(move.card)[0]
        steps = [move, Move(Kind.SQUARE, square=placement.square), placement.show]
        return len(preview_arena(view, 0, [encode(step) for step in steps[: 2 + (placement.choices > 1)]])) > 1

    return find_moment("tash_kalar", "summon", is_moment, count=2)


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_marked_being_shows_the_arena_after_it(language: str) -> None:
    driver = Driver(language=language, speed="1")
    try:
        table: Any = game_screens.table(driver.ctx, summoning())
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.run(300)
        assert table.own.changes == () and table.own.preview_fade.alpha == 0
        move = next(move for move in table.own.choices.moves if move.kind is Kind.SUMMON)
        table.own.mark(move)
        driver.frame()
        assert table.own.preview_fade.moving
        driver.run(300)
        placement = table.own.placement()
        assert table.own.preview_fade.alpha == 255
        assert any(change.square == placement.square and change.before < 0 for change in table.own.changes) or (
            placement.victim >= 0
        )
        words = tooltips.describe_changes(table, table.own.changes)
        assert "tash_kalar." not in words
        table.overlooked = True
        assert tooltips.find_moves(table) == ()
        table.overlooked = False
        table.hooks.put_back(table)
        driver.run(50)
        assert table.own.changes == ()
    finally:
        driver.close()


def test_changes_are_counted_by_what_happens() -> None:
    table: Any = SimpleNamespace(
        own=SimpleNamespace(sight=SimpleNamespace(preview=None), reading=SimpleNamespace(side=lambda seat: seat)),
        view={"active": 0},
        ctx=SimpleNamespace(t=lambda text_id, n: f"{text_id.rpartition('.')[2]} {n}"),
    )
    said = tooltips.describe_changes(
        table,
        (Change(1, 3, -1), Change(2, -1, 3), Change(3, 4, -1), Change(4, 0, 1), Change(5, 3, 0), Change(6, -1, 0)),
    )
    assert said == "destroyed 1 \u00b7 placed 1 \u00b7 converted 1 \u00b7 upgraded 1 \u00b7 moved 1"
