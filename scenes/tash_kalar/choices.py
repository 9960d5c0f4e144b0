"""The choices of Tash-Kalar as the table offers them: which action a square, a card or a button stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.tash_kalar import actions as act
from games.tash_kalar.cards import FLARES, TASK_COUNT
from games.tash_kalar.maps import RAYS
from games.tash_kalar.texts import square_name
from scenes.tash_kalar import faces, words

if TYPE_CHECKING:
    from scenes.tash_kalar.choosing import ChoosingTable


def phase(table: ChoosingTable) -> str:
    """The phase in which the person below may choose; "" when there is nothing to choose."""
    return str(table.view["phase"]) if table.legal() else ""


def is_place(action: int) -> bool:
    """A common piece is placed."""
    return act.PLACE <= action < act.PICK


def is_pick(action: int) -> bool:
    """An own piece is picked up."""
    return act.PICK <= action < act.SUMMON


def is_summon(action: int) -> bool:
    """A card is summoned."""
    return act.SUMMON <= action < act.DISCARD


def is_discard(action: int) -> bool:
    """A being is discarded."""
    return act.DISCARD <= action < act.RETURN


def is_return(action: int) -> bool:
    """A card goes under its deck."""
    return act.RETURN <= action < act.FLARE


def is_flare(action: int) -> bool:
    """A flare is played."""
    return act.FLARE <= action < act.RECALL


def is_recall(action: int) -> bool:
    """A discarded card comes back."""
    return act.RECALL <= action < act.PUT


def is_task(action: int) -> bool:
    """A task is claimed."""
    return act.TASK <= action < act.TASK + TASK_COUNT


def is_colour(action: int) -> bool:
    """A colour is chosen."""
    return act.COLOUR <= action < act.OPTION


def is_option(action: int) -> bool:
    """One of two ways is chosen."""
    return act.OPTION <= action < act.DIRECTION


def is_direction(action: int) -> bool:
    """A direction is chosen."""
    return act.DIRECTION <= action < act.SHOW


def puts(legal: Sequence[int]) -> list[int]:
    """The kinds of pieces (``3 * colour + rank``) that can be set down."""
    return sorted({(action - act.PUT) // 128 for action in legal if action >= act.PUT})


def put_kind(table: ChoosingTable) -> int | None:
    """The kind of piece that is set down next."""
    kinds = puts(table.legal())
    return kinds[table.put_at % len(kinds)] if kinds else None


def by_square(table: ChoosingTable) -> dict[int, int]:
    """Square → the action that choosing it stands for."""
    legal = table.legal()
    found: dict[int, int] = {}
    kind = put_kind(table)
    centre = table.view["effect"]["centre"]
    for action in legal:
        if act.SQUARE <= action < act.SUMMON:
            found[act.square_of(action)] = action
        elif action >= act.PUT:
            if (action - act.PUT) // 128 == kind:
                found[act.square_of(action)] = action
        elif is_direction(action) and centre >= 0:
            for square in RAYS[centre][action - act.DIRECTION]:
                found.setdefault(square, action)
    return found


def lit_squares(table: ChoosingTable) -> dict[int, int]:
    """The same, but only where a choice is lit: empty squares only after the line "place a piece" was chosen."""
    if phase(table) == "main" and not table.placing:
        return {square: action for square, action in by_square(table).items() if not is_place(action)}
    return by_square(table)


def flare_actions(table: ChoosingTable, flare: int) -> list[int]:
    """The ways to play a flare: one for each opponent it can be compared with."""
    first = act.FLARE + 4 * flare
    return [action for action in table.legal() if first <= action < first + 4]


def card_action(table: ChoosingTable, card: int) -> int | None:
    """What choosing a card of the hand means now; None when nothing."""
    legal = table.legal()
    now = phase(table)
    if now == "returning":
        wanted = act.RETURN + card
        return wanted if wanted in legal else None
    if now != "main":
        return None
    if card >= FLARES:
        found = flare_actions(table, card - FLARES)
        return found[0] if found else None
    if table.discarding:
        wanted = act.DISCARD + card
        return wanted if wanted in legal else None
    wanted = act.SUMMON + card
    return wanted if wanted in legal else None


def card_of(action: int | None) -> int | None:
    """The card of the hand that an action is about."""
    if action is None:
        return None
    if is_summon(action):
        return action - act.SUMMON
    if is_discard(action):
        return action - act.DISCARD
    if is_return(action):
        return action - act.RETURN
    if is_flare(action):
        return FLARES + (action - act.FLARE) // 4
    return None


def buttons(table: ChoosingTable) -> list[int]:
    """Choices that are buttons in the panel of the turn: ways, colours, opponents of a flare, kinds of pieces."""
    legal = table.legal()
    found = [action for action in legal if is_option(action) or is_colour(action)]
    if table.chosen is not None and is_flare(table.chosen):
        rivals = flare_actions(table, (table.chosen - act.FLARE) // 4)
        if len(rivals) > 1:
            found += rivals
    return found


def declining(table: ChoosingTable) -> int | None:
    """The action that leaves out the rest of a step, claims nothing, returns nothing more."""
    return act.DONE if act.DONE in table.legal() else None


def direct(table: ChoosingTable, action: int) -> bool:
    """Whether a choice is carried out at once: all that is lit in the course of an effect."""
    return phase(table) in ("effect", "picking", "placing", "legend_point", "left_over")


def label(table: ChoosingTable, action: int | None) -> str:
    """What the amber button says for an action."""
    if action is None:
        return ""
    t = table.ctx.t
    base = "tash_kalar.button"
    card = card_of(action)
    if is_flare(action):
        rival = table.session.seats[action % 4].name
        return t(f"{base}.flare.against", name=rival) if len(table.view["pieces"]) > 2 else t(f"{base}.flare")
    if card is not None:
        name = words.card_name(table, card)
        kind = "summon" if is_summon(action) else "discard" if is_discard(action) else "return"
        return t(f"{base}.{kind}", card=name)
    if is_task(action):
        return t(f"{base}.claim", task=faces.task_tip(table.ctx.texts, action - act.TASK)[0])
    if act.SQUARE <= action < act.SUMMON or action >= act.PUT:
        square = square_name(act.square_of(action))
        kind = "pick" if is_pick(action) else "place" if is_place(action) or action >= act.PUT else "square"
        return t(f"{base}.{kind}", square=square)
    message = table.session.rules.describe(action)
    return table.ctx.say(message, table.names).replace("*", "") if message is not None else ""
