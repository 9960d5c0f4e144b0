"""Words that the rule book explains are marked on the faces of cards too; the note of a card shows a fitting figure."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from games.king_of_12.cards import CODES
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.messages import citizen_code
from games.tash_kalar.cards import box
from scenes.common.glossary import hits, keywords, marks
from scenes.dev import staging
from scenes.king_of_12.card_view import front
from scenes.shell.i18n import Texts
from scenes.table import game_screens as games
from scenes.table.glossary_links import find_figure
from sprites.base import dodecahedron, shapes, text
from sprites.king_of_12 import card as sprite, d12
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

FACES = {
    "king_of_12": [f"king_of_12.card.{code}.text" for code in CODES],
    "king_of_the_dice": sorted(
        {f"king_of_the_dice.citizen.{citizen_code(card)}.text" for card in range(len(citizens().cards))}
    ),
    "tash_kalar": [f"tash_kalar.card.{card.code}.text" for card in box().cards if card is not None],
}
LEAST = {"king_of_12": 7, "king_of_the_dice": 4, "tash_kalar": 30}
"""So many faces of a game have such a word at least, in every language."""


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    made = Driver(size=(1024, 640))
    yield made
    made.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FACES)
def test_every_word_of_a_face_that_is_explained_is_marked(game: str, language: str) -> None:
    texts = Texts(language)
    stems = [stem for word in keywords(texts, game) for form in word.forms for stem in form]
    marked = 0
    for name in FACES[game]:
        said = texts.t(name)
        words = text.words(said)
        found = marks(texts, game, said)
        assert len(found) == len(hits(texts, game, tuple(said.split()))), f"{said}: other words are told in its note"
        for at, count in found:
            for word in words[at : at + count]:
                assert any(word.casefold().lstrip('(«„“"').startswith(stem) for stem in stems), (said, word)
        assert not found or find_figure(texts, game, said) is not None
        marked += bool(found)
    assert marked >= LEAST[game]


@pytest.mark.parametrize(
    ("code", "face", "wanted"),
    [
        ("alchemist", 4, "4 \u00d7 2 = 8"),
        ("machine", 4, "4 + 7 = 11"),
        ("parasite", 4, "4 \u2212 7 = \u22123"),
        ("golem", 4, "4 \u2192 12"),
        ("golem", 12, "12 \u2192 1"),
        ("knight", 4, None),
        ("collector", 4, None),
    ],
)
def test_the_picture_of_a_card_is_of_this_card_with_the_own_die(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, code: str, face: int, wanted: str | None
) -> None:
    """The same word stands on cards that do different things: a card has its own picture, or none."""
    session = staging.find_moment("king_of_12", "cards", lambda one: 0 in one.to_act())
    table: Any = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    table.skip()
    driver.frame()
    table.stage.seats[table.below].die.face = face
    picture = table.own.card_figure(CODES.index(code))
    assert (picture is None) == (wanted is None)
    said: list[str] = []
    dice: list[Any] = []
    monkeypatch.setattr(shapes, "pill", lambda c, x, y, words, *more, **named: said.append(words))
    monkeypatch.setattr(d12, "draw", lambda c, x, y, size, quat, **more: dice.append(quat))
    if picture is not None:
        picture(driver.window.canvas, 400, 300)
        assert said == [wanted] and dice == [dodecahedron.pose(face)]


def test_the_marks_are_dots_below_their_words_and_nowhere_else(driver: Driver) -> None:
    c, texts = driver.window.canvas, Texts("en")
    card = CODES.index("alchemist")
    code, said = CODES[card], texts.t("king_of_12.card.alchemist.text")
    plain = sprite.face(c, code, "A", said, 200)
    dotted = sprite.face(c, code, "A", said, 200, marks=marks(texts, "king_of_12", said))
    changed = pygame.mask.from_threshold(plain, (0, 0, 0), (1, 1, 1, 255), dotted)
    changed.invert()
    left, top, wide, high = changed.get_bounding_rects()[0].unionall(changed.get_bounding_rects())
    assert changed.count() and high <= max(1, round(20 * c.scale / 11)) + 1
    assert 10 < wide < plain.get_width() / 2 and top > plain.get_height() * 0.6 and left > 0
    assert front(c, texts, card, 200).get_size() == plain.get_size()
