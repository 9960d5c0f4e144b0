"""The installer for Windows, made by NSIS from the one-folder program.

Proved under Wine: installed silently and once more over itself, started, a saved game opened by its file type,
kept from being removed while it runs, removed silently; the player's saves stay.
"""

import shutil
import sys
import time
from pathlib import Path

import code_signing
import contents
import smoke
import store
import windows
import windows_played
import wine
from smoke import Failure

from tests.window.desktop import until

TITLE = "Windows installer"
NEEDS = {**windows.NEEDS, "makensis": "nsis"}
SCRIPT = Path(__file__).with_name("installer.nsi")
INSTALLING_S = 300
ENTRY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\FourThrones"
FILE_TYPES = (r"HKCU\Software\Classes\.throne", r"HKCU\Software\Classes\FourThrones.SavedGame")


def make(out: Path) -> Path:
    """Make the installer from the Windows one-folder program; return its path."""
    place = windows.make(out)
    out.mkdir(parents=True, exist_ok=True)
    made = out / f"{contents.NAME}-{contents.version()}-setup.exe"
    if code_signing.get_kind() == code_signing.GIVEN and made.is_file() and code_signing.is_signed(made):
        return made  # packing it anew would lose the signature that was given
    languages = out / "languages.nsh"
    languages.write_text(store.write_installer_languages(), encoding="utf-8-sig")
    given = {
        "VERSION": contents.version(),
        "COPYRIGHT": contents.copyright_line(),
        "SOURCE": place / contents.FOLDER,
        "ICON": SCRIPT.with_name("icon.ico"),
        "OUT": made,
        "LANGUAGES": languages,
        "ORIGINAL": made.name,
        "TREAT_UNINSTALLER": f"{sys.executable} {SCRIPT.with_name('code_signing.py')} uninstaller",
    }
    smoke.call("makensis", "-V2", "-WX", *(f"-D{name}={value}" for name, value in given.items()), SCRIPT)
    if code_signing.get_kind() != code_signing.GIVEN:  # a service signs it next
        code_signing.sign_all([made])
    return made


def prove(path: Path) -> dict[str, float]:
    """Install, use and remove the program; return sizes in MB and times in s by name. Raises Failure."""
    figures = {"installer, MB": path.stat().st_size / smoke.MEGABYTE}
    with windows.place_to_play() as (session, desktop, place):
        local = _folder(session, "LOCALAPPDATA")
        menu = _folder(session, "APPDATA") / r"Microsoft/Windows/Start Menu/Programs/Four Thrones.lnk"
        home = local / "four-thrones"
        installed = local / "Programs" / "Four Thrones"
        for left in (home, installed):
            shutil.rmtree(left, ignore_errors=True)

        started = time.monotonic()
        _run_silently(session, path)
        figures["installing, s"] = time.monotonic() - started
        figures["installed, MB"] = smoke.measure_size(installed) / smoke.MEGABYTE
        program = installed / f"{contents.NAME}.exe"
        if code_signing.get_kind() != code_signing.UNSIGNED:
            for file in (path, *code_signing.list_programs(installed)):
                code_signing.verify(file)
            print("ok, all that was installed is signed, and so is the installer", flush=True)
        (installed / "_internal" / "of an older version.txt").write_text("old", encoding="utf-8")
        _run_silently(session, path)
        if not program.is_file() or (installed / "_internal" / "of an older version.txt").exists():
            raise Failure("installed once more, something of the older version is left")
        if not menu.is_file():
            raise Failure("it is not in the start menu")
        for key in (ENTRY, *FILE_TYPES):
            if not _has_key(session, key):
                raise Failure(f"{key} was not written")
        windows.selftest(session, program, place)
        figures["first frame, s"] = windows.first_frame(session, program, place)

        one = _DoubleClicked(session, desktop, program, home)
        _show_file_type(session, place)
        try:
            kept = _open_by_its_type(one, place)
            _refuses_to_go(session, installed, program)
            one.close()
        finally:
            one.finish()
            for key in FILE_TYPES:
                session.run(["reg", "delete", key.replace("HKCU", "HKLM"), "/f"])
        content = kept.read_bytes()

        _run_silently(session, installed / "uninstall.exe")
        until(lambda: not installed.exists(), INSTALLING_S, "it has not removed itself")
        if kept.read_bytes() != content:
            raise Failure("a saved game has not stayed as it was")
        if menu.exists() or any(_has_key(session, key) for key in (ENTRY, *FILE_TYPES)):
            raise Failure("something is left in the start menu or in the registry")
        shutil.rmtree(home)
    return figures


class _DoubleClicked(windows_played.WindowsProgram):
    """Check of the program started through its file type, with the folders of an ordinary player."""

    def double_click(self, file: Path) -> None:
        """Open a file by its file type, as a double-click does, and wait for the first picture."""
        words = ["start", "/wait", wine.windows_path(file)]
        self.process = self.wine.start(words, env={"SDL_AUDIODRIVER": "dummy"})
        self.wait_for_window()


def _show_file_type(session: wine.Session, place: Path) -> None:
    """Make our file types visible to Wine 8, which reads those of the machine only, while Windows reads the player's
    too."""
    file = place / "types.reg"
    for key in FILE_TYPES:
        session.run(["reg", "export", key, wine.windows_path(file), "/y"])
        written = file.read_text("utf-16")
        if "FourThrones" not in written:
            raise Failure(f"{key} says nothing of the program:\n{written}")
        file.write_text(written.replace("HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE"), encoding="utf-16", newline="\r\n")
        session.run(["reg", "import", wine.windows_path(file)])


def _open_by_its_type(one: _DoubleClicked, place: Path) -> Path:
    """Open a game saved on this system by a double-click and play on; return its copy among the saves."""
    one.settings()
    shutil.copy2(one.home / "settings" / "settings.json", one.home / "settings.json")  # players' settings lie there
    file = place / "Žofie's game.throne"
    begun = windows_played.create_save(file)
    content = file.read_bytes()
    one.double_click(file)
    until(lambda: one.save() is not None, 30, "the file was not brought in")
    assert one.decide(windows_played.DECIDE_S)
    now = one.session()
    if now.log[: begun.turn] != begun.log or now.turn <= begun.turn:
        raise Failure("another game was opened")
    if file.read_bytes() != content:
        raise Failure("the file itself was changed")
    kept = one.save()
    assert kept is not None
    return kept


def _refuses_to_go(session: wine.Session, installed: Path, program: Path) -> None:
    """While the game runs, nothing of it is removed."""
    session.run([wine.windows_path(installed / "uninstall.exe"), "/S"], seconds=INSTALLING_S)
    time.sleep(5)  # it goes on as a copy of itself
    if not program.is_file() or not (installed / "_internal").is_dir():
        raise Failure("it was removed while the game was running")


def _run_silently(session: wine.Session, program: Path) -> None:
    status, said = session.run([wine.windows_path(program), "/S"], seconds=INSTALLING_S)
    if status:
        raise Failure(f"{program.name} /S has ended with {status}:\n{said}")


def _folder(session: wine.Session, name: str) -> Path:
    """One of the player's folders by its name in the environment."""
    _, said = session.run(["cmd", "/c", f"echo %{name}%"])
    return session.drive / said.strip().replace("\\", "/").removeprefix("C:/")


def _has_key(session: wine.Session, key: str) -> bool:
    """Whether the registry has this key."""
    return session.run(["reg", "query", key])[0] == 0
