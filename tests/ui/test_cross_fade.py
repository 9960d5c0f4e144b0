"""Screens cross-fade: the old one stays until the new one is painted, and a closed board's pictures are kept."""

import pygame

from scenes.shell.stack import FADE_MS, HELD_MS, Scene
from sprites.base.canvas import SMALL, Cache, Canvas
from tests.ui.driver import Driver


class Plain(Scene):
    """A screen of one colour; ``whole`` once it is painted."""

    def __init__(self, driver: Driver, colour: tuple[int, int, int], *, whole: bool = True) -> None:
        super().__init__(driver.ctx)
        self.colour, self.whole = colour, whole

    @property
    def is_whole(self) -> bool:
        """Whether it is painted."""
        return self.whole

    def draw(self, c: Canvas) -> None:
        """Fill the window."""
        c.surface.fill(self.colour)


RED, BLUE = (200, 0, 0), (0, 0, 200)


def open_plain(driver: Driver, *, whole: bool = True) -> Plain:
    driver.settings.speed = "1"
    driver.ctx.stack.replace(Plain(driver, RED))
    driver.ctx.stack.settle()
    driver.run(FADE_MS * 3)
    second = Plain(driver, BLUE, whole=whole)
    driver.ctx.stack.push(second)
    driver.frame()
    return second


def test_one_screen_goes_over_into_the_other_and_nothing_is_dark(driver: Driver) -> None:
    second = open_plain(driver)
    assert driver.top is second
    sums = []
    for _ in range(round(FADE_MS / 16) + 3):
        driver.frame()
        r, _g, b = driver.window.surface.get_at((300, 300))[:3]
        sums.append((r, b))
    assert sums[0][0] > 150 and sums[-1] == (0, 200) and all(r + b > 180 for r, b in sums)
    assert [r for r, _ in sums] == sorted((r for r, _ in sums), reverse=True)


def test_the_old_screen_stays_until_the_new_one_is_painted_but_not_for_ever(driver: Driver) -> None:
    second = open_plain(driver, whole=False)
    driver.run(HELD_MS / 2)
    assert driver.window.surface.get_at((300, 300))[:3] == RED
    second.whole = True
    driver.run(FADE_MS + 64)
    assert driver.window.surface.get_at((300, 300))[:3] == BLUE and not driver.ctx.stack.fade
    late = Plain(driver, RED, whole=False)
    driver.ctx.stack.push(late)
    driver.frame()
    driver.run(HELD_MS + FADE_MS + 96)
    assert driver.window.surface.get_at((300, 300))[:3] == RED, "a board that takes too long is seen as it comes"


def make_picture() -> pygame.Surface:
    return pygame.Surface((256, SMALL // 256))


def test_pictures_of_the_board_closed_last_stay_until_another_game_opens() -> None:
    cache = Cache(SMALL * 40)
    size = make_picture().get_bytesize() * 256 * (SMALL // 256)
    for name in ("old", "map", "dice"):
        cache.put(name, make_picture())
    cache.limit = size * 4
    cache.retain("legends")  # room for two of them
    cache.begin_sweep()
    cache.finish_sweep()
    assert [cache.find(name) is not None for name in ("old", "map", "dice")] == [False, True, True]
    cache.release_other_boards("legends")
    assert cache.find("map") is not None
    cache.release_other_boards("tash_kalar")
    assert cache.find("map") is None and cache.find("dice") is None and not cache.retained_for
