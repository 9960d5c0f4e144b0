"""What a table asks: before a turn ends, which seat is meant, what to do when an opponent fails; answers to Why, and
to a click that does nothing."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from ai.choose import is_last_action
from engine.chance import SeededChance
from engine.session import Session
from engine.storage.folders import FolderError
from scenes.common.opponent_names import level_name, strength
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Dialog
from scenes.shell.targets import Target, exactly
from scenes.shell.ui import Ui
from scenes.table.glossary_links import underline
from scenes.table.script import AnyTable
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain
from sprites.base.layout import Box

FITTING = 8
"""Positions that fit the view on which an action has to end the game."""
TAG_TALL, TAG_ABOVE = 20.0, 12.0
"""Height of the tag on the lower edge of a button that ends the game, and how much of it is above that edge."""
REFUSAL, STAYS_MS = "refused", 3200.0
"""Target of the words that say why a click did nothing, and how long they stay."""
WIDE, ROW = 286.0, 26.0
"""Their width, and height of the line to the rulebook."""
OFF = (16.0, 20.0)
"""From the pointer to the words."""


class TurnEnd:
    """Confirmation before a decision that passes the turn on."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self._ctx, self._session = ctx, session
        self._sure: tuple[int, int] | None = None
        """The turn and the action that the person wants in any case."""
        self._ending: tuple[int, int, dict[int, bool]] = (-1, -1, {})
        """Which actions of a seat at a turn end the game."""

    def asks(self, seat: int, action: int) -> bool:
        """Return whether to ask the person before this action: it passes the turn on while steps of this turn can be
        undone."""
        session = self._session
        if not self._ctx.settings.confirm_turns or self._ctx.instant or self._sure == (session.turn, action):
            return False
        return session.to_act() == (seat,) and session.may_go_back(seat) and self.passes_on(seat, action)

    def passes_on(self, seat: int, action: int) -> bool:
        """Whether another seat is to decide after an action, tried on a sampled state that fits the view (no hidden
        information)."""
        rules = self._session.rules
        chance = SeededChance(1)
        state = rules.determinize(self._session.view(seat), chance)
        rules.apply(state, seat, action, chance, None)
        return seat not in rules.to_act(state)

    def ends_game(self, seat: int, action: int) -> bool:
        """Return whether the game is over after an action, in all sampled states that fit the view; with simultaneous
        decisions, whatever the others do."""
        session = self._session
        if self._ending[:2] != (session.turn, seat):
            self._ending = (session.turn, seat, {})
        known = self._ending[2]
        if action not in known:
            known[action] = all(self._ends_game(seat, action, number) for number in range(FITTING))
        return known[action]

    def _ends_game(self, seat: int, action: int, number: int) -> bool:
        rules = self._session.rules
        state = rules.determinize(self._session.view(seat), SeededChance(number))
        return is_last_action(rules, state, seat, action, number)

    def mark_endings(self, c: Canvas, ui: Ui, seat: int, buttons: Mapping[str, int]) -> None:
        """Mark the buttons (target id → action) that end the game."""
        words = self._ctx.t("ui.ends_game")
        for name, action in buttons.items():
            target = ui.find_in_drawing(name)
            if target is None or not target.enabled or not self.ends_game(seat, action):
                continue
            if target.face is not None:
                target.face = replace(target.face, sub=words)  # it stands in the row for fingers
            else:
                self._draw_tag(c, words, target.box)
            if target.label and not target.label.endswith(words):  # a button of a kept layer has it already
                target.label = f"{target.label}, {words}"

    def _draw_tag(self, c: Canvas, words: str, button: Box) -> None:
        x, y, w, h = button
        wide = min(w, text.width(c, words, "strong") + 24)
        shapes.panel(c, x + (w - wide) / 2, y + h - TAG_ABOVE, wide, TAG_TALL, radius=TAG_TALL / 2)
        middle = y + h - TAG_ABOVE + TAG_TALL / 2
        text.draw(c, words, x + w / 2, middle, "strong", "text.warning", "cm", max_w=wide - 16)

    def amber(self, action: int, unused: str, decide: Callable[[int], None]) -> None:
        """Make the decision, but ask first if it gives something away (``unused``, in words); Space keeps the turn
        going."""
        if not unused:
            decide(action)
            return
        t = self._ctx.t
        choices = [
            ("go_on", t("ui.unused.go_on"), lambda: None),
            ("stop", t("ui.unused.stop"), lambda: decide(action)),
        ]
        self._ctx.ask(t("ui.unused.title"), unused, choices, main=0)

    def agree(self, action: int) -> None:
        """Remember that the person is sure of this action, so that it is not asked about again."""
        self._sure = (self._session.turn, action)

    def ask(self, action: int, decide: Callable[[int], None], stay: Callable[[], None]) -> None:
        """Ask whether to end the turn; then call ``decide`` with the action, or ``stay``."""
        t = self._ctx.t

        def end() -> None:
            self.agree(action)
            decide(action)

        choices = [
            ("stay", t("turn_end.stay"), stay),
            ("end", t("turn_end.end"), end),
        ]
        self._ctx.ask(t("turn_end.title"), t("turn_end.body"), choices)


