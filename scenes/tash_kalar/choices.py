"""Choices of Tash-Kalar at the table: moves of a square, a card or a button."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import View
from games.tash_kalar.cards import FLARES, box, list_decks
from games.tash_kalar.maps import RAYS
from games.tash_kalar.messages import square_name
from games.tash_kalar.moves import DONE, END, HAND_OVER, SURRENDER, Kind, Move, decode
from scenes.table.call_to_action import Amber, find_idle_button
from scenes.tash_kalar import words
from scenes.tash_kalar.expansion_screens import find_word, list_for
from scenes.tash_kalar.rules_view import Near, Placement
from scenes.tash_kalar.scene_model import TashTable

ON_SQUARES = frozenset({Kind.SQUARE, Kind.PLACE, Kind.PICK, Kind.PUT})
"""Kinds of moves with a square."""
OF_CARDS = frozenset({Kind.SUMMON, Kind.DISCARD, Kind.RETURN, Kind.FLARE, Kind.USE})
"""Kinds of moves that may have a card of the hand."""
AT_ONCE = frozenset({"effect", "picking", "placing", "legend_point", "left_over"})
"""Phases in which a press makes the move at once: choices during an effect."""
LAID = frozenset({Kind.PLACE, Kind.PICK})
"""Kinds of moves that spend an action on a piece."""


def is_choosing_square(table: TashTable) -> bool:
    """Whether a card has been shown and its square is to be chosen."""
    return table.own.choices.phase in ("target", "showing")


class Choices:
    """Choices of the bottom seat, built once from the legal actions and the view.

    ``phase``      "" when there is nothing to choose
    ``pieces``     kinds (colour, rank) of pieces that can be placed; ``piece`` the next one to place
    ``by_square``  square → move of choosing it
    """

    def __init__(self, legal: Sequence[int], view: View, put_at: int = 0) -> None:
        self.moves = tuple(decode(action) for action in legal)
        self.phase = str(view["phase"]) if self.moves else ""
        self.pieces = sorted({(move.colour, move.rank) for move in self.moves if move.kind is Kind.PUT})
        self.piece = self.pieces[put_at % len(self.pieces)] if self.pieces else None
        self.by_square = self._squares(view["effect"]["centre"])
        self._kinds = frozenset(move.kind for move in self.moves)

    def __contains__(self, move: Move | None) -> bool:
        return move in self.moves

    def __bool__(self) -> bool:
        return bool(self.moves)

    def _squares(self, centre: int) -> dict[int, Move]:
        found: dict[int, Move] = {}
        for move in self.moves:
            if move.kind is Kind.PUT:
                if (move.colour, move.rank) == self.piece:
                    found[move.square] = move
            elif move.kind in ON_SQUARES:
                found[move.square] = move
            elif move.kind is Kind.DIRECTION and centre >= 0:
                for square in RAYS[centre][move.number]:
                    found.setdefault(square, move)
        return found

    def has(self, kind: Kind) -> bool:
        """Whether there is a legal move of this kind."""
        return kind in self._kinds

    def list_moves(self, *kinds: Kind) -> list[Move]:
        """Return the legal moves of these kinds."""
        return [move for move in self.moves if move.kind in kinds]

    def lit(self, placing: bool) -> dict[int, Move]:
        """Return the part of ``by_square`` to light: with empty squares only if ``placing``, after "place a piece"."""
        if self.phase == "main" and not placing:
            return {square: move for square, move in self.by_square.items() if move.kind is not Kind.PLACE}
        return self.by_square

    def flares(self, card: int) -> list[Move]:
        """Return the moves of a flare: one per opponent with whom it can be compared."""
        return [move for move in self.list_moves(Kind.FLARE) if move.card == card]

    def find_card_move(self, card: int, discarding: bool, using: int | None = None) -> Move | None:
        """Return the legal move of a card of the hand, None without one; ``discarding``: the move that discards it,
        ``using``: that of the expansion whose deck has this number."""
        if self.phase == "returning":
            wanted = Move(Kind.RETURN, card=card)
        elif self.phase != "main":
            return None
        elif using is not None:
            wanted = Move(Kind.USE, card=card, number=using)
        elif card >= FLARES:
            return next(iter(self.flares(card)), None)
        else:
            wanted = Move(Kind.DISCARD if discarding else Kind.SUMMON, card=card)
        return wanted if wanted in self else None

    def list_uses(self, number: int) -> list[Move]:
        """Return the moves of an expansion's action, by the number of its deck; those without a card come first."""
        return [move for move in self.list_moves(Kind.USE) if move.number == number]

    def buttons(self, marked: Move | None) -> list[Move]:
        """Return the moves shown as buttons of the turn panel: alternatives, colours, opponents of a marked flare."""
        found = self.list_moves(Kind.OPTION, Kind.COLOUR)
        if marked is not None and marked.kind is Kind.FLARE:
            rivals = self.flares(marked.card)
            if len(rivals) > 1:
                found += rivals
        return found

    @property
    def declining(self) -> bool:
        """Whether the choice can be declined: skip a step, claim nothing, return nothing more."""
        return DONE in self

    @property
    def direct(self) -> bool:
        """Whether choosing a move makes it at once, without the main button."""
        return self.phase in AT_ONCE


