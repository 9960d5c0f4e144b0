"""Make the pictures of the game anew: ``python build/bake/bake.py`` (all), or with the names of single steps.

Steps: surfaces, numerals, cards, chart, kingdom, king_of_the_dice, arena, covers, smaller, icon, sounds, credits.
``icons``, ``fonts`` and ``samples`` need ``--collections FOLDER`` (the icon collections, the fonts, the recordings)
and are left out otherwise. ``kingdom`` is no picture: it gives the rules of King of the Dice what its maps say.
Needs the packages numpy, Pillow, fontTools, soundfile and pygame-ce. The same input gives the same pictures and sounds.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STEPS = (
    "surfaces",
    "numerals",
    "cards",
    "chart",
    "kingdom",
    "king_of_the_dice",
    "arena",
    "covers",
    "smaller",
    "icon",
    "sounds",
    "credits",
)


def main() -> int:
    """Run the steps named on the command line; 0 when all went well."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    parser = argparse.ArgumentParser(description="Make the baked pictures and sounds.")
    parser.add_argument("steps", nargs="*", help=f"which of: {', '.join(STEPS)}, icons, fonts, samples")
    parser.add_argument("--collections", type=Path, help="the folder with the sources of that step")
    wanted = parser.parse_args()
    sys.path[:0] = [str(HERE), str(HERE.parents[1])]
    for step in wanted.steps or STEPS:
        if step in ("icons", "fonts", "samples"):
            if wanted.collections is None:
                parser.error(f"{step} needs --collections FOLDER")
            if step == "samples":
                importlib.import_module("sounds").samples(wanted.collections)
            else:
                importlib.import_module(step).write(wanted.collections)
        elif step in STEPS:
            importlib.import_module(step).write()
        else:
            parser.error(f"no step {step!r}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
