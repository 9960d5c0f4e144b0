"""Why an action is good or not: reasons for the hint, read off the plan that begins with it.

The plan is played once more with the rules telling what happens; what is destroyed, summoned and claimed in it are
the first reasons, then what the position at its end promises: cards that come near, tasks, rivals' patterns.

The number of each reason only orders them: what happens in the plan before what it promises, the more points the
sooner.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from ai.analysis.game_facts import FactContext, fact
from ai.analysis.report import Fact
from ai.tash_kalar.evaluate import Evaluator, card_power, list_reasons
from ai.tash_kalar.pattern_distance import FAR, Ground, count_steps, lacking, steps_lacking
from ai.tash_kalar.planning import Plan
from engine.chance import SeededChance
from engine.contract import Event, Message
from engine.history import History
from games.event_texts import Decided, TurnPart, add_effect, place_message
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.actions import DISCARD, SUMMON
from games.tash_kalar.cards import DOMAIN, LEGENDARY, LEGENDS, RANK_NAMES, Card, box
from games.tash_kalar.expansions import find_owner
from games.tash_kalar.maps import bits
from games.tash_kalar.messages import card_name, describe, rank_name, square_name, task_name
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.scoring import fulfils
from games.tash_kalar.state import (
    ALL_LEGENDS,
    CLAIMING,
    HIGH,
    LEFT_OVER,
    LEGEND_POINT,
    MAIN,
    OVER,
    RETURNING,
    START,
    State,
    copied,
    first_card,
    get_side,
    members,
    open_tasks,
)

MOST_CARDS = 4
"""Cards that are named, those that stood in most turns first."""


# What the others may be able to summon: their decks are known, their hands are guessed.
#
# Every card that a rival may hold counts by how likely it holds it.


@dataclass(frozen=True, slots=True)
class Rival:
    """A seat of another side, and the cards it may hold, each with its probability."""

    seat: int
    side: int
    cards: tuple[tuple[float, Card], ...]


def list_rivals(state: State, seat: int) -> list[Rival]:
    """Return the seats of other sides with the cards that they may hold, by what ``seat`` knows."""
    own = get_side(state, seat)
    known = state.legend_discard
    for member in members(state, own):
        known |= state.legends[member]
    for card, by in state.legend_bottom:
        if by == seat:
            known |= 1 << card
    unknown = ALL_LEGENDS & ~known
    found = []
    for wait in range(1, state.seats):
        other = (state.active + wait) % state.seats
        side = get_side(state, other)
        if side == own:
            continue
        first = first_card(state, other)
        cards = [(1.0, state.book.card(first + each)) for each in bits(state.open_hand[other])]
        unseen = state.hands[other] & ~state.open_hand[other] | state.pool[other]
        for each in state.bottoms[other]:
            unseen |= 1 << each
        hidden = (state.hands[other] & ~state.open_hand[other]).bit_count()
        if unseen and hidden:
            chance = hidden / unseen.bit_count()
            cards += [(chance, state.book.card(first + each)) for each in bits(unseen)]
        legends = max(state.legends[member].bit_count() for member in members(state, side))
        if unknown and legends:
            chance = legends / unknown.bit_count()
            cards += [(chance, state.book.card(LEGENDS + each)) for each in bits(unknown)]
        found.append(Rival(other, side, tuple(cards)))
    return found


MOST_REASONS = 3
"""The panel of advice has room for this many."""
NEAR_TASK = 2.5
"""Steps up to which a task is worth a word: what one turn can do, and a bit."""

Found = list[tuple[float, Message]]


@dataclass(slots=True)
class Told:
    """Events of a plan that was carried out, and the position afterwards."""

    events: list[Event]
    after: State


class Reasons:
    """Finds reasons for the actions of one decision."""

    def __init__(self, state: State, judge: Evaluator) -> None:
        self.state = state
        self.judge = judge
        self.rivals = [] if state.phase == START else list_rivals(state, judge.seat)
        self.fitting = [_fitting(state, rival) for rival in self.rivals]
        self.steps = {
            task: (count_steps(state, task, judge.side), count_steps(state, task, 1 - judge.side))
            for task in open_tasks(state)
        }

    def explain(self, action: int, plan: Plan | None, thorough: bool = True) -> list[Message]:
        """Return one to three reasons for an action, the most telling first; ``plan``: the best one that begins with
        it.

        ``thorough``: also give reasons from what the plan leads to, not only about the action itself.
        """
        state = self.state
        if action == act.SURRENDER:
            return [_hint("give_up")]
        if action == act.HAND_OVER:
            return [_hint("hand_over")]
        if state.phase == START:
            return [_hint("alike")]
        if state.phase in (LEGEND_POINT, LEFT_OVER):
            return [self._colour(action - act.COLOUR)]
        found = self._itself(action)
        if plan is not None and thorough:
            told = self._play_plan(plan)
            found += self._happens(action, told)
            found += self._promises(told.after)
        found.sort(key=lambda pair: -pair[0])
        messages: dict[str, Message] = {}
        for _, message in found:
            messages.setdefault(f"{message.id} {sorted(message.params.items(), key=lambda pair: pair[0])}", message)
        return list(messages.values())[:MOST_REASONS] or [_hint("position" if thorough else "weaker")]

    # --- the action itself ------------------------------------------------------------------------

    def _itself(self, action: int) -> Found:
        """Return reasons about an action alone, without what follows."""
        state = self.state
        if action == act.DONE:
            name = {RETURNING: "keeps_cards", CLAIMING: "no_task"}.get(state.phase, "leaves_out")
            return [(0.3, _hint(name))]
        if action == act.END:
            return [(0.3, _hint("ends"))]
        if act.DISCARD <= action < act.FLARE:
            return [(0.6, _hint("fresh_cards"))]
        if act.FLARE <= action < act.RECALL:
            found = [(0.9, _hint("flare"))]
            if state.form != HIGH:
                found.append((0.5, _hint("flare_point", player={"seat": (action - act.FLARE) % 4})))
            return found
        return []

    def _colour(self, colour: int) -> Message:
        """A point in a colour of choice."""
        side = self.judge.side
        points = {each: self.state.points[4 * side + each] for each in range(len(self.state.men) // 3) if each != side}
        weakest = points[colour] == min(points.values())
        return _hint("weak_colour" if weakest else "strong_colour", player={"seat": colour})

    # --- what happens -----------------------------------------------------------------------------

    def _play_plan(self, plan: Plan) -> Told:
        """Return what happens in a plan, up to an illegal action: chance may turn up another hidden task."""
        state = copied(self.state)
        events: list[Event] = []
        chance = SeededChance(0)
        for action in plan.steps:
            if action not in RULES.legal(state, state.acting):
                break
            RULES.apply(state, state.acting, action, chance, events.append)
        return Told(events, state)

    def _happens(self, action: int, told: Told) -> Found:
        """Tasks, points, pieces and cards within the plan."""
        found: Found = []
        side, seat = self.judge.side, self.judge.seat
        destroyed: dict[tuple[int, int], int] = {}
        upgraded = 0
        for event in told.events:
            data = event.data
            kind = event.kind
            if not _is_of_turn(event):
                break
            if kind == "claimed":
                found.append((3.0 + data["points"], _hint("task", n=data["points"], task=task_name(data["task"]))))
            elif kind == "destroyed" and data["counts"]:
                key = data["rank"], data["colour"]
                destroyed[key] = destroyed.get(key, 0) + 1
            elif kind == "destroyed" and data["colour"] == side and data["rank"]:
                found.append((0.35, _hint("costs", rank=rank_name(data["rank"]))))
            elif kind == "converted":
                found.append((1.6, _hint("converts")))
            elif kind == "upgraded" and data["colour"] == side:
                upgraded += 1
            elif kind == "summoned":
                found += self._summons(action, data)
            elif kind == "actions_gained":
                found.append((1.2, _hint("gains_action")))
            elif kind == "extra_card":
                found.append((0.8, _hint("extra_card")))
            elif kind == "extra_turn":
                found.append((3.5, _hint("extra_turn")))
            elif kind == "points" and data["cause"] == "destroyed" and data["seat"] == seat:
                found.append((1.5 + 0.3 * data["points"], _hint("scores", n=data["points"])))
        for (rank, colour), number in destroyed.items():
            worth = (0.8, 1.5, 2.5)[rank] + 0.3 * number
            found.append((worth, _hint(f"destroys.{RANK_NAMES[rank]}", n=number, player={"seat": colour})))
        if upgraded:
            found.append((1.0, _hint("upgrades", n=upgraded)))
        found += list_reasons(self.state, told.after, list(takewhile(_is_of_turn, told.events)), seat)
        if told.after.phase == OVER:
            found.append((9.0, _hint("last_turn")))
        return found

    def _summons(self, action: int, data: Mapping[str, Any]) -> Found:
        """Return a reason for a legend, or a being summoned by a step of an effect; the plan tells the others."""
        card = self.state.book.card(data["card"])
        if card.rank == LEGENDARY:
            name = "legend_stands" if self.state.form == HIGH else "legend_point"
            return [(2.2, _hint(name, card=card_name(card.number, card.name)))]
        if self.state.phase == MAIN or action == act.SQUARE + data["square"]:
            return []
        return [(1.1, _hint("then_summons", card=card_name(card.number, card.name)))]

    # --- what it promises -------------------------------------------------------------------------

    def _promises(self, after: State) -> Found:
        """Return reasons: cards in hand that are near, tasks that come closer, rivals' patterns that no longer fit."""
        if after.phase == OVER:
            return []
        return [*self._cards(after), *self._tasks(after), *self._find_blocks(after)]

    def _cards(self, after: State) -> Found:
        judge = self.judge
        before, now = Ground(self.state, judge.side), Ground(after, judge.side)
        hand = after.hands[judge.holder] & judge.hand
        great = 0
        for mask in after.legends:
            great |= mask
        cards = [card for each, card in judge.beings.items() if hand >> each & 1]
        cards += [card for each, card in judge.great.items() if great >> each & 1]
        found: Found = []
        for card in cards:
            was, steps = steps_lacking(card, before), steps_lacking(card, now)
            name = card_name(card.number, card.name)
            if steps == 0:
                found.append((0.3 * card_power(card) + 0.3 * (was > 0), _hint("ready", card=name)))
            elif steps == 1 and was > 1:
                found.append((0.3 * card_power(card), _hint("one_lacking", card=name)))
        return found

    def _tasks(self, after: State) -> Found:
        found: Found = []
        tasks = box().tasks
        side = self.judge.side
        for task, (mine, theirs) in self.steps.items():
            if task not in after.tasks:
                continue
            now, then = count_steps(after, task, side), count_steps(after, task, 1 - side)
            points = tasks[task].points
            if now < mine and now <= NEAR_TASK:
                name = "task_held" if now <= 0 and fulfils(after, task, side) else "task_near"
                found.append((0.4 + 0.2 * points, _hint(name, task=task_name(task))))
            if theirs < then and theirs <= NEAR_TASK and then < FAR:
                found.append((0.35 + 0.2 * points, _hint("task_hindered", task=task_name(task))))
        return found

    def _find_blocks(self, after: State) -> Found:
        """Rivals' patterns that fitted and do so no longer."""
        found: Found = []
        for rival, before in zip(self.rivals, self.fitting, strict=True):
            now = _fitting(after, rival)
            fewer = before - now
            if before > 0 and fewer >= 0.1 * before and fewer > 0.15:
                name = "blocks_all" if now < 0.05 else "blocks"
                found.append((0.4 + min(0.8, fewer), _hint(name, player={"seat": rival.seat})))
        return found


