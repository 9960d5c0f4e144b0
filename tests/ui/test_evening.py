"""An evening of several games with the same players: points, seats that move on, one card at the end."""

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.content import daily_challenge
from engine.content.campaign import Under
from engine.content.daily_challenge import (
    DailyResults,
    Try,
)
from engine.content.evening import (
    Evening,
    PlayedGame,
    enter_game,
    find_number,
    rank_players,
    score_places,
    seat_players,
    sum_points,
)
from engine.contract import Message
from engine.seats import Seat
from engine.storage import folders
from engine.storage.saves import SlotInfo
from scenes.common.occasions import keep_evening, load_evening, note_result, tell_game
from scenes.menus.evening import EveningScene
from scenes.results.scene import GameResult
from scenes.shell import routes
from scenes.table.table import Table
from sprites.base import text
from tests.support.evenings import PLAYERS, give_up
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver


@pytest.mark.parametrize(
    ("places", "points"),
    [([1, 2, 3], [2, 1, 0]), ([1, 1, 3], [1.5, 1.5, 0]), ([1, 1, 1], [1, 1, 1]), ([2, 1], [0, 1])],
)
def test_points_are_players_behind(places: list[int], points: list[float]) -> None:
    assert score_places(places) == points


def test_seats_move_on_and_results_go_to_their_players() -> None:
    evening = Evening(list(PLAYERS), ["king_of_12", "legends"], running="a")
    assert [seat.name for seat in seat_players(evening)] == ["Leo", "Anna", "Tom"]
    assert not enter_game(evening, "b", "legends", ["Leo", "Anna", "Tom"], [1, 2, 3]), "another game"
    assert not enter_game(evening, "a", "king_of_12", ["Leo", "Anna"], [1, 2]), "other players"
    assert enter_game(evening, "a", "king_of_12", ["Anna", "Tom", "Leo"], [1, 3, 2])
    assert evening.played[0].places == [2, 1, 3]
    assert not enter_game(evening, "a", "king_of_12", ["Anna", "Tom", "Leo"], [1, 3, 2]), "once is enough"
    assert [seat.name for seat in seat_players(evening)] == ["Anna", "Tom", "Leo"]
    assert evening.next_game == "legends" and not evening.is_over
    evening.running = "c"
    assert enter_game(evening, "c", "legends", ["Tom", "Leo", "Anna"], [3, 1, 1])
    assert evening.is_over and sum_points(evening) == [2.5, 3.5, 0]
    assert rank_players(evening) == [2, 1, 3]


@pytest.mark.parametrize(
    ("games", "ranks"),
    [
        ([[1, 2, 3], [3, 2, 1], [3, 2, 1]], [3, 2, 1]),
        ([[1, 2, 3], [3, 2, 1]], [1, 1, 1]),
        ([[1, 2, 2], [3, 1, 2]], [2, 1, 3]),
    ],
)
def test_equal_points_share_a_place(games: list[list[int]], ranks: list[int]) -> None:
    played = [PlayedGame("x", str(at), places) for at, places in enumerate(games)]
    evening = Evening(list(PLAYERS), ["king_of_12"] * len(games), played)
    points = sum_points(evening)
    assert rank_players(evening) == ranks == [1 + sum(other > own for other in points) for own in points]


def test_the_card_crowns_everybody_with_the_most_points(driver: Driver) -> None:
    played = [PlayedGame("king_of_12", "1", [1, 2, 3]), PlayedGame("legends", "2", [3, 2, 1])]
    keep_evening(driver.ctx, Evening(list(PLAYERS), ["king_of_12", "legends"], played))
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    assert driver.ctx.texts.join([player.name for player in PLAYERS]) in tell_page(driver)


