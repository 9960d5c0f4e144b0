"""Maps of Tiled, changed by a test."""

import re
from pathlib import Path

from engine.chance import SeededChance
from maps.readers import legends as legends_map

GOOD = legends_map.FOLDER / "0A.tmx"


def write_map(folder: Path, text: str, name: str = "own.tmx") -> Path:
    """Write a map into a folder, together with the game's tilesets."""
    for tileset in ("terrain", "regions"):
        source = legends_map.FOLDER / f"{tileset}.tsx"
        (folder / source.name).write_bytes(source.read_bytes())
    path = folder / name
    path.write_text(text, "utf-8")
    return path


NASTY = (
    "", "-1", "0", "1", "7", "99999", "1e308", "nan", "inf", "x", "0x10", "1.5", "&#8203;", "true", "9" * 500,
    "../../x.tsx", "base64", "gzip", "sea", "int", "class",
)  # fmt: skip


def forged(text: str, chance: SeededChance) -> str:
    """A map with some values, tags or parts changed."""
    for _ in range(1 + chance.below(3)):
        way = chance.below(6)
        if way < 3:
            values = list(re.finditer(r'"([^"]*)"', text))
            one = values[chance.below(len(values))]
            text = f"{text[: one.start(1)]}{NASTY[chance.below(len(NASTY))]}{text[one.end(1) :]}"
        elif way == 3:
            numbers = list(re.finditer(r"\d+", text))
            one = numbers[chance.below(len(numbers))]
            text = f"{text[: one.start()]}{int(one.group()[:9]) + 1 - chance.below(3)}{text[one.end() :]}"
        elif way == 4:
            lines = text.splitlines(True)
            k = chance.below(len(lines))
            text = "".join([*lines[:k], *(lines[k : k + 1] * chance.below(3)), *lines[k + 1 :]])
        else:
            at, end = sorted((chance.below(len(text)), chance.below(len(text))))
            text = text[:at] + text[min(end, at + 40) :]
    return text
