"""Opponents against each other: ``python3 -m ai.arena GAME LEVEL LEVEL … --games 200 --seed 1``.

Levels are dealt out round the seats and rotated from game to game (a level may be named more
than once: ``expert skilled skilled skilled``); games of one rotation share their seed, so that
every level gets the same luck from every seat. With more levels than seats
all combinations take turns. A level's *share* is the games won by one of its seats among those
it took part in; *low* and *high* are the bounds of the 95 % interval (Wilson). Its *place* is the mean
final place of its seats, for games of many.

``before:expert`` with ``--before CHECKOUT`` is the expert of another checkout of this project at the same table (see
``ai.lab.cross_version``); where the rules of the two sides differ, the game counts for nobody and the difference is
told.

``--keep FILE`` writes every finished game down at once, and takes over what stands there: what was interrupted goes on.

``--count EVENT.FIELD`` also counts how often each value of that field was told in such events, for instance
which cards the opponents play: ``--count summoned.card``.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, field
from itertools import combinations, islice, permutations
from math import factorial
from pathlib import Path
from typing import Any

from ai.algorithms.confidence_intervals import interval, mean_interval
from ai.choose import choose
from ai.lab.command_line import add_game_arguments, append_line, read_game, read_lines, write_figures
from ai.lab.cross_version import PREFIX, CrossVersionGame, NoCheckout, OutOfStep, check_checkout
from ai.levels import ARENA_LEVELS, ISMCTS
from ai.win_probability import win_shares
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Emit, Event

TOLD_EVERY_S = 20.0
"""Seconds between progress reports."""
DIFFERENCES = 5
"""Most rule differences between two checkouts that are printed."""


@dataclass(frozen=True, slots=True)
class Match:
    """One game to play. ``levels`` by seat; all seeds are derived from ``seed``; ``count``: ``EVENT.FIELD`` values to
    count; ``before``: folder of another checkout to play with, "" for none."""

    game: str
    levels: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    count: tuple[str, ...] = ()
    before: str = ""

    @property
    def key(self) -> str:
        """Key of the game in the file of ``--keep``."""
        return json.dumps([self.game, self.levels, self.options, self.seed, self.count, self.before], sort_keys=True)


@dataclass(slots=True)
class Record:
    """Result of one game. By seat: share of the win, final place (ties share the mean of their places), number of
    decisions, seconds of processor time in all and of the slowest decision. ``counts``: values counted by
    ``EVENT.FIELD``; ``differs``: where the rules of two checkouts disagree, which ended the game early."""

    levels: tuple[str, ...]
    wins: list[float]
    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    slowest: list[float] = field(default_factory=list)
    places: list[float] = field(default_factory=list)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    differs: str = ""


def list_line_ups(levels: Sequence[str], seats: int, games: int) -> list[tuple[tuple[str, ...], int]]:
    """Return (levels by seat, number of the deal) for every game.

    A line-up that repeats itself round the table (expert, skilled, expert, skilled) is rotated only until it comes
    back: once more would be the very same game. Where all levels differ their order changes from deal to deal, because
    it matters who are neighbours: in Legends a winner of the auction names its left neighbour.
    """
    if len(levels) > seats:
        groups = list(combinations(levels, seats))
    else:
        groups = [tuple(levels[seat % len(levels)] for seat in range(seats))]
    turns = max(next(turn for turn in range(1, seats + 1) if each[turn:] + each[:turn] == each) for each in groups)
    ups = []
    for number in range(games):
        of = number % len(groups)
        group = groups[of]
        turn, deal = number // len(groups) % turns, number // (len(groups) * turns)
        order = _permute(group, deal + of) if len(set(group)) == seats else group
        ups.append((order[turn:] + order[:turn], deal))
    return ups


def _permute(group: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Return the ``number``-th order of a group around the table, cyclically."""
    first, *rest = group
    orders = permutations(rest)
    return first, *next(islice(orders, number % factorial(len(rest)), None))


def play(match: Match) -> Record:
    """Play one game, every opponent seeing only its view, and return its record."""
    seats = len(match.levels)
    record = Record(match.levels, [0.0] * seats, [0] * seats, [0.0] * seats, [0.0] * seats)
    record.counts = {name: {} for name in match.count}
    try:
        if any(level.startswith(PREFIX) for level in match.levels):
            with closing(CrossVersionGame(Path(match.before), match.game, match.options, seats, match.seed)) as there:
                _play(match, record, there)
        else:
            _play(match, record, None)
    except OutOfStep as error:
        record.differs = str(error)
    return record


