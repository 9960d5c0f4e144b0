"""Advice belongs to one decision of one person: whatever comes late or for another person is dropped."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.decision import Considered, Decision, find_recommendation, is_mixed
from ai.tash_kalar.players import expert
from ai.win_probability import _surest_first
from ai.workers import protocol
from ai.workers.advice import add_plans
from engine.chance import SeededChance
from engine.content import achievements
from engine.content.campaign import Stage
from engine.content.objectives import Goal
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves, statistics
from games.king_of_the_dice.actions import STOP
from games.tash_kalar.messages import card_name, square_name
from games.tash_kalar.moves import Kind, decode
from scenes.campaign.progress_view import find_reached_goals
from scenes.dev import staging
from scenes.results import outcome
from scenes.shell.page import Dialog
from scenes.table import game_screens as games
from scenes.tutorial.lessons import teach
from tests.ai.forger import ODD
from tests.support.advice import describe_best, settle, words_of
from tests.ui.driver import Driver, NearThinker

ALL = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")


class LateThinker(NearThinker):
    """Answers questions for a hint only when it is told to, as a slow process would."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[Any] = []
        self.deaf = False

    def ask(self, *args: Any, **more: Any) -> int:
        """Keep the answers to hints."""
        ticket = super().ask(*args, **more)
        if more.get("purpose") == "hint":
            self.late.append(self.answers.pop())
        return ticket

    def cancel(self, ticket: int, end: bool = False) -> None:
        """Forget a question; ``deaf``: the answer was on its way already."""
        super().cancel(ticket)
        if not self.deaf:
            self.late = [answer for answer in self.late if answer.ticket != ticket]

    def let_go(self) -> None:
        """The late answers come."""
        self.answers += self.late
        self.late = []


def table_of(driver: Driver, game: str, persons: int, **more: Any) -> tuple[Any, LateThinker]:
    thinker = driver.ctx._thinker = LateThinker()  # type: ignore[assignment]
    driver.settings.speed = "instant"
    names = ("Ann", "Bob")
    seats = [
        Seat("person" if k < persons else "computer", "" if k < persons else "novice", names[k], k) for k in (0, 1)
    ]
    table = games.table(driver.ctx, Session.start(game, {}, seats, "advice", **more))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    settle(driver, table)
    return table, thinker


def asked(driver: Driver, table: Any, thinker: LateThinker) -> None:
    table.hints.ask()
    assert table.opponents.hinting and thinker.late
    driver.run(64)
    assert table.hints.shown is None


@pytest.mark.sample(4)
@pytest.mark.parametrize("deaf", [False, True])
@pytest.mark.parametrize("game", ALL)
def test_it_is_not_shown_to_the_next_person(driver: Driver, game: str, deaf: bool) -> None:
    """Whether the answer can still be stopped or is on its way."""
    table, thinker = table_of(driver, game, 2)
    thinker.deaf = deaf
    for _ in range(12):
        asker, turn = table.viewer, table.session.turn
        asked(driver, table, thinker)
        table.decide(table.legal()[-1])
        assert table.session.turn == turn + 1
        assert not table.opponents.hinting, "others would see that it is being thought out"
        thinker.let_go()
        settle(driver, table)
        assert table.hints.shown is None
        if table.viewer != asker:
            return
    assert game in ("legends", "tash_kalar", "king_of_the_dice"), "nobody else had a turn"


def test_the_lamp_asks_once_before_it_costs(driver: Driver, tmp_path: Path) -> None:
    """Asked once a game, never again where it is wanted, never where nothing is lost."""
    driver.settings.ask_advice = True
    table, thinker = table_of(driver, "king_of_12", 1, autosave=tmp_path / "one.json")
    driver.until(table.may_act)
    table.hints.ask()
    driver.ctx.stack.settle()
    top: Any = driver.top
    assert isinstance(top, Dialog) and not table.opponents.hinting
    driver.frame()
    driver.click("stay")
    driver.ctx.stack.settle()
    assert driver.top is table and not table.session.advised, "nothing is lost by the question"
    table.hints.ask()
    driver.ctx.stack.settle()
    driver.frame()
    driver.click("show")
    driver.ctx.stack.settle()
    driver.until(lambda: bool(thinker.late))
    thinker.let_go()
    driver.until(lambda: table.hints.shown is not None)
    assert table.session.advised and driver.settings.ask_advice
    table.hints.drop()
    table.hints.ask()
    driver.ctx.stack.settle()
    assert driver.top is table, "once a game"
    lines = outcome.list_lines(outcome.Outcome(driver.ctx, table.session, table.view), AboutNobody())  # type: ignore[arg-type]
    assert lines[0] == ("Played with advice", "no deeds, stars or rating")
    other, _ = table_of(driver, "king_of_12", 1, autosave=tmp_path / "two.json")
    driver.until(other.may_act)
    other.hints.ask()
    driver.ctx.stack.settle()
    driver.frame()
    driver.click("always")
    driver.ctx.stack.settle()
    assert not driver.settings.ask_advice and other.opponents.hinting


