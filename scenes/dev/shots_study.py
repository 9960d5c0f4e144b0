"""The study in pictures: a game that computers have played, with a review that is worked out for its beginning."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from ai.algorithms.value_function import FittedEvaluator
from ai.analysis.analyser import Analyser
from ai.analysis.decision_quality import Verdict
from ai.analysis.key_moments import find_swings
from ai.analysis.report import WHOLE, Case, Gain, Moment, Review, Step, StoredMessage
from ai.analysis.steps import PositionValue, apply_decisions, stretches
from ai.analysis.turns import LONGEST_LINE, list_turns, seed_analysis, seed_line
from ai.choose import choose
from ai.decision import Considered, Decision
from ai.opponent_registry import find_analysis_profile, find_evaluator
from engine.chance import SeededChance
from engine.session import Session
from engine.storage.studies import Branch
from scenes.dev.staging import Show, call, seats, wait_until
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.study import overview
from scenes.study.scene import StudyScene
from scenes.table import game_screens

PATIENCE_S = 60.0
"""Longest wait for another process."""
SHOWN = {"king_of_12": 4, "legends": 3, "king_of_the_dice": 3, "tash_kalar": 2}
"""Games of which there are pictures, and how many sit there; other games have none."""


@lru_cache(maxsize=8)
def _play_game(game: str, seed: str) -> Session:
    """A game of quick players to its end."""
    session = Session.start(game, {}, seats(SHOWN[game]), seed)
    while owing := session.to_act():
        seat = owing[-1]
        legal = session.legal(seat)
        view, number = session.view(seat), session.opponent_seed(seat)
        session.submit(seat, legal[0] if len(legal) == 1 else choose(game, view, seat, legal, "random", number).action)
    session.updated = session.started = "2026-11-20T19:41:00+00:00"
    session.id = f"{game}-{seed}"  # what is worked out about it is drawn by its name
    return session


@lru_cache(maxsize=8)
def _review(game: str, seed: str) -> Review:
    """A first look, with moments made up for the picture."""
    session = _play_game(game, seed)
    people = range(len(session.seats))
    first = Analyser(session.game, session.course, session.options, session.id, people).first()
    return _add_moments(session, first)


def _add_moments(session: Session, first: Review) -> Review:
    turns = list_turns(stretches(session.course))
    profile = find_analysis_profile(session.game)
    judge = find_evaluator(session.game)
    assert isinstance(judge, FittedEvaluator)
    rest = (0,) * (first.seats - 2)
    gains = (Gain(judge.names[0], (31_000, -12_000, *rest)), Gain(judge.names[2], (0, -17_000, *rest)))
    moments: list[Moment] = []
    steps: list[Step] = list(first.steps)
    costs = (41_000, 28_000, 12_000, 9_000)
    levels = ("skilled", "novice", "expert", "first_evening")
    for at, entry in enumerate(session.log):
        state = session.course.positions[at].state
        legal = session.rules.legal(state, entry.seat)
        number = len(moments)
        in_turns = profile.describe_turn is not None
        early = in_turns and at < len(session.log) // 5 if not moments else at < moments[-1].turn + 5
        if entry.seat != 0 or len(legal) < 3 or number > len(costs) or early:
            continue
        others = [one for one in legal if one != entry.action and one not in session.rules.resignations]
        line = _play_better(session, at) if in_turns else (others[0],)
        if line[0] == entry.action:
            continue
        other = line[0]
        good = number == len(costs)
        cost = 23_000 if good else costs[number]
        level = "" if good else levels[number]
        played = next(one for one in turns if one.turn <= at < one.end)
        moments.append(
            Moment(
                at, 0, entry.action, other, cost, cost // 2, cost * 3 // 2, (other,), (), level, good, WHOLE // 3,
                played.end, line, () if good else gains, 24,
                cases=_make_cases(session, at, (other, entry.action) if not good else (entry.action, other)),
                there=(2_000, -20_000, 24_000) if number == 1 else None,
            )
        )  # fmt: skip
        if not good:
            _charge(steps, at, cost)
    foreseen_by = PositionValue(session.game), seed_analysis(session.id)
    swings = find_swings(session.course, turns, steps, first.begin, profile, foreseen_by, moments)
    return msgspec.structs.replace(
        first, steps=steps, moments=moments, swings=swings, done=1000, why=("",) * first.seats
    )


def _make_cases(session: Session, turn: int, ways: tuple[int, int]) -> tuple[Case, ...]:
    """Return alternative courses of a moment from a few draws, with made-up points where the game has no such
    courses."""
    rules, describe = session.rules, find_analysis_profile(session.game).describe_cases
    before = next(one.before for one in stretches(session.course) if one.turn <= turn < one.end)
    if describe is None or len(rules.to_act(before)) < 2:
        term = {"text": f"{session.game}.term.{_find_term(session)}"}
        more = StoredMessage("study.case.more", {"player": {"seat": 0}, "term": term})
        return (
            Case(1000, (StoredMessage("study.case.points", {"player": {"seat": 0}, "better": 41, "played": 38}), more)),
        )
    ends = []
    for number in range(8):
        chance = SeededChance(number)
        others = {seat: chance.draw(rules.legal(before, seat)) for seat in rules.to_act(before)}
        better, played = (apply_decisions(rules, before, {**others, 0: way}, chance) for way in ways)
        ends.append((better, played))
    return describe(before, 0, ends)


def _find_term(session: Session) -> str:
    judge = find_evaluator(session.game)
    assert isinstance(judge, FittedEvaluator)
    return judge.names[0]


def _play_better(session: Session, turn: int) -> tuple[int, ...]:
    """Return the actions that a quick player takes to the end of a turn, from the position after ``turn`` decisions."""
    rules, course = session.rules, session.course
    seat = course.entries[turn].seat
    state, line = rules.clone(course.positions[turn].state), list[int]()
    chance = SeededChance(seed_line(seed_analysis(session.id), turn))
    alone = rules.to_act(state) == (seat,)
    while seat in rules.to_act(state) and len(line) < (LONGEST_LINE if alone else 1):
        legal = rules.legal(state, seat)
        view = rules.view(state, seat)
        line.append(legal[0] if len(legal) == 1 else choose(session.game, view, seat, legal, "novice", turn).action)
        rules.apply(state, seat, line[-1], chance)
    return tuple(line)


def _charge(steps: list[Step], turn: int, cost: int) -> None:
    """Take the price of a moment out of the noise of its step."""
    for number, step in enumerate(steps):
        if step.turn > turn:
            own, noise = list(step.own), list(step.noise)
            own[0] -= cost
            noise[0] += cost
            steps[number] = msgspec.structs.replace(step, own=tuple(own), noise=tuple(noise))
            return


@lru_cache(maxsize=8)
def _add_facts(game: str, seed: str) -> Review:
    """Return a review with game facts; mixed strategies and their results are made up."""
    from ai.analysis.game_facts import FactContext, collect_facts

    session = _play_game(game, seed)
    verdicts = []
    for step in stretches(session.course):
        if len(step.entries) > 1:
            legal = session.rules.legal(step.before, 0)
            considered = [Considered(one, len(legal) - at, 0.0) for at, one in enumerate(legal)]
            chosen = next((entry.action for entry in step.entries if entry.seat == 0), legal[0])
            brought = (chosen % 5 - 2) / 60
            decision = Decision(chosen, considered)
            verdicts.append(Verdict(step.turn, 0, chosen, chosen, None, decision, (chosen,), 0.0, brought, True))
    found = collect_facts(game, FactContext(session.course, len(session.seats), verdicts, (0,)))
    return msgspec.structs.replace(_review(game, seed), besides=found)


def open_review(ctx: Context, game: str, seed: str, review: Review | None = None) -> StudyScene:
    """Open the analysis of a game played by computers; return the page."""
    scene = StudyScene(ctx, _play_game(game, seed), review or _review(game, seed))
    ctx.stack.replace(scene)
    ctx.stack.settle()
    return scene


def show_study(game: str, ctx: Context, seed: str, then: Sequence[Callable[[Any], object]] = ()) -> None:
    """Show the analysis with its most costly moment chosen; ``then``: functions called with the page."""
    scene = open_review(ctx, game, seed)
    if scene.moments:
        scene.open_moment(scene.moments[0])
    for do in then:
        do(scene)


def show_facts(game: str, ctx: Context, seed: str) -> None:
    """Show the tab of facts in an analysis."""
    scene = open_review(ctx, game, seed, _add_facts(game, seed))
    scene.show_page("facts")
    place = next((one.turn for one in scene.facts if one.turn is not None), None)
    if place is not None:
        scene.go(place)


def show_counting(game: str, ctx: Context, seed: str) -> None:
    """Show an analysis in progress: bars in outline, with their spread."""
    whole = _review(game, seed)
    steps = [msgspec.structs.replace(one, fine=at < len(whole.steps) // 2) for at, one in enumerate(whole.steps)]
    waiting = tuple([(one.turn, one.seat) for one in whole.moments[2:4]])
    open_review(
        ctx, game, seed, msgspec.structs.replace(
            whole, steps=steps, done=960, checking=waiting, moments=whole.moments[:2], swings=[],
        )
    )  # fmt: skip


def go_to_middle(scene: StudyScene) -> None:
    """Go to the middle of a game."""
    scene.go((scene.first + scene.last) // 2)


def show_lines(game: str, ctx: Context, seed: str) -> None:
    """Show chapters and a line of the player's own, which repeats the course of the game."""
    scene = StudyScene(ctx, _play_game(game, seed), _review(game, seed))
    ctx.stack.push(scene)
    for share in (0.2, 0.6):
        scene.go(scene.first + int(share * (scene.last - scene.first)))
        scene.bookmarks.toggle()
        scene.bookmarks.toggle_chapter()
    turn = scene.first + (scene.last - scene.first) // 2
    entries = tuple(scene.whole.log[turn - scene.first : turn - scene.first + 6])
    scene.own.keep(Branch(turn, entries))
    scene.own.choose(scene.study.branches[0])


