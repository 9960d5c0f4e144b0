"""Compiler of card effects: vocabulary of the data and translation into flat programs.

An effect in the data is a list of steps. A step is an object whose ``do`` is one of the keywords:

=========== ======================================================================================
move, leap  a piece moves; ``kind`` empty, standard or combat
destroy, upgrade, downgrade, convert, pick      something happens to a piece (pick: nothing yet)
place       a piece from the supply is put on an empty square
tend        a square: enemy piece of no legendary rank destroyed, own common upgraded, or a common placed
shoot       pieces along a line are destroyed
gain, draw, recall, turn, lend     an action, a card, a card back from the discards, a turn, an enemy piece
discard     the player's flare goes to the discards
=========== ======================================================================================

or a choice ``{"choose": [[step …], …]}`` or a condition ``{"if": …, "do": [step …], "else": [step …]}``.
Which pieces: ``who``, ``rank`` (letters of CHL), ``where`` (zones around the piece just summoned), ``other``
(not that piece). How often: ``times`` (a number, "any", or by rank), ``all``. ``may``: optional, asked each time.
``then`` follows when at least one was carried out, ``none`` when there was no target.
Further fields restrict a step, see :class:`Step`. Expansions add keywords, zones and conditions (``expansions``).

Programs are flat: a step holds the number of the next one, so that an unfinished effect is a few ints.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .expansions import Word, list_conditions, list_words, list_zones

RANKS = "CHL"
ANY_NUMBER = 99
MOST_STEPS = 40

OPS = ("move", "leap", "destroy", "upgrade", "downgrade", "convert", "pick", "place", "tend", "shoot", "gain", "draw",
       "recall", "turn", "lend", "choose", "if", "by_rank", "jump", "discard", "added", "added at once")  # fmt: skip
(MOVE, LEAP, DESTROY, UPGRADE, DOWNGRADE, CONVERT, PICK, PLACE, TEND, SHOOT, GAIN, DRAW, RECALL, TURN, LEND, CHOOSE, IF,
 BY_RANK, JUMP, DISCARD, ADDED, ADDED_AT_ONCE) = range(22)  # fmt: skip
WHO = ("any", "own", "enemy", "with more commons", "with more upgraded", "placed")
ANYBODY, OWN, ENEMY, MORE_COMMONS, MORE_UPGRADED, PLACED = range(6)
WHERE = ("anywhere", "self", "last", "adjacent", "diagonal", "orthogonal", "within 2", "within 3", "marked", "near red",
         "near green", "beside green", "beside own", "beside last", "lines", "used", "coloured")  # fmt: skip
(ANYWHERE, SELF, LAST, ADJACENT, ON_DIAGONAL, ORTHOGONAL, UP_TO_2, UP_TO_3, MARKED, NEAR_RED_SQUARE, NEAR_GREEN_SQUARE,
 BESIDE_GREEN_SQUARE, BESIDE_OWN, BESIDE_LAST, LINES, USED, ON_COLOUR) = range(17)  # fmt: skip
KINDS = ("empty", "standard", "combat")
ONTO_EMPTY, STANDARD, COMBAT = range(3)
CONDITIONS = ("actions left", "on red", "on green", "on outer colour", "last on red", "last was L", "destroyed 2",
              "destroyed 1")  # fmt: skip
(ACTIONS_LEFT, SELF_ON_RED, SELF_ON_GREEN, SELF_ON_OUTER, LAST_ON_RED, LAST_WAS_L, DESTROYED_2,
 DESTROYED_1) = range(8)  # fmt: skip
DRAWN = ("being", "legend")
STOPS = ("", "empty", "legend")
NEVER_STOPS, STOPS_ON_EMPTY, STOPS_ON_LEGEND = range(3)

_TARGETED = {"who", "rank", "where", "other", "may", "times", "then", "none"}
_MOVING = {*_TARGETED, "kind", "to", "line", "one_piece", "different", "alike", "straight_on", "equal", "spare", "stop",
           "self_once", "also", "counting", "bend", "run_on", "toward"}  # fmt: skip
FIELDS: dict[str, set[str]] = {
    "move": _MOVING,
    "leap": {*_MOVING, "distance"},
    "destroy": {*_TARGETED, "all", "uncounted", "group"},
    "upgrade": {*_TARGETED, "each_colour"},
    "downgrade": {*_TARGETED, "group"},
    "convert": {*_TARGETED, "into"},
    "pick": {*_TARGETED, "by_rank"},
    "place": {"who", "rank", "where", "may", "times", "then", "none"},
    "tend": {"where", "may", "times", "then", "none"},
    "shoot": {"directions", "rank", "stop", "count", "range", "fan", "may", "times", "then", "none"},
    "gain": {"number"},
    "draw": {"card"},
    "recall": {"may", "then", "none"},
    "turn": set(),
    "lend": set(),
    "discard": {"card", "may", "then", "none"},
}
"""Keyword → fields that its step may have in addition to ``do``."""


class BadEffect(ValueError):
    """Invalid effect; the text names the place and what was expected."""


@dataclass(frozen=True, slots=True)
class Step:
    """Step of a program. Ranks are masks (1 common, 2 heroic, 4 legendary).

    ``times``       how often, by rank of the piece; ``all_of_them`` at once and unasked
    ``equal``       how many of the moves may be onto an equal rank (ANY_NUMBER for combat moves)
    ``line``        all moves in one direction; ``straight_on`` in the direction of the last one before
    ``one_piece``   all moves with one piece; ``different`` each with another; ``alike`` of one colour and rank
    ``spare``       ranks that a move may not destroy; ``stops`` what ends the moves
    ``self_once``   when all moves are made, one must be with the piece just summoned
    ``also``        further movers: zone, ranks, kind; ``to`` zone that a move must end in; ``distance`` of a leap
    ``group``       each next piece touches one of the chosen before; ``each_colour`` one of each
    ``count``, ``reach``, ``fan``, ``stop``, ``along_last``  of shots: how many pieces (0 = all), how far,
                    with both neighbouring directions, ranks that block, the direction of the last move
    ``number``      actions gained, kind of card drawn, condition tested, rank converted into (-1 = same)
    ``counting``    a move counts the piece that it destroys; ``bend`` each move at most 45 degrees off the one before
    ``run_on``      once begun it goes on as far as it can; ``toward`` zone to whose square each move must come nearer
    ``word``, ``data``  keyword of an expansion, and what it has made of the fields
    ``after``, ``none``, ``ways``  where to go on: not done, nothing to do it to, each way of a choice
    """

    op: int
    may: bool = False
    who: int = ANYBODY
    rank: int = 7
    where: int = ANYWHERE
    other: bool = False
    times: tuple[int, int, int] = (1, 1, 1)
    all_of_them: bool = False
    uncounted: bool = False
    group: bool = False
    each_colour: bool = False
    kind: int = STANDARD
    equal: int = 0
    distance: int = 0
    to: int = ANYWHERE
    line: bool = False
    straight_on: bool = False
    one_piece: bool = False
    different: bool = False
    alike: bool = False
    spare: int = 0
    stops: int = NEVER_STOPS
    self_once: bool = False
    also: tuple[int, int, int] = (-1, 0, 0)
    count: int = 0
    reach: int = ANY_NUMBER
    fan: bool = False
    stop: int = 0
    along_last: bool = False
    number: int = 0
    counting: bool = False
    bend: bool = False
    run_on: bool = False
    toward: int = -1
    word: Word | None = None
    data: Any = None
    after: int = 0
    none: int = 0
    ways: tuple[int, ...] = ()


@dataclass(slots=True)
class _Draft:
    """A step while the program is laid out."""

    fields: dict[str, Any] = field(default_factory=dict)


def compile_effect(effect: Any, place: str) -> tuple[Step, ...]:
    """Compile an effect to a program; raises :class:`BadEffect` naming the place within the card."""
    drafts: list[_Draft] = []
    _lay_out(drafts, effect, place)
    return tuple(Step(**draft.fields) for draft in drafts)


def _lay_out(drafts: list[_Draft], effect: Any, place: str) -> None:
    if not isinstance(effect, list):
        raise BadEffect(f"{place}: expected a list of steps, found {effect!r}")
    if len(drafts) + len(effect) > MOST_STEPS:
        raise BadEffect(f"{place}: expected at most {MOST_STEPS} steps in a card")
    for index, entry in enumerate(effect):
        _one(drafts, entry, f"{place}[{index}]")


def _one(drafts: list[_Draft], entry: Any, place: str) -> None:
    if not isinstance(entry, dict):
        raise BadEffect(f"{place}: expected an object, found {entry!r}")
    if "choose" in entry:
        _fields(entry, {"choose", "may"}, place)
        ways = _list(entry, "choose", place)
        if len(ways) != 2:
            raise BadEffect(f"{place}.choose: expected two ways, found {len(ways)}")
        _branches(drafts, CHOOSE, ways, f"{place}.choose", may=_flag(entry, "may", place))
        return
    if "if" in entry:
        _fields(entry, {"if", "do", "else"}, place)
        condition = _word(entry["if"], (*CONDITIONS, *(name for name, _ in list_conditions())), f"{place}.if")
        branches = [_list(entry, "do", place), entry.get("else", [])]
        _branches(drafts, IF, branches, place, number=condition)
        return
    keyword = entry.get("do")
    if isinstance(keyword, str) and keyword in list_words():
        word = list_words()[keyword]
        _fields(entry, {"do", "may", "then", "none", *word.fields}, place)
        op = ADDED_AT_ONCE if word.at_once else ADDED
        where, data = find_zone(word.zone, place), word.compile(entry, place)
        draft = _Draft({"op": op, "may": _flag(entry, "may", place), "where": where, "word": word, "data": data})
    elif isinstance(keyword, str) and keyword in FIELDS:
        _fields(entry, {"do", *FIELDS[keyword]}, place)
        draft = _Draft({"op": OPS.index(keyword), **_details(keyword, entry, place)})
    else:
        raise BadEffect(f"{place}.do: expected one of {', '.join((*FIELDS, *list_words()))}, found {keyword!r}")
    drafts.append(draft)
    if "by_rank" in entry:
        ways = entry["by_rank"]
        if not isinstance(ways, dict) or set(ways) != set(RANKS):
            raise BadEffect(f"{place}.by_rank: expected steps for C, H and L, found {ways!r}")
        _branches(drafts, BY_RANK, [ways[rank] for rank in RANKS], f"{place}.by_rank")
    _lay_out(drafts, entry.get("then", []), f"{place}.then")
    if entry.get("none"):
        jump = _Draft({"op": JUMP})
        drafts.append(jump)
        draft.fields["none"] = len(drafts)
        _lay_out(drafts, entry["none"], f"{place}.none")
        jump.fields["after"] = draft.fields["after"] = len(drafts)
    else:
        draft.fields["after"] = draft.fields["none"] = len(drafts)


def _branches(drafts: list[_Draft], op: int, branches: Sequence[Any], place: str, **more: Any) -> None:
    """Lay out a step with several alternatives; each ends with a jump behind the last one."""
    draft = _Draft({"op": op, **more})
    drafts.append(draft)
    ways, jumps = [], []
    for number, branch in enumerate(branches):
        ways.append(len(drafts))
        _lay_out(drafts, branch, f"{place}[{number}]")
        jumps.append(_Draft({"op": JUMP}))
        drafts.append(jumps[-1])
    draft.fields["ways"] = tuple(ways)
    for each in (draft, *jumps):
        each.fields["after"] = each.fields["none"] = len(drafts)


def _details(keyword: str, entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Encode the fields of a step as numbers."""
    found: dict[str, Any] = {"may": _flag(entry, "may", place)}
    moving = keyword in ("move", "leap")
    if "who" in entry:
        found["who"] = _word(entry["who"], WHO, f"{place}.who")
    if "rank" in entry:
        found["rank"] = rank_mask(entry["rank"], f"{place}.rank")
    if "where" in entry:
        found["where"] = find_zone(entry["where"], f"{place}.where")
    if "times" in entry:
        found["times"] = _times(entry["times"], f"{place}.times")
    for name in ("other", "uncounted", "group", "each_colour", "line", "straight_on", "one_piece", "different", "alike",
                 "self_once", "fan", "counting", "bend", "run_on"):  # fmt: skip
        if name in entry:
            found[name] = _flag(entry, name, place)
    if "all" in entry:
        found["all_of_them"] = _flag(entry, "all", place)
    if moving:
        found.update(_moving(entry, place))
    if keyword == "place":
        found.setdefault("who", OWN)
        if found["who"] not in (OWN, ENEMY):
            raise BadEffect(f"{place}.who: expected own or enemy, found {entry['who']!r}")
        found.setdefault("rank", 1)
    if keyword == "convert":
        found["number"] = -1 if "into" not in entry else _word(entry["into"], RANKS, f"{place}.into")
    if keyword == "shoot":
        found.update(_shot(entry, place))
    if keyword == "gain":
        found["number"] = _whole(entry.get("number", 1), f"{place}.number", 1, 9)
    if keyword == "discard":
        _word(entry.get("card"), ("flare",), f"{place}.card")
    if keyword == "draw":
        found["number"] = _word(entry.get("card"), DRAWN, f"{place}.card")
    return found


