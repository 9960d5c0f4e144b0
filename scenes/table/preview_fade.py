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
        return self.show(key, at_once) or self.advance(ms)

    def show(self, key: Hashable, at_once: bool) -> bool:
        """Preview a choice from now on; whether it is another one."""
        if key == self.key:
            return False
        self.key = key
        self._age = FADE_MS if at_once else 0.0
        return True

    def advance(self, ms: float) -> bool:
        """Let time pass; whether it has to be drawn anew."""
        if not self.moving:
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
