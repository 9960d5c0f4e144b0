"""What the parts that go with every table ask of it: its turns, its advice, and looking back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.contract import View
    from engine.session import Session, Update
    from engine.storage.folders import FolderError
    from scenes.shell.context import Context
    from scenes.shell.panels import Line
    from scenes.shell.ui import Ui
    from scenes.table.character_lines import Speeches
    from scenes.table.companion import Companion
    from scenes.table.opponents import Opponents
    from scenes.table.recap import SeenAgain
    from scenes.table.undo_controls import TakingBack


class AskedTable(Protocol):
    """A table as its parts see it; ``scenes.table.table_scene`` says what each of these is."""

    ctx: Context
    session: Session
    ui: Ui
    names: list[str]
    people: list[int]
    shared: bool
    viewer: int | None
    below: int
    finished: bool
    secret_phases: frozenset[str]
    view: View
    queue: deque[Update]
    guide: Companion | None
    opponents: Opponents
    back: TakingBack
    again: SeenAgain
    speeches: Speeches

    @property
    def busy(self) -> bool: ...

    @property
    def lines(self) -> list[Line]: ...

    def update_lines(self) -> None: ...

    def why_last(self) -> str: ...

    def may_act(self) -> bool: ...

    def get_pending(self) -> tuple[int, int] | None: ...

    def legal(self) -> Sequence[int]: ...

    def offers_choice(self, legal: Sequence[int]) -> None: ...

    def report_folder_error(self, error: FolderError) -> None: ...

    def submit(self, seat: int, action: int) -> None: ...

    def pace(self) -> float: ...

    def person_order(self) -> list[int]: ...

    def next_person(self, seat: int) -> None: ...

    def watch_from(self, seat: int | None, secret: bool) -> None: ...

    def hide_hand(self) -> None: ...

    def reset_stage(self) -> None: ...

    def show_result(self) -> None: ...
