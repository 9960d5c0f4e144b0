"""A display list paints no more than what has changed, and the picture is the one that painting everything gives."""

import random

import pygame
import pytest

from sprites.base import damage, shapes
from sprites.base.canvas import Canvas
from sprites.base.damage import (
    MOST_RECTS,
    join_rects,
    merge_rects,
)
from sprites.base.display_list import DisplayList
from sprites.base.draw_commands import Layer, Mosaic

SIZE = (320, 200)
SEEDS = range(30)
SIDE = 64
"""Side of a tile of the ground."""


@pytest.fixture
def window() -> pygame.Surface:
    pygame.display.init()
    return pygame.display.set_mode(SIZE)


def make_pictures(chance: random.Random) -> list[pygame.Surface]:
    """Opaque and transparent pictures of several sizes."""
    made = []
    for number in range(12):
        size = (chance.randint(4, 120), chance.randint(4, 90))
        surface = pygame.Surface(size, pygame.SRCALPHA if number % 2 else 0)
        surface.fill([chance.randrange(256) for _ in range(4)])
        made.append(surface)
    return made


def draw_frame(shown: DisplayList, commands: list[tuple[pygame.Surface, tuple[int, int], int, int]]) -> None:
    """Draw a ground and pictures, each with an opacity, some of them clipped or added."""
    shown.begin()
    shown.fill((20, 30, 40))
    for source, at, alpha, kind in commands:
        source.set_alpha(alpha)
        if kind == 1:
            shown.set_clip((at[0], at[1], 50, 40))
        shown.blit(source, at, (3, -2, 40, 30) if kind == 2 else None, pygame.BLEND_RGB_ADD if kind == 3 else 0)
        shown.set_clip(None)
        source.set_alpha(255)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_frame_looks_as_if_all_of_it_had_been_painted(window: pygame.Surface, seed: int) -> None:
    chance = random.Random(seed)
    pictures = make_pictures(chance)
    shown = DisplayList(window)

    def one() -> tuple[pygame.Surface, tuple[int, int], int, int]:
        place = (chance.randint(-40, 320), chance.randint(-40, 200))
        return chance.choice(pictures), place, chance.choice((255, 255, 90)), chance.randrange(5)

    commands = [one() for _ in range(15)]
    for _ in range(25):
        draw_frame(shown, commands)
        shown.finish()
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(shown.render(), "RGB")
        for _ in range(chance.randrange(3)):
            commands[chance.randrange(len(commands))] = one()
        if chance.random() < 0.3:
            chance.shuffle(commands)


def test_only_what_has_changed_is_painted(window: pygame.Surface) -> None:
    shown, picture = DisplayList(window), pygame.Surface((20, 10))
    frames = [[(picture, (x, 50), 255, 0)] for x in (10, 10, 14)]
    painted = []
    for commands in frames:
        draw_frame(shown, commands)
        painted.append(shown.finish())
    assert painted == [[pygame.Rect(0, 0, *SIZE)], [], [pygame.Rect(10, 50, 24, 10)]]


def test_a_mark_repaints_a_picture_that_changed_in_place(window: pygame.Surface) -> None:
    shown, picture = DisplayList(window), pygame.Surface((20, 10))
    for colour, marked in (("red", False), ("blue", False), ("blue", True)):
        picture.fill(colour)
        draw_frame(shown, [(picture, (10, 50), 255, 0)])
        if marked:
            shown.mark((10, 50, 20, 10))
        shown.finish()
        assert (window.get_at((15, 55))[2] == 255) is marked


def test_a_lost_picture_is_painted_whole(window: pygame.Surface) -> None:
    shown = DisplayList(window)
    for lost, painted in ((False, 1), (False, 0), (True, 1)):
        if lost:
            shown.invalidate()
        draw_frame(shown, [])
        assert len(shown.finish()) == painted


def test_part_of_an_unfinished_frame_can_be_copied(window: pygame.Surface) -> None:
    shown = DisplayList(window)
    shown.fill("red")
    shown.fill("blue", (10, 10, 5, 5))
    part = shown.copy(pygame.Rect(9, 9, 4, 4))
    assert part.get_size() == (4, 4)
    assert part.get_at((0, 0)) == pygame.Color("red") and part.get_at((2, 2)) == pygame.Color("blue")


