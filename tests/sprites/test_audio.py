"""Sound: what is heard, what is left out, and how one track follows another. No ears needed."""

from __future__ import annotations

import itertools
import random
from array import array
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from scenes.menus.settings import SettingsScene
from sprites.base import audio
from sprites.base.audio import Audio, Bag
from tests.ui.driver import Driver


@pytest.fixture
def sound() -> Iterator[Audio]:
    """A device that nobody hears, at full volume."""
    opened = Audio(1.0, 1.0)
    opened.play("click")
    opened.update(1000.0)
    assert opened._open
    yield opened
    opened.close()


class Deck:
    """Stands for the mixer's music: fades end when the test says so."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.busy = False

    def get_busy(self) -> bool:
        return self.busy

    def load(self, path: str) -> None:
        self.done.append(("load", path.rsplit("music_", 1)[1]))

    def play(self, loops: int, fade_ms: int) -> None:
        self.done.append(("play", fade_ms))
        self.busy = True

    def fadeout(self, ms: int) -> None:
        self.done.append(("fadeout", ms))

    def set_volume(self, volume: float) -> None:
        self.done.append(("volume", round(volume, 3)))

    def pause(self) -> None:
        self.done.append("pause")

    def unpause(self) -> None:
        self.done.append("unpause")

    def steps(self) -> list[Any]:
        """What was done since the last call, but for volumes."""
        found, self.done = [each for each in self.done if each[0] != "volume"], []
        return found


@pytest.fixture
def deck(sound: Audio, monkeypatch: pytest.MonkeyPatch) -> Deck:
    stand_in = Deck()
    monkeypatch.setattr(pygame.mixer, "music", stand_in)
    return stand_in


# --- effects ----------------------------------------------------------------------------------------------


def test_a_bag_gives_each_once_and_never_the_same_twice_running() -> None:
    for count in (1, 2, 3, 5):
        names = [f"v{k}" for k in range(count)]
        bag = Bag(random.Random(count), names)
        drawn = [bag.draw() for _ in range(count * 40)]
        for start in range(0, len(drawn), count):
            assert sorted(drawn[start : start + count]) == names
        assert count == 1 or all(a != b for a, b in itertools.pairwise(drawn))
    firsts = {Bag(random.Random(seed), ["a", "b", "c"]).draw() for seed in range(20)}
    assert len(firsts) == 3, "the first is not always the same"


def begun(sound: Audio) -> list[str]:
    return [cue for _, cue, _ in sound._sounding]


def test_the_same_cue_is_not_begun_twice_within_a_moment(sound: Audio) -> None:
    for _ in range(3):
        sound.play("coin")
    assert begun(sound).count("coin") == 1
    sound.update(audio.APART_MS)
    sound.play("coin")
    sound.update(audio.APART_MS)
    sound.play("coin")
    assert begun(sound).count("coin") == audio.VOICES


def test_of_many_cues_in_one_frame_a_few_sound_and_the_celebration_always(sound: Audio) -> None:
    cues = ["card_lift", "card_play", "card_reveal", "die_turn", "gem", "castle", "dragon", "victory"]
    for cue in cues:
        sound.play(cue)
    assert begun(sound)[-audio.IN_A_FRAME - 1 :] == [*cues[: audio.IN_A_FRAME], "victory"]
    sound.update(16.0)
    sound.play("gem")
    assert begun(sound)[-1] == "gem"


def test_where_every_channel_sounds_what_matters_less_is_cut_off(sound: Audio) -> None:
    pygame.mixer.set_num_channels(3)
    for cue in ("dragon", "points", "bell"):
        sound.play(cue)
    sound.play("click")
    assert sorted(begun(sound)) == ["bell", "dragon", "points"], "a small noise cuts nothing off"
    sound.play("victory")
    assert sorted(begun(sound)) == ["bell", "points", "victory"]


def test_half_of_the_slider_is_twelve_decibels_softer() -> None:
    assert audio.loudness(0.5) == pytest.approx(0.25)
    assert audio.loudness(1.0) == 1.0 and audio.loudness(0.0) == 0.0 and audio.loudness(7.0) == 1.0


def test_the_volume_reaches_what_sounds_already(sound: Audio) -> None:
    sound.play("victory")
    playing = [each for each in sound._sounds.values() if each is not None]
    sound.set_volumes(0.5, 1.0)
    for entry in sound._cues.effects.values():
        for name in entry.files:
            if sound._sounds.get(name) in playing:
                assert sound._sounds[name].get_volume() == pytest.approx(0.25 * entry.volume, abs=0.01)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "most"),
    [("bell_1", 0.12), ("bell_2", 0.12), ("rival_won_1", 0.12), ("nobody_won_1", 0.12), ("crown_1", 0.25)],
)
def test_no_tone_begins_with_a_step(sound: Audio, name: str, most: float) -> None:
    """A sample is never far from where the two before it lead: a tone that sets in over another makes no click.

    The strings of the crown are plucked high, which is sharper.
    """
    read = sound._sound(name)
    assert read is not None
    left = array("h", read.get_raw())[::2]
    peak = max(map(abs, left))
    worst = max(abs(left[n] - 2 * left[n - 1] + left[n - 2]) for n in range(2, len(left)))
    assert worst <= most * peak, f"{worst / peak:.2f} of the peak"


# --- music ------------------------------------------------------------------------------------------------


def test_a_track_goes_then_nothing_then_the_next_one_comes(sound: Audio, deck: Deck) -> None:
    sound.music("title")
    sound.update(16.0)
    assert deck.steps() == [("load", "title.ogg"), ("play", audio.IN_MS)]
    sound.music("legends")
    for _ in range(30):
        sound.update(16.0)
    assert deck.steps() == [("fadeout", audio.OUT_MS)], "nothing is loaded while the old one is heard"
    deck.busy = False
    sound.update(16.0)
    sound.update(audio.REST_MS - 20.0)
    assert deck.steps() == []
    sound.update(20.0)
    sound.update(16.0)
    assert deck.steps() == [("load", "legends.ogg"), ("play", audio.IN_MS)]


def test_a_track_that_is_asked_for_again_at_once_goes_on(sound: Audio, deck: Deck) -> None:
    """As when the same game is played again by way of the title."""
    sound.music("legends")
    sound.update(16.0)
    deck.steps()
    sound.music("title")
    sound.music("legends")
    for _ in range(60):
        sound.update(16.0)
    assert deck.steps() == []


@pytest.mark.parametrize("way", ["away", "muted"])
def test_a_window_without_focus_is_silent_and_goes_on_where_it_was(sound: Audio, deck: Deck, way: str) -> None:
    def silence(on: bool) -> None:
        if way == "away":
            sound.away = on
        else:
            sound.set_volumes(1.0, 1.0, not on)

    sound.music("title")
    for _ in range(30):
        sound.update(16.0)
    deck.steps()
    silence(True)
    heard = []
    for _ in range(40):
        sound.update(16.0)
        heard += [each[1] for each in deck.done if each[0] == "volume"]
        deck.done = [each for each in deck.done if each[0] != "volume"]
    assert heard == sorted(heard, reverse=True) and heard[-1] == 0 and len(heard) > 10
    assert deck.steps() == ["pause"]
    sound.play("gem")
    assert "gem" not in begun(sound)
    silence(False)
    for _ in range(40):
        sound.update(16.0)
    assert deck.steps() == ["unpause"]


def test_music_is_softer_under_a_menu(sound: Audio, deck: Deck) -> None:
    sound.music("title")
    sound.update(16.0)
    sound.menu = True
    deck.done.clear()
    for _ in range(60):
        sound.update(16.0)
    full = sound._cues.music["title"].volume
    volumes = [each[1] for each in deck.done if each[0] == "volume"]
    assert volumes[-1] == pytest.approx(full * audio.MENU, abs=0.001)
    assert all(a - b <= full * 0.06 for a, b in itertools.pairwise(volumes))


def test_where_there_was_no_device_a_new_one_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    sound = Audio(1.0, 1.0)
    with monkeypatch.context() as without:

        def refuse(*_: object, **__: object) -> None:
            raise pygame.error("no device")

        without.setattr(pygame.mixer, "init", refuse)
        sound.play("click")
        sound.music("title")
        sound.update(16.0)
    sound.play("click")
    assert begun(sound) == []
    sound.device_added()
    sound.play("click")
    assert begun(sound) == ["click"]
    sound.close()


# --- in the program ---------------------------------------------------------------------------------------


def test_dragging_the_slider_of_effects_sounds_one_coin(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(driver.ctx, "play", heard.append)
    scene = SettingsScene(driver.ctx)
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    for step in range(20):
        scene._effects(0.3 + step / 100)
        scene.update(16.0)
    assert heard.count("coin") == 0
    for _ in range(30):
        scene.update(16.0)
    assert heard.count("coin") == 1


def test_the_window_tells_the_sound_whether_it_has_the_focus(driver: Driver) -> None:
    for kind, away in ((pygame.WINDOWFOCUSLOST, True), (pygame.WINDOWFOCUSGAINED, False)):
        driver.frame(16.0, [pygame.event.Event(kind)])
        assert driver.ctx.audio.away is away
