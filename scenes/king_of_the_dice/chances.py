"""Chances and best holds for the citizens of the market, worked out beside the picture so that no frame waits."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from games.king_of_the_dice.odds import Plan, citizens_plan


class Chances:
    """Plans by citizen. Asked for one that is not there yet, it is made by a thread and there a moment later."""

    def __init__(self) -> None:
        self._plans: dict[int, Plan] = {}
        self._wanted: list[int] = []
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def want(self, cards: Sequence[int], *, now: bool = False) -> None:
        """These citizens lie open. ``now`` makes their plans at once (pictures, tests)."""
        missing = [card for card in cards if card not in self._plans]
        if now:
            for card in missing:
                self._plans[card] = citizens_plan([card])
            return
        if not missing:
            return
        with self._lock:
            self._wanted = missing
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="dice chances", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                left = [card for card in self._wanted if card not in self._plans]
                if not left:
                    self._thread = None
                    return
            self._plans[left[0]] = citizens_plan([left[0]])

    @property
    def known(self) -> int:
        """How many plans are there: a picture made with fewer is old."""
        return len(self._plans)

    def chance(self, card: int, dice: Sequence[int], rolls_left: int) -> float | None:
        """The chance to meet the citizen with the rolls left and the best holds; None while it is worked out."""
        plan = self._plans.get(card)
        if plan is None:
            return None
        return plan.value(dice, rolls_left) if all(dice) else plan.start()

    def hold(self, card: int, dice: Sequence[int], rolls_left: int) -> int | None:
        """The dice to keep for this citizen, as a mask."""
        plan = self._plans.get(card)
        if plan is None or not all(dice):
            return None
        return plan.hold(dice, rolls_left)
