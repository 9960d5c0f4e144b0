"""Legends: whole games by mouse alone and by keyboard alone, set up by hand, with every option, dragged and zoomed."""

import shutil
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from games.legends.moves import DONE, Kind, Move, build_region_move, decode, encode
from maps.readers import legends as legends_map
from scenes.legends import board, charts
from scenes.legends.animate import CHANGE_MS, _set_owners
from scenes.legends.charts import compose
from scenes.results.scene import GameResult
from scenes.shell.page import Dialog
from scenes.shell.stack import DOUBLE_MS
from scenes.table import game_screens as games
from scenes.table.handover import Curtain
from tests.support.hands import by_mouse_and_fingers
from tests.support.in_turn import take_turns
from tests.support.tables_legends import open_table, target_of
from tests.ui.driver import Driver

STEPS = 9000
EVERYTHING = {
    "setup": "by_hand", "shape": "ring", "explore": "swamp", "citadels": True, "dragon": True, "portals": True,
    "rogues": True, "leaders": True, "tie": "die",
}  # fmt: skip


def point_of(driver: Driver, table: Any, target_id: str) -> tuple[float, float]:
    """Where a control is clicked: a region at its token place, which lies inside it."""
    return driver.target(target_id).centre


@pytest.mark.parametrize(("count", "options"), take_turns([(4, EVERYTHING), (3, {}), (2, {"length": "full"})], of=3))
@by_mouse_and_fingers
def test_a_whole_game_by_mouse_alone(driver: Driver, count: int, options: dict[str, Any]) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, count=count, options=options)
    for step in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.confirming:
            driver.click("main")
        elif table.may_act():
            legal = list(table.legal())
            if table.view["phase"] == "auction":
                driver.click("bid.more")
                driver.click("main")
                continue
            before = table.session.turn
            wanted = legal[(step * 7) % len(legal)]
            target = target_of(table, wanted)
            if target.startswith("piece.") and not driver.has(target):  # a finger asks for it in its region
                driver.click(f"region.{decode(wanted).region}")
                if isinstance(driver.top, Dialog):
                    driver.click(target)
            else:
                if (
                    target == f"choice.{encode(DONE)}"
                ):  # it lies where the amber button was, and no double click is meant
                    driver.run(DOUBLE_MS)
                driver.click_at(*point_of(driver, table, target))
            if target.startswith(("card.", "segment.")):
                assert table.chosen == wanted
                driver.click("main")
            if isinstance(driver.top, Dialog):  # something would be left unused
                assert decode(wanted) == DONE
                driver.click("stop")
            assert table.session.turn > before, (target, wanted, table.view["phase"])
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult)
    assert table.session.over


def test_a_whole_game_by_keyboard_alone(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, options={"explore": "open", "leaders": True})
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.confirming:
            driver.key(pygame.K_SPACE)
        elif table.may_act():
            driver.frame(0)
            legal = list(table.legal())
            phase = table.view["phase"]
            before = table.session.turn
            if phase == "auction":
                driver.key(pygame.K_SPACE)
                continue
            wanted = target_of(table, legal[-1])
            for _step in range(90):
                if table.ui.focus == wanted:
                    break
                driver.key(pygame.K_TAB)
            assert table.ui.focus == wanted, (wanted, phase)
            driver.key(pygame.K_RETURN)
            if table.chosen is not None:
                driver.key(pygame.K_SPACE)
            if isinstance(driver.top, Dialog):
                while driver.top.ui.focus != "stop":
                    driver.key(pygame.K_TAB)
                driver.key(pygame.K_RETURN)
            assert table.session.turn > before, (wanted, phase)
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult)


def until_phase(driver: Driver, table: Any, phase: str) -> None:
    """Play on, taking the first choice, until a phase is reached."""
    for _ in range(2000):
        if table.may_act():
            if table.view["phase"] == phase:
                driver.frame()
                return
            legal = [one for one in table.legal() if one != encode(DONE)] or list(table.legal())
            table.decide(legal[0])
        driver.wait()
    raise AssertionError(f"no {phase}")


