"""Reasons to come back, offered on the title: an evening under way, the Road, today's letters, moments, a rival.

What has no news is left out. Everything is read in the background, after the first picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.contract import Message
from scenes.common.evening import load_evening
from scenes.shell import routes
from scenes.table import game_screens as games
from sprites.base import icons, layout, shapes, text

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui
    from sprites.base.canvas import Canvas
    from sprites.base.layout import Box

SHOWN, SHOWN_NARROW = 3, 2
"""Offers side by side, and in a narrow window."""
NARROW = 0.7
"""Pixels per unit below which a window is narrow."""
LABEL = 172.0
AFTER_MS = 400.0
"""How long after the first picture the reading begins, so that nobody waits for it."""


@dataclass(frozen=True, slots=True)
class TitleOffer:
    """One reason: its id, icon, two lines of words, and what it opens; ``level``: a character whose face is shown."""

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

    def renew(self) -> None:
        """Read everything again: something may have been played meanwhile."""
        self._asked = False

    def update(self, ms: float) -> bool:
        """Let time pass; True when the offers have changed."""
        self._age += ms
        if not self._asked and self._age >= AFTER_MS and not self._ctx.quiet:
            self._asked = True
            self._ask()
        if self._found is None:
            return False
        found, self._found = self._found, None
        self.offers = list(self._list(found))
        return True

    def _ask(self) -> None:
        """Read the small files of progress, and have everything else read in the background."""
        from engine.content import daily_challenge, spaced_repetition

        sealed = self._ctx.progress(daily_challenge.KEPT).count_sealed_letters(spaced_repetition.today())
        _ = self._ctx.travels  # read here, since it may have notices for the window
        self._ctx.records.submit("offers", lambda: self._read(sealed))

    def _read(self, sealed: int) -> list[Message]:
        """Read the record, the saves and the map of the Road; runs in the background."""
        from engine.storage import folders, saves
        from scenes.campaign.progress_view import load_begun_road
        from scenes.study import review_queue

        told: list[Message] = []
        found = _Found(sealed)
        found.road = load_begun_road(self._ctx)
        found.moments = len(review_queue.waiting(saves.slots(folders.saves())))
        found.rivals = list(self._find_rivals(told))
        self._found = found
        return told

    def _find_rivals(self, told: list[Message]) -> Iterator[tuple[str, str]]:
        """Yield game and character about even with the person who played last, in the game played last."""
        from ai import character
        from ai.ratings import nearest_even, own_rating
        from engine.seats import WHO
        from engine.storage import statistics

        stats = statistics.summary(told)
        latest = sorted((each for each in stats.values() if each.last), key=lambda each: each.latest)
        for each in reversed(latest):
            played = each.last[0]
            if played.kinds.count("person") != 1:
                continue
            name = played.names[played.kinds.index("person")]
            record = each.find_player(name)
            own = None if record is None else own_rating(each.game, record.meetings, record.tally.played)
            level = nearest_even(each.game, own, [WHO + stem for stem in character.ours()])
            if level is not None:
                yield each.game, level
                return

    def _list(self, found: _Found) -> Iterator[TitleOffer]:
        """Yield the offers, the most important first."""
        ctx, t = self._ctx, self._ctx.t
        evening = load_evening(ctx)
        if evening.is_planned and not evening.is_over:
            names = ctx.texts.join([player.name for player in evening.players])
            open_evening = partial(routes.open, ctx, "evening")
            yield TitleOffer("offer.evening", "users", t("evening.on"), names, open_evening)
        if found.road is not None:
            station = found.road.find_waiting_stage()
            if station is not None:
                from scenes.campaign.progress_view import open_road

                note = found.road.describe_station(station)
                level = next(iter(station.rivals), "")
                yield TitleOffer(
                    "offer.road", "walking-boot", found.road.title(station), note, lambda: open_road(ctx), level
                )
        if found.sealed:
            note, words = t("offer.letter.note"), t("today.letters", n=found.sealed)
            yield TitleOffer("offer.letter", "scroll", words, note, lambda: routes.open(ctx, "today"))
        if found.moments:
            words = t("study.due", n=found.moments)
            yield TitleOffer("offer.moments", "redo", words, t("offer.moments.note"), self._open_moments)
        for game, level in found.rivals:
            from scenes.common import opponent_names

            name = opponent_names.get_name(ctx, level)
            note = t("offer.rival.note", game=games.short_name(ctx, game))
            yield TitleOffer("offer.rival", "ph-users", name, note, self._challenger(game, level), level)

    def _challenger(self, game: str, level: str) -> Callable[[], None]:
        """Return what begins a game against a character."""
        return lambda: routes.call(self._ctx, "challenge", game, level)

    def _open_moments(self) -> None:
        from scenes.study import review_queue

        review_queue.open_next(self._ctx)


class _Found:
    """What has been read."""

    def __init__(self, sealed: int) -> None:
        self.road: Any = None
        self.sealed = sealed
        self.moments = 0
        self.rivals: list[tuple[str, str]] = []


def draw_offers(ctx: Context, c: Canvas, ui: Ui, box: Box, offers: Sequence[TitleOffer]) -> None:
    """Draw the strip "What next?"; its first offer is framed."""
    shown = list(offers)[: SHOWN_NARROW if c.scale < NARROW else SHOWN]
    if not shown:
        return
    shapes.panel(c, *box)
    x, y, w, h = box
    text.draw(c, ctx.t("offer.next"), x + 24, y + h / 2, "heading", "text.title", "lm", max_w=LABEL - 30)
    room = (x + LABEL, y + 6, w - LABEL - 8, h - 12)
    sizes = [1.12] + [1.0] * (len(shown) - 1)
    whole = sum(sizes)
    cells = layout.columns(room, [room[2] * size / whole - 6 for size in sizes], gap=6)
    for at, (offer, cell) in enumerate(zip(shown, cells, strict=True)):
        state = ui.zone(offer.id, cell, offer.open, radius=10)
        lit = state in ("hover", "pressed")
        if at == 0 or lit:
            shapes.round_rect(c, *cell, 10, "accent", alpha=44 if lit else 26)
            shapes.round_rect(c, *cell, 10, "edge.bright", alpha=230 if lit else 170, border=1.4)
        left, middle = cell[0] + 40, layout.middle(cell)
        _draw_sign(ctx, c, offer, left, middle)
        rest = cell[2] - 108
        text.draw(c, offer.title, left + 36, middle - 11, "name", "text.bright", "lm", max_w=rest)
        text.draw(c, offer.note, left + 36, middle + 13, "body", "text.quiet", "lm", max_w=rest)
        icons.draw(c, "right", cell[0] + cell[2] - 18, middle, 15, "accent")


def _draw_sign(ctx: Context, c: Canvas, offer: TitleOffer, x: float, y: float) -> None:
    """Draw the face of a character, or the icon of what is offered."""
    if offer.level.startswith("who:"):
        from scenes.common import opponent_names
        from sprites.base import portrait

        one = opponent_names.find_character(offer.level)
        if one is not None:
            portrait.draw(c, opponent_names.build_arms(one), opponent_names.get_rank(one), x, y, 23)
            return
    icons.draw(c, offer.icon, x, y, 34, "accent.bright")
