"""The seats of a game or an evening: how many, and a row each, or small boxes in two columns of more than four."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from ai.levels import LEVELS
from engine.names import MOST_TYPED
from engine.seats import AT_RATING, WHO, Seat
from scenes.common import opponent_names, player_identity
from scenes.shell.parts import Parts
from sprites.base import layout, shapes, text, theme
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

MANY = 4
"""With more seats than these, each has a smaller box in two columns."""
ROW, SMALL = 132.0, 84.0
"""Height of a row, and of a small box."""
STRIPE = 12.0
STEP = 50
"""Rating points that one press is worth."""


class SeatEditor(Protocol):
    """Interface of a scene for the controls of seats: its seats and their number."""

    ctx: Context
    ui: Ui
    seats: list[Seat]
    bounds: tuple[int, int] | None

    def set_count(self, count: int) -> None:
        """Change the number of seats."""

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Return the possible players of a seat, and the index of the present one."""

    def set_kind(self, k: int, choice: int) -> None:
        """Seat the chosen kind of player."""


def change_seat(scene: SeatEditor, k: int, **fields: object) -> None:
    """Change fields of a seat; it may have gone while its name was being typed."""
    if k < len(scene.seats):
        scene.seats[k] = msgspec.structs.replace(scene.seats[k], **fields)
    scene.ui.dirty = True


def _rename(scene: SeatEditor, k: int, name: str) -> None:
    if name:
        change_seat(scene, k, name=name)


def list_people(scene: SeatEditor, seat: Seat) -> tuple[list[str], int]:
    """Return the possible people on a person's seat, and the index of the present one: everybody of the household, then
    a guest, and a child that is a guest."""
    people = scene.ctx.household
    names = [people.people[key].name for key in people.list_ids()]
    owner = people.find(seat.name) if seat.is_person else None
    at = people.list_ids().index(owner) if owner is not None else len(names) + seat.is_child
    return [*names, scene.ctx.t("people.guest" if names else "ui.setup.person"), scene.ctx.t("people.child")], at


def seat_person(scene: SeatEditor, k: int, choice: int) -> None:
    """Seat the chosen person of :func:`list_people`; the one who sat there takes that person's former seat."""
    labels, before = list_people(scene, scene.seats[k])
    guest = len(labels) - 2
    if choice < guest:
        for other, seat in enumerate(scene.seats):
            if other != k and list_people(scene, seat)[1] == choice and seat.is_person:
                mine = scene.seats[k]
                change_seat(scene, other, kind=mine.kind, level=mine.level, name=mine.name)
        change_seat(scene, k, kind="person", level="", name=labels[choice], child=msgspec.UNSET)
    elif before != choice or not scene.seats[k].is_person:
        taken = {seat.name for seat in scene.seats}
        known = scene.ctx.household.find
        free = (one for one in opponent_names.rivals_names(scene.ctx) if one not in taken and known(one) is None)
        name = scene.seats[k].name if known(scene.seats[k].name) is None else next(free, str(k + 1))
        child = choice > guest or msgspec.UNSET
        change_seat(scene, k, kind="person", level="", name=name, child=child)
    soften_rivals(scene)


def soften_rivals(scene: SeatEditor) -> None:
    """Let computers play as on a first evening where a child sits."""
    if not has_child(scene.ctx, scene.seats):
        return
    for k, seat in enumerate(scene.seats):
        if opponent_names.strength(seat.level) in LEVELS[1:] or seat.level.startswith(AT_RATING):
            taken = {each.name for each in scene.seats}
            name = opponent_names.seat_name(scene.ctx, "", taken) if seat.level.startswith(WHO) else seat.name
            change_seat(scene, k, level=LEVELS[0], name=name)


def has_child(ctx: Context, seats: Sequence[Seat]) -> bool:
    """Whether a child sits at one of these seats."""
    return any(seat.is_child for seat in ctx.household.give_portraits(seats))


def take_next_emblem(scene: SeatEditor, k: int) -> None:
    if k < len(scene.seats):
        change_seat(scene, k, emblem=player_identity.next_emblem(scene.seats, k))


def take_next_colour(scene: SeatEditor, k: int) -> None:
    """Give a seat the next colour; of up to four seats, the one that had it takes this one's."""
    if k < len(scene.seats):
        for other, (colour, emblem) in enumerate(player_identity.next_colour(scene.seats, k)):
            change_seat(scene, other, colour=colour, emblem=emblem)


def make_panel(scene: SeatEditor, parts: Parts, counts: Sequence[int], foot: Sequence[Part] = ()) -> Part:
    """Return the panel of seats, with the choice of their number."""
    count, label = len(scene.seats), scene.ctx.t("ui.setup.seats")
    number = parts.segments(
        "count", [str(n) for n in counts], counts.index(count), lambda k: scene.set_count(counts[k]), label=label,
        height=38, width=min(56.0, 580 / len(counts)) * len(counts),
    )  # fmt: skip
    if count > MANY:
        half = (count + 1) // 2
        small = [parts.inset(_make_small(scene, parts, k), 3, 3) for k in range(count)]
        columns = [
            parts.column([*small[:half], parts.space(share=1)]),
            parts.column([*small[half:], parts.space(share=1)]),
        ]
        rows = [parts.row(columns, gap=0, even=2, share=1)]
    else:
        rows = [parts.inset(_make_row(scene, parts, k), 8, 5) for k in range(count)]
    return parts.panel([parts.space(8), *rows], title="ui.setup.seats", side=number, width=760, foot=foot)


