"""Fit what the end of a turn promises in Tash-Kalar between two, and write ``ai/tash_kalar/turn_end.json``.

``python build/fit/turn_ends.py --store FILE --games 280`` lets skilled players play so many games of the High Form and
of the Duel, half of them with a beginning in which every third action is a piece laid at random. At the end of every
turn the terms of ``turn_end.py`` are counted, for the side whose turn it was, without the cards that it has just drawn;
what they are fitted to is by how much its lead changes within the next ``AHEAD`` turns. Who wins in the end says far
less about a position, and would take thousands of games. With 28 games instead of 280 what the rival may summon came
out at less than half of what it is worth, for with few games weights are held the more strongly near nought, where they
are held the more the less a term varies. The terms count less towards the end like all that lies in the future
(``Evaluator.tempo``).

Games are lines of the file, written when they are over: whoever is interrupted goes on where it stopped. Needs numpy; a
game takes two seconds or so, and the same games give the same numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ai.tash_kalar.evaluate import Evaluator, weights_of
from ai.tash_kalar.players import PLAYERS
from ai.tash_kalar.turn_end import FILE, TERMS, terms
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar import actions as act
from games.tash_kalar.scoring import score
from games.tash_kalar.state import MAIN, OVER, State, copied

AHEAD = {"high": 4, "duel": 6}
"""Turns by form, two or three of each side: as far as what a turn has built up is used or destroyed. In the Duel most
is explained of six turns (0.32 in games left out; 0.31 of four, 0.24 of two)."""
HELD = 200.0
"""How strongly a weight is held at nought, in positions in which its term is one standard deviation off."""
FOLDS = 10
JUDGED = {"high": 0.5, "duel": 0.0}
"""How much of what the quick judge says beyond the lead stays, by form; of the fitted terms that it has an eye for
itself (``OF_OWN``) there is the rest.

In the Duel they take its place. In the High Form what it says is mostly about tasks, of which skilled players, whose
games are fitted to, make too little; so there they share: half of what it says and half of every term won 0.549 of 51
games (0.414 to 0.677) against terms that only add what it does not look at.
"""
OF_OWN = {"hand", "tasks", "next_task", "their_tasks", "their_next_task", "common", "heroic", "legendary",
          "their_common", "their_heroic", "their_legendary", "ready", "near", "far", "places", "near_places",
          "great_ready", "great_near", "great_places", "great_near_places"}  # fmt: skip
WILD_TURNS = (0, 2, 4, 6)
"""Turns of the wild beginning, in turn."""


def played(form: str, number: int) -> dict[str, Any]:
    """One game: for each turn that is followed by one of the other side its seat, lead, tempo and terms."""
    chance, wild = SeededChance(mix(number, form)), SeededChance(mix(number, "rnd", form))
    state = RULES.new({"form": form, "surrender": False}, 2, chance)
    turns: list[dict[str, Any]] = []
    judge = Evaluator(state, state.active, weights_of(state.form))
    while RULES.to_act(state):
        seat, turn = state.acting, state.turn
        if state.phase == MAIN and judge.turn != turn:
            judge = Evaluator(copied(state), state.active, weights_of(state.form))
        legal = list(RULES.legal(state, seat))
        view = RULES.view(state, seat)
        if turn <= WILD_TURNS[number % len(WILD_TURNS)] and state.phase == MAIN and wild.below(3) == 0:
            action = wild.draw([each for each in legal if act.PLACE <= each < act.PICK] or legal)
        else:
            action = PLAYERS["skilled"](view, seat, legal, SeededChance(wild.below(1 << 30))).action
        RULES.apply(state, seat, action, chance)
        if state.turn != turn and turn and state.phase != OVER:
            turns.append(_noted(state, judge))
    return {"form": form, "number": number, "lead": score(state, 0) - score(state, 1), "turns": turns}


def _noted(state: State, judge: Evaluator) -> dict[str, Any]:
    return {
        "seat": judge.seat, "next": state.active, "lead": score(state, 0) - score(state, 1),
        "tempo": judge.tempo(state), "terms": terms(state, judge),
    }  # fmt: skip


def rows(game: dict[str, Any]) -> list[tuple[list[float], float]]:
    """Terms times tempo, and the change of the lead."""
    found = []
    turns = game["turns"]
    for at, turn in enumerate(turns):
        if turn["seat"] == turn["next"]:
            continue
        then = at + AHEAD[game["form"]]
        later = turns[then]["lead"] if then < len(turns) else game["lead"]
        sign = -1 if turn["seat"] else 1
        found.append(([turn["tempo"] * number for number in turn["terms"]], sign * (later - turn["lead"])))
    return found


def fitted(games: Sequence[dict[str, Any]]) -> tuple[dict[str, float], float]:
    """A weight for every term, and the share that they explain in games left out of the fit."""
    of_game = [(number, *row) for number, game in enumerate(games) for row in rows(game)]
    which = np.array([row[0] for row in of_game])
    x, y = np.array([row[1] for row in of_game]), np.array([row[2] for row in of_game], dtype=float)
    spread = x.std(axis=0) + 1e-9
    x = np.hstack([x / spread, np.ones((len(y), 1))])
    held = np.diag([HELD] * len(TERMS) + [0.0])

    def solved(some: Any) -> Any:
        return np.linalg.solve(x[some].T @ x[some] + held, x[some].T @ y[some])

    foretold = np.zeros(len(y))
    for fold in range(FOLDS):
        out = which % FOLDS == fold
        if out.any() and not out.all():
            foretold[out] = x[out] @ solved(~out)
    explained = 1 - float(((foretold - y) ** 2).sum() / ((y - y.mean()) ** 2).sum())
    weights = solved(np.ones(len(y), dtype=bool))[:-1] / spread
    return {name: round(float(weight), 4) for name, weight in zip(TERMS, weights, strict=True)}, explained


def main() -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--games", type=int, default=280, help="games of each form (280)")
    parser.add_argument("--no-fit", action="store_true")
    given = parser.parse_args()
    lines = given.store.read_text("utf-8").splitlines() if given.store.exists() else []
    games = [json.loads(line) for line in lines]
    known = {(game["form"], game["number"]) for game in games}
    for number in range(given.games):
        for form in ("high", "duel"):
            if (form, number) not in known:
                games.append(played(form, number))
                with given.store.open("a", encoding="utf-8") as store:
                    store.write(json.dumps(games[-1], separators=(",", ":")) + "\n")
    if given.no_fit:
        return
    found: dict[str, dict[str, Any]] = {}
    for form in ("high", "duel"):
        weights, explained = fitted([game for game in games if game["form"] == form])
        judged = JUDGED[form]
        part = {name: 1 - judged if name in OF_OWN else 1.0 for name in weights}
        kept = {name: round(part[name] * weight, 4) for name, weight in weights.items() if weight}
        found[form] = {"judged": judged, "terms": kept}
        print(f"{form}: {explained:.3f} of the changes explained in games left out")
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
