"""Deeds: counted from logs by data, done once, kept, seen on their board."""

import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.daily_benchmark import play_out
from engine import registry
from engine.bootstrap import ROOT
from engine.content import achievements, lessons, puzzles
from engine.content.achievements import KEPT, Achievement, BadAchievements, Done, Need, Record, Standing
from engine.content.objectives import (
    Facts,
    collect as facts_of,
    lead,
    standing,
)
from engine.contract import Event
from engine.seats import Seat
from engine.session import Session
from engine.storage import statistics
from scenes.profile.panels import count_deeds
from scenes.profile.scene import Board
from sprites.base import icons
from tests.ui.driver import Driver

MOST_ON_A_BOARD = 7
"""Deeds that have room in one row with what each asks for."""
GAMES = [info.id for info in registry.games()]
FORMS: dict[str, tuple[dict[str, Any], int, tuple[str, ...]]] = {
    "king_of_12": ({}, 3, ("small_is_big", "three_tricks")),
    "legends": ({}, 3, ("all_cities", "long_march")),
    "king_of_the_dice": ({}, 2, ("two_regions", "first_roll")),
    "tash_kalar": ({}, 2, ("two_summoned", "three_destroyed")),
}
"""Options, seats, and deeds that are common in games of quick computers."""


def test_every_game_has_some_and_keeps_the_ten_earlier_ones() -> None:
    """Those that nobody would tell a friend about have gone; their names stay for players who did them."""
    assert all(5 <= len(achievements.load_achievements(game)) <= MOST_ON_A_BOARD for game in GAMES)
    assert [len(achievements.list_earlier(game)) for game in GAMES] == [10, 10, 10, 10]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_an_earlier_deed_is_entered_no_more_but_stays_on_the_board(game: str, driver: Driver) -> None:
    earlier = achievements.list_earlier(game)
    present = len(achievements.load_achievements(game))
    record = Record()
    for seed in range(2):
        seats = [Seat("computer", "novice", "A", 0), Seat("computer", "novice", "B", 1)]
        session = play_out(Session.start(game, {}, seats, f"earlier {seed}"))
        session.seats = [Seat("person", "", "Leo", 0), Seat("person", "", "Mia", 1)]
        achievements.find_new(session, 0, record) + achievements.find_new(session, 1, record)
    assert not {f"{game}.{deed.id}" for deed in earlier} & set(record.deeds), "only deeds of this edition are entered"
    some = Record({f"{game}.{deed.id}": Done("2026-11-01T10:00:00+00:00", "x", "", 3) for deed in earlier[:2]})
    board: Any = Board(driver.ctx, game, some)
    driver.ctx.stack.push(board)
    driver.ctx.stack.settle()
    driver.run(200)
    assert [deed.id for deed in board.all[present:]] == [deed.id for deed in earlier[:2]]
    assert count_deeds(board.record, [game]) == (0, present), "earlier ones do not count"
    driver.click(f"deed.{present + 1}")
    assert board.chosen == present + 1 and not driver.has("main")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_deed_asks_for_is_there(game: str) -> None:
    """Its events are told by the rules, its picture is drawn, what it opens can be opened."""
    sources = "".join(path.read_text("utf-8") for path in (Path(ROOT) / "games" / game).glob("**/*.py"))
    known = puzzles.goals(game)
    assert known is not None
    rows = {lesson.id for lesson in lessons.row(game).lessons}
    for deed in achievements.load_achievements(game):
        for kind in [need.event for need in deed.needs] + ([deed.per] if deed.per else []):
            assert re.search(rf'"{kind}"', sources), (deed.id, kind)
        assert (Path(ROOT) / "sprites" / "art" / "icons" / f"{icons.find_file(deed.icon)}.svg").is_file(), deed.icon
        kind, _, name = deed.opens.partition(" ")
        assert name in {"lesson": rows, "puzzle": set(known.THEMES), "": {""}}[kind], deed.id
        assert deed.needs or deed.won or deed.end, deed.id
    for deed in achievements.list_earlier(game):
        assert (Path(ROOT) / "sprites" / "art" / "icons" / f"{icons.find_file(deed.icon)}.svg").is_file(), deed.icon


