"""A folder in the player's home is a language too; what is wrong with it is a sentence, and English for that text."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from engine.bootstrap import ROOT
from engine.languages import languages
from engine.languages.check import check_language
from engine.storage import settings
from engine.storage.safe_read import FileMessage
from scenes.shell import routes
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES, LOCALE, OTHERS
from tests.ui.driver import Driver

CODE = "qaa"
"""A code that no language will ever have (ISO 639-2: for local use)."""
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=%s; plural=%s;\\n"\n'
TWO = HEAD % (2, "(n != 1)")
OK = '\nmsgid "ui.ok"\nmsgstr "Fine"\n'


def write_language(home: Path, catalogue: str = TWO + OK, code: str = CODE, about: str = '{"name": "Stub"}') -> None:
    folder = home / "languages" / code
    (folder / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    (folder / "language.json").write_text(about, "utf-8")
    (folder / "LC_MESSAGES" / "ui.po").write_bytes(catalogue.encode("utf-8", "surrogatepass"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path))
    return tmp_path


def tell(texts: Texts) -> list[str]:
    return [Texts("en").message(each) for each in texts.take_faults()]


def test_a_language_of_the_player_is_one_among_others(home: Path) -> None:
    quoted = '\nmsgid "ui.quit.stay"\nmsgstr "\\"Stay\\" – a"\n'
    write_language(home, TWO + OK + quoted, about='{"name": "Stub", "quotes": ["»", "«"], "decimal": ","}')
    assert sorted(languages.list_codes()) == sorted([*LANGUAGES, CODE]) and languages.list_codes()[0] == "en"
    texts = Texts(CODE)
    assert (texts.language, texts.t("ui.ok"), texts.t("ui.quit.stay")) == (CODE, "Fine", "»Stay« – a")
    assert texts.t("ui.quit.leave") == Texts("en").t("ui.quit.leave"), "what it lacks is English"
    assert texts.t("legends.name") == Texts("en").t("legends.name"), "and a catalogue that it lacks"
    assert texts.t("ui.load.sub", n=2) == Texts("en").t("ui.load.sub", n=2)
    assert texts.decimal(1.5) == "1,5" and texts.has("ui.ok") and not texts.has("ui.no_such_text")
    assert tell(texts) == [] and languages.list_problems() == []


def test_all_texts_in_another_language_are_taken(home: Path) -> None:
    """The catalogues of the program themselves are good files of a player, in every language."""
    for code in OTHERS:
        shutil.copytree(LOCALE / code, home / "languages" / f"{CODE}_{code}")
    for code in OTHERS:
        texts, whole = Texts(f"{CODE}_{code}"), Texts(code)
        for text_id in ("ui.ok", "legends.name", "tash_kalar.name", "king_of_12.name", "king_of_the_dice.name"):
            assert texts.t(text_id) == whole.t(text_id)
        assert texts.t("ui.load.sub", n=3) == whole.t("ui.load.sub", n=3)
        assert tell(texts) == []


BAD_FOLDERS = {
    "a language of the program": (OTHERS[0], '{"name": "Mine"}', "this language is already built in"),
    "the fallback": ("en", '{"name": "Mine"}', "this language is already built in"),
    "no code": ("My language!", '{"name": "Mine"}', "a language code, such as de or pt_BR"),
    "no JSON": (CODE, "{", "cut off or malformed"),
    "no name": (CODE, "{}", "name: missing"),
    "a field too many": (CODE, '{"name": "Mine", "run": "rm"}', "run: there is no such field"),
    "a name that turns the line": (CODE, '{"name": "a\\u202eb"}', "no control or direction characters"),
    "a name without end": (CODE, json.dumps({"name": "a" * 31}), "a text of length <= 30"),
    "a decimal sign": (CODE, '{"name": "Mine", "decimal": "x"}', "a text matching regex"),
    "a file too large": (CODE, json.dumps({"name": "x" * 70_000}), "larger than 64 kB"),
    "deep": (CODE, "[" * 50_000, "cut off or malformed"),
}


@pytest.mark.parametrize("wrong", BAD_FOLDERS)
def test_a_folder_that_is_wrong_is_left_out_and_told_of(home: Path, wrong: str) -> None:
    code, about, told = BAD_FOLDERS[wrong]
    write_language(home, code=code, about=about)
    assert languages.list_codes() == LANGUAGES
    (problem,) = languages.list_problems()
    assert told in problem or "too many brackets" in problem
    for language in LANGUAGES:
        said = Texts(language).message(FileMessage("ui.language.refused", {"reason": problem}))
        assert code[:3] in said and str(home) not in said and "{" not in said
        assert language == "en" or said != Texts("en").message(FileMessage("ui.language.refused", {"reason": problem}))
    assert Texts(code).t("ui.ok") == Texts(code if code in LANGUAGES else "en").t("ui.ok") != "Fine"


BAD_FILES = {
    "no header": OK,
    "no plural rule": 'msgid ""\nmsgstr "Language: x\\n"\n' + OK,
    "a rule that is code": HEAD % (2, "__import__('os')") + OK,
    "a rule that divides by zero": HEAD % (2, "1/(n-5)") + OK,
    "a rule of too many forms": HEAD % (1, "(n != 1)") + OK,
    "forms without end": HEAD % (99, "0") + OK,
    "deep brackets": HEAD % (2, "(" * 240 + "0" + ")" * 240) + OK,
    "a line that is none": TWO + "\nnonsense\n",
    "a text without an id": TWO + '\nmsgstr "x"\n',
    "a string that does not end": TWO + '\nmsgid "ui.ok"\nmsgstr "Fine\n',
    "a context": TWO + '\nmsgctxt "a"\nmsgid "ui.ok"\nmsgstr "Fine"\n',
    "too large": TWO + "# " + "x" * (5 << 20),
    "half a letter": TWO + '\nmsgid "ui.ok"\nmsgstr "\udcff"\n',
}


@pytest.mark.parametrize("wrong", BAD_FILES)
def test_a_file_that_is_wrong_as_a_whole_is_told_of_and_english(home: Path, wrong: str) -> None:
    write_language(home, BAD_FILES[wrong])
    texts = Texts(CODE)
    assert texts.t("ui.ok") == Texts("en").t("ui.ok") != "Fine"
    assert texts.t("ui.load.sub", n=2) == Texts("en").t("ui.load.sub", n=2)
    (said,) = tell(texts)
    assert said.startswith("Stub: a file cannot be used") and "ui.po" in said and str(home) not in said
    assert tell(texts) == [], "it is told once"


SLOTTED, COUNTED = "ui.title.version", "ui.load.sub"
BAD_TEXTS = {
    "a slot is missing": (f'msgid "{SLOTTED}"\nmsgstr "Version"', "these slots: {version}, found -"),
    "a slot too many": (f'msgid "{SLOTTED}"\nmsgstr "{{version}} {{name}}"', "found {name} {version}"),
    "a slot reaches inside": (f'msgid "{SLOTTED}"\nmsgstr "{{version.__class__}}"', "these slots"),
    "a slot of a million letters": (f'msgid "{SLOTTED}"\nmsgstr "{{version:>9999999}}"', "these slots"),
    "a brace alone": (f'msgid "{SLOTTED}"\nmsgstr "{{version"', "braces in pairs"),
    "too few forms": (f'msgid "{COUNTED}"\nmsgid_plural "{COUNTED}"\nmsgstr[0] "{{n}} x"', "forms: 2, found 1"),
    "forms where English has one": ('msgid "ui.ok"\nmsgid_plural "ui.ok"\nmsgstr[0] "a"\nmsgstr[1] "b"', "forms: 1"),
    "an empty form": (f'msgid "{COUNTED}"\nmsgid_plural "{COUNTED}"\nmsgstr[0] "{{n}}"\nmsgstr[1] " "', "forms: 2"),
    "a letter of direction": ('msgid "ui.ok"\nmsgstr "\u202eenif"', "no control or direction characters"),
    "a letter of control": ('msgid "ui.ok"\nmsgstr "a\x07b"', "no control or direction characters"),
    "too long": (f'msgid "ui.ok"\nmsgstr "{"x" * 900}"', "a text of 1 to 200 characters"),
    "a star alone": ('msgid "ui.ok"\nmsgstr "*Fine"', "stars in pairs"),
    "twice": ('msgid "ui.ok"\nmsgstr "Got it"\n\nmsgid "ui.ok"\nmsgstr "Other"', "ui.ok appears twice"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", BAD_TEXTS)
def test_a_text_that_is_wrong_is_told_of_and_english_and_the_others_stay(home: Path, wrong: str) -> None:
    entry, told = BAD_TEXTS[wrong]
    write_language(home, f'{TWO}\n{entry}\n\nmsgid "ui.quit.stay"\nmsgstr "Stick"\n')
    texts, english = Texts(CODE), Texts("en")
    for text_id, params in (("ui.ok", {}), (SLOTTED, {"version": "9"}), (COUNTED, {"n": 1}), (COUNTED, {"n": 5})):
        assert texts.t(text_id, **params) == english.t(text_id, **params)
    assert texts.t("ui.quit.stay") == "Stick"
    (said,) = tell(texts)
    assert said.startswith("Stub: 1 text cannot be used") and told in said


def test_what_is_not_translated_yet_is_no_fault(home: Path) -> None:
    entries = (
        '#, fuzzy\nmsgid "ui.ok"\nmsgstr "Perhaps"\n\nmsgid "ui.quit.stay"\nmsgstr ""\n\n#~ msgid "a"\n#~ msgstr "b"\n'
    )
    write_language(home, f'{TWO}\n{entries}\nmsgid "ui.of_another_version"\nmsgstr "x {{y}}"\n')
    texts = Texts(CODE)
    assert [texts.t(one) for one in ("ui.ok", "ui.quit.stay")] == [
        Texts("en").t(one) for one in ("ui.ok", "ui.quit.stay")
    ]
    assert tell(texts) == []


def test_a_link_out_of_the_folder_is_not_followed(home: Path) -> None:
    write_language(home)
    place = home / "languages" / CODE / "LC_MESSAGES" / "ui.po"
    outside = home / "elsewhere.po"
    place.replace(outside)
    try:
        place.symlink_to(outside)
    except OSError:
        pytest.skip("no links here")
    texts = Texts(CODE)
    assert texts.t("ui.ok") == Texts("en").t("ui.ok")
    (said,) = tell(texts)
    assert "ui.po" in said


def test_the_settings_keep_a_language_whose_folder_is_away(home: Path) -> None:
    """A folder on a disk that is not there today is no reason to forget it."""
    settings.saver(settings.Settings(language="xx"))()
    found, told = settings.load()
    assert (found.language, told) == ("xx", [])
    settings.path().write_text('{"language": "../../x"}', "utf-8")
    found, told = settings.load()
    assert found.language == "" and len(told) == 1


def test_the_command_tells_what_a_language_lacks(home: Path) -> None:
    entries = (
        '\nmsgid "ui.title.version"\nmsgstr "{name}"\n\nmsgid "ui.quit.leave"\nmsgstr "Leave the whole table at once"\n'
    )
    write_language(home, TWO + OK + entries)
    (home / "languages" / CODE / "glossary.md").write_text(
        "### All games\n| en | own | never |\n|---|---|---|\n| a | `Fine` | `table*` |\n| b | `castle` | - |\n",
        "utf-8",
    )
    *lines, last = check_language(CODE)
    assert "ui.po, ui.title.version: expected these slots: {version}, found {name}" in lines
    assert "ui.po, ui.quit.stay: missing" in lines and "legends.po, legends.name: missing" in lines
    (long,) = (line for line in lines if "too long" in line)
    assert long.startswith("ui.po, ui.quit.leave: too long: 29 letters, layouts are tried with ")
    assert "ui.po, ui.quit.leave: has 'table*', which the glossary rules out" in lines
    assert "glossary.md: no text has the term 'castle'" in lines
    assert last.startswith(f"Stub ({CODE}): ") and last.endswith(" 0 as in English")
    count, *others = map(int, re.findall(r"(\d+) (?:texts|wrong|missing|too long|against)", last))
    assert others == [1, count - 2, 1, 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_of_the_program_lack_nothing(language: str) -> None:
    *faults, line = check_language(language)
    assert not faults, "\n".join(faults)
    assert re.search(r": \d{4} texts, 0 wrong, 0 missing, 0 too long, 0 against the glossary", line)


def test_the_guide_is_right(home: Path) -> None:
    """The steps of docs/add_a_language.md, with a stub: copy English, set the name, translate one text, check."""
    guide = (Path(ROOT) / "docs" / "add_a_language.md").read_text("utf-8")
    assert all(f"`{name}`" in guide for name in ("language.json", "glossary.md", "players.md", "packages.json"))
    folder = home / "languages" / CODE
    shutil.copytree(LOCALE / "en", folder, ignore=shutil.ignore_patterns("glossary.md"))
    about = json.loads((folder / "language.json").read_text("utf-8"))
    (folder / "language.json").write_text(json.dumps({**about, "name": "Stub", "decimal": ","}), "utf-8")
    source = folder / "LC_MESSAGES" / "ui.po"
    source.write_text(source.read_text("utf-8").replace('msgstr "Got it"', 'msgstr "Fine"'), "utf-8")
    command = [sys.executable, "game.py", "--check-language", CODE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0 and re.search(rf"Stub .{CODE}.: .* 0 wrong, 0 missing", done.stdout), done.stdout
    assert Texts(CODE).t("ui.ok") == "Fine"


def test_a_folder_of_an_older_version_still_opens(home: Path) -> None:
    """The files as they were when languages of players came; whatever changes, they are read as then."""
    shutil.copytree(Path(__file__).with_name("player_language_0_3"), home / "languages")
    texts = Texts("qst")
    assert languages.get_conventions("qst").name == "Stubisch"
    assert (texts.t("ui.ok"), texts.t("ui.load.sub", n=1)) == ("Alles klar", "1\u00a0Spiel")
    assert texts.t("ui.load.sub", n=4) == "4\u00a0Spiele" and texts.t("ui.title.version", version=1) == "„Fassung“ 1"
    assert texts.t("ui.cancel") == Texts("en").t("ui.cancel") and tell(texts) == []


def test_a_fault_is_told_in_the_window(home: Path) -> None:
    entry, told = BAD_TEXTS["a slot is missing"]
    write_language(home, f"{TWO}\n{entry}\n{OK}")
    driver = Driver(language=CODE)
    try:
        routes.open(driver.ctx, "title")
        driver.run(400)  # drawn in the last of these frames
        driver.run(100)
        assert driver.top.name == "dialog" and told.partition(":")[0] in driver.top.body and "Stub" in driver.top.body
    finally:
        driver.close()


def test_more_than_four_languages_are_a_list_of_their_own_names(home: Path) -> None:
    write_language(home)
    driver = Driver()
    try:
        routes.open(driver.ctx, "title")
        driver.run(400)
        codes, names = languages.list_codes(), [each.conventions.name for each in languages.list_languages()]
        assert driver.target("language").value == names[0] == "English" and not driver.has("language.0")
        driver.click("language")
        driver.run(100)
        assert [driver.target(f"language.{at}").label for at in range(len(codes))] == names
        driver.click(f"language.{codes.index(CODE)}")
        driver.run(100)
        assert driver.ctx.texts.language == CODE and driver.target("language").value == "Stub"
        driver.ctx.settings.language = "en"
        driver.ctx.apply_settings()
        for _ in range(60):
            driver.key(pygame.K_TAB)
            driver.run(32)
            if driver.top.ui.focus == "language":
                break
        driver.key(pygame.K_RETURN)
        driver.run(100)
        driver.key(pygame.K_DOWN)
        driver.run(32)
        driver.key(pygame.K_RETURN)
        driver.run(100)
        assert driver.ctx.texts.language == codes[1], "by keys alone"
    finally:
        driver.close()
