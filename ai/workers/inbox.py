"""Receiving side of a worker process: messages arrive through a pipe; when it closes, the process ends."""

from __future__ import annotations

import os
import queue
import signal
import threading
from multiprocessing.connection import Connection


def start_inbox(hears: Connection) -> queue.SimpleQueue[bytes]:
    """Detach this process as a worker and start a thread that puts incoming messages into the returned queue.

    A separate thread notices that the window is gone even during an endless computation.
    """
    # Ctrl-C in a terminal reaches the whole group, but only the window decides when a worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()  # lets the window end everything a worker has started
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(hears, inbox), name="ears", daemon=True).start()
    return inbox


def _listen(hears: Connection, inbox: queue.SimpleQueue[bytes]) -> None:
    try:
        while True:
            inbox.put(hears.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)
