"""Moments of King of 12 games and tournaments for screenshots, reached by scripted sessions."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from games.king_of_12.moves import Kind, decode
from scenes.common.player_identity import free_sign
from scenes.dev import staging
from scenes.dev.staging import Moment, Show, Wanted, choose_legal, cover
from scenes.king_of_12.hall_state import get_hall
from scenes.king_of_12.scene_model import KingTable
from scenes.results.scene import GameResult
from scenes.shell.context import Context

HALL_NAMES = (
    "Leo", "Mia", "Tom", "Eva", "Bob", "Lea", "Ida", "Max", "Nora", "Hugo", "Vera", "Emil", "Zoe", "Oto", "Ella",
    "Adam",
)  # fmt: skip
HALL_LEVELS = ("skilled", "novice", "expert")


def open_still_table(ctx: Context, session: Session) -> Any:
    """Open a table that keeps its orientation, seen by the second person, and return it."""
    ctx.settings.still_table = True
    table = staging.open_table(ctx, session)
    ctx.stack.replace(table)
    ctx.stack.settle()
    table.viewpoint.watch_from(1, secret=True)
    return table


def asks_for(kind: Kind, session: Session) -> bool:
    """Whether the first seat's moves are of this kind."""
    legal = session.legal(0)
    return bool(legal) and decode(legal[0]).kind == kind


def _is_last_of_round(session: Session) -> bool:
    view = session.view(0)
    return asks_for(Kind.CARD, session) and min(view["hand_sizes"]) <= 1 and bool(view["hand"])


moment = partial(Moment, "king_of_12", alone=False)
choosing = partial(moment, also=partial(asks_for, Kind.CARD))


def watch(wanted: Callable[[Any], bool], table: Any, seconds: float = 60.0) -> bool:
    """Run the animations, confirming on the way, until ``wanted(table)``; return False when time is over, or when the
    first seat must choose a card."""
    ctx: Context = table.ctx
    staging.play_animations(ctx)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ctx.stack.update(16)
        if wanted(table):
            return True
        if table.confirming:
            table.confirm()
        elif table.may_act():
            legal = table.legal()
            if decode(legal[0]).kind == Kind.CARD:
                break
            table.decide(legal[0])
        elif not table.moving:
            time.sleep(0.002)  # wait for a computer's decision
    return False


def _is_confirming(table: KingTable) -> bool:
    return table.confirming


def _is_sheet_shown(table: KingTable) -> bool:
    return table.confirming and table.stage.sheet is not None


def compare(ctx: Context, seed: str) -> KingTable:
    """Show a decided trick: values, cancelled dice, ribbons, the main button."""
    table: KingTable = choosing(least={"round": 3, "trick": 3}, alone=True)(ctx, seed)
    chance = SeededChance(mix(seed, "last"))
    legal = list(table.session.legal(0))
    table.decide(legal[chance.below(len(legal))])
    watch(_is_confirming, table)
    ctx.stack.update(400)
    return table


def explain(ctx: Context, seed: str) -> None:
    """Show the explanation of a trick."""
    compare(ctx, seed).past.explain()


def end_round(table: KingTable) -> None:
    """Play on to the parchment at the end of a round."""
    table.decide(table.session.legal(0)[0])
    watch(_is_sheet_shown, table)
    table.ctx.stack.update(400)


def share_choice(ctx: Context, session: Session) -> None:
    """Let three people choose at once by a keyboard and a pad, two of them ready."""
    while (seat := session.to_act()[-1]) > 2:
        session.submit(seat, session.legal(seat)[0])
    staging.open_shared_choice(ctx, session, pads=[0], ready=[0, 2])


# --- tournaments ----------------------------------------------------------------------------------------------------


def hall_seats(count: int, persons: int = 1) -> list[Seat]:
    """Return ``count`` seats: people first, then computers of all levels."""
    seats: list[Seat] = []
    for k in range(count):
        sign = free_sign(seats)
        person = Seat("person", "", HALL_NAMES[k], *sign)
        seats.append(person if k < persons else Seat("computer", HALL_LEVELS[k % 3], HALL_NAMES[k], *sign))
    return seats


def _is_late(round_number: int, trick: int, session: Session) -> bool:
    view = session.view(0)
    return bool(view["phase"] == "choose" and (view["round"], view["trick"]) >= (round_number, trick))


def _is_last_choice(session: Session) -> bool:
    """Whether cards of the last trick of a round are being chosen and some hand has at most one card left."""
    view = session.view(0)
    return bool(view["phase"] == "choose" and min(view["hand_sizes"]) <= 1)


def _is_final_choice(session: Session) -> bool:
    view = session.view(None)
    here = view["finalists"]
    return bool(here) and session.to_act() == (min(here),) and view["phase"] == "choose" and view["trick"] >= 2


def tournament(
    also: Wanted | None, *then: Callable[[Any], object], count: int = 16, persons: int = 1, **more: Any
) -> Moment:
    """Return the moment of a tournament for which ``also`` holds; ``then``: what is done to its table."""
    return Moment("king_of_12", also=also, players=hall_seats(count, persons), then=then, **more)


