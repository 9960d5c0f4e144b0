"""What a finished game has come to, for the ceremony: places, who is celebrated, in which words, with which medals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import View
from engine.seats import Seat
from engine.session import Session
from scenes.common import opponent_names
from scenes.common.faces import draw_face
from scenes.common.level_names import level_name, strength
from scenes.results.medals import Medal

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from sprites.base.canvas import Canvas


class Outcome:
    """The end of one game; ``view`` is what may be shown of it."""

    def __init__(self, ctx: Context, session: Session, view: View) -> None:
        self.ctx = ctx
        self.session = session
        self.view = view
        self.result = session.result() or tuple(range(1, len(session.seats) + 1))
        """Places by seat; by seats as they sit when the game is not over."""
        self.order = sorted(range(len(self.result)), key=lambda seat: (self.result[seat], seat))
        """All seats, the first place first."""
        self.winners = [seat for seat in self.order if self.result[seat] == 1]
        people = [seat for seat, one in enumerate(session.seats) if one.is_person]
        self.person = people[0] if len(people) == 1 else None
        """The seat of the one person who played; None for several or none."""
        self.won = None if self.person is None else self.result[self.person] == 1
        """Whether that person has won, alone or with others; None when nobody's view is taken."""
        self.has_person_won = any(self.result[seat] == 1 for seat in people)
        self.medals: list[Medal] = []
        self.tie = ""
        """What has decided where points have not: a tie-breaker, or that a player gave up."""

    @property
    def others(self) -> list[int]:
        """Those who did not win, the best first."""
        return [seat for seat in self.order if self.result[seat] != 1]

    @property
    def title(self) -> str:
        """Who has won, in the words of the game."""
        t, game = self.ctx.t, self.session.game
        if self.won and len(self.winners) == 1 and self.person is not None:
            own = f"{game}.result.title.you"
            name = self.session.seats[self.person].name
            return t(own, name=name) if self.ctx.texts.has(own) else t("ui.result.title.you")
        names = self.ctx.texts.join([self.session.seats[seat].name for seat in self.winners])
        own = f"{game}.result.title"
        return t(own if self.ctx.texts.has(own) else "ui.result.title", n=len(self.winners), name=names)

    @property
    def quote(self) -> str:
        """The handicaps of the game, and what has decided a tie; else the motto of the winner, or what is said
        of such an end."""
        handicap = self.handicap
        if self.tie or handicap:
            return "  \u00b7  ".join(part for part in (handicap, self.tie) if part)
        first = self.session.seats[self.winners[0]] if len(self.winners) == 1 else None
        motto = "" if first is None else opponent_names.get_motto(self.ctx, first.level)
        return motto or self.ctx.t(f"{self.session.game}.result.sub")

    @property
    def handicap(self) -> str:
        """Who had a handicap of how many steps; "" when nobody had one."""
        t = self.ctx.t
        steps = zip(self.session.seats, self.session.handicap, strict=False)
        names = [t("ui.handicap.of", name=seat.name, n=step) for seat, step in steps if step]
        return t("ui.result.handicap", names=self.ctx.texts.join(names)) if names else ""

    def describe_kind(self, seat: Seat) -> str:
        """Return what kind of player sits there: "You" or the name of a level."""
        if seat.is_person:
            return self.ctx.t("ui.plate.person" if self.person is None else "ui.plate.you")
        return level_name(self.ctx, strength(seat.level))

    def draw_face(
        self, c: Canvas, seat: Seat, cx: float, cy: float, r: float, *, dim: bool = False, sign: float | None = None
    ) -> None:
        """Draw the medallion of a seat."""
        draw_face(c, seat, cx, cy, r, dim=dim, sign=sign)
