"""What summoning a card brings, from games played step by step: lead, pieces and actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ai.tash_kalar.evaluate import ACTION_LEFT, Evaluator, find_weights
from games.tash_kalar import actions as act
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.scoring import score
from games.tash_kalar.state import CLAIMING, LEFT_OVER, MAIN, OVER, State, copied


def list_gains(games: Iterable[Iterable[tuple[State, int]]]) -> dict[str, list[float]]:
    """Return what every summoning of a card brought, by its code; a game: its positions, each with the action taken
    there, at last the end with -1."""
    found: dict[str, list[float]] = defaultdict(list)
    for positions in games:
        judge: Evaluator | None = None
        code, was, left = "", 0.0, 0
        for state, action in positions:
            if code and judge and (state.phase in (MAIN, CLAIMING, LEFT_OVER, OVER) or state.turn != judge.turn):
                gained = state.actions - left if state.turn == judge.turn and state.phase != OVER else 0
                found[code].append(_worth(state, judge) - was + ACTION_LEFT * gained)
                code = ""
            if state.phase == MAIN and action >= 0:
                if judge is None or judge.turn != state.turn:
                    judge = Evaluator(copied(state), state.active, find_weights(state.form))
                move = decode(action)
                if move.card >= 0 and (move.kind == Kind.USE or act.SUMMON <= action < act.DISCARD):
                    code, was, left = state.book.card(move.card).code, _worth(state, judge), state.actions - 1
    return found


def _worth(state: State, judge: Evaluator) -> float:
    if state.turn == judge.turn and state.phase != OVER:
        return judge.margin(state) + judge.material(state)
    return score(state, judge.side) - score(state, 1 - judge.side) + judge.material(state)
