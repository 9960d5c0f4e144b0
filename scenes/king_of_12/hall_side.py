"""What the right column says in the hall: the call to action, the standings, why a trick ended as it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes.king_of_12 import side
from scenes.shell.panels import titled
from scenes.shell.targets import Box, Target
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.hall import HallTable


def call(table: HallTable, kind: str, legal: Sequence[int]) -> side.Call:
    """Title, text, button label, button icon, button enabled."""
    t = table.ctx.t
    if table.confirming and table.round_card is not None:
        return (*_round_words(table), t("king_of_12.button.go_on"), "crown", True)
    if table.confirming and table.waits_for == "on":
        return (*_group_words(table), t("king_of_12.hall.button.on"), "right", True)
    if kind or table.confirming or table.finished or table.busy:
        return side.call(table, kind, legal)
    waiting = table.session.to_act()
    if len(waiting) <= 3:
        return side.call(table, kind, legal)
    return (
        t("king_of_12.call.wait.title"),
        t("king_of_12.hall.call.wait", n=len(waiting)),
        t("king_of_12.button.wait"),
        "hourglass",
        False,
    )


def _group_words(table: HallTable) -> tuple[str, str]:
    """What came out at the large table before the winners meet."""
    t = table.ctx.t
    first = next((event for event in table.outcome if event.kind == "to_centre"), None)
    second = next((event for event in table.outcome if event.kind == "scored"), None)
    if first is None:
        return t("king_of_12.hall.call.nobody.title"), t("king_of_12.hall.call.nobody")
    winner = first.data["seat"]
    you = side.is_you(table, winner)
    key = "king_of_12.hall.call.to_centre.title"
    title = t(f"{key}.you") if you else t(key, name=table.names[winner])
    if second is None:
        return title, t("king_of_12.call.no_second")
    seat = second.data["seat"]
    key = "king_of_12.call.second.you" if side.is_you(table, seat) else "king_of_12.call.second"
    return title, t(key, name=table.names[seat], n=second.data["points"])


def _round_words(table: HallTable) -> tuple[str, str]:
    t = table.ctx.t
    assert table.round_card is not None
    winners = [event.data["seat"] for event in table.round_card if event.kind == "round_won"]
    number = table.round_card[0].data["round"]
    title = t("king_of_12.round.title", n=number)
    if not winners:
        return title, t("king_of_12.hall.call.no_crown")
    names = table.ctx.texts.join([table.names[seat] for seat in winners])
    return title, t("king_of_12.hall.call.crowns", names=names)


def reasons(table: HallTable) -> list[str]:
    """What happened since the cards were turned over, at the large table and in the centre, with the reasons."""
    start = 0
    for at, (_turn, event) in enumerate(table.told):
        if event.kind == "revealed":
            start = at
    hallway = table.hall.hallway
    own = hallway.home(table.first())  # while the centre is large, how one came there
    large = set(hallway.table(own if table.at_centre else table.hall.large))
    rows: list[str] = []
    seen: set[str] = set()
    stage, here = "", False
    for _turn, event in table.told[start:]:
        if event.kind == "round_begins":
            break
        if event.kind == "at_table":
            stage = event.data["stage"]
            here = stage != "groups" or bool(set(event.data["seats"]) & large)
        elif event.kind in ("centre_meets", "round_ends", "discarded"):
            here = True
        line = table.session.rules.describe(event)
        if line is None or not here:
            continue
        words = table.ctx.say(line, table.names)
        why = table.session.rules.explain(event)
        reason = table.ctx.say(why, table.names) if why is not None else ""
        if reason and reason not in seen:
            seen.add(reason)
            words += "\n" + reason
        rows.append(words)
    return rows[-MOST_REASONS:]


MOST_REASONS = 14
"""So many lines fit on a sheet."""


# --- standings ------------------------------------------------------------------------------------


def totals(table: HallTable) -> list[int]:
    """Points of all rounds by player, with those of the round that is being played."""
    ended = table.view["round_results"]
    if table.view["champion"] is not None:
        return [sum(one["points"][k] for one in ended) for k in range(len(table.stage.seats))]
    before = [one["points"] for one in ended if one["round"] < table.stage.round]
    return [seat.points + sum(points[k] for points in before) for k, seat in enumerate(table.stage.seats)]


def ranked(table: HallTable) -> list[int]:
    """All players as the final standing ranks them: the champion, then by crowns, then by points of all rounds."""
    seats = table.stage.seats
    champion = table.view["champion"]
    points = totals(table)
    return sorted(range(len(seats)), key=lambda k: (k != champion, -seats[k].crowns, -points[k], k))


def buttons(table: HallTable, c: Canvas) -> None:
    """The two buttons of the top bar that belong to the hall."""
    t = table.ctx.t
    table.ui.icon_button(
        c, "bar.rounds", 1312, 30, 16, "history", table.open_rounds,
        tip=(t("king_of_12.hall.rounds"), t("king_of_12.hall.rounds.tip")),
    )  # fmt: skip
    table.ui.icon_button(
        c, "bar.standings", 1354, 30, 16, "podium", table.toggle_standings, on=table.show_standings,
        tip=(t("king_of_12.hall.standings"), t("king_of_12.hall.standings.tip")),
    )  # fmt: skip


def panel(table: HallTable, c: Canvas, box: Box) -> None:
    """The chronicle or the standings."""
    if table.show_standings:
        _standings(table, c, box)
    else:
        side.chronicle_panel(table, c, box)


def _standings(table: HallTable, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = table.ctx.t
    order = ranked(table)
    points = totals(table)
    seats = table.stage.seats
    half = (len(order) + 1) // 2 if len(order) > 8 else len(order)
    columns = 1 if half == len(order) else 2
    row = min(34.0, (h - 62) / half)
    wide = (w - 16) / columns

    def paint(layer: Canvas) -> None:
        titled(layer, box, t("king_of_12.hall.standings"), "podium")
        for at, k in enumerate(order):
            left = x + 8 + at // half * wide
            cy = y + 52 + (at % half + 0.5) * row
            player = table.session.seats[k]
            if k == table.first() and table.people:
                shapes.rounded(layer, left, cy - row / 2 + 1, wide - 2, row - 2, 6, "gold", alpha=36)
            shapes.badge(layer, player.colour, player.emblem, left + 14, cy, min(11.0, row * 0.38))
            room = wide - 28 - 56
            text.draw(layer, player.name, left + 29, cy, "serif_bold", 14.5, "#fff2d2", "lm", max_w=room)
            text.draw(layer, str(points[k]), left + wide - 40, cy, "black", 14, "gold_hi", "cm", fixed=True)
            for n in range(2):
                shapes.crown(layer, left + wide - 23 + n * 14, cy, 12.5, n < seats[k].crowns)

    key = (tuple((k, seats[k].crowns, points[k]) for k in order), table.ctx.texts.language, c.palette)
    table.panels.draw(c, "standings", key, box, paint)
    for at, k in enumerate(order):
        left, top = x + 8 + at // half * wide, y + 52 + at % half * row
        seat = seats[k]
        tip = (
            table.names[k],
            t("king_of_12.hall.standings.of", points=points[k], crowns=seat.crowns, now=seat.points),
        )
        table.ui.note(
            Target(f"standing.{k}", (left, top, wide, row), lambda: None, tip=tip, ring=False, radius=6, sound="")
        )
