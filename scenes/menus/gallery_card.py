"""Cards of one opponent in the gallery: the small one in the grid and the large one at its side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ai.character import Character
from ai.ratings import Own, Rated
from engine import registry
from scenes.common import opponent_names as words
from scenes.common.level_names import level_name
from scenes.common.picture_names import describe_picture
from scenes.shell.targets import Box
from sprites.base import icons, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from scenes.shell.context import Context

INK = ("base/portrait.plain.high", "base/rank.bronze", "base/rank.silver", "base/gold.high", "text.figure")
"""The colour of a level's name, weakest first."""
LAST_SHOWN = 11
"""Results against an opponent that are shown one by one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One opponent as it stands in the gallery.

    ``scores`` of the person against it, oldest first; ``seated`` the number of the seat where it sits already, from 1.
    """

    level: str
    who: Character
    rated: Rated | None
    scores: tuple[float, ...] = ()
    even: bool = False
    seated: int = 0

    @property
    def won(self) -> int:
        """Games in which the person came in before it."""
        return sum(score == 1 for score in self.scores)

    @property
    def lost(self) -> int:
        """Games in which it came in before the person."""
        return sum(score == 0 for score in self.scores)


def card(c: Canvas, ctx: Context, one: Shown, box: Box, *, chosen: bool, hot: bool) -> None:
    """The card in the grid."""
    x, y, w, h = box
    if chosen:
        shapes.glow_box(c, x, y, w, h, 12, "glow", 190, reach=13)
    shapes.panel(c, x, y, w, h)
    if chosen or hot:
        shapes.round_rect(c, x + 1, y + 1, w - 2, h - 2, 11, "accent", alpha=26)
    if chosen:
        shapes.round_rect(c, x, y, w, h, 12, "edge.bright", border=2.4)
    elif one.even or hot:
        shapes.round_rect(c, x, y, w, h, 12, "edge", border=1.6)
    rank = words.get_rank(one.who)
    crowned = rank >= portrait.CROWNED
    r = 49 if not crowned else 44 if rank == portrait.CROWNED else 40
    portrait.draw(c, words.build_arms(one.who), rank, x + 64, y + (69 if crowned else 64), r, dim=one.seated > 0)
    left, room = x + 124, w - 138
    text.draw(c, words.get_name(ctx, one.level), left, y + 34, "title", "text.bright", "lm", max_w=room)
    shapes.outline(c, "diamond", left + 5, y + 55, 4.4, [(0, INK[rank]), (1, "line")])
    text.draw(c, level_name(ctx, one.who.level), left + 15, y + 55, "strong", INK[rank], "lm", max_w=room - 15)
    motto = ctx.t("ui.gallery.seated", n=one.seated) if one.seated else words.get_motto(ctx, one.level)
    if motto:
        size = text.fit(c, motto, w - 136, 50, "remark", 1.2)
        text.paragraph(c, motto, left, y + 70, w - 136, size, "text.soft", line=1.2)
    if c.words is not None:
        c.words.note(describe_picture(ctx, one.who.face), (x + 20, y + 110, 88.0, 8.0))
    rows = words.list_leanings(one.who)
    top = y + 146 - 19 * (len(rows) - 1) / 2
    for k, (term, at) in enumerate(rows):
        _leaning(c, ctx, x + 18, top + k * 19, w - 36, term, at)
    shapes.rule(c, x + 14, y + h - 39, w - 28, ornament=False)
    _foot(c, ctx, one, x, y + h - 20, w)
    if one.even:
        shapes.ribbon(c, x + w / 2 + 40, y + 1, ctx.t("ui.gallery.even"), "gold", size=13)


def _tell_rating(ctx: Context, rated: Rated) -> str:
    return f"{ctx.t('ui.gallery.rating')}: {rated.rating} \u00b1 {rated.spread}"


def _tell_record(ctx: Context, one: Shown) -> str:
    if not one.scores:
        return ctx.t("ui.gallery.unmet")
    return f"{ctx.t('ui.gallery.against', name=words.get_name(ctx, one.level))}: {one.won} : {one.lost}"


def _foot(c: Canvas, ctx: Context, one: Shown, x: float, y: float, w: float) -> None:
    told = [_tell_rating(ctx, one.rated)] if one.rated is not None else []
    with tell_as_one(c.words, (x + 14, y - 9, w - 28, 18.0), lambda: ". ".join([*told, _tell_record(ctx, one)])):
        _draw_foot(c, ctx, one, x, y, w)


