"""Result of an analysis as plain data: steps with their components, key moments, and a breakdown for each seat.

Win probabilities are integers in millionths, so sums are exact: the components of a step add up to the change of the
win probability, and the lines of a breakdown to the result. The remainder is a component of its own, *noise*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from engine import schema
from engine.contract import Message
from engine.seats import MOST_SEATS
from engine.storage.save_format import MOST_DECISIONS, Name

if TYPE_CHECKING:
    from engine.history import History
    from engine.session import Session

WHOLE = 1_000_000
"""A chance of 1."""
FORMAT = 11
"""Format version; analyses with another one are made again."""
PARTS = ("luck", "own", "others", "secret", "offered", "noise")
"""Components of a step, named as the lines of a breakdown."""
STEPS_DONE = 950
"""Thousandths of the work spent on steps; the rest is spent on the key moments."""
MOST_REASONS = 5
MOST_FACTS = 12
MOST_TOLD = 12
"""Most sentences that tell a turn."""
MOST_GAINS = 6
MOST_LINE = 40
MOST_SWINGS = 200
MOST_CASES = 2

Millionths = Annotated[int, msgspec.Meta(ge=-4 * WHOLE, le=4 * WHOLE)]
Share = Annotated[int, msgspec.Meta(ge=0, le=WHOLE)]
Row = Annotated[tuple[Millionths, ...], msgspec.Meta(max_length=MOST_SEATS)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=MOST_DECISIONS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Action = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
Cause = Literal["luck", "choice", "secret", "course"]
Why = Literal["", "thinking", "decided", "luck", "small", "well_played", "no_choice"]
SPREADS_FILE = Path(__file__).with_name("spreads.json")
"""Half-widths by game and line in percent, at first and once every step is worked out: estimates with a margin, from
one to four games of each; ``ai.lab.provisional`` measures how many final values lie outside."""
WIDEST = 40.0
"""Percent for a line that has no estimate."""


class StoredMessage(msgspec.Struct, frozen=True):
    """A storable message: text id and parameters."""

    id: Annotated[str, msgspec.Meta(max_length=100)]
    params: dict[str, Any] = {}

    def message(self) -> Message:
        """Convert to a ``Message``."""
        return Message(self.id, self.params)


class Step(msgspec.Struct, frozen=True):
    """One step: a decision, or several simultaneous ones including their reveal.

    ``turn``: number of decisions made after it; ``seats``: who decided. By seat: ``chance``, the win probability after
    it, and the components of its change: ``luck`` of dice and draws, ``own`` choices, ``others``' choices, the meeting
    of ``secret`` choices, what the position ``offered`` beyond the evaluator's estimate, and ``noise``. ``fine``: fully
    analysed, not only at first look.
    """

    turn: Turn
    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)]
    chance: Row
    luck: Row
    own: Row
    others: Row
    secret: Row
    offered: Row
    noise: Row
    fine: bool = False

    def part(self, name: str) -> tuple[int, ...]:
        """Component ``name`` (one of :data:`PARTS`) by seat."""
        found: tuple[int, ...] = getattr(self, name)
        return found


RESULT = "result"
"""The term of a turn that ends the game."""


class Gain(msgspec.Struct, frozen=True):
    """What the better turn gains in one term of the evaluator, or by ending the game (:data:`RESULT`): by seat, in
    millionths of the win probability of the moment's seat. A rival's loss is negative."""

    term: Annotated[str, msgspec.Meta(max_length=40)]
    by_seat: Row


Told = Annotated[tuple[StoredMessage, ...], msgspec.Meta(max_length=MOST_TOLD)]


Points = Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)]
PointRow = Annotated[tuple[Points, ...], msgspec.Meta(max_length=MOST_SEATS)]


class Swing(msgspec.Struct, frozen=True):
    """A turn in which the win probability moved far: from after ``turn`` decisions to after ``end``.

    ``seat``: who played it, -1 for simultaneous decisions; ``change``: by seat in millionths; ``cause``: the largest
    cause for the seat that moved most (luck, choices, secret choices that met, or the course of the game); ``told``:
    what happened, in sentences; ``foreseen``: for a turn that neither luck nor a choice explains, the final points by
    seat expected before and after it, in hundredths; () if the game tells none.
    """

    turn: Turn
    end: Turn
    seat: Annotated[int, msgspec.Meta(ge=-1, lt=MOST_SEATS)]
    change: Row
    cause: Cause
    told: Told = ()
    foreseen: Annotated[tuple[PointRow, ...], msgspec.Meta(max_length=2)] = ()


class Laid(msgspec.Struct, frozen=True):
    """What a seat laid in a trick of King of 12: card number, face of its die, value, place in the trick (0: none), and
    whether the card was cancelled."""

    seat: SeatNumber
    card: Annotated[int, msgspec.Meta(ge=0, lt=64)]
    die: Annotated[int, msgspec.Meta(ge=0, lt=64)]
    value: Annotated[int, msgspec.Meta(ge=-100, le=100)]
    place: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0
    cancelled: bool = False


class Case(msgspec.Struct, frozen=True):
    """One way in which a moment could have gone, by play-outs: frequency in thousandths, and its sentences; for
    simultaneous choices also the cards laid with the played and the better choice."""

    share: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    said: Annotated[tuple[StoredMessage, ...], msgspec.Meta(max_length=2)]
    played: Annotated[tuple[Laid, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    better: Annotated[tuple[Laid, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()


class Moment(msgspec.Struct, frozen=True):
    """A key moment: one turn of a seat, from its first decision that was not the best.

    ``turn``: number of decisions before it. ``chosen`` was played; ``best`` was better by ``cost`` (95 % interval
    ``low`` to ``high``), all in millionths of the win probability. ``right``: all examined choices within noise of the
    best; ``seen_by``: weakest level that finds one of them, or "". If ``good``, the choice was better: ``best`` is what
    the level ``against`` would have chosen, and ``cost`` the gain over it.
    """

    turn: Turn
    seat: SeatNumber
    chosen: Action
    best: Action
    cost: Share
    low: Millionths
    high: Millionths
    right: Annotated[tuple[Action, ...], msgspec.Meta(max_length=64)]
    reasons: Annotated[tuple[StoredMessage, ...], msgspec.Meta(max_length=MOST_REASONS)]
    seen_by: Annotated[str, msgspec.Meta(max_length=40)] = ""
    good: bool = False
    expected: Share = 0
    """Win probability promised by the best choice, as the seat saw it."""
    end: Turn = 0
    """Number of decisions after the turn; 0 where the moment is a single decision."""
    line: Annotated[tuple[Action, ...], msgspec.Meta(max_length=MOST_LINE)] = ()
    """Actions of the better turn, from the first that differs; ``best`` is the first of them."""
    gains: Annotated[tuple[Gain, ...], msgspec.Meta(max_length=MOST_GAINS)] = ()
    """Where the better turn differs most."""
    pairs: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    """Pairs of play-outs that have confirmed it; 0 in moments that were kept before there were any."""
    against: Literal["novice", "expert"] = "novice"
    """Level that a good moment is compared with."""
    there: tuple[Millionths, Millionths, Millionths] | None = None
    """``cost``, ``low`` and ``high`` against the players who sat there, where they are weaker and it differs by more
    than its interval."""
    cases: Annotated[tuple[Case, ...], msgspec.Meta(max_length=MOST_CASES)] = ()
    """How it could have gone, the commonest way first."""

    def fits(self, course: History) -> bool:
        """Whether the moment is possible in this game: its seat was to act then, and its actions were legal."""
        if not course.base <= self.turn < course.turn:
            return False
        state = course.get_position(self.turn).state
        if self.seat not in course.rules.to_act(state):
            return False
        legal = set(course.rules.legal(state, self.seat))
        if not {self.chosen, self.best, *self.right} <= legal:
            return False
        if self.end and not self.turn < self.end <= course.turn:
            return False
        return not self.line or self.line[0] == self.best


class Fact(msgspec.Struct, frozen=True):
    """A fact about a seat's game in one sentence; ``turn``: number of decisions before the place it refers to, if
    any (``ai.analysis.game_facts``)."""

    said: StoredMessage
    turn: Turn | None = None


class Review(msgspec.Struct, frozen=True):
    """An analysed game.

    ``begin``: win probability by seat at the first position; ``of_deal``: the part of its difference from the equal
    share that the deal brought, the rest is due to the seat's place. ``moments``: of all seats in order; ``why``: by
    seat, why it has none ("" if it has). ``done``: progress in thousandths; at 1000 the analysis is complete and
    ``besides`` has the facts by seat.
    """

    game: Name
    id: Annotated[str, msgspec.Meta(max_length=64)]
    turns: Turn
    first: Turn
    begin: Row
    of_deal: Row
    steps: Annotated[list[Step], msgspec.Meta(max_length=MOST_DECISIONS)]
    moments: Annotated[list[Moment], msgspec.Meta(max_length=1000)]
    why: Annotated[tuple[Why, ...], msgspec.Meta(max_length=MOST_SEATS)]
    done: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    format: int = FORMAT
    swings: Annotated[list[Swing], msgspec.Meta(max_length=MOST_SWINGS)] = []
    """Turns in which the win probability of a seat moved by a tenth or more, in order."""
    checking: Annotated[tuple[tuple[Turn, SeatNumber], ...], msgspec.Meta(max_length=1000)] = ()
    """Turns whose losses are still being confirmed: number of decisions before each, and whose it is."""
    besides: Annotated[
        tuple[Annotated[tuple[Fact, ...], msgspec.Meta(max_length=MOST_FACTS)], ...],
        msgspec.Meta(max_length=MOST_SEATS),
    ] = ()

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.begin)

    @property
    def worked_out(self) -> bool:
        """Whether every step is analysed; at most the levels that find the moments are missing."""
        return self.done >= STEPS_DONE

    @property
    def finished(self) -> bool:
        """Whether the analysis is complete."""
        return self.done == 1000

    def __post_init__(self) -> None:
        """Check that redundant fields agree; raises ValueError."""
        seats = len(self.begin)
        if not seats or len(self.of_deal) != seats or len(self.why) != seats:
            raise ValueError("begin: expected a number for every seat")
        before, turn = self.begin, self.first
        for at, step in enumerate(self.steps):
            rows = [step.chance, *(step.part(name) for name in PARTS)]
            if any(len(row) != seats for row in rows) or any(seat >= seats for seat in step.seats):
                raise ValueError(f"steps[{at}]: expected a number for every seat")
            if not turn < step.turn <= self.turns:
                raise ValueError(f"steps[{at}].turn: expected more than {turn}, found {step.turn}")
            for seat in range(seats):
                if before[seat] + sum(step.part(name)[seat] for name in PARTS) != step.chance[seat]:
                    raise ValueError(f"steps[{at}]: the parts of seat {seat} do not add up")
            before, turn = step.chance, step.turn
        if any(len(gain.by_seat) != seats for moment in self.moments for gain in moment.gains):
            raise ValueError("moments: expected a number for every seat")
        laid = [one for moment in self.moments for case in moment.cases for one in (*case.played, *case.better)]
        if any(one.seat >= seats for one in laid):
            raise ValueError("moments: expected seats of this game")
        if any(moment.seat >= seats or moment.turn >= self.turns for moment in self.moments):
            raise ValueError("moments: expected seats and turns of this game")
        if any(turn >= self.turns or seat >= seats for turn, seat in self.checking):
            raise ValueError("checking: expected seats and turns of this game")
        for swing in self.swings:
            if len(swing.change) != seats or swing.seat >= seats or not swing.turn < swing.end <= self.turns:
                raise ValueError("swings: expected turns of this game and a number for every seat")
            if len(swing.foreseen) == 1 or any(len(row) != seats for row in swing.foreseen):
                raise ValueError("swings: expected foreseen points before and after, for every seat")
        if self.besides and len(self.besides) != seats:
            raise ValueError("besides: expected facts for every seat")
        if any(fact.turn is not None and fact.turn > self.turns for facts in self.besides for fact in facts):
            raise ValueError("besides: expected turns of this game")


def read_review(data: bytes, session: Session) -> Review | None:
    """Return the decoded analysis of a game; None if the data are damaged, of another format or of another game.

    The bytes may be forged, so every decision in them is checked against the game.
    """
    try:
        found = schema.decode(data, Review)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    same = (found.format, found.game, found.id) == (FORMAT, session.game, session.id)
    course = session.course
    if not same or found.seats != len(session.seats) or (found.first, found.turns) != (course.base, course.turn):
        return None
    return found if all(moment.fits(course) for moment in found.moments) else None


def read_moment(data: bytes, session: Session) -> Moment | None:
    """Return the decoded moment of a game; None if the data are damaged or do not fit the game."""
    try:
        found = schema.decode(data, Moment)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return found if found.seat < len(session.seats) and found.fits(session.course) else None


class Breakdown(msgspec.Struct, frozen=True):
    """The game of one seat in millionths: ``start`` and the lines up to ``noise`` add up to ``end``.

    ``place``: value of the seat's place at the table; ``luck``: of deal, dice and draws; ``own``, ``others``,
    ``secret``: choices; ``offered``: what the best choices made of positions beyond the evaluator's estimate.
    """

    start: int
    place: int
    luck: int
    own: int
    others: int
    secret: int
    offered: int
    noise: int
    end: int

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """Name and value in millionths of every line between start and end."""
        return tuple([(name, int(getattr(self, name))) for name in ("place", *PARTS)])

    def to_percent(self) -> tuple[int, dict[str, int], int]:
        """Return start, lines and end in whole percent, rounded so that they add up (largest remainder method)."""
        unit = WHOLE // 100
        (start,), (end,) = round_to_sum([self.start], unit), round_to_sum([self.end], unit)
        names, numbers = zip(*self.lines, strict=True)
        return start, dict(zip(names, round_to_sum(numbers, unit, end - start), strict=True)), end


def round_to_sum(numbers: Sequence[int], unit: int, total: int | None = None) -> list[int]:
    """Return numbers in whole units that add up to the rounded sum, or to ``total`` units if given (largest remainder
    method)."""
    whole = [number // unit for number in numbers]
    if total is None:
        total = (2 * sum(numbers) + unit) // (2 * unit)
    missing = total - sum(whole)
    by_rest = sorted(range(len(numbers)), key=lambda at: (-(numbers[at] % unit), at))
    for number in range(abs(missing)):
        if missing > 0:
            whole[by_rest[number % len(whole)]] += 1
        else:
            whole[by_rest[-1 - number % len(whole)]] -= 1
    return whole


def break_down(review: Review, seat: int) -> Breakdown:
    """Return the breakdown of a seat, in millionths."""
    equal = millionths([1 / review.seats] * review.seats)[seat]
    deal = review.of_deal[seat]
    sums = {name: sum(step.part(name)[seat] for step in review.steps) for name in PARTS}
    sums["luck"] += deal
    end = review.steps[-1].chance[seat] if review.steps else review.begin[seat]
    return Breakdown(start=equal, place=review.begin[seat] - equal - deal, end=end, **sums)


def list_shown_lines(review: Review, seat: int) -> dict[str, int]:
    """Return the shown lines of a breakdown in millionths; "course" sums what neither luck nor a choice explains."""
    one = break_down(review, seat)
    return {"luck": one.luck, "own": one.own, "secret": one.secret, "others": one.others,
            "course": one.place + one.offered + one.noise}  # fmt: skip


def count_fine(review: Review) -> float:
    """Return the share of the steps (0 to 1) that is fully analysed."""
    return sum(step.fine for step in review.steps) / max(1, len(review.steps))


COURSE_TURNS = ("own_turns", "others_turns", "together")
"""In whose turns the course of a game moved: those of a seat, those of others, and choices made at the same time."""


def split_course(review: Review, seat: int) -> dict[str, tuple[int, int]]:
    """Return the two parts of "course" (offered, noise) of a seat in millionths, by whose turn they came in
    (:data:`COURSE_TURNS`)."""
    found = dict.fromkeys(COURSE_TURNS, (0, 0))
    for step in review.steps:
        name = "together" if len(step.seats) > 1 else "own_turns" if seat in step.seats else "others_turns"
        offered, noise = found[name]
        found[name] = offered + step.offered[seat], noise + step.noise[seat]
    return found


def millionths(chances: Sequence[float]) -> tuple[int, ...]:
    """Convert win probabilities to millionths that add up to 1,000,000; the first seats get the remainder."""
    found = [round(chance * WHOLE) for chance in chances]
    rest = WHOLE - sum(found)
    for at in range(abs(rest)):
        found[at % len(found)] += 1 if rest > 0 else -1
    return tuple(found)


def differences(numbers: Iterable[float]) -> tuple[int, ...]:
    """Convert changes of win probabilities to millionths adding up to 0."""
    found = [round(number * WHOLE) for number in numbers]
    if found:
        found[found.index(max(found))] -= sum(found)
    return tuple(found)


@lru_cache(maxsize=1)
def _load_spreads() -> dict[str, dict[str, tuple[float, float]]]:
    return schema.decode(SPREADS_FILE.read_bytes(), dict[str, dict[str, tuple[float, float]]])


def find_spread(game: str, line: str, fine: float) -> int:
    """Return how far the final value of a line may lie from its provisional one, in millionths (half-width).

    ``fine``: share of the steps that is fully analysed.
    """
    first, last = _load_spreads().get(game, {}).get(line, (WIDEST, WIDEST))
    left = sqrt(1 - fine)  # most is still open when few steps are left: chances move most at the end of a game
    return round(WHOLE / 100 * sqrt(last**2 + max(0.0, first**2 - last**2) * left))


def find_spreads(review: Review, seat: int) -> dict[str, int]:
    """Return the half-width of every shown line in millionths (:func:`find_spread`); empty for a finished review."""
    if review.finished:
        return {}
    return {name: find_spread(review.game, name, count_fine(review)) for name in list_shown_lines(review, seat)}
