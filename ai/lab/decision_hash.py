"""What a player decides in stored positions, as a short hash: ``python3 -m ai.lab.decision_hash [GAME] [LEVEL ...]``.

A measured figure holds for the decisions of the players that it was measured with, whatever their source looks like.
``measurements/positions/GAME.json`` holds whole games of every form, with their moves; each player is asked in the same
300 of their positions, Master and Grandmaster in 20, with fixed seeds. ``--write`` keeps the hashes of today's levels
in ``hashes.json`` there; ``--make`` plays the games anew, after which every figure counts as old.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ai.choose import choose, play_out
from ai.levels import FIRST_EVENING, GENTLE_RIVAL, LEVELS, PLANLESS, RANDOM
from engine import registry
from engine.bootstrap import ROOT
from engine.chance import SeededChance, mix
from engine.contract import View

FOLDER = Path(ROOT) / "measurements" / "positions"
HASHES = FOLDER / "hashes.json"
POSITIONS, POSITIONS_OF_MASTERS = 300, 20
FORMS: Mapping[str, Sequence[tuple[int, Mapping[str, Any]]]] = {
    "king_of_12": [(seats, {}) for seats in (2, 3, 4, 2, 3, 4)],
    "king_of_the_dice": [(seats, {}) for seats in (2, 3, 4)],
    "legends": [(seats, {}) for seats in (2, 3, 4)],
    "tash_kalar": [
        (2, {"form": "high"}), (2, {"form": "duel"}), (3, {"form": "melee"}), (4, {"form": "melee"}),
        (4, {"form": "team_high"}), (4, {"form": "team_duel"}),
    ],
}  # fmt: skip
"""Seats and options of the stored games."""
MASTERS = LEVELS[-2:]
LENGTH = 12
"""Digits of a hash."""


def _make_game(game: str, number: int, seats: int, wanted: Mapping[str, Any]) -> dict[str, Any]:
    rules: Any = registry.rules(game)
    options, chance = dict(rules.check_options(dict(wanted), seats)), SeededChance(mix(number, "table"))
    moves: list[tuple[int, int]] = []

    def answer(state: Any, seat: int, turn: int) -> int:
        level = (FIRST_EVENING, PLANLESS, RANDOM)[mix(number, turn, seat) % 3]
        made = choose(game, rules.view(state, seat), seat, list(rules.legal(state, seat)), level, turn)
        moves.append((seat, made.action))
        return made.action

    play_out(rules, rules.new(options, seats, chance), chance, answer)
    return {"options": options, "seats": seats, "seed": number, "moves": moves}


def load_positions(game: str, count: int) -> Iterator[tuple[View, int, list[int]]]:
    """Yield (view, seat, legal actions) of ``count`` decisions spread evenly over the stored games."""
    rules: Any = registry.rules(game)
    found = []
    for stored in json.loads((FOLDER / f"{game}.json").read_text("utf-8")):
        chance = SeededChance(mix(stored["seed"], "table"))
        state = rules.new(stored["options"], stored["seats"], chance)
        moves = iter(stored["moves"])
        while owing := rules.to_act(state):
            found += [(rules.clone(state), seat) for seat in owing if len(rules.legal(state, seat)) > 1]
            for seat, action in [next(moves) for _ in owing]:
                rules.apply(state, seat, action, chance)
    for number in range(count):
        state, seat = found[number * len(found) // count]
        yield rules.view(state, seat), seat, list(rules.legal(state, seat))


def hash_decisions(game: str, level: str) -> str:
    """Return the hash of what this player decides in the stored positions of a game."""
    count = POSITIONS_OF_MASTERS if level in MASTERS else POSITIONS
    taken = [
        choose(game, view, seat, legal, level, number).action
        for number, (view, seat, legal) in enumerate(load_positions(game, count))
    ]
    return hashlib.sha256(json.dumps(taken).encode()).hexdigest()[:LENGTH]


@lru_cache(maxsize=1)
def load_hashes() -> Mapping[str, Mapping[str, str]]:
    """Return the stored hashes of the levels' decisions by game and level; a test keeps them up to date."""
    found: dict[str, dict[str, str]] = json.loads(HASHES.read_text("utf-8")) if HASHES.is_file() else {}
    return found


def main(arguments: Sequence[str]) -> int:
    """Print hashes; returns 1 if one is not the kept one, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.decision_hash", description="Hashes of decisions.")
    parser.add_argument("game", nargs="?", choices=list(FORMS), help="this game alone")
    parser.add_argument("levels", nargs="*", help="players (all levels)")
    parser.add_argument("--write", action="store_true", help="keep them as those of today's players")
    parser.add_argument("--make", action="store_true", help="play the stored games anew")
    given = parser.parse_args(arguments)
    kept = {game: dict(levels) for game, levels in load_hashes().items()}
    wrong = False
    for game in [given.game] if given.game else FORMS:
        if given.make:  # with beginners and random moves by turns, so that many kinds of position come up
            games = [_make_game(game, number, seats, wanted) for number, (seats, wanted) in enumerate(FORMS[game])]
            (FOLDER / f"{game}.json").write_text(json.dumps(games) + "\n", "utf-8")
        for level in given.levels or (GENTLE_RIVAL, *LEVELS):
            found, before = hash_decisions(game, level), kept.get(game, {}).get(level, "")
            wrong |= found != before
            kept.setdefault(game, {})[level] = found
            print(f"{game} {level}: {found}{'' if found == before else f', kept: {before}'}", flush=True)
    if given.write:
        HASHES.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
        return 0
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
