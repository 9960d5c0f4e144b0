"""The people who play at this computer, names and portraits, and the files that their progress lies in.

One file next to the record of finished games. A person is known by an id that never changes and by every name it has
had, told apart as :func:`engine.names.fold` does; a name belongs to one person for good. Who is taken off the list
stays in the file, and comes back with everything when the name is typed again. The progress of the first person lies
where it lay before there were several; that of every other one in a folder of its own.
"""

import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import msgspec

from engine import names, schema
from engine.contract import Message
from engine.seats import Portrait, Seat
from engine.storage import files, folders, safe_read
from engine.storage.safe_read import Refused, Unreadable

# Files of a player's progress: read with care and merged with changes by other processes.
#
# A damaged file is set aside and reported; its backup is used, or an empty one.

T = TypeVar("T")
MOST_BYTES = 4 << 20
FIRST = "first"
"""Id of the first person, whose files lie directly in their folders."""
FOLDER = "people"
"""Folder that has a subfolder for every other person."""


class ProgressFile(Generic[T]):
    """A file with progress. ``kind``: struct whose defaults are the initial progress; ``merge(found, now)``: returns
    both merged; ``texts``: start of the ids of messages, which end with ``unreadable``, ``damaged`` or ``restored``."""

    def __init__(
        self, name: str, kind: type[T], merge: Callable[[T, T], T], texts: str,
        decode: Callable[[bytes], T] | None = None, folder: Callable[[], Path] = folders.statistics,
        person: str = FIRST,
    ) -> None:  # fmt: skip
        """``decode``: reads the file where ``kind`` alone cannot; ``person``: id of the person whose progress it
        holds."""
        self.name = name
        self.folder = folder
        self.person = person
        self.kind = kind
        self.merge = merge
        self.texts = texts
        self.decode = decode or partial(schema.decode, kind=kind)
        self._saving = threading.Lock()

    def get_own(self, person: str) -> "ProgressFile[T]":
        """Return the file with the progress of a person, given by id."""
        if person == FIRST:
            return self
        return ProgressFile(self.name, self.kind, self.merge, self.texts, self.decode, self.folder, person)

    def path(self) -> Path:
        """Return the path of the file."""
        folder = self.folder()
        return folder / self.name if self.person == FIRST else folder / FOLDER / self.person / self.name

    def load(self) -> tuple[T, list[Message]]:
        """Return the progress (the initial one if there is none) and messages about the file; never raises."""
        place = self.path()
        try:
            return safe_read.read(place, self.decode, MOST_BYTES), []
        except Unreadable as error:
            if error.missing:
                return self.kind(), []
            if not error.damaged and not isinstance(error.cause, Refused):
                told = safe_read.about(f"{self.texts}.unreadable", path=str(place), reason=error.reason)
                return self.kind(), [told]
            kept = files.set_aside(place, ".bad")
            found = self._backup(place)
            told = safe_read.about(f"{self.texts}.{'restored' if found else 'damaged'}", path=str(kept or place))
            return found or self.kind(), [told]

    def saver(self, value: T) -> Callable[[], None]:
        """Return a function that merges the present progress into the file; any thread may call it. It raises
        FolderError."""
        now = schema.convert(msgspec.to_builtins(value), self.kind)

        def work() -> None:
            place = self.path()
            folders.ensure(place.parent)
            with self._saving, files.claim_for_update(place):
                try:
                    found: T | None = safe_read.read(place, self.decode, MOST_BYTES)
                except Unreadable as error:
                    if not error.missing:
                        files.set_aside(place, ".bad")
                    found = self._backup(place)
                kept = now if found is None else self.merge(found, now)
                files.write(place, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")

        return work

    def _backup(self, place: Path) -> T | None:
        try:
            return safe_read.read(files.backup_path(place), self.decode, MOST_BYTES)
        except Unreadable:
            return None


# The people.

FILE = "household.json"
MOST = 16
"""People on the list, at most."""
MOST_NAMES = 20
"""Names of one person that are remembered."""
Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,40}\Z")]
_Name = Annotated[str, msgspec.Meta(max_length=200)]


class Person(msgspec.Struct, frozen=True):
    """One person. ``earlier``: former names; ``away``: removed from the list; ``changed``: ISO time of the last change;
    ``child``: tables are adapted to a child while this person sits at them."""

    name: _Name
    portrait: Portrait = Portrait()
    earlier: Annotated[tuple[_Name, ...], msgspec.Meta(max_length=MOST_NAMES)] = ()
    away: bool = False
    changed: Annotated[str, msgspec.Meta(max_length=40)] = ""
    child: bool = False

    def __post_init__(self) -> None:
        """Clean the name for display; "?" if nothing is left."""
        msgspec.structs.force_setattr(self, "name", names.clean(self.name) or "?")

    def has_name(self, folded: str) -> bool:
        """Whether the person has or had this name, given as returned by :func:`engine.names.fold`."""
        return folded in map(names.fold, (self.name, *self.earlier))


