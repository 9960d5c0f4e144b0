"""The recipe that the workflow carries out on machines we have not: it is whole, and calls what is there."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT

FILE = Path(ROOT) / ".github" / "workflows" / "build.yml"
READER = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin), default=str))"
MADE = ("build/out", "build/signing")
"""Folders that a step makes for the next one."""
GIVEN = re.compile(r"\$\{\{.*?\}\}")
"""What the workflow puts into a line before it is carried out."""


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    python = "/usr/bin/python3"
    if not Path(python).is_file() or subprocess.run([python, "-c", "import yaml"], capture_output=True).returncode:
        pytest.skip("the system's Python cannot read YAML (Debian: python3-yaml)")
    said = subprocess.run([python, "-c", READER], input=FILE.read_text("utf-8"), capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    found: dict[str, Any] = json.loads(said.stdout)["jobs"]
    return found


def scripts(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_every_step_does_one_thing_with_a_version_that_stays(jobs: dict[str, Any]) -> None:
    for name, job in jobs.items():
        assert job["runs-on"] and job["timeout-minutes"] <= 60, name
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), (name, step)
            assert "run" in step or re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]), (name, step)
        assert set(job.get("needs", [])) <= set(jobs), name


def test_scripts_are_shell_and_call_what_is_there(jobs: dict[str, Any]) -> None:
    for name, job in jobs.items():
        for script in scripts(job):
            plain = "set -e\n" + GIVEN.sub("given", script)  # as the machines carry it out
            done = subprocess.run(["bash", "-n"], input=plain, capture_output=True, text=True)
            assert done.returncode == 0, (name, done.stderr)
            if shutil.which("shellcheck"):
                command = ["shellcheck", "--shell=bash", "--severity=warning", "-"]
                done = subprocess.run(command, input=plain, capture_output=True, text=True)
                assert done.returncode == 0, (name, done.stdout)
            for path in re.findall(r"(?<![\w./\"-])(?:build|\.ci)/[\w./-]*\w", plain):
                assert path.startswith(MADE) or (Path(ROOT) / path).is_file(), (name, path)


def test_the_application_for_macos_is_signed_without_identity_and_packed(jobs: dict[str, Any]) -> None:
    job = jobs["executables"]
    kinds = {kind["name"]: kind["os"] for kind in job["strategy"]["matrix"]["include"]}
    assert set(kinds) == {"linux", "windows", "macos"} and kinds["macos"].startswith("macos-")
    (step,) = [step for step in job["steps"] if "codesign" in step.get("run", "")]
    assert "macos" in step["if"]
    lines = step["run"].replace("\\\n", " ").splitlines()
    assert "--sign - " in lines[0] and "codesign --verify --deep --strict" in lines[1]
    assert lines[2].startswith("hdiutil create") and "build/out/FourThrones.dmg" in lines[2]
    spec = (Path(ROOT) / "build" / "package" / "four_thrones.spec").read_text("utf-8")
    assert "BUNDLE(" in spec and "LSMinimumSystemVersion" in spec
    assert "name=contents.APP" in spec and '"Four Thrones.app"' in (
        Path(ROOT) / "build" / "package" / "contents.py"
    ).read_text("utf-8")


def test_no_key_lies_in_the_recipe_and_the_release_is_a_draft(jobs: dict[str, Any]) -> None:
    said = "\n".join(scripts(jobs["release"]))
    assert "--draft" in said and "sign.sh" in said
    assert "secrets.SIGNING_KEY" in FILE.read_text("utf-8") and "PRIVATE KEY" not in FILE.read_text("utf-8")


def test_a_job_may_do_no_more_than_it_has_to(jobs: dict[str, Any]) -> None:
    said = FILE.read_text("utf-8")
    assert "permissions:\n  contents: read\n" in said.partition("jobs:")[0]
    assert {name for name, job in jobs.items() if "permissions" in job} == {"release"}
    assert jobs["release"]["permissions"] == {"contents": "write", "actions": "read"}
    for name, job in jobs.items():
        for script in scripts(job):
            assert "secrets." not in script, f"{name}: a secret in a line of shell can be printed"


def test_the_suite_runs_on_newer_pythons_before_a_release(jobs: dict[str, Any]) -> None:
    assert jobs["newer"]["strategy"]["matrix"]["python"] == ["3.12", "3.13", "3.14"]
    assert set(jobs["release"]["needs"]) == {"executables", "tests", "newer"}


def test_files_for_windows_are_signed_by_a_service_in_two_turns(jobs: dict[str, Any]) -> None:
    """Programs and uninstaller first, for they lie inside the installer, which is signed in the second turn."""
    steps = [step for step in jobs["release"]["steps"] if step.get("if") == "env.SIGNPATH == 'yes'"]
    kinds = [step.get("uses", "run").partition("@")[0].rpartition("/")[2] for step in steps]
    turn = ["run", "upload-artifact", "github-action-submit-signing-request"]
    assert kinds == [*turn, *turn, "run"]
    words = [step["run"] for step in steps if "run" in step]
    assert ["collect" in said for said in words] == [True, True, False]
    assert ["restore" in said for said in words] == [False, True, True]
    assert "installer" in words[1] and "FOUR_THRONES_SIGNING=given" in words[2]


def test_without_the_secrets_of_an_account_nothing_is_notarized() -> None:
    done = subprocess.run(
        [str(Path(ROOT) / "build/package/notarize.sh"), "an app", "an image"], capture_output=True, text=True, env={}
    )
    assert done.returncode == 0 and "is not notarized" in done.stdout


def test_actions_and_packages_are_watched_for_updates() -> None:
    said = (FILE.parents[1] / "dependabot.yml").read_text("utf-8")
    assert "package-ecosystem: github-actions" in said and "package-ecosystem: uv" in said
