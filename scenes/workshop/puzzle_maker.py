"""The puzzle maker: what is asked of an arranged position, what the proof says of it, and what comes of the puzzle."""

import zlib
from functools import partial

import msgspec
import pygame

from ai.puzzles.making import Verdict, Wish, examine, explain_none, list_wishes
from engine import registry
from engine.content import puzzles
from engine.contract import Message
from engine.storage import folders, saves
from engine.storage.files import BackgroundWorker
from scenes.common.turn_sentence import describe_line
from scenes.puzzles.puzzle_controller import Occasion, open_puzzle
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.workshop import sharing
from scenes.workshop.draft_board import DraftBoard
from scenes.workshop.editor import EditorScene
from sprites.base import backdrop, icons, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

ASK_H = 330.0
MOST_WISHES = 8
"""Questions that have room; no position suggests more that differ much."""
MOST_ANSWERS = 3
"""Answers that are told, of several."""
PICTURE = (1600, 900)


class PuzzleMakerScene(Page):
    """Page of the questions about one position; the chosen one is solved in the background."""

    name = "puzzle_maker"
    music = "title"
    head = "ui.maker.title"
    margin, top, low = 24.0, 62.0, 16.0

    def __init__(self, ctx: Context, editor: EditorScene) -> None:
        super().__init__(ctx)
        self.editor = editor
        self.draft = editor.draft
        self.icon = registry.info(self.draft.game).emblem
        self.begun = self.draft.state
        """The position as it stands in the editor."""
        self.state = self.draft.settle()
        self.board = DraftBoard(self.ctx, editor.seats)
        self.wishes: list[Wish] = []
        self.asked = -1
        """The question that is chosen, -1 before there is one."""
        self.verdicts: dict[int, Verdict] = {}
        self.listed = False
        self.lacking: Message | None = None
        """What the position lacks, where nothing can be asked of it."""
        self._drawn = (False, 0)
        """What had been found when the screen was drawn last."""
        self.worker = BackgroundWorker("puzzle maker")
        self.worker.submit("wishes", self._list)

    # --- searching, in the background -------------------------------------------------------------------

    def _list(self) -> None:
        state = self.draft.rules.clone(self.state)
        try:
            self.wishes = list_wishes(self.draft.game, state)[:MOST_WISHES]
            self.lacking = None if self.wishes else explain_none(self.draft.game, state)
        finally:
            self.listed = True

    def _examine(self, at: int) -> None:
        state, wish = self.draft.rules.clone(self.state), self.wishes[at]
        mark = zlib.crc32(msgspec.json.encode(self.draft.rules.dump(self.state)))
        name = f"own-{mark:08x}-{wish.theme.replace('_', '-')}"
        self.verdicts[at] = examine(self.draft.game, state, self.draft.options, wish, name)

    def update(self, ms: float) -> None:
        """Show the result of a search; start with the first question once the list is known."""
        if self.listed and self.wishes and self.asked < 0:
            self.choose(0)
        self.ctx.notices.extend(self.worker.messages())
        found = (self.listed, len(self.verdicts))
        if found != self._drawn:
            self._drawn = found
            self.ui.dirty = True

    def choose(self, at: int) -> None:
        """Choose the question with this index and search for its answers."""
        self.asked = at
        known = puzzles.goals(self.draft.game)
        assert known is not None
        self.board.mark(tuple(known.list_places(self.wishes[at].theme, self.wishes[at].goal)))
        if at not in self.verdicts:
            self.worker.submit(f"question {at}", partial(self._examine, at))
        self.ui.dirty = True

    @property
    def verdict(self) -> Verdict | None:
        """Result of the chosen question; None while it is being searched."""
        return self.verdicts.get(self.asked)

    # --- words --------------------------------------------------------------------------------------------

    def describe_goal(self, wish: Wish) -> str:
        """Return a question in words."""
        known = puzzles.goals(self.draft.game)
        assert known is not None
        return self.editor.say(known.describe(wish.theme, wish.goal))

    def describe_line(self, actions: tuple[int, ...]) -> str:
        """Return a line of actions in words."""
        return describe_line(self.ctx.texts, self.draft.game, self.state, self.wishes[self.asked].theme, actions,
                             self.editor.names, partial(self.board.name_action, self.draft))  # fmt: skip

    def list_words(self, verdict: Verdict) -> tuple[str, list[str]]:
        """Return title and lines of text of a verdict."""
        t = self.ctx.t
        if verdict.reason:
            return t(f"ui.maker.{verdict.reason}"), [t(f"ui.maker.{verdict.reason}.body")]
        assert verdict.proof is not None
        lines = []
        count = len(verdict.proof.solutions)
        if count == 1:
            title = t("ui.maker.one")
            lines.append(self.describe_line(verdict.answers[0]))
            if verdict.puzzle is None:
                lines.append(t("ui.maker.forced"))
        elif count:
            title = t("ui.maker.several", n=count)
            lines += [f"{at + 1}. {self.describe_line(line)}" for at, line in enumerate(verdict.answers[:MOST_ANSWERS])]
        else:
            title = t("ui.maker.none")
            for one in verdict.lacking:
                lines.append(t("puzzle.holds" if one.holds else "puzzle.fails", what=self.editor.say(one.text)))
        return title, lines

    def list_figures(self, verdict: Verdict) -> list[str]:
        """Return the lines on difficulty: tries, near misses, the line that Casual plays, the rating."""
        t = self.ctx.t
        if verdict.proof is None:
            return []
        lines = [t("ui.maker.tried", n=verdict.proof.ends, near=verdict.proof.near)]
        if verdict.casual:
            found = t("ui.maker.casual.found" if verdict.found else "ui.maker.casual.missed")
            lines.append(t("ui.maker.casual", what=self.describe_line(verdict.casual), found=found))
        if verdict.puzzle is not None:
            lines.append(t("ui.maker.rating", n=verdict.puzzle.rating))
        return lines

    # --- what comes of it -----------------------------------------------------------------------------------

    def try_it(self) -> None:
        """Open the puzzle at its table."""
        verdict = self.verdict
        if verdict is None or verdict.puzzle is None:
            self.ctx.play("refused")
            return
        open_puzzle(self.ctx, self.draft.game, 0, Occasion("ui.maker.title", self._come_back), verdict.puzzle)

    def _come_back(self) -> None:
        """Put editor and maker back in place of the table."""
        ctx, editor = self.ctx, self.editor
        editor.in_hand = True
        routes.go(ctx, "title")
        ctx.stack.push(editor)
        ctx.stack.push(self)

    def share(self) -> None:
        """Export the puzzle as a file."""
        verdict = self.verdict
        if verdict is None or verdict.puzzle is None:
            self.ctx.play("refused")
            return
        sharing.share(self.editor, verdict.puzzle)

    def share_picture(self) -> None:
        """Export a picture of the board with the question below it."""
        if self.asked < 0:
            self.ctx.play("refused")
            return
        stem, data = f"{self.draft.game}-puzzle", self.encode_picture()
        sharing.write_file(self.ctx, lambda: saves.write_new(folders.exports(), stem, ".png", data), "study.exported")

    def encode_picture(self) -> bytes:
        """Return the board with the question below it, as the bytes of a PNG file."""
        settings = self.ctx.settings
        canvas = Canvas(pygame.Surface(PICTURE), palette=settings.palette, patterns=settings.patterns)
        canvas.surface.blit(backdrop.table(canvas, "table"), (0, 0))
        board = DraftBoard(self.ctx, self.editor.seats)
        board.mark(self.board.marks)
        board.draw(canvas, self.draft, (40.0, 30.0, 1520.0, 700.0))
        board.close()
        self._draw_goal(canvas, (40.0, 750.0, 1520.0, 120.0), self.ctx.t("ui.name"))
        return raster.png(canvas.target)

    def leave(self) -> None:
        """Release the board."""
        self.board.close()

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        super().relabel()
        self.board.relabel()

    # --- drawing and input --------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the name of the game."""
        return self.ctx.t(f"{self.draft.game}.name")

    def body(self, parts: Parts) -> Part:
        """Return the board with the question below it, and the result of the proof."""
        t, c = self.ctx.t, parts.c
        ready = self.verdict is not None and self.verdict.puzzle is not None
        more = [
            parts.button("share", t("ui.maker.share"), self.share, "disk", height=50, enabled=ready),
            parts.button("picture", t("ui.maker.picture"), self.share_picture, height=50, enabled=self.asked >= 0),
        ]
        left = parts.column([
            Part(650, lambda box: self.board.draw(c, self.draft, box)),
            Part(0, lambda box: self._draw_goal(c, box, ""), 1),
        ], gap=12)  # fmt: skip
        right = parts.column([
            parts.at_width(ASK_H, self._make_wishes(parts)),
            Part(0, partial(self._draw_verdict, c), 1),
            parts.button("main", t("ui.maker.try"), self.try_it, "play", main=True, enabled=ready),
            parts.row(more, 50, gap=12, even=2),
        ], gap=12)  # fmt: skip
        return parts.row([parts.at_width(1032, left), parts.at_width(0, right, share=1)])

    def _draw_goal(self, c: Canvas, box: Box, mark: str) -> None:
        """Draw the question on parchment, with stars once it is proved."""
        x, y, w, h = box
        shapes.panel(c, *box, "parchment")
        if self.asked < 0:
            return
        said = self.describe_goal(self.wishes[self.asked])
        size = text.fit(c, said, w - 60, h - 70, "title", 1.22)
        text.draw(c, self.ctx.t("puzzle.goal"), x + 30, y + 28, "heading", "paper.title", "lm", max_w=w - 260)
        text.paragraph(c, said, x + 30, y + 50, w - 60, size, "paper.text", bold_colour="paper.title")
        verdict = self.verdict
        if verdict is not None and verdict.puzzle is not None:
            for star in range(puzzles.to_step(verdict.puzzle.rating)):
                icons.draw(c, "star", x + w - 40 - 24 * star, y + 28, 20, "paper.icon")
        if mark:
            text.draw(c, mark, x + w - 30, y + h - 20, "caption", "paper.text.muted", "rm")

    def _make_wishes(self, parts: Parts) -> Part:
        """Return what can be asked."""
        t = self.ctx.t
        rows = [self._make_wish(parts, at, wish) for at, wish in enumerate(self.wishes)]
        if not self.wishes:
            said = t("ui.maker.no_question" if self.listed else "ui.maker.searching")
            if self.lacking is not None:
                said = f"{said}\n{self.editor.say(self.lacking)}"
            rows = [parts.inset(parts.note(said, colour="text", height=200), 8, 12)]
        return parts.caption_panel(t("ui.maker.ask"), parts.column(rows, gap=3), share=1)

    def _make_wish(self, parts: Parts, at: int, wish: Wish) -> Part:
        label = f"{self.ctx.t(puzzles.theme_id(self.draft.game, wish.theme))} · {self._name_seat(wish)}"
        row, verdict = [parts.space(12), parts.line(label, "label", share=1)], self.verdicts.get(at)
        if verdict is not None:
            sign, ink = _find_sign(verdict)
            row.append(parts.icon(sign, 16, ink, width=36))
        return parts.press(
            f"ask.{at}", parts.row(row, 31, gap=0), partial(self.choose, at), marked=at == self.asked, radius=6,
            tip=(self.describe_goal(wish), ""),
        )  # fmt: skip

    def _name_seat(self, wish: Wish) -> str:
        """Return what tells questions of one theme apart: a short goal, else the player who is asked."""
        known = puzzles.goals(self.draft.game)
        assert known is not None
        if set(wish.goal) <= {"seat"}:
            return self.editor.names[wish.seat]
        said = known.describe(wish.theme, wish.goal)
        parts = [self.editor.say(Message("ui.edit.card", {"card": each})) for each in said.params.values()]
        return ", ".join(parts) or self.editor.names[wish.seat]

    def _draw_verdict(self, c: Canvas, box: Box) -> None:
        """Draw how many answers there are, and how hard it is."""
        x, y, w, h = box
        t = self.ctx.t
        verdict = self.verdict
        shapes.panel(c, *box)
        if verdict is None:
            said = t("ui.maker.searching") if self.asked >= 0 or not self.listed else t("ui.maker.no_question")
            text.draw(c, said, x + 20, y + 28, "heading", "accent", "lm", max_w=w - 40)
            return
        sign, ink = _find_sign(verdict)
        title, lines = self.list_words(verdict)
        icons.draw(c, sign, x + 28, y + 27, 22, ink)
        text.draw(c, title, x + 50, y + 27, "heading", "accent", "lm", max_w=w - 66)
        shapes.rule(c, x + 14, y + 48, w - 28, ornament=False)
        body = "\n".join([*lines, "", *self.list_figures(verdict)])
        size = text.fit(c, body, w - 40, h - 72, "body", 1.22)
        text.paragraph(c, body, x + 20, y + 60, w - 40, size, "text", bold_colour="text.strong")

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space tries the puzzle, number keys choose a question."""
        choices = {f"choice_{at + 1}": partial(self.choose, at) for at in range(len(self.wishes))}
        return {"main": self.try_it, "back": self.go_back, **choices}


def _find_sign(verdict: Verdict) -> tuple[str, str]:
    """Icon and colour of a verdict."""
    if verdict.puzzle is not None:
        return "check", "good.high"
    return ("question", "accent") if verdict.answers else ("warning", "text.warning")
