"""Catalogue texts of actions and events, and of their explanations."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import HANDICAP, Event, Message, View
from games.event_texts import PLAYER, Data, Row, Table, Value, constant, explain_line, name_handicap, seat, tell

from .board import SHAPES
from .cards import LEADER_CODES, TOKEN_CODES, cards
from .maps import SIDE_CODES
from .moves import Kind, Move, find_move
from .options import FLAGS
from .state import NEUTRAL_OWNER, PRICES

DOMAIN = "legends"

Params = dict[str, Any]
_OF_THE_BOX = re.compile(rf"{DOMAIN}\.region\.[0-3][AB]\.[0-7]")
"""Text ids of regions of the box."""


def card_name(card: int) -> dict[str, str]:
    """Return the message parameter for the name of a card."""
    return {"text": f"{DOMAIN}.card.{cards()[card].code}.name"}


def region_name(where: str) -> dict[str, str] | str:
    """Return the message parameter for the name of a region, given as :meth:`.maps.Side.name_region` returns it.

    Regions of the box are named in the catalogues, those of custom sides by the player; a copy of a side of the box
    that still uses the text ids of the box shows these texts.
    """
    _, own, name = where.partition(":")
    if own and not _OF_THE_BOX.fullmatch(name):
        return name
    return {"text": name if own else f"{DOMAIN}.region.{where}"}


def token_name(token: int) -> dict[str, str]:
    """Return the message parameter for the name of a token."""
    return {"text": f"{DOMAIN}.token.{TOKEN_CODES[token]}.name"}


def leader_name(leader: int) -> dict[str, str]:
    """Return the message parameter for the name of a leader."""
    return {"text": f"{DOMAIN}.leader.{LEADER_CODES[leader]}.name"}


def list_features(view: View) -> list[str]:
    """Return the names of this game's optional features, by which explanations choose sentences."""
    chosen = [name for name in ("explore", *FLAGS) if view["options"][name] not in (False, "none")]
    return chosen + ["tokens"] * any(name != "leaders" for name in chosen)


def describe(what: int | Event) -> Message | None:
    """Return the text of an action or event; None if it gets no line in the log."""
    if isinstance(what, int):
        return _describe_action(what)
    return tell(DOMAIN, _EVENTS, what)


def explain(what: int | Event) -> Message | None:
    """Return the text of the rule behind an event, or of what an action would do; None as :func:`describe`."""
    return explain_line(what, describe(what), _WHY)


# --- actions ------------------------------------------------------------------------------------

_OPTIONS = ("first_action", "second_action")
_STEMS = ("stem_above", "stem_below")


def _describe_action(action: int) -> Message | None:
    """Return the text of an action; regions are numbered from 1, as an action does not know the board."""
    move = find_move(action)
    if move is None:
        return None
    name, params = _describe_move(move)
    if move.region is not None:
        params["region"] = move.region + 1
    return Message(f"{DOMAIN}.action.{name}", params)


def _describe_move(move: Move) -> tuple[str, Params]:
    """Return the end of the text id and the parameters of the text about a move, without its region."""
    kind, number = move.kind, move.number
    if kind == Kind.CARD:
        return "card", {"place": number + 1, "price": PRICES[number]}
    if kind in (Kind.OPTION, Kind.STEM):
        return (_OPTIONS if kind == Kind.OPTION else _STEMS)[number], {}
    if kind == Kind.NAME:
        return "name", {"player": {"seat": number}}
    if kind == Kind.SEGMENT:
        return f"segment{'.turned' if move.turned else ''}", {"segment": SIDE_CODES[number]}
    if kind == Kind.OWN_SEGMENT:
        return f"own_segment{'.turned' if move.turned else ''}", {"number": number + 1}
    if kind == Kind.BID:
        return "bid", {"coins": number}
    if move.owner is None:
        return kind.value, {}
    return ("destroy.neutral", {}) if move.owner == NEUTRAL_OWNER else (kind.value, {"player": {"seat": move.owner}})


# --- events -------------------------------------------------------------------------------------


def _name_region(key: str) -> Value:
    """Return the parameter for the region under a key of the data; None if the event has none."""
    return lambda data: region_name(data[key]) if key in data else None


def _name_token(data: Data) -> dict[str, str]:
    return token_name(data["token"])


def _name_card(data: Data) -> dict[str, str]:
    return card_name(data["card"])


_REGION: Mapping[str, Value] = {"region": _name_region("where")}

_PLAYER: Mapping[str, Value] = {**PLAYER, **_REGION}
"""Parameters of a line about a seat, with the region where it happens if there is one."""


