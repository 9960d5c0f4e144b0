"""Opponents of Tash-Kalar: what they know of patterns and tasks, that they use it, and that they say why."""

import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ai.choose import choose
from ai.lab.arena import Match, Record, count_values, plan_matches, play, play_matches
from ai.levels import LEVELS, QUICK_LEVELS
from ai.tash_kalar.pattern_distance import (
    FAR,
    Ground,
    completing,
    count_steps,
    count_turn_steps,
    lacking,
    steps_lacking,
)
from ai.tash_kalar.players import STYLE_BIAS
from ai.tash_kalar.reasons import list_rivals
from engine.bootstrap import ROOT
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, TASK_COUNT, box
from games.tash_kalar.maps import (
    bits,
    fits,
    shift_ranks,
)
from games.tash_kalar.scoring import fulfils
from games.tash_kalar.state import ALL_LEGENDS, CLAIMING, MAIN, State, copied, empty, own_mask
from tests.ai.duels import wins
from tests.support.catalogues import PLACEHOLDER, texts
from tests.tash_kalar.table import TASK, Table, square

GAME = "tash_kalar"
FORMS = (("high", 2), ("duel", 2), ("melee", 3), ("melee", 4), ("team_high", 4), ("team_duel", 4))


def positions(form: str, seats: int, each: int, seed: int = 0) -> list[State]:
    """Decisions of random games, ``each`` of every phase that turns up, with more than one legal action."""
    found: dict[int, list[State]] = {}
    for number in range(4):
        chance = SeededChance(mix(seed, number))
        state = RULES.new({"form": form}, seats, chance)
        while RULES.to_act(state):
            legal = RULES.legal(state, state.acting)
            kept = found.setdefault(state.phase, [])
            if len(kept) < each and len(legal) > 1 and chance.below(5) == 0:
                kept.append(RULES.clone(state))
            RULES.apply(state, state.acting, chance.draw([each for each in legal if each != act.SURRENDER]), chance)
    return [state for phase in sorted(found) for state in found[phase]]


def arenas(form: str, seats: int, number: int) -> list[State]:
    """Positions of random games between two actions."""
    return [state for state in positions(form, seats, number, seed=9) if state.phase == MAIN]


def asked(state: State, level: str = "expert", seed: int = 1) -> Any:
    seat = state.acting
    return choose(GAME, RULES.view(state, seat), seat, list(RULES.legal(state, seat)), level, seed)


# --- what they know ---------------------------------------------------------------------------------


def with_piece(state: State, man: int, where: int) -> State:
    after = copied(state)
    after.men = [mask & ~(1 << where) for mask in after.men]
    after.men[man] |= 1 << where
    return after


def targets_of(state: State, number: int, side: int) -> int:
    """Where a being's pattern fits, by the search of the rules."""
    card = state.book.card(number)
    men = state.men
    return fits(card.ways, shift_ranks(*men[3 * side : 3 * side + 3]), Ground(state, side).open[card.rank])


def test_nothing_lacking_is_what_the_rules_call_fitting() -> None:
    for state in arenas("duel", 2, 12):
        ground = Ground(state, 0)
        for card in box().cards:
            if card is not None:
                assert lacking(card, ground)[0] == targets_of(state, card.number, 0)


def test_all_orientations_at_once_say_what_each_says_by_itself() -> None:
    for state in arenas("melee", 3, 6):
        ground = Ground(state, 1)
        for number in (*range(54), *range(LEGENDS, LEGENDS + LEGEND_COUNT)):
            card = state.book.card(number)
            found = [0, 0, 0]
            for way in card.ways:
                masks = [ground.open[card.rank], 0, 0]
                for shift, wanted in way.shifts:
                    have, gap = ground.own[wanted] >> shift, ground.gaps[wanted] >> shift
                    whole, one, two = masks
                    masks = [whole & have, one & have | whole & gap, two & have | one & gap]
                found = [mask | more for mask, more in zip(found, masks, strict=True)]
            assert lacking(card, ground) == tuple(found)


def test_one_lacking_means_that_one_piece_more_makes_it_fit() -> None:
    """Against trying every square: a common piece on an empty one, or an own piece raised."""
    told = Counter[int]()
    for state in arenas("high", 2, 5):
        ground = Ground(state, 0)
        for number in (*range(0, 54, 5), *range(LEGENDS, LEGENDS + LEGEND_COUNT, 3)):
            card = state.book.card(number)
            steps = steps_lacking(card, ground)
            told[steps] += 1
            if steps == 0:
                continue
            helps = 0
            for where in bits(empty(state)):
                if targets_of(with_piece(state, 0, where), number, 0):
                    helps |= 1 << where
            assert completing(card.ways, ground, card.rank) == helps
            raises = any(
                targets_of(with_piece(state, rank, where), number, 0)
                for rank in (1, 2)
                for where in bits(empty(state) | own_mask(state, 0))
                if not any(state.men[higher] >> where & 1 for higher in range(rank + 1, 3))
            )
            assert (steps == 1) == bool(helps or raises)
    assert told[0] and told[1] and told[2] and told[3]


