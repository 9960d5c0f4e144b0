"""Names and texts of cards, squares and pieces, and prompts for the player."""

from collections.abc import Sequence

from engine.contract import Event
from engine.seats import Seat
from games.tash_kalar import RULES, effect_compiler as word
from games.tash_kalar.cards import FLARES, IN_DECK, LEGENDS, RANK_NAMES
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.messages import square_name
from games.tash_kalar.moves import Kind, Move, decode, encode
from games.tash_kalar.state import DECK_OF, DECKS
from scenes.shell.i18n import Texts
from scenes.table.game_log import Places
from scenes.table.script import AnyTable
from scenes.tash_kalar import card_faces
from scenes.tash_kalar.expansion_screens import find_word
from scenes.tash_kalar.rules_view import Reading


def is_flare(card: int) -> bool:
    """Whether a number stands for a flare."""
    return card >= FLARES


def is_legend(card: int) -> bool:
    """Whether a number stands for a legend."""
    return LEGENDS <= card < FLARES


class Words:
    """Names and texts of a table in the current language. ``names``: the seats' names as displayed."""

    def __init__(self, texts: Texts, reading: Reading, seats: Sequence[Seat], names: Sequence[str]) -> None:
        self.texts = texts
        self.reading = reading
        self.view = reading.view
        self.seats = seats
        self.names = names

    # --- cards, pieces, decks -------------------------------------------------------------------------

    def card(self, card: int) -> str:
        """Return the name of a card."""
        if is_flare(card):
            return self.texts.t("tash_kalar.face.flare")
        return card_faces.name(self.texts, self.reading.card(card))

    def effect(self, card: int) -> str:
        """Return the text of a card's effect."""
        if is_flare(card):
            return card_faces.flare_tip(self.texts, card - FLARES)[1]
        return card_faces.words(self.texts, self.reading.card(card))

    def rank(self, rank: int) -> str:
        """Return the name of a rank."""
        return self.texts.t(f"tash_kalar.rank.{RANK_NAMES[rank]}")

    def find_deck(self, seat: int) -> str:
        """Return a seat's deck as in the options."""
        return str(self.view["options"][f"deck_{seat + 1}"])

    def deck_look(self, seat: int) -> str:
        """Return the look of a seat's deck: imperial_north, imperial_south, highland, sylvan, own."""
        return card_faces.deck_look(self.find_deck(seat))

    def deck_name(self, seat: int) -> str:
        """Return the name of a seat's deck."""
        return card_faces.deck_name(self.texts, self.find_deck(seat), self.view["options"]["decks"])

    def find_owner(self, card: int, side: int) -> str:
        """Return the deck of a side's being, as in the options; "legends" for a legend.

        Northern and Southern Imperial have the same cards, and two seats may play the same deck: the side comes first.
        """
        for seat in sorted(range(len(self.seats)), key=lambda seat: self.reading.side(seat) != side):
            first = self.reading.state.book.first(DECK_OF[DECKS.index(self.find_deck(seat))])
            if first <= card < first + IN_DECK:
                return self.find_deck(seat)
        return "legends"

    def find_look(self, card: int, side: int) -> str:
        """Return the look of a card's deck."""
        return "flares" if is_flare(card) else card_faces.deck_look(self.find_owner(card, side))

    # --- moves ----------------------------------------------------------------------------------------

    def move(self, move: Move) -> str:
        """Return the label of the main button for a move."""
        t = self.texts.t
        base = "tash_kalar.button"
        if move.kind is Kind.FLARE:
            if len(self.view["pieces"]) > 2:
                return t(f"{base}.flare.against", name=self.seats[move.colour].name)
            return t(f"{base}.flare")
        if move.kind in (Kind.SUMMON, Kind.DISCARD, Kind.RETURN):
            return t(f"{base}.{move.kind}", card=self.card(move.card))
        if move.kind is Kind.TASK:
            return t(f"{base}.claim", task=card_faces.task_tip(self.texts, move.number)[0])
        if move.kind in (Kind.SQUARE, Kind.PLACE, Kind.PICK, Kind.PUT):
            kind = Kind.PLACE if move.kind is Kind.PUT else move.kind
            return t(f"{base}.{kind}", square=square_name(move.square))
        message = RULES.describe(encode(move))
        return self.texts.message(message, list(self.names)).replace("*", "") if message is not None else ""

    # --- steps of an effect ---------------------------------------------------------------------------

    def step(self) -> str:
        """Return the prompt of the current step of the effect."""
        t = self.texts.t
        step = self.reading.step
        if step is None:
            return ""
        added = find_word(step)
        if added is not None:
            return t(f"{added[0].code}.step.{added[1]}")
        base = f"tash_kalar.step.{_OPS.get(step.op, 'pick')}"
        if step.op in (word.MOVE, word.LEAP):
            if self.reading.mover < 0:
                return t(f"{base}.piece")
            kind = word.KINDS[step.kind]
            if kind == "combat" and step.equal < word.ANY_NUMBER and step.equal <= self.view["effect"]["equals"]:
                kind = "standard"
            return f"{t(f'{base}.target')} {t(f'tash_kalar.step.kind.{kind}')}"
        return t(base)

    def way(self, way: int) -> str:
        """Return a short text of alternative ``way`` of the current step."""
        t = self.texts.t
        added = find_word(self.reading.step)
        if added is not None:
            return added[0].name_way(self, added[1], way)
        if step_op(self.reading.step) == "discard":
            return t("tash_kalar.way.discard")
        step = self.reading.steps_of_way(way)
        if step is None:
            return t("tash_kalar.action.option", number=way + 1)
        name = _OPS.get(step.op, "pick")
        if step.op in (word.MOVE, word.LEAP):
            name = f"{name}.{word.KINDS[step.kind]}"
        found = t(f"tash_kalar.way.{name}")
        if step.op in (word.DESTROY, word.UPGRADE, word.DOWNGRADE, word.CONVERT, word.PLACE) and step.rank != 7:
            ranks = [t(f"tash_kalar.way.rank.{RANK_NAMES[rank]}") for rank in range(3) if step.rank >> rank & 1]
            found = f"{found}: {', '.join(ranks)}"
        most = max(step.times)
        if 1 < most < word.ANY_NUMBER:
            found = f"{found} ×{most}"
        if step.op == word.GAIN and step.number > 1:
            found = f"{found} ×{step.number}"
        return found


