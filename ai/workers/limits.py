"""Resource limits of a worker that runs a player's file, where the operating system has them.

Linux and macOS do (macOS does not enforce the one on memory). On Windows a process cannot limit itself; only the
deadlines of the window apply there.
"""

from __future__ import annotations

import contextlib

MEMORY = 1 << 30
"""Bytes of address space."""


def apply() -> None:
    """Limit memory, forbid new threads and processes, and disable core dumps.

    Forbidding threads and processes has no effect for the superuser.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in (("RLIMIT_AS", MEMORY), ("RLIMIT_NPROC", 0), ("RLIMIT_CORE", 0)):
        number = getattr(resource, what, None)
        if number is None:
            continue
        # If one limit is refused, the others may still be granted.
        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(number)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (least, least))
