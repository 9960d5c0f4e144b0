"""Tables of every game in pictures: faces, the coach, the chronicle, lessons, puzzles, the workshop and deeds."""

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

import msgspec

from ai.aims import explain_turn
from ai.analysis.turns import find_question
from engine import registry
from engine.chance import SeededChance, mix
from engine.content import achievements, lessons, puzzles
from engine.content.drafts import Draft, begin_draft, find_arranger
from engine.contract import JSON
from engine.seats import WHO
from engine.session import Session
from scenes.common import opponent_names
from scenes.dev import staging
from scenes.dev.shots_progress import show_deeds
from scenes.dev.staging import Moment, PageShot, Show, call, list_legal, rest, wait_until
from scenes.puzzles.puzzle_controller import open_puzzle_table
from scenes.puzzles.puzzle_list import Shelf
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.table.finished_turn import STEP_MS
from scenes.tutorial.lessons import open_lesson
from scenes.workshop.editor import EditorScene
from scenes.workshop.puzzle_maker import PuzzleMakerScene
from sprites.base.portrait import RISE_MS, Mood

CAST = ("", "hilda", "roque", "eva")
LATER = 24
"""Decisions before the picture."""
WATCHED = 120
"""At most as many more are watched for the chronicle."""
TRIES = 400
COUNTS = {"king_of_12": 4, "legends": 3, "king_of_the_dice": 3, "tash_kalar": 2}
"""Games with an editor, and how many sit there."""
DECISIONS = 110
WHOLE: dict[str, tuple[int, dict[str, JSON]]] = {
    "king_of_12": (9, {}),
    "legends": (4, {"explore": "swamp", "citadels": True, "dragon": True, "portals": True, "rogues": True,
                    "leaders": True, "length": "full"}),
    "tash_kalar": (4, {"form": "melee", "deck_1": "everfrost", "deck_2": "nethervoid"}),
}  # fmt: skip
"""Seats and options with which a game has most to arrange."""
PATIENCE_S = 120.0
"""Longest wait for a search."""


# --- tables with characters -----------------------------------------------------------------------------------------


def is_later(session: Session) -> bool:
    """Whether at least ``LATER`` decisions have been made."""
    return session.turn >= LATER


def seat_cast(ctx: Context, session: Session, child: bool = False) -> Session:
    """Replace computers by characters, and mark the person as a ``child`` if asked; return the session."""
    session.seats = [
        msgspec.structs.replace(seat, child=child) if seat.is_person
        else msgspec.structs.replace(seat, level=WHO + CAST[k], name=opponent_names.seat_name(ctx, WHO + CAST[k]))
        for k, seat in enumerate(session.seats)
    ]  # fmt: skip
    return session


def open_cast(ctx: Context, session: Session, child: bool = False) -> Any:
    """Open a table with characters and one person; return it."""
    return staging.open_table(ctx, seat_cast(ctx, session, child))


def speak(mood: Mood | None, table: Any) -> None:
    """Set the mood of all characters (None: unchanged), and let the first of them say a line."""
    if mood is not None:
        for k in range(1, len(table.session.seats)):
            table.portraits._answers[k] = (mood, RISE_MS)
    table.bubble.show(1, opponent_names.get_line(table.ctx, WHO + CAST[1], "bluff"))
    table.bubble.update(RISE_MS * 2)


def _is_others(session: Session) -> bool:
    return session.turn >= LATER and bool(session.to_act()) and 0 not in session.to_act()


def show_plan(game: str, count: int, ctx: Context, seed: str) -> Any:
    """Show the marks of a plan while others play; return the table."""
    table = staging.open_table(ctx, staging.find_moment(game, seed, _is_others, count=count))
    known = [table.hooks.find_plan_card(table, f"{kind}.{at}") for kind in ("hand", "card") for at in range(5)]
    for one in [each for each in known if each is not None and each.is_open][:2]:
        table.plans.toggle(one.card)
    return table


def _begins_turn(session: Session) -> bool:
    begun = session.turn >= LATER and session.to_act() == (0,) and session.log[-1].seat != 0
    return begun and session.view(0)["phase"] != "auction"


def show_finished_turn(game: str, count: int, ctx: Context, seed: str, *, ends: bool = False) -> None:
    """Show a turn whose last step is chosen, before it ends; ``ends``: while the time runs out that ends it."""
    ctx.settings.ends_turns = ends
    for attempt in range(TRIES):
        session = staging.find_moment(game, f"{seed}{attempt}", _begins_turn, count=count)
        table, chance = staging.open_table(ctx, session), SeededChance(mix(seed, attempt))
        while session.to_act() == (0,):
            legal = list_legal(session, 0)
            ending = [one for one in legal if table.turn_end.passes_on(0, one)]
            going_on = [one for one in legal if one not in ending]
            if ending and session.may_go_back(0) and not table.hooks.ends_in_words(table, ending[0]):
                rest(ctx, table)
                if ends:
                    staging.play_animations(ctx)
                table.finished_turn.show(0, ending[0])
                table.finished_turn.update(STEP_MS * 5)
                return
            if not going_on:
                break
            session.submit(0, going_on[chance.below(len(going_on))])
    raise LookupError("no turn can be finished")


