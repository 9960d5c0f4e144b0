"""Who sits on the seats of a game or an evening, and who is offered for one: people of the household, guests,
characters by their strength; signs that differ."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import msgspec

from ai.levels import LEVELS
from engine.seats import AT_RATING, WHO, Seat
from scenes.common import opponent_names, player_identity
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
        """Return the labels of a seat's possible players, and the index of the present one."""

    def set_kind(self, k: int, choice: int) -> None:
        """Seat the player with index ``choice`` of :meth:`list_kinds` at seat ``k``."""


class Face(NamedTuple):
    """A player who can take a seat: seat data for its picture, label, group (a text id) and words. ``take`` seats it;
    None for a player who sits at the table already."""

    seat: Seat
    label: str
    group: str
    words: str
    take: Callable[[], None] | None


def change_seat(scene: SeatEditor, k: int, **fields: object) -> None:
    """Change fields of seat ``k``; do nothing if the seat is gone, as after its name was typed."""
    if k < len(scene.seats):
        scene.seats[k] = msgspec.structs.replace(scene.seats[k], **fields)
    scene.ui.dirty = True


def change_count(scene: SeatEditor, count: int, make: Callable[[], Seat]) -> None:
    """Change the number of seats; ``make`` returns a new one. All get new signs if two would look the same."""
    del scene.seats[count:]
    while len(scene.seats) < count:
        scene.seats.append(make())
    if not player_identity.all_differ(scene.seats):
        for k in range(count):
            colour, emblem = player_identity.free_sign(scene.seats[:k])
            change_seat(scene, k, colour=colour, emblem=emblem)
    scene.ui.dirty = True


def make_guest(ctx: Context, others: Sequence[Seat]) -> Seat:
    """Return the seat of a guest with a name and a sign that the ``others`` do not have."""
    name = opponent_names.find_free_name(ctx, [seat.name for seat in others], str(len(others) + 1))
    return Seat("person", "", name, *player_identity.free_sign(others))


def make_rival(ctx: Context, game: str, others: Sequence[Seat], level: str) -> Seat:
    """Return a new computer's seat: a character of this level, a nameless player when all of them are seated."""
    level = LEVELS[0] if ctx.settings.child_mode or has_child(ctx, others) else level
    sign = player_identity.free_sign(others)
    one = opponent_names.pick_character(game, level, [seat.level for seat in others])
    if one is not None:
        return Seat("computer", one, opponent_names.seat_name(ctx, one), *sign)
    name = opponent_names.find_free_name(ctx, [seat.name for seat in others], str(len(others) + 1))
    return Seat("computer", level, name, *sign)


def unique_names(names: list[str]) -> list[str]:
    """Return the names with repeated ones numbered: a second Leo becomes Leo 2."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return result


def seat_computer(scene: SeatEditor, k: int, level: str) -> None:
    """Make seat ``k`` a computer of this level; a name of the household is replaced."""
    name = scene.seats[k].name
    if scene.ctx.household.find(name) is not None:
        name = opponent_names.seat_name(scene.ctx, level, [seat.name for seat in scene.seats])
    change_seat(scene, k, kind="computer", level=level, name=name)


def list_people(scene: SeatEditor, seat: Seat) -> tuple[list[str], int]:
    """Return the labels of the possible people for a person's seat, and the index of the present one. The household
    comes first, then a guest, then a child as a guest."""
    people = scene.ctx.household
    names = [people.people[key].name for key in people.list_ids()]
    owner = people.find(seat.name) if seat.is_person else None
    at = people.list_ids().index(owner) if owner is not None else len(names) + seat.is_child
    return [*names, scene.ctx.t("people.guest" if names else "ui.setup.person"), scene.ctx.t("people.child")], at


def seat_person(scene: SeatEditor, k: int, choice: int) -> None:
    """Seat the person with index ``choice`` in :func:`list_people`; the person who sat at ``k`` takes that one's former
    seat."""
    labels, before = list_people(scene, scene.seats[k])
    guest = len(labels) - 2
    if choice < guest:
        for other, seat in enumerate(scene.seats):
            if other != k and list_people(scene, seat)[1] == choice and seat.is_person:
                mine = scene.seats[k]
                change_seat(scene, other, kind=mine.kind, level=mine.level, name=mine.name)
        change_seat(scene, k, kind="person", level="", name=labels[choice], child=msgspec.UNSET)
    elif before != choice or not scene.seats[k].is_person:
        name = scene.seats[k].name
        if scene.ctx.household.find(name) is not None:
            name = opponent_names.find_free_name(scene.ctx, [seat.name for seat in scene.seats], str(k + 1))
        child = choice > guest or msgspec.UNSET
        change_seat(scene, k, kind="person", level="", name=name, child=child)
    soften_rivals(scene)


def soften_rivals(scene: SeatEditor) -> None:
    """Reduce all stronger computers to the lowest level if a child sits at the table."""
    if not has_child(scene.ctx, scene.seats):
        return
    for k, seat in enumerate(scene.seats):
        if opponent_names.strength(seat.level) in LEVELS[1:] or seat.level.startswith(AT_RATING):
            others = [each.name for each in scene.seats]
            is_own = not seat.level.startswith(WHO)
            name = seat.name if is_own else opponent_names.find_free_name(scene.ctx, others, str(k + 1))
            change_seat(scene, k, level=LEVELS[0], name=name)


def has_child(ctx: Context, seats: Sequence[Seat]) -> bool:
    """Whether a child sits at one of these seats."""
    return any(seat.is_child for seat in ctx.household.give_portraits(seats))


def take_next_emblem(scene: SeatEditor, k: int) -> None:
    """Give a seat the next emblem that no other one has."""
    if k < len(scene.seats):
        change_seat(scene, k, emblem=player_identity.next_emblem(scene.seats, k))


def take_next_colour(scene: SeatEditor, k: int) -> None:
    """Give a seat the next colour; of up to four seats, the one that had it takes this one's."""
    if k < len(scene.seats):
        for other, (colour, emblem) in enumerate(player_identity.next_colour(scene.seats, k)):
            change_seat(scene, other, colour=colour, emblem=emblem)


# --- who is offered -----------------------------------------------------------------------------------------------


def list_people_faces(page: SeatEditor, k: int) -> list[Face]:
    """Return at most five people of the household who do not sit yet; a guest if there are none."""
    labels, at = list_people(page, page.seats[k])
    sitting = {page.ctx.household.find(seat.name) for seat in page.seats if seat.is_person}
    people = [n for n, key in enumerate(page.ctx.household.list_ids()) if key not in sitting][:5]
    guest = len(labels) - 2
    found = []
    for n in people or ([] if page.seats[k].is_person and at == guest else [guest]):
        seat = page.ctx.household.give_portraits([Seat("person", "", labels[n], page.seats[k].colour)])[0]
        take = partial(seat_person, page, k, n)
        found.append(Face(seat, labels[n], "ui.setup.person", page.ctx.t("setup.here"), take))
    return found
