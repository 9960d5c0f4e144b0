"""Texts of the program in the chosen language, from the gettext catalogues; messages about wrong files of players.

Ids are symbolic (``ui.title.continue``); the part before the first dot names the domain when a
catalogue of that name exists, everything else lives in the domain ``ui``.

Readers of files report errors in one English grammar: place, what was expected, what was found. The English
catalogue holds its phrases as templates; an error that fits one is shown by the text of the same id in the language
of the screen. Places and values stay as they are in the file.
"""

import gettext
import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from engine import registry
from engine.contract import Message
from engine.languages import languages, players_catalogue
from engine.languages.languages import FALLBACK
from engine.storage.safe_read import FileMessage, Unreadable, about, describe_error, one_line
from scenes.shell import bindings
from sprites.base import assets

_DOMAIN = re.compile("[a-z0-9_]{1,40}")
"""A name of a catalogue: the id may come from a file, and what it names is opened."""
DEEPEST = 6
"""Parameters within parameters; the rules need three."""
LONGEST_NUMBER = 1 << 64
KEY_SLOT = re.compile(r"\{key_([a-z0-9_]+)\}")
"""Stands in a text for what the player's keyboard prints on the key of a command."""
BRIEF = ".brief"
"""Ending of the id of a short form, for children."""
MOUSE, FINGERS, KEYS, PAD, EAR = "mouse", "fingers", "keys", "pad", "ear"
"""What a player uses, as far as words depend on it."""
DEVICE_FORMS = {FINGERS: ".fingers", KEYS: ".by_keys", PAD: ".by_pad", EAR: ".spoken"}
"""Ending of the id of the form of a text for who uses a device, where it speaks of what is done or seen: the text
itself is for the mouse."""
BY_DEVICE = "{by_device}"
"""Slot of a long text for its one part that speaks of the device: the text ``ID.by_device``, which has the forms."""
DIGITS = 2
"""Digits of a fraction after its decimal mark."""

SAID = (
    "found", "expected", "missing", "no_field_here", "no_field", "twice", "in_pieces", "no_property", "no_name",
    "own_language", "no_place", "to_itself", "outside", "packed", "unreadable", "checksum", "cut_off", "deep", "memory",
    "over",
)  # fmt: skip
"""Whole complaints, ``ui.file.said.NAME``; the first that fits is taken."""
WANTED = (
    "one_of", "object", "steps_most", "steps", "filled", "list_long", "text_long", "text_like", "whole_range",
    "whole_bound", "whole", "number_bound", "number", "text_range", "text", "flag", "nothing", "code", "codes", "ranks",
    "target", "signs", "near", "pieces", "rank", "directions", "marks", "words", "list", "two_ways", "by_rank", "who",
    "also", "along", "letters", "numbers", "hexagonal", "form", "regions", "below", "polyline", "type", "once", "exits",
    "map_fixed", "map_size", "map", "tilesets", "tileset", "layers", "elements", "entities", "tsx", "path", "block",
    "packing", "tiles_of", "tiles", "template", "no_offset", "far", "another", "printable", "joined", "every_region",
    "pairs", "pair", "language", "plural_rule", "plural_forms", "plain_letters", "stars", "braces", "slots", "po_line",
    "no_link", "islands", "drawing", "some_of", "line_for", "one_line", "file_name", "slot",
    "map_ending", "ending",
)  # fmt: skip
"""What was expected, ``ui.file.wanted.NAME``."""
_AT_LINE = re.compile(r".*line (?P<line>\d+),? column (?P<column>\d+)(?: \(char \d+\))?")
"""How the readers of JSON and of XML say where they stopped."""


