"""The events of a tournament as motions: the large table in detail, all others together beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from scenes.king_of_12 import animate
from scenes.king_of_12.animate import clear_trick, fly, lay_down, mark_scored
from scenes.king_of_12.hall_crowd import play_beside
from scenes.king_of_12.hall_places import CENTRE_TABLE, Hallway, hall_places, rows
from scenes.king_of_12.hall_stage import natural
from scenes.table import banner
from scenes.table.play import CONFIRM, Script

if TYPE_CHECKING:
    from scenes.king_of_12.hall import HallTable

__all__ = ["FOR_ALL", "OUTCOMES", "lay_crown", "lay_down", "tell"]

FOR_ALL = frozenset(
    {
        "game_begins", "round_begins", "revealed", "centre_meets", "discarded", "round_ends", "crown_laid",
        "crown_card", "final_begins", "seats_change", "game_won", "committed", "theft", "theft_declined",
    }
)  # fmt: skip
"""Events that belong to no single table: after them another one has to be named."""
OUTCOMES = frozenset({"to_centre", "scored", "no_winner", "round_won", "group_unwon", "theft"})
"""What is told of tables that nobody at the computer sits at."""
LOOK_MS = 1300.0
"""So long a result is shown that nobody has to confirm."""


@dataclass(slots=True)
class Block:
    """What happens at one table, without a break."""

    stage: str
    group: int
    seats: tuple[int, ...]
    events: list[Event]


def _parts(events: Sequence[Event]) -> Iterator[list[Block] | list[Event]]:
    """Runs of blocks that happen at the same time at several tables, and single events between them."""
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


def tell(table: HallTable, events: Sequence[Event]) -> Script:
    """All events of one update."""
    pending: list[Event] = []
    for part in _parts(events):
        if part and isinstance(part[0], Block):
            blocks = [one for one in part if isinstance(one, Block)]
            if pending and pending[0].kind == "round_ends":
                table.note([event for block in blocks for event in block.events])
                pending.extend(event for block in blocks for event in block.events)
                yield from _round_decided(table, pending)
                pending = []
            else:
                yield from _pass(table, blocks)
            continue
        event = part[0]
        assert isinstance(event, Event)
        if event.kind == "rolled" and pending and pending[0].kind == "rolled":
            pending.append(event)
            continue
        if pending:
            yield from _crowd_rolls(table, pending)
            pending = []
        if event.kind in ("rolled", "round_ends"):
            if event.kind == "round_ends":
                table.note([event])
                animate.back_to_last_trick(table)
            pending.append(event)
            continue
        table.note([event])
        script = _SCRIPTS.get(event.kind)
        if script is not None:
            yield from script(table, [event])
    if pending:
        yield from _crowd_rolls(table, pending)


def _pass(table: HallTable, blocks: list[Block]) -> Script:
    """One step of the trick at all tables at the same time."""
    stage = table.hall
    stage.phase = blocks[0].stage
    large = set(stage.hallway.table(stage.large))
    near = next((block for block in blocks if set(block.seats) & large == set(block.seats)), None)
    others = [block for block in blocks if block is not near]
    ends = any(event.kind == "values" for block in blocks for event in block.events)
    for block in others:
        play_beside(table, block.seats, block.events)
    if near is not None:
        yield from _in_detail(table, near)
    while table.crowd.active and not table.skipping and table.ctx.speed:
        yield 30
    table.crowd.finish()
    for block in others:
        table.note(block.events)
    if ends:
        yield from _outcome(table, blocks)


def _in_detail(table: HallTable, block: Block) -> Script:
    table.at = block.seats
    events = block.events
    table.note(events[:1])
    at = 1
    while at < len(events):
        group = [events[at]]
        while at + len(group) < len(events) and animate.together(events[at], events[at + len(group)]):
            group.append(events[at + len(group)])
        at += len(group)
        suspense = group[0].kind == "rolled"
        if not suspense:
            table.note(group)
        for event in group:
            if event.kind in ("rolled", "turned"):
                table.expect(event.data["seat"], event.data["face"])
        script = _SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(table, group)
        if suspense:
            table.note(group)


def _outcome(table: HallTable, blocks: list[Block]) -> Script:
    """All tables are compared: time to look, then the points fly."""
    scored = [event for block in blocks for event in block.events if event.kind == "scored"]
    grouped = blocks[0].stage == "groups"
    table.waits_for = "on" if grouped else "take"
    table.outcome = _near_outcome(table, blocks)
    table.stage.step = 5
    if grouped:
        _expect_in_centre(table, [event for block in blocks for event in block.events if event.kind == "to_centre"])
    table.play("points")
    yield 300
    took_part = {seat for block in blocks for seat in block.seats} & set(table.people)
    yield CONFIRM if took_part else LOOK_MS
    for k, event in enumerate(scored):
        seat = table.stage.seats[event.data["seat"]]
        near = seat.place.card_scale == 1.0
        start = table.centre() if near else (seat.die.x, seat.die.y)
        fly(table, start, event.data["seat"], event.data["points"], k * 60.0)
    yield 560


def _expect_in_centre(table: HallTable, winners: Sequence[Event]) -> None:
    """While the players look at the result, the dice of the centre are drawn."""
    seats = tuple(event.data["seat"] for event in winners)  # the groups come in the order of the hall
    stage = table.hall
    spots = hall_places(Hallway(stage.hallway.groups, seats), CENTRE_TABLE, table.first(), table.height)
    for k in seats:
        table.expect(k, stage.seats[k].die.face, spots[k])


def _near_outcome(table: HallTable, blocks: list[Block]) -> list[Event]:
    large = set(table.hall.hallway.table(table.hall.large))
    near = next((block for block in blocks if set(block.seats) <= large), blocks[0])
    return [event for event in near.events if event.kind in ("to_centre", "scored", "no_winner")]


# --- at one table ---------------------------------------------------------------------------------


def _to_centre(table: HallTable, group: list[Event]) -> Script:
    seat = table.stage.seats[group[0].data["seat"]]
    seat.ribbon, seat.ribbon_kind = "king_of_12.hall.to_centre", "gold"
    seat.pill_kind = "win"
    seat.die.dim = False
    table.timeline.to(seat.die, table.ms(300), glow=1.0)
    yield 200


def _scored(table: HallTable, group: list[Event]) -> Script:
    mark_scored(table, group)
    yield 200


def _no_winner(table: HallTable, group: list[Event]) -> Script:
    yield 0


# --- in the whole hall ----------------------------------------------------------------------------


def _centre_meets(table: HallTable, group: list[Event]) -> Script:
    """The winners carry die and card to the centre; number effects are forgotten, cards live again."""
    stage = table.hall
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
    stage.phase = "centre"
    stage.step = 2
    stage.hallway = Hallway(stage.hallway.groups, seats)
    table.picked = None
    stage.large = CENTRE_TABLE
    table.move_all(table.timeline, 620)
    table.play("card_play")
    yield 640
    yield from _banner(table, "king_of_12.hall.banner.centre", 700)


def _banner(table: HallTable, words: str, hold: float) -> Script:
    table.stage.banner = words
    yield from banner.shown(table, table.stage, hold)


def _discarded(table: HallTable, group: list[Event]) -> Script:
    """Everybody goes back to the own table."""
    stage = table.hall
    yield from animate.SCRIPTS["discarded"](table, group)
    for seat in stage.seats:
        clear_trick(seat)
    stage.gone = set()
    stage.phase = "final" if stage.hallway.finalists else "groups"
    stage.hallway = Hallway(stage.hallway.groups, (), stage.hallway.finalists)
    if table.people or table.picked == CENTRE_TABLE:
        table.picked = None
    stage.large = table.picked if table.picked is not None else natural(stage.hallway, table.first())
    table.move_all(table.timeline)
    yield 120


def _round_decided(table: HallTable, events: list[Event]) -> Script:
    """Points are compared inside every group; all groups' winners are shown on one sheet."""
    table.round_end = list(events)
    won = any(event.kind == "round_won" for event in events)
    table.play("round_won" if won else "cancel")
    table.show_round_result()
    yield 300
    yield CONFIRM
    table.round_card = None
    animate.cards_return(table, events)
    yield 60


