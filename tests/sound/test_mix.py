"""Ten minutes of each place, and games as they are heard: how loud, how varied, how far effects stand above the music.

Long runs, for the meter is plain Python; of the cues that games ask for, what the program lets through in any run.
"""

import itertools
import math
import random
import statistics
from array import array
from collections import deque
from collections.abc import Iterator, Sequence

import pytest

from engine import registry
from engine.storage.settings import Settings
from scenes.shell.context import read_volumes
from sprites.base.audio import APART_MS, IN_A_FRAME, SOFTER, loudness
from sprites.base.loader import FOLDER, Loader, read_cues
from sprites.base.music_player import CALM, PLACES, TENSE, MusicPlayer, MusicSequencer, Unit
from tests.sound import measures
from tests.sound.logged import FRAME_MS, logged

CUES = read_cues()
GAMES = [info.id for info in registry.games()]
BLOCK = measures.RATE // 10


def played(place: str, count: int, tension: int = CALM, seed: int = 1) -> Iterator[tuple[Unit, list[float]]]:
    """So many units and what is heard of each: the left ear, at full volume."""
    measures.opened()
    loader = Loader()
    loader.breathe = lambda raw: raw  # type: ignore[method-assign]
    musicians = MusicPlayer(CUES.music, loader, random.Random(seed))
    track = CUES.music[place]
    programme = MusicSequencer(track, random.Random(seed))
    for _ in range(count):
        unit = programme.draw(tension)
        voices = [array("h", sound.get_raw())[::4] for sound in musicians.read(place, track, unit)]
        gains = [unit.strength * left / 32768 for left, _ in PLACES]
        yield unit, [sum(g * y for g, y in zip(gains, ys, strict=True)) for ys in zip(*voices, strict=True)]
    loader.close()


def units(place: str, minutes: float, seed: int = 1) -> list[list[float]]:
    """The left ear, unit after unit, for so long."""
    count = math.ceil(minutes * 60_000 / MusicSequencer(CUES.music[place], random.Random(seed)).unit_ms)
    return [wave for _, wave in played(place, count, seed=seed)]


def blocks(waves: list[list[float]]) -> list[float]:
    """The power of each tenth of a second, of both ears: the right one has about as much as the left."""
    found = []
    for wave in waves:
        total = measures.weighted(wave)
        found += [2 * sum(y * y for y in total[k : k + BLOCK]) / BLOCK for k in range(0, len(total) - BLOCK + 1, BLOCK)]
    return found


def windows(found: list[float], count: int) -> list[float]:
    """The mean over so many blocks, from each on."""
    kept: deque[float] = deque(maxlen=count)
    means = []
    for power in found:
        kept.append(power)
        if len(kept) == count:
            means.append(sum(kept) / count)
    return means


def loudness_range(found: list[float]) -> float:
    """LRA: between the tenth and the 95th of a hundred of the loudness over three seconds."""
    loud = [p for p in windows(found, 30) if measures.decibels(p) > -70]
    gate = measures.decibels(sum(loud) / len(loud)) - 20
    kept = sorted(measures.decibels(p) for p in loud if measures.decibels(p) > gate)
    return kept[int(len(kept) * 0.95)] - kept[int(len(kept) * 0.1)]


@pytest.mark.soak
def test_places_are_equally_loud_and_breathe() -> None:
    loud = {}
    for place, track in CUES.music.items():
        found = blocks(units(place, 10))
        loud[place] = measures.gated(windows(found, 4))
        assert 5 <= loudness_range(found) <= 9, place
        bar = round(track.samples / 4 / 4410)
        levels = [measures.decibels(p) for p in windows(found, bar)[::bar]]
        assert statistics.stdev(x for x in levels if x > -60) >= 2, place
    assert max(loud.values()) - min(loud.values()) <= 2, loud


