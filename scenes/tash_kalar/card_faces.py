"""Cards of Tash-Kalar outside tables: names, texts, faces and explanations."""

from typing import Any

import pygame

from engine.contract import View
from games.tash_kalar import effect_compiler
from games.tash_kalar.cards import FLARE_COUNT, LEGENDS, Book, Card, box, build_book, find_deck_text
from games.tash_kalar.options import encode_decks
from games.tash_kalar.state import DECKS, FACE_DOWN, first_card
from scenes.common import glossary
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.table.game_screens import Held
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards
from sprites.tash_kalar.card import TASK_H, TASK_W
from sprites.tash_kalar.card_art import Pattern, looks

_SHOWS = {
    effect_compiler.DESTROY: "own_destroy",
    effect_compiler.MOVE: "own_move",
    effect_compiler.LEAP: "own_move",
    effect_compiler.PLACE: "own_place",
    effect_compiler.UPGRADE: "own_upgrade",
    effect_compiler.SHOOT: "own_shoot",
    effect_compiler.GAIN: "own_gain",
    effect_compiler.DRAW: "own_card",
    effect_compiler.RECALL: "own_card",
}
"""First effect of a custom being → its picture; others have ``own_turn``."""


def book(decks: list[Any]) -> Book:
    """Return all cards of a game that is played with these custom decks (the option ``decks``)."""
    return build_book(encode_decks(decks))


def deck_look(deck: str) -> str:
    """Return the look of a deck named as in the options; "own" for custom ones."""
    return "own" if deck.startswith("own") else deck


def deck_name(texts: Texts, deck: str, decks: list[Any]) -> str:
    """Return the name of a deck named as in the options; custom ones (``decks``) have names of their own."""
    if deck.startswith("own_"):
        number = int(deck[4:]) - 1
        if number < len(decks):
            return str(decks[number]["name"])
    return texts.t(find_deck_text(deck)) if deck in DECKS else deck


def name(texts: Texts, card: Card) -> str:
    """Return the name of a being or a legend."""
    return card.name or texts.t(f"{card.text_id}.name")


def words(texts: Texts, card: Card) -> str:
    """Return the rules text of a being or a legend."""
    return card.text or texts.t(f"{card.text_id}.text")


def picture(card: Card) -> str:
    """Return the name of a being's picture; a custom being has that of its first effect."""
    if card.code in looks().pictures and not card.name:
        return card.code
    return _SHOWS.get(card.program[0].op, "own_turn") if card.program else "own_turn"


def face(
    c: Canvas, texts: Texts, card: Card, deck: str, colour: int, w: float = cards.WIDTH, *, emblem: str = ""
) -> pygame.Surface:
    """Return the face of a being or legend, ``w`` units wide; ``deck``: its deck as in the options (ignored for a
    legend), ``colour``: of the pieces on it."""
    look = "legends" if card.number >= LEGENDS else deck_look(deck)
    said = words(texts, card)
    marks = glossary.marks(texts, "tash_kalar", said)
    pattern = Pattern(card.rank, card.stands, card.pieces, card.marks, card.directions)
    return cards.being(c, pattern, picture(card), name(texts, card), said, look, colour, w, emblem=emblem, marks=marks)


def flare_face(
    c: Canvas,
    texts: Texts,
    flare: int,
    colour: int,
    w: float = cards.WIDTH,
    *,
    emblem: str = "",
    lit: tuple[bool, bool] = (True, True),
) -> pygame.Surface:
    """Return the face of a flare; ``colour``: the opponent's, for its pieces; halves that are not ``lit`` are dark."""
    found = box().flares[flare]
    upper = (found.upgraded, texts.t(f"tash_kalar.flare.{flare}.upper"))
    lower = (found.pieces, texts.t(f"tash_kalar.flare.{flare}.lower"))
    marks = (glossary.marks(texts, "tash_kalar", upper[1]), glossary.marks(texts, "tash_kalar", lower[1]))
    return cards.flare(
        c, texts.t("tash_kalar.face.flare"), upper, lower, colour, w, emblem=emblem, lit=lit, marks=marks
    )


def task_face(
    c: Canvas,
    texts: Texts,
    task: int,
    w: float = cards.TASK_W,
    h: float = cards.TASK_H,
    *,
    progress: tuple[int, int] | None = None,
    following: bool = False,
) -> pygame.Surface:
    """Return the face of a task; ``progress``: count and total, ``following``: the next task, which cannot be claimed
    yet."""
    title, body = task_tip(texts, task)
    if task == FACE_DOWN:
        return cards.hidden_task(c, title, w, h)
    found = box().tasks[task]
    return cards.task(c, found.code, title, body, found.points, w, h, progress=progress, following=following)


def tip(texts: Texts, card: Card) -> tuple[str, str]:
    """Return title and text of a card's explanation."""
    return name(texts, card), words(texts, card)


def flare_tip(texts: Texts, flare: int) -> tuple[str, str]:
    """Return title and text of a flare's explanation."""
    if not 0 <= flare < FLARE_COUNT:
        raise LookupError(f"there is no flare {flare}")
    found = box().flares[flare]
    lines = [
        texts.t("tash_kalar.face.upgraded", n=found.upgraded, effect=texts.t(f"tash_kalar.flare.{flare}.upper")),
        texts.t("tash_kalar.face.pieces", n=found.pieces, effect=texts.t(f"tash_kalar.flare.{flare}.lower")),
    ]
    return texts.t("tash_kalar.face.flare"), "\n".join(lines)


def task_tip(texts: Texts, task: int) -> tuple[str, str]:
    """Return name and text of a task, also of a face-down one."""
    code = box().tasks[task].code if task != FACE_DOWN else "hidden"
    return texts.t(f"tash_kalar.task.{code}.name"), texts.t(f"tash_kalar.task.{code}.text")


def list_hand_cards(ctx: Context, c: Canvas, view: View) -> list[Held]:
    """Return the cards in the hand of a view's seat, each as its drawing function (by width) and its tooltip."""
    seat = view["seat"]
    deck = view["options"].get(f"deck_{seat + 1}", "")

    def being(number: int) -> Held:
        card = box().cards[number]
        assert card is not None
        return lambda w: face(c, ctx.texts, card, deck, seat, w), tip(ctx.texts, card)

    def flare(number: int) -> Held:
        return lambda w: flare_face(c, ctx.texts, number, seat, w), flare_tip(ctx.texts, number)

    return [*map(being, (*view["hand"], *view["legends"])), *map(flare, view["flares"])]


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> "Held | None":
    """Return drawing function (by width) and tooltip of a card or task in a place of the state."""
    kind, _, number = place.partition(".")
    if kind in ("tasks", "next", "claimed", "task_bottom", "turned"):
        return lambda w: task_face(c, ctx.texts, card, w, w * TASK_H / TASK_W), task_tip(ctx.texts, card)
    seat = int(number or 0)
    if kind.endswith("_bottom"):
        card, seat = divmod(card, 4)
    if kind in ("flares", "flare_discard", "flare_bottom"):
        return lambda w: flare_face(c, ctx.texts, card, seat, w), flare_tip(ctx.texts, card)
    legend = kind in ("legends", "partner", "legend_discard", "legend_bottom")
    found = state.book.card(LEGENDS + card if legend else first_card(state, seat) + card)
    deck = DECKS[state.decks[seat]]
    return lambda w: face(c, ctx.texts, found, deck, seat, w), tip(ctx.texts, found)
