"""Animations of Tash-Kalar events: pieces drop, leap, rise and crumble; cards fly; points tick.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how many
milliseconds to wait before the next step.
"""

import math
from dataclasses import replace
from functools import partial

from engine.session import Update
from games.tash_kalar.cards import FLARES
from scenes.table.script import Animations, Data, Script, pause, show_banner
from scenes.tash_kalar import animate_pieces as pieces, expansion_screens, kept_cards, words
from scenes.tash_kalar.animate_pieces import close_ranks, count, fly, player_spot, rise, seat_spot, take_from_hand
from scenes.tash_kalar.layout import (
    CARD_W,
    LEFT_X,
    deck_spot,
    find_shown_spot,
    find_shown_width,
    find_tasks_down,
    hand_spot,
    task_box,
)
from scenes.tash_kalar.scene_model import NOBODY, Held, TashTable
from sprites.base import timeline


def tell(table: TashTable, update: Update) -> Script:
    """Animate the events of an update; simultaneous ones together."""
    scripts = dict(ANIMATIONS.scripts)
    for one in expansion_screens.list_all():
        scripts |= one.animations
    yield from replace(ANIMATIONS, scripts=scripts).tell(table, update.events)
    if table.stage.shown is not None and update.view["playing"] is None:
        clear_shown_card(table)
        yield 300


# --- set-up and turns -------------------------------------------------------------------------------------


def _animate_game_start(table: TashTable, data: Data) -> Script:
    name = table.ctx.t(f"tash_kalar.option.form.{table.own.words.view['options']['form']}")
    yield from show_banner(table, name, 700, fade=200)


def _animate_first_player(table: TashTable, data: Data) -> Script:
    table.stage.active = table.stage.acting = data["begins"]
    yield 120


def _animate_tasks(ms: float, table: TashTable, data: Data) -> Script:
    table.stage.tasks = list(data["tasks"])
    table.sounds.play("card_reveal")
    yield ms


def _animate_next_task(table: TashTable, data: Data) -> Script:
    table.stage.next_task = data["task"]
    table.sounds.play("card_reveal")
    yield 320


def _animate_task_return(table: TashTable, data: Data) -> Script:
    table.stage.next_task = None
    yield 320


def _animate_turn_start(table: TashTable, data: Data) -> Script:
    stage = table.stage
    stage.active = stage.acting = data["seat"]
    stage.actions, stage.turn = data["actions"], data["turn"]
    stage.destroyed = [[0, 0, 0] for _ in stage.destroyed]
    stage.worth = [0] * len(stage.worth)
    own = data["seat"] == table.viewer
    if own or table.viewer is None or table.shared:
        label = table.ctx.t("tash_kalar.turn.yours") if own and not table.shared else table.names[data["seat"]]
        yield from show_banner(table, label, 420, fade=200)
    else:
        yield 260


def _animate_turn_end(table: TashTable, data: Data) -> Script:
    table.stage.acting = data["seat"]
    table.stage.actions = 0
    yield 0


def _animate_handover(table: TashTable, data: Data) -> Script:
    table.stage.acting = data["to"]
    yield from show_banner(table, table.names[data["to"]], 700, fade=200)


def _animate_last_turns(table: TashTable, data: Data) -> Script:
    yield from show_banner(table, table.ctx.t("tash_kalar.event.last_turns"), 1200, fade=200)


def _animate_extra_turn(table: TashTable, data: Data) -> Script:
    yield from show_banner(table, table.ctx.t("tash_kalar.table.extra_turn"), 900, fade=200)


# --- points ------------------------------------------------------------------------------------------------


def _animate_points(table: TashTable, data: Data) -> Script:
    table.stage.points[data["side"]] = list(data["totals"])
    table.stage.scores = list(data["scores"])
    x, y = player_spot(table, data["side"])
    rise(table, f"+{data['points']}", x, y)
    table.sounds.play("points")
    yield 520


def _animate_claim(table: TashTable, data: Data) -> Script:
    stage = table.stage
    side = data["side"]
    stage.marked_task = data["task"]
    table.sounds.play("crown")
    yield 620
    at = stage.tasks.index(data["task"]) if data["task"] in stage.tasks else 0
    stage.marked_task = None
    stage.points[side] = list(data["totals"])
    stage.scores = list(data["scores"])
    x, y = player_spot(table, side)
    rise(table, f"+{data['points']}", x, y)
    stage.tasks = list(data["tasks"])
    stage.next_task = None
    _, top, _, _ = task_box(at, find_tasks_down(table.own.places))
    rise(table, "✓", LEFT_X + 150, top + 50)
    yield 420


