"""Every trick agrees with a slow second implementation, written from the rules text alone."""

from collections import Counter
from dataclasses import dataclass

from hypothesis import given, settings, strategies as st

from engine.chance import ScriptedChance, dice
from games.king_of_12 import RULES
from games.king_of_12.cards import CARD_COUNT, CODES
from games.king_of_12.state import State
from tests.support.in_turn import count_examples


@dataclass
class Player:
    """One player of the slow implementation."""

    card: str
    face: int
    extra: int = 0
    fixed: int | None = None
    cancelled: bool = False
    silenced: bool = False
    out: bool = False
    gain: int = 0

    @property
    def live(self) -> bool:
        return not self.cancelled and not self.silenced

    @property
    def value(self) -> int:
        return self.fixed if self.fixed is not None else self.face + self.extra


def by_the_book(cards: list[str], faces: list[int], turn_to: int | None, double_first: bool, roll: int) -> list[Player]:
    """One trick, step by step as the rules page lists them (thefts aside, they move no dice)."""
    players = [Player(card, face) for card, face in zip(cards, faces, strict=True)]
    for player in players:
        player.cancelled = Counter(cards)[player.card] > 1
    if any(player.card == "lady" and not player.cancelled for player in players):
        for player in players:
            player.silenced = player.card != "lady"
    live = {player.card: player for player in players if player.live}
    if "merchants" in live:
        before = [player.face for player in players]
        for seat in range(len(players)):
            players[(seat + 1) % len(players)].face = before[seat]
    if "alchemist" in live and double_first:
        live["alchemist"].extra += live["alchemist"].face
    if "troublemakers" in live:
        for player in players:
            player.face = 13 - player.face
    if "reverser" in live:
        live["reverser"].face = 13 - live["reverser"].face
    if "sorcerer" in live and turn_to is not None:
        live["sorcerer"].face = turn_to
    if "alchemist" in live and not double_first:
        live["alchemist"].extra += live["alchemist"].face
    if "machine" in live:
        live["machine"].extra += 7
    if "parasite" in live:
        live["parasite"].extra -= 7
    if "golem" in live:
        live["golem"].fixed = 1 if live["golem"].face == 12 else 12
    if "oracle" in live:
        live["oracle"].face = roll
    cancel_equal(players)
    if "faun" in live and live["faun"].out:
        faun = live["faun"]
        others = {player.face for player in players if player is not faun}
        faun.face = max(set(range(1, 13)) - others)
        cancel_equal(players)
    left = [player for player in players if not player.out]
    left.sort(key=lambda player: player.value if "knight" in live else -player.value)
    if "collector" in live and live["collector"].out:
        left = [live["collector"], *left[:1]]
    prizes = (1, 2) if "gambler" in live else (2, 1)
    for player, prize in zip(left[:2], prizes, strict=False):
        player.gain = prize
    return players


def cancel_equal(players: list[Player]) -> None:
    counts = Counter(player.value for player in players)
    for player in players:
        player.out = counts[player.value] > 1


CARDS = st.sampled_from(CODES)
FACE = st.integers(1, 12)


@settings(max_examples=count_examples(1500), deadline=None)
@given(
    st.integers(2, 4).flatmap(
        lambda seats: st.tuples(
            st.lists(CARDS, min_size=seats, max_size=seats), st.lists(FACE, min_size=seats, max_size=seats)
        )
    ),
    FACE,
    st.integers(0, 4),
    st.booleans(),
)
def test_a_trick_is_worked_out_by_the_book(
    table: tuple[list[str], list[int]], roll: int, turn: int, double_first: bool
) -> None:
    cards, faces = table
    seats = len(cards)
    state: State = RULES.new({}, seats, ScriptedChance(dice(*faces)))
    state.cards = (1 << CARD_COUNT) - 1
    state.hands = [state.cards] * seats
    for seat, card in enumerate(cards):
        chance = ScriptedChance(dice(roll))
        RULES.apply(state, seat, CODES.index(card), chance)
    turn_to, doubled = None, False
    while len(state.tricks) == 0:
        seat = RULES.to_act(state)[0]
        choices = RULES.legal(state, seat)
        if choices[0] == 40:
            action = choices[0] if double_first else choices[1]
            doubled = double_first
        else:
            action = choices[turn]
            turn_to = action - 20
        RULES.apply(state, seat, action, ScriptedChance(dice(roll)))
    book = by_the_book(cards, faces, turn_to, doubled, roll)
    last = RULES.view(state, None)["last"]
    assert last["faces"] == [player.face for player in book]
    assert last["values"] == [player.value for player in book]
    assert last["cancelled"] == [player.cancelled for player in book]
    assert last["out"] == [player.out for player in book]
    assert last["gains"] == [player.gain for player in book]
    assert state.points == [player.gain for player in book]
    assert state.faces == [player.face for player in book]
