"""How far final values of an analysis lie from what is told before: ``python3 -m ai.lab.provisional GAME --games 10``.

Every line of every seat is compared with its final value whenever a finer review is given. The differences tell how
wide the whiskers of ``ai/analysis/spreads.json`` have to be; the share of final values outside of them is printed.
``--times`` prints how long it takes instead: from nothing, and after the last decision of the first seat.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ai.analysis.analyser import Analyser
from ai.analysis.pieces import PieceStore, read_piece
from ai.analysis.report import Review, count_fine, find_spread, list_shown_lines
from ai.lab.command_line import append_line, read_lines
from ai.levels import QUICK_LEVELS
from ai.review import make_analyser, play_game
from engine import registry
from engine.session import Session

QUANTILE = 0.97


class Told(msgspec.Struct, frozen=True):
    """One line of a seat's breakdown in a provisional review and its final value, in millionths. ``fine``: share of the
    steps analysed then; ``checked``: whether turns were being checked."""

    of: str
    game: str
    line: str
    fine: float
    checked: bool
    was: int
    final: int


def compare_reviews(of: str, reviews: Sequence[Review]) -> list[Told]:
    """Return every line of each provisional review with its value in the last one; ``of``: id of the game."""
    last = reviews[-1]
    found = []
    for review in reviews[:-1]:
        for seat in range(review.seats):
            final = list_shown_lines(last, seat)
            found += [
                Told(of, review.game, name, count_fine(review), bool(review.checking), number, final[name])
                for name, number in list_shown_lines(review, seat).items()
            ]  # fmt: skip
    return found


def is_outside(one: Told) -> bool:
    """Whether the final value lies outside of the interval that was shown."""
    return abs(one.final - one.was) > find_spread(one.game, one.line, one.fine)


def format_table(told: Sequence[Told]) -> str:
    """Return by line how wide intervals have to be at first and once all steps are analysed, in percent, and the share
    of final values outside of the intervals that are shown."""
    lines = []
    for name in sorted({one.line for one in told}):
        own = [one for one in told if one.line == name]
        cells = []
        for stage in ([one for one in own if not one.fine], [one for one in own if one.fine == 1]):
            far = sorted(abs(one.final - one.was) for one in stage)
            cells.append(f"{far[min(len(far) - 1, int(QUANTILE * len(far)))] / 10_000:.1f}" if far else "-")
        outside = sum(map(is_outside, own)) / len(own)
        lines.append(f"{name}: {cells[0]} at first, {cells[1]} with all steps; {100 * outside:.1f} % outside")
    outside = sum(map(is_outside, told)) / max(1, len(told))
    return "\n".join([*lines, f"all lines: {100 * outside:.1f} % of {len(told)} outside"])


def measure_times(analyser: Analyser, known: Sequence[bytes] = ()) -> dict[str, float]:
    """Return the processor seconds until the curve, first moment and whole analysis; ``known``: known pieces."""
    begun, found = time.process_time(), dict[str, float]()
    for review in analyser.finer(analyser.first(), PieceStore(known)):
        come = {"curve": review.worked_out, "first moment": bool(review.moments), "whole": review.finished}
        for name in [name for name, has_come in come.items() if has_come]:
            found.setdefault(name, round(time.process_time() - begun, 1))
    return found


def compute_known_pieces(session: Session) -> list[bytes]:
    """Return the results (encoded ``Piece``) of an analysis that can be computed before the last decision of seat 0."""
    last = max(at for at, entry in enumerate(session.course.entries) if entry.seat == 0)
    levels, found = [seat.level for seat in session.seats], list[bytes]()
    early = Analyser(session.game, session.course.until(last), session.options, session.id, (0,), levels)
    for _ in early.prepare(PieceStore(report=found.append)):
        pass
    return [data for data in found if (piece := read_piece(data)) is not None and piece.data is not None]


def main(args: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.provisional", description="are provisional values honest?")
    parser.add_argument("game", choices=[info.id for info in registry.games()])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="write each line here, and go on from what it holds")
    parser.add_argument("--times", action="store_true", help="print processor seconds instead")
    given = parser.parse_args(args)
    known = read_lines(given.keep, Told, "--keep of ai.lab.provisional")
    done = {one.of for one in known}
    for number in range(given.seed, given.seed + given.games):
        seats = max(2, registry.info(given.game).seat_counts[0]) + (number % 3 == 0)
        level = QUICK_LEVELS[number % 3]
        of = f"{given.game} {level} {seats} {number}"
        if of in done:
            continue
        session = play_game(given.game, {}, seats, level, number)
        analyser = make_analyser(session, (0,))
        if given.times:
            print(
                of,
                measure_times(analyser),
                "after the last move:",
                measure_times(analyser, compute_known_pieces(session)),
            )
            continue
        first = analyser.first()
        for one in compare_reviews(of, [first, *analyser.finer(first)]):
            if given.keep is not None:
                append_line(given.keep, one)
            known.append(one)
    print(format_table([one for one in known if one.game == given.game]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
