"""What a person wants to be told of habits: games that ended before ``since`` count no more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from engine.storage import folders
from engine.storage.progress_file import ProgressFile

FILE = "habits.json"


class HabitRecord(msgspec.Struct, dict=True):
    """``since``: an ISO time, "" for all games."""

    since: Annotated[str, msgspec.Meta(max_length=40)] = ""


def _path() -> Path:
    return folders.statistics() / FILE


def _merge(found: HabitRecord, now: HabitRecord) -> HabitRecord:
    return HabitRecord(max(found.since, now.since))


KEPT = ProgressFile(_path, HabitRecord, _merge, "deeds.file")
