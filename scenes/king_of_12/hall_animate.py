"""Animations of tournament events: the large table in detail, all others in parallel."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.contract import Event
from scenes.king_of_12 import animate, mat
from scenes.king_of_12.animate import fly, lay_crown, mark_scores, show_sheet
from scenes.king_of_12.hall_layout import CENTRE_TABLE, hall_places, natural, rows
from scenes.king_of_12.hall_state import get_hall
from scenes.king_of_12.layout import Place
from scenes.king_of_12.scene_model import KingTable, SeatStage
from scenes.table.script import CONFIRM, Data, Script, pause, show_banner
from sprites.base import dodecahedron, timeline
from sprites.king_of_12 import d12

# Animations at the tables of the strip: quick small motions in parallel to the large table.
#
# Every table has its own clock, so that all move at the same time.

ROLL = 800.0
TURN = 300.0
STEP = 220.0
APART = 24.0
"""Delay in ms between the starts of a crowd's dice."""


def play_crowd(table: KingTable, seats: Sequence[int], events: Sequence[Event]) -> None:
    """Start the motions of one table's events; ``seats``: the player at each position of that table."""
    clock = 0.0
    for at, event in enumerate(events):
        following = events[at + 1] if at + 1 < len(events) else None
        clock += _begin(table, seats, event, following, clock)


def _begin(table: KingTable, seats: Sequence[int], event: Event, following: Event | None, delay: float) -> float:
    """Start the motion of one event after ``delay`` ms; return after how many ms more the next event begins."""
    stage, data = table.stage, event.data
    kind = event.kind
    if kind == "rolled":
        _roll(table, stage.seats[data["seat"]], data["face"], delay)
        together = following is not None and following.kind == "rolled" and data["cause"] == "round"
        return APART if together else ROLL
    if kind == "turned":
        _turn(table, stage.seats[data["seat"]], data["was"], data["face"], delay)
        again = following is not None and following.kind == "turned" and data["cause"] == "troublemakers"
        return 0.0 if again and following is not None and following.data["cause"] == "troublemakers" else TURN
    if kind == "dice_passed":
        _pass_on(table, seats, data, delay)
        return 420.0
    if kind in ("cards_cancelled", "silenced"):
        out = data["seats"] if kind == "cards_cancelled" else [seat for seat in seats if seat != data["seat"]]
        _later(table, delay, partial(_dim_cards, table, out))
        return STEP
    if kind in ("amount", "golem"):
        one = (data["how"], data["face"], data.get("amount", 0), data["value"])
        _later(table, delay, partial(stage.seats[data["seat"]].show_sum, *one))
        return STEP / 2
    if kind == "values":
        _later(table, delay, partial(animate.show_sums, table, seats, data))
        return STEP
    if kind == "dice_cancelled":
        _later(table, delay, partial(_out, table, data["seats"]))
        return STEP
    if kind == "faun_compare":
        _later(table, delay, partial(animate.restore_values, table, seats, data["values"]))
        return STEP
    if kind in ("to_centre", "scored"):
        wins = kind == "to_centre" or data["place"] == 1
        _later(table, delay, partial(_wins, stage.seats[data["seat"]], wins))
    return 0.0


def _later(table: KingTable, delay: float, change: Callable[[], None]) -> None:
    table.beside.run(1.0, lambda t: None, delay=delay, end=change)


def _roll(table: KingTable, seat: SeatStage, face: int, delay: float) -> None:
    die = seat.die
    if table.ctx.reduced:
        _later(table, 0.0, partial(die.land, face))
        return
    begin, end = partial(die.roll_to, face), partial(die.land, face)
    table.beside.run(ROLL, lambda t: setattr(die, "crowd", min(0.999, t)), timeline.linear, delay, begin, end)


