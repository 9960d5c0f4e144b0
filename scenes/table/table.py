"""The table of any game: it follows the session, plays events as scripts, and holds the parts of a table.

A table shows ``self.view``, which holds what the bottom seat may see, through the stage of its game. When the session
reports events, ``script`` animates them step by step (``scenes.table.script``); skipping runs the script to its end and
draws the newest view.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Generic

from engine import registry
from engine.contract import Event, Message, View
from engine.seats import Seat
from engine.session import Session, Update
from scenes.common import thumbnails
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.finger_row import find_corner
from scenes.shell.inputs import Input
from scenes.shell.layers import LayerCache, Line, PanelCache
from scenes.shell.stack import Scene
from scenes.shell.touch_sizes import TouchSizes
from scenes.table import loop, prompts
from scenes.table.advice import Hints
from scenes.table.card_help import CardHelp, PlanMarks
from scenes.table.coach_comments import CoachComments
from scenes.table.companion import Companion
from scenes.table.finished_turn import FinishedTurn, LastCall
from scenes.table.game_log import Lines, News, TurnMarks, Way
from scenes.table.goal_strip import GoalStrip
from scenes.table.history_controls import LookingBack, SeenAgain, TakingBack
from scenes.table.opponents import Opponents
from scenes.table.portraits import Portraits, SpeechBubble
from scenes.table.prompts import Question, Refusals, TurnEnd
from scenes.table.rival_why import RivalWhy
from scenes.table.script import Script, ScriptRunner
from scenes.table.sounds import TableSounds
from scenes.table.speeches import Speeches
from scenes.table.table_game import K, M, S, TableGame
from scenes.table.top_bar import TopBar
from scenes.table.turns import Turns, Viewpoint
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

HIDDEN_POINTS = "\u2013"
"""In place of points that are not shown."""
SEEN_AGAIN = 2.0
"""How much faster than usual something is told once more where nothing moves otherwise."""


class Table(Scene, Generic[M, S, K]):
    """Table of any game; ``hooks``: the game's own functions and values."""

    name = "table"
    row_signs = ("surrender",)
    stage: S
    """What lies there."""
    chronicle: Lines
    """The lines of the log."""
    news: News
    """What the panel of the log shows."""

    def __init__(self, ctx: Context, session: Session, hooks: TableGame[M, S, K]) -> None:
        super().__init__(ctx)
        self.hooks, self.speech = hooks, hooks.spoken
        self.session = session
        session.patience = 0.0  # the window waits for no disk
        game = registry.info(session.game)
        self.music = game.music or None
        self.board_of = session.game
        self.game_icon = game.emblem
        self.names = [seat.name for seat in session.seats]
        self.people = [k for k, seat in enumerate(session.seats) if seat.kind == "person"]
        """Seats of the persons."""
        self.shared = len(self.people) > 1
        """Whether several persons play at this computer."""
        self.viewer: int | None = self.people[0] if len(self.people) == 1 else None
        """Seat that looks on; None for nobody in particular."""
        self.below = self.people[0] if self.people else 0
        """Seat whose panel is the large one."""
        self.overlooked = False
        """Several people look on while the viewer decides: nothing that only the viewer may know is drawn."""
        self.viewpoint = Viewpoint(self)
        self.runner = ScriptRunner(self._begin_update, lambda: self.refresh(), self.ms)
        self.queue = self.runner.queue
        """Updates that are still to be told."""
        self.timeline = self.runner.timeline
        self.opponents = Opponents(ctx, session)
        self.bar = TopBar(self)
        self.hints = Hints(self)
        self.back = TakingBack(self)
        self.turn_end = TurnEnd(ctx, session)
        self.finished_turn = FinishedTurn(self)
        self.last_call = LastCall(self)
        self.rival_why = RivalWhy(self)
        self.refusals = Refusals(self)
        self.turns = Turns(self)
        self.guide: Companion | None = None
        """Companion at the table: of a lesson, a puzzle, or a moment that is tried again."""
        self.occasion = ""
        """Which game of an evening this is, in words."""
        self.goals: GoalStrip | None = None
        """Stars of the stage that is played here; None for a game of no stage."""
        self.question: Question | None = None
        """Question for a seat; meanwhile nothing is moved."""
        self.chosen: int | None = None
        """The action that is marked."""
        self.height = 900.0
        """Height of the window in units."""
        self.by_fingers = False
        """Whether things lie as fingers need them: plates and signs at the upper edge, buttons round the corner."""
        self.least = 0.0
        """Size of what a finger decides with, for which they lie so."""
        self.panels = PanelCache()
        self.layers = LayerCache()
        self.beside = Timeline()
        """Motions that no script waits for."""
        self.seen_changes = self.seen_beside = 0
        """How often motions of either kind had begun when the table was drawn last."""
        self.sounds = TableSounds(ctx, session, lambda: self.people, lambda: self.skipping)
        self.portraits = Portraits(self)
        self.bubble = SpeechBubble(self, self.portraits)
        self.speeches = Speeches(ctx, session, hooks.peaks, self.count_rounds, self._show_speech, self.portraits.answer)
        self.coach = CoachComments(self)
        self.card_help = CardHelp(self)
        self.plans = PlanMarks(self)
        self.finished = False
        self.behind_glass = False
        """The table is only looked at: nobody is offered anything."""
        self.uncovered = False
        """Whether all hands may be seen by everyone at the table: no curtain is drawn."""
        self.told: list[tuple[int, Event]] = []
        """Events so far that the person looking on may know, each with its turn."""
        self.unanswered: tuple[tuple[Event, ...], bool] = (), False
        """Shown events that no face has answered yet, and whether they were skipped."""
        self.view: View = session.view(self.viewer)
        """View that is shown: what the person looking on may know."""
        self.again = SeenAgain(self.people, self.view)
        self.past = LookingBack(self, self.hints)
        self.spoken = hooks.places()
        """Links between words and places of the board."""
        self.spoken_of: Sequence[int] = ()
        """Places of the board that the words under the pointer speak of."""
        self.recent: Sequence[Line] = ()
        """Lines about what the others have just done."""
        self.faint: Sequence[int] = ()
        """Places where the others have just been."""
        self.ways: Sequence[Way] = ()
        """Moves that the others have just made, from place to place."""
        self.turn_marks: TurnMarks | None = None
        """What a turn that is explained did on the board; then nothing else that has just happened is marked."""
        self._decoded: tuple[Sequence[int], tuple[M, ...]] = ((), ())
        """The legal actions, and the same as moves."""
        self.own: K = hooks.own(self)
        """What the game keeps next to the stage."""

    def start(self) -> None:
        """Show the position and subscribe to the session; called once, when a game has filled all its fields."""
        self.chronicle = Lines(self)
        opening = self.viewpoint.list_known_events()
        if self.session.turn == 0:
            events = [event for _turn, event in opening]
            self.queue.append(Update("played", 0, None, None, events, self.view))
        else:
            self.told = opening
        self.viewpoint.subscribe()
        self.reset_stage()
        if self.session.turn == 0:
            self.hooks.reset_to_opening(self)

    @property
    def game(self) -> str:
        """Id of the game."""
        return self.session.game

    @property
    def seats(self) -> Sequence[Seat]:
        """Seats of the session, in seat order."""
        return self.session.seats

    @property
    def pending(self) -> Sequence[int]:
        """Seats that have to decide now."""
        return self.session.to_act()

    @property
    def still(self) -> bool:
        """Whether nothing is animated, so that there is time for smooth edges."""
        return not self.timeline.active

    @property
    def anchor(self) -> int:
        """Seat at the lower side of the table: the bottom one, or always the first person's where the table does not
        turn."""
        return self.people[0] if self.shared and self.ctx.settings.still_table else self.below

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """Hovered target, and focused one if the focus ring is shown."""
        return self.ui.hot

    @property
    def helps(self) -> bool:
        """Whether the table may help with odds and the like; in a puzzle that would give the solution away."""
        return self.guide is None or self.guide.helps

    @property
    def for_child(self) -> bool:
        """Whether a child looks on, alone or among others; with the preset for children always."""
        looking = self.people if self.viewer is None else [self.viewer]
        return self.ctx.settings.child_mode or any(self.seats[k].is_child for k in looking)

    def word_for_viewer(self) -> None:
        """Use short forms of texts exactly while a child looks on."""
        if self.ctx.texts.brief != self.for_child and not self.behind_glass:
            self.ctx.texts.brief = self.for_child
            self.chronicle.forget()
            self.reword()

    def hides_points(self, seat: int) -> bool:
        """Return whether the points of a seat are hidden during the game: those of the other sides, if a child looks
        on."""
        if self.finished or not (self.people and self.for_child):
            return False
        side = self.session.rules.sides(self.session.options, len(self.session.seats))
        return self.viewer is None or side[seat] != side[self.viewer]

    def write_points(self, seat: int, points: str) -> str:
        """Return the points of a seat as shown; a dash for hidden ones."""
        return HIDDEN_POINTS if self.hides_points(seat) else points

    # --- coming and going --------------------------------------------------------------------------------

    def enter(self) -> None:
        """Prepare the table when it is opened."""
        self.word_for_viewer()
        self.sounds.play_opening()
        self.coach.start()
        if self.question is not None:
            self.ui.set_focus(f"plate.{(self.below + 1) % self.question.seats}", show=False)

    def parting(self) -> None:
        """Store a thumbnail of the table for lists of saved games, unless it shows a hand at a shared computer or is
        moving."""
        path, window = self.session.autosave, self.ctx.window
        secret = self.shared and self.viewer is not None and not (self.overlooked or self.session.over)
        if path is None or window is None or secret or self.behind_glass or self.busy or self.ctx.quiet:
            return
        if self.ui.dirty and self.session.over and self.guide is None:
            window.draw()  # the last event has only just been told
        if self.guide is None and not self.ui.dirty:
            thumbnails.keep(self.ctx, path, window.surface)

    def leave(self) -> None:
        """Unsubscribe and stop opponents; release the save once the last decision is on the disk."""
        if self.ctx.stack.top is self:
            self.parting()
        self.viewpoint.unsubscribe()
        self.session.close()
        self.opponents.forget()
        self.ctx.texts.brief = self.ctx.settings.child_mode
        if self.shared:
            self.ctx.heard_by = None
            self.ctx.forget_told()

    def resume(self) -> None:
        """Refresh the table when it is on top again: names or language may have changed."""
        super().resume()
        self.word_for_viewer()
        self.ui.dirty = True

    def reword(self) -> None:
        """Refresh texts for another device."""
        super().reword()
        self.panels.clear()
        self.layers.clear()

    def relabel(self) -> None:
        """Drop pictures and texts for the old language, palette or size."""
        self.hooks.forget_pictures(self)
        super().relabel()
        self.reword()
        self.chronicle.forget()
        if not self.busy:
            self.reset_stage()

    # --- time --------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether motions are running."""
        return self.runner.moving or self.beside.active or self.ui.has_waiting or self.hooks.is_moving(self)

    @property
    def is_whole(self) -> bool:
        """Whether its board is painted."""
        return not self.hooks.is_painting(self)

    @property
    def busy(self) -> bool:
        """Whether events are still being animated."""
        return self.runner.busy

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has to decide and nothing is being animated."""
        return not self.busy and any(self.session.seats[seat].is_person for seat in self.session.to_act())

    @property
    def confirming(self) -> bool:
        """Whether the script waits for the players' confirmation."""
        return self.runner.confirming

    @property
    def skipping(self) -> bool:
        """Whether the script runs to its end without a pause."""
        return self.runner.skipping or self.turns.is_rushing

    @property
    def resting(self) -> bool:
        """Whether nothing will happen without an input."""
        return not self.busy and not self.opponents.busy

    def ms(self, duration: float) -> float:
        """Return the length of a motion in milliseconds: ``duration``, with reduced motion at most 120."""
        return min(duration, 120.0) if self.ctx.reduced else duration

    def arc(self, height: float) -> float:
        """Return the height of a flight's arc in units: ``height``, 0 with reduced motion."""
        return 0.0 if self.ctx.reduced else height

    @property
    def speed(self) -> float:
        """Factor on all motion, 0 = none; a replay on demand is always animated."""
        if self.turns.is_rushing:
            return 0.0
        return self.ctx.speed or (SEEN_AGAIN if self.again.telling and not self.ctx.instant else 0.0)

    def update(self, ms: float) -> None:
        """Play events, ask opponents, hand over decisions; then advance the game's own motions."""
        loop.advance_beside(self, ms)
        loop.advance(self, ms)
        self.hooks.advance(self, ms)

    def tell(self) -> None:
        """Run the script as far as time allows, without motion at speed 0."""
        watched = bool(self.people) and not (self.ctx.instant or self.turns.is_rushing)
        if self.runner.run(self.speed == 0, watched):
            self.ui.dirty = True

    def _begin_update(self, update: Update) -> Script | None:
        self.turns.note_event()
        self.ui.dirty = True
        self.again.note_update(update)
        if update.kind == "reset":
            self.told = self.viewpoint.list_known_events()
            self.refresh()
            return None
        if self.hooks.show_without_script(self, update):
            self.view = update.view
            return None
        return self.hooks.script(self, update)

    def refresh(self) -> None:
        """Rebuild the stage from the newest view, unless updates still wait to be animated."""
        if not self.queue:
            self.again.telling = False
            self.view = self.session.view(self.viewer)
            self.reset_stage()
            self.sounds.mood()
        self.ui.dirty = True

    def confirm(self) -> None:
        """Continue after the players' confirmation."""
        if self.runner.confirm():
            self.ui.dirty = True

    def skip(self) -> bool:
        """Skip the running motions; return False when nothing was being animated."""
        skipped = self.runner.skip()
        if skipped:
            self.beside.finish()
            self.ui.dirty = True
        return skipped

    def reset_stage(self) -> None:
        """Build the stage anew from ``self.view``."""
        self.stage = self.hooks.make_stage(self)
        if self.chosen is not None and self.chosen not in self.legal():
            self.chosen = None
        self.hooks.settle(self)

    def note(self, events: Sequence[Event]) -> None:
        """Add events to the log when they are shown."""
        if self.again.telling:
            return
        self.answer_events()
        turn = len(self.session.log)
        self.told.extend((turn, event) for event in events)
        self.unanswered = tuple(events), self.skipping
        self.past.scroll = 0

    def answer_events(self) -> None:
        """Let portraits and bubbles react to the last shown events; a script may call this before its end."""
        (events, skipped), self.unanswered = self.unanswered, ((), False)
        if events and not skipped:
            self.portraits.note_events(events)
        self.speeches.note_events(events, len(self.told))

    # --- choosing ----------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """Phase of the bottom seat's pending choice; "" without a choice."""
        return str(self.view["phase"]) if self.moves else ""

    def may_act(self) -> bool:
        """Return whether the bottom seat has a pending decision that can be made now."""
        return (
            self.viewer is not None
            and not self.busy
            and not (self.finished or self.behind_glass or self.question is not None)
            and self.session.seats[self.viewer].kind == "person"
            and self.viewer in self.session.to_act()
        )

    def legal(self) -> Sequence[int]:
        """Return the legal actions of the bottom seat; () while it cannot choose."""
        if not self.may_act():
            return ()
        assert self.viewer is not None
        return self.session.legal(self.viewer)

    def get_pending(self) -> tuple[int, int] | None:
        """Return seat and turn of the viewer's pending decision; None without one."""
        if self.viewer is None or self.viewer not in self.session.to_act():
            return None
        return self.viewer, self.session.find_decision_turn(self.viewer)

    @property
    def moves(self) -> tuple[M, ...]:
        """Legal moves of the bottom seat."""
        legal = self.legal()
        if legal != self._decoded[0]:
            self._decoded = legal, tuple(map(self.hooks.codec.decode, legal))
        return self._decoded[1]

    @property
    def marked_move(self) -> M | None:
        """The marked move; None without one."""
        return None if self.chosen is None else self.hooks.codec.decode(self.chosen)

    @property
    def advised_move(self) -> M | None:
        """The move that the shown advice recommends most; None without advice."""
        best = self.hints.best
        return None if best is None else self.hooks.codec.decode(best)

    def pick(self, move: M) -> None:
        """Mark a move; a marked one is carried out."""
        self.choose(self.hooks.codec.encode(move))

    def make(self, move: M) -> None:
        """Carry out a move."""
        self.decide(self.hooks.codec.encode(move))

    def choose(self, action: int) -> None:
        """Mark an action; a marked one is carried out."""
        if action not in self.legal():
            self.ctx.play("refused")
            return
        if self.chosen == action:
            self.decide(action)
            return
        self.chosen = action
        self.ctx.play("card_lift")
        self.ui.dirty = True

    def describe(self, move: M) -> str:
        """Return the rules' text of a move; "" without one."""
        return self._format_message(self.session.rules.describe(self.hooks.codec.encode(move)))

    def reason(self, move: M) -> str:
        """Return the rule behind a move, in words; "" without one."""
        why = self.session.rules.explain(self.hooks.codec.encode(move))
        return self._format_message(why, self.hooks.list_features(self.view))

    def _format_message(self, message: Message | None, there: Collection[str] = ()) -> str:
        return "" if message is None else self.ctx.say(message, self.names, there)

    def decide(self, action: int) -> None:
        """Make a decision of the bottom seat, after asking where that is needed; an illegal one sounds refused."""
        if self.viewer is None or action not in self.legal():
            self.ctx.play("refused")
            return
        seat, keeps_turn = self.viewer, self.shared and self.hooks.keeps_turn(self, action)
        taught = self.guide is not None and not self.guide.whole
        asked = taught or keeps_turn or self.hooks.ends_in_words(self, action)
        if not asked and self.turn_end.asks(seat, action):
            if self.ctx.settings.turn_question or self.hooks.find_finished_box(self) is None:
                self.turn_end.ask(action, self.decide, self.stay_on)
            elif not self.finished_turn.is_open:
                self.finished_turn.show(seat, action)
            return
        if self.guide is not None and not keeps_turn and not self.guide.allows(action):
            return
        self.hints.drop()
        self.chosen = None
        self.ui.rest()  # what moves under the pointer now is not meant
        self.hooks.prepare_decision(self, action)
        if self.shared and not keeps_turn:
            # Nobody may see on the way what the next person holds, or read what this one was told.
            self.viewpoint.listen_from(None)
            self.view = self.session.view(None)
        self.turns.submit(seat, action)

    def stay_on(self) -> None:
        """Continue the turn that the person declined to end; a half-made choice is cleared."""
        self.ui.dirty = True
        if self.hooks.is_halfway(self):
            self.hooks.put_back(self)

    def _show_speech(self, seat: int, words: str) -> None:
        """A character speaks: its line is seen, unless a lesson speaks or something else is being read."""
        if self.guide is None or (self.guide.whole and not self.guide.reading):
            self.bubble.show(seat, words)

    def show_result(self) -> None:
        """Show the result of the game after the last event."""
        if (self.guide is None or self.guide.whole) and not self.ctx.instant:
            routes.open(self.ctx, "result", self.session, self.view)

    # --- input -------------------------------------------------------------------------------------------

    def first_stop(self) -> str | None:
        """Return the first target of the pending decision, else the main button."""
        legal = self.legal()
        first = self.hooks.first_focus(self, legal) if legal else None
        amber = self.ui.amber
        return first if self.ui.find(first) is not None or amber is None else amber.id

    def hurry_on(self, given: Input) -> bool:
        """Skip the running animation by the first key that would act; return whether it did."""
        return loop.hurries(self, given) and self.skip()

    def handle(self, given: Input) -> bool:
        """Handle inputs that no control used, see :func:`scenes.table.loop.handle`; return whether the input was
        used."""
        return (self.guide is not None and self.guide.swallows(given)) or loop.handle(self, given)

    def draw(self, c: Canvas) -> None:
        """Draw the table, the top bar, and the speech box of a guided game; where other scenes have a row for fingers
        at the lower edge, a table has the whole height."""
        height, foot = c.height, c.foot
        if foot and c.size[0] > c.size[1]:
            c.height, c.foot = height + foot, 0.0
        self.ui.corner = find_corner(c.height, self.hooks.amber_w) if foot else None
        loop.draw_table(self, c)
        c.height, c.foot = height, foot

    def draw_layer(
        self, c: Canvas, name: str, paint: Callable[[], None], *moving: Hashable,
        list_content: Callable[[], Hashable] | None = None, waits: bool = False,
    ) -> None:  # fmt: skip
        """Draw a layer of the table that is reused while other things move (``scenes.shell.layers``).

        ``moving``: numbers it shows that change by motion; ``list_content`` returns all else it shows, if known;
        ``waits``: it may be updated a few frames late, since nothing in motion ends on it.
        """
        self.layers.draw(c, self.ui, name, moving, paint, list_content, waits=waits)

    def put_behind_glass(self) -> None:
        """Make the table read-only from now on; its targets are no longer enlarged for fingers."""
        self.behind_glass, self.ui.touch = True, TouchSizes()
        self.hooks.resize(self)

    # --- seats and goals ---------------------------------------------------------------------------------

    def watch_goals(self, strip: GoalStrip) -> None:
        """Count the goals of a campaign station at this table from now on."""
        self.goals = strip
        self.hooks.resize(self)

    def role(self, seat: int) -> str:
        """Return the text under the name of a seat: the level of a computer, or that a person sits there."""
        if self.session.seats[seat].kind == "person":
            return self.ctx.t("ui.plate.you" if self.people == [seat] else "ui.plate.person")
        return prompts.computer_name(self, seat)

    def count_rounds(self) -> int:
        """Return how many rounds, or tricks, have begun so far."""
        begun = sum(event.kind == self.hooks.round_event for _turn, event in self.told)
        return begun if self.hooks.round_of_all else begun // len(self.session.seats)
