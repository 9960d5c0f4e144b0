"""A desktop per test file, a program per test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.desktop import Desktop, missing_tools
from tests.window.program import Program


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    """A virtual screen with a window manager."""
    missing = missing_tools()
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (Debian: xvfb openbox xdotool)")
    screen = Desktop()
    yield screen
    screen.close()


@pytest.fixture
def program(desktop: Desktop, tmp_path: Path) -> Iterator[Program]:
    """The program, not started yet, with quick settings for a table of two."""
    one = Program(desktop, tmp_path / "home")
    one.settings()
    yield one
    one.finish()
