"""The tree of the window for screen readers, by AccessKit: AT-SPI on Linux, UI Automation on Windows, NSAccessibility.

The package is optional: without it, or after an error of it, :func:`open_adapter` returns None and the game goes on.
Nothing is built before a reader asks. How the library behaves was found by trying:

- On Linux the activation handler runs on a thread of the library, which holds the lock that every method of the adapter
  needs. So the handler is ``deque.popleft``, which runs no Python code, and no method is called before it has run; the
  whole tree follows with the next frame.
- What a reader asks for comes on that thread as well; it is put into a queue for the main loop.
- An error inside the library is a panic, which is no ``Exception``, and every later call fails too: the adapter is
  switched off.

How Orca speaks was found by listening to it. It says announcements from 45.2 on only, and new versions drop a name or a
description that resembles the one before. What every version says is another description of what has the focus. So on
Linux only that node is described; news come as its description, which is emptied a moment before. There values that are
no text and states that Orca does not follow are told in words. What lies on a table is an item of a list, because "push
button" after each card is noise, and so is what is only read, because labels are read out whenever a panel is entered;
a panel that begins with such an item is passed over, so a zone of cards, squares or lines is a list.
"""

import importlib
import re
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from engine.accessibility.nodes import BUTTON, CHECK, CHOICE, FIELD, LIST, OFF, ON, SLIDER, TEXT, THING, Box, Node, Tree

ROOT, LOG = 0, 1
LOG_LINES = 8
"""Number of announcements that stay in the tree."""
ROLES = {
    THING: "BUTTON", BUTTON: "BUTTON", CHECK: "CHECK_BOX", CHOICE: "RADIO_BUTTON", SLIDER: "SLIDER",
    LIST: "COMBO_BOX", FIELD: "TEXT_INPUT", TEXT: "LABEL",
}  # fmt: skip
"""Roles of nodes as the library names them."""
ORCA_ROLES = {**ROLES, THING: "LIST_ITEM", TEXT: "LIST_ITEM"}
HEADS = {True: "LIST_ITEM", False: "HEADING"}
"""Roles of the name of a page, for Orca and for others."""


class Request(NamedTuple):
    """Action requested by a screen reader: ``press`` or ``focus``, and the id of the node."""

    kind: str
    node: str


@dataclass(frozen=True, slots=True)
class _Spec:
    """A node as it is sent, comparable with the one sent before."""

    role: str
    label: str = ""
    value: str = ""
    about: str = ""
    children: tuple[int, ...] = ()
    box: Box | None = None
    can_press: bool = False
    can_focus: bool = False
    is_disabled: bool = False
    is_on: bool | None = None
    is_live: bool = False
    placeholder: str = ""
    """Read instead of the text by old versions of Orca, whose methods of asking for the text are missing."""
    selection: tuple[int, int] | None = None
    """In a text field whose text is its only child: start of the selection, and the caret."""


def open_adapter(handle: object, title: str) -> "Adapter | None":
    """Return an adapter for a window, or None where the package is missing or refuses.

    ``handle``: native handle of the window, used on Windows and macOS. Call it while the window is still hidden.
    """
    try:
        library = importlib.import_module("accesskit")
        return Adapter(library, handle, title)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        return None