_OPS = {
    word.MOVE: "move", word.LEAP: "leap", word.DESTROY: "destroy", word.UPGRADE: "upgrade",
    word.DOWNGRADE: "downgrade", word.CONVERT: "convert", word.PICK: "pick", word.PLACE: "place", word.TEND: "tend",
    word.SHOOT: "shoot", word.GAIN: "gain", word.DRAW: "draw", word.RECALL: "recall", word.TURN: "turn",
    word.LEND: "lend", word.CHOOSE: "choose", word.DISCARD: "discard",
}  # fmt: skip


def step_op(step: Step | None) -> str:
    """Return the keyword of a step's operation, "" for none."""
    return "" if step is None else _OPS.get(step.op, "")


# Log of Tash-Kalar: marks of lines, and links to squares.

MARKS = {
    "game_begins": "arena", "task_opened": "laurel-crown", "task_met": "laurel-crown",
    "task_put_under": "laurel-crown", "reshuffled": "cycle", "last_turns": "hourglass", "game_over": "crown",
}  # fmt: skip
"""Icons of log lines without a seat."""


def find_mark(table: AnyTable, event: Event) -> int | str | None:
    """Return the mark of an event's log line: the acting side's colour, else an icon."""
    if event.kind in MARKS:
        return MARKS[event.kind]
    who = event.data.get("seat")
    return int(table.view["sides"][who]) if isinstance(who, int) else "arena"


class Squares(Places):
    """Links from log lines to the squares they name."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Return the squares of an event, including the pattern of a summoning."""
        found = super().list_event_places(event)
        return (*found, *event.data["pattern"]) if event.kind == "summoned" else found

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Return the squares of an action."""
        square = decode(action).square
        return (square,) if square >= 0 else ()
