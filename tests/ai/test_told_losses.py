"""What is told of a loss: who gains it, for which reasons, and how much of a swing it explains; and of no loss."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ai.analysis.confirmation import Confirmation, TermSample, choose_gains, find_takers
from ai.analysis.key_moments import (
    build_good_moment,
    explain_nothing,
    find_cause,
    find_choice,
    is_along,
    is_cause,
)
from ai.analysis.report import PARTS, RESULT, WHOLE, Gain, Moment, Step, StoredMessage, Swing
from ai.analysis.steps import charge_choice, scale_choices, share_gains
from ai.legends.reasons import describe_turn
from engine.contract import Event


def test_a_swing_is_explained_for_the_seat_whose_turn_it_is() -> None:
    """Its choice cost it the game; that the quick comparison named another winner does not matter."""
    nothing = (0, 0, 0)
    own, others, course = (-980_000, 0, 0), (0, 0, 980_000), (-10_000, 990_000, -980_000)
    step = Step(198, (0,), (0, WHOLE, 0), nothing, own, others, nothing, course, nothing, True)
    change = (-990_000, 990_000, 0)
    assert find_cause([step], change, 0) == "choice" and find_cause([step], change, -1) == "choice"
    assert find_cause([step], (-50_000, 990_000, -940_000), 0) == "course"


def test_a_moment_of_a_turn_explains_its_swing() -> None:
    """If it is worth half of it, or a tenth; luck that did more stays the cause."""
    nothing = (0, 0, 0)
    swing = Swing(50, 53, -1, (-180_000, -30_000, 210_000), "course")
    told = Moment(51, 0, 1, 2, 550_000, 450_000, 650_000, (2,), ())
    small, before = (msgspec.structs.replace(told, **changed) for changed in ({"cost": 99_000}, {"turn": 49}))
    other = msgspec.structs.replace(told, seat=2, cost=600_000)
    assert find_choice(swing, [small, before]) is None
    assert find_choice(swing, [small, other, told]) == told and is_along(swing, told), "the one that went the same way"
    assert find_choice(swing, [other]) == other and not is_along(swing, other)
    good = msgspec.structs.replace(other, good=True)
    assert is_along(swing, good) and not is_along(swing, msgspec.structs.replace(told, good=True))
    slight = msgspec.structs.replace(swing, change=(-60_000, -50_000, 110_000))
    assert find_choice(slight, [small]) == small, "half of it"
    far = msgspec.structs.replace(swing, change=(-620_000, -290_000, 910_000))
    slight_part = msgspec.structs.replace(told, cost=138_000)
    assert find_choice(far, [slight_part]) == slight_part and not is_cause(far, slight_part) and is_cause(swing, told)
    step = Step(53, (0, 1, 2), (0, 0, WHOLE), nothing, nothing, nothing, nothing, nothing, swing.change, True)
    assert find_cause([step], swing.change, -1) == "course" and find_cause([step], swing.change, 0, 55) == "choice"
    lucky = msgspec.structs.replace(step, luck=(-100_000, -100_000, 200_000))
    assert [find_cause([lucky], swing.change, 0, cost) for cost in (90_000, 110_000)] == ["luck", "choice"]


def test_reasons_are_differences() -> None:
    same = {"land": 0.4, "coins": 0.1}
    rows = ({**same, "land": 0.9}, {**same, "land": -0.3, "coins": 0.1})
    differing = tuple([{name: one[name] - same[name] for name in same} for one in rows])
    found = choose_gains([TermSample((0, 1), (0.5, 0.5), differing)], 0, 2, 0.2)
    assert [gain.term for gain in found] == ["land"], "what is the same in both turns is no reason"
    assert found[0].by_seat[0] > 0 > found[0].by_seat[1]
    assert sum(gain.by_seat[0] - gain.by_seat[1] for gain in found) == pytest.approx(0.2 * WHOLE, rel=0.01)
    against = TermSample((0, 1), (0.5, 0.5), ({"land": -0.5}, {"land": 0.5}))
    assert choose_gains([against], 0, 2, 0.2) == (), "nor is what speaks against it"
    assert choose_gains([], 0, 2, 0.2) == ()
    mixed = TermSample(
        (0, 1), (0.5, 0.5), ({"land": -0.6, "coins": 0.5, "cards": 0.4}, dict.fromkeys(("land", "coins", "cards"), 0.0))
    )
    assert [gain.term for gain in choose_gains([mixed], 0, 2, 0.1)] == ["coins", "cards", "land"], "what speaks for it"
    alike = TermSample((0, 1), (0.5, 0.5), ({"land": -0.2}, {"land": -0.6}))
    (land,) = choose_gains([alike], 0, 2, 0.1)
    assert land.by_seat[0] == 0 > land.by_seat[1], "what both lose alike is no reason"


def test_terms_that_counter_each_other_are_told_as_one() -> None:
    """Their sum is one reason; a term that is large alone keeps its name, and what is told is worth the same."""
    groups = (("territory", ("land", "growth")),)
    nothing = dict.fromkeys(("land", "growth", "gems"), 0.0)
    counter = TermSample((0, 1), (0.5, 0.5), ({"land": 1.0, "growth": -0.8, "gems": 0.4}, nothing))
    apart = choose_gains([counter], 0, 2, 0.1)
    assert [gain.term for gain in apart] == ["land", "gems", "growth"]
    together = choose_gains([counter], 0, 2, 0.1, groups)
    assert [gain.term for gain in together] == ["gems", "territory"]
    for gains in (apart, together):
        assert sum(gain.by_seat[0] - gain.by_seat[1] for gain in gains) == pytest.approx(0.1 * WHOLE, abs=3)
    alone = TermSample((0, 1), (0.5, 0.5), ({"land": 1.0, "growth": -0.01, "gems": 0.4}, nothing))
    assert [gain.term for gain in choose_gains([alone], 0, 2, 0.1, groups)] == ["land", "gems"]
    both = TermSample((0, 1), (0.5, 0.5), ({"land": 0.5, "growth": -0.5, "gems": 0.4}, nothing))
    assert [gain.term for gain in choose_gains([both], 0, 2, 0.1, groups)] == ["gems"], "they come to nothing"


def test_who_can_hardly_win_takes_little() -> None:
    """What a seat gains that has no chance is a small part of a reason; both of a team have the same number."""
    three = TermSample((0, 1, 2), (0.5, 0.45, 0.05), ({"land": 0.0}, {"land": -0.4}, {"land": 0.4}))
    (land,) = choose_gains([three], 0, 3, 0.1)
    assert land.by_seat[1] == pytest.approx(-9 * land.by_seat[2], abs=2) and land.by_seat[0] == 0
    assert land.by_seat[0] - land.by_seat[1] - land.by_seat[2] == pytest.approx(0.1 * WHOLE, abs=2)
    teams = TermSample((0, 1, 0, 1), (0.5, 0.5), ({"land": 0.3}, {"land": -0.1}))
    assert choose_gains([teams], 2, 4, 0.1)[0].by_seat == (0, -12_500, 75_000, -12_500)


def test_a_turn_that_ends_the_game_is_explained_by_its_result() -> None:
    (only,) = choose_gains([None, None], 1, 3, 0.2)
    assert only == Gain(RESULT, (0, 200_000, 0))


def test_a_secret_choice_that_is_not_confirmed_goes_to_the_course() -> None:
    """Only that of its seat; choices made at the same time keep theirs, and the sums of the step stay."""
    zero = (0, 0, 0)
    own = (-100_000, -300_000, 0)
    step = Step(3, (0, 1, 2), (300_000, 400_000, 300_000), zero, own, zero, zero, zero, (100_000, 300_000, 0))
    scaled = scale_choices(step, 1, 0.0, False)
    assert scaled.own == (-100_000, 0, 0) and scaled.others == zero
    assert scaled.noise == (100_000, 0, 0) and scaled.chance == step.chance
    alone = msgspec.structs.replace(step, seats=(1,), own=(0, -300_000, 0), others=(200_000, 0, 100_000))
    halved = scale_choices(alone, 1, 0.5, True)
    assert halved.own == (0, -150_000, 0) and halved.others == (100_000, 0, 50_000)
    assert halved.offered == (100_000, -150_000, 50_000)


def test_what_a_choice_lost_goes_to_those_who_gain_it() -> None:
    """The quick comparison had given it to another one than the play-outs; in a team nothing changes."""
    assert find_takers((-0.9, 0.2, 0.1), 0) == () and find_takers((0.9, -0.6, -0.3), 0) == pytest.approx(
        (0, 2 / 3, 1 / 3)
    )
    zero = (0, 0, 0)
    step = Step(
        3, (0,), (0, WHOLE, 0), zero, (-980_000, 0, 0), (0, 0, 980_000), zero, (0, 980_000, -980_000), zero, True
    )
    shared = share_gains(step, (0.0, 1.0, 0.0), True)
    assert shared.others == (0, 980_000, 0) and shared.offered == zero and shared.own == step.own
    partners = msgspec.structs.replace(step, others=(0, 490_000, -490_000))
    assert share_gains(partners, (0.0, 1.0, 0.0), True) == partners


def test_what_is_charged_and_what_falls_adds_up() -> None:
    """A loss that the quick comparison had not seen is charged to its choice; the course takes it back."""
    nothing = (0, 0)
    step = Step(3, (1,), (400_000, 600_000), nothing, nothing, nothing, nothing, (5, -5), nothing, True)
    for offered in (True, False):
        charged = charge_choice(step, 1, 0.1, offered)
        assert charged.own == (0, -100_000) and charged.others == (100_000, 0)
        for seat in (0, 1):
            assert sum(charged.part(name)[seat] for name in PARTS) == sum(step.part(name)[seat] for name in PARTS)


def test_naming_the_first_player_is_told() -> None:
    named = Event("first_named", {"seat": 0, "first": 1})
    taken = Event("card_taken", {"seat": 0, "card": 3, "price": 0})
    parts = describe_turn([(17, (named,)), (3, (taken,))], 0)
    assert [part.said.id for part in parts] == ["legends.turn.named", "legends.turn.card.free"]
    assert parts[0].said.params["player"] == {"seat": 1}


@pytest.mark.parametrize("decisions, left_out, told", [(1, (), ["why"]), (2, (), []), (1, ("why",), [])])
def test_a_good_find_has_reasons_only_for_what_was_played(
    decisions: int, left_out: tuple[str, ...], told: list[str]
) -> None:
    """The expert's reasons are of its own plan, which a turn of several decisions may have left."""
    good = Moment(3, 0, 1, 2, 0, 0, 0, (), (StoredMessage("why"),), good=True)
    gain: Any = SimpleNamespace(played=SimpleNamespace(end=3 + decisions))
    found = build_good_moment(good, gain, (2,), Confirmation(0.1, 0.05, 0.15, 8, ()), left_out)
    assert [one.id for one in found.reasons] == told


