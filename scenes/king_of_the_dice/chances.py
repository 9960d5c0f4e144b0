"""Odds and best holds for the citizens of the market, computed in the background."""

from __future__ import annotations

from collections.abc import Sequence

from engine.storage.background import BackgroundWorker
from games.king_of_the_dice.odds import Plan, citizens_plan, gains_plan, least_hold

MOST_HOLDS = 64
"""Size of the cache of holds: one per open citizen and roll of a turn."""


class Chances:
    """Plans by citizen; missing ones are computed in the background."""

    def __init__(self) -> None:
        self._plans: dict[int, tuple[Plan, Plan]] = {}
        """By citizen: plans for the probability to meet it, and for its best reward."""
        self._holds: dict[tuple[int, tuple[int, ...], int], int] = {}
        self._wanted: Sequence[int] = ()
        self._worker = BackgroundWorker("dice chances")

    def want(self, cards: Sequence[int], *, now: bool = False) -> None:
        """Set the open citizens. ``now`` computes their plans synchronously (pictures, tests)."""
        missing = [card for card in cards if card not in self._plans]
        if now:
            for card in missing:
                self._plans[card] = _build_plans(card)
            return
        if missing:
            self._wanted = missing
            self._worker.submit("market", self._plan_market)

    def _plan_market(self) -> None:
        """Build the plans of the cards that are wanted now; the market may change meanwhile."""
        while left := [card for card in self._wanted if card not in self._plans]:
            self._plans[left[0]] = _build_plans(left[0])

    @property
    def known(self) -> int:
        """Number of plans; pictures made with fewer are outdated."""
        return len(self._plans)

    def chance(self, card: int, dice: Sequence[int], rolls_left: int) -> float | None:
        """Return the probability to meet the citizen with the rolls left; None while it is computed."""
        plans = self._plans.get(card)
        if plans is None:
            return None
        plan = plans[0]
        return plan.value(dice, rolls_left) if all(dice) else plan.start()

    def hold(self, card: int, dice: Sequence[int], rolls_left: int) -> int | None:
        """Return the mask of dice to keep for this citizen's best reward; None while it is computed."""
        plans = self._plans.get(card)
        if plans is None or not all(dice):
            return None
        key = (card, tuple(dice), rolls_left)
        if key not in self._holds:
            if len(self._holds) >= MOST_HOLDS:
                self._holds.clear()
            self._holds[key] = least_hold(plans[1], dice, rolls_left)
        return self._holds[key]


def _build_plans(card: int) -> tuple[Plan, Plan]:
    return citizens_plan([card]), gains_plan(card)
