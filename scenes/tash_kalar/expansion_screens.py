"""What the table shows of expansions, and the registry that finds it by their manifests.

A manifest (``games.tash_kalar.expansions``) names a module with ``SCREENS``, an object of a class derived from
:class:`ExpansionScreens`. The parts of the table call its methods and name no expansion. Texts are found in the
catalogue of the expansion's code: ``CODE.step.WORD`` asks for the choice of a word of the effect vocabulary,
``CODE.way.WORD.NUMBER`` names one of its alternatives, ``CODE.mark.KIND`` a mark on a piece and ``CODE.mark.KIND.told``
what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engine.contract import View
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.expansions import list_expansions, load_part
from scenes.shell.targets import Box
from scenes.table.script import Animation
from scenes.table.table_game import do_nothing
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.tash_kalar.words import Words


class Mark(NamedTuple):
    """A mark on a piece: code of the expansion it belongs to, and its kind, which names drawing and texts."""

    code: str
    kind: str


MarkDrawing = Callable[[Canvas, float, float, float], None]
"""Draws what a mark shows at its piece: the middle, and the radius of a common piece."""


class ExpansionScreens:
    """What the table shows of an expansion; without an override there is nothing but its cards and texts.

    ``value`` is the expansion's entry in a view.
    """

    code: str = ""
    icon: ClassVar[str] = ""
    """Of the line with its actions in the turn panel; "" when it has none."""
    kept_icon: ClassVar[str] = ""
    """Of the panel with the cards that lie in places of the expansion; "" when there are none."""
    mark_ranks: ClassVar[Mapping[str, Collection[int]]] = {}
    """Kind of a mark → ranks of the pieces that can bear it."""
    ground_marks: ClassVar[Mapping[str, MarkDrawing]] = {}
    """Kind of a mark → what it shows under its piece."""
    piece_marks: ClassVar[Mapping[str, MarkDrawing]] = {}
    """Kind of a mark → what it shows on its piece."""
    draw_on_card: Callable[[Canvas, Box], None] = staticmethod(do_nothing)
    """Draws the decoration of a card in a place of the expansion."""
    animations: ClassVar[Mapping[str, Animation]] = {}
    """Kind of an event → its animation."""

    def list_marks(self, value: Any) -> Iterable[tuple[int, str]]:
        """Yield the square and kind of each mark on a piece."""
        return ()

    def name_way(self, words: Words, word: str, number: int) -> str:
        """Return a short text of alternative ``number`` of an expansion's word."""
        return words.texts.t(f"{self.code}.way.{word}.{number}")

    def lends(self, value: Any) -> bool:
        """Whether the expansion lends an enemy piece to the pattern of the summoning under way."""
        return False

    def describe_turn(self, words: Words, value: Any) -> str:
        """Return in words what holds for the rest of the turn, "" for nothing."""
        return ""

    def describe_side(self, words: Words, value: Any, side: int) -> list[str]:
        """Return lines about a colour for the tooltip of its plate."""
        return []


@lru_cache(maxsize=1)
def list_all() -> tuple[ExpansionScreens, ...]:
    """Return the screens of the installed expansions, in the order of their deck numbers."""
    return tuple(_make_plain(code) if found is None else found for code, found in load_part("screens"))


def _make_plain(code: str) -> ExpansionScreens:
    plain = ExpansionScreens()
    plain.code = code
    return plain


def list_for(view: View) -> list[ExpansionScreens]:
    """Return the screens of the expansions that a game is played with."""
    return [one for one in list_all() if one.code in view]


def find_screens(code: str) -> ExpansionScreens:
    """Return the screens of the installed expansion with this code."""
    return next(one for one in list_all() if one.code == code)


def find_word(step: Step | None) -> tuple[ExpansionScreens, str] | None:
    """Return the screens of an expansion and its word that a step carries out; None for words of the base game."""
    if step is None or step.word is None:
        return None
    for one in list_expansions():
        for name, word in one.words.items():
            if word is step.word:
                return find_screens(one.code), name
    return None


def list_marks(view: View) -> dict[int, tuple[Mark, ...]]:
    """Return the marks on pieces by square."""
    found: dict[int, tuple[Mark, ...]] = {}
    for one in list_for(view):
        for square, kind in one.list_marks(view[one.code]):
            found[square] = (*found.get(square, ()), Mark(one.code, kind))
    return found


def can_bear(mark: Mark, rank: int) -> bool:
    """Whether a piece of a rank can bear a mark."""
    return rank in find_screens(mark.code).mark_ranks.get(mark.kind, range(3))
