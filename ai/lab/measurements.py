"""Print stored measurements as tables: ``python3 -m ai.lab.measurements [QUESTION] [--game GAME] [--all]``.

``measurements/QUESTION.jsonl`` holds one question: the first line says it, each following line is one
:class:`Measurement`. Without a question the command lists all of them. Superseded and rejected variants are shown with
``--all`` only. ``--old`` names the rows about levels that were measured with other players than today's, by the hashes
of their decisions (``ai.lab.decision_hash``); such a row is shown no more, and a release fails with one.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec

from ai.handicap import read_worths, worth_path
from ai.lab.decision_hash import load_hashes
from engine import schema
from engine.bootstrap import ROOT

FOLDER = Path(ROOT) / "measurements"
COLUMNS = ("subject", "against", "setting", "seats", "value", "interval", "equal", "count", "seed", "date", "note")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First line of a file: the question it answers; ``players``: whether that depends on how levels play."""

    question: str
    players: bool = False


class Measurement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One measured figure.

    ``low`` and ``high``: 95 % interval, unless ``note`` names another; None where none was estimated. ``equal``: the
    value that opponents of equal strength would have. ``games``: sample size in units of ``unit``; None where it was
    not written down. ``seed``: one seed, several or a range. ``command``: how to measure it again. ``date`` and
    ``version``: day and commit of the entry. ``status``: ``superseded`` for a variant that has been replaced,
    ``rejected`` for one that was tried and left out, ``baseline`` for a yardstick.
    ``players``: the levels that were measured, with the hashes of their decisions then.
    """

    game: str
    measure: str
    subject: str
    against: str = ""
    setting: str = ""
    seats: int | None
    value: float
    low: float | None
    high: float | None
    equal: float | None = None
    games: int | None
    unit: Literal["games", "decisions", "positions", "tables", "frames"] = "games"
    seed: str | None
    command: str | None
    date: str
    version: str
    status: Literal["current", "superseded", "rejected", "baseline"]
    note: str = ""
    players: dict[str, str] = {}

    @property
    def is_of_today(self) -> bool:
        """Whether all levels that were measured decide today as they did then."""
        known = load_hashes().get(self.game, {})
        return bool(self.players) and all(known.get(level) == one for level, one in self.players.items())


def find_old(question: str) -> list[Measurement]:
    """Return the current measurements of a question whose players decide differently now; [] if about no players.

    Raises as :func:`load_measurements`.
    """
    path = FOLDER / f"{question}.jsonl"
    about, found = load_measurements(path)
    if not about.players:
        return []
    return [one for one in found if one.status == "current" and not one.is_of_today]


def list_old_lines() -> list[str]:
    """Return a line for each measurement, or form in a file of handicaps, whose players decide differently now."""
    lines = [
        f"{name}: {one.game}, {one.subject} against {one.against}, {one.setting}: {one.command}"
        for name in list_questions()
        for one in find_old(name)
    ]
    for game, known in load_hashes().items():
        for form, worth in read_worths(game).items():
            if not worth.players or any(known.get(level) != one for level, one in worth.players.items()):
                lines.append(
                    f"{worth_path(game).name}: {game}, {form}: python3 -m ai.lab.handicap_value {game} --write"
                )
    return lines


def list_questions() -> list[str]:
    """Names of all questions, sorted; empty where the folder is not part of the checkout."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def load_measurements(path: Path) -> tuple[Question, list[Measurement]]:
    """Return the question of a file and its measurements.

    Raises ValueError, with file and line, for a line of another form or an interval that does not contain its value,
    and OSError for an unreadable file.
    """
    first, *lines = path.read_text("utf-8").splitlines() or [""]
    number = 1
    try:
        question = schema.decode(first.encode(), Question)
        found = []
        for number, line in enumerate(lines, 2):  # noqa: B007 - the message names the line
            found.append(_check(schema.decode(line.encode(), Measurement)))
    except (msgspec.MsgspecError, ValueError) as error:
        raise ValueError(f"{path}: line {number}: {error}") from error
    return question, found


def _check(one: Measurement) -> Measurement:
    """Return a measurement; ValueError when its interval is incomplete or does not contain the value."""
    if (one.low is None) != (one.high is None):
        raise ValueError("expected both ends of an interval or none")
    if one.low is not None and one.high is not None and not one.low <= one.value <= one.high:
        raise ValueError(f"expected {one.low} <= {one.value} <= {one.high}")
    return one


def format_tables(question: str, measurements: Sequence[Measurement]) -> str:
    """Markdown tables, one for each run of measurements with the same game, measure and command."""
    parts = [f"# {question}"]
    for (game, measure), rows in groupby(measurements, lambda one: (one.game, one.measure)):
        table = [_list_cells(one) for one in rows]
        used = [at for at in range(len(COLUMNS)) if any(row[at] for row in table)]
        lines = [[COLUMNS[at] for at in used], ["---"] * len(used), *([row[at] for at in used] for row in table)]
        parts += [f"## {game}: {measure}", "\n".join(f"| {' | '.join(line)} |" for line in lines)]
    return "\n\n".join(parts)


def _list_cells(one: Measurement) -> list[str]:
    """Texts of the columns of one measurement."""
    return [
        one.subject,
        one.against,
        one.setting,
        "" if one.seats is None else str(one.seats),
        f"{one.value:g}",
        "" if one.low is None else f"{one.low:g} to {one.high:g}",
        "" if one.equal is None else f"{one.equal:g}",
        "" if one.games is None else f"{one.games} {one.unit}",
        one.seed or "",
        one.date,
        "; ".join(part for part in ("" if one.status == "current" else one.status, one.note) if part),
    ]


def main(args: Sequence[str]) -> int:
    """Print one question, or the list of all; exit status 2 for an unknown question, 1 for old rows with ``--old``."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.measurements", description="stored measurements as tables")
    parser.add_argument("question", nargs="?", choices=list_questions(), help="name of a file in measurements/")
    parser.add_argument("--game", help="this game alone")
    parser.add_argument("--all", action="store_true", help="superseded and rejected variants too")
    parser.add_argument("--old", action="store_true", help="rows of players that decide otherwise today")
    options = parser.parse_args(args)
    if options.old:
        lines = list_old_lines()
        print("\n".join([*lines, f"{len(lines)} rows are old" if lines else "no row is old"]))
        return int(bool(lines))
    if options.question is None:
        for name in list_questions():
            question, found = load_measurements(FOLDER / f"{name}.jsonl")
            print(f"{name:22} {len(found):3}  {question.question}")
        return 0
    question, found = load_measurements(FOLDER / f"{options.question}.jsonl")
    old = [] if options.all else find_old(options.question)
    kept = [
        one
        for one in found
        if options.game in (None, one.game)
        and (options.all or one.status in ("current", "baseline"))
        and one not in old
    ]
    print(format_tables(question.question, kept))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
