"""The page of a season, the table of an evening between two games, and the way from a finished game into both."""

from datetime import date
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.content import season
from engine.content.evening import Evening, PlayedGame, enter_game, seat_players, sum_points
from engine.content.season import Season
from engine.seats import Seat
from engine.storage import folders
from scenes.common.occasions import keep_evening, load_evening, note_result
from scenes.dev.shots_menus import build_season
from scenes.menus.evening import EveningScene
from scenes.menus.season import SeasonPage
from tests.support.evenings import PLAYERS, give_up
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver


def open_page(driver: Driver, found: list[Season] | None) -> Any:
    page = SeasonPage(driver.ctx, found)
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    driver.until(lambda: not page.moving)
    driver.frame()
    return page


def open_evening(driver: Driver, played: int) -> Any:
    done = [PlayedGame("king_of_12", "a", [2, 1, 3], (9, 14, 3), (), (1, 5, 7)),
            PlayedGame("legends", "b", [1, 2, 2], (20, 18, 18))]  # fmt: skip
    games = ["king_of_12", "legends", "tash_kalar", "king_of_the_dice"]
    keep_evening(driver.ctx, Evening(list(PLAYERS), games, done[:played]))
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    return driver.top


def test_a_finished_game_of_an_evening_is_in_the_season_at_once(driver: Driver, home: Path) -> None:
    driver.ctx.quiet = False
    driver.ctx.household.add("Leo", "1")
    table = give_up(driver, ["Leo", "Anna"])
    keep_evening(driver.ctx, Evening(list(table.session.seats), ["tash_kalar", "legends"], running=table.session.id))
    assert note_result(driver.ctx, table.session, best=(1, 4, 9))
    assert driver.ctx.records.finish(10)
    (found,), told = season.list_seasons()
    assert not told and {one.key: one.points for one in season.list_standings(found)} == {"first": 0, "guest:anna": 1}
    assert load_evening(driver.ctx).played[0].best == (1, 4, 9) and load_evening(driver.ctx).played[0].ended
    page = open_page(driver, None)
    driver.until(lambda: bool(page.found))
    driver.frame()
    assert page.shown.id == found.id and "Anna" in tell_page(driver)
    table.session.close()


def test_points_duels_and_the_best_turn_are_told(driver: Driver) -> None:
    page = open_page(driver, [build_season(6), build_season(8, "2026-1")])
    said, people = tell_page(driver), season.list_standings(page.shown)
    places = [1 + sum(other.points > one.points for other in people) for one in people]
    told = [said.index(f"Place {place}: {one.seat.name}. Total") for place, one in zip(places, people, strict=True)]
    assert told == sorted(told), "the leader first"
    duel = season.list_duels(page.shown)[people[0].key, people[1].key]
    assert f"{people[0].seat.name} against {people[1].seat.name}: won {duel.won}, lost {duel.lost}" in said
    best = season.find_best_turn(page.shown)
    assert best is not None and f"{best.points} of {max(best.game.points)} points in one turn" in said
    driver.click("hall.2026-1")
    driver.frame()
    assert page.shown.id == "2026-1", "a niche leads to its season"


def test_a_new_name_of_a_person_is_shown_everywhere(driver: Driver) -> None:
    found = build_season(3)
    driver.ctx.household.people.clear()
    key = driver.ctx.household.add("Leo", "1")
    for at, past in enumerate(found.evenings):
        found.evenings[at] = type(past)(past.id, past.day, past.players,
            tuple(key if each == "Leo" else each for each in past.keys), past.played)  # fmt: skip
    driver.ctx.household.rename(key, "Leonard", "2")
    open_page(driver, [found])
    assert "Leonard" in tell_page(driver) and "Leo " not in tell_page(driver).replace("Leonard", "")


