"""People at the screen: asked once who plays, a list with portraits, and everything reached is theirs."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.daily_benchmark import play_out
from engine.content import achievements, campaign, daily_challenge
from engine.content.achievements import Done, Record
from engine.content.campaign import CampaignProgress, Reached
from engine.seats import Portrait, Seat
from engine.session import Session
from engine.storage.household import FIRST, KEPT, Household, make_id
from scenes.menus.setup import SetUp
from scenes.results.outcome import enter_deeds
from scenes.results.scene import GameResult
from scenes.shell import routes
from scenes.table.new_game import begin, sitting
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver


def open_page(driver: Driver, name: str) -> Any:
    routes.open(driver.ctx, name)
    driver.ctx.stack.settle()
    driver.run(100)
    return driver.top


def type_name(driver: Driver, target: str, name: str) -> None:
    driver.click(target)
    driver.key(pygame.K_a, pygame.KMOD_CTRL)
    driver.frame(events=[pygame.event.Event(pygame.TEXTINPUT, text=name)])
    driver.key(pygame.K_RETURN)


def seat_family(driver: Driver, *names: str) -> None:
    for name in names:
        driver.ctx.household.add(name, "2026-11-20")


@pytest.mark.parametrize("room", ["you", "today", "road"])
def test_a_room_of_ones_own_asks_once_who_plays(driver: Driver, home: Path, room: str) -> None:
    driver.ctx.quiet = False
    driver.settings.guided.remove("people")
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    page = open_page(driver, room)
    assert page.name == "people" and not driver.has("play")
    type_name(driver, "new", "Bert\u00edk")
    driver.click("play")
    driver.ctx.stack.settle()
    assert driver.top.name == room and driver.ctx.person_name == "Bert\u00edk"
    driver.ctx.records.finish(5)
    assert KEPT.load()[0].find("Bert\u00edk") == FIRST
    driver.key(pygame.K_ESCAPE)
    driver.ctx.stack.settle()
    assert open_page(driver, room).name == room, "once is enough"


def test_portrait_and_name_are_changed_by_a_click_each(driver: Driver) -> None:
    seat_family(driver, "Jana", "Tom")
    page = open_page(driver, "people")
    driver.click(f"person.{make_id('Tom')}")
    for target in ("emblem.6", "colour.4", "division.3"):
        driver.click(target)
    assert driver.ctx.household.people[page.chosen].portrait == Portrait("owl", 4, "chevron")
    type_name(driver, "name", "Jana")
    assert driver.ctx.household.people[page.chosen].name == "Tom", "the name of somebody else"
    type_name(driver, "name", "Tom\u00e1\u0161")
    driver.click("play")
    driver.ctx.stack.settle()
    assert driver.ctx.person_name == "Tom\u00e1\u0161" and driver.ctx.find_owner("Tom") == make_id("Tom")
    (seat, _) = sitting(driver.ctx, "legends", ["", "novice"])
    table: Any = begin(driver.ctx, "legends", {}, [seat, Seat("computer", "novice", "Mia", 1)], "x", try_again=False)
    assert table.session.seats[0].portrait == Portrait("owl", 4, "chevron")


def test_who_is_taken_off_comes_back_with_the_name(driver: Driver) -> None:
    seat_family(driver, "Jana", "Tom")
    page = open_page(driver, "people")
    driver.click(f"person.{make_id('Tom')}")
    driver.click("remove")
    driver.ctx.stack.settle()
    driver.run(100)
    driver.click("remove")
    driver.ctx.stack.settle()
    assert driver.ctx.household.list_ids() == [FIRST] and page.chosen == FIRST
    type_name(driver, "new", "tom")
    assert page.chosen == make_id("Tom") and driver.ctx.household.people[page.chosen].name == "Tom"


def test_the_usual_name_is_free_until_it_was_played_under(driver: Driver) -> None:
    """A child may really have the name that stands at the table before anybody has one."""
    page, usual = open_page(driver, "people"), driver.ctx.t("ui.setup.you")
    driver.until(lambda: page.found == [])
    type_name(driver, "new", "Jana")
    type_name(driver, "new", usual)
    assert [one.name for one in driver.ctx.household.people.values()] == ["Jana", usual]
    driver.ctx.household.people.clear()
    page.found, page.chosen = [usual], ""
    driver.ctx.stack.dirty = True
    type_name(driver, "new", "Jana")
    type_name(driver, "new", usual)
    assert len(driver.ctx.household.people) == 1 and page.chosen == FIRST, "what was played is Jana's"
    assert driver.ctx.t("people.taken") in [said for said, *_ in driver.window._toasts]


@pytest.mark.parametrize(("count", "found"), [(2, 5), (16, 0)])
def test_a_short_and_a_full_list_have_their_room(driver: Driver, count: int, found: int) -> None:
    seat_family(driver, *(f"Person {k}" for k in range(count)))
    page = open_page(driver, "people")
    driver.until(lambda: page.found is not None)
    page.found = [f"Played {k}" for k in range(found)]
    driver.ctx.stack.dirty = True
    driver.frame()
    rows = [one.box for one in page.ui.targets if one.id.startswith(("person.", "found."))]
    assert len(rows) == count + found and max(y + h for _, y, _, h in rows) < driver.window.canvas.height - 240
    assert min(h for *_, h in rows) > 30


def play_together(*people: str) -> Session:
    """A finished game with a person on each seat, alike but for the names."""
    seats = [Seat("computer", "novice", f"{number}", number) for number in range(3)]
    session = play_out(Session.start("king_of_12", {}, seats, "deeds"))
    session.seats = [Seat("person", "", name, k) for k, name in enumerate(people)]
    return session


def test_a_deed_of_the_mother_can_be_earned_by_the_child(driver: Driver, home: Path) -> None:
    """Each has a record; a guest has none; the medal names who earned it."""
    driver.ctx.quiet = False
    seat_family(driver, "Jana", "Bert\u00edk")
    session = play_together("Jana", "Guest", "Bert\u00edk")
    found = enter_deeds(driver.ctx, session)
    driver.ctx.records.finish(5)
    assert {seat for _, seat in found} <= {0, 2} and found
    hers = achievements.KEPT.get_own(FIRST).load()[0].deeds
    theirs = achievements.KEPT.get_own(make_id("Bert\u00edk")).load()[0].deeds
    assert {deed.id for deed, seat in found if seat == 0} == {key.partition(".")[2] for key in hers}
    again = enter_deeds(driver.ctx, play_together("Bert\u00edk", "Guest", "Guest 2"))
    driver.ctx.records.finish(5)
    now = achievements.KEPT.get_own(make_id("Bert\u00edk")).load()[0].deeds
    assert set(now) - set(theirs) == set(hers) - set(theirs) and again, "what the mother did first"
    assert achievements.KEPT.get_own(FIRST).load()[0].deeds == hers
    result = GameResult(driver.ctx, session, session.view(None))
    kinds = {medal.kind.rpartition(" ")[2] for medal in result.outcome.medals if medal.icon != "laurels"}
    assert kinds <= {"Jana", "Bert\u00edk"} and kinds


def test_without_names_everything_is_the_first_ones_as_before(driver: Driver, home: Path) -> None:
    driver.ctx.quiet = False
    found = enter_deeds(driver.ctx, play_together("Leo", "Anna", "Tom"))
    driver.ctx.records.finish(5)
    kept = achievements.KEPT.load()[0].deeds
    assert len(found) == len(kept) > 0, "each once"


def test_stars_and_letters_go_with_the_person(driver: Driver, home: Path) -> None:
    driver.ctx.quiet = False
    seat_family(driver, "Jana", "Tom")
    campaign.KEPT.saver(CampaignProgress({"road": {"crossroads": Reached(1, 7)}}))()
    tom = make_id("Tom")
    driver.ctx.choose_person(FIRST)
    assert driver.ctx.travels.find("road", "crossroads").stars == 7
    driver.settings.lessons = {"legends": {"stars": {"card": 3}}}
    driver.ctx.choose_person(tom)
    assert driver.ctx.travels.find("road", "crossroads").stars == 0
    assert driver.ctx.name_own_entry("legends") not in driver.settings.lessons
    page = open_page(driver, "today")
    assert page.person == tom
    driver.ctx.choose_person(FIRST)
    page.days.record_puzzle(page.day, True)
    driver.ctx.keep(daily_challenge.KEPT, page.days, page.person)
    page.resume()
    driver.ctx.records.finish(5)
    assert page.person == FIRST and not page.made.solved, "her letters are still sealed"
    assert daily_challenge.KEPT.get_own(tom).load()[0].get(page.day).solved and not daily_challenge.KEPT.load()[0].days


def test_the_one_person_at_a_table_is_who_plays(driver: Driver) -> None:
    seat_family(driver, "Jana", "Tom")
    mia = Seat("computer", "novice", "Mia", 1)
    begin(driver.ctx, "legends", {}, [Seat("person", "", "Tom"), mia], "x", try_again=False)
    assert driver.ctx.person == make_id("Tom")
    begin(driver.ctx, "legends", {}, [Seat("person", "", "Jana"), Seat("person", "", "Tom", 1)], "x", try_again=False)
    begin(driver.ctx, "legends", {}, [Seat("person", "", "Guest"), mia], "x", try_again=False)
    assert driver.ctx.person == make_id("Tom"), "several people and guests change nothing"


def test_a_seat_is_given_to_somebody_of_the_list(driver: Driver) -> None:
    seat_family(driver, "Jana", "Tom")
    page = SetUp(driver.ctx, "legends")
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    labels, chosen = page.list_kinds(page.seats[0])
    assert labels[:2] == ["Jana", "Tom"] and chosen == 0 and page.seats[0].name == "Jana"
    page.set_kind(1, 1)
    assert [seat.name for seat in page.seats] == ["Jana", "Tom"] and page.seats[1].is_person
    page.set_kind(1, 0)
    assert [seat.name for seat in page.seats] == ["Tom", "Jana"], "they change places"
    page.set_kind(0, 2)
    assert page.list_kinds(page.seats[0])[1] == 2 and driver.ctx.household.find(page.seats[0].name) is None
    page.set_kind(1, 4)
    assert not page.seats[1].is_person and page.seats[1].name != "Jana", "a computer keeps nobody's name"


def test_you_shows_the_person_and_another_one_at_a_click(driver: Driver, home: Path) -> None:
    driver.ctx.quiet = False
    seat_family(driver, "Jana", "Tom")
    driver.ctx.choose_person(FIRST)
    deeds = Record({"legends.islands": Done("2026-11-01T10:00:00+00:00", "x", "gone.json", 3)})
    achievements.KEPT.get_own(make_id("Tom")).saver(deeds)()
    page = open_page(driver, "you")
    driver.until(lambda: not page.waiting)
    assert page.people == ["Jana", "Tom"] and not page.record.deeds
    driver.click("person.1")
    assert list(page.record.deeds) == ["legends.islands"] and driver.ctx.person_name == "Tom"


def test_a_damaged_list_is_told_once_and_whole_again_at_the_next_start(driver: Driver, home: Path) -> None:
    people = Household()
    for name in ("Jana", "Tom"):
        people.add(name, "2026-11-20")
        KEPT.saver(people)()
    KEPT.path().write_bytes(b"{")
    driver.ctx.quiet = False
    assert driver.ctx.household.find("Jana") == FIRST
    assert [message.id for message in driver.ctx.notices] == ["people.file.restored"]
    driver.ctx.records.finish(5)
    assert KEPT.load()[0].find("Jana") == FIRST and KEPT.load()[1] == []


def test_the_title_names_who_plays(driver: Driver) -> None:
    open_page(driver, "title")
    assert not driver.has("person")
    seat_family(driver, "Jana")
    driver.top.ui.dirty = True
    driver.run(64)
    assert "Jana" in tell_page(driver)
    driver.click("person")
    driver.ctx.stack.settle()
    assert driver.top.name == "people"
