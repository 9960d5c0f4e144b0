"""The one door to the opponents: a view, the legal actions and a level in, a decision out."""

from __future__ import annotations

from collections.abc import Sequence

from ai.decision import Decision, Player, any_of, weighed
from ai.leanings import leaning
from ai.levels import NEWCOMER, RANDOM, SEARCH
from ai.opponent_registry import leans_of, minds
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Chance, View
from engine.seats import WHO

GREEDY, WHIM = "novice", 3
"""The scripted newcomer: the level that takes what brings most at once, with one step in so many left to chance."""


class NoSuchOpponent(ValueError):
    """There is no opponent of that level for that game; the text names both."""


def choose(game: str, view: View, seat: int, legal: Sequence[int], level: str, seed: int) -> Decision:
    """The decision of an opponent that sees ``view`` and nothing else.

    The same arguments give the same decision. Raises :class:`NoSuchOpponent`.
    """
    if not legal:
        raise ValueError(f"seat {seat} owes no decision")
    chance = SeededChance(mix(seed, game, level))
    return player(game, level)(view, seat, legal, chance)


def player(game: str, level: str) -> Player:
    """The opponent of this level for this game; raises :class:`NoSuchOpponent`."""
    if level == RANDOM:
        resignations = registry.rules(game).resignations

        def steadfast(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
            """Any action that does not give the game up."""
            left = [float(action not in resignations) for action in legal]
            kept = [number for number, weight in enumerate(left) if weight]
            return weighed(legal, [one / len(kept) for one in left], [0.0] * len(legal), chance.draw(kept))

        return steadfast if resignations else any_of_legal
    if level == NEWCOMER:
        return _newcomer(game)
    if level.startswith(SEARCH):
        from ai.algorithms import ismcts

        try:
            return ismcts.of_level(game, level)
        except ismcts.NoSuchSearch as error:
            raise NoSuchOpponent(str(error)) from error
    if level.startswith("file:"):
        from ai.opponents_folder import from_file

        found: Player = from_file(game, level.removeprefix("file:"))
        return found
    if level.startswith(WHO):
        return _character(game, level)
    known = minds(game)
    if known is not None and level in known.PLAYERS:
        return known.PLAYERS[level]
    raise NoSuchOpponent(f"no opponent {level!r} for {game!r}")


def _character(game: str, level: str) -> Player:
    """The level of a character, bent by its leanings as far as the game knows them."""
    from ai import character

    try:
        who = character.of(level)
    except character.BadCharacter as error:
        raise NoSuchOpponent(str(error)) from error
    base, leans = player(game, who.level), leans_of(game)
    return base if leans is None else leaning(base, leans, who.level, dict(who.leanings.items()))


def _newcomer(game: str) -> Player:
    """Greedy, and one step in three at random."""
    greedy, at_random = player(game, GREEDY), player(game, RANDOM)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        return (greedy if chance.below(WHIM) else at_random)(view, seat, legal, chance)

    return play


def any_of_legal(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Any legal action, all equally likely."""
    return any_of(legal, chance)
