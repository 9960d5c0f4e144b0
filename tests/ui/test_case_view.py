"""A moment speaks in words first; its figures stand behind a button, and what is still counted is shown as such."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ai.analysis.confirmation import Confirmer, PlayedPair
from ai.analysis.report import (
    Case,
    Gain,
    Laid,
    Moment,
    StoredMessage,
    count_fine,
    find_spread,
    find_spreads,
    list_shown_lines,
)
from ai.analysis.steps import PositionValue
from ai.king_of_12 import trick_words
from ai.king_of_12.trick_words import describe_cases, list_last_trick
from ai.opponent_registry import find_analysis_profile
from ai.review import make_analyser, play_game
from engine.chance import SeededChance
from engine.seats import Seat
from games.king_of_12 import RULES
from games.king_of_12.cards import CODES
from games.king_of_12.state import CROWN, NOBODY, OVER
from scenes.dev import shots_study
from scenes.king_of_12 import trick_tables
from scenes.study.moments import list_reasons, list_sentences, shows_cases
from scenes.study.scene import StudyScene
from sprites.base import shapes
from tests.king_of_12.table import Table
from tests.support.spoken_trees import tell_page
from tests.support.study_scenes import open_study
from tests.ui.driver import Driver

GAMBLER, KNIGHT, MACHINE, ORACLE, PARASITE = map(CODES.index, ("gambler", "knight", "machine", "oracle", "parasite"))


def test_a_trick_is_told_by_two_tables_and_two_sentences(driver: Driver) -> None:
    scene = open_study(driver, "king_of_12")
    scene.open_moment(scene.moments[0])
    driver.frame()
    said = list_sentences(scene, scene.moment)
    page = tell_page(driver)
    assert shows_cases(scene) and len(said) == 2
    assert all(one.replace("*", "").replace("\xa0", " ") in page for one in said), "by ear the same"
    driver.click("more")
    assert not shows_cases(scene) and len(list_reasons(scene, scene.moment)) > 3, "the figures"
    driver.click("more")
    assert shows_cases(scene)
    before = said[0]
    if len(scene.moment.cases) > 1:
        scene.turn_case(1)
        assert list_sentences(scene, scene.moment)[0] != before


def test_a_moment_of_which_little_is_known_tells_how_many_games_more_are_won(driver: Driver) -> None:
    scene = open_study(driver, "legends")
    moment = msgspec.structs.replace(scene.moments[0], cases=(), there=None)
    assert list_sentences(scene, moment) == [scene.ctx.t("study.case.games", more=round(moment.cost / 10_000))]
    assert list_reasons(scene, moment)[1:] == list_sentences(scene, moment), "no figures before they are asked for"


@pytest.mark.parametrize("better, played, told", [
    ((15.2, 30), (12.4, 30), (0, 15, 12)), ((15.2, 28.7), (15.1, 30.9), (1, 29, 31)), ((15.2, 28), (15.1, 28.2), None),
    ((9.1, 28), (15.1, 25), None), ((), (), None),
])  # fmt: skip
def test_points_are_told_of_who_gains_or_of_the_rival_who_loses(better: Any, played: Any, told: Any) -> None:
    confirmer = Confirmer(PositionValue("legends"), None, find_analysis_profile("legends"), 0)  # type: ignore[arg-type]
    said = confirmer._tell_points(0, better, played, False)
    assert told == (
        None if said is None else (said.params["player"]["seat"], said.params["better"], said.params["played"])
    )


@pytest.mark.parametrize("term, named", [("points", []), ("flares", ["study.case.more"])])
def test_points_that_are_told_are_not_named_once_more(
    monkeypatch: pytest.MonkeyPatch, term: str, named: list[str]
) -> None:
    profile, loss = find_analysis_profile("tash_kalar"), SimpleNamespace(seat=0)
    confirmer: Any = Confirmer(PositionValue("tash_kalar"), None, profile, 0)  # type: ignore[arg-type]
    monkeypatch.setattr(confirmer, "_foresee_points", lambda points, *_: points)
    rows = [PlayedPair((0.3, -0.3), ((0.8, 0.2), (0.5, 0.5)), ((7, 2), (5, 2)))]
    (case,) = confirmer._describe_cases(loss, rows, [Gain(term, (300_000, 0))])
    assert [one.id for one in case.said] == ["study.case.points_now", *named]
    rows.append(PlayedPair((0.3, -0.3), ((0.8, 0.2), (0.5, 0.5)), ((7, 2), (4, 2))))
    (case,) = confirmer._describe_cases(loss, rows, [Gain(term, (300_000, 0))])
    assert [one.id for one in case.said] == ["study.case.points_now.about", *named], "dice of the turn change it"


@pytest.mark.parametrize("there, text_id", [
    ((1_000, -90_000, 90_000), "study.there.nothing"), ((60_000, 20_000, 100_000), "study.there"),
    ((-60_000, -100_000, -20_000), "study.there.good"), ((3_000, 1_000, 4_900), "study.there.nothing"),
])  # fmt: skip
def test_what_it_cost_against_who_sat_there_is_told(driver: Driver, there: Any, text_id: str) -> None:
    scene = open_study(driver, "king_of_12")
    moment = msgspec.structs.replace(scene.moments[0], there=there)
    assert list_sentences(scene, moment)[-1] == scene.ctx.t(text_id, points=scene.ctx.t("ui.percent", value=6))


def test_the_commonest_case_that_explains_the_loss_is_told() -> None:
    """Machine ran into a Knight, and with Parasite the lowest value would have won."""
    state = RULES.new({}, 2, SeededChance(3))
    ends = []
    for other in (KNIGHT, KNIGHT, PARASITE):
        pair = []
        for own in (PARASITE, MACHINE):
            twin = RULES.clone(state)
            for seat, card in ((0, own), (1, other)):
                RULES.apply(twin, seat, card, SeededChance(1))
            pair.append(twin)
        ends.append((pair[0], pair[1]))
    cases = describe_cases(state, 0, ends)
    assert [one.card for one in list_last_trick(ends[0][0])] == [PARASITE, KNIGHT]
    assert cases[0].share == 667 and cases[0].better[0].place == 1 and cases[0].played[0].place != 1
    assert [one.id for one in cases[0].said] == ["king_of_12.case.if", "king_of_12.case.with"]
    for pairs, told in (([(b, a) for a, b in ends], "less"), ([(a, a) for a, _ in ends], "later")):
        assert describe_cases(state, 0, pairs)[0].said[0].id == f"king_of_12.case.{told}", "its worth comes later"
    assert describe_cases(RULES.new({}, 8, SeededChance(1)), 0, []) == (), "there are no small tables for a hall"


@pytest.mark.parametrize("cards, told", [
    ((GAMBLER, GAMBLER), "if *Mia and Tom* play *Gambler*"),
    ((GAMBLER, ORACLE), "if *Mia* plays *Gambler* and *Tom* *Oracle*"),
])  # fmt: skip
def test_rivals_with_one_card_are_named_together_and_an_equal_result_once(
    driver: Driver, cards: tuple[int, int], told: str
) -> None:
    names, rivals = ["Leo", "Mia", "Tom"], [Laid(at, card, 9, 9, at) for at, card in enumerate(cards, 1)]
    better = [Laid(0, PARASITE, 2, 2), *rivals]
    said = f"With *Parasite*: {told}, *Mia* wins with *9* and *Leo* gets nothing."
    for own, instead in (
        (Laid(0, MACHINE, 3, 3), "With *Machine* it comes to the same."),
        (Laid(0, MACHINE, 12, 12, 1), "With *Machine*, *Leo* wins the trick with *12*."),
    ):
        found = [driver.ctx.say(one.message(), names) for one in trick_words._tell(0, better, [own, *rivals])]
        assert [one.replace("\xa0", " ") for one in found] == [said, instead]


@pytest.mark.parametrize("values, places, lowest, told", [
    ((8, 2, 2), (1, 0, 0), True, "2 and 2 are equal and out, so the lowest value wins, and *Leo* has it: *8*"),
    ((8, 2, 2), (1, 0, 0), False, "*Leo* wins the trick with *8*"),
    ((8, 11, 8), (0, 1, 0), False, "8 and 8 are equal and out, so *Mia* wins with *11* and *Leo* gets nothing"),
    ((8, 11, 10, 8), (0, 1, 2, 0), False, "*Mia* wins with *11* and *Leo* gets nothing"),
    ((8, 11, 10, 10), (2, 1, 0, 0), False, "10 and 10 are equal and out, so *Leo* comes second with *8*"),
    ((3, 9, 12, 12), (0, 1, 0, 0), False, "12 and 12 are equal and out, so *Mia* wins with *9* and *Leo* gets nothing"),
    ((3, 9, 8, 3), (0, 1, 2, 0), False, "*Mia* wins with *9* and *Leo* gets nothing"),
    ((3, 3), (0, 0), False, "3 and 3 are equal and out, so nobody wins the trick"),
])  # fmt: skip
def test_equal_values_that_drop_out_are_told_where_they_decide_a_place(
    driver: Driver, values: tuple[int, ...], places: tuple[int, ...], lowest: bool, told: str
) -> None:
    cards = (KNIGHT if lowest else PARASITE, ORACLE, MACHINE, GAMBLER)
    laid = [Laid(at, cards[at], value, value, places[at]) for at, value in enumerate(values)]
    result = StoredMessage("king_of_12.case.with", {"card": "", "result": trick_words._tell_result(0, laid)})
    said = driver.ctx.say(result.message(), ["Leo", "Mia", "Tom", "Eva"]).replace("\xa0", " ")
    assert said.partition(", ")[2].removesuffix(".") == told


def test_what_a_roll_brings_is_told_as_a_chance(driver: Driver) -> None:
    names, rival = ["Leo", "Mia"], Laid(1, PARASITE, 12, 5, 2)
    better, played = Laid(0, ORACLE, 7, 7, 1), Laid(0, MACHINE, 1, 8, 1)
    told = trick_words._tell(0, [better, rival], [played, rival])
    assert [driver.ctx.say(one.message(), names).replace("\xa0", " ") for one in told] == [
        "With *Oracle*: if *Mia* plays *Parasite*, *Leo* wins the trick with *7* (on a roll of *7*).",
        "With *Machine*, *Leo* wins the trick with *8*.",
    ]


@pytest.mark.parametrize("place, cancelled, told", [
    (1, False, "won the trick"), (2, False, "came second"), (0, False, "got nothing"), (0, True, "was cancelled"),
    (1, True, "cancelled: the die won the trick"), (2, True, "cancelled: the die came second"),
])  # fmt: skip
def test_a_title_says_what_came_of_a_card(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, place: int, cancelled: bool, told: str
) -> None:
    begin = RULES.new({}, 2, SeededChance(3))
    end = RULES.clone(begin)
    for seat, card in enumerate((MACHINE, PARASITE)):
        RULES.apply(end, seat, card, SeededChance(1))
    monkeypatch.setattr(trick_tables, "list_last_trick", lambda _: (Laid(0, MACHINE, 9, 9, place, cancelled),))
    assert trick_tables.tell_play(driver.ctx, [begin, begin, end], 0) == f"Machine {told}"
    assert trick_tables.tell_play(driver.ctx, [begin, begin], 0) == "", "the trick is still open"


def test_ribbons_say_what_the_places_bring(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Gambler turns the worth of the first two places round."""
    told: list[str] = []
    monkeypatch.setattr(shapes, "ribbon", lambda c, x, y, words, metal: told.append(f"{metal} {words}"))
    seats = [Seat("person", "", name, at) for at, name in enumerate(("Leo", "Mia"))]
    for second in (PARASITE, GAMBLER):
        laid = (Laid(0, MACHINE, 9, 9, 1), Laid(1, second, 4, 4, 2))
        trick_tables.draw_plays(driver.ctx, driver.window.canvas, laid, seats, (0, 0, 600, 400))
    assert told == ["gold +2", "silver +1", "gold +1", "silver +2"]