@pytest.mark.parametrize("game", GAMES)
def test_common_deeds_are_done_in_a_few_games_and_their_moments_are_told(game: str) -> None:
    options, count, common = FORMS[game]
    seen: set[str] = set()
    for seed in range(4):
        seats = [Seat("computer", "novice", f"{number}", number) for number in range(count)]
        session = play_out(Session.start(game, options, seats, f"deeds {seed}"))
        for seat in range(count):
            known = facts_of(session, seat)
            for deed in achievements.load_achievements(game):
                turn = deed.done(known)
                assert turn is None or 0 <= turn <= session.turn
                if turn is not None:
                    seen.add(deed.id)
        if seen.issuperset(common):
            break
    assert seen.issuperset(common), sorted(set(common) - seen)


# --- the vocabulary ----------------------------------------------------------------------------------------


def facts(*events: tuple[str, dict[str, Any]], seat: int = 0, result: tuple[int, ...] = (1, 2), **view: Any) -> Facts:
    told = [Event(kind, data) for kind, data in events]
    return Facts(seat, len(result), result, told, view, tuple(range(len(told))))


def test_conditions_hold_within_one_stretch() -> None:
    two = Achievement("two", "crown", (Need("hit", {"by": "me"}, 2),), per="turn")
    apart = facts(("turn", {}), ("hit", {"by": 0}), ("turn", {}), ("hit", {"by": 0}))
    together = facts(("turn", {}), ("hit", {"by": 0}), ("hit", {"by": 1}), ("hit", {"by": 0}), ("turn", {}))
    assert two.done(apart) is None
    assert two.done(together) == 3
    assert Achievement("two", "crown", (Need("hit", {"by": "me"}, 2),)).done(apart) == 3


def test_no_more_than() -> None:
    clean = Achievement(
        "clean", "crown", (Need("won", {"by": "me"}), Need("lost", {"who": "me"}, 0, most=True)), per="round"
    )
    dirty: tuple[tuple[str, dict[str, Any]], ...] = (("round", {}), ("lost", {"who": [1, 0]}), ("won", {"by": 0}))
    assert clean.done(facts(*dirty)) is None
    assert clean.done(facts(*dirty, ("round", {}), ("lost", {"who": [1, 2]}), ("won", {"by": 0}))) == 5


@pytest.mark.parametrize(
    ("where", "data", "holds"),
    [
        ({"by": "others"}, {"by": 1}, True), ({"by": "others"}, {"by": 0}, False),
        ({"by": "others"}, {"by": None}, False), ({"n": {"most": 3}}, {"n": 4}, False),
        ({"n": {"least": 3}}, {"n": 3}, True), ({"n": {"least": 3}}, {"n": 2}, False),
        ({"n": {"least": 3}}, {}, False), ({"n": {"least": 1}}, {"n": True}, False), ({"n": 1}, {"n": True}, False),
        ({"how": "fixed"}, {"how": "fixed"}, True), ({"who": "me"}, {"who": [2, 0]}, True),
    ],
)  # fmt: skip
def test_words_of_a_condition(where: dict[str, Any], data: dict[str, Any], holds: bool) -> None:
    assert (Achievement("x", "crown", (Need("e", where),)).done(facts(("e", data))) is not None) is holds