def test_no_steps_left_is_what_the_rules_call_met() -> None:
    seen = Counter[bool]()
    for state in positions("high", 2, 30, seed=4):
        for task in range(TASK_COUNT):
            for side in (0, 1):
                steps = count_steps(state, task, side)
                if steps < FAR:
                    assert (steps <= 0) == fulfils(state, task, side), box().tasks[task].code
                    seen[steps <= 0] += 1
            if side_steps := count_turn_steps(state, task):
                assert side_steps > 0
            else:
                assert fulfils(state, task, state.active)
    assert seen[True] > 10 and seen[False] > 100


def test_the_last_stone_of_a_chain_is_one_step() -> None:
    table = Table("high").draw("cccc.cccc", "a5")
    assert count_steps(table.state, TASK["side_chain"], 0) == 1
    table.put("C", "e5")
    assert count_steps(table.state, TASK["side_chain"], 0) == 1, "round the enemy piece"
    table.put("c", "e4")
    assert count_steps(table.state, TASK["side_chain"], 0) == 0


def test_only_cards_that_nobody_has_seen_are_feared() -> None:
    table = Table(decks=("imperial_north", "highland")).hold("titan", "leviathan")
    state = table.state
    state.discards[1] = 0b111 & ~state.hands[1]
    state.pool[1] &= ~0b111
    rival = list_rivals(state, 0)[0]
    feared = {card.number for _, card in rival.cards}
    first = IN_DECK
    assert not feared & {first + card for card in bits(state.discards[1])}
    assert not feared & {LEGENDS + card for card in bits(state.legends[0])}
    assert sum(chance for chance, card in rival.cards if card.number < LEGENDS) == pytest.approx(3)
    assert sum(chance for chance, card in rival.cards if card.number >= LEGENDS) == pytest.approx(2)
    assert len(feared) == (ALL_LEGENDS & ~state.legends[0]).bit_count() + IN_DECK - state.discards[1].bit_count()


# --- what they do -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_a_piece_is_placed_where_it_lets_a_being_strike(level: str) -> None:
    """Duel: the Hill Giant lacks one piece; on e5 it strikes down two heroes."""
    table = Table(decks=("highland", "sylvan")).hold("hill_giant")
    table.draw(
        """
        . H . .
        H . . .
        . c . .
        c . c .
        """,
        "d3",
    )
    state = table.state
    state.choices = None
    decision = asked(state, level)
    assert decision.action == act.PLACE + square("e6")


@pytest.mark.parametrize("level", QUICK_LEVELS[1:])
def test_the_task_with_most_points_is_claimed(level: str) -> None:
    """First evening notices too little for it."""
    table = Table("high").draw("ccccccccc", "a5")
    state = table.state
    state.tasks = (TASK["line_dominance"], TASK["side_chain"], TASK["devastation"])
    state.task_pool = 0
    state.phase, state.actions, state.choices = CLAIMING, 0, None
    assert asked(state, level).action == act.TASK + TASK["side_chain"]


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_nobody_gives_up(level: str) -> None:
    table = Table("duel", surrender=True).draw("H H H\nH H H\nL L L", "d4")
    state = table.state
    state.points[5] = 15
    assert act.SURRENDER in table.legal()
    assert asked(state, level).action != act.SURRENDER


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_in_a_melee_points_go_where_they_are_fewest(level: str) -> None:
    table = Table("melee", 3).draw("h.h\n.c.\n.h.", "d4").hold("fire_dragon")
    state = table.state
    state.points[1], state.points[2] = 5, 1
    table.do(act.SUMMON + LEGENDS)
    table.do(table.legal()[0])
    while table.phase not in ("legend_point", "main"):
        table.do(table.legal()[0])
    assert table.phase == "legend_point"
    assert asked(state, level).action == act.COLOUR + 2


