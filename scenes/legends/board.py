"""The chart with marks, tokens, pieces, moving items, and click targets."""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import partial

import pygame

from engine.seats import Seat
from games.legends.moves import Kind, Move
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from scenes.legends import charts, choices
from scenes.legends.chart_view import ZOOMS
from scenes.legends.right_column import lit_regions
from scenes.legends.scene_model import Flying, LegendsTable
from scenes.shell.i18n import number_text
from scenes.shell.targets import Box, split_id
from scenes.table.game_log import GHOST, TurnMarks, Way, draw_ghosts, draw_numbers
from sprites.base import icons, raster, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.draw_commands import Layer
from sprites.legends import pieces as legends_pieces

CUBE = 11.8
"""Half the size of a cube in pixels of the maps; grows with the zoom."""


def cube_size(table: LegendsTable, zoom: float | None = None) -> float:
    """Return the size of cubes, now or at ``zoom``; it grows with the zoom, but less than the map."""
    unit = table.own.chart.unit if zoom is None else table.own.chart.fit * zoom
    return max(9.5, CUBE * float(unit**0.8))


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw the chart, its items, and the names that are shown; register the targets."""
    if table.ui.pressed is None:
        table.own.grip.pressed_at = None
    chart = table.own.chart
    if chart.composed is None:
        return
    if chart.working:  # panels that have changed take their time
        chart.paint_on(has_time=table.still and not table.ui.dirty)
    words, c.words = c.words, None  # the targets of the regions tell what lies there
    clip = c.surface.get_clip()
    box = c.rect(*chart.box)
    legal = choices.group_by_region(table.moves) if table.view["phase"] in choices.ON_MAP else {}
    beat = table.own.pulse.strength
    seen = (*chart.box, chart.unit, chart.cx, chart.cy, chart.moving)

    def lay(
        name: str, key: Hashable, paint: Callable[[Box], None], list_content: Callable[[], Hashable], *, whole: bool
    ) -> None:
        """Draw a layer that moves along with the chart: on the ``whole`` of it, or on the part in sight."""

        def record(area: Box, place: tuple[object, ...], part: tuple[int, ...]) -> Layer | None:
            shown = (place, key) if whole else (place, part, key)
            return table.layers.record_apart(c, table.ui, name, shown, lambda: paint(area), list_content)

        c.surface.set_clip(box)
        if not chart.draw_layer(c, name, record):
            table.draw_layer(c, f"{name} in place", lambda: paint(chart.box), *seen, key, list_content=list_content)

    chart.draw(c, at_once=table.ctx.speed == 0)
    if chart.is_whole:
        texts = table.ctx.texts
        c.cache.plan(
            ("zoomed chart", chart.composed.key, chart.fit, texts.language, texts.brief),
            lambda: _prepare_zoom(table, c),
        )
    lay("pieces", beat, lambda area: _draw_pieces(table, c, legal, area), lambda: _list_still(table), whole=False)
    _draw_changes(table, c)
    s = cube_size(table)
    for one in table.stage.flying:
        if one.on_chart:
            x, y = table.own.chart.point((one.x, one.y))
            _draw_flying(table, c, one, x, y - one.lift, s)
    names = table.own.shown_names.choose(table, c)
    prices = {} if chart.moving else legal
    priced = partial(_list_prices, table, prices)
    lay("names", names, lambda _area: _draw_names(table, c, prices, names), priced, whole=True)
    c.surface.set_clip(clip)
    if chart.zoom > 1.01:
        table.draw_layer(c, "edge", lambda: _draw_edge(c, chart.box), *chart.box, list_content=lambda: None)
    c.words = words
    table.draw_layer(c, "regions", lambda: table.own.region_targets.note(table, legal), *seen)


def _prepare_zoom(table: LegendsTable, c: Canvas) -> Iterator[None]:
    """Render in steps, before the first zoom, the pictures that a zoomed chart needs."""
    for zoom in ZOOMS[1:]:
        for colour, emblem in map(table.own.emblem, range(table.stage.seats)):
            yield
            legends_pieces.cube(c, colour, emblem, cube_size(table, zoom))
    yield from charts.prepare_zoom(table, c)


def _list_still(table: LegendsTable) -> Hashable:
    """Return a key that changes with all that ``_draw_pieces`` shows, except the position of the chart."""
    stage, walk, phase = table.stage, table.stage.walk, table.view["phase"]
    return (
        tuple(stage.doomed), stage.sunk, tuple(stage.owners), stage.picked, tuple(stage.tokens.items()),
        tuple(stage.down.items()), stage.start, tuple(map(tuple, stage.armies)), tuple(map(tuple, stage.cities)),
        None if walk is None else (walk.owner, tuple(walk.regions)), phase, table.moves, tuple(lit_regions(table)),
        tuple(table.faint), tuple(table.recent) if table.ctx.speed == 0 else (), tuple(table.ways),
        None if table.turn_marks is None else object(), id(table.own.chart.composed),
        tuple(one if one is not None and one.startswith("region.") else None for one in table.hot),
    )  # fmt: skip


def _draw_pieces(table: LegendsTable, c: Canvas, legal: Mapping[int, Sequence[Move]], area: Box) -> None:
    """Draw marks, tokens and pieces at rest on a part of the table."""
    if not table.own.chart.moving:
        _marks(table, c, legal, area)
    _tokens(table, c)
    _pieces(table, c)
    if table.turn_marks is not None and not table.own.chart.moving:
        _draw_turn(table, table.turn_marks, c)


def _draw_names(table: LegendsTable, c: Canvas, legal: Mapping[int, Sequence[Move]], names: Collection[str]) -> None:
    """Draw prices and names."""
    _prices(table, c, legal)
    charts.draw(c, charts.list_labels(table, c, names))


def _list_prices(table: LegendsTable, legal: Mapping[int, Sequence[Move]]) -> Hashable:
    """Return all that ``_prices`` shows but where the chart lies."""
    return (
        table.view["phase"],
        table.advised_move,
        tuple((region, *moves, *choices.cost(table.view, moves[0]).items()) for region, moves in legal.items()),
    )


def _draw_edge(c: Canvas, box: Box) -> None:
    """Draw a gold line where the chart is cut off."""
    x, y, w, h = box
    right, low = x + w, y + h
    for edge in ((x, y, right, y), (x, low, right, low), (x, y, x, low), (right, y, right, low)):
        shapes.line(c, *edge, "legends/map.frame.dark", 5)
        shapes.line(c, *edge, "legends/map.frame.line", 2.4)


# --- marks ----------------------------------------------------------------------------------------------


def _mark(
    table: LegendsTable, c: Canvas, area: Box, region: int, kind: str, colour: int = 0, *, waits: bool = False,
    strength: float | None = None,
) -> None:  # fmt: skip
    """Draw a region's mark if it lies in ``area``; with ``waits`` only when it has been rendered in steps."""
    composed = table.own.chart.laid
    left, top, right, bottom = composed.shores.boxes[region]
    unit = table.own.chart.unit
    x, y = table.own.chart.point((left - legends_pieces.PAD, top - legends_pieces.PAD))
    bx, by, bw, bh = area
    right, bottom = table.own.chart.point((right + legends_pieces.PAD, bottom + legends_pieces.PAD))
    if right < bx or bottom < by or x > bx + bw or y > by + bh:
        return
    k = unit * c.scale
    if waits and not legends_pieces.plan_marks(c, composed.key, composed.shores, region, k, kind, colour):
        table.layers.mark_unfinished()
        return
    made = legends_pieces.mark_region(c, composed.key, composed.shores, region, k, kind, colour)
    if strength is not None:
        made.set_alpha(round(255 * strength))
    c.surface.blit(made, (c.x(x), c.y(y)))