def _animate_actions(table: TashTable, data: Data) -> Script:
    table.stage.actions = data["left"]
    table.sounds.play("points")
    yield 360


def _animate_game_end(table: TashTable, data: Data) -> Script:
    clear_shown_card(table)
    table.sounds.play("ending")
    yield 500


# --- cards: played, discarded, drawn, put under their decks -------------------------------------------------


def animate_show(table: TashTable, data: Data) -> Script:
    """Move a card to the place of the card being played, and show how many actions are left."""
    table.stage.actions = data["actions"]
    yield from _show(table, data["card"], data["seat"])


def _show(table: TashTable, card: int, seat: int) -> Script:
    stage = table.stage
    # Two seats may play the same deck, with equal card numbers.
    held = take_from_hand(table, card) if seat == table.below else None
    if held is None and seat == table.below and stage.hand and any(each.card < 0 for each in stage.hand):
        held = stage.hand.pop(0)
        close_ranks(table)
    if held is None:
        x, y = seat_spot(table, seat)
        held = Held(card, x, y, 40.0)
    held.card, held.seat, held.alpha = card, seat, 255.0
    stage.shown = held
    x, y = find_shown_spot(table.own.places)
    w = find_shown_width(table.own.places)
    table.timeline.tween(held, table.ms(350), arc=table.arc(50.0), x=x, y=y, w=w)
    table.sounds.play("card_play")
    yield 350 if seat == table.viewer else 700


def animate_summoning(table: TashTable, data: Data) -> Script:
    """Light up the pattern with which a being is summoned."""
    stage = table.stage
    count(table, data["seat"], 1 if words.is_legend(data["card"]) else 0, -1)
    stage.pattern, stage.landing = tuple(data["pattern"]), data["square"]
    stage.pattern_alpha = 255.0
    rank = table.own.words.reading.card(data["card"]).rank
    table.sounds.play(("summon_common", "summon_heroic", "summon_legendary")[rank])
    yield 330 if data["seat"] == table.viewer else 620


def animate_flare(table: TashTable, data: Data) -> Script:
    """Move a flare to the place of the card being played."""
    count(table, data["seat"], 2, -1)
    yield from _show(table, FLARES + data["flare"], data["seat"])
    if not table.ctx.reduced:
        stage = table.stage
        table.timeline.run(table.ms(420), lambda t: setattr(stage, "glare", math.sin(math.pi * t)), timeline.linear)
    table.sounds.play("dragon")
    yield 420


def animate_flare_discard(table: TashTable, data: Data) -> Script:
    """Move an unplayed flare to its discards, openly."""
    seat = data["seat"]
    count(table, seat, 2, -1)
    held = take_from_hand(table, FLARES + data["flare"]) if seat == table.below else None
    if held is None and seat == table.below and table.stage.hand and table.stage.hand[-1].card < 0:
        held = table.stage.hand.pop()
        close_ranks(table)
    if held is None:
        x, y = seat_spot(table, seat)
        held = Held(NOBODY, x, y, 40.0, seat=seat)
    held.card = FLARES + data["flare"]
    x, y = deck_spot(table.own.places, 2)
    fly(table, held, x, y, 44.0, 420)
    table.sounds.play("card_play")
    yield 440


def clear_shown_card(table: TashTable) -> None:
    """Fly the card being played to its discards."""
    stage = table.stage
    shown = stage.shown
    if shown is None:
        return
    stage.shown = None
    if words.is_flare(shown.card):
        x, y = deck_spot(table.own.places, 2)
    elif words.is_legend(shown.card):
        x, y = deck_spot(table.own.places, 1)
    else:
        x, y = seat_spot(table, shown.seat)
    fly(table, shown, x, y, 44.0, 300)


def keep_card(table: TashTable, seat: int, code: str, card: int) -> Script:
    """Fly the card being played to a place of an expansion, unless it is the one that lies there already."""
    stage = table.stage
    before = [each for _, each in stage.kept[seat]]
    stage.kept[seat] = [each for each in stage.kept[seat] if each[0] != code]
    shown = stage.shown
    if card not in before and shown is not None:
        stage.shown = None
        shown.card = card
        x, y = _find_kept_spot(table, seat, code, card)

        def arrive() -> None:
            stage.kept[seat].append((code, card))

        fly(table, shown, x, y, kept_cards.CARD_W, 420, arrive)
        yield 460
        return
    stage.kept[seat].append((code, card))
    yield 200