def test_plans_are_carried_on() -> None:
    """Planned anew at every step, a turn of the expert loses little of what it promised."""
    chance = SeededChance(3)
    state = RULES.new({"form": "duel", "surrender": False}, 2, chance)
    promised, turn, drops = 0.0, -1, []
    for number in range(60):
        if not RULES.to_act(state):
            break
        decision = asked(state, "skilled", number)
        value = decision.considered[0].value
        if state.turn == turn and len(decision.considered) > 1:
            drops.append(promised - value)
        if len(decision.considered) > 1:
            promised, turn = value, state.turn
        RULES.apply(state, state.acting, decision.action, chance)
    assert len(drops) > 15
    assert sorted(drops)[len(drops) // 2] < 0.05


# --- why --------------------------------------------------------------------------------------------

ENGLISH = texts("en", GAME)
SOURCE = (Path(ROOT) / "ai" / "tash_kalar" / "reasons.py").read_text("utf-8")


def test_reasons_have_all_that_their_texts_ask_for() -> None:
    told = Counter[str]()
    for form, seats in (("high", 2), ("melee", 3)):
        for state in positions(form, seats, 1, seed=3):
            for one in asked(state).considered:
                assert 1 <= len(one.reasons) <= 3
                for reason in one.reasons:
                    told[reason.id] += 1
                    for text in ENGLISH[reason.id]:
                        assert set(PLACEHOLDER.findall(text)) <= set(reason.params), reason.id
                    for value in reason.params.values():
                        if isinstance(value, dict) and "text" in value:
                            assert value["text"] in ENGLISH
    assert len(told) >= 12
    assert told["tash_kalar.hint.position"] < sum(told.values()) / 4, "most actions have a reason of their own"


def test_every_reason_in_the_catalogue_can_be_given() -> None:
    names = {key.removeprefix("tash_kalar.hint.") for key in ENGLISH if key.startswith("tash_kalar.hint.")}
    plain = {name for name in names if not name.startswith(("destroys.", "plan."))}
    assert plain == {name for name in plain if f'"{name}"' in SOURCE}
    kept = {"plan.2", "plan.3"}  # moments that were stored by 0.2.0 tell them
    assert names - plain == {"destroys.common", "destroys.heroic", "destroys.legendary", *kept}
    assert {name for name in re.findall(r'_hint\("([a-z_.]+)"', SOURCE)} <= names


def test_a_claim_says_which_task_and_how_many_points() -> None:
    table = Table("high").draw("ccccccccc", "a5")
    state = table.state
    state.tasks = (TASK["line_dominance"], TASK["side_chain"], TASK["devastation"])
    state.task_pool = 0
    state.phase, state.actions, state.choices = CLAIMING, 0, None
    best = asked(state).considered[0].reasons[0]
    assert (best.id, best.params["n"]) == ("tash_kalar.hint.task", 3)


# --- time and strength ------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(("form", "seats"), [("high", 2), ("melee", 4)])
def test_a_turn_of_the_expert_takes_seconds_at_most(form: str, seats: int) -> None:
    """Processor time: a decision of at most 3 s, a turn of at most 8 s."""
    chance = SeededChance(8)
    state = RULES.new({"form": form, "surrender": False}, seats, chance)
    turns: dict[int, float] = {}
    slowest = 0.0
    for number in range(110):
        if not RULES.to_act(state):
            break
        level = "expert" if number >= 40 else "novice"
        start = time.process_time()
        decision = asked(state, level, number)
        spent = time.process_time() - start
        if level == "expert":
            slowest = max(slowest, spent)
            turns[state.turn] = turns.get(state.turn, 0.0) + spent
        RULES.apply(state, state.acting, decision.action, chance)
    assert len(turns) >= 5
    assert slowest < 3 and max(turns.values()) < 8


def test_a_novice_beats_chance() -> None:
    """A few seeded games of a Duel and a High Form."""
    assert wins(GAME, "novice", "random", 2, 4, "first") >= 3


def missing(counts: dict[str, dict[str, int]]) -> dict[str, list[int]]:
    """Cards, flares and tasks that were never played or claimed, by event."""
    wanted = {
        "summoned.card": [*range(3 * IN_DECK), *range(LEGENDS, LEGENDS + LEGEND_COUNT)],
        "flare_played.flare": list(range(FLARE_COUNT)),
        "claimed.task": list(range(TASK_COUNT)),
    }
    return {
        name: [each for each in all_of_them if str(each) not in counts[name]] for name, all_of_them in wanted.items()
    }


COUNTED = ("summoned.card", "flare_played.flare", "claimed.task")


@pytest.mark.soak
def test_a_skilled_player_beats_a_novice_and_most_cards_are_played_in_a_few_games() -> None:
    records = [
        play(Match(GAME, ("skilled", "novice"), RULES.check_options({"form": form}, 2), mix("few", number), COUNTED))
        for number, form in enumerate(("high", "duel", "high", "duel"))
    ]
    assert sum(record.wins[0] for record in records) >= 3
    never = missing(count_values(record.counts for record in records))
    assert len(never["summoned.card"]) < 12
    assert len(never["flare_played.flare"]) < FLARE_COUNT
    assert len(never["claimed.task"]) <= TASK_COUNT - 5


@pytest.mark.soak
def test_every_card_is_played_in_three_hundred_games() -> None:
    """A card that nobody plays is a mistake of the opponents."""
    records: list[Record] = []
    for form, seats, games in (("high", 2, 140), ("duel", 2, 100), ("melee", 3, 60)):
        options = RULES.check_options({"form": form}, seats)
        records += play_matches(plan_matches(GAME, ["skilled", "novice"], seats, games, 3, options, COUNTED))
    assert not any(missing(count_values(record.counts for record in records)).values())


def test_leanings_of_a_grandmaster_count_more_in_the_first_rounds() -> None:
    """There it tells squares so finely apart that nothing would show; all others give away the same all along."""
    for level in LEVELS:
        first, last, next_one, late = (STYLE_BIAS.slack(level, {"round": number}) for number in (1, 3, 4, 12))
        assert first == last and next_one == late > 0
        assert first == (2 * late if level == "grandmaster" else late)
