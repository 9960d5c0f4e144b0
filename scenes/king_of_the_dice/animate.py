"""Animations of King of the Dice events.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how many
milliseconds to wait before the next step.
"""

import math
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.chance import mix
from engine.contract import Event
from games.king_of_the_dice.dice import symbol
from scenes.king_of_the_dice.layout import FELT, Spot, card, split_right_column
from scenes.king_of_the_dice.scene_model import DiceTable, Die, Flying, Stage
from scenes.table.script import CONFIRM, Animations, Data, Script, show_banner, show_until_end
from scenes.table.table_game import list_others
from sprites.base import timeline
from sprites.base.timeline import Timeline
from sprites.king_of_the_dice import wooden_d6

ROLL = 900.0
GAP = 60.0
"""Milliseconds of a throw, and between one die and the next."""
THROW_OFF = 1100.0
"""Milliseconds at most for all throws that decide who begins: the more of them, the faster each."""
SHORTER_BY, SHORTEST_ROLL = 0.12, 0.4
"""By how much a rival's roll gets shorter in each round, and the shortest, as shares of a roll."""
THROWS_SHOWN = 4
"""The last throws that decide who begins are shown; earlier ones, which left a tie, stand in the log."""
THROW_OFF_REST = 0.2
"""Share of such a throw in which its dice lie still."""


def tell(table: DiceTable, events: Sequence[Event]) -> Script:
    """Animate the events of an update."""
    rolls = [at for at, event in enumerate(events) if event.kind == "first_roll"]
    table.own.first_rolls = len(rolls[-THROWS_SHOWN:])
    for at, event in enumerate(events):
        if at in rolls[:-THROWS_SHOWN]:
            table.note([event])
        else:
            yield from ANIMATIONS.play(table, [event])


# --- dice ------------------------------------------------------------------------------------------------


def _animate_first_roll(table: DiceTable, data: Data) -> Script:
    table.stage.active = data["seat"]
    table.stage.kept = 0
    length = min(ROLL, THROW_OFF / table.own.first_rolls)
    yield from _throw(table, data["faces"], 0, length * (1 - THROW_OFF_REST))
    yield length * THROW_OFF_REST


def _animate_first_player(table: DiceTable, data: Data) -> Script:
    table.stage.active = data["seat"]
    yield from show_banner(
        table, table.ctx.t("king_of_the_dice.banner.begins", name=table.names[data["seat"]]), 500, fade=200, rest=120
    )


def find_pace(table: DiceTable) -> float:
    """Return the length of a roll as a share of the usual one, 1 or less: rivals' rolls get shorter by the round."""
    if table.stage.active in table.people or not table.ctx.settings.shorter_rolls:
        return 1.0
    return max(SHORTEST_ROLL, 1.0 - SHORTER_BY * (table.stage.round - 1))


