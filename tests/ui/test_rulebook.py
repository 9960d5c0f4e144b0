"""The rule books: examples drawn by the games' own tables, words that explain themselves, search, all devices."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine import registry
from engine.content import rulebook_examples
from engine.content.rulebook_examples import BadExamples, Example, find_page_text
from engine.seats import Seat
from engine.session import Session
from scenes.common.glossary import find_keywords, keywords, notes
from scenes.menus.rulebook import RuleBook
from scenes.menus.rulebook_example import STILL_FRAMES, TICK_MS, Figure, seats
from scenes.shell.i18n import Texts
from scenes.shell.ui import Ui
from scenes.table import game_screens
from sprites.base import assets
from sprites.base.drawn_words import DrawnWords, make_plain
from tests.reader.listener import Listener
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games() if info.examples]
ALL = [(game, example) for game in GAMES for example in rulebook_examples.book(game).examples]
ZONES = {
    "king_of_12": ("dice",), "legends": ("market", "board"), "king_of_the_dice": ("board",),
    "tash_kalar": ("hand", "board"),
}  # fmt: skip
"""Zones, one of which every picture of a game tells."""
NAMES = [f"{game}-{example.page}-{example.ruling}" for game, example in ALL]


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def opened(driver: Driver, game: str, page: int) -> RuleBook:
    book = RuleBook(driver.ctx, game, page)
    driver.ctx.stack.replace(book)
    driver.ctx.stack.settle()
    driver.frame()
    driver.frame()
    driver.frame()
    return book


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "example"), ALL, ids=NAMES)
def test_every_example_can_be_told_line_by_line(
    driver: Driver, game: str, example: Example, pytestconfig: pytest.Config
) -> None:
    """Of a ruling's example the last line only, and what it shows in one of the languages; all in a long run."""
    figure = Figure(driver.ctx, game, example)
    assert 2 <= len(figure.lines) <= 5
    last, is_long = len(figure.lines) - 1, pytestconfig.getoption("--soak")
    for at, line in enumerate(figure.lines):
        assert line.text and "{" not in line.text + line.why
        if at < last and example.ruling and not is_long:
            continue
        figure.show(at)
        assert figure.at == at
        assert figure.session.turn == line.turn
    number = ALL.index((game, example))
    for language in LANGUAGES if is_long else [LANGUAGES[number % len(LANGUAGES)]]:
        driver.settings.language = language
        driver.ctx.apply_settings()
        figure.relabel()
        check_picture(driver, figure, game, is_between=(game, example.page, example.ruling) == ("legends", 9, 6))
    driver.settings.language = "en"
    driver.ctx.apply_settings()
    figure.pane.close()


def check_picture(driver: Driver, figure: Figure, game: str, *, is_between: bool) -> None:
    """The step that is shown is told, with what lies on the table and everybody's score; ``is_between``: between two
    games there is no board."""
    for _ in range(STILL_FRAMES):
        figure.update(TICK_MS)
    canvas, t = driver.window.canvas, driver.ctx.t
    canvas.words = DrawnWords()
    figure.draw(canvas, Ui(driver.ctx.play), 0, 60)
    texts, canvas.words = [one.text for one in canvas.words.found], None
    line = make_plain(figure.lines[figure.at].text)
    picture = next(text for text in texts if text.startswith(t("reader.picture", name="")))
    assert line in texts and figure.describe_step(figure.at).startswith(line)
    assert is_between or any(t(f"reader.zone.{zone}") + ": " in picture for zone in ZONES[game]), picture
    assert all(name in picture for name in figure.pane.table.names), picture
    assert "{" not in picture and "*" not in picture and "reader." not in picture


def test_a_step_that_is_chosen_is_told_with_its_picture(driver: Driver) -> None:
    driver.settings.spoken_output = "voice"
    opened(driver, "king_of_12", 4)
    listener = Listener(driver)
    listener.rest(20)
    driver.top.ui.set_focus("step.0")
    listener.rest(2)
    before = len(listener.ears.said)
    listener.press(pygame.K_RETURN)
    listener.rest(12)
    said = " ".join(listener.ears.said[before:])
    assert "Alchemist twice: the cards of Ann and Sam are cancelled." in said and "all of those cards" in said
    assert "Picture: Dice: Ann’s die: 10, Alchemist" in said and "Amy: 0 crowns" in said
    driver.settings.spoken_output = "reader"


