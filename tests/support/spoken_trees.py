"""Checks of the tree that screen readers get of a scene."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.accessibility.nodes import DISABLED, ROLES, TEXT, Tree
from scenes.shell.spoken_scene import build_tree

if TYPE_CHECKING:
    from tests.ui.driver import Driver


def build_whole(scene: Any) -> Tree:
    """The tree of the last picture of a scene, with all descriptions."""
    spoken = scene.make_spoken()
    spoken.is_whole = True
    return build_tree(scene.name, scene.ui, spoken, scene.ctx.t, whole=True)


def tell_page(driver: Driver) -> str:
    """Everything that a screen reader is told of the page on top, drawn anew."""
    driver.ctx.stack.dirty = driver.ctx.stack.collects_words = True
    driver.window.draw()
    return "\n".join(f"{node.name} {node.value}" for node in build_whole(driver.top).walk())


def list_faults(tree: Tree, scene: Any) -> list[str]:
    """What is wrong with the tree of a scene: every target has to be in it once, with a name and its state."""
    ids = Counter(node.id for node in tree.walk())
    faults = [f"{one} is there {n} times" for one, n in ids.items() if n > 1]
    targets = {target.id: target for target in scene.ui.targets}
    faults += [f"{one} is missing" for one in targets if one not in ids]
    for node in tree.walk():
        if not any(letter.isalnum() for letter in node.name):
            faults.append(f"{node.id} has no name")
        text = f"{node.name} {node.value} {node.about}"
        if "{" in text or "*" in text or "reader." in text:
            faults.append(f"{node.id} says {text}")
        if node.role not in ROLES or (node.role != TEXT) != (node.id in targets):
            faults.append(f"{node.id} is a {node.role}")
        elif node.role != TEXT and targets[node.id].enabled == (DISABLED in node.states):
            faults.append(f"{node.id} can be used or not, and the tree says the opposite")
    for zone in tree.zones:
        if not zone.is_board and [node.place for node in zone.nodes] != [
            (at, len(zone.nodes)) for at in range(1, len(zone.nodes) + 1)
        ]:
            faults.append(f"zone {zone.id} is not counted")
        if zone.name.startswith("reader."):
            faults.append(f"zone {zone.id} has no name")
    return faults
