"""With fingers every target is large enough, in millimetres, in every scene; a glass opens where it is not."""

import contextlib
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import hypot

import pytest

from scenes.dev.screenshots import PIXELS_PER_INCH, all_scenes, find_point, measure_targets
from scenes.menus.settings import SettingsScene
from scenes.shell import commands
from scenes.shell.touch_sizes import HAND_INCHES, measure_gap
from scenes.shell.ui import Ui
from tests.support.hands import show
from tests.ui.driver import Driver, FingerDriver

SCREENS = (((1280, 800), PIXELS_PER_INCH), ((1920, 1080), 170), ((1920, 1200), 226), ((2160, 1440), 216))
"""Size in pixels, and pixels in an inch: a handheld of 7 inches, two-in-ones of 13, 10 and 12."""
SHARE = 150
"""Of this number of scenes one is shown at each size; the long run has all."""


NESTED = ("cover.",)
"""A cover of the title holds its buttons: at their edge the glass opens."""
TOUCHING = ("hand.", "step.", "place.")
"""Cards of a hand lie over each other, rungs of a ladder and places of an editor's board touch."""


SHARED_PANEL = ("goal.", "plate.", "advice.")
"""At the Dice the plate below shares a panel with the goals of a stage and with advice, too low for both."""


def list_near(ui: Ui) -> list[tuple[str, str, float]]:
    """Pairs of targets that are nearer than a finger needs, squares and regions aside, with millimetres."""
    seen = [one for one in ui.targets if one.contains is None and find_point(ui, one) is not None]
    return [
        (one.id, other.id, round(away / ui.touch.mm, 2))
        for one, other in combinations(seen, 2)
        if (away := measure_gap(one.box, other.box)) < ui.touch.gap - 0.1
        and one.id != other.id
        and not (one.id.startswith(TOUCHING) and other.id.startswith(TOUCHING))
        and not one.id.startswith(NESTED)
        and not (one.id.startswith(SHARED_PANEL) and other.id.startswith(SHARED_PANEL))
    ]


def hold(size: tuple[int, int], density: int, names: Sequence[str]) -> Counter[str]:
    """Measure all targets of scenes; return how many come to their size in which way."""
    driver = Driver(size, touch_density=density)
    ways: Counter[str] = Counter()
    try:
        for name in names:
            ui, canvas = show(driver, name), driver.window.canvas
            wanted = 7.0 if hypot(*size) / density <= HAND_INCHES else 9.0
            assert ui.touch.least / ui.touch.mm >= wanted
            found = measure_targets(ui)
            small = [one for one in found if one.least < wanted - 0.1 and one.how != "hidden"]
            assert not small, f"{name}: {small}"
            ways.update(one.how for one in found)
            near = list_near(ui)
            assert not near, f"{name}: {near}"
            for one in ui.targets:
                if one.face is not None:
                    x, y, w, h = one.box
                    assert canvas.left <= x and x + w <= canvas.right and min(w, h) >= ui.touch.smallest, one.id
                    low = canvas.height + canvas.foot
                    assert (y >= canvas.height or ui.corner is not None) and y + h <= low, one.id
    finally:
        driver.close()
    return ways


DECIDING = {
    "king_of_12/lesson-first": ("lesson.",),
    "king_of_12/workshop": ("tab.", "values_of.", "less.", "more.", "begin."),
    "king_of_12/choose": ("hand.", "bar.", "main", "undo", "why", "plate.", "chronicle", "step"),
    "king_of_12/hall-five": ("hand.", "bar.", "main", "undo", "why", "chronicle", "step"),
    "king_of_12/chronicle": ("line.", "who.", "back", "again", "close", "save_text"),
    "king_of_12/study-open": ("go.", "fair", "page.", "side."),
    "king_of_the_dice/dice-table": ("die.", "card.", "second", "undo", "plate.", "bar."),
    "king_of_the_dice/dice-jokers": ("offer.", "joker."),
    "king_of_the_dice/lesson-first": ("guide.show", "guide.leave"),
    "legends/choose": ("card.", "chart.", "undo", "key.", "own.plate", "rival.", "bar."),
    "legends/zoomed": ("chart.", "undo", "key.", "own.plate", "main"),
    "legends/choose-action": ("choice.",),
    "legends/name-first": ("choice.",),
    "tash_kalar/lesson-done": ("lesson.",),
    "tash_kalar/workshop": ("piece.", "place.", "tab."),
    "ladder": ("step.", "road"),
    "people": ("emblem.", "colour.", "division.", "remove"),
    "road-whole": ("row.", "done"),
    "today-past": ("day.", "month."),
    "you-new": ("habits", "statistics", "deed."),
    "tash_kalar/tash-table": ("sq.", "hand.", "turn.", "row.", "task.", "second", "undo", "player.", "bar."),
    "tash_kalar/tash-melee": ("sq.", "hand.", "row.", "second", "undo", "player.", "chronicle", "bar."),
}
"""What a game is played with, and many small signs: these targets need no glass, and are apart from each other,
squares aside."""


