"""What the rules of King of the Dice know of their map, generated from the Tiled maps it is drawn as."""

import json
from pathlib import Path
from typing import Any

from maps.readers.king_of_the_dice import for_rules

DATA = Path(__file__).resolve().parents[2] / "games/king_of_the_dice/kingdom.json"


def write() -> None:
    """Write the rules' data file anew from the maps; entries that the maps do not have are kept."""
    data = for_rules(json.loads(DATA.read_text("utf-8")))
    DATA.write_text(format_layout(data), "utf-8")


def format_layout(data: dict[str, Any]) -> str:
    """Return the data as JSON: a line for each half's terrains, borders and gems, and for each arrangement."""
    halves = []
    for name, half in data["halves"].items():
        gems = ", ".join(f"{json.dumps(gem)}: {json.dumps(half[gem])}" for gem in ("white", "gold"))
        lines = [f"   {json.dumps(key)}: {json.dumps(half[key])}" for key in ("terrains", "borders")]
        halves.append("\n".join([f"  {json.dumps(name)}: {{", ",\n".join([*lines, f"   {gems}"]), "  }"]))
    parts = [f' "terrains": {json.dumps(data["terrains"])}', ' "halves": {\n' + ",\n".join(halves) + "\n }"]
    for key in ("arrangements", "players"):
        rows = [f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in data[key].items()]
        parts.append(f" {json.dumps(key)}: {{\n" + ",\n".join(rows) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"
