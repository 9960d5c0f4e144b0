"""The position editor: any position of a game set up by hand, and what its rules say of it; and the ways into it."""

import contextlib
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ai.workers.pool import HINT
from engine import registry
from engine.content import drafts
from engine.content.arrangement import CardPlace
from engine.content.drafts import Arranged, Draft, PositionError, begin_draft
from engine.content.puzzles import Puzzle
from engine.contract import BadState, Message
from engine.seats import Seat
from engine.session import Session
from engine.storage.folders import FolderError
from scenes.common import opponent_names
from scenes.common.player_identity import free_sign
from scenes.menus.key_editor import EMPTY_KEY
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.shell.targets import exactly
from scenes.table.new_game import new_seed
from scenes.workshop import outcome_panel, piece_panels, sharing
from scenes.workshop.draft_board import REMOVE, DraftBoard
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

COLUMN, COLUMN_NARROW = 300.0, 372.0
"""Width of the columns at the sides, also in a small window, which has tabs at the left and a line for the check."""
GAP, STRIP_H = 14.0, 208.0
SEATS = {"king_of_12": 2, "legends": 3, "king_of_the_dice": 2, "tash_kalar": 2}
MIDDLE = 90
SQUARE = 30.0
"""Least size of a square of a board that touches its neighbours; smaller places are taken from nearby."""
"""Random decisions before a position of chance."""


class _Aside(NamedTuple):
    """A draft that is not shown now: its seats, its position when last saved, and its file (None before it is
    stored)."""

    draft: Draft
    seats: list[Seat]
    saved: Any
    kept: Path | None


