"""Legends cards: signs, texts and pictures."""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

import pygame

from games.legends.cards import CARD_COUNT, KINDS, Card, cards
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from scenes.table.game_screens import Held
from sprites.base import icons, layout, shapes
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.legends import card as legends_card, pieces
from sprites.legends.card import Sign

OWN_TILE, RIVAL_TILE = 46.0, 30.0
"""Widths of the small pictures of cards on the panels of the person below and of the rivals."""
_ABILITY_SIGNS = {
    "flying": "{feathered-wing}", "plus_move": "{walking-boot}", "plus_army": "{cube}", "immune": "{shield}",
    "coins": "{coin}",
}  # fmt: skip
_ACTION_SIGNS = {"place": "{cube}", "move": "{walking-boot}", "city": "{white-tower}", "destroy": "{crossed-swords}"}


def card_name(texts: Texts, card: int) -> str:
    """Return the card's name in the current language."""
    return texts.t(f"legends.card.{cards()[card].code}.name")


@lru_cache(maxsize=64)
def ability_signs(card: int) -> tuple[str, ...]:
    """Return the ability of a card as signs of one line, see ``sprites.legends.card.Sign``."""
    signs: list[str] = []
    for ability in cards()[card].abilities:
        if signs:
            signs.append("\u00b7")
        signs += _ability(ability)
    return tuple(signs)


def _ability(ability: tuple[Any, ...]) -> list[str]:
    name, amount = ability[:2]
    points = [str(amount), "{laurel-crown}", "/"]
    if name == "elixir":
        return ["{elixir}"] * amount
    if name in _ABILITY_SIGNS:
        counted = name in ("plus_move", "plus_army", "coins")
        return [f"+{amount}", _ABILITY_SIGNS[name]] if counted else [_ABILITY_SIGNS[name]]
    if name == "vp_per_flying":
        return [*points, "{feathered-wing}"]
    if name == "vp_per_3_coins":
        return [*points, "3", "{coin}"]
    kind = f"{{kind:{ability[2]}}}"
    return [*points, kind] if name == "vp_per_adjective" else [*points, str(ability[3]), kind]


@lru_cache(maxsize=64)
def action_signs(card: int) -> tuple[str, ...]:
    """Return the action of a card as signs of one line, see ``sprites.legends.card.Sign``."""
    signs: list[str] = []
    for k, (kind, number) in enumerate(cards()[card].actions):
        if k:
            signs.append(cards()[card].join)
        signs.append(_ACTION_SIGNS[KINDS[kind]])
        signs += [f"\u00d7\u00a0{number}"] * (KINDS[kind] in ("place", "move"))
    return tuple(signs)


def ability_words(texts: Texts, card: int) -> str:
    """Return the ability of a card in words."""
    return "\n".join(one_ability_words(texts, ability) for ability in cards()[card].abilities)


def one_ability_words(texts: Texts, ability: tuple[Any, ...], adjectives: Sequence[str] = ()) -> str:
    """Return one ability of a card in words; ``adjectives``: named together in place of the ability's own one."""
    name = ability[0]
    params: dict[str, Any] = {"number": ability[1]}
    if name in ("vp_per_adjective", "set_bonus"):
        named = (texts.t(f"legends.adjective.{each}") for each in adjectives or ability[2:3])
        params["adjective"] = "*, *".join(named)
    if name == "set_bonus":
        params["count"] = ability[3]
    return texts.t(f"legends.ability.{name}", **params)


def action_words(texts: Texts, card: int) -> str:
    """Return the action of a card in words, including how its two parts combine."""
    one: Card = cards()[card]
    parts = [texts.t(f"legends.kind.{KINDS[kind]}", number=number) for kind, number in one.actions]
    if len(parts) == 1:
        return parts[0]
    return texts.t("legends.card.either" if one.join == "/" else "legends.card.both", first=parts[0], second=parts[1])


@lru_cache(maxsize=200)  # called by the row in every frame
def tip(texts: Texts, card: int) -> tuple[str, str]:
    """Return title and text of a card's tooltip."""
    return card_name(texts, card), ability_words(texts, card) + "\n\n" + action_words(texts, card)


def face(c: Canvas, texts: Texts, card: int, w: float = legends_card.WIDTH) -> pygame.Surface:
    """Return the picture of a card as it lies in the row, ``w`` units wide."""
    return legends_card.face(c, *_describe_face(texts, card), w)


def draw_lying(c: Canvas, made: pygame.Surface, x: float, y: float, kind: str = "lying") -> None:
    """Draw the picture of a card with its shadow, its upper left corner at the logical ``x``, ``y``."""
    at = (c.x(x), c.y(y))
    shapes.shadow(c, made, *at, kind)
    c.surface.blit(made, at)


def _describe_face(texts: Texts, card: int) -> tuple[str, str, str, Sequence[Sign], Sequence[Sign]]:
    """Return code, name, kind and signs of a card."""
    one = cards()[card]
    return one.code, card_name(texts, card), one.adjective, ability_signs(card), action_signs(card)


