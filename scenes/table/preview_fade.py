"""Fade of a preview: what a choice will do appears in 120 ms, and anew when another choice is marked."""

from __future__ import annotations

from collections.abc import Hashable

FADE_MS = 120.0


class PreviewFade:
    """Which choice is previewed, and how much of it is seen."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self._age = 0.0

    def update(self, key: Hashable, ms: float, at_once: bool) -> bool:
        """Preview the choice ``key`` (None = none); whether it has to be drawn anew. ``at_once``: without a fade."""
        if key != self.key:
            self.key = key
            self._age = FADE_MS if at_once else 0.0
            return True
        if key is None or self._age >= FADE_MS:
            return False
        self._age = min(FADE_MS, self._age + ms)
        return True

    @property
    def alpha(self) -> int:
        """Opacity of the preview, 0 … 255."""
        return 0 if self.key is None else round(255 * self._age / FADE_MS)

    @property
    def moving(self) -> bool:
        """Whether it still fades in."""
        return self.key is not None and self._age < FADE_MS
