"""Table scene of Legends: the sea chart in the middle, the card row above it, the players in its free corners."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Message
from engine.session import Session, Update
from games.legends import messages, moves
from games.legends.messages import region_name
from games.legends.moves import DONE, Kind, Move, decode, encode
from maps.readers.legends import Point
from scenes.legends import action, board, choices, move_preview, reactions, right_column, row, segment_choice
from scenes.legends.animate import tell
from scenes.legends.animation_context import AnimationContext
from scenes.legends.card_view import card_name, tip
from scenes.legends.chart_view import ChartView
from scenes.legends.charts import compose
from scenes.legends.drag import Grip
from scenes.legends.layout import CHRONICLE, GOALS, Layout, card_box, layout
from scenes.legends.log_marks import Regions, find_mark
from scenes.legends.previews import Previews
from scenes.legends.region_names import ShownNames
from scenes.legends.region_targets import RegionTargets
from scenes.legends.scene_model import Stage, clear_stage, from_view
from scenes.legends.spoken_table import SpokenTable
from scenes.legends.table_view import TableView, rivals
from scenes.shell.inputs import Input
from scenes.shell.pulse import Pulse
from scenes.shell.targets import Box, Target
from scenes.table import advice
from scenes.table.card_note import CardNote
from scenes.table.game_log import Lines
from scenes.table.handover import Curtain
from scenes.table.preview_fade import PreviewFade
from scenes.table.script import Script
from scenes.table.secret_option import SecretOption
from scenes.table.table_scene import PlayScene
from sprites.base import backdrop
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


SEA = 18.0
"""Rim of a sheet of sea, free for the frame of a lit part."""


PLACE = 44.0
"""Size of the middle of a region, where a piece is put by hand."""


GLIDE_AFTER_MS, GLIDE_MS = 250.0, 900.0
"""Where nothing is dragged: how long the chart must be held until it glides, and how long a place at the pointer takes
to the middle."""


class Table(PlayScene[Move], TableView):
    """Table scene of a game of Legends."""

    codec = moves
    reactions = reactions.REACTIONS
    round_event = "card_taken"
    secret_phases = shared_phases = frozenset({"auction"})
    goal_place = GOALS
    recap_kinds = ("card_taken", "built", "destroyed")

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx, session)
        self.stage: Stage
        self.bid = 0
        self.chart = ChartView()
        self.places: Layout = layout("t_below", 3, 900.0)
        self.grip = Grip()
        self.region_targets = RegionTargets()
        self.shown_names = ShownNames()
        self.previews = Previews()
        self.preview = PreviewFade()
        self._followed: str | None = None
        self.pulse = Pulse()
        self.after_curtain = ""
        """Text shown to one person after the handover."""

    def make_chronicle(self) -> Lines:
        """Create the log with the signs of this game."""
        return Lines(self, find_mark)

    def list_secret_options(self, seat: int) -> list[SecretOption]:
        """Return the bids that a person's coins allow, by their number."""
        return [SecretOption(action, str(decode(action).number)) for action in self.session.legal(seat)]

    def make_places(self) -> Regions:
        """Create the links to the regions."""
        return Regions()

    def make_spoken(self) -> SpokenTable:
        """Return what a screen reader is told of this table."""
        return SpokenTable(self)

    def list_features(self) -> Collection[str]:
        """Return the active options."""
        return messages.list_features(self.view)

    # --- stage ------------------------------------------------------------------------------------

    def reset_stage(self) -> None:
        """Rebuild the stage from the view."""
        self.stage = from_view(self.view, lambda place: card_box(place)[:2], self.overlooked)
        self.show_board(self.view["segments"], self.view["shape"])
        self.drop_mark()
        self.bid = min(self.bid, self.most)
        self.previews.note(self.view, self.below)

    def show_board(self, segments: Sequence[Sequence[Any]], shape: str) -> None:
        """Show these segments and resize the stage to their regions."""
        self.stage.shape = shape
        self.stage.segments = [list(each) for each in segments]
        self.places = layout(shape, self.stage.seats - 1, self.height, self.goals is not None)
        composed = compose(shape, segments, self.session.options.get("segments", ()))
        self.chart.show(composed, self.places.chart)
        count = len(composed.chart.codes) if composed is not None else 0
        if count != self.stage.regions:
            self.stage.resize(count)

    def reset_to_opening(self) -> None:
        """Prepare a new game: an empty chart and row."""
        clear_stage(self.stage)

    def script(self, update: Update) -> Script:
        """Return the animation of an update."""
        public = [event for event in update.events if event.seats is None or not self.overlooked]
        teller = AnimationContext(
            stage=self.stage,
            timeline=self.timeline,
            chart=self.chart,
            grip=self.grip,
            names=self.names,
            viewer=self.viewer,
            automatic=self.view["options"]["setup"] == "automatic",
            reduced=self.ctx.reduced,
            ms=self.ms,
            play=self.play,
            note=self.note,
            card_spot=self.card_spot,
            show_board=self.show_board,
            look_at=self.bring_into_view,
        )
        return tell(teller, public)

    def show_unscripted(self, update: Update) -> bool:
        """Apply simultaneous bids of others without interrupting one's own."""
        if not update.events or not all(event.kind == "bid_made" for event in update.events):
            return False
        self.note(update.events)
        for event in update.events:
            self.stage.committed[event.data["seat"]] = True
        return True

    def find_place_box(self, place: int) -> Box:
        """Return the middle of a region on the chart."""
        x, y = board.find_middle(self, place)
        return (x - PLACE / 2, y - PLACE / 2, PLACE, PLACE)

    def find_board_box(self) -> Box:
        """Return the chart."""
        return self.places.chart

    # --- places on the chart ------------------------------------------------------------------------

    def card_spot(self, seat: int) -> Point:
        """Return the position where cards and coins of a seat fly to."""
        if seat == self.below:
            x, y, _w, _h = self.places.own
            return x + 120, y + 160
        x, y, _w, _h = self.places.rivals[rivals(self.below, self.stage.seats).index(seat)]
        return x + 330, y + 48

    def bring_into_view(self, region: int) -> None:
        """Pan a zoomed chart so that a region is visible."""
        self.chart.show_region(region, at_once=self.ctx.speed == 0)

    def region_name(self, region: int) -> str:
        """Return the name of a region in the current language."""
        codes = self.view["regions"]
        composed = self.chart.composed
        if region < len(codes):
            return str(self.ctx.texts.value(region_name(codes[region]), self.names))
        return "" if composed is None else composed.chart.codes[region]

    def _laying(self) -> segment_choice.Laying:
        """Return the map during set-up, while fewer than four segments are laid."""
        return segment_choice.Laying(
            shape=self.stage.shape,
            segments=self.stage.segments,
            own=self.session.options.get("segments", ()),
            offered=self.moves if self.view["phase"] == "segment" else (),
            marked=self.marked_move,
            top=self.places.chart[1],
            height=self.height,
        )

    def lesson_things(self) -> Mapping[str, Box]:
        """Return boxes for lessons: the sheets of sea within their rims, so that two can be lit side by side."""
        sheets = enumerate(self.chart.sheets())
        return {f"sea.{at}": (x + SEA, y + SEA, w - 2 * SEA, h - 2 * SEA) for at, (x, y, w, h) in sheets}

    def lesson_box(self, target: Target) -> Box:
        """Return the box of a lesson's target; a region's box are its shores."""
        chart = self.chart
        if not target.id.startswith("region.") or chart.composed is None:
            return super().lesson_box(target)
        left, top, right, bottom = chart.composed.shores.boxes[int(target.id[7:])]
        (x, y), (end, low) = chart.point((left, top)), chart.point((right, bottom))
        return x, y, end - x, low - y

    # --- choosing -----------------------------------------------------------------------------------

    def list_card_notes(self) -> list[CardNote]:
        """Return the cards of the row that can be taken, with ability and action."""
        texts, row = self.ctx.texts, self.view["row"]
        places = [move.number for move in self.moves if move.kind is Kind.CARD]
        return [CardNote(f"card.{at}", *tip(texts, row[at])) for at in places]

    def first_focus(self, legal: Sequence[int]) -> str | None:
        """Return the first target: card, region, segment or choice."""
        phase = self.view["phase"]
        if choices.is_cards(self.view):
            first = decode(legal[0])
            return f"card.{first.number}" if first.kind == Kind.CARD else "main"
        if phase in choices.ON_MAP:
            regions = sorted(choices.group_by_region(self.moves))
            if regions:
                self.bring_into_view(regions[0])
            return f"region.{regions[0]}" if regions else None
        if phase == "segment":
            return f"segment.{legal[0]}"
        return f"choice.{legal[0]}" if phase != "auction" else None

    @property
    def most(self) -> int:
        """Return the highest possible bid."""
        return max((move.number for move in self.moves if move.kind == Kind.BID), default=0)

    def set_bid(self, coins: int) -> None:
        """Change the prepared bid."""
        self.bid = max(0, min(self.most, coins))
        self.ui.dirty = True

    def ready_action(self, legal: Sequence[int]) -> int | None:
        """Return the action of the amber button: the bid, the marked move, the end of an action, or the only choice."""
        if self.view["phase"] == "auction":
            return encode(Move(Kind.BID, self.bid))
        if self.chosen is not None and self.chosen in legal:
            return self.chosen
        if encode(DONE) in legal and self.view["phase"] != "choose_action":
            return encode(DONE)
        if self.view["phase"] == "neutral":
            return random.Random(f"{self.session.id} {self.session.turn}").choice(legal)
        return super().ready_action(legal)

    def list_action_buttons(self, legal: Sequence[int]) -> dict[str, int]:
        """The amber button, and one for each choice."""
        return {**{f"choice.{action}": action for action in legal}, **super().list_action_buttons(legal)}

    def describe_unused(self, action: int) -> str:
        """Return what ending the card would leave unused: armies, moves, a city."""
        phase = self.view["phase"]
        if action != encode(DONE) or len(self.legal()) < 2 or phase not in choices.ON_MAP:
            return ""
        return self.ctx.t(f"legends.unused.{phase}", n=self.view["left"])

    def ends_in_words(self, action: int) -> bool:
        """Whether an action ends in a separate button: skipping the rest of a card."""
        return action == encode(DONE)

    def put_back(self) -> bool:
        """Put back a picked army, or clear the mark."""
        if super().put_back():
            return True
        if self.view["phase"] == "move_to" and self.may_act() and self.undo_state()[0]:
            self.undo()
            return True
        return False

    # --- input -----------------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Commands: page keys zoom, Home shows the whole map, L the names of the regions; the rest as at any table."""
        zoom = {"page_up": lambda: self.zoom(1), "page_down": lambda: self.zoom(-1), "home": self.whole_map}
        return {**super().commands(), **zoom, "names": self.toggle_names}

    def drag(self, given: Input) -> bool:
        """Handle a drag, which pans the chart; where nothing is dragged, a click brings a place to the middle."""
        if given.kind == "move" and self.grip.panning is not None:
            if self.ctx.settings.clicks_only:
                self.grip.panning = (given.x, given.y)
                return True
            self.chart.pan(given.x - self.grip.panning[0], given.y - self.grip.panning[1])
            self.grip.panning = (given.x, given.y)
            self.ui.moved = True
            return True
        if given.kind == "release":
            if self.grip.panning is not None and self.ctx.settings.clicks_only and self.grip.held_ms < GLIDE_AFTER_MS:
                self.chart.bring_to_middle(self.grip.panning, at_once=self.ctx.speed == 0 or self.ctx.reduced)
                self.ui.dirty = True
            self.grip.panning = None
            return True
        return False

    def _glide(self, ms: float) -> None:
        """Where nothing is dragged, move the chart towards the place on which the pointer is held."""
        held = self.grip.panning
        if held is None or not self.ctx.settings.clicks_only:
            return
        self.grip.held_ms += ms
        if self.grip.held_ms >= GLIDE_AFTER_MS:
            x, y = self.chart.middle
            self.chart.pan((x - held[0]) * ms / GLIDE_MS, (y - held[1]) * ms / GLIDE_MS)
            self.ui.moved = True

    def press(self, given: Input) -> bool:
        """Handle a press: on the chart it starts a drag; the right button clears the mark."""
        if not self.confirming and self.skip():
            return True
        if given.button == 3 and self.put_back():
            return True
        if self.chart.holds(given.x, given.y) and not self.places.is_over_panel(given.x, given.y):
            if not self.chart.is_whole:
                self.grip.panning, self.grip.held_ms = (given.x, given.y), 0.0
            elif given.button == 1 and self.legal() and self.view["phase"] in choices.ON_MAP:
                self.ctx.play("refused")
            return True
        return False

    def wheel(self, given: Input) -> bool:
        """Handle the wheel: scrolls over the log, zooms over the chart."""
        x, y, w, h = CHRONICLE
        if x <= given.x < x + w and y <= given.y < y + h:
            return super().wheel(given)
        if self.chart.holds(given.x, given.y):
            return self.zoom(1 if given.amount > 0 else -1, (given.x, given.y))
        return False

    def zoom(self, by: int, at: Point | None = None) -> bool:
        """Zoom in or out."""
        self.chart.change_zoom(by, at, at_once=self.ctx.speed == 0 or self.ctx.reduced)
        self.ui.dirty = True
        return True

    def whole_map(self) -> None:
        """Show the whole map."""
        self.chart.whole(at_once=self.ctx.speed == 0 or self.ctx.reduced)
        self.ui.dirty = True

    def toggle_names(self) -> None:
        """Show the names of all regions, or hide them."""
        self.chart.names = not self.chart.names
        self.ui.dirty = True

    def choose_number(self, at: int) -> None:
        """Choose by number key: a card of the row, coins to bid, or one of the choices."""
        moves = self.moves
        if choices.is_cards(self.view):
            if Move(Kind.CARD, at) in moves:
                self.pick(Move(Kind.CARD, at))
            elif moves:
                self.ctx.play("refused")
        elif self.view["phase"] == "auction" and moves:
            self.set_bid(at + 1)
        elif self.view["phase"] in ("choose_action", "name_first", "stem"):
            wanted = [move for move in moves if move != DONE]
            if at < len(wanted):
                self.make(wanted[at])

    # --- words ------------------------------------------------------------------------------------------

    def name_action(self, action: int) -> str:
        """Return the text of an action with the names of regions and cards."""
        return self.label(decode(action))

    def label(self, move: Move) -> str:
        """Return a move in words, with the names of regions and cards."""
        if move.kind == Kind.CARD:
            cards = self.view["row"]
            return card_name(self.ctx.texts, cards[move.number]) if move.number < len(cards) else ""
        if move.kind == Kind.OPTION:
            parts = self.view["actions"]
            if len(parts) == 2:
                kind, number = parts[move.number]
                return self.ctx.t(f"legends.kind.{kind}", number=number)
        message = self.session.rules.describe(encode(move))
        if message is None:
            return ""
        params = dict(message.params)
        if move.region is not None:
            params["region"] = self.region_name(move.region)
        return self.ctx.say(Message(message.id, params), self.names).replace("*", "")

    # --- time ----------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether anything moves, including the view of the chart."""
        return (
            super().moving
            or self.chart.moving
            or self.chart.working
            or self.shown_names.is_settling
            or self.preview.moving
        )

    @property
    def _is_settling(self) -> bool:
        """Whether the chart, or which names it shows, is not yet drawn as it stays."""
        return self.chart.working or self.shown_names.is_settling

    def update(self, ms: float) -> None:
        """Advance the table."""
        super().update(ms)
        if self.after_curtain and self.ctx.stack.top is self:
            seen, self.after_curtain = self.after_curtain, ""
            self.ctx.ask(self.ctx.t("legends.peek.title"), seen, [("ok", self.ctx.t("ui.ok"), lambda: None)])
        self._follow_focus()
        self._glide(ms)
        move = move_preview.find_hot_move(self) if self.legal() else None
        shown = None if self.previews.find(self.view, move) is None else move
        fading = self.preview.update(shown, ms, at_once=self.ctx.speed == 0)
        offered = not self.ctx.steady and self.view["phase"] in choices.ON_MAP and self.may_act()
        beats = self.pulse.update(ms, offered, self.ui.idle_ms)
        if self.chart.moving:
            self.chart.update(ms, at_once=self.ctx.speed == 0)
            self.ui.moved = True
        if fading or beats or self._is_settling:
            self.ui.moved = True

    def _follow_focus(self) -> None:
        """Keep the focused region visible when moving by keys or pad."""
        focus = self.ui.visible_focus
        if focus != self._followed:
            self._followed = focus
            if focus is not None and focus.startswith("region."):
                self.bring_into_view(int(focus[7:]))

    def pace(self) -> float:
        """Pace of computers: slow for a card, faster for the steps of its action."""
        return 1.0 if choices.is_cards(self.view) else 0.4

    def stir(self, frame: int) -> None:
        """Pan and zoom continuously (for frame measurements)."""
        chart = self.chart
        if frame % 240 == 0:
            chart.change_zoom(1, at_once=True)
        elif frame % 240 == 200:
            chart.whole(at_once=True)
        chart.pan(9 * math.cos(frame / 23), 7 * math.sin(frame / 17))
        self.ui.moved = True

    # --- drawing --------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Lay out chart and panels again after a resize."""
        self.places = layout(self.stage.shape, self.stage.seats - 1, self.height, self.goals is not None)
        self.chart.show(self.chart.composed, self.places.chart)

    def find_twist_place(self) -> tuple[float, float, float]:
        """Return the place of the twists: left of the strip of goals."""
        return CHRONICLE[0], GOALS[1] + 3, GOALS[0] - CHRONICLE[0] - 10

    def find_goal_origin(self) -> tuple[float, float]:
        """Return the middle of the edge of the player's panel, from where what counts flies to its star."""
        x, y, w, _h = self.places.own
        return x + w / 2, y + 20

    def draw_table(self, c: Canvas) -> None:
        """Draw everything between the wood and the top bar."""
        wood = backdrop.table(c, "table")
        for part in self.chart.list_free_rects(c):
            c.surface.blit(wood, part, part)
        board.draw(self, c, self.region_targets, self.shown_names)
        if self.chart.composed is None:
            segment_choice.draw(c, self.ctx, self.ui, self._laying(), self.label, self.pick)
        right_column.draw(self, c)
        self.draw_panel(c, "chronicle", lambda: self._draw_chronicle(c), list_content=lambda: advice.list_content(self))
        self.draw_panel(
            c, "tools", lambda: action.draw_tools(self, c), self.chart.level,
            list_content=lambda: (self.chart.names, self.places, id(self.chart.composed)),
        )  # fmt: skip
        cards = tuple((each.x, each.y, each.alpha, each.scale) for each in self.stage.row)
        self.draw_layer(c, "row", lambda: row.draw(self, c), cards)
        self.draw_layer(c, "prices", lambda: row.draw_prices(self, c), len(cards), list_content=lambda: ())
        if self.stage.card is not None:
            row.draw_taken_card(self, c, self.stage.card)
        self.draw_panel(c, "action", lambda: action.draw(self, c))
        self._draw_preview(c)
        board.draw_overlay(self, c)
        row.draw_preview(self, c)

    def _draw_chronicle(self, c: Canvas) -> None:
        advice.draw(self, c, CHRONICLE, lambda wanted: action.short(self, decode(wanted)))

    def _draw_preview(self, c: Canvas) -> None:
        move = self.preview.key
        found = self.previews.find(self.view, move) if isinstance(move, Move) else None
        if isinstance(move, Move) and found is not None and not self.chart.moving:
            move_preview.draw(self, c, move, found, self.preview.alpha)

    def describe_progress(self) -> str:
        """Return the status line: number of rounds played."""
        n = self.view["rounds"]
        return self.ctx.t("legends.table.state", round=min(self.view["round"], n), n=n)

    def peek(self) -> None:
        """Show the tokens seen by the bottom seat behind the handover curtain, as several people watch."""
        seat = self.viewer
        if seat is None:
            return
        seen = right_column.list_seen_tokens(self)
        look_away = [self.names[k] for k in self.people if k != seat]

        def ready() -> None:
            self.after_curtain = seen

        self.ctx.stack.push(Curtain(self.ctx, self.session.seats[seat], look_away, ready))
