"""What the table shows of Everfrost: stored cards under ice, and who lacks actions or pieces."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from games.tash_kalar.everfrost.rules import EXPANSION
from games.tash_kalar.everfrost.words import Store
from scenes.table.script import Animation, Data, Script, pause
from scenes.tash_kalar import animate
from scenes.tash_kalar.animate_pieces import player_spot, rise
from scenes.tash_kalar.expansion_screens import ExpansionScreens
from scenes.tash_kalar.scene_model import TashTable
from scenes.tash_kalar.words import Words
from sprites.tash_kalar import pieces


def _animate_storing(table: TashTable, data: Data) -> Script:
    """Move the card that is stored to its place, the other one to the discards."""
    table.sounds.play("freeze")
    yield from animate.keep_card(table, data["seat"], EXPANSION.code, data["card"])


def _animate_thaw(table: TashTable, data: Data) -> Script:
    """Move the stored card to the place of the card being played."""
    table.sounds.play("thaw")
    yield from animate.use_kept_card(table, data["seat"], EXPANSION.code, data["card"])


def _animate_slowing(table: TashTable, data: Data) -> Script:
    """Let the number of lost actions rise from the plate of each colour that loses any."""
    table.sounds.play("freeze")
    for side in range(len(data["slowed"])):
        if side != data["side"]:
            x, y = player_spot(table, side)
            rise(table, table.ctx.t(f"{EXPANSION.code}.table.slowed"), x - 60, y)
    yield 700


class Everfrost(ExpansionScreens):
    """Screens of Everfrost."""

    code = EXPANSION.code
    icon = "snowflake-2"
    kept_icon = "snowflake-2"
    animations: ClassVar[Mapping[str, Animation]] = {
        "stored": _animate_storing,
        "thawed": _animate_thaw,
        "fetched": partial(pause, 260, "card_lift"),  # the card is stored in the next event
        "slowed": _animate_slowing,
        "banished": partial(pause, 240, "freeze"),  # the piece has crumbled in the event before
    }
    draw_on_card = staticmethod(pieces.draw_ice)

    def name_way(self, words: Words, word: str, number: int) -> str:
        """Return the name of the card that an alternative stores."""
        seat, value = words.view["active"], words.view[self.code]
        local = (value["pending"], value["stored"][seat])[number]
        if not isinstance(EXPANSION.words[word], Store) or local < 0:
            return super().name_way(words, word, number)
        return words.texts.t(f"{self.code}.way.{word}", card=words.card(words.reading.find_card(seat, local)))

    def lends(self, value: Any) -> bool:
        """Whether a card is being summoned by the line of Frost Summoner."""
        return bool(value["borrowed"])

    def describe_side(self, words: Words, value: Any, side: int) -> list[str]:
        """Return lines about the actions that a colour's next turn lacks, and its pieces out of the game."""
        t, found = words.texts.t, []
        if value["slowed"][side]:
            found.append(t(f"{self.code}.table.slowed.told", n=value["slowed"][side]))
        common, legends = value["gone"][side]
        if common or legends:
            found.append(t(f"{self.code}.table.gone.told", n=common + legends))
        return found


SCREENS = Everfrost()
"""Found by the manifest of the expansion."""
