"""Tray: dice on felt and ledge, jokers, and the buttons under them."""

from collections.abc import Sequence
from functools import partial

import pygame

from games.king_of_the_dice.dice import COLOURS, to_colour, to_number
from games.king_of_the_dice.moves import ALL_DICE, STOP, Kind, Move
from scenes.king_of_the_dice import choices, kept_dice
from scenes.king_of_the_dice.layout import LARGE_TRAY, MAIN, SECOND, TRAY, find_cell, find_field, split_tray
from scenes.king_of_the_dice.scene_model import DiceTable, Die
from scenes.table.call_to_action import Amber, draw_button, find_idle_button
from sprites.base import assets, icons, pictures, raster, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, inset, middle
from sprites.king_of_the_dice import pieces, wooden_d6


def ground(c: Canvas, *, by_fingers: bool) -> None:
    """Draw wood, felt and ledge, once with the background."""
    felt, ledge = split_tray(by_fingers)
    tray = LARGE_TRAY if by_fingers else TRAY
    shapes.box_shadow(c, *tray, 16, "panel")
    shapes.round_rect(c, *tray, 16, "veil")
    _cloth(c, "tray", inset(tray, 1.5), 15, "king_of_the_dice/tray")
    shapes.round_rect(c, *inset(tray, 3.5), 13, "king_of_the_dice/tray.line", alpha=70, border=1)
    shapes.round_rect(c, *felt, 10, "king_of_the_dice/felt.edge")
    _cloth(c, "felt", inset(felt, 1.5), 9, "king_of_the_dice/felt")
    r = c.rect(*felt[:3], 24)
    shade = raster.gradient(r.w, r.h, [(0, theme.colour("shadow", 150)), (1, theme.colour("shadow", 0))])
    c.surface.blit(shade, r)
    shapes.plaque(c, ledge, 9, dark=190, edge=110)


def _cloth(c: Canvas, name: str, box: Box, radius: float, plain: str) -> None:
    r = c.rect(*box)
    mask = raster.round_rect_mask(r.w, r.h, c.px(radius))
    try:
        made = raster.clip(pygame.transform.smoothscale(pictures.load(f"king_of_the_dice/{name}.jpg"), r.size), mask)
    except assets.AssetError as error:
        assets.miss(error)
        made = raster.tint(mask, plain)
    c.surface.blit(made, r)


def draw(table: DiceTable, c: Canvas) -> None:
    """Draw texts, dice, jokers, buttons."""
    dice = table.stage.dice
    lying = [die for die in dice if not die.rolling]
    places = tuple((die.x, die.y, die.size, die.lift, die.quat) for die in lying)
    table.draw_layer(c, "tray", lambda: _felt(table, c), table.own.beat if table.moves else 0)
    if table.shared:  # whose dice they are, seen from both sides
        ink = theme.player(table.seats[table.stage.active].colour, c.palette).base
        shapes.round_rect(c, *inset(split_tray(table.stage.by_fingers)[0], -2), 11, ink, border=4)
    table.draw_layer(c, "dice", lambda: _dice(table, c, lying), places)
    if len(lying) < len(dice):
        _dice(table, c, sorted((die for die in dice if die.rolling), key=lambda one: one.y))
    table.draw_layer(c, "buttons", lambda: _buttons(table, c), waits=True)


def _felt(table: DiceTable, c: Canvas) -> None:
    """Draw the texts on the felt, and jokers or places for kept dice on the ledge."""
    _words(table, c)
    if _shows_jokers(table):
        _jokers(table, c)
    else:
        _ledge(table, c)


def _words(table: DiceTable, c: Canvas) -> None:
    title, words = choices.instruction(table)
    felt, ledge = split_tray(table.stage.by_fingers)
    x, y, w, _ = felt
    long = text.draw(c, title, x + 14, y + 19, "caption", "text.title", "lm", shadow=True, max_w=w * 0.46)
    if table.stage.by_fingers and not _shows_jokers(table):
        text.draw(c, words, ledge[0] + ledge[2] / 2, middle(ledge), "body", "text.good", "cm", max_w=ledge[2] - 28)
        return
    room = w - 42 - long
    text.draw(c, words, x + w - 14, y + 19, "remark", "text.good", "rm", max_w=room)


