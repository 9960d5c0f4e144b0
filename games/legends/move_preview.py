"""What a move would change: points of every seat as if the game ended then, and who controls which region.

Worked out by the rules on a state that fits the view. What the view hides is drawn at random twice, and only what both
agree on is told, so a preview says nothing that the seat does not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.chance import SeededChance
from engine.contract import View

from .rules import RULES
from .scoring import PARTS, control, scores
from .state import State
from .views import determinize


@dataclass(frozen=True, slots=True)
class MovePreview:
    """``points``: the change for each seat; ``control``: region, owner before and after, where it changes (4 neutral,
    -1 nobody)."""

    points: tuple[int, ...]
    control: tuple[tuple[int, int, int], ...]


def preview_move(view: View, action: int) -> MovePreview:
    """Return what an action of the seat that the view belongs to would change."""
    seats: int = view["seats"]
    after = [_play(view, action, seed) for seed in (1, 2)]
    if any(state.game != view["game"] or state.board.n != len(view["regions"]) for state in after):
        return MovePreview((0,) * seats, ())  # the board of the next game lies there
    counted = [scores(state) for state in after]
    points = []
    for seat in range(seats):
        before = view["scores"][seat]["parts"]
        first, second = (found[seat]["parts"] for found in counted)
        points.append(sum(first[part] - before[part] for part in PARTS if first[part] == second[part]))
    owners = control(after[0])
    changed = tuple(
        (region, old, new) for region, (old, new) in enumerate(zip(view["control"], owners, strict=True)) if old != new
    )
    return MovePreview(tuple(points), changed)


def _play(view: View, action: int, seed: int) -> State:
    """A state that fits the view, after the action."""
    chance = SeededChance(seed)
    state = determinize(view, chance)
    RULES.apply(state, view["seat"], action, chance)
    return state
