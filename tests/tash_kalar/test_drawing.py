"""The cards of Tash-Kalar: every text fits its card in every language, every being has its picture and its pattern."""

import itertools
import json
from pathlib import Path

import pygame
import pytest

from games.tash_kalar.cards import OWN_DECKS, box, build_book, list_decks
from scenes.shell.i18n import Texts
from scenes.tash_kalar import card_faces, layout
from sprites.base import assets, fonts, icons, text
from sprites.base.canvas import Canvas
from sprites.king_of_12.card import fit_words
from sprites.tash_kalar import card as cards, card_art
from sprites.tash_kalar.card_art import looks
from tests.support.catalogues import LANGUAGES, LONGEST

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example_deck.json"
SIZES = ((1280, 720, 1.15), (1600, 900, 1.0), (1600, 900, 1.3), (3840, 2160, 1.0))
"""Windows, each with a text size that players may have there."""
HAND, LARGE = cards.WIDTH, 2 * cards.WIDTH
BEINGS = [card for card in box().cards if card is not None]


def canvas(wide: int, high: int, text_scale: float) -> Canvas:
    """A window in memory."""
    pygame.display.init()
    pygame.font.init()
    fonts.forget()
    return Canvas(pygame.Surface((wide, high)), text_scale=text_scale)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wide, high, text_scale", SIZES)
def test_effects_fit_on_the_cards_and_can_be_read(wide: int, high: int, text_scale: float, language: str) -> None:
    c = canvas(wide, high, text_scale)
    texts = Texts(language)
    for card, w in itertools.product(BEINGS, (HAND, LARGE)):
        u = w / cards.WIDTH
        words = card_faces.words(texts, card)
        top, size = cards.words_top(c, words, u)
        room_w, room_h = cards.TEXT_W * u, (cards.HEIGHT - 7 - top - 8) * u
        assert size >= 9.5, f"{language} {card.code} needs {size} units"
        assert (
            text.paragraph_height(c, words, room_w, text.Font("sans", size * u), line=1.12, fixed=True) <= room_h + 1
        ), card.code
        assert text.widest(c, words, room_w, text.Font("sans", size * u), fixed=True) <= room_w + 1, card.code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wide, high, text_scale", SIZES)
def test_both_halves_of_a_flare_fit(wide: int, high: int, text_scale: float, language: str) -> None:
    c = canvas(wide, high, text_scale)
    texts = Texts(language)
    for flare, half in itertools.product(range(len(box().flares)), ("upper", "lower")):
        words = texts.t(f"tash_kalar.flare.{flare}.{half}")
        _x, _y, w, h = cards.flare_box(0, 1.0)
        font = fit_words(c, words, w, h, cards._base_size(c, 1.0))
        assert font.size >= 9.5, f"{language} flare {flare} {half} needs {font.size} units"
        assert text.paragraph_height(c, words, w, font, line=1.12, fixed=True) <= h + 1
        assert text.widest(c, words, w, font, fixed=True) <= w + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wide, high, text_scale", SIZES)
def test_tasks_fit_beside_the_arena(wide: int, high: int, text_scale: float, language: str) -> None:
    c = canvas(wide, high, text_scale)
    texts = Texts(language)
    for number, progress in itertools.product(range(len(box().tasks)), (None, (1, 3))):
        name, words = card_faces.task_tip(texts, number)
        place = cards.task_place(cards.TASK_W, cards.TASK_H, 0 if progress is None else progress[1])
        font = cards.fit_task(c, words, place)
        assert font.size * c.text_scale >= 9.5, f"{language} {name}: {font.size}"
        assert text.paragraph_height(c, words, place[2], font, line=1.1) <= place[3] + 1, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit_on_their_plates(language: str) -> None:
    c = canvas(1280, 720, 1.15)
    for card in BEINGS:
        name = card_faces.name(Texts(language), card)
        font = cards.fit_name(c, name, cards.WIDTH - 40, 1.0)
        assert font.size >= 9.5, f"{language}: {name} needs {font.size} units"
        assert text.width(c, name, font, fixed=True) <= cards.WIDTH - 39, name


