"""Sounds of a table: cues of scripts, fanfares, the bell of the player's turn, the tension of the music."""

from collections.abc import Callable, Sequence

from engine.contract import View
from engine.session import Session
from scenes.shell.context import Context
from sprites.base.music_player import CALM, TENSE

OTHERS_MS = 3000.0
"""The bell rings when others have played for so long: steps of one turn do not ring."""
AGAIN_MS = 90_000.0
"""That it comes to the end is not said twice within so long."""

DICE, CARDS, RESULT = "die_turn", "card_reveal", "result"
SHORT_CUES = {
    **dict.fromkeys(("die_roll", "die_bounce", "die_turn", "wood_roll", "wood_bounce"), DICE),
    **dict.fromkeys(("card_lift", "card_play", "card_reveal"), CARDS),
    **dict.fromkeys(("points", "cancel"), RESULT),
}
"""Cue of a telling → the short sound of its kind, for those who listen while all happens at once."""


class TableSounds:
    """Sounds of one table. ``people``: seats of people at this computer; ``skipping``: whether a script runs to its end
    without sound."""

    def __init__(
        self, ctx: Context, session: Session, people: Callable[[], Sequence[int]], skipping: Callable[[], bool]
    ) -> None:
        self._ctx, self._session, self._people, self._skipping = ctx, session, people, skipping
        self.silent = False
        """Nothing is heard of the table, nor does the music follow it: a picture in a book."""
        self._others_ms = OTHERS_MS
        self._since_end_ms = AGAIN_MS
        self.tension_of: Callable[[View], int] | None = None
        """What the game says of the view of a watcher, see ``scenes.table.game_screens.table``."""
        self._tension: int | None = None

    def play_opening(self) -> None:
        """Play the sound of an opened table."""
        if not self._ctx.instant:
            self._ctx.play("opened")

    def play(self, cue: str, won_by: Sequence[int] = ()) -> None:
        """Play a sound effect of a script; the cue ``ending`` stands for the fanfare or the sound of losing.

        ``won_by``: seats that have won the round. With motion off only celebrations are heard, and for players who
        listen one short sound of each kind (dice, cards, results).
        """
        if self.silent or self._ctx.instant or self._skipping():
            return
        cue = self._ending() if cue == "ending" else cue
        if cue == "round_won" and won_by and not self._own(won_by):
            cue = "rival_won"
        if self._ctx.speed == 0 and self._ctx.is_spoken and cue in SHORT_CUES:
            self._ctx.play(SHORT_CUES[cue])
        elif self._ctx.speed or self._ctx.audio.celebrates(cue):
            self._ctx.play(cue)

    def _own(self, seats: Sequence[int]) -> bool:
        people = self._people()
        return not people or any(seat in people for seat in seats)

    def _ending(self) -> str:
        """Whose fanfare it is: nobody who plays against computers hears the rival's."""
        result = self._session.result()
        winners = [seat for seat, place in enumerate(result) if place == 1]
        if not result:
            return "round_won"
        if len(winners) == len(result):
            return "drawn"
        return "victory" if self._own(winners) else "lost"

    def advance(self, ms: float, own: bool) -> None:
        """Advance by ``ms`` milliseconds; ``own``: a person at this computer has the decision."""
        self._others_ms = 0.0 if own else self._others_ms + ms
        self._since_end_ms += ms

    def bell(self) -> None:
        """Ring the bell for an offered choice if others have played for long enough before."""
        if self._others_ms >= OTHERS_MS and not self._ctx.instant:
            self._ctx.shake()
            if self._ctx.settings.turn_bell:
                self._ctx.play("bell")
        self._others_ms = 0.0

    def mood(self) -> None:
        """Set the tension of the music after all events have been shown, by public information."""
        over = self.tension_of is None or bool(self._session.result())
        tension = CALM if over or self.tension_of is None else self.tension_of(self._session.view(None))
        if self.silent or tension == self._tension:
            return
        rising = self._tension is not None and tension > self._tension
        self._tension = tension
        self._ctx.mood(tension)
        if rising and tension >= TENSE and self._since_end_ms >= AGAIN_MS:
            self._since_end_ms = 0.0
            self.play("last_round")