def find_card(move: Move | None) -> int | None:
    """Return the card of the hand that a move uses, or None."""
    return move.card if move is not None and move.kind in OF_CARDS and move.card >= 0 else None


# Prompts for the bottom seat: title and text of the panel, label and state of the main button.


class Prompt(NamedTuple):
    """Texts of the prompt panel; ``ways``: number of placements to cycle through, 0 for none."""

    title: str
    body: str = ""
    foot: str = ""
    ways: int = 0


# --- panel --------------------------------------------------------------------------------------------


def find_prompt(table: TashTable, *, is_spoken: bool = False) -> Prompt:
    """Return what is asked now; ``is_spoken``: for a screen reader: only a chosen card counts, not one pointed at."""
    t = table.ctx.t
    card, flare = table.own.sight.card, table.own.sight.flare
    now = table.own.choices.phase
    in_effect = now in ("effect", "legend_point", "left_over") and table.own.sight.held is None
    if is_spoken:
        marked = table.marked_move
        card = card if marked is not None and marked.card == card else None
        flare = flare if marked is not None and marked.kind is Kind.FLARE else None
    if card is not None and not in_effect and not table.own.sight.square_marked:
        return _prompt_card(table, card)
    if flare is not None:
        return _prompt_flare(table, flare)
    if table.finished:
        return Prompt(t("tash_kalar.call.over"))
    if not now:
        if table.busy:
            return Prompt(t("tash_kalar.call.busy"), table.news.last_line)
        waiting = [table.names[seat] for seat in table.pending]
        return Prompt(t("tash_kalar.call.wait"), t("tash_kalar.call.wait.words", names=table.ctx.texts.join(waiting)))
    if now == "effect":
        shown = _playing(table)
        left = table.own.reading.count_repeats()
        may = t("tash_kalar.call.may") if table.own.choices.declining else ""
        return Prompt(shown, f"*{table.own.words.step()}*", t("tash_kalar.call.left", n=left) if left > 1 else may)
    if now == "main":
        return _prompt_main(table)
    if now == "returning":
        return Prompt(t("tash_kalar.call.returning"), t("tash_kalar.call.returning.words"))
    return Prompt(t(f"tash_kalar.call.{now}"), t(f"tash_kalar.call.{now}.words", card=_playing(table)))


def _playing(table: TashTable) -> str:
    shown = table.stage.shown
    return table.own.words.card(shown.card) if shown is not None and shown.card >= 0 else ""


def _prompt_main(table: TashTable) -> Prompt:
    t = table.ctx.t
    now, marked = table.own.choices, table.marked_move
    base = "tash_kalar.call.main"
    if table.view["acting"] != table.view["active"]:
        return Prompt(t(f"{base}.helping"), t(f"{base}.helping.words", name=table.names[table.view["active"]]))
    if table.own.discarding:
        return Prompt(t(f"{base}.discard"), t(f"{base}.discard.words"))
    for one in list_for(table.view):
        if table.own.is_using(one.code):
            kept = [card for code, card in table.stage.kept[table.below] if code == one.code]
            title = table.own.words.card(kept[0]) if kept else t(f"{one.code}.turn.use")
            if table.marked_move is None:
                return Prompt(title, t(f"{one.code}.call.choose"))
            return Prompt(title, table.own.words.effect(kept[0]) if kept else "", t(f"{one.code}.call.free"))
    if marked is not None and marked.kind in LAID:
        kind = "pick" if marked.kind is Kind.PICK else "place"
        return Prompt(t(f"{base}.{kind}", square=square_name(marked.square)), t(f"{base}.{kind}.words"))
    if table.view["actions"] == 0:
        free = "words" if now.has(Kind.FLARE) else "end"
        usable = next((one.code for one in list_for(table.view) if table.own.can_use(one.code)), "")
        words = t(f"{usable}.call.none_left" if usable else f"{base}.none_left.{free}")
        return Prompt(t(f"{base}.none_left"), words)
    if table.own.shortage_lit():
        return Prompt(t(f"{base}.shortage"), t(f"{base}.shortage.words"))
    if table.own.placing:
        return Prompt(t(f"{base}.placing"), t(f"{base}.placing.words"))
    fitting = [table.own.words.card(move.card) for move in now.list_moves(Kind.SUMMON)]
    if fitting:
        return Prompt(t(base), t(f"{base}.fits", cards=", ".join(f"*{name}*" for name in fitting)), t(f"{base}.foot"))
    return Prompt(t(base), t(f"{base}.words"), t(f"{base}.foot"))


