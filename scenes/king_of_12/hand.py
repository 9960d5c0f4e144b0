"""The own hand of King of 12: a fan whose cards rise under the pointer or the focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.king_of_12.cards import CODES
from scenes.king_of_12.cards_drawn import in_fan
from scenes.king_of_12.choices import CROWN, kind_of
from scenes.king_of_12.places import CARD_RATIO, HAND_W, RAISED_W, hand_spot
from scenes.king_of_12.side import best_hint
from scenes.shell.targets import Target
from sprites.base import icons
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table import Table

LIFT_MS = 120.0


class Fan:
    """The cards of the person below, played ones included, and how far each is raised (0 … 1)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lifts: dict[int, float] = {}
        self.moving = False

    def cards(self) -> list[int]:
        """The cards shown: the whole set without own crowns; none when nobody may see the hand."""
        view = self.table.view
        if view["seat"] is None or self.table.overlooked:
            return []
        return [card for card in view["set"] if card not in view["own_crowns"]]

    def spot(self, card: int) -> tuple[float, float, float]:
        """Where a card of the fan lies: x, y, angle."""
        cards = self.cards()
        at = cards.index(card) if card in cards else 0
        return hand_spot(at, len(cards), self.table.height, self.table.hand_x)

    def update(self, ms: float) -> None:
        """Raise and lower cards."""
        table = self.table
        step = 1.0 if table.ctx.speed == 0 or table.ctx.reduced else ms / LIFT_MS
        self.moving = False
        raised = self._raised()
        for card in self.lifts.keys() | raised:
            goal = 1.0 if card in raised else 0.0
            now = self.lifts.get(card, 0.0)
            new = min(goal, now + step) if goal > now else max(goal, now - step)
            if new != now:
                self.moving = True
                table.ui.dirty = True
            if new == 0.0:
                self.lifts.pop(card, None)
            else:
                self.lifts[card] = new

    def _raised(self) -> set[int]:
        table = self.table
        raised = set()
        for target_id in (table.ui.hover, table.ui.focus if table.ui.show_focus else None):
            if target_id and target_id.startswith("hand."):
                raised.add(int(target_id[5:]))
        if not table.ui.show_focus and table.stage.on_table is not None:
            raised.discard(table.stage.on_table)  # the pointer rests where it was played: the mat stays in sight
        if table.chosen is not None:
            kind = kind_of(table.legal())
            if kind == "card":
                raised.add(table.chosen)
            elif kind == "crown":
                raised.add(table.chosen - CROWN)
        return raised

    def draw(self, c: Canvas, kind: str, legal: Sequence[int]) -> None:
        """All cards, the raised ones on top; played cards stay, dimmed and labelled."""
        cards = self.cards()
        top = sorted((card for card in cards if self.lifts.get(card, 0) > 0.01), key=lambda one: self.lifts[one])
        self._note(cards, kind, legal)
        raised = [card for card in top if self.lifts[card] > 0.5]
        self.table.ui.first = f"hand.{raised[-1]}" if raised else None
        table = self.table
        best = best_hint(table)
        raised_at = cards.index(top[-1]) if top else -1
        room = self.lifts[top[-1]] if top else 0.0
        for card in [one for one in cards if one not in top] + top:
            k = cards.index(card)
            x, y, angle = hand_spot(k, len(cards), table.height, table.hand_x)
            if top and k != raised_at:
                x += (-34 if k < raised_at else max(0, 48 - 7 * (k - raised_at))) * room
            label = self._label(card)
            lift = self.lifts.get(card, 0.0)
            in_fan(c, table.ctx.texts, card, x, y, angle, lift, label, glow=not label)
            if best == card and not label:
                icons.draw(c, "hint", x, y - HAND_W * CARD_RATIO / 2 - 14 - 76 * lift, 24, "glow")

    def _label(self, card: int) -> str:
        stage = self.table.stage
        if card == stage.on_table:
            return self.table.ctx.t("king_of_12.hand.on_table")
        return "" if card in stage.hand else self.table.ctx.t("king_of_12.hand.played")

    def _note(self, cards: Sequence[int], kind: str, legal: Sequence[int]) -> None:
        """A target for every card; a raised one is as large as it looks."""
        table = self.table
        for k, card in enumerate(cards):
            x, y, _angle = hand_spot(k, len(cards), table.height, table.hand_x)
            tip = (table.card_name(card), table.ctx.t(f"king_of_12.card.{CODES[card]}.help"))
            action = card + (CROWN if kind == "crown" else 0)
            allowed = kind in ("card", "crown") and action in legal
            box = (x - HAND_W / 2, y - HAND_W * CARD_RATIO / 2, HAND_W, HAND_W * CARD_RATIO)
            if self.lifts.get(card, 0) > 0.01:
                w, h = RAISED_W, RAISED_W * CARD_RATIO
                box = (x - w / 2, y - 50 - h / 2, w, h + 60)
            act = self._action(action, allowed, card)
            table.ui.note(Target(f"hand.{card}", box, act, tip=tip, ring=False, sound=""))

    def _action(self, action: int, allowed: bool, card: int) -> Callable[[], None]:
        def act() -> None:
            if allowed:
                self.table.choose(action)
            elif not self.table.skip():
                self.table.show_card(card)

        return act
