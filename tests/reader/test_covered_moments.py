"""Behind the curtain nothing is told that depends on what its last person alone knows, whatever is pressed there.

Two games are compared that differ only in what one of two people holds and chooses: from the moment the computer is
handed over, everything that is spoken, told to a screen reader, drawn and copied has to be the same in both, whatever
key is pressed and whatever is clicked.
"""

import hashlib
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from engine.accessibility.nodes import Tree
from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from scenes.shell import bindings, routes
from scenes.table import game_screens
from scenes.table.shared_choice import BEAT_MS, SharedChoice
from tests.reader.listener import Listener
from tests.ui.driver import Driver

GAMES: dict[str, dict[str, Any]] = {
    "king_of_12": {"set": "random"},
    "tash_kalar": {"form": "high"},
    "legends": {"length": "single"},
}
"""Games in which people hide something from each other, with options."""
PICTURE_KEYS = ("h", "a", "c", "b")
"""Keys after which the picture is compared too."""
MODIFIERS = {"ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT, "shift": pygame.KMOD_LSHIFT}
UNCOVERING = ("space", "return")
LATER_MS = 2200
"""After which a screen reader has been told what was held back."""


class Reader:
    """A screen reader: keeps what is sent to it."""

    is_active = True
    needs_tree = False
    tells_by_description = True

    def __init__(self) -> None:
        self.heard: list[str] = []

    def take_requests(self) -> Sequence[Any]:
        """Ask for nothing."""
        return ()

    def tell_window(self, is_focused: bool, box: Any) -> None:
        """Take no notice of the window."""

    def forget_news(self) -> bool:
        """Nothing has to be taken back."""
        return False

    def send(self, tree: Tree, about: str, news: Sequence[str], to_pixels: Callable[[Any], Any]) -> int:
        """Keep the whole tree, what is said of what has the focus, and the news."""
        self.heard += [tree.title, list_words(tree), about, *news]
        return 0


def list_words(tree: Tree) -> str:
    """Everything that a tree tells."""
    return " ".join(f"{node.name} {node.value} {node.about}" for node in tree.walk())


class Pressing:
    """Presses keys and notes all that is told."""

    driver: Driver
    reader: Reader
    listener: Listener
    told: list[tuple[str, object]]
    sent: set[str]
    copied: list[str]

    def tap(self, key: str) -> None:
        """Press a key as bindings name it."""
        *held, last = key.split("+") if not key.endswith("+") else [key]
        mod = 0
        for one in held:
            mod |= MODIFIERS[one]
        self.driver.key(pygame.key.key_code(last), mod)

    def note(self, what: str, *, with_picture: bool = False) -> None:
        """Note what is told after something was pressed."""
        driver, heard = self.driver, self.listener.ears.said
        tree = list_words(driver.app.narrator.build(whole=True))
        picture = b""
        if with_picture:
            driver.ctx.stack.dirty = True
            driver.frame(16.0)
            picture = hashlib.sha256(driver.window.surface.get_buffer().raw).digest()
        self.told.append((what, (driver.top.name, sorted(set(heard)), tree, list(self.copied), picture)))
        self.sent.update(self.reader.heard)
        heard.clear()
        self.reader.heard.clear()


class HandedOver(Pressing):
    """Plays to the moment at which Ann has chosen and hands the computer to Bob, then notes all that is told."""

    def __init__(self, driver: Driver, game: str, session: Session, choice: int, *, by_reader: bool) -> None:
        self.driver = driver
        self.reader = Reader()
        driver.settings.spoken_output = "voice"
        driver.ctx.heard_by = None
        table: Any = game_screens.table(driver.ctx, session)
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        self.listener = Listener(driver)
        self.told: list[tuple[str, object]] = []
        self.sent: set[str] = set()
        """What a screen reader was sent; when it is sent may differ."""
        self.copied: list[str] = []
        if by_reader:
            driver.settings.spoken_output = "reader"
            driver.app.narrator.adapter = self.reader  # type: ignore[assignment]
        driver.until(self._is_covered)
        self.listener.rest(2)
        first = self._find_owner()
        self.uncover()
        driver.until(table.may_act, limit=400)
        for key in ("i", "f1", "i", "k", "b", *("f",) * (1 + choice), "f1"):
            self.tap(key)
        self.tap("return")
        self.tap("i" if game == "tash_kalar" else "o")
        while not self._is_covered():
            owes = table.viewer in session.to_act() and not table.busy
            legal = (
                [one for one in session.legal(table.viewer) if one not in session.rules.resignations] if owes else []
            )
            if legal:
                table.turns.submit(table.viewer, legal[min(choice, len(legal) - 1)])
            self.listener.rest()
        assert self._find_owner() != first

    def _is_covered(self) -> bool:
        return bool(self.driver.top.name == "curtain")

    def _find_owner(self) -> str:
        return str(self.driver.top.seat.name)

    def uncover(self) -> None:
        """Press Space until the curtain has fallen and opened again."""
        for _ in range(100):
            if not self._is_covered():
                return
            self.tap("space")
            self.listener.rest(10)
        raise AssertionError("the curtain stays")

    def sweep(self, keys: Sequence[str]) -> None:
        """Press every key, then leave what was opened."""
        for key in keys:
            covered = self.driver.top.name
            self.tap(key)
            self.note(key, with_picture=key in PICTURE_KEYS)
            for _ in range(4):
                if self.driver.top.name == covered or self.driver.top.name == "table":
                    break
                self.tap("escape")

    def click_everywhere(self) -> None:
        """Point at and click places all over the page, where targets of the table lay before."""
        own = [target.box for target in self.driver.top.ui.targets]
        for x, y in itertools.product(range(40, 1600, 300), range(24, 900, 200)):
            if not any(left <= x <= left + w and high <= y <= high + h for left, high, w, h in own):
                self.driver.click_at(x, y)
                self.note(f"click {x} {y}")


def list_keys() -> list[str]:
    """Every key that stands for something, but those that hand the computer over, end the program or change the
    window."""
    left_out = ("quit", "fullscreen", "hurry")
    table = bindings.standard().keys
    return [key for key, command in table.items() if command not in left_out and key not in UNCOVERING]


def list_worlds(game: str) -> list[tuple[Session, int]]:
    """Two games in which Ann holds and chooses something else, and Bob knows the same."""
    seats = [Seat("person", "", "Ann", 0), Seat("person", "", "Bob", 1)]
    begun = Session.start(game, GAMES[game], seats, "one")
    while begun.view(None)["phase"] == "neutral":
        begun.submit(begun.to_act()[0], begun.legal(begun.to_act()[0])[0])
    rules, first = begun.rules, begun.to_act()[0]
    is_open = len(begun.to_act()) == 1  # what is decided then is seen by all
    worlds = []
    for number in range(2):
        state = rules.determinize(begun.view(1 - first), SeededChance(number + 2))
        session = Session.from_position(game, begun.options, seats, begun.seed, state)
        worlds.append((session, 0 if is_open else number))
    return worlds


@pytest.mark.sample(3)
@pytest.mark.parametrize("outlet", ["reader", "voice"])
@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_of_the_last_person_is_told_behind_the_curtain(
    game: str, outlet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for session, choice in list_worlds(game):
        driver = Driver((640, 400), speed="4", spoken_output="voice", coach_comments=False)
        try:
            run = HandedOver(driver, game, session, choice, by_reader=outlet == "reader")
            monkeypatch.setattr(pygame.scrap, "put_text", run.copied.append)
            run.listener.ears.said.clear()
            run.reader.heard.clear()
            for again in range(2):
                run.tap("b")
                driver.run(LATER_MS, 50)
                run.note(f"b {again}", with_picture=True)
            run.sweep(list_keys())
            run.click_everywhere()
            run.uncover()
            driver.run(LATER_MS, 50)
            run.note("handed over", with_picture=True)
            run.sweep(("b", "v", "a", "c", "o", "b"))
            told.append(run)
        finally:
            driver.close()
    one, other = told
    assert one.sent == other.sent
    for first, second in zip(one.told, other.told, strict=True):
        assert first == second


def test_the_curtain_calls_the_next_person_by_name_first_and_once() -> None:
    driver = Driver((640, 400), spoken_output="voice", speed="1", coach_comments=False)
    try:
        seats = [Seat("person", "", "Ann", 0), Seat("person", "", "Bob", 1)]
        driver.ctx.stack.replace(game_screens.table(driver.ctx, Session.start("tash_kalar", {}, seats, "one")))
        driver.ctx.stack.settle()
        listener = Listener(driver)
        driver.until(lambda: driver.top.name == "curtain")
        listener.ears.said.clear()
        owner = driver.top.seat.name
        listener.rest(2)
        called = listener.said
        assert called.startswith(f"{owner}, ") and "press Space" in called, "while the cloth still falls"
        listener.rest(60)
        assert listener.said == called, "said once"
        stops = listener.ears.stops
        assert called in listener.press(pygame.K_b), "it can be said again"
        assert listener.ears.stops > stops, "any key cuts it off"
    finally:
        driver.close()


def test_what_was_heard_at_a_table_is_gone_when_it_is_left() -> None:
    driver = Driver((640, 400), speed="instant", spoken_output="voice", coach_comments=False)
    try:
        session = list_worlds("tash_kalar")[0][0]
        table: Any = game_screens.table(driver.ctx, session)
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        listener = Listener(driver)
        driver.until(lambda: driver.top.name == "curtain")
        listener.rest(2)
        listener.press(pygame.K_SPACE)
        driver.until(lambda: driver.top is table and table.may_act())
        hand = [table.own.words.card(card) for card in session.view(table.viewer)["hand"]]
        assert all(card in listener.press(pygame.K_i) for card in hand)
        routes.open(driver.ctx, "title")
        driver.ctx.stack.settle()
        listener.ears.said.clear()
        for key in (pygame.K_F2, pygame.K_F2, pygame.K_b):
            listener.press(key)
        listener.rest(3)
        assert not any(card in listener.said for card in hand)
    finally:
        driver.close()


class Beside(Pressing):
    """Two people at the sheet on which both choose; Ann has chosen, Bob is asked for what is told."""

    def __init__(self, driver: Driver, game: str, choice: int) -> None:
        self.driver = driver
        self.reader = Reader()
        self.told: list[tuple[str, object]] = []
        self.sent: set[str] = set()
        self.copied: list[str] = []
        self.listener = Listener(driver)
        seats = [Seat("person", "", "Ann", 0), Seat("person", "", "Bob", 1)]
        session = Session.start(game, GAMES[game], seats, "one")
        while session.view(None)["phase"] == "neutral":
            session.submit(session.to_act()[0], session.legal(session.to_act()[0])[0])
        driver.ctx.stack.replace(game_screens.table(driver.ctx, session))
        driver.ctx.stack.settle()
        driver.until(self._finds_sheet)
        sheet: Any = driver.top
        driver.run(BEAT_MS * 2, 50)
        place = int(sheet.devices[0].keys[choice].split(":")[1])
        driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode="", scancode=place)])
        driver.run(BEAT_MS * 2, 50)
        assert sheet.seats[0] in sheet.ready

    def _finds_sheet(self) -> bool:
        table: Any = self.driver.top
        if getattr(table, "confirming", False):
            table.confirm()
        return isinstance(table, SharedChoice)


@pytest.mark.parametrize("game", ["king_of_12", "legends"])
def test_nothing_is_told_of_what_another_has_chosen_on_the_same_sheet(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for choice in range(2):
        driver = Driver((640, 400), speed="instant", spoken_output="voice", coach_comments=False, share_keyboard=True)
        try:
            run = Beside(driver, game, choice)
            monkeypatch.setattr(pygame.scrap, "put_text", run.copied.append)
            run.listener.ears.said.clear()
            for pressed in list_keys():
                run.tap(pressed)
                driver.run(200, 50)
                run.note(pressed, with_picture=pressed in PICTURE_KEYS)
                if not isinstance(driver.top, SharedChoice):
                    run.tap("escape")
                    driver.run(800, 50)
            told.append(run.told)
        finally:
            driver.close()
    one, other = told
    for first, second in zip(one, other, strict=True):
        assert first == second
    assert len(one) > 40
