"""Data that the parts of the King of 12 table draw and offer; built by the table every frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.king_of_12.dice import FACES
from games.king_of_12.moves import Kind, Move
from scenes.common.glossary import notes
from scenes.king_of_12.card_view import card_help, card_name, card_text
from scenes.king_of_12.glossary_figures import card_figure
from scenes.king_of_12.scene_model import Stage
from scenes.table.seat_prompt import Question
from scenes.table.table_view import TableDesk
from sprites.base.controls import Picture

Call = tuple[str, str, str, str | None, bool]
"""Texts of the call-to-action panel: title, text, button label, button icon, button enabled."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Legal moves of the bottom seat and the marked one; ``pick`` marks a move, or makes the marked one."""

    moves: tuple[Move, ...]
    marked: Move | None
    pick: Callable[[Move], None]

    @property
    def kind(self) -> Kind | None:
        """Kind of the choice; None without one."""
        return self.moves[0].kind if self.moves else None


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as seen by its parts.

    ``centre``: the middle of the mat; ``hand_x``: the middle of the viewer's hand; ``mine``: whether the hand of the
    person below may be seen; ``question``: a seat that is to be named; ``still``: nothing is in motion; ``why``: what
    the button that explains does.
    """

    stage: Stage
    people: Sequence[int]
    choice: Choice
    show_card: Callable[[int], None]
    why: Callable[[], None]
    centre: tuple[float, float]
    hand_x: float
    height: float
    mine: bool
    still: bool
    question: Question | None

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

    def opener(self, card: int) -> Callable[[], None]:
        """Return the click handler that shows a card in full."""
        return lambda: self.show_card(card)

    def picker(self, move: Move) -> Callable[[], None]:
        """Return the click handler that marks a choice."""
        return lambda: self.choice.pick(move)
