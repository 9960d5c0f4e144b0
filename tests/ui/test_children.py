"""The preset for children: short texts, open help of three cards, no points of rivals, gentle new rivals."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from ai.levels import GENTLE, GENTLE_RIVAL, LEVELS
from engine import registry
from engine.contract import Event
from engine.seats import Seat
from engine.session import Session
from scenes.common.opponent_names import mark_gentle_level, strength
from scenes.king_of_12 import hall_bracket, right_column
from scenes.king_of_12.layout import HAND_W
from scenes.king_of_12.mat import describe_die
from scenes.menus import seat_changes
from scenes.menus.settings import apply_preset
from scenes.menus.setup import SetUp
from scenes.shell import routes
from scenes.shell.i18n import BRIEF, Texts
from scenes.table import game_screens
from scenes.table.card_help import OPEN, CardHelp
from scenes.table.table import HIDDEN_POINTS
from sprites.base import text
from tests.support.catalogues import LANGUAGES, LOCALE
from tests.support.open_tables import open_table
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
MANY = 73
"""Points that nothing else at a table says."""


def draw_all(driver: Driver, table: Any) -> None:
    """Draw until no panel waits for another one."""
    for _ in range(30):
        driver.frame()
        if not table.ui.has_waiting:
            return
    raise AssertionError("a panel waits for ever")


def give_points(table: Any, game: str) -> str:
    """Give the rival many points; return the target that explains them."""
    if game == "king_of_12":
        table.stage.seats[1].points = MANY
    elif game == "king_of_the_dice":
        table.stage.scores[1]["total"] = MANY
    elif game == "legends":
        table.view["scores"][1]["total"] = MANY
    else:
        table.stage.scores[1] = table.stage.points[1][1] = MANY
    return {"legends": "score.1.total", "tash_kalar": "player.1"}.get(game, "plate.1")


@pytest.mark.parametrize("game", GAMES)
def test_children_do_not_see_the_points_of_rivals(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(driver, game)
    explained = give_points(table, game)
    shown: list[str] = []

    def look() -> str:
        """All texts of a picture, and the explanation of the rival's points."""
        shown.clear()
        table.panels.clear()
        table.ui.hover, table.ui.dirty = explained, True
        driver.ctx.stack.dirty = True
        draw_all(driver, table)
        target = table.ui.find(explained)
        return " ".join([*shown, *((target.tip if target is not None else None) or ())])

    write = text.draw

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        shown.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "draw", note)
    assert str(MANY) in look()
    driver.settings.child_mode = True
    assert str(MANY) not in look() and HIDDEN_POINTS in shown
    table.finished = True
    assert str(MANY) in look(), "the result is told to all"


@pytest.mark.parametrize("game", GAMES)
def test_the_help_of_three_cards_is_open_for_children(
    driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply_preset(driver.settings, "children")
    driver.ctx.apply_settings()
    table = open_table(driver, game)
    for _ in range(400):  # in Legends neutral armies come before the first card
        if table.may_act() and table.hooks.list_card_notes(table):
            break
        if table.may_act():
            table.turns.submit(table.viewer, table.legal()[0])
        driver.wait(200)
    shown: list[str] = []
    write = text.paragraph

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        shown.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "paragraph", note)
    table.panels.clear()
    table.ui.dirty = True
    draw_all(driver, table)
    notes = table.card_help.list_notes()
    assert len(notes) == OPEN == len({one.name for one in notes})
    for one in notes:
        assert any(one.words in words for words in shown), one
    last = table.hooks.list_card_notes(table)[-1]
    table.ui.hover = last.target
    assert last in table.card_help.list_notes(), "the card under the pointer is explained too"
    driver.settings.child_mode = False
    assert table.card_help.list_notes() == []


