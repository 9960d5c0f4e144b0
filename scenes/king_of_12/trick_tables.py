"""A trick as a small table: the die, the card, the value and the place of every seat."""

from collections.abc import Sequence

from ai.analysis.report import Laid
from ai.king_of_12.trick_words import list_last_trick
from engine.seats import Seat
from games.king_of_12.messages import number
from games.king_of_12.state import CHOOSE, State
from games.king_of_12.tournament.state import TournamentState
from games.king_of_12.trick import find_plan, tokens
from scenes.king_of_12.card_view import card_name, front
from scenes.shell.context import Context
from scenes.shell.targets import Box
from sprites.base import dodecahedron, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_12 import d12

DIE, CARD = 84.0, 64.0
FACE, HEAD, FOOT = 21.0, 56.0, 70.0
"""A portrait, and the room above and below dice and cards."""
PILL = 19.0
CANCELLED = 90
"""How opaque a card is that does not count."""
PLACES = ("nothing", "first", "second")
"""What came of a card, by the place of its value."""
METALS = ("gold", "silver")
"""Of the ribbons of the winner and of the second."""


def name_play(ctx: Context, laid: Laid) -> str:
    """Return the name of a card that was laid down."""
    return card_name(ctx.texts, laid.card)


def tell_play(ctx: Context, states: Sequence[State], seat: int) -> str:
    """Return in words what came of the card that a seat chose in the first of these positions; "" where none was
    chosen, or the trick has no end."""
    begin = states[0]
    if isinstance(begin, TournamentState) or begin.phase != CHOOSE:
        return ""
    end = next(
        (one for one in states if one.last is not None and one.last[:2] == (begin.round, len(begin.tricks) + 1)), None
    )
    if end is None:
        return ""
    own = list_last_trick(end)[seat]
    name = PLACES[own.place]
    if own.cancelled:  # the die alone still has a place
        name = f"{name}.cancelled" if own.place else "cancelled"
    return ctx.t(f"king_of_12.study.{name}", card=name_play(ctx, own))


def draw_plays(ctx: Context, c: Canvas, laid: Sequence[Laid], seats: Sequence[Seat], box: Box) -> None:
    """Draw the sign, name, die, card and value of all who laid a card, side by side."""
    x, y, w, h = box
    shapes.round_rect(c, x, y, w, h, 18, "king_of_12/mat.shade", alpha=150)
    shapes.frame_box(c, x, y, w, h, 18, "edge.bright", 2)
    wide, values = w / len(laid), [one.value for one in laid]
    small = min(1.4, wide / (DIE + CARD + 16), (h - HEAD - FOOT) / (CARD * 1.7))
    row, worth = y + HEAD + (h - HEAD - FOOT) / 2, tokens(find_plan(tuple([one.card for one in laid])))
    for at, one in enumerate(laid):
        middle, seat = x + wide * (at + 0.5), seats[one.seat]
        shapes.badge(c, seat.colour, seat.emblem, middle - min(wide / 2 - 26, 52), y + 30, FACE * min(1.0, small))
        text.draw(c, seat.name, middle - min(wide / 2 - 50, 26), y + 30, "name", "text", "lm", max_w=wide / 2 + 10)
        d12.draw(c, middle - (CARD / 2 + 4) * small, row, DIE * small, dodecahedron.pose(one.die), dim=one.cancelled)
        face = front(c, ctx.texts, one.card, CARD * small, body=False)
        left, top = c.x(middle + 6 * small), c.y(row) - face.get_height() // 2
        if one.cancelled:
            face = face.copy()
            face.set_alpha(CANCELLED)
        c.surface.blit(face, (left, top))
        if one.cancelled:
            icons.draw(c, "close", middle + (6 + CARD - 8) * small, row - CARD * 0.6 * small, 18, "loss")
        kind = "win" if one.place == 1 else "out" if not one.place and values.count(one.value) > 1 else "plain"
        foot = y + h - 50 if one.place else y + h - 40
        shapes.pill(c, middle, foot, str(number(one.value)), kind, size=PILL)
        if one.place:
            shapes.ribbon(c, middle, y + h - 18, f"+{worth[one.place - 1]}", METALS[one.place - 1])
