"""Action panel (current step) and the buttons of the chart."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.accessibility.nodes import SLIDER
from games.legends.cards import TOKEN_CODES
from games.legends.moves import DONE, Kind, Move, encode
from scenes.legends import choices, region_targets
from scenes.legends.card_view import action_words, card_name
from scenes.legends.layout import SMALL_CHART
from scenes.legends.scene_model import LegendsTable
from scenes.shell.targets import Box, Target
from scenes.table import call_to_action
from scenes.table.call_to_action import Call
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

# --- buttons of the chart -----------------------------------------------------------------------------------


def draw_tools(table: LegendsTable, c: Canvas) -> None:
    """Draw the chart buttons: zoom in, zoom out, whole map, region names."""
    if table.own.chart.composed is None:
        return
    t = table.ctx.t
    chart = table.own.chart
    x, y = chart.free_corner(table.own.places.tools)
    own = table.own
    tools: tuple[tuple[str, str, Callable[[], None], bool], ...] = (
        ("zoom_in", "plus", partial(own.zoom, 1), chart.level < 2),
        ("zoom_out", "minus", partial(own.zoom, -1), chart.level > 0),
        ("whole", "expand", own.whole_map, chart.level > 0),
        ("names", "ph-text-aa", own.toggle_names, True),
    )
    r, (dx, dy) = table.ui.touch.least / 2 if table.by_fingers else 15, own.places.tool_step
    for k, (name, icon, act, enabled) in enumerate(tools):
        tip = (t(f"legends.chart.{name}"), t(f"legends.chart.{name}.tip"))
        on = chart.names if name == "names" else False
        table.ui.icon_button(c, f"chart.{name}", x + k * dx, y + k * dy, r, icon, act, enabled=enabled, on=on, tip=tip)


def draw_small_chart(table: LegendsTable, c: Canvas) -> None:
    """Draw a small picture of the whole chart, with a frame round the part that is in sight; a tap zooms out."""
    chart, box = table.own.chart, SMALL_CHART
    x, y, w, h = box
    made, (left, top, wide, high) = chart.find_small(c, (w - 12, h - 12))
    at = (x + (w - made.get_width() / c.scale) / 2, y + (h - made.get_height() / c.scale) / 2)
    act = table.own.whole_map
    table.ui.zone("chart.small", box, act, radius=10, label=table.ctx.t("legends.chart.whole"))
    shapes.panel(c, *box)
    c.surface.blit(made, (c.x(at[0]), c.y(at[1])))
    shapes.round_rect(c, at[0] + left, at[1] + top, wide, high, 2, "text.bright", border=2)


def draw_keys(table: LegendsTable, c: Canvas) -> None:
    """Draw, where fingers are used, the keys that lay the row of cards over the chart and open the log."""
    t = table.ctx.t
    for (name, icon, words, act), box in zip(
        (
            ("cards", "card-pick", "legends.panel.cards", table.own.toggle_row),
            ("log", "scroll", "ui.chronicle", table.past.open),
        ),
        table.own.places.keys,
        strict=False,
    ):
        table.ui.button(c, f"key.{name}", box, t(words), act, icon=icon)


def short(table: LegendsTable, move: Move) -> str:
    """Return a short label of a move: only its region where the panel's title names the action already."""
    if move.region is None or table.view["phase"] not in choices.ON_MAP:
        return table.own.label(move)
    name = table.own.region_name(move.region)
    return name if move.owner is None else f"{name} · {table.own.owner_name(move.owner)}"