@pytest.mark.parametrize("count", [0, 1, 8])
def test_every_count_of_evenings_has_a_page(driver: Driver, count: int) -> None:
    """None invites, one shows its cloth, a full season begins another one."""
    page = open_page(driver, [build_season(count, people=8)] if count else [])
    said = tell_page(driver)
    assert driver.has("begin") and driver.has("evening.0") == bool(count) and driver.has("remove") == bool(count)
    assert ("How a season grows" in said) == (count < 2) and ("Who beat whom" in said) == (count > 1)
    assert ("To evening 1" in said) == (count != 1)
    if count == 8:  # the duels of eight people are scrolled
        names = [page.find_seat(one.key, one.seat).name for one in season.list_standings(page.shown)]
        assert f"{names[0]} against" in said and f"{names[7]} against" not in said
        for _ in range(3):
            driver.click("duels.down")
        assert f"{names[7]} against" in tell_page(driver) and not driver.target("duels.down").enabled
    driver.key(pygame.K_SPACE)
    driver.ctx.stack.settle()
    assert isinstance(driver.top, EveningScene) and driver.top is not page


def test_taking_an_evening_out_asks(driver: Driver) -> None:
    page = open_page(driver, [build_season(3)])
    past = page.shown.evenings[1]
    driver.click("evening.1")
    driver.ctx.stack.settle()
    assert isinstance(driver.top, EveningScene) and driver.has("remove") and not driver.has("another")
    driver.click("remove")
    driver.until(lambda: driver.top.name == "dialog")
    driver.run(500)
    driver.click("stay")
    driver.ctx.stack.settle()
    assert past in page.shown.evenings
    driver.click("remove")
    driver.until(lambda: driver.top.name == "dialog")
    driver.run(500)
    driver.click("remove")
    driver.until(lambda: driver.top is page)
    assert past not in page.shown.evenings and past.id in page.shown.removed


@pytest.mark.parametrize(("name", "field"), [("close", "is_closed"), ("remove", "is_removed")])
def test_ending_and_deleting_a_season_ask(driver: Driver, name: str, field: str) -> None:
    first, second = build_season(3), build_season(8, "2026-1")
    page = open_page(driver, [first, second])
    driver.click(name)
    driver.until(lambda: driver.top.name == "dialog")
    driver.run(500)
    assert not getattr(first, field)
    driver.click(name)
    driver.until(lambda: driver.top is page)
    assert getattr(first, field) and (page.shown is second) == first.is_removed


def test_a_season_is_kept_as_a_picture(driver: Driver, home: Path) -> None:
    page = open_page(driver, [build_season(3)])
    driver.ctx.quiet = False
    driver.click("picture")
    driver.frame()
    assert driver.ctx.files.finish(10) and [path.suffix for path in folders.exports().iterdir()] == [".png"]
    driver.until(lambda: driver.top.name == "dialog")
    assert not page.picture.is_wanted


def test_the_table_between_two_games_tells_the_evening(driver: Driver) -> None:
    open_evening(driver, 2)
    said = tell_page(driver)
    for words in ("King of 12: Anna wins by 5 points", "Anna: 5 of 14 points in one turn (turn 7)", "Next: Tash-Kalar",
                  "Can still catch Leo in the next game: Anna."):  # fmt: skip
        assert words in said


def test_a_line_of_ones_own_stays_in_the_book(driver: Driver) -> None:
    page = open_evening(driver, 1)
    page.write_line("  The Knight stays in my sleeve. ")
    page.write_line(" ")
    driver.frame()
    assert "The Knight stays in my sleeve." in tell_page(driver)
    assert [line.words for line in load_evening(driver.ctx).lines] == ["The Knight stays in my sleeve."]


def test_the_game_after_the_next_can_come_first(driver: Driver) -> None:
    page = open_evening(driver, 1)
    driver.click("swap")
    driver.frame()
    assert load_evening(driver.ctx).games == ["king_of_12", "tash_kalar", "legends", "king_of_the_dice"]
    assert page.evening.next_game == "tash_kalar"


