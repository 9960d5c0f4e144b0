"""Write docs/credits.md: everything in this project that others made, with authors and licences."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AUTHORS = Path(__file__).resolve().parent / "icon_authors.json"

NAMES = {
    "lorc": "Lorc", "delapouite": "Delapouite", "skoll": "Skoll", "sbed": "Sbed", "faithtoken": "Faithtoken",
    "cathelineau": "Cathelineau", "caro-asercion": "Caro Asercion", "darkzaitzev": "DarkZaitzev",
    "guard13007": "Guard13007", "quoting": "Quoting", "generalace135": "GeneralAce135",
    "heavenly-dog": "HeavenlyDog", "sparker": "Sparker",
}  # fmt: skip
"""How the authors of the icons in use write their names."""

HEAD = """# Credits

What others made and this project uses, with authors and licences. Everything else (code, textures, card and box
pictures, the crystal die, the synthesised sounds, the music) belongs to the project; the scripts that make the pictures
and sounds are in `build/art/`.

## The games

King of 12 is a game by Rita Modl, published by Corax Games. Eight-Minute Empire: Legends is a game by Ryan Laukat,
published by Red Raven Games. King of the Dice: The Board Game is a game by Nils Nilsson, published by HABA. Tash-Kalar:
Arena of Legends is a game by Vlaada Chvátil, published by Czech Games Edition. Four Thrones is not connected with any
publisher; rules texts in it are written anew, and no picture of the published games is used.

## Fonts

Alegreya, Alegreya SC and Alegreya Sans by Juan Pablo del Peral (Huerta Tipográfica), SIL Open Font License 1.1
(`sprites/fonts/OFL-Alegreya.txt`). In these copies the digits of the character map point to the lining figures,
and Alegreya Sans declares a larger ascent.

## Sounds

- `sounds/card_*.ogg`: made from the card sounds of PokerTH, recorded by doc_dos (pokerth.net), BSD-3-Clause
  (`sounds/LICENSE-card-sounds.txt`).
- `sounds/die_bounce.ogg`, `sounds/coin.ogg`: made from the dice and coin hits of `@3d-dice/dice-box-threejs`,
  copyright 2022 3D Dice, MIT (`sounds/LICENSE-dice-hits.txt`).
- All other sounds and all music are synthesised by `build/bake/sounds.py` and its folder `sound`; the tunes are our own
  and stand there as scores (`build/bake/sound/scores`).

## Programs and libraries

| what | for | licence |
|---|---|---|
| Python | the language | PSF-2.0 |
| pygame-ce 2.5.8 with SDL 2, SDL_image, SDL_mixer, SDL_ttf | window, pictures, sound | LGPL-2.1; zlib |
| pytmx 3.32 | reading maps | LGPL-3.0 |
| msgspec 0.22 | saves and settings | BSD-3-Clause |
| AccessKit 0.7 | answers for screen readers, where it can be had | MIT or Apache-2.0; BSD-3-Clause (Chromium) |
| platformdirs 4 | the folders of the system | MIT |
| PyInstaller 6 | executables (its loader is part of them) | GPL-2.0 with an exception for built programs |
| pytest, pytest-xdist, ruff, mypy, fontTools | development only | MIT |
| hypothesis; Babel | development only | MPL-2.0; BSD-3-Clause |
| NumPy, Pillow, soundfile | baking pictures and sounds only | BSD-3-Clause, MIT-CMU, BSD-3-Clause |

## Icons

"""


def write() -> None:
    """Write the page from the icon files that are there and the table of their authors."""
    authors: dict[str, str] = json.loads(AUTHORS.read_text("utf-8"))
    present = sorted(p.stem for p in (ROOT / "sprites" / "art" / "icons").glob("*.svg"))
    missing = [name for name in present if name not in authors]
    if missing:
        raise KeyError(f"icons without an author in {AUTHORS.name}: {', '.join(missing)}")
    lines = [HEAD]
    games = [name for name in present if authors[name] != "phosphor"]
    lines.append(
        "From [game-icons.net](https://game-icons.net), Creative Commons Attribution 3.0"
        " (https://creativecommons.org/licenses/by/3.0/), taken unchanged in shape and drawn in the game's colours:\n\n"
    )
    for author in sorted({authors[name] for name in games}):
        icons = ", ".join(f"`{name}`" for name in games if authors[name] == author)
        lines.append(f"- Icons by {NAMES.get(author, author)}, game-icons.net: {icons}\n")
    lines.append(
        "\nFrom [Phosphor Icons](https://phosphoricons.com), copyright 2020 Phosphor Icons, MIT"
        " (file names begin with `ph-`):\n\n"
    )
    lines.append(", ".join(f"`{name}`" for name in present if authors[name] == "phosphor") + "\n")
    (ROOT / "docs").mkdir(exist_ok=True)
    (ROOT / "docs" / "credits.md").write_text("".join(lines), "utf-8")
    print(f"docs/credits.md: {len(present)} icons")
