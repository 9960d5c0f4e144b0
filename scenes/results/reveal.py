"""The clock of a ceremony: steps, and what share of each has been shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprites.base import timeline

FALL_MS = 700.0
"""How long the crown falls; it bounces twice within the last part."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is revealed: when, for how long, with which sound; ``stop``: a key hurries to its end."""

    name: str
    start: float
    duration: float
    cue: str = ""
    stop: bool = False


class Reveal:
    """The clock of a ceremony: what share of each step has been shown."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self._by_name = {step.name: step for step in self.steps}
        self.length = max((step.start + step.duration for step in self.steps), default=0.0)
        self.now = 0.0
        self.hurries = 0

    @property
    def is_over(self) -> bool:
        """Whether the end state stands."""
        return self.now >= self.length

    def share(self, name: str) -> float:
        """Return what share of a step has been shown, 0 … 1; what is no step stands from the beginning."""
        step = self._by_name.get(name)
        if step is None or self.is_over:
            return 1.0
        return max(0.0, min(1.0, (self.now - step.start) / max(1.0, step.duration)))

    def ease(self, name: str) -> float:
        """Return the share with a soft landing."""
        return timeline.ease_out_cubic(self.share(name))

    def advance(self, ms: float) -> list[str]:
        """Let time pass; return the sounds of the steps that have begun."""
        before, self.now = self.now, min(self.length, self.now + ms)
        return [step.cue for step in self.steps if step.cue and before <= step.start < self.now]

    def hurry(self) -> None:
        """Go to the end of the next stop; the second time to the end of all."""
        self.hurries += 1
        ends = sorted(step.start + step.duration for step in self.steps if step.stop)
        beyond = [end for end in ends if end > self.now]
        self.now = beyond[0] if beyond and self.hurries == 1 else self.length

    def finish(self) -> None:
        """Show the end state."""
        self.now = self.length


def list_medal_steps(start: float, count: int) -> list[Step]:
    """Return the steps of medals that land one by one."""
    return [Step(f"medal.{at}", start + 350 * at, 250, "coin") for at in range(count)]
