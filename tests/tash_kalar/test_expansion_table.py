"""Whole games with the decks of expansions by real clicks and keys, what their tables show, and their set-up."""

import json
from pathlib import Path
from typing import Any

import pytest

from ai.decision import Considered, Decision
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.content import achievements, lessons, rulebook_examples
from engine.seats import Seat
from engine.session import Session
from games.tash_kalar import RULES
from games.tash_kalar.cards import list_decks
from games.tash_kalar.moves import SURRENDER, Kind, Move, decode
from games.tash_kalar.options import (
    BASE_DECKS,
    RANDOM,
    list_boxes,
    read_balance,
)
from games.tash_kalar.state import DECKS
from scenes.menus.setup import SetUp
from scenes.shell.i18n import Texts
from scenes.table import game_screens
from scenes.table.opponents import Hint
from scenes.tash_kalar.card_viewer import Piles
from scenes.tash_kalar.expansion_screens import list_marks
from scenes.tash_kalar.options import describe_box
from sprites.base import icons
from tests.support.advice import settle
from tests.support.tables_tash_kalar import by_keys, carry_out, open_table
from tests.ui.driver import Driver

STEPS = 12000
CODES = [one.code for one in list_decks()]
HOUSE = ("everfrost", "nethervoid")
"""Those that have everything that an expansion may have."""
PARTS = sorted((Path(ROOT) / "scenes" / "tash_kalar").glob("*.py"))


def wish(table: Any, chance: SeededChance) -> Move:
    """One of the legal moves: actions of expansions and summonings most of all; discards have no key of their own."""
    legal: list[Move] = [
        move for move in table.own.choices.moves if move != SURRENDER and move.kind is not Kind.DISCARD
    ]
    for kind in (Kind.USE, Kind.SUMMON):
        found = [move for move in legal if move.kind is kind]
        if found and chance.below(4):
            return found[chance.below(len(found))]
    return legal[chance.below(len(legal))]


def play(driver: Driver, table: Any, decide: Any, seed: int) -> set[str]:
    """Play a game to its end; returns the kinds of its events."""
    chance = SeededChance(seed)
    for _ in range(STEPS):
        if table.finished:
            break
        if table.may_act() and not table.own.plan and (driver.top is table or isinstance(driver.top, Piles)):
            driver.frame(0)
            before = table.session.turn
            decide(driver, table, wish(table, chance))
            assert table.session.turn > before
            assert_table_shows_view(table)
        else:
            driver.wait()
    assert table.session.over
    return {event.kind for _, event in table.told}


def assert_table_shows_view(table: Any) -> None:
    """When nothing moves, marks and kept cards are those of the view."""
    if table.busy:
        return
    shown = {square: man.marks for square, man in table.stage.men.items() if man.marks}
    assert shown == list_marks(table.view)
    assert table.stage.kept == [table.own.reading.list_kept_cards(seat) for seat in range(table.stage.seats)]


@pytest.mark.parametrize("decks", [CODES, pytest.param([*reversed(CODES)], marks=pytest.mark.soak)], ids="-".join)
def test_a_whole_game_with_the_decks_of_expansions_by_mouse(driver: Driver, decks: list[str]) -> None:
    options: dict[str, Any] = {f"deck_{seat + 1}": code for seat, code in enumerate(decks)}
    table = open_table(driver, "duel", persons=2, curtains=False, **options)
    kinds = play(driver, table, carry_out, 3)
    assert {"stored", "thawed", "gateway"} <= kinds


@pytest.mark.soak
@pytest.mark.parametrize("code", CODES)
def test_a_whole_game_with_the_deck_of_an_expansion_by_keys(driver: Driver, code: str) -> None:
    table = open_table(driver, "high", persons=2, curtains=False, deck_1=code, deck_2=code)
    play(driver, table, by_keys, 5)


def test_a_set_up_offers_the_decks_of_expansions_and_ticks_their_boxes(driver: Driver) -> None:
    setup = SetUp(driver.ctx, "tash_kalar")
    driver.ctx.stack.push(setup)
    driver.frame()
    driver.click("more")
    assert {*CODES} <= {*setup.panel.list_decks()}
    for code in CODES:
        driver.click(f"drawn.{code}")
    assert {*CODES, *BASE_DECKS} <= {*setup.options[RANDOM]}
    driver.click("drawn.tash_kalar")
    assert setup.options[RANDOM] == [deck for deck in DECKS if deck in CODES]
    for code in CODES:
        driver.click(f"drawn.{code}")
    assert setup.options[RANDOM] == [CODES[-1]], "one box stays ticked"
    driver.click("drawn.tash_kalar")
    driver.click(f"drawn.{CODES[-1]}")
    assert RANDOM not in setup.options


