"""Files in the opponents folder that do whatever they like: the window neither runs them nor waits for them."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.discovery import Discovery
from ai.opponents_folder import names
from ai.workers.pool import MOST_FAILURES, Answer, OpponentPool
from engine.chance import SeededChance
from games.king_of_12 import RULES

GAME = "king_of_12"
LONGEST_CALL_S = 1.5
"""A call that waits for a file waits for longer; one that does not may still lose the processor to other tests."""
"""Far more than a look at a queue takes, far less than any deadline: a call that waited would be longer."""

HEAD = """import os, pathlib, sys
with open(pathlib.Path(__file__).with_name("run_by.txt"), "a") as file:
    file.write(f"{os.getpid()}\\n")
GAMES = ["king_of_12"]
"""
"""Every file notes in which process it is run."""
CHOOSE = "def choose(game, view, seat, legal, chance):\n    "
GOOD = HEAD + 'TITLE = "The good one"\n' + CHOOSE + "return legal[0]\n"
HALF = """import struct
for fd in range(3, 60):
    try:
        os.write(fd, {data})
    except OSError:
        pass
"""

AT_ONCE = {
    "endless": "while True: pass\n",
    "exit": "os._exit(3)\n",
    "polite_exit": "sys.exit()\n",
    "raises": "raise KeyboardInterrupt\n",
    "odd_error": "class E(Exception):\n    def __str__(self): os._exit(1)\nraise E\n",
    "title_raises": CHOOSE + "return 0\nclass T:\n    def __str__(self): raise RuntimeError\nTITLE = T()\n",
    "title_ends": CHOOSE + "return 0\nclass T(str):\n    def __str__(self): os._exit(1)\nTITLE = T('x')\n",
    "games_odd": CHOOSE + "return 0\nclass L(list):\n    def __contains__(self, x): os._exit(1)\nGAMES = L(GAMES)\n",
    "half": HALF.format(data='b"\\0\\0\\1\\0half"') + "import time\ntime.sleep(60)\n",
    "garbage": HALF.format(data='struct.pack("!i", 5) + b"12345"') + "import time\ntime.sleep(60)\n",
    "huge": HALF.format(data='struct.pack("!i", 2**30)') + "import time\ntime.sleep(60)\n",
    "binary": "\x00\x01\x02",
    "deep": "(" * 5000 + ")" * 5000,
    "hungry": "x = bytearray(8 << 30)\n",
    "deaf": "import signal\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass\n",
}
"""What happens as soon as the file is run."""

ASKED: dict[str, tuple[str, set[str]]] = {
    "loops": ("while True: pass", {"slow"}),
    "sleeps": ("import time; time.sleep(99)", {"slow"}),
    "dies": ("os._exit(0)", {"crashed"}),
    "leaves": ("sys.exit(0)", {"crashed"}),
    "raises": ("raise ValueError", {"crashed"}),
    "cheats": ("return 99", {"illegal"}),
    "says_yes": ("return True", {"illegal"}),
    "talks": ("return 'x' * 10_000_000", {"illegal"}),
    "silent": ("return None", {"silent"}),
    "stutters": ("for n in pipes(): os.write(n, b'\\0\\0\\0')\n    import time; time.sleep(99)", {"slow", "crashed"}),
    "floods": ("\n    while True:\n        for n in pipes(): os.write(n, ready)", {"slow", "crashed"}),
    "hungry": ("return len(bytearray(8 << 30))", {"crashed"}),
    "breaks": ("import ai.workers.protocol; ai.workers.protocol.encode = None; return legal[0]", {"crashed"}),
}  # fmt: skip
"""What ``choose`` does, and how that may be called."""
TOOLS = """
import struct
ready = struct.pack("!i", 13) + b"\\x81\\xa4type\\xa5ready"
def pipes():
    import fcntl, stat
    for number in range(3, 60):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode) and fcntl.fcntl(number, fcntl.F_GETFL) & os.O_WRONLY:
                yield number
        except OSError:
            pass
