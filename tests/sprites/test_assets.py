"""What is missing is named; nothing that is there goes uncredited."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from sprites.base import assets, audio, backdrop, cover, fonts, icons, loader, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card as king_of_12_card
from sprites.king_of_12.card import card_looks

ROOT = Path(__file__).resolve().parents[2]
ICONS = {p.stem for p in (ROOT / "sprites" / "art" / "icons").glob("*.svg")}


@pytest.fixture
def canvas() -> Canvas:
    return Canvas(pygame.Surface((1280, 720)))


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Data as it is, but no pictures, icons or fonts."""
    theme.table(), icons.table(), card_looks()
    for palette in assets.HOME.glob("*/palette.json"):
        theme.art(palette.parent.name)
    monkeypatch.setattr(assets, "HOME", tmp_path)
    fonts.forget()
    yield tmp_path
    fonts.forget()


def test_a_missing_picture_is_named() -> None:
    with pytest.raises(assets.AssetError, match=r"nowhere\.jpg is missing"):
        assets.picture("nowhere.jpg")


def test_a_damaged_picture_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "wood.jpg").write_bytes(b"not a picture")
    monkeypatch.setattr(assets, "HOME", tmp_path)
    with pytest.raises(assets.AssetError, match=r"wood\.jpg cannot be read"):
        assets.picture("wood.jpg")


def test_a_smaller_copy_is_taken_when_it_is_large_enough() -> None:
    assert assets.picture("wood.jpg").get_size() == (3200, 1800)
    assert assets.picture("wood.jpg", (1600, 900)).get_size() == (1600, 900)
    for needed in ((1601, 900), (1600, 901), (3840, 2160)):
        assert assets.picture("wood.jpg", needed).get_size() == (3200, 1800)


def test_smaller_copies_show_what_the_pictures_show() -> None:
    copies = [path for path in (assets.HOME / "art").rglob("*.jpg") if path.name.count(".") == 2]
    assert len(copies) >= 5
    for path in copies:
        stem, size, kind = path.name.split(".")
        small, whole = pygame.image.load(path), pygame.image.load(path.with_name(f"{stem}.{kind}"))
        assert small.get_size() == tuple(map(int, size.split("x")))
        seen = [pygame.transform.smoothscale(each, (40, 40)) for each in (small, whole)]
        raw = [pygame.image.tobytes(each, "RGB") for each in seen]
        assert max(abs(a - b) for a, b in zip(*raw, strict=True)) < 12, path.name


def test_the_baked_table_of_the_title_is_what_would_be_worked_out(canvas: Canvas) -> None:
    assert canvas.size[0] * 9 == canvas.size[1] * 16
    baked = backdrop._load_title(canvas)
    assert baked is not None
    raw = [pygame.image.tobytes(pygame.transform.smoothscale(each, (80, 45)), "RGB")
           for each in (baked, backdrop.lit(canvas, "title"))]  # fmt: skip
    assert max(abs(a - b) for a, b in zip(*raw, strict=True)) < 8
    for size in ((1920, 1080), (1024, 640)):
        assert backdrop._load_title(Canvas(pygame.Surface(size))) is None


def test_a_missing_icon_is_named() -> None:
    with pytest.raises(assets.AssetError, match=r"no-such-icon\.svg is missing"):
        assets.svg("no-such-icon", (10, 10))


def test_everything_draws_plainly_without_any_file(canvas: Canvas, empty_home: Path, missed: assets.Missed) -> None:
    backdrop.table(canvas)
    backdrop.mat(canvas)
    backdrop.curtain(canvas, 0.0)
    shapes.panel(canvas, 10, 10, 300, 200, "parchment")
    icons.draw(canvas, "cog", 100, 100, 40)
    text.draw(canvas, "Four Thrones", 10, 10)
    king_of_12_card.face(canvas, "knight", "Knight", "Text", 132)
    king_of_12_card.face(canvas, "no_such_card", "Nobody", "Text", 132)
    cover.cover(
        canvas, "king_of_12", "King of 12", "Dice", "2–4", "25 min", colour="#31407c", picture="covers/none.jpg"
    )
    told = "\n".join(missed.lines)
    for part in (
        "wood.jpg",
        "velvet.jpg",
        "curtain.jpg",
        "parchment.jpg",
        "cog.svg",
        "knight.jpg",
        ".ttf",
        "no_such_card",
    ):
        assert part in told
    assert len(missed.lines) == len(set(missed.lines))


def test_unknown_names_are_told() -> None:
    with pytest.raises(assets.AssetError, match="no_such_colour"):
        theme.colour("no_such_colour")
    with pytest.raises(assets.AssetError, match="no_such_face"):
        theme.font_file("no_such_face")


