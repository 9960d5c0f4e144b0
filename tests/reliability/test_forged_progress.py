"""Forged reviews, bookmarks, missed moments, puzzles, ladders and deeds: they count as none, and no screen ends by one.

Quick in every run; with ``--soak`` thousands of each.
"""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ai.analysis.report import Review, read_moment, read_review
from engine import registry
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.content import achievements, campaign, puzzles, spaced_repetition
from engine.content.puzzles import BadPuzzles
from engine.content.spaced_repetition import Missed
from engine.storage import folders, save_format, saves, studies
from games.legends.moves import decode
from scenes.campaign.stages import LadderScene
from scenes.dev.shots_study import SHOWN, _play_game, _review
from scenes.profile.scene import Board
from scenes.puzzles.puzzle_controller import check_answer, open_puzzle
from scenes.puzzles.puzzle_list import Shelf
from scenes.shell import routes
from scenes.study import retry
from scenes.study.moments import move_words
from scenes.study.scene import StudyScene
from tests.support import fuzzing
from tests.support.forged_files import sides
from tests.ui.driver import Driver

NO_MOVE = 99_999
GAMES = [info.id for info in registry.games()]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))


def plain_review(game: str) -> dict[str, Any]:
    """A review of a game as JSON data."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(_review(game, "7")))
    return found


def study_of(game: str, review: Any, marks: Any = ()) -> None:
    """Keep a study of the game."""
    path = studies.study_path(_play_game(game, "7").id)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"id": _play_game(game, "7").id, "marks": list(marks), "review": review}), "utf-8")


def shown(driver: Driver, game: str) -> StudyScene:
    """The study of the game, drawn with everything that it says of every moment."""
    scene = StudyScene(driver.ctx, _play_game(game, "7"))
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    for number in range(len(scene.moments)):
        scene.open_moment(scene.moments[number])
        driver.frame()
    driver.frame()
    return scene


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", list(SHOWN))
def test_a_moment_that_names_no_decision_of_the_game_makes_the_review_none(driver: Driver, game: str) -> None:
    study_of(game, plain_review(game))
    assert shown(driver, game).review is not None
    for field in ("chosen", "best", "right"):
        forged = plain_review(game)
        forged["moments"][0][field] = [NO_MOVE] if field == "right" else NO_MOVE
        study_of(game, forged)
        assert shown(driver, game).review is None, field


def is_move(number: int) -> bool:
    """Tell whether the number is a move on some board of Legends."""
    try:
        decode(number)
    except ValueError:
        return False
    return True


def test_a_region_that_the_board_has_not_makes_the_review_none(driver: Driver) -> None:
    """The number is a move of the game, but none of this board."""
    session = _play_game("legends", "7")
    forged = plain_review("legends")
    turn, seat = forged["moments"][0]["turn"], forged["moments"][0]["seat"]
    legal = set(session.rules.legal(session.course.get_position(turn).state, seat))
    foreign = [number for number in range(3000) if is_move(number) and number not in legal]
    for number in (foreign[0], foreign[len(foreign) // 2], foreign[-1]):
        forged["moments"][0]["best"] = number
        study_of("legends", forged)
        assert shown(driver, "legends").review is None


def test_an_outdated_review_is_none(driver: Driver) -> None:
    """One of fewer turns, of another game or of another first position does not fit."""
    session = _play_game("king_of_12", "7")
    for change in ({"turns": session.turn + 1}, {"game": "legends"}, {"id": "other"}, {"format": 3}):
        data = json.dumps({**plain_review("king_of_12"), **change}).encode()
        assert read_review(data, session) is None
    assert read_review(json.dumps(plain_review("king_of_12")).encode(), session) is not None


def test_bookmarks_beyond_the_game_are_left_out(driver: Driver) -> None:
    last = _play_game("king_of_12", "7").turn
    study_of("king_of_12", None, [{"turn": last, "note": "end"}, {"turn": last + 1}, {"turn": 90_000}])
    assert [mark.turn for mark in shown(driver, "king_of_12").study.marks] == [last]


@pytest.mark.sample(4)
@sides(40, 4000)
@pytest.mark.parametrize("game", list(SHOWN))
def test_forged_reviews(driver: Driver, game: str, count: int) -> None:
    """Whatever is taken can be told: every decision has words, and the study can be drawn."""
    session, chance, kept = _play_game(game, "7"), SeededChance(count), plain_review(game)
    scene = shown(driver, game)
    taken: list[Review] = []
    for _ in range(count):
        found = read_review(json.dumps(fuzzing.some(kept, chance)[1]).encode(), session)
        for moment in [] if found is None else found.moments:
            for action in (moment.chosen, moment.best, *moment.right):
                assert move_words(scene, moment.turn, moment.seat, action)
        taken += [] if found is None else [found]
    assert taken, "some forgeries fit"
    for review in taken[:: max(1, len(taken) // 3)]:
        scene.review = review
        scene._take_moments()
        driver.frame()


def practised(one: Missed) -> None:
    """Keep one missed moment, and its game among the saved ones."""
    session = _play_game("king_of_12", "7")
    folders.ensure(folders.saves())
    (folders.saves() / "game.json").write_bytes(save_format.encode(session.record()))
    folders.ensure(spaced_repetition.path().parent)
    spaced_repetition.path().write_bytes(msgspec.json.encode({"moments": [one]}))


@sides(8, 300)
def test_forged_missed_moments(driver: Driver, count: int) -> None:
    """One that does not fit its game leaves the list; what fits can be tried and shown."""
    session, chance = _play_game("king_of_12", "7"), SeededChance(count)
    routes.go(driver.ctx, "title")
    driver.run(100)
    moment = plain_review("king_of_12")["moments"][0]
    forged = [{**moment, "chosen": NO_MOVE}, {**moment, "best": NO_MOVE}, {**moment, "right": [NO_MOVE]}]
    forged += [moment, *(fuzzing.some(moment, chance)[1] for _ in range(count))]
    for at, one in enumerate(forged):
        raw = msgspec.Raw(json.dumps(one).encode())
        practised(Missed(session.id, session.game, moment["turn"], moment["seat"], raw, date(2026, 1, 1)))
        fits = read_moment(raw, session) is not None
        assert fits == (at == 3) or at > 3
        retry.open_next(driver.ctx)
        driver.ctx.stack.settle()
        driver.run(100)
        assert (driver.top.name == "table") == fits, one
        if fits:
            trial: Any = driver.top.guide
            assert trial.speech()
            trial.show()
            driver.run(300)
            driver.ctx.stack.pop()
            driver.ctx.stack.settle()


def test_whatever_a_friends_file_says_of_a_game_is_held_against_it(driver: Driver, tmp_path: Path) -> None:
    """The review comes along in a ``.throne``."""
    session = _play_game("legends", "7")
    forged = plain_review("legends")
    forged["moments"][0]["best"] = NO_MOVE
    study = json.dumps({"id": session.id, "review": forged}).encode()
    path = saves.export(session.record(), study, tmp_path, "friend")
    studies.import_study(path, session.id)
    assert bytes(studies.load(session.id).review) != b"null"
    assert shown(driver, "legends").review is None


# --- packages of other people ---------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a fifth game; whatever it holds is read anew."""
    home = tmp_path / "packages" / "heap"
    home.mkdir(parents=True)
    manifest = json.loads((Path(ROOT) / "tests" / "sample_game" / "manifest.json").read_text("utf-8"))
    del manifest["texts"]
    (home / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    monkeypatch.setenv(registry.MORE, str(home.parent))
    forget()
    yield home
    forget()


def forget() -> None:
    """Read packages and their files anew."""
    for cached in (registry._scan, puzzles.load_puzzles, achievements._read, registry.rules):
        cached.cache_clear()


def written(home: Path, **fields: Any) -> None:
    """The manifest with other fields."""
    path = home / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **fields}), "utf-8")
    forget()


