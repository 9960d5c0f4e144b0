"""The opponents of King of the Dice: what the levels see and what they do about it."""

from typing import Any

import pytest

from ai.analysis.steps import PositionValue
from ai.choose import think
from ai.king_of_the_dice import hold_policies
from ai.king_of_the_dice.evaluate import expect_best, jokers, most_flames, own, points, prospects
from ai.king_of_the_dice.final_score import evaluate_final_lead
from ai.king_of_the_dice.hold_policies import evaluate_check
from ai.lab.arena import run
from ai.lab.self_play import play_game
from games.king_of_the_dice import RULES, actions as act
from games.king_of_the_dice.cards import BULLY, LANDOWNER, TAMER, citizens
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.state import CHECK, ROLL, State, bits, copied, to_mask
from games.king_of_the_dice.turns import check_choices
from tests.king_of_the_dice.table import MEETS_NOTHING, Table, with_joker

GAME = "king_of_the_dice"


def asked(state: State, level: str = "expert", seed: int = 1) -> Any:
    seat = state.active
    return think(GAME, RULES.view(state, seat), seat, list(RULES.legal(state, seat)), level, seed)


def find_near(state: State, region: int) -> list[int]:
    return bits(kingdom().arrangements[state.arrangement].near[region])


# --- the judge ------------------------------------------------------------------------------------


def test_regions_that_hang_together_are_worth_more() -> None:
    first = 0
    together = Table().own(0, first, find_near(Table().state, first)[0]).state
    far = next(region for region in range(29, 0, -1) if region not in find_near(together, first))
    apart = Table().own(0, first, far).state
    assert points(together, 0) > points(apart, 0)
    assert own(together, 0) > own(apart, 0)


def test_a_gap_that_can_still_be_closed_is_worth_something() -> None:
    """Two own regions round a free one promise an area of three; round a dead one they do not."""
    table = Table()
    middle = next(region for region in range(30) if len(find_near(table.state, region)) >= 4)
    sides = [region for region in find_near(table.state, middle)]
    pair = next(
        (one, other) for one in sides for other in sides if one < other and other not in find_near(table.state, one)
    )
    free = table.own(0, *pair).state
    closed = copied(free)
    closed.free &= ~(1 << middle)
    assert points(free, 0) == points(closed, 0)
    assert own(free, 0) > own(closed, 0)


def test_most_flames_are_a_matter_of_lead_and_time() -> None:
    assert most_flames([2, 1, 0], 0, 10) > most_flames([1, 1, 0], 0, 10) > most_flames([0, 1, 0], 0, 10)
    assert most_flames([1, 0], 0, 2) > most_flames([1, 0], 0, 20)
    assert most_flames([1, 1], 0, 0) == 1.0
    assert most_flames([0, 0], 0, 0) == 0.0


def test_jokers_are_worth_nothing_when_no_turn_is_left() -> None:
    pair = to_mask(with_joker(3, "red")[:2])
    assert jokers(pair, 0, 5) > jokers(pair & -pair, 0, 5) > 0
    assert jokers(pair, 0, 0) == 0.0
    assert jokers(0, 0b11, 5) > jokers(pair, 0, 5)


def test_the_best_of_several_tiles_by_hand() -> None:
    """Three tiles of worth 6, 3 and 0: drawing one, two, three of them."""
    tiles = [(6.0, 1.0), (3.0, 1.0), (0.0, 1.0)]
    assert expect_best(tiles, 3, 1) == pytest.approx(3)
    assert expect_best(tiles, 3, 2) == pytest.approx((6 + 6 + 3) / 3)
    assert expect_best(tiles, 3, 3) == pytest.approx(6)
    assert expect_best(tiles, 3, 0) == 0.0
    assert expect_best([(2.0, 2.0)], 4, 1) == pytest.approx(2.0)


def test_more_tiles_promise_more_and_a_citizen_without_work_promises_little() -> None:
    table = Table().own(1, 3, *find_near(Table().state, 3)[:3]).own(0, 20)
    found = prospects(table.state, 0, evaluate_final_lead)
    one, two, three = found.hire[0] or []
    assert one < two < three
    alone = prospects(Table().own(0, 20).state, 0, evaluate_final_lead)
    assert found.best(BULLY) > alone.best(BULLY) + 2 and alone.best(BULLY) < alone.alarm  # nobody to attack
    assert found.best(LANDOWNER) > one
    assert found.best(TAMER) < found.alarm  # there is no dragon to tame


# --- choices --------------------------------------------------------------------------------------


def claiming(level: str) -> tuple[State, list[int]]:
    """The landowner's tile may go to two regions: one next to the player's own area, one far away."""
    for terrain in kingdom().sites:
        table = Table()
        west, east = terrain
        beside = [region for region in find_near(table.state, west) if region not in find_near(table.state, east)]
        if len(beside) < 2 or east in beside:
            continue
        table.own(0, *beside[:2])
        state = table.state
        state.gold = state.white = 0  # a gem may be worth more than an area that grows
        state.dice = (2, 2, 4, 4, 6, 6)
        state.rolls, state.phase, state.forced = 3, CHECK, 1
        state.choices = check_choices(state)
        tile = state.unseen & (1 << kingdom().terrain[west] | 1 << kingdom().terrain[west] + 15)
        if tile.bit_count() < 2:
            continue
        other = next(each for each in bits(state.unseen) if each % 15 != kingdom().terrain[west])
        table.hire(LANDOWNER, bits(tile)[0], other)
        choices = [action - act.CLAIM for action in table.choices]
        if set(choices) == {west, east}:
            return state, [west, east]
    raise AssertionError("no such terrain")


