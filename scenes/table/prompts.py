"""What a table asks: before a turn ends, which seat is meant, what to do when an opponent fails; answers to Why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ai.choose import is_last_action
from engine.chance import SeededChance
from engine.session import Session
from engine.storage.folders import FolderError
from scenes.common.opponent_names import level_name, strength
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Dialog
from scenes.shell.ui import Ui
from scenes.table.glossary_links import underline
from scenes.table.script import AnyTable
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

FITTING = 8
"""Positions that fit the view on which an action has to end the game."""
TAG_TALL, TAG_ABOVE = 20.0, 12.0
"""Height of the tag on the lower edge of a button that ends the game, and how much of it is above that edge."""


class TurnEnd:
    """Confirmation before a decision that passes the turn on."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self._ctx, self._session = ctx, session
        self._sure: tuple[int, int] | None = None
        """The turn and the action that the person wants in any case."""
        self._ending: tuple[int, int, dict[int, bool]] = (-1, -1, {})
        """Which actions of a seat at a turn end the game."""

    def asks(self, seat: int, action: int) -> bool:
        """Return whether to ask the person first: the others come next, and a step of this turn can be undone."""
        session = self._session
        if not self._ctx.settings.confirm_turns or self._ctx.instant or self._sure == (session.turn, action):
            return False
        return session.to_act() == (seat,) and session.may_go_back(seat) and self.passes_on(seat, action)

    def passes_on(self, seat: int, action: int) -> bool:
        """Whether another seat decides after an action, on a position that fits the view, so nothing hidden is used."""
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
        """Mark every button that ends the game."""
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
        """Ask before the main button gives something away (``unused``, in words); Space goes on, it does not stop."""
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
        """Remember that the person wants this action in any case."""
        self._sure = (self._session.turn, action)

    def ask(self, action: int, decide: Callable[[int], None], stay: Callable[[], None]) -> None:
        """Ask; then ``decide`` makes the decision, or ``stay`` tells the table that the turn goes on."""
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
    """Question for a seat: which one is marked; marking it again, or the main button, answers."""

    def __init__(self, seats: int, answer: Callable[[int], None], moved: Callable[[], None]) -> None:
        self.seats = seats
        self.marked: int | None = None
        self._answer = answer
        self._moved = moved

    def mark(self, seat: int) -> None:
        """Mark a seat; a marked one is the answer."""
        if self.marked == seat:
            self.confirm()
        elif 0 <= seat < self.seats:
            self.marked = seat
            self._moved()

    def confirm(self) -> bool:
        """Answer with the marked seat; False without one."""
        if self.marked is None:
            return False
        self._answer(self.marked)
        return True

    def put_back(self) -> bool:
        """Clear the mark; False without one."""
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
    """Draw the button by which a person ends the wait for a computer that thinks long: in the top bar, where nothing
    of the game lies."""
    t, opponents = table.ctx.t, table.opponents
    slow = [table.names[seat] for seat in opponents.slow]
    width, height = DECIDE_NOW
    box = (table.hooks.recap_right - width, 6.0, width, height)
    tip = (t("ui.decide_now"), t("ui.decide_now.tip", name=table.ctx.texts.join(slow)))
    table.ui.button(c, "decide_now", box, t("ui.decide_now"), opponents.force_decisions, icon="fast", tip=tip)


def tell(table: AnyTable) -> bool:
    """Ask what to do about an opponent that has failed; False when there is none."""
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
        choices.append((f"replace.{other}", label, _replacing(table, seat, other)))
    table.ctx.ask(t("ui.trouble.title"), body, choices, main=0)
    return True


def _replacing(table: AnyTable, seat: int, level: str) -> Callable[[], None]:
    def replace() -> None:
        try:
            table.opponents.replace(seat, level)
        except FolderError as error:
            table.turns.report_folder_error(error)
        table.ui.dirty = True

    return replace


class WhyDialog(Dialog):
    """Dialog that explains the pending decision, or why something happened."""

    def __init__(self, ctx: Context, game: str, why: str) -> None:
        super().__init__(ctx, ctx.t("ui.why.title"), why)
        self.game = game

    def draw_words(self, c: Canvas, place: tuple[float, float, float], font: text.Font, align: str) -> None:
        """Underline the glossary words of the text."""
        underline(c, self.ctx, self.ui, self.game, "why", self.body, place, font, align=align, ink="paper.link")

    def handle(self, given: Input) -> bool:
        """Handle the key for explanations: show the meaning of the focused or hovered word."""
        if given.kind == "command" and given.name == "explain":
            self.ui.show_tip()
            return True
        return super().handle(given)
