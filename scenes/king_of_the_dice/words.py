"""King of the Dice in words: conditions, citizens, and what happened in the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.king_of_the_dice.cards import PILE_CODES, citizens
from games.king_of_the_dice.dice import COLOURS, colour_of, number_of
from games.king_of_the_dice.texts import citizen_code
from scenes.king_of_the_dice import market, wants

if TYPE_CHECKING:
    from scenes.king_of_the_dice.table import Table
    from scenes.shell.context import Context


def condition_words(ctx: Context, condition: int) -> str:
    """A condition in words."""
    t = ctx.t
    found = dict(citizens().conditions.all[condition].wants)
    base = "king_of_the_dice.want"
    if "straight" in found:
        return t(f"{base}.run" if "one_colour" in found else f"{base}.straight", length=found["straight"])
    key, value = next(iter(found.items()))
    if key == "numbers":
        if all(count == 1 for count in value.values()):
            return t(f"{base}.numbers", numbers=", ".join(value))
        return t(f"{base}.times", list=", ".join(f"{count}\u00a0\u00d7\u00a0{name}" for name, count in value.items()))
    if key in ("colours", "even_of_colour"):
        names = ", ".join(
            f"{count}\u00a0\u00d7\u00a0{t(f'king_of_the_dice.colour.{name}')}" for name, count in value.items()
        )
        return t(f"{base}.{key}", list=names)
    if key == "groups":
        return t(f"{base}.groups", sizes=" + ".join(map(str, value)))
    if key == "all_in":
        return t(f"{base}.all_in", numbers=", ".join(map(str, value)))
    return t(f"{base}.{key}", value=value)


def citizen(table: Table, card: int) -> tuple[str, str]:
    """A citizen before its owner: name and joker."""
    sign = citizens().cards[card].joker
    t = table.ctx.t
    colour = t(f"king_of_the_dice.colour.{COLOURS[colour_of(sign)]}")
    body = t("king_of_the_dice.citizen.joker", number=number_of(sign), colour=colour)
    return t(f"king_of_the_dice.citizen.{table.card_code(card)}.name"), body


def open_citizen(table: Table, pile: int) -> tuple[str, str]:
    """An open citizen in full: what it asks, the chance, what it does, its joker."""
    card = table.stage.market[pile]
    t = table.ctx.t
    if card is None:
        return t(f"king_of_the_dice.citizen.{PILE_CODES[pile]}.name"), t("king_of_the_dice.market.empty")
    rows = []
    for tier in wants.tiers(card, table.stage.signs()):
        words = condition_words(table.ctx, tier.condition)
        if len(citizens().cards[card].tiers) > 1:
            words = t(
                "king_of_the_dice.want.tier.gem" if tier.gem else "king_of_the_dice.want.tier",
                want=words,
                draw=tier.draw,
            )
        rows.append(f"*{words}*" if tier.met else words)
    chance = table.chance(card)
    if chance is not None and not table.busy:
        key = "chance.now" if table.view["rolls"] else "chance.start"
        rows.append(t(f"king_of_the_dice.market.{key}", percent=market.percent(table, chance)))
    rows.append(t(f"king_of_the_dice.citizen.{citizen_code(card)}.help"))
    _, joker = citizen(table, card)
    rows.append(joker)
    return t(f"king_of_the_dice.citizen.{table.card_code(card)}.name"), "\n".join(rows)


def last_turn(table: Table) -> list[str]:
    """What happened in the last turn with anything to tell, each line with the rule behind it."""
    rows: list[str] = []
    seen: set[str] = set()
    for _, event in reversed(table.told):
        if event.kind == "turn_begins":
            if rows:
                break
            continue
        message = table.session.rules.describe(event)
        if message is None:
            continue
        line = table.ctx.say(message, table.names)
        why = table.session.rules.explain(event)
        reason = table.ctx.say(why, table.names) if why is not None else ""
        if reason and reason not in seen:
            seen.add(reason)
            line += "\n" + reason
        rows.insert(0, line)
    return rows
