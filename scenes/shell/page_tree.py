"""The tree of a page: its targets and what is written on it, in zones and in the order in which it was drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.accessibility.nodes import DISABLED, MAIN, MATTERS, OFF, ON, TEXT, THING, TYPING, Node, Tree, Zone, number
from scenes.shell.spoken_scene import BAR_HEIGHT, SpokenScene
from scenes.shell.targets import Target, TargetRegistry
from sprites.base.drawn_words import Box, Written, make_plain, make_spoken

SLACK = 9.0
"""So far a text may stand out of the target it is written on."""
Find = Callable[[Target], str]


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
            is_wanted = whole or target.id == focus
            rows[spoken.find_zone(target.id)].append(
                _make_node(
                    target, spoken, on_targets[target.id], matters, is_wanted=is_wanted, is_marked=target.id == marked
                )
            )
    for target in ui.targets:
        if target.id not in done:
            done.add(target.id)
            is_wanted = whole or target.id == focus
            rows[spoken.find_zone(target.id)].append(
                _make_node(
                    target, spoken, on_targets[target.id], matters, is_wanted=is_wanted, is_marked=target.id == marked
                )
            )
    zones = tuple(
        Zone(zone.id, t(f"reader.zone.{zone.id}"), number(rows[zone.id]), zone.is_board)
        for zone in spoken.zones
        if rows[zone.id]
    )
    first = next((one.text for one in order if not one.target), "")
    return Tree(page, spoken.find_title(bar or [first]), zones, focus)


def _sort_by_size(targets: Sequence[Target]) -> list[tuple[float, float, float, float, str]]:
    """Return left, top, right, lower edge and id of targets, from the smallest on."""
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
    if tip is not None and not about:
        about = tip[1]
    value = make_plain(target.value)
    return Node(
        target.id, target.role, make_spoken(name), value, make_spoken(about), tuple(states), box=target.box,
        selection=target.selection,
    )  # fmt: skip


def is_bare(text: str) -> bool:
    """Whether a text is a number without a word, which says nothing to those who do not see where it stands."""
    return not any(letter.isalpha() for letter in text)


def leave_out_bare(tree: Tree) -> Tree:
    """Return a tree without texts that are bare numbers on no control: things tell what is counted."""
    zones = []
    for zone in tree.zones:
        nodes = [node for node in zone.nodes if node.role != TEXT or not is_bare(node.name)]
        if nodes:
            zones.append(zone if len(nodes) == len(zone.nodes) else replace(zone, nodes=number(nodes)))
    return replace(tree, zones=tuple(zones))


def list_nameless(tree: Tree) -> list[str]:
    """Return the ids of nodes without a name."""
    return [node.id for node in tree.walk() if not any(letter.isalnum() for letter in node.name)]
