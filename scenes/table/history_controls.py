"""Looking back at a table: what stands in the panel of its chronicle, which places words speak of, why something
happened, and what the others did, told once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.shell import routes
from scenes.shell.panels import Line
from scenes.table.location_links import list_pointed_places
from scenes.table.log_panel_state import News

if TYPE_CHECKING:
    from scenes.table.hints import Hints
    from scenes.table.table_view import AnyTable


class LookingBack:
    """Reading and asking about what has happened at one table."""

    def __init__(self, table: AnyTable, hints: Hints) -> None:
        self._table, self._hints = table, hints
        self.scroll = 0
        """How many of the newest lines of the chronicle are scrolled out of sight."""
        self.line_shown: int | None = None
        """A line of the chronicle that is pointed at in the whole chronicle."""

    # --- the panel --------------------------------------------------------------------------------

    def news(self) -> News:
        """What stands in the panel of the chronicle now."""
        table, hints = self._table, self._hints
        since = table.back.last_choice(table.below if table.viewer is None else table.viewer)
        missed = table.shared and table.viewer is not None and since > 0
        aside = None if table.guide is None else table.guide.aside
        return News(
            table.lines, self.scroll, since, self.open_line, missed, hints.shown, hints.count,
            table.opponents.hinting, aside, hints.rows, self.open,
        )  # fmt: skip

    def scroll_lines(self, lines: float) -> None:
        """Look further back, or forward again."""
        self.scroll = int(min(max(0, len(self._table.lines) - 1), max(0, self.scroll + lines)))
        self._table.ui.dirty = True

    def open(self) -> None:
        """The whole chronicle, at full height."""
        if self._alone():
            self._table.update_lines()
            routes.open(self._table.ctx, "chronicle", self._table)

    def _alone(self) -> bool:
        """Whether nobody goes along who has the table tell something else."""
        guide = self._table.guide
        return guide is None or guide.whole

    # --- places on the board ----------------------------------------------------------------------

    def list_pointed_places(self) -> tuple[int, ...]:
        """The places of the board that the line or the advice under pointer or focus speaks of, here or in the whole
        chronicle."""
        table = self._table
        shown = None if self.line_shown is None else f"line.{self.line_shown}"
        return list_pointed_places((*table.ui.hot, shown), table.lines, self._hints.rows)

    def fresh(self) -> list[Line]:
        """Lines about rivals' moves since the player's last decision; empty once the next one is made."""
        table = self._table
        if not table.again.updates or not table.may_act() or table.guide is not None or not self._others_last():
            return []
        since = table.back.last_choice(table.viewer or 0)
        return [line for line in table.lines if line.turn > since > 0]

    def _others_last(self) -> bool:
        log = self._table.session.log
        return bool(log) and log[-1].seat != self._table.viewer

    # --- once more --------------------------------------------------------------------------------

    def can_see_again(self) -> bool:
        """Whether there is something of the others to be told once more, and nothing else is being told."""
        return bool(self._table.again.updates) and not self._table.busy and self._alone()

    def see_again(self) -> None:
        """Replay rivals' moves since the player's last decision."""
        table = self._table
        if not self.can_see_again():
            table.ctx.play("refused")
            return
        table.again.telling = True
        table.queue.extend(table.again.updates)
        table.view = table.again.start
        table.reset_stage()
        table.ui.dirty = True

    # --- why --------------------------------------------------------------------------------------

    def open_line(self, line: Line) -> None:
        """A line of the chronicle was clicked: say which rule was at work."""
        self._say_why(join_reason(line))

    def explain_decision(self) -> str:
        """What is being decided, and what usually matters there; "" when nothing is."""
        table = self._table
        text_id = f"{table.session.game}.why.{table.view['phase']}"
        return table.ctx.t(text_id) if table.may_act() and table.ctx.texts.has(text_id) else ""

    def explain(self) -> None:
        """Say what the decision at hand is about; when there is none, why the last thing happened."""
        why = self.explain_decision() or self._table.why_last()
        if why:
            self._say_why(why)

    def _say_why(self, why: str) -> None:
        routes.open(self._table.ctx, "why", self._table.session.game, why)


def join_reason(line: Line) -> str:
    """A line of the chronicle, and why it came to be."""
    return line.text.replace("*", "") + ("\n\n" + line.why if line.why else "")
