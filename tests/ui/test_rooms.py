"""Every room after a winter of play and before the first game: it opens without a fault, and is not half empty."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from scenes.shell import routes
from tests.support import winters
from tests.support.winters import list_rooms, measure_emptiness, write_winter
from tests.ui.driver import Driver

MOST_EMPTY = 0.18
"""Share of the window that may be one empty box."""
SIZES = ((1280, 720), (1920, 1080))


class Household(NamedTuple):
    """A run of the program with one of the two sets of files."""

    driver: Driver
    has_played: bool


@pytest.fixture(scope="module", params=[(size, played) for size in SIZES for played in (True, False)],
                ids=[f"{size[0]}-{what}" for size in SIZES for what in ("winter", "none")])  # fmt: skip
def household(request: pytest.FixtureRequest) -> Iterator[Household]:
    """The program in a window of a size, with the files of a winter or with none."""
    size, played = request.param
    with tempfile.TemporaryDirectory(prefix="four-thrones-rooms-") as folder, pytest.MonkeyPatch.context() as patched:
        patched.setenv("FOUR_THRONES_HOME", str(Path(folder) / "home"))
        driver = Driver(size, speed="instant")
        driver.ctx.quiet = False
        if played:
            write_winter(driver.ctx)
            assert driver.ctx.records.finish(10) and driver.ctx.files.finish(10)
        yield Household(driver, played)
        assert driver.ctx.records.finish(10) and driver.ctx.files.finish(10)
        driver.close()


@pytest.mark.parametrize("room", list_rooms())
def test_a_room_opens_and_is_not_half_empty(household: Household, room: str) -> None:
    driver = household.driver
    driver.ctx.stack.replace(routes.scene("title", driver.ctx))
    driver.ctx.stack.settle()
    list_rooms()[room](driver.ctx)
    driver.ctx.stack.settle()
    assert driver.ctx.records.finish(10)
    driver.run(300)
    driver.ctx.stack.fade = 0.0
    driver.window.finish_plans()
    driver.frame()
    ways = [one for one in driver.top.ui.targets if one.enabled]
    assert not driver.ctx.notices and not driver.ctx.missed.lines and len(ways) > 1
    assert measure_emptiness(driver.window.surface) <= MOST_EMPTY


def test_an_empty_half_is_measured(household: Household) -> None:
    """The measure sees what it is for: a picture of which the lower half is plain."""
    picture = household.driver.window.surface.copy()
    picture.fill((30, 20, 14), (0, picture.get_height() // 2, picture.get_width(), picture.get_height()))
    assert 0.45 < winters.measure_emptiness(picture) < 0.75
