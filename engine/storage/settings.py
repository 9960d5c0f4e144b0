"""The player's settings: one JSON file, and a good value in place of every bad one."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine import schema
from engine.contract import Message
from engine.languages import languages
from engine.storage import files, folders, safe_read
from engine.storage.safe_read import Refused, Unreadable

T = TypeVar("T")
FILE = "settings.json"
MOST_BYTES = 1 << 20
DEEPEST = 32
"""Levels of nested lists and objects, at most; what the set-up screens keep needs six."""

TEXT_SIZES = (0, 90, 100, 115, 130, 145, 160)
PALETTES = ("standard", "deuteranopia", "protanopia", "tritanopia")
PAD_SIGNS = ("", "xbox", "playstation", "nintendo", "deck")
SPEEDS = ("1", "2", "4", "instant")
NO_SPEECH, FOR_READERS, OWN_VOICE = "off", "reader", "voice"
SPEECH = (NO_SPEECH, FOR_READERS, OWN_VOICE)
"""Nothing is spoken; a screen reader is answered when one asks; the game speaks with the voice of the system."""
SHORT_DETAIL, USUAL_DETAIL, FULL_DETAIL = "short", "usual", "full"
DETAILS = (SHORT_DETAIL, USUAL_DETAIL, FULL_DETAIL)


class Settings(msgspec.Struct, dict=True):
    """What the settings screen offers, and what is remembered between starts.

    ``language`` "" follows the system, and so does one whose folder is not there now; ``text_size`` in percent, 0
    follows the window; ``computer_pause`` in milliseconds; volumes in percent, ``effects_volume`` that of sounds at the
    table; ``confirm_turns``: whether a turn is shown for confirmation before it ends; ``ask_advice``: whether a
    question precedes advice that costs something; ``turn_question``: whether a dialog asks at the end of a turn
    instead; ``ends_turns``: whether a shown turn ends by itself after a while; ``speech_bubbles``: whether what
    characters say is seen at their portraits; ``coach_comments``: whether a coach comments plans in the first games;
    ``coach_lines``: by game and person what the coach has said; ``habits_since``: by person the time from which games
    count for the habits shown; ``last_game``: the name of the save played last; ``person``: the id of who plays, ""
    while nobody has been asked; ``last_setup`` per game what was set in the set-up screen; ``guided``: games whose
    lessons have been offered; ``lessons`` per game the progress in them; ``puzzles`` per game the results; ``bests``
    per game the best results of a person; ``passed_offer``: the offer after the last game that was declined;
    ``share_keyboard``: whether several people choose secretly by keys of their own instead of behind a curtain;
    ``shared_keys``: by name the column of keys or the pad that a person had last; ``shared_columns``: columns of keys
    that a player has changed, name → scancodes; ``evening``: the evening of several games that is under way;
    ``bindings``: keys and buttons that a player has changed, section → key → command; ``hurry_switch``: whether the key
    that hurries toggles instead of being held; ``pad_signs``: whose signs are drawn for buttons of pads, "" those of
    the pad itself; ``pad_shakes``: whether the pad shakes when its player is asked; ``screen_keyboard``: whether a pad
    types with a keyboard on the screen; ``contrast``: whether all is drawn with high contrast; ``one_switch``: whether
    a frame goes over the controls, one more each ``scan_ms`` milliseconds, and one key chooses; ``window_width``,
    ``window_height``: the last size of the window, 0 before the first one; ``window_places``: by screen left, top,
    width and height of the window there, ``window_screen`` the last of them; ``clicks_only``: whether nothing is
    dragged; ``least_text``: least size of texts, in units, 0 for no limit; ``couch``: whether the window is framed in
    the colour of the person to move, and dice are large; ``no_flashes``: whether lights neither pulse nor sparkle nor
    flash; ``child_mode``: whether the points of rivals are hidden, new rivals are gentle, explanations are short and
    the help of three cards is open; ``shorter_rolls``: whether rivals' rolls of dice get shorter from round to round;
    ``analyse_ahead``: whether an analysis begins while a person thinks; ``spoken_output``: one of ``SPEECH``;
    ``spoken_detail``: how much is said, one of ``DETAILS``; ``speech_rate``: speed of the voice from -100 to 100, 0 as
    the system has it; ``touch_density``: pixels per inch of the touch screen, 0 if none has been used; ``opposite``:
    whether two people at a touch screen sit across from each other; ``still_table``: whether the table does not turn
    where several people play.
    """

    language: str = ""
    text_size: int = 0
    palette: str = "standard"
    patterns: bool = False
    contrast: bool = False
    one_switch: bool = False
    scan_ms: int = 1200
    clicks_only: bool = False
    least_text: int = 0
    couch: bool = False
    child_mode: bool = False
    reduced_motion: bool = False
    shorter_rolls: bool = True
    no_flashes: bool = False
    speed: str = "1"
    computer_pause: int = 500
    music_volume: int = 68
    effects_volume: int = 90
    interface_volume: int = 90
    turn_bell: bool = True
    speech_bubbles: bool = True
    coach_comments: bool = True
    analyse_ahead: bool = True
    coach_lines: dict[str, list[str]] = {}
    habits_since: dict[str, str] = {}
    background_sound: bool = False
    muted: bool = False
    fullscreen: bool = False
    window_width: int = 0
    window_height: int = 0
    window_screen: str = ""
    window_places: dict[str, dict[str, int]] = {}
    show_odds: bool = True
    confirm_turns: bool = True
    turn_question: bool = False
    ends_turns: bool = False
    ask_advice: bool = True
    last_game: str = ""
    guided: list[str] = []
    person: str = ""
    last_setup: dict[str, Any] = {}
    lessons: dict[str, Any] = {}
    puzzles: dict[str, Any] = {}
    bests: dict[str, Any] = {}
    passed_offer: str = ""
    share_keyboard: bool = False
    shared_keys: dict[str, str] = {}
    shared_columns: dict[str, Any] = {}
    evening: dict[str, Any] = {}
    bindings: dict[str, Any] = {}
    hurry_switch: bool = False
    pad_signs: str = ""
    pad_shakes: bool = True
    screen_keyboard: bool = True
    spoken_output: str = FOR_READERS
    spoken_detail: str = USUAL_DETAIL
    speech_rate: int = 0
    touch_density: int = 0
    opposite: bool = False
    still_table: bool = False


def _choice_rule(values: tuple[Any, ...]) -> Callable[[Any], bool]:
    return lambda value: value in values


def _range_rule(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: low <= value <= high


_ALLOWED: dict[str, Callable[[Any], bool]] = {
    "language": lambda value: not value or languages.CODE.fullmatch(value) is not None,
    "text_size": _choice_rule(TEXT_SIZES),
    "palette": _choice_rule(PALETTES),
    "speed": _choice_rule(SPEEDS),
    "least_text": _range_rule(0, 24),
    "scan_ms": _range_rule(200, 10000),
    "pad_signs": _choice_rule(PAD_SIGNS),
    "spoken_output": _choice_rule(SPEECH),
    "spoken_detail": _choice_rule(DETAILS),
    "speech_rate": _range_rule(-100, 100),
    "computer_pause": _range_rule(0, 5000),
    "touch_density": lambda value: value == 0 or 40 <= value <= 1000,
    "music_volume": _range_rule(0, 100),
    "effects_volume": _range_rule(0, 100),
    "interface_volume": _range_rule(0, 100),
    "window_width": lambda value: value == 0 or 1024 <= value <= 15360,
    "window_height": lambda value: value == 0 or 640 <= value <= 8640,
}
"""Field → check of its value, beyond its type."""


def parse_value(field: str, words: str) -> Any:
    """Return the value of a field given as a text, such as ``true`` or ``115``; raises ValueError."""
    kinds = {each.name: each.type for each in msgspec.structs.fields(Settings)}
    if field not in kinds:
        raise ValueError(f"{field}: no setting has this name")
    data = msgspec.json.encode(words) if kinds[field] is str else words.encode()
    try:
        value = schema.decode(data, kinds[field])
    except msgspec.DecodeError as error:
        raise ValueError(f"{field}: {error}") from None
    if not _ALLOWED.get(field, lambda value: True)(value):
        raise ValueError(f"{field}: {words!r} is not allowed")
    return value


def get_entry(kept: object, game: str, kind: type[T]) -> T:
    """Return the entry of a game from a field kept per game; a default one if it is missing or invalid.

    The settings may have been written by anybody.
    """
    try:
        return schema.convert(kept.get(game, {}) if isinstance(kept, dict) else {}, kind)
    except (msgspec.ValidationError, RecursionError):
        return kind()


def set_entry(kept: object, game: str, value: object) -> dict[str, Any]:
    """Return a copy of a per-game field with the entry of one game replaced."""
    return {**(kept if isinstance(kept, dict) else {}), game: msgspec.to_builtins(value)}


def path() -> Path:
    """Return the path of the settings file."""
    return folders.settings() / FILE


def load() -> tuple[Settings, list[Message]]:
    """Return the stored settings, and messages about faults in them or a folder that may be lost; never raises.

    A file that is no JSON object is set aside as ``settings.json.bad``; single bad values fall back to their defaults,
    the rest stays; unknown names are ignored.
    """
    refuge = folders.find_refuge()
    found, told = _load()
    return found, told if refuge is None else [safe_read.about("ui.folder.no_home", path=str(refuge)), *told]


def _load() -> tuple[Settings, list[Message]]:
    place = path()
    try:
        found = safe_read.read(place, _decode, MOST_BYTES)
    except Unreadable as error:
        if error.missing:
            return _note_changes(Settings()), []
        if not error.damaged and not isinstance(error.cause, Refused):
            return Settings(), [safe_read.about("ui.settings.unreadable", path=str(place), reason=error.reason)]
        kept = files.set_aside(place, ".bad")
        return _note_changes(Settings()), [safe_read.about("ui.settings.damaged", path=str(kept or place))]
    return _check(found)


def _decode(data: bytes) -> dict[str, Any]:
    found = msgspec.json.decode(data)
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def _check(found: dict[str, Any]) -> tuple[Settings, list[Message]]:
    settings = Settings()
    bad = []
    for field in msgspec.structs.fields(Settings):
        if field.name not in found:
            continue
        try:
            if safe_read.deeper_than(found[field.name], DEEPEST):
                raise msgspec.ValidationError("too deep")
            value = schema.convert(found[field.name], field.type)
        except msgspec.ValidationError:
            bad.append(field.name)
            continue
        if _ALLOWED.get(field.name, lambda value: True)(value):
            setattr(settings, field.name, value)
        else:
            bad.append(field.name)
    if "interface_volume" not in found:
        settings.interface_volume = settings.effects_volume  # one slider was for both
    _note_changes(settings, without=bad)
    if not bad:
        return settings, []
    return settings, [safe_read.about("ui.settings.values", n=len(bad), names=", ".join(bad))]


def saver(settings: Settings) -> Callable[[], None]:
    """Return a function that saves the settings as they are at this call; any thread may run it.

    It writes only what was changed here since the last reading or saving; all other values stay as they are on the
    disk, where another copy of the program or a newer version may have changed them. Raises FolderError.
    """
    now: dict[str, Any] = msgspec.to_builtins(settings)

    def work() -> None:
        place = path()
        with _saving, files.claim_for_update(place):
            kept = merge(_on_disk(place), settings.__dict__.get(_SINCE), now)
            files.write(place, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n", backup=False)
        settings.__dict__[_SINCE] = now

    return work


def merge(
    found: dict[str, Any], since: dict[str, Any] | None, now: dict[str, Any], place: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the settings to write when ``found`` is on the disk and ``since`` has become ``now`` in this process.

    Dicts are merged name by name, lists entry by entry; fields in :data:`_WHOLE` are not merged; of progress
    (:data:`_REACHED`) the better value stays. Without ``since`` all of ``now`` counts as changed.
    """
    if since is None:
        return {**found, **now}
    kept = dict(found)
    for name, value in now.items():
        there = found.get(name)
        better = _REACHED.get((place[0], place[2])) if len(place) == REACHED_AT else None
        if better is not None and there is not None and value != since.get(name):
            kept[name] = better(there, value)
            continue
        if name not in since:
            progress = (*place, name)[0] in {field for field, _ in _REACHED}
            if progress and isinstance(value, dict) and isinstance(there, dict) and len(place) < REACHED_AT:
                kept[name] = merge(there, {}, value, (*place, name))
            else:
                kept[name] = value
            continue
        before = since[name]
        if value == before:
            kept.setdefault(name, value)
        elif not place and name in _WHOLE:
            kept[name] = value
        elif isinstance(value, dict) and isinstance(before, dict) and isinstance(there, dict):
            kept[name] = merge(there, before, value, (*place, name))
        elif isinstance(value, list) and isinstance(before, list) and isinstance(there, list):
            stays = [each for each in there if each in value or each not in before]
            kept[name] = [*stays, *(each for each in value if each not in before and each not in stays)]
        else:
            kept[name] = value
    for name in since:
        if name not in now:
            kept.pop(name, None)
    return kept


