"""Every text can be set: its letters are in the fonts, and it fits where it is drawn."""

import pygame
import pytest
from fontTools.ttLib import TTFont

from sprites.base import assets, fonts, text, theme
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import Tight
from sprites.king_of_12 import card as king_of_12_card
from sprites.king_of_12.card import card_looks
from tests.sprites.catalogues import catalogue, domains
from tests.support.catalogues import LANGUAGES

NO_GLYPH_NEEDED = set("\n\t*")


def letters(file: str) -> set[int]:
    return set(TTFont(assets.HOME / "fonts" / file, lazy=True).getBestCmap())


@pytest.mark.parametrize("face", sorted(theme.table().fonts))
def test_every_letter_of_every_text_is_in_the_font(face: str) -> None:
    known = letters(theme.table().fonts[face])
    for language in LANGUAGES:
        for domain in domains(language):
            for key, words in catalogue(language, domain).items():
                missing = {ch for ch in words if ord(ch) not in known and ch not in NO_GLYPH_NEEDED}
                assert not missing, f"{language}/{domain}: {key}: {face} has no {missing}"


def test_what_fits_for_most_fits_for_whoever_reads_larger_text() -> None:
    words, room = "An army may go by land and by sea. " * 6, 220.0
    height = text.paragraph_height(Canvas(pygame.Surface((1280, 720))), words, room, text.Font("sans", 9.5))
    for larger in (1.0, 1.15, 1.3):
        c = Canvas(pygame.Surface((1280, 720)), text_scale=larger)
        assert text.paragraph_height(c, words, room, text.fit(c, words, room, height)) <= height


def test_digits_are_lining_figures() -> None:
    """Digits stand on the line and are about as high as capitals."""
    pygame.font.init()
    for face in theme.table().fonts:
        font = fonts.load_font(face, 100)
        boxes = [font.render(d, True, (255, 255, 255)).get_bounding_rect() for d in "0123456789"]
        assert max(b.bottom for b in boxes) - min(b.bottom for b in boxes) <= 4, face
        assert max(b.top for b in boxes) - min(b.top for b in boxes) <= 8, face


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text_scale", [0.9, 1.3])
def test_card_texts_fit_on_the_cards(size: tuple[int, int], language: str, text_scale: float) -> None:
    c = Canvas(pygame.Surface(size), text_scale=text_scale)
    words = catalogue(language, "king_of_12")
    for code in card_looks():
        effect, name = words[f"king_of_12.card.{code}.text"], words[f"king_of_12.card.{code}.name"]
        for w in (132.0, 176.0):
            u = w / 132
            room_w, room_h = w - 23 * u, w * 1.68 * 0.40 - 25.5 * u
            fitted = king_of_12_card.fit_words(c, effect, room_w, room_h, 12.2 * u)
            assert fitted.size >= 11 * u, f"{language} {code}: {effect!r} needs {fitted.size / u:.1f} units"
            assert text.paragraph_height(c, effect, room_w, fitted, line=1.12, fixed=True) <= room_h + 1
            assert text.width(c, name, text.Font("sc_x", 12 * u), fixed=True) <= w - 20 * u + 1, (
                f"{language} {code} {name!r}"
            )


@pytest.mark.parametrize("face", sorted(theme.table().fonts))
@pytest.mark.parametrize("words", ["off four", "if fair", "chef Jan", "roof je"])
def test_the_gap_between_words_is_the_same_whatever_letters_lean_over_it(face: str, words: str) -> None:
    pygame.font.init()
    for px in (17, 24, 48):
        plain = _gap(fonts.render_line("on no", face, px, (255, 255, 255)), face, px)
        assert _gap(fonts.render_line(words, face, px, (255, 255, 255)), face, px) <= plain + px * 0.2, px
        c = Canvas(pygame.Surface((1600, 900)))
        whole = text._block(c, words, face, px, "text", "l", "text", 1.2, 1000)
        assert _gap(whole, face, px) <= plain + px * 0.2, px


def _gap(picture: pygame.Surface, face: str, px: int) -> int:
    """The widest run of empty columns between the bodies of letters, whatever hooks hang below and above them."""
    top, high = fonts.measure_cap(face, px)
    rows = range(top + round(high * 0.45), top + round(high * 0.85))
    box = picture.get_bounding_rect()
    empty = [all(picture.get_at((x, y)).a < 40 for y in rows) for x in range(box.left, box.right)]
    return max(len(run) for run in "".join(" " if each else "#" for each in empty).strip().split("#"))


