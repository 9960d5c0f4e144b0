"""What a worker that runs a file of the player's may use of the computer, where the system has such limits.

Linux and macOS have them (macOS does not enforce the one on memory). Windows has none that a process
can set for itself; there only the deadlines of the window hold.
"""

from __future__ import annotations

import contextlib

MEMORY = 1 << 30
"""Bytes of address space."""


def apply() -> None:
    """Bound memory, forbid further threads and processes, and leave no core dumps behind.

    Forbidding more threads and processes has no effect for the superuser.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in (("RLIMIT_AS", MEMORY), ("RLIMIT_NPROC", 0), ("RLIMIT_CORE", 0)):
        number = getattr(resource, what, None)
        if number is None:
            continue
        # A system that refuses one limit may still grant the others.
        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(number)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (least, least))