def _list_numbers(name: str, seats: Sequence[int], numbers: Sequence[int | str]) -> Row:
    """Return a row with the names ``a`` to ``d`` of up to four seats and a number for each."""
    params: dict[str, Value] = {}
    for letter, seat_, number in zip("abcd", seats, numbers, strict=False):
        params[letter] = constant({"seat": seat_})
        params[f"{letter}_n"] = constant(number)
    return f"event.{name}.{len(seats)}", params


def _pick_segment(data: Data) -> Row:
    name = "segment_laid.turned" if data["turned"] else "segment_laid"
    return f"event.{name}", {"segment": "segment", "place": lambda data: data["place"] + 1}


def _pick_token(data: Data) -> Row:
    if data["token"] is None:
        return "event.token_laid.face_down", _REGION
    return "event.token_laid", {"token": _name_token, **_REGION}


def _pick_card(data: Data) -> Row:
    if not data["price"]:
        return "event.card_taken.free", {**_PLAYER, "card": _name_card}
    return "event.card_taken", {**_PLAYER, "card": _name_card, "n": "price"}


def _pick_destruction(data: Data) -> Row:
    if data["owner"] == NEUTRAL_OWNER:
        return "event.destroyed.neutral", _PLAYER
    name = "destroyed.captured" if data["captured"] else "destroyed"
    return f"event.{name}", {**_PLAYER, "other": seat("owner")}


def _pick_scores(data: Data) -> Row:
    totals = [score["total"] for score in data["scores"]]
    return _list_numbers("scored", range(len(totals)), [total if total >= 0 else f"\u2212{-total}" for total in totals])


_EVENTS: Table = {
    "game_begins": lambda data: (
        ("event.game_begins", {"game": "game", "games": "games"}) if data["games"] > 1 else None
    ),
    "twist": ("option.{twist}", {}),
    HANDICAP: name_handicap(DOMAIN),
    "sunk": ("event.sunk", _REGION),
    "shape": ("event.shape.{shape}", {}),
    "segment_laid": _pick_segment,
    "leader": ("event.leader", {**_PLAYER, "leader": lambda data: leader_name(data["leader"])}),
    "start_laid": ("event.start_laid", _REGION),
    "joint_laid": ("event.joint_laid", _REGION),
    "token_laid": _pick_token,
    "neutral_laid": ("event.neutral_laid", _PLAYER),
    "bid_made": ("event.bid_made", _PLAYER),
    "bids_opened": lambda data: _list_numbers("bids_opened", range(len(data["bids"])), data["bids"]),
    "rolled": lambda data: _list_numbers("rolled", data["seats"], data["faces"]),
    "auction_won": ("event.auction_won.{how}", {**_PLAYER, "n": "coins"}),
    "first_named": ("event.first_named", {"player": seat("first")}),
    "card_taken": _pick_card,
    "received": ("event.received.{cause}", {**_PLAYER, "n": "coins"}),
    "paid": ("event.paid.{cause}", {**_PLAYER, "n": "coins", "other": seat("to")}),
    "action_void": ("event.action_void.{kind}", _PLAYER),
    "placed": lambda data: ("event.placed" if data["bribed"] is None else "event.placed.bribed", _PLAYER),
    "moved": (
        "event.moved",
        {**_PLAYER, "origin": _name_region("from_where"), "target": _name_region("to_where"), "cost": "cost"},
    ),
    "built": ("event.built", _PLAYER),
    "token_taken": ("event.token_taken", {**_PLAYER, "token": _name_token}),
    "destroyed": _pick_destruction,
    "looked": ("event.looked", _PLAYER),
    "token_seen": ("event.token_seen", {**_REGION, "token": _name_token}),
    "scored": _pick_scores,
}

_WHY: dict[str, str] = {
    **{
        f"{DOMAIN}.event.{name}.{count}": f"{DOMAIN}.event.{name}"
        for name in ("bids_opened", "rolled", "scored")
        for count in (2, 3, 4)
    },
    **{f"{DOMAIN}.event.shape.{shape}": f"{DOMAIN}.event.shape" for shape in SHAPES},
    f"{DOMAIN}.event.segment_laid.turned": f"{DOMAIN}.event.segment_laid",
    f"{DOMAIN}.event.card_taken.free": f"{DOMAIN}.event.card_taken",
    f"{DOMAIN}.action.segment.turned": f"{DOMAIN}.action.segment",
    f"{DOMAIN}.action.own_segment.turned": f"{DOMAIN}.action.own_segment",
}
"""Text ids that share one explanation."""
