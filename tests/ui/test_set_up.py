"""Setting up a game: hasty clicks, odd names, settings written by anybody, and the player's own opponents."""

from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai import character
from ai.levels import LEVELS
from engine.seats import AT_RATING, EVEN, WHO, Seat
from engine.storage.statistics import GameStats, PlayedGame
from scenes.common import opponent_names
from scenes.common.matchmaking import AboutEven, EvenRival
from scenes.common.opponent_names import strength
from scenes.menus import seat_changes
from scenes.menus.setup import SetUp, challenge
from scenes.shell import routes
from scenes.table.table import Table
from scenes.tash_kalar import tooltips
from sprites.base import shapes
from tests.reader.listener import Listener
from tests.support.catalogues import LANGUAGES, LONGEST
from tests.ui.driver import SHOULDERS, Driver

GAMES = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")


def opened(driver: Driver, game: str = "king_of_12") -> Any:
    driver.settings.guided = list(GAMES)
    driver.settings.speed = "instant"
    scene = SetUp(driver.ctx, game)
    scene.placeholder = "the same for all"  # so that the map shown as an example is made once
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.run(64)
    return scene


def click_events(driver: Driver, target_id: str) -> list[Any]:
    pos = driver.pixel(*driver.target(target_id).centre)
    return [
        pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1),
    ]


@pytest.mark.sample(3)
@pytest.mark.parametrize("second", ["emblem", "colour", "name", "kind"])
@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_within_one_frame(driver: Driver, game: str, second: str) -> None:
    """A seat is emptied, and at once something of it is pressed."""
    scene = opened(driver, game)
    scene.set_count(4)
    driver.run(64)
    driver.click("seat.3")
    driver.run(300)
    events = click_events(driver, "seat.3.leave") + click_events(driver, f"seat.3.{second}")
    for event in events:
        driver.app.take(event)
    driver.run(64)
    assert len(scene.seats) == 3


