"""Parts draw themselves, note their targets and tell their words on a page, in a dialog and at a table alike."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.accessibility.nodes import TEXT
from scenes.dev.screenshots import all_scenes
from scenes.shell.inputs import Input
from scenes.shell.parts import Parts, Scrolls
from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part
from tests.support.spoken_trees import build_whole, list_faults
from tests.ui.driver import Driver

BOX = (500.0, 200.0, 420.0, 420.0)
SCENES = ("statistics", "dialog", "legends/choose")
"""A page, a dialog and a table."""


def show(driver: Driver, scene: str, make: Callable[[Parts], Part]) -> Any:
    """Open a scene that draws a part over everything else, and return it."""
    all_scenes()[scene](driver.ctx, "7")
    driver.ctx.stack.settle()
    driver.ctx.stack.collects_words = True
    top: Any = driver.top
    draw, scrolls = top.draw, Scrolls()

    def draw_more(c: Canvas) -> None:
        draw(c)
        make(Parts(driver.ctx, top.ui, c, scrolls)).draw(BOX)

    top.draw, top.scrolls_of_test = draw_more, scrolls
    driver.ctx.stack.dirty = True
    driver.window.draw()
    return top


@pytest.mark.parametrize("scene", SCENES)
def test_a_part_stands_anywhere(driver: Driver, scene: str) -> None:
    pressed: list[str] = []

    def make(parts: Parts) -> Part:
        return parts.panel([
            parts.pair("Games of a test", "14"),
            parts.meter("Nobody", "3 / 4", 0.75),
            parts.entry("Zora", "a note", "5", 62, parts.icon_at("person", 28, 26), indent=56,
                        act=("row", lambda: pressed.append("row"), "Open it"), told=lambda: "Zora with five"),
            parts.checkbox("box", "Ticked by a test", True, lambda on: pressed.append(f"box {on}")),
            parts.button("act", "Carry out", lambda: pressed.append("act")),
            parts.press("line", parts.line("A row"), lambda: pressed.append("line"), marked=True),
            parts.row([
                parts.card(parts.line("A plate"), press=("card", lambda: pressed.append("card")), width=90),
                parts.icon_button("round", "x", lambda: pressed.append("round"), "Round"),
                parts.fill(parts.segments("which", ["A", "B"], 0, lambda k: pressed.append(f"which {k}"))),
            ], 44),
        ], title="ui.statistics.totals")  # fmt: skip

    top = show(driver, scene, make)
    tree = build_whole(top)
    told = {node.name for node in tree.walk() if node.role == TEXT}
    assert {"Games of a test, 14", "Nobody, 3 / 4"} <= told, told
    assert "Zora with five. Open it" in {node.name for node in tree.walk()}
    for name in ("row", "box", "act", "line", "card", "round", "which.1"):
        driver.click(name)
    assert pressed == ["row", "box False", "act", "line", "card", "round", "which 1"]
    if scene == "statistics":
        assert list_faults(tree, top) == []


def test_a_long_list_is_scrolled_by_wheel_keys_and_buttons(driver: Driver) -> None:
    top = show(driver, "statistics", lambda parts: parts.scroll(
        [parts.line(f"Row {at}") for at in range(40)], "rows", title="ui.statistics.last"))  # fmt: skip
    scrolls: Scrolls = top.scrolls_of_test
    assert scrolls.is_at_end("rows", -1) and not scrolls.is_at_end("rows", 1)
    assert scrolls.handle(Input("wheel", amount=-3)) and scrolls.first["rows"] == 3
    assert scrolls.handle(Input("command", name="page_down")) and scrolls.first["rows"] > 10
    before = scrolls.first["rows"]
    driver.run(100)
    driver.click("rows.up")
    assert scrolls.first["rows"] == before - 1
    assert not scrolls.handle(Input("command", name="main"))


def test_a_list_with_room_has_no_arrows_and_one_without_shows_whole_rows(driver: Driver) -> None:
    drawn: list[int] = []

    def make(parts: Parts, count: int) -> Part:
        rows = [Part(100, partial(note, drawn, at)) for at in range(count)]
        return parts.scroll(rows, "rows", whole=True, shown="ui.load.page")

    show(driver, "statistics", partial(make, count=3))
    assert set(drawn) == {0, 1, 2} and not driver.has("rows.down")
    drawn.clear()
    show(driver, "statistics", partial(make, count=9))
    assert set(drawn) == {0, 1, 2} and driver.has("rows.down")


def test_a_part_without_room_is_left_out(driver: Driver) -> None:
    drawn: list[int] = []
    show(driver, "statistics", lambda parts: parts.column(Part(100, partial(note, drawn, at)) for at in range(9)))
    assert set(drawn) == {0, 1, 2, 3}


def note(drawn: list[int], at: int, box: Box) -> None:
    drawn.append(at)


@pytest.mark.parametrize(("ink", "bold"), [("text.soft", "text.strong"), ("paper.text", "paper.alert")])
def test_bold_words_of_a_note_are_dark_on_paper(
    driver: Driver, ink: str, bold: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    write = text.paragraph

    def note(c: Canvas, words: str, *more: Any, **rest: Any) -> float:
        if words == "Won *3*":
            drawn.append(rest["bold_colour"])
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "paragraph", note)
    show(driver, "dialog", lambda parts: parts.note("Won *3*", "body", ink, height=40))
    assert set(drawn) == {bold}
