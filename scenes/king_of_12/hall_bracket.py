"""Pages of a tournament's rounds: groups at the left, gains of their winners at the right."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.contract import View
from engine.seats import Seat
from games.king_of_12.cards import CODES
from scenes.common.player_identity import draw_face
from scenes.king_of_12.card_view import card_name
from scenes.king_of_12.plates import draw_crowns, draw_points
from scenes.king_of_12.right_column import draw_sheet_head
from scenes.king_of_12.scene_model import KingTable
from scenes.shell.context import Context
from scenes.shell.i18n import number_text
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, dodecahedron, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.king_of_12 import card as sprite, d12

MOST_TABS = 9


class Bracket(Scene):
    """A page per round; the page of the current round also shows the last trick."""

    name = "bracket"

    def __init__(
        self, ctx: Context, seats: Sequence[Seat], view: View, write_points: Callable[[int, str], str]
    ) -> None:
        """``write_points``: writes a seat's points as the table shows them, where points of rivals may be hidden."""
        super().__init__(ctx)
        self.write_points = write_points
        self.seats = seats
        self.view = view
        self.rounds: list[dict[str, Any]] = list(view["round_results"])
        if view["champion"] is None:
            tables = [view["finalists"]] if view["finalists"] else view["groups"]
            now = {"round": view["round"], "points": view["points"], "winners": [], "groups": tables, "dropped": []}
            now |= {"crowns": view["crowns"], "final": bool(view["finalists"])}
            self.rounds.append(now)
        self.page = len(self.rounds) - 1

    @property
    def trick(self) -> dict[str, Any] | None:
        """Return the last trick if the open page is that of its round, else None."""
        last = self.view["last"]
        running = self.page == len(self.rounds) - 1 and self.view["champion"] is None
        return last if last is not None and running and last["round"] == self.rounds[self.page]["round"] else None

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw tabs, groups, winners and the back button."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("king_of_12.hall.rounds"), t("king_of_12.name"), "history")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        # tabs: the last pages, and always the open one
        start = max(0, min(self.page, len(self.rounds) - MOST_TABS))
        shown = list(range(start, min(len(self.rounds), start + MOST_TABS)))
        labels = [t("ui.result.round", n=self.rounds[k]["round"]) for k in shown]
        w = min(1480.0, 150.0 * len(shown))
        self.ui.segmented_control(
            c, "round", (800 - w / 2, 70, w, 42), labels, shown.index(self.page), lambda k: self._show_page(shown[k])
        )
        self._page(c, 128, c.height - 108)
        self.ui.button(
            c, "back", (60, c.height - 84, 240, 60), t("ui.back"), self.ctx.stack.pop, main=True, icon="left",
            key=t("ui.key.main"),
        )  # fmt: skip

    def _show_page(self, page: int) -> None:
        self.page = max(0, min(len(self.rounds) - 1, page))
        self.ctx.play("card_lift")
        self.ui.dirty = True

    def _page(self, c: Canvas, top: float, bottom: float) -> None:
        t = self.ctx.t
        entry = self.rounds[self.page]
        groups: Sequence[Sequence[int]] = entry["groups"]
        gap = 10.0
        rows = sum(len(group) for group in groups)
        row = min(46.0, (bottom - top - len(groups) * (36 + gap)) / rows)
        high = row * rows + len(groups) * (36 + gap) - gap
        y = top + (bottom - top - high) / 2
        ends: list[tuple[float, int | None]] = []
        for at, group in enumerate(groups):
            h = 36 + row * len(group)
            title = t("king_of_12.hall.final") if entry["final"] else t("king_of_12.hall.group", number=at + 1)
            ends.append(self._group(c, (110, y, 700, h), title, group, row))
            y += h + gap
        self._winners(c, (1010, top + (bottom - top) / 2 - 190, 480, 380), ends)

    def _group(self, c: Canvas, box: Box, title: str, group: Sequence[int], row: float) -> tuple[float, int | None]:
        """Draw a group; return the y of its winner's row (of its middle without one) and the winner."""
        x, y, w, h = box
        shapes.panel(c, x, y, w, h, radius=10)
        text.draw(c, title, x + 18, y + 18, "heading", "accent", "lm", max_w=w - 40)
        entry = self.rounds[self.page]
        trick = self.trick
        table = self._table(group, trick)
        winner = next((seat for seat in group if seat in entry["winners"]), None)
        if trick is not None and table is not None:
            winner = table["first"]
        at = y + h / 2
        for n, k in enumerate(group):
            cy = y + 28 + row * (n + 0.5)
            player = self.seats[k]
            if k == winner:
                at = cy
                shapes.round_rect(c, x + 8, cy - row / 2 + 1, w - 16, row - 2, 8, "accent", alpha=42)
            shapes.badge(c, player.colour, player.emblem, x + 34, cy, min(15.0, row * 0.4))
            text.draw(c, player.name, x + 62, cy, "name", "text.bright", "lm", max_w=190)
            if table is not None:
                self._draw_trick(c, x + 270, cy, row, k, table)
            points = entry["points"][k]
            shown = self.write_points(k, str(points))
            lost = k in entry["dropped"] and bool(points) and shown == str(points)
            draw_points(c, x + w - 150, cy, min(15.0, row * 0.4), shown, is_lost=lost)
            draw_crowns(c, x + w - 84, cy, min(22.0, row * 0.6), entry["crowns"][k], pitch=26)
        return at, winner

    def _table(self, group: Sequence[int], trick: dict[str, Any] | None) -> dict[str, Any] | None:
        if trick is None:
            return None
        return next((one for one in trick["tables"] if set(one["seats"]) == set(group)), None)

    def _draw_trick(self, c: Canvas, x: float, cy: float, row: float, k: int, one: dict[str, Any]) -> None:
        """Card, die and value of the last trick, and what it brought."""
        _draw_row(c, one, k, (x, x + 42, x + 92), cy, row)
        name = card_name(self.ctx.texts, one["cards"][one["seats"].index(k)])
        text.draw(c, name, x + 122, cy, "body", "text.muted", "lm", max_w=100)
        gains = 0 if self.trick is None else self.trick["gains"][k]
        gain = self.write_points(k, f"+{gains}")
        if one["second"] == k and gains and gain[0] == "+":
            text.draw(c, gain, x + 256, cy, "name", "text.title", "rm", fixed=True)

    def _winners(self, c: Canvas, box: Box, ends: Sequence[tuple[float, int | None]]) -> None:
        """Draw the centre of the last trick, or the crowns of a finished round, with lines from the groups."""
        t = self.ctx.t
        x, y, w, h = box
        trick = self.trick
        entry = self.rounds[self.page]
        centre = trick["tables"][-1] if trick is not None and trick["centre"] else None
        winners = list(centre["seats"]) if centre is not None else [k for _, k in ends if k is not None]
        if trick is not None and centre is None:
            winners = [k for k in winners if k == trick["tables"][0]["first"]]
        for n, (at, k) in enumerate(ends):
            if k is not None:
                bend = 0.25 + 0.5 * n / max(1, len(ends) - 1)
                _draw_way(
                    c, 812, at, bend, x - 4, y + 70 + 64 * (winners.index(k) + 0.5) if k in winners else y + h / 2
                )
        shapes.panel(c, x, y, w, h, "parchment")
        if trick is None:
            running = self.page == len(self.rounds) - 1 and self.view["champion"] is None
            title = t("king_of_12.hall.round.running" if running else "king_of_12.hall.round.crowns")
        else:
            name = "king_of_12.hall.centre.trick" if centre is not None else "king_of_12.hall.trick"
            title = t(name, trick=trick["trick"])
        text.draw(c, title, x + w / 2, y + 34, "display", "paper.title", "cm", max_w=w - 50)
        shapes.rule(c, x + w / 2 - 150, y + 56, 300, colour="edge.low")
        if not winners:
            words = t("king_of_12.hall.round.none")
            text.paragraph(c, words, x + 40, y + 130, w - 80, "lead", "paper.text.muted", "c")
        for n, k in enumerate(winners):
            cy = y + 70 + 64 * (n + 0.5)
            player = self.seats[k]
            shapes.badge(c, player.colour, player.emblem, x + 46, cy, 21)
            text.draw(c, player.name, x + 82, cy, "title", "paper.text", "lm", max_w=140)
            if centre is not None and trick is not None:
                _draw_row(c, centre, k, (x + 250, x + 306, x + 368), cy, 52)
                if k in (centre["first"], centre["second"]):
                    gain = self.write_points(k, str(trick["gains"][k]))
                    shapes.coin(c, x + w - 46, cy, 17, gain, "copper" if gain == "1" else "gold")
            elif k in entry["winners"]:
                icons.draw(c, "crown", x + w - 60, cy, 32, "paper.crown")
                points = self.write_points(k, t("king_of_12.hall.points", n=entry["points"][k]))
                text.draw(c, points, x + 232, cy, "lead", "paper.text.muted", "lm")

    # --- input ----------------------------------------------------------------------------------------

    def handle(self, given: Input) -> bool:
        """Turn pages by the page keys, go back by Space and Esc; return whether the input was used."""
        if given.kind != "command":
            return False
        steps: dict[str, Callable[[], None]] = {
            "page_up": lambda: self._show_page(self.page - 1),
            "page_down": lambda: self._show_page(self.page + 1),
            "back": self.ctx.stack.pop,
            "main": self.ctx.stack.pop,
        }
        if given.name not in steps:
            return False
        steps[given.name]()
        return True


