"""A third expansion, built as the guide says and put into a copy of the program: from clone to table."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT
from games.tash_kalar.cards import CARDS_FILE
from games.tash_kalar.expansions import FOLDER, LAST_DECK

ROOMS = (
    "ai",
    "build",
    "engine",
    "games",
    "locale",
    "maps",
    "scenes",
    "sounds",
    "sprites",
    "tests",
    "docs",
    "measurements",
)
SAMPLE = Path(__file__).with_name("sample_expansion")
NAME = "Echoes of the Hall"
PAGE = ("-m", "tests.tash_kalar.expansion_tour")
TOUR = (*PAGE, "sample", NAME)


def copy_program(folder: Path) -> None:
    """Link all files of the program, without expansions that have the number of the sample."""
    manifests = FOLDER.glob("*/manifest.json")
    taken = [path.parent.name for path in manifests if json.loads(path.read_text("utf-8"))["deck"] == LAST_DECK]
    leave = shutil.ignore_patterns("__pycache__", "frozen", "packages", *taken)
    for room in ROOMS:
        shutil.copytree(Path(ROOT) / room, folder / room, ignore=leave, copy_function=os.link)
    for path in Path(ROOT).glob("*.*"):
        if path.is_file():
            os.link(path, folder / path.name)


def write_new(path: Path, words: str) -> None:
    """Write a file that is nobody else's: those of the copy are links."""
    path.unlink(missing_ok=True)
    path.write_text(words, "utf-8")


def add_sample(folder: Path, **manifest: Any) -> Path:
    """Add the sample with what the guide asks for: its folder with cards, and a catalogue; returns the folder."""
    place = folder / "games" / "tash_kalar" / "sample"
    shutil.copytree(SAMPLE, place)
    known = json.loads((place / "manifest.json").read_text("utf-8"))
    write_new(place / "manifest.json", json.dumps({**known, **manifest}))
    sylvan = json.loads(CARDS_FILE.read_text("utf-8"))["decks"][2]["cards"]
    cards = [
        {**card, "code": f"echo_{at}", "effect": [*card["effect"], {"do": "echo"}]} for at, card in enumerate(sylvan)
    ]
    write_new(place / "cards.json", json.dumps({"cards": cards}))
    words = {
        "name": NAME,
        "character": "Three echoes are worth an action.",
        "event.echo": "An echo",
        "step.echo": "Echo",
        "action.use": "Give up three echoes",
        "turn.use": "Three echoes",
        "turn.use.tip": "An action for them",
    }
    for at in range(len(cards)):
        words |= {f"card.echo_{at}.name": f"Echo the {at + 1}.", f"card.echo_{at}.text": "Counts an echo."}
    source = folder / "locale" / "en" / "LC_MESSAGES" / "sample.po"
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    write_new(source, head + "".join(f'\nmsgid "sample.{key}"\nmsgstr "{said}"\n' for key, said in words.items()))
    run(
        folder,
        "-c",
        "import sys; sys.path.insert(0, 'build/bake'); import catalogues, pathlib; "
        f"pathlib.Path({str(source.with_suffix('.mo'))!r}).write_bytes(catalogues.compile_catalogue(pathlib.Path({str(source)!r})))",
    )
    return place


def run(folder: Path, *arguments: str) -> str:
    """Run Python in the copy and return what it prints."""
    env = {**os.environ, "FOUR_THRONES_HOME": str(folder / "home"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False, env=env
    )
    assert not done.returncode, done.stderr[-2000:]
    return done.stdout


def test_a_third_expansion_goes_from_clone_to_table(tmp_path: Path) -> None:
    """Set-up, deck, table, lamp, saves, gallery, cards and the list of screenshots, without anything optional."""
    copy_program(tmp_path)
    add_sample(tmp_path)
    assert run(tmp_path, *TOUR) == ""


def change(file: str, **fields: Any) -> Callable[[Path], None]:
    """Return what changes fields of a file of the sample."""

    def write(place: Path) -> None:
        known = json.loads((place / file).read_text("utf-8"))
        write_new(place / file, json.dumps({**known, **fields}))

    return write


def spoil(file: str, words: str) -> Callable[[Path], None]:
    """Return what writes a file of the sample anew."""
    return lambda place: write_new(place / file, words)


UNUSABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "no object": (spoil("manifest.json", "{"), "sample/manifest.json"),
    "another number": (change("manifest.json", deck=17), "sample/manifest.json cannot be used: deck"),
    "a number that is taken": (change("manifest.json", deck=3), "sample/manifest.json cannot be used: deck"),
    "another code": (change("manifest.json", code="sylvan"), "sample/manifest.json cannot be used: code"),
    "no rules": (change("manifest.json", rules="games.tash_kalar.samples.rules"), "rules: games.tash_kalar.samples"),
    "rules that do not run": (spoil("rules.py", "1 / 0"), "ZeroDivisionError"),
    "no cards": (change("manifest.json", cards="deck.json"), "deck.json"),
    "too few cards": (change("cards.json", cards=[]), "sample/cards.json cannot be used: cards"),
    "an unknown word": (lambda place: write_new(
        place / "cards.json", (place / "cards.json").read_text("utf-8").replace('"do": "echo"', '"do": "sing"')
    ), "sample/cards.json cannot be used: cards"),
}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", UNUSABLE)
def test_an_expansion_that_cannot_be_used_is_left_out_with_a_sentence(tmp_path: Path, name: str) -> None:
    make, said = UNUSABLE[name]
    copy_program(tmp_path)
    make(add_sample(tmp_path))
    told = run(tmp_path, *PAGE)
    assert said in told and NAME not in told and "Everfrost" in told


@pytest.mark.sample(2)
@pytest.mark.parametrize("part", ["screens", "opponents", "puzzles", "look", "balance"])
def test_a_part_that_cannot_be_used_is_missing_alone(tmp_path: Path, part: str) -> None:
    copy_program(tmp_path)
    place = add_sample(tmp_path)
    if part == "look":
        write_new(tmp_path / "sprites" / "tash_kalar" / "sample.json", "[]")
    elif part == "balance":
        write_new(place / "balance.json", '{"won": 3}')
    else:
        change("manifest.json", **{part: "games.tash_kalar.sample.nowhere"})(place)
    told = run(tmp_path, *PAGE)
    assert NAME in told and (part == "look" or "sample/" in told)
