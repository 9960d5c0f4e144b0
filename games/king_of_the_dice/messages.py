"""Catalogue texts of actions and events, and of their explanations."""

from collections.abc import Mapping
from typing import Any

from engine.contract import HANDICAP, Event, Message, View
from games.event_texts import (
    PLAYER,
    Data,
    Row,
    Table,
    Value,
    constant,
    explain_line,
    letter_seats,
    name_handicap,
    seat,
    tell,
)

from .cards import PILE_CODES, THIEF, citizens
from .dice import COLOURS, DICE, to_colour, to_number
from .maps import HALVES, IN_HALF, kingdom
from .moves import Kind, find_move

DOMAIN = "king_of_the_dice"


def citizen_name(pile: int) -> dict[str, str]:
    """Return the message parameter for the name of a pile's citizen."""
    return {"text": f"{DOMAIN}.citizen.{PILE_CODES[pile]}.name"}


def citizen_code(card: int) -> str:
    """Return the code of a citizen in text ids; the two kinds of thieves have different ones."""
    citizen = citizens().cards[card]
    return "thief_of_gems" if citizen.pile == THIEF and citizen.steals_gem else PILE_CODES[citizen.pile]


def colour_name(colour: int) -> dict[str, str]:
    """Return the message parameter for the name of a colour of the dice."""
    return {"text": f"{DOMAIN}.colour.{COLOURS[colour]}"}


def terrain_name(terrain: int) -> dict[str, str]:
    """Return the message parameter for the name of a terrain."""
    return {"text": f"{DOMAIN}.terrain.{kingdom().terrains[terrain]}"}


def region_name(region: int) -> dict[str, str]:
    """Return the message parameter for the name of a region: its terrain and half."""
    land = kingdom()
    return {"text": f"{DOMAIN}.region.{HALVES[region // IN_HALF]}.{land.terrains[land.terrain[region]]}"}


def list_features(view: View) -> list[str]:
    """Return the names of the optional features of this game, by which explanations choose their sentences."""
    return [name for name, on in view["options"].items() if on]


def describe(what: int | Event) -> Message | None:
    """Return the text of an action or event; None if it gets no line in the log."""
    if isinstance(what, int):
        return _describe_action(what)
    return tell(DOMAIN, _EVENTS, what)


def explain(what: int | Event) -> Message | None:
    """Return the text of the rule behind an event, or of what an action would do; None as :func:`describe`."""
    move = find_move(what) if isinstance(what, int) else None
    if move is not None and move.kind == Kind.HIRE and move.pile is not None:
        return Message(f"{DOMAIN}.citizen.{PILE_CODES[move.pile]}.help")
    if isinstance(what, Event) and what.kind == "hired":
        return Message(f"{DOMAIN}.citizen.{citizen_code(what.data['card'])}.help")
    return explain_line(what, describe(what), _WHY)


# --- actions ------------------------------------------------------------------------------------

_PAYMENTS = ("equal_pair", "with_super", "two_supers")


def _describe_action(action: int) -> Message | None:
    base = f"{DOMAIN}.action"
    move = find_move(action)
    if move is None:
        return None
    kind = move.kind
    if kind == Kind.KEEP:
        return Message(f"{base}.stop") if move.stops else Message(f"{base}.roll", {"n": DICE - move.dice.bit_count()})
    if move.declines:
        return Message(f"{base}.{'steal_no_gem' if kind == Kind.STEAL_GEM else 'steal_no_citizen'}")
    if move.pile is not None:
        return Message(f"{base}.{kind}", {"citizen": citizen_name(move.pile)})
    if kind == Kind.ALARM:
        return Message(f"{base}.alarm_alone")
    if kind == Kind.JOKER:
        return Message(f"{base}.joker.{_PAYMENTS[move.payment]}", _symbol(move.symbol))
    if move.place is not None:
        return Message(f"{base}.{kind}", {"region": region_name(move.place)})
    if move.card is not None:
        card = citizens().cards[move.card]
        return Message(f"{base}.steal_citizen", {"citizen": citizen_name(card.pile), **_symbol(card.joker)})
    if kind == Kind.STEAL_GEM:
        return Message(f"{base}.steal_gem.{'gold' if move.gold else 'white'}", {"player": {"seat": move.seat}})
    return Message(f"{base}.flame_of", {"player": {"seat": move.seat}})


def _symbol(sign: int) -> dict[str, Any]:
    return {"number": to_number(sign), "colour": colour_name(to_colour(sign))}


# --- events -------------------------------------------------------------------------------------


def _name_region(data: Data) -> dict[str, str] | None:
    """Return the parameter for the region of an event; None if it has none."""
    return None if data.get("region") is None else region_name(data["region"])


def _name_citizen(data: Data) -> dict[str, str]:
    return citizen_name(data["pile"])


_PLAYER: Mapping[str, Value] = {**PLAYER, "region": _name_region}
"""Parameters of a line about a seat, with the region where it happens if there is one."""

_VICTIM: Mapping[str, Value] = {**_PLAYER, "victim": seat("victim")}


