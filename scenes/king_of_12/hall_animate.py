"""Animations of tournament events: the large table in detail, all others in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.contract import Event
from scenes.king_of_12 import animate
from scenes.king_of_12.animation_context import cards_return, fly, lay_crown, mark_scores
from scenes.king_of_12.hall_animation_context import HallAnimationContext
from scenes.king_of_12.hall_crowd import play_crowd
from scenes.king_of_12.hall_layout import CENTRE_TABLE, Hallway, hall_places, rows
from scenes.king_of_12.hall_scene_model import natural
from scenes.table import script
from scenes.table.script import CONFIRM, Script

FOR_ALL = frozenset(
    {
        "game_begins", "round_begins", "revealed", "centre_meets", "discarded", "round_ends", "crown_laid",
        "crown_card", "final_begins", "seats_change", "game_won", "committed", "theft", "theft_declined",
    }
)  # fmt: skip
"""Events that belong to no single table: the next table has to be named after them."""
OUTCOMES = frozenset({"to_centre", "scored", "no_winner", "round_won", "group_unwon", "theft"})
"""Events logged of tables without a local player."""
LOOK_MS = 1300.0
"""Duration in ms of a result without confirmation."""


@dataclass(slots=True)
class Block:
    """Consecutive events at one table."""

    stage: str
    group: int
    seats: tuple[int, ...]
    events: list[Event]


def _parts(events: Sequence[Event]) -> Iterator[list[Block] | list[Event]]:
    """Split events into runs of simultaneous blocks at several tables, and single events between them."""
    blocks: list[Block] = []
    for event in events:
        if event.kind == "at_table":
            data = event.data
            block = Block(data["stage"], data["group"], tuple(data["seats"]), [event])
            if blocks and (blocks[-1].stage != block.stage or block.group <= blocks[-1].group):
                yield blocks
                blocks = []
            blocks.append(block)
        elif event.kind in FOR_ALL or not blocks:
            if blocks:
                yield blocks
                blocks = []
            yield [event]
        else:
            blocks[-1].events.append(event)
    if blocks:
        yield blocks


def tell(on: HallAnimationContext, events: Sequence[Event]) -> Script:
    """Animate the events of an update."""
    pending: list[Event] = []
    for part in _parts(events):
        if part and isinstance(part[0], Block):
            blocks = [one for one in part if isinstance(one, Block)]
            if pending and pending[0].kind == "round_ends":
                on.note([event for block in blocks for event in block.events])
                pending.extend(event for block in blocks for event in block.events)
                yield from _animate_round_result(on, pending)
                pending = []
            else:
                yield from _pass(on, blocks)
            continue
        event = part[0]
        assert isinstance(event, Event)
        if event.kind == "rolled" and pending and pending[0].kind == "rolled":
            pending.append(event)
            continue
        if pending:
            yield from _crowd_rolls(on, pending)
            pending = []
        if event.kind in ("rolled", "round_ends"):
            if event.kind == "round_ends":
                on.note([event])
                on.stage.step = 6
            pending.append(event)
            continue
        on.note([event])
        script = _SCRIPTS.get(event.kind)
        if script is not None:
            yield from script(on, [event])
    if pending:
        yield from _crowd_rolls(on, pending)


def _pass(on: HallAnimationContext, blocks: list[Block]) -> Script:
    """Animate a step of the trick at all tables at the same time."""
    stage = on.hall
    stage.phase = blocks[0].stage
    large = set(stage.hallway.table(stage.large))
    near = next((block for block in blocks if set(block.seats) & large == set(block.seats)), None)
    others = [block for block in blocks if block is not near]
    ends = any(event.kind == "values" for block in blocks for event in block.events)
    for block in others:
        play_crowd(on, block.seats, block.events)
    if near is not None:
        yield from _animate_table(on, near)
    while on.crowd.active and not on.skipping() and on.ctx.speed:
        yield 30
    on.crowd.finish()
    for block in others:
        on.note(block.events)
    if ends:
        yield from _outcome(on, blocks)


def _animate_table(on: HallAnimationContext, block: Block) -> Script:
    on.present = block.seats
    events = block.events
    on.note(events[:1])
    for group in animate.moments(events[1:]):
        suspense = group[0].kind == "rolled"
        if not suspense:
            on.note(group)
        for event in group:
            if event.kind in ("rolled", "turned"):
                on.expect(event.data["seat"], event.data["face"])
        script = _SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(on, group)
        if suspense:
            on.note(group)


def _outcome(on: HallAnimationContext, blocks: list[Block]) -> Script:
    """Animate the comparison of all tables: time to look, then the points fly."""
    scored = [event for block in blocks for event in block.events if event.kind == "scored"]
    grouped = blocks[0].stage == "groups"
    on.hall.on_to_centre = grouped
    on.hall.outcome = _find_large_table_outcome(on, blocks)
    on.hall.step = 5
    if grouped:
        _expect_in_centre(on, [event for block in blocks for event in block.events if event.kind == "to_centre"])
    on.play("points")
    yield 300
    took_part = {seat for block in blocks for seat in block.seats} & set(on.people)
    yield CONFIRM if took_part else LOOK_MS
    for k, event in enumerate(scored):
        seat = on.stage.seats[event.data["seat"]]
        start = on.centre() if seat.large else (seat.die.x, seat.die.y)
        fly(on, start, event.data["seat"], event.data["points"], k * 60.0, event.data["held"])
    yield 560


def _expect_in_centre(on: HallAnimationContext, winners: Sequence[Event]) -> None:
    """Preload the dice of those who come to the centre, and of those who leave the large table for it, while the
    players look at the result."""
    seats = tuple(event.data["seat"] for event in winners)  # groups are in the order of the hall
    stage = on.hall
    spots = hall_places(Hallway(stage.hallway.groups, seats), CENTRE_TABLE, on.first, on.height())
    for k in dict.fromkeys((*seats, *stage.near)):
        on.expect(k, stage.seats[k].die.face, spots[k])


def _find_large_table_outcome(on: HallAnimationContext, blocks: list[Block]) -> list[Event]:
    large = set(on.hall.hallway.table(on.hall.large))
    near = next((block for block in blocks if set(block.seats) <= large), blocks[0])
    return [event for event in near.events if event.kind in ("to_centre", "scored", "no_winner")]


# --- at one table ---------------------------------------------------------------------------------


def _animate_centre_move(on: HallAnimationContext, group: list[Event]) -> Script:
    seat = on.stage.seats[group[0].data["seat"]]
    seat.ribbon, seat.ribbon_kind = "king_of_12.hall.to_centre", "gold"
    seat.pill_kind = "win"
    seat.die.dim = False
    on.timeline.tween(seat.die, on.ms(300), glow=1.0)
    yield 200


def _animate_score(on: HallAnimationContext, group: list[Event]) -> Script:
    mark_scores(on, group)
    yield 200


def _animate_no_winner(on: HallAnimationContext, group: list[Event]) -> Script:
    yield 0


# --- in the whole hall ----------------------------------------------------------------------------


def _animate_centre_meeting(on: HallAnimationContext, group: list[Event]) -> Script:
    """Move the winners' dice and cards to the centre; effects are reset."""
    stage = on.hall
    seats = tuple(group[0].data["seats"])
    for k, seat in enumerate(stage.seats):
        seat.ribbon = ""
        seat.die.glow = 0.0
        if k in seats:
            seat.pill = ""
            seat.die.dim = False
            if seat.card is not None:
                seat.card.dim = 0.0
    stage.gone = set(seats)
    stage.outcome, stage.on_to_centre = [], False
    stage.phase = "centre"
    stage.step = 2
    stage.hallway = Hallway(stage.hallway.groups, seats)
    stage.picked = None
    stage.large = CENTRE_TABLE
    on.move_all(620)
    on.play("card_play")
    yield 640
    yield from _banner(on, "king_of_12.hall.banner.centre", 700)