def _marks(table: LegendsTable, c: Canvas, legal: Mapping[int, Sequence[Move]], area: Box) -> None:
    stage = table.stage
    owners = stage.owners
    seats = table.seats
    walk = stage.walk
    waits = table.moving
    for region in stage.doomed:
        _mark(table, c, area, region, "sunk" if stage.sunk else "doomed", waits=waits)
    for region, owner in enumerate(owners):
        if 0 <= owner < stage.seats:
            _mark(table, c, area, region, "own", seats[owner].colour, waits=waits)
    if walk is not None and walk.owner >= 0:
        for region in walk.regions:
            _mark(table, c, area, region, "scored", seats[walk.owner].colour, waits=waits)
    for region in legal:
        _mark(table, c, area, region, "legal", strength=table.own.pulse.strength)
    for region, owner in enumerate(owners):
        if 0 <= owner < stage.seats:
            composed = table.own.chart.laid  # the owner's sign, as colour is never the only one
            x, y = table.own.chart.point(composed.find_owner_spot(region))
            shapes.badge(c, seats[owner].colour, seats[owner].emblem, x, y, max(12.5, 14.0 * table.own.chart.unit**0.5))
    if stage.picked is not None:
        _open_routes(table, c, stage.picked, legal)
    for move in _single_pieces(table, legal):
        _candidate(table, c, move, rings=True)
    if stage.picked is not None:
        _mark(table, c, area, stage.picked, "origin")
    for region in (*lit_regions(table), *table.faint):
        if region < stage.regions:  # the board of the next game may have fewer regions
            _mark(table, c, area, region, "hover")
    if table.ctx.speed == 0:
        _draw_fallen(table, c)
    for way in table.ways:
        if max(way.start, way.end) < stage.regions:
            _way(table, c, way)
    for target_id, kind in zip(table.hot, ("hover", "focus"), strict=True):
        named, at_hand = split_id(target_id or "")
        if named == "region" and at_hand < stage.regions:
            _mark(table, c, area, at_hand, kind)


