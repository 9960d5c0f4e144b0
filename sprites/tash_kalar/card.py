"""The cards of Tash-Kalar: beings and legends with their pattern, flares in two halves, tasks, backs.

Every face can be drawn at any width (146 units in the hand; twice that is a card to read) and is kept in the cache.
Pieces on a card are those of its owner: ``colour`` 0 … 3 is a player's look.
"""

from functools import partial

import pygame

from sprites.base import assets, icons, pictures, raster, shapes, strokes, text
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.strokes import Marks
from sprites.base.theme import colour, mix
from sprites.king_of_12.card import fit_words
from sprites.tash_kalar import card_art, pieces
from sprites.tash_kalar.card_art import Pattern, find_deck_look, find_look, looks

WIDTH, HEIGHT = 146.0, 219.0
"""A card in the hand, in units."""
_INSET = 7.0
_BAR = 24.0
_INK, _BOLD = "tash_kalar/card.text", "tash_kalar/card.text.strong"
TEXT_W = WIDTH - 2 * _INSET - 10
"""Width of a being's text."""
_TOP_LEAST, _TOP_MOST = 104.0, 134.0
"""Range of the top of a being's parchment: longer texts get more of it."""
_SMALLEST = 11.0
_COUNTED = (
    ((pieces.LEGENDARY, 6.6), (pieces.HEROIC, 7.4)),
    ((pieces.HEROIC, 7.4), (pieces.COMMON, 8.2)),
)
"""Rank and size of the pieces that the halves of a flare count, the one behind first: upgraded ones, all."""
TASK_W, TASK_H = 300.0, 98.0
"""A task beside the arena, in units."""
_LOW_TASK = 76.0


def _base(c: Canvas, w: int, h: int, unit: float, deck: str, radius: float = 9.0) -> pygame.Surface:
    """Return a copy of an empty card: dark rim, frame in the deck's colours, gold line; ``w``, ``h`` in pixels."""
    key = ("tash base", w, h, deck, radius)
    look = find_deck_look(deck)
    frame = look.high, look.low
    make = partial(raster.make_card, w, h, radius, unit, "tash_kalar/card.edge", frame)
    return c.cache.get(key, make).copy()


def _ground(c: Canvas, made: pygame.Surface, code: str, box: pygame.Rect, radius: float) -> None:
    """Draw the picture of a being in a window with round corners."""
    window = c.cache.get(("tash window", box.size), lambda: raster.round_rect_mask(box.w, box.h, radius))
    try:
        baked = pictures.load(f"tash_kalar/{code}.jpg")
        made.blit(raster.clip(pygame.transform.smoothscale(baked, box.size), window), box)
    except assets.AssetError as error:
        assets.miss(error)
        made.blit(raster.fill(window, [(0, "tash_kalar/window.sky"), (1, "tash_kalar/window.sky.low")]), box)
        look = looks().pictures.get(code)
        if look is not None:
            sign = icons.pixels(c, look.icon, max(1, round(min(box.w, box.h) * 0.7)), "base/parchment")
            made.blit(sign, sign.get_rect(center=box.center))
    key = ("tash window edge", box.size)
    made.blit(
        c.cache.get(key, lambda: raster.tint(raster.round_rect_mask(box.w, box.h, radius, 1), "base/black", 150)), box
    )


def _bar(on: Canvas, name: str, w: float, u: float, room_left: float) -> None:
    """Draw the plate with the name on top; ``room_left``: width of the sign at its left."""
    shapes.box_shadow(on, 3 * u, 3 * u, w - 6 * u, _BAR * u, 4 * u, "lying")
    stops = ((0, "tash_kalar/plate.high"), (0.5, "tash_kalar/plate"), (1, "tash_kalar/plate.low"))
    shapes.gradient_box(on, 3 * u, 3 * u, w - 6 * u, _BAR * u, 4 * u, stops)
    shapes.round_rect(on, 3 * u, 3 * u, w - 6 * u, _BAR * u, 4 * u, "base/gold", alpha=220, border=1)
    middle = (room_left + w - 5 * u) / 2
    room = w - 9 * u - room_left
    text.draw(
        on,
        name,
        middle,
        15.2 * u,
        fit_name(on, name, room, u),
        "base/gold.high",
        "cm",
        max_w=room,
        shadow=True,
        fixed=True,
    )


