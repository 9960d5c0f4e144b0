"""Drawing of the King of 12 mat: dice, cards, crowns, tokens, values, the hands of the others."""

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from games.king_of_12.cards import NEIGHBOURS, opposite
from games.king_of_12.moves import decode
from scenes.king_of_12 import layout, plates
from scenes.king_of_12.card_view import front, on_mat, plan_rotation, put
from scenes.king_of_12.layout import CARD_RATIO, CARD_W, COLUMN_X, Place, back_spots, hand_spot, token_spot
from scenes.king_of_12.scene_model import Die, KingTable, SeatStage
from scenes.shell.targets import Box, Target, exactly
from sprites.base import backdrop, dodecahedron, raster, shapes, text, theme
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.king_of_12 import card as sprite, d12
from sprites.king_of_12.d12 import Crystal

# Tooltips of the items on the King of 12 mat.

Told = tuple[str, str]
"""Title and text."""


def note(table: KingTable, target_id: str, box: Box, told: Callable[[], Told]) -> None:
    """Register a target whose tooltip ``told`` returns; a click on it skips the animation."""
    table.ui.note(Target(target_id, box, table.skip, contains=exactly(box), told=told, radius=8, sound=""))


def describe_die(table: KingTable, seat: int) -> Told:
    """Return title and text of a die's tooltip: its face, neighbours and opposite, and its value."""
    t = table.ctx.t
    one = table.stage.seats[seat]
    face = one.die.face
    around = ", ".join(map(str, sorted(NEIGHBOURS[face])))
    rows = [t("king_of_12.die.face", face=face, opposite=opposite(face), neighbours=around)]
    if one.pill:
        rows.append(t("king_of_12.die.value", value=table.own.write_value(one.pill.replace("*", ""))))
    return t("king_of_12.die.title", name=table.names[seat]), "\n".join(rows)


def describe_backs(table: KingTable, seat: int) -> Told:
    """Return title and text for a rival's hand: its size and the shown cards."""
    t = table.ctx.t
    rows = [t("king_of_12.backs.count", n=table.stage.seats[seat].hand_size)]
    rows += plates.list_past_cards(table, seat)
    return t("king_of_12.backs.title", name=table.names[seat]), "\n".join(rows)


RING = (1.16, 0.74)
"""Width and height of the ring under a die, relative to the die."""


BACK_W, CLOSED_W = 66.0, 110.0
"""Width of the cards in another seat's hand, and in the hidden hand of the bottom seat."""


def plan_back(table: KingTable, c: Canvas, k: int) -> None:
    """Plan to render the back of a seat's card as it lies on the mat."""
    sprite.plan_back(c, table.seats[k].colour, table.seats[k].emblem, CARD_W)


def backs(table: KingTable, c: Canvas, k: int) -> None:
    """Draw another seat's hand as card backs (cached by size), and register its target."""
    seat = table.stage.seats[k]
    spots = back_spots(seat.place, seat.hand_size)
    if not spots:
        return
    player = table.seats[k]
    left, top = min(x for x, _y, _a in spots) - 80, min(y for _x, y, _a in spots) - 80
    box = (left, top, max(x for x, _y, _a in spots) + 80 - left, max(y for _x, y, _a in spots) + 80 - top)

    def paint(layer: Canvas) -> None:
        for x, y, angle in spots:
            _back(layer, player.colour, player.emblem, BACK_W, x, y, angle)

    plan_hand(table, c, k, seat.place, seat.hand_size - 1)
    table.panels.draw(c, f"hand.{k}", (player.colour, player.emblem), box, paint)
    if table.still and not table.by_fingers:
        spot = (left + 50, top + 42, box[2] - 100, box[3] - 84)
        note(table, f"backs.{k}", spot, lambda: describe_backs(table, k))


