"""The map of the road: ours is whole, and what is wrong in another is told with file, place and expectation."""

from collections import Counter
from pathlib import Path

import pytest

from ai.character import ours
from ai.levels import LEVELS, RANDOM
from engine import registry, schema
from engine.chance import SeededChance
from engine.content import campaign, objectives
from engine.content.campaign import BadCampaign, Campaign, Stage
from engine.content.objectives import BadObjectives, Facts, Goal
from engine.contract import Event
from maps.readers import campaign_map
from maps.readers.campaign_map import BadMap
from scenes.shell.i18n import Texts
from tests.shared.samples import choose
from tests.support.catalogues import LANGUAGES


def whole(path: Path = campaign_map.ROAD_MAP) -> Campaign:
    found = campaign_map.load(path)
    return campaign.whole(
        [(one.id, one.kind, one.said) for one in found.places], [(way.start, way.end) for way in found.ways]
    )


OURS = whole()
PLAYED = [one for one in OURS.stations.values() if one.is_played]


def test_a_rival_may_be_any_level_that_there_is() -> None:
    assert set(campaign.LEVELS) == {RANDOM, *LEVELS}


def test_the_road_leads_over_four_thrones_to_one_hall() -> None:
    kinds = Counter(one.kind for one in OURS.stations.values())
    assert 27 <= len(OURS.order) <= 40
    assert (kinds["throne"], kinds["hall"]) == (4, 1)
    assert kinds["lesson"] and kinds["puzzle"]
    assert {OURS.stations[name].game for name in OURS.thrones} == {info.id for info in registry.games()}
    assert OURS.order[-1] == next(one.id for one in PLAYED if one.kind == "hall")
    assert any(len(after) > 1 for after in OURS.after.values()), "there are ways to choose between"


def test_every_named_opponent_is_met_and_every_twist_is_played() -> None:
    assert {f"who:{name}" for name in ours()} == {rival for one in PLAYED for rival in one.rivals}
    for info in registry.games():
        twists = {option.name for option in registry.rules(info.id).options() if option.twist}
        assert len(twists) >= 4
        assert twists == {name for one in PLAYED if one.game == info.id for name in one.twists}
    assert all(1 <= len(one.goals) <= 3 and one.goals[0].name == "win" for one in PLAYED)


def test_a_station_opens_when_one_before_it_is_passed_and_the_hall_after_all_thrones() -> None:
    first = OURS.order[0]
    assert OURS.is_open(first, ()) and not OURS.is_open(OURS.order[1], ())
    passed: set[str] = set()
    while OURS.order[-1] not in passed:
        now = OURS.next_stage(passed)
        assert OURS.is_open(now, passed) and now not in passed
        passed.add(now)
    assert set(OURS.thrones) <= passed
    before_hall = OURS.before[OURS.order[-1]]
    assert not OURS.is_open(OURS.order[-1], before_hall), "the thrones are missing"
    assert OURS.missing_throne(OURS.order[-1], ()) == OURS.thrones[0]
    assert OURS.missing_throne(OURS.after[OURS.thrones[1]][0], {OURS.thrones[0]}) == OURS.thrones[1]
    assert OURS.missing_throne(first, ()) == ""


def test_after_a_station_the_way_goes_on_from_there() -> None:
    fork = next(name for name, after in OURS.after.items() if len(after) > 1)
    passed = set(OURS.order[: OURS.order.index(fork) + 1])
    assert OURS.next_stage(passed, fork) == OURS.after[fork][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_station_goal_and_name_has_its_words(language: str) -> None:
    texts = Texts(language)
    ids = [f"road.station.{name}" for name in OURS.order]
    ids += [f"road.name.{name.id}" for name in campaign_map.load().names]
    ids += [f"road.name.{one.realm}" for one in OURS.stations.values()]
    for info in registry.games():
        ids += [f"{info.id}.goal.{name}" for name in objectives.measures(info.id)]
        options = [option.name for option in registry.rules(info.id).options() if option.twist]
        ids += [f"{info.id}.option.{name}{end}" for name in options for end in ("", ".help")]
    for text_id in ids:
        said = texts.t(text_id, n=3)
        assert said and text_id not in said, text_id


WRONG = [
    ('name="stations"', 'name="halts"', "layer stations: missing"),
    ('type="hall"', 'type="palace"', "layer stations, object"),
    ('name="mill" type="game"', 'name="Mill!" type="game"', "a name of its own"),
    ('name="to" value="mill"', 'name="to" value="nowhere"', "the id of a station as to, found 'nowhere'"),
    ('type="mountain"', 'type="volcano"', "layer scenery, object"),
    ('value="#7a5aa8"', 'value="violet"', "a colour like #7a5aa8"),
    ('type="float" value="44.0"', 'type="float" value="4400.0"', "a size of 4 to 200"),
    ('name="crossroads" type="game" x="500"', 'name="crossroads" type="game" x="5000"', "a place on the map"),
]


@pytest.mark.parametrize(("old", "new", "told"), WRONG)
def test_a_bad_map_is_told_with_file_and_place(old: str, new: str, told: str, tmp_path: Path) -> None:
    text = campaign_map.ROAD_MAP.read_text("utf-8")
    assert old in text
    path = tmp_path / "own.tmx"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadMap) as caught:
        campaign_map.load(path)
    assert str(path) in str(caught.value) and told in str(caught.value)


