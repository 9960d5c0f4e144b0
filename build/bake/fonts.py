"""Copy the faces in use into the game and give Alegreya Sans room for accents on capitals.

The sources are the Alegreya family with lining digits in its character map. Alegreya Sans declares an ascent lower than
its accented capitals, which makes SDL push such a line down by a few pixels; the copies declare enough. Runs only when
the folder of the sources is named: ``python build/bake/bake.py fonts --collections FOLDER``.
"""

from __future__ import annotations

import json
from pathlib import Path

from fontTools.ttLib import TTFont

SPRITES = Path(__file__).resolve().parents[2] / "sprites"
LETTERS = "ČĎŇŘŠŤŽÁÉÍÓÚŮÝÔÄĹŔЙЁĽ"


def write(sources: Path) -> None:
    """Write all faces of theme.json and the licence."""
    for name in json.loads((SPRITES / "base" / "theme.json").read_text("utf-8"))["fonts"].values():
        font = TTFont(sources / name, recalcTimestamp=False)
        glyphs, table = font.getBestCmap(), font["glyf"]
        highest = max(table[glyphs[ord(ch)]].yMax for ch in LETTERS) + 12
        if font["hhea"].ascent < highest:
            font["hhea"].ascent = highest
            font["OS/2"].sTypoAscender = highest
            font["OS/2"].usWinAscent = max(highest, font["OS/2"].usWinAscent)
        font.save(SPRITES / "fonts" / name)
        print(name, font["hhea"].ascent)
    (SPRITES / "fonts" / "OFL-Alegreya.txt").write_bytes((sources / "OFL-Alegreya.txt").read_bytes())
