"""What the narrator says, when, how much, and what the keys of those who listen do."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.accessibility.nodes import BUTTON, DISABLED, MAIN, TEXT, Node, Tree
from engine.storage.settings import DETAILS
from scenes.legends.card_view import ability_words, action_words
from scenes.shell import routes
from scenes.shell.i18n import Texts
from scenes.shell.narrator import LEAST_MS, PATIENCE_MS
from scenes.shell.spoken_scene import describe_change, is_bare
from scenes.shell.window import LIGHT_FRAME_S
from sprites.base.drawn_words import make_plain
from tests.reader.listener import Listener
from tests.support.open_tables import open_table
from tests.support.spoken_trees import build_whole
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((640, 400), speed="instant", reduced_motion=True, coach_comments=False)
    yield run
    run.close()


def sit_down(driver: Driver, game: str, options: dict[str, Any] | None = None) -> Any:
    return open_table(driver, game, options=options, seed="told", names=("Ann", "Bob"))


def test_a_page_is_told_once_and_then_only_what_changes(driver: Driver) -> None:
    routes.open(driver.ctx, "settings")
    driver.ctx.stack.settle()
    listener = Listener(driver)
    assert listener.said.startswith("Settings")
    count = len(listener.ears.said)
    listener.rest(20)
    assert len(listener.ears.said) == count, "nothing has changed"
    said = listener.press(pygame.K_TAB)
    assert "button" in said and " of " in said
    driver.top.ui.set_focus("reduced_motion")
    listener.rest(2)
    said = listener.press(pygame.K_RETURN)
    assert said.startswith("not ticked") and "check box" not in said


@pytest.mark.parametrize("game", ["legends", "tash_kalar"])
def test_no_bare_number_is_told_at_a_table(driver: Driver, game: str) -> None:
    table = sit_down(driver, game, {"form": "duel"} if game == "tash_kalar" else None)
    if game == "tash_kalar":
        table.stage.destroyed[1][:] = [2, 1, 0]
        table.stage.worth[1] = 2
    listener = Listener(driver)
    written = [node.name for node in build_whole(driver.top).walk() if node.role == TEXT]
    told = [node.name for node in listener.tree.walk() if node.role == TEXT]
    assert told and not any(map(is_bare, told))
    if game == "tash_kalar":
        assert "Destroys 2 common pieces of Bob’s. Destroys 1 heroic piece of Bob’s. +2" in told
    else:
        assert any(map(is_bare, written)), "prices and figures are drawn, and told by cards and players"


def test_a_long_frame_leaves_the_tree_to_the_next_one(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(driver, "king_of_12")
    Listener(driver)
    narrator, stack, followed = driver.app.narrator, driver.ctx.stack, list[None]()
    monkeypatch.setattr(type(stack), "moving", property(lambda stack: True))
    monkeypatch.setattr(narrator, "_follow", lambda: followed.append(None))

    def turn(ms: float, spent_s: float) -> int:
        stack.dirty = True
        driver.window.draw()
        narrator.update(ms, spent_s)
        return len(followed)

    turn(LEAST_MS, 0.0)
    followed.clear()
    assert turn(LEAST_MS, LIGHT_FRAME_S) == 0, "a long frame has no time for the tree"
    assert turn(1.0, 0.0) == 1, "a short one has"
    assert turn(LEAST_MS - 1.0, 0.0) == 1, "and it is not built in each of them"
    assert turn(PATIENCE_MS, LIGHT_FRAME_S) == 1
    assert turn(1.0, LIGHT_FRAME_S) == 2, "where all frames are long, it is built in one of them"


def test_any_key_cuts_off_what_is_being_said(driver: Driver) -> None:
    sit_down(driver, "king_of_12")
    listener = Listener(driver)
    stops = listener.ears.stops
    listener.press(pygame.K_LEFT)
    assert listener.ears.stops > stops


@pytest.mark.parametrize("detail", DETAILS)
def test_how_much_is_said(driver: Driver, detail: str) -> None:
    driver.settings.spoken_detail = detail
    sit_down(driver, "king_of_12")
    listener = Listener(driver)
    driver.top.ui.set_focus("hand.3")
    listener.rest(2)
    said = listener.ears.said[-1]
    assert "Alchemist, can be chosen" in said
    assert ("4 of 7" in said) == (detail != "short") == ("Your 9 becomes 18" in said)
    assert ("Your die shows" in said) == (detail == "full")


def test_zones_and_arrows(driver: Driver) -> None:
    sit_down(driver, "tash_kalar", {"form": "high"})
    listener = Listener(driver)
    seen = []
    for _ in listener.tree.zones:
        listener.press(pygame.K_F6)
        zone = listener.tree.find_zone(listener.tree.focus)
        seen.append(zone and zone.id)
    assert seen == [zone.id for zone in listener.tree.zones]
    listener.press(pygame.K_F6, pygame.KMOD_SHIFT)
    assert listener.tree.find_zone(listener.tree.focus).id == seen[-2]  # type: ignore[union-attr]
    texts = [node for node in listener.tree.walk() if node.role == TEXT]
    assert texts and listener.tree.focus == texts[0].id, "what is only read can be gone to as well"
    assert texts[1].name in listener.press(pygame.K_DOWN)
    assert "Nothing further" in listener.press(pygame.K_UP) + listener.press(pygame.K_UP)


def test_a_place_is_gone_to_by_its_name(driver: Driver) -> None:
    table = sit_down(driver, "tash_kalar", {"form": "high"})
    listener = Listener(driver)
    listener.go_to("c5")
    assert table.ui.focus == "sq.54" and "C5: Empty" in listener.said
    assert "B5" in listener.press(pygame.K_LEFT), "on a board arrows go by place"
    assert "A4, B4, C4" in listener.press(pygame.K_g), "the nearest ones are spoken"
    names = [node.name for node in listener.tree.walk()]
    assert any(name.startswith("A4") for name in names), "with nothing typed the neighbours are listed"
    listener.press(pygame.K_ESCAPE)
    assert driver.top is table


def test_the_question_stays_whatever_card_is_looked_at(driver: Driver) -> None:
    """The panel shows the card that has the focus; what is asked is told all the same."""
    table = sit_down(driver, "tash_kalar", {"form": "high"})
    listener = Listener(driver)
    asked = listener.press(pygame.K_t)
    assert "What will you do?" in asked
    table.ui.set_focus("hand.0")
    listener.rest(3)
    assert listener.press(pygame.K_t) == asked


def test_a_card_of_legends_tells_first_what_it_brings(driver: Driver) -> None:
    table = sit_down(driver, "legends")
    spoken = table.make_spoken()
    for at, card in enumerate(table.view["row"]):
        about = spoken.describe_target(table.ui.find(f"card.{at}"))
        assert make_plain(action_words(driver.ctx.texts, card)) in about
        assert about.startswith(make_plain(ability_words(driver.ctx.texts, card)))
    names = [node.name for node in Listener(driver).tree.walk() if node.id.startswith("region.")]
    assert names and not any("You can choose this region now" in name for name in names)


def test_neighbours_of_regions_are_told_with_the_ways_across_the_sea(driver: Driver) -> None:
    table = sit_down(driver, "legends")
    listener = Listener(driver)
    spoken = table.make_spoken()
    near = {at: spoken.list_neighbours(f"region.{at}") for at in range(8)}
    assert any(each.relation.startswith("by sea, 3 moves") for row in near.values() for each in row)
    assert any(not each.relation for row in near.values() for each in row)
    listener.go_to(table.own.region_name(0))
    assert table.ui.focus == "region.0" and "Neighbours: " not in listener.said, "they are one key away"
    assert "Neighbours: " in listener.press(pygame.K_F1)


@pytest.mark.parametrize("game", ["king_of_12", "legends", "king_of_the_dice", "tash_kalar"])
def test_what_matters_can_be_chosen(driver: Driver, game: str) -> None:
    """The key goes over all that can be chosen, each of which is a target that is enabled."""
    table = sit_down(driver, game)
    listener = Listener(driver)
    matters = [matter.target for matter in table.make_spoken().list_matters()]
    assert len(matters) > 1 or game == "king_of_the_dice"
    found = []
    for _ in matters:
        listener.press(pygame.K_f)
        found.append(listener.tree.focus)
    assert sorted(found) == sorted(matters)
    usable = {one.id for one in table.ui.targets if one.enabled}
    assert set(matters) - {"main"} <= usable


def test_a_choice_that_is_refused_is_told(driver: Driver) -> None:
    routes.open(driver.ctx, "set_up", "tash_kalar")
    driver.ctx.stack.settle()
    listener = Listener(driver)
    refused = next(node for node in listener.tree.walk() if DISABLED in node.states)
    driver.top.ui.set_focus(refused.id)
    listener.rest(2)
    assert listener.press(pygame.K_RETURN) == "not possible now."


def test_a_key_without_effect_at_a_table_is_told(driver: Driver) -> None:
    """The main button when nothing has been chosen: what can be done instead is said."""
    table = sit_down(driver, "king_of_12")
    listener = Listener(driver)
    assert listener.press(pygame.K_SPACE) == table.make_spoken().find_prompt()


def test_the_same_question_is_asked_again_only_when_something_has_happened(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(driver, "king_of_12")
    listener = Listener(driver)
    question = table.make_spoken().find_prompt()
    asked = listener.said.count(question)
    assert question and asked == 1
    spoken = driver.app.narrator.find_spoken()
    for is_moving in (True, False):
        monkeypatch.setattr(spoken, "find_prompt", lambda is_moving=is_moving: "" if is_moving else question)
        driver.ctx.stack.dirty = True
        listener.rest(2)
    assert listener.said.count(question) == 1, "a motion in between is no news"
    told = [*spoken.list_lines(), "Bob looks out of the window"]
    monkeypatch.setattr(spoken, "list_lines", lambda: told)
    for is_moving in (True, False):
        monkeypatch.setattr(spoken, "find_prompt", lambda is_moving=is_moving: "" if is_moving else question)
        driver.ctx.stack.dirty = True
        listener.rest(2)
    title = question.partition(". ")[0]
    assert listener.said.count(title) == 2 and listener.said.count(question) == 1, "in short, for it was heard whole"
    assert question in listener.press(pygame.K_t)


class Reader:
    """A tree for Orca that keeps what it is sent: the focus, what is said of it, and the news."""

    tells_by_description = is_active = True
    needs_tree = False

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, list[str]]] = []
        self.forgotten = 0

    def send(self, tree: Tree, about: str, news: list[str], to_pixels: Any) -> int:
        """Keep what is told."""
        self.sent.append((tree.focus, about, list(news)))
        return 0

    def forget_news(self) -> bool:
        """Count how often what was told was taken back; that is not needed twice in a row."""
        self.forgotten += 1
        return self.forgotten % 2 == 1

    def tell_window(self, *given: Any) -> None:
        """Not of interest."""

    def take_requests(self) -> list[Any]:
        """Nothing is asked for."""
        return []


def test_news_wait_while_orca_reads_another_focus(driver: Driver) -> None:
    sit_down(driver, "king_of_12")
    reader = Reader()
    driver.app.narrator.adapter = reader  # type: ignore[assignment]
    rest = 120  # frames
    for _ in range(rest):
        driver.frame()
    driver.top.ui.set_focus("hand.3")
    driver.frame()
    focus, about, _ = reader.sent[-1]
    assert focus == "hand.3" and about.startswith("can be chosen, 4 of 7. Your 9 becomes 18")
    count = len(reader.sent)
    driver.app.narrator.note_toast("Saved")
    for _ in range(5):
        driver.frame()
    assert not any(news for *_, news in reader.sent[count:])
    for _ in range(rest):
        driver.frame()
    assert [news for *_, news in reader.sent[count:] if news] == [["Saved."]] and reader.forgotten == 2


def test_news_are_told_of_the_thing_that_comes_next_where_the_focus_is_lost_for_a_moment(driver: Driver) -> None:
    """Else Orca would read the name of the page in between, and the news of that moment would be lost."""
    table = sit_down(driver, "king_of_12")
    reader, stack = Reader(), driver.ctx.stack
    driver.app.narrator.adapter = reader  # type: ignore[assignment]
    table.ui.set_focus("hand.3")
    for _ in range(120):
        driver.frame()
    count = len(reader.sent)
    for focus, frames in ((None, 10), ("hand.4", 10), (None, 120)):
        table.ui.focus, table.ui.dirty = focus, True
        driver.app.narrator.note_toast(f"Now {focus}")
        for _ in range(frames):
            driver.frame()
    told = [(focus, [*news]) for focus, _, news in reader.sent[count:]]
    assert told[0] == ("hand.4", ["Now None.", "Now hand.4."]), "with both news"
    assert told[-1] == ("", ["Now None."]) and not stack.fade, "the page has it where nothing comes"


def test_a_dialog_says_what_enter_does(driver: Driver) -> None:
    sit_down(driver, "king_of_12")
    listener = Listener(driver)
    done: list[str] = []
    choices = [("no", "Not now", lambda: done.append("no")), ("yes", "Go on", lambda: done.append("yes"))]
    driver.ctx.ask("Stop here?", "Two are left.", choices, main=1)
    listener.rest(4)
    assert listener.said.endswith("Stop here? Two are left. Enter: Go on.")
    listener.press(pygame.K_RETURN)
    assert done == ["yes"]


def test_the_focus_stays_on_a_region_that_can_be_chosen_again(driver: Driver) -> None:
    table = sit_down(driver, "legends")
    listener = Listener(driver)
    listener.press(pygame.K_f)
    for _ in range(2):
        listener.press(pygame.K_f)
    before, count = table.ui.focus, len(table.session.log)
    listener.press(pygame.K_RETURN)
    listener.rest(30)
    assert len(table.session.log) > count and table.may_act() and table.ui.focus == before
    ids = [matter.target for matter in table.make_spoken().list_matters()]
    assert before in ids and ids[-1] == "main", "the button that goes on is the last of what matters"


def test_the_main_button_keeps_its_name_while_things_move(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player who has pressed it is told what it does next when all has happened, not that it can be skipped."""
    table = sit_down(driver, "king_of_the_dice")
    listener = Listener(driver)
    driver.top.ui.set_focus("main")
    listener.rest(30)
    name = "Roll the dice"
    assert listener.find_focus().name == name  # type: ignore[union-attr]
    count = len(listener.ears.said)
    shown, moving, names = type(table.ui).button, [True], ["Skip"]

    def press(ui: Any, c: Any, target: str, box: Any, label: str, *given: Any, **named: Any) -> Any:
        return shown(ui, c, target, box, names[0] if target == "main" else label, *given, **named)

    monkeypatch.setattr(type(table.ui), "button", press)
    monkeypatch.setattr(type(driver.ctx.stack), "moving", property(lambda stack: moving[0]))
    table.ui.dirty = True
    listener.rest(60)
    assert listener.find_focus().name == name and len(listener.ears.said) == count  # type: ignore[union-attr]
    moving[0] = False
    listener.rest(60)
    assert listener.find_focus().name == "Skip" and "Skip" in listener.ears.said[-1]  # type: ignore[union-attr]
    table.ui.set_focus("plate.1")
    listener.rest(60)
    count, moving[0] = len(listener.ears.said), True
    table.ui.set_focus("main")
    listener.rest(5)
    moving[0], names[0], table.ui.dirty = False, name, True
    listener.rest(60)
    assert "Skip" not in " ".join(listener.ears.said[count:]), "it came there while things moved"


