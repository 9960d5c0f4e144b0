"""Names that docstrings and guides tell exist: files, modules, functions, fields."""

import builtins
import keyword
import re
from functools import cache
from pathlib import Path, PurePosixPath

from engine.bootstrap import ROOT

PROJECT = Path(ROOT)
ROOMS = ("ai", "build", "docs", "engine", "games", "locale", "maps", "measurements", "scenes", "sounds", "sprites")
DATA = (".json", ".toml", ".tmx", ".tsx", ".po", ".jsonl", ".desktop", ".xml", ".spec", ".sh")
LARGEST = 2_000_000
WORD = re.compile(r"[A-Za-z_]\w*")
TOLD = re.compile(r"``([^`]+?)``|:\w+:`([^`]+?)`")
DOTTED = re.compile(r"_?[a-z]\w*(?:\.\w+)+")
FILE = re.compile(r"[\w./<>-]*[\w>]\.(?:py|jsonl|json|po|md|tmx|svg|toml)")
OF_OTHERS = {
    "SDL_GameControllerType", "iconify", "rusage_info_v0", "threejs", "urls", "key_COMMAND", "x900", "clever",
    "king_of_12_3", "GAME_hall", "NAME_bed_1", "NAME_phrase_1", "NAME_colour", "NAME_stingers",
}  # fmt: skip
"""Names of other projects, and of places for a name."""


@cache
def list_sources() -> tuple[Path, ...]:
    found = [path for room in ROOMS for path in sorted((PROJECT / room).rglob("*"))]
    return tuple(path for path in (*PROJECT.iterdir(), *found) if path.is_file() and "__pycache__" not in path.parts)


@cache
def split_source(path: Path) -> tuple[str, tuple[str, ...]]:
    """The code of a module without comments, and its docstrings, those below fields and constants too."""
    docstrings: list[str] = []

    def take(found: re.Match[str]) -> str:
        docstrings.append(found[1])
        return ""

    code = re.sub(r'"""(.*?)"""', take, path.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)(^| ) *# .*$", "", code), tuple(docstrings)


@cache
def find_names(path: Path) -> frozenset[str]:
    """Every name that the code of a module has, and every word in its texts."""
    return frozenset(WORD.findall(split_source(path)[0]))


@cache
def find_all_names() -> frozenset[str]:
    found = {*dir(builtins), *keyword.kwlist, *OF_OTHERS}
    for path in list_sources():
        found.update(WORD.findall(path.relative_to(PROJECT).as_posix()))
        if path.suffix == ".py":
            found |= find_names(path)
        elif path.suffix in DATA and path.stat().st_size < LARGEST:
            found.update(WORD.findall(path.read_text("utf-8", "ignore")))
    return frozenset(found)


@cache
def find_modules() -> dict[str, list[Path]]:
    """The modules of the program by their last name, packages among them."""
    found: dict[str, list[Path]] = {}
    for path in list_sources():
        if path.suffix == ".py":
            found.setdefault(path.parent.name if path.stem == "__init__" else path.stem, []).append(path)
    return found


@cache
def list_places() -> frozenset[str]:
    """Every file of the project by its path and by each end of its path."""
    parts = [path.relative_to(PROJECT).parts for path in list_sources()]
    return frozenset("/".join(each[at:]) for each in parts for at in range(len(each)))


@cache
def is_known_file(said: str) -> bool:
    """Whether a file of this name exists; GAME, LANG and <id> stand for any name, a path for its end."""
    pattern = re.sub(r"<\w+>|\b[A-Z]{2,}[A-Z_]*\b", "*", said.lstrip("./"))
    if "*" not in pattern:
        return pattern in list_places() or any((place / pattern).exists() for place in (PROJECT, PROJECT / "tests"))
    return any(PurePosixPath(place).match(pattern) for place in list_places())


def find_missing(said: str, own: frozenset[str] = frozenset()) -> list[str]:
    """The names in what is told that do not exist; ``own``: the names of the module in which it is told."""
    if FILE.fullmatch(said):
        return [] if is_known_file(said) or said.removesuffix(".py") in OF_OTHERS else [said]
    if DOTTED.fullmatch(said):
        before, last = said.split(".")[-2:]
        modules = [] if before in own or last in find_modules() else find_modules().get(before, [])
        if modules and not any(last in find_names(path) for path in modules):
            return [said]
    words = [word for word in WORD.findall(said) if len(word) > 2 and not word.isupper()]
    return [word for word in words if word not in find_all_names()]


def test_every_name_in_a_docstring_exists() -> None:
    missing = [
        f"{path.relative_to(PROJECT)}: {said}: {name}"
        for path in list_sources()
        if path.suffix == ".py"
        for words in split_source(path)[1]
        for found in TOLD.finditer(words)
        for said in [(found[1] or found[2]).strip("~")]
        for name in find_missing(said, find_names(path))
    ]
    assert not missing, "\n".join(missing)


def test_every_file_that_a_guide_names_exists() -> None:
    """Paths of the project in single backticks, as the guides write them."""
    missing = []
    for path in sorted((PROJECT / "docs").glob("*.md")):
        for said in re.findall(r"`([^`\s]+)`", path.read_text("utf-8")):
            if FILE.fullmatch(said) and said.split("/")[0] in ROOMS and "/" in said and not is_known_file(said):
                missing.append(f"{path.name}: {said}")
    assert not missing, "\n".join(missing)


def test_a_name_that_is_gone_is_found() -> None:
    assert find_missing("in_the_beginning.json") and find_missing("one_trick.habits_of")
    assert find_missing("engine.content.drafts.load_everything") and find_missing("nothing_like_this()")
    assert not find_missing("engine.content.drafts.load") and not find_missing("weights.json")
