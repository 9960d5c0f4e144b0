"""Who is offered for a seat of the set-up: characters by their strength, people of the household."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ai import character
from ai.ratings import find_rating
from engine.seats import AT_RATING, FOREIGN, WHO, Seat
from scenes.common import opponent_names
from scenes.common.opponent_names import level_name, strength
from scenes.menus import seat_changes
from scenes.menus.seat_changes import SeatEditor
from scenes.menus.seat_faces import Face

if TYPE_CHECKING:
    from scenes.menus.setup import SetUp

NEAR = 80
"""Points of rating within which a player is about even: half of what two levels differ."""
MOST_FACES = 7
"""Faces that the fan has room for."""


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
    labels, at = seat_changes.list_people(page, page.seats[k])
    sitting = {page.ctx.household.find(seat.name) for seat in page.seats if seat.is_person}
    people = [n for n, key in enumerate(page.ctx.household.list_ids()) if key not in sitting][:5]
    guest = len(labels) - 2
    found = []
    for n in people or ([] if page.seats[k].is_person and at == guest else [guest]):
        seat = page.ctx.household.give_portraits([Seat("person", "", labels[n], page.seats[k].colour)])[0]
        take = partial(seat_changes.seat_person, page, k, n)
        found.append(Face(seat, labels[n], "ui.setup.person", page.ctx.t("setup.here"), take))
    return found
