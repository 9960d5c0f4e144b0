"""Rules queries on a view: placements of cards, missing pieces, progress of tasks.

Uses only the view: a consistent state answers, only about public things and the viewer's hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from engine.chance import SeededChance
from engine.contract import View
from games.tash_kalar import RULES, candidates, effect_compiler as word, scoring, summoning
from games.tash_kalar.cards import LEGENDS, Card
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.maps import bits, find_marks, to_column_row
from games.tash_kalar.moves import Move, decode, encode
from games.tash_kalar.state import (
    EFFECT,
    PICKED,
    SHOWING,
    TIMES,
    State,
    find_man,
    find_upgrades,
    first_card,
    get_partner,
    get_side,
    ground,
    own_mask,
    supply,
)

MOST_NEAR = 6
"""Most near placements that can be cycled through."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement of a card: its square, the move that shows the pattern, and the squares of the pattern.

    ``used`` own pieces, ``helper`` the helping enemy piece (-1 = none), ``marks`` marked squares, ``victim`` the piece
    on the summoning square (``3 * colour + rank``, -1 = none), ``choices`` number of orientations on this square.
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
    """A placement that lacks a few pieces: squares of the present ones, and square and rank of each missing one."""

    square: int
    used: tuple[int, ...]
    missing: tuple[tuple[int, int], ...]


