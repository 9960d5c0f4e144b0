"""Whole games of computers, told turn by turn: the sentences that are put together from parts.

``python3 -m tests.support.told_turns legends cs 60`` prints each sentence of so many games once, to be read.
"""

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from ai.analysis.steps import stretches
from ai.analysis.turns import list_turns, tell_events
from ai.opponent_registry import find_analysis_profile
from ai.review import play_game
from games.event_texts import TurnPart
from scenes.common.turn_sentence import capitalize, tell_turn
from scenes.shell.i18n import Texts

NAMES = ("Eva", "Odo", "Mia", "Leo")
"""Of the seats, as typed: no other forms are known of them."""
BOXES = ("imperial_north", "highland", "everfrost", "sylvan", "nethervoid", "imperial_south")
LEVELS = ("novice", "random")

Told = tuple[tuple[TurnPart, ...], tuple[Any, ...]]
"""A turn: its parts; for a game that has none, its events in the words of the chronicle."""


def choose_table(game: str, seed: int) -> tuple[dict[str, Any], int]:
    """Return options and a number of seats that change with the seed."""
    if game != "tash_kalar":
        return {}, 2 + seed % 3
    decks = {f"deck_{at + 1}": BOXES[(seed + at * 2) % len(BOXES)] for at in range(2)}
    return {"form": ("high", "duel")[seed % 2], **decks}, 2


@cache
def play_turns(game: str, seed: int) -> tuple[Told, ...]:
    """Play a game and return its turns."""
    options, seats = choose_table(game, seed)
    session = play_game(game, options, seats, LEVELS[seed // 3 % 2], seed)
    course, profile = session.course, find_analysis_profile(game)
    found: list[Told] = []
    for turn in list_turns(stretches(course)):
        decided = course.list_decisions(turn.turn, turn.end)
        if profile.describe_turn is not None and turn.seat >= 0:
            found.append((tuple(profile.describe_turn(decided, turn.seat)), ()))
        else:
            events = [event for _, events in decided for event in events]
            found.append(((), tell_events(session.rules, events, profile.events)))
    return tuple(found)


def tell_game(game: str, seed: int, texts: Texts) -> Iterator[str]:
    """Yield the sentence of each turn of a game; of its events where the game tells no turns."""
    for parts, events in play_turns(game, seed):
        if parts:
            yield tell_turn(texts, parts, NAMES)
        for said in events:
            yield capitalize(texts.message(said, NAMES))


if __name__ == "__main__":
    chosen, language, games = sys.argv[1:4]
    shown = Texts(language)
    for sentence in dict.fromkeys(one for seed in range(int(games)) for one in tell_game(chosen, seed, shown)):
        print(sentence)
