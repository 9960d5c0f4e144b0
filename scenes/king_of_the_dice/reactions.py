"""What pleases and strikes the players of King of the Dice."""

from scenes.table.reactions import Reaction
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("claimed", Mood.PLEASED),
    Reaction("tamed", Mood.PLEASED),
    Reaction("attacked", Mood.PLEASED),
    Reaction("gem_stolen", Mood.PLEASED),
    Reaction("citizen_stolen", Mood.PLEASED),
    Reaction("attacked", Mood.STRUCK, "victim"),
    Reaction("gem_stolen", Mood.STRUCK, "victim"),
    Reaction("citizen_stolen", Mood.STRUCK, "victim"),
    Reaction("flame_lit", Mood.STRUCK, "owner"),
    Reaction("alarm", Mood.STRUCK),
)
