"""What the parts of a King of the Dice table read and press."""

from __future__ import annotations

from games.king_of_the_dice.guaranteed_gain import CitizenPreview
from games.king_of_the_dice.moves import Move
from scenes.king_of_the_dice.scene_model import Stage
from scenes.table import table_view
from scenes.table.preview_fade import PreviewFade


class TableView(table_view.TableView[Move]):
    """A table of King of the Dice as its parts see it."""

    stage: Stage
    kept: int
    """Mask of the kept dice."""
    beat: int
    """Frame counter of the flames."""
    preview: tuple[int, CitizenPreview] | None
    """Pile and preview of the citizen at hand."""
    preview_fade: PreviewFade

    def pulse(self) -> float:
        """Return the strength of the light on legal choices, 0 to 1."""
        raise NotImplementedError
