"""Two levels against each other over a few seeded games."""

from __future__ import annotations

from ai.choose import choose
from engine import registry
from engine.chance import SeededChance, mix


def wins(game: str, strong: str, weak: str, seats: int, games: int, label: str) -> float:
    """Games won by seats of the strong level, seats dealt by turns; shared wins in shares."""
    rules = registry.rules(game)
    won = 0.0
    for number in range(games):
        levels = [(strong, weak)[(seat + number) % 2] for seat in range(seats)]
        seed = mix(label, number // 2)
        chance = SeededChance(seed)
        state = rules.new({}, seats, chance)
        turn = 0
        while owing := rules.to_act(state):
            answers = []
            for seat in owing:
                view, legal = rules.view(state, seat), rules.legal(state, seat)
                answers.append((seat, choose(game, view, seat, legal, levels[seat], mix(seed, turn, seat)).action))
            for seat, action in answers:
                rules.apply(state, seat, action, chance)
            turn += 1
        first = [seat for seat, place in enumerate(rules.result(state)) if place == 1]
        won += sum(levels[seat] == strong for seat in first) / len(first)
    return won
