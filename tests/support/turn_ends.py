"""Positions of Tash-Kalar at the end of a turn."""

from ai.tash_kalar.evaluate import Evaluator, find_weights
from engine.chance import SeededChance
from games.tash_kalar import RULES
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.state import State, copied
from tests.tash_kalar.table import Table


def ended(table: Table) -> tuple[State, Evaluator]:
    """The position once the side that decides has ended its turn, and its judge."""
    state = table.state
    state.choices = None
    judge = Evaluator(copied(state), state.acting, find_weights(state.form))
    while state.turn == judge.turn:
        legal = RULES.legal(state, state.acting)
        RULES.apply(state, state.acting, next(each for each in legal if decode(each).kind in (Kind.END, Kind.PLACE)),
                    SeededChance(1))  # fmt: skip
    return state, judge
