"""Reviews of games: every bill adds up, luck is fair, the same game gives the same review, bad files are told."""

import json
import queue
import subprocess
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ai.analysis.pieces import Piece, PieceStore, read_piece
from ai.analysis.report import (
    PARTS,
    WHOLE,
    Breakdown,
    Review,
    Step,
    break_down,
    millionths,
    round_to_sum,
)
from ai.analysis.steps import follow_evaluation, replay_with_chance, stretches
from ai.analysis.turns import list_candidates, list_turns
from ai.analysis.worker import Order, reviews
from ai.decision import Considered, Decision
from ai.opponent_registry import find_analysis_profile
from ai.review import (
    exact,
    make_analyser,
    measure,
    play_game,
)
from ai.win_probability import chances, win_shares
from engine import registry, verify
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.session import Session
from engine.storage.save_format import encode

GAMES = [(info.id, max(info.seat_counts[0], 2)) for info in registry.games()]
FAIR_GAMES = 16


def test_rounded_numbers_add_up() -> None:
    unit, chance = WHOLE // 100, SeededChance(1)
    for _ in range(500):
        numbers = [chance.below(2 * WHOLE) - WHOLE for _ in range(1 + chance.below(9))]
        found = round_to_sum(numbers, unit)
        assert all(abs(one * unit - number) < unit for one, number in zip(found, numbers, strict=True))
        assert abs(sum(found) * unit - sum(numbers)) <= unit / 2


def test_chances_stay_whole() -> None:
    chance = SeededChance(2)
    for _ in range(500):
        parts = [1 + chance.below(1000) for _ in range(1 + chance.below(16))]
        assert sum(millionths([part / sum(parts) for part in parts])) == WHOLE


