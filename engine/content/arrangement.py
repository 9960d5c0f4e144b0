"""Arranging a position by hand: the interface between the position editor and the games that say what can be set.

A game's manifest names the module (``arrangement``). Its functions change a state in place and keep what is derived
from the rest up to date; whether the result is a position of a game, only the invariants of its rules say.

This module imports only the contract, so that rules may use it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import JSON, Message, Problem


class Piece(NamedTuple):
    """A kind of piece that can be put on a place of the board.

    ``seat``: whose colour it has, None for nobody's; ``left``: number of pieces not on the board, below 0 when too many
    are; ``look``: name by which the game's screens draw it.
    """

    id: str
    name: Message
    seat: int | None
    left: int
    look: str


class Number(NamedTuple):
    """A number that can be set; ``seat``: whose it is, None for the whole game's; ``words``: texts shown instead of the
    values from ``least`` on; further values are shown as numbers."""

    id: str
    name: Message
    value: int
    least: int
    most: int
    seat: int | None = None
    words: tuple[Message, ...] = ()

    def tell_value(self) -> Message:
        """Return the text that shows the value: one of ``words``, or the number."""
        at = self.value - self.least
        return self.words[at] if 0 <= at < len(self.words) else Message("ui.edit.number", {"n": self.value})


class Choice(NamedTuple):
    """A choice among several values; ``chosen``: index of the present one in ``labels``.

    ``seat``: whose it is, None for the whole game's.
    """

    id: str
    name: Message
    labels: tuple[Message, ...]
    chosen: int
    seat: int | None = None


class CardPlace(NamedTuple):
    """A place for cards: ``cards`` lie there, ``offered`` ones can be put there.

    ``seat``: whose it is, None for the whole game's; ``most``: number of cards a lawful position can have there.
    """

    id: str
    name: Message
    seat: int | None
    cards: tuple[int, ...]
    offered: tuple[int, ...]
    most: int


class Explanation(NamedTuple):
    """A problem of a position in words for players: its subject, the reason, and the places of the board concerned."""

    title: Message
    text: Message
    places: tuple[int, ...] = ()


class Arranger(Protocol):
    """Interface of a game's module ``arrangement``."""

    SET_BY_OPTIONS: Sequence[str]
    """Fields that can be arranged although some options fix them, such as a set of cards chosen before the game."""

    def can_arrange(self, state: Any) -> bool:
        """Whether a position is at a point of the game that can be arranged, such as the beginning of a turn."""
        ...

    def read(self, data: JSON) -> Any:
        """Convert dumped data to a state if its fields are within their bounds, lawful or not; raises ``BadState``."""
        ...

    def find_problems(self, state: Any) -> Sequence[Problem]:
        """List the reasons why a state cannot occur in a game, none for a lawful one; may fill in derived fields."""
        ...

    def clear(self, state: Any) -> None:
        """Take all pieces off the board."""
        ...

    def list_places(self, state: Any) -> Sequence[int]:
        """List the places of the board, in reading order; none for a game without a board."""
        ...

    def name_place(self, state: Any, place: int) -> Message:
        """Return the name of a place of the board."""
        ...

    def list_pieces(self, state: Any) -> Sequence[Piece]:
        """List the kinds of pieces; none for a game without a board."""
        ...

    def list_standing(self, state: Any, place: int) -> Sequence[str]:
        """List the ids of the pieces on a place, each as often as it stands there."""
        ...

    def put(self, state: Any, place: int, piece: str) -> None:
        """Put a piece (``Piece.id``) on a place and remove pieces that cannot share it."""
        ...

    def remove(self, state: Any, place: int, piece: str) -> None:
        """Remove this piece (``Piece.id``) from a place, or else another one there; for "" any piece."""
        ...

    def list_numbers(self, state: Any) -> Sequence[Number]:
        """List the numbers that can be set."""
        ...

    def list_choices(self, state: Any) -> Sequence[Choice]:
        """List the choices that can be made; one of them is who moves, if seats take turns."""
        ...

    def set_value(self, state: Any, name: str, value: int) -> None:
        """Set a number to a value, or a choice to the label with this index; ``name``: id of the number or choice."""
        ...

    def list_card_places(self, state: Any) -> Sequence[CardPlace]:
        """List the places where cards lie."""
        ...

    def name_card(self, state: Any, place: str, card: int) -> Message:
        """Return the name of a card; ``place``: id of the place of cards."""
        ...

    def add_card(self, state: Any, place: str, card: int) -> None:
        """Put a card into a place of cards (by id), from wherever it was."""
        ...

    def remove_card(self, state: Any, place: str, card: int) -> None:
        """Put a card of a place of cards (by id) back into the deck or supply it came from."""
        ...

    def explain(self, state: Any, problem: Problem) -> Explanation | None:
        """Explain a problem in the words of the game; None where the general text is enough."""
        ...

    def find_oddities(self, state: Any) -> Sequence[Message]:
        """List as texts what is unusual in a position but allowed."""
        ...
