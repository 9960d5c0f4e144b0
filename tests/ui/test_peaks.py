"""Characters speak at the peaks of a game: at which, who, how often, and that nothing is given away."""

from importlib import import_module
from typing import Any

import pytest

from ai.character import ours
from engine import registry
from engine.contract import Event
from engine.seats import WHO, Seat
from engine.session import Session
from scenes.results.outcome import Outcome
from scenes.table.peaks import Peak, PeakKind, PeakRules, Step, find_peaks, list_moods, list_speakers
from scenes.table.speeches import ROUNDS_APART, WORDINGS, Speeches
from sprites.base.portrait import Mood
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
RULES = PeakRules(
    count_points=lambda view: view["points"], events=(), is_last=lambda view: view["last"], close=1, lead=3, stroke=4,
    can_win_next=lambda view, seat: view["points"][seat] >= 9,
)  # fmt: skip


def find_kinds(
    before: list[int], after: list[int], seat: int = 0, last: bool = False, over: bool = False
) -> list[tuple[PeakKind, Any]]:  # fmt: skip
    views = [{"points": points, "last": False, "to_act": [0]} for points in (before, after)]
    views[1] |= {"last": last, "to_act": [] if over else [0]}
    return [(one.kind, one.seats) for one in find_peaks(RULES, Step(seat, views[0], views[0], views[1], ()))]


def test_what_all_games_have_in_common_is_found_in_points() -> None:
    assert find_kinds([4, 2], [4, 3]) == [], "the leader still leads"
    assert find_kinds([4, 2], [4, 5], seat=1) == [(PeakKind.CAUGHT, (1, 0))]
    assert find_kinds([4, 2], [4, 5], seat=1, over=True) == [], "the end has words of its own"
    assert find_kinds([2, 1], [2, 3], seat=1) == [], "too early in the game"
    assert find_kinds([2, 1], [6, 1]) == [(PeakKind.STROKE, (0,))]
    assert find_kinds([8, 7], [9, 7]) == [(PeakKind.BRINK, (0,))]
    assert find_kinds([5, 4], [5, 4], last=True) == [(PeakKind.LAST, (0, 1))]
    assert find_kinds([5, 3], [5, 3], last=True) == [], "it is not close"


def test_one_rule_says_who_speaks() -> None:
    def speakers(kind: PeakKind, *seats: int) -> list[tuple[int, PeakKind]]:
        return list(list_speakers(Peak(kind, seats), [1, 5, 3], lambda seat: seat > 0))

    assert speakers(PeakKind.TAKEN, 2) == [(2, PeakKind.TAKEN)] and speakers(PeakKind.TAKEN, 0) == []
    assert speakers(PeakKind.LOOMS, 0) == [(1, PeakKind.LOOMS), (2, PeakKind.LOOMS)], "those who have not done it"
    assert speakers(PeakKind.CROWN, 0) == [(1, PeakKind.STROKE), (2, PeakKind.STROKE)], "a person's is praised"
    assert speakers(PeakKind.CROWN, 2)[0] == (2, PeakKind.CROWN)


def test_all_whom_a_peak_touches_show_it() -> None:
    def moods(kind: PeakKind, *seats: int, **data: int) -> dict[int, Mood]:
        return dict(list_moods(Peak(kind, seats, Event("moved", data) if data else None), 3))

    pleased, struck = Mood.PLEASED, Mood.STRUCK
    assert moods(PeakKind.LAST, 0, 1, 2) == dict.fromkeys(range(3), pleased)
    assert moods(PeakKind.CAUGHT, 2, 0) == {2: pleased, 0: struck}, "the leader was passed"
    assert moods(PeakKind.TAKEN, 1, seat=2) == {1: struck, 2: pleased}, "who has taken it"
    assert moods(PeakKind.LOOMS, 1) == moods(PeakKind.BRINK, 1) == {1: pleased, 0: struck, 2: struck}


def king_view(**changed: Any) -> dict[str, Any]:
    view = {
        "phase": "choose", "points": [3, 2], "crowns": [0, 0], "hand_sizes": [4, 4], "committed": [False, False],
        "to_act": [0, 1],
    }  # fmt: skip
    return {**view, **changed}


