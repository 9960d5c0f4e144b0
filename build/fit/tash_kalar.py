"""What the end of a turn promises in Tash-Kalar: between two, in a Melee, and by the fields of expansions.

Skilled players play the games of ``duel_value`` (High Form and Duel) and ``melee_value``; three in four begin with
pieces laid at random in every third action, half have a whim now and then. Features are counted at the end of every
turn for the side whose turn it was, without the cards that it has just drawn. The numbers in use are from ``--first
100000 --games 234`` between two and ``--first 500000 --games 160`` in a Melee; the win probability between two was
fitted to positions of ``--games 241`` and of novices, ``--first 200000 --games 60 --level novice``.

The games of ``expansions`` are those that ``python3 -m ai.lab.choice_balance tash_kalar deck_1 deck_2 --values … --keep
FILE`` has stored: skilled players, High Form, all pairs of decks; in a further file the Duel.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, get_args

import numpy as np
from model import Game, Key, Model, list_keys
from solvers import cross_validate, find_spread, predict_shares, solve_logit, solve_ridge

from ai.lab.choice_balance import Pairing, PlayedPairing, open_pairing, read_pairings
from ai.tash_kalar import duel_value, evaluate, melee_value
from ai.tash_kalar.players import PLAYERS
from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import IN_DECK, Card, box
from games.tash_kalar.expansions import list_expansions, load_part
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.scoring import goal, score
from games.tash_kalar.state import CLAIMING, LEFT_OVER, MAIN, OVER, State, copied

FORMS = ("high", "duel")
MELEE = "melee"
WHIM = 40
"""In every second game one action in this number is left to chance."""
AHEAD = {"duel": 2, "expansions": 4}
"""Turns that are looked at before what their end promises counts: one or two of each side."""
TO_THE_END = 999
ROUNDS = {"duel": 8, "melee": 2}
"""How often weights are fitted to what the weights before promise later."""
HELD = {"duel": 100.0, "melee": 60.0}
"""How strongly a weight is held at nought, in positions in which its term is one standard deviation off."""
FOLDS = {"duel": 8, "melee": 4}
NEAR_RANK = 8
"""Summonings with the mean gain of the rank that are counted in addition to those of a card."""
DOUBT = 0.05
"""Points by which the estimate of a feature of an expansion may be off, before any game is looked at. With 0.3 games of
skilled players pulled weights of Gateways to the wrong side: a side that has one there has paid for it elsewhere."""

Positions = Iterable[tuple[State, int]]
"""Positions of a game with the action taken there, at last the end with no action (-1); one state is used."""


# --- games ----------------------------------------------------------------------------------------------------------


def list_form_keys(forms: Sequence[str], given: argparse.Namespace) -> list[Key]:
    """Return a key for every game and form that the arguments ask for."""
    return [{"form": form, **key, "level": given.level[0]} for key in list_keys(given) for form in forms]


def _start_game(key: Key) -> tuple[State, SeededChance, SeededChance]:
    form, seats = key["form"], key["seats"]
    more = (seats,) if form == MELEE else ()
    chance = SeededChance(mix(key["number"], form, *more))
    state = RULES.new({"form": form, "surrender": False}, seats, chance)
    return state, chance, SeededChance(mix(key["number"], "rnd", form, *more))


def play_game(key: Key) -> Game:
    """Play the game of a key, in part at random; return its actions."""
    state, chance, wild = _start_game(key)
    number, melee = key["number"], key["form"] == MELEE
    wild_turns = (3 if melee else 2) * (number % 4)
    taken: list[int] = []
    while RULES.to_act(state):
        seat = state.acting
        legal = list(RULES.legal(state, seat))
        early = state.turn <= wild_turns
        if early and state.phase == MAIN and wild.below(3) == 0:
            action = wild.draw([each for each in legal if act.PLACE <= each < act.PICK] or legal)
        elif (melee or not early) and state.phase == MAIN and number % 2 and wild.below(WHIM) == 0:
            action = wild.draw([each for each in legal if each not in (act.SURRENDER, act.HAND_OVER)] or legal)
        else:
            view = RULES.view(state, seat)
            action = PLAYERS[key["level"]](view, seat, legal, SeededChance(wild.below(1 << 30))).action
        RULES.apply(state, seat, action, chance)
        taken.append(action)
    return {"acts": taken}


def replay(game: Game) -> Positions:
    """Yield the positions of a stored game, each with the action taken there (-1 at the end)."""
    state, chance, _ = _start_game(game)
    return _follow(state, chance, game["acts"])


def replay_pairing(played: PlayedPairing) -> Positions:
    """Yield the positions of a game of two decks, as :func:`replay` does."""
    wanted: dict[str, Any] = json.loads(played.key)
    wanted = {**wanted, "names": tuple(wanted["names"]), "values": tuple(wanted["values"])}
    return _follow(*open_pairing(Pairing(**wanted)), played.actions)


def _follow(state: State, chance: Any, actions: Iterable[int]) -> Positions:
    for action in actions:
        yield state, action
        RULES.apply(state, state.acting, action, chance)
    yield state, -1


def iterate_turn_ends(positions: Positions) -> Iterator[tuple[State, evaluate.Evaluator | None]]:
    """Yield every turn's end with an evaluator made at its beginning, last the end of the game with None."""
    judge: evaluate.Evaluator | None = None
    for state, action in positions:
        if judge is not None and state.turn != judge.turn and state.phase != OVER:
            yield state, judge
            judge = None
        if action < 0:
            yield state, None
        elif state.phase == MAIN and judge is None:
            judge = evaluate.Evaluator(copied(state), state.active, evaluate.find_weights(state.form))