class EditorScene(Page):
    """Page of the position editor for one draft; ``title``: the player's name for it."""

    name = "workshop"
    music = "title"
    head = "ui.edit.title"
    margin, top, low = 24.0, 62.0, 16.0

    def __init__(
        self, ctx: Context, game: str = "", draft: Draft | None = None, seats: tuple[Seat, ...] = (),
        before: "EditorScene | None" = None,
    ) -> None:  # fmt: skip
        """``before``: the editor that was open; undoing leads back to its position."""
        super().__init__(ctx)
        self.games = drafts.list_games()
        self.draft = draft if draft is not None else self._begin(game or self.games[0])
        self.seats = list(seats) or make_seats(ctx, self.draft.seats)
        self.board = DraftBoard(ctx, self.seats)
        self.icon = registry.info(self.draft.game).emblem
        self.piece = ""
        """The piece that is put down by a press."""
        self.place_of_cards = ""
        """The place whose cards lie in the strip."""
        self.seat = 0
        """The seat whose numbers and cards are shown where there is no room for all; -1 for the whole table's."""
        self.shown_problem = -1
        """The problem whose places are marked, -1 for none."""
        self.saved = self.draft.state
        """The position as it was saved last, or begun."""
        self.narrow = False
        """Whether the check is one line that opens what is wrong."""
        self.in_hand = False
        """Whether the scene leaves the stack only to come back."""
        self._maker: Any = None
        """The puzzle maker that was open last, with what it has found."""
        self._kept: Path | None = None
        """The file in which the position was kept as a draft."""
        self._before: list[_Aside] = [] if before is None else [*before._before, before._set_aside()]
        self._after: list[_Aside] = []
        """What was arranged before this draft, and after it where that was undone."""
        self.advice = ""
        """What the Master would do, in words."""
        self.waits = False
        """Whether the Master is thinking."""
        self._ticket = -1
        self._advised: Any = None
        self._choose_first()

    def _begin(self, game: str) -> Draft:
        return begin_draft(game, {}, SEATS.get(game, registry.info(game).seats[0]), "first")

    def _choose_first(self) -> None:
        pieces = [piece.id for piece in self.draft.arranger.list_pieces(self.draft.state)]
        if self.piece not in (*pieces, REMOVE):
            self.piece = pieces[0] if pieces else ""
        places = [place.id for place in self.card_places]
        if self.place_of_cards not in places:
            self.place_of_cards = places[0] if places else ""

    @property
    def names(self) -> list[str]:
        """Names of the seats."""
        return [seat.name for seat in self.seats]

    def say(self, message: Message) -> str:
        """Return a text of the rules, with the names of the seats."""
        return self.ctx.say(message, self.names)

    @property
    def card_places(self) -> list[CardPlace]:
        """The places where cards lie."""
        return list(self.draft.arranger.list_card_places(self.draft.state))

    @property
    def is_lawful(self) -> bool:
        """Whether the position is lawful."""
        return not self.draft.problems

    # --- changing the draft -----------------------------------------------------------------------

    def edit(self, change: Callable[[Any], None]) -> None:
        """Apply a change to a copy of the position, as a step that can be undone; one without effect sounds refused."""
        self._take(self.draft.change(change), "card_lift")

    def _take(self, changed: bool, cue: str = "click") -> None:
        self.ctx.play(cue if changed else "refused")
        if changed:
            self.shown_problem = -1
            self.board.mark(())
            self.advice = ""
            self._choose_first()
        self.ui.dirty = True

    def press_place(self, place: int) -> None:
        """Put the chosen piece on a place; with the eraser chosen, take a piece away."""
        if self.piece == REMOVE:
            self.take_away(place)
        elif self.piece:
            self.edit(lambda state: self.draft.arranger.put(state, place, self.piece))

    def take_away(self, place: int) -> None:
        """Remove a piece from a place, one of the chosen kind if possible."""
        piece = "" if self.piece == REMOVE else self.piece
        self.edit(lambda state: self.draft.arranger.remove(state, place, piece))

    def choose_piece(self, piece: str) -> None:
        """Choose the kind of piece that a press puts down."""
        self.piece = piece
        self.ui.dirty = True

    def pick_seat(self, seat: int) -> None:
        """Choose the seat whose numbers and cards are shown; -1: those of the whole table."""
        self.seat = seat
        places = [place.id for place in self.card_places if place.seat == (None if seat < 0 else seat)]
        if places and self.place_of_cards not in places:
            self.place_of_cards = places[0]
        self.ui.dirty = True

    def step_piece(self, by: int) -> None:
        """Choose the kind of piece ``by`` positions further in the list."""
        found = [*(piece.id for piece in self.draft.arranger.list_pieces(self.draft.state)), REMOVE]
        if len(found) > 1:
            at = found.index(self.piece) if self.piece in found else 0
            self.choose_piece(found[(at + by) % len(found)])

    def set_value(self, name: str, value: int) -> None:
        """Set a number or a choice of the position, by its name."""
        self.edit(lambda state: self.draft.arranger.set_value(state, name, value))

    def choose_cards(self, place: str) -> None:
        """Show the cards of another place in the strip."""
        self.place_of_cards = place
        self.ui.dirty = True

    def open_sheet(self, place: str) -> None:
        """Open the sheet of cards that can be added to a place."""
        self.ctx.stack.push(piece_panels.CardSheet(self, place))

    def add_card(self, place: str, card: int) -> None:
        """Put a card into a place."""
        self.edit(lambda state: self.draft.arranger.add_card(state, place, card))

    def remove_card(self, place: str, card: int) -> None:
        """Take a card out of a place."""
        self.edit(lambda state: self.draft.arranger.remove_card(state, place, card))

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo, or a previous draft to go back to."""
        return self.draft.can_undo or bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change or a later draft."""
        return self.draft.can_redo or bool(self._after)

    def undo(self) -> None:
        """Undo the last change; before the first one of a draft go back to the previous draft."""
        if not self.draft.can_undo and self._before:
            self._after.append(self._set_aside())
            self._show(self._before.pop())
        else:
            self._take(self.draft.undo())

    def redo(self) -> None:
        """Redo the undone change."""
        if not self.draft.can_redo and self._after:
            self._before.append(self._set_aside())
            self._show(self._after.pop())
        else:
            self._take(self.draft.redo())

    # --- what to begin with -----------------------------------------------------------------------

    def begin_empty(self) -> None:
        """Take everything off the board."""
        self.edit(self.draft.arranger.clear)

    def begin_by_chance(self) -> None:
        """Replace the position by one from a random game with the same options and seats."""
        draft = self.draft
        other = begin_draft(draft.game, draft.options, draft.seats, new_seed(), MIDDLE)
        self._take(draft.replace(other.state))

    def take_over(self, draft: Draft) -> None:
        """Replace the position by another draft's of the same game, as a step that can be undone."""
        self._take(self.draft.replace(draft.state))

    def open_draft(self, draft: Draft, seats: tuple[Seat, ...] = ()) -> None:
        """Edit another draft; undo leads back to the current one."""
        unsaved = self.draft.state is not self.saved
        if self.keep_work() and unsaved:
            self.ctx.toast(self.ctx.t("ui.edit.kept.undo"))
        self._before.append(self._set_aside())
        self._after.clear()
        self._show(_Aside(draft, list(seats) or make_seats(self.ctx, draft.seats), draft.state, None))

    def _set_aside(self) -> _Aside:
        return _Aside(self.draft, self.seats, self.saved, self._kept)

    def _show(self, found: _Aside) -> None:
        self.board.close()
        self.draft, self.seats, self.saved, self._kept = found
        self.board = DraftBoard(self.ctx, self.seats)
        self.icon = registry.info(self.draft.game).emblem
        self.shown_problem = -1
        self.advice = ""
        self._choose_first()
        self.ui.dirty = True

    def keep_work(self) -> bool:
        """Save an unsaved position as a draft, with a note; return False where it cannot be written."""
        if self.draft.state is self.saved:
            return True
        try:
            self._kept = drafts.keep_draft(self.record(), self._kept)
        except FolderError as error:
            self.ctx.notices.append(error.message)
            return False
        self.saved = self.draft.state
        self.ctx.toast(self.ctx.t("ui.edit.kept"))
        return True

    def mark_saved(self) -> None:
        """Mark the position as saved, and delete its automatic draft."""
        self.saved = self.draft.state
        if self._kept is not None:
            with contextlib.suppress(OSError):
                self._kept.unlink()
            self._kept = None

    # --- what comes of it ---------------------------------------------------------------------------

    def show_problem(self, at: int) -> None:
        """Mark the places of the problem with this index on the board, or stop marking them."""
        self.shown_problem = -1 if self.shown_problem == at else at
        explained = self.draft.explain(self.draft.problems[at])
        self.board.mark(explained.places if self.shown_problem >= 0 else ())
        self.ui.dirty = True

    def settle(self) -> Any:
        """Return the position completed for play; None, with a notice of the reason, if that is impossible."""
        try:
            return self.draft.settle()
        except BadState as error:
            told = error.problems[0].to_json() if error.problems else str(error)
            self.ctx.notices.append(Message("ui.position.impossible", {"place": told}))
            return None

    def press_main(self) -> None:
        """Play on from a lawful position; show the problems of an unlawful one."""
        if self.is_lawful:
            sharing.ask_play_on(self)
        elif self.narrow:
            outcome_panel.tell_check(self)
        else:
            self.show_problem((self.shown_problem + 1) % len(self.draft.problems))

    def ask_master(self) -> None:
        """Ask for the Master's decision in the position."""
        state = self.settle()
        if state is None or self.waits:
            self.ctx.play("refused")
            return
        rules = self.draft.rules
        seat = rules.to_act(state)[0]
        legal = [action for action in rules.legal(state, seat) if action not in rules.resignations]
        view = rules.view(state, seat)
        self._ticket = self.ctx.thinker.ask(self.draft.game, view, seat, legal, "expert", 1, HINT)
        self._advised = self.draft.state
        self.waits = True
        self.ui.dirty = True

    def update(self, ms: float) -> None:
        """Take in the Master's answer."""
        if not self.waits:
            return
        for answer in self.ctx.thinker.poll():
            if answer.ticket == self._ticket:
                self.waits = False
                if self._advised is self.draft.state:
                    table = self.board.lay(self.draft).table
                    self.advice = outcome_panel.tell_advice(table, answer.decision)
                    self.ctx.play("advice")
                self.ui.dirty = True

    def make_puzzle(self) -> None:
        """Open the puzzle maker."""
        if self.settle() is None:
            self.ctx.play("refused")
            return
        if self._maker is None or self._maker.draft is not self.draft or self._maker.begun is not self.draft.state:
            self._maker = routes.scene("puzzle_maker", self.ctx, self)
        self.ctx.stack.push(self._maker)

    def record(self, puzzle: Puzzle | None = None) -> Arranged:
        """Return the contents of a file of the position, with a puzzle if given."""
        return Arranged(
            game=self.draft.game, options=self.draft.options, seats=tuple(self.seats),
            state=self.draft.rules.dump(self.draft.state), updated=sharing.find_day(), puzzle=puzzle,
        )  # fmt: skip

    # --- coming and going ---------------------------------------------------------------------------

    def enter(self) -> None:
        """Reset the page when it comes back onto the stack."""
        self.in_hand = False

    def leave(self) -> None:
        """Save unsaved work as a draft, release the board and the Master."""
        if not self.in_hand:
            self.keep_work()
        self.board.close()
        if self.waits:
            self.ctx.thinker.cancel(self._ticket)

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        super().relabel()
        self.board.relabel()

    def go_back(self) -> None:
        """Leave the page; unsaved work is kept as a draft."""
        self.ctx.stack.keep_work(partial(routes.back, self.ctx))

    def first_stop(self) -> str | None:
        """Return the id of the board's first place; None for a game without a board."""
        places = self.draft.arranger.list_places(self.draft.state)
        return f"place.{places[len(places) // 2]}" if places else None

    # --- drawing and input ----------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the game's name and the number of players."""
        t = self.ctx.t
        return " · ".join((t(f"{self.draft.game}.name"), t("study.seats", n=len(self.seats))))

    def bar(self, parts: Parts) -> None:
        """Draw the buttons for undo, redo and rules."""
        acts = (
            ("undo", "ui.edit.undo", "Ctrl Z", self.undo, self.can_undo),
            ("redo", "ui.edit.redo", "Ctrl Y", self.redo, self.can_redo),
            ("rules", "ui.bar.rules", "", self._open_rules, True),
        )
        for at, (name, label, key, act, enabled) in enumerate(acts):
            tip = (self.ctx.t(label), "" if self.ui.touch.in_use else key)
            self.ui.icon_button(parts.c, f"bar.{name}", 1440 + 42 * at, 28, 16, name, act, enabled=enabled, tip=tip)

    def body(self, parts: Parts) -> Part:
        """Return the board with the cards below it, the pieces to choose from, and the check of the rules."""
        c, narrow = parts.c, parts.is_narrow
        self.narrow, column = narrow, COLUMN_NARROW if narrow else COLUMN
        middle = [Part(0, partial(self._draw_board, c), 1)]
        if not self.ui.touch.least:
            middle.append(Part(STRIP_H, partial(piece_panels.draw_cards, self, parts)))
        return parts.row([
            Part(column, partial(piece_panels.draw, self, parts, narrow)),
            parts.at_width(0, parts.column(middle, gap=12), share=1),
            Part(column, partial(outcome_panel.draw, self, parts, narrow)),
        ], gap=GAP)  # fmt: skip

    def _draw_board(self, c: Canvas, box: Box) -> None:
        self.board.draw(c, self.draft, box)
        self._draw_places(c)

    def _draw_places(self, c: Canvas) -> None:
        """Register the places of the board as targets; draw a ghost of the piece at the hovered or focused one."""
        arranger, state = self.draft.arranger, self.draft.state
        for place in arranger.list_places(state):
            box = self.board.find_place(place)
            if box is None:
                continue
            standing, press = self._describe_place(place), partial(self.press_place, place)
            tip = (self.say(arranger.name_place(state, place)), standing)
            value = standing or self.ctx.t("ui.edit.begin.empty")
            lit = self.ui.zone(f"place.{place}", box, press, radius=6, sound="", tip=tip, value=value)
            square = self.ui.find_in_drawing(f"place.{place}")
            if square is not None and min(box[2:]) >= SQUARE:
                square.contains = exactly(box)  # it touches its neighbours
            if lit in ("hover", "pressed", "focus") and self.piece not in ("", REMOVE):
                piece_panels.draw_ghost(self, c, box)

    def _describe_place(self, place: int) -> str:
        """Return the names of the pieces on a place, with their number where there are several of a kind."""
        arranger, state = self.draft.arranger, self.draft.state
        names = {piece.id: self.say(piece.name) for piece in arranger.list_pieces(state)}
        counts = Counter(arranger.list_standing(state, place))
        return "\n".join(f"{names[piece]}: {n}" if n > 1 else names[piece] for piece, n in counts.items())

    def list_own_keys(self) -> Collection[str]:
        """Return the key that removes a piece; none while a text is being edited."""
        return () if self.ui.typing else (EMPTY_KEY,)

    def handle(self, given: Input) -> bool:
        """Handle right button and Delete (remove a piece) and wheel (choose a kind); return whether the input was
        used."""
        if given.kind == "press" and given.button == 3:
            return self._take_from(self.ui.hover)
        if given.kind == "wheel":
            self.step_piece(int(given.amount))
            return True
        if given.kind == "key" and given.name == EMPTY_KEY:
            self._take_from(self.ui.focus)
            return True
        return super().handle(given)

    def list_acts(self) -> dict[str, Act]:
        """Return the actions of the editor's commands; number keys choose a kind of piece."""
        before, after = partial(self.step_piece, -1), partial(self.step_piece, 1)
        keys: dict[str, Act] = {
            "main": self.press_main, "back": self.go_back, "undo": self.undo, "redo": self.redo, "page_up": before,
            "page_down": after, "turn_left": before, "turn_right": after, "hint": self.ask_master,
            "rules": self._open_rules, "copy": partial(sharing.copy_position, self),
            "paste": partial(sharing.paste_position, self),
        }  # fmt: skip
        pieces = self.draft.arranger.list_pieces(self.draft.state)
        return keys | {f"choice_{at}": partial(self.choose_piece, one.id) for at, one in enumerate(pieces[:9], 1)}

    def _open_rules(self) -> None:
        routes.open(self.ctx, "rules", self.draft.game)

    def _take_from(self, target: str | None) -> bool:
        """Remove a piece from the place of a target; return False for a target that is no place."""
        if target is None or not target.startswith("place."):
            return False
        self.take_away(int(target[6:]))
        return True


