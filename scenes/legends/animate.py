"""Animations of Legends events: pieces drop, sail, fall; cards go to their owners; the end is counted.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how
many milliseconds to wait before the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.contract import Event
from games.legends.cards import TOKEN_CODES
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from scenes.legends.animation_context import AnimationContext
from scenes.legends.layout import card_box
from scenes.legends.scene_model import Flying, RowCard, clear_stage
from scenes.legends.scoring_walk import walk
from scenes.table import script
from scenes.table.script import Script
from sprites.base import timeline
from sprites.legends.coastline import along

LAND = 260.0
SEA = 600.0
DROP = 300.0


def tell(teller: AnimationContext, events: Sequence[Event]) -> Script:
    """Animate the events of an update; simultaneous ones together."""
    at = 0
    while at < len(events):
        group = [events[at]]
        while at + len(group) < len(events) and _is_same_moment(events[at], events[at + len(group)]):
            group.append(events[at + len(group)])
        at += len(group)
        # The log must not show a roll or the sums before the table does.
        suspense = group[0].kind in ("rolled", "scored")
        if not suspense:
            teller.note(group)
        script = _SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(teller, group)
        if suspense:
            teller.note(group)


def _is_same_moment(first: Event, other: Event) -> bool:
    return first.kind == other.kind and first.kind in ("card_dealt", "token_laid", "leader", "segment_laid")


# --- setting up ------------------------------------------------------------------------------------


def _banner(teller: AnimationContext, text_id: str, **params: Any) -> Script:
    stage = teller.stage
    stage.banner, stage.banner_params = text_id, params

    def gone() -> None:
        stage.banner, stage.banner_params = "", {}

    yield from script.show_banner(teller, stage, 1000, gone=gone)


def _animate_game_start(teller: AnimationContext, group: list[Event]) -> Script:
    stage, data = teller.stage, group[0].data
    stage.walk = None
    clear_stage(stage)
    stage.supply, stage.coins, stage.cities_left = list(data["supply"]), list(data["coins"]), list(data["cities"])
    stage.shape = data["shape"]
    if not teller.automatic:
        teller.show_board([], stage.shape)
    if group[0].data["games"] > 1:
        yield from _banner(teller, "legends.table.game", n=group[0].data["game"])


def _animate_shape(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.shape = group[0].data["shape"]
    if not teller.automatic:
        teller.show_board([], teller.stage.shape)
    yield 0


def _animate_segment(teller: AnimationContext, group: list[Event]) -> Script:
    stage = teller.stage
    for event in group:
        data = event.data
        if data["place"] == 0:
            stage.segments = []
        stage.segments.append([data["segment"], data["turned"]])
    teller.show_board(stage.segments, stage.shape)
    teller.play("card_play")
    yield 200


def _animate_start(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.start = group[0].data["region"]
    yield from _animate_first_armies(teller, group)


def _animate_first_armies(teller: AnimationContext, group: list[Event]) -> Script:
    """Drop the first armies of all seats into a region."""
    data = group[0].data
    for seat, (count, left) in enumerate(zip(data["armies"], data["supply"], strict=True)):
        _drop(teller, group[0], seat, count, left, seat * 90.0)
    for seat, count in enumerate(data.get("cities", ())):
        teller.stage.cities[seat][data["region"]] += count
        teller.stage.cities_left[seat] -= count
    teller.play("cube")
    yield DROP + 90 * teller.stage.seats


def _animate_token(teller: AnimationContext, group: list[Event]) -> Script:
    for event in group:
        region, token = event.data["region"], event.data["token"]
        if token is None:
            teller.stage.down[region] = ""
        else:
            teller.stage.tokens[region] = TOKEN_CODES[token]
        teller.play("coin")
        yield 120


def _animate_neutral(teller: AnimationContext, group: list[Event]) -> Script:
    _drop(teller, group[0], NEUTRAL, 1, None, 0.0)
    yield DROP


def _animate_leader(teller: AnimationContext, group: list[Event]) -> Script:
    for event in group:
        teller.stage.leaders[event.data["seat"]] = event.data["leader"]
    teller.play("card_reveal")
    yield 300


def _animate_deal(teller: AnimationContext, group: list[Event]) -> Script:
    stage = teller.stage
    for k, event in enumerate(group):
        place = event.data["place"]
        for at, card in enumerate(stage.row):
            x, y, _w, _h = card_box(at)
            if abs(card.x - x) > 0.5:
                teller.timeline.tween(card, teller.ms(260), x=x, y=y)
        x, y, _w, _h = card_box(place)
        card = RowCard(event.data["card"], x + (0 if teller.reduced else 60), y, 0.0)
        stage.row.append(card)
        teller.timeline.tween(card, teller.ms(180), timeline.ease_out_cubic, delay=k * 70.0, x=x, alpha=255.0)
    teller.play("card_lift")
    yield 180 + 70 * len(group)


def _drop(teller: AnimationContext, event: Event, seat: int, count: int, left: int | None, delay: float) -> None:
    """Drop cubes into the region of an event; ``left`` in the supply, None without one."""
    stage = teller.stage
    region = event.data["region"]
    x, y = teller.chart.army_point(region, seat)
    cube = Flying("cube", seat, x, y, 0.0 if teller.reduced else 46.0, 0.0)
    stage.flying.append(cube)

    def end() -> None:
        if cube in stage.flying:
            stage.flying.remove(cube)
        stage.armies[seat][region] += count
        if left is not None:
            stage.supply[seat] = left
        stage.set_owners(event.data["control"])

    easing = timeline.ease_in_quad if not teller.reduced else timeline.linear
    teller.timeline.tween(cube, teller.ms(DROP), easing, delay=delay, end=end, lift=0.0, alpha=255.0)


# --- auction -----------------------------------------------------------------------------------------


def _animate_bid(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.committed[group[0].data["seat"]] = True
    teller.play("coin")
    yield 160


def _animate_bid_reveal(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.bids = list(group[0].data["bids"])
    teller.stage.committed = [False] * teller.stage.seats
    teller.play("card_reveal")
    yield 1300


def _animate_roll(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    teller.play("die_roll")
    yield 600
    teller.stage.dice = dict(zip(data["seats"], data["faces"], strict=True))
    teller.play("die_bounce")
    yield 1100
    teller.stage.dice = {}


def _animate_auction(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.paid(group[0].data["purses"])
    teller.play("coin")
    yield 500
    data = group[0].data
    if data["how"] != "highest":  # players with an equal bid that loses the tie are told why
        yield from _banner(teller, f"legends.table.tie.{data['how']}", name=teller.names[data["seat"]])


def _animate_first_player(teller: AnimationContext, group: list[Event]) -> Script:
    stage = teller.stage
    stage.bids = [None] * stage.seats
    stage.committed = [False] * stage.seats
    yield from _banner(teller, "legends.table.begins", name=teller.names[group[0].data["first"]])


# --- a turn --------------------------------------------------------------------------------------------


def _animate_card(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    stage = teller.stage
    seat = data["seat"]
    place = min(data["place"], len(stage.row) - 1)
    card = stage.row.pop(place) if stage.row else RowCard(data["card"], *card_box(0)[:2])
    card.owner = seat
    stage.card = card
    stage.paid(data["purses"])
    if data["price"]:
        teller.play("coin")
    yield 160
    x, y = teller.card_spot(seat)
    teller.timeline.tween(card, teller.ms(420), arc=0.0 if teller.reduced else 40.0, x=x, y=y, scale=0.34)
    teller.play("card_play")
    yield 420
    stage.card = None
    stage.taken[seat].append(data["card"])
    stage.elixirs[seat] = data["elixirs"]
    for at, other in enumerate(stage.row):
        goal_x, goal_y, _w, _h = card_box(at)
        teller.timeline.tween(other, teller.ms(220), x=goal_x, y=goal_y)
    yield 120


def _animate_income(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.paid(group[0].data["purses"])
    teller.play("coin")
    yield 260


def _animate_payment(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    left, *had = data["purses"]
    teller.stage.paid([left])
    if data["to"] is not None:
        _fly_coin(teller, data["seat"], data["to"])
        yield 460
        teller.stage.paid(had)
    teller.play("coin")
    yield 120


def _fly_coin(teller: AnimationContext, seat: int, to: int) -> None:
    stage = teller.stage
    x, y = teller.card_spot(seat)
    coin = Flying("coin", seat, x, y, on_chart=False)
    stage.flying.append(coin)
    goal = teller.card_spot(to)

    def end() -> None:
        if coin in stage.flying:
            stage.flying.remove(coin)

    teller.timeline.tween(coin, teller.ms(450), arc=0.0 if teller.reduced else 50.0, end=end, x=goal[0], y=goal[1])


def _animate_action_start(teller: AnimationContext, group: list[Event]) -> Script:
    yield 60


def _animate_void_action(teller: AnimationContext, group: list[Event]) -> Script:
    yield 420


def _animate_choice(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.picked = group[0].data["region"]
    teller.look_at(group[0].data["region"])
    teller.play("card_lift")
    yield 0 if group[0].data["seat"] == teller.viewer else 160


def _animate_knight(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.picked = group[0].data["region"]
    yield 0


def _animate_placement(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    teller.stage.picked = None
    teller.look_at(data["region"])
    _drop(teller, group[0], data["seat"], 1, data["supply"], 0.0)
    yield DROP
    teller.play("cube")
    yield 30


def _animate_move(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    stage = teller.stage
    seat, origin, target = data["seat"], data["from"], data["to"]
    stage.picked = None
    teller.look_at(target)
    stage.armies[seat][origin] -= 1
    stage.set_owners(one for one in data["control"] if one[0] == origin)
    start, goal = teller.chart.army_point(origin, seat), teller.chart.army_point(target, seat)
    sea, legs = teller.chart.way(origin, target)
    legs[0].insert(0, start)
    legs[-1].append(goal)
    cube = Flying("cube", seat, start[0], start[1])
    stage.flying.append(cube)

    def step(t: float) -> None:
        leg = min(len(legs) - 1, int(t * len(legs)))
        cube.x, cube.y = along(legs[leg], t * len(legs) - leg)
        cube.lift = 0.0 if sea or teller.reduced else 26.0 * (4 * t * (1 - t))

    def end() -> None:
        if cube in stage.flying:
            stage.flying.remove(cube)
        stage.armies[seat][target] += 1
        stage.set_owners(data["control"])

    length = SEA if sea else LAND
    if teller.grip.dropped:  # the player has already dragged it there
        cube.x, cube.y = teller.grip.dropped
        legs = [[teller.grip.dropped, goal]]
        length = 120.0
        teller.grip.dropped = None
    teller.timeline.run(teller.ms(length), step, timeline.ease_in_out_sine, end=end)
    yield length
    teller.play("cube")
    yield 30


def _animate_building(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    stage = teller.stage
    seat, region = data["seat"], data["region"]
    teller.look_at(region)
    x, y = teller.chart.city_point(region, seat)
    city = Flying("city", seat, x, y, 0.0 if teller.reduced else 60.0, 0.0)
    stage.flying.append(city)

    def end() -> None:
        if city in stage.flying:
            stage.flying.remove(city)
        stage.cities[seat][region] += 1
        stage.cities_left[seat] = data["cities_left"]
        stage.set_owners(data["control"])

    teller.timeline.tween(city, teller.ms(360), timeline.ease_in_quad, end=end, lift=0.0, alpha=255.0)
    yield 360
    teller.play("city")
    yield 160


def _animate_destruction(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    stage = teller.stage
    owner, region = data["owner"], data["region"]
    teller.look_at(region)
    x, y = teller.chart.army_point(region, owner)
    stage.armies[owner][region] -= 1
    if data["supply"] is not None:
        stage.supply[owner] = data["supply"]
    stage.set_owners(data["control"])
    cube = Flying("cube", owner, x, y, code="destroyed")
    stage.flying.append(cube)

    def end() -> None:
        if cube in stage.flying:
            stage.flying.remove(cube)

    teller.play("crack")
    yield 120
    teller.timeline.tween(cube, teller.ms(320), timeline.ease_in_quad, end=end, lift=-16.0, alpha=0.0)
    yield 360


def _animate_sinking(teller: AnimationContext, group: list[Event]) -> Script:
    """Sink an island with everything on it."""
    data, stage = group[0].data, teller.stage
    teller.look_at(data["regions"][0])
    teller.play("crack")
    yield 300
    for region in data["regions"]:
        for rows in (stage.armies, stage.cities):
            for row in rows:
                row[region] = 0
    stage.supply, stage.cities_left = list(data["supply"]), list(data["cities_left"])
    stage.set_owners(data["control"])
    stage.sunk = True
    yield 700


def _animate_token_pickup(teller: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    stage = teller.stage
    region, token = data["region"], data["token"]
    stage.tokens.pop(region, None)
    stage.down.pop(region, None)
    if teller.chart.composed is not None:
        x, y = teller.chart.point(teller.chart.token_point(region))
        flying = Flying("token", data["seat"], x, y, code=TOKEN_CODES[token], on_chart=False)
        stage.flying.append(flying)
        goal = teller.card_spot(data["seat"])

        def end() -> None:
            if flying in stage.flying:
                stage.flying.remove(flying)

        teller.timeline.run(teller.ms(260), lambda t: setattr(flying, "scale", 1 + 0.8 * t))
        yield 700
        arc = 0.0 if teller.reduced else 40.0
        teller.timeline.tween(flying, teller.ms(450), arc=arc, end=end, x=goal[0], y=goal[1], scale=0.8)
        yield 450
    stage.elixirs[data["seat"]] = data["elixirs"]
    teller.play("points")
    yield 150


def _animate_look(teller: AnimationContext, group: list[Event]) -> Script:
    teller.play("card_lift")
    yield 200


def _animate_token_reveal(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.down[group[0].data["region"]] = TOKEN_CODES[group[0].data["token"]]
    teller.play("card_reveal")
    yield 500


def _animate_omission(teller: AnimationContext, group: list[Event]) -> Script:
    teller.stage.picked = None
    yield 40


_SCRIPTS: dict[str, Callable[[Any, list[Event]], Script]] = {
    "game_begins": _animate_game_start,
    "shape": _animate_shape,
    "segment_laid": _animate_segment,
    "start_laid": _animate_start,
    "joint_laid": _animate_first_armies,
    "token_laid": _animate_token,
    "neutral_laid": _animate_neutral,
    "leader": _animate_leader,
    "card_dealt": _animate_deal,
    "bid_made": _animate_bid,
    "bids_opened": _animate_bid_reveal,
    "rolled": _animate_roll,
    "auction_won": _animate_auction,
    "first_named": _animate_first_player,
    "card_taken": _animate_card,
    "received": _animate_income,
    "paid": _animate_payment,
    "action_begins": _animate_action_start,
    "action_void": _animate_void_action,
    "picked": _animate_choice,
    "knight_waits": _animate_knight,
    "placed": _animate_placement,
    "moved": _animate_move,
    "built": _animate_building,
    "destroyed": _animate_destruction,
    "sunk": _animate_sinking,
    "token_taken": _animate_token_pickup,
    "looked": _animate_look,
    "token_seen": _animate_token_reveal,
    "left_out": _animate_omission,
    "scored": walk,
}
