"""Words that explain themselves, in the texts of a table: underlined, with a note, and a way to their page."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import pygame

from scenes.common.glossary import Keyword, hits, list_keywords, notes
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.page import Sheet
from scenes.shell.parts import Parts
from scenes.shell.targets import Box, Target, exactly
from scenes.shell.ui import Ui
from scenes.table import game_screens
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.base.layout import Part

PITCH, DOT = 4.6, 2.2
"""Of the dotted line."""
LINE = 1.22
"""From one line of a text to the next, as a paragraph is set."""


def underline(
    c: Canvas,
    ctx: Context,
    ui: Ui,
    game: str,
    name: str,
    said: str,
    place: tuple[float, float, float],
    font: str | text.Font,
    *,
    line: float = LINE,
    align: str = "l",
    ink: str = "accent",
    opens: Callable[[Keyword], Callable[[], None]] | None = None,
    here: int = 0,
    area: Box | None = None,
) -> None:
    """Underline the glossary words of a text drawn at ``place`` (x, y, width); ``name`` tells it from other texts.

    ``opens``: what a click on a word does, by default it opens the rulebook; ``here``: the page that is open;
    ``area``: what a finger presses instead of a word, by default the text.
    """
    dots(c, ctx, game, said, place, font, line=line, align=align, ink=ink)
    if ui.touch.least:
        x, y, w = place
        tall = text.paragraph_height(c, said, w, font, line=line)
        note_words(ctx, ui, game, name, said, area or (x, y, w, tall), opens)
    else:
        note(c, ctx, ui, game, name, said, place, font, line=line, align=align, opens=opens, here=here)


def dots(
    c: Canvas, ctx: Context, game: str, said: str, place: tuple[float, float, float], font: str | text.Font, *,
    line: float = LINE, align: str = "l", ink: str = "accent",
) -> None:  # fmt: skip
    """Draw only the dotted lines below glossary words, for a cached panel; call :func:`note` in every frame for the
    targets."""
    x, y, w = place
    for _, boxes in _find_words(c, ctx, game, said, w, font, line, align):
        for left, top, wide, high in boxes:
            _dots(c, x + left, y + top + high + 3.5, wide, ink)


def note(
    c: Canvas, ctx: Context, ui: Ui, game: str, name: str, said: str, place: tuple[float, float, float],
    font: str | text.Font, *, line: float = LINE, align: str = "l",
    opens: Callable[[Keyword], Callable[[], None]] | None = None, here: int = 0,
) -> None:  # fmt: skip
    """Register a target for each glossary word of a drawn text: its note and figure, and the link to its page.
    Parameters as for :func:`underline`."""
    x, y, w = place
    for keyword, boxes in _find_words(c, ctx, game, said, w, font, line, align):
        left, top, wide, high = boxes[0]
        see = "" if keyword.page == here else "\n" + ctx.t("rules.see", page=keyword.page)
        target = Target(
            f"word.{name}.{keyword.id}", (x + left, y + top - 3, wide, high + 8),
            (opens or _opener(ctx, game))(keyword), tip=(keyword.name, keyword.note + see), radius=4, sound="",
        )  # fmt: skip
        target.contains = exactly(target.box)
        target.picture = game_screens.word_figure(game, keyword.id)
        ui.note(target)


def note_words(
    ctx: Context, ui: Ui, game: str, name: str, said: str, area: Box,
    opens: Callable[[Keyword], Callable[[], None]] | None = None,
) -> None:  # fmt: skip
    """Register one target ``area`` for all glossary words of a text, since a finger is too large for one word. A press
    opens the sheet of these words; ``opens`` as for :func:`underline`."""
    act = show_words(ctx, game, said, opens or _opener(ctx, game))
    if act is None:
        return
    x, y, w, h = area
    least, tip = ui.touch.least, (ctx.t("rules.words"), "\n".join(notes(ctx.texts, game, said)))
    ui.zone(f"word.{name}", (x, y - max(0.0, least - h) / 2, w, max(h, least)), act, tip=tip, label=tip[0])


def show_words(
    ctx: Context, game: str, said: str, opens: Callable[[Keyword], Callable[[], None]]
) -> Callable[[], None] | None:
    """Return a function that opens the sheet of a text's glossary words; None for a text without any."""
    found = list_keywords(ctx.texts, game, said)

    def show() -> None:
        ctx.stack.push(WordSheet(ctx, found, opens))

    return show if found else None


class WordSheet(Sheet):
    """Sheet of glossary words with their meanings; each leads to its page."""

    name = "words"
    head = "rules.words"

    def __init__(
        self, ctx: Context, found: Sequence[Keyword], opens: Callable[[Keyword], Callable[[], None]]
    ) -> None:  # fmt: skip
        super().__init__(ctx)
        self.found, self._opens = found, opens

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return a row for each word, and the back button."""
        back = parts.button("back", self.ctx.t("ui.back"), self.ctx.stack.pop, "left", width=220)
        rows = [parts.inset(self._make_word(parts, word), 0, max(4.0, self.ui.touch.gap / 2)) for word in self.found]
        return [*rows, parts.space(6), parts.row([parts.space(share=1), back, parts.space(share=1)], back.tall)]

    def _make_word(self, parts: Parts, word: Keyword) -> Part:
        wide = self.width - 220
        see = parts.line(self.ctx.t("rules.see", page=word.page), "fine", "text.muted", height=24)
        said = [parts.line(word.name, "name", "text.title"), parts.prose(word.note, wide, gap=4), see]
        inner = parts.column([parts.space(6), *said, parts.space(6)])
        return parts.card(parts.inset(inner, 18), press=(f"term.{word.id}", partial(self._open, word)))

    def _open(self, word: Keyword) -> None:
        self.ctx.stack.pop()
        self.ctx.stack.settle()
        self._opens(word)()


def _find_words(
    c: Canvas, ctx: Context, game: str, said: str, w: float, font: str | text.Font, line: float, align: str
) -> list[tuple[Keyword, list[Box]]]:
    """The words of a text that are explained, each with the boxes of its parts."""
    boxes = text.word_boxes(c, said, w, font, line=line, align=align)
    found = hits(ctx.texts, game, tuple(word for word, _ in boxes))
    return [(keyword, [box for _, box in boxes[at : at + count]]) for at, count, keyword in found]


@lru_cache(maxsize=400)
def find_figure(texts: Texts, game: str, said: str) -> Picture | None:
    """Return the figure of the first glossary word of a card's text that has one, for the note on the card; None
    without one."""
    found = (game_screens.word_figure(game, keyword.id) for keyword in list_keywords(texts, game, said))
    return next((each for each in found if each is not None), None)


def _opener(ctx: Context, game: str) -> Callable[[Keyword], Callable[[], None]]:
    return lambda keyword: lambda: routes.open(ctx, "rules", game, keyword.page - 1)


def _dots(c: Canvas, x: float, y: float, w: float, ink: str) -> None:
    """A dotted line: one picture for each length, since a page has many."""
    wide = max(1, c.px(w))

    def make() -> pygame.Surface:
        made = c.layer(w, 3)
        on = c.on(made, (0, 0))
        for at in range(int(w / PITCH) + 1):
            left = at * PITCH
            if left < w - 1:
                shapes.line(on, left, 1.5, min(left + DOT, w), 1.5, ink, 1.6)
        return made

    made = c.cache.get(("dots", wide, ink), make)
    c.surface.blit(made, (c.x(x), c.y(y - 1.5)))
