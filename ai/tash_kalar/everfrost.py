"""What stored cards and lost actions of Everfrost are worth (see ``evaluate``)."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from engine.contract import Event, Message
from games.tash_kalar.everfrost.words import get_frost
from games.tash_kalar.messages import name_card
from games.tash_kalar.state import State, first_card, get_side, members

from .evaluate import AddedValue, Reason

STORED = {
    "crystal_grower": 0.35, "ice_princess": 0.3, "ice_queen": 0.45, "frostweave_summoner": 0.6,
    "winter_whisperer": 0.35, "ice_wyvern": 0.45, "frostweave_illusionist": 0.55,
}  # fmt: skip
"""By the stored card, with what its line brings by ``evaluate.WEIGHTS``: a common piece upgraded; a move of a common or
heroic piece; half an action saved in a pattern; an action for a common piece and a flare; a piece placed without an
action, where it is wanted; a common piece converted."""


class FrostValue(AddedValue):
    """Value of a stored card by the purpose of its frozen line (cards of custom decks by the mean); actions that a side
    lacks in its next turn count against it, like ``evaluate.ACTION_LEFT``."""

    estimates: ClassVar[Mapping[str, float]] = {**STORED, "other_card": 0.4, "lacking": -0.8}

    def extract(self, state: State, side: int) -> Sequence[float]:
        """Return the features: number of stored cards by code, and actions that the side lacks in its next turn."""
        frost = get_frost(state)
        stored = [seat for seat in members(state, side) if frost.stored[seat] >= 0]
        if not stored and not frost.slowed[side]:
            return ()
        names = self.features
        found = [0.0] * len(names)
        for seat in stored:
            code = state.book.card(first_card(state, seat) + frost.stored[seat]).code
            found[names.index(code if code in STORED else "other_card")] += 1.0
        found[-1] = float(frost.slowed[side])
        return found

    def list_reasons(self, before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Reason]:
        """Yield reasons: a card stored or thawed, actions that others lack, pieces out of the game."""
        for event in events:
            data = event.data
            if event.kind in ("stored", "thawed"):
                yield 1.05, Message(f"everfrost.hint.{event.kind}", {"card": name_card(data)})
                if data.get("discarded") is not None:
                    yield 0.5, Message("everfrost.hint.replaces")
            elif event.kind == "slowed":
                yield 1.4, Message("everfrost.hint.slowed")
            elif event.kind == "banished" and data["colour"] != get_side(before, seat):
                yield 1.3, Message("everfrost.hint.banished")


VALUE = FrostValue(Path(__file__).with_suffix(".json"))
"""The value, found by the manifest of the expansion."""
