"""The single entry point to all opponents: view, legal actions and level in, decision out."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any

from ai.algorithms.heartbeat import beat
from ai.algorithms.skill import Skill, Thinker, limit_skill
from ai.character import bias_player
from ai.decision import Decision, Player, decide_at_random, force_decision, make_decision
from ai.levels import (
    BELOW_MASTER,
    FIRST_EVENING,
    GENTLE,
    GREEDY,
    ISMCTS,
    LEVELS,
    NEWCOMER,
    PLANLESS,
    QUICK_LEVELS,
    RANDOM,
    SKILL,
)
from ai.opponent_registry import find_opponents
from ai.ratings import find_rating, find_skill, name_form, read_skills
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Chance, Emit, Rules, View
from engine.seats import AT_RATING, WHO

ONE_STEP, WHIM = "novice", 3
"""The scripted newcomer: the greedy thinker it is built on, and one in how many of its actions is random."""


class NoSuchOpponent(ValueError):
    """The game has no opponent of that level; the text names both."""


def choose(game: str, view: View, seat: int, legal: Sequence[int], level: str, seed: int) -> Decision:
    """Return the decision of an opponent that sees nothing but ``view``.

    Deterministic for given arguments. Raises :class:`NoSuchOpponent`; ValueError if ``legal`` is empty.
    """
    if not legal:
        raise ValueError(f"seat {seat} owes no decision")
    beat()
    chance = SeededChance(mix(seed, game, level))
    return find_player(game, level)(view, seat, legal, chance)


def think(game: str, view: View, seat: int, legal: Sequence[int], level: str, seed: int) -> Decision:
    """Return the decision of a level without its limits of skill (no oversights), for play-outs and advice.

    Deterministic for given arguments. Raises :class:`NoSuchOpponent`; ValueError if ``legal`` is empty.
    """
    if not legal:
        raise ValueError(f"seat {seat} owes no decision")
    beat()
    return find_thinker(game, level)(view, seat, legal, SeededChance(mix(seed, game, level)))


def find_thinker(game: str, level: str) -> Player:
    """Return the player of a built-in level without its limits of skill (no oversights); of anything else the player
    itself. Raises :class:`NoSuchOpponent`."""
    if level not in LEVELS:
        return find_player(game, level)
    try:
        players = find_opponents(game).players
    except registry.UnknownGame:
        players = {}
    if level not in players:
        raise NoSuchOpponent(f"no opponent {level!r} for {game!r}")
    return players[level]


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
    if level in (PLANLESS, GREEDY):
        return _planless(game, level == GREEDY)
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
    leanings: dict[str, float] = {}
    is_gentle, level = level.startswith(GENTLE), level.removeprefix(GENTLE)
    if level.startswith(WHO):
        from ai import character

        try:
            who = character.find(level)
        except character.BadCharacter as error:
            raise NoSuchOpponent(str(error)) from error
        level, leanings = who.level, dict(who.leanings.items())
    limited = level in BELOW_MASTER or level.startswith((AT_RATING, SKILL))
    if limited and (level.startswith(SKILL) or read_skills(game) is not None):
        return _limit(game, level, leanings, is_gentle)
    if level not in LEVELS:
        raise NoSuchOpponent(f"no opponent {level!r} for {game!r}")
    leans, thinker = find_opponents(game).style_bias, find_thinker(game, level)
    return thinker if leans is None or not leanings else bias_player(thinker, leans, level, leanings)


def _limit(game: str, level: str, leanings: Mapping[str, float], is_gentle: bool) -> Player:
    """Return a player at a rating or of a skill: the game's thinkers in turn, each biased by these leanings;
    ``is_gentle``: First evening's play with children."""
    known = find_opponents(game)
    leans, careless = known.style_bias, known.careless or choose_at_random
    thinkers = []
    for name in QUICK_LEVELS:
        play = find_thinker(game, name)
        if leans is not None and leanings:
            play = bias_player(play, leans, name, leanings)
        thinkers.append(Thinker(play, partial(leans.slack, name) if leans is not None else lambda view: 0.0))
    if leans is not None and leanings:
        careless = bias_player(careless, leans, FIRST_EVENING, leanings)
    try:
        fixed = Skill(*map(float, level.removeprefix(SKILL).split(","))) if level.startswith(SKILL) else None
        rated = find_rating(game, level)
    except (TypeError, ValueError) as error:
        raise NoSuchOpponent(f"expected a rating or a skill, found {level!r}") from error
    skills = read_skills(game)
    if is_gentle and skills is not None and level == FIRST_EVENING:
        fixed = skills.gentle
    if fixed is not None:
        return limit_skill(thinkers, careless, lambda view: fixed)
    assert rated is not None
    return limit_skill(
        thinkers, careless, lambda view: find_skill(game, rated.rating, name_form(view, view.get("seats", 2)))
    )