_WHOLE = frozenset({"evening"})
"""Fields that are never merged: if two copies of the program change them, the later value stays."""
_SINCE = "since"
"""Name under which a :class:`Settings` keeps the values last read from or written to the disk."""
_saving = threading.Lock()


def _larger(there: Any, here: Any) -> Any:
    return max(there, here) if isinstance(there, int) and isinstance(here, int) else here


def _merge_puzzle(there: Any, here: Any) -> Any:
    return there if there == "solved" else here


def _more_points(there: Any, here: Any) -> Any:
    one, other = (each.get("points") if isinstance(each, dict) else None for each in (there, here))
    return there if isinstance(one, int) and isinstance(other, int) and one > other else here


REACHED_AT = 3
"""How deep in the settings the entries of :data:`_REACHED` lie: field, game, and the name of a dict there."""
_REACHED: dict[tuple[str, str], Callable[[Any, Any], Any]] = {
    ("lessons", "stars"): _larger,
    ("puzzles", "tries"): _larger,
    ("puzzles", "state"): _merge_puzzle,
    ("puzzles", "missed"): _larger,
    ("bests", "best"): _more_points,
}
"""(field, dict) → the function that merges an entry which two copies of the program have changed, so that no progress
is lost."""


def _note_changes(settings: Settings, without: Sequence[str] = ()) -> Settings:
    since = msgspec.to_builtins(settings)
    settings.__dict__[_SINCE] = {name: value for name, value in since.items() if name not in without}
    return settings


def _on_disk(place: Path) -> dict[str, Any]:
    try:
        found = safe_read.read(place, _decode, MOST_BYTES)
    except Unreadable as error:
        if not error.missing:
            files.set_aside(place, ".bad")
        return {}
    return {name: value for name, value in found.items() if not safe_read.deeper_than(value, DEEPEST)}
