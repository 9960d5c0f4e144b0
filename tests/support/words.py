"""The texts of the catalogues, and the words and lists of the glossaries of ``locale`` that they are held to."""

from functools import cache

from engine.languages import check
from engine.languages.check import list_headings
from tests.support.catalogues import DOMAINS, LOCALE, texts


@cache
def read_page(language: str) -> str:
    """The glossary of a language."""
    return (LOCALE / language / check.FILE).read_text("utf-8")


def list_words(language: str, name: str) -> tuple[str, ...]:
    """The words of the rows of a pattern, in their order."""
    return check.list_words(read_page(language), name)


@cache
def list_exceptions(language: str, name: str) -> frozenset[str]:
    """Return the words of the rows of a pattern, in small letters."""
    return frozenset(word.lower() for word in list_words(language, name))


@cache
def shown(language: str, domain: str) -> dict[str, str]:
    """All texts of a catalogue with plain spaces, the forms of one text together."""
    found = texts(language, domain)
    return {key: "\n".join(forms).replace("\u00a0", " ") for key, forms in found.items()}


@cache
def rows(language: str) -> list[check.Row]:
    """The rows of all tables of terms, with all catalogues where they are about no game."""
    headings = list_headings({domain: texts(language, domain) for domain in DOMAINS})
    found = check.read_rows(read_page(language), language, headings)
    return [row._replace(domains=row.domains or tuple(DOMAINS)) for row in found]