def test_the_end_of_a_game() -> None:
    end = facts(points=[7, 4], lists=[[1, 2], []])
    assert standing(end, "points.me") == 7 and standing(end, "lists.me") == 2 and standing(end, "nothing.me") == 0
    assert lead(end, "points.me") == 3
    far = Achievement("far", "crown", won=True, end=(Standing(lead="points.me", least=3),))
    assert far.done(end) == 0
    assert far.done(facts(points=[7, 5])) is None
    assert far.done(facts(points=[7, 4], result=(2, 1))) is None
    assert Achievement("many", "crown", won=True, seats=3).done(end) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", "deeds.json"),
        ('[{"id": "a"}]', "icon"),
        ('[{"id": "a", "icon": "crown", "end": [{"value": "points.me"}]}]', "least or most"),
        ('[{"id": "a", "icon": "crown", "end": [{"least": 1}]}]', "value or lead"),
        ('[{"id": "a", "icon": "crown", "opens": "door"}]', "opens"),
        ('[{"id": "a", "icon": "crown"}, {"id": "a", "icon": "crown"}]', "names of their own"),
        ('[{"id": "a", "icon": "crown", "earlier": true, "won": true}]', "name and icon only"),
    ],
)
def test_a_bad_file_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, expected: str
) -> None:
    (tmp_path / achievements.FILE).write_text(text, "utf-8")
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    achievements._read.cache_clear()
    try:
        with pytest.raises(BadAchievements, match=expected):
            achievements.load_achievements("king_of_12")
    finally:
        achievements._read.cache_clear()


# --- what is kept ------------------------------------------------------------------------------------------


def finished(person: int = 0, **more: Any) -> Session:
    """A game of a person whose hands a computer was."""
    seats = [Seat("computer", "novice", f"{number}", number) for number in range(3)]
    session = play_out(Session.start("king_of_12", {}, seats, "deeds", **more))
    session.seats = [
        Seat("person", "", "Leo", 0) if number == person else seat for number, seat in enumerate(session.seats)
    ]
    return session


def test_a_deed_is_done_once_and_only_by_people_without_help() -> None:
    record = Record()
    fresh = achievements.find_new(finished(), 0, record)
    assert fresh and {f"king_of_12.{deed.id}" for deed in fresh} == set(record.deeds)
    assert achievements.find_new(finished(), 0, record) == []
    assert achievements.find_new(finished(person=9), 0, Record()) == [], "computers do no deeds"
    helped = finished(try_again=True)
    assert not helped.assisted or achievements.find_new(helped, 0, Record()) == []


def test_they_are_kept_and_the_first_time_counts(home: Path) -> None:
    KEPT.saver(Record({"legends.city": Done("2026-11-02T10:00:00+00:00", "late")}))()
    KEPT.saver(Record({"legends.city": Done("2026-11-01T10:00:00+00:00", "early"), "legends.sword": Done("x")}))()
    found, told = KEPT.load()
    assert not told and found.deeds["legends.city"].game == "early" and len(found.deeds) == 2
    KEPT.path().write_bytes(b"{")
    assert [message.id for message in KEPT.load()[1]] == ["deeds.file.restored"]
    assert not statistics.path().exists()


# --- the board ---------------------------------------------------------------------------------------------


def test_the_board_by_mouse_and_keys(driver: Driver) -> None:
    record = Record({"legends.islands": Done("2026-11-01T10:00:00+00:00", "x", "gone.json", 3)})
    board: Any = Board(driver.ctx, "legends", record)
    driver.ctx.stack.push(board)
    driver.ctx.stack.settle()
    driver.run(200)
    assert count_deeds(board.record, ["legends"])[0] == 1
    at = [deed.id for deed in board.all].index("islands")
    driver.click(f"deed.{at}")
    assert board.chosen == at and driver.has("see")
    driver.click("see")
    driver.run(200)
    assert driver.top.name == "deeds", "the save of that game has gone, which is said"
    driver.click("deed.0")
    driver.frame()
    assert not driver.has("see")
    driver.key(pygame.K_PAGEDOWN)
    assert board.game == "king_of_the_dice"
    board.pick(board.games.index("tash_kalar"))
    board.chosen = [deed.id for deed in board.all].index("two_legends")
    driver.key(pygame.K_SPACE)
    driver.run(600)
    assert driver.top.name == "puzzles" and driver.top.theme == "legend"
    board = Board(driver.ctx, "tash_kalar", record)
    driver.ctx.stack.replace(board)
    driver.run(600)
    board.chosen = [deed.id for deed in board.all].index("two_summoned")
    driver.click("main")
    driver.run(900)
    assert driver.top.session.game == "tash_kalar" and driver.top.guide is not None
