"""Measure what ``ai/tash_kalar`` judges positions by: what a turn and a piece bring, and which cards get summoned.

Skilled players play whole games of two, half of them in the High Form, half in the Duel. Printed are for each form

- the points that a turn brings to its side (``EXTRA_TURN``);
- by rank, how many points more than the other side's a piece more brings until the end (``Weights.own``), all ranks
  fitted at once;
- for beings in the hand that lack 0, 1, 2 or more pieces, how many are summoned by the end of its own turn: looked at
  when the turn before ended ("others first"), when it begins, and when one action of it is left (``READY``).

Run ``python build/fit/tash_kalar.py`` from the project folder; needs numpy, takes about ten minutes, depends on the
seed and on nothing else, and changes no file.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ai.tash_kalar.pattern_distance import Ground, steps_lacking
from ai.tash_kalar.players import PLAYERS
from engine.chance import SeededChance
from games.tash_kalar import RULES
from games.tash_kalar.maps import bits
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.scoring import score
from games.tash_kalar.state import MAIN, State, first_card

GAMES = 40
"""Games of each form."""
SEED = 1

Held = dict[int, int]
"""Cards of a hand, and how many pieces each lacks."""


def lacking(state: State, seat: int) -> Held:
    """The beings in a hand, and how many pieces each lacks."""
    ground = Ground(state, seat)
    first = first_card(state, seat)
    return {first + each: steps_lacking(state.book.card(first + each), ground) for each in bits(state.hands[seat])}


class Measured:
    """Return the samples of all games of a form."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.pieces: list[list[float]] = []
        self.gains: list[float] = []
        self.summoned: dict[tuple[str, int], list[bool]] = defaultdict(list)

    def play(self, form: str, seed: int) -> None:
        """Play one game."""
        chance = SeededChance(seed)
        state = RULES.new({"form": form, "surrender": False}, 2, chance)
        margins: list[float] = []
        looked: dict[str, Held] = {}
        ended: list[Held] = [{}, {}]
        while RULES.to_act(state):
            seat, turn = state.acting, state.turn
            if state.phase == MAIN and not looked:
                margins.append(float(score(state, 0) - score(state, 1)))
                counts = [[state.men[3 * side + rank].bit_count() for rank in range(3)] for side in (0, 1)]
                self.pieces.append([float(mine - theirs) for mine, theirs in zip(*counts, strict=True)])
                looked = {"two actions": lacking(state, seat), "others first": ended[seat]}
                used: set[int] = set()
                points = score(state, seat)
            if state.phase == MAIN and state.actions == 1:
                looked.setdefault("one action", lacking(state, seat))
            view = RULES.view(state, seat)
            choice = PLAYERS["skilled"](view, seat, RULES.legal(state, seat), SeededChance(chance.below(1 << 30)))
            move = decode(choice.action)
            RULES.apply(state, seat, choice.action, chance)
            if not looked:
                continue
            if move.kind is Kind.SUMMON:
                used.add(move.card)
            if state.turn != turn or not RULES.to_act(state):
                self.turns.append(score(state, seat) - points)
                for name, held in looked.items():
                    for card, lacks in held.items():
                        self.summoned[name, lacks].append(card in used)
                looked = {}
                ended[seat] = lacking(state, seat)
        final = float(score(state, 0) - score(state, 1))
        self.gains += [final - margin for margin in margins]


def main() -> None:
    """Play, then print what was found."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for form in ("high", "duel"):
        measured = Measured()
        for number in range(games):
            measured.play(form, SEED * 1000 + number)
        print(f"{form}: a turn brings {np.mean(measured.turns):.2f} points ({len(measured.turns)} turns)")
        fitted, *_ = np.linalg.lstsq(np.array(measured.pieces), np.array(measured.gains), rcond=None)
        print("  a piece more brings", ", ".join(f"{worth:.2f}" for worth in fitted))
        for (name, lacks), kept in sorted(measured.summoned.items()):
            print(f"  {name}, lacks {lacks}: {np.mean(kept):.2f} summoned of {len(kept)}")


if __name__ == "__main__":
    main()
