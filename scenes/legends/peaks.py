"""The peaks of Legends: a region taken by one army, an army destroyed, a token, the leader caught, the last card."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Event, View
from scenes.table.peaks import Peak, PeakEvent, PeakKind, PeakRules, Step


def has_lost_region(event: Event, step: Step) -> bool:
    """Whether an army destroyed has cost its owner the region; neutral armies lose nothing."""
    owner, region = event.data["owner"], event.data["region"]
    is_player = 0 <= owner < step.after["seats"]
    return bool(is_player and step.before["control"][region] == owner != step.after["control"][region])


def is_last_card(view: View) -> bool:
    """Whether everybody takes the last card of this game."""
    return bool(view["turn"] >= view["seats"] * (view["rounds"] - 1))


def find_taken_regions(step: Step) -> Iterator[Peak]:
    """Yield regions that another player has lost to one more army, or to a city; the first one makes it equal."""
    for event in step.events:
        if event.kind not in ("placed", "moved", "built"):
            continue
        region = event.data["to" if event.kind == "moved" else "region"]
        had: int = step.before["control"][region]
        if 0 <= had < step.after["seats"] and had not in (event.data["seat"], step.after["control"][region]):
            yield Peak(PeakKind.TAKEN, (had,), event)


PEAKS = PeakRules(
    count_points=lambda view: view["points"],
    events=(
        PeakEvent(PeakKind.TAKEN, "destroyed", "owner", by="seat", counts=has_lost_region),
        PeakEvent(PeakKind.CROWN, "token_taken"),
        PeakEvent(PeakKind.CANCELLED, "action_void"),
    ),
    find_more=find_taken_regions,
    is_last=is_last_card,
    close=2,
    lead=5,
    stroke=5,
)
