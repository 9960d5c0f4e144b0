"""What the parts of the King of 12 table draw and let choose: made anew by the table for every frame."""

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
"""What the panel of the amber button says: title, text, button label, button icon, button enabled."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the person below may do now, and what of it is marked; ``pick`` marks, and carries out what is marked."""

    moves: tuple[Move, ...]
    marked: Move | None
    pick: Callable[[Move], None]

    @property
    def kind(self) -> Kind | None:
        """Which choice it is; None when there is nothing to choose."""
        return self.moves[0].kind if self.moves else None


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as all its parts see it.

    ``centre``: the middle of the mat; ``hand_x``: the middle of the own hand; ``mine``: whether the hand of the person
    below may be seen; ``question``: a seat that is to be named; ``still``: nothing is in
    motion; ``why``: what the button that explains does.
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
        """Whether "you" is the right word for this seat."""
        return list(self.people) == [seat]

    def card_name(self, card: int) -> str:
        """The card's name in the language in use."""
        return card_name(self.ctx.texts, card)

    def card_tip(self, card: int) -> tuple[str, str]:
        """The card's name, what it does in this game, and what the words of its text mean."""
        texts = self.ctx.texts
        rows = [card_help(texts, card, self.view["set"]), *notes(texts, "king_of_12", card_text(texts, card))]
        return self.card_name(card), "\n".join(rows)

    def card_figure(self, card: int) -> Picture | None:
        """Return the picture of a card in the own hand with the own die; None where none explains it."""
        face = self.stage.seats[self.below].die.face
        return card_figure(card, face) if face in FACES else None

    def opener(self, card: int) -> Callable[[], None]:
        """What a click on a card that lies there does: show it in full."""
        return lambda: self.show_card(card)

    def picker(self, move: Move) -> Callable[[], None]:
        """What a click on a choice does: mark it."""
        return lambda: self.choice.pick(move)