"""


@pytest.fixture
def folder(home: Path) -> Iterator[Path]:
    place = home / "opponents"
    place.mkdir(parents=True)
    yield place
    ran = place / "run_by.txt"
    if ran.exists():
        assert str(os.getpid()) not in ran.read_text().split(), "a file of the player's was run in the window's process"


def question() -> tuple[str, Any, int, tuple[int, ...]]:
    state = RULES.new({}, 2, SeededChance(4))
    return GAME, RULES.view(state, 0), 0, tuple(RULES.legal(state, 0))


def patiently(poll: Callable[[], Any], done: Callable[[], bool], seconds: float = 60) -> float:
    """Poll until it is done; how long it took. No call may wait."""
    start = time.monotonic()
    while not done():
        before = time.perf_counter()
        poll()
        assert time.perf_counter() - before < LONGEST_CALL_S, "the window was made to wait"
        assert time.monotonic() - start < seconds, "no answer came"
        time.sleep(0.005)
    return time.monotonic() - start


def answer_of(thinker: OpponentPool, level: str) -> Answer:
    answers: list[Answer] = []
    thinker.ask(*question(), level, 1)
    patiently(lambda: answers.extend(thinker.poll()), lambda: bool(answers))
    return answers[0]


def test_what_files_offer_is_asked_elsewhere(folder: Path) -> None:
    for name, body in AT_ONCE.items():
        (folder / f"{name}.py").write_text(HEAD + body, encoding="utf-8")
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    (folder / "unseen.py").write_text(GOOD.replace("The good one", "\\u202e\\u200b"), encoding="utf-8")
    roster = Discovery(deadline=0.6)
    try:
        before = time.perf_counter()
        roster.look()
        assert time.perf_counter() - before < 1, "looking has waited"
        assert "file:good" in roster.levels(GAME), "what has not answered yet can be chosen"
        patiently(roster.poll, lambda: not roster.busy)
        assert roster.levels(GAME) == ["file:good", "file:unseen"]
        assert roster.levels("legends") == []
        assert roster.title("file:good") == "The good one"
        assert roster.title("file:unseen") == "unseen"
        bad = roster.problems()
        assert set(bad) == {name.replace("_", " ") for name in AT_ONCE}
        assert bad["endless"].failure == "slow"
        assert all(len(offer.problem) <= 200 for offer in bad.values())
        assert "TITLE" in bad["title raises"].problem
    finally:
        roster.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such names")
def test_names_that_no_save_can_hold_are_left_out(folder: Path) -> None:
    for raw in (b"bad\xff.py", b"two\nlines.py", b"back\\slash.py", b"long" * 60 + b".py", b"fine.py"):
        (Path(os.fsdecode(os.fsencode(folder) + b"/" + raw))).write_text(GOOD, encoding="utf-8")
    (folder / "folder.py").mkdir()
    (folder / "process.py").symlink_to(folder / "nowhere")
    assert names() == sorted(["two\nlines", "back\\slash", "long" * 60, "fine"]), "a save holds any name but this"


def test_a_changed_file_is_asked_again(folder: Path) -> None:
    roster = Discovery(deadline=1)
    try:
        (folder / "new.py").write_text("1 +", encoding="utf-8")
        roster.look()
        patiently(roster.poll, lambda: not roster.busy)
        assert "SyntaxError" in roster.problems()["new"].problem
        roster.look()
        assert not roster.busy, "nothing has changed"
        (folder / "new.py").write_text(GOOD, encoding="utf-8")
        roster.look()
        patiently(roster.poll, lambda: not roster.busy)
        assert roster.levels(GAME) == ["file:new"] and not roster.problems()
    finally:
        roster.close()


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", list(ASKED))
def test_an_opponent_that_fails_is_replaced_and_named(folder: Path, name: str) -> None:
    body, hows = ASKED[name]
    (folder / "it.py").write_text(HEAD + TOOLS + CHOOSE + body + "\n", encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=0.7)
    try:
        answer = answer_of(thinker, "file:it")
        assert answer.fallback and answer.how in hows, answer
        assert answer.decision.action in question()[3]
        assert thinker.failures("file:it") == 1
    finally:
        thinker.close()


@pytest.mark.parametrize("name", ["endless", "exit", "half", "huge"])
def test_a_file_that_fails_when_it_is_run_fails_as_an_opponent(folder: Path, name: str) -> None:
    (folder / "it.py").write_text(HEAD + AT_ONCE[name], encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=0.7)
    try:
        assert answer_of(thinker, "file:it").fallback
    finally:
        thinker.close()


def test_the_deadline_counts_from_when_the_process_is_ready(folder: Path) -> None:
    """Loading the file is in it: a file that never gets loaded has no longer time than one that thinks."""
    (folder / "it.py").write_text(HEAD + "while True: pass\n", encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=1.0)
    try:
        answers: list[Answer] = []
        thinker.ask(*question(), "file:it", 1)
        took = patiently(lambda: answers.extend(thinker.poll()), lambda: bool(answers))
        assert answers[0].how == "slow"
        assert 1.0 <= took < 8.0
    finally:
        thinker.close()


def test_failures_count_for_the_file_alone(folder: Path) -> None:
    (folder / "bad.py").write_text(HEAD + CHOOSE + "return 99\n", encoding="utf-8")
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=2)
    try:
        for number in range(1, MOST_FAILURES + 1):
            assert answer_of(thinker, "file:bad").given_up == (number == MOST_FAILURES)
            assert not answer_of(thinker, "file:good").fallback
            assert not answer_of(thinker, "novice").fallback
        assert thinker.failures("file:bad") == MOST_FAILURES
        assert thinker.failures("file:good") == 0
        ran = (folder / "run_by.txt").read_text()
        last = answer_of(thinker, "file:bad")
        assert last.given_up and last.how == "illegal"
        assert (folder / "run_by.txt").read_text() == ran, "it was asked once more"
        (folder / "bad.py").write_text(GOOD, encoding="utf-8")
        assert not answer_of(thinker, "file:bad").fallback, "a mended file begins anew"
    finally:
        thinker.close()


def test_a_slow_file_does_not_keep_the_others_waiting(folder: Path) -> None:
    (folder / "slow.py").write_text(HEAD + CHOOSE + "while True: pass\n", encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=4)
    try:
        assert not answer_of(thinker, "novice").fallback
        answers: list[Answer] = []
        slow = thinker.ask(*question(), "file:slow", 1)
        quick = thinker.ask(*question(), "novice", 1)
        took = patiently(lambda: answers.extend(thinker.poll()), lambda: bool(answers))
        assert answers[0].ticket == quick and took < 3
        thinker.cancel(slow)
        assert not thinker.busy
    finally:
        thinker.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits that a process can set for itself")
def test_a_file_runs_under_limits(folder: Path) -> None:
    text = HEAD + (
        "import resource\n"
        "kinds = (resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_CORE)\n"
        "said = ' '.join(str(n) for kind in kinds for n in resource.getrlimit(kind))\n"
        "pathlib.Path(__file__).with_name('limits.txt').write_text(said)\n"
    )
    (folder / "it.py").write_text(text + CHOOSE + "return legal[0]\n", encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=4)
    try:
        assert not answer_of(thinker, "file:it").fallback
    finally:
        thinker.close()
    memory, hard, processes, hard_processes, core, _ = map(int, (folder / "limits.txt").read_text().split())
    assert 0 < memory == hard <= 1 << 30
    assert (processes, hard_processes, core) == (0, 0, 0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look at")
def test_what_a_file_has_started_ends_with_it(folder: Path) -> None:
    """Where processes can be forbidden none can be started; the superuser's are ended with the worker."""
    text = HEAD + CHOOSE + (
        "\n    child = os.fork()\n"
        "    import time\n"
        "    if child: pathlib.Path(__file__).with_name('child.txt').write_text(str(child))\n"
        "    time.sleep(99)\n"
    )  # fmt: skip
    (folder / "it.py").write_text(text, encoding="utf-8")
    thinker = OpponentPool(start=False, deadline=1)
    try:
        assert answer_of(thinker, "file:it").fallback
    finally:
        thinker.close()
    child = folder / "child.txt"
    if child.exists():
        end = time.monotonic() + 5
        while Path(f"/proc/{child.read_text()}").exists() and time.monotonic() < end:
            state = Path(f"/proc/{child.read_text()}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "Z":
                break
            time.sleep(0.02)
        else:
            assert not Path(f"/proc/{child.read_text()}").exists()


def test_the_process_ends_with_the_window_even_in_an_endless_loop(folder: Path) -> None:
    import subprocess

    (folder / "it.py").write_text(HEAD + CHOOSE + "while True: pass\n", encoding="utf-8")
    code = (
        "import os, sys, time\n"
        "if __name__ == '__main__':\n"
        "    sys.path.insert(0, '.')\n"
        "    from tests.ai.test_hostile_files import question\n"
        "    from ai.workers.pool import OpponentPool\n"
        "    thinker = OpponentPool(start=False)\n"
        "    thinker.ask(*question(), 'file:it', 1)\n"
        "    marker = os.path.join(os.environ['FOUR_THRONES_HOME'], 'opponents', 'run_by.txt')\n"
        "    while not os.path.exists(marker): thinker.poll(); time.sleep(0.01)\n"
        "    time.sleep(0.2)\n"
        "    os._exit(0)\n"  # as if it were killed
    )
    script = folder.parent / "window.py"
    script.write_text(code, encoding="utf-8")
    root = Path(__file__).resolve().parents[2]
    subprocess.run(
        [sys.executable, str(script)], cwd=root, check=True, timeout=60, env={**os.environ, "PYTHONPATH": str(root)}
    )
    pid = int((folder / "run_by.txt").read_text().split()[0])
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("the file is still running")
