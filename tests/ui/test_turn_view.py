"""A moment as a turn: two boards stepped through side by side, by mouse, keys and pad, told in one sentence."""

import re
from dataclasses import replace
from typing import Any

import msgspec
import pygame
import pytest

from ai.analysis.report import Review, StoredMessage
from ai.analysis.turns import list_turn_parts, replay_line
from engine.contract import Message
from engine.replay import Rewound
from games.event_texts import (
    TurnPart,
    merge_parts,
    place_message,
)
from games.king_of_12.state import CROWN
from scenes.common.turn_sentence import shorten_turn, tell_part, tell_turn
from scenes.dev.shots_study import _play_game, _review
from scenes.shell.i18n import Texts
from scenes.study import course_panel, swings, turn_panel
from scenes.study.moments import name_choices
from scenes.study.overview import list_lines
from scenes.study.row_scroll import fit_words
from scenes.study.scene import StudyScene
from scenes.study.swings import TALL
from scenes.study.turn_view import SAME, TurnLine, find_decisive_part, find_difference, make_lines
from sprites.base import text
from sprites.base.drawn_words import Tight
from tests.support.advice import words_of
from tests.support.catalogues import LANGUAGES, LONGEST
from tests.support.spoken_trees import tell_page
from tests.support.study_scenes import open_study
from tests.ui.driver import Driver

TURNS = ("tash_kalar", "legends", "king_of_the_dice")
LEFT_SHOULDER, RIGHT_SHOULDER = 4, 5
BARE = re.compile(r"turn\.|\{|Square [A-I]\d|Option \d|Vari|Möglich")
"""An id that was not found, a slot that was not filled, the name of a single click."""


def open_turn(driver: Driver, game: str) -> Any:
    """Open the first moment of a game as a turn."""
    scene = open_study(driver, game)
    scene.open_moment(scene.moments[0])
    driver.run(100)
    assert scene.turn_view is not None
    return scene


def check_positions(view: Any, step: int) -> None:
    """After this number of steps each board shows the position of its line, and the numbers of what has been done."""
    view.go(step, False)
    for pane, line in zip(view.panes, view.lines, strict=True):
        state = line.session.whole.get_position(line.count_decisions(step)).state
        assert pane.table.view == line.session.rules.view(state, view.moment.seat)
        numbers = [label for mark in pane.table.turn_marks.numbers for label in mark.label.split(", ")]
        assert all(int(label) <= step for label in numbers)
        assert step or pane.table.turn_marks == ((), (), (), None)


def test_the_better_line_is_the_one_that_was_found() -> None:
    session, review = _play_game("tash_kalar", "7"), _review("tash_kalar", "7")
    moment = review.moments[0]
    branch = replay_line(session.course, moment, session.id)
    assert tuple(entry.action for entry in branch.entries[moment.turn :]) == moment.line
    assert branch.last.owing != (moment.seat,), "to the end of the turn"
    assert branch.entries[: moment.turn] == session.course.entries[: moment.turn]
    lines = make_lines(session, moment)
    assert lines is not None
    same = [line.colours.count(SAME) for line in lines]
    assert same[0] == same[1]
    for one, other in zip(lines[0].parts[: same[0]], lines[1].parts, strict=False):
        assert one.key == other.key


def test_steps_by_keys_by_themselves_and_back_to_the_whole_game(driver: Driver) -> None:
    scene = open_turn(driver, "tash_kalar")
    view = scene.turn_view
    for step in (0, 1, view.count):
        check_positions(view, step)
    driver.click("step.play")
    assert view.at == 0 and view.playing
    for _ in range(200):
        view.update(2000.0, 0.0)
    assert view.at == view.count and not view.playing
    driver.key(pygame.K_LEFT)
    assert view.at == view.count - 1
    driver.key(pygame.K_RIGHT)
    driver.until(lambda: not view.moving)
    assert view.at == view.count
    for key, shown in ((pygame.K_2, 1), (pygame.K_3, 2), (pygame.K_1, 0)):
        driver.key(key)
        assert view.shown == shown
    first = view.moment
    driver.key(pygame.K_PAGEDOWN)
    driver.run(100)
    assert scene.turn_view.moment != first
    driver.key(pygame.K_UP)
    driver.run(100)
    assert scene.turn_view.moment == first
    driver.key(pygame.K_DOWN)
    driver.run(100)
    assert scene.turn_view.moment != first
    driver.key(pygame.K_ESCAPE)
    driver.run(100)
    assert scene.turn_view is None and driver.top is scene and scene.moment is not None