def _is_of_turn(event: Event) -> bool:
    """Whether an event is no beginning of another turn."""
    return event.kind != "turn_begins"


def _fitting(state: State, rival: Rival) -> float:
    """Return the expected number of a rival's cards that it could summon now."""
    ground = Ground(state, rival.side)
    return sum(chance for chance, card in rival.cards if lacking(card, ground)[0])


def _hint(name: str, **params: object) -> Message:
    return Message(f"tash_kalar.hint.{name}", params)


# Tells a turn of Tash-Kalar: pieces placed, cards summoned with what their effects did, tasks claimed, and whatever
# happens by the rules of expansions.
#
# Every event of an expansion is a part of its own. What an effect does to pieces belongs to the part that the effect
# has begun with, whatever of an expansion has happened meanwhile; a thaw begins an effect itself.

_BASE = f"{DOMAIN}.turn"
_CHANGES = {"destroyed": "destroys", "converted": "converts", "upgraded": "upgrades", "downgraded": "downgrades",
            "put": "puts", "taken_up": "picks_up"}  # fmt: skip
"""Text of what an effect does to the piece on a square, by kind of event."""


def describe_turn(decided: Sequence[Decided], seat: int) -> list[TurnPart]:
    """Return the parts of a seat's turn, in order; ``decided``: its actions with their events."""
    parts: list[TurnPart] = []
    taken: list[Event] = []
    """Own pieces picked up for want of others, before what is then placed; for a being they are picked up with it."""
    shot = source = -1
    for number, (action, events) in enumerate(decided, 1):
        kind = decode(action).kind
        for event in events:
            owner = find_owner(event)
            line = describe(event) if owner is not None else None
            if event.data.get("seat", seat if owner else None) != seat:
                continue
            if event.seats is not None and seat not in event.seats:
                continue
            if owner is not None and line is not None:
                own = event.kind in owner.turn_texts
                said = Message(f"{owner.code}.turn.{event.kind}", line.params) if own else line
                square = event.data.get("square")
                parts.append(TurnPart(said, places=() if square is None else (square,), decisions=number))
                if source < 0 or (kind is Kind.USE and event is events[0]):
                    source, shot = len(parts) - 1, -1
                continue
            begun = _begin_part(kind, event)
            if begun is not None:
                source = len(parts)
                parts.append(TurnPart(begun[0], places=begun[1], decisions=number))
                for one in taken:
                    parts[-1] = _continue_part(parts[-1], one, -1, number)
                shot, taken = -1, []
            elif event.kind == "taken_up" and kind is Kind.PICK and events[0].kind == "taken_up":
                taken.append(event)
            elif event.kind == "shot":
                shot = event.data["square"]
            elif parts:
                parts[source] = _continue_part(parts[source], event, shot, number)
    for at in range(1, len(parts)):  # what happened within the effect of a part is seen when that is complete
        parts[at] = replace(parts[at], decisions=max(parts[at].decisions, parts[at - 1].decisions))
    return parts