def fit_name(c: Canvas, name: str, room: float, u: float) -> text.Font:
    """Return the font in which a name fits ``room`` units: in capitals, or in plain letters, which are narrower."""

    def fits(font: text.Font) -> bool:
        return text.width(c, name, font, fixed=True) <= room

    size = 15.0
    while size > 11.5 and not fits(text.Font("sc_x", size * u)):
        size -= 0.5
    capitals = text.Font("sc_x", size * u)
    return capitals if fits(capitals) else text.shrink(text.Font("serif_x", 13.5 * u), 9.0 * u, fits)


def _base_size(c: Canvas, u: float) -> float:
    """Return the size of a card's text before it is fitted; on a large card the player's text size counts half."""
    return 12.6 * u * (max(0.95, c.text_scale) if u < 1.3 else max(0.95, (1 + c.text_scale) / 2))


def _words(
    on: Canvas, words: str, box: tuple[float, float, float, float], size: float, align: str = "c", marks: Marks = ()
) -> text.Font:
    """Draw text in the middle of a box; return the font in which it is set."""
    x, y, w, h = box
    font = fit_words(on, words, w, h, size)
    tall = text.paragraph_height(on, words, w, font, line=1.12, fixed=True)
    top = y + max(0.0, (h - tall) / 2)
    strokes.draw_glossary_text(on, words, (x, top, w), font, marks, line=1.12, align=align)
    text.paragraph(
        on, words, x, top, w, font, _INK, align, line=1.12, fixed=True, bold_colour=_BOLD
    )  # fmt: skip
    return font


def _parchment(c: Canvas, on: Canvas, x: float, y: float, w: float, h: float, radius: float) -> None:
    box = on.rect(x, y, w, h)
    on.surface.blit(shapes.parchment(c, box.w, box.h, c.px(radius)), box)
    shapes.round_rect(on, x, y, w, h, radius, "tash_kalar/card.line", alpha=120, border=0.8)


def words_top(c: Canvas, words: str, u: float = 1.0) -> tuple[float, float]:
    """Return the top of the parchment of a being with this text, and the text's size, in units of a card 146 wide."""
    room_w = TEXT_W
    size = _base_size(c, u) / u
    while True:
        tall = text.paragraph_height(c, words, room_w * u, text.Font("sans", size * u), line=1.12, fixed=True) / u
        top = HEIGHT - _INSET - tall - 13
        wide = text.widest(c, words, room_w * u, text.Font("sans", size * u), fixed=True) / u
        if (top >= _TOP_LEAST and wide <= room_w + 0.5) or size <= _SMALLEST - 4:
            return min(_TOP_MOST, max(_TOP_LEAST, top)), size
        size -= 0.25


def being(
    c: Canvas,
    pattern: Pattern,
    picture: str,
    name: str,
    words: str,
    deck: str,
    colour: int,
    w: float = WIDTH,
    *,
    emblem: str = "",
    marks: Marks = (),
) -> pygame.Surface:
    """Return a being or a legend, ``w`` units wide; ``deck``: imperial_north, imperial_south, highland, sylvan, own,
    legends.

    Pieces on it are those of ``colour`` with ``emblem`` (empty: the colour's own). ``marks``: words of the text that
    are explained.
    """
    key = (
        "tash being", pattern, picture, name, words, deck, colour, emblem, round(w * c.scale), c.palette, c.patterns,
        c.text_scale, marks,
    )  # fmt: skip
    return c.cache.get(
        key, lambda: make_whole(_being(c, pattern, picture, name, words, deck, colour, w, emblem, marks))
    )


