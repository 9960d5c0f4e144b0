"""The preview of a citizen: tiles, regions and the range of points, by the rules of the game."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.session import Session
from games.king_of_the_dice import RULES
from games.king_of_the_dice.guaranteed_gain import (
    CitizenPreview,
    preview_citizen,
)
from games.king_of_the_dice.moves import Kind, decode
from games.king_of_the_dice.scoring import parts
from scenes.dev.staging import find_moment, seats
from scenes.king_of_the_dice import requirements
from scenes.table import game_screens
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver


def walk(seed: int, most: int = 400) -> Any:
    session = Session.start("king_of_the_dice", {}, seats(3), f"preview{seed}")
    chance = SeededChance(seed)
    for _ in range(most):
        owing = session.to_act()
        if not owing:
            return
        yield session, owing[0]
        legal = session.legal(owing[0])
        session.submit(owing[0], legal[chance.below(len(legal))])


def play_out(session: Session, seat: int, action: int, seed: int) -> int:
    """Own points after hiring by this action and the best-looking choices of the same turn."""
    state, chance = RULES.clone(session.course.last.state), SeededChance(seed)
    turn = state.turn
    before = parts(state, seat)["total"]
    RULES.apply(state, seat, action, chance)
    best = parts(state, seat)["total"]
    while RULES.to_act(state) == (seat,) and state.turn == turn and state.phase != 0:
        found = []
        for choice in RULES.legal(state, seat):
            after = RULES.clone(state)
            RULES.apply(after, seat, choice, SeededChance(seed))
            found.append((parts(after, seat)["total"], choice))
        best, choice = max(found)
        RULES.apply(state, seat, choice, chance)
    return max(best, parts(state, seat)["total"]) - before


def test_what_a_citizen_brings_lies_within_the_range() -> None:
    compared = 0
    for session, seat in (step for seed in range(1, 5) for step in walk(seed)):
        view = session.view(seat)
        if view["phase"] != "check":
            continue
        for action in session.legal(seat):
            move = decode(action)
            if move.kind is not Kind.HIRE or move.pile is None:
                continue
            found = preview_citizen(view, move.pile)
            assert found is not None and found.least <= found.most
            for seed in range(3):
                assert found.least <= play_out(session, seat, action, seed) <= found.most
            compared += 1
    assert compared > 25


def test_regions_to_tame_or_attack_are_named_with_their_points() -> None:
    found = [
        preview
        for session, seat in walk(2)
        for pile in range(5)
        if (preview := preview_citizen(session.view(seat), pile)) is not None and preview.regions
    ]
    assert found
    for preview in found:
        gains = [points for _, points in preview.regions]
        assert (preview.least, preview.most) == (min(gains), max(gains)) and preview.drawn == 0


def test_nothing_but_the_view_is_used() -> None:
    for session, seat in walk(3, 60):
        view = session.view(seat)
        seen = [preview_citizen(view, pile) for pile in range(5)]
        guess = RULES.determinize(view, SeededChance(4))
        assert [preview_citizen(RULES.view(guess, seat), pile) for pile in range(5)] == seen


def hiring() -> Session:
    def is_moment(session: Session) -> bool:
        return any(decode(action).kind is Kind.HIRE for action in session.legal(0))

    return find_moment("king_of_the_dice", "hire", is_moment, count=3)


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_citizen_at_hand_shows_what_it_brings(language: str) -> None:
    driver = Driver(language=language, speed="1")
    driver.pictures = 1  # it fades in from the picture in which it is seen first
    try:
        table: Any = game_screens.table(driver.ctx, hiring())
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.run(300)
        table.hooks.put_back(table)
        driver.run(50)
        move = next(move for move in table.moves if move.kind is Kind.HIRE)
        table.pick(move)
        driver.frame()
        driver.run(300)
        assert table.own.preview == (move.pile, preview_citizen(table.view, move.pile))
        assert table.own.preview_fade.alpha == 255
        words = requirements.describe_preview(table, table.own.preview[1])
        assert words and "king_of_the_dice." not in words
    finally:
        driver.close()


def test_points_are_written_as_one_number_or_a_range() -> None:
    assert requirements.describe_points(CitizenPreview(1, 1, 3, 3)) == "+3"
    assert requirements.describe_points(CitizenPreview(1, 1, 0, 6)) == "+0 \u2026 +6"
    assert requirements.describe_points(CitizenPreview(1, 1, -2, 3)) == "\u22122 \u2026 +3"
