"""Name under which players' opponents import the win probability; the code is in :mod:`ai.win_probability`."""

from ai.win_probability import *  # noqa: F403
