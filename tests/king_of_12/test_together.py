"""The last trick of a round in a tournament, rehearsed by the whole hall."""

from collections.abc import Sequence

import pytest

from ai.choose import choose
from ai.king_of_12.best_response import (
    evaluate_trick,
    measure_gain,
)
from ai.king_of_12.expert_multiplayer import (
    TOGETHER,
    JointRegret,
)
from ai.king_of_12.opponent_model import ANY_SEED
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.cards import GOLEM, KNIGHT, MACHINE, PARASITE
from games.king_of_12.state import State, to_mask
from games.king_of_12.tournament.state import TournamentState
from tests.support.last_tricks import GAME, before_the_last_trick

SEATS = 9
SURE = (KNIGHT, MACHINE, PARASITE, GOLEM)
"""Cards that nobody throws or chooses anything for."""


def last_trick(number: int = 0) -> TournamentState:
    """One trick left, and two such cards in every hand."""
    hall = before_the_last_trick(SEATS)
    assert isinstance(hall, TournamentState)
    chance = SeededChance(number)
    hall.faces = [chance.die(12) for _ in range(SEATS)]
    pairs = [to_mask((one, two)) for one in SURE for two in SURE if one < two]
    hall.hands = [chance.draw(pairs) for _ in range(SEATS)]
    return hall


@pytest.mark.parametrize("number", range(12))
def test_what_a_card_brings_is_what_the_rules_make_of_it(number: int) -> None:
    hall, chance = last_trick(number), SeededChance(number)
    together = JointRegret(hall, chance)
    cards = [chance.draw(hand) for hand in together.hands]
    for player, values in enumerate(together.evaluate_cards(cards, 0)):
        for card, value in zip(together.hands[player], values, strict=True):
            everybody = {**dict(enumerate(cards)), player: card}
            assert value == pytest.approx(evaluate_trick(hall, everybody, player, SeededChance(1))), (player, card)


def test_everybody_comes_to_the_same() -> None:
    hall = before_the_last_trick(SEATS)
    seen = [RULES.determinize(RULES.view(hall, seat), SeededChance(seat)) for seat in (0, 4, 8)]
    halls = [each for each in seen if isinstance(each, TournamentState)]
    first, *others = [JointRegret(each, SeededChance(ANY_SEED)).run(40) for each in halls]
    assert len(others) == 2 and all(other == first for other in others)
    assert all(sum(mix) == pytest.approx(1) and len(mix) == 2 for mix in first.mixes)


def gained(hall: TournamentState, mixes: Sequence[Sequence[float]], seat: int) -> float:
    """What the best reply of a seat gains over such mixtures of the two cards in hand."""
    hands = [[card for card in SURE if hand >> card & 1] for hand in hall.hands]

    def mind(_: State, each: int) -> tuple[dict[int, float], float]:
        return dict(zip(hands[each], mixes[each], strict=True)), 0.0

    return measure_gain(hall, seat, 1, mind, SeededChance(3), 100).gain


def test_the_best_reply_gains_little() -> None:
    together = even = 0.0
    for number in range(8):
        hall = last_trick(number)
        mixes = JointRegret(hall, SeededChance(ANY_SEED)).run(TOGETHER).mixes
        for seat in (number % SEATS, (number + 4) % SEATS):
            together += gained(hall, mixes, seat) / 16
            even += gained(hall, [(0.5, 0.5)] * SEATS, seat) / 16
    assert together < 0.03 < 0.06 < even


def test_the_expert_plays_what_the_hall_has_rehearsed() -> None:
    hall = before_the_last_trick(SEATS)
    assert isinstance(hall, TournamentState)
    found = JointRegret(hall, SeededChance(ANY_SEED)).run(TOGETHER)
    for seat in range(SEATS):
        legal = list(RULES.legal(hall, seat))
        decision = choose(GAME, RULES.view(hall, seat), seat, legal, "expert", 5)
        shares = {one.action: one.weight for one in decision.considered}
        assert [shares.get(card, 0.0) for card in legal] == pytest.approx(found.mixes[seat])
        assert shares[decision.action] > 0
