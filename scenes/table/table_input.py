"""What the inputs do at a table that no control of it has used: keys, wheel, and a press where nothing is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scenes.shell.inputs import Input
from scenes.table.decisions import Decisions
from scenes.table.table_view import M

if TYPE_CHECKING:
    from scenes.table.history_controls import LookingBack
    from scenes.table.top_bar import TopBar

PAGE = 4
"""Lines of the chronicle that a page key scrolls."""


class TableInput(Decisions[M]):
    """A table that is used by mouse, keys and pad; ``M`` is what the game calls a move."""

    bar: TopBar
    past: LookingBack

    def redo(self) -> None:
        """Make an undone decision again."""
        raise NotImplementedError

    def explain_focus(self) -> None:
        """Show the tip of what is marked by keys or pointer; without one say why the last thing happened."""
        raise NotImplementedError

    def first_stop(self) -> str | None:
        """What is to be decided, or else the amber button."""
        legal = self.legal()
        first = self.first_focus(legal) if legal else None
        amber = self.ui.amber
        return first if self.ui.find(first) is not None or amber is None else amber.id

    def hurry_on(self, given: Input) -> bool:
        """While something is told, the first key that would act only hurries it."""
        if given.kind != "command" or not self.busy or self.confirming:
            return False
        if given.name == "activate" and (self.ui.focus is None or self.ui.focus.startswith("bar.")):
            return False
        acts = given.name in ("main", "activate") or given.name.startswith("choice_")
        return acts and not self.behind_glass and self.skip()

    def handle(self, given: Input) -> bool:
        """What no control used: keys that every table knows; a click anywhere skips a running motion."""
        if self.guide is not None and self.guide.swallows(given):
            return True
        if given.kind == "command":
            return self._command(given.name)
        if given.kind == "wheel":
            return self.wheel(given)
        if given.kind == "press":
            return self.press(given)
        return self.drag(given)

    def _command(self, name: str) -> bool:
        if name.startswith("choice_"):
            self.choose_number(int(name[-1]) - 1)
            return True
        act = self.commands().get(name)
        if act is None:
            return False
        act()
        self.ui.dirty = True
        return True

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do, by the names of ``bindings.json``; a game adds its own."""
        return {
            "back": self._step_out,
            "main": self.main_or_skip,
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hints.ask,
            "rules": self.bar.open_rules,
            "settings": self.bar.open_settings,
            "sound": self.bar.toggle_sound,
            "why": self.explain,
            "explain": self.explain_focus,
            "chronicle": self.past.open,
            "again": self.past.see_again,
            "page_up": lambda: self.past.scroll_lines(PAGE),
            "page_down": lambda: self.past.scroll_lines(-PAGE),
        }

    def _step_out(self) -> None:
        if not self.put_back() and not self.skip():
            self.bar.open_menu()

    def wheel(self, given: Input) -> bool:
        """The wheel scrolls the chronicle."""
        self.past.scroll_lines(given.amount)
        return True

    def press(self, given: Input) -> bool:
        """A press where nothing is to be used."""
        return given.x < self.column_x and self.skip()

    def drag(self, given: Input) -> bool:
        """The pointer moves, or a button of it comes up."""
        return False
