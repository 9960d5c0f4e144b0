"""Moving pictures: what is written is read back by the library that the game comes with, pixel by pixel."""

import io

import pygame

from engine.chance import SeededChance
from sprites.base import raster


def test_frames_come_back_as_they_were_written() -> None:
    chance = SeededChance(3)
    palette = [(at, 255 - at, at * 7 % 256) for at in range(256)]
    wide, high = 61, 47
    frames = [bytes([chance.below(256) if chance.below(3) else 9 for _ in range(wide * high)])]
    for _ in range(3):  # a patch of the picture before changes, and once nothing at all
        later = bytearray(frames[-1])
        for y in range(10, 20):
            for x in range(5, 5 + 9 * len(frames) % 40):
                later[y * wide + x] = chance.below(256)
        frames.append(bytes(later))
    frames.append(frames[-1])
    data = bytearray(raster.encode_gif_head((wide, high), palette))
    before = None
    for pixels in frames:
        work = raster.encode_gif_frame(pixels, before, wide, 10)
        while True:
            try:
                next(work)
            except StopIteration as ended:
                data += ended.value
                break
        before = pixels
    read = pygame.image.load_animation(io.BytesIO(bytes(data + raster.TAIL)), "one.gif")
    assert len(read) == len(frames)
    for (surface, shown_for), pixels in zip(read, frames, strict=True):
        assert shown_for == 100
        found = pygame.image.tobytes(surface.convert(24), "RGB")
        assert found == b"".join([bytes(palette[one]) for one in pixels])


def test_every_colour_gets_its_nearest() -> None:
    colours = raster.GifColours([(4, 4, 4), (252, 4, 4), (4, 252, 4)] + [(252, 252, 252)] * 253)
    picture = pygame.Surface((4, 1))
    for x, colour in enumerate([(0, 0, 0), (200, 30, 20), (30, 220, 40), (250, 250, 250)]):
        picture.set_at((x, 0), colour)
    assert list(colours.quantize(picture)) == [0, 1, 2, 3]
