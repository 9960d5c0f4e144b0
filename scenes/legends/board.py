"""The chart with everything on it: marks, tokens, pieces, what is on its way, and the targets to click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from games.legends.moves import Kind, Move, at, encode
from scenes.legends import choices
from scenes.legends.row import best_hint
from scenes.legends.stage import NEUTRAL, Flying
from scenes.shell.targets import Box, Target
from sprites.base import icons, paint, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import marks as legends_marks
from sprites.legends import pieces as legends_pieces

if TYPE_CHECKING:
    from scenes.legends.table import Table

CUBE = 11.8
"""Half a cube in pixels of the maps; on the table it grows with the zoom."""
DRAG_FROM = 9.0


def cube_size(table: Table) -> float:
    """The size of the cubes now: they grow with the zoom, but less than the map."""
    unit = table.view_of_chart.unit
    return max(9.5, CUBE * float(unit**0.8))


def draw(table: Table, c: Canvas) -> None:
    """The chart and what lies on it; notes its targets."""
    if table.ui.pressed is None:
        table.press_at = None
    chart = table.view_of_chart
    if chart.composed is None:
        return
    resting = not table.timeline.active and table.panning is None
    if chart.working and not table.timeline.active:
        table.ui.dirty = chart.paint_on() or table.ui.dirty
    chart.draw(c, resting)
    legal = choices.by_region(table.moves()) if table.view["phase"] in choices.ON_MAP else {}
    clip = c.surface.get_clip()
    c.surface.set_clip(c.rect(*chart.box))
    if not chart.moving:
        _marks(table, c, legal)
    _tokens(table, c)
    _pieces(table, c)
    _flying(table, c)
    if not chart.moving:
        _prices(table, c, legal)
    if chart.zoom > 1.3:
        _names(table, c)
    c.surface.set_clip(clip)
    if chart.zoom > 1.01:
        _window_frame(c, chart.box)
    _targets(table, legal)


def _window_frame(c: Canvas, box: Box) -> None:
    """A gold line where the chart is cut off."""
    x, y, w, h = box
    for left, top, right, bottom in (
        (x, y, x + w, y),
        (x, y + h, x + w, y + h),
        (x, y, x, y + h),
        (x + w, y, x + w, y + h),
    ):
        shapes.line(c, left, top, right, bottom, "#20130a", 5)
        shapes.line(c, left, top, right, bottom, "#c8a668", 2.4)


# --- marks ----------------------------------------------------------------------------------------------


def _mark(table: Table, c: Canvas, region: int, kind: str, colour: int = 0) -> None:
    composed = table.view_of_chart.composed
    assert composed is not None
    left, top, right, bottom = composed.shores.boxes[region]
    unit = table.view_of_chart.unit
    x, y = table.view_of_chart.point((left - legends_marks.PAD, top - legends_marks.PAD))
    bx, by, bw, bh = table.view_of_chart.box
    right, bottom = table.view_of_chart.point((right + legends_marks.PAD, bottom + legends_marks.PAD))
    if right < bx or bottom < by or x > bx + bw or y > by + bh:
        return
    k = unit * c.scale
    if kind == "own" and table.moving and not legends_marks.ready(c, composed.key, region, k, kind, colour):
        if table.marks_made:
            return  # one new picture in a frame is enough while things move; the next follows in the next frame
        table.marks_made += 1
    made = legends_marks.mark(c, composed.key, composed.shores, region, k, kind, colour)
    if kind == "legal":
        made.set_alpha(round(255 * table.pulse.strength))
    c.surface.blit(made, (c.x(x), c.y(y)))


def _marks(table: Table, c: Canvas, legal: dict[int, list[Move]]) -> None:
    stage = table.stage
    table.marks_made = 0
    owners = stage.owners
    seats = table.session.seats
    walk = stage.walk
    for region, owner in enumerate(owners):
        if 0 <= owner < stage.seats:
            _mark(table, c, region, "own", seats[owner].colour)
    if walk is not None and walk.owner >= 0:
        for region in walk.island if walk.region is None else (walk.region,):
            _mark(table, c, region, "scored", seats[walk.owner].colour)
    for region in legal:
        _mark(table, c, region, "legal")
    for region, owner in enumerate(owners):
        if 0 <= owner < stage.seats and region not in legal:
            _pennant(table, c, region, seats[owner].colour, seats[owner].emblem)
    if stage.picked is not None:
        _open_routes(table, c, stage.picked, legal)
    for move in _single_pieces(table, legal):
        _candidate(table, c, move, rings=True)
    if stage.picked is not None:
        _mark(table, c, stage.picked, "origin")
    for region in table.lit_regions():
        if region < stage.regions:  # the board of the next game may have fewer
            _mark(table, c, region, "hover")
    focus = table.ui.focus if table.ui.show_focus else None
    hover = _number(table.ui.hover, "region.")
    if hover is not None and hover < stage.regions:
        _mark(table, c, hover, "hover")
    focused = _number(focus, "region.")
    if focused is not None and focused < stage.regions:
        _mark(table, c, focused, "focus")


def _pennant(table: Table, c: Canvas, region: int, colour: int, emblem: str) -> None:
    """The owner's sign at the upper end of a region: colour is never the only sign."""
    composed = table.view_of_chart.composed
    assert composed is not None
    x, y = table.view_of_chart.point(composed.below_top(region))
    shapes.badge(c, colour, emblem, x, y, max(7.5, 8.5 * table.view_of_chart.unit**0.5))


