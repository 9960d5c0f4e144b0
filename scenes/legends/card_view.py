"""Legends cards: signs, texts and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

import pygame

from games.legends.cards import KINDS, Card, cards
from scenes.shell.i18n import Texts
from sprites.base import shapes
from sprites.base.canvas import Canvas
from sprites.legends import card as legends_card
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
    """Return the ability as signs."""
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
    """Return the action as signs."""
    signs: list[str] = []
    for k, (kind, number) in enumerate(cards()[card].actions):
        if k:
            signs.append(cards()[card].join)
        signs.append(_ACTION_SIGNS[KINDS[kind]])
        signs += [f"\u00d7\u00a0{number}"] * (KINDS[kind] in ("place", "move"))
    return tuple(signs)


def ability_words(texts: Texts, card: int) -> str:
    """Return the ability in words."""
    return "\n".join(one_ability_words(texts, ability) for ability in cards()[card].abilities)


def one_ability_words(texts: Texts, ability: tuple[Any, ...], adjectives: Sequence[str] = ()) -> str:
    """Return one ability of a card in words; ``adjectives``: those it counts together, in place of its own alone."""
    name = ability[0]
    params: dict[str, Any] = {"number": ability[1]}
    if name in ("vp_per_adjective", "set_bonus"):
        named = (texts.t(f"legends.adjective.{each}") for each in adjectives or ability[2:3])
        params["adjective"] = "*, *".join(named)
    if name == "set_bonus":
        params["count"] = ability[3]
    return texts.t(f"legends.ability.{name}", **params)


def action_words(texts: Texts, card: int) -> str:
    """Return the action in words, including how its two parts combine."""
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
    """Return the picture of a card in the row."""
    return legends_card.face(c, *_describe_face(texts, card), w)


def draw_lying(c: Canvas, made: pygame.Surface, x: float, y: float, kind: str = "lying") -> None:
    """Draw the picture of a card with its shadow; its upper left corner is a logical place."""
    at = (c.x(x), c.y(y))
    shapes.shadow(c, made, *at, kind)
    c.surface.blit(made, at)


def _describe_face(texts: Texts, card: int) -> tuple[str, str, str, Sequence[Sign], Sequence[Sign]]:
    """Return code, name, kind and signs of a card."""
    one = cards()[card]
    return one.code, card_name(texts, card), one.adjective, ability_signs(card), action_signs(card)


def plan_faces(c: Canvas, texts: Texts, row: Iterable[int], unseen: Iterable[int]) -> None:
    """Have the pictures of the cards of the row made soon, and those of unseen cards, which may come, at rest."""
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
    """Have the same picture made soon."""
    legends_card.plan_tile(c, cards()[card].code, ability_signs(card), w)
