"""Name under which players' opponents import regret matching; the code is in :mod:`ai.algorithms.regret_matching`."""

from ai.algorithms.regret_matching import *  # noqa: F403