def kind(unit: Unit) -> str:
    """What a section is called."""
    return "tense" if unit.tense else "colour" if unit.phrase is None else f"phrase {unit.phrase.theme + 1}"


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_sections_are_heard_as_sections(game: str) -> None:
    """Self-similarity: units of one kind are more like each other than like those of any other kind; four kinds."""
    heard: dict[str, list[list[float]]] = {}
    for tension, count in ((CALM, 24), (TENSE, 4)):
        for unit, wave in played(game, count, tension):
            if not unit.silent:
                pieces = [wave[at : at + 4096] for at in range(8000, len(wave) - 4096, len(wave) // 12)]
                heard.setdefault(kind(unit), []).append(mean([measures.colouring(piece) for piece in pieces]))
    assert len(heard) == 4
    everything = [row for rows in heard.values() for row in rows]
    middle = mean(everything)
    spread = [statistics.pstdev(column) + 1e-6 for column in zip(*everything, strict=True)]
    alike = {
        name: mean([[(y - m) / s for y, m, s in zip(row, middle, spread, strict=True)] for row in rows])
        for name, rows in heard.items()
    }
    for name, rows in heard.items():
        own = [[(y - m) / s for y, m, s in zip(row, middle, spread, strict=True)] for row in rows]
        like = {other: statistics.fmean(cosine(row, centre) for row in own) for other, centre in alike.items()}
        assert max(like, key=lambda other: like[other]) == name, like
    assert max(cosine(a, b) for a, b in itertools.combinations(alike.values(), 2)) <= 0.6


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """Of each column."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """How alike two rows are: 1 the same, 0 nothing in common."""
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_effects_stand_a_little_above_the_music(game: str) -> None:
    """At the first settings 4 LU, and both together -24 LUFS; nothing is clipped with all volumes full."""
    first = read_volumes(Settings())
    heard = allowed(logged(game, "1", 1, 4))
    music = [y for unit in units(game, 5, 3) for y in unit][: int((heard[-1][0] / 1000 + 4) * measures.RATE)]
    effects = [0.0] * len(music)
    loader, dice = Loader(), random.Random(1)
    measures.opened()
    for at, cue, softer in heard:
        entry = CUES.effects[cue]
        stinger = CUES.stinger(cue, game)
        file, choice = (entry.file, range(entry.slots)) if entry.file or stinger is None else (stinger[0], stinger[1])
        raw = array("h", loader.sound(FOLDER / f"{file}.ogg", dice.choice(list(choice))))[::4]
        start = int(at * measures.RATE / 1000)
        for n, y in enumerate(raw[: len(effects) - start], start):
            effects[n] += y / 32768 * softer
    loader.close()
    level = {name: loudness(volume) for name, volume in first._asdict().items()}
    most = max(abs(a + b) for a, b in zip(music, effects, strict=True))
    assert most <= 10 ** (-1 / 20), f"peak {20 * math.log10(most):.1f} dB"
    one = measures.gated(windows(blocks([[level["table"] * y for y in effects]]), 4))
    two = measures.gated(windows(blocks([[level["music"] * y for y in music]]), 4))
    both = [level["table"] * a + level["music"] * b for a, b in zip(effects, music, strict=True)]
    assert 3 <= one - two <= 5, f"effects {one:.1f}, music {two:.1f}"
    assert -26 <= measures.gated(windows(blocks([both]), 4)) <= -22


def allowed(asked: list[tuple[float, str]]) -> list[tuple[float, str, float]]:
    """What is heard of what a game asks for: by the rules of ``Audio``, written down once more."""
    last: dict[str, float] = {}
    frame, begun = -1.0, 0
    heard = []
    for at, cue in asked:
        if at != frame:
            frame, begun = at, 0
        weight = CUES.effects[cue].weight
        if at - last.get(cue, -APART_MS) < APART_MS or (weight < 3 and begun >= IN_A_FRAME):
            continue
        heard.append((at, cue, SOFTER**begun if weight < 3 else 1.0))
        begun += weight < 3
        last[cue] = at
    return heard


@pytest.mark.parametrize("speed", ["4", "instant"])
def test_no_burst_and_no_celebration_lost(speed: str) -> None:
    asked = logged("king_of_12", speed, 2, 2)
    celebrated = [cue for _, cue in asked if CUES.effects[cue].weight == 3]
    assert {"victory", "lost", "drawn"} & set(celebrated[-2:]), asked[-3:]  # the crown may come after the fanfare
    heard = allowed(asked)
    assert [cue for _, cue, _ in heard if CUES.effects[cue].weight == 3] == celebrated
    if speed == "instant":
        per_frame = [sum(at == frame for at, _ in asked) for frame in {at for at, _ in asked}]
        assert max(per_frame) <= IN_A_FRAME + 1, "a telling is silent when all happens at once"
    assert FRAME_MS < APART_MS
