"""What a screen reader is told of a scene: its zones, names of its targets, answers to questions, the tree of its page.

Every scene has a :class:`SpokenScene` (``Scene.make_spoken``). The usual one reads what is written on the page; tables
know more (:mod:`scenes.table.spoken_table`), and each game its own places and cards. The tree of a page holds its
targets and what is written on it, in zones and in the order in which it was drawn; a node of it is told by its name,
what it is, how it stands, its place, and what it means, as much as is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.accessibility.nodes import (
    BUTTON,
    CHECK,
    CHOICE,
    DISABLED,
    FIELD,
    LIST,
    MAIN,
    MATTERS,
    OFF,
    ON,
    SLIDER,
    TEXT,
    THING,
    TYPING,
    Node,
    Tree,
    Zone,
    number,
)
from engine.storage.settings import FULL_DETAIL, SHORT_DETAIL
from scenes.shell.targets import Target, TargetRegistry
from sprites.base.drawn_words import Box, Written, make_plain, make_spoken

if TYPE_CHECKING:
    from scenes.shell.stack import Scene

BAR_HEIGHT = 54.0
"""What is written above this height is the title of a page."""
QUESTIONS = ("turn", "score", "hand", "news", "patterns")
"""What can be asked of a scene by a key of its own."""
SLACK = 9.0
"""So far a text may stand out of the target it is written on."""
SPOKEN_ROLES = (BUTTON, CHECK, CHOICE, SLIDER, LIST, FIELD)
"""Roles that are named; a thing on a table and a text say themselves what they are."""
FIRST_SENTENCES = 2
"""Sentences of a description that are usually read out."""
QUOTES = '”“»")'
"""Signs that may follow the end of a sentence."""
NOTHING = " "
"""The description of a thing whose name says everything, so that its tip is not taken."""
SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
T = Callable[..., str]


class ZonePlan(NamedTuple):
    """A zone: its id, the prefixes of its targets' ids, and whether they lie in two dimensions as on a board.

    A zone without prefixes takes all other targets. It is named by the text ``reader.zone.ID``.
    """

    id: str
    beginnings: tuple[str, ...] = ()
    is_board: bool = False


class Matter(NamedTuple):
    """A target that matters for the decision at hand, and why, in words ("" where its name says enough)."""

    target: str
    reason: str = ""


class Neighbour(NamedTuple):
    """A target near another one, and its direction from there in words."""

    target: str
    name: str
    relation: str = ""


PAGE = ZonePlan("page")
BAR = ZonePlan("bar", ("bar.",))


class SpokenScene:
    """Base of what a scene tells screen readers."""

    zones: Sequence[ZonePlan] = (PAGE, BAR)
    text_zone = "page"
    """The zone in which what is only read stands."""
    is_whole = False
    """Whether everything is told that is known of a thing, also what is seldom needed."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.reads_all = scene.reads_all

    def find_title(self, written: Sequence[str]) -> str:
        """Return the name of the page; ``written``: what stands in its upper bar."""
        title = getattr(self._scene, "title", "")
        return make_plain(title) if isinstance(title, str) and title else ". ".join(written)

    def name_target(self, target: Target) -> str:
        """Return the name of a target from what the scene knows; "" to take its label, tip or the words on it."""
        return ""

    def describe_target(self, target: Target) -> str:
        """Return what a target is and does now; "" to take its tip."""
        return ""

    def describe_picture(self, targets: Sequence[Target]) -> str:
        """Return a description of a picture with these targets; "" where the scene has none."""
        return ""

    def list_matters(self) -> list[Matter]:
        """Return what matters for the decision at hand, the most important first: on most pages the main button."""
        amber = self._scene.ui.amber
        return [] if amber is None else [Matter(amber.id)]

    def find_marked_place(self) -> str:
        """Return the target id of the marked choice (chosen again, it is carried out); "" without one."""
        return ""

    def list_neighbours(self, target: str) -> list[Neighbour]:
        """Return the places near a target (its id) to which the listener can go; [] on pages without places."""
        return []

    def list_lines(self) -> Sequence[str]:
        """Return the log lines; new ones are spoken."""
        return ()

    def find_prompt(self) -> str:
        """Return what the player has to do now; spoken when it changes."""
        return ""

    def answer(self, question: str) -> str:
        """Return the answer to one of :data:`QUESTIONS`; "" where the page knows none."""
        return ""

    def find_secret_owner(self) -> str:
        """Return the name of the only person who may hear the page; "" when all may."""
        return ""

    def open_secret(self) -> None:
        """Allow the secret page to be spoken, because only its owner listens."""

    def find_zone(self, target_id: str) -> str:
        """Return the id of the zone of a target."""
        rest = ""
        for zone in self.zones:
            if target_id.startswith(zone.beginnings) and zone.beginnings:
                return zone.id
            rest = rest or ("" if zone.beginnings else zone.id)
        return rest


