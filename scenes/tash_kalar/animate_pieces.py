"""Animations of pieces: they drop, leap, rise in rank, turn over and crumble."""

import math
from collections.abc import Callable
from functools import partial

from engine.contract import Event
from games.tash_kalar.maps import to_column_row
from scenes.table.script import Data, Script, show_until_end
from scenes.tash_kalar.expansion_screens import can_bear
from scenes.tash_kalar.layout import deck_spot, hand_spot, player_box
from scenes.tash_kalar.scene_model import NOBODY, Held, Man, Rising, Spark, Stage, TashTable
from sprites.base import timeline

# Motions that several animations of Tash-Kalar share: lights, rising points, flying cards.

CRUMBLE = 320.0


def light(table: TashTable, kind: str, square: int, colour: int = 0, duration: float = CRUMBLE) -> None:
    """Show a "flash" or "rubble" (``kind``) on a square for ``duration`` ms; no flash where lights are steady."""
    if kind == "flash" and table.ctx.steady:
        return
    x, y = to_column_row(square)
    spark = Spark(kind, float(x), float(y), colour)
    end = show_until_end(table.stage.sparks, spark)
    table.timeline.run(table.ms(duration), lambda t: setattr(spark, "t", t), timeline.linear, end=end)


def rise(table: TashTable, label: str, x: float, y: float) -> None:
    """Show points (``label``) that rise from x, y and fade."""
    rising = Rising(label, x, y)
    end = show_until_end(table.stage.rising, rising)
    goal = y if table.ctx.reduced else y - 46
    table.timeline.tween(rising, table.ms(1000), timeline.ease_out_cubic, end=end, y=goal, alpha=0.0)


def player_spot(table: TashTable, side: int) -> tuple[float, float]:
    """Return the position where points and cards of a side fly to."""
    count = len(table.stage.supply)
    at = (side - table.own.reading.side(table.anchor)) % count
    x, y, w, h = player_box(at, table.stage.form, count, table.by_fingers)
    return x + w - 40, y + h / 2


def seat_spot(table: TashTable, seat: int) -> tuple[float, float]:
    """Return the position at which a seat's cards leave and arrive."""
    if seat == table.below:
        return deck_spot(table.own.places, 0)
    return player_spot(table, table.own.reading.side(seat))


def fly(
    table: TashTable, held: Held, x: float, y: float, w: float, duration: float, then: Callable[[], None] | None = None
) -> None:
    """Fly a card to x, y and the width ``w`` in ``duration`` ms; ``then`` is called on arrival."""
    end = show_until_end(table.stage.flying, held, then)
    arc = table.arc(min(60.0, math.dist((held.x, held.y), (x, y)) * 0.16))
    table.timeline.tween(held, table.ms(duration), arc=arc, end=end, x=x, y=y, w=w)


def take_from_hand(table: TashTable, card: int) -> Held | None:
    """Remove a card from the bottom hand and return it; None when absent (or face down)."""
    stage = table.stage
    found = next((held for held in stage.hand if held.card == card), None)
    if found is not None:
        stage.hand.remove(found)
        close_ranks(table)
    return found


def close_ranks(table: TashTable) -> None:
    """Move the cards of the hand so that no gap is left."""
    count = len(table.stage.hand)
    for at, held in enumerate(table.stage.hand):
        x, y = hand_spot(at, count, table.own.places)
        if abs(held.x - x) > 0.5 or abs(held.y - y) > 0.5:
            table.timeline.tween(held, table.ms(220), x=x, y=y)


def count(table: TashTable, seat: int, kind: int, by: int) -> None:
    """Change a seat's number of beings (``kind`` 0), legends (1) or flares (2) in hand by ``by``."""
    sizes = table.stage.hand_sizes[seat]
    sizes[kind] = max(0, sizes[kind] + by)


DROP, MOVE, LEAP, TURN_OVER = 300.0, 300.0, 460.0, 320.0


def animate_put(table: TashTable, data: Data) -> Script:
    """Drop a piece onto its square; that of a being with a flash."""
    stage = table.stage
    colour, rank, square = data["colour"], data["rank"], data["square"]
    x, y = to_column_row(square)
    lift = table.arc(90.0)
    man = Man(colour, rank, float(x), float(y), lift=lift, alpha=0.0)
    stage.men[square] = man
    _update_counts(stage, data)
    being = stage.landing == square
    if table.ctx.reduced:
        table.timeline.tween(man, table.ms(DROP), timeline.linear, alpha=255.0)
    else:
        table.timeline.tween(man, table.ms(100), timeline.linear, alpha=255.0)
        table.timeline.tween(man, table.ms(DROP), timeline.ease_in_quad, lift=0.0)
    yield DROP
    table.sounds.play("city" if rank == 2 else "cube")
    if being:
        light(table, "flash", square, duration=280)
        yield 260
        table.timeline.run(
            table.ms(300),
            lambda t: setattr(stage, "pattern_alpha", 255 * (1 - t)),
            end=partial(_forget_pattern, stage),
        )
    yield 60