def use_kept_card(table: TashTable, seat: int, code: str, card: int) -> Script:
    """Move a card from a place of an expansion to the place of the card being played."""
    stage = table.stage
    x, y = _find_kept_spot(table, seat, code, card)
    stage.kept[seat] = [each for each in stage.kept[seat] if each != (code, card)]
    clear_shown_card(table)
    held = stage.shown = Held(card, x, y, kept_cards.CARD_W, seat=seat)
    x, y = find_shown_spot(table.own.places)
    table.timeline.tween(held, table.ms(350), arc=table.arc(50.0), x=x, y=y, w=find_shown_width(table.own.places))
    yield 350 if seat == table.viewer else 700


def _find_kept_spot(table: TashTable, seat: int, code: str, card: int) -> tuple[float, float]:
    """Return the middle of a card in a place of an expansion, even if it is only about to lie there."""
    kept = [list(cards) for cards in table.stage.kept]
    if (code, card) not in kept[seat]:
        kept[seat].append((code, card))
    rows = kept_cards.list_rows(kept, table.below)
    return kept_cards.find_spot(table.own.places, len(rows), rows.index((seat, code, card)))


def animate_surrender(table: TashTable, data: Data) -> Script:
    """Return a shown, unsummoned card to the hand."""
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
            fly(table, kept, x, y, 44.0, 300)
    yield 700


def animate_discard(table: TashTable, data: Data) -> Script:
    """Show a being and move it to the discards."""
    table.stage.actions = data["actions"]
    count(table, data["seat"], 0, -1)
    yield from _show(table, data["card"], data["seat"])
    yield 350
    clear_shown_card(table)
    yield 300


def animate_return(table: TashTable, data: Data) -> Script:
    """Put a card under its deck, face down."""
    kind = ("being", "legend", "flare").index(data["kind"])
    count(table, data["seat"], kind, -1)
    _set_deck_size(table, kind, data["seat"], data["left"])
    if data["seat"] == table.viewer:
        return
    x, y = seat_spot(table, data["seat"])
    gx, gy = deck_spot(table.own.places, kind) if kind else (x, y)
    look = table.own.words.deck_look(data["seat"]) if kind == 0 else ("legends", "flares")[kind - 1]
    fly(table, Held(NOBODY, x + 60, y, 44.0, deck=look, seat=data["seat"]), gx, gy, 44.0, 350)
    table.sounds.play("card_lift")
    yield 380


def animate_own_return(table: TashTable, data: Data) -> Script:
    """Put an own card under its deck, visible only to its owner."""
    card = data["card"]
    held = take_from_hand(table, card)
    if held is None:
        return
    at = 2 if words.is_flare(card) else 1 if words.is_legend(card) else 0
    x, y = deck_spot(table.own.places, at)
    fly(table, held, x, y, 44.0, 350)
    table.sounds.play("card_play")
    yield 360


def _set_deck_size(table: TashTable, at: int, seat: int, left: int) -> None:
    stage = table.stage
    if at == 0:
        stage.deck_sizes[seat] = left
    elif at == 1:
        stage.legend_deck = left
    else:
        stage.flare_deck = left


def animate_recall(table: TashTable, data: Data) -> Script:
    """Put a discarded card back onto its deck."""
    x, y = find_shown_spot(table.own.places)
    gx, gy = seat_spot(table, data["seat"])
    held = Held(data["card"], x, y + 40, 90.0, seat=data["seat"])
    fly(table, held, gx, gy, 44.0, 520)
    table.stage.deck_sizes[data["seat"]] = data["left"]
    table.sounds.play("card_play")
    yield 560


def animate_draws(kind: int, table: TashTable, data: Data) -> Script:
    """Let another seat draw cards: their backs fly to its plate. ``kind``: 0 beings, 1 legends, 2 flares."""
    seat, number = data["seat"], data["number"]
    clear_shown_card(table)
    _set_deck_size(table, kind, seat, data["left"])
    count(table, seat, kind, number)
    if seat == table.viewer:
        return
    x, y = deck_spot(table.own.places, kind) if kind else seat_spot(table, seat)
    gx, gy = seat_spot(table, seat) if seat != table.below else hand_spot(kind, 3, table.own.places)
    look = table.own.words.deck_look(seat) if kind == 0 else ("legends", "flares")[kind - 1]
    for k in range(number):
        held = Held(NOBODY, x, y + 12 * k, 44.0, deck=look, seat=seat)
        fly(table, held, gx, gy, 30.0 if seat != table.below else CARD_W, 190 + 40 * k)
    table.sounds.play("card_lift")
    yield 100 + 40 * number