def _prompt_card(table: TashTable, card: int) -> Prompt:
    """Return the prompt for the card pointed at or marked."""
    t = table.ctx.t
    name = table.own.words.card(card)
    body = table.own.words.effect(card) or t("tash_kalar.fit.no_effect")
    preview = table.own.sight.preview
    if isinstance(preview, Placement):
        ways = len(table.own.list_placements(card))
        foot = ""
        if ways > 1:
            foot = t("tash_kalar.fit.of", number=table.own.sight.at + 1, n=ways)
        if preview.helper >= 0:
            owner = table.own.reading.man(preview.helper) // 3
            key = "tash_kalar.fit.lent" if table.view["lent"] else "tash_kalar.fit.improvised"
            use = table.own.find_use(card)
            for one in list_for(table.view):
                if (use is not None and table.own.is_using(one.code)) or one.lends(table.view[one.code]):
                    key = f"{one.code}.fit.lent"
            body = t(key, name=table.names[owner]) + "\n" + body
        elif preview.victim >= 0:
            own = preview.victim // 3 == table.own.own_side()
            key = "tash_kalar.fit.victim.own" if own else "tash_kalar.fit.victim"
            body = t(key, rank=table.own.words.rank(preview.victim % 3)) + "\n" + body
        return Prompt(t("tash_kalar.fit.fits", card=name), body, foot, ways)
    if isinstance(preview, Near):
        ways = len(table.own.reading.list_near_placements(card))
        found = t("tash_kalar.fit.missing", n=len(preview.missing))
        upgraded = sum(1 for _, rank in preview.missing if rank)
        if upgraded:
            found += " " + t("tash_kalar.fit.missing.upgraded", n=upgraded)
        foot = t("tash_kalar.fit.of.near", number=table.own.sight.at + 1, n=ways) if ways > 1 else ""
        return Prompt(name, f"*{found}*\n{body}", foot, ways)
    if table.own.reading.lacks_piece(card):
        return Prompt(name, f"*{t('tash_kalar.fit.no_piece')}*\n{body}")
    return Prompt(name, body)


def _prompt_flare(table: TashTable, flare: int) -> Prompt:
    t = table.ctx.t
    rival = table.own.cards.rival(flare)
    rivals = table.own.reading.rivals()
    if rival is None:
        best = [(sum(table.own.reading.flare_holds(flare, each)), each) for each in rivals]
        rival = max(best)[1]
    rows = flare_lines(table, flare, rival)
    title = t("tash_kalar.face.flare")
    if len(rivals) > 1:
        title = t("tash_kalar.fit.flare.title", name=table.names[rival])
    foot = t("tash_kalar.fit.flare.free")
    if table.stage.form != "high":
        foot = t("tash_kalar.fit.flare.point")
    return Prompt(title, rows, foot)


def flare_lines(table: TashTable, flare: int, rival: int) -> str:
    """Return in words how the pieces compare with an opponent's for both halves of a flare."""
    t = table.ctx.t
    card = box().flares[flare]
    rows = []
    parts = zip(
        ("upper", "lower"), (card.upgraded, card.pieces), table.own.reading.advantage(rival),
        table.own.reading.flare_holds(flare, rival), strict=True,
    )  # fmt: skip
    for part, need, have, holds in parts:
        state = "yes" if holds else "no"
        rows.append(t(f"tash_kalar.fit.flare.{part}.{state}", need=need, have=max(0, have)))
    return "\n".join(rows)


# --- amber button -------------------------------------------------------------------------------------