def test_steps_by_mouse_and_pad(driver: Driver) -> None:
    scene = open_turn(driver, "legends")
    view = scene.turn_view
    for step in (0, view.count):
        check_positions(view, step)
    driver.click("step.1")
    assert view.at == 1
    driver.click("step.on")
    driver.until(lambda: not view.moving)
    assert view.at == 2
    driver.click("boards.1")
    assert view.shown == 1
    scene.ui.set_focus("steps")
    driver.hat(-1, 0)
    assert view.at == 1
    for _ in range(60):
        if scene.ui.focus == "turn.back":
            break
        driver.pad(RIGHT_SHOULDER)
    driver.pad(0)
    assert scene.turn_view is None


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", TURNS)
def test_every_turn_is_a_sentence_in_every_language(game: str) -> None:
    session, review = _play_game(game, "7"), _review(game, "7")
    names = [seat.name for seat in session.seats]
    for language in LANGUAGES:
        texts = Texts(language)
        for moment in review.moments:
            lines = make_lines(session, moment)
            for line in lines or ():
                said = tell_turn(texts, line.parts, names)
                assert said[0] == said[0].upper() and not BARE.search(said), f"{language}: {said}"


def test_equal_places_are_counted_and_neighbours_joined() -> None:
    texts = Texts("en")
    parts = [TurnPart(place_message("tash_kalar.turn.placed", square), places=(1,)) for square in ("G4", "C6")]
    assert tell_turn(texts, parts, []) == "Place common pieces on G4 and C6"
    army = TurnPart(place_message("legends.turn.placed", "Lake"))
    assert tell_turn(texts, [army, army], []) == "Place armies: Lake ×2"
    assert tell_part(texts, parts[0], []) == "Place a common piece on G4"
    assert len(merge_parts([parts[0], army, parts[1]])) == 3, "only neighbours are joined"
    assert tell_turn(texts, [], []) == "Do nothing"


def test_in_short_a_turn_is_told_without_what_only_leads_to_the_rest(driver: Driver) -> None:
    scene = open_turn(driver, "king_of_the_dice")
    game, course = scene.whole.game, scene.whole.course
    turns = [list_turn_parts(game, course, one.seat, one.turn, one.end) for one in scene.review.swings]
    told = [turn for turn in turns if len({part.leads for part in turn}) == 2]
    assert told
    for turn in told:
        rest = tell_turn(scene.ctx.texts, [part for part in turn if not part.leads], scene.names)
        assert shorten_turn(scene.ctx.texts, turn, scene.names, rest.__eq__) == rest
        assert shorten_turn(scene.ctx.texts, turn, scene.names, lambda _: True) == tell_turn(
            scene.ctx.texts, turn, scene.names
        )


