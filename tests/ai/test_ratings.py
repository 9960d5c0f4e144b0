"""Ratings: what plays at them, a person's own, lists from games."""

import json
from itertools import pairwise
from math import exp
from pathlib import Path
from statistics import mean

import pytest

from ai import character
from ai.handicap import rate_opponent
from ai.lab.arena import Record
from ai.lab.handicap_value import measure_step
from ai.lab.ladder import Step, fit_ratings
from ai.levels import GENTLE, LEVELS
from ai.ratings import (
    FILE,
    FORMER,
    SCALE,
    USUAL,
    Own,
    Rated,
    SkillFile,
    estimate_own,
    find_nearest_even,
    find_rating,
    find_skill,
    find_slope,
    is_even,
    name_rating,
    own_rating,
    predict_win,
    rate_seats,
    read_skills,
    suggest_even,
)
from engine import registry, schema
from engine.bootstrap import ROOT
from engine.chance import SeededChance, mix
from engine.schema import Misfit
from engine.seats import AT_RATING, WHO
from engine.storage.statistics import Meeting

LISTED = [info.id for info in registry.games() if read_skills(info.id) is not None]


def read(game: str) -> SkillFile:
    """The skills of a game."""
    found = read_skills(game)
    assert found is not None
    return found


def test_every_game_has_ratings() -> None:
    assert set(LISTED) == {info.id for info in registry.games()}


def test_a_step_in_a_team_is_worth_what_the_team_wins_by_it() -> None:
    won = [Record(("skilled",) * 4, [0.5, 0, 0.5, 0])] * 2
    four, teams = measure_step(won * 2, 1), measure_step(won * 2, 1, (0, 1, 0, 1))
    assert teams.share == 0.5 and teams.points == pytest.approx(0), "the seat with the step changes, the team wins half"
    assert four.share == 0.25 and four.points == pytest.approx(0)
    assert measure_step([Record(("skilled",) * 4, [0, 0.5, 0, 0.5])] * 4, 1, (1, 0, 1, 0)).share == 0.5
    ahead = [Record(("skilled",) * 4, [0.5, 0, 0.5, 0] if number % 4 != 1 else [0, 0.5, 0, 0.5]) for number in range(4)]
    assert measure_step(ahead, 1, (0, 1, 0, 1)).share == 0.75


@pytest.mark.parametrize("game", LISTED)
def test_three_even_steps_lead_to_master(game: str) -> None:
    """A character has the rating of its level, and a rating plays at itself."""
    rated = [found.rating for level in LEVELS if (found := find_rating(game, level))]
    steps = [high - low for low, high in pairwise(rated)]
    assert max(steps[:3]) - min(steps[:3]) <= 1 and steps[0] > 100 and steps[3] > 0
    for who, one in character.ours().items():
        assert find_rating(game, WHO + who) == find_rating(game, one.level)
    between = name_rating(game, rated[1] + 37)
    assert between.startswith(AT_RATING) and abs(int(between.removeprefix(AT_RATING)) - rated[1] - 37) <= 5
    assert name_rating(game, 0) == LEVELS[0] and name_rating(game, rated[3]) == LEVELS[3]
    assert name_rating(game, 5000) == LEVELS[4] and name_rating(game, rated[3] + 9) == LEVELS[3]


@pytest.mark.parametrize("game", LISTED)
def test_more_rating_never_looks_less_far_or_notices_less(game: str) -> None:
    known = read(game)
    first, master = known.bounds
    for form in known.forms:
        skills = [find_skill(game, rating, form) for rating in range(first - 50, master + 50, 10)]
        for low, high in pairwise(skills):
            assert low.reach <= high.reach and low.noticed <= high.noticed
        assert skills[0] == find_skill(game, first, form) and skills[0].reach == 0 and skills[0].noticed < 1
        assert (skills[-1].reach, skills[-1].noticed, skills[-1].temperature) == (3, 1, 0)


def test_a_form_that_was_not_measured_goes_by_another_one() -> None:
    assert find_slope("king_of_12", "12") == find_slope("king_of_12", "4") != find_slope("king_of_12", "2") == 1
    assert find_slope("tash_kalar", "high-4") == 1
    assert find_skill("king_of_12", 1500, "12") == find_skill("king_of_12", 1500, "4")
    options = {"form": "duel"}
    assert rate_seats("tash_kalar", options, ["", "novice"])[0] is None
    rated = find_rating("tash_kalar", "novice")
    assert rated is not None
    assert rate_seats("tash_kalar", options, ["", "novice"])[1] == (rated.rating, find_slope("tash_kalar", "duel-2"))


