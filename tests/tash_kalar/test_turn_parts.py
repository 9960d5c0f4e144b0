"""A turn of Tash-Kalar is told from its events: cards with what they did, pieces taken for want of others."""

from typing import Any

import pytest

from ai.tash_kalar.reasons import describe_turn
from engine.chance import SeededChance
from engine.contract import Event, Message
from games.tash_kalar import RULES
from games.tash_kalar.expansions import find_owner
from games.tash_kalar.messages import describe
from games.tash_kalar.moves import Kind, Move, encode
from scenes.common.turn_sentence import tell_turn
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES

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


def test_a_piece_picked_up_for_a_being_belongs_to_that_and_not_to_what_comes_next() -> None:
    """Nor is the own piece that made room for the being then told as one that it destroys."""
    summoned = Event("summoned", {"seat": 0, "card": 0, "name": "", "square": 56})
    events = [summoned, tell("taken_up", 40), tell("destroyed", 56), tell("put", 56)]
    decided = [(PICK, events), (SUMMON, [Event("claimed", {"seat": 0, "task": 0, "points": 1})])]
    being, task = describe_turn(decided, 0)
    assert [one.id for one in being.effects] == ["tash_kalar.turn.picks_up"]
    assert task.said.id == "tash_kalar.turn.claimed" and not task.effects


def test_a_piece_that_is_put_in_an_enemy_colour_is_told_as_one() -> None:
    """Also the being itself, which is neither picked up nor put when it changes sides."""
    events = [Event("summoned", {"seat": 0, "card": 0, "name": "", "square": 56}), tell("put", 56),
              tell("taken_up", 56), tell("put", 56, 1), tell("put", 57, 1), tell("put", 58)]  # fmt: skip
    [part] = describe_turn([(SUMMON, events)], 0)
    effects = [one.id.removeprefix("tash_kalar.turn.") for one in part.effects]
    assert effects == ["becomes_enemy", "puts_enemy", "puts"]


def test_what_an_effect_does_belongs_to_its_card_whatever_of_an_expansion_happens_meanwhile() -> None:
    """A Gateway opens in the middle of an effect; a thaw begins one itself, at the beginning of a turn too."""
    thaw = encode(Move(Kind.USE, number=3))
    thawed = Event("thawed", {"seat": 0, "card": 0, "name": "Ice"})
    decided = [
        (thaw, [thawed, tell("destroyed", 57, 1)]),
        (SUMMON, [Event("summoned", {"seat": 0, "card": 0, "name": "", "square": 56}), tell("put", 56),
                  Event("gateway", {"seat": 0, "side": 0, "square": 56})]),
        (PICK, [tell("destroyed", 58, 1), Event("actions_gained", {"seat": 0, "actions": 1})]),
        (PLACE, [tell("put", 40)]),
    ]  # fmt: skip
    parts = describe_turn(decided, 0)
    assert [one.said.id.rpartition(".")[2] for one in parts] == ["thawed", "summoned", "gateway", "placed"]
    assert [one.lost for one in parts] == [(57,), (58,), (), ()] and parts[2].places == (56,)
    assert [one.decisions for one in parts] == [1, 3, 3, 4]
    said = tell_turn(Texts("en"), parts, ["Ann", "Bob"])
    assert said.startswith("Thaw *Swordmaster* (destroys ") and ", open the Gateway on " in said


@pytest.mark.parametrize(("deck", "seed"), [("everfrost", 1), ("nethervoid", 1), ("everfrost", 2), ("nethervoid", 2)])
def test_every_event_of_an_expansion_is_a_part_of_a_told_turn(deck: str, seed: int) -> None:
    """In every language, in games that are played at random."""
    chance = SeededChance(seed)
    options = RULES.check_options({"form": "high", "deck_1": deck, "deck_2": deck}, 2)
    state = RULES.new(options, 2, chance)
    texts = [Texts(language) for language in LANGUAGES]
    found: set[str] = set()
    for _ in range(400):
        if not (owing := RULES.to_act(state)):
            break
        seat = owing[0]
        decided: list[tuple[int, list[Event]]] = []
        while RULES.to_act(state) == (seat,) and len(decided) < 40:
            events: list[Event] = []
            legal = [one for one in RULES.legal(state, seat) if one not in RULES.resignations]
            used = [one for one in legal if one >= 4096]
            action = chance.draw(used or legal)
            RULES.apply(state, seat, action, chance, events.append)
            decided.append((action, events))
        parts = describe_turn(decided, seat)
        wanted = [
            event for _, events in decided for event in events if find_owner(event) and describe(event) is not None
        ]
        kinds = [event.kind for event in wanted if event.data["seat"] == seat]
        told = [one.said.id for one in parts if not one.said.id.startswith("tash_kalar.")]
        assert told == [f"{deck}.turn.{kind}" for kind in kinds]
        found.update(kinds)
        for one in texts if wanted else ():
            assert ".turn." not in tell_turn(one, parts, ["Ann", "Bob"])
    assert found


def test_an_expansion_without_texts_for_turns_is_told_by_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    event = Event("thawed", {"seat": 0, "card": 0, "name": "Ice"})
    owner = find_owner(event)
    monkeypatch.setattr(type(owner), "turn_texts", ())
    [part] = describe_turn([(PLACE, [event])], 0)
    assert isinstance(part.said, Message) and part.said == describe(event)
