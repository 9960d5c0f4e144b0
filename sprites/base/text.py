"""Type: single lines aligned by cap height, and running text with *bold* words and {icon:name} signs in it."""

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from sprites.base import drawn_words, icons, raster
from sprites.base.canvas import Canvas
from sprites.base.fonts import (
    find_bold,
    find_word_gap,
    measure_cap,
    measure_height,
    measure_line,
    measure_overhang,
    narrow,
    render_line,
    split_face,
)
from sprites.base.theme import find_style, rgb

_SMALLEST = 12.0
_LEAST_FITTED = 9.5
_NARROWED = (100, 95, 90, 85, 80, 75, 70)
"""Widths of letters in percent that are tried, on a canvas where text has a least size, until it has room."""
_NARROW_FIRST = (95, 90, 85, 80, 75)
"""Widths of letters in percent that are tried before a text gets smaller than looks well next to others."""
_STEP = 0.5
"""Steps in which the size of a text gets smaller, in units."""
_LOWEST = 0.62
"""Share of the least size that a text keeps which gets smaller rather than lose its end."""
_CUT = "…"
ROW = 1.12
"""Height of one of two rows, by the size of their type."""
_MOST_IN_TEXT = 12_000
_MOST_LINES = 300
_SHORT = 0.25
"""Shortest last line, as share of the width (avoids widows)."""
_COMPANY = 4
"""Fewest words of a line that can give one to the last line."""
_UNBROKEN = re.compile(r"[^ \t\n]{90}")
"""Length from which a word without a gap (a path) is broken."""
_MOST_IN_ROWS = 40
"""Most words of a text that is set in two rows; of more, no row could be read, and each way to part them is tried."""
_NO_END = 1_000_000
"""Width larger than any line, in pixels."""
WordBox = tuple[str, tuple[float, float, float, float]]
"""A run of letters and its box: x, y, width, height."""
_TOKEN = re.compile(r"\{icon:([a-z0-9_-]+)\}|(\*)|(\n)|([ \t]+)|([^ \t\n*{]+|\{)")


class Font(NamedTuple):
    """Face and size in units of a text; ``high``, ``whole``: the room of running text, see :func:`limit`."""

    face: str
    size: float
    high: float = 0.0
    whole: bool = False


def find_font(font: str | Font) -> Font:
    """Return the text style of the theme with this name as a font; a font is returned as it is."""
    return font if isinstance(font, Font) else Font(*find_style(font))


def resize(font: str | Font, most: float) -> Font:
    """Return a font whose size is at most ``most`` units."""
    found = find_font(font)
    return found if found.size <= most else found._replace(size=most)


def _pixels(c: Canvas, size: float, fixed: bool) -> int:
    return max(4, round(max(c.least_text, size * (1.0 if fixed else c.text_scale)) * c.scale))


def width(c: Canvas, s: str, font: str | Font = "body", *, fixed: bool = False) -> float:
    """Return the logical width of a line (``fixed``: without the player's text size)."""
    face, size, _, _ = find_font(font)
    return measure_line(s, face, _pixels(c, size, fixed)) / c.scale


def _fit_size(c: Canvas, s: str, face: str, size: float, max_w: float | None, fixed: bool) -> tuple[str, str, int]:
    """Return a line, perhaps cut, with the face and the size in pixels at which it fits ``max_w``."""
    px = full = _pixels(c, size, fixed)
    if max_w is None:
        return s, face, px
    room = max_w * c.scale
    if measure_line(s, face, px) <= room:
        return s, face, px
    least = min(size, _SMALLEST) / max(1.0, c.text_scale) if not fixed else min(size, 7.0)
    lowest = max(math.ceil(drawn_words.LEAST_SHARE * full), min(full, drawn_words.LEGIBLE))
    low = (lowest - 0.5) / c.scale / (1.0 if fixed else c.text_scale)

    def fits(one: Font) -> bool:
        return measure_line(s, one.face, _pixels(c, one.size, fixed)) <= room

    font = shrink(Font(face, size), least, fits, low=low)
    face, px = font.face, _pixels(c, font.size, fixed)
    if c.least_text:
        s, face = _squeeze_line(s, face, px, round(room))
    if measure_line(s, face, px) > room + 1:
        drawn_words.report_misfit("wider than its place", s)
    elif px < drawn_words.LEGIBLE:
        drawn_words.report_misfit("too small to be read", s)
    drawn_words.report_shrinking(full, px, s)
    return s, face, px


