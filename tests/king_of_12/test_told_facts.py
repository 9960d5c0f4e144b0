"""What events and views say besides, so that no table has to work it out: held against the game itself."""

from typing import Any

import pytest

from engine.chance import SeededChance, mix
from engine.contract import Event
from games.king_of_12 import RULES
from games.king_of_12.cards import ALCHEMIST, GOLEM, LADY, MACHINE, MERCHANTS, NEIGHBOURS, SORCERER, TROUBLEMAKERS
from games.king_of_12.moves import Kind, decode

SETS = (
    [SORCERER, ALCHEMIST, TROUBLEMAKERS, LADY, MACHINE, GOLEM],
    [MERCHANTS, ALCHEMIST, TROUBLEMAKERS, LADY, MACHINE, GOLEM],
)


class Watched:
    """A random game, looked at after every decision: what was told of it, and its view then."""

    def __init__(self, seats: int, cards: list[int], seed: int) -> None:
        chance = SeededChance(mix(seats, seed))
        self.told: list[Event] = []
        self.points = [0] * seats
        self.trick = 1
        state = RULES.new({"set": "chosen", "cards": cards}, seats, chance, self.told.append)
        while owing := RULES.to_act(state):
            self.look(RULES.view(state, None))
            for seat in owing:
                self.choices(state, RULES.view(state, seat))
            seat = chance.draw(list(owing))
            self.told.clear()
            RULES.apply(state, seat, chance.draw(list(RULES.legal(state, seat))), chance, self.told.append)
        self.look(RULES.view(state, None))
        self.end = RULES.view(state, None)
        self.result = RULES.result(state)

    def look(self, view: dict[str, Any]) -> None:
        for event in self.told:
            self.follow(event)
        assert self.points == view["points"]
        assert [one + 2 * two for one, two in view["tokens"]] == view["points"]
        assert self.trick == view["trick"]
        for sort, face, amount, value in zip(view["sums"], view["faces"], view["amounts"], view["values"], strict=True):
            self.sum_is_right(sort, face, amount, value)

    def follow(self, event: Event) -> None:
        data = event.data
        if event.kind == "scored":
            assert data["held"]["points"] == self.points[data["seat"]] + data["points"]
            self.points[data["seat"]] = data["held"]["points"]
        elif event.kind == "theft":
            for who, change in (("thief", data["token"]), ("victim", -data["token"])):
                self.points[data[who]] += change
                assert data[f"{who}_held"]["points"] == self.points[data[who]]
        elif event.kind == "points_dropped":
            for seat in data["seats"]:
                self.points[seat] = 0
        elif event.kind == "round_begins":
            self.points = [0] * len(self.points)
        elif event.kind == "discarded" and data["next_trick"] is not None:
            assert data["next_trick"] == self.trick + 1
            self.trick += 1
        elif event.kind == "round_ends":
            self.trick = data["next_trick"]
        elif event.kind == "values":
            for sort, face, amount, value in zip(
                data["sums"], data["faces"], data["amounts"], data["values"], strict=True
            ):
                self.sum_is_right(sort, face, amount, value)
        elif event.kind == "dice_passed":
            assert len({*data["to"]}) == len(data["to"])
            assert data["faces"] == [data["was"][-1], *data["was"][:-1]], "everybody's die goes to the left"

    def sum_is_right(self, sort: str, face: int, amount: int, value: int) -> None:
        if sort == "fixed":
            assert amount == 0 and value == (1 if face == 12 else 12)
        else:
            assert value == face + amount
            assert sort in {0: ("face",), face: ("doubled", "added")}.get(amount, ("added",))

    def choices(self, state: Any, view: dict[str, Any]) -> None:
        moves = [decode(action) for action in view["choices"]]
        kind = moves[0].kind
        assert (view["face_to_turn"] is not None) == (kind == Kind.FACE)
        if kind == Kind.FACE:
            assert {move.face for move in moves} == set(NEIGHBOURS[view["face_to_turn"]])
        assert len(view["order_sums"]) == (len(moves) if kind == Kind.ORDER else 0)
        if kind == Kind.ORDER:
            for action, promised in zip(view["choices"], view["order_sums"], strict=True):
                self.keeps_the_promise(state, view["seat"], action, promised)

    def keeps_the_promise(self, state: Any, seat: int, action: int, promised: dict[str, Any]) -> None:
        """Carry the order out; whatever the others choose, the value is the one that the view has promised."""
        told: list[Event] = []
        twin, chance = RULES.clone(state), SeededChance(4)
        seats = RULES.view(state, seat)["seats"]
        while not any(event.kind == "values" for event in told):
            owing = RULES.to_act(twin)
            who = seat if seat in owing and decode(RULES.legal(twin, seat)[0]).kind == Kind.ORDER else owing[0]
            choice = action if who == seat else chance.draw(list(RULES.legal(twin, who)))
            RULES.apply(twin, who, choice, chance, told.append)
        table = list(range(seats))
        for event in told:
            if event.kind == "at_table":
                table = event.data["seats"]
            if event.kind == "values" and seat in table:
                at = table.index(seat)
                names = {"face": "faces", "amount": "amounts", "value": "values", "how": "sums"}
                assert {name: event.data[column][at] for name, column in names.items()} == promised
                return


@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 9])
def test_events_and_views_say_what_the_game_is(seats: int, cards: list[int]) -> None:
    for seed in range(4):
        Watched(seats, cards, seed)


@pytest.mark.parametrize("seats", [6, 16])
def test_the_standing_of_a_hall_is_that_of_all_its_rounds(seats: int) -> None:
    for seed in range(3):
        game = Watched(seats, SETS[0], seed)
        rounds = game.end["round_results"]
        assert game.end["totals"] == [sum(one["points"][k] for one in rounds) for k in range(seats)]
        assert tuple(game.end["standing"]) == game.result
        assert rounds[-1]["crowns"] == game.end["crowns"]
        for one in rounds:
            for group in one["groups"]:
                points = [one["points"][seat] for seat in group]
                twice = {seat for seat in group if points.count(one["points"][seat]) > 1}
                assert twice == set(group) & set(one["dropped"])
