"""Ratings: the published lists, and a person's own."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from ai import character
from ai.handicap import name_form, rate_opponent
from ai.lab.arena import Record
from ai.lab.handicap_value import measure_step
from ai.lab.rating_list import add_characters, fit_ratings, keep_characters, order_levels
from ai.levels import LEVELS
from ai.ratings import (
    ANCHOR,
    AT,
    FILE,
    BadRatings,
    Own,
    Rated,
    RatingList,
    even,
    find_rating,
    nearest_even,
    own_rating,
    predict_win,
    ratings,
)
from engine import registry, schema
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.seats import WHO
from engine.storage.statistics import Meeting

LISTED = [info.id for info in registry.games() if ratings(info.id)]


def test_there_are_lists() -> None:
    assert len(LISTED) >= 3


def test_a_step_in_a_team_is_worth_what_the_team_wins_by_it() -> None:
    won = [Record(("skilled",) * 4, [0.5, 0, 0.5, 0])] * 2
    four, teams = measure_step(won * 2, 1), measure_step(won * 2, 1, (0, 1, 0, 1))
    assert teams.share == 0.5 and teams.points == pytest.approx(0), "the seat with the step changes, the team wins half"
    assert four.share == 0.25 and four.points == pytest.approx(0)
    assert measure_step([Record(("skilled",) * 4, [0, 0.5, 0, 0.5])] * 4, 1, (1, 0, 1, 0)).share == 0.5
    ahead = [Record(("skilled",) * 4, [0.5, 0, 0.5, 0] if number % 4 != 1 else [0, 0.5, 0, 0.5]) for number in range(4)]
    assert measure_step(ahead, 1, (0, 1, 0, 1)).share == 0.75


@pytest.mark.parametrize("game", LISTED)
def test_a_list_rises_with_the_levels(game: str) -> None:
    """As far as its intervals tell; whoever is not on it by itself has the rating of its level."""
    known = ratings(game)
    assert known[ANCHOR].rating == AT
    levels = [known[level] for level in LEVELS if level in known]
    for low, high in pairwise(levels):
        assert high.rating + high.spread > low.rating - low.spread
    for who, one in character.ours().items():
        assert find_rating(game, WHO + who) == known.get(WHO + who, known.get(one.level))


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
        if path.name != FILE:
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
            assert rated == [
                found.rating for level in LEVELS if (found := find_rating(game, level, name_form(options, seats)))
            ]


def test_a_list_in_which_levels_fall_is_refused_and_never_written() -> None:
    rated = {"novice": Rated(1200, 0, 9), "skilled": Rated(1400, 9, 300), "expert": Rated(1380, 9, 100)}
    plain = {name: {"rating": one.rating, "spread": one.spread, "games": one.games} for name, one in rated.items()}
    with pytest.raises(BadRatings, match=r"rated.expert: expected at least 1400, found 1380"):
        schema.fit({"rated": plain}, RatingList, "", BadRatings)
    with pytest.raises(BadRatings, match=r"forms.2.grandmaster"):
        schema.fit({"rated": {}, "forms": {"2": {"novice": 1200, "grandmaster": 1100}}}, RatingList, "", BadRatings)
    found = order_levels({**rated, "first_evening": Rated(1210, 9, 50), "who:mia": Rated(1500, 9, 50)})
    assert {name: one.rating for name, one in found.items()} == {
        "first_evening": 1200, "novice": 1200, "skilled": 1395, "expert": 1395, "who:mia": 1500,
    }  # fmt: skip


def test_a_character_is_as_far_from_its_level_in_every_form() -> None:
    mia, level = find_rating("king_of_12", "who:mia"), find_rating("king_of_12", "skilled")
    there, base = find_rating("king_of_12", "who:mia", "2"), find_rating("king_of_12", "skilled", "2")
    assert mia and level and there and base and there.rating - base.rating == mia.rating - level.rating
    assert base.rating != level.rating and find_rating("king_of_12", "skilled", "9") == level


def _results(level: str, wins: int, losses: int) -> list[Meeting]:
    return [Meeting(level, 1.0, 2)] * wins + [Meeting(level, 0.0, 2)] * losses


@pytest.mark.parametrize("game", LISTED)
def test_an_own_rating_comes_after_five_games_and_grows_surer(game: str) -> None:
    assert own_rating(game, _results("novice", 2, 2), 4) is None
    few, many = own_rating(game, _results("novice", 3, 3), 6), own_rating(game, _results("novice", 30, 30), 60)
    better = own_rating(game, _results("novice", 5, 1), 6)
    assert few is not None and many is not None and better is not None
    assert abs(few.rating - AT) < 5 and many.spread < few.spread / 2 and better.rating > few.rating + 50
    assert nearest_even(game, many, ["novice"]) == "novice"
    assert own_rating(game, [Meeting("file:x", 1.0, 2)] * 9, 9) is None


def test_even_takes_both_spreads_in() -> None:
    own = Own(1200, 60, 20)
    assert predict_win(own, Rated(1200, 30)) == pytest.approx(0.5)
    assert even(own, Rated(1250, 30)) and not even(own, Rated(1400, 30))
    assert predict_win(Own(1200, 600, 5), Rated(1400, 30)) > predict_win(own, Rated(1400, 30))
    assert not even(None, Rated(1200, 30)) and not even(own, None)


def test_a_share_is_a_distance() -> None:
    found = fit_ratings([], [("skilled", "novice", 0.76, 400), ("expert", "skilled", 0.5, 400)]).to_ratings()
    assert abs(found["skilled"].rating - 1400) < 12 and abs(found["expert"].rating - found["skilled"].rating) < 5
    assert 25 < found["skilled"].spread < 50 < found["expert"].spread + 10


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
    found = fit_ratings(records).to_ratings()
    for level, worth in true.items():
        assert abs(found[level].rating - worth) <= 1.5 * found[level].spread + 1
    assert 15 < found["expert"].spread < 60


def test_a_step_is_surer_than_the_distance_to_the_anchor() -> None:
    """Far from the anchor both ends of a step may be off together; games of the two tell their distance still."""
    found = fit_ratings([], [("skilled", "novice", 0.95, 60), ("expert", "skilled", 0.6, 400)])
    step, rated = found.step("skilled", "expert"), found.to_ratings()
    assert step.clear and abs(step.points - 70) < 8 and 25 < step.spread < 45
    assert rated["expert"].rating - rated["expert"].spread < rated["skilled"].rating + rated["skilled"].spread
    assert list(found.steps()) == [("novice", "skilled"), ("skilled", "expert")]
    back = found.step("expert", "skilled")
    assert back.points == -step.points and back.spread == step.spread and not back.clear
    few = fit_ratings([], [("skilled", "novice", 0.95, 60), ("expert", "skilled", 0.6, 40)]).step("skilled", "expert")
    assert not few.clear and few.spread > 2 * step.spread


def test_who_did_not_play_stays_as_far_from_its_level() -> None:
    old = {"novice": Rated(1200, 0, 9), "skilled": Rated(1300, 9, 9), "who:mia": Rated(1320, 40, 240)}
    new = {"novice": Rated(1200, 0, 9), "skilled": Rated(1350, 8, 400)}
    assert keep_characters(new, old) == {**new, "who:mia": Rated(1370, 40, 240)}
    played = {**new, "who:mia": Rated(1340, 20, 500)}
    assert keep_characters(played, old) == played


def test_characters_join_a_list_as_far_from_their_level_as_their_games_say() -> None:
    old = {"novice": Rated(1200, 0, 9), "expert": Rated(1350, 30, 9), "who:mia": Rated(1320, 40, 240)}
    found = fit_ratings([], [("who:eva", "expert", 0.4, 300)], "expert")
    away = found.step("expert", "who:eva")
    assert -90 < away.points < -50 and away.spread < 50
    new = add_characters(old, found)
    assert {name: one for name, one in new.items() if name != "who:eva"} == old
    assert new["who:eva"].rating == 1350 + away.points and new["who:eva"].games == 300
    assert away.spread < new["who:eva"].spread < away.spread + 30
    with pytest.raises(ValueError, match="expected expert on the list"):
        add_characters({"novice": Rated(1200, 0, 9)}, found)
