"""The events of King of the Dice told as motions.

Each function is a script (see ``scenes.table.play``): it starts motions on the timeline and yields how many
milliseconds to wait before the next step.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.chance import mix
from engine.contract import Event
from games.king_of_the_dice.dice import symbol
from scenes.king_of_the_dice.places import FELT, around, card, own_panel, rival
from scenes.king_of_the_dice.stage import Die, Flying, spots
from scenes.table.play import CONFIRM, Script
from sprites.base import cube, timeline

if TYPE_CHECKING:
    from scenes.king_of_the_dice.table import Table

ROLL = 900.0


def tell(table: Table, events: Sequence[Event]) -> Script:
    """All events of one update."""
    for event in events:
        # The chronicle must not tell what the dice show before they lie still.
        late = event.kind in ("rolled", "first_roll", "tiles_drawn")
        if not late:
            table.note([event])
        script = _SCRIPTS.get(event.kind)
        if script is not None:
            yield from script(table, event.data)
        if late:
            table.note([event])


# --- dice ------------------------------------------------------------------------------------------------


def _first_roll(table: Table, data: dict[str, Any]) -> Script:
    table.stage.active = data["seat"]
    table.stage.kept = 0
    yield from _throw(table, data["faces"], 0, short=True)
    yield 260


def _first_player(table: Table, data: dict[str, Any]) -> Script:
    table.stage.active = data["seat"]
    yield from _banner(table, table.ctx.t("king_of_the_dice.banner.begins", name=table.names[data["seat"]]), 900)


def _rolled(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    kept = sum(1 << k for k in data["kept"])
    table.kept = kept  # what somebody kept stays on the ledge until the next decision
    if kept != stage.kept:
        stage.kept = kept
        lay_out(table)
        yield 260
    yield from _throw(table, data["faces"], kept)
    stage.rolls = data["roll"]
    stage.rolled = True
    yield 120


def lay_out(table: Table, duration: float = 220.0) -> None:
    """Every die goes to its place on felt or ledge."""
    for die, (x, y, size, spin) in zip(table.stage.dice, spots(table.stage.kept), strict=True):
        if (die.x, die.y, die.size) == (x, y, size):
            continue
        die.spin = spin
        die.settle()
        die.moving = True
        table.timeline.to(die, table.ms(duration), timeline.out_cubic, end=die.settle, x=x, y=y, size=size)


def _throw(table: Table, faces: Sequence[int], kept: int, short: bool = False) -> Script:
    """The dice that are not kept tumble in an arc from the lower right and end on these faces."""
    stage = table.stage
    goals = spots(kept)
    free = [k for k in range(6) if not kept >> k & 1]
    for die in stage.dice:
        die.dim = False
    if table.ctx.reduced or table.ctx.speed == 0 or table.skipping:
        for k in free:
            _lie(stage.dice[k], faces[k], goals[k])
        yield 120
        return
    seed = mix(table.session.seed, "throw", len(table.told), len(table.session.log))
    for order, k in enumerate(free):
        _tumble(table, stage.dice[k], faces[k], goals[k], mix(seed, k), order * 60.0)
    table.play("wood_roll")
    stage.rolled = False
    yield (ROLL + 60 * (len(free) - 1)) * (0.8 if short else 1.0)
    stage.rolled = True


def _lie(die: Die, face: int, goal: tuple[float, float, float, float]) -> None:
    die.face = face
    die.x, die.y, die.size, die.spin = goal
    die.settle()


def _tumble(
    table: Table, die: Die, face: int, goal: tuple[float, float, float, float], seed: int, delay: float
) -> None:
    x, y, size, spin = goal
    away = (max(30.0, FELT[0] + FELT[2] - 20 - x - seed % 60), 8.0 + seed % 29)
    path = cube.roll_path(seed, die.quat, face, spin, away)

    def begin() -> None:
        die.rolling = True
        die.size = size

    def step(t: float) -> None:
        die.quat, die.lift, dx, dy = path(t)
        die.x, die.y = x + dx, y + dy

    def end() -> None:
        _lie(die, face, goal)
        table.play("wood_bounce")

    table.timeline.run(ROLL, step, timeline.linear, delay, begin, end)


def _result_stands(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    stage.kept = 0
    stage.rolled = True
    lay_out(table)
    table.play("die_turn")
    yield 420


def _jokers_used(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    seat = data["seat"]
    for name, own in (("cards", stage.citizens[seat]), ("supers", stage.supers[seat])):
        for one in data[name]:
            if one in own:
                own.remove(one)
    stage.added.append(symbol(data["number"], data["colour"]))
    table.play("card_play")
    yield 520


def _turn_begins(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    stage.active, stage.turn, stage.round = data["seat"], data["turn"], data["round"]
    stage.rolls = 0
    stage.rolled = False
    stage.kept = 0
    stage.added = []
    stage.drawn = []
    stage.light = None
    table.kept = 0
    for die in stage.dice:
        die.await_roll()
    lay_out(table)
    yield 240


# --- the market ------------------------------------------------------------------------------------------


def _market(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    pile = data["pile"]
    stage.market[pile] = data["card"]
    stage.left[pile] = data["left"]
    if data["card"] is not None and not table.ctx.reduced:
        stage.slide[pile] = 0.0
        table.timeline.run(
            180, lambda t: stage.slide.__setitem__(pile, t), timeline.out_cubic, end=lambda: _landed(stage.slide, pile)
        )
        table.play("card_reveal")
    yield 90


def _landed(store: dict[int, float], key: int) -> None:
    store.pop(key, None)


def _fly_card(table: Table, pile: int, seat: int) -> None:
    """A citizen leaves the market for its employer."""
    stage = table.stage
    taken = stage.market[pile]
    x, y, w, h = card(pile, table.height)
    stage.market[pile] = None
    thing = Flying("card", x + w / 2, y + h / 2, -1 if taken is None else taken, 1.0)
    gx, gy = _home(table, seat)
    _fly(table, thing, gx, gy, 420, scale=0.36)


def _hired(table: Table, data: dict[str, Any]) -> Script:
    seat = data["seat"]
    _fly_card(table, data["pile"], seat)
    table.play("card_lift")
    yield 460
    insort(table.stage.citizens[seat], data["card"])


def _alarm(table: Table, data: dict[str, Any]) -> Script:
    seat = data["seat"]
    table.play("dragon")
    yield from _banner(table, table.ctx.t("king_of_the_dice.banner.alarm"), 700)
    if data["pile"] is not None:
        _fly_card(table, data["pile"], seat)
        yield 460
        if data["card"] is not None:
            insort(table.stage.supers[seat], data["card"])


# --- the map ---------------------------------------------------------------------------------------------


def _tiles_drawn(table: Table, data: dict[str, Any]) -> Script:
    table.stage.drawn = list(data["terrains"])
    table.stage.supply = data["supply"]
    table.play("card_reveal")
    yield 620


def _tiles_returned(table: Table, data: dict[str, Any]) -> Script:
    table.stage.drawn = []
    table.stage.supply = data["supply"]
    yield 160


def _rise(table: Table, region: int) -> None:
    stage = table.stage
    stage.rise[region] = 0.0
    ease = timeline.linear if table.ctx.reduced else timeline.out_back
    duration = table.ms(380)
    table.timeline.run(
        duration, lambda t: stage.rise.__setitem__(region, t), ease, end=lambda: _landed(stage.rise, region)
    )
    table.play("castle")


def _claimed(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    region, seat = data["region"], data["seat"]
    stage.owner[region] = seat
    stage.drawn.remove(data["terrain"])
    stage.light = region
    _rise(table, region)
    yield 520
    stage.light = None
    stage.scores = data["scores"]


def _gem_taken(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    gold, region = data["gold"], data["region"]
    if region is None:
        start = table.supply_spot()
        stage.supply = data["supply"]
    else:
        start = table.kingdom.gem_spot(region)
        (stage.gold if gold else stage.white).discard(region)
    yield from _gem_flies(table, start, data)


def _gem_flies(table: Table, start: tuple[float, float], data: dict[str, Any]) -> Script:
    seat, gold = data["seat"], data["gold"]
    gx, gy = _home(table, seat)
    _fly(table, Flying("gold" if gold else "white", *start), gx, gy, 450)
    table.play("gem")
    yield 470
    table.stage.gems[seat][1 if gold else 0] += 1
    table.stage.scores = data["scores"]


def _gem_stolen(table: Table, data: dict[str, Any]) -> Script:
    victim = data["victim"]
    table.stage.gems[victim][1 if data["gold"] else 0] -= 1
    yield from _gem_flies(table, _home(table, victim), data)


def _citizen_stolen(table: Table, data: dict[str, Any]) -> Script:
    seat, victim = data["seat"], data["victim"]
    own = table.stage.citizens[victim]
    if data["card"] in own:
        own.remove(data["card"])
    x, y = _home(table, victim)
    gx, gy = _home(table, seat)
    _fly(table, Flying("card", x, y, data["card"], 0.36), gx, gy, 450)
    table.play("card_lift")
    yield 480
    insort(table.stage.citizens[seat], data["card"])


def _tamed(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    region, seat = data["region"], data["seat"]
    stage.flames.discard(region)
    x, y = table.kingdom.spot(region)
    gx, gy = _home(table, seat)
    _fly(table, Flying("flame", x, y), gx, gy, 520)
    stage.owner[region] = seat
    stage.light = region
    _rise(table, region)
    yield 560
    stage.tamed[seat] += 1
    stage.light = None
    stage.scores = data["scores"]


def _attacked(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    region = data["region"]
    stage.light = region
    table.play("cancel")
    yield 300
    stage.owner[region] = data["seat"]
    _rise(table, region)
    yield 480
    stage.light = None
    stage.scores = data["scores"]


def _dragon_lands(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    region = data["region"]
    stage.drawn = []
    stage.dead.add(region)
    stage.light = region
    _rise(table, region)
    yield 420
    stage.light = None


def _flame_lit(table: Table, data: dict[str, Any]) -> Script:
    stage = table.stage
    region = data["region"]
    stage.light = region
    if data["source"] == "supply":
        stage.supply = data["supply"]
        start = table.supply_spot()
    else:
        owner = data["owner"]
        stage.tamed[owner] -= 1
        start = _home(table, owner)
    x, y = table.kingdom.spot(region)
    _fly(table, Flying("flame", *start), x, y, 450)
    table.play("dragon")
    yield 470
    stage.dead.discard(region)
    stage.flames.add(region)
    stage.light = None
    stage.scores = data["scores"]
    yield 160


# --- the end ---------------------------------------------------------------------------------------------


def _game_ends(table: Table, data: dict[str, Any]) -> Script:
    table.stage.drawn = []
    yield from _banner(table, table.ctx.t("king_of_the_dice.banner.ends"), 1100)


def _round_goes_on(table: Table, data: dict[str, Any]) -> Script:
    yield from _banner(table, table.ctx.t("king_of_the_dice.banner.round", n=data["turns"]), 1100)


def _scored(table: Table, data: dict[str, Any]) -> Script:
    """The count walks over the map: one seat after the other, its area outlined, the sum in words."""
    stage = table.stage
    seat = data["seat"]
    stage.walking = seat
    words = table.ctx.t(
        "king_of_the_dice.banner.scored",
        name=table.names[seat],
        sum=sum_of(data),
        total=data["total"],
    )
    table.play("points")
    yield from _banner(table, words, 2000)
    stage.walking = None


def sum_of(score: Mapping[str, Any]) -> str:
    """A score as the sum of its parts."""
    return " + ".join(str(points) for points in score["points"].values())


def _game_won(table: Table, data: dict[str, Any]) -> Script:
    table.play("victory")
    names = table.ctx.texts.join([table.names[seat] for seat in data["seats"]])
    table.stage.banner = table.ctx.t("king_of_the_dice.banner.won", names=names)
    table.timeline.run(table.ms(300), lambda t: setattr(table.stage, "banner_alpha", 255 * t))
    yield 700
    yield CONFIRM
    table.stage.banner_alpha = 0.0
    table.stage.banner = ""


# --- common ----------------------------------------------------------------------------------------------


def _banner(table: Table, words: str, duration: float) -> Script:
    stage = table.stage
    stage.banner = words
    table.timeline.run(table.ms(200), lambda t: setattr(stage, "banner_alpha", 255 * t))
    yield duration
    table.timeline.run(table.ms(200), lambda t: setattr(stage, "banner_alpha", 255 * (1 - t)))
    yield 120
    stage.banner = ""


def _home(table: Table, seat: int) -> tuple[float, float]:
    """Where things go that a seat gets."""
    seats = len(table.session.seats)
    if seat == table.below:
        x, y, _, _ = own_panel(seats, table.height)
        return x + 60, y + 110
    x, y, _, h = rival(around(seats, table.below).index(seat))
    return x + 34, y + h / 2


def _fly(table: Table, thing: Flying, x: float, y: float, duration: float, *, scale: float = 1.0) -> None:
    stage = table.stage
    stage.flying.append(thing)

    def end() -> None:
        if thing in stage.flying:
            stage.flying.remove(thing)

    arc = 0.0 if table.ctx.reduced else min(90.0, math.dist((thing.x, thing.y), (x, y)) * 0.16)
    table.timeline.to(
        thing, table.ms(duration), arc=arc, end=end, x=x, y=y, scale=scale * (1 if thing.scale >= 1 else thing.scale)
    )


_SCRIPTS: dict[str, Callable[[Any, Any], Script]] = {
    "first_roll": _first_roll,
    "first_player": _first_player,
    "turn_begins": _turn_begins,
    "market": _market,
    "rolled": _rolled,
    "result_stands": _result_stands,
    "jokers_used": _jokers_used,
    "hired": _hired,
    "alarm": _alarm,
    "tiles_drawn": _tiles_drawn,
    "tiles_returned": _tiles_returned,
    "claimed": _claimed,
    "gem_taken": _gem_taken,
    "gem_stolen": _gem_stolen,
    "citizen_stolen": _citizen_stolen,
    "tamed": _tamed,
    "attacked": _attacked,
    "dragon_lands": _dragon_lands,
    "flame_lit": _flame_lit,
    "round_goes_on": _round_goes_on,
    "game_ends": _game_ends,
    "scored": _scored,
    "game_won": _game_won,
}
