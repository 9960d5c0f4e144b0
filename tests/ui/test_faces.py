"""Portraits at tables show what their players do and feel, and what characters say is seen in bubbles."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import registry
from engine.contract import Event
from engine.seats import Seat
from engine.session import Session
from scenes.shell.layers import Line
from scenes.table import game_screens
from scenes.table.game_log import News
from scenes.table.portraits import FADE_MS, STAYS_MS, TARGET, Reaction, find_moods
from scenes.table.speeches import KIND, MOTTO, ROUNDS_APART
from sprites.base.canvas import Canvas
from sprites.base.portrait import (
    LASTS_MS,
    RISE_MS,
    Mood,
    find_strength,
)
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
CAST = ("who:hilda", "who:roque", "who:eva")


def open_table(driver: Driver, game: str = "king_of_12", count: int = 2) -> Any:
    rivals = [Seat("computer", CAST[k], f"C{k}", k + 1) for k in range(count - 1)]
    session = Session.start(game, {}, [Seat("person", "", "Leo", 0), *rivals], "faces")
    table = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return table


def rest(driver: Driver, table: Any) -> Any:
    driver.until(lambda: table.resting and table.may_act())
    table.bubble.dismiss()
    table.portraits.update(10_000)
    driver.frame()
    return table


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_reactions_name_events_that_the_game_has(game: str) -> None:
    files = [path for path in sorted(Path("games", game).rglob("*.py")) if path.name != "messages.py"]
    told = set(re.findall(r'"([a-z_]+)"', "".join(path.read_text("utf-8") for path in files)))
    reactions = import_module(f"scenes.{game}.table").REACTIONS
    assert {one.event for one in reactions} <= told
    assert {one.mood for one in reactions} == {Mood.PLEASED, Mood.STRUCK}


def test_a_reaction_reads_who_is_meant_from_the_event() -> None:
    struck = Reaction("destroyed", Mood.STRUCK, "colour", by="side")
    assert list(find_moods([struck], Event("destroyed", {"colour": 1, "side": 0}))) == [(Mood.STRUCK, "colour", 1)]
    assert not list(find_moods([struck], Event("destroyed", {"colour": 1, "side": 1}))), "done by oneself"
    deep = Reaction("converted", Mood.STRUCK, "lost.colour")
    assert [each[2] for each in find_moods([deep], Event("converted", {"lost": {"colour": 2}}))] == [2]
    several = Reaction("cards_cancelled", Mood.STRUCK, "seats", {"card": 3})
    assert [each[2] for each in find_moods([several], Event("cards_cancelled", {"seats": [0, 2], "card": 3}))] == [0, 2]
    assert not list(find_moods([several], Event("cards_cancelled", {"seats": [0, 2], "card": 4})))
    assert not list(find_moods([Reaction("theft", Mood.STRUCK, "victim")], Event("theft", {"victim": None})))


def test_a_mood_comes_and_goes(driver: Driver) -> None:
    table = rest(driver, open_table(driver, count=3))
    assert table.portraits.find_mood(1) is Mood.REST and table.portraits.find_mood(1, laid=True) is Mood.LAID
    table.portraits.note_events([Event("scored", {"seat": 1, "place": 1}), Event("cards_cancelled", {"seats": [2, 9]})])
    assert table.portraits.find_mood(1) is Mood.PLEASED and table.portraits.find_mood(2) is Mood.STRUCK
    table.ui.dirty = table.ui.moved = False
    table.portraits.update(LASTS_MS[Mood.STRUCK] + 2 * RISE_MS)
    assert table.ui.moved and table.portraits.find_mood(2) is Mood.REST and table.portraits.find_mood(1) is Mood.PLEASED
    table.portraits.update(LASTS_MS[Mood.PLEASED])
    assert table.portraits.find_mood(1) is Mood.REST
    table.ui.dirty = table.ui.moved = False
    table.portraits.update(16)
    assert not table.ui.dirty and not table.ui.moved, "a portrait at rest asks for no picture"


def test_a_mood_rises_and_falls_within_its_time() -> None:
    whole = LASTS_MS[Mood.PLEASED] + 2 * RISE_MS
    assert find_strength(Mood.PLEASED, 0) == find_strength(Mood.PLEASED, whole) == 0
    assert find_strength(Mood.PLEASED, RISE_MS) == find_strength(Mood.PLEASED, whole - RISE_MS) == 1


def test_nobody_reacts_where_nothing_moves(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = rest(driver, open_table(driver))
    table.portraits.note_events([Event("scored", {"seat": 1, "place": 1})])
    assert table.portraits.find_mood(1) is Mood.REST


def test_who_decides_thinks_and_who_has_lost_shows_it(driver: Driver) -> None:
    table = rest(driver, open_table(driver, "legends"))
    table.viewer = 1
    assert table.portraits.find_mood(0) is Mood.THINKING, "seen from the other seat"
    table.viewer = 0
    assert table.portraits.find_mood(0) is Mood.REST, "nobody watches himself think"
    table.finished, table.session.result = True, lambda: (1, 2)
    assert [table.portraits.find_mood(seat) for seat in (0, 1)] == [Mood.REST, Mood.LOST]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_its_portrait_within_its_plate(driver: Driver, game: str) -> None:
    table = rest(driver, open_table(driver, game, min(4, max(registry.info(game).seats))))
    assert set(table.portraits.spots) == set(range(len(table.seats)))
    for spot in table.portraits.spots.values():
        x, y, w, h = spot.plate
        assert x <= spot.x - spot.r * 0.8 and spot.x + spot.r * 0.8 <= x + w
        assert y <= spot.y <= y + h and spot.r >= 20


def test_a_line_is_seen_for_its_time_and_the_pointer_keeps_it(driver: Driver) -> None:
    table = rest(driver, open_table(driver))
    table.bubble.show(1, "Forward!")
    driver.run(FADE_MS + 48)
    box = driver.target(TARGET).box
    driver.move(box[0] + box[2] / 2, box[1] + box[3] / 2)
    driver.run(2 * STAYS_MS)
    assert driver.has(TARGET), "kept by the pointer"
    driver.move(800, 300)
    driver.run(STAYS_MS - 200)
    assert driver.has(TARGET)
    driver.run(2 * FADE_MS + 300)
    assert not driver.has(TARGET) and table.bubble.seat is None
    table.bubble.show(1, "Forward!")
    driver.run(FADE_MS + 48)
    driver.click(TARGET)
    driver.frame()
    assert not driver.has(TARGET), "a click takes it away"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_line_lies_on_no_board_and_its_speaker_keeps_its_mood(driver: Driver, game: str) -> None:
    table = rest(driver, open_table(driver, game, min(3, max(registry.info(game).seats))))
    table.bubble.show(1, "A good blow. Mine will be better, as you will see.")
    table.portraits.answer(1, Mood.STRUCK)
    driver.run(LASTS_MS[Mood.STRUCK] + 4 * RISE_MS)
    assert table.portraits.find_mood(1) is Mood.STRUCK
    x, y, w, h = driver.target(TARGET).box
    left, top, wide, high = table.hooks.find_board_box(table) or (0, 0, 0, 0)
    plate = table.portraits.spots[1].plate
    on_plate = plate[0] <= x and x + w <= plate[0] + plate[2] and y < plate[1] + plate[3] and plate[1] < y + h
    assert on_plate or x >= left + wide or x + w <= left or y >= top + high or y + h <= top
    driver.click(TARGET)
    driver.run(2 * LASTS_MS[Mood.PLEASED])
    assert table.portraits.find_mood(1) is not Mood.STRUCK and not table.refusals.words


def test_a_small_window_has_the_line_in_its_state_line(driver: Driver) -> None:
    table = rest(driver, open_table(driver))
    table.bubble.show(1, "Forward!")
    driver.frame()
    assert table.bubble.state_line == ""
    small = Canvas(pygame.Surface((1024, 640)))
    table.ui.begin()
    table.bubble.draw(small)
    table.ui.end(small)
    assert table.ui.find(TARGET) is None and "Forward!" in table.bubble.state_line


def test_somebody_speaks_once_in_two_rounds_and_not_where_it_is_off(driver: Driver) -> None:
    table = open_table(driver, count=4)
    rest(driver, table)
    speeches, shown = table.speeches, []
    assert [(one.seat, one.term) for one in speeches.said] == [(3, MOTTO)], "the strongest one greets"
    speeches._show = lambda seat, words: shown.append(words)
    for begun, spoken in ((ROUNDS_APART - 1, False), (ROUNDS_APART, True), (2 * ROUNDS_APART, False)):
        speeches._count_rounds = lambda begun=begun: begun
        assert speeches._say(1, "risk", len(table.told)) is spoken, "not too soon, and not twice"
    assert shown == ["Forward!"] and len(speeches.said) == 2
    driver.settings.speech_bubbles = False
    assert not speeches._say(2, "risk", len(table.told)) and shown == ["Forward!"]
    table.chronicle.update()
    assert [line.kind for line in table.chronicle.all].count("says") == 2


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_counted_by_what_everybody_sees(driver: Driver, game: str) -> None:
    table = rest(driver, open_table(driver, game))
    before = table.count_rounds()
    for turn in range(800):
        if table.session.over or table.count_rounds() >= before + 2:
            break
        if table.may_act():
            legal = [one for one in table.legal() if one not in table.session.rules.resignations]
            table.decide(legal[turn % len(legal)])
        driver.wait(64)
        table.confirm()
    assert table.count_rounds() >= before + 2


def test_a_face_answers_once_the_motion_has_ended(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody winces before the blow."""
    table = open_table(driver, "legends")
    answered: list[str] = []
    monkeypatch.setattr(table.portraits, "note_events", lambda events: answered.extend(one.kind for one in events))
    first, second = Event("blow", {}), Event("answer", {})
    table.note([first])
    assert not answered
    table.note([second])
    assert answered == ["blow"], "the next event begins when the motion of the last one has ended"
    driver.until(lambda: not table.busy)
    assert answered[:2] == ["blow", "answer"]


def test_what_was_said_takes_not_the_place_of_what_happened() -> None:
    told, said = Line("Tom takes Bay", 1, 3, "placed"), Line("Tom: A good blow!", 1, 3, KIND)
    found = [News(lines, 0, 0, lambda line: None, False, None, 0, False).last_line for lines in ([told, said], [said])]
    assert found == ["Tom takes Bay", ""]