def _number(target_id: str | None, prefix: str) -> int | None:
    if target_id is None or not target_id.startswith(prefix):
        return None
    return int(target_id[len(prefix) :])


def _prices(table: Table, c: Canvas, legal: dict[int, list[Move]]) -> None:
    """Discs with what a choice costs, at the top of the region."""
    composed = table.view_of_chart.composed
    assert composed is not None
    advised = best_hint(table)
    for move in _single_pieces(table, legal):
        _candidate(table, c, move, rings=False)
    for region, moves in legal.items():
        cost = choices.cost(table.view, moves[0])
        x, y = table.view_of_chart.point(composed.top(region))
        r = max(11.0, 11.5 * table.view_of_chart.unit**0.5)
        if "points" in cost:
            legends_pieces.price(c, x, y, str(cost["points"]), r)
        if "bribe" in cost:
            shapes.coin(c, x, y, r, str(cost["bribe"]), "gold")
        if "toll" in cost:
            shapes.coin(c, x + 2.2 * r, y, r, str(cost["toll"]), "gold")
        if advised in moves:
            icons.draw(c, "hint", x, y - 2.0 * r, 2.2 * r, "glow")


def _open_routes(table: Table, c: Canvas, origin: int, legal: dict[int, list[Move]]) -> None:
    """The sea links that may be taken now, their dots in gold."""
    composed = table.view_of_chart.composed
    assert composed is not None
    r = max(2.2, 2.6 * table.view_of_chart.unit)
    made = _ring(c, c.px(2 * r), r * c.scale, "glow")
    for route in (*composed.chart.routes, *composed.chart.wrapped):
        if route.sea and origin in (route.a, route.b) and (route.b if route.a == origin else route.a) in legal:
            for point in composed.free_dots(route):
                x, y = table.view_of_chart.point(point)
                c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))


def _single_pieces(table: Table, legal: dict[int, list[Move]]) -> list[Move]:
    """Choices that are a piece rather than a region: armies that would fall, one of several cities."""
    falling = table.view["phase"] == "destroy"
    return [move for moves in legal.values() if falling or len(moves) > 1 for move in moves]


