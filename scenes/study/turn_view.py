"""The two lines of a moment, played and better, each with its positions and parts, and the boards that show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from ai.analysis.report import Moment
from ai.analysis.steps import stretches
from ai.analysis.turns import list_turn_parts, list_turns, replay_line
from ai.opponent_registry import find_analysis_profile
from ai.win_probability import chances
from engine.history import History
from engine.replay import Rewound
from engine.session import Session
from engine.storage.save_format import Progress
from games.event_texts import TurnPart
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.ui import Ui
from scenes.study.table_preview import Pane
from scenes.table.game_log import TurnMarks, mark_parts

SAME, WORSE, BETTER = "accent.bright", "loss", "gain"
"""Roles of what both turns do, of what only the played one does, of what only the better one does."""
BOTH, PLAYED, BEST = range(3)
CLEAR = 0.03
"""Chance by which a part counts for more than the first one of its line."""
REST_MS = 700.0
"""Between two steps while the turns are played by themselves."""


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One line of a moment: a session with its positions, the number of decisions before it (``first``), and its parts.

    ``colours``: theme role of each part; ``rises``: change of the seat's estimated chance by each part, () where dice
    separate the two turns.
    """

    session: Rewound
    first: int
    parts: tuple[TurnPart, ...]
    colours: tuple[str, ...]
    rises: tuple[float, ...] = ()

    def count_decisions(self, step: int) -> int:
        """Return the number of decisions in the game after ``step`` parts."""
        return self.first + (self.parts[min(step, len(self.parts)) - 1].decisions if step and self.parts else 0)

    def shows_draw(self, part: TurnPart) -> bool:
        """Return whether the last decision of a part involved dice or draws."""
        course = self.session.whole
        return bool(course.entries[self.first - course.base + part.decisions - 1].draws)

    def find_marks(self, step: int) -> TurnMarks:
        """Return the marks of the first ``step`` parts on the board."""
        return mark_parts(self.parts[:step], self.colours)


def make_lines(whole: Session, moment: Moment) -> tuple[TurnLine, TurnLine] | None:
    """Return the played line of a moment and the other one: the better, or what a casual player does. None where the
    moment is no turn of one seat, or its game has no turn parts."""
    if find_analysis_profile(whole.game).describe_turn is None or not moment.line or not moment.end:
        return None
    turns = list_turns(stretches(whole.course))
    turn = next((one for one in turns if one.turn <= moment.turn < one.end), None)
    if turn is None or turn.seat != moment.seat:
        return None
    branch = replay_line(whole.course, moment, whole.id)
    courses = whole.course, branch
    ends = turn.end, branch.turn
    parts = [
        list_turn_parts(whole.game, course, moment.seat, turn.turn, end)
        for course, end in zip(courses, ends, strict=True)
    ]
    same = _count_same(*parts)
    lines = []
    for course, own, colour in zip(courses, parts, find_colours(moment), strict=True):
        colours = tuple(SAME if at < same else colour for at in range(len(own)))
        rises = _measure_rises(whole.game, course, moment.seat, turn.turn, own)
        lines.append(TurnLine(_rewind_to_part(whole, course), turn.turn, own, colours, rises))
    return lines[0], lines[1]


def _measure_rises(game: str, course: History, seat: int, first: int, parts: Sequence[TurnPart]) -> tuple[float, ...]:
    """Return by how much the evaluator's value for a seat changes with each part of a turn."""
    if not find_analysis_profile(game).planned:
        return ()
    turns = [first, *(first + part.decisions for part in parts)]
    known = [chances(game, course.get_position(turn).state)[seat] for turn in turns]
    return tuple([after - before for before, after in pairwise(known)])


def find_colours(moment: Moment) -> tuple[str, str]:
    """Return the theme roles of the played and of the other line."""
    return (BETTER, WORSE) if moment.good else (WORSE, BETTER)


class LineCache:
    """Cache of the lines of one game's moments, made when they are first needed."""

    def __init__(self, whole: Session) -> None:
        self._whole = whole
        self._known: dict[object, tuple[TurnLine, TurnLine] | None] = {}

    def find(self, moment: Moment) -> tuple[TurnLine, TurnLine] | None:
        """Return the two lines of a moment, see :func:`make_lines`; None without lines."""
        key = (moment.turn, moment.seat, moment.end, moment.line, moment.good)
        if key not in self._known:
            self._known[key] = make_lines(self._whole, moment)
        return self._known[key]

    def name_place(self, texts: Texts, decisions: int) -> str:
        """Return in words where in the game the position after ``decisions`` is: turn, round, round and trick, or
        phase."""
        view = self._whole.rules.view(self._whole.course.get_position(decisions).state, None)
        counts = {name: view.get(name, 0) for name in ("round", "turn", "trick")}
        name = f"{self._whole.game}.study.at"
        of_phase = f"{name}.{view.get('phase')}"
        return texts.t(of_phase if texts.has(of_phase) else name, **counts)


def _count_same(one: Sequence[TurnPart], other: Sequence[TurnPart]) -> int:
    """How many parts both turns begin with."""
    count = 0
    for first, second in zip(one, other, strict=False):
        if first.key != second.key:
            break
        count += 1
    return count


def _rewind_to_part(whole: Session, course: History) -> Rewound:
    """A game to be looked at, with this course."""
    if course is whole.course:
        return Rewound(whole)
    save = msgspec.structs.replace(whole.record(), over=False, result=(), progress=Progress("", {}))
    return Rewound(Session(save, course, None))


