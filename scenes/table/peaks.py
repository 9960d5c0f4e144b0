"""The peaks of a game: what players at a table speak of.

A game declares by which events and numbers of its public view a peak is recognised (:class:`PeakRules`); what all games
have in common is found here: the leader caught, a great turn, one step from winning, the last turn while it is close.
Nothing but what everybody may know is read, so that no line gives a hidden card away.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.contract import Event, View
from sprites.base.portrait import Mood


class PeakKind(StrEnum):
    """Kinds of peaks; the value is the end of their text ids."""

    LAST = "last"
    """The last trick, card or turn begins, and it is close."""
    CANCELLED = "cancelled"
    """Something great that a player had planned comes to nothing."""
    TAKEN = "taken"
    """A player loses something to another."""
    LOOMS = "looms"
    """Something dangerous has come to the table."""
    CAUGHT = "caught"
    """The leader is passed."""
    CROWN = "crown"
    """A player wins something that not everybody gets."""
    BRINK = "brink"
    """A player is one step from winning."""
    STROKE = "stroke"
    """A player has made a great turn."""


OTHERS_SPEAK = frozenset({PeakKind.LOOMS, PeakKind.BRINK, PeakKind.STROKE})
"""Kinds of which those speak who have not done it."""
_STRIKES = frozenset({PeakKind.CANCELLED, PeakKind.TAKEN})
_STRIKES_OTHERS = frozenset({PeakKind.LOOMS, PeakKind.BRINK})
"""Kinds that strike those they are about, and the others; those they are about are pleased at any other."""
WEIGHT = {kind: weight for weight, kind in enumerate(
    (PeakKind.STROKE, PeakKind.CANCELLED, PeakKind.CAUGHT, PeakKind.TAKEN, PeakKind.LOOMS, PeakKind.CROWN,
     PeakKind.BRINK, PeakKind.LAST)
)}  # fmt: skip
"""Of several peaks at once the one of most weight is spoken of."""


@dataclass(frozen=True, slots=True)
class Peak:
    """A peak of a game. ``seats``: those concerned, the most concerned first; ``event``: when it is shown, None for
    after all events; ``is_spoken``: whether a character may speak of it, or only portraits change."""

    kind: PeakKind
    seats: tuple[int, ...]
    event: Event | None = None
    is_spoken: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """A decision in public information: the views before and after it, and at the beginning of its player's turn."""

    seat: int | None
    start: View
    before: View
    after: View
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class PeakEvent:
    """A kind of ``event`` that is a peak. ``who``, ``by``, ``where``: as for ``portraits.Reaction``; ``counts`` returns
    whether an event is important enough, ``is_spoken`` whether a character may speak of it."""

    kind: PeakKind
    event: str
    who: str = "seat"
    by: str = ""
    where: Mapping[str, Any] = field(default_factory=dict)
    counts: Callable[[Event, Step], bool] = lambda event, step: True
    is_spoken: Callable[[Event, Step], bool] = lambda event, step: True


def look_up(data: Any, path: str) -> Any:
    """Return the value at a path of fields in an event's data ("lost.colour"); None where there is none."""
    for name in path.split("."):
        data = data.get(name) if isinstance(data, Mapping) else None
    return data


