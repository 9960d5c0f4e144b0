"""What several test modules need lies in ``tests/support``; no test module imports another.

The suites in ``tests/shared`` are an exception: a game's tests run them as they are.
"""

from __future__ import annotations

import ast
from pathlib import Path

from engine.bootstrap import ROOT


def test_no_test_module_imports_another() -> None:
    wrong = []
    for path in sorted((Path(ROOT) / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            last = {name.rpartition(".")[2] for name in names if name.startswith("tests.") and ".shared." not in name}
            if any(name.startswith("test_") and name != path.stem for name in last):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {', '.join(names)}")
    assert wrong == [], "move what both need to tests/support"
