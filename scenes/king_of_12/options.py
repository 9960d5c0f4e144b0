"""Set-up options of King of 12: card set and promo."""

from functools import partial
from typing import Any

from engine.chance import SeededChance, mix
from games.king_of_12.cards import deck
from games.king_of_12.options import (
    MOST_AT_A_TABLE,
    PROMOS,
    SETS,
    TWELVES,
    certain_cards,
    count_blue_cards,
    count_free_cards,
    lacks_blue,
    random_cards,
)
from games.king_of_12.tournament.state import sizes_for
from scenes.king_of_12.card_view import card_help, card_name, front, lay_cards, put
from scenes.menus.game_options import GameOptions
from scenes.menus.setup import SetUp
from sprites.base import dodecahedron, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.king_of_12 import d12

PROMO_NAMES = tuple(PROMOS)
NOTED = 12
"""With no more cards than these, the second row has room for a note."""
DICE = ((-0.27, -0.12, 9, 0.2), (0.22, -0.14, 4, -0.15), (-0.02, 0.2, 11, 0.05), (0.3, 0.22, 7, 0.3))
"""Dice on the table: distance from its middle in widths and heights, number, turn."""


def group_choices(seats: int) -> list[tuple[int, ...]]:
    """Return the ways to divide ``seats`` players into groups, as sizes of the groups: one, or two for twelve."""
    return list(dict.fromkeys(sizes_for(seats, name) for name in TWELVES))


