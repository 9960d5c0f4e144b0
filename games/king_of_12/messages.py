"""Catalogue texts of actions and events, and of their explanations."""

from collections.abc import Callable
from typing import Any

from engine.contract import HANDICAP, Event, Message
from games.event_texts import (
    PLAYER,
    Data,
    Row,
    Table,
    Value,
    explain_line,
    letter_seats,
    name_handicap,
    name_seats,
    seat,
    tell,
)
from games.king_of_12.cards import ALCHEMIST, CODES, GAMBLER, KNIGHT, LADY, TROUBLEMAKERS
from games.king_of_12.moves import Kind, Move, find_move

# Texts of the events that occur in tournaments only.

TOURNAMENT_EVENTS: Table = {
    "centre_meets": ("event.centre_meets", {"players": name_seats}),
    "to_centre": ("event.to_centre", {**PLAYER, "value": "value"}),
    "group_unwon": ("event.group_unwon", {"players": name_seats, "round": "round"}),
    "seats_change": ("event.seats_change", {}),
    "final_begins": ("event.final_begins", {"players": name_seats}),
}


DOMAIN = "king_of_12"
MINUS = "\u2212"
"""The sign of negative numbers in texts."""


def card_name(card: int) -> dict[str, str]:
    """Return the message parameter for the name of a card."""
    return {"text": f"{DOMAIN}.card.{CODES[card]}.name"}


def number(value: int) -> str | int:
    """Return a number for a message, a negative one as text with a true minus sign."""
    return value if value >= 0 else f"{MINUS}{-value}"


def describe(what: int | Event) -> Message | None:
    """Return the text of an action or event; None if it gets no line in the log."""
    if isinstance(what, int):
        return _describe_action(what)
    return tell(DOMAIN, _EVENTS, what)


def explain(what: int | Event) -> Message | None:
    """Return the text of the rule behind an event, or of what an action would do; None as :func:`describe`."""
    move = find_move(what) if isinstance(what, int) else None
    if move is not None and move.kind == Kind.CARD and move.card is not None:
        return Message(f"{DOMAIN}.card.{CODES[move.card]}.help")
    return explain_line(what, describe(what), _WHY)


def _describe_action(action: int) -> Message | None:
    move = find_move(action)
    if move is None:
        return None
    name, params = _describe_move(move)
    return Message(f"{DOMAIN}.action.{name}", params)


def _describe_move(move: Move) -> tuple[str, dict[str, Any]]:
    """Name and parameters of the text about a move."""
    if move.kind == Kind.FACE:
        return "turn", {"face": move.face}
    if move.kind == Kind.THEFT:
        return ("take_token", {"token": move.token}) if move.token else ("take_nothing", {})
    assert move.card is not None
    if move.kind == Kind.ORDER:
        return f"{CODES[move.card]}_first", {}
    return "play" if move.kind == Kind.CARD else "lay", {"card": card_name(move.card)}


def _name_card(card: int | str) -> Value:
    """Return the parameter for the name of a card, given by number or by the key of the data that holds the number."""
    return lambda data: card_name(data[card] if isinstance(card, str) else card)


def _name_code(code: str) -> Value:
    return _name_card(CODES.index(code))


def _print_value(data: Data) -> str | int:
    return number(data["value"])


def _pick_roll(data: Data) -> Row | None:
    faces = {**PLAYER, "was": "was", "face": "face"}
    if data["cause"] == "fresh":
        return "event.rolled.fresh", faces
    return ("event.rolled.oracle", {**faces, "card": _name_code("oracle")}) if data["cause"] == "oracle" else None


def _pick_dice_passing(data: Data) -> Row:
    if data["by"] is None:
        return "event.dice_passed.twist", {}
    return "event.dice_passed", {"player": seat("by"), "card": _name_code("merchants")}


def _pick_turn(data: Data) -> Row | None:
    cause = data["cause"]
    faces = {**PLAYER, "was": "was", "face": "face"}
    if data["by"] is None:
        # All dice turn at once: one line. Dice dulled by equal cards get a line each.
        if cause == "turning":
            return ("event.turned.turning", {}) if data["seat"] == 0 else None
        return "event.turned.{cause}", faces
    if cause == "troublemakers":
        # One event per die, but one line: at the die of the card's owner.
        row = "event.turned.troublemakers", {**PLAYER, "card": _name_card(TROUBLEMAKERS)}
        return row if data["seat"] == data["by"] else None
    return "event.turned.{cause}", {**faces, "card": _name_code(cause)}