@pytest.mark.parametrize("code", HOUSE)
def test_an_expansion_brings_a_lesson_a_page_and_a_deed(code: str) -> None:
    assert any(lesson.texts == code for lesson in lessons.row("tash_kalar").lessons)
    page = rulebook_examples.book("tash_kalar").find_added_page(code)
    assert rulebook_examples.find_page_text("tash_kalar", page) == f"{code}.rules.1"
    assert any(deed.texts == code for deed in achievements.load_achievements("tash_kalar"))


@pytest.mark.parametrize(
    "path", sorted((Path(ROOT) / "scenes" / "tash_kalar").glob("*.py")), ids=lambda path: path.stem
)
def test_the_table_names_no_expansion(path: Path) -> None:
    if path.stem not in CODES:
        assert not [code for code in CODES if code in path.read_text("utf-8")]


@pytest.mark.parametrize("code", HOUSE)
def test_a_box_tells_how_its_deck_has_fared_as_it_was_measured(code: str) -> None:
    rows = map(json.loads, (Path(ROOT) / "measurements" / "deck_balance.jsonl").read_text("utf-8").splitlines())
    mine = [row for row in rows if row.get("subject") == code and row["against"] == "all others"]
    (measured,) = (row for row in mine if row["status"] == "current" and row["setting"].startswith("skilled"))
    found = read_balance(code)
    assert found is not None
    assert (found.won, found.low, found.high, found.games) == tuple(
        measured[name] for name in ("value", "low", "high", "games")
    )
    (box,) = (box for box in list_boxes() if box.domain == code)
    level, form = measured["setting"].split(", ")
    assert found.level == level and Texts("en").t(f"tash_kalar.option.form.{found.form}") == form
    told = describe_box(Texts("en"), box, found.form)[1]
    assert str(round(100 * found.won)) in told and Texts("en").t(f"ui.level.{level}") in told and form in told


@pytest.mark.parametrize(("form", "told"), [("high", True), ("duel", False), ("melee", False), ("team_high", False)])
def test_a_box_has_no_figure_for_a_form_that_was_not_measured(driver: Driver, form: str, told: bool) -> None:
    setup = SetUp(driver.ctx, "tash_kalar")
    driver.ctx.stack.push(setup)
    setup.set_count({"melee": 3, "team_high": 4}.get(form, 2))
    setup.options["form"] = form
    driver.frame()
    tips = [target.tip[1] for target in driver.top.ui.targets if target.id.startswith("box.") and target.tip]
    assert any("100 games" in tip for tip in tips) == told and len(tips) > 1


def test_the_lamp_stands_on_the_card_that_is_to_be_used(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thaw is advised at the card that lies stored, not only in words."""
    wish = {"form": "duel", "deck_1": "everfrost", "deck_2": "everfrost", "surrender": False}
    options = RULES.check_options(wish, 2)
    chance = SeededChance(3)
    state = RULES.new(options, 2, chance)
    while True:
        seat = RULES.to_act(state)[0]
        legal = RULES.legal(state, seat)
        used = [action for action in legal if decode(action).kind is Kind.USE]
        if used and decode(used[0]).card < 0:
            break
        summoning = [action for action in legal if decode(action).kind is Kind.SUMMON]
        RULES.apply(state, seat, chance.draw(summoning or legal), chance)
    seats = [Seat("person", "", "Ann", 0), Seat("person", "", "Bob", 1)]
    session = Session.from_position("tash_kalar", options, seats, "lamp", state)
    table = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    settle(driver, table)
    lamps: list[tuple[float, float]] = []
    draw = icons.draw

    def note(c: Any, name: str, x: float, y: float, *more: Any, **named: Any) -> Any:
        if name == "hint":
            lamps.append((x, y))
        return draw(c, name, x, y, *more, **named)

    monkeypatch.setattr(icons, "draw", note)
    decision = Decision(used[0], [Considered(used[0], 1.0, 0.0, [], 0.5)], 0.5)
    table.hints.update(Hint((seat, session.find_decision_turn(seat)), decision))
    driver.run(100)
    (x, y, w, h) = next(target.box for target in table.ui.targets if target.id.startswith(f"kept.{seat}."))
    assert any(x <= left <= x + w and y <= top <= y + h for left, top in lamps)