def test_what_only_leads_to_the_better_part_does_not_name_it() -> None:
    """Jokers give way to who is hired with them, unless both turns hire the same or dice have parted them."""
    session = _play_game("king_of_the_dice", "7")
    by_draws = {bool(entry.draws): at for at, entry in enumerate(session.course.entries, 1)}
    joker = TurnPart(Message("king_of_the_dice.turn.joker"), decisions=by_draws[False], leads=True)
    kept = TurnPart(Message("king_of_the_dice.turn.kept"), decisions=by_draws[True], leads=True)
    alarm, thief = (TurnPart(Message(said), decisions=by_draws[False]) for said in ("alarm", "thief"))

    def differ(one: tuple[TurnPart, ...], other: tuple[TurnPart, ...]) -> list[TurnPart | None]:
        first, second = (
            TurnLine(Rewound(session), 0, (kept, *parts), (SAME, *("loss",) * len(parts))) for parts in (one, other)
        )
        return [find_difference((first, second), of) for of in (0, 1)]

    assert differ((alarm,), (joker, thief)) == [alarm, thief]
    assert differ((thief,), (joker, thief)) == [thief, joker], "the joker is all that differs"
    assert differ((joker, thief), (kept, alarm)) == [joker, kept], "what comes after dice was not chosen"
    assert differ((alarm,), (joker,)) == [alarm, joker] and differ((), (joker, thief)) == [kept, thief]


def test_a_title_names_what_decided_of_what_differs() -> None:
    """A planned turn is named by what its player gains or loses most by, not by its first step."""
    session = _play_game("tash_kalar", "7")
    step, being, waste, same = (TurnPart(Message(said), decisions=1) for said in ("step", "being", "waste", "same"))
    played, better = (
        TurnLine(Rewound(session), 0, parts, (colour,) * len(parts), rises)
        for parts, colour, rises in (
            ((step, waste, same), "loss", (0.0, -0.1, 0.3)), ((step, being, same), "gain", (0.0, 0.1, 0.3)),
        )
    )  # fmt: skip
    assert [find_decisive_part((played, better), of) for of in (0, 1)] == [waste, being]
    assert find_decisive_part((played, replace(better, parts=(same,), rises=(0.2,))), 1) == same, "nothing of its own"
    view = make_lines(session, next(one for one in _review("tash_kalar", "7").moments if one.line))
    assert view is not None and all(len(line.rises) == len(line.parts) for line in view)


@pytest.mark.parametrize("game, place", [
    ("king_of_the_dice", "Turn {turn}"), ("legends", "Round {round}"), ("king_of_12", "Round {round}, trick {trick}"),
])  # fmt: skip
def test_a_swing_and_a_moment_of_one_turn_stand_where_the_table_counts_them(
    driver: Driver, game: str, place: str
) -> None:
    """Also where the moment begins later in the turn."""
    scene = open_study(driver, game)
    swing = next(one for one in scene.review.swings if one.end > one.turn + 1)
    moment = msgspec.structs.replace(scene.review.moments[0], turn=swing.turn + 1, line=(), end=0, cases=())
    scene.review = msgspec.structs.replace(scene.review, swings=[swing], moments=[moment])
    view = scene.whole.rules.view(scene.whole.course.get_position(swing.turn).state, None)
    where = place.format(**{"turn": 0, "trick": 0, **view})
    lines = [line.replace("\xa0", " ") for line in list_lines(scene)]
    assert sum(line.startswith((f"{where} ·", f"{where},")) for line in lines) == 2
    scene.open_moment(scene.moments[0])
    if scene.turn_view is not None:
        name = scene.lines.name_place(scene.ctx.texts, scene.moment.turn)
        assert name.replace("\xa0", " ") in tell_page(driver), "also above both boards"


