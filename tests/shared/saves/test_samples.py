"""Saves of every format that was ever released still load, and lead to the same position.

The samples in ``samples/`` are kept as they were written; ``python3 -m tests --update-saves``
only adds those that are missing for the present format.
"""

import shutil
from pathlib import Path

import pytest

from engine import registry
from engine.chance import SeededChance
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import save_format, saves
from tests.shared.samples import FULL_TABLE, Setup, guest, setups

SAMPLES = Path(__file__).parent / "samples"
STOPS = {"begun": 0.1, "middle": 0.5, "over": 1.0}


HALLS = [setup for setup in setups() if setup.seats > FULL_TABLE and setup.name in ("default", "twelve_threes")]
"""Where more play than fit round one table: the sizes that are tested, and both ways to divide twelve."""


def sample(game: str, stop: str, folder: Path = SAMPLES) -> Path:
    return folder / f"format_{save_format.FORMAT}_{game}_{stop}.json"


def places() -> list[Path]:
    """Where samples lie: here, and with every game that is not of the house."""
    return [SAMPLES, *(own / "samples" for info in registry.games() if (own := guest(info.id)))]


def with_version(game: str) -> str:
    """Samples are kept for every version of a game's rules; the first one is not named."""
    version = registry.rules(game).version
    return game if version == 1 else f"{game}_rules_{version}"


@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_the_present_format_has_samples(game: str, stop: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    count = max(seats for seats in registry.rules(game).seat_counts if seats <= FULL_TABLE)
    own = guest(game)
    path = sample(with_version(game), stop, own / "samples" if own else SAMPLES)
    _there(path, Setup(game, count, {}, "default"), STOPS[stop], request, tmp_path)


@pytest.mark.parametrize("hall", HALLS, ids=str)
def test_the_present_format_has_samples_of_halls(hall: Setup, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    _there(sample(str(hall).replace("-", "_"), "middle"), hall, STOPS["middle"], request, tmp_path)


def _there(path: Path, setup: Setup, part: float, request: pytest.FixtureRequest, folder: Path) -> None:
    if request.config.getoption("--update-saves") and not path.exists():
        path.parent.mkdir(exist_ok=True)
        _write(setup, part, folder / "game.json")
        shutil.copy(folder / "game.json", path)
    assert path.exists(), "python3 -m tests --update-saves"


def _write(setup: Setup, part: float, path: Path) -> None:
    """A game with a person and computers, played as far as the given part of its whole length."""
    game, options = setup.game, setup.options
    people = [Seat("person", "", "Žofie", 0, "")]
    seats = people + [Seat("computer", "skilled", f"Šimon {n}", n % 4, "") for n in range(1, setup.seats)]
    whole = Session.start(game, options, seats, "Дюжина")
    moves = []
    chance = SeededChance("sample")
    while not whole.over:
        seat = chance.draw(whole.to_act())
        action = chance.draw(whole.legal(seat))
        moves.append((seat, action))
        whole.submit(seat, action)
    session = Session.start(game, options, seats, "Дюжина", autosave=path)
    for seat, action in moves[: max(1, round(len(moves) * part))]:
        session.submit(seat, action)
    assert session.finish()


@pytest.mark.parametrize(
    "path", sorted(path for place in places() for path in place.glob("*.json")), ids=lambda path: path.stem
)
def test_a_sample_loads(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    save = save_format.decode(copy.read_bytes())
    loaded = saves.load(copy)
    session = loaded.session
    if save.rules == session.rules.version:
        assert loaded.notices == [], "its log no longer leads to its checksums; raise the version of the rules"
    else:
        assert loaded.notices in ([], [Message("ui.save.notice.rules_changed")])
    assert session.turn == save.turn
    now, then = session.rules.dump(session.course.last.state), save.snapshot
    assert isinstance(now, dict) and isinstance(then, dict)
    assert {name: now[name] for name in now if name in then or name not in session.rules.retold} == then
    assert session.over == save.over and session.result() == save.result
    session.patience = 0.0  # only the end has to be on the disk
    chance = SeededChance("on")
    while not session.over:
        seat = chance.draw(session.to_act())
        session.submit(seat, chance.draw(session.legal(seat)))
    assert session.finish()
    assert saves.load(copy).session.over