GAME = {"game": "king_of_12", "rivals": "mia"}
BAD_STATIONS: list[tuple[str, dict[str, object], str]] = [
    ("game", {"game": "chess"}, "game: expected one that there is"),
    ("game", {**GAME, "rivals": "mia " * 16}, "rivals: expected as many"),
    ("game", {**GAME, "rivals": "Mia!"}, "rivals: expected named opponents or levels"),
    ("game", {**GAME, "options": "[1]"}, "options: expected an object"),
    ("game", {**GAME, "options": "{"}, "options: expected JSON"),
    ("game", {**GAME, "options": '{"dull": 3}'}, "dull: expected true or false"),
    ("game", {**GAME, "goals": "fly 3"}, "goals: expected some of win"),
    ("game", {**GAME, "goals": "win, tricks"}, "tricks: expected a number"),
    ("game", {**GAME, "goals": "win, tricks 1, tricks 2, tricks 3"}, "goals: expected one to 3"),
    ("game", {**GAME, "learn": "value"}, "learn: expected one of"),
    ("lesson", {"game": "legends", "learn": "flying"}, "learn: expected a lesson of legends"),
    ("puzzle", {"game": "legends", "learn": "1"}, "learn: expected a puzzle of legends"),
    ("game", {**GAME, "colour": "red"}, "colour: expected one like"),
]


@pytest.mark.parametrize(("kind", "said", "told"), BAD_STATIONS)
def test_a_bad_station_is_told(kind: str, said: dict[str, object], told: str) -> None:
    with pytest.raises(BadCampaign) as caught:
        campaign.station("here", kind, said)
    assert "here" in str(caught.value) and told in str(caught.value)


def test_a_station_that_no_way_leads_to_is_told() -> None:
    names = [Stage(name, "game", "legends") for name in ("a", "b", "c")]
    assert Campaign(names, [("a", "b"), ("a", "c")]).after["a"] == ("b", "c")
    for ways in ([("a", "b"), ("c", "c")], [("a", "b"), ("b", "a"), ("b", "c")]):
        with pytest.raises(BadCampaign):
            Campaign(names, ways)


def facts(game: str, seat: int, seed: int = 3) -> Facts:
    rules, chance = registry.rules(game), SeededChance(seed)
    events: list[Event] = []
    state = rules.new({}, 3, chance, events.append)
    while rules.to_act(state):
        rules.apply(state, *choose(rules, state, chance), chance, events.append)
    return Facts(seat, 3, rules.result(state), events, rules.view(state, seat))


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_goals_are_counted_from_events_and_the_last_view(game: str) -> None:
    known = objectives.measures(game)
    assert len(known) >= 5
    for seat in range(3):
        found = facts(game, seat)
        assert objectives.is_reached(game, Goal("win"), found) == (found.result[seat] == 1)
        for name, measure in known.items():
            number = objectives.count_measure(measure, found)
            limit = Goal(name, max(0, number))
            assert objectives.is_reached(game, limit, found) == (number >= 0)
            beyond = Goal(name, number + 1 if measure.least else max(0, number - 1))
            assert objectives.is_reached(game, beyond, found) == (not measure.least and number <= 0)


def test_every_measure_can_be_more_than_nothing() -> None:
    """A goal whose events or paths are misspelt would always count 0."""
    for info in registry.games():
        most: Counter[str] = Counter()
        for seed in range(12):
            for seat in range(3):
                found = facts(info.id, seat, seed)
                for name, measure in objectives.measures(info.id).items():
                    most[name] = max(most[name], objectives.count_measure(measure, found))
        rare = {"tasks", "lead"} if info.id == "tash_kalar" else set()  # three play a Melee, which has none
        assert all(most[name] > 0 for name in objectives.measures(info.id) if name not in rare), (info.id, most)


def test_goals_that_are_no_good_are_told(tmp_path: Path) -> None:
    path = tmp_path / "stars.json"
    for text, told in (
        ('{"a": {"count": "x", "value": "me"}}', "one of count, value and lead"),
        ('{"a": {"value": "points"}}', "the own seat, as me"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(BadObjectives) as caught:
            schema.read(path, dict[str, objectives.Measure], BadObjectives)
        assert str(path) in str(caught.value) and told in str(caught.value)


def test_every_game_has_a_ladder_of_ten_steps_that_its_rules_can_play() -> None:
    found = campaign.ladders()
    for info in registry.games():
        steps = [one for one in found.stations.values() if one.game == info.id]
        assert [one.id for one in steps] == [f"{info.id}_{number}" for number in range(1, campaign.RUNGS + 1)]
        assert all(one.twists and one.goals == (Goal("win"),) for one in steps)
        every = {option.name for option in registry.rules(info.id).options() if option.twist}
        assert set(steps[-1].twists) == every, "the last step has them all"
        assert len({(one.rivals, str(one.options)) for one in steps}) == campaign.RUNGS


def test_a_ladder_that_is_no_good_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    path = tmp_path / campaign.LADDER_FILE
    for text, told in (("[]", "expected 10 steps"), ('[{"rivals": 3, "options": {}}]', "rivals")):
        path.write_text(text, "utf-8")
        with pytest.raises(BadCampaign) as caught:
            campaign.ladders()
        assert str(path) in str(caught.value) and told in str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_goal_that_allows_none_says_so_without_a_nought(language: str) -> None:
    """ "At most 0" is no way to put it; a road of the player's may ask any such goal for 0."""
    say = Texts(language)
    for info in registry.games():
        for name, measure in objectives.measures(info.id).items():
            if not measure.least:
                message = objectives.text(info.id, Goal(name, 0))
                said = say.message(message)
                assert say.has(message.id) and "0" not in said and "{" not in said, (message.id, said)
                assert "1" in say.message(objectives.text(info.id, Goal(name, 1)))
    said_here = [say.message(objectives.text(one.game, goal)) for one in PLAYED for goal in one.goals]
    assert not any(" 0" in said for said in said_here)
