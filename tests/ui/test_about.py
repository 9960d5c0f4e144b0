"""About: what this program is, whose work is in it, and a report for support."""

from pathlib import Path

import pytest

from engine.desktop import packed
from engine.storage import folders
from scenes.menus import about
from scenes.menus.about import AboutScene, read_credits, write_report
from scenes.shell import routes
from tests.ui.driver import Driver


@pytest.fixture
def opened(driver: Driver, home: Path) -> Driver:
    routes.open(driver.ctx, "settings")
    driver.run(600)
    driver.click("about")
    driver.run(600)
    assert isinstance(driver.top, AboutScene)
    return driver


def test_it_is_opened_from_the_settings_and_left_again(opened: Driver) -> None:
    opened.click("back")
    opened.run(600)
    assert opened.top.name == "settings"


def test_a_report_is_copied_and_names_nobody(opened: Driver, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    said: list[str] = []

    def keep(words: str) -> bool:
        copied.append(words)
        return True

    monkeypatch.setattr(about, "copy_text", keep)
    monkeypatch.setattr(type(opened.ctx), "toast", lambda ctx, words: said.append(words))
    monkeypatch.setattr(opened.ctx, "quiet", False)
    monkeypatch.setenv("HOME", str(home / "Anna"))
    folders.logs().mkdir(parents=True)
    (folders.logs() / "four_thrones.log").write_text(f"old\n{'x' * 9000}\nin {home / 'Anna'}/saves\nlast words")
    opened.click("copy")
    (report,) = copied
    assert report == write_report(opened.ctx)
    assert report.startswith(f"Four Thrones {packed.read_version()} ({packed.read_release_day()})")
    assert "pygame-ce" in report and "Window 1280×720" in report
    assert "last words" in report and "old" not in report, "the end of the log only"
    assert "Anna" not in report and "in ~/saves" in report
    assert said == [opened.ctx.t("about.copied")]


def test_a_system_without_a_clipboard_is_told(opened: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(about, "copy_text", lambda words: False)
    monkeypatch.setattr(type(opened.ctx), "toast", lambda ctx, words: said.append(words))
    monkeypatch.setattr(opened.ctx, "quiet", False)
    opened.click("copy")
    assert said == [opened.ctx.t("about.no_clipboard")]


def test_credits_are_read_as_paragraphs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = read_credits()
    assert [words for heading, words in whole if heading][:3] == ["The games", "Fonts", "Sounds"]
    assert any("game-icons.net" in words for _, words in whole)
    file = tmp_path / "credits.md"
    file.write_bytes("# One\ntwo `three`\n[four](five)\n\n| a | b |\n|---|---|\n- six\n  seven \xff".encode("latin-1"))
    monkeypatch.setattr(about, "CREDITS", file)
    assert read_credits() == [(False, "two three four"), (False, "a · b"), (False, "• six seven \ufffd")]
    monkeypatch.setattr(about, "CREDITS", tmp_path / "missing.md")
    assert read_credits() == []


def test_credits_are_turned_by_wheel_keys_and_buttons(opened: Driver) -> None:
    scene = opened.top
    opened.click("credits.down")
    opened.run(100)
    assert scene.scrolls.first["credits"] == 1
    opened.click("credits.up")
    opened.run(100)
    assert scene.scrolls.first["credits"] == 0
    for _ in range(200):
        scene.scrolls.turn("credits", 3)
    opened.run(100)
    assert scene.scrolls.first["credits"] == len(scene.credits) - 1


def test_the_address_is_offered_as_soon_as_the_project_has_one(opened: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not packed.read_home_page() and not opened.has("page")
    monkeypatch.setattr(about, "read_home_page", lambda: "https://example.org/four-thrones")
    opened.run(100)
    copied: list[str] = []

    def keep(words: str) -> bool:
        copied.append(words)
        return True

    monkeypatch.setattr(about, "copy_text", keep)
    monkeypatch.setattr(type(opened.ctx), "toast", lambda ctx, words: None)
    monkeypatch.setattr(opened.ctx, "quiet", False)
    opened.click("page")
    assert copied == ["https://example.org/four-thrones"]