def _being(
    c: Canvas, pattern: Pattern, picture: str, name: str, words: str, deck: str, colour: int, w: float, emblem: str,
    marks: Marks,
) -> Steps:  # fmt: skip
    u = w / WIDTH
    h = w * HEIGHT / WIDTH
    made = _base(c, c.px(w), c.px(h), c.scale * u, deck)
    on = c.on(made, (0.0, 0.0))
    yield
    i = _INSET * u
    top, size = words_top(c, words, u)
    _ground(c, made, picture, on.rect(i, i, w - 2 * i, 128 * u), 5 * c.scale * u)
    yield
    side = min(87.0, top - 39)
    left = 10.0 + (87.0 - side) * 0.35
    shapes.round_rect(
        on, left * u, 32 * u, (side + 5) * u, (side + 4) * u, 6 * u, "tash_kalar/pattern.ground", alpha=165
    )
    shapes.round_rect(on, left * u, 32 * u, (side + 5) * u, (side + 4) * u, 6 * u, "base/gold", alpha=120, border=1)
    card_art.draw_pattern(on, pattern, (left + 2.5) * u, 34 * u, side * u, colour, emblem)
    yield
    _bar(on, name, w, u, 31 * u)
    rank = pattern.rank
    pieces.draw_piece(on, 17 * u, 17.5 * u, (11.6, 10.4, 9.4)[rank] * u, colour, rank, emblem=emblem)
    room = (HEIGHT - _INSET - top) * u
    _parchment(c, on, i, top * u, w - 2 * i, room, 5 * u)
    yield
    _words(on, words, (i + 5 * u, (top + 4) * u, w - 2 * i - 10 * u, room - 8 * u), size * u, marks=marks)
    return made


def flare(
    c: Canvas,
    name: str,
    upper: tuple[int, str],
    lower: tuple[int, str],
    colour: int,
    w: float = WIDTH,
    *,
    emblem: str = "",
    lit: tuple[bool, bool] = (True, True),
    marks: tuple[Marks, Marks] = ((), ()),
) -> pygame.Surface:
    """Return a flare: how many more upgraded pieces (above) or pieces (below) the opponent must have, and what it does
    then.

    ``colour`` is the opponent's, whose pieces are counted. Halves that are not ``lit`` stand in the shade.
    ``marks``: words of both texts that are explained.
    """
    key = (
        "tash flare", name, upper, lower, colour, emblem, lit, round(w * c.scale), c.palette, c.patterns, c.text_scale,
        marks,
    )  # fmt: skip
    return c.cache.get(key, lambda: _flare(c, name, (upper, lower), colour, w, emblem, lit, marks))


_HALF = 67.0
"""How high half a flare is."""


def flare_box(half: int, u: float) -> tuple[float, float, float, float]:
    """Return the box of a half's text (0 above, 1 below): x, y, width, height."""
    return 45 * u, (78.0 + half * (_HALF + 3)) * u, (WIDTH - _INSET - 48) * u, (_HALF - 6) * u


