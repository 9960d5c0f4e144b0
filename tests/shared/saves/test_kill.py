"""Killed at any moment, a game loses nothing but the decision being written."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import registry
from engine.bootstrap import ROOT
from engine.storage import files, save_format, saves

PLAYER = """
import random, sys
from pathlib import Path
from engine.storage import saves
from engine.seats import Seat
from engine.session import Session

game, path = sys.argv[1], Path(sys.argv[2])
dice = random.Random()
sys.stdout.write("ready\\n")
sys.stdout.flush()
while True:
    if path.exists():
        session = saves.load(path).session
    if not path.exists() or session.over:
        path.unlink(missing_ok=True)
        seats = [Seat("computer", "novice", f"Seat {number}", number) for number in range(2)]
        session = Session.start(game, {}, seats, str(dice.random()), autosave=path)
    while not session.over:
        seat = dice.choice(session.to_act())
        session.submit(seat, dice.choice(list(session.legal(seat))))
        sys.stdout.write(f"{session.id} {session.turn}\\n")
        sys.stdout.flush()
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", [info.id for info in registry.games()])
@pytest.mark.parametrize("kills", [pytest.param(12, id="12"), pytest.param(150, id="150", marks=pytest.mark.soak)])
def test_killed_at_random_moments(game: str, kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path.with_name(tmp_path.name + "home")))
    path = tmp_path / "game.json"
    dice = random.Random(kills)
    went_on = 0
    for _ in range(kills):
        command = [sys.executable, "-c", PLAYER, game, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as player:
            assert player.stdout is not None
            assert player.stdout.readline() == "ready\n"
            # By decisions, not by the clock: a busy machine gets as far as an idle one.
            lines = [player.stdout.readline() for _ in range(dice.randrange(1, 20))]
            time.sleep(dice.uniform(0.0, 0.01))
            player.kill()
            lines += player.stdout.read().splitlines()
        said = [line.split() for line in lines if line.count(" ") == 1]
        key, turn = said[-1][0], int(said[-1][1])
        backup = files.backup_path(path)
        if path.exists() and backup.exists():
            assert path.stat().st_ino != backup.stat().st_ino, "the backup is a file of its own at every moment"
            save_format.decode(backup.read_bytes())
        if not path.exists():
            continue  # killed between two games
        session = saves.load(path).session
        if session.id == key:
            went_on += 1
            assert turn <= session.turn <= turn + 1
        else:
            assert session.turn == 1, "a new game, of which only the first decision was written"
    assert went_on >= kills / 4
    litter = {each.name for each in tmp_path.iterdir()} - {"game.json", "game.json.bak"}
    assert all(name.endswith(".tmp") for name in litter)
    assert [info.path for info in saves.slots(tmp_path)] in ([path], [])