class AboutNobody:
    """The record of a person who has played nothing."""

    def count_meetings(self, person: str, level: str) -> tuple[int, int]:
        """Return no games."""
        return 0, 0

    def estimate_rating(self, person: str) -> None:
        """Return no rating."""


def test_a_game_with_advice_counts_as_one_with_advice_everywhere(
    driver: Driver, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One mark, in the save before the next decision, and the same answer of all that counts games without help."""
    said: list[str] = []
    monkeypatch.setattr(type(driver.ctx), "toast", lambda ctx, text, *, at_top: said.append(text))
    place = tmp_path / "game.json"
    table, thinker = table_of(driver, "king_of_12", 1, autosave=place)
    session = table.session
    asked(driver, table, thinker)
    assert not session.helped, "advice that was not seen is none"
    thinker.let_go()
    driver.until(lambda: table.hints.shown is not None)
    assert session.advised and session.helped and not session.assisted
    assert said == [driver.ctx.t("ui.hint.counts")]
    assert session.finish() and saves.slot(place).advised and saves.load(place).session.advised
    assert staging.play_until(session, lambda one: one.over, "advised")
    winner = session.result().index(1)
    session.seats = [
        Seat("person", "", "Ann", at) if at == winner else Seat("computer", "novice", "Bob", at) for at in (0, 1)
    ]
    assert achievements.find_new(session, 0, achievements.Record()) == []
    best = describe_best(driver, session)
    assert best.startswith(driver.ctx.t("result.best.advised", said="").strip())
    (kind,) = driver.settings.bests["king_of_12"]["best"]
    assert kind.endswith(outcome.ADVISED)
    session.advised = False
    assert describe_best(driver, session) == driver.ctx.t("result.best.first", n=games.points(session)[winner])
    assert len(driver.settings.bests["king_of_12"]["best"]) == 2, "a best without advice is another one"
    station = Stage("s", "game", "king_of_12", goals=(Goal("win"),))
    assert find_reached_goals(session, station) == 1
    session.advised = True
    assert find_reached_goals(session, station) == 0
    entry = statistics.make_entry(session)
    assert entry is not None and entry.advised
    statistics.enter(entry)
    stats = statistics.summary()["king_of_12"]
    assert (stats.played, stats.advised, stats.assisted, stats.persons.played) == (1, 1, 0, 0)
    assert not stats.players and not stats.against and stats.last[0].advised


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ALL)
def test_alone_it_is_not_shown_for_a_decision_already_made(driver: Driver, game: str) -> None:
    table, thinker = table_of(driver, game, 1)
    thinker.deaf = True
    asked(driver, table, thinker)
    table.decide(table.legal()[-1])
    thinker.let_go()
    settle(driver, table)
    driver.run(100)
    assert table.hints.shown is None


def test_behind_the_curtain_it_waits_for_nobody(driver: Driver) -> None:
    table, thinker = table_of(driver, "king_of_12", 2)
    thinker.deaf = True
    asked(driver, table, thinker)
    driver.ctx.instant = False
    driver.settings.speed = "4"
    table.decide(table.legal()[0])
    driver.until(lambda: driver.top.name == "curtain")
    thinker.let_go()
    driver.run(500)
    driver.top.confirm()
    driver.until(lambda: driver.top is table and table.may_act())
    driver.run(200)
    assert table.viewer == 1 and table.hints.shown is None and not table.opponents.hinting


def test_it_goes_when_the_table_is_looked_at_by_somebody_else(driver: Driver) -> None:
    table, thinker = table_of(driver, "king_of_12", 2)
    asked(driver, table, thinker)
    thinker.let_go()
    driver.run(64)
    assert table.hints.shown is not None, "in time it is shown"
    table.viewpoint.hide_hand()
    assert table.hints.shown is None


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ALL)
def test_it_says_what_the_chance_to_win_is(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, thinker = table_of(driver, game, 1)
    asked(driver, table, thinker)
    said = words_of("draw", monkeypatch)
    thinker.let_go()
    driver.run(64)
    hint = table.hints.shown
    assert 0 < hint.chance < 1
    t = driver.ctx.t
    if is_mixed(hint):
        assert t("ui.hint.by_share") in said
        at = said.index(t("ui.hint.chance"))
        assert said[at + 1] == t("ui.percent", value=round(100 * hint.chance))
    else:
        best = hint.considered[0].chance
        assert best == pytest.approx(hint.chance)
        percents = [t("ui.percent", value=driver.ctx.texts.decimal(100 * best, digits)) for digits in (0, 1)]
        percents += [t("ui.hint.about", percent=percent) for percent in percents]
        assert {t("ui.hint.by_chance"), t("ui.hint.equal")} & {*said} and any(percent in said for percent in percents)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ALL)
def test_each_option_says_what_the_chance_is_with_it(
    driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options that are nearly as good differ by tenths; a mixture says how often, and the chance where it is asked."""
    table, thinker = table_of(driver, game, 1)
    asked(driver, table, thinker)
    legal = [one.action for one in thinker.late[0].decision.considered[:3]]
    chances = [0.424, 0.418, 0.3][: len(legal)]
    best = [Considered(action, float(k == 0), 0.0, [], chances[k]) for k, action in enumerate(legal)]
    for answer in thinker.late:
        answer.decision = Decision(legal[0], best, 0.42)
    said = words_of("draw", monkeypatch)
    thinker.let_go()
    driver.run(64)
    t, decimal = driver.ctx.t, driver.ctx.texts.decimal
    rows = len([row for row in table.hints.rows if row.tip[1]])
    digits = 1 if rows > 1 else 0
    shown = [t("ui.percent", value=decimal(100 * chance, digits)) for chance in chances]
    assert rows and all(percent in said for percent in shown[:rows]) and t("ui.hint.by_chance") in said
    assert t("ui.hint.with", percent=shown[0]) in table.hints.rows[0].tip[1]
    if len(legal) > 1 and rows > 1:
        said.clear()
        near = [replace(one, chance=chance) for one, chance in zip(best, (0.424, 0.4205, 0.3), strict=False)]
        table.hints.shown = Decision(legal[0], near, 0.424)
        table.hints.count += 1
        driver.ctx.stack.dirty = True
        driver.frame()
        assert t("ui.hint.equal") in said, "what differs by less than the noise is not told apart"
        assert said.count(t("ui.hint.about", percent=t("ui.percent", value=42))) == 2
    shares = [0.6, 0.3, 0.1][: len(legal)]
    mixed = [Considered(one.action, share, 0.0, [], one.chance) for one, share in zip(best, shares, strict=True)]
    said.clear()
    table.hints.shown = Decision(legal[0], mixed, 0.42)
    table.hints.count += 1
    driver.ctx.stack.dirty = True
    driver.frame()
    assert t("ui.percent", value=60) in said and t("ui.hint.by_share") in said
    tip = table.hints.rows[0].tip[1]
    assert t("ui.hint.weight", percent=t("ui.percent", value=60)) in tip and t("ui.hint.with", percent=shown[0]) in tip


def test_the_plan_that_is_told_is_the_one_that_the_reasons_speak_of() -> None:
    """The pieces and beings of the turn in their order, as the search of the Master found them, and told once."""
    session = staging.find_moment(
        "tash_kalar", "plan", lambda one: one.to_act() == (0,) and one.view(0)["phase"] == "main"
        and one.view(0)["actions"] == 2 and one.turn > 12, count=2,
    )  # fmt: skip
    view = session.view(0)
    decision = expert(view, 0, session.legal(0), SeededChance(1))
    best = decision.considered[0]
    moves = [decode(action) for action in best.line]
    assert best.line[0] == best.action and len(moves) > 1
    summoned = [card_name(move.card) for move in moves if move.kind is Kind.SUMMON]
    placed = [square_name(move.square) for move in moves if move.kind is Kind.PLACE]
    for seed in range(3):
        told = add_plans("tash_kalar", view, 0, decision, seed).considered[0].plan
        said = [part.said for part in told]
        assert [one.params["card"] for one in said if one.id.endswith(".summoned")] == summoned
        places = [place for one in said if one.id.endswith(".placed") for place in one.params["where"]["list"]]
        assert places == placed
    assert not any(reason.id.startswith("tash_kalar.hint.plan") for reason in best.reasons)


def test_equals_are_ordered_by_certainty() -> None:
    """A citizen that can be hired for sure is not given up for another chance to win that cannot be told apart."""
    session = staging.find_moment(
        "king_of_the_dice", "sure",
        lambda one: one.to_act() == (0,) and one.view(0)["phase"] == "roll" and any(one.view(0)["met"]), count=2,
    )  # fmt: skip
    view = session.view(0)
    legal = session.legal(0)
    assert STOP in legal and 0 in legal
    rows = [Considered(0, 1.0, 0.0, [], 0.9), Considered(STOP, 0.0, 0.0, [], 0.898), Considered(1, 0.0, 0.0, [], 0.5)]
    found = _surest_first("king_of_the_dice", view, 0, Decision(0, rows, 0.9))
    assert found.action == STOP == find_recommendation(found, ()) and [one.weight for one in found.considered] == [
        1,
        0,
        0,
    ]
    far = [rows[0], replace(rows[1], chance=0.88), rows[2]]
    assert _surest_first("king_of_the_dice", view, 0, Decision(0, far, 0.9)).action == 0, "a better one stays the best"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ALL)
