"""The upper edge of every table: its buttons, and a line that says which stage is played, how far the game is, and what
the others did."""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scenes.shell import routes
from scenes.shell.finger_row import PLATES, STRIP_H
from scenes.shell.layers import Line
from scenes.table.script import AnyTable
from sprites.base import controls, text
from sprites.base.canvas import Canvas

LEAST = 260.0
"""With less room nothing is told: the marks on the table say it."""


def summarize(
    lines: Sequence[Line], kinds: Collection[str], fits: Callable[[str], bool], more: Callable[[int], str]
) -> str:
    """Join the newest lines that fit to one sentence; "" where not even the last one fits. Only lines of ``kinds``
    count if there are any; ``more(n)`` returns the text for n older ones left out."""
    told = [line for line in lines if line.kind in kinds] or list(lines)
    words = [line.text.replace("*", "").rstrip(". ") for line in told]
    for left_out in range(len(words)):
        said = "; ".join(words[left_out:])
        if left_out:
            said = f"{said} {more(left_out)}"
        if fits(said):
            return said
    return ""


def find_room(c: Canvas, title: str, where: str, right: float) -> float:
    """Return the room in units between the title with the status ``where`` and the buttons, which begin at
    ``right``."""
    before = 98.0 + min(420.0, text.width(c, title, "heading")) + 14 + text.width(c, where, "body")
    return right - before - 30


def extend(table: AnyTable, c: Canvas, title: str, where: str) -> str:
    """Return the status line ``where`` extended by what fits: the name of the stage before it, the recap behind it."""
    return _add_recap(table, c, title, _add_stage(table, c, title, where))


def _add_stage(table: AnyTable, c: Canvas, title: str, where: str) -> str:
    """Put the name of the stage, or the game of the evening, before the line where there is room for both."""
    name = table.occasion if table.goals is None else table.goals.name()
    if not name or table.guide is not None:
        return where
    named = f"{name} \u00b7 {where}"
    return named if find_room(c, title, named, table.hooks.recap_right) >= 0 else where


def _add_recap(table: AnyTable, c: Canvas, title: str, where: str) -> str:
    """Put a sentence about what the others did behind the line where nothing of it was seen to move."""
    lines = table.recent if table.ctx.speed == 0 and not table.busy else []
    room = find_room(c, title, where, table.hooks.recap_right) if lines else 0.0
    if room < LEAST:
        return where
    said = summarize(
        lines,
        table.hooks.recap_kinds,
        lambda words: text.width(c, words, "body") <= room,
        lambda n: table.ctx.t("ui.recap.more", n=n),
    )
    return f"{where} \u00b7 {said}" if said else where


PITCH = 42
"""From button to button."""
FOR_FINGERS = ("to_turn", "again", "hint", "rules")
"""The buttons that stand at the upper edge where fingers are used; what the others do is in the menu."""


@dataclass(frozen=True, slots=True)
class Choice:
    """State of a button of the bar: its function, whether it is enabled, and whether it is lit."""

    act: Callable[[], None]
    enabled: bool = True
    on: bool = False


class Entry(NamedTuple):
    """A button: its name, its icon, what it does, its tip; ``ui.bar.NAME`` is the id of its title."""

    name: str
    icon: str
    choice: Choice
    tip: str


