"""Why a seat played a turn: what it was after, and what it passed over, from play-outs alone.

An aim is an event that can be checked: a region is held, a task claimed, a card kept. The turn and the choice that it
passed over are carried out in positions that fit a view, and played on with the same chance to the end of the next
turn of their owner; each game says what has come true by then (``AIMS`` of its opponents, :class:`AimRules`). What
happens nearly always after the turn, and clearly less often after the other choice, is what the turn was for. No
opponent is asked what it thinks, so nothing is told that a view does not hold.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ai.algorithms.confidence_intervals import mean_and_error
from ai.algorithms.heartbeat import beat
from ai.choose import think
from ai.decision import NOISE, ReasonKind, TurnReason
from ai.levels import MASTER
from ai.opponent_registry import Aim, AimRules, find_analysis_profile, find_opponents, quick_choice
from ai.win_probability import chances, sum_own_side
from ai.workers.advice import carry_out_turn
from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import Event, Message, Rules, View
from games.event_texts import TurnPart

PAIRS = 24
"""Positions in which both choices are played on."""
LEAST_PAIRS = 6
"""Fewer positions that fit tell nothing."""
TRIES = 600
"""Positions that are drawn at most to find those in which the turn was possible."""
HAPPENS = 0.7
"""Part of the play-outs in which an aim comes true at least."""
CLEAR, MORE = 0.12, 0.2
"""How much more often than that it has to come true in the few play-outs looked at, and how much more often than after
the other choice, for both to be so in general."""
SURE, SURER = 1.96, 2.6
"""Standard errors within which two choices are equal, and from which on a turn may be called a mistake."""
MISTAKE = 0.04
"""Loss of chance to win from which on a turn is called a mistake: quick play-outs make less of a plan."""
OWN_TURNS = 2
"""Turns of the owner within which an aim comes true: the one that is explained and the next."""
LONGEST = 400
"""Decisions of a play-out at most."""
MOST_TRIED = 6
"""How many choices are tried at most, best first, until one leads to another turn: the one that was passed over."""


class Explained(NamedTuple):
    """Why a turn was played, the aim named in ``reason`` (None: no aim), and the line that was passed over."""

    reason: TurnReason
    aim: Aim | None = None
    line: tuple[int, ...] = ()


class _Ends(NamedTuple):
    """Of the play-outs of one line: in how many each aim came true, and the win probability at the end of each."""

    aims: Counter[Aim]
    chances: list[float]


def explain_turn(game: str, view: View, seat: int, line: Sequence[int], seed: int, pairs: int = PAIRS) -> Explained:
    """Return why ``seat`` played ``line`` (its actions in a turn), by ``pairs`` play-outs of it and of another choice.

    ``view``: what the seat that asks knew before the line. Deterministic. Raises ``UnknownGame``.
    """
    rules, wanted = registry.rules(game), find_opponents(game).aims
    states = draw_fitting(rules, view, seat, line, mix(seed, "fits"), pairs)
    if wanted is None or len(states) < min(LEAST_PAIRS, pairs):
        return Explained(TurnReason("later"))
    legal = [set(rules.legal(state, seat)) for state in states]
    if len(legal[0]) == 1:
        return Explained(TurnReason("only"))
    everywhere = set.intersection(*legal)
    found = _find_alternative(
        game, wanted, states[0], seat, line, everywhere - set(rules.resignations), mix(seed, "other")
    )
    if found is None:
        if len(everywhere) == len(legal[0]):
            return Explained(TurnReason("only"))
        return _explain_alone(game, wanted, states, seat, line, mix(seed, "on"))
    other, parts, name = found
    count = len(states)
    played, left = (_play_on(game, wanted, states, seat, [one] * count, mix(seed, "on")) for one in (line, other))
    gain, error = mean_and_error([one - two for one, two in zip(played.chances, left.chances, strict=True)])
    wrong, clear = -gain > max(MISTAKE, SURER * error), gain > max(NOISE, SURE * error)
    best = (other if wrong else tuple(line))[0]
    aim = _choose_aim(wanted, *((left, played) if wrong else (played, left)), states, best)
    kinds: tuple[ReasonKind, ReasonKind] = (
        ("mistake", "worse") if wrong else ("better", "worth") if clear else ("even", "alike")
    )
    (win, spread), (less, margin) = (mean_and_error(one.chances) for one in (played, left))
    wins, margins = (win, less), (SURE * spread, SURE * margin)
    if aim is None:
        return Explained(TurnReason(kinds[1], None, name, other[0], parts, wins, margins), None, other)
    said, victim = _say_aim(game, wanted, states[0], aim)
    shares = played.aims[aim] / count, left.aims[aim] / count
    return Explained(TurnReason(kinds[0], said, name, other[0], parts, wins, margins, shares, victim), aim, other)


def _explain_alone(
    game: str, wanted: AimRules, states: Sequence[Any], seat: int, line: Sequence[int], seed: int
) -> Explained:
    """Explain a turn if the other choices in it are hidden from the view: other choices in all determinizations stand
    for the one passed over; neither they nor a card of the hand are named."""
    others = [choose_other(game, state, seat, line[0], mix(seed, "else")) for state in states]
    played, left = (_play_on(game, wanted, states, seat, lines, seed) for lines in ([line] * len(states), others))
    aim = _choose_aim(wanted, played, left, states, line[0], wanted.of_hand)
    if aim is None:
        return Explained(TurnReason("later"))
    said, victim = _say_aim(game, wanted, states[0], aim)
    shares = played.aims[aim] / len(states), left.aims[aim] / len(states)
    return Explained(TurnReason("better", said, shares=shares, threatens=victim), aim)


def choose_other(game: str, state: Any, seat: int, action: int, seed: int) -> tuple[int, ...]:
    """Return a quick choice other than ``action``, as a line of one action; ``action`` itself if there is no other."""
    rules = registry.rules(game)
    legal = [one for one in rules.legal(state, seat) if one != action and one not in rules.resignations]
    return (quick_choice(game, rules.view(state, seat), seat, legal or [action], seed).action,)


def _say_aim(game: str, wanted: AimRules, state: Any, aim: Aim) -> tuple[Message, int]:
    """Return an aim in words, as an infinitive, and the seat that loses by it, -1 for none."""
    kind, *about = aim
    params = dict(wanted.name_subject(state, kind, about[0])) if about else {}
    if len(about) > 1:
        params["player"] = {"seat": about[1]}
    return Message(f"{game}.aim.{kind}", params), int(aim[2]) if len(aim) > 2 else -1


def draw_fitting(rules: Rules[Any], view: View, seat: int, line: Sequence[int], seed: int, most: int) -> list[Any]:
    """Return up to ``most`` determinizations of ``view`` in which the seat can legally play ``line`` (checked until
    chance interrupts it)."""
    found: list[Any] = []
    for number in range(TRIES):
        if len(found) == most or (number == TRIES // 4 and not found):
            break
        beat()
        chance = SeededChance(mix(seed, number))
        state = rules.determinize(view, chance)
        if _can_play(rules, state, seat, line):
            found.append(state)
    return found


def _can_play(rules: Rules[Any], state: Any, seat: int, line: Sequence[int]) -> bool:
    """Whether a seat can legally begin with the first action of a line and continue with the others."""
    if seat not in rules.to_act(state) or line[0] not in rules.legal(state, seat):
        return False
    if rules.to_act(state) != (seat,) or len(line) == 1:
        return True
    twin, chance = rules.clone(state), LoggedChance(SeededChance(1))
    for action in line:
        if rules.to_act(twin) != (seat,) or action not in rules.legal(twin, seat):
            return bool(chance.take())
        rules.apply(twin, seat, action, chance)
    return True


def _find_alternative(
    game: str, wanted: AimRules, state: Any, seat: int, line: Sequence[int], legal: set[int], seed: int
) -> tuple[tuple[int, ...], tuple[TurnPart, ...], Message] | None:
    """Return the Master's best turn other than ``line``: its actions, its parts and its name; None if there is none."""
    rules = registry.rules(game)
    found = think(game, rules.view(state, seat), seat, rules.legal(state, seat), MASTER, seed)
    own = {repr(part.key) for part in _play_line(game, state, seat, line, seed)[1]}
    considered = sorted(found.considered, key=lambda one: (-one.weight, -one.value, one.action))
    for one in [one for one in considered if one.action in legal and one.action != line[0]][:MOST_TRIED]:
        other, parts = _play_line(game, state, seat, one.line or (one.action,), seed)
        new = [part for part in parts if repr(part.key) not in own]
        if parts and not new and {repr(part.key) for part in parts} == own:
            continue
        own_name = wanted.name_choice(state, one.action) if wanted.name_choice is not None else None
        told = [part.said for part in new or parts if not part.drawn]
        name = own_name or next(iter(told), None) or rules.describe(one.action)
        if name is not None:
            return other, tuple(new), name
    return None


