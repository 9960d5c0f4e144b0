"""The gallery of opponents: chosen by mouse and by keys, at home with the record, and what is said at the table."""

from typing import Any

import pygame
import pytest

from ai.character import ours
from ai.ratings import find_rating, is_even
from engine.languages.languages import get_conventions
from engine.seats import Seat
from engine.session import Session
from engine.storage.statistics import GameStats, Meeting, PlayerStats, Tally
from scenes.common import opponent_names
from scenes.menus import gallery
from scenes.menus.gallery import Gallery
from scenes.menus.setup import SetUp
from scenes.table import game_screens
from scenes.table.speeches import KIND, MOTTO, QUIET_FOR
from tests.support.advice import words_of
from tests.support.catalogues import LANGUAGES, LONGEST
from tests.ui.driver import Driver


def set_up(driver: Driver) -> Any:
    driver.settings.guided = ["king_of_12"]
    driver.settings.speed = "instant"
    scene = SetUp(driver.ctx, "king_of_12")
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    scene.set_count(3)
    driver.run(64)
    return scene


def test_by_mouse_from_the_set_up(driver: Driver) -> None:
    scene = set_up(driver)
    driver.click("gallery")
    driver.run(64)
    assert isinstance(driver.top, Gallery)
    driver.click("who.who:pim")
    driver.click("sit")
    driver.run(64)
    assert scene.seats[1].level == "who:pim" and scene.seats[1].name == "Pim"
    driver.click("who.who:pim")
    driver.click("sit")
    driver.run(64)
    assert scene.seats[2].level != "who:pim", "who sits already cannot sit down again"
    driver.click("who.who:berta")
    driver.click("sit")
    driver.run(64)
    assert driver.top is scene and scene.seats[2].level == "who:berta"
    driver.click("start")
    driver.run(64)
    assert [seat.level for seat in driver.top.session.seats] == ["", "who:pim", "who:berta"]
    assert driver.top.role(1).endswith("Casual")


def test_by_keys(driver: Driver) -> None:
    scene = set_up(driver)
    scene.open_gallery(1)
    driver.run(64)
    driver.key(pygame.K_3)
    driver.run(32)
    first = min((one for one in driver.top.ui.targets if one.id.startswith("who.who:")), key=lambda one: one.box[:2]).id
    driver.top.ui.set_focus(first)
    driver.key(pygame.K_RIGHT)
    driver.run(32)
    focus = driver.top.ui.focus
    assert focus != first and focus.startswith("who.who:")
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_SPACE)
    driver.run(64)
    assert driver.top is scene and scene.seats[1].level == focus.removeprefix("who.")


def test_a_game_of_two_of_them_is_watched(driver: Driver) -> None:
    scene = set_up(driver)
    scene.open_gallery(1)
    driver.run(64)
    driver.click("who.who:tom")
    driver.click("watch")
    driver.run(64)
    assert [seat.level for seat in driver.top.session.seats] == ["who:tom", "who:berta"]
    assert driver.top.people == []


def test_records_even_ones_and_filters(driver: Driver) -> None:
    meetings = [Meeting("who:odo", float(k % 2), 2) for k in range(12)]
    record = {"king_of_12": GameStats("king_of_12", players=[PlayerStats("Leo", Tally(12, 6), meetings=meetings)])}
    seats = [Seat("person", "", "Leo"), Seat("computer", "novice", "Tom", 1)]
    scene = Gallery(driver.ctx, "king_of_12", seats, [1], lambda seat, level: None, record)
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.run(64)
    odo = next(one for one in scene.everybody() if one.level == "who:odo")
    assert (odo.won, odo.lost) == (6, 6)
    driver.click("even")
    driver.run(32)
    assert driver.has("who.who:odo") == odo.even == is_even(scene.own(), odo.rated)
    driver.click("even")
    driver.click("filter.1")
    driver.run(32)
    assert driver.has("who.who:berta") and not driver.has("who.who:odo")
    scene.characters = scene.characters | {f"my_{stem}": one for stem, one in ours().items()}
    driver.click("filter.0")
    driver.run(32)
    first = f"who.{scene.list_shown(scene.everybody())[0].level}"
    assert driver.has(first)
    driver.key(pygame.K_PAGEDOWN)
    driver.run(32)
    assert not driver.has(first)
    driver.click("even")
    driver.click("even")
    driver.run(32)
    assert driver.has(first), "others are shown from the first row on"


