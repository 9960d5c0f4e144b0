"""Games of a fit: lines of a file, each written when its game is over, so an interrupted run goes on where it
stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, TypeVar

Game = dict[str, Any]
Key = TypeVar("Key", bound=Hashable)


def play_missing(
    store: Path, wanted: Iterable[Key], key_of: Callable[[Game], Key], play: Callable[[Key], Game]
) -> list[Game]:
    """The games of the file, and those that are wanted but not there, which are played and written."""
    lines = store.read_text("utf-8").splitlines() if store.exists() else []
    games: list[Game] = [json.loads(line) for line in lines]
    known = {key_of(game) for game in games}
    for key in wanted:
        if key not in known:
            games.append(play(key))
            with store.open("a", encoding="utf-8") as file:
                file.write(json.dumps(games[-1], separators=(",", ":")) + "\n")
    return games