def _begin_part(kind: Kind, event: Event) -> tuple[Message, tuple[int, ...]] | None:
    """Return the sentence and squares of a new part; None if the event belongs to the part before."""
    data = event.data
    if event.kind == "put" and kind is Kind.PLACE:
        return place_message(f"{_BASE}.placed", square_name(data["square"])), (data["square"],)
    if event.kind == "summoned":
        card = card_name(data["card"], data.get("name", ""))
        return Message(f"{_BASE}.summoned", {"card": card, "square": square_name(data["square"])}), (data["square"],)
    if event.kind == "flare_played":
        return Message(f"{_BASE}.flare"), ()
    if event.kind == "discarded":
        return Message(f"{_BASE}.discarded", {"card": card_name(data["card"], data.get("name", ""))}), ()
    if event.kind == "claimed":
        return Message(f"{_BASE}.claimed", {"task": task_name(data["task"])}), ()
    return (Message(f"{_BASE}.surrendered"), ()) if event.kind == "surrendered" else None


def _continue_part(part: TurnPart, event: Event, shot: int, number: int) -> TurnPart:
    """Add what an event tells to the part that it belongs to."""
    data: Any = event.data
    if event.kind == "moved":
        way = (data["from"], data["to"])
        said = Message(f"{_BASE}.moves", {"origin": square_name(way[0]), "target": square_name(way[1])})
        return add_effect(part, said, number, moves=(way,))
    if event.kind == "actions_gained":
        return add_effect(part, Message(f"{_BASE}.gains", {"n": data["actions"]}), number)
    if event.kind in _CHANGES:
        square = data["square"]
        if event.kind == "put" and data["colour"] != data["side"]:
            name = "becomes_enemy" if square in part.places else "puts_enemy"
            return add_effect(part, place_message(f"{_BASE}.{name}", square_name(square)), number, places=(square,))
        if event.kind in ("put", "taken_up") and square in part.places:
            return add_effect(part, None, number)  # the being itself
        own = event.kind == "destroyed" and data["colour"] == data["side"]
        if own and square in part.places and all(one.id == f"{_BASE}.picks_up" for one in part.effects):
            return add_effect(part, None, number)  # the player's piece that made room for it
        said = place_message(f"{_BASE}.{_CHANGES[event.kind]}", square_name(square))
        if event.kind not in ("destroyed", "converted", "taken_up"):
            return add_effect(part, said, number, places=(square,))
        arrows = ((shot, square),) if shot >= 0 else ()
        return add_effect(part, said, number, lost=(square,), moves=arrows)
    return add_effect(part, None, number)


