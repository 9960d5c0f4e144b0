"""Result table of Tash-Kalar: points by source, and pieces in the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import View
from engine.session import Session
from games.tash_kalar.cards import RANK_NAMES, box
from games.tash_kalar.scoring import scores
from scenes.common.level_names import level_name, strength
from scenes.results.score_chart import History, draw_side_chart, get_history, list_points
from scenes.results.score_counter import count_up
from scenes.tash_kalar import card_faces
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards
from sprites.tash_kalar import pieces

if TYPE_CHECKING:
    from scenes.shell.context import Context

ROW = 57.0


def draw(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """Draw a row per seat, or per team; ``place`` is x, y and width."""
    x, y, w = place
    x, w = x - 60, w + 120
    result = session.result()
    seats = range(view["seats"])
    groups = [tuple(seat for seat in seats if view["sides"][seat] == side) for side in sorted(set(view["sides"]))]
    groups.sort(key=lambda group: result[group[0]])
    rows, high = get_history(session, course), 62 + ROW * len(groups) + 10
    if len(rows) > 1:
        x -= 140
        draw_side_chart(ctx, session, c, (x + w + 12, y, 268, high), ctx.t("tash_kalar.result.course"), rows)
    shapes.panel(c, x, y, w, high)
    _heads(ctx, view, session, c, x, y, w)
    for at, group in enumerate(groups):
        cy = y + 62 + ROW / 2 + at * ROW
        if result[group[0]] == 1:
            shapes.round_rect(c, x + 12, cy - ROW / 2 + 3, w - 24, ROW - 6, 9, "accent", alpha=38)
        # Of two teams the losing one is second, although two players rank above it.
        number = 1 + sum(result[other[0]] < result[group[0]] for other in groups)
        text.draw(c, ctx.t("ui.result.place", place=number), x + 40, cy, "black", 22, "text.title", "cm")
        _who(ctx, session, view, c, x, cy, group)
        _points(session, view, c, x, cy, w, group[0])
    if view["loser"] is not None:
        k = view["loser"]
        names = ctx.texts.join([session.seats[seat].name for seat in seats if view["sides"][seat] == k])
        words = ctx.t("tash_kalar.result.surrendered", name=names)
        text.draw(c, words, x + w / 2, y + high + 20, "italic", 17, "text.body", "cm", max_w=w)


def _who(ctx: Context, session: Session, view: View, c: Canvas, x: float, cy: float, group: tuple[int, ...]) -> None:
    """Draw sign, name, level and deck of a seat; of a team both names."""
    left = x + 92
    for number, k in enumerate(group):
        seat = session.seats[k]
        r = 18 if len(group) == 1 else 12
        middle = cy if len(group) == 1 else cy - 14 + 28 * number
        shapes.badge(c, seat.colour, seat.emblem, left, middle, r)
        kind = ctx.t("ui.plate.person") if seat.kind == "person" else level_name(ctx, strength(seat.level))
        own = view["options"]["decks"]
        deck = card_faces.deck_name(ctx.texts, view["options"][f"deck_{k + 1}"], own)
        if len(group) == 1:
            text.draw(c, seat.name, left + 32, cy - 10, "serif_bold", 19, "text", "lm", max_w=230)
            text.draw(c, f"{kind} · {deck}", left + 32, cy + 12, "sans", 14, "text.muted", "lm", max_w=230)
        else:
            wide = text.draw(c, seat.name, left + 26, middle - 1, "serif_bold", 16, "text", "lm", max_w=120)
            text.draw(c, deck, left + 36 + wide, middle, "sans", 13, "text.muted", "lm", max_w=210 - wide)


def _columns(x: float, w: float) -> tuple[float, float]:
    """Return the columns of the three ranks' pieces and of the points."""
    return x + 392, x + 392 + 3 * 56 + 22


