"""Games that are played at their tables by themselves, and what they ask to be heard, with its time."""

from typing import Any

import pytest

from ai.choose import choose
from engine.seats import Seat
from engine.session import Session
from scenes.menus.title import Title
from scenes.table import game_screens
from sprites.base import loader
from tests.ui.driver import Driver

FRAME_MS = 33.0
THOUGHT_MS = 6000.0
"""A person thinks so long about a decision, at speed 1; computers take their usual half second."""


def logged(game: str, speed: str, seed: int, minutes: float, seats: int = 3) -> list[tuple[float, str]]:
    """The cues of a game in its order: milliseconds since the table was opened, and the name; until it ends."""
    driver = Driver(speed=speed, computer_pause=500 if speed == "1" else 0)
    heard: list[tuple[float, str]] = []
    now = 0.0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(driver.window, "draw", lambda: None)
        patched.setattr(driver.ctx.audio, "play", lambda cue: heard.append((now, cue)))
        patched.setattr(driver.ctx.audio, "update", lambda ms: None)
        driver.ctx._awake = True
        driver.ctx.audio._cues = loader.read_cues()
        driver.ctx.stack.push(Title(driver.ctx))
        people = [Seat("person", "", "Leo", 0)]
        people += [Seat("computer", "novice", name, k + 1) for k, name in enumerate(("Mia", "Tom", "Eva")[: seats - 1])]
        table: Any = game_screens.table(driver.ctx, Session.start(game, {}, people, f"heard {seed}"))
        driver.ctx.stack.push(table)
        driver.ctx.stack.settle()
        thought = 0.0
        while now < minutes * 60_000 and not table.finished:
            driver.frame(FRAME_MS)
            now += FRAME_MS
            if driver.top is not table:
                if driver.top.name == "dialog":
                    driver.ctx.stack.pop()
                continue
            if table.confirming:
                thought += FRAME_MS
                if thought > 1500 or speed == "instant":
                    table.confirm()
                    thought = 0.0
            elif table.may_act():
                thought += FRAME_MS
                if thought > THOUGHT_MS or (speed != "1" and thought > 200):
                    thought = 0.0
                    seat = table.viewer
                    view, legal = table.session.view(seat), list(table.legal())
                    action = choose(game, view, seat, legal, "novice", len(table.session.log)).action
                    driver.ctx.play("click")
                    table.decide(action)
        rest = 60
        while rest:  # until a ceremony has come to its end, and for a second more
            driver.frame(FRAME_MS)
            now += FRAME_MS
            rest -= not (driver.top.name == "result" and driver.top.moving)
    driver.close()
    return heard
