"""Layout of the King of 12 table in logical units.

The viewer's seat is at the bottom; the others follow clockwise, so that a die passed to
the left moves the way it does on a real table.
"""

from dataclasses import dataclass, replace

from scenes.shell.finger_row import lay_plates
from sprites.base.layout import Box
from sprites.base.theme import is_flat

Spot = tuple[float, float]

MAT = (92.0, 112.0, 1100.0, 512.0)
CENTRE = (642.0, 354.0)
HAND = (722.0, 766.0)
COLUMN_X = 1280.0
CARD_W = 94.0
CARD_RATIO = 1.68
HAND_W = 132.0
RAISED_W = 176.0
ROW_MIDDLE, ROW_STEP = 772.0, 139.0
"""Middle of the hand as a straight row, and from one card of it to the next."""


@dataclass(frozen=True, slots=True)
class HandSizes:
    """Widths of a card of the viewer's hand at rest and raised, by how much it rises, and from card to card."""

    wide: float
    raised: float
    lift: float
    step: float = 112.0


FAN, WIDE_HAND = HandSizes(HAND_W, RAISED_W, 50.0), HandSizes(150.0, 222.0, 64.0, 158.0)
"""Sizes in a fan, and side by side for fingers."""
FINGER_MAT = (22.0, 112.0, 1166.0, 560.0)
FINGER_LEFT, FINGER_UP = 37.0, 40.0
"""Things on the mat lie so much further left for fingers, and higher in a window of the same height."""
WIDE_UP = 130.0
"""The middle of the hand lies so far above the lower edge there."""


@dataclass(frozen=True, slots=True)
class Place:
    """Places of a seat: die, card, value pill, ribbon, tokens, plate, hand of backs."""

    side: str
    die: Spot
    die_size: float
    spin: float
    card: Spot
    card_angle: float
    pill: Spot
    ribbon: Spot
    tokens: Spot
    crown: tuple[float, float, float]
    """x, y and angle of the card under the die."""
    plate: Box
    hand: Spot
    card_scale: float = 1.0
    """Scale of a card here, relative to the mat."""

    def move(self, dx: float, dy: float) -> "Place":
        """Return a copy with all that lies on the mat moved by ``dx``, ``dy`` units; plate and hand stay."""
        spots = (self.die, self.card, self.pill, self.ribbon, self.tokens)
        die, card, pill, ribbon, tokens = ((x + dx, y + dy) for x, y in spots)
        x, y, angle = self.crown
        return replace(self, die=die, card=card, pill=pill, ribbon=ribbon, tokens=tokens, crown=(x + dx, y + dy, angle))


LARGE_DIE = 1.16
"""How much larger dice are that are seen from afar."""


PLACES = {
    "below": (0.62, Place(
        "below", (800, 500), 156, -0.08, (642, 494), 2, (800, 588), (926, 588), (912, 545), (858, 534, -58),
        (16, 770, 254, 112), HAND,
    )),
    "left": (0.5, Place(
        "left", (336, 392), 140, -0.14, (532, 354), 4, (336, 472), (336, 503), (222, 396), (376, 412, 62),
        (14, 130, 268, 130), (22, 372),
    )),
    "top": (0.38, Place(
        "top", (430, 190), 140, 0.10, (642, 212), -3, (430, 264), (430, 294), (300, 190), (476, 216, 58),
        (196, 58, 376, 64), (642, 66),
    )),
    "right": (0.5, Place(
        "right", (948, 392), 140, 0.12, (752, 354), -4, (948, 472), (948, 503), (1052, 396), (990, 412, 118),
        (1000, 130, 268, 130), (1262, 372),
    )),
}  # fmt: skip
"""Places in a window 900 units high, and by which share of what a window is higher they lie lower."""
# A single player: the only group that sends a winner to the centre of a tournament.
ROUND = {1: ("below",), 2: ("below", "top"), 3: ("below", "left", "right"), 4: ("below", "left", "top", "right")}


def _find_place(side: str, extra: float) -> Place:
    """Return the place at a side ("below" …) in a window ``extra`` units higher than 900."""
    share, place = PLACES[side]
    x, y, w, h = place.plate
    if side == "below":
        return replace(place.move(0, extra * share), plate=(x, y + extra, w, h))
    hand = (place.hand[0], place.hand[1] + extra * share * (side != "top"))
    return replace(place.move(0, extra * share), hand=hand)


def places(seats: int, below: int, height: float, large: bool = False, by_fingers: bool = False) -> list[Place]:
    """Return the places by seat number, with seat ``below`` at the bottom, in a window ``height`` units high;
    ``large``: with dice that are seen from afar, ``by_fingers``: with plates at the upper edge."""
    extra = height - 900 - FINGER_UP * by_fingers
    found = [_find_place(ROUND[seats][(seat - below) % seats], extra) for seat in range(seats)]
    if by_fingers:
        plates = lay_plates(seats)
        found = [
            replace(
                place.move(-FINGER_LEFT, 0.0),
                plate=plates[(seat - below) % seats],
                hand=(place.hand[0] - FINGER_LEFT, place.hand[1] + FINGER_UP * (place.side == "top")),
            )
            for seat, place in enumerate(found)
        ]
    return [replace(place, die_size=place.die_size * LARGE_DIE) for place in found] if large else found


def mat(height: float, by_fingers: bool = False) -> Box:
    """Return the box of the mat; it grows with the window height."""
    if by_fingers:
        x, y, w, h = FINGER_MAT
        return x, y, w, h + height - 1000
    x, y, w, h = MAT
    return x, y, w, h + (height - 900) * 0.8


def centre(height: float, by_fingers: bool = False) -> Spot:
    """Return the middle of the mat's ring, between the cards."""
    if by_fingers:
        return CENTRE[0] - FINGER_LEFT, CENTRE[1] + (height - 900 - FINGER_UP) * 0.5
    return CENTRE[0], CENTRE[1] + (height - 900) * 0.5


def hand_spot(
    k: int, count: int, height: float, middle: float = HAND[0], is_straight: bool = False
) -> tuple[float, float, float]:
    """Return centre x, centre y and angle of card ``k`` of ``count`` in the fan around x ``middle``; for children and
    in a flat theme (``is_straight``) cards lie in a straight row, none over another."""
    t = k - (count - 1) / 2
    if is_straight or is_flat():
        step = min(ROW_STEP, ROW_STEP * 7 / max(count, 1))
        return max(ROW_MIDDLE, middle) + t * step, HAND[1] + (height - 900), 0.0
    step = min(FAN.step, FAN.step * 7 / max(count, 1))
    return middle + t * step, HAND[1] + (height - 900) + abs(t) ** 1.9 * 3, -t * 2.4


def token_spot(place: Place, number: int) -> Spot:
    """Return the position of token ``number`` (from 0) of a seat."""
    x, y = place.tokens
    return x + (number % 3) * 25 + (number // 3) * 12, y + (number // 3) * 22


def back_spots(place: Place, count: int) -> list[tuple[float, float, float]]:
    """Return centre x, centre y and angle of each card back of another seat's hand of ``count`` cards."""
    spots = []
    for k in range(count):
        t = k - (count - 1) / 2
        x, y = place.hand
        bend = abs(t) ** 2 * 1.3
        if place.side == "top":
            spots.append((x + t * 30, y - bend, 180 + 5 * t))
        elif place.side == "left":
            spots.append((x - bend, y + t * 30, -90 - 5 * t))
        else:
            spots.append((x + bend, y + t * 30, 90 + 5 * t))
    return spots
