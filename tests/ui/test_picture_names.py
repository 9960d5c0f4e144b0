"""Every picture by which players, characters and achievements are told apart has a name in every language."""

from collections.abc import Iterator

import pytest

from ai.character import ours
from engine.content import achievements
from engine.seats import COLOURS, EMBLEMS, Seat
from scenes.common.player_identity import describe_sign, find_text_id, name_picture
from scenes.shell.i18n import Texts
from sprites.base import theme
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((640, 400))
    yield run
    run.close()


def list_emblems() -> list[str]:
    """Emblems of seats: those of the colours, and those that can be chosen."""
    return [*(theme.player(colour).emblem for colour in range(COLOURS)), *EMBLEMS[1:]]


def list_pictures() -> set[str]:
    """Icons of emblems, of the faces of characters, and of all achievements."""
    found = set(list_emblems())
    found |= {who.face for who in ours().values()}
    for game in achievements.games():
        found |= {deed.icon for deed in (*achievements.load_achievements(game), *achievements.list_earlier(game))}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_has_a_name(language: str) -> None:
    texts = Texts(language)
    pictures = list_pictures()
    assert len(pictures) > 60
    assert not [icon for icon in pictures if not texts.has(find_text_id(icon))]
    emblems = {
        texts.t(find_text_id(icon)) for icon in (*EMBLEMS[1:], *(theme.player(k).emblem for k in range(COLOURS)))
    }
    assert len(emblems) == len(EMBLEMS) - 1 + COLOURS, "no two emblems are called the same"


def test_the_sign_of_a_player_is_told(driver: Driver) -> None:
    ctx = driver.ctx
    assert describe_sign(ctx, Seat("person", "", "Ann", 1, "owl")) == "Colour: Blue. Emblem: Owl."
    assert describe_sign(ctx, Seat("person", "", "Ann", 4)) == "Colour: Red. Emblem: Lion."
    ctx.settings.palette = "deuteranopia"
    assert describe_sign(ctx, Seat("person", "", "Ann", 1)) == "Shape: Circle. Emblem: Griffin."
    assert name_picture(ctx, "an-icon-of-somewhere") == ""
