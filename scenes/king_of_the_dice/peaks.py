"""The peaks of King of the Dice: a dragon lands, a theft, an alarm, a dragon tamed, the last tiles."""

from engine.contract import Event, View
from scenes.table.peaks import PeakEvent, PeakKind, PeakRules, Step

FEW_TILES = 3
"""Tiles in the supply from which the end is near."""

MANY_DRAGONS = 7
"""Flames on the map before another dragon lands."""


def hurts_leader(event: Event, step: Step) -> bool:
    """Whether the victim of a theft had the most points, alone or with others."""
    points = [score["total"] for score in step.before["scores"]]
    return bool(points[event.data["victim"]] == max(points))


def is_one_of_many(event: Event, step: Step) -> bool:
    """Whether dragons hold many regions already, and the last tiles, of which all will speak, are not near."""
    return bool(len(step.before["flames"]) >= MANY_DRAGONS and step.before["supply"]["tiles"] > 2 * FEW_TILES)


def is_first_tamed(event: Event, step: Step) -> bool:
    """Whether this is the first dragon that the player has tamed."""
    return bool(step.before["tamed"][event.data["seat"]] == 0)


def are_last_tiles(view: View) -> bool:
    """Whether the supply is nearly empty, or the last turns are being played."""
    return bool(view["turns_left"] is not None or view["supply"]["tiles"] <= FEW_TILES)


PEAKS = PeakRules(
    count_points=lambda view: [score["total"] for score in view["scores"]],
    events=(
        PeakEvent(PeakKind.LOOMS, "dragon_lands", is_spoken=is_one_of_many),
        PeakEvent(PeakKind.TAKEN, "attacked", "victim", counts=hurts_leader),
        PeakEvent(PeakKind.TAKEN, "gem_stolen", "victim", where={"gold": True}),
        PeakEvent(PeakKind.TAKEN, "flame_lit", "owner", where={"source": "other"}),
        PeakEvent(PeakKind.CANCELLED, "steal_void"),
        PeakEvent(PeakKind.CANCELLED, "attack_void"),
        PeakEvent(PeakKind.CANCELLED, "tame_void"),
        PeakEvent(PeakKind.CROWN, "tamed", counts=is_first_tamed),
    ),
    is_last=are_last_tiles,
    close=4,
    lead=12,
    stroke=9,
)


TENSE_TILES, LAST_TILES = 7, 2
"""Tiles left at which the music gets tense: about a quarter; as many as one citizen can claim."""


def tension(view: View) -> int:
    """Return the tension: 2 when a turn may take the last tile, 1 when few tiles are left, else 0."""
    tiles = view["supply"]["tiles"]
    return 2 if tiles <= LAST_TILES else 1 if tiles <= TENSE_TILES else 0
