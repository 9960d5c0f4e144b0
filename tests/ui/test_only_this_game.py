"""Explanations speak only of what this game has: no card of another set, no token, leader or form that is not played.

What is always said stands in a text; what it adds about something that not every game has stands in ``ID.with.NAME``.
"""

import re
from collections.abc import Iterator

import pytest

from engine import registry
from engine.languages.languages import FALLBACK
from engine.seats import Seat
from engine.session import Session
from games.king_of_12.cards import CODES, KNIGHT
from scenes.shell.i18n import Texts
from scenes.table import game_screens
from tests.support.catalogues import LANGUAGES
from tests.support.words import list_words
from tests.ui.driver import Driver

EXPLAINED = re.compile(r"\.(help|why|tip|text)$|^\w+\.why\.")
APART = re.compile(r"\.(rules|word|lesson|puzzle|deed|road|option|setup|hint|call|choose)\.")
"""Other kinds of text: the rule book tells of everything, and what is set up stands in the set-up."""

OPTIONS = {
    "legends": ("leaders", "explore", "citadels", "dragon", "portals", "rogues"),
    "tash_kalar": ("high", "duel", "melee"),
}
"""By game, what an option brings; what all forms of their names begin with stands in the glossaries."""
THEIRS = {
    "leaders": ("leader", "fairy", "paid.bribe", "paid.robbery", "captured", "bribe", "last_card", "knight"),
    "explore": ("token", "received.treasure", "down", "looked"),
    "citadels": ("token.citadel", "score.citadels"),
    "dragon": ("token.dragon",),
    "portals": ("token.portal",),
    "rogues": ("token.rogues", "paid.rogues"),
    "high": (),
    "duel": (),
    "melee": (),
}
"""Parts of ids that are shown only where it is in the game."""


def list_option_words(language: str, game: str) -> dict[str, str]:
    """By option of a game, what all forms of its name begin with."""
    names = OPTIONS.get(game, ())
    return dict(zip(names, list_words(language, f"options of {game}"), strict=True)) if names else {}


def ids(game: str) -> list[str]:
    """All explanations of a game."""
    catalogue = Texts(FALLBACK)._domain(f"{game}.")._catalog  # type: ignore[attr-defined]
    found = {key if isinstance(key, str) else key[0] for key in catalogue}
    return sorted(one for one in found if EXPLAINED.search(one) and ".with." not in one and not APART.search(one))


def stem(name: str) -> str:
    """What all forms of a name begin with."""
    word = name.split()[0]
    return word[: max(3, len(word) - 2)]


def names(said: str, word: str) -> bool:
    """Whether a text names it; what is written with a capital is a name only with it."""
    return re.search(rf"\b{re.escape(word)}", said, re.IGNORECASE if word.islower() else 0) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_that_is_not_in_the_set_is_spoken_of(language: str) -> None:
    texts = Texts(language)
    wrong = []
    for code in CODES[KNIGHT + 1 :]:
        name = texts.t(f"king_of_12.card.{code}.name")
        for text_id in ids("king_of_12"):
            about = [each for each in CODES if re.search(rf"\.{each}(\.|_|$)", text_id)]
            if code in about or any(part in text_id for part in SHOWN_WITH.get(code, ())):
                continue
            said = texts.fitting(text_id, [each for each in CODES if each != code])
            if names(said, stem(name)):
                wrong.append((text_id, code, said))
    assert not wrong


SHOWN_WITH = {
    "lady": ("theft", "take_token", "take_nothing", "silenced"),
    "gambler": ("event.gambler",),
    "troublemakers": ("alchemist_first", "troublemakers_first"),
    "alchemist": ("troublemakers_first", "event.amount.doubled"),
    "machine": ("event.amount.added",),
    "parasite": ("event.amount.taken_off",),
    "merchants": ("event.dice_passed",),
    "sorcerer": ("action.turn",),
    "collector": ("event.scored.pushed",),
}
"""By card: texts that are shown only when it has been played."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_additions_are_said_where_they_belong(language: str) -> None:
    texts = Texts(language)
    card = "king_of_12.card.alchemist.help"
    with_them, without = texts.fitting(card, ["knight", "troublemakers"]), texts.fitting(card, ["knight"])
    assert with_them == f"{without} {texts.t(f'{card}.with.troublemakers')}"
    assert "13" in with_them and "13" not in without


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_option_that_is_off_is_spoken_of(game: str, language: str) -> None:
    texts = Texts(language)
    wrong = []
    for off, word in list_option_words(language, game).items():
        there = [name for name in [*OPTIONS[game], "tokens", "teams"] if name != off]
        for text_id in ids(game):
            if any(part in text_id for part in THEIRS[off]):
                continue
            said = texts.fitting(text_id, there)
            if names(said, word):
                wrong.append((text_id, off, said))
    assert not wrong


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


@pytest.mark.parametrize("game", [info.id for info in registry.games() if info.id != "heap"])
def test_a_table_tells_what_its_game_has(driver: Driver, game: str) -> None:
    seats = [Seat("person", "", "A", 0), Seat("computer", "novice", "B", 1)]
    session = Session.start(game, {}, seats, "this")
    table = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    driver.frame()
    there, texts = table.hooks.list_features(table.view), driver.ctx.texts
    tips = [" ".join(target.tip) for target in table.ui.targets if target.tip is not None]
    assert tips
    if game == "king_of_12":
        missing = [stem(texts.t(f"{game}.card.{code}.name")) for code in CODES if code not in there]
    else:
        missing = [word for option, word in list_option_words(FALLBACK, game).items() if option not in there]
    assert not [(word, said) for word in missing for said in tips if names(said, word)]