@dataclass(slots=True)
class PatternTurn:
    """A turn in which ``cards`` could be summoned, first after ``first`` decisions; ``summoned``: whether one was."""

    first: int
    cards: set[int] = field(default_factory=set)
    summoned: bool = False


def facts(known: FactContext, seat: int) -> list[Fact]:
    """Return facts about turns in which a pattern was complete: how many, and those in which nothing was summoned.

    A turn counts if at any of its decisions, with an action left, a being or legend in hand could have been summoned.
    """
    turns = list_turns(known.course, seat)
    if not turns:
        return [fact(DOMAIN, "none")]
    missed = [one for one in turns if not one.summoned]
    if not missed:
        return [fact(DOMAIN, "always", n=len(turns))]
    found = [fact(DOMAIN, "stood", n=len(turns), missed=len(missed))]
    often = Counter(card for one in missed for card in one.cards)
    cards = sorted(often, key=lambda card: (-often[card], card))[:MOST_CARDS]
    state = known.course.positions[0].state
    found.append(fact(DOMAIN, "cards", missed[0].first, cards={"list": [_name(state, card) for card in cards]}))
    return found


def list_turns(course: History, seat: int) -> list[PatternTurn]:
    """Return the turns of a seat in which a pattern was complete, in order."""
    found: list[PatternTurn] = []
    now: PatternTurn | None = None
    number = 0
    for at, entry in enumerate(course.entries):
        state: State = course.positions[at].state
        if state.turn != number:
            number, now = state.turn, None
        if entry.seat != seat or state.active != seat or state.phase != MAIN:
            continue
        cards = {action - SUMMON for action in RULES.legal(state, seat) if _summons(action)}
        if not cards and now is None:
            continue
        if now is None:
            now = PatternTurn(course.base + at)
            found.append(now)
        now.cards |= cards
        now.summoned |= _summons(entry.action)
    return found


def _summons(action: int) -> bool:
    return SUMMON <= action < DISCARD


def _name(state: State, card: int) -> Any:
    shown = state.book.card(card)
    return card_name(shown.number, shown.name)
