"""Job market: five citizens with the met and missing parts of their conditions and the odds; and the pages of the rule
book: all kinds of citizens, the signs on the dice, and figures of the glossary."""

from collections.abc import Sequence
from functools import partial

import pygame

from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import COLOURS, to_colour, to_number
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.messages import citizen_code
from games.king_of_the_dice.moves import Kind, Move
from scenes.common import glossary
from scenes.king_of_the_dice import kept_dice, requirements
from scenes.king_of_the_dice.choices import card_move
from scenes.king_of_the_dice.layout import card as card_box
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.king_of_the_dice.words import card_name, card_words, open_citizen, percent, pile_name
from scenes.shell.context import Context
from scenes.shell.targets import Box, Target, split_id
from scenes.shell.ui import Ui
from scenes.table.card_help import CardNote, PlanCard
from scenes.table.glossary_links import find_figure
from sprites.base import icons, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.base.layout import inset
from sprites.base.strokes import Marks
from sprites.king_of_the_dice import board, card as sprite, pieces

LIFTED = 1.35
"""How much larger a citizen is drawn that a finger has tapped."""
FLYING_W = 196.0
"""Width of a card on its way at its full size."""
SHOWN = (4, 14, 19, 26, 39, 52)
"""One citizen of each kind."""


def list_compared_signs(table: DiceTable) -> list[int]:
    """Return the symbols of the dice to compare with citizens; none while choosing what to keep is the puzzle."""
    return table.stage.signs() if table.helps or table.view["phase"] != "roll" else []


def draw(table: DiceTable, c: Canvas) -> None:
    """Draw all piles, anew when cards slide, a preview fades, or the flames burn while a choice is open."""
    moving = table.own.beat if table.moves else 0, table.own.preview_fade.alpha
    for pile in range(len(table.stage.market)):
        slide = table.stage.slide.get(pile, 1.0)
        paint = partial(_pile, table, c, pile)
        table.draw_layer(c, f"pile.{pile}", paint, slide, *moving, waits=slide == 1.0)


def list_card_notes(table: DiceTable) -> list[CardNote]:
    """Return the open citizens with their help for a child, those first that the dice nearly meet."""
    t, signs = table.ctx.t, list_compared_signs(table)
    found: list[tuple[float, int, CardNote]] = []
    for pile, card in enumerate(table.stage.market):
        if card is not None:
            there = requirements.find_progress(card, signs)
            near = 1.0 if there.met else 0.0 if there.sign else there.have / there.want
            words = t(f"king_of_the_dice.citizen.{citizen_code(card)}.help")
            found.append((-near, pile, CardNote(f"card.{pile}", card_name(table.ctx, card), words)))
    return [note for *_, note in sorted(found)]


def find_plan_card(table: DiceTable, target: str) -> PlanCard | None:
    """Return the citizen of the market behind a target; None for other targets."""
    kind, pile = split_id(target)
    card = table.stage.market[pile] if kind == "card" else None
    return None if card is None else PlanCard(card)


def plan_faces(table: DiceTable, c: Canvas, market: Sequence[int | None]) -> None:
    """Plan to render the faces of the citizens of ``market``, and their pictures as they fly to an owner."""
    for card in market:
        if card is not None:
            sprite.plan_face(c, *_describe_face(table, card))
            code, _, _, number, colour, _ = _describe_face(table, card)
            sprite.plan_small(c, code, number, colour, FLYING_W)


def _describe_face(table: DiceTable, card: int) -> tuple[str, str, str, int, int, Marks]:
    """Return a citizen's code, name, text, joker number, joker colour and the explained words of the text."""
    sign, words = citizens().cards[card].joker, card_words(table.ctx, card)
    marks = glossary.marks(table.ctx.texts, "king_of_the_dice", words)
    return citizen_code(card), card_name(table.ctx, card), words, to_number(sign), to_colour(sign), marks


def describe_pile(table: DiceTable, pile: int) -> tuple[str, str]:
    """Return title and text for the tooltip of a pile's open citizen, or of an empty pile."""
    card = table.stage.market[pile]
    if card is None:
        has_run_out = not table.stage.left[pile]  # else its next citizen is being dealt
        return pile_name(table.ctx, pile), table.ctx.t("king_of_the_dice.market.empty") if has_run_out else ""
    chance = kept_dice.find_chance(table, card)
    title, body = open_citizen(table.ctx, card, list_compared_signs(table), chance, bool(table.view["rolls"]))
    if table.own.preview is not None and table.own.preview[0] == pile:
        body = f"{requirements.describe_preview(table, table.own.preview[1])}\n{body}"
    return title, body


