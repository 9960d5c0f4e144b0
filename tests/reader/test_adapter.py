"""The tree for screen readers without a reader: nothing is built, and a fault of the library stops nothing."""

import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.accessibility import adapter
from engine.accessibility.adapter import Adapter, Request, open_adapter
from engine.accessibility.nodes import BUTTON, CHECK, FIELD, ON, SLIDER, TEXT, THING, Node, Tree, Zone, number

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the stand-in is that of Linux")

NODES = number([Node("ok", BUTTON, "Got it"), Node("text.1", TEXT, "Words")])
TREE = Tree("page", "Settings", (Zone("page", "Page", NODES),), "ok")


class Panic(BaseException):
    """As the library raises it: no Exception."""


class Standin:
    """As much of the library as is called; ``sent`` are the nodes of each update, ``focus`` those that had it."""

    def __init__(self) -> None:
        self.sent: list[dict[int, Any]] = []
        self.focus: list[int] = []
        self.fails = False
        self.handlers: tuple[Any, ...] = ()
        self.unix = SimpleNamespace(Adapter=self.make)
        names = {"Role", "Action", "Live", "Toggled"}
        for name in names:
            setattr(self, name, SimpleNamespace(**{word: word for word in WORDS}))
        self.Rect = lambda *box: box
        self.Tree = lambda root: SimpleNamespace(root=root)
        self.TreeUpdate = lambda focus: SimpleNamespace(nodes=[], tree=None, focus=focus)
        self.TextPosition = lambda node, at: (node, at)
        self.TextSelection = lambda anchor, caret: (anchor, caret)

    def Node(self, role: str) -> Any:
        """A node that keeps what is set last by each setter, by the name of the setter."""
        node = SimpleNamespace(role=role, actions=[])

        def make_setter(name: str) -> Any:
            return lambda *given: setattr(node, name, given[0] if given else True)

        for name in SETTERS:
            setattr(node, f"set_{name}", make_setter(name))
            setattr(node, name, None)
        node.add_action = node.actions.append
        return node

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
        update = make()
        self.sent.append(dict(update.nodes))
        self.focus.append(update.focus)

    def list_descriptions(self) -> list[str]:
        """What was said of the focus in each update that described it anew, "" where that was taken back."""
        pairs = zip(self.sent, self.focus, strict=True)
        return [nodes[focus].description or "" for nodes, focus in pairs if focus in nodes]


SETTERS = (
    "label", "value", "description", "children", "bounds", "disabled", "toggled", "live", "character_lengths",
    "word_lengths", "text_selection", "placeholder",
)  # fmt: skip
WORDS = {
    *adapter.ROLES.values(), "WINDOW", "GROUP", "LIST", "LIST_ITEM", "LOG", "TEXT_RUN", "CLICK", "FOCUS", "POLITE",
    "TRUE", "FALSE",
}  # fmt: skip


def keep(box: Any) -> Any:
    """The box as it is."""
    return box


def open_reader() -> tuple[Standin, Adapter]:
    """An adapter that a reader has asked for its tree."""
    library = Standin()
    made = Adapter(library, 0, "Four Thrones")
    library.handlers[0]()
    return library, made


def test_nothing_is_sent_before_a_reader_asks_and_then_only_what_changes() -> None:
    library = Standin()
    made = Adapter(library, 0, "Four Thrones")
    assert not made.is_active and made.send(TREE, "", [], keep) == 0 and library.sent == []
    library.handlers[0]()  # a reader asks
    assert made.is_active and made.needs_tree
    made.tell_window(True, (0.0, 0.0, 100.0, 100.0))
    whole = made.send(TREE, "", [], keep)
    assert whole == len(library.sent[0]) == 7, "window, page, its name, zone, button, text, place for news"
    assert made.send(TREE, "", [], keep) == 0 and len(library.sent) == 1
    assert made.send(TREE, "", ["Your turn."], keep) == 1, "what has the focus, with the news as its description"
    button = next(at for at, node in made._ids.items() if node == "ok")
    library.handlers[1](SimpleNamespace(action="CLICK", target=button))
    assert made.take_requests() == [Request("press", "ok")] and made.take_requests() == []
    library.handlers[2]()  # the reader has gone
    assert not made.is_active