# --- what cards bring -----------------------------------------------------------------------------------------------


def list_gains(games: Iterable[Positions]) -> dict[str, list[float]]:
    """Return, by card code, what each summoning of the card gained: lead, pieces and actions, in points.

    Counted from the choice of the card to the end of its effect.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for positions in games:
        judge: evaluate.Evaluator | None = None
        code, was, left = "", 0.0, 0
        for state, action in positions:
            if code and judge and (state.phase in (MAIN, CLAIMING, LEFT_OVER, OVER) or state.turn != judge.turn):
                gained = state.actions - left if state.turn == judge.turn and state.phase != OVER else 0
                found[code].append(_worth(state, judge) - was + evaluate.ACTION_LEFT * gained)
                code = ""
            if state.phase == MAIN and action >= 0:
                if judge is None or judge.turn != state.turn:
                    judge = evaluate.Evaluator(copied(state), state.active, evaluate.find_weights(state.form))
                move = decode(action)
                if move.card >= 0 and (move.kind == Kind.USE or act.SUMMON <= action < act.DISCARD):
                    code, was, left = state.book.card(move.card).code, _worth(state, judge), state.actions - 1
    return found


def _worth(state: State, judge: evaluate.Evaluator) -> float:
    if state.turn == judge.turn and state.phase != OVER:
        return judge.margin(state) + judge.material(state)
    return score(state, judge.side) - score(state, 1 - judge.side) + judge.material(state)


def average_ranks(gains: Mapping[str, Sequence[float]], ranks: int) -> list[float]:
    """Return, by rank, the mean over its cards of their mean gain."""
    means = [(card.rank, sum(row) / len(row)) for card in box().cards if card and (row := gains.get(card.code, []))]
    return [float(np.mean([mean for of, mean in means if of == rank])) for rank in range(ranks)]


def rate_card(gains: Mapping[str, Sequence[float]], card: Card, mean: float) -> float:
    """Return the mean gain of a card, drawn towards ``mean``, that of its rank, if it was rarely summoned."""
    row = gains.get(card.code, [])
    return (sum(row) + NEAR_RANK * mean) / (len(row) + NEAR_RANK)


# --- between two ----------------------------------------------------------------------------------------------------


class DuelTurns:
    """The ends of all turns of some games as arrays, game by game.

    ``x``: terms, ``tempo``, ``lead`` of the side whose turn it was, ``sign``: 1 for seat 0, else -1, ``game``, ``at``:
    number of the turn in its game, ``final``: turns left, ``left``: points to the end, ``fair``: whether the other side
    is next.
    """

    def __init__(self, games: Sequence[Game], worth: Callable[[Card], float]) -> None:
        rows: list[list[float]] = []
        notes: list[list[float]] = []
        ends: list[int] = []
        for number, game in enumerate(games):
            at = 0
            for state, judge in iterate_turn_ends(replay(game)):
                lead = score(state, 0) - score(state, 1)
                if judge is None:
                    ends.append(lead)
                    continue
                sign = -1 if judge.seat else 1
                left = max(0, goal(state) - max(score(state, 0), score(state, 1)))
                rows.append(duel_value.extract_features(state, judge, worth))
                notes.append([judge.tempo(state), sign * lead, sign, number, at, state.final, left,
                              state.active != judge.seat])  # fmt: skip
                at += 1
        self.x = np.array(rows)
        self.tempo, self.lead, self.sign, game_of, at_of, self.final, self.left, fair = np.array(notes).T
        self.game, self.at, self.fair = game_of.astype(int), at_of.astype(int), fair > 0
        self.end = np.array(ends, dtype=float)[self.game] * self.sign
        self.length = np.bincount(self.game)[self.game]

    def change(self, ahead: int) -> Any:
        """Return the change of the lead within ``ahead`` turns."""
        return self.later(self.lead, ahead, self.end) - self.lead

    def later(self, numbers: Any, ahead: int, after: Any) -> Any:
        """Return ``numbers`` of each side ``ahead`` turns later, seen from the side whose turn it was; ``after``: the
        values once the game is over."""
        inside = self.at + ahead < self.length
        there = np.where(inside, np.arange(len(self.at)) + ahead, 0)
        return np.where(inside, numbers[there] * self.sign[there] * self.sign, after)

    def cross_validate(self, x: Any, y: Any) -> Any:
        """Return cross-validated predictions of ``y`` for all turns."""

        def predict(kept: Any, out: Any) -> Any:
            kept = kept & self.fair
            weights, start = solve_turns(x[kept], y[kept])
            return x[out] @ weights + start

        return cross_validate(self.game, FOLDS["duel"], y.shape, predict)


def solve_turns(x: Any, y: Any) -> tuple[Any, float]:
    """Return ridge regression weights of the terms, and the intercept."""
    weights, start, _ = solve_ridge(x, y, HELD["duel"] * find_spread(x) ** 2)
    return weights, start


def describe_part(x: Any, y: Any, off: Any, left: Any) -> dict[str, Any]:
    """Return fitted entries of ``duel_value.Weights``; ``off``: errors of the predicted final lead; ``left``: points
    left, None if the error does not depend on them."""
    weights, start = solve_turns(x, y)
    if left is None:
        spread = [float(np.mean(off**2)), 0.0]
    else:
        slope, base = np.polyfit(left, off**2, 1)
        spread = [max(0.1, float(base)), max(0.0, float(slope))]
    named = zip(duel_value.FEATURES, weights, strict=True)
    terms = {name: round(float(each), 4) for name, each in named if abs(each) >= 5e-5}
    return {"start": round(start, 4), "terms": terms, "spread": [round(each, 3) for each in spread]}


def fit_form(form: str, games: Sequence[Game]) -> dict[str, Any]:
    """Return all fitted numbers of a form, and print their quality on games left out.

    Features are fitted to the change of the lead within the next turns and, by the value of the position after them,
    later. For the last two turns they are fitted to the change within one turn and two, anywhere in a game; only its
    mean (``start``) and error are taken from last turns. Apart from the last turns, features count less towards the end
    of the game, as all that lies in the future does (``Evaluator.tempo``).
    """
    gains = list_gains(replay(game) for game in games)
    ranks = [round(mean, 3) for mean in average_ranks(gains, 3)]
    cards = {card.code: round(rate_card(gains, card, ranks[card.rank]), 3) for card in box().cards if card is not None}
    turns = DuelTurns(games, duel_value.build_card_worth(cards, ranks, {}))
    x = turns.x * turns.tempo[:, None]
    y = end = turns.change(TO_THE_END)
    for _ in range(ROUNDS["duel"]):
        promise = turns.cross_validate(x, y)
        y = turns.change(AHEAD["duel"]) + turns.later(promise, AHEAD["duel"], 0.0)
    promise = turns.cross_validate(x, y)
    going = turns.fair & (turns.final < 0)
    told, lead = (
        np.corrcoef(each[going], np.sign(turns.end)[going])[0, 1] for each in (promise + turns.lead, turns.lead)
    )
    print(f"{form}: {len(games)} games, left out: correlation with who wins {told:.3f} (the lead alone {lead:.3f})")
    going_on = describe_part(x[turns.fair], y[turns.fair], (end - promise)[going], turns.left[going])
    found: dict[str, Any] = {"cards": cards, "ranks": ranks, "on": going_on}
    for name, ahead in (("one", 1), ("two", 2)):
        y = turns.change(ahead)
        last = turns.fair & (turns.final == ahead)
        promise = turns.cross_validate(turns.x, y)
        start = float((y - promise)[last].mean())
        part = describe_part(turns.x[turns.fair], y[turns.fair], (y - promise)[last] - start, None)
        found[name] = {**part, "start": round(part["start"] + start, 4)}
    return found


def fit_duel(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return all fitted numbers of the High Form and the Duel."""
    found = {form: fit_form(form, [game for game in games if game["form"] == form]) for form in FORMS}
    return {duel_value.FILE: found}