class Texts:
    """The catalogues of one language."""

    def __init__(self, language: str, folder: Path = languages.FOLDER) -> None:
        self.language = language if languages.find(language) else FALLBACK
        found = languages.find(self.language)
        self.conventions = languages.get_conventions(self.language)
        self._players = found if found is not None and found.is_players else None
        self.folder = folder
        self._domains: dict[str, gettext.NullTranslations] = {}
        self._faults: list[Message] = []
        self.bindings = bindings.standard()
        """The keys that texts name."""
        self.brief = False
        """Whether texts that have a short form (``ID.brief``) are told in it."""
        self.device = MOUSE
        """What the player uses now: texts that have a form for it (:data:`DEVICE_FORMS`) are told in it."""
        self._forms: dict[tuple[str, str, bool], str] = {}
        """Ids that were asked for, with device and brevity → those of their forms, or the same where there is none."""
        self._plain: dict[str, str] = {}
        """Texts without parameters that were asked for: a picture asks for hundreds of them."""

    def take_faults(self) -> list[Message]:
        """Return new faults found in the texts of a player's language since the last call."""
        found, self._faults = self._faults, []
        return found

    def _domain(self, text_id: str) -> gettext.NullTranslations:
        name = text_id.split(".", 1)[0]
        if name in self._domains:
            return self._domains[name]
        if not _DOMAIN.fullmatch(name):
            name = "ui"
        if name not in self._domains:
            found = self._read_players(name) if self._players is not None else self._read(self.language, name)
            if found is None and self.language != FALLBACK:
                found = self._read(FALLBACK, name)  # English is better than bare ids
            if found is None:
                found = self._domain("ui.") if name != "ui" else gettext.NullTranslations()
            self._domains[name] = found
        return self._domains[name]

    def _file(self, language: str, name: str) -> Path:
        return self._home(name) / language / "LC_MESSAGES" / f"{name}.mo"

    def _home(self, name: str) -> Path:
        """The folder of a catalogue: that of the house, or a game's own where its manifest names one."""
        try:
            own = registry.info(name).texts
        except registry.UnknownGame:
            return self.folder
        return registry.folder(name) / own if own else self.folder

    def _read_players(self, name: str) -> gettext.NullTranslations | None:
        """A catalogue of the player, with English for what it lacks; None where it has none or English has none."""
        english, language = self._read(FALLBACK, name), self._players
        if english is None or language is None:
            return None
        path = language.folder / languages.CATALOGUES / f"{name}.po"
        texts = players_catalogue.list_texts(english)
        try:
            found = players_catalogue.read_catalogue(path, language.conventions, texts, language.folder)
        except Unreadable as error:
            if not error.missing:
                reason = f"{path.name}, {describe_error(error.cause)}"
                self._faults.append(about("ui.language.file", name=language.conventions.name, reason=reason))
            return english
        if found.problems:
            self._faults.append(
                about(
                    "ui.language.texts", name=language.conventions.name, n=len(found.problems), reason=found.problems[0]
                )
            )
        found.add_fallback(english)
        return found

    def _read(self, language: str, name: str) -> gettext.NullTranslations | None:
        """A catalogue; None when there is none of that name. A missing or damaged file is remembered as a problem."""
        path = self._file(language, name)
        try:
            with path.open("rb") as file:
                return gettext.GNUTranslations(file)
        except FileNotFoundError:
            if name == "ui" or any(self._file(code, name).is_file() for code in languages.list_codes()):
                assets.miss(assets.AssetError(f"the texts {path} are missing"))
        except (OSError, ValueError, struct.error, LookupError) as error:
            assets.miss(assets.AssetError(f"the texts {path} cannot be read: {error}"))
        return None

    def quotable(self, words: str) -> str:
        """Return words without their final full stop where this language writes it outside the quotation marks."""
        ends = words.endswith(".") and not words.endswith("..")
        return words[:-1] if ends and not self.conventions.stop_in_quotes else words

    def has(self, text_id: str) -> bool:
        """Whether the catalogue has this id."""
        return self._domain(text_id).gettext(text_id) != text_id

    def t(self, text_id: str, /, **params: Any) -> str:
        """Return the text of an id; a parameter ``n`` chooses the plural form, that of a fraction is the text
        ``ID.part``.

        Never raises, whatever the parameters are.
        """
        if self.brief or self.device != MOUSE:
            text_id = self.find_form(text_id, self.device)
        if not params:
            plain = self._plain.get(text_id)
            if plain is None:
                plain = self._plain[text_id] = self._domain(text_id).gettext(text_id)
            return self._fill_own_slots(text_id, plain)
        catalogue = self._domain(text_id)
        n = params.get("n")
        if isinstance(n, float):
            if round(n, DIGITS).is_integer():  # shown as a whole number, so spoken as one
                n = params["n"] = int(round(n, DIGITS))
            elif self.has(f"{text_id}.part"):
                text_id = f"{text_id}.part"
        if isinstance(n, int):
            text = catalogue.ngettext(text_id, text_id, min(abs(n), LONGEST_NUMBER))
            if text == text_id:
                text = catalogue.gettext(text_id)
        else:
            text = catalogue.gettext(text_id)
        text = self._fill_own_slots(text_id, text)
        shown = {name: self._format_parameter(value) for name, value in params.items()}
        try:
            return text.format(**shown)
        except (LookupError, ValueError, TypeError, AttributeError):  # a parameter of another kind than the text wants
            return text

    def find_form(self, text_id: str, device: str) -> str:
        """Return the id of the variant of a text: the short one for children, where there is one, and of that the one
        for the device in use; the id itself where it has none."""
        key = text_id, device, self.brief
        found = self._forms.get(key)
        if found is None:
            endings = (BRIEF if self.brief else "", DEVICE_FORMS.get(device, ""))
            found = text_id
            for ending in filter(None, endings):
                found = f"{found}{ending}" if self.has(f"{found}{ending}") else found
            self._forms[key] = found
        return found

    def _fill_own_slots(self, text_id: str, text: str) -> str:
        """The text with what speaks of the device, and with ``{key_COMMAND}`` replaced by what the player's keyboard
        prints on that key."""
        if BY_DEVICE in text:
            text = text.replace(BY_DEVICE, self.t(f"{text_id}.by_device"))
        if "{key_" not in text:
            return text
        return KEY_SLOT.sub(lambda found: self.name_key(self.bindings.key_for(found[1])), text)

    def name_key(self, key: str) -> str:
        """Return the name of a key of the bindings: its label in this language; "" for no key."""
        return "+".join(map(self._name_one_key, bindings.split_key(key))) if key else ""

    def _name_one_key(self, part: str) -> str:
        text_id = f"ui.key.{part.replace(' ', '_')}"
        if len(part) > 1 and self.has(text_id):
            return self.t(text_id)
        return bindings.get_label(part)

    def _format_parameter(self, value: Any) -> Any:
        """A parameter as it stands in a text."""
        if isinstance(value, float):
            return self.decimal(value)
        return number(value) if isinstance(value, int) else value

    def fitting(self, text_id: str, there: Iterable[str], /, **params: Any) -> str:
        """Return a text followed by those of its additions ``ID.with.NAME`` whose name is in ``there``, the features of
        this game."""
        additions = [f"{text_id}.with.{name}" for name in sorted(there)]
        return " ".join(self.t(one, **params) for one in [text_id, *filter(self.has, additions)])

    def message(self, message: Message, names: Sequence[str] = (), there: Iterable[str] = ()) -> str:
        """Return a message of the rules or the engine as text, seats shown by ``names``; see :meth:`fitting`. Never
        raises."""
        given = message.params
        if isinstance(message, FileMessage):
            tell = self.complaints.tell
            given = {key: tell(value) if isinstance(value, str) else value for key, value in given.items()}
        params = {str(key): self.value(value, names) for key, value in given.items()}
        said = self.fitting(str(message.id), there, **params)
        return one_line(said) if isinstance(message, FileMessage) else said

    def value(self, value: Any, names: Sequence[str], depth: int = 0) -> Any:
        """Return a parameter as text: seats become their ``names``, text ids texts, lists enumerations, and "…" stands
        for what lies deeper than ``DEEPEST``. Anything else is shown as it is: it may come from a file."""
        if depth > DEEPEST:
            return "\u2026"
        if isinstance(value, Mapping):
            if "seat" in value:
                seat = value["seat"]
                known = isinstance(seat, int) and 0 <= seat < len(names)
                return names[seat] if known else self.value(seat, names, depth + 1)
            if "text" in value:
                inner = {str(key): self.value(part, names, depth + 1) for key, part in value.items() if key != "text"}
                return self.t(str(self.value(value["text"], names, depth + 1)), **inner)
            for key in ("seats", "list"):
                if key in value and isinstance(value[key], list | tuple):
                    wrap = "seat" if key == "seats" else None
                    parts = [{wrap: one} if wrap else one for one in value[key]]
                    return self.join([self.value(one, names, depth + 1) for one in parts])
            return self.join([self.value(one, names, depth + 1) for one in value.values()])
        if isinstance(value, list | tuple):
            return self.join([self.value(one, names, depth + 1) for one in value])
        return value

    def decimal(self, value: float, digits: int = DIGITS) -> str:
        """Return a fraction as text with the decimal mark of the language, without trailing zeros."""
        shown = f"{value:.{digits}f}"
        shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
        return number_text(shown.replace(".", self.conventions.decimal))

    @cached_property
    def complaints(self) -> "Complaints":
        """Translator of file errors to this language; created when first needed."""
        return Complaints(self)

    def join(self, parts: Sequence[Any]) -> str:
        """Return an enumeration: "a", "a and b", "a, b and c"."""
        words = [str(self._format_parameter(part)) for part in parts]
        if len(words) < 2:
            return "".join(words)
        return self.t("ui.list.and", first=", ".join(words[:-1]), last=words[-1])