def shrink(font: Font, least: float, fits: Callable[[Font], bool], *, low: float = 0.0) -> Font:
    """Return the font at which a text ``fits``, or the smallest one.

    Its size shrinks in steps of 0.5 by at most a fifth (not below ``low``); where that is not enough, its letters get
    narrower by at most a quarter; only then does the size shrink further, down to ``least``.
    """
    font = _lower(font, max(least, low or drawn_words.LEAST_SHARE * font.size), fits)
    for percent in _NARROW_FIRST:
        if fits(font):
            return font
        font = font._replace(face=narrow(font.face, percent))
    return _lower(font, least, fits)


def squeeze(font: str | Font) -> Font:
    """Return the smallest and narrowest readable form of a font; a text that has no room at it is cut."""
    found = find_font(font)
    size = min(found.size, drawn_words.LEAST_SHARE * found.size + _STEP)
    return found._replace(face=narrow(found.face, _NARROW_FIRST[-1]), size=size)


def _lower(font: Font, least: float, fits: Callable[[Font], bool]) -> Font:
    while not fits(font) and font.size - _STEP >= least:
        font = font._replace(size=font.size - _STEP)
    return font


@lru_cache(maxsize=1000)
def _squeeze_line(s: str, face: str, px: int, room: int) -> tuple[str, str]:
    """Return a line and its face: with letters as narrow as ``room`` pixels need, then with its end cut off; "" where
    no letter has room."""
    for percent in _NARROWED:
        if measure_line(s, narrow(face, percent), px) <= room:
            return s, narrow(face, percent)
    face = narrow(face, _NARROWED[-1])
    if measure_line(_CUT, face, px) > room:
        return "", face
    kept = _find_most(len(s), lambda count: measure_line(f"{s[:count].rstrip()}{_CUT}", face, px) <= room)
    return f"{s[:kept].rstrip()}{_CUT}", face


@lru_cache(maxsize=400)
def _squeeze(s: str, face: str, px: int, room: int, most: int) -> tuple[str, str]:
    """Return running text and its face: the letters as narrow as ``room`` pixels and ``most`` lines need (0: any
    number of lines), then the end cut off."""

    def has_room(words: str, one: str) -> bool:
        lines = _layout(words, one, px, room, round(px * 1.15))
        return (not most or len(lines) <= most) and max(used for _, used in lines) <= room

    for percent in _NARROWED:
        if has_room(s, narrow(face, percent)):
            return s, narrow(face, percent)
    face = narrow(face, _NARROWED[-1])
    if not most:
        return s, face
    words = s.split(" ")
    kept = _find_most(len(words), lambda count: has_room(" ".join(words[:count]) + _CUT, face))
    return " ".join(words[: max(1, kept)]) + _CUT, face


