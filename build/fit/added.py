"""Fit what fields and cards of expansions are worth in Tash-Kalar, and write the files next to their modules in ``ai``.

``python build/fit/added.py --store FILE …`` reads games that ``python3 -m ai.lab.choice_balance tash_kalar deck_1
deck_2 --values … --keep FILE`` has kept: skilled players, High Form, all pairs of decks; in a further file the Duel.

Features, by games of the High Form: at the end of every turn the promise of the base (``duel_value``, without what the
expansions add) is compared with the promise ``AHEAD`` turns later, or with the final lead; the difference is fitted to
the features of both sides, with the estimates of the modules to begin with. Cards, by games of each form: what
summoning one brings, from its choice to the end of its effect, against the mean of its rank, held near that mean with
few games; a card with a line that is stored brings what it is worth stored too. What an expansion has no games of stays
as its file has it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from operator import mul
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from card_gains import list_gains

from ai.lab.choice_balance import Pairing, PlayedPairing, open_pairing, read_pairings
from ai.tash_kalar.added_value import AddedValue, FormName, evaluate_expansions, read_weights
from ai.tash_kalar.duel_value import evaluate_turn_end
from ai.tash_kalar.evaluate import Evaluator, find_weights
from games.tash_kalar import RULES
from games.tash_kalar.cards import IN_DECK, Card, box
from games.tash_kalar.expansions import list_expansions, load_part
from games.tash_kalar.scoring import score
from games.tash_kalar.state import MAIN, OVER, State, copied

AHEAD = 4
"""Turns after which the promise is compared: two of each side."""
DOUBT = 0.05
"""Points by which the estimate of a weight may be off, before any game is looked at. With 0.3 games of skilled players
pulled the weights of Gateways to the wrong side: a side that has one there has paid for it elsewhere."""
NEAR_RANK = 8
"""Summonings with the mean gain of the rank that are counted in addition to those of a card."""

Row = list[float]


def positions(played: PlayedPairing) -> Iterator[tuple[State, int]]:
    """Every position of a game with the action taken there, at last the end with no action (-1); one state is used."""
    wanted: dict[str, Any] = json.loads(played.key)
    wanted = {**wanted, "names": tuple(wanted["names"]), "values": tuple(wanted["values"])}
    state, chance = open_pairing(Pairing(**wanted))
    for action in played.actions:
        yield state, action
        RULES.apply(state, state.acting, action, chance)
    yield state, -1


def find_form(played: PlayedPairing) -> str:
    """Return the name of the form of a game."""
    form: str = json.loads(played.key)["options"]["form"]
    return form


# --- features -------------------------------------------------------------------------------------------------------


class Ends:
    """The ends of the turns of a game: promise of the base, sign of the side, features of all expansions."""

    def __init__(self, played: PlayedPairing, values: dict[str, AddedValue]) -> None:
        self.promise: Row = []
        self.sign: list[int] = []
        self.features: list[Row] = []
        judge: Evaluator | None = None
        for state, action in positions(played):
            if judge is not None and state.turn != judge.turn and state.phase != OVER:
                self._add(state, judge, values)
                judge = None
            if action < 0:
                self.lead = score(state, 0) - score(state, 1)
            elif state.phase == MAIN and (judge is None or judge.turn != state.turn):
                judge = Evaluator(copied(state), state.active, find_weights(state.form))

    def _add(self, state: State, judge: Evaluator, values: dict[str, AddedValue]) -> None:
        side, tempo = judge.side, judge.tempo(state)
        promise = evaluate_turn_end(state, judge)[0]
        if state.final != 1:
            promise -= evaluate_expansions(state, side) * (tempo if state.final < 0 else 1.0)
        self.promise.append(promise)
        self.sign.append(-1 if side else 1)
        row: Row = []
        codes = [one.code for one in state.expansions]
        for code, value in values.items():
            if code in codes:
                nothing = [0.0] * len(value.features)
                own, other = (value.extract(state, each) or nothing for each in (side, 1 - side))
                row += [(one - two) * tempo for one, two in zip(own, other, strict=True)]
            else:
                row += [0.0] * len(value.features)
        self.features.append(row)

    def list_rows(self) -> Iterator[tuple[Row, float]]:
        """Yield the features with the change of the promise."""
        for at, sign in enumerate(self.sign):
            later = at + AHEAD
            after = self.promise[later] * self.sign[later] * sign if later < len(self.sign) else self.lead * sign
            yield self.features[at], after - self.promise[at]


def solve(rows: Sequence[Row], wanted: Row, estimates: Row) -> tuple[Row, Row]:
    """Return the weights of features, at last of a constant, and their standard errors: the best guess when every
    weight is known to be within ``DOUBT`` of its estimate to begin with (Bayesian linear regression)."""
    rows = [[*row, 1.0] for row in rows]
    places = range(len(estimates) + 1)
    left = [y - sum(map(mul, row, estimates)) for row, y in zip(rows, wanted, strict=True)]
    noise = sum(each**2 for each in left) / len(left)
    matrix = [[sum(row[i] * row[j] for row in rows) for j in places] for i in places]
    for place in range(len(estimates)):
        matrix[place][place] += noise / DOUBT**2
    inverse = invert(matrix)
    right = [sum(row[place] * y for row, y in zip(rows, left, strict=True)) for place in places]
    found = [sum(map(mul, line, right)) for line in inverse]
    errors = [sqrt(noise * inverse[place][place]) for place in range(len(estimates))]
    return [each + estimate for each, estimate in zip(found, [*estimates, 0.0], strict=True)], errors


def invert(matrix: list[Row]) -> list[Row]:
    """Return the inverse of a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(at == place) for at in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [each / pivot for each in rows[place]]
        for other in range(size):
            if other != place:
                factor = rows[other][place]
                rows[other] = [each - factor * one for each, one in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


# --- cards ----------------------------------------------------------------------------------------------------------


def rate_cards(gains: dict[str, Row], cards: Sequence[Card], stored: dict[str, float]) -> dict[str, float]:
    """Return by how much each card brings more than the mean of its rank."""
    means: Row = []
    for rank in range(2):
        of_rank = [gains[card.code] for card in box().cards if card and card.rank == rank and gains.get(card.code)]
        means.append(sum(sum(row) / len(row) for row in of_rank) / len(of_rank))
    found = {}
    for card in cards:
        row, mean = gains.get(card.code, []), means[card.rank]
        gain = (sum(row) + NEAR_RANK * mean) / (len(row) + NEAR_RANK) - mean
        found[card.code] = round(gain + stored.get(card.code, 0.0), 3)
    return found


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True, nargs="+")
    given = parser.parse_args()
    values = {code: value for code, value in load_part("opponents") if value is not None}
    known = {code: read_weights(value) for code, value in values.items()}
    stored = [one for file in given.store for one in read_pairings(file) if set(one.values) & set(values)]
    games = {form: [one for one in stored if find_form(one) == form] for form in get_args(FormName)}
    rows: list[Row] = []
    wanted: Row = []
    for played in games["high"]:
        for row, change in Ends(played, values).list_rows():
            rows.append(row)
            wanted.append(change)
    estimates = [each for value in values.values() for each in value.estimates.values()]
    weights, errors = solve(rows, wanted, estimates)
    gains = {form: list_gains(positions(played) for played in some) for form, some in games.items()}
    print(f"{len(games['high'])} games, {len(rows)} ends of turns; a constant of {weights[-1]:.3f}")
    at = 0
    for one in list_expansions():
        value = values.get(one.code)
        if value is None:
            continue
        here = slice(at, at + len(value.features))
        at += len(value.features)
        features = {name: round(each, 3) for name, each in zip(value.features, weights[here], strict=True)}
        for name, error in zip(value.features, errors[here], strict=True):
            print(f"  {one.code}.{name}: {features[name]:.3f} (standard error {error:.3f})")
        first = one.deck * IN_DECK
        cards = [card for card in box().cards[first : first + IN_DECK] if card is not None]
        rated = dict(known[one.code].cards)
        for form, some in games.items():
            if any(one.code in played.values for played in some):
                found = gains[form]
                rated[form] = rate_cards(found, cards, features)
                listed = [f"{code} {gain:+.2f} ({len(found.get(code, []))})" for code, gain in rated[form].items()]
                print(f"  {form}: {', '.join(listed)}")
        value.file.write_text(json.dumps({"features": features, "cards": rated}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
