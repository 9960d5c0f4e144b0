"""The row of lessons: left and taken up again, stars, the buttons that lead there, files that are no good."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.levels import LEVELS
from engine import registry, schema
from engine.content import lessons
from engine.content.lessons import BadLessons, Lesson, Row
from engine.seats import WHO
from engine.session import Session
from scenes.common.lesson_progress import Left, done, next_lesson, progress
from scenes.common.opponent_names import strength
from scenes.dev.shots_tables import find_step
from scenes.menus.setup import SetUp
from scenes.menus.title import Title
from scenes.tutorial import view
from scenes.tutorial.controller import Guide
from scenes.tutorial.lessons import open_lesson, teach
from tests.support.catalogues import LONGEST
from tests.support.lesson_play import GAMES, begun, played, settled
from tests.ui.driver import Driver

GAME = "tash_kalar"


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True, guided=[])
    yield made
    made.close()


def shown(driver: Driver, game: str) -> Any:
    driver.ctx.stack.settle()
    driver.frame()
    table = driver.top
    assert table.name == "table" and table.session.game == game and table.guide is not None
    return table


def test_a_lesson_that_was_left_goes_on_at_its_step(driver: Driver) -> None:
    table = begun(driver, GAME, 1)
    while table.guide.at < 3:
        driver.key(pygame.K_SPACE)
        settled(driver, table)
    log = [(one.seat, one.action) for one in table.session.log]
    assert log
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    teach(driver.ctx, GAME)
    again = shown(driver, GAME)
    assert again is not table
    assert (again.guide.lesson.id, again.guide.at) == (table.guide.lesson.id, 3)
    assert [(one.seat, one.action) for one in again.session.log] == log
    assert again.view == table.view
    played(driver, again, by_keys=True)


@pytest.mark.parametrize("log", [((0, 10**6),), ((1, 3),), ((7, 0),)])
def test_a_place_that_cannot_be_is_the_beginning(driver: Driver, log: tuple[tuple[int, int], ...]) -> None:
    lesson = lessons.row(GAME).lessons[1]
    left = {"lesson": lesson.id, "step": 2, "log": log}
    driver.settings.lessons = {GAME: {"stars": {}, "left": left}}
    assert progress(driver.ctx, GAME).left == Left(lesson.id, 2, log)
    table = open_lesson(driver.ctx, GAME, lesson, 1)
    assert isinstance(table.guide, Guide) and table.guide.at == 0
    assert not table.session.log


@pytest.mark.parametrize("kept", [[], {GAME: 3}, {GAME: {"stars": {"placing": 9}}}, {GAME: {"left": {"step": -1}}}])
def test_what_the_settings_hold_does_no_harm(driver: Driver, kept: Any) -> None:
    driver.settings.lessons = kept
    assert next_lesson(driver.ctx, GAME) == 0
    assert done(driver.ctx, GAME) == (0, len(lessons.row(GAME).lessons))


def test_the_next_lesson_is_the_first_that_is_not_done(driver: Driver) -> None:
    names = [lesson.id for lesson in lessons.row(GAME).lessons]
    driver.settings.lessons = {GAME: {"stars": {names[0]: 2, names[1]: 3, names[4]: 1}}}
    assert next_lesson(driver.ctx, GAME) == 2
    assert done(driver.ctx, GAME)[0] == 3


def test_what_is_shown_costs_a_star_and_so_do_many_mistakes(driver: Driver) -> None:
    table = begun(driver, GAME, 1)
    settled(driver, table)
    driver.click("guide.next")
    settled(driver, table)
    driver.click("guide.show")
    driver.until(lambda: table.guide.at == 2)
    assert table.guide.stars == 2
    for _ in range(4):
        driver.click("hand.1")
    assert table.guide.stars == 1 and table.guide.at == 2


def test_a_click_beside_is_answered(driver: Driver) -> None:
    table = begun(driver, GAME, 1)
    driver.click("guide.next")
    settled(driver, table)
    driver.click_at(1400, 500)
    assert table.guide.answer == "lesson.elsewhere" and table.guide.mistakes == 1
    for key in (pygame.K_1, pygame.K_BACKSPACE, pygame.K_END, pygame.K_h):
        driver.key(key)
    assert not table.session.log and table.hints.shown is None


def test_a_lesson_is_skipped_and_another_chosen_by_its_coin(driver: Driver) -> None:
    begun(driver, GAME, 0)
    driver.click("guide.leave")
    assert shown(driver, GAME).guide.lesson.id == lessons.row(GAME).lessons[1].id
    driver.click("lesson.4")
    assert shown(driver, GAME).guide.lesson.id == lessons.row(GAME).lessons[4].id


def test_show_me_and_the_lessons_beside_stand_below_the_steps(driver: Driver) -> None:
    """They keep their place while the bubble moves; what cannot be shown is not offered."""
    table = begun(driver, GAME, 1)
    list_x, list_w = table.guide.look.corner.x, table.guide.look.corner.w
    for name in ("guide.show", "guide.before", "guide.leave"):
        x, _, w, _ = driver.target(name).box
        assert list_x < x and x + w < list_x + list_w, name
    assert table.guide.reading and not driver.target("guide.show").enabled
    driver.click("guide.next")
    settled(driver, table)
    assert driver.target("guide.show").enabled
    driver.click("guide.before")
    assert shown(driver, GAME).guide.number == 0 and not driver.has("guide.before")


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", ["en", LONGEST])
def test_the_row_stands_in_the_middle_or_ends_before_what_a_game_has_on_the_bar(language: str) -> None:
    """The present lesson's coin has its title; nothing of the top bar lies under a coin."""
    made = Driver(size=(1024, 640), speed="instant", reduced_motion=True, language=language, guided=[])
    try:
        for game in GAMES:
            titles = [made.ctx.t(lessons.text_id(game, lesson.id)) for lesson in lessons.row(game).all]
            number = titles.index(max(titles, key=len))
            table = begun(made, game, number)
            coins = [made.target(f"lesson.{at}").box for at in range(len(titles))]
            left, right = coins[0][0], coins[-1][0] + coins[-1][2]
            end = table.hooks.recap_right
            assert left > 460 and right < min(1140, end + 1)
            assert abs((left + right) / 2 - 800) < 1 or abs(right - end) < 1
            assert coins[number][2] == max(w for _, _, w, _ in coins) > 60
            assert all(x + w < coins[at + 1][0] for at, (x, _, w, _) in enumerate(coins[:-1]))
            assert table.guide.describe_progress() == ""
    finally:
        made.close()


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_cover_teaches(driver: Driver, game: str) -> None:
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    driver.move(*driver.target(f"cover.{game}").centre)
    driver.frame()
    driver.click(f"teach.{game}")
    assert shown(driver, game).guide.at == 0
    assert game in driver.settings.guided