def _pile(table: DiceTable, c: Canvas, pile: int) -> None:
    stage, card = table.stage, table.stage.market[pile]
    x, y, w, h = card_box(pile, c.height)
    if card is None:
        _empty(table, c, pile)
        return
    move, target = card_move(table.moves, pile), f"card.{pile}"
    hire = move is not None and move.kind == Kind.HIRE
    alarm = move is not None and not hire
    chosen, hot = move is not None and table.marked_move == move, target in table.hot
    slide = stage.slide.get(pile, 1.0)
    y += 26 * (1 - slide)
    box, middle_x, over = (x, y, w, h), x + w / 2, y + 66
    if hire or chosen:
        strength = 230 if chosen or hot else round(120 + 90 * table.own.pulse())
        shapes.glow_box(c, *box, 13, strength=strength, reach=13)
    elif alarm:
        shapes.glow_box(c, *box, 13, "danger", 190 if hot else round(60 + 50 * table.own.pulse()), reach=12)
    signs = list_compared_signs(table)
    tiers, tier = requirements.tiers(card, signs), requirements.next_tier(card, signs)
    progress = requirements.progress(tiers[tier].condition, signs)
    pill, good = ("", False) if table.finished else _pill(table, card, progress, tiers, tier)
    key = (card, progress, pill, good, stage.left[pile], chosen, alarm and hot, tuple(tiers))

    def paint_face(layer: Canvas) -> None:
        for step in range(min(3, stage.left[pile]), 0, -1):
            shapes.plaque(layer, (x + step * 1.6, y + step * 1.4, w, h), 11, dark=255, edge=120, ink="edge.low")
        shapes.box_shadow(layer, *box, 11, "lying")
        layer.surface.blit(sprite.face(layer, *_describe_face(table, card)), (layer.x(x), layer.y(y)))

    def paint(layer: Canvas) -> None:
        if slide < 1.0:
            paint_face(layer)
        else:  # with every roll of the dice only what stands on the face is painted again
            face = table.panels.make(layer, f"face.{pile}", (card, stage.left[pile]), box, paint_face)
            layer.surface.blit(face, (0, 0))
        strip(layer, x, y, progress, card, signs)
        _draw_pill(layer, middle_x, y + 132, pill, good)
        shapes.round_rect(layer, x + w - 40, y + 13, 28, 20, 6, "veil", alpha=200)
        text.draw(layer, str(stage.left[pile]), x + w - 20, y + 23, "name", "text.body", "cm", fixed=True)
        icons.draw(layer, "card-random", x + w - 33, y + 23, 11, "accent")
        if chosen:
            shapes.round_rect(layer, *inset(box, -2), 13, "edge.bright", border=2.6)

    if slide < 1.0:
        paint(c)
    else:
        table.panels.draw(c, target, key, box, paint)
    if alarm and (hot or chosen):
        shapes.pill(c, middle_x, over, table.ctx.t("king_of_the_dice.market.super"), "dark", size=14)
    if table.own.preview is not None and table.own.preview[0] == pile:
        requirements.draw_pill(c, table.own.preview[1], middle_x, over, table.own.preview_fade.alpha)
    figure = find_figure(table.ctx.texts, "king_of_the_dice", card_words(table.ctx, card))
    tip = describe_pile(table, pile) if target in (table.ui.hover, table.ui.focus) else None
    act = partial(_activate, table, pile, move)
    table.ui.note(Target(target, box, act, tip=tip, radius=12, picture=figure))
    best = table.advised_move
    if best is not None and best.pile == pile:
        icons.draw(c, "hint", x + 22, y + 24, 26, "glow")


def draw_lifted_citizen(table: DiceTable, c: Canvas) -> None:
    """Draw the citizen under a finger once more, larger, above its neighbours."""
    lifted = table.ui.list_hot_numbers("card.")[:1] if table.by_fingers and not table.busy else []
    for pile in lifted:
        x, y, w, h = box = card_box(pile, c.height)
        made = c.copy(c.rect(*box))
        size = c.px(w * LIFTED), c.px(h * LIFTED)
        large = raster.clip(pygame.transform.smoothscale(made, size), raster.round_rect_mask(*size, c.px(13)))
        left = max(8.0, x + w / 2 - w * LIFTED / 2)
        shapes.box_shadow(c, left, y + h - h * LIFTED, w * LIFTED, h * LIFTED, 13, "lying")
        c.surface.blit(large, (c.x(left), c.y(y + h - h * LIFTED)))


