"""The five levels of Tash-Kalar.

first evening  one step ahead, looking at its own pieces and cards that are ready: not at tasks that come nearer, nor
         at what the others have or want;
novice   one step ahead, with an eye for its own pieces and for cards that are ready;
skilled  plans the whole own turn, every step of the effects included, and values where it leads to;
expert   plans several times as widely, and minds which tasks the others come close to; between two it judges the
         best ends of its turn by how sure they make the game, in a Melee of four by the chance to win;
grandmaster  plans twice as widely again, and plays the game on: the rival's answer and its own next turn.

All of them see a view only. What it hides is drawn by ``determinize``; cards that would be drawn during a plan are
only counted. How long they think is counted in positions, never in seconds: the same view and seed give the same
answer everywhere. In the middle of a turn the rest of it is planned anew in the same way.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ai.character import NOTHING, Amounts
from ai.decision import Considered, Decision, Player, decide_at_random, decide_best, force_decision, make_decision
from ai.levels import LEVELS
from ai.opponent_registry import Aim, AimRules, AnalysisProfile
from ai.tash_kalar import melee_value
from ai.tash_kalar.duel_value import evaluate_turn_end, sureness
from ai.tash_kalar.evaluate import Evaluator, find_weights
from ai.tash_kalar.pattern_distance import count_steps
from ai.tash_kalar.planning import FOOLISH, NEVER, Breadth, Plan, Planner, choose_greedy, gains
from ai.tash_kalar.playouts import search_replies
from ai.tash_kalar.reasons import Reasons, describe_turn
from ai.tash_kalar.win_probability import EVALUATOR as EVALUATOR, play_on_quickly
from engine.chance import SeededChance
from engine.contract import JSON, Chance, Event, View
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import LEGENDARY, Card
from games.tash_kalar.effect_compiler import OPS
from games.tash_kalar.maps import NEAR, SIZE, bits, to_column_row
from games.tash_kalar.messages import card_name, rank_name, square_name, task_name
from games.tash_kalar.moves import RANKS, Kind, Move, decode
from games.tash_kalar.scoring import count_destruction_points, score
from games.tash_kalar.state import (
    DUEL,
    MAIN,
    MELEE,
    OVER,
    START,
    State,
    find_man,
    find_occupied_squares,
    get_side,
    members,
    open_tasks,
    own_mask,
)

# What each choice in Tash-Kalar brings of the terms that characters lean towards (see ``ai.character``).

SLACK = {"first_evening": 0.03, "novice": 0.3, "skilled": 0.25, "expert": 0.1, "grandmaster": 0.15}
"""Points a character gives up for its leanings, by level. Few for First evening, whose choices are near each other by
chance; more cost experts strength (``measurements/characters.jsonl``, ``design_choices.jsonl``)."""
FIRST_ROUNDS = 3
IN_FIRST_ROUNDS = {"grandmaster": 2.0}
"""Factor in the first rounds. A grandmaster tells squares so finely apart that its leanings hardly
showed there: with 0.15 who loves great things chose 0.17 more of them than its level did (± 0.23; 120 openings)."""
_HARM = {OPS.index(name) for name in ("destroy", "convert", "shoot", "downgrade")}
_MAKE = {OPS.index(name) for name in ("upgrade", "place", "draw", "gain")}
_MIDDLE = (SIZE + 1) // 2
_GREAT = (-0.5, 0.4, 1.5)
"""Of a common, heroic, legendary being."""


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Return the points that may be given up for a leaning; another number in the first rounds."""
        return SLACK[level] * (IN_FIRST_ROUNDS.get(level, 1.0) if view["round"] <= FIRST_ROUNDS else 1.0)

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Return the terms of every action: beings by rank and effect, pieces by their neighbours, targets by owner."""
        state = RULES.determinize(view, SeededChance(0))
        side = get_side(state, seat)
        own = own_mask(state, side)
        theirs, scores = find_occupied_squares(state) ^ own, view["scores"]
        ahead = max((other for other in range(len(scores)) if other != side), key=lambda other: float(scores[other]))
        return [_rate_move(state, decode(action), own, theirs, ahead) for action in legal]


def _rate_move(state: State, move: Move, own: int, theirs: int, ahead: int) -> Amounts:
    if move.kind == Kind.TASK:
        return {"sets": 1.0}
    if move.kind == Kind.SQUARE:
        return _target(state, move.square, own, theirs, ahead)
    if move.kind == Kind.PLACE:
        with_own = (NEAR[move.square] & own).bit_count()
        with_theirs = (NEAR[move.square] & theirs).bit_count()
        off = max(abs(number - _MIDDLE) for number in to_column_row(move.square))
        return {
            "risk": 0.5 * min(2, with_theirs) - 0.3,
            "sets": 0.4 * min(3, with_own) - 0.4,
            "greatness": 0.2 - 0.1 * off,
            "thrift": 0.3 * off - 0.6,
            "raids": 0.3 * min(2, with_theirs) - 0.3 * min(2, with_own),
        }
    if move.kind == Kind.SUMMON:
        return _summoning(state.book.card(move.card))
    if move.kind == Kind.DISCARD:
        return {"thrift": -0.6, "sets": -0.6, "risk": 0.6}
    if move.kind == Kind.FLARE:
        return {"thrift": -1.0, "risk": 0.4, "leader": 0.6}
    return NOTHING


def _target(state: State, square: int, own: int, theirs: int, ahead: int) -> Amounts:
    bit = 1 << square
    if theirs & bit:
        colour, rank = divmod(find_man(state, square), RANKS)
        return {"raids": 1.0, "leader": 0.8 if colour == ahead else -0.4, "greatness": 0.5 * rank}
    if own & bit:
        return {"raids": -0.3}
    near = (NEAR[square] & theirs).bit_count()
    return {"risk": 0.4 * min(2, near) - 0.3, "sets": 0.3 * min(3, (NEAR[square] & own).bit_count()) - 0.3}


def _summoning(card: Card) -> Amounts:
    ops = {step.op for step in card.program}
    return {
        "greatness": _GREAT[card.rank],
        "raids": 0.8 * bool(ops & _HARM) - 0.8 * bool(ops & _MAKE),
        "thrift": -0.2,
        "leader": 0.5 * bool(ops & _HARM),
    }


STYLE_BIAS = _StyleBias()


SKILLED = Breadth(turn=2, steps=2, ends=6, kept=1, squares=5)
EXPERT = Breadth(turn=10, steps=15, ends=40, kept=4, squares=30, closing=30)
GRANDMASTER = Breadth(turn=20, steps=20, ends=60, kept=6, squares=69, closing=100)
EXPERT_OF_MORE = Breadth(turn=10, steps=7, ends=20, kept=4, squares=30, closing=20)
GRANDMASTER_OF_MORE = Breadth(turn=16, steps=10, ends=30, kept=6, squares=60, closing=40)
"""With more than two seats more pieces stand in the arena: an effect has more steps to choose from, and a decision
would take three seconds."""
ROUGH = 1.0
"""First evening: points by which a move may look better than it is."""


NO_WEIGHTS = (0.0, 0.0, 0.0)
ROOM = 0.02
"""Points by which squares that are worth the same otherwise are told apart."""
PROMISING = 60
"""Ends of the turn that are judged by what they promise both sides; the grandmaster's are twice as many."""
ANSWERED = 6
"""Actions of the grandmaster, the best ones, after which the game is played on."""
LOOKED_AT = 72_000
"""Positions that a decision of the grandmaster takes at most, about, its own plan and how the game goes on together:
three seconds. A crowded board would take 150,000."""
CLOSE = 0.15
"""Those of them that are behind by no more, in spreads of the final lead: a twentieth of a chance to win."""
QUICK = 0.3
"""What the quick judge weighs next to that: it sees the next turns better, the other one the end of the game."""
BEHIND = 5.0
"""Points that a plan may be behind the best and still be judged so."""
BEHIND_AMONG_SEVERAL = 4.0
"""The same in a Melee."""
EVEN, LATE = 0.3, 0.35
"""Melee: how much a point of the quick judge's moves the logarithm of the odds at the beginning, and how much more
until the end: by positions of the games that the chances are fitted to."""
EXPLAINED = 8
"""Actions, the best ones, whose reasons are looked for in what follows."""


