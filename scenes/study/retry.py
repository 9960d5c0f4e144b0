"""A moment tried again at the real table until it is found; moments that have come back follow one after the other."""

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from ai.analysis.report import WHOLE, Moment, read_moment
from ai.analysis.worker import Attempt, AttemptResult, AttemptWorker, answer_attempt
from engine.content import spaced_repetition
from engine.content.spaced_repetition import Missed
from engine.replay import Rewound
from engine.session import Session
from engine.storage import folders, save_format, saves
from engine.storage.saves import SaveError, SlotInfo
from scenes.common.opponent_names import level_name
from scenes.common.turn_sentence import tell_part
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.study.turn_view import find_difference, make_lines
from scenes.table import game_screens as games
from scenes.table.companion import Aside, Companion
from scenes.table.script import AnyTable
from scenes.tutorial.controller import Scripted
from scenes.tutorial.lessons import get_voice
from sprites.base import icons, portrait, shapes, text
from sprites.base.canvas import Canvas

LARGE, SMALL = 46.0, 30.0
"""The portrait where there is room, and where there is not."""
ROOMY = 240.0
EDGE = 12.0
FOOT = 50.0
"""Height of the row of buttons."""
BAR = 21.0
"""From one bar to the next."""
TOP = 62.0
RIM = {"right": "right", "shown": "accent", "wrong": "wrong"}
WIDE, TALL = 338.0, 240.0
GREEN, RED = "right", "wrong"
MENTOR = "aldous"
"""Who asks, and says what is better."""
REASONS = 2


def draw(trial: "Trial", c: Canvas, box: Box) -> None:
    """Draw the panel of the retry in place of the log; where that is too small it grows away from the nearer edge."""
    x, y, w, room = box
    r = LARGE if room >= ROOMY else SMALL
    bars, note = trial.chances(), trial.note()
    said = "\n".join(trial.speech())
    left = x + EDGE + 2 * r + 22
    wide = x + w - EDGE - left
    fixed = FOOT + 2 * EDGE + BAR * len(bars)
    fixed += text.paragraph_height(c, note, w - 2 * EDGE, "remark") + 10 if note else 0
    least = 2 * r + 26
    font = text.resize("label", 17 if room >= ROOMY else 15)
    font = text.fit(c, said, wide - 24, max(least, room - fixed) - 26, font, least=12.5)
    bubble = max(least, text.paragraph_height(c, said, wide - 24, font) + 26)
    tall = max(room, fixed + bubble)
    y = y if y + room / 2 < c.height / 2 or tall <= room else y + room - tall
    y = max(TOP, min(y, c.height - EDGE - tall))
    trial.table.ui.cover((x, y, w, tall))
    shapes.panel(c, x, y, w, tall)
    if trial.state in RIM:
        shapes.round_rect(c, x, y, w, tall, 12, RIM[trial.state], alpha=230, border=2)
    voice, cx, cy = trial.voice, x + EDGE + r, y + EDGE + r + 4
    portrait.draw(c, voice.arms, voice.rank, cx, cy, r)
    text.draw(c, voice.name, cx, cy + r + 13, "heading", "text.title", "cm", max_w=2 * r + 20)
    shapes.panel(c, left, y + EDGE, wide, bubble, "parchment", radius=9, shadow=False)
    text.paragraph(c, said, left + 12, y + EDGE + 13, wide - 24, font, "paper.text", bold_colour="paper.link")
    yy = y + EDGE + bubble + 10
    if note:
        yy += text.paragraph(c, note, x + EDGE + 2, yy + 2, w - 2 * EDGE, "remark", "text.muted") + 10
    for bar in bars:
        _bar(trial, c, (x + EDGE, yy, w - 2 * EDGE, BAR), bar)
        yy += BAR
    _foot(trial, c, (x + EDGE, y + tall - FOOT, w - 2 * EDGE, FOOT - 8))
    if trial.state == "right":
        _banner(c, trial.ctx.t("study.try.right"))


def _bar(trial: "Trial", c: Canvas, box: Box, bar: tuple[str, int, str]) -> None:
    """Draw a chance to win: name, length in millionths, and theme role of the colour."""
    x, y, w, h = box
    name, chance, colour = bar
    label, number = min(92.0, w * 0.3), 58.0
    text.draw(c, trial.ctx.t(name), x + 2, y + h / 2, "label", "text", "lm", max_w=label - 8)
    left, wide = x + label, w - label - number
    shapes.round_rect(c, left, y + h / 2 - 5, wide, 10, 5, "well")
    share = max(0.0, min(1.0, chance / WHOLE))
    if share * wide > 3:
        shapes.round_rect(c, left, y + h / 2 - 5, share * wide, 10, 5, colour)
    words = trial.ctx.t("ui.percent", value=round(100 * share))
    text.draw(c, words, x + w - 2, y + h / 2, "name", "text", "rm", max_w=number - 6)


