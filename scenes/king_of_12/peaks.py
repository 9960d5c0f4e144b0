"""The peaks of King of 12: a trump cancelled, a token stolen, the leader caught, a crown, the last trick."""

from engine.contract import Event, View
from games.king_of_12.rounds import CROWNS_TO_WIN, POINTS_THAT_END_A_ROUND
from scenes.table.peaks import PeakEvent, PeakKind, PeakRules, Step

MOST_IN_TRICK = 2
"""Points that a trick brings at most."""
GREAT = 18
"""A value that wins a trick and is spoken of."""


def is_great_value(event: Event, step: Step) -> bool:
    """Whether a trick was won by the highest value with one that a die alone cannot have."""
    return bool(event.data["place"] == 1 and event.data["how"] == "highest" and event.data["value"] >= GREAT)


def is_highest_value(event: Event, step: Step) -> bool:
    """Whether the value of the cancelled equal dice was the highest on the table, and at least 10."""
    values = next((each.data["values"] for each in step.events if each.kind == "values"), ())
    return bool(values) and event.data["value"] == max(values) >= 10


def is_last_trick(view: View) -> bool:
    """Whether the round ends with the trick being chosen in any case: it leaves a player with one card."""
    held = [size + laid for size, laid in zip(view["hand_sizes"], view["committed"], strict=True)]
    return bool(view["phase"] == "choose" and min(held) <= 2)


def list_enders(view: View) -> list[int]:
    """Return the seats that may reach, by the trick being chosen, the points that end the round."""
    near = POINTS_THAT_END_A_ROUND - MOST_IN_TRICK
    return [seat for seat, points in enumerate(view["points"]) if view["phase"] == "choose" and points >= near]


def can_win_next(view: View, seat: int) -> bool:
    """Whether a seat one crown short of the throne leads alone and can end the round with the next trick."""
    points = view["points"]
    leads = points[seat] == max(points) and points.count(points[seat]) == 1
    is_enough = points[seat] >= POINTS_THAT_END_A_ROUND - MOST_IN_TRICK
    return bool(view["crowns"][seat] == CROWNS_TO_WIN - 1 and leads and is_enough)


def find_needs(view: View) -> dict[int, int]:
    """Return, by seat one crown short of the throne, the points that win it the round, if one trick can bring them."""
    points, found = view["points"], {}
    for seat, crowns in enumerate(view["crowns"]):
        need = max(points[:seat] + points[seat + 1 :]) + 1 - points[seat]
        if crowns == CROWNS_TO_WIN - 1 and need <= MOST_IN_TRICK:
            found[seat] = need
    return found


PEAKS = PeakRules(
    count_points=lambda view: view["points"],
    events=(
        PeakEvent(PeakKind.CANCELLED, "dice_cancelled", "seats", counts=is_highest_value),
        PeakEvent(PeakKind.TAKEN, "theft", "victim"),
        PeakEvent(PeakKind.CROWN, "round_won", where={"wins": False}),  # the game goes on
        PeakEvent(PeakKind.STROKE, "scored", counts=is_great_value),
    ),
    is_last=is_last_trick,
    list_enders=list_enders,
    close=1,
    lead=3,
    find_needs=find_needs,
    can_win_next=can_win_next,
)


LAST_TRICKS = 2
"""Tricks left in a possibly last round at which the music gets tense."""


def tension(view: View) -> int:
    """Return 2 if a player one crown short leads with at most two tricks left in the round, 1 if one exists, else 0."""
    near = [seat for seat, crowns in enumerate(view["crowns"]) if crowns == CROWNS_TO_WIN - 1]
    points = view["points"]
    leads = any(points[seat] > 0 and points[seat] == max(points) for seat in near)
    tricks_left = min(view["hand_sizes"]) - 1  # a round ends with one card in hand
    return 2 if leads and tricks_left <= LAST_TRICKS else 1 if near else 0
