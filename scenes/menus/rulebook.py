"""The rule books of all games: pages with worked examples, words that explain themselves, and a search over all."""

from collections.abc import Container, Iterator, Sequence
from functools import partial

from engine import registry
from engine.content import lessons, rulebook_examples
from engine.content.rulebook_examples import BadExamples, Example, find_page_text
from scenes.common.exports import save_text
from scenes.common.glossary import Keyword
from scenes.menus.rulebook_example import FIGURE_H, HIGHEST, WIDTH, Figure, Hit, find_hits, seats, split_query
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.shell.spoken_scene import SpokenScene, end_sentence
from scenes.shell.targets import Target
from scenes.table import game_screens as games
from scenes.table.glossary_links import dots, show_words, underline
from scenes.tutorial.lessons import teach
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain
from sprites.base.layout import Box, Part

COLUMN_W, FIGURE_X = 396.0, 474.0
"""Width of the text next to an example, and where that begins on the page."""
WIDE_W = 860.0
"""The text of a page without an example, or above it."""
TAB_H = 40.0
"""Height of a bookmark above the page."""
TALL = 1100.0
"""Height of the window (4 : 3) from which an example stands below the text instead of at its side."""
LARGEST, SMALLEST, LINE = 19.5, 16.0, 1.32
GAP = 9.0
"""Units between two paragraphs, added to half a line."""
SPARE = 10.0
"""So much more than its room a text may take before it has to be scrolled: the page has a margin."""
SCROLLED = 220.0
"""So far one step scrolls a long text."""
CONTENTS = "contents"
"""Name of the list of pages where it is scrolled."""
STAND_MS = 220.0
"""Milliseconds a page is open before its example is drawn, so that leafing through stays quick."""


class SpokenRules(SpokenScene):
    """Reads each page of the rulebook when it is opened, and the steps of an example as they are chosen."""

    _scene: "RuleBook"

    def find_prompt(self) -> str:
        """Return title and text of the open page; of the page of cards its title."""
        book = self._scene
        title = end_sentence(book.get_title(book.game, book.page))
        if book.page >= book.count():
            return title
        return f"{title} {make_plain(book.ctx.t(f'{find_page_text(book.game, book.page + 1)}.body'))}"

    def list_lines(self) -> Sequence[str]:
        """Return the steps of the example that have been chosen, with what the picture shows."""
        return () if self._scene.figure is None else self._scene.figure.told

    def describe_target(self, target: Target) -> str:
        """Return the reason for a step of the example."""
        figure, (kind, _, number) = self._scene.figure, target.id.partition(".")
        if figure is None or kind != "step" or int(number) >= len(figure.lines):
            return ""
        return make_plain(figure.lines[int(number)].why)


