"""Auction of a game: secret bids for the right to name the first player."""

from __future__ import annotations

from engine.contract import Chance, Emit, Event

from . import options
from .actions import BID
from .state import NAME_FIRST, NOTHING, TAKE_CARD, State

DIE = 6


def commit(state: State, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
    """Commit a secret bid; the last one reveals all."""
    state.bids[seat] = action - BID
    state.owing ^= 1 << seat
    if emit is not None:
        emit(Event("bid_made", {"seat": seat}))
    if not state.owing:
        _resolve(state, chance, emit)


def _resolve(state: State, chance: Chance, emit: Emit | None) -> None:
    """Rulebook "Auction" (set-up 6): the highest pays the bank and names the first player; option "tie": by die."""
    bids = state.bids
    highest = max(bids)
    tied = [seat for seat in range(state.seats) if bids[seat] == highest]
    if emit is not None:
        emit(Event("bids_opened", {"bids": bids[:]}))
    how = "highest"
    winner = tied[0]
    if len(tied) > 1:
        if state.options & options.TIE_DIE:
            how = "die"
            winner = _break_tie(tied, chance, emit)
        else:
            how = "youngest"
            winner = find_youngest(tied, state.youngest, state.seats)
    state.coins[winner] -= highest
    state.namer = winner
    state.phase = NAME_FIRST
    state.owing = 1 << winner
    if emit is not None:
        left = [[winner, state.coins[winner]]]
        emit(Event("auction_won", {"seat": winner, "coins": highest, "how": how, "tied": tied, "purses": left}))


def find_youngest(tied: list[int], youngest: int, seats: int) -> int:
    """Return the tied seat that names the first player.

    Ruling L2: the set-up marks the youngest seat. Ruling L16: if that seat is not tied, the first tied seat
    to its left counts as the youngest.
    """
    return min(tied, key=lambda seat: (seat - youngest) % seats)


def _break_tie(tied: list[int], chance: Chance, emit: Emit | None) -> int:
    """Break a tie by dice: the highest roll wins, equal highest roll again."""
    rolling = tied
    while len(rolling) > 1:
        faces = [chance.die(DIE) for _ in rolling]
        if emit is not None:
            emit(Event("rolled", {"seats": rolling, "faces": faces}))
        rolling = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    return rolling[0]


def name_first(state: State, first: int, emit: Emit | None) -> None:
    """Set the first player named by the winner of the auction."""
    if emit is not None:
        emit(Event("first_named", {"seat": state.namer, "first": first}))
    state.active = first
    state.phase = TAKE_CARD
    state.owing = 1 << first


def bids_open(state: State) -> bool:
    """Whether the bids are revealed."""
    return NOTHING not in state.bids
