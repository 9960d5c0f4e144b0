"""Games of Tash-Kalar that do not all go alike: many begin with pieces laid at random, half have whims now and then."""

from __future__ import annotations

from collections.abc import Sequence

from ai.tash_kalar.players import PLAYERS
from engine.chance import SeededChance
from games.tash_kalar import RULES
from games.tash_kalar import actions as act
from games.tash_kalar.state import MAIN, State

WHIM = 40
"""In every second game one action in so many is left to chance."""
Taken = tuple[list[int], list[int]]
"""The actions of a game, and the places of those that were left to chance."""


def play_wildly(
    state: State,
    chance: SeededChance,
    wild: SeededChance,
    number: int,
    level: str,
    wild_turns: Sequence[int],
    whims_early: bool,
) -> Taken:
    """Play a game to its end; ``wild_turns``: how long its wild beginning lasts, by its number in turn, and
    ``whims_early`` whether whims come in it too."""
    taken: list[int] = []
    odd: list[int] = []
    while RULES.to_act(state):
        seat = state.acting
        legal = list(RULES.legal(state, seat))
        early = state.turn <= wild_turns[number % len(wild_turns)]
        if early and state.phase == MAIN and wild.below(3) == 0:
            action = wild.draw([each for each in legal if act.PLACE <= each < act.PICK] or legal)
            odd.append(len(taken))
        elif (whims_early or not early) and state.phase == MAIN and number % 2 and wild.below(WHIM) == 0:
            action = wild.draw([each for each in legal if each not in (act.SURRENDER, act.HAND_OVER)] or legal)
            odd.append(len(taken))
        else:
            view = RULES.view(state, seat)
            action = PLAYERS[level](view, seat, legal, SeededChance(wild.below(1 << 30))).action
        RULES.apply(state, seat, action, chance)
        taken.append(action)
    return taken, odd
