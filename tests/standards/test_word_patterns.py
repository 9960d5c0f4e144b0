"""Patterns of wrong forms that a machine can see, in all catalogues; what may pass stands in the glossaries."""

from __future__ import annotations

import gettext
import re

import pytest

from engine import registry
from engine.languages.glossary import make_pattern
from engine.languages.languages import get_conventions
from tests.support.catalogues import DOMAINS, LANGUAGES, OTHERS, catalogue, texts
from tests.support.words import list_exceptions, shown

POSSESSIVE = re.compile(r"(?:\b(?:my|your|their|its|his|her|our|whose)|['\u2019]s|s['\u2019]) \*?$", re.IGNORECASE)
NAMES = "where|names|regions|tokens|cards|mixture|dice|card|region|task|token|citizen|what|terrain"
"""Slots of names in their first form, single ones and lists."""
NAMED = re.compile(rf"(?P<before>[^ (]+ )?(?P<last>[^ (]+) [*„«]*\{{(?:{NAMES})\}}")
SQUARES = {"tash_kalar"}
"""Domains whose lists of places are squares, which have no other forms."""
DASH = re.compile(r" [–—] \*?(?P<next>[^\W\d_]+)")
SENTENCES = "turn|action|best|chosen|played|better|said"
"""Slots that begin with a capital."""
LONG = 150
"""An explanation at the table that has more letters in English has a short form."""
EXPLAINS = re.compile(r"(?:\.why|\.help|\.why\.\w+)$")


def list_shown(language: str) -> list[tuple[str, str, str]]:
    """All texts of a language, form by form: (domain, id, form)."""
    return [
        (domain, key, form)
        for domain in DOMAINS
        for key, text in shown(language, domain).items()
        for form in text.split("\n")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_percent_sign_has_the_space_of_its_language(language: str) -> None:
    """One that does not break, or none."""
    has_space = "%" in get_conventions(language).no_break_before
    bad = re.compile(r"(?<!\u00a0)%" if has_space else r"\s%")
    assert bad.search("5 %") and bad.search("5%" if has_space else "5\u00a0%")
    for domain in DOMAINS:
        for key, forms in texts(language, domain).items():
            assert not any(bad.search(form) for form in forms), f"{key}: {forms[0]!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_dashes_and_units_are_those_of_the_language(language: str) -> None:
    """No dash of another language, and no sign or unit that may stand alone on the next line."""
    own = get_conventions(language)
    other = "\u2014" if own.dash == "\u2013" else "\u2013"
    units = "|".join(re.escape(each) for each in own.no_break_before) or "(?!)"
    bad = re.compile(rf" {other} |(?<=[}}\d]) (?:{units})")
    assert bad.search(f"a {other} b") and all(bad.search(f"{{n}} {each}") for each in own.no_break_before)
    for domain in DOMAINS:
        for key, forms in texts(language, domain).items():
            assert not any(bad.search(form) for form in forms), f"{key}: {forms[0]!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_that_serves_several_numbers_says_which(language: str) -> None:
    """The first form of Russian is that of 1, 21, 31: "the first action" would be said of 21."""
    for domain in DOMAINS:
        choose = gettext.c2py(catalogue(language, domain).plural_expr)
        served: dict[int, set[int]] = {}
        for number in range(200):
            served.setdefault(choose(number), set()).add(number)
        for key, forms in texts(language, domain).items():
            if not any("{n}" in form for form in forms) or key in list_exceptions(language, "without its number"):
                continue
            for at, form in enumerate(forms):
                assert "{n}" in form or len(forms) == 1 or len(served[at]) == 1, f"{key}: {form!r}"


def test_own_stands_behind_whose_it_is() -> None:
    passed = list_exceptions("en", "own")
    assert POSSESSIVE.search("it is your ") and not POSSESSIVE.search("it is an ")
    for _, key, form in list_shown("en"):
        for found in re.finditer(r"(?<!\{)\bown\b(?!\})", form, re.IGNORECASE):
            assert POSSESSIVE.search(form[: found.start()]) or key in passed, f"{key}: {form!r}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_name_that_is_filled_in_stands_behind_a_colon_or_a_noun(language: str) -> None:
    """It has its first form alone: behind a verb it would have to be another ("move Lonely Rock")."""
    passed = list_exceptions(language, "name after")
    if not passed:
        return
    for domain, key, form in list_shown(language):
        if key in passed:
            continue
        for found in NAMED.finditer(form):
            last = found["last"].lower().strip("*")
            if last[-1] in ":–—,.;?·•×→" or (domain in SQUARES and found[0].endswith("{where}")):
                continue
            words = {last, f"{found['before'] or ''}{last}".lower()}
            assert words & passed, f"{key}: {form!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dash_is_followed_by_a_small_letter(language: str) -> None:
    passed = list_exceptions(language, "capital after a dash")
    slots = re.compile(rf" [–—] \*?\{{(?:{SENTENCES})\}}")
    for _, key, form in list_shown(language):
        assert not slots.search(form), f"{key}: {form!r}"
        for found in DASH.finditer(form):
            assert not found["next"][0].isupper() or found["next"].lower() in passed, f"{key}: {form!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_say_can_and_not_may(language: str) -> None:
    words = [make_pattern(word) for word in list_exceptions(language, "never on cards")]
    for domain in ("tash_kalar", *registry.list_additions("tash_kalar")):
        for key, text in shown(language, domain).items():
            if ".card." in key and key.endswith(".text"):
                assert not any(word.search(text) for word in words), f"{key}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_lesson_says_of_eye_and_mouse_it_says_otherwise_to_those_who_listen(language: str) -> None:
    """So a button has one name within a lesson: what is seen ("amber"), or what it is ("main"). Titles of steps are
    the same for all and say neither."""
    words = [make_pattern(word) for word in list_exceptions(language, "eye and mouse")]
    assert len(words) >= 5
    for domain in DOMAINS:
        found = shown(language, domain)
        for key, text in found.items():
            if ".lesson." in key and any(word.search(text) for word in words):
                assert not key.endswith((".spoken", ".line")), f"{key}: {text!r}"
                assert f"{key}.spoken" in found, f"{key}: {text!r}"


def test_long_explanations_have_a_short_form() -> None:
    count = 0
    for domain in DOMAINS:
        found = shown("en", domain)
        for key, text in found.items():
            if EXPLAINS.search(key) and len(text) > LONG:
                count += 1
                assert f"{key}.brief" in found, f"{key}: {len(text)} letters"
    assert count > 20