def _foot(trial: "Trial", c: Canvas, box: Box) -> None:
    """Draw the buttons: the way on once the answer is known; before that hint, answer, next moment and back."""
    x, y, w, h = box
    t, ui = trial.ctx.t, trial.table.ui
    if trial.has_answer:
        words = t("study.try.next" if trial.more else "study.try.back")
        ui.button(c, "trial.on", (x, y, w, h), words, trial.leave, main=True, key=t("ui.key.main"))
        return
    ways: Sequence[tuple[str, str, Callable[[], None], bool]] = trial.ways()
    gap = min(72.0, w / len(ways))
    for at, (name, icon, act, possible) in enumerate(ways):
        centre = x + w / 2 + (at - (len(ways) - 1) / 2) * gap
        tip = (t(f"study.try.{name}"), t(f"study.try.{name}.tip"))
        ui.icon_button(c, f"trial.{name}", centre, y + h / 2, 19, icon, act, enabled=possible, tip=tip)


def _banner(c: Canvas, words: str) -> None:
    w = max(220.0, text.width(c, words, "display") + 110)
    shapes.gradient_box(c, 640 - w / 2, 40, w, 46, 8, [(0, "banner.good.high"), (1, "banner.good.low")], rim="edge")
    icons.draw(c, "check", 640 - w / 2 + 30, 63, 22, "text")
    text.draw(c, words, 652, 63, "display", "text", "cm", shadow=True, max_w=w - 90)


