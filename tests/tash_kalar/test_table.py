"""Whole games of Tash-Kalar in every form, by mouse and by keyboard, and what its table promises."""

import random
from typing import Any

import pygame
import pytest

from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from games.tash_kalar.moves import HAND_OVER, SURRENDER, Kind, Move, decode, encode
from scenes.results.scene import GameResult
from scenes.shell.layers import Line
from scenes.shell.page import Dialog
from scenes.shell.targets import exactly
from scenes.table import game_screens as games
from scenes.table.game_log import Way, number_ways
from scenes.tash_kalar.card_viewer import CardScene, Piles
from scenes.tash_kalar.layout import hand_strip
from scenes.tash_kalar.scene_model import TashTable
from scenes.tash_kalar.screenshots import find_session, gave_legends
from tests.support.hands import by_mouse_and_fingers
from tests.support.tables_tash_kalar import by_keys, carry_out, open_table
from tests.ui.driver import Driver, FingerDriver

STEPS = 20000
FORMS = [("high", 2), ("duel", 2), ("melee", 4), ("team_duel", 4)]


def wish(table: TashTable, chance: SeededChance) -> Move:
    """One of the legal moves: summonings most of all, giving up never."""
    legal = [move for move in table.own.choices.moves if move != SURRENDER]
    summonings = [move for move in legal if move.kind is Kind.SUMMON]
    found = summonings if summonings and chance.below(4) else legal
    if len(found) > 1 and found[0] == HAND_OVER and chance.below(3):
        found = found[1:]
    return found[chance.below(len(found))]


@pytest.mark.parametrize(
    "form, count",
    [
        ("duel", 2),
        *(pytest.param(*form, marks=pytest.mark.soak) for form in (("high", 2), ("melee", 4), ("team_duel", 4))),
    ],
)
@by_mouse_and_fingers
def test_a_whole_game_by_mouse_alone(driver: Driver, form: str, count: int) -> None:
    table = open_table(driver, form, persons=count, count=count, curtains=False)
    chance = SeededChance(count)
    phases = set()
    for _ in range(STEPS):
        if table.finished:
            break
        if driver.top is table or isinstance(driver.top, Piles):
            if table.may_act() and not table.own.plan:
                driver.frame(0)
                phases.add(table.view["phase"])
                before = table.session.turn
                carry_out(driver, table, wish(table, chance))
                assert table.session.turn > before
            else:
                driver.wait()
        else:
            driver.wait()
    assert table.session.over
    assert {"main", "effect"} <= phases


@pytest.mark.parametrize("turns", [24, pytest.param(STEPS, marks=pytest.mark.soak)])
def test_a_game_by_keyboard_alone(driver: Driver, turns: int) -> None:
    """To the end in the long run."""
    table = open_table(driver, "melee", persons=3, count=3, curtains=False)
    chance = SeededChance(7)
    for _ in range(STEPS):
        if table.finished or table.session.turn >= turns:
            break
        if (driver.top is table or isinstance(driver.top, Piles)) and table.may_act() and not table.own.plan:
            driver.frame(0)
            before = table.session.turn
            legal = [move for move in table.own.choices.moves if move.kind not in (Kind.DISCARD, Kind.SURRENDER)]
            summonings = [move for move in legal if move.kind is Kind.SUMMON]
            found = summonings or legal
            by_keys(driver, table, found[chance.below(len(found))])
            assert table.session.turn > before
        else:
            driver.wait()
    assert table.session.over or table.session.turn >= turns


def play_to_last_turns() -> Session:
    """A game of a person and a computer, decided at random, in which the person has the first of the last turns."""
    session = Session.start("tash_kalar", {}, [Seat("person", "", "Leo"), Seat("computer", "novice", "Mia", 1)], "ends")
    chance = SeededChance(1)
    while session.view(None)["final"] < 2 or session.to_act() != (0,):
        seat = session.to_act()[0]
        legal = [action for action in session.legal(seat) if decode(action) != SURRENDER]
        session.submit(seat, legal[chance.below(len(legal))])
    return session


