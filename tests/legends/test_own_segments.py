"""Segment sides of a player's own drawing: checked at set-up, carried by the options, played like the others."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import BadOptions, BadState, Event
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from games.legends import RULES, actions as act
from games.legends.board import list_regions
from games.legends.maps import SIDE_CODES
from games.legends.messages import region_name
from maps.readers.legends import FOLDER, load_folder
from sprites.legends.chart import parse_segment, side_option
from tests.support.own_segments import PORT, large

Change = Callable[[dict[str, Any]], object]

BAD: list[tuple[Change, str]] = [
    (lambda side: side.update(code="0A"), r"segments\[0\]\.code"),
    (lambda side: side.update(code="my isle"), r"segments\[0\]\.code"),
    (lambda side: side.update(code=7), r"segments\[0\]\.code"),
    (lambda side: side.update(names=[]), r"segments\[0\]\.names"),
    (lambda side: side.update(names=["a"] * 9), r"segments\[0\]\.names"),
    (lambda side: side.update(names=["a", " "]), r"segments\[0\]\.names"),
    (lambda side: side.update(names=["a", "b" * 41]), r"segments\[0\]\.names"),
    (lambda side: side.update(names=["a", "b\n"]), r"segments\[0\]\.names"),
    (lambda side: side.update(names="ab"), r"segments\[0\]\.names"),
    (lambda side: side.update(islands=[[0]]), r"segments\[0\]\.islands"),
    (lambda side: side.update(islands=[[0], [True]]), r"segments\[0\]\.islands"),
    (lambda side: side.update(islands=[0, 1]), r"segments\[0\]\.islands"),
    (lambda side: side.update(islands=[[0, 1]]), "connected by land"),
    (lambda side: side.update(sea=[]), r"segments\[0\]\.sea"),
    (lambda side: side.update(sea=[[1, 0]]), r"segments\[0\]\.sea"),
    (lambda side: side.update(land=[[0, 1]]), "different islands"),
    (lambda side: side["exits"].update(N=2), r"segments\[0\]\.exits\.N"),
    (lambda side: side["exits"].pop("W"), r"segments\[0\]\.exits"),
    (lambda side: side.update(start_here=None), r"segments\[0\]\.start_here"),
    (lambda side: side.pop("land_links"), r"segments\[0\]\.land_links"),
    (lambda side: side.update(rivers=[]), "rivers"),
    (lambda side: side.update(drawing=[1]), r"segments\[0\]\.drawing"),
    (lambda side: side.update(drawing={"hexes": {1, 2}}), r"segments\[0\]\.drawing"),
    (lambda side: side.update(drawing={"x": float("nan")}), r"segments\[0\]\.drawing"),
    (lambda side: side.update(drawing={"x": "y" * 70_000}), r"segments\[0\]\.drawing"),
]


@pytest.mark.parametrize(("change", "place"), BAD)
def test_a_bad_side_is_named(change: Change, place: str) -> None:
    side = json.loads(json.dumps(PORT))
    assert RULES.check_options({"segments": [side]}, 3)["segments"] == [PORT]
    change(side)
    with pytest.raises(BadOptions, match=place):
        RULES.check_options({"segments": [side]}, 3)


@pytest.mark.parametrize(
    ("sides", "place"),
    [
        ([PORT, PORT], r"segments\[1\]\.code: my_isle appears twice"),
        ([large(number) for number in range(5)], "segments: expected a list of length <= 4"),
        ({"my_isle": PORT}, "segments: expected a list"),
        ([5], r"segments\[0\]: expected an object"),
    ],
)
def test_a_bad_list_is_named(sides: Any, place: str) -> None:
    with pytest.raises(BadOptions, match=place):
        RULES.check_options({"segments": sides}, 2)


@pytest.mark.parametrize("setup", ["automatic", "by_hand"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_every_own_side_comes_onto_the_board(setup: str, count: int) -> None:
    sides = [PORT, *(large(number) for number in range(1, count))]
    wanted = {side["code"] for side in sides}
    orders = set()
    for seed in range(8):
        chance = SeededChance(seed)
        state = RULES.new({"setup": setup, "segments": sides}, 3, chance)
        while not RULES.view(state, None)["regions"]:
            seat = RULES.to_act(state)[0]
            RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
        view = RULES.view(state, None)
        codes = [code for code, _ in view["segments"]]
        assert wanted <= set(codes)
        assert len({code[0] if code in SIDE_CODES else code for code in codes}) == 4
        orders.add(tuple(codes))
        at = codes.index("my_isle")
        first = sum(
            len(next(s["names"] for s in sides if s["code"] == code)) if code in wanted else _size(code)
            for code in codes[:at]
        )
        assert view["regions"][first : first + 2] == ["my_isle.0:Port", "my_isle.1:Fen"]
        assert state.board.sea[first] >> first + 1 & 1
        assert [first] in view["islands"] and [first + 1] in view["islands"]
    assert len(orders) > 3


def _size(code: str) -> int:
    return {"0A": 5, "0B": 3, "1A": 7, "1B": 5, "2A": 7, "2B": 5, "3A": 3, "3B": 3}[code]


def test_the_largest_board_has_32_regions_and_all_can_be_reached() -> None:
    chance = SeededChance(4)
    options = {"segments": [large(number) for number in range(4)], "portals": True, "shape": "ring"}
    state = RULES.new(options, 4, chance)
    assert state.board.n == act.WIDTH
    reached = 1
    for _ in range(state.board.n):
        for region in list_regions(reached):
            reached |= state.board.land[region] | state.board.sea[region]
    assert reached == (1 << act.WIDTH) - 1


def test_a_side_that_wants_the_start_region_has_it() -> None:
    for seed in range(6):
        sides = [large(1, start_here=True), large(2, start_here=True), large(3), large(4)]
        state = RULES.new({"segments": sides}, 2, SeededChance(seed))
        home = state.board.parts[state.board.place_of[state.start]].code
        assert home in ("large-1", "large-2")


def test_regions_have_the_names_their_drawer_gave_them() -> None:
    events: list[Event] = []
    RULES.new({"segments": [large(number) for number in range(4)]}, 3, SeededChance(1), events.append)
    start = next(event for event in events if event.kind == "start_laid")
    line = RULES.describe(start)
    assert line is not None and str(line.params["region"]).startswith("Land ")
    assert region_name("my_isle.0:Port: old") == "Port: old"


def test_own_segments_are_actions_of_their_own() -> None:
    state = RULES.new({"setup": "by_hand", "shape": "ring", "segments": [PORT]}, 2, SeededChance(1))
    legal = RULES.legal(state, 0)
    assert legal[-2:] == (act.OWN_SEGMENT, act.OWN_SEGMENT + 1)
    RULES.apply(state, 0, act.OWN_SEGMENT + 1, SeededChance(1))
    assert RULES.view(state, 0)["segments"] == [["my_isle", 1]]
    assert act.OWN_SEGMENT not in RULES.legal(state, 0)


def test_a_save_needs_no_map_file(tmp_path: Path) -> None:
    """Options carry the side with its drawing; the log leads to the same position again."""
    path = tmp_path / "game.json"
    options = {"segments": [PORT, large(1)], "explore": "swamp"}
    seats = [Seat("computer", "novice", f"Seat {number}", number) for number in range(3)]
    session = Session.start("legends", options, seats, "own", autosave=path)
    chance = SeededChance(2)
    for _ in range(40):
        seat = chance.draw(session.to_act())
        session.submit(seat, chance.draw(session.legal(seat)))
    loaded = saves.load(path)
    assert loaded.notices == []
    assert loaded.session.options["segments"][1]["drawing"] == {"hexes": [[1, 2]]}
    assert loaded.session.rules.dump(loaded.session.course.last.state) == RULES.dump(session.course.last.state)


def test_views_leave_the_drawing_out_and_can_be_determinized() -> None:
    state = RULES.new({"segments": [large(1), PORT]}, 2, SeededChance(3))
    view = RULES.view(state, 0)
    assert [side["drawing"] for side in view["options"]["segments"]] == [None, None]
    other = RULES.determinize(json.loads(json.dumps(view)), SeededChance(0))
    assert RULES.view(other, 0) == view
    assert other.board is state.board, "boards are made once"


def test_a_bad_own_side_in_a_state_is_named() -> None:
    data = RULES.dump(RULES.new({"segments": [PORT]}, 2, SeededChance(3)))
    assert RULES.dump(RULES.load(data)) == data
    data["own"][0]["exits"]["N"] = 5
    with pytest.raises(BadState, match=r"own\[0\]\.exits\.N"):
        RULES.load(data)


def test_a_map_drawn_in_tiled_is_playable_as_it_is(tmp_path: Path) -> None:
    """From the file to the option and back to the picture; ``docs/make_a_map.md`` tells the same."""
    for name in ("terrain.tsx", "terrain.png", "regions.tsx", "regions.png"):
        shutil.copy(FOLDER / name, tmp_path)
    text = (FOLDER / "0B.tmx").read_text("utf-8").replace('name="side" value="0B"', 'name="side" value="my_isle"')
    for region, name in enumerate(("Port", "Fen", "Žďár")):
        text = text.replace(f'"legends.region.0B.{region}"', f'"{name}"')
    (tmp_path / "mine.tmx").write_text(text, "utf-8")
    (segment,), bad = load_folder(tmp_path)
    assert bad == []
    options = json.loads(json.dumps(RULES.check_options({"segments": [side_option(segment)]}, 2)))
    entry = options["segments"][0]
    assert replace(parse_segment(entry), path=segment.path) == segment
    state = RULES.new(options, 2, SeededChance(1))
    assert {code for code in state.board.codes if ":" in code} == {"my_isle.0:Port", "my_isle.1:Fen", "my_isle.2:Žďár"}
