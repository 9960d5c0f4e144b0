"""Puzzles solved, failed, shown and left at the real tables, by mouse and by keys."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from engine import registry
from engine.content import puzzles
from engine.content.puzzles import BadPuzzles, Puzzle
from scenes.king_of_the_dice import kept_dice, market
from scenes.puzzles import puzzle_results
from scenes.puzzles.puzzle_controller import Setter, open_puzzle
from scenes.puzzles.puzzle_list import Shelf
from tests.support.hands import FINGERS, by_each_hand
from tests.support.in_turn import take_turns
from tests.ui.driver import Driver, FingerDriver

GAMES = puzzles.games()


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    hand = FingerDriver if getattr(request, "param", "") == FINGERS else Driver
    made = hand(speed="instant", reduced_motion=True)
    yield made
    made.close()


def opened(driver: Driver, game: str, number: int) -> Any:
    table = open_puzzle(driver.ctx, game, number)
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top is table and table.resting)
    return table


def answered(driver: Driver) -> list[str]:
    """Wait for the dialog or the feast, and say which ways it offers."""
    driver.until(lambda: driver.top.name in ("dialog", "feast"))
    driver.frame()
    return [target.id for target in driver.top.ui.targets]


def done(table: Any, action: int) -> None:
    """A step of a line, or the answer to a question."""
    if table.question is None:
        table.decide(action)
        return
    table.question.mark(action)
    table.question.confirm()


def each_theme(turn: int) -> list[Any]:
    """A puzzle of every other theme; five tests take their turns at them, and the long run takes all in each."""
    found: dict[tuple[str, str], int] = {}
    for game in GAMES:
        for at, puzzle in enumerate(puzzles.load_puzzles(game)):
            found.setdefault((game, puzzle.theme), at)
    cases = [(game, at) for (game, _), at in found.items()]
    return take_turns(cases, 2, turn, [f"{game}-{theme}" for game, theme in found])


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(0))
def test_the_answer_solves_it(driver: Driver, game: str, number: int) -> None:
    """Decision by decision; the rating grows, and the next one is another."""
    table = opened(driver, game, number)
    puzzle = table.guide.puzzle
    for action in puzzle.solution:
        driver.until(lambda: table.resting or driver.top.name == "feast")
        done(table, action)
    offered = answered(driver)
    assert "next" in offered and driver.top.name == "feast"
    kept = puzzle_results.get_record(driver.ctx, game)
    assert kept.is_solved(puzzle) and kept.tries == {puzzle.id: 1} and kept.rating > puzzle_results.first_rating(game)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: isinstance(getattr(driver.top, "guide", None), Setter))
    assert driver.top.guide.puzzle.id != puzzle.id


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(1))
def test_a_wrong_line_says_what_is_missing_and_begins_again(driver: Driver, game: str, number: int) -> None:
    table = opened(driver, game, number)
    puzzle = table.guide.puzzle
    for _ in range(60):
        if table.guide.over:
            break
        goals = puzzles.goals(game)
        assert goals is not None
        known = goals.choices(table.guide.state(), puzzle.seat, puzzle.theme)
        legal = [each for each in known if table.question is not None or each in table.legal()]
        done(table, next((each for each in legal if each not in puzzle.solution), legal[0]))
        for _ in range(6):
            driver.wait()
    assert "show" in answered(driver)
    kept = puzzle_results.get_record(driver.ctx, game)
    assert (
        kept.tries == {puzzle.id: 1} and not kept.is_solved(puzzle) and kept.rating < puzzle_results.first_rating(game)
    )
    rating = kept.rating
    driver.key(pygame.K_SPACE)
    driver.until(lambda: isinstance(getattr(driver.top, "guide", None), Setter))
    assert driver.top is not table and not driver.top.guide.actions and driver.top.guide.puzzle.id == puzzle.id
    for action in puzzle.solution:
        driver.until(lambda: driver.top.resting)
        done(driver.top, action)
    answered(driver)
    again = puzzle_results.get_record(driver.ctx, game)
    assert again.is_solved(puzzle) and again.rating == rating, "the first try is the one that counts"


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(0))
def test_the_answer_plays_itself(driver: Driver, game: str, number: int) -> None:
    table = opened(driver, game, number)
    puzzle = table.guide.puzzle
    driver.click("puzzle.show")
    assert set(answered(driver)) >= {"on", "show"}
    driver.click("show")
    driver.until(lambda: driver.top.name == "table" and driver.top.guide.over)
    driver.frame()
    assert driver.top.guide.found, "the panel tells what holds, and nothing covers the board"
    kept = puzzle_results.get_record(driver.ctx, game)
    assert (
        not kept.is_solved(puzzle)
        and kept.state[puzzle.id] == puzzle_results.SHOWN
        and kept.rating < puzzle_results.first_rating(game)
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(1))
def test_the_answer_is_stepped_through_both_ways(driver: Driver, game: str, number: int) -> None:
    """By the buttons of the panel and by keys; the table stays in sight, and nothing else can be done meanwhile."""
    table = opened(driver, game, number)
    puzzle, setter = table.guide.puzzle, table.guide
    setter.show()
    driver.click("puzzle.step_back")

    def forward() -> None:
        for _ in range(3 * len(puzzle.solution) + 3):
            driver.until(lambda: table.resting)
            if setter.over:
                return
            driver.key(pygame.K_SPACE)
        raise AssertionError("the answer has no end")

    driver.run(3000)
    assert not setter.actions and not setter.over, "it waits for the next step"
    assert not table.guide.allows(puzzle.solution[0])
    for _ in range(2):
        forward()
        assert driver.top is table and setter.found
        before = len(setter.actions)
        driver.click("puzzle.step_back")
        driver.until(lambda: table.resting)
        assert not setter.over and not setter.found, "at the table a summoning is one step, and several decisions"
        assert before - len(setter.actions) in ((0, 1, 2, 3) if game == "tash_kalar" else (0, 1))
        while setter.actions:
            driver.key(pygame.K_BACKSPACE)
            driver.until(lambda: table.resting)
        assert setter.state() is not None and table.session.turn == table.session.course.base
    forward()
    assert puzzle_results.get_record(driver.ctx, game).state[puzzle.id] == puzzle_results.SHOWN
    driver.key(pygame.K_SPACE)
    driver.until(lambda: driver.top is not table and isinstance(getattr(driver.top, "guide", None), Setter))
    assert driver.top.guide.puzzle.id != puzzle.id


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(0))
def test_a_failure_offers_one_step_back(driver: Driver, game: str, number: int) -> None:
    """Back to before the decision that has failed; the answer can still be found from there."""
    table = opened(driver, game, number)
    puzzle = table.guide.puzzle
    for action in puzzle.solution[:-1]:
        driver.until(lambda: table.resting)
        done(table, action)
    driver.until(lambda: table.resting)
    goals = puzzles.goals(game)
    assert goals is not None
    before = len(table.guide.actions)
    known = goals.choices(table.guide.state(), puzzle.seat, puzzle.theme)
    legal = [each for each in known if table.question is not None or each in table.legal()]
    done(table, next((each for each in legal if each != puzzle.solution[-1]), legal[0]))
    for _ in range(40):
        if driver.top.name == "dialog":
            break
        driver.wait()
    if driver.top.name != "dialog" or not driver.has("step_back"):
        return  # that way is another one to the same end, or one that goes on
    driver.click("step_back")
    driver.until(lambda: driver.top is table and table.resting)
    assert not table.guide.over and len(table.guide.actions) == before
    done(table, puzzle.solution[-1])
    answered(driver)
    assert driver.top.name == "feast"
    assert puzzle_results.get_record(driver.ctx, game).tries == {puzzle.id: 2}


def test_the_menu_of_a_puzzle_leads_to_all_puzzles(driver: Driver) -> None:
    table = opened(driver, "legends", 0)
    driver.click("bar.menu")
    driver.until(lambda: driver.top.name == "menu")
    driver.frame()
    assert not driver.has("new")
    driver.click("way_out")
    driver.until(lambda: isinstance(driver.top, Shelf))
    assert driver.top.game == "legends" and table is not driver.top


def asked(driver: Driver) -> Any:
    """The table of a question."""
    some = puzzles.load_puzzles("king_of_12")
    return opened(driver, "king_of_12", next(at for at, one in enumerate(some) if one.theme == "knight"))


def by_mouse(driver: Driver, seat: int) -> None:
    driver.click(f"plate.{seat}")
    driver.click("main")


def by_numbers(driver: Driver, seat: int) -> None:
    """The own seat is the first, and so round the table."""
    driver.key(pygame.K_1 + (seat - driver.top.below) % 4)
    driver.key(pygame.K_SPACE)


def by_keys(driver: Driver, seat: int) -> None:
    for _ in range(60):
        driver.key(pygame.K_TAB)
        if driver.top.ui.focus == f"plate.{seat}":
            break
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_RETURN)


def by_pad(driver: Driver, seat: int) -> None:
    """The cross leads round the table, from one plate to the next; the first press shows where one is."""
    driver.hat(1, 0)
    for _ in range(4):
        if driver.top.ui.focus == f"plate.{seat}":
            break
        driver.hat(1, 0)
    driver.pad(0)
    driver.pad(0)


@pytest.mark.sample(4)
@pytest.mark.parametrize("answer", [by_mouse, by_numbers, by_keys, by_pad])
def test_a_question_is_answered_at_the_table(driver: Driver, answer: Callable[[Driver, int], None]) -> None:
    """No card can be laid meanwhile; a mark can be let go; the seat that is named solves it."""
    table = asked(driver)
    card = table.view["hand"][0]
    driver.click(f"hand.{card}")
    assert not table.legal() and table.chosen is None
    if driver.top is not table:  # a card that cannot be played is shown
        driver.key(pygame.K_ESCAPE)
        driver.until(lambda: driver.top is table)
    wrong = next(seat for seat in range(4) if seat not in table.guide.puzzle.solution)
    driver.click(f"plate.{wrong}")
    assert table.question.marked == wrong and not table.guide.over
    driver.key(pygame.K_ESCAPE)
    assert table.question.marked is None and driver.top is table
    answer(driver, table.guide.puzzle.solution[0])
    answered(driver)
    assert driver.top.name == "feast"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_two_hints(driver: Driver, game: str) -> None:
    """By the lamp of the top bar too; the second says more than the first."""
    table = opened(driver, game, 0)
    driver.click("puzzle.hint")
    answered(driver)
    price = f"\n\n{driver.ctx.t('puzzle.hint.price')}"
    assert driver.top.body.endswith(price)
    first = driver.top.body.removesuffix(price)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: driver.top is table)
    driver.click("bar.hint")
    answered(driver)
    assert driver.top.body.startswith(first) and len(driver.top.body) > len(first + price)
    assert table.hints.shown is None and not table.opponents.hinting


def test_beginning_anew_does_not_undo_the_price_of_a_clue(driver: Driver) -> None:
    """The clue, then the position once more: the answer is entered, but the rating falls."""
    table = opened(driver, "king_of_12", 5)
    driver.click("puzzle.hint")
    answered(driver)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: driver.top is table)
    driver.click("puzzle.again")
    driver.until(lambda: driver.top is not table and driver.top.name == "table" and driver.top.resting)
    before = puzzle_results.get_record(driver.ctx, "king_of_12").rating
    for action in table.guide.puzzle.solution:
        driver.until(lambda: driver.top.resting)
        done(driver.top, action)
    answered(driver)
    kept = puzzle_results.get_record(driver.ctx, "king_of_12")
    assert kept.is_solved(table.guide.puzzle) and kept.rating < before and not kept.clued


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(1))
def test_a_table_does_not_solve_its_puzzle(driver: Driver, game: str, number: int) -> None:
    """No help of an ordinary table, whatever is pointed at; what is pressed shows no more than the card."""
    table = opened(driver, game, number)
    assert not table.helps and table.hints.shown is None
    for target in [target.id for target in table.ui.targets]:
        if target.startswith("card."):
            driver.click(target)
            if driver.top is not table:
                assert driver.top.name == "dialog" and "%" not in driver.top.body
                driver.key(pygame.K_ESCAPE)
                driver.until(lambda: driver.top is table)
            assert not getattr(table.own, "kept", 0)


def test_no_citizen_tells_which_dice_to_keep(driver: Driver) -> None:
    """Neither a light on the dice nor slots that are lit, at any puzzle about the dice to keep."""
    some = [at for at, one in enumerate(puzzles.load_puzzles("king_of_the_dice")) if one.theme == "best_hold"]
    for number in some[::9]:
        table = opened(driver, "king_of_the_dice", number)
        pile = table.guide.puzzle.goal["pile"]
        box = driver.target(f"card.{pile}").box
        driver.move(box[0] + box[2] / 2, box[1] + box[3] / 2)
        driver.frame()
        assert (
            kept_dice.find_lit_dice(table) is None
            and kept_dice.hold_for(table, pile) is None
            and not kept_dice.keep_for(table, pile)
        )
        assert (
            kept_dice.find_chance(table, table.stage.market[pile]) is None and market.list_compared_signs(table) == []
        )


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
@by_each_hand
def test_a_first_puzzle_by_mouse_alone(driver: Driver, game: str) -> None:
    """Title, shelf, tab, the amber button; leaving leads back to the shelf."""
    driver.ctx.stack.settle()
    from scenes.shell import routes

    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    driver.click("puzzles")
    driver.until(lambda: isinstance(driver.top, Shelf))
    driver.click(f"game.{GAMES.index(game)}")
    driver.click("main")
    driver.until(lambda: isinstance(getattr(driver.top, "guide", None), Setter))
    assert driver.top.guide.game == game
    driver.until(lambda: driver.top.resting)
    driver.click("puzzle.all")
    driver.until(lambda: isinstance(driver.top, Shelf))
    assert driver.top.game == game
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.top.name == "title")


def test_a_puzzle_is_kept_nowhere(driver: Driver, tmp_path: Path) -> None:
    """No save, no statistics."""
    from engine.storage import folders, saves

    before = [slot.path for slot in saves.slots(folders.saves())]
    table = opened(driver, "tash_kalar", 0)
    table.decide(table.guide.puzzle.solution[0])
    driver.until(lambda: table.resting)
    assert table.session.autosave is None and [slot.path for slot in saves.slots(folders.saves())] == before


def test_the_next_one_is_near_to_the_own_rating_and_of_the_weakest_theme() -> None:
    some = puzzles.load_puzzles("king_of_12")
    kept = puzzle_results.Record(state={some[0].id: puzzle_results.SOLVED})
    first = some[puzzle_results.next_one(kept, some)]
    assert min(abs(one.rating - kept.rating) for one in some) == abs(first.rating - kept.rating)
    kept = puzzle_results.Record()
    alike = tuple(msgspec.structs.replace(one, rating=1000) for one in some)
    weak, strong = "sure_round", "unbeaten"
    for theme, state in ((weak, puzzle_results.TRIED), (strong, puzzle_results.SOLVED)):
        for one in [each for each in alike if each.theme == theme][:6]:
            kept.finish_try(one, state)
    assert alike[puzzle_results.next_one(kept, alike)].theme == weak
    for one in some:
        kept.finish_try(one, puzzle_results.SOLVED)
    assert puzzle_results.next_one(kept, some, some[3].id) == 4


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_begin_with_number_one_and_climb(driver: Driver, game: str) -> None:
    """Each game from its own first rating, whatever was reached in another one; solved ones lead upwards."""
    driver.settings.puzzles = {other: {"rating": 1900.0, "rated": 30} for other in GAMES if other != game}
    shelf = Shelf(driver.ctx, game)
    assert shelf.next == 0
    some, kept = puzzles.load_puzzles(game), puzzle_results.get_record(driver.ctx, game)
    assert kept.rating == some[0].rating
    kept.finish_try(some[0], puzzle_results.TRIED)
    assert puzzle_results.next_one(kept, some, some[0].id) == 1 and puzzle_results.next_one(kept, some) == 0, (
        "nothing is solved yet"
    )
    now, asked = 0, []
    for _ in range(12):
        kept.finish_try(some[now], puzzle_results.SOLVED)
        now = puzzle_results.next_one(kept, some, some[now].id)
        asked.append(some[now].rating)
    assert max(asked) - some[0].rating < 500 and sum(asked[6:]) > sum(asked[:6])


@pytest.mark.parametrize(
    "kept", [3, [], {"king_of_12": 5}, {"king_of_12": {"rating": -1}}, {"king_of_12": {"tries": 1}}]
)
def test_settings_that_make_no_sense_are_a_fresh_record(driver: Driver, kept: Any) -> None:
    driver.settings.puzzles = kept
    assert puzzle_results.get_record(driver.ctx, "king_of_12") == puzzle_results.Record(
        puzzle_results.first_rating("king_of_12")
    )
    driver.ctx.stack.replace(Shelf(driver.ctx, "king_of_12"))
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.has("main")
    for at, game in enumerate(GAMES):
        assert driver.target(f"game.{at}").label.endswith(f"  0 of {len(puzzles.load_shelf(game))}")


def test_shelves_of_other_games_are_read_in_the_background(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """With them their rules are loaded; until then their tabs have no number."""
    read, load = list[str](), puzzles.load_shelf

    def note(game: str) -> tuple[puzzles.Puzzle, ...]:
        read.append(game)
        return load(game)

    monkeypatch.setattr(puzzles, "load_shelf", note)
    monkeypatch.setattr(Shelf, "_read_shelves", lambda shelf: [])
    driver.ctx.stack.push(Shelf(driver.ctx, GAMES[0]))
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.has(f"game.{len(GAMES) - 1}") and {*read} == {GAMES[0]}


def test_a_file_that_is_no_good_is_told_on_the_shelf(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: str) -> tuple[Puzzle, ...]:
        raise BadPuzzles("puzzles.json: [3].goal: expected an object, found 7")

    monkeypatch.setattr(puzzles, "load_puzzles", broken)
    shelf = Shelf(driver.ctx, "legends")
    driver.ctx.stack.replace(shelf)
    driver.ctx.stack.settle()
    driver.frame()
    assert "expected an object" in shelf.trouble and not driver.has("main")
    assert driver.target("game.1").label == "Legends"
    assert registry.info("legends").puzzles


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "number"), each_theme(0))
def test_a_puzzle_previews_nothing(driver: Driver, game: str, number: int) -> None:
    """What a choice will do is what is to be found out."""
    table = opened(driver, game, number)
    for action in table.legal()[:4]:
        table.chosen = action
        driver.frame()
        for fade in ("preview", "preview_fade"):
            assert getattr(getattr(table.own, fade, None), "key", None) is None
        assert not getattr(table.own, "changes", ())
    table.chosen = None
    for target in [one.id for one in table.ui.targets if one.id.startswith(("region.", "sq.", "card.", "hand."))][:12]:
        table.ui.set_focus(target, show=True)
        driver.frame()
        for fade in ("preview", "preview_fade"):
            assert getattr(getattr(table.own, fade, None), "key", None) is None
