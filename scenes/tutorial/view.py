"""How a lesson looks: a veil with soft holes, a dotted thread, the one who speaks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame

from engine.content.lessons import MOST_STARS, Corner
from scenes.shell.finger_row import FINGER_TOP, find_buttons_box
from scenes.shell.targets import Box, Target
from scenes.table.glossary_links import underline
from scenes.tutorial import progress
from sprites.base import icons, layout, portrait, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.portrait import Arms
from sprites.base.theme import mix, rgb

if TYPE_CHECKING:
    from scenes.tutorial.controller import Guide

SHEET = "sheet"
"""Name of a sheet over the board among the things that lessons can point at: no speech may hide it."""
SHADE = "base/tutorial.veil"
"""What everything outside the holes is multiplied by."""
SOFT = 9.0
"""How far the edge of a hole fades."""
COARSE = 3
"""The veil is painted so much smaller; its edges are soft anyway."""
TRAVEL_MS = 300.0
TAP_MS = 1600.0
WIDE = 420.0
"""Width of the bubble."""
CROWDED = 3
"""From this number of buttons in a row on they have no icons, which leaves room for the words."""
PORTRAIT = 136.0
"""Width for the portrait next to the bubble."""
R, LARGE = 54.0, 74.0
"""Radius of the portrait next to the bubble, and below it."""
LEAST = 150.0
"""Least height of the bubble, for the portrait next to it."""
STACK = 218.0
"""Room of the portrait below the bubble."""
SLIM, FOOT = 44.0, 52.0
"""What the bubble adds to its words above and below, and room for its buttons."""


@dataclass(frozen=True, slots=True)
class Voice:
    """The speaker: name, portrait, rank of its frame."""

    name: str
    arms: Arms
    rank: int


@dataclass(frozen=True, slots=True)
class Coin:
    """A lesson in the row: its title, its stars (0 = not done), whether it is the current one."""

    title: str
    stars: int
    now: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A button at the end of a lesson: target id, label, icon, function."""

    name: str
    label: str
    icon: str
    act: Callable[[], None]


@dataclass(slots=True)
class Look:
    """Animation of the veil's holes: their present and former boxes, and the clock in ms (``since``) when they
    changed."""

    holes: tuple[Box, ...] = ()
    before: tuple[Box, ...] = ()
    since: float = 0.0
    box: Box | None = None
    stacked: bool = False
    """Where the speech stands, and whether the portrait is below the bubble."""
    corner: Corner | None = None
    """Where the list of steps stands."""
    done_at: float | None = None
    """When the lesson was seen to be done."""
    moves: bool = False
    """Whether the next picture will be another one."""


def matches_target(target_id: str, wanted: Sequence[str]) -> bool:
    """Whether a target id is among the ``wanted`` ones; an id that ends in ``*`` matches any ending."""
    return any(target_id.startswith(each[:-1]) if each.endswith("*") else target_id == each for each in wanted)


def draw(guide: Guide, c: Canvas, lit: Sequence[Box]) -> None:
    """Draw veil and speech of a lesson, and register its buttons; ``lit``: boxes of the lit things."""
    table = guide.table
    if not table.busy:
        holes = _travelling(guide, tuple(lit))
        if not guide.searching:
            _veil(c, holes)
        for x, y, w, h in holes:
            shapes.round_rect(c, x - 6, y - 6, w + 12, h + 12, 14, "focus", alpha=225, border=2.5)
        _thread(guide, c)
        _hand(guide, c)
    coin = progress.draw_row(guide, c)
    _speech(guide, c, lit)
    progress.draw_steps(guide, c, (*lit, guide.look.box or (0, 0, 0, 0)))
    if guide.look.box is not None and coin is not None:
        x, y, w, _ = guide.look.box
        progress.draw_gold(guide, c, (x + w / 2, y + 38), coin)


# --- the veil ---------------------------------------------------------------------------------------------


def _travelling(guide: Guide, lit: tuple[Box, ...]) -> tuple[Box, ...]:
    """The holes on their way from where they were."""
    look, ui = guide.look, guide.table.ui
    if lit != look.holes:
        look.before, look.holes, look.since = look.holes, lit, ui.clock
    still = guide.table.ctx.reduced or guide.table.ctx.instant or not look.before
    share = 1.0 if still else min(1.0, (ui.clock - look.since) / TRAVEL_MS)
    if share >= 1.0 or not lit:
        return lit
    look.moves = True
    share = 1 - (1 - share) ** 3
    old = look.before
    return tuple(_interpolate(old[min(at, len(old) - 1)], box, share) for at, box in enumerate(lit))


