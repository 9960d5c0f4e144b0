"""The drawn things of Legends: coasts, marks, cards, and a player's own drawing kept in a save."""

import json

import pygame
import pytest

from games.legends.cards import cards
from games.legends.maps import LONGEST_DRAWING, check_own_sides
from maps.readers import legends as legends_map
from maps.readers.legends import BadMap, Chart
from scenes.legends import charts
from scenes.legends.charts import ChartTiles
from sprites.base import assets
from sprites.base.canvas import Canvas
from sprites.legends import (
    card as legends_card,
    chart as legends_chart,
    coastline as legends_shores,
    pieces as legends_pieces,
)
from sprites.legends.chart import parse_segment, side_option


@pytest.fixture
def canvas() -> Canvas:
    """A small window drawn into memory."""
    pygame.display.init()
    return Canvas(pygame.display.set_mode((800, 450)))


def chart_of(shape: str = "t_below", turned: bool = False) -> Chart:
    """A chart of four sides of the box."""
    sides = [legends_map.load(legends_map.FOLDER / f"{code}.tmx") for code in ("0A", "1A", "2B", "3A")]
    return legends_map.lay_out(shape, [(side, turned) for side in sides])


@pytest.mark.parametrize("shape", ["t_above", "t_below", "ring"])
@pytest.mark.parametrize("turned", [False, True])
def test_every_piece_stands_in_its_region(shape: str, turned: bool) -> None:
    chart = chart_of(shape, turned)
    shores = legends_shores.trace(chart)
    for region in range(len(chart.codes)):
        places = [chart.token(region), *(chart.army(region, owner) for owner in range(5))]
        places += [chart.city(region, seat) for seat in range(4)]
        for place in places:
            assert shores.find_region(*place) == region


def test_lines_are_closed_and_shared_by_neighbours() -> None:
    chart = chart_of()
    shores = legends_shores.trace(chart)
    for loops in (*shores.regions, *shores.islands):
        assert loops and all(loop[0] == loop[-1] for loop in loops)
    between = {tuple(sorted((each.a, each.b))) for each in shores.borders if each.b >= 0}
    assert between <= set(chart.land)
    assert between == {pair for pair in chart.land if not any({r.a, r.b} == set(pair) for r in chart.routes)}


def test_every_card_has_its_picture_and_sign(canvas: Canvas) -> None:
    drawn = assets.data("legends/cards.json", dict[str, dict[str, str]])
    assert set(drawn) == {card.code for card in cards()}
    assert {card.adjective for card in cards()} <= {"", *legends_card.ADJECTIVES}
    for card in cards():
        assert assets.picture(f"legends/{card.code}.jpg").get_width() > 300
        face = legends_card.face(canvas, card.code, "Name", card.adjective, ["+1", "{cube}"], ["{walking-boot}"], 150)
        assert face.get_size() == (canvas.px(150), canvas.px(158))


@pytest.mark.parametrize("kind", ["own", "legal", "origin", "hover", "focus", "scored"])
def test_a_mark_covers_its_region_and_differs_from_the_others(canvas: Canvas, kind: str) -> None:
    chart = chart_of()
    shores = legends_shores.trace(chart)
    made = legends_pieces.mark_region(canvas, "test", shores, 0, 0.6, kind, 1)
    left, top, right, bottom = shores.boxes[0]
    assert abs(made.get_width() - (right - left + 2 * legends_pieces.PAD) * 0.6) <= 1
    assert abs(made.get_height() - (bottom - top + 2 * legends_pieces.PAD) * 0.6) <= 1
    assert made.get_bounding_rect().w > 20


def test_the_chart_is_painted_in_steps_and_the_sea_goes_on_into_the_stem(canvas: Canvas) -> None:
    chart = chart_of()
    k = 0.4
    made = pygame.Surface(legends_chart.size(chart, k))
    steps = sum(1 for _ in legends_chart.steps(canvas, chart, legends_shores.trace(chart), k, made))
    assert steps > 60
    seam_y = round((333 + legends_chart.RIM) * k)
    gold = made.get_at((round(100 * k), seam_y + 2))
    sea = made.get_at((round((528 + 60 + legends_chart.RIM) * k), seam_y + 2))
    assert gold.r > gold.b, "the rim of the row"
    assert sea.b > sea.r, "no rim between row and stem"


