"""Where a hand clicks at the table of each game, in logical units of a window with the sides 16 : 9.

What to click is worked out from the saved game and from where the tables lay their things; nothing
is asked of the running program.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.session import Session
from games.king_of_12 import moves as king_moves
from games.king_of_the_dice import moves as dice_moves
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.moves import Kind, Move
from games.legends import moves as legends_moves
from games.tash_kalar.maps import RAYS, to_column_row
from games.tash_kalar.moves import Kind as TashKind, decode
from scenes.king_of_12 import choices, hall_layout, layout
from scenes.king_of_the_dice import choices as dice_choices, layout as dice_places
from scenes.legends import action as legends_panel, choices as legends_choices, layout as legends_places
from scenes.legends.chart_view import ChartView
from scenes.legends.charts import compose
from scenes.shell.targets import Box
from scenes.tash_kalar import layout as tash_places
from scenes.tash_kalar.card_viewer import nothing_box
from scenes.tash_kalar.choices import Choices, find_card
from scenes.tash_kalar.scene_model import list_hand
from sprites.base import dodecahedron
from sprites.king_of_the_dice import board as dice_board, board as dice_shore

Point = tuple[float, float]
HEIGHT = 900.0


@dataclass(frozen=True)
class Hand:
    """How a game is played: its cover on the title, its amber button, and the clicks of one decision of seat 0.

    ``confirms``: how often the amber button may have to be clicked before, because something is being told.
    """

    cover: Point
    amber: Point
    clicks: Callable[[Session, int], list[Point]]
    choose: Callable[[Session], int]
    confirms: Callable[[Session], int]
    opening: tuple[Point, ...] = ()
    """Clicks of a first choice, where the amber button alone makes none."""


def middle(box: Box) -> Point:
    """The middle of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def any_choice(session: Session) -> int:
    """Now this, now that."""
    legal = session.legal(0)
    return legal[session.turn % len(legal)]


# --- King of 12 -----------------------------------------------------------------------------------


def place_in_game(session: Session) -> tuple[int, int]:
    """Round and trick."""
    view = session.view(None)
    return int(view["round"]), int(view["trick"])


def _middle_of_the_hand(session: Session) -> float:
    """In the hall of a tournament the hand lies farther right."""
    return hall_layout.HAND_X if len(session.seats) > 4 else layout.HAND[0]


def _king_of_12_confirms(session: Session) -> int:
    if len(session.seats) > 4:
        return 4 if place_in_game(session)[1] == 1 or session.view(0)["phase"] == "crown" else 2
    return 2 if place_in_game(session)[1] == 1 or session.view(0)["phase"] == "crown" else 1


def _king_of_12(session: Session, action: int) -> list[Point]:
    return [_king_of_12_spot(session, action), HANDS["king_of_12"].amber]


def _king_of_12_spot(session: Session, action: int) -> Point:
    view = session.view(0)
    move = king_moves.decode(action)
    if move.from_hand is not None:
        fan = [card for card in view["set"] if card not in view["own_crowns"]]
        at, straight = fan.index(move.from_hand), session.seats[0].is_child
        x, y, _ = layout.hand_spot(at, len(fan), HEIGHT, _middle_of_the_hand(session), straight)
        return x, y
    left, top = _middle_of_the_hand(session) - choices.PANEL_W / 2, HEIGHT - choices.PANEL_H - 12
    legal = list(session.legal(0))
    at = legal.index(action)
    if move.kind == king_moves.Kind.ORDER:
        return left + 36 + at * 286 + 136, top + 66 + 90
    if move.kind == king_moves.Kind.THEFT:
        wide = (choices.PANEL_W - 60 - 16 * (len(legal) - 1)) / len(legal)
        return left + 30 + at * (wide + 16) + wide / 2, top + 66 + 90
    seen = dodecahedron.visible_faces(dodecahedron.pose(view["face_to_turn"], tilt=0.0), choices.SPREAD)
    polygon = next(points for number, points, _ in seen if number == move.face)
    half = choices.BIG_DIE / 2
    cx, cy = _middle_of_the_hand(session), top + 170
    return (
        cx + half * sum(point[0] for point in polygon) / len(polygon),
        cy + half * sum(point[1] for point in polygon) / len(polygon),
    )


# --- Legends ----------------------------------------------------------------------------------------


def _legends(session: Session, action: int) -> list[Point]:
    view = session.view(0)
    amber = HANDS["legends"].amber
    move = legends_moves.decode(action)
    if move.kind == legends_moves.Kind.CARD:
        return [middle(legends_places.card_box(move.number, legends_places.layout("t_below", 3, 900.0))), amber]
    if move.region is not None:
        return [_on_the_chart(session, move, move.region)]
    if view["phase"] in ("choose_action", "name_first", "stem") and move != legends_moves.DONE:
        wanted = [one for one in session.legal(0) if one != legends_moves.encode(legends_moves.DONE)]
        return [middle(legends_panel.choice_boxes(legends_places.ACTION, len(wanted))[wanted.index(action)])]
    return [amber]