def _heads(ctx: Context, view: View, session: Session, c: Canvas, x: float, y: float, w: float) -> None:
    t = ctx.t
    ranks, points = _columns(x, w)
    text.draw(c, t("tash_kalar.result.arena"), ranks + 56, y + 18, "sans_bold", 13.5, "text.muted", "cm", max_w=166)
    for rank in range(3):
        pieces.draw_piece(c, ranks + rank * 56, y + 43, (10.5, 9.6, 8.6)[rank], 0, rank, shadow=False)
    room = x + w - 92 - points
    if view["form"] == "high":
        text.draw(c, t("tash_kalar.result.tasks"), points, y + 34, "sans_bold", 14, "text.muted", "lm", max_w=room)
    elif view["form"] == "melee":
        text.draw(c, t("tash_kalar.result.colours"), points, y + 34, "sans_bold", 14, "text.muted", "lm", max_w=room)
    text.draw(c, t("tash_kalar.result.total"), x + w - 52, y + 34, "sans_bold", 14, "text.muted", "cm", max_w=90)


def _points(session: Session, view: View, c: Canvas, x: float, cy: float, w: float, k: int) -> None:
    """Draw pieces in the arena, sources of points, and the sum."""
    side = view["sides"][k]
    ranks, points = _columns(x, w)
    for rank, name in enumerate(RANK_NAMES):
        number = len(view["pieces"][side][name])
        ink = "text" if number else "text.faint"
        text.draw(c, str(number), ranks + rank * 56, cy, "serif_x", 19, ink, "cm")
    if view["form"] == "high":
        _tasks(view, c, points, cy, x + w - 96 - points, side)
    elif view["form"] == "melee":
        weakest = view["scores"][side]
        at = points + 18
        for other, number in enumerate(view["points"][side]):
            if other == side:
                continue
            seat = session.seats[other]
            shapes.badge(c, seat.colour, seat.emblem, at, cy, 15)
            text.draw(c, str(number), at + 34, cy, "black", 20, "text.title" if number == weakest else "text", "cm")
            at += 82
    shapes.pill(
        c,
        x + w - 52,
        cy,
        str(count_up(view, view["scores"][side])),
        "win" if session.result()[k] == 1 else "plain",
        size=21,
    )


def _tasks(view: View, c: Canvas, x: float, cy: float, room: float, side: int) -> None:
    """Draw the claimed tasks with their points, and the points of legendary pieces."""
    found = [(box().tasks[task].code, box().tasks[task].points) for task in view["claimed"][side]]
    legends = view["legend_points"][side]
    count = len(found) + (1 if legends else 0)
    pitch = min(54.0, room / max(1, count))
    for number, (code, points) in enumerate(found):
        cards.task_sign(c, code, x + 14 + number * pitch, cy, 15)
        text.draw(c, str(points), x + 14 + number * pitch + 13, cy + 15, "black", 15, "text.title", "cm")
    if legends:
        at = x + 14 + len(found) * pitch
        icons.draw(c, "crown", at, cy, 26, "accent")
        text.draw(c, f"+{legends}", at + 13, cy + 15, "black", 15, "text.title", "cm")


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    view = session.view(None)
    return [view["scores"][side] for side in view["sides"]]


def tie(session: Session, view: View) -> str:
    """Return the text id of the tie-breaker between the first sides; "" when points or a surrender decided."""
    sides = sorted(set(view["sides"]))
    if view["loser"] is not None:
        return ""
    places = dict(zip(view["sides"], session.result(), strict=True))
    first, second = sorted(sides, key=lambda side: places[side])[:2]
    if view["scores"][first] != view["scores"][second]:
        return ""
    if places[first] == places[second]:
        return "tash_kalar.result.tie.shared"
    if view["form"] == "melee" and _others(view, first) != _others(view, second):
        return "tash_kalar.result.tie.colours"
    upgraded = [sum(len(view["pieces"][side][name]) for name in RANK_NAMES[1:]) for side in (first, second)]
    return f"tash_kalar.result.tie.{'upgraded' if upgraded[0] != upgraded[1] else 'pieces'}"


def _others(view: View, side: int) -> list[int]:
    """Return the points of a side by other colour, the weakest first."""
    return sorted(number for other, number in enumerate(view["points"][side]) if other != side)


def course(session: Session) -> History:
    """Return the points of every side after each turn."""
    return list_points(session, scores)
