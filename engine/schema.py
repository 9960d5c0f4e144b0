"""Validation of data by msgspec structs.

A mismatch raises :class:`Misfit` with the place ("cards[3].points"), the expectation and the value found. What types
cannot express (distinct cards, a connected map) is checked in ``__post_init__`` of the structs with :func:`expect`.

This module imports no other module of the project, so that rules may use it.
"""

import json
import re
import reprlib
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

import msgspec

T = TypeVar("T")

_AT = re.compile(r"(.*?)(?: - at (`key` in )?`\$\.?(.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_WORDS = {
    "object": "an object", "array": "a list", "int": "a whole number", "float": "a number", "str": "a text",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip
CUT_OFF = "cut off or malformed"
"""Error text for data that is not JSON."""
_SHOWN = 60
"""Most letters of a value shown in a message."""
_LEARNING = threading.Lock()
_NOTHING = object()
"""A value that fits no type."""


class Misfit(ValueError):
    """Data does not fit its schema; the text names the place and what was expected."""


def expect(holds: bool, place: str, wanted: str, found: object = None) -> None:
    """Raise :class:`Misfit` unless ``holds``. ``place``: that of the value within the struct being checked."""
    if not holds:
        raise Misfit(_format(place, wanted, found))


def prepare(kind: Any) -> Any:
    """Return the type itself, after msgspec has analysed it.

    msgspec analyses a type at its first use. A second thread using it meanwhile would crash the process, so analysis is
    serialised here.
    """
    _learn(kind)
    return kind


@cache
def _learn(kind: Any) -> None:
    with _LEARNING, suppress(msgspec.ValidationError):
        msgspec.convert(_NOTHING, kind)


def convert(data: object, kind: type[T]) -> T:
    """Convert plain data to ``kind``; raises ``msgspec.ValidationError`` with place and expectation."""
    try:
        found: T = msgspec.convert(data, prepare(kind))
    except msgspec.ValidationError as misfit:
        raise msgspec.ValidationError(_explain(misfit, data, kind, "", "")) from misfit
    return found


def decode(data: bytes, kind: type[T]) -> T:
    """Decode JSON to ``kind``; raises ``msgspec.DecodeError`` (its subclass ``ValidationError`` names place and
    expectation) and ``RecursionError``."""
    try:
        found: T = msgspec.json.decode(data, type=prepare(kind))
    except msgspec.ValidationError as misfit:
        raise msgspec.ValidationError(_explain(misfit, msgspec.json.decode(data), kind, "", "")) from misfit
    except msgspec.DecodeError as misfit:
        raise msgspec.DecodeError(CUT_OFF) from misfit
    return found


def fit(data: object, kind: type[T], place: str = "", error: type[ValueError] = Misfit, *, named_by: str = "") -> T:
    """Convert plain data to ``kind``; raises ``error`` with place and expectation.

    ``place``: name of the data's origin, put in front of the place in error texts. List entries are also named by their
    field ``named_by`` ("cards[3] (herald).rank").
    """
    try:
        return cast(T, msgspec.convert(data, prepare(kind)))
    except msgspec.ValidationError as misfit:
        raise error(_explain(misfit, data, kind, place, named_by)) from misfit
    except UnicodeError as misfit:
        raise error(f"{place.removesuffix(':') or 'data'}: expected texts of whole characters: {misfit}") from misfit
    except RecursionError as misfit:
        raise error(
            f"{place.removesuffix(':') or 'data'}: expected no lists or objects so deep in each other"
        ) from misfit


def read(path: Path, kind: type[T], error: type[ValueError] = Misfit, *, named_by: str = "") -> T:
    """Read the JSON file at ``path`` as ``kind``; raises ``error`` naming file, place and expectation."""
    try:
        data = parse(path.read_bytes())
    except (OSError, ValueError, RecursionError) as unreadable:
        raise error(f"{path}: cannot be read: {unreadable}") from unreadable
    return fit(data, kind, f"{path}:", error, named_by=named_by)


def parse(data: bytes) -> Any:
    """Return the data decoded from JSON; raises ValueError, for NaN and infinity as well, and RecursionError."""

    def refuse(name: str) -> None:
        raise ValueError(f"{name} is no number of JSON")

    return json.loads(data, parse_constant=refuse)


def _explain(misfit: msgspec.ValidationError, data: object, kind: Any, place: str, named_by: str) -> str:
    """Return a message of msgspec rewritten as place, expectation and value found."""
    match = _AT.fullmatch(str(misfit))
    said, key, at = match.groups("") if match else (str(misfit), "", "")
    at = _name_keys(data, kind, at)
    own, said = ("", said) if not isinstance(misfit.__cause__, Misfit) else said.split(": ", 1)
    where = _join(at, own)  # places in a struct's own check are relative to the struct
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
    """Return a place with the names of list entries added: ``cards[3] (herald).rank``."""
    shown = at
    for step in reversed(list(re.finditer(r"\[\d+\]", at))):
        entry = _find(data, at[: step.end()])
        name = entry.get(named_by) if isinstance(entry, dict) else None
        if isinstance(name, str) and re.fullmatch(r"[\w-]{1,40}", name):
            shown = f"{shown[: step.end()]} ({name}){shown[step.end() :]}"
    return shown


def _join(place: str, at: str) -> str:
    """Join two parts of a place."""
    if not place or not at:
        return place.removesuffix(":") or at
    return place + (" " if place.endswith(":") else "" if at.startswith("[") else ".") + at


def _find(data: Any, at: str) -> object:
    """Return the value at a place of the data, None if there is none; the keys of objects may have dots."""
    while at:
        at = at.removeprefix(".")
        keys = (
            [key for key in data if at == key or at.startswith((f"{key}.", f"{key}["))]
            if isinstance(data, dict)
            else []
        )
        step = _STEP.match(at)
        try:
            if keys:
                name = max(keys, key=len)
                data, at = data[name], at[len(name) :]
            elif step is not None and step[1]:
                data, at = data[int(step[1])], at[step.end() :]
            else:
                return None
        except (LookupError, TypeError, ValueError):
            return None
    return data


def _name_keys(data: object, kind: Any, at: str) -> str:
    """Return a place with object keys instead of ``[...]``, which msgspec writes for the value of any key."""
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
    """Describe the allowed values at a place from its type."""
    kind = _plain(_find_kind(kind, at))
    values = get_args(_plain(get_args(kind)[0]) if of_key else kind)
    return "one of " + ", ".join(map(str, values)) if values else "another value"


def _find_kind(kind: Any, at: str) -> Any:
    """Return the type at a place."""
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
    """Strip annotations and None from a type."""
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
