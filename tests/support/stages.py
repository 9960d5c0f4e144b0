"""Comparing what a table shows with what its view says."""

import functools
from dataclasses import fields, is_dataclass
from typing import Any


class AnyThinker:
    """Opponents that decide nothing: the test itself does."""

    def ask(self, *_: Any, **__: Any) -> int:
        """A question that is never answered."""
        return 1

    def poll(self) -> list[Any]:
        """No answers."""
        return []

    def cancel(self, ticket: int) -> None:
        """Nothing to forget."""

    def ask_why(self, *_: Any) -> int:
        """A question that is never answered."""
        return 1

    def take_reason(self, ticket: int) -> None:
        """No answer."""

    def close(self) -> None:
        """Nothing to end."""


@functools.cache
def compared_fields(kind: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass that take part in comparisons; None for anything else."""
    return tuple(field.name for field in fields(kind) if field.compare) if is_dataclass(kind) else None


def differences(one: Any, other: Any, place: str = "stage") -> list[str]:
    """Where two stages differ; fractions are the same up to a tenth of a unit."""
    if one is other or one == other:
        return []
    names = compared_fields(type(one)) if type(one) is type(other) else None  # type: ignore[arg-type, unused-ignore]
    if names is not None:
        return [each for k in names for each in differences(getattr(one, k), getattr(other, k), f"{place}.{k}")]
    if isinstance(one, dict) and isinstance(other, dict):
        found = [f"{place}.{key}: only in one" for key in sorted(map(repr, one.keys() ^ other.keys()))]
        for key in one.keys() & other.keys():
            found += differences(one[key], other[key], f"{place}.{key}")
        return found
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return [
            each for k, pair in enumerate(zip(one, other, strict=True)) for each in differences(*pair, f"{place}[{k}]")
        ]
    if isinstance(one, float | int) and isinstance(other, float | int) and round(one, 1) == round(other, 1):
        return []
    return [f"{place}: told {one!r}, in the view {other!r}"]
