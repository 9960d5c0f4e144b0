"""Row of cards with its price rail, and the enlarged card."""

from collections.abc import Callable

import pygame

from games.legends.messages import card_name
from games.legends.moves import Kind, Move
from scenes.common.glossary import notes
from scenes.legends import choices
from scenes.legends.card_view import OWN_TILE, RIVAL_TILE, draw_lying, face, plan_faces, plan_tile, preview, ready, tip
from scenes.legends.layout import CHART_TOP, card_box
from scenes.legends.scene_model import LegendsTable, RowCard
from scenes.shell.targets import Target
from scenes.table.glossary_links import find_figure
from sprites.base import icons, raster, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.legends import card as legends_card

SEEN = 250.0
"""Opacity from which a card counts as seen."""


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw the rail and the cards; register a target per card."""
    left, top = table.own.places.row
    x, y, w, h = left - 10, top - 20, 988.0, 30.0
    shapes.gradient_box(
        c, x, y, w, h, 8, ((0, "legends/shelf.high"), (0.5, "legends/shelf"), (1, "legends/shelf.low")), rim="veil"
    )
    shapes.line(c, x + 8, y + 4.5, x + w - 8, y + 4.5, "legends/shelf.edge", 1, 150)
    # The row of the view is already that after what is being shown.
    shown = [card.card for card in table.stage.row]
    plan_faces(c, table.ctx.texts, [*table.view["row"], *shown], table.view["deck"])
    choosing = bool(table.moves) and choices.is_cards(table.view)
    moves = table.moves if choosing else ()
    for place, card in enumerate(table.stage.row):
        if card.alpha < SEEN and table.moving and not ready(c, table.ctx.texts, card.card):
            table.layers.mark_unfinished()
            continue  # its face is made in steps while it is still nearly invisible
        _card(table, c, place, card, choosing, Move(Kind.CARD, place) in moves)


def draw_prices(table: LegendsTable, c: Canvas) -> None:
    """Draw the prices, which lie over the upper edges of the cards."""
    for place, price in enumerate(table.view["prices"]):
        _price(table, c, place, price, dim=place >= len(table.stage.row))


def _price(table: LegendsTable, c: Canvas, place: int, price: int, dim: bool) -> None:
    x, y, w, _h = card_box(place, table.own.places)
    cx, cy = x + w / 2, y - 7
    if not price:
        words = table.ctx.t("legends.table.free")
        wide = text.width(c, words, "caption") + 22
        plaque = (cx - wide / 2, cy - 11, wide, 22, 11)
        shapes.round_rect(c, *plaque, "legends/price.ground")
        shapes.round_rect(c, *plaque, "legends/price.edge", alpha=230, border=1.2)
        text.draw(c, words, cx, cy, "caption", "text.good" if not dim else "legends/price.faint", "cm")
        return
    for k in range(price):
        shapes.coin(c, cx + (k - (price - 1) / 2) * 19, cy, 10.5, "1", "gold")


def _card(table: LegendsTable, c: Canvas, place: int, card: RowCard, choosing: bool, allowed: bool) -> None:
    target_id = f"card.{place}"
    move = Move(Kind.CARD, place)
    chosen = table.marked_move == move and choosing
    hot = target_id in table.hot
    x, y, w, h = card.x, card.y, legends_card.WIDTH, legends_card.HEIGHT
    lift = 5.0 if (hot or chosen) and card.alpha > SEEN else 0.0
    if chosen:
        shapes.glow_box(c, x - 2, y - lift - 2, w + 4, h + 4, 10, strength=200)
    elif hot:
        shapes.glow_box(c, x, y - lift, w, h, 9, strength=120)
    made = face(c, table.ctx.texts, card.card)
    if card.alpha < SEEN:
        faint = raster.fade(made, max(0, min(255, int(card.alpha))))
        c.surface.blit(faint, (c.x(x), c.y(y - lift)))
    else:
        draw_lying(c, made, x, y - lift)
    if choosing and not allowed:
        shapes.round_rect(c, x, y - lift, w, h, 9, "veil", alpha=150)
        icons.draw(c, "lock", x + w / 2, y + h / 2 - lift, 26, "text.soft")
    if chosen:
        shapes.round_rect(c, x - 2, y - lift - 2, w + 4, h + 4, 10, "edge.bright", border=2.4)
    if table.rival_why.alternative_card == card_name(card.card):
        corners = [(x - 4, y - 4), (x + w + 4, y - 4), (x + w + 4, y + h + 4), (x - 4, y + h + 4), (x - 4, y - 4)]
        for dash in strokes.dashes(corners, 9, 7):
            strokes.line(c, dash, "text.bright", 2.6, 230)
        shapes.pill(c, x + w / 2, y + h + 4, table.ctx.t("rival.passed"), "dark", size=14)
    if table.advised_move == move and choosing:
        icons.draw(c, "hint", x + w - 4, y + 6 - lift, 24, "glow")
    table.ui.note(
        Target(
            target_id, (x, y, w, h), _action(table, place, card.card, choosing, allowed), ring=False, sound="",
            told=lambda: describe_card(table, place, card.card),
            picture=find_figure(table.ctx.texts, "legends", tip(table.ctx.texts, card.card)[1]),
        )
    )  # fmt: skip


def describe_card(table: LegendsTable, place: int, card: int) -> tuple[str, str]:
    """Return title and text of a row card's tooltip: its cost and explained words; the enlarged card tells the rest."""
    t = table.ctx.t
    price = table.view["prices"][place]
    coins = table.view["coins"][table.below]
    rows = [t("legends.told.price", n=price, coins=coins) if price else t("legends.told.free")]
    if price > coins:
        rows.append(t("legends.table.too_dear"))
    title, body = tip(table.ctx.texts, card)
    return title, "\n".join([*rows, *notes(table.ctx.texts, "legends", body)])


