"""Resolution of a trick, for any group of seats.

Every function works on a group, given as parallel
lists by *position* in the group (cards, faces, picks), in the order of the seats to the
left. ``seats`` names the seat at each position and is used for events only. So a
tournament can send any group, or the group winners, through the same steps.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.chance import ConstantChance
from engine.contract import Chance, Emit, Event

from .actions import ALCHEMIST_FIRST, ORDERS, TURN, TURNS, TURNS_AFTER_FLIP
from .cards import (
    ALCHEMIST,
    COLLECTOR,
    FAUN,
    GAMBLER,
    GOLEM,
    KNIGHT,
    LADY,
    MACHINE,
    MERCHANTS,
    ORACLE,
    PARASITE,
    REVERSER,
    SORCERER,
    TROUBLEMAKERS,
    opposite,
)

NONE = -1
"""No position, or no card."""
CHANGES = {MACHINE: 7, PARASITE: -7}
"""Amount that a card adds to the value."""
GOLEM_VALUE = 12
GOLEM_ON_TWELVE = 1
SILENT_IN_TURN = (COLLECTOR, FAUN)
"""Cards that act at the comparison."""
FACE, ADDED, DOUBLED, FIXED = "face", "added", "doubled", "fixed"
"""Origin of a value: the face, the face plus an amount, doubled, or fixed by the card."""


class Plan:
    """How the cards of a group act on each other, independent of the dice.

    ``live`` the card in force at each position, or NONE. The names of cards hold the
    position where that card is in force, or NONE. ``ladies`` are the positions of Ladies
    that cancelled each other. ``asks`` are the positions with a pending choice.
    """

    __slots__ = (
        "alchemist", "amounts", "asks", "cancelled", "cards", "collector", "faun", "gambler",
        "golem", "knight", "ladies", "lady", "live", "merchants", "moves", "oracle",
        "reverser", "sorcerer", "troublemakers",
    )  # fmt: skip

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.cancelled = tuple(cards.count(card) > 1 for card in cards)
        self.lady = cards.index(LADY) if cards.count(LADY) == 1 else NONE
        self.ladies = () if cards.count(LADY) < 2 else tuple(p for p, c in enumerate(cards) if c == LADY)
        # A live Lady silences every other card, in all later steps.
        self.live = tuple(
            NONE if self.cancelled[place] or (self.lady != NONE and card != LADY) else card
            for place, card in enumerate(cards)
        )
        self.merchants = self._place(MERCHANTS)
        self.troublemakers = self._place(TROUBLEMAKERS)
        self.sorcerer = self._place(SORCERER)
        self.reverser = self._place(REVERSER)
        self.alchemist = self._place(ALCHEMIST)
        self.golem = self._place(GOLEM)
        self.oracle = self._place(ORACLE)
        self.knight = self._place(KNIGHT)
        self.gambler = self._place(GAMBLER)
        self.collector = self._place(COLLECTOR)
        self.faun = self._place(FAUN)
        self.amounts = tuple(CHANGES.get(card, 0) for card in self.live)
        self.asks = tuple(
            place
            for place in range(len(cards))
            if place == self.sorcerer or (place == self.alchemist and self.troublemakers != NONE)
        )
        self.moves = any(
            place != NONE for place in (self.troublemakers, self.sorcerer, self.reverser, self.alchemist, self.oracle)
        )

    def _place(self, card: int) -> int:
        """Position where this card is in force, or NONE."""
        return self.live.index(card) if card in self.live else NONE


find_plan = lru_cache(maxsize=4096)(Plan)
"""Return the plan for these cards by position (cached)."""


def open_cards(plan: Plan, faces: list[int], seats: Sequence[int], emit: Emit | None) -> None:
    """Carry out steps 2, 3a and 3b: cancel equal cards, let a Lady silence the rest, pass the dice.

    Rulebook "2. Cancelling cards" and the card texts of the Lady and the Merchants: the
    Merchants come first of all effects, the whole die goes to the left with its face.
    Changes ``faces`` in place.
    """
    if emit is not None:
        _emit_cancelled_cards(plan, seats, emit)
    if plan.merchants >= 0:
        was = faces[:]
        faces.insert(0, faces.pop())
        if emit is not None:
            data = {"by": seats[plan.merchants], "was": was, "faces": faces[:], "to": [*seats[1:], seats[0]]}
            emit(Event("dice_passed", data))


def _emit_cancelled_cards(plan: Plan, seats: Sequence[int], emit: Emit) -> None:
    for card in sorted({card for card, gone in zip(plan.cards, plan.cancelled, strict=True) if gone}):
        alike = [seat for seat, other in zip(seats, plan.cards, strict=True) if other == card]
        emit(Event("cards_cancelled", {"card": card, "seats": alike}))
    if plan.lady >= 0:
        emit(Event("silenced", {"seat": seats[plan.lady]}))


def effect_choices(plan: Plan, place: int, face: int) -> tuple[int, ...]:
    """Return the actions for an effect choice at this position, with its die on ``face``; () if there is none.

    The Sorcerer's five faces, or the order of Alchemist and Troublemakers. Ruling K11: an
    order is asked only where it changes what can result. That is the Alchemist alone: on a
    d12 the opposites of a face's neighbours are the neighbours of its opposite, so Sorcerer
    with Troublemakers reaches the same five faces (the neighbours of 13 − face) in either
    order.
    """
    if place == plan.sorcerer:
        return (TURNS if plan.troublemakers < 0 else TURNS_AFTER_FLIP)[face]
    return ORDERS if place in plan.asks else ()


def face_to_turn(plan: Plan, place: int, face: int) -> int | None:
    """Return the face from which the Sorcerer at this position turns its die, now on ``face``; None elsewhere.

    Where Troublemakers turn the die as well it is the opposite one (ruling K11).
    """
    if place != plan.sorcerer:
        return None
    return face if plan.troublemakers < 0 else opposite(face)


def order_sums(plan: Plan, place: int, face: int) -> list[dict[str, Any]]:
    """Return the Alchemist's value at this position, and how it comes about, for each of ``ORDERS``; else [].

    Ruling K2: Alchemist first uses the current face, Troublemakers first the face they turn up.
    """
    if place != plan.alchemist or place not in plan.asks:
        return []
    after = opposite(face)
    return [
        {"face": after, "amount": amount, "value": after + amount, "how": how}
        for amount, how in ((face, ADDED), (after, DOUBLED))
    ]


def sums(plan: Plan, faces: Sequence[int], amounts: Sequence[int]) -> list[str]:
    """Return the origin of the value at each position: FACE, ADDED, DOUBLED or FIXED."""
    return [
        FIXED
        if place == plan.golem
        else FACE
        if not amount
        else DOUBLED
        if place == plan.alchemist and amount == face
        else ADDED
        for place, (face, amount) in enumerate(zip(faces, amounts, strict=True))
    ]


VALUED = (ALCHEMIST, *CHANGES, GOLEM)
"""Cards that compute a value from a face without choice or chance."""


def value_alone(card: int, face: int) -> dict[str, Any]:
    """Return what one of the cards ``VALUED`` makes of a face when no other card acts: face, amount, value and origin
    of the value."""
    plan, faces = find_plan((card,)), [face]
    amounts, values = apply_effects(plan, faces, (0,), ConstantChance(), (0,), None)
    return {"face": faces[0], "amount": amounts[0], "value": values[0], "how": sums(plan, faces, amounts)[0]}


def list_cards_without_effect(plan: Plan) -> list[bool]:
    """Return by position whether the card is cancelled or silenced by a Lady."""
    return [card == NONE for card in plan.live]


def apply_effects(
    plan: Plan,
    faces: list[int],
    picks: Sequence[int],
    chance: Chance,
    seats: Sequence[int],
    emit: Emit | None,
) -> tuple[tuple[int, ...], list[int]]:
    """Carry out steps 3c to 3e; return the amounts to be added to the faces, and the values, by position.

    Ruling K2: Alchemist's and other numbers are remembered as an amount added when applied:
    value = face now + sum of amounts. Alchemist then Troublemakers on face 3 gives
    10 + 3 = 13; Troublemakers then Alchemist gives 20.

    The Golem is 12, or 1 when its face after all effects is 12; the Oracle re-rolls last.
    Changes ``faces`` in place; ``picks`` holds the chosen actions of ``plan.asks``.
    """
    amounts = plan.amounts
    if plan.moves:
        alchemist = plan.alchemist
        doubled = 0
        if alchemist in plan.asks and picks[alchemist] == ALCHEMIST_FIRST:
            doubled = faces[alchemist]
            if emit is not None:
                _tell_amount(emit, seats[alchemist], ALCHEMIST, doubled, doubled)
        if plan.troublemakers >= 0:
            for place, face in enumerate(faces):
                faces[place] = 13 - face
                if emit is not None:
                    by = seats[plan.troublemakers]
                    _tell_turn(emit, seats[place], face, 13 - face, "troublemakers", by)
        reverser = plan.reverser
        if reverser >= 0:
            face = faces[reverser]
            faces[reverser] = 13 - face
            if emit is not None:
                _tell_turn(emit, seats[reverser], face, 13 - face, "reverser", seats[reverser])
        sorcerer = plan.sorcerer
        if sorcerer >= 0:
            face = faces[sorcerer]
            faces[sorcerer] = picks[sorcerer] - TURN
            if emit is not None:
                _tell_turn(emit, seats[sorcerer], face, faces[sorcerer], "sorcerer", seats[sorcerer])
        if alchemist >= 0:
            if not doubled:
                doubled = faces[alchemist]
                if emit is not None:
                    _tell_amount(emit, seats[alchemist], ALCHEMIST, doubled, doubled)
            amounts = (*amounts[:alchemist], doubled, *amounts[alchemist + 1 :])
    if emit is not None:
        for place, card in enumerate(plan.live):
            if card in CHANGES:
                _tell_amount(emit, seats[place], card, CHANGES[card], faces[place])
    golem = plan.golem
    fixed = 0
    if golem >= 0:
        fixed = GOLEM_ON_TWELVE if faces[golem] == 12 else GOLEM_VALUE
        if emit is not None:
            emit(Event("golem", {"seat": seats[golem], "face": faces[golem], "value": fixed, "how": FIXED}))
    if plan.oracle >= 0:
        face = faces[plan.oracle]
        faces[plan.oracle] = chance.die(12)
        if emit is not None:
            data = {"seat": seats[plan.oracle], "face": faces[plan.oracle], "cause": "oracle", "was": face}
            emit(Event("rolled", data))
    values = [face + amount for face, amount in zip(faces, amounts)]  # noqa: B905 (hot path, same length)
    if fixed:
        values[golem] = fixed
    if emit is not None:
        _tell_waiting(plan, seats, emit)
    return amounts, values


def _tell_turn(emit: Emit, seat: int, was: int, face: int, cause: str, by: int) -> None:
    emit(Event("turned", {"seat": seat, "was": was, "face": face, "cause": cause, "by": by}))


def _tell_amount(emit: Emit, seat: int, card: int, amount: int, face: int) -> None:
    how = DOUBLED if card == ALCHEMIST else ADDED
    data = {"seat": seat, "card": card, "amount": amount, "face": face, "value": face + amount, "how": how}
    emit(Event("amount", data))


def _tell_waiting(plan: Plan, seats: Sequence[int], emit: Emit) -> None:
    """Emit the live cards that act only at the comparison."""
    for place, card in enumerate(plan.live):
        if card == KNIGHT:
            emit(Event("knight", {"seat": seats[place]}))
        elif card == GAMBLER:
            emit(Event("gambler", {"seat": seats[place], "knight": plan.knight >= 0}))
        elif card in SILENT_IN_TURN:
            emit(Event("ready", {"seat": seats[place], "card": card}))


def find_theft(plan: Plan, values: Sequence[int]) -> tuple[int, int] | None:
    """Return thief and victim (positions) of step 3f: the cancelled Ladies of lowest and highest value, or None.

    Ruling K3: Lady's theft happens after all other effects, on the values about to be
    compared; only Lady seats are compared with each other; no theft if any two Lady seats
    have equal values. It is optional, and stands even if the thief's die is cancelled later.
    """
    ladies = plan.ladies
    worth = [values[place] for place in ladies]
    if len(set(worth)) < len(worth):
        return None
    return ladies[worth.index(min(worth))], ladies[worth.index(max(worth))]


def compare(
    plan: Plan,
    faces: list[int],
    amounts: Sequence[int],
    values: list[int],
    seats: Sequence[int],
    emit: Emit | None,
) -> tuple[int, int]:
    """Carry out steps 4 and 5: cancel equal values; return the positions of the winner and the second, or NONE.

    Seats whose card was cancelled still compare; zero and negative values can win.

    Ruling K4: Faun: after the turn everything is compared afresh, once, with everybody's
    numbers: the seat that had been equal to the Faun is back in if it now equals nobody; a
    seat that the turned Faun equals drops out with the Faun.

    Ruling K5: Collector: the former second gets nothing; with no other winner the Collector
    alone scores.

    Changes ``faces`` and ``values`` in place when the Faun turns.
    """
    equal = len(set(values)) < len(values)
    if equal and plan.faun >= 0 and values.count(values[plan.faun]) > 1:
        _turn_faun(plan, faces, amounts, values, seats, emit)
        equal = len(set(values)) < len(values)
    if emit is not None:
        _tell_values(plan, faces, amounts, values, emit)
        _tell_equal(values, seats, emit)
    if equal:
        ranked = [value for value in values if values.count(value) == 1]
        ranked.sort(reverse=plan.knight < 0)
    else:
        ranked = sorted(values, reverse=plan.knight < 0)
    first = values.index(ranked[0]) if ranked else NONE
    second = values.index(ranked[1]) if len(ranked) > 1 else NONE
    if equal and plan.collector >= 0 and values.count(values[plan.collector]) > 1:
        first, second = plan.collector, first
        if emit is not None:
            emit(Event("collector", {"seat": seats[first]}))
    return first, second


def _turn_faun(
    plan: Plan,
    faces: list[int],
    amounts: Sequence[int],
    values: list[int],
    seats: Sequence[int],
    emit: Emit | None,
) -> None:
    """Turn the Faun's die to the highest face that no other die of the group shows."""
    place = plan.faun
    if emit is not None:
        _tell_values(plan, faces, amounts, values, emit)
    others = faces[:place] + faces[place + 1 :]
    was = faces[place]
    faces[place] = max(face for face in range(1, 13) if face not in others)
    values[place] = faces[place]
    if emit is not None:
        _tell_turn(emit, seats[place], was, faces[place], "faun", seats[place])
        emit(Event("faun_compare", {"seat": seats[place], "values": values[:]}))


def _tell_values(plan: Plan, faces: list[int], amounts: Sequence[int], values: list[int], emit: Emit) -> None:
    data = {"faces": faces[:], "amounts": list(amounts), "values": values[:]}
    emit(Event("values", {**data, "sums": sums(plan, faces, amounts)}))


def _tell_equal(values: list[int], seats: Sequence[int], emit: Emit) -> None:
    for value in sorted({value for value in values if values.count(value) > 1}, reverse=True):
        alike = [seat for seat, other in zip(seats, values, strict=True) if other == value]
        emit(Event("dice_cancelled", {"value": value, "seats": alike}))


def tokens(plan: Plan) -> tuple[int, int]:
    """Return the worth of the tokens of the winner and of the second.

    Ruling K12 (Gambler): the winner gets 1, second place gets 2; with a live Knight the
    lowest gets 1 and the second lowest 2. Ruling K5: under Gambler the Collector gets 1 and
    the pushed-down winner 2.
    """
    return (1, 2) if plan.gambler >= 0 else (2, 1)
