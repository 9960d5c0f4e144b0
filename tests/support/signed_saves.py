"""Saves changed by a test, with a checksum that fits."""

import json
import zlib
from typing import Any

from engine.storage import save_format


def signed(save: Any, form: int = save_format.FORMAT) -> bytes:
    """The file of a save that was changed, of this format, with a checksum that fits."""
    body = json.dumps(save).encode("utf-8", "surrogatepass")
    head = f'{{"kind": "{save_format.KIND}", "format": {form}, "check": {zlib.crc32(body)}, "save":'
    return head.encode() + body + b"}"