@pytest.mark.parametrize("seed", SEEDS)
def test_merged_rectangles_cover_all_and_are_few(seed: int) -> None:
    chance = random.Random(seed)
    boxes = [
        pygame.Rect(chance.randrange(3000), chance.randrange(2000), chance.randrange(400), chance.randrange(400))
        for _ in range(40)
    ]
    merged = merge_rects(boxes)
    assert len(merged) <= MOST_RECTS
    for box in boxes:
        assert sum(part.w * part.h for part in (each.clip(box) for each in merged)) == box.w * box.h
    assert not any(one.colliderect(two) for at, one in enumerate(merged) for two in merged[:at])


def test_a_panel_lets_nothing_through_where_it_says_so() -> None:
    """What lies below such a part is not painted."""
    pygame.display.init()
    c = Canvas(pygame.Surface((800, 450), pygame.SRCALPHA))
    shapes.panel(c, 40, 40, 700, 300)
    assert c.solids[0].w > 300 and c.solids[0].h > 120
    part = c.target.subsurface(c.solids[0])
    assert pygame.mask.from_surface(part, 254).count() == part.get_width() * part.get_height()


def test_what_moves_below_a_panel_is_not_painted(window: pygame.Surface) -> None:
    shown, panel, below = DisplayList(window), pygame.Surface((100, 80), pygame.SRCALPHA), pygame.Surface((60, 60))
    panel.fill((90, 60, 30))
    below.fill("blue")
    painted = []
    for x in (30, 34, 120):
        shown.begin()
        shown.fill((20, 30, 40))
        shown.blit(below, (x, 50))
        shown.blit_panel(panel, (20, 40), [pygame.Rect(4, 4, 92, 72)])
        painted.append(sum(box.w * box.h for box in shown.finish()))
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(shown.render(), "RGB")
    assert painted[1] == 0 and painted[2] == 60 * 60


def test_a_layer_is_drawn_elsewhere(window: pygame.Surface) -> None:
    shown, picture = DisplayList(window), pygame.Surface((20, 10))
    picture.fill("red")
    shown.begin()
    layer = shown.record_apart(lambda: shown.blit(picture, (-50, 5)) and None)
    shown.fill("black")
    shown.set_clip((0, 0, 12, 100))
    shown.replay_with_offset(layer, 55, 3)
    shown.finish()
    red = [x for x in range(40) if window.get_at((x, 8))[0]]
    assert red == list(range(5, 12)), "moved by 55, and clipped"


def test_only_what_changes_its_place_in_the_order_is_painted(window: pygame.Surface) -> None:
    """A card that is taken from the front of a row is drawn last; the others stay in their order."""
    shown, cards = DisplayList(window), [pygame.Surface((20, 30)) for _ in range(5)]
    painted = []
    for order in ((0, 1, 2, 3, 4), (1, 2, 3, 4, 0), (4, 1, 2, 3, 0)):
        shown.begin()
        shown.fill("black")
        for number in order:
            cards[number].fill((50 * number, 90, 30))
            shown.blit(cards[number], (10 + 15 * number, 20))
        painted.append(sum(box.w * box.h for box in shown.finish()))
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(shown.render(), "RGB")
    assert painted[1:] == [20 * 30, 20 * 30]


def test_rims_are_joined_only_while_little_is_painted_needlessly() -> None:
    side = [pygame.Rect(0, 40 * at, 30, 40) for at in range(12)]
    far = pygame.Rect(300, 440, 30, 40)
    joined = join_rects([*side, far])
    assert joined == [pygame.Rect(0, 0, 30, 480), far], "not one box round both, however near its parts are"


