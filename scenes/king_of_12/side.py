"""The right column of the King of 12 table, the name plates and the round's result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from scenes.king_of_12.choices import CROWN, action_label
from scenes.menus.levels import computer_name
from scenes.shell.panels import chronicle, titled
from scenes.shell.targets import Box, Target
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table import Table

X, W = 1298.0, 286.0
Call = tuple[str, str, str, str | None, bool]
"""Title, text, button label, button icon, button enabled."""
STEPS = (
    ("choose", "card-pick"),
    ("cancel", "cancel"),
    ("effects", "magic-swirl"),
    ("compare", "weight-scale"),
    ("score", "two-coins"),
    ("discard", "card-discard"),
)
MARKS: dict[str, str] = {
    "round_begins": "dice",
    "game_begins": "throne",
    "dice_cancelled": "weight-scale",
    "cards_cancelled": "cancel",
    "values": "weight-scale",
    "no_winner": "weight-scale",
    "no_second": "weight-scale",
    "round_ends": "hourglass",
    "points_dropped": "two-coins",
    "round_unwon": "crown",
    "group_unwon": "crown",
}


def mark_of(event: Event) -> int | str | None:
    """What stands before a line: the seat it speaks of, else an icon."""
    for key in ("seat", "by", "thief"):
        if isinstance(event.data.get(key), int) and event.kind not in ("round_ends",):
            return int(event.data[key])
    return MARKS.get(event.kind, "d12")


def last_trick_lines(table: Table) -> list[str]:
    """What happened since the cards of the last trick were turned over, each line with its reason."""
    start = 0
    for at, (_turn, event) in enumerate(table.told):
        if event.kind == "revealed":
            start = at
    rows: list[str] = []
    seen: set[str] = set()
    for _turn, event in table.told[start:]:
        if event.kind == "round_begins":
            break
        line = table.session.rules.describe(event)
        if line is None:
            continue
        words = table.ctx.say(line, table.names)
        why = table.session.rules.explain(event)
        reason = table.ctx.say(why, table.names) if why is not None else ""
        if reason and reason not in seen:
            seen.add(reason)
            words += "\n" + reason
        rows.append(words)
    return rows


def best_hint(table: Table) -> int | None:
    """The card the hint recommends most, if one is shown."""
    if table.hint is None or not table.hint.considered:
        return None
    best = max(table.hint.considered, key=lambda one: one.weight)
    action = int(best.action)
    return action - CROWN if action >= CROWN else action if action < 20 else None


def column(table: Table, c: Canvas, kind: str, legal: Sequence[int]) -> None:
    """Trick steps, chronicle or advice, call to action."""
    extra = c.height - 900
    _tracker(table, c)
    box = (X, 364.0, W, 300.0 + extra)
    table.update_lines()
    if table.hint is not None or table.opponents.hinting:
        _advice(table, c, box)
    else:
        table.chronicle_panel(c, box)
    _action(table, c, kind, legal, 676 + extra)


def chronicle_panel(table: Table, c: Canvas, box: Box) -> None:
    """What has happened."""
    chronicle(
        c,
        table.ui,
        table.panels,
        box,
        _chronicle_title(table),
        table.lines,
        table.session.seats,
        table.scroll,
        table.open_line,
        table.last_choice(),
    )


def _chronicle_title(table: Table) -> str:
    """Several people at one computer: who comes back is told that the bright lines happened meanwhile."""
    missed = table.shared and table.viewer is not None and table.last_choice() > 0
    return table.ctx.t("ui.chronicle.since" if missed else "ui.chronicle")


def _tracker(table: Table, c: Canvas) -> None:
    t = table.ctx.t
    step = table.stage.step
    x, y, w, h = X, 62.0, W, 286.0

    def paint(layer: Canvas) -> None:
        titled(layer, (x, y, w, h), t("king_of_12.table.trick"), None, t("king_of_12.table.step", step=step))
        for k, (name, icon) in enumerate(STEPS):
            yy = y + 70 + k * 38
            number = k + 1
            current = number == step
            if current:
                shapes.gradient_box(
                    layer, x + 8, yy - 18, w - 16, 36, 8, [(0, "#7a5423"), (1, "#4d3316")], angle=90, rim="gold"
                )
            if k < 5:
                shapes.line(layer, x + 32, yy + 12, x + 32, yy + 26, "#6b5334" if number < step else "#463524", 2)
            stops = (
                [(0, "#f6c766"), (1, "#b9701f")]
                if current
                else [(0, "#7b6a3c"), (1, "#4a3d1e")]
                if number < step
                else [(0, "#3a2a1c"), (1, "#251910")]
            )
            shapes.gradient_box(layer, x + 20, yy - 12, 24, 24, 12, stops, rim="#120a05")
            if number < step:
                icons.draw(layer, "check", x + 32, yy, 13, "#f3e3b4")
            else:
                text.draw(layer, str(number), x + 32, yy, "sans_x", 14, "#35190a" if current else "#a48d6a", "cm")
            colour = "#fff3d4" if current else "#c3ad85" if number < step else "#a48d6a"
            face = "serif_bold" if current else "serif"
            label = t(f"king_of_12.step.{name}")
            text.draw(layer, label, x + 56, yy, face, 17 if current else 16, colour, "lm", max_w=w - 104)
            icons.draw(layer, icon, x + w - 32, yy, 20, "gold_hi" if current else "#8a7350")

    table.panels.draw(c, "tracker", (step, table.ctx.texts.language), (x, y, w, h), paint)
    for k, (name, _icon) in enumerate(STEPS):
        yy = y + 70 + k * 38
        tip = (t(f"king_of_12.step.{name}"), t(f"king_of_12.step.{name}.help"))
        table.ui.note(Target(f"step.{name}", (x + 8, yy - 18, w - 16, 36), lambda: None, tip=tip, ring=False, sound=""))


def _advice(table: Table, c: Canvas, box: tuple[float, float, float, float]) -> None:
    """The expert's view of the own options."""
    t = table.ctx.t
    x, y, w, h = box
    hint = table.hint
    considered: list[Any] = []
    if hint is not None:
        considered = sorted(hint.considered, key=lambda one: -one.weight)[:5]

    def paint(layer: Canvas) -> None:
        titled(layer, box, t("ui.hint.title"), "hint")
        if hint is None:
            text.paragraph(layer, t("ui.hint.thinking"), x + 18, y + 60, w - 36, "italic", 15.5, "cream")
            return
        yy = y + 64
        for k, one in enumerate(considered):
            name = _option_name(table, int(one.action))
            text.draw(layer, name, x + 18, yy, "serif_bold" if k == 0 else "serif", 15.5, "cream", "lm", max_w=118)
            shapes.rounded(layer, x + 142, yy - 6, 78, 12, 6, "#0e0805")
            length = 78 * min(1.0, float(one.weight))
            if length >= 3:
                stops = [(0, "gold_hi"), (1, "gold")] if k == 0 else [(0, "#a48d6a"), (1, "#6b5334")]
                shapes.gradient_box(layer, x + 142, yy - 6, max(12.0, length), 12, 6, stops)
            percent = t("ui.percent", value=round(100 * float(one.weight)))
            text.draw(layer, percent, x + w - 14, yy, "sans_bold", 14, "cream", "rm")
            yy += 28
        if considered:
            shapes.rule(layer, x + 14, yy - 4, w - 28, ornament=False)
            for reason in list(considered[0].reasons)[:3]:
                words = table.ctx.say(reason, table.names)
                if yy + 8 + text.paragraph_height(layer, words, w - 36, "sans", 14) > y + h - 8:
                    break
                yy += text.paragraph(layer, words, x + 18, yy + 8, w - 36, "sans", 14, "#e6d6b6") + 8

    key = (table.ctx.texts.language, hint is None, table.hints_shown)
    table.panels.draw(c, "advice", key, box, paint)