@pytest.mark.parametrize("luck, others, secret, why", [
    (99_999, 0, 0, "well_played"), (100_000, 0, 0, "luck"), (-200_000, 150_000, -150_000, "luck"),
    (150_000, -200_000, 0, "well_played"), (150_000, 0, 200_000, "well_played"),
])  # fmt: skip
def test_luck_has_decided_where_nothing_else_weighs_more(luck: int, others: int, secret: int, why: str) -> None:
    none = (0, 0)
    step = Step(1, (0,), none, (luck, -luck), none, (others, -others), (secret, -secret), none, none)
    assert explain_nothing([step], (WHOLE // 2, WHOLE // 2), 0, 1) == why


def test_many_small_losses_are_not_called_well_played() -> None:
    none = (0, 0)
    chance = (WHOLE // 2, WHOLE // 2)
    lost = [Step(turn, (0,), chance, none, (-40_000, 0), (0, 40_000), none, none, none) for turn in (1, 2, 3)]
    assert [explain_nothing(lost[:count], chance, 0, 1) for count in (2, 3)] == ["well_played", "small"]


def test_an_army_that_comes_back_is_not_told() -> None:
    def move(start: int, end: int) -> Event:
        where = {"from_where": f"1A.{start}", "to_where": f"1A.{end}"}
        return Event("moved", {"seat": 0, "from": start, "to": end, **where})

    parts = describe_turn([(1, (move(3, 4),)), (2, (move(5, 6),)), (3, (move(6, 5),))], 0)
    assert [part.moves for part in parts] == [((3, 4),)]
