"""Words of a game that its rule book explains: found in running text, in all their forms."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.content import rulebook_examples
from engine.content.rulebook_examples import BadExamples
from scenes.shell.i18n import Texts
from sprites.base import text
from sprites.base.strokes import Marks

STRIPPED = ".,;:!?()\"'«»„“”’…–—/*"
LONGER = 4
"""Letters that an inflected form may have beyond its stem."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """A glossary word: name, meaning (``note``), page of the rulebook, and stems of its forms, each as a tuple of
    words."""

    id: str
    name: str
    note: str
    page: int
    forms: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=32)
def keywords(texts: Texts, game: str) -> tuple[Keyword, ...]:
    """Return all glossary words of a game, those of several words first."""
    found = []
    try:
        words = rulebook_examples.book(game).words
    except BadExamples:
        return ()  # the texts can be read without
    for word in words:
        base = word.text_id(game)
        forms = tuple(tuple(form.split()) for form in texts.t(f"{base}.forms").casefold().split(";"))
        found.append(Keyword(word.id, texts.t(base), texts.t(f"{base}.note"), word.page, forms))
    return tuple(sorted(found, key=lambda one: -max(map(len, one.forms))))


def plain(word: str) -> str:
    """Return a word in the form for comparisons: case-folded, without punctuation at its ends."""
    return word.replace("\u00a0", " ").casefold().strip(STRIPPED)


def find_keywords(words: Sequence[str], known: Sequence[Keyword]) -> Iterator[tuple[int, int, Keyword]]:
    """Yield the keywords among the words of a text, each once: index of the first word, number of words, keyword."""
    bare = [plain(word) for word in words]
    taken: set[int] = set()
    for keyword in known:
        for form in keyword.forms:
            at = next((at for at in range(len(bare)) if _is(bare, at, form) and at not in taken), None)
            if at is not None:
                taken.update(range(at, at + len(form)))
                yield at, len(form), keyword
                break


@lru_cache(maxsize=400)
def hits(texts: Texts, game: str, words: tuple[str, ...]) -> tuple[tuple[int, int, Keyword], ...]:
    """Return what :func:`find_keywords` finds in these words; cached, since a table draws the same text in every
    frame."""
    return tuple(find_keywords(words, keywords(texts, game)))


def _is(words: Sequence[str], at: int, form: Sequence[str]) -> bool:
    """Whether a form stands here."""
    if at + len(form) > len(words):
        return False
    return all(
        words[at + k].startswith(stem) and len(words[at + k]) <= len(stem) + LONGER for k, stem in enumerate(form)
    )


@lru_cache(maxsize=400)
def marks(texts: Texts, game: str, said: str) -> Marks:
    """Return (index, number of words) of each explained word of a card's text; cached, as cards are drawn in every
    frame."""
    return tuple(sorted((at, count) for at, count, _ in hits(texts, game, text.words(said))))


def list_keywords(texts: Texts, game: str, said: str) -> list[Keyword]:
    """Return the keywords of a text, in their order."""
    words = tuple(said.replace("\n", " ").split())
    return [keyword for _, _, keyword in sorted(hits(texts, game, words), key=lambda hit: hit[0])]


@lru_cache(maxsize=400)
def notes(texts: Texts, game: str, said: str) -> tuple[str, ...]:
    """Return name and meaning of each keyword of a text, a line each."""
    return tuple(f"*{keyword.name}:* {keyword.note}" for keyword in list_keywords(texts, game, said))