def test_every_icon_named_in_data_exists() -> None:
    named = set(icons.table().values())
    named |= set(theme.emblems()) | {player.emblem for player in theme.table().players}
    for card in card_looks().values():
        named |= {card.icon} | ({card.seal.icon} if card.seal.icon else set())
    assert {icons.find_file(name) for name in named} <= ICONS


def test_every_icon_named_in_code_exists() -> None:
    pattern = re.compile(r'icons\.(?:draw|gradient|surface|pixels|mask)\(\s*\w+,\s*"([^"]+)"|\bicon="([^"]+)"')
    for path in [*(ROOT / "scenes").rglob("*.py"), *(ROOT / "sprites").glob("*.py")]:
        for match in pattern.finditer(path.read_text("utf-8")):
            name = match[1] or match[2]
            assert icons.find_file(name) in ICONS, f"{path.name} draws the icon {name!r}"


def test_every_card_has_its_data_and_pictures() -> None:
    import json

    rules = json.loads((ROOT / "games" / "king_of_12" / "cards.json").read_text("utf-8"))
    entries = rules["cards"] if isinstance(rules, dict) and "cards" in rules else rules
    codes = {c["code"] if "code" in c else c["id"] for c in entries} if isinstance(entries, list) else set(entries)
    assert set(card_looks()) == codes
    for code in codes:
        for name in (f"{code}.jpg", f"{code}_tall.jpg"):
            assert (ROOT / "sprites" / "art" / "king_of_12" / name).is_file()


def test_the_blue_sign_marks_exactly_the_cards_that_move_dice() -> None:
    """K1: five of the twelve cards physically move dice."""
    marked = {code for code, card in card_looks().items() if card.die}
    assert marked == {"sorcerer", "oracle", "reverser", "troublemakers", "merchants"}


def test_every_icon_font_and_sound_is_credited() -> None:
    page = (ROOT / "docs" / "credits.md").read_text("utf-8")
    missing = [name for name in ICONS if f"`{name}`" not in page]
    assert not missing
    for mention in (
        "Alegreya",
        "game-icons.net",
        "Phosphor",
        "doc_dos",
        "3D Dice",
        "pygame-ce",
        "Creative Commons Attribution 3.0",
    ):
        assert mention in page
    for licence in ("sprites/fonts/OFL-Alegreya.txt", "sounds/LICENSE-card-sounds.txt", "sounds/LICENSE-dice-hits.txt"):
        assert licence in page and (ROOT / licence).is_file()


def test_the_assets_stay_small() -> None:
    total = sum(
        p.stat().st_size
        for folder in ("sprites/art", "sprites/fonts", "sounds")
        for p in (ROOT / folder).rglob("*")
        if p.is_file()
    )
    assert total < 14 * 1024 * 1024


def test_every_cue_has_its_files() -> None:
    known = loader.read_cues()
    names = {entry.file for entry in known.effects.values() if entry.file}
    for name, entry in known.effects.items():
        assert entry.file or all(name in t.stingers for t in known.music.values() if t.stingers), name
    for name, track in known.music.items():
        names |= {f"{name}_{voice}_{k + 1}" for voice in ("bed", "phrase") for k in range(len(track.themes))}
        names |= {f"{name}_colour"} | ({f"{name}_stingers"} if track.stingers else set())
    assert {path.stem for path in loader.FOLDER.glob("*.ogg")} == names, "as many as there are, and no other"


def test_sound_is_silent_without_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise pygame.error("no device")

    pygame.mixer.quit()
    monkeypatch.setattr(pygame.mixer, "init", refuse)
    sound = audio.Audio(audio.Volumes(0.9, 0.9, 0.7))
    sound.play("click")
    sound.music("title")
    sound.set_volumes(audio.Volumes(0.1, 0.1, 0.0))
    sound.set_volumes(audio.Volumes(0.1, 0.1, 0.7))
    sound.close()


def test_sound_plays_on_a_dummy_device(missed: assets.Missed) -> None:
    sound = audio.Audio(audio.Volumes(0.9, 0.9, 0.7))
    for cue in loader.read_cues().effects:
        sound.play(cue)
    sound.music("title")
    sound.update(16.0)
    sound.loader.finish()
    sound.update(16.0)
    sound.music(None)
    sound.close()
    assert missed.lines == []
    sound.play("no such cue")
    assert "no such cue" in missed.lines[-1]
    sound.close()


def test_importing_the_drawing_code_does_nothing() -> None:
    """No window, no sound, no file: importing is quick and free of effects."""
    code = (
        "import sys, builtins, pygame\n"
        "from sprites.base import audio, backdrop, controls, cover, shapes, text\n"
        "from sprites.king_of_12 import card, d12\n"
        "assert not pygame.display.get_init() and not pygame.font.get_init() and not pygame.mixer.get_init()\n"
        "from sprites.base import assets\n"
        "assert assets._data.cache_info().currsize == 0\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
