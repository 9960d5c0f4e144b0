"""Sound: what is heard, what is left out, what the player sets. No ears needed."""

import itertools
import random
from array import array
from collections.abc import Iterator

import pygame
import pytest

from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from scenes.menus.settings import SettingsScene
from scenes.table import game_screens
from sprites.base import audio, loader, music_player
from sprites.base.audio import Audio, Bag, Volumes
from sprites.base.loader import read_cues
from sprites.base.music_player import MusicSequencer
from tests.support.advice import settle
from tests.ui.driver import Driver

LOUD = Volumes(1.0, 1.0, 1.0)


@pytest.fixture
def sound() -> Iterator[Audio]:
    """A device that nobody hears, at full volume."""
    opened = Audio(LOUD)
    opened.play("click")
    opened._unread = []
    opened.update(1000.0)
    assert opened._open
    yield opened
    opened.close()


# --- effects ----------------------------------------------------------------------------------------------


def test_a_bag_gives_each_once_and_never_the_same_twice_running() -> None:
    for count in (1, 2, 3, 5):
        names = list(range(count))
        bag = Bag(random.Random(count), names)
        drawn = [bag.draw() for _ in range(count * 40)]
        for start in range(0, len(drawn), count):
            assert sorted(drawn[start : start + count]) == names
        assert count == 1 or all(a != b for a, b in itertools.pairwise(drawn))
    firsts = {Bag(random.Random(seed), [0, 1, 2]).draw() for seed in range(20)}
    assert len(firsts) == 3, "the first is not always the same"


def begun(sound: Audio) -> list[str]:
    return [row.cue for row in sound._sounding]


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
    cues = ["card_lift", "card_play", "card_reveal", "die_turn", "gem", "castle", "dragon", "crown"]
    for cue in cues:
        sound.play(cue)
    assert begun(sound)[-audio.IN_A_FRAME - 1 :] == [*cues[: audio.IN_A_FRAME], "crown"]
    sound.update(16.0)
    sound.play("gem")
    assert begun(sound)[-1] == "gem"


def test_where_every_channel_sounds_what_matters_less_is_cut_off(sound: Audio) -> None:
    pygame.mixer.stop()
    pygame.mixer.set_num_channels(6)  # three of them for music
    for cue in ("dragon", "points", "bell"):
        sound.play(cue)
    sound.play("click")
    assert sorted(begun(sound)) == ["bell", "dragon", "points"], "a small noise cuts nothing off"
    sound.play("crown")
    assert sorted(begun(sound)) == ["bell", "crown", "points"]


def test_half_of_the_slider_is_twelve_decibels_softer() -> None:
    assert audio.loudness(0.5) == pytest.approx(0.25)
    assert audio.loudness(1.0) == 1.0 and audio.loudness(0.0) == 0.0 and audio.loudness(7.0) == 1.0


def test_the_volume_reaches_what_sounds_already(sound: Audio) -> None:
    sound.play("curtain")
    sound.play("crown")
    sound.set_volumes(Volumes(0.25, 0.5, 1.0))
    heard = {row.cue: row.channel.get_volume() for row in sound._sounding}
    assert heard["crown"] == pytest.approx(0.25, abs=0.01), "the table"
    assert heard["curtain"] == pytest.approx(0.0625, abs=0.005), "the interface"


def test_each_of_the_volumes_silences_its_own(sound: Audio) -> None:
    sound.set_volumes(Volumes(0.0, 1.0, 1.0))
    sound.play("curtain")
    sound.play("gem")
    assert begun(sound)[-1] == "gem" and "curtain" not in begun(sound)
    sound.update(100.0)
    sound.set_volumes(Volumes(1.0, 0.0, 1.0))
    sound.play("coin")
    sound.play("curtain")
    assert begun(sound)[-1] == "curtain" and "coin" not in begun(sound)


def test_stingers_are_in_the_key_of_the_place(sound: Audio) -> None:
    cues = read_cues()
    assert cues.stinger("victory", "legends") == ("legends_stingers", [0, 1], 12)
    assert cues.stinger("victory", "title") == cues.stinger("victory", None), "elsewhere: one of them"
    sound.music("legends")
    sound.update(16.0)
    sound.loader.finish()
    sound.play("victory")
    assert begun(sound)[-1] == "victory"
    assert {file for file, _ in sound._sounds if file.endswith("_stingers")} == {"legends_stingers"}
    sound.music("tash_kalar")
    sound.update(16.0)
    sound.loader.finish()
    assert {file for file, _ in sound._sounds if file.endswith("_stingers")} == {"tash_kalar_stingers"}


