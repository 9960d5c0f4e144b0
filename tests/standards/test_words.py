"""All catalogues are held to the glossaries of ``locale``: which word stands for which thing, in each language."""

import re
from functools import cache
from pathlib import Path

import pytest

from engine.languages.check import make_pattern
from engine.languages.languages import get_conventions
from scenes.shell.i18n import Texts
from tests.support.catalogues import DOMAINS, LANGUAGES, OTHERS, ROOT, catalogue, texts
from tests.support.words import list_words, rows, shown

LEAST = (18, 30)
"""So many forbidden words and terms there are at the least: an empty glossary holds nothing."""
SLOT = re.compile(r"\{\w+")
_BEGINNING = re.compile(r"^[^\w{]+")
INSIDE = "inside: "
"""How the comment of a message in the English catalogue begins that says within what the text stands."""
NAME = r"\{(?:name|names|player|players|actor|other|victim|thief|rival|[abcd])\}"
COUNTED = re.compile(
    r"\{(n|points|coins|price|cost|count|number|actions|goal|value|left|away|armies|cities)\}\*? "
    r"(?:point|coin|card|action|army|armies|turn|piece|city|cities|region|elixir|token|die|dice|player|game)(?:s|es)?\b"
)
NOT_COUNTED = ("square", "letters", "values")
"""Slots that hold no number."""
KEYS_AND_LISTS = {"lesson.skip.tip", "legends.panel.rival.tip"}
"""Tips that are no sentences: the name of a key, lines of figures."""
NEVER_ONE = {
    "king_of_the_dice.want.one_colour",
    "legends.ability.set_bonus",
    "tash_kalar.table.state",
    "tash_kalar.table.scoring.duel",
}
"""Numbers of the rules that are always larger: one form is enough."""