class Household(msgspec.Struct):
    """All people by id, removed ones too."""

    people: dict[Id, Person] = {}

    def list_ids(self) -> list[str]:
        """Return the ids of the people on the list (those not ``away``), the first person first."""
        return [key for key, one in self.people.items() if not one.away]

    def find(self, name: str) -> str | None:
        """Return the id of the person on the list who has or had this name; None for a guest."""
        wanted = names.fold(name)
        owners = [(names.fold(one.name) != wanted, key) for key, one in self.people.items() if one.has_name(wanted)]
        found = min(owners, key=lambda owner: owner[0], default=(False, ""))[1]
        return found if found and not self.people[found].away else None

    def add(self, name: str, when: str, earlier: Iterable[str] = ()) -> str:
        """Put a person on the list and return the id; "" if the name is empty or taken, or the list is full.

        A removed person of that name is put back. ``when``: ISO time; ``earlier``: former names of the very first
        person.
        """
        shown = names.clean(name)
        wanted = names.fold(shown)
        if not shown or self.find(shown) is not None or len(self.list_ids()) >= MOST:
            return ""
        for key, one in self.people.items():
            if one.has_name(wanted):
                self.change(key, when, away=False)
                return key
        key = make_id(shown) if self.people else FIRST
        known = tuple(each for each in earlier if names.fold(each) != wanted) if key == FIRST else ()
        self.people[key] = Person(shown, self._find_free_portrait(), known, changed=when)
        return key

    def change(self, key: str, when: str, **fields: object) -> None:
        """Set fields of a person, given by id; ``when``: ISO time of the change."""
        self.people[key] = msgspec.structs.replace(self.people[key], **fields, changed=when)

    def rename(self, key: str, name: str, when: str) -> bool:
        """Give a person (by id) another name; return False if it is empty or another person has or had it."""
        shown, one = names.clean(name), self.people[key]
        wanted = names.fold(shown)
        if not shown or any(person.has_name(wanted) for other, person in self.people.items() if other != key):
            return False
        known = dict.fromkeys((*one.earlier, one.name))
        known.pop(shown, None)
        self.change(key, when, name=shown, earlier=tuple(known)[-MOST_NAMES:])
        return True

    def list_known_names(self) -> Mapping[str, str]:
        """Return a map from every present or former name, folded, to the person's present name."""
        found: dict[str, str] = {}
        for one in self.people.values():
            for each in one.earlier:
                found.setdefault(names.fold(each), one.name)
        return found | {names.fold(one.name): one.name for one in self.people.values()}

    def find_first_name(self, name: str) -> str:
        """Return the first name that the person of this name ever had; the name itself for a guest."""
        key = self.find(name)
        return name if key is None else [*self.people[key].earlier, self.people[key].name][0]

    def give_portraits(self, seats: Sequence[Seat]) -> list[Seat]:
        """Return the seats with portrait and child mark of their people; guests and computers have no portrait."""
        found = []
        for seat in seats:
            key = self.find(seat.name) if seat.is_person else None
            if key is None:
                found.append(msgspec.structs.replace(seat, portrait=msgspec.UNSET))
                continue
            one = self.people[key]
            child = one.child or msgspec.UNSET
            found.append(msgspec.structs.replace(seat, portrait=one.portrait, child=child))
        return found

    def _find_free_portrait(self) -> Portrait:
        """Return a portrait whose emblem and colour nobody has."""
        taken = {one.portrait.emblem for one in self.people.values()}
        at = next((k for k, emblem in enumerate(Portrait.EMBLEMS) if emblem not in taken), len(self.people))
        return Portrait(Portrait.EMBLEMS[at % len(Portrait.EMBLEMS)], at % Portrait.COLOURS)


def read_clock() -> str:
    """Return the current time as a text that sorts by time; "" if the clock cannot be read."""
    try:
        return datetime.now(UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def make_id(name: str) -> str:
    """Return the id of a person added under this name; it depends on the name alone, so two windows add one person."""
    return hashlib.blake2s(names.fold(name).encode(), digest_size=6).hexdigest()


def merge(found: Household, now: Household) -> Household:
    """Return two lists of people merged, each person as changed last; a duplicate name gets a number."""
    people = dict(found.people)
    for key, mine in now.people.items():
        there = people.get(key)
        if there is None:
            people[key] = mine
            continue
        newest = max(there, mine, key=lambda one: one.changed)
        known = dict.fromkeys((*there.earlier, *mine.earlier, there.name, mine.name))
        known.pop(newest.name, None)
        people[key] = msgspec.structs.replace(newest, earlier=tuple(known)[-MOST_NAMES:])
    seen: set[str] = set()
    for key, one in people.items():
        name, number = one.name, 1
        while names.fold(name) in seen:
            number += 1
            name = f"{one.name[: names.LONGEST - 3]} {number}"
        seen.add(names.fold(name))
        if name != one.name:
            people[key] = msgspec.structs.replace(one, name=name)
    return Household(people)


KEPT = ProgressFile(FILE, Household, merge, "people.file")


def read_known_names() -> Mapping[str, str]:
    """Return a map from every present or former name, folded, to the present name; {} while the file cannot be read.

    Faults of the file are reported and mended where the list of people is loaded.
    """
    try:
        return safe_read.read(KEPT.path(), lambda data: schema.decode(data, Household), MOST_BYTES).list_known_names()
    except Unreadable:
        return {}