def _play(match: Match, record: Record, there: CrossVersionGame | None) -> None:
    """Play the game; raises OutOfStep if the other checkout disagrees."""
    seats = len(match.levels)
    rules: Any = registry.rules(match.game)
    chance = SeededChance(mix(match.seed, "table"))
    state = rules.new(match.options, seats, chance)
    emit = count_events(record.counts) if match.count else None
    turn = 0
    while owing := rules.to_act(state):
        legal = {seat: list(rules.legal(state, seat)) for seat in owing}
        if there is not None:
            there.compare(owing, legal, rules.result(state))
        answers = []
        for seat in owing:
            level, seed = match.levels[seat], mix(match.seed, "opponent", turn, seat)
            if there is not None and level.startswith(PREFIX):
                action, spent = there.choose(seat, level, seed)
            else:
                view = rules.view(state, seat)
                start = time.process_time()
                action = choose(match.game, view, seat, legal[seat], level, seed).action
                spent = time.process_time() - start
            record.decisions[seat] += 1
            record.seconds[seat] += spent
            record.slowest[seat] = max(record.slowest[seat], spent)
            answers.append((seat, action))
        for seat, action in answers:
            rules.apply(state, seat, action, chance, emit)
        if there is not None:
            there.apply(answers)
        turn += 1
    standing = rules.result(state)
    if there is not None:
        there.compare((), {}, standing)
    record.wins = list(win_shares(standing))
    record.places = [place + (standing.count(place) - 1) / 2 for place in standing]


def count_events(counts: dict[str, dict[str, int]]) -> Emit:
    """Return an event receiver that counts values into ``counts`` by ``EVENT.FIELD``; lists count each element."""

    def emit(event: Event) -> None:
        for name, counter in counts.items():
            kind, _, part = name.partition(".")
            if event.kind == kind and part in event.data:
                value = event.data[part]
                for each in map(str, value if isinstance(value, list) else [value]):
                    counter[each] = counter.get(each, 0) + 1

    return emit


def count_values(games: Iterable[dict[str, dict[str, int]]]) -> dict[str, dict[str, int]]:
    """Sum counts by ``EVENT.FIELD`` and value over all games; the most frequent values first."""
    total: dict[str, Counter[str]] = {}
    for counts in games:
        for name, counter in counts.items():
            total.setdefault(name, Counter()).update(counter)
    return {name: dict(counter.most_common()) for name, counter in total.items()}


def print_counts(counts: dict[str, dict[str, int]]) -> None:
    """Print a line of values and counts for each ``EVENT.FIELD``."""
    for name, values in counts.items():
        print(f"{name}: {', '.join(f'{value} {number}' for value, number in values.items()) or 'never'}")


