"""The five levels of King of 12.

first evening  the first card that seems to bring points, against two replies, without a thought that equal cards
         cancel each other, or simply the highest;
novice   the card that brings most points in this trick against replies of which half are drawn at random and half
         seem good to their owners; in the groups of a tournament against any replies, as if there were no centre,
         more briefly, and now and then on a whim;
skilled  a mixed strategy for this trick (regret matching), counting points against the others; in a
         tournament with one idea of who comes to the centre, and more briefly;
expert   a mixed strategy from looking ahead to the end of the round or to the fitted model,
         counting chances to win the game: points, dice, hands and crowns; for the groups of a
         tournament see ``expert_multiplayer``;
grandmaster  the expert with several times its work: deeper, with every card of the others, and with the ways in which
         the lower levels think told apart; what it has read it uses more boldly.

All of them see a view only. What it hides is drawn by ``determinize``, which knows no more.
How long they think is counted in rehearsals, never in seconds: the same view and seed give
the same answer everywhere.
"""

from collections.abc import Iterable, Mapping, Sequence

from ai.algorithms.regret_matching import action_values, softmax, threshold
from ai.character import NOTHING, Amounts
from ai.decision import Decision, Player, decide_at_random, decide_best, force_decision
from ai.king_of_12 import expert_heads_up, expert_multiplayer
from ai.king_of_12.evaluate import Position, hall_weights, weights, worth
from ai.king_of_12.lookahead import Evaluator, build_payoffs, depth_for, point_lead, solve_position
from ai.king_of_12.opponent_model import (
    ANY_SEED,
    EAGER_PERCENT,
    FIRST_EVENING_REPLIES,
    NAIVE_SHARE,
    REHEARSALS,
    SMALLEST_SHARE,
    blend,
    decide_myopic,
    gains,
    gains_against_some_thought,
    least_useful,
    naive,
    point_gain,
    sample_decision,
)
from ai.king_of_12.reasons import give_reasons, hint
from ai.king_of_12.tournament_model import Determinizer, is_tournament, make_determinizer, rename_decision
from ai.king_of_12.trick_words import describe_cases
from ai.king_of_12.win_probability import EVALUATOR as EVALUATOR, finish_turn
from ai.levels import LEVELS
from ai.opponent_registry import Aim, AimRules, AnalysisProfile
from engine.chance import SeededChance
from engine.contract import JSON, Chance, Event, Message, View
from games.king_of_12 import cards as c
from games.king_of_12.actions import LAY
from games.king_of_12.messages import DOMAIN, card_name
from games.king_of_12.moves import Kind, Move, decode
from games.king_of_12.options import MOST_AT_A_TABLE
from games.king_of_12.state import CARDS_OF, State

# What each choice in King of 12 brings of the terms that characters lean towards (see ``ai.character``).

SLACK = {"first_evening": 0.35, "novice": 0.3, "skilled": 0.2, "expert": 0.025, "grandmaster": 0.015}
"""Points of a trick for the lower levels, chances to win the game for the others."""

_CARDS: dict[int, dict[str, float]] = {
    c.KNIGHT: {"raids": 1.0, "leader": 0.8, "risk": 0.3, "greatness": -0.6},
    c.SORCERER: {"risk": -0.4, "sets": -0.6, "raids": -0.4, "thrift": 0.2},
    c.ORACLE: {"risk": 1.0, "sets": -0.8, "thrift": 0.3},
    c.ALCHEMIST: {"greatness": 0.9, "risk": 0.5, "raids": -0.6, "thrift": -0.8, "sets": 0.5},
    c.MACHINE: {"greatness": 0.4, "raids": -0.8, "thrift": -0.5, "sets": 0.8},
    c.PARASITE: {"raids": 0.5, "greatness": -1.0, "thrift": 0.9, "leader": 0.4, "sets": 0.2},
    c.GOLEM: {"risk": -1.0, "greatness": 0.8, "thrift": -0.9, "sets": 0.6, "raids": -0.3},
    c.GAMBLER: {"risk": 1.0, "greatness": -0.5, "leader": 0.7, "sets": 0.4},
    c.LADY: {"raids": 0.9, "risk": -0.5, "leader": 0.6, "greatness": 0.2},
    c.MERCHANTS: {"raids": 0.9, "risk": 0.7, "sets": -0.8, "leader": 0.5},
    c.REVERSER: {"sets": -0.9, "thrift": 0.5, "risk": 0.1},
    c.TROUBLEMAKERS: {"raids": 0.9, "leader": 0.9, "risk": 0.6, "sets": -0.9},
    c.COLLECTOR: {"sets": 1.0, "risk": 0.4, "raids": -0.2},
    c.FAUN: {"risk": -0.6, "raids": -0.5, "sets": -0.3},
}
_THEFT: tuple[dict[str, float], ...] = (
    {"raids": -1.0},
    {"raids": 0.5, "greatness": -0.4},
    {"raids": 1.0, "greatness": 0.6},
)
"""By the value of the token that is taken."""
_HIGH = 6.5


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Return what may be given up for a leaning, in the unit of the level; the same for every decision."""
        return SLACK[level]

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Return the amount of each term for every action; saving strong cards counts while many tricks are left, and a
        card laid as a crown counts less because it is given away."""
        return [_rate_move(view, seat, decode(action)) for action in legal]


