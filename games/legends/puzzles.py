"""Puzzle goals: the last turn of a game, and the second last, with all cards open and nothing left to draw.

Of any turn: the largest lead, or two certain regions, as things stand at its end.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache

from engine.chance import SeededChance
from engine.contract import Message
from engine.goals import Condition, Goal
from engine.states import KeyedState
from games.legends import RULES
from games.legends.maps import MOST_REGIONS, SIDE_CODES
from games.legends.messages import card_name, describe as describe_action, region_name
from games.legends.scoring import control, ending
from games.legends.state import NOTHING, OVER, State, copied, count_turns

# The last card of a game: whether the leading seat stays ahead against every use of it.

KEPT = 2_500
"""Size of the cache: different lines reach the same position."""
Rows = tuple[tuple[int, ...], ...]


def last_but_one(state: State) -> bool:
    """Whether the second last turn of a game of more than two seats begins and the deck is empty."""
    return state.turns == count_turns(state.seats) - 2 and not state.deck and state.seats > 2


def is_sole_winner(rows: Rows, seat: int) -> bool:
    """Whether a seat is the sole winner by deciding values (:func:`ending`) by seat."""
    return all(rows[seat] > row for other, row in enumerate(rows) if other != seat)


def has_lead(state: State, seat: int) -> bool:
    """Whether a seat would be the sole winner if the game ended now."""
    return is_sole_winner(ending(state), seat)


def answer(state: State, seat: int) -> int:
    """Return a card that the active seat can use as the last one so that ``seat`` does not win; NOTHING if none."""
    key = (
        state.active, state.row, tuple(state.armies), tuple(state.cities), tuple(state.taken), tuple(state.coins),
        tuple(state.held),
    )  # fmt: skip
    return _answer(KeyedState(state, key), seat)


@lru_cache(maxsize=KEPT)
def _answer(position: KeyedState[State], seat: int) -> int:
    start = position.state
    mover, chance = start.active, SeededChance(0)
    seen: set[tuple[object, ...]] = set()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in RULES.legal(state, mover):
            after = copied(state)
            RULES.apply(after, mover, action, chance)
            if after.phase == OVER:
                if not is_sole_winner(after.totals[-1], seat):
                    return after.taken[mover][-1]
                continue
            key = (
                after.phase, after.card, after.left, after.picked, after.todo, tuple(after.armies),
                tuple(after.cities), tuple(after.coins),
            )  # fmt: skip
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return NOTHING


LAST_CARD, LAST_TWO, LEAD_NOW, REGIONS = THEMES = ("last_card", "last_two", "lead_now", "two_regions")
QUESTIONS = ()
LUCK_ASIDE = ()


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Return all legal actions."""
    return RULES.legal(state, seat)


def is_over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """Whether the turn is over."""
    return state.turns != start.turns or state.phase == OVER


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """Return the cards and the controllers: extra armies that change no control give the same end.

    Before the last card the ends differ also in whether a reply refutes them.
    """
    if theme == REGIONS:
        return (tuple(state.taken), tuple(control(state)))
    if theme == LEAD_NOW:
        return (tuple(state.taken), tuple(control(state)), tuple(row[0] for row in ending(state)))
    seat = (state.active - 1) % state.seats
    safe = theme == LAST_TWO and answer(state, seat) == NOTHING
    return (tuple(state.taken), tuple(control(state)), safe)


def lead(state: State, seat: int) -> int:
    """Return the final lead of a seat over its best rival, in points, after the game is over."""
    points = [each[0] for each in state.totals[-1]]
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def measure_lead(state: State, seat: int) -> int:
    """Return the lead of a seat over its best rival if the game ended now, in points; below 0 when it is behind."""
    points = [row[0] for row in ending(state)]
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def encode_name(state: State, region: int) -> int:
    """Return a number for the name of a region of the box; it does not depend on the board."""
    side, at = state.board.codes[region].split(".")
    return MOST_REGIONS * SIDE_CODES.index(side) + int(at)