def _flare(
    c: Canvas,
    name: str,
    halves: tuple[tuple[int, str], tuple[int, str]],
    colour: int,
    w: float,
    emblem: str,
    lit: tuple[bool, bool],
    marks: tuple[Marks, Marks],
) -> pygame.Surface:
    u = w / WIDTH
    h = w * HEIGHT / WIDTH
    made = _base(c, c.px(w), c.px(h), c.scale * u, "flares")
    on = c.on(made, (0.0, 0.0))
    i = _INSET * u
    box = on.rect(i, i, w - 2 * i, h - 2 * i)
    sky = ((0.0, "tash_kalar/legend.sky"), (0.3, "tash_kalar/legend.sky.mid"), (1.0, "tash_kalar/legend.sky.low"))
    made.blit(raster.fill(raster.round_rect_mask(box.w, box.h, 5 * c.scale * u), sky), box)
    shapes.glow(on, w / 2, 46 * u, 60 * u, "tash_kalar/open.hot", 170)
    icons.gradient(on, "sun-radiations", w / 2, 50 * u, 42 * u, ("tash_kalar/legend.sun", "tash_kalar/legend.sun.low"))
    _bar(on, name, w, u, 6 * u)
    for k, (number, words) in enumerate(halves):
        high = _HALF
        top = 75.0 + k * (high + 3)
        _parchment(c, on, i, top * u, w - 2 * i, high * u, 5 * u)
        middle = top + high / 2
        behind, before = _COUNTED[k]
        for (rank, size), x, up in ((behind, 29, 11), (before, 18, 9)):
            pieces.draw_piece(on, x * u, (middle - up) * u, size * u, colour, rank, emblem=emblem)
        text.draw(on, f"+{number}", 23.5 * u, (middle + 13) * u, text.Font("black", 18 * u), _INK, "cm", fixed=True)
        shapes.line(on, 41 * u, (top + 8) * u, 41 * u, (top + high - 8) * u, "tash_kalar/card.line", 1, 110)
        _words(on, words, flare_box(k, u), _base_size(c, u), "l", marks[k])
        if not lit[k]:
            shapes.round_rect(on, i, top * u, w - 2 * i, high * u, 5 * u, "tash_kalar/row.shade", alpha=120)
    return made


def task(
    c: Canvas,
    code: str,
    name: str,
    words: str,
    points: int,
    w: float = TASK_W,
    h: float = TASK_H,
    *,
    progress: tuple[int, int] | None = None,
    following: bool = False,
) -> pygame.Surface:
    """Return a task: sign, name, text, its points in a laurel; ``progress``: (lit pips, all pips). ``following``: the
    next task, which cannot be claimed yet, on dark leather."""
    key = (
        "tash task", code, name, words, points, round(w * c.scale), round(h * c.scale), progress, following,
        c.text_scale,
    )  # fmt: skip
    return c.cache.get(key, lambda: _task(c, code, name, words, points, w, h, progress, following))


def _task(
    c: Canvas,
    code: str,
    name: str,
    words: str,
    points: int,
    w: float,
    h: float,
    progress: tuple[int, int] | None,
    following: bool,
) -> pygame.Surface:
    made = c.layer(w, h)
    on = c.on(made, (0.0, 0.0))
    shapes.panel(on, 0, 0, w, h, "leather" if following else "parchment", radius=10, shadow=False)
    ink, second = (
        ("tash_kalar/track.text", "tash_kalar/track.text.second")
        if following
        else (_INK, "tash_kalar/card.text.second")
    )
    k = max(1.0, min(w / TASK_W, h / TASK_H))
    low = h < _LOW_TASK
    laurel, edge = (44.0, 8.0) if low else (50.0 * k, 12.0 * k)
    task_sign(on, code, (26 if low else 33) * k, h / 2, (18 if low else 21) * k, following)
    right = w - laurel - edge
    x = task_place(w, h, 0)[0]
    text.draw(
        on,
        name,
        x,
        (15 if low else 20) * k,
        text.Font("serif_bold", (16 if low else 17) * k),
        ink,
        "lm",
        max_w=right - x + 8 * k,
    )
    most = 0 if progress is None else progress[1]
    place = task_place(w, h, most)
    text.paragraph(on, words, *place[:3], fit_task(on, words, place), second, line=1.1, bold_colour=ink)
    for n in range(most):
        lit = progress is not None and n < progress[0]
        stops = (
            ((0, "tash_kalar/bead.lit.high"), (1, "tash_kalar/bead.lit.low"))
            if lit
            else ((0, "tash_kalar/bead.high"), (1, "tash_kalar/bead.low"))
        )
        if following and not lit:
            stops = ((0, "tash_kalar/bead.dark.high"), (1, "tash_kalar/bead.dark.low"))
        px, py = x + (5 + n * 14) * k, h - 14 * k
        shapes.outline(on, "circle", px, py, 5 * k, stops, rim="tash_kalar/bead.rim", rim_w=1)
        if lit:
            icons.draw(on, "check-mark", px, py, 6.4 * k, "tash_kalar/bead.ink")
    icons.draw(
        on,
        "laurels",
        right + laurel / 2,
        h / 2,
        laurel,
        "tash_kalar/laurel.faint" if following else "tash_kalar/laurel",
    )
    text.draw(on, str(points), right + laurel / 2, h / 2 - 2 * k, text.Font("black", 22 * k), ink, "cm", fixed=True)
    return made


