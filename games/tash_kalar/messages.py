"""Which catalogue text tells of an action or an event, and which explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Event, Message, View

from .cards import FLARES, IN_DECK, OWN_DECKS, RANK_NAMES, box
from .maps import COMPASS, name_of
from .moves import Kind, decode
from .state import FACE_DOWN

DOMAIN = "tash_kalar"

Data = Mapping[str, Any]
Param = dict[str, str] | str


def card_name(card: int, name: str = "") -> Param:
    """A message parameter for the name of a card; a player's own cards bring their name or only a number."""
    found = box().cards[card] if 0 <= card < len(box().cards) else None
    if found is None:
        return name or f"#{(card - OWN_DECKS) % IN_DECK + 1}"
    return {"text": f"{DOMAIN}.card.{found.code}.name"}


def task_name(task: int) -> dict[str, str]:
    """A message parameter for the name of a task."""
    return {"text": f"{DOMAIN}.task.{box().tasks[task].code}.name"}


def rank_name(rank: int) -> dict[str, str]:
    """A message parameter for the rank of a piece."""
    return {"text": f"{DOMAIN}.rank.{RANK_NAMES[rank]}"}


def square_name(square: int) -> str:
    """A square as it is written at the rim of the arena."""
    return name_of(square).upper()


def there(view: View) -> list[str]:
    """What a game has of what not every game has, as explanations name it: its form, and ``teams``."""
    return [view["form"], *(["teams"] if view["teams"] else [])]


def describe(what: int | Event) -> Message | None:
    """A line for an action or event; None when it is not worth one."""
    if isinstance(what, int):
        return _action(what)
    teller = _EVENTS.get(what.kind)
    return None if teller is None else teller(what.data)


def explain(what: int | Event) -> Message | None:
    """The rule behind an event, or what an action would do."""
    line = describe(what)
    if line is None:
        return None
    if line.id.startswith(f"{DOMAIN}.event.game_begins."):
        return Message(f"{line.id.replace('team_', '')}.why", line.params)
    if isinstance(what, Event) and what.kind == "twist":
        return Message(f"{DOMAIN}.option.{what.data['twist']}.help", line.params)
    about = next((group for group in _SHARED_WHY if line.id.startswith(f"{DOMAIN}.{group}.")), "")
    return Message(f"{DOMAIN}.{about}.why" if about else f"{line.id.removesuffix('.other')}.why", line.params)


_SHARED_WHY = (
    "event.points", "event.flare_played", "event.returned", "event.reshuffled", "event.extra_card",
)  # fmt: skip
"""Groups of lines with one explanation."""


# --- actions ------------------------------------------------------------------------------------


def _action(action: int) -> Message | None:
    try:
        move = decode(action)
    except ValueError:
        return None
    base = f"{DOMAIN}.action.{move.kind}"
    square = {"square": square_name(move.square)} if move.square >= 0 else {}
    player = {"player": {"seat": move.colour}}
    if move.kind is Kind.TASK:
        return Message(base, {"task": task_name(move.number)})
    if move.kind in (Kind.COLOUR, Kind.FLARE):
        return Message(base, player)
    if move.kind in (Kind.OPTION, Kind.SHOW):
        return Message(base, {"number": move.number + 1})
    if move.kind is Kind.DIRECTION:
        return Message(base, {"direction": {"text": f"{DOMAIN}.compass.{COMPASS[move.number]}"}})
    if move.kind is Kind.PUT:
        return Message(base, {**player, "rank": rank_name(move.rank), **square})
    if move.card >= FLARES:
        return Message(f"{DOMAIN}.action.return_flare")
    if move.card >= 0:
        return Message(base, {"card": card_name(move.card)})
    return Message(base, square)


# --- events -------------------------------------------------------------------------------------


def _line(name: str, **params: Any) -> Message:
    return Message(f"{DOMAIN}.event.{name}", params)


def _by(name: str) -> Callable[[Data], Message]:
    """The teller of an event that is about a seat and nothing else."""
    return lambda data: _line(name, player={"seat": data["seat"]})


def _deed(name: str, data: Data, **params: Any) -> Message:
    """A line about what somebody does to a piece: their own, or (``.other``) that of ``player``."""
    actor, rank = {"seat": data["seat"]}, rank_name(data["rank"])
    if data["side"] == data["colour"]:
        return _line(name, player=actor, rank=rank, **params)
    return _line(f"{name}.other", actor=actor, player={"seat": data["colour"]}, rank=rank, **params)


def _piece(name: str) -> Callable[[Data], Message]:
    """The teller of an event that is about a piece on a square."""
    return lambda data: _deed(name, data, square=square_name(data["square"]))