def test_no_short_word_is_left_alone_in_the_last_line() -> None:
    """Whatever the room: a last line that could have company has it, and no line grows wider than its room for it."""
    words = "Ten, kdo má na řadě nejvyšší součet, vezme si ze středu stolu 1 bod a jde dál."
    met = 0
    for room in range(180, 700, 7):
        lines = [[text for _, text, _, _ in placed] for placed, _ in text._layout(words, "sans", 18, room, 20)]
        widths = [used for _, used in text._layout(words, "sans", 18, room, 20)]
        assert " ".join(word for line in lines for word in line) == words and max(widths) <= room
        if len(lines) > 1 and len(lines[-2]) > 3:
            assert len(lines[-1]) > 1 or widths[-1] >= room * 0.25, (room, lines)
            met += len(lines[-1]) == 2
    assert met > 3
    one, two = "Jedno dvě tři čtyři pět šest.", "Sám."
    rows = text._layout(f"{one}\n{two}", "sans", 18, 900, 20)
    assert [len(placed) for placed, _ in rows] == [6, 1], "a line that begins a paragraph is not touched"


def test_words_wrap_at_spaces_and_never_inside() -> None:
    c = Canvas(pygame.Surface((1600, 900)))
    lines = text._layout("one two\u00a0three *four five* six", "sans", 20, 110, 23)
    words = ["".join(piece[1] for piece in placed) for placed, _ in lines]
    assert any("two\u00a0three" in line for line in words), "a no-break space holds words together"
    assert len(lines) > 1
    bold = {piece[1] for placed, _ in lines for piece in placed if piece[3]}
    assert bold == {"four", "five"}
    assert text.paragraph_height(c, "a\nb\nc", 100) > text.paragraph_height(c, "a\nb", 100)


def test_icons_stand_in_the_text() -> None:
    lines = text._layout("Take {icon:coins}, now.", "sans", 20, 400, 23)
    pieces = [piece for placed, _ in lines for piece in placed]
    assert [piece[2] for piece in pieces if piece[2]] == ["coins"]
    assert [piece[1] for piece in pieces if piece[1]] == ["Take", ",", "now."]


def test_long_lines_shrink_but_stay_readable() -> None:
    c = Canvas(pygame.Surface((1600, 900)))
    long = "Отменить последний ход"
    drawn = text.draw(c, long, 100, 100, "heading", max_w=190)
    assert drawn <= 200
    assert text.draw(c, long, 100, 100, "heading", max_w=20) >= text.width(c, long, text.Font("sc~75", 12)) - 1


def test_the_players_text_size_changes_running_text() -> None:
    small, large = Canvas(pygame.Surface((1600, 900))), Canvas(pygame.Surface((1600, 900)), text_scale=1.3)
    assert text.width(large, "Machine", "body") > text.width(small, "Machine", "body") * 1.2
    assert text.width(large, "12", "figure", fixed=True) == text.width(small, "12", "figure", fixed=True)


@pytest.mark.parametrize("face", sorted(theme.table().fonts))
def test_accents_do_not_push_a_line_down(face: str) -> None:
    """The base line of a text is the same with and without accented capitals."""
    pygame.font.init()
    for px in (14, 17, 18, 24, 33):
        font = fonts.load_font(face, px)
        plain = font.render("Hx", True, (255, 255, 255))
        for letter in "ČŽÁŠÍÝŘЙЁÔ":
            line = font.render(letter + "Hx", True, (255, 255, 255))
            end = line.subsurface((line.get_width() - plain.get_width(), 0, plain.get_width(), line.get_height()))
            assert abs(end.get_bounding_rect().bottom - plain.get_bounding_rect().bottom) <= 1, f"{face} {px} {letter}"


@pytest.mark.parametrize("face", ["sans", "sans_bold", "serif", "serif_bold", "italic", "sc", "sc_black"])
def test_no_letter_loses_its_lowest_row(face: str) -> None:
    """Several words and running text are as high as their letters are drawn, at every size."""
    for px in range(8, 64):
        alone = fonts.render_line("gjpqyŘ", face, px, (255, 255, 255))
        ink = alone.get_bounding_rect()
        for several in ("gjpqyŘ gjpqyŘ", "gjpqyŘ *gjpqyŘ*"):
            made = fonts.render_line(several, face, px, (255, 255, 255))
            assert made.get_bounding_rect().bottom >= ink.bottom, (px, several)
        c = Canvas(pygame.Surface((1600, 900)))
        block = text._block(c, "gjpqyŘ\ngjpqyŘ", face, px, "text", "l", "text", 1.22, 1000)
        assert block.get_bounding_rect().bottom >= round(px * 1.22) + ink.bottom, px


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_a_small_card_of_king_of_12_has_a_name_that_can_be_read_or_none(size: tuple[int, int]) -> None:
    """The longest name of each language: "Hexenmeister" and "Troublemakers" were tiny on the smallest cards."""
    c, told, named = Canvas(pygame.Surface(size)), Tight(), 0
    for language in LANGUAGES:
        texts = catalogue(language, "king_of_12")
        names = {code: texts[f"king_of_12.card.{code}.name"] for code in card_looks()}
        _, code = max((text.width(c, name), code) for code, name in names.items())
        for wide in range(42, 102, 3):
            king_of_12_card.face(c, code, names[code], "", wide, body=False)
            named += king_of_12_card.has_name(c, wide)
    told.close()
    assert told.lines == [] and 0 < named < 20 * len(LANGUAGES)
