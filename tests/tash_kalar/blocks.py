"""Arenas drawn before and after a summoning, read from text and played."""

import re
from dataclasses import dataclass

from games.tash_kalar import actions as act
from games.tash_kalar.cards import BUILT_IN, IN_DECK

from .table import CARD, table_for


@dataclass(frozen=True)
class Block:
    """One block of a test file; ``gained`` actions, ``last`` when it is the last action of the turn."""

    title: str
    card: str
    target: str
    choices: str
    corner: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.card} {self.target}: {self.choices}"

    @property
    def gained(self) -> int:
        found = re.search(r"\[actions (\d)\]", self.title)
        return int(found[1]) if found else 0


def blocks(text: str) -> list[Block]:
    """All blocks of a text."""
    found = []
    for part in text.strip().split("\n\n"):
        title, head, *rows = part.splitlines()
        order, corner = head.split(" | ")
        card, target, choices = re.fullmatch(r"(\w+) (\w\d):(.*)", order).groups()  # type: ignore[union-attr]
        both = [re.split(r" {3,}", row.strip()) for row in rows]
        before, after = tuple(each[0] for each in both), tuple(each[-1] for each in both)
        found.append(Block(title, card, target, choices.strip(), corner, before, after))
    return found


def shows_all_of(deck: str, shown: list[Block]) -> bool:
    """Whether every card of a deck of the box stands in at least two blocks."""
    first = BUILT_IN.index(deck) * IN_DECK
    codes = [code for code, number in CARD.items() if first <= number < first + IN_DECK]
    counts = [sum(block.card == code for block in shown) for code in codes]
    return len(codes) == IN_DECK and min(counts) >= 2


def carry_out(block: Block) -> None:
    """Play a block and compare."""
    table = table_for(block.card)
    if "last action" in block.title:
        table.state.actions = 1
    if "Sapling among" in block.title:
        sapling = 1 << CARD["sapling"] - CARD["sapling"]
        table.state.discards[0] = sapling
        table.state.pool[0] &= ~sapling
    table.draw("\n".join(block.before), block.corner)
    width, height = len(block.before[0].split()), len(block.before)
    assert table.drawn(block.corner, width, height) == "\n".join(block.before), "the drawing leaves the arena"
    if block.choices == "no":
        if table.can_summon(block.card):
            table.do(act.SUMMON + CARD[block.card])
            assert block.target not in table.offered(act.SQUARE)
        return
    pieces = len(table.pieces())
    table.summon(block.card, block.target, block.choices)
    assert table.phase != "effect", f"not over: {table.legal()}"
    assert table.drawn(block.corner, width, height) == "\n".join(block.after)
    shown = sum(sign != "." for row in block.after for sign in row.split())
    assert len(table.pieces()) == shown, "something happened outside the drawing"
    assert pieces == sum(sign != "." for row in block.before for sign in row.split())
    if table.state.active == 0 and not table.state.extra_turn:
        assert table.state.actions == 1 + block.gained