def test_what_is_counted_is_shown_as_provisional(driver: Driver) -> None:
    shots_study.show_counting("king_of_12", driver.ctx, "study")
    driver.frame()
    scene = driver.top
    words = tell_page(driver)
    assert "about" in words and not scene.review.finished
    spreads = find_spreads(scene.review, 0)
    assert set(spreads) == set(list_shown_lines(scene.review, 0)) and all(spreads.values())
    assert 0.4 < count_fine(scene.review) < 0.6
    finished = msgspec.structs.replace(scene.review, done=1000)
    assert find_spreads(finished, 0) == {}
    wide, narrow = (find_spread("king_of_12", "own", fine) for fine in (0.0, 1.0))
    assert wide > narrow > 0


def test_a_case_of_another_game_is_refused() -> None:
    review = shots_study._review("king_of_12", "study")
    case = Case(500, (StoredMessage("x"),), (Laid(9, 0, 1, 1),))
    moment = msgspec.structs.replace(review.moments[0], cases=(case,))
    with pytest.raises(ValueError, match="seats of this game"):
        msgspec.structs.replace(review, moments=[moment]).__post_init__()


def test_a_card_does_not_stay_in_hand_where_the_round_ends() -> None:
    """Then it is told who wins the round with either card, or the throne."""
    before = Table((5, 8, 2)).state
    end = RULES.clone(Table((5, 8, 2)).play("golem", "golem", "golem").state)
    ends: list[Any] = []
    for winner in (1, 2, NOBODY, 2):
        after = RULES.clone(end)
        after.results, after.phase = (((0, 0, 0), winner),), OVER if len(ends) == 3 else CROWN
        ends.append(after)
    told, same, unwon, throne = ([one.said[0].id for one in describe_cases(before, 0, [(ends[0], other)])]
                                 for other in (ends[1], ends[0], ends[2], ends[3]))  # fmt: skip
    assert told == ["king_of_12.case.round"] and same != ["king_of_12.case.later"] != told
    assert (unwon, throne) == (["king_of_12.case.unwon"], ["king_of_12.case.throne"])
    (lost,) = describe_cases(before, 0, [(ends[2], ends[0])])
    assert lost.said[0].params["player"] == {"seat": 1}, "who can win it with the card that was played"
    assert [one.said[0].id for one in describe_cases(before, 0, [(end, end)])] == ["king_of_12.case.later"]


def test_what_a_tournament_does_not_offer_is_said_where_it_would_stand(driver: Driver) -> None:
    """By ear as well: sixteen players have no small tables, and only the choices of people are judged."""
    session = play_game("king_of_12", {}, 16, "random", 3)
    session.seats = type(session.seats)(
        [msgspec.structs.replace(one, kind="computer" if at else "person") for at, one in enumerate(session.seats)]
    )
    at, entry = next((at, one) for at, one in enumerate(session.course.entries) if one.seat == 0)
    legal = session.rules.legal(session.course.get_position(at).state, 0)
    best = next(one for one in legal if one != entry.action)
    moment = Moment(at, 0, entry.action, best, 100_000, 50_000, 150_000, (best,), (), pairs=16)
    review = msgspec.structs.replace(make_analyser(session).first(), done=1000, moments=[moment])
    scene = StudyScene(driver.ctx, session, review)
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    for side, told in (("own", False), ("others", True)):
        scene.turn_side(scene.sorted.names.index(side))
        driver.frame()
        assert (scene.ctx.t("study.not.others") in tell_page(driver)) is told
    scene.turn_side(0)
    scene.open_moment(scene.moments[0])
    driver.frame()
    assert scene.ctx.t("study.not.words") in tell_page(driver)