def _is_rival_done(session: Session) -> bool:
    due = session.to_act() == (0,) or session.view(0)["phase"] == "choose"
    return due and 0 in session.to_act() and session.turn > LATER and session.log[-1].seat != 0


def show_rival_why(game: str, count: int, ctx: Context, seed: str) -> None:
    """Show why a rival has played its last turn."""
    best = None
    for attempt in range(TRIES):
        session = staging.find_moment(game, f"{seed}{attempt}", _is_rival_done, count=count)
        question = find_question(game, session.course, count - 1, 0)
        if question is None or not question.view:
            continue
        found = explain_turn(game, question.view, question.seat, question.line, attempt).reason
        if found.aim is not None:
            best = session, question, found
            if found.kind == "better":
                break
    assert best is not None
    table = staging.open_table(ctx, best[0])
    rest(ctx, table)
    table.rival_why.show(*best[1:])


def _is_last(surely: bool, session: Session) -> bool:
    """Whether this is the last trick, card or turn, ``surely`` or possibly."""
    if surely and session.turn <= LATER:
        return False
    view, peaks = session.view(0), import_module(f"scenes.{session.game}.table").TABLE.peaks
    last = bool(peaks.is_last(view))
    return last if surely else not last and bool(peaks.list_enders(view))


def show_farewell(game: str, count: int, ctx: Context, seed: str) -> None:
    """Show the end of a game with a character's farewell."""
    session = staging.find_moment(game, seed, staging.is_over, count=count)
    staging.open_result(ctx, seat_cast(ctx, session))


def refuse(table: Any) -> None:
    """Show the explanation of a click that does nothing."""
    table.ctx.instant = False
    table.ui.x, table.ui.y = 640.0, 500.0
    table.refusals.show(None)


class _Newcomer:
    """The record of a person who has played nothing yet."""

    read = True

    def count_games(self, person: str) -> int:
        """Return how many games this person has played."""
        return 0


def wait_for_coach(table: Any) -> None:
    """Let the coach comment on a plan at the table."""
    table.bubble.dismiss()
    table.coach._even = _Newcomer()
    coach, opponents = table.coach, table.opponents
    # The Master may have been heard and have nothing to say.
    wait_until(table.ctx, lambda: bool(coach.words or (coach._asked and not (opponents._comment or opponents._found))))


def show_chronicle(game: str, ctx: Context, seed: str) -> None:
    """Show the whole log over a table, after the others have played."""
    table = Moment(game, also=is_later, alone=False, count=2)(ctx, seed)
    session = table.session
    chance = SeededChance(mix(seed, "chronicle"))
    for _ in range(WATCHED):
        owing = session.to_act()
        if not owing or (0 in owing and len(table.again.updates) > 1):
            break
        seat = owing[-1]
        legal = list_legal(session, seat)
        session.submit(seat, legal[chance.below(len(legal))])
        ctx.stack.update(16)
        table.confirm()
    rest(ctx, table)
    table.chronicle.update()
    if ctx.stack.top is table:
        routes.open(ctx, "chronicle", table)


# --- lessons --------------------------------------------------------------------------------------------------------


def show_step(game: str, lesson: str, step: str, ctx: Context, seed: str) -> None:
    """Show a lesson at a step, played automatically until there; "": at its end."""
    row = lessons.row(game)
    number = row.index(lesson)
    table = staging.open_scene(ctx, open_lesson(ctx, game, row.all[number], number))
    walk(ctx, table, step)


def find_step(name: str) -> Show | None:
    """Return the function that shows the step named GAME/lesson/LESSON/STEP; None for any other name."""
    game, _, rest = name.partition("/lesson/")
    lesson, _, step = rest.partition("/")
    if game not in (info.id for info in registry.games()) or not lessons.has(game):
        return None
    steps = next((one.steps for one in lessons.row(game).all if one.id == lesson), ())
    return partial(show_step, game, lesson, step) if any(one.id == step for one in steps) else None


