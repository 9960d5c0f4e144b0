"""What turns of Legends are for: land, islands, cities, cards, elixirs, and what a rival shall not have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.legends.own_map import island_lists
from ai.opponent_registry import Aim, AimRules
from engine.contract import JSON, Event, Message
from games.legends import actions as act
from games.legends.actions import WIDTH
from games.legends.messages import DOMAIN, card_name, region_name
from games.legends.scoring import card_points, control, elixir_points, island_owners
from games.legends.state import NEUTRAL_OWNER, NOBODY, TAKE_CARD, State

WORTH = {
    "island": 1.6, "take": 1.5, "region": 1.0, "elixirs": 0.9, "cards": 0.8, "deny": 0.7, "keep": 0.7,
    "destroy": 0.6, "city": 0.5, "gather": 0.3, "coins": 0.25,
}  # fmt: skip
GATHERED = 2
"""Armies more in a region that are told as gathered."""


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield what has come true for a seat between two positions of one game."""
    if before.board is not after.board or before.game != after.game:
        return
    owners, now = control(before), control(after)
    for region, (was, is_now) in enumerate(zip(owners, now, strict=True)):
        if is_now == seat:
            yield (
                ("keep", region)
                if was == seat
                else (("region", region) if was in (NOBODY, NEUTRAL_OWNER) else ("take", region, was))
            )
        at = WIDTH * seat + region
        if after.armies[at] - before.armies[at] >= GATHERED:
            yield "gather", region
    islands = zip(island_owners(before, owners), island_owners(after, now), strict=True)
    for number, (was, is_now) in enumerate(islands):
        regions = island_lists(before.board)[0][number]
        if is_now == seat != was and len(regions) > 1:
            yield "island", regions[0]
    for event in events:
        if event.data.get("seat") == seat and event.kind == "built":
            yield "city", event.data["region"]
        if event.data.get("seat") == seat and event.kind == "destroyed" and event.data["owner"] != NEUTRAL_OWNER:
            yield "destroy", event.data["region"], event.data["owner"]
    if elixir_points(after.elixirs)[seat] > elixir_points(before.elixirs)[seat]:
        yield ("elixirs",)
    if sum(points for _, points in card_points(after, seat)) > sum(points for _, points in card_points(before, seat)):
        yield ("cards",)
    if after.coins[seat] >= before.coins[seat]:
        yield ("coins",)
    taken = {(event.data["seat"], event.data["card"]) for event in events if event.kind == "card_taken"}
    for card in before.row:
        yield from (
            ("deny", card, rival) for rival in range(before.seats) if rival != seat and (rival, card) not in taken
        )


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the card that a rival shall not have, else the region."""
    return {"card": card_name(number)} if kind == "deny" else {"region": region_name(state.board.codes[number])}


def name_choice(state: State, action: int) -> Message | None:
    """Return the card that is bought, without its price, as what is done; None for other actions."""
    if state.phase != TAKE_CARD or not act.CARD <= action < act.CARD + len(state.row):
        return None
    return Message(f"{DOMAIN}.aim.buy", {"card": card_name(state.row[action - act.CARD])})


def relates(state: State, aim: Aim, action: int) -> bool:
    """Whether an aim can come of an action: who buys another card keeps none away."""
    kind, *about = aim
    return kind != "deny" or (state.phase == TAKE_CARD and state.row[action - act.CARD] == about[0])


AIMS = AimRules(WORTH, find_aims, name_subject, name_choice, relates)
"""What turns are for (``ai.aims``)."""
