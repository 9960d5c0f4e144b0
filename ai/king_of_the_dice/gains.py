"""What each citizen of the market, and the dragon alarm, can be expected to bring a seat.

Tiles are drawn from the supply; what has left the game unseen is as likely as anything unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.king_of_the_dice import actions as act
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, PILES, TAMER, THIEF, citizens
from games.king_of_the_dice.effects import attack_sites, steal_choices
from games.king_of_the_dice.maps import IN_HALF, kingdom
from games.king_of_the_dice.state import State, bits, copied, supply

from .evaluate import Evaluator

Change = Callable[[State], None]


@dataclass(slots=True)
class Prospects:
    """Expected gains of a turn's outcomes, in the unit of the judge.

    ``hire`` per pile and tier, None for a pile without an open citizen; ``alarm`` without a
    condition; ``tiles`` how many a hire draws is in the cards.
    """

    hire: list[list[float] | None]
    alarm: float

    def best(self, pile: int) -> float:
        """The gain of a pile's best tier."""
        return max(self.hire[pile] or [float("-inf")])


def after(state: State, seat: int, judge: Evaluator, change: Change) -> float:
    """What the position is worth after a change."""
    twin = copied(state)
    change(twin)
    return judge(twin, seat)


def claimed(region: int, seat: int) -> Change:
    """The change that a claim makes: tile, marker and gem."""

    def change(state: State) -> None:
        _spend_tile(state, kingdom().terrain[region])
        state.free &= ~(1 << region)
        state.marks[seat] |= 1 << region
        _take_gem(state, region, seat)

    return change


def tamed(region: int, seat: int) -> Change:
    """The change that a dragon tamer makes."""

    def change(state: State) -> None:
        state.flames &= ~(1 << region)
        state.marks[seat] |= 1 << region
        state.tamed[seat] += 1
        _take_gem(state, region, seat)

    return change


def attacked(region: int, seat: int) -> Change:
    """The change that a bully makes."""

    def change(state: State) -> None:
        for other in range(state.seats):
            state.marks[other] &= ~(1 << region)
        state.marks[seat] |= 1 << region

    return change


def landed(region: int, owner: int | None) -> Change:
    """The change that a dragon makes where it lands; ``owner``: whose flame it takes, None = the supply's."""

    def change(state: State) -> None:
        _spend_tile(state, kingdom().terrain[region])
        state.free &= ~(1 << region)
        if owner is not None:
            state.tamed[owner] -= 1
        elif state.flames_left:
            state.flames_left -= 1
        else:
            return
        state.flames |= 1 << region

    return change


def stolen(action: int, seat: int) -> Change:
    """The change that a theft makes; nothing when it is declined."""

    def change(state: State) -> None:
        if action in (act.STEAL_NO_CITIZEN, act.STEAL_NO_GEM):
            return
        if action >= act.STEAL_GEM:
            victim, gold = divmod(action - act.STEAL_GEM, 2)
            hoard = state.golds if gold else state.whites
            hoard[victim] -= 1
            hoard[seat] += 1
            return
        card = 1 << action - act.STEAL_CITIZEN
        for other in range(state.seats):
            state.open[other] &= ~card
        state.open[seat] |= card

    return change


def _spend_tile(state: State, terrain: int) -> None:
    for tile in (terrain, terrain + IN_HALF):
        if state.known >> tile & 1:
            state.known ^= 1 << tile
            return
    for tile in (terrain, terrain + IN_HALF):
        if state.unseen >> tile & 1:
            state.unseen ^= 1 << tile
            return


def _take_gem(state: State, region: int, seat: int) -> None:
    bit = 1 << region
    if state.gold & bit:
        state.gold ^= bit
        state.golds[seat] += 1
    elif state.white & bit:
        state.white ^= bit
        state.whites[seat] += 1


# --- expectations -----------------------------------------------------------------------------


