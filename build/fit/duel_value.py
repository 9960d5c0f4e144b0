"""Fit what the end of a turn promises in Tash-Kalar between two, and write ``ai/tash_kalar/duel_value.json``.

``python build/fit/duel_value.py --store FILE --games 400`` lets skilled players play that number of games of the High
Form and of the Duel, most of them with a beginning in which every third action is a piece laid at random, half of them
with a whim now and then. Games are lines of the file, written when they are over: an interrupted run goes on where it
stopped.

First it is seen what summoning every card brings: the change of the lead, with what was destroyed, and of the pieces by
``evaluate.WEIGHTS``, from the choice of the card to the end of its effect. With few games a card is held near the mean
of its rank. Then the terms of ``duel_value.py`` are counted at the end of every turn, for the side whose turn it was,
without the cards that it has just drawn, and fitted to how the lead changes: within the next ``AHEAD`` turns and, by
what the end of these promises itself, after them (fitted, promised, fitted again ``ROUNDS`` times). What the last two
turns bring is fitted to the change within one turn and two, wherever in a game; only how much that is on average
(``start``) and how far it is off is from last turns. The terms count less towards the end like all that lies in the
future (``Evaluator.tempo``), but for the last turns.

``--positions FOLDER`` adds twelve positions of every game to the games of ``chances.py`` instead of fitting. The
committed numbers are from ``--first 100000 --games 234``; the chance to win between two is from positions of ``--games
241`` and of novices, ``--first 200000 --games 60 --level novice``.

Needs numpy; a game takes a second or so, and the same games give the same numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from card_gains import list_gains
from stored import play_missing
from wild_games import play_wildly

from ai.tash_kalar.duel_value import FEATURES, FILE, build_card_worth, extract_features
from ai.tash_kalar.evaluate import Evaluator, find_weights
from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar.cards import Card, box
from games.tash_kalar.scoring import goal, score
from games.tash_kalar.state import MAIN, OVER, State, copied

FORMS = ("high", "duel")
AHEAD = 2
"""Turns that are looked at before what their end promises counts: one of each side."""
ROUNDS = 8
HELD = 100.0
"""How strongly a weight is held at nought, in positions in which its term is one standard deviation off."""
FOLDS = 8
WILD_TURNS = (0, 2, 4, 6)
"""Turns of the wild beginning, in turn."""
KEPT = 12
"""Positions of each game for the chance to win, as ``chances.py`` keeps."""
NEAR_RANK = 8
"""So many summonings of a card that brings what its rank does on average count besides its own."""
TO_THE_END = 999


def play_game(form: str, number: int, level: str) -> dict[str, Any]:
    """One game: the actions taken."""
    chance, wild = _start_game(form, number)
    state = RULES.new({"form": form, "surrender": False}, 2, chance)
    taken, odd = play_wildly(state, chance, wild, number, level, WILD_TURNS, whims_early=False)
    return {"form": form, "seats": 2, "number": number, "level": level, "acts": taken, "odd": odd}


def _start_game(form: str, number: int) -> tuple[SeededChance, SeededChance]:
    return SeededChance(mix(number, form)), SeededChance(mix(number, "rnd", form))


def positions(game: dict[str, Any]) -> Iterator[tuple[State, int]]:
    """Every position of a game with the action taken there, at last the end with no action (-1); one state is used."""
    chance, _ = _start_game(game["form"], game["number"])
    state = RULES.new({"form": game["form"], "surrender": False}, 2, chance)
    for action in game["acts"]:
        yield state, action
        RULES.apply(state, state.acting, action, chance)
    yield state, -1


def to_store_format(game: dict[str, Any]) -> dict[str, Any]:
    """The game as ``chances.py`` keeps it."""
    chance = SeededChance(mix(game["number"], "kept", game["form"]))
    left = list(range(len(game["acts"])))
    kept = {left.pop(chance.below(len(left))) for _ in range(min(KEPT, len(left)))}
    found = []
    shares: list[float] = []
    for at, (state, _) in enumerate(positions(game)):
        if at in kept:
            found.append([at, RULES.dump(state)])
        if state.phase == OVER:
            shares = list(win_shares(RULES.result(state)))
    return {
        "seats": 2, "wanted": {"form": game["form"]}, "number": game["number"], "seed": 0, "options": {},
        "level": game["level"], "wild": 0, "shares": shares, "decisions": len(game["acts"]), "positions": found,
    }  # fmt: skip


# --- what cards bring -------------------------------------------------------------------------------


def brought(games: Sequence[dict[str, Any]]) -> tuple[dict[str, float], list[float]]:
    """What summoning each card brings, by code, and each rank."""
    found = list_gains(positions(game) for game in games)
    cards = [card for card in box().cards if card is not None]
    ranks = []
    for rank in range(3):
        means = [float(np.mean(found[card.code])) for card in cards if card.rank == rank and found[card.code]]
        ranks.append(round(sum(means) / len(means), 3))
    worth = {}
    for card in cards:
        gains = found[card.code]
        worth[card.code] = round((sum(gains) + NEAR_RANK * ranks[card.rank]) / (len(gains) + NEAR_RANK), 3)
    return worth, ranks


# --- turn by turn -----------------------------------------------------------------------------------


class Turns:
    """The ends of all turns of some games, game by game.

    ``x`` terms, ``tempo``, ``lead`` of the side whose turn it was, ``sign`` 1 for seat 0, ``game``, ``at`` number of
    the turn in its game, ``final`` turns left, ``left`` points to the end, ``fair`` whether the other side is next.
    """

    def __init__(self, games: Sequence[dict[str, Any]], worth: Callable[[Card], float]) -> None:
        rows: list[list[float]] = []
        notes: list[list[float]] = []
        ends: list[int] = []
        for number, game in enumerate(games):
            judge: Evaluator | None = None
            at = 0
            for state, action in positions(game):
                if judge is not None and state.turn != judge.turn and state.phase != OVER:
                    sign = -1 if judge.seat else 1
                    lead = score(state, 0) - score(state, 1)
                    left = max(0, goal(state) - max(score(state, 0), score(state, 1)))
                    rows.append(extract_features(state, judge, worth))
                    notes.append([judge.tempo(state), sign * lead, sign, number, at, state.final, left,
                                  state.active != judge.seat])  # fmt: skip
                    at += 1
                    judge = None
                if action < 0:
                    ends.append(score(state, 0) - score(state, 1))
                elif state.phase == MAIN and (judge is None or judge.turn != state.turn):
                    judge = Evaluator(copied(state), state.active, find_weights(state.form))
        self.x = np.array(rows)
        self.tempo, self.lead, self.sign, game_of, at_of, self.final, self.left, fair = np.array(notes).T
        self.game, self.at, self.fair = game_of.astype(int), at_of.astype(int), fair > 0
        self.end = np.array(ends, dtype=float)[self.game] * self.sign
        self.length = np.bincount(self.game)[self.game]

    def change(self, ahead: int) -> Any:
        """Change of the lead within ``ahead`` turns."""
        return self.later(self.lead, ahead, self.end) - self.lead

    def later(self, numbers: Any, ahead: int, after: Any) -> Any:
        """A side's numbers ``ahead`` turns later, as the side sees them whose turn it was; ``after`` the game is
        over."""
        inside = self.at + ahead < self.length
        there = np.where(inside, np.arange(len(self.at)) + ahead, 0)
        return np.where(inside, numbers[there] * self.sign[there] * self.sign, after)


def solve(x: Any, y: Any) -> tuple[Any, float]:
    """Weights held at nought, and what is expected with nothing there."""
    spread = x.std(axis=0)
    spread = np.where(spread < 1e-7, 1e9, spread)  # what never varies weighs nothing
    scaled = np.hstack([x / spread, np.ones((len(y), 1))])
    held = np.diag([HELD] * x.shape[1] + [1e-6])
    found = np.linalg.solve(scaled.T @ scaled + held, scaled.T @ y)
    return found[:-1] / spread, float(found[-1])


def cross_validate(turns: Turns, x: Any, y: Any) -> Any:
    """Cross-validated predictions of the games."""
    found = np.zeros(len(y))
    for fold in range(FOLDS):
        out = turns.game % FOLDS == fold
        kept = ~out & turns.fair
        weights, start = solve(x[kept], y[kept])
        found[out] = x[out] @ weights + start
    return found


def course(turns: Turns) -> tuple[Any, Any]:
    """The terms while the game goes on, and the change that is fitted to at last."""
    x = turns.x * turns.tempo[:, None]
    y = turns.change(TO_THE_END)
    for _ in range(ROUNDS):
        promise = cross_validate(turns, x, y)
        y = turns.change(AHEAD) + turns.later(promise, AHEAD, 0.0)
    return x, y


def weights_of_part(x: Any, y: Any, chosen: Any, off: Any, left: Any) -> dict[str, Any]:
    """As ``turn_end.Weights`` has it; ``off`` how much the lead is off, with ``left`` points left, if it matters."""
    weights, start = solve(x[chosen], y[chosen])
    if left is None:
        spread = [float(np.mean(off**2)), 0.0]
    else:
        slope, base = np.polyfit(left, off**2, 1)
        spread = [max(0.1, float(base)), max(0.0, float(slope))]
    named = {name: round(float(each), 4) for name, each in zip(FEATURES, weights, strict=True) if abs(each) >= 5e-5}
    return {"start": round(start, 4), "terms": named, "spread": [round(each, 3) for each in spread]}


def fit(form: str, games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """All numbers of a form; says how good they are with games left out."""
    cards, ranks = brought(games)
    turns = Turns(games, build_card_worth(cards, ranks))
    won = np.sign(turns.end)
    x, y = course(turns)
    promise = cross_validate(turns, x, y)
    going = turns.fair & (turns.final < 0)
    end = turns.change(TO_THE_END)
    told = [float(np.corrcoef(a[going], b[going])[0, 1]) for a, b in
            ((promise, end), (promise + turns.lead, won), (turns.lead, won))]  # fmt: skip
    print(f"{form}: {len(games)} games, left out: correlation with the change to the end {told[0]:.3f}, with who wins "
          f"{told[1]:.3f} (the lead alone {told[2]:.3f})")  # fmt: skip
    found: dict[str, Any] = {"cards": cards, "ranks": ranks}
    found["on"] = weights_of_part(x, y, turns.fair, (end - promise)[going], turns.left[going])
    for name, ahead in (("one", 1), ("two", 2)):
        y = turns.change(ahead)
        last = turns.fair & (turns.final == ahead)
        promise = cross_validate(turns, turns.x, y)
        start = float((y - promise)[last].mean())
        off = (y - promise)[last] - start
        print(f"  {name}: last turns are off by {off.std():.2f}, without it by {y[last].std():.2f}")
        part = weights_of_part(turns.x, y, turns.fair, off, None)
        part["start"] = round(part["start"] + start, 4)
        found[name] = part
    return found


def main() -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--games", type=int, default=400, help="games of each form (400)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--level", default="skilled", help="who plays (skilled)")
    parser.add_argument("--positions", type=Path, help="add positions to the games of chances.py in this folder")
    parser.add_argument("--no-play", action="store_true")
    parser.add_argument("--no-fit", action="store_true")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.games) if not given.no_play else range(0)
    games = play_missing(
        given.store,
        [(form, number) for number in numbers for form in FORMS],
        lambda game: (game["form"], game["number"]),
        lambda key: play_game(*key, given.level),
    )
    if given.positions:
        from chances import Store

        store_of_positions = Store(given.positions, "tash_kalar")
        for game in sorted(games, key=lambda one: (one["form"], one["number"])):
            store_of_positions.add(to_store_format(game))
    elif not given.no_fit:
        found = {form: fit(form, [game for game in games if game["form"] == form]) for form in FORMS}
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
