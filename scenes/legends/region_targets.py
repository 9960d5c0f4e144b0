"""What can be pointed at on the chart of Legends: regions, and single pieces in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from engine.contract import View
from games.legends.moves import Kind, Move, build_region_move, encode
from games.legends.rules import MovePreview, preview_move
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from maps.readers.legends import Point
from scenes.legends import choices
from scenes.legends.scene_model import LegendsTable
from scenes.shell.i18n import number_text
from scenes.shell.inputs import Input
from scenes.shell.targets import Target, split_id
from sprites.base import raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

# What a choice on the map will change, before it is made: points at the region, and who will control what.


def find_hot_move(table: LegendsTable) -> Move | None:
    """Return the move that a click would make now: of the region or piece pointed at or focused, or of the marked card;
    None without one, or where previews are off."""
    if table.overlooked or not table.helps:
        return None
    for target_id in table.hot:
        kind, number = split_id(target_id or "")
        if kind == "region" and table.phase in choices.ON_MAP:
            found = choices.group_by_region(table.moves).get(number, [])
            if len(found) == 1:
                return found[0]
        if kind == "piece":
            return next((move for move in table.moves if encode(move) == number), None)
    return table.marked_move if choices.is_cards(table.view) else None


def describe_changes(table: LegendsTable, points: Sequence[int]) -> str:
    """Return changes of points by seat in words, "+2 you, −1 Mia", for a child only what is gained; "" for none."""
    parts = []
    for seat in sorted(range(len(points)), key=lambda one: one != table.below):
        if points[seat] and not (table.for_child and (points[seat] < 0 or table.hides_points(seat))):
            name = table.ctx.t("legends.preview.you") if table.people == [seat] else table.names[seat]
            parts.append(f"{number_text(f'{points[seat]:+d}')}\u00a0{name}")
    return ", ".join(parts)


def draw_move_preview(table: LegendsTable, c: Canvas, move: Move, preview: MovePreview, alpha: int) -> None:
    """Draw the pill of a move above its region, and the signs of the new owners in all regions that change hands."""
    composed = table.own.chart.composed
    if composed is None or move.region is None:
        return
    for region, before, after in preview.control:
        x, y = table.own.chart.point(composed.find_owner_spot(region))
        _draw_owner(table, c, x, y, before, after, alpha)
    words = describe_changes(table, preview.points)
    if not words:
        return
    key = ("legends preview", words, c.scale, c.text_scale)
    made = c.cache.get(key, lambda: _paint_words(c, words))
    x, y = table.own.chart.point(composed.top(move.region))
    bx, by, bw, bh = table.own.chart.box
    half = made.get_width() / c.scale / 2
    x = min(max(x, bx + half), bx + bw - half)
    y = max(by + 18, min(by + bh - 20, y - 32))
    shown = made if alpha >= 255 else raster.fade(made, alpha)
    c.blit_centred(shown, x, y)


def _paint_words(c: Canvas, words: str) -> pygame.Surface:
    wide = text.width(c, words, "strong") + 28
    layer = c.layer(wide + 24, 54)
    on = c.on(layer, (-(wide + 24) / 2, -27))
    shapes.glow_box(on, -wide / 2, -15, wide, 30, 15, strength=90)
    shapes.round_rect(on, -wide / 2, -15, wide, 30, 15, "edge")
    shapes.round_rect(on, -wide / 2 + 1.5, -13.5, wide - 3, 27, 13.5, "veil")
    text.draw(on, words, 0, 0.5, "strong", "text.bright", "cm")
    return layer


def _draw_owner(table: LegendsTable, c: Canvas, x: float, y: float, before: int, after: int, alpha: int) -> None:
    """Draw the sign of a region's next owner; when that is nobody or neutral, the present sign crossed out or
    overlaid."""
    r = max(11.0, 12.5 * table.own.chart.unit**0.5)
    size = 4 * r
    layer = c.layer(size, size)
    on = c.on(layer, (-size / 2, -size / 2))
    shapes.glow(on, 0, 0, r * 1.7, "glow", 200)
    seats = table.seats
    owner = after if 0 <= after < len(seats) else before
    if 0 <= owner < len(seats):
        shapes.badge(on, seats[owner].colour, seats[owner].emblem, 0, 0, r)
    if owner != after:
        if after < 0:
            shapes.line(on, -r * 0.8, r * 0.8, r * 0.8, -r * 0.8, "danger", 2.6)
        else:
            legends_pieces.draw_cube(on, 0, 0, None, "", r * 0.7)
    c.blit_centred(raster.fade(layer, min(alpha, 235)), x, y)


SHOWN = frozenset({Kind.CARD, Kind.PLACE, Kind.TO, Kind.CITY, Kind.DESTROY, Kind.BRIBE})
"""Moves that can change something at once."""


class Previews:
    """Caches the preview of the current choice, and the points at the beginning of the card."""

    def __init__(self) -> None:
        self._move: Move | None = None
        self._view: View | None = None
        self._found: MovePreview | None = None
        self._begun: tuple[int, ...] | None = None

    def find(self, view: View, move: Move | None) -> MovePreview | None:
        """Return the effect of a move of the viewing seat; None if it changes nothing at once."""
        if move is None or move.kind not in SHOWN or encode(move) not in view["choices"]:
            return None
        if self._view is not view or self._move != move:
            self._view, self._move = view, move
            self._found = preview_move(view, encode(move))
        return self._found

    def note(self, view: View, seat: int) -> None:
        """Remember the points of all seats while ``seat`` chooses a card; forget them in the turns of others."""
        if choices.is_cards(view) and view["active"] == seat and view["scores"]:
            self._begun = tuple(score["total"] for score in view["scores"])
        elif view["active"] != seat:
            self._begun = None

    def sum_up(self, view: View, more: MovePreview | None) -> tuple[int, ...]:
        """Return by seat what the card has changed in points so far, plus ``more``; () when that is not known."""
        if self._begun is None or not view["scores"]:
            return ()
        so_far = [score["total"] - begun for score, begun in zip(view["scores"], self._begun, strict=True)]
        return tuple(map(sum, zip(so_far, more.points if more else [0] * len(so_far), strict=True)))


DRAG_FROM = 9.0
"""Units from which on a press that moves is a drag."""


class RegionTargets:
    """Creates and registers the targets of the regions; they are created anew only when what they do changes, so that
    panning the chart only moves their boxes."""

    def __init__(self) -> None:
        self._made_for: object = None
        self._made: list[tuple[Target, Point, float]] = []
        """Targets with their middles and half their widths on the chart."""

    def note(self, table: LegendsTable, legal: Mapping[int, Sequence[Move]]) -> None:
        """Register targets: legal regions first (for keyboard order), then other regions and single pieces."""
        chart = table.own.chart
        state = (table.ui.list_state(), chart.composed)
        if state != self._made_for:
            order = sorted(legal) + [region for region in range(table.stage.regions) if region not in legal]
            self._made = [_make_target(table, region, legal.get(region, [])) for region in order]
            self._made_for = state
        left, top, w, h = chart.box
        right, bottom, left, top = left + w - 20, top + h - 20, left + 20, top + 20
        (x0, y0), unit, note = chart.point((0.0, 0.0)), chart.unit, table.ui.note
        for target, (x, y), reach in self._made:
            half = max(18.0, reach * unit)
            x, y = min(right, max(left, x0 + x * unit)), min(bottom, max(top, y0 + y * unit))
            target.box = (x - half, y - 18, 2 * half, 36.0)
            note(target)
        for region, moves in legal.items():
            if len(moves) > 1 and not table.by_fingers:  # for fingers an army is too small
                for move in moves:
                    _piece_target(table, region, move)


def _make_target(table: LegendsTable, region: int, moves: Sequence[Move]) -> tuple[Target, Point, float]:
    """Return the target of a region, its middle and half its width on the chart: tooltips keep clear of that width."""
    chart = table.own.chart

    def contains(px: float, py: float) -> bool:
        return chart.find_region(px, py) == region and not table.own.places.is_over_panel(px, py)

    def activate() -> None:
        if table.own.grip.carried is not None:
            return  # released where it was picked up: the army stays picked
        if len(moves) == 1:
            table.make(moves[0])
        elif moves and table.by_fingers:
            _ask_which(table, region, moves)
        elif moves:
            table.ctx.toast(table.ctx.t("legends.table.which"))
        elif table.skip():
            return
        elif table.moves and not table.own.grip.panned:
            table.ctx.play("refused")

    drag = _drag(table, region, moves)
    told = f"region.{region}" in (table.ui.hover, table.ui.focus)
    tip = region_tip(table, region, moves) if told else None
    sound = "click" if len(moves) == 1 else ""
    target = Target(f"region.{region}", chart.box, activate, True, tip, None, drag, contains, 10, False, sound)
    target.drop = _drop(table)
    middle = chart.find_place("token", region)
    left, _top, right, _bottom = chart.composed.shores.boxes[region] if chart.composed is not None else (0, 0, 0, 0)
    return target, middle, max(middle[0] - left, right - middle[0])


def _ask_which(table: LegendsTable, region: int, moves: Sequence[Move]) -> None:
    """Ask which of the armies or cities of a region is meant."""
    choices = [
        (f"piece.{encode(move)}", table.own.owner_name(move.owner), partial(table.make, move))
        for move in moves
        if move.owner is not None
    ]
    words = table.ctx.t(f"legends.call.{table.phase}.title")
    table.ctx.ask(table.own.region_name(region), words, [("cancel", table.ctx.t("ui.cancel"), lambda: None), *choices])


def _drag(table: LegendsTable, region: int, moves: Sequence[Move]) -> Callable[[float, float], None]:
    """Return the drag handler of a region, which moves a movable own army, or pans a zoomed chart."""

    def drag(x: float, y: float) -> None:
        if table.ui.pressed != f"region.{region}" or table.own.grip.pressed_at is None:
            table.own.grip.pressed_at = (x, y)
            table.own.grip.panning = None
            table.own.grip.panned = False
            return
        if table.own.grip.carried is not None:
            table.own.grip.carried = (region, x, y)
            return
        away = abs(x - table.own.grip.pressed_at[0]) + abs(y - table.own.grip.pressed_at[1])
        if away < DRAG_FROM:
            return
        if len(moves) == 1 and moves[0].kind == Kind.FROM and not table.own.grip.panned:
            table.make(moves[0])
            table.own.grip.carried = (region, x, y)
        elif not table.own.chart.is_whole and table.own.grip.carried is None:
            if table.own.grip.panned and table.own.grip.panning is not None:
                table.own.chart.pan(x - table.own.grip.panning[0], y - table.own.grip.panning[1])
                table.ui.moved = True
            table.own.grip.panned = True
            table.own.grip.panning = (x, y)

    return drag


def _drop(table: LegendsTable) -> Callable[[float, float], None]:
    def drop(x: float, y: float) -> None:
        table.own.grip.pressed_at = table.own.grip.panning = None
        carried, table.own.grip.carried = table.own.grip.carried, None
        if carried is None:
            return
        region = table.own.chart.find_region(x, y)
        if region is not None and build_region_move(Kind.TO, region) in table.moves:
            table.own.grip.dropped = table.own.chart.chart_point(x, y)
            table.make(build_region_move(Kind.TO, region))
        elif region != carried[0]:
            table.hooks.put_back(table)
            table.ctx.play("refused")

    return drop


def _piece_target(table: LegendsTable, region: int, move: Move) -> None:
    """Register the target of a single army or city in a region."""
    owner = move.owner
    if owner is None:
        return
    falls = move.kind == Kind.DESTROY
    x, y = table.own.chart.find_spot("army" if falls else "city", region, owner)
    if not table.own.chart.holds(x, y) or table.own.places.is_over_panel(x, y):
        return
    r = 17.0
    tip = (table.own.owner_name(owner), table.own.label(move))
    target = Target(f"piece.{encode(move)}", (x - r, y - r, 2 * r, 2 * r), lambda: table.make(move), tip=tip)
    table.ui.note(target)


def region_tip(table: LegendsTable, region: int, moves: Sequence[Move]) -> tuple[str, str]:
    """Return title and text of a region's tooltip: pieces, controller, token, and current cost."""
    t = table.ctx.t
    stage = table.stage
    rows = []
    for owner, counts in enumerate(stage.armies):
        if owner >= stage.seats and owner != NEUTRAL:
            continue
        armies = counts[region]
        cities = stage.cities[owner][region] if owner < stage.seats else 0
        if armies or cities:
            who = table.own.owner_name(owner)
            parts = [t("legends.count.armies", n=armies)] if armies else []
            parts += [t("legends.count.cities", n=cities)] if cities else []
            rows.append(f"*{who}*: {', '.join(parts)}")
    owner = stage.owners[region]
    if rows:
        who = table.own.owner_name(owner) if owner >= 0 else ""
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
    is_told = len(moves) == 1 and table.helps and not table.overlooked
    found = table.own.previews.find(table.view, moves[0]) if is_told else None
    changes = "" if found is None else describe_changes(table, found.points)
    if changes:
        rows.append(table.ctx.t("legends.preview.card", changes=changes))
    if moves:
        cost = choices.cost(table.view, moves[0])
        coins = cost.get("bribe", 0) + cost.get("toll", 0)
        rows.append(t("legends.told.choose"))
        if "points" in cost:
            rows[-1] += " " + t("legends.told.cost.points", n=cost["points"])
        if coins:
            rows[-1] += " " + t("legends.told.cost.coins", n=coins)
    return table.own.region_name(region), "\n".join(rows)


