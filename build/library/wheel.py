"""The rules and opponents as a library: ``python3 build/library/wheel.py`` writes a wheel that installs one name.

In the project the rooms are packages of their own (``engine``, ``games``, ``ai``). In the wheel they lie in
``four_thrones``, and what they import of each other, by statement or by name, begins with it. Nothing that draws is in
it. The wheel is written here, as its format is simple and the same files give the same bytes.
"""

import argparse
import base64
import hashlib
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "four_thrones"
ROOMS = ("engine", "games", "ai")
NEEDED = ("msgspec", "platformdirs")
"""What the library needs of the packages of the project."""
LEFT_OUT = ("engine/bench.py", "engine/accessibility/")
"""What measures or speaks for the program with the window."""
IMPORT = re.compile(rf"^(\s*)from ({'|'.join(ROOMS)})(?=[. ])", re.MULTILINE)
BY_NAME = re.compile(rf"""(?<=")({"|".join(ROOMS)})((?:\.[a-z_0-9]+)+)(?=")""")
"""The name of a module in a string; others are left as they are."""
FIRST = '"""Four Thrones as a library: rules (``games``), opponents (``ai``) and what both stand on (``engine``)."""\n'
DAY = (2026, 1, 1, 0, 0, 0)


def rewrite(text: str) -> str:
    """Return the text of a module or manifest with our packages moved below ``four_thrones``."""

    def name(match: re.Match[str]) -> str:
        path = ROOT / match.group(0).replace(".", "/")
        is_ours = path.is_dir() or path.with_suffix(".py").is_file()
        return f"{NAME}.{match.group(0)}" if is_ours else match.group(0)

    return BY_NAME.sub(name, IMPORT.sub(rf"\1from {NAME}.\2", text))


def list_files() -> Iterator[tuple[str, bytes]]:
    """Yield (path in the wheel, content) of every file that is installed."""
    yield f"{NAME}/__init__.py", FIRST.encode()
    yield f"{NAME}/aec.py", rewrite((ROOT / "build/library/aec.py").read_text("utf-8")).encode()
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in (".py", ".json") and not place.startswith(LEFT_OUT) and "__pycache__" not in place:
                yield f"{NAME}/{place}", rewrite(path.read_text("utf-8")).encode()


def describe(project: dict[str, str]) -> str:
    """Return the metadata of the wheel; ``project``: the table of that name in pyproject.toml."""
    rows = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    rows += ["Summary: Rules and opponents of four board games, as a library", "License: MIT"]
    rows += [f"Requires-Python: {project['requires-python']}", "Provides-Extra: aec"]
    pins = [pin for pin in project["dependencies"] if pin.partition("==")[0] in NEEDED]
    rows += [f"Requires-Dist: {pin.replace('==', '>=')}" for pin in pins]
    return "\n".join([*rows, 'Requires-Dist: pettingzoo ; extra == "aec"', ""])


def write(folder: Path) -> Path:
    """Write the wheel into a folder; return its path."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    about = f"{NAME}-{project['version']}.dist-info"
    files = dict(list_files())
    files[f"{about}/METADATA"] = describe(project).encode()
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: four_thrones\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{about}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = [f"{name},sha256={_hash(data)},{len(data)}" for name, data in files.items()]
    files[f"{about}/RECORD"] = "\n".join([*record, f"{about}/RECORD,,", ""]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{NAME}-{project['version']}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DAY)
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return made


def _hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from engine.bootstrap import ready

    ready()
    parser = argparse.ArgumentParser(prog="wheel.py", description="Write the wheel of the rules and opponents.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "out", help="folder of the wheel (build/out)")
    print(write(parser.parse_args().out))
