"""Scenes drawn in turn, and where their controls lie."""

import itertools
from collections import Counter

from engine import registry
from engine.accessibility.nodes import SLIDER
from scenes.dev.screenshots import all_scenes
from scenes.shell.inputs import Input
from scenes.shell.ui import Ui
from tests.support.catalogues import LANGUAGES
from tests.support.spoken_trees import build_whole, list_faults
from tests.ui.driver import Driver

BUTTONS = ("main", "why", "undo", "back", "start", "ready", "continue", "resume", "bar.menu", "bar.settings")


SIZES = ((1280, 720), (1706, 720), (1024, 768), (1024, 640))
"""The second has the shape of :data:`WIDE`: everything lies alike, and not half as many pixels are painted."""
WIDE = (2560, 1080)
"""In the long run."""


def look(driver: Driver, name: str) -> None:
    """Draw a scene and look where its controls lie, and whether a screen reader is told of all of them."""
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    driver.ctx.stack.dirty = driver.ctx.stack.collects_words = True
    driver.window.draw()
    faults = list_faults(build_whole(driver.top), driver.top)
    assert not faults, f"{name}: {faults}"
    traps = list_traps(driver.top.ui)
    assert not traps, f"{name}: {traps}"
    amber = [target.id for target in driver.top.ui.targets if target.main]
    assert len(amber) < 2, f"{name}: {amber} are amber at once"
    canvas = driver.window.canvas
    boxes = {}
    for target in driver.top.ui.targets:
        x, y, w, h = target.box
        cx, cy = x + w / 2, y + h / 2
        assert canvas.left <= cx <= canvas.right, f"{name}: {target.id} lies outside"
        assert 0 <= cy <= canvas.height, f"{name}: {target.id} lies outside"
        if target.id in BUTTONS:
            assert x >= canvas.left - 1 and x + w <= canvas.right + 1, f"{name}: {target.id} is cut off"
            assert y >= -1 and y + h <= canvas.height + 1, f"{name}: {target.id} is cut off"
            boxes[target.id] = target.box
    for (first, a), (second, b) in itertools.combinations(boxes.items(), 2):
        apart = a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        assert apart, f"{name}: {first} and {second} overlap"


def list_traps(ui: Ui) -> list[str]:
    """What is wrong with the way of keys and pads over a page: ids that are there twice, targets that Tab does not
    reach in one round, and those that arrow keys do not reach from others, or do not leave."""
    ids = [target.id for target in ui.targets]
    faults = [f"{one} is there {n} times" for one, n in Counter(ids).items() if n > 1]
    focus, shown = ui.focus, ui.show_focus
    reached: set[str] = set()
    for _ in range(len(ids) + 1):
        ui.handle(Input("command", name="next", device="keyboard"))
        reached.add(str(ui.focus))
    faults += [f"Tab does not reach {one}" for one in ids if one not in reached]
    into: set[str] = set()
    for target in ui.targets:
        ui.focus = target.id
        ways = [ui.find_towards(arrow, ui.targets) for arrow in ("left", "right", "up", "down")]
        held = (0, 1) if target.role == SLIDER else ()
        out = {way.id for at, way in enumerate(ways) if way is not None and at not in held}
        into |= out
        if len(ids) > 1 and not out:
            faults.append(f"arrow keys do not leave {target.id}")
    faults += [f"arrow keys do not reach {one}" for one in ids if len(ids) > 1 and one not in into]
    ui.focus, ui.show_focus = focus, shown
    return faults


def shares(size: tuple[int, int]) -> list[tuple[str, str]]:
    """The scenes (language, name) whose turn is at a size: every twelfth scene, the third after it at the next size.

    All of a game are in one language, at the next size in the next one: what they are painted from is made once.
    """
    row = SIZES.index(size)
    names = list(all_scenes())
    games = [info.id for info in registry.games()]
    found = []
    for name in names[3 * row :: 12]:
        game = name.partition("/")[0]
        found.append((LANGUAGES[(row + (games.index(game) if game in games else len(games))) % len(LANGUAGES)], name))
    return found