def hidden_task(c: Canvas, title: str, w: float = TASK_W, h: float = TASK_H) -> pygame.Surface:
    """Return a face-down task: dark leather, a laurel, and ``title``."""

    def make() -> pygame.Surface:
        made = c.layer(w, h)
        on = c.on(made, (0.0, 0.0))
        shapes.panel(on, 0, 0, w, h, "leather", radius=10, shadow=False)
        shapes.round_rect(on, 8, 8, w - 16, h - 16, 7, "base/gold.low", border=1.4)
        icons.draw(on, "laurel-crown", w / 2, h / 2 - 12, 34, "base/gold.low")
        text.draw(on, title, w / 2, h - 26, "caption", "tash_kalar/track.text.second", "cm", max_w=w - 40)
        return made

    key = ("tash hidden task", title, round(w * c.scale), round(h * c.scale), c.text_scale)
    return c.cache.get(key, make)


def task_place(w: float, h: float, pips: int) -> tuple[float, float, float, float]:
    """Return the box of a task's text: x, y, width, height."""
    if h < _LOW_TASK:
        return 50.0, 26.5, w - 108.0, h - 26.5 - (22 if pips else 9)
    k = max(1.0, min(w / TASK_W, h / TASK_H))
    return 63.0 * k, 34.0 * k, w - 129.0 * k, h - (56 if pips else 42) * k


def fit_task(c: Canvas, words: str, place: tuple[float, float, float, float]) -> text.Font:
    """Return the font in which the text of a task fits its place."""
    _x, _y, w, h = place
    size = 14.5 * max(1.0, min(w / (TASK_W - 129.0), h / (TASK_H - 56.0)))
    while size > 7 and text.paragraph_height(c, words, w, text.Font("sans", size), line=1.1) > h:
        size -= 0.5
    return text.limit(text.Font("sans", size), h, whole=True)


_GROUNDS = {
    "": (("tash_kalar/task.high", "tash_kalar/task.low"), None),
    "red": (("tash_kalar/task.red.high", "tash_kalar/task.red.low"), None),
    "green": (("tash_kalar/task.green.high", "tash_kalar/task.green.low"), None),
    "both": (
        ("tash_kalar/task.red.high", "tash_kalar/task.red.low"),
        ("tash_kalar/task.green.high", "tash_kalar/task.green.low"),
    ),
}


