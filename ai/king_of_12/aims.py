"""What cards of King of 12 are for: tricks, points, a higher die, a card kept, and what a rival shall not get."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.opponent_registry import Aim, AimRules
from engine.contract import JSON, Event, Message
from games.king_of_12.messages import DOMAIN, card_name
from games.king_of_12.moves import Kind, decode
from games.king_of_12.state import CARDS_OF, State

WORTH = {
    "round": 3.0, "win": 1.5, "points": 1.2, "second": 1.0, "cancel": 0.8, "deny": 0.7, "die": 0.6, "token": 0.6,
    "keep": 0.4, "hold": 0.15,
}  # fmt: skip
OF_HAND = ("keep", "hold")
HIGHER = 3
"""Pips more on the die that are worth a word."""


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield what has come true for a seat between two positions."""
    first: dict[int, int] = {}
    scored: set[int] = set()
    played: Sequence[int] = ()
    for event in events:
        data = event.data
        if event.kind == "scored":
            scored.add(data["seat"])
            first.setdefault(data["place"], data["seat"])
        elif event.kind == "round_won" and data.get("seat") == seat:
            yield ("round",)
        elif event.kind == "revealed" and not played:
            played = data["cards"]
        elif event.kind == "cards_cancelled" and seat in data["seats"]:
            yield from (("cancel", 0, rival) for rival in data["seats"] if rival != seat)
        elif event.kind == "theft" and data.get("seat") == seat:
            yield ("token",)
    if first.get(1) == seat:
        yield ("win",)
    if first.get(2) == seat:
        yield ("second",)
    if seat in scored:
        yield ("points",)
    if played:
        yield from (("hold", card) for card in CARDS_OF[before.hands[seat]] if card != played[seat])
    yield from (("deny", 0, rival) for rival in range(before.seats) if rival != seat and rival not in scored)
    if before.round != after.round:
        return
    if after.faces[seat] - before.faces[seat] >= HIGHER:
        yield ("die",)
    yield from (("keep", card) for card in CARDS_OF[before.hands[seat] & after.hands[seat]])


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the card that is kept, or held back."""
    return {"card": card_name(number)} if kind in OF_HAND else {}


def name_choice(state: State, action: int) -> Message | None:
    """Return what is done instead: another card is played; anything else is not worth a word."""
    move = decode(action)
    if move.kind != Kind.CARD or move.card is None:
        return None
    return Message(f"{DOMAIN}.aim.play", {"card": card_name(move.card)})


AIMS = AimRules(WORTH, find_aims, name_subject, name_choice, of_hand=OF_HAND)
"""What turns are for (``ai.aims``)."""
