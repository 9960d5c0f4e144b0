"""What happens to cards, told as motions: they are played, discarded, drawn, put under their decks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from games.tash_kalar.cards import FLARES
from scenes.table.play import Script
from scenes.tash_kalar import left, words
from scenes.tash_kalar.motion import close_ranks, count, fly, nothing, seat_spot, take_from_hand
from scenes.tash_kalar.places import CARD_W, hand_spot, shown_spot, shown_width
from scenes.tash_kalar.stage import NOBODY, Held
from sprites.base import timeline

if TYPE_CHECKING:
    from scenes.tash_kalar.table import Table


def card_shown(table: Table, group: list[Event]) -> Script:
    """A card goes to the place of the card that is being played; its action is spent."""
    data = group[0].data
    table.stage.actions = data["actions"]
    yield from _show(table, data["card"], data["seat"])


def _show(table: Table, card: int, seat: int) -> Script:
    stage = table.stage
    # Two seats may play the same deck: their cards have the same numbers.
    held = take_from_hand(table, card) if seat == table.below else None
    if held is None and seat == table.below and stage.hand and any(each.card < 0 for each in stage.hand):
        held = stage.hand.pop(0)
        close_ranks(table)
    if held is None:
        x, y = seat_spot(table, seat)
        held = Held(card, x, y, 40.0)
    held.card, held.seat, held.alpha = card, seat, 255.0
    stage.shown = held
    x, y = shown_spot(table.height)
    w = shown_width(table.height)
    table.timeline.to(held, table.ms(350), arc=0.0 if table.ctx.reduced else 50.0, x=x, y=y, w=w)
    table.play("card_play")
    yield 350 if seat == table.viewer else 700


def summoned(table: Table, group: list[Event]) -> Script:
    """The pattern lights up."""
    stage = table.stage
    data = group[0].data
    count(table, data["seat"], 1 if words.is_legend(data["card"]) else 0, -1)
    stage.pattern, stage.landing = tuple(data["pattern"]), data["square"]
    stage.pattern_alpha = 255.0
    rank = table.reading.card(data["card"]).rank
    table.play(("summon_common", "summon_heroic", "summon_legendary")[rank])
    yield 330 if data["seat"] == table.viewer else 620


def flare_played(table: Table, group: list[Event]) -> Script:
    """A flare goes to the place of the card that is being played."""
    data = group[0].data
    count(table, data["seat"], 2, -1)
    yield from _show(table, FLARES + data["flare"], data["seat"])
    if not table.ctx.reduced:
        stage = table.stage
        table.timeline.run(table.ms(420), lambda t: setattr(stage, "glare", math.sin(math.pi * t)), timeline.linear)
    table.play("dragon")
    yield 420


def away(table: Table) -> None:
    """The card that was played goes to its discards."""
    stage = table.stage
    shown = stage.shown
    if shown is None:
        return
    stage.shown = None
    if words.is_flare(shown.card):
        x, y = left.deck_spot(table, 2)
    elif words.is_legend(shown.card):
        x, y = left.deck_spot(table, 1)
    else:
        x, y = seat_spot(table, shown.seat)
    fly(table, shown, x, y, 44.0, 300, nothing)


def given_up(table: Table, group: list[Event]) -> Script:
    """A card that was shown and not summoned stays in the hand."""
    data = group[0].data
    stage = table.stage
    stage.picked = NOBODY
    if data["kept"] is not None and stage.shown is not None:
        kept, stage.shown = stage.shown, None
        if data["seat"] == table.below and table.viewer is not None:
            if table.overlooked:
                kept.card = NOBODY
            _insert(stage.hand, kept)
            spread(table)
        else:
            x, y = seat_spot(table, data["seat"])
            fly(table, kept, x, y, 44.0, 300, nothing)
    yield 700


def discarded(table: Table, group: list[Event]) -> Script:
    """A being is shown and goes to the discards."""
    data = group[0].data
    table.stage.actions = data["actions"]
    count(table, data["seat"], 0, -1)
    yield from _show(table, data["card"], data["seat"])
    yield 350
    away(table)
    yield 300


def returned(table: Table, group: list[Event]) -> Script:
    """A card goes under its deck, seen from behind."""
    data = group[0].data
    kind = ("being", "legend", "flare").index(data["kind"])
    count(table, data["seat"], kind, -1)
    _deck_has(table, kind, data["seat"], data["left"])
    if data["seat"] == table.viewer:
        return
    x, y = seat_spot(table, data["seat"])
    gx, gy = left.deck_spot(table, kind) if kind else (x, y)
    look = table.words.deck_look(data["seat"]) if kind == 0 else ("legends", "flares")[kind - 1]
    fly(table, Held(NOBODY, x + 60, y, 44.0, deck=look, seat=data["seat"]), gx, gy, 44.0, 350, nothing)
    table.play("card_lift")
    yield 380


def returned_card(table: Table, group: list[Event]) -> Script:
    """The own card goes under its deck, seen by its owner only."""
    card = group[0].data["card"]
    held = take_from_hand(table, card)
    if held is None:
        return
    at = 2 if words.is_flare(card) else 1 if words.is_legend(card) else 0
    x, y = left.deck_spot(table, at)
    fly(table, held, x, y, 44.0, 350, nothing)
    table.play("card_play")
    yield 360


def _deck_has(table: Table, at: int, seat: int, left: int) -> None:
    stage = table.stage
    if at == 0:
        stage.deck_sizes[seat] = left
    elif at == 1:
        stage.legend_deck = left
    else:
        stage.flare_deck = left


def recalled(table: Table, group: list[Event]) -> Script:
    """A discarded card comes back onto its deck."""
    data = group[0].data
    x, y = shown_spot(table.height)
    gx, gy = seat_spot(table, data["seat"])
    held = Held(data["card"], x, y + 40, 90.0, seat=data["seat"])
    fly(table, held, gx, gy, 44.0, 520, nothing)
    table.stage.deck_sizes[data["seat"]] = data["left"]
    table.play("card_play")
    yield 560


def drew(kind: int) -> Callable[[Any, list[Event]], Script]:
    """Others draw: backs go to their plate."""

    def script(table: Table, group: list[Event]) -> Script:
        data = group[0].data
        seat, number = data["seat"], data["number"]
        away(table)
        _deck_has(table, kind, seat, data["left"])
        count(table, seat, kind, number)
        if seat == table.viewer:
            return
        x, y = left.deck_spot(table, kind) if kind else seat_spot(table, seat)
        gx, gy = seat_spot(table, seat) if seat != table.below else hand_spot(kind, 3, table.height)
        look = table.words.deck_look(seat) if kind == 0 else ("legends", "flares")[kind - 1]
        for k in range(number):
            held = Held(NOBODY, x, y + 12 * k, 44.0, deck=look, seat=seat)
            fly(table, held, gx, gy, 30.0 if seat != table.below else CARD_W, 260 + 60 * k, nothing)
        table.play("card_lift")
        yield 160 + 50 * number

    return script


def drawn(kind: int) -> Callable[[Any, list[Event]], Script]:
    """The own cards come into the hand."""

    def script(table: Table, group: list[Event]) -> Script:
        stage = table.stage
        found = group[0].data["cards"]
        sx, sy = left.deck_spot(table, kind)
        for card in found:
            held = Held(card, sx, sy, 50.0, seat=table.below)
            _insert(stage.hand, held)
        spread(table)
        table.play("card_lift")
        yield 340

    return script


def spread(table: Table) -> None:
    """Every card of the hand goes to its place, new ones more slowly."""
    hand = table.stage.hand
    for at, held in enumerate(hand):
        x, y = hand_spot(at, len(hand), table.height)
        fresh = abs(held.w - CARD_W) > 1
        table.timeline.to(held, table.ms(320 if fresh else 200), timeline.out_cubic, x=x, y=y, w=CARD_W)


def _insert(hand: list[Held], held: Held) -> None:
    """Beings first, then legends, then flares."""
    at = next((k for k, each in enumerate(hand) if each.card > held.card), len(hand))
    hand.insert(at, held)


def legends_given(table: Table, group: list[Event]) -> Script:
    """The team's legends change hands."""
    data = group[0].data
    count(table, data["seat"], 1, -data["number"])
    count(table, data["to"], 1, data["number"])
    if data["seat"] == table.viewer:
        stage = table.stage
        stage.hand = [held for held in stage.hand if not words.is_legend(held.card)]
        close_ranks(table)
    yield 160


def legends_received(table: Table, group: list[Event]) -> Script:
    """The legends of the partner come into the hand."""
    yield from drawn(1)(table, group)


def reshuffled(table: Table, group: list[Event]) -> Script:
    """Discards become a deck again."""
    if group[0].data["what"] == "legends":
        table.stage.legend_deck = group[0].data["left"]
    else:
        table.stage.flare_deck = group[0].data["left"]
    table.play("card_reveal")
    yield 300
