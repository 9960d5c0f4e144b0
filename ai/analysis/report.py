"""What a review tells of a game: steps with their parts, moments, and the bill, as plain data that can be kept.

All chances are whole numbers of millionths, so that sums are exact: the parts of every step add up to what the chance
moved by in it, and the lines of a bill to the result. What is left over when everything that has a name is taken away
is a part of its own, *noise*, and never hidden in another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
FORMAT = 4
"""Reviews of another format are made anew."""
PARTS = ("luck", "own", "others", "secret", "offered", "noise")
"""The parts of a step, as the lines of a bill name them."""
STEPS_DONE = 950
"""Thousandths of the work that the steps are; the rest is the levels that are asked about the moments."""
MOST_REASONS = 5
MOST_FACTS = 12

Millionths = Annotated[int, msgspec.Meta(ge=-4 * WHOLE, le=4 * WHOLE)]
Share = Annotated[int, msgspec.Meta(ge=0, le=WHOLE)]
Row = Annotated[tuple[Millionths, ...], msgspec.Meta(max_length=MOST_SEATS)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=MOST_DECISIONS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Action = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
Why = Literal["", "thinking", "decided", "luck", "well_played", "no_choice"]


class Said(msgspec.Struct, frozen=True):
    """A text of the catalogues with what is filled in."""

    id: Annotated[str, msgspec.Meta(max_length=100)]
    params: dict[str, Any] = {}

    def message(self) -> Message:
        """As the rest of the program speaks of texts."""
        return Message(self.id, self.params)


class Step(msgspec.Struct, frozen=True):
    """From one position to the next that is judged: a decision, or several made at the same time and brought to light.

    ``turn`` decisions were made after it, ``seats`` have made them. By seat: ``chance`` to win after it, and what it
    moved by: ``luck`` of dice and draws, ``own`` choices, ``others``' choices, ``secret`` choices that met, what was
    ``offered`` by the position more than the judge had expected of it, ``noise``.
    ``fine``: everything has been worked out, not only the first look.
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
        """The numbers by seat of one of :data:`PARTS`."""
        found: tuple[int, ...] = getattr(self, name)
        return found


class Moment(msgspec.Struct, frozen=True):
    """A decision worth a second look.

    ``turn`` decisions had been made before it; ``chosen`` was played, ``best`` was better by ``cost`` (``low`` to
    ``high`` is its 95 % interval, millionths of the game); ``right`` are all choices within the noise of the best that
    were looked at; ``seen_by`` is the weakest level that finds one of them, "" when none does. A ``good`` moment was
    well found: ``cost`` is then what the choice gained on ``best``, the choice of a casual player.
    """

    turn: Turn
    seat: SeatNumber
    chosen: Action
    best: Action
    cost: Share
    low: Millionths
    high: Millionths
    right: Annotated[tuple[Action, ...], msgspec.Meta(max_length=64)]
    reasons: Annotated[tuple[Said, ...], msgspec.Meta(max_length=MOST_REASONS)]
    seen_by: Annotated[str, msgspec.Meta(max_length=40)] = ""
    good: bool = False
    expected: Share = 0
    """The chance to win that the best choice promised, as the seat saw it."""

    def fits(self, course: History) -> bool:
        """Tell whether the seat could make every decision that is named here, at this turn of the game."""
        if not course.base <= self.turn < course.turn:
            return False
        state = course.at(self.turn).state
        if self.seat not in course.rules.to_act(state):
            return False
        return {self.chosen, self.best, *self.right} <= set(course.rules.legal(state, self.seat))


class Fact(msgspec.Struct, frozen=True):
    """Something else that is known of a seat's game, as a whole sentence, with the decisions made before what it tells
    of, if it tells of one place in the game (``ai.analysis.game_facts``)."""

    said: Said
    turn: Turn | None = None


