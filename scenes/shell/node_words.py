"""Nodes of a page in words: name, what it is, how it stands, its place, and what it means, as much as is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    THING,
    TYPING,
    Node,
    Zone,
)
from engine.storage.settings import FULL_DETAIL, SHORT_DETAIL

SPOKEN_ROLES = (BUTTON, CHECK, CHOICE, SLIDER, LIST, FIELD)
"""Roles that are named; a thing on a table and a text say themselves what they are."""
FIRST_SENTENCES = 2
"""Sentences of a description that are usually read out."""
QUOTES = '”“»")'
"""Signs that may follow the end of a sentence."""
T = Callable[..., str]


def describe_node(t: T, node: Node, detail: str, zone: Zone | None = None) -> str:
    """Return a node in words; ``detail`` is one of the settings' ``DETAILS``. ``zone``: name this zone first."""
    parts = [] if zone is None else [zone.name]
    parts.append(node.name)
    if detail != SHORT_DETAIL and node.role in SPOKEN_ROLES:
        parts.append(t(f"reader.role.{node.role}"))
    parts += describe_state(t, node)
    parts.append(_describe_place(t, node, detail))
    said = ", ".join(part.removesuffix(".") for part in parts if part)
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
    if TYPING in node.states:
        parts.append(t("reader.state.typing"))
    return parts


def describe_rest(t: T, node: Node, detail: str, *, with_values: bool) -> str:
    """Return what a screen reader does not know of a node by its name and role.

    ``with_values``: values too, but of text fields, and states, but of check boxes and choices, and whether a control
    can be used.
    """
    known: tuple[str, ...] = (ON, OFF, DISABLED)
    if with_values:
        known = () if node.role == THING else (DISABLED,) if node.role not in (CHECK, CHOICE) else known
    known += (MATTERS,) if DISABLED in node.states else ()
    value = node.value if with_values and node.role != FIELD else ""
    rest = node._replace(value=value, states=tuple(state for state in node.states if state not in known))
    parts = [*describe_state(t, rest), _describe_place(t, node, detail)]
    said = end_sentence(", ".join(part for part in parts if part))
    return " ".join(part for part in (said, end_sentence(shorten_text(node.about, detail))) if part)


def describe_change(t: T, node: Node, before: Node) -> str:
    """Return in words the value of a node, where it is another one or was typed, and the states that it has got; that
    it can be chosen is said by what is asked, that the main button cannot be used by its name."""
    has_typed = TYPING in before.states and TYPING not in node.states
    value = node.value if node.value != before.value or has_typed else ""
    known = (*before.states, MATTERS, *((DISABLED,) if MAIN in node.states else ()))
    states = tuple(state for state in node.states if state not in known)
    return ", ".join(describe_state(t, node._replace(value=value, states=states)))


def _describe_place(t: T, node: Node, detail: str) -> str:
    at, many = node.place
    return t("reader.place", at=at, n=many) if detail != SHORT_DETAIL and many > 1 else ""


def join_names(names: Sequence[str]) -> str:
    """Return names in a row, apart from each other where they have commas themselves."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def end_sentence(text: str) -> str:
    """Return a text with a sign at its end that makes a voice pause."""
    return text if not text or text.rstrip(QUOTES).endswith((".", "!", "?", "…", ":")) else text + "."


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
