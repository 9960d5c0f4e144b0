"""A turn of Tash-Kalar is told from its events: cards with what they did, pieces taken for want of others."""

from __future__ import annotations

from typing import Any

from ai.tash_kalar.turn_parts import describe_turn
from engine.contract import Event
from games.tash_kalar.moves import Kind, Move, encode

PLACE, PICK, SUMMON = (encode(move) for move in (Move(Kind.PLACE, 56), Move(Kind.PICK, 56), Move(Kind.SUMMON, card=0)))


def tell(kind: str, square: int, colour: int = 0, **data: Any) -> Event:
    """An event of seat 0, about a piece of a colour."""
    return Event(kind, {"seat": 0, "side": 0, "colour": colour, "rank": 0, "square": square, **data})


def test_what_stood_on_the_square_is_told_if_it_was_an_enemy() -> None:
    for colour, effects, lost in ((0, (), ()), (1, ("tash_kalar.turn.destroys",), (56,))):
        events = [Event("summoned", {"seat": 0, "card": 0, "name": "", "square": 56}), tell("destroyed", 56, colour),
                  tell("put", 56)]  # fmt: skip
        [part] = describe_turn([(SUMMON, events)], 0)
        assert part.said.id == "tash_kalar.turn.summoned" and part.places == (56,)
        assert tuple(one.id for one in part.effects) == effects and part.lost == lost


def test_effects_belong_to_their_card_and_shots_are_arrows() -> None:
    events = [Event("summoned", {"seat": 0, "card": 0, "name": "", "square": 56}), tell("put", 56),
              Event("shot", {"seat": 0, "square": 56, "direction": 2}), tell("destroyed", 57, 1),
              tell("moved", -1, **{"from": 56, "to": 70, "leap": False})]  # fmt: skip
    one, other = describe_turn([(SUMMON, events), (PLACE, [tell("put", 40)])], 0)
    assert one.moves == ((56, 57), (56, 70)) and one.lost == (57,) and one.decisions == 1
    assert other.said.id == "tash_kalar.turn.placed" and other.decisions == 2


def test_a_piece_picked_up_belongs_to_what_it_was_needed_for() -> None:
    decided = [(PLACE, [tell("put", 40)]), (PICK, [tell("taken_up", 40)]), (PLACE, [tell("put", 41)])]
    first, second = describe_turn(decided, 0)
    assert not first.effects and [one.id for one in second.effects] == ["tash_kalar.turn.picks_up"]
    assert second.decisions == 3 and describe_turn(decided, 1) == [], "what others do is not told"
