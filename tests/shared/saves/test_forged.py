"""Saves with a right checksum and forged content: refused with a clear word, or they work, whatever that means.

Every value of every game's dump, and every field of the save round it, is replaced by something
nasty (``tests/support/fuzzing.py``). What is still loaded must be a position that everybody can look at, play
on from to the end, and that its table draws.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import BadState
from engine.seats import Seat
from engine.session import Session
from engine.storage import save_format, saves
from engine.storage.save_format import Base
from engine.storage.saves import SaveError
from tests.shared.samples import FULL_TABLE, Setup, positions, setups
from tests.support.fuzzing import Change, at, every, put, some
from tests.support.signed_saves import signed
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
QUICK = 300
LONG = 12_000
"""Forged states of each game; the long run."""
FILES = 60
LONG_FILES = 11_000
"""Forged files of each game; the long run."""
DRAWN = 2
LONG_DRAWN = 60
FORGERIES_OF_ONE = 40


def dumps(game: str, chance: SeededChance) -> Iterator[tuple[Setup, Any]]:
    """Positions of random games with random options, without an end, all phases alike."""
    own = [setup for setup in setups() if setup.game == game]
    while True:
        setup = own[chance.below(len(own))]
        kept: dict[Any, Any] = {}
        for number, state in enumerate(positions(setup, chance.below(1 << 20))):
            dumped = setup.rules.dump(state)
            if not chance.below(3) or dumped.get("phase") not in kept:  # rare phases are as good as frequent ones
                kept[dumped.get("phase")] = dumped
            if number > 400:
                break
        kept["end"] = setup.rules.dump(state)
        yield setup, json.loads(json.dumps(list(kept.values())[chance.below(len(kept))]))


def try_out(setup: Setup, forged: Any) -> Any:
    """The state when the rules have taken it and it works; None when they have refused it. All else is a fault."""
    rules = setup.rules
    try:
        state = rules.load(forged)
        rules.check_state(state, setup.options, setup.seats)
    except BadState as refused:
        assert ":" in str(refused), "the place is named"
        return None
    save_format.check_playable(rules, state, setup.options, setup.seats)
    assert rules.dump(rules.load(rules.dump(state))) == rules.dump(state)
    return state


def forge_states(game: str, count: int, seed: str) -> Counter[str]:
    """Random forgeries of positions of a game; fails at the first that is taken and does not work."""
    chance = SeededChance(mix(seed, game))
    found: Counter[str] = Counter()
    for setup, data in dumps(game, chance):
        for _ in range(FORGERIES_OF_ONE):
            changes, forged = some(data, chance)
            if forged == data:
                continue
            found["forged"] += 1
            try:
                found["taken" if try_out(setup, forged) is not None else "refused"] += 1
            except Exception as error:
                raise AssertionError(f"{setup}: {_told(changes, data)}: {error!r}") from error
        if found["forged"] >= count:
            return found
    raise AssertionError


def show(run: Driver, setup: Setup, state: Any, folder: Path) -> None:
    """A save of this position comes to the table, is drawn, and played on there."""
    from scenes.table import game_screens as games

    seats = [Seat("computer" if n else "person", "novice" if n else "", f"S {n}", n) for n in range(setup.seats)]
    save = Session.start(setup.game, setup.options, seats, "shown").record()
    dumped = setup.rules.dump(state)
    result = setup.rules.result(state)
    save = msgspec.structs.replace(
        save, base=Base(9, dumped), turn=9, snapshot=dumped, result=result, over=bool(result), log=[]
    )
    path = folder / "shown.json"
    path.write_bytes(save_format.encode(save))
    session = saves.load(path).session
    session.autosave = None
    run.ctx.stack.replace(games.table(run.ctx, session))
    run.ctx.stack.settle()
    run.run(200)
    for _ in range(3):  # a person decides: the same scenes, other words
        if 0 in session.to_act() and not session.over:
            session.submit(0, session.legal(0)[0])
        run.run(200)


def draw_states(game: str, count: int, seed: str, run: Driver, folder: Path) -> int:
    """Forged positions that are taken, at the table."""
    chance = SeededChance(mix(seed, "draw", game))
    drawn = 0
    for setup, data in dumps(game, chance):
        for _ in range(FORGERIES_OF_ONE):
            changes, forged = some(data, chance)
            state = try_out(setup, forged) if forged != data else None
            if state is None:
                continue
            try:
                show(run, setup, state, folder)
            except Exception as error:
                raise AssertionError(f"{setup}: {_told(changes, data)}: {error!r}") from error
            drawn += 1
            break  # one of each position: all phases come to the table
        if drawn >= count:
            return drawn
    raise AssertionError


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_forged_positions_that_are_taken_are_drawn(game: str, run: Driver, tmp_path: Path) -> None:
    assert draw_states(game, DRAWN, "quick", run, tmp_path) == DRAWN


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_forged_positions_drawn_long(game: str, run: Driver, tmp_path: Path) -> None:
    print(game, "drawn", draw_states(game, LONG_DRAWN, "long", run, tmp_path))


def _told(changes: list[Change], data: Any) -> str:
    return "; ".join(f"{place}: {str(at(data, place))[:60]} -> {str(value)[:60]}" for place, value in changes)


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
def test_forged_positions_are_refused_or_work(game: str) -> None:
    found = forge_states(game, QUICK, "quick")
    assert found["refused"] > QUICK / 2 and found["taken"]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_forged_positions_long(game: str) -> None:
    found = forge_states(game, LONG, "long")
    print(game, dict(found))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_position_replaced_by_everything(game: str) -> None:
    chance = SeededChance(game)
    source = dumps(game, chance)
    found: Counter[str] = Counter()
    while found["forged"] < LONG:
        setup, data = next(source)
        for changes, forged in every(data, chance):
            found["forged"] += 1
            try:
                found["taken" if try_out(setup, forged) is not None else "refused"] += 1
            except Exception as error:
                raise AssertionError(f"{setup}: {_told(changes, data)}: {error!r}") from error
    print(game, dict(found))


# --- whole files --------------------------------------------------------------------------------


def a_save(game: str, chance: SeededChance) -> Any:
    """A save of a random game, as JSON; often its log does not replay, so that the snapshot has to do."""
    own = [setup for setup in setups() if setup.game == game and setup.seats <= FULL_TABLE + 1]
    setup = own[chance.below(len(own))]
    seats = [Seat("computer" if n else "person", "novice" if n else "", f"S {n}", n) for n in range(setup.seats)]
    session = Session.start(game, setup.options, seats, "forged")
    for _ in range(chance.below(60)):
        if session.over:
            break
        seat = chance.draw(session.to_act())
        session.submit(seat, chance.draw(session.legal(seat)))
    save = json.loads(save_format.encode(session.record()).split(b'"save":\n', 1)[1].rsplit(b"\n}", 1)[0])
    way = chance.below(4)
    if way == 0:
        save["opening"]["checksum"] ^= 1
    elif way == 1:
        save.update(base={"turn": save["turn"], "state": save["snapshot"]}, log=[])
    return save


@pytest.fixture
def run() -> Iterator[Driver]:
    driver = Driver()
    yield driver
    driver.close()


def forge_files(game: str, count: int, seed: str, folder: Path, run: Driver) -> Counter[str]:
    """Forged files of a game: listed, and loaded when that is possible; now and then the list of them is drawn."""
    from scenes.menus.load import LoadScene

    chance = SeededChance(mix(seed, "files", game))
    path = folder / "forged.json"
    found: Counter[str] = Counter()
    while found["forged"] < count:
        good = a_save(game, chance)
        for _ in range(30):
            changes, forged = _forged_file(good, chance)
            path.write_bytes(signed(forged))
            found["forged"] += 1
            try:
                row = saves.slot(path)
                said = run.ctx.say(row.error if row.error is not None else row.progress)
                assert isinstance(said, str)
                if not chance.below(20):
                    run.ctx.stack.replace(LoadScene(run.ctx, [row]))
                    run.ctx.stack.settle()
                    run.run(40)
                try:
                    session = saves.load(path).session
                except SaveError as error:
                    assert len(run.ctx.say(error.message)) > 20
                    found["refused"] += 1
                    continue
                assert row.error is None
                found["taken"] += 1
                _play_on(session, chance)
            except Exception as error:
                raise AssertionError(f"{game}: {_told(changes, good)}: {error!r}") from error
    return found


def _forged_file(good: Any, chance: SeededChance) -> tuple[list[Change], Any]:
    """Half of the forgeries lie outside the state, where most of a game's save is not."""
    if chance.below(2):
        return some(good, chance)
    outside = {name: value for name, value in good.items() if name not in ("snapshot", "log", "base")}
    changes, _ = some(outside, chance)
    return changes, put(good, changes)


def _play_on(session: Session, chance: SeededChance) -> None:
    session.autosave = None
    for seat in (None, *range(len(session.seats))):
        session.view(seat)
    for _ in range(6):
        if session.over:
            break
        seat = chance.draw(session.to_act())
        session.submit(seat, chance.draw(session.legal(seat)))
    session.undo_check(None)
    save_format.decode(save_format.encode(session.record()))


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
def test_forged_files_are_refused_or_work(game: str, tmp_path: Path, run: Driver) -> None:
    found = forge_files(game, FILES, "quick", tmp_path, run)
    assert found["refused"] and found["taken"]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_forged_files_long(game: str, tmp_path: Path, run: Driver) -> None:
    print(game, dict(forge_files(game, LONG_FILES, "long", tmp_path, run)))
