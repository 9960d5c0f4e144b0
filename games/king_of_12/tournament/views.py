"""Views of a tournament, and determinization of a view."""

from collections.abc import Sequence
from typing import Any

from engine.contract import Chance, View
from games.king_of_12.rounds import hand_sizes, totals
from games.king_of_12.state import (
    CARDS_OF,
    CHOOSE,
    EFFECTS,
    NOBODY,
    NOTHING,
    OVER,
    PHASES,
    THEFT,
    Seats,
    Trick,
    to_mask,
)
from games.king_of_12.trick import FACE, find_plan, list_cards_without_effect, sums, tokens
from games.king_of_12.views import describe_choice, draw_crowns, find_promo, take_public

from . import rounds
from .rounds import find_round_length, find_table_plan
from .state import STAGES, TournamentState, create_state, find_table, past_rounds, places, players


def build_view(hall: TournamentState, seat: int | None) -> View:
    """Return exactly what ``seat`` may know (None = a spectator), as plain JSON data.

    As at a single table, plus: ``stage``, ``order`` of the players in the hall,
    ``sizes`` and ``groups``, ``tables`` whose cards are being compared, ``finalists``, ``covered``
    (cards under each die), ``thefts``, ``half`` (what the groups of this trick gave while the
    centre plays), ``champion``, ``totals`` (points of all rounds) and ``standing`` (everybody's place by
    now). ``last`` has one entry per table, the centre's last.
    """
    open_ = hall.phase in (EFFECTS, THEFT)
    worked = _list_effects(hall) if open_ else _blank_effects(hall)
    hidden = hall.commits if hall.phase == CHOOSE else hall.picks  # a card, or an action for an effect or a theft
    points = totals(hall)
    place_of = list(places(hall, points))
    choices = [] if seat is None else list(rounds.list_legal(hall, seat))
    own_theft = [
        {"thief": thief, "victim": victim} for thief, victim in hall.thefts if thief == seat and hall.picks[thief] < 0
    ]
    return {
        "seat": seat,
        "seats": hall.seats,
        "set": list(CARDS_OF[hall.cards]),
        "promo": find_promo(hall.cards),
        "round": hall.round,
        "trick": len(hall.tricks) + 1,
        "phase": PHASES[hall.phase],
        "stage": STAGES[hall.stage],
        "to_act": list(hall.waiting),
        "order": list(hall.order),
        "sizes": list(hall.sizes),
        "groups": [list(group) for group in hall.groups],
        "tables": [list(table) for table in hall.tables],
        "finalists": list(hall.finalists),
        "faces": hall.faces[:],
        "tokens": [[one, two] for one, two in zip(hall.ones, hall.twos, strict=True)],
        "points": hall.points[:],
        "crowns": list(hall.crowns),
        "covered": hall.covered[:],
        "hand_sizes": hand_sizes(hall),
        "played": [[cards[s] for cards in hall.tricks if cards[s] != NOTHING] for s in range(hall.seats)],
        "shown": [_list_shown_cards(hall, s, open_) for s in range(hall.seats)],
        "hand": [] if seat is None else list(CARDS_OF[hall.hands[seat]]),
        "own_crowns": [] if seat is None else list(CARDS_OF[hall.laid[seat]]),
        "committed": [choice != NOTHING for choice in hidden],
        "own_commit": None if seat is None or hidden[seat] == NOTHING else hidden[seat],
        "table": [card if open_ and card != NOTHING else None for card in hall.commits],
        "silenced": open_ and any(find_table_plan(hall, table).lady >= 0 for table in hall.tables),
        **worked,
        "choices": choices,
        **(
            _describe_choice(hall, seat)
            if seat is not None and choices and hall.phase == EFFECTS
            else describe_choice(None, 0, 0)
        ),
        "theft": own_theft[0] if own_theft else None,
        "thefts": [[thief, victim] for thief, victim in hall.thefts],
        "half": _half(hall),
        "last": _last(hall),
        "round_results": [
            {
                "round": number,
                "points": list(given),
                "winners": list(CARDS_OF[winners]),
                "groups": [list(g) for g in then],
                "dropped": list(past.dropped),
                "crowns": list(past.crowns),
                "final": past.final,
            }
            for number, ((given, winners), then, past) in enumerate(
                zip(hall.results, hall.groups_then, past_rounds(hall.results, hall.groups_then), strict=True), 1
            )
        ],
        "totals": points,
        "standing": place_of,
        "champion": None if hall.champion == NOTHING else hall.champion,
        "result": place_of[:] if hall.phase == OVER else [],
    }