def test_large_text_leaves_nobody_without_words(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card has its motto and the chosen opponent all that it is like, smaller where it is long."""
    driver.settings.text_size, driver.settings.language = 130, LONGEST
    driver.ctx.apply_settings()
    scene = set_up(driver)
    told = words_of("paragraph", monkeypatch)
    scene.open_gallery(1)
    driver.run(64)
    driver.click("who.who:mia")
    driver.run(64)
    everybody = [one.level for one in driver.top.everybody()]
    seated = [seat.level for seat in scene.seats]
    assert {opponent_names.get_motto(driver.ctx, level) for level in everybody if level not in seated} <= set(told)
    leanings = opponent_names.list_leanings(ours()["mia"])
    about = [driver.ctx.t(f"ui.leaning.{term}.{'more' if at > 0 else 'less'}.about") for term, at in leanings]
    assert len(about) == 3 and " ".join(about) in told


def test_somebody_plays_for_a_character_whose_file_has_gone(driver: Driver) -> None:
    seats = [Seat("person", "", "Leo"), Seat("computer", "who:gone", "Gus", 1)]
    table: Any = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "7"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(lambda: 1 not in table.session.to_act())
    thinker: Any = driver.ctx._thinker
    assert {asked[4] for asked in thinker.asked if asked[2] == 1} == {"skilled"}


def test_a_line_is_said_when_a_leaning_acts_and_not_before_others_have_committed(driver: Driver) -> None:
    seats = [Seat("person", "", "Leo"), Seat("computer", "who:pim", "Pim", 1), Seat("computer", "novice", "Tom", 2)]
    session = Session.start("king_of_12", {}, seats, "7")
    table: Any = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    assert table.speeches.speak(0) and table.speeches.said.pop().term == MOTTO, "a game begins with a motto"
    table.speeches._count_rounds = lambda: QUIET_FOR
    table.speeches.note_leaning(1, "sets")
    session.submit(1, session.legal(1)[0])
    assert not table.speeches.speak(len(table.told)) and not table.speeches.said
    for seat in (0, 2):
        session.submit(seat, session.legal(seat)[0])
    assert table.speeches.speak(len(table.told))
    table.chronicle.update()
    assert [line.text for line in table.chronicle.all if line.kind == KIND] == ["*Pim*: “One more for my bag!”"]
    table.speeches.note_leaning(1, "sets")
    assert not table.speeches.speak(10_000), "the same line is not said again at once"


@pytest.mark.parametrize("level", ["expert", "grandmaster"])
def test_who_is_not_rated_stands_where_its_level_would(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """From low to high no level comes before a weaker one, whichever of its opponents have been rated."""
    left_out = {level, *[f"who:{one}" for one, character in ours().items() if character.level == level]}
    monkeypatch.setattr(gallery, "find_rating", lambda game, who: None if who in left_out else find_rating(game, who))
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "skilled", "Mia", 1)]
    for game in ("king_of_12", "tash_kalar"):
        scene = Gallery(driver.ctx, game, seats, [1], lambda seat, level: None, {})
        unrated = [one for one in scene.everybody() if one.rated is None]
        assert {one.level for one in unrated} >= left_out - {level}
        row = [one.level for one in scene.everybody()]
        for one in unrated:
            weaker = [
                each
                for each in scene.everybody()
                if opponent_names.get_rank(each.who) < opponent_names.get_rank(one.who)
            ]
            assert all(row.index(each.level) < row.index(one.level) for each in weaker), one.level


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_languages_set_no_stop_before_a_closing_quotation_mark(driver: Driver, language: str) -> None:
    """There the stop of a saying is dropped, of a character of the player's too; other signs stay."""
    driver.settings.language = language
    driver.ctx.apply_settings()
    stops = get_conventions(language).stop_in_quotes
    mottos = [opponent_names.get_motto(driver.ctx, f"who:{name}") for name in ours()]
    assert len(mottos) > 10 and all(len(motto) > 4 for motto in mottos)
    assert any(motto[-2] == "." for motto in mottos) == stops
    say = driver.ctx.texts.quotable
    assert say("One. Two.") == ("One. Two." if stops else "One. Two")
    assert [say(words) for words in ("Well…", "Well...", "Ha!", "")] == ["Well…", "Well...", "Ha!", ""]
