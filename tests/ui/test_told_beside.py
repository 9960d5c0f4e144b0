"""What is said next to the things of a table: counts mean what they say, and nothing is said that is not so."""

from typing import Any

import pytest

from games.tash_kalar.rules import Change
from scenes.dev.screenshots import all_scenes
from scenes.legends import action
from scenes.shell.i18n import Texts
from scenes.table.call_to_action import Call
from scenes.tash_kalar import tooltips
from scenes.tash_kalar.card_viewer import Piles
from sprites.base import shapes, text
from tests.support.catalogues import LANGUAGES
from tests.support.open_tables import open_table
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver


def show(driver: Driver, name: str) -> Any:
    """A scene of the list, at rest."""
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.frame()
    return driver.top


def test_a_card_that_cannot_come_back_is_dimmed_and_told_so(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Base decks and expansions ask with the same sheet; all of its cards can still be read."""
    sheet = show(driver, "tash_kalar/tash-recall")
    assert isinstance(sheet, Piles) and sheet.recall and len(sheet.cards()) > 1
    keeps = sheet.cards()[0]
    monkeypatch.setattr(sheet, "usable", lambda card: card == keeps)
    dimmed: list[tuple[float, ...]] = []
    draw = shapes.round_rect

    def note(c: Any, x: float, y: float, w: float, h: float, *more: Any, **rest: Any) -> Any:
        if rest.get("alpha") == 170:
            dimmed.append((x, y, w, h))
        return draw(c, x, y, w, h, *more, **rest)

    monkeypatch.setattr(shapes, "round_rect", note)
    told = tell_page(driver)
    boxes = {card: driver.target(f"pile.{card}").box for card in sheet.cards()}
    assert set(dimmed) == {boxes[card] for card in boxes if card != keeps}
    for card in boxes:
        words = driver.ctx.t("tash_kalar.piles.not_now", card=sheet.words.card(card))
        assert (words in told) is (card != keeps)


def test_own_pieces_are_not_counted_as_destroyed(driver: Driver) -> None:
    table = open_table(driver, "tash_kalar")
    own = table.own.reading.side(table.view["active"])
    other = 1 - own
    gone = tuple(Change(at, 3 * side, -1) for at, side in enumerate((own, other, other)))
    t = driver.ctx.t
    said = tooltips.describe_changes(table, gone)
    assert said == f"{t('tash_kalar.preview.destroyed', n=2)} · {t('tash_kalar.preview.lost', n=1)}"
    assert tooltips.describe_changes(table, gone[:1]) == t("tash_kalar.preview.lost", n=1)
    assert tooltips.describe_changes(table, gone[1:]) == t("tash_kalar.preview.destroyed", n=2)


@pytest.mark.parametrize("left", [0, 3])
def test_a_pile_that_is_being_dealt_has_not_run_out(driver: Driver, left: int) -> None:
    table = open_table(driver, "king_of_the_dice")
    table.stage.market[2], table.stage.left[2] = None, left
    table.panels.clear()
    table.ui.dirty = True
    assert (driver.ctx.t("king_of_the_dice.market.empty") in tell_page(driver)) is (left == 0)


@pytest.mark.parametrize("body", ["Move armies: 2", "Choose a region.", "Really?"])
def test_sentences_and_sums_stand_apart(driver: Driver, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(driver, "legends")
    monkeypatch.setattr(action, "_sum_up", lambda table: "At once: *+2 you*.")
    monkeypatch.setattr(action, "find_call", lambda table: Call("Title", body, "", "check", False))
    table.panels.clear()
    table.ui.dirty = True
    told = tell_page(driver)
    assert (f"{body}, At once" in told) is (body[-1] not in ".!?") and (f"{body} At once" in told) is (
        body[-1] in ".!?"
    )


@pytest.mark.parametrize("lost", [True, False])
def test_equal_points_are_told_where_there_were_any(
    driver: Driver, lost: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every column of points has the number of its round above it."""
    result = show(driver, "king_of_12/game-result")
    view = result.ceremony.outcome.view
    rounds = [{**one, "points": list(one["points"])} for one in view["round_results"]]
    for one in rounds if not lost else []:
        one["points"] = [9 if seat == one["winner"] else seat for seat in range(len(one["points"]))]
    monkeypatch.setitem(view, "round_results", rounds)
    drawn: list[str] = []
    write = text.draw

    def note(c: Any, words: str, *more: Any, **rest: Any) -> float:
        drawn.append(words)
        return write(c, words, *more, **rest)

    monkeypatch.setattr(text, "draw", note)
    driver.ctx.stack.dirty = True
    driver.frame()
    assert (driver.ctx.t("king_of_12.result.equal") in drawn) is lost
    assert {driver.ctx.t("king_of_12.result.rounds"), *(str(k + 1) for k in range(len(rounds)))} <= set(drawn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_person_is_asked_to_look_away_as_one(language: str) -> None:
    say = Texts(language)
    one, two = say.t("ui.curtain.away", n=1, names="Petr"), say.t("ui.curtain.away", n=2, names="Petr, Eva")
    assert "Petr" in one and "Petr, Eva" in two
    assert language == "en" or one.replace("Petr", "") != two.replace("Petr, Eva", "")


def test_an_only_condition_has_no_bullet(driver: Driver) -> None:
    show(driver, "king_of_the_dice/puzzle-best-hold")
    guide = driver.top.guide
    condition = type(
        "Condition", (), {"holds": True, "text": guide.goals.describe(guide.puzzle.theme, guide.puzzle.goal)}
    )
    assert not guide._tell([condition]).startswith("•")
    assert guide._tell([condition, condition]).count("• ") == 2
