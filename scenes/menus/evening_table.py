"""The table of an evening between two games: boxes that were played and that are to come, people with their coins, the
guest book, the best turn, and what lies ahead."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from engine import registry
from engine.content.evening import MOST_LINES, MOST_WORDS, PlayedGame, rank_players, score_places, sum_points
from scenes.common import thumbnails
from scenes.common.occasions import format_points, tell_best_turn, tell_game
from scenes.common.player_identity import draw_face
from scenes.menus.game_choices import draw_box
from scenes.shell.i18n import format_day, format_time
from scenes.shell.parts import Parts
from scenes.table import game_screens
from sprites.base import icons, layout, regalia, shapes, strokes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part
from sprites.base.raster import Point

if TYPE_CHECKING:
    from scenes.menus.evening import EveningScene

RIGHT = 512.0
BOXES = 284.0
SMALL, LARGE = (136.0, 199.0), (191.0, 278.0)
"""Sizes of a box, and of the one that comes next."""
TILT = 3.0
COLUMN, NARROW_COLUMN = 336.0, 240.0
COIN, LIFT = 31.0, 9.0
"""Radius of a coin of a pile, and how much higher the next one lies."""
MOST_COINS = 9
FALL_MS, APART_MS, COINS_MS = 280.0, 60.0, 900.0
"""How long a coin falls, how much later the next one does, and when all of them lie."""
FALL = 170.0
"""Height from which a coin falls."""
LOW_ROW = 72.0
"""A lower row of the book has the hour before its words, not above them, and no best turn."""
GOLD = ("base/gold.high", "base/laurel.low")
THRONE, SEATED = 2.6, 0.6
"""Size of the throne at the end by the radius of a face, and how much smaller the face on it is."""


def make_table(page: EveningScene, parts: Parts) -> Part:
    """Return the boxes of the games above the people; at their right the guest book, the best turn and the next
    game."""
    left = [
        Part(BOXES, partial(_draw_boxes, page, parts)),
        parts.space(16),
        Part(0, partial(_draw_people, page, parts), 1),
    ]
    best = max(page.evening.played, key=lambda one: one.best_share, default=None)
    right = [Part(0, partial(_draw_book, page, parts), 1)]
    if best is not None and best.best_share:
        right += [parts.space(12), Part(160, partial(_draw_best, page, parts, best))]
    right += [parts.space(12), Part(118, partial(_draw_outlook, page, parts))]
    return parts.row([parts.column(left, share=1), parts.at_width(RIGHT, parts.column(right, share=1))], gap=24)


# --- boxes --------------------------------------------------------------------------------------------------------


def _draw_boxes(page: EveningScene, parts: Parts, box: Box) -> None:
    """Draw the box of every game: played ones turned and sealed, the next one in the light of a candle."""
    c, evening, t = parts.c, page.evening, page.ctx.t
    x, y, w, h = box
    at_next = len(evening.played)
    count = len(evening.games)
    room = w - (LARGE[0] + 90 if at_next < count else 0.0)
    small = min(1.0, (room / max(1, count - 1) - 24) / SMALL[0])
    gap = 24 + max(0.0, min(90.0, (room - 40) / max(1, count - 1) - SMALL[0] * small - 24))
    left = x + 16
    for at, game in enumerate(evening.games):
        is_next, is_past = at == at_next, at < at_next
        wide, high = LARGE if is_next else (SMALL[0] * small, SMALL[1] * small)
        if is_next:
            _draw_candle(c, left + 34, y + h - 2, page.breath)
            left += 84
        cx, top = left + wide / 2, y + (h - high) / 2 - (0 if is_next else 16)
        tilt = (TILT if at % 2 else -TILT) if is_past else 0.0
        dx, dy = (0.0, 0.0) if is_past or not page.is_order_open else _let_carry(page, at, (left, top, wide, high))
        draw = partial(draw_box, page.ctx, c, game, (left + dx, top + dy, wide, high), tilt=tilt, lit=is_next)
        if dx or dy:
            parts.ui.draw_on_top(draw)
        else:
            draw()
        with tell_as_one(c.words, (left, top, wide, high), partial(_tell_box, page, at)):
            if is_past:
                _draw_winner(page, c, at, left, top, wide, high)
            elif is_next:
                shapes.ribbon(c, cx, top - 4, t("evening.table.next"), "gold", size=16)
            elif at == count - 1:
                last = t("evening.table.last")
                text.draw(c, last, cx, top + high + 22, "aside", "text.soft", "cm", max_w=wide + 20)
        left += wide + gap


def _let_carry(page: EveningScene, at: int, box: Box) -> Point:
    """Make the box of a future game pressable (it comes next, or begins) and draggable to another one's place. Return
    by how far (dx, dy) it is dragged now."""
    name, at_next = f"box.{at}", len(page.evening.played)

    def put(under: str) -> None:
        if under.startswith("box."):
            page.swap_games(at, int(under.removeprefix("box.")))

    act = page.play_next if at == at_next else partial(page.swap_games, at_next, at)
    tip = page.ctx.t(f"{page.evening.games[at]}.name"), page.ctx.t("evening.box.tip")
    page.ui.zone(name, box, act, tip=tip, label=_tell_box(page, at), sound="card_lift")
    return page.ui.let_carry(name, put)


def _draw_winner(page: EveningScene, c: Canvas, at: int, left: float, top: float, wide: float, high: float) -> None:
    """Draw the seal on the box of a game that was played, and who won it."""
    evening, one = page.evening, page.evening.played[at]
    look = wax.build_wax(registry.info(one.game).cover.colour, "crown")
    wax.seal(c, look, left + wide - 8, top + 12, 22)
    won = [evening.players[k] for k, place in enumerate(one.places) if place == 1]
    low = top + high + 24
    for k, seat in enumerate(won[:2]):
        draw_face(c, seat, left + 14 + 20 * k, low, 17, sign=0)
    names = page.ctx.texts.join([seat.name for seat in won])
    text.draw(c, names, left + 38 + 20 * (len(won[:2]) - 1), low, "name", "text.bright", "lm", max_w=wide - 16)


def _tell_box(page: EveningScene, at: int) -> str:
    """Return in words what became of a game of the evening, or that it is to come."""
    evening, t = page.evening, page.ctx.t
    if at < len(evening.played):
        return tell_game(page.ctx, evening, evening.played[at])
    name = t(f"{evening.games[at]}.name")
    return f"{t('evening.table.next')}: {name}" if at == len(evening.played) else name


def _draw_candle(c: Canvas, cx: float, low: float, breath: float) -> None:
    """Draw a candle on its plate; ``breath`` -1 to 1 moves the flame."""
    shapes.glow(c, cx, low - 150, 190, "base/candle", 60, 1.0, 0.8)
    shapes.outline(c, "circle", cx, low - 12, 10, [(0, "base/gilt"), (1, "base/gilt.deep")])
    plate = [(0.0, "base/gilt.high"), (1.0, "base/gilt.deep")]
    shapes.gradient_box(c, cx - 40, low - 20, 80, 14, 7, plate, rim="base/gilt.rim")
    shapes.gradient_box(c, cx - 13, low - 122, 26, 108, 6,
                        [(0, "base/parchment"), (0.4, "base/wax.paper"), (1, "base/gold.low")], angle=90)  # fmt: skip
    shapes.line(c, cx, low - 132, cx, low - 120, "base/pen", 2)
    top = 36 + 3 * breath
    flame = [(cx, low - 126 - top), (cx + 8, low - 138), (cx + 5, low - 126), (cx, low - 124), (cx - 5, low - 126),
             (cx - 8, low - 138)]  # fmt: skip
    regalia.polygon(c, flame, [(0, "base/leaf.light"), (0.6, "base/candle"), (1, "base/star.deep")])


# --- people -------------------------------------------------------------------------------------------------------


def _draw_people(page: EveningScene, parts: Parts, box: Box) -> None:
    """Draw everybody with the points of the evening as a pile of coins, and those of each game."""
    c, evening = parts.c, page.evening
    shapes.plaque(c, box, 14, dark=150, edge=60)
    points, places = sum_points(evening), rank_players(evening)
    order = sorted(range(len(places)), key=lambda at: (places[at], at))
    cells = layout.columns(box, len(order))
    for k, (at, cell) in enumerate(zip(order, cells, strict=True)):
        if k:
            shapes.line(c, cell[0], cell[1] + 40, cell[0], cell[1] + cell[3] - 40, "edge", 1, 70)
        with tell_as_one(c.words, cell, partial(page.describe_player, at, places[at], points[at])):
            _draw_person(page, parts, at, places[at], points[at], cell)


def _draw_person(page: EveningScene, parts: Parts, at: int, place: int, points: float, box: Box) -> None:
    t, c, evening, (x, y, w, h) = page.ctx.t, parts.c, page.evening, box
    cx, player, leads = x + w / 2, evening.players[at], place == 1 and bool(evening.played)
    r = min(84.0, w * 0.26, h * 0.2)
    cy = y + r + 34
    if leads:
        regalia.rays(c, cx, cy, r * 2, 16, 0.5)
    if leads and evening.is_over:
        icons.draw(c, "stone-throne", cx + 3, cy + 5, r * THRONE, "veil")
        icons.gradient(c, "stone-throne", cx, cy, r * THRONE, ("base/star.high", "base/star.deep", "base/throne.low"))
        draw_face(c, player, cx, cy + 8, r * SEATED)
    else:
        if leads:
            wax.draw_laurel(c, cx, cy + 6, r * 2.7)
        draw_face(c, player, cx, cy, r, dim=player.name in evening.away)
    ink = "text.title" if leads else "text.bright"
    text.draw(c, player.name, cx, cy + r + 36, "banner", ink, "cm", max_w=w - 30)
    text.draw(c, _tell_place(page, at, place, points), cx, cy + r + 66, "lead", "text.soft", "cm", max_w=w - 24)
    low = y + h - 74
    for k, begins in enumerate(_list_falls(page, at, points)):
        left_over = 1 - (page.fallen - begins) / FALL_MS
        if left_over < 1:
            _draw_coin(c, cx - 58, low - k * LIFT - FALL * max(0.0, left_over) * (2 - left_over))
    shown = format_points(page.ctx, points)
    wide = text.draw(c, shown, cx - 14, low - 16, text.resize("triumph", 46), "text.figure", "lm", fixed=True)
    unit = t("evening.points", n=int(points)) if points == int(points) else t("evening.points.fraction")
    text.draw(c, unit, cx - 4 + wide, low - 8, "body", "text.soft", "lm", max_w=w / 2 - wide)
    pitch = min(96.0, (w - 20) / max(1, len(evening.played)))
    left = cx - pitch * len(evening.played) / 2
    for k, one in enumerate(evening.played):
        gain = score_places(one.places)[at]
        icons.gradient(c, game_screens.emblem(one.game), left + pitch * k + 16, y + h - 28, 22, GOLD)
        said = f"+{format_points(page.ctx, gain)}" if gain else "0" if one.places[at] else "\u2013"
        ink = "text.bright" if gain else "text.muted"
        text.draw(c, said, left + pitch * k + 32, y + h - 28, "strong", ink, "lm", max_w=pitch - 34)
        if one.places[at] == 1 and pitch > 80:
            icons.gradient(c, "queen-crown", left + pitch * k + 72, y + h - 30, 17, GOLD)


def _list_falls(page: EveningScene, at: int, points: float) -> list[float]:
    """Return the times in ms at which each coin of a pile begins to fall: those of the last game in turn; others lie
    already."""
    gain = score_places(page.evening.played[-1].places)[at] if page.evening.played else 0.0
    count, lying = min(MOST_COINS, int(points + 0.5)), int(points - gain + 0.5)
    return [max(0, k - lying) * APART_MS if k >= lying else -FALL_MS for k in range(count)]


def list_landings(page: EveningScene) -> set[float]:
    """Return the times in ms at which coins of the last game land."""
    falls = [_list_falls(page, at, points) for at, points in enumerate(sum_points(page.evening))]
    return {begins + FALL_MS for pile in falls for begins in pile if begins >= 0}


def _draw_coin(c: Canvas, cx: float, cy: float) -> None:
    """Draw a coin that lies, seen from the side."""
    shapes.gradient_box(c, cx - COIN, cy - 4, 2 * COIN, 14, 7, [(0, "base/coin.gold"), (1, "base/coin.gold.low")],
                        rim="base/coin.gold.ink")  # fmt: skip
    shapes.gradient_box(c, cx - COIN + 1, cy - 6, 2 * COIN - 2, 11, 5.5,
                        [(0, "base/coin.gold.high"), (1, "base/coin.gold")])  # fmt: skip


def _tell_place(page: EveningScene, at: int, place: int, points: float) -> str:
    """Return how a player stands: by how much ahead, or which games this person has won."""
    t, evening = page.ctx.t, page.evening
    if not evening.played:
        return ""
    others = [each for k, each in enumerate(sum_points(evening)) if k != at]
    if place == 1:
        ahead = points - max(others)
        told = format_points(page.ctx, ahead)
        lead = "evening.table.won" if evening.is_over else "evening.table.leads"
        return t(lead, points=told) if ahead else t("evening.table.level")
    won = [game_screens.short_name(page.ctx, one.game) for one in evening.played if one.places[at] == 1]
    return t("evening.table.took", games=page.ctx.texts.join(won)) if won else t("evening.table.behind",
        points=format_points(page.ctx, max(others) - points))  # fmt: skip


# --- the right column -----------------------------------------------------------------------------------------------


def _draw_book(page: EveningScene, parts: Parts, box: Box) -> None:
    """Draw the guest book: a sentence about each game, lines of one's own, and room for another one."""
    t, c, evening, (x, y, w, h) = page.ctx.t, parts.c, page.evening, box
    shapes.panel(c, *box, "parchment", radius=12)
    text.draw(c, t("evening.book"), x + 28, y + 34, "display", "paper.title", "lm", max_w=w * 0.4)
    day = format_day(page.ctx.texts, page.day)
    text.draw(c, day, x + w - 28, y + 35, "aside", "paper.text.muted", "rm", max_w=w * 0.5)
    shapes.line(c, x + 26, y + 58, x + w - 26, y + 58, "paper.line", 1.4, 220)
    rows = [
        parts.row([parts.icon(game_screens.emblem(one.game), 30, "paper.icon", width=44),
                   Part(0, partial(_draw_game, page, parts, one), 1)], gap=10)
        for one in evening.played
    ]  # fmt: skip
    opening, closing = page.ctx.texts.conventions.quotes
    rows += [parts.note(f"{opening}{one.words}{closing}  {one.name}", "aside", "paper.link") for one in evening.lines]
    field = parts.inset(parts.field("line", "", page.write_line, hint=t("evening.book.write"), limit=MOST_WORDS,
                                    icon="scroll-quill", label=t("evening.book.write"), height=44), 20, 8)  # fmt: skip
    room = (x + 24, y + 68, w - 48, h - 68 - 68)
    tall = min(92.0, room[3] / max(1, len(rows)))
    layout.draw_rows(room, [Part(tall, parts.tell_as_one(row).draw) for row in rows])
    if len(evening.lines) < MOST_LINES and page.forget is None:
        field.draw((x, y + h - 64, w, 60))


