"""Animations of cards: played, discarded, drawn, put under their decks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from engine.contract import Event
from games.tash_kalar.cards import FLARES
from scenes.table.script import Script
from scenes.tash_kalar import kept_cards, words
from scenes.tash_kalar.animation_context import (
    AnimationContext,
    close_ranks,
    count,
    fly,
    nothing,
    seat_spot,
    take_from_hand,
)
from scenes.tash_kalar.layout import CARD_W, find_shown_spot, find_shown_width, hand_spot, layout
from scenes.tash_kalar.scene_model import NOBODY, Held
from sprites.base import timeline


def animate_show(teller: AnimationContext, group: list[Event]) -> Script:
    """Move a card to the place of the card being played; its action is spent."""
    data = group[0].data
    teller.stage.actions = data["actions"]
    yield from _show(teller, data["card"], data["seat"])


def _show(teller: AnimationContext, card: int, seat: int) -> Script:
    stage = teller.stage
    # Two seats may play the same deck, with equal card numbers.
    held = take_from_hand(teller, card) if seat == teller.below else None
    if held is None and seat == teller.below and stage.hand and any(each.card < 0 for each in stage.hand):
        held = stage.hand.pop(0)
        close_ranks(teller)
    if held is None:
        x, y = seat_spot(teller, seat)
        held = Held(card, x, y, 40.0)
    held.card, held.seat, held.alpha = card, seat, 255.0
    stage.shown = held
    x, y = find_shown_spot(teller.height)
    w = find_shown_width(teller.height)
    teller.timeline.tween(held, teller.ms(350), arc=0.0 if teller.reduced else 50.0, x=x, y=y, w=w)
    teller.play("card_play")
    yield 350 if seat == teller.viewer else 700


def animate_summoning(teller: AnimationContext, group: list[Event]) -> Script:
    """Light up the pattern."""
    stage = teller.stage
    data = group[0].data
    count(teller, data["seat"], 1 if words.is_legend(data["card"]) else 0, -1)
    stage.pattern, stage.landing = tuple(data["pattern"]), data["square"]
    stage.pattern_alpha = 255.0
    rank = teller.words.reading.card(data["card"]).rank
    teller.play(("summon_common", "summon_heroic", "summon_legendary")[rank])
    yield 330 if data["seat"] == teller.viewer else 620


def animate_flare(teller: AnimationContext, group: list[Event]) -> Script:
    """Move a flare to the place of the card being played."""
    data = group[0].data
    count(teller, data["seat"], 2, -1)
    yield from _show(teller, FLARES + data["flare"], data["seat"])
    if not teller.reduced:
        stage = teller.stage
        teller.timeline.run(teller.ms(420), lambda t: setattr(stage, "glare", math.sin(math.pi * t)), timeline.linear)
    teller.play("dragon")
    yield 420


def animate_flare_discard(teller: AnimationContext, group: list[Event]) -> Script:
    """Move an unplayed flare to its discards, openly."""
    data = group[0].data
    seat = data["seat"]
    count(teller, seat, 2, -1)
    held = take_from_hand(teller, FLARES + data["flare"]) if seat == teller.below else None
    if held is None and seat == teller.below and teller.stage.hand and teller.stage.hand[-1].card < 0:
        held = teller.stage.hand.pop()
        close_ranks(teller)
    if held is None:
        x, y = seat_spot(teller, seat)
        held = Held(NOBODY, x, y, 40.0, seat=seat)
    held.card = FLARES + data["flare"]
    x, y = teller.deck_spot(2)
    fly(teller, held, x, y, 44.0, 420, nothing)
    teller.play("card_play")
    yield 440


def clear_shown_card(teller: AnimationContext) -> None:
    """Move the played card to its discards."""
    stage = teller.stage
    shown = stage.shown
    if shown is None:
        return
    stage.shown = None
    if words.is_flare(shown.card):
        x, y = teller.deck_spot(2)
    elif words.is_legend(shown.card):
        x, y = teller.deck_spot(1)
    else:
        x, y = seat_spot(teller, shown.seat)
    fly(teller, shown, x, y, 44.0, 300, nothing)


def keep_card(teller: AnimationContext, seat: int, code: str, card: int) -> Script:
    """Move a card to a place of an expansion: the one being played, or one that lies there already, which stays."""
    stage = teller.stage
    before = [each for _, each in stage.kept[seat]]
    stage.kept[seat] = [each for each in stage.kept[seat] if each[0] != code]
    shown = stage.shown
    if card not in before and shown is not None:
        stage.shown = None
        shown.card = card
        x, y = _find_kept_spot(teller, seat, code, card)

        def arrive() -> None:
            stage.kept[seat].append((code, card))

        fly(teller, shown, x, y, kept_cards.CARD_W, 420, arrive)
        yield 460
        return
    stage.kept[seat].append((code, card))
    yield 200


def use_kept_card(teller: AnimationContext, seat: int, code: str, card: int) -> Script:
    """Move a card from a place of an expansion to the place of the card being played."""
    stage = teller.stage
    x, y = _find_kept_spot(teller, seat, code, card)
    stage.kept[seat] = [each for each in stage.kept[seat] if each != (code, card)]
    clear_shown_card(teller)
    held = stage.shown = Held(card, x, y, kept_cards.CARD_W, seat=seat)
    x, y = find_shown_spot(teller.height)
    teller.timeline.tween(
        held, teller.ms(350), arc=0.0 if teller.reduced else 50.0, x=x, y=y, w=find_shown_width(teller.height)
    )
    yield 350 if seat == teller.viewer else 700


def _find_kept_spot(teller: AnimationContext, seat: int, code: str, card: int) -> tuple[float, float]:
    """Return the middle of a card in a place of an expansion, of one that is about to lie there too."""
    kept = [list(cards) for cards in teller.stage.kept]
    if (code, card) not in kept[seat]:
        kept[seat].append((code, card))
    rows = kept_cards.list_rows(kept, teller.below)
    return kept_cards.find_spot(layout(teller.height), len(rows), rows.index((seat, code, card)))


def animate_surrender(teller: AnimationContext, group: list[Event]) -> Script:
    """Return a shown, unsummoned card to the hand."""
    data = group[0].data
    stage = teller.stage
    stage.picked = NOBODY
    if data["kept"] is not None and stage.shown is not None:
        kept, stage.shown = stage.shown, None
        if data["seat"] == teller.below and teller.viewer is not None:
            if teller.overlooked:
                kept.card = NOBODY
            _insert(stage.hand, kept)
            spread(teller)
        else:
            x, y = seat_spot(teller, data["seat"])
            fly(teller, kept, x, y, 44.0, 300, nothing)
    yield 700


def animate_discard(teller: AnimationContext, group: list[Event]) -> Script:
    """Show a being and move it to the discards."""
    data = group[0].data
    teller.stage.actions = data["actions"]
    count(teller, data["seat"], 0, -1)
    yield from _show(teller, data["card"], data["seat"])
    yield 350
    clear_shown_card(teller)
    yield 300


def animate_return(teller: AnimationContext, group: list[Event]) -> Script:
    """Put a card under its deck, face down."""
    data = group[0].data
    kind = ("being", "legend", "flare").index(data["kind"])
    count(teller, data["seat"], kind, -1)
    _set_deck_size(teller, kind, data["seat"], data["left"])
    if data["seat"] == teller.viewer:
        return
    x, y = seat_spot(teller, data["seat"])
    gx, gy = teller.deck_spot(kind) if kind else (x, y)
    look = teller.words.deck_look(data["seat"]) if kind == 0 else ("legends", "flares")[kind - 1]
    fly(teller, Held(NOBODY, x + 60, y, 44.0, deck=look, seat=data["seat"]), gx, gy, 44.0, 350, nothing)
    teller.play("card_lift")
    yield 380


def animate_own_return(teller: AnimationContext, group: list[Event]) -> Script:
    """Put an own card under its deck, visible only to its owner."""
    card = group[0].data["card"]
    held = take_from_hand(teller, card)
    if held is None:
        return
    at = 2 if words.is_flare(card) else 1 if words.is_legend(card) else 0
    x, y = teller.deck_spot(at)
    fly(teller, held, x, y, 44.0, 350, nothing)
    teller.play("card_play")
    yield 360


def _set_deck_size(teller: AnimationContext, at: int, seat: int, left: int) -> None:
    stage = teller.stage
    if at == 0:
        stage.deck_sizes[seat] = left
    elif at == 1:
        stage.legend_deck = left
    else:
        stage.flare_deck = left


def animate_recall(teller: AnimationContext, group: list[Event]) -> Script:
    """Put a discarded card back onto its deck."""
    data = group[0].data
    x, y = find_shown_spot(teller.height)
    gx, gy = seat_spot(teller, data["seat"])
    held = Held(data["card"], x, y + 40, 90.0, seat=data["seat"])
    fly(teller, held, gx, gy, 44.0, 520, nothing)
    teller.stage.deck_sizes[data["seat"]] = data["left"]
    teller.play("card_play")
    yield 560


def animate_draws(kind: int) -> Callable[[Any, list[Event]], Script]:
    """Draw cards of other seats: backs fly to their plate."""

    def script(teller: AnimationContext, group: list[Event]) -> Script:
        data = group[0].data
        seat, number = data["seat"], data["number"]
        clear_shown_card(teller)
        _set_deck_size(teller, kind, seat, data["left"])
        count(teller, seat, kind, number)
        if seat == teller.viewer:
            return
        x, y = teller.deck_spot(kind) if kind else seat_spot(teller, seat)
        gx, gy = seat_spot(teller, seat) if seat != teller.below else hand_spot(kind, 3, teller.height)
        look = teller.words.deck_look(seat) if kind == 0 else ("legends", "flares")[kind - 1]
        for k in range(number):
            held = Held(NOBODY, x, y + 12 * k, 44.0, deck=look, seat=seat)
            fly(teller, held, gx, gy, 30.0 if seat != teller.below else CARD_W, 190 + 40 * k, nothing)
        teller.play("card_lift")
        yield 100 + 40 * number

    return script


def animate_own_draws(kind: int) -> Callable[[Any, list[Event]], Script]:
    """Move drawn own cards to the hand."""

    def script(teller: AnimationContext, group: list[Event]) -> Script:
        stage = teller.stage
        found = group[0].data["cards"]
        sx, sy = teller.deck_spot(kind)
        for card in found:
            held = Held(card, sx, sy, 50.0, seat=teller.below)
            _insert(stage.hand, held)
        spread(teller)
        teller.play("card_lift")
        yield 260

    return script


def spread(teller: AnimationContext) -> None:
    """Move every card of the hand to its place, new ones more slowly."""
    hand = teller.stage.hand
    for at, held in enumerate(hand):
        x, y = hand_spot(at, len(hand), teller.height)
        fresh = abs(held.w - CARD_W) > 1
        teller.timeline.tween(held, teller.ms(260 if fresh else 200), timeline.ease_out_cubic, x=x, y=y, w=CARD_W)


def _insert(hand: list[Held], held: Held) -> None:
    """Insert a card into the hand: beings first, then legends, then flares."""
    at = next((k for k, each in enumerate(hand) if each.card > held.card), len(hand))
    hand.insert(at, held)


def animate_legend_gift(teller: AnimationContext, group: list[Event]) -> Script:
    """Pass the team's legends to the partner."""
    data = group[0].data
    count(teller, data["seat"], 1, -data["number"])
    count(teller, data["to"], 1, data["number"])
    if data["seat"] == teller.viewer:
        stage = teller.stage
        stage.hand = [held for held in stage.hand if not words.is_legend(held.card)]
        close_ranks(teller)
    yield 160


def animate_legend_receipt(teller: AnimationContext, group: list[Event]) -> Script:
    """Move the partner's legends to the hand."""
    yield from animate_own_draws(1)(teller, group)


def animate_reshuffle(teller: AnimationContext, group: list[Event]) -> Script:
    """Turn discards into a deck again."""
    if group[0].data["what"] == "legends":
        teller.stage.legend_deck = group[0].data["left"]
    else:
        teller.stage.flare_deck = group[0].data["left"]
    teller.play("card_reveal")
    yield 300