def plan_faces(c: Canvas, texts: Texts, row: Iterable[int], unseen: Iterable[int]) -> None:
    """Plan to render the cards of the row soon, and the ``unseen`` ones, which may come later, while nothing moves."""
    for card in row:
        if not ready(c, texts, card):
            legends_card.plan_face(c, *_describe_face(texts, card), legends_card.WIDTH)
    for card in unseen:
        c.cache.plan(("legends face", card, texts.language), partial(face, c, texts, card), at_rest=True)


def ready(c: Canvas, texts: Texts, card: int) -> bool:
    """Whether the picture of the row's card is cached."""
    return legends_card.ready(c, cards()[card].code, card_name(texts, card), legends_card.WIDTH)


def preview(c: Canvas, texts: Texts, card: int) -> pygame.Surface:
    """Return the enlarged card with its texts."""
    return legends_card.preview(c, *_describe_face(texts, card), ability_words(texts, card), action_words(texts, card))


def tile(c: Canvas, card: int, w: float) -> pygame.Surface:
    """Return the small picture of a taken card."""
    return legends_card.tile(c, cards()[card].code, ability_signs(card), w)


def plan_tile(c: Canvas, card: int, w: float) -> None:
    """Plan to render the picture of :func:`tile` soon."""
    legends_card.plan_tile(c, cards()[card].code, ability_signs(card), w)


# Rule book page of all cards; the one under the pointer is enlarged.

COLUMNS = 7
ROWS = 5


def draw_card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw the cards in five rows of seven."""
    x, y, w, h = box
    card_w = min(150.0, (w - (COLUMNS - 1) * 8) / COLUMNS, (h / ROWS - 8) * legends_card.WIDTH / legends_card.HEIGHT)
    card_h = card_w * legends_card.HEIGHT / legends_card.WIDTH
    gap_x = (w - COLUMNS * card_w) / (COLUMNS - 1)
    gap_y = min(14.0, (h - ROWS * card_h) / (ROWS - 1))
    cells = layout.grid((x, y, w, h), CARD_COUNT, COLUMNS, gap=gap_x, row_gap=gap_y, height=card_h)
    shown = None
    for card, cell in enumerate(cells):
        target, words = f"card.{card}", tip(ctx.texts, card)
        state = ui.zone(target, cell, partial(ctx.ask, *words), radius=6, label=words[0])
        if state == "hover" or ui.visible_focus == target:
            shapes.glow_box(c, *cell, 6, strength=150)
            shown = (card, cell)
        draw_lying(c, face(c, ctx.texts, card, card_w), *cell[:2])
    if shown is not None:
        card, cell = shown
        middle = cell[0] + card_w / 2
        left = middle + card_w * 0.6 if middle < 1100 else middle - card_w * 0.6 - legends_card.BIG_W
        top = min(c.height - legends_card.BIG_H - 20, max(60.0, cell[1] - 80))
        draw_lying(c, preview(c, ctx.texts, card), left, top, "lifted")


# Figures of the Legends glossary: cubes, cities, tokens and signs of the cards.

SIZE = 15.0


def _control(c: Canvas, x: float, y: float) -> None:
    shapes.round_rect(c, x - 76, y - 34, 152, 68, 22, "legends/figure.meadow")
    pieces.draw_army(c, x - 30, y + 4, 0, "", 3, SIZE)
    pieces.draw_army(c, x + 34, y + 4, 1, "", 2, SIZE)


def _sea(c: Canvas, x: float, y: float) -> None:
    shapes.round_rect(c, x - 130, y - 34, 260, 68, 12, "legends/figure.sea")
    for left in (-116, 56):
        shapes.round_rect(c, x + left, y - 24, 60, 48, 18, "legends/figure.meadow")
    for at in range(8):
        shapes.round_rect(c, x - 50 + at * 14, y - 2, 5, 5, 2.5, "legends/figure.dots")
    pieces.draw_cube(c, x - 86, y, 0, "", SIZE)


def _sign(c: Canvas, x: float, y: float, name: str) -> None:
    icons.draw(c, name, x, y, 52, "paper.label")


def _elixir(c: Canvas, x: float, y: float) -> None:
    for at in (-40, 0, 40):
        pieces.elixir(c, x + at, y, 46)


def _explore(c: Canvas, x: float, y: float) -> None:
    for at, code in ((-76, "spring"), (0, "cottage"), (76, "stable")):
        pieces.token(c, x + at, y, code, 26)


def _neutral(c: Canvas, x: float, y: float) -> None:
    pieces.draw_army(c, x, y, None, "", 2, SIZE * 1.3)


def word_figures() -> dict[str, Picture]:
    """Return the functions that draw the figures of glossary words, by word."""
    return {
        "control": _control, "sea_crossing": _sea, "elixir": _elixir, "explore": _explore, "neutral": _neutral,
        "flying": partial(_sign, name="feathered-wing"),
    }  # fmt: skip


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> "Held | None":
    """Return a card's drawing function (by width) and its tooltip; None for a token, which has only its name."""
    if place.startswith("held."):
        return None

    return lambda w: face(c, ctx.texts, card, w), tip(ctx.texts, card)
