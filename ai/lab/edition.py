"""Measure all figures about levels anew: ``python3 -m ai.lab.edition --keep FOLDER [GAME ...] [--only ladder ...]``.

Every game is written down in the folder at once, so that an edition that was cut off goes on where it was; with other
players nothing of it is taken over. ``--only`` does some of its parts: ``ladder`` (told and measured ratings of each
form, and the steps from level to level), ``beginners`` (First evening against those who have just learned),
``children`` (the same of the rival of a child), ``steps`` and ``pairs`` (handicaps, which the set-up reads too). New
rows take the place of those that asked the same; these stay as superseded. ``--games`` is a factor: 0.1 looks quickly,
and ``--main`` leaves out all forms but the main one.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

from ai.algorithms.confidence_intervals import interval
from ai.lab import handicap_value
from ai.lab.arena import Match, Record, plan_matches, play_matches
from ai.lab.decision_hash import FORMS, load_hashes
from ai.lab.ladder import SEED, compare, find_form, fit_ratings, list_points, plan_neighbours
from ai.lab.measurements import FOLDER
from ai.levels import BELOW_MASTER, FIRST_EVENING, GENTLE_RIVAL, GREEDY, LEVELS, MASTER, PLANLESS, QUICK_LEVELS
from ai.ratings import name_form
from engine.bootstrap import ROOT
from engine.desktop import packed

GAMES, GAMES_OF_BEGINNERS, GAMES_OF_STEPS, GAMES_OF_PAIRS = 200, 120, 60, 120
"""Of each pair of neighbours, of each beginner in each form, of each step, of each pair of levels."""
PAIRS = tuple(zip(LEVELS, LEVELS[2:], strict=False))
PAIR_STEPS = (3, 6)
SAME = ("game", "measure", "subject", "against", "setting", "seats")
"""Fields by which a row asks the same as another."""


class Edition:
    """A new measurement of a game; ``share``: factor of the number of games; ``main``: whether only the main form."""

    def __init__(self, game: str, folder: Path, share: float = 1.0, main: bool = False) -> None:
        self.game, self.share = game, share
        names = dict.fromkeys(name_form(options, seats) for seats, options in FORMS[game])
        self.forms = list(names)[: 1 if main else None]
        """Forms that are measured, the main one first."""
        self.hashes = load_hashes()[game]
        self._folder = folder

    def play(self, matches: Sequence[Match], levels: Iterable[str]) -> list[Record]:
        """Return the records of games, read from the folder where they were played by the same players before."""
        return list(play_matches(matches, 1, self.find_file(levels)))

    def find_file(self, levels: Iterable[str]) -> Path:
        """Return the path for games of these levels; it contains the hashes of their decisions."""
        return self._folder / f"{self.game}-{'-'.join(self.hashes[level][:6] for level in levels)}.jsonl"

    def write(self, question: str, rows: Sequence[dict[str, Any]], levels: Iterable[str]) -> None:
        """Append rows to a file of ``measurements/``; earlier rows for the same figures are marked as superseded."""
        path = FOLDER / f"{question}.jsonl"
        head, *lines = path.read_text("utf-8").splitlines()
        known = [json.loads(line) for line in lines]
        asked = {tuple(row[name] for name in SAME) for row in rows}
        for one in known:
            if one["status"] == "current" and tuple(one.get(name, "") for name in SAME) in asked:
                one["status"] = "superseded"
        version = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True,
            env=packed.make_environment(),
        ).stdout.strip()  # fmt: skip
        more = {
            "date": date.today().isoformat(), "version": version, "status": "current",
            "players": {level: self.hashes[level] for level in levels},
        }  # fmt: skip
        written = [head, *(json.dumps(one, ensure_ascii=False) for one in [*known, *({**row, **more} for row in rows)])]
        path.write_text("\n".join(written) + "\n", "utf-8")
        for row in rows:
            shown = (self.game, row["setting"], row["subject"], row["against"], row["value"], row["low"], row["high"])
            print(question, *shown, row.get("note", ""), flush=True)

    def count(self, games: int, rotation: int) -> int:
        """Return the number of games to play, about ``share`` of ``games``, in whole rotations of the seats."""
        return max(1, round(games * self.share / rotation)) * rotation


def measure_ladder(edition: Edition) -> None:
    """Measure ratings of the levels in every form, and the steps between the levels of the main one."""
    game, levels = edition.game, QUICK_LEVELS
    for form in edition.forms:
        seats, _ = find_form(game, form)
        points, games = list_points(game, form), edition.count(GAMES, seats)
        records = edition.play(plan_neighbours(game, form, points, games), levels)
        more = {
            "game": game, "measure": "rating points", "seats": seats, "games": len(records), "seed": str(SEED),
            "command": f"python3 -m ai.lab.edition {game} --only ladder --keep FOLDER",
        }  # fmt: skip
        rows = []
        for one in compare(game, form, points, records):
            value = one["measured"]
            rows.append({
                **more, "subject": one["level"], "against": "neighbours", "setting": form, "value": value,
                "low": value - one["spread"], "high": value + one["spread"], "note": f"told {one['told']}",
            })  # fmt: skip
        edition.write("ladder", rows, levels)
        if form == edition.forms[0]:
            fit = fit_ratings(records, anchor=MASTER)
            steps = [(low, high, fit.step(low, high)) for low, high in pairwise(levels)]
            edition.write("rating_steps", [
                {**more, "subject": high, "against": low, "setting": form, "value": step.points,
                 "low": step.points - step.spread, "high": step.points + step.spread}
                for low, high, step in steps
            ], levels)  # fmt: skip


def measure_beginners(edition: Edition) -> None:
    """Measure how often each beginner beats First evening in every form; at three seats one of them sits among two."""
    for form in edition.forms:
        _meet_beginners(edition, form, (PLANLESS, GREEDY), FIRST_EVENING, "beginners")


def measure_gentle_rival(edition: Edition) -> None:
    """Measure how often the beginner without a plan beats the rival of a child in the main form."""
    _meet_beginners(edition, edition.forms[0], (PLANLESS,), GENTLE_RIVAL, "children")


def _meet_beginners(edition: Edition, form: str, beginners: Sequence[str], rival: str, part: str) -> None:
    game, (seats, options) = edition.game, find_form(edition.game, form)
    rows = []
    for beginner in beginners:
        line = (beginner, rival, rival) if seats == 3 else (beginner, rival)
        games = edition.count(GAMES_OF_BEGINNERS, seats)
        records = edition.play(plan_matches(game, line, seats, games, SEED, options), [rival])
        won = sum(
            share for record in records for share, level in zip(record.wins, record.levels, strict=True)
            if level == beginner
        )  # fmt: skip
        low, high = interval(won, games)
        rows.append({
            "game": game, "measure": "share of games won", "subject": beginner, "against": rival,
            "setting": form, "seats": seats, "value": round(won / games, 3), "low": round(low, 3),
            "high": round(high, 3), "equal": round(1 / 3, 3) if seats == 3 else 0.5, "games": games,
            "seed": str(SEED), "command": f"python3 -m ai.lab.edition {game} --only {part} --keep FOLDER",
        })  # fmt: skip
    edition.write("first_evening", rows, [rival])


def measure_steps(edition: Edition) -> None:
    """Measure the value of handicap steps to each level below Master in the main form."""
    for level in BELOW_MASTER:
        games = edition.count(GAMES_OF_STEPS, 2)
        _run_handicap(edition, ["--level", level, "--games", str(games)], [level])


def measure_pairs(edition: Edition) -> None:
    """Measure how often the weaker of two levels that are two apart wins with a handicap."""
    for weak, strong in PAIRS:
        games, steps = edition.count(GAMES_OF_PAIRS, 2), [str(step) for step in PAIR_STEPS]
        _run_handicap(edition, ["--pair", weak, strong, "--steps", *steps, "--games", str(games)], [weak, strong])


def _run_handicap(edition: Edition, arguments: Sequence[str], levels: Sequence[str]) -> None:
    seats, options = FORMS[edition.game][0]
    form, kept = ["--seats", str(seats), "--options", json.dumps(options)], str(edition.find_file(levels))
    lines: list[str] = []
    handicap_value.run([edition.game, *arguments, *form, "--write", "--keep", kept, "--json"], lines.append)
    rows = [json.loads(line) for line in lines]
    question = "handicap_pairs" if "--pair" in arguments else "handicap_steps"
    edition.write(question, [{name: one for name, one in row.items() if name != "players"} for row in rows], levels)


PARTS: dict[str, Callable[[Edition], None]] = {
    "ladder": measure_ladder, "beginners": measure_beginners, "children": measure_gentle_rival,
    "steps": measure_steps, "pairs": measure_pairs,
}  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.edition", description="Measure the levels anew.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(FORMS)} (all)")
    parser.add_argument("--keep", required=True, metavar="FOLDER", type=Path, help="where games are written down")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS), help="parts (all)")
    parser.add_argument("--games", dest="share", type=float, default=1.0, help="times the usual number of games (1)")
    parser.add_argument("--main", action="store_true", help="the main form alone")
    given = parser.parse_args(arguments)
    for game in given.games:
        if game not in FORMS:
            parser.error(f"there is no game {game!r}")
    given.keep.mkdir(parents=True, exist_ok=True)
    for game in given.games or FORMS:
        for part in given.only:
            PARTS[part](Edition(game, given.keep, given.share, given.main))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
