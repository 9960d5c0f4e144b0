"""A reader of logs: what the arena keeps for it, and whom it knows again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ai.arena import Match, Record, kept_in, played
from ai.leanings import Amounts
from ai.manner import COUNTED, Play
from ai.reader import GAMES, TIMES, games_of, shown_early, told_apart
from engine import registry
from engine.chance import SeededChance
from engine.contract import View


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


class _Bold:
    """Where the view says so the second action is bold; else nothing is at stake."""

    def give(self, level: str, view: View) -> float:
        return 0.0

    def brings(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        return [{"risk": float(view["stake"] and place == 1)} for place in range(len(legal))]


def test_first_turns_are_those_in_which_something_is_at_stake() -> None:
    """Here: laying an army by turns with another, three turns of two decisions each, one together with others."""
    play = Play()
    step = 0
    for _ in range(4):
        play.note(_Bold(), {"stake": False}, 0, [0, 1], 1, step, together=False)
        step += 2
    assert play.whole.empty
    for turn in range(3):
        for _ in range(2):
            play.note(_Bold(), {"stake": True}, 0, [0, 1], 1, step, together=False)
            step += 1
        assert play.early.more["risk"] == play.whole.more["risk"] == turn + 1
        step += 1
    for together in (True, True, False):
        play.note(_Bold(), {"stake": True}, 0, [0, 1], 1, step, together)
        step += 1
    assert (play.early.more["risk"], play.whole.more["risk"]) == (3, 4.5)


def test_decisions_together_are_turns_of_their_own() -> None:
    play = Play()
    for step in range(5):
        play.note(_Bold(), {"stake": True}, 0, [0, 1], 1, step, together=True)
    assert (play.early.more["risk"], play.whole.more["risk"]) == (1.5, 2.5)


def test_what_shows_in_the_first_turns() -> None:
    """Berta is careful (risk 0) and no raider (raids 0.2), whatever is counted of other terms."""
    luck = SeededChance(2)
    records = []
    for _ in range(30):
        early = [record(who, leans, luck).manners[0] for who, leans in (("a", {"risk": -0.3, "sets": 0.5}), ("b", {}))]
        records.append(Record(("who:berta", "first_evening"), [1.0, 0.0], early=early))
    shown = shown_early(records)
    assert list(shown) == ["who:berta"] and set(shown["who:berta"]) == {"risk", "raids"}
    further, error = shown["who:berta"]["risk"]
    assert 0.2 < further < 0.4 and 2 * error < further
    further, error = shown["who:berta"]["raids"]
    assert abs(further) < 3 * error
    assert shown_early([Record(("who:berta", "novice"), [1.0, 0.0], early=early)]) == {}
