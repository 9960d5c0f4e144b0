"""The turn of a finished game that its player will remember: most points, then most enemy pieces destroyed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.contract import Event

from .scoring import PIECE_WORTH


@dataclass(slots=True)
class BestTurn:
    """One turn of a player.

    ``begin``, ``end``: decisions of the log before it and after it; ``number``: the turn's number in the game;
    ``cards``: numbers of the beings summoned; ``destroyed``: enemy pieces; ``points`` scored in it.
    """

    number: int
    begin: int
    end: int = 0
    cards: list[int] = field(default_factory=list)
    destroyed: int = 0
    points: int = 0
    worth: float = 0.0


def find_best_turn(seat: int, events: Sequence[Event], decisions: Sequence[int]) -> BestTurn | None:
    """Return a player's best turn, the later of equal ones; None when no turn brought anything.

    ``decisions``: by event, how many decisions had been made (``engine.content.objectives.collect``).
    """
    best: BestTurn | None = None
    current: BestTurn | None = None
    for event, made in zip(events, decisions, strict=True):
        data = event.data
        if event.kind == "turn_begins":
            current = BestTurn(data["turn"], made) if data["seat"] == seat else None
        if current is None:
            continue
        current.end = made
        if event.kind == "summoned":
            current.cards.append(data["card"])
        elif event.kind == "destroyed" and data["counts"]:
            current.destroyed += 1
            current.worth += PIECE_WORTH[data["rank"]]
        elif event.kind in ("claimed", "points") and data["seat"] == seat:
            current.points += data["points"]
            current.worth += 2 * data["points"]
        if current.worth and (best is None or current.worth >= best.worth):
            best = current
    return best