class RuleBook(Page):
    """Page of the rulebooks: contents at the left, bookmarks of all games above, the page on parchment."""

    name = "rules"
    head, icon = "ui.rules.title", "rules"
    row_signs = ("save_text", "words")
    margin, top = 24.0, 66.0
    speech = SpokenRules

    def __init__(self, ctx: Context, game: str, page: int = 0) -> None:
        super().__init__(ctx)
        self.game = game
        self.page = page
        self.scroll = 0.0
        self.overflow = 0.0
        self.query = ""
        self.figure: Figure | None = None
        self._wanted: Example | None = None
        """The example that is laid once the page itself has been drawn."""
        self._drawn = False
        self._stood = 0.0
        self.open(game, min(page, self.count(game)))

    # --- pages ------------------------------------------------------------------------------------

    def count(self, game: str = "") -> int:
        """Return the number of text pages of a game's rulebook; "" = the open one."""
        number = 0
        while self.ctx.texts.has(f"{find_page_text(game or self.game, number + 1)}.title"):
            number += 1
        return number

    def games(self) -> list[str]:
        """Return the games that have a rulebook."""
        return [info.id for info in registry.games() if self.count(info.id)] or [self.game]

    def get_title(self, game: str, page: int) -> str:
        """Return the title of a page; the last one shows the cards."""
        if page >= self.count(game):
            return self.ctx.t("ui.rules.cards")
        return self.ctx.t(f"{find_page_text(game, page + 1)}.title")

    def open(self, game: str, page: int) -> None:
        """Open a page; its first example is loaded after the page has been drawn."""
        self._close_figure()
        self.game, self.page = game, page
        self.scroll, self.scrolls.first[CONTENTS] = 0.0, max(0, page - 2)
        shown = self._examples()
        self._wanted, self._drawn, self._stood = (shown[0] if shown else None), False, 0.0
        self.ui.dirty = True

    def _examples(self) -> tuple[Example, ...]:
        try:
            return rulebook_examples.book(self.game).list_page(self.page + 1)
        except BadExamples:
            return ()

    def turn(self, game: str, page: int) -> None:
        """Turn to a page."""
        self.ctx.play("card_lift")
        self.open(game, page)

    def _close_figure(self) -> None:
        if self.figure is not None:
            self.figure.pane.close()
        self.figure = None

    def show_example(self, example: Example) -> None:
        """Show the table of an example at its first step."""
        self._close_figure()
        self._wanted = None
        try:
            self.figure = Figure(self.ctx, self.game, example)
        except BadExamples as error:
            self.ctx.toast(str(error))
        self.ui.dirty = True

    def _ask_for(self, example: Example) -> None:
        """Show an example that the reader has chosen, and speak its steps."""
        self.show_example(example)
        if self.figure is not None:
            self.figure.ask()

    def step(self, by: int) -> None:
        """Go one step of the example forward (1) or back (-1)."""
        if self.figure is not None and self.figure.lines:
            self.figure.choose(self.figure.at + by)
            self.ui.dirty = True

    # --- coming and going -------------------------------------------------------------------------

    leave = _close_figure

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        super().relabel()
        if self.figure is not None:
            self.figure.relabel()

    def update(self, ms: float) -> None:
        """Advance the example."""
        field = self.ui.field if self.ui.editing == "search" else None
        if field is not None and field.text != self.query:
            self.query = field.text
            self.ui.dirty = True
        self._stood += ms
        waited = self._stood >= STAND_MS or self.ctx.speed == 0
        if self._wanted is not None and self._drawn and waited and self.ctx.stack.top is self:
            self.show_example(self._wanted)
        if self.figure is not None and self.figure.update(ms):
            self.ui.dirty = True

    def _save_text(self) -> None:
        """Save all pages of the open game as a text file."""
        lines = [self.ctx.t(f"{self.game}.name"), ""]
        for page in range(self.count(self.game)):
            lines += [
                self.get_title(self.game, page),
                "",
                self.ctx.t(f"{find_page_text(self.game, page + 1)}.body"),
                "",
            ]
        save_text(self.ctx, f"{self.game}-rules-{self.ctx.language}", lines)

    # --- search -----------------------------------------------------------------------------------

    def hits(self) -> list[Hit]:
        """Return the pages that contain all words of the search, those of the open game first."""
        games = [self.game, *(game for game in self.games() if game != self.game)]
        return find_hits((page for game in games for page in self._list_pages(game)), self.query)

    def _list_pages(self, game: str) -> Iterator[tuple[str, int, str, str]]:
        """Game, number, title and text of each page of a game."""
        for page in range(self.count(game)):
            body = self.ctx.t(f"{find_page_text(game, page + 1)}.body")
            yield game, page, self.get_title(game, page), body.replace("*", "").replace("\u00a0", " ")

    # --- drawing ----------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the name of the game."""
        return self.ctx.t(f"{self.game}.name")

    def bar(self, parts: Parts) -> None:
        """Draw the button that saves the text as a file, and for fingers one that explains its words."""
        act = show_words(self.ctx, self.game, self._find_text(), self._open_word) if parts.ui.touch.least else None
        if act is not None:
            tip = (self.ctx.t("rules.words"), "")
            self.ui.icon_button(parts.c, "words", 1520, 24, 16, "question", act, tip=tip)
        tip = (self.ctx.t("reader.save"), self.ctx.t("reader.save.tip"))
        self.ui.icon_button(parts.c, "save_text", 1564, 24, 16, "disk", self._save_text, tip=tip)

    def body(self, parts: Parts) -> Part:
        """Return the contents or the search results, and the page with a bookmark for each game."""
        t, look_for = self.ctx.t, partial(setattr, self, "query")
        find = parts.field("search", self.query, look_for, hint=t("rules.search"), limit=30, icon="search", height=40,
                           tip=(t("rules.search.tip"), ""))  # fmt: skip
        rows = self._list_hits(parts) if self.query.strip() else self._list_contents(parts)
        top = [parts.space(14), parts.inset(find, 4), parts.space(12), parts.rule(8, ornament=False)]
        contents = parts.panel([*top, *rows], width=316, pad=10)
        if parts.ui.touch.least:
            contents = parts.at_width(316, parts.column([find, parts.fill(parts.scroll(rows, CONTENTS, whole=True))]))
        return parts.row([contents, Part(1212, partial(self._draw_book, parts))], gap=24)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the back button, the actions of this page, and the buttons to the pages before and after it."""
        t, game, page = self.ctx.t, self.game, self.page
        row = [parts.button("back", t("ui.back"), self.go_back, "left", width=196), parts.space(104)]
        if parts.ui.touch.least:
            row.clear()  # the sign in the row is enough
        if self._examples():
            laid = self.figure is not None
            row.append(parts.button("try", t("rules.try"), self.try_it, "play", enabled=laid, width=270))
        if lessons.has(game):
            row.append(parts.button("guided", t("lesson.teach"), partial(teach, self.ctx, game), "star", width=250))
        row.append(parts.space(share=1))
        if page > 0:
            before = partial(self.turn, game, page - 1)
            row.append(parts.button("previous", t("ui.rules.previous"), before, "left", width=216))
        if page >= self.count(game):
            return [*row, parts.space(258)]
        after = partial(self.turn, game, page + 1)
        return [*row, parts.button("next", t("ui.rules.next"), after, "right", main=True, width=258)]

    def draw(self, c: Canvas) -> None:
        """Draw the page, then prepare its example."""
        super().draw(c)
        self._drawn = True

    def _list_contents(self, parts: Parts) -> list[Part]:
        """Return a row for each page of the open game."""
        pages, touch = self.count(self.game) + 1, parts.ui.touch
        high = touch.least + touch.gap or min(56.0, (parts.c.height - 264) / pages)
        return [Part(high, partial(self._draw_entry, parts, page)) for page in range(pages)]

    def _draw_entry(self, parts: Parts, page: int, box: Box) -> None:
        c, here, (x, y, w, h) = parts.c, page == self.page, box
        if page and self.page not in (page - 1, page):
            shapes.rule(c, x + 18, y - 2, w - 36, colour="edge.low", ornament=False)
        place = (x, y, w, h - max(4.0, self.ui.touch.gap))
        state = self._note_row(f"page.{page}", place, self.game, page)
        if here:
            shapes.gradient_box(c, *place, 9, ((0, "selected.high"), (1, "selected.low")), angle=90, rim="edge")
        elif state == "hover":
            shapes.round_rect(c, *place, 9, "accent", alpha=44)
        ink = "text.bright" if here else "text.soft"
        parts.row([
            parts.icon(self._find_icon(page), 21, "glow" if here else "accent", width=48),
            parts.line(self.get_title(self.game, page), "name" if here else "label", ink, share=1),
            parts.line(str(page + 1), colour=ink, align="r", width=30), parts.space(14),
        ], gap=0).draw(place)  # fmt: skip

    def _note_row(self, name: str, place: Box, game: str, page: int) -> str:
        """Register a row that opens a page; return its state."""
        self.ui.note(Target(name, place, partial(self.turn, game, page), adjust=self.step, radius=9, sound=""))
        return self.ui.state(name)

    def _find_icon(self, page: int) -> str:
        """Icon before a page's title; the last page shows the cards."""
        try:
            known = rulebook_examples.book(self.game).icons
        except BadExamples:
            known = ()
        if page >= self.count(self.game):
            return "poker-hand"
        return known[page] if page < len(known) else "bookmark"

    def _list_hits(self, parts: Parts) -> list[Part]:
        """Return a row for each page that was found."""
        none = parts.inset(parts.prose(self.ctx.t("rules.search.none"), 268, "aside", "text.muted"), 14, 16)
        high = max(62.0, parts.ui.touch.least + parts.ui.touch.gap)
        return [Part(high, partial(self._draw_hit, parts, k, hit)) for k, hit in enumerate(self.hits())] or [none]

    def _draw_hit(self, parts: Parts, k: int, hit: Hit, box: Box) -> None:
        x, y, w, h = box
        place, here = (x, y, w, h - max(6.0, self.ui.touch.gap)), (hit.game, hit.page) == (self.game, self.page)
        if self._note_row(f"hit.{k}", place, hit.game, hit.page) == "hover" or here:
            shapes.round_rect(parts.c, *place, 9, "accent", alpha=60 if here else 40)
        title = parts.row([parts.icon(games.emblem(hit.game), 20, width=24), parts.line(hit.title, "name", share=1)],
                          28, gap=8)  # fmt: skip
        line = text.cut_to_width(parts.c, hit.line, w - 30, "fine")
        words = parts.column([parts.space(4), title, parts.line(line, "fine", "text.soft", height=22)])
        words.draw(layout.inset(place, 12, 0))

    def _draw_book(self, parts: Parts, box: Box) -> None:
        """Draw the bookmarks and the open page below them."""
        c, (x, y, w, h) = parts.c, box
        shown = self.games()
        high = self.ui.touch.grow(TAB_H)
        tabs = (x + 20, y + 6, w - 40, high + 16)
        for game, place in zip(shown, layout.columns(tabs, len(shown)), strict=True):
            self._draw_tab(c, game, layout.inset(place, 4, 0))
        page = (x, y + high + 8, w, h - high - 8)
        shapes.panel(c, *page, "parchment")
        title = self.get_title(self.game, self.page)
        text.draw(c, title, x + w / 2, page[1] + 36, "banner", "paper.title", "cm", max_w=w - 120)
        shapes.rule(c, x + w / 2 - 130, page[1] + 60, 260, colour="edge.low")
        if self.page >= self.count(self.game):
            games.card_page(self.game, self.ctx, self.ui, c, (x + 40, page[1] + 84, w - 80, page[3] - 100))
        else:
            self._draw_page(c, page)

    def _draw_tab(self, c: Canvas, game: str, box: Box) -> None:
        x, y, w, h = box
        name, here = f"tab.{game}", game == self.game
        place = box if here else (x, y + 8, w, h - 14)
        self.ui.note(Target(name, (*place[:3], h - 16), partial(self.turn, game, 0), radius=9, sound=""))
        shapes.panel(c, *place, "parchment" if here else "leather", radius=10)
        if not here and self.ui.state(name) == "hover":
            shapes.round_rect(c, *place, 10, "accent", alpha=40)
        title, room = games.short_name(self.ctx, game), w - 62
        ink, icon = ("paper.title", "paper.icon") if here else ("text.body", "accent")
        middle, at = x + w / 2, place[1] + h / 2 - 7
        icons.draw(c, games.emblem(game), middle - min(text.width(c, title, "heading"), room) / 2 - 18, at, 22, icon)
        text.draw(c, title, middle + 8, at, "heading", ink, "cm", max_w=room)

    def _draw_page(self, c: Canvas, page: Box) -> None:
        """Draw the text of a page, and its example at the side or below."""
        x, y, w, h = page
        shown = bool(self._examples())
        below = shown and c.height >= TALL
        left, wide = (x + 51, COLUMN_W) if shown and not below else (x + (w - WIDE_W) / 2, WIDE_W)
        self._draw_text(c, (left, y + 84, wide, h - 100 - (FIGURE_H if below else 0.0)), x, w)
        if not shown:
            return
        at_x, at_y = (x + (w - WIDTH) / 2, y + h - FIGURE_H) if below else (x + FIGURE_X, y + 80)
        if self.figure is not None:
            self.figure.draw(c, self.ui, at_x, at_y)
        else:
            shapes.round_rect(c, at_x, at_y + 34, WIDTH, HIGHEST, 8, "panel.top", alpha=40)

    def _find_text(self) -> str:
        """Return the text of the page; "" for that of the cards."""
        return "" if self.page >= self.count() else self.ctx.t(f"{find_page_text(self.game, self.page + 1)}.body")

    def _draw_text(self, c: Canvas, box: Box, edge: float, across: float) -> None:
        """Draw the paragraphs of a page in the largest size that fits, scrolled where none does; ``edge`` and
        ``across`` are the page's left edge and width."""
        left, top, wide, room = box
        parts = [part for part in self._find_text().split("\n") if part.strip()]
        font = text.find_font("lead")._replace(size=LARGEST)
        rulings = {example.ruling: example for example in self._examples() if example.ruling}
        while font.size > SMALLEST and self._measure(c, parts, wide, font, rulings) > room:
            font = text.resize(font, font.size - 0.5)
        over = self._measure(c, parts, wide, font, rulings) - room
        self.overflow = over if over > SPARE else 0.0
        self.scroll = min(self.scroll, self.overflow)
        clip = c.surface.get_clip()
        if self.overflow:
            c.surface.set_clip(c.rect(edge, top - 8, across, room + 12).clip(clip))
        y = top - self.scroll
        for number, part in enumerate(parts, 1):
            whole = self._measure(c, [part], wide, font, rulings, number)
            tall = text.paragraph_height(c, part, wide, font, line=LINE)
            if self.figure is not None and self.figure.example.ruling == number:
                mark = (left - 40, y - 8, wide + 50, tall + 15)
                shapes.plaque(c, mark, 9, ground="accent.low", ink="paper.icon", dark=46, edge=110, border=1.2)
            if (top - 6 <= y and y + tall <= top + room + 10) or not self.overflow:
                self._mark_words(c, part, number, left, y, wide, font)
                if number in rulings:
                    self._draw_ruling(c, rulings[number], (left, y - 8, wide, whole - self.ui.touch.gap))
            text.paragraph(c, part, left, y, wide, font, "paper.text", bold_colour="paper.text", line=LINE)
            y += whole
        c.surface.set_clip(clip)
        if self.overflow:
            self._draw_scrollers(c, (left + wide + 8, top), room, edge + across)

    def _draw_scrollers(self, c: Canvas, at: tuple[float, float], high: float, right: float) -> None:
        """Draw the arrows of a long text, which is scrolled by the wheel and by page keys too; for fingers they stand
        in the lower corner of the page, at its ``right`` edge."""
        (x, y), r, touch = at, 11.0, self.ui.touch
        places = ((x, y + 10), (x, y + high - 10))
        if touch.least:
            r, low, x = touch.least / 2, y + high - touch.least / 2 + 8, right - touch.least / 2 - 16
            places = ((x - touch.pitch, low), (x, low))
        can = self.scroll > 0, self.scroll < self.overflow
        for name, place, by, enabled in zip(("up", "down"), places, (-1, 1), can, strict=True):
            tip, act = (self.ctx.t(f"rules.scroll.{name}"), ""), partial(self._scroll, by * SCROLLED)
            self.ui.icon_button(c, f"scroll.{name}", *place, r, f"caret-{name}", act, enabled=enabled, tip=tip)

    def _scroll(self, units: float) -> None:
        self.scroll = max(0.0, min(self.overflow, self.scroll + units))
        self.ui.dirty = True

    def _measure(
        self, c: Canvas, parts: list[str], wide: float, font: text.Font, rulings: Container[int], first: int = 1
    ) -> float:
        """Return the height of paragraphs with the room below them; those that fingers press are high enough."""
        least = self.ui.touch.least and self.ui.touch.least + self.ui.touch.gap
        gap = font.size * (GAP / LARGEST + 0.5)
        return sum(
            max(text.paragraph_height(c, part, wide, font, line=LINE) + gap, least * (number in rulings))
            for number, part in enumerate(parts, first)
        )

    def _mark_words(self, c: Canvas, part: str, number: int, x: float, y: float, w: float, font: text.Font) -> None:
        """What is looked for is marked, and words that explain themselves are underlined."""
        wanted = split_query(self.query)
        for word, (left, top, wide, high) in text.word_boxes(c, part, w, font, line=LINE) if wanted else ():
            if any(each in word.casefold() for each in wanted):
                shapes.round_rect(c, x + left - 2, y + top - 4, wide + 4, high + 8, 4, "paper.found", alpha=150)
        place = (x, y, w)
        if self.ui.touch.least:  # the page explains its words
            dots(c, self.ctx, self.game, part, place, font, line=LINE, ink="paper.link")
            return
        underline(
            c, self.ctx, self.ui, self.game, str(number), part, place, font, line=LINE, ink="paper.link",
            opens=self._open_word, here=self.page + 1,
        )  # fmt: skip

    def _open_word(self, keyword: Keyword) -> Act:
        return partial(self.turn, self.game, keyword.page - 1)

    def _draw_ruling(self, c: Canvas, example: Example, box: Box) -> None:
        """The button that shows the example of a paragraph, for fingers the paragraph itself."""
        shown = self.figure is not None and self.figure.example == example
        tip = (self.ctx.t("rules.example.show"), "")
        name, show, at = f"example.{example.ruling}", partial(self._ask_for, example), (box[0] - 23, box[1] + 15)
        if self.ui.touch.least:
            self.ui.zone(name, box, show, tip=tip)
            icons.draw(c, "play", *at, 18, "paper.icon")
        else:
            self.ui.icon_button(c, name, *at, 11, "play", show, on=shown, tip=tip)

    def try_it(self) -> None:
        """Open a table to try the example: its lesson, or a game from its position."""
        if self.figure is None:
            return
        example, ctx, game = self.figure.example, self.ctx, self.game
        if example.lesson:
            teach(ctx, game, lessons.row(game).index(example.lesson))
            return
        players = seats(ctx, rulebook_examples.count_seats(game, example))
        table = games.table(ctx, rulebook_examples.begin(game, example, players))
        routes.go(ctx, "title")
        ctx.stack.push(table)

    # --- input ------------------------------------------------------------------------------------

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space and page keys turn pages, Ctrl+F searches, Esc goes back."""
        is_last = self.page >= self.count()
        return {
            "main": self.go_back if is_last else partial(self.turn, self.game, self.page + 1), "rules": self.go_back,
            "back": partial(setattr, self, "query", "") if self.query else self.go_back,
            "search": partial(self.ui.begin_typing, "search"), "explain": self.ui.show_tip,
            "page_down": partial(self._leaf, 1), "page_up": partial(self._leaf, -1),
        }  # fmt: skip

    def _leaf(self, by: int) -> None:
        """Scroll a long text, at its end turn the page."""
        before, last = self.scroll, self.count()
        if self.page < last:
            self._scroll(by * SCROLLED)
        if self.scroll == before and 0 <= self.page + by <= last:
            self.turn(self.game, self.page + by)

    def handle(self, given: Input) -> bool:
        """Scroll the text by the wheel, handle commands; return whether the input was used."""
        if given.kind == "wheel":
            self._scroll(-given.amount * 40)
        return given.kind == "wheel" or super().handle(given)
