"""First script of the executables: under Wine the first frame comes after 0.69 instead of 0.92 s (best of 10 starts).

It stands in place of PyInstaller's and finds modules by a list; on Linux it saves 0.02 s.
PyInstaller's own opens the program once for each module and looks through folders for each library, which on Windows
takes longer than all the rest of a start. Here the program is opened once, every module that was packed is found by
its name, and ctypes is not imported unless a module wants it (``late_hooks.py``). What is in no list, such as a
player's own file, is found as ever.
"""

import marshal
import sys
import zlib
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import ExtensionFileLoader
from _thread import allocate_lock

import pyimod02_importers as importers  # type: ignore[import-not-found]
from pyimod01_archive import PYZ_ITEM_MODULE, PYZ_ITEM_PKG  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is not built into Python cannot be imported yet
    from typing import Any


class Archive:
    """The archive of packed modules, read through one open file."""

    def __init__(self, archive: "Any") -> None:
        self.toc = archive.toc
        self._start = archive._start_offset
        self._file = open(archive._filename, "rb", buffering=0)  # noqa: SIM115 - for as long as the program runs
        self._one_at_a_time = allocate_lock()

    def extract(self, name: str, raw: bool = False) -> "Any":
        """Return the code of a module, or its bytes if ``raw``; None for another entry. Raises KeyError without one."""
        kind, offset, length = self.toc[name]
        if kind not in (PYZ_ITEM_MODULE, PYZ_ITEM_PKG):
            return None
        with self._one_at_a_time:
            self._file.seek(self._start + offset)
            packed = self._file.read(length)
        data = zlib.decompress(packed)
        return data if raw else marshal.loads(data)


class Packed:
    """Meta path finder for modules in the archive, and for native libraries by their full names."""

    def __init__(self, archive: Archive, libraries: dict[str, str]) -> None:
        self._archive = archive
        self._libraries = libraries

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the spec of a module of the archive or of a library next to it, None for everything else."""
        where = self._libraries.get(name)
        if where is not None:
            place = f"{sys._MEIPASS}/{where}".replace("/", importers.os.sep)  # type: ignore[attr-defined]
            spec = ModuleSpec(name, ExtensionFileLoader(name, place), origin=place)
            spec.has_location = True
            return spec
        entry = self._archive.toc.get(name)
        if entry is None or entry[0] not in (PYZ_ITEM_MODULE, PYZ_ITEM_PKG):
            return None
        package = entry[0] == PYZ_ITEM_PKG
        loader = importers.PyiFrozenLoader(name, self._archive, name, package)
        spec = ModuleSpec(name, loader, is_package=package, origin=loader.path)
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [importers.os.path.dirname(loader.path)]
        return spec


def begin() -> None:
    """Install the finder of packed modules, so that they can be imported."""
    importers.install()
    sys.frozen = True  # type: ignore[attr-defined]
    archive = Archive(importers.pyz_archive)
    sys.meta_path.insert(0, Packed(archive, {}))
    from packed_libraries import LIBRARIES  # type: ignore[import-not-found]

    sys.meta_path[0] = Packed(archive, LIBRARIES)


begin()
