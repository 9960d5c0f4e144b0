"""What the packages for Linux are made of: icons, descriptions, the C library they ask for."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import registry
from engine.languages.languages import FALLBACK
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES
from tests.support.packages import BUILD, Load

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only made on Linux")


def test_the_icon_is_there_in_all_sizes(load: Load) -> None:
    store = load("store")
    found = store.icon_pictures()
    assert set(found) == set(store.SIZES) >= {16, 32, 48, 64, 128, 256, 512}
    for size, picture in found.items():
        assert store.PNG.fullmatch(picture)
        assert struct.unpack_from(">II", picture, 16) == (size, size)


def test_the_description_tells_of_this_version(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    store, contents = load("store"), load("contents")
    assert store.release_date().year >= 2026
    monkeypatch.setattr(contents, "version", lambda: "99.0")
    with pytest.raises(load("smoke").Failure, match=r"99\.0"):
        store.release_date()


@pytest.mark.parametrize("language", LANGUAGES)
def test_software_centres_call_the_games_what_the_program_calls_them(load: Load, language: str) -> None:
    texts = Texts(language)
    description = ElementTree.fromstring(load("store").metainfo("https://pictures.example.org"))
    own = {"{http://www.w3.org/XML/1998/namespace}lang": language} if language != FALLBACK else {}
    said = [[each.text or "" for each in description.iter(tag) if each.attrib == own] for tag in ("li", "caption")]
    names = [texts.t(f"{info.id}.name").replace("\u00a0", " ") for info in registry.games()]
    for kind in said:
        assert len(kind) == len(names)
        for name in names:
            assert any(each.startswith(f"{name}: ") for each in kind), name


def test_the_address_of_who_releases_stands_in_one_place(load: Load) -> None:
    address = load("store").ADDRESS
    told = [path for path in (BUILD / "package").rglob("*.*") if path.is_file() and _says(path, address)]
    assert [path.name for path in told] == ["store.py"]
    assert (BUILD / "package" / "store.py").read_text("utf-8").count(address) == 1


def _says(path: Path, words: str) -> bool:
    return "__pycache__" not in path.parts and words.encode() in path.read_bytes()


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed (Debian: appstream)")
@pytest.mark.parametrize("address", [None, "https://pictures.example.org/0.1.0/"])
def test_software_centres_take_the_description(load: Load, tmp_path: Path, address: str | None) -> None:
    store, contents = load("store"), load("contents")
    store.put_desktop_files(tmp_path)
    file = tmp_path / "share/metainfo" / f"{contents.APP_ID}.metainfo.xml"
    file.write_text(store.metainfo(address), encoding="utf-8")
    assert (".png</image>" in file.read_text("utf-8")) == (address is not None)
    said = subprocess.run(["appstreamcli", "validate", "--no-net", str(file)], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None,
    reason="desktop-file-validate is not installed (Debian: desktop-file-utils)",
)
def test_desktops_take_the_desktop_file(load: Load, tmp_path: Path) -> None:
    store, contents = load("store"), load("contents")
    store.put_desktop_files(tmp_path)
    file = tmp_path / "share/applications" / f"{contents.APP_ID}.desktop"
    said = subprocess.run(["desktop-file-validate", str(file)], capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, "")
    assert f"MimeType={contents.SAVE_TYPE};" in file.read_text("utf-8")


@LINUX
@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is not installed (Debian: binutils)")
def test_the_c_library_asked_for_is_the_newest_of_all_files(load: Load, tmp_path: Path) -> None:
    linux, smoke = load("linux"), load("smoke")
    with pytest.raises(smoke.Failure):
        linux.glibc(tmp_path)
    shutil.copy(sys.executable, tmp_path / "python")
    (tmp_path / "words.txt").write_text("GLIBC_9.99")
    first, second = map(int, linux.glibc(tmp_path).split("."))
    assert (2, 2) <= (first, second) < (9, 99)