def test_the_cover_teaches_by_keys(driver: Driver) -> None:
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    for _ in range(40):
        driver.key(pygame.K_TAB)
        if driver.top.ui.focus == f"teach.{GAME}":
            break
    driver.key(pygame.K_RETURN)
    shown(driver, GAME)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_lessons_are_offered_once(driver: Driver, game: str) -> None:
    driver.ctx.stack.replace(SetUp(driver.ctx, game))
    driver.run(600)
    assert driver.top.name == "dialog"
    driver.click("show")
    shown(driver, game)
    driver.ctx.stack.replace(SetUp(driver.ctx, game))
    driver.run(600)
    assert driver.top.name == "setup"


def test_a_whole_game_goes_on_without_its_lesson(driver: Driver) -> None:
    game = "king_of_the_dice"
    at = next(at for at, lesson in enumerate(lessons.row(game).lessons) if lesson.begun)
    table = begun(driver, game, at)
    played(driver, table, by_keys=True)
    driver.click("lesson.on")
    assert table.guide is None
    driver.until(table.may_act)
    turn = table.session.turn
    driver.click("main")
    assert table.session.turn == turn + 1


def test_a_game_without_lessons_has_none() -> None:
    heap = registry.GameInfo(
        **{**json.loads(Path("tests/sample_game/manifest.json").read_text("utf-8")), "cover": None}
    )
    assert heap.lessons == ""