def number(value: int) -> str:
    """Return a number as text with a true minus sign; "∞" for one too long for Python to convert."""
    if isinstance(value, bool):
        return str(value)
    return number_text(str(value)) if abs(value) < LONGEST_NUMBER else "\u221e"


def number_text(shown: str | int) -> str:
    """Return a number, formatted or not, with a true minus sign."""
    return str(shown).replace("-", "\u2212")


def format_day(texts: Texts, day: date) -> str:
    """Return a day with its weekday as text in the language in use."""
    weekday, month = texts.t(f"today.day.{day.isoweekday()}"), texts.t(f"today.of_month.{day.month}")
    return texts.t("today.date", weekday=weekday, day=day.day, month=month, year=str(day.year))


def format_time(texts: Texts, stamp: str) -> str:
    """Format the local date and time of an ISO time in the language in use; an invalid stamp is returned unchanged."""
    when = read_time(stamp)
    if when is None:
        return one_line(stamp, 20)
    month = texts.t(f"ui.month.{when.month}")
    return texts.t("ui.date", day=when.day, month=month, year=when.year, time=when.strftime("%H:%M"))


def read_time(stamp: str) -> datetime | None:
    """Return the local time of an ISO time; None for no time at all, or one before or after all calendars."""
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


class Complaints:
    """Translates error messages about files from English into the player's language, by patterns."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        english = Texts(FALLBACK, texts.folder)
        self.said = {name: _pattern(english.t(f"ui.file.said.{name}")) for name in SAID}
        self.wanted = {name: _pattern(english.t(f"ui.file.wanted.{name}")) for name in WANTED}

    def translate(self, reason: str) -> str:
        """Return an error message (without the name of the file) in the player's language; unchanged when no pattern
        fits."""
        for name, pattern in self.said.items():
            fits = pattern.fullmatch(reason)
            if fits is None:
                continue
            slots = fits.groupdict()
            if "wanted" in slots:
                slots["wanted"] = self._find_expectation(slots["wanted"]) or slots["wanted"]
            at = _AT_LINE.fullmatch(slots["why"]) if name == "unreadable" else None
            if at is not None:
                return self.texts.t("ui.file.said.not_json", **at.groupdict())
            return self.texts.t(f"ui.file.said.{name}", **slots)
        return reason

    def tell(self, reason: str) -> str:
        """Return an error message for a player who has not written the file: untranslated expectations are left out."""
        fits = self.said["found"].fullmatch(reason) or self.said["expected"].fullmatch(reason)
        if fits is None or self._find_expectation(fits["wanted"]):
            return self.translate(reason)
        slots = fits.groupdict()
        return self.texts.t("ui.file.said.unfit" if "found" in slots else "ui.file.said.unfit_here", **slots)

    def _find_expectation(self, wanted: str) -> str:
        for name, pattern in self.wanted.items():
            fits = pattern.fullmatch(wanted)
            if fits is not None:
                return self.texts.t(f"ui.file.wanted.{name}", **fits.groupdict())
        return ""


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template)), re.DOTALL)
