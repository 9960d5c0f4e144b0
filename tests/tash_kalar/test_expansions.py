"""Expansions: their fixed numbers, decks and saves that name them wrongly, and what is left when one is missing."""

import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.contract import BadOptions, BadState
from engine.seats import Seat
from engine.session import Session
from engine.storage import save_format, saves
from engine.storage.saves import SaveError
from games.tash_kalar import RULES, actions as act, arrangement
from games.tash_kalar.card_arrangement import HAND
from games.tash_kalar.cards import CARDS_FILE, OWN_DECKS, BadCards, check_deck
from games.tash_kalar.expansions import ACTIONS_EACH, list_expansions
from games.tash_kalar.moves import decode, encode
from games.tash_kalar.options import BASE_DECKS
from games.tash_kalar.state import ALL_BEINGS, DECKS
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES
from tests.support.signed_saves import signed

from .own_deck import mixed_deck
from .table import CARD, Table, square, table_for

BOTH = ("everfrost", "nethervoid")


# --- numbers ------------------------------------------------------------------------------------------------------


def test_decks_and_actions_have_fixed_numbers() -> None:
    found = {one.code: (one.deck, one.first_action) for one in list_expansions()}
    assert {code: found[code] for code in BOTH} == {"everfrost": (3, 4096), "nethervoid": (4, 5120)}
    assert min(first for _, first in found.values()) >= act.ACTIONS_END
    assert [CARD[code] for code in ("snow_fox", "shadow_imp")] == [54, 72]


def test_actions_of_expansions_are_encoded_and_stay_in_their_range() -> None:
    for one in list_expansions():
        for action, move in one.list_moves():
            assert 0 <= action - one.first_action < ACTIONS_EACH
            assert decode(action) == move and encode(move) == action and move.number == one.deck


def test_a_game_of_the_base_has_no_field_of_an_expansion() -> None:
    state = Table(decks=("sylvan", "highland")).state
    assert state.expansions == () and not set(RULES.dump(state)) & set(BOTH)
    assert not set(RULES.view(state, 0)) & set(BOTH)
    mixed = Table(decks=("sylvan", "everfrost")).state
    assert set(RULES.dump(mixed)) & set(BOTH) == {"everfrost"}


# --- what is missing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"deck_2": "etherweave"}, {"random_decks": ["sylvan", "etherweave"]}])
def test_a_deck_that_is_not_installed_is_named(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match="'etherweave'") as caught:
        RULES.check_options(options, 2)
    assert [problem.reason for problem in caught.value.problems] == ["not_installed"]


