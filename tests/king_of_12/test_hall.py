"""The hall of a tournament: whole tournaments by mouse, keys and pad, several people, and what is told on the way."""

import random
from typing import Any

import pygame
import pytest

from engine.session import Session
from games.king_of_12.tournament.state import SIZES
from scenes.king_of_12 import mat
from scenes.king_of_12.hall_bracket import Bracket
from scenes.king_of_12.hall_layout import CENTRE_TABLE, Hallway, hall_places, rows
from scenes.king_of_12.hall_state import HallState
from scenes.king_of_12.layout import places
from scenes.king_of_12.screenshots import hall_seats
from scenes.king_of_12.table_state import TableState
from scenes.results.scene import GameResult
from scenes.table import game_screens as games
from scenes.table.handover import Curtain
from scenes.table.script import AnyTable
from scenes.table.table import HIDDEN_POINTS
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from tests.support.catalogues import LANGUAGES
from tests.support.hands import by_each_hand
from tests.ui.driver import Driver

STEPS = 20_000


def open_hall(driver: Driver, count: int, persons: int = 1, seed: str = "hall", **options: Any) -> AnyTable:
    """A tournament with people first, then computers that play anything."""
    driver.ctx.thinker.level = "random"  # type: ignore[attr-defined]
    table = games.table(driver.ctx, Session.start("king_of_12", options, hall_seats(count, persons), seed))
    assert isinstance(table.own, HallState)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table


def own_targets(table: AnyTable) -> list[str]:
    """What can be chosen now, by target."""
    return [
        one.id
        for one in table.ui.targets
        if one.id.startswith(("face.", "order.", "theft."))
        or (one.id.startswith("hand.") and int(one.id[5:]) in table.stage.hand)
    ]


def test_four_sit_at_a_table_and_five_in_a_hall(driver: Driver) -> None:
    for count, kind in ((4, TableState), (5, HallState)):
        table = games.table(driver.ctx, Session.start("king_of_12", {}, hall_seats(count), "door"))
        assert type(table.own) is kind
        table.leave()


@pytest.mark.parametrize("count", [5, pytest.param(16, marks=pytest.mark.soak)])
@by_each_hand
def test_a_whole_tournament_by_mouse_alone(driver: Driver, count: int) -> None:
    driver.settings.speed = "instant"
    table = open_hall(driver, count)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.confirming or (table.chosen is not None and driver.has("main")):
            driver.click("main")
        elif table.may_act():
            driver.frame(0)
            ids = own_targets(table)
            driver.click(ids[len(table.session.log) % len(ids)])
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult)
    assert table.session.over


