"""Fonts: their files, what a line of type measures, and one line rendered. Sizes are pixels."""

import io
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import pygame

from sprites.base import assets, raster, theme
from sprites.base.assets import AssetError, miss

_SPACES = re.compile("[ \u00a0\t\n\r\v\f\x85\u2028\u2029]")
_MOST_IN_LINE = 400
"""Most characters of a line that are drawn; more than fit into any window."""
NARROW = "~"
"""In the name of a face: what follows is the width of its letters in percent, as in ``sans~80``."""


@lru_cache(maxsize=400)
def split_face(face: str) -> tuple[str, float]:
    """Return the face of a font file and the share (0 to 1) of their normal width that letters of ``face`` have."""
    name, _, percent = face.partition(NARROW)
    return name, int(percent) / 100 if percent else 1.0


def narrow(face: str, percent: int) -> str:
    """Return the name of a face with letters as high as those of ``face`` and ``percent`` of their width."""
    name = split_face(face)[0]
    return name if percent >= 100 else f"{name}{NARROW}{percent}"


@cache
def find_bold(face: str) -> str:
    """Return the face of the *bold* words of running text set in ``face``: as narrow as that."""
    name, share = split_face(face)
    return narrow(theme.table().bold.get(name, name), round(100 * share))


@lru_cache(maxsize=160)
def load_font(face: str, px: int) -> pygame.font.Font:
    """Return the font of a face; another one, after a report, when its file is missing or damaged."""
    if not pygame.font.get_init():
        pygame.font.init()
    name = theme.font_file(split_face(face)[0])
    for number, each in enumerate(_list_candidates(name)):
        try:
            font = pygame.font.Font(io.BytesIO(assets.font_file(each)), px)
            font.size("H")  # a damaged file opens without an error; only use of the font shows it
            return font
        except (AssetError, OSError, pygame.error) as error:
            if number == 0:
                found = f"the font {assets.HOME / 'fonts' / each} cannot be read: {error}"
                miss(error if isinstance(error, AssetError) else AssetError(found))
    return pygame.font.Font(None, px)  # no bundled font is left; a packaged program has no other and reports it


def _list_candidates(name: str) -> Iterator[str]:
    """Iterate over the file of a font and its possible substitutes (lazily)."""
    yield name
    yield from sorted(path.name for path in (assets.HOME / "fonts").glob("*.ttf") if path.name != name)


@lru_cache(maxsize=400)
def measure_cap(face: str, px: int) -> tuple[int, int]:
    """Return offset and height of the capital H within a line, in pixels."""
    box = load_font(face, px).render("H", True, (255, 255, 255)).get_bounding_rect()
    return box.top, box.height


def _drawable(word: str) -> str:
    """Return the word without characters that a font cannot draw: control and format characters, lone surrogates.

    Texts also come from files and keyboards, so drawing must accept everything.
    """
    if word.isprintable():
        return word
    import unicodedata  # slow import on some systems, and most words are drawable

    return "".join(char for char in word if unicodedata.category(char)[0] != "C")


def _words(s: str) -> list[str]:
    """Return the words of a line without what cannot be drawn; very long lines are cut."""
    if len(s) > _MOST_IN_LINE:
        s = s[: _MOST_IN_LINE - 1] + "…"
    return [_drawable(word) for word in _SPACES.split(s)]


def _measure_word(word: str, face: str, px: int) -> int:
    """Return the width of a word in pixels; 0 when it is invisible."""
    try:
        return math.ceil(load_font(face, px).size(word)[0] * split_face(face)[1]) if word else 0
    except (pygame.error, ValueError):
        return 0


def _typeset(word: str, face: str, px: int, colour: tuple[int, int, int]) -> pygame.Surface | None:
    """Render a word; None when it is invisible (fonts refuse to render that)."""
    wide = _measure_word(word, face, px)
    if not wide:
        return None
    try:
        made = load_font(face, px).render(word, True, colour)
    except (pygame.error, ValueError):
        return None
    return made if split_face(face)[1] == 1.0 else pygame.transform.smoothscale(made, (wide, made.get_height()))


def measure_overhang(word: str, face: str, px: int) -> tuple[int, int]:
    """Return how far a word's ink reaches beyond its first and its last letter, in pixels.

    For example of a slanted f; it is part of the width, but does not widen the gap to the next word.
    """
    try:
        found = load_font(face, px).metrics(word[0] + word[-1]) if word else []
    except (pygame.error, ValueError):
        return 0, 0
    if len(found) != 2 or found[0] is None or found[1] is None:
        return 0, 0
    share = split_face(face)[1]
    return round(max(0, -found[0][0]) * share), round(max(0, found[1][1] - found[1][4]) * share)


@lru_cache(maxsize=8000)
def measure_line(s: str, face: str, px: int) -> int:
    """Return the width of a line in pixels, including all ink."""
    words = _words(s)
    if len(words) == 1:
        return _measure_word(words[0], face, px)
    *_, (word, at) = _places(words, face, px)
    return at + _measure_word(word, face, px)


def _places(words: Sequence[str], face: str, px: int) -> Iterator[tuple[str, int]]:
    """Return the words of a line with their positions."""
    at = 0
    for number, word in enumerate(words):
        left, right = measure_overhang(word, face, px)
        at -= left if number else 0
        yield word, at
        at += _measure_word(word, face, px) - right + find_word_gap(face, px)


def find_word_gap(face: str, px: int) -> int:
    """Return the gap between words; widened, as this family's space is too narrow for small type on screens."""
    return max(2, round(px * 0.235 * split_face(face)[1]))


def render_line(s: str, face: str, px: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """Return one line of type, rendered word by word."""
    words = _words(s)
    if len(words) == 1 and (whole := _typeset(words[0], face, px, colour)) is not None:
        return whole
    pieces = [(_typeset(word, face, px, colour), at) for word, at in _places(words, face, px)]
    high = max((piece.get_height() for piece, _ in pieces if piece is not None), default=measure_height(face, px))
    made = raster.empty(max(1, measure_line(s, face, px)), high)
    made.fill((*colour, 0))
    for piece, at in pieces:
        if piece is not None:
            # Blitting would blend; the word must be copied unchanged.
            made.blit(piece, (at, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return made


@lru_cache(maxsize=400)
def measure_height(face: str, px: int) -> int:
    """Return the height of a line's ink in pixels, including accents above capitals and descenders.

    A font's own ``get_height()`` leaves out its last row: letters are drawn as high as its line size, or one row more.
    """
    font = load_font(face, px)
    return max(font.get_linesize(), font.get_height(), font.render("ŘÁgjpqy", True, (255, 255, 255)).get_height())


def forget() -> None:
    """Clear cached fonts and measurements (after the window changed its size)."""
    load_font.cache_clear()
    measure_cap.cache_clear()
    measure_height.cache_clear()
    measure_line.cache_clear()
