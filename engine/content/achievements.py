"""Achievements: things worth doing once, found in the logs of finished games by conditions given as data.

They stand in ``deeds.json`` next to a game's manifest. A seat earns one when all its conditions hold within one stretch
of a game (a turn, a round, the whole game) and those on the result hold at the end. A file of progress keeps the day
and the game in which each was earned first.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from engine import registry, schema
from engine.content import objectives
from engine.content.objectives import Facts, fits, lead, standing
from engine.schema import expect
from engine.session import Session
from engine.storage.household import ProgressFile

FILE = "deeds.json"
MOST = 60
"""Most achievements of one game."""

Where = Annotated[str, msgspec.Meta(pattern="^((lesson|puzzle) [a-z0-9_]{1,40})?$")]
View = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+(\.[a-z_]+)*$", max_length=80)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]


class BadAchievements(schema.Misfit):
    """Invalid data of achievements; the text names the place and what was expected."""


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Condition on the events of a game: at least ``n``, or with ``most`` at most ``n``, of a kind with data
    that match ``where`` (:mod:`engine.content.objectives`)."""

    event: registry.Name
    where: dict[registry.Name, Any] = {}
    n: Count = 1
    most: bool = False


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Condition on the last view: the number at path ``value``, or the seat's lead over the best other at path
    ``lead``, lies within ``least`` … ``most``."""

    value: View | None = None
    lead: View | None = None
    least: Count | None = None
    most: Count | None = None

    def __post_init__(self) -> None:
        """Check that exactly one of ``value`` and ``lead`` is given, and at least one bound."""
        expect((self.value is None) != (self.lead is None), "end", "value or lead", "both or none")
        expect(self.least is not None or self.most is not None, "end", "least or most", "none")

    def holds(self, facts: Facts) -> bool:
        """Whether the condition is met at the end of a game."""
        number = standing(facts, self.value) if self.value is not None else lead(facts, self.lead or "")
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


class Achievement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One achievement. ``per``: kind of event that begins each period within which all ``needs`` must hold, None = the
    whole game; ``won``: whether the game must be won; ``seats``: least number of seats; ``end``: conditions on the last
    view; ``opens``: the lesson or the theme of puzzles that it belongs to. An ``earlier`` one can no longer be earned:
    only its name and icon are left, for players who earned it. ``texts``: catalogue of its words, "" that of the
    game."""

    id: registry.Name
    icon: registry.Icon
    needs: tuple[Need, ...] = ()
    per: registry.Name | None = None
    won: bool = False
    seats: Count = 0
    end: tuple[Standing, ...] = ()
    opens: Where = ""
    earlier: bool = False
    texts: registry.Name | Literal[""] = ""

    def text_id(self, game: str) -> str:
        """Return the text id of the achievement's name; that of its condition has ``.text`` appended."""
        return f"{self.texts or game}.deed.{self.id}"

    def __post_init__(self) -> None:
        """Check that an ``earlier`` achievement has no conditions."""
        conditions = self.needs or self.per or self.won or self.seats or self.end or self.opens
        expect(not (self.earlier and conditions), "earlier", "name and icon only", "conditions")

    def done(self, facts: Facts) -> int | None:
        """Return the number of decisions after which it was earned; None when it was not earned in this game."""
        if facts.seats < self.seats or (self.won and facts.result[facts.seat] != 1):
            return None
        if not all(one.holds(facts) for one in self.end):
            return None
        if not self.needs:
            return facts.turns[-1] if facts.turns else 0
        for first, beyond in self._stretches(facts):
            events = facts.events[first:beyond]
            counts = [sum(fits(event, one.event, one.where, facts.seat) for event in events) for one in self.needs]
            pairs = zip(counts, self.needs, strict=True)
            if all(count <= need.n if need.most else count >= need.n for count, need in pairs):
                return self._turn(facts, first, beyond)
        return None

    def _stretches(self, facts: Facts) -> Iterator[tuple[int, int]]:
        """Bounds of each stretch, as indices of events."""
        marks = [0]
        if self.per is not None:
            marks += [at for at, event in enumerate(facts.events) if event.kind == self.per and at]
        yield from zip(marks, [*marks[1:], len(facts.events)], strict=True)

    def _turn(self, facts: Facts, first: int, beyond: int) -> int:
        """Return the number of decisions after which the last of the needed events had happened."""
        if not facts.turns:
            return 0
        asked = [
            at for at in range(first, beyond) for need in self.needs
            if not need.most and fits(facts.events[at], need.event, need.where, facts.seat)
        ]  # fmt: skip
        return facts.turns[max(asked, default=beyond - 1)]


