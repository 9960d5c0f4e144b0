"""What the others may be able to summon: their decks are known, their hands are guessed.

Every card that a rival may hold counts by how likely it holds it.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.tash_kalar.cards import LEGENDS, Card
from games.tash_kalar.maps import bits
from games.tash_kalar.state import ALL_LEGENDS, State, first_card, get_side, members


@dataclass(frozen=True, slots=True)
class Rival:
    """A seat of another side, and the cards it may hold, with chances."""

    seat: int
    side: int
    cards: tuple[tuple[float, Card], ...]


def list_rivals(state: State, seat: int) -> list[Rival]:
    """The seats of other sides, for all that ``seat`` knows when it decides."""
    own = get_side(state, seat)
    known = state.legend_discard
    for member in members(state, own):
        known |= state.legends[member]
    for card, by in state.legend_bottom:
        if by == seat:
            known |= 1 << card
    unknown = ALL_LEGENDS & ~known
    found = []
    for wait in range(1, state.seats):
        other = (state.active + wait) % state.seats
        side = get_side(state, other)
        if side == own:
            continue
        first = first_card(state, other)
        cards = [(1.0, state.book.card(first + each)) for each in bits(state.open_hand[other])]
        unseen = state.hands[other] & ~state.open_hand[other] | state.pool[other]
        for each in state.bottoms[other]:
            unseen |= 1 << each
        hidden = (state.hands[other] & ~state.open_hand[other]).bit_count()
        if unseen and hidden:
            chance = hidden / unseen.bit_count()
            cards += [(chance, state.book.card(first + each)) for each in bits(unseen)]
        legends = max(state.legends[member].bit_count() for member in members(state, side))
        if unknown and legends:
            chance = legends / unknown.bit_count()
            cards += [(chance, state.book.card(LEGENDS + each)) for each in bits(unknown)]
        found.append(Rival(other, side, tuple(cards)))
    return found
