"""Fit the chance to win of a game: play it many times, keep positions, and write ``ai/GAME/win_probability.json``.

``python build/fit/chances.py GAME --store FOLDER --seats 2 3 4 --games 500`` plays until the folder holds that number
of games of every number of seats, and fits. Each game is one line of ``FOLDER/GAME.jsonl``, written when it is over: an
interrupted run goes on where it stopped, and more games are added by a higher number. What a game is like (options,
level, how wild it begins) depends on its number and ``--seed`` alone. With ``--no-fit`` it only plays, with
``--no-play`` it only fits, from all games that are there. ``--options`` sets options that all games of a run have.

All seats of a game are of one level, so that the label is about the position; levels differ from game to game
(``--levels``, a level may be named more than once). Half of the games have the usual options, the others any; one in
three begins with a wild stretch (see ``ai.lab.self_play``). ``--usual`` leaves the others out: a deck that is better by
itself makes positions more certain than most are.

Needs numpy for the fit. Games of skilled players take a second or two (Tash-Kalar: several), a fit a minute.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ai.lab.self_play import Game, play_game
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import BadOptions

KEPT = 12
"""Positions of each game that are kept: their outcomes hang together, so more of them say little more."""
WILD = (0, 0, 5, 0, 0, 15, 0, 0, 40, 0, 0, 100)
"""Length of the wild stretch, in turn."""


class Store:
    """Games that were played, a JSON object a line."""

    def __init__(self, folder: Path, game: str, usual: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.usual = usual
        self.path = folder / f"{game}.jsonl"
        if self.path.exists():  # a line that was cut off is played again
            whole = self.path.read_bytes()
            if whole and not whole.endswith(b"\n"):
                self.path.write_bytes(whole[: whole.rfind(b"\n") + 1])

    def games(self) -> Iterator[dict[str, Any]]:
        """Return all stored games, or those with the usual options."""
        if self.path.exists():
            with self.path.open(encoding="utf-8") as lines:
                for line in lines:
                    game = json.loads(line)
                    if self.takes(game["number"]):
                        yield game

    def takes(self, number: int) -> bool:
        """Whether the game of this number belongs to the store."""
        return not self.usual or has_usual_options(number)

    def add(self, game: dict[str, Any]) -> None:
        """Store one more game."""
        with self.path.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(game, separators=(",", ":")) + "\n")


def has_usual_options(number: int) -> bool:
    """Whether the game of this number has the usual options."""
    return number % 2 == 0


def draw_options(game: str, seats: int, wanted: dict[str, Any], number: int, chance: SeededChance) -> dict[str, Any]:
    """Options of a game: the usual ones, or every second time any, with those that are wanted."""
    rules = registry.rules(game)
    usual: dict[str, Any] = rules.check_options(wanted, seats)
    if has_usual_options(number):
        return usual
    offered = [option for option in rules.options() if option.kind in ("choice", "flag") and option.name not in wanted]
    for _ in range(100):
        drawn = dict(wanted)
        for option in offered:
            values = option.values if option.kind == "choice" else (False, True)
            drawn[option.name] = values[chance.below(len(values))]
        try:
            return dict(rules.check_options(drawn, seats))
        except BadOptions:
            continue
    return usual


def play_one(game: str, seats: int, wanted: dict[str, Any], levels: Sequence[str], seed: int, number: int) -> Any:
    """One game as it is stored."""
    chance = SeededChance(mix(seed, game, seats, json.dumps(wanted, sort_keys=True), number))
    options = draw_options(game, seats, wanted, number, chance)
    level, wild = levels[number // 2 % len(levels)], WILD[number // 2 % len(WILD)]
    found: Game = play_game(game, options, seats, level, chance.below(1 << 30), wild)
    left = list(found.positions)
    kept: list[int] = []
    while left and len(kept) < KEPT:
        kept.append(left.pop(chance.below(len(left))))
    rules = registry.rules(game)
    positions = [[at, rules.dump(found.positions[at])] for at in sorted(kept)]
    return {
        "seats": seats, "wanted": wanted, "number": number, "seed": seed, "options": options, "level": level,
        "wild": wild, "shares": found.shares, "decisions": found.decisions, "positions": positions,
    }  # fmt: skip


def play(store: Store, game: str, given: argparse.Namespace) -> None:
    """Play what is not there yet, one number of seats after the other."""
    done = {(one["seats"], json.dumps(one["wanted"], sort_keys=True), one["number"]) for one in store.games()}
    wanted = json.loads(given.options)
    begin, fresh = time.time(), 0
    for number in range(given.games):
        for seats in given.seats:
            if (seats, json.dumps(wanted, sort_keys=True), number) in done or not store.takes(number):
                continue
            store.add(play_one(game, seats, wanted, given.levels, given.seed, number))
            fresh += 1
            if fresh % 20 == 0:
                print(f"{game}: {fresh} games more, {(time.time() - begin) / fresh:.2f} s each", flush=True)


def main() -> None:
    """Play the missing games, then fit and write the coefficients."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--store", type=Path, required=True, help="folder of the games that were played")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=500, help="games of each number of seats (500)")
    parser.add_argument("--levels", nargs="+", default=["skilled"], help="levels in turn (skilled)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="{}", help="options that all games of this run have, as JSON")
    parser.add_argument("--held", type=float, help="how strongly weights are held at their worth (what fits best)")
    parser.add_argument("--refit", action="store_true", help="hold weights near those of the file, for few new games")
    parser.add_argument("--usual", action="store_true", help="only games with the usual options, to play and to fit")
    parser.add_argument("--no-fit", action="store_true")
    parser.add_argument("--no-play", action="store_true")
    given = parser.parse_args()
    store = Store(given.store, given.game, given.usual)
    if not given.no_play:
        play(store, given.game, given)
    if not given.no_fit:
        # The matrices are small: several threads mostly wait for each other, on a busy machine for minutes.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from chances_fitted import STRENGTHS, fit_and_write  # needs numpy

        fit_and_write(given.game, store, (given.held,) if given.held else STRENGTHS, given.refit)


if __name__ == "__main__":
    main()