def walk(ctx: Context, table: Any, step: str = "") -> None:
    """Do what the lesson asks for until a step, or its end, is reached."""
    guide = table.guide
    for _ in range(TRIES):
        if guide.over or guide.step.id == step:
            return
        if guide.reading:
            guide.go_on()
        else:
            ctx.stack.dirty = True
            if ctx.window is not None:
                ctx.window.draw()
            guide.press()
            ctx.stack.update(16)
            table.skip()
        ctx.stack.update(16)
        table.confirm()
        rest(ctx, table)
        ctx.stack.update(16)


def list_lessons(game: str) -> dict[str, Show]:
    """Return pictures of a game's lessons: finding a move, the first step with a note, an action, the end of the row,
    lessons of expansions; {} for a game without any."""
    if not lessons.has(game):
        return {}
    found = lessons.row(game).lessons
    second = found[min(1, len(found) - 1)]
    doing = next((step for step in second.steps if not step.reading), second.steps[0])
    hidden = [(lesson.id, step.id) for lesson in lessons.row(game).finding for step in lesson.steps if step.find]
    steps = {f"find-{lesson}": (lesson, step) for lesson, step in reversed(hidden)}
    steps |= {
        "first": (found[0].id, found[0].steps[0].id), "doing": (second.id, doing.id), "done": (found[-1].id, "")
    }  # fmt: skip
    steps |= {one.id: (one.id, one.steps[len(one.steps) // 2].id) for one in found if one.texts}
    return {f"lesson-{name}": partial(show_step, game, lesson, step) for name, (lesson, step) in steps.items()}


SOLVED = {"king_of_12": 70}
"""Number of the puzzle that is solved in a picture."""


# --- puzzles --------------------------------------------------------------------------------------------------------


def solve_some(ctx: Context, game: str) -> None:
    """Store results for some puzzles of a game."""
    words = ("solved", "solved", "tried", "solved", "shown")
    state = {puzzle.id: words[at % 5] for at, puzzle in enumerate(puzzles.load_puzzles(game)[:17])}
    course = [1180.0 + 5 * at + 17 * (at % 4) for at in range(18)]
    missed = {name: at for at, (name, each) in enumerate(state.items()) if each != "solved"}
    kept = {"rating": 1287.0, "rated": len(state), "state": state, "missed": missed, "ended": 9}
    ctx.settings.puzzles = {game: kept | {"course": [*course, 1287.0]}}


def open_series(page: Shelf) -> None:
    """Show the puzzles of the first series."""
    page.ctx.stack.settle()
    page.open_series(page.series[0].theme)


def show_puzzle(game: str, number: int, ctx: Context, seed: str) -> Any:
    """Show a puzzle at its table; return the table."""
    return staging.open_scene(ctx, open_puzzle_table(ctx, game, number))


def fail_puzzle(game: str, ctx: Context, seed: str) -> None:
    """Show the dialog about a line that misses the goal of a puzzle."""
    table = show_puzzle(game, 0, ctx, seed)
    for _ in range(40):
        if table.guide.over:
            break
        wanted, legal = table.guide.puzzle.solution, table.legal()
        others = [action for action in legal if action not in wanted]
        table.decide((others or list(legal))[0])
        rest(ctx, table)
        table.guide.update(0)
    ctx.stack.settle()


def solve_puzzle(game: str, number: int, ctx: Context, seed: str) -> None:
    """Show the page after a solved puzzle."""
    ctx.settings.puzzles = {game: {"rating": 1004.0, "rated": 21, "row": 3, "best_row": 7, "ended": 5}}
    guide = show_puzzle(game, number, ctx, seed).guide
    state = guide.rules.clone(guide.start)
    for action in () if guide.puzzle.theme in guide.goals.QUESTIONS else guide.puzzle.solution:
        guide.rules.apply(state, guide.puzzle.seat, action, SeededChance(0))
    guide._begun -= 72.0
    guide._judge(state, list(guide.puzzle.solution))
    ctx.stack.settle()


def list_puzzles(game: str) -> dict[str, Show]:
    """Return pictures of the shelf, a puzzle of each theme, and a failed one; {} for a game without puzzles."""
    known = puzzles.goals(game)
    if known is None:
        return {}
    there = [puzzle.theme for puzzle in puzzles.load_puzzles(game)]
    of_themes = {
        f"puzzle-{theme.replace('_', '-')}": partial(show_puzzle, game, there.index(theme))
        for theme in known.THEMES
        if theme in there
    }
    shelf = partial(PageShot, "puzzles", [game])
    return {
        "puzzles": shelf(before=[partial(solve_some, game=game)]),
        "puzzles-series": shelf(before=[partial(solve_some, game=game)], then=[open_series]),
        "puzzles-new": shelf(),
        **of_themes,
        "puzzle-solved": partial(solve_puzzle, game, SOLVED.get(game, 0)),
        "puzzle-failed": partial(fail_puzzle, game),
    }


# --- the workshop ---------------------------------------------------------------------------------------------------


def show_editor(game: str, wrong: bool, ctx: Context, seed: str) -> None:
    """Show a lawful position in the editor; ``wrong``: with one piece too many of a kind."""
    draft = begin_draft(game, {}, COUNTS[game], seed, DECISIONS)
    scene = EditorScene(ctx, draft=draft, seats=tuple(staging.seats(COUNTS[game])))
    if wrong:
        spoil(scene)
    ctx.stack.push(scene)


def show_whole_editor(game: str, ctx: Context, seed: str) -> None:
    """Show the editor of the game with most options and seats, with the tab of the turn or of the players."""
    count, options = WHOLE[game]
    scene = EditorScene(ctx, draft=begin_draft(game, options, count, seed, DECISIONS))
    scene.ui.opened["tab"] = 1
    scene.pick_seat(1)
    ctx.stack.push(scene)


def spoil(scene: EditorScene) -> None:
    """Make the position unlawful (a piece too many, or an impossible card), and mark the places of the problem."""
    arranger = scene.draft.arranger
    pieces = list(arranger.list_pieces(scene.draft.state))
    places = list(arranger.list_places(scene.draft.state))
    if not pieces:
        place = scene.card_places[0]
        scene.remove_card(place.id, place.cards[0])
    for piece in reversed(pieces):
        for number in range(5):
            if not scene.draft.problems:
                scene.choose_piece(piece.id)
                scene.press_place(places[(7 + 11 * number) % len(places)])
    if scene.draft.problems:
        scene.show_problem(0)


def show_puzzle_maker(game: str, ctx: Context, seed: str) -> None:
    """Show the position of a puzzle from the shelf in the puzzle maker."""
    puzzle = puzzles.load_puzzles(game)[8]
    state = puzzles.start(game, puzzle)
    draft = Draft(game, puzzle.options, state)
    scene = EditorScene(ctx, draft=draft, seats=tuple(staging.seats(state.seats)))
    ctx.stack.push(scene)
    ctx.stack.settle()
    maker = PuzzleMakerScene(ctx, scene)
    maker.worker.finish(PATIENCE_S)
    maker.update(0)
    maker.worker.finish(PATIENCE_S)
    ctx.stack.push(maker)


def list_drafts(game: str) -> dict[str, Show]:
    """Return pictures of the editor and the puzzle maker; {} for a game without an editor."""
    if game not in COUNTS or find_arranger(game) is None:
        return {}
    found: dict[str, Show] = {
        "workshop": partial(show_editor, game, False),
        "workshop-wrong": partial(show_editor, game, True),
        "puzzle-maker": partial(show_puzzle_maker, game),
    }
    return found | ({"workshop-whole": partial(show_whole_editor, game)} if game in WHOLE else {})


def pictures(game: str) -> dict[str, Show]:
    """Return the pictures of a game's tables: name → function(ctx, seed) that opens it."""
    counts: Sequence[int] = registry.info(game).seats
    most, fewest = min(4, max(counts)), min(each for each in counts if each > 1)
    few, two = min(3, most), 2 if 2 in counts else most
    later = partial(Moment, game, also=is_later)
    cast = partial(later, opens=open_cast)
    last = partial(Moment, game, alone=False, count=few, then=[call("last_call.update", 0)])
    found: dict[str, Show] = {
        "faces": cast(count=most, then=[partial(speak, None)]),
        "faces-pleased": cast(count=most, then=[partial(speak, Mood.PLEASED)]),
        "faces-struck": cast(count=two, then=[partial(speak, Mood.STRUCK)]),
        "coach": cast(count=fewest, then=[partial(speak, None), wait_for_coach]),
        "child": later(count=few, opens=partial(open_cast, child=True)),
        "plan": partial(show_plan, game, few),
        "refused": later(count=few, then=[refuse]),
        "rival-why": partial(show_rival_why, game, few),
        "last": last(also=partial(_is_last, True)),
    }
    if game == "king_of_12":
        found["farewell"] = partial(show_farewell, game, most)
        found["may-be-last"] = last(also=partial(_is_last, False))
    else:
        found["finished-turn"] = partial(show_finished_turn, game, most)
    if game == "tash_kalar":
        found["turn-ends"] = partial(show_finished_turn, game, most, ends=True)
    found |= {"chronicle": partial(show_chronicle, game)} if 2 in counts else {}
    found |= list_lessons(game) | list_puzzles(game)
    found |= {"deeds": partial(show_deeds, game)} if achievements.load_achievements(game) else {}
    return found | list_drafts(game)
