"""The screens each game brings along, by the game's id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from engine import registry
from engine.replay import Rewound
from scenes.common.occasions import load_evening, name_number
from scenes.shell import routes
from sprites.base import cover

if TYPE_CHECKING:
    from pygame import Surface

    from engine.contract import View
    from engine.seats import Seat
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui
    from scenes.table.script import AnyTable
    from sprites.base.canvas import Canvas
    from sprites.base.controls import Picture


def table(ctx: Context, session: Session) -> AnyTable:
    """Return the started table scene of a session's game.

    The music follows ``tension(view)`` of the game's screens: by public information (``view`` is that of a spectator):
    0 calm, 1 the last quarter, 2 the last round. Games without that function are calm.
    """
    if not isinstance(session, Rewound):
        ctx.follow_seats(session.seats)
    scene: AnyTable = _find(session.game, "table")(ctx, session)
    scene.sounds.tension_of = _find(session.game, "tension")
    if not isinstance(session, Rewound):
        scene.occasion = name_number(ctx, load_evening(ctx), session.id)
    scene.start()
    if session.id in ctx.travels.games and not isinstance(session, Rewound):
        routes.call(ctx, "watch_goals", scene)
    return scene


def prepare(game: str, c: Canvas) -> Iterator[None]:
    """Load a table; yield between short steps that prepare what takes long in its first picture."""
    _find(game, "table")
    yield
    steps: Callable[[Canvas], Iterator[None]] | None = _find(game, "prepare")
    if steps is not None:
        yield from steps(c)


def options_panel(game: str) -> Any:
    """Return the class that draws a game's own options at set-up."""
    return _find(game, "options_panel")


def pictures(game: str) -> Any:
    """Return the game's scenes for screenshots: name → function(ctx, seed) that opens it."""
    return _find(game, "pictures")


def card_page(game: str, ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw the page of the rule book that shows all cards or pieces of a game."""
    _find(game, "card_page")(ctx, ui, c, box)


def tells_course(game: str) -> bool:
    """Whether a game records how points grew."""
    return _find(game, "course") is not None


def course(session: Session) -> list[list[int]]:
    """Return the points of a finished game after each turn, by seat or side."""
    rows: list[list[int]] = _find(session.game, "course")(session)
    return rows


def ceremony(game: str) -> Callable[[Any], Any] | None:
    """Return the constructor of a game's own :class:`scenes.results.ceremony.Ceremony`; None for a game without one."""
    made: Callable[[Any], Any] | None = _find(game, "ceremony")
    return made


def mode(ctx: Context, game: str, options: Mapping[str, Any], count: int) -> str:
    """Return the mode of a game with these options and number of seats, in one or two words; "" when it has only one.

    The options may be anything: they only select texts, and one without a text says nothing.
    """
    ids = mode_ids(game, options, count)
    return ": ".join(ctx.t(text_id) for text_id in ids) if all(map(ctx.texts.has, ids)) else ""


def mode_ids(game: str, options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return the text ids that :func:`mode` looks for; they may be missing in the catalogue."""
    of = _find(game, "mode")
    return () if of is None else tuple(of(options, count))


def points(session: Session) -> tuple[int, ...]:
    """Return the points of a finished game by seat; () for a game without points."""
    of = _find(session.game, "points")
    return () if of is None else tuple(of(session))


def score(session: Session) -> tuple[int, ...]:
    """Return the deciding numbers of a finished game by seat: its points, or what counts in their place; () without
    any."""
    of = _find(session.game, "score")
    return points(session) if of is None else tuple(of(session))


def tie(ctx: Context, session: Session, view: View) -> str:
    """Return the tie-breaker between the first seats of a finished game as text; "" where points have decided."""
    of = _find(session.game, "tie")
    text_id = "" if of is None else of(session, view)
    return ctx.t(text_id) if text_id else ""


@cache
def word_figure(game: str, word: str) -> Picture | None:
    """Return the small figure of a glossary word, None if the game draws none."""
    figures = _find(game, "word_figures")
    return None if figures is None else figures().get(word)


def handicap_figure(game: str) -> Callable[..., None] | None:
    """Return the function that draws in a box what a handicap gives at the start; None for a game that draws none. It
    is called with context, canvas, box, seats, steps, options, and the seat that is explained."""
    drawn: Callable[..., None] | None = _find(game, "draw_handicap")
    return drawn


Held: TypeAlias = "tuple[Callable[[float], Surface], tuple[str, str]]"
"""A card in a hand: its face at a width, and its explanation (title and text)."""


def has_hands(game: str) -> bool:
    """Whether players hold cards in this game that the others do not see."""
    return _find(game, "held") is not None


def list_held_cards(ctx: Context, c: Canvas, game: str, view: View) -> Sequence[Held]:
    """Return the hidden cards that the seat of a view holds; none where there are no such cards."""
    of = _find(game, "held")
    return () if of is None else tuple(of(ctx, c, view))


def find_plays_drawing(game: str) -> Callable[..., None] | None:
    """Return the function that draws cards laid down simultaneously as a small table; None for a game without them. It
    is called with context, canvas, the cards (``ai.analysis.report.Laid``), the seats, and a box."""
    drawn: Callable[..., None] | None = _find(game, "draw_plays")
    return drawn


def name_play(ctx: Context, game: str, laid: Any) -> str:
    """Return the name of what a seat has laid down; ``laid`` is in the form of the game."""
    return str(_find(game, "name_play")(ctx, laid))


def tell_play(ctx: Context, game: str, states: Sequence[Any], seat: int) -> str:
    """Return in few words the result of a seat's simultaneous choice in the first of ``states``; "" where the game
    tells none."""
    tell = _find(game, "tell_play")
    return "" if tell is None else str(tell(ctx, states, seat))


def draw_piece(c: Canvas, game: str, look: str, seat: Seat | None, place: tuple[float, float, float]) -> bool:
    """Draw a kind of piece of the position editor; return False for a game that draws none. ``look``: the kind,
    ``seat``: whose piece, ``place``: middle (x, y) and size."""
    drawn = _find(game, "draw_piece")
    if drawn is not None:
        drawn(c, look, seat, place)
    return drawn is not None


def find_card_face(ctx: Context, c: Canvas, game: str, state: Any, place: str, card: int) -> Held | None:
    """Return face and explanation of a card at a place of the position editor; None for a game that draws none."""
    found = _find(game, "find_card_face")
    return None if found is None else found(ctx, c, state, place, card)


def emblem(game: str) -> str:
    """Return the icon of a game in lists and above its table."""
    return registry.info(game).emblem


def make_box(ctx: Context, c: Canvas, game: str, *, lit: bool = False) -> Surface:
    """Return the picture of a game's box; ``lit``: with light on it."""
    info, t = registry.info(game), ctx.t
    return cover.cover(
        c, game, t(f"{game}.cover"), t(f"{game}.cover.sub"),
        t("ui.title.players", least=info.seats[0], most=info.seats[-1]),
        t("ui.title.minutes", n=round(sum(info.minutes) / 2)),
        colour=info.cover.colour, picture=info.cover.picture, lit=lit,
    )  # fmt: skip


def short_name(ctx: Context, game: str) -> str:
    """Return the short name of a game: the last line of its cover."""
    return ctx.t(f"{game}.cover").split("|")[-1]


def _find(game: str, name: str) -> Any:
    """What a game's module of screens has under a name, itself or at one of its ``PLACES``; None without it."""
    package = import_module(registry.info(game).screens)
    place = getattr(package, "PLACES", {}).get(name)
    return routes.load(place) if place else getattr(package, name, None)