def test_peaks_of_king_of_12() -> None:
    rules = import_module("scenes.king_of_12.peaks").PEAKS

    def kinds(events: list[Event], **after: Any) -> list[tuple[PeakKind, tuple[int, ...]]]:
        now = king_view(**after)
        return [(one.kind, one.seats) for one in find_peaks(rules, Step(0, king_view(), king_view(), now, events))]

    values = Event("values", {"values": [12, 12]})
    assert kinds([values, Event("dice_cancelled", {"value": 12, "seats": [0, 1]})]) == [(PeakKind.CANCELLED, (0, 1))]
    assert kinds([values, Event("dice_cancelled", {"value": 5, "seats": [0, 1]})]) == [], "nobody hoped for that"
    assert kinds([Event("theft", {"thief": 0, "victim": 1})]) == [(PeakKind.TAKEN, (1,))]
    assert kinds([Event("round_won", {"seat": 1, "wins": False})]) == [(PeakKind.CROWN, (1,))]
    assert kinds([Event("round_won", {"seat": 1, "wins": True})]) == [], "the end has words of its own"
    assert kinds([], hand_sizes=[2, 2]) == [(PeakKind.LAST, (0, 1))]
    assert kinds([], hand_sizes=[3, 2], committed=[False, True]) == [], "a card laid down is still to be played"


def test_peaks_of_legends() -> None:
    rules = import_module("scenes.legends.peaks").PEAKS

    def find(event: Event, now: int, **changed: Any) -> list[Peak]:
        view = {"control": [1], "seats": 2, "points": [0, 0], "turn": 0, "rounds": 8, "to_act": [0], **changed}
        after = {**view, "control": [now]}
        return list(find_peaks(rules, Step(0, view, view, after, [event])))

    def kinds(event: Event, now: int) -> list[PeakKind]:
        return [one.kind for one in find(event, now)]

    placed = Event("placed", {"seat": 0, "region": 0})
    assert kinds(placed, 0) == kinds(placed, -1) == [PeakKind.TAKEN] and kinds(placed, 1) == []
    spoken = [find(placed, 0, **changed)[0].is_spoken for changed in ({}, {"points": [3, 2]}, {"turn": 13})]
    assert spoken == [True, False, False], "of what leaders lose, and not right before the last card"
    assert kinds(Event("destroyed", {"seat": 0, "owner": 1, "region": 0}), 0) == [PeakKind.TAKEN]
    assert kinds(Event("destroyed", {"seat": 0, "owner": 1, "region": 0}), 1) == []


def make_session(game: str, cast: list[str]) -> Session:
    seats = [Seat("person", "", "Leo", 0)]
    seats += [Seat("computer", WHO + who, who, at) for at, who in enumerate(cast, 1)]
    return Session.start(game, {}, seats, "peaks")


