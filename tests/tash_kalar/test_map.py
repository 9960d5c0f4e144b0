"""The Tiled map of the arena says the same as the data of the rules; what cannot be used is refused."""

import shutil
from pathlib import Path

import pytest

from games.tash_kalar.maps import BOARD, CENTRAL, DUEL_MARKS, GREEN, MELEE_MARKS, RED, bits, to_column_row
from maps.readers.tash_kalar import ARENA_MAP, BadMap, load


def places(mask: int) -> set[tuple[int, int]]:
    return {to_column_row(square) for square in bits(mask)}


def test_the_map_is_the_arena_of_the_rules() -> None:
    arena = load()
    assert set(arena.squares) == places(BOARD)
    assert {place for place, kind in arena.squares.items() if kind == "red"} == places(RED)
    assert {place for place, kind in arena.squares.items() if kind == "green"} == places(GREEN)
    assert arena.central == places(CENTRAL)
    assert arena.duel == tuple((mark,) for mark in DUEL_MARKS)
    assert arena.melee == MELEE_MARKS


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('name="squares"', 'name="floor"', "layer squares"),
        ('type="duel"', 'type="dual"', "layer start, object 1"),
        ('x="160" y="288"', 'x="10" y="10"', "layer start, object 1"),
        ("0,0,1,1", "0,0,4,1", "layer squares"),
        ('width="9" height="9" tilewidth', 'width="8" height="9" tilewidth', "squares"),
        ("</map>", "", "cannot be read"),
    ],
)
def test_a_map_that_cannot_be_used_is_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    for name in ("squares.tsx", "squares.png"):
        shutil.copy(ARENA_MAP.with_name(name), tmp_path / name)
    text = ARENA_MAP.read_text("utf-8")
    assert old in text
    path = tmp_path / "arena.tmx"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadMap) as caught:
        load(path)
    assert str(path) in str(caught.value) and place in str(caught.value)