@pytest.mark.parametrize("level", ["novice", "skilled", "expert"])
def test_a_claim_goes_where_the_area_grows(level: str) -> None:
    state, (west, _) = claiming(level)
    assert asked(state, level).action == act.CLAIM + west


def test_a_gold_gem_is_stolen_before_a_white_one() -> None:
    table = Table().market(0, 19, 24, 36, 48)
    table.state.golds[1] = 1
    table.roll(1, 2, 3, 4, 5, 5)
    table.hire(1, bits(table.state.unseen)[0])
    while table.choices[0] < act.STEAL_NO_GEM:
        table.do(table.choices[0])
    assert asked(table.state).action == act.STEAL_GEM + 2 * 1 + 1


def test_whoever_meets_a_citizen_stops_when_there_is_nothing_better() -> None:
    """All five red with one roll left: the bully is there; rolling again can only lose him."""
    table = Table().own(1, 3, *find_near(Table().state, 3)[:3]).own(0, 20)
    table.market(-1, -1, -1, 36, -1)
    state = table.state
    red = [next(face for face in range(1, 7) if net[face] % 3 == 0) for net in _nets()]
    state.dice, state.rolls = tuple(red), 2
    state.choices = act.HOLDS
    assert asked(state).action == act.STOP


def test_the_expert_aims_at_the_market_and_not_at_one_citizen() -> None:
    """Over many rolls its holds give more than those for the best single citizen."""
    table = Table().own(0, 7).own(1, 20)
    table.market(0, 19, 24, 36, 48)
    state = table.state
    differs = 0
    for faces in [(1, 1, 3, 4, 5, 6), (2, 3, 4, 6, 6, 1), (1, 2, 2, 4, 6, 6), (5, 3, 1, 2, 2, 4)]:
        state.dice, state.rolls, state.choices = faces, 1, act.HOLDS
        expert = asked(state)
        worth = {one.action: one.value for one in expert.considered}
        other = asked(state, "skilled").action
        assert worth[expert.action] >= worth[other]
        differs += worth[expert.action] > worth[other] + 0.01
    assert differs


def test_jokers_are_spent_when_they_hire_and_kept_when_they_cannot() -> None:
    """Five even dice and a joker for another: the landowner comes. Without a use the alarm keeps the cards."""
    twos = with_joker(2, "blue")[:2]
    landowner = Table().market(-1, -1, -1, -1, 48).give(0, *twos).roll(2, 2, 4, 4, 6, 5).state
    decision = asked(landowner)
    assert act.JOKER <= decision.action < act.CLAIM
    useless = Table().market(5, -1, -1, -1, -1).give(0, *twos).roll(*MEETS_NOTHING[:4], 5, 4).state
    assert asked(useless).action == act.ALARM


def test_of_two_alarms_the_one_that_takes_what_the_next_player_wants() -> None:
    """An easy landowner and a hard one: whoever cannot hire takes away the one that the next would meet."""
    landowners = sorted(range(12 * LANDOWNER, 12 * LANDOWNER + 12), key=_easy)
    state = Table().own(0, 3).own(1, 20).state
    state.phase, state.rolls, state.dice = CHECK, 3, (1, 2, 3, 5, 6, 6)
    state.market = [0, 12, 24, 36, landowners[-1]]
    state.piles[LANDOWNER] = sum(1 << card for card in landowners[:-1])
    state.choices = (act.ALARM + LANDOWNER, act.ALARM + BULLY)
    found = evaluate_check(state, 0, evaluate_final_lead, 0, True)
    assert found[act.ALARM + LANDOWNER] > found[act.ALARM + BULLY]
    plain = evaluate_check(state, 0, evaluate_final_lead, 0, False)
    assert plain[act.ALARM + LANDOWNER] == plain[act.ALARM + BULLY]


def _easy(card: int) -> float:
    return hold_policies._chance(citizens().cards[card].tiers[0].condition)


def _nets() -> Any:
    from games.king_of_the_dice.dice import nets

    return nets()


# --- strength -------------------------------------------------------------------------------------


def test_a_turn_is_finished_by_a_player_who_gets_more_out_of_its_dice() -> None:
    judge, quick = PositionValue("king_of_the_dice"), PositionValue("king_of_the_dice")
    quick.finished_by = "novice"
    found = play_game("king_of_the_dice", RULES.check_options({}, 2), 2, "novice", 7)
    rolled = [one for one in found.positions.values() if one.phase in (ROLL, CHECK)][::6]
    better = [
        judge.evaluate_after_turn(one, range(8))[one.active] - quick.evaluate_after_turn(one, range(8))[one.active]
        for one in rolled
    ]
    assert sum(better) > 0 and max(better) > 0.05


@pytest.mark.parametrize(
    ("strong", "weak", "games", "least"),
    [("novice", "random", 8, 0.75), pytest.param("skilled", "novice", 14, 0.7, marks=pytest.mark.soak)],
)
def test_a_higher_level_beats_a_lower_one(strong: str, weak: str, games: int, least: float) -> None:
    assert run(GAME, [strong, weak], 2, games, 5, {})[strong]["share"] >= least
