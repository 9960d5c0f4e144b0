"""Files of a player: only regular ones, only up to their bound, only where they belong; nothing is waited for."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.storage import safe_read
from engine.storage.safe_read import Refused, read_bytes
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


def test_a_file_within_its_bound_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    assert read_bytes(path, 5, within=tmp_path) == b"12345"
    with pytest.raises(Refused) as refused:
        read_bytes(path, 4)
    assert refused.value.reason["text"] == "ui.file.too_large"


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.json"
    path.write_bytes(b"12345")
    monkeypatch.setattr(safe_read, "_check", lambda found, most, path: None)
    with pytest.raises(Refused):
        read_bytes(path, 4)


def test_what_is_not_there_or_a_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "none", 10)
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path, 10)
    with pytest.raises(OSError, match="null"):
        read_bytes(tmp_path / "a\0b", 10)


@posix
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    found: list[BaseException] = []

    def look() -> None:
        try:
            read_bytes(path, 100)
        except OSError as error:
            found.append(error)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(5.0)
    assert isinstance(found[0], Refused) and found[0].reason == {"text": "ui.file.not_ordinary"}


@posix
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_refused_through_a_link_too(device: str, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(device)
    for path in (Path(device), link):
        with pytest.raises(OSError, match="ordinary"):
            read_bytes(path, 1 << 20)


@posix
def test_links_do_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "maps", tmp_path / "other"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.tsx").write_text("x")
    (inside / "link.tsx").symlink_to(outside / "secret.tsx")
    (inside / "folder").symlink_to(outside)
    (inside / "own.tsx").write_text("y")
    (inside / "alias.tsx").symlink_to(inside / "own.tsx")
    assert read_bytes(inside / "alias.tsx", 10, within=inside) == b"y"
    for path in (inside / "link.tsx", inside / "folder" / "secret.tsx", inside / ".." / "other" / "secret.tsx"):
        with pytest.raises(Refused) as refused:
            read_bytes(path, 10, within=inside)
        assert refused.value.reason == {"text": "ui.file.outside"}
    (inside / "circle").symlink_to(inside / "circle")
    with pytest.raises(OSError):
        read_bytes(inside / "circle", 10, within=inside)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reasons_are_told_in_every_language(language: str) -> None:
    texts = Texts(language)
    for reason in ("not_ordinary", "too_large", "outside"):
        assert texts.has(f"ui.file.{reason}")


def test_a_file_in_the_moment_of_its_replacement_is_opened_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "save.json"
    path.write_bytes(b"whole")
    opened, refusals = os.open, iter([True, True, False, True, False])

    def busy(*given: Any) -> int:
        if next(refusals, False):
            raise PermissionError(13, "Permission denied")
        return opened(*given)

    monkeypatch.setattr(safe_read, "PAUSES_S", (0.001, 0.001))
    monkeypatch.setattr(os, "open", busy)
    assert read_bytes(path, 10) == b"whole"
    assert safe_read.read_start(path, 2) == b"wh"
    refusals = iter([True] * 9)
    with pytest.raises(PermissionError):
        read_bytes(path, 10)