def _draw_fallen(table: LegendsTable, c: Canvas) -> None:
    """Draw crossed swords where rivals have just destroyed an army without an animation that showed it."""
    for region in {place for line in table.recent if line.kind == "destroyed" for place in line.places}:
        if region < table.stage.regions:
            x, y = table.own.chart.find_spot("token", region)
            size = cube_size(table)
            legends_pieces.draw_cube(c, x, y, None, "", size, alpha=90)
            icons.draw(c, "crossed-swords", x, y, size * 1.5, "danger")


def _draw_changes(table: LegendsTable, c: Canvas) -> None:
    """Light up regions that have just changed hands, and write the change of points of the seats concerned."""
    for region, change in table.own.changes.items():
        if change.strength <= 0 or region >= table.stage.regions or table.own.chart.moving:
            continue
        if not table.ctx.steady:
            _mark(table, c, table.own.chart.box, region, "changed", waits=True, strength=change.strength)
        x, y = find_middle(table, region)
        for at, (seat, gain) in enumerate(change.points):
            words = f"{number_text(f'{gain:+d}')}\u00a0{table.names[seat]}"
            wide, top = text.width(c, words, "strong") + 24, y - 40 + 28 * at - 14 * (1 - change.strength)
            shapes.round_rect(c, x - wide / 2, top, wide, 25, 12.5, "well", alpha=225)
            text.draw(c, words, x, top + 12.5, "strong", "gain" if gain > 0 else "loss", "cm")


def _draw_turn(table: LegendsTable, marks: TurnMarks, c: Canvas) -> None:
    """Draw the marks of a turn: numbers in its regions, arrows of its armies, swords where one fell."""
    unit = table.own.chart.unit
    for arrow in marks.arrows:
        if max(arrow.start, arrow.end) < table.stage.regions:
            ends = [find_middle(table, region) for region in (arrow.start, arrow.end)]
            strokes.draw_arrow(c, *ends[0], *ends[1], arrow.colour, max(4.0, 4.6 * unit), 12 * unit, edge=2.4)
    for region in marks.lost:
        if region < table.stage.regions:
            x, y = table.own.chart.find_spot("token", region)
            icons.draw(c, "crossed-swords", x, y, cube_size(table) * 2.2, "danger")
    draw_numbers(c, marks, max(22.0, 20 * unit), lambda region: find_middle(table, region))

    def draw_army(x: float, y: float, seat: int) -> None:
        colour, emblem = table.seats[seat].colour, table.seats[seat].emblem
        legends_pieces.draw_cube(c, x, y, colour, emblem, cube_size(table), alpha=GHOST)

    draw_ghosts(c, marks, lambda region: table.own.chart.find_spot("token", region), draw_army)


def find_middle(table: LegendsTable, region: int) -> tuple[float, float]:
    """Return the middle of a region on the table."""
    composed = table.own.chart.laid
    x, y, far, low = composed.shores.boxes[region]
    return table.own.chart.point(((x + far) / 2, (y + low) / 2))