@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_its_icon(driver: Driver, game: str) -> None:
    """As many as pages, and none twice."""
    names = rulebook_examples.book(game).icons
    book = RuleBook(driver.ctx, game)
    assert len(names) == book.count() == len(set(names))
    for name in names:
        assert (assets.HOME / "art" / "icons" / f"{name}.svg").is_file(), name


def test_the_paragraph_whose_example_is_shown_is_marked(driver: Driver) -> None:
    book = opened(driver, "king_of_12", 6)
    driver.click("example.4")
    for _ in range(3):
        driver.frame()
    box, canvas = driver.target("example.4").box, driver.window.canvas
    spot = (canvas.x(box[0] - 3), canvas.y(box[1] + box[3] / 2))
    marked = canvas.target.get_at(spot)
    driver.click("example.3")
    for _ in range(3):
        driver.frame()
    assert book.figure is not None and book.figure.example.ruling == 3
    assert canvas.target.get_at(spot) != marked


def test_nothing_is_heard_of_an_example_and_the_music_does_not_follow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Driver(speed="2")
    heard: list[object] = []
    figure: Figure | None = None
    try:
        for name in ("play", "mood"):
            monkeypatch.setattr(run.ctx, name, heard.append)
        game, example = ALL[0]
        figure = Figure(run.ctx, game, example)
        for _ in range(100):
            figure.update(40)
        figure.show(len(figure.lines) - 1)
        assert figure.at > 0 and heard == []
    finally:
        if figure is not None:
            figure.pane.close()
        run.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_its_example_and_every_ruling_names_a_paragraph(game: str) -> None:
    texts = Texts("en")
    pages = {example.page for example in rulebook_examples.book(game).examples}
    number = 1
    while texts.has(f"{find_page_text(game, number)}.title"):
        assert number in pages, f"page {number} shows nothing"
        for language in LANGUAGES:
            body = Texts(language).t(f"{find_page_text(game, number)}.body")
            parts = [part for part in body.split("\n") if part.strip()]
            for example in rulebook_examples.book(game).list_page(number):
                assert example.ruling <= len(parts)
        number += 1
    assert max(pages) < number


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_explained_and_used_by_its_game(game: str, language: str) -> None:
    texts = Texts(language)
    said = [
        str(value).replace("\u00a0", " ").split()
        for domain in (game, *registry.list_additions(game))
        for key, value in texts._domain(f"{domain}.")._catalog.items()  # type: ignore[attr-defined]
        if ".word." not in str(key) and ".lesson." not in str(key)
    ]
    words_by_id = {word.id: word.text_id(game) for word in rulebook_examples.book(game).words}
    for keyword in keywords(texts, game):
        assert texts.has(f"{words_by_id[keyword.id]}.note") and texts.has(f"{words_by_id[keyword.id]}.forms")
        assert any(True for words in said for _ in find_keywords(words, (keyword,))), (
            f"nothing speaks of {keyword.name}"
        )


def test_a_word_of_several_words_comes_before_its_parts() -> None:
    said = notes(Texts("en"), "tash_kalar", "May make a combat leap. Then upgrade an adjacent common.")
    assert [line.split(":")[0].strip("*") for line in said] == ["Combat leap", "Upgrade", "Adjacent"]


def test_an_example_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadExamples, match="page 5"):
        rulebook_examples.play_example("king_of_12", Example(5, moves=((0, {"kind": "card", "card": 12}),)), [])
    with pytest.raises(BadExamples):
        rulebook_examples.begin("king_of_12", Example(1, lesson="nowhere"), [])