def test_another_end_of_a_game_takes_the_place_of_the_first() -> None:
    evening = Evening(list(PLAYERS), ["king_of_12", "legends"], running="a")
    names = [player.name for player in PLAYERS]
    assert enter_game(evening, "a", "king_of_12", names, [1, 2, 3])
    assert enter_game(evening, "a", "king_of_12", names, [3, 2, 1])
    assert [one.places for one in evening.played] == [[3, 2, 1]]
    assert not enter_game(evening, "a", "king_of_12", names, []), "a game that goes on has no places"
    evening.running = "b"
    assert enter_game(evening, "b", "legends", names, [1, 2, 3]) and evening.is_over
    assert enter_game(evening, "b", "legends", names, [2, 1, 3]), "the last game, too"


@pytest.mark.parametrize(
    ("places", "points", "said"),
    [
        ([2, 1, 3], (9, 12, 3), "King of 12: Anna wins by 3 points"),
        ([2, 1, 3], (11, 12, 3), "King of 12: Anna wins by a single point"),
        ([2, 1, 3], (12, 12, 3), "King of 12: Anna wins on level points"),
        ([1, 1, 3], (12, 12, 3), "King of 12: Leo and Anna share the win"),
        ([2, 1, 3], (), "King of 12: Anna wins"),
    ],
)
def test_one_sentence_tells_a_game(driver: Driver, places: list[int], points: tuple[int, ...], said: str) -> None:
    one = PlayedGame("king_of_12", "s", places, points)
    assert tell_game(driver.ctx, Evening(list(PLAYERS), ["king_of_12"], [one]), one) == said


def test_points_are_kept_in_the_order_of_the_players() -> None:
    evening = Evening(list(PLAYERS), ["king_of_12", "legends"], running="a")
    assert enter_game(evening, "a", "king_of_12", ["Tom", "Leo", "Anna"], [1, 2, 3], (9, 6, 2))
    assert evening.played[0] == PlayedGame("king_of_12", "a", [2, 3, 1], (6, 2, 9))
    assert find_number(evening, "a") == 1 and find_number(evening, "b") == find_number(evening, "") == 0


def test_the_handicap_of_an_evening_follows_the_player_round_the_table(driver: Driver) -> None:
    """From the plan to the second game: each has the steps that were chosen, wherever the seat has moved."""
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    page: Any = driver.top
    page.seats = list(PLAYERS)
    page.counts = dict.fromkeys(page.counts, 0) | {"king_of_12": 2}
    driver.run(64)
    driver.click("steps.1.2")
    driver.run(32)
    assert "Anna. King of 12: 1 point ahead in every round." in tell_page(driver), "what the steps give"
    driver.click("start")
    driver.ctx.stack.settle()
    table: Any = driver.top
    assert list(table.session.handicap) == [0, 2, 0] and table.occasion == "Game 1 of 2"
    evening = load_evening(driver.ctx)
    assert enter_game(evening, table.session.id, "king_of_12", table.session.names, [1, 2, 3])
    keep_evening(driver.ctx, evening)
    page = EveningScene(driver.ctx)
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    page.play_next()
    driver.ctx.stack.settle()
    table = driver.top
    assert table.session.names == ["Anna", "Tom", "Leo"] and list(table.session.handicap) == [2, 0, 0]
    assert table.occasion == "Game 2 of 2"


def test_the_title_offers_the_evening_first_and_its_game_once(driver: Driver) -> None:
    keep_evening(driver.ctx, Evening(list(PLAYERS), ["king_of_12", "legends"], running="a", save="evening.json"))
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    title: Any = driver.top
    for name, offers in (("evening.json", ["offer.evening"]), ("other.json", ["offer.evening", "continue"])):
        title.last = SlotInfo(Path(name), "legends", ["Leo"], [], 3, Message(""), False, False, "", "")
        assert [offer.id for offer in title.list_offers(driver.window.canvas)] == offers


