"""Tray: dice on felt and ledge, jokers, and the buttons under them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from games.king_of_the_dice.dice import COLOURS, nets, to_colour, to_number
from games.king_of_the_dice.moves import ALL_DICE, STOP, Kind, Move
from scenes.king_of_the_dice import choices, kept_dice
from scenes.king_of_the_dice.layout import FELT, LEDGE, MAIN, SECOND, TRAY
from scenes.king_of_the_dice.scene_model import Die
from sprites.base import assets, icons, pictures, raster, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import pieces, wooden_d6

if TYPE_CHECKING:
    from scenes.king_of_the_dice.table_state import DiceTable


def ground(c: Canvas) -> None:
    """Draw wood, felt and ledge, once with the background."""
    x, y, w, h = TRAY
    shapes.box_shadow(c, x, y, w, h, 16, "panel")
    shapes.round_rect(c, x, y, w, h, 16, "veil")
    _cloth(c, "tray", (x + 1.5, y + 1.5, w - 3, h - 3), 15, "king_of_the_dice/tray")
    shapes.round_rect(c, x + 3.5, y + 3.5, w - 7, h - 7, 13, "king_of_the_dice/tray.line", alpha=70, border=1)
    x, y, w, h = FELT
    shapes.round_rect(c, x, y, w, h, 10, "king_of_the_dice/felt.edge")
    _cloth(c, "felt", (x + 1.5, y + 1.5, w - 3, h - 3), 9, "king_of_the_dice/felt")
    r = c.rect(x, y, w, 24)
    shade = raster.gradient(r.w, r.h, [(0, theme.colour("shadow", 150)), (1, theme.colour("shadow", 0))])
    c.surface.blit(shade, r)
    x, y, w, h = LEDGE
    shapes.round_rect(c, x, y, w, h, 9, "veil", alpha=190)
    shapes.round_rect(c, x, y, w, h, 9, "edge", alpha=110, border=1)


def _cloth(c: Canvas, name: str, box: tuple[float, float, float, float], radius: float, plain: str) -> None:
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
    table.draw_layer(c, "dice", lambda: _dice(table, c, lying), places)
    if len(lying) < len(dice):
        _dice(table, c, sorted((die for die in dice if die.rolling), key=lambda one: one.y))
    table.draw_panel(c, "buttons", lambda: _buttons(table, c))


def _felt(table: DiceTable, c: Canvas) -> None:
    """Draw the texts on the felt, and jokers or places for kept dice on the ledge."""
    _words(table, c)
    if table.view["phase"] == "check" and not table.busy:
        _jokers(table, c)
    else:
        _ledge(table, c)


def _words(table: DiceTable, c: Canvas) -> None:
    title, words = choices.instruction(table)
    x, y, w, _ = FELT
    long = text.draw(c, title, x + 14, y + 19, "caption", "text.title", "lm", shadow=True, max_w=w * 0.46)
    room = w - 42 - long
    text.draw(c, words, x + w - 14, y + 19, "remark", "text.good", "rm", max_w=room)


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
            pieces.padlock(c, die.x + 24, die.y - 24)
        if may_keep:
            half = die.size * 0.62
            tip = (die_name(table, die), table.ctx.t(f"king_of_the_dice.die.{'release' if kept else 'keep'}"))
            box = (die.x - half, die.y - half, 2 * half, 2 * half)
            table.ui.zone(target_id, box, partial(kept_dice.toggle, table, k), tip=tip, radius=12, sound="")


def die_name(table: DiceTable, die: Die) -> str:
    """Return number and colour of a die in words."""
    return f"{die.face}, {table.ctx.t(f'king_of_the_dice.colour.{COLOURS[to_colour(nets()[die.number][die.face])]}')}"


def _is_pending(table: DiceTable, c: Canvas, die: Die) -> bool:
    """Whether a resting die is drawn as if it moved while its detailed picture is being made."""
    if table.ctx.instant or wooden_d6.ready(c, die.size, die.quat, die.colours):
        return False
    wooden_d6.plan(c, die.size, die.quat, die.colours)
    return table.layers.leave_out(table.ui)


def _ledge(table: DiceTable, c: Canvas) -> None:
    """Draw six places for kept dice."""
    x, y, _, h = LEDGE
    t = table.ctx.t
    kept = table.stage.kept

    def paint_(layer: Canvas) -> None:
        text.draw(layer, t("king_of_the_dice.tray.kept"), x + 14, y + h / 2, "caption", "accent", "lm", max_w=84)
        for k in range(6):
            cx = FELT[0] + 132 + k * 62.0
            full = bool(kept >> k & 1)
            shapes.round_rect(layer, cx - 28, y + 8, 56, 60, 9, "shadow", alpha=90)
            shapes.round_rect(
                layer, cx - 28, y + 8, 56, 60, 9, "edge", alpha=255 if full else 60, border=2 if full else 1
            )
            if not full:
                icons.draw(layer, "perspective-dice-six-faces-random", cx, y + 38, 26, "line")

    table.panels.draw(c, "ledge", ("kept", kept, table.ctx.texts.language), LEDGE, paint_)


def _jokers(table: DiceTable, c: Canvas) -> None:
    """Draw dice added by jokers, and those that could be added."""
    x, y, w, h = LEDGE
    t = table.ctx.t
    text.draw(c, t("king_of_the_dice.tray.jokers"), x + 14, y + h / 2, "caption", "accent", "lm", max_w=84)
    at = 0
    for sign in table.stage.added:
        cx = FELT[0] + 132 + at * 62.0
        shapes.round_rect(c, cx - 28, y + 8, 56, 60, 9, "shadow", alpha=90)
        shapes.round_rect(c, cx - 28, y + 8, 56, 60, 9, "edge", border=2)
        pieces.mini_die(c, cx, y + 38, 38, str(to_number(sign)), to_colour(sign), lit=True)
        at += 1
    rows = choices.offers(table.view, table.moves)
    if not rows and not table.stage.added:
        text.draw(
            c, t("king_of_the_dice.tray.no_jokers"), x + 116, y + h / 2, "remark", "text.muted", "lm", max_w=w - 130
        )
        return
    for move, piles in rows[: max(0, 6 - at)]:
        sign = move.symbol
        cx = FELT[0] + 132 + at * 62.0
        box = (cx - 28, y + 8, 56.0, 60.0)
        state = table.ui.zone(
            f"offer.{sign}", box, choices.chooser(table, move), radius=9, tip=choices.joker_tip(table, move)
        )
        chosen = table.marked_move == move
        shapes.round_rect(c, *box, 9, "shadow", alpha=90)
        if state == "hover" or chosen or piles:
            strength = 230 if chosen else 190 if state == "hover" else round(70 + 70 * table.own.pulse())
            shapes.glow_box(c, *box, 9, strength=strength, reach=7)
        shapes.round_rect(
            c,
            *box,
            9,
            "edge.bright" if chosen else "edge",
            alpha=255 if chosen or piles else 110,
            border=2 if chosen else 1,
        )
        pieces.mini_die(c, cx, y + 38, 34, str(to_number(sign)), to_colour(sign), lit=chosen)
        choices.mark_offer(c, cx + 19, y + 18)
        at += 1


def _buttons(table: DiceTable, c: Canvas) -> None:
    t = table.ctx.t
    move = choices.ready_move(table.view, table.moves, table.marked_move, table.own.kept)
    size, act, key = 19.0, table.main_or_skip, t("ui.key.main")
    icon: str | None
    if table.confirming or table.finished:
        label = t("ui.result.show") if table.finished else t("king_of_the_dice.button.go_on")
        icon, enabled = "trophy" if table.finished else "right", True
    elif table.moves:
        label = choices.move_label(table, move)
        enabled = move is not None
        icon = _icon(move)
        if not label:
            now = table.phase
            named = now if now in (*choices.REGION_PHASES, *choices.PANEL_PHASES, "check") else "check"
            label, icon = t(f"king_of_the_dice.button.choose.{named}"), "hand"
    elif table.busy:
        label, icon, enabled = t("ui.skip"), "skip", True
    else:
        label, icon, enabled = t("king_of_the_dice.button.wait"), "hourglass", False
    table.ui.button(c, "main", MAIN, label, act, main=True, enabled=enabled, icon=icon, size=size, key=key)
    _second(table, c)


def _icon(move: Move | None) -> str | None:
    if move is None:
        return None
    if move.kind == Kind.KEEP:
        return "check" if move.stops else "dice"
    if move.pile is not None:
        return "shaking-hands" if move.kind == Kind.HIRE else "hazard-sign"
    return "check"


def _second(table: DiceTable, c: Canvas) -> None:
    """Draw the secondary button: stop rolling, decline, all jokers, or why."""
    t = table.ctx.t
    now = table.phase
    declining = choices.declining(table.moves)
    if now == "roll" and table.view["rolls"] > 0 and table.own.kept != ALL_DICE:
        tip = (t("king_of_the_dice.button.stop"), t("king_of_the_dice.action.stop.why"))
        table.ui.button(c, "second", SECOND, t("king_of_the_dice.button.stop"), lambda: table.make(STOP), tip=tip)
    elif declining is not None:
        label = t("king_of_the_dice.button.steal_nothing")
        table.ui.button(c, "second", SECOND, label, lambda: table.make(declining))
    elif now == "check" and choices.joker_moves(table.moves):
        label = t("king_of_the_dice.button.jokers")
        table.ui.button(c, "second", SECOND, label, partial(choices.toggle_jokers, table), icon="card-joker")
    else:
        table.ui.button(c, "second", SECOND, t("ui.why.button"), table.past.explain, icon="question")