def encode_save(deck: str) -> bytes:
    """The file of a game of Nethervoid that speaks of another deck instead."""
    seats = [Seat("computer", "novice", f"Seat {number}", number) for number in range(2)]
    options = {"form": "duel", "surrender": False, "deck_1": "nethervoid", "deck_2": "sylvan"}
    session = Session.start("tash_kalar", RULES.check_options(options, 2), seats, "missing")
    for _ in range(12):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    body = save_format.encode(session.record()).split(b'"save":\n', 1)[1].rsplit(b"\n}", 1)[0]
    return signed(json.loads(body.replace(b"nethervoid", deck.encode())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_save_with_a_missing_expansion_gets_a_message_and_is_kept(tmp_path: Path, language: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(encode_save("nethervoid"))
    assert saves.load(path)
    content = encode_save("otherworld")
    path.write_bytes(content)
    with pytest.raises(SaveError) as caught:
        saves.load(path)
    said = Texts(language).message(caught.value.message)
    assert "otherworld" in said and "BadOptions" not in said and "not_installed" not in said
    assert path.read_bytes() == content


def test_a_state_with_a_missing_deck_is_refused_with_a_problem() -> None:
    data = RULES.dump(Table(decks=("nethervoid", "sylvan")).state)
    with pytest.raises(BadState, match="otherworld") as caught:
        RULES.load({**data, "decks": ["otherworld", "sylvan"]})
    assert caught.value.problems[0].reason == "not_installed"


def copy_program(folder: Path, *left_out: str) -> None:
    """Copy rules and engine, with the expansions of the house alone, without these folders."""
    others = [one.code for one in list_expansions() if one.code not in BOTH]
    for room in ("engine", "games"):
        ignored = shutil.ignore_patterns("__pycache__", *left_out, *others)
        shutil.copytree(Path(ROOT) / room, folder / room, ignore=ignored)


def run_program(folder: Path, *lines: str) -> list[str]:
    """Run these lines in the copy and return what they print."""
    (folder / "run.py").write_text("\n".join(lines), "utf-8")
    command = [sys.executable, str(folder / "run.py")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def test_an_expansion_alone_keeps_its_numbers_and_opens_its_saves(tmp_path: Path) -> None:
    """Without the folder of the other one, in a copy of the program."""
    copy_program(tmp_path, "everfrost")
    state = Table(decks=("nethervoid", "sylvan")).state
    (tmp_path / "state.json").write_text(json.dumps(RULES.dump(state)))
    said = run_program(
        tmp_path,
        "import json",
        "from games.tash_kalar import RULES",
        "from games.tash_kalar.expansions import list_expansions",
        "data = json.load(open('state.json'))",
        "state = RULES.load(data)",
        "print([one.first_action for one in list_expansions()], RULES.dump(state) == data)",
        "print(list(RULES.legal(state, 0)))",
    )
    assert said == ["[5120] True", str(list(RULES.legal(state, 0)))]


def test_another_expansion_adds_a_mechanism_by_its_folder_alone(tmp_path: Path) -> None:
    """Words, an action and a field of the state, found by the manifest; nothing else of the program is changed."""
    copy_program(tmp_path)
    folder = tmp_path / "games" / "tash_kalar" / "sample"
    shutil.copytree(Path(__file__).with_name("sample_expansion"), folder)
    sylvan = json.loads(CARDS_FILE.read_text("utf-8"))["decks"][2]["cards"]
    cards = [
        {**card, "code": f"echo_{at}", "effect": [*card["effect"], {"do": "echo"}]} for at, card in enumerate(sylvan)
    ]
    (folder / "cards.json").write_text(json.dumps({"cards": cards}))
    said = run_program(
        tmp_path,
        "from engine.chance import SeededChance",
        "from games.tash_kalar import RULES",
        "from games.tash_kalar.moves import Kind, decode",
        "used, most = 0, 0",
        "for seed in range(4):",
        "    wish = {'form': 'duel', 'deck_1': 'sample', 'deck_2': 'everfrost', 'surrender': False}",
        "    chance = SeededChance(seed)",
        "    state = RULES.new(wish, 2, chance)",
        "    while RULES.to_act(state):",
        "        legal = RULES.legal(state, state.acting)",
        "        mine = [each for each in legal if each >= 6144]",
        "        action = mine[0] if mine else chance.draw(legal)",
        "        used += decode(action).kind is Kind.USE and decode(action).number == 5",
        "        RULES.apply(state, state.acting, action, chance)",
        "        most = max(most, RULES.view(state, None)['sample'][0])",
        "    assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)",
        "print(used > 0, most)",
    )
    assert said == ["True 3"]


# --- forged states ------------------------------------------------------------------------------------------------


def begin_store_choice() -> Table:
    """Ice Princess is about to be stored while Ice Wyvern is stored already."""
    table = table_for("ice_princess").draw(". . .\n. c .\nc . c", "d4")
    data = RULES.dump(table.state)
    wyvern = CARD["ice_wyvern"] - 54
    data["pool"][0] &= ~(1 << wyvern)
    data["everfrost"]["stored"] = [wyvern, -1]
    table.state = RULES.load(data)
    return table.summon("ice_princess", "e4", "-")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stored", [0, 0]), ("stored", [18, -1]), ("stored", [-2, -1]), ("stored", [-1]), ("stored", None),
        ("stored", [True, -1]), ("slowed", [-1, 0]), ("slowed", [100, 0]), ("gone", [[0, 0]]),
        ("gone", [[18, 0], [0, 0]]), ("gone", [[17, 3], [17, 3]]), ("victim", 6), ("victim", -2), ("pending", 0),
        ("pending", 18), ("borrowed", 1), ("borrowed", 2), ("borrowed", None),
    ],
)  # fmt: skip
def test_forged_fields_of_everfrost_are_refused(name: str, value: Any) -> None:
    data: Any = copy.deepcopy(RULES.dump(begin_store_choice().state))
    RULES.load(data)
    data["everfrost"][name] = value
    with pytest.raises(BadState, match=r"everfrost|hands|men"):
        RULES.load(data)


def test_what_concerns_an_effect_is_refused_outside_it() -> None:
    data: Any = RULES.dump(table_for("ice_princess").state)
    for name in ("victim", "pending"):
        with pytest.raises(BadState, match=f"everfrost.{name}: phase"):
            RULES.load({**data, "everfrost": {**data["everfrost"], name: 3}})
    data = RULES.dump(table_for("shadow_imp").state)
    with pytest.raises(BadState, match=r"nethervoid.raised: phase"):
        RULES.load({**data, "nethervoid": {**data["nethervoid"], "raised": 1}})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gateways", [0, -1]), ("gateways", [square("e5"), -1]), ("gateways", [-1, square("a5")]), ("gateways", [-1]),
        ("gateways", "x"), ("gateways", [True, -1]), ("possessed", 0), ("possessed", 2), ("possessed", -2),
        ("raised", 2),
    ],
)  # fmt: skip
def test_forged_fields_of_nethervoid_are_refused(name: str, value: Any) -> None:
    table = table_for("shadow_imp").put("c", "a5").put("l", "b5")
    data: Any = RULES.dump(table.state)
    data["nethervoid"]["gateways"] = [square("a5"), -1]
    RULES.load(data)
    data["nethervoid"][name] = value
    with pytest.raises(BadState, match=r"nethervoid"):
        RULES.load(data)


