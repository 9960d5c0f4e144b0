"""The goals of a stage while its game goes on: what is won stays won, and the strip counts what the table has told."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance
from engine.content import objectives
from engine.content.campaign import (
    CampaignProgress,
    Under,
)
from engine.content.objectives import (
    Facts,
    Goal,
    GoalState,
    measure_progress,
)
from engine.contract import Event
from engine.replay import Rewound
from engine.session import Session
from scenes.campaign.progress_view import OURS, Atlas, seat_players
from scenes.table import game_screens
from scenes.table.goal_strip import GoalStrip, lay_cells
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
STAGES = {"king_of_12": "chapel", "legends": "bridge", "king_of_the_dice": "mill", "tash_kalar": "fairground"}
OPEN, NEAR, HELD, WON, LOST = GoalState


def facts(events: list[Event], *, result: tuple[int, ...] = (), view: Any = None) -> Facts:
    return Facts(0, 2, result, events, view or {})


def win_trick(seat: int = 0) -> Event:
    held = {"tokens": [0, 1], "points": 2}
    return Event("scored", {"seat": seat, "place": 1, "points": 2, "value": 12, "how": "highest", "held": held})


def test_a_count_is_won_as_soon_as_it_is_reached() -> None:
    goal = Goal("tricks", 3)
    events: list[Event] = []
    states = []
    for _ in range(4):
        one = measure_progress("king_of_12", goal, facts([*events, win_trick(1)]))
        states.append((one.count, one.wanted, one.state))
        events.append(win_trick())
    assert states == [(0, 3, OPEN), (1, 3, OPEN), (2, 3, NEAR), (3, 3, WON)]


def test_what_may_not_happen_too_often_is_held_until_it_has() -> None:
    goal = Goal("equal", 1)
    equal = Event("cards_cancelled", {"seats": [0, 1]})
    found = [measure_progress("king_of_12", goal, facts([equal] * n)) for n in range(3)]
    assert [(one.count, one.state, one.most) for one in found] == [(0, HELD, True), (1, HELD, True), (2, LOST, True)]


def test_points_and_leads_are_held_until_the_end() -> None:
    points, lead = Goal("points", 10), Goal("lead", 2)
    view = {"points": [10, 9]}
    assert measure_progress("legends", points, facts([], view=view)).state is HELD
    assert measure_progress("legends", lead, facts([], view=view)).state is NEAR
    over = facts([], view=view, result=(1, 2))
    assert measure_progress("legends", points, over).state is WON
    assert measure_progress("legends", lead, over).state is LOST


def test_the_first_goal_shows_how_one_stands_and_help_wins_nothing() -> None:
    win = Goal("win")
    behind = measure_progress("legends", win, facts([], view={"points": [4, 7]}))
    assert (behind.count, behind.state, behind.lead) == (-3, OPEN, True)
    crowns = measure_progress("king_of_12", win, facts([], view={"crowns": [1, 0]}))
    assert (crowns.count, crowns.wanted, crowns.state) == (1, 2, OPEN)
    assert measure_progress("legends", win, facts([], result=(1, 2))).state is WON
    assert measure_progress("legends", win, facts([], result=(1, 2)), helped=True).state is LOST


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_won_or_out_of_reach_stays_so_to_the_end(game: str) -> None:
    """While a game goes on, no goal may say "won" or "out of reach" and end otherwise."""
    rules = registry.rules(game)
    goals = [Goal(name, n) for name in objectives.measures(game) for n in (0, 1, 2, 4)]
    decided = 0
    for seed in range(3):
        chance, events, seen = SeededChance(seed), list[Event](), dict[Goal, GoalState]()
        state = rules.new({}, 2, chance, events.append)
        while rules.to_act(state):
            seat = rules.to_act(state)[0]
            legal = [one for one in rules.legal(state, seat) if one not in rules.resignations]
            rules.apply(state, seat, legal[chance.below(len(legal))], chance, events.append)
            known = Facts(0, 2, (), events, rules.view(state, 0))
            for goal in goals:
                now = measure_progress(game, goal, known).state
                if goal in seen:
                    assert now is seen[goal], (goal, seen[goal], now)
                if now in (WON, LOST):
                    seen[goal] = now
        last = Facts(0, 2, rules.result(state), events, rules.view(state, 0))
        for goal, told in seen.items():
            assert objectives.is_reached(game, goal, last) == (told is WON), goal
        decided += len(seen)
    assert decided > 3, "some goals were decided before the end"


# --- at the table -------------------------------------------------------------------------------------


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    made.ctx._travels = CampaignProgress()
    yield made
    made.close()


def sit_down(driver: Driver, game: str, decisions: int = 0, stage: str = "") -> Any:
    """Table of a stage of a game after ``decisions`` decisions."""
    atlas = Atlas(driver.ctx)
    station = atlas.journey.stations[stage or STAGES[game]]
    session = Session.start(station.game, station.options, seat_players(atlas, station), "goals")
    chance = SeededChance(5)
    for _ in range(decisions):
        seat = session.to_act()[0]
        legal = [one for one in session.legal(seat) if one not in session.rules.resignations]
        session.submit(seat, legal[chance.below(len(legal))])
    driver.ctx.travels.begins(session.id, Under(OURS, station.id))
    table = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_every_table_has_a_place_for_the_strip(driver: Driver, game: str) -> None:
    table = sit_down(driver, game, 10)
    strip = table.goals
    assert isinstance(strip, GoalStrip) and len(strip.progress) == 3
    cells = table.hooks.find_goal_cells(table, 3)
    for x, y, w, h in cells:
        assert x >= 0 and y >= 48 and x + w <= 1600 and y + h <= table.height
    for number in range(3):
        target = table.ui.find(f"goal.{number}")
        assert target is not None and target.tip is not None and target.tip[1]
        clash = [
            other.id
            for other in table.ui.targets
            if not other.id.startswith(("goal.", "backs.", "chart")) and _overlap(other.box, cells[number])
        ]
        assert not clash, clash


def _overlap(one: Any, two: Any) -> bool:
    (x, y, w, h), (left, top, wide, high) = one, two
    return bool(x < left + wide and left < x + w and y < top + high and top < y + h)


def test_a_game_of_no_stage_has_no_strip(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12")
    driver.ctx.travels.games = {}
    assert game_screens.table(driver.ctx, table.session).goals is None


def test_a_game_that_is_looked_back_on_has_no_strip(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12", 6)
    assert game_screens.table(driver.ctx, Rewound(table.session, 3)).goals is None


def test_without_its_twist_a_stage_shows_only_the_first_goal(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12")
    driver.ctx.travels.games = {table.session.id: Under(OURS, "chapel", True)}
    again = game_screens.table(driver.ctx, table.session)
    assert again.goals is not None and [goal.name for goal in again.goals.goals] == ["win"]


def tell(table: Any, *events: Event) -> None:
    """Let the table tell further events."""
    table.told.extend((table.session.turn, event) for event in events)
    table.goals.update(16)


def test_a_word_is_told_when_a_star_is_won_and_withdrawn_by_undo(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12")
    strip = table.goals
    strip.update(16)
    before = len(table.told)
    tell(table, *[win_trick(table.people[0])] * 5)
    assert strip.progress[1].state is NEAR and not strip.words
    tell(table, win_trick(table.people[0]))
    assert strip.progress[1].state is WON
    assert [word.at for word in strip.words] == [1]
    assert strip.words[0].said == driver.ctx.t("road.goal.won", goal=strip.short(strip.goals[1]))
    driver.frame()
    del table.told[before:]  # as after undo
    strip.update(16)
    assert strip.progress[1].state is OPEN and not strip.words


def test_a_word_stays_three_seconds_and_the_next_one_follows(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12")
    strip = table.goals
    strip.update(16)
    dropped = Event("points_dropped", {"seats": [table.people[0]]})
    tell(table, *[win_trick(table.people[0])] * 6, dropped)
    assert [word.at for word in strip.words] == [1, 2]
    assert strip.progress[2].state is LOST
    strip.update(2900)
    assert [word.at for word in strip.words] == [1, 2] and strip.words[0].alpha == 1.0
    strip.update(500)
    assert [word.at for word in strip.words] == [2]
    strip.update(4000)
    assert not strip.words and not strip.moving


def test_what_counts_flies_to_its_star_unless_motion_is_reduced() -> None:
    for reduced in (False, True):
        driver = Driver(speed="1", reduced_motion=reduced)
        try:
            driver.ctx._travels = CampaignProgress()
            table = sit_down(driver, "king_of_12")
            table.skip()
            table.goals.update(16)
            tell(table, win_trick(table.people[0]))
            assert table.goals.moving is not reduced
            driver.frame()
            table.goals.update(2000)
            assert not table.goals.moving
        finally:
            driver.close()


def test_a_game_with_help_says_that_it_wins_no_stars(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12")
    table.session.advised = True
    table.goals.update(16)
    assert {one.state for one in table.goals.progress} == {LOST} and not table.goals.words
    assert table.goals.describe_count(table.goals.progress[1]) == driver.ctx.t("road.count.helped")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_goal_has_a_short_form_and_its_count_in_words(language: str) -> None:
    driver = Driver(language=language)
    try:
        t = driver.ctx.t
        for game in GAMES:
            for text_id in [
                "road.goal.win.short",
                *(f"{game}.goal.{name}.short" for name in objectives.measures(game)),
            ]:
                assert t(text_id) != text_id and len(t(text_id)) <= 20, text_id
        for state in GoalState:
            assert t(f"road.goal.state.{state.value}") != f"road.goal.state.{state.value}"
    finally:
        driver.close()


def test_a_row_of_cells_fills_its_place_from_the_right() -> None:
    place = (100.0, 50.0, 540.0, 54.0)
    for count in (1, 2, 3):
        cells = lay_cells(place, count)
        assert len(cells) == count and abs(sum(cells[-1][i] for i in (0, 2)) - 640) < 10
        assert all(a[0] + a[2] == pytest.approx(b[0]) for a, b in pairwise(cells))


def test_a_narrow_window_shows_stars_and_counts_alone() -> None:
    driver = Driver((1024, 640), speed="instant")
    try:
        driver.ctx._travels = CampaignProgress()
        table = sit_down(driver, "king_of_12", 12)
        tip = table.ui.find("goal.1").tip
        assert tip is not None and driver.ctx.say(objectives.text("king_of_12", table.goals.goals[1])) == tip[0]
    finally:
        driver.close()


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_twists_of_a_stage_stand_at_its_table_and_fit_their_place(language: str) -> None:
    driver = Driver((1280, 720), speed="instant", language=language)
    try:
        driver.ctx._travels = CampaignProgress()
        found = {one.game: one for one in Atlas(driver.ctx).journey.stations.values() if one.twists}
        for stage in found.values():
            if stage.game == "king_of_the_dice":  # its table has no place for them
                continue
            table = sit_down(driver, stage.game, stage=stage.id)
            target = table.ui.find("twists")
            x, _, room = table.hooks.find_twist_place(table)
            assert target is not None and target.box[0] == x and target.box[2] <= room
            assert target.tip is not None and driver.ctx.t(f"{stage.game}.option.{stage.twists[0]}") in target.tip[0]
    finally:
        driver.close()


def test_the_state_line_names_the_stage(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12", 4)
    atlas = Atlas(driver.ctx)
    stage = atlas.journey.stations[STAGES["king_of_12"]]
    assert table.goals.name() == f"{atlas.describe_station(stage)}: {atlas.title(stage)}"
