"""What is played by mouse is played by fingers as well, in the long run: on a handheld, with a mouse in between; and
scenes opened for fingers."""

import pytest

from scenes.dev.screenshots import all_scenes
from scenes.shell.ui import Ui
from tests.ui.driver import Driver

FINGERS = "fingers"

by_mouse_and_fingers = pytest.mark.parametrize(
    "driver", ["mouse", pytest.param(FINGERS, marks=pytest.mark.soak)], indirect=True
)

by_each_hand = pytest.mark.parametrize("driver", ["mouse", FINGERS], indirect=True)
"""The same for short tests, in every run."""


def show(driver: Driver, name: str) -> Ui:
    """Open a scene for fingers; return its targets."""
    driver.ctx.use_device("touch")
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.stack.settle()
    driver.ctx.stack.fade, driver.ctx.stack.dirty = 0.0, True
    driver.frame()
    found: Ui = driver.top.ui
    return found