def _rate_move(view: View, seat: int, move: Move) -> Amounts:
    if move.kind == Kind.CARD:
        assert move.card is not None
        found = dict(_CARDS.get(move.card, {}))
        found["thrift"] = found.get("thrift", 0.0) * min(1.0, view["hand_sizes"][seat] / 5)
        if move.card == c.ALCHEMIST:
            found["greatness"] = (view["faces"][seat] - _HIGH) / 4
        return found
    if move.kind == Kind.THEFT:
        return _THEFT[move.token]
    if move.kind == Kind.CROWN:
        assert move.card is not None
        return {term: -0.5 * amount for term, amount in _CARDS[move.card].items()}
    return {"greatness": (move.face - _HIGH) / 6} if move.kind == Kind.FACE else NOTHING


STYLE_BIAS = _StyleBias()


NOVICE_REPLIES = 24
"""Replies that a novice imagines: enough to see which card is good, few enough that it errs between near ones.

Six would be weaker (``measurements/design_choices.jsonl``).
"""
NOVICE_SPREAD = 0.15
"""How exactly a novice judges its cards (unit: points).

Without it, and with random replies only, novices of one table found the same card best and cancelled each other, and
lost to First evening (``measurements/design_choices.jsonl``).
"""
NOVICE_REPLIES_IN_HALLS = 1
"""A novice has more to look at in a hall, and looks more briefly."""
NOVICE_WHIMS = 0.5
"""How often a novice in a hall plays a random card, so that levels differ in halls (``measurements/halls.jsonl``)."""
REPLIES_PER_TRY = 6
"""Carrying out an effect takes the time of this many replies."""
FALLBACK_REPLIES = 6
"""For the answer in another's place, which must be there within a frame."""
SKILLED_GUESSES = 1
"""Guesses at who comes to the centre of a tournament: one idea of it, no more."""
SKILLED_REHEARSALS_IN_HALLS = 150
"""A quarter of those at a single table, so that levels differ in halls (``measurements/halls.jsonl``)."""
SKILLED_TRIES, SKILLED_TRIES_IN_HALLS = 4, 1
"""Worlds in which an effect is tried; in a hall as many as there are ideas of the centre."""
INNER_BUDGET = 200
"""The same as ``expert_multiplayer.BUDGET`` for what follows an effect: a position is judged for every action and
try."""
EFFECT_TRIES = 4
"""Worlds in which the expert tries an effect: only crowns and the others' effects are unknown in them."""
GRANDMASTER_TIMES = 5
"""Factor from the expert's work: 0.5 s for a decision on average, 3 s at worst."""
CROWN_SPREAD_OF_TWO = 0.01
"""How far the expert mixes between two among crowns of nearly equal use (unit: rounds).

The Parasite of the first set is missed least (``measurements/model_error.jsonl``). Mixed as widely as at larger tables
the crown cost so much that tree search, which lays the Parasite, started every later round ahead.
"""
CROWN_SPREAD, CROWN_SPREAD_IN_HALLS = 0.08, 0.25
"""The same at larger tables, and in halls (unit: strength of the model).

The fitted numbers of the cards of a full hand lie within 0.4 at four seats: of two that are a tenth apart the one that
is missed less is laid 3.5 times as often, so that a crown can be guessed at, and not known.
"""


