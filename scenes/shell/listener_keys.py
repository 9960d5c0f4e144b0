"""The keys of players who listen: zones and what is in them, the next thing that matters, places, and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.storage.settings import FOR_READERS, FULL_DETAIL, OWN_VOICE
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.narrator import HEADPHONES, Narrator
from scenes.shell.node_words import describe_node

if TYPE_CHECKING:
    from scenes.shell.context import Context

SAY = "say_"
ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1}


class ListenerKeys:
    """Carries out the commands that are for those who listen to a narrator."""

    def __init__(self, ctx: Context, narrator: Narrator) -> None:
        self.ctx = ctx
        self._narrator = narrator

    def take(self, given: Input) -> bool:
        """Take a command that is for those who listen; whatever key is pressed cuts off what is being said."""
        top = self.ctx.stack.top
        if given.kind not in ("command", "key", "press", "text") or top is None:
            return False
        self._narrator.note_input()
        name = given.name
        if given.kind != "command" or top.ui.typing:
            return False
        if name == "speech":
            self._toggle_speech()
            return True
        if name in ("next_zone", "previous_zone"):
            self._step_zone(1 if name == "next_zone" else -1)
            return True
        if name == "next_matter":
            self._go_to_matter()
            return True
        if name == "go_to":
            self._open_go_to()
            return True
        if name.startswith(SAY):
            self._answer(name.removeprefix(SAY))
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
        """Go on within the zone: by place on a board, else in reading order."""
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
        self._narrator.focus_on(matter.target)

    def _open_go_to(self) -> None:
        tree = self._narrator.refresh()
        if tree.focus == HEADPHONES or tree.page == "go_to":
            return
        near = self._narrator.find_spoken().list_neighbours(tree.focus)
        routes.open(self.ctx, "go_to", tree, near, self._arrive)

    def _arrive(self, node_id: str) -> None:
        """Put the focus on the place that was gone to, on the page below."""
        top = self.ctx.stack.top
        if top is not None and top.ui.find(node_id) is not None:
            top.ui.set_focus(node_id)

    def _answer(self, question: str) -> None:
        if question == "again":
            for text in self._narrator.list_previous_words() or [self._narrator.describe_place()]:
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
        """Return the answer of the page, or of the one below it, which a dialog is about; "" where none knows any."""
        below = [scene.make_spoken() for scene in reversed(self.ctx.stack.visible()[:-1])]
        pages = (self._narrator.find_spoken(), *below)
        return next((said for spoken in pages if (said := spoken.answer(question))), "")

    def _tell(self, text: str) -> None:
        """Say an answer, or show it where nobody listens."""
        if self._narrator.listening:
            self._narrator.say(text)
        else:
            self.ctx.ask(self.ctx.t("reader.answer"), text, [("ok", self.ctx.t("ui.ok"), lambda: None)], main=0)
