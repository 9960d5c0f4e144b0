"""The best results of a person: points by how a game is played and at how large a table, kept with the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec

from engine.storage.settings import get_entry, set_entry
from scenes.table import game_screens as games

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context

MOST = 200
"""Results kept per game, at most."""
ADVISED = "advised"
"""The last part of the kind of a game in which advice was shown."""
_Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]


class Best(msgspec.Struct):
    """``points`` in the game called ``game``, and what was the best ``before`` it."""

    points: _Points
    game: Annotated[str, msgspec.Meta(max_length=64)] = ""
    before: _Points | None = None


class Bests(msgspec.Struct):
    """By the kind of a game: who, how it is played, how many sit at the table."""

    best: Annotated[dict[str, Best], msgspec.Meta(max_length=MOST + 1)] = {}


class Comparison(NamedTuple):
    """A result compared with the best one: its points, the best before it (None for a first result), and whether it is
    better; ``advised`` when advice was shown."""

    points: int
    old: int | None
    is_best: bool
    advised: bool

    def describe(self, ctx: Context) -> str:
        """Return the comparison in words."""
        t = ctx.t
        if not self.is_best:
            said = t("result.best.stands", n=self.points, old=self.old)
        elif self.old is None:
            said = t("result.best.first", n=self.points)
        else:
            said = t("result.best.new", n=self.points, old=self.old)
        return t("result.best.advised", said=said) if self.advised else said


def describe_best(ctx: Context, session: Session) -> str:
    """Compare the result with the best of the one person who played, in words; "" when there is nothing to compare."""
    found = compare_best(ctx, session)
    return "" if found is None else found.describe(ctx)


def compare_best(ctx: Context, session: Session) -> Comparison | None:
    """Compare the result with the best of the one person who played; None when there is nothing to compare.

    A new best is kept. Games with advice have bests of their own; assisted ones have none. Looking at a result again
    gives the same.
    """
    people = [seat for seat, who in enumerate(session.seats) if who.is_person]
    found = games.points(session) if len(people) == 1 and not session.assisted and not session.handicap else ()
    if not found:
        return None
    points = found[people[0]]
    mode = games.mode_ids(session.game, session.options, len(session.seats))
    advice = (ADVISED,) if session.advised else ()
    kind = "|".join((session.seats[people[0]].name, *mode, str(len(session.seats)), *advice))
    known = get_entry(ctx.settings.bests, session.game, Bests)
    best = known.best.get(kind)
    if best is not None and best.game != session.id and points <= best.points:
        return Comparison(points, best.points, False, session.advised)
    if best is None or best.game != session.id:
        before = None if best is None else best.points
        best = Best(points, session.id, before)
        kept = dict(list(known.best.items())[-MOST + 1 :])
        ctx.settings.bests = set_entry(ctx.settings.bests, session.game, Bests({**kept, kind: best}))
        ctx.save_settings()
    return Comparison(points, best.before, True, session.advised)