def find_difference(lines: tuple[TurnLine, TurnLine], of: int) -> TurnPart | None:
    """Return the first part of line ``of`` (0 or 1) after the common beginning; its last part where there is none. A
    part that only leads to another gives way to that, unless both turns have the latter or dice separate them."""
    rests = [line.parts[line.colours.count(SAME) :] for line in lines]
    own, other = rests[of], rests[1 - of]
    if not own:
        return next(reversed(lines[of].parts), None)
    rolled = any(line.shows_draw(rest[0]) for line, rest in zip(lines, rests, strict=True) if rest and rest[0].leads)
    aim = next((part for part in own if not part.leads), own[0])
    return own[0] if own[0].leads and (rolled or any(part.key == aim.key for part in other)) else aim


def find_decisive_part(lines: tuple[TurnLine, TurnLine], of: int) -> TurnPart | None:
    """Return the part of line ``of`` (0 or 1) that decides its value, among those that the other line lacks. It is the
    one that clearly helps most in the better line, least in the worse one; else the first."""
    line, others = lines[of], [part.said for part in lines[1 - of].parts]
    own = [(rise, part) for rise, part in zip(line.rises, line.parts, strict=False) if part.said not in others]
    if not own:
        return find_difference(lines, of)
    choose = max if BETTER in line.colours else min
    far = choose(own, key=lambda pair: pair[0])
    return far[1] if abs(far[0] - own[0][0]) >= CLEAR else own[0][1]


class TurnView:
    """Both lines of a moment with a board each, after ``at`` of ``count`` steps. ``shown``: both boards, or only one;
    ``eyes``: seat from whose side they are seen."""

    def __init__(
        self, ctx: Context, ui: Ui, moment: Moment, lines: tuple[TurnLine, TurnLine], eyes: int | None
    ) -> None:
        self.ctx = ctx
        self._ui = ui
        self.moment = moment
        self.lines = lines
        self.count = max(1, *(len(line.parts) for line in lines))
        self.at = self.count
        self.shown = BOTH
        self.playing = False
        self._rest = 0.0
        self.panes = [
            Pane(ctx, line.session, eyes, heard=number == 0, only_board=True) for number, line in enumerate(lines)
        ]
        self.go(self.count, False)

    @property
    def same(self) -> int:
        """Number of parts at the beginning that both turns have in common."""
        return self.lines[0].colours.count(SAME)

    @property
    def boards(self) -> tuple[int, ...]:
        """Indices of the lines whose boards are shown."""
        return (0, 1) if self.shown == BOTH else (self.shown - PLAYED,)

    @property
    def moving(self) -> bool:
        """Whether the next frame will look different."""
        return self.playing or any(pane.moving for pane in self.panes) or not self._is_still

    @property
    def _is_still(self) -> bool:
        """Whether both boards show the step."""
        return all(pane.session.turn == line.count_decisions(self.at)
                   for pane, line in zip(self.panes, self.lines, strict=True))  # fmt: skip

    def go(self, step: int, told: bool = True) -> None:
        """Show both turns after ``step`` parts; ``told``: animate if that is one step forward."""
        told = told and step == self.at + 1 and not self.ctx.instant
        self._ui.set_focus("steps", show=False)  # whatever was pressed, the arrow keys go on from here
        self.at = max(0, min(self.count, step))
        for pane, line in zip(self.panes, self.lines, strict=True):
            if not told:
                pane.go(line.count_decisions(self.at), False)
        self._mark()
        self._ui.dirty = True

    def step(self, by: int) -> None:
        """Go one step forward (1) or back (-1)."""
        self.playing = False
        self.go(self.at + by)

    def play(self) -> None:
        """Play both turns from the first step, or stop playing."""
        self.playing = not self.playing
        if self.playing:
            self.go(0, False)
            self._rest = REST_MS
        self._ui.dirty = True

    def show(self, shown: int) -> None:
        """Show both boards side by side, or only one of them (``BOTH`` or a line's number)."""
        self.shown = shown
        self._ui.dirty = True

    def update(self, ms: float, speed: float) -> None:
        """Advance both boards by ``ms`` milliseconds; one behind the step follows decision by decision."""
        for pane, line in zip(self.panes, self.lines, strict=True):
            pane.update(ms, speed)
            target = line.count_decisions(self.at)
            if not pane.busy and pane.session.turn != target:
                pane.go(pane.session.turn + 1 if pane.session.turn < target else target, bool(speed))
        self._mark()
        if self.playing and self._is_still and not any(pane.busy for pane in self.panes):
            self._rest -= ms
            if self._rest <= 0:
                self._rest = REST_MS
                self.go(self.at + 1)
                self.playing = self.at < self.count

    def _mark(self) -> None:
        """Mark on each board the parts done so far; while a step is animated, those before it."""
        for pane, line in zip(self.panes, self.lines, strict=True):
            late = pane.session.turn != line.count_decisions(self.at) or pane.busy
            marks: TurnMarks = line.find_marks(self.at - 1 if late and self.at else self.at)
            pane.table.turn_marks = marks

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        for pane in self.panes:
            pane.relabel()

    def close(self) -> None:
        """Release both tables."""
        for pane in self.panes:
            pane.close()