def choose_middle(table: KingTable) -> None:
    """Mark the middle one of all legal actions."""
    legal = table.legal()
    if legal:
        table.choose(legal[len(legal) // 2])


def animate_hall(start: Wanted, wanted: Callable[[KingTable], bool], ctx: Context, seed: str) -> None:
    """Decide once at the moment ``start`` of a tournament and run the animation until ``wanted(table)``."""
    for attempt in range(12):
        table = tournament(start)(ctx, f"{seed}.{attempt}")
        table.decide(table.legal()[0])
        if watch(wanted, table):
            break
        ctx.instant = True
        ctx.settings.speed = "instant"


def _is_comparing(table: KingTable) -> bool:
    return table.confirming and get_hall(table).stage.on_to_centre and get_hall(table).stage.sheet is None


def _is_centre_shown(table: KingTable) -> bool:
    stage = get_hall(table).stage
    shown = any(stage.seats[k].ribbon for k in stage.hallway.centre)
    return bool(stage.hallway.centre) and stage.step >= 5 and shown


def _is_round_over(table: KingTable) -> bool:
    return get_hall(table).stage.sheet is not None and not table.timeline.active


def _is_moving_on(table: KingTable) -> bool:
    return bool(get_hall(table).stage.movers) and any(
        0.35 < tween.age / tween.duration < 0.6 and tween.duration > 800 for tween in table.timeline.tweens
    )


def _is_rolling(table: KingTable) -> bool:
    return sum(0.2 < seat.die.crowd < 0.7 for seat in table.stage.seats) > 4


def show_final(ctx: Context, seed: str) -> None:
    """Show the choice in the last round of a tournament, played once more with a person as the first finalist."""
    seats = hall_seats(16, 0)
    met = staging.find_moment("king_of_12", seed, _is_final_choice, players=seats)
    person = min(met.view(None)["finalists"])
    seats[person] = Seat("person", "", seats[person].name, seats[person].colour, seats[person].emblem)
    session = Session.start("king_of_12", {}, seats, met.seed)
    for entry in met.log:
        session.submit(entry.seat, entry.action)
    staging.open_table(ctx, session)


def show_past_round(ctx: Context, seed: str) -> None:
    """Show the page of a finished round."""
    show_rounds(ctx, seed)
    page: Any = ctx.stack.top
    page.page = 1


def show_hall_result(ctx: Context, seed: str) -> None:
    """Show the end of a tournament."""
    session = staging.find_moment("king_of_12", seed, staging.is_over, players=hall_seats(16))
    ctx.stack.replace(GameResult(ctx, session, session.view(0)))
    ctx.stack.settle()


show_rounds = tournament(partial(_is_late, 3, 3), staging.call("own.open_rounds"))
PICTURES: dict[str, Show] = {
    "table": compare,
    "choose": choosing(least={"round": 3, "trick": 3}, then=[partial(choose_legal, 1)]),
    "sorcerer": moment(also=partial(asks_for, Kind.FACE), then=[partial(choose_legal, 0)]),
    "order": moment(
        also=partial(asks_for, Kind.ORDER),
        options={"set": "chosen", "cards": [3, 11, 1, 2, 9, 10], "promo": "none"},
        then=[partial(choose_legal, 0)],
    ),
    "ladies": moment(
        also=partial(asks_for, Kind.THEFT),
        options={"set": "chosen", "cards": [8, 1, 2, 4, 5, 6], "promo": "none"},
        then=[partial(choose_legal, 0)],
    ),
    "crown": moment(also=partial(asks_for, Kind.CROWN), then=[partial(choose_legal, 0)]),
    "two-seats": choosing(least={"round": 2, "trick": 2}, count=2),
    "three-seats": choosing(least={"round": 2, "trick": 2}, count=3),
    "round-result": moment(least={"round": 2}, also=_is_last_of_round, alone=True, then=[end_round]),
    "hint": choosing(least={"round": 2, "trick": 2}, then=[staging.show_advice]),
    "game-result": partial(staging.show_result, "king_of_12"),
    "curtain": choosing(least={"trick": 2}, persons=3, then=[partial(cover, 1, share=True)]),
    "still-table": choosing(least={"trick": 3}, persons=2, opens=open_still_table),
    "together": choosing(least={"trick": 3}, persons=3, opens=share_choice),
    "menu": choosing(least={"trick": 2}, then=[staging.call("bar.open_menu")]),
    "why": explain,
    "hall": tournament(partial(_is_late, 2, 2), choose_middle),
    "hall-five": tournament(partial(_is_late, 2, 2), choose_middle, count=5),
    "hall-eight": tournament(partial(_is_late, 2, 2), choose_middle, count=8),
    "hall-twelve": tournament(partial(_is_late, 2, 2), choose_middle, count=12, options={"twelve": "threes"}),
    "hall-compared": partial(animate_hall, partial(_is_late, 2, 3), _is_comparing),
    "hall-centre": partial(animate_hall, partial(_is_late, 2, 3), _is_centre_shown),
    "hall-centre-choice": tournament(None, partial(choose_legal, 0), at={"phase": "effects", "stage": "centre"}),
    "hall-round-result": partial(animate_hall, _is_last_choice, _is_round_over),
    "hall-seats-change": partial(animate_hall, _is_last_choice, _is_moving_on),
    "hall-rolling": partial(animate_hall, _is_last_choice, _is_rolling),
    "hall-final": show_final,
    "hall-standings": tournament(
        partial(_is_late, 2, 2), choose_middle, staging.call("own.toggle_standings"), staging.call("own.pick_table", 2)
    ),
    "hall-rounds": show_rounds,
    "hall-rounds-before": show_past_round,
    "hall-curtain": tournament(partial(_is_late, 1, 2), partial(cover, 0), persons=9),
    "hall-result": show_hall_result,
    "setup-twelve": partial(staging.show_set_up, "king_of_12", count=12),
    "setup-sixteen": partial(staging.show_set_up, "king_of_12", count=16),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