# Hands on the chart: dragging a cube or the chart itself (panning), the wheel, and presses on nothing.

GLIDE_AFTER_MS, GLIDE_MS = 250.0, 900.0
"""Where nothing is dragged: how long the chart must be held until it glides, and how long a place at the pointer takes
to the middle."""


@dataclass(slots=True)
class Grip:
    """State of a drag; positions in units of the table."""

    pressed_at: Point | None = None
    panning: Point | None = None
    """Last position of panning."""
    held_ms: float = 0.0
    """How long the chart has been held where nothing is dragged: then it glides."""
    panned: bool = False
    """Whether this press has panned, so that its release is no choice."""
    pinches: bool = False
    """Whether two fingers zoom."""
    carried: tuple[int, float, float] | None = None
    """Origin region of the dragged cube, and pointer position."""
    dropped: Point | None = None
    """Chart position where the cube was dropped."""


def drag(table: LegendsTable, given: Input) -> bool:
    """Handle dragging and pinching, which pan and zoom the chart; in settings without dragging a click brings a place
    to the middle. Return whether the input was used."""
    grip, chart, ctx = table.own.grip, table.own.chart, table.ctx
    if given.kind in ("drag", "pinch") and chart.holds(given.x, given.y):
        if given.kind == "pinch":
            chart.pinch(given.amount, (given.x, given.y))
        if given.kind == "pinch" or not (chart.is_whole or ctx.settings.clicks_only):
            chart.pan(given.dx, given.dy)
        grip.pinches = given.kind == "pinch"
        table.ui.dirty = True
        return True
    if given.kind == "lift" and grip.pinches:
        grip.pinches = False
        chart.settle(at_once=ctx.speed == 0 or ctx.reduced)
        table.ui.dirty = True
        return True
    if given.kind == "move" and grip.panning is not None:
        if ctx.settings.clicks_only:
            grip.panning = (given.x, given.y)
            return True
        chart.pan(given.x - grip.panning[0], given.y - grip.panning[1])
        grip.panning = (given.x, given.y)
        table.ui.moved = True
        return True
    if given.kind == "release":
        if grip.panning is not None and ctx.settings.clicks_only and grip.held_ms < GLIDE_AFTER_MS:
            chart.bring_to_middle(grip.panning, at_once=ctx.speed == 0 or ctx.reduced)
            table.ui.dirty = True
        grip.panning = None
        return True
    return False


