"""One choice of a person who chooses by keys of its own while others look on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SecretOption:
    """One choice of a person: the action, what it is called, and whether everybody knows that it is not possible."""

    action: int
    label: str
    gone: bool = False
