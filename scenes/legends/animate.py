"""The events of Legends told as motions: pieces drop, sail, fall; cards go to their owners; the end is counted.

Each function is a script (see ``scenes.table.play``): it starts motions on the timeline and yields how
many milliseconds to wait before the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from games.legends.tokens import TOKEN_CODES
from scenes.legends.places import card_box
from scenes.legends.scoring_walk import walk
from scenes.legends.stage import NEUTRAL, Flying, RowCard, emptied
from scenes.table import banner
from scenes.table.play import Script
from sprites.base import timeline
from sprites.legends.shores import along

if TYPE_CHECKING:
    from scenes.legends.table import Table

LAND = 260.0
SEA = 600.0
DROP = 300.0


def tell(table: Table, events: Sequence[Event]) -> Script:
    """All events of one update; those of one moment are told together."""
    at = 0
    while at < len(events):
        group = [events[at]]
        while at + len(group) < len(events) and _together(events[at], events[at + len(group)]):
            group.append(events[at + len(group)])
        at += len(group)
        # The chronicle must not tell what a die shows, or the sums, before the table does.
        suspense = group[0].kind in ("rolled", "scored")
        if not suspense:
            table.note(group)
        script = _SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(table, group)
        if suspense:
            table.note(group)


def _together(first: Event, other: Event) -> bool:
    return first.kind == other.kind and first.kind in ("card_dealt", "token_laid", "leader", "segment_laid")


# --- setting up ------------------------------------------------------------------------------------


def _banner(table: Table, text_id: str, **params: Any) -> Script:
    stage = table.stage
    stage.banner, stage.banner_params = text_id, params

    def gone() -> None:
        stage.banner, stage.banner_params = "", {}

    yield from banner.shown(table, stage, 1000, gone=gone)


def _game_begins(table: Table, group: list[Event]) -> Script:
    stage, data = table.stage, group[0].data
    stage.walk = None
    emptied(stage)
    stage.supply, stage.coins, stage.cities_left = list(data["supply"]), list(data["coins"]), list(data["cities"])
    stage.shape = data["shape"]
    if not table.automatic:
        table.show_board([], stage.shape)
    if group[0].data["games"] > 1:
        yield from _banner(table, "legends.table.game", n=group[0].data["game"])


def _shape(table: Table, group: list[Event]) -> Script:
    table.stage.shape = group[0].data["shape"]
    if not table.automatic:
        table.show_board([], table.stage.shape)
    yield 0


def _segment_laid(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    for event in group:
        data = event.data
        if data["place"] == 0:
            stage.segments = []
        stage.segments.append([data["segment"], data["turned"]])
    table.show_board(stage.segments, stage.shape)
    table.play("card_play")
    yield 200


def _start_laid(table: Table, group: list[Event]) -> Script:
    table.stage.start = group[0].data["region"]
    yield from _first_armies(table, group)


def _first_armies(table: Table, group: list[Event]) -> Script:
    """Everybody's armies come into one region."""
    for seat, count in enumerate(group[0].data["armies"]):
        _drop(table, group[0], seat, count, seat * 90.0)
    table.play("cube")
    yield DROP + 90 * table.stage.seats


def _token_laid(table: Table, group: list[Event]) -> Script:
    for event in group:
        region, token = event.data["region"], event.data["token"]
        if token is None:
            table.stage.down[region] = ""
        else:
            table.stage.tokens[region] = TOKEN_CODES[token]
        table.play("coin")
        yield 120


def _neutral_laid(table: Table, group: list[Event]) -> Script:
    _drop(table, group[0], NEUTRAL, 1, 0.0)
    yield DROP


def _leader(table: Table, group: list[Event]) -> Script:
    for event in group:
        table.stage.leaders[event.data["seat"]] = event.data["leader"]
    table.play("card_reveal")
    yield 300


