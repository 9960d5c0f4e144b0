"""A player who sees nothing: knows what has been spoken and the tree of the page, and presses keys."""

import random
from typing import Any

import pygame

from engine.accessibility.nodes import DISABLED, MATTERS, Node, Tree
from engine.accessibility.voice import Voice
from scenes.table.sounds import CARDS, DICE, RESULT
from tests.ui.driver import Driver

KINDS = (DICE, CARDS, RESULT)

MOST_STEPS = 4000
MOST_STOPS = 140
LATEST = 20
"""Steps after which what sounded must have been told."""
BY_KEYS = 6
"""Number of choices of a game made by keys; the others are pressed in the tree, which takes fewer frames."""


class Ears(Voice):
    """A voice that keeps what it is told."""

    def __init__(self) -> None:
        self.missing = ""
        self.said: list[str] = []
        self.stops = 0

    def say(self, text: str) -> None:
        """Keep a text."""
        self.said.append(text)

    def stop(self) -> None:
        """Count how often speech was cut off."""
        self.stops += 1

    def close(self) -> None:
        """Nothing to end."""


class Listener:
    """Plays by keys and by the tree: the key for the next thing that matters, Enter, Space, and what the voice says.

    It asks the program for nothing but its tree and its speech.
    """

    def __init__(self, driver: Driver, seed: str = "listener") -> None:
        self.driver = driver
        self.ears = Ears()
        driver.app.narrator.lend(self.ears)
        driver.settings.spoken_output = "voice"
        self.chance = random.Random(seed)
        self.heard: set[str] = set()
        """Sounds of dice, cards and results."""
        self._untold: list[tuple[int, int, str]] = []
        """Sounds that nothing has been said after: texts said by then, step, cue."""
        self._step = 0
        self._spy_on_sounds()
        self.rest(4)

    def _spy_on_sounds(self) -> None:
        play = self.driver.ctx.play

        def listen(cue: str) -> None:
            play(cue)
            if cue in KINDS:
                self.heard.add(cue)
                self._untold.append((len(self.ears.said), self._step, cue))

        self.driver.ctx.play = listen  # type: ignore[method-assign]

    def check_sounds(self) -> None:
        """Fail where something sounded and nothing was said of it."""
        self._step += 1
        self._untold = [one for one in self._untold if one[0] >= len(self.ears.said)]
        for _, step, cue in self._untold:
            assert self._step - step < LATEST, f"{cue} was only a sound"

    @property
    def tree(self) -> Tree:
        """The page as it was told last."""
        return self.driver.app.narrator.tree

    @property
    def said(self) -> str:
        """Everything that was spoken so far."""
        return " ".join(self.ears.said)

    def rest(self, frames: int = 1) -> None:
        """Let some frames pass."""
        for _ in range(frames):
            self.driver.frame()

    def press(self, key: int, mod: int = 0) -> str:
        """Press a key; returns what is said then."""
        before = len(self.ears.said)
        self.driver.key(key, mod)
        self.rest(1)
        return " ".join(self.ears.said[before:])

    def seek(self, words: str) -> str:
        """Go on by Tab until these words are heard; returns all that was said there."""
        for _ in range(MOST_STOPS):
            said = self.press(pygame.K_TAB)
            if words in said:
                return said
        raise AssertionError(f"{words} is not told: {self.ears.said[-5:]}")

    def find_focus(self) -> Node | None:
        """The node that has the focus."""
        return self.tree.find(self.tree.focus)

    def find_zone(self, zone_id: str) -> list[Node]:
        """The nodes of a zone."""
        return [node for zone in self.tree.zones if zone.id == zone_id for node in zone.nodes]

    def list_matters(self) -> list[Node]:
        """What can be chosen for the decision at hand."""
        return [node for node in self.tree.walk() if MATTERS in node.states and DISABLED not in node.states]

    def type(self, text: str) -> None:
        """Type letters and digits into a text field."""
        for letter in text:
            self.driver.app.take(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        self.driver.frame()

    def go_to(self, name: str) -> None:
        """Go to a place by the beginning of its name."""
        self.press(pygame.K_g)
        self.type(name)
        self.press(pygame.K_RETURN)

    def go_to_matter(self) -> Node | None:
        """Go to something that matters: a place of the board by its name, else some steps on; None where nothing
        does."""
        matters = self.list_matters()
        if not matters:
            return None
        board = {node.id for zone in self.tree.zones if zone.is_board for node in zone.nodes}
        wanted = self.chance.choice(matters)
        if wanted.id in board:
            self.go_to(wanted.name.split(":")[0])
        else:
            for _ in range(self.chance.choice((1, 1, 2, 3))):
                self.press(pygame.K_f)
        return self.find_focus()

    def press_in_tree(self) -> bool:
        """Press something that matters in the tree, as a screen reader does; False where nothing does."""
        matters = self.list_matters()
        if not matters:
            return False
        pressed = self.driver.app.narrator.press(self.chance.choice(matters).id)
        self.rest(1)
        return pressed

    def choose_on_page(self) -> None:
        """Choose something on a page that is no table."""
        nodes = [node for node in self.tree.walk() if node.can_press and not node.id.startswith("bar.")]
        for _ in range(self.chance.randrange(min(len(nodes), 4)) + 1 if nodes else 0):
            self.press(pygame.K_TAB)
        self.press(pygame.K_RETURN)

    def play(self, ends: Any) -> int:
        """Play until ``ends`` is so; returns the number of keys that chose something."""
        chosen, same, last = 0, 0, None
        for _ in range(MOST_STEPS):
            if ends():
                return chosen
            self.check_sounds()
            if self.tree.page not in ("table", "result"):
                self.choose_on_page()
                continue
            if chosen < BY_KEYS:
                node = self.go_to_matter()
                if node is not None and DISABLED not in node.states:
                    self.press(pygame.K_RETURN)
                    chosen += 1
            else:
                chosen += self.press_in_tree()
            self.press(pygame.K_SPACE)
            now = (self.tree.title, self.tree.focus, len(self.ears.said))
            same = same + 1 if now == last else 0
            last = now
            assert same < 300, f"nothing is said any more: {self.ears.said[-3:]}, {self.tree.page}"
        raise AssertionError(f"this game never ends: {self.ears.said[-5:]}")
