"""A line across the table that fades in, stands a while and fades out: how every game tells of a new part of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Protocol

from sprites.base.timeline import Timeline


class Teller(Protocol):
    """What a script needs in order to move things: a timeline, and how long motions last."""

    timeline: Timeline

    def ms(self, duration: float, /) -> float:
        """The length of a motion; shorter with less motion."""
        ...


class WithBanner(Protocol):
    """A stage on which a banner can be seen: 0 … 255."""

    banner_alpha: float


def show_banner(
    on: Teller,
    stage: WithBanner,
    hold: float,
    *,
    fade: float = 220.0,
    rest: float = 60.0,
    gone: Callable[[], None] | None = None,
) -> Generator[float, None, None]:
    """The script: ``hold`` and ``rest`` are waits, ``fade`` the length of each change, in milliseconds.

    The stage has its words already; ``gone`` takes them off when nothing is seen of them any more.
    """

    def at(alpha: float) -> None:
        stage.banner_alpha = alpha

    on.timeline.run(on.ms(fade), lambda t: at(255 * t))
    yield hold
    on.timeline.run(on.ms(fade), lambda t: at(255 * (1 - t)), end=gone)
    yield rest
