"""Signs of life of a long computation: the computation beats, its worker process tells the window.

Outside a worker nobody listens, and a beat costs next to nothing. Beats change no result.
"""

import time
from collections.abc import Callable

HEARTBEAT = b"\xc0"
"""What a worker sends for a beat: nothing, as MessagePack."""
EVERY_S = 0.5
"""Seconds between two beats that are passed on, by the clock: reading processor time would cost ten times as much."""

_listener: Callable[[bytes], object] | None = None
_next = 0.0


def start(send: Callable[[bytes], object]) -> None:
    """From now on call ``send`` with the bytes of a message at heartbeats of this process."""
    global _listener
    _listener = send


def beat() -> None:
    """Signal that the computation goes on; call it in every loop that may take seconds."""
    global _next
    if _listener is not None and (now := time.monotonic()) >= _next:
        _next = now + EVERY_S
        _listener(HEARTBEAT)


def stop() -> None:
    """Stop sending heartbeats."""
    global _listener
    _listener = None
