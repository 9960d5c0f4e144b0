"""Every puzzle has one answer: it loads, its solution reaches the goal by the rules, and a search finds no other."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest

from ai.puzzles.__main__ import make_puzzles, sort_by_difficulty
from ai.puzzles.making import (
    find_solutions,
    lines,
    reaches,
    wrong,
)
from engine import registry
from engine.chance import SeededChance
from engine.content import daily_challenge, puzzles
from engine.content.puzzles import BadPuzzles, Puzzle, to_step
from games.king_of_12.cards import CARD_COUNT
from games.king_of_the_dice.guaranteed_gain import draws, lead, least
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES

QUICK = 700
"""Ends of a puzzle that is searched in a moment."""
SLOW = {("king_of_the_dice", "stop"): "46-0-132-stop"}
"""Themes whose proofs take seconds, and the puzzle that is proved quickest."""


def shipped() -> list[tuple[str, Puzzle]]:
    return [(game, puzzle) for game in puzzles.games() for puzzle in puzzles.load_puzzles(game)]


def sample(each: int) -> list[Any]:
    """Return up to ``each`` quick puzzles of every theme as parameters; of a slow theme the one proved quickest."""
    found: dict[tuple[str, str], list[Puzzle]] = {}
    for game, puzzle in shipped():
        if puzzle.ends <= QUICK and SLOW.get((game, puzzle.theme), puzzle.id) == puzzle.id:
            found.setdefault((game, puzzle.theme), []).append(puzzle)
    return [
        pytest.param(game, puzzle, id=f"{game}-{puzzle.id}")
        for (game, _), some in found.items()
        for puzzle in some[:: max(1, len(some) // each)][:each]
    ]


PROVED = Path(__file__).with_name("proved.json")
"""Game → id of a puzzle → checksum of what was proved to have one answer."""


def compute_checksum(puzzle: Puzzle) -> int:
    """Return the checksum of all that a puzzle says."""
    return crc32(msgspec.json.encode(puzzle, order="deterministic"))


def read_proved() -> dict[str, dict[str, int]]:
    return msgspec.json.decode(PROVED.read_bytes(), type=dict[str, dict[str, int]])


@pytest.mark.parametrize(("game", "puzzle"), sample(3))
def test_one_answer(game: str, puzzle: Puzzle) -> None:
    """Some of every theme; the long run proves all."""
    assert wrong(game, puzzle) == ""


@pytest.mark.parametrize("game", puzzles.games())
def test_what_is_new_or_changed_has_one_answer(game: str, pytestconfig: pytest.Config) -> None:
    """Those whose checksum is another one than when they were proved; ``--update-golden`` enters them."""
    proved = read_proved()
    known = proved.get(game, {})
    found = puzzles.load_puzzles(game)
    fresh = [puzzle for puzzle in found if known.get(puzzle.id) != compute_checksum(puzzle)]
    assert not [said for puzzle in fresh if (said := wrong(game, puzzle))]
    if pytestconfig.getoption("--update-golden"):
        proved[game] = {puzzle.id: compute_checksum(puzzle) for puzzle in found}
        PROVED.write_bytes(msgspec.json.format(msgspec.json.encode(proved, order="sorted"), indent=1) + b"\n")
    else:
        assert not fresh, "proved, but not entered: python3 -m tests --update-golden tests/shared/puzzles"


@pytest.mark.soak
@pytest.mark.parametrize("game", puzzles.games())
def test_all_have_one_answer(game: str) -> None:
    assert not [said for puzzle in puzzles.load_puzzles(game) if (said := wrong(game, puzzle))]


@pytest.mark.parametrize("game", puzzles.games())
def test_what_every_puzzle_says(game: str) -> None:
    """Its position is one of the rules, its solution reaches the goal, two other lines or more nearly do."""
    goals = puzzles.goals(game)
    assert goals is not None
    texts = [Texts(language) for language in LANGUAGES]
    found = puzzles.load_puzzles(game)
    assert found
    shelf = puzzles.load_shelf(game)
    assert shelf == found[: len(shelf)], "those of the shelf first"
    assert [puzzle.rating for puzzle in shelf] == sorted(puzzle.rating for puzzle in shelf), "the easiest first"
    assert all(puzzle.step == to_step(puzzle.rating) for puzzle in found), "stars mean the same in every game"
    for puzzle in found:
        start = puzzles.start(game, puzzle)
        assert reaches(game, puzzle, puzzle.solution), puzzle.id
        assert puzzle.near >= 2 and puzzle.ends > puzzle.near
        assert not registry.rules(game).result(start)
        for text in texts:
            said = text.message(goals.describe(puzzle.theme, puzzle.goal))
            assert said and "{" not in said and "puzzle" not in said, said
    for theme in goals.THEMES:
        for text in texts:
            assert text.has(puzzles.theme_id(game, theme)), theme


FEWEST, LARGEST_SHARE = 120, 0.4
"""Puzzles of a shelf, and the largest share of it that one theme may have."""


@pytest.mark.parametrize("game", puzzles.games())
def test_no_theme_fills_a_shelf(game: str) -> None:
    shelf = puzzles.load_shelf(game)
    assert len(shelf) >= FEWEST
    counts = Counter(puzzle.theme for puzzle in shelf)
    assert max(counts.values()) <= LARGEST_SHARE * len(shelf), counts


@pytest.mark.parametrize("game", puzzles.games())
def test_a_puzzle_of_today_is_never_taken_away(game: str) -> None:
    """Editions name puzzles that are still there; what has left the shelf is named by one, and the newest edition names
    the whole shelf of the game itself, without those of additions."""
    own = puzzles.read(registry.folder(game) / puzzles.FILE, game)
    everything = {puzzle.id for puzzle in own}
    shelf = {puzzle.id for puzzle in own if puzzle.shelf}
    found = daily_challenge.editions(game)
    assert all(everything.issuperset(edition.puzzles) for edition in found)
    assert everything - shelf <= {name for edition in found for name in edition.puzzles}
    assert set(found[-1].puzzles) == shelf


@pytest.mark.parametrize(("game", "puzzle"), sample(1))
def test_a_wrong_line_says_what_failed(game: str, puzzle: Puzzle) -> None:
    """Every end but one has a condition that does not hold, told in all languages."""
    goals = puzzles.goals(game)
    assert goals is not None
    found = lines(game, puzzles.start(game, puzzle), puzzle.seat, puzzle.theme, puzzle.goal)
    proof = find_solutions(game, found, puzzle.theme, puzzle.goal)
    texts = [Texts(language) for language in LANGUAGES]
    for line, state in list(found.ends.values())[:40]:
        told = goals.conditions(found.start, state, line, puzzle.theme, puzzle.goal)
        assert told and all(one.holds for one in told) == (line in proof.solutions)
        for text in texts:
            assert all("{" not in text.message(one.text) for one in told)


def test_a_card_that_nobody_beats_is_beaten_by_no_cards() -> None:
    """Every set of the others' cards is played by the rules, with dice at random: nobody gains more."""
    rules = registry.rules("king_of_12")
    asked = [puzzle for game, puzzle in shipped() if game == "king_of_12" and puzzle.theme == "unbeaten"]
    for number, puzzle in enumerate(asked[::5]):
        start, seat = puzzles.start("king_of_12", puzzle), puzzle.seat
        card = puzzle.solution[0]
        hands = [[card] if other == seat else list(rules.legal(start, other)) for other in range(start.seats)]
        for cards in product(*hands):
            best = -9
            for mine in range(6):  # what one chooses oneself may be any of up to five faces
                state, chance = rules.clone(start), SeededChance(number)
                gained: list[int] = []
                for other, each in enumerate(cards):
                    rules.apply(state, other, each, chance)
                while state.phase in (1, 2):  # effects and a theft
                    owing = rules.to_act(state)[0]
                    legal = rules.legal(state, owing)
                    rules.apply(state, owing, legal[mine % len(legal) if owing == seat else 0], chance)
                points = state.results[-1][0] if len(state.results) > len(start.results) else state.points
                gained = [now - was for now, was in zip(points, start.points, strict=True)]
                best = max(best, gained[seat] - max(each for other, each in enumerate(gained) if other != seat))
            assert best >= 0, (puzzle.id, cards)