# --- the panel ---------------------------------------------------------------------------------------------


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw title, remaining actions, choice buttons, the main button and undo."""
    draw_keys(table, c)
    x, y, w, h = table.own.places.action
    call = find_call(table)
    sums, body = _sum_up(table), call.body
    if sums:
        body = f"{body} {sums}" if body.rstrip("*").endswith((".", "!", "?")) else f"{body} \u00b7 {sums}"
    buttons = table.phase in BY_BUTTON
    top, low = (63, 106) if _find_pips(table) else (40, 100)
    said = "" if buttons or table.phase == "auction" else body
    room = (x + 15, y + top, w - 30, low - top)
    if buttons and table.by_fingers:
        first = choice_boxes((x, y, w, h), len(table.moves), table.ui.touch.least)[0][1]
        y, h = first - 40, y + h - first + 40
    call_to_action.draw_words(table, c, "action", (x, y, w, h), call.title, said, room, line=1.18)
    if buttons:
        _choice_buttons(table, c)
        return
    if table.phase == "auction":
        _bidding(table, c)
    else:
        _draw_pips(table, c)
    call_to_action.draw_button(table, c, table.own.places.main, call)
    table.back.draw_button(c, (x + w - 92, y + h - 58, 80.0, 40.0), None)


BY_BUTTON = ("choose_action", "name_first", "stem")
"""Phases with a button for each choice."""


def choice_boxes(panel: Box, count: int, least: float = 0.0) -> list[Box]:
    """Return the boxes of ``count`` buttons, in one column or in two; ``least``: their height where fingers are used, 0
    otherwise."""
    x, y, w, h = panel
    across = 2 if count > (3 if least else 2) else 1
    high, gap = (least, 8) if least else (37, 5)
    top = y + h - 12 - -(-count // across) * (least + 8) + 8 if least else y + 40
    return layout.grid((x + 14, top, w - 28, 400), count, across, gap=8, row_gap=gap, height=high)


def _choice_buttons(table: LegendsTable, c: Canvas) -> None:
    """Draw a plain button per choice: actions of a card, first player, place of the stem."""
    x, y, w, h = table.own.places.action
    wanted, least = [move for move in table.moves if move != DONE], table.ui.touch.least * table.by_fingers
    boxes = choice_boxes((x, y, w, h), len(table.moves) if least else len(wanted), least)
    for k, (move, box) in enumerate(zip(wanted, boxes, strict=False)):
        names_seat = table.phase == "name_first"
        label = table.names[move.number] if names_seat else table.own.label(move)
        tip = None if names_seat else (label, table.reason(move))
        act = partial(table.make, move)
        table.ui.button(c, f"choice.{encode(move)}", box, label, act, key=str(k + 1), tip=tip)
        if table.advised_move == move:
            icons.draw(c, "hint", box[0] + box[2] - 4, box[1] + 4, 20, "glow")
    skip, undo = layout.columns((x + 14, y + h - 45, w - 28, 34), 2, gap=8)
    if DONE in table.moves:
        words = table.ctx.t("legends.button.nothing")
        place = boxes[-1] if table.by_fingers else skip
        table.ui.button(c, f"choice.{encode(DONE)}", place, words, partial(table.make, DONE))
    table.back.draw_button(c, undo, None)


ROOM_FOR_WORDS = 40.0


def _bidding(table: LegendsTable, c: Canvas) -> None:
    """Draw the explanation of the bid, less and more buttons, and the coins."""
    x, y, w, _h = table.own.places.action
    t, fingers = table.ctx.t, table.by_fingers
    bid, cy, r = table.own.bid, y + (124 if fingers else 91), table.ui.touch.least / 2 if fingers else 15
    words, wide = t("legends.call.auction"), w - 28
    font = text.fit(c, words, wide, ROOM_FOR_WORDS, "fine", 1.14)
    top = y + 33 + max(0.0, (ROOM_FOR_WORDS - text.paragraph_height(c, words, wide, font, line=1.14)) / 2)
    text.paragraph(c, words, x + 14, top, wide, font, "text", line=1.14)
    shapes.coin(c, x + w / 2, cy, 18, str(bid), "gold")
    if not table.ctx.settings.one_switch:  # its frame goes to less and more
        place: Box = (x + w / 2 - 20, cy - 20, 40, 40)
        field = Target("bid.coins", place, lambda: None, adjust=lambda by: table.own.set_bid(bid + by), radius=20)
        field.role, field.label, field.value = SLIDER, t("legends.call.auction.title"), str(bid)
        table.ui.note(field)
    for name, icon, at, by, can in (
        ("less", "minus", x + 66, -1, bid > 0),
        ("more", "plus", x + w - 66, 1, bid < table.own.most),
    ):
        tip, act = (t(f"legends.bid.{name}"), ""), partial(table.own.set_bid, bid + by)
        table.ui.icon_button(c, f"bid.{name}", at, cy, r, icon, act, enabled=can, tip=tip)


def _sum_up(table: LegendsTable) -> str:
    """Return in words by how many points the card changes the scores with the choice pointed at; "" for no change."""
    move = region_targets.find_hot_move(table) if table.moves else None
    found = table.own.previews.find(table.view, move)
    if choices.is_cards(table.view):
        words = "" if found is None else region_targets.describe_changes(table, found.points)
        return table.ctx.t("legends.preview.card", changes=words) if words else ""
    if table.phase not in choices.ON_MAP or not table.helps:
        return ""
    words = region_targets.describe_changes(table, table.own.previews.sum_up(table.view, found))
    return table.ctx.t("legends.preview.turn", changes=words) if words else ""


def _find_pips(table: LegendsTable) -> tuple[str, int, int] | None:
    """Return sign, count left and total of the current action; None while no action is running."""
    running = table.view["running"]
    if not table.moves or running is None or table.view["left"] < 1:
        return None
    kind, total = running
    return _SIGNS[kind], table.view["left"], total


_SIGNS = {"place": "cube", "move": "walking-boot", "destroy": "crossed-swords", "city": "white-tower"}


def _draw_pips(table: LegendsTable, c: Canvas) -> None:
    found = _find_pips(table)
    if found is None:
        return
    sign, left, total = found
    x, y, w, _h = table.own.places.action
    pitch = min(27.0, (w - 40) / max(1, total))
    start = x + w / 2 - (total - 1) * pitch / 2
    for k in range(total):
        lit = k >= total - left
        cx, cy = start + k * pitch, y + 50
        stops = (("base/star.high", "base/star.low"), ("marked.high", "control.hover.low"))[not lit]
        disc = [(0, stops[0]), (1, stops[1])]
        shapes.outline(c, "circle", cx, cy, min(11.5, pitch * 0.45), disc, rim="veil", rim_w=1.2)
        if sign == "cube":
            legends_pieces.draw_cube(c, cx, cy, None, "", 6.5, alpha=255 if lit else 110)
        else:
            icons.draw(c, sign, cx, cy, min(14.0, pitch * 0.6), "confirm.text" if lit else "control.text.disabled")


def find_call(table: LegendsTable) -> Call:
    """Return title and text of the panel, and its button."""
    t, view, walk = table.ctx.t, table.view, table.stage.walk
    if walk is not None and (table.busy or table.confirming):
        title = t(f"legends.score.{walk.label}") if walk.label else t("legends.call.scored.title")
        if walk.done:
            return Call(title, t("legends.call.scored"), t("legends.button.go_on"), "laurel-crown")
        return Call(title, t("legends.call.scoring"), t("ui.skip"), "skip")
    if table.finished:
        return Call(t("legends.call.over.title"), "", t("ui.result.show"), "trophy")
    if not table.moves:
        if table.busy:
            return Call(t("legends.call.busy.title"), table.news.last_line, t("ui.skip"), "skip")
        waiting = [table.names[seat] for seat in table.pending]
        words = t("legends.call.wait", names=table.ctx.texts.join(waiting))
        return Call(t("legends.call.wait.title"), words, t("legends.button.wait"), "hourglass", False)
    phase = view["phase"]
    if choices.is_cards(view):
        return _find_card_call(table, phase)
    params: dict[str, Any] = {"n": view["left"], "cost": view["bonuses"][view["active"]]["sea"]}
    if phase == "segment":
        params["place"] = len(view["segments"]) + 1
    if phase == "token":
        placing = view["placing"]
        hidden = placing == "face_down"
        params["token"] = t("legends.token.hidden" if hidden else f"legends.token.{TOKEN_CODES[placing]}.name")
    if phase == "move_to" and view["picked"] is not None:
        params["region"] = table.own.region_name(view["picked"])
    said = t(f"legends.call.{phase}.title", **params), t(f"legends.call.{phase}", **params)
    if phase == "auction":
        return Call(*said, t("legends.button.bid", coins=table.own.bid), "two-coins")
    if phase == "segment":
        return Call(*said, t("legends.button.lay"), enabled=table.marked_move is not None)
    if DONE in table.moves:
        return Call(*said, t(f"legends.button.done.{phase}"), "check")
    if phase == "neutral":
        return Call(*said, t("legends.button.random"), "dice")
    return Call(*said, t("legends.button.choose"), enabled=False)


def _find_card_call(table: LegendsTable, phase: str) -> Call:
    t = table.ctx.t
    move = table.marked_move
    if move is not None and move.kind == Kind.CARD and move.number < len(table.view["row"]):
        card, price = table.view["row"][move.number], table.view["prices"][move.number]
        button = t("legends.button.take", n=price) if price else t("legends.button.take.free")
        return Call(card_name(table.ctx.texts, card), action_words(table.ctx.texts, card), button, "card-pick")
    said = t(f"legends.call.{phase}.title"), t(f"legends.call.{phase}")
    if phase == "last_card":
        return Call(*said, t("legends.button.no_card"))
    return Call(*said, t("legends.button.choose"), enabled=False)
