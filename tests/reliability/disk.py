"""A recording file layer: what a program asks of the disk, and what may be left of it after a power cut.

The system's calls are carried out and written down. :meth:`Disk.after_power_cut` then says which
files there are after so many calls, when everything has reached the disk in order, or when what
was not synced is lost, or has reached it in part and in another order.
"""

import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest


@dataclass
class Call:
    """One call: "create", "write", "sync", "replace", "remove" or "sync folder"; ``file`` numbers contents."""

    kind: str
    file: int = -1
    name: str = ""
    target: str = ""
    data: bytes = b""


@dataclass
class Disk:
    """One folder's history. ``marks`` are (number of calls so far, what somebody said at that moment)."""

    folder: Path
    calls: list[Call] = field(default_factory=list)
    marks: list[tuple[int, Any]] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)
    open: dict[int, int] = field(default_factory=dict)
    files: int = 0

    def mark(self, what: Any) -> None:
        """Remember a moment."""
        with self.lock:
            self.marks.append((len(self.calls), what))

    @contextmanager
    def recording(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Write down every call on the folder while this lasts."""
        real = {name: getattr(os, name) for name in ("open", "write", "fsync", "close", "replace", "unlink")}
        here = str(self.folder)

        def ours(path: Any) -> bool:
            return isinstance(path, str | os.PathLike) and os.path.dirname(os.fspath(path)) == here

        def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
            with self.lock:
                number: int = real["open"](path, flags, *more, **named)
                if ours(path) and flags & os.O_CREAT:
                    self.files += 1
                    self.open[number] = self.files
                    self.calls.append(Call("create", self.files, os.path.basename(path)))
                elif os.fspath(path) == here:
                    self.open[number] = 0
                return number

        def written(number: int, data: Any) -> int:
            with self.lock:
                count: int = real["write"](number, data)
                if self.open.get(number):
                    self.calls.append(Call("write", self.open[number], data=bytes(data[:count])))
                return count

        def synced(number: int) -> None:
            file = self.open.get(number)
            real["fsync"](number)
            with self.lock:
                if file is not None:
                    self.calls.append(Call("sync", file) if file else Call("sync folder"))

        def closed(number: int) -> None:
            with self.lock:
                self.open.pop(number, None)
                real["close"](number)

        def replaced(source: Any, target: Any) -> None:
            with self.lock:
                real["replace"](source, target)
                if ours(source):
                    names = os.path.basename(source), os.path.basename(target)
                    self.calls.append(Call("replace", name=names[0], target=names[1]))

        def removed(path: Any, *more: Any, **named: Any) -> None:
            with self.lock:
                real["unlink"](path, *more, **named)
                if ours(path):
                    self.calls.append(Call("remove", name=os.path.basename(path)))

        with monkeypatch.context() as patch:
            for name, stand_in in (
                ("open", opened),
                ("write", written),
                ("fsync", synced),
                ("close", closed),
                ("replace", replaced),
                ("unlink", removed),
            ):
                patch.setattr(os, name, stand_in)
            yield

    def after_power_cut(self, count: int, dice: random.Random | None) -> dict[str, bytes]:
        """The files after the first ``count`` calls; with ``dice`` what was not synced is left to chance."""
        return Remains(self.calls[:count], dice).files()


class Remains:
    """What a disk holds of some calls."""

    def __init__(self, calls: list[Call], dice: random.Random | None) -> None:
        self.dice = dice
        self.calls = calls

    def files(self) -> dict[str, bytes]:
        """Name → content."""
        contents: dict[int, bytes] = {}
        safe: dict[int, int] = {}
        names: list[Call] = []
        kept_names = 0
        for call in self.calls:
            if call.kind == "write":
                contents[call.file] = contents.get(call.file, b"") + call.data
            elif call.kind == "sync":
                safe[call.file] = len(contents.get(call.file, b""))
            elif call.kind == "sync folder":
                kept_names = len(names)
            else:
                names.append(call)
        if self.dice is not None:
            names = names[:kept_names] + self._some(names[kept_names:])
        found: dict[str, int] = {}
        for call in names:
            if call.kind == "create":
                found[call.name] = call.file
            elif call.kind == "remove":
                found.pop(call.name, None)
            elif call.name in found:
                found[call.target] = found.pop(call.name)
        return {name: self._content(contents.get(file, b""), safe.get(file, 0)) for name, file in found.items()}

    def _some(self, late: list[Call]) -> list[Call]:
        """Names that were not synced: all, none, the first few, or any of them."""
        assert self.dice is not None
        way = self.dice.randrange(4)
        if way == 0:
            return late
        if way == 1:
            return []
        if way == 2:
            return late[: self.dice.randrange(len(late) + 1)]
        return [call for call in late if self.dice.random() < 0.5]

    def _content(self, data: bytes, safe: int) -> bytes:
        """What was not synced: there, cut off, zeros, or another block's rubbish."""
        if self.dice is None or safe >= len(data):
            return data
        rest = data[safe:]
        way = self.dice.randrange(4)
        if way == 0:
            return data
        if way == 1:
            return data[: safe + self.dice.randrange(len(rest) + 1)]
        if way == 2:
            return data[:safe] + bytes(len(rest))
        return data[:safe] + self.dice.randbytes(len(rest))
