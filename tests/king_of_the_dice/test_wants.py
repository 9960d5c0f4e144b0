"""What the cards of the market say about the dice agrees with the rules, for many rolls."""

import random

import pytest

from engine.storage.settings import Settings
from games.king_of_the_dice.cards import CARDS, citizens
from games.king_of_the_dice.dice import nets
from scenes.king_of_the_dice import requirements
from scenes.king_of_the_dice.words import condition_words
from scenes.shell.context import Context
from tests.support.catalogues import LANGUAGES


def rolls(count: int, dice: int = 6) -> list[list[int]]:
    """Symbols of random rolls, with more than six dice the others from jokers."""
    rng = random.Random(count + dice)
    found = []
    for _ in range(count):
        signs = [net[rng.randint(1, 6)] for net in nets()]
        found.append(signs + [rng.randrange(18) for _ in range(dice - 6)])
    return found


@pytest.mark.parametrize("dice", [6, 7])
def test_all_is_there_exactly_when_the_rules_say_so(dice: int) -> None:
    known = citizens().conditions
    for signs in rolls(400, dice):
        met = known.match(signs)
        for number, condition in enumerate(known.all):
            shown = requirements.progress(number, signs)
            assert shown.met == bool(met >> number & 1)
            if "sum_at_most" in condition.wants:
                assert shown.met == (shown.have <= shown.want)
            else:
                assert shown.met == (shown.have >= shown.want), (condition.name, signs, shown)


def test_lit_slots_count_what_is_there() -> None:
    known = citizens().conditions
    for signs in rolls(200):
        for number, condition in enumerate(known.all):
            if set(condition.wants) & {"all_in", "sum_at_least", "sum_at_most"}:
                continue
            shown = requirements.progress(number, signs)
            assert sum(slot.lit for slot in shown.slots) == shown.have == len(shown.dice)


def test_nothing_is_there_before_the_first_roll() -> None:
    for number in range(len(citizens().conditions.all)):
        shown = requirements.progress(number, [])
        assert not shown.met
        assert not any(slot.lit for slot in shown.slots)


def test_the_best_tier_of_the_rules_is_the_one_shown() -> None:
    known = citizens()
    for signs in rolls(200):
        met = known.conditions.match(signs)
        for card in range(CARDS):
            best = known.best_tier(card, met)
            shown = requirements.tiers(card, signs)[requirements.next_tier(card, signs)]
            assert shown.met == (best is not None)
            if best is not None:
                assert (shown.condition, shown.draw) == (best.condition, best.draw)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_can_be_said(language: str) -> None:
    ctx = Context(Settings(language=language), sound=False, quiet=True)
    said = {condition_words(ctx, number) for number in range(len(citizens().conditions.all))}
    assert len(said) == len(citizens().conditions.all), "different conditions read differently"
    assert not any("{" in words or "king_of" in words for words in said)
    ctx.close()