def drag(driver: Driver, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, carry, let go."""
    driver.move(*start)
    down, up = driver.pixel(*start), driver.pixel(*end)
    driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=down, button=1)])
    for share in (0.3, 0.6, 1.0):
        pos = (round(down[0] + (up[0] - down[0]) * share), round(down[1] + (up[1] - down[1]) * share))
        driver.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))])
        driver.frame(16)
    driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=up, button=1)])
    driver.frame(16)


def test_a_cube_is_dragged_to_its_goal_or_put_back(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver)
    until_phase(driver, table, "move_from")
    origin = table.moves[1].region
    turn = table.session.turn
    start = driver.target(f"region.{origin}").centre
    drag(driver, start, (start[0] + 14, start[1] - 4))
    table.hooks.put_back(table)
    driver.run(50)
    drag(driver, start, (800.0, 20.0))
    driver.run(50)
    assert table.view["phase"] == "move_from" and table.session.turn == turn, "let go over nothing: put back"
    assert origin is not None
    table.make(build_region_move(Kind.FROM, origin))
    driver.run(50)
    goal = table.moves[0].region
    table.hooks.put_back(table)
    driver.run(50)
    armies = table.view["armies"][0][goal]
    drag(driver, start, driver.target(f"region.{goal}").centre)
    driver.run(50)
    assert table.session.view(0)["armies"][0][goal] == armies + 1


def test_zoom_pan_and_the_whole_map(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    chart = table.own.chart
    build_region_move = chart.chart_point(700, 400)
    table.own.zoom(1, (700, 400))
    driver.run(400)
    assert chart.level == 1
    assert chart.chart_point(700, 400) == pytest.approx(build_region_move, abs=1.0)
    before = chart.cx
    sea = next(
        (x, y)
        for x in range(560, 1040, 9)
        for y in range(260, 560, 9)
        if chart.find_region(x, y) is None and not table.own.places.is_over_panel(x, y)
    )
    drag(driver, sea, (sea[0] - 120, sea[1]))
    assert chart.cx > before
    driver.key(pygame.K_HOME)
    driver.run(400)
    assert chart.is_whole and chart.zoom == pytest.approx(1.0)


def test_the_amber_button_gives_nothing_away_unasked(driver: Driver) -> None:
    """Armies are left: it asks, with their number; Space goes on placing, only the other button stops."""
    driver.settings.speed = "instant"
    table = open_table(driver, count=3)
    until_phase(driver, table, "place")
    driver.frame(0)
    before, left = table.session.turn, table.view["left"]
    driver.click("main")
    question = driver.top
    assert isinstance(question, Dialog) and f"*{left}*" in question.body
    driver.key(pygame.K_SPACE)
    driver.run(300)
    assert driver.top is table and table.session.turn == before
    driver.click("main")
    driver.click("stop")
    assert table.session.turn > before


def test_people_bid_behind_the_curtain(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, persons=2, count=3)
    curtains = 0
    for _ in range(400):
        if isinstance(driver.top, Curtain):
            curtains += 1
            assert table.viewer is None and table.view["own_bid"] is None
            driver.click("ready")
            driver.until(lambda: not isinstance(driver.top, Curtain))
        elif table.may_act() and table.view["phase"] == "auction":
            table.own.set_bid(1)
            driver.click("main")
        elif table.view["phase"] not in ("auction",):
            break
        else:
            driver.wait()
    assert curtains == 2
    assert table.view["phase"] in ("name_first", "take_card")


def test_the_score_explains_itself(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, seed="points")
    until_phase(driver, table, "take_card")
    for seat in range(3):
        target = table.ui.find(f"score.{seat}.total")
        assert target is not None and target.tip is not None
        assert "{" not in target.tip[1] and "legends." not in target.tip[1]
    total = table.view["scores"][0]["total"]
    from scenes.legends.right_column import count_points

    shown, parts = count_points(table.stage.walk, table.view, 0)
    assert shown == total == sum(parts.values())


def _own_map(folder: Path, code: str, file: str) -> Path:
    """A player's own side: one of the box under another code, with names of its own."""
    source = legends_map.FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("terrain.tsx", "terrain.png", "regions.tsx", "regions.png"):
        shutil.copy2(source / name, folder / name)
    words = (source / "2B.tmx").read_text("utf-8").replace('name="side" value="2B"', f'name="side" value="{code}"')
    for region in range(5):
        words = words.replace(f'value="legends.region.2B.{region}"', f'value="Port {region}"')
    path = folder / file
    path.write_text(words, "utf-8")
    return path


def test_own_segments_are_offered_and_played_and_a_bad_one_is_named(driver: Driver, home: Path) -> None:
    from scenes.menus.setup import SetUp

    folder = home / "maps"
    _own_map(folder, "my_isle", "isle.tmx")
    bad = _own_map(folder, "other", "bad.tmx")
    bad.write_text(bad.read_text("utf-8").replace('name="exits"', 'name="ways"'), "utf-8")
    driver.settings.speed = "instant"
    driver.ctx.stack.push(SetUp(driver.ctx, "legends"))
    driver.run(300)
    panel = driver.top.panel
    assert panel.bad[0][0] == "bad.tmx" and "exits" in panel.bad[0][1]
    driver.click("own.my_isle")
    assert "my_isle" in [each["code"] for each in driver.top.options["segments"]]
    driver.click("start")
    driver.run(600)
    table = driver.top
    assert table.name == "table"
    driver.until(table.may_act)
    assert "my_isle" in [code for code, _turned in table.view["segments"]]
    assert table.own.chart.composed is not None
    own = [n for n, code in enumerate(table.view["regions"]) if code.startswith("my_isle")]
    assert [table.own.region_name(region) for region in own] == [f"Port {n}" for n in range(5)]
    loaded = compose(table.view["shape"], table.view["segments"], table.session.options["segments"])
    assert loaded is not None and len(loaded.chart.codes) == len(table.view["regions"])


def _with_a_seen_token() -> tuple[Session, int]:
    """A game of two people in which one has looked at a face-down token; and who that is."""
    for attempt in range(60):
        seats = [Seat("person", "", "Leo", 0, ""), Seat("person", "", "Mia", 1, "")]
        session = Session.start("legends", {"explore": "swamp"}, seats, f"peek{attempt}")
        for step in range(400):
            if not session.to_act():
                break
            for seat in range(2):
                view = session.view(seat)
                known = any(each["token"] is not None for each in view["face_down"])
                if known and view["phase"] == "take_card" and session.to_act() == (seat,):
                    return session, seat
            seat = session.to_act()[0]
            legal = [one for one in session.legal(seat) if one != encode(DONE)] or list(session.legal(seat))
            session.submit(seat, legal[(step * 5) % len(legal)])
    raise AssertionError("nobody looked at a token")


def test_a_seen_token_stays_with_whom_it_was_shown(driver: Driver) -> None:
    driver.settings.speed = "instant"
    session, seat = _with_a_seen_token()
    table: Any = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    assert table.viewer == seat and table.overlooked
    assert set(table.stage.down.values()) == {""}, "the others look on"
    table.chronicle.update()
    assert not any(line.kind == "token_seen" for line in table.chronicle.all)
    driver.click("peek")
    driver.until(lambda: isinstance(driver.top, Curtain))
    driver.click("ready")
    driver.until(lambda: driver.top.name == "dialog")
    known = [each["region"] for each in session.view(seat)["face_down"] if each["token"] is not None]
    assert all(table.own.region_name(region) in driver.top.body for region in known)
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.top is table)
    table.viewpoint.watch_from(seat, secret=True)
    assert set(table.stage.down.values()) != {""}