def test_a_game_against_the_computer_ends_with_the_result(driver: Driver) -> None:
    """From where the last turns have begun."""
    table = open_table(driver, session=play_to_last_turns())
    chance = SeededChance(3)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if (driver.top is table or isinstance(driver.top, Piles)) and table.may_act() and not table.own.plan:
            driver.frame(0)
            carry_out(driver, table, wish(table, chance))
        driver.wait()
    assert isinstance(driver.top, GameResult)


def test_a_pad_places_a_piece_and_reads_a_card(driver: Driver) -> None:
    table = open_table(driver, persons=2, curtains=False)
    driver.until(table.may_act)
    assert table.view["actions"] == 1
    driver.hat(0, -1)
    for _ in range(12):
        if (table.ui.focus or "").startswith("sq."):
            break
        driver.hat(0, 1)
    assert (table.ui.focus or "").startswith("sq.")
    driver.pad(0)
    assert table.own.marks(Kind.PLACE)
    driver.pad(1)
    assert table.chosen is None, "the button for going back lets go of the mark"
    driver.pad(0)
    driver.pad(2)
    driver.until(lambda: table.session.turn == 1)
    assert len(table.stage.men) == 1


# --- what the table promises ---------------------------------------------------------------------------


def at_a_summoning(driver: Driver) -> tuple[Any, int]:
    """A table at which a card can be summoned in several ways, and that card's place in the hand."""
    table = open_table(driver, persons=2, curtains=False)
    chance = SeededChance(1)
    for _ in range(400):
        driver.until(table.may_act)
        if table.view["phase"] == "main" and table.view["actions"] == 2:
            for at, held in enumerate(table.stage.hand):
                ways = table.own.reading.placements(held.card) if held.card < 208 else ()
                if len({way.square for way in ways}) > 1 and Move(Kind.SUMMON, card=held.card) in table.own.choices:
                    driver.frame(0)
                    return table, at
        places = table.own.choices.list_moves(Kind.PLACE)
        table.make(places[chance.below(len(places))] if places else table.own.choices.moves[0])
        driver.wait()
    raise AssertionError("no such position was met")


def test_a_card_shows_where_it_fits_and_turns(driver: Driver) -> None:
    table, at = at_a_summoning(driver)
    card = table.stage.hand[at].card
    driver.move(*driver.target(f"hand.{at}").centre)
    first = table.own.preview()
    driver.key(pygame.K_e)
    second = table.own.preview()
    assert first is not None and second is not None and first != second
    driver.key(pygame.K_q)
    assert table.own.preview() == first
    driver.click(f"hand.{at}")
    driver.move(5, 5)
    assert table.marked_move == Move(Kind.SUMMON, card=card)
    assert table.own.preview() == first
    driver.click(f"sq.{second.square}")
    assert table.own.preview().square == second.square
    driver.click(f"sq.{second.square}")
    driver.until(lambda: not table.own.plan and table.may_act())
    assert table.session.view(None)["summoned"][0] == 1


def test_undo_takes_a_summoning_back_as_a_whole(driver: Driver) -> None:
    table, at = at_a_summoning(driver)
    before = table.session.turn
    driver.click(f"hand.{at}")
    driver.key(pygame.K_SPACE)
    driver.until(lambda: not table.own.plan and not table.busy)
    assert table.session.turn >= before + 2
    while table.session.turn > before and table.back.state()[0]:
        driver.key(pygame.K_BACKSPACE)
        driver.frame()
    assert table.view["phase"] == "main"
    assert len(table.stage.hand) == 6


def test_a_card_that_was_shown_already_still_finds_its_square(driver: Driver) -> None:
    table, at = at_a_summoning(driver)
    card = table.stage.hand[at].card
    table.make(Move(Kind.SUMMON, card=card))
    driver.until(table.may_act)
    assert table.view["phase"] == "target" and table.own.find_preview_card() == card
    first = table.own.placement().square
    driver.key(pygame.K_e)
    second = table.own.placement().square
    driver.click(f"sq.{first}")
    assert table.own.placement().square == first and second is not None
    driver.click("main")
    driver.until(lambda: not table.own.plan and table.may_act())
    assert table.view["summoned"][0] == 1