WRONG = [
    ({"lessons": []}, "lessons"),
    ({"lessons": [{"id": "a", "who": "mia", "steps": []}]}, "lessons[0] (a).steps"),
    ({"lessons": [{"id": "a", "who": "mia", "steps": [{"id": "x"}, {"id": "x"}]}]}, "lessons[0] (a).steps[1]"),
    ({"lessons": [{"id": "a", "who": "mia", "steps": [{"id": "x", "want": [{"kind": "end"}]}]}]}, "want"),
    ({"lessons": [{"id": "a", "who": "mia", "steps": [{"id": "x", "doo": ["main"]}]}]}, "doo"),
]


@pytest.mark.parametrize(("data", "place"), WRONG)
def test_a_file_that_is_no_row_says_where(tmp_path: Path, data: Any, place: str) -> None:
    path = tmp_path / "lessons.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadLessons) as said:
        schema.read(path, Row, BadLessons, named_by="id")
    assert str(path) in str(said.value) and place in str(said.value)


@pytest.mark.parametrize("patch", [{"men": [[1], [], [], [], [], []]}, {"hands": [0, 0]}, {"phase": 99}])
def test_a_position_that_cannot_be_is_refused(patch: dict[str, Any]) -> None:
    found = lessons.row(GAME).lessons[1]
    wrong = Lesson(found.id, found.who, found.steps, options=found.options, position={**found.position, **patch})
    with pytest.raises(BadLessons, match=found.id):
        lessons.position(GAME, wrong)


def test_the_result_suggests_the_next_lesson_in_one_line(driver: Driver) -> None:
    from scenes.common.lesson_progress import suggest_lesson
    from scenes.dev.staging import open_result, play_until, seats

    game = "king_of_12"
    session = Session.start(game, {}, seats(2), "result", try_again=True)
    play_until(session, lambda one: one.over, "result")
    names = [lesson.id for lesson in lessons.row(game).lessons]
    driver.settings.lessons = {game: {"stars": dict.fromkeys(names[:2], 3)}}
    open_result(driver.ctx, session)
    driver.run(1200, 100)
    driver.click("lesson")
    assert shown(driver, game).guide.lesson.id == names[2]
    driver.settings.lessons = {game: {"stars": dict.fromkeys(names, 1)}}
    assert suggest_lesson(driver.ctx, game) == ""


def test_n_skips_a_lesson(driver: Driver) -> None:
    teach(driver.ctx, GAME, 0)
    first = shown(driver, GAME)
    driver.until(lambda: first.resting, 400)
    driver.frame()
    driver.key(pygame.K_n)
    table = shown(driver, GAME)
    assert table is not first and table.guide.lesson.id == lessons.row(GAME).lessons[1].id


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_two_clicks_away(driver: Driver, game: str) -> None:
    """Two seats, the easiest rival, the simplest form; a player who wants others stays at the set-up."""
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.has(f"teach.{game}"), "a new game offers its lessons on its cover"
    driver.click(f"cover.{game}")
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.top.name == "dialog" and driver.has("stay")
    driver.click("play")
    driver.ctx.stack.settle()
    driver.frame()
    session = driver.top.session
    assert session.game == game and [strength(seat.level) for seat in session.seats] == ["", LEVELS[0]]
    assert session.seats[1].level.startswith(WHO), "a character"
    wanted = session.rules.check_options(lessons.row(game).first, 2)
    assert {name: session.options[name] for name in lessons.row(game).first} == {
        name: wanted[name] for name in lessons.row(game).first
    }
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.has(f"teach.{game}"), "as long as its lessons are not done"


