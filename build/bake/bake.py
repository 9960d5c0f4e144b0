"""Make the pictures of the game anew: ``python build/bake/bake.py`` (all), or with the names of single steps.

``icons``, ``fonts`` and ``samples`` need ``--collections FOLDER`` (the icon collections, the fonts, the recordings)
and are left out otherwise. ``kingdom`` is no picture: it gives the rules of King of the Dice what its maps say.
Needs the packages numpy, Pillow, fontTools, soundfile and pygame-ce. The same input gives the same pictures and sounds.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
STEPS = {
    "surfaces": "grounds:write_surfaces",
    "numerals": "numerals:write",
    "cards": "pictures:write_cards",
    "chart": "grounds:write_chart",
    "kingdom": "kingdom:write",
    "king_of_the_dice": "grounds:write_king_of_the_dice",
    "arena": "grounds:write_arena",
    "covers": "pictures:write_covers",
    "smaller": "first_screen:write_smaller",
    "icon": "first_screen:write_icon",
    "sounds": "sounds:write",
    "credits": "third_party:write_credits",
}
FROM_SOURCES = {
    "icons": "third_party:write_icons",
    "fonts": "third_party:write_fonts",
    "samples": "sounds:write_samples",
}
"""Steps whose sources are not part of the project."""


def load(place: str) -> Callable[..., Any]:
    """Return the function at a place, "module:name", after importing its module."""
    module, _, name = place.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


def main() -> int:
    """Run the steps named on the command line; 0 when all went well."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    parser = argparse.ArgumentParser(description="Make the baked pictures and sounds.")
    parser.add_argument("steps", nargs="*", help=f"which of: {', '.join([*STEPS, *FROM_SOURCES])}")
    parser.add_argument("--collections", type=Path, help="the folder with the sources of that step")
    wanted = parser.parse_args()
    sys.path[:0] = [str(HERE), str(HERE.parents[1])]
    for step in wanted.steps or STEPS:
        if step in STEPS:
            load(STEPS[step])()
        elif step not in FROM_SOURCES:
            parser.error(f"no step {step!r}")
        elif wanted.collections is None:
            parser.error(f"{step} needs --collections FOLDER")
        else:
            load(FROM_SOURCES[step])(wanted.collections)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
