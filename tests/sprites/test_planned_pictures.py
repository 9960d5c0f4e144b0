"""Pictures that are planned are made in steps before they are needed, and are those that are made at once."""

from collections.abc import Callable

import pygame
import pytest

from games.king_of_the_dice.maps import kingdom as rules_map
from sprites.base import dodecahedron, portrait
from sprites.base.canvas import Canvas
from sprites.base.portrait import Arms
from sprites.king_of_12 import card, d12
from sprites.king_of_the_dice import board

BOX = (40.0, 80.0, 900.0, 640.0)
ARMS = Arms("stag-head", ("#ee8265", "#c8442b", "#7a2115"), "pale")
Work = Callable[[Canvas], object]


def find_land() -> board.Land:
    return board.land(rules_map().arrangements[0].turned)


PICTURES: dict[str, tuple[Work, Work]] = {
    "back": (
        lambda c: card.plan_back(c, 1, "", 94.0),
        lambda c: c.surface.blit(card.back(c, 1, "", 94.0), (0, 0)),
    ),
    "front": (
        lambda c: card.plan_face(c, "knight", "Knight", "Text", 94.0),
        lambda c: c.surface.blit(card.face(c, "knight", "Knight", "Text", 94.0, body=False), (0, 0)),
    ),
    "portrait": (
        lambda c: portrait.plan(c, ARMS, 4, 27.0),
        lambda c: portrait.draw(c, ARMS, 4, 200.0, 200.0, 27.0),
    ),
    "shadow": (
        lambda c: d12.plan_grounds(c, 140.0),
        lambda c: d12.draw(c, 200.0, 200.0, 140.0, dodecahedron.pose(3), fast=True, lift=30.0),
    ),
    "owner": (
        lambda c: board.plan_owner(c, find_land(), BOX, 3, 1, "a"),
        lambda c: board.owner(c, find_land(), BOX, 3, 1, "a"),
    ),
    "light": (
        lambda c: board.plan_legal(c, find_land(), BOX, 3, "a", hot=True),
        lambda c: board.legal(c, find_land(), BOX, 3, "a", 1.0, hot=True),
    ),
}
"""What plans a picture, and what draws it."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_planned_picture_is_made_in_steps_and_is_the_one_that_is_made_at_once(name: str) -> None:
    plan, draw = PICTURES[name]
    planned, whole = (Canvas(pygame.Surface((1280, 720))) for _ in range(2))
    plan(planned)
    steps = 0
    while planned.cache.make_next(whole=False):
        steps += 1
    assert steps > 2
    made = planned.cache.puts
    draw(planned)
    draw(whole)
    assert planned.cache.puts - made < whole.cache.puts, "the planned picture is not the one that is drawn"
    assert pygame.image.tobytes(planned.target, "RGB") == pygame.image.tobytes(whole.target, "RGB")
