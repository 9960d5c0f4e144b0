"""The opponents each game brings along, found by the game's manifest.

A game's module has ``PLAYERS``, the levels it knows, and ``quick``, the player of last resort
that answers in well under a millisecond. It may have ``JUDGE``, which says who is likely to win,
``LEANS``, by which characters differ, ``SURENESS``, by which advice orders equals, ``FINISH``, which
plays a turn to its end at one go, and
``BESIDES``, the name of the module that knows more of finished games (``ai.analysis.game_facts``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from ai.decision import Decision, Player
from ai.evaluator import Judge
from ai.leanings import Leans
from engine import registry
from engine.contract import Chance, View


class Minds(Protocol):
    """What a game's opponents offer."""

    PLAYERS: Mapping[str, Player]
    """Every level of ``ai.levels.LEVELS``."""

    def quick(self, view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        """A sensible action in well under a millisecond."""
        ...


def minds(game: str) -> Minds | None:
    """The opponents of a game; None when there is no such game."""
    try:
        return cast(Minds, import_module(registry.info(game).opponents))
    except registry.UnknownGame:
        return None


def leans_of(game: str) -> Leans | None:
    """What characters lean towards in a game; None when its opponents say nothing of it. Raises ``UnknownGame``."""
    found: Leans | None = getattr(import_module(registry.info(game).opponents), "LEANS", None)
    return found


def finisher_of(game: str) -> Callable[[Any, Chance], Any] | None:
    """What plays the turn under way to its end from a full state, which it leaves as it is, or gives None where it does
    not; None when the opponents of a game have no such thing. Raises ``UnknownGame``."""
    found: Callable[[Any, Chance], Any] | None = getattr(import_module(registry.info(game).opponents), "FINISH", None)
    return found


def sureness_of(game: str) -> Callable[[Any, int], float] | None:
    """How sure an action of a full state is to bring what it is chosen for, 0 to 1; None when the opponents of a game
    say nothing of it. Raises ``UnknownGame``."""
    found: Callable[[Any, int], float] | None = getattr(import_module(registry.info(game).opponents), "SURENESS", None)
    return found


def judge_of(game: str) -> Judge | None:
    """The judge of positions of a game; None when its opponents have none. Raises ``UnknownGame``.

    To be asked through ``ai.win_probability`` only, which knows finished games and teams too.
    """
    found: Judge | None = getattr(import_module(registry.info(game).opponents), "JUDGE", None)
    return found
