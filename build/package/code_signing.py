"""Authenticode signatures of the programs for Windows, made and verified with osslsigncode.

    python3 build/package/code_signing.py collect FOLDER    # copies of the files that still need a signature
    python3 build/package/code_signing.py restore FOLDER    # put the signed files back into their places

``FOUR_THRONES_SIGNING`` says who signs:

(nothing)  nobody; the packages are unsigned, and the release notes say so
``test``   a certificate made on the spot: every file is signed and verified with its chain, and nothing is published
``key``    the PKCS #12 file in ``CODE_SIGNING_KEY`` (base64), opened with ``CODE_SIGNING_PASSWORD``
``given``  a service has signed: files that are not signed yet are a failure. A service such as SignPath signs
           files between two steps of a workflow, so ``collect`` and ``restore`` hand them over: first those of the
           folder, the one-file program and the uninstaller, then the installer

A file that already has a valid signature keeps it: Microsoft's and Python's libraries stay as their makers signed them.
A time stamp is asked of :data:`TIME_STAMPS` for ``key``; without one a signature ends with its certificate.
"""

import base64
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import contents

if str(contents.ROOT) not in sys.path:  # makensis and the workflow start this file by itself
    sys.path.insert(0, str(contents.ROOT))

from smoke import Failure, call

SIGNING = "FOUR_THRONES_SIGNING"
UNSIGNED, TEST, KEY, GIVEN = "", "test", "key", "given"
TIME_STAMPS = "http://timestamp.digicert.com"
SIGNPATH = "Free code signing provided by SignPath.io, certificate by SignPath Foundation."
"""The words that SignPath Foundation asks projects to show whose files it signs."""
NAME, ADDRESS = "Four Thrones", "https://four-thrones.invalid"
ENDINGS = (".exe", ".dll", ".pyd")
DIGESTS = re.compile(r"(?:Current|Calculated) message digest\s*:\s*([0-9A-F]+)")
INDEX = "files.json"
"""In a folder of collected files: where each of them belongs, as ``{name: path below the folder build}``."""
CERTIFICATE = contents.ROOT / "build" / "work" / "certificate"
CERTIFICATE_DAYS = "2"
DAY_S = 86_400
UNINSTALLER = contents.ROOT / "build" / "work" / "uninstaller.exe"
"""A copy of the uninstaller, which lies inside the installer and has to be signed before."""


@dataclass(frozen=True)
class Identity:
    """Signing key: a PKCS #12 file and its password; ``root``: root certificate of its chain, None if not known."""

    file: Path
    password: str
    root: Path | None = None


def get_kind() -> str:
    """Return the kind of signing that the environment asks for; raises Failure for an unknown word."""
    kind = os.environ.get(SIGNING, UNSIGNED)
    if kind not in (UNSIGNED, TEST, KEY, GIVEN):
        raise Failure(f"{SIGNING}={kind!r}: expected one of {TEST}, {KEY}, {GIVEN}, or nothing")
    return kind


def is_program(path: Path) -> bool:
    """Whether a file is a program or library of Windows (PE format) that can carry a signature."""
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(64)
        if head[:2] != b"MZ" or len(head) < 64:
            return False
        file.seek(int.from_bytes(head[60:64], "little"))
        return file.read(4) == b"PE\0\0"


def list_programs(folder: Path) -> list[Path]:
    """Return all programs and libraries in a folder, or the file itself, sorted."""
    found = [folder] if folder.is_file() else folder.rglob("*")
    return sorted(path for path in found if is_program(path))


def is_signed(path: Path) -> bool:
    """Whether a file has a signature that matches its content, by any signer."""
    digests = DIGESTS.findall(_call("verify", "-in", str(path), check=False))
    return bool(digests) and digests[::2] == digests[1::2]


def list_unsigned_files(paths: Iterable[Path]) -> list[Path]:
    """Return those programs of ``paths`` that still need a signature."""
    return [path for path in paths if not is_signed(path)]


def sign_all(places: Iterable[Path]) -> list[Path]:
    """Sign the files in these folders (or these files) that need it; return those signed now, [] without signing.

    Every file is verified afterwards. Raises Failure if one cannot be signed, or if a service should have signed it and
    has not.
    """
    kind = get_kind()
    if kind == UNSIGNED:
        return []
    programs = [path for place in places for path in list_programs(place)]
    unsigned = list_unsigned_files(programs)
    if kind == GIVEN:
        if unsigned:
            raise Failure("not signed: " + ", ".join(path.name for path in unsigned))
        return []
    identity = find_identity()
    for path in unsigned:
        sign(path, identity)
    for path in unsigned:
        verify(path, identity)
    if wrong := list_unsigned_files(programs):
        raise Failure("signed, and yet without a valid signature: " + ", ".join(path.name for path in wrong))
    return unsigned


def find_identity() -> Identity:
    """Return the key that the environment names, or the test key; raises Failure if there is none."""
    if get_kind() == TEST:
        return _make_test_identity()
    if get_kind() != KEY:
        raise Failure(f"there is no key to sign with: {SIGNING} is {get_kind()!r}")
    return _read_key()


@functools.cache
def _read_key() -> Identity:
    try:
        key = base64.b64decode(os.environ["CODE_SIGNING_KEY"], validate=False)
    except (KeyError, ValueError) as error:
        raise Failure("CODE_SIGNING_KEY must hold a PKCS #12 file in base64") from error
    file = Path(tempfile.mkdtemp(prefix="four-thrones-key-")) / "key.p12"
    file.write_bytes(key)
    file.chmod(0o600)
    return Identity(file, os.environ.get("CODE_SIGNING_PASSWORD", ""))