@pytest.mark.parametrize("data", [None, [], {}, {"stored": [-1, -1]}, 3])
def test_a_field_of_another_shape_is_refused(data: Any) -> None:
    dumped: Any = RULES.dump(table_for("ice_princess").state)
    with pytest.raises(BadState, match="everfrost"):
        RULES.load({**dumped, "everfrost": data})


def test_a_field_that_no_card_needs_or_that_is_missing_is_refused() -> None:
    base: Any = RULES.dump(Table(decks=("sylvan", "highland")).state)
    frost: Any = RULES.dump(table_for("ice_princess").state)
    with pytest.raises(BadState, match="everfrost: expected no such field"):
        RULES.load({**base, "everfrost": frost["everfrost"]})
    with pytest.raises(BadState, match="everfrost: expected the field of its cards"):
        RULES.load({name: value for name, value in frost.items() if name != "everfrost"})


# --- decks of players ---------------------------------------------------------------------------------------------


def change_card(number: int, **fields: Any) -> dict[str, Any]:
    """The mixed deck with a card changed."""
    deck = mixed_deck()
    deck["cards"][number] = {**deck["cards"][number], **fields}
    return deck


def drop_lines(deck: dict[str, Any]) -> dict[str, Any]:
    cards = [{name: value for name, value in card.items() if name != "lines"} for card in deck["cards"]]
    return {**deck, "cards": cards}


