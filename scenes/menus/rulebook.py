"""The rule books of all games: pages with worked examples, words that explain themselves, and a search over all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine import registry
from engine.content import lessons, rulebook_examples
from engine.content.rulebook_examples import BadExamples, Example, find_page_text
from scenes.common.plain_text import save_text
from scenes.menus.rulebook_example import FIGURE_H, HIGHEST, WIDTH, Figure, seats
from scenes.menus.rulebook_search import Hit, find_hits, split_query
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.node_words import end_sentence
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.stack import Scene
from scenes.shell.targets import Box, Target
from scenes.table import game_screens as games
from scenes.table.glossary_links import underline
from scenes.tutorial.lessons import teach
from sprites.base import backdrop, controls, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain

if TYPE_CHECKING:
    from scenes.shell.context import Context

CONTENTS_X, CONTENTS_W = 24.0, 316.0
PAGE_X, PAGE_W, PAGE_TOP = 364.0, 1212.0, 114.0
COLUMN_X, COLUMN_W, FIGURE_X = 415.0, 396.0, 838.0
WIDE_W = 860.0
"""The text of a page without an example, or above it."""
TALL = 1100.0
"""Height of the window (4 : 3) from which an example stands below the text instead of at its side."""
LARGEST, SMALLEST, LINE = 19.5, 16.0, 1.32
GAP = 9.0
"""Units between two paragraphs, added to half a line."""
SPARE = 10.0
"""So much more than its room a text may take before it has to be scrolled: the page has a margin."""
SCROLLED = 220.0
"""So far one step scrolls a long text."""
STAND_MS = 220.0
"""Milliseconds a page is open before its example is drawn, so that leafing through stays quick."""


class SpokenRules(SpokenScene):
    """Reads each page of the rulebook when it is opened, and the steps of an example as they are chosen."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__(book)
        self._book = book

    def find_prompt(self) -> str:
        """Return the open page."""
        return self._book.read_page()

    def list_lines(self) -> Sequence[str]:
        """Return the steps of the example that have been chosen, with what the picture shows."""
        return () if self._book.figure is None else self._book.figure.told

    def describe_target(self, target: Target) -> str:
        """Return why a step of the example is so."""
        figure, (kind, _, number) = self._book.figure, target.id.partition(".")
        if figure is None or kind != "step" or int(number) >= len(figure.lines):
            return ""
        return make_plain(figure.lines[int(number)].why)