def _turn(table: KingTable, seat: SeatStage, was: int, face: int, delay: float) -> None:
    die = seat.die
    path = dodecahedron.turn_path(was, face, die.spin)
    if table.ctx.reduced:
        _later(table, delay, partial(die.land, face))
        return
    begin, end = partial(die.roll_to, face), partial(die.land, face)
    ease = timeline.ease_in_out_sine
    table.beside.run(TURN, lambda t: setattr(die, "quat", path(t)), ease, delay, begin, end)


def _pass_on(table: KingTable, seats: Sequence[int], data: Mapping[str, Any], delay: float) -> None:
    """Pass the dice of a table round; afterwards each seat owns the die in front of it."""
    here = [table.stage.seats[k] for k in seats]
    homes = [(seat.die.x, seat.die.y) for seat in here]
    for seat, goal in zip(here, data["to"], strict=True):
        x, y = homes[seats.index(goal)]
        table.beside.tween(seat.die, table.ms(380), delay=delay, x=x, y=y)

    def end() -> None:
        for seat, home, face in zip(here, homes, data["faces"], strict=True):
            seat.die.x, seat.die.y = home
            seat.die.land(face)

    _later(table, delay + table.ms(380), end)


def _dim_cards(table: KingTable, seats: Sequence[int]) -> None:
    for k in seats:
        card = table.stage.seats[k].card
        if card is not None:
            card.dim = 1.0


def _out(table: KingTable, seats: Sequence[int]) -> None:
    for k in seats:
        table.stage.seats[k].die.dim = 1.0
        table.stage.seats[k].pill_kind = "out"


def _wins(seat: SeatStage, wins: bool) -> None:
    seat.die.dim = 0.0
    seat.pill_kind = "win" if wins else "plain"


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
    """Yield runs of blocks that happen at several tables at once, and single events between them as lists."""
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


def tell(table: KingTable, events: Sequence[Event]) -> Script:
    """Animate the events of an update."""
    pending: list[Event] = []
    for part in _parts(events):
        if part and isinstance(part[0], Block):
            blocks = [one for one in part if isinstance(one, Block)]
            if pending and pending[0].kind == "round_ends":
                table.note([event for block in blocks for event in block.events])
                pending.extend(event for block in blocks for event in block.events)
                yield from _animate_round_result(table, pending)
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
                table.stage.step = 6
            pending.append(event)
            continue
        yield from ANIMATIONS.play(table, [event])
    if pending:
        yield from _crowd_rolls(table, pending)


def _pass(table: KingTable, blocks: list[Block]) -> Script:
    """Animate a step of the trick at all tables at the same time."""
    stage = get_hall(table).stage
    stage.phase = blocks[0].stage
    large = set(stage.hallway.table(stage.large))
    near = next((block for block in blocks if set(block.seats) & large == set(block.seats)), None)
    others = [block for block in blocks if block is not near]
    ends = any(event.kind == "values" for block in blocks for event in block.events)
    for block in others:
        play_crowd(table, block.seats, block.events)
    if near is not None:
        yield from _animate_table(table, near)
    yield from _wait_for_crowd(table)
    for block in others:
        table.note(block.events)
    if ends:
        yield from _outcome(table, blocks)


def _wait_for_crowd(table: KingTable) -> Script:
    """Wait until nothing moves at the other tables."""
    while table.beside.active and not table.skipping and table.ctx.speed:
        yield 30
    table.beside.finish()


def _animate_table(table: KingTable, block: Block) -> Script:
    table.own.present = block.seats
    events = block.events
    table.note(events[:1])
    for group in ANIMATIONS.split(events[1:]):
        for event in group:
            if event.kind in ("rolled", "turned"):
                _expect(table, event.data["seat"], event.data["face"])
        yield from ANIMATIONS.play(table, group)


