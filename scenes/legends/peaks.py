"""The peaks of Legends: a region taken by one army, an army destroyed, a token, the leader caught, the last card."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Event, View
from scenes.table.peaks import Peak, PeakEvent, PeakKind, PeakRules, Step


def is_worth_words(step: Step, seat: int) -> bool:
    """Whether what a seat has lost is spoken of: it had most points, alone or with others, and the last card, of which
    all speak, does not come next."""
    view = step.before
    return bool(view["points"][seat] == max(view["points"]) and view["turn"] < view["seats"] * (view["rounds"] - 2))


def hurts_leader(event: Event, step: Step) -> bool:
    """Whether an army destroyed has cost a leader the region; neutral armies lose nothing."""
    owner, region = event.data["owner"], event.data["region"]
    is_lost = step.before["control"][region] == owner != step.after["control"][region]
    return is_lost and 0 <= owner < step.after["seats"] and is_worth_words(step, owner)


def is_last_card(view: View) -> bool:
    """Whether everybody takes the last card of this game."""
    return bool(view["turn"] >= view["seats"] * (view["rounds"] - 1))


def find_taken_regions(step: Step) -> Iterator[Peak]:
    """Yield regions that another player has lost to one more army, or to a city; the first one makes it equal. Those
    of leaders are worth words."""
    for event in step.events:
        if event.kind not in ("placed", "moved", "built"):
            continue
        region = event.data["to" if event.kind == "moved" else "region"]
        had: int = step.before["control"][region]
        if 0 <= had < step.after["seats"] and had not in (event.data["seat"], step.after["control"][region]):
            yield Peak(PeakKind.TAKEN, (had,), event, is_worth_words(step, had))


PEAKS = PeakRules(
    count_points=lambda view: view["points"],
    events=(
        PeakEvent(PeakKind.TAKEN, "destroyed", "owner", by="seat", counts=hurts_leader),
        PeakEvent(PeakKind.CROWN, "token_taken"),
        PeakEvent(PeakKind.CANCELLED, "action_void"),
    ),
    find_more=find_taken_regions,
    is_last=is_last_card,
    close=2,
    lead=5,
    stroke=5,
)


def tension(view: View) -> int:
    """Return the tension: 1 in the last quarter of the rounds, 2 in the last round."""
    if view["round"] >= view["rounds"]:
        return 2
    return 1 if view["round"] > view["rounds"] * 3 // 4 else 0
