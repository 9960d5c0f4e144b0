"""Changing keys, buttons and columns of keys: which row waits for a key, what a key was used for before, undo and the
way back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scenes.shell import bindings
from scenes.shell.bindings import KEYS, PAD, Bindings
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.table import shared_keys
from scenes.table.shared_keys import COLUMNS, Columns
from sprites.base import pad_signs

MOST_KEYS, MOST_PARTS = 3, 4
"""Keys and buttons of one command that are shown."""
HOLD_MS = 1000.0
"""A part of a pad that is held for so long is meant itself, or empties what has the focus."""
EMPTY_KEY, EMPTY_PART = "key:76", "y"
"""What empties the binding that has the focus: Delete by its place, and a part of a pad that is held."""
TRY_MS = 5000.0
"""Trying out ends when nothing has been pressed for so long."""
ESCAPE = 41
"""The place of Esc, which cancels."""
PLACES = range(4, 232)
"""Places of all keys that a keyboard can have."""
SHARED = "shared"
"""What the columns of keys of several people are called next to the sections keyboard and pad."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The row that waits for a key: its command, and the key to be replaced ("" = one is added). For a column of keys:
    its name, and the scancode in it that is replaced."""

    command: str
    section: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A pressed key that another command, or a column, has already."""

    section: str
    key: str
    other: str