def _newcomer(game: str) -> Player:
    """Return the newcomer: greedy, with one action in three at random."""
    greedy, at_random = find_thinker(game, ONE_STEP), find_player(game, RANDOM)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        return (greedy if chance.below(WHIM) else at_random)(view, seat, legal, chance)

    return play


def _planless(game: str, minds_rivals: bool) -> Player:
    """Return the beginner without a plan: the action with most points at once, any action where none brings points.
    ``minds_rivals``: points over the best rival's, and ``first_look`` of the game where none come."""
    rules, known, at_random = registry.rules(game), find_opponents(game), find_player(game, RANDOM)
    points, look = known.points, known.first_look if minds_rivals else None

    def lead(state: Any, seat: int, sides: Sequence[int]) -> float:
        assert points is not None
        rivals = [points(state, other) for other, side in enumerate(sides) if minds_rivals and side != sides[seat]]
        return points(state, seat) - max(rivals, default=0.0)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        if points is None or len(legal) == 1:
            return at_random(view, seat, legal, chance)
        state = rules.determinize(view, chance)
        sides = rules.sides(view, view["seats"])
        before = lead(state, seat, sides)
        gains = []
        for action in legal:
            twin, dice = rules.clone(state), SeededChance(chance.below(1 << 20))
            rules.apply(twin, seat, action, dice)
            for other in rules.to_act(state):
                if other != seat and other in rules.to_act(twin):
                    rules.apply(twin, other, dice.draw(rules.legal(twin, other)), dice)
            gains.append(lead(twin, seat, sides) - before if action not in rules.resignations else 0.0)
        best = max(gains)
        if best <= 0:
            seen = None if look is None else look(view, legal)
            return at_random(view, seat, legal, chance) if seen is None else force_decision(seen)
        weights = [float(gain == best) for gain in gains]
        kept = [number for number, weight in enumerate(weights) if weight]
        return make_decision(legal, [one / len(kept) for one in weights], gains, chance.draw(kept))

    return play


def choose_at_random(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Choose uniformly among the legal actions."""
    return decide_at_random(legal, chance)


def make_answer(game: str, level: str, find_seed: Callable[[int, int], int]) -> "Answer":
    """Return a function (state, seat, decision round) to an action by the thinker of this level, for play-outs;
    ``find_seed``: (decision round, seat) to the seed of a decision. Raises ``UnknownGame``."""
    rules: Any = registry.rules(game)

    def answer(state: Any, seat: int, turn: int) -> int:
        legal = list(rules.legal(state, seat))
        if len(legal) == 1:
            return int(legal[0])
        return think(game, rules.view(state, seat), seat, legal, level, find_seed(turn, seat)).action

    return answer


# Games played to their end with given answers, and whether a decision ends one.

Answer = Callable[[Any, int, int], int]
"""(state, seat, number of earlier decision rounds) to the action of the seat."""


def play_out(
    rules: Any,
    state: Any,
    chance: Chance,
    answer: Answer,
    emit: Emit | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Play ``state`` on in place until the game is over or ``enough()``: all seats to act answer, then all answers
    apply.

    Simultaneous decisions do not see each other. Returns the number of decision rounds.
    """
    turn = 0
    while (owing := rules.to_act(state)) and not enough():
        beat()
        answers = [(seat, answer(state, seat, turn)) for seat in owing]
        for seat, action in answers:
            rules.apply(state, seat, action, chance, emit)
        turn += 1
    return turn


MOST_TOGETHER = 150
"""Ways in which the others may decide at the same time, all of which are tried; of more, this number is drawn."""


def is_last_action(rules: Rules[Any], state: Any, seat: int, action: int, seed: int) -> bool:
    """Whether the game is over right after an action of a seat, whatever others decide at the same time (sampled if
    they have many choices). ``state`` is not changed."""
    chance = SeededChance(mix(seed, "over", action))
    others = [other for other in rules.to_act(state) if other != seat]
    choices = [rules.legal(state, other) for other in others]
    drawn = prod(map(len, choices)) > MOST_TOGETHER
    for together in (map(chance.draw, choices) for _ in range(MOST_TOGETHER)) if drawn else product(*choices):
        twin = rules.clone(state)
        for one, chosen in [(seat, action), *zip(others, together, strict=True)]:
            rules.apply(twin, one, chosen, chance, None)
        if not rules.result(twin):
            return False
    return True