def test_news_are_a_change_of_what_is_said_of_the_focus() -> None:
    """Orca says another description of what has the focus, and nothing where it is the same or resembles the last."""
    library, made = open_reader()
    made.send(TREE, "1 of 2.", ["Welcome."], keep)
    for _ in range(2):
        assert made.forget_news()
        made.send(TREE, "1 of 2.", ["Ann plays 5.", "Your turn."], keep)
    assert library.list_descriptions() == [
        "1 of 2. Welcome.", "", "Ann plays 5. Your turn.", "", "Ann plays 5. Your turn.",
    ]  # fmt: skip
    assert made.send(replace(TREE, focus="text.1"), "2 of 2.", ["Bob wins."], keep) == 2
    assert library.list_descriptions()[-1] == "2 of 2. Bob wins.", "with another focus in one sentence"
    assert all(node.live is None for update in library.sent for node in update.values()), "and never twice"


def test_another_page_has_nodes_of_its_own_and_the_focus_where_nothing_else_has_it() -> None:
    library, made = open_reader()
    made.send(TREE, "", [], keep)
    old = next(at for at, node in made._ids.items() if node == "ok")
    made.send(replace(TREE, title="Credits", focus="", opened=1), "", [], keep)
    update, focus = library.sent[-1], library.focus[-1]
    assert update[focus].label == "Credits" and not set(update) & set(library.sent[0]) - {0, 1}
    library.handlers[1](SimpleNamespace(action="CLICK", target=old))
    assert made.take_requests() == [], "a button of the page before is not pressed on this one"


def test_a_page_has_its_present_name_when_the_focus_comes_to_it() -> None:
    library, made = open_reader()
    made.send(TREE, "", [], keep)
    made.send(replace(TREE, title="Card 2"), "", [], keep)
    head = made._numbers["head"]
    assert len(library.sent) == 1, "a name that changes would be said"
    made.send(replace(TREE, title="Card 3", focus=""), "", [], keep)
    assert library.focus[-1] == head and library.sent[-1][head].label == "Card 3"
    made.send(replace(TREE, title="Card 4", focus=""), "", [], keep)
    assert made._sent[head].label == "Card 3", "while it has the focus it keeps its name"


def test_a_node_that_comes_back_is_another_one() -> None:
    """Orca takes a node that was gone for dead, and its focus for none: a closed list that was opened for instance."""
    library, made = open_reader()
    made.send(TREE, "", [], keep)
    made.send(replace(TREE, zones=(Zone("page", "Page", NODES[1:]),), focus="text.1"), "", [], keep)
    made.send(TREE, "", [], keep)
    assert library.focus[0] != library.focus[2] in library.sent[2]


def test_what_the_screen_reader_of_linux_makes_of_a_node_is_told_as_it_wants() -> None:
    """The text of a field is a node in it, with the lengths of its letters; cards are items, and their states words."""
    nodes = number(
        [
            Node("card", THING, "Alchemist", states=(ON,)), Node("tick", CHECK, "Sound", states=(ON,)),
            Node("name", FIELD, "Name", value="Zoë B", selection=(1, 3)), Node("music", SLIDER, "Music", value="40 %"),
        ]
    )  # fmt: skip
    tree = Tree("page", "Settings", (Zone("page", "Page", nodes[1:]), Zone("hand", "Own cards", nodes[:1])), "card")
    library, made = open_reader()
    made.send(tree, "", [], keep)
    found = {node.label: node for node in library.sent[0].values() if node.label}
    assert found["Alchemist"].role == "LIST_ITEM" and found["Alchemist"].toggled is None
    assert found["Sound"].toggled == "TRUE" and found["Music"].value is None
    assert (found["Page"].role, found["Own cards"].role) == ("GROUP", "LIST")
    run = library.sent[0][found["Name"].children[0]]
    assert (run.value, run.character_lengths, run.word_lengths) == ("Zoë B", [1, 1, 2, 1, 1], [4, 1])
    assert [at for _, at in found["Name"].text_selection] == [1, 3] and found["Name"].placeholder == "Zoë B"


def test_a_panic_switches_the_adapter_off_and_nothing_else() -> None:
    library, made = open_reader()
    library.fails = True
    made.send(TREE, "", [], keep)
    assert not made.is_active and made.send(TREE, "", [], keep) == 0


@pytest.mark.parametrize("error", [ImportError, Panic])
def test_without_the_package_there_is_no_adapter(monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    def find(name: str) -> Any:
        raise error(name)

    monkeypatch.setattr(adapter, "importlib", SimpleNamespace(import_module=find))
    assert open_adapter(0, "Four Thrones") is None
