"""Signatures of the programs for Windows: what is signed, by whom, and what is left alone."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT
from tests.support.packages import Load

TOOLS = ("osslsigncode", "openssl")


@pytest.fixture
def signing(load: Load, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The module, with a certificate of its own and a project that lies in the test's folder."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        pytest.skip(f"not there: {', '.join(missing)}")
    module = load("code_signing")
    monkeypatch.setattr(module, "CERTIFICATE", tmp_path / "certificate")
    monkeypatch.setattr(module, "UNINSTALLER", tmp_path / "build" / "work" / "uninstaller.exe")
    monkeypatch.setattr(module.contents, "ROOT", tmp_path)
    monkeypatch.delenv(module.SIGNING, raising=False)
    module._make_test_identity.cache_clear()
    return module


def write_program(path: Path, filler: bytes = b"") -> Path:
    """Write the smallest program of Windows: headers of a PE32+ file without sections."""
    dos = b"MZ" + bytes(58) + struct.pack("<I", 64)
    coff = struct.pack("<HHIIIHH", 0x8664, 0, 0, 0, 0, 240, 0x22)
    optional = struct.pack("<HBBIIIII", 0x20B, 14, 0, 0, 0, 0, 0x1000, 0x1000)
    optional += struct.pack("<QIIHHHHHHIIIIHHQQQQII", 0x140000000, 0x1000, 0x200, 6, 0, 0, 0, 6, 0, 0,
                            0x1000, 0x200, 0, 2, 0, 0x100000, 0x1000, 0x100000, 0x1000, 0, 16)  # fmt: skip
    optional += bytes(240 - len(optional))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((dos + b"PE\0\0" + coff + optional + filler).ljust(1024, b"\0"))
    return path


def test_only_programs_and_libraries_are_signed(signing: Any, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    program = write_program(folder / "FourThrones.exe")
    library = write_program(folder / "_internal" / "base.pyd")
    (folder / "named.dll").write_bytes(b"MZ and nothing more")
    (folder / "words.txt").write_text("MZ")
    assert signing.list_programs(folder) == [program, library]
    assert signing.list_programs(program) == [program]
    assert signing.list_unsigned_files([program, library]) == [program, library]


def test_without_a_key_nothing_is_signed_and_the_notes_say_so(signing: Any, tmp_path: Path) -> None:
    program = write_program(tmp_path / "FourThrones.exe")
    before = program.read_bytes()
    assert signing.sign_all([tmp_path]) == []
    assert program.read_bytes() == before
    assert "unsigned" in signing.describe_signing()


def test_what_is_signed_is_verified_with_its_chain_and_keeps_its_signature(
    signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(signing.SIGNING, "test")
    program = write_program(tmp_path / "files" / "FourThrones.exe")
    assert signing.sign_all([tmp_path / "files"]) == [program]
    assert "Subject: /CN=Four Thrones test" in signing._call("verify", "-in", str(program), check=False)
    signing.verify(program, signing.find_identity())
    signed = program.read_bytes()
    library = write_program(tmp_path / "files" / "SDL2.dll", b"another")
    assert signing.sign_all([tmp_path / "files"]) == [library], "a file with a valid signature keeps it"
    assert program.read_bytes() == signed
    assert "unsigned" in signing.describe_signing(), "a test signs for nobody"


def test_a_changed_file_has_no_valid_signature(signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(signing.SIGNING, "test")
    program = write_program(tmp_path / "FourThrones.exe")
    signing.sign_all([program])
    changed = bytearray(program.read_bytes())
    changed[700] ^= 1
    program.write_bytes(changed)
    assert not signing.is_signed(program)
    with pytest.raises(signing.Failure, match="no valid signature"):
        signing.verify(program)


def test_another_root_is_not_trusted(signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(signing.SIGNING, "test")
    program = write_program(tmp_path / "FourThrones.exe")
    signing.sign_all([program])
    monkeypatch.setattr(signing, "CERTIFICATE", tmp_path / "another")
    signing._make_test_identity.cache_clear()
    with pytest.raises(signing.Failure):
        signing.verify(program, signing.find_identity())


def test_a_key_of_the_environment_signs(signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(signing.SIGNING, "test")
    made = signing.find_identity()
    key = signing.base64.b64encode(made.file.read_bytes()).decode()
    monkeypatch.setenv(signing.SIGNING, "key")
    monkeypatch.setenv("CODE_SIGNING_KEY", key)
    monkeypatch.setenv("CODE_SIGNING_PASSWORD", made.password)
    signing._read_key.cache_clear()
    found = signing.find_identity()
    assert found.file.read_bytes() == made.file.read_bytes()
    assert found.file.stat().st_mode & 0o077 == 0, "nobody else reads the key"
    program = write_program(tmp_path / "FourThrones.exe")
    signing.sign(program, signing.Identity(found.file, found.password, made.root))  # asks nobody for the time
    signing.verify(program, made)
    assert "key of this project" in signing.describe_signing()


@pytest.mark.parametrize("given", ["maybe", "KEY"])
def test_a_word_that_says_nothing_is_refused(signing: Any, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(signing.SIGNING, given)
    with pytest.raises(signing.Failure, match=given):
        signing.get_kind()


def test_without_its_key_nothing_is_signed_silently(
    signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(signing.SIGNING, "key")
    monkeypatch.delenv("CODE_SIGNING_KEY", raising=False)
    signing._read_key.cache_clear()
    with pytest.raises(signing.Failure, match="CODE_SIGNING_KEY"):
        signing.sign_all([write_program(tmp_path / "FourThrones.exe")])


def test_somebody_else_signs_between_two_steps(signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    windows = tmp_path / "build" / "windows"
    program = write_program(windows / "FourThrones" / "FourThrones.exe")
    library = write_program(windows / "FourThrones" / "_internal" / "FourThrones.exe", b"of the same name")
    write_program(signing.UNINSTALLER)
    handed = tmp_path / "handed"
    assert signing.main(["collect", str(handed)]) == 0
    assert len(list(handed.glob("*.exe"))) == 3
    with pytest.raises(signing.Failure, match="did not come back signed"):
        signing.restore(handed)
    monkeypatch.setenv(signing.SIGNING, "given")
    with pytest.raises(signing.Failure, match=r"not signed: FourThrones\.exe"):
        signing.sign_all([windows])
    monkeypatch.setenv(signing.SIGNING, "test")
    signing.sign_all([handed])
    monkeypatch.setenv(signing.SIGNING, "given")
    assert signing.main(["restore", str(handed)]) == 0
    assert signing.sign_all([windows]) == []
    assert b"of the same name" in library.read_bytes() and b"of the same name" not in program.read_bytes()
    packed = write_program(tmp_path / "temporary.exe")
    assert signing.main(["uninstaller", str(packed)]) == 0
    assert signing.is_signed(packed)
    assert signing.SIGNPATH in signing.describe_signing()


def test_files_come_back_only_into_the_build(signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(signing.SIGNING, "test")
    handed = tmp_path / "handed"
    signing.sign_all([write_program(handed / "000-game.exe")])
    write_program(tmp_path / "elsewhere.exe")
    (handed / signing.INDEX).write_text('{"000-game.exe": "../elsewhere.exe"}', encoding="utf-8")
    with pytest.raises(signing.Failure, match=r"\.\./elsewhere\.exe"):
        signing.restore(handed)


def test_it_can_be_started_by_itself() -> None:
    """That is how makensis and the workflow start it: nothing has put the project on the path of modules."""
    script = Path(ROOT) / "build" / "package" / "code_signing.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd="/")
    assert done.returncode == 2 and "collect FOLDER" in done.stderr, done.stderr


def test_installer_and_uninstaller_are_signed(signing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The uninstaller is signed by makensis itself while it packs."""
    if shutil.which("makensis") is None:
        pytest.skip("makensis is not there (Debian: nsis)")
    script = tmp_path / "small.nsi"
    recipe = (Path(ROOT) / "build" / "package" / "installer.nsi").read_text("utf-8")
    assert "!uninstfinalize '${TREAT_UNINSTALLER} \"%1\"' = 0" in recipe, "a failure must not be passed over"
    script.write_text(
        "Target amd64-unicode\nName small\nOutFile small.exe\nInstallDir $TEMP\\small\n"
        f"!uninstfinalize 'cp \"%1\" {tmp_path / 'uninstall.exe'}'\n"
        'Section\nWriteUninstaller "$INSTDIR\\u.exe"\nSectionEnd\nSection Uninstall\nSectionEnd\n',
        encoding="utf-8",
    )
    done = subprocess.run(["makensis", "-V2", str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    monkeypatch.setenv(signing.SIGNING, "test")
    assert signing.sign_all([tmp_path / "small.exe"])
    packed = (tmp_path / "uninstall.exe").rename(tmp_path / "nst1.tmp")
    assert signing.main(["uninstaller", str(packed)]) == 0
    assert signing.is_signed(packed) and signing.is_signed(signing.UNINSTALLER)