def _way(table: LegendsTable, c: Canvas, way: Way) -> None:
    """Draw an arrow from region to region for a rival's move, in the rival's colour and with the number of the move."""
    ends = [find_middle(table, region) for region in (way.start, way.end)]
    unit = table.own.chart.unit
    strokes.draw_labelled_arrow(
        c, ends[0], ends[1], table.seats[way.seat].colour, way.label, max(2.6, 3.2 * unit), 16 * unit
    )


def _prices(table: LegendsTable, c: Canvas, legal: Mapping[int, Sequence[Move]]) -> None:
    """Draw discs with the cost of a choice, at the top of the region."""
    composed = table.own.chart.laid
    advised = table.advised_move
    for move in _single_pieces(table, legal):
        _candidate(table, c, move, rings=False)
    for region, moves in legal.items():
        cost = choices.cost(table.view, moves[0])
        x, y = table.own.chart.point(composed.top(region))
        r = max(11.0, 11.5 * table.own.chart.unit**0.5)
        if 0 <= table.stage.owners[region] < table.stage.seats:  # at the lower corner of the owner's sign
            x, y = table.own.chart.point(composed.find_owner_spot(region))
            x, y = x + 1.5 * r, y + 0.8 * r
        if "points" in cost:
            legends_pieces.price(c, x, y, str(cost["points"]), r)
        if "bribe" in cost:
            shapes.coin(c, x, y, r, str(cost["bribe"]), "gold")
        if "toll" in cost:
            shapes.coin(c, x + 2.2 * r, y, r, str(cost["toll"]), "gold")
        if advised in moves:
            icons.draw(c, "hint", x, y - 2.0 * r, 2.2 * r, "glow")


def _open_routes(table: LegendsTable, c: Canvas, origin: int, legal: Mapping[int, Sequence[Move]]) -> None:
    """Draw the usable sea links with gold dots."""
    composed = table.own.chart.laid
    r = max(2.2, 2.6 * table.own.chart.unit)
    made = _ring(c, c.px(2 * r), r * c.scale, "glow")
    for route in (*composed.chart.routes, *composed.chart.wrapped):
        if route.sea and origin in (route.a, route.b) and (route.b if route.a == origin else route.a) in legal:
            for point in composed.free_dots(route):
                x, y = table.own.chart.point(point)
                c.blit_centred(made, x, y)


def _single_pieces(table: LegendsTable, legal: Mapping[int, Sequence[Move]]) -> list[Move]:
    """Return the moves that choose a single piece: an army to destroy, or one of several cities of a region."""
    falling = table.view["phase"] == "destroy"
    return [move for moves in legal.values() if falling or len(moves) > 1 for move in moves]


def _candidate(table: LegendsTable, c: Canvas, move: Move, rings: bool) -> None:
    """Draw a ring below a piece (orange for an army that would fall, gold for a city), or else swords above it."""
    owner, region = move.owner, move.region
    if owner is None or region is None:
        return
    falls = move.kind == Kind.DESTROY
    x, y = table.own.chart.find_spot("army" if falls else "city", region, owner)
    size = cube_size(table)
    colour = "danger" if falls else "glow"
    for r, ink, wide in ((1.5, "shadow", 4.4), (1.46, colour, 2.6)) if rings else ():
        made = _ring(c, c.px(2 * size * r), wide * c.scale, ink)
        c.blit_centred(made, x, y)
    if falls and not rings:
        icons.draw(c, "crossed-swords", x + size * 1.05, y - size * 1.0, size * 1.3, "shadow")
        icons.draw(c, "crossed-swords", x + size * 1.05, y - size * 1.0, size * 1.1, colour)


def _ring(c: Canvas, px: int, wide: float, ink: str) -> pygame.Surface:
    return c.cache.get(("ring", px, round(wide, 2), ink), lambda: raster.tint(raster.disc_mask(px, wide), ink, 235))


# --- pieces ---------------------------------------------------------------------------------------------


def _tokens(table: LegendsTable, c: Canvas) -> None:
    stage = table.stage
    r = max(9.0, 10.5 * table.own.chart.unit**0.8)
    for region, code in [*stage.tokens.items(), *stage.down.items()]:
        if region < stage.regions:
            x, y = table.own.chart.find_spot("token", region)
            legends_pieces.token(c, x, y, code, r)
    if stage.start is not None and stage.start < stage.regions:
        x, y = table.own.chart.find_spot("token", stage.start)
        legends_pieces.token(c, x, y, "start", r)