@pytest.mark.parametrize("name", DECIDING)
def test_what_decides_is_hit_without_a_glass(name: str) -> None:
    driver = Driver((1280, 800), touch_density=PIXELS_PER_INCH)
    try:
        ui = show(driver, name)
        found = [one for one in measure_targets(ui) if one.name.startswith(DECIDING[name])]
        assert {begin for begin in DECIDING[name] if any(one.name.startswith(begin) for one in found)} == {
            *DECIDING[name]
        }
        small = [one for one in found if one.how == "glass" or one.least < 6.9]
        assert not small, small
        assert not [one for one in found if one.how == "hidden" and one.name.startswith("place.")], "a cut board"
    finally:
        driver.close()


@pytest.mark.parametrize("name", ["title-next", "keys", "setup-handicap-four", "evening-plan", "gallery", "rules-word"])
def test_rooms_need_no_glass(name: str) -> None:
    """Words in running text, and the signs next to a paragraph, are as small as the text."""
    driver = Driver((1280, 800), touch_density=PIXELS_PER_INCH)
    try:
        found = [one.name for one in measure_targets(show(driver, name)) if one.how == "glass"]
        assert not [one for one in found if not one.startswith(("word.", "example."))]
    finally:
        driver.close()


@pytest.mark.parametrize(("size", "density"), SCREENS)
def test_targets_are_large_enough_for_fingers(size: tuple[int, int], density: int) -> None:
    row = [each for each, _ in SCREENS].index(size)
    ways = hold(size, density, list(all_scenes())[7 * row :: SHARE])
    assert ways["direct"] > 8


@pytest.mark.soak
@pytest.mark.parametrize(("size", "density"), SCREENS)
def test_targets_are_so_in_every_scene(size: tuple[int, int], density: int) -> None:
    hold(size, density, list(all_scenes()))


def test_the_sizes_of_a_scene_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    from scenes.dev import screenshots

    argv = ["--targets", "settings", "--size", "1280x800"]
    assert screenshots.show_targets(commands.parse(argv)) == 0
    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith("palette.1") and "direct" in line for line in told)
    assert screenshots.show_targets(commands.parse([*argv, "--mm", "12"])) == 1
    assert "too small" in capsys.readouterr().out
    assert screenshots.show_targets(commands.parse(["--targets", "nowhere"])) == 2


def test_all_settings_are_changed_by_fingers() -> None:
    """Each control of the page is tapped, and changes something, or leads somewhere, at the latest in the glass."""
    hand = FingerDriver(guided=[])
    hand.mixes = False
    try:
        hand.ctx.stack.replace(SettingsScene(hand.ctx))
        hand.run(600)
        page, changed = hand.top, set()
        wanted = [one.id for one in page.ui.targets if not one.id.startswith(("bar.", "back", "keys", "ease", "about"))]
        for name in wanted:
            before = {key: getattr(hand.settings, key) for key in hand.settings.__struct_fields__}
            with contextlib.suppress(AssertionError):
                hand.tap(name)
            hand.run(100)
            if page.ui.open_list:
                hand.tap([one.id for one in page.ui.targets if one.id.startswith(f"{name}.")][2])
                hand.run(100)
            if hand.top is not page:
                hand.ctx.stack.pop()
                hand.ctx.stack.settle()
            now = {key: getattr(hand.settings, key) for key in hand.settings.__struct_fields__}
            changed |= {key for key in now if now[key] != before[key]}
        assert {"language", "text_size", "palette", "speed", "computer_pause", "muted", "music_volume"} <= changed
        assert len(changed) >= 14
    finally:
        hand.close()
