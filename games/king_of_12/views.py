"""Views of a game, and determinization of a view."""

from collections.abc import Sequence
from typing import Any

from engine.contract import HANDICAP, Chance, View, twist_bits, twist_names

from .cards import CODES, PROMO_CARDS
from .options import TWISTS
from .rounds import hand_sizes
from .state import CARDS_OF, CHOOSE, EFFECTS, NOBODY, NOTHING, PHASES, THEFT, State, blank, to_mask
from .trick import (
    FACE,
    Plan,
    effect_choices,
    face_to_turn,
    find_plan,
    list_cards_without_effect,
    order_sums,
    sums,
    tokens,
)


def view(state: State, seat: int | None, choices: Sequence[int]) -> View:
    """Return exactly what ``seat`` may know (None = a spectator), as plain JSON data.

    Crown cards of others are never part of it, and no committed card before the reveal.
    ``course`` holds every trick of the game as revealed.
    ``shown`` lists, for each seat with a crown, the cards it has played since it laid it:
    they cannot be the crown. ``without_effect`` cards are cancelled or silenced; ``sums`` say how
    values come about (see ``trick.sums``). ``face_to_turn`` belongs to this seat's choice of a face,
    ``order_sums`` to that of an order.
    """
    seats = range(state.seats)
    revealed = state.phase in (EFFECTS, THEFT)
    plan = find_plan(tuple(state.commits)) if revealed else None
    amounts = state.amounts or (0,) * state.seats
    played = [[cards[s] for cards in state.tricks] for s in seats]
    own = 0 if seat is None else seat
    mine = state.phase == EFFECTS and bool(choices)
    return {
        "seat": seat,
        "seats": state.seats,
        "set": list(CARDS_OF[state.cards]),
        "promo": find_promo(state.cards),
        "twists": twist_names(TWISTS, state.twists),
        "round": state.round,
        "trick": len(state.tricks) + 1,
        "phase": PHASES[state.phase],
        "to_act": list(CARDS_OF[state.owing]),
        "faces": state.faces[:],
        "tokens": _pairs(state.ones, state.twos),
        "points": state.points[:],
        "crowns": list(state.crowns),
        "hand_sizes": hand_sizes(state),
        "played": played,
        "shown": [_list_shown_cards(state, s) if state.crowns[s] else [] for s in seats],
        "hand": [] if seat is None else list(CARDS_OF[state.hands[seat]]),
        "own_crowns": [] if seat is None else list(CARDS_OF[state.laid[seat]]),
        "committed": _list_commitments(state),
        "own_commit": None if seat is None else _own_commit(state, seat),
        "table": [None] * state.seats if plan is None else list(plan.cards),
        "cancelled": [False] * state.seats if plan is None else list(plan.cancelled),
        "silenced": plan is not None and plan.lady >= 0,
        "without_effect": [False] * state.seats if plan is None else list_cards_without_effect(plan),
        "amounts": list(amounts),
        "values": list(state.values or state.faces),
        "sums": [FACE] * state.seats if plan is None or not state.values else sums(plan, state.faces, amounts),
        "choices": list(choices),
        **describe_choice(plan if mine else None, own, state.faces[own]),
        "theft": None if state.phase != THEFT else {"thief": state.thief, "victim": state.victim},
        "last": _last(state),
        "round_results": [
            {"round": number, "points": list(points), "winner": None if winner == NOBODY else winner}
            for number, (points, winner) in enumerate(state.results, 1)
        ],
        "course": [
            {"round": number, "faces": list(faces), "tokens": _pairs(ones, twos), "cards": list(cards)}
            for number, faces, ones, twos, cards in state.course
        ],
        "result": [] if state.owing else _standing(state.crowns),
        **({HANDICAP: list(state.handicap)} if state.handicap else {}),
    }


def _pairs(ones: Sequence[int], twos: Sequence[int]) -> list[list[int]]:
    return [[one, two] for one, two in zip(ones, twos, strict=True)]


def describe_choice(plan: Plan | None, place: int, face: int) -> dict[str, Any]:
    """Return the view data of the pending choice at this position, its die on ``face``; empty without a plan."""
    if plan is None:
        return {"face_to_turn": None, "order_sums": []}
    return {"face_to_turn": face_to_turn(plan, place, face), "order_sums": order_sums(plan, place, face)}


def find_promo(cards: int) -> str:
    """Return the code of the promo card in a set, "none" without one."""
    return next((CODES[card] for card in PROMO_CARDS if cards >> card & 1), "none")


def _standing(crowns: Sequence[int]) -> list[int]:
    return [1 + sum(other > own for other in crowns) for own in crowns]


def _list_shown_cards(state: State, seat: int) -> list[int]:
    """List the cards a seat has played since it laid its crown, including this round and the open trick."""
    mask = state.shown[seat] | to_mask([cards[seat] for cards in state.tricks])
    if state.phase in (EFFECTS, THEFT):
        mask |= 1 << state.commits[seat]
    return list(CARDS_OF[mask])


def _list_commitments(state: State) -> list[bool]:
    if state.phase == CHOOSE:
        return [card != NOTHING for card in state.commits]
    if state.phase == EFFECTS:
        return [pick != NOTHING for pick in state.picks]
    return [False] * state.seats