def test_counts_and_owners_can_be_told_from_pictures(canvas: Canvas) -> None:
    def picture(colour: int | None, count: int) -> bytes:
        canvas.surface.fill((20, 80, 100))
        legends_pieces.draw_army(canvas, 200, 200, colour, "lion" if colour is not None else "", count, 14)
        return pygame.image.tobytes(canvas.target, "RGB")

    seen = {picture(colour, count) for colour in (0, 1, 2, 3, None) for count in (1, 2, 12)}
    assert len(seen) == 15


@pytest.mark.parametrize("code", legends_map.SIDE_CODES)
def test_a_drawing_kept_in_the_options_is_the_same_side(code: str) -> None:
    segment = legends_map.load(legends_map.FOLDER / f"{code}.tmx")
    entry = {**side_option(segment), "code": "own_isle", "names": [f"Port {n}" for n in range(len(segment.regions))]}
    kept = json.loads(json.dumps(check_own_sides([entry], "segments")[0]))
    assert len(json.dumps(entry["drawing"])) < LONGEST_DRAWING
    again = parse_segment(kept)
    assert again.code == "own_isle" and again.regions[0].text == "Port 0"
    assert [region.hexes for region in again.regions] == [region.hexes for region in segment.regions]
    assert (again.islands, again.land, again.sea) == (segment.islands, segment.land, segment.sea)
    assert again.routes == segment.routes and again.exits == segment.exits


@pytest.mark.parametrize("damage", [None, {"regions": []}, {"regions": [[1]], "routes": [], "exits": {}}])
def test_a_drawing_that_cannot_be_read_says_so(damage: object) -> None:
    entry = {**side_option(legends_map.load(legends_map.FOLDER / "0B.tmx")), "code": "own_isle", "drawing": damage}
    with pytest.raises(BadMap, match="own_isle"):
        parse_segment(entry)


@pytest.mark.parametrize("kind", ["own", "scored", "doomed"])
def test_a_planned_mark_is_made_in_steps_and_is_the_same(canvas: Canvas, kind: str) -> None:
    shores = legends_shores.trace(chart_of())
    assert not legends_pieces.plan_marks(canvas, "planned", shores, 0, 0.6, kind, 1)
    assert canvas.cache.make_next() and not legends_pieces.plan_marks(canvas, "planned", shores, 0, 0.6, kind, 1)
    while canvas.cache.make_next():
        pass
    assert legends_pieces.plan_marks(canvas, "planned", shores, 0, 0.6, kind, 1)
    planned, whole = (
        legends_pieces.mark_region(canvas, name, shores, 0, 0.6, kind, 1) for name in ("planned", "whole")
    )
    assert pygame.image.tobytes(planned, "RGBA") == pygame.image.tobytes(whole, "RGBA")
    canvas.cache.drop(legends_pieces._key(canvas, "planned", 0, 0.6, kind, 1))
    assert not legends_pieces.plan_marks(canvas, "planned", shores, 0, 0.6, kind, 1)
    assert canvas.cache.make_next(), "a mark that was let go is planned again"


def test_tiles_without_time_are_rough_first_and_smooth_then(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    source = assets.picture("legends/sea.jpg").convert(canvas.target)
    monkeypatch.setattr(charts, "MAKE_S", 0.0)
    tiles, wanted = ChartTiles(), ChartTiles()
    for each in (tiles, wanted):
        each.choose_scale(source, 1.0, 1.5)
    seen = tiles.list_visible((0, 0), [pygame.Rect(0, 0, 700, 400)])
    assert wanted.make(source, seen, at_once=True)
    assert not tiles.make(source, seen, at_once=False)
    assert tiles.make(source, seen, at_once=True)
    pictures = []
    for each in (tiles, wanted):
        c = Canvas(pygame.Surface((700, 400)))
        each.draw(c, (0, 0), [pygame.Rect(0, 0, 700, 400)])
        pictures.append(pygame.image.tobytes(c.target, "RGB"))
    assert pictures[0] == pictures[1]