@cache
def worded(language: str, domain: str) -> dict[str, str]:
    """All texts of a catalogue without the names of their slots, which are no words of the language."""
    return {key: SLOT.sub("{", text) for key, text in shown(language, domain).items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_glossary_rules_out(language: str) -> None:
    count = 0
    for domains, _, ruled_out in rows(language):
        for word in ruled_out:
            count += 1
            forbidden = make_pattern(word)
            for domain in domains:
                for key, text in worded(language, domain).items():
                    assert not forbidden.search(text), f"{key}: {word!r} in {text!r}"
    assert count >= LEAST[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_of_the_glossary_is_used(language: str) -> None:
    count = 0
    for domains, terms, _ in rows(language):
        for word in terms:
            count += 1
            everywhere = {*domains, "ui"}
            has_term = make_pattern(word).search
            used = any(has_term(text) for each in everywhere for text in shown(language, each).values())
            assert used, f"locale/{language}/glossary.md: no text has {word!r}"
    assert count >= LEAST[1]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_set_carelessly(language: str, domain: str) -> None:
    """No two spaces, none at an end or before a stop, no straight quotes, as many brackets closed as opened."""
    for key, text in shown(language, domain).items():
        assert "  " not in text and text == text.strip(), f"{key}: {text!r}"
        assert not re.search(r" [,.;!?](?:\s|$)", text), f"{key}: {text!r}"
        assert '"' not in text, f"{key}: {text!r}"
        assert text.count("(") == text.count(")"), f"{key}: {text!r}"


def test_english_has_typographic_apostrophes_alone() -> None:
    for domain in DOMAINS:
        for key, text in shown("en", domain).items():
            assert "'" not in text, f"{key}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_varies_stands_behind_a_slash_and_not_behind_a_preposition(language: str) -> None:
    """Where the preposition would have to change with the number ("z 5", but "ze 4")."""
    words = list_words(language, "never before a number")
    slot = re.compile(rf"(?<!\w)(?:{'|'.join(words)}) \*?\{{(?!(?:{'|'.join(NOT_COUNTED)})\}})")
    assert not words or (slot.search(f"{words[0]} {{of}}") and not slot.search(f"{words[0]} {{square}}"))
    for domain in DOMAINS if words else ():
        for key, text in shown(language, domain).items():
            assert not slot.search(text), f"{key}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_tips_end_with_a_full_stop_and_conditions_of_puzzles_with_none(language: str) -> None:
    for domain in DOMAINS:
        for key, text in shown(language, domain).items():
            if re.search(r"\.tip(\.|$)", key) and key not in KEYS_AND_LISTS:
                assert all(re.search(r"[.!?…][”“»]?$", form) for form in text.split("\n")), f"{key}: {text!r}"
            if ".puzzle.condition." in key:
                assert not any(form.endswith(".") for form in text.split("\n")), f"{key}: {text!r}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_bold_number_clings_to_what_it_counts(language: str) -> None:
    if not get_conventions(language).binds_numbers:
        return
    loose = re.compile(r"(?:\{n\}|(?<![\w{])\d+)\*? \*?[^\W\d_]")
    assert loose.search("*{n}* bod") and loose.search("*1–3* dlaždice")
    for domain in DOMAINS:
        for key, forms in texts(language, domain).items():
            assert not any(loose.search(form) for form in forms), f"{key}: {forms!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_apart_and_none_ends_with_a_path(language: str) -> None:
    """No text is glued behind another, and a stop behind a path would be read as a part of it."""
    for domain in DOMAINS:
        for key, text in shown(language, domain).items():
            glued = re.finditer(r"[^\W\d_]{2}[.!?]([^\W\d_])", text)
            assert not any(found[1].isupper() for found in glued), f"{key}: {text!r}"
            assert not re.search(r"\{path\}\.|\{place\}\)\.?$", text), f"{key}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_stands_behind_no_colon(language: str) -> None:
    """Many actions have a colon of their own: two in a row are hard to read."""
    for key, text in shown(language, "ui").items():
        assert not re.search(r": \*?\{(?:best|chosen)\}", text), f"{key}: {text!r}"
        assert not (key.startswith("study.turn.") and ": {what}" in text), f"{key}: {text!r}"


@pytest.mark.parametrize("language", OTHERS)
def test_no_long_text_breaks_off(language: str) -> None:
    """What is long in English is long in every language, and does not end with what stands for the rest."""
    for domain in DOMAINS:
        english = shown("en", domain)
        for key, text in shown(language, domain).items():
            assert not text.endswith(" …"), f"{key}: {text!r}"
            assert len(english[key]) < 150 or len(text) > len(english[key]) / 2, f"{key}: {text!r}"


def inside(domain: str) -> set[str]:
    """The messages of a catalogue whose place is within a sentence or a row of words."""
    found: set[str] = set()
    for message in catalogue("en", domain):
        if any(note.startswith(INSIDE) for note in message.auto_comments):
            found.add(message.id if isinstance(message.id, str) else message.id[0])
    return found


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_text_begins_with_a_capital_unless_its_place_is_within_a_sentence(domain: str) -> None:
    within = inside(domain)
    small = set()
    for language in LANGUAGES:
        for key, forms in texts(language, domain).items():
            if any(_BEGINNING.sub("", form)[:1].islower() for form in forms):
                assert key in within, f"{language}: {key}: {forms[0]!r} stands alone, or its comment does not say where"
                small.add(key)
    assert within == small, "these stand alone after all"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_would_have_to_be_inflected(language: str) -> None:
    """Behind words after which it would have another form: a typed name has but one."""
    words = list_words(language, "never before a name")
    bad = re.compile(rf"(?<!\w)(?:{'|'.join(words)}) \*?{NAME}", re.IGNORECASE)
    assert not words or bad.search(f"{words[0]} *{{player}}*")
    for domain in DOMAINS if words else ():
        for key, text in shown(language, domain).items():
            assert not bad.search(text), f"{key}: {text!r}"


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_is_counted_has_its_plural_forms(domain: str) -> None:
    for key, forms in texts("en", domain).items():
        plain = forms[0].replace("\u00a0", " ")
        if (found := COUNTED.search(plain)) and key not in NEVER_ONE and not key.endswith(".part"):
            assert found[1] == "n" and len(forms) == 2, f"{key}: {plain!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fraction_has_its_own_form_and_a_whole_number_that_of_its_kind(language: str) -> None:
    say, decimal = Texts(language), get_conventions(language).decimal
    parts = [key for domain in DOMAINS for key in texts(language, domain) if key.endswith(".part")]
    examples = list_words(language, "points")
    assert len(parts) >= 5 and len(examples) >= 4
    said = {float(words.split()[0].replace(decimal, ".")): words for words in examples}
    assert {value.is_integer() for value in said} == {True, False} and 1.0 in said
    for key in parts:
        for value, words in {**said, 0.996: said[1.0]}.items():
            text = say.t(key.removesuffix(".part"), n=value).replace("\u00a0", " ")
            assert re.search(rf"(?<![\w,.]){re.escape(words)}\b", text), f"{key}, {value}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_catalogue_has_an_id(language: str) -> None:
    """What two changes at one place leave behind: a text without an id, which no reader of catalogues minds."""
    for file in sorted((Path(ROOT) / "locale" / language / "LC_MESSAGES").glob("*.po")):
        for entry in re.split(r"\n{2,}", file.read_text("utf-8").strip()):
            lines = [line for line in entry.splitlines() if not line.startswith("#")]
            assert not lines or lines[0].startswith("msgid"), f"{file}: {entry}"
