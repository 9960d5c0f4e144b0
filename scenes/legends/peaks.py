"""The peaks of Legends: a region taken by one army, an army destroyed, a token, the leader caught, the last card."""

from collections.abc import Iterator

from engine.contract import Event, View
from scenes.table.peaks import Peak, PeakEvent, PeakKind, PeakRules, Step


def is_worth_words(step: Step, seat: int) -> bool:
    """Whether a seat's loss is spoken of: it had most points, alone or with others, and more than two rounds are left
    (of the last card all speak)."""
    view = step.before
    return bool(view["points"][seat] == max(view["points"]) and view["turn"] < view["seats"] * (view["rounds"] - 2))


def hurts_leader(event: Event, step: Step) -> bool:
    """Whether destroying an army has cost a leader the region; neutral armies do not count."""
    owner, region = event.data["owner"], event.data["region"]
    is_lost = step.before["control"][region] == owner != step.after["control"][region]
    return is_lost and 0 <= owner < step.after["seats"] and is_worth_words(step, owner)


def is_last_card(view: View) -> bool:
    """Whether the last round of this game, with everybody's last card, has begun."""
    return bool(view["turn"] >= view["seats"] * (view["rounds"] - 1))


def find_taken_regions(step: Step) -> Iterator[Peak]:
    """Yield a peak for each region that a player loses as another adds an army or a city; losses of leaders are worth
    words."""
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
    """Return the tension: 2 in the last round, 1 in the last quarter of the rounds, else 0."""
    if view["round"] >= view["rounds"]:
        return 2
    return 1 if view["round"] > view["rounds"] * 3 // 4 else 0
