"""Names of version 0.1.0 for players' opponents; the code is in :mod:`ai.win_probability`."""

from ai.win_probability import SAMPLES, chances, sees_closely
from ai.win_probability import add_chances as advised
from ai.win_probability import add_log_odds as raised
from ai.win_probability import chances_from_view as seen_from
from ai.win_probability import feature_contributions as terms
from ai.win_probability import seat_chance as hoped
from ai.win_probability import sum_by_side as by_side
from ai.win_probability import win_shares as shares_of

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
