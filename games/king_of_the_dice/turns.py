"""A turn: rolls and holds, the check of the result, jokers, hiring or dragon alarm, the end of the turn."""

from engine.contract import Chance, Emit, Event
from games.king_of_the_dice import actions as act
from games.king_of_the_dice.actions import (
    ALARM,
    ALARM_ALONE,
    EQUAL_PAIR,
    HIRE,
    HOLDS,
    JOKER,
    NOTHING_KEPT,
    STOP,
    TWO_SUPERS,
    WITH_SUPER,
)
from games.king_of_the_dice.cards import PILES, Tier, citizens
from games.king_of_the_dice.dice import SYMBOLS, nets, to_colour, to_number
from games.king_of_the_dice.effects import alarm, attack_sites, carry_out, claim_sites, landing_sites, steal_choices
from games.king_of_the_dice.options import IMPATIENT, NO_JOKERS, UNFORCED
from games.king_of_the_dice.scoring import describe_parts, standing
from games.king_of_the_dice.setup import open_next
from games.king_of_the_dice.state import (
    ATTACK,
    CHECK,
    CLAIM,
    FLAME,
    LAY,
    NO_DICE,
    NOTHING,
    OVER,
    ROLL,
    ROLLS,
    TAME,
    State,
    bits,
    count_remaining_turns,
    find_round,
    supply,
    to_mask,
)


def begin_turn(state: State, emit: Emit | None) -> None:
    """Start the active seat's turn; without a roll if all five piles are empty (ruling D8)."""
    state.turn += 1
    state.rolls = state.forced = 0
    state.dice = NO_DICE
    state.added = ()
    state.hired = NOTHING
    if emit is not None:
        emit(Event("turn_begins", {"seat": state.active, "turn": state.turn, "round": find_round(state)}))
    if max(state.market) == NOTHING:
        state.phase = CHECK
        state.choices = (ALARM_ALONE,)
    else:
        state.phase = ROLL
        state.choices = NOTHING_KEPT


def end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Let the next seat begin its turn, or end the game when the supply is empty.

    Ruling D9: the two removed tiles leave regions free; an empty supply ends the game. Ruling D13: by an
    option the round is finished first.
    """
    left = count_remaining_turns(state)
    if left and emit is not None:
        emit(Event("round_goes_on", {"turns": left}))
    if supply(state) == 0 and not left:
        state.phase = OVER
        state.choices = ()
        state.hired = NOTHING
        if emit is not None:
            emit(Event("game_ends", {"turn": state.turn}))
            for seat in range(state.seats):
                emit(Event("scored", {"seat": seat, **describe_parts(state, seat)}))
            winners = [seat for seat, place in enumerate(standing(state)) if place == 1]
            emit(Event("game_won", {"seats": winners}))
        return
    if state.twists & IMPATIENT:
        _one_leaves(state, chance, emit)
    state.active = (state.active + 1) % state.seats
    begin_turn(state, emit)


def _one_leaves(state: State, chance: Chance, emit: Emit | None) -> None:
    """Twist: put the open citizen of this turn's pile back and open another one."""
    pile = (state.turn - 1) % PILES
    card, rest = state.market[pile], state.piles[pile]
    if not rest:
        return
    open_next(state, pile, chance, None)
    state.piles[pile] |= 1 << card
    if emit is not None:
        emit(Event("lost_patience", {"pile": pile, "card": card}))
        _tell_market(state, pile, emit)


def hold(state: State, keep: int, chance: Chance, emit: Emit | None) -> None:
    """Roll the dice that are not in the mask ``keep``, or let the result stand."""
    if keep != STOP:
        die = chance.die
        old = state.dice
        state.dice = tuple([old[at] if keep >> at & 1 else die(6) for at in range(6)])
        state.rolls += 1
        if emit is not None:
            data = {"seat": state.active, "roll": state.rolls, "kept": bits(keep), "faces": list(state.dice)}
            emit(Event("rolled", data))
        if state.rolls < ROLLS:
            state.choices = HOLDS
            return
    state.phase = CHECK
    state.forced = int(not state.twists & UNFORCED and bool(_list_hireable_piles(state, find_met_conditions(state))))
    state.choices = check_choices(state)
    if emit is not None:
        emit(Event("result_stands", {"seat": state.active, "faces": list(state.dice), "forced": bool(state.forced)}))


def signs(state: State) -> list[int]:
    """Return the symbols of the dice, including those added by jokers."""
    return [net[face] for net, face in zip(nets(), state.dice, strict=True)] + list(state.added)


def find_met_conditions(state: State) -> int:
    """Return the mask of the conditions that the dice meet, including those added by jokers."""
    return citizens().conditions.match(signs(state))


def _list_hireable_piles(state: State, met: int) -> list[int]:
    """List the piles whose open citizen can be hired with these conditions met."""
    cards = citizens().cards
    return [pile for pile in range(PILES) if state.market[pile] >= 0 and cards[state.market[pile]].needs & met]


def can_hire_by_dice(state: State) -> bool:
    """Whether the dice alone, without jokers, meet the condition of an open citizen."""
    bare = [net[face] for net, face in zip(nets(), state.dice, strict=True)]
    return bool(_list_hireable_piles(state, citizens().conditions.match(bare)))