def _candidate(table: Table, c: Canvas, move: Move, rings: bool) -> None:
    """Below the piece a ring: orange for an army that would fall, gold for a city; above it crossed swords."""
    owner, region = move.owner, move.region
    if owner is None or region is None:
        return
    falls = move.kind == Kind.DESTROY
    place = table.army_point(region, owner) if falls else table.city_point(region, owner)
    x, y = table.view_of_chart.point(place)
    size = cube_size(table)
    colour = "danger" if falls else "glow"
    for r, ink, wide in ((1.5, "black", 4.4), (1.46, colour, 2.6)) if rings else ():
        made = _ring(c, c.px(2 * size * r), wide * c.scale, ink)
        c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))
    if falls and not rings:
        icons.draw(c, "crossed-swords", x + size * 1.05, y - size * 1.0, size * 1.3, "black")
        icons.draw(c, "crossed-swords", x + size * 1.05, y - size * 1.0, size * 1.1, colour)


def _ring(c: Canvas, px: int, wide: float, ink: str) -> pygame.Surface:
    return c.cache.get(("ring", px, round(wide, 2), ink), lambda: paint.tint(paint.disc_mask(px, wide), ink, 235))


def _names(table: Table, c: Canvas) -> None:
    """Names of the regions, when there is room for them."""
    composed = table.view_of_chart.composed
    assert composed is not None
    for region in range(table.stage.regions):
        x, y = table.view_of_chart.point(composed.foot(region))
        if not table.view_of_chart.holds(x, y):
            continue
        name = table.region_name(region)
        wide = text.width(c, name, "italic", 14.5) + 14
        shapes.rounded(c, x - wide / 2, y - 10, wide, 20, 10, "#1a100a", alpha=150)
        text.draw(c, name, x, y, "italic", 14.5, "#fff4d8", "cm")


# --- pieces ---------------------------------------------------------------------------------------------


def _tokens(table: Table, c: Canvas) -> None:
    stage = table.stage
    r = max(9.0, 10.5 * table.view_of_chart.unit**0.8)
    for region, code in [*stage.tokens.items(), *stage.down.items()]:
        if region < stage.regions:
            x, y = table.view_of_chart.point(table.token_point(region))
            legends_pieces.token(c, x, y, code, r)
    if stage.start is not None and stage.start < stage.regions:
        x, y = table.view_of_chart.point(table.token_point(stage.start))
        legends_pieces.token(c, x, y, "start", r)


def _pieces(table: Table, c: Canvas) -> None:
    stage = table.stage
    s = cube_size(table)
    point = table.view_of_chart.point
    drawn: list[tuple[float, Callable[[], None]]] = []
    for owner, row in enumerate(stage.armies):
        if owner >= stage.seats and owner != NEUTRAL:
            continue
        colour, emblem = table.emblem(owner)
        for region, count in enumerate(row):
            if count > 0:
                x, y = point(table.army_point(region, owner))
                drawn.append((y, _army(c, x, y, colour, emblem, count, s)))
    for seat, row in enumerate(stage.cities[: stage.seats]):
        colour, emblem = table.emblem(seat)
        for region, count in enumerate(row):
            if count > 0:
                x, y = point(table.city_point(region, seat))
                drawn.append((y + 0.5, _city(c, x, y, colour or 0, emblem, count, s)))
    for _y, paint_piece in sorted(drawn, key=lambda one: one[0]):
        paint_piece()


def _army(c: Canvas, x: float, y: float, colour: int | None, emblem: str, n: int, s: float) -> Callable[[], None]:
    return lambda: legends_pieces.draw_army(c, x, y, colour, emblem, n, s)


def _city(c: Canvas, x: float, y: float, colour: int, emblem: str, n: int, s: float) -> Callable[[], None]:
    return lambda: legends_pieces.draw_city(c, x, y, colour, emblem, n, s)


def _flying(table: Table, c: Canvas) -> None:
    s = cube_size(table)
    for one in table.stage.flying:
        if one.on_chart:
            x, y = table.view_of_chart.point((one.x, one.y))
            _draw_flying(table, c, one, x, y - one.lift, s)