def _own_commit(state: State, seat: int) -> int | None:
    """Return the hidden choice of this seat: a card, or an action for its card's effect."""
    own = NOTHING
    if state.phase == CHOOSE:
        own = state.commits[seat]
    elif state.phase == EFFECTS:
        own = state.picks[seat]
    return None if own == NOTHING else own


def _last(state: State) -> dict[str, Any] | None:
    """Return the last finished trick; all of it is public."""
    if state.last is None:
        return None
    number, trick, cards, faces, amounts, values, first, second = state.last
    plan = find_plan(cards)
    gains = [0] * state.seats
    for seat, worth in zip((first, second), tokens(plan), strict=True):
        if seat != NOBODY:
            gains[seat] = worth
    return {
        "round": number,
        "trick": trick,
        "cards": list(cards),
        "cancelled": list(plan.cancelled),
        "silenced": plan.lady >= 0,
        "faces": list(faces),
        "values": list(values),
        "amounts": list(amounts),
        "out": [values.count(value) > 1 for value in values],
        "first": None if first == NOBODY else first,
        "second": None if second == NOBODY else second,
        "gains": gains,
    }


def take_public(state: State, view: View) -> None:
    """Set the public fields of a state from a view: dice, tokens, points, crowns, cards shown."""
    state.faces = list(view["faces"])
    state.ones = [pair[0] for pair in view["tokens"]]
    state.twos = [pair[1] for pair in view["tokens"]]
    state.points = list(view["points"])
    state.crowns = tuple(view["crowns"])
    state.shown = tuple(to_mask(cards) for cards in view["shown"])


def determinize(view: View, chance: Chance) -> State:
    """Build a full state consistent with the view; unknown crowns and commitments are drawn at random.

    Uses only the view. A crown is drawn from the cards its owner has not played
    since it was laid; a hidden commitment from the hand that remains.
    """
    twists = twist_bits(TWISTS, dict.fromkeys(view.get("twists", ()), True))
    state = blank(view["seats"], to_mask(view["set"]), twists, tuple(view.get(HANDICAP, ())))
    own: int | None = view["seat"]
    state.round = view["round"]
    state.phase = PHASES.index(view["phase"])
    state.owing = to_mask(view["to_act"])
    take_public(state, view)
    played: list[list[int]] = view["played"]
    state.tricks = tuple(zip(*played, strict=True)) if played[0] else ()
    state.laid = tuple(_crown_mask(view, seat, chance) for seat in range(state.seats))
    state.length = min((state.cards & ~laid).bit_count() for laid in state.laid) - 1
    state.hands = [state.cards & ~laid & ~to_mask(gone) for laid, gone in zip(state.laid, played, strict=True)]
    if view["phase"] == "choose":
        for seat in range(state.seats):
            if view["committed"][seat]:
                card = view["own_commit"] if seat == own else chance.draw(CARDS_OF[state.hands[seat]])
                state.commits[seat] = card
                state.hands[seat] ^= 1 << card
    elif state.phase in (EFFECTS, THEFT):
        state.commits = list(view["table"])
        for seat, card in enumerate(state.commits):
            state.hands[seat] ^= 1 << card
    if state.phase == EFFECTS:
        _draw_picks(state, view, chance)
    if view["theft"] is not None:
        state.thief = view["theft"]["thief"]
        state.victim = view["theft"]["victim"]
        state.amounts = tuple(view["amounts"])
        state.values = tuple(view["values"])
    state.last = _read_last_trick(view["last"])
    state.results = tuple(
        (tuple(entry["points"]), NOBODY if entry["winner"] is None else entry["winner"])
        for entry in view["round_results"]
    )
    state.course = tuple(
        (
            entry["round"], tuple(entry["faces"]), tuple(one for one, _ in entry["tokens"]),
            tuple(two for _, two in entry["tokens"]), tuple(entry["cards"]),
        )
        for entry in view["course"]
    )  # fmt: skip
    return state


def _crown_mask(view: View, seat: int, chance: Chance) -> int:
    """Return the crown mask of a seat: known to its owner, else drawn from the possible cards.

    The crown that wins the game is never laid as a card.
    """
    if seat == view["seat"]:
        return to_mask(view["own_crowns"])
    return draw_crowns(view, seat, min(1, view["crowns"][seat]), chance)


def draw_crowns(view: View, seat: int, count: int, chance: Chance) -> int:
    """Draw ``count`` possible crown cards of another player; return their mask."""
    pool = [card for card in view["set"] if card not in view["shown"][seat]]
    mask = 0
    for _ in range(count):
        card = chance.draw(pool)
        pool.remove(card)
        mask |= 1 << card
    return mask


def _draw_picks(state: State, view: View, chance: Chance) -> None:
    """Fill in hidden choices of card effects."""
    plan = find_plan(tuple(state.commits))
    for seat in plan.asks:
        if not view["committed"][seat]:
            continue
        if seat == view["seat"]:
            state.picks[seat] = view["own_commit"]
        else:
            state.picks[seat] = chance.draw(effect_choices(plan, seat, state.faces[seat]))


def _read_last_trick(data: dict[str, Any] | None) -> Any:
    if data is None:
        return None
    return (
        data["round"], data["trick"], tuple(data["cards"]), tuple(data["faces"]), tuple(data["amounts"]),
        tuple(data["values"]),
        NOBODY if data["first"] is None else data["first"],
        NOBODY if data["second"] is None else data["second"],
    )  # fmt: skip
