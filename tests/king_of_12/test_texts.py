"""The four catalogues say the same things, completely, and are compiled."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import Event, Message
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.options import PROMOS
from tests.support.catalogues import COMPILER, DOMAINS, LANGUAGES, LOCALE, LONE_LETTER, PLACEHOLDER, catalogue, texts

FORMS = {"en": 2, "cs": 3, "sk": 3, "ru": 3}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_fresh(language: str, domain: str) -> None:
    source = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    assert source.with_suffix(".mo").read_bytes() == COMPILER["compile_catalogue"](source), (
        "run build/bake/catalogues.py"
    )


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_texts_and_placeholders(language: str, domain: str) -> None:
    english, other = texts("en", domain), texts(language, domain)
    assert sorted(other) == sorted(english)
    for key, forms in other.items():
        assert all(form.strip() for form in forms), key
        wanted = set(PLACEHOLDER.findall(english[key][-1]))
        assert len(forms) == (FORMS[language] if len(english[key]) > 1 else 1), key
        for form in forms:
            assert set(PLACEHOLDER.findall(form)) <= wanted | {"n"}, key
        assert set(PLACEHOLDER.findall(forms[-1])) == wanted, key
        assert all(form.count("*") % 2 == 0 for form in forms), f"{key}: an asterisk stands alone"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_gives_the_plural_rule(language: str, domain: str) -> None:
    header = catalogue(language, domain).mime_headers
    assert f"nplurals={FORMS[language]}" in dict(header)["Plural-Forms"]


@pytest.mark.parametrize("language", ["cs", "sk", "ru"])
def test_one_letter_words_cling_to_the_next(language: str) -> None:
    for key, forms in texts(language, "king_of_12").items():
        for form in forms:
            assert not LONE_LETTER.search(form), f"{key}: {form}"


@pytest.mark.parametrize(
    ("language", "plain", "shown"),
    [
        ("en", 'He said "yes" – 15% of 3', "He said “yes” – 15% of 3"),
        (
            "cs",
            'V ruce: 9 + 7 = {v}, {n} bodů, 15 % – "ano"',
            "V\xa0ruce: 9\xa0+\xa07\xa0=\xa0{v}, {n}\xa0bodů, 15\xa0%\xa0– „ano“",
        ),
        ("sk", "a 3 kocky", "a\xa03\xa0kocky"),
        ("en", "wins round {round} with {n} points", "wins round\xa0{round} with {n} points"),
        ("ru", "побеждает в раунде {round}: {n} очко", "побеждает в\xa0раунде\xa0{round}: {n}\xa0очко"),
        ("ru", 'Второе место – {name}: {n} очко, "да"', "Второе место\xa0— {name}: {n}\xa0очко, «да»"),
        ("ru", "2\xa0очка, следующее –\xa01.", "2\xa0очка, следующее\xa0— 1."),
        ("ru", "второе место, значение *{value}:* {n} очко", "второе место, значение\xa0*{value}:* {n}\xa0очко"),
        ("heap", 'a "b" – c', 'a "b" – c'),
    ],
)
def test_texts_are_set_as_each_language_has_it(language: str, plain: str, shown: str) -> None:
    assert COMPILER["typeset"](plain, language) == shown
    assert COMPILER["typeset"](shown, language) == shown, "twice changes nothing"


def used_messages() -> set[tuple[str, tuple[str, ...]]]:
    """Every message the rules can produce, found by playing many games."""
    found: dict[str, Message] = {}

    def note(what: int | Event) -> None:
        for message in (RULES.describe(what), RULES.explain(what)):
            if message is not None:
                found[message.id] = message

    for action in (*range(CARD_COUNT), *range(21, 33), 40, 41, 50, 51, 52, *range(LAY, LAY + CARD_COUNT)):
        note(action)
    for seed in range(120):
        chance = SeededChance(seed)
        options: dict[str, Any] = {"set": "random", "promo": list(PROMOS)[seed % len(PROMOS)]}
        state = RULES.new(options, 2 + seed % 3, chance, note)
        while owing := RULES.to_act(state):
            RULES.apply(state, owing[0], chance.draw(RULES.legal(state, owing[0])), chance, note)
    return {(key, tuple(sorted(message.params))) for key, message in found.items()}


def test_every_text_of_the_rules_is_in_the_catalogue_with_its_parameters() -> None:
    english = texts("en", "king_of_12")
    messages = used_messages()
    assert len(messages) > 100
    for key, params in messages:
        assert key in english, key
        for form in english[key]:
            assert set(PLACEHOLDER.findall(form)) <= set(params), key


def test_every_card_option_and_page_has_its_texts() -> None:
    english = texts("en", "king_of_12")
    for card in ("knight", "sorcerer", "oracle", "alchemist", "machine", "parasite", "golem", "gambler",
                 "lady", "merchants", "reverser", "troublemakers", "collector", "faun"):  # fmt: skip
        for part in ("name", "text", "help"):
            assert f"king_of_12.card.{card}.{part}" in english
    for option in RULES.options():
        assert f"king_of_12.option.{option.name}" in english
        if option.kind == "choice":
            for value in option.values:
                assert f"king_of_12.option.{option.name}.{value}" in english
    for page in range(1, 10):
        assert f"king_of_12.rules.{page}.title" in english
        assert f"king_of_12.rules.{page}.body" in english
