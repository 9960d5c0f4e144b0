"""Runs before ``game.py`` in the executables: what PyInstaller does to a module is done when that module is imported.

Its hook for multiprocessing imports it at every start, with sockets and all, and the first picture would wait for
that. Here the hook is an ordinary module, carried out right after the one it is for.
"""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

HOOKS = {"multiprocessing": "pyi_rth_multiprocessing"}
"""Module → its hook, which is packed as a module (see ``four_thrones.spec``)."""


class Late:
    """A loader that imports a module as its own loader does, and then the hook."""

    def __init__(self, own: Any, hook: str) -> None:
        self.own, self.hook = own, hook

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The module, still empty."""
        made: ModuleType | None = self.own.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module, then let the hook change it."""
        assert module.__spec__ is not None
        module.__loader__ = module.__spec__.loader = self.own
        self.own.exec_module(module)
        __import__(self.hook)


class Finder:
    """Finds the modules that have a hook, each once."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The module as others find it, with the hook behind it."""
        hook = HOOKS.pop(name, None)
        spec = find_spec(name) if hook is not None else None
        if spec is not None:
            spec.loader = Late(spec.loader, str(hook))  # type: ignore[assignment]
        return spec


sys.meta_path.insert(0, Finder)
