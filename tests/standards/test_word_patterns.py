"""Patterns of wrong forms that a machine can see, in all catalogues; what may pass stands in the glossaries."""

import gettext
import re
from dataclasses import dataclass

import pytest

from engine import registry
from engine.languages.check import make_pattern
from engine.languages.languages import get_conventions
from scenes.shell.i18n import BRIEF, DEVICE_FORMS, EAR, FINGERS, Texts
from tests.support.catalogues import DOMAINS, LANGUAGES, OTHERS, ROOT, catalogue, texts
from tests.support.words import list_exceptions, read_page, shown

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


@pytest.fixture(scope="module")
def asked() -> set[str]:
    """Names of the rows of patterns that tests ask for."""
    found = {f"options of {info.id}" for info in registry.games()}
    for path in (ROOT / "tests").rglob("test_*.py"):
        code = path.read_text("utf-8")
        if "tests.support.words" in code:
            found.update(re.findall(r'"([a-z ]+)"', code))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_the_patterns_is_asked_for(language: str, asked: set[str]) -> None:
    """A row under a name that no test knows would let everything pass."""
    page = read_page(language).partition(". Patterns\n")[2]
    names = {line.split("|")[1].partition(":")[0].strip() for line in page.splitlines() if line.startswith("| ")}
    assert len(names) > 10 and names - {"pattern"} <= asked


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


@dataclass(frozen=True)
class Need:
    """Who needs other words than a hand on the mouse: the words, and where every text that has one has a form."""

    row: str
    ids: re.Pattern[str]
    names_keys: bool = True
    """Whether a text may name the key of a command."""


NEEDS = {
    EAR: Need("eye and mouse", re.compile(r"(?!.*\.(fingers|by_keys|by_pad)$)(?!ease\.|ui\.settings\.clicks_only)")),
    FINGERS: Need("mouse and keys", re.compile(r"(?!.*\.(spoken|by_keys|by_pad)$)"), names_keys=False),
}
"""The devices whose forms are filled in. A form for the ear is the same whatever the hands use; help with the mouse is
about the mouse for all."""


@pytest.mark.parametrize("device", NEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_speaks_of_the_mouse_says_it_otherwise_to_who_uses_something_else(language: str, device: str) -> None:
    """So a button has one name within a lesson: what is seen ("amber"), or what it is ("main"). Titles of steps are
    the same for all and say neither."""
    need, ending = NEEDS[device], DEVICE_FORMS[device]
    words = [make_pattern(word) for word in list_exceptions(language, need.row)]
    about_devices = tuple(list_exceptions(language, "about devices"))
    assert len(words) >= 5 and len(about_devices) >= 3
    count = 0
    for domain in DOMAINS:
        found = shown(language, domain)
        for key, text in found.items():
            speaks = any(word.search(text) for word in words) or (not need.names_keys and "{key_" in text)
            if not speaks or key.startswith(about_devices) or not need.ids.match(key):
                continue
            assert not key.endswith((ending, ".line")), f"{key}: {text!r}"
            assert f"{key}{ending}" in found, f"{key}: {text!r}"
            count += 1
    assert count > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_for_a_device_is_told_and_has_the_slots_of_its_text(language: str) -> None:
    plain, count = Texts(language), 0
    for domain in DOMAINS:
        for key, text in shown(language, domain).items():
            for device, ending in DEVICE_FORMS.items():
                if not key.endswith(ending):
                    continue
                of, texts = key.removesuffix(ending), Texts(language)
                texts.device, texts.brief = device, of.endswith(BRIEF)
                assert plain.has(of), f"{key}: there is no text {of}"
                assert texts.t(of.removesuffix(BRIEF)) == texts.t(key), key
                slots = [set(re.findall(r"\{(?!key_)\w+\}", plain.t(one))) for one in (of, key)]
                assert slots[0] == slots[1], f"{key}: {text!r}"
                count += 1
    assert count > 100


def test_long_explanations_have_a_short_form() -> None:
    count = 0
    for domain in DOMAINS:
        found = shown("en", domain)
        for key, text in found.items():
            if EXPLAINS.search(key) and len(text) > LONG:
                count += 1
                assert f"{key}.brief" in found, f"{key}: {len(text)} letters"
    assert count > 20
