"""The rule set of Eight-Minute Empire: Legends: implements the rules contract with the modules of this package."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.chance import SeededChance
from engine.contract import JSON, BadState, Chance, Emit, IllegalAction, RuleSet, View, check_handicap, take_handicap
from games.legends import messages, options, scoring, serialization, setup, turns, views
from games.legends.actions import (
    BID,
    CARD,
    JOINT,
    NAME,
    NEUTRAL,
    START,
    STEM_ABOVE,
    STEM_BELOW,
    TOKEN,
    action_of_segment,
    segment_of_action,
)
from games.legends.board import T_ABOVE, T_BELOW, list_regions
from games.legends.maps import own_sides, plain_side
from games.legends.scoring import PARTS, control, scores
from games.legends.state import (
    AUCTION,
    LAY_JOINT,
    LAY_NEUTRAL,
    LAY_SEGMENT,
    LAY_START,
    LAY_STEM,
    LAY_TOKEN,
    NAME_FIRST,
    OVER,
    TAKE_CARD,
    State,
    blank,
    copied,
)
from games.legends.views import determinize

_STEMS = (STEM_ABOVE, STEM_BELOW)


def start_game(options_: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> State:
    """Return a state at the first decision; raises :class:`BadOptions`."""
    full = options.check_options(options_, seats)
    own = own_sides(full[options.SEGMENTS])
    state = blank(seats, options.pack(full), full[options.YOUNGEST], own, take_handicap(full, seats))
    setup.begin_game(state, chance, emit)
    return state


def list_actors(state: State) -> tuple[int, ...]:
    """Return the seats that have to decide now; () when the game is over."""
    return list_regions(state.owing)


def list_legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the legal actions of a seat, ascending; () if it has nothing to decide."""
    if not 0 <= seat < state.seats or not state.owing >> seat & 1:
        return ()
    phase = state.phase
    if phase == TAKE_CARD:
        return turns.affordable(state, seat)
    if phase > TAKE_CARD:
        return turns.step_choices(state, seat)
    if phase == AUCTION:
        return tuple(range(BID, BID + state.coins[seat] + 1))
    if phase == NAME_FIRST:
        return tuple(range(NAME, NAME + state.seats))
    return _set_up_choices(state)


def _set_up_choices(state: State) -> tuple[int, ...]:
    phase = state.phase
    if phase == LAY_STEM:
        return _STEMS
    if phase == LAY_SEGMENT:
        return tuple(action_of_segment(choice) for choice in setup.segment_choices(state))
    board = state.board
    if phase == LAY_NEUTRAL:
        return tuple(range(NEUTRAL, NEUTRAL + board.n))
    if phase == LAY_START:
        return tuple(START + region for region in board.starts)
    if phase == LAY_JOINT:
        return tuple(JOINT + region for region in board.joint_places(state.start))
    return tuple(TOKEN + region for region in setup.token_choices(state, board))


def apply_action(state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
    """Apply a decision in place; raises :class:`IllegalAction` with the state unchanged."""
    if action not in list_legal(state, seat):
        raise IllegalAction(f"seat {seat} cannot choose {action} now")
    phase = state.phase
    if phase > TAKE_CARD:
        turns.carry_out(state, seat, action, chance, emit)
    elif phase == TAKE_CARD:
        turns.take_card(state, seat, action - CARD, chance, emit)
    elif phase == AUCTION:
        setup.commit_bid(state, seat, action, chance, emit)
    elif phase == NAME_FIRST:
        setup.name_first(state, action - NAME, emit)
    elif phase == LAY_NEUTRAL:
        setup.lay_neutral(state, seat, action - NEUTRAL, emit)
    else:
        _set_up(state, action, chance, emit)


def _set_up(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Apply one step of the manual set-up."""
    phase = state.phase
    if phase == LAY_STEM:
        setup.lay_stem(state, T_ABOVE if action == STEM_ABOVE else T_BELOW, emit)
    elif phase == LAY_SEGMENT:
        side, turned = divmod(segment_of_action(action), 2)
        setup.lay_segment(state, side, turned, emit)
    elif phase == LAY_START:
        setup.lay_start(state, action - START, emit)
    elif phase == LAY_JOINT:
        setup.lay_joint(state, action - JOINT, emit)
    else:
        setup.lay_token(state, action - TOKEN, emit)
    if state.phase == LAY_TOKEN and not state.left:
        setup.finish(state, chance, emit)


def find_places(state: State) -> tuple[int, ...]:
    """Return the final place of each seat (1 = winner); () while the game runs."""
    return scoring.standing(state) if state.phase == OVER else ()


def build_view(state: State, seat: int | None) -> View:
    """Return what a seat may know, as plain data; seat None = spectator."""
    return views.view(state, seat, [] if seat is None else list_legal(state, seat))


def check_state(state: State, options_: Mapping[str, JSON], seats: int) -> None:
    """Raise :class:`BadState` unless the state belongs to a game with these complete options and seats."""
    if state.seats != seats:
        raise BadState(f"seats: expected {seats}, found {state.seats}")
    if (state.options, state.youngest) != (options.pack(options_), options_[options.YOUNGEST]):
        raise BadState("options: expected those of the game")
    check_handicap(state.handicap, options_, seats)
    wanted = own_sides(options_[options.SEGMENTS])
    if list(map(plain_side, state.own)) != list(map(plain_side, wanted)):
        raise BadState("own: expected the segments that the options bring along")


RULES: RuleSet[State] = RuleSet(
    id="legends",
    seat_counts=options.SEAT_COUNTS,
    version=1,
    options=options.list_options,
    check_options=options.check_options,
    new=start_game,
    clone=copied,
    to_act=list_actors,
    legal=list_legal,
    apply=apply_action,
    result=find_places,
    view=build_view,
    determinize=views.determinize,
    describe=messages.describe,
    explain=messages.explain,
    dump=serialization.dump,
    load=serialization.load,
    check_state=check_state,
)
"""Legends for 2 to 4 seats."""


# What a move would change: points of every seat as if the game ended then, and who controls which region.
#
# Worked out by the rules on a state that fits the view. What the view hides is drawn at random twice, and only what
# both agree on is told, so a preview says nothing that the seat does not know.


@dataclass(frozen=True, slots=True)
class MovePreview:
    """Effect of an action. ``points``: change by seat; ``control``: for each region whose owner changes (region, owner
    before, owner after), 4 = neutral, -1 = nobody."""

    points: tuple[int, ...]
    control: tuple[tuple[int, int, int], ...]


def preview_move(view: View, action: int) -> MovePreview:
    """Return what an action of the view's seat would change, as far as that is certain from the view."""
    seats: int = view["seats"]
    after = [_play(view, action, seed) for seed in (1, 2)]
    if any(state.game != view["game"] or state.board.n != len(view["regions"]) for state in after):
        return MovePreview((0,) * seats, ())  # the board of the next game lies there
    counted = [scores(state) for state in after]
    points = []
    for seat in range(seats):
        before = view["scores"][seat]["parts"]
        first, second = (found[seat]["parts"] for found in counted)
        points.append(sum(first[part] - before[part] for part in PARTS if first[part] == second[part]))
    owners = control(after[0])
    changed = tuple(
        (region, old, new) for region, (old, new) in enumerate(zip(view["control"], owners, strict=True)) if old != new
    )
    return MovePreview(tuple(points), changed)


def _play(view: View, action: int, seed: int) -> State:
    """A state that fits the view, after the action."""
    chance = SeededChance(seed)
    state = determinize(view, chance)
    RULES.apply(state, view["seat"], action, chance)
    return state
