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


def find_former_owner(step: Step, seat: int, region: int) -> int:
    """Return the player from whom a step has brought a seat a region; -1 for none."""
    had: int = step.before["control"][region] if region < len(step.before["control"]) else -1
    return had if 0 <= had < step.after["seats"] and had != seat == step.after["control"][region] else -1


def is_worth_telling(event: Event, step: Step) -> bool:
    """Whether a city brings its builder the region from another player."""
    return find_former_owner(step, event.data["seat"], event.data["region"]) >= 0


def is_last_card(view: View) -> bool:
    """Whether everybody takes the last card of this game."""
    return bool(view["turn"] >= view["seats"] * (view["rounds"] - 1))


def find_taken_regions(step: Step) -> Iterator[Peak]:
    """Yield regions that one more army has taken from another player."""
    for event in step.events:
        if event.kind not in ("placed", "moved"):
            continue
        had = find_former_owner(step, event.data["seat"], event.data["to" if event.kind == "moved" else "region"])
        if had >= 0:
            yield Peak(PeakKind.TAKEN, (had,), event)


PEAKS = PeakRules(
    count_points=lambda view: view["points"],
    events=(
        PeakEvent(PeakKind.TAKEN, "destroyed", "owner", by="seat", counts=has_lost_region),
        PeakEvent(PeakKind.CROWN, "token_taken"),
        PeakEvent(PeakKind.CROWN, "built", counts=is_worth_telling),
        PeakEvent(PeakKind.CANCELLED, "action_void"),
    ),
    find_more=find_taken_regions,
    is_last=is_last_card,
    close=2,
    lead=5,
    stroke=5,
)
