"""What the study says about swings and moments: how a turn turned out, for whom, what happened in it, and why."""

from typing import Any

import msgspec
import pytest

from ai.analysis.key_moments import find_swings
from ai.analysis.report import WHOLE, Gain, Step, StoredMessage, Swing
from ai.analysis.steps import PositionValue, stretches
from ai.analysis.turns import list_events, list_turn_parts, list_turns
from ai.opponent_registry import find_analysis_profile
from ai.review import play_game
from engine.session import Session
from scenes.common.turn_sentence import tell_part
from scenes.study.moments import list_figures, list_reasons, name_choices, tell_gains
from scenes.study.overview import list_lines
from scenes.study.swings import (
    LONGEST,
    MOST_SAID,
    describe_swing,
    explain_cause,
    explain_swing,
    find_turn,
    is_of_other,
    name_joint_choices,
    shorten_swing,
    tell_cause,
)
from sprites.base import text
from sprites.base.drawn_words import Tight
from tests.support.catalogues import LANGUAGES, OTHERS
from tests.support.study_scenes import open_study
from tests.ui.driver import Driver


def test_a_turn_brought_more_or_less_only_to_a_seat_that_moved(driver: Driver) -> None:
    """Where the others moved, it is told whom the turn helped or hurt."""
    scene = open_study(driver, "legends")
    t, far, near = scene.ctx.t, WHOLE // 5, WHOLE // 50
    swing = next(one for one in scene.review.swings if find_turn(scene, one))
    swing = msgspec.structs.replace(swing, change=(far,) * 3, cause="course")
    assert tell_cause(scene, swing) == t("study.swing.more")
    assert tell_cause(scene, msgspec.structs.replace(swing, change=(-far,) * 3)) == t("study.swing.less")
    swing = msgspec.structs.replace(swing, seat=0)
    small = msgspec.structs.replace(swing, change=(-near, far, near - far))
    assert tell_cause(scene, small) == t("study.swing.helped", name=scene.names[1])
    small = msgspec.structs.replace(swing, change=(near, -far, far - near))
    assert tell_cause(scene, small) == t("study.swing.hurt", name=scene.names[1])
    assert tell_cause(scene, msgspec.structs.replace(small, seat=-1)) == t("study.bill.course")
    assert tell_cause(scene, msgspec.structs.replace(small, cause="luck")) == "Luck of the draw", "nobody rolls here"