def test_a_card_that_lacks_pieces_stays_in_sight_while_they_are_placed(driver: Driver) -> None:
    table = open_table(driver, persons=2, curtains=False)
    driver.until(table.may_act)
    driver.click("hand.0")
    driver.move(5, 5)
    card = table.own.pinned
    assert card == table.stage.hand[0].card
    missing = [square for square, _ in table.own.preview().missing]
    driver.click(f"sq.{missing[0]}")
    assert table.marked_move == Move(Kind.PLACE, square=missing[0]) and table.own.find_preview_card() == card
    driver.key(pygame.K_ESCAPE)
    assert table.chosen is None and table.own.pinned is None


def test_cards_and_discards_can_be_read(driver: Driver) -> None:
    table, at = at_a_summoning(driver)
    driver.move(*driver.target(f"hand.{at}").centre)
    driver.key(pygame.K_F1)
    assert isinstance(driver.top, CardScene)
    driver.key(pygame.K_ESCAPE)
    assert driver.top is table
    driver.click("deck.1")
    shown: Any = driver.top
    assert isinstance(shown, Piles)
    driver.click("tab.0")
    driver.key(pygame.K_ESCAPE)
    assert driver.top is table


def test_who_gave_legends_to_the_partner_finds_them_there(driver: Driver) -> None:
    """In the note at the team's row and at the deck of legends, and among the partner's discards and the legends'."""
    session = find_session("given", gave_legends, "team_duel", 4)
    driver.settings.speed = "instant"
    table: Any = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    table.skip()
    view = session.view(0)
    given = sorted(set(view["known_legends"]) - set(view["legends"]))
    assert len(given) == view["legend_sizes"][2] > 0
    table.ui.hover = "player.0"
    driver.ctx.window.draw()
    names = ", ".join(table.own.words.card(card) for card in given)
    words = table.ctx.t("tash_kalar.player.given", name=table.names[2], cards=names)
    assert words in table.ui.find("player.0").tip[1]
    table.ui.hover = "player.1"
    driver.ctx.window.draw()
    assert words not in table.ui.find("player.1").tip[1], "that is the other team"
    table.ui.hover = "deck.1"
    driver.ctx.window.draw()
    assert words in table.ui.find("deck.1").tip[1]
    table.own.open_piles(2)
    for seat, lie_there in ((2, True), (4, True), (0, False), (1, False)):
        driver.click(f"tab.{seat}")
        found = driver.top.ui
        assert [found.find(f"pile.{card}") is not None for card in given] == [lie_there] * len(given), seat
    driver.click("tab.2")
    driver.click(f"pile.{given[0]}")
    assert isinstance(driver.top, CardScene), "it can be read"
    table.overlooked = True
    assert table.own.list_given_legends() == [], "nobody shows them while others look on"