def _card(name: str) -> Callable[[Data], Message]:
    """The teller of an event that is about a seat and a card."""
    return lambda data: _line(name, player={"seat": data["seat"]}, card=card_name(data["card"], data.get("name", "")))


def _twist(data: Data) -> Message:
    if "seat" in data:
        return _line("legend_waits", player={"seat": data["seat"]})
    return Message(f"{DOMAIN}.option.{data['twist']}")


def _game_begins(data: Data) -> Message:
    return _line(f"game_begins.{'team_' if data['teams'] else ''}{data['form']}")


def _moved(data: Data) -> Message:
    name = "leapt" if data["leap"] else "moved"
    return _deed(name, data, origin=square_name(data["from"]), target=square_name(data["to"]))


def _converted(data: Data) -> Message:
    return _line(
        "converted", player={"seat": data["seat"]}, other={"seat": data["lost"]["colour"]},
        rank=rank_name(data["rank"]), square=square_name(data["square"]),
    )  # fmt: skip


def _summoned(data: Data) -> Message:
    return _line(
        "summoned", player={"seat": data["seat"]}, card=card_name(data["card"], data["name"]),
        square=square_name(data["square"]),
    )  # fmt: skip


def _gained(data: Data) -> Message:
    return _line("actions_gained", player={"seat": data["seat"]}, n=data["actions"])


def _extra_card(data: Data) -> Message:
    return _line("extra_card.legend" if data["kind"] else "extra_card.being", player={"seat": data["seat"]})


def _points(data: Data) -> Message:
    name = f"points.{data['cause']}"
    if data["colour"] == data["side"]:
        return _line(name, player={"seat": data["seat"]}, n=data["points"])
    colour = {"seat": data["colour"]}
    return _line(f"{name}.melee", player={"seat": data["seat"]}, n=data["points"], colour=colour)


def _flare(data: Data) -> Message:
    parts = "both" if data["upper"] and data["lower"] else "upper" if data["upper"] else "lower"
    return _line(f"flare_played.{parts}", player={"seat": data["seat"]}, other={"seat": data["side"]})


def _returned(data: Data) -> Message:
    return _line(f"returned.{data['kind']}", player={"seat": data["seat"]})


def _handed_over(data: Data) -> Message:
    return _line("handed_over", player={"seat": data["seat"]}, other={"seat": data["to"]})


def _claimed(data: Data) -> Message:
    return _line("claimed", player={"seat": data["seat"]}, task=task_name(data["task"]), n=data["points"])


def _task_opened(data: Data) -> Message:
    if data["task"] == FACE_DOWN:
        return _line("task_laid")
    return _line("task_opened", task=task_name(data["task"]))


def _task_put_under(data: Data) -> Message:
    return _line("task_put_under", task=task_name(data["task"]))


def _task_met(data: Data) -> Message:
    return _line("task_met", player={"seat": data["seat"]}, task=task_name(data["task"]))


def _improvised(data: Data) -> Message:
    return _line("improvised", player={"seat": data["seat"]}, other={"seat": data["colour"]})


def _reshuffled(data: Data) -> Message:
    return _line(f"reshuffled.{data['what']}")


def _game_over(data: Data) -> Message:
    winners = [seat for seat, place in enumerate(data["standing"]) if place == 1]
    return _line("game_over", n=len(winners), player={"seats": winners})


_EVENTS: dict[str, Callable[[Data], Message | None]] = {
    "game_begins": _game_begins,
    "twist": _twist,
    "first": _by("first"),
    "task_opened": _task_opened,
    "task_put_under": _task_put_under,
    "task_met": _task_met,
    "put": _piece("put"),
    "taken_up": _piece("taken_up"),
    "destroyed": _piece("destroyed"),
    "upgraded": _piece("upgraded"),
    "downgraded": _piece("downgraded"),
    "converted": _converted,
    "moved": _moved,
    "summoned": _summoned,
    "improvised": _improvised,
    "actions_gained": _gained,
    "extra_card": _extra_card,
    "extra_turn": _by("extra_turn"),
    "lent": _by("lent"),
    "recalled": _card("recalled"),
    "points": _points,
    "flare_played": _flare,
    "discarded": _card("discarded"),
    "returned": _returned,
    "handed_over": _handed_over,
    "deck_used_up": _by("deck_used_up"),
    "reshuffled": _reshuffled,
    "surrendered": _by("surrendered"),
    "claimed": _claimed,
    "last_turns": _by("last_turns"),
    "game_over": _game_over,
}