def glide(table: LegendsTable, ms: float) -> None:
    """Pan the chart for ``ms`` towards the point on which the pointer is held, in settings without dragging."""
    grip, chart = table.own.grip, table.own.chart
    held = grip.panning
    if held is None or not table.ctx.settings.clicks_only:
        return
    grip.held_ms += ms
    if grip.held_ms >= GLIDE_AFTER_MS:
        x, y = chart.middle
        chart.pan((x - held[0]) * ms / GLIDE_MS, (y - held[1]) * ms / GLIDE_MS)
        table.ui.moved = True


def press(table: LegendsTable, given: Input) -> bool:
    """Handle a press: on the chart it starts a drag, a right click clears the mark; return whether it was used."""
    if not table.confirming and table.skip():
        return True
    if given.button == 3 and choices.put_back(table):
        return True
    own = table.own
    if own.chart.holds(given.x, given.y) and not own.places.is_over_panel(given.x, given.y):
        if not own.chart.is_whole:
            own.grip.panning, own.grip.held_ms = (given.x, given.y), 0.0
        elif given.button == 1 and table.legal() and table.view["phase"] in choices.ON_MAP:
            table.ctx.play("refused")
        return True
    return False


def wheel(table: LegendsTable, given: Input) -> bool:
    """Handle the wheel, which scrolls the log or zooms the chart; return whether the input was used."""
    x, y, w, h = table.own.places.chronicle
    if x <= given.x < x + w and y <= given.y < y + h:
        table.past.scroll_lines(given.amount)
        return True
    if table.own.chart.holds(given.x, given.y):
        table.own.zoom(1 if given.amount > 0 else -1, (given.x, given.y))
        return True
    return False