def test_a_swing_whose_sentences_name_no_player_tells_whom_it_moved(driver: Driver) -> None:
    """In King of 12 a die that rolls again says nothing of the seat whose decision it was."""
    scene = open_study(driver, "king_of_12")
    t, far = scene.ctx.t, WHOLE // 5
    swing = Swing(0, 1, 1, (-far, far), "course")
    assert tell_cause(scene, swing) == t("study.swing.helped", name=scene.names[1])
    assert tell_cause(scene, msgspec.structs.replace(swing, cause="luck")) == "Luck of the dice", "nor draws here"
    swing = msgspec.structs.replace(swing, change=(far, -far // 2))
    assert tell_cause(scene, swing) == t("study.swing.helped", name=scene.names[0])


def test_a_choice_that_explains_a_swing_is_named_without_a_moment(driver: Driver) -> None:
    scene = open_study(driver, "legends")
    swing = Swing(10**6, 10**6 + 1, 1, (WHOLE // 5, -WHOLE // 5), "choice")
    assert explain_cause(scene, swing) == scene.ctx.t("study.swing.choice.of", name=scene.names[1])
    together = msgspec.structs.replace(swing, seat=-1)
    assert explain_cause(scene, together) == scene.ctx.t("study.bill.choice")


def make_told(*names: str) -> tuple[StoredMessage, ...]:
    """Return sentences of events of King of 12."""
    params = {"player": {"seat": 0}, "a": {"seat": 0}, "b": {"seat": 1}, "card": "Knight", "round": 1, "n": 2}
    faces = {"was": 1, "face": 7, "value": 12, "dice": {"list": []}}
    return tuple([StoredMessage(f"king_of_12.{name}", params | faces) for name in names])


def test_what_a_trick_brought_comes_before_what_led_to_it(driver: Driver) -> None:
    """Where one sentence has room it is the result, of luck the roll; what was chosen stands before it in longer
    ones, and all is told in the order of the game."""
    scene = open_study(driver)
    names = "event.cards_cancelled.2", "event.rolled.oracle", "event.scored.first.highest", "event.round_won"
    told = make_told(*names)
    cancelled, rolled, scored, won = (scene.ctx.say(one.message(), scene.names) for one in told)
    swing = Swing(0, 2, -1, (WHOLE // 5, -WHOLE // 5), "secret", told)
    assert describe_swing(scene, swing, 1) == won
    chosen, *rest = describe_swing(scene, swing, 3).split("; ")
    assert chosen == name_joint_choices(scene, swing) and rest == [scored, won]
    by_luck = msgspec.structs.replace(swing, cause="luck")
    assert describe_swing(scene, by_luck, 1) == rolled
    assert describe_swing(scene, by_luck, 3).split("; ")[1:] == [rolled, won]
    assert describe_swing(scene, swing, 9).split("; ")[1:] == [cancelled, rolled, scored, won]
    begun = msgspec.structs.replace(by_luck, seat=0, told=make_told("event.round_begins", "analysis.rolled"))
    assert scene.ctx.say(begun.told[1].message(), scene.names) in describe_swing(scene, begun)


def tell_first_turn(session: Session, *at: int) -> tuple[Swing, ...]:
    """Return the swings of a game in which the chances move in the turns of these numbers alone, to and fro."""
    turns, steps = list_turns(stretches(session.course)), list[Step]()
    nothing = (0,) * len(session.seats)
    begin = (WHOLE // 2, WHOLE // 2, *nothing[2:])
    for number, played in enumerate(turns):
        chance = (WHOLE, *nothing[1:]) if sum(number >= one for one in at) % 2 else begin
        steps += [
            Step(one.end, one.seats, chance, nothing, nothing, nothing, nothing, nothing, nothing)
            for one in played.steps
        ]
    profile = find_analysis_profile(session.game)
    return tuple(find_swings(session.course, turns, steps, begin, profile, (PositionValue(session.game), 1)))


def test_cards_chosen_at_the_same_time_are_named_alone(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody can mistake is left out, so that the choices of four have room in letters that can be read."""
    scene = open_study(driver)
    assert len(scene.names) == 4 and any(one.seat < 0 for one in scene.review.swings)
    sizes: list[float] = []
    paragraph = text.paragraph

    def note(
        c: Any, words: str, x: float, y: float, w: float, font: str | text.Font, *rest: Any, **named: Any
    ) -> float:
        if isinstance(font, text.Font) and font.face == "serif_bold":
            sizes.append(font.size)
        return paragraph(c, words, x, y, w, font, *rest, **named)

    monkeypatch.setattr(text, "paragraph", note)
    for language in LANGUAGES:
        driver.settings.language = language
        driver.ctx.apply_settings()
        play = scene.ctx.t("king_of_12.action.play", card="").strip(" :")
        for swing in scene.review.swings:
            assert swing.seat >= 0 or play not in name_joint_choices(scene, swing)
        scene.show_page("swings")
        driver.frame()
    assert min(sizes) >= 12.5


def test_a_better_choice_of_another_seat_has_room_below_its_swing(driver: Driver) -> None:
    """In the narrow list next to two boards, where the number is of the seat that is looked at, under whose name it
    stands; its tooltip tells the swing."""
    scene = open_study(driver, "legends")
    swing, moment = scene.review.swings[-1], scene.moments[0]
    swing = msgspec.structs.replace(swing, seat=1, cause="course", change=(-190_000, 380_000, -190_000), foreseen=())
    better = msgspec.structs.replace(moment, turn=swing.turn, seat=1, cost=290_000)
    scene.review = msgspec.structs.replace(scene.review, swings=[swing], moments=[moment, better])
    scene.open_moment(moment)
    scene.show_page("swings")
    driver.run(100)
    assert scene.turn_view is not None and "29" in explain_cause(scene, swing)
    listening = Tight(shrinking=True)
    try:
        for language in LANGUAGES:
            driver.settings.language = language
            driver.ctx.apply_settings()
            driver.frame()
    finally:
        listening.close()
    assert not listening.lines
    number = scene.ctx.t("ui.percent", value=19)
    assert driver.target("swing.0").tip == (f"{scene.names[0]} −{number}", explain_swing(scene, swing))
    assert is_of_other(scene, swing)
    assert not is_of_other(scene, msgspec.structs.replace(swing, seat=0))
    assert is_of_other(scene, msgspec.structs.replace(swing, seat=0, change=(20_000, 180_000, -200_000)))


@pytest.mark.parametrize("game", ["king_of_the_dice", "tash_kalar"])
def test_long_choices_stay_legible_in_the_list_of_moments(game: str) -> None:
    """Also in the largest letters; the tooltip of a row tells them whole."""
    driver = Driver(text_size=130)
    listening = Tight(shrinking=True)
    try:
        scene = open_study(driver, game)
        for language in OTHERS:
            driver.settings.language = language
            driver.ctx.apply_settings()
            driver.frame()
        assert not listening.lines
        played, best = name_choices(scene, scene.moments[0])
        tip = driver.target("moment.0").tip
        assert tip is not None and played in tip[0] and best in tip[1]
        scene.open_moment(scene.moments[0])
        driver.settings.language = "en"
        driver.ctx.apply_settings()
        driver.frame()
    finally:
        listening.close()
        driver.close()
    assert not listening.lines


def test_a_result_that_a_later_decision_delays_is_told() -> None:
    """A trick waits for the one who plays the Sorcerer; what came of it is told where the cards were chosen."""
    session = play_game("king_of_12", {}, 2, "random", 2)
    turns = list_turns(stretches(session.course))
    kinds = [{event.kind for event in list_events(session.course, one)} for one in turns]
    delayed = next(at for at, one in enumerate(turns) if one.seat < 0 and "scored" not in kinds[at])
    plain = next(at for at, one in enumerate(turns) if one.seat < 0 and "scored" in kinds[at])
    for at in (delayed, plain):
        (swing,) = tell_first_turn(session, at)
        assert (swing.turn, swing.end) == (turns[at].turn, turns[at].end)
        assert sum(".scored.first" in one.id for one in swing.told) == 1
    chosen, turned = tell_first_turn(session, delayed, delayed + 1)
    assert not chosen.told and ".scored.first" in " ".join(one.id for one in turned.told), "a swing of its own tells it"


def test_the_dice_of_a_new_round_are_told() -> None:
    session = play_game("king_of_12", {}, 2, "random", 2)
    turns = list_turns(stretches(session.course))
    begins = next(
        at
        for at, one in enumerate(turns)
        if at and any(event.kind == "round_begins" for event in list_events(session.course, one))
    )
    (swing,) = tell_first_turn(session, begins)
    assert len(swing.told[-1].params["dice"]["list"]) == 2


def test_an_auction_is_told_by_who_won_it() -> None:
    session = play_game("legends", {}, 3, "random", 2)
    (swing,) = tell_first_turn(session, 0)
    assert swing.seat == -1 and any(".auction_won." in one.id for one in swing.told)
    assert not any("bid_made" in one.id for one in swing.told)


def test_a_turn_of_luck_names_the_dice_that_were_used(driver: Driver) -> None:
    """What led to them is still left out, and in a turn of another cause the dice are too."""
    scene = open_study(driver, "king_of_the_dice")
    turns = list_turns(stretches(scene.whole.course))
    turn = next(one for one in turns if len(one.steps) > 3)
    parts = list_turn_parts(scene.whole.game, scene.whole.course, turn.seat, turn.turn, turn.end)
    drawn = tell_part(scene.ctx.texts, next(one for one in parts if one.drawn), scene.names)
    swing = Swing(turn.turn, turn.end, turn.seat, (WHOLE // 5, -WHOLE // 5), "luck")
    longest = len(describe_swing(scene, swing, 99))
    said = shorten_swing(scene, swing, lambda words: len(words) < longest // 2)
    assert said.startswith(drawn), "it tells the roll"
    other = shorten_swing(
        scene, msgspec.structs.replace(swing, cause="choice"), lambda words: len(words) < longest // 2
    )
    assert drawn[1:] not in other


def test_hints_that_explain_a_moment_say_whom_they_address(driver: Driver) -> None:
    """They say "you", and the page may be that of another player."""
    scene, hint = open_study(driver, "legends"), StoredMessage("legends.hint.free", {})
    said = scene.ctx.say(hint.message(), scene.names)
    for seat, name in enumerate(scene.names):
        moment = msgspec.structs.replace(scene.moments[0], seat=seat, gains=(), reasons=(hint, hint), good=True)
        moment = msgspec.structs.replace(moment, end=moment.turn + 1)
        assert list_figures(scene, moment) == [scene.ctx.t("study.advice", name=name, said=f"{said} {said}")]
        assert not list_figures(scene, msgspec.structs.replace(moment, end=moment.turn + 2)), "of a plan to come"


def test_reasons_are_told_in_words_for_and_against(driver: Driver) -> None:
    """Terms that counter each other have weights that no person can read; a rival is named whom most of it is for."""
    scene = open_study(driver, "legends")
    moment = next(one for one in scene.moments if not one.good)
    names = [scene.ctx.t(f"legends.term.{term}") for term in ("regions", "islands", "sure")]
    rest = (0,) * (len(scene.names) - 2)
    gains = (Gain("sure", (-1_830_000, 0, *rest)), Gain("regions", (300_000, 0, *rest)),
             Gain("islands", (0, -1_700_000, *rest)))  # fmt: skip
    moment = msgspec.structs.replace(moment, gains=gains)
    assert tell_gains(scene, moment) == [
        f"*In its favour:* {names[1]} (less for {scene.names[1]}); {names[0]}.", f"*Against it:* {names[2]}.",
    ]  # fmt: skip
    scene.more, scene.review = True, msgspec.structs.replace(scene.review, moments=[moment])
    for told in (list_reasons(scene, moment), list_lines(scene)):
        assert set(tell_gains(scene, moment)) <= set(told)


def test_an_exported_analysis_tells_whole_turns(driver: Driver) -> None:
    scene = open_study(driver, "king_of_the_dice")
    turns = list_turns(stretches(scene.whole.course))
    change = (WHOLE // 5, -WHOLE // 5, *(0,) * (len(scene.names) - 2))
    swings = [Swing(one.turn, one.end, one.seat, change, "choice") for one in turns]
    whole = {shorten_swing(scene, one, lambda words: True): one for one in swings}
    longest = max(whole, key=len)
    assert len(longest) > LONGEST * MOST_SAID, "it needs more room than a list has"
    scene.review = msgspec.structs.replace(scene.review, swings=[whole[longest]])
    assert any(longest in line for line in list_lines(scene))
