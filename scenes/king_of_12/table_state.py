"""What a table of King of 12 keeps next to its stage: the fan and a preview, where things lie and what they say."""

from collections.abc import Sequence

from games.king_of_12.cards import FACES
from games.king_of_12.moves import Kind
from scenes.common.glossary import notes
from scenes.king_of_12 import layout, right_column
from scenes.king_of_12.card_view import card_figure, card_help, card_name, card_text
from scenes.king_of_12.choices import Fan
from scenes.king_of_12.layout import FAN, HAND, WIDE_HAND, WIDE_UP, HandSizes, Place, hand_spot
from scenes.king_of_12.scene_model import KingTable
from scenes.shell.i18n import number_text
from scenes.shell.targets import Box
from scenes.table.call_to_action import Call
from scenes.table.game_log import explain_events
from scenes.table.script import PreviewFade
from sprites.base.controls import Picture
from sprites.king_of_12.d12 import ICE, Crystal, find_crystal

BELOW_ZERO = "< 0"
"""In place of a negative value, for children."""


class TableState:
    """State of one table that is neither the session's nor on the stage."""

    def __init__(self, table: KingTable) -> None:
        self._table = table
        self.fan = Fan()
        self.preview = PreviewFade()
        self.present: Sequence[int] = range(len(table.seats))
        """Seats that positions in events mean."""

    # --- where things lie ---------------------------------------------------------------------------------

    wide_hand = WIDE_HAND
    """Sizes of the cards of the viewer's hand that lie side by side for fingers."""

    @property
    def hand_sizes(self) -> HandSizes:
        """Sizes of the cards of the viewer's hand."""
        return self.wide_hand if self._table.by_fingers else FAN

    def find_hand_x(self) -> float:
        """Return the middle of the viewer's hand."""
        return self.centre()[0] if self._table.by_fingers else HAND[0]

    def mat_box(self, height: float) -> Box:
        """Return the box of the mat for a window height."""
        return layout.mat(height, self._table.by_fingers)

    def centre(self) -> tuple[float, float]:
        """Return the middle of the mat."""
        return layout.centre(self._table.height, self._table.by_fingers)

    def list_large_seats(self) -> Sequence[int]:
        """Return the seats of the large table."""
        return range(len(self._table.stage.seats))

    def spots(self) -> list[Place]:
        """Return the places by seat in the present window."""
        table = self._table
        couch, by_fingers = table.ctx.settings.couch, table.by_fingers
        return layout.places(len(table.stage.seats), table.anchor, table.height, couch, by_fingers)

    def hand_cards(self) -> list[int]:
        """Return the cards of the fan: the set without the viewer's crowns; none when the hand is hidden."""
        view = self._table.view
        if view["seat"] is None or self._table.overlooked:
            return []
        return [card for card in view["set"] if card not in view["own_crowns"]]

    def find_hand_spot(self, card: int) -> tuple[float, float, float]:
        """Return x, y and angle of a card of the viewer's hand."""
        cards = self.hand_cards()
        return self.lay_card(cards.index(card) if card in cards else 0, len(cards))

    def lay_card(self, at: int, count: int) -> tuple[float, float, float]:
        """Return x, y and angle of the ``at``-th of ``count`` cards of the viewer's hand."""
        table = self._table
        if table.by_fingers:
            step = self.hand_sizes.step * min(1.0, 7 / max(count, 1))
            return self.find_hand_x() + (at - (count - 1) / 2) * step, table.height - WIDE_UP, 0.0
        return hand_spot(at, count, table.height, self.find_hand_x(), table.for_child)

    def find_crystal(self, seat: int, palette: str) -> Crystal:
        """Return the colours of a seat's die: those of the seat where several people play, else ice."""
        table = self._table
        return find_crystal(table.seats[seat].colour, palette) if table.shared else ICE

    def lets_die_wait(self) -> bool:
        """Whether a die at rest is drawn by the simplified picture until the detailed one has been rendered."""
        table = self._table
        return not table.ctx.instant and table.speed > 0 and table.layers.leave_out(table.ui)

    def write_value(self, value: int | str) -> str:
        """Return a value as the mat shows it; for a child without its sum and without negative numbers."""
        shown = value if isinstance(value, str) else number_text(value)
        if not self._table.for_child:
            return shown
        counts = shown.rsplit(" ", 1)[-1]
        return BELOW_ZERO if counts.startswith("\u2212") else counts

    # --- choices and cards --------------------------------------------------------------------------------

    @property
    def kind(self) -> Kind | None:
        """Kind of the moves to choose from; None without a choice."""
        moves = self._table.moves
        return moves[0].kind if moves else None

    def card_name(self, card: int) -> str:
        """Return the card's name in the current language."""
        return card_name(self._table.ctx.texts, card)

    def card_tip(self, card: int) -> tuple[str, str]:
        """Return title and text of a card's tooltip: name, effect in this game, glossary words."""
        texts = self._table.ctx.texts
        rows = [card_help(texts, card, self._table.view["set"]), *notes(texts, "king_of_12", card_text(texts, card))]
        return self.card_name(card), "\n".join(rows)

    def card_figure(self, card: int) -> Picture | None:
        """Return the figure of a card of the viewer's hand applied to the viewer's die; None without one."""
        face = self._table.stage.seats[self._table.below].die.face
        return card_figure(card, face) if face in FACES else None

    def show_card(self, card: int) -> None:
        """Show a card in full."""
        self._table.ctx.ask(*self.card_tip(card))

    # --- words --------------------------------------------------------------------------------------------

    def find_call(self) -> Call:
        """Return the texts of the call-to-action panel."""
        return right_column.call(self._table)

    def list_reasons(self) -> list[str]:
        """Return the events of the last trick in words, each with its reason."""
        return explain_events(self._table, right_column.last_trick(self._table.told))
