"""The variants of the rulebook: full game, tokens, encounters, leaders, ring, die roll."""

from typing import Any

import pytest

from ai.choose import choose
from engine.chance import LoggedChance, ScriptedChance, SeededChance, dice
from engine.contract import BadOptions
from games.legends import RULES, actions as act
from games.legends.cards import (
    BANDIT_KING,
    BOOK,
    CITADELS,
    COTTAGE,
    FAIRY_QUEEN,
    RED_SORCERESS,
    ROGUES,
    SPRING,
    STABLE,
    SWAMP,
    TREASURE,
    WHITE_KNIGHT,
)
from games.legends.scoring import scores
from games.legends.state import NEUTRAL_OWNER, State

from .table import CARD, Table


def test_options_that_cannot_be_played_are_named() -> None:
    wrong: dict[str, Any]
    for wrong in ({"shape": "x"}, {"citadels": 1}, {"youngest": 4}, {"youngest": True}, {"tie": []}, {"x": 0}):
        with pytest.raises(BadOptions, match=next(iter(wrong))):
            RULES.check_options(wrong, 3)
    assert RULES.check_options({"youngest": 3}, 3)["youngest"] == 0


def test_a_die_may_settle_the_auction() -> None:
    table = Table(3, play=False, tie="die")
    for seat in (0, 1):
        table.do(act.BID + 2, seat)
    script = ScriptedChance(dice(4, 4, 1, 2, 5))
    RULES.apply(table.state, 2, act.BID + 2, script, table.events.append)
    assert table.told("rolled") == [{"seats": [0, 1, 2], "faces": [4, 4, 1]}, {"seats": [0, 1], "faces": [2, 5]}]
    assert RULES.to_act(table.state) == (1,)
    assert table.state.coins == [11, 9, 11]


def test_the_ends_of_the_ring_meet() -> None:
    table = Table(shape="ring", start="2A.6", joint="3B.1")
    board = table.board
    links = {(board.codes[a], board.codes[b]) for a, b in board.links}
    assert links == {("3B.2", "1B.0"), ("1B.4", "2A.0"), ("2A.6", "0A.1"), ("0A.4", "3B.0")}
    table.clear().put(0, r0A_4=1).take("forest_pixie").move("0A.4", "3B.0")
    assert table.told("moved")[0]["cost"] == 3


def test_a_full_game_is_three_games_with_points_added() -> None:
    chance = SeededChance(5)
    told: list[Any] = []
    state = RULES.new({"length": "full", "leaders": True}, 3, chance, told.append)
    totals: list[list[int]] = []
    while owing := RULES.to_act(state):
        RULES.apply(state, owing[0], chance.draw(RULES.legal(state, owing[0])), chance, told.append)
        if len(state.totals) > len(totals):
            totals.append([row[0] for row in state.totals[-1]])
    assert len(totals) == 3
    assert [event.data["game"] for event in told if event.kind == "game_begins"] == [1, 2, 3]
    sums = [sum(column) for column in zip(*totals, strict=True)]
    result = RULES.result(state)
    assert sums[result.index(1)] == max(sums)
    assert RULES.view(state, None)["totals"] == [[list(row) for row in rows] for rows in state.totals]


def test_in_a_full_game_another_seat_sets_up_each_time() -> None:
    chance = SeededChance(6)
    state = RULES.new({"length": "full", "setup": "by_hand"}, 3, chance)
    setters = []
    while owing := RULES.to_act(state):
        if RULES.view(state, None)["phase"] == "stem":
            setters.append(owing)
        RULES.apply(state, owing[0], chance.draw(RULES.legal(state, owing[0])), chance)
    assert setters == [(0,), (1,), (2,)]


EXPLORE = ["1B.0", "1B.1", "1B.2", "1B.4", "3B.0"]


def _explorer(region: str) -> Table:
    table = Table(3, tokens=EXPLORE, explore="open").clear()
    return table.put(0, **{f"r{region.replace('.', '_')}": 1}).put(0, r0A_1=3)


