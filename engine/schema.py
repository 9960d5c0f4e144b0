"""Data with a schema: what a file or a dumped state must be like stands once, as msgspec structs.

Whatever does not fit is told as :class:`Misfit`: the place ("cards[3].points"), what was expected there
and what was found. What no type can say (that cards differ, that a map hangs together) is checked in
``__post_init__`` of the structs, with :func:`expect`.

Imports nothing of ours, so that rules may use it.
"""

from __future__ import annotations

import json
import re
import reprlib
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec

T = TypeVar("T")

_AT = re.compile(r"(.*?)(?: - at (`key` in )?`\$\.?(.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_WORDS = {
    "object": "an object", "array": "a list", "int": "a whole number", "float": "a number", "str": "a text",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip
_SHOWN = 60
"""Letters of a value that are shown in a message."""
_LEARNING = threading.Lock()
_NOTHING = object()
"""Fits no type."""


class Misfit(ValueError):
    """Data do not fit their schema; the text names the place and says what was expected there."""


def expect(holds: bool, place: str, wanted: str, found: object = None) -> None:
    """Raises :class:`Misfit` unless something holds; ``place`` is below the struct that is being checked."""
    if not holds:
        raise Misfit(_format(place, wanted, found))


def prepare(kind: Any) -> Any:
    """The type, after msgspec has learnt what it is made of.

    It learns that when the type is used first. Where a second thread comes meanwhile, that one works with what is half
    known, and the process ends without a word; so one learns and the others wait.
    """
    _learn(kind)
    return kind


@cache
def _learn(kind: Any) -> None:
    with _LEARNING, suppress(msgspec.ValidationError):
        msgspec.convert(_NOTHING, kind)


def convert(data: object, kind: type[T]) -> T:
    """Plain data as what they must be; raises ``msgspec.ValidationError``."""
    found: T = msgspec.convert(data, prepare(kind))
    return found


def decode(data: bytes, kind: type[T]) -> T:
    """JSON as what it must be; raises ``msgspec.DecodeError`` (``ValidationError`` is one) and ``RecursionError``."""
    found: T = msgspec.json.decode(data, type=prepare(kind))
    return found


def fit(data: object, kind: type[T], place: str = "", error: type[ValueError] = Misfit, *, named_by: str = "") -> T:
    """Plain data as what they must be; raises ``error`` with place and expectation.

    ``place`` is where the data come from; it is put before the place in the data. Entries of lists are named
    by their field ``named_by`` too ("cards[3] (herald).rank").
    """
    try:
        return convert(data, kind)
    except msgspec.ValidationError as misfit:
        raise error(_explain(misfit, data, kind, place, named_by)) from misfit
    except UnicodeError as misfit:
        raise error(f"{place.removesuffix(':') or 'data'}: expected texts of whole characters: {misfit}") from misfit
    except RecursionError as misfit:
        raise error(
            f"{place.removesuffix(':') or 'data'}: expected no lists or objects so deep in each other"
        ) from misfit


def read(path: Path, kind: type[T], error: type[ValueError] = Misfit, *, named_by: str = "") -> T:
    """The JSON file at ``path`` as what it must be; raises ``error`` naming file, place and expectation."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as unreadable:
        raise error(f"{path}: cannot be read: {unreadable}") from unreadable
    return fit(data, kind, f"{path}:", error, named_by=named_by)


def _explain(misfit: msgspec.ValidationError, data: object, kind: Any, place: str, named_by: str) -> str:
    """A message of msgspec in our words: place, expectation, and what was found there."""
    match = _AT.fullmatch(str(misfit))
    said, key, at = match.groups("") if match else (str(misfit), "", "")
    at = _name_keys(data, kind, at)
    own, said = ("", said) if not isinstance(misfit.__cause__, Misfit) else said.split(": ", 1)
    where = _join(at, own)  # a struct's own check knows its place below the struct
    field = re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", said)
    if field:
        where = _join(where, field[2])
        said = "missing" if field[1] == "missing required" else "there is no such field"
    elif not own:
        if said.startswith("Invalid enum value"):
            wanted = f"expected {_choices(kind, at, bool(key))}"
        else:
            wanted = re.sub(r"^Expected (.*?)(?:, got .*)?$", r"expected \1", said)
            wanted = re.sub(r"`(\w+)", lambda word: _WORDS.get(word[1], word[1]), wanted).replace("`", "")
        said = f"{wanted}, found {said.partition('value ')[2] if key else _short(_find(data, at))}"
    shown = _name_entries(data, where, named_by) if named_by else where
    return f"{_join(place, shown) or 'data'}: {said}"


def _name_entries(data: object, at: str, named_by: str) -> str:
    """A place in which entries of lists stand with their name: ``cards[3] (herald).rank``."""
    shown = at
    for step in reversed(list(re.finditer(r"\[\d+\]", at))):
        entry = _find(data, at[: step.end()])
        name = entry.get(named_by) if isinstance(entry, dict) else None
        if isinstance(name, str) and re.fullmatch(r"[\w-]{1,40}", name):
            shown = f"{shown[: step.end()]} ({name}){shown[step.end() :]}"
    return shown


def _join(place: str, at: str) -> str:
    """A place in a file or in other data."""
    if not place or not at:
        return place.removesuffix(":") or at
    return place + (" " if place.endswith(":") else "" if at.startswith("[") else ".") + at


def _find(data: Any, at: str) -> object:
    """The value at a place; only as far as there is one."""
    for number, name in _STEP.findall(at):
        try:
            data = data[int(number)] if number else data[name]
        except (LookupError, TypeError, ValueError):
            return None
    return data


def _name_keys(data: object, kind: Any, at: str) -> str:
    """A place with the keys of objects in it: msgspec writes ``[...]`` for the value of any key."""
    while "[...]" in at:
        before, _, after = at.partition("[...]")
        inside = _find_kind(kind, before + "[0]")
        entries = _find(data, before)
        key = next((key for key, each in entries.items() if not _fits(each, inside)), "?")  # type: ignore[attr-defined]
        at = f"{before}.{key}{after}" if before else f"{key}{after}"
    return at


def _fits(data: object, kind: Any) -> bool:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def _choices(kind: Any, at: str, of_key: bool) -> str:
    """The values that a place may have, told from the types on the way there."""
    kind = _plain(_find_kind(kind, at))
    values = get_args(_plain(get_args(kind)[0]) if of_key else kind)
    return "one of " + ", ".join(map(str, values)) if values else "another value"


def _find_kind(kind: Any, at: str) -> Any:
    """The type of a place."""
    for number, name in _STEP.findall(at):
        kind = _plain(kind)
        if not number and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}.get(name)
            continue
        inner = [each for each in get_args(kind) if each is not Ellipsis]
        if get_origin(kind) is tuple and number:
            kind = inner[min(int(number), len(inner) - 1)]
        else:
            kind = inner[-1] if inner else None
    return kind


def _plain(kind: Any) -> Any:
    """A type without what is noted on it, and without None."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    options = [each for each in get_args(kind) if each is not type(None)]
    return _plain(options[0]) if get_origin(kind) in (Union, UnionType) and len(options) == 1 else kind


def _format(place: str, wanted: str, found: object) -> str:
    return f"{place}: expected {wanted}" + ("" if found is None else f", found {_short(found)}")


def _short(found: object) -> str:
    brief = reprlib.Repr()
    brief.maxlevel, brief.maxstring = 3, _SHOWN
    said = brief.repr(found).encode("ascii", "backslashreplace").decode()
    return said if len(said) <= _SHOWN else said[: _SHOWN - 1] + "…"
