"""The faces at a table: portraits with their moods, what pleases or strikes a player, and the bubbles of lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.contract import Event
from scenes.common.player_identity import build_face
from scenes.shell.targets import Box, Target, exactly
from scenes.table.peaks import find_own_seat, look_up
from scenes.table.script import AnyTable
from sprites.base import portrait, shapes
from sprites.base.canvas import Canvas
from sprites.base.portrait import LASTS_MS, RISE_MS, Mood, Side
from sprites.base.raster import Point


@dataclass(frozen=True, slots=True)
class Reaction:
    """An event that changes a portrait's mood. ``who``: field of the event's data with the player or players
    (``lost.colour``: a nested field); ``where``: required values of the data; ``by``: a field with the cause, who must
    be another player."""

    event: str
    mood: Mood
    who: str = "seat"
    where: Mapping[str, object] = field(default_factory=dict)
    by: str = ""


def find_moods(reactions: Sequence[Reaction], event: Event) -> Iterator[tuple[Mood, str, int]]:
    """Yield the moods that an event causes: mood, the field that named the player, and its value."""
    for one in reactions:
        if one.event != event.kind or any(event.data.get(name) != value for name, value in one.where.items()):
            continue
        named = look_up(event.data, one.who)
        if one.by and named == look_up(event.data, one.by):
            continue
        for who in named if isinstance(named, list | tuple) else (named,):
            if isinstance(who, int):
                yield one.mood, one.who, who


SIGN = 0.79
"""How far from the middle the sign of the seat stands, in radii, right and down."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Place of a portrait, its plate, and the side of the plate with room for a speech bubble."""

    x: float
    y: float
    r: float
    plate: Box
    bubble: Side


class Portraits:
    """Moods and places of the portraits of one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._answers: dict[int, tuple[Mood, float]] = {}
        """By seat, the mood that an event has caused, and its age in milliseconds."""
        self.spots: dict[int, Spot] = {}

    def note_events(self, events: Sequence[Event]) -> None:
        """Set the moods that these events cause, when they are shown."""
        table = self._table
        if not self._may_answer:
            return
        peaks = table.hooks.peaks
        list_seats = find_own_seat if peaks is None else peaks.list_seats
        for event in events:
            for mood, name, value in find_moods(table.hooks.reactions, event):
                for seat in list_seats(table.view, name, value):
                    if 0 <= seat < len(table.seats):
                        self._answers[seat] = (mood, 0.0)

    @property
    def _may_answer(self) -> bool:
        table = self._table
        return bool(table.ctx.speed) and not (table.behind_glass or table.skipping or table.ctx.instant)

    def answer(self, seat: int, mood: Mood) -> None:
        """Show a mood for its time, unless the seat's portrait is showing one."""
        if self._may_answer:
            self._answers.setdefault(seat, (mood, 0.0))

    def update(self, ms: float) -> None:
        """Advance the moods by ``ms`` milliseconds and fade them; a speaker's mood lasts as long as the words."""
        before, speaker = self._answers, self._table.bubble.seat
        ages = {
            seat: (mood, min(age + ms, max(age, RISE_MS)) if seat == speaker else age + ms)
            for seat, (mood, age) in before.items()
        }
        self._answers = {seat: one for seat, one in ages.items() if one[1] < LASTS_MS[one[0]] + 2 * RISE_MS}
        self._table.ui.moved = self._table.ui.moved or self._answers != before

    def list_moods(self) -> tuple[object, ...]:
        """Return a key of how the portraits look through events: seat, mood and strength of each."""
        find = portrait.find_strength
        return tuple((seat, mood, find(mood, age)) for seat, (mood, age) in self._answers.items())

    def find_mood(self, seat: int, laid: bool = False) -> Mood:
        """Return the mood of a seat; ``laid``: its choice lies hidden on the table."""
        return self._answers[seat][0] if seat in self._answers else self._find_rest(seat, laid)

    def _find_rest(self, seat: int, laid: bool) -> Mood:
        """Return the mood of a seat that answers no event."""
        table = self._table
        result = table.session.result() if table.finished else ()
        if result and result[seat] != 1:
            return Mood.LOST
        if laid:
            return Mood.LAID
        thinks = not table.busy and not table.behind_glass and seat in table.pending and seat != table.viewer
        return Mood.THINKING if thinks and len(table.seats) > 1 else Mood.REST

    def draw(
        self, c: Canvas, seat: int, x: float, y: float, r: float, plate: Box, bubble: Side = "below", *,
        laid: bool = False, sign: bool = True,
    ) -> None:  # fmt: skip
        """Draw the portrait of a seat, with the badge of its colour if ``sign``; ``plate`` is the panel it belongs to.
        ``bubble``: side of the plate for speech bubbles; ``laid``: its choice lies hidden on the table."""
        table = self._table
        who = table.seats[seat]
        self.spots[seat] = Spot(x, y, r, plate, bubble)
        mood = self.find_mood(seat, laid)
        age = self._answers[seat][1] if seat in self._answers else 0.0
        strength = portrait.find_strength(mood, age) if mood in LASTS_MS else 1.0
        arms, rank = build_face(who, c.palette)
        portrait.draw_mood(c, arms, rank, x, y, r, mood, strength, still=table.ctx.reduced)
        portrait.draw_mood_sign(c, self._find_rest(seat, laid), x, y, r)
        if sign:
            small = max(9.0, r * 0.27)
            shapes.badge(c, who.colour, who.emblem, x + r * SIGN, y + r * SIGN, small)


