"""A moment tried again: any good choice is right, a bad one is not carried out, missed ones come back."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pygame
import pytest

from engine.content import spaced_repetition
from engine.content.spaced_repetition import Missed
from engine.storage import folders, statistics
from scenes.dev.shots_study import SHOWN, _play_game, _review
from scenes.menus.load import LoadScene
from scenes.study.retry import try_moment
from scenes.study.scene import StudyScene
from tests.support.hands import by_mouse_and_fingers
from tests.ui.driver import Driver

TODAY = date(2026, 11, 23)


def opened(driver: Driver, game: str) -> Any:
    """The table of the dearest moment, opened from the study with Space."""
    scene = StudyScene(driver.ctx, _play_game(game, "7"), _review(game, "7"))
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    driver.run(300)
    driver.key(pygame.K_SPACE)
    driver.run(700)
    driver.until(lambda: not driver.top.busy)
    assert driver.top.guide.state == "asked"
    return driver.top


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", SHOWN)
@by_mouse_and_fingers
def test_a_bad_choice_is_not_made_a_good_one_is(driver: Driver, game: str) -> None:
    statistics.path().unlink(missing_ok=True)
    table = opened(driver, game)
    trial, moment = table.guide, table.guide.moment
    turn = table.session.turn
    assert table.viewer == moment.seat and turn == moment.turn
    table.decide(moment.chosen)
    assert trial.state == "wrong" and table.session.turn == turn and trial.lost == moment.cost
    table.decide(moment.best)
    assert trial.state == "right" and table.session.turn == turn + 1 and trial.tries == 2
    driver.run(300)
    driver.click("trial.on")
    driver.run(700)
    assert driver.top.guide.moment != moment, "the next moment follows"
    assert not statistics.path().exists(), "a moment tried again is no game of the statistics"


def test_by_keys_hint_show_and_back(driver: Driver) -> None:
    table = opened(driver, "king_of_12")
    trial = table.guide
    driver.key(pygame.K_h)
    assert trial.hints == 1
    driver.key(pygame.K_w)
    assert trial.state == "shown" and table.session.turn == trial.moment.turn + 1
    driver.run(300)
    driver.key(pygame.K_SPACE)
    driver.run(700)
    assert driver.top.guide is not trial
    driver.key(pygame.K_ESCAPE)
    driver.run(700)
    assert driver.top.name == "study"


@by_mouse_and_fingers
def test_skip_leads_to_the_next_moment_and_the_arrow_back_to_the_study(driver: Driver) -> None:
    trial = opened(driver, "legends").guide
    driver.click("trial.skip")
    driver.run(700)
    assert driver.top.guide is not trial and driver.top.guide.number == 2
    driver.click("trial.back")
    driver.run(700)
    assert driver.top.name == "study"


def test_a_choice_that_nobody_has_looked_at_is_judged(driver: Driver) -> None:
    """What is not worse than the best, beyond noise, is right too."""
    session = _play_game("king_of_the_dice", "7")
    at = next(
        turn for turn, entry in enumerate(session.log)
        if entry.seat == 0 and len(session.rules.legal(session.course.get_position(turn).state, 0)) > 3
    )  # fmt: skip
    legal = session.rules.legal(session.course.get_position(at).state, 0)
    review = _review("king_of_the_dice", "7")
    made = msgspec.structs.replace(review.moments[0], turn=at, chosen=legal[0], best=legal[1], right=(legal[1],))
    left: list[bool] = []
    table = try_moment(driver.ctx, session, made, left.append)
    driver.ctx.stack.push(table)
    driver.ctx.stack.settle()
    driver.until(lambda: not table.busy)
    table.decide(legal[2])
    trial: Any = table.guide
    assert trial.state in ("right", "wrong")
    assert (table.session.turn == at + 1) == (trial.state == "right")
    trial.leave()
    assert left == [trial.state == "right"]


def one(turn: int, due: date) -> Missed:
    """A missed moment."""
    return Missed("abc", "king_of_12", turn, 0, msgspec.Raw(b"{}"), due)


def test_missed_moments_come_back_after_1_3_and_10_days_until_found_twice() -> None:
    listed = spaced_repetition.record_miss((), one(4, TODAY), TODAY)
    assert spaced_repetition.due(listed, TODAY) == []
    tomorrow = TODAY + timedelta(days=1)
    assert [each.turn for each in spaced_repetition.due(listed, tomorrow)] == [4]
    assert spaced_repetition.record_success(listed, ("abc", 4, 0), TODAY) == listed, (
        "before it is due it does not count"
    )
    once = spaced_repetition.record_success(listed, ("abc", 4, 0), tomorrow)
    assert once[0].due == tomorrow + timedelta(days=3) and once[0].found == 1
    later = once[0].due
    again = spaced_repetition.record_miss(once, once[0], later)
    assert again[0].found == 0 and again[0].due == later + timedelta(days=8) and len(again) == 1
    assert spaced_repetition.record_miss(again, again[0], later) == again, (
        "missed twice on a day, it comes back no later"
    )
    found = spaced_repetition.record_success(again, ("abc", 4, 0), again[0].due)
    assert found[0].due == again[0].due + timedelta(days=8)
    assert spaced_repetition.record_success(found, ("abc", 4, 0), found[0].due) == ()
    assert spaced_repetition.record_success(once, ("abc", 4, 0), later) == ()


def test_the_list_of_missed_moments_survives_what_is_wrong_with_its_file(driver: Driver) -> None:
    spaced_repetition.change(lambda listed: spaced_repetition.record_miss(listed, one(2, TODAY), TODAY))
    assert len(spaced_repetition.load()) == 1
    good = spaced_repetition.path().read_bytes()
    for data in (b"", good[:-4], good.replace(b'"turn":2', b'"turn":-2'), b"[" * 4000):
        spaced_repetition.path().write_bytes(data)
        assert spaced_repetition.load() == ()


def test_moments_that_are_due_are_offered_with_the_saved_games(driver: Driver) -> None:
    session = _play_game("king_of_12", "7")
    moment = _review("king_of_12", "7").moments[0]
    session.save(folders.saves() / "one.json")
    raw = msgspec.Raw(msgspec.json.encode(moment))
    kept = Missed(session.id, session.game, moment.turn, moment.seat, raw, date(2020, 1, 1))
    gone = msgspec.structs.replace(kept, id="gone")
    spaced_repetition.change(lambda listed: (kept, gone))
    driver.ctx.stack.push(LoadScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(100)
    assert driver.top.due == 1
    driver.click("due")
    driver.run(700)
    assert driver.top.guide.moment == moment
    spaced_repetition.change(lambda listed: ())