def first_evening(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide by points of this trick against two random replies, as if equal cards never cancelled each other;
    sometimes take the highest card."""
    own = make_determinizer(view, seat)
    if view["phase"] != "choose":
        return _briefly(own, legal, chance, FIRST_EVENING_REPLIES)
    if chance.below(100) < EAGER_PERCENT:
        return decide_best(legal, list(map(float, legal)))
    return decide_best(
        legal, gains(own.sample(chance, guesses=0), own.place, legal, FIRST_EVENING_REPLIES, chance, True)
    )


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide by points of this trick against replies of which half are sensible; nearly equal cards are mixed."""
    own = make_determinizer(view, seat)
    if own.has_group:
        if view["phase"] == "choose" and chance.below(100) < 100 * NOVICE_WHIMS:
            return decide_at_random(legal, chance)
        return _briefly(own, legal, chance, NOVICE_REPLIES_IN_HALLS)
    if view["phase"] != "choose":
        return _briefly(own, legal, chance, NOVICE_REPLIES)
    values = gains_against_some_thought(own.sample(chance, guesses=0), own.place, legal, NOVICE_REPLIES, chance)
    return sample_decision(legal, softmax(values, NOVICE_SPREAD), values, chance)


def _briefly(own: Determinizer, legal: Sequence[int], chance: Chance, replies: int) -> Decision:
    if own.view["phase"] == "choose":
        return decide_best(legal, gains(own.sample(chance, guesses=0), own.place, legal, replies, chance))
    if own.view["phase"] == "crown":
        return least_useful(own, legal, chance, replies)
    return decide_best(
        legal, own.evaluate_actions(legal, chance, point_gain, max(1, replies // REPLIES_PER_TRY), guesses=0)
    )


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide by a mixed strategy for this trick alone."""
    own = make_determinizer(view, seat)
    place = own.place
    if view["phase"] == "choose":
        position = own.sample(chance, SKILLED_GUESSES)
        payoffs = build_payoffs(position, 1, chance, point_lead(position))
        found = decide_myopic(payoffs, chance, SKILLED_REHEARSALS_IN_HALLS if own.has_group else REHEARSALS)
        others = naive(payoffs)
        mixes = [blend(found.average(other), others[other], NAIVE_SHARE) for other in range(position.seats)]
        mixes[place] = threshold(found.average(place), SMALLEST_SHARE)
        return sample_decision(legal, mixes[place], action_values(payoffs, place, mixes), chance)
    if view["phase"] == "crown":
        return least_useful(own, legal, chance, NOVICE_REPLIES)
    tries = SKILLED_TRIES_IN_HALLS if own.has_group else SKILLED_TRIES
    return decide_best(legal, own.evaluate_actions(legal, chance, point_lead, tries, SKILLED_GUESSES))


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide by a mixed strategy from a search that counts the probability to win the game."""
    return _expert(view, seat, legal, chance, 1)


def grandmaster(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide as the expert with several times its budget, modelling the lower levels too."""
    return _expert(view, seat, legal, chance, GRANDMASTER_TIMES)


def _expert(view: View, seat: int, legal: Sequence[int], chance: Chance, times: int) -> Decision:
    """``times``: factor of the expert's usual budget."""
    if len(legal) == 1:
        return force_decision(legal[0])
    own = make_determinizer(view, seat)
    if view["phase"] == "choose":
        if own.has_group:
            card = expert_multiplayer.choose_group_card
        elif own.seats == 2 and not is_tournament(view):
            card = expert_heads_up.card
        else:
            card = expert_multiplayer.card
        return rename_decision(card(own, legal, chance, times), own.group)
    if view["phase"] == "crown":
        return _expert_crown(own, legal, chance)
    if own.has_group:
        return expert_multiplayer.effect(own, legal, chance)
    judge_from = expert_heads_up.make_evaluator if own.seats == 2 and not is_tournament(view) else _deep
    decision = decide_best(legal, own.evaluate_actions(legal, chance, judge_from, EFFECT_TRIES))
    return give_reasons(decision, lambda one: hint("chance", percent=round(100 * one.value)))


def _deep(_: Position) -> Evaluator:
    """Evaluator positions by looking ahead as far as is cheap."""
    chance = SeededChance(ANY_SEED)  # equal positions are judged alike

    def judge(position: Position) -> tuple[float, ...]:
        if position.is_over:
            return worth(position)
        depth = depth_for(position, INNER_BUDGET)
        return solve_position(position, depth if depth > 1 else 0, chance, worth)

    return judge


def _expert_crown(own: Determinizer, legal: Sequence[int], chance: Chance) -> Decision:
    """Lay as a crown the card that is missed least, mixed among nearly equal ones so that it cannot be guessed."""
    if own.seats == 2 and not is_tournament(own.view):
        values, spread = expert_heads_up.crown_values(own, legal, chance), CROWN_SPREAD_OF_TWO
    else:
        # A seat with a crown begins a round with six cards: five tricks until one is left.
        numbers = (hall_weights() if own.has_group else weights())[own.seats, 5]
        values = [-numbers.cards[action - LAY] for action in legal]
        spread = CROWN_SPREAD_IN_HALLS if is_tournament(own.view) else CROWN_SPREAD
    mix = threshold(softmax(values, spread), SMALLEST_SHARE)
    decision = sample_decision(legal, mix, values, chance)
    return give_reasons(decision, lambda one: hint("spare" if one.weight else "needed"))


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide by points of this trick against a few replies, in well under a millisecond."""
    own = make_determinizer(view, seat)
    return _briefly(own, legal, chance, NOVICE_REPLIES_IN_HALLS if own.has_group else FALLBACK_REPLIES)


def count_points(state: State, seat: int) -> float:
    """Return the points of a seat in the current round."""
    return float(state.points[seat])


POINTS = count_points
"""Points as they stand."""
FINISH_TURN = finish_turn
"""How a position is judged in the middle of a trick."""


def hide_past_tricks(view: View) -> View:
    """Return a copy of the view without the past tricks, so that it tells nothing of the others' habits."""
    return {**view, "course": []} if "course" in view else view


def describe_first_rolls(events: Sequence[Event]) -> Message | None:
    """Return a message with all dice thrown at the beginning of a round (the log has none); None in a tournament."""
    faces = [event.data for event in events if event.kind == "rolled" and event.data["cause"] == "round"]
    dice = [{"text": "study.gain.of", "name": {"seat": one["seat"]}, "points": one["face"]} for one in faces]
    return Message("king_of_12.analysis.rolled", {"dice": {"list": dice}}) if 0 < len(dice) <= MOST_AT_A_TABLE else None


ANALYSIS = AnalysisProfile(
    describe_cases=describe_cases, until="round_begins", pairs=160, batch=32, pairs_there=32,
    neutral_view=hide_past_tricks, left_out=("king_of_12.hint.cancels_with", "king_of_12.hint.equal"),
    events=("round_won", "round_unwon", "scored", "no_winner", "rolled", "turned", "cards_cancelled", "round_begins"),
    results=("scored", "no_winner"), drawn=("rolled",), describe_draws=describe_first_rolls,
)  # fmt: skip
"""How its analysis plays on: to the end of the round, after which only crowns are left of it."""
GAME_FACTS = "ai.king_of_12.reasons"
"""Who knows what else there is to say of a finished game (``ai.analysis.game_facts``)."""
PLAYERS: Mapping[str, Player] = dict(zip(LEVELS, (first_evening, novice, skilled, expert, grandmaster), strict=True))
"""The players by level."""


# What cards of King of 12 are for: tricks, points, a higher die, a card kept, and what a rival shall not get.

WORTH = {
    "round": 3.0, "win": 1.5, "points": 1.2, "second": 1.0, "cancel": 0.8, "deny": 0.7, "die": 0.6, "token": 0.6,
    "keep": 0.4, "hold": 0.15,
}  # fmt: skip
OF_HAND = ("keep", "hold")
HIGHER = 3
"""Pips more on the die that are worth a word."""


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield the aims (kind, card or 0, rival) of a seat that came true between two positions."""
    first: dict[int, int] = {}
    scored: set[int] = set()
    played: Sequence[int] = ()
    for event in events:
        data = event.data
        if event.kind == "scored":
            scored.add(data["seat"])
            first.setdefault(data["place"], data["seat"])
        elif event.kind == "round_won" and data.get("seat") == seat:
            yield ("round",)
        elif event.kind == "revealed" and not played:
            played = data["cards"]
        elif event.kind == "cards_cancelled" and seat in data["seats"]:
            yield from (("cancel", 0, rival) for rival in data["seats"] if rival != seat)
        elif event.kind == "theft" and data.get("seat") == seat:
            yield ("token",)
    if first.get(1) == seat:
        yield ("win",)
    if first.get(2) == seat:
        yield ("second",)
    if seat in scored:
        yield ("points",)
    if played:
        yield from (("hold", card) for card in CARDS_OF[before.hands[seat]] if card != played[seat])
    yield from (("deny", 0, rival) for rival in range(before.seats) if rival != seat and rival not in scored)
    if before.round != after.round:
        return
    if after.faces[seat] - before.faces[seat] >= HIGHER:
        yield ("die",)
    yield from (("keep", card) for card in CARDS_OF[before.hands[seat] & after.hands[seat]])


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the card's name as a parameter for aims about a card in hand; {} for other kinds."""
    return {"card": card_name(number)} if kind in OF_HAND else {}


def name_choice(state: State, action: int) -> Message | None:
    """Return a message that names the card which an action plays; None for other actions."""
    move = decode(action)
    if move.kind != Kind.CARD or move.card is None:
        return None
    return Message(f"{DOMAIN}.aim.play", {"card": card_name(move.card)})


AIMS = AimRules(WORTH, find_aims, name_subject, name_choice, of_hand=OF_HAND)
"""What turns are for (``ai.aims``)."""
