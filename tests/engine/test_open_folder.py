"""A folder is shown by the system, made first; when the system cannot, the player is told where it is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from engine import open_folder as opening
from engine.folders import FolderError
from engine.open_folder import open_folder

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the command xdg-open is one of Linux")


def command(folder: Path, does: str) -> None:
    folder.mkdir()
    made = folder / "xdg-open"
    made.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
    made.chmod(0o755)


@on_linux
def test_the_folder_is_made_and_given_to_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command(tmp_path / "bin", f'printf %s "$1" > "{tmp_path}/asked"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    folder = tmp_path / "moje mapy" / "maps"
    assert open_folder(folder) == []
    assert folder.is_dir()
    assert (tmp_path / "asked").read_text("utf-8") == str(folder)


@on_linux
@pytest.mark.parametrize("does", ["exit 3", None])
def test_where_the_system_cannot_the_player_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str | None
) -> None:
    if does is None:
        (tmp_path / "bin").mkdir()
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    else:
        command(tmp_path / "bin", does)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    (told,) = open_folder(tmp_path / "maps")
    assert told.id == "ui.folder.at" and told.params == {"path": str(tmp_path / "maps")}


@on_linux
def test_a_system_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command(tmp_path / "bin", "exec sleep 3")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(opening, "WAIT_S", 0.2)
    assert open_folder(tmp_path / "maps") == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(FolderError):
        open_folder(tmp_path / "file" / "maps")


def test_other_programs_do_not_look_for_libraries_in_a_frozen_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/frozen")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    assert opening._environment()["LD_LIBRARY_PATH"] == "/frozen"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert opening._environment()["LD_LIBRARY_PATH"] == "/before"
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG")
    assert "LD_LIBRARY_PATH" not in opening._environment()
