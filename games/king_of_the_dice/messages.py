"""Which catalogue text tells of an action or an event, and which explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Event, Message, View

from .cards import PILE_CODES, THIEF, citizens
from .dice import COLOURS, DICE, colour_of, number_of
from .maps import HALVES, IN_HALF, kingdom
from .moves import Kind, Move, decode

DOMAIN = "king_of_the_dice"

Data = Mapping[str, Any]


def citizen_name(pile: int) -> dict[str, str]:
    """A message parameter that stands for the name of a pile's citizen."""
    return {"text": f"{DOMAIN}.citizen.{PILE_CODES[pile]}.name"}


def citizen_code(card: int) -> str:
    """Which texts of the catalogue tell what a citizen does; the two thieves differ."""
    citizen = citizens().cards[card]
    return "thief_of_gems" if citizen.pile == THIEF and citizen.steals_gem else PILE_CODES[citizen.pile]


def colour_name(colour: int) -> dict[str, str]:
    """A message parameter that stands for the name of a colour of the dice."""
    return {"text": f"{DOMAIN}.colour.{COLOURS[colour]}"}


def terrain_name(terrain: int) -> dict[str, str]:
    """A message parameter that stands for the name of a terrain."""
    return {"text": f"{DOMAIN}.terrain.{kingdom().terrains[terrain]}"}


def region_name(region: int) -> dict[str, str]:
    """A message parameter that stands for the name of a region: its terrain and half."""
    land = kingdom()
    return {"text": f"{DOMAIN}.region.{HALVES[region // IN_HALF]}.{land.terrains[land.terrain[region]]}"}


def there(view: View) -> list[str]:
    """What a game has of what not every game has, as explanations name it."""
    return [name for name, on in view["options"].items() if on]


def describe(what: int | Event) -> Message | None:
    """A line for an action or event; None when it is not worth one."""
    if isinstance(what, int):
        return _action(what)
    teller = _EVENTS.get(what.kind)
    return None if teller is None else teller(what.data)


def explain(what: int | Event) -> Message | None:
    """The rule behind an event, or what an action would do."""
    move = _meant(what) if isinstance(what, int) else None
    if move is not None and move.kind == Kind.HIRE and move.pile is not None:
        return Message(f"{DOMAIN}.citizen.{PILE_CODES[move.pile]}.help")
    if isinstance(what, Event) and what.kind == "hired":
        return Message(f"{DOMAIN}.citizen.{citizen_code(what.data['card'])}.help")
    line = describe(what)
    if line is None:
        return None
    if isinstance(what, Event) and what.kind == "twist":
        return Message(f"{line.id}.help")
    return Message(f"{_WHY.get(line.id, line.id)}.why", line.params)


# --- actions ------------------------------------------------------------------------------------

_PAYMENTS = ("equal_pair", "with_super", "two_supers")


def _meant(action: int) -> Move | None:
    try:
        return decode(action)
    except ValueError:
        return None


def _action(action: int) -> Message | None:
    base = f"{DOMAIN}.action"
    move = _meant(action)
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
    return {"number": number_of(sign), "colour": colour_name(colour_of(sign))}


# --- events -------------------------------------------------------------------------------------


def _by(name: str, data: Data, **params: Any) -> Message:
    """A line about a seat, with the region where it happens if there is one."""
    if data.get("region") is not None:
        params["region"] = region_name(data["region"])
    return Message(f"{DOMAIN}.event.{name}", {"player": {"seat": data["seat"]}, **params})


def _rival(name: str, data: Data, **params: Any) -> Message:
    return _by(name, data, victim={"seat": data["victim"]}, **params)


def _first_roll(data: Data) -> Message:
    return _by("first_roll", data, n=data["sixes"])


def _result_stands(data: Data) -> Message:
    name = "result_stands.forced" if data["forced"] else "result_stands"
    return _by(name, data, faces=", ".join(map(str, data["faces"])))


