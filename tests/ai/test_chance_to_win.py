"""The chance to win: adds up, is exact at the end, knows no more than a view, and does not care who is called what."""

from collections.abc import Callable, Iterator
from math import exp, isfinite
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ai.algorithms.value_function import BadCoefficients, Coefficients, Features, FittedEvaluator, read_coefficients
from ai.choose import choose as pick
from ai.decision import Considered, Decision
from ai.opponent_registry import find_evaluator
from ai.win_probability import (
    add_chances,
    add_log_odds,
    chances,
    chances_from_view,
    feature_contributions,
    seat_chance,
    sum_by_side,
    win_shares,
)
from engine import registry
from engine.bootstrap import ROOT
from engine.chance import SeededChance, mix
from games.king_of_12 import RULES
from tests.shared.samples import Setup, choose, few_setups, positions, setups, short_setups, watchers

GAMES = [info.id for info in registry.games()]
every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
EACH = 9
"""Of a walk every fifth position is judged, and every fiftieth from a seat's view."""
TABLE = 4
"""Seats of a table; in halls of more, groups count in a unit that is no chance."""


def ended(setup: Setup, seed: int) -> Any:
    """The last state of a random game."""
    rules, chance = setup.rules, SeededChance(mix(seed, "end"))
    state = rules.new(setup.options, setup.seats, chance)
    while rules.to_act(state):
        rules.apply(state, *choose(rules, state, chance), chance)
    return state


def whole(found: tuple[float, ...], seats: int) -> bool:
    return len(found) == seats and all(0 <= one <= 1 for one in found) and abs(sum(found) - 1) < 1e-9


def hold_sums(setup: Setup) -> None:
    """Walk through a random game and add up what is judged on the way."""
    for number, state in enumerate(positions(setup, 21)):
        if number % EACH:
            continue
        before = setup.rules.dump(state)
        found = chances(setup.game, state)
        assert whole(found, setup.seats), found
        assert chances(setup.game, state) == found
        assert sum(sum_by_side(setup.game, state, found)) == pytest.approx(1)
        said = feature_contributions(setup.game, state)
        assert len(said) == setup.seats and all(isfinite(one) for row in said for one in row.values())
        assert setup.rules.dump(state) == before, "judging has changed the state"
        if number % (10 * EACH) == 0:
            for seat in watchers(setup.seats, number)[:2]:
                view = setup.rules.view(state, seat)
                assert whole(chances_from_view(setup.game, view, number, 2), setup.seats)


@pytest.mark.parametrize("setup", few_setups(), ids=str)
def test_it_adds_up_wherever_a_game_goes(setup: Setup) -> None:
    """In set-ups that show every value of every option; the long run takes all set-ups."""
    hold_sums(setup)


@pytest.mark.soak
@every_setup
def test_it_adds_up_in_every_game(setup: Setup) -> None:
    hold_sums(setup)


@pytest.mark.parametrize("setup", short_setups(), ids=str)
def test_the_end_is_what_it_is(setup: Setup) -> None:
    state = ended(setup, 22)
    exact = win_shares(setup.rules.result(state))
    assert chances(setup.game, state) == exact
    assert feature_contributions(setup.game, state) == ({},) * setup.seats
    for seat in watchers(setup.seats, 1):
        assert chances_from_view(setup.game, setup.rules.view(state, seat)) == pytest.approx(exact)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_tells_the_same_whatever_it_hides(game: str) -> None:
    """In the true state and in another one that merely fits the view; and again with the same seed."""
    setup = next(one for one in setups() if one.game == game)
    rules = setup.rules
    for number, state in enumerate(positions(setup, 23)):
        if number % 40:
            continue
        view = rules.view(state, number % setup.seats)
        other = rules.determinize(view, SeededChance(number))
        found = chances_from_view(game, view, 5, 3)
        assert chances_from_view(game, rules.view(other, number % setup.seats), 5, 3) == found
        assert chances_from_view(game, view, 5, 3) == found


