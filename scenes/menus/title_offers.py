"""Reasons to come back, offered on the title: an evening under way, the Road, today's letters, moments, a rival.

What has no news is left out. Everything is read in the background, after the first picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.contract import Message
from scenes.common.occasions import load_evening
from scenes.shell import routes
from scenes.shell.parts import NARROW, Parts
from scenes.table import game_screens as games
from sprites.base import layout, shapes
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.common.matchmaking import EvenRival
    from scenes.shell.context import Context

SHOWN, SHOWN_NARROW = 3, 2
"""Offers side by side, and in a narrow window."""
LABEL = 172.0
AFTER_MS = 400.0
"""How long after the first picture the reading begins, so that nobody waits for it."""


@dataclass(frozen=True, slots=True)
class TitleOffer:
    """One offer: its id, icon, two lines of text, and the function it calls; ``level``: of a character whose face is
    shown."""

    id: str
    icon: str
    title: str
    note: str
    open: Callable[[], None]
    level: str = ""


class TitleOffers:
    """Finds what can be offered to the person who played last."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._age = 0.0
        self._asked = False
        self._found: _Found | None = None
        self.offers: list[TitleOffer] = []
        self.rivals: dict[str, EvenRival] = {}
        """Rivals about even by game, once the record has been read."""

    def renew(self) -> None:
        """Read everything again: something may have been played meanwhile."""
        self._asked = False

    def update(self, ms: float) -> bool:
        """Advance by ``ms`` milliseconds; return whether the offers have changed."""
        self._age += ms
        if not self._asked and self._age >= AFTER_MS and not self._ctx.quiet:
            self._asked = True
            self._ask()
        if self._found is None:
            return False
        found, self._found = self._found, None
        self.offers, self.rivals = list(self._list(found)), found.rivals
        return True

    def _ask(self) -> None:
        """Read the small files of progress, and have everything else read in the background."""
        from engine.content import daily_challenge, spaced_repetition

        day, days = spaced_repetition.today(), self._ctx.progress(daily_challenge.KEPT)
        sealed, is_begun = days.count_sealed_letters(day), day in days.days
        _ = self._ctx.travels  # read here, since it may have notices for the window
        self._ctx.records.submit("offers", lambda: self._read(sealed, is_begun))

    def _read(self, sealed: int, is_begun: bool) -> list[Message]:
        """Read the record, the saves and the map of the Road; runs in the background."""
        from engine.storage import folders, saves
        from scenes.campaign.progress_view import load_begun_road
        from scenes.study import retry

        told: list[Message] = []
        found = _Found(sealed, is_begun)
        found.road = load_begun_road(self._ctx)
        found.moments = len(retry.waiting(saves.slots(folders.saves()), self._ctx.is_own))
        found.rivals = self._find_rivals(told)
        self._found = found
        return told

    def _find_rivals(self, told: list[Message]) -> dict[str, EvenRival]:
        """Return a rival about even with the one person who played each game last, by game, the latest first."""
        from engine.storage import statistics
        from scenes.common.matchmaking import find_even

        rivals = {}
        stats = [each for each in statistics.summary(told).values() if each.last]
        for each in sorted(stats, key=lambda each: -each.latest):
            played = each.last[0]
            if played.kinds.count("person") == 1 and "computer" in played.kinds:
                name = played.names[played.kinds.index("person")]
                rival = find_even(each.game, None if self._ctx.find_owner(name) is None else each, name)
                if rival is not None:
                    rivals[each.game] = rival
        return rivals

    def _list(self, found: _Found) -> Iterator[TitleOffer]:
        """Yield the offers, the most important first."""
        ctx, t = self._ctx, self._ctx.t
        letters = list(self._offer_letters(found.sealed))
        yield from letters if found.is_begun else ()  # the others of a day of which one was opened
        if found.road is not None:
            station = found.road.find_waiting_stage()
            if station is not None:
                title, note = found.road.title(station), found.road.describe_station(station)
                opens, level = partial(routes.call, ctx, "open_road"), next(iter(station.rivals), "")
                yield TitleOffer("offer.road", "walking-boot", title, note, opens, level)
        yield from () if found.is_begun else letters
        if found.moments:
            words = t("study.due", n=found.moments)
            yield TitleOffer("offer.moments", "redo", words, t("offer.moments.note"), self._open_moments)
        for game, rival in list(found.rivals.items())[:1]:
            name = t("offer.even.title", game=games.short_name(ctx, game))
            begin = partial(routes.call, ctx, "challenge", game, rival.level)
            yield TitleOffer("offer.even", "shaking-hands", name, rival.tell(ctx), begin)

    def _offer_letters(self, sealed: int) -> Iterator[TitleOffer]:
        """Yield the letters of today that are left."""
        if sealed:
            t = self._ctx.t
            words, open_letters = t("today.letters", n=sealed), partial(routes.open, self._ctx, "today")
            yield TitleOffer("offer.letter", "scroll", words, t("offer.letter.note"), open_letters)

    def _open_moments(self) -> None:
        from scenes.study import retry

        retry.open_next(self._ctx)