def _card_dealt(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    for k, event in enumerate(group):
        place = event.data["place"]
        for at, card in enumerate(stage.row):
            x, y, _w, _h = card_box(at)
            if abs(card.x - x) > 0.5:
                table.timeline.to(card, table.ms(260), x=x, y=y)
        x, y, _w, _h = card_box(place)
        card = RowCard(event.data["card"], x + (0 if table.ctx.reduced else 60), y, 0.0)
        stage.row.append(card)
        table.timeline.to(card, table.ms(180), timeline.out_cubic, delay=k * 70.0, x=x, alpha=255.0)
    table.play("card_lift")
    yield 180 + 70 * len(group)


def _drop(table: Table, event: Event, seat: int, count: int, delay: float) -> None:
    """Cubes fall into the region that the event tells of."""
    stage = table.stage
    region = event.data["region"]
    x, y = table.army_point(region, seat)
    cube = Flying("cube", seat, x, y, 0.0 if table.ctx.reduced else 46.0, 0.0)
    stage.flying.append(cube)

    def end() -> None:
        if cube in stage.flying:
            stage.flying.remove(cube)
        stage.armies[seat][region] += count
        if seat != NEUTRAL:
            stage.supply[seat] -= count
        stage.controlled(event.data["control"])

    easing = timeline.in_quad if not table.ctx.reduced else timeline.linear
    table.timeline.to(cube, table.ms(DROP), easing, delay=delay, end=end, lift=0.0, alpha=255.0)


# --- auction -----------------------------------------------------------------------------------------


def _bid_made(table: Table, group: list[Event]) -> Script:
    table.stage.committed[group[0].data["seat"]] = True
    table.play("coin")
    yield 160


def _bids_opened(table: Table, group: list[Event]) -> Script:
    table.stage.bids = list(group[0].data["bids"])
    table.stage.committed = [False] * table.stage.seats
    table.play("card_reveal")
    yield 1300


def _rolled(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.play("die_roll")
    yield 600
    table.stage.dice = dict(zip(data["seats"], data["faces"], strict=True))
    table.play("die_bounce")
    yield 1100
    table.stage.dice = {}


def _auction_won(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.stage.coins[data["seat"]] -= data["coins"]
    table.play("coin")
    yield 500


def _first_named(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    stage.bids = [None] * stage.seats
    stage.committed = [False] * stage.seats
    yield from _banner(table, "legends.table.begins", name=table.names[group[0].data["first"]])


# --- a turn --------------------------------------------------------------------------------------------


def _card_taken(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    seat = data["seat"]
    place = min(data["place"], len(stage.row) - 1)
    card = stage.row.pop(place) if stage.row else RowCard(data["card"], *card_box(0)[:2])
    stage.card = card
    stage.coins[seat] -= data["price"]
    if data["price"]:
        table.play("coin")
    yield 160
    x, y = table.card_spot(seat)
    table.timeline.to(card, table.ms(420), arc=0.0 if table.ctx.reduced else 40.0, x=x, y=y, scale=0.34)
    table.play("card_play")
    yield 420
    stage.card = None
    stage.taken[seat].append(data["card"])
    stage.elixirs[seat] = data["elixirs"]
    for at, other in enumerate(stage.row):
        goal_x, goal_y, _w, _h = card_box(at)
        table.timeline.to(other, table.ms(220), x=goal_x, y=goal_y)
    yield 120


def _received(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.stage.coins[data["seat"]] += data["coins"]
    table.play("coin")
    yield 260


def _paid(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.stage.coins[data["seat"]] -= data["coins"]
    if data["to"] is not None:
        _coin_flies(table, data["seat"], data["to"])
        yield 460
        table.stage.coins[data["to"]] += data["coins"]
    table.play("coin")
    yield 120


def _coin_flies(table: Table, seat: int, to: int) -> None:
    stage = table.stage
    x, y = table.card_spot(seat)
    coin = Flying("coin", seat, x, y, on_chart=False)
    stage.flying.append(coin)
    goal = table.card_spot(to)

    def end() -> None:
        if coin in stage.flying:
            stage.flying.remove(coin)

    table.timeline.to(coin, table.ms(450), arc=0.0 if table.ctx.reduced else 50.0, end=end, x=goal[0], y=goal[1])


def _action_begins(table: Table, group: list[Event]) -> Script:
    yield 60


def _action_void(table: Table, group: list[Event]) -> Script:
    yield 420


def _picked(table: Table, group: list[Event]) -> Script:
    table.stage.picked = group[0].data["region"]
    table.look_at(group[0].data["region"])
    table.play("card_lift")
    yield 0 if group[0].data["seat"] == table.viewer else 160


def _knight_waits(table: Table, group: list[Event]) -> Script:
    table.stage.picked = group[0].data["region"]
    yield 0


def _placed(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.stage.picked = None
    table.look_at(data["region"])
    _drop(table, group[0], data["seat"], 1, 0.0)
    yield DROP
    table.play("cube")
    yield 30


def _moved(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    seat, origin, target = data["seat"], data["from"], data["to"]
    stage.picked = None
    table.look_at(target)
    stage.armies[seat][origin] -= 1
    stage.controlled(one for one in data["control"] if one[0] == origin)
    start, goal = table.army_point(origin, seat), table.army_point(target, seat)
    sea, legs = table.way(origin, target)
    legs[0].insert(0, start)
    legs[-1].append(goal)
    cube = Flying("cube", seat, start[0], start[1])
    stage.flying.append(cube)

    def step(t: float) -> None:
        leg = min(len(legs) - 1, int(t * len(legs)))
        cube.x, cube.y = along(legs[leg], t * len(legs) - leg)
        cube.lift = 0.0 if sea or table.ctx.reduced else 26.0 * (4 * t * (1 - t))

    def end() -> None:
        if cube in stage.flying:
            stage.flying.remove(cube)
        stage.armies[seat][target] += 1
        stage.controlled(data["control"])

    length = SEA if sea else LAND
    if table.dropped:  # the hand has carried it there already
        cube.x, cube.y = table.dropped
        legs = [[table.dropped, goal]]
        length = 120.0
        table.dropped = None
    table.timeline.run(table.ms(length), step, timeline.in_out_sine, end=end)
    yield length
    table.play("cube")
    yield 30


def _built(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    seat, region = data["seat"], data["region"]
    table.look_at(region)
    x, y = table.city_point(region, seat)
    city = Flying("city", seat, x, y, 0.0 if table.ctx.reduced else 60.0, 0.0)
    stage.flying.append(city)

    def end() -> None:
        if city in stage.flying:
            stage.flying.remove(city)
        stage.cities[seat][region] += 1
        stage.cities_left[seat] = data["cities_left"]
        stage.controlled(data["control"])

    table.timeline.to(city, table.ms(360), timeline.in_quad, end=end, lift=0.0, alpha=255.0)
    yield 360
    table.play("city")
    yield 160


def _destroyed(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    owner, region = data["owner"], data["region"]
    table.look_at(region)
    x, y = table.army_point(region, owner)
    stage.armies[owner][region] -= 1
    if owner != NEUTRAL and not data["captured"]:
        stage.supply[owner] += 1
    stage.controlled(data["control"])
    cube = Flying("cube", owner, x, y, code="destroyed")
    stage.flying.append(cube)

    def end() -> None:
        if cube in stage.flying:
            stage.flying.remove(cube)

    table.play("crack")
    yield 120
    table.timeline.to(cube, table.ms(320), timeline.in_quad, end=end, lift=-16.0, alpha=0.0)
    yield 360


def _token_taken(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    stage = table.stage
    region, token = data["region"], data["token"]
    stage.tokens.pop(region, None)
    stage.down.pop(region, None)
    if table.view_of_chart.composed is not None:
        x, y = table.view_of_chart.point(table.token_point(region))
        flying = Flying("token", data["seat"], x, y, code=TOKEN_CODES[token], on_chart=False)
        stage.flying.append(flying)
        goal = table.card_spot(data["seat"])

        def end() -> None:
            if flying in stage.flying:
                stage.flying.remove(flying)

        table.timeline.run(table.ms(260), lambda t: setattr(flying, "scale", 1 + 0.8 * t))
        yield 700
        arc = 0.0 if table.ctx.reduced else 40.0
        table.timeline.to(flying, table.ms(450), arc=arc, end=end, x=goal[0], y=goal[1], scale=0.8)
        yield 450
    stage.elixirs[data["seat"]] = data["elixirs"]
    table.play("points")
    yield 150


def _looked(table: Table, group: list[Event]) -> Script:
    table.play("card_lift")
    yield 200


def _token_seen(table: Table, group: list[Event]) -> Script:
    table.stage.down[group[0].data["region"]] = TOKEN_CODES[group[0].data["token"]]
    table.play("card_reveal")
    yield 500


def _left_out(table: Table, group: list[Event]) -> Script:
    table.stage.picked = None
    yield 40


_SCRIPTS: dict[str, Callable[[Any, list[Event]], Script]] = {
    "game_begins": _game_begins,
    "shape": _shape,
    "segment_laid": _segment_laid,
    "start_laid": _start_laid,
    "joint_laid": _first_armies,
    "token_laid": _token_laid,
    "neutral_laid": _neutral_laid,
    "leader": _leader,
    "card_dealt": _card_dealt,
    "bid_made": _bid_made,
    "bids_opened": _bids_opened,
    "rolled": _rolled,
    "auction_won": _auction_won,
    "first_named": _first_named,
    "card_taken": _card_taken,
    "received": _received,
    "paid": _paid,
    "action_begins": _action_begins,
    "action_void": _action_void,
    "picked": _picked,
    "knight_waits": _knight_waits,
    "placed": _placed,
    "moved": _moved,
    "built": _built,
    "destroyed": _destroyed,
    "token_taken": _token_taken,
    "looked": _looked,
    "token_seen": _token_seen,
    "left_out": _left_out,
    "scored": walk,
}
