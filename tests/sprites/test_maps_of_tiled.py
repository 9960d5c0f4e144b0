"""Maps as Tiled writes them, from 1.9 to whatever comes: nothing that is not needed makes one unreadable."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai import character
from engine.storage import folders, safe_read
from games.legends.messages import region_name
from maps.readers import campaign_map, legends
from maps.readers.tiled_map import BadMap
from scenes.campaign import progress_view as atlases
from scenes.campaign.scene import RoadScene
from scenes.legends.options import _file_and_reason
from scenes.shell.i18n import Complaints, Texts
from scenes.tash_kalar import options
from tests.support.catalogues import LANGUAGES
from tests.support.forged_maps import write_map
from tests.ui.driver import Driver

GOOD = legends.FOLDER / "0B.tmx"
NEW_KINDS = (
    '<property name="author" type="class" propertytype="Person"><properties><property name="age" type="int" value="3"/>'
    "</properties></property>",
    '<property name="author" type="class" propertytype="Person"/>',
    '<property name="tags" type="list"><item type="string" value="a"/><item type="list"><item/></item></property>',
    '<property name="tags" type="kind of 2031" value="a"/>',
    '<property name="age" type="int" value="three"/>',
    '<property name="name" value="a name that pytmx keeps for itself"/><property name="width" type="int" value="3"/>',
    '<something new="1"/>',
)
PLACES = {
    "map": (r"(<map [^>]*>\s*<properties>)", r"\1{}"),
    "layer": (r"(<layer [^>]*>)", r"\1<properties>{}</properties>"),
    "group of objects": (r"(<objectgroup [^>]*>)", r"\1<properties>{}</properties>"),
    "object": (r"(<object [^>]*>\s*<properties>)", r"\1{}"),
}
ATTRIBUTES = (
    ' parallaxx="1.5" tintcolor="" visible="maybe" properties="x" points="y" parent="z" layers="q" new_of_2031=""'
)


@pytest.mark.parametrize("extra", NEW_KINDS)
@pytest.mark.parametrize("place", PLACES)
def test_properties_of_unknown_kinds_are_passed_over(tmp_path: Path, place: str, extra: str) -> None:
    pattern, into = PLACES[place]
    text, count = re.subn(pattern, into.format(extra), GOOD.read_text("utf-8"))
    assert count
    assert legends.load(write_map(tmp_path, text)).regions == legends.load(GOOD).regions
    text, count = re.subn(pattern, into.format(extra), campaign_map.ROAD_MAP.read_text("utf-8"))
    if count:
        (tmp_path / "road.tmx").write_text(text, "utf-8")
        assert [one.id for one in campaign_map.load(tmp_path / "road.tmx").places] == [
            one.id for one in campaign_map.load().places
        ]


@pytest.mark.parametrize("extra", NEW_KINDS)
def test_tilesets_may_carry_them_too(tmp_path: Path, extra: str) -> None:
    path = write_map(tmp_path, GOOD.read_text("utf-8"))
    for name in ("terrain.tsx", "regions.tsx"):
        text = (tmp_path / name).read_text("utf-8")
        text = re.sub(r"(<tileset [^>]*>)", rf"\1<properties>{extra}</properties>", text)
        text, count = re.subn(r"(<tile [^>]*>\s*<properties>)", rf"\1{extra}", text)
        assert count
        (tmp_path / name).write_text(text, "utf-8")
    assert legends.load(path).regions == legends.load(GOOD).regions


def test_attributes_that_nobody_needs_are_passed_over(tmp_path: Path) -> None:
    text = re.sub(r"<(map|layer|objectgroup|object|tileset) ", rf"<\1{ATTRIBUTES} ", GOOD.read_text("utf-8"))
    assert legends.load(write_map(tmp_path, text)).regions == legends.load(GOOD).regions


def test_tiled_1_9_calls_a_type_class(tmp_path: Path) -> None:
    text, count = re.subn(r'(<object [^>]*)type="', r'\1class="', GOOD.read_text("utf-8"))
    assert count > 20
    assert legends.load(write_map(tmp_path, text)) == legends.SegmentMap(
        **{
            name: getattr(legends.load(GOOD), name)
            for name in legends.SegmentMap.__dataclass_fields__
            if name != "path"
        },
        path=tmp_path / "own.tmx",
    )
    text = re.sub(r'(<object [^>]*)type="', r'\1class="', campaign_map.ROAD_MAP.read_text("utf-8"))
    (tmp_path / "road.tmx").write_text(text, "utf-8")
    assert campaign_map.load(tmp_path / "road.tmx") == campaign_map.load()


@pytest.mark.parametrize(
    ("pattern", "into", "reason"),
    [
        (r'(<object [^>]*)type="token"', r'\1type="coin"', "layer slots, object 2: expected the type (class) token"),
        (r'(<object [^>]*)type="sea"', r"\1", "object 34: expected the type (class) sea or land, found None"),
        (r'<property name="start_here" type="bool" value="false"/>', '<property name="start_here" type="list"/>',
         "property start_here: expected true or false, found None"),
        (r'name="region" type="int" value="0"', 'name="region" type="int" value="none"',
         "layer names, object 1: property region: expected a region number below 3, found 'none'"),
        (r'(<object id="1" [^>]*)x="112"', r'\1x="left"', "object 1: expected numbers up to 1000000, found 'left'"),
        (r"1,1,1,1,6,6", "1,1,x,1,6,6", "layer terrain: expected 192 tiles of the map's tilesets"),
    ],
)  # fmt: skip
def test_what_is_needed_is_refused_by_its_place(tmp_path: Path, pattern: str, into: str, reason: str) -> None:
    text, count = re.subn(pattern, into, GOOD.read_text("utf-8"))
    if not count:
        pytest.fail(f"{pattern} is not in the map")
    with pytest.raises(BadMap) as told:
        legends.load(write_map(tmp_path, text))
    assert reason in str(told.value)


FILES = ("my.TMX", "my.tmj", "my.json", "my.tmx.txt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_map_is_passed_over(tmp_path: Path, language: str) -> None:
    for name in (*FILES, "README", "notes.txt", ".hidden.tmx"):
        write_map(tmp_path, GOOD.read_text("utf-8"), name)
    good, bad = legends.load_folder(tmp_path)
    assert [one.path.name for one in good] == ["my.TMX"]
    told = dict(_file_and_reason(error) for error in bad)
    assert set(told) == set(FILES[1:])
    complaints = Complaints(Texts(language))
    for reason in told.values():
        assert ".tmx" in complaints.translate(reason)
        assert language == "en" or "expected" not in complaints.translate(reason)


def test_no_deck_and_no_character_is_passed_over(home: Path) -> None:
    decks = folders.ensure(folders.decks())
    people = folders.ensure(folders.characters())
    deck = (Path(__file__).parents[2] / "docs" / "example_deck.json").read_bytes()
    for name in ("mine.JSON", "mine.json.txt", "mine.yaml", "notes.txt"):
        (decks / name).write_bytes(deck)
        (people / name.replace("mine", "gus")).write_text('{"level": "novice", "name": "Gus", "leanings": {"risk": 2}}')
    good, bad = options.load_folder(decks)
    assert len(good) == 1 and {name for name, _ in bad} == {"mine.json.txt", "mine.yaml"}
    found, refused = character.load_all()
    assert set(refused) == {"gus.JSON", "gus.json.txt", "gus.yaml"}
    assert set(found) == set(character.ours())


def test_a_folder_that_is_none_has_no_files(tmp_path: Path) -> None:
    assert safe_read.list_files(tmp_path / "gone", ".tmx") == ([], [])
    (tmp_path / "file").write_text("")
    assert safe_read.list_files(tmp_path / "file", ".tmx") == ([], [])


@pytest.fixture
def driver() -> Iterator[Driver]:
    """The program at rest."""
    run = Driver(speed="instant")
    yield run
    run.close()


def test_a_road_that_cannot_be_used_is_told_and_ends_nothing(driver: Driver, home: Path) -> None:
    folder = folders.ensure(folders.roads())
    names = ["bad.tmx", "good.TMX", "my road.tmx", "tale.tmj"]
    for name in names:
        (folder / name).write_text(
            campaign_map.ROAD_MAP.read_text("utf-8") if name == "good.TMX" else "<map/>", "utf-8"
        )
    offered = atlases.list_roads()
    assert offered == [atlases.OURS, "bad", "good", "my road.tmx", "tale.tmj"]
    driver.ctx.stack.replace(RoadScene(driver.ctx))
    driver.ctx.stack.settle()
    for name in offered[1:]:
        driver.top._other(name)
        driver.ctx.stack.settle()
        driver.frame()
        if name == "good":
            assert driver.top.name == "road" and driver.top.atlas.name == "good"
        else:
            assert driver.top.name == "dialog" and name in driver.top.body and str(folder) not in driver.top.body
            driver.key(27)
    (folder / "good.TMX").write_text("<map/>")
    atlases.go_to_road(driver.ctx, "good")
    driver.ctx.stack.settle()
    driver.frame()
    assert [one.name for one in driver.ctx.stack.scenes] == ["title", "dialog"]


def test_a_copied_map_names_its_regions_in_words() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        for number in range(3):
            said = texts.value(region_name(f"mine.{number}:legends.region.0B.{number}"), ())
            assert said == texts.t(f"legends.region.0B.{number}") != f"legends.region.0B.{number}"
        assert texts.value(region_name("mine.0:legends.region.mine.0"), ()) == "legends.region.mine.0"
        assert texts.value(region_name("mine.0:My: port"), ()) == "My: port"
