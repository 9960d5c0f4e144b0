"""The catalogues of all languages say the same things, completely, and are compiled."""

import re
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import Event, Message
from engine.languages.languages import Conventions, get_conventions, typeset
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.options import PROMOS
from tests.support.catalogues import COMPILER, DOMAINS, LANGUAGES, LOCALE, OTHERS, PLACEHOLDER, catalogue, texts


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
        assert len(forms) == (catalogue(language, domain).num_plurals if len(english[key]) > 1 else 1), key
        for form in forms:
            assert set(PLACEHOLDER.findall(form)) <= wanted | {"n"}, key
        assert set(PLACEHOLDER.findall(forms[-1])) == wanted, key
        assert all(form.count("*") % 2 == 0 for form in forms), f"{key}: an asterisk stands alone"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_gives_the_plural_rule(language: str, domain: str) -> None:
    rules = [dict(catalogue(language, each).mime_headers)["Plural-Forms"] for each in (domain, "ui")]
    assert rules[0] == rules[1] and rules[0].startswith("nplurals="), "one rule for all texts of a language"


@pytest.mark.parametrize("language", OTHERS)
def test_one_letter_words_cling_to_the_next(language: str) -> None:
    words = get_conventions(language).one_letter_words
    loose = re.compile(rf"(?<![\w{{'’])[{words or 'a'}] (?=\S)", re.IGNORECASE)
    for domain in DOMAINS if words else ():
        for key, forms in texts(language, domain).items():
            assert not any(loose.search(form) for form in forms), f"{key}: {forms[0]!r}"


ISLANDS = Conventions("Islands", apostrophe="\u2019")
VALLEYS = Conventions(
    "Valleys", ("„", "“"), no_break_before=("–", "%", "p. b."), binds_numbers=True, one_letter_words="aikosuvz"
)
STEPPES = Conventions(
    "Steppes", ("«", "»"), dash="—", no_break_before=("—", "%"), binds_numbers=True, one_letter_words="авикосуя"
)


@pytest.mark.parametrize(
    ("conventions", "plain", "shown"),
    [
        (ISLANDS, 'He said "yes" – 15% of 3', "He said “yes” – 15% of 3"),
        (ISLANDS, "wins round {round} with {n} points", "wins round\xa0{round} with {n} points"),
        (ISLANDS, "it's a 3 – 'ere", "it’s a 3 – ’ere"),
        (
            VALLEYS,
            'V ruce: 9 + 7 = {v}, {n} bodů, 15 % – "ano"',
            "V\xa0ruce: 9\xa0+\xa07\xa0=\xa0{v}, {n}\xa0bodů, 15\xa0%\xa0– „ano“",
        ),
        (VALLEYS, "a 3 kocky, o {n} p. b.", "a\xa03\xa0kocky, o\xa0{n}\xa0p. b."),
        (STEPPES, "побеждает в раунде {round}: {n} очко", "побеждает в\xa0раунде\xa0{round}: {n}\xa0очко"),
        (STEPPES, 'Второе место – {name}: {n} очко, "да"', "Второе место\xa0— {name}: {n}\xa0очко, «да»"),
        (STEPPES, "2\xa0очка, следующее –\xa01.", "2\xa0очка, следующее\xa0— 1."),
        (STEPPES, "второе место, значение *{value}:* {n} очко", "второе место, значение\xa0*{value}:* {n}\xa0очко"),
    ],
)
def test_texts_are_set_as_each_language_has_it(conventions: Conventions, plain: str, shown: str) -> None:
    assert typeset(plain, conventions) == shown
    assert typeset(shown, conventions) == shown, "twice changes nothing"


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
