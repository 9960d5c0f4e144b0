"""Nodes of a page in words: name, what it is, how it stands, its place, and what it means, as much as is wanted."""

from __future__ import annotations

from collections.abc import Callable

from engine.accessibility.nodes import (
    BUTTON,
    CHECK,
    CHOICE,
    DISABLED,
    FIELD,
    LIST,
    MAIN,
    MATTERS,
    OFF,
    ON,
    SLIDER,
    Node,
    Zone,
)
from engine.storage.settings import FULL_DETAIL, SHORT_DETAIL

SPOKEN_ROLES = (BUTTON, CHECK, CHOICE, SLIDER, LIST, FIELD)
"""Roles that are named; a thing on a table and a text say themselves what they are."""
FIRST_SENTENCES = 2
"""Sentences of a description that are usually read out."""
T = Callable[..., str]


def describe_node(t: T, node: Node, detail: str, zone: Zone | None = None) -> str:
    """Return a node in words; ``detail`` is one of the settings' ``DETAILS``. ``zone``: name this zone first."""
    parts = [] if zone is None else [zone.name]
    parts.append(node.name)
    if detail != SHORT_DETAIL and node.role in SPOKEN_ROLES:
        parts.append(t(f"reader.role.{node.role}"))
    parts += describe_state(t, node)
    at, many = node.place
    if detail != SHORT_DETAIL and many > 1:
        parts.append(t("reader.place", at=at, n=many))
    said = ", ".join(part for part in parts if part)
    about = shorten_text(node.about, detail)
    return f"{said}. {about}" if about else said


def describe_state(t: T, node: Node) -> list[str]:
    """Return value and states of a node in words."""
    parts = [node.value] if node.value else []
    kind = "tick" if node.role == CHECK else "choice"
    if ON in node.states:
        parts.append(t(f"reader.state.{kind}.on"))
    elif OFF in node.states:
        parts.append(t(f"reader.state.{kind}.off"))
    if DISABLED in node.states:
        parts.append(t("reader.state.disabled"))
    elif MATTERS in node.states and MAIN not in node.states:
        parts.append(t("reader.state.matters"))
    return parts


def shorten_text(text: str, detail: str) -> str:
    """Return nothing, the first sentences, or all of a description."""
    if detail == SHORT_DETAIL:
        return ""
    if detail == FULL_DETAIL:
        return text
    end = 0
    for _ in range(FIRST_SENTENCES):
        found = min((at for sign in (". ", "! ", "? ") if (at := text.find(sign, end)) >= 0), default=-1)
        if found < 0:
            return text
        end = found + 1
    return text[:end]
