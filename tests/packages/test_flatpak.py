"""The manifest for Flatpak from sources: everything that is fetched has a hash, and each wheel is one of the locks."""

import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT, read_pins
from tests.support.packages import Load

LOCKS = ("requirements.lock", "requirements-optional.lock")


@pytest.fixture
def manifest(load: Load, tmp_path: Path) -> dict[str, Any]:
    """The manifest of a release whose sources are these bytes."""
    (tmp_path / "sources.tar.gz").write_bytes(b"sources")
    made: dict[str, Any] = load("flatpak").write_manifest(tmp_path / "sources.tar.gz", "https://example.org/1")
    return made


def list_sources(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """All sources of all modules."""
    return [source for module in manifest["modules"] for source in module["sources"]]


def test_every_source_has_a_hash_and_an_address(manifest: dict[str, Any]) -> None:
    for source in list_sources(manifest):
        assert source["type"] in ("archive", "file") and source["url"].startswith("https://"), source
        assert re.fullmatch("[0-9a-f]{64}", source["sha256"]), source


def test_every_wheel_is_locked_and_every_package_has_one_for_each_processor(
    manifest: dict[str, Any], load: Load
) -> None:
    locks = "".join((Path(ROOT) / lock).read_text("utf-8") for lock in LOCKS)
    wheels = [source for source in list_sources(manifest) if source["type"] == "file"]
    assert all(f"sha256:{source['sha256']}" in locks for source in wheels), "python3 build/package/flatpak.py"
    pins = sorted(f"{name}-{version}".lower() for name, version in read_pins(locks))
    for processor in load("flatpak").PROCESSORS:
        own = [source for source in wheels if processor in source.get("only-arches", [processor])]
        names = [Path(source["url"]).name.lower().replace("_", "-") for source in own]
        assert [name.startswith(f"{pin}-") for name, pin in zip(sorted(names), pins, strict=True)] == [True] * len(pins)


def test_the_program_in_it_asks_for_no_network(manifest: dict[str, Any]) -> None:
    assert not [right for right in manifest["finish-args"] if "network" in right or "host" in right]


def test_the_sources_are_those_of_the_commit(load: Load, tmp_path: Path) -> None:
    if not (Path(ROOT) / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout")
    made = load("flatpak").pack_sources(tmp_path)
    with tarfile.open(made) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    copied = {word for line in load("flatpak").COMMANDS if line.startswith("cp -a ") for word in line.split()[2:-1]}
    for name in copied:
        assert any(Path(each).match(name) for each in names), name


@pytest.mark.skipif(shutil.which("flatpak-builder") is None, reason="flatpak-builder is not installed")
@pytest.mark.parametrize("packed", [False, True])
def test_flatpak_builder_reads_it(load: Load, tmp_path: Path, packed: bool) -> None:
    archive, file = tmp_path / "archive.tar.gz", tmp_path / "manifest.json"
    archive.write_bytes(b"x")
    manifest = load("flatpak").write_manifest(archive, "https://example.org", packed)
    for data, good in ((manifest, True), (manifest | {"no-such-thing": 1}, False)):
        file.write_text(json.dumps(data), "utf-8")
        command = ["flatpak-builder", "--show-manifest", str(file)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode == 0 and "Unknown property" not in done.stdout + done.stderr) == good
