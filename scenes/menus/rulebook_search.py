"""The search over the pages of all rule books."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SNIPPET = 60
"""Letters of the line that a hit shows."""
SHORTEST = 2
"""Letters from which on is searched."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that has what is looked for: its game, number, title and the line."""

    game: str
    page: int
    title: str
    line: str


def split_query(query: str) -> list[str]:
    """Return the words of a query; none for one that is too short."""
    return query.replace("'", "\u2019").casefold().split() if len(query.strip()) >= SHORTEST else []


def find_hits(pages: Iterable[tuple[str, int, str, str]], query: str) -> list[Hit]:
    """Return the pages (game, number, title, text) that have all words of a query."""
    wanted = split_query(query)
    return [
        Hit(game, page, title, _find_line(body, wanted[0]))
        for game, page, title, body in (pages if wanted else ())
        if all(word in f"{title}\n{body}".casefold() for word in wanted)
    ]


def _find_line(body: str, word: str) -> str:
    """The part of a text in which a word stands."""
    flat = body.replace("\n", " ")
    at = max(0, flat.casefold().find(word))
    start = max(0, flat.rfind(" ", 0, max(0, at - SNIPPET // 3)) + 1)
    return ("…" if start else "") + flat[start : start + SNIPPET]
