"""Fit what places in the round and coins are worth in Legends, and write ``ai/legends/bidding.json``.

``python build/fit/legends_bidding.py STORE --games 600`` plays that number of games with each number of seats, in which
all plan their turns as skilled players do, by the fitted numbers, but bid 0 to 4 coins at random, and the winner of the
auction names anybody. The points that a seat has over the mean in the end are told from its place in the round and from
the coins that it begins with over the mean (least squares). Games are lines of the file STORE: an interrupted run goes
on where it stopped. Needs numpy; a game takes a third to one second, and the same games give the same numbers."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from stored import play_missing

from ai.legends.bidding import FILE
from ai.legends.lookahead import SKILLED_WIDTH, make_planner
from ai.legends.players import skilled
from ai.legends.weights import load_valuation
from ai.playout import play_out
from engine.chance import SeededChance, mix
from games.legends import RULES
from games.legends import actions as act
from games.legends.scoring import scores
from games.legends.state import AUCTION, LAST_CARD, NAME_FIRST, TAKE_CARD, State

SEATS = (2, 3, 4)
MOST = 5
"""Bids at random are below this."""


def play_game(seats: int, number: int) -> dict[str, Any]:
    """One game: who began, the coins that all began with, and the points in the end."""
    seed, valuation = mix(number, seats, "bidding"), load_valuation(seats)
    chance = SeededChance(mix(seed, "table"))
    state: State = RULES.new({}, seats, chance)
    begun: dict[str, Any] = {}

    def answer(state: State, seat: int, turn: int) -> int:
        legal, deciding = list(RULES.legal(state, seat)), SeededChance(mix(seed, "player", turn, seat))
        if state.phase == AUCTION:
            return act.BID + deciding.below(min(MOST, len(legal)))
        if state.phase == NAME_FIRST:
            return deciding.draw(legal)
        if state.phase == TAKE_CARD and not begun:
            begun.update(first=state.active, coins=state.coins[:])
        if len(legal) == 1:
            return int(legal[0])
        if state.phase < TAKE_CARD or state.phase == LAST_CARD:
            return skilled(RULES.view(state, seat), seat, legal, deciding).action
        return make_planner(state, seat, valuation, SKILLED_WIDTH).plans()[0].action

    play_out(RULES, state, chance, answer)
    points = [row["total"] for row in scores(state)]
    return {"seats": seats, "number": number, **begun, "points": points}


def fit_worths(games: list[dict[str, Any]], seats: int) -> tuple[list[float], float]:
    """The worth of every place over the mean of all, and of a coin, in points."""
    rows, told = [], []
    for game in games:
        coins, points = sum(game["coins"]) / seats, sum(game["points"]) / seats
        for seat in range(seats):
            place = (seat - game["first"]) % seats
            rows.append([(place == each) - 1 / seats for each in range(1, seats)] + [game["coins"][seat] - coins])
            told.append(game["points"][seat] - points)
    *later, coin = (float(number) for number in np.linalg.lstsq(np.array(rows), np.array(told), rcond=None)[0])
    places = [0.0, *later]
    mean = sum(places) / seats
    return [round(place - mean, 3) for place in places], round(coin, 3)


def main() -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--no-play", action="store_true")
    given = parser.parse_args()
    games = play_missing(
        given.store,
        [(seats, number) for number in range(0 if given.no_play else given.games) for seats in SEATS],
        lambda game: (game["seats"], game["number"]),
        lambda key: play_game(*key),
    )
    found = {}
    for seats in SEATS:
        places, coin = fit_worths([game for game in games if game["seats"] == seats], seats)
        found[str(seats)] = {"places": places, "coin": coin}
        print(seats, found[str(seats)])
    rows = ",\n".join(f" {json.dumps(seats)}: {json.dumps(one)}" for seats, one in found.items())
    FILE.write_text("{\n" + rows + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