FADE_MS, STAYS_MS, REDUCED_MS = 160.0, 2600.0, 120.0
NARROW = 0.7
"""Below this number of pixels per unit a bubble would hide too much of the table."""
TARGET = "speech"
GAP = 14.0
"""From the plate to the bubble."""
_EDGE = 8.0
"""Nearest that a bubble comes to the edge of the window."""


class SpeechBubble:
    """Speech bubble of characters: at most one line at a time; the newest one stays."""

    def __init__(self, table: AnyTable, portraits: Portraits) -> None:
        self._table = table
        self._portraits = portraits
        self.seat: int | None = None
        """Who speaks; None when nobody does."""
        self.words = ""
        self._age = 0.0
        self._narrow = False

    def show(self, seat: int, words: str) -> None:
        """Show a line of a seat in the bubble."""
        self.seat, self.words, self._age = seat, words, 0.0
        self._table.ui.dirty = True

    def dismiss(self) -> None:
        """Hide the bubble."""
        self.seat = None
        self._table.ui.dirty = True

    @property
    def _fade(self) -> float:
        return REDUCED_MS if self._table.ctx.reduced else FADE_MS

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds; a pointer on the bubble keeps it."""
        if self.seat is None:
            return
        held = self._table.ui.hover == TARGET and self._age >= self._fade
        before, self._age = self._age, self._fade if held else self._age + ms
        end = 2 * self._fade + STAYS_MS
        if self._age >= end:
            self.dismiss()
        elif before < self._fade or self._age > end - self._fade:
            self._table.ui.moved = True

    @property
    def state_line(self) -> str:
        """Line for the status line of a small window; "" otherwise."""
        if self.seat is None or not self._narrow:
            return ""
        ctx = self._table.ctx
        return ctx.t("ui.character.says", name=self._table.names[self.seat], words=self.words).replace("*", "")

    def draw(self, c: Canvas) -> None:
        """Draw the bubble at its speaker's portrait."""
        self._narrow = c.scale < NARROW
        spot = None if self.seat is None else self._portraits.spots.get(self.seat)
        if spot is None or self._narrow:
            return
        box, tip = place_bubble(c, spot, self.words, self._table.hooks.find_board_box(self._table))
        end = 2 * self._fade + STAYS_MS
        share = min(1.0, self._age / self._fade, (end - self._age) / self._fade)
        portrait.draw_bubble(c, self.words, box, tip, round(255 * max(0.0, share)))
        if self._table.by_fingers:
            return  # too small to be pressed, and it goes by itself
        target = Target(TARGET, box, self.dismiss, ring=False, sound="")
        target.contains = exactly(box)
        target.label = self.state_line or self.words
        self._table.ui.note(target)


def place_bubble(c: Canvas, spot: Spot, words: str, board: Box | None = None) -> tuple[Box, Point]:
    """Return the box of a bubble at a portrait, and the point that its tail touches. Where it would cover ``board``, it
    is placed on the plate of its speaker instead."""
    w, h = portrait.measure(c, words)
    x, y, plate_w, plate_h = spot.plate
    tip: Point
    at_side = x - GAP - w if spot.bubble == "left" else x + plate_w + GAP
    if board is not None and at_side < board[0] + board[2] and board[0] < at_side + w:
        left = spot.x + spot.r + GAP
        w, h = portrait.measure(c, words, min(portrait.MOST_W, x + plate_w - left))
        top, tip = spot.y - h / 2, (spot.x + spot.r - 2, spot.y)
    elif spot.bubble in ("left", "right"):
        top = spot.y - h / 2
        left = at_side
        tip = (x + plate_w - 1 if spot.bubble == "right" else x + 1, spot.y)
    else:
        top = y + plate_h + GAP if spot.bubble == "below" else y - GAP - h
        left = spot.x - 46.0
        tip = (spot.x, y + plate_h - 1 if spot.bubble == "below" else y + 1)
    left = min(max(left, c.left + _EDGE), c.right - _EDGE - w)
    top = min(max(top, 56.0), c.height - _EDGE - h)
    return (left, top, w, h), tip
