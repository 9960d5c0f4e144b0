"""The action panel (what is to be done now, step by step), chronicle or advice, and the buttons of the chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.legends.moves import DONE, Kind, Move, decode, encode
from games.legends.tokens import TOKEN_CODES
from scenes.legends import choices
from scenes.legends.cards_drawn import action_words, card_name
from scenes.legends.places import ACTION, CHRONICLE, MAIN
from scenes.legends.row import best_hint
from scenes.shell.targets import Box
from scenes.table import advice
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

if TYPE_CHECKING:
    from scenes.legends.table import Table


# --- chronicle, advice, buttons of the chart --------------------------------------------------------------


def draw_chronicle(table: Table, c: Canvas) -> None:
    """What happened, or the expert's view of the own options."""
    table.update_lines()
    advice.draw(table, c, CHRONICLE, lambda action: _short(table, action))
    _tools(table, c)


def _tools(table: Table, c: Canvas) -> None:
    if table.view_of_chart.composed is None:
        return
    t = table.ctx.t
    chart = table.view_of_chart
    x, y = chart.free_corner(table.places.tools)
    rows = (
        ("zoom_in", "plus", lambda: table.zoom(1), chart.level < 2),
        ("zoom_out", "minus", lambda: table.zoom(-1), chart.level > 0),
        ("whole", "expand", table.whole_map, chart.level > 0),
    )
    for k, (name, icon, action, enabled) in enumerate(rows):
        tip = (t(f"legends.chart.{name}"), t(f"legends.chart.{name}.tip"))
        table.ui.icon_button(c, f"chart.{name}", x + k * 38, y, 15, icon, _plain(action), enabled=enabled, tip=tip)


def _plain(action: Callable[[], Any]) -> Callable[[], None]:
    def call() -> None:
        action()

    return call


def _short(table: Table, wanted: int) -> str:
    """An option in few words: where the title of the panel says what is done, the region is enough."""
    _kind, _number, region, owner, _turned = decode(wanted)
    if region is None or table.view["phase"] not in choices.ON_MAP:
        return table.label(wanted)
    name = table.region_name(region)
    if owner is None:
        return name
    whose = table.ctx.t("legends.neutral") if owner == choices.NEUTRAL else table.names[owner]
    return f"{name} · {whose}"


# --- the panel ---------------------------------------------------------------------------------------------


def draw(table: Table, c: Canvas) -> None:
    """Title, what is left, the choices that are buttons, the amber button and undo."""
    x, y, w, h = ACTION
    title, body, button, icon, enabled = _call(table)
    legal = table.legal()
    phase = table.view["phase"] if legal else ""
    buttons = phase in ("choose_action", "name_first", "stem")

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        text.draw(layer, title, x + w / 2, y + 23, "sc", 17.5, "gold_hi", "cm", max_w=w - 28)
        if buttons or phase == "auction":
            return
        top, low = (63, 106) if _pips(table) else (40, 100)
        size = text.fit(layer, body, w - 30, low - top, "sans", 15, 1.18)
        tall = text.paragraph_height(layer, body, w - 30, "sans", size, line=1.18)
        text.paragraph(
            layer, body, x + 15, y + top + max(0.0, (low - top - tall) / 2), w - 30, "sans", size, "#ecdcba", "c",
            line=1.18, bold_colour="#ffeec4",
        )  # fmt: skip

    key = (title, body, buttons, phase == "auction", bool(_pips(table)), table.ctx.texts.language)
    table.panels.draw(c, "action", key, ACTION, paint)
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
        size=18,
        key=t("ui.key.space"),
    )
    _undo(table, c, (x + w - 92, y + h - 58, 80.0, 40.0))


def _undo(table: Table, c: Canvas, box: tuple[float, float, float, float]) -> None:
    t = table.ctx.t
    possible, reason = table.undo_state()
    tip = (t("ui.bar.undo"), t("ui.bar.undo.tip") if possible else t(reason) if reason else "")
    table.ui.button(c, "undo", box, t("ui.undo.button"), table.undo, enabled=possible, size=14.5, tip=tip)


