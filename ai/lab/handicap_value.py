"""What a step of a handicap is worth: ``python3 -m ai.lab.handicap_value GAME --level skilled --games 300``.

All seats have the same level and one of them, in turn, the handicap. From its share of the wins follow the rating
points that would have the same effect, with the 95 % interval of the share (Wilson). ``--seats`` and ``--options``
choose the form of the game. ``--keep FILE`` writes every finished game down at once, and takes over what stands there.
``--pair WEAK STRONG`` measures how often the weaker of two levels wins with these steps instead. ``--write`` puts what
was found into the folder of the game's opponents, where the set-up reads it; values never fall from step to step, for a
step takes nothing away (isotonic regression, weighted by games).
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

from ai.algorithms.confidence_intervals import interval
from ai.handicap import worth_path
from ai.lab.arena import Match, Record, play_matches
from ai.lab.command_line import add_game_arguments, read_game
from ai.lab.decision_hash import load_hashes
from ai.levels import LEVELS
from ai.ratings import SCALE, name_form
from engine import registry
from engine.chance import mix
from engine.contract import HANDICAP, MOST_STEPS


@dataclass(frozen=True, slots=True)
class StepValue:
    """Share of the wins of the side with this handicap, and the rating points it is worth, both with 95 % intervals."""

    step: int
    games: int
    share: float
    share_low: float
    share_high: float
    points: float
    low: float
    high: float


def plan_matches(
    game: str, levels: tuple[str, ...], step: int, games: int, seed: int, options: Mapping[str, Any]
) -> list[Match]:
    """List the games that measure one step, given to the first level: its seat changes from game to game, the deal
    after all seats."""
    matches, seats = [], len(levels)
    for number in range(games):
        at = number % seats
        steps = [step if seat == at else 0 for seat in range(seats)]
        full = registry.rules(game).check_options({**options, HANDICAP: steps}, seats)
        matches.append(Match(game, levels[seats - at :] + levels[: seats - at], dict(full), mix(seed, number // seats)))
    return matches


def measure_step(records: Sequence[Record], step: int, sides: Sequence[int] = ()) -> StepValue:
    """Return the value of a step from its games, in the order of :func:`plan_matches`: the rating points that give one
    of several equal sides its share of the wins (Bradley-Terry).

    ``sides``: side of each seat, by default each its own; a side wins if one of its seats does.
    """
    seats, games = len(records[0].wins), len(records)
    sides = sides or range(seats)
    wins = sum(
        sum(share for share, side in zip(record.wins, sides, strict=True) if side == sides[number % seats])
        for number, record in enumerate(records)
    )
    low, high = interval(wins, games)
    share = (wins + 0.5) / (games + 1) if wins in (0, games) else wins / games
    bounds = [min(1 - 1e-4, max(1e-4, each)) for each in (low, high)]
    rivals = len(set(sides)) - 1
    points, least, most = (SCALE * log(each * rivals / (1 - each)) for each in (share, *bounds))
    return StepValue(step, games, wins / games, low, high, points, min(least, points), max(most, points))


def smooth(values: Sequence[StepValue]) -> list[int]:
    """Return rating points nearest to the values that never fall from step to step (pool adjacent violators)."""
    blocks: list[tuple[float, int, int]] = []
    for value in values:
        blocks.append((max(0.0, value.points), value.games, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (high, many, wide), (low, few, narrow) = blocks[-2:]
            blocks[-2:] = [((high * many + low * few) / (many + few), many + few, wide + narrow)]
    return [round(points) for points, _, wide in blocks for _ in range(wide)]


def write_worth(game: str, form: str, levels: Sequence[str], found: Mapping[str, Any]) -> None:
    """Write values of a level or shares of a pair for a form into the game's file, with the hashes of these levels;
    entries that other versions of the levels gave are removed."""
    path, today = worth_path(game), load_hashes()[game]
    forms = json.loads(path.read_text("utf-8"))["forms"] if path.is_file() else {}
    worth = forms.get(form, {})
    if any(today.get(level) != one for level, one in worth.get("players", {}).items()) or not worth.get("players"):
        worth = {"levels": {}, "pairs": {}, "players": {}}
    for part, values in found.items():
        worth[part] = {**worth[part], **values}
    worth["players"] |= {level: today[level] for level in levels}
    path.write_text(json.dumps({"forms": {**forms, form: worth}}, indent=1) + "\n", "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    run(arguments, lambda line: print(line, flush=True))
    return 0


def run(arguments: Sequence[str], tell: Callable[[str], None]) -> None:
    """Carry out the command, passing each line of its output to ``tell``; exits for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.handicap_value", description="What a handicap is worth.")
    add_game_arguments(parser, 300, 2)
    parser.add_argument("--level", choices=LEVELS, default="skilled", help="of all seats (skilled)")
    parser.add_argument("--steps", type=int, nargs="+", default=list(range(1, MOST_STEPS + 1)), help="which (all)")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    parser.add_argument("--pair", nargs=2, metavar="LEVEL", help="a weaker and a stronger level")
    parser.add_argument("--json", action="store_true", help="print lines for a file in measurements/")
    parser.add_argument("--write", action="store_true", help="put the values into the folder of the game's opponents")
    given = parser.parse_args(arguments)
    seats, options = read_game(parser, given, 2)
    if given.pair:
        _check_pair(given, options, tell)
        return
    values = []
    for step in given.steps:
        matches = plan_matches(given.game, (given.level,) * seats, step, given.games, given.seed, options)
        value = measure_step(
            list(play_matches(matches, 1, given.keep)), step, registry.rules(given.game).sides(options, seats)
        )
        values.append(value)
        tell(format_line(given, seats, options.get("form", ""), value) if given.json else format_value(value))
    if given.write:
        if given.steps != list(range(1, MOST_STEPS + 1)):
            parser.error("--write needs all six steps")
        steps = {"points": smooth(values), "games": [value.games for value in values]}
        write_worth(given.game, name_form(options, seats), [given.level], {"levels": {given.level: steps}})