class KeyEditor(Page):
    """Logic of the page of key bindings, without drawing."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.waiting: Waiting | None = None
        self.conflict: Conflict | None = None
        self.device = -1
        """Number at SDL of the pad that is shown; -1 for the first one."""
        self.tried: tuple[str, str] | None = None
        """Section and key that were pressed last while keys are tried out; ("", "") before the first."""
        self._try_left = 0.0
        self._held: str | None = None
        """The part of a pad that is held and may be meant itself, and for how long."""
        self._held_ms = 0.0
        self._history: list[Bindings] = []

    @property
    def table(self) -> Bindings:
        """The current bindings."""
        return self.ctx.bindings

    @property
    def reads_bindings(self) -> bool:  # type: ignore[override]
        """Whether the next key arrives by name (an input of kind ``binding``) instead of as a command."""
        return (self._is_ready and not self._is_column) or self.tried is not None

    @property
    def _is_ready(self) -> bool:
        """Whether the open row takes the next key."""
        return self.waiting is not None and self.conflict is None

    @property
    def _is_column(self) -> bool:
        """Whether the open row is a column of keys."""
        return self.waiting is not None and self.waiting.section == SHARED

    @property
    def columns(self) -> Columns:
        """The current columns of keys."""
        return shared_keys.apply_own(self.ctx.settings.shared_columns)

    def update(self, ms: float) -> None:
        """Advance time: end a try-out, and bind a pad button that has been held for long enough."""
        self._time_hold(ms)
        if self.tried is not None:
            self._try_left -= ms
            if self._try_left <= 0:
                self.end_trying()

    def _time_hold(self, ms: float) -> None:
        """Time held pad buttons: in an open row the back button is bound when held, and cancels when short. Outside of
        a row a held Y unbinds the focused key."""
        down = self.ctx.parts_down
        if self._held is None and self.waiting is None and self.tried is None and EMPTY_PART in down:
            self._held, self._held_ms = EMPTY_PART, 0.0
        if self._held is None:
            return
        self._held_ms += ms
        if self.waiting is not None:
            if self._held_ms >= HOLD_MS:
                part, self._held = self._held, None
                self.take_key(PAD, part)
            elif self._held not in down:
                self._held = None
                self.cancel()
        elif self._held not in down:
            self._held = None
        elif self._held_ms >= HOLD_MS > self._held_ms - ms:
            self.empty_focus()

    def empty_focus(self) -> None:
        """Unbind the focused key or part of a pad, if its command has another one."""
        match (self.ui.focus or "").split("."):
            case ["key" | "pad" as kind, command, at]:
                section = PAD if kind == "pad" else KEYS
                self.remove(section, self.list_caps(command, section)[int(at)])

    def list_own_keys(self) -> Collection[str]:
        """Return the keys that the page handles itself: all keys for an open column, else the one that unbinds. No keys
        while the next one is being bound."""
        if self._is_column:
            return [f"key:{place}" for place in PLACES] if self._is_ready else ()
        return () if self.reads_bindings or self.ui.typing else (EMPTY_KEY,)

    # --- changes --------------------------------------------------------------------------------------

    def change(self, table: Bindings) -> None:
        """Use and save new bindings, as a step that can be undone, and close the open row."""
        self.waiting = self.conflict = None
        if table != self.table:
            self._history.append(self.table)
            self._use(table)
        self.ui.dirty = True

    def _use(self, table: Bindings) -> None:
        self.ctx.settings.bindings = bindings.find_changes(table)
        self.ctx.apply_settings()

    def undo(self) -> None:
        """Undo the last change of bindings."""
        self.waiting = self.conflict = None
        if self._history:
            self._use(self._history.pop())

    def can_undo(self) -> bool:
        """Whether something has been changed since the page was opened."""
        return bool(self._history)

    def wait_for(self, command: str, section: str, key: str = "") -> None:
        """Open the row of a command in a section (keys or pad): the next key replaces ``key``, or is added for ""."""
        self.waiting, self.conflict, self._held = Waiting(command, section, key), None, None
        self.ui.dirty = True

    def cancel(self) -> None:
        """Close the open row; nothing changes."""
        self.waiting = self.conflict = None
        self.ui.dirty = True

    def take_key(self, section: str, key: str) -> None:
        """Bind a pressed key or pad button to the open row; keep it as ``conflict`` if another command has it."""
        waiting = self.waiting
        if waiting is None:
            return
        if section == KEYS and key in self.table.locked:
            if key != "escape":
                self.ctx.toast(self.ctx.t("keys.locked"))
            self.cancel()
            return
        if section != waiting.section:  # a pad was used for a key of the keyboard, or the other way round
            others = self.table.list_keys(waiting.command, section)
            waiting = Waiting(waiting.command, section, others[0] if others else "")
            self.waiting = waiting
        other = self.table.get_section(section).get(key, waiting.command)
        if other != waiting.command:
            self.conflict = Conflict(section, key, other)
            self.ctx.play("refused")
            self.ui.dirty = True
            return
        self.change(bindings.bind(self.table, section, key, waiting.command, waiting.key))

    def take_place(self, place: int) -> None:
        """Put a pressed key (scancode) into the open column; keep it as ``conflict`` if it is in one already."""
        waiting, found = self.waiting, shared_keys.find_place(self.columns, place)
        if waiting is None or place == ESCAPE:
            self.cancel()
        elif not shared_keys.has_label(place):
            self.ctx.play("refused")
        elif found is None or str(place) == waiting.key:
            self._put(waiting, place)
        else:
            self.conflict = Conflict(SHARED, str(place), found[0])
            self.ctx.play("refused")
            self.ui.dirty = True

    def _put(self, waiting: Waiting, place: int) -> None:
        at = self.columns[waiting.command].index(int(waiting.key))
        self.keep_columns(shared_keys.put(self.columns, waiting.command, at, place))

    def keep_columns(self, columns: Columns) -> None:
        """Use and save other columns of keys."""
        self.ctx.settings.shared_columns = shared_keys.find_changes(columns)
        self.ctx.apply_settings()
        self.cancel()

    def swap(self) -> None:
        """Exchange the conflicting key and the one to be replaced between their commands or columns."""
        waiting, conflict = self.waiting, self.conflict
        if waiting is not None and conflict is not None and self._is_column:
            self._put(waiting, int(conflict.key))
        elif waiting is not None and conflict is not None and waiting.key:
            self.change(bindings.swap(self.table, conflict.section, conflict.key, waiting.key))

    def can_take(self) -> bool:
        """Whether the conflicting key can be taken: its command keeps another one."""
        conflict = self.conflict
        return conflict is not None and bindings.can_lose(self.table, conflict.section, conflict.key)

    def take(self) -> None:
        """Take the conflicting key from its command, and bind it to the open row."""
        waiting, conflict = self.waiting, self.conflict
        if waiting is not None and conflict is not None and self.can_take():
            self.change(bindings.bind(self.table, conflict.section, conflict.key, waiting.command, waiting.key))

    def remove(self, section: str, key: str) -> None:
        """Unbind a key if its command has another one; else refuse and say why."""
        if bindings.can_lose(self.table, section, key):
            self.change(bindings.unbind(self.table, section, key))
        else:
            self.ctx.play("refused")
            self.ctx.toast(self.ctx.t("keys.locked" if key in self.table.locked else "keys.last"))

    def reset(self, section: str) -> None:
        """Restore the default bindings of all keys, or of all buttons of pads."""
        self.change(bindings.reset(self.table, section))

    # --- trying out -----------------------------------------------------------------------------------

    def begin_trying(self) -> None:
        """Start a try-out: each key only shows its command."""
        self.cancel()
        self.tried, self._try_left = ("", ""), TRY_MS

    def end_trying(self) -> None:
        """End the try-out: keys work again."""
        self.tried = None
        self.ui.dirty = True

    def name_key(self, section: str, key: str) -> str:
        """Return the name of a key in a sentence; for a pad button the label printed on it."""
        if section == KEYS:
            return self.ctx.texts.name_key(key)
        if section == SHARED:
            return shared_keys.get_label(int(key))
        return pad_signs.find_label(key, self.find_maker()) or self.find_number(key) or key

    def name_command(self, command: str) -> str:
        """Return the name of a command, or of a column of keys."""
        if command in COLUMNS:
            return self.ctx.t(f"choice.device.{command}")
        if command in bindings.CHOICES:
            return self.ctx.t("keys.action.choice", n=bindings.CHOICES.index(command) + 1)
        return self.ctx.t(f"keys.action.{command}")

    def find_maker(self) -> str:
        """Return the maker whose signs are drawn for buttons of pads: as set, else that of the shown pad."""
        return self.ctx.find_maker(self.device)

    def find_number(self, part: str) -> str:
        """Return the number of a button on a pad whose buttons have no names; "" for others."""
        return "" if self.find_maker() else self.table.find_raw_number(part)

    def list_labels(self, command: str) -> list[str]:
        """Return the labels of the keys and buttons of a command."""
        return [
            self.name_key(section, key) for section in (KEYS, PAD) for key in self.table.list_keys(command, section)
        ]

    def list_caps(self, command: str, section: str) -> Sequence[str]:
        """Return the first keys or buttons of a command, as many as its row shows."""
        return self.table.list_keys(command, section)[: MOST_PARTS if section == PAD else MOST_KEYS]

    # --- inputs ---------------------------------------------------------------------------------------

    def handle(self, given: Input) -> bool:
        """Bind the key just pressed to the open row, or show its command in a try-out; return whether the input was
        used."""
        if given.kind == "key":
            if self._is_column:
                self.take_place(int(given.name.removeprefix("key:")))
            else:
                self.empty_focus()
            return True
        if given.kind == "binding":
            section = PAD if given.device == "pad" else KEYS
            if self.tried is not None:
                if given.name == "escape":
                    self.end_trying()
                else:
                    self.tried, self._try_left = (section, given.name), TRY_MS
                    self.ui.dirty = True
            elif section == PAD and self.table.pad.get(given.name) == "back":
                self._held, self._held_ms = given.name, 0.0
            else:
                self.take_key(section, given.name)
            return True
        return super().handle(given)
