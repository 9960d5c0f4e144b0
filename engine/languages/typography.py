"""Texts set in type as a language has it: catalogues are written plainly."""

from __future__ import annotations

import re

from engine.languages.languages import Conventions

NBSP = "\u00a0"
_STRAIGHT = re.compile(r'"([^"\n]*)"')
_NUMBERED = re.compile(r"(?<=\w) (?=\*?\{(?:round|trick|value)\})")
"""What is numbered stays with its number."""
_DASH = re.compile(r"(?<=\S)([ \u00a0])[\u2013\u2014][ \u00a0]")
_FORMULA = re.compile(r"(?<=[\d}]) ([=+\u2212\u00d7]) (?=[\d{])")
_COUNT = re.compile(r"((?:\{n\}|(?<![\w{])\d+)\*?) (?=\*?[^\W\d_])")
"""A number and what it counts, in bold or not: a figure, or the slot that chooses the plural form."""


def typeset(text: str, conventions: Conventions) -> str:
    """Return a text with the quotation marks, dashes and unbreakable spaces of a language; idempotent."""
    opening, closing = conventions.quotes
    text = _NUMBERED.sub(NBSP, _STRAIGHT.sub(rf"{opening}\1{closing}", text))
    text = text.replace(" \u2192 ", f"{NBSP}\u2192 ")
    if conventions.apostrophe:
        text = text.replace("'", conventions.apostrophe)
    words = conventions.one_letter_words
    if words:
        text = re.sub(rf"(?<![\w{{'\u2019])([{words}{words.upper()}]) (?=\S)", rf"\1{NBSP}", text)
    dash, signs = conventions.dash, conventions.no_break_before
    text = _DASH.sub(rf"{NBSP}{dash} " if dash in signs else rf"\1{dash} ", text)
    for sign in signs:
        if sign != dash:
            text = re.sub(rf"(?<=[\d}}]) (?={_make_pattern(sign)})", NBSP, text)
    if conventions.binds_numbers:
        text = _COUNT.sub(rf"\1{NBSP}", _FORMULA.sub(rf"{NBSP}\1{NBSP}", text))
    return text


def _make_pattern(sign: str) -> str:
    """What finds a sign or a unit, whose own spaces may break or not."""
    return re.escape(sign).replace(r"\ ", "[ \u00a0]?")
