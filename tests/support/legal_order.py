"""The order of legal actions, looked at in every position that a ruling is tried in: random games reach few of them."""

from typing import Any


def check_order(rules: Any, state: Any) -> None:
    """Legal actions ascend, each of them once."""
    for seat in rules.to_act(state):
        legal = list(rules.legal(state, seat))
        assert legal == sorted(set(legal)), f"seat {seat}: {legal}"