def _blank_effects(hall: TournamentState) -> dict[str, list[Any]]:
    """Effects by player while no card is revealed: none."""
    seats = hall.seats
    return {
        "cancelled": [False] * seats,
        "without_effect": [False] * seats,
        "amounts": [0] * seats,
        "values": hall.faces[:],
        "sums": [FACE] * seats,
    }


def _list_effects(hall: TournamentState) -> dict[str, list[Any]]:
    """Return by player at the current tables: cards cancelled and without effect, amounts, values, their origins."""
    found = _blank_effects(hall)
    for number, table in enumerate(hall.tables):
        plan = find_table_plan(hall, table)
        by_place: dict[str, Sequence[Any]] = {
            "cancelled": plan.cancelled,
            "without_effect": list_cards_without_effect(plan),
        }
        if hall.worked:
            amounts, values = hall.worked[number]
            by_place["amounts"], by_place["values"] = amounts, values
            by_place["sums"] = sums(plan, [hall.faces[seat] for seat in table], amounts)
        for name, column in by_place.items():
            for seat, one in zip(table, column, strict=True):
                found[name][seat] = one
    return found


def _describe_choice(hall: TournamentState, seat: int) -> dict[str, Any]:
    number, place = find_table(hall, seat)
    return describe_choice(find_table_plan(hall, hall.tables[number]), place, hall.faces[seat])


def _list_shown_cards(hall: TournamentState, seat: int, open_: bool) -> list[int]:
    """Return the cards that a player has shown since its last crown, which cannot be the crown."""
    if not hall.covered[seat]:
        return []
    mask = hall.shown[seat] | to_mask([cards[seat] for cards in hall.tricks if cards[seat] != NOTHING])
    if open_ and hall.commits[seat] != NOTHING:
        mask |= 1 << hall.commits[seat]
    return list(CARDS_OF[mask])


def _tables(tricks: tuple[tuple[Seats, Trick], ...]) -> list[dict[str, Any]]:
    """Finished comparisons of a trick by table; all public."""
    told = []
    for table, (_, _, cards, faces, amounts, values, first, second) in tricks:
        plan = find_plan(cards)
        told.append(
            {
                "seats": list(table),
                "cards": list(cards),
                "cancelled": list(plan.cancelled),
                "silenced": plan.lady >= 0,
                "faces": list(faces),
                "amounts": list(amounts),
                "values": list(values),
                "out": [values.count(value) > 1 for value in values],
                "first": None if first == NOBODY else table[first],
                "second": None if second == NOBODY else table[second],
            }
        )
    return told


def _half(hall: TournamentState) -> list[dict[str, Any]]:
    """Return the tables of the groups while the centre plays, with all that is still visible there."""
    told = _tables(hall.half)
    for entry, (_, (_, _, cards, faces, amounts, *_)) in zip(told, hall.half, strict=True):
        plan = find_plan(cards)
        entry["without_effect"] = list_cards_without_effect(plan)
        entry["sums"] = sums(plan, faces, amounts)
    return told


def _last(hall: TournamentState) -> dict[str, Any] | None:
    """Return the last finished trick: its tables and the gain of every player; None before the first."""
    if not hall.done:
        return None
    gains = [0] * hall.seats
    for number, (table, (_, _, cards, _, _, _, first, second)) in enumerate(hall.done):
        winner_token, second_token = tokens(find_plan(cards))
        # Only the winner of the last table scores: the centre's, or that of the final.
        if first != NOBODY and number == len(hall.done) - 1 and (_has_centre(hall) or len(hall.done) == 1):
            gains[table[first]] += winner_token
        if second != NOBODY:
            gains[table[second]] += second_token
    number, trick = hall.done[0][1][:2]
    return {"round": number, "trick": trick, "tables": _tables(hall.done), "centre": _has_centre(hall), "gains": gains}