def _outcome(table: KingTable, blocks: list[Block]) -> Script:
    """Animate the comparison at all tables of these blocks: time to look, then the points fly."""
    scored = [event for block in blocks for event in block.events if event.kind == "scored"]
    grouped = blocks[0].stage == "groups"
    get_hall(table).stage.on_to_centre = grouped
    large = set(get_hall(table).stage.hallway.table(get_hall(table).stage.large))
    near = next((block for block in blocks if set(block.seats) <= large), blocks[0])
    get_hall(table).stage.outcome = [
        event for event in near.events if event.kind in ("to_centre", "scored", "no_winner")
    ]
    get_hall(table).stage.step = 5
    if grouped:
        _expect_in_centre(table, [event for block in blocks for event in block.events if event.kind == "to_centre"])
    table.sounds.play("points")
    yield 300
    took_part = {seat for block in blocks for seat in block.seats} & set(table.people)
    yield CONFIRM if took_part else LOOK_MS
    for k, event in enumerate(scored):
        seat = table.stage.seats[event.data["seat"]]
        start = table.own.centre() if seat.large else (seat.die.x, seat.die.y)
        fly(table, start, event.data["seat"], event.data["points"], k * 60.0, event.data["held"])
    yield 560


def _expect_in_centre(table: KingTable, winners: Sequence[Event]) -> None:
    """Plan to render the dice that move to the centre, and those that leave the large table, while players look at the
    result."""
    seats = tuple(event.data["seat"] for event in winners)  # groups are in the order of the hall
    stage = get_hall(table).stage
    after = replace(stage.hallway, centre=seats, finalists=())
    spots = hall_places(after, CENTRE_TABLE, get_hall(table).first, table.height)
    for k in dict.fromkeys((*seats, *stage.large_seats)):
        _expect(table, k, stage.seats[k].die.face, spots[k])


def _expect(table: KingTable, k: int, face: int, place: Place | None = None) -> None:
    """Plan to render a player's die with ``face`` up at ``place`` (None: where it lies now), and for another place at
    the large table also the hand."""
    spot = place or table.stage.seats[k].place
    window = table.ctx.window
    if window is None:
        return
    d12.plan(window.canvas, spot.die_size, dodecahedron.pose(face, spot.spin))
    if place is not None and place.side not in ("row", "centre", "below" if table.people else ""):
        mat.plan_hand(table, window.canvas, k, place, table.stage.seats[k].hand_size)


# --- at one table ---------------------------------------------------------------------------------


def _animate_centre_move(table: KingTable, data: Data) -> Script:
    seat = table.stage.seats[data["seat"]]
    seat.ribbon, seat.ribbon_kind = "king_of_12.hall.to_centre", "gold"
    seat.pill_kind = "win"
    seat.die.dim = 0.0
    table.timeline.tween(seat.die, table.ms(300), glow=1.0)
    yield 200


def _animate_score(table: KingTable, group: list[Event]) -> Script:
    mark_scores(table, group)
    yield 200


# --- in the whole hall ----------------------------------------------------------------------------


def _animate_centre_meeting(table: KingTable, data: Data) -> Script:
    """Move the winners' dice and cards to the centre; effects are reset."""
    stage = get_hall(table).stage
    seats = tuple(data["seats"])
    for k, seat in enumerate(stage.seats):
        seat.ribbon = ""
        seat.die.glow = 0.0
        if k in seats:
            seat.pill = ""
            seat.die.dim = 0.0
            if seat.card is not None:
                seat.card.dim = 0.0
    stage.gone = set(seats)
    stage.outcome, stage.on_to_centre = [], False
    stage.phase = "centre"
    stage.step = 2
    stage.hallway = replace(stage.hallway, centre=seats, finalists=())
    stage.picked = None
    stage.large = CENTRE_TABLE
    get_hall(table).move_all(620)
    table.sounds.play("card_play")
    yield 640
    yield from show_banner(table, table.ctx.t("king_of_12.hall.banner.centre"), 700)


