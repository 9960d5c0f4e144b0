"""Tournament part of the rules contract, used by the rule set for more than four seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Chance, Emit, Event, IllegalAction
from games.king_of_12.actions import LAY, TAKE_NOTHING, TAKE_ONE, TAKE_TWO
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.state import CARDS_OF, CHOOSE, CROWN, EFFECTS
from games.king_of_12.trick import effect_choices

from . import rounds, stages
from .groups import sizes_for
from .state import TournamentState, create_state, find_table


def start_tournament(
    seats: int, cards: int, options: dict[str, Any], chance: Chance, emit: Emit | None
) -> TournamentState:
    """Create a tournament at its first decision."""
    hall = create_state(seats, cards, sizes_for(seats, options["twelve"]))
    rounds.begin_round(hall, chance, emit)
    return hall


def legal(hall: TournamentState, seat: int) -> Sequence[int]:
    """Return the legal actions of a player, ascending."""
    if seat not in hall.waiting:
        return ()
    phase = hall.phase
    if phase == CHOOSE:
        return CARDS_OF[hall.hands[seat]]
    if phase == CROWN:
        return tuple(LAY + card for card in CARDS_OF[hall.hands[seat]])
    if phase == EFFECTS:
        number, place = find_table(hall, seat)
        return effect_choices(stages.find_table_plan(hall, hall.tables[number]), place, hall.faces[seat])
    victim = next(victim for thief, victim in hall.thefts if thief == seat)
    taking = [TAKE_NOTHING]
    if hall.ones[victim]:
        taking.append(TAKE_ONE)
    if hall.twos[victim]:
        taking.append(TAKE_TWO)
    return tuple(taking)


def apply(hall: TournamentState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
    """Apply an action; raises :class:`IllegalAction` with the state unchanged."""
    waiting = hall.waiting
    if hall.phase == CHOOSE:
        # The hot path: a commitment only sets ints; the last one turns the cards over.
        if seat not in waiting or not 0 <= action < CARD_COUNT or not hall.hands[seat] >> action & 1:
            raise IllegalAction(f"seat {seat} cannot play {action} now")
        hall.hands[seat] ^= 1 << action
        hall.commits[seat] = action
        place = waiting.index(seat)
        hall.waiting = waiting = waiting[:place] + waiting[place + 1 :]
        if emit is not None:
            emit(Event("committed", {"seat": seat}))
        if not waiting:
            stages.reveal(hall, chance, emit)
        return
    if action not in legal(hall, seat):
        raise IllegalAction(f"seat {seat} cannot choose {action} now")
    if hall.phase == CROWN:
        rounds.lay_crown(hall, seat, action - LAY, chance, emit)
        return
    hall.picks[seat] = action
    hall.waiting = tuple([each for each in waiting if each != seat])
    if not hall.waiting:
        (stages.effects if hall.phase == EFFECTS else stages.steal)(hall, chance, emit)