@pytest.mark.sample(4)
@pytest.mark.parametrize("game, seats", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_first_look_adds_up(game: str, seats: int, seed: int) -> None:
    session = play_game(game, {}, seats + seed - 1, "random", seed)
    review = make_analyser(session).first()
    assert exact(review, win_shares(session.result()))
    assert review.steps[-1].turn == session.turn
    for seat in range(review.seats):
        start, lines, end = break_down(review, seat).to_percent()
        assert start + sum(lines.values()) == end == round(100 * win_shares(session.result())[seat])
    for step in review.steps:
        assert sum(step.chance) == WHOLE
        for name in ("luck", "others", "noise"):
            assert name != "luck" or sum(step.part(name)) == 0


def test_a_secret_choice_is_measured_against_the_best_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the expert would have made the same choice: a play-out confirms the loss against that answer."""
    session = play_game("king_of_12", {}, 2, "random", 3)
    reviewer = make_analyser(session, (0,))
    step = next(one for one in reviewer.stretches if len(one.entries) == 2)
    verdicts = []
    for chosen in reviewer.rules.legal(step.before, 0):

        def decide(before: Any, seat: int, turn: int, level: str = "", again: int = 0, own: int = chosen) -> Decision:
            legal = [int(one) for one in reviewer.rules.legal(before, seat)]
            action = own if seat == 0 else legal[0]
            return Decision(action, [Considered(one, float(one == action), 0.0) for one in legal])

        monkeypatch.setattr(reviewer.choices, "decision", decide)
        entries = tuple([msgspec.structs.replace(one, action=chosen) if one.seat == 0 else one for one in step.entries])
        verdicts += reviewer.choices.rate_choices(replace(step, entries=entries), (0,), (0.5, 0.5))
    assert {one.best for one in verdicts} == {verdicts[0].best}, "the answer does not depend on what was chosen"
    assert all(one.lost is not None and one.lost.gain == 0 for one in verdicts), "it is all that the expert would mix"
    missed = {one.chosen: one.missed for one in verdicts}
    assert missed[verdicts[0].best] == 0 and sum(one > 0 for one in missed.values()) >= 2
    assert all((one.chosen in one.right) == (one.missed == 0) for one in verdicts)
    losses = [list_candidates(list_turns([step]), [one], 0, {}) for one in verdicts]
    assert [sum(each.promise for each in found) for found in losses] == list(missed.values())


def test_the_curve_follows_the_evaluation_slowly() -> None:
    """What luck and choices explain counts whole, of the rest a part; where that leaves 0 to 1, all of it."""
    row = (0, 0)
    step = Step(1, (0,), (700_000, 300_000), (100_000, -100_000), (-50_000, 0), (0, 50_000), row, row, row)
    begin = (500_000, 500_000)
    half = follow_evaluation(step, begin, (700_000, 300_000), 0.5, False)
    assert half.chance == (625_000, 375_000) and half.noise == (75_000, -75_000)
    whole = follow_evaluation(step, begin, (700_000, 300_000), 1.0, True)
    assert whole.chance == (700_000, 300_000) and whole.offered == (150_000, -150_000)
    lucky = msgspec.structs.replace(step, luck=(600_000, -600_000))
    assert follow_evaluation(lucky, begin, (990_000, 10_000), 0.1, False).chance == (990_000, 10_000)


def test_the_curve_of_tash_kalar_is_steadier_than_its_evaluation() -> None:
    session = play_game("tash_kalar", {}, 2, "newcomer", 5)
    session.course.cut(40)
    sums = []
    for follow in ((1.0, 1.0), find_analysis_profile("tash_kalar").follow):
        reviewer = make_analyser(session, (0,))
        reviewer.curve.profile = replace(reviewer.profile, follow=follow)
        reviewer.whose.clear()  # no choice is judged, which takes the time
        reviewer.people.clear()
        review = reviewer.whole()
        sums.append(sum(abs(step.offered[0] + step.noise[0]) for step in review.steps))
        assert all(sum(step.chance) == WHOLE for step in review.steps)
    assert sums[1] < 0.7 * sums[0], sums


def test_the_curve_of_legends_follows_many_play_outs_at_once() -> None:
    session = play_game("legends", {}, 2, "random", 5)
    session.course.cut(24)
    reviewer = make_analyser(session, (0,))
    reviewer.whose.clear()
    reviewer.people.clear()
    reviewer.curve.profile = replace(reviewer.profile, budget=24.0)
    review = reviewer.whole()
    last = len(review.steps) - 1
    curve = reviewer.curve
    assert curve.refined
    assert all(review.steps[at].chance == tuple(curve.evaluations[at]) for at in curve.refined)
    few = [at for at, now in enumerate(curve.evaluations) if now and at not in curve.refined and at < last]
    assert any(review.steps[at].chance != tuple(curve.evaluations[at]) for at in few)


def test_the_curve_of_many_seats_has_the_whole_budget() -> None:
    """It stops when all moves are clear; checks of many turns share what is less for more seats."""
    session = play_game("legends", {}, 4, "random", 5)
    session.course.cut(8)
    analyser = make_analyser(session, (0,))
    assert analyser.curve.profile.budget == find_analysis_profile("legends").budget > analyser.profile.budget


@pytest.mark.sample(4)
@pytest.mark.parametrize("game, seats", GAMES)
def test_finer_reviews_add_up(game: str, seats: int) -> None:
    """The beginning of a game, worked out: every review on the way is whole, the last one is finished."""
    session = play_game(game, {}, 3 if game == "king_of_12" else seats, "random", 3)
    session.course.cut(3 if game == "king_of_12" else 4)
    reviewer = make_analyser(session, (0,))
    first = reviewer.first()
    given = list(reviewer.finer(first))
    last = given[-1]
    assert last.finished and all(step.fine for step in last.steps)
    assert [one.done for one in given] == sorted(one.done for one in given)
    for review in given:
        assert msgspec.json.decode(msgspec.json.encode(review), type=Review) == review  # it checks every sum
    for step, stretch in zip(last.steps, reviewer.stretches, strict=True):
        asked = len(stretch.entries) == 1 and stretch.seats[0] in reviewer.whose
        assert not any(step.noise if asked and not stretch.by_chance else step.offered), "it has its name"
    for moment in last.moments:
        assert (moment.chosen in moment.right) == moment.good
        assert moment.low < moment.cost < moment.high and moment.pairs > 0
        if not moment.good:
            lost = sum(step.own[moment.seat] for step in last.steps if moment.seat in step.seats)
            assert lost < WHOLE


def test_the_same_game_gives_the_same_review() -> None:
    found = []
    for _ in range(2):
        session = play_game("legends", {}, 2, "random", 4)
        session.course.cut(4)
        found.append(make_analyser(session, (1,)).whole())
    assert found[0] == found[1]


def test_another_process_changes_nothing_and_nonsense_is_passed_over() -> None:
    """What others have worked out takes its place, what they begin with is left to them, and it comes to the same."""
    session = play_game("king_of_12", {"set": "chosen", "cards": [3, 4, 5, 6, 7, 8]}, 2, "random", 5)
    session.course.cut(3)
    order = Order(encode(session.record()), (0,))
    told: list[bytes] = []
    alone = list(reviews(order, PieceStore(report=told.append)))
    pieces = [piece for piece in map(read_piece, told) if piece is not None]
    found = {piece.key: data for piece, data in zip(pieces, told, strict=True) if piece.data is not None}
    assert len(pieces) == len(told) == 2 * len(found), "each is begun with once, then found"
    heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    given = list(found.values())
    broken = msgspec.msgpack.encode(Piece(pieces[0].key, b"nonsense"))
    for data in (given[1], broken, given[-1]):
        heard.put(data)
    again: list[bytes] = []
    helped = list(reviews(msgspec.structs.replace(order, part=0.5), PieceStore(heard=heard, report=again.append)))
    assert heard.empty() and helped[-1] == alone[-1] and helped[-1].finished
    assert len(again) == len(told) - 4, "what is known is not worked out again, but nonsense is"
    again.clear()
    resumed = list(reviews(order, PieceStore(given, report=again.append)))
    assert resumed[-1] == alone[-1] and not again


@pytest.mark.parametrize("game, seats", GAMES)
def test_what_is_worked_out_ahead_holds_at_the_end(game: str, seats: int) -> None:
    """Of a game that goes on: the same pieces are those of the finished game, and its review is the same."""
    session = play_game(game, {}, max(seats, 3) if game == "king_of_12" else seats, "random", 3)
    session.course.cut(6)
    ahead: list[bytes] = []
    begun = make_analyser(session, (0,))
    begun.course = session.course
    for _ in make_analyser(_cut(session, 4), (0,)).prepare(PieceStore(report=ahead.append)):
        pass
    worked: list[bytes] = []
    last = list(begun.finer(begun.first(), PieceStore(report=worked.append)))[-1]
    known = {read_piece(data).key for data in ahead}  # type: ignore[union-attr]
    used = known & {read_piece(data).key for data in worked}  # type: ignore[union-attr]
    assert len(used) >= 4 - (game == "king_of_12") * 3, "the steps that are over"
    other = make_analyser(session, (0,))
    again: list[bytes] = []
    assert list(other.finer(other.first(), PieceStore(ahead, report=again.append)))[-1] == last
    assert not used & {read_piece(data).key for data in again}  # type: ignore[union-attr]


def _cut(session: Session, turn: int) -> Session:
    """The same game when fewer decisions had been made."""
    return Session(session.record(), session.course.until(turn), None)


def test_a_card_that_is_turned_up_has_its_luck() -> None:
    """In Legends the judge sees no row; looked at closely it is worth something, and a good draw too."""
    session = play_game("legends", {}, 2, "random", 4)
    turns = [one for one in stretches(session.course) if one.by_chance]
    late = turns[2 * len(turns) // 3]
    state = late.after
    assert sum(chances("legends", state, closely=True)) == pytest.approx(1)
    rules, found = registry.rules("legends"), set()
    for number in range(8):
        other = replay_with_chance(rules, late, SeededChance(number))
        assert chances("legends", other) == chances("legends", state), "its own look sees no difference"
        found.add(chances("legends", other, closely=True))
    assert len(found) > 1


def test_what_is_decided_together_is_one_step() -> None:
    session = play_game("king_of_12", {}, 3, "random", 1)
    steps = stretches(session.course)
    assert any(len(step.seats) == 3 for step in steps)
    assert [step.turn for step in steps[1:]] == [step.end for step in steps[:-1]]


@pytest.mark.parametrize("game, seats, games", [("king_of_12", 3, FAIR_GAMES), ("legends", 2, 5)])
def test_luck_is_fair(game: str, seats: int, games: int) -> None:
    """Over some games the mean luck of every seat is nothing within its interval; the long form has a thousand."""
    fair(game, seats, games)


@pytest.mark.soak
@pytest.mark.parametrize("game, seats", GAMES)
def test_luck_is_fair_over_a_thousand_games(game: str, seats: int) -> None:
    fair(game, seats, 1000)


def fair(game: str, seats: int, games: int) -> None:
    figures = measure(game, {}, seats, games, 11, "random", only_luck=True)
    assert figures["inexact"] == 0
    for line in figures["by_seat"]:
        luck = line["luck"]
        half = (luck["high"] - luck["low"]) / 2
        assert abs(luck["mean"]) < 1.6 * half + 1e-9, luck  # three standard errors: a right game fails in one of 400
        assert half < 2 / sqrt(games)


def test_many_bills_are_written_down_and_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "bills"
    whole = measure("king_of_12", {}, 2, 3, 11, "random", only_luck=True)
    assert measure("king_of_12", {}, 2, 2, 11, "random", only_luck=True, keep=keep)["games"] == 2
    text = keep.read_text("utf-8")
    keep.write_text(text + text[:40], "utf-8")  # cut off when it was written
    plays: list[int] = []

    def counted(game: str, options: dict[str, Any], seats: int, level: str, seed: int) -> Session:
        plays.append(seed)
        return play_game(game, options, seats, level, seed)

    monkeypatch.setattr("ai.review.play_game", counted)
    assert measure("king_of_12", {}, 2, 3, 11, "random", only_luck=True, keep=keep) == whole
    assert len(plays) == 1 and keep.read_text("utf-8").startswith(text) and keep.read_text("utf-8").count("\n") == 3
    keep.write_text("nonsense\n\n", "utf-8")
    with pytest.raises(ValueError, match="line 1: expected a game written by"):
        measure("king_of_12", {}, 2, 1, 11, "random", only_luck=True, keep=keep)


def test_a_review_that_does_not_add_up_is_refused() -> None:
    session = play_game("king_of_the_dice", {}, 2, "random", 1)
    session.course.cut(4)
    data = msgspec.to_builtins(make_analyser(session).first())
    for name in (*PARTS, "chance"):
        forged = json.loads(json.dumps(data))
        forged["steps"][1][name][0] += 1
        with pytest.raises(msgspec.ValidationError, match=r"do not add up|expected"):
            msgspec.json.decode(json.dumps(forged).encode(), type=Review)


def test_a_bill_in_percent_adds_up() -> None:
    one = Breakdown(333_334, 4_000, -14_499, -5_400, 4_600, 499, 12_345, -334_879, 0)
    start, lines, end = one.to_percent()
    assert start + sum(lines.values()) == end == 0


def test_equal_seats_start_with_equal_percentages() -> None:
    """The start is rounded alone: one of three has 33 %, whatever the remainders of the other lines are."""
    chance = SeededChance(4)
    for seats in (2, 3, 4, 6, 7):
        for start in millionths([1 / seats] * seats):
            for _ in range(100):
                place, luck, own, others, secret, offered = (chance.below(WHOLE) - WHOLE // 2 for _ in range(6))
                end = chance.below(2) * WHOLE
                noise = end - start - place - luck - own - others - secret - offered
                one = Breakdown(start, place, luck, own, others, secret, offered, noise, end)
                first, lines, last = one.to_percent()
                assert first == round(100 / seats) and first + sum(lines.values()) == last == 100 * end // WHOLE
                assert all(abs(lines[name] * WHOLE // 100 - number) < WHOLE // 100 for name, number in one.lines)


# --- from the command line ------------------------------------------------------------------------


def test_a_seed_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = play_game("king_of_the_dice", {}, 2, "random", 6)
    path = tmp_path / "game.throne"
    path.write_bytes(encode(session.record()))
    assert verify.main([str(path)]) == 0
    assert verify.seed_code(session.seed) in capsys.readouterr().out
    forged = msgspec.structs.replace(session.record(), seed="another")
    path.write_bytes(encode(forged))
    assert verify.main([str(path)]) == 1
    assert "not that of the seed" in capsys.readouterr().out
    path.write_bytes(path.read_bytes()[:-200])
    assert verify.main([str(path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_bad_files_get_a_message_and_an_exit_status(tmp_path: Path) -> None:
    from ai.review import main

    foreign, damaged = tmp_path / "foreign.throne", tmp_path / "damaged.throne"
    foreign.write_text('{"kind": "something else"}')
    session = play_game("king_of_12", {}, 2, "random", 1)
    damaged.write_bytes(encode(session.record())[:500])
    for path in (foreign, damaged, tmp_path / "none.throne", tmp_path):
        assert main([str(path)]) == 1
    session.course.cut(3)
    foreign.write_bytes(encode(session.record()))
    assert main([str(foreign)]) == 1, "a game that is not over is not reviewed"
    done = subprocess.run(
        [sys.executable, "-m", "ai.review", str(damaged)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr and "ui.save.damaged" in done.stderr


def test_many_games_from_the_command_line(tmp_path: Path) -> None:
    from ai.review import main

    out = tmp_path / "out.json"
    assert main(["--games", "2", "king_of_the_dice", "--level", "random", "--only-luck", "--json", str(out)]) == 0
    figures = json.loads(out.read_text())
    assert figures["games"] == 2 and figures["inexact"] == 0 and len(figures["by_seat"]) == 2
    with pytest.raises(SystemExit) as ended:
        main(["--games", "0", "king_of_the_dice"])
    assert ended.value.code == 2