def _banner(on: HallAnimationContext, words: str, hold: float) -> Script:
    on.stage.banner = words
    yield from script.show_banner(on, on.stage, hold)


def _animate_discard(on: HallAnimationContext, group: list[Event]) -> Script:
    """Return all players to their own tables."""
    stage = on.hall
    yield from animate.SCRIPTS["discarded"](on, group)
    for seat in stage.seats:
        seat.clear_trick()
    stage.gone = set()
    stage.on_to_centre = False
    stage.phase = "final" if stage.hallway.finalists else "groups"
    stage.hallway = Hallway(stage.hallway.groups, (), stage.hallway.finalists)
    if on.people or stage.picked == CENTRE_TABLE:
        stage.picked = None
    stage.large = stage.picked if stage.picked is not None else natural(stage.hallway, on.first)
    on.move_all()
    yield 120


def _animate_round_result(on: HallAnimationContext, events: list[Event]) -> Script:
    """Show the winners of all groups on one sheet."""
    stage = on.stage
    stage.round_end = list(events)
    won = any(event.kind == "round_won" for event in events)
    on.play("round_won" if won else "cancel", [event.data["seat"] for event in events if event.kind == "round_won"])
    stage.sheet = list(events)
    yield 300
    yield CONFIRM
    stage.sheet = None
    cards_return(on, events)
    yield 60


