"""The guides for players' own maps, decks, characters, opponents and roads, followed to the letter by a newcomer."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai import character, opponents_folder
from ai.lab.arena import main as arena
from ai.lab.early_style import main as first_turns
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders
from scenes.campaign import progress_view as atlases
from scenes.campaign.scene import RoadScene
from scenes.menus.setup import SetUp
from scenes.table import game_screens as games
from scenes.tash_kalar import options
from tests.ui.driver import Driver

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def _block(guide: str, kind: str) -> str:
    """The example in a guide that is to be copied."""
    found = re.search(rf"```{kind}\n(.*?)```", (DOCS / guide).read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def _commands(guide: str) -> list[list[str]]:
    """The commands of a guide, without ``python3 -m``."""
    lines = re.findall(r"^python3 -m (ai\..*)$", (DOCS / guide).read_text("utf-8"), re.MULTILINE)
    return [line.split() for line in lines]


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    """The program with an empty home of its own."""
    run = Driver(speed="instant")
    yield run
    run.close()


def _set_up(driver: Driver, game: str) -> Any:
    scene = SetUp(driver.ctx, game)
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.run(64)
    return scene


def test_a_copied_map_is_offered_played_and_named(driver: Driver) -> None:
    guide = (DOCS / "make_a_map.md").read_text("utf-8")
    copied = re.findall(r"`((?:terrain|regions)\.\w+|0B\.tmx)`", guide)[:5]
    assert sorted(copied) == ["0B.tmx", "regions.png", "regions.tsx", "terrain.png", "terrain.tsx"]
    folder = folders.ensure(folders.maps())
    for name in copied:
        shutil.copy(ROOT / "maps" / "legends" / name, folder / name.replace("0B", "mine"))
    panel = _set_up(driver, "legends").panel
    assert not panel.own and [name for name, _ in panel.bad] == ["mine.tmx"], "its name is still that of the box"
    text = (folder / "mine.tmx").read_text("utf-8").replace('name="side" value="0B"', 'name="side" value="mine"')
    (folder / "mine.tmx").write_text(text, "utf-8")
    panel = _set_up(driver, "legends").panel
    assert list(panel.own) == ["mine"] and not panel.bad
    options = {"segments": [panel.own["mine"]]}
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1), Seat("computer", "novice", "Tom", 2)]
    table: Any = games.table(driver.ctx, Session.start("legends", options, seats, "own map"))
    names = [table.own.region_name(at) for at in range(len(table.view["regions"]))]
    assert {"mine.0", "mine.1"} <= {where.partition(":")[0] for where in table.view["regions"]}
    assert names and not any("legends." in name for name in names)


def test_the_example_deck_is_offered_under_another_name(home: Path) -> None:
    deck = json.loads((DOCS / "example_deck.json").read_text("utf-8"))
    folder = folders.ensure(folders.decks())
    (folder / "mine.json").write_text(json.dumps({**deck, "code": "mine", "name": "Mine"}), "utf-8")
    good, bad = options.load_folder(folder)
    assert list(good) == ["mine"] and not bad


def test_the_example_character_plays_and_is_measured(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folders.ensure(folders.characters()) / "gus.json").write_text(_block("write_a_character.md", "json"), "utf-8")
    known, bad = character.load_all()
    assert "gus" in known and not bad
    assert (ROOT / "sprites" / "art" / "icons" / f"{known['gus'].face}.svg").is_file()
    played, counted = _commands("write_a_character.md")
    arena(_fewer(played[1:]))
    first_turns(_fewer(counted[1:]))
    assert "who:gus" in capsys.readouterr().out


def test_the_example_opponent_plays_and_is_measured(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folders.ensure(folders.opponents()) / "greedy.py").write_text(_block("add_an_opponent.md", "python"), "utf-8")
    assert opponents_folder.names() == ["greedy"]
    assert opponents_folder.offer("greedy") == ("Greedy", ("king_of_12",))
    (played,) = _commands("add_an_opponent.md")
    arena(_fewer(played[1:]))
    assert "file:greedy" in capsys.readouterr().out


def _fewer(words: list[str]) -> list[str]:
    """The same command with two games."""
    at = words.index("--games")
    return [*words[: at + 1], "2", *words[at + 2 :]]


def test_a_copied_road_is_offered_and_travelled(driver: Driver) -> None:
    shutil.copy(ROOT / "maps" / "road.tmx", folders.ensure(folders.roads()) / "mine.tmx")
    assert atlases.list_roads() == [atlases.OURS, "mine"]
    driver.ctx.stack.replace(RoadScene(driver.ctx, "mine"))
    driver.ctx.stack.settle()
    driver.run(64)
    assert driver.top.atlas.name == "mine" and len(driver.top.atlas.journey.order) == 37


def test_a_game_in_a_folder_of_its_own_is_found_as_the_guide_says(tmp_path: Path) -> None:
    assert "FOUR_THRONES_GAMES=~/games PYTHONPATH=~/games" in (DOCS / "add_a_game.md").read_text("utf-8")
    place = tmp_path / "pile"
    shutil.copytree(
        ROOT / "tests" / "sample_game", place, ignore=shutil.ignore_patterns("__pycache__", "golden", "samples")
    )
    for path in (place / "manifest.json", *place.glob("*.py")):
        path.write_text(
            path.read_text("utf-8").replace("tests.sample_game", "pile").replace('"heap"', '"pile"'), "utf-8"
        )
    words = "from engine import registry; print(registry.problems(), registry.rules('pile').__class__.__module__)"
    env = {**os.environ, "FOUR_THRONES_GAMES": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", words], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["[]", "pile.rules"], done.stderr
