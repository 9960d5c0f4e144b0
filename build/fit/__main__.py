"""Fit numbers of the opponents to games: ``python3 build/fit FILE --store GAMES``.

FILE is a data file below ``ai`` without its ending, such as ``legends/bidding`` or ``tash_kalar/win_probability``; the
fields and cards of all expansions of Tash-Kalar together are ``tash_kalar/expansions``. Games that are wanted but not
stored are played first and appended to the file GAMES, so an interrupted run is resumed, and ``--games 0`` only fits.
The same games give the same numbers. What is fitted in rounds of playing and fitting plays ``--round 1`` with what the
round before has written, and so on, each with a file of games of its own. Needs numpy as well.
"""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from model import Model, play_missing, write

from engine import registry


def find_model(name: str) -> Model:
    """Return the model of a data file named ``GAME/FILE``; exits with a message if there is none.

    Every game has a win probability; the module of its name has its other models.
    """
    game, _, file = name.partition("/")
    if game not in {info.id for info in registry.games()}:
        sys.exit(f"{name}: expected a game first, such as legends/bidding")
    # The matrices are small: several threads mostly wait for each other, on a busy machine for minutes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    models: dict[str, Model] = {"win_probability": import_module("win_probability").make_model(game)}
    if Path(__file__).with_name(f"{game}.py").exists():
        models |= import_module(game).MODELS
    if file not in models:
        sys.exit(f"{name}: expected one of {', '.join(f'{game}/{each}' for each in models)}")
    return models[file]


def main(arguments: list[str]) -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(
        prog="build/fit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", metavar="FILE", help="what is fitted")
    chosen = [one for one in arguments if not one.startswith("-")][:1]
    model = find_model(chosen[0]) if chosen else Model(lambda games, given: {})
    parser.add_argument("--store", type=Path, nargs="+", required=True, metavar="GAMES", help="file of games")
    parser.add_argument("--games", type=int, default=model.games, help=f"how many of each kind ({model.games})")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--seats", type=int, nargs="+", default=list(model.seats))
    parser.add_argument("--level", nargs="+", default=["skilled"], help="who plays, in turn (skilled)")
    parser.add_argument("--round", type=int, default=0, help="number of the round of playing and fitting (0)")
    for name, settings in model.options.items():
        parser.add_argument(name, **settings)
    given = parser.parse_args(arguments)
    if model.start and not given.round:
        for path, data in model.start().items():
            write(path, data, model.lines)
    games = play_missing(given.store[0], model.keys(given), model.play) if model.play else []
    for path, data in model.fit(games, given).items():
        write(path, data, model.lines)


if __name__ == "__main__":
    main(sys.argv[1:])
