"""The games of a room: tabs in its top bar; where nothing has been played yet, a line and the way to a first game."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from engine import registry
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.parts import Parts
from scenes.table import game_screens
from sprites.base import shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

HIGH = 76.0
"""Height of a game."""
PROPORTION, WIDEST = 1.46, 250.0
"""Height of a game's box by its width, and its largest width."""
RIGHT, ROOM, WIDE = 1576.0, 960.0, 230.0
"""Right edge and most width of the tabs in the top bar, and the width of one."""


def list_first_games(parts: Parts, words: str, games: Iterable[str]) -> list[Part]:
    """Return the words, and a row for each game that says how it is won; a press begins the game."""
    rows = [parts.space(12), parts.inset(parts.note(words, "aside", "text.muted", height=34), 8)]
    for game in games:
        title = parts.t("you.play", game=game_screens.short_name(parts.ctx, game))
        told = parts.column([
            parts.space(8), parts.line(title, "name", "text.bright", height=26),
            parts.note(parts.t(f"{game}.goal"), "fine", "text.soft", height=38),
        ])  # fmt: skip
        icon = parts.icon(registry.info(game).emblem, 32, width=72)
        row = parts.row([icon, parts.fill(told), parts.icon("right", 15, width=28)], HIGH, gap=4)
        play = partial(routes.call, parts.ctx, "play_at_once", game)
        rows.append(parts.press(f"first.{game}", row, play, label=title))
    return rows


def make_invitation(parts: Parts, words: str, chosen: str = "") -> Part:
    """Return the content of a page without entries yet: the words, and the boxes of all games, lit for the ``chosen``
    one. Each box says how its game is won; a press begins it."""
    boxes = [_make_first_box(parts, info.id, info.id == chosen) for info in registry.games()]
    return parts.panel([
        parts.space(24), parts.line(words, "heading", "text.title", align="c", height=44), parts.space(16),
        parts.inset(parts.row(boxes, gap=16, even=len(boxes), share=1), 24), parts.space(12),
    ], share=1)  # fmt: skip


def _make_first_box(parts: Parts, game: str, lit: bool) -> Part:
    c, ctx = parts.c, parts.ctx
    label = ctx.t("you.play", game=game_screens.short_name(ctx, game))

    def draw(box: Box) -> None:
        x, y, w, h = box
        wide = min(WIDEST, w - 40, (h - 24) / PROPORTION)
        at = x + (w - wide) / 2, y + h - wide * PROPORTION - 4
        draw_box(ctx, c, game, (*at, wide, wide * PROPORTION), lit=lit or parts.ui.state(f"first.{game}") == "hover")

    goal = parts.inset(parts.note(ctx.t(f"{game}.goal"), "lead", "text.body", height=104), 12)
    column = parts.column([Part(0, draw, 1), parts.space(22), parts.line(label, "title", "text.bright", align="c"),
                           parts.space(8), goal], share=1)  # fmt: skip
    return parts.press(f"first.{game}", column, partial(routes.call, ctx, "play_at_once", game), label=label)


def draw_box(ctx: Context, c: Canvas, game: str, box: Box, *, tilt: float = 0.0, lit: bool = False) -> None:
    """Draw the box of a game with its shadow, turned by ``tilt`` degrees; ``lit``: with light on it."""
    x, y, w, h = box
    key = ("small box", game, c.px(w), tilt, lit, c.text_scale, ctx.texts.language)

    def make() -> pygame.Surface:
        whole = game_screens.make_box(ctx, c, game, lit=lit)
        made = pygame.transform.smoothscale_by(whole, c.px(w) / whole.get_width())
        return pygame.transform.rotozoom(made, tilt, 1) if tilt else made

    made = c.cache.get(key, make)
    place = c.x(x + w / 2) - made.get_width() // 2, c.y(y)
    if lit:
        shapes.glow_box(c, x, y, w, h, 10, strength=150)
    shapes.shadow(c, made, *place, "lifted", key=key)
    c.surface.blit(made, place)


def draw_tabs(
    parts: Parts, games: Sequence[str], chosen: str, pick: Callable[[int], None],
    count: Callable[[str], str] = lambda game: "",
) -> None:  # fmt: skip
    """Draw a tab for every game at the right end of the top bar; nothing for one game alone. ``pick`` is called with
    the index of a game; ``count`` returns what stands after its name."""
    if len(games) > 1:
        wide, touch = min(WIDE * len(games), ROOM), parts.ui.touch
        labels = [f"{game_screens.short_name(parts.ctx, game)}  {count(game)}".rstrip() for game in games]
        box = (RIGHT - wide, 5.0 if touch.least else 10.0, wide, touch.grow(40.0))
        parts.ui.segmented_control(parts.c, "game", box, labels, games.index(chosen), pick)
