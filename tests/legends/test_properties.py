"""What must hold in every game of Legends, however it is played."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import given, settings, strategies as st

from engine.chance import SeededChance
from engine.contract import Event
from games.legends import RULES
from games.legends.actions import WIDTH
from games.legends.cards import (
    BOOK,
    DRAGON,
    LEADER_CODES,
    SPRING,
    SWAMP,
    cards,
)
from games.legends.maps import sides
from games.legends.scoring import PARTS, control, count_totals, scores
from games.legends.state import ARMIES, COINS, NEUTRAL_OWNER, OVER, State, complete
from tests.support.in_turn import count_examples
from tests.support.own_segments import PORT, large

ISLANDS = {
    **{side.code: side.islands for side in sides()},
    **{side["code"]: side["islands"] for side in (PORT, large(1))},
}
"""Islands of every side by its code, as the data says."""
OPTIONS = st.fixed_dictionaries(
    {
        "setup": st.sampled_from(["automatic", "by_hand"]),
        "shape": st.sampled_from(["t", "ring"]),
        "length": st.sampled_from(["single", "single", "single", "full"]),
        "youngest": st.integers(0, 1),
        "tie": st.sampled_from(["youngest", "die"]),
        "explore": st.sampled_from(["none", "open", "swamp"]),
        "citadels": st.booleans(),
        "dragon": st.booleans(),
        "portals": st.booleans(),
        "rogues": st.booleans(),
        "leaders": st.booleans(),
        "segments": st.sampled_from([[], [], [PORT, large(1)]]),
    }
)
SEATS = st.integers(2, 4)
SEEDS = st.integers(0, 2**40)

Look = Callable[[State, list[Event]], None]


def play(seats: int, options: dict[str, Any], seed: int, look: Look) -> State:
    """Play at random to the end; ``look(state, new events)`` after every decision."""
    chance = SeededChance(seed)
    choices = SeededChance(seed + 1)
    events: list[Event] = []
    state = RULES.new(options, seats, chance, events.append)
    for _ in range(4000):
        look(state, events)
        events.clear()
        owing = RULES.to_act(state)
        if not owing:
            return state
        seat = choices.draw(owing)
        RULES.apply(state, seat, choices.draw(RULES.legal(state, seat)), chance, events.append)
    raise AssertionError("the game does not end")


@settings(max_examples=count_examples(40), deadline=None)
@given(SEATS, OPTIONS, SEEDS)
def test_pieces_and_cards_are_conserved(seats: int, options: dict[str, Any], seed: int) -> None:
    def look(state: State, _: list[Event]) -> None:
        for seat in range(seats):
            on_map = sum(state.armies[WIDTH * seat : WIDTH * (seat + 1)])
            assert on_map + state.supply[seat] + state.captured[seat] == ARMIES
            assert sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)]) <= 3
            assert state.coins[seat] >= 0
        assert min(state.armies) >= 0
        seen = [*state.row, *(card for taken in state.taken for card in taken)]
        assert len(set(seen)) == len(seen)
        assert not any(state.deck >> card & 1 for card in seen)
        if state.phase == OVER:
            wanted = {2: 27, 3: 32, 4: 34}[seats]
            assert len(seen) + state.deck.bit_count() == wanted
        # Masks and bonuses that are kept up to date are those worked out afresh.
        twin = RULES.clone(state)
        complete(twin)
        for name in ("present", "towns", "plus_move", "plus_army", "flying", "elixirs", "immune"):
            assert getattr(twin, name) == getattr(state, name), name

    state = play(seats, options, seed, look)
    assert sorted(RULES.result(state))[0] == 1


class Ledger:
    """A game kept up by its events alone: pieces, coins, cards and tokens; and its score counted anew."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.begin()

    def begin(self) -> None:
        self.armies: Counter[tuple[int, int]] = Counter()
        self.cities: Counter[tuple[int, int]] = Counter()
        self.coins = [COINS[self.seats]] * self.seats
        self.cards: list[list[int]] = [[] for _ in range(self.seats)]
        self.tokens: list[list[int]] = [[] for _ in range(self.seats)]
        self.citadels: list[int] = []
        self.leaders = [""] * self.seats
        self.captured = 0

    def note(self, event: Event) -> None:
        data = event.data
        seat = data.get("seat", -1)
        match event.kind:
            case "game_begins":
                self.begin()
            case "leader":
                self.leaders[seat] = LEADER_CODES[data["leader"]]
            case "start_laid":
                for each in range(self.seats):
                    self.armies[each, data["region"]] += 5 if self.leaders[each] == "red_sorceress" else 4
            case "joint_laid":
                for each in range(self.seats):
                    self.armies[each, data["region"]] += 1
            case "token_laid":
                if data["token"] in (6, 7, 8):
                    self.citadels.append(data["region"])
            case "neutral_laid":
                self.armies[NEUTRAL_OWNER, data["region"]] += 1
            case "auction_won":
                self.coins[seat] -= data["coins"]
            case "card_taken":
                self.coins[seat] -= data["price"]
                self.cards[seat].append(data["card"])
            case "received":
                self.coins[seat] += data["coins"]
            case "paid":
                self.coins[seat] -= data["coins"]
                if data["to"] is not None:
                    self.coins[data["to"]] += data["coins"]
            case "placed":
                self.armies[seat, data["region"]] += 1
            case "moved":
                self.armies[seat, data["from"]] -= 1
                self.armies[seat, data["to"]] += 1
            case "built":
                self.cities[seat, data["region"]] += 1
            case "token_taken":
                self.tokens[seat].append(data["token"])
            case "destroyed":
                self.armies[data["owner"], data["region"]] -= 1
                self.captured += data["captured"]

    def owner(self, region: int) -> int:
        """Who controls a region, by comparing everybody with everybody."""
        strength = [self.armies[each, region] + self.cities[each, region] for each in range(5)]
        for each in range(5):
            if strength[each] and all(strength[each] > strength[other] for other in range(5) if other != each):
                return each
        return -1

    def total(self, seat: int, codes: list[str]) -> int:
        owners = [self.owner(region) for region in range(len(codes))]
        points = owners.count(seat)
        points += sum(owners[region] == seat for region in self.citadels)
        first = {code.split(".")[0]: codes.index(code) for code in reversed(codes)}
        for code, offset in first.items():
            for island in ISLANDS[code]:
                mine = Counter(owners[offset + region] for region in island)
                if mine[seat] and all(mine[seat] > mine[other] for other in range(5) if other != seat):
                    points += 1 + (self.leaders[seat] == "white_knight" and len(island) >= 3)
        names = [cards()[card] for card in self.cards[seat]]
        for card in names:
            for name, amount, *more in card.abilities:
                if name == "vp_per_adjective":
                    points += amount * len([each for each in names if each.adjective == more[0]])
                elif name == "vp_per_flying":
                    points += len([each for each in names if ("flying", 1) in each.abilities])
                elif name == "vp_per_3_coins":
                    points += self.coins[seat] // 3
                elif name == "set_bonus" and [each.adjective for each in names].count(more[0]) == more[1]:
                    points += amount
        elixirs = [self.elixirs(each) for each in range(self.seats)]
        if elixirs[seat] and elixirs[seat] == max(elixirs):
            points += 2 if elixirs.count(max(elixirs)) == 1 else 1
        points += {"fairy_queen": int(sum(card.adjective == "forest" for card in names) > 2),
                   "red_sorceress": self.captured // 3}.get(self.leaders[seat], 0)  # fmt: skip
        return points + sum({BOOK: 1, SWAMP: -1, DRAGON: 2}.get(token, 0) for token in self.tokens[seat])

    def elixirs(self, seat: int) -> int:
        from_cards = sum(cards()[card].amount("elixir") for card in self.cards[seat])
        return from_cards + 2 * (SPRING in self.tokens[seat])


@settings(max_examples=count_examples(40), deadline=None)
@given(SEATS, OPTIONS, SEEDS)
def test_the_running_score_is_the_one_recomputed_from_what_was_told(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    ledger = Ledger(seats)

    def look(state: State, events: list[Event]) -> None:
        for event in events:
            if event.kind == "scored":
                codes = list(board_codes)
                totals = [ledger.total(seat, codes) for seat in range(seats)]
                assert [score["total"] for score in event.data["scores"]] == totals
                counted_up(event.data)
            if event.kind == "game_begins":
                told.clear()
            for who, coins in event.data.get("purses", ()):
                told[who] = coins
            ledger.note(event)
        if not state.board.n:
            return
        board_codes[:] = state.board.codes
        for (owner, region), count in ledger.armies.items():
            assert state.armies[WIDTH * owner + region] == count
        assert ledger.coins == state.coins
        for who, coins in told.items():
            assert state.coins[who] == coins, "what was told last of a purse is what is in it"
        assert [ledger.owner(region) for region in range(len(board_codes))] == control(state)
        if state.phase == OVER:
            return
        found = [score["total"] for score in scores(state)]
        assert count_totals(state) == found
        assert found == [ledger.total(seat, board_codes) for seat in range(seats)]

    board_codes: list[str] = []
    told: dict[int, int] = {}
    play(seats, options, seed, look)


def counted_up(scored: Mapping[str, Any]) -> None:
    """The steps of the counting lead, a point after the other, to the sums."""
    shown = [dict.fromkeys(PARTS, 0) for _ in scored["scores"]]
    for step in scored["steps"]:
        mine = shown[step["seat"]]
        before, mine[step["part"]] = mine[step["part"]], step["of_part"]
        assert step["points"] == sum(mine.values()) and step["of_part"] != before
        if step["part"] in ("regions", "islands"):
            assert step["regions"] and step["of_part"] == before + 1
    assert [step["regions"][0] for step in scored["steps"] if step["part"] == "regions"] == sorted(
        region for score in scored["scores"] for region in score["regions"]
    )
    assert shown == [score["parts"] for score in scored["scores"]]
    assert [sum(each.values()) for each in shown] == [score["total"] for score in scored["scores"]]
