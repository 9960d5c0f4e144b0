"""Positions as drafts and as files: what can be changed, what is undone, and what a forged file says."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.content import drafts, puzzles
from engine.content.drafts import Draft, PositionError, begin_draft, list_games
from engine.contract import BadState
from engine.registry import info
from engine.storage import save_format, saves
from engine.storage.saves import SaveError
from scenes.shell.i18n import Texts
from tests.support.arrangements import build_record
from tests.support.catalogues import LANGUAGES

GAMES = list_games()
EDITS = 60


def edit_randomly(draft: Draft, chance: SeededChance) -> None:
    """One change of any kind that the game offers."""
    arranger, state = draft.arranger, draft.state
    kind = chance.below(4)
    places, pieces = arranger.list_places(state), arranger.list_pieces(state)
    numbers, choices = arranger.list_numbers(state), arranger.list_choices(state)
    if kind == 0 and pieces:
        act = (arranger.put, arranger.put, arranger.remove)[chance.below(3)]
        place, piece = chance.draw(list(places)), pieces[chance.below(len(pieces))].id
        draft.change(lambda one: act(one, place, piece))
    elif kind == 1 and numbers:
        number = numbers[chance.below(len(numbers))]
        value = number.least + chance.below(max(1, number.most - number.least + 1))
        draft.change(lambda one: arranger.set_value(one, number.id, value))
    elif kind == 2 and choices:
        choice = choices[chance.below(len(choices))]
        value = chance.below(len(choice.labels))
        draft.change(lambda one: arranger.set_value(one, choice.id, value))
    else:
        found = arranger.list_card_places(state)
        lies = found[chance.below(len(found))]
        if lies.offered and chance.below(2):
            card = chance.draw(lies.offered)
            draft.change(lambda one: arranger.add_card(one, lies.id, card))
        elif lies.cards:
            card = chance.draw(lies.cards)
            draft.change(lambda one: arranger.remove_card(one, lies.id, card))


@pytest.mark.parametrize("game", GAMES)
def test_any_change_is_told_undone_and_kept(game: str) -> None:
    """After each change the rules say something or take the position; files give back what was written."""
    texts = [Texts(language) for language in LANGUAGES]
    chance = SeededChance(11)
    draft = begin_draft(game, {}, info(game).seats[0], "drafts", 40)
    assert not draft.problems
    first = draft.rules.dump(draft.state)
    names = ["Leo", "Mia", "Tom", "Eva"]
    lawful = 0
    for _ in range(EDITS):
        edit_randomly(draft, chance)
        for problem in draft.problems:
            for said in draft.explain(problem)[:2]:
                assert all("{" not in text.message(said, names) for text in texts)
        for message in draft.arranger.find_oddities(draft.state):
            assert all("{" not in text.message(message, names) for text in texts)
        _, again = drafts.decode(drafts.encode(build_record(draft)))
        assert again.rules.dump(again.state) == draft.rules.dump(draft.state)
        for seat in (None, *range(draft.seats)):
            draft.rules.view(draft.state, seat)
        if not draft.problems:
            lawful += 1
        elif len(draft.problems) > 1 or chance.below(4):
            draft.undo()
            while draft.problems and draft.undo():
                pass
    assert lawful > 2
    while draft.undo():
        pass
    assert draft.rules.dump(draft.state) == first
    assert draft.redo() and draft.can_undo


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_board_can_be_played_on_or_says_why_not(game: str) -> None:
    draft = begin_draft(game, {}, info(game).seats[0], "empty", 30)
    draft.change(draft.arranger.clear)
    if draft.problems:
        assert str(draft.problems[0])
        with pytest.raises(BadState):
            draft.settle()
    else:
        draft.settle()


def write(path: Path, body: Any, **head: Any) -> Path:
    data = json.dumps(body).encode()
    start = {"kind": save_format.KIND, "format": save_format.POSITION_FORMAT, "check": zlib.crc32(data)} | head
    text = json.dumps(start)[:-1] + ', "save":'
    path.write_bytes(text.encode() + data + b"}")
    return path


def plain(draft: Draft) -> Any:
    data = drafts.encode(build_record(draft))
    return json.loads(data)["save"]


@pytest.mark.parametrize("game", GAMES)
def test_forged_files_get_messages(game: str, tmp_path: Path) -> None:
    draft = begin_draft(game, {}, info(game).seats[0], "forged", 20)
    body = plain(draft)
    texts = Texts("en")
    bad: tuple[Any, ...] = (-7, "x", None, [[]], 10**12)
    forged: list[Any] = [
        {**body, "state": {**body["state"], name: value}}
        for name in sorted(body["state"])
        for value in bad
        if body["state"][name] != value
    ]
    forged += [{**body, "game": "chess"}, {**body, "seats": []}, {**body, "options": {"nothing": 1}}, [], 7, None]
    forged += [{**body, "seats": [*body["seats"], body["seats"][0]]}, {**body, "puzzle": {"id": "x"}}]
    refused = 0
    for number, one in enumerate(forged):
        path = write(tmp_path / f"{number}.throne", one)
        try:
            drafts.load(path)
        except PositionError as error:
            refused += 1
            said = texts.message(error.message)
            assert said and "{" not in said and len(said) < 400
    assert refused > len(forged) * 0.8
    for number, data in enumerate((b"", b"{", b"\xff" * 50, b"[" * 4000)):
        path = tmp_path / f"broken{number}.throne"
        path.write_bytes(data)
        with pytest.raises(PositionError):
            drafts.load(path)
    with pytest.raises(PositionError):
        drafts.load(write(tmp_path / "sum.throne", body, check=1))
    with pytest.raises(PositionError):
        drafts.load(tmp_path / "nowhere.throne")


def test_a_forged_answer_is_found(tmp_path: Path) -> None:
    """A puzzle whose answer misses its goal, cannot be played, or belongs to another position."""
    known = puzzles.load_puzzles("king_of_12")[0]
    draft = Draft("king_of_12", known.options, puzzles.start("king_of_12", known))
    whole = json.loads(drafts.encode(build_record(draft, puzzle=known)))["save"]
    assert drafts.load(write(tmp_path / "whole.throne", whole))[0].puzzle == known
    other = puzzles.load_puzzles("king_of_12")[1]
    wrong: list[dict[str, Any]] = [
        {"solution": [known.solution[0] + 1]}, {"solution": [4711]}, {"theme": "chess"}, {"goal": {}},
        {"state": json.loads(json.dumps(other.state))},
    ]  # fmt: skip
    for number, change in enumerate(wrong):
        path = write(tmp_path / f"{number}.throne", {**whole, "puzzle": {**whole["puzzle"], **change}})
        with pytest.raises(PositionError) as told:
            drafts.load(path)
        assert told.value.message.id in ("ui.position.bad_puzzle", "ui.position.damaged")


def test_older_programs_say_that_the_file_is_newer(tmp_path: Path) -> None:
    """Read as a game, as earlier versions do: one message, and nothing is written."""
    draft = begin_draft("legends", {}, 2, "older")
    path = tmp_path / "position.throne"
    path.write_bytes(drafts.encode(build_record(draft)))
    assert saves.is_position(path)
    with pytest.raises(SaveError) as told:
        saves.import_save(path, tmp_path / "saves")
    assert told.value.message.id == "ui.save.newer"
    assert not (tmp_path / "saves").exists()
    game = tmp_path / "game.throne"
    game.write_text('{"kind": "four-thrones save", "format": 1, "check": 1, "save": {}}')
    assert not saves.is_position(game) and not saves.is_position(tmp_path / "none")