def _update_counts(stage: Stage, data: Data) -> None:
    """Update the counts changed by an event about a piece."""
    stage.supply[data["colour"]] = list(data["supply"])
    stage.scores = list(data["scores"])
    stage.actions = data["actions"]


def _forget_pattern(stage: Stage) -> None:
    stage.pattern, stage.landing, stage.pattern_alpha = (), NOBODY, 0.0


def animate_pickup(table: TashTable, data: Data) -> Script:
    """Pick up a piece, because none is left to be placed."""
    stage = table.stage
    square = data["square"]
    man = stage.men.get(square)
    _update_counts(stage, data)
    if man is not None:
        table.sounds.play("card_lift")
        table.timeline.tween(man, table.ms(260), lift=table.arc(70.0), alpha=0.0)
        yield 260
        stage.men.pop(square, None)
    yield 40


def _update_losses(stage: Stage, colour: int, data: Data) -> None:
    stage.destroyed[colour] = list(data["destroyed"])
    stage.worth[colour] = data["worth"]


def animate_destruction(table: TashTable, group: list[Event]) -> Script:
    """Crumble pieces."""
    stage = table.stage
    for event in group:
        data = event.data
        square, colour = data["square"], data["colour"]
        _update_counts(stage, data)
        _update_losses(stage, colour, data)
        if square == stage.victim:
            stage.victim = NOBODY
            continue
        man = stage.men.pop(square, None)
        if man is not None and not table.ctx.reduced:
            light(table, "rubble", square, colour)
        else:
            light(table, "flash", square, duration=200)
    table.sounds.play("crack")
    yield CRUMBLE + 60


def animate_move(table: TashTable, data: Data) -> Script:
    """Move a piece to another square, or leap in an arc."""
    stage = table.stage
    stage.picked = NOBODY
    man = stage.men.pop(data["from"], None)
    if man is None:
        return
    x, y = to_column_row(data["to"])
    duration = LEAP if data["leap"] else MOVE
    stage.men[-1] = man
    high = table.arc(60.0 if data["leap"] else 22.0)
    start = (man.x, man.y)

    def step(t: float) -> None:
        man.x = start[0] + (x - start[0]) * t
        man.y = start[1] + (y - start[1]) * t
        man.lift = high * 4 * t * (1 - t)

    table.timeline.run(table.ms(duration), step, timeline.ease_in_out_sine)
    yield duration
    man.lift = 0.0
    stage.men.pop(-1, None)
    victim = stage.men.get(data["to"])
    if victim is not None:  # destroyed in the next event, but its square is taken already
        light(table, "rubble", data["to"], victim.colour)
        stage.victim = data["to"]
    stage.men[data["to"]] = man
    table.sounds.play("cube")
    yield 60


def animate_turn(is_upgrade: bool, table: TashTable, data: Data) -> Script:
    """Turn a piece over after an upgrade or downgrade."""
    stage = table.stage
    man = stage.men.get(data["square"])
    if man is None:
        return
    new = data["rank"]
    man.marks = tuple(mark for mark in man.marks if can_bear(mark, new))
    if table.ctx.reduced:
        man.rank = new
        light(table, "flash", data["square"], duration=200)
        yield 200
    else:
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, 1 - t, 20 * t))
        yield TURN_OVER / 2
        man.rank = new
        if is_upgrade:
            light(table, "flash", data["square"], duration=340)
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, t, 20 * (1 - t)))
        yield TURN_OVER / 2
    _update_counts(stage, data)
    table.sounds.play("castle" if is_upgrade else "die_turn")
    yield 90


def _squeeze(man: Man, share: float, lift: float) -> None:
    man.squeeze = max(0.08, share)
    man.lift = lift


def animate_conversion(table: TashTable, data: Data) -> Script:
    """Turn an enemy piece into one of the side that converts it."""
    stage = table.stage
    square = data["square"]
    man = stage.men.get(square)
    if man is None:
        yield from animate_put(table, data)
        return
    if not table.ctx.reduced:
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, 1 - t, 26 * t))
        yield TURN_OVER / 2
    lost = data["lost"]
    stage.supply[lost["colour"]] = list(lost["supply"])
    _update_losses(stage, lost["colour"], lost)
    man.colour, man.rank, man.marks = data["colour"], data["rank"], ()
    _update_counts(stage, data)
    light(table, "flash", square, duration=300)
    if not table.ctx.reduced:
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, t, 26 * (1 - t)))
    table.sounds.play("die_turn")
    yield TURN_OVER / 2 + 80


def animate_choice(table: TashTable, data: Data) -> Script:
    """Mark a chosen piece if it is about to move."""
    if data["moves"]:
        table.stage.picked = data["square"]
    table.sounds.play("card_lift")
    yield 0 if data["seat"] == table.viewer else 180


def animate_omission(table: TashTable, data: Data) -> Script:
    """Clear the mark of the picked piece, as the rest of a step is skipped."""
    table.stage.picked = NOBODY
    yield 30


def animate_shot(table: TashTable, data: Data) -> Script:
    """Draw a line of fire."""
    stage = table.stage
    stage.shot = (data["square"], data["direction"])
    table.sounds.play("dragon")
    yield 380
    stage.shot = None
