"""The end of a game: points count up, the course of all four games, what parts a tie, personal bests, a picture."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from engine import registry
from engine.content import achievements, lessons
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, statistics
from scenes.common.matchmaking import AboutEven
from scenes.dev import staging
from scenes.king_of_12.ceremony import course
from scenes.king_of_12.screenshots import hall_seats
from scenes.results import ceremony, scene
from scenes.results.outcome import enter_deeds
from scenes.results.scene import GameResult
from scenes.table import game_screens as games
from scenes.tash_kalar.screenshots import show_surrender
from sprites.base import text
from tests.shared.samples import Setup, setups
from tests.support.advice import describe_best
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]


@pytest.fixture(scope="module")
def over() -> dict[str, Session]:
    """A finished game of two of each."""
    return {game: staging.find_moment(game, "ends", lambda one: one.over, count=2) for game in GAMES}


@pytest.fixture
def window(home: Any) -> Iterator[Driver]:
    run = Driver(speed="1")
    run.ctx.quiet = False
    yield run
    run.close()


def shown(driver: Driver, session: Session) -> GameResult:
    scene = GameResult(driver.ctx, session, session.view(0))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    return scene


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_result_sleeps_for_a_second_and_then_space_plays_again(
    over: dict[str, Session], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys alone; then the table that is looked at stands at its end, and it is nobody's turn there."""
    driver = Driver(reduced_motion=True)
    begun: list[Any] = []
    monkeypatch.setattr(scene, "begin", lambda *given, **more: begun.append(given))
    session = over[game]
    table = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(lambda: isinstance(driver.top, GameResult))
    result = driver.top
    result.shown_for = 0.0
    driver.frame(0)
    for key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_w):
        driver.key(key)
        driver.frame(0)
    assert driver.top is result and not result.awake and not begun
    driver.frame(scene.HASTE_MS)
    driver.frame()
    assert driver.top is result and not begun
    pressed: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(result, "_again", lambda *given: pressed.append("again"))
        driver.ctx.stack.dirty = True
        driver.frame()
        driver.key(pygame.K_SPACE)
        result.ui.focus = None
        driver.key(pygame.K_RETURN)
        driver.key(pygame.K_TAB)
        assert result.ui.focus == "again"
    assert pressed == ["again", "again"]
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is table and table.finished
    progress = table.hooks.describe_progress(table)
    assert progress and not any(name in progress for name in session.names)
    driver.close()