def choice_box(at: int, count: int) -> Box:
    """The ``at``-th of ``count`` buttons in the panel: one below the other, or in two columns."""
    x, y, w, _h = ACTION
    columns = 2 if count > 2 else 1
    room = (w - 28 - 8 * (columns - 1)) / columns
    return x + 14 + (at % columns) * (room + 8), y + 40 + (at // columns) * 42, room, 37.0


def _choice_buttons(table: Table, c: Canvas) -> None:
    """Two actions of a card, who begins, where the stem goes: one button each, all of them plain."""
    x, y, w, h = ACTION
    moves = table.moves()
    phase = table.view["phase"]
    wanted = [move for move in moves if move != DONE]
    for k, move in enumerate(wanted):
        one = encode(move)
        box = choice_box(k, len(wanted))
        label = table.names[move.number] if phase == "name_first" else table.label(one)
        key = str(k + 1)
        tip = None
        if phase != "name_first":
            why = table.session.rules.explain(one)
            tip = (table.label(one), table.ctx.say(why, table.names) if why is not None else "")
        table.ui.button(c, f"choice.{one}", box, label, _decide(table, move), size=16, key=key, tip=tip)
        if best_hint(table) == move:
            icons.draw(c, "hint", box[0] + box[2] - 4, box[1] + 4, 20, "glow")
    half = (w - 36) / 2
    if DONE in moves:
        table.ui.button(
            c, f"choice.{encode(DONE)}", (x + 14, y + h - 45, half, 34), table.ctx.t("legends.button.nothing"),
            _decide(table, DONE), size=14.5,
        )  # fmt: skip
    _undo(table, c, (x + w - 14 - half, y + h - 45, half, 34.0))


def _decide(table: Table, move: Move) -> Callable[[], None]:
    def call() -> None:
        table.make(move)

    return call


def _bidding(table: Table, c: Canvas) -> None:
    """Less, more, and the coins of the bid."""
    x, y, w, _h = ACTION
    t = table.ctx.t
    most = len(table.legal()) - 1
    cy = y + 70
    table.ui.icon_button(
        c, "bid.less", x + 62, cy, 20, "minus", lambda: table.set_bid(table.bid - 1), enabled=table.bid > 0,
        tip=(t("legends.bid.less"), ""),
    )  # fmt: skip
    shapes.coin(c, x + w / 2, cy, 26, str(table.bid), "gold")
    table.ui.icon_button(
        c, "bid.more", x + w - 62, cy, 20, "plus", lambda: table.set_bid(table.bid + 1), enabled=table.bid < most,
        tip=(t("legends.bid.more"), ""),
    )  # fmt: skip


def _pips(table: Table) -> tuple[str, int, int] | None:
    """What is left of the running action: sign, how many, of how many."""
    view = table.view
    phase = view["phase"]
    if not table.legal() or phase not in ("place", "move_from", "move_to", "destroy", "city") or view["left"] < 1:
        return None
    sign = {"place": "cube", "destroy": "crossed-swords", "city": "white-tower"}.get(phase, "walking-boot")
    kind = {"move_from": "move", "move_to": "move"}.get(phase, phase)
    total = max([number for one, number in view["actions"] if one == kind] or [view["left"]])
    return sign, view["left"], max(total, view["left"])


def _draw_pips(table: Table, c: Canvas) -> None:
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
        stops = [(0, "#ffe7a3"), (1, "#d99a34")] if lit else [(0, "#54422e"), (1, "#352718")]
        shapes.outline(c, "circle", cx, cy, min(11.5, pitch * 0.45), stops, rim="#1a0f07", rim_w=1.2)
        if sign == "cube":
            legends_pieces.draw_cube(c, cx, cy, None, "", 6.5, alpha=255 if lit else 110)
        else:
            icons.draw(c, sign, cx, cy, min(14.0, pitch * 0.6), "#3c1d06" if lit else "#8a7350")


def _call(table: Table) -> tuple[str, str, str, str | None, bool]:
    """Title, text, button label, button icon, button enabled."""
    t = table.ctx.t
    view = table.view
    walk = table.stage.walk
    legal = table.legal()
    if walk is not None and (table.busy or table.confirming):
        label = t(f"legends.score.{walk.label}") if walk.label else t("legends.call.scored.title")
        body = t("legends.call.scoring") if not walk.done else t("legends.call.scored")
        button = t("legends.button.go_on") if walk.done else t("ui.skip")
        return label, body, button, "laurel-crown" if walk.done else "skip", True
    if table.finished:
        return t("legends.call.over.title"), "", t("ui.result.show"), "trophy", True
    if not legal:
        if table.busy:
            line = table.lines[-1].text if table.lines else ""
            return t("legends.call.busy.title"), line, t("ui.skip"), "skip", True
        waiting = [table.names[seat] for seat in table.session.to_act()]
        words = t("legends.call.wait", names=table.ctx.texts.join(waiting))
        return t("legends.call.wait.title"), words, t("legends.button.wait"), "hourglass", False
    phase = view["phase"]
    if choices.is_cards(view):
        return _card_call(table, phase)
    if phase == "auction":
        return t("legends.call.auction.title"), "", t("legends.button.bid", coins=table.bid), "two-coins", True
    if phase == "segment":
        chosen = table.marked is not None
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
        params["region"] = table.region_name(view["picked"])
    title, body = t(f"legends.call.{phase}.title", **params), t(f"legends.call.{phase}", **params)
    if DONE in table.moves():
        return title, body, t(f"legends.button.done.{phase}"), "check", True
    return title, body, t("legends.button.choose"), None, False


def _card_call(table: Table, phase: str) -> tuple[str, str, str, str | None, bool]:
    t = table.ctx.t
    move = table.marked
    if move is not None and move.kind == Kind.CARD and move.number < len(table.view["row"]):
        card = card_name(table.ctx.texts, table.view["row"][move.number])
        price = table.view["prices"][move.number]
        button = t("legends.button.take", n=price) if price else t("legends.button.take.free")
        return card, action_words(table.ctx.texts, table.view["row"][move.number]), button, "card-pick", True
    if phase == "last_card":
        return t("legends.call.last_card.title"), t("legends.call.last_card"), t("legends.button.no_card"), None, True
    return t("legends.call.take_card.title"), t("legends.call.take_card"), t("legends.button.choose"), None, False