def _animate_crown(on: HallAnimationContext, group: list[Event]) -> Script:
    lay_crown(on, group[0].data)
    yield 500 if on.stage.seats[group[0].data["seat"]].large else 160


def _animate_seat_change(on: HallAnimationContext, group: list[Event]) -> Script:
    """Move players to new seats: their signs fly from row to row with the dice."""
    stage = on.hall
    changed = set(group[0].data["seats"])
    for seat in stage.seats:
        seat.clear_trick()
    stage.banner = "king_of_12.hall.banner.seats"
    on.timeline.run(on.ms(220), lambda t: setattr(stage, "banner_alpha", 255 * t))
    after = Hallway(tuple(tuple(one) for one in group[0].data["groups"]))
    home = after.home(on.first)
    spots = hall_places(after, home, on.first, on.height())
    for k in after.table(home):
        on.expect(k, stage.seats[k].die.face, spots[k])
    yield 300
    stage.hallway = after
    stage.phase = "groups"
    stage.picked = None
    stage.large = home
    goals = rows(stage.hallway, on.height())
    for seat_number in changed:
        row, goal = stage.rows[seat_number], goals[seat_number]
        stage.movers.add(seat_number)
        on.timeline.tween(row, on.ms(900), x=goal.x, y=goal.y)
    for seat_number, goal in goals.items():
        if seat_number not in changed:
            stage.rows[seat_number] = goal
        stage.rows[seat_number].h = goal.h
    on.move_all(900)
    on.play("card_play")
    yield 940
    stage.movers.clear()
    on.timeline.run(on.ms(220), lambda t: setattr(stage, "banner_alpha", 255 * (1 - t)))
    yield 60


def _animate_final(on: HallAnimationContext, group: list[Event]) -> Script:
    """Move the players with two crowns to one table for the last round."""
    stage = on.hall
    for seat in stage.seats:
        seat.clear_trick()
    stage.hallway = Hallway(stage.hallway.groups, (), tuple(group[0].data["seats"]))
    stage.phase = "final"
    stage.large = 0
    stage.picked = None
    stage.rows = rows(stage.hallway, on.height())
    on.move_all(620)
    on.play("round_won")
    yield 640
    yield from _banner(on, "king_of_12.hall.banner.final", 900)


def _crowd_rolls(on: HallAnimationContext, group: list[Event]) -> Script:
    """Roll all dice: large at the large table, a crowd of small ones in the strip."""
    near = [event for event in group if on.stage.seats[event.data["seat"]].large]
    play_crowd(on, (), [event for event in group if event not in near])
    for event in near:
        on.expect(event.data["seat"], event.data["face"])
    if near:
        yield from animate.SCRIPTS["rolled"](on, near)
    while on.crowd.active and not on.skipping() and on.ctx.speed:
        yield 30
    on.crowd.finish()
    on.note(group)


def _animate_victory(on: HallAnimationContext, group: list[Event]) -> Script:
    on.play("ending")
    yield 700


_SCRIPTS: dict[str, Callable[[HallAnimationContext, list[Event]], Script]] = {
    **animate.SCRIPTS,
    "to_centre": _animate_centre_move,
    "scored": _animate_score,
    "no_winner": _animate_no_winner,
    "centre_meets": _animate_centre_meeting,
    "discarded": _animate_discard,
    "crown_laid": _animate_crown,
    "seats_change": _animate_seat_change,
    "final_begins": _animate_final,
    "game_won": _animate_victory,
}
