"""What can be taken back in a session: every step of a turn, but nothing that has come to light."""

import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Event, View
from engine.seats import Seat
from engine.session import Session
from games.legends import RULES

REVEALS = ("token_seen", "bids_opened")


def _session(monkeypatch: pytest.MonkeyPatch, seed: str, **options: object) -> Session:
    monkeypatch.setattr(registry, "rules", lambda game: RULES)
    people = [Seat("person", "", f"Seat {number}", number) for number in range(4)]
    return Session.start("legends", options, people, seed)


def _reveals(event: Event, before: View) -> bool:
    """Whether an event tells somebody what could not be known; the last card of a deck can be."""
    if event.kind == "card_dealt":
        return len(before["deck"]) > 1
    if event.kind != "token_taken":
        return event.kind in REVEALS
    return any(each["region"] == event.data["region"] and each["token"] is None for each in before["face_down"])


@pytest.mark.parametrize("seed", [str(number) for number in range(6)])
def test_what_came_to_light_is_not_taken_back(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = _session(monkeypatch, seed, explore="swamp", leaders=True, rogues=True)
    choices = SeededChance(mix("undo", seed))
    taken_back = 0
    while not session.over:
        seat = choices.draw(session.to_act())
        known = session.view(seat)
        session.submit(seat, choices.draw(session.legal(seat)))
        events = session.course.last.events
        possible, _ = session.undo_check(seat)
        if any(_reveals(event, known) for event in events):
            assert not possible, [event.kind for event in events]
        elif session.to_act() == (seat,) and session.view(None)["phase"] != "name_first":
            assert possible, [event.kind for event in events]
            before = session.view(seat)
            session.undo(seat)
            session.redo()
            assert session.view(seat) == before
            taken_back += 1
    assert taken_back > 40
