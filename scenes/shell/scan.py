"""Play with a single switch: a frame goes from control to control by itself, and the switch chooses what it is on.

Where there are many controls the frame goes over groups of them first (row by row), then over the controls of the group
that was chosen; after two rounds in vain it comes back to the groups. The amber button comes first, the top bar last. A
control with a value is two stops: less and more.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.accessibility.nodes import SLIDER
from scenes.shell.finger_row import BAR
from scenes.shell.target_input import TargetInput
from scenes.shell.targets import Box, Target
from sprites.base import layout

MOST_STOPS = 6
"""With more controls than these there are groups."""
ROW_HEIGHT = 30.0
"""Controls whose middles differ by less lie in one row."""
ROUNDS = 2
"""Rounds within a group until the frame goes back to the groups."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Position of the scanning frame: a control, and for one with a value whether it is decreased or increased."""

    target: str
    box: Box
    by: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Stops that are scanned together."""

    stops: tuple[Stop, ...]

    @property
    def box(self) -> Box:
        """Bounding box of all its controls."""
        return layout.surround([stop.box for stop in self.stops])

    @property
    def names(self) -> tuple[tuple[str, int], ...]:
        """Key that identifies the group."""
        return tuple((stop.target, stop.by) for stop in self.stops)


def list_stops(target: Target) -> list[Stop]:
    """Return the stops of a control: two for a slider, to decrease and to increase its value; one for any other."""
    x, y, w, h = target.box
    if target.role != SLIDER:
        return [Stop(target.id, target.box)]
    return [Stop(target.id, (x, y, w / 2, h), -1), Stop(target.id, (x + w / 2, y, w / 2, h), 1)]


def make_groups(
    targets: Sequence[Target], matters: Collection[str] = (), chosen: Mapping[str, int] | None = None
) -> list[Group]:
    """Return the groups of usable controls in the order in which they are scanned.

    First the main button, then the targets in ``matters`` (ids of choices for the decision at hand), then the others,
    in rows from the top, last the bar. Of ``matters``, kinds with a higher count in ``chosen`` come first.
    """
    often = chosen or {}
    usable = [one for one in targets if one.enabled]
    amber = [one for one in usable if one.main]
    bar = [one for one in usable if one.id.startswith(BAR)]
    rest = [one for one in usable if not one.main and not one.id.startswith(BAR)]
    wanted = [one for one in rest if one.id in matters]
    kinds = sorted({find_kind(one.id) for one in wanted}, key=lambda kind: -often.get(kind, 0))
    first = [part for kind in kinds for part in _list_rows([one for one in wanted if find_kind(one.id) == kind])]
    if len(wanted) <= MOST_STOPS:
        first = [[one] for part in first for one in part]
    others = _list_rows([one for one in rest if one.id not in matters])
    if wanted and others:
        others = [[one for part in others for one in part]]
    parts = [*([one] for one in amber), *first, *others, *([bar] if bar else [])]
    groups = [Group(tuple(stop for one in part for stop in list_stops(one))) for part in parts]
    stops = [stop for group in groups for stop in group.stops]
    return [Group((stop,)) for stop in stops] if len(stops) <= MOST_STOPS else groups


def find_kind(target: str) -> str:
    """Return the id of a control without its number."""
    kind, _, number = target.rpartition(".")
    return kind if kind and number.isdigit() else target


def _list_rows(controls: Sequence[Target]) -> list[list[Target]]:
    """Return controls row by row; many rows are merged until rows and controls in a row are about as many."""
    most = max(MOST_STOPS, round(len(controls) ** 0.5))
    rows: list[list[Target]] = []
    for one in sorted(controls, key=lambda each: (each.centre[1], each.centre[0])):
        if rows and abs(rows[-1][0].centre[1] - one.centre[1]) < ROW_HEIGHT:
            rows[-1].append(one)
        else:
            rows.append([one])
    parts: list[list[Target]] = []
    for row in rows:
        row.sort(key=lambda each: each.centre[0])
        if parts and len(parts[-1]) + len(row) <= most and len(rows) > most:
            parts[-1] += row
            continue
        size = -(-len(row) // -(-len(row) // most))
        parts += [row[at : at + size] for at in range(0, len(row), size)]
    return parts


def find_places(group: Group, ui: TargetInput) -> Group:
    """Return the group with its controls where they are now."""
    stops = []
    for stop in group.stops:
        target = ui.find(stop.target)
        stops += [stop] if target is None else [each for each in list_stops(target) if each.by == stop.by]
    return Group(tuple(stops))


class Scanner:
    """State of one-switch scanning on a page."""

    def __init__(self) -> None:
        self._ui: TargetInput | None = None
        self._find_matters: Callable[[], Collection[str]] = tuple
        self._inside: Group | None = None
        self._shown: Group | None = None
        self._groups: list[Group] = []
        self._chosen: Counter[str] = Counter()
        """How often each kind of control was chosen; what is chosen most comes first."""
        self._usable: frozenset[str] = frozenset()
        """The controls that the groups were made of: while they stay, so do the groups, wherever a control moves."""
        self._at = -1
        self._rounds = 0
        self._ms = 0.0

    def update(self, ui: TargetInput, ms: float, interval: float, find_matters: Callable[[], Collection[str]]) -> None:
        """Advance time; every ``interval`` milliseconds the frame moves one stop further. ``find_matters`` returns the
        ids of what can be chosen for the decision at hand."""
        self._find_matters = find_matters
        if ui is not self._ui:
            self._ui = ui
            self.restart()
        self._ms += ms
        if self._at < 0 or self._ms >= interval:
            self._ms = 0.0
            self._step(ui)

    def restart(self) -> None:
        """Begin with the first group again."""
        self._inside, self._shown, self._at, self._rounds, self._ms = None, None, -1, 0, 0.0

    def hide(self, ui: TargetInput) -> None:
        """Hide the frame, because no switch is used any more."""
        if ui.scan_box is not None:
            ui.scan_box, ui.dirty = None, True
            self.restart()

    def list_groups(self, ui: TargetInput) -> list[Group]:
        """Return what is scanned now: groups, or the stops of one."""
        usable = frozenset(one.id for one in ui.targets if one.enabled)
        if usable != self._usable:
            self._usable, self._groups = usable, make_groups(ui.targets, self._find_matters(), self._chosen)
        groups = self._groups
        if self._inside is not None:
            wanted = {name for name, _ in self._inside.names}
            stops = [stop for group in groups for stop in group.stops if stop.target in wanted]
            if stops:
                return [Group((stop,)) for stop in stops]
            self._inside = None
        return groups

    def _step(self, ui: TargetInput) -> None:
        groups = self.list_groups(ui)
        if not groups:
            self._at = -1
            ui.scan_box = None
            return
        self._at += 1
        if self._at >= len(groups):
            self._at = 0
            self._rounds += 1
            if self._inside is not None and self._rounds >= ROUNDS:
                self.restart()
                groups = self.list_groups(ui)
                self._at = 0
        self._show(ui, groups[self._at])

    def _show(self, ui: TargetInput, group: Group) -> None:
        self._shown = group = find_places(group, ui)
        ui.scan_box = group.box
        if len(group.stops) == 1:
            ui.set_focus(group.stops[0].target)
        else:
            ui.focus = None
        ui.dirty = True

    def find_current(self, ui: TargetInput) -> Group | None:
        """Return the group or stop under the frame; None without any."""
        shown = self._shown if self._at >= 0 else None
        if shown is None or any(ui.find(stop.target) is None for stop in shown.stops):
            return None
        return shown

    def choose(self, ui: TargetInput, nothing: Callable[[], None]) -> None:
        """Handle a press of the switch: open the group, use the control, or call ``nothing`` where there is none."""
        group = self.find_current(ui)
        if ui is not self._ui or group is None:
            self.restart()
            nothing()
            return
        if len(group.stops) > 1:
            self._inside, self._at, self._rounds, self._ms = group, -1, 0, 0.0
            self._step(ui)
            return
        stop = group.stops[0]
        target = ui.find(stop.target)
        if target is None:
            self.restart()
        elif stop.by and target.adjust is not None:
            target.adjust(stop.by)
            self._ms, ui.dirty, ui.stale = 0.0, True, True
        else:
            self.restart()
            ui.scan_box = None
            self._chosen[find_kind(target.id)] += 1
            ui.press_target(target)
