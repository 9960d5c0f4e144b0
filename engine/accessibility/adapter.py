"""The tree of the window for screen readers, by AccessKit: AT-SPI on Linux, UI Automation on Windows, NSAccessibility.

The package is optional: without it, or after an error of it, :func:`open_adapter` returns None and the game goes on.
Nothing is built before a reader asks. How the library behaves was found by trying:

- On Linux the activation handler runs on a thread of the library, which holds the lock that every method of the adapter
  needs. So the handler is ``deque.popleft``, which runs no Python code, and no method is called before it has run; the
  whole tree follows with the next frame.
- What a reader asks for comes on that thread as well; it is put into a queue for the main loop.
- An error inside the library is a panic, which is no ``Exception``, and every later call fails too: the adapter is
  switched off.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from engine.accessibility.nodes import (
    BUTTON,
    CHECK,
    CHOICE,
    DISABLED,
    FIELD,
    LIST,
    OFF,
    ON,
    SLIDER,
    TEXT,
    THING,
    Box,
    Node,
    Tree,
)

ROOT = 0
LOG_LINES = 8
"""Announcements that stay in the tree."""
ROLES = {
    THING: "BUTTON", BUTTON: "BUTTON", CHECK: "CHECK_BOX", CHOICE: "RADIO_BUTTON", SLIDER: "SLIDER",
    LIST: "COMBO_BOX", FIELD: "TEXT_INPUT", TEXT: "LABEL",
}  # fmt: skip
"""Roles of nodes as the library names them."""


class Request(NamedTuple):
    """What a reader asks for: ``press`` or ``focus``, and the id of the node."""

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
    is_on: bool | None = None
    is_live: bool = False


def open_adapter(handle: object, title: str) -> Adapter | None:
    """Return an adapter for a window, or None where the package is missing or refuses.

    ``handle``: of the window, used on Windows and macOS. It must be called while the window is still hidden.
    """
    try:
        library = importlib.import_module("accesskit")
        return Adapter(library, handle, title)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        return None


class Adapter:
    """Sends what has changed of the tree, and hands what readers ask for to the main loop."""

    def __init__(self, library: Any, handle: object, title: str) -> None:
        self._library = library
        self._title = title
        self._sent: dict[int, _Spec] = {}
        self._focus = ROOT
        self._has_told = False
        self._is_broken = False
        self._numbers: dict[str, int] = {}
        """Ids of nodes and their numbers; a number keeps its meaning."""
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
        """Whether a reader has asked for the tree."""
        return not self._first and not self._is_broken

    @property
    def needs_tree(self) -> bool:
        """Whether a reader has asked and has got nothing but the window yet."""
        return self.is_active and not self._has_told

    def take_requests(self) -> list[Request]:
        """Return what readers have asked for since the last call."""
        found: list[Request] = []
        while True:
            try:
                kind, number = self._requests.get_nowait()
            except Empty:
                return found
            if number in self._ids:
                found.append(Request(kind, self._ids[number]))

    def tell_window(self, is_focused: bool, box: Box) -> None:
        """Tell whether the window has the keyboard, and its place on the screen: left, top, width, height."""
        if (is_focused, box) != self._place:
            self._place = is_focused, box
            with self._lock:
                if self.is_active and self._has_told:
                    self._guard(self._send_place)

    def send(self, tree: Tree, news: Sequence[str], to_pixels: Callable[[Box], Box]) -> int:
        """Send what has changed; returns the number of nodes sent. ``news`` are announced once each."""
        with self._lock:
            if not self.is_active:
                return 0
            is_first = not self._has_told
            if is_first:
                self._has_told = True
                self._sent = {}
                self._guard(self._send_place)
            for line in news:
                self._lines.append((self._number(f"news.{len(self._numbers)}"), line))
            specs = self._list_specs(tree, to_pixels)
            focus = self._numbers.get(tree.focus, ROOT)
            focus = focus if focus in specs else ROOT
            changed = [(number, spec) for number, spec in specs.items() if self._sent.get(number) != spec]
            if not changed and focus == self._focus:
                return 0
            self._sent, self._focus = specs, focus
            self._guard(lambda: self._send_specs(changed, focus, is_first=is_first))
            return len(changed)

    def _number(self, node_id: str) -> int:
        number = self._numbers.setdefault(node_id, len(self._numbers) + 1)
        self._ids[number] = node_id
        return number

    def _list_specs(self, tree: Tree, to_pixels: Callable[[Box], Box]) -> dict[int, _Spec]:
        specs: dict[int, _Spec] = {}
        zones = []
        for zone in tree.zones:
            number = self._number(f"{tree.page} zone {zone.id}")
            zones.append(number)
            children = tuple(self._number(node.id) for node in zone.nodes)
            specs[number] = _Spec("GROUP", zone.name, children=children)
            for child, node in zip(children, zone.nodes, strict=True):
                specs[child] = _make_spec(node, to_pixels(node.box))
        log = self._number("news")
        specs[log] = _Spec("LOG", children=tuple(number for number, _ in self._lines))
        for number, line in self._lines:
            specs[number] = _Spec("LABEL", value=line, is_live=True)
        box = None if self._place is None else (0.0, 0.0, *self._place[1][2:])
        name = f"{self._title} – {tree.title}" if tree.title else self._title
        specs[ROOT] = _Spec("WINDOW", name, children=(*zones, log), box=box)
        return specs

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
        if spec.value:
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
        elif spec.can_focus:
            node.set_disabled()
        if spec.can_focus:
            node.add_action(library.Action.FOCUS)
        if spec.is_on is not None:
            node.set_toggled(library.Toggled.TRUE if spec.is_on else library.Toggled.FALSE)
        if spec.is_live:
            node.set_live(library.Live.POLITE)
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
        """Call the library; after a panic the adapter is switched off."""
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


def _make_spec(node: Node, box: Box) -> _Spec:
    if node.role == TEXT:
        return _Spec("LABEL", value=node.name, box=box)
    is_on = True if ON in node.states else False if OFF in node.states else None
    return _Spec(
        ROLES[node.role], node.name, node.value, node.about, box=box, can_press=DISABLED not in node.states,
        can_focus=True, is_on=is_on,
    )  # fmt: skip