def _draw_flying(table: Table, c: Canvas, one: Flying, x: float, y: float, s: float) -> None:
    alpha = max(0, min(255, int(one.alpha)))
    if one.kind == "cube":
        colour, emblem = table.emblem(one.seat)
        legends_pieces.draw_cube(c, x, y, colour, emblem, s, alpha=alpha)
        if one.code == "destroyed":
            shapes.line(c, x - s * 0.5, y - s * 0.5, x + s * 0.1, y + s * 0.1, "#1a0a06", 2, alpha)
            icons.draw(c, "crossed-swords", x, y - s * 0.1, s * 1.7, "danger", alpha=max(16, alpha))
    elif one.kind == "city":
        colour, emblem = table.emblem(one.seat)
        legends_pieces.draw_city(c, x, y, colour or 0, emblem, 1, s, alpha=alpha)
    elif one.kind == "token":
        legends_pieces.token(c, x, y, one.code, round(12 * one.scale * 2) / 2)
    else:
        shapes.coin(c, x, y, 13, "1", "gold")


def draw_above(table: Table, c: Canvas) -> None:
    """What flies over the panels, the cube in the hand, and a banner."""
    for one in table.stage.flying:
        if not one.on_chart:
            _draw_flying(table, c, one, one.x, one.y - one.lift, CUBE)
    if table.carried is not None and table.viewer is not None:
        _region, x, y = table.carried
        colour, emblem = table.emblem(table.viewer)
        legends_pieces.draw_cube(c, x, y - 8, colour, emblem, cube_size(table) * 1.15)
    stage = table.stage
    if stage.banner and stage.banner_alpha > 4:
        x, y = table.view_of_chart.middle
        alpha = int(stage.banner_alpha)
        words = table.ctx.t(stage.banner, **stage.banner_params)
        shapes.glow(c, x, y, 200, "#04161d", alpha, sx=1.6)
        text.draw(c, words, x, y, "sc_black", 46, "gold_hi", "cm", shadow=True, alpha=alpha, max_w=800)


# --- targets ----------------------------------------------------------------------------------------------


def _targets(table: Table, legal: dict[int, list[Move]]) -> None:
    """Regions: those that may be chosen first, so that keys reach them first; then single pieces."""
    order = sorted(legal) + [region for region in range(table.stage.regions) if region not in legal]
    for region in order:
        _region_target(table, region, legal.get(region, []))
    for region, moves in legal.items():
        if len(moves) > 1:
            for move in moves:
                _piece_target(table, region, move)


def _region_target(table: Table, region: int, moves: Sequence[Move]) -> None:
    chart = table.view_of_chart
    x, y = chart.point(table.token_point(region))
    bx, by, bw, bh = chart.box
    x, y = min(bx + bw - 20, max(bx + 20, x)), min(by + bh - 20, max(by + 20, y))
    # As wide as the region, so that a note stands beside it and covers none of it.
    left, _top, right, _bottom = chart.composed.shores.boxes[region] if chart.composed is not None else (0, 0, 0, 0)
    middle = table.token_point(region)[0]
    half = max(18.0, max(middle - left, right - middle) * chart.unit)
    box: Box = (x - half, y - 18, 2 * half, 36.0)

    def contains(px: float, py: float) -> bool:
        return chart.region_at(px, py) == region and not table.over_panel(px, py)

    def activate() -> None:
        if table.carried is not None:
            return  # let go where it was picked up: the army stays picked
        if len(moves) == 1:
            table.make(moves[0])
        elif moves:
            table.ctx.toast(table.ctx.t("legends.table.which"))
        elif table.skip():
            return
        elif table.legal() and not table.was_panned:
            table.ctx.play("refused")

    drag = _drag(table, region, moves)
    told = f"region.{region}" in (table.ui.hover, table.ui.focus)
    tip = region_tip(table, region) if told else None
    sound = "click" if len(moves) == 1 else ""
    target = Target(f"region.{region}", box, activate, True, tip, None, drag, contains, 10, False, sound)
    target.drop = _drop(table)
    table.ui.note(target)