def summary(records: Iterable[Record], levels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return shares of the wins, their 95 % intervals and times, by level.

    ``equal``: expected share of a level of average strength. ``place``: mean final place of its seats.
    """
    found: dict[str, dict[str, Any]] = {}
    kept = [record for record in records if not record.differs]
    for level in levels:
        mine = [record for record in kept if level in record.levels]
        seats = [(record, seat) for record in mine for seat, name in enumerate(record.levels) if name == level]
        wins = sum(record.wins[seat] for record, seat in seats)
        decisions = sum(record.decisions[seat] for record, seat in seats)
        low, high = interval(wins, len(mine))
        places = [
            [place for place, name in zip(each.places, each.levels, strict=True) if name == level] for each in mine
        ]
        place, place_low, place_high = mean_interval([sum(row) / len(row) for row in places])
        found[level] = {
            "share": wins / len(mine) if mine else 0.0,
            "low": low,
            "high": high,
            "equal": sum(1 / len(record.levels) for record, _ in seats) / len(mine) if mine else 0.0,
            "games": len(mine),
            "place": place,
            "place_low": place_low,
            "place_high": place_high,
            "seconds_per_decision": sum(record.seconds[seat] for record, seat in seats) / max(1, decisions),
            "slowest_decision": max((record.slowest[seat] for record, seat in seats), default=0.0),
        }
    return found


def format_table(results: dict[str, dict[str, Any]]) -> str:
    """Format the figures as text, strongest level first."""
    lines = [
        f"{'level':<12}{'games':>6}{'share':>8}{'95 % interval':>18}{'equal':>8}"
        f"{'place':>8}{'95 % interval':>18}{'s/decision':>12}{'slowest':>9}"
    ]
    for level, got in sorted(results.items(), key=lambda pair: -pair[1]["share"]):
        between = f"{got['low']:.3f} to {got['high']:.3f}"
        places = f"{got['place_low']:.2f} to {got['place_high']:.2f}"
        lines.append(
            f"{level:<12}{got['games']:>6}{got['share']:>8.3f}{between:>18}{got['equal']:>8.3f}"
            f"{got['place']:>8.2f}{places:>18}{got['seconds_per_decision']:>12.4f}{got['slowest_decision']:>9.3f}"
        )
    return "\n".join(lines)


def plan_matches(
    game: str,
    levels: Sequence[str],
    seats: int,
    games: int,
    seed: int,
    options: dict[str, Any],
    count: Sequence[str] = (),
    before: str = "",
) -> list[Match]:
    """List all games of a measurement; seats and deals are rotated as :func:`list_line_ups` says."""
    ups = list_line_ups(levels, seats, games)
    return [Match(game, line_up, options, mix(seed, deal), tuple(count), before) for line_up, deal in ups]


def play_matches(matches: Sequence[Match], jobs: int = 1, keep: Path | None = None) -> Iterator[Record]:
    """Play all games and yield their records, known ones first; the same matches give the same winners.

    Games in the file ``keep`` are not played again; new ones are appended. ``jobs``: processes. Raises as
    :func:`read_lines`.
    """
    known = dict(read_lines(keep, tuple[str, Record], "--keep"))
    yield from (known[match.key] for match in matches if match.key in known)
    left = [match for match in matches if match.key not in known]
    is_parallel = jobs > 1 and len(left) > 1
    with multiprocessing.get_context("spawn").Pool(jobs) if is_parallel else nullcontext() as pool:
        records = map(play, left) if pool is None else pool.imap(play, left)
        for match, record in zip(left, records, strict=True):
            if keep is not None:
                append_line(keep, [match.key, asdict(record)])
            yield record


def run(
    game: str, levels: Sequence[str], seats: int, games: int, seed: int, options: dict[str, Any], jobs: int = 1
) -> dict[str, dict[str, Any]]:
    """Play all games and return their :func:`summary`; the same arguments give the same winners."""
    matches = plan_matches(game, levels, seats, games, seed, options)
    return summary(play_matches(matches, jobs), list(dict.fromkeys(levels)))


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.arena", description="Opponents against each other.")
    add_game_arguments(parser, 200, None)
    parser.add_argument("levels", nargs="+", help=f"two or more of {', '.join(ARENA_LEVELS)}, {ISMCTS}N, or file:NAME")
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file")
    parser.add_argument("--count", action="append", default=[], metavar="EVENT.FIELD", help="count values in events")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (1)")
    parser.add_argument("--before", metavar="CHECKOUT", help=f"whose opponents {PREFIX}LEVEL are")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    given = parser.parse_args(arguments)
    own = [level for level in given.levels if not level.startswith(PREFIX)]
    seats, options = read_game(parser, given, len(given.levels), own)
    if len(set(given.levels)) < 2:
        parser.error("give two or more different levels")
    if given.jobs < 1:
        parser.error("--jobs is at least 1")
    for name in given.count:
        if not all(name.partition(".")[::2]):
            parser.error(f"--count: expected EVENT.FIELD, found {name!r}")
    try:
        if len(own) < len(given.levels) and not given.before:
            raise NoCheckout(f"{PREFIX}LEVEL: name the other checkout with --before")
        before = str(check_checkout(Path(given.before)).resolve()) if given.before else ""
        matches = plan_matches(given.game, given.levels, seats, given.games, given.seed, options, given.count, before)
        records = _print_progress(play_matches(matches, given.jobs, given.keep), given.levels, len(matches))
    except (ValueError, OSError) as error:
        parser.error(str(error))
    results = summary(records, list(dict.fromkeys(given.levels)))
    counts = count_values(record.counts for record in records)
    print(f"{given.game}: {len(records)} games at {seats} seats, seed {given.seed}")
    print(format_table(results))
    differing = [record.differs for record in records if record.differs]
    for text in differing[:DIFFERENCES]:
        print(f"the rules differ: {text}")
    print_counts(counts)
    data = {"game": given.game, "games": len(records), "seats": seats, "seed": given.seed, "levels": results}
    more = {name: found for name, found in (("counts", counts), ("differing", differing)) if found}
    return write_figures({**data, **more}, given.json)


def _print_progress(records: Iterator[Record], levels: Sequence[str], games: int) -> list[Record]:
    """Collect all records and print intermediate results; on interruption those so far are returned."""
    found: list[Record] = []
    said = time.monotonic()
    try:
        for record in records:
            found.append(record)
            if time.monotonic() - said > TOLD_EVERY_S:
                said = time.monotonic()
                got = summary(found, list(dict.fromkeys(levels)))
                shares = ", ".join(
                    f"{level} {one['share']:.3f} ({one['low']:.3f} to {one['high']:.3f})" for level, one in got.items()
                )
                print(f"{len(found)} of {games}: {shares}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    return found
