"""Logical units on windows of every shape, the cache, and colours that can be told apart."""

import math
from functools import partial

import pygame
import pytest

from sprites.base import shapes, theme
from sprites.base.canvas import Cache, Canvas, Steps, make_whole


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1600, 1200), (1920, 1080), (2560, 1080), (3840, 2160)])
def test_the_block_is_centred_and_whole(size: tuple[int, int]) -> None:
    c = Canvas(pygame.Surface(size))
    assert c.scale == pytest.approx(min(size[0] / 1600, size[1] / 900))
    assert c.left <= 0 and c.right >= 1600 and c.height >= 899.99
    assert c.x(c.left) == 0 and c.x(c.right) == size[0]
    x, y = c.logical((c.x(700), c.y(300)))
    assert x == pytest.approx(700, abs=1) and y == pytest.approx(300, abs=1)


def test_neighbouring_boxes_share_their_edges() -> None:
    c = Canvas(pygame.Surface((1366, 768)))
    assert c.rect(10, 10, 33.3, 5).right == c.rect(43.3, 10, 20, 5).left
    assert c.px(0.1) == 1 and c.px(0) == 0


def test_a_layer_is_drawn_in_the_same_units() -> None:
    c = Canvas(pygame.Surface((1920, 1080)))
    on = c.on(c.layer(100, 50), (200, 300))
    assert (on.x(200), on.y(300)) == (0, 0)
    assert on.cache is c.cache and on.scale == c.scale


def test_the_cache_keeps_within_its_limit() -> None:
    cache = Cache(10_000)
    for k in range(50):
        cache.get(k, lambda: pygame.Surface((20, 20), pygame.SRCALPHA))
    assert cache.size <= 10_000 and len(cache) == 6
    assert cache.find(49) is not None and cache.find(0) is None
    cache.clear()
    assert cache.size == 0


# Linear RGB as seen by people who lack one kind of cone (Machado, Oliveira, Fernandes 2009, full strength).
SEEN = {
    "standard": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    linear = [((v / 255 + 0.055) / 1.055) ** 2.4 if v > 10 else v / 255 / 12.92 for v in theme.rgb(colour)]
    r, g, b = (max(0.0, min(1.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in SEEN[sight])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("palette", theme.PALETTES)
def test_players_differ_for_the_eyes_a_palette_is_made_for(palette: str) -> None:
    colours = [theme.player(k, palette).base for k in range(4)]
    worst = min(math.dist(lab(a, palette), lab(b, palette)) for i, a in enumerate(colours) for b in colours[:i])
    assert worst >= 34, f"{palette}: two players differ by {worst:.0f} only"


def test_players_differ_by_shape_and_emblem_too() -> None:
    looks = [theme.player(k) for k in range(4)]
    assert len({look.shape for look in looks}) == len({look.emblem for look in looks}) == 4
    assert len(theme.emblems()) >= 12


def test_badges_of_all_palettes_and_patterns_are_drawn() -> None:
    for palette in theme.PALETTES:
        for patterns in (False, True):
            c = Canvas(pygame.Surface((400, 225)), palette=palette, patterns=patterns)
            for k in range(4):
                shapes.badge(c, k, "", 200 + k * 60, 200, 24, active=k == 0)


def test_what_a_picture_of_the_window_was_made_of_is_not_kept() -> None:
    cache = Cache(10_000_000, window=4 * 200 * 100)

    def make() -> pygame.Surface:
        cache.get("part", lambda: pygame.Surface((100, 50), depth=32))
        cache.get("tiny", lambda: pygame.Surface((4, 4), depth=32))
        cache.get("light", lambda: pygame.Surface((250, 120), depth=32))
        return pygame.Surface((200, 100), depth=32)

    cache.get("whole", make)
    assert cache.find("part") is None and cache.find("tiny") is not None and cache.find("whole") is not None
    assert cache.find("light") is None, "a picture larger than the window is drawn on one of it only"
    cache.get("part", lambda: pygame.Surface((100, 50), depth=32))
    assert cache.find("part") is not None, "what is used by itself stays"
    assert cache.size == 4 * (200 * 100 + 100 * 50 + 4 * 4)


def test_a_sweep_lets_large_pictures_go_that_no_scene_uses() -> None:
    cache = Cache(10_000_000)
    for name, side in (("old", 200), ("used", 200), ("tiny", 8)):
        cache.put(name, pygame.Surface((side, side), depth=32))
    cache.begin_sweep()
    cache.find("used")
    cache.put("new", pygame.Surface((200, 200), depth=32))
    cache.finish_sweep()
    assert [name for name in ("old", "used", "tiny", "new") if cache.find(name) is not None] == ["used", "tiny", "new"]
    assert cache.size == 4 * (2 * 200 * 200 + 8 * 8)


def test_planned_pictures_are_made_once_and_in_their_order() -> None:
    cache = Cache(1 << 20)
    made: list[str] = []
    for name in ("one", "two", "one"):
        cache.plan(name, partial(made.append, name))
    assert [cache.make_next() for _ in range(3)] == [True, True, False]
    assert made == ["one", "two"]
    cache.begin_sweep()
    cache.finish_sweep()
    cache.plan("one", lambda: made.append("again"))
    assert cache.make_next()
    assert made[-1] == "again"
    cache.plan("rest", lambda: made.append("rest"), at_rest=True)
    cache.plan("soon", lambda: made.append("soon"))
    assert cache.make_next() and made[-1] == "soon" and not cache.make_next()
    assert cache.make_next(at_rest=True) and made[-1] == "rest" and not cache.make_next(at_rest=True)


def make_slowly(done: list[int]) -> Steps:
    for step in range(3):
        done.append(step)
        yield
    return pygame.Surface((5, 5))


def test_a_planned_picture_is_made_in_steps() -> None:
    cache = Cache(1 << 20)
    done: list[int] = []
    cache.plan("whole", lambda: done.append(-1))
    cache.plan_steps("slow", lambda: make_slowly(done))
    assert not cache.make_next(whole=False), "a picture that is made at once waits for a light frame"
    assert cache.make_next() and done == [-1]
    assert cache.make_next(whole=False) and done == [-1, 0] and cache.find("slow") is None
    while cache.make_next(whole=False):
        pass
    assert done == [-1, 0, 1, 2] and cache.find("slow") is not None
    assert make_whole(make_slowly(done)).get_size() == (5, 5)
    cache.plan_steps("slow", lambda: make_slowly(done))
    assert not cache.make_next(), "it is there"
    cache.plan("later", lambda: done.append(-2))
    cache.plan_steps("urgent", lambda: make_slowly(done), at_once=True)
    assert cache.make_next(whole=False) and done[-1] == 0, "before what was planned earlier"


def test_what_is_used_inside_counts_outside_too() -> None:
    cache = Cache(1 << 20)
    for name in ("inner", "outer"):
        cache.put(name, pygame.Surface((5, 5)))
    inner: list[object] = []

    def draw() -> None:
        inner.extend(cache.track_used(lambda: cache.find("inner"))[1])
        cache.find("outer")

    _, used = cache.track_used(draw)
    assert inner == ["inner"] and used == ("inner", "outer")
    _, used = cache.track_used(lambda: cache.touch(("inner",)))
    assert used == ("inner",)