@pytest.mark.parametrize("field", ["rules", "opponents", "screens"])
def test_a_package_without_a_module_it_needs_is_left_out_and_told(package: Path, field: str) -> None:
    assert registry.games()[-1].id == "heap"
    written(package, **{field: "tests.sample_game.nowhere"})
    assert "heap" not in [info.id for info in registry.games()]
    assert field in registry.problems()[0] and "nowhere" in registry.problems()[0]


def test_a_package_without_its_module_of_puzzles_is_told_on_the_shelf(driver: Driver, package: Path) -> None:
    written(package, puzzles="tests.sample_game.nowhere")
    (package / "puzzles.json").write_text("[]", "utf-8")
    with pytest.raises(BadPuzzles, match="nowhere"):
        puzzles.goals("heap")
    scene = Shelf(driver.ctx, "heap")
    driver.ctx.stack.push(scene)
    driver.run(100)
    assert "nowhere" in scene.trouble
    scene._pick(0)
    driver.run(100)
    assert scene.all and not scene.trouble


@pytest.mark.parametrize(
    "data",
    [
        b"[]", b"{", b"\xff\xfe", b"null", b'[{"rivals": 3, "options": {}}]',
        json.dumps([{"rivals": "who:nobody", "options": {}}] * 10).encode(),
        json.dumps([{"rivals": "novice", "options": {"no_such": 1}}] * 10).encode(),
    ],
)  # fmt: skip
def test_a_bad_ladder_of_a_package_closes_no_other(driver: Driver, package: Path, data: bytes) -> None:
    (package / campaign.LADDER_FILE).write_bytes(data)
    scene = LadderScene(driver.ctx)
    assert scene.atlas.games() == GAMES and len(scene.atlas.problems) == 1
    driver.ctx.stack.push(scene)
    driver.run(200)
    assert driver.top.name == "dialog", "it is told"


def test_bad_deeds_of_a_package_hide_no_others(driver: Driver, package: Path) -> None:
    (package / achievements.FILE).write_text("[1]", "utf-8")
    scene = Board(driver.ctx)
    driver.ctx.stack.push(scene)
    driver.run(100)
    assert set(GAMES) >= set(scene.games) and scene.all and scene.trouble


@pytest.mark.sample(2)
@sides(40, 2000)
@pytest.mark.parametrize("game", puzzles.games())
def test_forged_puzzles(driver: Driver, game: str, count: int) -> None:
    """A puzzle is refused with a word, or it can be set, hinted at and shown."""
    chance = SeededChance(count)
    known = puzzles.load_puzzles(game)
    for number in range(count):
        plain = json.loads(msgspec.json.encode(known[(7 * number) % len(known)]))
        forged = fuzzing.some(plain, chance)[1]
        try:
            one = msgspec.convert(forged, puzzles.Puzzle)
            if one.theme not in puzzles.goals(game).THEMES:  # type: ignore[union-attr]
                continue
            check_answer(game, one, puzzles.start(game, one))
        except (BadPuzzles, msgspec.ValidationError):
            continue


def test_a_puzzle_whose_answer_cannot_be_played_is_refused(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "tash_kalar"
    known = puzzles.load_puzzles(game)
    for change in ({"solution": (NO_MOVE,)}, {"goal": {"no_such": 1}}):
        forged = msgspec.structs.replace(known[0], **change)
        monkeypatch.setattr(puzzles, "load_puzzles", lambda _, forged=forged: (forged, *known[1:]))
        with pytest.raises(BadPuzzles, match=forged.id):
            open_puzzle(driver.ctx, game, 0)