def _play_line(
    game: str, state: Any, seat: int, line: Sequence[int], seed: int
) -> tuple[tuple[int, ...], list[TurnPart]]:
    """Return a line that the Master continues to the end of the turn or until dice decide, and its turn parts."""
    rules, profile = registry.rules(game), find_analysis_profile(game)
    if rules.to_act(state) != (seat,):
        return tuple(line[:1]), []
    decided, _ = carry_out_turn(game, state, seat, line, LoggedChance(SeededChance(1)), seed, profile.planned)
    parts = profile.describe_turn(decided, seat) if profile.describe_turn is not None else []
    return tuple([action for action, _ in decided]), parts


def _play_on(
    game: str, wanted: AimRules, states: Sequence[Any], seat: int, lines: Sequence[Sequence[int]], seed: int
) -> _Ends:
    """Play each line in its position to the end of the seat's next turn with quick choices; count the aims that came
    true."""
    found = _Ends(Counter(), [])
    for number, (state, line) in enumerate(zip(states, lines, strict=True)):
        end, events = play_line_on(game, state, seat, line, mix(seed, number))
        found.aims.update(set(wanted.find(state, end, events, seat)))
        found.chances.append(sum_own_side(game, end, seat, chances(game, end)))
    return found


def play_line_on(game: str, state: Any, seat: int, line: Sequence[int], seed: int) -> tuple[Any, list[Event]]:
    """Play a line in a copy of ``state``, then quick choices to the end of the next turn of ``seat``; return the final
    position and all events."""
    rules, chance, events = registry.rules(game), SeededChance(mix(seed, "chance")), list[Event]()
    twin, rest = rules.clone(state), list(line)
    last: tuple[int, ...] = ()
    turns = 0
    for step in range(LONGEST):
        owing = rules.to_act(twin)
        together = len(owing) > 1
        if seat in owing and (together or seat not in last):
            turns += 1
        over = turns == OWN_TURNS and seat not in owing and len(last) == 1
        if not owing or turns > OWN_TURNS or over:
            break
        beat()
        answers = []
        for one in owing:
            legal = rules.legal(twin, one)
            if one == seat and rest and rest[0] in legal:
                answers.append((one, rest.pop(0)))
                continue
            rest = [] if one == seat else rest
            answers.append((one, _answer(game, rules, twin, one, legal, mix(seed, step, one))))
        for one, action in answers:
            rules.apply(twin, one, action, chance, events.append)
        last = owing
    return twin, events


def _answer(game: str, rules: Rules[Any], state: Any, seat: int, legal: Sequence[int], seed: int) -> int:
    kept = [action for action in legal if action not in rules.resignations] or list(legal)
    return kept[0] if len(kept) == 1 else quick_choice(game, rules.view(state, seat), seat, kept, seed).action


def _choose_aim(
    wanted: AimRules, after: _Ends, instead: _Ends, states: Sequence[Any], action: int, unsaid: Sequence[str] = ()
) -> Aim | None:
    """Return the weightiest aim that nearly always came true after a line (it begins with ``action``) and clearly less
    often after the other one; kinds in ``unsaid`` are left out."""
    best, found, count = 0.0, None, len(states)
    for aim, times in sorted(after.aims.items()):
        more = (times - instead.aims[aim]) / count
        worth = wanted.worth[aim[0]] * more
        if aim[0] in unsaid or (wanted.relates is not None and not wanted.relates(states[0], aim, action)):
            continue
        if times >= (HAPPENS + CLEAR) * count and more >= MORE and worth > best:
            best, found = worth, aim
    return found