def list_short_forms(language: str, game: str) -> list[str]:
    """The ids of the short forms in a catalogue."""
    catalogue = (LOCALE / language / "LC_MESSAGES" / f"{game}.po").read_text("utf-8")
    return [one for one in re.findall(r'^msgid "([^"]+)"', catalogue, re.MULTILINE) if one.endswith(BRIEF)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_forms_say_less_in_every_language(language: str) -> None:
    whole, brief = Texts(language), Texts(language)
    brief.brief = True
    for game in GAMES:
        forms = list_short_forms(language, game)
        assert forms and forms == list_short_forms("en", game), game
        for form in forms:
            long, short = whole.t(form.removesuffix(BRIEF)), brief.t(form.removesuffix(BRIEF))
            assert short == whole.t(form) and len(short) < len(long), form
            assert set(re.findall(r"{(\w+)}", short)) <= set(re.findall(r"{(\w+)}", long)), form
    assert brief.t("ui.back") == whole.t("ui.back")


@pytest.mark.parametrize("language", LANGUAGES)
def test_children_are_not_told_what_a_trick_brings_to_rivals(language: str) -> None:
    """Neither in the log nor in the bar; what they win themselves is told where they are addressed."""
    texts = Texts(language)
    texts.brief = True
    for scored in ("collector", "first.highest", "first.lowest", "pushed", "second"):
        said = texts.t(f"king_of_12.event.scored.{scored}", player="Mia", value=5, n=2)
        assert "Mia" in said and "2" not in said
    for call in ("won", "second"):
        assert "2" not in texts.t(f"king_of_12.call.{call}", name="Mia", n=2)
        assert "2" in texts.t(f"king_of_12.call.{call}.you", n=2)


def test_explanations_are_short_for_children(driver: Driver) -> None:
    table = open_table(driver, "king_of_12")
    long = driver.ctx.t("king_of_12.card.lady.help")
    apply_preset(driver.settings, "children")
    driver.ctx.apply_settings()
    assert len(driver.ctx.t("king_of_12.card.lady.help")) < len(long) / 2
    sorcerer = next(one for one in table.hooks.list_card_notes(table) if one.target == "hand.1")
    assert sorcerer.words == Texts("en").t(f"king_of_12.card.sorcerer.help{BRIEF}")
    apply_preset(driver.settings, "usual")
    driver.ctx.apply_settings()
    assert driver.ctx.t("king_of_12.card.lady.help") == long


def test_new_rivals_of_children_are_gentle(driver: Driver) -> None:
    scene = SetUp(driver.ctx, "king_of_12")
    assert strength(seat_changes.make_rival(scene.ctx, scene.game, [], "expert").level) == "expert"
    driver.settings.child_mode = True
    assert strength(seat_changes.make_rival(scene.ctx, scene.game, [], "expert").level) == LEVELS[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_notes_stay_while_the_coach_speaks(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_preset(driver.settings, "children")
    driver.ctx.apply_settings()
    table = open_table(driver, game)
    for _ in range(400):
        if table.may_act() and table.hooks.list_card_notes(table):
            break
        if table.may_act():
            table.turns.submit(table.viewer, table.legal()[0])
        driver.wait(200)
    shown: list[str] = []
    write = text.paragraph

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        shown.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "paragraph", note)
    monkeypatch.setattr(table.coach, "update", lambda: None)
    table.coach.words = "Look at what Mia needs first."
    table.panels.clear()
    table.ui.dirty = True
    draw_all(driver, table)
    for one in table.card_help.list_notes():
        assert any(one.words in words for words in shown), one


@pytest.mark.parametrize("hall", [False, True])
def test_children_do_not_see_the_points_of_rivals_at_the_end_of_a_round(
    driver: Driver, hall: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(driver, "king_of_12")
    points = [5, MANY]
    events = [Event("round_ended", {"round": 1, "cause": "hand", "points": points}), Event("round_won", {"seat": 1})]
    if hall:
        events.insert(1, Event("at_table", {"stage": "group", "group": 0, "seats": [0, 1]}))
    table.stage.sheet = events
    shown: list[str] = []

    def look() -> list[str]:
        shown.clear()
        (hall_bracket.draw_round_sheet if hall else right_column.draw_sheet)(table, driver.window.canvas)
        return shown

    write = text.draw

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        shown.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "draw", note)
    assert {"5", str(MANY)} <= set(look())
    driver.settings.child_mode = True
    assert "5" in look() and str(MANY) not in shown and HIDDEN_POINTS in shown


def seat_child(driver: Driver, game: str, count: int = 2, autosave: Path | None = None) -> Any:
    """A table of a child and computers of First evening."""
    rivals = [Seat("computer", LEVELS[0], ("Mia", "Jan", "Eva")[at], at + 1) for at in range(count - 1)]
    seats = [Seat("person", "", "Bertík", 0, child=True), *rivals]
    table: Any = game_screens.table(driver.ctx, Session.start(game, {}, seats, "child", autosave=autosave))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return table


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("density", [0, 160], ids=["mouse", "fingers"])
@pytest.mark.parametrize("game", GAMES)
def test_the_goal_of_a_first_game_covers_no_notes(
    game: str, density: int, seats: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver((1280, 800) if density else (1280, 720), touch_density=density)
    write, boxes = CardHelp.draw, []

    def note(*given: Any) -> Any:
        boxes.append(pygame.FRect(given[-1]))
        return write(*given)

    monkeypatch.setattr(CardHelp, "draw", note)
    try:
        table = seat_child(driver, game, seats, tmp_path / "first.json")
        driver.until(table.may_act)
        draw_all(driver, table)
        assert table.last_call.is_visible and table.by_fingers is bool(density)
        assert boxes or game == "legends", "in Legends bids and neutral armies come first"
        assert not pygame.FRect(table.hooks.find_last_box(table)).collidelistall(boxes)
    finally:
        driver.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_child_at_the_table_plays_a_game_for_children(
    driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = driver.ctx.thinker.ask

    def note(*given: Any, **more: Any) -> int:
        if "purpose" not in more:  # the coach asks too
            asked.append(given[4])
        return ask(*given, **more)

    monkeypatch.setattr(driver.ctx.thinker, "ask", note)
    table = seat_child(driver, game)
    assert table.for_child and driver.ctx.texts.brief and table.hides_points(1) and not table.hides_points(0)
    for _ in range(600):
        table.confirm()
        if table.may_act():
            legal = [one for one in table.legal() if one not in table.session.rules.resignations]
            table.turns.submit(table.viewer, legal[0])
        if asked:
            break
        driver.wait(200)
    assert asked[0] == GENTLE_RIVAL
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    assert not driver.ctx.texts.brief, "elsewhere texts are whole"


def test_an_adult_beside_a_child_sees_all(driver: Driver) -> None:
    seats = [Seat("person", "", "Jana", 0), Seat("person", "", "Bertík", 1, child=True)]
    table: Any = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "child"))
    for seat, hides in ((0, False), (1, True), (0, False)):
        table.viewpoint.watch_from(seat, secret=True)
        assert table.hides_points(1 - seat) is hides and driver.ctx.texts.brief is hides


def test_a_child_is_chosen_where_one_sits_down(driver: Driver) -> None:
    driver.ctx.household.add("Bertík", "2026-01-01")
    scene = SetUp(driver.ctx, "king_of_12")
    seat_changes.change_seat(scene, 1, level="expert", name="Mia")
    labels, _ = scene.list_kinds(scene.seats[0])
    scene.set_kind(0, labels.index(driver.ctx.t("people.child")))
    assert scene.seats[0].is_child and scene.list_kinds(scene.seats[0])[1] == labels.index("A child")
    assert strength(scene.seats[1].level) == LEVELS[0], "rivals become gentle"
    scene.set_kind(0, labels.index("Guest"))
    assert not scene.seats[0].is_child
    driver.ctx.household.change("first", "2026-01-02", child=True)
    seat_changes.change_seat(scene, 1, level="expert", name="Mia")
    scene.set_kind(0, labels.index("Bertík"))
    assert strength(scene.seats[1].level) == LEVELS[0]
    assert driver.ctx.household.give_portraits(scene.seats)[0].is_child
    assert Seat("computer", "novice", child=True).is_child is False


def test_the_hand_of_a_child_lies_in_a_row(driver: Driver) -> None:
    table = seat_child(driver, "king_of_12")
    spots = [table.own.lay_card(at, 7) for at in range(7)]
    assert len({(y, angle) for _, y, angle in spots}) == 1 and spots[0][2] == 0
    assert all(right[0] - left[0] >= HAND_W for left, right in pairwise(spots)), "no card covers another"


def test_a_child_sees_what_counts(driver: Driver) -> None:
    table = seat_child(driver, "king_of_12")
    shown = [table.own.write_value(one) for one in ("9 + 7 = 16", "3 \u2212 7 = \u22124", "12", 5, -2)]
    assert shown == ["16", "< 0", "12", "5", "< 0"]
    table.stage.seats[1].pill = "3 \u2212 7 = \u22124"
    for told in (table.make_spoken().describe_picture(table.ui.targets), describe_die(table, 1)[1]):
        assert "< 0" in told and "\u22124" not in told, "and hears or reads nothing else"
    table.seats[0] = msgspec.structs.replace(table.seats[0], child=msgspec.UNSET)
    assert (
        table.own.write_value("3 \u2212 7 = \u22124") == "3 \u2212 7 = \u22124"
        and table.own.write_value(-2) == "\u22122"
    )


def test_the_record_knows_that_the_rival_of_a_child_plays_below_its_rating(driver: Driver) -> None:
    """By the child at the table or by the preset; other levels play as ever."""
    seats = [Seat("person", "", "Ida", child=True), Seat("computer", LEVELS[0], "Mia", 1)]
    gentle = GENTLE + LEVELS[0]
    assert mark_gentle_level(driver.ctx, seats, LEVELS[0]) == gentle
    assert mark_gentle_level(driver.ctx, seats, LEVELS[1]) == LEVELS[1]
    assert mark_gentle_level(driver.ctx, seats[1:], LEVELS[0]) == LEVELS[0]
    driver.settings.child_mode = True
    assert mark_gentle_level(driver.ctx, seats[1:], LEVELS[0]) == gentle
