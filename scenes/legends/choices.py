"""Choices of Legends at the table: moves of a region, a piece or a button."""

import random
from collections.abc import Iterable, Sequence

from engine.contract import View
from games.legends.moves import DONE, Kind, Move, decode, encode
from scenes.legends.card_view import tip
from scenes.legends.scene_model import LegendsTable
from scenes.shell.targets import split_id
from scenes.table.card_help import CardNote, PlanCard
from scenes.table.table_game import SecretOption, find_ready_action, list_amber_button, put_back_mark

ON_MAP = frozenset(
    {"start", "joint", "token", "neutral", "place", "move_from", "move_to", "city", "knight_army", "destroy"}
)
"""Phases whose choices are regions."""


def group_by_region(moves: Iterable[Move]) -> dict[int, list[Move]]:
    """Group the moves that have a region by it."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        if move.region is not None:
            found.setdefault(move.region, []).append(move)
    return found


def cost(view: View, move: Move) -> dict[str, int]:
    """Return the costs of a legal move, in coins or moves by reason (see ``games.legends.views``)."""
    found: dict[str, int] = view["costs"][view["choices"].index(encode(move))]
    return found


def is_cards(view: View) -> bool:
    """Whether a card of the row is being chosen."""
    return view["phase"] in ("take_card", "last_card")


# --- what keys and the amber button do ------------------------------------------------------------------


def first_focus(table: LegendsTable, legal: Sequence[int]) -> str | None:
    """Return the id of the first target: the focused region if it can be chosen, else the first card, region, segment
    or choice. The chart is panned to the region."""
    phase = table.view["phase"]
    if is_cards(table.view):
        card = decode(legal[0])
        return f"card.{card.number}" if card.kind == Kind.CARD else "main"
    if phase in ON_MAP:
        regions = sorted(
            group_by_region(table.moves), key=lambda region: (table.ui.focus != f"region.{region}", region)
        )
        if regions:
            table.own.bring_into_view(regions[0])
        return f"region.{regions[0]}" if regions else None
    if phase == "segment":
        return f"segment.{legal[0]}"
    first = next((action for action in legal if action != encode(DONE)), legal[0])
    return f"choice.{first}" if phase != "auction" else None


def ready_action(table: LegendsTable, legal: Sequence[int]) -> int | None:
    """Return the action of the main button: the bid, the marked move, the end of an action, or the only choice."""
    if table.view["phase"] == "auction":
        return encode(Move(Kind.BID, table.own.bid))
    if table.chosen is not None and table.chosen in legal:
        return table.chosen
    if encode(DONE) in legal and table.view["phase"] != "choose_action":
        return encode(DONE)
    if table.view["phase"] == "neutral":
        return random.Random(f"{table.session.id} {table.session.turn}").choice(legal)
    return find_ready_action(table, legal)


def list_action_buttons(table: LegendsTable, legal: Sequence[int]) -> dict[str, int]:
    """Return the action codes of the main button and of one button for each choice, by target."""
    return {**{f"choice.{action}": action for action in legal}, **list_amber_button(table, legal)}


def describe_waste(table: LegendsTable, action: int) -> str:
    """Return in words what ending the card now would leave unused: armies, moves, a city; "" for nothing."""
    phase = table.view["phase"]
    if action != encode(DONE) or len(table.legal()) < 2 or phase not in ON_MAP:
        return ""
    return table.ctx.t(f"legends.unused.{phase}", n=table.view["left"])


def ends_in_words(table: LegendsTable, action: int) -> bool:
    """Whether an action is itself the end of a card's action, so that its button needs no question."""
    return action == encode(DONE)


def put_back(table: LegendsTable) -> bool:
    """Put back a picked army, or clear the mark; return whether there was one."""
    if put_back_mark(table):
        return True
    if table.view["phase"] == "move_to" and table.may_act() and table.back.state()[0]:
        table.back.undo()
        return True
    return False


def choose_number(table: LegendsTable, at: int) -> None:
    """Choose by number key ``at`` (from 0): a card of the row, coins to bid, or one of the choices."""
    moves = table.moves
    if is_cards(table.view):
        if Move(Kind.CARD, at) in moves:
            table.pick(Move(Kind.CARD, at))
        elif moves:
            table.ctx.play("refused")
    elif table.view["phase"] == "auction" and moves:
        table.own.set_bid(at + 1)
    elif table.view["phase"] in ("choose_action", "name_first", "stem"):
        wanted = [move for move in moves if move != DONE]
        if at < len(wanted):
            table.make(wanted[at])


def list_card_notes(table: LegendsTable) -> list[CardNote]:
    """Return the cards of the row that can be taken, with ability and action for a child."""
    texts, row = table.ctx.texts, table.view["row"]
    places = [move.number for move in table.moves if move.kind is Kind.CARD]
    told = [(at, *tip(texts, row[at])) for at in places]
    return [CardNote(f"card.{at}", name, words.replace("\n\n", ". ")) for at, name, words in told]


def find_plan_card(table: LegendsTable, target: str) -> PlanCard | None:
    """Return the card of the row behind a target; None for other targets."""
    row, (kind, at) = table.view["row"], split_id(target)
    return PlanCard(row[at]) if kind == "card" and at < len(row) else None


def list_bids(table: LegendsTable, seat: int) -> list[SecretOption]:
    """Return a person's legal bids, each named by its number of coins."""
    return [SecretOption(action, str(decode(action).number)) for action in table.session.legal(seat)]
