"""A household's folder as 0.2.0 left it, before the program knew people: it opens, an evening goes on, and what was
reached there belongs to the person who is named first, for good.

Honza, Jana and Mia, a computer, have played the first of three games of an evening and are in the second; Honza alone
has a deed at Legends and one at King of 12, stars on the road, a solved day and a duel under way.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.content import achievements, campaign, daily_challenge
from engine.content.achievements import Done, Record
from engine.content.evening import rank_players, sum_points
from engine.session import Session
from engine.storage import folders, household, saves, settings, statistics
from engine.storage.household import FIRST, Household, make_id
from scenes.common.occasions import load_evening
from scenes.shell import routes
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

FILES = Path(__file__).with_name("player_files_0_2_0")
SAVES = sorted(path.name for path in (FILES / "saves").iterdir())
DEEDS = {"legends.all_cities", "king_of_12.golem"}


@pytest.fixture
def old(home: Path) -> Path:
    """The folder of that household."""
    shutil.copytree(FILES, home)
    return home


@pytest.fixture
def window(old: Path) -> Iterator[Driver]:
    """A window of today with the settings of that folder, which reads and writes there."""
    found, told = settings.load()
    assert not told
    driver = Driver(**{**msgspec.to_builtins(found), "language": "en"})
    driver.ctx.quiet = False
    yield driver
    driver.close()


@pytest.mark.parametrize("name", SAVES)
def test_saves_open_and_nobody_in_them_is_a_child_or_has_a_portrait(old: Path, name: str) -> None:
    loaded = saves.load(folders.saves() / name)
    session: Session = loaded.session
    try:
        assert not loaded.notices and session.turn == saves.slot(folders.saves() / name).turn
        assert {seat.name for seat in session.seats} <= {"Honza", "Jana", "Mia"}
        assert not any(seat.is_child for seat in session.seats)
        assert session.over == name.startswith(("king_of_12", "legends"))
    finally:
        session.close()


def test_its_evening_is_the_first_offer_and_goes_on(window: Driver) -> None:
    evening = load_evening(window.ctx)
    assert evening.is_planned and sum_points(evening) == [2, 1, 0] and rank_players(evening) == [1, 2, 3]
    routes.go(window.ctx, "title")
    window.ctx.stack.settle()
    window.until(lambda: window.has("offer.evening"))
    window.click("offer.evening")
    window.ctx.stack.settle()
    window.click("go_on")
    window.ctx.stack.settle()
    table: Any = window.top
    assert (table.session.turn, table.session.names) == (40, ["Jana", "Mia", "Honza"])
    assert table.occasion == "Game 2 of 3"


def test_what_was_reached_is_the_first_persons_and_others_can_reach_it(window: Driver) -> None:
    ctx = window.ctx
    assert set(ctx.progress(achievements.KEPT).deeds) == DEEDS, "before anybody has a name"
    page: Any = routes.scene("people", ctx)
    ctx.stack.push(page)
    ctx.stack.settle()
    window.until(lambda: page.found is not None)
    assert {"Honza", "Jana"} <= set(page.found)
    page.add("Honza")
    page.add("Jana")
    jana = make_id("Jana")
    assert ctx.household.list_ids() == [FIRST, jana]
    for person, deeds, stars, solved in ((FIRST, DEEDS, 7, True), (jana, set(), 0, False)):
        ctx.choose_person(person)
        assert set(ctx.progress(achievements.KEPT).deeds) == deeds
        assert ctx.travels.find("ours", "ford").stars == stars
        assert ctx.progress(daily_challenge.KEPT).get(date(2026, 11, 26)).solved is solved
    ctx.keep(achievements.KEPT, Record({"legends.all_cities": Done("2026-11-29")}), jana)
    ctx.records.finish(5)
    assert set(ctx.progress(achievements.KEPT, FIRST).deeds) == DEEDS
    assert ctx.progress(achievements.KEPT, jana).deeds["legends.all_cities"].when == "2026-11-29"
    played = {one.name: one.tally.played for found in statistics.summary().values() for one in found.players}
    assert played["Honza"] and played["Jana"], "games of both are still their own"
    ctx.stack.pop()
    routes.open(ctx, "you")
    ctx.stack.settle()
    window.run(500)
    assert "Jana" in tell_page(window)


def test_two_windows_and_a_person_taken_off_lose_nothing_of_it(old: Path) -> None:
    """One window names Honza and takes him off, the other one adds Jana and keeps a deed of hers meanwhile."""
    start = Household()
    start.add("Honza", "2026-11-29T10")
    household.KEPT.saver(start)()
    one, other = household.KEPT.load()[0], household.KEPT.load()[0]
    jana = other.add("Jana", "2026-11-29T11")
    household.KEPT.saver(other)()
    achievements.KEPT.get_own(jana).saver(Record({"king_of_12.golem": Done("2026-11-29")}))()
    one.change(FIRST, "2026-11-29T12", away=True)
    household.KEPT.saver(one)()
    found, told = household.KEPT.load()
    assert not told and found.list_ids() == [jana] and found.find("Honza") is None
    assert set(achievements.KEPT.get_own(FIRST).load()[0].deeds) == DEEDS
    assert found.add("honza", "2026-11-29T13") == FIRST
    assert campaign.KEPT.get_own(FIRST).load()[0].find("ours", "ford").stars == 7
    assert set(achievements.KEPT.get_own(jana).load()[0].deeds) == {"king_of_12.golem"}