class Trial(Companion):
    """Controller of a moment that is tried again: the question, the result of an answer, and the buttons. ``then`` is
    called at the end with whether the next moment is wanted; this is moment ``number`` of ``of``."""

    def __init__(
        self,
        table: AnyTable,
        whole: Session,
        moment: Moment,
        then: Callable[[bool], None],
        number: int,
        of: int,
        worker: AttemptWorker | None = None,
    ) -> None:
        self.voice = get_voice(table.ctx, MENTOR)
        self.number, self.of = number, of
        self._box: Box | None = None
        self.table = table
        self.ctx = table.ctx
        self.played = whole
        self.moment = moment
        self._lines = make_lines(whole, moment)
        self.state = "asked"
        """asked, thinking, wrong, failed, right, shown"""
        self.hints = 0
        self.tries = 0
        self.lost = 0
        """What the last wrong choice loses, in millionths."""
        self._then = then
        self._worker = worker
        self._action = 0

    # --- what a table asks its companion ------------------------------------------------------------

    def advise(self) -> bool:
        """Give the next hint, when the lamp of the top bar is pressed; return True, so that the table gives no
        advice."""
        self.hint()
        return True

    def describe_progress(self) -> str:
        """Return the number of the moment, and the progress of the game."""
        where = self.table.hooks.describe_progress(self.table)
        if self.of < 2:
            return where
        return self.ctx.t("study.try.where", n=self.number, of=self.of) + " · " + where

    # --- the choice -------------------------------------------------------------------------------

    @property
    def has_answer(self) -> bool:
        """Whether the answer has been found or shown."""
        return self.state in ("right", "shown")

    @property
    def has_main(self) -> bool:
        """Whether the main button is this controller's: it leads on once the answer is known."""
        return self.has_answer

    def allows(self, action: int) -> bool:
        """Return whether an action may be carried out: only a good one, which ends the moment. Any other is explained;
        one that must be rated first is carried out later if it turns out good."""
        if self.has_answer or self.state == "thinking":
            return False
        self.tries += 1
        moment = self.moment
        if action in moment.right:
            self._end("right")
            return True
        if action == moment.chosen:
            self._wrong(moment.cost)
            return False
        self._action = action
        asked = Attempt(save_format.encode(self.played.record()), moment.turn, moment.seat, moment.best, action)
        if self._worker is None:
            self._explain(answer_attempt(asked))
            return self.has_answer
        self.state = "thinking"
        self._worker.ask(asked)
        return False

    def update(self, ms: float) -> None:
        """Take in the Master's rating of the chosen action."""
        if self.state != "thinking" or self._worker is None:
            return
        answer = self._worker.poll()
        if answer is None:
            return
        self.table.ui.dirty = True
        if answer == "failed":
            self.state = "failed"
        else:
            self._explain(answer)
            if self.has_answer:
                self._carry_out(self._action)

    def _explain(self, answer: AttemptResult) -> None:
        if answer.clear:
            self._wrong(answer.lost)
        else:
            self._end("right")

    def _wrong(self, lost: int) -> None:
        self.state, self.lost = "wrong", lost
        self.table.chosen = None
        self.ctx.play("refused")
        self.table.ui.dirty = True

    def _end(self, state: str) -> None:
        self.state = state
        self._remember()
        self.table.ui.dirty = True

    def _carry_out(self, action: int) -> None:
        """Make a decision for the bottom seat."""
        table = self.table
        table.chosen = None
        if table.viewer is not None and action in table.session.legal(table.viewer):
            table.turns.submit(table.viewer, action)

    def _remember(self) -> None:
        """Store when the moment comes back: another day if it was not found at once, else as found once more."""
        at_once = self.state == "right" and self.tries == 1 and not self.hints
        whole, moment, today = self.played, self.moment, spaced_repetition.today()
        raw = msgspec.Raw(msgspec.json.encode(moment))
        one = Missed(whole.id, whole.game, moment.turn, moment.seat, raw, today)

        def changed(listed: tuple[Missed, ...]) -> tuple[Missed, ...]:
            return (
                spaced_repetition.record_success(listed, one.key, today)
                if at_once
                else spaced_repetition.record_miss(listed, one, today)
            )

        change_list(self.ctx, one.key, changed)

    # --- the buttons ------------------------------------------------------------------------------

    def hint(self) -> None:
        """Give the next hint: first why something else is better, then what it is."""
        if not self.has_answer and self.hints < len(self._hints()):
            self.hints += 1
            self.table.ui.dirty = True

    def _hints(self) -> list[str]:
        names = self.table.names
        found = [self.ctx.say(reason.message(), names) for reason in self.moment.reasons[:1]]
        best = "" if self.has_answer else self._name_choice(1)
        return [*found, self.ctx.t("study.try.it_is", best=best)]

    def show(self) -> None:
        """Show the Master's choice as the answer."""
        if self.has_answer or self.state == "thinking":
            return
        self._end("shown")
        self._carry_out(self.moment.best)

    def leave(self) -> None:
        """End the retry: go to the next moment if this one is over, else back."""
        self._leave(self.has_answer)

    def skip(self) -> None:
        """Go to the next moment, if there is one; this one may be asked again another day."""
        if self.more:
            self._leave(True)
        else:
            self.ctx.play("refused")

    @property
    def more(self) -> bool:
        """Whether another moment follows."""
        return self.number < self.of

    def _leave(self, on: bool) -> None:
        if self._worker is not None:
            self._worker.close()
        self._then(on)

    def describe_spoken(self) -> str:
        """Return the coach's words and the small print, as spoken text."""
        return " ".join([*self.speech(), self.note()]).strip()

    def swallows(self, given: Input) -> bool:
        """Handle W (answer), N (next), Space (go on when over) and Esc (leave); return whether the input was used. Undo
        and redo are refused."""
        if given.kind != "command":
            return False
        if given.name == "back" and self.table.chosen is None:
            self.leave()
        elif given.name == "why":
            self.show()
        elif given.name == "skip":
            self.skip()
        elif given.name == "main" and self.has_answer:
            self.leave()
        elif given.name in ("undo", "redo"):
            self.ctx.play("refused")
        else:
            return False
        return True

    # --- what it says -----------------------------------------------------------------------------

    def speech(self) -> list[str]:
        """Return what the coach says now, sentence by sentence."""
        t, moment = self.ctx.t, self.moment
        chosen, best = self._name_choice(0), self._name_choice(1)
        hints = self._hints()[: self.hints]
        if self.has_answer:
            said = [self.ctx.say(one.message(), self.table.names) for one in moment.reasons[:REASONS]]
            return [t("study.try.best", best=best), *said]
        if self.state == "thinking":
            return [t("study.try.thinking")]
        if self.state == "failed":
            return [t("study.try.failed")]
        asked = t("study.try.asked", cost=self._percent(moment.cost), chosen=chosen)
        if self.state == "wrong":
            return [t("study.try.wrong", cost=self._percent(self.lost)), *hints]
        return hints or [asked]

    def note(self) -> str:
        """Return the small print below the coach's words; "" for none."""
        t = self.ctx.t
        if self.has_answer:
            seen = self.moment.seen_by
            return t("study.try.seen_by", level=level_name(self.ctx, seen)) if seen else ""
        together = len(self.played.rules.to_act(self.played.course.get_position(self.moment.turn).state)) > 1
        return t("study.try.on_average") if together and not self.hints and self.state == "asked" else ""

    def chances(self) -> list[tuple[str, int, str]]:
        """Return the win probability of the played choice and, once rated, of the one made now: name, millionths, theme
        role."""
        moment = self.moment
        if not moment.expected:
            return []
        found = [("study.try.then", max(0, moment.expected - moment.cost), RED)]
        if self.has_answer:
            found.append(("study.try.now", moment.expected, GREEN))
        elif self.state == "wrong":
            found.append(("study.try.now", max(0, moment.expected - self.lost), RED))
        return found

    def ways(self) -> list[tuple[str, str, Callable[[], None], bool]]:
        """Return the buttons below: name, icon, function, whether enabled."""
        waits = self.state == "thinking"
        found = [
            ("hint", "hint", self.hint, self.hints < len(self._hints())),
            ("show", "eye", self.show, not waits),
            ("skip", "skip", self.skip, self.more),
        ]
        return [*found, ("back", "ph-arrow-left", self.leave, True)]

    # --- drawing ----------------------------------------------------------------------------------

    @property
    def aside(self) -> Aside | None:
        """Drawing function of the panel that replaces the game log."""
        return self._take_place

    def _take_place(self, c: Canvas, box: Box) -> None:
        self._box = box

    def draw(self, c: Canvas) -> None:
        """Draw the panel of the retry."""
        draw(self, c, self._box or (c.right - WIDE, c.height - TALL, WIDE, TALL))

    def _name_choice(self, of: int) -> str:
        """Return the first part of the played (0) or better (1) turn that the other lacks, in words; of no turn the
        decision's name."""
        part = None if self._lines is None else find_difference(self._lines, of)
        if part is not None:
            return tell_part(self.ctx.texts, part, self.table.names).replace("*", "")
        if self._lines is not None:
            return self.ctx.t("ui.turn.nothing")
        table, moment, course = self.table, self.moment, self.played.course
        held, table.view = table.view, self.played.rules.view(course.get_position(moment.turn).state, moment.seat)
        try:
            return table.hooks.name_action(table, moment.best if of else moment.chosen)
        finally:
            table.view = held

    def _percent(self, millionths: int) -> str:
        return self.ctx.t("ui.percent", value=self.ctx.texts.decimal(100 * millionths / WHOLE, 1))


