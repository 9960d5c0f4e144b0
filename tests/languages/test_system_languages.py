"""Which language a first start has, by what the system tells."""

from pathlib import Path

import pytest

from engine.languages import languages
from engine.languages.languages import FALLBACK, list_wanted_languages, match_system
from engine.storage.settings import Settings
from scenes.shell.context import Context
from tests.support.catalogues import OTHERS

ONE, OTHER = OTHERS[:2]


@pytest.mark.parametrize(
    ("told", "chosen"),
    [
        ([f"{ONE}_XX", FALLBACK], ONE),
        ([f"{ONE}-XX"], ONE),
        ([f"{ONE}_XX.UTF-8@euro"], ONE),
        ([f"{ONE.upper()}-Latn-XX"], ONE),
        (["xx_YY", f"{OTHER}_", ONE], OTHER),
        (["xx_YY", ""], FALLBACK),
        ([], FALLBACK),
        (["nb_NO"], "no"),
        (["pt_PT"], FALLBACK),
        (["pt-BR"], "pt_BR"),
    ],
)
def test_the_first_language_that_is_there_is_taken(
    told: list[str], chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = (*languages.list_codes(), "no", "pt_BR")
    monkeypatch.setattr(languages, "list_codes", lambda: codes)
    assert match_system(told) == chosen


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LANG": "aa_AA.UTF-8"}, ["aa_AA.UTF-8"]),
        ({"LANG": "aa_AA.UTF-8", "LC_MESSAGES": "bb_BB"}, ["bb_BB"]),
        ({"LANG": "aa_AA", "LC_MESSAGES": "bb_BB", "LC_ALL": "cc_CC"}, ["cc_CC"]),
        ({"LANG": "aa_AA", "LC_ALL": ""}, ["aa_AA"]),
        ({"LANG": "aa_AA", "LANGUAGE": "bb:cc_CC"}, ["bb", "cc_CC", "aa_AA"]),
        ({"LANG": "C.UTF-8", "LANGUAGE": "bb"}, []),
        ({"LANGUAGE": "bb"}, []),
        ({}, []),
    ],
)
def test_variables_count_as_gettext_reads_them(
    environment: dict[str, str], wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window library has read LANG alone, before LANGUAGE."""
    monkeypatch.setattr(languages, "HAS_VARIABLES", True)
    assert list_wanted_languages(["zz_ZZ"], environment) == wanted


def test_windows_and_macos_tell_their_languages_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "HAS_VARIABLES", False)
    assert list_wanted_languages(["zz_ZZ", "aa"], {"LANG": "bb_BB"}) == ["zz_ZZ", "aa"]


def test_every_language_of_the_program_has_its_name_and_its_letters(tmp_path: Path) -> None:
    for each in languages.list_languages():
        assert each.conventions.name and len(each.conventions.keyboard) >= 4
        assert each.folder.name == each.code
    assert languages.list_codes()[0] == FALLBACK
    assert languages.list_problems() == []


def test_the_first_start_takes_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was chosen, or what was chosen is away; a choice counts before the system."""
    told = [{"language": "xx", "country": "XX"}, {"language": OTHER, "country": None}]
    monkeypatch.setattr(languages, "HAS_VARIABLES", False)
    monkeypatch.setattr("pygame.system.get_pref_locales", lambda: told)
    for chosen, wanted in (("", OTHER), ("qzz", OTHER), (ONE, ONE)):
        context = Context(Settings(language=chosen), sound=False, quiet=True)
        try:
            assert context.language == context.texts.language == wanted
        finally:
            context.close()