def test_a_game_with_a_rival_of_a_child_says_nothing_about_a_person() -> None:
    """The rival plays below the rating of its level there, so its games must not raise anybody's."""
    usual = rate_seats("legends", {}, ["", "novice"])[1]
    low = rate_seats("legends", {}, ["", GENTLE + "novice"])[1]
    assert usual is not None and low == (usual[0], 0.0)
    won = [Meeting("novice", 1.0, 2, usual), Meeting("novice", 0.0, 2, usual)]
    with_child = [*won, *[Meeting("novice", 1.0, 2, low)] * 9]
    assert estimate_own("legends", with_child) == estimate_own("legends", won)
    assert estimate_own("legends", with_child[2:]) is None


def _list_level_values(found: object, path: str) -> list[str]:
    """Places in a JSON value where numbers are said of two levels or more."""
    if isinstance(found, list):
        return [place for at, each in enumerate(found) for place in _list_level_values(each, f"{path}[{at}]")]
    if not isinstance(found, dict):
        return []
    inner = [place for name, each in found.items() for place in _list_level_values(each, f"{path}.{name}")]
    numbers = [name for name, each in found.items() if name in LEVELS and isinstance(each, int) and each > 100]
    return [path, *inner] if len(numbers) > 1 else inner


def test_nothing_but_the_list_says_how_strong_a_level_is() -> None:
    for path in sorted(Path(ROOT, "ai").rglob("*.json")):
        if path.name not in (FILE, FORMER):
            assert not _list_level_values(json.loads(path.read_text("utf-8")), path.name)


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_a_level_is_never_rated_above_the_next_one_in_any_form(game: str) -> None:
    forms = (
        [{"form": form} for form in ("high", "duel", "melee", "team_high", "team_duel")]
        if game == "tash_kalar"
        else [{}]
    )
    for options in forms:
        for seats in registry.info(game).seats[:3]:
            rated = [rate_opponent(game, options, seats, level) for level in LEVELS]
            assert rated == sorted(rated)


def test_skills_that_fall_or_end_elsewhere_are_refused() -> None:
    def file(*forms: list[int]) -> dict[str, object]:
        made = {
            f"{at + 2}": {"slope": 1, "points": [{"rating": rating, "reach": 1} for rating in ratings]}
            for at, ratings in enumerate(forms)
        }
        return {"grandmaster": 1900, "spread": 20, "forms": made}

    assert schema.fit(file([900, 1800], [900, 1000, 1800]), SkillFile, "", Misfit).bounds == (900, 1800)
    with pytest.raises(Misfit, match=r"forms.2.points\[1\]: expected above 900, found 900"):
        schema.fit(file([900, 900]), SkillFile, "", Misfit)
    with pytest.raises(Misfit, match=r"forms.3"):
        schema.fit(file([900, 1800], [900, 1700]), SkillFile, "", Misfit)
    with pytest.raises(Misfit, match=r"grandmaster"):
        schema.fit(file([900, 1950]), SkillFile, "", Misfit)


def test_a_form_without_points_has_those_of_the_main_form() -> None:
    known = read("legends")
    assert known.forms["3"].points == known.forms["2"].points and known.forms["3"].slope < 1
    bare = {"grandmaster": 1900, "spread": 20, "forms": {"2": {"slope": 1}}}
    with pytest.raises(Misfit, match=r"forms: expected points of the main form"):
        schema.fit(bare, SkillFile, "", Misfit)


def _results(level: str, wins: int, losses: int) -> list[Meeting]:
    return [Meeting(level, 1.0, 2)] * wins + [Meeting(level, 0.0, 2)] * losses


@pytest.mark.parametrize("game", LISTED)
def test_an_own_rating_comes_after_five_games_and_grows_surer(game: str) -> None:
    """From a record without ratings, by the ratings that the levels had before."""
    assert own_rating(game, _results("novice", 2, 2), 4) is None
    few, many = own_rating(game, _results("novice", 3, 3), 6), own_rating(game, _results("novice", 30, 30), 60)
    better = own_rating(game, _results("novice", 5, 1), 6)
    assert few is not None and many is not None and better is not None
    assert abs(few.rating - USUAL) < 5 and many.spread < few.spread / 2 and better.rating > few.rating + 50
    assert find_nearest_even(game, Own(1200, 60, 20), [f"{AT_RATING}1210"]) == f"{AT_RATING}1210"
    assert own_rating(game, [Meeting("file:x", 1.0, 2)] * 9, 9) is None


@pytest.mark.parametrize(
    ("game", "rating"), [("king_of_12", 1277), ("king_of_the_dice", 1245), ("legends", 1302), ("tash_kalar", 1309)]
)
def test_a_rating_from_before_stays_what_it_was(game: str, rating: int) -> None:
    """The numbers that version 0.2.0 told for these games."""
    met = [*_results("first_evening", 5, 1), *_results("novice", 6, 3), *_results("skilled", 2, 4)]
    met += [Meeting("who:mia", 0.0, 4), Meeting("who:tom", 1.0, 4), Meeting("expert", 0.5, 3)]
    found = own_rating(game, met, 24)
    assert found is not None and found.rating == rating
    later = own_rating(game, [*met, Meeting("novice", 1.0, 2, (1600, 1.0))], 25)
    assert later is not None and later.rating > rating + 10, "from there on each game moves it"


