"""What was saved, lawful or not, is opened and edited as what was begun: every field of every game."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.content import drafts
from engine.content.drafts import Draft, begin_draft, list_games
from engine.storage.save_format import POSITION_FORMAT
from scenes.workshop.editor import EditorScene
from tests.support.arrangements import build_record
from tests.support.forged_files import sides
from tests.support.fuzzing import some
from tests.support.signed_saves import signed
from tests.ui.driver import Driver

GAMES = list_games()
OPTIONS: dict[str, dict[str, Any]] = {
    "legends": {"explore": "swamp", "citadels": True, "leaders": True},
    "tash_kalar": {"deck_1": "everfrost", "deck_2": "nethervoid"},
}
SEATS = {"king_of_12": 5}
PORTAL = 10
"""A token of Legends that these options leave out."""
LEADS_AWAY = ("bar.back", "bar.rules", "begin.other", "begin.file", "main", "ask", "puzzle", "save", "share", "add.")
"""Targets of the editor that open another page, begin with these; all others change the position or what is shown."""


def begin(game: str, decisions: int = 40) -> Draft:
    seats = SEATS.get(game, registry.info(game).seats[0])
    return begin_draft(game, OPTIONS.get(game, {}), seats, "opened", decisions)


def describe(draft: Draft) -> list[Any]:
    """All that the editor lists of a position, and what every seat sees of it."""
    arranger, state = draft.arranger, draft.state
    places = [(place, arranger.name_place(state, place), arranger.list_standing(state, place))
              for place in arranger.list_places(state)]  # fmt: skip
    lists = (arranger.list_pieces, arranger.list_numbers, arranger.list_choices, arranger.list_card_places)
    views = [draft.rules.view(state, seat) for seat in (None, *range(draft.seats))]
    return [places, *(list(found(state)) for found in lists), views, list(draft.problems)]


def list_edits(draft: Draft) -> list[Callable[[Any], None]]:
    """Every change that the editor offers of a position."""
    arranger, state = draft.arranger, draft.state
    found: list[Callable[[Any], None]] = [arranger.clear]

    def add(act: Callable[..., None], *given: Any) -> None:
        found.append(lambda one: act(one, *given))

    for number in arranger.list_numbers(state):
        for value in {number.least, min(number.value + 1, number.most), number.most}:
            add(arranger.set_value, number.id, value)
    for choice in arranger.list_choices(state):
        for value in range(len(choice.labels)):
            add(arranger.set_value, choice.id, value)
    for lies in arranger.list_card_places(state):
        for card in lies.cards:
            add(arranger.remove_card, lies.id, card)
        for card in lies.offered:
            add(arranger.add_card, lies.id, card)
    for place in arranger.list_places(state):
        for piece in arranger.list_pieces(state):
            add(arranger.put, place, piece.id)
            add(arranger.remove, place, piece.id)
    return found


def reopen(draft: Draft) -> Draft:
    return drafts.decode(drafts.encode(build_record(draft)))[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_position_is_opened_as_it_was(game: str) -> None:
    draft = begin(game)
    assert describe(reopen(draft)) == describe(draft)
    draft.change(draft.arranger.clear)
    assert describe(reopen(draft)) == describe(draft)


def try_edits(draft: Draft, edits: list[Callable[[Any], None]]) -> None:
    """Make each of these changes; what it leads to can be listed, told and looked at."""
    for edit in edits:
        if draft.change(edit):
            describe(draft)
            for problem in draft.problems:
                draft.explain(problem)
            draft.undo()


@sides(150, 100_000)
@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_an_opened_position_can_be_edited(game: str, count: int) -> None:
    draft = reopen(begin(game))
    edits = list_edits(draft)
    try_edits(draft, edits[:: max(1, len(edits) // count)])


@sides(60, 5_000)
@pytest.mark.parametrize("game", GAMES)
def test_a_forged_position_is_refused_or_can_be_edited(game: str, count: int) -> None:
    chance = SeededChance(mix("forged", game))
    body = json.loads(drafts.encode(build_record(begin(game))))["save"]
    opened = 0
    for _ in range(count):
        state = some(body["state"], chance)[1]
        data = signed({**body, "state": state}, POSITION_FORMAT)
        try:
            draft = drafts.decode(data)[1]
        except ValueError:  # what is wrong with a position, or not of its types
            continue
        opened += 1
        edits = list_edits(draft)
        try_edits(draft, [edits[chance.below(len(edits))] for _ in range(4)])
    assert opened > count / 20


def write_unlawful(draft: Draft, tmp: Path) -> Path:
    """Write a position with too much of everything, and in Legends with a token that its options leave out."""
    arranger = draft.arranger
    for number in arranger.list_numbers(draft.state):
        draft.change(partial(arranger.set_value, name=number.id, value=number.most))
    places = arranger.list_places(draft.state)
    for at, piece in enumerate(arranger.list_pieces(draft.state)):
        for place in places[at : at + 3]:
            draft.change(partial(arranger.put, place=place, piece=piece.id))
    body = json.loads(drafts.encode(build_record(draft)))["save"]
    if draft.game == "legends":
        body["state"]["spots"][PORTAL] = body["state"]["start"]
    path = tmp / "unlawful.throne"
    path.write_bytes(signed(body, POSITION_FORMAT))
    return path


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


@sides(2, 1000)
@pytest.mark.parametrize("game", GAMES)
def test_every_target_of_an_opened_position_is_pressed(driver: Driver, game: str, tmp_path: Path, count: int) -> None:
    """An unlawful one is dropped on the window; so many targets of each kind are pressed and drawn."""
    path = write_unlawful(begin(game), tmp_path)
    driver.frame(16, [pygame.event.Event(pygame.DROPFILE, file=str(path))])
    driver.ctx.stack.settle()
    scene = driver.top
    assert isinstance(scene, EditorScene) and scene.draft.problems
    pressed: set[str] = set()
    kinds: Counter[str] = Counter()
    while (known := find_next(driver, pressed, kinds, count)) is not None:
        pressed.add(known)
        kinds[known.partition(".")[0]] += 1
        driver.target(known).activate()
        assert driver.top is scene
    assert "cards" in kinds and kinds.keys() & {"place", "more"}


def find_next(driver: Driver, pressed: set[str], kinds: Counter[str], count: int) -> str | None:
    """A target of the page as it is now that was not pressed, of a kind of which not enough were."""
    driver.ctx.stack.dirty = True
    driver.frame(0.0)
    for one in driver.top.ui.targets:
        known = str(one.id)
        is_next = one.enabled and known not in pressed and not known.startswith(LEADS_AWAY)
        if is_next and kinds[known.partition(".")[0]] < count:
            return known
    return None