class TopBar:
    """Top bar of one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table

    def open_menu(self) -> None:
        """Open the menu of the running game."""
        routes.open(self._table.ctx, "menu", self._table)

    def open_rules(self) -> None:
        """Open the rulebook of this game."""
        routes.open(self._table.ctx, "rules", self._table.game)

    def open_settings(self) -> None:
        """Open the settings."""
        routes.open(self._table.ctx, "settings")

    def toggle_sound(self) -> None:
        """Switch the sound off or on."""
        ctx = self._table.ctx
        ctx.settings.muted = not ctx.settings.muted
        ctx.apply_settings()

    def draw(self, c: Canvas) -> None:
        """Draw the bar with the game's own line, the menu at the left edge, other buttons at the right."""
        table = self._table
        table.draw_layer(c, "bar", lambda: self._paint(c), list_content=lambda: self._list_content(c), waits=True)

    def _list_content(self, c: Canvas) -> Hashable:
        """Return all that it shows."""
        table = self._table
        hint, again = self._find_choices()
        choices = hint.enabled, hint.on, again.enabled, again.on, table.turns.can_rush()
        counts, muted = self._counts_advice(), table.ctx.settings.muted
        return (
            *self._find_title(c),
            choices,
            self._holds_plaque(),
            table.back.words(),
            counts,
            muted,
            table.hooks.list_bar_content(table),
        )

    def _find_title(self, c: Canvas) -> tuple[str, str]:
        """Return the name of the game and the state line."""
        table = self._table
        where = table.hooks.describe_progress(table) if table.guide is None else table.guide.describe_progress()
        title = table.ctx.t(f"{table.game}.name")
        if table.opponents.slow:
            return title, where
        if table.by_fingers:
            return title, table.bubble.state_line or where
        return title, table.bubble.state_line or extend(table, c, title, where)

    def _find_choices(self) -> tuple[Choice, Choice]:
        """Return what the buttons for advice and for seeing again do."""
        table, hints, past = self._table, self._table.hints, self._table.past
        hint = Choice(hints.ask, table.may_act() or table.question is not None, hints.shown is not None)
        return hint, Choice(past.see_again, past.can_see_again(), table.again.telling)

    def _counts_advice(self) -> bool:
        """Whether advice would mark the game as one with advice."""
        table = self._table
        return not table.session.helped and (table.guide is None or table.guide.whole)

    def _paint(self, c: Canvas) -> None:
        table, t, ui = self._table, self._table.ctx.t, self._table.ui
        if not table.by_fingers:
            controls.top_bar(c, *self._find_title(c), table.game_icon)
        elif not self._holds_plaque():
            x, y, w, _ = table.hooks.find_state_box(table)  # right of the plates
            where = self._find_title(c)[1]
            text.paragraph(c, where, x, y + 2, w, text.fit(c, where, w, 48, "name"), "text.title")
        if not self._holds_plaque():
            table.hooks.draw_on_bar(table, c)
        tip = (t("ui.bar.menu"), t("ui.bar.menu.tip"))
        ui.icon_button(c, "bar.menu", 36, 24, 16, "menu", self.open_menu, tip=tip)
        if table.by_fingers:
            table.back.draw_button(c, PLATES)  # it stands next to the amber one
        hint, again = self._find_choices()
        possible, undo_tip = table.back.words()
        sound = ("mute", "ui.bar.sound.off") if table.ctx.settings.muted else ("sound", "ui.bar.sound.on")
        right: Sequence[Entry] = (
            Entry("to_turn", "skip", Choice(table.turns.rush), t("ui.bar.to_turn.tip"))
            if table.turns.can_rush()
            else Entry("again", "eye", again, t("chronicle.again.tip")),
            Entry("undo", "undo", Choice(table.back.undo, possible), undo_tip),
            Entry("hint", "hint", hint, t("ui.bar.hint.tip" if self._counts_advice() else "ui.bar.hint.free")),
            Entry("rules", "rules", Choice(self.open_rules), t("ui.bar.rules.tip")),
            Entry("sound", sound[0], Choice(self.toggle_sound), t(sound[1])),
            Entry("settings", "settings", Choice(self.open_settings), t("ui.bar.settings.tip")),
        )
        if table.by_fingers:
            right = [entry for entry in right if entry.name in FOR_FINGERS]
        for k, (name, icon, choice, words) in enumerate(right):
            x = 1600 - 36 - (len(right) - 1 - k) * PITCH
            ui.icon_button(
                c, f"bar.{name}", x, 30, 16, icon, choice.act, enabled=choice.enabled, on=choice.on,
                tip=(t(f"ui.bar.{name}"), words),
            )  # fmt: skip

    def _holds_plaque(self) -> bool:
        """Whether the plaque of the last turn stands in the bar."""
        table = self._table
        return table.by_fingers and table.last_call.is_visible and table.hooks.find_last_box(table)[1] < STRIP_H
