"""The handicaps of a table that is being set up: how strong everybody is, and the steps that follow from it."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Literal

import msgspec

from ai import handicap
from ai.handicap import CHILD, KNOWS_IT, NEWCOMER, Proposal, StepValues, Worth
from ai.ratings import find_level
from engine import registry
from engine.contract import HANDICAP, MOST_STEPS, BadOptions
from engine.seats import Seat
from scenes.common.matchmaking import AboutEven

Mode = Literal["none", "propose", "by_hand"]
MODES: tuple[Mode, ...] = ("propose", "by_hand", "none")
RATED = "rating"
STRENGTHS = (CHILD, NEWCOMER, KNOWS_IT, RATED)
"""What a person can be, in the order of the chips; the last needs a rating of the person's own."""
MOST_SEATS = 4
"""More seats play in groups, without handicaps."""


class Remembered(msgspec.Struct):
    """Set-up of handicaps stored in the settings: the mode, steps by seat, and the strength of people by name."""

    mode: Mode = "none"
    steps: list[int] = []
    strengths: dict[str, str] = {}


class Handicaps:
    """Handicap steps by seat: none, proposed from the strengths, or chosen by hand."""

    def __init__(self, game: str, even: AboutEven, remembered: Remembered) -> None:
        self.game = game
        self._even = even
        self.mode: Mode = remembered.mode
        self._by_hand = [step for step in remembered.steps if 0 <= step <= MOST_STEPS]
        self._strengths = {name: one for name, one in remembered.strengths.items() if one in STRENGTHS}

    def is_possible(self, seats: Sequence[Seat]) -> bool:
        """Whether the game has handicaps for this number of seats."""
        offered = {option.name for option in registry.rules(self.game).options()}
        return HANDICAP in offered and len(seats) <= MOST_SEATS

    # --- strengths ------------------------------------------------------------------------------------

    def get_strength(self, seat: Seat) -> str:
        """Return the strength set for a person; by default that of the rating, for a person without one that of a
        beginner."""
        chosen = self._strengths.get(seat.name, RATED)
        if chosen == RATED and self.get_own_rating(seat) is None:
            return NEWCOMER
        return chosen

    def set_strength(self, seat: Seat, strength: str) -> None:
        """Set the strength of the person at a seat (``Remembered.strengths``)."""
        self._strengths[seat.name] = strength

    def get_own_rating(self, seat: Seat) -> int | None:
        """Return the rating of a person in this game; None before the fifth game."""
        return self._even.estimate_rating(seat.name) if seat.is_person else None

    def rate(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> list[float]:
        """Return the rating of each seat for the proposal of handicaps."""
        found: list[float] = []
        options = self._complete(options, seats)
        for seat in seats:
            strength = self.get_strength(seat) if seat.is_person else ""
            own = self.get_own_rating(seat)
            if not seat.is_person:
                found.append(handicap.rate_opponent(self.game, options, len(seats), seat.level))
            elif strength == RATED and own is not None:
                found.append(handicap.scale_rating(self.game, options, len(seats), own))
            else:
                found.append(handicap.estimate_person(self.game, options, len(seats), strength))
        return found

    def _list_levels(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> list[str]:
        """Return the built-in level of each seat, for a person the nearest one; "" where there is none."""
        ratings, options = self.rate(seats, options), self._complete(options, seats)
        rivals = [find_level(seat.level) for seat in reversed(seats)] if len(seats) == 2 else [""] * len(seats)
        return [
            handicap.find_nearest_level(self.game, options, len(seats), rating, rival)
            if seat.is_person
            else find_level(seat.level)
            for seat, rating, rival in zip(seats, ratings, rivals, strict=True)
        ]

    # --- steps ----------------------------------------------------------------------------------------

    def find_worth(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Worth | None:
        """Return the measured value of each step in this form of the game; None where none was measured."""
        return handicap.find_worth(self.game, self._complete(options, seats), len(seats))

    def find_values(self, seats: Sequence[Seat], options: Mapping[str, Any], seat: int) -> StepValues | None:
        """Return the value of each step for the level of this seat; None where no step was measured."""
        worth = self.find_worth(seats, options)
        return None if worth is None else worth.find_values(self._list_levels(seats, options)[seat])

    def has_measurement(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> bool:
        """Whether exactly this form of the game was measured."""
        return handicap.has_measurement(self.game, self._complete(options, seats), len(seats))

    def _complete(self, options: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
        """Return complete options, which name the form of the game; the usual ones while these cannot be played."""
        rules = registry.rules(self.game)
        try:
            return rules.check_options(options, len(seats))
        except BadOptions:
            return rules.check_options({}, len(seats))

    def list_sides(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the number of each seat's side."""
        return registry.rules(self.game).sides(self._complete(options, seats), len(seats))

    def group_seats(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> list[list[Seat]]:
        """Return the seats by side."""
        sides = self.list_sides(seats, options)
        return [[seat for seat, own in zip(seats, sides, strict=True) if own == side] for side in range(max(sides) + 1)]

    def propose(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Proposal | None:
        """Return the handicap that makes the table about even; None where no step was measured."""
        worth = self.find_worth(seats, options)
        if worth is None:
            return None
        levels, sides = self._list_levels(seats, options), self.list_sides(seats, options)
        return handicap.propose(self.rate(seats, options), worth, levels, sides)

    def list_steps(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> list[int]:
        """Return the handicap steps of each seat in the current mode; zeros without a handicap."""
        none = [0] * len(seats)
        if self.mode == "none" or not self.is_possible(seats):
            return none
        if self.mode == "by_hand":
            return [*self._by_hand, *none][: len(seats)]
        proposal = self.propose(seats, options)
        return none if proposal is None else list(proposal.steps)

    def set_step(self, seat: int, step: int, seats: Sequence[Seat], options: Mapping[str, Any]) -> None:
        """Set a seat's step by hand; the mode becomes "by hand", with the other steps as they are."""
        steps = self.list_steps(seats, options)
        steps[seat] = min(MOST_STEPS, max(0, step))
        self._by_hand = steps
        self.mode = "by_hand"

    def list_weaker_computers(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> list[str]:
        """Return the names of the computers that are clearly weaker than a person, where a handicap is proposed."""
        if self.mode != "propose":
            return []
        rated = list(zip(seats, self.rate(seats, options), strict=True))
        best = max((rating for seat, rating in rated if seat.is_person), default=-inf)
        return [seat.name for seat, rating in rated if not seat.is_person and rating <= best - handicap.NEAR]

    def expect_shares(
        self, seats: Sequence[Seat], options: Mapping[str, Any]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return each side's expected share of the wins without and with the handicaps."""
        ratings, sides = self.rate(seats, options), self.list_sides(seats, options)
        worth = self.find_worth(seats, options)
        before = handicap.estimate_shares(handicap.rate_sides(ratings, sides))
        if worth is None:
            return before, before
        steps, levels = self.list_steps(seats, options), self._list_levels(seats, options)
        return before, handicap.find_shares(ratings, steps, worth, sides, levels)

    def add_to_options(self, options: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
        """Return the options with the steps of the handicap, if any."""
        plain = {name: value for name, value in options.items() if name != HANDICAP}
        steps = self.list_steps(seats, options)
        return {**plain, HANDICAP: steps} if any(steps) else plain

    def remember(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Remembered:
        """Return what the settings store of these handicaps."""
        return Remembered(self.mode, self.list_steps(seats, options), dict(self._strengths))
