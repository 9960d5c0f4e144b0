"""Names of version 0.1.0 for players' opponents; the code is in :mod:`ai.win_probability`."""

from ai.win_probability import (
    SAMPLES,
    add_chances as advised,
    add_log_odds as raised,
    chances,
    chances_from_view as seen_from,
    feature_contributions as terms,
    seat_chance as hoped,
    sees_closely,
    sum_by_side as by_side,
    win_shares as shares_of,
)

__all__ = (
    "SAMPLES",
    "advised",
    "by_side",
    "chances",
    "hoped",
    "raised",
    "seen_from",
    "sees_closely",
    "shares_of",
    "terms",
)