def test_what_is_hidden_is_averaged_over() -> None:
    """One state that fits a view says something else than another; so several are looked at."""
    setup = next(one for one in setups() if one.game == "tash_kalar")
    rules = setup.rules
    views = [rules.view(state, 0) for number, state in enumerate(positions(setup, 24)) if number % 20 == 0]
    assert any(len({chances_from_view("tash_kalar", view, seed, 1) for seed in range(6)}) > 1 for view in views)


def test_members_of_a_team_share_its_chance() -> None:
    rules = registry.rules("tash_kalar")
    setup = Setup("tash_kalar", 4, rules.check_options({"form": "team_high"}, 4), "team_high")
    state = next(state for number, state in enumerate(positions(setup, 25)) if number == 80)
    found = chances(setup.game, state)
    assert found[0] == found[2] and found[1] == found[3]
    assert sum_by_side(setup.game, state, found) == pytest.approx((2 * found[0], 2 * found[1]))
    assert feature_contributions(setup.game, state)[0] == feature_contributions(setup.game, state)[2]
    view = setup.rules.view(state, 1)
    seen = chances_from_view(setup.game, view, 4)
    assert (
        seat_chance(setup.game, view, 1, 4) == seat_chance(setup.game, view, 3, 4) == pytest.approx(seen[1] + seen[3])
    )


def hold_told(setup: Setup, decisions: int, enough: int) -> None:
    """Play some decisions, or until enough of them were told; what is told of each fits what it finds."""
    rules, chance, told = setup.rules, SeededChance(mix(11, str(setup))), 0
    state = rules.new(setup.options, setup.seats, chance)
    for number in range(decisions):
        seat = rules.to_act(state)[0]
        view, legal = rules.view(state, seat), list(rules.legal(state, seat))
        decision = add_chances(setup.game, view, seat, pick(setup.game, view, seat, legal, "skilled", number), number)
        assert decision.chance == seat_chance(setup.game, view, seat, number)
        known = [one for one in decision.considered if one.chance is not None]
        assert len(known) in (0, len(decision.considered))
        told += len(known) > 1
        for one in known:
            assert one.chance is not None and 0 <= one.chance <= 1
            if one.weight == 1:
                assert one.chance == pytest.approx(decision.chance)
            for other in known:
                assert other.chance is not None and (one.value < other.value or one.chance >= other.chance - 1e-12)
        rules.apply(state, seat, decision.action, chance)
        if not rules.to_act(state) or told == enough:
            break
    assert told or setup.seats > TABLE, "nothing was told"


@pytest.mark.parametrize("setup", few_setups(), ids=str)
def test_what_a_decision_finds_better_is_told_a_better_chance(setup: Setup) -> None:
    """After each action considered; with what was chosen it is the chance now. The first that is told."""
    hold_told(setup, 12, 1)


@pytest.mark.soak
@every_setup
def test_what_a_decision_finds_better_is_told_in_every_game(setup: Setup) -> None:
    hold_told(setup, 12, 12)


def test_a_game_without_a_judge_gives_equal_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.MORE, str(Path(ROOT) / "tests"))
    rules = registry.rules("heap")
    assert find_evaluator("heap") is None
    state = rules.new({}, 3, SeededChance(1))
    assert chances("heap", state) == pytest.approx((1 / 3,) * 3)
    assert chances_from_view("heap", rules.view(state, 1)) == pytest.approx((1 / 3,) * 3)
    assert seat_chance("heap", rules.view(state, 1), 1) == pytest.approx(1 / 3)
    assert feature_contributions("heap", state) == ({}, {}, {})
    while rules.to_act(state):
        rules.apply(state, rules.to_act(state)[0], 1, SeededChance(1))
    assert sorted(chances("heap", state)) == [0, 0, 1]


# --- renaming seats ---------------------------------------------------------------------------------

