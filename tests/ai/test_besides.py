"""What else there is to say of finished games: every number is worked out again here by another way."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import ai.king_of_12.reasons as of_people
import ai.king_of_the_dice.reasons as of_holds
import ai.legends.reasons as of_auctions
import ai.tash_kalar.reasons as of_patterns
from ai.analysis.decision_quality import Comparison, Verdict
from ai.analysis.game_facts import FactContext, collect_facts, fact
from ai.analysis.report import Fact, Review
from ai.decision import Considered, Decision
from ai.opponent_registry import find_opponents
from ai.review import (
    make_analyser,
    play_game,
)
from ai.win_probability import chances
from engine import registry
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.history import Entry
from games import legends
from games.king_of_12.state import CHOOSE, to_mask
from games.king_of_the_dice import odds
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import nets
from games.king_of_the_dice.state import ROLL, copied as copied_dice
from games.legends.actions import BID, NAME
from games.legends.state import AUCTION
from games.tash_kalar.moves import Kind, decode
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES


def said(facts: list[Fact] | tuple[Fact, ...]) -> dict[str, dict[str, Any]]:
    """The parameters by the last part of the ids."""
    return {one.said.id.partition(".beside.")[2]: one.said.params for one in facts}


def verdict(turn: int, chosen: int, mixture: dict[int, float], secret: float, lost: float = 0.0) -> Verdict:
    decision = Decision(chosen, [Considered(action, share, 0.0) for action, share in mixture.items()])
    compared = Comparison((lost, -lost), 0.001, 0)
    return Verdict(turn, 0, chosen, chosen, compared, decision, (chosen,), 0.5, secret, True)


# --- King of 12 -----------------------------------------------------------------------------------


def laid(hands: list[list[int]], cards: list[int]) -> Any:
    """A course in which one seat has laid these cards from these hands."""
    states = [SimpleNamespace(phase=CHOOSE, hands=[to_mask(hand)], round=1, tricks=()) for hand in hands]
    return SimpleNamespace(
        base=0,
        entries=[Entry(0, card, (), 0) for card in cards],
        positions=[SimpleNamespace(state=state) for state in [*states, states[-1]]],
        get_position=lambda turn: SimpleNamespace(state=states[turn]),
    )


def test_a_counter_of_habits_names_what_was_laid_most_for_its_chances() -> None:
    course = laid([[1, 2, 3], [2, 3], [1, 2, 3], [1, 3], [1, 2, 3]], [1, 2, 1, 3, 2])
    # nothing known; nothing laid of 2 and 3; 1 was laid 1 of 1, right; 1 leads 2 of 2, wrong; 1 leads 2 of 3, wrong
    named, right, blind = of_people.habits(course, 0)
    assert (named, right) == (3, 1) and blind == pytest.approx(1 / 3 + 1 / 2 + 1 / 3)


def test_a_counter_of_habits_in_a_whole_game() -> None:
    course = play_game("king_of_12", {}, 3, "novice", 5).course
    for seat in range(3):
        seen: list[tuple[tuple[int, ...], int]] = []
        named = right = 0
        for at, entry in enumerate(course.entries):
            state = course.positions[at].state
            if entry.seat != seat or state.phase != CHOOSE:
                continue
            hand = course.rules.legal(state, seat)
            rates = sorted(
                (Fraction(sum(c == card for _, c in seen), max(1, sum(card in h for h, _ in seen))), card)
                for card in hand
            )
            if len(hand) > 1 and rates[-1][0] > rates[-2][0]:
                named += 1
                right += rates[-1][1] == entry.action
            seen.append((tuple(hand), entry.action))
        assert of_people.habits(course, seat)[:2] == (named, right)
        assert named


def test_how_predictable_cards_were() -> None:
    found = of_people.predictable([
        verdict(0, 1, {1: 0.5, 2: 0.5}, 0.0), verdict(1, 2, {1: 0.9, 2: 0.1}, 0.0), verdict(2, 3, {1: 1.0}, 0.0)
    ])  # fmt: skip
    assert found[0] == pytest.approx((0.5 + 0.1 + 0.0) / 3)
    assert found[1] == pytest.approx((0.5 + 0.82 + 1.0) / 3)


def test_the_line_of_secret_choices_is_split() -> None:
    course = laid([[1, 2]] * 4, [1, 1, 2, 2])
    verdicts = [
        verdict(turn, 1, {1: 0.25, 2: 0.75}, secret, lost)
        for turn, (secret, lost) in enumerate([(0.05, 0.0), (-0.0123, 0.02), (0.0004, 0.0), (-0.1, 0.004)])
    ]
    found = said(of_people.facts(FactContext(course, 2, verdicts, (0,)), 0))
    assert found["met"] == {"won": 5.0, "lost": 11.2, "sum": -6.2}
    assert found["best"]["percent"] == 5.0 and found["worst"]["percent"] == 10.0
    assert [one["percent"] for one in found["best"]["mixture"]["list"]] == [75, 25]


def test_the_split_is_that_of_the_bill() -> None:
    """The last trick of a game in which two had three cards each, reviewed: its facts and its step say the same."""
    session = play_game("king_of_12", {}, 2, "random", 3)
    reviewer = make_analyser(session, (0, 1))
    three = [
        one
        for one in reviewer.stretches
        if len(one.entries) == 2 and one.before.phase == CHOOSE and one.before.hands[0].bit_count() == 3
    ]
    worked = reviewer.steps.analyse(reviewer.stretches.index(three[-1]))
    reviewer.verdicts += worked.verdicts
    step = reviewer.curve.make_step(three[-1], (500_000, 500_000), worked.after, worked.luck, worked.verdicts, True)
    assert any(step.secret)
    for seat, facts in enumerate(
        collect_facts("king_of_12", FactContext(session.course, 2, reviewer.verdicts, (0, 1)))
    ):
        met = said(facts).get("met", {"won": 0.0, "lost": 0.0, "sum": 0.0})
        assert abs(met["sum"] - step.secret[seat] / 10_000) <= 0.05 + 1e-9
        assert round(met["won"] - met["lost"], 1) == met["sum"]


# --- King of the Dice -----------------------------------------------------------------------------


def chance_of(state: Any, keep: int, cards: list[int]) -> Fraction:
    """The chance to meet one of some citizens with the last roll, counted roll by roll."""
    rolled = [at for at in range(6) if not keep >> at & 1]
    needs = 0
    for card in cards:
        needs |= citizens().cards[card].needs
    met = 0
    for faces in product(range(1, 7), repeat=len(rolled)):
        dice = list(state.dice)
        for at, face in zip(rolled, faces, strict=True):
            dice[at] = face
        met += bool(needs & citizens().conditions.match([net[face] for net, face in zip(nets(), dice, strict=True)]))
    return Fraction(met, 6 ** len(rolled))


def last_rolls() -> Iterator[tuple[Any, int]]:
    course = play_game("king_of_the_dice", {}, 2, "random", 4).course
    for at, entry in enumerate(course.entries):
        state = course.positions[at].state
        if state.phase == ROLL and state.rolls == 2 and entry.action.bit_count() >= 2:
            yield state, entry.action


def test_what_a_hold_keeps_is_counted_roll_by_roll() -> None:
    compared = 0
    for state, keep in last_rolls():
        found = of_holds.evaluate_hold(state, keep, 0)
        market = [card for card in state.market if card >= 0]
        if not found.best:
            continue
        aim = market if found.pile == of_holds.ANY else [state.market[found.pile]]
        assert found.kept == pytest.approx(float(chance_of(state, keep, aim)))
        if keep.bit_count() >= 3:
            others = [hold for hold in range(64) if hold.bit_count() >= 3]
            best = max(chance_of(state, hold, aim) for hold in others)
            assert found.best >= float(best) - 1e-9
        compared += 1
        if compared == 4:
            break
    assert compared == 4


def test_a_hold_that_is_best_for_one_citizen_is_as_good_as_the_best() -> None:
    state, _ = next(last_rolls())
    twin = copied_dice(state)
    pile = next(at for at, card in enumerate(twin.market) if card >= 0)
    plan = odds.citizens_plan([twin.market[pile]])
    best = of_holds.evaluate_hold(twin, plan.hold(twin.dice, 1), 0)
    assert not best.lost
    twin.market = [card if at == pile else -1 for at, card in enumerate(twin.market)]
    values = plan.holds(twin.dice, 1)
    worst = values.index(min(values))
    found = of_holds.evaluate_hold(twin, worst, 7)
    assert (found.turn, found.pile) == (7, pile)
    assert found.lost == pytest.approx(max(values) - min(values)) and found.lost > 0


def test_the_holds_of_a_seat_are_counted() -> None:
    session = play_game("king_of_the_dice", {}, 3, "random", 2)
    session.course.cut(15)
    for seat in range(2):
        holds = of_holds.list_holds(session.course, seat)
        found = said(of_holds.facts(FactContext(session.course, 3, [], (seat,)), seat))
        assert found["holds"] == {"n": len(holds), "good": sum(one.lost == 0 for one in holds)}
        if any(one.lost for one in holds):
            assert found["loss"]["points"] == round(100 * sum(one.lost for one in holds) / len(holds), 1)


# --- Legends --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", ["youngest", "die"])
def test_the_least_bid_that_wins_for_certain(tie: str) -> None:
    """Against auctions that the rules carry out: with it the seat always wins, with a coin less it may not."""
    state = legends.RULES.new(legends.RULES.check_options({"tie": tie}, 3), 3, SeededChance(8))
    while state.phase != AUCTION:
        seat = legends.RULES.to_act(state)[0]
        legends.RULES.apply(state, seat, legends.RULES.legal(state, seat)[0], SeededChance(1))

    def winners(bids: list[int]) -> set[int]:
        found = set()
        for seed in range(12 if tie == "die" else 1):
            twin = legends.RULES.clone(state)
            for seat in legends.RULES.to_act(twin):
                legends.RULES.apply(twin, seat, BID + bids[seat], SeededChance(seed))
            found.add(twin.namer)
        return found

    for others in product(range(4), repeat=2):
        for seat in range(3):
            bids = list(others)
            bids.insert(seat, 0)
            enough = of_auctions.least(bids, seat, state.youngest, tie == "die")
            bids[seat] = enough
            assert winners(bids) == {seat}
            if enough:
                bids[seat] = enough - 1
                assert winners(bids) != {seat}


def test_the_price_of_an_auction_and_what_it_was_worth() -> None:
    for seed in range(1, 5):
        session = play_game("legends", {}, 3, "random", seed)
        course = session.course
        (turn,) = of_auctions.auctions(course)
        state = course.get_position(turn + 1).state
        rows = []
        for first in range(3):
            twin = legends.RULES.clone(state)
            legends.RULES.apply(twin, state.namer, NAME + first, SeededChance(5))
            rows.append(chances("legends", twin))
        for seat in range(3):
            found = of_auctions.facts(FactContext(course, 3, [], (0, 1, 2)), seat)
            told = said(found)
            others = [rows[first][seat] for first in range(3) if first != seat]
            assert told["first"]["points"] == round(100 * (rows[seat][seat] - sum(others) / 2), 1)
            name, price = next((name, params) for name, params in told.items() if name.startswith(("paid", "lost")))
            assert name.startswith("paid") == (seat == state.namer)
            assert (name == "paid.nothing") == (seat == state.namer and not state.bids[seat])
            most = max(bid for other, bid in enumerate(state.bids) if other != seat)
            if seat == state.namer:
                assert price["n"] == state.bids[seat] and price["enough"] in (most, most + 1)
                assert price["enough"] <= price["n"]
            else:
                assert (price["bid"], price["price"]) == (state.bids[seat], state.bids[state.namer])
                assert price["n"] in (most, most + 1)


# --- Tash-Kalar -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats, seed", [(2, 3), (3, 5)])
def test_patterns_that_stood_are_those_that_could_be_summoned(seats: int, seed: int) -> None:
    """Once more from what the seats saw and were told."""
    session = play_game("tash_kalar", {}, seats, "random", seed)
    course, rules = session.course, session.rules
    stood: dict[tuple[int, int], set[int]] = {}
    summoned: set[tuple[int, int]] = set()
    for at, entry in enumerate(course.entries):
        state = course.positions[at].state
        key = (entry.seat, state.turn)
        moves = [decode(action) for action in rules.legal(state, entry.seat)]
        cards = {move.card for move in moves if move.kind == Kind.SUMMON and move.card is not None}
        if cards:
            stood.setdefault(key, set()).update(cards)
        if any(event.kind == "card_shown" for event in course.positions[at + 1].events):
            summoned.add(key)
    assert stood.keys() & summoned and stood.keys() - summoned
    for seat in range(seats):
        own = [key for key in stood if key[0] == seat]
        missed = [key for key in own if key not in summoned]
        found = of_patterns.list_turns(course, seat)
        assert [one.cards for one in found] == [stood[key] for key in own]
        assert [one.summoned for one in found] == [key in summoned for key in own]
        told = said(of_patterns.facts(FactContext(course, seats, [], (seat,)), seat))
        assert told["stood"] == {"n": len(own), "missed": len(missed)}
        assert len(told["cards"]["cards"]["list"]) == min(4, len(set().union(*(stood[key] for key in missed))))


# --- all games ------------------------------------------------------------------------------------


def test_a_game_without_such_facts_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    course = play_game("king_of_12", {}, 2, "random", 1).course
    known = FactContext(course, 2, [], (1,))
    assert [bool(facts) for facts in collect_facts("king_of_12", known)] == [False, True]
    own = replace(find_opponents("king_of_12"), game_facts=None)
    monkeypatch.setattr("ai.analysis.game_facts.find_opponents", lambda game: own)
    assert collect_facts("king_of_12", known) == ()


def test_every_sentence_stands_in_all_four_languages() -> None:
    for info in registry.games():
        assert find_opponents(info.id).game_facts is not None
        source = (Path(ROOT) / "ai" / info.id / "reasons.py").read_text("utf-8")
        english = (Path(ROOT) / "locale/en/LC_MESSAGES" / f"{info.id}.po").read_text("utf-8")
        ids = [line.split('"')[1] for line in english.splitlines() if line.startswith(f'msgid "{info.id}.beside.')]
        assert ids
        for one in ids:
            name = one.partition(".beside.")[2]
            assert f'"{name}"' in source or f'.beside.{name}"' in source, f"nobody says {one}"
            for language in LANGUAGES:
                assert Texts(language).has(one)


def test_a_review_with_facts_that_fit_no_seat_is_refused() -> None:
    session = play_game("legends", {}, 2, "random", 4)
    session.course.cut(4)
    review = make_analyser(session, (1,)).first()
    good = fact("legends", "first", 2, points=1.5)
    fine = msgspec.structs.replace(review, besides=((), (good,)))
    assert msgspec.json.decode(msgspec.json.encode(fine), type=Review) == fine
    for broken in (((good,),), ((), (msgspec.structs.replace(good, turn=5),))):
        with pytest.raises(ValueError):
            msgspec.json.decode(msgspec.json.encode({**msgspec.to_builtins(review), "besides": broken}), type=Review)
