"""Names and texts of cards, squares and pieces, and what is asked of the player in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.tash_kalar import program as word
from games.tash_kalar.cards import FLARES, IN_DECK, LEGENDS
from games.tash_kalar.program import Step
from games.tash_kalar.state import DECK_OF, DECKS
from games.tash_kalar.texts import RANK_NAMES
from scenes.tash_kalar import faces

if TYPE_CHECKING:
    from scenes.tash_kalar.choosing import ChoosingTable


def is_flare(card: int) -> bool:
    """Whether a number stands for a flare."""
    return card >= FLARES


def is_legend(card: int) -> bool:
    """Whether a number stands for a legend."""
    return LEGENDS <= card < FLARES


def card_name(table: ChoosingTable, card: int) -> str:
    """The name of a card."""
    if is_flare(card):
        return table.ctx.t("tash_kalar.face.flare")
    return faces.name(table.ctx.texts, table.reading.card(card))


def card_words(table: ChoosingTable, card: int) -> str:
    """The effect of a card."""
    if is_flare(card):
        return faces.flare_tip(table.ctx.texts, card - FLARES)[1]
    return faces.words(table.ctx.texts, table.reading.card(card))


def rank_name(table: ChoosingTable, rank: int) -> str:
    """A rank in words."""
    return table.ctx.t(f"tash_kalar.rank.{RANK_NAMES[rank]}")


def deck_of(table: ChoosingTable, seat: int) -> str:
    """A seat's deck as the options name it."""
    return str(table.view["options"][f"deck_{seat + 1}"])


def deck_code(table: ChoosingTable, seat: int) -> str:
    """The look of a seat's deck: imperial_north, imperial_south, highland, sylvan, own."""
    return faces.deck_look(deck_of(table, seat))


def deck_name(table: ChoosingTable, seat: int) -> str:
    """The name of a seat's deck."""
    return faces.deck_name(table.ctx.texts, deck_of(table, seat), table.view["options"]["decks"])


def owner_of(table: ChoosingTable, card: int, side: int) -> str:
    """The deck a being of a colour belongs to, as the options name it; a legend is in none of the seats'.

    Northern and Southern Imperial have the same cards, and two seats may play the same deck: the side comes first.
    """
    seats = range(table.stage.seats)
    for seat in sorted(seats, key=lambda seat: table.reading.side(seat) != side):
        first = table.reading.state.book.first(DECK_OF[DECKS.index(deck_of(table, seat))])
        if first <= card < first + IN_DECK:
            return deck_of(table, seat)
    return "legends"


def look_of(table: ChoosingTable, card: int, side: int) -> str:
    """The look of the deck a card comes from."""
    return "flares" if is_flare(card) else faces.deck_look(owner_of(table, card, side))


# --- steps of an effect -------------------------------------------------------------------------------

_OPS = {
    word.MOVE: "move", word.LEAP: "leap", word.DESTROY: "destroy", word.UPGRADE: "upgrade",
    word.DOWNGRADE: "downgrade", word.CONVERT: "convert", word.PICK: "pick", word.PLACE: "place", word.TEND: "tend",
    word.SHOOT: "shoot", word.GAIN: "gain", word.DRAW: "draw", word.RECALL: "recall", word.TURN: "turn",
    word.LEND: "lend", word.CHOOSE: "choose",
}  # fmt: skip


def step_words(table: ChoosingTable) -> str:
    """What has to be chosen in the step of the effect under way."""
    t = table.ctx.t
    step = table.reading.step
    if step is None:
        return ""
    base = f"tash_kalar.step.{_OPS.get(step.op, 'pick')}"
    if step.op in (word.MOVE, word.LEAP):
        if table.reading.mover < 0:
            return t(f"{base}.piece")
        kind = word.KINDS[step.kind]
        if kind == "combat" and step.equal < word.ANY_NUMBER and step.equal <= table.view["effect"]["equals"]:
            kind = "standard"
        return f"{t(f'{base}.target')} {t(f'tash_kalar.step.kind.{kind}')}"
    return t(base)


def way_words(table: ChoosingTable, way: int) -> str:
    """What one of two ways to go on does, in short."""
    t = table.ctx.t
    step = table.reading.steps_of_way(way)
    if step is None:
        return t("tash_kalar.action.option", number=way + 1)
    name = _OPS.get(step.op, "pick")
    if step.op in (word.MOVE, word.LEAP):
        name = f"{name}.{word.KINDS[step.kind]}"
    found = t(f"tash_kalar.way.{name}")
    if step.op in (word.DESTROY, word.UPGRADE, word.DOWNGRADE, word.CONVERT, word.PLACE) and step.rank != 7:
        ranks = [t(f"tash_kalar.way.rank.{RANK_NAMES[rank]}") for rank in range(3) if step.rank >> rank & 1]
        found = f"{found}: {', '.join(ranks)}"
    most = max(step.times)
    if 1 < most < word.ANY_NUMBER:
        found = f"{found} ×{most}"
    if step.op == word.GAIN and step.number > 1:
        found = f"{found} ×{step.number}"
    return found


def step_op(step: Step | None) -> str:
    """The keyword of a step."""
    return "" if step is None else _OPS.get(step.op, "")