def task_sign(c: Canvas, code: str, cx: float, cy: float, r: float, faint: bool = False) -> None:
    """Draw the round sign of a task: red or green for tasks about coloured squares, with the marks of those squares."""
    look = find_look(looks().tasks, code)
    first, second = _GROUNDS[look.ground]
    key = ("tash task sign", code, round(r * c.scale * 4), faint)

    def make() -> pygame.Surface:
        made = shapes.outline_surface(c, "circle", r, ((0, first[0]), (1, first[1])), rim="base/gold", rim_w=1.2).copy()
        if second is not None:
            other = shapes.outline_surface(c, "circle", r, ((0, second[0]), (1, second[1])), rim="base/gold", rim_w=1.2)
            half = made.get_width() // 2
            made.blit(other, (half, 0), (half, 0, half + 2, made.get_height()))
        side = made.get_width()
        mark = round(r * 0.5 * c.scale)
        sign = icons.pixels(c, look.icon, max(4, round(r * 1.2 * c.scale)), "tash_kalar/task.ink")
        made.blit(sign, (side // 2 - sign.get_width() // 2, side // 2 - sign.get_height() // 2))
        for place, kind in enumerate(("diamond", "circle")):
            if look.ground not in ("both", ("red", "green")[place]):
                continue
            stops = (
                ((0, "tash_kalar/red.high"), (1, "tash_kalar/red.low"))
                if kind == "diamond"
                else ((0, "tash_kalar/green.high"), (1, "tash_kalar/green.low"))
            )
            seal = shapes.outline_surface(
                c, kind, mark / c.scale * 0.62, stops, rim="tash_kalar/card.text.strong", rim_w=1.2
            )
            x = side // 2 + (-1 if look.ground == "both" and place == 0 else 1) * round(r * 0.72 * c.scale)
            y = side // 2 + round(r * 0.72 * c.scale)
            made.blit(seal, (x - seal.get_width() // 2, y - seal.get_height() // 2))
        if faint:
            made.fill(colour("tash_kalar/card.dimmed", 235), special_flags=pygame.BLEND_RGBA_MULT)
        return made

    made = c.cache.get(key, make)
    c.blit_centred(made, cx, cy)


def back(c: Canvas, deck: str, w: float) -> pygame.Surface:
    """Return the back of a card, 1.5 times as high as wide; ``deck`` as in :func:`being`, or flares or tasks."""
    return c.cache.get(_find_back_key(c, deck, w), lambda: make_whole(_back(c, deck, w)))


def plan_back(c: Canvas, deck: str, w: float) -> None:
    """Plan to render the back of a card soon."""
    c.cache.plan_steps(_find_back_key(c, deck, w), lambda: _back(c, deck, w))


def _find_back_key(c: Canvas, deck: str, w: float) -> tuple[object, ...]:
    return ("tash back", deck, round(w * c.scale * 2))


def _back(c: Canvas, deck: str, w: float) -> Steps:
    look = find_deck_look(deck)
    u = w / WIDTH
    h = w * HEIGHT / WIDTH
    wide, high = c.px(w), c.px(h)
    made = _base(c, wide, high, c.scale * u, deck, 11)
    yield
    i = round(wide * 0.085)
    inner = raster.round_rect_mask(wide - 2 * i, high - 2 * i, 6 * u * c.scale)
    made.blit(
        raster.fill(inner, [(0, mix(look.high, "base/black", 0.12)), (1, mix(look.low, "base/black", 0.1))], 25), (i, i)
    )
    lattice = raster.blank_mask(inner.get_width() * 2, inner.get_height() * 2)
    step, run = max(5, wide // 4), lattice.get_height()
    for n in range(-run // step - 1, lattice.get_width() // step + run // step + 2):
        for slope in (1, -1):
            start = (n * step, 0)
            pygame.draw.line(
                lattice, raster.SOLID, start, (n * step + slope * run, run), max(1, round(2.2 * u * c.scale))
            )
    net = raster.tint(pygame.transform.smoothscale(lattice, inner.get_size()), "base/gold.high", 50)
    net.blit(inner, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(net, (i, i))
    yield
    edge = raster.round_rect_mask(wide - 2 * i, high - 2 * i, 6 * u * c.scale, max(1, round(1.2 * u * c.scale)))
    made.blit(raster.tint(edge, "base/gold", 170), (i, i))
    yield
    on = c.on(made, (0.0, 0.0))
    r = w * 0.28
    stops = ((0, mix(look.high, "base/black", 0.25)), (1, mix(look.low, "base/black", 0.3)))
    shapes.outline(on, "circle", w / 2, h / 2, r, stops, rim="base/gold", rim_w=max(0.8, 2 * u))
    icons.gradient(on, look.icon, w / 2, h / 2, r * 1.25, ("tash_kalar/gold.high", "tash_kalar/gold.low"))
    if deck in ("imperial_north", "imperial_south"):  # distinguished by more than their colours
        turn = "ph-arrow-fat-up" if deck == "imperial_north" else "ph-arrow-fat-down"
        for y in (h / 2 - r - 13 * u, h / 2 + r + 13 * u):
            icons.draw(on, turn, w / 2, y, 20 * u, "base/gold.high")
    return made
