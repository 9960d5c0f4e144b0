"""One tab for every game at the right end of the top bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes.shell.context import Context
from scenes.shell.ui import Ui
from scenes.table import game_screens
from sprites.base.canvas import Canvas

RIGHT, ROOM, WIDE = 1576.0, 960.0, 230.0


def draw(
    ctx: Context, ui: Ui, c: Canvas, games: Sequence[str], chosen: str, pick: Callable[[int], None],
    count: Callable[[str], str] = lambda game: "",
) -> None:  # fmt: skip
    """Draw the tabs; ``pick`` is called with the index of a game, ``count`` returns what stands after its name. One
    game alone needs no tabs."""
    if len(games) > 1:
        wide = min(WIDE * len(games), ROOM)
        labels = [f"{game_screens.short_name(ctx, game)}  {count(game)}".rstrip() for game in games]
        box = (RIGHT - wide, 5.0 if ui.touch.least else 10.0, wide, ui.touch.grow(40.0))
        ui.segmented_control(c, "game", box, labels, games.index(chosen), pick)
