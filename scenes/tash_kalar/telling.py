"""The events of Tash-Kalar told as motions: pieces drop, leap, rise and crumble; cards fly; points tick.

Each function is a script (see ``scenes.play``): it starts motions on the timeline and yields how many milliseconds to
wait before the next step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from engine.session import Update
from games.tash_kalar.cards import LEGENDS
from games.tash_kalar.maps import place_of
from games.tash_kalar.turns import FLARES_FROM
from scenes.play import Script
from scenes.tash_kalar import left, words
from scenes.tash_kalar.places import CARD_W, LEFT_X, SHOWN_W, hand_spot, shown_spot
from scenes.tash_kalar.stage import NOBODY, Held, Man, Rising, Spark, shown_card
from sprites import timeline

if TYPE_CHECKING:
    from scenes.tash_kalar.table import Table

DROP, MOVE, LEAP, CRUMBLE, TURN_OVER = 300.0, 300.0, 460.0, 320.0, 320.0


def tell(table: Table, update: Update) -> Script:
    """All events of one update; those of one moment are told together."""
    events: Sequence[Event] = update.events
    at = 0
    while at < len(events):
        group = [events[at]]
        while at + len(group) < len(events) and _together(events[at], events[at + len(group)]):
            group.append(events[at + len(group)])
        at += len(group)
        table.note(group)
        script = _SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(table, group)
    if table.stage.shown is not None and shown_card(update.view) is None:
        _away(table)
        yield 300


def _together(first: Event, other: Event) -> bool:
    return first.kind == other.kind and first.kind in ("destroyed", "task_put_under")


# --- helpers of the scripts -----------------------------------------------------------------------------


def _banner(table: Table, label: str, duration: float = 900.0) -> Script:
    stage = table.stage
    stage.banner = label
    table.timeline.run(table.ms(200), lambda t: setattr(stage, "banner_alpha", 255 * t))
    yield duration
    table.timeline.run(table.ms(200), lambda t: setattr(stage, "banner_alpha", 255 * (1 - t)))
    yield 60


def _spark(table: Table, kind: str, square: int, colour: int = 0, duration: float = CRUMBLE) -> None:
    stage = table.stage
    x, y = place_of(square)
    spark = Spark(kind, float(x), float(y), colour)
    stage.sparks.append(spark)

    def end() -> None:
        if spark in stage.sparks:
            stage.sparks.remove(spark)

    table.timeline.run(
        table.ms(duration), lambda t: setattr(spark, "t", t), timeline.linear, end=end
    )


def _rise(table: Table, label: str, x: float, y: float) -> None:
    stage = table.stage
    rising = Rising(label, x, y)
    stage.rising.append(rising)

    def end() -> None:
        if rising in stage.rising:
            stage.rising.remove(rising)

    goal = y if table.ctx.reduced else y - 46
    table.timeline.to(rising, table.ms(1000), timeline.out_cubic, end=end, y=goal, alpha=0.0)


def _player_spot(table: Table, side: int) -> tuple[float, float]:
    """Where points and cards of a side go."""
    at = left.sides(table).index(side)
    x, y, w, h = left.player_box(table, at)
    return x + w - 40, y + h / 2


def _seat_spot(table: Table, seat: int) -> tuple[float, float]:
    """Where cards of a seat come from and go to."""
    if seat == table.below:
        return left.deck_spot(table, 0)
    return _player_spot(table, table.reading.side(seat))


def _fly(table: Table, held: Held, x: float, y: float, w: float, duration: float, then: Callable[[], None]) -> None:
    stage = table.stage
    stage.flying.append(held)

    def end() -> None:
        if held in stage.flying:
            stage.flying.remove(held)
        then()

    arc = 0.0 if table.ctx.reduced else min(60.0, math.dist((held.x, held.y), (x, y)) * 0.16)
    table.timeline.to(held, table.ms(duration), arc=arc, end=end, x=x, y=y, w=w)


def _nothing() -> None:
    pass


def _take_from_hand(table: Table, card: int) -> Held | None:
    """A card of the hand below, taken out of it; None when it is not there (or face down)."""
    stage = table.stage
    found = next((held for held in stage.hand if held.card == card), None)
    if found is not None:
        stage.hand.remove(found)
        _close_ranks(table)
    return found


def _close_ranks(table: Table) -> None:
    """The cards of the hand slide together."""
    count = len(table.stage.hand)
    for at, held in enumerate(table.stage.hand):
        x, y = hand_spot(at, count, table.height)
        if abs(held.x - x) > 0.5 or abs(held.y - y) > 0.5:
            table.timeline.to(held, table.ms(220), x=x, y=y)


def _count(table: Table, seat: int, kind: int, by: int) -> None:
    sizes = table.stage.hand_sizes[seat]
    sizes[kind] = max(0, sizes[kind] + by)


# --- set-up and turns -------------------------------------------------------------------------------------


def _game_begins(table: Table, group: list[Event]) -> Script:
    name = table.ctx.t(f"tash_kalar.option.form.{table.view['options']['form']}")
    yield from _banner(table, name)


def _first(table: Table, group: list[Event]) -> Script:
    table.stage.active = table.stage.acting = group[0].data["seat"]
    yield 250


def _tasks_open(table: Table, group: list[Event]) -> Script:
    table.stage.tasks = list(group[0].data["tasks"])
    table.play("card_reveal")
    yield 500


def _task_opened(table: Table, group: list[Event]) -> Script:
    table.stage.next_task = group[0].data["task"]
    table.play("card_reveal")
    yield 320


def _task_put_under(table: Table, group: list[Event]) -> Script:
    table.stage.next_task = None
    yield 320


def _turn_begins(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    data = group[0].data
    stage.active = stage.acting = data["seat"]
    stage.actions, stage.turn = data["actions"], data["turn"]
    stage.destroyed = [[0, 0, 0] for _ in stage.destroyed]
    own = data["seat"] == table.viewer
    if own or table.viewer is None or table.shared:
        label = table.ctx.t("tash_kalar.turn.yours") if own and not table.shared else table.names[data["seat"]]
        yield from _banner(table, label, 620.0)
    else:
        yield 260


def _handed_over(table: Table, group: list[Event]) -> Script:
    table.stage.acting = group[0].data["to"]
    yield from _banner(table, table.names[group[0].data["to"]], 700.0)


def _last_turns(table: Table, group: list[Event]) -> Script:
    table.play("bell")
    yield from _banner(table, table.ctx.t("tash_kalar.event.last_turns"), 1200.0)


def _extra_turn(table: Table, group: list[Event]) -> Script:
    yield from _banner(table, table.ctx.t("tash_kalar.table.extra_turn"), 900.0)


# --- pieces ------------------------------------------------------------------------------------------------


def _put(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    data = group[0].data
    colour, rank, square = data["colour"], data["rank"], data["square"]
    x, y = place_of(square)
    lift = 0.0 if table.ctx.reduced else 90.0
    man = Man(colour, rank, float(x), float(y), lift=lift, alpha=0.0)
    stage.men[square] = man
    stage.supply[colour][1 if rank == 2 else 0] -= 1
    being = stage.landing == square
    if not being:
        _spend(table)
    stage.picked_up = False
    if table.ctx.reduced:
        table.timeline.to(man, table.ms(DROP), timeline.linear, alpha=255.0)
    else:
        table.timeline.to(man, table.ms(100), timeline.linear, alpha=255.0)
        table.timeline.to(man, table.ms(DROP), timeline.in_quad, lift=0.0)
    yield DROP
    table.play("city" if rank == 2 else "cube")
    if being:
        _spark(table, "flash", square, duration=280)
        yield 260
        table.timeline.run(
            table.ms(300), lambda t: setattr(stage, "pattern_alpha", 255 * (1 - t)), end=lambda: _forget_pattern(table)
        )
    yield 60


def _spend(table: Table) -> None:
    """An action is spent on placing a piece: not in an effect, and once for picking up and placing."""
    stage = table.stage
    if stage.shown is None and not stage.picked_up and stage.turn:
        stage.actions = max(0, stage.actions - 1)


def _forget_pattern(table: Table) -> None:
    table.stage.pattern, table.stage.landing, table.stage.pattern_alpha = (), NOBODY, 0.0


def _taken_up(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    data = group[0].data
    square, colour = data["square"], data["colour"]
    man = stage.men.get(square)
    if man is not None:
        _spend(table)
        stage.picked_up = True
        table.play("card_lift")
        table.timeline.to(man, table.ms(260), lift=0.0 if table.ctx.reduced else 70.0, alpha=0.0)
        yield 260
        stage.men.pop(square, None)
        stage.supply[colour][1 if man.rank == 2 else 0] += 1
    yield 40


def _destroyed(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    for event in group:
        data = event.data
        square, colour, rank = data["square"], data["colour"], data["rank"]
        stage.supply[colour][1 if rank == 2 else 0] += 1
        if data["counts"]:
            stage.destroyed[colour][rank] += 1
        if square == stage.victim:
            stage.victim = NOBODY
            continue
        man = stage.men.pop(square, None)
        if man is not None and not table.ctx.reduced:
            _spark(table, "rubble", square, colour)
        else:
            _spark(table, "flash", square, duration=200)
    table.play("crack")
    yield CRUMBLE + 60


def _moved(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    data = group[0].data
    stage.picked = NOBODY
    man = stage.men.pop(data["from"], None)
    if man is None:
        return
    x, y = place_of(data["to"])
    duration = LEAP if data["leap"] else MOVE
    stage.men[-1] = man
    high = 0.0 if table.ctx.reduced else 60.0 if data["leap"] else 22.0
    start = (man.x, man.y)

    def step(t: float) -> None:
        man.x = start[0] + (x - start[0]) * t
        man.y = start[1] + (y - start[1]) * t
        man.lift = high * 4 * t * (1 - t)

    table.timeline.run(table.ms(duration), step, timeline.in_out_sine)
    yield duration
    man.lift = 0.0
    stage.men.pop(-1, None)
    victim = stage.men.get(data["to"])
    if victim is not None:  # it is destroyed in the next event, but its place is taken already
        _spark(table, "rubble", data["to"], victim.colour)
        stage.victim = data["to"]
    stage.men[data["to"]] = man
    table.play("cube")
    yield 60


def _turned(table: Table, group: list[Event]) -> Script:
    """Upgraded, downgraded: the piece rises, turns over, and is another one."""
    stage = table.stage
    data = group[0].data
    man = stage.men.get(data["square"])
    if man is None:
        return
    old, new = man.rank, data["rank"]
    if table.ctx.reduced:
        man.rank = new
        _spark(table, "flash", data["square"], duration=200)
        yield 200
    else:
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, 1 - t, 20 * t))
        yield TURN_OVER / 2
        man.rank = new
        if group[0].kind == "upgraded":
            _spark(table, "flash", data["square"], duration=340)
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, t, 20 * (1 - t)))
        yield TURN_OVER / 2
    if (old == 2) != (new == 2):
        stage.supply[man.colour][1 if old == 2 else 0] += 1
        stage.supply[man.colour][1 if new == 2 else 0] -= 1
    table.play("castle" if group[0].kind == "upgraded" else "die_turn")
    yield 90


def _squeeze(man: Man, share: float, lift: float) -> None:
    man.squeeze = max(0.08, share)
    man.lift = lift


def _converted(table: Table, group: list[Event]) -> Script:
    """An enemy piece turns over and is an own one."""
    stage = table.stage
    data = group[0].data
    square = data["square"]
    man = stage.men.get(square)
    if man is None:
        yield from _put(table, group)
        return
    if not table.ctx.reduced:
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, 1 - t, 26 * t))
        yield TURN_OVER / 2
    stage.supply[man.colour][1 if man.rank == 2 else 0] += 1
    stage.destroyed[man.colour][man.rank] += 1
    man.colour, man.rank = data["colour"], data["rank"]
    stage.supply[man.colour][1 if man.rank == 2 else 0] -= 1
    _spark(table, "flash", square, duration=300)
    if not table.ctx.reduced:
        table.timeline.run(table.ms(TURN_OVER / 2), lambda t: _squeeze(man, t, 26 * (1 - t)))
    table.play("die_turn")
    yield TURN_OVER / 2 + 80


def _picked(table: Table, group: list[Event]) -> Script:
    table.stage.picked = group[0].data["square"]
    table.play("card_lift")
    yield 0 if group[0].data["seat"] == table.viewer else 180


def _left_out(table: Table, group: list[Event]) -> Script:
    table.stage.picked = NOBODY
    yield 30


def _shot(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    stage.shot = (group[0].data["square"], group[0].data["direction"])
    table.play("dragon")
    yield 380
    stage.shot = None


# --- cards -------------------------------------------------------------------------------------------------


def _card_shown(table: Table, group: list[Event]) -> Script:
    """A card goes to the place of the card that is being played; its action is spent."""
    data = group[0].data
    stage = table.stage
    stage.actions = max(0, stage.actions - 1)
    kind = 1 if words.is_legend(data["card"]) else 0
    _count(table, data["seat"], kind, -1)
    yield from _show(table, data["card"], data["seat"])


def _show(table: Table, card: int, seat: int) -> Script:
    stage = table.stage
    held = _take_from_hand(table, card)
    if held is None and seat == table.below and stage.hand and any(each.card < 0 for each in stage.hand):
        held = stage.hand.pop(0)
        _close_ranks(table)
    if held is None:
        x, y = _seat_spot(table, seat)
        held = Held(card, x, y, 40.0)
    held.card, held.seat, held.alpha = card, seat, 255.0
    stage.shown = held
    x, y = shown_spot(table.height)
    table.timeline.to(held, table.ms(350), arc=0.0 if table.ctx.reduced else 50.0, x=x, y=y, w=SHOWN_W)
    table.play("card_play")
    yield 350 if seat == table.viewer else 700


def _target_chosen(table: Table, group: list[Event]) -> Script:
    table.stage.landing = group[0].data["square"]
    yield 0


def _summoned(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    data = group[0].data
    stage.pattern, stage.landing = tuple(data["pattern"]), data["square"]
    stage.pattern_alpha = 255.0
    table.play("gem")
    yield 330 if data["seat"] == table.viewer else 620


def _flare_played(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    _count(table, data["seat"], 2, -1)
    yield from _show(table, FLARES_FROM + data["flare"], data["seat"])
    yield 300


def _away(table: Table) -> None:
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
        x, y = _seat_spot(table, shown.seat)
    _fly(table, shown, x, y, 44.0, 300, _nothing)


def _discarded(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    stage.actions = max(0, stage.actions - 1)
    _count(table, data["seat"], 0, -1)
    yield from _show(table, data["card"], data["seat"])
    yield 350
    _away(table)
    yield 300


def _returned(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    kind = ("being", "legend", "flare").index(data["kind"])
    _count(table, data["seat"], kind, -1)
    if data["seat"] == table.viewer:
        return
    x, y = _seat_spot(table, data["seat"])
    gx, gy = left.deck_spot(table, kind) if kind else (x, y)
    look = words.deck_code(table, data["seat"]) if kind == 0 else ("legends", "flares")[kind - 1]
    _fly(table, Held(NOBODY, x + 60, y, 44.0, deck=look, seat=data["seat"]), gx, gy, 44.0, 350, _nothing)
    table.play("card_lift")
    yield 380


def _returned_card(table: Table, group: list[Event]) -> Script:
    """The own card goes under its deck, seen by its owner only."""
    card = group[0].data["card"]
    held = _take_from_hand(table, card)
    if held is None:
        return
    at = 2 if words.is_flare(card) else 1 if words.is_legend(card) else 0
    x, y = left.deck_spot(table, at)
    _fly(table, held, x, y, 44.0, 350, lambda: _to_deck(table, at, group[0].data["seat"], 1))
    table.play("card_play")
    yield 360


def _to_deck(table: Table, at: int, seat: int, by: int) -> None:
    stage = table.stage
    if at == 0:
        stage.deck_sizes[seat] += by
    elif at == 1:
        stage.legend_deck += by
    else:
        stage.flare_deck += by


def _recalled(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    x, y = shown_spot(table.height)
    gx, gy = _seat_spot(table, data["seat"])
    held = Held(data["card"], x, y + 40, 90.0, seat=data["seat"])
    _fly(table, held, gx, gy, 44.0, 520, _nothing)
    table.stage.deck_sizes[data["seat"]] += 1
    table.play("card_play")
    yield 560


def _drew(kind: int) -> Callable[[Any, list[Event]], Script]:
    """Others draw: backs go to their plate."""

    def script(table: Table, group: list[Event]) -> Script:
        data = group[0].data
        seat, number = data["seat"], data["number"]
        _away(table)
        _to_deck(table, kind, seat, -number)
        _count(table, seat, kind, number)
        if seat == table.viewer:
            return
        x, y = left.deck_spot(table, kind) if kind else _seat_spot(table, seat)
        gx, gy = _seat_spot(table, seat) if seat != table.below else hand_spot(kind, 3, table.height)
        look = words.deck_code(table, seat) if kind == 0 else ("legends", "flares")[kind - 1]
        for k in range(number):
            held = Held(NOBODY, x, y + 12 * k, 44.0, deck=look, seat=seat)
            _fly(table, held, gx, gy, 30.0 if seat != table.below else CARD_W, 260 + 60 * k, _nothing)
        table.play("card_lift")
        yield 160 + 50 * number

    return script


def _drawn(kind: int) -> Callable[[Any, list[Event]], Script]:
    """The own cards come into the hand."""

    def script(table: Table, group: list[Event]) -> Script:
        stage = table.stage
        found = group[0].data["cards"]
        offset = (0, LEGENDS, FLARES_FROM)[kind]
        sx, sy = left.deck_spot(table, kind)
        for card in found:
            held = Held(card + offset if kind else card, sx, sy, 50.0, seat=table.below)
            _insert(stage.hand, held)
        count = len(stage.hand)
        for at, held in enumerate(stage.hand):
            x, y = hand_spot(at, count, table.height)
            fresh = held.w < CARD_W - 1
            table.timeline.to(held, table.ms(320 if fresh else 200), timeline.out_cubic, x=x, y=y, w=CARD_W)
        table.play("card_lift")
        yield 340

    return script


def _insert(hand: list[Held], held: Held) -> None:
    """Beings first, then legends, then flares."""
    at = next((k for k, each in enumerate(hand) if each.card > held.card), len(hand))
    hand.insert(at, held)


def _legends_given(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    _count(table, data["seat"], 1, -data["number"])
    _count(table, data["to"], 1, data["number"])
    if data["seat"] == table.viewer:
        stage = table.stage
        stage.hand = [held for held in stage.hand if not words.is_legend(held.card)]
        _close_ranks(table)
    yield 160


def _legends_received(table: Table, group: list[Event]) -> Script:
    yield from _drawn(1)(table, group)


def _reshuffled(table: Table, group: list[Event]) -> Script:
    if group[0].data["what"] == "legends":
        table.stage.legend_deck = 12
    else:
        table.stage.flare_deck = 12
    table.play("card_reveal")
    yield 300


# --- points ------------------------------------------------------------------------------------------------


def _points(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.stage.points[data["side"]][data["colour"]] += data["points"]
    x, y = _player_spot(table, data["side"])
    _rise(table, f"+{data['points']}", x, y)
    table.play("points")
    yield 520


def _claimed(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    side = table.reading.side(data["seat"])
    stage.marked_task = data["task"]
    table.play("crown")
    yield 620
    at = stage.tasks.index(data["task"]) if data["task"] in stage.tasks else 0
    stage.marked_task = None
    stage.points[side][side] += data["points"]
    x, y = _player_spot(table, side)
    _rise(table, f"+{data['points']}", x, y)
    stage.tasks = [stage.next_task if each == data["task"] else each for each in stage.tasks]  # type: ignore[misc]
    stage.tasks = [each for each in stage.tasks if each is not None]
    stage.next_task = None
    _, top, _, _ = left.task_box(at)
    _rise(table, "✓", LEFT_X + 150, top + 50)
    yield 420


def _actions_gained(table: Table, group: list[Event]) -> Script:
    table.stage.actions += group[0].data["actions"]
    table.play("points")
    yield 360


def _game_over(table: Table, group: list[Event]) -> Script:
    _away(table)
    table.play("victory")
    yield 500


def _pause(duration: float) -> Callable[[Any, list[Event]], Script]:
    def script(table: Table, group: list[Event]) -> Script:
        yield duration

    return script


_SCRIPTS: dict[str, Callable[[Any, list[Event]], Script]] = {
    "game_begins": _game_begins,
    "first": _first,
    "tasks_open": _tasks_open,
    "task_opened": _task_opened,
    "task_put_under": _task_put_under,
    "drew_beings": _drew(0),
    "drew_legends": _drew(1),
    "drew_flares": _drew(2),
    "drawn_beings": _drawn(0),
    "drawn_legends": _drawn(1),
    "drawn_flares": _drawn(2),
    "turn_begins": _turn_begins,
    "put": _put,
    "taken_up": _taken_up,
    "destroyed": _destroyed,
    "upgraded": _turned,
    "downgraded": _turned,
    "converted": _converted,
    "moved": _moved,
    "picked": _picked,
    "left_out": _left_out,
    "shot": _shot,
    "card_shown": _card_shown,
    "target_chosen": _target_chosen,
    "summoned": _summoned,
    "improvised": _pause(420.0),
    "lent": _pause(420.0),
    "extra_card": _pause(320.0),
    "extra_turn": _extra_turn,
    "actions_gained": _actions_gained,
    "recalled": _recalled,
    "flare_played": _flare_played,
    "discarded": _discarded,
    "returned": _returned,
    "returned_card": _returned_card,
    "points": _points,
    "claimed": _claimed,
    "handed_over": _handed_over,
    "legends_given": _legends_given,
    "legends_received": _legends_received,
    "deck_used_up": _pause(420.0),
    "reshuffled": _reshuffled,
    "surrendered": _pause(700.0),
    "last_turns": _last_turns,
    "game_over": _game_over,
}