def _activate(table: DiceTable, pile: int, move: Move | None) -> None:
    if move is not None:
        table.pick(move)
    elif not kept_dice.keep_for(table, pile) and not table.skip():
        table.ctx.ask(*describe_pile(table, pile))


def _empty(table: DiceTable, c: Canvas, pile: int) -> None:
    """Draw the place of a pile without an open citizen, with words if it has run out."""
    x, y, w, h = card_box(pile, c.height)
    t, has_run_out = table.ctx.t, not table.stage.left[pile]

    def paint(layer: Canvas) -> None:
        shapes.round_rect(layer, x, y, w, h, 11, "well", alpha=120)
        shapes.round_rect(layer, x, y, w, h, 11, "edge", alpha=70, border=1.4)
        icons.draw(layer, "card-discard", x + w / 2, y + 110, 46, "text.faint")
        name = pile_name(table.ctx, pile)
        text.draw(layer, name, x + w / 2, y + 160, "caption", "text.muted", "cm", max_w=w - 20)
        words = t("king_of_the_dice.market.empty") if has_run_out else ""
        text.paragraph(layer, words, x + 20, y + 182, w - 40, "body", "text.muted", "c")

    table.panels.draw(c, f"card.{pile}", ("empty", has_run_out), (x, y, w, h), paint)


def _pill(
    table: DiceTable, card: int, progress: requirements.Progress, shown: list[requirements.TierShown], tier: int
) -> tuple[str, bool]:
    """Return the text of the pill and whether it is good news."""
    t = table.ctx.t
    if shown[tier].met:
        name = "met_draw" if len(shown) > 1 else "met"
        return t(f"king_of_the_dice.market.{name}", draw=shown[tier].draw), True
    parts, chance = [], kept_dice.find_chance(table, card)
    if progress.sign.startswith("\u2264") and list_compared_signs(table):
        parts.append(f"{progress.have} \u2192 {progress.sign}")
    elif list_compared_signs(table):
        parts.append(t("king_of_the_dice.market.progress", have=progress.have, want=progress.want))
    if chance is not None:
        parts.append(percent(table.ctx, chance))
    return "  \u00b7  ".join(parts), False


def _draw_pill(c: Canvas, cx: float, cy: float, words: str, good: bool) -> None:
    if not words:
        return
    mark = 18.0 if good else 0.0
    w = min(186.0, text.width(c, words, "strong") + 24 + mark)
    fill = "banner.good.low" if good else "paper.text.muted"
    shapes.box_shadow(c, cx - w / 2, cy - 11, w, 22, 11, "chip")
    shapes.round_rect(c, cx - w / 2, cy - 11, w, 22, 11, fill)
    shapes.round_rect(c, cx - w / 2, cy - 11, w, 22, 11, "shine", alpha=150, border=1)
    if good:
        icons.draw(c, "check-mark", cx - w / 2 + 17, cy, 14, "text.good")
    text.draw(c, words, cx + mark / 2, cy, "strong", "text.bright", "cm", max_w=w - 14 - mark)


def strip(c: Canvas, x: float, y: float, progress: requirements.Progress, card: int, signs: list[int]) -> None:
    """Draw a citizen's condition as a row of small dice, those present lit."""
    sx, sy, sw, sh = sprite.STRIP
    cx, cy = x + sx + sw / 2, y + sy + sh / 2
    if requirements.same_dice(card):
        _same(c, cx, cy, card, signs)
        return
    rows = requirements.tiers(card, signs)
    if len(rows) > 1:
        _patterns(c, cx, cy, rows, signs)
        return
    row(c, cx, cy, progress, sw - 8)