def _make_row(scene: SeatEditor, parts: Parts, k: int) -> Part:
    """Return one of up to four seats with its controls: emblem, name, kind of player, colour."""
    row = [
        make_stripe(parts, scene.seats[k]), _make_emblem(scene, parts, k, 32),
        parts.at_width(190, _make_name(scene, parts, k)),
        parts.at_width(244, _make_opponent(scene, parts, k)), Part(130, partial(_draw_colour, scene, parts, k, True)),
    ]  # fmt: skip
    return parts.card(parts.row(row, ROW - 10, gap=12))


def _make_small(scene: SeatEditor, parts: Parts, k: int) -> Part:
    name = [parts.fill(_make_name(scene, parts, k)), Part(34, partial(_draw_colour, scene, parts, k, False))]
    lines = [
        parts.space(share=1), parts.row(name, 33, gap=4), parts.space(2),
        Part(33, _make_kind(scene, parts, k).draw), parts.space(share=1),
    ]  # fmt: skip
    row = [
        make_stripe(parts, scene.seats[k]), _make_emblem(scene, parts, k, 27), parts.fill(parts.column(lines)),
        parts.space(2),
    ]  # fmt: skip
    return parts.card(parts.row(row, SMALL - 6, gap=6))


def make_stripe(parts: Parts, seat: Seat) -> Part:
    """Return a stripe in the colour of a seat."""
    look = theme.player(seat.colour, parts.c.palette)
    return Part(STRIPE, lambda box: shapes.round_rect(
        parts.c, box[0] + 6, box[1] + 10, STRIPE - 6, box[3] - 20, 3, look.base))  # fmt: skip


def _make_emblem(scene: SeatEditor, parts: Parts, k: int, radius: float) -> Part:
    """Return the sign of a seat; a press gives it the next emblem."""
    t, seat = scene.ctx.t, scene.seats[k]
    tip, label = (t("ui.setup.emblem"), t("ui.setup.emblem.tip")), t("reader.seat.emblem", n=k + 1)
    value = player_identity.name_picture(scene.ctx, player_identity.get_emblem(seat))

    def draw(box: Box) -> None:
        r = min(radius, box[3] * 0.38)
        x, y, w, h = layout.centre(box, 2 * r + 8, 2 * r + 8)
        act = partial(take_next_emblem, scene, k)
        state = scene.ui.zone(f"seat.{k}.emblem", (x, y, w, h), act, tip=tip, radius=w / 2, label=label, value=value)
        if state == "hover":
            shapes.glow(parts.c, x + w / 2, y + h / 2, r * 1.75)
        shapes.badge(parts.c, seat.colour, seat.emblem, x + w / 2, y + h / 2, r)

    return Part(2 * radius + 8, draw)


def _make_name(scene: SeatEditor, parts: Parts, k: int) -> Part:
    t, name = scene.ctx.t, scene.seats[k].name
    label = t("reader.seat.name", n=k + 1)
    change = partial(_rename, scene, k)
    return parts.field(
        f"seat.{k}.name", name, change, hint=t("ui.setup.name"), limit=MOST_TYPED, height=40, label=label
    )


def _make_kind(scene: SeatEditor, parts: Parts, k: int) -> Part:
    labels, chosen = scene.list_kinds(scene.seats[k])
    label = scene.ctx.t("reader.seat", n=k + 1)
    return parts.dropdown(f"seat.{k}.kind", labels, chosen, partial(scene.set_kind, k), label=label)


def _make_opponent(scene: SeatEditor, parts: Parts, k: int) -> Part:
    """Return who sits there; below it, for a computer that plays at a rating, minus and plus."""
    kind, level = _make_kind(scene, parts, k), scene.seats[k].level
    if scene.bounds is None or not level.startswith(AT_RATING):
        return kind
    (least, most), rating = scene.bounds, int(level.removeprefix(AT_RATING))
    t, row = scene.ctx.t, []
    for name, icon, wanted in (
        ("less", "minus", max(least, rating - STEP)),
        ("more", "plus", min(most, rating + STEP)),
    ):
        change = partial(change_seat, scene, k, level=f"{AT_RATING}{wanted}")
        tip = t(f"ui.setup.rating.{name}")
        row.append(
            parts.icon_button(f"seat.{k}.{name}", icon, change, tip, size=15, width=38, enabled=wanted != rating)
        )
    row.insert(1, parts.line(str(rating), "strong", "text.figure", align="c", share=1))
    return parts.column([parts.space(share=1), kind, parts.space(4), parts.row(row, 38), parts.space(share=1)])


def _draw_colour(scene: SeatEditor, parts: Parts, k: int, is_named: bool, box: Box) -> None:
    """Draw the shape of a seat's colour and its name; a press gives it the next one."""
    t, c, colour = scene.ctx.t, parts.c, scene.seats[k].colour
    # The names of the colours are true in the usual palette only; the shapes are the same in all.
    value = t(f"{'ui.colour' if c.palette == 'standard' else 'ui.shape'}.{colour}")
    x, y, w, h = place = layout.centre(box, box[2], min(40.0, box[3]))
    tip, label = (t("ui.setup.colour"), t("ui.setup.colour.tip")), t("reader.seat.colour", n=k + 1)
    act = partial(take_next_colour, scene, k)
    state = scene.ui.zone(f"seat.{k}.colour", place, act, tip=tip, label=label, value=value)
    rim = "edge" if state == "hover" else "edge.low"
    shapes.gradient_box(c, *place, 9, [(0, "control.high"), (1, "control.low")], rim=rim)
    look = theme.player(colour, c.palette)
    stops, at = [(0, look.high), (0.45, look.base), (1, look.low)], x + (24 if is_named else w / 2)
    shapes.outline(c, look.shape, at, y + h / 2, min(13.0, h * 0.34), stops, rim="edge")
    if is_named:
        text.draw(c, value, x + 46, y + h / 2, "strong", "text", "lm", max_w=w - 52)
