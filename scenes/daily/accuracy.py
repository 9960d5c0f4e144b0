"""Cost of the player's choices in the counted games of a day, for games that were analysed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ai.analysis.report import WHOLE, Review, break_down
from engine import schema
from engine.content.daily_challenge import Table, Try
from engine.storage import studies


def lost(tables: Mapping[str, Table], tries: Mapping[str, Try]) -> dict[str, int]:
    """Cost of the player's choices by game in whole percent; games without an analysis are left out."""
    found = {}
    for game, one in tries.items():
        if one.place and one.id and game in tables:
            percent = _measure(one.id, tables[game].seat)
            if percent is not None:
                found[game] = percent
    return found


def _measure(game_id: str, seat: int) -> int | None:
    try:
        review = schema.decode(studies.load(game_id).review, Review)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    if review.id != game_id or not review.finished or seat >= review.seats:
        return None
    return round(100 * break_down(review, seat).own / WHOLE)