def lay_crown(table: HallTable, event: Event) -> None:
    """A crown slides under a die."""
    seat = table.stage.seats[event.data["seat"]]
    if seat.crowns < event.data["crowns"]:
        seat.crown_slide = 0.0
        seat.crowns = event.data["crowns"]
        table.timeline.to(seat, table.ms(500), crown_slide=1.0)
        table.play("crown")


def _crown_laid(table: HallTable, group: list[Event]) -> Script:
    lay_crown(table, group[0])
    yield 500 if table.stage.seats[group[0].data["seat"]].place.card_scale == 1.0 else 160


def _seats_change(table: HallTable, group: list[Event]) -> Script:
    """Players move on: their signs fly from row to row, the dice go with them."""
    stage = table.hall
    order: list[int] = list(group[0].data["order"])
    changed = set(group[0].data["seats"])
    sizes = [len(one) for one in stage.hallway.groups]
    groups: list[tuple[int, ...]] = []
    for size in sizes:
        groups.append(tuple(order[:size]))
        order = order[size:]
    for seat in stage.seats:
        clear_trick(seat)
    stage.banner = "king_of_12.hall.banner.seats"
    table.timeline.run(table.ms(220), lambda t: setattr(stage, "banner_alpha", 255 * t))
    after = Hallway(tuple(groups))
    home = after.home(table.first())
    spots = hall_places(after, home, table.first(), table.height)
    for k in after.table(home):
        table.expect(k, stage.seats[k].die.face, spots[k])
    yield 300
    stage.hallway = after
    stage.phase = "groups"
    table.picked = None
    stage.large = home
    goals = rows(stage.hallway, table.height)
    for seat_number in changed:
        row, goal = stage.rows[seat_number], goals[seat_number]
        table.movers.add(seat_number)
        table.timeline.to(row, table.ms(900), x=goal.x, y=goal.y)
    for seat_number, goal in goals.items():
        if seat_number not in changed:
            stage.rows[seat_number] = goal
        stage.rows[seat_number].h = goal.h
    table.move_all(table.timeline, 900)
    table.play("card_play")
    yield 940
    table.movers.clear()
    table.timeline.run(table.ms(220), lambda t: setattr(stage, "banner_alpha", 255 * (1 - t)))
    yield 60