def _draw_foot(c: Canvas, ctx: Context, one: Shown, x: float, y: float, w: float) -> None:
    used = x + 16.0
    if one.rated is not None:
        icons.gradient(c, "laurel-crown", x + 27, y, 20, ("base/gold.high", "base/laurel.low"))
        used = x + 43
        used += text.draw(c, str(one.rated.rating), used, y, "name", "text.figure", "lm") + 6
        used += text.draw(c, f"± {one.rated.spread}", used, y + 1, "fine", "text.muted", "lm") + 8
    right = x + w - 16
    if not one.scores:
        text.draw(c, ctx.t("ui.gallery.unmet"), right, y + 1, "fine", "text.muted", "rm", max_w=right - used)
        return
    numbers = f"{one.won} : {one.lost}"
    wide = text.width(c, numbers, "strong")
    you = text.width(c, ctx.t("ui.gallery.you"), "fine")
    room = right - used - wide - you - 14
    name = words.get_name(ctx, one.level)
    end = min(room, text.width(c, name, "fine"))
    text.draw(c, name, right, y + 1, "fine", "text.muted", "rm", max_w=max(40.0, room))
    text.draw(c, numbers, right - end - 7, y, "strong", "text.bright", "rm")
    text.draw(c, ctx.t("ui.gallery.you"), right - end - 14 - wide, y + 1, "fine", "text.muted", "rm")


def _leaning(
    c: Canvas, ctx: Context, x: float, y: float, w: float, term: str, at: float, *, strong: bool = False
) -> None:
    """Draw a bar from the middle to a leaning between -1 and 1."""
    side, style = (110.0, "body") if strong else (84.0, "fine")
    on, off = ("text.strong", "text.dim") if strong else ("text.body", "text.dim")
    less, more = ctx.t(f"ui.leaning.{term}.less"), ctx.t(f"ui.leaning.{term}.more")
    with tell_as_one(c.words, (x, y - 9, w, 18.0), lambda: more if at > 0 else less):
        text.draw(c, less, x, y, style, on if at < 0 else off, "lm", max_w=side - 6)
        text.draw(c, more, x + w, y, style, on if at > 0 else off, "rm", max_w=side - 6)
    x0, ww, h = x + side, w - 2 * side, 7.0 if strong else 6.0
    shapes.round_rect(c, x0, y - h / 2, ww, h, h / 2, "well")
    shapes.round_rect(c, x0, y - h / 2, ww, h, h / 2, "edge", alpha=60, border=1)
    middle = x0 + ww / 2
    end = middle + at * ww / 2
    first, last = min(middle, end), max(middle, end)
    if last - first > 3:
        shapes.gradient_box(
            c, first, y - h / 2 + 1, last - first, h - 2, (h - 2) / 2, [(0, "base/bar.high"), (1, "base/bar.low")]
        )
    shapes.line(c, middle, y - h / 2 - 2, middle, y + h / 2 + 2, "line", 1)
    shapes.outline(c, "diamond", end, y, h * 0.86, [(0, "shine"), (1, "base/star.low")], rim="rim.dark", rim_w=1)