class Question:
    """Question that is answered by a seat: marking the marked one again, or the main button, calls ``answer`` with
    it."""

    def __init__(self, seats: int, answer: Callable[[int], None], moved: Callable[[], None]) -> None:
        self.seats = seats
        self.marked: int | None = None
        self._answer = answer
        self._moved = moved

    def mark(self, seat: int) -> None:
        """Mark a seat; marked already, it is the answer."""
        if self.marked == seat:
            self.confirm()
        elif 0 <= seat < self.seats:
            self.marked = seat
            self._moved()

    def confirm(self) -> bool:
        """Answer with the marked seat; return False without one."""
        if self.marked is None:
            return False
        self._answer(self.marked)
        return True

    def put_back(self) -> bool:
        """Clear the mark; return False without one."""
        had, self.marked = self.marked, None
        return had is not None


AT_SEAT = 16
"""Characters of a level's name that have room at a seat."""

DECIDE_NOW = (240.0, 38.0)
"""Size of the button in the top bar."""
INSTEAD = ("skilled", "expert")
"""Levels that are offered in its place."""


def computer_name(table: AnyTable, seat: int) -> str:
    """Return the text under the name of a computer's seat: its level, or why another level plays in its place."""
    trouble = table.opponents.troubles.get(seat)
    if trouble is not None:
        return table.ctx.t(f"ui.plate.failed.{trouble.how}")
    level = level_name(table.ctx, strength(table.session.seats[seat].level))
    if len(level) > AT_SEAT:
        level = level[: AT_SEAT - 1].rstrip() + "…"
    return level


def draw_force_button(table: AnyTable, c: Canvas) -> None:
    """Draw the button that ends the wait for a slow computer: in the top bar, where it covers nothing of the game."""
    t, opponents = table.ctx.t, table.opponents
    slow = [table.names[seat] for seat in opponents.slow]
    width, height = DECIDE_NOW
    box = (table.hooks.recap_right - width, 6.0, width, height)
    tip = (t("ui.decide_now"), t("ui.decide_now.tip", name=table.ctx.texts.join(slow)))
    table.ui.button(c, "decide_now", box, t("ui.decide_now"), opponents.force_decisions, icon="fast", tip=tip)


def tell(table: AnyTable) -> bool:
    """Ask what to do about an opponent that has just failed; return False if there is none."""
    if table.ctx.instant:
        return False
    seat = table.opponents.news()
    if seat is None:
        return False
    t = table.ctx.t
    trouble = table.opponents.troubles[seat]
    level = level_name(table.ctx, trouble.level)
    body = "\n\n".join(
        [
            t(f"ui.trouble.{trouble.how}", name=table.names[seat], level=level),
            t("ui.trouble.given_up" if trouble.given_up else "ui.trouble.stand_in"),
        ]
    )
    choices: list[tuple[str, str, Callable[[], None]]] = [("keep", t("ui.trouble.keep"), lambda: None)]
    for other in INSTEAD:
        label = t("ui.trouble.replace", level=level_name(table.ctx, other))
        choices.append((f"replace.{other}", label, partial(_replace_computer, table, seat, other)))
    table.ctx.ask(t("ui.trouble.title"), body, choices, main=0)
    return True


def _replace_computer(table: AnyTable, seat: int, level: str) -> None:
    try:
        table.opponents.replace(seat, level)
    except FolderError as error:
        table.turns.report_folder_error(error)
    table.ui.dirty = True


class WhyDialog(Dialog):
    """Dialog that explains the pending decision, or why something happened."""

    def __init__(self, ctx: Context, game: str, why: str) -> None:
        super().__init__(ctx, ctx.t("ui.why.title"), why)
        self.game = game

    def draw_words(self, c: Canvas, place: tuple[float, float, float], font: text.Font, align: str) -> None:
        """Underline the glossary words of the text."""
        underline(c, self.ctx, self.ui, self.game, "why", self.body, place, font, align=align, ink="paper.link")

    def handle(self, given: Input) -> bool:
        """Show the meaning of the focused or hovered word at the key for explanations; return whether the input was
        used."""
        if given.kind == "command" and given.name == "explain":
            self.ui.show_tip()
            return True
        return super().handle(given)