def _option_name(table: Table, action: int) -> str:
    if action < 20:
        return table.card_name(action)
    if action >= CROWN:
        return table.card_name(action - CROWN)
    if action < 40:
        return str(action - 20)
    return action_label(table, action)


# --- call to action ------------------------------------------------------------------------------------


def _action(table: Table, c: Canvas, kind: str, legal: Sequence[int], y: float) -> None:
    t = table.ctx.t
    title, body, button, icon, enabled = table.call(kind, legal)
    x, w, h = X, W, 208.0

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        text.draw(layer, title, x + w / 2, y + 27, "sc", 19, "gold_hi", "cm", max_w=w - 30)
        shapes.rule(layer, x + 30, y + 45, w - 60)
        size = text.fit(layer, body, w - 44, 43, "sans", 15.5, 1.22)
        tall = text.paragraph_height(layer, body, w - 44, "sans", size)
        text.paragraph(
            layer,
            body,
            x + 22,
            y + 56 + max(0, (44 - tall) / 2),
            w - 44,
            "sans",
            size,
            "#ecdcba",
            "c",
            bold_colour="#ffeec4",
        )

    table.panels.draw(c, "action", (title, body, table.ctx.texts.language), (x, y, w, h), paint)
    key = t("ui.key.space")
    box = (x + 16, y + 104, w - 32, 52.0)
    table.ui.button(c, "main", box, button, table.main_or_skip, main=True, enabled=enabled, icon=icon, size=20, key=key)
    half = (w - 42) / 2
    table.ui.button(c, "why", (x + 16, y + 165, half, 32), t("ui.why.button"), table.explain, icon="question", size=15)
    possible, reason = table.undo_state()
    tip = (t("ui.bar.undo"), t("ui.bar.undo.tip") if possible else t(reason) if reason else "")
    table.ui.button(
        c,
        "undo",
        (x + 26 + half, y + 165, half, 32),
        t("ui.undo.button"),
        table.undo,
        enabled=possible,
        icon="undo",
        size=15,
        tip=tip,
    )


