"""Action panel (current step) and the buttons of the chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.legends.cards import TOKEN_CODES
from games.legends.moves import DONE, Kind, Move, encode
from scenes.legends import choices, move_preview
from scenes.legends.card_view import action_words, card_name
from scenes.legends.layout import ACTION, MAIN
from scenes.shell.targets import Box
from scenes.table.glossary_links import underline
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

if TYPE_CHECKING:
    from scenes.legends.table_state import LegendsTable


# --- buttons of the chart -----------------------------------------------------------------------------------


def draw_tools(table: LegendsTable, c: Canvas) -> None:
    """Draw the chart buttons: zoom in, zoom out, whole map, region names."""
    if table.own.chart.composed is None:
        return
    t = table.ctx.t
    chart = table.own.chart
    x, y = chart.free_corner(table.own.places.tools)
    rows = (
        ("zoom_in", "plus", lambda: table.own.zoom(1), chart.level < 2),
        ("zoom_out", "minus", lambda: table.own.zoom(-1), chart.level > 0),
        ("whole", "expand", table.own.whole_map, chart.level > 0),
    )
    for k, (name, icon, action, enabled) in enumerate(rows):
        tip = (t(f"legends.chart.{name}"), t(f"legends.chart.{name}.tip"))
        table.ui.icon_button(c, f"chart.{name}", x + k * 38, y, 15, icon, _plain(action), enabled=enabled, tip=tip)
    tip = (t("legends.chart.names"), t("legends.chart.names.tip"))
    table.ui.icon_button(
        c, "chart.names", x + len(rows) * 38, y, 15, "ph-text-aa", table.own.toggle_names, on=chart.names, tip=tip
    )


def _plain(action: Callable[[], Any]) -> Callable[[], None]:
    def call() -> None:
        action()

    return call


def short(table: LegendsTable, move: Move) -> str:
    """Return a short label of an option: only the region where the panel's title names the action."""
    if move.region is None or table.view["phase"] not in choices.ON_MAP:
        return table.own.label(move)
    name = table.own.region_name(move.region)
    return name if move.owner is None else f"{name} · {table.own.owner_name(move.owner)}"


