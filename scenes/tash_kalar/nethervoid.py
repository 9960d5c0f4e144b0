"""What the table shows of Nethervoid: the rift round the Gateway, and whose pieces form the next pattern."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from games.tash_kalar.nethervoid.rules import EXPANSION
from scenes.table.script import Animation, Data, Script, show_banner
from scenes.tash_kalar import animate
from scenes.tash_kalar.animate_pieces import light
from scenes.tash_kalar.expansion_screens import ExpansionScreens, Mark, MarkDrawing
from scenes.tash_kalar.scene_model import TashTable
from scenes.tash_kalar.words import Words
from sprites.tash_kalar import pieces

GATEWAY = Mark(EXPANSION.code, "gateway")


def _animate_gateway(table: TashTable, data: Data) -> Script:
    """Open the rift round a piece, and close the one that this colour had before."""
    for square, man in table.stage.men.items():
        if man.colour == data["side"] and GATEWAY in man.marks:
            man.marks = tuple(mark for mark in man.marks if mark != GATEWAY)
        if square == data["square"]:
            man.marks = (*man.marks, GATEWAY)
    light(table, "flash", data["square"], duration=420)
    table.sounds.play("rift")
    yield 420


def _animate_sinking(table: TashTable, data: Data) -> Script:
    """Move the played card under its deck."""
    animate.clear_shown_card(table)
    table.stage.deck_sizes[data["seat"]] = data["left"]
    table.sounds.play("card_lift")
    yield 320


def _animate_idling(table: TashTable, data: Data) -> Script:
    """Take an action away."""
    table.stage.actions = data["actions"]
    table.sounds.play("die_turn")
    yield 320


def _animate_possession(table: TashTable, data: Data) -> Script:
    """Tell whose pieces form the next pattern."""
    name = table.own.words.seats[data["side"]].name
    table.sounds.play("rift")
    yield from show_banner(table, table.ctx.t(f"{EXPANSION.code}.table.possessed", name=name), 900, fade=200)


class Nethervoid(ExpansionScreens):
    """Screens of Nethervoid."""

    code = EXPANSION.code
    mark_ranks: ClassVar[Mapping[str, Collection[int]]] = {GATEWAY.kind: (0, 1)}
    ground_marks: ClassVar[Mapping[str, MarkDrawing]] = {GATEWAY.kind: pieces.draw_rift}
    piece_marks: ClassVar[Mapping[str, MarkDrawing]] = {GATEWAY.kind: pieces.draw_rift_sign}
    animations: ClassVar[Mapping[str, Animation]] = {
        "gateway": _animate_gateway,
        "sunk": _animate_sinking,
        "idled": _animate_idling,
        "possessed": _animate_possession,
    }

    def list_marks(self, value: Any) -> Iterable[tuple[int, str]]:
        """Yield the square and kind of the Gateway of each colour."""
        for square in value["gateways"]:
            if square >= 0:
                yield square, GATEWAY.kind

    def describe_turn(self, words: Words, value: Any) -> str:
        """Return in words whose pieces form the next pattern; "" for the usual ones."""
        if value["possessed"] < 0:
            return ""
        return words.texts.t(f"{self.code}.table.possessed", name=words.seats[value["possessed"]].name)


SCREENS = Nethervoid()
"""Found by the manifest of the expansion."""