def call(table: Table, kind: str, legal: Sequence[int]) -> Call:
    """Title, text, button label, button icon, button enabled."""
    t = table.ctx.t
    names = table.names
    if table.confirming and table.round_card is not None:
        return (*_round_words(table), t("king_of_12.button.go_on"), "crown", True)
    if table.confirming:
        return (*trick_words(table), t("king_of_12.button.take"), "two-coins", True)
    if kind == "card":
        if table.chosen is not None:
            card = table.card_name(table.chosen)
            return (
                t("king_of_12.call.play.title", card=card),
                t("king_of_12.call.play"),
                action_label(table, table.chosen),
                "card-pick",
                True,
            )
        return (
            t("king_of_12.call.choose.title"),
            t("king_of_12.call.choose"),
            t("king_of_12.button.choose"),
            None,
            False,
        )
    if kind == "crown":
        label = action_label(table, table.chosen) or t("king_of_12.button.choose")
        return t("king_of_12.call.crown.title"), t("king_of_12.call.crown"), label, "crown", table.chosen is not None
    if kind:
        label = action_label(table, table.chosen) or t(f"king_of_12.button.choose_{kind}")
        return t(f"king_of_12.call.{kind}.title"), t(f"king_of_12.call.{kind}"), label, None, table.chosen is not None
    if table.finished:
        return t("king_of_12.call.over.title"), "", t("ui.result.show"), "trophy", True
    if table.busy:
        line = table.lines[-1].text if table.lines else ""
        return t(f"king_of_12.step.{STEPS[table.stage.step - 1][0]}"), line, t("ui.skip"), "skip", True
    waiting = [names[seat] for seat in table.session.to_act()]
    return (
        t("king_of_12.call.wait.title"),
        t("king_of_12.call.wait", names=table.ctx.texts.join(waiting)),
        t("king_of_12.button.wait"),
        "hourglass",
        False,
    )


def is_you(table: Table, seat: int) -> bool:
    """Whether "you" is the right word for this seat."""
    return table.people == [seat]


def trick_words(table: Table) -> tuple[str, str]:
    t = table.ctx.t
    first = next((event for event in table.outcome if event.data.get("place") == 1), None)
    second = next((event for event in table.outcome if event.data.get("place") == 2), None)
    if first is None:
        return t("king_of_12.call.nobody.title"), t("king_of_12.call.nobody")
    winner = first.data["seat"]
    you = is_you(table, winner)
    title = t("king_of_12.call.won.title.you") if you else t("king_of_12.call.won.title", name=table.names[winner])
    parts = [
        t("king_of_12.call.won.you" if you else "king_of_12.call.won", name=table.names[winner], n=first.data["points"])
    ]
    if second is not None:
        seat = second.data["seat"]
        key = "king_of_12.call.second.you" if is_you(table, seat) else "king_of_12.call.second"
        parts.append(t(key, name=table.names[seat], n=second.data["points"]))
    else:
        parts.append(t("king_of_12.call.no_second"))
    return title, " ".join(parts)


def _round_words(table: Table) -> tuple[str, str]:
    t = table.ctx.t
    assert table.round_card is not None
    last = table.round_card[-1]
    if last.kind == "round_unwon":
        return t("king_of_12.call.round_unwon.title"), t("king_of_12.call.round_unwon")
    seat = last.data["seat"]
    you = is_you(table, seat)
    title = t(
        "king_of_12.call.round_won.title.you" if you else "king_of_12.call.round_won.title", name=table.names[seat]
    )
    crowns = table.stage.seats[seat].crowns + 1
    body = "king_of_12.call.round_won.second" if crowns >= 2 else "king_of_12.call.round_won"
    return title, t(body, name=table.names[seat], n=last.data["points"])


# --- plates ------------------------------------------------------------------------------------------------


