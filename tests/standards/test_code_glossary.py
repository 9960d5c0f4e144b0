"""Modules keep to the terms of docs/glossary_code.md, functions are named by what they do."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.bootstrap import ROOT
from tests.support.modules import ROOMS

HOUSE = Path(ROOT)
OTHER_ROOMS = ("build",)
"""Folders with modules that are not part of the program."""
ALIASES = {"ai/search.py", "ai/chance_to_win.py", "ai/review.py"}
"""Names that players' opponents import and that commands have: they stay."""
PARTICIPLES = {
    "told", "said", "made", "drawn", "kept", "begun", "taken", "known", "seen", "found", "shown", "given", "laid",
    "won", "built", "held", "heard", "left", "met", "sent", "thrown", "chosen",
}  # fmt: skip
PREPOSITIONS = {
    "by", "of", "at", "in", "from", "to", "with", "without", "beside", "besides", "before", "after", "between", "among",
    "against", "as", "over", "near", "off", "here", "there", "where", "then", "now", "ahead", "below", "above",
}  # fmt: skip
NO_PARTICIPLE = {"need", "feed", "seed", "speed", "embed", "exceed", "proceed"}
MOST_PARTICIPLES, MOST_PREPOSITIONS = 1.0, 1.0
"""Percent of all functions; product words and callbacks of libraries are the rest."""
IN_PLACES_OF_NAMES = {"animate_", "noun"}
"""Parts of patterns of names."""
OLD_WORDS = re.compile(r"\b(the own|so many|whoever|somebody|besides?|is called for|what there is)\b", re.I)
MOST_OLD_WORDS = 30


@cache
def sources() -> tuple[str, ...]:
    """Paths of our modules outside the tests."""
    places = [HOUSE / "game.py", *(HOUSE / room for room in (*ROOMS, *OTHER_ROOMS))]
    listed = [file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])]
    names = sorted(file.relative_to(HOUSE).as_posix() for file in listed)
    return tuple(name for name in names if not name.startswith("build/out/"))


@cache
def definitions() -> tuple[tuple[str, ast.FunctionDef | ast.ClassDef | ast.Module], ...]:
    """Path and node of every module, class and function of ours, without what is inside of expressions."""
    return tuple((name, node) for name in sources() for node in _define(ast.parse((HOUSE / name).read_text("utf-8"))))


def _define(node: ast.AST) -> Iterator[ast.FunctionDef | ast.ClassDef | ast.Module]:
    """Yield a node and the definitions below it, each with nothing but its docstring as its body."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, None)
        for each in inner if isinstance(inner, list) else ():
            yield from _define(each)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
        del node.body[1:]
        yield node


def glossary() -> list[tuple[str, list[str]]]:
    """Identifier and the words that are not used for it, row by row."""
    rows = []
    for line in (HOUSE / "docs" / "glossary_code.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0] not in ("concept", "---"):
            plain = [word for word in cells[3].split(", ") if re.fullmatch(r"`[a-z_]+`", word)]
            rows.append((cells[1], [word.strip("`") for word in plain]))
    return rows


def test_no_module_has_a_name_that_the_glossary_replaces() -> None:
    rows = glossary()
    assert len(rows) > 40
    gone = {word: identifier for identifier, words in rows for word in words}
    wrong = [
        f"{name}: the glossary calls it {gone[Path(name).stem]}"
        for name in sources()
        if Path(name).stem in gone and name not in ALIASES
    ]
    assert wrong == []


def test_identifiers_of_the_glossary_are_in_the_code() -> None:
    code = set(re.findall(r"\w+", " ".join((HOUSE / name).read_text("utf-8") for name in sources())))
    code |= {part for name in sources() for part in Path(name).with_suffix("").parts}
    named = [word for cell, _ in glossary() for one in re.findall(r"`[^`]+`", cell) for word in re.findall(r"\w+", one)]
    assert len(named) > 100
    assert [word for word in named if word not in code and word not in IN_PLACES_OF_NAMES] == []


def is_property(node: ast.FunctionDef) -> bool:
    """Whether a function is read like a value, and so may be a noun."""
    return any(isinstance(one, ast.Name) and one.id in ("property", "cached_property") for one in node.decorator_list)


def functions() -> list[tuple[str, list[str]]]:
    """Place and words of the name of every function that is to be a verb."""
    found = []
    for name, node in definitions():
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__") and not is_property(node):
            words = node.name.strip("_").split("_")
            if words[0] not in ("is", "has", "can"):
                found.append((f"{name}:{node.lineno} {node.name}", words))
    return found


def is_participle(word: str) -> bool:
    """Whether a word is a past participle."""
    return word in PARTICIPLES or (word.endswith("ed") and word not in NO_PARTICIPLE)


def test_functions_are_verbs() -> None:
    every = functions()
    participles = [place for place, words in every if is_participle(words[0]) or is_participle(words[-1])]
    others = [
        place
        for place, words in every
        if place not in participles and (words[0] in PREPOSITIONS - {"to", "from"} or words[-1] in PREPOSITIONS)
    ]
    assert 100 * len(participles) <= MOST_PARTICIPLES * len(every), "say what it does: " + "; ".join(participles[:20])
    assert 100 * len(others) <= MOST_PREPOSITIONS * len(every), "say what it does: " + "; ".join(others[:20])


def test_docstrings_use_plain_words() -> None:
    found = [
        f"{name}: {match.group()}"
        for name, node in definitions()
        for match in OLD_WORDS.finditer(ast.get_docstring(node) or "")
    ]
    assert len(found) <= MOST_OLD_WORDS, "; ".join(found[:20])