def _has_centre(hall: TournamentState) -> bool:
    """Whether the last of the finished tables is the centre: its players won the tables before."""
    return len(hall.done) > 1 and all(
        any(first != NOBODY and table[first] == seat for table, (*_, first, _) in hall.done[:-1])
        for seat in hall.done[-1][0]
    )


# --- back to a state ------------------------------------------------------------------------------


def rebuild_state(view: View, chance: Chance) -> TournamentState:
    """Build a full state consistent with the view; unknown crowns and choices are drawn at random."""
    hall = create_state(view["seats"], to_mask(view["set"]), tuple(view["sizes"]))
    own: int | None = view["seat"]
    hall.round = view["round"]
    hall.phase = PHASES.index(view["phase"])
    hall.stage = STAGES.index(view["stage"])
    hall.waiting = tuple(view["to_act"])
    hall.order = tuple(view["order"])
    hall.groups = tuple(tuple(group) for group in view["groups"])
    hall.tables = tuple(tuple(table) for table in view["tables"])
    hall.finalists = tuple(view["finalists"])
    hall.champion = NOTHING if view["champion"] is None else view["champion"]
    take_public(hall, view)
    hall.covered = list(view["covered"])
    hall.laid = tuple(
        to_mask(view["own_crowns"]) if seat == own else draw_crowns(view, seat, view["covered"][seat], chance)
        for seat in range(hall.seats)
    )
    hall.length = find_round_length(hall)
    _deal(hall, view, own, chance)
    hall.thefts = tuple((thief, victim) for thief, victim in view["thefts"])
    if hall.phase == THEFT:
        hall.worked = tuple(
            (tuple(view["amounts"][seat] for seat in table), tuple(view["values"][seat] for seat in table))
            for table in hall.tables
        )
    if hall.phase in (EFFECTS, THEFT):
        _draw_picks(hall, view, own, chance)
    hall.half = tuple(_read_table(entry, view["round"], view["trick"]) for entry in view["half"])
    if view["last"] is not None:
        last = view["last"]
        hall.done = tuple(_read_table(entry, last["round"], last["trick"]) for entry in last["tables"])
    hall.results = tuple((tuple(entry["points"]), to_mask(entry["winners"])) for entry in view["round_results"])
    hall.groups_then = tuple(tuple(tuple(group) for group in entry["groups"]) for entry in view["round_results"])
    return hall


def _deal(hall: TournamentState, view: View, own: int | None, chance: Chance) -> None:
    """Deal hands, played and committed cards."""
    here = players(hall) if hall.tables or hall.phase == CHOOSE else ()
    played: list[list[int]] = view["played"]
    count = max(len(cards) for cards in played)
    hall.tricks = tuple(
        tuple(cards[number] if number < len(cards) else NOTHING for cards in played) for number in range(count)
    )
    hall.hands = [hall.cards & ~laid & ~to_mask(gone) for laid, gone in zip(hall.laid, played, strict=True)]
    for seat in here:
        if hall.phase in (EFFECTS, THEFT):
            hall.commits[seat] = view["table"][seat]
        elif view["committed"][seat]:
            card = view["own_commit"] if seat == own else chance.draw(CARDS_OF[hall.hands[seat]])
            hall.commits[seat] = card
        if hall.commits[seat] != NOTHING:
            hall.hands[seat] ^= 1 << hall.commits[seat]


def _draw_picks(hall: TournamentState, view: View, own: int | None, chance: Chance) -> None:
    """Fill in hidden choices of effects and thefts."""
    waiting = hall.waiting
    for seat in range(hall.seats):
        if view["committed"][seat]:
            # Ask as if no player had answered yet.
            hall.waiting = (seat,)
            hall.picks[seat] = view["own_commit"] if seat == own else chance.draw(rounds.list_legal(hall, seat))
    hall.waiting = waiting


def _read_table(entry: dict[str, Any], number: int, trick: int) -> tuple[Seats, Trick]:
    seats = tuple(entry["seats"])
    first = NOBODY if entry["first"] is None else seats.index(entry["first"])
    second = NOBODY if entry["second"] is None else seats.index(entry["second"])
    told = (
        number, trick, tuple(entry["cards"]), tuple(entry["faces"]), tuple(entry["amounts"]), tuple(entry["values"]),
        first, second,
    )  # fmt: skip
    return seats, told
