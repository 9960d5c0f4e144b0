"""How a worker process hears: orders come by a pipe, and when the window is gone the process ends."""

from __future__ import annotations

import os
import queue
import signal
import threading
from multiprocessing.connection import Connection


def attended(hears: Connection) -> queue.SimpleQueue[bytes]:
    """Make this process a worker of its own, and listen from now on; what is heard is in the queue.

    A thread listens, because it notices that the window is gone even while an endless thought is being thought.
    """
    # Ctrl-C in a terminal reaches the whole group; the window decides when the worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()  # so that all that a worker starts can be ended with it
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(hears, inbox), name="ears", daemon=True).start()
    return inbox


def _listen(hears: Connection, inbox: queue.SimpleQueue[bytes]) -> None:
    try:
        while True:
            inbox.put(hears.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)