def row(c: Canvas, cx: float, cy: float, progress: requirements.Progress, room: float, size: float = 25.0) -> None:
    """Draw a condition in one row around ``cx``, ``cy``, at most ``room`` wide."""
    gap = 6.0
    sign_w = text.width(c, progress.sign, "figure", fixed=True) + 10 if progress.sign else 0.0
    if not progress.slots:
        icons.draw(c, "dice", cx - sign_w / 2 - 6, cy, 32, "paper.text")
        text.draw(c, progress.sign, cx + 16 - sign_w / 2 + 4, cy, "large figure", "paper.text", "lm", fixed=True)
        return
    units = sum(slot.wide for slot in progress.slots)
    count = len(progress.slots)
    size = min(size, (room - sign_w - gap * (count - 1)) / units)
    total = sign_w + units * size + gap * (count - 1)
    left = cx - total / 2
    if progress.sign:
        text.draw(c, progress.sign, left, cy, "figure", "paper.text", "lm", fixed=True)
        left += sign_w
    for at, slot in enumerate(progress.slots):
        wide = slot.wide * size
        rise = ((count - 1) / 2 - at) * 4.0 if progress.stairs else 0.0
        pieces.mini_die(c, left + wide / 2, cy + rise, size, slot.number, slot.colour, lit=slot.lit, wide=slot.wide)
        left += wide + gap


def _same(c: Canvas, cx: float, cy: float, card: int, signs: list[int]) -> None:
    """Draw five equal dice in a row, with the rewards of the three tiers below the third to fifth."""
    rows = requirements.tiers(card, signs)
    best = requirements.progress(rows[-1].condition, signs)
    size, gap = 24.0, 8.0
    left = cx - (5 * size + 4 * gap) / 2 + size / 2
    for at, slot in enumerate(best.slots):
        px = left + at * (size + gap)
        number = slot.number if signs or slot.number.isdigit() else "="
        pieces.mini_die(c, px, cy - 7, size, "=" if number in "ABC" else number, None, lit=slot.lit)
        tier = at - 2
        if 0 <= tier < len(rows):
            _reward(c, px, cy + 14.5, rows[tier])


def _reward(c: Canvas, cx: float, cy: float, tier: requirements.TierShown) -> None:
    """Draw the reward of a tier: tiles to draw, perhaps with a gem."""
    gem = tier.gem
    half, fill = 13 if gem else 8, "banner.good.low" if tier.met else "paper.text.muted"
    shapes.round_rect(c, cx - half, cy - 7, 2 * half, 14, 3, fill)
    text.draw(c, str(tier.draw), cx - (5 if gem else 0), cy, "strong", "text.bright", "cm", fixed=True)
    if gem:
        pieces.gem(c, cx + 6, cy, 5.5, True)


def _patterns(c: Canvas, cx: float, cy: float, rows: list[requirements.TierShown], signs: list[int]) -> None:
    """Draw each tier of groups as a small pattern with its reward; the next one is lit."""
    count = len(rows)
    pitch = 168.0 / count
    for at, tier in enumerate(rows):
        px = cx + (at - (count - 1) / 2) * pitch
        progress = requirements.progress(tier.condition, signs)
        kinds: list[int] = []
        last = ""
        for slot in progress.slots:
            if slot.number != last or not kinds:
                kinds.append(0)
            kinds[-1] += 1
            last = slot.number
        size = 9.0 if count > 3 else 10.5
        top = cy - 8 - (len(kinds) - 1) * (size + 1) / 2
        slot_at = 0
        for line, kind in enumerate(kinds):
            for k in range(kind):
                slot = progress.slots[slot_at]
                slot_at += 1
                dx = px + (k - (kind - 1) / 2) * (size + 1.6)
                label = slot.number if slot.number.isdigit() else ""
                pieces.mini_die(c, dx, top + line * (size + 1.6), size, label, None, lit=slot.lit)
        _reward(c, px, cy + 15, tier)