def test_there_is_room_for_why_the_best_is_the_best(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason of two lines stands before what comes third."""
    table, thinker = table_of(driver, game, 1)
    asked(driver, table, thinker)
    reason = Message("ui.curtain.away", {"names": "Foggy Cape, West March and High Gate"})
    for answer in thinker.late:
        legal = list(table.legal())[:3]
        considered = [Considered(action, 1 / len(legal), 0.0, [reason]) for action in legal]
        answer.decision = Decision(answer.decision.action, considered, answer.decision.chance)
    told = words_of("paragraph", monkeypatch)
    thinker.let_go()
    driver.run(64)
    assert driver.ctx.say(reason) in told


def test_taking_back_drops_it(driver: Driver) -> None:
    table, thinker = table_of(driver, "king_of_12", 1, try_again=True)
    thinker.deaf = True
    table.decide(table.legal()[0])
    settle(driver, table)
    asked(driver, table, thinker)
    table.back.undo()
    thinker.let_go()
    settle(driver, table)
    driver.run(100)
    assert table.hints.shown is None and not table.opponents.hinting
    asked(driver, table, thinker)
    table.back.redo()
    thinker.let_go()
    settle(driver, table)
    assert table.hints.shown is None


def test_a_lesson_that_goes_on_as_a_game_shows_none_that_comes_after_the_decision(driver: Driver) -> None:
    thinker = driver.ctx._thinker = LateThinker()  # type: ignore[assignment]
    thinker.deaf = True
    driver.settings.speed = "instant"
    teach(driver.ctx, "king_of_the_dice")
    driver.ctx.stack.settle()
    table = driver.top
    table.guide.release()
    settle(driver, table)
    asked(driver, table, thinker)
    table.decide(table.legal()[0])
    thinker.let_go()
    settle(driver, table)
    assert table.hints.shown is None


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ALL)
def test_any_advice_that_makes_sense_can_be_shown(driver: Driver, game: str) -> None:
    """Reasons with odd parameters, as far as they are let in from another process."""
    table, _thinker = table_of(driver, game, 1)
    shown = 0
    for odd in ODD:
        for text_id in ("king_of_12.hint.alone", "ui.list.and", "no.such.id", "{n}", "ui.percent"):
            reason = Message(text_id, {"n": odd, "value": odd, "first": odd, "seat": odd, "text": odd, "list": odd})
            legal = list(table.legal())
            decision = Decision(legal[0], [Considered(action, 0.5, 0.5, [reason]) for action in legal])
            if not protocol.sensible(decision, legal):
                continue
            table.hints.shown, table.hints._owed = decision, table.get_pending()
            table.hints.count += 1
            shown += 1
            driver.ctx.stack.dirty = True
            driver.frame()
            assert table.hints.shown is decision
    assert shown > 50