def _interpolate(a: Box, b: Box, share: float) -> Box:
    x, y, w, h = (one + (two - one) * share for one, two in zip(a, b, strict=True))
    return round(x), round(y), round(w), round(h)


def _veil(c: Canvas, holes: tuple[Box, ...]) -> None:
    size = c.surface.get_size()

    def make() -> pygame.Surface:
        wide, high = (-(-side // COARSE) for side in size)
        small = pygame.Surface((wide, high)).convert(c.target)
        small.fill(rgb(SHADE))
        for by, ink in ((SOFT, rgb(mix(SHADE, "base/white", 0.5))), (SOFT - 3, rgb("base/white"))):
            for x, y, w, h in holes:
                left, top = round(c.x(x - by) / COARSE), round(c.y(y - by) / COARSE)
                right, low = round(c.x(x + w + by) / COARSE), round(c.y(y + h + by) / COARSE)
                box = pygame.Rect(left, top, right - left, low - top)
                pygame.draw.rect(small, ink, box, border_radius=c.px(14) // COARSE)
        return pygame.transform.smoothscale(small, (wide * COARSE, high * COARSE))

    c.surface.blit(c.cache.get(("lesson veil", size, holes), make), (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def find_box(guide: Guide, noted: Sequence[Target], name: str) -> Box | None:
    """Return the bounding box of all targets that match a name (see :func:`matches_target`); None without any."""
    hooks = guide.table.hooks
    found = [hooks.lesson_box(guide.table, one) for one in noted if matches_target(one.id, (name,))]
    return layout.surround(found) if found else None


def _thread(guide: Guide, c: Canvas) -> None:
    """Draw a dotted line between the targets of a thread."""
    if guide.over:
        return
    noted = [*guide.table.ui._building, *guide.table.ui.small]
    boxes = [box for name in guide.step.thread if (box := find_box(guide, noted, name)) is not None]
    for a, b in pairwise(boxes):
        ax, ay = a[0] + a[2] / 2, a[1] + a[3] / 2
        bx, by = b[0] + b[2] / 2, b[1] + b[3] / 2
        long = math.hypot(bx - ax, by - ay)
        count = int(long / 15)
        for k in range(count + 1):
            x, y = ax + (bx - ax) * k / max(1, count), ay + (by - ay) * k / max(1, count)
            if not (_inside(x, y, a) or _inside(x, y, b)):
                shapes.outline(
                    c, "circle", x, y, 3.4, [(0, "text.figure"), (1, "base/star.low")], rim="confirm.text", rim_w=1
                )


def _inside(x: float, y: float, box: Box) -> bool:
    return box[0] - 8 <= x <= box[0] + box[2] + 8 and box[1] - 8 <= y <= box[1] + box[3] + 8


def _hand(guide: Guide, c: Canvas) -> None:
    """A hand taps on what is to be pressed."""
    wanted = guide.next_target()
    target = next((one for one in guide.table.ui._building if one.id == wanted), None)
    if target is None or guide.searching:
        return
    x, y, w, h = guide.table.hooks.lesson_box(guide.table, target)
    phase = 0.0 if guide.table.ctx.reduced or guide.table.ctx.instant else (guide.table.ui.clock % TAP_MS) / TAP_MS
    if not (guide.table.ctx.reduced or guide.table.ctx.instant):
        guide.look.moves = True
    down = max(0.0, math.sin(phase * 2 * math.pi)) * 7
    hx, hy = x + w - min(18.0, w * 0.2) + 4, y + h - min(20.0, h * 0.2) + 10 - down
    icons.draw(c, "hand", hx + 2, hy + 3, 44, "veil")
    icons.draw(c, "hand", hx, hy, 44, "text.bright")


# --- the one who speaks -----------------------------------------------------------------------------------


def _speech(guide: Guide, c: Canvas, lit: Sequence[Box]) -> None:
    """Draw the bubble and the portrait: below it in a room of the game, else next to it."""
    table, look = guide.table, guide.look
    said, note = find_words(guide)
    tall = text.paragraph_height(c, said, WIDE - 44, "lead", line=1.27)
    small = text.paragraph_height(c, note, WIDE - 76, "remark") + 14 if note else 0.0
    stars = 44.0 if guide.over else 0.0
    foot = FOOT if guide.over or guide.whole or guide.step.reading else 0.0
    h = max(LEAST, tall + small + stars + SLIM + foot)
    if not table.busy or look.box is None:
        look.box, look.stacked = _place_speech(guide, c, lit, h)
    x, y, _w, _h = look.box
    if look.stacked:
        y += _h - h - STACK  # the bubble grows upwards
    if guide.nodding:
        y += math.sin(guide.nodding / 40) * 5
        look.moves = True
    left = x if look.stacked else x + PORTRAIT
    if look.stacked:
        _portrait(guide, c, x + 128, y + h + 108, LARGE)
        _tail(c, x + 176, y + h, down=True)
    else:
        middle = y + min(h / 2, 92.0)
        _portrait(guide, c, x + PORTRAIT / 2 - 4, middle, R)
        _tail(c, left, middle)
    shapes.panel(c, left, y, WIDE, h, "parchment")
    at_y = y + SLIM / 2 + stars + (0.0 if foot else (h - tall - small - SLIM) / 2)
    if guide.over:
        _stars(c, guide.stars, left + WIDE / 2, y + 38)
    text.paragraph(c, said, left + 22, at_y, WIDE - 44, "lead", "paper.text", line=1.27, bold_colour="paper.alert")
    game, ctx, ui = table.session.game, table.ctx, table.ui
    underline(c, ctx, ui, game, "guide", said, (left + 22, at_y, WIDE - 44), "lead", line=1.27, ink="paper.link")
    if note:
        at_y += tall + 8
        shapes.rule(c, left + 30, at_y, WIDE - 60, colour="edge.low", ornament=False)
        icons.draw(c, "hint", left + 34, at_y + 17, 18, "edge.low")
        text.paragraph(c, note, left + 50, at_y + 7, WIDE - 76, "remark", "paper.text.muted")
    if foot:
        _foot(guide, c, left, y + h - FOOT)


def _place_speech(guide: Guide, c: Canvas, lit: Sequence[Box], h: float) -> tuple[Box, bool]:
    """Return the box of the speech, and whether the portrait is below its bubble."""
    place = None if guide.over else guide.step.beside
    sheet = guide.table.hooks.lesson_things(guide.table).get(SHEET)
    taken = list(lit)
    if sheet is not None:
        taken.append(sheet)  # what it shows is what has just been learnt
    top, corner = 58.0, guide.table.ui.corner
    if corner is not None:
        top, place = FINGER_TOP, None
        taken.append(find_buttons_box(corner))
    if place is None and not guide.over:
        for room in guide.rooms:
            w, tall = (WIDE + PORTRAIT, h) if room.beside else (WIDE, h + STACK)
            low = room.low + (c.height - 900 if room.low > 450 else 0.0)
            box = (min(max(room.x, c.left + 8), c.right - 8 - w), low - tall, w, tall)
            if box[1] > top and not any(_overlap(layout.inset(box, -12), one) for one in taken):
                return box, not room.beside
    w = WIDE + PORTRAIT
    x, y = _place(c, lit, (w, h), taken) if place is None else (place[0], place[1] + c.height - 900)
    return (min(max(x, c.left + 8), c.right - 8 - w), min(max(y, top), c.height - 8 - h), w, h), False


def find_words(guide: Guide) -> tuple[str, str]:
    """Return the current speech, and the small print below it ("" for none)."""
    t = guide.table.ctx.t
    if guide.over:
        return t("lesson.done.last" if guide.course.last() else "lesson.done.words"), ""
    more = guide.table.hooks.lesson_words(guide.table)
    said = t(guide.answer or guide.text_id(), **more)
    note = t(guide.text_id("note"), **more) if guide.step.note and not guide.answer else ""
    return said, note


def _portrait(guide: Guide, c: Canvas, cx: float, cy: float, r: float) -> None:
    voice = guide.voice
    shapes.glow(c, cx, cy + 10, r * 1.75, "veil", 230)
    portrait.draw(c, voice.arms, voice.rank, cx, cy, r)
    high = 26.0 if len(text.rows(c, voice.name, 124, "heading", 46)[0]) == 1 else 50.0
    shapes.round_rect(c, cx - 66, cy + r + 9, 132, high, 13, "veil", alpha=190)
    text.draw_rows(c, voice.name, cx, cy + r + 9 + high / 2, 124, "heading", "text.title", high=46)


def _tail(c: Canvas, x: float, y: float, *, down: bool = False) -> None:
    """The bubble's tip, towards the one who speaks."""
    w, h = c.px(18), c.px(30)
    shape = raster.tint(raster.polygon_mask(w, h, [(w, 0), (0, h / 2), (w, h)]), "paper.edge")
    inner = raster.tint(raster.polygon_mask(w, h, [(w, h * 0.16), (w * 0.2, h / 2), (w, h * 0.84)]), "paper")
    if down:
        shape, inner = (pygame.transform.rotate(one, 90) for one in (shape, inner))
        c.surface.blit(shape, (c.x(x) - h // 2, c.y(y) - c.px(3)))
        c.surface.blit(inner, (c.x(x) - h // 2, c.y(y) - c.px(4)))
        return
    c.surface.blit(shape, (c.x(x) - w + c.px(3), c.y(y) - h // 2))
    c.surface.blit(inner, (c.x(x) - w + c.px(4), c.y(y) - h // 2))


def _stars(c: Canvas, count: int, cx: float, y: float) -> None:
    for k in range(MOST_STARS):
        gold = k < count
        stops = ("base/star.high", "base/star.deep") if gold else ("text.quiet", "text.dim")
        x = cx + (k - (MOST_STARS - 1) / 2) * 46
        if gold:
            shapes.glow(c, x, y, 30, "glow", 150)
        icons.draw(c, "star", x, y + 1.5, 36, "paper.title")
        icons.gradient(c, "star", x, y, 33, stops)


def _foot(guide: Guide, c: Canvas, x: float, y: float) -> None:
    """Draw the buttons of the speech bubble."""
    ui, t = guide.table.ui, guide.table.ctx.t
    if guide.over:
        ways = guide.course.list_next_steps(guide)
        words = [text.width(c, way.label, "caption") for way in reversed(ways)]
        room = (WIDE - 36 - 10 * (len(ways) - 1) - sum(words)) / max(1, len(ways))  # padding, the same for all buttons
        at = x + 18
        for way, wide in zip(reversed(ways), words, strict=True):
            box = (at, y, wide + room, 40.0)
            at += wide + room + 10
            icon = way.icon if len(ways) < CROWDED else None
            ui.button(c, way.name, box, way.label, way.act, main=way is ways[0], icon=icon)
        return
    if guide.whole:
        leave, tip = t(guide.leave_words), (t(guide.leave_words), t("lesson.skip.tip"))
        ui.button(c, "guide.leave", (x + 18, y + 3, 122, 36), leave, guide.course_on, icon="skip", tip=tip)
    if not guide.table.busy:
        box = (x + WIDE - 168, y - 2, 150.0, 42.0)
        ui.button(c, "guide.next", box, t("ui.tutorial.next"), guide.go_on, main=True, icon="right")


def _place(c: Canvas, lit: Sequence[Box], size: tuple[float, float], taken: Sequence[Box]) -> tuple[float, float]:
    """Return x and y for a box of ``size`` next to what is lit, where it covers nothing ``taken``, or least of it."""
    w, h = size
    low, right, left = c.height - 10, c.right - 10, c.left + 10
    if not lit:
        return 800 - w / 2, c.height / 2 - h / 2
    x, y, bw, bh = layout.surround(lit)
    cx, cy = x + bw / 2, y + bh / 2
    spots = [
        (x - w - 30, cy - h / 2), (cx - w / 2, y - h - 30), (cx - w / 2, y + bh + 30), (x + bw + 30, cy - h / 2),
        (left, 66.0), (left, low - h), (right - w, 66.0), (right - w, low - h),
        (left, c.height / 2 - h / 2), (right - w, c.height / 2 - h / 2), (800 - w / 2, 66.0), (800 - w / 2, low - h),
    ]  # fmt: skip
    best = (math.inf, spots[0])
    for at, (px, py) in enumerate(spots):
        px, py = min(max(px, left), right - w), min(max(py, 60.0), low - h)
        hidden = sum(_overlap((px - 10, py - 10, w + 20, h + 20), box) for box in taken)
        best = min(best, (hidden + at * 0.01, (px, py)))
    return best[1]


def _overlap(a: Box, b: Box) -> float:
    """The area that two boxes have in common."""
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)