def test_no_two_tokens_in_a_region_the_start_token_included() -> None:
    table = Table(3, tokens=[], explore="open", play=False)
    assert table.phase == "token"
    assert "1B.3" not in table.regions(act.TOKEN)
    assert RULES.view(table.state, 0)["placing"] == SPRING
    table.do(act.TOKEN + table.at("2A.3"))
    assert "2A.3" not in table.regions(act.TOKEN)
    assert RULES.view(table.state, 0)["placing"] == COTTAGE


def test_magic_spring_gives_two_elixirs() -> None:
    table = _explorer("1B.0").take("stronghold").build("1B.0")
    assert table.state.elixirs[0] == 2
    assert table.score(0)["elixirs"] == 2


def test_cottage_gives_an_army_more_even_in_the_same_turn() -> None:
    table = _explorer("1B.1").take("ancient_woods").build("1B.1")
    assert table.state.held[0] == 1 << COTTAGE
    assert table.state.left == 1 + 1 + 1


def test_hidden_treasure_gives_a_coin_once() -> None:
    table = _explorer("1B.2")
    coins = table.state.coins[0]
    table.take("stronghold").build("1B.2")
    assert table.state.held[0] == 1 << TREASURE
    assert table.state.coins[0] == coins + 1


def test_magic_book_gives_a_point_and_wins_ties() -> None:
    table = _explorer("1B.4").take("stronghold").build("1B.4")
    assert table.score(0)["tokens"] == [[BOOK, 1]]
    assert table.score(0)["book"] == 1


def test_stable_gives_a_move_more() -> None:
    table = _explorer("3B.0").take("stronghold").build("3B.0")
    assert table.state.plus_move[0] == 1
    assert table.state.held[0] == 1 << STABLE


def _swamp() -> Table:
    return Table(3, tokens=[*EXPLORE, "2A.0"], explore="swamp").clear()


def _end_turn(table: Table, *draws: int) -> None:
    """Seat to act takes the first card and does nothing; these face-down tokens come up."""
    seat = table.seat
    script = ScriptedChance([("draw", token) for token in draws])
    chance, table.chance = table.chance, _Then(script, table.chance)  # type: ignore[assignment]
    while table.seat == seat:
        table.do(table.legal()[0])
    table.chance = chance


class _Then:
    """First the script, then another source."""

    def __init__(self, script: ScriptedChance, rest: SeededChance) -> None:
        self.script, self.rest = script, rest

    def _next(self) -> Any:
        return self.script if self.script.rest else self.rest

    def below(self, n: int) -> int:
        return int(self._next().below(n))

    def die(self, sides: int) -> int:
        return int(self._next().die(sides))

    def draw(self, pool: Any) -> int:
        return int(self._next().draw(pool))


def _seen(table: Table, seat: int | None) -> dict[str, int | None]:
    down = RULES.view(table.state, seat)["face_down"]
    return {table.board.codes[each["region"]]: each["token"] for each in down}


def test_swamp_tokens_lie_face_down() -> None:
    table = _swamp()
    assert RULES.view(table.state, 0)["tokens"] == []
    for seat in (0, 1, 2, None):
        assert set(_seen(table, seat).values()) == {None}


def test_who_controls_the_region_at_the_end_of_a_turn_sees_the_token_alone() -> None:
    table = _swamp().put(1, r1B_0=2).put(0, r1B_0=1)
    _end_turn(table, SWAMP)
    assert _seen(table, 1)["1B.0"] == SWAMP
    for seat in (0, 2, None):
        assert _seen(table, seat)["1B.0"] is None
    assert table.told("looked") == [{"seat": 1, "region": table.at("1B.0"), "where": "1B.0"}]
    seen = next(event for event in table.events if event.kind == "token_seen")
    assert seen.seats == (1,)
    table.put(1, r1B_0=-2)
    _end_turn(table)
    assert _seen(table, 1)["1B.0"] == SWAMP, "what was seen stays known"
    assert _seen(table, 0)["1B.0"] == SWAMP, "the same token, seen by its new controller"


def test_a_tied_region_shows_nobody_its_token() -> None:
    table = _swamp().put(1, r1B_0=1).put(0, r1B_0=1)
    _end_turn(table)
    assert _seen(table, 0)["1B.0"] is None is _seen(table, 1)["1B.0"]


