"""Texts of King of the Dice: conditions, citizens, and the last turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Event, Rules
from games.king_of_the_dice.cards import PILE_CODES, citizens
from games.king_of_the_dice.dice import COLOURS, to_colour, to_number
from games.king_of_the_dice.messages import citizen_code
from scenes.common.glossary import notes
from scenes.king_of_the_dice import requirements
from scenes.shell.context import Context
from scenes.table.game_screens import Held
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import card as cards


def list_score_words(t: Callable[..., str], parts: Mapping[str, Any]) -> list[str]:
    """Return the parts of a score in words, a sum for each."""
    points, base = parts["points"], "king_of_the_dice.score"
    return [
        t(f"{base}.area", regions=parts["area"], points=points["area"]),
        t(f"{base}.others", points=points["others"]),
        t(f"{base}.flames", points=points["flames"]),
        t(f"{base}.gold", gems=parts["gold"], points=points["gold"]),
        t(f"{base}.white", gems=parts["white"], points=points["white"]),
    ]


def condition_words(ctx: Context, condition: int) -> str:
    """Return in words what a condition asks for."""
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


def pile_name(ctx: Context, pile: int) -> str:
    """Return the name of the citizen of a pile."""
    return ctx.t(f"king_of_the_dice.citizen.{PILE_CODES[pile]}.name")


def card_name(ctx: Context, card: int) -> str:
    """Return the name of a card's citizen."""
    return pile_name(ctx, citizens().cards[card].pile)


def percent(ctx: Context, chance: float) -> str:
    """Format a probability for a pill; 0 % and 100 % only when exact."""
    value = round(100 * chance)
    if value == 0 and chance > 0:
        return "<\u00a0" + ctx.t("ui.percent", value=1)
    if value == 100 and chance < 1:
        return ">\u00a0" + ctx.t("ui.percent", value=99)
    return ctx.t("ui.percent", value=value)


def citizen(ctx: Context, card: int) -> tuple[str, str]:
    """Return name and joker of an owned citizen."""
    sign = citizens().cards[card].joker
    colour = ctx.t(f"king_of_the_dice.colour.{COLOURS[to_colour(sign)]}")
    return card_name(ctx, card), ctx.t("king_of_the_dice.citizen.joker", number=to_number(sign), colour=colour)


def open_citizen(ctx: Context, card: int, signs: Sequence[int], chance: float | None, rolled: bool) -> tuple[str, str]:
    """Return title and full text of an open citizen: conditions, odds (0 to 1, None for none), effect, joker."""
    t = ctx.t
    rows = []
    for tier in requirements.tiers(card, signs):
        words = condition_words(ctx, tier.condition)
        if len(citizens().cards[card].tiers) > 1:
            words = t(
                "king_of_the_dice.want.tier.gem" if tier.gem else "king_of_the_dice.want.tier",
                want=words,
                draw=tier.draw,
            )
        rows.append(f"*{words}*" if tier.met else words)
    if chance is not None:
        key = "chance.now" if rolled else "chance.start"
        rows.append(t(f"king_of_the_dice.market.{key}", percent=percent(ctx, chance)))
    rows.append(t(f"king_of_the_dice.citizen.{citizen_code(card)}.help"))
    name, joker = citizen(ctx, card)
    rows.append(joker)
    rows += notes(ctx.texts, "king_of_the_dice", card_words(ctx, card))
    return name, "\n".join(rows)


def card_words(ctx: Context, card: int) -> str:
    """Return the text of a citizen's card."""
    return ctx.t(f"king_of_the_dice.citizen.{citizen_code(card)}.text")


def last_turn(rules: Rules[Any], told: Sequence[tuple[int, Event]]) -> list[Event]:
    """Return the events of the latest turn with any that the log tells, newest first; ``told``: turn and event."""
    found: list[Event] = []
    for _, event in reversed(told):
        if event.kind == "turn_begins":
            if found:
                break
        elif rules.describe(event) is not None:
            found.append(event)
    return found


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> "Held | None":
    """Return drawing function (by width) and tooltip of a citizen as its owner's; None for a tile."""
    if place in ("known", "unseen"):
        return None

    joker, code = citizens().cards[card].joker, citizen_code(card)
    wants = [condition_words(ctx, tier.condition) for tier in citizens().cards[card].tiers]
    told = "\n".join([*dict.fromkeys(wants), ctx.t(f"king_of_the_dice.citizen.{code}.text")])
    named = PILE_CODES[citizens().cards[card].pile]
    names = (ctx.t(f"king_of_the_dice.citizen.{named}.name"), told)
    return lambda w: cards.small(c, code, to_number(joker), to_colour(joker), w), names
