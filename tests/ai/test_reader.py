"""A reader of logs: what the arena keeps for it, and whom it knows again."""

from __future__ import annotations

from pathlib import Path

from ai.lab.arena import Match, Record, play_matches, read_records
from ai.lab.play_style import COUNTED
from ai.lab.style_classifier import GAMES, TIMES, group_by_character, measure_confusion
from engine import registry
from engine.chance import SeededChance
from tests.support.style_records import record


def test_characters_are_known_again_by_ten_games() -> None:
    luck = SeededChance(1)
    leanings = {"who:a": {"risk": 0.5}, "who:b": {"risk": -0.5, "sets": 0.3}, "who:c": {"thrift": 0.5}}
    records = [record(who, leans, luck) for who, leans in leanings.items() for _ in range(2 * GAMES + 4)]
    named = measure_confusion(group_by_character(records), 1)
    for who in leanings:
        assert named[who].get(who, 0) > 0.9 * TIMES, named


def test_terms_that_go_together_say_little_by_themselves() -> None:
    """How bold somebody is and how much of a raider changes from game to game four times as much as these two differ,
    but always by the same: what tells them apart is the difference between the terms."""
    luck = SeededChance(4)
    records = []
    for who, apart in (("who:a", 0.2), ("who:b", -0.2)):
        for _ in range(2 * GAMES + 20):
            both = luck.below(161) / 100 - 0.8
            more = dict.fromkeys(COUNTED, 0.0) | {"risk": both + apart, "raids": both}
            manner = {"more": more, "spread": dict.fromkeys(COUNTED, 1.0)}
            records.append(Record((who, "novice"), [0.0, 1.0], manners=[manner, {}]))
    named = measure_confusion(group_by_character(records), 1)
    assert all(named[who][who] == TIMES for who in named) and len(named) == 2


def test_what_was_at_stake_tells_who_it_was() -> None:
    luck = SeededChance(5)
    records = []
    for who, raids in (("who:a", 12.0), ("who:b", 10.0)):
        for _ in range(2 * GAMES + 10):
            spread = dict.fromkeys(COUNTED, 10.0) | {"raids": raids + luck.below(100) / 100}
            manner = {"more": {term: luck.below(100) / 50 - 1 for term in COUNTED}, "spread": spread}
            records.append(Record((who, "novice"), [0.0, 1.0], manners=[manner, {}]))
    named = measure_confusion(group_by_character(records), 1)
    assert all(named[who].get(who, 0) > 0.9 * TIMES for who in ("who:a", "who:b"))


def test_nobody_to_be_named() -> None:
    assert measure_confusion({}, 1) == {}


def test_the_arena_keeps_how_characters_played(tmp_path: Path) -> None:
    options = registry.rules("king_of_12").check_options({}, 2)
    matches = [
        Match("king_of_12", ("who:berta", "first_evening"), options, 1),
        Match("king_of_12", ("novice", "random"), options, 1, ("rolled.cause",)),
    ]
    file = tmp_path / "games.jsonl"
    first, second = play_matches(matches, keep=file)
    assert first.manners[0]["spread"]["risk"] > 0 and second.manners == []
    assert [kept.manners for kept in read_records(file).values()] == [first.manners, []]
    assert second.counts["rolled.cause"]["round"] >= 2
    assert [kept.counts for kept in read_records(file).values()] == [{}, second.counts]
    assert 0 < first.early[0]["spread"]["risk"] < first.manners[0]["spread"]["risk"] and second.early == []
    assert list(group_by_character([first])) == ["who:berta"]
