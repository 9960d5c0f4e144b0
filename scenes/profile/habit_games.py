"""The analysed games of one person, the habits that they show, and tables to practise each of them at."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from ai.analysis.habits import (
    Chance,
    FoundHabit,
    Habit,
    HabitGame,
    find_extremes,
    find_habits,
    find_loss,
    is_gone,
    list_chances,
    load_usual,
)
from ai.analysis.report import WHOLE, Moment, Review, read_review
from ai.choose import think
from ai.levels import MASTER
from ai.opponent_registry import quick_choice
from engine.chance import SeededChance
from engine.content import spaced_repetition
from engine.content.spaced_repetition import ENOUGH_OF_HABIT, Missed
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, saves, studies
from engine.storage.saves import SaveError, SlotInfo

MOST_GAMES = 40
"""Newest analysed games that are looked at."""
PAUSE_S = 0.01
"""Rest between two games, so that the window keeps its frames."""
TABLES, MOST_DEALT = 5, 10
"""Tables of a practice, and games that are dealt at most to find those that own games do not give."""
LOOKS, LEAST_LOSS = 3, 0.01
"""Positions of a dealt game that the Master looks at, at most, and what the habit has to lose there."""
RARE = 3
"""One chance in this number of a dealt game is looked at, so that tables differ."""


@dataclass(slots=True)
class KnownGames:
    """Analysed games of one person, oldest first: sessions and moments by game id, and the habits found in them."""

    sessions: dict[str, Session] = field(default_factory=dict)
    moments: dict[str, list[Moment]] = field(default_factory=dict)
    games: list[HabitGame] = field(default_factory=list)
    habits: list[FoundHabit] = field(default_factory=list)
    gone: list[tuple[FoundHabit, int, int]] = field(default_factory=list)
    """Habits that have gone, and how often of how many chances they have come since."""
    tables: dict[str, list[Missed]] = field(default_factory=dict)
    """Tables of the practice of each habit, by its key."""
    dealt: dict[str, int] = field(default_factory=dict)
    """How many games were dealt for a habit, by its key."""

    def find_short(self) -> Habit | None:
        """Return a habit with too few tables for which more can be dealt; None without one."""
        habits = [one.habit for one in self.habits]
        return next((one for one in habits if len(self.tables.get(one.key, ())) < TABLES
                     and self.dealt.get(one.key, 0) < MOST_DEALT), None)  # fmt: skip


def find_losses(review: Review, seat: int) -> dict[int, float]:
    """Return what the choices of a seat cost in an analysed game: decisions made before → loss of win probability (0 to
    1)."""
    found, before = {}, review.first
    for step in review.steps:
        if seat in step.seats and step.own[seat] < 0:
            found[before] = -step.own[seat] / WHOLE
        before = step.turn
    return found


def add_game(known: KnownGames, session: Session, review: Review, seat: int) -> None:
    """Add an analysed game to a person's known games; ``seat``: the person's."""
    known.sessions[session.id] = session
    known.moments[session.id] = [one for one in review.moments if one.seat == seat and not one.good]
    chances = list_chances(session.game, session.course, seat, find_losses(review, seat))
    known.games.append(HabitGame(session.id, seat, chances))


def read_games(is_own: Callable[[str], bool], since: str) -> KnownGames:
    """Return the analysed games of a person that ended after ``since`` (ISO time), with their habits. ``is_own``:
    whether a seat of this name is the person's."""
    known = KnownGames()
    slots = [one for one in saves.slots(folders.saves()) if one.over and one.updated > since]
    for slot in sorted(slots, key=lambda one: one.updated)[-MOST_GAMES:]:
        _read(known, slot, is_own)
        time.sleep(PAUSE_S)
    return judge(known)


def _read(known: KnownGames, slot: SlotInfo, is_own: Callable[[str], bool]) -> None:
    seats = [k for k, seat in enumerate(slot.seats) if seat.is_person and is_own(seat.name)]
    kept = bytes(studies.load(slot.id).review) if len(seats) == 1 else b"null"
    if kept == b"null":
        return
    try:
        session = saves.look(slot.path).session
    except SaveError:
        return
    review = read_review(kept, session)
    if review is not None and review.finished:
        add_game(known, session, review, seats[0])


def judge(known: KnownGames) -> KnownGames:
    """Find the current habits, those of the first half that are gone, and the tables of practice; return ``known``."""
    usual, half = load_usual(), len(known.games) // 2
    known.habits = find_habits(known.games, usual)
    for one in find_habits(known.games[:half], usual):
        later: list[Chance] = [each for game in known.games[half:] for each in game.chances if each.habit == one.habit]
        if is_gone(later, one.done / one.chances):
            known.gone.append((one, sum(each.done for each in later), len(later)))
    known.tables = {one.habit.key: list_tables(known, one) for one in known.habits}
    return known