def test_a_whole_tournament_by_keyboard_alone(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_hall(driver, 9)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.may_act() and table.chosen is None:
            driver.frame(0)
            for _step in range(120):
                if table.ui.focus in own_targets(table):
                    break
                driver.key(pygame.K_TAB)
            driver.key(pygame.K_RETURN)
        driver.key(pygame.K_SPACE)
        driver.wait()
    assert isinstance(driver.top, GameResult)


def test_a_whole_tournament_by_game_pad_alone(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_hall(driver, 6)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.may_act() and table.chosen is None:
            driver.frame(0)
            for _step in range(120):
                if table.ui.focus in own_targets(table):
                    break
                driver.pad(5)
            driver.pad(0)
        driver.pad(2)
        driver.wait()
    assert isinstance(driver.top, GameResult)


@pytest.mark.parametrize("last", [2, pytest.param(99, marks=pytest.mark.soak)])
def test_the_curtain_goes_round_by_the_groups(driver: Driver, last: int) -> None:
    """Six people and two computers; nothing of the next hand is known before the confirmation.

    To the end of a round; to the end of the tournament in the long run.
    """
    driver.settings.speed = "instant"
    table = open_hall(driver, 8, persons=6)
    asked: list[int] = []
    rounds = 1
    for _ in range(STEPS):
        top = driver.top
        if isinstance(top, GameResult) or rounds > last:
            break
        if isinstance(top, Curtain):
            assert table.viewer is None
            assert table.view["hand"] == []
            if table.view["phase"] == "choose":
                asked.append(table.names.index(top.seat.name))
            driver.click("ready")
            driver.until(lambda: not isinstance(driver.top, Curtain))
            assert table.viewer is not None
            group = next(one for one in table.view["groups"] if table.viewer in one)
            if not table.own.stage.hallway.centre and not table.view["finalists"]:
                assert set(table.own.list_large_seats()) == set(group), "each person sees their group first"
            continue
        if table.view["round"] != rounds or len(asked) >= 6:
            if len(asked) >= 6:
                order = [seat for seat in table.view["order"] if seat in table.people]
                start = order.index(asked[0])
                assert asked[:6] == order[start:] + order[:start]
            asked, rounds = [], table.view["round"]
        if table.confirming:
            driver.click("main")
        elif table.may_act():
            table.choose(table.legal()[0])
            driver.click("main")
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult) or rounds > last


@pytest.mark.parametrize(("count", "speed"), [(5, "4"), (16, "instant")])
def test_what_is_told_ends_where_the_game_is(driver: Driver, count: int, speed: str) -> None:
    """After every telling dice, points, crowns and rows are where the newest view has them, before it is drawn."""
    driver.settings.speed = speed
    table = open_hall(driver, count, persons=0, seed="told", set="random")
    checked = 0
    refresh = table.refresh

    def look() -> None:
        nonlocal checked
        if not table.queue and not table.session.over:
            view = table.session.view(None)
            stage = table.own.stage
            told = {seat for seat in range(count) if not view["finalists"] or seat in view["finalists"]}
            for k in told:
                seat = stage.seats[k]
                assert seat.die.face == view["faces"][k], k
                assert (seat.ones, seat.twos) == tuple(view["tokens"][k]), k
                assert seat.crowns == view["crowns"][k], k
                assert (seat.card is not None) == (view["table"][k] is not None), k
            assert stage.hallway.groups == tuple(tuple(one) for one in view["groups"])
            for k, row in rows(stage.hallway, table.height).items():
                assert (stage.rows[k].x, stage.rows[k].y) == pytest.approx((row.x, row.y)), k
            checked += 1
        refresh()

    table.refresh = look  # type: ignore[method-assign]
    for _ in range(STEPS * 4):
        if isinstance(driver.top, GameResult):
            break
        driver.wait(60.0)
    assert isinstance(driver.top, GameResult)
    assert checked > 8


def test_another_table_is_shown_by_mouse_and_by_keys(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_hall(driver, 16)
    driver.until(table.may_act)
    assert set(table.own.list_large_seats()) == set(table.view["groups"][0])
    driver.click("group.2")
    assert set(table.own.list_large_seats()) == set(table.view["groups"][2])
    driver.key(pygame.K_END)
    assert set(table.own.list_large_seats()) == set(table.view["groups"][3])
    driver.key(pygame.K_HOME)
    assert set(table.own.list_large_seats()) == set(table.view["groups"][0])
    for _ in range(200):
        if table.ui.focus == "group.1":
            break
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert set(table.own.list_large_seats()) == set(table.view["groups"][1])
    assert table.own.hand_cards(), "the own hand stays"


def test_the_centre_is_large_when_the_winners_meet(driver: Driver) -> None:
    table = open_hall(driver, 12)
    met = False
    for _ in range(STEPS):
        if table.may_act():
            if met and not table.own.stage.hallway.centre:
                break
            table.decide(table.legal()[0])
        if table.confirming:
            driver.click("main")
        if table.own.stage.hallway.centre:
            met = True
            assert table.own.stage.large == CENTRE_TABLE or table.own.stage.picked is not None
            assert set(table.own.list_large_seats()) <= set(table.own.stage.hallway.centre)
        driver.wait()
    assert met
    assert set(table.own.list_large_seats()) == set(next(one for one in table.view["groups"] if 0 in one))


def test_standings_and_rounds_open_and_close(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_hall(driver, 10)
    driver.until(table.may_act)
    driver.click("bar.standings")
    driver.frame()
    assert len([one for one in table.ui.targets if one.id.startswith("standing.")]) == 10
    driver.click("bar.standings")
    driver.frame()
    assert not any(one.id.startswith("standing.") for one in table.ui.targets)
    driver.click("bar.rounds")
    driver.run(600)
    top: Any = driver.top
    assert isinstance(top, Bracket)
    driver.key(pygame.K_PAGEUP)
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is table


def test_children_see_no_points_of_rivals_in_the_hall(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of those who wear the same colour, and on the page of the rounds."""
    driver.settings.speed = "instant"
    driver.settings.child_mode = True
    table = open_hall(driver, 16)
    driver.until(table.may_act)
    colours = [seat.colour for seat in table.session.seats]
    assert colours.count(colours[0]) > 1
    assert [table.hides_points(seat) for seat in range(16)] == [False, *[True] * 15]
    table.view = {**table.view, "points": [5, *range(71, 86)]}
    shown: list[str] = []
    coin = shapes.coin

    def note(c: Canvas, x: float, y: float, r: float, words: str, kind: str = "gold") -> None:
        shown.append(words)
        coin(c, x, y, r, words, kind)

    table.own.open_rounds()
    driver.run(600)
    monkeypatch.setattr(shapes, "coin", note)
    driver.top.ui.dirty = True
    driver.frame()
    assert shown.count(HIDDEN_POINTS) == 15
    assert "5" in shown


def test_a_choice_can_be_taken_back_in_the_hall(driver: Driver) -> None:
    driver.settings.computer_pause = 10_000_000  # the others are still thinking
    table = open_hall(driver, 5)
    driver.until(table.may_act)
    card = table.legal()[0]
    table.decide(card)
    driver.run(1000)
    assert not table.may_act()
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    driver.run(100)
    assert table.may_act()
    assert card in table.legal()


@pytest.mark.parametrize("last", [2, pytest.param(99, marks=pytest.mark.soak)])
def test_whoever_changes_tables_in_the_middle_finds_every_die_at_its_place(driver: Driver, last: int) -> None:
    """For a round; to the end of the tournament in the long run."""
    table = open_hall(driver, 12, seed="pick", set="random")
    rng = random.Random(1)
    refresh = table.refresh

    def look() -> None:
        if not table.queue:
            for k, seat in enumerate(table.stage.seats):
                assert (seat.die.x, seat.die.y) == pytest.approx(seat.place.die, abs=1), k
        refresh()

    table.refresh = look  # type: ignore[method-assign]
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.view["round"] >= last:
            return
        if rng.random() < 0.03:
            table.own.pick_table(rng.choice(table.own.stage.hallway.tables()))
        if table.confirming and rng.random() < 0.1:
            table.confirm()
        elif table.may_act() and rng.random() < 0.1:
            table.decide(rng.choice(list(table.legal())))
        driver.wait(33)
    assert isinstance(driver.top, GameResult)


def test_the_window_may_change_while_it_is_told(driver: Driver) -> None:
    table = open_hall(driver, 14, persons=0)
    rng = random.Random(3)
    for step in range(540):
        if step % 90 == 45:
            size = rng.choice([(1280, 720), (1280, 960), (1024, 640), (1680, 720)])
            driver.window.system.size = size
            driver.frame(16.0, [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])])
        if step % 130 == 77:
            table.own.step_table(1)
        driver.wait(33.0)
    assert table.session.turn > 14


def test_less_motion_tells_the_same(driver: Driver) -> None:
    driver.settings.reduced_motion = True
    table = open_hall(driver, 11, persons=0)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        assert not any(seat.die.rolling and seat.place.card_scale < 1 for seat in table.stage.seats)
        driver.wait(120.0)
    assert isinstance(driver.top, GameResult)


def test_why_speaks_of_the_table_that_is_seen(driver: Driver) -> None:
    """After a trick: one group and the centre, not the whole hall."""
    driver.settings.speed = "instant"
    table = open_hall(driver, 16)
    driver.until(table.may_act)
    table.decide(table.legal()[0])
    for _ in range(STEPS):
        if table.confirming:
            table.confirm()
        elif table.may_act():
            if table.view["phase"] == "choose":
                break
            table.decide(table.legal()[0])
        driver.frame()
    rows = table.own.list_reasons()
    here = set(table.view["groups"][0])
    others = [k for k in range(16) if k not in here]
    centre = next(i for i, row in enumerate(rows) if row.startswith("*In the centre"))
    for row in rows[:centre]:
        assert not any(f"*{table.names[k]}*" in row for k in others), row


def test_set_up_tells_sixteen_apart_and_begins(driver: Driver) -> None:
    from scenes.menus.setup import SetUp

    driver.settings.speed = "instant"
    scene = SetUp(driver.ctx, "king_of_12")
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    driver.frame()
    for count in (5, 12, 16):
        while len(scene.seats) < count:
            driver.click("count.more")
        assert len(scene.seats) == count
        assert len({(seat.colour, seat.emblem) for seat in scene.seats}) == count
        driver.frame()
        assert (scene.ui.find("twelve.1") is not None) == (count == 12)
        if count == 12:
            driver.click("twelve.1")
    seats = [one.box for one in scene.ui.targets if one.id.startswith("seat.")]
    boxes = [(x, y, x + w, y + h) for x, y, w, h in seats]
    assert len(seats) == 16 and not any(
        a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for k, a in enumerate(boxes) for b in boxes[:k]
    ), "sixteen portraits, none on another"
    for k in (3, 9, 15):
        driver.click(f"seat.{k}")
        driver.click(f"seat.{k}.colour")
        driver.click(f"seat.{k}.emblem")
        driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_SPACE)
    driver.run(900)
    table = driver.top
    assert isinstance(table.own, HallState)
    assert [len(group) for group in table.view["groups"]] == list(SIZES[16])
    driver.ctx.stack.replace(SetUp(driver.ctx, "king_of_12"))
    driver.ctx.stack.settle()
    assert len(driver.top.seats) == 16, "the seats are remembered"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("height", [900.0, 1200.0])
def test_no_ribbon_lies_on_a_plate(driver: Driver, language: str, height: float) -> None:
    """At every size of group, for every word a ribbon says; ribbons are 24 units high."""
    driver.settings.language = language
    driver.ctx.apply_settings()
    canvas = Canvas(pygame.Surface((1600, int(height))))
    ribbons = ("table.first", "table.second", "table.cancelled", "table.card_cancelled", "hall.to_centre")
    said = [driver.ctx.t(f"king_of_12.{name}", points=2) for name in ribbons]
    wide = max(text.width(canvas, words, "caption") for words in said) + 26
    sizes = [tuple(range(size)) for size in (2, 3, 4)]
    tables = [hall_places(Hallway((group, (4, 5))), 0, 0, height)[: len(group)] for group in sizes]
    for found in [*tables, *(places(len(group), 0, height) for group in sizes)]:
        for place in found:
            ribbon = pygame.Rect(0, 0, round(wide), 24)
            ribbon.center = round(place.ribbon[0]), round(place.ribbon[1])
            for other in found:
                assert not ribbon.colliderect(pygame.Rect(*map(round, other.plate))), (place.side, other.side)


@pytest.mark.parametrize("side", ["top", "below"])
def test_the_hand_of_who_comes_to_the_large_table_is_made_in_advance(driver: Driver, side: str) -> None:
    table = open_hall(driver, 8, persons=0)
    coming = next(k for k, seat in enumerate(table.stage.seats) if not seat.large)
    seat = table.stage.seats[coming]
    seat.place = next(one.place for one in table.stage.seats if one.place.side == side)
    drawn, planned = (Canvas(pygame.Surface((1280, 720))) for _ in range(2))
    draw = mat.draw_closed_hand if side == "below" else mat.backs
    _, keys = drawn.cache.track_used(lambda: draw(table, drawn, coming))
    backs = [key for key in keys if isinstance(key, tuple) and key[0] == "put"]
    assert len(backs) >= seat.hand_size - 1 > 1
    mat.plan_hand(table, planned, coming, seat.place, seat.hand_size)
    while planned.cache.make_next():
        pass
    assert all(planned.cache.find(key) is not None for key in backs)
