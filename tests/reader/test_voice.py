"""The voice of the system: what is sent to speech-dispatcher, and that nothing waits, raises or stays behind."""

import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.accessibility import voice
from engine.accessibility.voice import CommandVoice, NoVoice, Voice, find_socket, open_backend
from tests.support.catalogues import OTHERS

WAIT_S = 20.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets and commands")


class Daemon:
    """Answers as speech-dispatcher does, and keeps what it was told."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True)
        self.lines: list[str] = []
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(path))
        self.server.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        """Take one client until it quits."""
        client, _ = self.server.accept()
        with client, client.makefile("rb") as lines:
            for raw in lines:
                line = raw.decode().rstrip("\r\n")
                self.lines.append(line)
                if line == "QUIT":
                    return
                if line == "SPEAK":
                    client.sendall(b"230 OK RECEIVING DATA\r\n")
                    while (line := lines.readline().decode().rstrip("\r\n")) != ".":
                        self.lines.append(f"text {line}")
                    client.sendall(b"225-7\r\n225 OK MESSAGE QUEUED\r\n")
                else:
                    client.sendall(b"208 OK\r\n")

    def wait_for(self, line: str) -> None:
        """Wait until a line has come."""
        end = time.monotonic() + WAIT_S
        while line not in self.lines:
            assert time.monotonic() < end, self.lines
            time.sleep(0.01)


@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Daemon]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    made = Daemon(find_socket())
    yield made
    made.server.close()


@pytest.mark.skipif(sys.platform == "darwin", reason="speech-dispatcher is of Linux")
def test_texts_go_to_speech_dispatcher(daemon: Daemon) -> None:
    one = Voice(OTHERS[0], 30)
    one.say("Dobrý den.\n.tečka")
    one.say("Druhý text.")
    daemon.wait_for("text Druhý text.")
    assert "CANCEL self" not in daemon.lines, "the second text waits for the end of the first"
    one.stop()
    daemon.wait_for("CANCEL self")
    one.close()
    daemon.wait_for("QUIT")
    assert daemon.lines.index(f"SET self LANGUAGE {OTHERS[0]}") < daemon.lines.index("SPEAK")
    assert "SET self RATE 30" in daemon.lines and "text Dobrý den." in daemon.lines
    assert daemon.lines[-1] == "QUIT" and not one.missing and not one._thread.is_alive()


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS always has say")
def test_without_any_voice_the_game_is_told_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoVoice):
        open_backend("en", 0)
    one = Voice("en", 0)
    one.say("nobody speaks this")
    end = time.monotonic() + WAIT_S
    while not one.missing and time.monotonic() < end:
        time.sleep(0.01)
    assert "espeak-ng" in one.missing
    one.close()
    assert not one._thread.is_alive()


def test_a_command_is_cut_off_by_the_next_text_and_ends_with_the_voice(tmp_path: Path) -> None:
    script = tmp_path / "espeak-like"
    script.write_text("#!/bin/sh\nexec sleep 60\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    one = CommandVoice([str(script)])
    assert not one.is_busy
    one.speak("first")
    first = one._running
    assert one.is_busy
    one.speak("second")
    second = one._running
    assert first is not None and second is not None and first.returncode is not None and second.poll() is None
    one.close()
    assert second.returncode is not None


def test_the_words_for_windows_are_coded_and_silence_is_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The PowerShell is replaced by a program that gives back what it gets."""
    real = subprocess.Popen

    def start(command: list[str], **given: object) -> subprocess.Popen[bytes]:
        assert command[1:4] == ["-NoProfile", "-NonInteractive", "-EncodedCommand"]
        read, write = os.pipe()
        found.append(read)
        given.pop("creationflags"), given.pop("stdout")
        return real(["cat"], stdout=write, **given)  # type: ignore[call-overload,no-any-return]

    found: list[int] = []
    monkeypatch.setattr("engine.accessibility.voice.subprocess.Popen", start)
    one = voice.PowerShellVoice("powershell", OTHERS[-1], 50)
    one.speak("Ваш ход")
    one.stop()
    heard = b""
    while not heard.endswith(b"\n\n"):
        heard += os.read(found[0], 100)
    one.close()
    os.close(found[0])
    assert heard == b"0JLQsNGIINGF0L7QtA==\n\n" and one._process.returncode is not None


def test_texts_wait_for_each_other_and_are_cut_off_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that runs for as long as a file is not there speaks the next text only when it has ended."""
    said, go = tmp_path / "said", tmp_path / "go"
    script = tmp_path / "say-like"
    script.write_text(f'#!/bin/sh\necho "$1" >> {said}\nwhile [ ! -e {go} ]; do sleep 0.02; done\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(voice, "open_backend", lambda language, rate: CommandVoice([str(script)]))
    one = Voice("en", 0)

    def wait_for(lines: int) -> list[str]:
        end = time.monotonic() + WAIT_S
        while not said.exists() or len(said.read_text().splitlines()) < lines:
            assert time.monotonic() < end
            time.sleep(0.01)
        return said.read_text().splitlines()

    one.say("first")
    one.say("second")
    assert wait_for(1) == ["first"]
    go.touch()
    assert wait_for(2) == ["first", "second"]
    go.unlink()
    one.say("third")
    one.say("never spoken")
    wait_for(3)
    one.stop()
    one.say("last")
    assert wait_for(4) == ["first", "second", "third", "last"]
    one.close()
