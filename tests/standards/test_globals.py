"""No module keeps something that changes: what is known stands in objects that are passed on."""

import ast
from collections.abc import Iterator

from tests.support.modules import HOUSE, modules

OF_THE_PROCESS = {
    "ai/algorithms/heartbeat.py": {"_listener", "_next"},
    "engine/storage/files.py": {"_held"},
    "games/tash_kalar/expansions.py": {"_faults", "_left_out"},
    "engine/storage/autosave.py": {"_LIVE", "_begun", "_orders", "_given"},
}
"""What belongs to the process itself and to nobody in it: the locks it holds, the files it is writing, to whom it
gives signs of life, which installed code it could not import."""

CHANGES = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove",
    "setdefault", "update",
}  # fmt: skip


def changed(tree: ast.Module) -> Iterator[str]:
    """Names of the module that its functions change: by a method, by an item, or as a whole."""
    names = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        inside = list(ast.walk(function))
        own = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        arguments = function.args
        own |= {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        for node in inside:
            if isinstance(node, ast.Global):
                yield from node.names
            found: ast.expr | None = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
                found = node.func.value
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                found = node.value
            if isinstance(found, ast.Name) and found.id in names and found.id not in own:
                yield found.id


def test_nothing_of_a_module_changes() -> None:
    found = {path.as_posix(): set(changed(ast.parse((HOUSE / path).read_text("utf-8")))) for path in modules()}
    wrong = {path: sorted(names - OF_THE_PROCESS.get(path, set())) for path, names in found.items()}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_changes_are_found() -> None:
    tree = ast.parse(
        "a = []\nb = {}\nc = 0\nd = []\n"
        "def f():\n    a.append(1)\n    b[1] = 2\n"
        "def g():\n    global c\n    c = 1\n"
        "def h(d):\n    d.append(1)\n"
    )
    assert set(changed(tree)) == {"a", "b", "c"}