def plate(table: Table, c: Canvas, k: int) -> None:
    """Name, kind of player, points and crowns of a seat."""
    t = table.ctx.t
    seat = table.stage.seats[k]
    player = table.session.seats[k]
    x, y, w, h = seat.place.plate
    below = seat.place.side == "below"
    owes = not table.busy and k in table.session.to_act()
    points = seat.points
    if player.kind == "person":
        sub = t("ui.plate.you") if table.people == [k] else t("ui.plate.person")
    else:
        sub = computer_name(table, k)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        said = sub
        if player.kind != "person" and text.width(layer, sub, "sans", 13.5, fixed=True) > w - 80 - 2 * h * 0.4:
            said = computer_name(table, k, short=True)
        if owes:
            shapes.rounded(layer, x - 1, y - 1, w + 2, h + 2, 11, "gold_hi", border=2)
        r = min(34.0, h * (0.4 if below else 0.36))
        shapes.badge(layer, player.colour, player.emblem, x + 14 + r, y + h / 2, r)
        tx = x + 24 + 2 * r
        room = x + w - 50 - tx - (20 if seat.ready else 0)
        text.draw(layer, player.name, tx, y + h * 0.34, "serif_bold", 22 if below else 18, "#fff2d2", "lm", max_w=room)
        text.draw(layer, said, tx, y + h * 0.68, "sans", 13.5, "mute", "lm", max_w=x + w - 56 - tx, fixed=True)
        shapes.coin(layer, x + w - 28, y + h * 0.36, 13, str(points), "gold")
        for n in range(2):
            shapes.crown(layer, x + w - 42 + n * 22, y + h * 0.76, 19, n < seat.crowns)
        if seat.ready:
            wide = min(room, text.width(layer, player.name, "serif_bold", 22 if below else 18))
            icons.draw(layer, "check", tx + wide + 13, y + h * 0.34, 15, "ok")

    key = (player, sub, points, seat.crowns, owes, seat.ready, table.ctx.texts.language, c.palette)
    table.panels.draw(c, f"plate.{k}", key, (x, y, w, h), paint)
    tip = (player.name, t("king_of_12.plate.tip", points=points, crowns=seat.crowns, cards=seat.hand_size))
    table.ui.note(Target(f"plate.{k}", (x, y, w, h), lambda: None, tip=tip, ring=False, sound=""))


# --- the end of a round ---------------------------------------------------------------------------------------


def round_result(table: Table, c: Canvas, events: Sequence[Event]) -> None:
    """Points of the round, what was dropped, who takes the crown."""
    t = table.ctx.t
    cx, cy = table.centre()
    points: list[int] = list(events[0].data["points"])
    dropped = {seat for event in events if event.kind == "points_dropped" for seat in event.data["seats"]}
    won = events[-1].data.get("seat") if events[-1].kind == "round_won" else None
    w, row = 620.0, 58.0
    h = 142 + row * len(points)
    x, y = cx - w / 2, cy - h / 2
    shapes.panel(c, x, y, w, h, "parchment")
    title = t("king_of_12.round.title", n=events[0].data["round"])
    text.draw(c, title, cx, y + 34, "sc_x", 24, "#4a2a10", "cm")
    cause = events[0].data["cause"]
    text.draw(c, t(f"king_of_12.round.cause.{cause}"), cx, y + 64, "italic", 16, "ink2", "cm", max_w=w - 50)
    shapes.rule(c, cx - 150, y + 84, 300, colour="#8c6426")
    for at, k in enumerate(sorted(range(len(points)), key=lambda seat: -points[seat])):
        player = table.session.seats[k]
        yy = y + 120 + at * row
        if k == won:
            shapes.rounded(c, x + 24, yy - row / 2 + 3, w - 48, row - 6, 9, "#d9a441", alpha=90)
        shapes.badge(c, player.colour, player.emblem, x + 62, yy, 19)
        text.draw(c, player.name, x + 96, yy, "serif_bold", 20, "ink", "lm", max_w=170)
        shapes.coin(c, x + 298, yy, 17, str(points[k]), "gold" if points[k] else "copper")
        if k in dropped:
            shapes.line(c, x + 280, yy + 13, x + 316, yy - 13, "bad", 3)
            text.draw(c, t("king_of_12.round.dropped"), x + 330, yy, "sans", 15.5, "#8a2f1c", "lm", max_w=w - 360)
        elif k == won:
            icons.draw(c, "crown", x + 344, yy - 2, 30, "#a8741c")
            text.draw(c, t("king_of_12.round.wins"), x + 372, yy, "serif_bold", 18, "#6b4410", "lm", max_w=w - 400)
