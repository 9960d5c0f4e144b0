"""The keys of players who listen: zones and what is in them, the next thing that matters, places, and questions.

A place is gone to by its name on a sheet: letters narrow the list, the neighbours of the last place come first.
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import partial

from engine.accessibility.nodes import DISABLED, TEXT, Tree
from engine.storage.settings import FOR_READERS, FULL_DETAIL, OWN_VOICE
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.narrator import HEADPHONES, Narrator
from scenes.shell.page import Sheet, veil
from scenes.shell.spoken_scene import Neighbour, SpokenScene, describe_node, join_names
from scenes.shell.text_field import TextField
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

SAY = "say_"
ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1}
MOST_SHOWN = 7
"""Places that are listed at once."""
MOST_SPOKEN = 3
FIELD = "go_to.name"
LONGEST_NAME = 90
"""Characters of a place that stand on its button."""


class ListenerKeys:
    """Handles the commands for players who use the narrator or a screen reader."""

    def __init__(self, ctx: Context, narrator: Narrator) -> None:
        self.ctx = ctx
        self._narrator = narrator

    def take(self, given: Input) -> bool:
        """Handle a command for players who listen; return whether the input was one. Any key interrupts the speech."""
        top = self.ctx.stack.top
        if given.kind not in ("command", "key", "press", "text") or top is None:
            return False
        self._narrator.note_input()
        name = given.name
        if given.kind != "command" or top.ui.typing:
            return False
        acts: dict[str, Callable[[], None]] = {
            "speech": self._toggle_speech,
            "next_zone": partial(self._step_zone, 1),
            "previous_zone": partial(self._step_zone, -1),
            "next_matter": self._go_to_matter,
            "go_to": self._open_go_to,
        }
        if name in acts or name.startswith(SAY):
            acts.get(name, partial(self._answer, name.removeprefix(SAY)))()
            return True
        if not self._narrator.listening or self.ctx.stack.scanning:
            return False
        if name in ARROWS:
            return self._step_node(name)
        if name == "activate" and self._narrator.tree.focus == HEADPHONES:
            self._narrator.open_secret()
            return True
        if name == "activate" and self._narrator.cursor:
            self._narrator.say(self._narrator.describe_place())
            return True
        if name == "explain":
            node = self._narrator.build(whole=True).find(self._narrator.tree.focus)
            if node is not None:
                self._narrator.say(describe_node(self.ctx.t, node, FULL_DETAIL))
        return False

    def _toggle_speech(self) -> None:
        settings = self.ctx.settings
        settings.spoken_output = FOR_READERS if self._narrator.speaks else OWN_VOICE
        self.ctx.save_settings()
        self.ctx.toast(self.ctx.t("reader.speech.on" if self._narrator.speaks else "reader.speech.off"))

    def _step_zone(self, by: int) -> None:
        tree = self._narrator.refresh()
        if not tree.zones:
            return
        here = tree.find_zone(tree.focus)
        at = tree.zones.index(here) + by if here is not None else (0 if by > 0 else -1)
        zone = tree.zones[at % len(tree.zones)]
        matters = {matter.target for matter in self._narrator.find_spoken().list_matters()}
        node = next((one for one in zone.nodes if one.id in matters), zone.nodes[0])
        self._narrator.focus_on(node.id)

    def _step_node(self, arrow: str) -> bool:
        """Move the focus within the zone in the direction of an arrow: by place on a board, else in reading order."""
        top = self.ctx.stack.top
        tree = self._narrator.refresh()
        zone = tree.find_zone(tree.focus)
        if top is None or zone is None:
            return False
        focused = top.ui.find(top.ui.focus)
        if focused is not None and (focused.adjust if arrow in ("left", "right") else focused.adjust_rows) is not None:
            return False
        if zone.is_board and focused is not None:
            inside = {node.id for node in zone.nodes}
            found = top.ui.find_towards(arrow, [one for one in top.ui.targets if one.id in inside])
            if found is None:
                self._narrator.say(self.ctx.t("reader.edge"))
            else:
                self._narrator.focus_on(found.id)
            return True
        ids = [node.id for node in zone.nodes]
        at = ids.index(tree.focus) + ARROWS[arrow]
        if 0 <= at < len(ids):
            self._narrator.focus_on(ids[at])
        else:
            self._narrator.say(self.ctx.t("reader.edge"))
        return True

    def _go_to_matter(self) -> None:
        top = self.ctx.stack.top
        assert top is not None
        tree = self._narrator.refresh()
        listed = self._narrator.find_spoken().list_matters()
        matters = [matter for matter in listed if tree.find(matter.target) is not None]
        if not matters:
            self._tell(self.ctx.t("reader.matters.none"))
            return
        ids = [matter.target for matter in matters]
        at = ids.index(tree.focus) + 1 if tree.focus in ids else 0
        matter = matters[at % len(ids)]
        if matter.reason:
            self._narrator.say(matter.reason)
        if matter.target == tree.focus:
            node = tree.find(tree.focus)
            assert node is not None
            self._narrator.say(describe_node(self.ctx.t, node, self.ctx.settings.spoken_detail))
        self._narrator.is_led = self._narrator.focus_on(matter.target)

    def _open_go_to(self) -> None:
        tree = self._narrator.refresh()
        if tree.focus == HEADPHONES or tree.page == "go_to":
            return
        near = self._narrator.find_spoken().list_neighbours(tree.focus)
        self.ctx.stack.push(GoTo(self.ctx, tree, near, self._arrive))

    def _arrive(self, node_id: str) -> None:
        """Put the focus of the page below on the chosen place, if it still exists."""
        top = self.ctx.stack.top
        if top is not None and top.ui.find(node_id) is not None:
            top.ui.set_focus(node_id)

    def _answer(self, question: str) -> None:
        if question == "again":
            for text in self._narrator.previous or [self._narrator.describe_place()]:
                self._tell(text)
            return
        tree = self._narrator.refresh()
        if tree.focus == HEADPHONES:
            self._narrator.say_focus(tree)
            return
        if question == "place":
            self._tell(self._narrator.describe_place())
            return
        self._tell(self._find_answer(question) or self.ctx.t("reader.unknown"))

    def _find_answer(self, question: str) -> str:
        """Return the top page's answer to a question, or for a dialog that of the page below; "" where both have
        none."""
        below = [scene.make_spoken() for scene in reversed(self.ctx.stack.visible()[:-1])]
        pages = (self._narrator.find_spoken(), *below)
        return next((said for spoken in pages if (said := spoken.answer(question))), "")

    def _tell(self, text: str) -> None:
        """Say an answer, or show it where nobody listens."""
        if self._narrator.listening:
            self._narrator.say(text)
        else:
            self.ctx.ask(self.ctx.t("reader.answer"), text)


class SpokenGoTo(SpokenScene):
    """Speech of the sheet "Go to": the place that Enter leads to, and the next ones, as letters are typed."""

    _scene: "GoTo"

    def find_prompt(self) -> str:
        """Return the names of the first matching places, as spoken text."""
        found = self._scene.list_matches()
        names = [f"{place.name.split(':')[0]} {place.relation}".strip() for place in found[:MOST_SPOKEN]]
        return join_names(names) if names else self._scene.ctx.t("reader.go_to.none")


class GoTo(Sheet):
    """Sheet with a text field and the places that match; Enter goes to the first one."""

    name = "go_to"
    head = "reader.go_to"
    speech = SpokenGoTo

    def __init__(self, ctx: Context, tree: Tree, near: Sequence[Neighbour], arrive: Callable[[str], None]) -> None:
        super().__init__(ctx)
        self._arrive = arrive
        nodes = [
            node for node in tree.walk() if node.role != TEXT and not node.id.startswith(("bar.", "word.", "line."))
        ]
        boards = {node.id for zone in tree.zones if zone.is_board for node in zone.nodes}
        nodes.sort(key=lambda node: (node.id not in boards, DISABLED in node.states and node.id not in boards))
        self._places = [Neighbour(node.id, node.name) for node in nodes]
        self._near = list(near)
        self._typed = ""

    def enter(self) -> None:
        """Start typing at once."""
        self.ui.editing, self.ui.field = FIELD, TextField("", 24, self._finish)

    def list_matches(self) -> list[Neighbour]:
        """Return the places that fit what is typed, the best first; with nothing typed the neighbours."""
        typed = fold(self.ui.field.text if self.ui.field is not None else self._typed)
        if not typed:
            return (self._near or self._places)[:MOST_SHOWN]
        ranked = sorted(
            ((rank, at) for at, place in enumerate(self._places) if (rank := rank_match(typed, fold(place.name))) < 3)
        )
        return [self._places[at] for _, at in ranked[:MOST_SHOWN]]

    def _finish(self, typed: str) -> None:
        self._typed = typed

    def draw(self, c: Canvas) -> None:
        """Draw the sheet: field, list, and the way back."""
        t = self.ctx.t
        veil(c)
        self.ui.modal()
        high, gap = self.ui.touch.grow(44.0), max(6.0, self.ui.touch.gap)
        most = min(MOST_SHOWN, int((c.height - 120 - 2 * high) // (high + gap)))
        found = self.list_matches()[:most]
        w, h = 760.0, 102.0 + 2 * high + (high + gap) * most
        x, y = (1600 - w) / 2, (c.height - h) / 2
        shapes.panel(c, x, y, w, h, "parchment")
        text.draw(c, self.title(), x + w / 2, y + 36, "display", "paper.title", "cm", max_w=w - 60)
        tip = (self.title(), t("reader.go_to.help"))
        self.ui.text_field(c, FIELD, (x + 40, y + 62, w - 80, high), self._typed, self._finish, limit=24, tip=tip)
        for at, place in enumerate(found):
            box = (x + 40, y + 74 + high + (high + gap) * at, w - 80, high)
            label = place.name[:LONGEST_NAME] + (f" ({place.relation})" if place.relation else "")
            self.ui.button(c, f"go_to.{at}", box, label, partial(self._go, place), main=at == 0)
        if not found:
            text.draw(c, t("reader.go_to.none"), x + w / 2, y + 96 + high, "aside", "paper.text.muted", "cm")
        self.ui.button(c, "back", (x + w / 2 - 110, y + h - 14 - high, 220, high), t("ui.back"), self.ctx.stack.pop)

    def _go(self, place: Neighbour) -> None:
        self.ctx.stack.pop()
        self._arrive(place.target)

    def hurry_on(self, given: Input) -> bool:
        """Handle Enter (go to the first match) and Escape (close) while a name is typed; return whether it was one of
        them. Enter without a match leaves the name to be corrected."""
        if not self.ui.typing or given.kind != "command" or given.name not in ("activate", "back"):
            return False
        found = self.list_matches()
        if given.name != "back" and not found:
            self.ctx.play("refused")
            self.ctx.tell_toast(self.ctx.t("reader.go_to.none"))
            return True
        self.ui.commit_text()
        if given.name == "back":
            self.ctx.stack.pop()
        else:
            self._go(found[0])
        return True


def fold(name: str) -> str:
    """Return a name in small letters and without accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()


def rank_match(typed: str, name: str) -> int:
    """Return how a name matches: 0 it begins with the text, 1 a word in it does, 2 it contains it, 3 no match."""
    if name.startswith(typed):
        return 0
    if f" {typed}" in name:
        return 1
    return 2 if typed in name else 3
