"""A client of AT-SPI reads the real window and presses its buttons, as a screen reader does."""

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.window.desktop import Desktop, until
from tests.window.program import Program

PYTHON = "/usr/bin/python3"
"""The Python of the system, which has the bindings of AT-SPI."""
NEEDED = "python3-gi gir1.2-atspi-2.0 at-spi2-core dbus"


def find_missing() -> str:
    """What the test needs and the system lacks; "" for nothing."""
    if importlib.util.find_spec("accesskit") is None:
        return "the package accesskit is not installed"
    if shutil.which("dbus-daemon") is None:
        return f"no dbus-daemon (Debian: {NEEDED})"
    asks = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if not Path(PYTHON).exists() or subprocess.run([PYTHON, "-c", asks], capture_output=True, check=False).returncode:
        return f"the system's Python has no AT-SPI (Debian: {NEEDED})"
    return ""


class Client:
    """A screen reader on a session bus of its own."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self.desktop = desktop
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.variables = {"XDG_RUNTIME_DIR": str(runtime), "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "0"}
        environment = desktop.environment(**self.variables)
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.bus.stdout is not None
        self.variables["DBUS_SESSION_BUS_ADDRESS"] = self.bus.stdout.readline().strip()
        self.process = subprocess.Popen(
            [PYTHON, str(Path(__file__).with_name("reader_client.py"))],
            env=desktop.environment(**self.variables), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, *command: str) -> Any:
        """The answer to a command."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the client has ended"
        return json.loads(line)

    def list_names(self) -> list[str]:
        """Names of everything in the window."""
        return [name for _role, name in self.ask("tree") or []]

    def close(self) -> None:
        """End client and bus."""
        for each in (self.process, self.bus):
            each.kill()
            each.wait()


@pytest.fixture
def client(desktop: Desktop, tmp_path: Path) -> Iterator[Client]:
    missing = find_missing()
    if missing:
        pytest.skip(missing)
    made = Client(desktop, tmp_path)
    yield made
    made.close()


def test_a_client_reads_the_window_and_presses_its_buttons(client: Client, program: Program) -> None:
    program.start(**client.variables)
    names = client.list_names()
    assert names[0].startswith("Four Thrones") and "King of 12" in names and "Settings" in names, names
    assert client.ask("press", "Settings")
    until(lambda: "Language: Čeština" in client.list_names(), 30, "the settings are not in the tree")
    assert client.ask("focus", "Music")
    until(lambda: client.ask("about", "Music").startswith("68%"), 30, "the value of a slider is not told")
    client.desktop.do("key", "o")
    until(lambda: any("Music, slider, 68%" in said for said in client.ask("heard")), 30, "an answer is not said")
    assert client.ask("focus", "Language: Čeština")
    assert client.ask("press", "Language: Čeština")
    until(lambda: any(name.startswith("Jazyk: ") for name in client.list_names()), 30, "the tree stays English")
    roles = {name: role for role, name in client.ask("tree")}
    assert roles["Jazyk: Čeština"] == "radio button" and roles["Hotovo"] in ("push button", "button")
    assert not program.ended and "Traceback" not in program.words
    assert program.close_window() == 0
