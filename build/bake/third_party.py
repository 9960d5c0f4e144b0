"""What others made: icons and faces taken from their collections, and the page that tells of it with its licences.

The icons named in icons.json come from the npm packages ``@iconify-json/game-icons`` 1.2.4 and ``@iconify-json/ph``
1.2.2, with the author list of game-icons.net. The faces are the Alegreya family with lining digits in its character
map. Alegreya Sans declares an ascent lower than its accented capitals, which makes SDL push such a line down by a few
pixels; the copies declare enough. None of the sources is part of this project, so these steps run only when the folder
that holds them is named: ``python build/bake/bake.py icons --collections FOLDER``.
"""

import json
from pathlib import Path

from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
SPRITES = HERE.parents[1] / "sprites"
OUT = SPRITES / "art" / "icons"
AUTHORS = HERE / "icon_authors.json"
CREDITS = HERE.parents[1] / "docs" / "credits.md"
LETTERS = "ČĎŇŘŠŤŽÁÉÍÓÚŮÝÔÄĹŔЙЁĽ"

NAMES = {
    "lorc": "Lorc", "delapouite": "Delapouite", "skoll": "Skoll", "sbed": "Sbed", "faithtoken": "Faithtoken",
    "cathelineau": "Cathelineau", "caro-asercion": "Caro Asercion", "darkzaitzev": "DarkZaitzev",
    "guard13007": "Guard13007", "quoting": "Quoting", "generalace135": "GeneralAce135",
    "heavenly-dog": "HeavenlyDog", "sparker": "Sparker",
}  # fmt: skip
"""How the authors of the icons in use write their names."""

ICONS = "## Icons\n\n"
"""Where the part of the page begins that is written anew."""


def _svg(icon: dict[str, object], width: int, height: int) -> str:
    body = str(icon["body"]).replace("currentColor", "#ffffff")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{body}</svg>\n'
    )


def write_icons(collections: Path) -> None:
    """Write every listed icon and the table of its authors; raises KeyError naming an icon that does not exist."""
    wanted = json.loads((HERE / "icons.json").read_text("utf-8"))
    games = json.loads((collections / "game-icons.json").read_text("utf-8"))
    phosphor = json.loads((collections / "phosphor.json").read_text("utf-8"))
    authors: dict[str, str] = {}
    for line in (collections / "game-icons-authors.txt").read_text("utf-8").split():
        author, _, name = line.partition("/")
        if author != "badges":  # a folder of framed variants, not a person
            authors.setdefault(name.removesuffix(".svg"), author)
    OUT.mkdir(parents=True, exist_ok=True)
    made: dict[str, str] = {}
    for name in wanted["game-icons"]:
        source = name
        if name not in games["icons"]:
            if name not in games["aliases"]:
                print("no such icon:", name)
                continue
            source = games["aliases"][name]["parent"]
        icon = games["icons"][source]
        svg = _svg(icon, icon.get("width", games.get("width", 512)), icon.get("height", games.get("height", 512)))
        (OUT / f"{name}.svg").write_text(svg, "utf-8")
        made[name] = authors.get(name) or authors[source]
    for style in ("bold", "fill"):
        for name in wanted[f"phosphor-{style}"]:
            icon = phosphor["icons"].get(f"{name}-{style}")
            if icon is None:
                print("no such icon:", name, style)
                continue
            (OUT / f"ph-{name}.svg").write_text(_svg(icon, 256, 256), "utf-8")
            made[f"ph-{name}"] = "phosphor"
    for old in OUT.glob("*.svg"):
        if old.stem not in made:
            old.unlink()
    AUTHORS.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")


def write_fonts(sources: Path) -> None:
    """Write the fonts of all faces in theme.json and their licence."""
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


def write_credits() -> None:
    """Write the icons on the page of credits anew; raises KeyError naming icons without an author in the table."""
    authors: dict[str, str] = json.loads(AUTHORS.read_text("utf-8"))
    present = sorted(p.stem for p in OUT.glob("*.svg"))
    missing = [name for name in present if name not in authors]
    if missing:
        raise KeyError(f"icons without an author in {AUTHORS.name}: {', '.join(missing)}")
    lines = [CREDITS.read_text("utf-8").partition(ICONS)[0] + ICONS]
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
    CREDITS.write_text("".join(lines), "utf-8")
    print(f"docs/credits.md: {len(present)} icons")