def test_the_first_city_takes_the_token_face_up_and_the_swamp_costs_a_point() -> None:
    table = _swamp().put(0, r1B_0=1)
    table.take("stronghold")
    table.chance = _Then(ScriptedChance([("draw", SWAMP)]), table.chance)  # type: ignore[assignment]
    table.build("1B.0")
    assert table.score(0)["tokens"] == [[SWAMP, -1]]
    assert RULES.view(table.state, None)["held"][0] == [SWAMP]
    assert "1B.0" not in _seen(table, 0)


def test_every_face_down_token_turns_up_once() -> None:
    chance = SeededChance(9)
    for seed in range(20):
        state = RULES.new({"explore": "swamp"}, 4, SeededChance(seed))
        while owing := RULES.to_act(state):
            known = [token for _, token, _ in state.down if token >= 0]
            known += [token for held in state.held for token in range(6) if held >> token & 1]
            assert len(set(known)) == len(known)
            RULES.apply(state, owing[0], chance.draw(RULES.legal(state, owing[0])), chance)


def test_the_last_unknown_token_uses_chance_too() -> None:
    """Five were seen by others; who sees the sixth learns what only the past knew."""
    table = _swamp().put(0, r1B_0=1)
    regions = [region for region, _, _ in table.state.down if region != table.at("1B.0")]
    seen = [(region, token, 0b110) for region, token in zip(regions, (0, 1, 2, 3, 4), strict=True)]
    table.state.down = tuple(sorted([(table.at("1B.0"), -1, 0), *seen]))
    chance = LoggedChance(SeededChance(1))
    RULES.apply(table.take("stronghold").state, 0, act.CITY + table.at("1B.0"), chance)
    assert table.state.held[0] == 1 << SWAMP
    assert len(chance.take()) == 2, "the token and the new card of the row"


def test_citadels_give_the_controller_a_point() -> None:
    table = Table(3, tokens=["1B.0", "1B.1", "1B.2"], citadels=True).clear().put(0, r1B_0=1, r1B_1=1).put(1, r1B_1=1)
    assert table.score(0)["citadels"] == [CITADELS[0]]
    assert table.score(0)["total"] == 1 + 1 + 1, "region, island, citadel"
    assert table.score(1)["citadels"] == []


def test_magic_portals_make_their_regions_land_neighbours() -> None:
    table = Table(3, tokens=["3B.0", "2A.6"], portals=True).clear().put(0, r3B_0=1)
    table.take("forest_gnome").move("3B.0", "2A.6")
    assert table.told("moved")[0]["cost"] == 1
    assert len(table.board.islands) == 5, "islands stay as they are"


def _rogues(**options: Any) -> Table:
    return Table(3, tokens=["1B.1"], rogues=True, **options).clear()


def test_the_band_of_rogues_takes_a_coin_for_every_army() -> None:
    table = _rogues().put(0, r1B_0=2, r1B_3=1)
    coins = table.state.coins[0]
    table.take("cursed_banshee").move("1B.0", "1B.1")
    assert table.state.coins[0] == coins - 1
    table.move("1B.1", "1B.2").move("1B.2", "1B.1")
    assert table.state.coins[0] == coins - 2, "for every entry"
    assert {step["cause"] for step in table.told("paid")} == {"rogues"}


def test_no_coin_no_entry() -> None:
    table = _rogues().put(0, r1B_0=2)
    table.state.coins[0] = 0
    table.take("cursed_banshee").do(act.FROM + table.at("1B.0"))
    assert table.regions(act.TO) == {"1B.2", "3B.2"}
    table = _rogues().city(0, "1B.1")
    table.state.coins[0] = 1
    table.take("dire_eye").place("1B.1")
    assert table.regions(act.PLACE) == {"1B.3"}


def test_the_set_up_is_free_of_rogues() -> None:
    table = Table(3, tokens=["2A.3"], rogues=True)
    assert table.state.spots[ROGUES] == table.state.joint
    assert table.state.coins == [11, 11, 11]


def test_leaders_are_dealt_open_one_each() -> None:
    state = RULES.new({"leaders": True}, 3, SeededChance(1))
    assert len(set(state.leaders)) == 3
    assert RULES.view(state, None)["leaders"] == list(state.leaders)


