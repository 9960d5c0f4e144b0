"""What the parts of every table see of it; each game's own desk adds the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import InitVar, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.contract import View
from engine.seats import Seat
from scenes.table.location_links import Places
from scenes.table.log_panel_state import News

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.panels import Line, PanelCache
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui
    from scenes.table.table_scene import PlayScene
    from sprites.base.canvas import Canvas


class Way(NamedTuple):
    """Moves of others since this player's last decision from one place of the board to another, by one seat.

    ``label`` numbers them in the order in which they were made: "2", or "2, 3" for several along the same way.
    """

    start: int
    end: int
    seat: int
    label: str


def number_ways(lines: Iterable[Line]) -> list[Way]:
    """Ways of the moves that chronicle lines tell of, numbered from 1 over all seats."""
    numbers: dict[tuple[int, int, int], list[int]] = {}
    moves = [line for line in lines if line.way is not None and isinstance(line.mark, int)]
    for number, line in enumerate(moves, 1):
        assert line.way is not None and isinstance(line.mark, int)
        numbers.setdefault((*line.way, line.mark), []).append(number)
    return [Way(*key, ", ".join(map(str, found))) for key, found in numbers.items()]


@dataclass(slots=True, kw_only=True)
class TableDesk:
    """A table as all its parts see it: made anew from the scene for every frame.

    ``names`` of the seats; ``role``: what stands under the name of a seat, on demand without saying that it is a
    computer; ``owing``: the seats that owe a decision; ``below``: the seat whose panel is the large one; ``viewer``:
    who looks on, None for nobody in particular; ``spoken``: which places words speak of, ``spoken_of``: those of the
    words under the pointer, ``faint`` and ``ways``: where the others have just been, and from where to where something
    moved; ``undo_state``: whether the last choice can be taken back, and what the
    tip of the button says; ``main`` and ``undo``: what those buttons do; ``skip`` hurries on what is moving, False when
    nothing is.
    """

    table: InitVar[PlayScene[Any]]
    game: str = field(init=False)
    ctx: Context = field(init=False)
    ui: Ui = field(init=False)
    panels: PanelCache = field(init=False)
    view: View = field(init=False)
    seats: Sequence[Seat] = field(init=False)
    names: list[str] = field(init=False)
    role: Callable[[int], str] = field(init=False)
    owing: Sequence[int] = field(init=False)
    below: int = field(init=False)
    viewer: int | None = field(init=False)
    news: News = field(init=False)
    spoken: Places = field(init=False)
    spoken_of: Sequence[int] = field(init=False)
    faint: Sequence[int] = field(init=False)
    ways: Sequence[Way] = field(init=False)
    main: Callable[[], None] = field(init=False)
    undo: Callable[[], None] = field(init=False)
    undo_state: tuple[bool, str] = field(init=False)
    skip: Callable[[], bool] = field(init=False)
    busy: bool = field(init=False)
    moving: bool = field(init=False)
    finished: bool = field(init=False)
    confirming: bool = field(init=False)

    def __post_init__(self, table: PlayScene[Any]) -> None:
        self.game = table.session.game
        self.ctx, self.ui, self.panels = table.ctx, table.ui, table.panels
        self.view, self.seats, self.names = table.view, table.session.seats, table.names
        self.role, self.owing = table.role, table.session.to_act()
        self.below, self.viewer = table.below, table.viewer
        self.news = table.past.news()
        self.spoken, self.spoken_of = table.spoken, table.past.list_pointed_places()
        fresh = [] if self.spoken_of else table.past.fresh()
        self.faint = sorted({place for line in fresh for place in line.places})
        self.ways = number_ways(fresh)
        self.main, self.undo, self.skip = table.main_or_skip, table.undo, table.skip
        self.undo_state = table.back.words()
        self.busy, self.moving = table.busy, table.moving
        self.finished, self.confirming = table.finished, table.confirming

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """What the pointer and, when it is shown, the focus are on."""
        return self.ui.hot

    def undo_button(self, c: Canvas, box: Box, size: float, icon: str | None = "undo") -> None:
        """The button that takes the last choice back; while it cannot, its tip says why."""
        possible, tip = self.undo_state
        t = self.ctx.t
        self.ui.button(
            c, "undo", box, t("ui.undo.button"), self.undo, enabled=possible, icon=icon, size=size,
            tip=(t("ui.bar.undo"), tip),
        )  # fmt: skip
