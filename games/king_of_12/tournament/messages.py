"""Texts of the events that occur in tournaments only."""

from __future__ import annotations

from games.event_texts import PLAYER, Table, seats

EVENTS: Table = {
    "centre_meets": ("event.centre_meets", {"players": seats()}),
    "to_centre": ("event.to_centre", {**PLAYER, "value": "value"}),
    "group_unwon": ("event.group_unwon", {"players": seats(), "round": "round"}),
    "seats_change": ("event.seats_change", {}),
    "final_begins": ("event.final_begins", {"players": seats()}),
}
