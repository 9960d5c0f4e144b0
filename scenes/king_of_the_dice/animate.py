"""Animations of King of the Dice events.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how many
milliseconds to wait before the next step.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.chance import mix
from engine.contract import Event
from games.king_of_the_dice.dice import symbol
from scenes.king_of_the_dice.layout import FELT, around, card, split_right_column
from scenes.king_of_the_dice.scene_model import Die, Flying, Stage, spots
from scenes.table import script
from scenes.table.script import CONFIRM, Script
from sprites.base import cube, timeline
from sprites.base.timeline import Timeline
from sprites.king_of_the_dice import wooden_d6

if TYPE_CHECKING:
    from scenes.king_of_the_dice.kingdom import Kingdom
    from scenes.shell.context import Context

ROLL = 900.0
GAP = 60.0
"""Milliseconds of a throw, and between one die and the next."""
THROW_OFF = 1100.0
"""Milliseconds at most for all throws that decide who begins: the more of them, the faster each."""
THROWS_SHOWN = 4
"""The last throws that decide who begins are shown; earlier ones, which left a tie, stand in the log."""
THROW_OFF_REST = 0.2
"""Share of such a throw in which its dice lie still."""


@dataclass(slots=True)
class AnimationContext:
    """Context of the animations of an update.

    ``below``: the seat whose panel is the large one; ``ms``: the length of a motion, short where motions are reduced;
    ``note`` adds events to the log; ``keep``: remember the mask of dice that stay; ``skipping``: whether the
    script is being hurried to its end; ``throw_seed``: another one for each throw of the dice; ``goals``:
    whether a strip of goals lies above the plates; ``first_rolls``: how many throws are
    shown that decide who begins.
    """

    ctx: Context
    stage: Stage
    timeline: Timeline
    kingdom: Kingdom
    names: Sequence[str]
    below: int
    ms: Callable[[float], float]
    play: Callable[[str], None]
    note: Callable[[Sequence[Event]], None]
    keep: Callable[[int], None]
    skipping: Callable[[], bool]
    throw_seed: Callable[[], int]
    goals: bool = False
    first_rolls: int = 0


def tell(on: AnimationContext, events: Sequence[Event]) -> Script:
    """Animate the events of an update."""
    rolls = [at for at, event in enumerate(events) if event.kind == "first_roll"]
    on.first_rolls = len(rolls[-THROWS_SHOWN:])
    for at, event in enumerate(events):
        # The log must not show a roll before the dice lie still.
        late = event.kind in ("rolled", "first_roll", "tiles_drawn")
        if not late:
            on.note([event])
        script = _SCRIPTS.get(event.kind)
        if script is not None and at not in rolls[:-THROWS_SHOWN]:
            yield from script(on, event.data)
        if late:
            on.note([event])


# --- dice ------------------------------------------------------------------------------------------------


def _animate_first_roll(on: AnimationContext, data: dict[str, Any]) -> Script:
    on.stage.active = data["seat"]
    on.stage.kept = 0
    length = min(ROLL, THROW_OFF / on.first_rolls)
    yield from _throw(on, data["faces"], 0, length * (1 - THROW_OFF_REST))
    yield length * THROW_OFF_REST


def _animate_first_player(on: AnimationContext, data: dict[str, Any]) -> Script:
    on.stage.active = data["seat"]
    yield from _banner(on, on.ctx.t("king_of_the_dice.banner.begins", name=on.names[data["seat"]]), 500)


def _animate_roll(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    kept = sum(1 << k for k in data["kept"])
    on.keep(kept)  # kept dice stay on the ledge until the next decision
    if kept != stage.kept:
        stage.kept = kept
        lay_out(on.stage, on.timeline, on.ms(220))
        yield 260
    yield from _throw(on, data["faces"], kept)
    stage.rolls = data["roll"]
    stage.rolled = True
    yield 120


def lay_out(stage: Stage, motions: Timeline, duration: float) -> None:
    """Move every die to its place on felt or ledge in ``ms`` milliseconds."""
    for die, (x, y, size, spin) in zip(stage.dice, spots(stage.kept, stage.large), strict=True):
        if (die.x, die.y, die.size) == (x, y, size):
            continue
        die.spin = spin
        die.settle()
        die.moving = True
        motions.tween(die, duration, timeline.ease_out_cubic, end=die.settle, x=x, y=y, size=size)


def _throw(on: AnimationContext, faces: Sequence[int], kept: int, length: float = ROLL + 5 * GAP) -> Script:
    """Throw the dice that are not kept in an arc from the lower right; they end on these faces.

    Six dice lie still after ``length`` milliseconds, fewer a little earlier.
    """
    stage = on.stage
    goals = spots(kept, stage.large)
    free = [k for k in range(6) if not kept >> k & 1]
    for die in stage.dice:
        die.dim = False
    if on.ctx.reduced or on.ctx.speed == 0 or on.skipping():
        for k in free:
            _lie(stage.dice[k], faces[k], goals[k])
        yield 120
        return
    seed, pace = on.throw_seed(), length / (ROLL + 5 * GAP)
    for order, k in enumerate(free):
        _tumble(on, stage.dice[k], faces[k], goals[k], mix(seed, k), order * GAP * pace, ROLL * pace)
    on.play("wood_roll")
    stage.rolled = False
    yield (ROLL + GAP * (len(free) - 1)) * pace
    stage.rolled = True


def _lie(die: Die, face: int, goal: tuple[float, float, float, float]) -> None:
    die.face = face
    die.x, die.y, die.size, die.spin = goal
    die.settle()


def _tumble(
    on: AnimationContext, die: Die, face: int, goal: tuple[float, float, float, float], seed: int, delay: float,
    length: float,
) -> None:  # fmt: skip
    x, y, size, spin = goal
    away = (max(30.0, FELT[0] + FELT[2] - 20 - x - seed % 60), 8.0 + seed % 29)
    path = cube.roll_path(seed, die.quat, face, spin, away)

    def begin() -> None:
        die.rolling = True
        die.size = size
        if on.ctx.window is not None:
            wooden_d6.plan(on.ctx.window.canvas, size, cube.pose(face, spin), die.colours)

    def step(t: float) -> None:
        die.quat, die.lift, dx, dy = path(t)
        die.x, die.y = x + dx, y + dy

    def end() -> None:
        _lie(die, face, goal)
        on.play("wood_bounce")

    on.timeline.run(length, step, timeline.linear, delay, begin, end)


def _animate_result(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    stage.kept = 0
    stage.rolled = True
    lay_out(on.stage, on.timeline, on.ms(220))
    on.play("die_turn")
    yield 420


def _animate_jokers(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    seat = data["seat"]
    for name, own in (("cards", stage.citizens[seat]), ("supers", stage.supers[seat])):
        for one in data[name]:
            if one in own:
                own.remove(one)
    stage.added.append(symbol(data["number"], data["colour"]))
    on.play("card_play")
    yield 520


def _animate_turn_start(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    stage.active, stage.turn, stage.round = data["seat"], data["turn"], data["round"]
    stage.rolls = 0
    stage.rolled = False
    stage.kept = 0
    stage.added = []
    stage.drawn = []
    stage.light = None
    on.keep(0)
    for die in stage.dice:
        die.await_roll()
    lay_out(on.stage, on.timeline, on.ms(220))
    yield 240


# --- the market ------------------------------------------------------------------------------------------


def _animate_market(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    pile = data["pile"]
    stage.market[pile] = data["card"]
    stage.left[pile] = data["left"]
    if data["card"] is not None and not on.ctx.reduced:
        stage.slide[pile] = 0.0
        on.timeline.run(
            180,
            lambda t: stage.slide.__setitem__(pile, t),
            timeline.ease_out_cubic,
            end=lambda: _end_slide(stage.slide, pile),
        )
        on.play("card_reveal")
    yield 90


def _end_slide(store: dict[int, float], key: int) -> None:
    store.pop(key, None)


def _fly_card(on: AnimationContext, pile: int, seat: int) -> None:
    """Fly a citizen from the market to its employer."""
    stage = on.stage
    taken = stage.market[pile]
    x, y, w, h = card(pile, on.kingdom.height)
    stage.market[pile] = None
    thing = Flying("card", x + w / 2, y + h / 2, -1 if taken is None else taken, 1.0)
    gx, gy = _home(on, seat)
    _fly(on, thing, gx, gy, 420, scale=0.36)


def _animate_hire(on: AnimationContext, data: dict[str, Any]) -> Script:
    seat = data["seat"]
    _fly_card(on, data["pile"], seat)
    on.play("card_lift")
    yield 460
    insort(on.stage.citizens[seat], data["card"])


def _animate_alarm(on: AnimationContext, data: dict[str, Any]) -> Script:
    seat = data["seat"]
    on.play("dragon")
    yield from _banner(on, on.ctx.t("king_of_the_dice.banner.alarm"), 700)
    if data["pile"] is not None:
        _fly_card(on, data["pile"], seat)
        yield 460
        if data["card"] is not None:
            insort(on.stage.supers[seat], data["card"])


# --- the map ---------------------------------------------------------------------------------------------


def _animate_tile_draw(on: AnimationContext, data: dict[str, Any]) -> Script:
    on.stage.drawn = list(data["terrains"])
    on.stage.supply = data["supply"]
    on.play("card_reveal")
    yield 620


def _animate_tile_return(on: AnimationContext, data: dict[str, Any]) -> Script:
    on.stage.drawn = []
    on.stage.supply = data["supply"]
    yield 160


def _rise(on: AnimationContext, region: int) -> None:
    stage = on.stage
    stage.rise[region] = 0.0
    ease = timeline.linear if on.ctx.reduced else timeline.ease_out_back
    duration = on.ms(380)
    on.timeline.run(
        duration, lambda t: stage.rise.__setitem__(region, t), ease, end=lambda: _end_slide(stage.rise, region)
    )
    on.play("castle")


def _animate_claim(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    region, seat = data["region"], data["seat"]
    stage.owner[region] = seat
    stage.drawn.remove(data["terrain"])
    stage.light = region
    _rise(on, region)
    yield 520
    stage.light = None
    stage.scores = data["scores"]


def _animate_gem(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    gold, region = data["gold"], data["region"]
    if region is None:
        start = on.kingdom.supply_spot()
        stage.supply = data["supply"]
    else:
        start = on.kingdom.gem_spot(region)
        (stage.gold if gold else stage.white).discard(region)
    yield from _fly_gem(on, start, data)


def _fly_gem(on: AnimationContext, start: tuple[float, float], data: dict[str, Any]) -> Script:
    seat, gold = data["seat"], data["gold"]
    gx, gy = _home(on, seat)
    _fly(on, Flying("gold" if gold else "white", *start), gx, gy, 450)
    on.play("gem")
    yield 470
    on.stage.gems[seat][1 if gold else 0] += 1
    on.stage.scores = data["scores"]


def _animate_gem_theft(on: AnimationContext, data: dict[str, Any]) -> Script:
    victim = data["victim"]
    on.stage.gems[victim][1 if data["gold"] else 0] -= 1
    yield from _fly_gem(on, _home(on, victim), data)


def _animate_citizen_theft(on: AnimationContext, data: dict[str, Any]) -> Script:
    seat, victim = data["seat"], data["victim"]
    own = on.stage.citizens[victim]
    if data["card"] in own:
        own.remove(data["card"])
    x, y = _home(on, victim)
    gx, gy = _home(on, seat)
    _fly(on, Flying("card", x, y, data["card"], 0.36), gx, gy, 450)
    on.play("card_lift")
    yield 480
    insort(on.stage.citizens[seat], data["card"])


def _animate_taming(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    region, seat = data["region"], data["seat"]
    stage.flames.discard(region)
    x, y = on.kingdom.spot(region)
    gx, gy = _home(on, seat)
    _fly(on, Flying("flame", x, y), gx, gy, 520)
    stage.owner[region] = seat
    stage.light = region
    _rise(on, region)
    yield 560
    stage.tamed[seat] += 1
    stage.light = None
    stage.scores = data["scores"]


def _animate_attack(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    region = data["region"]
    stage.light = region
    on.play("cancel")
    yield 300
    stage.owner[region] = data["seat"]
    _rise(on, region)
    yield 480
    stage.light = None
    stage.scores = data["scores"]


def _animate_dragon(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    region = data["region"]
    stage.drawn = []
    stage.dead.add(region)
    stage.light = region
    _rise(on, region)
    yield 420
    stage.light = None


def _animate_flame(on: AnimationContext, data: dict[str, Any]) -> Script:
    stage = on.stage
    region = data["region"]
    stage.light = region
    if data["source"] == "supply":
        stage.supply = data["supply"]
        start = on.kingdom.supply_spot()
    else:
        owner = data["owner"]
        stage.tamed[owner] -= 1
        start = _home(on, owner)
    x, y = on.kingdom.spot(region)
    _fly(on, Flying("flame", *start), x, y, 450)
    on.play("dragon")
    yield 470
    stage.dead.discard(region)
    stage.flames.add(region)
    stage.light = None
    stage.scores = data["scores"]
    yield 160


# --- the end ---------------------------------------------------------------------------------------------


def _animate_game_end(on: AnimationContext, data: dict[str, Any]) -> Script:
    on.stage.drawn = []
    yield from _banner(on, on.ctx.t("king_of_the_dice.banner.ends"), 1100)


def _animate_last_round(on: AnimationContext, data: dict[str, Any]) -> Script:
    yield from _banner(on, on.ctx.t("king_of_the_dice.banner.round", n=data["turns"]), 1100)


def _animate_score(on: AnimationContext, data: dict[str, Any]) -> Script:
    """Show the scoring on the map: seat by seat, its area outlined, the sum in words."""
    stage = on.stage
    seat = data["seat"]
    stage.walking = seat
    words = on.ctx.t(
        "king_of_the_dice.banner.scored",
        name=on.names[seat],
        sum=format_sum(data),
        total=data["total"],
    )
    on.play("points")
    yield from _banner(on, words, 2000)
    stage.walking = None


def format_sum(score: Mapping[str, Any]) -> str:
    """Format a score as the sum of its parts."""
    return " + ".join(str(points) for points in score["points"].values())


def _animate_victory(on: AnimationContext, data: dict[str, Any]) -> Script:
    on.play("ending")
    names = on.ctx.texts.join([on.names[seat] for seat in data["seats"]])
    on.stage.banner = on.ctx.t("king_of_the_dice.banner.won", names=names)
    on.timeline.run(on.ms(300), lambda t: setattr(on.stage, "banner_alpha", 255 * t))
    yield 700
    yield CONFIRM
    on.stage.banner_alpha = 0.0
    on.stage.banner = ""


# --- common ----------------------------------------------------------------------------------------------


def _banner(on: AnimationContext, words: str, duration: float) -> Script:
    stage = on.stage
    stage.banner = words
    yield from script.show_banner(on, stage, duration, fade=200, rest=120)
    stage.banner = ""


def _home(on: AnimationContext, seat: int) -> tuple[float, float]:
    """Return the position where gains of a seat fly to."""
    seats = len(on.names)
    plates, (x, y, _, _) = split_right_column(seats, on.kingdom.height, on.goals)
    if seat == on.below:
        return x + 60, y + 110
    x, y, _, h = plates[around(seats, on.below).index(seat)]
    return x + 34, y + h / 2


def _fly(on: AnimationContext, thing: Flying, x: float, y: float, duration: float, *, scale: float = 1.0) -> None:
    stage = on.stage
    stage.flying.append(thing)

    def end() -> None:
        if thing in stage.flying:
            stage.flying.remove(thing)

    arc = 0.0 if on.ctx.reduced else min(90.0, math.dist((thing.x, thing.y), (x, y)) * 0.16)
    on.timeline.tween(
        thing, on.ms(duration), arc=arc, end=end, x=x, y=y, scale=scale * (1 if thing.scale >= 1 else thing.scale)
    )


_SCRIPTS: dict[str, Callable[[Any, Any], Script]] = {
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
}
