"""Every position that a game comes to can be arranged by hand, field by field: random games of all options."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.content import drafts
from engine.content.arrangement import Arranger, CardPlace
from engine.content.drafts import Draft, begin_draft, list_games
from engine.contract import JSON
from tests.support.arrangements import build_record

GAMES = list_games()
DECISIONS = (30, 0, 90, 200)
"""Random decisions before the positions that are arranged."""
LEAST_VARIANTS = 8
PASSES = 4
"""Some values can be set only after others; more passes than that change nothing."""

OF_THE_PAST: Mapping[str, frozenset[str]] = {
    # The auction, and where the first armies stood: no rule looks at them any more.
    "legends": frozenset({"bids", "namer", "joint"}),
    # How the cards of this round were spread over its tricks, and the tricks before: told, but without effect. Which
    # cards a seat has played follows from its hand.
    "king_of_12": frozenset({"tricks", "last", "course", "done"}),
    # What everybody saw go under a deck: views tell it, no rule looks at it.
    "tash_kalar": frozenset({"sunk"}),
}
"""Fields that tell how a position came about; every other field must be expressed exactly."""


def arrange_like(arranger: Arranger, state: Any, wanted: Any) -> None:
    """Change a state to another one by what can be set by hand alone."""
    for choice in arranger.list_choices(wanted):
        found = next((one for one in arranger.list_choices(state) if one.id == choice.id), None)
        label = choice.labels[choice.chosen]
        if found is not None and label in found.labels and found.chosen != found.labels.index(label):
            arranger.set_value(state, choice.id, found.labels.index(label))
    for place in arranger.list_places(wanted):
        there, here = (Counter(arranger.list_standing(one, place)) for one in (wanted, state))
        for piece in (here - there).elements():
            arranger.remove(state, place, piece)
        for piece in (there - here).elements():
            arranger.put(state, place, piece)
    for lies in arranger.list_card_places(wanted):
        lay_cards(arranger, state, lies.id, lies.cards)
    for number in arranger.list_numbers(wanted):
        now = next((one for one in arranger.list_numbers(state) if one.id == number.id), None)
        if now is not None and now.value != number.value:
            assert now.least <= number.value, f"{number.id}: {number.value} cannot be set"
            arranger.set_value(state, number.id, number.value)


def lay_cards(arranger: Arranger, state: Any, place: str, wanted: tuple[int, ...]) -> None:
    """Take away the cards that do not belong to a place, and lay the others in their order, each as it is offered."""

    def find_place() -> CardPlace | None:
        return next((one for one in arranger.list_card_places(state) if one.id == place), None)

    for again in (False, True):
        found = find_place()
        if found is None or found.cards == wanted:
            return
        for card in found.cards:
            if card not in wanted:
                arranger.remove_card(state, place, card)
        for card in wanted:
            found = find_place()
            if found is None or (card in found.cards and not again):
                continue
            if card not in found.offered:
                arranger.remove_card(state, place, card)
            arranger.add_card(state, place, card)


def list_variants(game: str) -> Iterator[tuple[dict[str, JSON], int]]:
    """Yield options and seats so that every value of every option and every number of seats occurs."""
    rules, counts = registry.rules(game), list(registry.info(game).seat_counts)
    offered = [option for option in rules.options() if option.kind in ("choice", "flag")]
    values = {option.name: list(option.values) if option.kind == "choice" else [False, True] for option in offered}
    for number in range(max(len(counts), *map(len, values.values()), LEAST_VARIANTS)):
        chance = SeededChance(mix(game, number))
        chosen = {name: each[number] if number < len(each) else chance.draw(each) for name, each in values.items()}
        if chosen.get("set") == "chosen":  # with cards of its own in the options: a set that is fixed, as "first" is
            chosen["set"] = "random"
        yield chosen, counts[number % len(counts)]


@pytest.mark.parametrize("game", GAMES)
def test_every_position_can_be_arranged(game: str) -> None:
    """From the beginning of another game with the same options to a position of a random one, by hand alone."""
    for at, (options, seats) in enumerate(list_variants(game)):
        begun = begin_draft(game, options, seats, "begun")
        wanted = begin_draft(game, options, seats, "wanted", DECISIONS[at % len(DECISIONS)])
        rules, state = begun.rules, begun.rules.clone(begun.state)
        for _ in range(PASSES):
            before = rules.dump(state)
            arrange_like(begun.arranger, state, wanted.state)
            if rules.dump(state) == before:
                break
        made, there = rules.dump(state), rules.dump(wanted.state)
        differs = {name for name in there if made.get(name) != there[name]}
        assert differs <= OF_THE_PAST.get(game, frozenset()), (options, seats, differs)
        draft = Draft(game, begun.options, state)
        assert not draft.problems, (options, seats, draft.problems)
        _, again = drafts.decode(drafts.encode(build_record(draft)))
        assert rules.dump(again.settle()) == made


@pytest.mark.parametrize("game", GAMES)
def test_any_position_is_an_arrangement_as_it_stands(game: str) -> None:
    """Taken up from a game and set down again without a change nothing of it is lost, its past included."""
    for at, (options, seats) in enumerate(list_variants(game)):
        draft = begin_draft(game, options, seats, "kept", DECISIONS[at % len(DECISIONS)])
        _, again = drafts.decode(drafts.encode(build_record(draft)))
        assert draft.rules.dump(again.state) == draft.rules.dump(draft.state) and not again.problems
