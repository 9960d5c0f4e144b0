"""Tash-Kalar before and after the game: set-up with own decks, cards to look through, results."""

import itertools
import json
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders
from games.tash_kalar.cards import box
from games.tash_kalar.expansions import list_expansions
from games.tash_kalar.moves import SURRENDER, encode
from scenes.dev.staging import open_table
from scenes.menus.rulebook import RuleBook
from scenes.menus.setup import SetUp
from scenes.results.scene import GameResult
from scenes.shell.i18n import Texts
from scenes.tash_kalar import card_faces, card_viewer, ceremony
from scenes.tash_kalar.options import DeckScene, renew_own_decks, tick_own_deck
from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example_deck.json"


def started(driver: Driver) -> Any:
    """The table after the amber button of the set-up."""
    driver.click("start")
    driver.until(lambda: driver.top.name == "table")
    return driver.top


def set_up(driver: Driver) -> Any:
    """The set-up screen of Tash-Kalar."""
    driver.settings.speed = "instant"
    driver.ctx.stack.push(SetUp(driver.ctx, "tash_kalar"))
    driver.ctx.stack.settle()
    driver.frame()
    return driver.top


def put_decks() -> None:
    """An own deck in the folder, and files that cannot be used."""
    folder = folders.ensure(folders.decks())
    deck = json.loads(EXAMPLE.read_text("utf-8"))
    (folder / "harbour.json").write_text(json.dumps(deck), "utf-8")
    (folder / "twice.json").write_text(json.dumps(deck), "utf-8")
    deck["cards"][6]["pattern"] = ["cc"]
    (folder / "broken.json").write_text(json.dumps({**deck, "code": "broken"}), "utf-8")
    (folder / "no_deck.json").write_text("[", "utf-8")
    (folder / "notes.txt").write_text("not a deck", "utf-8")


@pytest.mark.parametrize(
    "count, forms", [(2, ("high", "duel")), (3, ("melee",)), (4, ("melee", "team_high", "team_duel"))]
)
def test_only_forms_that_the_seats_can_play_are_offered(driver: Driver, count: int, forms: tuple[str, ...]) -> None:
    setup = set_up(driver)
    setup.set_count(count)
    driver.frame()
    assert [driver.has(f"form.{k}") for k in range(3)] == [k < len(forms) for k in range(3)]
    for k, form in enumerate(forms):
        driver.click(f"form.{k}")
        assert setup.panel.form() == form
        driver.frame()
        assert driver.has("surrender") == (form != "melee")
    view = started(driver).session.view(0)
    assert (view["form"], view["teams"]) == (forms[-1].removeprefix("team_"), forms[-1].startswith("team"))


def test_each_seat_chooses_a_deck_and_can_look_through_it(driver: Driver) -> None:
    setup = set_up(driver)
    setup.set_count(2)
    driver.frame()
    driver.click("box.sylvan")
    driver.click("box.everfrost")
    assert (setup.options["deck_1"], setup.options["deck_2"]) == ("sylvan", "everfrost"), "one after the other"
    assert driver.target("box.sylvan").value == setup.seats[0].name
    driver.click("look.sylvan")
    driver.run(600)
    assert isinstance(driver.top, DeckScene)
    assert driver.has("card.17") and not driver.has("card.18")
    driver.click("card.17")
    driver.run(300)
    driver.click("ok")
    driver.run(300)
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is setup
    assert started(driver).session.view(0)["options"]["deck_1"] == "sylvan"


def test_own_decks_are_offered_and_played_and_bad_ones_are_named(driver: Driver, home: Path) -> None:
    put_decks()
    setup = set_up(driver)
    setup.set_count(2)
    driver.frame()
    assert list(setup.panel.found) == ["harbour_guild"]
    told = dict(setup.panel.bad)
    assert set(told) == {"broken.json", "no_deck.json", "twice.json"}
    assert told["broken.json"] == "cards[6] (harpooner).pattern: expected one summoning square, found 0"
    assert told["no_deck.json"].startswith("cannot be read")
    driver.click("own.harbour_guild")
    driver.click("whose.1")
    driver.click("box.own_1")
    assert setup.options["deck_2"] == "own_1"
    driver.click("look.own_1")
    driver.run(600)
    driver.click("back")
    driver.run(600)
    table = started(driver)
    assert table.session.view(0)["options"]["deck_2"] == "own_1"
    assert table.session.options["decks"][0]["name"] == "Harbour Guild"

    for path in folders.decks().glob("*.json"):
        path.unlink()
    again = set_up(driver)
    assert list(again.panel.found) == ["harbour_guild"], "a deck that was played is remembered without its file"
    driver.click("own.harbour_guild")
    assert again.options["decks"] == [] and again.options["deck_2"] == "random"


