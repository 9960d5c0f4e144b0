"""Why a seat has played a turn: aims that come true, nothing that a view does not hold, sentences short enough."""

import time
from itertools import pairwise, product
from typing import Any

import pytest

from ai.aims import explain_turn
from ai.analysis.steps import stretches
from ai.analysis.turns import TurnQuestion, find_question, list_turns
from ai.decision import TurnReason
from ai.king_of_12.players import OF_HAND
from ai.lab.turn_aims import check_turns, play_game
from ai.workers import protocol
from ai.workers.pool import OpponentPool
from engine import registry
from engine.chance import SeededChance
from engine.contract import Event, Message
from engine.history import History, Position
from games.king_of_the_dice.maps import REGIONS
from games.king_of_the_dice.messages import region_name
from scenes.common.turn_sentence import MOST_WORDS, SHORTER, tell_reason
from scenes.shell.i18n import Texts
from sprites.base.drawn_words import make_plain
from tests.support.catalogues import LANGUAGES

GAMES = [info.id for info in registry.games()]
QUICK = "novice"
NAMES = ["Leo", "Mia"]


def ask_all(game: str, course: History, viewer: int) -> list[TurnQuestion]:
    """Every question of a seat about the turns of its rival, each when the turn was over."""
    found = []
    turns = list_turns(stretches(course))
    for turn in turns[:: max(1, len(turns) // 40)]:
        question = find_question(game, course.until(turn.end), 1 - viewer, viewer, turn.turn)
        found += [question] if question is not None else []
    return found


@pytest.mark.parametrize("game", GAMES)
def test_aims_come_true_within_two_turns_of_their_owner(game: str) -> None:
    """What is told happens in new play-outs in 70 % at least, and more often than after the other choice."""
    found = check_turns(game, 2, 1, 3, 11, (QUICK,), checks=10)
    told = [one for one in found if one.told.aim is not None]
    assert told
    assert all(one.holds for one in told), [(one.told.aim, one.shares) for one in told]


@pytest.mark.parametrize("game", GAMES)
def test_a_question_holds_nothing_that_the_asker_may_not_know(game: str) -> None:
    """A game in which everything hidden from the asker is replaced gives the same questions, byte for byte."""
    course = play_game(game, 2, 3, (QUICK,))
    course = course.until(course.turn - course.turn // 4)
    rules: Any = course.rules
    if not course.last.owing:
        pytest.skip("the game is over")

    def hide(at: int, position: Position) -> Position:
        seen = tuple(
            Event(event.kind, event.data if event.seats is None or 0 in event.seats else {}, event.seats)
            for event in position.events
        )
        state = rules.determinize(rules.view(position.state, 0), SeededChance(at))
        return Position(state, seen, position.owing, position.since, position.hidden, position.barrier)

    twin = History(rules, course.positions[0].state)
    twin.entries, twin.positions = course.entries, [hide(at, one) for at, one in enumerate(course.positions)]
    for before in range(0, course.turn, max(1, course.turn // 25)):
        one, other = (find_question(game, each, 1, 0, before) for each in (course, twin))
        assert one is None or other is None or (one.view, one.turn) == (other.view, other.turn)
        if one is not None and one.view:
            assert one.view == rules.view(course.get_position(one.turn).state, 0)


def test_a_turn_that_rests_on_a_hidden_card_is_told_after_the_end_only() -> None:
    """A crown is laid in secret: no view goes out while the game goes on, that of its owner when it is over."""
    course = play_game("king_of_12", 2, 3, (QUICK,))
    told = [(turn, event) for turn in range(course.turn) for event in course.get_position(turn + 1).events]
    laid = [turn for turn, event in told if event.kind == "crown_card" and event.data["seat"] == 1]
    assert laid
    during = find_question("king_of_12", course.until(laid[0] + 1), 1, 0, laid[0])
    after = find_question("king_of_12", course, 1, 0, laid[0])
    assert during is not None and not during.view
    assert after is not None and after.view == course.rules.view(course.get_position(laid[0]).state, 1)


@pytest.mark.parametrize("game", GAMES)
def test_sentences_are_short_and_name_no_gender(game: str) -> None:
    """At most fourteen words, without a hole, in all languages."""
    course = play_game(game, 2, 5, (QUICK,))
    questions = [one for one in ask_all(game, course, 0) if one.view]
    picks = SeededChance(game)
    for question in [questions.pop(picks.below(len(questions))) for _ in range(3)]:
        reason = explain_turn(game, question.view, 1, question.line, 7, pairs=6).reason
        for language in [one for one in LANGUAGES if Texts(one).has("rival.even")]:
            said = make_plain(tell_reason(Texts(language), reason, NAMES))
            assert said and "{" not in said and "rival." not in said and ".aim." not in said
            assert len(said.split()) <= MOST_WORDS, said


def test_a_hidden_crown_is_not_told_by_what_else_could_have_been_played() -> None:
    """Where a card of the rival is hidden, no other choice is named and no card of the hand, but an aim may be."""
    course = play_game("king_of_12", 2, 3, (QUICK,))
    turns = [
        one for one in list_turns(stretches(course)) if len(one.steps[0].seats) == 2 and one.steps[0].before.laid[1]
    ]
    asked = [find_question("king_of_12", course.until(one.end), 1, 0, one.turn) for one in turns[:4]]
    told = [explain_turn("king_of_12", one.view, 1, one.line, 7, pairs=12) for one in asked if one is not None]
    alone = [one for one in told if one.reason.other is None]
    assert any(one.aim is not None for one in alone), [one.reason.kind for one in told]
    assert all(one.aim is None or one.aim[0] not in OF_HAND for one in alone)
    assert all(one.reason.action < 0 and not one.line for one in alone)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_would_be_too_long_is_said_shorter(language: str) -> None:
    """Every region of King of the Dice to tame a dragon in, as an aim and as what was passed over."""
    texts = Texts(language)
    aims = [Message("king_of_the_dice.aim.dragon", {"region": region_name(number)}) for number in range(REGIONS)]
    for kind, (aim, other) in product(SHORTER, pairwise(aims)):
        said = make_plain(tell_reason(texts, TurnReason(kind, aim, other), NAMES))
        assert len(said.split()) <= MOST_WORDS and "{" not in said, said


def test_the_pool_explains_turns_in_a_process_of_its_own() -> None:
    """A newer question drops the older one; a closed pool says so at once."""
    course = play_game("king_of_the_dice", 2, 5, (QUICK,))
    question = [one for one in ask_all("king_of_the_dice", course, 0) if one.view][5]
    pool = OpponentPool(start=False)
    try:
        old = pool.ask_why("king_of_the_dice", question.view, 1, question.line, 7)
        ticket = pool.ask_why("king_of_the_dice", question.view, 1, question.line, 7)
        assert pool.take_reason(old) == TurnReason("failed")
        until = time.monotonic() + 60
        while (found := pool.take_reason(ticket)) is None and time.monotonic() < until:
            time.sleep(0.02)
        assert found == explain_turn("king_of_the_dice", question.view, 1, question.line, 7).reason
    finally:
        pool.close()
    assert pool.take_reason(ticket) == TurnReason("failed")


def test_a_reason_that_cannot_be_shown_is_refused() -> None:
    """Numbers out of range, no text, or too many parts."""
    assert protocol.is_displayable(TurnReason("only"))
    assert not protocol.is_displayable(TurnReason("better", chances=(2.0, 0.0)))
    assert not protocol.is_displayable(TurnReason("better", Message("x" * 200)))
    assert not protocol.is_displayable(TurnReason("better", threatens=1000))
