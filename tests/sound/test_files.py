"""The files: variants equally loud, no click in a tone, no late hit, nothing frequent that is sharp, no bytes more."""

import ast
import functools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from sprites.base.loader import FOLDER, read_cues
from tests.sound import measures

OFTEN = (
    "wood_bounce", "card_lift", "die_turn", "card_play", "cube", "wood_roll", "click", "card_reveal", "coin", "bell",
    "castle", "points", "crack", "cancel", "die_bounce",
)  # fmt: skip
"""Heard more than twice a minute in some game."""
TONES = ("bell", "crown", "points", "cancel", "gem", "advice", "notice")
HITS = (*OFTEN, "refused", "die_roll", "dragon", "curtain", "opened")
OF_THE_END = "ending"
"""What tables ask for when a game is over: which cue that is depends on who has won."""
CUES = read_cues()


@functools.cache
def variants(cue: str) -> list[list[float]]:
    """All variants of a cue, what is silent at the end cut off."""
    entry = CUES.effects[cue]
    found = measures.slots(entry.file, entry.slots)
    return [x[: next((n for n in range(len(x), 0, -1) if abs(x[n - 1]) > 0.001), 1)] for x in found]


@pytest.fixture
def some(request: pytest.FixtureRequest) -> slice:
    """All variants in long runs, two otherwise."""
    return slice(None) if request.config.getoption("--soak", False) else slice(2)


def test_every_cue_that_is_asked_for_by_name_is_there() -> None:
    """A sound that there is none of would be told the player as a file that is missing."""
    for path in (Path(ROOT) / "scenes").glob("**/*.py"):
        missing = set(asked_for(path)) - {*CUES.effects, OF_THE_END}
        assert not missing, f"{path}: {', '.join(sorted(missing))}"


def asked_for(path: Path) -> Iterator[str]:
    """The cues that a file plays by name, either of two among them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        if node.func.attr in ("play", "sound"):
            first = node.args[0]
            for one in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value


def test_what_is_heard_often_has_five_variants() -> None:
    assert all(CUES.effects[cue].slots >= 5 for cue in OFTEN)


def test_variants_of_a_cue_are_equally_loud(request: pytest.FixtureRequest) -> None:
    long = request.config.getoption("--soak", False)
    for cue in [cue for cue, entry in CUES.effects.items() if entry.file] if long else ("coin", "cube", "refused"):
        found = [measures.loudest(x) for x in variants(cue)]
        assert max(found) - min(found) <= 1.0, f"{cue}: {found}"


@pytest.mark.parametrize("cue", TONES)
def test_no_tone_begins_with_a_step(cue: str, some: slice) -> None:
    entry = CUES.effects[cue]
    for x in measures.slots(entry.file, entry.slots, every=1)[some]:
        peak = max(map(abs, x))
        assert measures.step(x) <= 0.05
        assert abs(x[0]) <= 0.05 * peak and abs(x[-1]) <= 0.05 * peak, "nor do its edges"


def test_a_step_would_be_found() -> None:
    """As the bell once had it: a second tone that sets in at full strength."""
    x = [math.sin(0.2 * n) + (math.sin(0.25 * n + 1.5) if n > 3000 else 0) for n in range(8000)]
    assert measures.step(x) > 0.1


def test_a_hit_is_heard_when_it_is_seen() -> None:
    late = {cue: round(max(map(measures.onset_ms, variants(cue))), 1) for cue in HITS}
    assert max(late.values()) <= 10, late


@pytest.mark.parametrize("cue", OFTEN)
def test_nothing_is_sharp_that_is_heard_often(cue: str, some: slice) -> None:
    for x in variants(cue)[some]:
        centre, sharp = measures.brightness(x[:8192])
        assert centre <= (3000 if cue == "coin" else 2000) and sharp <= 0.35, (centre, sharp)


def test_no_file_comes_near_the_edge(request: pytest.FixtureRequest) -> None:
    long = request.config.getoption("--soak", False)
    for path in sorted(FOLDER.glob("*.ogg"))[:: 1 if long else 12]:
        peak = max(map(abs, measures.slots(path.stem, 1)[0]))
        assert peak <= 0.7, f"{path.name}: {peak}"


def test_sounds_take_no_more_room_than_they_did() -> None:
    """On the disk no more than before there were variants and units, and 20 kB for the sounds of expansions; in memory
    45 MB at most."""
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 2_378_517 + 20_000
    second = 44100 * 4
    units = max(2 * track.samples * 4 for track in CUES.music.values())
    effects = sum(len(x) * 8 for cue, entry in CUES.effects.items() if entry.file for x in variants(cue))
    stingers = 12 * 3.5 * second
    one_file = 2 * units
    assert 2 * 3 * units + one_file + effects + stingers < 45_000_000, "of three voices one heard, one queued or read"


def test_seams_between_units_are_silent(request: pytest.FixtureRequest) -> None:
    """Whatever follows whatever: every slot begins and ends in silence."""
    long = request.config.getoption("--soak", False)
    for name, track in list(CUES.music.items())[:: 1 if long else 3]:
        theme = track.themes[0]
        for file, count in ((f"{name}_bed_1", 2 * theme.beds), (f"{name}_colour", track.colours + track.tense)):
            for x in measures.slots(file, count):
                assert len(x) == track.samples // 2
                assert abs(x[0]) <= 0.002 and abs(x[-1]) <= 0.002, f"{file}: no step of more than 0.004 between two"
                assert max(map(abs, x[:400])) <= 0.02, f"{file}: a voice is placed left or right before it is heard"
