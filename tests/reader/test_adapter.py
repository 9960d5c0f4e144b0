"""The tree for screen readers without a reader: nothing is built, and a fault of the library stops nothing."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from engine.accessibility import adapter
from engine.accessibility.adapter import Adapter, Request, open_adapter
from engine.accessibility.nodes import BUTTON, TEXT, Node, Tree, Zone, number

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the stand-in is that of Linux")

NODES = number([Node("ok", BUTTON, "Got it"), Node("text.1", TEXT, "Words")])
TREE = Tree("page", "Settings", (Zone("page", "Page", NODES),), "ok")


class Panic(BaseException):
    """As the library raises it: no Exception."""


class Standin:
    """As much of the library as is called; ``sent`` are the nodes of each update."""

    def __init__(self) -> None:
        self.sent: list[list[int]] = []
        self.fails = False
        self.handlers: tuple[Any, ...] = ()
        self.unix = SimpleNamespace(Adapter=self.make)
        names = {"Role", "Action", "Live", "Toggled"}
        for name in names:
            setattr(self, name, SimpleNamespace(**{word: word for word in WORDS}))
        self.Rect = lambda *box: box
        self.Tree = lambda root: SimpleNamespace(root=root)
        self.TreeUpdate = lambda focus: SimpleNamespace(nodes=[], tree=None, focus=focus)

    def Node(self, role: str) -> Any:
        """A node that takes whatever is set."""
        return SimpleNamespace(
            role=role, **{name: lambda *given: None for name in (
                "set_label", "set_value", "set_description", "set_children", "set_bounds", "add_action",
                "set_disabled", "set_toggled", "set_live")},
        )  # fmt: skip

    def make(self, *handlers: Any) -> Any:
        """The adapter of Linux."""
        self.handlers = handlers
        return SimpleNamespace(
            update_if_active=self.update, set_root_window_bounds=lambda *boxes: None,
            update_window_focus_state=lambda focused: None,
        )  # fmt: skip

    def update(self, make: Any) -> None:
        """Take an update, or break down."""
        if self.fails:
            raise Panic
        self.sent.append([node for node, _ in make().nodes])


WORDS = {*adapter.ROLES.values(), "WINDOW", "GROUP", "LOG", "CLICK", "FOCUS", "POLITE", "TRUE", "FALSE"}


def test_nothing_is_sent_before_a_reader_asks_and_then_only_what_changes() -> None:
    library = Standin()
    made = Adapter(library, 0, "Four Thrones")
    assert not made.is_active and made.send(TREE, [], lambda box: box) == 0 and library.sent == []
    library.handlers[0]()  # a reader asks
    assert made.is_active and made.needs_tree
    made.tell_window(True, (0.0, 0.0, 100.0, 100.0))
    whole = made.send(TREE, [], lambda box: box)
    assert whole == len(library.sent[0]) == 5, "window, zone, button, text and the place for news"
    assert made.send(TREE, [], lambda box: box) == 0 and len(library.sent) == 1
    assert made.send(TREE, ["Your turn"], lambda box: box) == 2, "the line, and the log that holds it"
    button = next(at for at, node in made._ids.items() if node == "ok")
    library.handlers[1](SimpleNamespace(action="CLICK", target=button))
    assert made.take_requests() == [Request("press", "ok")] and made.take_requests() == []
    library.handlers[2]()  # the reader has gone
    assert not made.is_active


def test_a_panic_switches_the_adapter_off_and_nothing_else() -> None:
    library = Standin()
    made = Adapter(library, 0, "Four Thrones")
    library.handlers[0]()
    library.fails = True
    made.send(TREE, [], lambda box: box)
    assert not made.is_active and made.send(TREE, [], lambda box: box) == 0


@pytest.mark.parametrize("error", [ImportError, Panic])
def test_without_the_package_there_is_no_adapter(monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    def find(name: str) -> Any:
        raise error(name)

    monkeypatch.setattr(adapter, "importlib", SimpleNamespace(import_module=find))
    assert open_adapter(0, "Four Thrones") is None