def test_only_the_answer_holds_the_knight_in_all_that_can_be() -> None:
    """Full states that fit the view of who is asked, made by the rules: in all of them the answer has the Knight, and
    nobody else has it in all."""
    rules = registry.rules("king_of_12")
    asked = [puzzle for game, puzzle in shipped() if game == "king_of_12" and puzzle.theme == "knight"]
    assert len(asked) >= 12
    for puzzle in asked:
        view, chance = rules.view(puzzles.start("king_of_12", puzzle), puzzle.seat), SeededChance(7)
        hands = [rules.determinize(view, chance).hands for _ in range(60)]
        assert [seat for seat in range(4) if all(hand[seat] & 1 for hand in hands)] == list(puzzle.solution)


def test_what_is_gained_for_certain_is_gained_whatever_is_drawn() -> None:
    """Lines that draw tiles, played by the rules with tiles at random and used as well as can be: never less."""
    rules = registry.rules("king_of_the_dice")
    some = [puzzle for game, puzzle in shipped() if game == "king_of_the_dice" and puzzle.theme == "most_points"]
    assert len(some) >= 12
    met = set()
    for puzzle in some:
        start = puzzles.start("king_of_the_dice", puzzle)
        for action in rules.legal(start, puzzle.seat):
            if not draws(action):
                continue
            least_there = least(start, [action])
            found = [most_after(start, puzzle.seat, action, seed) for seed in range(6)]
            assert min(found) >= least_there, (puzzle.id, action)
            met.add(min(found) == least_there)
    assert met == {True, False}


