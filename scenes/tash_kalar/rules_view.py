"""What the rules say about a view: where cards can be summoned, what is missing, how far the tasks are.

All of it is worked out from the view alone: a state that fits it answers, and only about open things and the own hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.chance import SeededChance
from engine.contract import View
from games.tash_kalar import RULES, candidates, summoning, tasks, turns
from games.tash_kalar import effect_compiler as word
from games.tash_kalar.cards import LEGENDS, Card
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.maps import bits, to_column_row
from games.tash_kalar.moves import Move, decode
from games.tash_kalar.patterns import find_marks
from games.tash_kalar.state import (
    EFFECT,
    PICKED,
    SHOWING,
    TARGET,
    TIMES,
    State,
    find_man,
    find_upgrades,
    get_partner,
    get_side,
    ground,
    own_mask,
    supply,
)

MOST_NEAR = 6
"""How many ways with the fewest missing pieces are turned through."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to summon a card: its square, the move that shows the pattern, and what the pattern is made of.

    ``used`` own pieces, ``helper`` the enemy piece that helps (-1 = none), ``marks`` marked squares, ``victim`` what
    stands on the summoning square (``3 * colour + rank``, -1 = nothing), ``choices`` how many ways this square has.
    """

    square: int
    show: Move
    used: tuple[int, ...]
    helper: int
    marks: tuple[int, ...]
    directions: int
    victim: int
    choices: int


@dataclass(frozen=True, slots=True)
class Near:
    """A way that lacks a few pieces: those at hand, and for each missing one its square and the rank it needs."""

    square: int
    used: tuple[int, ...]
    missing: tuple[tuple[int, int], ...]


class Reading:
    """A view read by the rules. ``seat``: whose cards are looked at, None = nobody's."""

    def __init__(self, view: View, seat: int | None) -> None:
        self.view = view
        self.seat = seat
        self.state: State = RULES.determinize(view, SeededChance(1))
        self.own_turn = seat is not None and view["active"] == seat and view["phase"] != "over"
        self.looking = self._simulate_own_turn()
        self._placements: dict[int, tuple[Placement, ...]] = {}
        self._near: dict[int, tuple[Near, ...]] = {}
        self._progress: dict[int, tuple[int, int]] = {}
        self._met: dict[int, bool] = {}

    def _simulate_own_turn(self) -> State:
        """The state in which the own cards are looked at: on the own turn as it is, else as if it were."""
        if self.own_turn or self.seat is None:
            return self.state
        state: State = RULES.clone(self.state)
        state.active = state.acting = self.seat
        state.lent = 0
        return state

    def card(self, number: int) -> Card:
        """A being or legend."""
        return self.state.book.card(number)

    def side(self, seat: int) -> int:
        """The colour a seat plays."""
        return get_side(self.state, seat)

    def partner(self, seat: int) -> int:
        """The other member of a seat's team."""
        return get_partner(self.state, seat)

    def man(self, square: int) -> int:
        """``3 * colour + rank`` of the piece on a square, -1 = none."""
        return find_man(self.state, square)

    def list_given_legends(self) -> list[int]:
        """Team: legends that the one who looks has given to the partner, who still holds them in the hand."""
        if self.seat is None or not self.state.teams:
            return []
        held = self.state.legends[self.partner(self.seat)] & self.state.known_legends[self.side(self.seat)]
        return [LEGENDS + card for card in bits(held) if LEGENDS + card != self.view["playing"]]

    # --- summoning ------------------------------------------------------------------------------------

    def placements(self, number: int) -> tuple[Placement, ...]:
        """All ways to summon a card that differ in effect (ruling T2); those that destroy nothing own come first."""
        found = self._placements.get(number)
        if found is None:
            found = self._placements[number] = self._all_placements(number)
        return found

    def _all_placements(self, number: int) -> tuple[Placement, ...]:
        state = self.looking
        card = self.card(number)
        wanted = summoning.targets(state, card)
        if self.own_turn and state.card == number and state.phase == SHOWING:
            wanted &= 1 << state.square
        found = []
        for square in bits(wanted):
            variants = summoning.variants(state, card, square)
            for variant in variants:
                way = card.ways[variant[0]]
                spots = [square + offset for offset in way.pieces]
                helper = spots[variant[1] - 1] if variant[1] else -1
                found.append(
                    Placement(
                        square, decode(summoning.show_action(card, variant)),
                        tuple(spot for spot in spots if spot != helper), helper,
                        tuple(bits(find_marks(way, square))) if card.marks else (),
                        way.directions, find_man(state, square), len(variants),
                    )
                )  # fmt: skip
        own = get_side(state, state.active)
        found.sort(
            key=lambda each: (
                each.helper >= 0, each.victim >= 0 and each.victim // 3 == own, _from_middle(each.square), each.square,
                each.show,
            )
        )  # fmt: skip
        return tuple(found)

    def list_near_placements(self, number: int) -> tuple[Near, ...]:
        """The ways that lack the fewest pieces, best first; empty when the card fits, or can never be shown."""
        found = self._near.get(number)
        if found is None:
            found = self._near[number] = self._search_near_placements(number)
        return found

    def _search_near_placements(self, number: int) -> tuple[Near, ...]:
        state = self.looking
        card = self.card(number)
        side = get_side(state, state.active)
        men = state.men
        own = (own_mask(state, side), find_upgrades(state, side), men[3 * side + 2])
        foreign = 0
        for colour in range(len(men) // 3):
            if colour != side:
                foreign |= own_mask(state, colour)
        higher = 0
        for rank in range(card.rank + 1, 3):
            for mask in men[rank::3]:
                higher |= mask
        here = ground(state)
        best: list[tuple[float, Near]] = []
        fewest = 99
        for way in card.ways:
            for square in bits(here & ~higher):
                missing: list[tuple[int, int]] = []
                used, cost = [], 0.0
                for place, offset in enumerate(way.pieces):
                    there, rank = square + offset, card.pieces[place][2]
                    if there < 0 or not here >> there & 1 or _wraps(square, there):
                        missing = []
                        break
                    if own[rank] >> there & 1:
                        used.append(there)
                        continue
                    missing.append((there, rank))
                    cost += 1 + 0.5 * (foreign >> there & 1) + 0.4 * rank
                    if len(missing) > fewest:
                        missing = []
                        break
                if not missing:
                    continue
                fewest = min(fewest, len(missing))
                near = Near(square, tuple(used), tuple(missing))
                best.append((cost + 0.01 * _from_middle(square) + 0.3 * (foreign >> square & 1), near))
        kept = [each for each in best if len(each[1].missing) == fewest]
        kept.sort(key=lambda each: (each[0], each[1].square))
        return tuple(near for _, near in kept[:MOST_NEAR])

    def lacks_piece(self, number: int) -> bool:
        """Whether the pattern can be shown but no piece of the being's kind can be had."""
        state = self.looking
        card = self.card(number)
        return not supply(state, get_side(state, state.active), card.rank)

    # --- flares and tasks -----------------------------------------------------------------------------

    def flare_holds(self, flare: int, rival: int) -> tuple[bool, bool]:
        """Which halves of a flare hold against a colour."""
        return turns.find_flare_conditions(self.looking, flare, rival)

    def advantage(self, rival: int) -> tuple[int, int]:
        """How many more upgraded pieces and pieces a colour has than the own one."""
        return turns.advantage(self.looking, rival)

    def rivals(self) -> list[int]:
        """The other colours."""
        own = get_side(self.looking, self.looking.active)
        return [colour for colour in range(len(self.state.men) // 3) if colour != own]

    def task_progress(self, task: int) -> tuple[int, int]:
        """How many of how many are there: for the seat on turn."""
        found = self._progress.get(task)
        if found is None:
            found = self._progress[task] = tasks.progress(self.state, task)
        return found

    def can_claim(self, task: int) -> bool:
        """Whether the seat on turn could claim a task now."""
        found = self._met.get(task)
        if found is None:
            found = self._met[task] = tasks.is_met(self.state, task)
        return found

    # --- effects --------------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """The step of the effect under way; None outside an effect."""
        if self.state.phase != EFFECT or self.state.source < 0:
            return None
        program = candidates.get_program(self.state)
        at = self.state.fx[0]
        return program[at] if at < len(program) else None

    def steps_of_way(self, way: int) -> Step | None:
        """The first step of a way of the choice under way."""
        step = self.step
        if step is None or step.op != word.CHOOSE:
            return None
        return candidates.get_program(self.state)[step.ways[way]]

    def count_repeats(self) -> int:
        """How often the step under way can still be done; 0 = as often as one likes, 1 = once."""
        step = self.step
        if step is None:
            return 1
        times = max(step.times)
        if times >= word.ANY_NUMBER:
            return 0
        return max(1, times - self.state.fx[TIMES])

    @property
    def mover(self) -> int:
        """The piece that is about to move, -1 = it has still to be chosen."""
        step = self.step
        if step is None or step.op not in (word.MOVE, word.LEAP):
            return -1
        if self.state.fx[PICKED] >= 0:
            return self.state.fx[PICKED]
        return max(-1, candidates.find_only_mover(self.state, step))

    def shot(self, direction: int) -> list[int]:
        """The squares whose pieces a shot in a direction would destroy."""
        step = self.step
        return [] if step is None else candidates.hit(self.state, step, direction)

    def summoning_card(self) -> int | None:
        """The card for which a square is being chosen."""
        return self.state.card if self.state.phase in (TARGET, SHOWING) else None


def _from_middle(square: int) -> int:
    x, y = to_column_row(square)
    return max(abs(x - 5), abs(y - 5))


def _wraps(square: int, there: int) -> bool:
    """Whether an offset runs over the edge of its row."""
    x, _ = to_column_row(square)
    other, _ = to_column_row(there)
    return abs(x - other) > 4
