"""What every table has in common: turns, opponents, curtain, undo, hints, and the script of events.

A table shows ``self.view`` (what the seat below may see) through a stage of its own. When the
session reports events, ``script`` tells them step by step as a generator that yields how long to
wait; skipping runs it to its end at once and the newest view is drawn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine import registry
from engine.contract import Event, View
from engine.folders import FolderError
from engine.session import Session, Update
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import troubles
from scenes.table.opponents import Opponents
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from ai.decision import Decision
    from scenes.shell.context import Context
    from scenes.table.guide import Guide

CONFIRM = -1.0
"""Yielded by a script: go on when the players have seen it."""

Script = Generator[float, None, None]


class PlayScene(Scene):
    """A table of any game."""

    name = "table"
    secret_phases: frozenset[str] = frozenset()
    """Phases in which a person must not be watched by the other people at the computer."""

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx)
        self.session = session
        session.patience = 0.0  # the window waits for no disk
        game = registry.info(session.game)
        self.music = game.music or None
        self.game_icon = game.emblem
        self.names = [seat.name for seat in session.seats]
        self.people = [k for k, seat in enumerate(session.seats) if seat.kind == "person"]
        self.shared = len(self.people) > 1
        self.viewer: int | None = self.people[0] if len(self.people) == 1 else None
        self.below = self.people[0] if self.people else 0
        self.overlooked = False
        """Several people look on while the viewer decides: nothing that only the viewer may know is drawn."""
        self.queue: deque[Update] = deque()
        self.timeline = Timeline()
        self._script: Script | None = None
        self._wait = 0.0
        self.confirming = False
        self.skipping = False
        self.opponents = Opponents(ctx, session)
        self._idle = 0.0
        self._offered: tuple[int, int] | None = None
        self.hint: Any = None
        self.hints_shown = 0
        """How many hints there have been: tells the picture of one from that of the next."""
        self._hinted: tuple[int, int] | None = None
        self.guide: Guide | None = None
        """A guided game: speech boxes over the table. The table draws it last, with ``draw_guide``."""
        self.finished = False
        self.told: list[tuple[int, Event]] = self._history()
        self.view: View = session.view(self.viewer)
        if session.turn == 0:
            opening = [event for _turn, event in self.told]
            self.told = []
            self.queue.append(Update("played", 0, None, None, opening, self.view))
        self._unsubscribe = session.subscribe(self.viewer, self.queue.append)
        self.reset_stage()
        if session.turn == 0:
            self.before_opening()

    # --- for each game to fill in ---------------------------------------------------------------

    def reset_stage(self) -> None:
        """Show ``self.view`` from nothing."""
        raise NotImplementedError

    def script(self, update: Update) -> Script:
        """Tell the events of one update."""
        raise NotImplementedError

    def beside(self, update: Update) -> bool:
        """Show an update that nobody has to wait for (another seat committed itself); False = tell it as a script."""
        return False

    def before_opening(self) -> None:
        """A new game: put the stage back to before the first events, which are about to be told."""

    def offers_choice(self, legal: Sequence[int]) -> None:
        """The person below owes a decision from now on: a bell says so."""
        if not self.ctx.instant:
            self.ctx.play("bell")
        self.ui.dirty = True

    # --- leaving ----------------------------------------------------------------------------------

    def leave(self) -> None:
        """Stop listening and thinking; the save is free for others once the last decision is on the disk."""
        self._unsubscribe()
        self.session.close()
        self.opponents.forget()

    def resume(self) -> None:
        """Back on top: names or language may have changed."""
        super().resume()
        self.ui.dirty = True

    # --- time -------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether something is on its way."""
        return self.timeline.active or (self._script is not None and not self.confirming)

    @property
    def busy(self) -> bool:
        """Whether events are still being told."""
        return self._script is not None or bool(self.queue)

    @property
    def resting(self) -> bool:
        """Whether nothing happens any more without a person."""
        return not self.busy and not self.opponents.busy

    def ms(self, duration: float) -> float:
        """The length of a motion: reduced motion makes every motion a short fade."""
        return min(duration, 120.0) if self.ctx.reduced else duration

    def update(self, ms: float) -> None:
        """Tell events, ask opponents, hand decisions over."""
        trouble = self.session.trouble()
        if trouble is not None:
            self.told_of_folder(trouble)
        if self.ctx.stack.top is not self:
            return
        speed = self.ctx.speed
        if self.timeline.active:
            self.ui.dirty = True  # where a motion ends has to be drawn too
        if speed == 0:
            self.timeline.finish()
            self._wait = 0.0
        else:
            self.timeline.update(ms * speed)
            self._wait = max(0.0, self._wait - ms * speed)
        self._tell()
        self.opponents.ask()
        self._take_advice()
        if not self.busy:
            self._idle += ms
            if self.guide is not None:
                self.guide.update()
            if not troubles.tell(self):
                self._drive()

    def _take_advice(self) -> None:
        """A hint is for one decision of one person: shown to nobody else, and gone when that is made."""
        hint = self.opponents.poll()
        if hint is not None:
            self.ui.dirty = True
            if self.may_act() and hint.owed == self._owed():
                self.hint, self._hinted = self._advisable(hint.decision), hint.owed
                self.hints_shown += 1
        if self.hint is not None and self._hinted != self._owed():
            self.drop_hint()

    def _advisable(self, decision: Decision) -> Decision:
        """An opponent's thoughts as advice: giving up is nobody's."""
        left_out = self.session.rules.resignations
        return replace(decision, considered=[one for one in decision.considered if one.action not in left_out])

    def _owed(self) -> tuple[int, int] | None:
        """The decision that the person below owes; None when nobody is there to make one."""
        if self.viewer is None or self.viewer not in self.session.to_act():
            return None
        return self.viewer, self.session.turn_of(self.viewer)

    def drop_hint(self) -> None:
        """No advice any more, neither shown nor to come."""
        self.hint = None
        self._hinted = None
        self.opponents.drop_hint()
        self.ui.dirty = True

    def _tell(self) -> None:
        """Run the script as far as time allows."""
        for _ in range(10_000):
            if self.confirming:
                return
            if self._script is None:
                if not self.queue:
                    return
                self._begin_update(self.queue.popleft())
                if self._script is None:
                    continue
            instant = self.skipping or self.ctx.speed == 0
            if instant:
                self.timeline.finish()
            elif self._wait > 0 or self.timeline.active:
                return
            script = self._script
            if script is None:
                continue
            self.ui.dirty = True
            try:
                wait = next(script)
            except StopIteration:
                self._script = None
                self.skipping = False
                self.timeline.finish()
                self.refresh()
                continue
            if wait == CONFIRM:
                self.skipping = False
                if self.people and not self.ctx.instant:
                    self.confirming = True
                    self.timeline.finish()
                    return
                self._wait = 1200.0
            else:
                self._wait = self.ms(wait)

    def _begin_update(self, update: Update) -> None:
        self._idle = 0.0
        self.ui.dirty = True
        if update.kind == "reset":
            self.told = self._history()
            self.refresh()
            return
        if self.beside(update):
            self.view = update.view
            return
        self._script = self.script(update)

    def refresh(self) -> None:
        """Draw the newest view when nothing is left to tell."""
        if not self.queue:
            self.view = self.session.view(self.viewer)
            self.reset_stage()
        self.ui.dirty = True

    def confirm(self) -> None:
        """The players have seen it: go on."""
        if self.confirming:
            self.confirming = False
            self._wait = 0.0
            self.ui.dirty = True

    def skip(self) -> bool:
        """Drop the running motions; False when nothing was being told."""
        if self.confirming or self._script is None:
            return False
        self.skipping = True
        self.timeline.finish()
        self._wait = 0.0
        self.ui.dirty = True
        return True

    def stir(self, frame: int) -> None:
        """Set in motion what a restless hand could, while frames are being measured; by default nothing."""

    # --- turns --------------------------------------------------------------------------------------

    def _drive(self) -> None:
        """Nothing is being told: whose decision is it?"""
        owing = self.session.to_act()
        if not owing:
            if not self.finished:
                self.finished = True
                self.game_over()
            return
        ready = self.opponents.ready()
        if ready is not None:
            reading = self.guide is not None and self.guide.reading
            if self._idle >= self._pause() and not reading:
                self.submit(ready, self.opponents.fetch(ready))
            return
        if self.may_act():
            assert self.viewer is not None
            now = (self.viewer, self.session.turn_of(self.viewer))
            if now != self._offered:
                self._offered = now
                self.offers_choice(self.session.legal(self.viewer))
        if not self.shared:
            return
        waiting = [seat for seat in self._person_order() if seat in owing]
        if not waiting:
            return
        if self.viewer in waiting:
            return
        self._next_person(waiting[0])

    def _pause(self) -> float:
        speed = self.ctx.speed
        if speed == 0:
            return 0.0
        return self.ctx.settings.computer_pause / speed

    def _person_order(self) -> list[int]:
        start = self.people.index(self.below) if self.below in self.people else 0
        return self.people[start:] + self.people[:start]

    def _next_person(self, seat: int) -> None:
        if self.ctx.stack.top is not self:
            return
        several = len([k for k in self.session.to_act() if k in self.people]) > 1
        if not several and self.session.view(None).get("phase") not in self.secret_phases:
            self.watch_as(seat, secret=False)
            return
        self.hide_hand()
        if self.ctx.instant:
            self.watch_as(seat, secret=True)
            return
        look_away = [self.names[k] for k in self.people if k != seat]
        routes.open(self.ctx, "curtain", self.session.seats[seat], look_away, lambda: self.watch_as(seat, True))

    def watch_as(self, seat: int | None, secret: bool) -> None:
        """From now on the table is seen from this seat; ``secret`` shows its hand too."""
        if seat is not None:
            self.below = seat
        self._listen_as(seat, overlooked=self.shared and not secret)
        self.refresh()

    def _listen_as(self, seat: int | None, overlooked: bool = False) -> None:
        """From now on hear and tell what this seat may know (None = what everybody may)."""
        self._unsubscribe()
        if seat != self.viewer or overlooked != self.overlooked:
            self.drop_hint()
        self.viewer, self.overlooked = seat, overlooked
        self._unsubscribe = self.session.subscribe(seat, self.queue.append)
        self.told = self._history()

    def _history(self) -> list[tuple[int, Event]]:
        """Everything that has happened, as far as those who look on may know it."""
        return list(self.session.events_for(None if self.overlooked else self.viewer))

    def hide_hand(self) -> None:
        """Show only what everybody may see (shared computer, between two people)."""
        if self.shared and self.viewer is not None:
            self._listen_as(None)
            self.refresh()

    def may_act(self) -> bool:
        """Whether the person below owes a decision that can be made now."""
        return (
            self.viewer is not None
            and not self.busy
            and not self.finished
            and self.session.seats[self.viewer].kind == "person"
            and self.viewer in self.session.to_act()
        )

    def legal(self) -> Sequence[int]:
        """What the person below may do now."""
        if not self.may_act():
            return ()
        assert self.viewer is not None
        return self.session.legal(self.viewer)

    def decide(self, action: int) -> None:
        """The person below made a decision."""
        if self.viewer is None or action not in self.legal():
            self.ctx.play("refused")
            return
        seat = self.viewer
        self.drop_hint()
        self.before_decision(seat, action)
        if self.shared:
            # Nobody may see on the way what the next person holds, or read what this one was told.
            self._listen_as(None)
            self.view = self.session.view(None)
        self.submit(seat, action)

    def before_decision(self, seat: int, action: int) -> None:
        """A hook for the table: the person below has chosen."""

    def submit(self, seat: int, action: int) -> None:
        """Hand a decision to the session; a save that cannot be written is told once."""
        self._idle = 0.0
        try:
            self.session.submit(seat, action)
        except FolderError as error:
            self.told_of_folder(error)
        self.ui.dirty = True

    def told_of_folder(self, error: FolderError) -> None:
        """The step is done but could not be saved: say so once."""
        if error.message not in self.ctx.notices:
            self.ctx.notices.append(error.message)

    # --- hints ------------------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """The expert's view of the own options; asked again it goes away."""
        if self.hint is not None:
            self.drop_hint()
        elif not self.may_act() or self.opponents.hinting or self.viewer is None:
            self.ctx.play("refused")
        else:
            self.opponents.ask_hint(self.viewer)
        self.ui.dirty = True

    # --- undo -------------------------------------------------------------------------------------------

    def last_choice(self) -> int:
        """The turn after the last decision of the person below: what came later may have been missed."""
        seat = self.viewer if self.viewer is not None else self.below
        log = self.session.log
        return next((turn + 1 for turn in range(len(log) - 1, -1, -1) if log[turn].seat == seat), 0)

    def undo_state(self) -> tuple[bool, str]:
        """Whether a decision can be taken back now, else the text id of the reason."""
        if self.busy and not self.confirming:
            return False, "ui.undo.reason.busy"
        seat = self.people[0] if len(self.people) == 1 else self.viewer
        return self.session.undo_check(seat)

    def undo(self) -> None:
        """Take the last own decision back."""
        self._step_back(self.undo_state(), self.session.undo)

    def redo(self) -> None:
        """Make an undone decision again."""
        self._step_back(self.session.redo_check(), lambda seat: self.session.redo())

    def _step_back(self, check: tuple[bool, str], step: Any) -> None:
        possible, reason = check
        if not possible:
            self.ctx.play("refused")
            if reason:
                self.ctx.toast(self.ctx.t(reason))
            return
        self.skip()
        self.confirming = False
        self._script = None
        self.timeline.finish()
        self.queue.clear()
        self.opponents.forget()
        self.drop_hint()
        try:
            step(self.people[0] if len(self.people) == 1 else self.viewer)
        except FolderError as error:
            self.told_of_folder(error)
        self.finished = False
        self._tell()

    # --- the end -----------------------------------------------------------------------------------------

    def game_over(self) -> None:
        """The last event has been told."""
        raise NotImplementedError

    # --- input ---------------------------------------------------------------------------------------------

    def handle(self, given: Input) -> bool:
        """Keys that every table knows; a click anywhere skips a running motion."""
        if self.guide is not None and self.guide.swallows(given):
            return True
        if given.kind == "press":
            return self.skip()
        if given.kind != "command":
            return False
        name = given.name
        if name == "back":
            if not self.skip():
                self.open_menu()
        elif name == "main":
            if not self.skip():
                self.main_action()
        elif name == "undo":
            self.undo()
        elif name == "redo":
            self.redo()
        elif name == "hint":
            self.ask_hint()
        elif name == "rules":
            self.open_rules()
        elif name == "settings":
            self.open_settings()
        elif name == "sound":
            self.toggle_sound()
        elif name == "why":
            self.explain()
        else:
            return False
        self.ui.dirty = True
        return True

    def main_action(self) -> None:
        """What the amber button does."""
        if self.confirming:
            self.confirm()

    def explain(self) -> None:
        """Say why the last thing happened."""

    def open_menu(self) -> None:
        """The menu of a running game."""
        routes.open(self.ctx, "menu", self)

    def open_rules(self) -> None:
        """The rule book of this game."""
        routes.open(self.ctx, "rules", self.session.game)

    def open_settings(self) -> None:
        """The settings."""
        routes.open(self.ctx, "settings")

    def toggle_sound(self) -> None:
        """Sound off and on."""
        settings = self.ctx.settings
        settings.muted = not settings.muted
        self.ctx.changed()

    def draw_guide(self, c: Canvas) -> None:
        """The speech box of a guided game; a table calls this when all else is drawn."""
        if self.guide is not None:
            self.guide.draw(c)

    def top_buttons(self, c: Canvas) -> None:
        """Menu left; undo, hint, rules, sound, settings right."""
        t = self.ctx.t
        self.ui.icon_button(
            c, "bar.menu", 36, 24, 16, "menu", self.open_menu, tip=(t("ui.bar.menu"), t("ui.bar.menu.tip"))
        )
        possible, reason = self.undo_state()
        undo_tip = (t("ui.bar.undo"), t("ui.bar.undo.tip") if possible else t(reason) if reason else "")
        muted = self.ctx.settings.muted
        rows = (
            ("undo", "undo", self.undo, possible, undo_tip, False),
            (
                "hint",
                "hint",
                self.ask_hint,
                self.may_act(),
                (t("ui.bar.hint"), t("ui.bar.hint.tip")),
                self.hint is not None,
            ),
            ("rules", "rules", self.open_rules, True, (t("ui.bar.rules"), t("ui.bar.rules.tip")), False),
            (
                "sound",
                "mute" if muted else "sound",
                self.toggle_sound,
                True,
                (t("ui.bar.sound"), t("ui.bar.sound.off") if muted else t("ui.bar.sound.on")),
                False,
            ),
            ("settings", "settings", self.open_settings, True, (t("ui.bar.settings"), t("ui.bar.settings.tip")), False),
        )
        for k, (key, icon, action, enabled, tip, on) in enumerate(rows):
            self.ui.icon_button(
                c, f"bar.{key}", 1600 - 36 - (4 - k) * 42, 30, 16, icon, action, enabled=enabled, on=on, tip=tip
            )