def test_the_book_by_keys_and_mouse(driver: Driver) -> None:
    book = opened(driver, "king_of_12", 4)
    assert book.figure is not None and book.figure.at == len(book.figure.lines) - 1
    driver.key(pygame.K_PAGEDOWN)
    driver.frame()
    driver.frame()
    assert book.page == 5 and book.figure is not None
    driver.key(pygame.K_PAGEUP)
    driver.frame()
    driver.frame()
    book.ui.set_focus("page.4")
    driver.key(pygame.K_LEFT)
    assert book.figure is not None and book.figure.at == len(book.figure.lines) - 2
    driver.frame()
    driver.click("figure.on")
    assert book.figure.at == len(book.figure.lines) - 1
    driver.click("step.0")
    assert book.figure.at == 0
    driver.click("tab.tash_kalar")
    driver.frame()
    assert (book.game, book.page) == ("tash_kalar", 0)
    driver.key(pygame.K_SPACE)
    assert book.page == 1


def test_a_ruling_shows_its_own_example(driver: Driver) -> None:
    book = opened(driver, "king_of_12", 6)
    first = book.figure.example if book.figure is not None else None
    driver.click("example.4")
    assert book.figure is not None and book.figure.example.ruling == 4 and book.figure.example != first
    assert any("Lady" in line.text for line in book.figure.lines)


def test_a_hand_is_seen_where_an_example_stops_on_its_way() -> None:
    """Cards in motion are made one a frame; a still picture is drawn until all of them are there."""
    run = Driver(speed="instant", reduced_motion=True)
    run.pictures = 3
    try:
        book = RuleBook(run.ctx, "tash_kalar", 6)
        run.ctx.stack.replace(book)
        run.ctx.stack.settle()
        book.show_example(next(one for one in rulebook_examples.book("tash_kalar").list_page(7) if one.ruling == 3))
        assert book.figure is not None and book.figure.pane.moving
        table: Any = book.figure.pane.table
        run.until(lambda: len(table.own.faces._seen) >= len(table.stage.hand), 40)
        for _ in range(12):
            run.frame()
        assert not book.figure.update(16), "it does not go on being drawn"
    finally:
        run.close()


def test_search_goes_over_all_books(driver: Driver) -> None:
    book = opened(driver, "king_of_12", 0)
    driver.key(pygame.K_f, pygame.KMOD_CTRL)
    assert book.ui.typing
    driver.frame(16, [pygame.event.Event(pygame.TEXTINPUT, text=each) for each in "dragon alarm"])
    driver.frame()
    hits = book.hits()
    assert hits and {hit.game for hit in hits} == {"king_of_the_dice"}
    assert all("dragon" in (hit.line + hit.title).casefold() for hit in hits)
    driver.key(pygame.K_RETURN)
    driver.frame()
    driver.click("hit.0")
    driver.frame()
    assert (book.game, book.page) == (hits[0].game, hits[0].page)
    driver.key(pygame.K_ESCAPE)
    assert not book.query and driver.top is book
    book.query = "xyzzy"
    assert not book.hits()


def test_a_word_says_what_it_means_and_leads_to_its_page(driver: Driver) -> None:
    book = opened(driver, "tash_kalar", 9)
    word = next(one for one in book.ui.targets if one.id.startswith("word."))
    assert word.tip is not None and word.tip[1]
    driver.click(word.id)
    driver.frame()
    assert book.page == next(w.page for w in rulebook_examples.book("tash_kalar").words if word.id.endswith(w.id)) - 1


def test_an_example_can_be_tried_at_a_table(driver: Driver) -> None:
    book = opened(driver, "king_of_12", 6)
    driver.click("try")
    driver.frame()
    table: Any = driver.top
    assert table.name == "table" and table.session.game == "king_of_12"
    assert table.view["faces"] == [3, 9, 6]
    assert book.figure is None, "the table behind glass was left"