def test_games_of_a_form_count_by_what_a_point_is_worth_there() -> None:
    sure = own_rating("legends", [Meeting("at:1500", float(at % 2), 2, (1500, 1.0)) for at in range(40)], 40)
    flat = own_rating("legends", [Meeting("at:1500", float(at % 2), 2, (1500, 0.2)) for at in range(40)], 40)
    assert sure is not None and flat is not None and sure.spread < flat.spread
    assert abs(sure.rating - 1500) < 60


def play_person(game: str, rating: float, seed: int) -> list[float]:
    """The results of forty games of a person of this strength against the rivals that are proposed."""
    meetings: list[Meeting] = []
    streak, chance = 0, SeededChance(seed)
    for _ in range(40):
        level = suggest_even(game, meetings, streak)
        at = rate_seats(game, {}, ["", level])[1]
        won = chance.below(1 << 20) < (1 << 20) / (1 + exp((at[0] - rating) / SCALE)) if at else False
        meetings.append(Meeting(level, float(won), 2, at))
        streak = (1 if won else -1) + (streak if streak and (streak > 0) == won else 0)
    return [one.score for one in meetings]


@pytest.mark.parametrize("game", LISTED)
def test_rivals_about_even_are_about_even(game: str) -> None:
    """Games 11 to 40 of twenty persons of five strengths, who win as ratings say."""
    first, master = read(game).bounds
    for at in range(5):
        rating = first + (master - first) * at / 4
        persons = [play_person(game, rating, mix(game, at, person)) for person in range(20)]
        assert 0.4 <= mean(score for scores in persons for score in scores[10:]) <= 0.6, rating
    assert suggest_even(game, [], 0) == LEVELS[0]


def test_even_takes_both_spreads_in() -> None:
    own = Own(1200, 60, 20)
    assert predict_win(own, Rated(1200, 30)) == pytest.approx(0.5)
    assert is_even(own, Rated(1250, 30)) and not is_even(own, Rated(1400, 30))
    assert predict_win(Own(1200, 600, 5), Rated(1400, 30)) > predict_win(own, Rated(1400, 30))
    assert not is_even(None, Rated(1200, 30)) and not is_even(own, None)


def test_the_list_finds_the_strength_that_games_were_made_with() -> None:
    """Games of three by known strength: 200 points apart, 0.76 and 0.91; the intervals hold it."""
    true = {"novice": 1200, "skilled": 1400, "expert": 1600}
    chance, records = SeededChance(3), []
    for _ in range(400):
        shown = {level: worth / 400 for level, worth in true.items()}
        order: list[str] = []
        while shown:
            weights = {level: 10**worth for level, worth in shown.items()}
            point = chance.below(1 << 20) / (1 << 20) * sum(weights.values())
            first = next(iter(shown))
            for level, weight in weights.items():
                if point >= 0:
                    first, point = level, point - weight
            order.append(first)
            del shown[first]
        records.append(Record(tuple(true), [0.0] * 3, places=[order.index(level) + 1.0 for level in true]))
    found = fit_ratings(records, "novice")
    for level, worth in true.items():
        step = found.step("novice", level)
        assert abs(step.points - worth + 1200) <= 1.5 * step.spread + 1
    assert 15 < found.step("novice", "expert").spread < 60


def meet(one: str, two: str, won: int, lost: int) -> list[Record]:
    """Games between two, of which the first ``won`` and ``lost`` these numbers."""
    return [Record((one, two), [1, 0], places=[1, 2])] * won + [Record((one, two), [0, 1], places=[2, 1])] * lost


def test_a_step_is_surer_than_the_distance_to_the_anchor() -> None:
    """Far from the anchor both ends of a step may be off together; games of the two tell their distance still."""
    far = meet("skilled", "novice", 57, 3)
    found = fit_ratings([*far, *meet("expert", "skilled", 240, 160)], "novice")
    step, skilled = found.step("skilled", "expert"), found.step("novice", "skilled")
    expert = found.step("novice", "expert")
    assert step.points > step.spread and abs(step.points - 70) < 8 and 25 < step.spread < 45
    assert expert.points - expert.spread < skilled.points + skilled.spread
    assert found.step("expert", "skilled") == Step(-step.points, step.spread)
    few = fit_ratings([*far, *meet("expert", "skilled", 24, 16)], "novice").step("skilled", "expert")
    assert few.points < few.spread > 2 * step.spread