def test_what_is_missing_is_shown(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    for at, held in enumerate(table.stage.hand):
        if held.card >= 208:
            continue
        driver.move(*driver.target(f"hand.{at}").centre)
        near = table.own.preview()
        assert near is not None, "with an empty arena every card lacks something"
        assert len(near.missing) + len(near.used) == len(table.own.reading.card(held.card).pieces)


def test_a_click_in_the_arena_hurries_what_is_being_told(driver: Driver) -> None:
    table = open_table(driver, persons=2, curtains=False)
    driver.until(table.may_act)
    driver.settings.speed, driver.ctx.instant = "1", False
    table.make(table.own.choices.list_moves(Kind.PLACE)[0])
    driver.until(lambda: table.moving)
    driver.click("sq.56")
    for _ in range(4):
        driver.frame(1)
    assert not table.moving and len(table.stage.men) == 1


def test_giving_up_is_asked_first(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    driver.click("surrender")
    asked: Any = driver.top
    assert isinstance(asked, Dialog)
    driver.key(pygame.K_ESCAPE)
    assert driver.top is table and not table.session.over
    driver.click("surrender")
    driver.click("yes")
    driver.until(lambda: table.session.over)


def test_the_hand_of_another_person_is_never_shown(driver: Driver) -> None:
    table = open_table(driver, persons=2)
    names = set()
    for _ in range(600):
        if driver.top is table:
            if table.may_act():
                names.add(table.below)
                held = [card.card for card in table.stage.hand]
                view = table.session.view(table.below)
                own = [*view["hand"], *view["legends"]]
                assert all(card in own for card in held if card < 208)
                table.make(next(move for move in table.own.choices.moves if move != SURRENDER))
            driver.frame()
        else:
            assert all(card.card < 0 for card in table.stage.hand), "behind the curtain nothing is held"
            driver.key(pygame.K_SPACE)
            driver.run(700)
        if len(names) == 2 and table.session.turn > 12:
            break
    assert names == {0, 1}


def test_moves_of_rivals_are_numbered_in_their_order() -> None:
    """Several along one way share an arrow; lines about no seat or without a way have none."""
    lines = [
        Line("", 1, 3, "moved", way=(4, 5)), Line("", "dice", 3, "rolled"), Line("", 2, 4, "moved", way=(4, 5)),
        Line("", 1, 5, "moved", way=(4, 5)), Line("", 1, 5, "moved", way=(5, 6)),
    ]  # fmt: skip
    assert number_ways(lines) == [Way(4, 5, 1, "1, 3"), Way(4, 5, 2, "2"), Way(5, 6, 1, "4")]


def test_a_finished_table_previews_nothing(driver: Driver) -> None:
    """Hovering a card in the hand shows how it would fit, but not once the game is over."""
    table = open_table(driver)
    driver.until(table.may_act)
    driver.run(200)
    shown = []
    for at in range(len(table.stage.hand)):
        driver.move(*driver.target(f"hand.{at}").centre)
        shown.append(table.own.preview())
    assert any(shown)
    table.finished = True
    for at in range(len(table.stage.hand)):
        driver.move(*driver.target(f"hand.{at}").centre)
        assert table.own.preview() is None


def test_a_step_of_an_effect_is_named_with_its_card(driver: Driver) -> None:
    """Neither "Square E4" nor "Option 1"."""
    rng = random.Random(2)
    named: set[Kind] = set()
    seats = [Seat("computer", "novice", name, number) for number, name in enumerate("AB")]
    session = Session.start("tash_kalar", {"form": "duel"}, seats, "steps")
    table: Any = games.table(driver.ctx, session)
    for _ in range(900):
        if session.over or len(named) == 2:
            break
        seat = session.to_act()[0]
        legal = [one for one in session.legal(seat) if one != encode(SURRENDER)]
        table.view = session.view(seat)
        for action in legal:
            move = decode(action)
            if table.view["playing"] is not None and move.kind in (Kind.SQUARE, Kind.OPTION):
                words = table.hooks.name_action(table, action)
                assert words.startswith(table.own.words.card(table.view["playing"])) and "ption 1" not in words
                named.add(move.kind)
        summon = [one for one in legal if decode(one).kind is Kind.SUMMON]
        session.submit(seat, rng.choice(summon or legal))
    assert Kind.SQUARE in named
    table.leave()


def test_a_card_of_a_low_hand_is_hit_where_it_lies_and_where_it_is_shown() -> None:
    hand = FingerDriver(speed="instant")
    try:
        table = open_table(hand, "high", persons=2, count=2, curtains=False)
        hand.until(table.may_act)
        assert table.own.places.is_hand_low and hand.target("sq.60").box[2] >= hand.ctx.touch.least
        x, y, w, h = hand_strip(1, len(table.stage.hand), table.own.places)
        hand.finger(pygame.FINGERDOWN, x + w / 2, y + h / 2)
        shown = hand.target("hand.1")
        assert shown.centre[0] < table.own.places.board.x and not exactly(shown.box)(x + w / 2, y + h / 2)
        assert {table.ui.hit_test(x + w / 2, y + h / 2), table.ui.hit_test(*shown.centre)} == {"hand.1"}
    finally:
        hand.close()