def _draw_game(page: EveningScene, parts: Parts, one: PlayedGame, box: Box) -> None:
    """Draw the heading of a game in the book, and what is told of it."""
    x, y, w, h = box
    when = format_time(page.ctx.texts, one.ended).rpartition(" ")[2] if one.ended else ""
    best = tell_best_turn(page.ctx, page.evening.players, one)
    said = tell_game(page.ctx, page.evening, one)
    words = f"{said}. {best}" if best and h >= LOW_ROW else f"{said}."
    note = parts.note(f"{when}  {words}" if when and h < LOW_ROW else words, "lead", "paper.text")
    if h < LOW_ROW or not when:
        note.draw((x, y + 2, w, h - 2))
        return
    text.draw(parts.c, when, x, y + 14, "name", "paper.label", "lm", max_w=w)
    note.draw((x, y + 26, w, h - 38))


def _draw_best(page: EveningScene, parts: Parts, best: PlayedGame, box: Box) -> None:
    """Draw the best turn so far with the picture of its table."""
    t, c, (x, y, w, h) = page.ctx.t, parts.c, box
    shapes.panel(c, *box)
    place = wax.draw_frame(c, (x + 18, y + 16, 200, h - 32))
    draw_saved_table(page.pictures, c, place, best)
    title = t("evening.best.over" if page.evening.is_over else "evening.best")
    text.draw(c, title, x + 238, y + 34, "heading", "accent", "lm", max_w=w - 256)
    said = tell_best_turn(page.ctx, page.evening.players, best)
    parts.note(said, "lead", "text.body").draw((x + 238, y + 52, w - 258, h - 66))