FROZEN = {"frozen": [{"do": "gain"}]}
WRONG: list[tuple[Callable[[], dict[str, Any]], str]] = [
    (lambda: change_card(0, lines={"warp": [{"do": "gain"}]}), "lines: expected frozen"),
    (lambda: change_card(0, lines={"frozen": 3}), "lines"),
    (lambda: change_card(0, lines={**FROZEN, "other": []}), "lines: expected one line at most"),
    (lambda: change_card(0, effect=[{"do": "warp"}]), "do: expected one of"),
    (lambda: change_card(0, effect=[{"do": "destroy", "where": "beside rift"}]), "where: expected one of"),
    (lambda: change_card(0, effect=[{"if": "in winter", "do": [{"do": "gain"}]}]), "if: expected one of"),
    (lambda: change_card(0, effect=[{"do": "open", "self": 3}]), "self: expected true or false"),
    (lambda: change_card(0, effect=[{"do": "slow", "rank": "C"}]), "rank: there is no such field"),
    (lambda: change_card(0, effect=[{"do": "freeze"}]), "effect: expected no freeze"),
    (lambda: change_card(0, effect=[{"do": "borrow"}]), "lines: expected borrow"),
    (lambda: change_card(0, lines={"frozen": [{"do": "borrow"}, {"do": "gain"}]}), "lines: expected borrow"),
    (lambda: change_card(0, lines={"frozen": [{"do": "banish"}]}), "lines: expected none of mirror"),
    (lambda: change_card(0, effect=[{"do": "store"}]), "effect: expected store right after fetch"),
    (lambda: change_card(0, effect=[{"do": "fetch"}]), "effect: expected store right after fetch"),
    (lambda: change_card(0, effect=[{"do": "mirror"}]), "pattern: expected marked squares"),
    (lambda: change_card(2, pattern=["++c+.", "++*++", "++c++"]), "pattern: expected marked squares in pairs"),
    (lambda: change_card(0, lines={"frozen": [{"do": "destroy", "where": "marked"}]}), "lines: expected neither"),
    (lambda: change_card(0, effect=[{"do": "count_legend"}]), "effect: expected raise before count_legend"),
    (lambda: change_card(0, lines={"frozen": [{"do": "sink"}]}), "lines: expected neither count_legend nor sink"),
    (lambda: drop_lines(mixed_deck()), "cards: expected a card with a frozen line"),
    (lambda: {**mixed_deck(), "code": "everfrost"}, "appears twice"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_decks_that_use_the_words_wrongly_get_messages(number: int) -> None:
    make, expected = WRONG[number]
    with pytest.raises((BadCards, BadOptions)) as caught:
        deck = make()
        check_deck(deck)
        RULES.check_options({"decks": [deck]}, 2)
    assert expected in str(caught.value), caught.value


def test_a_mixed_deck_has_one_frozen_place_and_one_gateway() -> None:
    check_deck(mixed_deck())
    state = RULES.new({"decks": [mixed_deck()], "deck_1": "own_1", "deck_2": BASE_DECKS[0]}, 2, SeededChance(1))
    view = RULES.view(state, 1)
    assert view["everfrost"]["stored"] == [-1, -1] and view["nethervoid"]["gateways"] == [-1, -1]


@pytest.mark.parametrize(("code", "opens"), [("demon_of_wrath", True), ("snow_fox", False)])
def test_x2_a_being_of_a_players_deck_opens_the_gateway_if_its_card_speaks_of_it(code: str, opens: bool) -> None:
    deck = mixed_deck()
    place = next(at for at, card in enumerate(deck["cards"]) if card["code"] == code)
    table = Table(decks=("own_1", "sylvan"), own=(deck,))
    table.state.hands[0], table.state.pool[0] = 1 << place, ALL_BEINGS & ~(1 << place)
    table.draw("c c c\nc c c\nc c c", "d4")
    table.do(act.SUMMON + OWN_DECKS + place)
    table.do(next(action for action in table.legal() if act.SQUARE <= action < act.PLACE))
    assert (RULES.view(table.state, None)["nethervoid"]["gateways"][0] >= 0) == opens


# --- positions set by hand ----------------------------------------------------------------------------------------


def test_a_position_set_by_hand_stays_one_that_can_be() -> None:
    """The Gateway goes with its piece, a stored card is stored no longer when it is laid in a hand."""
    table = Table("high", decks=("own_1", "nethervoid"), own=(mixed_deck(),)).put("c", "e5").put("C", "e6")
    data: Any = RULES.dump(table.state)
    deck = [card["code"] for card in mixed_deck()["cards"]]
    princess = 1 << deck.index("ice_princess")
    for name in ("pool", "hands"):
        data[name][0] &= ~princess
    data["everfrost"]["stored"] = [deck.index("ice_princess"), -1]
    data["nethervoid"].update(gateways=[square("e5"), square("e6")], possessed=1)
    state = arrangement.read(data)
    assert not arrangement.find_problems(state)
    arrangement.set_value(state, "active", 1)
    arrangement.add_card(state, f"{HAND}.0", deck.index("ice_princess"))
    arrangement.remove(state, square("e5"), "0")
    view = RULES.view(state, None)
    assert view["everfrost"]["stored"] == [-1, -1] and view["nethervoid"]["gateways"] == [-1, square("e6")]
    assert not arrangement.find_problems(state)
    arrangement.clear(state)
    assert RULES.view(state, None)["nethervoid"]["gateways"] == [-1, -1] and not arrangement.find_problems(state)
    decks = [DECKS[deck] for deck in arrangement._list_decks(state)]
    other = next(one for one in arrangement.list_choices(state) if one.id == "deck.1")
    arrangement.set_value(state, "deck.1", decks.index("highland"))
    assert len(other.labels) == len(decks) and "nethervoid" in RULES.view(state, None)
    arrangement.set_value(state, "deck.0", decks.index("sylvan"))
    assert not {"everfrost", "nethervoid"} & set(RULES.view(state, None)), "no deck needs them any more"
    assert not arrangement.find_problems(state)