def _jokers_used(data: Data) -> Message:
    return _by("jokers_used", data, number=data["number"], colour=colour_name(data["colour"]))


def _alarm(data: Data) -> Message:
    if data["pile"] is None:
        return _by("alarm.alone", data)
    return _by("alarm", data, citizen=citizen_name(data["pile"]))


def _hired(data: Data) -> Message:
    return _by("hired", data, citizen=citizen_name(data["pile"]))


def _tiles_drawn(data: Data) -> Message:
    tiles = data["terrains"]
    names = {letter: terrain_name(terrain) for letter, terrain in zip("abc", tiles, strict=False)}
    return _by(f"tiles_drawn.{len(tiles)}", data, **names)


def _gem_taken(data: Data) -> Message:
    source = "supply" if data["region"] is None else "region"
    return _by(f"gem_taken.{source}.{'gold' if data['gold'] else 'white'}", data)


def _steal_void(data: Data) -> Message:
    return _by(f"steal_void.{data['what']}", data)


def _citizen_stolen(data: Data) -> Message:
    card = citizens().cards[data["card"]]
    return _rival("citizen_stolen", data, citizen=citizen_name(card.pile), **_symbol(card.joker))


def _gem_stolen(data: Data) -> Message:
    return _rival(f"gem_stolen.{'gold' if data['gold'] else 'white'}", data)


def _no_flame(data: Data) -> Message:
    return Message(f"{DOMAIN}.event.no_flame", {"region": region_name(data["region"])})


def _flame_lit(data: Data) -> Message | None:
    if data["source"] == "supply":
        return None
    return _by(f"flame_lit.{data['source']}", {**data, "seat": data["owner"]})


def _game_ends(_: Data) -> Message:
    return Message(f"{DOMAIN}.event.game_ends")


def _round_goes_on(data: Data) -> Message:
    return Message(f"{DOMAIN}.event.round_goes_on", {"n": data["turns"]})


def _scored(data: Data) -> Message:
    return _by("scored", data, area=data["area"], others=data["others"], n=data["total"])


def _game_won(data: Data) -> Message:
    seats = data["seats"]
    names = {letter: {"seat": seat} for letter, seat in zip("abcd", seats, strict=False)}
    return Message(f"{DOMAIN}.event.game_won.{len(seats)}", names)


def _plainly(name: str) -> Callable[[Data], Message]:
    return lambda data: _by(name, data)


def _twist(data: Data) -> Message:
    return Message(f"{DOMAIN}.option.{data['twist']}")


def _lost_patience(data: Data) -> Message:
    return Message(f"{DOMAIN}.event.lost_patience", {"citizen": citizen_name(data["pile"])})


_EVENTS: dict[str, Callable[[Data], Message | None]] = {
    "twist": _twist,
    "lost_patience": _lost_patience,
    "first_roll": _first_roll,
    "first_player": _plainly("first_player"),
    "result_stands": _result_stands,
    "jokers_used": _jokers_used,
    "alarm": _alarm,
    "hired": _hired,
    "tiles_drawn": _tiles_drawn,
    "claimed": _plainly("claimed"),
    "gem_taken": _gem_taken,
    "no_gem": _plainly("no_gem"),
    "citizen_stolen": _citizen_stolen,
    "gem_stolen": _gem_stolen,
    "steal_declined": _plainly("steal_declined"),
    "steal_void": _steal_void,
    "tamed": _plainly("tamed"),
    "tame_void": _plainly("tame_void"),
    "attacked": lambda data: _rival("attacked", data),
    "attack_void": _plainly("attack_void"),
    "dragon_lands": _plainly("dragon_lands"),
    "flame_lit": _flame_lit,
    "no_flame": _no_flame,
    "nothing_to_draw": _plainly("nothing_to_draw"),
    "round_goes_on": _round_goes_on,
    "game_ends": _game_ends,
    "scored": _scored,
    "game_won": _game_won,
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
"""Lines that differ in a detail share one explanation."""
