"""What is packed imports nothing that is left out of the packages."""

from pathlib import Path

from engine.bootstrap import ROOT
from tests.support.imports import list_imports
from tests.support.packages import Load, load as load


def test_no_packed_module_imports_one_that_is_not_packed(load: Load) -> None:
    contents = load("contents")
    packed = [path.relative_to(ROOT) for path in contents.source_files()]
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in packed}
    rooms = {path.parts[0] for path in packed if len(path.parts) > 1}
    missing = [
        f"{path}:{one.line}: {one.name}"
        for path in packed
        for one in list_imports(path)
        if one.name.split(".")[0] in rooms and not one.for_types
        if one.name not in names and one.name.rpartition(".")[0] not in names
    ]
    assert not missing, "\n".join(missing)
    assert len(packed) > 400 and "ai.puzzles.making" in names and not any(name.startswith("ai.lab") for name in names)


def test_what_is_left_out_exists(load: Load) -> None:
    for name in load("contents").FOR_DEVELOPERS:
        assert (Path(ROOT) / name).exists(), name
