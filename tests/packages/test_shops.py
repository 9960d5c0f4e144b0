"""What shops get: manifests that their schemas allow, pictures of scenes that exist, checksums."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from engine.bootstrap import ROOT
from tests.support.packages import Load

Identifier = Annotated[str, msgspec.Meta(pattern=r"^[^.\s\\/:*?\"<>|]{1,32}(\.[^.\s\\/:*?\"<>|]{1,32}){1,7}$")]
Version = Annotated[str, msgspec.Meta(pattern=r'^[^\\/:*?"<>|]+$', max_length=128)]
Url = Annotated[str, msgspec.Meta(pattern=r"^https://.+$", max_length=2048)]
Name = Annotated[str, msgspec.Meta(min_length=2, max_length=256)]
Tag = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """What all three manifests of winget say; the fields and bounds are those of its schema 1.12.0."""

    PackageIdentifier: Identifier
    PackageVersion: Version
    ManifestVersion: Literal["1.12.0"]


class OfVersion(Head):
    DefaultLocale: Literal["en-US"]
    ManifestType: Literal["version"]


class OneInstaller(msgspec.Struct, forbid_unknown_fields=True):
    Architecture: Literal["x86", "x64", "arm", "arm64", "neutral"]
    InstallerUrl: Url
    InstallerSha256: Annotated[str, msgspec.Meta(pattern=r"^[A-Fa-f0-9]{64}$")]


class OfInstaller(Head):
    Platform: list[Literal["Windows.Desktop", "Windows.Universal"]]
    MinimumOSVersion: Annotated[str, msgspec.Meta(pattern=r"^\d{1,5}(\.\d{1,5}){0,3}$")]
    InstallerType: Literal["nullsoft"]
    Scope: Literal["user", "machine"]
    InstallModes: list[Literal["interactive", "silent", "silentWithProgress"]]
    UpgradeBehavior: Literal["install", "uninstallPrevious"]
    FileExtensions: list[Annotated[str, msgspec.Meta(pattern=r'^[^\\/:*?"<>|.]+$', max_length=64)]]
    ReleaseDate: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
    Installers: Annotated[list[OneInstaller], msgspec.Meta(min_length=1)]
    ManifestType: Literal["installer"]


class OfLocale(Head):
    PackageLocale: Literal["en-US"]
    Publisher: Name
    PackageName: Name
    License: Annotated[str, msgspec.Meta(min_length=3, max_length=512)]
    Copyright: Annotated[str, msgspec.Meta(min_length=3, max_length=512)]
    ShortDescription: Annotated[str, msgspec.Meta(min_length=3, max_length=256)]
    Tags: Annotated[list[Tag], msgspec.Meta(max_length=16)]
    ManifestType: Literal["defaultLocale"]


def test_the_manifests_for_winget_fit_its_schema(load: Load, tmp_path: Path) -> None:
    shops = load("shops")
    installer = tmp_path / "setup.exe"
    installer.write_bytes(b"MZ")
    made = shops.winget(installer, "https://example.org/1")
    shapes = {"": OfVersion, ".installer": OfInstaller, ".locale.en-US": OfLocale}
    assert set(made) == {f"{shops.WINGET_ID}{kind}.yaml" for kind in shapes}
    for kind, shape in shapes.items():
        msgspec.convert(made[f"{shops.WINGET_ID}{kind}.yaml"], shape)
    text = shops.yaml(made[f"{shops.WINGET_ID}.installer.yaml"])
    assert 'Installers:\n- Architecture: "x64"\n  InstallerUrl: "https://example.org/1/setup.exe"\n' in text
    assert 'FileExtensions:\n- "throne"\n' in text


def test_the_manifests_for_winget_are_yaml(load: Load, tmp_path: Path) -> None:
    """Read by the Python of the system, for no package of the tests reads YAML."""
    shops = load("shops")
    python, reader = (
        "/usr/bin/python3",
        "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin), default=str))",
    )
    if not Path(python).is_file() or subprocess.run([python, "-c", "import yaml"], capture_output=True).returncode:
        pytest.skip("the system's Python cannot read YAML (Debian: python3-yaml)")
    installer = tmp_path / "setup.exe"
    installer.write_bytes(b"MZ")
    for name, data in shops.winget(installer, "https://example.org/1").items():
        done = subprocess.run(
            [python, "-c", reader], input=shops.yaml(data), capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout) == data, name


def test_checksums_are_those_of_the_packages(load: Load, tmp_path: Path) -> None:
    (tmp_path / "a.deb").write_bytes(b"")
    (tmp_path / "notes.txt").write_bytes(b"")
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert load("shops").checksums(tmp_path) == f"{nothing}  a.deb\n"


def test_every_picture_is_of_a_scene_that_can_be_drawn(load: Load) -> None:
    said = subprocess.run(
        [sys.executable, "game.py", "--list-scenes"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert set(load("store").SCREENSHOTS) <= set(said)


@pytest.fixture
def near() -> Iterator[Path]:
    """A folder with a short name: the programs of OpenPGP talk through sockets, whose names have 107 letters."""
    with tempfile.TemporaryDirectory(prefix="sign-") as folder:
        yield Path(folder)


@pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed (Debian: gpg)")
def test_a_file_is_signed_with_the_key_of_the_environment_and_with_none_it_fails(near: Path) -> None:
    tmp_path = near
    home = tmp_path / "keys"
    home.mkdir(mode=0o700)
    env = {"PATH": os.environ["PATH"], "GNUPGHOME": str(home)}
    gpg = ["gpg", "--batch", "--quiet", "--passphrase", ""]
    subprocess.run([*gpg, "--quick-generate-key", "test@example.org"], env=env, check=True, capture_output=True)
    key = subprocess.run([*gpg, "--armor", "--export-secret-keys"], env=env, check=True, capture_output=True, text=True)
    file = tmp_path / "SHA256SUMS"
    file.write_text("sums")
    command = [str(Path(ROOT) / "build" / "package" / "sign.sh"), str(file)]
    with_key = {"PATH": env["PATH"], "SIGNING_KEY": key.stdout, "TMPDIR": str(tmp_path)}
    subprocess.run(command, env=with_key, check=True, capture_output=True)
    assert subprocess.run([*gpg, "--verify", f"{file}.asc", str(file)], env=env, capture_output=True).returncode == 0
    assert subprocess.run(command, env=with_key | {"SIGNING_KEY": ""}, capture_output=True).returncode != 0
    subprocess.run(["gpgconf", "--kill", "all"], env=env, check=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["SHA256SUMS", "SHA256SUMS.asc", "keys"]
