"""The sheet for going to a place by its name: letters narrow the list, the neighbours of the last place come first."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.accessibility.nodes import DISABLED, TEXT, Tree
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.node_words import join_names
from scenes.shell.spoken_scene import Neighbour, SpokenScene
from scenes.shell.stack import Scene
from scenes.shell.text_field import TextField
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_SHOWN = 7
"""Places that are listed at once."""
MOST_SPOKEN = 3
FIELD = "go_to.name"
LONGEST_NAME = 90
"""Characters of a place that stand on its button."""


class SpokenGoTo(SpokenScene):
    """The sheet says which place Enter leads to, and the next ones, as letters are typed."""

    def __init__(self, sheet: GoTo) -> None:
        super().__init__(sheet)
        self._sheet = sheet

    def find_prompt(self) -> str:
        """Return the first places that fit."""
        found = self._sheet.list_matches()
        names = [f"{place.name.split(':')[0]} {place.relation}".strip() for place in found[:MOST_SPOKEN]]
        return join_names(names) if names else self._sheet.ctx.t("reader.go_to.none")


class GoTo(Scene):
    """A text field and the places that fit; Enter goes to the first one."""

    opaque = False
    name = "go_to"

    def __init__(self, ctx: Context, tree: Tree, near: Sequence[Neighbour], arrive: Callable[[str], None]) -> None:
        super().__init__(ctx)
        self.title = ctx.t("reader.go_to")
        self._arrive = arrive
        nodes = [node for node in tree.walk() if node.role != TEXT and not node.id.startswith(("bar.", "word."))]
        boards = {node.id for zone in tree.zones if zone.is_board for node in zone.nodes}
        nodes.sort(key=lambda node: (node.id not in boards, DISABLED in node.states and node.id not in boards))
        self._places = [Neighbour(node.id, node.name) for node in nodes]
        self._near = list(near)
        self._typed = ""

    def make_spoken(self) -> SpokenScene:
        """Return what a screen reader is told: the places that fit."""
        return SpokenGoTo(self)

    def enter(self) -> None:
        """Begin to type at once."""
        self.ui.editing, self.ui.field = FIELD, TextField("", 24, self._finish)

    def list_matches(self) -> list[Neighbour]:
        """Return the places that fit what is typed, the best first; with nothing typed the neighbours."""
        typed = fold(self.ui.field.text if self.ui.field is not None else self._typed)
        if not typed:
            return (self._near or self._places)[:MOST_SHOWN]
        ranked = sorted(
            ((rank, at) for at, place in enumerate(self._places) if (rank := rank_match(typed, fold(place.name))) < 3)
        )
        return [self._places[at] for _, at in ranked[:MOST_SHOWN]]

    def _finish(self, typed: str) -> None:
        self._typed = typed

    def draw(self, c: Canvas) -> None:
        """Draw the sheet: field, list, and the way back."""
        t = self.ctx.t
        veil(c)
        self.ui.modal()
        found = self.list_matches()
        w, h = 760.0, 190.0 + 50 * MOST_SHOWN
        x, y = (1600 - w) / 2, (c.height - h) / 2
        shapes.panel(c, x, y, w, h, "parchment")
        text.draw(c, self.title, x + w / 2, y + 36, "display", "paper.title", "cm", max_w=w - 60)
        tip = (self.title, t("reader.go_to.help"))
        self.ui.text_field(c, FIELD, (x + 40, y + 62, w - 80, 44), self._typed, self._finish, limit=24, tip=tip)
        for at, place in enumerate(found):
            box = (x + 40, y + 118 + 50 * at, w - 80, 44.0)
            label = place.name[:LONGEST_NAME] + (f" ({place.relation})" if place.relation else "")
            self.ui.button(c, f"go_to.{at}", box, label, self._make_goer(place), main=at == 0)
        if not found:
            text.draw(c, t("reader.go_to.none"), x + w / 2, y + 140, "aside", "paper.text.muted", "cm")
        self.ui.button(c, "back", (x + w / 2 - 110, y + h - 58, 220, 44), t("ui.back"), self.ctx.stack.pop)

    def _make_goer(self, place: Neighbour) -> Callable[[], None]:
        def go() -> None:
            self.ctx.stack.pop()
            self._arrive(place.target)

        return go

    def handle(self, given: Input) -> bool:
        """Escape closes the sheet."""
        if given.kind == "command" and given.name == "back":
            self.ctx.stack.pop()
            return True
        return False

    def hurry_on(self, given: Input) -> bool:
        """While a name is typed, Enter goes to the first place that fits, and Escape closes the sheet; where none fits
        the name can be corrected."""
        if not self.ui.typing or given.kind != "command" or given.name not in ("activate", "back"):
            return False
        found = self.list_matches()
        if given.name != "back" and not found:
            self.ctx.play("refused")
            self.ctx.tell_toast(self.ctx.t("reader.go_to.none"))
            return True
        self.ui.commit_text()
        if given.name == "back":
            self.ctx.stack.pop()
        else:
            self._make_goer(found[0])()
        return True


def fold(name: str) -> str:
    """Return a name in small letters and without accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()


def rank_match(typed: str, name: str) -> int:
    """Return 0 where a name begins so, 1 where a word of it does, 2 where it is inside, 3 where it does not fit."""
    if name.startswith(typed):
        return 0
    if f" {typed}" in name:
        return 1
    return 2 if typed in name else 3