def test_the_fairy_queen_has_a_point_for_three_forest_cards() -> None:
    table = _led(FAIRY_QUEEN)
    table.give(0, "forest_elf", "forest_gnome")
    assert table.score(0)["leader"] == 0
    table.give(0, "forest_pixie")
    assert table.score(0)["leader"] == 1


def _led(leader: int, seats: int = 3, **options: Any) -> Table:
    """Seat 0 has this leader, nobody else has one."""
    table = Table(seats, leaders=(leader, *([-1] * (seats - 1))), **options)
    return table.clear()


def _to_the_end(table: Table) -> None:
    """All but the Fairy Queen's last card, with as little as possible done."""
    while table.phase != "last_card" and RULES.to_act(table.state):
        table.do(table.legal()[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fairy_queen_may_buy_a_last_card_without_its_action(seats: int) -> None:
    table = _led(FAIRY_QUEEN, seats)
    _to_the_end(table)
    assert table.phase == "last_card"
    assert table.seat == 0
    state = table.state
    assert len(set(map(len, state.taken))) == 1
    before, coins, row = state.armies[:], state.coins[0], state.row
    assert table.legal() == (*range(min(len(row), 6)), act.DONE)
    table.do(act.CARD + 1)
    assert RULES.to_act(state) == ()
    assert state.taken[0][-1] == row[1]
    assert state.coins[0] - (2 if row[1] == CARD["mountain_treasury"] else 0) == coins - 1
    assert state.armies == before
    assert state.totals[0][0][0] == scores(state)[0]["total"]


def test_the_fairy_queen_may_leave_it() -> None:
    table = _led(FAIRY_QUEEN)
    _to_the_end(table)
    taken = table.state.taken[0]
    table.done()
    assert table.state.taken[0] == taken
    assert RULES.result(table.state)


def test_the_bandit_king_bribes_his_way_into_opponents_cities() -> None:
    table = _led(BANDIT_KING).city(1, "0A.4").city(2, "0A.4", "0A.1").city(0, "2A.1").city(1, "2A.1")
    table.state.coins[0] = 3
    table.take("dire_eye")
    assert {each for each in table.legal() if each >= act.BRIBE} == {
        act.BRIBE + act.WIDTH * 1 + table.at("0A.4"),
        act.BRIBE + act.WIDTH * 2 + table.at("0A.4"),
        act.BRIBE + act.WIDTH * 2 + table.at("0A.1"),
    }, "where an own city stands nothing need be paid"
    coins = table.state.coins[:]
    table.bribe(2, "0A.4").bribe(1, "0A.4")
    assert table.armies(0, "0A.4") == 2
    assert table.state.coins == [coins[0] - 2, coins[1] + 1, coins[2] + 1]
    table.bribe(1, "0A.4")
    assert not any(each >= act.BRIBE for each in table.legal()), "no coin left"


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_opponents_weigh_every_city_that_could_be_bribed_in_a_region(level: str) -> None:
    table = _led(BANDIT_KING).city(1, "0A.4").city(2, "0A.4")
    table.state.coins[0] = 3
    table.take("dire_eye")
    decision = choose("legends", RULES.view(table.state, 0), 0, table.legal(), level, 1)
    assert sorted(one.action for one in decision.considered) == list(table.legal())


def test_others_cannot_bribe() -> None:
    table = _led(WHITE_KNIGHT).city(1, "0A.4").take("dire_eye")
    assert table.regions(act.PLACE) == {"1B.3"}
    assert not any(each >= act.BRIBE for each in table.legal())


def test_the_bandit_king_pays_the_rogues_too() -> None:
    table = _led(BANDIT_KING, tokens=["1B.1"], rogues=True).city(1, "1B.1")
    table.state.coins[0] = 1
    table.take("dire_eye")
    assert not any(each >= act.BRIBE for each in table.legal())
    table.done()
    table = _led(BANDIT_KING, tokens=["1B.1"], rogues=True).city(1, "1B.1")
    table.state.coins[0] = 2
    coins = table.state.coins[1]
    table.take("dire_eye").bribe(1, "1B.1")
    assert table.state.coins[:2] == [0, coins + 1]


def test_the_bandit_king_robs_who_loses_an_army() -> None:
    table = _led(BANDIT_KING).put(0, r1B_0=1).put(1, r1B_0=2)
    coins = table.state.coins[:]
    table.take("dire_dragon").done().destroy(1, "1B.0")
    assert table.state.coins == [coins[0] + 1, coins[1] - 1, coins[2]]
    table = _led(BANDIT_KING).put(0, r1B_0=1).put(1, r1B_0=2)
    table.state.coins[1] = 0
    table.take("dire_dragon").done().destroy(1, "1B.0")
    assert table.state.coins[:2] == [coins[0], 0], "nothing to take"


def test_the_red_sorceress_begins_with_five_armies() -> None:
    table = Table(3, leaders=(-1, RED_SORCERESS, -1))
    assert [table.armies(seat, "1B.3") for seat in range(3)] == [4, 5, 4]
    assert table.state.supply == [13, 12, 13]


def test_the_red_sorceress_keeps_destroyed_armies_of_players() -> None:
    table = _led(RED_SORCERESS).put(0, r1B_0=1).put(1, r1B_0=2)
    supply = table.state.supply[:]
    table.take("dire_dragon").done().destroy(1, "1B.0")
    assert table.state.captured == [0, 1, 0]
    assert table.state.supply == supply, "not back to its owner"
    table.state.captured = [0, 2, 0]
    assert table.score(0)["leader"] == 0
    table.state.captured = [0, 2, 4]
    assert table.score(0)["leader"] == 2


@pytest.mark.parametrize("victim", [1, 2, 3])
def test_the_red_sorceress_keeps_anybodys_armies_apart(victim: int) -> None:
    table = _led(RED_SORCERESS, 4).put(0, r1B_0=1).put(victim, r1B_0=2)
    supply = table.state.supply[:]
    table.take("dire_dragon").done().destroy(victim, "1B.0")
    assert table.state.captured == [int(seat == victim) for seat in range(4)]
    assert table.state.supply == supply


def test_neutral_armies_do_not_go_to_the_red_sorceress() -> None:
    table = _led(RED_SORCERESS, 2).put(0, r1B_0=1).put(NEUTRAL_OWNER, r1B_0=1)
    table.take("dire_dragon").done().destroy(NEUTRAL_OWNER, "1B.0")
    assert table.state.captured == [0, 0]


def test_the_white_knight_scores_islands_of_three_regions() -> None:
    table = _led(WHITE_KNIGHT).put(0, r3B_0=1, r2A_0=1)
    assert len(table.score(0)["islands"]) == 2
    assert table.score(0)["leader"] == 1


def test_the_white_knight_may_add_an_army_to_a_new_city_without_bonus() -> None:
    table = _led(WHITE_KNIGHT).put(0, r1B_0=1).give(0, "night_village", "forest_pixie")
    table.take("stronghold").build("1B.0")
    assert table.legal() == (act.DONE, act.PLACE + table.at("1B.0"))
    table.place("1B.0")
    assert table.armies(0, "1B.0") == 2
    assert table.seat == 1
    table = _led(WHITE_KNIGHT).put(0, r1B_0=1).take("stronghold").build("1B.0").done()
    assert table.armies(0, "1B.0") == 1
    assert table.seat == 1


def test_the_white_knight_pays_the_rogues_and_needs_an_army() -> None:
    table = _led(WHITE_KNIGHT, tokens=["1B.1"], rogues=True).put(0, r1B_1=1)
    table.state.coins[0] = 0
    table.take("stronghold").build("1B.1")
    assert table.seat == 1
    table = _led(WHITE_KNIGHT).put(0, r1B_0=18).take("stronghold").build("1B.0")
    assert table.seat == 1


def test_setting_up_by_hand_asks_one_seat_for_everything() -> None:
    options = {"setup": "by_hand", "explore": "open", "citadels": True, "dragon": True, "portals": True, "rogues": True}
    chance = SeededChance(3)
    state: State = RULES.new(options, 4, chance)
    phases = []
    while not state.bids or RULES.view(state, None)["phase"] != "auction":
        assert RULES.to_act(state) == (0,)
        phases.append(RULES.view(state, None)["phase"])
        RULES.apply(state, 0, chance.draw(RULES.legal(state, 0)), chance)
    assert phases == ["stem", *["segment"] * 4, "start", "joint", *["token"] * 12]
