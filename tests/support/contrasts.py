"""Contrasts of texts as WCAG 2.2 defines them: the ink against the worst tenth of the pixels under the letters.

``python3 -m tests.support.contrasts [SCENE ...]`` prints the weakest texts of scenes, in the usual theme and in that of
high contrast, in every palette and in the language that needs the most room.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

import pygame
import pytest

from scenes.dev.screenshots import all_scenes
from scenes.table import portraits
from scenes.tutorial import view
from sprites.base import drawn_words, fonts, text, theme
from tests.support.catalogues import LONGEST
from tests.support.flashes import LINEAR
from tests.ui.driver import BESIDE_S, Driver

LEAST, LEAST_HIGH = 4.5, 7.0
"""Least contrasts in the usual theme and in that of high contrast."""
INKED, COVERED = 0.5, 0.9
"""Shares of the greatest change by which a pixel belongs to a letter, and is wholly covered by it."""
FEWEST = 24
"""Pixels of letters that are needed to judge."""
SHADOW = 32
"""Pixels below the buttons of a lesson that its panel and the shadow of that cover."""
LOWEST = 0.4
"""Share of the height of a text that is seen; less is left of one that a panel lies on."""
FAINTEST = 60
"""Change of the three colours below which a text is hidden under something that was drawn later."""
TRIES = 3
"""How often is measured where a text seems weak: what is worked out in the background changes one of two pictures."""


class Way(NamedTuple):
    """How a scene is drawn."""

    language: str = "en"
    palette: str = "standard"
    is_high: bool = False

    @property
    def least(self) -> float:
        """The least contrast that a text may have."""
        return LEAST_HIGH if self.is_high else LEAST


WAYS = tuple(
    Way(language, palette, is_high)
    for is_high in (False, True)
    for language, palette in (*(("en", name) for name in theme.PALETTES), (LONGEST, "standard"))
)


class _Kept(list[drawn_words.Written]):
    """Texts of a drawing; those stay which a page takes back to tell them in other words."""

    def __delitem__(self, place: Any) -> None:
        """Leave all as it is."""

    def append(self, one: drawn_words.Written) -> None:
        """Keep a text that is drawn, not one that tells of a picture."""
        if sys._getframe(2).f_globals["__name__"] == text.__name__:
            super().append(one)


class Weak(NamedTuple):
    """A text and its contrast."""

    contrast: float
    words: str
    box: tuple[int, int, int, int]


def measure_luminance(red: int, green: int, blue: int) -> float:
    """The relative luminance of a colour, 0 … 1."""
    return 0.2126 * LINEAR[red] + 0.7152 * LINEAR[green] + 0.0722 * LINEAR[blue]


def draw(driver: Driver, *, is_inked: bool) -> bytes:
    """The picture of the top scene, with or without the letters."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(view, "_veil", lambda *given: None)  # what a lesson dims is not to be read meanwhile
        told = drawn_words.tell_as_one
        for module in list(sys.modules.values()):
            if vars(module).get("tell_as_one") is told:
                patched.setattr(module, "tell_as_one", lambda *given: nullcontext())  # each text for itself
        patched.setattr(drawn_words.DrawnWords, "__init__", lambda words: setattr(words, "found", _Kept()))
        if not is_inked:
            render = fonts.render_line

            def leave_out(*given: Any) -> pygame.Surface:
                made = render(*given).copy()
                made.fill((0, 0, 0, 0))
                return made

            patched.setattr(text, "render_line", leave_out)
        driver.window.renew()
        driver.ctx.stack.relabel()
        driver.ctx.stack.collects_words = True
        for _ in range(2):
            driver.ctx.stack.dirty = True
            driver.ctx.stack.update(0)
            driver.window.draw()
            driver.window.finish_plans()  # grounds that are drawn step by step
        return pygame.image.tobytes(driver.window.surface, "RGB")