# --- in a Melee -----------------------------------------------------------------------------------------------------


class MeleeTurns:
    """The ends of all turns as arrays; columns are sides, first the one whose turn it was."""

    def __init__(self, games: Sequence[Game]) -> None:
        own: list[list[float]] = []
        rivals: list[list[list[float]]] = []
        notes: list[tuple[int, int, float]] = []
        shares = []
        for number, game in enumerate(games):
            for state, judge in iterate_turn_ends(replay(game)):
                if judge is None:
                    shares.append(win_shares(RULES.result(state)))
                    continue
                first, *others = melee_value.extract_features(state, judge)
                own.append(first)
                rivals.append(others)
                notes.append((number, judge.seat, melee_value.measure_progress(state)))
        mine, theirs = np.array(own), np.array(rivals)
        game_of, seat_of, part = np.array(notes).T
        self.game, self.seat = game_of.astype(int), seat_of.astype(int)
        self.seats = theirs.shape[1] + 1
        won = np.array(shares)[self.game]
        places = (self.seat[:, None] + np.arange(self.seats)) % self.seats
        self.won = np.take_along_axis(won, places, axis=1)
        self.spread = (find_spread(mine), find_spread(theirs.reshape(-1, theirs.shape[2])))
        mine, theirs, part = mine / self.spread[0], theirs / self.spread[1], part[:, None]
        count = (mine.shape[1], theirs.shape[2])
        self.x = np.zeros((len(mine), self.seats, 2 * sum(count) + 1))
        self.x[:, 0, : 2 * count[0]] = np.hstack([mine, mine * part])
        self.x[:, 1:, 2 * count[0] : -1] = np.concatenate([theirs, theirs * part[:, :, None]], axis=2)
        self.x[:, 0, -1] = 1.0

    def later(self, chances: Any) -> Any:
        """Return the win probabilities of the same sides a round later, or the result if the game is over by then."""
        found = self.won.copy()
        at = np.arange(len(self.game) - self.seats)
        at = at[self.game[at] == self.game[at + self.seats]]
        for place in range(self.seats):
            there = (self.seat[at] + place - self.seat[at + self.seats]) % self.seats
            found[at, place] = chances[at + self.seats, there]
        return found

    def solve(self, y: Any, kept: Any) -> Any:
        """Return maximum likelihood weights for the shares of the win ``y``; ``kept``: mask of the turns to fit to."""
        return solve_logit(self.x[kept], y[kept], HELD["melee"] * np.eye(self.x.shape[2]))

    def cross_validate(self, y: Any) -> Any:
        """Return cross-validated win probabilities for all turns."""

        def predict(kept: Any, out: Any) -> Any:
            return predict_shares(self.x[out], self.solve(y, kept))

        return cross_validate(self.game, FOLDS["melee"], y.shape, predict)


