"""Each lesson to its end by mouse and by keyboard, every mistake answered and nothing changed by it."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import registry
from engine.bootstrap import ROOT
from engine.content import lessons
from engine.content.lessons import MOST_STARS, Lesson
from engine.storage.save_format import check_playable
from scenes.common.lesson_progress import progress
from scenes.shell.i18n import DEVICE_FORMS, Texts
from scenes.tutorial import progress as panels, view
from scenes.tutorial.lessons import teach
from scenes.tutorial.view import SHEET, Look
from tests.support.catalogues import LANGUAGES, LONGEST
from tests.support.hands import FINGERS, by_mouse_and_fingers
from tests.support.in_turn import take_turns
from tests.support.lesson_play import GAMES, begun, played
from tests.ui.driver import Driver, FingerDriver

ALL = [(game, at) for game in GAMES for at in range(len(lessons.row(game).all))]
NAMES = [f"{game}-{lessons.row(game).all[at].id}" for game, at in ALL]


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    by_fingers = getattr(request, "param", "") == FINGERS
    made = (FingerDriver if by_fingers else partial(Driver, (1024, 640)))(speed="instant", reduced_motion=True)
    yield made
    made.close()


@pytest.fixture
def wide() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "at"), take_turns(ALL, 2, 0, NAMES))
@by_mouse_and_fingers
def test_a_lesson_is_played_by_mouse_and_answers_every_mistake(driver: Driver, game: str, at: int) -> None:
    """Every other lesson; the long run plays all both ways."""
    table = begun(driver, game, at)
    lesson: Lesson = table.guide.lesson
    made = played(driver, table, by_keys=False)
    assert made >= sum(len(step.wrong) for step in lesson.steps if not step.reading)
    assert progress(driver.ctx, game).stars[lesson.id] == table.guide.stars
    assert driver.has("lesson.title")


@pytest.mark.parametrize("name", ["king_of_the_dice-alarm", "legends-bid", "king_of_12-round"])
def test_a_lesson_by_fingers_lights_what_has_no_target_of_its_own(name: str) -> None:
    """What is too small for a finger, what a key stands for, and what lies below the row of lessons."""
    driver = FingerDriver(speed="instant", reduced_motion=True)
    table = begun(driver, *ALL[NAMES.index(name)])
    assert played(driver, table, by_keys=False) > 0
    driver.close()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "at"), take_turns(ALL, 2, 1, NAMES))
def test_a_lesson_is_played_by_keys_and_earns_all_stars(wide: Driver, game: str, at: int) -> None:
    """In a window of 16 to 9, where the table is less high; the mouse has played in one of 16 to 10."""
    table = begun(wide, game, at)
    played(wide, table, by_keys=True)
    assert table.guide.mistakes == 0
    assert progress(wide.ctx, game).stars[table.guide.lesson.id] == MOST_STARS


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_lessons_are_positions_of_the_rules(game: str) -> None:
    rules = registry.rules(game)
    for lesson in lessons.row(game).all:
        if lesson.begun:
            continue
        options = rules.check_options(lesson.options, lesson.seats)
        check_playable(rules, lessons.position(game, lesson), options, lesson.seats)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_have_all_their_words_and_no_others(game: str) -> None:
    for language in LANGUAGES:
        mine: set[str] = set()
        for domain in (game, *registry.list_additions(game)):
            path = Path(ROOT) / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
            found = set(re.findall(r"^msgid \"([^\"]+)\"", path.read_text("utf-8"), re.MULTILINE))
            mine |= {key for key in found if key.startswith((f"{domain}.lesson.", f"{domain}.companion."))}
        forms = {key for key in mine if key.endswith(tuple(DEVICE_FORMS.values()))}
        assert {key.rpartition(".")[0] for key in forms} <= mine, language
        mine -= forms
        assert mine == set(lessons.words(game)), language
    assert Texts("en").has(lessons.text_id(game, lessons.row(game).lessons[0].id))


NO_WORDS = SimpleNamespace(lesson_words=lambda table: {})
"""Hooks of a table whose lessons speak of nothing special."""


def test_the_list_of_steps_stays_in_the_window_and_shows_the_present_one(driver: Driver) -> None:
    c = driver.window.canvas
    for language, (game, at) in product(LANGUAGES, ALL):
        row = lessons.row(game)
        lesson, t = row.all[at], Texts(language).t
        for number in range(len(lesson.steps)):
            guide: Any = SimpleNamespace(
                at=number, lesson=lesson, over=False,
                table=SimpleNamespace(
                    ctx=SimpleNamespace(t=t, touch=driver.ctx.touch), game=game, hooks=NO_WORDS, by_fingers=False
                ),
            )  # fmt: skip
            for corner in row.corners:
                rows, (x, y, w, h) = panels._lay_out(guide, c, corner)
                shown = [number for number, _, _ in rows]
                assert y >= 60 and y + h <= c.height and x >= 0 and x + w <= 1600, (lesson.id, number, corner)
                assert number in shown and shown == list(range(shown[0], shown[-1] + 1))


def test_with_large_text_the_list_is_the_present_step() -> None:
    driver = Driver(size=(1280, 720), text_size=130)
    row = lessons.row("tash_kalar")
    table = SimpleNamespace(ctx=driver.ctx, game="tash_kalar", hooks=NO_WORDS, by_fingers=False)
    guide: Any = SimpleNamespace(at=2, lesson=row.lessons[0], over=False, table=table)
    assert [at for at, _, _ in panels._rows(guide, driver.window.canvas, row.corners[0])[0]] == [2]
    driver.close()


@pytest.mark.parametrize("reduced", [False, True])
def test_gold_flies_to_the_coin_of_a_lesson_that_is_done_and_then_nothing_moves(driver: Driver, reduced: bool) -> None:
    ctx, ui = SimpleNamespace(reduced=reduced, instant=False), SimpleNamespace(clock=0.0)
    guide: Any = SimpleNamespace(over=True, look=Look(), table=SimpleNamespace(ctx=ctx, ui=ui))
    moves = []
    for ui.clock in (0.0, 300.0, panels.FLIGHT_MS + panels.PIECES * panels.APART_MS):
        guide.look.moves = False
        panels.draw_gold(guide, driver.window.canvas, (700.0, 500.0), (762.0, 25.0))
        moves.append(guide.look.moves)
    assert moves == [not reduced, not reduced, False]


@pytest.mark.parametrize("language", ["en", LONGEST])
def test_no_speech_hides_the_sheet_at_the_end_of_a_round(driver: Driver, language: str) -> None:
    driver.settings.language = language
    driver.ctx.apply_settings()
    number = [lesson.id for lesson in lessons.row("king_of_12").lessons].index("round")
    teach(driver.ctx, "king_of_12", number)
    driver.ctx.stack.settle()
    table = driver.top
    for _ in range(400):
        if table.stage.sheet is not None:
            break
        wanted = table.guide.next_target()
        if table.guide.reading:
            driver.click("guide.next")
        elif wanted and driver.has(wanted):
            driver.click(wanted)
        elif driver.has("main"):
            driver.click("main")
        else:
            driver.frame()
    sheet = table.hooks.lesson_things(table)[SHEET]
    for high in (120.0, 180.0):
        speech, _ = view._place_speech(table.guide, driver.window.canvas, [], high)
        assert not view._overlap(speech, sheet)
