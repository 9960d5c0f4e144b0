"""Which catalogue text tells of an action or an event, and which explains it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Event, Message, View

from .board import SHAPES
from .cards import cards
from .maps import SIDE_CODES
from .moves import Kind, Move, decode
from .options import FLAGS
from .state import NEUTRAL_OWNER, PRICES
from .tokens import LEADER_CODES, TOKEN_CODES

DOMAIN = "legends"

Data = Mapping[str, Any]
Params = dict[str, Any]
_OF_THE_BOX = re.compile(rf"{DOMAIN}\.region\.[0-3][AB]\.[0-7]")
"""Ids of texts that name regions of the box."""


def card_name(card: int) -> dict[str, str]:
    """A message parameter that stands for the name of a card."""
    return {"text": f"{DOMAIN}.card.{cards()[card].code}.name"}


def region_name(where: str) -> dict[str, str] | str:
    """A message parameter that stands for the name of a region, as :meth:`.maps.Side.where` gives it.

    Regions of the box are named in the catalogues, those of a player's own by the player; a copy of a side of the box
    that still names the texts of the box shows these.
    """
    _, own, name = where.partition(":")
    if own and not _OF_THE_BOX.fullmatch(name):
        return name
    return {"text": name if own else f"{DOMAIN}.region.{where}"}


def token_name(token: int) -> dict[str, str]:
    """A message parameter that stands for the name of a token."""
    return {"text": f"{DOMAIN}.token.{TOKEN_CODES[token]}.name"}


def leader_name(leader: int) -> dict[str, str]:
    """A message parameter that stands for the name of a leader."""
    return {"text": f"{DOMAIN}.leader.{LEADER_CODES[leader]}.name"}


def there(view: View) -> list[str]:
    """What a game has of what not every game has, as explanations name it: its options, and ``tokens`` of any kind."""
    chosen = [name for name in ("explore", *FLAGS) if view["options"][name] not in (False, "none")]
    return chosen + ["tokens"] * any(name != "leaders" for name in chosen)


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
    if isinstance(what, Event) and what.kind == "twist":
        return Message(f"{line.id}.help")
    return Message(f"{_WHY.get(line.id, line.id)}.why", line.params)


# --- actions ------------------------------------------------------------------------------------

_OPTIONS = ("first_action", "second_action")
_STEMS = ("stem_above", "stem_below")


def _action(action: int) -> Message | None:
    """Regions are named by their number on the board, counted from 1: an action knows no board."""
    try:
        move = decode(action)
    except ValueError:
        return None
    name, params = _told(move)
    if move.region is not None:
        params["region"] = move.region + 1
    return Message(f"{DOMAIN}.action.{name}", params)


def _told(move: Move) -> tuple[str, Params]:
    """The name of the line about an action, and what stands in it besides the region."""
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


def _line(name: str, **params: Any) -> Message:
    return Message(f"{DOMAIN}.event.{name}", params)


def _by(name: str, data: Data, **params: Any) -> Message:
    """A line about a seat, with the region where it happens if there is one."""
    if "where" in data:
        params["region"] = region_name(data["where"])
    return _line(name, player={"seat": data["seat"]}, **params)


def _list(name: str, seats: Sequence[int], numbers: Sequence[int | str]) -> Message:
    """Names a, b, c, d with a number for each."""
    params: Params = {}
    for letter, seat, number in zip("abcd", seats, numbers, strict=False):
        params[letter] = {"seat": seat}
        params[f"{letter}_n"] = number
    return _line(f"{name}.{len(seats)}", **params)


def _twist(data: Data) -> Message:
    return Message(f"{DOMAIN}.option.{data['twist']}")


def _sunk(data: Data) -> Message:
    return _line("sunk", region=region_name(data["where"]))


def _game_begins(data: Data) -> Message | None:
    return _line("game_begins", game=data["game"], games=data["games"]) if data["games"] > 1 else None


def _shape(data: Data) -> Message:
    return _line(f"shape.{data['shape']}")


def _segment_laid(data: Data) -> Message:
    name = "segment_laid.turned" if data["turned"] else "segment_laid"
    return _line(name, segment=data["segment"], place=data["place"] + 1)


def _leader(data: Data) -> Message:
    return _by("leader", data, leader=leader_name(data["leader"]))


def _start_laid(data: Data) -> Message:
    return _line("start_laid", region=region_name(data["where"]))


def _joint_laid(data: Data) -> Message:
    return _line("joint_laid", region=region_name(data["where"]))


def _token_laid(data: Data) -> Message:
    region = region_name(data["where"])
    if data["token"] is None:
        return _line("token_laid.face_down", region=region)
    return _line("token_laid", token=token_name(data["token"]), region=region)


def _bids_opened(data: Data) -> Message:
    return _list("bids_opened", range(len(data["bids"])), data["bids"])


def _rolled(data: Data) -> Message:
    return _list("rolled", data["seats"], data["faces"])


def _auction_won(data: Data) -> Message:
    return _by(f"auction_won.{data['how']}", data, n=data["coins"])


def _first_named(data: Data) -> Message:
    return _line("first_named", player={"seat": data["first"]})


def _card_taken(data: Data) -> Message:
    if not data["price"]:
        return _by("card_taken.free", data, card=card_name(data["card"]))
    return _by("card_taken", data, card=card_name(data["card"]), n=data["price"])


def _received(data: Data) -> Message:
    return _by(f"received.{data['cause']}", data, n=data["coins"])


def _paid(data: Data) -> Message:
    if data["to"] is None:
        return _by(f"paid.{data['cause']}", data, n=data["coins"])
    return _by(f"paid.{data['cause']}", data, n=data["coins"], other={"seat": data["to"]})


def _action_void(data: Data) -> Message:
    return _by(f"action_void.{data['kind']}", data)


def _placed(data: Data) -> Message:
    return _by("placed" if data["bribed"] is None else "placed.bribed", data)


def _moved(data: Data) -> Message:
    return _by(
        "moved", data, origin=region_name(data["from_where"]), target=region_name(data["to_where"]), cost=data["cost"]
    )


def _token_taken(data: Data) -> Message:
    return _by("token_taken", data, token=token_name(data["token"]))


def _destroyed(data: Data) -> Message:
    if data["owner"] == NEUTRAL_OWNER:
        return _by("destroyed.neutral", data)
    return _by("destroyed.captured" if data["captured"] else "destroyed", data, other={"seat": data["owner"]})


def _token_seen(data: Data) -> Message:
    return _line("token_seen", region=region_name(data["where"]), token=token_name(data["token"]))


def _scored(data: Data) -> Message:
    totals = [score["total"] for score in data["scores"]]
    return _list("scored", range(len(totals)), [total if total >= 0 else f"\u2212{-total}" for total in totals])


def _about(name: str) -> Callable[[Data], Message]:
    """The teller of an event that is about a seat, and perhaps a region."""
    return lambda data: _by(name, data)


_EVENTS: dict[str, Callable[[Data], Message | None]] = {
    "game_begins": _game_begins,
    "twist": _twist,
    "sunk": _sunk,
    "shape": _shape,
    "segment_laid": _segment_laid,
    "leader": _leader,
    "start_laid": _start_laid,
    "joint_laid": _joint_laid,
    "token_laid": _token_laid,
    "neutral_laid": _about("neutral_laid"),
    "bid_made": _about("bid_made"),
    "bids_opened": _bids_opened,
    "rolled": _rolled,
    "auction_won": _auction_won,
    "first_named": _first_named,
    "card_taken": _card_taken,
    "received": _received,
    "paid": _paid,
    "action_void": _action_void,
    "placed": _placed,
    "moved": _moved,
    "built": _about("built"),
    "token_taken": _token_taken,
    "destroyed": _destroyed,
    "looked": _about("looked"),
    "token_seen": _token_seen,
    "scored": _scored,
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
"""Lines that share one explanation."""