def _final_begins(table: HallTable, group: list[Event]) -> Script:
    """Several have two crowns: they meet at one table for the last round."""
    stage = table.hall
    for seat in stage.seats:
        clear_trick(seat)
    stage.hallway = Hallway(stage.hallway.groups, (), tuple(group[0].data["seats"]))
    stage.phase = "final"
    stage.large = 0
    table.picked = None
    stage.rows = rows(stage.hallway, table.height)
    table.move_all(table.timeline, 620)
    table.play("round_won")
    yield 640
    yield from _banner(table, "king_of_12.hall.banner.final", 900)


def _crowd_rolls(table: HallTable, group: list[Event]) -> Script:
    """Everybody rolls: large dice at the large table, a crowd of small ones in the strip."""
    near = [event for event in group if table.stage.seats[event.data["seat"]].place.card_scale == 1.0]
    play_beside(table, (), [event for event in group if event not in near])
    for event in near:
        table.expect(event.data["seat"], event.data["face"])
    if near:
        yield from animate.SCRIPTS["rolled"](table, near)
    while table.crowd.active and not table.skipping and table.ctx.speed:
        yield 30
    table.crowd.finish()
    table.note(group)


def _game_won(table: HallTable, group: list[Event]) -> Script:
    table.play("victory")
    yield 700


_SCRIPTS: dict[str, Any] = {
    **animate.SCRIPTS,
    "to_centre": _to_centre,
    "scored": _scored,
    "no_winner": _no_winner,
    "centre_meets": _centre_meets,
    "discarded": _discarded,
    "crown_laid": _crown_laid,
    "seats_change": _seats_change,
    "final_begins": _final_begins,
    "game_won": _game_won,
}
