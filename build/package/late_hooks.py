"""Hooks of PyInstaller carried out late: a start takes 0.32 instead of 0.38 s of processor (Linux, least of 25).

Runs before ``game.py`` in the executables: what PyInstaller does to a module is done when that module is imported.
Its hooks for multiprocessing and ctypes import these at every start, with sockets and all, and the first picture would
wait for that. Here a hook is carried out right after the module it is for, when that is imported.
"""

import sys
from _frozen_importlib import ModuleSpec
from types import ModuleType
from typing import Any

HOOKS = {"multiprocessing": ("pyi_rth_multiprocessing", ""), "ctypes": ("pyimod03_ctypes", "install")}
"""Module → its hook: a module that is packed (see ``four_thrones.spec``), and what is called in it, if anything."""


class Late:
    """Loader that lets a module's own loader load it, and then runs the hook."""

    def __init__(self, own: Any, hook: tuple[str, str]) -> None:
        self.own, self.hook = own, hook

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the empty module as its own loader does."""
        made: ModuleType | None = self.own.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module, then let the hook change it."""
        assert module.__spec__ is not None
        module.__loader__ = module.__spec__.loader = self.own
        self.own.exec_module(module)
        name, call = self.hook
        done = __import__(name)
        if call:
            getattr(done, call)()


class Finder:
    """Meta path finder for modules that have a hook; it handles each once."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return another finder's spec with :class:`Late` as its loader; None for modules without a hook."""
        hook = HOOKS.pop(name, None)
        if hook is None:
            return None
        others = (finder.find_spec(name, None) for finder in sys.meta_path if finder is not Finder)
        spec = next((found for found in others if found is not None), None)
        if spec is not None:
            spec.loader = Late(spec.loader, hook)  # type: ignore[assignment]
        return spec


sys.meta_path.insert(0, Finder)
