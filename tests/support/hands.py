"""What is played by mouse is played by fingers as well, in the long run: on a handheld, with a mouse in between."""

from __future__ import annotations

import pytest

FINGERS = "fingers"

by_mouse_and_fingers = pytest.mark.parametrize(
    "driver", ["mouse", pytest.param(FINGERS, marks=pytest.mark.soak)], indirect=True
)

by_each_hand = pytest.mark.parametrize("driver", ["mouse", FINGERS], indirect=True)
"""The same for short tests, in every run."""