def list_tables(known: KnownGames, one: FoundHabit) -> list[Missed]:
    """Return the tables to practise a habit: own turns confirmed as mistakes, the most costly first, then others in
    which the Master would have decided differently."""
    places = sorted(one.places, key=lambda place: -place[3])
    confirmed = {
        (id, moment.seat, turn): moment for id, moments in known.moments.items() for moment in moments
        for turn in range(moment.turn, max(moment.end, moment.turn + 1))
    }  # fmt: skip
    found: dict[tuple[str, int], Moment] = {}
    for place in [*(place for place in places if place[:3] in confirmed), *places]:
        if len(found) == TABLES:
            break
        moment = confirmed.get(place[:3]) or make_moment(known.sessions[place[0]], *place[1:])
        if moment is not None:
            found.setdefault((place[0], moment.turn), moment)
    return [make_table(known.sessions[id], moment) for (id, _), moment in found.items()]


def make_table(session: Session, moment: Moment) -> Missed:
    """Return the moment as a table that is due today, and that returns until it was found often enough."""
    raw = msgspec.Raw(msgspec.json.encode(moment))
    return Missed(session.id, session.game, moment.turn, moment.seat, raw, spaced_repetition.today(),
                  enough=ENOUGH_OF_HABIT)  # fmt: skip


def make_moment(session: Session, seat: int, turn: int, loss: float) -> Moment | None:
    """Return the moment at a decision (``turn`` others before it) that the Master makes differently; else None.
    ``loss``: what the decision cost, as a share of win probability."""
    course, rules = session.course, session.course.rules
    state, chosen = course.get_position(turn).state, course.entries[turn - course.base].action
    legal = [one for one in rules.legal(state, seat) if one not in rules.resignations]
    if len(legal) < 2:
        return None
    best = think(session.game, rules.view(state, seat), seat, legal, MASTER, turn).action
    return None if best == chosen else _compare(turn, seat, chosen, best, loss)


def _compare(turn: int, seat: int, chosen: int, best: int, loss: float) -> Moment:
    cost = min(WHOLE, round(loss * WHOLE))
    return Moment(turn, seat, chosen, best, cost, cost, cost, (best,), ())


def deal_table(habit: Habit, owner: str, names: tuple[str, str], number: int) -> Missed | None:
    """Return a table at which a habit is a mistake; None where dealt game ``number`` has none.

    Computers play it, the same for everybody, up to a decision where the habit loses and the Master avoids it. It is
    saved as a file of its owner; raises FolderError.
    """
    seats = [Seat("person", "", names[0]), Seat("computer", "novice", names[1], 1)]
    session = Session.start(habit.game, {}, seats, f"{habit.key}.{number}")
    session.id = f"{owner}-{habit.key.replace('.', '-')}-{number}"
    listed = {one.id: one for one in spaced_repetition.load()}
    picks, looks = SeededChance(session.seed), 0
    while session.id not in listed and looks < LOOKS and (owing := session.to_act()):
        seat = owing[0]
        legal = [one for one in session.legal(seat) if one not in session.rules.resignations]
        tempting = find_extremes(habit.game, session.view(0), 0, legal).get(habit.term) if seat == 0 else None
        if tempting is not None and picks.below(RARE) == 0:
            looks += 1
            moment = _find_mistake(session, legal, tempting[habit.more])
            if moment is not None:
                session.submit(seat, moment.chosen)
                session.save(folders.practice() / f"{session.id}{saves.SUFFIX}")
                return make_table(session, moment)
        session.submit(seat, quick_choice(habit.game, session.view(seat), seat, legal, session.turn).action)
    return listed.get(session.id)


def _find_mistake(session: Session, legal: list[int], tempting: set[int]) -> Moment | None:
    """The moment at the decision of the first seat, if the Master takes nothing of what tempts and that loses."""
    turn, state = session.turn, session.course.last.state
    decision = think(session.game, session.view(0), 0, legal, MASTER, turn)
    losses = {action: loss for action in tempting
              if (loss := find_loss(session.game, state, 0, decision, action)) is not None}  # fmt: skip
    if decision.action in tempting or not losses:
        return None
    chosen = min(losses, key=lambda action: (losses[action], action))
    return None if losses[chosen] < LEAST_LOSS else _compare(turn, 0, chosen, decision.action, losses[chosen])
