"""The rules and opponents as a library: a wheel of one name without anything that draws, and environments of AEC."""

import json
import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine import registry
from engine.bootstrap import ROOT
from tests.support.packages import BUILD, Load
from tests.support.readme import list_examples

GAMES = [info.id for info in registry.games()]
NO_WINDOW = "import sys\nsys.modules.update(pygame=None, pytmx=None, accesskit=None)\n"
"""Whoever imports one of these now fails."""


@pytest.fixture
def library(load: Load, monkeypatch: pytest.MonkeyPatch) -> Load:
    """The scripts of the library."""
    monkeypatch.syspath_prepend(str(BUILD / "library"))
    return load


@pytest.fixture
def aec(library: Load) -> ModuleType:
    """The module of the environments."""
    return library("aec")


def run(code: str, folder: Path) -> str:
    """What Python prints that finds nothing of the project but what lies in a folder."""
    whole = f"{NO_WINDOW}sys.path.insert(0, {str(folder)!r})\n{code}"
    script = folder.parent / "script.py"
    script.write_text(whole, "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(script)], cwd=folder.parent, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip()


@pytest.fixture
def installed(library: Load, tmp_path: Path) -> Path:
    """The folder into which the wheel is unpacked, as installing does."""
    wheel = library("wheel").write(tmp_path / "made")
    with zipfile.ZipFile(wheel) as file:
        assert file.testzip() is None
        file.extractall(tmp_path / "site")
    return tmp_path / "site"


def test_it_installs_one_name_and_runs_the_lines_of_the_readme_without_the_window(installed: Path) -> None:
    assert {path.name.partition("-")[0] for path in installed.iterdir()} == {"four_thrones"}
    lines = re.sub(r"^from (ai|engine|games)", r"from four_thrones.\1", list_examples()[0], flags=re.MULTILINE)
    assert lines.count("four_thrones") == 3
    assert run(lines, installed) in ("(1, 2)", "(2, 1)", "(1, 1)")


def test_every_module_of_it_is_imported_from_within_it(installed: Path) -> None:
    code = """
import importlib, pkgutil, four_thrones
names = [found.name for found in pkgutil.walk_packages(four_thrones.__path__, "four_thrones.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
from four_thrones.engine import registry
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"engine", "games", "ai", "scenes", "sprites"}))
print(len(names), *(info.id for info in registry.games()), *registry.problems())
if __name__ == "__main__":
    from four_thrones.ai.workers.pool import measure_start
    print(measure_start()[1].fallback)
"""
    own, games, falls_back = run(code, installed).split("\n")
    assert own == "" and games.split()[1:] == GAMES and int(games.split()[0]) > 200
    assert falls_back == "False"


def test_the_same_files_give_the_same_wheel_and_its_record_holds(library: Load, tmp_path: Path) -> None:
    wheel = library("wheel")
    first, second = (wheel.write(tmp_path / name) for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as file:
        names = set(file.namelist())
        (record,) = (name for name in names if name.endswith("/RECORD"))
        rows = [line.split(",") for line in file.read(record).decode().splitlines()]
        assert {row[0] for row in rows} == names
        for name, digest, _ in rows:
            assert name == record or digest == f"sha256={wheel._hash(file.read(name))}"


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_opponents_load_nothing_of_the_window(game: str, tmp_path: Path) -> None:
    code = f"""
sys.path.insert(0, {ROOT!r})
import engine, games
from ai.choose import choose
from engine import registry
from engine.chance import SeededChance
rules, chance = registry.rules({game!r}), SeededChance(1)
state = rules.new({{}}, rules.seat_counts[0], chance)
seat = rules.to_act(state)[0]
print(choose({game!r}, rules.view(state, seat), seat, rules.legal(state, seat), "skilled", 7).action >= 0)
loaded = {{name.partition(".")[0] for name in sys.modules if sys.modules[name]}}
print(*sorted(loaded & {{"pygame", "pytmx", "maps", "scenes", "sprites"}}))
"""
    (tmp_path / "site").mkdir()
    assert run(code, tmp_path / "site") == "True"


# --- environments ---------------------------------------------------------------------------------------------------


def play(env: Any, seed: int) -> list[tuple[str, Any, float]]:
    """Play at random to the end; return what each agent did, and was given."""
    env.reset(seed=seed)
    dice, done = random.Random(seed), []
    for agent in env.agent_iter(20000):
        observation, reward, is_over, is_cut, info = env.last()
        action = None if is_over or is_cut else dice.randrange(sum(observation["action_mask"]))
        assert action is None or action < len(info["legal"])
        done.append((agent, action, reward))
        env.step(action)
    assert not env.agents
    return done


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES for seats in (2, 3)], ids=lambda value: str(value)
)
def test_an_environment_keeps_what_aec_promises(aec: ModuleType, game: str, seats: int) -> None:
    env = aec.GameEnv(game, seats)
    course = play(env, 5)
    last = {agent: reward for agent, action, reward in course if action is None}
    assert list(last) == env.possible_agents and sum(last.values()) == pytest.approx(0)
    assert all(reward == 0 for _, action, reward in course if action is not None)
    assert course == play(env, 5) != play(env, 6)


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_sees_its_view_and_no_more(aec: ModuleType, game: str) -> None:
    env = aec.GameEnv(game)
    env.reset(seed=1)
    rules = registry.rules(game)
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert aec.read_view(seen) == json.loads(json.dumps(rules.view(env._state, seat)))
        assert sum(seen["action_mask"]) == len(env.infos[agent]["legal"]) == len(rules.legal(env._state, seat))


def test_of_two_who_choose_at_once_the_second_sees_nothing_of_the_first(aec: ModuleType) -> None:
    seen = []
    for action in (0, 1):
        env = aec.GameEnv("king_of_12")
        env.reset(seed=3)
        assert env.agent_selection == "seat_0"
        env.step(action)
        assert env.agent_selection == "seat_1"
        seen.append(aec.read_view(env.observe("seat_1")))
    assert seen[0] == seen[1]


def test_what_is_not_legal_is_refused_and_a_long_game_cut(aec: ModuleType) -> None:
    env = aec.GameEnv("legends", most_steps=5)
    env.reset(seed=1)
    for wrong in (-1, len(env.infos[env.agent_selection]["legal"]), None):
        with pytest.raises(ValueError, match="expected 0 to"):
            env.step(wrong)
    for _ in range(5):
        env.step(0)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    with pytest.raises(ValueError, match="None"):
        env.step(0)


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_passes_the_test_of_pettingzoo(aec: ModuleType, game: str) -> None:
    """Where it is installed: it is no package of the tests, as it brings NumPy along."""
    pettingzoo = pytest.importorskip("pettingzoo.test")
    pettingzoo.api_test(aec.GameEnv(game), num_cycles=200)
    pettingzoo.seed_test(lambda: aec.GameEnv(game), num_cycles=50)
