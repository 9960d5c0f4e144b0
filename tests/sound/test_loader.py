"""Files of several sounds: taken apart, damaged ones told once and done without, nothing left behind."""

from pathlib import Path

import pytest

from sprites.base import assets
from sprites.base.loader import FOLDER, FRAME, Damaged, Loader, fit_length, split
from tests.sound import measures


@pytest.fixture
def missed() -> assets.Missed:
    """What was told of files that cannot be used."""
    return assets.Missed()


def test_a_file_holds_several_whole_ones() -> None:
    data = (FOLDER / "click.ogg").read_bytes()
    found = split(data)
    assert len(found) == 5 and all(one.startswith(b"OggS") for one in found)
    assert sum(map(len, found)) > len(data), "the tables stand once"
    assert split(found[2]) == [found[2]]


@pytest.mark.parametrize("damage", ["", "OggS", "cut", "page", "noise"])
def test_a_damaged_file_is_told_and_silent(tmp_path: Path, missed: assets.Missed, damage: str) -> None:
    measures.opened()
    good = (FOLDER / "cube.ogg").read_bytes()
    bad = {"cut": good[:-9], "page": good[:5000] + b"x" + good[5001:]}.get(damage, damage.encode() * 5)
    path = tmp_path / "cube.ogg"
    path.write_bytes(bad)
    if damage != "page":
        with pytest.raises(Damaged):
            split(bad)
    loader = Loader()
    raw = [loader.sound(path, number) for number in range(5)]
    assert all(len(one) % FRAME == 0 for one in raw)
    assert damage == "page" or (not any(raw) and any("cube.ogg" in line for line in missed.lines))
    assert loader.sound(tmp_path / "none.ogg", 0) == b""
    loader.close()
    missed.close()


def test_nothing_is_left_behind() -> None:
    measures.opened()
    loader = Loader()
    done: list[bytes] = []
    loader.do(lambda: done.append(loader.sound(FOLDER / "click.ogg", 1)))
    loader.finish()
    assert len(done) == 1 and done[0] and loader._folder is not None
    folder = Path(loader._folder.name)
    assert len(list(folder.iterdir())) == 5
    loader.close()
    assert not folder.exists()


def test_a_voice_is_of_its_length_to_the_sample() -> None:
    assert fit_length(bytes(40), 5) == bytes(20) and fit_length(b"\1" * 8, 5) == b"\1" * 8 + bytes(12)