def find_evening(ctx: Context) -> TitleOffer | None:
    """Return the offer to go back to the running evening; None without one."""
    evening = load_evening(ctx)
    if not evening.is_planned or evening.is_over:
        return None
    names = ctx.texts.join([player.name for player in evening.players])
    return TitleOffer("offer.evening", "users", ctx.t("evening.on"), names, partial(routes.open, ctx, "evening"))


class _Found:
    """What has been read."""

    def __init__(self, sealed: int, is_begun: bool) -> None:
        self.road: Any = None
        self.sealed, self.is_begun = sealed, is_begun
        self.moments = 0
        self.rivals: dict[str, EvenRival] = {}


def draw_offers(parts: Parts, box: Box, offers: Sequence[TitleOffer]) -> None:
    """Draw the strip "What next?"; its first offer is framed, and a little wider."""
    c, shown = parts.c, list(offers)[: SHOWN_NARROW if parts.c.scale < NARROW else SHOWN]
    if not shown:
        return
    shapes.panel(c, *box)
    cells = [Part(0, partial(_draw_offer, parts, offer, at == 0), 1 if at else 1.12) for at, offer in enumerate(shown)]
    title = parts.line(parts.t("offer.next"), "heading", "text.title", width=LABEL - 30)
    row = [parts.space(24), title, parts.fill(parts.row(cells, gap=6)), parts.space(8)]
    parts.row(row, gap=0).draw(layout.inset(box, 0, 6))


def _draw_offer(parts: Parts, offer: TitleOffer, is_first: bool, box: Box) -> None:
    """Draw one offer, framed while it is the first one or pointed at."""
    lit = parts.ui.zone(offer.id, box, offer.open, radius=10) in ("hover", "pressed")
    if is_first or lit:
        shapes.round_rect(parts.c, *box, 10, "accent", alpha=44 if lit else 26)
        shapes.round_rect(parts.c, *box, 10, "edge.bright", alpha=230 if lit else 170, border=1.4)
    note = parts.line(offer.note, colour="text.quiet", height=24)
    words = parts.middle(parts.line(offer.title, "name", "text.bright", height=24), note)
    parts.row([
        parts.space(10), Part(58, partial(_draw_sign, parts, offer)), parts.fill(words),
        parts.icon("right", 15, width=36),
    ], gap=4).draw(box)  # fmt: skip


def _draw_sign(parts: Parts, offer: TitleOffer, box: Box) -> None:
    """Draw the face of a character, or the icon of what is offered."""
    if offer.level.startswith("who:"):
        from scenes.common import opponent_names
        from sprites.base import portrait

        one, x, y = opponent_names.find_character(offer.level), box[0] + box[2] / 2, layout.middle(box)
        if one is not None:
            portrait.draw(parts.c, opponent_names.build_arms(one), opponent_names.get_rank(one), x, y, 23)
            return
    parts.icon(offer.icon, 34, "accent.bright").draw(box)
