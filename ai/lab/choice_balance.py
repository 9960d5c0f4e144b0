"""How things that seats may choose fare against each other: ``python3 -m ai.lab.choice_balance GAME OPTION OPTION``.

Two seats of one level play all pairs of the values, each value as often in the first seat as in the second:
``python3 -m ai.lab.choice_balance tash_kalar deck_1 deck_2 --values sylvan,everfrost --level skilled --games 400``.
Reported is for every pair the share of the games that the first value won, with Wilson's 95 % interval, and the mean
of each value against all others. ``--count EVENT.FIELD`` also counts how often each value of that field was told, for
instance which cards are summoned: ``--count summoned.card``.

``--keep FILE`` writes every finished game down at once and takes over what stands there, so that an interrupted
measurement goes on. The games of all pairs are played in turn. ``--first N`` begins with the game of that number: what
was measured elsewhere without its file is added to, not played again. ``--lines`` prints the shares as lines for
``measurements/``.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from ai.algorithms.confidence_intervals import interval
from ai.choose import choose
from ai.lab.arena import count_events, count_values, print_counts
from ai.lab.command_line import append_line, read_game, read_lines
from ai.lab.measurements import Measurement
from ai.win_probability import win_shares
from engine import registry
from engine.chance import SeededChance, mix

SEATS = 2
ALL_OTHERS = "all others"
Sums = dict[tuple[str, str], tuple[float, int]]
"""Games won by the first value, and number of games, of pairs."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game: by seat the options ``names`` and their values, its number, the level, and all other options."""

    game: str
    level: str
    names: tuple[str, str]
    values: tuple[str, str]
    number: int
    options: dict[str, Any]

    @property
    def key(self) -> str:
        """Key of the game in the file of ``--keep``."""
        return json.dumps(asdict(self), sort_keys=True)


class PlayedPairing(msgspec.Struct, frozen=True):
    """A finished game: its key, values and shares of the win by seat, actions, and the values counted in events."""

    key: str
    values: tuple[str, str]
    number: int
    wins: tuple[float, float]
    actions: list[int]
    counts: dict[str, dict[str, int]] = {}


def plan_pairings(
    game: str,
    level: str,
    names: tuple[str, str],
    values: Sequence[str],
    numbers: Sequence[int],
    options: dict[str, Any],
) -> list[Pairing]:
    """Return the games with these numbers, for all pairs in turn; every second game repeats the deal of the one before
    with the two values swapped between the seats."""
    return [
        Pairing(game, level, names, (one, other) if number % 2 == 0 else (other, one), number, options)
        for number in numbers
        for one, other in combinations(values, SEATS)
    ]