def fit_melee(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return weights by seats, fitted first to who wins, then to the win probability a round later.

    Each weight has a value at the beginning, and a change up to the end of the game.
    """
    found: dict[str, dict[str, Any]] = {}
    for seats in given.seats:
        turns = MeleeTurns([game for game in games if game["seats"] == seats])
        chances = turns.cross_validate(turns.won)
        for _ in range(ROUNDS["melee"]):
            chances = turns.cross_validate(turns.later(chances))
        explained = 1 - ((chances - turns.won) ** 2).sum() / ((1 / seats - turns.won) ** 2).sum()
        print(f"{seats} seats: {len(games)} games, left out: {explained:.3f} explained")
        weights = turns.solve(turns.later(chances), slice(None))
        found[str(seats)] = {"start": round(float(weights[-1]), 4)}
        at = 0
        names_of = (melee_value.OWN_FEATURES, melee_value.RIVAL_FEATURES)
        for side, names, spread in zip(("own", "rival"), names_of, turns.spread, strict=True):
            pairs = weights[at : at + 2 * len(names)].reshape(2, -1).T / spread[:, None]
            named = zip(names, pairs, strict=True)
            found[str(seats)][side] = {name: [round(float(each), 4) for each in pair] for name, pair in named}
            at += 2 * len(names)
    return {melee_value.FILE: found}


# --- expansions -----------------------------------------------------------------------------------------------------


def list_changes(
    played: PlayedPairing, values: Mapping[str, evaluate.AddedValue]
) -> Iterator[tuple[list[float], float]]:
    """Yield at the end of every turn the features of all expansions, and how the expected lead changes afterwards.

    The expected lead is that of the base (``duel_value``, without the expansions' features), ``AHEAD`` turns later or
    the final lead.
    """
    promises: list[tuple[int, float]] = []
    features: list[list[float]] = []
    for state, judge in iterate_turn_ends(replay_pairing(played)):
        if judge is None:
            continue
        side, tempo = judge.side, judge.tempo(state)
        promise = duel_value.evaluate_turn_end(state, judge)[0]
        if state.final != 1:
            promise -= evaluate.evaluate_expansions(state, side) * (tempo if state.final < 0 else 1.0)
        promises.append((-1 if side else 1, promise))
        row: list[float] = []
        codes = [one.code for one in state.expansions]
        for code, value in values.items():
            nothing = [0.0] * len(value.features)
            sides = [(value.extract(state, each) if code in codes else []) or nothing for each in (side, 1 - side)]
            row += [(one - two) * tempo for one, two in zip(*sides, strict=True)]
        features.append(row)
    lead = score(state, 0) - score(state, 1)
    for at, (sign, promise) in enumerate(promises):
        later, after = promises[at + AHEAD["expansions"]] if at + AHEAD["expansions"] < len(promises) else (1, lead)
        yield features[at], after * later * sign - promise


def fit_expansions(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return the weights of every expansion's features, and by how much its cards bring more than the mean of their
    rank.

    The weights are the mean of Bayesian linear regression with a prior of standard deviation ``DOUBT`` about their
    estimates. A card with a line that is stored includes what it is worth stored. An expansion without games keeps the
    numbers of its file.
    """
    values = {code: value for code, value in load_part("opponents") if value is not None}
    stored = [one for file in given.store for one in read_pairings(file) if set(one.values) & set(values)]
    by_form = {
        form: [one for one in stored if json.loads(one.key)["options"]["form"] == form]
        for form in get_args(evaluate.FormName)
    }
    rows = [row for played in by_form["high"] for row in list_changes(played, values)]
    x, y = np.array([row for row, _ in rows]), np.array([change for _, change in rows])
    estimates = [each for value in values.values() for each in value.estimates.values()]
    left = y - x @ estimates
    noise = float(np.mean(left**2))
    weights, constant, inverse = solve_ridge(x, left, [noise / DOUBT**2] * len(estimates))
    fitted = iter(zip(weights + estimates, np.sqrt(noise * np.diag(inverse)[:-1]), strict=True))
    gains = {form: list_gains(map(replay_pairing, some)) for form, some in by_form.items()}
    print(f"{len(by_form['high'])} games, {len(rows)} ends of turns; a constant of {constant:.3f}")
    found: dict[Path, Any] = {}
    decks = {one.code: one.deck * IN_DECK for one in list_expansions()}
    for code, value in values.items():
        features = {}
        for name in value.features:
            weight, error = next(fitted)
            features[name] = round(float(weight), 3)
            print(f"  {code}.{name}: {features[name]:.3f} (standard error {error:.3f})")
        cards = [card for card in box().cards[decks[code] : decks[code] + IN_DECK] if card is not None]
        rated = dict(evaluate.read_weights(value).cards)
        for form, some in by_form.items():
            if any(code in played.values for played in some):
                means = average_ranks(gains[form], 2)
                rated[form] = {
                    card.code: round(
                        rate_card(gains[form], card, means[card.rank])
                        - means[card.rank]
                        + features.get(card.code, 0.0),
                        3,
                    )
                    for card in cards
                }
        found[value.file] = {"features": features, "cards": rated}
    return found


MODELS = {
    "duel_value": Model(fit_duel, play_game, partial(list_form_keys, FORMS), games=400, seats=(2,)),
    "melee_value": Model(fit_melee, play_game, partial(list_form_keys, (MELEE,)), games=160, seats=(4,)),
    "expansions": Model(fit_expansions),
}
