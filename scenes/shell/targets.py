"""Targets: the things of a scene that can be focused and activated, whatever the device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.accessibility.nodes import THING
from sprites.base.controls import Picture
from sprites.base.layout import Box as Box


def exactly(box: Box) -> Callable[[float, float], bool]:
    """For targets that lie close together: a box and nothing round it."""
    x, y, w, h = box
    return lambda px, py: x <= px < x + w and y <= py < y + h


@dataclass(slots=True)
class Target:
    """One thing that can be focused and activated."""

    id: str
    box: Box
    activate: Callable[[], None]
    enabled: bool = True
    tip: tuple[str, str] | None = None
    adjust: Callable[[int], None] | None = None
    drag: Callable[[float, float], None] | None = None
    contains: Callable[[float, float], bool] | None = None
    radius: float = 10.0
    ring: bool = True
    sound: str = "click"
    main: bool = False
    """Whether it is the amber button of its page, which Space presses."""
    told: Callable[[], tuple[str, str]] | None = None
    """Function that returns what this is and does now, called only when the explanation is shown (rest or F1)."""
    picture: Picture | None = None
    """A small figure in the note of its tip."""
    drop: Callable[[float, float], None] | None = None
    """Called where the pointer is let go after a press on this target, on the target or elsewhere."""
    adjust_rows: Callable[[int], None] | None = None
    """Called with -1 for Up and 1 for Down while it has the focus; without it these keys move the focus."""
    role: str = THING
    """What a screen reader calls it, one of ``engine.accessibility.nodes.ROLES``."""
    label: str = ""
    """Its name, where its face has one; "" for a target that is named by its tip or by what is written on it."""
    value: str = ""
    """What is set or typed in it, in words."""
    is_on: bool | None = None
    """Whether a check box is ticked or a choice is the chosen one; None for other targets."""

    selection: tuple[int, int] = (0, 0)
    """Of a text field: where what is selected begins, and the caret."""
    is_edited: bool = False
    """Whether it is a text field that is typed into."""

    def hit(self, x: float, y: float) -> bool:
        """Whether the point lies on the target (small ones are widened to 36 units)."""
        if self.contains is not None:
            return self.contains(x, y)
        bx, by, bw, bh = self.box
        grow_x = max(0.0, (36 - bw) / 2)
        grow_y = max(0.0, (36 - bh) / 2)
        return bx - grow_x <= x < bx + bw + grow_x and by - grow_y <= y < by + bh + grow_y

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        return self.box[0] + self.box[2] / 2, self.box[1] + self.box[3] / 2
