"""What an opponent weighs is what the rules lead to: every effect, compared over the whole dump.

The positions come from games played at random over all options. What is weighed is asked from the opponent; what the
rules lead to is found by decisions alone, in the same position with dice that meet the citizen.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from ai.king_of_the_dice import evaluate
from ai.king_of_the_dice.final_score import evaluate_final_lead
from ai.king_of_the_dice.players import PLAYERS
from engine.chance import SeededChance
from games.king_of_the_dice import RULES, actions as act, turns
from games.king_of_the_dice.cards import BULLY, DWARF, PILES, TAMER, THIEF, citizens
from games.king_of_the_dice.dice import nets
from games.king_of_the_dice.maps import IN_HALF, kingdom
from games.king_of_the_dice.options import MAPS
from games.king_of_the_dice.state import CHECK, CLAIM, FLAME, LAY, OVER, ROLL, State, bits, copied, supply
from tests.king_of_the_dice.table import Table
from tests.support.in_turn import take_turns

GAMES = 5
"""Games for each number of seats and each combination of options."""


def whole(state: State) -> str:
    """The whole dump as something that can be put into sets."""
    return repr(RULES.dump(state))


def wholes(states: Sequence[State]) -> list[str]:
    return sorted(map(whole, states))


def positions(seats: int, layout: str, finish: bool) -> Iterator[State]:
    """Positions of games played at random in which there is more to do than to roll."""
    for number in range(GAMES):
        chance = SeededChance(1000 * seats + number)
        state = RULES.new({"map": layout, "finish_round": finish}, seats, chance)
        while state.phase != OVER:
            if state.phase != ROLL:
                yield copied(state)
            legal = RULES.legal(state, state.active)
            RULES.apply(state, state.active, act.STOP if act.STOP in legal else chance.draw(legal), chance)


SETUPS = [(seats, layout, finish) for seats in (2, 3, 4) for layout in MAPS for finish in (False, True)]


class Wanted(SeededChance):
    """Draws a tile that is wanted; the citizen that is opened is the one that the opponent's copy opens too."""

    def __init__(self, state: State, tile: int) -> None:
        super().__init__(0)
        known = bits(state.known)
        self.place = known.index(tile) if tile in known else len(known)
        self.tile = tile
        self.unseen = bits(state.unseen)

    def below(self, n: int) -> int:
        """The place of the wanted tile among the known ones, or behind them all."""
        return min(self.place, n - 1)

    def draw(self, pool: Sequence[int]) -> int:
        """The wanted tile, or a citizen."""
        return self.tile if self.tile in pool and list(pool) == self.unseen else SeededChance(0).draw(pool)


@cache
def faces_for(card: int, tier: int) -> tuple[int, ...]:
    """Faces that meet this tier of a citizen and no later one."""
    for faces in product(range(1, 7), repeat=6):
        met = citizens().conditions.match([net[face] for net, face in zip(nets(), faces, strict=True)])
        if citizens().best_tier(card, met) == citizens().cards[card].tiers[tier]:
            return faces
    raise AssertionError(f"no dice meet {card}")


def about_to(state: State, seat: int, pile: int | None, tier: int = 0) -> State:
    """The position with the turn of a seat whose dice meet this citizen; without one the alarm is free."""
    twin = copied(state)
    twin.active, twin.phase, twin.rolls = seat, CHECK, 3
    twin.drawn, twin.claims, twin.hired, twin.added = (), 0, -1, ()
    if pile is not None:
        twin.dice = faces_for(twin.market[pile], tier)
    twin.forced = int(pile is not None)
    twin.choices = turns.check_choices(twin)
    return twin


def with_supply(state: State, tiles: list[int]) -> State:
    """The position with nothing but these tiles and the two that left the game; other free regions are dead."""
    twin = copied(state)
    aside = [tile for tile in bits(twin.unseen | twin.known) if tile not in tiles][:2]
    twin.known = sum(1 << tile for tile in tiles)
    twin.unseen = sum(1 << tile for tile in aside)
    count = Counter(tile % IN_HALF for tile in (*tiles, *aside))
    twin.free = sum(
        1 << region
        for terrain, regions in enumerate(kingdom().sites)
        for region in [each for each in regions if state.free >> each & 1][: count[terrain]]
    )
    assert supply(twin) == len(tiles)
    return twin


