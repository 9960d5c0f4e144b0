"""How ``python3 -m tests`` calls pytest."""

import importlib.util
import os
import subprocess
import sys

from engine.bootstrap import ROOT, runtime_folder

USAGE = """python3 -m tests [--quick | --game GAME | --release] [--soak] [--frozen] [--update-golden] [--update-saves]
                  [PYTEST OPTIONS AND PATHS]

  --quick           what a change can break first, in a minute: linters, engine, rules, one game of every kind
  --game GAME       one game in some fifteen seconds: its rules, its data and texts, one play-through
  --soak            also the long runs (many minutes)
  --frozen          also build the executables and try them out (in CI always)
  --release         only: make every package, install, play and remove it (twenty minutes; see build/release.py)
  --update-golden   write the golden play-throughs anew; look at the difference before committing
  --update-saves    write a sample save for every format and game that has none yet

Everything else goes to pytest, for example:  python3 -m tests tests/engine -k undo
"""


QUICK = [
    "tests/standards", "tests/shared/contract/test_contract.py", "tests/shared/leaks",
    "tests/engine/test_session.py", "tests/engine/test_saves.py", "tests/engine/test_files.py",
    "tests/engine/test_settings.py", "tests/engine/test_statistics.py", "tests/engine/test_chance.py",
    "tests/king_of_12/test_rulings.py", "tests/king_of_12/test_cards.py", "tests/king_of_12/test_rulebook_examples.py",
    "tests/king_of_the_dice/test_rulings.py", "tests/legends/test_rulings.py", "tests/tash_kalar/test_rulings.py",
    "tests/ui/test_title.py", "tests/ui/test_signs.py",
    "tests/languages/test_players_languages.py::test_the_languages_of_the_program_lack_nothing",
    "tests/shared/golden/test_golden.py::test_the_play_through_is_the_same",
    "tests/shared/stages/test_stages.py::test_what_was_told_is_what_the_view_shows",
]  # fmt: skip
"""The files of ``--quick``; the shared suites take two set-ups of each game there."""
IN_CI = os.environ.get("CI", "").lower() in ("true", "1", "yes")
FEW_SAMPLES = "FOUR_THRONES_FEW_SAMPLES"
"""In the environment: the shared suites take few set-ups."""


def main(args: list[str]) -> int:
    """Run pytest on all processors that this process may use; returns its exit status."""
    if "--help" in args or "-h" in args:
        sys.stdout.write(USAGE)
        return 0
    if "--release" in args:
        rest = [each for each in args if each != "--release"]
        return subprocess.call([sys.executable, os.path.join(ROOT, "build", "release.py"), *rest])
    import pytest

    _keep_compiled()
    if "--game" in args:
        at = args.index("--game")
        chosen = list_game_tests(*args[at + 1 : at + 2])
        if not chosen:
            sys.stderr.write(USAGE)
            return 2
        args = [*args[:at], *args[at + 2 :], *chosen]
        if importlib.util.find_spec("xdist") and not any(arg.startswith(("-n", "--numprocesses")) for arg in args):
            args = ["-n", "0", *args]  # a few seconds of work: starting more processes takes longer
        os.environ[FEW_SAMPLES] = "1"
    if "--quick" in args:
        args = [*(each for each in args if each != "--quick"), *QUICK]
        os.environ[FEW_SAMPLES] = "1"
    return int(pytest.main([*_parallel(args), *args]))


RULES_TESTS = (
    "rulings",
    "cards",
    "rulebook_examples",
    "moves",
    "texts",
    "data",
    "options",
    "scoring",
    "tasks",
    "flares",
)
"""Words in the names of test modules about the rules, the data and the texts of a game."""


def list_game_tests(game: str = "") -> list[str]:
    """Paths and options for the rules, data, texts and play-throughs of one game; empty for no game of the project."""
    folder = os.path.join(ROOT, "tests", game)
    if not game or not os.path.isdir(os.path.join(ROOT, "games", game)) or not os.path.isdir(folder):
        return []
    names = sorted(name for name in os.listdir(folder) if name.startswith("test_") and name.endswith(".py"))
    rules = [f"tests/{game}/{name}" for name in names if any(word in name for word in RULES_TESTS)]
    return [*rules, "tests/shared/golden/test_golden.py", "tests/shared/contract/test_contract.py", "-k", game]


def _keep_compiled() -> None:
    """Where Python may not write compiled code beside the sources, it lies with the environments of the tests.

    The suite starts some hundred interpreters, and each would compile all that it imports.
    """
    if sys.dont_write_bytecode and sys.pycache_prefix is None:
        sys.pycache_prefix = os.path.join(runtime_folder(), "compiled")
        sys.dont_write_bytecode = False
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _parallel(args: list[str]) -> list[str]:
    """Tests side by side, unless the caller has said something about it or wants files written.

    One more than there are processors: tests of a real window wait more than they work. Files stay together, long ones
    first (``tests/work_units.py``); of files that the caller names whoever is done takes over tests of the others.
    """
    if importlib.util.find_spec("xdist") is None:
        return []
    alone = ("-n", "--numprocesses", "-p", "--pdb", "--update-golden", "--update-saves")
    if any(arg.startswith(alone) for arg in args):
        return []
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    together = "--frozen" in args or IN_CI or not any(arg.startswith("tests") for arg in args)
    return ["-n", str(min(count + 1, 8)), "--dist", "loadfile" if together else "worksteal"] if count > 1 else []