def test_keys_bring_the_focused_region_into_sight(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver)
    until_phase(driver, table, "place")
    table.own.zoom(1)
    table.own.zoom(1)
    driver.run(50)
    chart = table.own.chart
    for region in range(table.stage.regions):
        table.ui.set_focus(f"region.{region}")
        driver.run(60)
        assert chart.holds(*chart.find_spot("token", region)), region


def test_a_full_game_shows_the_next_board_while_the_pointer_rests_on_a_score(driver: Driver) -> None:
    table = open_table(driver, count=2, options={"length": "full"}, seed="full")
    driver.settings.speed, driver.pictures = "instant", 3
    seen = set()
    for step in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        seen.add((table.view["game"], table.stage.regions))
        table.ui.hover = "score.0.regions"
        if table.confirming:
            driver.settings.speed = "4"
            table.confirm()
            driver.run(400)
            driver.settings.speed = "instant"
        elif table.may_act():
            legal = table.legal()
            table.decide(legal[(step * 7) % len(legal)])
        driver.wait()
    assert {game for game, _regions in seen} == {1, 2, 3}


@pytest.mark.sample(2)
@pytest.mark.parametrize("shape", ["t", "ring"])
def test_the_round_buttons_of_the_chart_cover_no_region(driver: Driver, shape: str) -> None:
    driver.settings.speed = "instant"
    for seed in range(4):
        table = open_table(driver, options={"shape": shape}, seed=f"corner{seed}")
        for name in ("zoom_in", "zoom_out", "whole"):
            x, y = driver.target(f"chart.{name}").centre
            assert table.own.chart.find_region(x, y) is None, (seed, table.view["segments"])
            assert not table.own.places.is_over_panel(x, y), seed


