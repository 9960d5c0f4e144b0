"""How a player is recognised: colour with its shape, emblem, face, and their names for those who do not see them.

No two players have the same colour and emblem. A character's face is its portrait, another one is a medallion of the
seat's own colour and emblem.
"""

from collections.abc import Sequence

from ai.levels import LEVELS
from engine.seats import COLOURS, EMBLEMS, Portrait, Seat
from scenes.common import opponent_names
from scenes.shell.context import Context
from sprites.base import portrait, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.portrait import Arms

PLAIN = Arms("person", ("base/portrait.plain.high", "base/portrait.plain", "base/portrait.plain.low"), "pale")
ENAMELS = (
    ("base/person.0.high", "base/person.0", "base/person.0.low"),
    ("base/person.1.high", "base/person.1", "base/person.1.low"),
    ("base/person.2.high", "base/person.2", "base/person.2.low"),
    ("base/person.3.high", "base/person.3", "base/person.3.low"),
    ("base/person.4.high", "base/person.4", "base/person.4.low"),
    ("base/person.5.high", "base/person.5", "base/person.5.low"),
    ("base/person.6.high", "base/person.6", "base/person.6.low"),
    ("base/person.7.high", "base/person.7", "base/person.7.low"),
)
"""Colours of people's own portraits: light, middle, dark."""
PERSON_RANK = 1
"""A person's frame: bronze."""


def get_emblem(seat: Seat) -> str:
    """Return the seat's own emblem, else that of its colour."""
    return seat.emblem or theme.player(seat.colour).emblem


def all_differ(seats: Sequence[Seat]) -> bool:
    """Whether all players can be told apart: up to four by colour, more of them by emblem."""
    if len(seats) <= COLOURS:
        return len({seat.colour for seat in seats}) == len(seats)
    return len({get_emblem(seat) for seat in seats}) == len(seats)


def free_sign(seats: Sequence[Seat]) -> tuple[int, str]:
    """Return colour and emblem for one more player: the rarest colour, with its own emblem if that is free."""
    counts = [sum(seat.colour == colour for seat in seats) for colour in range(COLOURS)]
    colour = counts.index(min(counts))
    taken = {get_emblem(seat) for seat in seats}
    own = theme.player(colour).emblem
    return colour, "" if own not in taken else next(one for one in EMBLEMS[1:] if one not in taken)


def next_emblem(seats: Sequence[Seat], k: int) -> str:
    """Return the next emblem for player ``k`` that nobody else has."""
    taken = {get_emblem(seat) for other, seat in enumerate(seats) if other != k}
    own = theme.player(seats[k].colour).emblem
    at = EMBLEMS.index(seats[k].emblem) if seats[k].emblem in EMBLEMS else 0
    for step in range(1, len(EMBLEMS) + 1):
        emblem = EMBLEMS[(at + step) % len(EMBLEMS)]
        if (emblem or own) not in taken:
            return emblem
    return seats[k].emblem


def next_colour(seats: Sequence[Seat], k: int) -> list[tuple[int, str]]:
    """Return colour and emblem of all players when player ``k`` takes the next colour.

    Up to four players swap their colours; of more, only this one's changes, and a new emblem joins it where its own is
    taken.
    """
    signs = [(seat.colour, seat.emblem) for seat in seats]
    mine = seats[k].colour
    wanted = (mine + 1) % COLOURS
    signs[k] = (wanted, seats[k].emblem)
    if len(seats) <= COLOURS:
        for other, seat in enumerate(seats):
            if other != k and seat.colour == wanted:
                signs[other] = (mine, seat.emblem)
        return signs
    taken = {get_emblem(seat) for other, seat in enumerate(seats) if other != k}
    if not seats[k].emblem and theme.player(wanted).emblem in taken:
        signs[k] = (wanted, next(one for one in EMBLEMS[1:] if one not in taken))
    return signs


def build_face(seat: Seat, palette: str) -> tuple[Arms, int]:
    """Return the arms of a seat's portrait and the rank of its frame."""
    one = opponent_names.find_character(seat.level)
    if one is not None:
        return opponent_names.build_arms(one), opponent_names.get_rank(one)
    if isinstance(seat.portrait, Portrait):
        return build_arms(seat.portrait), PERSON_RANK
    look = theme.player(seat.colour, palette)
    rank = LEVELS.index(seat.level) if seat.level in LEVELS else PERSON_RANK
    return Arms(get_emblem(seat), (look.high, look.base, look.low), "pale"), rank


def build_arms(own: Portrait) -> Arms:
    """Return the arms of a person's own portrait."""
    return Arms(own.emblem, ENAMELS[own.colour], own.division)


def draw_portrait(c: Canvas, own: Portrait, cx: float, cy: float, r: float) -> None:
    """Draw a person's own portrait."""
    portrait.draw(c, build_arms(own), PERSON_RANK, cx, cy, r)


def build_plain_face(level: str) -> tuple[Arms, int]:
    """Return arms and frame rank of a player known only by level: a character's own, else plain ones."""
    one = opponent_names.find_character(level)
    return (PLAIN, 0) if one is None else (opponent_names.build_arms(one), opponent_names.get_rank(one))


def draw_face(
    c: Canvas, seat: Seat, cx: float, cy: float, r: float, *, dim: bool = False, sign: float | None = None
) -> None:
    """Draw the portrait of a seat; ``sign``: radius of the seat's badge at its lower right, 0 for none, None for the
    usual."""
    arms, rank = build_face(seat, c.palette)
    portrait.draw(c, arms, rank, cx, cy, r, dim=dim)
    small = max(10.0, r * 0.26) if sign is None else sign
    if small:
        shapes.badge(c, seat.colour, seat.emblem, cx + r * 0.74, cy + r * 0.74, small)


def name_picture(ctx: Context, icon: str) -> str:
    """Return the name of an icon; "" for one without a name, which a player's own character may have."""
    text = find_text_id(icon)
    return ctx.t(text) if ctx.texts.has(text) else ""


def find_text_id(icon: str) -> str:
    """Return the id of the text that names an icon."""
    return f"ui.picture.{icon.replace('-', '_')}"


def describe_picture(ctx: Context, icon: str) -> str:
    """Return what a picture shows; "" for one without a name."""
    name = name_picture(ctx, icon)
    return ctx.t("reader.picture", name=name) if name else ""


def describe_sign(ctx: Context, seat: Seat) -> str:
    """Return the sign of a player in words: colour, or shape where another palette changes the colours, and emblem."""
    emblem = name_picture(ctx, get_emblem(seat))
    colour = seat.colour % COLOURS
    if ctx.settings.palette == "standard":
        return ctx.t("reader.seat.sign", colour=ctx.t(f"ui.colour.{colour}"), emblem=emblem)
    return ctx.t("reader.seat.sign.shape", colour=ctx.t(f"ui.shape.{colour}"), emblem=emblem)
