"""The study: a finished game seen again, by mouse, keyboard and pad; nothing hidden before the end, nothing changed."""

from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from ai.algorithms.value_function import FittedEvaluator
from ai.analysis.report import COURSE_TURNS, FORMAT, WHOLE, Review, Step, break_down, split_course
from ai.opponent_registry import find_analysis_profile, find_evaluator
from engine import registry
from engine.session import Session
from engine.storage import folders, save_format, statistics, studies
from scenes.dev.shots_study import SHOWN, _add_facts, _play_game, _review
from scenes.shell.i18n import Texts
from scenes.shell.inputs import Input
from scenes.shell.parts import Parts
from scenes.study import overview, side_panels, swings
from scenes.study.row_scroll import fit_words, make_row
from scenes.study.scene import StudyScene
from scenes.study.swings import explain_cause, tell_cause
from scenes.table import game_screens
from sprites.base import text
from tests.support.catalogues import LANGUAGES
from tests.support.study_scenes import open_study, start_game
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
ACTIVATE, BACK, MAIN, SHOULDER = 0, 1, 2, 5


def test_what_was_better_can_be_taken_off_the_table(driver: Driver) -> None:
    """Where the table takes all the room it is folded to a lamp, by the mouse and by keys, until it is wanted again."""
    scene = open_study(driver, "king_of_the_dice")
    scene.open_moment(scene.moments[0])
    driver.run(300)
    driver.click("turn.back")
    driver.frame()
    x, y, w, _ = driver.target("fold").box
    driver.click("fold")
    driver.frame()
    assert scene.folded and driver.target("fold").box[:2] != (x, y)
    scene.to_moment(1)
    driver.run(300)
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert scene.folded
    scene.ui.set_focus("fold")
    driver.key(pygame.K_RETURN)
    driver.frame()
    assert not scene.folded and driver.target("fold").box[2] == w


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", SHOWN)
def test_all_hands_lie_open_after_the_end_and_never_before(driver: Driver, game: str) -> None:
    scene = StudyScene(driver.ctx, _play_game(game, "7"), _review(game, "7"))
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    driver.run(100)
    scene.go((scene.first + scene.last) // 2)
    if not game_screens.has_hands(game):
        assert not driver.has("hands")
        return
    driver.click("hands")
    driver.frame()
    state = scene.whole.course.get_position(scene.turn).state
    for seat in range(len(scene.whole.seats)):
        held = game_screens.list_held_cards(driver.ctx, driver.window.canvas, game, scene.whole.rules.view(state, seat))
        shown = [one.id for one in scene.ui.targets if one.id.startswith(f"held.{seat}.")]
        assert len(shown) == len(held), "every card of every hand has room"
    for _ in range(2):  # beside the table of the usual size, and beside the large one
        table = scene.pane.box
        left = min(one.box[0] for one in scene.ui.targets if one.id.startswith("held."))
        assert table[0] + table[2] <= left, "no hand covers the table"
        scene.enlarge()
        driver.frame()
    scene.large = False
    driver.key(pygame.K_l)
    driver.frame()
    assert not [one for one in scene.ui.targets if one.id.startswith("held.")]
    scene.over = False
    scene.turn_hands()
    assert not scene.open_hands, "before the end nothing hidden is shown"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_shown_as_the_seat_saw_it(driver: Driver, game: str) -> None:
    """Forward with all motions, back and to anywhere: the table stands as one that is made for that position."""
    scene = open_study(driver, game)
    table = scene.pane.table
    scene.go(scene.first)
    for _ in range(12):
        scene.step(1)
        scene.pane.update(0, 0.0)
        assert not scene.pane.busy
        assert table.view == scene.whole.rules.view(scene.whole.course.get_position(scene.turn).state, scene.eyes)
        assert len(table.told) == len(scene.shown.events_for(scene.eyes))
    for turn in (scene.last, scene.last // 2, 3):
        scene.go(turn)
        assert table.view == scene.whole.rules.view(scene.whole.course.get_position(turn).state, scene.eyes)
        scene.look_from(1)
        assert table.view == scene.whole.rules.view(scene.whole.course.get_position(turn).state, 1)
        scene.look_from(0)


def test_by_keys(driver: Driver) -> None:
    scene = open_study(driver)
    assert scene.turn == scene.last
    driver.key(pygame.K_LEFT)
    assert scene.turn == scene.last - 1
    driver.key(pygame.K_HOME)
    assert scene.turn == 0
    driver.key(pygame.K_RIGHT)
    assert scene.turn == 1
    driver.key(pygame.K_END)
    assert scene.turn == scene.last
    driver.key(pygame.K_PAGEUP)
    assert scene.turn == scene.moment.turn == max(one.turn for one in scene.moments)
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is not scene


def test_by_pad(driver: Driver) -> None:
    """Steps, play, a moment, a bookmark, another seat's bill, trying the moment, its hint and the way back."""
    scene = open_study(driver)

    def go_to(wanted: str) -> None:
        for _ in range(80):
            if driver.top.ui.focus == wanted:
                return
            driver.pad(SHOULDER)
        raise AssertionError(f"the pad does not reach {wanted}; focus {driver.top.ui.focus}")

    go_to("track")
    driver.hat(-1, 0)
    assert scene.turn == scene.last - 1
    go_to("go.begin")
    driver.pad(ACTIVATE)
    assert scene.turn == scene.first
    go_to("mark")
    driver.pad(ACTIVATE)
    assert scene.study.find_mark(scene.first) is not None
    go_to("eyes.2")
    driver.pad(ACTIVATE)
    assert scene.whose == 2
    go_to("eyes.0")
    driver.pad(ACTIVATE)
    go_to("moment.1")
    driver.pad(ACTIVATE)
    assert scene.turn == scene.moments[1].turn
    driver.pad(MAIN)
    driver.run(700)
    trial = driver.top.guide
    assert trial.moment == scene.moments[1]
    go_to("trial.hint")
    driver.pad(ACTIVATE)
    assert trial.hints == 1
    go_to("trial.skip")
    driver.pad(ACTIVATE)
    driver.run(700)
    assert driver.top.guide.moment == scene.moments[2] and "3" in driver.top.guide.describe_progress()
    go_to("trial.show")
    driver.pad(ACTIVATE)
    driver.run(700)
    assert driver.top.guide.has_answer
    go_to("trial.on")
    driver.pad(ACTIVATE)
    driver.run(700)
    driver.pad(BACK)
    driver.run(700)
    assert driver.top is scene


def test_by_mouse(driver: Driver) -> None:
    scene = open_study(driver)
    for target, turn in (("go.begin", 0), ("go.on", 1), ("go.end", scene.last), ("go.back", scene.last - 1)):
        driver.click(target)
        assert scene.turn == turn, target
    driver.click("moment.0")
    assert scene.turn == scene.moments[0].turn
    driver.click("unit.2")
    driver.click("go.on")
    assert scene.turn in scene.turn_marks
    driver.click("unit.1")
    driver.click("go.back")
    assert scene.turn in scene.turns
    driver.click("eyes.2")
    assert scene.eyes == scene.whose == 2
    driver.click("mark")
    driver.click("note")
    assert driver.top.ui.editing == "note"
    x, y, w, h = driver.target("track").box
    driver.click_at(x + w / 2, y + h - 10)
    assert abs(scene.turn - scene.last / 2) <= 1
    assert len(scene.study.marks) == 1


@pytest.mark.parametrize("game", ["king_of_12", "legends"])
def test_other_facts_stand_behind_a_third_tab(driver: Driver, game: str) -> None:
    """By mouse, keys and pad; without such facts there are two tabs."""
    scene = StudyScene(driver.ctx, _play_game(game, "7"), _add_facts(game, "7"))
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    driver.run(100)
    assert driver.has("moment.0") and scene.facts
    driver.click("page.2")
    driver.frame()
    assert not driver.has("moment.0")
    at, place = next((at, one.turn) for at, one in enumerate(scene.facts) if one.turn is not None)
    driver.click(f"fact.{at}")
    assert scene.turn == place
    scene.go(scene.last)
    for by_pad in (False, True):
        scene.show_page("moments")
        for target in ("page.2", f"fact.{at}"):
            driver.frame()
            scene.ui.set_focus(target)
            driver.frame()
            if by_pad:
                driver.pad(pygame.CONTROLLER_BUTTON_A)
            else:
                driver.key(pygame.K_RETURN)
        assert scene.page == "facts" and scene.turn == place
        scene.go(scene.last)
    driver.click("eyes.1")
    driver.frame()
    assert not scene.facts and "facts" not in scene.pages


def test_all_facts_have_room_in_every_language() -> None:
    """In the smallest window, where letters are largest; with one more of the longest."""
    driver = Driver((1024, 640))
    try:
        scene = StudyScene(driver.ctx, _play_game("king_of_12", "7"), _add_facts("king_of_12", "7"))
        longest = max(scene.facts, key=lambda one: len(str(one.said.params)))
        assert scene.review is not None
        rows = (*scene.facts, longest)
        scene.review = msgspec.structs.replace(scene.review, besides=(rows, *scene.review.besides[1:]))
        c = driver.window.canvas
        box = (1120.0, 420.0, 448.0, c.height - 372 - 22 - 130 - 54)
        for language in LANGUAGES:
            driver.ctx.texts = Texts(language)
            font, heights = side_panels.fit_facts(scene, c, box)
            assert len(heights) == len(rows)
            assert sum(heights) <= box[3], language
            assert font.size >= 13, language
    finally:
        driver.close()


def test_a_review_of_another_format_is_made_anew(home: Path, driver: Driver) -> None:
    session = _play_game("legends", "7")
    review = msgspec.to_builtins(_review("legends", "7"))
    for format, taken in ((FORMAT, True), (FORMAT - 1, False)):
        kept = msgspec.Raw(msgspec.json.encode({**review, "format": format}))
        path = studies.study_path(session.id)
        folders.ensure(path.parent)
        path.write_bytes(studies.encode(studies.Study(session.id, review=kept)))
        scene = StudyScene(driver.ctx, session)
        assert (scene.review is not None) == taken
        scene.leave()


def test_the_table_can_be_large(driver: Driver) -> None:
    scene = open_study(driver, "legends")
    driver.click("large")
    driver.click("go.begin")
    driver.click("go.on")
    assert scene.turn == 1 and not driver.has("moment.0")
    driver.click("large")
    driver.click("moment.0")
    assert scene.turn == scene.moments[0].turn


def test_it_plays_by_itself_and_quicker_at_a_higher_speed(driver: Driver) -> None:
    scene = open_study(driver, "tash_kalar")
    reached = []
    for speed in (0, 3):
        scene.go(0)
        scene.set_speed(speed)
        scene.toggle()
        driver.run(3000)
        reached.append(scene.turn)
        scene.toggle()
    assert 0 < reached[0] < reached[1]
    scene.go(scene.last - 1)
    scene.toggle()
    driver.until(lambda: not scene.playing)
    assert scene.turn == scene.last


def test_the_bill_that_is_shown_adds_up_to_the_result(driver: Driver) -> None:
    for game in GAMES:
        review = _review(game, "7")
        for seat in range(review.seats):
            start, lines, end = break_down(review, seat).to_percent()
            assert start + sum(lines.values()) == end


def test_before_the_end_nothing_hidden_is_shown(driver: Driver) -> None:
    """Several people: only what everybody may see. One person: only what that person may see. No review."""
    for people in (2, 1):
        session = start_game(people)
        scene: Any = StudyScene(driver.ctx, session)
        driver.ctx.stack.push(scene)
        driver.ctx.stack.settle()
        driver.run(100)
        allowed = None if people == 2 else 0
        for turn in range(session.turn + 1):
            scene.go(turn)
            assert scene.pane.table.view == session.rules.view(session.course.get_position(turn).state, allowed)
        for seat in range(3):
            assert driver.has(f"eyes.{seat}") == (seat == allowed)
        assert scene.review is None and scene._worker is None
        scene.go(session.turn - 1)
        assert not overview.may_play_on(scene)
        driver.frame()
        assert not driver.target("play_on").enabled and driver.target("play_on").tip
        overview.main(scene)
        driver.run(300)
        assert driver.top is scene, "no copy of it can be played on with, which would hold what the others hide"


def test_nothing_in_the_study_changes_the_game_or_the_record(driver: Driver, home: Path, tmp_path: Path) -> None:
    scene = open_study(driver)
    before = msgspec.json.encode(scene.whole.record())
    shown = scene.shown
    for act in (lambda: shown.submit(0, 0), lambda: shown.undo(0), shown.redo):
        with pytest.raises(ValueError):
            act()
    for target in ("go.begin", "go.play", "moment.1", "mark", "eyes.1"):
        driver.click(target)
        driver.run(200)
    scene.toggle()
    assert msgspec.json.encode(scene.whole.record()) == before
    assert not statistics.path().exists()
    session = shown.play_on(overview.seats_for(scene, "novice"), "new", None)
    assert session.assisted and session.id != scene.whole.id and session.turn == shown.turn
    assert session.log == scene.whole.log[: session.turn]
    loaded, _ = Session.resume(save_format.decode(save_format.encode(session.record())), None)
    assert loaded.view(None) == session.view(None)
    assert msgspec.json.encode(scene.whole.record()) == before


def test_swings_lead_to_their_place_from_the_list_and_the_curve(driver: Driver) -> None:
    """Every swing has its mark on the curve and its row in the list; both lead to the position before it."""
    scene = open_study(driver, "legends")
    swings = scene.review.swings
    assert swings and all(driver.has(f"mark.{number}") for number in range(len(swings)))
    driver.click(f"mark.{len(swings) - 1}")
    assert scene.turn == swings[-1].turn
    driver.click("page.1")
    driver.frame()
    assert not driver.has("moment.0")
    driver.click("swing.0")
    assert scene.turn == swings[0].turn


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_swing_names_the_choice_that_explains_it_or_speaks_against_it(driver: Driver, language: str) -> None:
    scene = open_study(driver, "legends")
    driver.ctx.texts = Texts(language)
    swing = msgspec.structs.replace(scene.review.swings[0], seat=0, cause="course", change=(380_000, -380_000))
    told = msgspec.structs.replace(scene.review.moments[0], turn=swing.turn, seat=0, cost=290_000, good=False)

    def explain(**changed: Any) -> str:
        scene.review = msgspec.structs.replace(scene.review, moments=[msgspec.structs.replace(told, **changed)])
        return explain_cause(scene, swing)

    plain = explain(turn=swing.end)
    assert plain == tell_cause(scene, swing)
    both = explain()
    assert both.startswith(plain) and "29" in both and scene.names[0] in both
    named = explain(seat=1)
    assert plain not in named and scene.names[1] in named
    less = explain(seat=1, good=True)
    assert less.startswith(plain) and less != both.replace(scene.names[0], scene.names[1])


def test_a_swing_that_nothing_explains_tells_how_the_game_was_expected_to_end(driver: Driver) -> None:
    scene = open_study(driver, "legends")
    by_course = [one for one in scene.review.swings if one.cause == "course" and one.seat >= 0]
    assert any(one.foreseen for one in by_course)
    assert not any(one.foreseen for one in scene.review.swings if one.cause != "course")
    swing = msgspec.structs.replace(by_course[0], foreseen=((1510, 1740, 900), (1690, 1490, 900)))
    ends = [f"{name} {points}" for name, points in zip(scene.names, ("15 → 17", "17.5 → 15", "9"), strict=True)]
    assert swings.list_foreseen(scene, swing) == ends
    assert swings.explain_swing(scene, swing).endswith(f"\nForeseen end: {', '.join(ends)}")
    still = msgspec.structs.replace(swing, foreseen=((1510, 1740, 900), (1505, 1745, 905)))
    assert "\n" not in swings.explain_swing(scene, still), "nothing that can be seen has changed"


def count_rows(scene: Any, kind: str) -> int:
    return sum(target.id.startswith(kind) for target in scene.ui.targets)


def test_a_list_longer_than_its_panel_is_scrolled(driver: Driver) -> None:
    """By the wheel over it and by its buttons; a moment that is chosen elsewhere comes into sight."""
    scene = open_study(driver, "legends")
    first = scene.review.moments[0]
    scene.review = msgspec.structs.replace(
        scene.review,
        moments=tuple(msgspec.structs.replace(first, turn=first.turn + at, seat=at % 2) for at in range(9)),
    )
    scene._take_moments()
    driver.click("side.2")
    driver.frame()
    shown = count_rows(scene, "moment.")
    assert 0 < shown < 9 and scene.rows.hidden == 9 - shown
    assert not scene.ui.find("rows.up").enabled
    driver.click("rows.down")
    driver.frame()
    assert scene.rows.first == 1
    x, y, w, h = scene.rows.box
    scene.handle(Input("wheel", x + w / 2, y + h / 2, amount=-1))
    driver.frame()
    assert scene.rows.first == 2
    before = scene.scroll
    scene.handle(Input("wheel", 40.0, 300.0, amount=1))
    assert scene.rows.first == 2 and scene.scroll >= before, "elsewhere the chronicle is scrolled"
    for _ in range(9):
        scene.handle(Input("wheel", x + w / 2, y + h / 2, amount=-1))
    driver.frame()
    assert scene.rows.first == scene.rows.hidden and not scene.ui.find("rows.down").enabled
    scene.moment = scene.sorted.list_side("all", scene.whose)[0]
    scene.ui.dirty = True
    driver.frame()
    assert scene.rows.first == 0


def test_a_long_turn_has_room_in_a_narrow_row(driver: Driver) -> None:
    """What does not fit in the smallest letters is left out at its end; the rows below stay clear."""
    c, (w, h) = driver.window.canvas, (150.0, 41.0)
    words = "Invoke the flare (puts a piece on C8, upgrades C8, gains 1 action, moves D4 → C8, destroys E4 and F4)"
    shown, font = fit_words(c, [words], w, h)
    assert shown.endswith("…") and words.startswith(shown[:-1]) and len(shown) > 20
    assert text.paragraph_height(c, shown, w, font) <= h
    assert fit_words(c, [words, "Take Lake for free"], w, h)[0] == "Take Lake for free"


@pytest.mark.parametrize(
    "words", ["Tom: Купить за 1 монету карту Озеро", "Mia: Купить за 3 монеты карту Зловещее око", "Ход за Leo"]
)
def test_a_note_leaves_a_second_line_to_the_name_of_a_swing(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    note, usual = "Раунд 1 · Ход дал меньше ожидаемого", text.find_font("remark").size
    written, write = {}, text.paragraph

    def keep(c: Any, said: str, x: float, y: float, w: float, font: text.Font, *more: Any, **rest: Any) -> float:
        tall = write(c, said, x, y, w, font, *more, **rest)
        written[said] = (y, y + tall, font.size)
        return tall

    parts = Parts(driver.ctx, open_study(driver, "legends").ui, driver.window.canvas)
    monkeypatch.setattr(text, "paragraph", keep)
    make_row(parts, [words], [note], "+3", swings.ROW - 4, lambda box: None, ink="gain").draw((0, 0, 286, 78))
    assert written.keys() == {words, note}, "neither is cut"
    assert 0 < written[words][0] < written[words][1] <= written[note][0] < written[note][1] <= 78
    assert (written[note][2] == usual) is (len(words) < 20), "it gets smaller only where it must"


def test_the_course_of_the_game_opens_into_its_parts(driver: Driver) -> None:
    scene = open_study(driver, "legends")
    assert driver.has("bill.course") and not driver.has("bill.own_turns")
    driver.click("bill.course")
    driver.frame()
    assert scene.detailed and driver.has("bill.own_turns") and not driver.has("bill.course")
    tip = driver.target("bill.own_turns").tip
    assert tip is not None and any(f"{kind} " in tip[1] for kind in ("Opportunities", "Unexplained"))
    driver.run(500)  # longer than a double click
    driver.click("bill.own_turns")
    driver.frame()
    assert not scene.detailed and driver.has("bill.course")


@pytest.mark.parametrize("game", GAMES)
def test_the_folded_breakdown_adds_up_to_the_same(game: str) -> None:
    """Exactly, and in the percent that are shown; no line but those of the course changes."""
    review = _review(game, "7")
    for seat in range(review.seats):
        start, folded, end = side_panels.count_parts(review, seat, False)
        first, opened, last = side_panels.count_parts(review, seat, True)
        assert (first, last) == (start, end) and start + sum(opened.values()) == end
        course = sum(opened.pop(name) for name in side_panels.FOLDED)
        assert {**opened, "course": course} == folded
        turns = split_course(review, seat)
        whole = break_down(review, seat)
        assert [sum(one) for one in zip(*turns.values(), strict=True)] == [whole.offered, whole.noise]


def test_choices_that_nobody_can_picture_are_one_line_until_asked_for(driver: Driver) -> None:
    scene = open_study(driver, "legends")
    assert driver.has("bill.course") and not driver.has("bill.choices")
    first, *rest = scene.review.steps
    far = (-183 * WHOLE // 100, *(0,) * (len(first.own) - 1))
    lost = msgspec.structs.replace(first, own=far, others=tuple(-one for one in far))
    scene.review = msgspec.structs.replace(scene.review, steps=[lost, *rest])
    scene.mark_of_review += 1
    driver.frame()
    start, parts, end = side_panels.count_parts(scene.review, 0, False)
    assert "own" not in parts and abs(parts["choices"]) < 60 and start + sum(parts.values()) == end
    driver.click("bill.choices")
    driver.frame()
    opened = side_panels.count_parts(scene.review, 0, True)[1]
    assert scene.detailed and opened["own"] + opened["others"] == parts["choices"] and opened["own"] < -100


def test_the_course_of_the_game_is_split_by_whose_turn_it_was() -> None:
    nothing = (0, 0)
    moves = (((0,), 50_000, 10_000), ((1,), 0, -205_000), ((0, 1), 0, 30_000), ((1,), 5_000, 0))
    steps, chance = list[Step](), WHOLE // 2
    for number, (seats, offered, noise) in enumerate(moves, 1):
        chance += offered + noise
        rows = (offered, -offered), (noise, -noise)
        steps.append(Step(number, seats, (chance, WHOLE - chance), nothing, nothing, nothing, nothing, *rows))
    review = Review("legends", "x", 4, 0, (WHOLE // 2,) * 2, nothing, steps, [], ("", ""), 1000)
    assert split_course(review, 0) == {"own_turns": (50_000, 10_000), "others_turns": (5_000, -205_000),
                                       "together": (0, 30_000)}  # fmt: skip
    assert split_course(review, 1)["own_turns"] == (-5_000, 205_000)
    parts = side_panels.count_parts(review, 0, True)[1]
    assert [parts[name] for name in COURSE_TURNS] == [6, -20, 3]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", SHOWN)
def test_every_term_of_a_judge_has_its_words(driver: Driver, game: str) -> None:
    judge = find_evaluator(game)
    assert isinstance(judge, FittedEvaluator)
    groups = dict(find_analysis_profile(game).term_groups)
    assert {name for terms in groups.values() for name in terms} <= set(judge.names)
    for language in LANGUAGES:
        texts = Texts(language)
        for name in (*judge.names, *groups):
            assert texts.has(f"{game}.term.{name}"), name
