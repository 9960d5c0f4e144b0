"""Animations of Legends events: pieces drop, sail, fall; cards go to their owners; the end is counted.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how
many milliseconds to wait before the next step.
"""

from collections.abc import Sequence
from functools import partial

from engine.contract import Event
from games.legends.cards import TOKEN_CODES
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from scenes.legends.layout import card_box
from scenes.legends.scene_model import Flying, LegendsTable, OwnerChange, RowCard, animate_scoring, clear_stage
from scenes.table.script import Animations, Data, Script, pause, show_banner, show_until_end
from sprites.base import timeline
from sprites.legends.coastline import along

LAND = 260.0
SEA = 600.0
DROP = 300.0
CHANGE_MS = 1600.0
"""How long a region that has changed hands is lit."""


# --- setting up ------------------------------------------------------------------------------------


def _animate_game_start(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    stage.walk = None
    clear_stage(stage)
    stage.supply, stage.coins, stage.cities_left = list(data["supply"]), list(data["coins"]), list(data["cities"])
    stage.shape = data["shape"]
    if not table.own.is_automatic:
        table.own.show_board([], stage.shape)
    if data["games"] > 1:
        yield from show_banner(table, table.ctx.t("legends.table.game", n=data["game"]), 1000)


def _animate_shape(table: LegendsTable, data: Data) -> Script:
    table.stage.shape = data["shape"]
    if not table.own.is_automatic:
        table.own.show_board([], table.stage.shape)
    yield 0


def _animate_segment(table: LegendsTable, group: list[Event]) -> Script:
    stage = table.stage
    for event in group:
        data = event.data
        if data["place"] == 0:
            stage.segments = []
        stage.segments.append([data["segment"], data["turned"]])
    table.own.show_board(stage.segments, stage.shape)
    table.sounds.play("card_play")
    yield 200


def _animate_start(table: LegendsTable, data: Data) -> Script:
    table.stage.start = data["region"]
    yield from _animate_first_armies(table, data)


def _animate_first_armies(table: LegendsTable, data: Data) -> Script:
    """Drop the first armies of all seats into a region."""
    for seat, (count, left) in enumerate(zip(data["armies"], data["supply"], strict=True)):
        _drop(table, data, seat, count, left, seat * 90.0)
    for seat, count in enumerate(data.get("cities", ())):
        table.stage.cities[seat][data["region"]] += count
        table.stage.cities_left[seat] -= count
    table.sounds.play("cube")
    yield DROP + 90 * table.stage.seats


def _animate_token(table: LegendsTable, group: list[Event]) -> Script:
    for event in group:
        region, token = event.data["region"], event.data["token"]
        if token is None:
            table.stage.down[region] = ""
        else:
            table.stage.tokens[region] = TOKEN_CODES[token]
        table.sounds.play("coin")
        yield 120


def _animate_neutral(table: LegendsTable, data: Data) -> Script:
    _drop(table, data, NEUTRAL, 1, None, 0.0)
    yield DROP


def _animate_leader(table: LegendsTable, group: list[Event]) -> Script:
    for event in group:
        table.stage.leaders[event.data["seat"]] = event.data["leader"]
    table.sounds.play("card_reveal")
    yield 300


def _animate_deal(table: LegendsTable, group: list[Event]) -> Script:
    stage = table.stage
    for k, event in enumerate(group):
        place = event.data["place"]
        for at, card in enumerate(stage.row):
            x, y, _w, _h = card_box(at, table.own.places)
            if abs(card.x - x) > 0.5:
                table.timeline.tween(card, table.ms(260), x=x, y=y)
        x, y, _w, _h = card_box(place, table.own.places)
        card = RowCard(event.data["card"], x + (0 if table.ctx.reduced else 60), y, 0.0)
        stage.row.append(card)
        table.timeline.tween(card, table.ms(180), timeline.ease_out_cubic, delay=k * 70.0, x=x, alpha=255.0)
    table.sounds.play("card_lift")
    yield 180 + 70 * len(group)


def _drop(table: LegendsTable, data: Data, seat: int, count: int, left: int | None, delay: float) -> None:
    """Drop ``count`` cubes of a seat into an event's region after ``delay`` ms; ``left``: new supply, None for none."""
    stage = table.stage
    region = data["region"]
    x, y = table.own.chart.find_place("army", region, seat)
    cube = Flying("cube", seat, x, y, table.arc(46.0), 0.0)

    def land() -> None:
        stage.armies[seat][region] += count
        if left is not None:
            stage.supply[seat] = left
        _set_owners(table, data["control"])

    easing = timeline.ease_in_quad if not table.ctx.reduced else timeline.linear
    end = show_until_end(stage.flying, cube, land)
    table.timeline.tween(cube, table.ms(DROP), easing, delay=delay, end=end, lift=0.0, alpha=255.0)


def _set_owners(table: LegendsTable, told: Sequence[Sequence[int]]) -> None:
    """Set the owners of regions from pairs of region and owner; one that changes hands lights up with the points of the
    players concerned."""
    stage = table.stage
    for region, owner in told:
        if region >= stage.regions or owner == stage.owners[region]:
            continue
        changed = ((stage.owners[region], -1), (owner, 1))
        stage.owners[region] = owner
        said = tuple(one for one in changed if 0 <= one[0] < stage.seats and not table.hides_points(one[0]))
        table.own.changes[region] = light = OwnerChange(said)
        table.beside.tween(light, CHANGE_MS, timeline.ease_in_quad, strength=0.0)


# --- auction -----------------------------------------------------------------------------------------


def _animate_bid(table: LegendsTable, data: Data) -> Script:
    table.stage.committed[data["seat"]] = True
    table.sounds.play("coin")
    yield 160


def _animate_bid_reveal(table: LegendsTable, data: Data) -> Script:
    table.stage.bids = list(data["bids"])
    table.stage.committed = [False] * table.stage.seats
    table.sounds.play("card_reveal")
    yield 1300


def _animate_roll(table: LegendsTable, data: Data) -> Script:
    table.sounds.play("die_roll")
    yield 600
    table.stage.dice = dict(zip(data["seats"], data["faces"], strict=True))
    table.sounds.play("die_bounce")
    yield 1100
    table.stage.dice = {}


def _animate_auction(table: LegendsTable, data: Data) -> Script:
    table.stage.paid(data["purses"])
    table.sounds.play("coin")
    yield 500
    if data["how"] != "highest":  # players with an equal bid that loses the tie are told why
        words = table.ctx.t(f"legends.table.tie.{data['how']}", name=table.names[data["seat"]])
        yield from show_banner(table, words, 1000)


def _animate_first_player(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    stage.bids = [None] * stage.seats
    stage.committed = [False] * stage.seats
    yield from show_banner(table, table.ctx.t("legends.table.begins", name=table.names[data["first"]]), 1000)


# --- a turn --------------------------------------------------------------------------------------------


def _animate_card(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    seat = data["seat"]
    place = min(data["place"], len(stage.row) - 1)
    card = stage.row.pop(place) if stage.row else RowCard(data["card"], *card_box(0, table.own.places)[:2])
    card.owner = seat
    stage.card = card
    stage.paid(data["purses"])
    if data["price"]:
        table.sounds.play("coin")
    yield 160
    x, y = table.own.card_spot(seat)
    table.timeline.tween(card, table.ms(420), arc=table.arc(40.0), x=x, y=y, scale=0.34)
    table.sounds.play("card_play")
    yield 420
    stage.card = None
    stage.taken[seat].append(data["card"])
    stage.elixirs[seat] = data["elixirs"]
    for at, other in enumerate(stage.row):
        goal_x, goal_y, _w, _h = card_box(at, table.own.places)
        table.timeline.tween(other, table.ms(220), x=goal_x, y=goal_y)
    yield 120


def _animate_income(table: LegendsTable, data: Data) -> Script:
    table.stage.paid(data["purses"])
    table.sounds.play("coin")
    yield 260


def _animate_payment(table: LegendsTable, data: Data) -> Script:
    left, *had = data["purses"]
    table.stage.paid([left])
    if data["to"] is not None:
        x, y = table.own.card_spot(data["seat"])
        goal_x, goal_y = table.own.card_spot(data["to"])
        coin = Flying("coin", data["seat"], x, y, on_chart=False)
        end = show_until_end(table.stage.flying, coin)
        table.timeline.tween(coin, table.ms(450), arc=table.arc(50.0), end=end, x=goal_x, y=goal_y)
        yield 460
        table.stage.paid(had)
    table.sounds.play("coin")
    yield 120


def _animate_choice(table: LegendsTable, data: Data) -> Script:
    table.stage.picked = data["region"]
    table.own.bring_into_view(data["region"])
    table.sounds.play("card_lift")
    yield 0 if data["seat"] == table.viewer else 160


def _animate_knight(table: LegendsTable, data: Data) -> Script:
    table.stage.picked = data["region"]
    yield 0


def _animate_placement(table: LegendsTable, data: Data) -> Script:
    table.stage.picked = None
    table.own.bring_into_view(data["region"])
    _drop(table, data, data["seat"], 1, data["supply"], 0.0)
    yield DROP
    table.sounds.play("cube")
    yield 30


def _animate_move(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    seat, origin, target = data["seat"], data["from"], data["to"]
    stage.picked = None
    table.own.bring_into_view(target)
    stage.armies[seat][origin] -= 1
    _set_owners(table, [one for one in data["control"] if one[0] == origin])
    start, goal = table.own.chart.find_place("army", origin, seat), table.own.chart.find_place("army", target, seat)
    sea, legs = table.own.chart.way(origin, target)
    legs[0].insert(0, start)
    legs[-1].append(goal)
    cube = Flying("cube", seat, start[0], start[1])

    def step(t: float) -> None:
        leg = min(len(legs) - 1, int(t * len(legs)))
        cube.x, cube.y = along(legs[leg], t * len(legs) - leg)
        cube.lift = 0.0 if sea or table.ctx.reduced else 26.0 * (4 * t * (1 - t))

    def land() -> None:
        stage.armies[seat][target] += 1
        _set_owners(table, data["control"])

    length = SEA if sea else LAND
    if table.own.grip.dropped:  # the player has already dragged it there
        cube.x, cube.y = table.own.grip.dropped
        legs = [[table.own.grip.dropped, goal]]
        length = 120.0
        table.own.grip.dropped = None
    end = show_until_end(stage.flying, cube, land)
    table.timeline.run(table.ms(length), step, timeline.ease_in_out_sine, end=end)
    yield length
    table.sounds.play("cube")
    yield 30


def _animate_building(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    seat, region = data["seat"], data["region"]
    table.own.bring_into_view(region)
    x, y = table.own.chart.find_place("city", region, seat)
    city = Flying("city", seat, x, y, table.arc(60.0), 0.0)

    def land() -> None:
        stage.cities[seat][region] += 1
        stage.cities_left[seat] = data["cities_left"]
        _set_owners(table, data["control"])

    end = show_until_end(stage.flying, city, land)
    table.timeline.tween(city, table.ms(360), timeline.ease_in_quad, end=end, lift=0.0, alpha=255.0)
    yield 360
    table.sounds.play("city")
    yield 160


def _animate_destruction(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    owner, region = data["owner"], data["region"]
    table.own.bring_into_view(region)
    x, y = table.own.chart.find_place("army", region, owner)
    stage.armies[owner][region] -= 1
    if data["supply"] is not None:
        stage.supply[owner] = data["supply"]
    _set_owners(table, data["control"])
    cube = Flying("cube", owner, x, y, code="destroyed")
    end = show_until_end(stage.flying, cube)
    table.sounds.play("crack")
    yield 120
    table.timeline.tween(cube, table.ms(320), timeline.ease_in_quad, end=end, lift=-16.0, alpha=0.0)
    yield 360


def _animate_sinking(table: LegendsTable, data: Data) -> Script:
    """Sink an island with everything on it."""
    stage = table.stage
    table.own.bring_into_view(data["regions"][0])
    table.sounds.play("crack")
    yield 300
    for region in data["regions"]:
        for rows in (stage.armies, stage.cities):
            for row in rows:
                row[region] = 0
    stage.supply, stage.cities_left = list(data["supply"]), list(data["cities_left"])
    _set_owners(table, data["control"])
    stage.sunk = True
    yield 700


def _animate_token_pickup(table: LegendsTable, data: Data) -> Script:
    stage = table.stage
    region, token = data["region"], data["token"]
    stage.tokens.pop(region, None)
    stage.down.pop(region, None)
    if table.own.chart.composed is not None:
        x, y = table.own.chart.find_spot("token", region)
        flying = Flying("token", data["seat"], x, y, code=TOKEN_CODES[token], on_chart=False)
        end = show_until_end(stage.flying, flying)
        x, y = table.own.card_spot(data["seat"])
        table.timeline.run(table.ms(260), lambda t: setattr(flying, "scale", 1 + 0.8 * t))
        yield 700
        table.timeline.tween(flying, table.ms(450), arc=table.arc(40.0), end=end, x=x, y=y, scale=0.8)
        yield 450
    stage.elixirs[data["seat"]] = data["elixirs"]
    table.sounds.play("points")
    yield 150


def _animate_token_reveal(table: LegendsTable, data: Data) -> Script:
    table.stage.down[data["region"]] = TOKEN_CODES[data["token"]]
    table.sounds.play("card_reveal")
    yield 500


def _animate_omission(table: LegendsTable, data: Data) -> Script:
    table.stage.picked = None
    yield 40


ANIMATIONS = Animations(
    {
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
        "action_begins": partial(pause, 60, ""),
        "action_void": partial(pause, 420, ""),
        "picked": _animate_choice,
        "knight_waits": _animate_knight,
        "placed": _animate_placement,
        "moved": _animate_move,
        "built": _animate_building,
        "destroyed": _animate_destruction,
        "sunk": _animate_sinking,
        "token_taken": _animate_token_pickup,
        "looked": partial(pause, 200, "card_lift"),
        "token_seen": _animate_token_reveal,
        "left_out": _animate_omission,
        "scored": animate_scoring,
    },
    together=dict.fromkeys(("card_dealt", "token_laid", "leader", "segment_laid"), ()),
    late=("rolled", "scored"),
)