def open_pairing(pairing: Pairing) -> tuple[Any, SeededChance]:
    """Return the first state of a game, and the source of chance to play it on with."""
    rules: Any = registry.rules(pairing.game)
    wish = {**pairing.options, **dict(zip(pairing.names, pairing.values, strict=True))}
    pair = "/".join(sorted(pairing.values))
    chance = SeededChance(mix(pair, pairing.number // 2, "table"))
    return rules.new(rules.check_options(wish, SEATS), SEATS, chance), chance


def play_pairing(pairing: Pairing, count: Sequence[str] = ()) -> PlayedPairing:
    """Play a game and return it; ``count``: which values of its events are counted, as ``EVENT.FIELD``."""
    rules: Any = registry.rules(pairing.game)
    state, chance = open_pairing(pairing)
    counts: dict[str, dict[str, int]] = {name: {} for name in count}
    actions: list[int] = []
    tell = count_events(counts)
    while owing := rules.to_act(state):
        seat = owing[0]
        view, legal = rules.view(state, seat), list(rules.legal(state, seat))
        seed = mix(pairing.key, len(actions))
        action = choose(pairing.game, view, seat, legal, pairing.level, seed).action
        rules.apply(state, seat, action, chance, tell)
        actions.append(action)
    first, second = win_shares(rules.result(state))
    return PlayedPairing(pairing.key, pairing.values, pairing.number, (first, second), actions, counts)


def play_pairings(pairings: Sequence[Pairing], count: Sequence[str], keep: Path | None) -> Iterator[PlayedPairing]:
    """Yield all games, those that the file ``keep`` holds first; the others are played and appended to it."""
    known = {played.key: played for played in read_pairings(keep)}
    for pairing in pairings:
        played = known.get(pairing.key)
        if played is None:
            played = play_pairing(pairing, count)
            if keep is not None:
                append_line(keep, played)
        yield played


def read_pairings(path: Path | None) -> list[PlayedPairing]:
    """Return the games of a file of ``--keep``, [] without a file; raises ValueError and OSError."""
    return read_lines(path, PlayedPairing, "ai.lab.choice_balance")


def add_up(played: Sequence[PlayedPairing], values: Sequence[str]) -> Sums:
    """Return (games won by the first value, games) for every pair of values."""
    found: Sums = {(one, other): (0.0, 0) for one, other in combinations(values, SEATS)}
    for one in played:
        pair = one.values if one.values in found else (one.values[1], one.values[0])
        won, games = found[pair]
        found[pair] = (won + one.wins[one.values.index(pair[0])], games + 1)
    return found


def sum_up_others(sums: Sums, values: Sequence[str]) -> Sums:
    """Return (games won, games) of each value against all others together."""
    found: Sums = {}
    for value in values:
        rows = [(won if one == value else games - won, games) for (one, other), (won, games) in sums.items()
                if value in (one, other)]  # fmt: skip
        found[value, ALL_OTHERS] = sum(won for won, _ in rows), sum(games for _, games in rows)
    return found


def format_table(sums: Sums) -> str:
    """Return a line for every pair: games, share and interval of the first value."""
    lines = [f"{'pair':<34} games   share   95 % interval"]
    for (one, other), (won, games) in sums.items():
        low, high = interval(won, games)
        lines.append(f"{f'{one} : {other}':<34} {games:5}   {won / max(1, games):.3f}   {low:.3f} to {high:.3f}")
    return "\n".join(lines)


def make_measurements(sums: Sums, game: str, level: str, command: str, version: str) -> list[Measurement]:
    """Return the share of wins of every pair as an entry of ``measurements/``."""
    found = []
    for (one, other), (won, games) in sums.items():
        low, high = interval(won, games)
        found.append(
            Measurement(
                game=game, measure="share of games won", subject=one, against=other, setting=level, seats=SEATS,
                value=round(won / games, 3), low=round(low, 3), high=round(high, 3), equal=0.5, games=games, seed="0",
                command=command, date=datetime.now(UTC).date().isoformat(), version=version, status="current",
            )
        )  # fmt: skip
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.choice_balance", description="Choices against each other.")
    parser.add_argument("game", help="name of the game")
    parser.add_argument("names", nargs=SEATS, metavar="OPTION", help="the option of each seat")
    parser.add_argument("--values", required=True, help="values of the options, separated by commas")
    parser.add_argument("--level", default="skilled", help="who plays (skilled)")
    parser.add_argument("--games", type=int, default=40, help="games of each pair (40)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game of each pair (0)")
    parser.add_argument("--options", default="{}", help="other options of the game as JSON")
    parser.add_argument("--count", action="append", default=[], metavar="EVENT.FIELD", help="count values in events")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    parser.add_argument("--lines", metavar="VERSION", help="print lines for measurements/, for this commit")
    parser.set_defaults(seats=SEATS)
    given = parser.parse_args(arguments)
    values, names = given.values.split(","), (given.names[0], given.names[1])
    read_game(parser, given, SEATS, [given.level])
    try:
        for value in values:
            registry.rules(given.game).check_options(dict.fromkeys(names, value), SEATS)
        wish = json.loads(given.options)
        numbers = range(given.first, given.first + given.games)
        pairings = plan_pairings(given.game, given.level, names, values, numbers, wish)
        played = list(play_pairings(pairings, given.count, given.keep))
    except (ValueError, OSError) as error:
        parser.error(str(error))
    sums = add_up(played, values)
    sums |= sum_up_others(sums, values)
    print(format_table(sums))
    print_counts(count_values(one.counts for one in played))
    if given.lines:
        command = f"python3 -m ai.lab.choice_balance {' '.join(arguments)}"
        for entry in make_measurements(sums, given.game, given.level, command, given.lines):
            print(msgspec.json.encode(entry).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
