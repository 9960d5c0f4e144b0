"""Presets: several settings at once, for the sofa, for a small screen in the hands, for children."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.storage.settings import Settings

USUAL: Mapping[str, Any] = {
    "text_size": 0, "least_text": 0, "couch": False, "child_mode": False, "hurry_switch": False, "show_odds": True,
}  # fmt: skip
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "usual": USUAL,
    "sofa": {**USUAL, "text_size": 130, "least_text": 20, "couch": True, "hurry_switch": True},
    "handheld": {**USUAL, "text_size": 130, "least_text": 15},
    "children": {**USUAL, "text_size": 115, "child_mode": True, "show_odds": False},
}
"""Name → fields of the settings with their values. All name the same fields, so one takes the place of another."""


def find_preset(settings: Settings) -> str:
    """The preset whose values the settings have; "" when they have been changed since."""
    return next(
        (name for name, fields in PRESETS.items() if all(getattr(settings, key) == fields[key] for key in fields)), ""
    )


def apply_preset(settings: Settings, name: str) -> None:
    """Give the settings the values of a preset."""
    for field, value in PRESETS[name].items():
        setattr(settings, field, value)
