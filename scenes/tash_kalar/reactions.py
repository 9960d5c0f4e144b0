"""What pleases and strikes the players of Tash-Kalar; colours stand for all their players."""

from scenes.table.reactions import Reaction
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("points", Mood.PLEASED),
    Reaction("claimed", Mood.PLEASED),
    Reaction("destroyed", Mood.STRUCK, "colour", by="side"),
    Reaction("downgraded", Mood.STRUCK, "colour", by="side"),
    Reaction("converted", Mood.STRUCK, "lost.colour", by="side"),
    Reaction("flare_played", Mood.PLEASED),
)