class Refusals:
    """Explanation of the last refused click at one table.

    The words are those of the game for what was clicked in this phase (``GAME.refused.PHASE.THING``, where the
    catalogue has them), else the tip of a control that cannot be used, else what can be done now.
    """

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.words = ""
        """What is said; "" for nothing."""
        self._at = (0.0, 0.0)
        self._age = 0.0
        self._seen = table.ctx.refusals
        self._before: tuple[object, ...] = ()

    def _find_text(self, target_id: str) -> str:
        """Return the id of the game's words for what was clicked; "" where it has none."""
        thing, phase = target_id.partition(".")[0], self._table.phase
        text_id = f"{self._table.game}.refused.{phase}.{thing}"
        return text_id if self._table.ctx.texts.has(text_id) else ""

    def update(self, ms: float) -> None:
        """Check whether the last click was refused, or changed nothing although something of the game was clicked."""
        table, ctx = self._table, self._table.ctx
        fired, table.ui.fired = table.ui.fired, None
        refused, self._seen = ctx.refusals != self._seen, ctx.refusals
        now = (table.get_pending(), table.chosen, table.confirming, ctx.stack.top)  # what others decide hides no words
        same, self._before = now == self._before, now
        if self.words:
            self._age += ms
            if self._age > STAYS_MS or not same:
                self.dismiss()
        if same and (refused or (fired is not None and self._find_text(fired.id))):
            self.show(fired)

    def show(self, target: Target | None) -> None:
        """Explain why a click on a target (None: on none) does nothing."""
        table = self._table
        guided = table.guide is not None and not table.guide.whole
        if not table.may_act() or guided or table.ctx.instant:
            return
        text_id = "" if target is None else self._find_text(target.id)
        tip = target.tip[1] if target is not None and target.tip is not None and not target.enabled else ""
        spoken = table.hooks.spoken(table)
        asked = spoken.find_prompt() if table.finished_turn.is_open else spoken.describe_call()
        words = table.ctx.t(text_id) if text_id else tip or asked
        self.words = make_plain(words)
        x, y = table.ui.x, table.ui.y
        self._at = target.centre if target is not None and table.ui.show_focus else (x, y)
        self._age = 0.0
        table.ctx.tell_toast(self.words)
        table.ui.dirty = True

    def dismiss(self) -> None:
        """Hide the explanation."""
        self.words = ""
        self._table.ui.dirty = True

    def _open_rules(self) -> None:
        self.dismiss()
        self._table.bar.open_rules()

    def _find_place(self, c: Canvas, room: tuple[float, float, float]) -> Box:
        """Below the pointer or above it, where it lies over nothing that can be chosen, if there is such a place.
        ``room``: left edge, width, height."""
        x, w, h = room
        below: Box = (x, self._at[1] + OFF[1], w, h)
        above: Box = (x, max(56.0, self._at[1] - OFF[1] - h), w, h)
        places = [below, above] if below[1] + h < c.height - 8 else [above]
        choices = [one.centre for one in self._table.ui.targets if one.enabled and one.id != REFUSAL]
        return min(places, key=lambda place: sum(exactly(place)(*centre) for centre in choices))

    def draw(self, c: Canvas) -> None:
        """Draw the explanation near the pointer, within the window. A click on its last line opens the rulebook; one
        above that goes to what lies below."""
        if not self.words:
            return
        table = self._table
        tall = text.paragraph_height(c, self.words, WIDE - 28, "body", line=1.16)
        w, h = WIDE, table.ui.touch.grow(tall + ROW + 22)
        x = min(max(self._at[0] + OFF[0], c.left + 8), c.right - 8 - w)
        box = self._find_place(c, (x, w, h))
        body, link = layout.rows(layout.inset(box, 14, 9), [0.0, ROW], shares=[1.0, 0.0])

        def paint(layer: Canvas) -> None:
            shapes.panel(layer, *box, "parchment", radius=10)
            text.paragraph(layer, self.words, *body[:3], "body", "paper.text", line=1.16)
            rule = table.ctx.t("ui.refused.rule")
            text.draw(layer, rule, link[0], layout.middle(link) + 2, "strong", "paper.link", "lm", max_w=link[2])

        table.panels.draw(c, REFUSAL, (self.words, box), box, paint)
        place = box if table.by_fingers else link
        target = Target(REFUSAL, place, self._open_rules, ring=False, sound="click")
        target.contains = exactly(place)
        target.label = f"{self.words} {table.ctx.t('ui.refused.rule')}"
        table.ui.note(target)