def _find_most(count: int, suits: Callable[[int], bool]) -> int:
    """Return the largest number below ``count`` that suits, where all smaller ones do too; 0 when none does."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if suits(middle) else (low, middle - 1)
    return low


def rows(
    c: Canvas, s: str, w: float, font: str | Font = "body", high: float | None = None, *, fixed: bool = False
) -> tuple[list[str], Font]:
    """Return a text as one row, or as two where one would become too small, and the font at which it fits ``w``.

    Two rows are at most ``high`` units tall together, and used only where their letters are larger than in one row.
    """
    wanted = find_font(font)
    size, one = wanted.size, _shrink_to(c, [s], w, wanted, fixed)
    words = s.split(" ")
    low = high is not None and 2 * ROW * c.least_text > high
    looks_well = one.face == wanted.face and one.size >= drawn_words.LEAST_SHARE * size
    if low or looks_well or not 1 < len(words) <= _MOST_IN_ROWS:
        return [s], one
    halves = [[" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words))]
    two = min(halves, key=lambda half: max(width(c, row, wanted, fixed=fixed) for row in half))
    tallest = size if high is None else high / (2 * ROW * (1.0 if fixed else c.text_scale))
    both = _shrink_to(c, two, w, resize(wanted, tallest), fixed)
    return (two, both) if both.size * split_face(both.face)[1] > one.size * split_face(one.face)[1] else ([s], one)


def draw_rows(
    c: Canvas, s: str, x: float, y: float, w: float, font: str | Font, colour: str, align: str = "c", *,
    high: float = 32.0, fixed: bool = False,
) -> None:  # fmt: skip
    """Draw a text in one row, or in two that are at most ``high`` tall, see :func:`rows`; ``y`` is their middle."""
    lines, found = rows(c, s, w, font, high, fixed=fixed)
    drawn_words.report_shrinking(find_font(font).size, found.size, s)
    step = found.size * (1.0 if fixed else c.text_scale) * ROW
    for at, line in enumerate(lines):
        yy = y + (at - (len(lines) - 1) / 2) * step
        draw(c, line, x, yy, found, colour, f"{align}m", max_w=w, fixed=fixed)


def _shrink_to(c: Canvas, lines: list[str], w: float, font: Font, fixed: bool) -> Font:
    """Return the font, of size 10 at least, at which all lines fit ``w``."""
    return shrink(font, 10.0, lambda now: max(width(c, one, now, fixed=fixed) for one in lines) <= w)


def draw(
    c: Canvas,
    s: str,
    x: float,
    y: float,
    font: str | Font = "body",
    colour: str = "text",
    align: str = "lm",
    *,
    max_w: float | None = None,
    shadow: bool = False,
    alpha: int = 255,
    gradient: tuple[str, ...] | None = None,
    fixed: bool = False,
) -> float:
    """Draw one line and return its logical width.

    ``font``: a text style of the theme by name, or face and size. ``align``: l, c or r, then t, m or b of the
    capital letters. ``max_w``: shrinks in steps of 0.5, not below 12.
    ``gradient``: colours from top to bottom instead of ``colour``. ``fixed``: ignores the player's text size.
    """
    if not s:
        return 0.0
    found = find_font(font)
    s, face, px = _fit_size(c, s, found.face, found.size, max_w, fixed)
    if not s:
        return 0.0
    key = ("text", s, face, px, colour, shadow, gradient)
    made = c.cache.find(key)
    if made is None:
        made = _line(s, face, px, colour, shadow, gradient, max(1, round(c.scale)))
        c.cache.put(key, made)
    top, high = measure_cap(face, px)
    wide = measure_line(s, face, px)
    left = c.x(x) - (0 if align[0] == "l" else wide // 2 if align[0] == "c" else wide)
    up = c.y(y) - (top if align[1] == "t" else top + high // 2 if align[1] == "m" else top + high)
    if drawn_words.is_listening():
        drawn_words.check_inside(c.surface, (left, up + top, wide, high), s)
    if c.words is not None:
        _collect(c, s, pygame.Rect(left, up + top, wide, high))
    if alpha < 255:
        made.set_alpha(alpha)
        c.surface.blit(made, (left, up))
        made.set_alpha(255)
    else:
        c.surface.blit(made, (left, up))
    return wide / c.scale


def _collect(c: Canvas, s: str, box: pygame.Rect) -> None:
    """Record a text for the screen reader, unless it is scrolled out of sight; ``box`` in pixels."""
    if c.words is not None and box.colliderect(c.surface.get_clip()):
        c.words.note(s, (*c.logical(box.topleft), box.w / c.scale, box.h / c.scale))


def _line(
    s: str, face: str, px: int, colour: str, shadow: bool, gradient: tuple[str, ...] | None, drop: int
) -> pygame.Surface:
    if gradient:
        shape = render_line(s, face, px, (255, 255, 255))
        top, high = measure_cap(face, px)
        total = max(1, shape.get_height())
        stops: list[tuple[float, str]] = [
            ((top + high * k / (len(gradient) - 1)) / total, name) for k, name in enumerate(gradient)
        ]
        line = raster.fill(raster.native(shape), stops)
    else:
        line = render_line(s, face, px, raster.parts(colour)[:3])
    if not shadow:
        return line
    made = raster.empty(line.get_width(), line.get_height() + drop)
    dark = render_line(s, face, px, rgb("shadow"))
    dark.set_alpha(190)
    made.blit(dark, (0, drop))
    made.blit(line, (0, 0))
    return made


class _Piece:
    """One unbreakable piece of running text: a run of words in one face, or an icon."""

    __slots__ = ("bold", "glue", "icon", "text")

    def __init__(self, text: str, icon: str, bold: bool, glue: bool) -> None:
        self.text = text
        self.icon = icon
        self.bold = bold
        self.glue = glue


def _pieces(s: str) -> list[_Piece | None]:
    """Return the pieces of a text, None for a line end; a piece with ``glue`` has no space or line break before it."""
    if len(s) > _MOST_IN_TEXT:
        s = s[: _MOST_IN_TEXT - 1] + "…"
    if len(s) > 90:
        s = _UNBROKEN.sub(lambda run: f"{run[0]} ", s)
    found: list[_Piece | None] = []
    bold = False
    glue = True
    for match in _TOKEN.finditer(s):
        icon, star, end, space, word = match.groups()
        if star:
            bold = not bold
        elif end:
            found.append(None)
            glue = True
        elif space:
            glue = False
        elif icon or word:
            found.append(_Piece(word or "", icon or "", bold, glue and bool(found) and found[-1] is not None))
            glue = True
    return found


def _not_alone(lines: Sequence[list[list[_Piece]]], wide: Callable[[list[_Piece]], int], room: int) -> None:
    """Move a word from the line above to the last line, in place, when that is too short."""
    if len(lines) < 2 or len(lines[-1]) != 1 or len(lines[-2]) < _COMPANY:
        return
    alone, before = lines[-1][0], lines[-2][-1]
    if wide(alone) < room * _SHORT and wide(before) + wide(alone) < room * 0.8:
        lines[-1].insert(0, lines[-2].pop())


@lru_cache(maxsize=1500)
def _layout(
    s: str, face: str, px: int, room: int, icon_px: int
) -> tuple[tuple[tuple[tuple[int, str, str, bool], ...], int], ...]:
    """Return lines as ((x, text, icon, bold) …, line width), all in pixels."""
    bold_face = find_bold(face)
    space = find_word_gap(face, px)

    def wide(piece: _Piece) -> int:
        if piece.icon:
            return icon_px
        return measure_line(piece.text, bold_face if piece.bold else face, px)

    groups: list[list[_Piece] | None] = []
    for piece in _pieces(s):
        if piece is None:
            groups.append(None)
        elif piece.glue and groups and groups[-1] is not None:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    lines: list[list[list[_Piece]]] = [[]]
    first = used = 0
    for group in (*groups, None):
        if group is None:
            _not_alone(lines[first:], lambda last: sum(wide(p) for p in last), room)
            first, used = len(lines), 0
            lines.append([])
            continue
        w = sum(wide(p) for p in group)
        if lines[-1] and used + space + w > room:
            lines.append([])
            used = 0
        used += w + (space if lines[-1] else 0)
        lines[-1].append(group)
    lines.pop()
    del lines[_MOST_LINES:]
    out = []
    for line in lines:
        at = end = 0
        placed: list[tuple[int, str, str, bool]] = []
        for index, group in enumerate(line):
            if index:
                at += space
            for piece in group:
                left, right = measure_overhang(piece.text, bold_face if piece.bold else face, px)
                at -= left if placed else 0
                placed.append((at, piece.text, piece.icon, piece.bold))
                end = at + wide(piece)
                at = end - right
        out.append((tuple(placed), end))
    return tuple(out)


def limit(font: str | Font, high: float, *, whole: bool = False) -> Font:
    """Return a font that remembers the height of running text: where text has a least size and more lines than fit,
    letters get narrow and the end is cut off; a ``whole`` text, such as a rule, gets smaller instead."""
    return find_font(font)._replace(high=high, whole=whole)


def _arrange(c: Canvas, s: str, w: float, font: Font, line: float, fixed: bool) -> tuple[str, str, int]:
    """Return running text with its face and its size in pixels; where text has a least size, narrowed or cut to fit."""
    face, size, high, whole = font
    px = _pixels(c, size, fixed)
    if not c.least_text:
        return s, face, px
    room = round(w * c.scale)
    if not high:
        return *_squeeze(s, face, px, room, 0), px
    low = max(4, round(size * (1.0 if fixed else c.text_scale) * c.scale), round(px * _LOWEST)) if whole else px
    while True:
        most = max(1, int((high * c.scale - px * 0.7) / (px * line)) + 1)
        found, narrowed = _squeeze(s, face, px, room, most)
        if px <= low or found == s:
            return found, narrowed, px
        px -= 1


def _measure(c: Canvas, s: str, w: float, font: Font, line: float, fixed: bool) -> tuple[int, int, float]:
    """Return font pixels, number of lines, logical height."""
    s, face, px = _arrange(c, s, w, font, line, fixed)
    count = len(_layout(s, face, px, round(w * c.scale), round(px * 1.15)))
    return px, count, ((count - 1) * px * line + px * 0.7) / c.scale


def paragraph_height(
    c: Canvas, s: str, w: float, font: str | Font = "body", *, line: float = 1.22, fixed: bool = False
) -> float:
    """Return the logical height of running text, from the top of the first capital to the last base line."""
    return _measure(c, s, w, find_font(font), line, fixed)[2]


def paragraph(
    c: Canvas,
    s: str,
    x: float,
    y: float,
    w: float,
    font: str | Font = "body",
    colour: str = "text",
    align: str = "l",
    *,
    bold_colour: str | None = None,
    line: float = 1.22,
    fixed: bool = False,
    alpha: int = 255,
) -> float:
    """Draw running text ``w`` wide whose first capitals have their top at ``y``; returns its height."""
    found = find_font(font)
    _, _, tall = _measure(c, s, w, found, line, fixed)
    if c.words is not None:
        _collect(c, s, c.rect(x, y, w, tall))
    s, face, px = _arrange(c, s, w, found, line, fixed)
    key = ("paragraph", s, face, px, colour, align, bold_colour, line, round(w * c.scale))
    made = c.cache.find(key)
    if made is None:
        made = _block(c, s, face, px, colour, align, bold_colour or colour, line, round(w * c.scale))
        c.cache.put(key, made)
    top, _ = measure_cap(face, px)
    if drawn_words.is_listening():
        long = max(used for _, used in _layout(s, face, px, round(w * c.scale), round(px * 1.15)))
        drawn_words.check_inside(c.surface, (c.x(x), c.y(y), min(long, round(w * c.scale)), round(tall * c.scale)), s)
        if long > round(w * c.scale) + 1:
            drawn_words.report_misfit("a word is wider than its place", s)
    if alpha < 255:
        made.set_alpha(alpha)
    c.surface.blit(made, (c.x(x), c.y(y) - top))
    if alpha < 255:
        made.set_alpha(255)
    return tall


def _block(
    c: Canvas, s: str, face: str, px: int, colour: str, align: str, bold_colour: str, line: float, room: int
) -> pygame.Surface:
    icon_px = round(px * 1.15)
    lines = _layout(s, face, px, room, icon_px)
    top, high = measure_cap(face, px)
    rise = top + high - sum(measure_cap(find_bold(face), px))
    last = max(measure_height(face, px), rise + measure_height(find_bold(face), px))
    made = raster.empty(max(room, max(w for _, w in lines)) + 2, round((len(lines) - 1) * px * line) + last + 2)
    for row, (placed, used) in enumerate(lines):
        left = 0 if align == "l" else (room - used) // 2 if align == "c" else room - used
        up = round(row * px * line)
        for at, words, icon, is_bold in placed:
            if icon:
                sign = icons.pixels(c, icon, icon_px, bold_colour)
                made.blit(sign, (left + at, up + top + high // 2 - icon_px // 2))
            else:
                ink = raster.parts(bold_colour if is_bold else colour)[:3]
                shown = render_line(words, find_bold(face) if is_bold else face, px, (ink[0], ink[1], ink[2]))
                # Both weights share a base line, whatever ascent their files have.
                made.blit(shown, (left + at, up + (rise if is_bold else 0)))
    return made


def word_boxes(
    c: Canvas, s: str, w: float, font: str | Font = "body", *, line: float = 1.22, align: str = "l",
    fixed: bool = False,
) -> tuple[WordBox, ...]:  # fmt: skip
    """Return every word of running text as :func:`paragraph` draws it, in reading order, with its box relative to x,
    y."""
    s, face, px = _arrange(c, s, w, find_font(font), line, fixed)
    return _word_boxes(s, face, px, round(w * c.scale), line, align, c.scale)


def words(s: str) -> tuple[str, ...]:
    """Return the words of running text, as :func:`word_boxes` has them in a window of any size."""
    return tuple(word for word, _ in _word_boxes(s, "sans", 12, _NO_END, 1.0, "l", 1.0))


@lru_cache(maxsize=100)
def _word_boxes(s: str, face: str, px: int, room: int, line: float, align: str, scale: float) -> tuple[WordBox, ...]:
    found = []
    _, high = measure_cap(face, px)
    for row, (placed, used) in enumerate(_layout(s, face, px, room, round(px * 1.15))):
        start = 0 if align == "l" else (room - used) // 2 if align == "c" else room - used
        for at, words, _icon, is_bold in placed:
            kind, top, first = find_bold(face) if is_bold else face, round(row * px * line) / scale, 0
            for word in words.split("\u00a0") if words else ():  # a non-breaking space still separates two words
                left, long = measure_line(words[:first], kind, px), measure_line(word, kind, px)
                found.append((word, ((start + at + left) / scale, top, long / scale, high / scale)))
                first += len(word) + 1
    return tuple(found)


def cut_words(said: str, fits: Callable[[str], bool]) -> str:
    """Return the first words for which ``fits`` holds; dots replace the rest."""
    while not fits(said) and " " in said:
        said = said.rsplit(" ", 1)[0].rstrip(" ,;:(→") + "…"
    return said


def cut_to_width(c: Canvas, said: str, room: float, font: str | Font) -> str:
    """Return the words that fit ``room`` units on one line; dots replace the rest."""
    return cut_words(said, lambda part: width(c, part, font) <= room)


def widest(c: Canvas, s: str, w: float, font: str | Font = "body", *, fixed: bool = False) -> float:
    """Return the logical width of the longest line of running text set ``w`` wide; more than ``w`` when a word is too
    long."""
    face, size, _, _ = find_font(font)
    px = _pixels(c, size, fixed)
    return max(used for _, used in _layout(s, face, px, round(w * c.scale), round(px * 1.15))) / c.scale


def fit(
    c: Canvas,
    s: str,
    w: float,
    h: float,
    font: str | Font = "body",
    line: float = 1.22,
    *,
    least: float = _LEAST_FITTED,
    fixed: bool = False,
    whole: bool = False,
) -> Font:
    """Return the font at which running text fits into ``w`` × ``h``, see :func:`shrink`.

    At least ``least`` at the default text size; a larger text size never makes it smaller than the default would. A
    word wider than ``w`` counts as not fitting. Where text has a least size that is too large, the font is as from
    :func:`limit` with ``h`` and ``whole``: text set in it is narrowed and cut, or gets smaller.
    """
    wanted = find_font(font)
    least /= 1.0 if fixed else max(1.0, c.text_scale)
    room = round(w * c.scale)

    def has_room(now: Font) -> bool:
        px, _, high = _measure(c, s, w, now, line, fixed)
        return high <= h and max(used for _, used in _layout(s, now.face, px, room, round(px * 1.15))) <= room

    found = shrink(wanted, least, has_room)
    if not has_room(found):
        found = limit(found._replace(size=least), h, whole=whole)
    drawn_words.report_shrinking(wanted.size, found.size, s)
    if drawn_words.is_listening() and _measure(c, s, w, found, line, fixed)[2] > h:
        drawn_words.report_misfit("more than its place holds", s)
    return found
