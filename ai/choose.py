"""The single entry point to all opponents: view, legal actions and level in, decision out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ai.algorithms.heartbeat import beat
from ai.decision import Decision, Player, decide_at_random, make_decision
from ai.leanings import bias_player
from ai.levels import ISMCTS, NEWCOMER, PLANLESS, RANDOM
from ai.opponent_registry import find_module, find_points, find_style_bias
from ai.playout import Answer
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Chance, View
from engine.seats import WHO

GREEDY, WHIM = "novice", 3
"""The scripted newcomer: the greedy level it is built on, and one in how many of its actions is random."""


class NoSuchOpponent(ValueError):
    """The game has no opponent of that level; the text names both."""


def choose(game: str, view: View, seat: int, legal: Sequence[int], level: str, seed: int) -> Decision:
    """Return the decision of an opponent that sees nothing but ``view``.

    Deterministic for given arguments. Raises :class:`NoSuchOpponent`.
    """
    if not legal:
        raise ValueError(f"seat {seat} owes no decision")
    beat()
    chance = SeededChance(mix(seed, game, level))
    return find_player(game, level)(view, seat, legal, chance)


def find_player(game: str, level: str) -> Player:
    """Return the player of a level; raises :class:`NoSuchOpponent`."""
    if level == RANDOM:
        resignations = registry.rules(game).resignations

        def steadfast(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
            """Choose a random action other than resigning."""
            left = [float(action not in resignations) for action in legal]
            kept = [number for number, weight in enumerate(left) if weight]
            return make_decision(legal, [one / len(kept) for one in left], [0.0] * len(legal), chance.draw(kept))

        return steadfast if resignations else choose_at_random
    if level == NEWCOMER:
        return _newcomer(game)
    if level == PLANLESS:
        return _planless(game)
    if level.startswith(ISMCTS):
        from ai.algorithms import ismcts

        try:
            return ismcts.make_player(game, level)
        except ismcts.UnknownSearch as error:
            raise NoSuchOpponent(str(error)) from error
    if level.startswith("file:"):
        from ai.opponents_folder import from_file

        found: Player = from_file(game, level.removeprefix("file:"))
        return found
    if level.startswith(WHO):
        return _character(game, level)
    known = find_module(game)
    if known is not None and level in known.PLAYERS:
        return known.PLAYERS[level]
    raise NoSuchOpponent(f"no opponent {level!r} for {game!r}")


def _character(game: str, level: str) -> Player:
    """Return the player of a character: its level, biased by its leanings if the game supports them."""
    from ai import character

    try:
        who = character.find(level)
    except character.BadCharacter as error:
        raise NoSuchOpponent(str(error)) from error
    base, leans = find_player(game, who.level), find_style_bias(game)
    return base if leans is None else bias_player(base, leans, who.level, dict(who.leanings.items()))


def _newcomer(game: str) -> Player:
    """Return the newcomer: greedy, with one action in three at random."""
    greedy, at_random = find_player(game, GREEDY), find_player(game, RANDOM)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        return (greedy if chance.below(WHIM) else at_random)(view, seat, legal, chance)

    return play


def _planless(game: str) -> Player:
    """Return the beginner without a plan: whatever brings most points at once, anything where nothing does."""
    rules, points, at_random = registry.rules(game), find_points(game), find_player(game, RANDOM)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        if points is None or len(legal) == 1:
            return at_random(view, seat, legal, chance)
        state = rules.determinize(view, chance)
        before = points(state, seat)
        gains = []
        for action in legal:
            twin, dice = rules.clone(state), SeededChance(chance.below(1 << 20))
            rules.apply(twin, seat, action, dice)
            for other in rules.to_act(state):
                if other != seat and other in rules.to_act(twin):
                    rules.apply(twin, other, dice.draw(rules.legal(twin, other)), dice)
            gains.append(points(twin, seat) - before if action not in rules.resignations else 0.0)
        best = max(gains)
        if best <= 0:
            return at_random(view, seat, legal, chance)
        weights = [float(gain == best) for gain in gains]
        kept = [number for number, weight in enumerate(weights) if weight]
        return make_decision(legal, [one / len(kept) for one in weights], gains, chance.draw(kept))

    return play


def choose_at_random(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Choose uniformly among the legal actions."""
    return decide_at_random(legal, chance)


def make_answer(game: str, level: str, find_seed: Callable[[int, int], int]) -> Answer:
    """Return a function that decides for every seat of a play-out by this level; ``find_seed``: seed of a decision, by
    number of decision rounds before it and seat. Raises ``UnknownGame``."""
    rules: Any = registry.rules(game)

    def answer(state: Any, seat: int, turn: int) -> int:
        legal = list(rules.legal(state, seat))
        if len(legal) == 1:
            return int(legal[0])
        return choose(game, rules.view(state, seat), seat, legal, level, find_seed(turn, seat)).action

    return answer