def test_every_being_has_a_picture_and_an_icon_of_its_own() -> None:
    data = looks()
    added = {one.code for one in list_decks()} - {"everfrost", "nethervoid"}  # theirs may be without
    beings = {card.code for card in BEINGS if card.domain not in added}
    assert {code for code in data.pictures if not code.startswith("own_")} == beings
    assert len({data.pictures[code].icon for code in beings}) == len(beings)
    for code in data.pictures:
        assert assets.picture(f"tash_kalar/{code}.jpg").get_width() >= 400
    assert set(data.tasks) == {task.code for task in box().tasks}
    for icon in (*(task.icon for task in data.tasks.values()), *(deck.icon for deck in data.decks.values())):
        assert assets.svg(icons.find_file(icon), (16, 16)).get_width() == 16


def test_a_card_is_drawn_once_for_each_colour_size_and_language(missed: assets.Missed) -> None:
    c = canvas(1600, 900, 1.0)
    english, longest = Texts("en"), Texts(LONGEST)
    card = BEINGS[6]
    face = card_faces.face(c, english, card, "imperial_north", 0)
    assert face.get_size() == (c.px(cards.WIDTH), c.px(cards.HEIGHT))
    assert card_faces.face(c, english, card, "imperial_north", 0) is face
    for other in (
        card_faces.face(c, english, card, "imperial_north", 3),
        card_faces.face(c, english, card, "imperial_south", 0),
        card_faces.face(c, longest, card, "imperial_north", 0),
        card_faces.face(c, english, card, "imperial_north", 0, 292),
    ):
        assert pygame.image.tobytes(other, "RGBA") != pygame.image.tobytes(face, "RGBA")
    assert not missed.lines


def test_patterns_are_drawn_inside_their_square() -> None:
    c = canvas(400, 225, 1.0)
    for card in BEINGS:
        surface = pygame.Surface((c.px(140), c.px(140)), pygame.SRCALPHA)
        pattern = card_art.Pattern(card.rank, card.stands, card.pieces, card.marks, card.directions)
        card_art.draw_pattern(c.on(surface), pattern, 20, 20, 100, 0)
        left = pygame.Rect(c.px(20), c.px(20), c.px(100), c.px(100))
        drawn = pygame.mask.from_surface(surface, 120).get_bounding_rects()
        assert drawn and all(left.inflate(c.px(22), c.px(22)).contains(part) for part in drawn), card.code


def test_beings_of_an_own_deck_show_what_their_effect_does() -> None:
    found = build_book((json.dumps(json.loads(EXAMPLE.read_text("utf-8"))),))
    beings = [found.card(OWN_DECKS + number) for number in range(18)]
    pictures = {card.code: card_faces.picture(card) for card in beings}
    assert pictures["siren"] == "own_turn" and pictures["harpooner"] == "own_shoot"
    assert set(pictures.values()) <= set(looks().pictures)
    assert [card_faces.name(Texts(LONGEST), card) for card in beings[:2]] == ["Dock Hand", "Ferryman"]


@pytest.mark.parametrize("deck", ["imperial_north", "imperial_south", "highland", "sylvan", "own", "legends", "flares"])
def test_every_deck_has_a_back_of_its_own(deck: str) -> None:
    c = canvas(1600, 900, 1.0)
    shown = pygame.image.tobytes(cards.back(c, deck, 64), "RGBA")
    assert all(
        pygame.image.tobytes(cards.back(c, other, 64), "RGBA") != shown for other in looks().decks if other != deck
    )


def test_every_task_lies_in_a_box_as_high_as_it_is_drawn() -> None:
    """The current ones and the next: what fits a task (see above) fits there, clear of the frame."""
    assert {layout.task_box(to_square)[2:] for to_square in range(4)} == {(cards.TASK_W, cards.TASK_H)}


def test_every_column_and_row_of_the_arena_has_its_name_beside_a_square() -> None:
    from games.tash_kalar.maps import BOARD, SIZE, to_square
    from sprites.tash_kalar.arena import LETTERS, count_missing_squares

    assert len(LETTERS) == SIZE
    for line in range(1, SIZE + 1):
        cut = count_missing_squares(line)
        rows = [row for row in range(1, SIZE + 1) if BOARD >> to_square(line, row) & 1]
        assert (min(rows), max(rows)) == (cut + 1, SIZE - cut), line