class Reading:
    """Rules queries on a view. ``seat``: owner of the cards asked about, None = nobody."""

    def __init__(self, view: View, seat: int | None) -> None:
        self.view = view
        self.seat = seat
        self.state: State = RULES.determinize(view, SeededChance(1))
        self.card: Callable[[int], Card] = self.state.book.card
        """Returns a being or legend by its number."""
        self.own_turn = seat is not None and view["active"] == seat and view["phase"] != "over"
        self.looking = self._simulate_own_turn()
        self._placements: dict[tuple[int, Move | None], tuple[Placement, ...]] = {}
        self._near: dict[int, tuple[Near, ...]] = {}
        self.task_progress = cache(partial(scoring.progress, self.state))
        """Returns the progress of a task for the seat on turn, as count and total."""
        self.can_claim = cache(partial(scoring.fulfils, self.state))
        """Returns whether the seat on turn could claim a task now."""

    def _simulate_own_turn(self) -> State:
        """Return the state for queries about own cards, changed as if it were the viewer's turn if it is not."""
        if self.own_turn or self.seat is None:
            return self.state
        state: State = RULES.clone(self.state)
        state.active = state.acting = self.seat
        state.lent = 0
        for one in state.expansions:
            one.on_turn_ends(state)
        return state

    def side(self, seat: int) -> int:
        """Return the colour of a seat."""
        return get_side(self.state, seat)

    def partner(self, seat: int) -> int:
        """Return the other member of a seat's team."""
        return get_partner(self.state, seat)

    def man(self, square: int) -> int:
        """Return ``3 * colour + rank`` of the piece on a square, -1 = none."""
        return find_man(self.state, square)

    def find_card(self, seat: int, local: int) -> int:
        """Return the number of a being by its index in a seat's deck."""
        return first_card(self.state, seat) + local

    def list_kept_cards(self, seat: int) -> list[tuple[str, int]]:
        """Return the open cards of a seat in places of expansions, each with the code of its expansion."""
        return [
            (one.code, self.find_card(seat, local))
            for one in self.state.expansions
            for local in bits(one.find_cards(self.state, seat))
        ]

    def list_given_legends(self) -> list[int]:
        """Team: return the legends that the viewer has given to the partner, who still holds them."""
        if self.seat is None or not self.state.teams:
            return []
        held = self.state.legends[self.partner(self.seat)] & self.state.known_legends[self.side(self.seat)]
        return [LEGENDS + card for card in bits(held) if LEGENDS + card != self.view["playing"]]

    # --- summoning ------------------------------------------------------------------------------------

    def placements(self, number: int, use: Move | None = None) -> tuple[Placement, ...]:
        """Return all placements of a card that differ in effect (ruling T2); those that destroy no own piece first.

        ``use``: the action of an expansion by which the card is summoned; placements that need it are preferred.
        """
        found = self._placements.get((number, use))
        if found is None:
            found = self._all_placements(number, self.looking if use is None else self._apply(use))
            if use is not None:
                found = tuple(each for each in found if each.helper >= 0) or found
            self._placements[number, use] = found
        return found

    def _apply(self, move: Move) -> State:
        """Return a copy of the state after an own action whose outcome is certain."""
        state: State = RULES.clone(self.state)
        RULES.apply(state, state.acting, encode(move), SeededChance(1))
        return state

    def has_effect(self, move: Move) -> bool:
        """Whether an action leads to a choice in an effect, or changes pieces or the number of actions."""
        after = self._apply(move)
        return after.phase == EFFECT or after.men != self.state.men or after.actions != self.state.actions

    def _all_placements(self, number: int, state: State) -> tuple[Placement, ...]:
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
        """Return the placements that lack the fewest pieces, best first; empty if the card fits, or never can."""
        found = self._near.get(number)
        if found is None:
            found = self._near[number] = self._search_near_placements(number)
        return found

    def _search_near_placements(self, number: int) -> tuple[Near, ...]:
        state = self.looking
        card = self.card(number)
        side = summoning.find_pattern_colour(state)
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
        """Whether the viewer's side has no piece of the being's rank left to place."""
        state = self.looking
        card = self.card(number)
        return not supply(state, get_side(state, state.active), card.rank)

    # --- flares and tasks -----------------------------------------------------------------------------

    def flare_holds(self, flare: int, rival: int) -> tuple[bool, bool]:
        """Return whether the upper and the lower half of a flare hold against a colour."""
        return scoring.find_flare_conditions(self.looking, flare, rival)

    def advantage(self, rival: int) -> tuple[int, int]:
        """Return by how many upgraded pieces, and by how many pieces, a colour leads over the viewer's one."""
        return scoring.advantage(self.looking, rival)

    def rivals(self) -> list[int]:
        """Return the colours other than the viewer's."""
        own = get_side(self.looking, self.looking.active)
        return [colour for colour in range(len(self.state.men) // 3) if colour != own]

    # --- effects --------------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """Return the current step of the effect; None outside an effect."""
        if self.state.phase != EFFECT or self.state.source < 0:
            return None
        program = candidates.get_program(self.state)
        at = self.state.fx[0]
        return program[at] if at < len(program) else None

    def steps_of_way(self, way: int) -> Step | None:
        """Return the first step of alternative ``way`` of the current choice; None if there is no choice."""
        step = self.step
        if step is None or step.op != word.CHOOSE:
            return None
        return candidates.get_program(self.state)[step.ways[way]]

    def count_repeats(self) -> int:
        """Return how often the current step can be repeated; 0 = without limit, 1 = once."""
        step = self.step
        if step is None:
            return 1
        times = max(step.times)
        if times >= word.ANY_NUMBER:
            return 0
        return max(1, times - self.state.fx[TIMES])

    @property
    def mover(self) -> int:
        """Return the square of the piece about to move, -1 = not chosen yet."""
        step = self.step
        if step is None or step.op not in (word.MOVE, word.LEAP):
            return -1
        if self.state.fx[PICKED] >= 0:
            return self.state.fx[PICKED]
        return max(-1, candidates.find_only_mover(self.state, step))

    def shot(self, direction: int) -> list[int]:
        """Return the squares whose pieces a shot in a direction would destroy."""
        step = self.step
        return [] if step is None else candidates.hit(self.state, step, direction)


def _from_middle(square: int) -> int:
    x, y = to_column_row(square)
    return max(abs(x - 5), abs(y - 5))


def _wraps(square: int, there: int) -> bool:
    """Whether an offset crosses the edge of its row."""
    x, _ = to_column_row(square)
    other, _ = to_column_row(there)
    return abs(x - other) > 4
