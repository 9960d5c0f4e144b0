"""The preview of a card: by the rules, from what everybody sees, and never from what others hide."""

from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance
from engine.session import Session
from games.king_of_12.cards import (
    ALCHEMIST,
    CARD_COUNT,
    COLLECTOR,
    FAUN,
    GOLEM,
    KNIGHT,
    MACHINE,
    MERCHANTS,
    ORACLE,
    PARASITE,
    REVERSER,
    SORCERER,
    TROUBLEMAKERS,
)
from games.king_of_12.moves import Kind, decode
from games.king_of_12.rules import Standing, preview_card
from scenes.dev.staging import find_moment
from scenes.king_of_12 import choices
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

RULES = registry.rules("king_of_12")


def view(faces: list[int], played: list[list[int]] | None = None) -> Any:
    seats = len(faces)
    return {"seat": 0, "seats": seats, "faces": faces, "played": played or [[] for _ in faces]}


@pytest.mark.parametrize(
    ("card", "values"),
    [
        (KNIGHT, [3]), (SORCERER, [4, 6, 8, 11, 12]), (ORACLE, []), (ALCHEMIST, [6]), (MACHINE, [10]),
        (PARASITE, [-4]), (GOLEM, [12]), (MERCHANTS, [9]), (REVERSER, [10]), (TROUBLEMAKERS, [10]),
    ],
)  # fmt: skip
def test_each_card_does_what_the_rules_say(card: int, values: list[int]) -> None:
    found = preview_card(view([3, 5, 7, 9]), card)
    assert found.face == 3 and [one.value for one in found.results] == values
    assert found.changes == (values != [3])


def test_a_golem_on_twelve_is_one() -> None:
    assert [one.value for one in preview_card(view([12, 5]), GOLEM).results] == [1]


def test_where_a_value_would_stand_among_the_dice_as_they_lie() -> None:
    assert preview_card(view([3, 5, 7]), GOLEM).results[0].standing is Standing.FIRST
    assert preview_card(view([3, 2, 7]), KNIGHT).results[0].standing is Standing.SECOND
    assert preview_card(view([2, 3, 7]), KNIGHT).results[0].standing is Standing.FIRST
    equal = preview_card(view([3, 6, 7]), ALCHEMIST).results[0]
    assert (equal.standing, equal.equals) == (Standing.EQUAL, (1,))
    assert preview_card(view([1, 6, 7]), ALCHEMIST).results[0].standing is Standing.BEHIND
    assert preview_card(view([6, 6, 7]), COLLECTOR).results[0].standing is Standing.FIRST
    assert preview_card(view([6, 6, 7]), FAUN).results[0].standing is Standing.FIRST


def test_who_may_still_play_the_card_follows_from_open_cards() -> None:
    found = preview_card(view([3, 5, 7], [[MACHINE], [GOLEM], [KNIGHT]]), GOLEM)
    assert found.holders == (2,)
    assert preview_card(view([3, 5], [[], [GOLEM]]), GOLEM).holders == ()


def test_a_preview_uses_nothing_that_others_hide() -> None:
    """Whatever the others have committed or laid as a crown: for the same view the preview is the same."""
    for seed in range(6):
        session = Session.start("king_of_12", {}, _seats(4), f"preview{seed}")
        chance = SeededChance(seed)
        for _ in range(40):
            owing = session.to_act()
            if not owing:
                break
            for card in session.view(0)["hand"]:
                seen = preview_card(session.view(0), card)
                for other in range(3):
                    guess = RULES.determinize(session.view(0), SeededChance(100 * seed + other))
                    assert preview_card(RULES.view(guess, 0), card) == seen
            seat = owing[-1]
            legal = session.legal(seat)
            session.submit(seat, legal[chance.below(len(legal))])


def _seats(count: int) -> Any:
    from scenes.dev.staging import seats

    return seats(count)


def choosing() -> Session:
    """A game in which the person chooses a card while two others have committed theirs."""

    def is_moment(session: Session) -> bool:
        legal = session.legal(0)
        return bool(legal) and decode(legal[0]).kind == Kind.CARD and session.view(0)["trick"] >= 3

    return find_moment("king_of_12", "preview", is_moment)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_marked_card_is_previewed_at_the_table(language: str) -> None:
    from scenes.table import game_screens

    driver = Driver(language=language, speed="1")
    try:
        table: Any = game_screens.table(driver.ctx, choosing())
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.run(300)
        assert table.own.preview.key is None
        for action in table.legal():
            table.chosen = action
            driver.frame()
            assert table.own.preview.alpha < 255 and table.own.preview.moving
            driver.run(200)
            assert table.own.preview.alpha == 255 and not table.own.preview.moving
            preview = choices.find_preview(table, table.marked_move)
            assert preview is not None and preview == table.own.preview.key
            title, body = table.own.find_call()[:2]
            assert title and body == choices.describe_choice(table, preview) and "king_of_12." not in body
            assert "king_of_12." not in choices.describe_standing(table, preview)
        table.overlooked = True
        assert choices.find_preview(table, table.marked_move) is None
        table.overlooked = False
        table.hooks.put_back(table)
        driver.frame()
        assert table.own.preview.key is None
    finally:
        driver.close()


def test_the_words_of_every_card_can_be_said() -> None:
    driver = Driver()
    try:
        from scenes.table import game_screens

        table: Any = game_screens.table(driver.ctx, choosing())
        for card in range(CARD_COUNT):
            preview = preview_card(table.view, card)
            for said in (choices.describe_choice(table, preview), choices.describe_standing(table, preview)):
                assert said and "king_of_12." not in said and "{" not in said
    finally:
        driver.close()