def animate_own_draws(kind: int, table: TashTable, data: Data) -> Script:
    """Move the viewer's drawn cards to the hand. ``kind``: 0 beings, 1 legends, 2 flares."""
    stage = table.stage
    found = data["cards"]
    sx, sy = deck_spot(table.own.places, kind)
    for card in found:
        held = Held(card, sx, sy, 50.0, seat=table.below)
        _insert(stage.hand, held)
    spread(table)
    table.sounds.play("card_lift")
    yield 260


def spread(table: TashTable) -> None:
    """Move every card of the bottom hand to its place, new ones more slowly."""
    hand = table.stage.hand
    for at, held in enumerate(hand):
        x, y = hand_spot(at, len(hand), table.own.places)
        fresh = abs(held.w - CARD_W) > 1
        table.timeline.tween(held, table.ms(260 if fresh else 200), timeline.ease_out_cubic, x=x, y=y, w=CARD_W)


def _insert(hand: list[Held], held: Held) -> None:
    """Insert a card into the hand, sorted by number: beings first, then legends, then flares."""
    at = next((k for k, each in enumerate(hand) if each.card > held.card), len(hand))
    hand.insert(at, held)


def animate_legend_gift(table: TashTable, data: Data) -> Script:
    """Pass the team's legends to the partner."""
    count(table, data["seat"], 1, -data["number"])
    count(table, data["to"], 1, data["number"])
    if data["seat"] == table.viewer:
        stage = table.stage
        stage.hand = [held for held in stage.hand if not words.is_legend(held.card)]
        close_ranks(table)
    yield 160


def animate_reshuffle(table: TashTable, data: Data) -> Script:
    """Turn discards into a deck again."""
    if data["what"] == "legends":
        table.stage.legend_deck = data["left"]
    else:
        table.stage.flare_deck = data["left"]
    table.sounds.play("card_reveal")
    yield 300


ANIMATIONS = Animations(
    {
        "game_begins": _animate_game_start,
        "first": _animate_first_player,
        "tasks_open": partial(_animate_tasks, 360),
        "task_opened": _animate_next_task,
        "task_put_under": _animate_task_return,
        "task_met": partial(_animate_tasks, 620),
        "drew_beings": partial(animate_draws, 0),
        "drew_legends": partial(animate_draws, 1),
        "drew_flares": partial(animate_draws, 2),
        "drawn_beings": partial(animate_own_draws, 0),
        "drawn_legends": partial(animate_own_draws, 1),
        "drawn_flares": partial(animate_own_draws, 2),
        "turn_begins": _animate_turn_start,
        "turn_ends": _animate_turn_end,
        "put": pieces.animate_put,
        "taken_up": pieces.animate_pickup,
        "destroyed": pieces.animate_destruction,
        "upgraded": partial(pieces.animate_turn, True),
        "downgraded": partial(pieces.animate_turn, False),
        "converted": pieces.animate_conversion,
        "moved": pieces.animate_move,
        "picked": pieces.animate_choice,
        "left_out": pieces.animate_omission,
        "shot": pieces.animate_shot,
        "card_shown": animate_show,
        "summoned": animate_summoning,
        "improvised": partial(pause, 420, ""),
        "lent": partial(pause, 420, ""),
        "extra_card": partial(pause, 320, ""),
        "extra_turn": _animate_extra_turn,
        "actions_gained": _animate_actions,
        "recalled": animate_recall,
        "flare_played": animate_flare,
        "flare_discarded": animate_flare_discard,
        "discarded": animate_discard,
        "returned": animate_return,
        "returned_card": animate_own_return,
        "points": _animate_points,
        "claimed": _animate_claim,
        "handed_over": _animate_handover,
        "legends_given": animate_legend_gift,
        "legends_received": partial(animate_own_draws, 1),
        "deck_used_up": partial(pause, 420, ""),
        "reshuffled": animate_reshuffle,
        "surrendered": animate_surrender,
        "last_turns": _animate_last_turns,
        "game_over": _animate_game_end,
    },
    together=dict.fromkeys(("destroyed", "task_put_under"), ()),
)