def test_what_is_lit_is_lit_on_all_sides_alike(driver: Driver) -> None:
    """The veil is painted small; enlarged, its holes reach equally far round what they show, wherever that is."""
    canvas = driver.window.canvas
    for x, y, w, h in ((1400.0, 700.0, 90.0, 90.0), (40.0, 80.0, 60.0, 50.0), (803.0, 441.0, 51.0, 77.0)):
        canvas.surface.fill((200, 200, 200))
        view._veil(canvas, ((x, y, w, h),))
        driver.window.screen.finish()
        left, right, top, low = canvas.x(x), canvas.x(x + w), canvas.y(y), canvas.y(y + h)
        cx, cy = (left + right) // 2, (top + low) // 2
        reach = [
            next(k for k in range(40) if canvas.target.get_at((px + k * dx, py + k * dy))[0] < 140)
            for px, py, dx, dy in ((left, cy, -1, 0), (right, cy, 1, 0), (cx, top, 0, -1), (cx, low, 0, 1))
        ]
        assert min(reach) >= 3 and max(reach) - min(reach) <= view.COARSE + 1, reach


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_second_row_shows_nothing_that_is_to_be_found(
    driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = lessons.row(game)
    assert row.finding and all(any(step.find for step in lesson.steps) for lesson in row.finding)
    number = len(row.lessons)
    table = begun(driver, game, number)
    assert [coin.now for coin in table.guide.course.strip()] == [at == number for at in range(len(row.all))]
    settled(driver, table)
    while not table.guide.searching:
        if table.guide.reading:
            driver.click("guide.next")
        else:
            driver.click(table.guide.next_target())
        settled(driver, table)
    veils: list[Any] = []
    monkeypatch.setattr(view, "_veil", lambda c, holes: veils.append(holes))
    driver.ctx.stack.dirty = True
    driver.frame()
    assert not veils and table.guide._lit(table.ui.targets) == [
        table.guide.table.lesson_box(one) for one in table.ui.targets if one.id in table.guide.step.point
    ]
    turn = table.session.turn
    driver.key(pygame.K_SPACE)
    driver.frame()
    assert table.guide.answer and table.session.turn == turn and table.guide.searching, "Space finds nothing"
    if not driver.has("main"):
        assert table.guide.answer == "lesson.search" and table.guide.mistakes == 0
    driver.click("guide.show")
    assert not table.guide.searching and table.guide.stars == 2


def test_the_second_row_comes_after_the_first(driver: Driver) -> None:
    row = lessons.row(GAME)
    driver.settings.lessons = {GAME: {"stars": {lesson.id: 1 for lesson in row.lessons[:-1]}}}
    table = begun(driver, GAME, len(row.lessons) - 1)
    played(driver, table, by_keys=True)
    assert driver.has("lesson.play") and driver.has("lesson.find")
    driver.click("lesson.find")
    assert shown(driver, GAME).guide.lesson.id == row.finding[0].id
    assert next_lesson(driver.ctx, GAME) == len(row.lessons)
    driver.click(f"lesson.{len(row.all) - 1}")
    assert shown(driver, GAME).guide.lesson.id == row.finding[-1].id
    driver.key(pygame.K_n)
    driver.ctx.stack.settle()
    assert driver.top.name == "title"


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_has_a_door_from_every_other(driver: Driver, game: str) -> None:
    """Those of the second row are reached from the first lesson, and the way back is there, too."""
    count = len(lessons.row(game).all)
    for start, goal in ((0, count - 1), (count - 1, 0), (0, len(lessons.row(game).lessons))):
        begun(driver, game, start)
        driver.click(f"lesson.{goal}")
        assert shown(driver, game).guide.lesson.id == lessons.row(game).all[goal].id


def test_a_step_that_is_to_be_found_has_answers(tmp_path: Path) -> None:
    step = {"id": "x", "do": ["hand.1"], "find": True}
    path = tmp_path / "lessons.json"
    path.write_text(json.dumps({"lessons": [{"id": "a", "who": "mia", "steps": [step]}]}), encoding="utf-8")
    with pytest.raises(BadLessons, match="find"):
        schema.read(path, Row, BadLessons, named_by="id")
    path.write_text(
        json.dumps({"lessons": [{"id": "a", "who": "mia", "steps": [{"id": "x"}]}] * 1, "finding": [
            {"id": "a", "who": "mia", "steps": [{"id": "x"}]}]}), encoding="utf-8",
    )  # fmt: skip
    with pytest.raises(BadLessons, match=r"finding\[0\]"):
        schema.read(path, Row, BadLessons, named_by="id")


def test_every_step_can_be_pictured_by_its_name() -> None:
    assert find_step("king_of_the_dice/lesson/more/dwarf") is not None
    for name in ("king_of_the_dice/lesson/more/nothing", "king_of_the_dice/lesson/x/dwarf", "x/lesson/more/dwarf", "x"):
        assert find_step(name) is None