def _name_gem(data: Data) -> str:
    return "gold" if data["gold"] else "white"


def _pick_result(data: Data) -> Row:
    name = "result_stands.forced" if data["forced"] else "result_stands"
    return f"event.{name}", {**_PLAYER, "faces": lambda data: ", ".join(map(str, data["faces"]))}


def _pick_alarm(data: Data) -> Row:
    return (
        ("event.alarm.alone", _PLAYER)
        if data["pile"] is None
        else ("event.alarm", {**_PLAYER, "citizen": _name_citizen})
    )


def _pick_tiles(data: Data) -> Row:
    tiles = data["terrains"]
    names = {letter: terrain_name(terrain) for letter, terrain in zip("abc", tiles, strict=False)}
    return f"event.tiles_drawn.{len(tiles)}", {**_PLAYER, **_fix(names)}


def _pick_gem(data: Data) -> Row:
    source = "supply" if data["region"] is None else "region"
    return f"event.gem_taken.{source}.{_name_gem(data)}", _PLAYER


def _pick_stolen_citizen(data: Data) -> Row:
    card = citizens().cards[data["card"]]
    return "event.citizen_stolen", {**_VICTIM, **_fix({"citizen": citizen_name(card.pile), **_symbol(card.joker)})}


def _pick_flame(data: Data) -> Row | None:
    row = "event.flame_lit.{source}", {"player": seat("owner"), "region": _name_region}
    return None if data["source"] == "supply" else row


def _pick_winners(data: Data) -> Row:
    return f"event.game_won.{len(data['seats'])}", letter_seats(data)


def _fix(params: Mapping[str, Any]) -> dict[str, Value]:
    """Return fixed values as parameters of a row."""
    return {name: constant(value) for name, value in params.items()}


_EVENTS: Table = {
    "twist": ("option.{twist}", {}),
    HANDICAP: name_handicap(DOMAIN),
    "lost_patience": ("event.lost_patience", {"citizen": _name_citizen}),
    "first_roll": ("event.first_roll", {**_PLAYER, "n": "sixes"}),
    "first_player": ("event.first_player", _PLAYER),
    "result_stands": _pick_result,
    "jokers_used": (
        "event.jokers_used",
        {**_PLAYER, "number": "number", "colour": lambda data: colour_name(data["colour"])},
    ),
    "alarm": _pick_alarm,
    "hired": ("event.hired", {**_PLAYER, "citizen": _name_citizen}),
    "tiles_drawn": _pick_tiles,
    "claimed": ("event.claimed", _PLAYER),
    "gem_taken": _pick_gem,
    "no_gem": ("event.no_gem", _PLAYER),
    "citizen_stolen": _pick_stolen_citizen,
    "gem_stolen": lambda data: (f"event.gem_stolen.{_name_gem(data)}", _VICTIM),
    "steal_declined": ("event.steal_declined", _PLAYER),
    "steal_void": ("event.steal_void.{what}", _PLAYER),
    "tamed": ("event.tamed", _PLAYER),
    "tame_void": ("event.tame_void", _PLAYER),
    "attacked": ("event.attacked", _VICTIM),
    "attack_void": ("event.attack_void", _PLAYER),
    "dragon_lands": ("event.dragon_lands", _PLAYER),
    "flame_lit": _pick_flame,
    "no_flame": ("event.no_flame", {"region": _name_region}),
    "nothing_to_draw": ("event.nothing_to_draw", _PLAYER),
    "round_goes_on": ("event.round_goes_on", {"n": "turns"}),
    "game_ends": ("event.game_ends", {}),
    "scored": ("event.scored", {**_PLAYER, "area": "area", "others": "others", "n": "total"}),
    "game_won": _pick_winners,
}

_WHY: dict[str, str] = {
    **{f"{DOMAIN}.event.tiles_drawn.{count}": f"{DOMAIN}.event.tiles_drawn" for count in (1, 2, 3)},
    **{f"{DOMAIN}.event.game_won.{count}": f"{DOMAIN}.event.game_won" for count in (1, 2, 3, 4)},
    **{f"{DOMAIN}.event.gem_taken.{source}.{gem}": f"{DOMAIN}.event.gem_taken.{source}"
       for source in ("supply", "region") for gem in ("gold", "white")},
    **{f"{DOMAIN}.event.gem_stolen.{gem}": f"{DOMAIN}.event.gem_stolen" for gem in ("gold", "white")},
    **{f"{DOMAIN}.event.steal_void.{what}": f"{DOMAIN}.event.steal_void" for what in ("gem", "citizen")},
    **{f"{DOMAIN}.event.flame_lit.{source}": f"{DOMAIN}.event.flame_lit" for source in ("own", "other")},
    **{f"{DOMAIN}.action.steal_gem.{gem}": f"{DOMAIN}.action.steal_gem" for gem in ("gold", "white")},
    **{f"{DOMAIN}.action.joker.{name}": f"{DOMAIN}.action.joker"
       for name in ("equal_pair", "with_super", "two_supers")},
}  # fmt: skip
"""Text ids that differ in a detail share one explanation."""
