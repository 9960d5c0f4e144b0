"""Catalogue texts of actions and events, and of their explanations."""

from collections.abc import Callable, Mapping

from engine.contract import HANDICAP, Event, Message, View
from games.event_texts import PLAYER, Data, Row, Table, Value, name_handicap, seat, tell

from .cards import DOMAIN, FLARES, IN_DECK, OWN_DECKS, RANK_NAMES, box
from .expansions import find_expansion, find_owner
from .maps import COMPASS, format_square
from .moves import Kind, find_move
from .state import FACE_DOWN

Param = dict[str, str] | str


def card_name(card: int, name: str = "") -> Param:
    """Return the message parameter for the name of a card; ``name``: that of a custom card, "" if it is unknown."""
    found = box().cards[card] if 0 <= card < len(box().cards) else None
    if found is None:
        return name or f"#{(card - OWN_DECKS) % IN_DECK + 1}"
    return {"text": f"{found.text_id}.name"}


def task_name(task: int) -> dict[str, str]:
    """Return the message parameter for the name of a task."""
    return {"text": f"{DOMAIN}.task.{box().tasks[task].code}.name"}


def rank_name(rank: int) -> dict[str, str]:
    """Return the message parameter for the rank of a piece."""
    return {"text": f"{DOMAIN}.rank.{RANK_NAMES[rank]}"}


def square_name(square: int) -> str:
    """Return a square as written at the rim of the arena."""
    return format_square(square).upper()


def list_features(view: View) -> list[str]:
    """Return the names of this game's optional features, by which explanations choose sentences."""
    return [view["form"], *(["teams"] if view["teams"] else [])]


def describe(what: int | Event) -> Message | None:
    """Return the text of an action or event; None if it gets no line in the log."""
    if isinstance(what, int):
        return _describe_action(what)
    if what.kind in _EVENTS:
        return tell(DOMAIN, _EVENTS, what)
    owner = find_owner(what)
    return None if owner is None else tell(owner.code, owner.events, what)


def explain(what: int | Event) -> Message | None:
    """Return the text of the rule behind an event, or of what an action would do; None as :func:`describe`."""
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
"""Groups of text ids with one explanation."""


# --- actions ------------------------------------------------------------------------------------


def _describe_action(action: int) -> Message | None:
    move = find_move(action)
    if move is None:
        return None
    if move.kind is Kind.USE:
        owner = find_expansion(action)
        return None if owner is None else owner.describe_action(move)
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


def _name_square(key: str) -> Value:
    return lambda data: square_name(data[key])


def name_card(data: Data) -> Param:
    """Return the message parameter for the card of an event."""
    return card_name(data["card"], data.get("name", ""))


def _name_rank(data: Data) -> Param:
    return rank_name(data["rank"])


def _name_task(data: Data) -> Param:
    return task_name(data["task"])


_CARD: Mapping[str, Value] = {**PLAYER, "card": name_card}


def _pick_owner(name: str, data: Data, **params: Value) -> Row:
    """Return the row about what a seat does to a piece of its own, or (``.other``) to one of ``player``."""
    if data["side"] == data["colour"]:
        return f"event.{name}", {**PLAYER, "rank": _name_rank, **params}
    return f"event.{name}.other", {"actor": seat(), "player": seat("colour"), "rank": _name_rank, **params}


def _change_piece(name: str) -> Callable[[Data], Row]:
    """Rows of an event about a piece on a square."""
    return lambda data: _pick_owner(name, data, square=_name_square("square"))


def _pick_twist(data: Data) -> Row:
    return ("event.legend_waits", PLAYER) if "seat" in data else ("option.{twist}", {})


def _pick_move(data: Data) -> Row:
    name = "leapt" if data["leap"] else "moved"
    return _pick_owner(name, data, origin=_name_square("from"), target=_name_square("to"))


def _pick_points(data: Data) -> Row | None:
    if data["cause"] == HANDICAP:
        return None  # the event of the handicap tells it
    params: dict[str, Value] = {**PLAYER, "n": "points"}
    if data["colour"] == data["side"]:
        return "event.points.{cause}", params
    return "event.points.{cause}.melee", {**params, "colour": seat("colour")}


def _pick_flare(data: Data) -> Row:
    parts = "both" if data["upper"] and data["lower"] else "upper" if data["upper"] else "lower"
    return f"event.flare_played.{parts}", {**PLAYER, "other": seat("side")}


def _pick_task(data: Data) -> Row:
    return ("event.task_laid", {}) if data["task"] == FACE_DOWN else ("event.task_opened", {"task": _name_task})


def _list_winners(data: Data) -> list[int]:
    return [seat for seat, place in enumerate(data["standing"]) if place == 1]


_EVENTS: Table = {
    "game_begins": lambda data: (f"event.game_begins.{'team_' if data['teams'] else ''}{data['form']}", {}),
    "twist": _pick_twist,
    HANDICAP: name_handicap(DOMAIN),
    "first": ("event.first", PLAYER),
    "task_opened": _pick_task,
    "task_put_under": ("event.task_put_under", {"task": _name_task}),
    "task_met": ("event.task_met", {**PLAYER, "task": _name_task}),
    "put": _change_piece("put"),
    "taken_up": _change_piece("taken_up"),
    "destroyed": _change_piece("destroyed"),
    "upgraded": _change_piece("upgraded"),
    "downgraded": _change_piece("downgraded"),
    "converted": (
        "event.converted",
        {
            **PLAYER,
            "other": lambda data: {"seat": data["lost"]["colour"]},
            "rank": _name_rank,
            "square": _name_square("square"),
        },
    ),
    "moved": _pick_move,
    "summoned": ("event.summoned", {**_CARD, "square": _name_square("square")}),
    "improvised": ("event.improvised", {**PLAYER, "other": seat("colour")}),
    "actions_gained": ("event.actions_gained", {**PLAYER, "n": "actions"}),
    "extra_card": lambda data: (f"event.extra_card.{'legend' if data['kind'] else 'being'}", PLAYER),
    "extra_turn": ("event.extra_turn", PLAYER),
    "lent": ("event.lent", PLAYER),
    "recalled": ("event.recalled", _CARD),
    "flare_discarded": ("event.flare_discarded", PLAYER),
    "points": _pick_points,
    "flare_played": _pick_flare,
    "discarded": ("event.discarded", _CARD),
    "returned": ("event.returned.{kind}", PLAYER),
    "handed_over": ("event.handed_over", {**PLAYER, "other": seat("to")}),
    "deck_used_up": ("event.deck_used_up", PLAYER),
    "reshuffled": ("event.reshuffled.{what}", {}),
    "surrendered": ("event.surrendered", PLAYER),
    "claimed": ("event.claimed", {**PLAYER, "task": _name_task, "n": "points"}),
    "last_turns": ("event.last_turns", PLAYER),
    "game_over": (
        "event.game_over",
        {"n": lambda data: len(_list_winners(data)), "player": lambda data: {"seats": _list_winners(data)}},
    ),
}