def load_achievements(game: str) -> tuple[Achievement, ...]:
    """Return the achievements of a game that can be earned, empty when it has no file; raises :class:`BadAchievements`,
    ``UnknownGame``."""
    return tuple(deed for deed in _read(game) if not deed.earlier)


def list_earlier(game: str) -> tuple[Achievement, ...]:
    """Return the achievements of a game from earlier editions, which are listed for players who earned them; raises
    like ``load_achievements``."""
    return tuple(deed for deed in _read(game) if deed.earlier)


@cache
def _read(game: str) -> tuple[Achievement, ...]:
    path = registry.folder(game) / FILE
    if not path.exists():
        return ()
    found = schema.read(path, tuple[Achievement, ...], BadAchievements)
    for addition, place in registry.list_added_files(game, FILE).items():
        more = schema.read(place, tuple[Achievement, ...], BadAchievements)
        found += tuple(msgspec.structs.replace(deed, texts=addition) for deed in more)
    names = [deed.id for deed in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice or len(found) > MOST:
        raise BadAchievements(f"{path}: expected up to {MOST} deeds with names of their own, found {', '.join(twice)}")
    return found


def games() -> list[str]:
    """List the games that have achievements, in title order; one whose file is invalid has none."""
    return [info.id for info in registry.games() if _able(info.id)]


def trouble() -> str:
    """Describe the first invalid file of achievements; "" when all are valid."""
    for info in registry.games():
        try:
            load_achievements(info.id)
        except BadAchievements as error:
            return str(error)
    return ""


def _able(game: str) -> bool:
    try:
        return bool(load_achievements(game))
    except BadAchievements:
        return False


# --- what has been done ----------------------------------------------------------------------------------------------

_Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]{1,40}\.[a-z0-9_]{1,40}\Z")]


class Done(msgspec.Struct, frozen=True):
    """When and where an achievement was first earned: ISO time, id of the game, name of its save, number of the
    decision."""

    when: Annotated[str, msgspec.Meta(max_length=40)] = ""
    game: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{0,80}\Z")] = ""
    save: Annotated[str, msgspec.Meta(pattern=r"^[^/\\:\x00-\x1f]{0,200}\Z")] = ""
    turn: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class Record(msgspec.Struct, dict=True):
    """Earned achievements, by game and id."""

    deeds: dict[_Key, Done] = {}


def _merge(found: Record, now: Record) -> Record:
    both = {**now.deeds}
    for key, one in found.deeds.items():
        both[key] = min(one, both.get(key, one), key=lambda each: each.when)
    return Record(dict(sorted(both.items())))


KEPT = ProgressFile(FILE, Record, _merge, "deeds.file")


def find_new(session: Session, seat: int, record: Record) -> list[Achievement]:
    """Record and return the achievements that the person on a seat has earned for the first time in a finished game.

    Unfinished games, games with help, games continued from a snapshot and seats of computers earn none.
    """
    if not session.over or session.helped or session.course.base or not session.seats[seat].is_person:
        return []
    fresh: list[Achievement] = []
    save = session.autosave.name if session.autosave is not None else ""
    missing = [deed for deed in load_achievements(session.game) if f"{session.game}.{deed.id}" not in record.deeds]
    known = objectives.collect(session, seat) if missing else None
    for deed in missing:
        turn = deed.done(known) if known is not None else None
        if turn is not None:
            record.deeds[f"{session.game}.{deed.id}"] = Done(session.updated[:40], session.id, save, turn)
            fresh.append(deed)
    return fresh