def _moving(entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    kind = _word(entry.get("kind"), KINDS, f"{place}.kind")
    found: dict[str, Any] = {"kind": kind, "equal": ANY_NUMBER if kind == COMBAT else 0}
    if "equal" in entry:
        found["equal"] = _whole(entry["equal"], f"{place}.equal", 0, 9)
    if "distance" in entry:
        found["distance"] = _whole(entry["distance"], f"{place}.distance", 2, 2)
    if "to" in entry:
        found["to"] = find_zone(entry["to"], f"{place}.to")
    if "toward" in entry:
        found["toward"] = find_zone(entry["toward"], f"{place}.toward")
    if "spare" in entry:
        found["spare"] = rank_mask(entry["spare"], f"{place}.spare")
    if "stop" in entry:
        found["stops"] = _word(entry["stop"], STOPS, f"{place}.stop")
    if "also" in entry:
        also = entry["also"]
        if not isinstance(also, dict) or set(also) != {"where", "rank", "kind"}:
            raise BadEffect(f"{place}.also: expected where, rank and kind, found {also!r}")
        found["also"] = (
            find_zone(also["where"], f"{place}.also.where"),
            rank_mask(also["rank"], f"{place}.also.rank"),
            _word(also["kind"], KINDS, f"{place}.also.kind"),
        )
    return found


def _shot(entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    directions = entry.get("directions", "marked")
    if directions not in ("marked", "last"):
        raise BadEffect(f"{place}.directions: expected marked or last, found {directions!r}")
    return {
        "along_last": directions == "last",
        "stop": rank_mask(entry["stop"], f"{place}.stop") if "stop" in entry else 0,
        "count": _whole(entry.get("count", 0), f"{place}.count", 0, 8),
        "reach": _whole(entry.get("range", ANY_NUMBER), f"{place}.range", 1, ANY_NUMBER),
    }


def _fields(entry: Mapping[str, Any], allowed: set[str], place: str) -> None:
    for name in entry:
        if name not in allowed:
            raise BadEffect(
                f"{place}.{name}: there is no such field here; possible fields: {', '.join(sorted(allowed))}"
            )


def _list(entry: Mapping[str, Any], name: str, place: str) -> list[Any]:
    found = entry.get(name)
    if not isinstance(found, list) or not found:
        raise BadEffect(f"{place}.{name}: expected a list that is not empty, found {found!r}")
    return found


def _flag(entry: Mapping[str, Any], name: str, place: str) -> bool:
    found = entry.get(name, False)
    if not isinstance(found, bool):
        raise BadEffect(f"{place}.{name}: expected true or false, found {found!r}")
    return found


def _word(value: Any, words: Sequence[str], place: str) -> int:
    if not isinstance(value, str) or value not in words or not value:
        raise BadEffect(f"{place}: expected one of {', '.join(word for word in words if word)}, found {value!r}")
    return list(words).index(value)


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadEffect(f"{place}: expected a whole number {low} to {high}, found {value!r}")
    return value


def find_zone(value: Any, place: str) -> int:
    """Return the number of a zone word, those of expansions after the base ones; raises :class:`BadEffect`."""
    return _word(value, (*WHERE, *(name for name, _ in list_zones())), place)


def rank_mask(value: Any, place: str) -> int:
    """Return the mask of ranks written as letters, such as "CH" (common, heroic)."""
    if not isinstance(value, str) or not value or any(letter not in RANKS for letter in value):
        raise BadEffect(f"{place}: expected letters of {RANKS}, found {value!r}")
    return sum(1 << RANKS.index(letter) for letter in set(value))


def _times(value: Any, place: str) -> tuple[int, int, int]:
    if value == "any":
        return (ANY_NUMBER, ANY_NUMBER, ANY_NUMBER)
    if isinstance(value, dict):
        if not value or any(rank not in RANKS for rank in value):
            raise BadEffect(f"{place}: expected numbers for C, H or L, found {value!r}")
        found = [_whole(value.get(rank, 1), f"{place}.{rank}", 1, 9) for rank in RANKS]
        return (found[0], found[1], found[2])
    number = _whole(value, place, 1, 9)
    return (number, number, number)