def draw_saved_table(pictures: thumbnails.Pictures, c: Canvas, box: Box, one: PlayedGame) -> None:
    """Draw the thumbnail of a finished game's table; without one its emblem on velvet."""
    if one.save and pictures.find(one.save) is not None:
        pictures.draw(c, box, thumbnails.find_save(one.save), one.game)
    else:
        wax.draw_velvet(c, box, game_screens.emblem(one.game))
    wax.draw_glass(c, box)


def _draw_outlook(page: EveningScene, parts: Parts, box: Box) -> None:
    """Draw how long the next game takes, and who can lead after it."""
    t, evening = page.ctx.t, page.evening
    shapes.panel(parts.c, *box)
    if evening.is_over:
        won = [seat.name for seat, place in zip(evening.players, rank_players(evening), strict=True) if place == 1]
        day = format_day(page.ctx.texts, page.day)
        rows = [("laurel-crown", t("evening.won", n=len(won), names=page.ctx.texts.join(won))),
                ("users", t("evening.card", n=len(evening.played), day=day))]  # fmt: skip
    else:
        minutes = round(sum(registry.info(evening.next_game).minutes) / 2)
        done = time.strftime("%H:%M", time.localtime(time.time() + 60 * minutes))
        name = game_screens.short_name(page.ctx, evening.next_game)
        rows = [("pocket-watch", t("evening.ahead.time", game=name, n=minutes, time=done)),
                ("laurel-crown", _tell_chances(page))]  # fmt: skip
    for (icon, words), cell in zip(rows, layout.rows(layout.inset(box, 16, 8), 2, gap=8), strict=True):
        icons.gradient(parts.c, icon, cell[0] + 18, layout.middle(cell), 26, GOLD)
        parts.note(words, "lead", "text.body", middle=True).draw((cell[0] + 48, cell[1], cell[2] - 50, cell[3]))