def test_deeds_that_were_done_are_medals_that_explain_themselves(
    home: Any, over: dict[str, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They land one by one, stay, and say what they were given for when they are chosen."""
    driver = Driver(speed="1")
    done = achievements.load_achievements("legends")[:2]
    monkeypatch.setattr(scene, "enter_deeds", lambda ctx, session: [(deed, 0) for deed in done])
    result = shown(driver, over["legends"])
    names = [driver.ctx.t(f"legends.deed.{deed.id}") for deed in done]
    assert [medal.name for medal in result.medals.medals][:2] == names
    driver.run(500)
    assert not driver.has("medal.0"), "nothing has landed yet"
    driver.until(lambda: result.awake, 900)
    driver.click("medal.1")
    assert result.medals.chosen == 1
    assert result.medals.medals[1].note == driver.ctx.t(f"legends.deed.{done[1].id}.text")
    driver.close()


def test_looking_again_shows_the_same_deeds(home: Any, window: Driver, over: dict[str, Session]) -> None:
    first = enter_deeds(window.ctx, over["king_of_12"])
    assert window.ctx.records.finish(10)
    assert enter_deeds(window.ctx, over["king_of_12"]) == first


@pytest.mark.parametrize("game", GAMES)
def test_the_course_ends_at_the_points_of_the_result(over: dict[str, Session], game: str) -> None:
    session = over[game]
    table = import_module(f"scenes.{game}.ceremony")
    rows = table.course(session)
    assert len(rows) > 2
    assert tuple(rows[-1]) == games.points(session)


def test_a_tournament_has_its_course_and_a_personal_best() -> None:
    session = Session.start("king_of_12", {}, hall_seats(5), "ends")
    assert staging.play_until(session, lambda one: one.over, "ends")
    rows = course(session)
    assert rows[-1] == session.view(None)["totals"] == list(games.points(session))
    assert all(new >= old for before, after in pairwise(rows) for old, new in zip(before, after, strict=True))
    driver = Driver(speed="instant")
    scene = shown(driver, session)
    driver.run(50)
    people = [seat for seat in session.seats if seat.is_person]
    assert scene.best is not None
    first = driver.ctx.t("result.best.first", n=rows[-1][session.seats.index(people[0])])
    assert scene.best.describe(driver.ctx) == first
    driver.close()


TOLD: dict[str, Callable[[Any], list[int]]] = {
    "king_of_the_dice": lambda view: [row["total"] for row in view["scores"]],
    "legends": lambda view: view["points"],
    "tash_kalar": lambda view: view["scores"],
}
"""What the table says of the points in a game whose state holds them as one number a side."""
CURVES = [setup for setup in setups() if setup.seats <= 8 and setup.game in GAMES][::7]


def run_of_points(session: Session) -> Iterator[tuple[list[int], bool]]:
    """Return the points of all rounds of King of 12 after each decision by what was told, and whether a theft was."""
    points = [0] * len(session.seats)
    for position in session.course.positions:
        stolen = False
        for event in position.events:
            if event.kind == "scored":
                points[event.data["seat"]] += event.data["points"]
            elif event.kind == "round_begins":  # a handicap puts some seats ahead
                points = [sum(both) for both in zip(points, event.data.get("ahead", [0] * len(points)), strict=True)]
            elif event.kind == "theft":
                stolen = True
                points[event.data["thief"]] += event.data["token"]
                points[event.data["victim"]] -= event.data["token"]
        yield list(points), stolen


@pytest.mark.sample(2)
@pytest.mark.parametrize("setup", CURVES, ids=str)
def test_every_curve_tells_the_points_of_whole_games(setup: Setup) -> None:
    """Every point of a curve is one that the table told; points of rounds never fall, but for what is stolen."""
    seats = [Seat("computer", "novice", f"N{seat}", seat, "") for seat in range(setup.seats)]
    session = Session.start(setup.game, setup.options, seats, "curve")
    assert staging.play_until(session, lambda one: one.over, "curve")
    rows = import_module(f"scenes.{setup.game}.ceremony").course(session)
    if setup.game == "king_of_12":
        told = list(run_of_points(session))
        assert rows == [now for at, (now, _) in enumerate(told) if not at or now != told[at - 1][0]]
        for (before, _), (after, stolen) in pairwise(told):
            assert stolen or all(new >= old for old, new in zip(before, after, strict=True))
    else:
        views = [session.rules.view(position.state, None) for position in session.course.positions]
        shown = [TOLD[setup.game](view) for view in views]
        assert all(row in shown for row in rows) and rows[-1] == shown[-1]
        if setup.game == "tash_kalar" and views[0]["form"] != "high":
            assert all(new >= old for a, b in pairwise(rows) for old, new in zip(a, b, strict=True))


def test_a_game_without_a_ceremony_shows_places_and_points_that_count_up(
    over: dict[str, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(speed="1")
    seen: list[float] = []
    draw = ceremony.draw_places

    def noted(c: Any, one: Any, place: Any, share: float) -> None:
        seen.append(share)
        draw(c, one, place, share)

    monkeypatch.setattr(ceremony, "draw_places", noted)
    monkeypatch.setattr(games, "ceremony", lambda game: None)
    scene = shown(driver, over["legends"])
    driver.run(2600)
    assert seen[0] < 0.5 and seen[-1] == 1.0 and sorted(seen) == seen
    driver.until(lambda: scene.awake)
    drawn: list[str] = []
    write = text.draw

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        drawn.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "draw", note)
    driver.ctx.stack.dirty = True
    driver.frame()
    session = over["legends"]
    assert {*session.names, *map(str, games.points(session))} <= set(drawn)
    driver.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_course_of_points_is_shown_after_every_game(over: dict[str, Session], game: str) -> None:
    """Opened by its button and closed by keys, by its button and by a click outside; told in numbers, too."""
    driver = Driver(speed="instant")
    result = shown(driver, over[game])
    driver.until(lambda: result.awake)
    rows, names = games.course(over[game]), over[game].names
    ways: list[Callable[[], None]] = [
        lambda: driver.key(pygame.K_ESCAPE), lambda: driver.click("close"), lambda: driver.click_at(30, 860),
    ]  # fmt: skip
    for close in ways:
        driver.run(500)
        driver.click("course")
        driver.run(500)
        assert driver.top.name == "course"
        told = tell_page(driver)
        for side in range(len(rows[0])):
            assert f"{names[side]}: {', '.join(str(row[side]) for row in rows)}" in told
        close()
        driver.run(100)
        assert driver.top is result
    driver.close()


def told_tie(game: str, view: dict[str, Any], places: tuple[int, ...]) -> str:
    session: Any = SimpleNamespace(result=lambda: places, game=game)
    return str(import_module(f"scenes.{game}.ceremony").tie(session, view)).rpartition(".")[2]


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ([[9, 0, 1, 2, 3], [8, 1, 5, 5, 5]], ""),
        ([[9, 1, 0, 0, 0], [9, 0, 5, 5, 5]], "book"),
        ([[9, 0, 4, 0, 0], [9, 0, 5, 0, 0]], "coins"),
        ([[9, 0, 5, 4, 0], [9, 0, 5, 3, 9]], "armies"),
        ([[9, 0, 5, 4, 2], [9, 0, 5, 4, 1]], "regions"),
        ([[9, 0, 5, 4, 2], [9, 0, 5, 4, 2]], "shared"),
    ],
)
def test_what_parts_a_tie_in_legends(rows: list[list[int]], wanted: str) -> None:
    assert told_tie("legends", {"sums": rows}, (1, 2)) == wanted


def test_what_parts_a_tie_in_the_other_games() -> None:
    dice = {"scores": [{"total": 9}, {"total": 9}]}
    assert told_tie("king_of_the_dice", dice, (1, 2)) == "flames"
    assert told_tie("king_of_the_dice", dice, (1, 1)) == "shared"
    assert told_tie("king_of_the_dice", {"scores": [{"total": 9}, {"total": 8}]}, (1, 2)) == ""
    men = {"common": [1], "heroic": [2], "legendary": []}
    fewer = {"common": [1, 2, 3], "heroic": [], "legendary": []}
    arena: dict[str, Any] = {"sides": [0, 1], "loser": None, "scores": [4, 4], "form": "high", "pieces": [men, fewer]}
    assert told_tie("tash_kalar", arena, (1, 2)) == "upgraded"
    assert told_tie("tash_kalar", {**arena, "pieces": [men, {**men, "common": []}]}, (1, 2)) == "pieces"
    assert told_tie("tash_kalar", arena, (1, 1)) == "shared"
    assert told_tie("tash_kalar", {**arena, "loser": 1}, (1, 2)) == ""
    melee = {**arena, "form": "melee", "points": [[0, 4, 7], [4, 0, 5]]}
    assert told_tie("tash_kalar", melee, (1, 2)) == "colours"


def test_personal_bests(over: dict[str, Session]) -> None:
    driver = Driver()
    session = over["king_of_the_dice"]
    points = games.points(session)[0]
    t = driver.ctx.t
    first = describe_best(driver, session)
    assert first == t("result.best.first", n=points) == describe_best(driver, session), "told again, the same"
    (kept,) = driver.settings.bests["king_of_the_dice"]["best"].values()
    kept.update(game="another", points=points + 5)
    assert describe_best(driver, session) == t("result.best.stands", n=points, old=points + 5)
    kept.update(points=points - 2)
    assert describe_best(driver, session) == t("result.best.new", n=points, old=points - 2)
    driver.settings.bests = {"king_of_the_dice": {"best": 7}}
    assert describe_best(driver, session) == first, "whatever was kept"
    driver.close()


def test_a_picture_of_the_result_is_saved_and_its_folder_opens(window: Driver, over: dict[str, Session]) -> None:
    result = shown(window, over["tash_kalar"])
    window.until(lambda: result.awake, 900)
    window.click("picture")
    window.frame()
    assert window.ctx.files.finish(20)
    window.until(lambda: window.top.name == "dialog")
    (path,) = folders.exports().glob("*.png")
    picture = pygame.image.load(path)
    assert picture.get_width() == 1280 and str(path) not in window.top.body
    opened: list[Any] = []
    window.ctx.open_folder = opened.append  # type: ignore[method-assign,assignment]
    window.click("folder")
    assert opened == [folders.exports()]


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_key_hurries_the_ceremony_and_never_starts_the_next_game(
    over: dict[str, Session], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first key goes to the next stop, the second to the end; further keys begin nothing."""
    driver = Driver(speed="1")
    begun: list[Any] = []
    monkeypatch.setattr(scene, "begin", lambda *given, **more: begun.append(given))
    result = shown(driver, over[game])
    assert 4500 <= result.reveal.length <= 12_000
    driver.run(300)
    driver.key(pygame.K_SPACE)
    assert not result.reveal.is_over and result.reveal.now > 300
    driver.key(pygame.K_RETURN)
    assert result.reveal.is_over and not result.awake
    for _ in range(5):
        driver.key(pygame.K_SPACE)
        driver.frame()
    assert driver.top is result and not begun
    driver.run(1100)
    assert result.awake
    driver.close()


@pytest.mark.parametrize("still", [{"speed": "instant"}, {"speed": "1", "reduced_motion": True}])
def test_nothing_moves_where_motion_is_off(over: dict[str, Session], still: dict[str, Any]) -> None:
    driver = Driver(**still)
    result = shown(driver, over["king_of_12"])
    driver.frame()
    assert result.reveal.is_over and not result.moving
    driver.close()


def test_what_comes_next_follows_the_last_games_and_is_not_repeated(
    window: Driver, over: dict[str, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two defeats: a milder rival; three wins: a stronger one; what was passed over is not offered again."""
    session = over["king_of_12"]
    names = [lesson.id for lesson in lessons.row("king_of_12").lessons]
    window.settings.lessons = {"king_of_12": {"stars": dict.fromkeys(names, 3)}}
    for streak, wanted in ((-2, "easier"), (3, "harder")):
        window.settings.passed_offer = ""
        monkeypatch.setattr(AboutEven, "find_streak", lambda self, name, found=streak: found)
        result = shown(window, session)
        wait_for_offer(window, result)
        assert result.next.offer is not None and result.next.offer.id == wanted
        result.next.decline()
        again = shown(window, session)
        wait_for_offer(window, again)
        assert again.next.offer is not None and again.next.offer.id != wanted


def wait_for_offer(window: Driver, result: GameResult) -> None:
    """Wait until the record has been read and something is offered."""
    window.until(lambda: result.next.offer is not None, 900)


def test_a_streak_is_counted_from_the_latest_game(home: Any, over: dict[str, Session]) -> None:
    entry = statistics.make_entry(over["legends"])
    assert entry is not None
    for number, place in enumerate((2, 1, 1, 2, 2)):
        places = (place, 3 - place)
        statistics.enter(replace(entry, id=f"g{number}", ended=f"2026-11-2{number}T10:00:00", places=places))
    driver = Driver()
    even = AboutEven(driver.ctx, "legends")
    assert driver.ctx.records.finish(10) and even.read
    assert even.find_streak(entry.names[0]) == -2
    assert even.count_meetings(entry.names[0], entry.levels[1]) == (2, 3)
    driver.close()


@pytest.mark.parametrize("by", ["a game of the road", "a lesson that lies on it"])
def test_the_road_is_offered_to_those_who_have_won_stars_on_it(
    window: Driver, over: dict[str, Session], by: str
) -> None:
    """A title without stars offers none: ``test_title.py``."""
    names = [lesson.id for lesson in lessons.row("legends").lessons]
    window.settings.lessons = {"legends": {"stars": dict.fromkeys(names, 3)}}
    window.settings.passed_offer = "moment"
    if by == "a game of the road":
        window.ctx.travels.record_end("road", "crossroads", 1)
    result = shown(window, over["legends"])
    wait_for_offer(window, result)
    window.until(lambda: result.awake, 900)
    assert result.next.offer is not None and result.next.offer.id == "station"
    window.click("station")
    window.run(900)
    assert window.top.name in ("road", "dialog")


def test_who_has_given_up_is_said_plainly(window: Driver) -> None:
    """Nobody in the stand rises for it."""
    show_surrender(window.ctx, "7")
    result = window.top
    assert isinstance(result, GameResult)
    loser = result.session.seats[0].name
    assert result.outcome.quote == window.ctx.t("tash_kalar.result.surrendered", name=loser)
    assert not [step.cue for step in result.reveal.steps if step.name == "wave" and step.cue]
