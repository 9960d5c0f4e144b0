"""What pleases and strikes the players of Legends."""

from scenes.table.reactions import Reaction
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("auction_won", Mood.PLEASED),
    Reaction("built", Mood.PLEASED),
    Reaction("token_taken", Mood.PLEASED),
    Reaction("destroyed", Mood.PLEASED, by="owner"),
    Reaction("destroyed", Mood.STRUCK, "owner", by="seat"),
    Reaction("action_void", Mood.STRUCK),
)