def _tell_chances(page: EveningScene) -> str:
    """Return who can catch the leader in the next game."""
    t, evening = page.ctx.t, page.evening
    points, places = sum_points(evening), rank_players(evening)
    best, most = max(points), len(evening.present) - 1
    if not evening.played or places.count(1) > 1:
        return t("evening.ahead.open")
    # who wins while the leader is last gains all, the leader nothing
    near = [seat.name for seat, own in zip(evening.players, points, strict=True)
            if own < best <= own + most and seat in evening.present]  # fmt: skip
    leader = evening.players[places.index(1)].name
    return t("evening.ahead.catch", names=page.ctx.texts.join(near), leader=leader) if near else t(
        "evening.ahead.safe", leader=leader)  # fmt: skip


def draw_dashed_cloth(c: Canvas, cx: float, top: float, w: float, h: float, icon: str) -> None:
    """Draw the dashed outline of a cloth for an evening to come, with an icon."""
    left, right, low = cx - w / 2, cx + w / 2, top + h
    outline = [(left, top), (left, low), (cx, low - h * 0.12), (right, low), (right, top), (left, top)]
    strokes.strokes(c, strokes.dashes(outline, 8, 6), "edge", 1.8, 200)
    icons.draw(c, icon, cx, top + h * 0.5, 30, "accent")