def test_a_title_without_room_leaves_out_what_came_of_a_turn(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = open_study(driver, "tash_kalar")
    effect = Message("tash_kalar.turn.destroys", {"where": {"list": ["E5", "F5"]}})
    part = replace(scene.lines.find(scene.moments[0])[0].parts[0], effects=(effect,))
    monkeypatch.setattr("scenes.study.moments.find_decisive_part", lambda lines, of: part)
    told, short = (name_choices(scene, scene.moments[0], effects)[0] for effects in (True, False))
    assert told.startswith(f"{short} (") and fit_words(driver.window.canvas, [told, short], 150, 41)[0] == short
    bare = replace(part, effects=())
    monkeypatch.setattr("scenes.study.moments.find_decisive_part", lambda lines, of: (part, bare)[of])
    assert name_choices(scene, scene.moments[0], effects=False) == (told, short), "else both are the same"


def test_laying_a_crown_is_no_trick(driver: Driver) -> None:
    scene = open_study(driver, "king_of_12")
    crowned = next(at for at, one in enumerate(scene.whole.course.positions) if one.state.phase == CROWN)
    where = [scene.lines.name_place(scene.ctx.texts, at).replace("\xa0", " ") for at in (0, crowned)]
    assert where == ["Round 1, trick 1", "Round 1, crown"]


def test_the_playhead_does_not_come_from_another_curve(driver: Driver) -> None:
    """The curve below two boards is another one: on it the playhead stands at its turn at once, and back again."""
    scene = open_study(driver, "tash_kalar")
    scene.go(scene.last)
    driver.run(400)
    right = scene.cursor
    scene.open_moment(scene.moments[0])
    driver.frame()
    x, _, w, _ = driver.target("track").box
    assert x <= scene.cursor <= x + w < right
    driver.run(400)
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    x, _, w, _ = driver.target("track").box
    assert scene.cursor == pytest.approx(x + w * (scene.turn - scene.first) / (scene.last - scene.first))


def lengthen(view: Any, times: int) -> None:
    """Let both turns of a moment do everything several times."""
    view.lines = tuple(replace(line, parts=line.parts * times, colours=line.colours * times) for line in view.lines)
    view.count = max(len(line.parts) for line in view.lines)
    view.go(1, False)


def test_a_long_turn_has_room_in_its_head(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told in short, and whole behind its tooltip; a click shows its board alone, which has more room."""
    ends: list[float] = []
    paragraph = text.paragraph

    def note(
        c: Any, words: str, x: float, y: float, w: float, font: str | text.Font, *rest: Any, **named: Any
    ) -> float:
        tall = paragraph(c, words, x, y, w, font, *rest, **named)
        if isinstance(font, text.Font) and font.face == "serif" and y < turn_panel.TOP + turn_panel.HEAD:
            ends.append(y + tall)
        return tall

    monkeypatch.setattr(text, "paragraph", note)
    for language in LANGUAGES:
        driver.settings.language = language
        driver.ctx.apply_settings()
        scene = open_turn(driver, "tash_kalar")
        lengthen(scene.turn_view, 4)
        scene.panels.clear()
        ends.clear()
        driver.frame()
        assert len(ends) == 2 and max(ends) < turn_panel.TOP + turn_panel.HEAD - 2, language
        whole = tell_turn(scene.ctx.texts, scene.turn_view.lines[0].parts, scene.names).replace("*", "")
        assert driver.target("head.0").tip == (scene.ctx.t("study.turn.played"), whole)
        driver.click("head.0")
        assert scene.turn_view.shown == 1
        driver.ctx.stack.pop()
        driver.ctx.stack.settle()


@pytest.mark.parametrize("game", TURNS)
def test_what_is_done_in_a_step_has_room_next_to_many_beads(driver: Driver, game: str) -> None:
    driver.settings.language = LONGEST
    driver.ctx.apply_settings()
    scene = open_turn(driver, game)
    view = scene.turn_view
    lengthen(view, 9)
    listening = Tight(shrinking=True)
    try:
        view.go(0, False)
        driver.frame()
        before = set(listening.lines)
        for step in range(1, view.count // 9 + 1):
            view.go(step, False)
            driver.frame()
    finally:
        listening.close()
    assert set(listening.lines) <= before
    view.go(1, False)
    for step in range(1, 4):
        tip = driver.target(f"step.{step}").tip
        assert tip is not None
        for line, told in zip(view.lines, tip, strict=True):
            part = tell_part(scene.ctx.texts, line.parts[step - 1], scene.names).replace("*", "")
            assert told.endswith(part), "whole, whatever room there is"


def test_swings_stand_in_words_above_and_below_the_curve(driver: Driver) -> None:
    """Each pill has the room of its lane, joins swings that lie close, and leads to the position before them."""
    scene = open_turn(driver, "king_of_the_dice")
    pills = [target for target in scene.ui.targets if target.id.startswith("pill.")]
    marks = [target for target in scene.ui.targets if target.id.startswith("mark.")]
    assert pills and len(pills) < len(marks) == len(scene.review.swings)
    for one in pills:
        for other in pills:
            apart = one.box[0] + one.box[2] <= other.box[0] or other.box[0] + other.box[2] <= one.box[0]
            assert one is other or apart or one.box[1] != other.box[1]
    driver.click(pills[-1].id)
    assert scene.turn in {one.turn for one in scene.review.swings}


def test_moments_of_both_sides_and_what_is_still_being_checked(driver: Driver) -> None:
    """The list holds one player's moments, the other's, or all; a turn that is being checked has no number."""
    scene = open_study(driver, "legends")
    review = msgspec.structs.replace(
        scene.review, done=960, moments=scene.review.moments[:1], checking=((20, 0), (30, 1), (40, 1))
    )
    scene.review = review
    scene._take_moments()
    for at, (moments, waiting) in enumerate([(1, 1), (0, 2), (1, 3)]):
        driver.click(f"side.{at}")
        driver.frame()
        assert sum(one.id.startswith("moment.") for one in scene.ui.targets) == moments
        assert sum(one.id.startswith("checking.") for one in scene.ui.targets) == waiting
    driver.click("checking.0")
    assert scene.turn == 20 and scene.turn_view is None
    whole = msgspec.json.decode(msgspec.json.encode(review), type=Review)
    assert whole.checking == review.checking
    with pytest.raises(ValueError, match="checking"):
        msgspec.structs.replace(review, checking=((20, 9),)).__post_init__()


def test_reasons_are_sentences_beside_each_other_and_two_kinds_of_chances_are_told_apart(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no terms are known the reasons of the hint stand there: none runs into the next by ".;"."""
    said = {kind: words_of(kind, monkeypatch) for kind in ("draw", "paragraph")}
    told = driver.ctx.t("study.turn.two_chances")
    for game in TURNS:
        session, review = _play_game(game, "7"), _review(game, "7")
        reason = StoredMessage("tash_kalar.hint.extra_turn", {})
        bare = [
            msgspec.structs.replace(one, gains=(), reasons=(*one.reasons, reason, reason)) for one in review.moments
        ]
        scene = StudyScene(driver.ctx, session, msgspec.structs.replace(review, moments=bare))
        driver.ctx.stack.push(scene)
        driver.ctx.stack.settle()
        for words in said.values():
            words.clear()
        scene.open_moment(scene.moments[0])
        driver.run(200)
        assert scene.turn_view is not None
        assert not [words for found in said.values() for words in found if re.search(r"[.!?…];", words)]
        assert (told in said["draw"]) == bool(scene.moments[0].expected)
        driver.ctx.stack.pop()
        driver.run(100)


def test_the_note_below_the_curve_lies_on_no_label_of_a_swing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lay over each other wherever a curve had swings low enough for a label below it."""
    lowest: list[float] = []
    notes: list[float] = []
    draw_pills, draw = swings.draw_pills, text.draw

    def note_pills(scene: Any, c: Any, graph: Any, bounds: tuple[float, float], place: Any) -> None:
        lowest.append(bounds[1] + TALL)
        draw_pills(scene, c, graph, bounds, place)

    def note_text(c: Any, words: str, x: float, y: float, *more: Any, **rest: Any) -> Any:
        if words == driver.ctx.t("study.turn.two_chances"):
            notes.append(y)
        return draw(c, words, x, y, *more, **rest)

    monkeypatch.setattr(course_panel, "draw_pills", note_pills)
    monkeypatch.setattr(text, "draw", note_text)
    scene = StudyScene(driver.ctx, _play_game("tash_kalar", "7"), _review("tash_kalar", "7"))
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    scene.open_moment(scene.moments[0])
    driver.run(200)
    assert lowest and notes
    assert max(lowest) <= min(notes) - 6