def prospects(state: State, seat: int, judge: Evaluator) -> Prospects:
    """What a turn of this seat can bring."""
    now = judge(state, seat)
    tiles = _tile_gains(state, lambda region: after(state, seat, judge, claimed(region, seat)) - now)
    total = supply(state)
    cards = citizens().cards
    hire: list[list[float] | None] = []
    for pile in range(PILES):
        card = state.market[pile]
        if card < 0:
            hire.append(None)
            continue
        # The citizen itself may become a joker.
        with_card = copied(state)
        with_card.open[seat] |= 1 << card
        base = judge(with_card, seat) - now
        citizen = cards[card]
        if pile == DWARF:
            gem = _gem_gain(state, seat, judge) - now
            gains = [base + best_of(tiles, total, tier.draw) + gem * tier.gem for tier in citizen.tiers]
        elif pile == THIEF:
            loot = max(after(with_card, seat, judge, stolen(choice, seat)) for choice in _thefts(with_card, seat, card))
            gains = [base + best_of(tiles, total, citizen.tiers[0].draw) + loot - now - base]
        elif pile == TAMER:
            gains = [base + _best([after(state, seat, judge, tamed(at, seat)) - now for at in bits(state.flames)])]
        elif pile == BULLY:
            sites = _attackable(state, seat)
            gains = [base + _best([after(state, seat, judge, attacked(at, seat)) - now for at in sites])]
        else:
            assert pile == LANDOWNER
            gains = [base + min(2, total) * best_of(tiles, total, 1)]
        hire.append(gains)
    return Prospects(hire, _alarm_gain(state, seat, judge, now, total))


def _best(gains: list[float]) -> float:
    return max(gains, default=0.0)


def _attackable(state: State, seat: int) -> list[int]:
    twin = copied(state)
    twin.active = seat
    return attack_sites(twin)


def _thefts(state: State, seat: int, card: int) -> tuple[int, ...]:
    twin = copied(state)
    twin.active, twin.hired = seat, card
    return steal_choices(twin)


def _gem_gain(state: State, seat: int, judge: Evaluator) -> float:
    twin = copied(state)
    if twin.gold_left:
        twin.golds[seat] += 1
    elif twin.white_left:
        twin.whites[seat] += 1
    return judge(twin, seat)


def _alarm_gain(state: State, seat: int, judge: Evaluator, now: float, total: int) -> float:
    """A super joker, and a dragon where it suits best."""
    open_ = [card for card in state.market if card >= 0]
    twin = copied(state)
    if open_:
        twin.down[seat] |= 1 << open_[0]
    joker = judge(twin, seat) - now
    owner = None if state.flames_left else seat if state.tamed[seat] else None
    dragons = _tile_gains(state, lambda region: after(state, seat, judge, landed(region, owner)) - now)
    return joker + best_of(dragons, total, 1)


def _tile_gains(state: State, gain: Callable[[int], float]) -> list[tuple[float, float]]:
    """Per terrain that can be drawn: the best gain over its free regions, and its part of the supply (tiles)."""
    unseen = state.unseen.bit_count()
    in_supply = (supply(state) - state.known.bit_count()) / unseen if unseen else 0.0
    found = []
    for terrain, sites in enumerate(kingdom().sites):
        weight = 0.0
        for tile in (terrain, terrain + IN_HALF):
            weight += (state.known >> tile & 1) + (state.unseen >> tile & 1) * in_supply
        free = [region for region in sites if state.free >> region & 1]
        if weight > 0 and free:
            found.append((max(gain(region) for region in free), weight))
    found.sort(reverse=True)
    return found


def best_of(tiles: list[tuple[float, float]], total: int, draws: int) -> float:
    """The expected best gain of so many different tiles of the supply."""
    draws = min(draws, total)
    if not draws or not tiles:
        return 0.0
    expected, left, worse = 0.0, 1.0, float(total)
    for gain, weight in tiles:
        worse -= weight
        none_better = 1.0
        for drawn in range(draws):
            none_better *= max(0.0, worse - drawn) / (total - drawn)
        expected += gain * (left - none_better)
        left = none_better
    return expected + tiles[-1][0] * left
