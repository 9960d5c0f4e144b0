"""The voice of the system, for a player who has no screen reader: one thread talks to it, so the window never waits.

Linux has speech-dispatcher (spoken to by its own protocol, SSIP, through a Unix socket) or espeak-ng; macOS the
command ``say``; Windows a PowerShell with System.Speech. Every process that is started here ends with the voice.
"""

import base64
import contextlib
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

from engine.desktop import packed

WAIT_S = 2.0
"""Most seconds to wait for an answer of the daemon."""
END_S = 0.3
"""Most seconds to wait for the end of the thread when the window closes."""
TRIED_S = 1.5
"""Most seconds that a voice may take for a sample of a few words."""
CLIENT = "player:four-thrones:main"
LOOK_S = 0.05
"""Seconds between checks of whether the command has ended while texts wait."""
MOST_WAITING = 60
"""Largest number of waiting texts; the oldest are dropped."""
LONGEST = 4000
"""Most characters of one text that are spoken."""
WORDS_A_MINUTE = 175
"""Usual speed, in words a minute, of commands that are set by it; the rate of the settings at most halves or doubles
it."""
SCRIPT = """
Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, [Globalization.CultureInfo]::new('LANGUAGE')) } catch { }
$voice.Rate = RATE
while ($null -ne ($line = [Console]::In.ReadLine())) {
  if ($line) { [void]$voice.SpeakAsync([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($line))) }
  else { $voice.SpeakAsyncCancelAll() }
}
"""


class NoVoice(Exception):
    """The system has no voice that can be used; the text says where one was searched."""


def find_socket() -> Path:
    """Return the socket of speech-dispatcher: the one that SPEECHD_ADDRESS names, else the usual one."""
    address = os.environ.get("SPEECHD_ADDRESS", "")
    if address.startswith("unix_socket:"):
        return Path(address.partition(":")[2])
    base = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(base) if base else Path.home() / ".cache"
    return folder / "speech-dispatcher" / "speechd.sock"


class SsipVoice:
    """A connection to speech-dispatcher, which queues the texts itself; raises OSError without one."""

    name = "speech-dispatcher"
    is_busy = False

    def __init__(self, path: Path, language: str, rate: int) -> None:
        self._socket = socket.socket(socket.AF_UNIX)  # type: ignore[attr-defined,unused-ignore]
        self._socket.settimeout(WAIT_S)
        try:
            self._socket.connect(str(path))
            self._lines = self._socket.makefile("rb")
            self._command(f"SET self CLIENT_NAME {CLIENT}")
            self._command(f"SET self LANGUAGE {language}")
            self._command(f"SET self RATE {rate}")
            self._command("SET self PRIORITY message")
        except OSError:
            self._socket.close()
            raise

    def _command(self, line: str) -> None:
        self._socket.sendall(line.encode() + b"\r\n")
        while True:
            raw = self._lines.readline()
            if not raw:
                raise ConnectionError("speech-dispatcher closed the connection")
            answer = raw.decode("utf-8", "replace").rstrip("\r\n")
            if answer[3:4] != "-" and not answer.startswith("7"):  # 7xx are events, not answers
                break
        if not answer.startswith("2"):
            raise ConnectionError(f"{line!r}: {answer}")

    def speak(self, text: str) -> None:
        """Queue a text to be spoken after the earlier ones."""
        self._command("SPEAK")
        lines = text.splitlines() or [""]
        self._command("\r\n".join("." + line if line.startswith(".") else line for line in lines) + "\r\n.")

    def stop(self) -> None:
        """Cut off the current text and drop the waiting ones."""
        self._command("CANCEL self")

    def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            self._socket.sendall(b"QUIT\r\n")
        self._socket.close()


class CommandVoice:
    """A command that is started for every text, such as ``say`` or ``espeak-ng``."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self.name = Path(command[0]).stem
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the command is still speaking the previous text."""
        return self._running is not None and self._running.poll() is None

    def speak(self, text: str) -> None:
        """Start the command with a text; end it first if it is still speaking another one."""
        self.stop()
        self._running = subprocess.Popen(
            [*self._command, "--", text] if "espeak" in self._command[0] else [*self._command, text],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=packed.make_environment(),
        )  # fmt: skip

    def stop(self) -> None:
        """End the command."""
        running, self._running = self._running, None
        if running is not None and running.poll() is None:
            running.kill()
            running.wait()

    close = stop