class Adapter:
    """Sends changes of the accessibility tree to screen readers and queues their requests for the main loop."""

    def __init__(self, library: Any, handle: object, title: str) -> None:
        self._library = library
        self._title = title
        self.tells_by_description = sys.platform not in ("win32", "darwin")
        """Whether readers say only the description of the focused node, but no other news, values and states."""
        self._sent: dict[int, _Spec] = {}
        self._focus = ROOT
        self._told = ""
        """Description of the focused node."""
        self._has_told = False
        self._is_broken = False
        self._opened, self._page = -1, ("", False)
        """The page to which the numbers belong; its name when it was opened or when the focus came to it, because a
        name that changes is said; and whether something had the focus when it was opened, of which a reader names the
        page as context."""
        self._open_list = ""
        self._count = LOG
        """The last number; each keeps its meaning."""
        self._numbers: dict[str, int] = {}
        """Ids of nodes of this page and their numbers."""
        self._ids: dict[int, str] = {}
        self._lines: deque[tuple[int, str]] = deque(maxlen=LOG_LINES)
        self._place: tuple[bool, Box] | None = None
        self._requests: SimpleQueue[tuple[str, int]] = SimpleQueue()
        self._lock = threading.Lock()
        self._first: deque[Any] = deque([self._make_first()])
        """The tree of the window alone, taken by the library when a reader asks: empty from then on."""
        if sys.platform == "win32":
            self._adapter = library.windows.SubclassingAdapter(handle, self._first.popleft, self._note_request)
        elif sys.platform == "darwin":
            library.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._adapter = library.macos.SubclassingAdapter.for_window(handle, self._first.popleft, self._note_request)
        else:
            self._adapter = library.unix.Adapter(self._first.popleft, self._note_request, self._note_end)

    @property
    def is_active(self) -> bool:
        """Whether a screen reader has asked for the tree."""
        return not self._first and not self._is_broken

    @property
    def needs_tree(self) -> bool:
        """Whether a screen reader has asked for the tree and has received only the window so far."""
        return self.is_active and not self._has_told

    def take_requests(self) -> list[Request]:
        """Return the requests of screen readers since the last call, oldest first."""
        found: list[Request] = []
        while True:
            try:
                kind, number = self._requests.get_nowait()
            except Empty:
                return found
            if number in self._ids:
                found.append(Request(kind, self._ids[number]))

    def tell_window(self, is_focused: bool, box: Box) -> None:
        """Tell screen readers whether the window has the keyboard, and its box on the screen (left, top, width,
        height)."""
        if (is_focused, box) != self._place:
            self._place = is_focused, box
            with self._lock:
                if self.is_active and self._has_told:
                    self._guard(self._send_place)

    def send(self, tree: Tree, about: str, news: Sequence[str], to_pixels: Callable[[Box], Box]) -> int:
        """Send the changes of the tree; return the number of nodes sent.

        ``about``: description of the focused node, read after its name; ``news``: texts announced once each;
        ``to_pixels``: converts boxes of nodes to pixels of the window.
        """
        with self._lock:
            if not self.is_active:
                return 0
            is_first = not self._has_told
            if is_first:
                self._has_told = True
                self._sent = {}
                self._guard(self._send_place)
            if tree.opened != self._opened:
                self._opened, self._page = tree.opened, (tree.title, bool(tree.focus))
                self._numbers.clear()
                self._ids.clear()
            elif tree.open_list != self._open_list:
                # All zones anew are one change, which Orca reads at once; it needs seconds for a hundred children.
                self._numbers = {node_id: self._numbers[node_id] for node_id in ("page", "head")}
                self._ids = {number: node_id for node_id, number in self._numbers.items()}
            elif not tree.focus and self._focus != self._numbers["head"]:
                self._page = tree.title, self._page[1]
            self._open_list = tree.open_list
            if not self.tells_by_description:
                self._lines.extend((self._next_number(), line) for line in news)
            specs, focus = self._list_specs(tree, to_pixels)
            if not self.tells_by_description:
                self._told = about
            elif is_first or focus != self._focus:
                self._told = " ".join(part for part in (about, *news) if part)
            elif news:
                self._told = " ".join(news)
            specs[focus] = replace(specs[focus], about=self._told)
            return self._send_changes(specs, focus, is_first=is_first)

    def forget_news(self) -> bool:
        """Clear the last announcement, so that the next one is sent as a change even if its text is the same; returns
        whether there was one to clear."""
        with self._lock:
            if not self.is_active or not self._told or self._focus not in self._sent:
                return False
            self._told = ""
            self._send_changes({**self._sent, self._focus: replace(self._sent[self._focus], about="")}, self._focus)
            return True

    def _next_number(self) -> int:
        self._count += 1
        return self._count

    def _number(self, node_id: str) -> int:
        number = self._numbers.get(node_id)
        if number is None:
            number = self._numbers[node_id] = self._next_number()
            self._ids[number] = node_id
        return number

    def _list_specs(self, tree: Tree, to_pixels: Callable[[Box], Box]) -> tuple[dict[int, _Spec], int]:
        """Return all nodes by number, and the number of the focused node, or that of the page's name if none is."""
        specs: dict[int, _Spec] = {}
        zones = []
        for zone in tree.zones:
            number = self._number(f"zone {zone.id}")
            zones.append(number)
            children = tuple(self._number(node.id) for node in zone.nodes)
            has_items = zone.nodes[0].role == THING or all(node.role in (THING, TEXT) for node in zone.nodes)
            is_list = self.tells_by_description and has_items
            specs[number] = _Spec("LIST" if is_list else "GROUP", zone.name, children=children)
            for child, node in zip(children, zone.nodes, strict=True):
                specs[child] = self._make_spec(node, to_pixels(node.box))
                if node.role == FIELD and self.tells_by_description:
                    text = self._number(f"{node.id} text")
                    specs[child] = replace(
                        specs[child], children=(text,), selection=node.selection, placeholder=node.value
                    )
                    specs[text] = _Spec("TEXT_RUN", value=node.value)
        page, head = self._number("page"), self._number("head")
        title, is_context = self._page
        specs[head] = _Spec(HEADS[self.tells_by_description], title, can_focus=True)
        specs[page] = _Spec("GROUP", title if is_context else "", children=(*zones, head))
        specs[LOG] = _Spec("LOG", children=tuple(number for number, _ in self._lines))
        for number, line in self._lines:
            specs[number] = _Spec("LABEL", value=line, is_live=True)
        box = None if self._place is None else (0.0, 0.0, *self._place[1][2:])
        specs[ROOT] = _Spec("WINDOW", self._title, children=(page, LOG), box=box)
        for node_id, number in list(self._numbers.items()):
            if number not in specs:  # gone for Orca, which takes no notice of a node that has come back
                del self._numbers[node_id], self._ids[number]
        return specs, self._numbers.get(tree.focus, head)

    def _make_spec(self, node: Node, box: Box) -> _Spec:
        if self.tells_by_description:
            is_on = None if node.role == THING else _find_state(node)
            name, value, role = node.name, "", ORCA_ROLES[node.role]
        elif node.role == TEXT:
            name, value, is_on, role = "", node.name, None, ROLES[TEXT]
        else:
            name, value, is_on, role = node.name, node.value, _find_state(node), ROLES[node.role]
        is_used, can_press = node.role != TEXT, node.can_press
        return _Spec(
            role, name, value, "" if self.tells_by_description else node.about, box=box, can_press=can_press,
            can_focus=is_used, is_disabled=is_used and not can_press, is_on=is_on,
        )  # fmt: skip

    def _send_changes(self, specs: dict[int, _Spec], focus: int, *, is_first: bool = False) -> int:
        changed = [(number, spec) for number, spec in specs.items() if self._sent.get(number) != spec]
        if not changed and focus == self._focus:
            return 0
        self._sent, self._focus = dict(specs), focus
        self._guard(lambda: self._send_specs(changed, focus, is_first=is_first))
        return len(changed)

    def _send_specs(self, changed: Sequence[tuple[int, _Spec]], focus: int, *, is_first: bool) -> None:
        update = self._library.TreeUpdate(focus)
        if is_first:
            update.tree = self._make_tree()
        # A live node is announced when it is added: what is there already when a reader comes stays silent.
        update.nodes.extend(
            (number, self._make_node(replace(spec, is_live=False) if is_first else spec)) for number, spec in changed
        )
        self._raise_events(self._adapter.update_if_active(lambda: update))

    def _make_node(self, spec: _Spec) -> Any:
        library = self._library
        node = library.Node(getattr(library.Role, spec.role))
        if spec.label:
            node.set_label(spec.label)
        if spec.role == "TEXT_RUN":
            node.set_value(spec.value)
            node.set_character_lengths([len(letter.encode()) for letter in spec.value])
            node.set_word_lengths([len(word) for word in re.findall(r"\s+|\S+\s*", spec.value)])
        elif spec.value:
            node.set_value(spec.value)
        if spec.about:
            node.set_description(spec.about)
        if spec.children:
            node.set_children(list(spec.children))
        if spec.box is not None:
            left, top, wide, high = spec.box
            node.set_bounds(library.Rect(left, top, left + wide, top + high))
        if spec.can_press:
            node.add_action(library.Action.CLICK)
        if spec.is_disabled:
            node.set_disabled()
        if spec.can_focus:
            node.add_action(library.Action.FOCUS)
        if spec.is_on is not None:
            node.set_toggled(library.Toggled.TRUE if spec.is_on else library.Toggled.FALSE)
        if spec.placeholder:
            node.set_placeholder(spec.placeholder)
        if spec.is_live:
            node.set_live(library.Live.POLITE)
        if spec.selection is not None:
            begin, caret = (library.TextPosition(spec.children[0], at) for at in spec.selection)
            node.set_text_selection(library.TextSelection(begin, caret))
        return node

    def _make_first(self) -> Any:
        update = self._library.TreeUpdate(ROOT)
        update.tree = self._make_tree()
        update.nodes.append((ROOT, self._make_node(_Spec("WINDOW", self._title))))
        return update

    def _make_tree(self) -> Any:
        tree = self._library.Tree(ROOT)
        tree.toolkit_name = "Four Thrones"
        return tree

    def _send_place(self) -> None:
        if self._place is None:
            return
        is_focused, (left, top, wide, high) = self._place
        if sys.platform == "darwin":
            self._raise_events(self._adapter.update_view_focus_state(is_focused))
        elif sys.platform != "win32":  # on Windows the adapter sees the messages of the window itself
            outer = self._library.Rect(left, top, left + wide, top + high)
            self._adapter.set_root_window_bounds(outer, outer)
            self._adapter.update_window_focus_state(is_focused)

    def _raise_events(self, events: Any) -> None:
        if events is not None:
            events.raise_events()

    def _guard(self, call: Callable[[], None]) -> None:
        """Call the library; if it fails, switch the adapter off instead of raising."""
        try:
            call()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            self._is_broken = True

    # Called on a thread of the library.

    def _note_request(self, request: Any) -> None:
        action = self._library.Action
        if request.action == action.CLICK:
            self._requests.put(("press", request.target))
        elif request.action == action.FOCUS:
            self._requests.put(("focus", request.target))

    def _note_end(self) -> None:
        with self._lock:
            self._has_told = False
            self._first.append(self._make_first())


def _find_state(node: Node) -> bool | None:
    return True if ON in node.states else False if OFF in node.states else None