def _animate_roll(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    kept = sum(1 << k for k in data["kept"])
    table.own.kept = kept  # kept dice stay on the ledge until the next decision
    if kept != stage.kept:
        stage.kept = kept
        lay_out(table.stage, table.timeline, table.ms(220))
        yield 260
    yield from _throw(table, data["faces"], kept, (ROLL + 5 * GAP) * find_pace(table))
    stage.rolls = data["roll"]
    stage.rolled = True
    yield 120


def lay_out(stage: Stage, motions: Timeline, duration: float) -> None:
    """Move every die to its place on felt or ledge in ``duration`` milliseconds."""
    for die, (x, y, size, spin) in zip(stage.dice, stage.list_spots(stage.kept), strict=True):
        if (die.x, die.y, die.size) == (x, y, size):
            continue
        die.spin = spin
        die.settle()
        die.moving = True
        motions.tween(die, duration, timeline.ease_out_cubic, end=die.settle, x=x, y=y, size=size)


def _throw(table: DiceTable, faces: Sequence[int], kept: int, length: float = ROLL + 5 * GAP) -> Script:
    """Throw the dice that are not kept in an arc from the lower right; they end on these faces.

    Six dice lie still after ``length`` milliseconds, fewer a little earlier.
    """
    stage = table.stage
    goals = stage.list_spots(kept)
    free = [k for k in range(6) if not kept >> k & 1]
    for die in stage.dice:
        die.dim = False
    if table.ctx.reduced or table.ctx.speed == 0 or table.skipping:
        for k in free:
            _lie(stage.dice[k], faces[k], goals[k])
        yield 120
        return
    seed, pace = mix(table.session.seed, "throw", len(table.told), len(table.session.log)), length / (ROLL + 5 * GAP)
    for order, k in enumerate(free):
        _tumble(table, stage.dice[k], faces[k], goals[k], mix(seed, k), order * GAP * pace, ROLL * pace)
    table.sounds.play("wood_roll")
    stage.rolled = False
    yield (ROLL + GAP * (len(free) - 1)) * pace
    stage.rolled = True


def _lie(die: Die, face: int, goal: Spot) -> None:
    die.face = face
    die.x, die.y, die.size, die.spin = goal
    die.settle()


def _tumble(
    table: DiceTable, die: Die, face: int, goal: Spot, seed: int, delay: float,
    length: float,
) -> None:  # fmt: skip
    x, y, size, spin = goal
    away = (max(30.0, FELT[0] + FELT[2] - 20 - x - seed % 60), 8.0 + seed % 29)
    path = wooden_d6.roll_path(seed, die.quat, face, spin, away)

    def begin() -> None:
        die.rolling = True
        die.size = size
        if table.ctx.window is not None:
            wooden_d6.plan(table.ctx.window.canvas, size, wooden_d6.pose(face, spin), die.colours)

    def step(t: float) -> None:
        die.quat, die.lift, dx, dy = path(t)
        die.x, die.y = x + dx, y + dy

    def end() -> None:
        _lie(die, face, goal)
        table.sounds.play("wood_bounce")

    table.timeline.run(length, step, timeline.linear, delay, begin, end)


def _animate_result(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    stage.kept = 0
    stage.rolled = True
    lay_out(table.stage, table.timeline, table.ms(220))
    table.sounds.play("die_turn")
    yield 420


def _animate_jokers(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    seat = data["seat"]
    for name, own in (("cards", stage.citizens[seat]), ("supers", stage.supers[seat])):
        for one in data[name]:
            if one in own:
                own.remove(one)
    stage.added.append(symbol(data["number"], data["colour"]))
    table.sounds.play("card_play")
    yield 520


def _animate_turn_start(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    stage.active, stage.turn, stage.round = data["seat"], data["turn"], data["round"]
    stage.rolls = 0
    stage.rolled = False
    stage.kept = 0
    stage.added = []
    stage.drawn = []
    stage.light = None
    table.own.kept = 0
    for die in stage.dice:
        die.await_roll()
    lay_out(table.stage, table.timeline, table.ms(220))
    yield 240


# --- the market ------------------------------------------------------------------------------------------


def _animate_market(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    pile = data["pile"]
    stage.market[pile] = data["card"]
    stage.left[pile] = data["left"]
    if data["card"] is not None and not table.ctx.reduced:
        _grow(table, stage.slide, pile, 180, timeline.ease_out_cubic)
        table.sounds.play("card_reveal")
    yield 90


def _grow(table: DiceTable, store: dict[int, float], key: int, duration: float, ease: Callable[[float], float]) -> None:
    """Let ``store[key]`` grow from 0 to 1 while something is on its way; at the end the key is removed."""

    def end() -> None:
        store.pop(key, None)

    store[key] = 0.0
    table.timeline.run(duration, partial(store.__setitem__, key), ease, end=end)


def _fly_card(table: DiceTable, pile: int, seat: int) -> None:
    """Fly a citizen from the market to its employer."""
    stage = table.stage
    taken = stage.market[pile]
    x, y, w, h = card(pile, table.height)
    stage.market[pile] = None
    thing = Flying("card", x + w / 2, y + h / 2, -1 if taken is None else taken, 1.0)
    gx, gy = _home(table, seat)
    _fly(table, thing, gx, gy, 420, scale=0.36)


def _animate_hire(table: DiceTable, data: Data) -> Script:
    seat = data["seat"]
    _fly_card(table, data["pile"], seat)
    table.sounds.play("card_lift")
    yield 460
    insort(table.stage.citizens[seat], data["card"])


def _animate_alarm(table: DiceTable, data: Data) -> Script:
    seat = data["seat"]
    table.sounds.play("dragon")
    yield from show_banner(table, table.ctx.t("king_of_the_dice.banner.alarm"), 700, fade=200, rest=120)
    if data["pile"] is not None:
        _fly_card(table, data["pile"], seat)
        yield 460
        if data["card"] is not None:
            insort(table.stage.supers[seat], data["card"])


# --- the map ---------------------------------------------------------------------------------------------


def _animate_tile_draw(table: DiceTable, data: Data) -> Script:
    table.stage.drawn = list(data["terrains"])
    table.stage.supply = data["supply"]
    table.sounds.play("card_reveal")
    yield 620


def _animate_tile_return(table: DiceTable, data: Data) -> Script:
    table.stage.drawn = []
    table.stage.supply = data["supply"]
    yield 160


def _rise(table: DiceTable, region: int) -> None:
    ease = timeline.linear if table.ctx.reduced else timeline.ease_out_back
    _grow(table, table.stage.rise, region, table.ms(380), ease)
    table.sounds.play("castle")


def _animate_claim(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    region, seat = data["region"], data["seat"]
    stage.owner[region] = seat
    stage.drawn.remove(data["terrain"])
    stage.light = region
    _rise(table, region)
    yield 520
    stage.light = None
    stage.scores = data["scores"]


def _animate_gem(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    gold, region = data["gold"], data["region"]
    if region is None:
        start = table.own.kingdom.supply_spot()
        stage.supply = data["supply"]
    else:
        start = table.own.kingdom.gem_spot(region)
        (stage.gold if gold else stage.white).discard(region)
    yield from _fly_gem(table, start, data)


def _fly_gem(table: DiceTable, start: tuple[float, float], data: Data) -> Script:
    seat, gold = data["seat"], data["gold"]
    gx, gy = _home(table, seat)
    _fly(table, Flying("gold" if gold else "white", *start), gx, gy, 450)
    table.sounds.play("gem")
    yield 470
    table.stage.gems[seat][1 if gold else 0] += 1
    table.stage.scores = data["scores"]


def _animate_gem_theft(table: DiceTable, data: Data) -> Script:
    victim = data["victim"]
    table.stage.gems[victim][1 if data["gold"] else 0] -= 1
    yield from _fly_gem(table, _home(table, victim), data)


def _animate_citizen_theft(table: DiceTable, data: Data) -> Script:
    seat, victim = data["seat"], data["victim"]
    own = table.stage.citizens[victim]
    if data["card"] in own:
        own.remove(data["card"])
    x, y = _home(table, victim)
    gx, gy = _home(table, seat)
    _fly(table, Flying("card", x, y, data["card"], 0.36), gx, gy, 450)
    table.sounds.play("card_lift")
    yield 480
    insort(table.stage.citizens[seat], data["card"])


def _animate_taming(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    region, seat = data["region"], data["seat"]
    stage.flames.discard(region)
    x, y = table.own.kingdom.spot(region)
    gx, gy = _home(table, seat)
    _fly(table, Flying("flame", x, y), gx, gy, 520)
    stage.owner[region] = seat
    stage.light = region
    _rise(table, region)
    yield 560
    stage.tamed[seat] += 1
    stage.light = None
    stage.scores = data["scores"]


def _animate_attack(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    region = data["region"]
    stage.light = region
    table.sounds.play("cancel")
    yield 300
    stage.owner[region] = data["seat"]
    _rise(table, region)
    yield 480
    stage.light = None
    stage.scores = data["scores"]


def _animate_dragon(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    region = data["region"]
    stage.drawn = []
    stage.dead.add(region)
    stage.light = region
    _rise(table, region)
    yield 420
    stage.light = None


def _animate_flame(table: DiceTable, data: Data) -> Script:
    stage = table.stage
    region = data["region"]
    stage.light = region
    if data["source"] == "supply":
        stage.supply = data["supply"]
        start = table.own.kingdom.supply_spot()
    else:
        owner = data["owner"]
        stage.tamed[owner] -= 1
        start = _home(table, owner)
    x, y = table.own.kingdom.spot(region)

    def land() -> None:
        stage.dead.discard(region)
        stage.flames.add(region)

    _fly(table, Flying("flame", *start), x, y, 450, land=land)
    table.sounds.play("dragon")
    yield 470
    stage.light = None
    stage.scores = data["scores"]
    yield 160


# --- the end ---------------------------------------------------------------------------------------------


def _animate_game_end(table: DiceTable, data: Data) -> Script:
    table.stage.drawn = []
    yield from show_banner(table, table.ctx.t("king_of_the_dice.banner.ends"), 1100, fade=200, rest=120)


def _animate_last_round(table: DiceTable, data: Data) -> Script:
    words = table.ctx.t("king_of_the_dice.banner.round", n=data["turns"])
    yield from show_banner(table, words, 1100, fade=200, rest=120)


def _animate_score(table: DiceTable, data: Data) -> Script:
    """Show on the map how a seat scores: its largest area outlined, the sum in words."""
    stage = table.stage
    seat = data["seat"]
    stage.walking = seat
    words = table.ctx.t(
        "king_of_the_dice.banner.scored",
        name=table.names[seat],
        sum=format_sum(data),
        total=data["total"],
    )
    table.sounds.play("points")
    yield from show_banner(table, words, 2000, fade=200, rest=120)
    stage.walking = None


def format_sum(score: Mapping[str, Any]) -> str:
    """Format a score as the sum of its parts."""
    return " + ".join(str(points) for points in score["points"].values())


def _animate_victory(table: DiceTable, data: Data) -> Script:
    table.sounds.play("ending")
    names = table.ctx.texts.join([table.names[seat] for seat in data["seats"]])
    table.stage.banner = table.ctx.t("king_of_the_dice.banner.won", names=names)
    table.timeline.run(table.ms(300), lambda t: setattr(table.stage, "banner_alpha", 255 * t))
    yield 700
    yield CONFIRM
    table.stage.banner_alpha = 0.0
    table.stage.banner = ""


# --- common ----------------------------------------------------------------------------------------------


def _home(table: DiceTable, seat: int) -> tuple[float, float]:
    """Return the position where gains of a seat fly to."""
    plates, (x, y, _, _) = split_right_column(len(table.names), table.height, table.goals is not None, table.by_fingers)
    if seat == table.below:
        return x + 60, y + 110
    x, y, _, h = plates[list_others(table).index(seat)]
    return x + 34, y + h / 2


def _fly(
    table: DiceTable, thing: Flying, x: float, y: float, duration: float, *, scale: float = 1.0,
    land: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Move an item to x, y and show it until then; ``land`` is called at its arrival."""
    end = show_until_end(table.stage.flying, thing, land)
    arc = table.arc(min(90.0, math.dist((thing.x, thing.y), (x, y)) * 0.16))
    table.timeline.tween(
        thing, table.ms(duration), arc=arc, end=end, x=x, y=y, scale=scale * (1 if thing.scale >= 1 else thing.scale)
    )


ANIMATIONS = Animations(
    {
        "first_roll": _animate_first_roll,
        "first_player": _animate_first_player,
        "turn_begins": _animate_turn_start,
        "market": _animate_market,
        "rolled": _animate_roll,
        "result_stands": _animate_result,
        "jokers_used": _animate_jokers,
        "hired": _animate_hire,
        "alarm": _animate_alarm,
        "tiles_drawn": _animate_tile_draw,
        "tiles_returned": _animate_tile_return,
        "claimed": _animate_claim,
        "gem_taken": _animate_gem,
        "gem_stolen": _animate_gem_theft,
        "citizen_stolen": _animate_citizen_theft,
        "tamed": _animate_taming,
        "attacked": _animate_attack,
        "dragon_lands": _animate_dragon,
        "flame_lit": _animate_flame,
        "round_goes_on": _animate_last_round,
        "game_ends": _animate_game_end,
        "scored": _animate_score,
        "game_won": _animate_victory,
    },
    together={},
    late=("rolled", "first_roll", "tiles_drawn"),
)
