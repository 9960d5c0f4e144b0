"""What pleases and strikes the players of King of 12."""

from scenes.table.reactions import Reaction
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("scored", Mood.PLEASED, where={"place": 1}),
    Reaction("to_centre", Mood.PLEASED),
    Reaction("round_won", Mood.PLEASED),
    Reaction("theft", Mood.PLEASED, "thief"),
    Reaction("theft", Mood.STRUCK, "victim"),
    Reaction("silenced", Mood.STRUCK),
    Reaction("cards_cancelled", Mood.STRUCK, "seats"),
    Reaction("dice_cancelled", Mood.STRUCK, "seats"),
    Reaction("points_dropped", Mood.STRUCK, "seats"),
)