def test_a_page_of_the_rulebook_is_read_when_it_is_turned(driver: Driver) -> None:
    routes.open(driver.ctx, "rules", "legends")
    driver.ctx.stack.settle()
    listener = Listener(driver)
    assert "Four friends set sail" in listener.said and "Auction" not in listener.said
    driver.top.ui.set_focus("page.2")
    listener.rest(2)
    said = listener.press(pygame.K_RETURN)
    assert said.startswith("Auction.") and "Four friends" not in said and len(said) > 100


def test_each_control_of_a_seat_and_of_a_cover_has_a_name_of_its_own(driver: Driver) -> None:
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    listener = Listener(driver)
    names = [node.name for node in listener.tree.walk() if node.can_press]
    assert len(names) == len(set(names)) and "King of 12: Play" in names
    assert [node.value for node in listener.tree.walk() if node.name == "Language"] == ["English"]
    routes.open(driver.ctx, "set_up", "king_of_12")
    driver.ctx.stack.settle()
    listener.rest(3)
    seats = [(node.name, bool(node.value)) for node in listener.tree.walk() if node.id.startswith("seat.")]
    assert len(seats) == len({name for name, _ in seats}) == 10
    assert ("Player 1", True) in seats and ("Player 2", True) in seats and ("Human", True) in seats


