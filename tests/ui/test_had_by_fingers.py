"""What pointer, wheel and keys give is had by fingers: explanations, lists, and what a tap does in place of a key."""

from collections.abc import Iterator

import pygame
import pytest

from scenes.dev.screenshots import find_point
from scenes.shell.fingers import HOLD_MS
from scenes.shell.targets import ASKED, TOLD_AFTER, Target
from scenes.shell.ui import Ui
from tests.support.hands import show
from tests.ui.driver import FingerDriver

DOWN, MOVE, UP = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP

EXPLAINED = (
    ("king_of_12/choose", "plate."), ("king_of_12/choose", "step"), ("king_of_12/choose", "hand."),
    ("king_of_12/choose", "die."), ("king_of_12/choose", "bar.hint"),
    ("king_of_12/choose", "bar.again"), ("king_of_12/hint", "advice."), ("king_of_12/hall", "group."),
    ("king_of_12/hall-standings", "standing."), ("legends/choose", "rival."), ("legends/choose", "own.plate"),
    ("king_of_the_dice/dice-table", "plate."), ("king_of_the_dice/dice-table", "card."),
    ("tash_kalar/tash-table", "player."), ("tash_kalar/tash-table", "undo"), ("road-goals-cards", "goal."),
    ("king_of_12/study-hands", "held."), ("king_of_12/study-swings", "bill"), ("king_of_12/lesson-done", "lesson."),
    ("tash_kalar/workshop", "place."), ("rules", "example."), ("rules", "save_text"), ("you", "deed."),
)  # fmt: skip
"""Scenes, and how the name begins of what explains itself there: plates of rivals, crowns, steps, rows of a score,
lamp, undo, recap, lessons, workshop, rulebook, study."""
SCROLLED = (
    ("gallery", 800, 500), ("about", 400, 500), ("tash_kalar/tash-rules", 400, 600),
    ("rules", 150, 500), ("king_of_12/study-hands", 1350, 560), ("habits", 700, 500),
)  # fmt: skip
"""Lists, each with a point of them: a finger scrolls what a wheel does."""


@pytest.fixture
def hand() -> Iterator[FingerDriver]:
    driver = FingerDriver()
    driver.mixes = False
    yield driver
    driver.close()


def find(ui: Ui, begins: str) -> Target:
    """The first thing of that name that is in sight."""
    return next(one for one in ui.targets if one.id.startswith(begins) and find_point(ui, one) is not None)


@pytest.mark.parametrize(("scene", "begins"), EXPLAINED)
def test_what_a_tip_says_is_had_by_a_held_finger_a_pointer_and_a_key(
    hand: FingerDriver, scene: str, begins: str
) -> None:
    ui = show(hand, scene)
    top, wanted = hand.top, find(ui, begins)
    at = find_point(ui, wanted)
    assert at is not None
    hand.finger(DOWN, *at)
    hand.run(HOLD_MS + 50)
    assert ui.hover == wanted.id and ui.hover_time >= ASKED
    told = ui.help_target
    assert told is not None and (told.tip is not None or told.told is not None)
    hand.finger(UP, *at)
    assert ui.hover is None and hand.top is top, "nothing was done"
    hand.run(900)
    hand.move(*(find_point(ui, ui.find(wanted.id) or wanted) or at))
    hand.run(TOLD_AFTER + 50)
    assert ui.hover == wanted.id and ui.hover_time >= TOLD_AFTER
    ui.rest()
    ui.set_focus(wanted.id)
    hand.key(pygame.K_F1)
    assert hand.top is not top or (ui.help_target is not None and ui.hover_time >= ASKED)


@pytest.mark.parametrize(("scene", "x", "y"), SCROLLED)
def test_a_finger_scrolls_what_a_wheel_does(hand: FingerDriver, scene: str, x: float, y: float) -> None:
    show(hand, scene)
    top, seen = hand.top, []
    for _ in range(2):
        seen.append(pygame.image.tobytes(hand.window.surface, "RGB"))
        for way in (0, 60, 130, 200, 260):
            hand.finger(DOWN if not way else MOVE, x, y - way if len(seen) == 1 else y - 260 + way)
        hand.finger(UP, x, y - 260 if len(seen) == 1 else y)
        hand.run(1200)
    assert hand.top is top, "nothing was pressed"
    assert seen[0] != seen[1]


def test_small_things_are_explained_one_after_the_other(hand: FingerDriver) -> None:
    ui = show(hand, "king_of_12/hint")
    first = find(ui, "advice.")
    told = []
    for _ in range(4):
        hand.tap_at(*first.centre)
        hand.run(50)
        assert ui.hover is not None and ui.hover_time >= ASKED
        told.append(ui.hover)
    assert told[0] == first.id and len(set(told[:3])) == 3


def test_the_words_of_a_text_are_explained_on_a_sheet_and_lead_to_their_page(hand: FingerDriver) -> None:
    show(hand, "rules")
    book = hand.top
    hand.tap("words")
    hand.run(300)
    sheet = hand.top
    assert sheet.name == "words" and sheet is not book
    hand.tap(next(one.id for one in sheet.ui.targets if one.id.startswith("term.")))
    hand.run(300)
    assert hand.top is book


def test_an_army_to_destroy_is_chosen_by_its_region(hand: FingerDriver) -> None:
    show(hand, "legends/destroy")
    table = hand.top
    before = len(table.session.log)
    region = next(move.region for move in table.moves if move.region is not None)
    hand.tap(f"region.{region}")
    hand.run(300)
    assert hand.top.name == "dialog" and len(table.session.log) == before
    hand.tap(next(one.id for one in hand.top.ui.targets if one.id.startswith("piece.")))
    hand.run(300)
    assert len(table.session.log) > before


def test_the_whole_log_of_a_study_is_opened_by_a_tap(hand: FingerDriver) -> None:
    show(hand, "king_of_12/study-besides")
    study = hand.top
    hand.tap("chronicle")
    hand.run(300)
    assert hand.top.name == "chronicle"
    hand.tap("back")
    hand.run(300)
    assert hand.top is study