class PowerShellVoice:
    """A PowerShell process that speaks lines from its input, encoded as base64; an empty line stops the speech."""

    name = "System.Speech"
    is_busy = False

    def __init__(self, command: str, language: str, rate: int) -> None:
        script = SCRIPT.replace("LANGUAGE", language).replace("RATE", str(round(rate / 10)))
        coded = base64.b64encode(script.encode("utf-16-le")).decode()
        self._process = subprocess.Popen(
            [command, "-NoProfile", "-NonInteractive", "-EncodedCommand", coded],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0), env=packed.make_environment(),
        )  # fmt: skip

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def speak(self, text: str) -> None:
        """Queue a text to be spoken after the earlier ones."""
        self._write(base64.b64encode(text.encode()))

    def stop(self) -> None:
        """Cut off the current text."""
        self._write(b"")

    def close(self) -> None:
        """End the process: its input ends, and it is killed if that is not enough."""
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._process.kill()
        self._process.wait()


Backend = SsipVoice | CommandVoice | PowerShellVoice
"""Speaks one text after another; while it is busy the next one must wait, because it would cut off the current one."""


def open_backend(language: str, rate: int) -> Backend:
    """Return the voice of this system; raises NoVoice. ``rate``: speed from -100 to 100, 0 = the system's default."""
    words = round(WORDS_A_MINUTE * 2 ** (rate / 100))
    if sys.platform == "win32":
        command = shutil.which("powershell")
        if command is None:
            raise NoVoice("powershell")
        return PowerShellVoice(command, language, rate)
    if sys.platform == "darwin":
        command = shutil.which("say")
        if command is None:
            raise NoVoice("say")
        return CommandVoice([command, "-r", str(words)])
    with contextlib.suppress(OSError):
        return SsipVoice(find_socket(), language, rate)
    daemon = shutil.which("speech-dispatcher")
    if daemon is not None:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                [daemon, "--spawn"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                timeout=WAIT_S, check=False, env=packed.make_environment(),
            )  # fmt: skip
            return SsipVoice(find_socket(), language, rate)
    command = shutil.which("espeak-ng") or shutil.which("espeak")
    if command is None:
        raise NoVoice("speech-dispatcher, espeak-ng")
    return CommandVoice([command, "-v", language, "-s", str(words)])


def try_voice(language: str, said: str) -> str:
    """Speak ``said`` as a sample (nothing for ""), for ``TRIED_S`` seconds at most; return the voice's name. Raises
    NoVoice and OSError."""
    backend = open_backend(language, 0)
    try:
        if said:
            backend.speak(said)
            time.sleep(TRIED_S)
    finally:
        backend.close()
    return backend.name


class Voice:
    """Speaks on a thread of its own; nothing here waits or raises."""

    def __init__(self, language: str, rate: int) -> None:
        self._language, self._rate = language, rate
        self._orders: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.missing = ""
        """Where a voice was searched in vain; "" if one was found."""
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Queue a text to be spoken after the earlier ones."""
        self._orders.put(text[:LONGEST])

    def stop(self) -> None:
        """Cut off the current text and drop the waiting ones."""
        self._orders.put("")

    def close(self) -> None:
        """End the voice and its process; waits a moment at most."""
        self._orders.put(None)
        self._thread.join(END_S)

    def _work(self) -> None:
        backend: Backend | None = None
        waiting: deque[str] = deque(maxlen=MOST_WAITING)
        while True:
            try:
                order = self._orders.get(timeout=LOOK_S if waiting else None)
            except queue.Empty:
                pass
            else:
                if order is None:
                    break
                if order:
                    waiting.append(order)
                else:
                    waiting.clear()
            try:
                if backend is None:
                    if not waiting:
                        continue
                    backend = open_backend(self._language, self._rate)
                    self.missing = ""
                if not waiting:
                    backend.stop()
                while waiting and not backend.is_busy:
                    backend.speak(waiting.popleft())
            except NoVoice as error:
                self.missing = str(error)
                waiting.clear()
            except (OSError, ValueError) as error:
                self.missing = self.missing or type(error).__name__
                waiting.clear()
                if backend is not None:
                    backend.close()
                    backend = None
        if backend is not None:
            backend.close()
