"""A reader of logs: what the arena keeps for it, and whom it knows again."""

from __future__ import annotations

from pathlib import Path

from ai.arena import Match, Record, kept_in, played
from ai.manner import COUNTED
from ai.reader import GAMES, TIMES, games_of, told_apart
from engine import registry
from engine.chance import SeededChance


def record(who: str, leans: dict[str, float], luck: SeededChance) -> Record:
    """A game in which somebody leaned so much, give or take some luck."""
    more = {term: 10 * leans.get(term, 0.0) + luck.below(80) / 10 - 4 for term in COUNTED}
    return Record((who, "novice"), [0.0, 1.0], manners=[{"more": more, "spread": dict.fromkeys(COUNTED, 10.0)}, {}])


def test_characters_are_known_again_by_ten_games() -> None:
    luck = SeededChance(1)
    leanings = {"who:a": {"risk": 0.5}, "who:b": {"risk": -0.5, "sets": 0.3}, "who:c": {"thrift": 0.5}}
    records = [record(who, leans, luck) for who, leans in leanings.items() for _ in range(2 * GAMES + 4)]
    named = told_apart(games_of(records), 1)
    for who in leanings:
        assert named[who].get(who, 0) > 0.9 * TIMES, named


def test_the_arena_keeps_how_characters_played(tmp_path: Path) -> None:
    options = registry.rules("king_of_12").check_options({}, 2)
    matches = [
        Match("king_of_12", ("who:berta", "first_evening"), options, 1),
        Match("king_of_12", ("novice", "random"), options, 1),
    ]
    file = tmp_path / "games.jsonl"
    first, second = played(matches, keep=file)
    assert first.manners[0]["spread"]["risk"] > 0 and second.manners == []
    assert [kept.manners for kept in kept_in(file).values()] == [first.manners, []]
    assert 0 < first.early[0]["spread"]["risk"] < first.manners[0]["spread"]["risk"] and second.early == []
    assert list(games_of([first])) == ["who:berta"]