def _draw_row(c: Canvas, one: dict[str, Any], k: int, at: tuple[float, float, float], y: float, room: float) -> None:
    """Draw card, die and value of player ``k`` of a table's trick ``one``, at the x of ``at``; ``room``: height."""
    place = one["seats"].index(k)
    r = min(17.0 if room > 46 else 15.0, room * 0.4)
    c.blit_centred(sprite.sign(c, CODES[one["cards"][place]], r, dim=one["cancelled"][place]), at[0], y)
    pose, size = dodecahedron.pose(one["faces"][place], -0.1), min(room - 2, 50.0 if room > 46 else 38.0)
    d12.draw(c, at[1], y, size, pose, dim=one["out"][place], shadow=False)
    kind = "win" if one["first"] == k else "out" if one["out"][place] and one["second"] != k else "plain"
    shapes.pill(c, at[2], y, number_text(one["values"][place]), kind, size=min(18.0, room * 0.42))


def _draw_way(c: Canvas, x1: float, y1: float, bend: float, x2: float, y2: float) -> None:
    """Draw a line with two corners; ``bend``: share of the way along x at which it turns."""
    middle = x1 + (x2 - x1) * bend
    for a, b, to_x, to_y in ((x1, y1, middle, y1), (middle, y1, middle, y2), (middle, y2, x2, y2)):
        if (a, b) != (to_x, to_y):
            shapes.line(c, a, b, to_x, to_y, "edge", 2.4)


