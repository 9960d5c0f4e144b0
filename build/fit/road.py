"""Prove that every station of a road can be won: ``python build/fit/road.py --games 24 --keep FILE``.

The level "Shrewd" sits in the traveller's seat and plays every station that number of times, against the rivals and
with the options of the map; told is how often it reaches each of the three goals. The first of them passes the station:
it is right when that happens in a quarter to three quarters of the games. Each finished game is one line of the file
``--keep``, known by all that decides it (station, seed, rivals, options): an interrupted run goes on where it stopped,
more games are added by a higher number, and a station that was changed is played anew.

``--road`` names another map, ``--only`` some of its stations, ``--level`` another level. The exit status is 1 when a
station is outside the bounds.

``--ladders`` plays the steps of the ladders instead (``--only`` names some, ``king_of_12_3``): there the level is to be
that of an accomplished player, and told is the share of won games alone, which nothing bounds.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from ai.algorithms.confidence_intervals import interval
from ai.choose import choose, play_out
from ai.lab.command_line import append_line, read_lines
from engine import registry
from engine.chance import SeededChance, mix
from engine.content import campaign, objectives
from engine.content.campaign import BadCampaign, Campaign, Stage
from engine.content.objectives import Facts
from engine.contract import Event
from maps.readers import campaign_map
from maps.readers.campaign_map import BadMap

LEVEL = "skilled"
LOWEST, HIGHEST = 0.25, 0.75
TRAVELLER = 0


def play_stage(station: Stage, level: str, seed: int) -> list[bool]:
    """Play a station once with ``level`` in the player's seat; return for each of its goals whether it was reached."""
    rules: Any = registry.rules(station.game)
    chance = SeededChance(mix(seed, "table"))
    events: list[Event] = []
    seats = (level, *station.rivals)
    state = rules.new(station.options, len(seats), chance, events.append)

    def answer(state: Any, seat: int, turn: int) -> int:
        legal = list(rules.legal(state, seat))
        if len(legal) == 1:
            return int(legal[0])
        view = rules.view(state, seat)
        return choose(station.game, view, seat, legal, seats[seat], mix(seed, "opponent", turn, seat)).action

    play_out(rules, state, chance, answer, events.append)
    facts = Facts(TRAVELLER, len(seats), rules.result(state), events, rules.view(state, TRAVELLER))
    return [objectives.is_reached(station.game, goal, facts) for goal in station.goals]


def play_games(
    station: Stage, level: str, games: int, seed: int, known: dict[str, list[bool]], path: Path | None
) -> Iterator[list[bool]]:
    """Yield for each of ``games`` games of a station the goals reached; ``known`` ones are not played again."""
    goals = [[goal.name, goal.n] for goal in station.goals]
    for number in range(games):
        said = [station.id, station.game, level, station.rivals, dict(station.options), goals, seed, number]
        key = json.dumps(said, sort_keys=True)
        if key not in known:
            known[key] = play_stage(station, level, mix(seed, station.id, number))
            if path is not None:
                append_line(path, (key, known[key]))
        yield known[key]


def _load_map(path: Path) -> Campaign:
    """The campaign of a map; raises BadMap or BadCampaign."""
    found = campaign_map.load(path)
    places = [(place.id, place.kind, place.said) for place in found.places]
    return campaign.whole(places, [(way.start, way.end) for way in found.ways])


def row(station: Stage, found: Sequence[Sequence[bool]]) -> tuple[str, bool]:
    """Return one line of the table, and whether the share of games won is within the bounds."""
    shares = [sum(each[at] for each in found) / len(found) for at in range(len(station.goals))]
    low, high = interval(sum(each[0] for each in found), len(found))
    right = LOWEST <= shares[0] <= HIGHEST
    rivals = ", ".join(rival.removeprefix("who:") for rival in station.rivals)
    twists = ", ".join(station.twists) or "–"
    told = ", ".join(f"{share:.2f}" for share in shares)
    return f"| {station.id} | {station.game} | {rivals} | {twists} | {told} | {low:.2f} to {high:.2f} |", right


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(description="Prove that every station of a road can be won.")
    parser.add_argument("--games", type=int, default=24, help="games of each station (24)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (1)")
    parser.add_argument("--level", default=LEVEL, help=f"who travels ({LEVEL})")
    parser.add_argument("--road", type=Path, default=campaign_map.ROAD_MAP, help="the map")
    parser.add_argument("--only", nargs="+", default=[], metavar="STATION", help="only these stations")
    parser.add_argument("--ladders", action="store_true", help="the steps of the ladders instead of a road")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    given = parser.parse_args(arguments)
    try:
        whole = campaign.ladders() if given.ladders else _load_map(given.road)
    except (BadMap, BadCampaign) as error:
        parser.error(str(error))
    known = dict(read_lines(given.keep, tuple[str, list[bool]], "build/fit/road.py"))
    wrong = []
    print("| station | game | rivals | twists | goals reached | 95 % of the 1st |")
    print("|---|---|---|---|---|---|")
    for station in whole.stations.values():
        if not station.is_played or (given.only and station.id not in given.only):
            continue
        played = list(play_games(station, given.level, given.games, given.seed, known, given.keep))
        line, right = row(station, played)
        print(line, flush=True)
        wrong += [] if right else [station.id]
    if given.ladders:
        return 0
    print(f"outside {LOWEST:.0%} to {HIGHEST:.0%}: {', '.join(wrong) or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