def _shows_jokers(table: DiceTable) -> bool:
    return table.view["phase"] == "check" and not table.busy


def _dice(table: DiceTable, c: Canvas, dice: Sequence[Die]) -> None:
    stage = table.stage
    may_keep = table.phase == "roll" and stage.rolled
    wanted = kept_dice.find_lit_dice(table)
    for die in dice:
        k = die.number
        kept = bool(stage.kept >> k & 1)
        target_id = f"die.{k}"
        hot = may_keep and target_id in table.hot
        glow = 0.0
        if wanted is not None and stage.rolled and not die.rolling:
            glow = 0.95 if wanted >> k & 1 else 0.0
        elif hot:
            glow = 0.5
        wooden_d6.draw(
            c, die.x, die.y, die.size, die.quat, die.colours,
            fast=die.rolling or die.moving or _is_pending(table, c, die), lift=die.lift, glow=glow, dim=die.dim,
        )  # fmt: skip
        if kept and not die.rolling and table.view["phase"] == "roll":
            pieces.padlock(c, die.x + 24 + 20 * stage.by_fingers, die.y - 24 - 6 * stage.by_fingers)
        if may_keep:
            t, colour = table.ctx.t, COLOURS[die.colours[die.face - 1]]
            name = f"{die.face}, {t(f'king_of_the_dice.colour.{colour}')}"
            tip = (name, t(f"king_of_the_dice.die.{'release' if kept else 'keep'}"))
            half = die.size * 0.62
            box = find_field(k) if stage.by_fingers else (die.x - half, die.y - half, 2 * half, 2 * half)
            table.ui.zone(target_id, box, partial(kept_dice.toggle, table, k), tip=tip, radius=12, sound="")


def _is_pending(table: DiceTable, c: Canvas, die: Die) -> bool:
    """Whether a resting die is drawn by its simplified picture, as the detailed one is planned but not made yet."""
    if table.ctx.instant or wooden_d6.ready(c, die.size, die.quat, die.colours):
        return False
    wooden_d6.plan(c, die.size, die.quat, die.colours)
    return table.layers.leave_out(table.ui)


def _ledge(table: DiceTable, c: Canvas) -> None:
    """Draw the six places for kept dice; where fingers are used these are the fields of the dice."""
    kept, by_fingers = table.stage.kept, table.stage.by_fingers

    def paint(layer: Canvas) -> None:
        if not by_fingers:
            _name_ledge(table, layer, "kept")
        for k in range(6):
            cell, full = find_field(k) if by_fingers else find_cell(k, by_fingers=False), bool(kept >> k & 1)
            shapes.round_rect(layer, *cell, 9, "shadow", alpha=90 if full or not by_fingers else 30)
            shapes.round_rect(layer, *cell, 9, "edge", alpha=255 if full else 60, border=2 if full else 1)
            if not full and not by_fingers:
                x, _, w, _ = cell
                icons.draw(layer, "perspective-dice-six-faces-random", x + w / 2, middle(cell), 26, "line")

    box = split_tray(by_fingers)[0 if by_fingers else 1]
    table.panels.draw(c, "ledge", ("kept", kept, by_fingers), box, paint)


def _name_ledge(table: DiceTable, c: Canvas, name: str) -> None:
    words = table.ctx.t(f"king_of_the_dice.tray.{name}")
    x, y, _, h = split_tray(by_fingers=False)[1]
    text.draw(c, words, x + 14, y + h / 2, "caption", "accent", "lm", max_w=84)