class OptionsPanel(GameOptions):
    """Panel of set and promo with all cards; in a custom set a click adds or removes a card."""

    heading = "king_of_12.setup.cards"

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.free = list(deck().free)

    def set_option(self, name: str, value: Any) -> None:
        """Change an option; if a custom set has a wrong number of cards then, draw it at random or cut it."""
        super().set_option(name, value)
        if self.options["set"] != "chosen" or name == "twelve":
            return
        cards, slots = self.list_choice(), self.count_slots()
        if len(cards) < slots or (len(cards) > slots and name != "promo"):
            cards = sorted(random_cards(slots, SeededChance(mix(self.setup.placeholder, "set"))))
        self.options["cards"] = cards[:slots]

    def count_slots(self) -> int:
        """Return the number of cards of a custom set beyond the Knight and the promo."""
        return count_free_cards(self.options["promo"])

    def list_choice(self) -> list[int]:
        """Return the cards chosen so far."""
        return list(self.options.get("cards") or [])

    def _toggle(self, card: int) -> None:
        cards = self.list_choice()
        if card in cards:
            cards.remove(card)
        elif len(cards) < self.count_slots():
            cards.append(card)
        else:
            self.setup.ctx.play("refused")
        self.options["cards"] = sorted(cards)
        self.setup.ui.dirty = True

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw the velvet with the dice of the first players."""
        x, y, w, h = box = layout.centre(box, box[2], min(box[3], 0.56 * box[2]))
        radius = 0.46 * h
        shapes.box_shadow(c, *box, radius, "mat")
        stops = [(0.0, "king_of_12/velvet"), (1.0, "king_of_12/velvet.low")]
        shapes.gradient_box(c, *box, radius, stops, rim="king_of_12/velvet.rim")
        for edge, alpha in ((9, 200), (14, 80)):
            shapes.round_rect(c, *layout.inset(box, edge, edge), radius - edge, "edge", alpha=alpha, border=1.4)
        icons.draw(c, "stone-throne", x + w / 2, y + h / 2, 0.4 * h, "king_of_12/velvet.high", alpha=110)
        for dx, dy, number, spin in DICE[: len(self.setup.seats)]:
            place = x + w / 2 + dx * w, y + h / 2 + dy * h
            d12.draw(c, *place, 0.34 * h, dodecahedron.pose(number, spin))

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        ctx = self.setup.ctx
        t = ctx.t
        text.draw(c, t(self.heading), x + 24, y + 33, "heading", "accent", "lm", max_w=170)
        self.draw_choice(c, "set", SETS, (x + 204, y + 12, w - 228, 42))
        if len(self.setup.seats) > MOST_AT_A_TABLE:
            self._draw_groups(c, x, y + 62, w)
            y, h = y + 46, h - 46
        shapes.rule(c, x + 18, y + 64, w - 36, ornament=False)
        self._draw_cards(c, x + 24, y + 80, w - 48, h - 146)
        shapes.rule(c, x + 18, y + h - 60, w - 36, ornament=False)
        text.draw(c, t("king_of_12.option.promo"), x + 24, y + h - 32, "name", "text", "lm", max_w=170)
        self.draw_choice(c, "promo", PROMO_NAMES, (x + 204, y + h - 50, w - 228, 38))

    def _draw_groups(self, c: Canvas, x: float, y: float, w: float) -> None:
        """Draw the groups; twelve players can choose."""
        t = self.setup.ctx.t
        text.draw(c, t("king_of_12.setup.tournament"), x + 24, y + 22, "name", "text", "lm", max_w=170)
        count = len(self.setup.seats)
        box = (x + 204, y + 3, w - 228, 38.0)
        if len(group_choices(count)) > 1:
            base = "king_of_12.option.twelve"
            tips = [(t(f"{base}.{name}"), t(f"{base}.{name}.help")) for name in TWELVES]
            self.draw_choice(c, "twelve", TWELVES, box, tips=tips)
            return
        sizes = self.setup.ctx.texts.join(list(group_choices(count)[0]))
        words = t("king_of_12.setup.groups", sizes=sizes)
        text.draw(c, words, box[0] + 4, y + 22, "strong", "text.title", "lm", max_w=box[2])
        tip = (t("king_of_12.setup.tournament"), t("king_of_12.setup.tournament.tip"))
        self.setup.ui.explain("tournament", (x + 20, y + 3, w - 40, 38), tip)

    def _draw_cards(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t, texts = self.setup.ctx.t, self.setup.ctx.texts
        inside = certain_cards({**self.options, "cards": self.list_choice()})
        random = self.options["set"] == "random"
        everything = sorted({*inside, *self.free})
        chosen, shown = self.options["set"] == "chosen", None
        boxes = lay_cards((x, y, w, h - (32 if chosen else 4)), everything, 92, 18)
        for card, box in boxes.items():
            on = card in inside
            others = everything if random else [*inside, card]
            tip = (card_name(texts, card), card_help(texts, card, others))
            fixed = self.options["set"] != "chosen" or card not in self.free
            act = (lambda: None) if fixed else partial(self._toggle, card)
            sound = "" if fixed else "card_lift"
            state = self.setup.ui.zone(f"set_card.{card}", box, act, tip=tip, radius=6, sound=sound)
            if state == "hover":
                shown = tip
                shapes.glow_box(c, *box, 7, strength=150)
            key = ("setup", card, texts.language, on or random, round(box[2]))
            draw_face = partial(front, c, texts, card, box[2], body=False)
            put(c, key, draw_face, box[0] + box[2] / 2, layout.middle(box), alpha=255 if on or random else 105)
            if on:
                shapes.bright_frame(c, box, 6)
                icon = "lock" if fixed else "check"
                icons.draw(c, icon, box[0] + box[2] - 13, box[1] + 13, 17, "accent.bright")
        if len(boxes) <= NOTED:
            self._draw_note(c, shown, (x, y, w, h), boxes[everything[-1]])
        if chosen:
            missing = self.count_slots() - len(self.list_choice())
            words = t("king_of_12.setup.missing", n=missing) if missing > 0 else t("king_of_12.setup.complete")
            words += "   " + t("king_of_12.setup.blue", n=count_blue_cards(self.list_choice()))
            colour = "text.warning" if self.problem() else "text.good"
            text.draw(c, words, x + w / 2, y + h - 6, "strong", colour, "cm", max_w=w)

    def _draw_note(self, c: Canvas, shown: tuple[str, str] | None, box: Box, last: Box) -> None:
        """Draw title and text of the card pointed at (``shown``), else what the set is, right of the last card."""
        t, left = self.setup.ctx.t, last[0] + last[2] + 14
        place = (left, last[1], box[0] + box[2] - left, last[3])
        shapes.panel(c, *place, "parchment", radius=9)
        title, words = shown or ("", t(f"king_of_12.setup.{self.options['set']}", n=self.count_slots()))
        x, y, w, _ = layout.inset(place, 14, 12)
        if title:
            y += text.paragraph(c, title, x, y, w, "name", "paper.title") + 4
        size = text.fit(c, words, w, place[1] + place[3] - 12 - y, "body", 1.16)
        text.paragraph(c, words, x, y, w, size, "paper.text", line=1.16, bold_colour="paper.title")

    def problem(self) -> str:
        """Return in words what a custom set lacks: cards, or blue cards for the promo; "" for nothing."""
        t = self.setup.ctx.t
        cards = self.list_choice()
        if self.options["set"] != "chosen":
            return ""
        if len(cards) < self.count_slots():
            return t("king_of_12.setup.missing", n=self.count_slots() - len(cards))
        return t("king_of_12.setup.needs_blue") if lacks_blue(cards, self.options["promo"]) else ""