def _pieces(table: LegendsTable, c: Canvas) -> None:
    stage = table.stage
    s = cube_size(table)
    drawn: list[tuple[float, Callable[[], None]]] = []
    counts: list[tuple[float, float, int]] = []
    for owner, row in enumerate(stage.armies):
        if owner >= stage.seats and owner != NEUTRAL:
            continue
        colour, emblem = table.own.emblem(owner)
        for region, count in enumerate(row):
            if count > 0:
                x, y = table.own.chart.find_spot("army", region, owner)
                drawn.append((y, partial(legends_pieces.draw_army, c, x, y, colour, emblem, 0, s)))
                counts.append((x, y, count))
    for seat, row in enumerate(stage.cities[: stage.seats]):
        colour, emblem = table.own.emblem(seat)
        for region, count in enumerate(row):
            if count > 0:
                x, y = table.own.chart.find_spot("city", region, seat)
                drawn.append((y + 0.5, partial(legends_pieces.draw_city, c, x, y, colour or 0, emblem, 1, s)))
                counts += [(x, y, count)] * (count > 1)
    for _y, paint_piece in sorted(drawn, key=lambda one: one[0]):
        paint_piece()
    for x, y, count in counts:  # above all pieces, so that no neighbour covers a number
        legends_pieces.draw_count(c, x, y, count, s)


def _draw_flying(table: LegendsTable, c: Canvas, one: Flying, x: float, y: float, s: float) -> None:
    alpha = max(0, min(255, int(one.alpha)))
    if one.kind == "cube":
        colour, emblem = table.own.emblem(one.seat)
        legends_pieces.draw_cube(c, x, y, colour, emblem, s, alpha=alpha)
        if one.code == "destroyed":
            shapes.line(c, x - s * 0.5, y - s * 0.5, x + s * 0.1, y + s * 0.1, "veil", 2, alpha)
            icons.draw(c, "crossed-swords", x, y - s * 0.1, s * 1.7, "danger", alpha=max(16, alpha))
    elif one.kind == "city":
        colour, emblem = table.own.emblem(one.seat)
        legends_pieces.draw_city(c, x, y, colour or 0, emblem, 1, s, alpha=alpha)
    elif one.kind == "token":
        legends_pieces.token(c, x, y, one.code, round(12 * one.scale * 2) / 2)
    else:
        shapes.coin(c, x, y, 13, "1", "gold")


def draw_overlay(table: LegendsTable, c: Canvas) -> None:
    """Draw items flying over the panels, the dragged cube, and a banner."""
    for one in table.stage.flying:
        if not one.on_chart:
            _draw_flying(table, c, one, one.x, one.y - one.lift, CUBE)
    if table.own.grip.carried is not None and table.viewer is not None:
        _region, x, y = table.own.grip.carried
        colour, emblem = table.own.emblem(table.viewer)
        legends_pieces.draw_cube(c, x, y - 8, colour, emblem, cube_size(table) * 1.15)
    stage = table.stage
    if stage.banner and stage.banner_alpha > 4:
        x, y = table.own.chart.middle
        alpha = int(stage.banner_alpha)
        shapes.glow(c, x, y, 200, "legends/sea.shade", alpha, sx=1.6)
        text.draw(c, stage.banner, x, y, "triumph", "text.title", "cm", shadow=True, alpha=alpha, max_w=800)


def draw_piece(c: Canvas, look: str, seat: Seat | None, place: tuple[float, float, float]) -> None:
    """Draw an army, a city or a token, or a seat's mark that it has seen a token, by ``look`` at ``place`` (x, y,
    size)."""
    x, y, size = place
    kind, _, code = look.partition(".")
    if kind == "seen" and seat is not None:
        shapes.badge(c, seat.colour, seat.emblem, x - size * 0.2, y, size * 0.26)
        icons.draw(c, "eye", x + size * 0.3, y, size * 0.42, "text")
    elif kind in ("token", "start", "hidden"):
        legends_pieces.token(c, x, y, {"start": "start", "hidden": ""}.get(kind, code), round(size * 0.42))
    elif look == "city" and seat is not None:
        legends_pieces.draw_city(c, x, y, seat.colour, seat.emblem, 1, size * 0.3)
    else:
        colour, emblem = (None, "") if seat is None else (seat.colour, seat.emblem)
        legends_pieces.draw_cube(c, x, y, colour, emblem, size * 0.3)
