"""Who sits on the seats of a game or an evening, and who is offered for one: people of the household, guests,
characters by their strength; signs that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from ai import character
from ai.levels import LEVELS
from ai.ratings import find_rating
from engine.seats import AT_RATING, FOREIGN, WHO, Seat
from scenes.common import opponent_names, player_identity
from scenes.common.opponent_names import level_name, strength

if TYPE_CHECKING:
    from scenes.menus.setup import SetUp
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

NEAR = 80
"""Points of rating within which a player is about even: half of what two levels differ."""
MOST_FACES = 7
"""Faces that the fan has room for."""


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


class Face(NamedTuple):
    """A player who can take a seat: how it looks, what stands below, its group (a text id), its words, what a choice
    does; None for who sits at the table already."""

    seat: Seat
    label: str
    group: str
    words: str
    take: Callable[[], None] | None


def change_seat(scene: SeatEditor, k: int, **fields: object) -> None:
    """Change fields of a seat; it may have gone while its name was being typed."""
    if k < len(scene.seats):
        scene.seats[k] = msgspec.structs.replace(scene.seats[k], **fields)
    scene.ui.dirty = True


def change_count(scene: SeatEditor, count: int, make: Callable[[], Seat]) -> None:
    """Change the number of seats; ``make`` returns one more. All get new signs where not all would differ."""
    del scene.seats[count:]
    while len(scene.seats) < count:
        scene.seats.append(make())
    if not player_identity.all_differ(scene.seats):
        for k in range(count):
            colour, emblem = player_identity.free_sign(scene.seats[:k])
            change_seat(scene, k, colour=colour, emblem=emblem)
    scene.ui.dirty = True


def make_guest(ctx: Context, others: Sequence[Seat]) -> Seat:
    """Return the seat of a guest next to these."""
    name = opponent_names.find_free_name(ctx, [seat.name for seat in others], str(len(others) + 1))
    return Seat("person", "", name, *player_identity.free_sign(others))


def seat_computer(scene: SeatEditor, k: int, level: str) -> None:
    """Seat a computer of this level, under a name that nobody of the household has."""
    name = scene.seats[k].name
    if scene.ctx.household.find(name) is not None:
        name = opponent_names.seat_name(scene.ctx, level, [seat.name for seat in scene.seats])
    change_seat(scene, k, kind="computer", level=level, name=name)


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
        name = scene.seats[k].name
        if scene.ctx.household.find(name) is not None:
            name = opponent_names.find_free_name(scene.ctx, [seat.name for seat in scene.seats], str(k + 1))
        child = choice > guest or msgspec.UNSET
        change_seat(scene, k, kind="person", level="", name=name, child=child)
    soften_rivals(scene)


def soften_rivals(scene: SeatEditor) -> None:
    """Let computers play as on a first evening where a child sits."""
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


def tell_seat(page: SetUp, seat: Seat) -> tuple[str, str]:
    """Return the name of who sits there, and how strong it is."""
    if seat.is_person:
        own = page.even.estimate_rating(seat.name)
        words = page.ctx.t("ui.gallery.you" if seat.name == page.ctx.person_name else "setup.here")
        words = page.ctx.t("people.child") if seat.is_child else words
        return seat.name, words if own is None else f"{words} \u00b7 {own}"
    rated = find_rating(page.game, seat.level)
    words = level_name(page.ctx, strength(seat.level))
    is_plain = seat.level.startswith((AT_RATING, FOREIGN))
    return seat.name, words if is_plain or rated is None else f"{words} \u00b7 {rated.rating}"


def list_faces(page: SetUp, k: int) -> list[Face]:
    """Return who is offered for a seat: characters easier than the first person, about even, stronger; people."""
    t, here = page.ctx.t, {seat.level: at for at, seat in enumerate(page.seats)}
    rival, own = page.find_rival(), page.even.estimate_rating(page.first_person)
    usual = find_rating(page.game, page.find_level_in_use())
    aim = own or (rival.rating if rival else usual.rating if usual else 0)
    others = []
    for stem, who in character.ours().items():
        rated = find_rating(page.game, WHO + stem)
        rating = rated.rating if rated else 100 * opponent_names.get_rank(who)
        if here.get(WHO + stem) != k:
            others.append((rating, WHO + stem, str(rating) if rated else level_name(page.ctx, who.level)))
    others.sort(key=lambda one: (abs(one[0] - aim), one[1] in here, one[1]))
    groups: dict[str, list[tuple[int, str, str]]] = {"easier": [], "even": [], "stronger": []}
    for one in others:
        groups["even" if abs(one[0] - aim) <= NEAR else "easier" if one[0] < aim else "stronger"].append(one)
    wide = 1 if len(page.seats) == 2 else 0  # the row of two seats has room for two more
    chosen = [*groups["easier"][:2], *groups["even"][: 2 + wide], *groups["stronger"][: 1 + wide]]
    chosen += [one for one in others if one not in chosen][: 5 + 2 * wide - len(chosen)]
    found = []
    for group, some in groups.items():
        for _, level, label in sorted(one for one in some if one in chosen):
            seat = Seat("computer", level, opponent_names.seat_name(page.ctx, level))
            won, lost = page.even.count_meetings(page.first_person, level)
            words = opponent_names.get_title(page.ctx, level)
            if won + lost:
                words += f"\n{t('ui.gallery.against', name=seat.name)}: *{won} : {lost}*"
            take = None if level in here else partial(page.seat_character, k, level)
            words = words if take is not None else t("ui.gallery.seated", n=here[level] + 1)
            found.append(Face(seat, label, f"setup.{group}", words, take))
    team, people = _list_places(page, k), list_people_faces(page, k)[:2]
    if team:  # in place of characters, who are offered in the gallery as well
        found = [face for face in found if face.take is not None][: MOST_FACES - len(team) - len(people)]
    return team + found + people


def _list_places(page: SetUp, k: int) -> list[Face]:
    """Return who sits there in a game of teams: each changes places with this seat, which makes other teams."""
    sides = page.handicaps.list_sides(page.seats, page.options)
    if len(set(sides)) == len(sides):
        return []

    def swap(other: int) -> None:
        page.seats[k], page.seats[other] = page.seats[other], page.seats[k]

    seats = page.ctx.household.give_portraits(page.seats)
    return [
        Face(seat, seat.name, "setup.swap", page.ctx.t("ui.gallery.seated", n=at + 1), partial(swap, at))
        for at, seat in enumerate(seats)
        if at != k and sides[at] != sides[k]
    ]


def list_people_faces(page: SeatEditor, k: int) -> list[Face]:
    """Return people of the household who do not sit yet, at most five; a guest where there are none."""
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
