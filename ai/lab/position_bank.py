"""Banks of positions with their true win probability: ``python3 -m ai.lab.position_bank GAME --keep FILE``.

Plays fresh games of one level against itself, takes one position at each quarter of the game (:data:`PARTS`) and plays
every one of them to its end several times by the same level with other dice and draws. The mean of these play-outs is
what can be known of the position, so an evaluator is measured without the luck of the one game that was played, and
taking positions by the length of their own game gives nothing away: the play-outs do not know how that game went on.

Each game is one line of the file. An interrupted run goes on where it stopped; ``python3 -m ai.lab.knowledge`` tells
how much of it an evaluator knows.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import msgspec

from ai.choose import make_answer
from ai.lab.command_line import add_game_arguments, check_levels, choose_seats, parse_options
from ai.lab.jsonl import append_line, read_lines
from ai.lab.self_play import play_game
from ai.levels import ARENA_LEVELS
from ai.playout import play_out
from ai.win_probability import win_shares
from engine import registry, schema
from engine.chance import SeededChance, mix

PARTS = (0.25, 0.5, 0.75, 0.9)
"""Shares of a game, in decisions, at which a position is taken."""
PLAYOUTS = 8


class BankedPosition(msgspec.Struct, frozen=True):
    """A position at this part of its game, with the shares of the win by seat of each play-out."""

    part: float
    turn: int
    state: Any
    shares: list[list[float]]


class BankedGame(msgspec.Struct, frozen=True):
    """The positions of one game."""

    game: str
    seats: int
    options: dict[str, Any]
    level: str
    seed: int
    number: int
    decisions: int
    positions: list[BankedPosition]


def read_bank(path: Path) -> list[BankedGame]:
    """Read the games of a file; empty if there is none. Raises ValueError for a file of another kind, OSError."""
    decode = msgspec.json.Decoder(schema.prepare(BankedGame)).decode
    return read_lines(path, lambda line: decode(line.encode()), "python3 -m ai.lab.position_bank")


def play_to_end(game: str, state: Any, level: str, seed: int) -> tuple[float, ...]:
    """Play a copy of a state to the end, every seat by this level; return the shares of the win by seat."""
    rules: Any = registry.rules(game)
    twin = rules.clone(state)
    answer = make_answer(game, level, lambda turn, seat: mix(seed, "decision", turn, seat))
    play_out(rules, twin, SeededChance(mix(seed, "draws")), answer)
    return win_shares(rules.result(twin))


def make_game(
    game: str, options: dict[str, Any], seats: int, level: str, seed: int, number: int, playouts: int
) -> BankedGame:
    """Play one game and its play-outs; deterministic."""
    rules: Any = registry.rules(game)
    own = mix(seed, "bank", number)
    found = play_game(game, options, seats, level, own)
    positions = []
    for part in PARTS:
        turn = round(part * found.decisions)
        if turn not in found.positions:
            continue
        state = found.positions[turn]
        shares = [list(play_to_end(game, state, level, mix(own, turn, again))) for again in range(playouts)]
        positions.append(BankedPosition(part, turn, rules.dump(state), shares))
    return BankedGame(game, seats, options, level, seed, number, found.decisions, positions)


def main(arguments: Sequence[str]) -> int:
    """Command line; exit status 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.position_bank", description="Positions with play-outs")
    add_game_arguments(parser, 100, 2)
    parser.add_argument("--level", default="skilled", help=f"who plays: {', '.join(ARENA_LEVELS)} (skilled)")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help=f"play-outs of each position ({PLAYOUTS})")
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE", help="file that games are appended to")
    given = parser.parse_args(arguments)
    choose_seats(parser, given.game, given.seats, given.seats)
    if given.games < 1 or given.playouts < 2:
        parser.error("--games is at least 1, --playouts at least 2")
    try:
        options = parse_options(given.game, given.seats, given.options)
        check_levels(given.game, [given.level])
        kept = read_bank(given.keep)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    setting = (given.game, given.seats, options, given.level, given.seed)
    done = {one.number for one in kept if (one.game, one.seats, one.options, one.level, one.seed) == setting}
    for number in range(given.games):
        if number not in done:
            append_line(
                given.keep,
                make_game(given.game, options, given.seats, given.level, given.seed, number, given.playouts),
            )
    print(f"{given.keep}: {given.games} games of {given.game}, {given.level}, seed {given.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