def by_the_rules(state: State, action: int, tile: int, phases: tuple[int, ...]) -> list[State]:
    """All positions that a decision and the choices in these phases lead to when this tile is drawn."""
    twin = copied(state)
    RULES.apply(twin, twin.active, action, Wanted(state, tile))
    found, done = [twin], []
    while found:
        one = found.pop()
        if one.phase not in phases:
            done.append(one)
            continue
        for each in one.choices:
            after = copied(one)
            RULES.apply(after, after.active, each, SeededChance(0))
            found.append(after)
    return done


def tiles_of(state: State, number: int) -> list[int]:
    """Two of the tiles that can be drawn, others in each position: of a terrain the one that is known goes first."""
    unseen = state.unseen if supply(state) > state.known.bit_count() else 0  # else they are the two that left
    can = [
        tile
        for tile in bits(state.known | unseen)
        if state.known >> tile & 1 or not state.known >> (tile + IN_HALF) % (2 * IN_HALF) & 1
    ]
    return [can[number % len(can)], can[(7 * number + 3) % len(can)]] if supply(state) else []


@pytest.mark.parametrize(("seats", "layout", "finish"), take_turns(SETUPS, of=3))
def test_what_is_weighed_before_a_decision_is_what_the_rules_lead_to(seats: int, layout: str, finish: bool) -> None:
    compared: Counter[str] = Counter()
    number = 0
    for number, state in enumerate(positions(seats, layout, finish)):
        if state.drawn or state.phase == FLAME:
            continue
        seat = (state.active + number) % seats
        for pile in range(PILES):
            card = state.market[pile]
            if card < 0:
                continue
            before = about_to(state, seat, pile)
            hire = act.HIRE + pile
            if pile in (TAMER, BULLY):
                here = evaluate.apply_hire(before, seat, pile)
                found = by_the_rules(before, hire, -1, tuple(range(CLAIM, OVER)))
                assert wholes(evaluate.works(here)) == wholes(found)
                compared["tame" if pile == TAMER else "attack"] += len(found)
                continue
            tier = citizens().cards[card].tiers[0]
            for tile in tiles_of(before, number):
                # The rest of the supply is taken away from those who would draw more than the one that is weighed.
                one = before if tier.draw == 1 else with_supply(before, [tile])
                found = by_the_rules(one, hire, tile, (CLAIM,))
                assert wholes(evaluate.claims(evaluate.apply_hire(one, seat, pile), tile)) == wholes(found)
                compared["claim"] += len(found)
            if state.known | state.unseen:
                none = with_supply(before, [])
                if pile == THIEF:
                    found = by_the_rules(none, hire, -1, tuple(range(CLAIM, OVER)))
                    assert wholes(evaluate.thefts(evaluate.apply_hire(none, seat, pile))) == wholes(found)
                    compared["theft"] += len(found)
                elif pile == DWARF:
                    last = len(citizens().cards[card].tiers) - 1
                    rich = with_supply(about_to(state, seat, pile, last), [])
                    with_gem = evaluate.add_gem(evaluate.apply_hire(rich, seat, pile))
                    turns.end_turn(with_gem, SeededChance(0), None)
                    assert [whole(with_gem)] == wholes(by_the_rules(rich, hire, -1, ()))
                    compared["gem"] += 1
        opened = next((pile for pile in range(PILES) if state.market[pile] >= 0), None)
        alarm = act.ALARM_ALONE if opened is None else act.ALARM + opened
        before = about_to(state, seat, None)
        if opened is None:
            before.choices = (act.ALARM_ALONE,)
        for tile in tiles_of(before, number):
            for poor in (before, without_flames(before, seat, number)):
                found = by_the_rules(poor, alarm, tile, (LAY, FLAME))
                assert wholes(evaluate.landings(evaluate.apply_alarm(poor, seat), tile)) == wholes(found)
                compared["landing"] += len(found)
    assert number >= 2000 / len(SETUPS), "positions enough in all"
    assert min(compared[each] for each in ("claim", "theft", "gem", "landing", "tame", "attack")) > 40, compared