def test_the_book_leaves_the_game_alone(driver: Driver) -> None:
    people = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    table = game_screens.table(driver.ctx, Session.start("king_of_12", {}, people, "book"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    before = table.session.view(0)
    driver.key(pygame.K_r)
    driver.frame()
    driver.frame()
    driver.frame()
    assert driver.top.name == "rules" and driver.top.figure is not None
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.top is table and table.session.view(0) == before


def test_it_is_played_once_and_then_rests() -> None:
    made = Driver(speed="4")
    try:
        book = opened(made, "king_of_12", 4)
        made.until(lambda: book.figure is not None)
        figure = book.figure
        assert figure is not None and figure.playing and figure.at == 0
        seen = {0}
        later = Figure(made.ctx, "king_of_12", rulebook_examples.book("king_of_12").list_page(1)[0])
        assert later.playing and later._count_lines() >= later.lines[0].at > 0, "what is not shown has been told before"
        later.pane.close()

        def over() -> bool:
            seen.add(figure.at)
            return not figure.playing

        made.until(over, 6000)
        assert seen == set(range(len(figure.lines)))
    finally:
        made.close()


def test_seats_of_an_example_are_names(driver: Driver) -> None:
    assert len({seat.name for seat in seats(driver.ctx, 6)}) == 6


def test_a_long_page_is_scrolled_before_it_is_turned() -> None:
    made = Driver(speed="instant", reduced_motion=True, text_size=130)
    try:
        book = opened(made, "tash_kalar", 9)
        assert book.overflow > 0
        made.key(pygame.K_PAGEDOWN)
        assert book.page == 9 and book.scroll > 0
        made.frame()
        made.click("scroll.up")
        assert book.scroll == 0
        for _ in range(9):
            made.key(pygame.K_PAGEDOWN)
            made.frame()
        assert book.page > 9
    finally:
        made.close()


@pytest.mark.parametrize("game", GAMES)
def test_words_have_figures_that_can_be_drawn(driver: Driver, game: str) -> None:
    drawn = 0
    for keyword in keywords(driver.ctx.texts, game):
        picture = game_screens.word_figure(game, keyword.id)
        if picture is not None:
            surface = pygame.Surface(driver.window.surface.get_size())
            before = pygame.image.tobytes(surface, "RGB")
            picture(driver.window.canvas.on(surface), 400, 300)
            assert pygame.image.tobytes(surface, "RGB") != before, keyword.id
            drawn += 1
    assert drawn >= 6


def test_words_at_a_table_lead_to_their_page_and_back(driver: Driver) -> None:
    people = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    table = game_screens.table(driver.ctx, Session.start("king_of_12", {}, people, "words"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    driver.frame()
    word = next(one for one in table.ui.targets if one.id.startswith("word.call."))
    assert word.tip is not None and word.tip[1] and word.picture is not None
    driver.click(word.id)
    driver.frame()
    assert driver.top.name == "rules" and driver.top.game == "king_of_12"
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.top is table


WITHOUT = {"legends": 10, "king_of_the_dice": 8, "tash_kalar": 11}
"""Pages whose paragraphs say what mouse, keys, pad and help do: nothing of it can be seen in a position, so they share
the example of their page. King of 12 has no such page."""


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_an_example_of_its_own(game: str) -> None:
    """But for the pages of controls; those really are the last ones, and about nothing else."""
    texts, number = Texts("en"), 1
    while texts.has(f"{find_page_text(game, number)}.title"):
        parts = [part for part in texts.t(f"{find_page_text(game, number)}.body").split("\n") if part.strip()]
        told = [example.ruling for example in rulebook_examples.book(game).list_page(number) if example.ruling]
        if number == WITHOUT.get(game):
            assert texts.t(f"{find_page_text(game, number)}.title") == "Controls" and not told
        else:
            assert told == list(range(1, len(parts) + 1)), f"page {number}"
        number += 1
    own = number - 1 - len(rulebook_examples.book(game).added_pages)
    assert WITHOUT.get(game, own) == own


def test_in_a_window_of_4_to_3_the_example_stands_below_the_text() -> None:
    for size, below in (((1024, 768), True), ((1280, 720), False)):
        run = Driver(size=size, speed="instant", reduced_motion=True)
        opened(run, "tash_kalar", 3)
        word = run.target("word.1.adjacent") if run.has("word.1.adjacent") else run.target("example.3")
        play = run.target("figure.play")
        assert (play.box[1] > word.box[1] + 100) == below
        assert play.box[1] + 560 < run.window.canvas.height or not below
        run.close()