def check_choices(state: State) -> tuple[int, ...]:
    """List the actions after the roll: hire a citizen whose condition is met, use jokers, sound the dragon alarm.

    Ruling D3: a player who meets a citizen with the bare dice must hire one and may not sound the alarm;
    with jokers it may be a better one. Ruling D11: the alarm takes any open citizen.
    """
    choices = [HIRE + pile for pile in _list_hireable_piles(state, find_met_conditions(state))]
    if not state.forced:
        choices += [ALARM + pile for pile in range(PILES) if state.market[pile] >= 0]
    if not state.twists & NO_JOKERS:
        _add_joker_choices(state, choices)
    return tuple(choices)


def _add_joker_choices(state: State, choices: list[int]) -> None:
    """Add the actions that discard two citizens for a die."""
    open_, supers = state.open[state.active], state.down[state.active].bit_count()
    if open_.bit_count() + supers < 2:
        return
    with_joker = citizens().with_joker
    for sign in range(SYMBOLS):
        count = (open_ & with_joker[sign]).bit_count()
        if count > 1:
            choices.append(JOKER + 3 * sign + EQUAL_PAIR)
        if count and supers:
            choices.append(JOKER + 3 * sign + WITH_SUPER)
        if supers > 1:
            choices.append(JOKER + 3 * sign + TWO_SUPERS)


def use_jokers(state: State, sign: int, payment: int, emit: Emit | None) -> None:
    """Discard two citizens and add a die with this symbol; ``payment``: which two. Ruling D5: they leave the game."""
    seat = state.active
    fitting = bits(state.open[seat] & citizens().with_joker[sign])
    supers = bits(state.down[seat])
    paid_open = fitting[: 2 if payment == EQUAL_PAIR else 1 if payment == WITH_SUPER else 0]
    paid_down = supers[: 2 - len(paid_open)]
    state.open[seat] &= ~to_mask(paid_open)
    state.down[seat] &= ~to_mask(paid_down)
    state.added += (sign,)
    if emit is not None:
        data = {
            "seat": seat, "number": to_number(sign), "colour": to_colour(sign), "cards": paid_open, "supers": paid_down,
        }  # fmt: skip
        emit(Event("jokers_used", data))
    state.choices = check_choices(state)


def decide(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Carry out an action after the roll (hire, jokers, alarm); end the turn unless a choice is pending."""
    if action >= JOKER:
        use_jokers(state, *divmod(action - JOKER, 3), emit)
        return
    if action >= ALARM:
        sound_alarm(state, action - ALARM if action < ALARM_ALONE else NOTHING, chance, emit)
        done = alarm(state, chance, emit)
    else:
        pile = action - HIRE
        tier = citizens().best_tier(state.market[pile], find_met_conditions(state))
        assert tier is not None
        hire(state, pile, tier, chance, emit)
        done = carry_out(state, tier, chance, emit)
    if done:
        end_turn(state, chance, emit)


def hire(state: State, pile: int, tier: Tier, chance: Chance, emit: Emit | None) -> None:
    """Move the open citizen of a pile to the active seat for this tier's reward, and open the next citizen."""
    card = _take(state, pile, chance)
    state.open[state.active] |= 1 << card
    state.hired = card
    if emit is not None:
        number = citizens().cards[card].tiers.index(tier)
        data = {"seat": state.active, "pile": pile, "card": card, "tier": number, "jokers": len(state.added)}
        emit(Event("hired", data))
        _tell_market(state, pile, emit)


def sound_alarm(state: State, pile: int, chance: Chance, emit: Emit | None) -> None:
    """Turn the open citizen of a pile (none with ``NOTHING``, ruling D8) into a super joker; draws no tile yet."""
    card = _take(state, pile, chance) if pile >= 0 else NOTHING
    if card >= 0:
        state.down[state.active] |= 1 << card
    if emit is not None:
        known = pile >= 0
        emit(Event("alarm", {"seat": state.active, "pile": pile if known else None, "card": card if known else None}))
        _tell_market(state, pile, emit)


def _take(state: State, pile: int, chance: Chance) -> int:
    """Take the open citizen of a pile; the next one is opened."""
    card = state.market[pile]
    open_next(state, pile, chance, None)
    return card


def _tell_market(state: State, pile: int, emit: Emit) -> None:
    if pile >= 0:
        card = state.market[pile]
        left = state.piles[pile].bit_count()
        emit(Event("market", {"pile": pile, "card": None if card == NOTHING else card, "left": left}))


# Legal actions derived from the rest of a state, for loaded states.


def choices(state: State) -> tuple[int, ...]:
    """Return the legal actions of the active seat; () when the game is over."""
    phase = state.phase
    if phase == OVER:
        return ()
    if phase == ROLL:
        return act.HOLDS if state.rolls else act.NOTHING_KEPT
    if phase == CHECK:
        return (act.ALARM_ALONE,) if max(state.market) == NOTHING else check_choices(state)
    if phase == CLAIM:
        return tuple([act.CLAIM + region for region in claim_sites(state)])
    if phase == LAY:
        return tuple([act.LAY + region for region in landing_sites(state)])
    if phase == FLAME:
        return tuple([act.FLAME_OF + seat for seat in range(state.seats) if state.tamed[seat]])
    if phase == TAME:
        return tuple([act.TAME + region for region in bits(state.flames)])
    if phase == ATTACK:
        return tuple([act.ATTACK + region for region in attack_sites(state)])
    return steal_choices(state)