def find_button(table: TashTable) -> Amber:
    """Return the main button: its label, its icon, and whether it is enabled."""
    t = table.ctx.t
    idle = find_idle_button(table)
    if idle is not None:
        return idle
    move = table.own.ready_move()
    if move is not None:
        return _ready(table, move)
    now = table.own.choices.phase
    if is_choosing_square(table) and table.own.sight.placement is not None:
        card = table.own.sight.card
        assert card is not None
        return Amber(t("tash_kalar.button.summon", card=table.own.words.card(card)), "magic-portal")
    if now == "effect":
        step = table.own.reading.step
        name = words.step_op(step)
        kind = {"shoot": "direction", "choose": "way", "recall": "card", "discard": "way"}.get(name, "square")
        if find_word(step) is not None:
            kinds = {Kind.RECALL: "card", Kind.OPTION: "way", Kind.COLOUR: "colour"}
            kind = next((name for kind, name in kinds.items() if table.own.choices.has(kind)), "square")
        return Amber(t(f"tash_kalar.button.choose.{kind}"), "hand", kind == "card")
    names = {
        "claiming": "task", "returning": "card", "legend_point": "colour", "left_over": "colour", "picking": "own",
        "placing": "square", "start": "square",
    }  # fmt: skip
    if now == "main":
        placing = "square" if table.own.placing else "action"
        kind = (
            "being"
            if table.own.discarding or table.own.using is not None
            else "own"
            if table.own.shortage_lit()
            else placing
        )
        return Amber(t(f"tash_kalar.button.choose.{kind}"), "hand", False)
    return Amber(t(f"tash_kalar.button.choose.{names.get(now, 'square')}"), "hand", False)


_ICONS = {
    Kind.SUMMON: "magic-portal", Kind.DISCARD: "card-discard", Kind.RETURN: "card-discard",
    Kind.FLARE: "sun-radiations", Kind.TASK: "laurel-crown",
}  # fmt: skip


def _ready(table: TashTable, move: Move) -> Amber:
    t = table.ctx.t
    if move == END:
        return Amber(t("tash_kalar.button.end"), "check")
    if move == DONE:
        return Amber(t("tash_kalar.button.done"), "check")
    if move.kind is Kind.USE:
        one = next(each for each in list_for(table.view) if table.own.is_using(each.code))
        card = table.own.words.card(move.card) if move.card >= 0 else ""
        return Amber(t(f"{one.code}.button.{'summon' if card else 'use'}", card=card), one.icon)
    return Amber(table.own.words.move(move), _ICONS.get(move.kind, "round-shield"))


def find_note(table: TashTable) -> str:
    """Return the line under the buttons: the square under the pointer, else a hint."""
    t = table.ctx.t
    square = table.own.sight.square
    if square is not None:
        found = [square_name(square)]
        man = table.stage.men.get(square)
        if man is not None:
            found.append(f"{table.own.words.rank(man.rank)}, {table.seats[man.colour].name}")
        kind = table.own.square_kind(square)
        if kind in ("red", "green"):
            found.append(t(f"tash_kalar.note.{kind}"))
        found += [t(f"{mark.code}.mark.{mark.kind}") for mark in (man.marks if man is not None else ())]
        return " · ".join(found)
    for one in list_for(table.view):
        said = one.describe_turn(table.own.words, table.view[one.code])
        if said:
            return said
    if table.view["final"] >= 0 and not table.finished:
        return t("tash_kalar.note.last", n=table.view["final"])
    if table.own.choices.phase == "main" and table.view["actions"] > 0 and END not in table.own.choices:
        return t("tash_kalar.note.use_all")
    return ""


def ask_handover(table: TashTable) -> None:
    """Ask the person whether to hand the turn over to the partner."""
    if HAND_OVER in table.own.choices:
        partner = table.names[table.own.reading.partner(table.view["active"])]
        said = table.ctx.t("tash_kalar.hand_over.ask", name=partner)
        _ask(table, HAND_OVER, "tash_kalar.button.hand_over", said, "tash_kalar.button.hand_over")


def ask_surrender(table: TashTable) -> None:
    """Ask the person whether to give the game up."""
    if SURRENDER in table.own.choices:
        title = "tash_kalar.action.surrender"
        _ask(table, SURRENDER, title, table.ctx.t("tash_kalar.surrender.ask"), title)


def ask_about_waste(table: TashTable, move: Move) -> None:
    """Ask whether to make a move of an expansion that would do nothing."""
    code = next(one.code for one in list_decks() if one.deck == move.number)
    _ask(table, move, f"{code}.waste", table.ctx.t(f"{code}.waste.ask"), f"{code}.turn.use")


def _ask(table: TashTable, move: Move, title: str, said: str, yes: str) -> None:
    """Ask whether a move shall be made; ``title`` and ``yes`` are text ids."""
    t = table.ctx.t
    table.ctx.ask(t(title), said, [("no", t("ui.cancel"), lambda: None), ("yes", t(yes), lambda: table.make(move))])