def play(session: Session, *, most: int = 600) -> None:
    """Go on by the first half of what is legal, so that something happens."""
    for number in range(most):
        if session.over:
            return
        seat = session.to_act()[0]
        legal = [one for one in session.legal(seat) if one not in session.rules.resignations]
        session.submit(seat, legal[number * 7 % max(1, (len(legal) + 1) // 2)])


class Listener:
    """Speeches that are heard from one seat, as the table hears them."""

    def __init__(self, driver: Driver, session: Session, seat: int | None, game: str) -> None:
        hooks = import_module(f"scenes.{game}.table").TABLE
        self.told = self.begun = 0
        self.heard: list[tuple[int, str]] = []
        self.speeches = Speeches(
            driver.ctx, session, hooks.peaks, lambda: self.begun, lambda who, words: self.heard.append((who, words)),
            lambda who, mood: None,
        )  # fmt: skip
        self.rounds: list[int] = []
        share = 1 if hooks.round_of_all else len(session.seats)
        count = 0

        def hear(update: Any) -> None:
            nonlocal count
            self.speeches.note_update(update)
            for event in update.events:
                count += event.kind == hooks.round_event
                self.begun = count // share
                before = len(self.heard)
                self.told += 1
                self.speeches.note_events([event], self.told)
                self.rounds += [self.begun] * (len(self.heard) - before)
            before = len(self.heard)
            self.speeches.speak(self.told)
            self.rounds += [self.begun] * (len(self.heard) - before)

        session.subscribe(seat, hear)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_depends_on_nothing_hidden_and_comes_seldom(driver: Driver, game: str) -> None:
    """The same lines are said whoever looks on; none is said twice."""
    count = min(3, max(registry.info(game).seats))
    found = []
    for seat in (0, count - 1, None):
        session = make_session(game, ["hilda", "corvin"][: count - 1])
        listener = Listener(driver, session, seat, game)
        play(session)
        found.append(listener)
    assert found[0].heard == found[1].heard == found[2].heard and len(found[0].heard) > 1
    words = [each[1] for each in found[0].heard]
    assert len(words) == len(set(words))
    assert all(b - a >= ROUNDS_APART for a, b in zip(found[0].rounds, found[0].rounds[1:], strict=False))


def test_hidden_cards_change_no_line(driver: Driver) -> None:
    """Two games of King of 12 whose public course is the same, and whose hands are not, have the same peaks."""
    rules = import_module("scenes.king_of_12.peaks").PEAKS
    session = make_session("king_of_12", ["hilda", "corvin"])
    seen: list[tuple[Any, Any]] = []

    def hear(update: Any) -> None:
        public = [event for event in update.events if event.seats is None]
        views = [session.view(None), {**session.view(None), "hand": [1, 2, 3], "own_crowns": [4], "own_commit": 5}]
        both = [[*find_peaks(rules, Step(0, one, one, one, public))] for one in views]
        seen.append((both[0], both[1]))

    session.subscribe(None, hear)
    play(session, most=150)
    assert any(both[0] for both in seen) and all(both[0] == both[1] for both in seen)


def test_nobody_who_turns_lines_off_gets_one(driver: Driver) -> None:
    driver.settings.speech_bubbles = False
    session = make_session("legends", ["hilda", "corvin"])
    listener = Listener(driver, session, 0, "legends")
    play(session)
    assert listener.heard == [] and listener.speeches.said == [] and session.said == []


def test_what_was_said_is_kept_with_the_game(driver: Driver) -> None:
    session = make_session("legends", ["hilda", "corvin"])
    listener = Listener(driver, session, 0, "legends")
    play(session)
    assert session.said == list(session.record().said) and len(session.said) == len(listener.heard)
    again, _ = Session.resume(session.record(), None)
    later = Listener(driver, again, 0, "legends")
    later.begun = 99
    first = next(one for one in listener.speeches.said if one.term.startswith("peak."))
    assert not later.speeches._say(first.seat, first.term, 0), "it was said before the game was closed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_words(driver: Driver, language: str) -> None:
    driver.settings.language = language
    driver.ctx.apply_settings()
    t, has = driver.ctx.t, driver.ctx.texts.has
    tempers = {one.temperament for one in ours().values()}
    assert len(tempers) == 4 and "" not in tempers
    ids = [f"ui.peak.{kind}.{temper}.{n + 1}" for kind in PeakKind for temper in tempers for n in range(WORDINGS)]
    assert len(ids) == 96 and all(map(has, ids))
    words = [t(one) for one in ids]
    assert len(set(words)) == 96 and all(4 < len(one) <= 60 for one in words)
    for who in ours():
        for how in ("won", "lost"):
            said = t(f"ui.character.{who}.farewell.{how}", name="Leo", score="12 : 9")
            assert "Leo" in said and "12 : 9" in said and len(said) <= 90, said


@pytest.mark.parametrize(
    ("result", "said"), [((2, 1, 3), "Hilda: “2 : 1! Leo is"), ((1, 2, 3), "Hilda: “2 : 1. Leo goes")]
)
def test_the_end_is_told_by_who_has_won_or_come_nearest(driver: Driver, result: tuple[int, ...], said: str) -> None:
    rivals = [Seat("computer", "who:hilda", "Hilda", 1), Seat("computer", "expert", "Eva", 2)]
    session = Session.start("king_of_12", {}, [Seat("person", "", "Leo", 0), *rivals], "end")
    session.result = lambda: result  # type: ignore[method-assign]
    crowns = [2 if place == 1 else 1 if place == 2 else 0 for place in result]
    view = {**session.view(None), "crowns": crowns}
    session.view = lambda seat: view  # type: ignore[method-assign]
    outcome = Outcome(driver.ctx, session, view)
    assert outcome.quote.startswith(said) and outcome.farewell is not None and outcome.farewell[0] == 1
    driver.settings.speech_bubbles = False
    assert outcome.farewell is None
    assert outcome.quote == driver.ctx.t("king_of_12.result.sub")
