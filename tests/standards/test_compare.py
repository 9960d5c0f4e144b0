"""The comparison of scenes with those of a commit tells every picture and every spoken word that differs."""

from pathlib import Path

import pygame
import pytest

from tests.compare import walk
from tests.compare.__main__ import compare, main
from tests.support.catalogues import LANGUAGES


def keep(folder: Path, name: str, colour: str, words: str) -> None:
    folder.mkdir(exist_ok=True)
    picture = pygame.Surface((20, 10))
    picture.fill(colour, (0, 0, 5, 10))
    pygame.image.save(picture, f"{folder / name}.png")
    (folder / f"{name}.txt").write_text(words, encoding="utf-8")


def test_what_differs_is_told(tmp_path: Path) -> None:
    before, now = tmp_path / "before", tmp_path / "now"
    for name, colours, words in (
        ("same", ("#102030", "#102030"), ("a\nb", "a\nb")), ("shade", ("#102030", "#112131"), ("a", "a")),
        ("picture", ("#102030", "#f02030"), ("a", "a")), ("words", ("#102030", "#102030"), ("a\nb", "a\nc")),
    ):  # fmt: skip
        keep(before, name, colours[0], words[0])
        keep(now, name, colours[1], words[1])
    keep(now, "added", "#102030", "a")
    found = {one.name: (round(one.pixels, 2), one.lines) for one in compare(before, now, tmp_path / "sides")}
    assert found == {"picture": (0.25, 0), "words": (0.0, 2), "added": (1.0, 2)}
    assert [path.stem for path in (tmp_path / "sides").iterdir()] == ["picture"]


def test_a_scene_is_drawn_alike_whatever_else_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Names of one game stay apart, and an added scene changes neither language nor size of the others."""
    drawn: list[tuple[str, str, tuple[int, int]]] = []
    monkeypatch.setattr(walk, "draw_scene", lambda show, *given: drawn.append((given[2].name, *given[:2])))
    scenes = {"chess/a.b": None, "chess/a.c": None}
    monkeypatch.setattr("scenes.dev.screenshots.all_scenes", lambda: scenes)
    assert walk.main([str(tmp_path), "0", "1"]) == 0
    assert len({name for name, *_ in drawn}) == 2
    first = list(drawn)
    scenes["aaa"] = None
    drawn.clear()
    assert walk.main([str(tmp_path), "0", "1"]) == 0 and set(first) < set(drawn)
    drawn.clear()
    assert walk.main([str(tmp_path), "0", "1", "--all", "^aaa$"]) == 0 and len(drawn) == 3 * len(LANGUAGES)


def test_scenes_of_all_patterns_are_drawn_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw(show: object, language: str, size: tuple[int, int], place: Path) -> None:
        drawn.append(place.name.split("-")[0])
        Path(f"{place}.txt").touch()

    monkeypatch.setattr(walk, "draw_scene", draw)
    monkeypatch.setattr("scenes.dev.screenshots.all_scenes", lambda: dict.fromkeys(("one", "two", "three")))
    assert walk.main([str(tmp_path), "0", "1", "^one", "^two"]) == 0 and drawn == ["one", "two"]
    assert walk.main([str(tmp_path), "0", "1"]) == 0 and drawn == ["one", "two", "three"]


def test_an_unknown_commit_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-commit"]) == 2 and "no-such-commit" in capsys.readouterr().err
