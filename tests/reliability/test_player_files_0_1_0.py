"""Files that players of 0.1.0 have: one of each kind, as that release wrote it, is read whole by this one.

They lie in ``player_files_0_1_0`` as in a player's folder: saves, settings, records of progress, studies, exports,
and what players write themselves (an opponent by each guide, a character, a deck, a map, a road).
"""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from ai import character, opponents_folder
from ai.analysis.report import read_review
from engine import registry
from engine.chance import SeededChance
from engine.content import achievements, campaign, daily_challenge, spaced_repetition
from engine.replay import Rewound
from engine.session import Session
from engine.storage import folders, saves, settings, statistics, studies
from maps.readers import campaign_map, legends as legends_maps
from scenes.tash_kalar import options
from tests.support.catalogues import OTHERS

FILES = Path(__file__).with_name("player_files_0_1_0")
SAVES = sorted(path.name for path in (FILES / "saves").iterdir())


@pytest.fixture
def old(home: Path) -> Path:
    """A player's folder of that release."""
    shutil.copytree(FILES, home)
    return home


@pytest.mark.parametrize("name", SAVES)
def test_saves_open_at_the_decision_they_were_left_at(old: Path, name: str) -> None:
    slot = saves.slot(folders.saves() / name)
    assert slot.error is None and [seat.name for seat in slot.seats] == ["Leo", "Mia"]
    loaded = saves.load(folders.saves() / name)
    try:
        assert not loaded.notices, "the log was replayed, not the snapshot"
        assert loaded.session.turn == slot.turn > 10 and loaded.session.seats[1].level == "who:mia"
        assert loaded.session.over is slot.over
    finally:
        loaded.session.close()


def test_settings_are_kept(old: Path) -> None:
    found, told = settings.load()
    assert not told
    assert (found.language, found.muted, found.guided, found.speed) == (OTHERS[0], True, ["legends"], "4")
    assert found.lessons == {"king_of_12": {"stars": {"card": 3}}}
    assert found.last_setup is not None and found.last_setup["legends"]["seats"][1]["level"] == "who:mia"


def test_records_of_progress_are_kept(old: Path) -> None:
    done, told = achievements.KEPT.load()
    assert not told and {"king_of_12.golem", "king_of_12.three_tricks", "legends.all_cities"} <= set(done.deeds)
    days_found, told = daily_challenge.KEPT.load()
    day = days_found.get(date(2026, 11, 20))
    assert not told and day.solved and day.tables["king_of_the_dice"].save.startswith("king_of_the_dice-")
    under_way, told = campaign.KEPT.load()
    assert not told and under_way.find("ours", "ford").stars == 7 and len(under_way.games) == 1
    record: list[object] = []
    played = statistics.summary(record)  # type: ignore[arg-type]
    assert not record and {game: len(one.players) for game, one in played.items()} == {"king_of_12": 1, "legends": 1}


def test_studies_bookmarks_and_missed_moments_are_kept(old: Path) -> None:
    name = next(name for name in SAVES if name.startswith("king_of_12"))
    session = saves.look(folders.saves() / name).session
    study = studies.load(session.id)
    assert [(mark.turn, mark.note) for mark in study.marks] == [(4, "here I should have waited"), (9, "")]
    assert study.review and read_review(bytes(study.review), session) is None, "of an older format: made anew"
    (missed,) = spaced_repetition.load()
    assert (missed.id, missed.game, missed.due) == (session.id, "king_of_12", date(2026, 11, 21))


@pytest.mark.parametrize("name", ["analysed.throne", "legends-20261120-194100-0a1b2c3d.throne"])
def test_exports_are_brought_in(home: Path, name: str) -> None:
    path = saves.import_save(FILES / "exports" / name, folders.ensure(folders.saves()))
    assert saves.look(path).session.over
    studies.import_study(path, saves.look(path).session.id)
    assert bool(studies.load(saves.look(path).session.id).marks) is (name == "analysed.throne")


@pytest.mark.parametrize(("name", "title"), [("greedy", "Greedy"), ("mixing", "Mixing")])
def test_opponents_by_the_guide_play(old: Path, name: str, title: str) -> None:
    """Also one that imports what the guide names: ``ai.search``, ``ai.chance_to_win``, ``games.king_of_12.RULES``."""
    assert opponents_folder.offer(name) == (title, ("king_of_12",))
    rules = registry.rules("king_of_12")
    chance = SeededChance(5)
    state = rules.new(rules.check_options({}, 2), 2, chance, lambda event: None)
    play = opponents_folder.from_file("king_of_12", name)
    for _ in range(6):
        seat = rules.to_act(state)[0]
        legal = list(rules.legal(state, seat))
        decision = play(rules.view(state, seat), seat, legal, SeededChance(7))
        assert decision.action in legal
        rules.apply(state, seat, decision.action, chance)


def test_what_players_write_is_offered(old: Path) -> None:
    gus = character.find("who:gus")
    assert (gus.name, gus.level, dict(gus.leanings)) == ("Gus", "skilled", {"risk": 2.0, "thrift": 0.0})
    found, bad = options.load_folder(folders.decks())
    assert not bad and list(found) == ["my_deck"]
    boards, refused = legends_maps.load_folder(folders.maps())
    assert not refused and [board.code for board in boards] == ["Haven"]
    assert len(campaign_map.load(folders.roads() / "mine.tmx").places) > 20


def test_a_study_of_that_release_is_walked_through(old: Path) -> None:
    name = next(name for name in SAVES if name.startswith("legends"))
    whole: Session = saves.look(folders.saves() / name).session
    for turn in (0, 5, whole.turn):
        assert Rewound(whole, turn).turn == turn
