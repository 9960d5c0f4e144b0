"""The editor in every game: set up by mouse, keys and pad, played on, asked, made a puzzle, handed on and solved."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pygame
import pytest

from engine.content import drafts, puzzles
from engine.content.drafts import Draft, begin_draft, list_games
from engine.content.puzzles import Puzzle
from engine.storage import folders
from games.legends.map_arrangement import is_token
from scenes.puzzles import puzzle_results
from scenes.workshop import sharing
from scenes.workshop.draft_board import REMOVE
from scenes.workshop.editor import EditorScene
from scenes.workshop.piece_panels import TABS
from scenes.workshop.puzzle_maker import PuzzleMakerScene
from scenes.workshop.sharing import DraftSetUp
from tests.support.hands import FINGERS, by_each_hand
from tests.ui.driver import Driver, FingerDriver, NearThinker

GAMES = list_games()
PAD_A, PAD_RIGHT_SHOULDER = 0, 10
PATIENCE_S = 300.0


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    hand = FingerDriver if getattr(request, "param", "") == FINGERS else Driver
    made = hand(speed="instant", reduced_motion=True)
    yield made
    made.close()


def open_editor(driver: Driver, game: str, draft: Draft | None = None) -> EditorScene:
    scene = EditorScene(driver.ctx, game, draft)
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.frame()
    return scene


def dump(scene: EditorScene) -> Any:
    return scene.draft.rules.dump(scene.draft.state)


def find_free_place(scene: EditorScene) -> int:
    """A place where the first piece makes a difference, away from the rim of the board."""
    places = list(scene.draft.arranger.list_places(scene.draft.state))
    return places[len(places) // 2]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
@by_each_hand
def test_set_up_by_mouse(driver: Driver, game: str) -> None:
    scene = open_editor(driver, game)
    before = dump(scene)
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    if pieces:
        place = find_free_place(scene)
        driver.click(f"piece.{pieces[0].id}")
        driver.click(f"place.{place}")
        changed = dump(scene)
        assert changed != before
        driver.click(f"piece.{REMOVE}")
        driver.click(f"place.{place}")
        assert dump(scene) != changed
    else:
        if driver.has("values_of.1"):
            driver.click("values_of.1")
        driver.click("more.twos.1")
        assert dump(scene) != before
    tabs = [target.id for target in scene.ui.targets if target.id.startswith("tab.")]
    if len(tabs) == len(TABS) - (not pieces):  # for fingers the cards are one more
        driver.click(tabs[-1])
    card_place = next(place for place in scene.card_places if place.id == scene.place_of_cards)
    at = scene.card_places.index(card_place)
    if driver.has(f"cards.{card_place.id}"):
        driver.click(f"cards.{card_place.id}")
    driver.click(f"card.{card_place.id}.{card_place.cards[0]}")
    assert card_place.cards[0] not in scene.card_places[at].cards
    driver.click(f"add.{card_place.id}")
    driver.until(lambda: driver.top.name == "card_sheet")
    driver.click(f"give.{card_place.cards[0]}")
    driver.until(lambda: driver.top is scene)
    assert card_place.cards[0] in scene.card_places[at].cards
    while scene.draft.can_undo:
        driver.click("bar.undo")
    assert dump(scene) == before


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_set_up_by_keys(driver: Driver, game: str) -> None:
    scene = open_editor(driver, game)
    before = dump(scene)
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    if pieces:
        driver.key(pygame.K_2)
        assert scene.piece == pieces[1].id
        scene.ui.set_focus(f"place.{find_free_place(scene)}")
    else:
        scene.ui.set_focus("more.face.0")
        if not scene.draft.state.faces[0] < 12:
            scene.ui.set_focus("less.face.0")
    driver.key(pygame.K_RETURN)
    assert dump(scene) != before
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    assert dump(scene) == before
    driver.key(pygame.K_y, pygame.KMOD_CTRL)
    assert (put := dump(scene)) != before
    if pieces:
        driver.frame(events=[pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, scancode=76, unicode="")])
        assert dump(scene) != put, "Delete takes away"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_set_up_by_pad(driver: Driver, game: str) -> None:
    scene = open_editor(driver, game)
    before = dump(scene)
    if scene.draft.arranger.list_pieces(scene.draft.state):
        scene.ui.set_focus(f"place.{find_free_place(scene)}")
    else:
        scene.ui.set_focus("more.ones.0")
    driver.pad(PAD_A)
    assert dump(scene) != before


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_is_shown_in_words(driver: Driver, game: str) -> None:
    """Something that no game comes to is told in the words of the game; what is played on from there, nothing."""
    scene = open_editor(driver, game)
    arranger = scene.draft.arranger
    pieces = [piece for piece in arranger.list_pieces(scene.draft.state) if 0 <= piece.left < 20]
    places = arranger.list_places(scene.draft.state)
    for number in range(25):
        if scene.draft.problems:
            break
        if pieces:
            piece = min(pieces, key=lambda one: one.left)
            scene.piece = piece.id
            scene.press_place(places[number % len(places)])
        else:
            scene.remove_card(scene.card_places[0].id, scene.card_places[0].cards[0])
    assert scene.draft.problems and not scene.is_lawful
    explained = scene.draft.explain(scene.draft.problems[0])
    told = scene.say(explained.title) + scene.say(explained.text)
    assert "{" not in told and "ui." not in told and "arrange" not in told
    driver.frame()
    driver.click("main")
    assert scene.shown_problem == 0
    assert not driver.has("ask") and not driver.has("puzzle") and driver.has("save")


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_played_on_and_asked(driver: Driver, game: str) -> None:
    scene = open_editor(driver, game)
    scene.ask_master()
    driver.until(lambda: not scene.waits)
    assert scene.advice
    wanted = dump(scene)
    sharing.play_on(scene, "novice")
    driver.ctx.stack.settle()
    session = driver.top.session
    first = session.course.positions[0].state
    assert session.rules.dump(first) == wanted and session.helped
    driver.until(lambda: bool(session.log) or driver.top.may_act() or driver.top.confirming)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_made_handed_on_and_solved_elsewhere(driver: Driver, game: str) -> None:
    """A position of a known puzzle: the maker proves it, the file opens in a second copy and is solved there."""
    known = min(puzzles.load_puzzles(game), key=lambda one: (one.ends, one.id))
    draft = Draft(game, known.options, puzzles.start(game, known))
    scene = open_editor(driver, game, draft)
    maker = PuzzleMakerScene(driver.ctx, scene)
    driver.ctx.stack.push(maker)
    driver.ctx.stack.settle()
    puzzle = find_made_puzzle(driver, maker, known)
    said = maker.describe_line(puzzle.solution)
    assert said != "–" and "; " not in said, "a turn is told in one sentence"
    before = set(drafts.list_files(folders.exports()))
    maker.share()
    found = [path for path in drafts.list_files(folders.exports()) if path not in before]
    assert len(found) == 1
    assert maker.encode_picture().startswith(b"\x89PNG")
    maker.try_it()
    driver.ctx.stack.settle()
    assert driver.top.guide.puzzle == puzzle
    driver.top.guide.leave()
    driver.ctx.stack.settle()
    assert driver.top is maker
    other = Driver(speed="instant", reduced_motion=True)
    try:
        solve(other, str(found[0]), puzzle)
        assert not puzzle_results.get_record(other.ctx, game).state, "it lies on no shelf"
    finally:
        other.close()


def find_made_puzzle(driver: Driver, maker: PuzzleMakerScene, known: Puzzle) -> Puzzle:
    """What the maker makes of the question of a known puzzle, or of the first with one answer."""
    assert maker.worker.finish(PATIENCE_S)
    driver.frame()
    wishes = maker.wishes
    order = sorted(range(len(wishes)), key=lambda at: (wishes[at].theme, wishes[at].goal) != (known.theme, known.goal))
    for at in order:
        maker.choose(at)
        assert maker.worker.finish(PATIENCE_S)
        driver.frame()
        verdict = maker.verdict
        assert verdict is not None
        title, lines = maker.list_words(verdict)
        assert title and lines
        if verdict.puzzle is not None:
            return verdict.puzzle
    raise AssertionError(f"no question of {wishes} has one answer")


def solve(driver: Driver, path: str, puzzle: Puzzle) -> None:
    driver.frame(16, [pygame.event.Event(pygame.DROPFILE, file=path)])
    driver.ctx.stack.settle()
    table = driver.top
    assert table.guide.puzzle == puzzle
    for action in puzzle.solution:
        driver.until(lambda: table.resting or driver.top.name == "feast")
        if table.question is None:
            table.decide(action)
        else:
            table.question.mark(action)
            table.question.confirm()
    driver.until(lambda: driver.top.name == "feast")


def test_a_draft_is_kept_and_opens_again_by_drop(driver: Driver) -> None:
    scene = open_editor(driver, "tash_kalar")
    scene.piece = "2"
    for place in scene.draft.arranger.list_places(scene.draft.state)[:4]:
        scene.press_place(place)
    assert scene.draft.problems, "four legendary pieces"
    wanted = dump(scene)
    sharing.save_draft(scene)
    found = drafts.list_files()
    assert found and scene.draft.state is scene.saved
    driver.frame(16, [pygame.event.Event(pygame.DROPFILE, file=str(found[0]))])
    driver.ctx.stack.settle()
    assert isinstance(driver.top, EditorScene) and driver.top is not scene
    assert dump(driver.top) == wanted and driver.top.draft.problems


def test_tokens_are_put_down_by_mouse_keys_and_pad(driver: Driver) -> None:
    """The start token, an open token and a face-down one with what is known of it, each by another device."""
    options = {"explore": "swamp", "citadels": True, "dragon": True, "leaders": True}
    scene = open_editor(driver, "legends", begin_draft("legends", options, 3, "tokens", 30))
    state = scene.draft.state
    free = [place for place in scene.draft.arranger.list_places(state)
            if not any(map(is_token, scene.draft.arranger.list_standing(state, place)))]  # fmt: skip
    driver.click("tab.0")
    driver.click("piece.token.6")
    driver.click(f"place.{free[0]}")
    assert scene.draft.state.spots[6] == free[0]
    scene.choose_piece("face.3")
    scene.ui.set_focus(f"place.{state.down[0][0]}")
    driver.key(pygame.K_RETURN)
    assert scene.draft.state.down[0] == (state.down[0][0], 3, 1 << scene.draft.state.active)
    scene.ui.set_focus("piece.seen.1")
    driver.pad(PAD_A)
    scene.ui.set_focus(f"place.{state.down[0][0]}")
    driver.pad(PAD_A)
    assert scene.draft.state.down[0][2] & 1 << 1
    driver.click("tab.1")
    leader = scene.draft.state.leaders[0]
    driver.click("right.leader.0")
    assert scene.draft.state.leaders[0] != leader and not scene.draft.problems
    driver.click("seat.1")
    driver.click("cards.held.1")
    driver.click("add.held.1")
    driver.until(lambda: driver.top.name == "card_sheet")
    driver.click("give.9")
    driver.until(lambda: driver.top is scene)
    assert scene.draft.state.held[1] == 1 << 9 and scene.draft.state.spots[9] < 0


def test_a_stored_card_and_a_gateway_are_set_by_mouse(driver: Driver) -> None:
    options = {"deck_1": "everfrost", "deck_2": "nethervoid"}
    scene = open_editor(driver, "tash_kalar", begin_draft("tash_kalar", options, 2, "added", 40))
    driver.click("tab.1")
    before = scene.draft.rules.view(scene.draft.state, None)
    driver.click("seat.0")
    driver.click("right.everfrost.stored.0")
    driver.click("seat.1")
    driver.click("right.nethervoid.gateway.1")
    view = scene.draft.rules.view(scene.draft.state, None)
    assert view["everfrost"]["stored"][0] != before["everfrost"]["stored"][0]
    assert view["nethervoid"]["gateways"][1] != before["nethervoid"]["gateways"][1]
    assert not scene.draft.problems


def test_the_page_of_the_turn_speaks_in_words(driver: Driver) -> None:
    """What is yes or no is told so, and a last turn that is not set is no number below nothing."""
    scene = open_editor(driver, "tash_kalar")
    driver.click("tab.2")
    told = {one.id: one.value for one in scene.ui.targets if one.id.startswith("more.")}
    assert not any(value.startswith(("-", "\u2212")) for value in told.values()), told
    assert told["more.discarded"] == "No" and told["more.final"] == "Not yet"
    driver.click("more.discarded")
    assert scene.draft.state.discarded == 1 and driver.target("more.discarded").value == "Yes"


def test_what_is_wrong_is_shown_one_after_the_other(driver: Driver) -> None:
    """The amber button promises no more than it does; each problem comes into sight, and in a narrow window as text."""
    scene = open_editor(driver, "legends")
    for seat in range(scene.draft.seats):
        for kind in ("army", "city"):
            for _ in range(25):
                scene.draft.change(partial(scene.draft.arranger.put, place=0, piece=f"{kind}.{seat}"))
    count = len(scene.draft.problems)
    assert count > 3
    seen = set()
    for _ in range(count):
        driver.click("main")
        seen |= {one.id for one in scene.ui.targets if one.id.startswith("show.")}
    assert len(seen) > 3


def test_the_master_says_as_much_as_the_lamp(driver: Driver) -> None:
    scene = open_editor(driver, "tash_kalar", begin_draft("tash_kalar", {}, 2, "x", 30))
    driver.ctx._thinker = NearThinker("skilled")  # type: ignore[assignment]
    driver.click("ask")
    driver.until(lambda: not scene.waits)
    assert "%" in scene.advice and len(scene.advice.split("\n")) > 2


def test_a_tournament_is_set_up_and_played_on(driver: Driver) -> None:
    """From the set-up page of nine players: a place in the hall, a crown and an earlier round by mouse; then played."""
    scene = open_editor(driver, "king_of_12")
    driver.click("begin.other")
    driver.until(lambda: driver.top.name == "dialog")
    driver.click("game.king_of_12")
    driver.until(lambda: isinstance(driver.top, DraftSetUp))
    while len(driver.top.seats) < 9:
        driver.click("count.more")
    driver.click("start")
    driver.until(lambda: driver.top is scene)
    assert scene.draft.seats == len(scene.seats) == 9
    driver.click("more.round")
    driver.click("seat.4")
    driver.click("more.then.0.4")
    driver.click("more.place.4")
    hall = scene.draft.state
    assert hall.crowns[4] == 1 and hall.order.index(4) == 5
    assert scene.draft.problems, "a crown is won, but no card lies under the die"
    driver.click("cards.crown.4")
    driver.click("add.crown.4")
    driver.until(lambda: driver.top.name == "card_sheet")
    driver.click("give.0")
    driver.until(lambda: driver.top is scene)
    assert not scene.draft.problems and scene.draft.state.laid[4] == 1
    wanted = dump(scene)
    sharing.save_draft(scene)
    _, again = drafts.load(drafts.list_files()[0])
    assert again.rules.dump(again.settle()) == wanted
    sharing.play_on(scene, "novice")
    driver.ctx.stack.settle()
    assert driver.top.session.rules.dump(driver.top.session.course.positions[0].state) == wanted


@pytest.mark.parametrize("how", ["text", "path", "address"])
def test_a_position_is_pasted(driver: Driver, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = open_editor(driver, "tash_kalar")
    board: dict[str, str] = {}
    monkeypatch.setattr(sharing, "copy_text", lambda text: bool(board.update(text=text)) or True)
    monkeypatch.setattr(sharing, "paste_text", lambda: board.get("text", ""))
    scene.press_place(find_free_place(scene))
    wanted = dump(scene)
    driver.key(pygame.K_c, pygame.KMOD_CTRL)
    assert board["text"].startswith("{")
    if how != "text":
        sharing.save_draft(scene)
        path = drafts.list_files()[0]
        board["text"] = f'"{path}"' if how == "path" else path.as_uri() + "\n"
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    assert dump(scene) != wanted
    driver.key(pygame.K_v, pygame.KMOD_CTRL)
    assert dump(scene) == wanted and scene.draft.can_undo
    for nonsense in ("", "{", "{}", "no such file", "file://[", "x" * 5000, '{"kind": 7}'):
        board["text"] = nonsense
        said = len(driver.ctx.notices)
        sharing.paste_position(scene)
        assert len(driver.ctx.notices) == said + 1 and dump(scene) == wanted


def test_a_narrow_window_has_tabs_and_the_check_as_a_line() -> None:
    """At the left one of three panels, at the right a line that opens what is wrong."""
    driver = Driver((960, 540), speed="instant", reduced_motion=True)
    try:
        scene = open_editor(driver, "tash_kalar")
        assert driver.has("tab.0") and driver.has("piece.0") and not driver.has("more.actions")
        driver.click("tab.2")
        assert driver.has("more.actions") and not driver.has("piece.0")
        scene.piece = "2"
        for place in scene.draft.arranger.list_places(scene.draft.state)[:4]:
            scene.press_place(place)
        driver.click("check")
        driver.until(lambda: driver.top.name == "dialog")
        explained = scene.draft.explain(scene.draft.problems[0])
        assert scene.say(explained.text) in driver.top.body
    finally:
        driver.close()
