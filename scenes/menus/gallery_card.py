"""Cards of one opponent in the gallery: the small one in the grid and the large one at its side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ai.character import Character
from ai.ratings import Own, Rated, find_rating
from engine import registry
from scenes.common import opponent_names as words
from scenes.common.opponent_names import level_name
from scenes.common.player_identity import describe_picture
from scenes.shell.context import Context
from scenes.shell.parts import Parts
from sprites.base import icons, layout, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part

INK = ("base/portrait.plain.high", "base/rank.bronze", "base/rank.silver", "base/gold.high", "text.figure")
"""The colour of a level's name, weakest first."""
LAST_SHOWN = 11
"""Results against an opponent that are shown one by one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One opponent in the gallery. ``scores``: the person's results against it (1 = better place, 0 = worse), oldest
    first. ``even``: about as strong as the person; ``seated``: number of its seat at the table, from 1, 0 for none."""

    level: str
    who: Character
    rated: Rated | None
    scores: tuple[float, ...] = ()
    even: bool = False
    seated: int = 0

    @property
    def won(self) -> int:
        """Number of games in which the person was placed before the opponent."""
        return sum(score == 1 for score in self.scores)

    @property
    def lost(self) -> int:
        """Number of games in which the opponent was placed before the person."""
        return sum(score == 0 for score in self.scores)


def draw(c: Canvas, ctx: Context, one: Shown, box: Box, *, chosen: bool, hot: bool) -> None:
    """Draw the small card of the grid; ``hot``: under the pointer or focused."""
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
        _draw_leaning(c, ctx, term, at, (x + 18, top + k * 19 - 9, w - 36, 18))
    shapes.rule(c, x + 14, y + h - 39, w - 28, ornament=False)
    told = [_tell_rating(ctx, one.rated)] if one.rated is not None else []
    with tell_as_one(c.words, (x + 14, y + h - 29, w - 28, 18.0), lambda: ". ".join([*told, _tell_record(ctx, one)])):
        _draw_foot(c, ctx, one, x, y + h - 20, w)
    if one.even:
        shapes.ribbon(c, x + w / 2 + 40, y + 1, ctx.t("ui.gallery.even"), "gold", size=13)


def _tell_rating(ctx: Context, rated: Rated) -> str:
    return f"{ctx.t('ui.gallery.rating')}: {rated.rating} \u00b1 {rated.spread}"


def _tell_record(ctx: Context, one: Shown) -> str:
    if not one.scores:
        return ctx.t("ui.gallery.unmet")
    return f"{ctx.t('ui.gallery.against', name=words.get_name(ctx, one.level))}: {one.won} : {one.lost}"


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
    name = name if text.width(c, name, text.squeeze("fine")) <= room else ""  # it is the head of the card, too
    end = min(room, text.width(c, name, "fine"))
    text.draw(c, name, right, y + 1, "fine", "text.muted", "rm", max_w=room)
    text.draw(c, numbers, right - end - 7, y, "strong", "text.bright", "rm")
    text.draw(c, ctx.t("ui.gallery.you"), right - end - 14 - wide, y + 1, "fine", "text.muted", "rm")


def _draw_leaning(c: Canvas, ctx: Context, term: str, at: float, box: Box, *, strong: bool = False) -> None:
    """Draw a bar from the middle to a leaning between -1 and 1."""
    x, _, w, _ = box
    y = layout.middle(box)
    side, style = (110.0, "body") if strong else (84.0, "fine")
    on, off = ("text.strong", "text.quiet") if strong else ("text.body", "text.muted")
    less, more = ctx.t(f"ui.leaning.{term}.less"), ctx.t(f"ui.leaning.{term}.more")
    with tell_as_one(c.words, (x, y - 9, w, 18.0), lambda: more if at > 0 else less):
        text.draw(c, less, x, y, style, on if at < 0 else off, "lm", max_w=side - 6)
        text.draw(c, more, x + w, y, style, on if at > 0 else off, "rm", max_w=side - 6)
    x0, ww, h = x + side, w - 2 * side, 7.0 if strong else 6.0
    shapes.plaque(c, (x0, y - h / 2, ww, h), h / 2, ground="well", dark=255, edge=60)
    middle = x0 + ww / 2
    end = middle + at * ww / 2
    first, last = min(middle, end), max(middle, end)
    if last - first > 3:
        shapes.gradient_box(
            c, first, y - h / 2 + 1, last - first, h - 2, (h - 2) / 2, [(0, "base/bar.high"), (1, "base/bar.low")]
        )
    shapes.line(c, middle, y - h / 2 - 2, middle, y + h / 2 + 2, "line", 1)
    shapes.outline(c, "diamond", end, y, h * 0.86, [(0, "shine"), (1, "base/star.low")], rim="rim.dark", rim_w=1)


