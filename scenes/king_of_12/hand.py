"""Own hand of King of 12: a fan whose cards rise under pointer or focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING

from games.king_of_12.moves import Move
from scenes.king_of_12 import card_preview
from scenes.king_of_12.card_view import draw_fan_card
from scenes.king_of_12.layout import CARD_RATIO, HAND_W, RAISED_W, hand_spot
from scenes.shell.targets import Target
from sprites.base import icons
from sprites.base.canvas import Canvas
from sprites.base.theme import is_flat

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

LIFT_MS = 120.0


class Fan:
    """Fan of the hand: lift of each card (0 … 1), and drawing, including played cards."""

    def __init__(self) -> None:
        self.lifts: dict[int, float] = {}
        self.moving = False

    def update(self, raised: Set[int], step: float) -> None:
        """Raise these cards and lower the others by ``step``."""
        self.moving = False
        for card in self.lifts.keys() | raised:
            goal = 1.0 if card in raised else 0.0
            now = self.lifts.get(card, 0.0)
            new = min(goal, now + step) if goal > now else max(goal, now - step)
            if new != now:
                self.moving = True
            if new == 0.0:
                self.lifts.pop(card, None)
            else:
                self.lifts[card] = new

    def draw(self, table: KingTable, c: Canvas, cards: Sequence[int], best: int | None) -> None:
        """Draw these cards, the raised ones on top; played cards stay, dimmed and labelled; ``best`` is advised."""
        top = sorted((card for card in cards if self.lifts.get(card, 0) > 0.01), key=lambda one: self.lifts[one])
        self._note(table, cards)
        raised = [card for card in top if self.lifts[card] > 0.5]
        table.ui.first = f"hand.{raised[-1]}" if raised else None
        raised_at = cards.index(top[-1]) if top else -1
        room = self.lifts[top[-1]] if top else 0.0
        for card in [one for one in cards if one not in top] + top:
            k = cards.index(card)
            x, y, angle = hand_spot(k, len(cards), table.height, table.own.hand_x)
            if top and k != raised_at and not is_flat():
                x += (-34 if k < raised_at else max(0, 48 - 7 * (k - raised_at))) * room
            label = _label(table, card)
            lift = self.lifts.get(card, 0.0)
            draw_fan_card(c, table.ctx.texts, card, x, y, angle, lift, label, glow=not label)
            if best == card and not label:
                icons.draw(c, "hint", x, y - HAND_W * CARD_RATIO / 2 - 14 - 76 * lift, 24, "glow")

    def _note(self, table: KingTable, cards: Sequence[int]) -> None:
        """Register a target per card, at its raised size."""
        moves = {move.from_hand: move for move in table.moves}
        for k, card in enumerate(cards):
            x, y, _angle = hand_spot(k, len(cards), table.height, table.own.hand_x)
            move = moves.get(card)
            tip = table.own.card_tip(card)
            if move is not None and f"hand.{card}" in table.hot:
                preview = card_preview.find_preview(table, move)
                said = "" if preview is None else card_preview.describe_choice(table, preview) + "\n"
                tip = (tip[0], said + tip[1])
            box = (x - HAND_W / 2, y - HAND_W * CARD_RATIO / 2, HAND_W, HAND_W * CARD_RATIO)
            if self.lifts.get(card, 0) > 0.01:
                w, h = RAISED_W, RAISED_W * CARD_RATIO
                box = (x - w / 2, y - 50 - h / 2, w, h + 60)
            act = _action(table, card, move)
            figure = table.own.card_figure(card)
            table.ui.note(Target(f"hand.{card}", box, act, tip=tip, ring=False, sound="", picture=figure))


def _label(table: KingTable, card: int) -> str:
    if card == table.stage.on_table:
        return table.ctx.t("king_of_12.hand.on_table")
    return "" if card in table.stage.hand else table.ctx.t("king_of_12.hand.played")


def _action(table: KingTable, card: int, move: Move | None) -> Callable[[], None]:
    """Return the click handler of a card: mark it if legal, else skip the animation or show it in full."""

    def act() -> None:
        if move is not None:
            table.pick(move)
        elif not table.skip():
            table.own.show_card(card)

    return act