class Review(msgspec.Struct, frozen=True):
    """A reviewed game. ``begin`` is the chance by seat at the first position, ``of_deal`` what of it was luck of the
    deal; the rest of what it differs from the equal share by is the place at the table.

    ``moments`` of all seats in the order of the game; ``why`` says by seat why nothing was to be learnt ("" when there
    was something). ``done``: the share of the work that is done, in thousandths; at 1000 nothing more will come, and
    ``besides`` has other facts of the game by seat.
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
    besides: Annotated[
        tuple[Annotated[tuple[Fact, ...], msgspec.Meta(max_length=MOST_FACTS)], ...],
        msgspec.Meta(max_length=MOST_SEATS),
    ] = ()

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.begin)

    @property
    def worked_out(self) -> bool:
        """Whether every step has been worked out: what is missing is who would have seen the moments."""
        return self.done >= STEPS_DONE

    @property
    def finished(self) -> bool:
        """Whether nothing finer will come."""
        return self.done == 1000

    def __post_init__(self) -> None:
        """What stands in several places agrees; raises ValueError."""
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
        if any(moment.seat >= seats or moment.turn >= self.turns for moment in self.moments):
            raise ValueError("moments: expected seats and turns of this game")
        if self.besides and len(self.besides) != seats:
            raise ValueError("besides: expected facts for every seat")
        if any(fact.turn is not None and fact.turn > self.turns for facts in self.besides for fact in facts):
            raise ValueError("besides: expected turns of this game")


def read_review(data: bytes, session: Session) -> Review | None:
    """Decode the review of a game; None where it is damaged, of another format or of another game.

    The bytes may come from anybody, so every decision in them is held against the game before a screen names it.
    """
    try:
        found = schema.decoded(data, Review)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    same = (found.format, found.game, found.id) == (FORMAT, session.game, session.id)
    course = session.course
    if not same or found.seats != len(session.seats) or (found.first, found.turns) != (course.base, course.turn):
        return None
    return found if all(moment.fits(course) for moment in found.moments) else None


def read_moment(data: bytes, session: Session) -> Moment | None:
    """Decode one moment of a game; None where it is damaged or does not fit the game."""
    try:
        found = schema.decoded(data, Moment)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return found if found.seat < len(session.seats) and found.fits(session.course) else None


class Bill(msgspec.Struct, frozen=True):
    """The game of one seat in millionths: ``start`` and the lines up to ``noise`` add up to ``end`` exactly.

    ``place`` is what the place at the table was worth, ``luck`` that of the deal, of dice and of draws; ``offered``
    what lay in positions: where somebody decides and nothing is drawn, what the best choice makes of a position more
    (or less) than the judge had seen in it.
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
        """Name and number of every line between start and end."""
        return tuple([(name, int(getattr(self, name))) for name in ("place", *PARTS)])

    def in_percent(self) -> tuple[int, dict[str, int], int]:
        """Start, lines and end in whole percent that add up as well (largest remainders are rounded up)."""
        names = ["start", *(name for name, _ in self.lines)]
        numbers = [self.start, *(number for _, number in self.lines)]
        whole = rounded(numbers, WHOLE // 100)
        end = sum(whole)
        return whole[0], dict(zip(names[1:], whole[1:], strict=True)), end


def rounded(numbers: Sequence[int], unit: int) -> list[int]:
    """Every number in units, up or down, so that their sum is the rounded sum: the largest remainders go up."""
    whole = [number // unit for number in numbers]
    missing = (2 * sum(numbers) + unit) // (2 * unit) - sum(whole)
    by_rest = sorted(range(len(numbers)), key=lambda at: (-(numbers[at] % unit), at))
    for at in by_rest[:missing]:
        whole[at] += 1
    return whole


def bill(review: Review, seat: int) -> Bill:
    """What the game of one seat is made of."""
    equal = equal_share(review.seats)[seat]
    deal = review.of_deal[seat]
    sums = {name: sum(step.part(name)[seat] for step in review.steps) for name in PARTS}
    end = review.steps[-1].chance[seat] if review.steps else review.begin[seat]
    return Bill(
        start=equal, place=review.begin[seat] - equal - deal, luck=sums["luck"] + deal, own=sums["own"],
        others=sums["others"], secret=sums["secret"], offered=sums["offered"], noise=sums["noise"], end=end,
    )  # fmt: skip


def equal_share(seats: int) -> tuple[int, ...]:
    """The equal share of every seat, together the whole."""
    return millionths([1 / seats] * seats)


def millionths(chances: Sequence[float]) -> tuple[int, ...]:
    """Chances that add up to 1 as millionths that add up to the whole; what is left over goes to the first seats."""
    found = [round(chance * WHOLE) for chance in chances]
    rest = WHOLE - sum(found)
    for at in range(abs(rest)):
        found[at % len(found)] += 1 if rest > 0 else -1
    return tuple(found)


def differences(numbers: Iterable[float]) -> tuple[int, ...]:
    """What chances move by, in millionths that add up to nothing."""
    found = [round(number * WHOLE) for number in numbers]
    if found:
        found[found.index(max(found))] -= sum(found)
    return tuple(found)