def retry(scene: StudyScene) -> None:
    """Retry the most costly moment: right in the first game, wrong in the second, with a hint in the others."""
    stack = scene.ctx.stack
    overview.retry_moment(scene)
    stack.settle()
    table: Any = stack.top
    table.skip()
    at = list(SHOWN).index(scene.whole.game)
    if at == 0:
        table.guide.show()
        table.guide.state = "right"
    elif at == 1:
        table.guide.allows(table.guide.moment.chosen)
    else:
        table.guide.hint()


def show_fairness(game: str, ctx: Context, seed: str) -> None:
    """Show the statistics of dice and draws of one game."""
    routes.go(ctx, "fair", _play_game(game, seed))
    ctx.stack.settle()


def show_mark(game: str, ctx: Context, seed: str) -> None:
    """Show a position with a bookmark and a note, from another seat's side."""
    scene = open_review(ctx, game, seed)
    scene.look_from(1)
    scene.go(scene.last * 2 // 3)
    scene.bookmarks.toggle()


def show_why(game: str, ctx: Context, seed: str) -> None:
    """Show why a turn was played."""
    scene = open_review(ctx, game, seed)
    scene.go(scene.last * 2 // 3)
    scene.toggle_why()
    wait_until(ctx, lambda: scene.why.has_answer, PATIENCE_S)


def pictures(game: str) -> dict[str, Show]:
    """Return the pictures of a game's study: name → function(ctx, seed) that opens it."""
    if game not in SHOWN:
        return {}
    shows: dict[str, Callable[[str, Any, str], object]] = {
        "study": show_study,
        "study-besides": show_facts,
        "study-swings": partial(show_study, then=[call("show_page", "swings"), call("turn_details")]),
        "study-lines": show_lines,
        "study-retry": partial(show_study, then=[retry]),
        "study-why": show_why,
    }
    if game_screens.has_hands(game):
        shows["study-hands"] = partial(show_study, then=[go_to_middle, call("turn_hands")])
    if game == next(iter(SHOWN)):
        shows |= {
            "study-counting": show_counting,
            "study-large": partial(show_study, then=[call("enlarge")]),
            "fair": show_fairness,
            "study-open": show_mark,
        }
    return {name: partial(show, game) for name, show in shows.items()}