@pytest.mark.parametrize("still", [False, True])
def test_boxes_change_places_by_carrying_and_come_next_by_a_press(driver: Driver, still: bool) -> None:
    open_evening(driver, 1)
    driver.settings.clicks_only = still
    driver.carry("box.3", "box.2")
    now = ["legends", "tash_kalar", "king_of_the_dice"] if still else ["legends", "king_of_the_dice", "tash_kalar"]
    assert load_evening(driver.ctx).games[1:] == now
    driver.click("box.3")
    assert load_evening(driver.ctx).games[1:] == [now[2], now[1], now[0]] and not driver.has("box.0")
    driver.click("box.1")
    driver.until(lambda: hasattr(driver.top, "session"))
    assert driver.top.session.game == now[2], "the next one begins"
    driver.top.session.close()


def test_between_two_games_people_join_and_leave(driver: Driver) -> None:
    """Points stay, a game counts for who was at its table, and its duels for no one else."""
    driver.ctx.household.add("Ida", "1")
    page = open_evening(driver, 2)

    def choose(name: str) -> None:
        driver.click("who")
        driver.until(lambda: driver.top.name == "dialog")
        driver.run(500)
        driver.click(name)
        driver.until(lambda: driver.top is page)

    before = sum_points(page.evening)
    choose("join.0")
    choose("player.0")
    assert [seat.name for seat in page.evening.present] == ["Anna", "Tom", "Ida"]
    assert sum_points(load_evening(driver.ctx)) == [*before, 0.0] and load_evening(driver.ctx).is_planned
    page.evening.running = "c"
    assert enter_game(page.evening, "c", "tash_kalar", ["Ida", "Anna", "Tom"], [1, 2, 3], (9, 5, 1), best=(0, 6, 3))
    assert sum_points(page.evening) == [before[0], before[1] + 1, before[2], 2.0]
    assert page.evening.played[-1].best[0] == 3 and {seat.name for seat in seat_players(page.evening)} == {
        "Anna", "Tom", "Ida"}  # fmt: skip
    found = Season("2026-4")
    season.enter_evening(found, page.evening, driver.ctx.household, date(2026, 11, 29))
    ida = season.find_key(driver.ctx.household, page.evening.players[3])
    duels = season.list_duels(found)
    assert duels[ida, "guest:anna"].won == 1 and (ida, "guest:leo") not in duels
    choose("player.0")
    assert len(page.evening.present) == 4


@pytest.mark.parametrize("still", [False, True])
def test_rows_change_places_as_the_last_evening_changed_them(
    driver: Driver, still: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the third evening the leader falls to place three; with reduced motion the rows stand at once."""
    driver.settings.reduced_motion = still
    tops: dict[int, float] = {}
    monkeypatch.setattr(
        SeasonPage, "_draw_standing", lambda page, parts, people, at, place, box: tops.update({at: box[1]})
    )
    page = SeasonPage(driver.ctx, [build_season(3)])
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    driver.frame()
    assert page.moving is not still
    assert sorted(tops, key=lambda at: tops[at]) == ([0, 1, 2, 3] if still else [2, 0, 1, 3])
    driver.until(lambda: not page.moving)
    driver.frame()
    assert sorted(tops, key=lambda at: tops[at]) == [0, 1, 2, 3]


def test_ending_an_evening_forgets_no_points(driver: Driver) -> None:
    open_evening(driver, 1)
    driver.click("end")
    driver.until(lambda: driver.top.name == "dialog")
    assert "forgotten" not in driver.top.body and "season" in driver.top.body


def test_a_guest_seat_of_the_season_may_be_a_computer() -> None:
    from engine.storage.household import Household

    mia = Seat("computer", "who:mia", "Mia")
    assert season.find_key(Household(), mia) == "who:mia:mia" != season.find_key(Household(), Seat("person", "", "Mia"))
