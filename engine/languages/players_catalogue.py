"""Catalogues of the player: ``.po`` files read as foreign input and held to the English texts, text by text.

What is wrong with one text costs that text alone: it is told of in :attr:`PlayersCatalogue.problems`, and English is
shown. A file that is wrong as a whole raises.
"""

import gettext
import re
import string
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from engine import schema
from engine.languages.languages import Conventions, is_plain, typeset
from engine.storage import safe_read

LARGEST = 4 << 20
"""Most bytes of a catalogue."""
MOST_ENTRIES = 20_000
SHORT, TIMES = 200, 4
"""A text may have 200 letters, or four times the letters of the English one if that is more."""
MOST_FORMS = 6
PLURAL = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;\n]{1,500});?")
_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
NO_RULE = "expected a line Plural-Forms with nplurals and plural"


class Entry(NamedTuple):
    """A text of a catalogue: its id and its plural forms."""

    id: str
    forms: tuple[str, ...]


class PlayersCatalogue(gettext.NullTranslations):
    """Texts of a player's catalogue by id, typeset; missing ones come from its fallback."""

    def __init__(self, texts: Mapping[str, tuple[str, ...]], choose: Callable[[int], int], problems: list[str]) -> None:
        super().__init__()
        self.texts, self.choose, self.problems = texts, choose, problems

    def gettext(self, message: str) -> str:
        """Return the text of an id; if it has plural forms, the one for 1."""
        forms = self.texts.get(message)
        return super().gettext(message) if forms is None else forms[self.choose(1) if len(forms) > 1 else 0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of the text ``msgid1`` for the number ``n``; ``msgid2`` serves the fallback only."""
        forms = self.texts.get(msgid1)
        if forms is None:
            return super().ngettext(msgid1, msgid2, n)
        return forms[self.choose(n) if len(forms) > 1 else 0]


def list_texts(catalogue: gettext.NullTranslations) -> dict[str, tuple[str, ...]]:
    """Return the forms of every text of a compiled catalogue, by text id."""
    found: dict[str, tuple[str, ...]] = {}
    messages: dict[str | tuple[str, int], str] = getattr(catalogue, "_catalog", {})
    for key, text in messages.items():
        name = key if isinstance(key, str) else key[0]
        found[name] = (*found.get(name, ()), text)
    return found


def read_catalogue(
    path: Path, conventions: Conventions, english: Mapping[str, tuple[str, ...]], within: Path | None = None
) -> PlayersCatalogue:
    """Read a catalogue of the player; raises ``safe_read.Unreadable`` for a file that is wrong as a whole.

    ``english``: the texts of the same catalogue. Other ids, those of another version, are ignored. ``within``: folder
    that the file must be in.
    """
    entries = safe_read.read(path, lambda data: parse_entries(data.decode("utf-8")), LARGEST, within)
    try:
        count, choose = _find_rule(entries)
    except schema.Misfit as error:
        raise safe_read.Unreadable(path, error) from error
    texts: dict[str, tuple[str, ...]] = {}
    problems: list[str] = []
    for entry in entries:
        if entry.id not in english or not any(entry.forms):
            continue
        if entry.id in texts:
            problems.append(f"{path.name}: {entry.id} appears twice")
            continue
        wrong = find_fault(entry, english[entry.id], count)
        if wrong:
            problems.append(f"{path.name}, {entry.id}: {wrong}")
        else:
            texts[entry.id] = tuple(typeset(form, conventions) for form in entry.forms)
    return PlayersCatalogue(texts, choose, problems)


def parse_entries(text: str) -> list[Entry]:
    """Return the entries of a ``.po`` file, the header first with the id ""; raises Misfit. Fuzzy entries do not count
    as translated."""
    found: list[Entry] = []
    parts: dict[str, str] = {}
    name, fuzzy, next_fuzzy = "", False, False

    def finish() -> None:
        if "msgid" in parts and not (fuzzy and parts["msgid"]):
            forms = tuple(value for key, value in sorted(parts.items()) if key.startswith("msgstr"))
            found.append(Entry(parts["msgid"], forms))
        parts.clear()
        schema.expect(len(found) <= MOST_ENTRIES, "file", f"at most {MOST_ENTRIES} entries")

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            next_fuzzy = next_fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        match = _LINE.fullmatch(line)
        place = f"line {number}"
        wanted = "msgid, msgstr or a text in quotation marks"
        if match is None or not (match[1] or name):
            raise schema.Misfit(f"{place}: expected {wanted}")
        if match[1] == "msgid":
            finish()
            fuzzy, next_fuzzy = next_fuzzy, False
        if match[1]:
            name = match[1]
            schema.expect(name not in parts and (name == "msgid" or "msgid" in parts), place, wanted)
            parts[name] = ""
        parts[name] += _ESCAPE.sub(lambda sign: _ESCAPES.get(sign[1], sign[0]), match[3])
    finish()
    return found


def _find_rule(entries: list[Entry]) -> tuple[int, Callable[[int], int]]:
    """Return the number of plural forms and the function that chooses one, from the header; raises Misfit."""
    header = next((entry.forms[0] for entry in entries if not entry.id and entry.forms), "")
    match = PLURAL.search(header)
    if match is None or not 1 <= int(match[1]) <= MOST_FORMS:
        raise schema.Misfit(f"header: {NO_RULE}")
    count = int(match[1])
    try:
        choose = gettext.c2py(match[2].strip())
        fits = all(0 <= choose(n) < count for n in [*range(1000), 10**6, (1 << 64) - 1])
    except (ValueError, ArithmeticError, RecursionError, MemoryError):
        fits = False
    if not fits:
        raise schema.Misfit(f"header: {NO_RULE}, found {safe_read.one_line(match[0], 60)}")
    return count, choose


def find_fault(entry: Entry, english: tuple[str, ...], count: int) -> str:
    """Describe what is wrong with a text, in English; "" for a good one. ``count``: plural forms of the language.

    Every form has only slots of the English text, the last one has all of them: a form of "one" may do without {n}.
    """
    wanted_forms = count if len(english) > 1 else 1
    if len(entry.forms) != wanted_forms or not all(form.strip() for form in entry.forms):
        return f"expected this number of forms: {wanted_forms}, found {sum(bool(form.strip()) for form in entry.forms)}"
    most = max(SHORT, TIMES * max(map(len, english)))
    slots = sorted(set().union(*map(_list_slots, english)))
    for form in entry.forms:
        if not is_plain(form):
            return "expected no control or direction characters"
        if len(form) > most:
            return f"expected a text of 1 to {most} characters, found {len(form)}"
        if form.count("*") % 2:
            return "expected stars in pairs"
        try:
            own = set(_list_slots(form))
        except ValueError:
            return "expected braces in pairs"
        if not own <= {*slots, *(["{n}"] if len(english) > 1 else [])} or (form is entry.forms[-1] and own != {*slots}):
            return f"expected these slots: {' '.join(slots) or '-'}, found {' '.join(sorted(own)) or '-'}"
    return ""


def _list_slots(text: str) -> Iterator[str]:
    """Yield the slots of a text as written, such as ``{n}``; raises ValueError for unbalanced braces."""
    for _, name, spec, conversion in string.Formatter().parse(text):
        if name is not None:
            yield f"{{{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}}}"
