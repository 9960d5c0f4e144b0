"""Saves changed by a test, with a checksum that fits."""

from __future__ import annotations

import json
import zlib
from typing import Any

from engine.storage import save_format


def signed(save: Any) -> bytes:
    """The file of a save that was changed, with a checksum that fits."""
    body = json.dumps(save).encode("utf-8", "surrogatepass")
    head = f'{{"kind": "{save_format.KIND}", "format": {save_format.FORMAT}, "check": {zlib.crc32(body)}, "save":'
    return head.encode() + body + b"}"