def draw_card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw six citizens with their conditions, and the three colours with their shapes below."""
    t = ctx.t
    x, y, w, h = box
    scale = min(1.0, (w - 5 * 8) / 6 / sprite.W, (h - 150) / sprite.H)
    pitch = (w - sprite.W * scale) / 5
    for at, card in enumerate(SHOWN):
        code = citizen_code(card)
        px = x + at * pitch
        name = t(f"king_of_the_dice.citizen.{code.split('_of_')[0]}.name")
        words = t(f"king_of_the_dice.citizen.{code}.text")
        made = _card(c, ctx, card, code, name, words, scale)
        size = (sprite.W * scale, sprite.H * scale)
        help_text = t(f"king_of_the_dice.citizen.{code}.help")
        ui.zone(f"card.{card}", (px, y, *size), partial(ctx.ask, name, help_text), tip=(name, help_text), radius=9)
        shapes.shadow(c, made, c.x(px), c.y(y), "lying", key="dice page")
        c.surface.blit(made, (c.x(px), c.y(y)))
    top = y + sprite.H * scale + 30
    text.draw(c, t("king_of_the_dice.page.dice"), x, top, "heading", "paper.label", "lm")
    at_x = x
    for colour, code in enumerate(COLOURS):
        pieces.mini_die(c, at_x + 18, top + 46, 34, "", colour)
        label = t(f"king_of_the_dice.colour.{code}")
        at_x += 44 + text.draw(c, label, at_x + 44, top + 46, "name", "paper.text", "lm") + 40
    words = t("king_of_the_dice.page.jokers")
    at_x = max(x + 430, at_x)
    tall = text.paragraph(c, words, at_x, top - 12, x + w - at_x, "lead", "paper.text")
    lands = max(top + 96, top + tall + 10)
    shapes.rule(c, x, lands - 14, w, colour="edge.low", ornament=False)
    names = kingdom().terrains
    columns = 4
    pitch = min(62.0, (y + h - lands) / 4)
    for place, name in enumerate(names):
        cx, cy = x + 24 + (place % columns) * (w / columns), lands + pitch / 2 + (place // columns) * pitch
        board.terrain_disc(c, name, cx, cy, min(21.0, pitch * 0.4))
        label = t(f"king_of_the_dice.terrain.{name}")
        text.draw(c, label, cx + 34, cy, "name", "paper.text", "lm", max_w=w / columns - 62)


def _card(c: Canvas, ctx: Context, card: int, code: str, name: str, words: str, scale: float) -> pygame.Surface:
    citizen = citizens().cards[card]

    def make() -> pygame.Surface:
        made = sprite.face(c, code, name, words, to_number(citizen.joker), to_colour(citizen.joker)).copy()
        layer = c.on(made, (0.0, 0.0))
        strip(layer, 0, 0, requirements.progress(citizen.tiers[0].condition, ()), card, [])
        if scale < 1.0:
            size = (max(1, round(made.get_width() * scale)), max(1, round(made.get_height() * scale)))
            made = pygame.transform.smoothscale(made, size)
        return made

    return c.cache.get(("dice page card", card, ctx.texts.language, round(scale, 3), c.text_scale), make)


# Figures of the King of the Dice glossary: dice, castles, flames.

GREEN = 1


def _plus(c: Canvas, x: float, y: float, sign: str) -> None:
    text.draw(c, sign, x, y, "title", "paper.label", "cm", fixed=True)


def _joker(c: Canvas, x: float, y: float) -> None:
    for at in (-84, -20, 72):
        pieces.mini_die(c, x + at, y, 34, "4", GREEN, lit=at > 0)
    _plus(c, x - 52, y, "+")
    _plus(c, x + 26, y, "=")


def _super(c: Canvas, x: float, y: float) -> None:
    made = sprite.back(c, 46.0)
    c.surface.blit(made, (c.x(x - 92), c.y(y) - made.get_height() // 2))
    pieces.mini_die(c, x - 12, y, 34, "4", GREEN)
    pieces.mini_die(c, x + 76, y, 34, "4", GREEN, lit=True)
    _plus(c, x - 38, y, "+")
    _plus(c, x + 32, y, "=")


def _alarm(c: Canvas, x: float, y: float) -> None:
    pieces.castle(c, x - 44, y, 46, None)
    pieces.flame(c, x - 44, y - 4, 34)
    made = sprite.back(c, 46.0)
    c.surface.blit(made, (c.x(x + 22), c.y(y) - made.get_height() // 2))


def _area(c: Canvas, x: float, y: float) -> None:
    for at in (-92, -48, -4):
        pieces.castle(c, x + at, y, 42, 0, "")
    pieces.castle(c, x + 92, y, 42, 0, "")


def _tile(c: Canvas, x: float, y: float) -> None:
    pieces.castle(c, x, y, 52, None)


def _flame(c: Canvas, x: float, y: float) -> None:
    pieces.flame(c, x, y, 52)


def word_figures() -> dict[str, Picture]:
    """Return the functions that draw the figures of glossary words, by word."""
    return {
        "joker": _joker, "super_joker": _super, "alarm": _alarm, "area": _area, "tile": _tile, "flame": _flame,
    }  # fmt: skip
