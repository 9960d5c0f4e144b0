"""English made 1.4 times as long, as a language of the player: what layouts have room for."""

import json
import math
import re
from functools import cache
from pathlib import Path

from engine.languages.check import ROOM
from tests.support.catalogues import DOMAINS, catalogue

CODE = "qlo"
_PARTS = re.compile(r"\{[^}]*\}|[^\W\d_]+|.", re.DOTALL)
"""Slots, words and single signs; words alone become longer."""
_SOFT = "aeionrstul"
"""Letters that are doubled first: words stay words, and no wider than words of other languages."""


def lengthen(text: str) -> str:
    """A text with 1.4 times as many letters, spread over its words by their length."""
    parts = _PARTS.findall(text)
    words = [at for at, part in enumerate(parts) if part.isalpha()]
    letters = sum(len(parts[at]) for at in words)
    more = math.ceil((ROOM - 1) * len(re.sub(r"\{[^}]*\}|\*", "", text))) if letters else 0
    done = seen = 0
    for at in words:
        seen += len(parts[at])
        wanted = math.ceil(more * seen / letters) - done
        done += wanted
        parts[at] = _stretch(parts[at], wanted)
    return "".join(parts)


def _stretch(word: str, more: int) -> str:
    """A word with ``more`` letters, doubled ones; the first one comes last: it may be a capital."""
    order = sorted(range(1, len(word)), key=lambda at: (word[at].lower() not in _SOFT, at)) or [0]
    times = [1] * len(word)
    for number in range(more):
        times[order[number % len(order)]] += 1
    doubled = zip(word, times, strict=True)
    return "".join(letter + letter.lower() * (count - 1) for letter, count in doubled)


@cache
def _write_catalogue(domain: str) -> str:
    source = catalogue("en", domain)
    rows = ['msgid ""', 'msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"', ""]
    for message in source:
        if not message.id:
            continue
        one = message.id if isinstance(message.id, str) else message.id[0]
        rows.append(f"msgid {json.dumps(one)}")
        if isinstance(message.string, str):
            rows.append(f"msgstr {json.dumps(lengthen(message.string), ensure_ascii=False)}")
        else:
            rows.append(f"msgid_plural {json.dumps(one)}")
            forms = enumerate(message.string or ())
            rows += [f"msgstr[{at}] {json.dumps(lengthen(form), ensure_ascii=False)}" for at, form in forms]
        rows.append("")
    return "\n".join(rows)


def write_language(home: Path) -> str:
    """Put the language into the player's folder below ``home``; its code."""
    folder = home / "languages" / CODE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder.parent / "language.json").write_text('{"name": "Loong Engliish"}', "utf-8")
    for domain in DOMAINS:
        (folder / f"{domain}.po").write_text(_write_catalogue(domain), "utf-8")
    return CODE
