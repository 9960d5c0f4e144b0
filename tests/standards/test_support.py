"""What several test modules need lies in ``tests/support``; no test module imports another.

The suites in ``tests/shared`` are an exception: a game's tests run them as they are.
"""

from pathlib import Path

from engine.bootstrap import ROOT
from tests.support.imports import list_imports


def test_no_test_module_imports_another() -> None:
    wrong = []
    for path in sorted((Path(ROOT) / "tests").rglob("*.py")):
        for each in list_imports(path.relative_to(ROOT)):
            if not each.name.startswith("tests.") or ".shared." in each.name:
                continue
            if any(part.startswith("test_") and part != path.stem for part in each.name.split(".")[1:]):
                wrong.append(f"{path.relative_to(ROOT)}:{each.line}: {each.name}")
    assert wrong == [], "move what both need to tests/support"
