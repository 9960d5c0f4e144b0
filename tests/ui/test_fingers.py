"""Fingers are inputs of their own: what they tap, hold, drag and pinch, and what none of them has meant."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pygame
import pytest

from scenes.dev.screenshots import all_scenes
from scenes.menus.about import AboutScene
from scenes.menus.settings import SettingsScene
from scenes.shell import finger_row, touch_sizes
from scenes.shell.coin_card import CoinCard
from scenes.shell.fingers import HOLD_MS
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.shell.targets import ASKED, Target
from scenes.shell.touch_sizes import TouchSizes, separate
from sprites.base import controls
from sprites.base.canvas import Canvas
from tests.support import tables_king_of_12, tables_legends, tables_tash_kalar
from tests.ui.driver import Driver, FingerDriver

DOWN, MOVE, UP = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP
AT = (400.0, 300.0)


class Board(Scene):
    """A large button with a tip, two small ones that touch, something to drag, and a list that turns."""

    name = "board"

    def __init__(self, ctx: Any) -> None:
        super().__init__(ctx)
        self.done: list[str] = []
        self.label = "first"
        self.dragged: list[tuple[float, float]] = []
        self.turned = 0.0

    def draw(self, c: Canvas) -> None:
        for name, box in (("large", (300, 200, 200, 200)), ("a", (800, 200, 40, 40)), ("b", (840, 200, 40, 40))):
            target = Target(name, box, partial(self.done.append, name), tip=(name, "told"))
            target.label, target.role = self.label, "button"
            self.ui.note(target)
        self.ui.note(Target("slider", (300, 600, 200, 100), lambda: None, drag=self._drag, role="slider"))

    def _drag(self, x: float, y: float) -> None:
        self.dragged.append((x, y))

    def handle(self, given: Input) -> bool:
        if given.kind == "wheel":
            self.turned += given.amount
        elif given.kind == "press":
            self.done.append("near")
        return given.kind == "wheel"


@pytest.fixture
def hand() -> Iterator[FingerDriver]:
    driver = FingerDriver()
    driver.mixes = False
    yield driver
    driver.close()


@pytest.fixture
def board(hand: FingerDriver) -> Board:
    scene = Board(hand.ctx)
    hand.ctx.stack.replace(scene)
    hand.ctx.stack.settle()
    hand.ctx.stack.fade = 0.0
    hand.frame()
    return scene


def test_a_tap_acts_when_it_is_lifted_one_frame_later_and_is_cancelled_by_leaving(
    hand: FingerDriver, board: Board
) -> None:
    hand.finger(DOWN, *AT)
    assert not board.done and board.ui.pressed == "large"
    drawn = hand.ctx.stack.drawings
    hand.finger(UP, *AT)
    assert board.done == ["large"] and hand.ctx.stack.drawings == drawn + 1 and board.ui.hover is None
    hand.wait(300)
    hand.finger(DOWN, *AT)
    hand.finger(MOVE, 560, 300)
    hand.finger(UP, 560, 300)
    hand.tap_at(1200, 700)
    assert board.done == ["large", "near"], "a tap next to everything is a press there"


def test_a_target_that_changes_under_the_finger_was_not_meant(hand: FingerDriver, board: Board) -> None:
    hand.finger(DOWN, *AT)
    board.label, board.ui.dirty = "second", True
    hand.frame()
    hand.finger(UP, *AT)
    assert not board.done


def test_a_bounce_and_a_quick_second_tap_are_one_press(hand: FingerDriver, board: Board) -> None:
    for pause in (0, 100, 300):
        hand.wait(pause)
        hand.finger(DOWN, *AT)
        hand.finger(UP, *AT)
    assert board.done == ["large", "large"], "the second came too soon"


def test_a_hold_explains_and_never_chooses_and_stays_when_it_slides_up(hand: FingerDriver, board: Board) -> None:
    hand.finger(DOWN, *AT)
    hand.run(HOLD_MS + 50)
    assert board.ui.hover == "large" and board.ui.hover_time >= ASKED
    hand.finger(UP, *AT)
    assert board.ui.hover is None and not board.done
    hand.wait(300)
    hand.finger(DOWN, *AT)
    hand.run(HOLD_MS + 50)
    hand.finger(MOVE, AT[0], AT[1] - 40)
    hand.finger(UP, AT[0], AT[1] - 40)
    assert board.ui.hover == "large" and board.ui.hover_time >= ASKED and not board.done
    hand.tap_at(1200, 700)
    assert board.ui.hover is None


def test_what_can_be_dragged_is_and_all_else_scrolls_with_momentum(hand: FingerDriver, board: Board) -> None:
    hand.finger(DOWN, 400, 650)
    for x in (430, 450):
        hand.finger(MOVE, x, 650)
    hand.finger(UP, 450, 650)
    assert board.dragged[-1][0] == pytest.approx(450, abs=1) and not board.turned
    hand.wait(300)
    hand.finger(DOWN, 1200, 700)
    for y in (670, 620, 560, 500):
        hand.finger(MOVE, 1200, y)
    before = board.turned
    assert before == -4, "a line each 44 units"
    hand.finger(UP, 1200, 500)
    hand.run(600)
    assert board.turned < before - 2, "it runs on"
    hand.finger(DOWN, 1200, 700)
    stopped = board.turned
    hand.run(200)
    assert board.turned == stopped


def test_a_leaning_hand_is_no_input_and_two_fingers_do_nothing_to_undo(hand: FingerDriver, board: Board) -> None:
    for number in range(3):
        hand.finger(DOWN, AT[0] + 30 * number, AT[1], number)
    for number in range(3):
        hand.finger(UP, AT[0] + 30 * number, AT[1], number)
    hand.finger(DOWN, *AT, 4)
    hand.finger(UP, *AT, 4)
    assert not board.done, "so soon after it a contact belongs to the hand"
    hand.wait(600)
    hand.finger(DOWN, *AT, 7)
    hand.finger(DOWN, 1200, 700, 8)
    hand.finger(UP, *AT, 7)
    hand.finger(UP, 1200, 700, 8)
    assert board.done == ["large", "near"], "two people tap at once"


def test_the_mouse_that_a_system_makes_of_a_finger_is_none(hand: FingerDriver, board: Board) -> None:
    hand.tap_at(*AT)
    assert hand.ctx.texts.device == "fingers"
    pos = hand.pixel(*AT)
    cases: list[dict[str, Any]] = [{"touch": True}, {}]
    for told in cases:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            hand.frame(16, [pygame.event.Event(kind, pos=pos, button=1, **told)])
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0, flipped=False, touch=True)
    hand.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(3, 3), buttons=(1, 0, 0)), wheel])
    assert board.done == ["large"] and not board.turned and hand.ctx.texts.device == "fingers"
    hand.run(800)
    Driver.click_at(hand, *AT)
    assert board.done == ["large", "large"] and hand.ctx.texts.device == "mouse"


def test_a_small_target_among_others_is_tapped_in_the_glass(hand: FingerDriver, board: Board) -> None:
    hand.tap_at(830, 220)
    glass = board.ui.fingers.magnifier
    assert glass is not None and not board.done
    assert 40 * glass.factor >= board.ui.touch.least - 0.5
    hand.tap_at(glass.middle[0] + (850 - 830) * glass.factor, glass.middle[1])
    assert board.done == ["b"] and board.ui.fingers.magnifier is None
    hand.tap_at(860, 220)
    assert board.done == ["b", "b"], "what was chosen last is known"
    hand.tap_at(820, 220)
    assert board.ui.fingers.magnifier is not None
    hand.tap_at(100, 800)
    assert board.ui.fingers.magnifier is None and board.done == ["b", "b"], "a tap outside of the glass closes it"


def test_what_touches_is_pressed_apart_and_none_gets_too_small() -> None:
    touch = TouchSizes(in_use=True, least=80.0, gap=8.0, mm=10.0)
    boxes = ((0, 0, 200, 100), (200, 0, 200, 100), (0, 100, 400, 75), (600, 0, 20, 20), (620, 0, 20, 20))
    targets = [Target(str(at), box, lambda: None) for at, box in enumerate(boxes)]
    squares = [
        Target(f"sq.{at}", (700 + 50 * at, 0, 50, 50), lambda: None, contains=lambda x, y: True) for at in (0, 1)
    ]
    separate([*targets, *squares], touch)
    assert [one.box for one in targets[:3]] == [(0, 0, 196, 92), (204, 0, 196, 92), (0, 100, 400, 75)]
    assert [one.box[2] for one in (*targets[3:], *squares)] == [20, 20, 50, 50]


def test_a_panel_takes_from_a_control_what_it_covers(board: Board) -> None:
    ui = board.ui
    ui.begin()
    for name, box in (("a", (0, 0, 100, 40)), ("b", (90, 0, 100, 40)), ("c", (400, 0, 100, 40))):
        ui.note(Target(name, box, lambda: None))
    ui.cover((80, 0, 120, 40))
    left = ui.list_current_targets()
    assert [one.id for one in left] == ["a", "c"]
    assert left[0].hit(10, 20) and not left[0].hit(90, 20) and left[1].contains is None


def test_words_follow_the_device(hand: FingerDriver) -> None:
    t = hand.ctx.t
    assert t("king_of_the_dice.die.keep") == "Click to keep this die"
    hand.ctx.use_device("touch")
    assert t("king_of_the_dice.die.keep") == "Tap to keep this die"
    assert "Tap a card to see which dice" in t("king_of_the_dice.rules.3.body")
    hand.ctx.use_device("keyboard")
    assert "Point at a card" in t("king_of_the_dice.rules.3.body")
    hand.ctx.use_ears(True)
    assert t("ui.curtain.ready", name="Leo") == t("ui.curtain.ready.spoken", name="Leo"), (
        "and the ears before the hands"
    )
    assert t("king_of_the_dice.die.keep") == "Choose it to keep this die"


def test_the_size_of_the_screen_is_asked_once_by_the_first_finger() -> None:
    driver = Driver((1280, 800))
    try:
        driver.ctx.stack.replace(AboutScene(driver.ctx))
        driver.run(400)
        driver.ctx.stack.push(SettingsScene(driver.ctx))
        driver.run(600)
        driver.tap_at(800, 880)
        driver.frame()
        card = driver.top
        assert isinstance(card, CoinCard)
        for _ in range(40):
            driver.tap("larger")
        driver.tap("keep")
        driver.run(300)
        assert driver.settings.touch_density == round(card.density) > 160
        touch, canvas = driver.ctx.touch, driver.window.canvas
        assert canvas.height >= 899.5 and canvas.foot > touch.least > 60
        driver.tap("bar.back")
        driver.run(600)
        assert isinstance(driver.top, AboutScene), "asked once"
    finally:
        driver.close()


@pytest.mark.parametrize(("size", "density", "least"), [((1280, 800), 216, 7.0), ((1920, 1080), 170, 9.0)])
def test_sizes_are_millimetres(size: tuple[int, int], density: int, least: float) -> None:
    pixels, foot = touch_sizes.measure(size, density)
    assert least <= pixels / density * 25.4 <= least * 1.06 and foot > pixels
    assert touch_sizes.measure(size, 0) == (0.0, 0)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200), (2160, 1440), (1920, 1080)])
def test_the_buttons_of_a_table_stand_round_its_corner(size: tuple[int, int]) -> None:
    driver = Driver(size, touch_density=216)
    try:
        table = tables_king_of_12.open_table(driver)
        driver.run(100)
        canvas, touch = driver.window.canvas, driver.ctx.touch
        assert canvas.height >= 899.5 and abs(table.height - canvas.height - canvas.foot) < 0.01
        x, y, w, h = driver.target("main").box
        assert (x + w, y + h) == (1584.0, table.height - 16) and h == 164
        assert driver.target("undo").box[1] + 112 + 16 == pytest.approx(y) == driver.target("why").box[1] + 128
        signs = sorted(one.box for one in table.ui.targets if one.id.startswith("bar."))
        assert all(box[1] == 8.0 for box in signs) and signs[0] == driver.target("bar.menu").box
        for left, right in pairwise(signs):
            assert right[0] - left[0] - left[2] >= touch.gap - 0.01
    finally:
        driver.close()


def test_a_table_is_laid_out_again_for_another_size_of_fingers() -> None:
    """Where the width decides how large a unit is the height of the window in units stays."""
    driver = Driver((2160, 1440), touch_density=216)
    try:
        table = tables_tash_kalar.open_table(driver)
        for density in (216, 180):
            driver.settings.touch_density = density
            driver.ctx.apply_settings()
            driver.run(100)
            assert table.by_fingers and table.own.places.least == driver.ctx.touch.least
    finally:
        driver.close()


def test_what_stands_between_signs_and_amber_touches_neither() -> None:
    canvas, least, gap = Canvas(pygame.Surface((1280, 800)), foot=80), 64.0, 5.0
    names = ["bar.a", "bar.b", "bar.c", "bar.d", "main"]
    targets = [Target(name, (at, 0, 1, 1), lambda: None) for at, name in enumerate(names)]
    targets[-1].main = True
    finger_row.place(targets, canvas, least, gap)
    x, y, w, h = finger_row.find_words_box(canvas, 4, least, gap)
    left, amber = targets[3].box, targets[4].box
    assert x == left[0] + left[2] + finger_row.GAP and x + w == amber[0] - finger_row.GAP
    assert (y, h) == (left[1], left[3])


def test_a_screen_held_upright_shows_the_whole_picture_and_says_so() -> None:
    driver = Driver((1200, 1920), touch_density=216)
    try:
        driver.ctx.stack.replace(AboutScene(driver.ctx))
        driver.run(400)
        canvas = driver.window.canvas
        assert 900 <= canvas.height <= 1000 and canvas.foot > 800
        assert driver.target("bar.back").box[1] < canvas.height + 40
    finally:
        driver.close()


def test_two_fingers_pinch_and_pan_the_chart(hand: FingerDriver) -> None:
    table = tables_legends.open_table(hand)
    hand.run(200)
    chart = table.own.chart
    x, y = chart.middle
    held = chart.chart_point(x, y)
    hand.finger(DOWN, x - 60, y, 1)
    hand.finger(DOWN, x + 60, y, 2)
    for way in (80, 110, 140):
        hand.finger(MOVE, x - way, y, 1)
        hand.finger(MOVE, x + way, y, 2)
    assert chart.zoom > 1.5 and not chart.moving
    assert chart.chart_point(x, y)[0] == pytest.approx(held[0], abs=12)
    hand.finger(UP, x - 140, y, 1)
    hand.finger(UP, x + 140, y, 2)
    hand.run(400)
    assert chart.zoom in (1.5, 2.2)
    before = chart.cx
    hand.finger(DOWN, x, y)
    hand.finger(MOVE, x - 50, y)
    hand.finger(MOVE, x - 90, y)
    hand.finger(UP, x - 90, y)
    assert chart.cx > before
    assert not [one for one in table.session.log if one.seat == 0], "no finger has chosen anything"


def test_what_lies_over_the_chart_is_opened_and_closed_by_taps(hand: FingerDriver) -> None:
    table = tables_legends.open_table(hand)
    hand.run(200)
    own = table.own
    assert not any(one.id.startswith("score.") for one in table.ui.targets)
    for wanted in (True, False):
        hand.tap("own.plate")
        assert own.is_open is wanted and any(one.id.startswith("score.0.") for one in table.ui.targets) is wanted
    shown = hand.has("card.0")
    hand.tap("key.cards")
    assert own.shows_row and hand.has("card.0")
    hand.tap("own.plate")
    assert own.is_open and not hand.has("card.0"), "one of both lies over the chart"
    hand.tap("key.cards")
    assert own.shows_row and not own.is_open
    hand.tap("key.cards")
    assert hand.has("card.0") is shown
    hand.tap("chart.zoom_in")
    hand.run(400)
    assert not own.chart.is_whole and hand.has("chart.small")
    hand.tap("chart.small")
    hand.run(400)
    assert own.chart.is_whole and not hand.has("chart.small")
    assert not [one for one in table.session.log if one.seat == 0], "no tap has chosen anything"


def test_what_only_keys_did_at_a_table_is_in_its_menu(hand: FingerDriver) -> None:
    table = tables_king_of_12.open_table(hand)
    hand.run(200)
    for name, opened in (("why", "dialog"), ("chronicle", "chronicle")):
        hand.tap("bar.menu")
        hand.run(300)
        hand.tap(name)
        hand.run(300)
        assert hand.top.name == opened, name
        hand.ctx.stack.pop()
        hand.run(300)
    assert hand.top is table


def test_a_note_opens_above_the_hand_and_below_what_stands_on_top(hand: FingerDriver) -> None:
    found: list[tuple[float, ...]] = []
    canvas = hand.window.canvas
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(controls, "_note", lambda *given: found.append(given[3:7]))
        for box, by_finger in (((400.0, 700.0, 100.0, 200.0), True), ((104.0, 8.0, 318.0, 84.0), True)):
            controls.tooltip(canvas, "Hilda", "Plays the Machine", box, by_finger=by_finger)
    (_, y, _, high), (left, top, _, _) = found
    assert y + high == pytest.approx(760.0), "nothing lies under the finger"
    assert (left, top) == (104.0, 104.0)


def test_a_field_opens_our_own_keyboard(hand: FingerDriver) -> None:
    all_scenes()["setup"](hand.ctx, "7")
    hand.ctx.stack.settle()
    hand.run(300)
    hand.tap("seat.0")
    hand.run(64)
    hand.tap("seat.0.name")
    assert hand.top.ui.keyboard is not None
    hand.frame()
    for letter in "oo":
        hand.tap(f"letter.{letter}")
    assert hand.top.ui.field is not None and hand.top.ui.field.text.endswith("oo")
    keys = [one for one in hand.top.ui.targets if one.id.startswith("letter.")]
    assert min(min(one.box[2:]) for one in keys) >= hand.ctx.touch.least - 0.5
    hand.tap("letter.done")
    assert hand.top.ui.keyboard is None


def test_an_explanation_opens_by_tap_click_and_key(hand: FingerDriver) -> None:
    table = tables_king_of_12.open_table(hand)
    hand.run(200)
    crown = next(one.id for one in table.ui.targets if one.explains)
    hand.tap(crown)
    assert table.ui.hover == crown and table.ui.hover_time >= ASKED
    table.ui.rest()
    hand.run(900)
    Driver.click(hand, crown)
    assert table.ui.hover == crown and table.ui.hover_time >= ASKED
    table.ui.rest()
    table.ui.set_focus(crown)
    hand.key(pygame.K_RETURN)
    assert table.ui.hover_time >= ASKED


def test_curtain_and_secret_choice_turn_to_the_other_side(hand: FingerDriver) -> None:
    hand.settings.opposite = hand.settings.share_keyboard = True
    hand.ctx.use_device("touch")
    table = tables_king_of_12.open_table(hand, persons=2, count=2)
    hand.until(lambda: hand.top.name == "shared_choice")
    hand.run(600)
    sheet = hand.top
    own, across = (next(one for one in sheet.ui.targets if one.id.startswith(f"cell.{at}.")) for at in (0, 1))
    assert own.box[1] > 450 > across.box[1] and own.box[0] < 800 < across.box[0], "turned to that side"
    before = pygame.image.tobytes(hand.window.surface, "RGB")
    hand.tap(across.id)
    assert sheet._chosen == {1: next(iter(sheet._chosen.values()))}
    assert pygame.image.tobytes(hand.window.surface, "RGB") == before, "nothing shows which one it was"
    hand.tap("opposite")
    assert not hand.settings.opposite
    sheet._use_curtain()
    hand.until(lambda: hand.top.name == "curtain")
    hand.run(1200)
    first = hand.target("ready").box
    hand.top.place = 1
    hand.tap("opposite")
    turned = hand.target("ready").box
    assert turned[1] + turned[3] < first[1] + first[3] and table.shared
    hand.tap("ready")
    hand.until(table.may_act)