def find_own_seat(view: View, field: str, value: int) -> Sequence[int]:
    """Return (value,): the default for games whose event fields hold seat numbers."""
    return (value,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeakRules:
    """Rules by which a game's peaks are recognised in its public views.

    ``count_points``: public points by seat; ``lead``: least points of a leader whose being overtaken is a peak;
    ``stroke``: points that make a turn a great one, 0 for none; ``close``: largest difference of the first two at which
    a last turn is commented; ``is_last``: whether the last trick, card or turn is played; ``list_enders``: seats whose
    points may make it the last; ``find_needs``: points that each seat needs to take the throne with the last one, {}
    where no throne is at stake; ``can_win_next``: whether a seat is one step from winning; ``list_seats``: seats meant
    by a number in a field of an event; ``find_more``: peaks that no event field tells.
    """

    count_points: Callable[[View], Sequence[int]]
    events: Sequence[PeakEvent]
    is_last: Callable[[View], bool]
    close: int
    lead: int
    stroke: int = 0
    list_enders: Callable[[View], Sequence[int]] = lambda view: ()
    find_needs: Callable[[View], Mapping[int, int]] = lambda view: {}
    can_win_next: Callable[[View, int], bool] = lambda view, seat: False
    list_seats: Callable[[View, str, int], Sequence[int]] = find_own_seat
    find_more: Callable[[Step], Iterator[Peak]] = lambda step: iter(())


def find_peaks(rules: PeakRules, step: Step) -> Iterator[Peak]:
    """Yield the peaks of a decision."""
    for event in step.events:
        for one in rules.events:
            if one.event == event.kind and (seats := _list_named_seats(rules, one, event, step)):
                yield Peak(one.kind, seats, event, one.is_spoken(event, step))
    yield from rules.find_more(step)
    before, after = rules.count_points(step.before), rules.count_points(step.after)
    order = tuple(sorted(range(len(after)), key=lambda seat: -after[seat]))
    if len(before) != len(after) or len(order) < 2 or not step.after["to_act"]:  # the end has words of its own
        return
    yield from _find_caught(rules, before, after, order)
    if rules.stroke and step.seat is not None:
        gain = [points[step.seat] - rules.count_points(step.start)[step.seat] for points in (before, after)]
        if gain[0] < rules.stroke <= gain[1]:
            yield Peak(PeakKind.STROKE, (step.seat,))
    can_win = rules.can_win_next
    brink = tuple(seat for seat in order if can_win(step.after, seat) and not can_win(step.before, seat))
    if brink:
        yield Peak(PeakKind.BRINK, brink)
    if (
        rules.is_last(step.after)
        and not rules.is_last(step.before)
        and after[order[0]] - after[order[1]] <= rules.close
    ):
        yield Peak(PeakKind.LAST, order)


def _list_named_seats(rules: PeakRules, one: PeakEvent, event: Event, step: Step) -> tuple[int, ...]:
    named, by = look_up(event.data, one.who), look_up(event.data, one.by) if one.by else None
    fits = all(event.data.get(name) == value for name, value in one.where.items())
    if named is None or (one.by and named == by) or not fits or not one.counts(event, step):
        return ()
    last = one.who.rpartition(".")[2]
    numbers = named if isinstance(named, list | tuple) else (named,)
    return tuple(seat for number in numbers for seat in rules.list_seats(step.after, last, number))


def _find_caught(rules: PeakRules, before: Sequence[int], after: Sequence[int], order: Sequence[int]) -> Iterator[Peak]:
    """The one leader before the step is passed."""
    most = max(before)
    leader = before.index(most)
    if most < rules.lead or before.count(most) > 1 or after[leader] < rules.lead - 1:
        return
    caught = tuple(seat for seat in order if seat != leader and after[seat] > after[leader])
    if caught:
        yield Peak(PeakKind.CAUGHT, (*caught, leader))


def list_moods(peak: Peak, count: int) -> Iterator[tuple[int, Mood]]:
    """Yield seat and mood of every portrait that changes at a peak, in a game of ``count`` seats: those concerned, the
    one who took something from them, the leader who was passed, and those in danger."""
    for at, seat in enumerate(peak.seats):
        is_passed = peak.kind is PeakKind.CAUGHT and at == len(peak.seats) - 1
        yield seat, Mood.STRUCK if peak.kind in _STRIKES or is_passed else Mood.PLEASED
    if peak.kind in _STRIKES_OTHERS:
        yield from ((seat, Mood.STRUCK) for seat in range(count) if seat not in peak.seats)
    taker = peak.event.data.get("seat") if peak.kind is PeakKind.TAKEN and peak.event is not None else None
    if taker is not None and taker not in peak.seats:
        yield taker, Mood.PLEASED


def list_speakers(
    peak: Peak, points: Sequence[int], may_speak: Callable[[int], bool]
) -> Iterator[tuple[int, PeakKind]]:
    """Yield the seats that may comment a peak, and as what kind, the first choice first. The seats concerned speak; at
    a danger or a great turn the others do, by points from the most. A win is a great turn for the others."""
    others = sorted((seat for seat in range(len(points)) if seat not in peak.seats), key=lambda seat: -points[seat])
    if peak.kind in OTHERS_SPEAK:
        found = [(seat, peak.kind) for seat in others]
    else:
        found = [(seat, peak.kind) for seat in peak.seats]
        if peak.kind is PeakKind.CROWN:
            found += [(seat, PeakKind.STROKE) for seat in others]
    yield from (each for each in found if may_speak(each[0]))