def _animate_discard(table: KingTable, data: Data) -> Script:
    """Return all players to their own tables."""
    stage = get_hall(table).stage
    yield from animate.animate_discard(table, data)
    for seat in stage.seats:
        seat.clear_trick()
    stage.gone = set()
    stage.on_to_centre = False
    stage.phase = "final" if stage.hallway.finalists else "groups"
    stage.hallway = replace(stage.hallway, centre=())
    if table.people or stage.picked == CENTRE_TABLE:
        stage.picked = None
    stage.large = stage.picked if stage.picked is not None else natural(stage.hallway, get_hall(table).first)
    get_hall(table).move_all()
    yield 120


def _animate_round_result(table: KingTable, events: list[Event]) -> Script:
    """Show the winners of all groups on one sheet."""
    table.stage.round_end = list(events)
    yield from show_sheet(table, events)


def _animate_crown(table: KingTable, data: Data) -> Script:
    lay_crown(table, data)
    yield 500 if table.stage.seats[data["seat"]].large else 160


def _animate_seat_change(table: KingTable, data: Data) -> Script:
    """Move players to new seats: their signs fly from row to row with the dice."""
    stage = get_hall(table).stage
    changed = set(data["seats"])
    for seat in stage.seats:
        seat.clear_trick()
    stage.banner = table.ctx.t("king_of_12.hall.banner.seats")
    table.timeline.run(table.ms(220), lambda t: setattr(stage, "banner_alpha", 255 * t))
    after = replace(stage.hallway, groups=tuple(tuple(one) for one in data["groups"]), centre=(), finalists=())
    home = after.home(get_hall(table).first)
    spots = hall_places(after, home, get_hall(table).first, table.height)
    for k in after.table(home):
        _expect(table, k, stage.seats[k].die.face, spots[k])
    yield 300
    stage.hallway = after
    stage.phase = "groups"
    stage.picked = None
    stage.large = home
    goals = rows(stage.hallway, table.height)
    for seat_number in changed:
        row, goal = stage.rows[seat_number], goals[seat_number]
        stage.movers.add(seat_number)
        table.timeline.tween(row, table.ms(900), x=goal.x, y=goal.y)
    for seat_number, goal in goals.items():
        if seat_number not in changed:
            stage.rows[seat_number] = goal
        stage.rows[seat_number].h = goal.h
    get_hall(table).move_all(900)
    table.sounds.play("card_play")
    yield 940
    stage.movers.clear()
    table.timeline.run(table.ms(220), lambda t: setattr(stage, "banner_alpha", 255 * (1 - t)))
    yield 60


def _animate_final(table: KingTable, data: Data) -> Script:
    """Move the players with two crowns to one table for the last round."""
    stage = get_hall(table).stage
    for seat in stage.seats:
        seat.clear_trick()
    stage.hallway = replace(stage.hallway, centre=(), finalists=tuple(data["seats"]))
    stage.phase = "final"
    stage.large = 0
    stage.picked = None
    stage.rows = rows(stage.hallway, table.height)
    get_hall(table).move_all(620)
    table.sounds.play("round_won")
    yield 640
    yield from show_banner(table, table.ctx.t("king_of_12.hall.banner.final"), 900)


def _crowd_rolls(table: KingTable, group: list[Event]) -> Script:
    """Roll all dice: large at the large table, a crowd of small ones in the strip."""
    near = [event for event in group if table.stage.seats[event.data["seat"]].large]
    play_crowd(table, (), [event for event in group if event not in near])
    for event in near:
        _expect(table, event.data["seat"], event.data["face"])
    if near:
        yield from animate.animate_rolls(table, near)
    yield from _wait_for_crowd(table)
    table.note(group)


ANIMATIONS = replace(
    animate.ANIMATIONS,
    scripts={
        **animate.ANIMATIONS.scripts,
        "to_centre": _animate_centre_move,
        "scored": _animate_score,
        "no_winner": partial(pause, 0, ""),
        "centre_meets": _animate_centre_meeting,
        "discarded": _animate_discard,
        "crown_laid": _animate_crown,
        "seats_change": _animate_seat_change,
        "final_begins": _animate_final,
    },
)
