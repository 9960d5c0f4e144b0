"""Which catalogue text tells of an action or an event, and which explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Event, Message

from .cards import ALCHEMIST, CODES, GAMBLER, KNIGHT, LADY, MACHINE, PARASITE, TROUBLEMAKERS
from .moves import Kind, Move, decode
from .tournament import messages as tournament

DOMAIN = "king_of_12"
MINUS = "\u2212"
"""The sign of negative numbers in texts."""

Data = Mapping[str, Any]


def card_name(card: int) -> dict[str, str]:
    """A message parameter that stands for the name of a card."""
    return {"text": f"{DOMAIN}.card.{CODES[card]}.name"}


def number(value: int) -> str | int:
    """A number as it is printed: with a true minus sign."""
    return value if value >= 0 else f"{MINUS}{-value}"


def describe(what: int | Event) -> Message | None:
    """A line for an action or event; None when it is not worth one."""
    if isinstance(what, int):
        return _action(what)
    teller = _EVENTS.get(what.kind)
    return None if teller is None else teller(what.data)


def explain(what: int | Event) -> Message | None:
    """The rule behind an event, or what an action would do."""
    if isinstance(what, int):
        move = _meant(what)
        if move is not None and move.kind == Kind.CARD and move.card is not None:
            return Message(f"{DOMAIN}.card.{CODES[move.card]}.help")
        line = _action(what)
        return Message(f"{line.id}.why", line.params) if line else None
    line = describe(what)
    if line is None:
        return None
    if what.kind == "twist":
        return Message(f"{line.id}.help")
    return Message(f"{_WHY.get(line.id, line.id)}.why", line.params)


def _meant(action: int) -> Move | None:
    """The move of a number; None when it means none."""
    try:
        return decode(action)
    except ValueError:
        return None


def _action(action: int) -> Message | None:
    move = _meant(action)
    if move is None:
        return None
    name, params = _told(move)
    return Message(f"{DOMAIN}.action.{name}", params)


def _told(move: Move) -> tuple[str, dict[str, Any]]:
    if move.kind == Kind.FACE:
        return "turn", {"face": move.face}
    if move.kind == Kind.THEFT:
        return ("take_token", {"token": move.token}) if move.token else ("take_nothing", {})
    assert move.card is not None
    if move.kind == Kind.ORDER:
        return f"{CODES[move.card]}_first", {}
    return "play" if move.kind == Kind.CARD else "lay", {"card": card_name(move.card)}


def _seats(seats: Sequence[int]) -> dict[str, Any]:
    """Parameters a, b, c, d for the names of two to four seats."""
    return {letter: {"seat": seat} for letter, seat in zip("abcd", seats, strict=False)}


def _line(name: str, **params: Any) -> Message:
    return Message(f"{DOMAIN}.event.{name}", params)


def _played(name: str, data: Data, card: int, **params: Any) -> Message:
    return _line(name, player={"seat": data["seat"]}, card=card_name(card), **params)


def _round_begins(data: Data) -> Message:
    return _line("round_begins", round=data["round"])


def _twist(data: Data) -> Message:
    return Message(f"{DOMAIN}.option.{data['twist']}")


def _rolled(data: Data) -> Message | None:
    if data["cause"] == "fresh":
        return _line("rolled.fresh", player={"seat": data["seat"]}, was=data["was"], face=data["face"])
    if data["cause"] != "oracle":
        return None
    return _played("rolled.oracle", data, CODES.index("oracle"), was=data["was"], face=data["face"])


def _cards_cancelled(data: Data) -> Message:
    seats = data["seats"]
    return _line(f"cards_cancelled.{len(seats)}", card=card_name(data["card"]), **_seats(seats))


def _silenced(data: Data) -> Message:
    return _played("silenced", data, LADY)


def _dice_passed(data: Data) -> Message:
    if data["by"] is None:
        return _line("dice_passed.twist")
    return _line("dice_passed", player={"seat": data["by"]}, card=card_name(CODES.index("merchants")))


def _turned(data: Data) -> Message | None:
    cause = data["cause"]
    if data["by"] is None:
        # All dice turn at once, which is one line; equal cards cost each die by itself.
        if cause == "turning":
            return _line("turned.turning") if data["seat"] == 0 else None
        return _line(f"turned.{cause}", player={"seat": data["seat"]}, was=data["was"], face=data["face"])
    if cause == "troublemakers":
        # One event per die; the line stands at the die of the player who has the card.
        return _played("turned.troublemakers", data, TROUBLEMAKERS) if data["seat"] == data["by"] else None
    return _played(f"turned.{cause}", data, CODES.index(cause), was=data["was"], face=data["face"])


def _amount(data: Data) -> Message:
    names = {ALCHEMIST: "doubled", MACHINE: "added", PARASITE: "taken_off"}
    params = {"face": data["face"], "amount": abs(data["amount"]), "value": number(data["value"])}
    return _played(f"amount.{names[data['card']]}", data, data["card"], **params)


def _golem(data: Data) -> Message:
    name = "golem.on_twelve" if data["face"] == 12 else "golem"
    return _played(name, data, CODES.index("golem"), value=data["value"])


def _knight(data: Data) -> Message:
    return _played("knight", data, KNIGHT)


def _gambler(data: Data) -> Message:
    return _played("gambler.knight" if data["knight"] else "gambler", data, GAMBLER)


def _ready(data: Data) -> Message:
    return _played(f"ready.{CODES[data['card']]}", data, data["card"])


def _theft(data: Data) -> Message:
    return _line("theft", thief={"seat": data["thief"]}, victim={"seat": data["victim"]}, token=data["token"])


def _theft_declined(data: Data) -> Message:
    return _line("theft_declined", thief={"seat": data["thief"]}, victim={"seat": data["victim"]})


def _theft_void(data: Data) -> Message:
    return _line(f"theft_void.{data['reason']}")


def _dice_cancelled(data: Data) -> Message:
    seats = data["seats"]
    return _line(f"dice_cancelled.{len(seats)}", value=number(data["value"]), **_seats(seats))


def _collector(data: Data) -> Message:
    return _played("collector", data, CODES.index("collector"))


def _scored(data: Data) -> Message:
    place = "first" if data["place"] == 1 else "second"
    how = data["how"]
    if how in ("collector", "pushed"):
        name = f"scored.{how}"
    else:
        name = f"scored.{place}.{how}" if place == "first" else "scored.second"
    return _line(name, player={"seat": data["seat"]}, value=number(data["value"]), n=data["points"])


def _no_winner(_: Data) -> Message:
    return _line("no_winner")


def _round_ends(data: Data) -> Message:
    points = data["points"][data["seat"]]
    if data["cause"] == "points":
        return _line("round_ends.points", round=data["round"], player={"seat": data["seat"]}, n=points)
    if data["cause"] == "final":
        return _line("round_ends.final", round=data["round"])
    return _line("round_ends.cards", round=data["round"], player={"seat": data["seat"]})


def _points_dropped(data: Data) -> Message:
    seats = data["seats"]
    return _line(f"points_dropped.{len(seats)}", n=data["points"], **_seats(seats))


def _round_won(data: Data) -> Message:
    return _line("round_won", player={"seat": data["seat"]}, round=data["round"], n=data["points"])


def _round_unwon(data: Data) -> Message:
    return _line("round_unwon", round=data["round"])


def _crown_laid(data: Data) -> Message | None:
    return _line("crown_laid", player={"seat": data["seat"]}) if data["crowns"] == 1 else None


def _crown_card(data: Data) -> Message:
    return _line("crown_card", card=card_name(data["card"]))


def _game_won(data: Data) -> Message:
    if data.get("tournament"):
        return _line("tournament_won", player={"seat": data["seat"]})
    return _line("game_won", player={"seat": data["seat"]})


_EVENTS: dict[str, Callable[[Data], Message | None]] = {
    "twist": _twist,
    "round_begins": _round_begins,
    "rolled": _rolled,
    "cards_cancelled": _cards_cancelled,
    "silenced": _silenced,
    "dice_passed": _dice_passed,
    "turned": _turned,
    "amount": _amount,
    "golem": _golem,
    "knight": _knight,
    "gambler": _gambler,
    "ready": _ready,
    "theft": _theft,
    "theft_declined": _theft_declined,
    "theft_void": _theft_void,
    "dice_cancelled": _dice_cancelled,
    "collector": _collector,
    "scored": _scored,
    "no_winner": _no_winner,
    "round_ends": _round_ends,
    "points_dropped": _points_dropped,
    "round_won": _round_won,
    "round_unwon": _round_unwon,
    "crown_laid": _crown_laid,
    "crown_card": _crown_card,
    "game_won": _game_won,
    **tournament.EVENTS,
}

_WHY: dict[str, str] = {
    f"{DOMAIN}.event.{name}.{count}": f"{DOMAIN}.event.{name}"
    for name in ("cards_cancelled", "dice_cancelled", "points_dropped")
    for count in (2, 3, 4)
}
"""Lines that differ in the number of names only share one explanation."""