def try_moment(
    ctx: Context, whole: Session, moment: Moment, then: Callable[[bool], None], number: int = 1, of: int = 1
) -> AnyTable:
    """Return a table at the position of a moment of ``whole``, with the question in place of the log. ``then``,
    ``number``, ``of``: see :class:`Trial`."""
    seats = [
        msgspec.structs.replace(seat, kind="person", level="") if number == moment.seat
        else msgspec.structs.replace(seat, kind="computer", level=seat.level or "skilled")
        for number, seat in enumerate(whole.seats)
    ]  # fmt: skip
    session = Rewound(whole, moment.turn).play_on(seats, whole.seed, None)
    table = games.table(ctx, session)
    table.opponents = Scripted(ctx, session, (), table.hooks.codec)
    table.guide = Trial(table, whole, moment, then, number, of, None if ctx.quiet else AttemptWorker())
    return table


def waiting(slots: Sequence[SlotInfo], is_own: Callable[[str], bool]) -> list[Missed]:
    """Return the due moments whose games are among these saves and whose seat belongs to the player."""
    found = spaced_repetition.due(spaced_repetition.load(), spaced_repetition.today())
    there = {slot.id: slot.names for slot in slots if slot.over} if found else {}
    there |= {slot.id: slot.names for slot in saves.slots(folders.practice())} if found else {}
    return [one for one in found if one.id in there and all(map(is_own, there[one.id][one.seat : one.seat + 1]))]


def open_next(ctx: Context, left: list[Missed] | None = None, swap: bool = False) -> None:
    """Open the table of the first moment in ``left`` (None: all due ones); those that cannot be opened are removed.
    ``swap``: it replaces the top scene, which is closed if there is none left."""
    left = waiting(saves.slots(folders.saves()), ctx.is_own) if left is None else left
    while left:
        one, *left = left
        table = _table(ctx, one, left)
        if table is not None:
            (ctx.stack.swap if swap else ctx.stack.push)(table)
            return
        change_list(ctx, one.key, partial(_remove, one))
    if swap:
        ctx.stack.pop()


def _remove(one: Missed, listed: Sequence[Missed]) -> list[Missed]:
    return [each for each in listed if each.key != one.key]


def _table(ctx: Context, one: Missed, left: list[Missed]) -> "AnyTable | None":
    slots = [slot for folder in (folders.saves(), folders.practice()) for slot in saves.slots(folder)]
    slot = next((slot for slot in slots if slot.id == one.id), None)
    if slot is None:
        return None
    try:
        whole = saves.look(slot.path).session
    except SaveError:
        return None
    moment = read_moment(one.moment, whole)
    if moment is None:
        return None

    def then(on: bool) -> None:
        if on:
            open_next(ctx, left, swap=True)
        else:
            ctx.stack.pop()

    return try_moment(ctx, whole, moment, then, 1, 1 + len(left))


def change_list(ctx: Context, key: object, by: Callable[[tuple[Missed, ...]], Sequence[Missed]]) -> None:
    """Change the list of missed moments by a function, in the background; ``key`` identifies the change. Nothing is
    stored in tests and pictures."""
    if not ctx.quiet:
        ctx.files.submit(f"practice {key}", partial(spaced_repetition.change, by), asked=True)
