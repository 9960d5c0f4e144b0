"""Several people choose at once by keys of their own: nobody learns which key it was, until all are ready."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from games.king_of_12.moves import decode
from scenes.results.scene import GameResult
from scenes.shell.pads import Pad
from scenes.shell.stack import Scene
from scenes.table import game_screens as games, shared_keys
from scenes.table.handover import Curtain
from scenes.table.shared_choice import BEAT_MS, REVEAL_MS, SharedChoice
from tests.support.spoken_trees import tell_page
from tests.support.virtual_pads import VirtualPad, allow_background
from tests.ui.driver import Driver

NAMES = ("Leo", "Anna", "Tom", "Eva")


@pytest.fixture
def sounds(monkeypatch: pytest.MonkeyPatch, driver: Driver) -> list[str]:
    """What was sounded."""
    heard: list[str] = []
    monkeypatch.setattr(driver.ctx, "play", lambda cue, **more: heard.append(cue))
    return heard


def begin(
    driver: Driver, game: str = "king_of_12", people: int = 2, computers: int = 0, options: Any = None, seed: str = "s"
) -> tuple[Any, SharedChoice]:
    """A table of several people, and the sheet on which they choose first."""
    driver.settings.share_keyboard = True
    driver.settings.speed = "instant"
    seats = [
        Seat(
            "person" if k < people else "computer",
            "" if k < people else "novice",
            NAMES[k % 4] + str(k // 4 or ""),
            k % 4,
        )
        for k in range(people + computers)
    ]
    table = games.table(driver.ctx, Session.start(game, options or {}, seats, seed))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return table, find_sheet(driver)


def find_sheet(driver: Driver) -> SharedChoice:
    """Go on until the next choice of all; the amber button is pressed where a table waits for it."""
    for _ in range(3000):
        if isinstance(driver.top, SharedChoice):
            return driver.top
        press_on(driver)
    raise AssertionError("nobody is asked to choose at once")


def press_on(driver: Driver) -> None:
    table: Any = driver.top
    if getattr(table, "confirming", False):
        table.confirm()
    driver.frame()


def key(place: int) -> Any:
    return pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode="", scancode=place)


def press(driver: Driver, sheet: SharedChoice, at: int, place: int) -> None:
    """A person presses a key of their column."""
    driver.frame(16, [key(int(sheet.devices[at].keys[place].split(":")[1]))])


def wait_beat(driver: Driver) -> None:
    for _ in range(int(BEAT_MS / 16) + 2):
        driver.frame(16)


def look(driver: Driver) -> bytes:
    """Every pixel that is seen."""
    driver.ctx.stack.dirty = True
    driver.frame(0)
    return pygame.image.tobytes(driver.window.surface, "RGB")


# --- keys ------------------------------------------------------------------------------------------------


def test_columns_and_pads_are_given_out_and_kept() -> None:
    keys = [code for column in shared_keys.COLUMNS.values() for code in column]
    assert len(keys) == len(set(keys)) and all(
        len(column) == shared_keys.KEYS for column in shared_keys.COLUMNS.values()
    )
    two = shared_keys.give_out(["Leo", "Anna"], [], {})
    assert [device.name for device in two] == [shared_keys.LETTERS, shared_keys.KEYPAD]
    three = shared_keys.give_out(["Leo", "Anna", "Tom"], [7, 9], {})
    assert [device.name for device in three] == [shared_keys.LETTERS, "pad:1", "pad:2"]
    assert three[2].keys[0] == "pad:9:x"
    wished = shared_keys.give_out(["Leo", "Anna"], [], {"Anna": shared_keys.LETTERS, "Leo": "pad:1"})
    assert [device.name for device in wished] == [shared_keys.KEYPAD, shared_keys.LETTERS]
    four = shared_keys.give_out(list(NAMES), [], {})
    assert len({device.name for device in four}) == 4


def test_an_own_key_does_nothing_else(driver: Driver) -> None:
    _table, sheet = begin(driver)
    for place in range(shared_keys.KEYS):
        press(driver, sheet, 0, place)  # E, R and others open pages elsewhere
        press(driver, sheet, 1, place)
    assert driver.top is sheet
    driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode="r", scancode=99)])
    assert driver.top is sheet, "keys of nobody do nothing here either"


# --- secrets ---------------------------------------------------------------------------------------------


def test_pixels_sounds_and_session_are_equal_whatever_was_chosen(driver: Driver, sounds: list[str]) -> None:
    seen: list[list[bytes]] = []
    heard: list[list[str]] = []
    for way in ((0, 1, 2), (3, 3, 3), (6, 0, 5)):
        table, sheet = begin(driver, people=3, computers=1)
        frames = []
        sounds.clear()
        for place in way:  # the first press, and two changes of mind
            press(driver, sheet, 1, place)
            frames.append(look(driver))
            wait_beat(driver)
            frames.append(look(driver))
        press(driver, sheet, 0, way[0])
        wait_beat(driver)
        frames.append(look(driver))
        assert table.session.turn == 1, "nothing but the computer's card is in the session"
        assert sheet.ready == {0, 1}
        seen.append(frames)
        heard.append([*sounds])
    assert seen[0] == seen[1] == seen[2], "a pixel tells what was chosen"
    assert heard[0] == heard[1] == heard[2] == ["click", "click"], "a sound tells what was chosen"
    assert len(set(seen[0][1:6])) == 1, "a changed mind is seen"


def test_readiness_is_seen_at_the_next_full_beat_alone(driver: Driver) -> None:
    for early in (0, 130, 440):
        _table, sheet = begin(driver)
        sheet.clock = 0.0
        driver.frame(early)
        press(driver, sheet, 0, 0)
        while sheet.clock < BEAT_MS - 20:
            driver.frame(16)
            assert not sheet.ready
        driver.frame(30)
        assert sheet.ready == {0}


def test_the_last_press_counts_and_all_are_handed_in_by_seat(driver: Driver) -> None:
    table, sheet = begin(driver)
    cards = table.session.view(None)["set"]
    press(driver, sheet, 1, 4)
    press(driver, sheet, 1, 2)
    wait_beat(driver)
    press(driver, sheet, 0, 6)
    wait_beat(driver)
    assert sheet.since_all >= 0
    press(driver, sheet, 0, 0)  # too late: everybody was ready
    for _ in range(int(REVEAL_MS / 16) + 4):
        driver.frame(16)
    log = table.session.log
    assert [(entry.seat, decode(entry.action).card) for entry in log[:2]] == [(0, cards[6]), (1, cards[2])]


def test_the_key_of_a_card_under_a_crown_stays_and_does_nothing(driver: Driver) -> None:
    table, sheet = begin(driver)
    chance = random.Random(3)
    session = table.session
    while not any(session.view(None)["crowns"]) or session.view(None)["phase"] != "choose":
        seat = session.to_act()[0]
        session.submit(seat, chance.choice(list(session.legal(seat))))
    sheet = SharedChoice(driver.ctx, table, [0, 1])
    owner = session.view(None)["crowns"].index(1)
    crown = session.view(owner)["own_crowns"][0]
    at = session.view(None)["set"].index(crown)
    option = sheet.options[owner][at]
    assert not option.gone, "everybody would see which card it is"
    sheet.press(sheet.devices[owner].keys[at])
    sheet.update(BEAT_MS)
    assert sheet.ready == set() or driver.top is not sheet
    assert owner not in sheet._chosen


def test_a_played_card_is_gone_for_all_to_see(driver: Driver) -> None:
    _table, sheet = begin(driver)
    press(driver, sheet, 0, 4)
    press(driver, sheet, 1, 5)
    later = next_sheet(driver, sheet)
    gone = [[option.gone for option in later.options[seat]] for seat in (0, 1)]
    assert gone[0][4] and gone[1][5] and sum(map(sum, gone)) == 2


def next_sheet(driver: Driver, before: Scene) -> SharedChoice:
    for _ in range(3000):
        if isinstance(driver.top, SharedChoice) and driver.top is not before:
            return driver.top
        press_on(driver)
    raise AssertionError("the next choice never comes")


def test_computers_have_chosen_before_anybody_is_asked(driver: Driver) -> None:
    table, _sheet = begin(driver, people=2, computers=2)
    assert table.session.to_act() == (0, 1)


def test_a_crown_is_laid_before_all_eyes_and_nobody_knows_which_card_it_is(driver: Driver) -> None:
    seen, told = [], []
    for place in (0, 3):
        session = Session.start(
            "king_of_12", {}, [Seat("person", "", name, k) for k, name in enumerate(NAMES[:2])], "c"
        )
        chance = random.Random(3)
        while session.view(None)["phase"] != "crown":
            seat = session.to_act()[0]
            session.submit(seat, chance.choice(list(session.legal(seat))))
        winner = session.to_act()[0]
        driver.settings.share_keyboard, driver.settings.speed = True, "instant"
        table: Any = games.table(driver.ctx, session)
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        sheet = find_sheet(driver)
        assert sheet.seats == [winner]
        press(driver, sheet, 0, place)
        wait_beat(driver)
        frames = [look(driver)]
        for _ in range(int(REVEAL_MS / 16) + 40):
            driver.frame(16)
        assert decode(session.log[-1].action).card == session.view(None)["set"][place]
        frames.append(look(driver))
        seen.append(frames)
        table.chronicle.update()
        told.append([line.text for line in table.chronicle.all])
    assert seen[0] == seen[1], "a pixel tells which card lies under the die"
    assert told[0] == told[1], "the chronicle tells which card lies under the die"


# --- other choices ---------------------------------------------------------------------------------------


def test_an_auction_has_more_bids_than_keys(driver: Driver) -> None:
    table, sheet = begin(driver, "legends", 3, options={"setup": "automatic"}, seed="bid")
    labels = [option.label for option in sheet.options[0]]
    assert labels == [str(coins) for coins in range(len(labels))] and len(labels) > shared_keys.KEYS
    last = shared_keys.KEYS - 1
    before = look(driver)
    press(driver, sheet, 0, last)  # the next seven
    press(driver, sheet, 0, 2)
    assert look(driver) == before
    press(driver, sheet, 1, 3)
    press(driver, sheet, 2, 0)
    wait_beat(driver)
    for _ in range(int(REVEAL_MS / 16) + 4):
        driver.frame(16)
    assert table.session.view(None)["bids"] == [last + 2, 3, 0]


def test_halls_and_the_curtain(driver: Driver) -> None:
    table, sheet = begin(driver, people=3, computers=3)
    assert sheet.seats == [0, 1, 2] and table.session.view(None)["seats"] == 6
    driver.click("curtain")
    for _ in range(40):
        driver.frame(16)
    assert isinstance(driver.top, Curtain) and not driver.settings.share_keyboard
    driver.frame(600)
    driver.click("share")
    find_sheet(driver)
    assert driver.settings.share_keyboard


def test_five_people_keep_the_curtain(driver: Driver) -> None:
    driver.settings.share_keyboard = True
    seats = [Seat("person", "", f"P{k}", k % 4, "") for k in range(5)]
    table = games.table(driver.ctx, Session.start("king_of_12", {}, seats, "five"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    for _ in range(200):
        driver.frame(16)
    assert isinstance(driver.top, Curtain)


# --- a whole game ----------------------------------------------------------------------------------------


@pytest.fixture
def pads() -> Iterator[Sequence[VirtualPad]]:
    """Two virtual pads, plugged in for the length of a test."""
    allow_background()
    pygame.event.get()
    plugged = [VirtualPad(), VirtualPad()]
    yield plugged
    for pad in plugged:
        pad.close()


def test_three_people_play_a_whole_game_on_one_keyboard_and_two_pads(
    driver: Driver, pads: Sequence[VirtualPad]
) -> None:
    driver.frame(16, pygame.event.get())
    assert {pad.instance for pad in pads} <= set(driver.app.translator.pads.plugged)
    table, sheet = begin(driver, people=3, seed="sofa")
    driver.frame(16)
    assert [device.name for device in sheet.devices] == [shared_keys.LETTERS, "pad:1", "pad:2"]
    chance = random.Random(7)
    by_pad = {pad.instance: pad for pad in pads}
    choices = 0
    for _ in range(60_000):
        top: Any = driver.top
        if isinstance(top, GameResult):
            break
        if isinstance(top, SharedChoice) and top.since_all < 0:
            for at, seat in enumerate(top.seats):
                if seat in top.ready:
                    continue
                name = chance.choice(top.devices[at].keys)
                if name.startswith("key:"):
                    driver.frame(16, [key(int(name.split(":")[1]))])
                else:
                    _, instance, part = name.split(":")
                    driver.frame(16, by_pad[int(instance)].press(part))
            driver.frame(BEAT_MS)
            choices += 1
        elif isinstance(top, SharedChoice):
            driver.frame(REVEAL_MS)
        elif top is table and table.may_act():
            table.decide(chance.choice(list(table.legal())))  # a theft or a face, chosen while all look on
        else:
            press_on(driver)
    assert table.session.over and isinstance(driver.top, GameResult)
    assert choices > 10
    assert {entry.seat for entry in table.session.log} == {0, 1, 2}


def test_taking_back_asks_whether_everybody_agrees(driver: Driver) -> None:
    table, sheet = begin(driver, "legends", 3, options={"setup": "automatic"}, seed="bid")
    for at in range(3):
        press(driver, sheet, at, 0)
    wait_beat(driver)
    while not (driver.top is table and table.session.view(None)["phase"] != "bid" and not table.busy and table.moves):
        press_on(driver)
    seat = table.session.to_act()[0]
    table.turns.submit(seat, table.session.legal(seat)[0])
    driver.until(lambda: table.back.state()[0])
    turn = table.session.turn
    table.back.undo()
    driver.run(200)
    assert driver.top.name == "dialog" and table.session.turn == turn
    driver.click("stay")
    driver.run(200)
    assert table.session.turn == turn
    table.back.undo()
    driver.run(200)
    driver.click("take_back")
    driver.run(200)
    assert table.session.turn < turn


def test_a_pad_asks_to_be_taken_up_until_somebody_has(driver: Driver) -> None:
    """Which of its buttons it was, and when, is not seen: the label changes with the next beat, as the tick does."""
    driver.app.translator.pads.plugged[7] = Pad(7, "A pad", "xbox", True)
    driver.frame()
    _, sheet = begin(driver)
    pad = sheet.devices[-1]
    assert pad.instance == 7
    name = driver.ctx.t("choice.device.pad", n=1)
    assert sheet._name_device(len(sheet.devices) - 1) == driver.ctx.t("choice.device.asleep")
    sheet.press(pad.keys[2])
    assert sheet._name_device(len(sheet.devices) - 1) != name
    wait_beat(driver)
    assert sheet._name_device(len(sheet.devices) - 1) == name
    _, again = begin(driver)
    assert again._name_device(len(again.devices) - 1) == name, "it stays awake for the next choice"


class SleepyPads:
    """People with a pad each, which may fall asleep and come back."""

    def __init__(self, driver: Driver, people: int = 2) -> None:
        allow_background()
        self.driver = driver
        self.pads = [VirtualPad() for _ in range(people)]
        self.open()
        _, self.sheet = begin(driver, people=people)
        self.pads.sort(key=lambda pad: [device.instance for device in self.sheet.devices].index(pad.instance))

    def open(self) -> None:
        """Let the program see what is plugged in."""
        self.driver.frame(16, pygame.event.get())
        for device in range(pygame.joystick.get_count()):
            self.driver.app.translator.pads.open(device)
        self.driver.frame(16)
        self.driver.frame(16)

    def leave(self, at: int) -> None:
        self.pads[at].close()
        self.open()

    def come_back(self, at: int) -> None:
        self.pads[at] = VirtualPad()
        self.open()

    def press(self, at: int, part: str) -> None:
        self.driver.frame(16, self.pads[at].press(part))

    def find_owner(self, at: int) -> int | None:
        """Number of the person whose row a pad is."""
        instances = [device.instance for device in self.sheet.devices]
        return instances.index(self.pads[at].instance) if self.pads[at].instance in instances else None

    def close(self) -> None:
        for pad in self.pads:
            pad.close()


@pytest.mark.parametrize("leaving", [0, 1])
def test_a_pad_that_sleeps_takes_nobody_elses_place(driver: Driver, leaving: int) -> None:
    staying = 1 - leaving
    pads = SleepyPads(driver)
    try:
        pads.press(leaving, "x")
        made = dict(pads.sheet._chosen)
        pads.leave(leaving)
        assert pads.find_owner(staying) == staying
        keys = pads.sheet.devices[leaving].name
        assert driver.ctx.t("choice.device.lost", keys=driver.ctx.t(f"choice.device.{keys}")) in tell_page(driver)
        pads.press(staying, "y")
        assert pads.sheet._chosen.items() >= made.items() and len(pads.sheet._chosen) == 2
        pads.come_back(leaving)
        assert (pads.find_owner(leaving), pads.find_owner(staying)) == (leaving, staying)
        before = pads.sheet._chosen[pads.sheet.seats[staying]]
        pads.press(leaving, "a")
        assert pads.sheet._chosen[pads.sheet.seats[staying]] == before
        assert pads.sheet._chosen[pads.sheet.seats[leaving]] != made[pads.sheet.seats[leaving]]
    finally:
        pads.close()


def test_two_pads_that_come_back_in_another_order_change_no_choice(driver: Driver) -> None:
    """They are of one model: the first press of each shows whose row it is, and chooses nothing."""
    pads = SleepyPads(driver)
    try:
        pads.press(0, "x")
        pads.leave(0)
        pads.leave(1)
        made = dict(pads.sheet._chosen)
        assert sorted(pads.sheet.lost) == [0, 1]
        pads.come_back(1)
        pads.come_back(0)
        assert {pads.find_owner(0), pads.find_owner(1)} == {0, 1}
        assert driver.ctx.t("choice.device.unsure") in tell_page(driver)
        pads.press(0, "a")
        pads.press(1, "a")
        assert pads.sheet._chosen == made
        pads.press(0, "a")
        assert pads.sheet._chosen != made
    finally:
        pads.close()


def test_who_has_lost_a_pad_chooses_by_keys_meanwhile(driver: Driver) -> None:
    """What is kept for the next game is the pad, not the keys that stood in for it."""
    pads = SleepyPads(driver, people=3)
    try:
        pads.leave(1)
        pads.leave(2)
        names = [device.name for device in pads.sheet.devices]
        assert names[0] == "pad:1" and len(set(names)) == 3 and not any(name.startswith("pad") for name in names[1:])
        press(driver, pads.sheet, 2, 1)
        assert pads.sheet.seats[2] in pads.sheet._chosen
        pads.sheet.change_device(0)
        assert set(driver.settings.shared_keys.values()) >= {"pad:2", "pad:3"}
        pads.come_back(1)
        assert [device.name for device in pads.sheet.devices][1:] == ["pad:2", names[2]]
    finally:
        pads.close()


def test_a_part_stays_down_while_another_pad_lets_it_go(driver: Driver) -> None:
    allow_background()
    one, two = VirtualPad(), VirtualPad()
    try:
        for device in range(pygame.joystick.get_count()):
            driver.app.translator.pads.open(device)
        driver.frame(16, [*one.hold("y"), *two.hold("y"), *two.let_go("y")])
        assert "y" in driver.ctx.parts_down
        two.close()
        driver.frame(16, pygame.event.get())
        assert "y" in driver.ctx.parts_down
        driver.frame(16, one.let_go("y"))
        assert "y" not in driver.ctx.parts_down
    finally:
        one.close()