def most_after(start: Any, seat: int, action: int, seed: int) -> int:
    """The best lead after an action whose draws are left to chance."""
    rules = registry.rules("king_of_the_dice")
    state = rules.clone(start)
    rules.apply(state, seat, action, SeededChance(seed))
    return best_from(state, start.turn, seat)


def best_from(state: Any, turn: int, seat: int) -> int:
    rules = registry.rules("king_of_the_dice")
    if state.turn != turn or not rules.to_act(state):
        return lead(state, seat)
    afters = []
    for action in rules.legal(state, seat):
        after = rules.clone(state)
        rules.apply(after, seat, action, SeededChance(0))
        afters.append(best_from(after, turn, seat))
    return max(afters)


def test_before_the_last_card_chance_finds_no_reply() -> None:
    """After the answer the last turn is played at random: who found it wins each time; a named reply is a card that is
    there."""
    rules = registry.rules("legends")
    some = [puzzle for game, puzzle in shipped() if game == "legends" and puzzle.theme == "last_two"]
    assert len(some) >= 12
    for puzzle in some:
        start = puzzles.start("legends", puzzle)
        for action in puzzle.solution:
            rules.apply(start, puzzle.seat, action, SeededChance(1))
        for seed in range(12):
            state, chance = rules.clone(start), SeededChance(seed)
            while rules.to_act(state):
                mover = rules.to_act(state)[0]
                rules.apply(state, mover, chance.draw(list(rules.legal(state, mover))), chance)
            assert rules.result(state)[puzzle.seat] == 1 and rules.result(state).count(1) == 1


def test_the_same_seed_makes_the_same_puzzles() -> None:
    first, second = (list(make_puzzles("king_of_12", 5, 2)) for _ in range(2))
    assert first and first == second
    assert not list(make_puzzles("king_of_12", 5, 2, first)), "none is made twice"
    assert all(puzzle.step == to_step(puzzle.rating) for puzzle in sort_by_difficulty([*first, *first]))


def test_a_goal_that_two_ends_reach_is_no_puzzle() -> None:
    puzzle = next(each for each in puzzles.load_puzzles("king_of_12") if each.theme == "unbeaten")
    state = dict(puzzle.state)
    dice = next(each for each in puzzles.load_puzzles("king_of_the_dice") if each.theme == "best_hold")
    twice = {**dice.state, "dice": [dice.state["dice"][0]] * 6}  # nothing to choose between equal dice
    assert wrong("king_of_the_dice", msgspec.structs.replace(dice, state=twice))
    broken = msgspec.structs.replace(puzzle, state={**state, "faces": [99] * len(state["faces"])})
    assert "faces" in wrong("king_of_12", broken)
    other = next(action for action in range(CARD_COUNT) if action != puzzle.solution[0])
    assert wrong("king_of_12", msgspec.structs.replace(puzzle, solution=(other,)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"theme": "chess"}, "theme"),
        ({"goal": {"Pile": 1}}, "goal"),
        ({"step": 9}, "step"),
        ({"solution": []}, "solution"),
        ({"more": 1}, "more"),
    ],
)
def test_a_damaged_file_says_where(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    puzzle = json.loads(msgspec.json.encode(puzzles.load_puzzles("king_of_12")[0]))
    path = tmp_path / "puzzles.json"
    path.write_text(json.dumps([puzzle | change]), encoding="utf-8")
    with pytest.raises(BadPuzzles, match=said) as told:
        puzzles.read(path, "king_of_12")
    assert "puzzles.json" in str(told.value)


def test_what_is_no_file_of_puzzles_says_so(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    for data in (b"", b"[", b"{}", b"\xff\xfe", b"[[[" * 4000):
        path.write_bytes(data)
        with pytest.raises(BadPuzzles, match=r"puzzles\.json"):
            puzzles.read(path, "king_of_12")
    path.unlink()
    with pytest.raises(BadPuzzles):
        puzzles.read(path, "king_of_12")
