"""The study says of every turn why it was played, and asks about each once."""

from typing import Any

from engine.seats import Seat
from engine.session import Session
from scenes.study.scene import StudyScene
from tests.ui.driver import Driver


def play_game(game: str) -> Session:
    """A short game of two people to its end."""
    session = Session.start(game, {}, [Seat("person", "", "Leo"), Seat("person", "", "Mia", 1)], "study")
    while owing := session.to_act():
        legal = [one for one in session.legal(owing[0]) if one not in session.rules.resignations]
        session.submit(owing[0], legal[session.turn % len(legal)])
    return session


def test_every_turn_is_explained_once_and_both_seats_are(driver: Driver) -> None:
    """The sentence follows the position; a turn that was seen is not asked about again."""
    session = play_game("king_of_the_dice")
    driver.ctx.quiet = True
    scene = StudyScene(driver.ctx, session)
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    scene.toggle_why()
    thinker: Any = driver.ctx.thinker
    said: dict[int, str] = {}
    for turn in (session.turn // 2, session.turn // 2 + 12, session.turn // 2):
        scene.go(turn)
        driver.run(60)
        assert scene.why.has_answer
        said.setdefault(turn, scene.why.say())
        assert scene.why.say() == said[turn] and said[turn].partition(":")[0] in ("Leo", "Mia")
        asked = thinker.number
    scene.go(session.turn // 2 + 12)
    driver.run(60)
    assert thinker.number == asked
    scene.toggle_why()
    assert scene.why.say() == "" and scene.table.turn_marks is None