def without_flames(state: State, seat: int, number: int) -> State:
    """The position with the flames of the supply in other seats' hands, now and then in the own ones."""
    twin = copied(state)
    keepers = [k for k in range(twin.seats) if k != seat or number % 3 == 0]
    if number % 3:
        keepers = keepers[: 1 + number % 2]
        twin.tamed[keepers[0]] += twin.tamed[seat]
        twin.tamed[seat] = 0
    for flame in range(twin.flames_left):
        twin.tamed[keepers[flame % len(keepers)]] += 1
    twin.flames_left = 0
    return twin


@pytest.mark.sample(4)
@pytest.mark.parametrize(("seats", "layout", "finish"), SETUPS)
def test_what_is_weighed_at_a_choice_is_what_the_rules_lead_to(
    monkeypatch: pytest.MonkeyPatch, seats: int, layout: str, finish: bool
) -> None:
    seen: list[str] = []

    def judge(state: State, seat: int) -> float:
        seen.append(whole(state))
        return 0.0

    compared = 0
    for state in positions(seats, layout, finish):
        if state.phase == CHECK:
            continue
        for action in state.choices:
            seen.clear()
            evaluate.evaluate_action(state, state.active, judge, action)
            twin = RULES.load(RULES.dump(state))
            found = by_the_rules(twin, action, -1, (FLAME,))
            assert sorted(seen) == wholes(found)
            compared += 1
    assert compared > 100


def test_a_dragon_takes_the_flame_of_the_rival_that_the_rules_would_take() -> None:
    """With the supply and the own flames empty the only rival with one loses it; among several one is chosen."""
    table = Table(3).flames(0, 2, 1)
    state = about_to(table.state, 0, None)
    tile = bits(state.unseen)[0]
    after = evaluate.landings(evaluate.apply_alarm(state, 0), tile)
    assert {tuple(each.tamed) for each in after} == {(0, 1, 1), (0, 2, 0)}
    assert all(each.flames for each in after)


def test_the_dragon_that_needs_a_rivals_flame_is_laid_with_the_better_one_in_mind() -> None:
    """Before the tile is laid the expert sees whose flame it would take: that of the rival with most flames."""
    table = Table(3).flames(0, 3, 3)
    state = about_to(table.state, 0, None)
    RULES.apply(state, 0, act.ALARM, Wanted(state, bits(state.unseen)[0]))
    assert state.phase == LAY
    legal = RULES.legal(state, 0)
    laid = PLAYERS["expert"](RULES.view(state, 0), 0, legal, SeededChance(1))
    worth = evaluate_final_lead(state, 0) + max(one.value for one in laid.considered)
    RULES.apply(state, 0, laid.action, SeededChance(1))
    assert state.phase == FLAME
    legal = RULES.legal(state, 0)
    taken = PLAYERS["expert"](RULES.view(state, 0), 0, legal, SeededChance(1))
    assert evaluate_final_lead(state, 0) + max(one.value for one in taken.considered) <= worth + 1e-6


def test_what_a_turn_can_bring_does_not_depend_on_the_dice() -> None:
    """It is worked out once a turn, so it must be the same after every roll."""
    chance = SeededChance(77)
    state = RULES.new({}, 2, chance)
    known: dict[int, evaluate.Prospects] = {}
    rolls = 0
    while state.phase != OVER:
        if state.phase in (ROLL, CHECK):
            found = evaluate._prospects(copied(state), state.active, evaluate_final_lead)
            rolls += state.turn in known
            assert (
                known.setdefault(state.turn, found)
                == found
                == evaluate.prospects(state, state.active, evaluate_final_lead)
            )
        legal = RULES.legal(state, state.active)
        RULES.apply(state, state.active, legal[0] if state.phase == ROLL else chance.draw(legal), chance)
        if state.phase == CHECK and state.added:
            known.pop(state.turn, None)  # the jokers are spent
    assert rolls > 50
