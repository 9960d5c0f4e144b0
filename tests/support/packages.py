"""Loading the scripts of build/package."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from engine.bootstrap import ROOT

BUILD = Path(ROOT) / "build"


Load = Callable[[str], ModuleType]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """Imports modules of ``build``, which are no package; afterwards nobody knows them."""
    before = set(sys.modules)
    monkeypatch.setattr(sys, "path", [str(BUILD), str(BUILD / "package"), *sys.path])
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(BUILD)):
            del sys.modules[name]