def list_contrasts(driver: Driver, name: str, ways: Iterable[Way]) -> Iterator[tuple[Way, list[Weak]]]:
    """The contrasts of the texts of a scene in each way; those of controls that cannot be used do not count."""
    driver.ctx.instant = True  # else grounds wait, and what glitters differs in the two pictures
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    settings = driver.ctx.settings
    for way in ways:
        settings.language, settings.palette, settings.contrast = way
        driver.ctx.apply_settings()
        for _ in range(TRIES):
            for worker in (driver.ctx.files, driver.ctx.records):
                worker.finish(BESIDE_S)
            found = list(_measure_texts(driver))
            if all(one.contrast >= way.least for one in found):
                break
        yield way, found


def _measure_texts(driver: Driver) -> Iterator[Weak]:
    bare, inked = draw(driver, is_inked=False), draw(driver, is_inked=True)
    top: Any = driver.top
    c, (wide, high) = driver.window.canvas, driver.window.surface.get_size()
    off = [target.box for target in (*top.ui.targets, *top.ui.list_current_targets()) if not target.enabled]
    bubble = top.ui.find(portraits.TARGET)  # is drawn over what is written on its speaker's plate
    boxes = [] if bubble is None else [("", c.rect(*bubble.box))]
    guide = [c.rect(*one.box) for one in top.ui.targets if one.id.startswith("guide.")]
    boxes += [("", pygame.Rect(one.left - 6, one.bottom, one.w + 12, SHADOW)) for one in guide]
    for one in reversed(top.ui.words.found if top.ui.words is not None else ()):
        x, y, w, h = one.box
        if one.target or any(drawn_words.has_middle(each, one.box) for each in off):
            continue
        box = c.rect(x, y, w, h).clip(pygame.Rect(0, 0, wide, high))
        above = [each for words, each in boxes if words != one.text and each.colliderect(box)]
        boxes.append((one.text, box))
        found = _measure(inked, bare, wide, box, above)
        if found is not None:
            yield Weak(found, one.text, (box.x, box.y, box.w, box.h))


def _measure(inked: bytes, bare: bytes, wide: int, box: pygame.Rect, above: Sequence[pygame.Rect]) -> float | None:
    pixels, rows = [], set[int]()
    for row in range(box.top, box.bottom):
        start, end = 3 * (row * wide + box.left), 3 * (row * wide + box.right)
        a, b = inked[start:end], bare[start:end]
        if a == b:
            continue
        for at in range(0, len(a), 3):
            change = abs(a[at] - b[at]) + abs(a[at + 1] - b[at + 1]) + abs(a[at + 2] - b[at + 2])
            if change and not any(each.collidepoint(box.left + at // 3, row) for each in above):
                pixels.append((change, tuple(a[at : at + 3]), tuple(b[at : at + 3])))
                rows.add(row)
    most = max((one[0] for one in pixels), default=0)
    letters = [one for one in pixels if one[0] >= INKED * most]
    if len(letters) < FEWEST or most < FAINTEST or len(rows) < LOWEST * box.h:
        return None
    covered = sorted(measure_luminance(*one[1]) for one in letters if one[0] >= COVERED * most)
    ink = covered[len(covered) // 2]
    contrasts = sorted(
        (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
        for ground in (measure_luminance(*one[2]) for one in letters)
    )
    return contrasts[len(contrasts) // 10]


def find_weak(names: Iterable[str], ways: Iterable[Way] = WAYS) -> list[str]:
    """What does not stand out in these scenes, in words; prints the least contrasts of each."""
    weak, count = [], 0
    driver = Driver((1280, 720), fresh=True)
    try:
        for name in names:
            for way, found in list_contrasts(driver, name, ways):
                count += len(found)
                least = min((one.contrast for one in found), default=0.0)
                print(name, *way[:2], "high" if way.is_high else "usual", len(found), f"{least:.1f}", flush=True)
                for one in found:
                    if one.contrast < way.least:
                        weak.append(f"{name} {way}: {one.contrast:.2f} {one.words[:70]!r} {one.box}")
                        print("  ", weak[-1], flush=True)
        assert count > 20, "hardly any text was found"
    finally:
        driver.close()
        theme.choose(None)
    return weak


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("scenes", nargs="*")
    find_weak(asked.parse_args().scenes or all_scenes())


if __name__ == "__main__":
    main()