def build_tree(
    page: str,
    ui: TargetRegistry,
    spoken: SpokenScene,
    t: Callable[[str], str],
    cursor: str = "",
    *,
    whole: bool = False,
) -> Tree:
    """Return the tree of a page from its last drawing.

    ``t`` gives the text of an id, ``cursor`` is what a reader is on. ``whole``: with the descriptions of all targets;
    otherwise only of those that have them ready and of what has the focus, because others cost time.
    """
    written = [] if ui.words is None else ui.words.found
    targets = {target.id: target for target in ui.targets}
    on_targets = {target_id: list[str]() for target_id in targets}
    bar: list[str] = []
    rows: dict[str, list[Node]] = {zone.id: [] for zone in spoken.zones}
    order: list[Written] = []
    by_size = _sort_by_size(ui.targets) if written else []
    for one in written:
        if one.target:
            order.append(one)
            continue
        holder = _find_holder(one.box, by_size)
        if holder:
            on_targets[holder].append(one.text)
        elif one.box[1] + one.box[3] < BAR_HEIGHT:
            bar.append(one.text)
        else:
            order.append(one)
    order += [Written("", target.box, target.id) for target in ui.targets]  # those that nothing was noted of
    focus = ui.focus if ui.focus is not None and ui.show_focus else cursor
    matters = {matter.target for matter in spoken.list_matters()}
    marked = spoken.find_marked_place()
    done: set[str] = set()
    count = 0
    for one in order:
        if not one.target:
            count += 1
            node = Node(f"text.{count}", TEXT, make_spoken(one.text), box=one.box)
            rows.setdefault(spoken.text_zone, []).append(node)
        elif one.target in targets and one.target not in done:
            done.add(one.target)
            target = targets[one.target]
            is_wanted, is_marked = whole or target.id == focus, target.id == marked
            node = _make_node(target, spoken, on_targets[target.id], matters, is_wanted=is_wanted, is_marked=is_marked)
            rows[spoken.find_zone(target.id)].append(node)
    zones = tuple(
        Zone(zone.id, t(f"reader.zone.{zone.id}"), number(rows[zone.id], is_board=zone.is_board), zone.is_board)
        for zone in spoken.zones
        if rows[zone.id]
    )
    first = next((one.text for one in order if not one.target), "")
    return Tree(page, make_spoken(spoken.find_title(bar or [first])), zones, focus)


def _sort_by_size(targets: Sequence[Target]) -> list[tuple[float, float, float, float, str]]:
    """Return (left, top, right, bottom, id) of targets, the smallest first."""
    found = sorted((target.box[2] * target.box[3], at, target) for at, target in enumerate(targets))
    return [(x, y, x + w, y + h, one.id) for _, _, one in found for x, y, w, h in (one.box,)]


def _find_holder(box: Box, edges: Sequence[tuple[float, float, float, float, str]]) -> str:
    """Return the id of the smallest target on which a text is written, "" for none."""
    x, y, right, low = box[0] + SLACK, box[1] + SLACK, box[0] + box[2] - SLACK, box[1] + box[3] - SLACK
    for left, top, wide, deep, target_id in edges:
        if left <= x and top <= y and right <= wide and low <= deep:
            return target_id
    return ""


def _make_node(
    target: Target, spoken: SpokenScene, on_it: Sequence[str], matters: set[str], *, is_wanted: bool, is_marked: bool
) -> Node:
    states = [ON if target.is_on else OFF] if target.is_on is not None else []
    if is_marked:
        states.append(ON)
    if not target.enabled:
        states.append(DISABLED)
    if target.main:
        states.append(MAIN)
    if target.id in matters:
        states.append(MATTERS)
    if target.is_edited:
        states.append(TYPING)
    tip = target.tip
    name = spoken.name_target(target) or target.label
    about = spoken.describe_target(target) if is_wanted else ""
    if tip is None and target.told is not None and (not name or (is_wanted and not about)):
        tip = target.told()
    if not name and tip is not None:
        name = tip[0]
    if not name:
        name = ". ".join(dict.fromkeys(on_it))
    elif not about and target.role == THING:
        about = ". ".join(words for words in dict.fromkeys(on_it) if words not in name and not is_bare(words))
    if tip is not None and not about and tip[1] != target.value:
        about = tip[1]
    value = make_plain(target.value)
    return Node(
        target.id, target.role, make_spoken(name), value, make_spoken(about), tuple(states), box=target.box,
        selection=target.selection,
    )  # fmt: skip