def draw_closed_hand(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the bottom seat's hand face down."""
    player = table.seats[k]
    count = table.stage.seats[k].hand_size
    for n in range(count):
        x, y, angle = hand_spot(n, count, table.height)
        _back(c, player.colour, player.emblem, CLOSED_W, x * 0.6 + 290, y + 40, angle)
    plan_hand(table, c, k, table.stage.seats[k].place, count - 1)


def plan_hand(table: KingTable, c: Canvas, k: int, place: Place, count: int) -> None:
    """Plan to render the card backs of a seat's hand at ``place`` when it has ``count`` cards."""
    player = table.seats[k]
    if place.side == "below":
        w, spots = CLOSED_W, [hand_spot(n, count, table.height) for n in range(count)]
    else:
        w, spots = BACK_W, back_spots(place, count)
    for _x, _y, angle in spots:
        back = partial(sprite.back, c, player.colour, player.emblem, w)
        if angle:
            plan_rotation(c, ("back", player.colour, player.emblem, w), back, angle)


def _back(c: Canvas, colour: int, emblem: str, w: float, x: float, y: float, angle: float) -> None:
    put(c, ("back", colour, emblem, w), lambda: sprite.back(c, colour, emblem, w), x, y, angle=angle)


def crown_cards(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the crown cards under a seat's die."""
    seat, player = table.stage.seats[k], table.seats[k]
    if seat.die.size != seat.place.die_size:
        return  # its die has not arrived yet
    x, y, angle = seat.place.crown
    look = (player.colour, player.emblem)
    for n in range(seat.crowns):
        slide = seat.crown_slide if n == seat.crowns - 1 else 1.0
        dx = (seat.place.hand[0] - x) * (1 - slide)
        dy = (seat.place.hand[1] - y) * (1 - slide)
        key, back = ("crown", *look), partial(sprite.back, c, *look, 62, h=104)
        put(c, key, back, x + dx, y + dy + n * 6, angle=angle + n * 22, keep=slide >= 1, box=(104, 62))
    if seat.crowns and not table.busy:
        tip = plates.describe_crowns(table, k)
        box = (x - 30, y - 40, 60.0, 80.0)
        show = partial(table.ctx.ask, *tip)
        crown = Target(f"crown.{k}", box, show, tip=tip, ring=False, sound="")
        if table.by_fingers:  # too small: the plate tells of it
            table.ui.small.append(crown)
        else:
            table.ui.note(crown)


def draw_played_card(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the card that a seat has laid on the mat."""
    seat, player = table.stage.seats[k], table.seats[k]
    card = seat.card
    if card is None:
        return
    turned = card.scale != 1.0 or card.angle != seat.place.card_angle
    on_mat(c, table.ctx.texts, card, player.colour, player.emblem, moving=turned)
    if table.shared and not turned and card.turn >= 0.99:  # whose it is, seen from both sides
        w, h = CARD_W + 6, CARD_W * CARD_RATIO + 6
        ink = theme.player(player.colour, c.palette).base
        shapes.round_rect(c, card.x - w / 2, card.y - h / 2, w, h, 9, ink, border=3)
    if card.code is not None and card.turn >= 0.99 and table.still:
        w, h = CARD_W, CARD_W * CARD_RATIO
        tip = table.own.card_tip(card.code)
        box = (card.x - w / 2, card.y - h / 2, w, h)
        table.ui.note(Target(f"card.{k}", box, partial(table.own.show_card, card.code), tip=tip))


def die(table: KingTable, c: Canvas, k: int) -> None:
    """Draw a seat's die at rest, rolling, or moving to a place of another size."""
    seat, crystal = table.stage.seats[k], table.own.find_crystal(k, c.palette)
    one = seat.die
    if _is_between_sizes(c, seat):
        if not travelling(c, one, crystal):
            table.layers.mark_unfinished()
        return
    d12.plan_grounds(c, seat.place.die_size)
    fast = one.rolling
    if one.rolling:
        d12.plan(c, seat.place.die_size, dodecahedron.pose(one.goal, seat.place.spin), crystal)
    elif not d12.is_ready(c, one.size, one.quat, crystal):
        d12.plan(c, one.size, one.quat, crystal)
        fast = table.own.lets_die_wait()
    if one.glow > 0.02:
        shapes.glow(c, one.x, one.y + 8, one.size * 0.98, alpha=int(170 * one.glow))
    d12.draw(c, one.x, one.y, one.size, one.quat, dim=one.dim, fast=fast, lift=one.lift, crystal=crystal)


def whose(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the ring under a seat's die in the colour of the seat."""
    seat, player = table.stage.seats[k], table.seats[k]
    one, look = seat.die, theme.player(player.colour, c.palette)

    def make(size: float) -> pygame.Surface:
        wide, high = c.px(size * RING[0]), c.px(size * RING[1])

        def draw_white() -> pygame.Surface:
            ring = raster.disc_mask(wide, max(2.0, size * 0.045 * c.scale))
            return pygame.transform.smoothscale(ring, (wide, high))

        white = c.cache.get(("king_of_12.ring", wide, high), draw_white)  # shared by all colours
        return c.cache.get(("king_of_12.ring", wide, high, look.base), lambda: raster.tint(white, look.base, 215))

    if _is_between_sizes(c, seat):  # scaling is faster than drawing
        size = (c.px(one.size * RING[0]), c.px(one.size * RING[1]))
        made = pygame.transform.smoothscale(make(_find_model(one)[0]), size)
    else:
        made = make(seat.place.die_size)
    y = one.y + one.size * 0.2
    c.blit_centred(made, one.x, y)


def draw_alternative(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the card that a rival did not play as a ghost next to its die, while that choice is explained."""
    other = table.rival_why.alternative
    if other is None or other[0] != k or (move := decode(other[1])).card is None:
        return
    one = table.stage.seats[k].die
    made = front(c, table.ctx.texts, move.card, 0.8 * CARD_W, body=False).copy()
    made.set_alpha(150)
    x, y = one.x + one.size * 0.95, one.y
    c.blit_centred(made, x, y)
    shapes.pill(c, x, y + made.get_height() / c.scale / 2 + 14, table.ctx.t("rival.passed"), "dark", size=14)


def sign(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the sign of the seat on the ring, in front of the die and its shadow; while the die moves to a place of
    another size, one picture of the sign is scaled."""
    seat, player = table.stage.seats[k], table.seats[k]
    one = seat.die
    x, y = one.x + one.size * RING[0] * 0.46, one.y + one.size * (0.2 + RING[1] * 0.2)
    if not _is_between_sizes(c, seat):
        shapes.badge(c, player.colour, player.emblem, x, y, _find_sign_radius(one.size))
        return
    r = _find_sign_radius(_find_model(one)[0])

    key = ("king_of_12.sign", player.colour, player.emblem, r, c.palette, c.patterns)

    def make() -> Steps:
        layer = c.layer(4 * r, 4 * r)
        yield
        shapes.badge(c.on(layer, (0.0, 0.0)), player.colour, player.emblem, 2 * r, 2 * r, r)
        return layer

    if c.cache.find(key) is None and table.own.lets_die_wait():
        c.cache.plan_steps(key, make, at_once=True)
        return
    full = c.cache.get(key, lambda: make_whole(make()))
    side = round(full.get_width() * _find_sign_radius(one.size) / r)
    c.blit_centred(pygame.transform.smoothscale(full, (side, side)), x, y)


def _find_sign_radius(size: float) -> float:
    """Return the radius of the sign in front of a die of this size."""
    return max(9.0, size * 0.105)


def _is_between_sizes(c: Canvas, seat: SeatStage) -> bool:
    """Whether a die is on its way to a place of another size."""
    return not seat.die.rolling and c.px(seat.die.size) != c.px(seat.place.die_size)


def _find_model(die: Die) -> tuple[float, float]:
    """Return size and spin of the die whose picture is scaled while it moves to a place of another size."""
    return die.model or (die.size, die.spin)


def travelling(c: Canvas, die: Die, crystal: Crystal = d12.ICE) -> bool:
    """Draw a die between two tables as one picture, scaled on its way; return whether that is the detailed picture,
    which is planned where it is missing."""
    size, spin = _find_model(die)
    pose = dodecahedron.pose(die.face, spin)
    detailed = d12.is_ready(c, size, pose, crystal)
    if detailed:
        full = d12.picture(c, size, pose, dim=die.dim >= 1, crystal=crystal)
    else:
        d12.plan(c, size, pose, crystal)
        full = d12.moving_picture(c, size, pose, crystal)
    side = max(1, round(full.get_width() * die.size / size))
    shapes.glow(c, die.x, die.y + die.size * 0.2, round(die.size / 12) * 8.0 + 4, "shadow", 90)
    c.blit_centred(pygame.transform.smoothscale(full, (side, side)), die.x, die.y)
    return detailed


def tokens(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the tokens of a seat, those of 2 first; register the targets of tokens and die."""
    seat = table.stage.seats[k]
    values = [] if table.hides_points(k) else seat.tokens
    spots = [token_spot(seat.place, n) for n in range(len(values))]
    for (x, y), value in zip(spots, values, strict=True):
        token(c, x, y, value)
    if not table.still:
        return
    one = seat.die
    r = one.size * 0.42
    note(table, f"die.{k}", (one.x - r, one.y - r, 2 * r, 2 * r), lambda: describe_die(table, k))
    if values and not table.by_fingers:
        left, top = min(x for x, _ in spots) - 13, min(y for _, y in spots) - 13
        wide, tall = max(x for x, _ in spots) + 13 - left, max(y for _, y in spots) + 13 - top
        note(table, f"tokens.{k}", (left, top, wide, tall), lambda: plates.describe_tokens(table, k))


def draw_flying(table: KingTable, c: Canvas) -> None:
    """Draw tokens on their way."""
    for one in table.stage.flying:
        token(c, one.x, one.y, one.value)


def token(c: Canvas, x: float, y: float, value: int) -> None:
    """Draw one token of 1 or 2."""
    shapes.coin(c, x, y, 13, str(value), "gold" if value == 2 else "copper")


def marks(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the value of a seat and its outcome."""
    seat = table.stage.seats[k]
    if seat.pill:
        shapes.pill(c, *seat.place.pill, table.own.write_value(seat.pill), seat.pill_kind)
    if seat.ribbon:
        words = table.ctx.t(seat.ribbon, points=seat.ribbon_points)
        shapes.ribbon(c, *seat.place.ribbon, words, seat.ribbon_kind)


def banner(table: KingTable, c: Canvas) -> None:
    """Draw the words across the mat that announce a new part of the game."""
    stage = table.stage
    if stage.banner_alpha > 4 and stage.banner:
        x, y = table.own.centre()
        alpha = int(stage.banner_alpha)
        shapes.glow(c, x, y, 170, "king_of_12/mat.shade", alpha)
        text.draw(c, stage.banner, x, y, "triumph", "text.title", "cm", shadow=True, alpha=alpha, max_w=520)


def find_ground(c: Canvas, mat: Box, column_x: float = COLUMN_X) -> pygame.Surface:
    """Return the ground of the whole window with the mat in this box and the column at ``column_x`` (cached)."""

    def make() -> pygame.Surface:
        surface = backdrop.table(c, "table").copy()
        layer = c.on(surface, (c.left, 0))
        backdrop.mat(layer, *mat)
        backdrop.side_column(layer, column_x, c.right - column_x)
        return surface

    return c.cache.get(("king_of_12.static", mat, column_x), make)


def prepare(c: Canvas) -> Iterator[None]:
    """Render in steps, before the first frame of a table, the ground: its slowest picture."""
    find_ground(c, layout.mat(c.height))
    yield