def test_a_dialog_answers_for_the_table_below_it(driver: Driver) -> None:
    table = sit_down(driver, "king_of_12")
    listener = Listener(driver)
    table.ctx.ask("Stop here?", "Five moves are unused.", [("no", "Keep going", lambda: None)], main=0)
    listener.rest(3)
    assert listener.tree.page == "dialog"
    assert "Ann: 0 crowns" in listener.press(pygame.K_p)
    assert "Keep going" in listener.press(pygame.K_f), "the main button is what matters there"


def test_a_name_that_nothing_has_can_be_corrected(driver: Driver) -> None:
    table = sit_down(driver, "tash_kalar", {"form": "high"})
    listener = Listener(driver)
    listener.go_to("q7")
    assert "Nothing has that name" in listener.ears.said[-1] and driver.top is not table
    for _ in range(2):
        listener.press(pygame.K_BACKSPACE)
    listener.type("c5")
    listener.press(pygame.K_RETURN)
    assert driver.top is table and table.ui.focus == "sq.54"


def test_where_nobody_listens_an_answer_is_shown(driver: Driver) -> None:
    table = sit_down(driver, "legends")
    driver.key(pygame.K_p)
    driver.frame()
    assert driver.top.name == "dialog" and "Ann" in driver.top.body and "coin" in driver.top.body
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.top is table and not driver.ctx.stack.collects_words


def test_a_key_turns_speech_on_and_off(driver: Driver) -> None:
    sit_down(driver, "king_of_12")
    driver.key(pygame.K_F2)
    assert driver.settings.spoken_output == "voice" and driver.app.narrator.speaks
    driver.key(pygame.K_F2)
    assert driver.settings.spoken_output == "reader" and not driver.app.narrator.listening


def test_what_was_said_is_said_again(driver: Driver) -> None:
    sit_down(driver, "king_of_12")
    listener = Listener(driver)
    first = listener.press(pygame.K_p)
    assert listener.press(pygame.K_b).split(":")[0] == first.split(":")[0]


def test_that_the_main_button_waits_is_told_by_its_name() -> None:
    """The player who has ended a turn hears what the others do, not again and again that the button cannot be used."""
    before = Node("main", BUTTON, "End turn", states=(MAIN,))
    waiting = before._replace(name="Please wait", states=(MAIN, DISABLED))
    assert describe_change(Texts("en").t, waiting, before) == ""
    other = before._replace(states=())
    assert describe_change(Texts("en").t, other._replace(states=(DISABLED,)), other) == "not possible now"
