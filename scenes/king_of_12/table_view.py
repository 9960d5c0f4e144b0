"""What the parts of a King of 12 table read and press."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.king_of_12.cards import FACES
from games.king_of_12.moves import Kind, Move
from scenes.common.glossary import notes
from scenes.king_of_12.card_view import card_help, card_name, card_text
from scenes.king_of_12.glossary_figures import card_figure
from scenes.king_of_12.scene_model import Stage
from scenes.table import table_view
from sprites.base.controls import Picture

Call = tuple[str, str, str, str | None, bool]
"""Texts of the call-to-action panel: title, text, button label, button icon, button enabled."""


class TableView(table_view.TableView[Move]):
    """A table of King of 12 as its parts see it."""

    stage: Stage
    hand_x: float
    """Middle of the viewer's hand."""

    def centre(self) -> tuple[float, float]:
        """Return the middle of the mat."""
        raise NotImplementedError

    def list_large_seats(self) -> Sequence[int]:
        """Return the seats of the large table."""
        raise NotImplementedError

    def hand_cards(self) -> list[int]:
        """Return the cards of the fan; none when the hand is hidden."""
        raise NotImplementedError

    def show_card(self, card: int) -> None:
        """Show a card in full."""
        raise NotImplementedError

    @property
    def kind(self) -> Kind | None:
        """Kind of the choice; None without one."""
        moves = self.moves
        return moves[0].kind if moves else None

    def is_you(self, seat: int) -> bool:
        """Whether the viewer is addressed as "you" for this seat."""
        return list(self.people) == [seat]

    def card_name(self, card: int) -> str:
        """Return the card's name in the current language."""
        return card_name(self.ctx.texts, card)

    def card_tip(self, card: int) -> tuple[str, str]:
        """Return the tooltip of a card: name, effect in this game, glossary words."""
        texts = self.ctx.texts
        rows = [card_help(texts, card, self.view["set"]), *notes(texts, "king_of_12", card_text(texts, card))]
        return self.card_name(card), "\n".join(rows)

    def card_figure(self, card: int) -> Picture | None:
        """Return the figure of a card of the viewer's hand applied to the viewer's die; None without one."""
        face = self.stage.seats[self.below].die.face
        return card_figure(card, face) if face in FACES else None

    def lets_die_wait(self) -> bool:
        """Whether a die is drawn without what is still being made: one that has come to rest as if it moved."""
        raise NotImplementedError

    def opener(self, card: int) -> Callable[[], None]:
        """Return the click handler that shows a card in full."""
        return lambda: self.show_card(card)

    def picker(self, move: Move) -> Callable[[], None]:
        """Return the click handler that marks a choice."""
        return lambda: self.pick(move)
