"""The driver for tests of the screens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    """A run of the program at 1280×720."""
    run = Driver()
    yield run
    run.close()