@pytest.mark.parametrize("counts", ["nothing", "evening", "road", "today"])
def test_an_end_that_counts_is_not_taken_back(driver: Driver, home: Any, counts: str) -> None:
    """An end of an evening, a letter or the road stays; another end can be taken back as before."""
    driver.ctx.quiet = False
    table = give_up(driver, ["Leo", "Anna"])
    session = table.session
    if counts == "evening":
        keep_evening(driver.ctx, Evening(list(session.seats), ["tash_kalar", "legends"], running=session.id))
        assert note_result(driver.ctx, session)
    elif counts == "road":
        driver.ctx.travels.begins(session.id, Under("road", "crossroads"))
    elif counts == "today":
        days = DailyResults()
        days.record_try(date(2026, 11, 24), "tash_kalar", Try(session.id, "x.json"))
        driver.ctx.keep(daily_challenge.KEPT, days)
        driver.ctx.records.finish(5)
    possible, reason = table.back.state()
    assert possible is (counts == "nothing") and (possible or reason == "ui.undo.reason.counts")
    table.back.undo()
    assert session.over is not possible
    session.close()


@pytest.mark.parametrize(
    "forged", [{"players": 3}, {"games": ["none"], "players": [{"kind": "person"}]}, {"played": [{}]}, {"running": 4}]
)
def test_whatever_the_settings_hold_there_is_no_evening_or_a_whole_one(driver: Driver, forged: dict[str, Any]) -> None:
    driver.settings.evening = forged
    assert load_evening(driver.ctx) == Evening()
    routes.open(driver.ctx, "evening")
    driver.frame()


