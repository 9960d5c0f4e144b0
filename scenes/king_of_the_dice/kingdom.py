"""Map on the table: castles, dragons, gems, legal regions, outlined areas, the supply."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from engine.seats import Seat
from games.king_of_the_dice.maps import kingdom as rules_map
from games.king_of_the_dice.messages import list_features, region_name
from games.king_of_the_dice.moves import Move
from scenes.king_of_the_dice.choices import PANEL_PHASES, REGION_PHASES
from scenes.king_of_the_dice.layout import board
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.shell.i18n import number_text
from scenes.shell.targets import Box, Target
from scenes.table.game_log import draw_ghosts, draw_numbers
from sprites.base import layout, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.king_of_the_dice import board as drawn, pieces

CASTLE = 46.0
SAMPLE = 14
"""Distance in units between the points at which a region is hit-tested."""
SUPPLY, FINGER_SUPPLY = (1098.0, 12.0, 224.0, 34.0), (1094.0, 58.0, 224.0, 34.0)
GLINT_EVERY = 60
"""Beats from one glint of the gems to the next."""


class Kingdom:
    """Map of a table; static parts are cached."""

    def __init__(self) -> None:
        self.arrangement = ""
        self.box = board(900.0)
        """Where the map lies."""
        self.by_fingers = False
        """Whether plates stand above it."""
        self.shown = ""
        """The arrangement of the land."""
        self._land: drawn.Land | None = None
        self.rest: DisplayList | None = None
        """Picture of what is at rest on the map."""
        self.rest_key: object = None
        """What that shows."""
        self._free: tuple[object, tuple[float, float]] | None = None

    @property
    def land(self) -> drawn.Land:
        """Return the land of the arrangement in play."""
        name = self.arrangement
        if self._land is None or name != self.shown:
            turned = next(each.turned for each in rules_map().arrangements if each.name == name)
            self._land, self.shown = drawn.land(turned), name
            self.rest_key = None
        return self._land

    def spot(self, region: int) -> tuple[float, float]:
        """Return the position of a region's castle on the table."""
        return drawn.place(self.box, self.land.sites[region].castle)

    def gem_spot(self, region: int) -> tuple[float, float]:
        """Return the position of a region's gem."""
        x, y = drawn.place(self.box, self.land.sites[region].castle)
        return x + 19, y - 16

    @property
    def supply_box(self) -> Box:
        """Box in which the supply is shown."""
        return FINGER_SUPPLY if self.by_fingers else SUPPLY

    def supply_spot(self) -> tuple[float, float]:
        """Return the position of the supply."""
        return self.supply_box[0] + SUPPLY[2] / 2, layout.middle(self.supply_box)

    def inner_points(self, region: int) -> list[tuple[float, float]]:
        """Return a grid of points on the table that lie inside a region."""
        box, outline = self.box, self.land.sites[region].outline
        corners = [drawn.place(box, point) for point in outline]
        inside = _within(outline, box)
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        top, low = min(y for _, y in corners), max(y for _, y in corners)
        across, down = range(round(left), round(right) + 1, SAMPLE), range(round(top), round(low) + 1, SAMPLE)
        return [(x, y) for y in down for x in across if inside(x, y)]

    def free_place(self, regions: frozenset[int], wide: float, high: float) -> tuple[float, float]:
        """Return the upper left corner at which a box hides least of these regions, the lower left one if possible."""
        key = (regions, wide, high, self.box, self.shown)
        if self._free is None or self._free[0] != key:
            x, y, w, h = self.box
            points = [point for region in regions for point in self.inner_points(region)]
            across, down = int((w - wide - 24) // 40), int((h - high - 24) // 40)
            edge = [(x + 12 + 40 * k, y + h - high - 12) for k in range(across + 1)]
            edge += [(x + 12 + 40 * k, y + 12) for k in range(across + 1)]
            rest = [(x + 12 + 40 * k, y + 12 + 40 * n) for n in range(down + 1) for k in range(across + 1)]

            def hidden(at: tuple[float, float]) -> Iterator[bool]:
                left, top = at[0] - 4, at[1] - 4
                right, low = left + wide + 8, top + high + 8
                return (left <= px <= right and top <= py <= low for px, py in points)

            free = (at for at in (*edge, *rest) if not any(hidden(at)))
            found = next(free, None) or min(edge, key=lambda at: sum(hidden(at)))
            self._free = (key, found)
        return self._free[1]


# --- drawing ---------------------------------------------------------------------------------------------


def forget_pictures(table: DiceTable) -> None:
    """Forget the picture of the map after a change of size, language or palette."""
    kingdom = table.own.kingdom
    kingdom.rest = kingdom.rest_key = None


def draw(table: DiceTable, c: Canvas) -> None:
    """Draw everything on the map, from the ground up."""
    stage, outlined, kingdom = table.stage, find_outlined_seat(table), table.own.kingdom
    box, land, key = kingdom.box, kingdom.land, kingdom.shown
    c.surface.blit(_paint_rest(table, c), c.rect(*box))
    if outlined is not None:
        area = frozenset(stage.scores[outlined]["regions"])
        if area:
            drawn.area(c, land, box, area, table.seats[outlined].colour, key)
    now = table.phase
    moves = table.moves if now in REGION_PHASES else ()
    _draw_lights(table, c, now, moves)
    for region in table.spoken_of:
        _draw_light(table, c, region, 1.0, hot=True)
    for region, points in table.own.preview[1].regions if table.own.preview is not None else ():
        _draw_light(table, c, region, table.own.preview_fade.alpha / 255)
        x, y = kingdom.spot(region)
        if points >= 0 or not table.for_child:
            shapes.pill(c, x, y + 34, number_text(f"{points:+d}"), "win", size=14)
    for region in table.faint if not moves else ():
        _draw_light(table, c, region, 0.6)
    if stage.light is not None:
        _draw_light(table, c, stage.light, 0.85, hot=True)
    for region, rise in stage.rise.items():
        owner = stage.owner.get(region)
        if owner is None:
            pieces.castle(c, *kingdom.spot(region), CASTLE, None, rise=rise)
            continue
        seat = table.seats[owner]
        if _is_due(table, drawn.plan_owner(c, land, box, region, seat.colour, key)):
            drawn.owner(c, land, box, region, seat.colour, key, alpha=round(255 * min(1.0, rise)))
        pieces.castle(c, *kingdom.spot(region), CASTLE, seat.colour, seat.emblem, rise=rise)
    marked = table.marked_move.place if table.marked_move is not None and now == "tame" else None
    for region in sorted(stage.flames - {marked}):
        x, y = kingdom.spot(region)
        pieces.flame(c, x, y - 3, 34, table.own.beat + region * 3)
    _draw_sparkles(table, c)
    if table.turn_marks is not None:
        draw_numbers(
            c, table.turn_marks, 24, lambda region: (kingdom.spot(region)[0] + 24, kingdom.spot(region)[1] - 24)
        )
        draw_ghosts(c, table.turn_marks, kingdom.spot, lambda x, y, seat: _draw_ghost(table, c, x, y, seat))
    if now not in PANEL_PHASES and (now != "check" or not table.own.shows_jokers):  # else a panel lies over it
        _note_targets(table, c, moves)
    if stage.drawn:
        _draw_open_tiles(table, c, frozenset(move.region for move in moves if move.region is not None))
    _draw_banner(table, c)


def _paint_rest(table: DiceTable, c: Canvas) -> pygame.Surface:
    """Return a picture of ground, owners' borders, castles, dragons' tiles and gems at rest."""
    stage, kingdom = table.stage, table.own.kingdom
    box, land, moving = kingdom.box, kingdom.land, set(stage.rise)
    owners = tuple(sorted((region, seat) for region, seat in stage.owner.items() if region not in moving))
    tiles = frozenset((stage.flames | stage.dead) - moving)
    gems = (frozenset(stage.white), frozenset(stage.gold))
    colours = tuple((seat.colour, seat.emblem) for seat in table.seats)
    key = (kingdom.shown, box, c.scale, owners, tiles, gems, frozenset(moving), colours, c.palette, c.patterns)
    ground = drawn.ground(c, land, box, kingdom.shown)  # asked for in every frame, so that the cache keeps it
    if key == kingdom.rest_key and kingdom.rest is not None:
        return kingdom.rest.target
    if kingdom.rest is None or kingdom.rest.target.get_size() != ground.get_size():
        kingdom.rest = DisplayList(ground.copy())
    rest = kingdom.rest
    rest.begin()
    rest.blit(ground, (0, 0))
    on = c.on(rest, (box[0], box[1]))
    for region, owner in owners:
        drawn.owner(on, land, box, region, table.seats[owner].colour, kingdom.shown)
    taken = {region for region, _ in owners}
    for region in range(len(land.sites)):
        x, y = drawn.place(box, land.sites[region].castle)
        if region in taken:
            seat = table.seats[stage.owner[region]]
            pieces.castle(on, x, y, CASTLE, seat.colour, seat.emblem)
        elif region in tiles:
            pieces.castle(on, x, y, CASTLE, None)
        else:
            drawn.site(on, land, box, region)
        if region in stage.white or region in stage.gold:
            pieces.gem(on, x + 19, y - 16, 10, region in stage.gold)
    left, top = c.rect(*box).topleft
    for part in rest.finish():  # the picture that is shown is the same one
        c.mark_pixels(part.move(left, top))
    kingdom.rest_key = key
    return rest.target


def _draw_light(table: DiceTable, c: Canvas, region: int, strength: float, *, hot: bool = False) -> None:
    """Draw the light of a region, at ``strength``; nothing while its picture is still being made."""
    kingdom = table.own.kingdom
    if _is_due(table, drawn.plan_legal(c, kingdom.land, kingdom.box, region, kingdom.shown, hot=hot)):
        drawn.legal(c, kingdom.land, kingdom.box, region, kingdom.shown, strength, hot=hot)


def _is_due(table: DiceTable, is_there: bool) -> bool:
    """Whether to draw a picture now: it ``is_there``, or is made at once."""
    return is_there or table.ctx.instant or not table.layers.leave_out(table.ui)


def _draw_lights(table: DiceTable, c: Canvas, now: str, moves: Sequence[Move]) -> None:
    """Draw the pulse of regions that may be chosen in phase ``now``; the marked one shows a preview."""
    hot = table.hot
    gains = dict(zip(table.moves, table.view["gains"], strict=False))
    for move in moves:
        region = move.region
        chosen = table.marked_move == move
        over = f"region.{region}" in hot
        strength = 1.0 if chosen or over else table.own.pulse()
        _draw_light(table, c, region, strength, hot=chosen or over)
        x, y = table.own.kingdom.spot(region)
        if now != "lay" and table.viewer is not None and not chosen:
            shapes.pill(c, x, y + 34, f"+{gains[move]}", "win", size=14)
        elif now != "lay" and table.viewer is not None:
            seat = table.seats[table.viewer]
            pieces.castle(c, x, y - 6, CASTLE, seat.colour, seat.emblem)
        elif chosen:
            pieces.flame(c, x, y - 10, 36, table.own.beat)


def _note_targets(table: DiceTable, c: Canvas, moves: Sequence[Move]) -> None:
    kingdom = table.own.kingdom
    by_region = {move.region: move for move in moves}
    told = (table.ui.hover, table.ui.focus)
    for region, site in enumerate(kingdom.land.sites):
        x, y = kingdom.spot(region)
        move = by_region.get(region)
        target = Target(
            f"region.{region}",
            (x - 26, y - 26, 52.0, 52.0),
            table.skip if move is None else partial(table.pick, move),
            tip=describe_region(table, region) if f"region.{region}" in told else None,
            contains=_within(site.outline, kingdom.box),
            radius=26,
            ring=move is not None,
            sound="click" if move is not None else "",
        )
        table.ui.note(target)


def describe_region(table: DiceTable, region: int) -> tuple[str, str]:
    """Return name and description of a region for its tooltip."""
    t = table.ctx.t
    stage = table.stage
    base = "king_of_the_dice.map"
    head = table.ctx.texts.value(region_name(region), table.names)
    rows = []
    if region in stage.owner:
        owner = stage.owner[region]
        rows.append(t(f"{base}.owner", name=table.names[owner]))
        rows.append(t(f"{base}.in_area" if region in stage.scores[owner]["regions"] else f"{base}.apart"))
    elif region in stage.flames:
        rows.append(t(f"{base}.dragon"))
    elif region in stage.dead:
        rows.append(t(f"{base}.dead"))
    else:
        rows.append(t(f"{base}.free"))
    if region in stage.gold:
        rows.append(t(f"{base}.gold"))
    if region in stage.white:
        rows.append(t(f"{base}.white"))
    gains = dict(zip(table.moves, table.view["gains"], strict=False))
    rows += [t(f"{base}.gain", n=gain) for move, gain in gains.items() if move.place == region and gain]
    return str(head), "\n".join(rows)


def _draw_sparkles(table: DiceTable, c: Canvas) -> None:
    """Draw occasional glints of gems."""
    regions = sorted(table.stage.white | table.stage.gold)
    if not regions or table.ctx.steady:
        return
    step = table.own.beat % GLINT_EVERY
    if step < 6:
        region = regions[(table.own.beat // GLINT_EVERY) * 7 % len(regions)]
        x, y = table.own.kingdom.gem_spot(region)
        pieces.sparkle(c, x + 4, y - 4, 11, (step + 0.5) / 6)


def draw_supply(table: DiceTable, c: Canvas) -> None:
    """Draw how many tiles, flames and gems are left, in a box where it hides no castle."""
    supply, box = table.stage.supply, table.own.kingdom.supply_box

    def paint(layer: Canvas) -> None:
        shapes.plaque(layer, box, 8, dark=205, edge=120)
        x, y = box[0], layout.middle(box)
        pieces.castle(layer, x + 20, y, 20, None)
        pieces.flame(layer, x + 78, y - 1, 20)
        pieces.gem(layer, x + 132, y, 8.5)
        pieces.gem(layer, x + 184, y, 8.5, True)
        for at, name in ((36, "tiles"), (92, "flames"), (146, "white"), (198, "gold")):
            text.draw(layer, str(supply[name]), x + at, y, "name", "text.bright", "lm", fixed=True)

    table.panels.draw(c, "supply", tuple(sorted(supply.items())), box, paint)
    named = {name: supply[name] for name in ("tiles", "flames", "white", "gold")}
    words = table.ctx.texts.fitting("king_of_the_dice.supply.tip", list_features(table.view), **named)
    table.ui.explain("supply", box, (table.ctx.t("king_of_the_dice.supply.title"), words))


def _draw_open_tiles(table: DiceTable, c: Canvas, choice: frozenset[int]) -> None:
    """Draw the open tiles where they cover no legal region."""
    t = table.ctx.t
    names = rules_map().terrains
    tiles = list(table.stage.drawn)
    label = t("king_of_the_dice.map.drawn")
    wide = max(text.width(c, label, "caption") + 30, 24 + 96.0 * len(tiles))
    px, py = table.own.kingdom.free_place(choice, wide, 96)

    def paint(layer: Canvas) -> None:
        shapes.plaque(layer, (px, py, wide, 96), 10, dark=215, edge=140)
        text.draw(layer, label, px + 14, py + 16, "caption", "accent", "lm")
        for at, terrain in enumerate(tiles):
            cx = px + 60 + at * 96
            drawn.terrain_disc(layer, names[terrain], cx, py + 50, 21)
            name = t(f"king_of_the_dice.terrain.{names[terrain]}")
            text.draw(layer, name, cx, py + 83, "strong", "text", "cm", max_w=92)

    table.panels.draw(c, "drawn", (tuple(tiles), px, py), (px, py, wide, 96), paint)


def _draw_banner(table: DiceTable, c: Canvas) -> None:
    stage, box = table.stage, table.own.kingdom.box
    if stage.banner_alpha <= 4 or not stage.banner:
        return
    x, y = box[0] + box[2] / 2, box[1] + box[3] * 0.5
    alpha = int(stage.banner_alpha)
    w = min(box[2] - 80, text.width(c, stage.banner, "banner") + 90)
    shapes.plaque(c, (x - w / 2, y - 40, w, 80), 14, dark=alpha * 210 // 255, edge=alpha * 170 // 255, border=1.5)
    text.draw(c, stage.banner, x, y, "banner", "text.title", "cm", shadow=True, alpha=alpha, max_w=w - 50)


def _draw_ghost(table: DiceTable, c: Canvas, x: float, y: float, seat: int) -> None:
    """Draw the sign of a seat in a dashed ring at a region that the seat could have taken instead."""
    turns = [at * math.tau / 40 for at in range(41)]
    for dash in strokes.dashes([(x + 24 * math.sin(turn), y - 24 * math.cos(turn)) for turn in turns], 7, 6):
        strokes.line(c, dash, "text.bright", 2.6, 220)
    shapes.badge(c, table.seats[seat].colour, table.seats[seat].emblem, x, y, 13)


def find_outlined_seat(table: DiceTable) -> int | None:
    """Return the seat whose largest area is outlined: of the plate pointed at, or being counted; None for none."""
    if table.stage.walking is not None:
        return table.stage.walking
    return next(iter(table.ui.list_hot_numbers("plate.")), None)


def _within(outline: tuple[tuple[float, float], ...], box: Box) -> Callable[[float, float], bool]:
    def contains(x: float, y: float) -> bool:
        if not (box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]):
            return False
        return drawn.inside(outline, (x - box[0]) / box[2], (y - box[1]) / box[3])

    return contains


def prepare(c: Canvas) -> Iterator[None]:
    """Render in steps, before the first frame of a table, its slowest pictures: the maps for two and for four."""
    found = rules_map()
    yield
    for number in dict.fromkeys((found.usual[2], found.usual[4])):
        arrangement = found.arrangements[number]
        made = drawn.land(arrangement.turned)
        yield
        yield from drawn.prepare_ground(c, made, board(c.height), arrangement.name)


def draw_piece(c: Canvas, look: str, seat: Seat | None, place: tuple[float, float, float]) -> None:
    """Draw a castle, a flame or a gem by its ``look``; a "castle" without a seat is a tile. ``place``: x, y, size."""
    x, y, size = place
    if look in ("castle", "tile"):
        pieces.castle(c, x, y, size * 0.9, None if seat is None else seat.colour, "" if seat is None else seat.emblem)
    elif look == "flame":
        pieces.flame(c, x, y, size * 0.6)
    else:
        pieces.gem(c, x, y, size * 0.3, look == "gold")