def first_evening(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide by the best position after one step, ignoring rivals' pieces and tasks that are not met yet."""
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return decide_at_random(legal, chance)
    weights = find_weights(state.form)
    near = replace(weights, theirs=NO_WEIGHTS, theirs_near=0.0, nearing=0.0, drive=(weights.drive[0], 0.0, 0.0, 0.0))
    values = gains(state, Evaluator(state, seat, near), legal, chance)
    if state.phase == MAIN:
        for index in range(len(legal)):
            values[index] += ROUGH * chance.below(1000) / 1000
    return decide_best(legal, values)


def take_carelessly(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Place a piece at random; choose anything else at random too."""
    kept = [action for action in legal if action not in NEVER]
    pieces = [each for each in kept if act.PLACE <= each < act.SUMMON] if view["phase"] == "main" else []
    return _pick(legal, pieces or kept or legal, chance)


def _pick(legal: Sequence[int], among: Sequence[int], chance: Chance) -> Decision:
    """Return a decision with an action drawn from ``among``; the other legal ones are considered with weight 0."""
    weights = [float(action in among) / len(among) for action in legal]
    return make_decision(legal, weights, [0.0] * len(legal), legal.index(chance.draw(among)))


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Take the action with the best position after one step."""
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return decide_at_random(legal, chance)
    return decide_best(legal, gains(state, _judge(state, seat), legal, chance))


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Plan the whole turn and take its first action."""
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return decide_at_random(legal, chance)
    judge = Evaluator(state, seat, replace(find_weights(state.form), theirs_near=0.0))
    plans = Planner(state, judge, SKILLED).plans()
    return decide_best(legal, _values(legal, {plan.action: plan.value for plan in plans}))


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Plan the whole turn with a wide search that considers the others' tasks; give reasons."""
    breadth = EXPERT if view["seats"] == 2 else EXPERT_OF_MORE
    return _expert(view, seat, legal, chance, breadth, PROMISING, 0)


def grandmaster(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Plan the whole turn twice as widely as the expert, and play on after the best plans."""
    breadth = GRANDMASTER if view["seats"] == 2 else GRANDMASTER_OF_MORE
    return _expert(view, seat, legal, chance, breadth, 2 * PROMISING, LOOKED_AT)


def _expert(
    view: View, seat: int, legal: Sequence[int], chance: Chance, breadth: Breadth, promising: int, most: int
) -> Decision:
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return _alike(legal, state, seat, chance)
    judge = Evaluator(state, seat, replace(find_weights(state.form), room=ROOM))
    planner = Planner(state, judge, breadth)
    plans = {plan.action: plan for plan in planner.plans()}
    if state.seats == 2:
        plans |= _promising(planner.best_ends(promising), plans, judge, chance, most - planner.looked)
    elif state.form == MELEE and state.final < 0 and melee_value.is_fitted(state.seats):
        plans |= _likely(planner.best_ends(promising * 2 // 3), plans, judge)
    decision = decide_best(legal, _values(legal, {action: plan.value for action, plan in plans.items()}))
    reasons = Reasons(state, judge)
    told = []
    for number, one in enumerate(decision.considered):
        plan, thorough = plans.get(one.action), number < EXPLAINED
        line = plan.steps if plan is not None and thorough else ()
        told.append(replace(one, reasons=reasons.explain(one.action, plan, thorough), line=line))
    return Decision(decision.action, told)


def _promising(
    ends: Sequence[Plan], plans: Mapping[int, Plan], judge: Evaluator, chance: Chance, room: int
) -> dict[int, Plan]:
    """Return the best plans by how sure a win is after the turn, and the others no better than these; {} without a
    choice.

    ``room``: positions that may be searched to play on after the best ends, 0 for no further play.
    """
    ends = [plan for plan in ends if plan.value > ends[0].value - BEHIND]
    if len({plan.action for plan in ends}) < 2:
        return {}
    found = [sureness(plan.state, judge) for plan in ends]
    off = 1.0 if ends[0].state.phase == OVER else evaluate_turn_end(ends[0].state, judge)[1]
    known = _best_of_each(ends, [(sure - found[0]) * off for sure in found])
    if room > 0:
        _follow(known, ends[0].value - found[0] * off, off, judge, chance, room)
    return _add_others(known, plans)


def _best_of_each(ends: Sequence[Plan], further: Sequence[float]) -> dict[int, Plan]:
    """Return the best plan for each first action; ``further``: points by which each end is better than the first
    one."""
    known: dict[int, Plan] = {}
    for plan, more in zip(ends, further, strict=True):
        value = QUICK * plan.value + (1 - QUICK) * (ends[0].value + more)
        if plan.action not in known or value > known[plan.action].value:
            known[plan.action] = Plan(value, plan.steps, plan.state, plan.whole)
    return known


def _add_others(known: dict[int, Plan], plans: Mapping[int, Plan]) -> dict[int, Plan]:
    """Return ``known`` with the other plans added, none better than the worst known one."""
    least = min(plan.value for plan in known.values())
    for action, plan in plans.items():
        if action not in known:
            known[action] = Plan(min(plan.value, least), plan.steps, plan.state, plan.whole)
    return known


def _likely(ends: Sequence[Plan], plans: Mapping[int, Plan], judge: Evaluator) -> dict[int, Plan]:
    """Return, in a Melee, the best plans by win probability after the turn, and the others no better than these.

    {} without a choice, and if the best one brings about the last turns.
    """
    ends = [plan for plan in ends if plan.state.phase != OVER and plan.value > ends[0].value - BEHIND_AMONG_SEVERAL]
    if len({plan.action for plan in ends}) < 2 or ends[0].state.final >= 0:
        return {}
    point = EVEN + LATE * melee_value.measure_progress(ends[0].state)
    found = [melee_value.evaluate_turn_end(plan.state, judge) for plan in ends]
    return _add_others(_best_of_each(ends, [(ahead - found[0]) / point for ahead in found]), plans)


def _follow(known: dict[int, Plan], level: float, off: float, judge: Evaluator, chance: Chance, room: int) -> None:
    """Update the best plans, if they are close to each other, by how the game goes on after them.

    ``level``: points of a position in which nobody is ahead. A change common to all of them does not lower them against
    the others.
    """
    best = sorted(known.values(), key=lambda plan: -plan.value)[:ANSWERED]
    best = [plan for plan in best if plan.value > best[0].value - CLOSE * off]
    if len(best) < 2:
        return
    found = search_replies(best, [(plan.value - (1 - QUICK) * level) / off for plan in best], judge, chance, room)
    top = best[0].value - max(found) * off
    for plan, sure in zip(best, found, strict=True):
        plan.value = top + sure * off


def _judge(state: State, seat: int) -> Evaluator:
    return Evaluator(state, seat, find_weights(state.form))


def _values(legal: Sequence[int], found: Mapping[int, float]) -> list[float]:
    lowest = min(found.values())
    return [found.get(action, lowest + FOOLISH) for action in legal]


def _alike(legal: Sequence[int], state: State, seat: int, chance: Chance) -> Decision:
    """The first pieces: any square does."""
    reasons = Reasons(state, _judge(state, seat))
    decision = decide_at_random(legal, chance)
    told = [
        Considered(one.action, one.weight, one.value, reasons.explain(one.action, None)) for one in decision.considered
    ]
    return Decision(decision.action, told)


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Choose a sensible step from the view alone, in well under a millisecond."""
    return force_decision(choose_greedy(view, legal))


def count_points(state: State, seat: int) -> float:
    """Return the points of a seat's side as they stand, with those for what it has destroyed this turn."""
    side = get_side(state, seat)
    if state.form != DUEL or state.phase == OVER:
        return score(state, side)
    return score(state, side) + (count_destruction_points(state, 1 - side) if state.active == seat else 0)


POINTS = count_points
"""Points as they stand."""
ANALYSIS = AnalysisProfile(
    level="novice", play_on=play_on_quickly, pairs=48, budget=576.0, planned=True, every=1.0, trust=0.85, spread=0.13,
    error=0.11, half_width=0.08, thin=True,
    events=("put", "summoned", "destroyed", "upgraded", "flare_played", "claimed", "extra_turn", "discarded"),
    describe_turn=describe_turn, follow=(0.4, 0.8),
    point_terms=("points", "others", "points_and_legends"),
    term_groups=(
        ("points_and_legends", ("points", "legendary")),
        ("to_summon", ("ready", "near", "far", "summon", "summon_next")),
    ),
)  # fmt: skip
"""How its analysis plays on: six turns of quick play-outs, since whole games take too long.

``trust``, ``spread`` and ``error`` come from turns that were played on to the end (``measurements/moments.jsonl``): the
first look at the ends of both turns tells little of the true loss, so the turns that follow count nearly alone. What
the judge says after them is off by ``error`` in an even game and by a sixth of it in one that is nearly decided.

The curve follows the evaluation slowly: its errors of one turn are not those of the next
(``measurements/analysis.jsonl``).
"""
GAME_FACTS = "ai.tash_kalar.reasons"
"""Who knows what else there is to say of a finished game (``ai.analysis.game_facts``)."""
PLAYERS: Mapping[str, Player] = dict(zip(LEVELS, (first_evening, novice, skilled, expert, grandmaster), strict=True))
"""The players by level."""
CARELESS = take_carelessly
"""What levels do that do not look (``ai.algorithms.skill``)."""


# What turns of Tash-Kalar are for: tasks, beings, pieces that fall, rise or stand, and tasks that rivals want.

WORTH = {
    "task": 3.0, "legend": 2.0, "deny": 1.5, "convert": 1.2, "destroy": 1.0, "upgrade": 0.9, "points": 0.8, "near": 0.7,
    "summon": 0.6, "save": 0.4, "stand": 0.2,
}  # fmt: skip
DRAWN = ("drawn_beings", "drawn_legends", "drawn_flares")
"""Events that tell a seat alone what it has drawn."""
NEAR_TASK = 2
"""Steps from which on a task is near."""


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield the aims of a seat's side that came true between two positions."""
    side = get_side(before, seat)
    own = members(before, side)
    claimed = set()
    for event in events:
        data = event.data
        if event.kind == "claimed":
            claimed.add((data["side"], data["task"]))
            if data["side"] == side:
                yield "task", data["task"]
        if data.get("seat") not in own:
            continue
        if event.kind == "destroyed" and data["colour"] != side:
            yield "destroy", data["rank"], data["colour"]
        elif event.kind == "converted":
            yield ("convert",)
        elif event.kind == "upgraded" and data["colour"] == side:
            yield ("upgrade",)
        elif event.kind == "summoned":
            great = before.book.card(data["card"]).rank == LEGENDARY
            yield "legend" if great else "summon", data["card"]
        elif event.kind == "points" and data["cause"] == "destroyed":
            yield ("points",)
    for task in open_tasks(before):
        if task in after.tasks and count_steps(after, task, side) < min(NEAR_TASK + 1, count_steps(before, task, side)):
            yield "near", task
        for rival in range(len(before.men) // 3):
            if rival != side and (rival, task) not in claimed and count_steps(before, task, rival) <= NEAR_TASK:
                yield "deny", task, rival
    had, have = (0, 0)
    for rank in range(3):
        had |= before.men[3 * side + rank]
        have |= after.men[3 * side + rank]
    yield from (("save" if had >> square & 1 else "stand", square) for square in bits(have))


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the name of the aim's task, being, rank or square as a parameter."""
    if kind in ("task", "near", "deny"):
        return {"task": task_name(number)}
    if kind in ("summon", "legend"):
        return {"card": card_name(number, state.book.card(number).name)}
    return {"rank": rank_name(number)} if kind == "destroy" else {"square": square_name(number)}


AIMS = AimRules(WORTH, find_aims, name_subject, by_chance=DRAWN)
"""What turns are for (``ai.aims``)."""