@functools.cache
def _make_test_identity() -> Identity:
    """Return a test key: a root certificate and a code certificate signed by it, both valid for two days; cached for a
    day. The uninstaller is signed in another process and must have the same root."""
    place = CERTIFICATE
    made = Identity(place / "test.p12", "test", place / "root")
    if made.file.is_file() and time.time() - made.file.stat().st_mtime < DAY_S:
        return made
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    extensions = place / "extensions"
    extensions.write_text("extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\n", encoding="ascii")
    root, root_key, key, request, leaf = (place / name for name in ("root", "root.key", "key", "request", "leaf"))
    new = ("-newkey", "rsa:2048", "-nodes")
    for command in (
        ("req", "-x509", *new, "-keyout", root_key, "-out", root, "-subj", "/CN=Four Thrones test root",
         "-days", CERTIFICATE_DAYS),
        ("req", *new, "-keyout", key, "-out", request, "-subj", "/CN=Four Thrones test"),
        ("x509", "-req", "-in", request, "-CA", root, "-CAkey", root_key, "-CAcreateserial", "-out", leaf,
         "-days", CERTIFICATE_DAYS, "-extfile", extensions),
        ("pkcs12", "-export", "-inkey", key, "-in", leaf, "-certfile", root, "-out", made.file,
         "-passout", "pass:test"),
    ):  # fmt: skip
        call("openssl", *command)
    return made


def sign(path: Path, identity: Identity) -> None:
    """Sign a file in place; if that fails the file stays as it was and Failure is raised."""
    made = path.with_name(f"{path.name}.signed")
    command = ["sign", "-pkcs12", str(identity.file), "-pass", identity.password, "-h", "sha256"]
    command += ["-n", NAME, "-i", ADDRESS]
    if identity.root is None:
        command += ["-ts", TIME_STAMPS]
    try:
        _call(*command, "-in", str(path), "-out", str(made))
        shutil.copymode(path, made)
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def treat_uninstaller(path: Path) -> None:
    """Sign the uninstaller in place for makensis and keep a copy; where a service signs, put its copy in place."""
    if get_kind() == GIVEN:
        verify(UNINSTALLER)
        shutil.copyfile(UNINSTALLER, path)
    else:
        if get_kind() != UNSIGNED:  # makensis calls it by a name without an ending
            sign(path, find_identity())
            verify(path, find_identity())
        UNINSTALLER.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, UNINSTALLER)


def verify(path: Path, identity: Identity | None = None) -> None:
    """Raise Failure unless a file has a valid signature, by the chain of ``identity`` if its root is known."""
    if not is_signed(path):
        raise Failure(f"{path.name} has no valid signature")
    if identity is not None and identity.root is not None:
        said = _call("verify", "-CAfile", str(identity.root), "-in", str(path))
        if "Signature verification: ok" not in said:
            raise Failure(f"the chain of {path.name} is not that of the test:\n{said}")


def _call(*command: str, check: bool = True) -> str:
    done = subprocess.run(["osslsigncode", *command], capture_output=True, text=True, errors="replace", check=False)
    if check and done.returncode:
        raise Failure(f"osslsigncode {command[0]} has failed:\n{done.stdout}{done.stderr}")
    return done.stdout


# --- handing files over -------------------------------------------------------------------------------------


def collect(places: Iterable[Path], folder: Path) -> int:
    """Copy files that need a signature into ``folder``, emptied first, under unique names; return their number."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    unsigned = list_unsigned_files(path for place in places for path in list_programs(place))
    names = {}
    for number, path in enumerate(unsigned):
        name = f"{number:03}-{path.name}"
        names[name] = path.relative_to(contents.ROOT / "build").as_posix()
        shutil.copy2(path, folder / name)
    (folder / INDEX).write_text(json.dumps(names, indent=1), encoding="utf-8")
    return len(names)


def restore(folder: Path) -> int:
    """Put the files of :func:`collect` back signed; return their number. Raises Failure for an unsigned or missing
    one."""
    names: dict[str, str] = json.loads((folder / INDEX).read_text("utf-8"))
    for name in names:
        if not (folder / name).is_file() or not is_signed(folder / name):
            raise Failure(f"{name} did not come back signed")
    for name, place in names.items():
        path = (contents.ROOT / "build" / place).resolve()
        if not path.is_relative_to(contents.ROOT / "build") or not path.is_file():
            raise Failure(f"{INDEX}: {place!r} is no file of a build")
        shutil.copyfile(folder / name, path)
    return len(names)


def describe_signing() -> str:
    """Return the sentence for the release notes about who signed the programs for Windows."""
    if get_kind() in (UNSIGNED, TEST):
        return "The programs for Windows are **unsigned**: Windows 11 may refuse them (Smart App Control)."
    if get_kind() == GIVEN:
        return f"The programs for Windows and their installer are signed. {SIGNPATH}"
    return "The programs for Windows and their installer are signed with the key of this project."


def main(argv: list[str]) -> int:
    """Run the command: hand files over to a signing service, take them back, or treat the uninstaller (called by
    makensis)."""
    if len(argv) == 2 and argv[0] in ("collect", "restore", "uninstaller"):
        place = Path(argv[1]).absolute()
        if argv[0] == "uninstaller":
            treat_uninstaller(place)
            return 0
        build = contents.ROOT / "build"
        places = [build / "windows", UNINSTALLER, *(build / "out").glob("*-setup.exe")]
        count = collect(places, place) if argv[0] == "collect" else restore(place)
        print(f"{argv[0]}: {count} files")
        return 0
    sys.stderr.write((__doc__ or "").partition("\n\n")[2].partition("\n\n")[0] + "\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
