"""What must hold in every game of King of the Dice, however it is played, and on its map."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.chance import SeededChance
from engine.contract import Event, Message
from games.king_of_the_dice import RULES, actions as act
from games.king_of_the_dice.cards import CARDS, PILE_CODES, citizens
from games.king_of_the_dice.maps import IN_HALF, REGIONS, kingdom, largest_group, nearest
from games.king_of_the_dice.scoring import parts
from games.king_of_the_dice.state import ASIDE, PHASES, State, bits, supply, to_mask
from tests.support.catalogues import PLACEHOLDER, texts
from tests.support.in_turn import count_examples

SEATS = st.integers(2, 4)
MAPS = st.sampled_from(["printed", "random"])
SEEDS = st.integers(0, 2**40)
LAND = kingdom()
MASKS = st.integers(0, (1 << REGIONS) - 1)
LAYOUTS = st.sampled_from(LAND.arrangements)

Look = Callable[[State, list[Event]], None]


def play(seats: int, layout: str, seed: int, look: Look, limit: int = 2000) -> State:
    """Play at random to the end; ``look(state, events of the last decision)`` after every decision."""
    chance, choices = SeededChance(seed), SeededChance(seed + 1)
    events: list[Event] = []
    state = RULES.new({"map": layout, "finish_round": seed % 2 == 1}, seats, chance, events.append)
    for _ in range(limit):
        look(state, events)
        events.clear()
        owing = RULES.to_act(state)
        if not owing:
            return state
        legal = RULES.legal(state, owing[0])
        # Without this a random player never uses a result before its last roll.
        action = act.STOP if act.STOP in legal and choices.below(3) == 0 else choices.draw(legal)
        RULES.apply(state, owing[0], action, chance, events.append)
    raise AssertionError("the game does not end")


# --- games --------------------------------------------------------------------------------------


@settings(max_examples=count_examples(40), deadline=None)
@given(SEATS, MAPS, SEEDS)
def test_tiles_gems_flames_and_citizens_are_conserved(seats: int, layout: str, seed: int) -> None:
    def look(state: State, events: list[Event]) -> None:
        assert state.white.bit_count() + sum(state.whites) + state.white_left == 18
        assert state.gold.bit_count() + sum(state.golds) + state.gold_left == 6
        assert state.flames.bit_count() + sum(state.tamed) + state.flames_left == 15
        on_map = [region for region in range(REGIONS) if not state.free >> region & 1]
        assert supply(state) + ASIDE + len(state.drawn) + len(on_map) == 30
        for terrain in range(IN_HALF):
            tiles = [tile for tile in (terrain, terrain + IN_HALF) if (state.unseen | state.known) >> tile & 1]
            tiles += [tile for tile in state.drawn if tile % IN_HALF == terrain]
            assert len(tiles) == sum(state.free >> region & 1 for region in LAND.sites[terrain])
        places = [state.free, state.flames, *state.marks]
        assert all(not a & b for a, b in itertools.combinations(places, 2))
        dead = (1 << REGIONS) - 1 & ~to_mask([r for mask in places for r in bits(mask)])
        assert not dead or state.flames_left == 0
        cards = [card for card in state.market if card >= 0]
        cards += [card for mask in (*state.piles, *state.open, *state.down) for card in bits(mask)]
        assert len(cards) == len(set(cards)) <= CARDS
        assert (CARDS - len(cards)) % 2 == 0, "jokers leave the game in pairs"

    state = play(seats, layout, seed, look)
    assert supply(state) == 0 and state.free.bit_count() == ASIDE


@settings(max_examples=count_examples(25), deadline=None)
@given(SEATS, MAPS, SEEDS)
def test_the_running_score_is_the_score_told_and_recomputed(seats: int, layout: str, seed: int) -> None:
    gems = [[1, 0] for _ in range(seats)]
    owner: dict[int, int] = {}
    tamed = [0] * seats

    def look(state: State, events: list[Event]) -> None:
        for event in events:
            data = event.data
            if event.kind == "gem_taken":
                gems[data["seat"]][data["gold"]] += 1
            elif event.kind == "gem_stolen":
                gems[data["seat"]][data["gold"]] += 1
                gems[data["victim"]][data["gold"]] -= 1
            elif event.kind in ("claimed", "attacked", "tamed"):
                owner[data["region"]] = data["seat"]
                tamed[data["seat"]] += event.kind == "tamed"
            elif event.kind == "flame_lit" and data["owner"] is not None:
                tamed[data["owner"]] -= 1
            elif event.kind == "scored":
                assert data["total"] == parts(state, data["seat"])["total"]
        for seat in range(seats):
            own = [region for region, who in owner.items() if who == seat]
            area = brute_largest(state.arrangement, own)
            most = 4 if tamed[seat] and tamed[seat] == max(tamed) else 0
            total = 3 * area + len(own) - area + most + 2 * gems[seat][0] + 3 * gems[seat][1]
            assert parts(state, seat)["total"] == total
            score = RULES.view(state, None)["scores"][seat]
            assert sum(score["points"].values()) == score["total"] == total
            assert len(score["regions"]) == area and set(score["regions"]) <= set(own)

    play(seats, layout, seed, look)


@settings(max_examples=count_examples(25), deadline=None)
@given(SEATS, MAPS, SEEDS)
def test_scores_and_supply_that_events_tell_are_those_of_the_view(seats: int, layout: str, seed: int) -> None:
    """What is told last is what the view shows: nobody who shows it has to count."""

    def look(state: State, events: list[Event]) -> None:
        view = RULES.view(state, None)
        for fact in ("scores", "supply"):
            told = [event.data[fact] for event in events if fact in event.data]
            if told and fact == "scores":
                assert told[-1] == view["scores"]
            elif told:
                assert told[-1] == {name: view["supply"][name] for name in told[-1]}

    play(seats, layout, seed, look)


def gains_compared(seats: int, layout: str, seed: int) -> int:
    """Compare what the view says a region brings with what the rules count, whenever there is one to choose; so often
    there was."""
    seen = [0]

    def look(state: State, events: list[Event]) -> None:
        view = RULES.view(state, state.active)
        if view["phase"] not in ("claim", "tame", "attack") or view["claims"] > 1:
            assert view["phase"] == "claim" or view["gains"] == []
            return
        for action, gain in zip(view["choices"], view["gains"], strict=True):
            twin = RULES.clone(state)
            RULES.apply(twin, state.active, action, SeededChance(0))
            assert parts(twin, state.active)["total"] - parts(state, state.active)["total"] == gain
            seen[0] += 1

    play(seats, layout, seed, look)
    return seen[0]


@settings(max_examples=count_examples(25), deadline=None)
@given(SEATS, MAPS, SEEDS)
def test_what_the_view_says_a_region_brings_is_what_the_rules_count(seats: int, layout: str, seed: int) -> None:
    gains_compared(seats, layout, seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_most_games_there_are_regions_to_choose(seats: int) -> None:
    """Not in all that are played at random: one in thousands has nothing but alarms."""
    assert sum(gains_compared(seats, "printed", seed) > 0 for seed in range(8)) >= 6


@settings(max_examples=count_examples(15), deadline=None)
@given(SEATS, MAPS, SEEDS)
def test_what_the_view_says_a_joker_helps_is_what_it_does(seats: int, layout: str, seed: int) -> None:
    def look(state: State, events: list[Event]) -> None:
        view = RULES.view(state, state.active)
        joined = [action for action in view["choices"] if act.JOKER <= action < act.CLAIM]
        assert {str((action - act.JOKER) // 3) for action in joined} == set(view["helps"])
        for action in joined:
            twin = RULES.clone(state)
            RULES.apply(twin, state.active, action, SeededChance(0))
            after = RULES.view(twin, state.active)["met"]
            helped = [pile for pile in range(5) if after[pile] is not None and after[pile] != view["met"][pile]]
            assert view["helps"][str((action - act.JOKER) // 3)] == helped

    play(seats, layout, seed, look)


@settings(max_examples=count_examples(25), deadline=None)
@given(SEATS, MAPS, SEEDS)
def test_every_state_can_be_dumped_and_its_choices_follow_from_the_rest(seats: int, layout: str, seed: int) -> None:
    def look(state: State, events: list[Event]) -> None:
        again = RULES.load(RULES.dump(state))
        guess = RULES.determinize(RULES.view(state, None), SeededChance(0))
        for name in State.__slots__:
            assert getattr(again, name) == getattr(state, name) == getattr(guess, name), name

    play(seats, layout, seed, look)


def test_random_games_meet_every_kind_of_decision_and_event() -> None:
    kinds: set[str] = set()
    phases: set[int] = set()

    def look(state: State, events: list[Event]) -> None:
        kinds.update(event.kind for event in events)
        phases.add(state.phase)

    for seed in range(60):
        play(2 + seed % 3, ("printed", "random")[seed % 2], seed, look)
    assert phases == set(range(len(PHASES)))
    assert kinds >= {"jokers_used", "hired", "alarm", "claimed", "tamed", "attacked", "citizen_stolen", "gem_stolen",
                     "dragon_lands", "tiles_returned", "game_won", "steal_declined", "first_roll"}  # fmt: skip


# --- the map ------------------------------------------------------------------------------------


def brute_distances(arrangement: int, start: int) -> list[int]:
    """Distances to all regions by relaxing every border until nothing changes."""
    pairs = [*LAND.borders, *LAND.arrangements[arrangement].joins]
    far = [99] * REGIONS
    far[start] = 0
    for _ in range(REGIONS):
        for a, b in pairs:
            far[a] = min(far[a], far[b] + 1)
            far[b] = min(far[b], far[a] + 1)
    return far


def brute_largest(arrangement: int, own: list[int]) -> int:
    """The largest group by giving every region a label and spreading the smaller one."""
    label = {region: region for region in own}
    pairs = [pair for pair in (*LAND.borders, *LAND.arrangements[arrangement].joins) if set(pair) <= set(own)]
    for _ in own:
        for a, b in pairs:
            label[a] = label[b] = min(label[a], label[b])
    values = list(label.values())
    return max((values.count(value) for value in values), default=0)


DISTANCES = [[brute_distances(number, start) for start in range(REGIONS)] for number in range(len(LAND.arrangements))]


@settings(max_examples=count_examples(150), deadline=None)
@given(st.integers(0, 3), MASKS, MASKS)
def test_largest_groups_agree_with_brute_force(number: int, one: int, two: int) -> None:
    for own in (one, one & two, one | two):
        assert largest_group(LAND.arrangements[number].near, own).bit_count() == brute_largest(number, bits(own))


@settings(max_examples=count_examples(150), deadline=None)
@given(st.integers(0, 3), MASKS, MASKS, MASKS)
def test_nearest_rivals_agree_with_brute_force(number: int, one: int, two: int, three: int) -> None:
    own, others = one & two & three, two & ~one & ~three
    far = {b: min((DISTANCES[number][a][b] for a in bits(own)), default=0) for b in bits(others)}
    wanted = [region for region, distance in far.items() if distance == min(far.values())]
    assert bits(nearest(LAND.arrangements[number].near, own, others)) == wanted


@pytest.mark.parametrize("layout", LAND.arrangements, ids=lambda layout: layout.name)
def test_the_map_is_about_as_connected_as_a_map_should_be(layout: Any) -> None:
    assert all(3 <= mask.bit_count() <= 6 for mask in layout.near)
    assert 5 <= len(layout.joins) <= 9
    for region, mask in enumerate(layout.near):
        assert not mask >> region & 1
        assert all(layout.near[other] >> region & 1 for other in bits(mask))
    for west, east in LAND.sites:
        assert not layout.near[west] >> east & 1, "the two regions of a terrain do not touch"


def test_no_site_decides_the_game_alone() -> None:
    """Gold gems lie apart in every arrangement, dragons of a set-up too, and each half has its share."""
    for layout in LAND.arrangements:
        assert not any(layout.near[region] & LAND.gold for region in bits(LAND.gold))
        assert all((mask & (LAND.white | LAND.gold)).bit_count() <= 3 for mask in layout.near)
    west = (1 << IN_HALF) - 1
    assert (LAND.white & west).bit_count() == 3 and (LAND.gold & west).bit_count() == 2
    for seats, dragons in LAND.dragons.items():
        near = LAND.arrangements[LAND.usual[seats]].near
        assert not any(near[region] & to_mask(list(dragons)) for region in dragons)
        in_west = sum(region < IN_HALF for region in dragons)
        assert abs(2 * in_west - len(dragons)) <= 1


# --- texts --------------------------------------------------------------------------------------


def test_every_text_of_the_rules_is_in_the_catalogue_with_its_parameters() -> None:
    found: dict[str, Message] = {}

    def note(what: int | Event) -> None:
        for message in (RULES.describe(what), RULES.explain(what)):
            if message is not None:
                found[message.id] = message

    def look(state: State, events: list[Event]) -> None:
        for event in events:
            note(event)

    for action in range(act.FLAME_OF + 4):
        note(action)
        assert (RULES.describe(action) is None) == (RULES.explain(action) is None)
    for seed in range(40):
        play(2 + seed % 3, "random", seed, look)
    examples: list[tuple[str, dict[str, Any]]] = [
        ("flame_lit", {"seat": 0, "region": 1, "source": "own", "owner": 0}),
        ("flame_lit", {"seat": 0, "region": 1, "source": "other", "owner": 1}),
        ("no_flame", {"region": 1}),
        ("no_gem", {"seat": 0}),
        ("tame_void", {"seat": 0}),
        ("attack_void", {"seat": 0}),
        *(("steal_void", {"seat": 0, "what": what}) for what in ("gem", "citizen")),
        *(("gem_taken", {"seat": 0, "gold": gold, "region": None}) for gold in (True, False)),
        ("alarm", {"seat": 0, "pile": None, "card": None}),
        ("lost_patience", {"pile": 1, "card": 14}),
        ("handicap", {"seat": 0, "step": 1}),
        *(("game_won", {"seats": list(range(count))}) for count in (1, 2, 3, 4)),
    ]
    for kind, data in examples:
        note(Event(kind, data))
    english = texts("en", "king_of_the_dice")
    named = {params["text"] for message in found.values() for params in message.params.values() if is_text(params)}
    for key in named:
        assert key in english, key
    for key, message in found.items():
        assert key in english, key
        for form in english[key]:
            assert set(PLACEHOLDER.findall(form)) <= set(message.params), key
    # What is added where an option is on (ID.with.NAME) belongs to the text before it.
    lines = {key for key in english if re.match(r"king_of_the_dice\.(action|event)\.", key)}
    told = {key.removesuffix(".brief").removesuffix(".spoken") for key in lines if ".with." not in key}
    assert told == {key for key in found if ".citizen." not in key}, "a text that nothing tells"


def is_text(value: Any) -> bool:
    return isinstance(value, dict) and "text" in value


def test_every_citizen_terrain_and_option_has_its_texts() -> None:
    english = texts("en", "king_of_the_dice")
    wanted = {f"citizen.{code}.{part}" for code in PILE_CODES for part in ("name", "text", "help")}
    wanted |= {f"citizen.thief_of_gems.{part}" for part in ("text", "help")}
    wanted |= {f"{place}.{name}" for name in LAND.terrains for place in ("terrain", "region.west", "region.east")}
    wanted |= {"option.map", *(f"option.map.{value}{end}" for value in ("printed", "random") for end in ("", ".help"))}
    assert {f"king_of_the_dice.{key}" for key in wanted} <= set(english)
    assert len(citizens().cards) == CARDS
