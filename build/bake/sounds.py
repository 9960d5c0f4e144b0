"""The sounds and the music: synthesised, and a few cut from recordings. Written as Ogg Vorbis into ``sounds/``.

``write`` makes everything that needs no recordings and, with the facts it finds, ``sounds/sounds.json``. The
recordings (dice and coin hits of ``@3d-dice/dice-box-threejs``, MIT; card sounds of PokerTH, BSD-3) are not part of
this project: sounds made from them are made anew only when ``--collections`` names the folder that holds them.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "sound"))

import effects
import mastering
import music
from waves import Wave

TABLE = mastering.OUT / "sounds.json"
MOST = 0.4
"""No small sound peaks higher: several may begin together."""


def _write(name: str, variants: list[Wave], heard: float) -> None:
    mastering.write(name, [mastering.normalise(x, heard + music.HEARD, MOST) for x in variants])


def write_samples(folder: Path) -> None:
    """Write the sounds that are cut from recordings. ``folder`` holds ``cards/`` and ``dice/``."""
    for name, variants in effects.cut(folder).items():
        _write(name, variants, effects.RECORDED[name])


def write() -> None:
    """Write all sounds that need no recordings, and the numbers of their slots in the table of sounds."""
    for name, (_, _, heard) in effects.MADE.items():
        _write(name, effects.variants(name), heard)
    places = music.write()
    table = json.loads(TABLE.read_text("utf-8"))
    for name, (_, count, _) in effects.MADE.items():
        table["effects"][name]["slots"] = count
    table["music"] = places
    TABLE.write_text(_format_lines(table), "utf-8")


def _format_lines(table: dict[str, dict[str, object]]) -> str:
    """One line for each cue and each place."""
    parts = []
    for part, entries in table.items():
        lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
        parts.append(f"  {json.dumps(part)}: {{\n{lines}\n  }}")
    return "{\n" + ",\n".join(parts) + "\n}\n"