def _jokers(table: DiceTable, c: Canvas) -> None:
    """Draw dice added by jokers, and those that could be added."""
    added, by_fingers = table.stage.added, table.stage.by_fingers
    if not by_fingers:
        _name_ledge(table, c, "jokers")
    for at, sign in enumerate(added):
        cell = find_cell(at, by_fingers)
        shapes.round_rect(c, *cell, 9, "shadow", alpha=90)
        shapes.round_rect(c, *cell, 9, "edge", border=2)
        size, number = min(50, cell[2] - 18), str(to_number(sign))
        pieces.mini_die(c, cell[0] + cell[2] / 2, middle(cell), size, number, to_colour(sign), lit=True)
    offers = choices.offers(table.view, table.moves)
    if not offers and not added:
        words = table.ctx.t("king_of_the_dice.tray.no_jokers")
        ledge = split_tray(by_fingers)[1]
        text.draw(c, words, ledge[0] + 116, middle(ledge), "remark", "text.muted", "lm", max_w=ledge[2] - 130)
    for at, (move, piles) in enumerate(offers[: max(0, 6 - len(added))], len(added)):
        _draw_offer(table, c, move, piles, find_cell(at, by_fingers))


def _draw_offer(table: DiceTable, c: Canvas, move: Move, piles: Sequence[int], cell: Box) -> None:
    """Draw a die that a joker could add; it shines if the die helps to win the citizen of any of ``piles``."""
    sign, chosen = move.symbol, table.marked_move == move
    cx, y = cell[0] + cell[2] / 2, cell[1]
    tip = choices.joker_tip(table, move)
    state = table.ui.zone(f"offer.{sign}", cell, partial(table.pick, move), radius=9, tip=tip)
    shapes.round_rect(c, *cell, 9, "shadow", alpha=90)
    if state == "hover" or chosen or piles:
        strength = 230 if chosen else 190 if state == "hover" else round(70 + 70 * table.own.pulse())
        shapes.glow_box(c, *cell, 9, strength=strength, reach=7)
    ink, alpha = "edge.bright" if chosen else "edge", 255 if chosen or piles else 110
    shapes.round_rect(c, *cell, 9, ink, alpha=alpha, border=2 if chosen else 1)
    pieces.mini_die(c, cx, middle(cell), min(46, cell[2] - 22), str(to_number(sign)), to_colour(sign), lit=chosen)
    shapes.outline(c, "circle", cx + 19, y + 10, 8.5, ((0.0, "good.high"), (1.0, "good.low")), rim="good.ink", rim_w=1)
    icons.draw(c, "plus", cx + 19, y + 10, 10, "good.ink")


def _buttons(table: DiceTable, c: Canvas) -> None:
    draw_button(table, c, MAIN, find_idle_button(table) or _find_button(table))
    _second(table, c)


def _find_button(table: DiceTable) -> Amber:
    """Return the main button of a choice."""
    move = choices.ready_move(table.view, table.moves, table.marked_move, table.own.kept)
    label, now = choices.move_label(table, move), table.phase
    if label:
        return Amber(label, _icon(move), move is not None)
    named = now if now in (*choices.REGION_PHASES, *choices.PANEL_PHASES) else "check"
    return Amber(table.ctx.t(f"king_of_the_dice.button.choose.{named}"), "hand", move is not None)


def _icon(move: Move | None) -> str | None:
    if move is None:
        return None
    if move.kind == Kind.KEEP:
        return "check" if move.stops else "dice"
    if move.pile is not None:
        return "shaking-hands" if move.kind == Kind.HIRE else "hazard-sign"
    return "check"


def _second(table: DiceTable, c: Canvas) -> None:
    """Draw the secondary button: stop rolling, decline, all jokers, or why the last turn went so."""
    t, now = table.ctx.t, table.phase
    draw = partial(table.ui.button, c, "second", SECOND)
    declining = choices.declining(table.moves)
    if now == "roll" and table.view["rolls"] > 0 and table.own.kept != ALL_DICE:
        label = t("king_of_the_dice.button.stop")
        draw(label, partial(table.make, STOP), tip=(label, t("king_of_the_dice.action.stop.why")))
    elif declining is not None:
        draw(t("king_of_the_dice.button.steal_nothing"), partial(table.make, declining))
    elif now == "check" and choices.joker_moves(table.moves):
        draw(t("king_of_the_dice.button.jokers"), partial(choices.toggle_jokers, table), icon="card-joker")
    else:
        draw(t("ui.why.button"), table.past.explain, icon="question")
