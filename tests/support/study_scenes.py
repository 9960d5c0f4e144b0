"""The study of a finished game, opened, and a game under way."""

from typing import Any

from engine.seats import Seat
from engine.session import Session
from scenes.dev.shots_study import _play_game, _review
from scenes.study.scene import StudyScene
from tests.ui.driver import Driver


def open_study(driver: Driver, game: str = "king_of_12") -> Any:
    """Open the study of a finished game, with a review."""
    scene = StudyScene(driver.ctx, _play_game(game, "7"), _review(game, "7"))
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    driver.run(300)
    return scene


def start_game(people: int) -> Session:
    """Return a game under way."""
    seats = [Seat("person" if k < people else "computer", "" if k < people else "novice", f"P{k}", k) for k in range(3)]
    session = Session.start("king_of_12", {}, seats, "5")
    for seat in (0, 1):
        session.submit(seat, session.legal(seat)[0])
    return session