def test_a_seat_keeps_its_deck_when_another_is_left_out() -> None:
    example = json.loads(EXAMPLE.read_text("utf-8"))
    decks = [{**example, "code": f"deck_{n}"} for n in range(5)]
    options: dict[str, Any] = {
        "deck_1": "own_2",
        "deck_2": "own_1",
        "deck_3": "sylvan",
        "deck_4": "random",
        "decks": [],
    }
    for deck in decks[:4]:
        assert tick_own_deck(options, deck, True)
    assert not tick_own_deck(options, decks[4], True), "four are the most"
    options.update({"deck_1": "own_2", "deck_2": "own_1"})
    assert tick_own_deck(options, decks[0], False)
    assert (options["deck_1"], options["deck_2"], options["deck_3"]) == ("own_1", "random", "sylvan")
    assert [deck["code"] for deck in options["decks"]] == ["deck_1", "deck_2", "deck_3"]
    renew_own_decks(options, {"deck_2": {**decks[2], "name": "New"}})
    assert [deck["name"] for deck in options["decks"]] == [example["name"], "New", example["name"]]


def test_all_cards_are_in_the_rule_book_by_mouse_and_by_keys(driver: Driver) -> None:
    book = RuleBook(driver.ctx, "tash_kalar", 99)
    driver.ctx.stack.push(book)
    driver.ctx.stack.settle()
    shown = {}
    for group in range(6):
        driver.frame()
        driver.click(f"group.{group}")
        driver.frame()
        shown[group] = sum(driver.has(f"card.{number}") for number in range(40))
    assert list(shown.values()) == [18, 18, 18, 12, 12, 24]
    driver.click("card.3")
    driver.key(pygame.K_ESCAPE)
    assert driver.top is book and driver.has("card.3"), "what a click has opened is closed before the page"
    assert book.count() == 11 + len(list_expansions())


def test_all_tasks_can_be_read_on_their_page(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """No text has to be set small: on a page of 24 each has two lines."""
    boxes = set()

    def noted(c: Canvas, texts: Texts, task: int, w: float, h: float) -> pygame.Surface:
        boxes.add((w, h))
        return pygame.Surface((1, 1))

    monkeypatch.setattr(card_faces, "task_face", noted)
    book = RuleBook(driver.ctx, "tash_kalar", 99)
    card_viewer.open_group(book.ui, card_viewer.GROUPS.index("tasks"))
    driver.ctx.stack.push(book)
    driver.ctx.stack.settle()
    driver.frame()
    (page,) = boxes
    for language, task in itertools.product(LANGUAGES, range(len(box().tasks))):
        name, words = card_faces.task_tip(Texts(language), task)
        size = cards.fit_task(driver.window.canvas, words, cards.task_place(*page, 0)).size
        assert size >= 10, f"{language} {name}: {size}"


@pytest.mark.parametrize("count", [3, 4])
def test_what_scores_can_be_read_beside_a_melee(driver: Driver, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Of four colours, too, in a wide window, where the column is full."""
    fonts: dict[str, text.Font] = {}

    def noted(c: Canvas, words: str, *place: Any) -> text.Font:
        fonts[words] = fit(c, words, *place)
        return fonts[words]

    fit = text.fit
    monkeypatch.setattr(text, "fit", noted)
    seats = [Seat("person" if k == 0 else "computer", "" if k == 0 else "novice", f"P{k}", k) for k in range(count)]
    open_table(driver.ctx, Session.start("tash_kalar", {"form": "melee"}, seats, "7"))
    for language in LANGUAGES:
        driver.settings.language = language
        driver.ctx.apply_settings()
        driver.frame()
        goal = driver.top.view["goal"]
        assert fonts[driver.ctx.t("tash_kalar.table.scoring.melee", goal=goal)].size >= 12, language


@pytest.mark.sample(2)
@pytest.mark.parametrize("form, count", [("high", 2), ("duel", 2), ("melee", 3), ("melee", 4), ("team_high", 4)])
def test_the_result_is_told_in_every_form(driver: Driver, form: str, count: int) -> None:
    seats = [Seat("person" if k == 0 else "computer", "" if k == 0 else "novice", f"P{k}", k) for k in range(count)]
    session = Session.start("tash_kalar", {"form": form, "surrender": False}, seats, "result")
    chance = SeededChance(count)
    while not session.over:
        seat = session.to_act()[0]
        session.submit(seat, chance.draw(session.legal(seat)))
    view = session.view(0)
    result = GameResult(driver.ctx, session, view)
    driver.ctx.stack.push(result)
    driver.ctx.stack.settle()
    driver.until(lambda: result.awake)
    driver.run(100)
    course = ceremony.course(session)
    assert course[-1] == view["scores"] and all(len(row) == len(view["scores"]) for row in course)
    assert driver.has("again") and driver.has("look")


def test_a_game_that_was_given_up_says_so(driver: Driver) -> None:
    seats = [Seat("person", "", "Leo", 0), Seat("person", "", "Mia", 1)]
    session = Session.start("tash_kalar", {"form": "high"}, seats, "give up")
    loser = session.to_act()[0]
    session.submit(loser, encode(SURRENDER))
    driver.ctx.stack.push(GameResult(driver.ctx, session, session.view(0)))
    driver.ctx.stack.settle()
    driver.frame()
    assert session.result()[loser] == 2 and session.view(0)["loser"] == loser
