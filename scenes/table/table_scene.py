"""The table of any game: it follows the session, plays events as scripts, and holds the parts of a table.

A table shows ``self.view``, which holds what the bottom seat may see, through the stage of its game. When the session
reports events, ``script`` animates them step by step (``scenes.table.script``); skipping runs the script to its end and
draws the newest view. Choosing and carrying out moves is in ``scenes.table.decisions``, what a game fills in or changes
in ``scenes.table.table_hooks``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine import registry
from engine.contract import Event, View
from engine.session import Session, Update
from scenes.common import thumbnails
from scenes.shell import routes
from scenes.shell.layers import LayerCache
from scenes.shell.panels import Line, PanelCache
from scenes.shell.targets import Box
from scenes.table import opponent_errors, state_line, top_bar
from scenes.table.card_help import CardHelp
from scenes.table.character_lines import Speeches
from scenes.table.coach_comments import CoachComments
from scenes.table.end_turn_confirm import TurnEnd
from scenes.table.hints import Hints
from scenes.table.history_controls import LookingBack
from scenes.table.location_links import Way, number_ways
from scenes.table.opponents import Opponents
from scenes.table.portraits import Portraits
from scenes.table.recap import SeenAgain
from scenes.table.script import Script, ScriptRunner
from scenes.table.seat_prompt import Question
from scenes.table.sounds import TableSounds
from scenes.table.speech_bubble import SpeechBubble
from scenes.table.table_input import TableInput
from scenes.table.table_view import M
from scenes.table.top_bar import TopBar
from scenes.table.turns import Turns
from scenes.table.undo_controls import TakingBack
from sprites.base import controls, theme
from sprites.base.bubble import Side
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.companion import Companion
    from scenes.table.goal_strip import GoalStrip

ASKED_FRAME = 16.0
"""Width of the frame in the colour of the person who is asked."""
SEEN_AGAIN = 2.0
"""How much faster than usual something is told once more where nothing moves otherwise."""
CARDS = ("hand.", "card.", "taken.")
"""How the targets of cards begin: the focus lifts none of them while nothing can be chosen."""


class PlayScene(TableInput[M]):
    """A table of any game; ``M`` is what the game calls a move. What a game fills in are its ``TableHooks``."""

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
        self.runner = ScriptRunner(self._begin_update, lambda: self.refresh(), self.ms)
        self.queue = self.runner.queue
        self.timeline = self.runner.timeline
        self.opponents = Opponents(ctx, session)
        self.bar = TopBar(ctx, session.game, lambda: routes.open(ctx, "menu", self))
        self.hints = Hints(self)
        self.back = TakingBack(
            ctx, session, self._whose, lambda: self.busy and not self.confirming, self._let_go, self.report_folder_error
        )
        self.turn_end = TurnEnd(ctx, session)
        self.turns = Turns(self)
        self.guide: Companion | None = None
        self.goals: GoalStrip | None = None
        self.question: Question | None = None
        self.chosen: int | None = None
        self.height = 900.0
        self.panels = PanelCache()
        self.layers = LayerCache()
        self._seen_changes = 0
        self.sounds = TableSounds(ctx, session, lambda: self.people, lambda: self.skipping)
        self.portraits = Portraits(self)
        self.bubble = SpeechBubble(self, self.portraits)
        self.speeches = Speeches(ctx, session, self.count_rounds, self._show_speech)
        self.coach = CoachComments(self)
        self.card_help = CardHelp(self)
        self.finished = False
        self.behind_glass = False
        self.uncovered = False
        self.told: list[tuple[int, Event]] = []
        self.view: View = session.view(self.viewer)
        self.again = SeenAgain(self.people, self.view)
        self.past = LookingBack(self, self.hints)
        self._unsubscribe: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Show the position and listen to the session; called once, when a game has filled all its fields."""
        self.spoken = self.make_places()
        self.chronicle = self.make_chronicle()
        opening = self._history()
        if self.session.turn == 0:
            events = [event for _turn, event in opening]
            self.queue.append(Update("played", 0, None, None, events, self.view))
        else:
            self.told = opening
        self._unsubscribe = self.session.subscribe(self.viewer, self._receive)
        self.reset_stage()
        if self.session.turn == 0:
            self.reset_to_opening()

    @property
    def helps(self) -> bool:
        """Whether the table may help with odds and the like: in a puzzle that would be the answer."""
        return self.guide is None or self.guide.helps

    # --- coming and going ---------------------------------------------------------------------------

    def enter(self) -> None:
        """The table is made ready."""
        self.sounds.play_opening()
        self.coach.start()

    def parting(self) -> None:
        """How the table looks now stands in the lists of saved games: what everybody at the computer may see of it."""
        path, window = self.session.autosave, self.ctx.window
        secret = self.shared and self.viewer is not None and not self.overlooked
        if path is None or window is None or secret or self.behind_glass or self.busy or self.ctx.quiet:
            return
        if self.guide is None and not self.ui.dirty:
            thumbnails.keep(self.ctx, path, window.surface)

    def leave(self) -> None:
        """Stop listening and thinking; the save is free for others once the last decision is on the disk."""
        if self.ctx.stack.top is self:
            self.parting()
        self._unsubscribe()
        self.session.close()
        self.opponents.forget()
        if self.shared:
            self.ctx.heard_by = None
            self.ctx.forget_told()

    def resume(self) -> None:
        """Back on top: names or language may have changed."""
        super().resume()
        self.ui.dirty = True

    def relabel(self) -> None:
        """Language, palette or size changed."""
        super().relabel()
        self.panels.clear()
        self.layers.clear()
        self.chronicle.forget()
        if not self.busy:
            self.reset_stage()

    # --- time -------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether something is on its way."""
        return self.runner.moving or self.ui.has_waiting

    @property
    def busy(self) -> bool:
        """Whether events are still being told."""
        return self.runner.busy

    @property
    def confirming(self) -> bool:
        """Whether the table waits until the players have seen something."""
        return self.runner.confirming

    @property
    def skipping(self) -> bool:
        """Whether the script runs to its end without a pause."""
        return self.runner.skipping

    @property
    def resting(self) -> bool:
        """Whether nothing happens any more without a person."""
        return not self.busy and not self.opponents.busy

    def ms(self, duration: float) -> float:
        """The length of a motion: reduced motion makes every motion a short fade."""
        return min(duration, 120.0) if self.ctx.reduced else duration

    @property
    def speed(self) -> float:
        """The factor on all motion, 0 = none; what is told once more on demand is never told at once."""
        return self.ctx.speed or (SEEN_AGAIN if self.again.telling and not self.ctx.instant else 0.0)

    def update(self, ms: float) -> None:
        """Tell events, ask opponents, hand decisions over."""
        trouble = self.session.trouble()
        if trouble is not None:
            self.report_folder_error(trouble)
        self.ui.idle = () if self.may_act() else CARDS
        if self.ctx.stack.top is not self:
            return
        speed = self.speed
        if self.timeline.active or self.layers.left_out_in == self.ui.drawing:
            self.ui.moved = True  # where a motion ends has to be drawn too, and details that were left out
        if speed == 0:
            self.runner.hurry()
        else:
            self.runner.update(ms * speed)
        self._tell()
        if self.timeline.changes != self._seen_changes:
            self._seen_changes = self.timeline.changes
            self.ui.dirty = True
        self.sounds.advance(ms, self.may_act())
        if self.goals is not None and self.goals.update(ms):
            self.ui.moved = True
        self.portraits.update(ms)
        self.bubble.update(ms)
        self.opponents.ask()
        self.hints.update(self.opponents.poll())
        slow = self.opponents.slow
        self.opponents.wait(ms)
        if slow != self.opponents.slow:
            self.ui.dirty = True
        if not self.busy:
            self.ui.dirty = self.speeches.speak(len(self.told)) or self.ui.dirty
            self.coach.update()
            self.turns.count_rest(ms)
            if self.guide is not None:
                self.guide.update(ms)
            if self.ctx.stack.top is not self or not opponent_errors.tell(self):
                self.turns.go_on()

    def watch(self, ms: float, speed: float) -> None:
        """Let time pass at a table that is only looked at: tell what happens, ask nobody, offer nothing.

        ``speed`` is the factor on all motion, 0 = no motion at all.
        """
        if speed == 0:
            self.runner.hurry()
        else:
            self.runner.update(ms * speed)
        if self.runner.run(speed == 0, False) or self.timeline.active:
            self.ui.dirty = True

    def _tell(self) -> None:
        watched = bool(self.people) and not self.ctx.instant
        if self.runner.run(self.speed == 0, watched):
            self.ui.dirty = True

    def _receive(self, update: Update) -> None:
        """The session reports what has happened; it is told when all before it has been."""
        self.queue.append(update)
        self.ui.dirty = True

    def _begin_update(self, update: Update) -> Script | None:
        self.turns.note_event()
        self.ui.dirty = True
        self.again.note_update(update)
        if update.kind == "reset":
            self.told = self._history()
            self.refresh()
            return None
        if self.show_unscripted(update):
            self.view = update.view
            return None
        return self.script(update)

    def refresh(self) -> None:
        """Draw the newest view when nothing is left to tell."""
        if not self.queue:
            self.again.telling = False
            self.view = self.session.view(self.viewer)
            self.reset_stage()
            self.sounds.mood()
        self.ui.dirty = True

    def confirm(self) -> None:
        """The players have seen it: go on."""
        if self.runner.confirm():
            self.ui.dirty = True

    def skip(self) -> bool:
        """Drop the running motions; False when nothing was being told."""
        skipped = self.runner.skip()
        if skipped:
            self.ui.dirty = True
        return skipped

    def note(self, events: Sequence[Event]) -> None:
        """These events are being told now: they enter the chronicle."""
        if self.again.telling:
            return
        self.portraits.note_events(events)
        turn = len(self.session.log)
        self.told.extend((turn, event) for event in events)
        self.past.scroll = 0

    def play(self, cue: str, won_by: Sequence[int] = ()) -> None:
        """Sound an effect of a telling, see ``scenes.table.sounds``."""
        self.sounds.play(cue, won_by)

    # --- turns --------------------------------------------------------------------------------------

    def offers_choice(self, legal: Sequence[int]) -> None:
        """The person below owes a decision from now on: a bell says so, and the first choice is focused."""
        if self.bell_rings():
            self.sounds.bell()
        self.ui.dirty = True
        focus = self.first_focus(legal) if self.ui.show_focus else None
        if focus is not None:
            self.ui.set_focus(focus)

    def person_order(self) -> list[int]:
        """In which order several people are called to the computer."""
        start = self.people.index(self.below) if self.below in self.people else 0
        return self.people[start:] + self.people[:start]

    def next_person(self, seat: int) -> None:
        """Another person owes a decision now."""
        if self.uncovered:
            self.watch_from(seat, secret=True)
        elif self.ctx.stack.top is self:
            self.turns.draw_curtain(seat)

    def choose_together(self, seats: Sequence[int]) -> None:
        """Let these people choose at once, each by keys of their own."""
        if self.ctx.stack.top is self:
            self.hide_hand()
            routes.open(self.ctx, "shared_choice", self, seats)

    def submit_together(self, chosen: Mapping[int, int]) -> None:
        """Hand in decisions that were made at once, in the order of the seats."""
        for seat, action in chosen.items():
            if action in self.session.legal(seat):
                self.submit(seat, action)

    def open_menu(self) -> None:
        """Open the menu of the running game."""
        self.bar.open_menu()

    def watch_from(self, seat: int | None, secret: bool) -> None:
        """From now on the table is seen from this seat; ``secret`` shows its hand too."""
        if seat is not None:
            self.below = seat
        self.listen_from(seat, overlooked=self.shared and not secret)
        self.refresh()

    def listen_from(self, seat: int | None, overlooked: bool = False) -> None:
        """Subscribe to what this seat may know (None = what everybody may), and tell only that."""
        self._unsubscribe()
        if self.ctx.heard_by != seat:
            self.ctx.heard_by = None
        if seat != self.viewer or overlooked != self.overlooked:
            self.hints.drop()
            self.again.forget(self.session.view(seat))
            if self.shared:
                self.ctx.forget_told()
        self.viewer, self.overlooked = seat, overlooked
        self._unsubscribe = self.session.subscribe(seat, self._receive)
        self.told = self._history()

    def _history(self) -> list[tuple[int, Event]]:
        """Everything that has happened, as far as those who look on may know it."""
        return list(self.session.events_for(None if self.overlooked else self.viewer))

    def hide_hand(self) -> None:
        """Show only what everybody may see (shared computer, between two people)."""
        if self.shared and self.viewer is not None:
            self.listen_from(None)
            self.refresh()

    # --- undo -------------------------------------------------------------------------------------------

    def undo_state(self) -> tuple[bool, str]:
        """Whether a decision can be taken back now, else the text id of the reason."""
        return self.back.state()

    def undo(self) -> None:
        """Take the last own decision back; where several people choose at once, they are asked whether all agree."""
        together = len(self.people) > 1 and self.shared and self.ctx.settings.share_keyboard
        if together and self.undo_state()[0]:
            t = self.ctx.t
            choices = [("stay", t("ui.cancel"), lambda: None), ("take_back", t("choice.undo.yes"), self._take_back)]
            self.ctx.ask(t("choice.undo"), t("choice.undo.body"), choices, main=0)
        else:
            self._take_back()

    def _take_back(self) -> None:
        if self.back.undo():
            self._clear_result()

    def redo(self) -> None:
        """Make an undone decision again."""
        if self.back.redo():
            self._clear_result()

    def _whose(self) -> int | None:
        """Whose decisions are taken back."""
        return self.people[0] if len(self.people) == 1 else self.viewer

    def _let_go(self) -> None:
        """What was told, thought about and advised is of no use any more."""
        self.runner.drop()
        self.opponents.forget()
        self.hints.drop()

    def _clear_result(self) -> None:
        """The game stands where it was: nobody has won it yet."""
        self.speeches.forget(len(self.told))
        self.bubble.dismiss()
        self.finished = False
        self._tell()

    def _show_speech(self, seat: int, words: str) -> None:
        """A character speaks: its line is seen, unless a lesson speaks or something else is being read."""
        if self.guide is None or (self.guide.whole and not self.guide.reading):
            self.bubble.show(seat, words)

    # --- chronicle ------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[Line]:
        """The lines of the chronicle."""
        return self.chronicle.all

    def update_lines(self) -> None:
        """Lines for what has been told so far."""
        self.chronicle.update()

    def explain(self) -> None:
        """Show why the last thing happened."""
        self.past.explain()

    def explain_focus(self) -> None:
        """Show the tip of what is marked by keys or pointer; without one say why the last thing happened."""
        target = self.ui.help_target
        if target is not None and (target.tip is not None or target.told is not None):
            self.ui.show_tip()
        else:
            self.past.explain()

    # --- the end -----------------------------------------------------------------------------------------

    def show_result(self) -> None:
        """The last event has been told: show the result of the game."""
        if (self.guide is None or self.guide.whole) and not self.ctx.instant:
            routes.open(self.ctx, "result", self.session, self.view)

    # --- drawing -------------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Everything, from the wood up: the table, the top bar, and the speech box of a guided game."""
        if abs(c.height - self.height) > 0.5:
            self.height = c.height
            self.resize()
        nobody_acts = self.runner.moving or not (self.finished or self.may_act())
        self.ui.may_wait = nobody_acts and self.speed > 0 and not (self.ui.stale or self.ctx.instant)
        self._find_news()
        on_bar = self.draw_table(c)
        if self.goals is not None:
            self.goals.draw(c, self.find_goal_cells(len(self.goals.goals)), self.find_goal_origin())
            twist = self.find_twist_place()
            if twist is not None:
                self.goals.draw_twists(c, twist[:2], twist[2])
        if self.viewer is not None and self.may_act() and not self.busy:
            self.turn_end.mark_endings(c, self.ui, self.viewer, self.list_action_buttons(self.legal()))
        if self.ctx.settings.couch and self.may_act():
            self._draw_turn_frame(c)
        self.bubble.draw(c)
        self.draw_panel(c, "bar", lambda: self._draw_bar(c, on_bar), list_content=lambda: self._list_bar_content(c))
        if self.opponents.slow:
            opponent_errors.draw_force_button(self, c)
        if self.guide is not None:
            self.guide.draw(c)

    def _list_bar_content(self, c: Canvas) -> Hashable:
        """Return all that the top bar shows."""
        hint, again = self._find_choices()
        choices = hint.enabled, hint.on, again.enabled, again.on
        return (
            *self._find_title(c),
            choices,
            self.back.words(),
            self._counts_advice(),
            self.ctx.settings.muted,
            (self.list_bar_content()),
        )

    def _find_title(self, c: Canvas) -> tuple[str, str]:
        """Return the name of the game and the state line."""
        where = self.describe_progress() if self.guide is None else self.guide.describe_progress()
        title = self.ctx.t(f"{self.session.game}.name")
        if self.opponents.slow:
            return title, where
        return title, self.bubble.state_line or state_line.extend(self, c, title, where)

    def _draw_bar(self, c: Canvas, on_bar: Callable[[], None] | None) -> None:
        """Draw the top bar with ``on_bar``, what a game shows there, and the buttons."""
        controls.top_bar(c, *self._find_title(c), self.game_icon)
        if on_bar is not None:
            on_bar()
        self.top_buttons(c)

    def _draw_turn_frame(self, c: Canvas) -> None:
        """Frame the window in the colour of the person who is asked, to be seen from the sofa."""
        if self.viewer is None:
            return
        colour = theme.rgb(theme.player(self.session.seats[self.viewer].colour, c.palette).base)
        (wide, high), edge = c.size, c.px(ASKED_FRAME)
        for box in ((0, 0, wide, edge), (0, high - edge, wide, edge), (0, 0, edge, high), (wide - edge, 0, edge, high)):
            c.surface.fill(colour, box)

    def _find_news(self) -> None:
        """Find what the parts draw of the chronicle in this frame."""
        self.update_lines()
        comment = self.coach.draw if self.coach.words else None
        if self.card_help.list_notes():
            comment = partial(self.card_help.draw, coach=self.coach)
        self.news = replace(self.past.news(), comment=comment)
        self.spoken_of: Sequence[int] = self.past.list_pointed_places()
        fresh = [] if self.spoken_of or self.turn_marks is not None else self.past.fresh()
        self.recent: Sequence[Line] = fresh
        self.faint: Sequence[int] = sorted({place for line in fresh for place in line.places})
        self.ways: Sequence[Way] = number_ways(fresh)

    def draw_portrait(
        self, c: Canvas, seat: int, x: float, y: float, r: float, plate: Box, bubble: Side = "below", *,
        laid: bool = False, sign: bool = True,
    ) -> None:  # fmt: skip
        """Draw the portrait of a seat in its mood."""
        self.portraits.draw(c, seat, x, y, r, plate, bubble, laid=laid, sign=sign)

    def list_moods(self) -> tuple[object, ...]:
        """Return the moods of the portraits that events have caused, and how strongly they show."""
        return self.portraits.list_moods()

    def top_buttons(self, c: Canvas) -> None:
        """Menu left; undo, hint, rules, sound, settings right."""
        hint, again = self._find_choices()
        self.bar.draw(c, self.ui, self.undo, self.back.words(), hint, self._counts_advice(), again)

    def _find_choices(self) -> tuple[top_bar.Choice, top_bar.Choice]:
        """Return what the buttons for advice and for seeing again do."""
        hint = top_bar.Choice(self.hints.ask, self.may_act() or self.question is not None, self.hint is not None)
        return hint, top_bar.Choice(self.past.see_again, self.past.can_see_again(), self.again.telling)

    def _counts_advice(self) -> bool:
        """Whether advice would mark the game as one with advice."""
        return not self.session.helped and (self.guide is None or self.guide.whole)
