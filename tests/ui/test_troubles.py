"""An opponent that fails is named at its seat, with who plays for it, and can be replaced."""

import time
from pathlib import Path
from typing import Any

import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from scenes.table import game_screens as games
from scenes.table.prompts import computer_name
from tests.support.catalogues import OTHERS
from tests.ui.driver import Driver

GAMES = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")
HEAD = f"GAMES = {list(GAMES)}\nTITLE = 'Odd one'\ndef choose(game, view, seat, legal, chance):\n    "


def table_with(driver: Driver, home: Path, game: str, body: str, path: Path | None = None) -> Any:
    """A table of Ann and an opponent from a file, asked in real processes."""
    from ai.workers.pool import OpponentPool

    folder = home / "opponents"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "odd.py").write_text(HEAD + body + "\n", encoding="utf-8")
    driver.pictures = 60
    thinker = driver.ctx._thinker = OpponentPool(start=False, deadline=0.6)
    thinker._own.deadline = 30.0  # the built-in levels are not what is tried here
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "file:odd", "Bob", 1)]
    table = games.table(driver.ctx, Session.start(game, {}, seats, "troubles", autosave=path))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return table


def play_until(driver: Driver, table: Any, wanted: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end, "this never happened"
        if driver.top is table:
            if table.confirming:
                table.confirm()
            elif table.may_act():
                table.decide(table.legal()[-1])
        driver.wait(100)
        time.sleep(0.01)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("game", "body", "how"),
    [
        ("king_of_12", "import os; os._exit(1)", "crashed"),
        ("legends", "return -5", "illegal"),
        ("king_of_the_dice", "return None", "silent"),
        ("tash_kalar", "while True: pass", "slow"),
    ],
)
def test_it_is_told_at_its_seat_and_can_be_replaced(driver: Driver, home: Path, game: str, body: str, how: str) -> None:
    path = home / "saves" / "it.json"
    table = table_with(driver, home, game, body, path)
    play_until(driver, table, lambda: driver.top.name == "dialog")
    driver.run(100)
    assert table.opponents.troubles[1].how == how
    assert "Bob" in driver.top.body and "odd" in driver.top.body.lower()
    for language in (*OTHERS, "en"):
        driver.settings.language = language
        driver.ctx.apply_settings()
        said = computer_name(table, 1)
        assert " · " in said and "ui." not in said and "Computer" not in said and len(said) < 24
        if language == OTHERS[GAMES.index(game) % len(OTHERS)]:  # it is drawn in each language, in one for each game
            driver.run(64)
    driver.click("replace.skilled")
    driver.run(300)
    assert table.session.seats[1].level == "skilled"
    assert computer_name(table, 1) == "Shrewd"
    turn = table.session.turn
    play_until(driver, table, lambda: table.session.turn > turn + 4 or table.finished)
    assert 1 not in table.opponents.troubles
    assert saves.load(path).session.seats[1].level == "skilled"


def test_who_leaves_it_so_is_asked_once_more_when_it_is_given_up(driver: Driver, home: Path) -> None:
    table = table_with(driver, home, "king_of_12", "return 99")
    told: list[str] = []

    def all_told() -> bool:
        if driver.top.name == "dialog" and driver.top.ui.find("keep"):
            told.append(driver.top.body)
            driver.click("keep")
            driver.run(300)
        return bool(table.session.turn > 24 or table.finished)

    play_until(driver, table, all_told)
    assert len(told) == 2 and told[0] != told[1]
    assert table.opponents.troubles[1].given_up
    assert table.session.seats[1].level == "file:odd"


def test_one_that_is_well_again_is_not_blamed(driver: Driver, home: Path) -> None:
    table = table_with(driver, home, "king_of_12", "return legal[-1]")
    play_until(driver, table, lambda: table.session.turn > 4)
    assert table.opponents.troubles == {}
    assert driver.top.name != "dialog"


def test_a_long_title_is_cut_at_the_seat(driver: Driver, home: Path) -> None:
    table = table_with(driver, home, "king_of_12", "return legal[0]")
    table.session.seats[1] = Seat("computer", "file:" + "very_long_" * 9, "Bob", 1)
    assert computer_name(table, 1) == "very long very…"


def test_a_person_is_never_replaced(driver: Driver, home: Path) -> None:
    table = table_with(driver, home, "king_of_12", "return legal[0]")
    with pytest.raises(ValueError, match="seat 0"):
        table.session.replace_computer(0, "expert")


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_person_may_end_the_wait_for_a_computer(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A starved opponent is waited for as long as the person likes; after a while a button has it decide at once."""
    thinker: Any = driver.ctx.thinker
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "grandmaster", "Bob", 1)]
    table = games.table(driver.ctx, Session.start(game, {}, seats, "waiting"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    monkeypatch.setattr(thinker, "poll", list)
    for _ in range(2000):
        if table.opponents.busy and not table.busy and not table.may_act():
            break
        if table.confirming:
            table.confirm()
        elif table.may_act():
            table.decide(table.legal()[-1])
        driver.wait(100)
    driver.run(13_000, 100)
    turn = table.session.turn
    assert not driver.has("decide_now")
    driver.run(4_000, 100)
    assert driver.target("decide_now").label == "Decide now" and table.session.turn == turn
    driver.click("decide_now")
    driver.run(3_000, 100)
    assert table.session.turn > turn and not table.opponents.troubles
    assert not driver.has("decide_now")
