"""Positions arranged by hand, as tests hand them on."""

from typing import Any

from engine.content.drafts import Arranged, Draft
from engine.seats import Seat


def build_record(draft: Draft, **changes: Any) -> Arranged:
    """Return what a file of a draft holds, with people on all seats."""
    seats = tuple(Seat("person", "", f"P{seat}", seat) for seat in range(draft.seats))
    return Arranged(game=draft.game, options=draft.options, seats=seats, state=draft.rules.dump(draft.state), **changes)
