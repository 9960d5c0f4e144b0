"""What a player sees of an expansion, from set-up to gallery.

``python3 -m tests.tash_kalar.expansion_tour CODE NAME`` prints what is wrong, nothing if all is well.
"""

import sys

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine import registry
from engine.content import achievements, lessons, puzzles, rulebook_examples
from engine.seats import Seat
from engine.session import Session
from engine.storage import save_format, saves
from games.tash_kalar import expansions
from scenes.dev import staging
from scenes.menus.gallery import Gallery
from scenes.menus.setup import SetUp
from scenes.tash_kalar.options import DeckScene
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

GAME = "tash_kalar"


def tour(code: str, name: str) -> Iterator[str]:
    """Yield what is wrong with each page that has to do with the expansion."""
    if code not in registry.list_additions(GAME):
        yield "it is not installed"
        yield from (f"{fault.file}: {fault.reason}" for fault in expansions.list_faults())
        return
    for read in (lessons.row, achievements.load_achievements, puzzles.load_puzzles, rulebook_examples.book):
        read(GAME)
    driver = Driver()
    driver.ctx.stack.push(SetUp(driver.ctx, GAME))
    driver.frame()
    yield from find_raw_ids(driver, code, "set-up", name)
    wish = {"form": "high", "surrender": False, "deck_1": code, "deck_2": "sylvan"}
    driver.ctx.stack.push(DeckScene(driver.ctx, code, [], 0))
    driver.frame()
    yield from find_raw_ids(driver, code, "deck", name)
    seats = [Seat("person", "", "Leo", 0, ""), Seat("computer", "novice", "Mia", 1, "")]
    session = Session.start(GAME, wish, seats, "tour")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tour.json"
        path.write_bytes(save_format.encode(session.record()))
        session = saves.load(path).session
    table = staging.open_table(driver.ctx, session)
    yield from find_raw_ids(driver, code, "table")
    staging.show_advice(table)
    if table.hints.shown is None:
        yield "no advice"
    yield from find_raw_ids(driver, code, "lamp")
    driver.ctx.stack.push(Gallery(driver.ctx, GAME, session.seats, [1], lambda seat, level: None))
    driver.frame()
    yield from find_raw_ids(driver, code, "gallery")
    from scenes.dev.screenshots import names
    from scenes.tash_kalar.screenshots import PICTURES

    pictures = [picture.rpartition("/")[2] for picture in names() if code in picture]
    if f"tash-cards-{code}" not in pictures:
        yield f"pictures: {pictures}"
    for picture in pictures:
        PICTURES[picture](driver.ctx, "tour")
        yield from find_raw_ids(driver, code, picture)
    yield from driver.ctx.missed.lines
    driver.close()


def find_raw_ids(driver: Driver, code: str, page: str, name: str = "") -> Iterator[str]:
    """Yield ids of texts that a page shows as they are, and the name that it does not show."""
    told = tell_page(driver)
    yield from (f"{page}: {word}" for word in told.split() if f"{code}." in word or f".{code}" in word)
    if name not in told:
        yield f"{page}: without {name}"


def tell_set_up() -> str:
    """What the set-up page tells; a game with the decks of the house is begun and drawn after it."""
    driver = Driver()
    driver.ctx.stack.push(SetUp(driver.ctx, GAME))
    driver.frame()
    told = tell_page(driver)
    for read in (lessons.row, achievements.load_achievements, puzzles.load_puzzles, rulebook_examples.book):
        read(GAME)
    wish = {"form": "high", "surrender": False, "deck_1": "highland", "deck_2": "sylvan"}
    seats = [Seat("person", "", "Leo", 0, ""), Seat("computer", "novice", "Mia", 1, "")]
    table = staging.open_table(driver.ctx, Session.start(GAME, wish, seats, "tour"))
    staging.show_advice(table)
    driver.close()
    return told


if __name__ == "__main__":
    print(*(tour(*sys.argv[1:]) if sys.argv[1:] else [tell_set_up()]), sep="\n", end="")