Renamed = Callable[[Any], Any]


def turned(row: Any) -> Any:
    """What went by seat with everybody one seat on."""
    return type(row)([row[-1], *row[:-1]])


def turned_mask(mask: int, seats: int) -> int:
    return (mask << 1 | mask >> (seats - 1)) & ((1 << seats) - 1)


def turned_blocks(row: list[int], size: int, count: int) -> list[int]:
    """The same where each seat has a block; what comes after them stays."""
    return [*row[size * (count - 1) : size * count], *row[: size * (count - 1)], *row[size * count :]]


def _in_king_of_12(state: Any) -> Any:
    for name in ("faces", "ones", "twos", "points", "hands", "commits", "picks", "crowns", "laid", "shown"):
        setattr(state, name, turned(getattr(state, name)))
    state.owing = turned_mask(state.owing, state.seats)
    return state


def _in_king_of_the_dice(state: Any) -> Any:
    for name in ("open", "down", "marks", "whites", "golds", "tamed"):
        setattr(state, name, turned(getattr(state, name)))
    state.active = (state.active + 1) % state.seats
    return state


def _in_legends(state: Any) -> Any:
    from games.legends.actions import WIDTH

    for name in ("towns", "supply", "captured", "coins", "taken", "bids", "held", "leaders", "plus_move", "plus_army",
                 "flying", "elixirs"):  # fmt: skip
        setattr(state, name, turned(getattr(state, name)))
    for name in ("armies", "cities"):
        setattr(state, name, turned_blocks(getattr(state, name), WIDTH, state.seats))
    state.present = turned_blocks(state.present, 1, state.seats)
    state.immune = turned_mask(state.immune, state.seats)
    state.active = (state.active + 1) % state.seats
    return state


def _in_tash_kalar(state: Any) -> Any:
    for name in ("hands", "legends", "flares", "decks", "pool"):
        setattr(state, name, turned(getattr(state, name)))
    sides = len(state.men) // 3
    for name in ("men", "tally"):
        setattr(state, name, turned_blocks(getattr(state, name), 3, sides))
    points = state.points[:]
    for side in range(sides):
        for colour in range(sides):
            points[4 * ((side + 1) % sides) + (colour + 1) % sides] = state.points[4 * side + colour]
    state.points = points
    state.active = (state.active + 1) % state.seats
    state.acting = (state.acting + 1) % state.seats
    return state


RENAMED: dict[str, Renamed] = {
    "king_of_12": _in_king_of_12,
    "king_of_the_dice": _in_king_of_the_dice,
    "legends": _in_legends,
    "tash_kalar": _in_tash_kalar,
}


def few_seats(game: str) -> Iterator[Setup]:
    for setup in setups():
        if setup.game == game and setup.seats <= 4 and setup.name == "default":
            yield setup


@pytest.mark.parametrize("game", sorted(RENAMED))
def test_it_does_not_matter_which_seat_is_called_which(game: str) -> None:
    judged = 0
    for setup in few_seats(game):
        rules = setup.rules
        for number, state in enumerate(positions(setup, 26)):
            if number % 7 == 0:
                found = chances(game, state)
                assert chances(game, RENAMED[game](rules.clone(state))) == pytest.approx(turned(found)), setup
                judged += len({round(one, 6) for one in found}) > 1
    assert judged > 10, "nothing but equal shares was compared"


# --- fitted numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_every_game_can_be_read(game: str) -> None:
    judge = find_evaluator(game)
    assert isinstance(judge, FittedEvaluator)
    for kind in judge.kinds:
        assert judge.tables[kind].games > 0, f"{game}: {kind} was fitted from no game"


GOOD: dict[str, Any] = {"2": {"games": 3, "at": [0, 0.5, 1], "weights": {"points": [0.1, 0.2, 0.6]}}}