class RuleBook(Scene):
    """Contents at the left, bookmarks of all games above, the page on parchment."""

    name = "rules"

    def __init__(self, ctx: Context, game: str, page: int = 0) -> None:
        super().__init__(ctx)
        self.game = game
        self.page = page
        self.scroll = 0.0
        self.overflow = 0.0
        self.query = ""
        self.figure: Figure | None = None
        self._found: tuple[tuple[str, str, str] | None, list[Hit]] = (None, [])
        """What was looked for last, and where it stands."""
        self._counts: dict[str, int] = {}
        self._wanted: Example | None = None
        """The example that is laid once the page itself has been drawn."""
        self._drawn = False
        self._stood = 0.0
        self.open(game, min(page, self.count(game)))

    def make_spoken(self) -> SpokenScene:
        """Return what a screen reader is told: each page of text as it is opened."""
        return SpokenRules(self)

    def read_page(self) -> str:
        """Return title and text of the open page; of the page of cards its title."""
        title = end_sentence(self.get_title(self.game, self.page))
        if self.page >= self.count():
            return title
        return f"{title} {make_plain(self.ctx.t(f'{find_page_text(self.game, self.page + 1)}.body'))}"

    # --- pages ------------------------------------------------------------------------------------

    def count(self, game: str = "") -> int:
        """How many pages of text a game's catalogue holds; "" = the open one."""
        game = game or self.game
        if game not in self._counts:
            number = 0
            while self.ctx.texts.has(f"{find_page_text(game, number + 1)}.title"):
                number += 1
            self._counts[game] = number
        return self._counts[game]

    def games(self) -> list[str]:
        """The games that have a rule book."""
        return [info.id for info in registry.games() if self.count(info.id)] or [self.game]

    def get_title(self, game: str, page: int) -> str:
        """What a page is called; the last one shows the cards."""
        if page >= self.count(game):
            return self.ctx.t("ui.rules.cards")
        return self.ctx.t(f"{find_page_text(game, page + 1)}.title")

    def open(self, game: str, page: int) -> None:
        """Open a page; its first example follows once it has been drawn."""
        self._close_figure()
        self.game, self.page = game, page
        self.scroll = 0.0
        shown = self._examples()
        self._wanted, self._drawn, self._stood = (shown[0] if shown else None), False, 0.0
        self.ui.dirty = True

    def _examples(self) -> tuple[Example, ...]:
        try:
            return rulebook_examples.book(self.game).list_page(self.page + 1)
        except BadExamples:
            return ()

    def turner(self, game: str, page: int) -> Callable[[], None]:
        """Return the callback of a page in the list."""

        def turn() -> None:
            self.ctx.play("card_lift")
            self.open(game, page)

        return turn

    def _close_figure(self) -> None:
        if self.figure is not None:
            self.figure.close()
        self.figure = None

    def show_example(self, example: Example) -> None:
        """Lay the table of an example."""
        self._close_figure()
        self._wanted = None
        try:
            self.figure = Figure(self.ctx, self.game, example)
        except BadExamples as error:
            self.ctx.toast(str(error))
        self.ui.dirty = True

    def _ask_for(self, example: Example) -> None:
        """Lay the table of an example that the reader has chosen, and tell it."""
        self.show_example(example)
        if self.figure is not None:
            self.figure.ask()

    def step(self, by: int) -> None:
        """One step of the example on or back."""
        if self.figure is not None and self.figure.lines:
            self.figure.choose(self.figure.at + by)
            self.ui.dirty = True

    # --- coming and going -------------------------------------------------------------------------

    def leave(self) -> None:
        """Release what the rulebook holds."""
        self._close_figure()

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        super().relabel()
        if self.figure is not None:
            self.figure.relabel()

    def update(self, ms: float) -> None:
        """Let time pass for the example."""
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
        """The pages that have all words that are looked for, those of the open game first."""
        key = (self.query, self.game, self.ctx.language)
        if self._found[0] != key:
            games = [self.game, *(game for game in self.games() if game != self.game)]
            self._found = (key, find_hits((page for game in games for page in self._list_pages(game)), self.query))
        return self._found[1]

    def _list_pages(self, game: str) -> Iterator[tuple[str, int, str, str]]:
        """Game, number, title and text of each page of a game."""
        for page in range(self.count(game)):
            body = self.ctx.t(f"{find_page_text(game, page + 1)}.body")
            yield game, page, self.get_title(game, page), body.replace("*", "").replace("\u00a0", " ")

    def search(self) -> None:
        """Begin to type what is looked for."""
        self.ui.set_focus("search")
        target = self.ui.find("search")
        if target is not None:
            target.activate()

    def _look_for(self, typed: str) -> None:
        self.query = typed
        self.ui.dirty = True

    # --- drawing ----------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Contents, bookmarks, page, what leads on."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.rules.title"), t(f"{self.game}.name"), "rules")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        tip = (t("reader.save"), t("reader.save.tip"))
        self.ui.icon_button(c, "save_text", 1564, 24, 16, "disk", self._save_text, tip=tip)
        low = c.height - 96
        self._contents(c, (CONTENTS_X, 66, CONTENTS_W, low - 66))
        self._tabs(c)
        page: Box = (PAGE_X, PAGE_TOP, PAGE_W, low - PAGE_TOP)
        shapes.panel(c, *page, "parchment")
        if self.page >= self.count(self.game):
            self._cards(c, page)
        else:
            self._page(c, page)
        self._bottom(c)
        self._drawn = True

    def _contents(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        shapes.panel(c, x, y, w, h)
        t = self.ctx.t
        self.ui.text_field(
            c, "search", (x + 14, y + 14, w - 28, 40), self.query, self._look_for, placeholder=t("rules.search"),
            limit=30, tip=(t("rules.search.tip"), ""), icon="search",
        )  # fmt: skip
        shapes.rule(c, x + 20, y + 66, w - 40, ornament=False)
        if self.query.strip():
            self._results(c, (x, y + 74, w, h - 84))
            return
        pages = self.count(self.game) + 1
        row = min(56.0, (h - 88) / pages)
        for k in range(pages):
            self._entry(c, k, (x + 10, y + 76 + k * row, w - 20, row - 4))
            if k and self.page not in (k - 1, k):
                shapes.rule(c, x + 28, y + 74 + k * row, w - 56, colour="edge.low", ornament=False)

    def _entry(self, c: Canvas, page: int, box: Box) -> None:
        x, y, w, h = box
        name, here = f"page.{page}", page == self.page
        target = Target(name, box, self.turner(self.game, page), adjust=self.step, radius=9, sound="")
        self.ui.note(target)
        if here:
            stops = ((0, "selected.high"), (1, "selected.low"))
            shapes.gradient_box(c, x, y, w, h, 9, stops, angle=90, rim="edge")
        elif self.ui.state(name) == "hover":
            shapes.round_rect(c, x, y, w, h, 9, "accent", alpha=44)
        ink = "text.bright" if here else "text.soft"
        icons.draw(c, self._icon(page), x + 26, y + h / 2, 21, "glow" if here else "accent")
        title = self.get_title(self.game, page)
        text.draw(c, title, x + 48, y + h / 2, "name" if here else "label", ink, "lm", max_w=w - 88)
        text.draw(c, str(page + 1), x + w - 14, y + h / 2, "body", ink, "rm", fixed=True)

    def _icon(self, page: int) -> str:
        """Icon before a page's title; the last page shows the cards."""
        try:
            known = rulebook_examples.book(self.game).icons
        except BadExamples:
            known = ()
        if page >= self.count(self.game):
            return "poker-hand"
        return known[page] if page < len(known) else "bookmark"

    def _results(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        t = self.ctx.t
        hits = self.hits()
        row = 62.0
        room = int(h // row)
        if not hits:
            text.paragraph(c, t("rules.search.none"), x + 24, y + 22, w - 48, "aside", "text.muted")
        for k, hit in enumerate(hits[:room]):
            place = (x + 10, y + 4 + k * row, w - 20, row - 6)
            name = f"hit.{k}"
            self.ui.note(Target(name, place, self.turner(hit.game, hit.page), adjust=self.step, radius=9, sound=""))
            here = hit.game == self.game and hit.page == self.page
            if here or self.ui.state(name) == "hover":
                shapes.round_rect(c, *place, 9, "accent", alpha=60 if here else 40)
            icons.draw(c, games.emblem(hit.game), place[0] + 22, place[1] + 18, 20, "accent")
            text.draw(c, hit.title, place[0] + 42, place[1] + 18, "name", "text", "lm", max_w=w - 80)
            line = text.cut_to_width(c, hit.line, w - 50, "fine")
            text.draw(c, line, place[0] + 14, place[1] + 41, "fine", "text.muted", "lm", max_w=w - 46)

    def _tabs(self, c: Canvas) -> None:
        shown = self.games()
        wide = (PAGE_W - 40) / len(shown)
        for k, game in enumerate(shown):
            here = game == self.game
            box = (PAGE_X + 20 + k * wide + 4, 72.0 if here else 80.0, wide - 8, 56.0 if here else 42.0)
            name = f"tab.{game}"
            self.ui.note(Target(name, (*box[:3], 40.0), self.turner(game, 0), radius=9, sound=""))
            shapes.panel(c, *box, "parchment" if here else "leather", radius=10)
            if not here and self.ui.state(name) == "hover":
                shapes.round_rect(c, *box, 10, "accent", alpha=40)
            title = games.short_name(self.ctx, game)
            ink, icon = ("paper.title", "paper.icon") if here else ("text.body", "accent")
            long = min(text.width(c, title, "heading"), wide - 70)
            middle = box[0] + box[2] / 2
            icons.draw(c, games.emblem(game), middle - long / 2 - 18, box[1] + 21, 22, icon)
            text.draw(c, title, middle + 8, box[1] + 21, "heading", ink, "cm", max_w=wide - 70)

    def _heading(self, c: Canvas, page: Box) -> None:
        x, y, w, _ = page
        title = self.get_title(self.game, self.page)
        text.draw(c, title, x + w / 2, y + 40, "banner", "paper.title", "cm", max_w=w - 120)
        shapes.rule(c, x + w / 2 - 130, y + 66, 260, colour="edge.low")

    def _page(self, c: Canvas, page: Box) -> None:
        x, y, w, h = page
        self._heading(c, page)
        shown = bool(self._examples())
        below = shown and c.height >= TALL
        left, wide = (COLUMN_X, COLUMN_W) if shown and not below else (x + (w - WIDE_W) / 2, WIDE_W)
        top, room = y + 96, h - 114 - (FIGURE_H if below else 0.0)
        body = self.ctx.t(f"{find_page_text(self.game, self.page + 1)}.body")
        parts = [part for part in body.split("\n") if part.strip()]
        font = text.find_font("lead")._replace(size=LARGEST)
        while font.size > SMALLEST and self._tall(c, parts, wide, font) > room:
            font = text.resize(font, font.size - 0.5)
        over = self._tall(c, parts, wide, font) - room
        self.overflow = over if over > SPARE else 0.0
        self.scroll = min(self.scroll, self.overflow)
        clip = c.surface.get_clip()
        if self.overflow:
            c.surface.set_clip(c.rect(x, top - 8, w, room + 12).clip(clip))
        yy = top - self.scroll
        rulings = {example.ruling: example for example in self._examples() if example.ruling}
        for number, part in enumerate(parts, 1):
            tall = text.paragraph_height(c, part, wide, font, line=LINE)
            if self.figure is not None and self.figure.example.ruling == number:
                mark = (left - 40, yy - 8, wide + 50, tall + 15)
                shapes.round_rect(c, *mark, 9, "accent.low", alpha=46)
                shapes.round_rect(c, *mark, 9, "paper.icon", alpha=110, border=1.2)
            if (top - 6 <= yy and yy + tall <= top + room + 10) or not self.overflow:
                self._words(c, part, number, left, yy, wide, font)
                if number in rulings:
                    self._ruling(c, rulings[number], left - 23, yy + 7)
            text.paragraph(c, part, left, yy, wide, font, "paper.text", bold_colour="paper.text", line=LINE)
            yy += tall + _gap(font)
        c.surface.set_clip(clip)
        if self.overflow:
            self._scrollers(c, left + wide + 8, top, room)
        if not shown:
            return
        at_x, at_y = (x + (w - WIDTH) / 2, y + h - FIGURE_H) if below else (FIGURE_X, y + 84)
        if self.figure is not None:
            self.figure.draw(c, self.ui, at_x, at_y)
        else:
            shapes.round_rect(c, at_x, at_y + 34, WIDTH, HIGHEST, 8, "panel.top", alpha=40)

    def _scrollers(self, c: Canvas, x: float, y: float, h: float) -> None:
        """A long text is scrolled by the wheel, by page keys, or by these."""
        t = self.ctx.t
        rows = (("up", y + 10, -1, self.scroll > 0), ("down", y + h - 10, 1, self.scroll < self.overflow))
        for name, at, by, enabled in rows:
            tip = (t(f"rules.scroll.{name}"), "")
            self.ui.icon_button(
                c, f"scroll.{name}", x, at, 11, f"caret-{name}", self._scroller(by), enabled=enabled, tip=tip
            )

    def _scroller(self, by: int) -> Callable[[], None]:
        def move() -> None:
            self.scroll_lines(by * SCROLLED)

        return move

    def scroll_lines(self, units: float) -> bool:
        """Scroll the text; False when it was at its end."""
        before = self.scroll
        self.scroll = max(0.0, min(self.overflow, self.scroll + units))
        self.ui.dirty = True
        return self.scroll != before

    def _tall(self, c: Canvas, parts: list[str], wide: float, font: text.Font) -> float:
        return sum(text.paragraph_height(c, part, wide, font, line=LINE) + _gap(font) for part in parts)

    def _words(self, c: Canvas, part: str, number: int, x: float, y: float, w: float, font: text.Font) -> None:
        """What is looked for is marked, and words that explain themselves are underlined."""
        wanted = split_query(self.query)
        for word, (left, top, wide, high) in text.word_boxes(c, part, w, font, line=LINE) if wanted else ():
            if any(each in word.casefold() for each in wanted):
                shapes.round_rect(c, x + left - 2, y + top - 4, wide + 4, high + 8, 4, "paper.found", alpha=150)
        underline(
            c, self.ctx, self.ui, self.game, str(number), part, (x, y, w), font, line=LINE, ink="paper.link",
            opens=lambda keyword: self.turner(self.game, keyword.page - 1), here=self.page + 1,
        )  # fmt: skip

    def _ruling(self, c: Canvas, example: Example, x: float, y: float) -> None:
        """The button that shows the example of a paragraph."""
        shown = self.figure is not None and self.figure.example == example
        tip = (self.ctx.t("rules.example.show"), "")
        name = f"example.{example.ruling}"
        self.ui.icon_button(c, name, x, y, 11, "play", lambda: self._ask_for(example), on=shown, tip=tip)

    def _cards(self, c: Canvas, page: Box) -> None:
        x, y, w, h = page
        self._heading(c, page)
        games.card_page(self.game, self.ctx, self.ui, c, (x + 40, y + 86, w - 80, h - 104))

    def _bottom(self, c: Canvas) -> None:
        t = self.ctx.t
        y = c.height - 80
        self.ui.button(c, "back", (CONTENTS_X, y, 196, 54), t("ui.back"), self.ctx.stack.pop, icon="left")
        x, laid = PAGE_X, self.figure is not None
        if self._examples():
            self.ui.button(c, "try", (x, y, 270, 54), t("rules.try"), self.try_it, icon="play", enabled=laid)
            x += 282
        if lessons.has(self.game):
            learn = t("lesson.teach")
            box = (x, y, 250, 54)
            self.ui.button(c, "guided", box, learn, lambda: teach(self.ctx, self.game), icon="star")
        pages = self.count(self.game) + 1
        if self.page > 0:
            before, act = (1086, y, 216, 54), self.turner(self.game, self.page - 1)
            self.ui.button(c, "previous", before, t("ui.rules.previous"), act, icon="left")
        if self.page < pages - 1:
            self.ui.button(
                c, "next", (1318, y - 4, 258, 60), t("ui.rules.next"), self.turner(self.game, self.page + 1), main=True,
                icon="right", key=t("ui.key.main"),
            )  # fmt: skip

    def try_it(self) -> None:
        """The position of the example, at a table of one's own: the lesson it comes from, or a game from there."""
        if self.figure is None:
            return
        example, ctx, game = self.figure.example, self.ctx, self.game
        if example.lesson:
            teach(ctx, game, lessons.row(game).index(example.lesson))
            return
        table = games.table(
            ctx, rulebook_examples.begin(game, example, seats(ctx, rulebook_examples.count_seats(game, example)))
        )
        routes.go(ctx, "title")
        ctx.stack.push(table)

    # --- input ------------------------------------------------------------------------------------

    def handle(self, given: Input) -> bool:
        """Keys: Space and page keys turn pages (a long one is scrolled first), Ctrl+F searches, Esc goes back."""
        if given.kind == "wheel":
            self.scroll_lines(-given.amount * 40)
            return True
        if given.kind != "command":
            return False
        last = self.count(self.game)
        by = {"page_down": SCROLLED, "page_up": -SCROLLED}.get(given.name)
        if by is not None and self.page < last and self.scroll_lines(by):
            return True
        if given.name in ("main", "page_down") and self.page < last:
            self.turner(self.game, self.page + 1)()
        elif given.name == "page_up" and self.page > 0:
            self.turner(self.game, self.page - 1)()
        elif given.name == "search":
            self.search()
        elif given.name == "explain":
            self.ui.show_tip()
        elif given.name == "back" and self.query:
            self._look_for("")
        elif given.name in ("back", "main", "rules"):
            self.ctx.stack.pop()
        else:
            return False
        return True


def _gap(font: text.Font) -> float:
    """From one paragraph to the next."""
    return font.size * (GAP / LARGEST + 0.5)
