"""Take the icons named in icons.json out of the two icon collections and write them as SVG files.

The collections are the npm packages ``@iconify-json/game-icons`` 1.2.4 and ``@iconify-json/ph`` 1.2.2; together
with the author list of game-icons.net they are not part of this project, so this step runs only when the folder that
holds them is named: ``python build/bake/bake.py icons --collections FOLDER``.
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / "sprites" / "art" / "icons"
LICENCES = HERE / "icon_authors.json"


def _svg(icon: dict[str, object], width: int, height: int) -> str:
    body = str(icon["body"]).replace("currentColor", "#ffffff")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{body}</svg>\n'
    )


def write(collections: Path) -> None:
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
    LICENCES.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")