def misread(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "chance.json"
    path.write_bytes(data)
    with pytest.raises(BadCoefficients) as caught:
        read_coefficients(path, ("points",), ("2",))
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("2", "games"), -1, "2.games: expected a whole number >= 0, found -1"),
        (("2", "at"), [0, 2], "2.at[1]: expected a number <= 1.0, found 2"),
        (("2", "at"), [0, 0.5, 0.5], "2.at: expected parts of a game in ascending order, found (0.0, 0.5, 0.5)"),
        (("2", "weights", "points"), [1, 2], "2.weights.points: expected 3 numbers, found (1.0, 2.0)"),
        (("2", "weights", "points"), ["much", 0, 0], "2.weights.points[0]: expected a number, found 'much'"),
        (("2", "weights", "coins"), [0, 0, 0], "2.weights.coins: there is no such field"),
        (("2", "weights"), {}, "2.weights.points: missing"),
        (("2", "luck"), 1, "2.luck: there is no such field"),
    ],
)
def test_bad_numbers_are_told_with_file_place_and_expectation(
    tmp_path: Path, place: tuple[str, ...], value: Any, said: str
) -> None:
    data = msgspec.json.decode(msgspec.json.encode(GOOD))
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    assert misread(tmp_path, msgspec.json.encode(data)) == said


def test_a_file_that_is_none_and_a_missing_kind_are_told(tmp_path: Path) -> None:
    assert misread(tmp_path, b"{").startswith("cannot be read: ")
    assert misread(tmp_path, b"{}") == "2: missing"
    with pytest.raises(BadCoefficients, match="cannot be read"):
        read_coefficients(tmp_path / "none.json", ("points",), ("2",))


def test_weights_are_interpolated() -> None:
    table = msgspec.convert(GOOD["2"], Coefficients)
    assert [table.interpolate("points", part) for part in (0, 0.25, 0.5, 0.75, 1)] == pytest.approx(
        [0.1, 0.15, 0.2, 0.4, 0.6]
    )


def test_one_more_of_a_term_never_counts_against_whoever_has_it(tmp_path: Path) -> None:
    """Its weight; one that luck has made less than nought counts as none."""
    path = tmp_path / "chance.json"
    path.write_text(
        '{"2": {"games": 9, "at": [0.0, 1.0], "weights": {"points": [0.5, 0.5], "gems": [-0.1, -0.1]}}}', "utf-8"
    )
    look = Features("2", 0.5, [[0.0, 0.0], [0.0, 0.0]])
    judge = FittedEvaluator(
        path, {"points": 1.0, "gems": 1.0}, (0.0, 1.0), ("2",), lambda _: look, lambda _: (0, 1), False
    )
    assert judge.log_odds_per_unit(None, "points") == pytest.approx(0.5) and judge.log_odds_per_unit(None, "gems") == 0


def test_a_chance_is_raised_by_its_odds() -> None:
    assert add_log_odds(0.5, -1.0) == pytest.approx(1 / (1 + exp(1)))
    assert add_log_odds(0.5, 1.0) == pytest.approx(1 / (1 + exp(-1)))
    assert add_log_odds(0.3, 0.0) == pytest.approx(0.3)
    assert add_log_odds(0.0, 9.0) == 0 and add_log_odds(1.0, -1e9) == 1 and 0 < add_log_odds(0.3, -1e9) < 1e-9


def test_values_that_are_chances_stay_between_nought_and_one() -> None:
    state = RULES.new({}, 2, SeededChance(4))
    view = RULES.view(state, 0)
    values = {0: 0.5, 1: 0.4, 2: -9.0, 3: 9.0}
    decision = Decision(0, [Considered(action, float(action == 0), value) for action, value in values.items()])
    told = add_chances("king_of_12", view, 0, decision, 4)
    assert told.chance == seat_chance("king_of_12", view, 0, 4)
    assert [one.chance for one in told.considered] == pytest.approx([told.chance, told.chance - 0.1, 0, 1])