@pytest.mark.parametrize(("games", "lead"), [(1, "evening.table.leads"), (2, "evening.table.won")])
def test_halves_of_points_and_the_end_have_words_of_their_own(
    driver: Driver, games: int, lead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a point is neither one nor many in some languages, and at the end nobody leads any longer."""
    played = [PlayedGame("king_of_12", "a", [1, 2, 2]), PlayedGame("legends", "b", [1, 2, 2])][:games]
    keep_evening(driver.ctx, Evening(list(PLAYERS), ["king_of_12", "legends"], played))
    shown: list[str] = []
    write = text.draw

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        shown.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "draw", note)
    monkeypatch.setattr(driver.ctx, "t", lambda name, **_: name)
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    assert lead in shown and ("evening.points.fraction" in shown) is (games == 1)
    assert len({"evening.table.leads", "evening.table.won"} & set(shown)) == 1


def test_a_game_that_ended_before_its_first_decision_begins_again(driver: Driver, home: Path) -> None:
    """A power cut behind the first curtain leaves the evening and no save."""
    keep_evening(driver.ctx, Evening(list(PLAYERS), ["king_of_12"], running="gone", save="gone.json"))
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.click("go_on")
    driver.until(lambda: any(isinstance(scene, Table) for scene in driver.ctx.stack.scenes))
    assert load_evening(driver.ctx).running != "gone"


def test_people_of_the_household_sit_down_by_their_faces(driver: Driver) -> None:
    for name in ("Leo", "Anna", "Emil"):
        driver.ctx.household.add(name, "2026-11-20")
    page = EveningScene(driver.ctx)
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    driver.click("count.less")
    driver.click("seat.1")
    driver.run(400)
    faces = page.faces.list_faces(1)
    people = [at for at, face in enumerate(faces) if face.group == "ui.setup.person"]
    offered = [faces[at].seat.name for at in people]
    assert offered and set(offered) <= {"Leo", "Anna", "Emil"} - {page.seats[0].name}
    driver.click(f"seat.1.face.{people[0]}")
    assert page.seats[1].name == offered[0] and page.seats[1].is_person


def test_an_evening_from_plan_to_end(driver: Driver, home: Path) -> None:
    driver.settings.speed = "instant"
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    page: Any = driver.top
    page.seats = [
        Seat("person", "", "Leo", 0), Seat("computer", "first_evening", "Anna", 1),
    ]  # fmt: skip
    page.counts = dict.fromkeys(page.counts, 0) | {"king_of_12": 2}
    driver.click("start")
    firsts = []
    for number in range(2):
        driver.ctx.stack.settle()
        table: Any = driver.top
        assert isinstance(table, Table)
        firsts.append(table.session.names[0])
        for _ in range(3000):
            if isinstance(driver.top, GameResult):
                break
            if table.confirming:
                table.confirm()
            elif table.may_act():
                table.decide(table.legal()[0])
            driver.frame()
        result: Any = driver.top
        assert isinstance(result, GameResult) and result.of_evening
        assert len(load_evening(driver.ctx).played) == number + 1
        driver.run(2500)
        assert "+1" in tell_page(driver) and f"Game {number + 1} of 2" in tell_page(driver)
        assert not driver.has("seats") and not driver.has("stronger") and result.next.offer is None
        driver.click("evening")
        driver.ctx.stack.settle()
        assert isinstance(driver.top, EveningScene)
        if number == 0:
            driver.click("next")
    assert firsts == ["Leo", "Anna"], "the seats have moved on"
    card: Any = driver.top
    assert card.evening.is_over and sum(sum_points(card.evening)) == 2
    driver.ctx.quiet = False
    driver.click("picture")
    driver.frame()
    assert driver.ctx.files.finish(10) and [path.suffix for path in folders.exports().iterdir()] == [".png"]
    driver.ctx.quiet = True
    driver.until(lambda: driver.top.name == "dialog")
    driver.run(500)
    driver.click("ok")
    driver.until(lambda: driver.top is card)
    driver.click("another")
    assert not load_evening(driver.ctx).is_planned and [seat.name for seat in card.seats] == ["Leo", "Anna"]


def test_a_plan_that_is_left_is_there_again(driver: Driver) -> None:
    """Who sits down, what is played, who has a handicap; by the next visit as well as by the next start."""
    for name in ("Leo", "Anna", "Emil"):
        driver.ctx.household.add(name, "2026-11-20")
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    page: Any = driver.top
    assert [seat.name for seat in page.seats] == ["Leo", "Anna", "Emil"], "the household is offered"
    driver.click("count.less")
    driver.click("times.king_of_12.3")
    driver.click("times.tash_kalar.0")
    driver.click("steps.1.4")
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    kept = msgspec.convert(msgspec.json.decode(msgspec.json.encode(driver.settings)), type(driver.settings))
    driver.settings.last_setup = kept.last_setup
    again = EveningScene(driver.ctx)
    assert [seat.name for seat in again.seats] == ["Leo", "Anna"]
    assert (again.counts["king_of_12"], again.counts["tash_kalar"], again.counts["legends"]) == (3, 0, 1)
    assert again.handicap == {"Leo": 0, "Anna": 4}


@pytest.mark.parametrize(
    "bad", [{"counts": {"king_of_12": 9}}, {"seats": [{"kind": "ghost"}]}, {"steps": {"x": -1}}, 7]
)
def test_a_plan_that_nobody_can_have_made_is_no_plan(driver: Driver, bad: Any) -> None:
    driver.settings.last_setup = {"evening": bad}
    page = EveningScene(driver.ctx)
    assert len(page.seats) == 2 and set(page.counts.values()) == {1} and not any(page.handicap.values())


def test_an_unfinished_evening_waits(driver: Driver) -> None:
    evening = Evening(list(PLAYERS), ["king_of_12", "legends"], [PlayedGame("king_of_12", "s", [1, 2, 3])])
    keep_evening(driver.ctx, evening)
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    assert driver.has("next") or driver.target("next")
    page: Any = driver.top
    assert [seat.name for seat in seat_players(page.evening)] == ["Anna", "Tom", "Leo"]
    driver.click("end")
    driver.ctx.stack.settle()
    driver.click("choice.end") if driver.top.ui.find("choice.end") else driver.click("end")
    driver.ctx.stack.settle()
    assert not load_evening(driver.ctx).is_planned