def test_plates_of_neighbours_are_apart(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Along a long table the plates stand close; the words on them may be long."""
    plates: list[tuple[float, float, float, float]] = []
    draw = shapes.box_shadow

    def note(c: Any, x: float, y: float, w: float, h: float, radius: float, kind: str) -> None:
        if kind == "chip":
            plates.append((x, y, w, h))
        draw(c, x, y, w, h, radius, kind)

    monkeypatch.setattr(shapes, "box_shadow", note)
    driver.settings.language = LONGEST
    driver.ctx.apply_settings()
    scene = opened(driver)
    for count in (4, 9, 12):
        scene.set_count(count)
        driver.run(32)
        plates.clear()
        scene.ui.dirty = True
        driver.run(16)
        assert len(plates) >= count
        for n, (x, y, w, h) in enumerate(plates):
            for px, py, pw, ph in plates[n + 1 :]:
                assert x + w <= px or px + pw <= x or y + h <= py or py + ph <= y, count


def test_a_name_being_typed_for_a_seat_that_goes(driver: Driver) -> None:
    scene = opened(driver)
    scene.set_count(4)
    driver.run(64)
    driver.click("seat.3")
    driver.click("seat.3.name")
    assert scene.ui.typing
    scene.set_count(2)
    scene.ui.commit_text()
    seat_changes.take_next_emblem(scene, 3)
    seat_changes.take_next_colour(scene, 3)
    scene.set_kind(3, 1)
    assert len(scene.seats) == 2


@pytest.mark.parametrize("typed", ["\u200b", "\u200d\u202e", "\u2060", "\u00ad", "\ufe0f", "\ud800", "\0", "a\u202eb"])
def test_a_name_nobody_can_see_is_none(driver: Driver, typed: str) -> None:
    scene = opened(driver)
    before = scene.seats[0].name
    driver.click("seat.0")
    driver.click("seat.0.name")
    scene.ui.field.text = ""
    driver.frame()
    driver.frame(16, [pygame.event.Event(pygame.TEXTINPUT, text=typed)])
    driver.run(64)
    driver.key(pygame.K_RETURN)
    driver.run(64)
    assert scene.seats[0].name == ("ab" if "a" in typed else before)
    driver.key(pygame.K_ESCAPE)
    driver.click("more")
    driver.click("seed")
    driver.frame(16, [pygame.event.Event(pygame.TEXTINPUT, text=typed)])
    driver.run(64)
    driver.key(pygame.K_RETURN)
    driver.click("start")
    driver.run(300)
    assert driver.top.name == "table"


SEATS = [
    {"kind": "person", "name": "Leo", "colour": 0},
    {"kind": "computer", "level": "novice", "name": "Mia", "colour": 1},
]
ODD: list[Any] = [
    None, 5, "text", [], [1, 2], {"seats": None}, {"seats": 5}, {"seats": [1]}, {"seats": [{}]}, {"seats": {"a": 1}},
    {"seats": [{"kind": "robot", "level": "novice"}, *SEATS[:1]]}, {"seats": SEATS * 40}, {"options": None},
    {"seats": SEATS, "options": [1]}, {"seats": SEATS, "options": {"set": [[[]]], "cards": 9, "no": {}}},
    {"seats": [{**SEATS[0], "emblem": "../../../etc/passwd"}, SEATS[1]]},
    {"seats": [{**SEATS[0], "colour": 99}, SEATS[1]]},
    {"seats": [{**SEATS[0], "name": "\u200b"}, SEATS[1]]}, {"seats": [{**SEATS[0], "name": 5}, SEATS[1]]},
    {"seats": [SEATS[0], {**SEATS[1], "level": "file:gone"}]}, {"try_again": "yes"},
    {"seats": SEATS, "try_again": True},
]  # fmt: skip


def set_up_with(driver: Driver, game: str, oddities: list[Any]) -> None:
    """What is remembered for a game is nonsense; it can be set up all the same, and begins, the table not drawn."""
    driver.pictures = 1_000
    for odd in oddities:
        driver.settings.last_setup = {game: odd}
        scene = opened(driver, game)
        assert len(scene.seats) >= 2
        assert all(isinstance(seat, Seat) and seat.name and seat.kind in ("person", "computer") for seat in scene.seats)
        driver.target("start").activate()
        driver.until(lambda: driver.top.name == "table")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_may_have_any_shape(driver: Driver, game: str) -> None:
    """Each shape for one game; see below for all of all."""
    set_up_with(driver, game, ODD[GAMES.index(game) :: len(GAMES)])
    whole: Any
    for whole in (None, 5, [], "x"):
        driver.settings.last_setup = whole
        assert opened(driver, game).seats


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_of_every_game_may_have_any_shape(driver: Driver, game: str) -> None:
    set_up_with(driver, game, ODD)


MIA = character.find("who:mia").level


@pytest.mark.parametrize(
    ("levels", "wanted"),
    [
        (["first_evening"], "first_evening"),
        (["novice", "expert"], "expert"),
        (["who:mia"], MIA),
        ([], LEVELS[0]),
    ],
)
def test_a_new_seat_comes_at_the_level_in_use(driver: Driver, levels: list[str], wanted: str) -> None:
    scene = opened(driver, "legends")
    scene.seats = [
        Seat("person", "", "Leo", 0),
        *(Seat("computer", level, f"C{k}", k + 1) for k, level in enumerate(levels)),
    ]
    before = len(scene.seats)
    scene.set_count(before + 1)
    new = scene.seats[-1]
    assert new.level != opponent_names.find_coach("legends") or wanted == "novice", "the teacher does not play"
    assert new.level.startswith(WHO) and strength(new.level) == wanted, "a character of that strength"
    assert new.level not in [seat.level for seat in scene.seats[:-1]] and new.name == opponent_names.seat_name(
        driver.ctx, new.level
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_usual_names_are_not_those_of_characters(driver: Driver, language: str) -> None:
    driver.settings.language = language
    driver.ctx.apply_settings()
    usual = [*opponent_names.usual_names(driver.ctx), driver.ctx.t("ui.setup.you")]
    assert len(set(usual)) == len(usual) >= 17
    assert not {opponent_names.get_name(driver.ctx, WHO + stem) for stem in character.ours()} & set(usual)


def test_a_rival_about_even_is_chosen_told_and_found_anew(driver: Driver) -> None:
    """The seat stays about even, whatever rating its game was begun at."""
    scene = opened(driver, "legends")
    assert driver.ctx.records.finish(10)
    labels, _ = scene.list_kinds(scene.seats[1])
    people = len(seat_changes.list_people(scene, scene.seats[1])[0])
    scene.set_kind(1, people)
    assert scene.seats[1].level == EVEN and labels[people].startswith(driver.ctx.t("ui.level.even"))
    scene.even.known[scene.seats[0].name] = EvenRival("at:1130", 1130, 40)
    labels, at = scene.list_kinds(scene.seats[1])
    assert at == people and "1130" in labels[at]
    table = scene.begin_table()
    assert table is not None and table.session.seats[1].level == "at:1130"
    again = opened(driver, "legends")
    assert again.seats[1].level == EVEN and again.last_even == "at:1130"
    challenge(driver.ctx, "legends", "at:970")
    driver.ctx.stack.settle()
    assert driver.top.session.seats[1].level in ("at:970", LEVELS[0]), "the record may have been read meanwhile"
    assert opened(driver, "legends").seats[1].level == EVEN


def test_any_rating_between_the_levels_can_be_chosen(driver: Driver) -> None:
    scene = opened(driver, "king_of_the_dice")
    least, most = scene.bounds
    scene.set_kind(1, len(seat_changes.list_people(scene, scene.seats[1])[0]) + scene.level_names.index(AT_RATING))
    driver.run(64)
    driver.click("seat.1")
    assert scene.seats[1].level == f"{AT_RATING}{least}" and not driver.target("seat.1.less").enabled
    driver.click("seat.1.more")
    assert scene.seats[1].level == f"{AT_RATING}{least + 50}"
    assert str(least + 50) in scene.list_kinds(scene.seats[1])[0][-2]
    seat_changes.change_seat(scene, 1, level=f"{AT_RATING}{most - 20}")
    driver.run(64)
    driver.click("seat.1.more")
    assert scene.seats[1].level == f"{AT_RATING}{most}"
    table = scene.begin_table()
    assert table is not None and table.session.seats[1].level == f"{AT_RATING}{most}"


def open_household(driver: Driver, game: str, count: int = 3) -> Any:
    """The set-up of a household of three, with one of them at the table."""
    for name in ("Leo", "Anna", "Emil"):
        driver.ctx.household.add(name, "2026-11-20")
    scene = opened(driver, game)
    scene.set_count(count)
    driver.run(64)
    return scene


@pytest.mark.parametrize("room", ["set_up", "evening"])
def test_nobody_new_has_the_name_of_a_person_of_the_household(driver: Driver, room: str) -> None:
    """Neither who sits down when a seat is added, nor the computer in the place of a person."""
    usual = opponent_names.usual_names(driver.ctx)
    for name in usual[:6]:
        driver.ctx.household.add(name, "2026-11-20")
    routes.open(driver.ctx, room, *(["king_of_12"] if room == "set_up" else []))
    driver.ctx.stack.settle()
    scene: Any = driver.top
    sitting = {seat.name for seat in scene.seats[1:] if room == "evening"}
    assert sitting <= set(usual[:6]), "the household sits down for an evening"
    seat_changes.seat_person(scene, 0, 0)
    scene.set_count(4)
    people = len(seat_changes.list_people(scene, scene.seats[0])[0])
    scene.set_kind(0, people + 1)
    assert not scene.seats[0].is_person and len(scene.seats) == 4
    names = [seat.name for seat in scene.seats]
    assert len(set(names)) == 4 and not set(names) & ({driver.ctx.person_name, *usual[:6]} - sitting)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_changed_by_its_face(driver: Driver, game: str) -> None:
    """By the mouse: a character, then a person; who sits already cannot sit down twice."""
    scene = open_household(driver, game)
    driver.click("seat.2")
    faces = scene.faces.list_faces(2)
    assert 5 <= len(faces) <= 7 and len({face.seat.name for face in faces}) == len(faces)
    sitting = next((at for at, face in enumerate(faces) if face.take is None), None)
    if sitting is not None:
        driver.click(f"seat.2.face.{sitting}")
        assert scene.faces.is_open, "a dull knock"
    wanted = next(at for at, face in enumerate(faces) if face.take is not None)
    driver.click(f"seat.2.face.{wanted}")
    driver.run(64)
    assert scene.seats[2].level == faces[wanted].seat.level and not scene.faces.is_open
    driver.click("seat.2")
    person = next(at for at, face in enumerate(scene.faces.list_faces(2)) if face.group == "ui.setup.person")
    driver.click(f"seat.2.face.{person}")
    assert scene.seats[2].is_person and scene.seats[2].name == "Anna"
    driver.click("seat.2")
    driver.click("seat.2")
    assert not scene.faces.is_open, "the second press closes it"


def test_teams_are_chosen_by_faces(driver: Driver) -> None:
    """A player of the other team changes places with a seat; where nobody has a partner no place is offered."""
    scene = open_household(driver, "tash_kalar", 4)
    scene.options = scene.rules.check_options({**scene.options, "form": "team_high"}, 4)
    driver.run(64)
    before = list(scene.seats)
    driver.click("seat.0")
    driver.run(400)
    faces = scene.faces.list_faces(0)
    assert [face.seat.name for face in faces if face.group == "setup.swap"] == [before[1].name, before[3].name]
    assert len(faces) <= 7 and all(face.take is not None for face in faces)
    driver.click("seat.0.face.1")
    driver.run(64)
    assert scene.seats == [before[3], before[1], before[2], before[0]] and not scene.faces.is_open
    scene.options = scene.rules.check_options({**scene.options, "form": "melee"}, 4)
    assert not [face for face in scene.faces.list_faces(0) if face.group == "setup.swap"]


@pytest.mark.parametrize("still", [False, True])
def test_a_chosen_face_flies_to_its_seat(driver: Driver, monkeypatch: pytest.MonkeyPatch, still: bool) -> None:
    heard: list[str] = []
    monkeypatch.setattr(driver.ctx, "play", heard.append)
    driver.settings.reduced_motion = still
    scene = open_household(driver, "king_of_12")
    driver.ctx.instant, driver.settings.speed = False, "1"
    before = scene.seats[2]
    driver.click("seat.2")
    driver.run(500)
    at = next(at for at, face in enumerate(scene.faces.list_faces(2)) if face.take is not None)
    driver.click(f"seat.2.face.{at}")
    assert heard.count("card_lift") == 1 and "wood_bounce" in heard
    assert (scene.faces.flight is None) == still
    assert still or (scene.faces.flight.left.name == before.name and scene.faces.flight.k == 2)
    driver.run(300)
    assert scene.faces.flight is None


def test_a_deck_is_carried_to_a_person_and_flies_to_who_takes_it(driver: Driver) -> None:
    scene = open_household(driver, "tash_kalar", 3)
    driver.ctx.instant, driver.settings.speed = False, "1"
    driver.carry("box.everfrost", "seat.2")
    assert scene.options["deck_3"] == "everfrost" and scene.panel.at == 0, "then it is the turn of the first"
    driver.carry("box.everfrost", "count.more")
    assert len(scene.seats) == 3 and scene.options["deck_3"] == "everfrost"
    driver.click("box.sylvan")
    assert scene.options["deck_1"] == "sylvan" and scene.panel.taken == (0, driver.target("box.sylvan").centre)
    assert scene.faces.flown < scene.faces.lasts == 350
    before = driver.window.surface.copy()
    driver.run(400)
    assert scene.faces.flown >= 350 and driver.window.surface.get_buffer().raw != before.get_buffer().raw


def test_a_seat_is_changed_and_emptied_by_keys(driver: Driver) -> None:
    scene = open_household(driver, "king_of_12")
    scene.ui.set_focus("seat.1")
    driver.key(pygame.K_RETURN)
    driver.run(64)
    assert scene.ui.focus == "seat.1.face.0"
    driver.key(pygame.K_RIGHT)
    assert scene.ui.focus == "seat.1.face.1"
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_LEFT)
    last = len(scene.faces.list_faces(1)) - 1
    assert scene.ui.focus == f"seat.1.face.{last}", "round to the other end"
    driver.key(pygame.K_RETURN)
    driver.run(64)
    assert scene.seats[1].is_person and scene.ui.focus == "seat.1"
    driver.key(pygame.K_RETURN)
    driver.run(64)
    driver.key(pygame.K_ESCAPE)
    driver.run(64)
    assert not scene.faces.is_open and scene.ui.focus == "seat.1" and driver.top is scene
    driver.key(pygame.K_BACKSPACE)
    assert len(scene.seats) == 2 and not any(seat.name == "Anna" for seat in scene.seats)


def test_faces_are_easier_about_even_and_stronger_than_the_person(driver: Driver) -> None:
    scene = open_household(driver, "legends")
    scene.even.known["Leo"] = EvenRival("at:922", 922, None)
    ratings: dict[str, list[int]] = {}
    for face in scene.faces.list_faces(1):
        if face.group != "ui.setup.person":
            ratings.setdefault(face.group, []).append(int(face.label))
    assert list(ratings) == ["setup.easier", "setup.even", "setup.stronger"]
    assert max(ratings["setup.easier"]) < 922 - 80 and min(ratings["setup.stronger"]) > 922 + 80
    assert all(abs(rating - 922) <= 80 for rating in ratings["setup.even"])


@pytest.mark.parametrize(("game", "count"), [("king_of_12", 16), ("king_of_12", 5), ("tash_kalar", 4), ("legends", 2)])
def test_what_an_opened_seat_offers_lies_in_the_window_and_apart(driver: Driver, game: str, count: int) -> None:
    scene = open_household(driver, game, count)
    for k in range(count):
        driver.click(f"seat.{k}")
        driver.run(400)
        boxes = [one.box for one in scene.ui.targets if one.id.startswith(f"seat.{k}.")]
        assert len(boxes) > 8
        for at, (x, y, w, h) in enumerate(boxes):
            assert x >= 24 and y >= 66 and x + w <= 840 and y + h <= 800
            for left, top, wide, high in boxes[:at]:
                assert left + wide <= x + 1 or x + w <= left + 1 or top + high <= y + 1 or y + h <= top + 1
        driver.key(pygame.K_ESCAPE)
        driver.run(64)


def test_earlier_games_of_the_same_players_are_told(driver: Driver) -> None:
    scene = open_household(driver, "king_of_12", 2)
    assert not driver.has("record")
    names = tuple(seat.name for seat in scene.seats)
    ends = [(1, 2), (2, 1), (1, 2)]
    games = [
        PlayedGame(str(k), "king_of_12", "", 9, False, names[:: 1 if k else -1], ("person", "computer"), ("", "novice"),
                   places[:: 1 if k else -1])
        for k, places in enumerate(ends)
    ]  # fmt: skip
    other = PlayedGame("x", "king_of_12", "", 9, False, ("Leo", "Eva"), ("person", "computer"), ("", "novice"), (1, 2))
    scene.even = AboutEven(driver.ctx, "king_of_12", GameStats("king_of_12", last=[*games, other]))
    scene.ui.dirty = True
    driver.run(64)
    assert scene.even.count_wins(names) == ([2, 1], games[0]), "wherever they sat"
    assert driver.has("record")


def test_only_the_main_button_is_amber(driver: Driver) -> None:
    """What is chosen is leather: its middle is dark, the main button's is light."""
    opened(driver)

    def light(target_id: str) -> int:
        x, y, _, h = driver.target(target_id).box
        place = pygame.Rect(driver.pixel(x + 8, y + h / 2), (9, 3))
        return sum(pygame.transform.average_color(driver.window.surface, place)[:2])

    assert light("start") > 2 * light("set.0") > 0 and driver.target("set.0").is_on


def test_what_was_set_up_is_remembered(driver: Driver) -> None:
    driver.settings.last_setup = {"legends": {"seats": SEATS, "options": {}, "try_again": True}}
    scene = opened(driver, "legends")
    assert [seat.name for seat in scene.seats] == ["Leo", "Mia"] and scene.try_again


def test_own_opponents_are_offered_when_they_have_answered(driver: Driver, home: Path) -> None:
    folder = home / "opponents"
    folder.mkdir(parents=True)
    good = (
        'TITLE = "The good one"\nGAMES = ["king_of_12"]\ndef choose(game, view, seat, legal, chance): return legal[0]\n'
    )
    (folder / "good.py").write_text(good, encoding="utf-8")
    (folder / "endless.py").write_text("while True: pass\n", encoding="utf-8")
    driver.ctx.roster.deadline = 0.5
    driver.settings.last_setup = {
        "king_of_12": {
            "seats": [SEATS[0], {**SEATS[1], "level": "file:endless"}, {**SEATS[1], "colour": 2, "level": "file:good"}]
        }
    }
    scene = opened(driver)
    import time

    end = time.monotonic() + 30
    while driver.ctx.roster.busy:
        assert time.monotonic() < end
        start = time.perf_counter()
        driver.frame()
        assert time.perf_counter() - start < 1
        time.sleep(0.01)
    driver.run(100)
    assert [seat.level for seat in scene.seats] == ["", "skilled", "file:good"]
    assert "file:good" in scene.level_names and "file:endless" not in scene.level_names
    labels, chosen = scene.list_kinds(scene.seats[2])
    assert "The good one" in labels[chosen]
    tip = driver.target("opponents").tip
    assert tip is not None and "endless" in tip[1]


def test_a_pad_that_is_gone_before_it_is_opened(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    for index in (0, 7, -1, 2**31):
        driver.frame(16, [pygame.event.Event(pygame.JOYDEVICEADDED, device_index=index, guid="")])
    assert driver.app.translator.pads.plugged == {}
    driver.frame(16, [pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=5)])

    class Gone:
        def __init__(self, index: int) -> None:
            pass

        def get_instance_id(self) -> int:
            raise pygame.error("Joystick not initialized")

    monkeypatch.setattr(pygame.joystick, "Joystick", Gone)
    driver.frame(16, [pygame.event.Event(pygame.JOYDEVICEADDED, device_index=0, guid="")])
    assert driver.app.translator.pads.plugged == {}


def choose_without_mouse(driver: Driver, way: str, target: str, listener: Listener | None) -> None:
    """Use a control by keys, a pad, one switch, or by keys and ears."""
    if way == "switch":
        driver.choose_by_switch(target, 400)
        driver.run(64)
        return
    said = ""
    for _ in range(len(driver.top.ui.targets) + 1):
        if driver.top.ui.focus == target and driver.top.ui.show_focus:
            break
        said = listener.press(pygame.K_TAB) if listener is not None else said
        if listener is None:
            driver.key(pygame.K_TAB) if way == "keys" else driver.pad(SHOULDERS[1])
    assert driver.top.ui.focus == target
    wanted = driver.target(target)
    assert listener is None or not said or (wanted.label or (wanted.tip or ("",))[0]).split(",")[0] in said, said
    driver.key(pygame.K_RETURN) if way != "pad" else driver.pad(0)
    driver.run(64)


@pytest.mark.parametrize("way", ["keys", "pad", "switch", "ear"])
def test_a_game_is_set_up_without_a_mouse(driver: Driver, way: str) -> None:
    """Seats, faces, a handicap, a deck for each, a leaving player, the start: in Tash-Kalar, which has most of it."""
    scene = open_household(driver, "tash_kalar")
    driver.settings.one_switch, driver.settings.scan_ms = way == "switch", 400
    if way == "ear":
        driver.settings.spoken_output = "voice"
    listener = Listener(driver) if way == "ear" else None
    use = partial(choose_without_mouse, driver, way, listener=listener)
    use("count.more")
    use("seat.2")
    person = next(at for at, face in enumerate(scene.faces.list_faces(2)) if face.group == "ui.setup.person")
    use(f"seat.2.face.{person}")
    use("seat.3")
    use("seat.3.leave")
    use("handicap.more")
    for deck in ("box.everfrost", "box.sylvan", "box.highland"):
        use(deck)
    names, options = [seat.name for seat in scene.seats], dict(scene.options)
    assert names[0] == "Leo" and scene.seats[2].name == "Anna" and len(names) == 3
    assert [options[f"deck_{k}"] for k in (1, 2, 3)] == ["everfrost", "sylvan", "highland"]
    use("start")
    driver.until(lambda: driver.top is not scene)
    session = next(one.session for one in driver.ctx.stack.scenes if isinstance(one, Table))  # below the curtain
    assert [seat.name for seat in session.seats] == names and any(session.handicap)
    session.close()


@pytest.mark.parametrize("way", ["tab", "pad"])
def test_tab_and_the_shoulder_of_a_pad_go_over_the_whole_page(way: str) -> None:
    run = Driver(speed="instant")
    try:
        routes.open(run.ctx, "title")
        run.ctx.stack.settle()
        routes.open(run.ctx, "set_up", "king_of_12")
        run.ctx.stack.settle()
        run.run(60)
        wanted = {target.id for target in run.top.ui.targets}
        names = [target.label for target in run.top.ui.targets if target.id in ("set.0", "set.1", "set.2")]
        assert names == ["First game", "Random", "Your choice"]
        passed = []
        for _ in range(len(wanted) + 1):
            if way == "tab":
                run.key(pygame.K_TAB)
            else:
                run.pad(SHOULDERS[1])
            passed.append(run.top.ui.focus)
        assert set(passed) == wanted and len(set(passed[: len(wanted)])) == len(wanted), "each once, and round again"
    finally:
        run.close()


@pytest.mark.parametrize("still", [False, True])
def test_pieces_of_a_handicap_fall_on_the_arena(driver: Driver, still: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are seen at once only with reduced motion."""
    scene = opened(driver, "tash_kalar")
    driver.settings.speed, driver.settings.reduced_motion = "1", still
    seen: list[int] = []
    monkeypatch.setattr(tooltips, "draw_piece", lambda *given, emblem, alpha: seen.append(alpha))
    driver.click("handicap.more")
    shown = []
    for ms in (16, 800):
        seen.clear()
        scene.ui.dirty = True
        driver.run(ms)
        shown.append(seen[-2:])
    assert shown[1] == [255, 255] and (shown[0] == [255, 255]) is still