def make_tile(chance: random.Random) -> pygame.Surface:
    """An opaque picture of which no part looks like another."""
    tile = pygame.Surface((SIDE, SIDE))
    for y in range(0, SIDE, 8):
        for x in range(0, SIDE, 8):
            tile.fill([chance.randrange(256) for _ in range(3)], (x, y, 8, 8))
    return tile


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_a_ground_that_moves_looks_as_if_all_of_it_had_been_painted(
    window: pygame.Surface, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sheets of tiles that overlap, with a layer on them, things that fly over them, a name on each, and panels."""
    carried_out: list[damage.Scroll] = []
    carry_out = damage.Scroll.carry_out
    monkeypatch.setattr(damage, "LEAST_AREA", 300)
    monkeypatch.setattr(damage, "SLACK", 200)

    def note(one: damage.Scroll, target: pygame.Surface) -> None:
        carried_out.append(one)
        carry_out(one, target)

    monkeypatch.setattr(damage.Scroll, "carry_out", note)
    chance = random.Random(seed)
    pictures, shown = make_pictures(chance), DisplayList(window)
    tiles = {(x, y): make_tile(chance) for x in range(8) for y in range(6)}
    panel = pygame.Surface((90, 60), pygame.SRCALPHA)
    panel.fill((90, 60, 30, 255), (8, 8, 74, 44))
    view = pygame.Rect(20, 15, 280, 170)
    at, flying, panel_at = (-60, -40), (100, 100), (230, 120)

    def record() -> Layer:
        spots = [(chance.randrange(400), chance.randrange(300), chance.choice(pictures)) for _ in range(9)]

        def draw() -> None:
            for x, y, picture in spots:
                shown.blit(picture, (x, y))

        return shown.record_apart(draw)

    layer, names = record(), [(chance.randrange(400), chance.randrange(300), chance.choice(pictures)) for _ in range(4)]
    for _ in range(40):
        shown.begin()
        shown.fill((20, 30, 40))
        for sheet in (pygame.Rect(0, 0, 500, 250), pygame.Rect(120, 230, 260, 150)):
            shown.set_clip(sheet.move(at).clip(view))
            seen = shown.get_clip().move(-at[0], -at[1])
            if seen.w and seen.h:
                columns = range(seen.left // SIDE, (seen.right - 1) // SIDE + 1)
                rows = range(seen.top // SIDE, (seen.bottom - 1) // SIDE + 1)
                shown.blit_mosaic(Mosaic([(tiles[x, y], (x * SIDE, y * SIDE)) for x in columns for y in rows]), at)
                shown.replay_with_offset(layer, *at)
        shown.set_clip(view)
        shown.blit(pictures[1], flying)
        shown.blit_panel(panel, panel_at, [pygame.Rect(8, 8, 74, 44)])
        for number, (x, y, picture) in enumerate(names):
            shown.set_clip((60, 40, 150, 120) if number == 0 else view)
            shown.blit(picture, (x + at[0], y + at[1]))
        shown.set_clip(None)
        shown.fill("black", (20, 15, 280, 2))
        shown.finish()
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(shown.render(), "RGB")
        if chance.random() < 0.9:
            reach = chance.choice((9, 9, 60))
            x, y = at[0] + chance.randint(-reach, reach), at[1] + chance.randint(-reach, reach)
            at = (min(20, max(-180, x)), min(15, max(-90, y)))
        if chance.random() < 0.2:
            layer = record()
        if chance.random() < 0.3:
            flying = (chance.randrange(320), chance.randrange(200))
        if chance.random() < 0.1:
            panel_at = (chance.randrange(230), chance.randrange(140))
        if chance.random() < 0.2:
            names[chance.randrange(4)] = (chance.randrange(400), chance.randrange(300), chance.choice(pictures))
        if chance.random() < 0.1:
            chance.shuffle(names)
        if chance.random() < 0.2:
            tiles[chance.randrange(8), chance.randrange(6)] = make_tile(chance)
    assert len(carried_out) > 5


def test_of_a_ground_that_moves_only_what_comes_into_view_is_painted(
    window: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damage, "LEAST_AREA", 300)
    shown, tile, piece = DisplayList(window), make_tile(random.Random(1)), pygame.Surface((10, 10))
    layer = shown.record_apart(lambda: shown.blit(piece, (200, 150)) and None)
    for x in (0, -7):
        shown.begin()
        shown.blit_mosaic(Mosaic([(tile, (n * SIDE, m * SIDE)) for n in range(6) for m in range(4)]), (x, 0))
        shown.replay_with_offset(layer, x, 0)
        painted = shown.finish()
    assert painted == [pygame.Rect(313, 0, 7, 200), pygame.Rect(0, 0, 320, 200)], "a strip painted, and all scrolled"