def is_bare(text: str) -> bool:
    """Whether a text is only a number, which is meaningless to those who do not see its place."""
    return not any(letter.isalpha() for letter in text)


def leave_out_bare(tree: Tree) -> Tree:
    """Return the tree without texts that are bare numbers outside of controls: the counted things have their own
    nodes."""
    zones = []
    for zone in tree.zones:
        nodes = [node for node in zone.nodes if node.role != TEXT or not is_bare(node.name)]
        if nodes:
            zones.append(
                zone if len(nodes) == len(zone.nodes) else replace(zone, nodes=number(nodes, is_board=zone.is_board))
            )
    return replace(tree, zones=tuple(zones))


def describe_node(t: T, node: Node, detail: str, zone: Zone | None = None) -> str:
    """Return a node in words; ``detail`` is one of the settings' ``DETAILS``. ``zone``: name this zone first."""
    parts = [node.name]
    if detail != SHORT_DETAIL and node.role in SPOKEN_ROLES:
        parts.append(t(f"reader.role.{node.role}"))
    parts += describe_state(t, node)
    parts.append(_describe_place(t, node, detail))
    pause = ". " if ". " in node.name else ", "  # so that the last sentence of a long name stays what it is
    said = pause.join(part.removesuffix(".") for part in parts if part)
    if zone is not None:
        said = f"{zone.name}, {said}"
    about = shorten_text(node.about, detail)
    return f"{said}. {about}" if about else said


def describe_state(t: T, node: Node) -> list[str]:
    """Return value and states of a node in words."""
    parts = [node.value] if node.value else []
    kind = "tick" if node.role == CHECK else "choice"
    if ON in node.states:
        parts.append(t(f"reader.state.{kind}.on"))
    elif OFF in node.states:
        parts.append(t(f"reader.state.{kind}.off"))
    if DISABLED in node.states:
        parts.append(t("reader.state.disabled"))
    elif MATTERS in node.states and MAIN not in node.states:
        parts.append(t("reader.state.matters"))
    if TYPING in node.states:
        parts.append(t("reader.state.typing"))
    return parts


def describe_rest(t: T, node: Node, detail: str, *, with_values: bool) -> str:
    """Return the description of a node beyond the name and role that a screen reader already speaks. ``with_values``:
    include the value (unless of a text field) and the states that the reader does not speak itself."""
    known: tuple[str, ...] = (ON, OFF, DISABLED)
    if with_values:
        known = () if node.role == THING else (DISABLED,) if node.role not in (CHECK, CHOICE) else known
    known += (MATTERS,) if DISABLED in node.states else ()
    value = node.value if with_values and node.role != FIELD else ""
    rest = node._replace(value=value, states=tuple(state for state in node.states if state not in known))
    parts = [*describe_state(t, rest), _describe_place(t, node, detail)]
    said = end_sentence(", ".join(part for part in parts if part))
    return " ".join(part for part in (said, end_sentence(shorten_text(node.about, detail))) if part)


def describe_change(t: T, node: Node, before: Node) -> str:
    """Return in words how a node differs from ``before``: a new or just typed value, and new states. Left out, as they
    are spoken elsewhere: that it can be chosen, and that the main button is disabled."""
    has_typed = TYPING in before.states and TYPING not in node.states
    value = node.value if node.value != before.value or has_typed else ""
    known = (*before.states, MATTERS, *((DISABLED,) if MAIN in node.states else ()))
    states = tuple(state for state in node.states if state not in known)
    return ", ".join(describe_state(t, node._replace(value=value, states=states)))


def _describe_place(t: T, node: Node, detail: str) -> str:
    at, many = node.place
    return t("reader.place", at=at, n=many) if detail != SHORT_DETAIL and many > 1 else ""


def join_names(names: Sequence[str]) -> str:
    """Return names joined by commas, or by semicolons where a name contains a comma."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def end_sentence(text: str) -> str:
    """Return a text that ends in a punctuation mark, so that a voice pauses."""
    return text if not text or text.rstrip(QUOTES).endswith((".", "!", "?", "…", ":")) else text + "."


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return SENTENCE_END.split(end_sentence(text))


def shorten_text(text: str, detail: str) -> str:
    """Return none, the first sentences, or all of a description, by the setting ``detail``."""
    if detail == SHORT_DETAIL:
        return ""
    if detail == FULL_DETAIL:
        return text
    end = 0
    for _ in range(FIRST_SENTENCES):
        found = min((at for sign in (". ", "! ", "? ") if (at := text.find(sign, end)) >= 0), default=-1)
        if found < 0:
            return text
        end = found + 1
    return text[:end]