# Sheet at the end of a tournament round: every group with its points and its winner.

ROW = 44.0


def draw_round_sheet(table: KingTable, c: Canvas) -> None:
    """Draw the end of a round on a sheet over the mat: points by group, dropped points, crown winners."""
    events = table.stage.sheet
    if events is None:
        return
    t = table.ctx.t
    cx, cy = table.own.centre()
    groups = [event.data for event in events if event.kind == "at_table"]
    w = max(480.0, 226.0 * len(groups) + 24)
    h = 164 + ROW * max(len(group["seats"]) for group in groups)
    box = (cx - w / 2, cy - h / 2, w, h)
    points, dropped, winners = draw_sheet_head(table, c, box, events)
    for n, (group, column) in enumerate(
        zip(groups, layout.columns(layout.inset(box, 12, 0), len(groups)), strict=True)
    ):
        left, y, wide, _ = column
        final = group["stage"] == "final"
        title = t("king_of_12.hall.final") if final else t("king_of_12.hall.group", number=group["group"] + 1)
        text.draw(c, title, left + wide / 2, y + 104, "heading", "paper.label", "cm", max_w=wide - 20)
        if n:
            shapes.line(c, left, y + 96, left, y + h - 20, "paper.line", 1, alpha=150)
        order = sorted(group["seats"], key=lambda seat: -points[seat])
        rows = layout.rows((left + 8, y + 122, wide - 16, h), [ROW] * len(order))
        for k, row in zip(order, rows, strict=True):
            player, middle = table.seats[k], layout.middle(row)
            if k in winners:
                shapes.round_rect(c, *layout.inset(row, 0, 2), 8, "accent", alpha=90)
            draw_face(c, player, left + 30, middle, 15, sign=7)
            text.draw(c, player.name, left + 52, middle, "name", "paper.text", "lm", max_w=wide - 130)
            shown = table.write_points(k, str(points[k]))
            draw_points(c, left + wide - 60, middle, 14, shown, is_lost=k in dropped)
            if k in winners:
                icons.draw(c, "crown", left + wide - 27, middle - 1, 26, "paper.crown")