def large(
    c: Canvas,
    ctx: Context,
    one: Shown,
    own: Own | None,
    elsewhere: Sequence[tuple[str, Rated]],
    box: Box,
) -> None:
    """The large card: ``own`` is the person's rating, ``elsewhere`` the rating in the other games."""
    x, y, w, h = box
    middle = x + w / 2
    shapes.panel(c, x, y, w, h)
    shapes.glow(c, middle, y + 122, 190, one.who.enamel[0], 70)
    rank = words.get_rank(one.who)
    portrait.draw(c, words.build_arms(one.who), rank, middle, y + 122, 82 if rank >= portrait.CROWNED else 94)
    if one.even:
        shapes.ribbon(c, middle, y + 222, ctx.t("ui.gallery.even"), "gold", size=15)
    text.draw(
        c, words.get_name(ctx, one.level), middle, y + 262, "banner", "text.title", "cm", shadow=True, max_w=w - 40
    )
    said = " · ".join(part for part in (level_name(ctx, one.who.level), words.get_title(ctx, one.level)) if part)
    text.draw(c, said, middle, y + 290, "body", "text.muted", "cm", max_w=w - 30)
    text.draw(c, words.get_motto(ctx, one.level), middle, y + 317, "aside", "text.body", "cm", max_w=w - 30)
    if c.words is not None:
        c.words.note(describe_picture(ctx, one.who.face), (middle - 90, y + 40, 180.0, 160.0))
    shapes.rule(c, x + 30, y + 340, w - 60)
    rows = words.list_leanings(one.who)
    for k, (term, at) in enumerate(rows):
        _leaning(c, ctx, x + 24, y + 364 + k * 26, w - 48, term, at, strong=True)
    about = " ".join([ctx.t(f"ui.leaning.{term}.{'more' if at > 0 else 'less'}.about") for term, at in rows])
    top = y + 364 + len(rows) * 26 - 2
    size = text.fit(c, about, w - 48, y + 484 - top)
    text.paragraph(c, about, x + 24, top, w - 48, size, "text.body")
    _record(c, ctx, one, own, x, y + 494, w)
    if elsewhere:
        shapes.rule(c, x + 18, y + 610, w - 36, ornament=False)
        text.draw(c, ctx.t("ui.gallery.elsewhere"), x + 24, y + 636, "body", "text.muted", "lm", max_w=96)
        for k, (game, rated) in enumerate(elsewhere):
            at_x = x + 136 + k * 80
            icons.draw(c, registry.info(game).emblem, at_x, y + 636, 21, "accent")
            with tell_as_one(c.words, (at_x, y + 626, 80, 20), partial(_tell_elsewhere, ctx, game, rated)):
                text.draw(c, str(rated.rating), at_x + 16, y + 636.5, "strong", "text.body", "lm")


def _tell_elsewhere(ctx: Context, game: str, rated: Rated) -> str:
    return f"{ctx.t(f'{game}.name')}: {rated.rating}"


def _record(c: Canvas, ctx: Context, one: Shown, own: Own | None, x: float, y: float, w: float) -> None:
    """Rating and record, side by side."""
    shapes.rule(c, x + 18, y, w - 36, ornament=False)
    half = (w - 60) / 2
    with tell_as_one(c.words, (x + 24, y + 8, half, 60.0), lambda: _tell_rating(ctx, one.rated) if one.rated else ""):
        text.draw(c, ctx.t("ui.gallery.rating"), x + 24, y + 20, "caption", "accent", "lm", max_w=half)
        if one.rated is not None:
            used = text.draw(c, str(one.rated.rating), x + 24, y + 53, "large figure", "text.figure", "lm")
            text.draw(c, f"± {one.rated.spread}", x + 32 + used, y + 58, "body", "text.muted", "lm")
    mine = ctx.t("ui.gallery.rating.later")
    if own is not None:
        mine = ctx.t("ui.gallery.rating.own", rating=own.rating, spread=own.spread)
    text.draw(c, mine, x + 24, y + 86, "fine", "text.muted", "lm", max_w=half)
    name = words.get_name(ctx, one.level)
    right = x + w - 24
    against = ctx.t("ui.gallery.against", name=name)
    with tell_as_one(c.words, (right - half, y + 8, half, 60.0), lambda: _tell_record(ctx, one)):
        text.draw(c, against, right, y + 20, "caption", "accent", "rm", max_w=half + 12)
        if not one.scores:
            text.draw(c, ctx.t("ui.gallery.unmet"), right, y + 53, "body", "text.muted", "rm", max_w=half)
            return
        text.draw(c, f"{one.won} : {one.lost}", right, y + 53, "large figure", "text.figure", "rm")
    last = one.scores[-LAST_SHOWN:]
    for k, score in enumerate(last):
        at_x = right - 6 - (len(last) - 1 - k) * 15
        if score == 1:
            shapes.outline(c, "circle", at_x, y + 86, 5.6, [(0, "good.high"), (1, "good.low")], rim="good.ink", rim_w=1)
        else:
            shade = ("control.text.disabled", "control.high") if score == 0 else ("text.soft", "control.text.disabled")
            shapes.outline(c, "diamond", at_x, y + 86, 5.6, [(0, shade[0]), (1, shade[1])], rim="veil", rim_w=1)