@pytest.mark.parametrize("way", ["away", "muted"])
def test_a_window_without_focus_is_silent_and_goes_on_where_it_was(
    sound: Audio, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    done: list[str] = []
    monkeypatch.setattr(pygame.mixer, "pause", lambda: done.append("pause"))
    monkeypatch.setattr(pygame.mixer, "unpause", lambda: done.append("unpause"))

    def silence(on: bool) -> None:
        if way == "away":
            sound.away = on
        else:
            sound.set_volumes(LOUD, not on)

    def frames(count: int) -> list[float]:
        heard = []
        for _ in range(count):
            sound.update(16.0)
            assert sound.musicians is not None
            heard.append(sound.musicians.level)
        return heard

    sound.music("title")
    frames(3)
    silence(True)
    heard = frames(40)
    assert heard == sorted(heard, reverse=True) and heard[-1] < 0.1 and len(set(heard)) > 8
    assert done == ["pause"]
    sound.play("gem")
    assert "gem" not in begun(sound)
    silence(False)
    assert frames(40)[-1] == pytest.approx(1.0)
    assert done == ["pause", "unpause"]


def test_a_place_goes_then_nothing_then_the_next_comes(sound: Audio) -> None:
    def frames(until_heard: bool) -> float:
        passed = 0.0
        while bool(sound.musicians and sound.musicians._sounding) is not until_heard:
            sound.update(16.0)
            passed += 16.0
            assert passed < 5000
        return passed

    sound.music("title")
    sound.update(16.0)
    sound.loader.finish()
    frames(True)
    for _ in range(100):
        sound.update(16.0)
    first = sound.musicians and sound.musicians.now
    sound.music("legends")
    sound.music("title")
    sound.update(16.0)
    assert sound.musicians is not None and sound.musicians.now is first, "asked for again at once it goes on"
    sound.music("legends")
    assert frames(False) == pytest.approx(music_player.AHEAD_MS + music_player.OUT_MS, abs=40)
    sound.loader.finish()
    assert frames(True) == pytest.approx(music_player.REST_MS, abs=40), "the next one has been read meanwhile"
    assert sound.musicians.playing == "legends"


def test_who_wishes_it_hears_the_game_in_the_background(sound: Audio) -> None:
    sound.background = sound.away = True
    sound.play("gem")
    assert begun(sound)[-1] == "gem"


@pytest.mark.parametrize(("cue", "decibels"), [("", audio.MENU_DB), ("crown", audio.STINGER_DB)])
def test_music_makes_room_by_small_steps(sound: Audio, cue: str, decibels: float) -> None:
    sound.music("title")
    sound.update(16.0)
    sound.menu = not cue
    if cue:
        sound.play(cue)
    rooms = []
    for _ in range(60):
        sound.update(16.0)
        rooms.append(sound._room_db)
    assert rooms[-1] == pytest.approx(decibels)
    assert all(a - b <= audio.SOFTER_DB_A_FRAME + 1e-9 for a, b in itertools.pairwise(rooms))
    sound.menu = False
    for row in sound._sounding:
        row.channel.stop()
    back = [sound._room_db]
    for _ in range(80):
        sound.update(16.0)
        back.append(sound._room_db)
    assert back[-1] == 0.0 and all(b - a <= 0.5 for a, b in itertools.pairwise(back))


def test_where_there_was_no_device_a_new_one_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    sound = Audio(LOUD)
    with monkeypatch.context() as without:

        def refuse(*_: object, **__: object) -> None:
            raise pygame.error("no device")

        without.setattr(pygame.mixer, "init", refuse)
        sound.play("click")
        sound.music("title")
        sound.update(16.0)
    sound.play("click")
    assert begun(sound) == []
    sound.handle_new_device()
    sound.play("click")
    assert begun(sound) == ["click"]
    sound.close()


# --- in the program ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slider", "cue"), [("effects", "coin"), ("interface", "click"), ("music", "")])
def test_dragging_a_slider_sounds_once(driver: Driver, monkeypatch: pytest.MonkeyPatch, slider: str, cue: str) -> None:
    heard: list[str] = []
    monkeypatch.setattr(driver.ctx, "play", heard.append)
    scene = SettingsScene(driver.ctx)
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.frame()
    target = scene.ui.find(slider)
    assert target is not None and target.drag is not None
    for step in range(20):
        target.drag(target.box[0] + target.box[2] * (0.1 + step / 25), target.box[1])
        scene.update(16.0)
    assert heard == []
    for _ in range(30):
        scene.update(16.0)
    assert heard == ([cue] if cue else [])
    assert getattr(driver.settings, f"{slider}_volume") == 85


def test_a_button_that_acts_with_a_sound_does_not_click(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    ctx = driver.ctx
    heard: list[str] = []
    monkeypatch.setattr(ctx, "_awake", True)
    monkeypatch.setattr(ctx.audio, "play", heard.append)
    monkeypatch.setattr(ctx.audio, "update", lambda ms: None)
    ctx.play("click")
    assert heard == [], "it waits for the end of the frame"
    ctx.listen(16.0)
    assert heard == ["click"]
    ctx.play("click")
    ctx.play("card_play")
    ctx.listen(16.0)
    ctx.listen(16.0)
    assert heard == ["click", "card_play"]


def test_the_window_tells_the_sound_whether_it_has_the_focus(driver: Driver) -> None:
    for kind, away in ((pygame.WINDOWFOCUSLOST, True), (pygame.WINDOWFOCUSGAINED, False)):
        driver.frame(16.0, [pygame.event.Event(kind)])
        assert driver.ctx.audio.away is away


def test_what_happens_beside_the_game_is_heard(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is opened, advice comes, a decision is taken back, something is told, something could not be kept."""
    driver.settings.speed = "instant"
    heard: list[str] = []
    monkeypatch.setattr(driver.ctx, "play", heard.append)

    def sounds() -> set[str]:
        found = set(heard) & {"opened", "advice", "undo", "notice", "save_failed", "refused"}
        heard.clear()
        return found

    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    table = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "heard", try_again=True))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    settle(driver, table)
    assert sounds() == {"opened"}
    table.hints.ask()
    driver.until(lambda: table.hints.shown is not None)
    assert sounds() == {"advice"}
    table.decide(next(iter(table.legal())))
    settle(driver, table)
    table.back.undo()
    assert sounds() == {"undo"}
    for message, cue in (
        ("ui.files.missing", "notice"), ("ui.folder.at", "notice"), ("ui.folder.no_space", "save_failed"),
    ):  # fmt: skip
        driver.app.tell(Message(message, {"path": "saves"}))
        assert sounds() == {cue}


def test_where_the_device_of_alsa_is_gone_it_is_opened_anew(sound: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    sound.handle_lost_device()
    assert sound._open, "others follow the system to the next one"
    monkeypatch.setattr(pygame.mixer, "get_driver", lambda: "alsa")
    sound.handle_lost_device()
    assert not sound._open
    sound.play("gem")
    assert begun(sound) == ["gem"]


# --- fades in the sounds themselves -----------------------------------------------------------------------


def level(*lengths: int) -> list[pygame.mixer.Sound]:
    """Sounds that are equally loud all the time."""
    return [pygame.mixer.Sound(buffer=array("h", [9000] * 2 * length).tobytes()) for length in lengths]


def heard(sounds: list[pygame.mixer.Sound]) -> list[int]:
    raw = array("h", b"".join(sound.get_raw() for sound in sounds))
    assert raw[::2] == raw[1::2], "both ears"
    return list(raw[::2])


@pytest.mark.parametrize("start", [5000, 14_000, 21_000], ids=["in the first", "across", "in the second"])
def test_a_voice_that_goes_has_no_step_and_is_silent_behind(sound: Audio, start: int) -> None:
    voice = level(20_000, 30_000)
    falling = loader.FadeOut([voice, level(20_000, 30_000)], start, 12_000)
    pieces = 1
    while falling.written < 12_000:
        assert not any(heard(voice)[start + 12_000 :]), "silent behind from the first moment, for a second"
        falling.go_on()
        pieces += 1
    found = heard(voice)
    assert pieces == 12_000 / loader.FadeOut.PIECE
    assert set(found[:start]) == {9000} and not any(found[start + 12_000 :])
    assert max(abs(a - b) for a, b in itertools.pairwise(found)) <= 3
    assert found[start + 6000] == pytest.approx(9000 / 4, abs=5), "by a square"


def test_a_voice_that_comes_has_no_step(sound: Audio) -> None:
    raw = array("h", [9000, 9000] * 20_000).tobytes()
    found = heard([pygame.mixer.Sound(buffer=loader.soften_start(raw, 9000))])
    assert found[0] == 0 and set(found[9000:]) == {9000}
    assert max(abs(a - b) for a, b in itertools.pairwise(found)) <= 3
    assert loader.soften_start(bytes(400), 50) == bytes(400)
    assert len(loader.soften_start(raw, 99_999)) == len(raw)


def test_asked_for_while_it_goes_a_place_comes_again(sound: Audio) -> None:
    def frames(count: int) -> None:
        for _ in range(count):
            sound.update(16.0)

    for place in ("title", "legends", "title", None, "title"):
        sound.music(place)
        frames(4)
        sound.loader.finish()
    frames(80)
    sound.loader.finish()
    frames(80)
    assert sound.musicians is not None and sound.musicians.playing == "title" and sound.musicians._sounding
    assert sound.musicians.channels[0].get_busy()
    sound.music(None)
    frames(80)
    assert not sound.musicians.channels[0].get_busy() and sound.musicians.playing is None


def test_an_echo_is_softer_and_a_bag_knows_it_as_the_same() -> None:
    programme = MusicSequencer(read_cues().music["legends"], random.Random(1))
    units = [programme.draw() for _ in range(40)]
    tunes = [unit for unit in units if unit.phrase is not None]
    for a, b in itertools.pairwise(tunes):
        assert a.phrase and b.phrase
        if b.softer_db:
            assert a.phrase.theme == b.phrase.theme and not a.softer_db, "an echo follows what it echoes"
    assert 0.2 < sum(unit.softer_db < 0 for unit in tunes) / len(tunes) < 0.5
    assert all(unit.softer_db == 0 for unit in units if unit.silent)