# --- the panel ---------------------------------------------------------------------------------------------


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw title, remaining actions, choice buttons, the amber button and undo."""
    x, y, w, h = ACTION
    title, body, button, icon, enabled = find_call(table)
    phase = table.phase
    sums = _sum_up(table)
    if sums:
        body = f"{body} {sums}" if body.rstrip("*").endswith((".", "!", "?")) else f"{body} \u00b7 {sums}"
    buttons = phase in ("choose_action", "name_first", "stem")
    top, low = (63, 106) if _pips(table) else (40, 100)
    font = text.fit(c, body, w - 30, low - top, "body", 1.18)
    tall = text.paragraph_height(c, body, w - 30, font, line=1.18)
    place = (x + 15, y + top + max(0.0, (low - top - tall) / 2), w - 30)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        text.draw(layer, title, x + w / 2, y + 23, "heading", "text.title", "cm", max_w=w - 28)
        if buttons or phase == "auction":
            return
        text.paragraph(
            layer, body, *place, font, "text.body", "c", line=1.18, bold_colour="text.strong",
        )  # fmt: skip

    key = (title, body, buttons, phase == "auction", bool(_pips(table)), table.ctx.texts.language)
    table.panels.draw(c, "action", key, ACTION, paint)
    if not buttons and phase != "auction":
        underline(c, table.ctx, table.ui, "legends", "action", body, place, font, line=1.18, align="c")
    if buttons:
        _choice_buttons(table, c)
        return
    if phase == "auction":
        _bidding(table, c)
    elif _pips(table):
        _draw_pips(table, c)
    t = table.ctx.t
    table.ui.button(
        c,
        "main",
        MAIN,
        button,
        table.main_or_skip,
        main=True,
        enabled=enabled,
        icon=icon,
        key=t("ui.key.main"),
    )
    table.back.draw_button(c, (x + w - 92, y + h - 58, 80.0, 40.0), 14.5, None)


def choice_box(at: int, count: int) -> Box:
    """Return the box of the ``at``-th of ``count`` buttons: in one column, or in two."""
    x, y, w, _h = ACTION
    columns = 2 if count > 2 else 1
    room = (w - 28 - 8 * (columns - 1)) / columns
    return x + 14 + (at % columns) * (room + 8), y + 40 + (at // columns) * 42, room, 37.0


def _choice_buttons(table: LegendsTable, c: Canvas) -> None:
    """Draw a plain button per choice: actions of a card, first player, place of the stem."""
    x, y, w, h = ACTION
    moves = table.moves
    phase = table.view["phase"]
    wanted = [move for move in moves if move != DONE]
    for k, move in enumerate(wanted):
        one = encode(move)
        box = choice_box(k, len(wanted))
        label = table.names[move.number] if phase == "name_first" else table.own.label(move)
        key = str(k + 1)
        tip = None
        if phase != "name_first":
            tip = (table.own.label(move), table.reason(move))
        table.ui.button(c, f"choice.{one}", box, label, _decide(table, move), key=key, tip=tip)
        if table.advised_move == move:
            icons.draw(c, "hint", box[0] + box[2] - 4, box[1] + 4, 20, "glow")
    half = (w - 36) / 2
    if DONE in moves:
        table.ui.button(
            c, f"choice.{encode(DONE)}", (x + 14, y + h - 45, half, 34), table.ctx.t("legends.button.nothing"),
            _decide(table, DONE),
        )  # fmt: skip
    table.back.draw_button(c, (x + w - 14 - half, y + h - 45, half, 34.0), 14.5, None)


def _decide(table: LegendsTable, move: Move) -> Callable[[], None]:
    def call() -> None:
        table.make(move)

    return call


ROOM_FOR_WORDS = 40.0


def _bidding(table: LegendsTable, c: Canvas) -> None:
    """Draw the explanation of the bid, less and more buttons, and the coins."""
    x, y, w, _h = ACTION
    t = table.ctx.t
    bid, cy = table.own.bid, y + 91
    words, wide = t("legends.call.auction"), w - 28
    font = text.fit(c, words, wide, ROOM_FOR_WORDS, "fine", 1.14)
    top = y + 33 + max(0.0, (ROOM_FOR_WORDS - text.paragraph_height(c, words, wide, font, line=1.14)) / 2)
    text.paragraph(c, words, x + 14, top, wide, font, "text", line=1.14)
    table.ui.icon_button(
        c, "bid.less", x + 66, cy, 15, "minus", lambda: table.own.set_bid(bid - 1), enabled=bid > 0,
        tip=(t("legends.bid.less"), ""),
    )  # fmt: skip
    shapes.coin(c, x + w / 2, cy, 18, str(bid), "gold")
    table.ui.icon_button(
        c, "bid.more", x + w - 66, cy, 15, "plus", lambda: table.own.set_bid(bid + 1), enabled=bid < table.own.most,
        tip=(t("legends.bid.more"), ""),
    )  # fmt: skip


def _sum_up(table: LegendsTable) -> str:
    """Return what the card changes in points, with the choice at hand; "" when it changes none."""
    move = move_preview.find_hot_move(table) if table.moves else None
    found = table.own.previews.find(table.view, move)
    if choices.is_cards(table.view):
        words = "" if found is None else move_preview.describe(table, found.points)
        return table.ctx.t("legends.preview.card", changes=words) if words else ""
    if table.phase not in choices.ON_MAP or not table.helps:
        return ""
    words = move_preview.describe(table, table.own.previews.sum_up(table.view, found))
    return table.ctx.t("legends.preview.turn", changes=words) if words else ""


def _pips(table: LegendsTable) -> tuple[str, int, int] | None:
    """Return the rest of the current action: sign, count left, total."""
    running = table.view["running"]
    if not table.moves or running is None or table.view["left"] < 1:
        return None
    kind, total = running
    return _SIGNS[kind], table.view["left"], total


_SIGNS = {"place": "cube", "move": "walking-boot", "destroy": "crossed-swords", "city": "white-tower"}


def _draw_pips(table: LegendsTable, c: Canvas) -> None:
    found = _pips(table)
    if found is None:
        return
    sign, left, total = found
    x, y, w, _h = ACTION
    pitch = min(27.0, (w - 40) / max(1, total))
    start = x + w / 2 - (total - 1) * pitch / 2
    for k in range(total):
        lit = k >= total - left
        cx, cy = start + k * pitch, y + 50
        stops = [(0, "base/star.high"), (1, "base/star.low")] if lit else [(0, "marked.high"), (1, "control.hover.low")]
        shapes.outline(c, "circle", cx, cy, min(11.5, pitch * 0.45), stops, rim="veil", rim_w=1.2)
        if sign == "cube":
            legends_pieces.draw_cube(c, cx, cy, None, "", 6.5, alpha=255 if lit else 110)
        else:
            icons.draw(c, sign, cx, cy, min(14.0, pitch * 0.6), "confirm.text" if lit else "control.text.disabled")


def find_call(table: LegendsTable) -> tuple[str, str, str, str | None, bool]:
    """Return title, text, button label, button icon, button enabled."""
    t = table.ctx.t
    view = table.view
    walk = table.stage.walk
    legal = table.moves
    if walk is not None and (table.busy or table.confirming):
        label = t(f"legends.score.{walk.label}") if walk.label else t("legends.call.scored.title")
        body = t("legends.call.scoring") if not walk.done else t("legends.call.scored")
        button = t("legends.button.go_on") if walk.done else t("ui.skip")
        return label, body, button, "laurel-crown" if walk.done else "skip", True
    if table.finished:
        return t("legends.call.over.title"), "", t("ui.result.show"), "trophy", True
    if not legal:
        if table.busy:
            return t("legends.call.busy.title"), table.news.last_line, t("ui.skip"), "skip", True
        waiting = [table.names[seat] for seat in table.pending]
        words = t("legends.call.wait", names=table.ctx.texts.join(waiting))
        return t("legends.call.wait.title"), words, t("legends.button.wait"), "hourglass", False
    phase = view["phase"]
    if choices.is_cards(view):
        return _card_call(table, phase)
    if phase == "auction":
        bid = t("legends.button.bid", coins=table.own.bid)
        return t("legends.call.auction.title"), t("legends.call.auction"), bid, "two-coins", True
    if phase == "segment":
        chosen = table.marked_move is not None
        return (
            t("legends.call.segment.title", place=len(view["segments"]) + 1), t("legends.call.segment"),
            t("legends.button.lay"), None, chosen,
        )  # fmt: skip
    params: dict[str, Any] = {"n": view["left"], "cost": view["bonuses"][view["active"]]["sea"]}
    if phase == "token":
        placing = view["placing"]
        name = t("legends.token.hidden") if placing == "face_down" else t(f"legends.token.{TOKEN_CODES[placing]}.name")
        params["token"] = name
    if phase == "move_to" and view["picked"] is not None:
        params["region"] = table.own.region_name(view["picked"])
    title, body = t(f"legends.call.{phase}.title", **params), t(f"legends.call.{phase}", **params)
    if DONE in table.moves:
        return title, body, t(f"legends.button.done.{phase}"), "check", True
    if phase == "neutral":
        return title, body, t("legends.button.random"), "dice", True
    return title, body, t("legends.button.choose"), None, False


def _card_call(table: LegendsTable, phase: str) -> tuple[str, str, str, str | None, bool]:
    t = table.ctx.t
    move = table.marked_move
    if move is not None and move.kind == Kind.CARD and move.number < len(table.view["row"]):
        card = card_name(table.ctx.texts, table.view["row"][move.number])
        price = table.view["prices"][move.number]
        button = t("legends.button.take", n=price) if price else t("legends.button.take.free")
        return card, action_words(table.ctx.texts, table.view["row"][move.number]), button, "card-pick", True
    if phase == "last_card":
        return t("legends.call.last_card.title"), t("legends.call.last_card"), t("legends.button.no_card"), None, True
    return t("legends.call.take_card.title"), t("legends.call.take_card"), t("legends.button.choose"), None, False