def _on_the_chart(session: Session, move: legends_moves.Move, region: int) -> Point:
    """A region is clicked where its token would lie, a piece where it stands."""
    view = session.view(0)
    composed = compose(view["shape"], view["segments"])
    assert composed is not None
    chart = ChartView()
    chart.show(composed, legends_places.layout(view["shape"], view["seats"] - 1, HEIGHT).chart)
    owner = move.owner
    if owner is None or len(legends_choices.group_by_region(map(legends_moves.decode, session.legal(0)))[region]) == 1:
        return chart.point(composed.chart.token(region))
    if move.kind == legends_moves.Kind.DESTROY:
        return chart.point(composed.chart.army(region, owner))
    return chart.point(composed.chart.city(region, owner))


def _legends_choice(session: Session) -> int:
    """What is printed on cards is used."""
    done = legends_moves.encode(legends_moves.DONE)
    legal = [one for one in session.legal(0) if one != done] or list(session.legal(0))
    return legal[session.turn % len(legal)]


# --- King of the Dice ---------------------------------------------------------------------------------


def _king_of_the_dice(session: Session, action: int) -> list[Point]:
    view = session.view(0)
    amber, second = middle(dice_places.MAIN), middle(dice_places.SECOND)
    move = dice_moves.decode(action)
    if move.stops or move.declines:
        return [second]
    if move.kind == Kind.KEEP:
        kept = [k for k in range(6) if move.dice >> k & 1]
        return [*(dice_places.free_spot(k)[:2] for k in kept), amber]
    if move.pile is not None:
        return [middle(dice_places.card(move.pile, HEIGHT)), amber]
    if move.place is not None:
        name = view["arrangement"]
        turned = next(each.turned for each in kingdom().arrangements if each.name == name)
        spot = dice_board.place(dice_places.board(HEIGHT), dice_shore.land(turned).sites[move.place].castle)
        return [spot, amber]
    if view["phase"] in dice_choices.PANEL_PHASES:
        wanted = dice_choices.taking(dice_moves.decode_all(session.legal(0)))
        boxes = dice_choices.citizen_boxes if view["phase"] == "steal_citizen" else dice_choices.seat_boxes
        return [middle(boxes(len(wanted), HEIGHT)[1][wanted.index(move)]), amber]
    return [amber]


def _dice_choice(session: Session) -> int:
    """Roll, keep one of the dice, stop; then a citizen or an alarm, no joker."""
    view, legal = session.view(0), session.legal(0)
    if view["phase"] == "roll":
        kept = (0, 1 << session.turn % 6, dice_moves.ALL_DICE)[view["rolls"]]
        return dice_moves.encode(Move(Kind.KEEP, dice=kept))
    others: Sequence[int] = [one for one in legal if dice_moves.decode(one).kind != Kind.JOKER] or legal
    return others[session.turn % len(others)]


# --- Tash-Kalar ---------------------------------------------------------------------------------------


def _tash_kalar(session: Session, action: int) -> list[Point]:
    view, now = session.view(0), Choices(session.legal(0), session.view(0))
    move = decode(action)
    places = tash_places.layout(HEIGHT)
    amber = middle(places.main)
    if move.kind is TashKind.END:
        return [middle(places.third) if now.has(TashKind.PICK) else amber]
    if move.kind is TashKind.DONE:
        return [middle(nothing_box(HEIGHT) if now.has(TashKind.RECALL) else places.second)]
    if move.kind is TashKind.TASK:
        return [middle(tash_places.task_box(view["tasks"].index(move.number))), amber]
    if move.kind is TashKind.OPTION:
        ways = now.list_moves(TashKind.OPTION)
        return [middle(tash_places.choice_box(places, ways.index(move), len(ways)))]
    if move.kind is TashKind.DIRECTION:
        return [places.board.centre(to_column_row(RAYS[view["effect"]["centre"]][move.number][0]))]
    if find_card(move) is not None:
        held = list_hand(view)
        return [tash_places.hand_spot(held.index(move.card), len(held), places), amber]
    if view["phase"] == "showing":
        return [amber]
    spot = places.board.centre(to_column_row(move.square))
    return [spot] if view["phase"] in ("effect", "picking", "placing") else [spot, spot]


def _tash_choice(session: Session) -> int:
    """Tasks and beings before everything else; no card is discarded or taken back, and nobody gives up."""
    never = (TashKind.SURRENDER, TashKind.DISCARD, TashKind.RECALL)
    legal = [one for one in session.legal(0) if decode(one).kind not in never]
    great = [one for one in legal if decode(one).kind in (TashKind.TASK, TashKind.SUMMON)]
    found = great or legal
    return found[session.turn * 7 % len(found)]


def _none(session: Session) -> int:
    return 0


HANDS = {
    "king_of_12": Hand(
        cover=(266.0, 438.0),
        amber=(1441.0, 806.0),
        clicks=_king_of_12,
        choose=any_choice,
        confirms=_king_of_12_confirms,
    ),
    "legends": Hand(
        cover=(622.0, 438.0),
        amber=middle(legends_places.MAIN),
        clicks=_legends,
        choose=_legends_choice,
        confirms=_none,
    ),
    "king_of_the_dice": Hand(
        cover=(978.0, 438.0),
        amber=middle(dice_places.MAIN),
        clicks=_king_of_the_dice,
        choose=_dice_choice,
        confirms=_none,
    ),
    "tash_kalar": Hand(
        cover=(1334.0, 438.0),
        amber=middle(tash_places.layout(HEIGHT).main),
        clicks=_tash_kalar,
        choose=_tash_choice,
        confirms=_none,
        opening=(tash_places.layout(HEIGHT).board.centre((5, 4)),) * 2,
    ),
}