def _drag(table: Table, region: int, moves: Sequence[Move]) -> Callable[[float, float], None]:
    """Dragging from a region: carries one of the own cubes that may move, or pans a chart that is zoomed in."""

    def drag(x: float, y: float) -> None:
        if table.ui.pressed != f"region.{region}" or table.press_at is None:
            table.press_at = (x, y)
            table.panning = None
            table.was_panned = False
            return
        if table.carried is not None:
            table.carried = (region, x, y)
            return
        away = abs(x - table.press_at[0]) + abs(y - table.press_at[1])
        if away < DRAG_FROM:
            return
        if len(moves) == 1 and moves[0].kind == Kind.FROM and not table.was_panned:
            table.make(moves[0])
            table.carried = (region, x, y)
        elif not table.view_of_chart.is_whole and table.carried is None:
            if table.was_panned and table.panning is not None:
                table.view_of_chart.pan(x - table.panning[0], y - table.panning[1])
            table.was_panned = True
            table.panning = (x, y)

    return drag


def _drop(table: Table) -> Callable[[float, float], None]:
    def drop(x: float, y: float) -> None:
        table.press_at = table.panning = None
        carried, table.carried = table.carried, None
        if carried is None:
            return
        region = table.view_of_chart.region_at(x, y)
        if region is not None and at(Kind.TO, region) in table.moves():
            table.dropped = table.view_of_chart.chart_point(x, y)
            table.make(at(Kind.TO, region))
        elif region != carried[0]:
            table.put_back()
            table.ctx.play("refused")

    return drop


def _piece_target(table: Table, region: int, move: Move) -> None:
    """One of several armies or cities in a region that may be chosen."""
    owner = move.owner
    if owner is None:
        return
    falls = move.kind == Kind.DESTROY
    place = table.army_point(region, owner) if falls else table.city_point(region, owner)
    x, y = table.view_of_chart.point(place)
    if not table.view_of_chart.holds(x, y) or table.over_panel(x, y):
        return
    r = 17.0
    name = table.ctx.t("legends.neutral") if owner == NEUTRAL else table.names[owner]
    action = encode(move)
    target = Target(
        f"piece.{action}", (x - r, y - r, 2 * r, 2 * r), lambda: table.make(move), tip=(name, table.label(action))
    )
    table.ui.note(target)


def region_tip(table: Table, region: int) -> tuple[str, str]:
    """Name of a region, who stands there, who controls it, what its token does."""
    t = table.ctx.t
    stage = table.stage
    rows = []
    for owner, counts in enumerate(stage.armies):
        if owner >= stage.seats and owner != NEUTRAL:
            continue
        armies = counts[region]
        cities = stage.cities[owner][region] if owner < stage.seats else 0
        if armies or cities:
            who = t("legends.neutral") if owner == NEUTRAL else table.names[owner]
            parts = [t("legends.count.armies", n=armies)] if armies else []
            parts += [t("legends.count.cities", n=cities)] if cities else []
            rows.append(f"*{who}*: {', '.join(parts)}")
    owner = stage.owners[region]
    if rows:
        who = t("legends.neutral") if owner == NEUTRAL else table.names[owner] if owner >= 0 else ""
        rows.append(t("legends.table.control", name=who) if who else t("legends.table.control.nobody"))
    else:
        rows.append(t("legends.table.empty"))
    if region == stage.start:
        rows.append(t("legends.table.start"))
    code = stage.tokens.get(region)
    if code:
        rows.append(f"*{t(f'legends.token.{code}.name')}*: {t(f'legends.token.{code}.help')}")
    if region in stage.down:
        seen = stage.down[region]
        rows.append(
            t("legends.table.down.seen", token=t(f"legends.token.{seen}.name")) if seen else t("legends.table.down")
        )
    return table.region_name(region), "\n".join(rows)
