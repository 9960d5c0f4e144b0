"""What regions are worth in King of the Dice, and what one region more would bring; kept, for it is asked again and
again."""

from __future__ import annotations

from functools import lru_cache

from games.king_of_the_dice.maps import kingdom, largest_area
from games.king_of_the_dice.scoring import AREA_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS


@lru_cache(maxsize=1 << 16)
def land_points(arrangement: int, marks: int) -> int:
    """Points for regions."""
    near = kingdom().arrangements[arrangement].near
    return (AREA_POINTS - REGION_POINTS) * largest_area(near, marks) + REGION_POINTS * marks.bit_count()


@lru_cache(maxsize=1 << 14)
def region_gains(arrangement: int, marks: int, regions: int, gold: int, white: int) -> tuple[float, float]:
    """What one of these regions would bring, on average and at best; gold and white: those with a gem."""
    now, total, best, count = land_points(arrangement, marks), 0, 0, regions.bit_count()
    while regions:
        bit = regions & -regions
        regions ^= bit
        gain = land_points(arrangement, marks | bit) - now
        gain += GOLD_POINTS if gold & bit else WHITE_POINTS if white & bit else 0
        total += gain
        best = max(best, gain)
    return total / count if count else 0.0, float(best)