def large(parts: Parts, game: str, one: Shown, own: Own | None, box: Box) -> None:
    """Draw the large card of a character; ``own``: the person's rating in this game."""
    c, ctx, (x, y, w, h) = parts.c, parts.ctx, box
    middle, rank, rows = x + w / 2, words.get_rank(one.who), words.list_leanings(one.who)
    shapes.panel(c, *box)
    shapes.glow(c, middle, y + 122, 190, one.who.enamel[0], 70)
    portrait.draw(c, words.build_arms(one.who), rank, middle, y + 122, 82 if rank >= portrait.CROWNED else 94)
    if one.even:
        shapes.ribbon(c, middle, y + 222, ctx.t("ui.gallery.even"), "gold", size=15)
    said = " · ".join(part for part in (level_name(ctx, one.who.level), words.get_title(ctx, one.level)) if part)
    about = " ".join([ctx.t(f"ui.leaning.{term}.{'more' if at > 0 else 'less'}.about") for term, at in rows])
    if c.words is not None:
        c.words.note(describe_picture(ctx, one.who.face), (middle - 90, y + 40, 180.0, 160.0))
    parts.column([
        parts.space(240), parts.line(words.get_name(ctx, one.level), "banner", "text.title", align="c", height=40),
        parts.line(said, colour="text.muted", align="c", height=26),
        parts.line(words.get_motto(ctx, one.level), "aside", "text.body", align="c", height=28),
        parts.space(6), parts.rule(10),
        *(Part(26, partial(_draw_leaning, c, ctx, term, at, strong=True)) for term, at in rows),
        parts.space(4), parts.note(about, colour="text.body", share=1), parts.rule(6, ornament=False),
        parts.row([_make_rating(parts, one, own), _make_record(parts, one)], 104, gap=12, even=2),
        parts.rule(8, ornament=False), _make_elsewhere(parts, game, one), parts.space(8),
    ]).draw((x + 24, y, w - 48, h))  # fmt: skip


def _make_elsewhere(parts: Parts, here: str, one: Shown) -> Part:
    """Return the ratings of an opponent in three other games at most."""
    ctx, row = parts.ctx, [parts.line(parts.ctx.t("ui.gallery.elsewhere"), colour="text.muted", width=96)]
    found = [(info.id, find_rating(info.id, one.level)) for info in registry.games() if info.id != here]
    rated_in = [(game, rated) for game, rated in found if rated is not None][:3]
    for game, rated in rated_in:
        icon = parts.icon(registry.info(game).emblem, 21, width=24)
        rating = Part(80, parts.row([icon, parts.line(str(rated.rating), "strong", "text.body", share=1)], gap=4).draw)
        row.append(parts.tell_as_one(rating, partial(_tell_elsewhere, ctx, game, rated)))
    return parts.row(row if rated_in else [], 40, gap=0)


def _tell_elsewhere(ctx: Context, game: str, rated: Rated) -> str:
    return f"{ctx.t(f'{game}.name')}: {rated.rating}"


def _make_rating(parts: Parts, one: Shown, own: Own | None) -> Part:
    """Return the rating of an opponent, and the person's own."""
    t, rated = parts.ctx.t, one.rated
    mine = t("ui.gallery.rating.later")
    if own is not None:
        mine = t("ui.gallery.rating.own", rating=own.rating, spread=own.spread)

    def draw(box: Box) -> None:
        if rated is not None:
            x, middle = box[0], layout.middle(box)
            used = text.draw(parts.c, str(rated.rating), x, middle, "large figure", "text.figure", "lm")
            text.draw(parts.c, f"± {rated.spread}", x + 8 + used, middle + 5, "body", "text.muted", "lm")

    told = parts.column([parts.line(t("ui.gallery.rating"), "caption", "accent"), Part(34, draw)])
    return parts.column([
        parts.tell_as_one(told, lambda: _tell_rating(parts.ctx, rated) if rated else ""),
        parts.line(mine, "fine", "text.muted"),
    ])  # fmt: skip


def _make_record(parts: Parts, one: Shown) -> Part:
    """Return the person's games against an opponent, the last ones one by one."""
    t = parts.ctx.t
    against = t("ui.gallery.against", name=words.get_name(parts.ctx, one.level))
    score = parts.line(f"{one.won} : {one.lost}", "large figure", "text.figure", align="r", height=34)
    if not one.scores:
        score = parts.line(t("ui.gallery.unmet"), colour="text.muted", align="r", height=34)

    def draw_against(box: Box) -> None:
        x, _, w, _ = box
        text.draw_rows(parts.c, against, x + w, layout.middle(box), w, "caption", "accent", "r", high=36)

    told = parts.column([Part(26, draw_against), score])
    return parts.column([
        parts.tell_as_one(told, partial(_tell_record, parts.ctx, one)),
        Part(32, partial(_draw_scores, parts.c, one.scores[-LAST_SHOWN:])),
    ])  # fmt: skip


def _draw_scores(c: Canvas, scores: Sequence[float], box: Box) -> None:
    """Draw a dot for each game, the last one at the right."""
    x, y, w, h = box
    for k, score in enumerate(reversed(scores)):
        shape, look, rim = "diamond", ("text.soft", "control.text.disabled"), "veil"
        if score == 1:
            shape, look, rim = "circle", ("good.high", "good.low"), "good.ink"
        elif score == 0:
            look = ("control.text.disabled", "control.high")
        stops = [(0, look[0]), (1, look[1])]
        shapes.outline(c, shape, x + w - 6 - k * 15, y + h / 2, 5.6, stops, rim=rim, rim_w=1)
