"""A tour of the whole program with real files: every target of every scene is pressed; what is asked for exists."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import registry
from engine.content import campaign
from engine.content.campaign import (
    CampaignProgress,
    Reached,
    Under,
)
from engine.storage.settings import Settings
from scenes.dev.screenshots import all_scenes
from scenes.menus.title import Title
from scenes.shell import routes
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

SIZE = (1024, 640)
PARTS = 40
MOST_PRESSES = 400
"""On one scene; those with more targets repeat the same kind of entry."""
RARE: tuple[dict[str, Any], ...] = (
    {"muted": True},
    {"contrast": True, "patterns": True},
    {"reduced_motion": True, "text_size": 1.3},
    {"child_mode": True, "confirm_turns": True},
)
"""Settings in turn: what is drawn only with them is drawn, too."""


@dataclass
class Tour:
    """What was seen: targets pressed by scene, and everything that was asked for in vain."""

    pressed: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@contextmanager
def keeping_driver(settings: dict[str, Any], language: str) -> Iterator[Driver]:
    """A run of the program that writes into its folders as it does for players; other programs are not opened."""
    known = {name: value for name, value in settings.items() if hasattr(Settings(), name)}
    assert known == settings, f"no such settings: {set(settings) - set(known)}"
    driver = Driver(SIZE, language=language, speed="instant", **settings)
    driver.ctx.quiet = False
    driver.ctx.open_folder = lambda folder: None  # type: ignore[method-assign]
    driver.ctx.open_mark = lambda: None  # type: ignore[method-assign]
    driver.window.toggle_fullscreen = lambda: None  # type: ignore[method-assign]
    driver.app.sound_ready = True
    try:
        yield driver
    finally:
        driver.close()


def show(driver: Driver, name: str) -> list[str]:
    """Show a scene from nothing and list the targets that can be pressed."""
    driver.ctx.running = True
    driver.ctx.notices.clear()
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    driver.ctx.stack.dirty = True
    driver.frame(16)
    return [one.id for one in driver.top.ui.targets if one.enabled]


def press(driver: Driver, wanted: str) -> bool:
    """Press a target and let the answer be drawn; false where it is not there any more."""
    found = driver.top.ui.find(wanted)
    if found is None or not found.enabled:
        return False
    driver.click_at(*found.centre)
    driver.frame(400)
    driver.ctx.stack.dirty = bool(driver.ctx.stack.scenes)
    driver.frame(400)
    return True


def walk(driver: Driver, names: list[str], tour: Tour, presses: int) -> None:
    """Press every target of these scenes, each scene shown anew where a press has led somewhere else."""
    seen = len(driver.ctx.missed.lines)
    for name in names:
        targets = show(driver, name)
        tour.pressed[name] = 0
        for wanted in targets[:: max(1, len(targets) // presses)][:presses]:
            scene = driver.top
            try:
                tour.pressed[name] += press(driver, wanted)
                driver.ctx.hurry = False
                if driver.top is not scene or not driver.ctx.running or not driver.ctx.stack.scenes:
                    if not driver.ctx.stack.scenes:
                        driver.ctx.stack.replace(Title(driver.ctx))
                        driver.ctx.stack.settle()
                    show(driver, name)
            except Exception as error:
                where = error.__traceback__
                while where is not None and where.tb_next is not None:
                    where = where.tb_next
                place = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else ""
                tour.faults.append(f"{name}, {wanted}: {type(error).__name__}: {error} at {place}")
                driver.ctx.stack.replace(Title(driver.ctx))
                driver.ctx.stack.settle()
                show(driver, name)
            lines = driver.ctx.missed.lines
            tour.faults += [f"{name}, {wanted}: {line}" for line in lines[seen:]]
            seen = len(lines)


def travel(part: int, parts: int, presses: int = MOST_PRESSES) -> Tour:
    """One part of the tour: every ``parts``-th scene, with rare settings and a language in turn."""
    tour = Tour()
    with keeping_driver(RARE[part % len(RARE)], LANGUAGES[part % len(LANGUAGES)]) as driver:
        walk(driver, list(all_scenes())[part::parts], tour, presses)
    return tour


def test_targets_of_some_scenes_ask_for_nothing_that_is_missing(home: Path) -> None:
    tour = travel(5, 80, presses=12)
    assert sum(tour.pressed.values()) > 20
    assert not tour.faults, "\n".join(tour.faults)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_every_target_of_every_scene_asks_for_nothing_that_is_missing(part: int, home: Path) -> None:
    tour = travel(part, PARTS)
    assert all(tour.pressed.values()) or part == 0
    assert not tour.faults, "\n".join(tour.faults)


TABLES = ("king_of_12/table", "legends/table", "king_of_the_dice/dice-table", "tash_kalar/tash-table")


@pytest.mark.parametrize("name", [*TABLES, "king_of_12/hall", "legends/lesson-doing", "tash_kalar/puzzle-points"])
def test_sound_off_at_a_table_is_drawn_and_told(name: str) -> None:
    driver = Driver(SIZE, fresh=True)
    try:
        show(driver, name)
        driver.click("bar.sound")
        driver.frame(400)
        assert driver.settings.muted
        assert driver.ctx.missed.lines == [] and not driver.ctx.notices and driver.top.name != "dialog"
    finally:
        driver.close()


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_a_step_of_the_ladder_begins_and_is_kept(game: str, home: Path) -> None:
    """With real files: stars of steps that were climbed before are shown, and the step that is played is kept."""
    file = campaign.KEPT.path()
    file.parent.mkdir(parents=True)
    stars = {"road": {"high_hall": Reached(1, 7)}, "ladder": {f"{game}_1": Reached(1, 1)}}
    file.write_bytes(msgspec.json.encode(CampaignProgress(stars)))
    with keeping_driver({"guided": [info.id for info in registry.games()]}, "en") as driver:
        driver.ctx.stack.replace(routes.scene("ladder", driver.ctx))
        driver.ctx.stack.settle()
        driver.frame(16)
        assert driver.top.passed == {f"{game}_1"}
        driver.top.chosen = f"{game}_1"
        driver.click(f"step.{game}_2")
        driver.click("main")
        driver.ctx.stack.settle()
        session = driver.top.session
        assert (session.game, driver.ctx.missed.lines) == (game, [])
    found, problems = campaign.KEPT.load()
    assert not problems and found.games[session.id] == Under("ladder", f"{game}_2")
    assert found.find("ladder", f"{game}_1").stars == 1