def make_seats(ctx: Context, count: int) -> list[Seat]:
    """Return ``count`` seats of a draft: the player, and rivals of medium strength, each with another emblem."""
    names = opponent_names.rivals_names(ctx)
    found = [Seat("person", "", ctx.person_name, 0, "")]
    for seat in range(1, count):
        name = names[seat - 1] if seat <= len(names) else str(seat + 1)
        found.append(Seat("computer", "skilled", name, *free_sign(found)))
    return found


def open_position(ctx: Context, path: Path) -> None:
    """Open a position from any file: a puzzle at its table, another one in the editor. An invalid file is reported."""
    try:
        arranged, draft = drafts.load(path)
    except PositionError as error:
        ctx.notices.append(error.message)
        ctx.play("refused")
        return

    def go_on() -> None:
        left = next((scene for scene in reversed(ctx.stack.scenes) if isinstance(scene, EditorScene)), None)
        routes.go(ctx, "title")
        if arranged.puzzle is not None:
            open_puzzle(ctx, arranged.game, 0, given=arranged.puzzle)
        else:
            ctx.stack.push(EditorScene(ctx, draft=draft, seats=arranged.seats, before=left))

    ctx.stack.keep_work(go_on)


def open_workshop(ctx: Context, game: str) -> None:
    """Open the editor, with the last draft of this game if there is one."""
    scene = EditorScene(ctx, game)
    path = drafts.take_draft(game)
    if path is not None:
        with contextlib.suppress(PositionError):  # it lies among the positions, where opening it tells what is wrong
            arranged, draft = drafts.load(path)
            scene.open_draft(draft, arranged.seats)
            ctx.toast(ctx.t("ui.edit.draft.again"))
    ctx.stack.push(scene)


def open_from_session(ctx: Context, session: Session, turn: int) -> None:
    """Open the editor with the position of a finished game after ``turn`` decisions, or the last one before it that can
    be arranged."""
    arranger = drafts.find_arranger(session.game)
    if arranger is None:
        return
    course = session.course
    for at in range(turn, course.base - 1, -1):
        state = course.get_position(at).state
        if arranger.can_arrange(state):
            draft = drafts.Draft(session.game, session.options, session.rules.clone(state))
            ctx.stack.push(EditorScene(ctx, draft=draft, seats=tuple(session.seats)))
            return
    ctx.play("refused")
    ctx.toast(ctx.t("ui.edit.no_turn"))