def _action(table: LegendsTable, place: int, card: int, choosing: bool, allowed: bool) -> Callable[[], None]:
    def act() -> None:
        if choosing and allowed:
            table.pick(Move(Kind.CARD, place))
        elif choosing:
            table.ctx.play("refused")
        elif not table.skip():
            table.ctx.ask(*tip(table.ctx.texts, card))

    return act


def draw_taken_card(table: LegendsTable, c: Canvas, card: RowCard) -> None:
    """Draw a card on its way to its owner."""
    plan_tile(c, card.card, OWN_TILE if card.owner == table.below else RIVAL_TILE)
    made = face(c, table.ctx.texts, card.card)
    if card.scale < 1:  # scaled, because rendering it at every size on the way would take too long
        px = (max(1, round(made.get_width() * card.scale)), max(1, round(made.get_height() * card.scale)))
        made = pygame.transform.smoothscale(made, px)
    if card.scale > 0.95:
        shapes.glow_box(c, card.x - 2, card.y - 2, legends_card.WIDTH + 4, legends_card.HEIGHT + 4, 10, strength=180)
    c.surface.blit(made, (c.x(card.x), c.y(card.y)))


def draw_preview(table: LegendsTable, c: Canvas) -> None:
    """Draw the card pointed at or focused, enlarged below the row or next to its place."""
    found = _find_enlarged_card(table)
    if found is None:
        return
    card, x, y = found
    made = preview(c, table.ctx.texts, card)
    x = max(c.left + 8, min(c.right - 8 - legends_card.BIG_W, x - legends_card.BIG_W / 2))
    y = max(60.0, min(c.height - 8 - legends_card.BIG_H, y))
    draw_lying(c, made, x, y, "lifted")


def _find_enlarged_card(table: LegendsTable) -> tuple[int, float, float] | None:
    """Return the card to enlarge, and the middle of its top edge."""
    ui = table.ui
    for target_id in (ui.hover if ui.hover_time >= 250 else None, ui.visible_focus):
        if target_id is None:
            continue
        target = ui.find(target_id)
        if target is None:
            continue
        if target_id.startswith("card."):
            place = int(target_id[5:])
            if place < len(table.stage.row):
                x, _y = target.centre
                y = target.box[1] - legends_card.BIG_H - 30 if table.by_fingers else CHART_TOP + 4
                return table.stage.row[place].card, x, y
        if target_id.startswith("taken."):
            _, seat, at = target_id.split(".")
            taken = table.stage.taken[int(seat)]
            if int(at) < len(taken):
                x, y = target.centre
                below = y < 420
                return taken[int(at)], x, y + 44 if below else y - 48 - legends_card.BIG_H
    return None
