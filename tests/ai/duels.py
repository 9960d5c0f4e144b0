"""Two levels against each other over a few seeded games."""

from typing import Any

from ai.choose import choose, play_out
from ai.win_probability import win_shares
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

        def answer(state: Any, seat: int, turn: int, levels: list[str] = levels, seed: int = seed) -> int:
            view, legal = rules.view(state, seat), rules.legal(state, seat)
            return choose(game, view, seat, legal, levels[seat], mix(seed, turn, seat)).action

        play_out(rules, state, chance, answer)
        shares = win_shares(rules.result(state))
        won += sum(share for share, level in zip(shares, levels, strict=True) if level == strong)
    return won