def _check_pair(given: argparse.Namespace, options: Mapping[str, Any], tell: Callable[[str], None]) -> None:
    """Tell how often the weaker of two levels wins with each of these steps."""
    weak, strong = given.pair
    shares = {}
    for step in given.steps:
        matches = plan_matches(given.game, (weak, strong), step, given.games, given.seed, options)
        records = list(play_matches(matches, 1, given.keep))
        wins = sum(record.wins[record.levels.index(weak)] for record in records)
        low, high = interval(wins, len(records))
        shares[str(step)] = share = [round(each, 3) for each in (wins / len(records), low, high)]
        form = options.get("form")
        row = {
            "measure": "share of games won with a handicap", "subject": weak, "against": strong,
            "setting": f"{form}, step {step}" if form else f"step {step}", "seats": 2, "value": share[0],
            "low": share[1], "high": share[2], "equal": 0.5, "games": given.games,
        }  # fmt: skip
        tell(format_row(given, row, f"--pair {weak} {strong} --steps {step}", given.pair))
    if given.write:
        write_worth(given.game, name_form(options, 2), given.pair, {"pairs": {f"{weak} {strong}": shares}})


def format_row(given: argparse.Namespace, row: Mapping[str, Any], command: str, levels: Sequence[str]) -> str:
    """Return a row for a file in ``measurements/`` as JSON, without date and version."""
    today = load_hashes()[given.game]
    whole = f"python3 -m ai.lab.handicap_value {given.game} {command} --games {given.games} --seed {given.seed}"
    more = {"seed": str(given.seed), "command": whole, "players": {level: today[level] for level in levels}}
    return json.dumps({"game": given.game, **row, **more}, ensure_ascii=False)


def format_value(value: StepValue) -> str:
    """Format a value as a line of a table."""
    share = f"{value.share:.3f} ({value.share_low:.3f} to {value.share_high:.3f})"
    points = f"{value.points:+.0f} ({value.low:+.0f} to {value.high:+.0f})"
    return f"step {value.step}: {value.games:>4} games, share {share}, {points}"


def format_line(given: argparse.Namespace, seats: int, form: str, value: StepValue) -> str:
    """Format a value as a row for ``measurements/handicap_steps.jsonl``."""
    row = {
        "measure": "rating points of a handicap", "subject": f"step {value.step}", "against": f"{given.level} without",
        "setting": form, "seats": seats, "value": round(value.points), "low": round(value.low),
        "high": round(value.high), "games": value.games, "note": f"share {value.share:.3f}",
    }  # fmt: skip
    how = f"--level {given.level} --seats {seats} --steps {value.step} --options '{given.options}'"
    return format_row(given, row, how, [given.level])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