def _pick_amount(data: Data) -> Row:
    name = "doubled" if data["card"] == ALCHEMIST else "added" if data["amount"] >= 0 else "taken_off"
    params: dict[str, Value] = {"face": "face", "card": _name_card("card"), "value": _print_value}
    return f"event.amount.{name}", {**PLAYER, **params, "amount": lambda data: abs(data["amount"])}


def _pick_golem(data: Data) -> Row:
    name = "golem.on_twelve" if data["face"] == 12 else "golem"
    return f"event.{name}", {**PLAYER, "card": _name_code("golem"), "value": "value"}


def _pick_score(data: Data) -> Row:
    name = how = data["how"]
    if how not in ("collector", "pushed"):
        name = f"first.{how}" if data["place"] == 1 else "second"
    return f"event.scored.{name}", {**PLAYER, "value": _print_value, "n": "points"}


def _pick_round_end(data: Data) -> Row:
    params: dict[str, Value] = {"round": "round"}
    if data["cause"] == "points":
        params |= {**PLAYER, "n": lambda data: data["points"][data["seat"]]}
    elif data["cause"] != "final":
        return "event.round_ends.cards", {**params, **PLAYER}
    return "event.round_ends.{cause}", params


def _per_count(name: str, **params: Value) -> Callable[[Data], Row]:
    """Return the row of an event about several seats: one text per number of seats, whose names are ``a`` to ``d``."""
    return lambda data: (f"event.{name}.{len(data['seats'])}", {**letter_seats(data), **params})


_EVENTS: Table = {
    "twist": ("option.{twist}", {}),
    HANDICAP: name_handicap(DOMAIN),
    "round_begins": ("event.round_begins", {"round": "round"}),
    "rolled": _pick_roll,
    "cards_cancelled": _per_count("cards_cancelled", card=_name_card("card")),
    "silenced": ("event.silenced", {**PLAYER, "card": _name_card(LADY)}),
    "dice_passed": _pick_dice_passing,
    "turned": _pick_turn,
    "amount": _pick_amount,
    "golem": _pick_golem,
    "knight": ("event.knight", {**PLAYER, "card": _name_card(KNIGHT)}),
    "gambler": lambda data: (
        "event.gambler.knight" if data["knight"] else "event.gambler",
        {**PLAYER, "card": _name_card(GAMBLER)},
    ),
    "ready": lambda data: (f"event.ready.{CODES[data['card']]}", {**PLAYER, "card": _name_card("card")}),
    "theft": ("event.theft", {"thief": seat("thief"), "victim": seat("victim"), "token": "token"}),
    "theft_declined": ("event.theft_declined", {"thief": seat("thief"), "victim": seat("victim")}),
    "theft_void": ("event.theft_void.{reason}", {}),
    "dice_cancelled": _per_count("dice_cancelled", value=_print_value),
    "collector": ("event.collector", {**PLAYER, "card": _name_code("collector")}),
    "scored": _pick_score,
    "no_winner": ("event.no_winner", {}),
    "round_ends": _pick_round_end,
    "points_dropped": _per_count("points_dropped", n="points"),
    "round_won": ("event.round_won", {**PLAYER, "round": "round", "n": "points"}),
    "round_unwon": ("event.round_unwon", {"round": "round"}),
    "crown_laid": lambda data: ("event.crown_laid", PLAYER) if data["crowns"] == 1 else None,
    "crown_card": ("event.crown_card", {"card": _name_card("card")}),
    "game_won": lambda data: ("event.tournament_won" if data.get("tournament") else "event.game_won", PLAYER),
    **TOURNAMENT_EVENTS,
}

_WHY: dict[str, str] = {
    f"{DOMAIN}.event.{name}.{count}": f"{DOMAIN}.event.{name}"
    for name in ("cards_cancelled", "dice_cancelled", "points_dropped")
    for count in (2, 3, 4)
}
"""Text ids that differ only in the number of names share one explanation."""
