"""A draft: a position that is being arranged, with undo and what its rules say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from engine import registry
from engine.chance import SeededChance, mix
from engine.content.arrangement import Arranger, Explanation
from engine.contract import JSON, BadState, Chance, Message, Problem, Rules
from engine.state_check import check_playable

MOST_STEPS = 400
"""Steps that can be undone."""
MOST_DECISIONS = 4_000
"""Random decisions until a game comes to a point that can be arranged; no opening takes longer."""


def find_arranger(game: str) -> Arranger | None:
    """Return what can be set by hand in a game; None where nothing can. Raises UnknownGame."""
    module = registry.info(game).arrangement
    return cast(Arranger, import_module(module)) if module else None


def list_games() -> list[str]:
    """List the games whose positions can be arranged, in the order of the title."""
    return [info.id for info in registry.games() if info.arrangement]


class Draft:
    """A position of a game, lawful or not, that is changed step by step.

    ``options`` are complete; ``state`` is never changed in place by others.
    """

    def __init__(self, game: str, options: Mapping[str, JSON], state: Any) -> None:
        found = find_arranger(game)
        if found is None:
            raise registry.UnknownGame(game)
        self.game = game
        self.options = dict(options)
        self.arranger: Arranger = found
        self.rules: Rules[Any] = registry.rules(game)
        self._states = [state]
        self._at = 0
        self._problems: list[Problem] | None = None

    @property
    def state(self) -> Any:
        """The position as it stands."""
        return self._states[self._at]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self.state.seats)

    # --- changing ---------------------------------------------------------------------------------

    def change(self, edit: Callable[[Any], None]) -> bool:
        """Change a copy of the position; return whether that makes a difference."""
        state = self.rules.clone(self.state)
        edit(state)
        return self.replace(state)

    def replace(self, state: Any) -> bool:
        """Put another position in place of this one, as a step that can be undone; return whether it differs."""
        if self.rules.dump(state) == self.rules.dump(self.state):
            return False
        self._states[self._at + 1 :] = [state]
        del self._states[: max(0, len(self._states) - MOST_STEPS)]
        self._at = len(self._states) - 1
        self._problems = None
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self._at + 1 < len(self._states)

    def undo(self) -> bool:
        """Go one step back; return whether there was one."""
        return self._step(-1, self.can_undo)

    def redo(self) -> bool:
        """Make an undone step once more; return whether there was one."""
        return self._step(1, self.can_redo)

    def _step(self, by: int, possible: bool) -> bool:
        if possible:
            self._at += by
            self._problems = None
        return possible

    # --- what the rules say ---------------------------------------------------------------------------

    @property
    def problems(self) -> Sequence[Problem]:
        """What keeps the position from being one of a game, none for a lawful one."""
        if self._problems is None:
            self._problems = self._find_problems()
        return self._problems

    def _find_problems(self) -> list[Problem]:
        state = self.rules.clone(self.state)
        try:
            return list(self.arranger.find_problems(state)) or find_strange_options(self)
        except (IndexError, KeyError, ValueError):  # values that no check of single fields has caught
            return [Problem("state", "stuck")]

    def explain(self, problem: Problem) -> Explanation:
        """Explain a problem in the words of the game, else in general ones."""
        found = self.arranger.explain(self.state, problem)
        if found is not None:
            return found
        reason = Message(f"ui.problem.{problem.reason}", dict(problem.params))
        return Explanation(Message("ui.edit.wrong"), reason)

    def settle(self) -> Any:
        """Return the position with all that is derived filled in, checked by playing it; raises ``BadState``."""
        state = self.rules.load(self.rules.dump(self.state))
        check_playable(self.rules, state, self.options, self.seats)
        if not self.rules.to_act(state):
            raise BadState("state: the game is over")
        return state


def find_strange_options(draft: Draft) -> list[Problem]:
    """Find a field that can be arranged but that the options do not allow; raises ``BadState`` for other misfits."""
    try:
        draft.rules.check_state(draft.state, draft.options, draft.seats)
    except BadState as error:
        field = str(error).partition(":")[0]
        if field not in draft.arranger.SET_BY_OPTIONS:
            raise
        return [Problem(field, "options")]
    return []


def check_draft(draft: Draft) -> None:
    """Check that all of a draft can be listed, looked at by every seat, and changed; raises ``BadState``.

    What agrees with no list of its game, such as a number of a player who is not there, cannot be put right by hand.
    """
    arranger, state = draft.arranger, draft.state
    try:
        for choice in arranger.list_choices(state):
            if not 0 <= choice.chosen < len(choice.labels):
                raise BadState(f"{choice.id}: expected 0 to {len(choice.labels) - 1}, found {choice.chosen}")
        for lies in arranger.list_card_places(state):
            for card in lies.cards:
                arranger.name_card(state, lies.id, card)
        pieces = {piece.id for piece in arranger.list_pieces(state)}
        for place in arranger.list_places(state):
            if strange := set(arranger.list_standing(state, place)) - pieces:
                raise BadState(f"place {place}: expected pieces of the game, found {sorted(strange)}")
        arranger.list_numbers(state)
        for problem in draft.problems:
            arranger.explain(state, problem)
        for seat in (None, *range(draft.seats)):
            draft.rules.view(state, seat)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadState):
            raise
        raise BadState(f"state: {error}") from error


def begin_draft(game: str, options: Mapping[str, JSON], seats: int, seed: str, decisions: int = 0) -> Draft:
    """Return a draft of a new game at its first point that can be arranged, after at least ``decisions`` random ones.

    Raises BadOptions and UnknownGame.
    """
    rules = registry.rules(game)
    full = rules.check_options(options, seats)
    chance = SeededChance(mix("arrange", seed))
    state = rules.new(full, seats, chance)
    draft = Draft(game, full, state)
    found = state
    for number in range(MOST_DECISIONS):
        if draft.arranger.can_arrange(state):
            found = rules.clone(state)
            if number >= decisions:
                break
        if not rules.to_act(state):
            break
        _play_randomly(rules, state, chance)
    return Draft(game, full, found)


def _play_randomly(rules: Rules[Any], state: Any, chance: Chance) -> None:
    seat = chance.draw(rules.to_act(state))
    legal = [action for action in rules.legal(state, seat) if action not in rules.resignations]
    rules.apply(state, seat, chance.draw(legal), chance)
