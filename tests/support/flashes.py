"""Counting flashes as WCAG 2.2 defines them (success criterion 2.3.1): pairs of opposing changes of relative luminance
by a tenth or more, of which the darker picture is below 0.8."""

from collections.abc import Sequence

import pygame

GRID = (32, 18)
"""Parts of the screen whose mean luminance is followed."""
CHANGE, DARKEST = 0.1, 0.8
MOST_A_SECOND = 3
MOST_PARTS = 16
"""A quarter of any ten degrees of the visual field: 341 × 256 of 1024 × 768 pixels, in parts of the grid."""

Luminances = Sequence[float]


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


LINEAR = [_linear(value) for value in range(256)]


def measure(surface: pygame.Surface) -> Luminances:
    """Relative luminance, 0 … 1, of each part of a picture."""
    raw = pygame.image.tobytes(pygame.transform.smoothscale(surface, GRID), "RGB")
    return [
        0.2126 * LINEAR[raw[k]] + 0.7152 * LINEAR[raw[k + 1]] + 0.0722 * LINEAR[raw[k + 2]]
        for k in range(0, len(raw), 3)
    ]


def find_turns(course: Sequence[float]) -> list[int]:
    """Frames at which the luminance of a part has changed by :data:`CHANGE` since it last turned round."""
    turns: list[int] = []
    low = high = course[0]
    rising: bool | None = None
    for frame, now in enumerate(course):
        low, high = min(low, now), max(high, now)
        if rising is not True and now - low >= CHANGE and low < DARKEST:
            turns.append(frame)
            rising, high = True, now
        elif rising is not False and high - now >= CHANGE and now < DARKEST:
            turns.append(frame)
            rising, low = False, now
        if rising is True:
            low = high = max(high, now)
        elif rising is False:
            low = high = min(low, now)
    return turns


def count_flashing_parts(frames: Sequence[Luminances], per_second: int) -> int:
    """The largest number of parts of the screen that flash more than three times within the same second."""
    worst = [0] * len(frames)
    for part in range(len(frames[0])):
        turns = find_turns([frame[part] for frame in frames])
        for first in range(len(frames)):
            inside = sum(first <= turn < first + per_second for turn in turns)
            worst[first] += inside // 2 > MOST_A_SECOND
    return max(worst)