def _name(code: int) -> dict[str, str] | str:
    """Return the message parameter for the name of a region, from the number of :func:`encode_name`."""
    return region_name(f"{SIDE_CODES[code // MOST_REGIONS]}.{code % MOST_REGIONS}")


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Return the points (or coins) missing to the wanted lead, 1 if only the tie-break fails.

    In the themes of two turns and two regions: the number of conditions or regions missing.
    """
    seat = goal["seat"]
    if theme == LAST_TWO:
        return (answer(state, seat) != NOTHING) + (not has_lead(state, seat))
    if theme == LEAD_NOW:
        return max(0, goal["lead"] - measure_lead(state, seat)) + max(0, goal.get("coins", 0) - state.coins[seat])
    if theme == REGIONS:
        owners = control(state)
        return (owners[goal["one"]] != seat) + (owners[goal["other"]] != seat)
    missing = goal["lead"] - lead(state, seat)
    places = RULES.result(state)
    won = places[seat] == 1 and places.count(1) == 1
    return max(missing, int(not won), 0)


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Return the conditions: the seat's lead, the regions it controls, or whether a reply refutes the line."""
    if theme == LAST_TWO:
        return _build_two_player_conditions(state, goal["seat"])
    if theme == REGIONS:
        owners = control(state)
        return tuple(
            Condition(
                _build_message("region", region=_name(goal[f"{which}_name"])), owners[goal[which]] == goal["seat"]
            )
            for which in ("one", "other")
        )
    points = (measure_lead if theme == LEAD_NOW else lead)(state, goal["seat"])
    reached = not short(start, state, actions, theme, goal)
    name = "ahead" if points > 0 or reached else "tied" if not points else "behind"
    if theme == LEAD_NOW and not points:
        name = "level"
    if theme == LEAD_NOW:
        enough = points >= goal["lead"]
        told = [Condition(_build_message(name, n=abs(points)), enough)]
        if "coins" in goal:
            left = state.coins[goal["seat"]]
            told.append(Condition(_build_message("coins", n=left, wanted=goal["coins"]), left >= goal["coins"]))
        return tuple(told)
    return (Condition(_build_message(name, n=abs(points)), reached),)


def _build_two_player_conditions(state: State, seat: int) -> tuple[Condition, ...]:
    against = answer(state, seat)
    safe = (
        Condition(_build_message("safe"), True)
        if against == NOTHING
        else Condition(_build_message("answered", card=card_name(against)), False)
    )
    return (Condition(_build_message("as_it_stands"), has_lead(state, seat)), safe)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """Return two hints: the card; then its first use."""
    told = [Message("legends.puzzle.hint.card", {"card": card_name(start.row[solution[0]])})]
    done = describe_action(solution[1]) if len(solution) > 1 else None
    return (*told, *((done,) if done is not None else ()))


def list_places(theme: str, goal: Goal) -> Sequence[int]:
    """Return the two regions of a goal that names regions, else ()."""
    return (goal["one"], goal["other"]) if theme == REGIONS else ()


def describe(theme: str, goal: Goal) -> Message:
    """Return the goal as a text."""
    if theme == LAST_TWO:
        return Message(f"legends.puzzle.{theme}")
    if theme == REGIONS:
        return Message(f"legends.puzzle.{theme}", {"one": _name(goal["one_name"]), "other": _name(goal["other_name"])})
    if "coins" in goal:
        return Message(f"legends.puzzle.{theme}.coins", {"n": goal["lead"], "coins": goal["coins"]})
    if theme == LAST_CARD and not goal["lead"]:
        return Message(f"legends.puzzle.{theme}.tie")
    return Message(f"legends.puzzle.{theme}", {"n": goal["lead"]})


def last_turn(state: State) -> bool:
    """Whether the last turn of a single game begins."""
    return state.turns == count_turns(state.seats) - 1


def _build_message(name: str, **params: object) -> Message:
    return Message(f"legends.puzzle.condition.{name}", params)
