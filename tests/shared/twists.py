"""Games played by chance with some options, as the events they tell: what twists are tested with."""

from collections.abc import Iterator, Mapping

from engine import registry
from engine.chance import SeededChance
from engine.contract import JSON, Event
from tests.shared.samples import choose

GAMES = 6


def told(game: str, seats: int, options: Mapping[str, JSON], games: int = GAMES) -> Iterator[list[Event]]:
    """All events of some games."""
    rules = registry.rules(game)
    for seed in range(games):
        chance = SeededChance(seed)
        events: list[Event] = []
        state = rules.new(options, seats, chance, events.append)
        while rules.to_act(state):
            seat, action = choose(rules, state, chance)
            rules.apply(state, seat, action, chance, events.append)
        yield events
