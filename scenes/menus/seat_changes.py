"""Who sits on the seats of a game or an evening: people of the household, guests, signs that differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from ai.levels import LEVELS
from engine.seats import AT_RATING, WHO, Seat
from scenes.common import opponent_names, player_identity

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui


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
