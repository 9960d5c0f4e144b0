"""Opponent levels, weakest first."""

from typing import Literal, get_args

FIRST_EVENING = "first_evening"
MASTER = "expert"
GRANDMASTER = "grandmaster"
LevelName = Literal["first_evening", "novice", "skilled", "expert", "grandmaster"]
LEVELS: tuple[str, ...] = get_args(LevelName)
"""Levels offered to players. Displayed as First evening, Casual, Shrewd, Master and Grandmaster."""

BELOW_MASTER = LEVELS[: LEVELS.index(MASTER)]
"""Levels of limited skill, where a game has a file of skills (``ai.ratings``)."""

RANDOM = "random"
"""Uniformly random legal actions; for measurements only."""
NEWCOMER = "newcomer"
"""Scripted baseline: greedy, with one action in three at random; for measurements only."""
PLANLESS = "planless"
"""Scripted baseline: a beginner without a plan, who takes what scores most at once and else clicks at random; for
measurements only."""

GREEDY = "greedy"
"""Scripted baseline: a beginner who takes whatever brings most points over the best rival at once; for measurements
only."""

SKILL = "skill:"
"""Prefix of a player of this skill (reach, noticed, temperature: ``skill:0.5,0.9,0.2``); for measurements only."""

GENTLE = "gentle:"
"""Prefix of a level at a child's table: First evening, or a character of it, is no stronger than a beginner there."""
GENTLE_RIVAL = GENTLE + FIRST_EVENING
"""The rival of a child."""

ISMCTS = "ismcts:"
"""Prefix of the search baseline, followed by its number of simulations (``ai.algorithms.ismcts``); for measurements
only."""

ARENA_LEVELS = (RANDOM, PLANLESS, GREEDY, NEWCOMER, *LEVELS)

QUICK_LEVELS = LEVELS[:-1]
"""Levels that answer at once. The grandmaster is the expert with a larger budget and takes seconds."""
