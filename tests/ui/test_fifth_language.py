"""A fifth language needs its folder in ``locale/`` and its code in one list."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from engine.bootstrap import ROOT

PROGRAM = """
import sys
from pathlib import Path

from engine.storage import settings

settings.LANGUAGES = (*settings.LANGUAGES, "de")  # the one line of code

from scenes.shell import i18n

i18n.FOLDER = Path(sys.argv[1])
i18n.Texts.__init__.__defaults__ = (i18n.FOLDER,)
texts = i18n.Texts("de")
assert texts.language == "de"
assert texts.t("ui.language.de") == "Deutsch", texts.t("ui.language.de")
assert texts.t("ui.ok") == i18n.Texts("en").t("ui.ok")
assert texts.t("legends.action.take", n=2) == i18n.Texts("en").t("legends.action.take", n=2)
assert i18n.system_language(["de_AT", "en"]) == "de"
assert settings._check({"language": "de"})[0].language == "de"
"""


def test_a_skeleton_of_a_fifth_language_works(tmp_path: Path) -> None:
    for code in ("en", "de"):
        folder = tmp_path / code / "LC_MESSAGES"
        shutil.copytree(Path(ROOT) / "locale" / "en" / "LC_MESSAGES", folder)
        source = folder / "ui.po"
        source.write_text(source.read_text("utf-8") + '\nmsgid "ui.language.de"\nmsgstr "Deutsch"\n', "utf-8")
        compiled = subprocess.run(
            [sys.executable, "-c", f"import catalogues, pathlib; p = pathlib.Path({str(source)!r});"
             "p.with_suffix('.mo').write_bytes(catalogues.compile_catalogue(p))"],
            cwd=Path(ROOT) / "build" / "bake", capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert compiled.returncode == 0, compiled.stderr
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_module_lists_the_languages_again() -> None:
    lists = [
        path.relative_to(ROOT).as_posix()
        for room in ("engine", "scenes", "sprites", "ai", "games", "maps")
        for path in (Path(ROOT) / room).rglob("*.py")
        if '"en", "cs"' in path.read_text("utf-8")
    ]
    assert lists == ["engine/storage/settings.py"]
