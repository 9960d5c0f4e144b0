"""The narrator: follows what is on the screen, and says what is new.

What is said goes to outlets: the voice of the system, or a screen reader through the tree of the window. The picture is
never told differently from what is drawn: the tree is built from the targets of the last drawing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.accessibility.nodes import BUTTON, CHECK, DISABLED, FIELD, MAIN, MATTERS, TEXT, Node, Tree, Zone, number
from engine.storage.settings import FULL_DETAIL, NO_SPEECH, OWN_VOICE, SHORT_DETAIL, USUAL_DETAIL
from scenes.shell.spoken_scene import (
    BAR,
    SpokenScene,
    build_tree,
    describe_change,
    describe_node,
    describe_rest,
    end_sentence,
    leave_out_bare,
    split_sentences,
)
from scenes.shell.window import LIGHT_FRAME_S
from sprites.base.drawn_words import make_spoken

if TYPE_CHECKING:
    from engine.accessibility.adapter import Adapter
    from engine.accessibility.voice import Voice
    from scenes.shell.context import Context
    from scenes.shell.stack import Scene

LEAST_MS, MOTION_MS = 80.0, 400.0
"""Least time between two trees while things move, and where nothing but motion has changed the picture."""
PATIENCE_MS = 80.0
"""While things move, long frames leave the tree to the next ones, for no more milliseconds than these."""
LETTERS_A_SECOND = 15.0
"""How fast a voice speaks, to know how long it does."""
HOLD_MS, HOLD_PAGE_MS = 700.0, 1500.0
"""How long a screen reader has for reading the description of what has got the focus, before news take its place: on
the same page, and on one that has just been opened, all of whose nodes it looks at first."""
SETTLE_MS = 300.0
"""How long nothing moves before another name of the main button is told."""
FORGET_MS = 60.0
"""How long it has for noticing that what was told has been taken back."""
LOST_MS = 400.0
"""How long what had the focus may be gone before the page has it, whose name is read instead of the news."""
MOST_LINES = 6
"""New lines of the chronicle that are spoken at once; the key for what has changed says the others."""
KEYS_TOLD = "keys"
"""Entry of ``guided`` once the keys that lead on were told."""
HEADPHONES = "headphones"
"""Id of the node by which a person says that nobody else listens."""


class Narrator:
    """Speaks what is new on the screen, for one run of the program."""

    def __init__(self, ctx: Context, adapter: Adapter | None = None) -> None:
        self.ctx = ctx
        self.adapter = adapter
        self.speaker: Voice | None = None
        """The voice; opened when the settings want one."""
        self._is_lent = False
        self._voice_of: tuple[str, int] | None = None
        self.tree = Tree()
        """The page as it was told last."""
        self._sent = self.tree
        """The page as a screen reader has it."""
        self.cursor = ""
        """A text that is read, which has no focus of its own."""
        self._prompts: dict[str, list[str]] = {}
        """The sentences of what was asked last, by its title."""
        self._told: dict[str, list[str]] = {}
        """The sentences that were said of a thing last, by its name."""
        self._under: tuple[Scene, str, int] | None = None
        """The scene below the sheet or dialog on top, what it asked, and how many lines of its log were told."""
        self._is_back = False
        """Whether that scene is on top again."""
        self.is_led = False
        """Whether the next focus is one of the things that matter, one after the other."""
        self._is_late = False
        """Whether the focus has gone to the main button while things move, which is told when they rest."""
        self._opened = 0
        """How often a page has been opened or returned to."""
        self._scene: Scene | None = None
        self._spoken: SpokenScene | None = None
        self._drawing = -1
        self._age = 0.0
        """Milliseconds since the tree was built."""
        self._followed: tuple[Scene, int, str | None] | None = None
        """The scene of that tree, and its revision and focus then."""
        self._lines = 0
        self._prompt = ""
        self._has_happened = False
        """Whether something has happened since the prompt, which is then said again."""
        self._last: list[str] = []
        """What was said since the last key."""
        self.previous: list[str] = []
        """What was said before that: before the last key."""
        self._pending: list[str] = []
        self._spoken_until = 0.0
        self._settled = 0.0
        """Milliseconds since something moved."""
        self._holds_name = False
        """Whether the thing that has the focus is told by the name it had."""
        self._held = 0.0
        """Milliseconds for which news are held back."""
        self._lost = 0.0
        """Milliseconds since something had the focus."""
        self._news: list[str] = []
        """What readers are told through the tree."""
        self._has_warned = False
        self._is_refused = False
        """Whether something was refused in this frame."""

    # --- who listens ---------------------------------------------------------------------------------

    @property
    def speaks(self) -> bool:
        """Whether the game speaks by itself, not through a screen reader."""
        return self.ctx.settings.spoken_output == OWN_VOICE

    @property
    def listening(self) -> bool:
        """Whether anybody listens, to the voice or by a screen reader."""
        if self.speaks:
            return True
        is_read = self.adapter is not None and self.adapter.is_active
        return is_read and self.ctx.settings.spoken_output != NO_SPEECH

    def update(self, ms: float, spent_s: float = 0.0) -> None:
        """Follow the last drawing; called once a frame, after it, ``spent_s`` seconds after the frame has begun."""
        ctx = self.ctx
        listening = self.listening
        ctx.use_ears(listening)
        if listening != ctx.stack.collects_words:
            ctx.stack.collects_words = listening
            ctx.stack.dirty = True
            self._forget_page()
            self._open_voice()
            return
        if not listening:
            return
        self._open_voice()
        self._answer_readers()
        self._age += ms
        self._held -= ms
        self._lost = 0.0 if self.tree.focus else self._lost + ms
        top = ctx.stack.top
        self._settled = 0.0 if ctx.stack.moving else self._settled + ms
        is_drawn = top is not None and top.ui.words is not None and not ctx.stack.fade
        is_new = ctx.stack.drawings != self._drawing and self._is_due(top, spent_s)
        if is_drawn and (is_new or ((self._holds_name or self._is_late) and self._settled >= SETTLE_MS)):
            self._age = 0.0
            self._drawing = ctx.stack.drawings
            self._followed = (top, top.ui.revision, top.ui.focus) if top is not None else None
            self._follow()
        self._flush()

    def _is_due(self, top: Scene | None, spent_s: float) -> bool:
        """Whether the tree is to be built from the last drawing: at once at rest and for another focus, else in a frame
        that has time for it."""
        if top is None or self._followed is None or not self.ctx.stack.moving:
            return True
        scene, revision, focus = self._followed
        if scene is not top or top.ui.focus != focus:
            return True
        waited = self._age - (LEAST_MS if top.ui.revision != revision else MOTION_MS)
        return waited >= (0.0 if spent_s < LIGHT_FRAME_S else PATIENCE_MS)

    def lend(self, speaker: Voice) -> None:
        """Speak by this voice from now on, instead of the system's."""
        self.close()
        self.speaker, self._is_lent = speaker, True

    def close(self) -> None:
        """End the voice."""
        if self.speaker is not None and not self._is_lent:
            self.speaker.close()
            self.speaker = None

    def _forget_page(self) -> None:
        self.tree, self._scene, self._spoken = Tree(), None, None
        self.cursor = self._prompt = ""
        self._drawing, self._followed = -1, None

    def _open_voice(self) -> None:
        """Open the voice that the settings want, in the language of the game, and close another one."""
        if self._is_lent:
            return
        wanted = (self.ctx.language, self.ctx.settings.speech_rate) if self.speaks and not self.ctx.quiet else None
        if wanted != self._voice_of:
            self.close()
            self._voice_of = wanted
            self._has_warned = False
            if wanted is not None:
                from engine.accessibility import voice  # nobody else needs it

                self.speaker = voice.Voice(*wanted)
        if self.speaker is not None and self.speaker.missing and not self._has_warned:
            self._has_warned = True
            self.ctx.toast(self.ctx.t("reader.voice.missing"))

    @property
    def _tells_by_description(self) -> bool:
        return self.adapter is not None and self.adapter.tells_by_description

    # --- following the page ----------------------------------------------------------------------------

    def find_spoken(self) -> SpokenScene:
        """Return the speech interface of the top scene."""
        top = self.ctx.stack.top
        assert top is not None
        if top is not self._scene or self._spoken is None:
            under, self._is_back = self._under, self._under is not None and self._under[0] is top
            self._under = (self._scene, self._prompt, self._lines) if self._scene and not top.opaque else None
            self._scene, self._spoken = top, top.make_spoken()
            self.cursor = self._prompt = ""
            self._opened += 1
            self._lines = len(self._spoken.list_lines())
            if under is not None and self._is_back:
                _, self._prompt, self._lines = under
            elif top.opaque:
                self._prompts.clear()
                self._told.clear()
        return self._spoken

    def build(self, *, whole: bool = False) -> Tree:
        """Return the accessibility tree of the drawn page; of a secret page only the button with which its owner
        reveals it. ``whole``: with the descriptions of all targets, see :func:`build_tree`."""
        top = self.ctx.stack.top
        if top is None:
            return Tree()
        spoken = self.find_spoken()
        secret = self._find_secret()
        owner = "" if secret is None else secret.find_secret_owner()
        spoken.is_whole = whole or self.ctx.settings.spoken_detail == FULL_DETAIL
        tree = leave_out_bare(build_tree(top.name, top.ui, spoken, self.ctx.t, self.cursor, whole=whole))
        tree = replace(tree, opened=self._opened, open_list=top.ui.open_list or "")
        if not owner:
            return tree
        name = self.ctx.t("reader.headphones", name=owner)
        node = Node(HEADPHONES, BUTTON, name, about=self.ctx.t("reader.headphones.why"))
        private = Zone("private", self.ctx.t("reader.zone.private"), number([node]))
        zones = (private, *(zone for zone in tree.zones if zone.id == "bar"))
        return Tree(tree.page, private.name, zones, HEADPHONES, self._opened)

    def refresh(self) -> Tree:
        """Return the tree of the last drawing, built again only if there was a newer drawing or the focus has moved."""
        top = self.ctx.stack.top
        if self.ctx.stack.drawings != self._drawing or top is None or top is not self._scene or top.ui.dirty:
            self.tree = self._hold_name(self.build(), self.tree)
        return self.tree

    def _follow(self) -> None:
        before, is_new = self.tree, self.ctx.stack.top is not self._scene
        tree = self.tree = self._hold_name(self.build(), before)
        spoken = self.find_spoken()
        is_secret = tree.focus == HEADPHONES
        if is_new:
            self._say_page(tree, spoken, is_secret=is_secret)
        news = [] if is_secret else [*self._list_new_lines(spoken), *self._find_new_prompt(spoken)]
        is_moved = is_new or self._is_late or tree.focus != before.focus
        if not is_moved:
            self._say_change(tree.find(tree.focus), before.find(before.focus), has_news=bool(news))
        if spoken.reads_all and not is_new:
            self._say_new_texts(tree, before)
        for each in news:
            self.say(each)
        if is_moved:
            self.say_focus(tree, before, is_brief=bool(news) and not is_new)

    def _hold_name(self, tree: Tree, before: Tree) -> Tree:
        """Return the tree with the focused main button's name held until nothing moves. While something moves the
        button skips it; that new name is no news for a player who has just pressed it."""
        node, old = tree.find(tree.focus), before.find(tree.focus)
        self._holds_name = False
        if node is None or old is None or tree.opened != before.opened or node.name == old.name:
            return tree
        self._holds_name = MAIN in (*node.states, *old.states) and self._settled < SETTLE_MS
        return tree.rename(node.id, old.name) if self._holds_name else tree

    def _say_page(self, tree: Tree, spoken: SpokenScene, *, is_secret: bool) -> None:
        t, settings = self.ctx.t, self.ctx.settings
        self.cut()
        if not self._is_back:
            self.say(tree.title, focus=True)
        if spoken.reads_all and not is_secret:
            for node in tree.walk():
                if node.role == TEXT and node.name != tree.title:
                    self.say(node.name)
        top = self.ctx.stack.top
        if spoken.reads_all and top is not None and not top.opaque and top.ui.amber is not None and not tree.focus:
            self.say(t("reader.main", name=top.ui.amber.label))
        if KEYS_TOLD not in settings.guided:
            settings.guided = [*settings.guided, KEYS_TOLD]
            self.ctx.save_settings()
            self.say(t("reader.keys"))
        elif not any(node.can_press for zone in tree.zones if zone.id != BAR.id for node in zone.nodes):
            self.say(t("reader.only_back"))

    def _say_new_texts(self, tree: Tree, before: Tree) -> None:
        """Speak texts that are new since the last tree of a page that is read as a whole, except numbers that count
        up."""
        known = {node.name for node in before.walk()}
        for node in tree.walk():
            if node.role == TEXT and node.name not in known and any(letter.isalpha() for letter in node.name):
                self.say(node.name)

    def say_focus(self, tree: Tree, before: Tree | None = None, *, is_brief: bool = False) -> None:
        """Say what has the focus, and the zone when that is not the one of the page ``before``.

        ``is_brief``: only its name, because it has come there by itself after news. The main button is told when things
        have come to rest, and where it can be used.
        """
        before = before or Tree()
        node = tree.find(tree.focus)
        is_led, self.is_led, self._is_late = self.is_led, False, False
        if node is None:
            return
        is_main = MAIN in node.states
        is_moving = self.ctx.stack.moving or self._holds_name
        self._is_late = is_main and not is_led and is_moving and self._lines > 0
        if self._is_late or (is_main and is_brief and DISABLED in node.states):
            return
        zone, old = tree.find_zone(node.id), before.find_zone(before.focus)
        is_other = zone is not None and (old is None or old.id != zone.id) and len(tree.zones) > 1 and not is_main
        if is_led or is_brief:
            node = node._replace(states=tuple(state for state in node.states if state != MATTERS))
        detail = self.ctx.settings.spoken_detail
        if detail == USUAL_DETAIL and (is_led or not is_other):
            node = node._replace(place=(1, 1))
        detail = SHORT_DETAIL if is_brief else detail
        said = split_sentences(describe_node(self.ctx.t, node, detail, zone if is_other else None))
        known = self._told.get(node.name.partition(":")[0], ())
        self._told[node.name.partition(":")[0]] = said
        self.say(" ".join([*said[:1], *self._leave_out(said[1:], known)]), focus=True)

    def _leave_out(self, sentences: Sequence[str], known: Sequence[str]) -> list[str]:
        """Return the sentences without those that were said last time, unless they have figures or all is wanted."""
        if self.ctx.settings.spoken_detail == FULL_DETAIL:
            return [*sentences]
        return [one for one in sentences if one not in known or any(sign.isdigit() for sign in one)]

    def _say_change(self, node: Node | None, before: Node | None, *, has_news: bool) -> None:
        """Speak how the focused thing has changed, once. Left out: its new name where news tell the reason, and a main
        button that cannot be used."""
        if node is None or before is None or node.id != before.id:
            return
        if node.name != before.name and (has_news or {MAIN, DISABLED} <= {*node.states}):
            node = node._replace(name=before.name)
        change = describe_change(self.ctx.t, node, before)
        is_told = node.role == CHECK or (node.role == FIELD and node.states == before.states)
        is_news = bool(change) and self._tells_by_description and not is_told
        if node.name != before.name:
            self.say(describe_node(self.ctx.t, node, SHORT_DETAIL), focus=True)
            self._news += [change] if is_news else []
        else:
            self.say(change, focus=not is_news)

    def _list_new_lines(self, spoken: SpokenScene) -> Sequence[str]:
        lines, before = spoken.list_lines(), self._lines
        self._has_happened = self._has_happened or len(lines) > before
        self._lines = len(lines)
        return lines[before:][-MOST_LINES:]

    def _find_new_prompt(self, spoken: SpokenScene) -> list[str]:
        """Return the sentences of the prompt that are new, to be spoken.

        A prompt is spoken once even if motion comes in between, and again after an event; parts already spoken, and
        what was just said of the focused thing, are left out.
        """
        prompt = spoken.find_prompt()
        if not prompt and self._has_happened:
            self._prompt = ""
        if not prompt or prompt == self._prompt:
            return []
        sentences, last = split_sentences(prompt), split_sentences(self._prompt)
        known = self._prompts.get(sentences[0], ())
        self._prompts[sentences[0]] = sentences
        rest = [*sentences[:1], *self._leave_out(sentences[1:], known)]
        if not self._has_happened:
            rest = [one for one in rest if one not in last]
        self._prompt, self._has_happened = prompt, False
        node = self.tree.find(self.tree.focus)
        just = [] if node is None else [end_sentence(node.name), *self._told.get(node.name.partition(":")[0], ())]
        told = [one for one in rest if one not in just]
        return [" ".join(told)] if told else []

    def describe_place(self) -> str:
        """Return the present position in words: page, zone and focused element; without a focus page and zones."""
        tree = self.build(whole=True)
        node, zone = tree.find(tree.focus), tree.find_zone(tree.focus)
        said = "" if node is None else describe_node(self.ctx.t, node, FULL_DETAIL, zone)
        zones: Sequence[str] = [one.name for one in tree.zones]
        return f"{end_sentence(tree.title)} {said}" if said else f"{end_sentence(tree.title)} {', '.join(zones)}"

    # --- speaking --------------------------------------------------------------------------------------

    def say(self, text: str, *, focus: bool = False) -> None:
        """Speak a text after the current one; ``focus``: screen readers speak it by themselves."""
        if not text:
            return
        self._pending.append(make_spoken(text))
        if not focus:
            self._news.append(make_spoken(text))

    @property
    def is_speaking(self) -> bool:
        """Whether a voice probably still speaks, that of the game or of a screen reader."""
        return time.monotonic() < self._spoken_until

    def note_toast(self, text: str) -> None:
        """Say a short note that is shown for a moment."""
        if self.listening:
            self.say(text)

    def note_refusal(self) -> None:
        """Say that an input is not possible now, unless the page says why."""
        self._is_refused = self.listening

    def note_input(self) -> None:
        """Interrupt the speech, because the player has pressed something."""
        if self.listening:
            self.cut()
        self._settled = 0.0

    def forget(self) -> None:
        """Drop all spoken and waiting texts, because another person listens from now on."""
        self.cut()
        self.previous.clear()
        self._news.clear()
        self._prompt = ""
        if self._tells_by_description and self.adapter is not None:
            self.adapter.forget_news()

    def cut(self) -> None:
        """Interrupt the speech, but keep the text for being repeated."""
        self._pending.clear()
        self.previous = self._last or self.previous
        self._last = []
        self._spoken_until = 0.0
        if self.speaks and self.speaker is not None:
            self.speaker.stop()

    def _flush(self) -> None:
        """Hand over what is to be said."""
        if self._is_refused and not self._pending:
            self.say(self.ctx.t("reader.state.disabled"))
        self._is_refused = False
        if self._pending:
            said = " ".join(map(end_sentence, self._pending))
            if self.speaks and self.speaker is not None:
                self.speaker.say(said)
            if self.listening:
                self._spoken_until = max(self._spoken_until, time.monotonic()) + len(said) / LETTERS_A_SECOND
            self._last += self._pending
            self._pending.clear()
        if self.adapter is not None and self.adapter.is_active:
            self._send(self.adapter)
        else:
            self._news.clear()

    def _send(self, adapter: Adapter) -> None:
        """Send the page and the news to a screen reader, unless it is just reading a new focus."""
        tree, before, window = self.tree, self._sent, self.ctx.window
        has_lost_focus = bool(before.focus and not tree.focus) and tree.opened == before.opened
        if has_lost_focus and self._lost < LOST_MS and not adapter.needs_tree:
            return
        if adapter.needs_tree or (tree.opened, tree.focus) != (before.opened, before.focus):
            hold = HOLD_MS if tree.opened == before.opened else HOLD_PAGE_MS
            self._held = hold if adapter.tells_by_description else 0.0
            news = self._news
        else:
            if self._news and self._held <= 0 and adapter.tells_by_description and adapter.forget_news():
                self._held = FORGET_MS
            news = [] if self._held > 0 else self._news
        if window is None or not (tree is not before or news or adapter.needs_tree):
            return
        node, detail = tree.find(tree.focus), self.ctx.settings.spoken_detail
        about = node and describe_rest(self.ctx.t, node, detail, with_values=adapter.tells_by_description)
        self._sent = tree
        adapter.send(tree, about or "", () if self.speaks else [*map(end_sentence, news)], window.measure_box)
        if news:
            self._news = []

    # --- what readers ask for -----------------------------------------------------------------------

    def _answer_readers(self) -> None:
        adapter, window = self.adapter, self.ctx.window
        if adapter is None:
            return
        if window is not None:
            adapter.tell_window(*window.measure_place())
        for request in adapter.take_requests():
            if request.kind == "press":
                self.press(request.node)
            else:
                self.focus_on(request.node)

    def press(self, node_id: str) -> bool:
        """Press a node at the request of a screen reader; return False when it is gone or disabled."""
        top = self.ctx.stack.top
        if node_id == HEADPHONES:
            self.open_secret()
            return True
        target = top.ui.find(node_id) if top is not None and not self.ctx.stack.fade else None
        if top is None or target is None or not target.enabled:
            return False
        top.ui.set_focus(node_id)
        top.ui.press_target(target, by_pad=False)
        return True

    def focus_on(self, node_id: str) -> bool:
        """Put the focus on a node, or the reading cursor on a text; return False when it is gone."""
        top = self.ctx.stack.top
        node = self.tree.find(node_id)
        if top is None or node is None:
            return False
        if node.role == TEXT:
            self.cursor = node_id
            top.ui.focus = None
            top.ui.dirty = True
        else:
            self.cursor = ""
            if top.ui.find(node_id) is None:
                return False
            top.ui.set_focus(node_id)
        return True

    def open_secret(self) -> None:
        """Reveal a secret page, because only its owner listens now."""
        secret = self._find_secret()
        if secret is not None:
            secret.open_secret()
            self._prompt = ""
            self.ctx.stack.dirty = True

    def _find_secret(self) -> SpokenScene | None:
        """Return the speech of the open scene that only one person may hear, on top or below; None without one."""
        for scene in self.ctx.stack.scenes:
            spoken = self._spoken if scene is self._scene and self._spoken is not None else scene.make_spoken()
            if spoken.find_secret_owner():
                return spoken
        return None