def test_regions_pulse_unless_motion_is_reduced(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver)
    until_phase(driver, table, "place")
    driver.settings.speed = "1"
    seen = []
    for _ in range(90):
        driver.frame()
        seen.append(table.own.pulse.strength)
    assert max(seen) > 0.98 and min(seen) < 0.62
    driver.settings.reduced_motion = True
    driver.frame()
    assert table.own.pulse.strength == 1.0


def test_the_table_is_there_before_its_chart_is_painted(driver: Driver) -> None:
    driver.settings.speed = "1"
    table = open_table(driver)
    chart = table.own.chart
    assert chart.working, "the first frame waits for no whole chart"
    driver.until(lambda: not chart.working)
    driver.frame()
    step_by_step = pygame.image.tobytes(chart._base, "RGB")
    chart.forget()
    driver.settings.speed = "instant"
    driver.ctx.stack.dirty = True
    driver.frame()
    assert not chart.working
    assert pygame.image.tobytes(chart._base, "RGB") == step_by_step


def test_names_move_with_a_zoomed_chart(driver: Driver) -> None:
    """They are recorded once for as long as the same ones are in sight."""
    driver.settings.speed = "instant"
    table = open_table(driver)
    driver.until(lambda: table.own.chart.composed is not None)
    table.own.chart.change_zoom(1, at_once=True)
    driver.frame()
    layers = []
    for step in range(12):
        table.own.chart.pan(-3 if step < 6 else 3, 0)
        table.ui.moved = True
        driver.frame()
        layers.append(id(table.layers._kept["names"].layer))
    assert len(set(layers)) < len(layers) / 2


def test_names_are_chosen_for_where_a_panned_chart_stays(driver: Driver) -> None:
    """While it is panned they may lie half below a panel or be cut off at the edge for some frames, no longer."""
    driver.settings.speed = "1"
    table = open_table(driver)
    driver.until(lambda: table.own.chart.composed is not None and not table.moving)
    table.own.chart.change_zoom(1, at_once=True)
    driver.until(lambda: not table.moving)

    def list_names() -> tuple[str, ...]:
        return tuple(label.name for label in charts.list_labels(table, driver.window.canvas))

    late = 0
    for step in range(24):
        table.own.chart.pan(-40 if step < 12 else 40, 0)
        table.ui.moved = True
        driver.frame()
        late += table.own.shown_names._names != list_names()
        if step % 6 == 5:
            driver.until(lambda: not table.moving)
            assert table.own.shown_names._names == list_names() != ()
    assert late


def test_a_tied_auction_says_on_the_table_who_decides_and_why(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, seed="tied")
    table.opponents.forget()
    assert table.view["phase"] == "auction"
    for seat in table.session.to_act():
        table.session.submit(seat, encode(Move(Kind.BID, 0)))
    driver.settings.speed = "2"
    shown: set[str] = set()
    for _ in range(600):
        table.update(16)
        shown.add(table.stage.banner)
        if not table.busy:
            break
    assert table.ctx.t("legends.table.tie.youngest", name=table.names[0]) in shown


@pytest.mark.parametrize("steady", [False, True], ids=["usual", "no flashes"])
def test_a_region_that_changes_hands_lights_up_with_its_points(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, steady: bool
) -> None:
    table = open_table(driver)
    driver.until(lambda: table.may_act() and table.is_whole)
    driver.settings.speed, driver.settings.no_flashes = "1", steady
    lit: list[int] = []
    mark = board._mark

    def note(*given: Any, **more: Any) -> None:
        lit.append(given[4] == "changed")
        mark(*given, **more)

    monkeypatch.setattr(board, "_mark", note)
    table.stage.owners[0] = 1
    _set_owners(table, [(0, 2)])
    assert table.own.changes[0].points == ((1, -1), (2, 1))
    driver.run(64)
    assert any(lit) is not steady
    driver.run(CHANGE_MS + 64)
    lit.clear()
    driver.run(64)
    assert not any(lit) and not table.beside.active
