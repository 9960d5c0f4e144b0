"""Names that were typed or read: what of them is shown."""

import unicodedata

import msgspec
import pytest
from hypothesis import given, strategies as st

from engine import names
from engine.seats import Seat

INVISIBLE = ["\u200b", "\u200d", "\u202e", "\u2060", "\u00ad", "\ufe0f", "\u3164", "\u034f", "\0", "\x1b", "\u2066"]


@pytest.mark.parametrize("char", INVISIBLE)
def test_what_has_no_width_is_no_name(char: str) -> None:
    assert names.clean(char * 3) == ""
    assert names.clean(f"Le{char}o") == "Leo"


@pytest.mark.parametrize("name", ["Leo", "Žofie", "Анна-Мария", "王小明", "Zoë 2", "🎲", "دانا", "O’Neill"])
def test_ordinary_names_stay(name: str) -> None:
    assert names.clean(name) == unicodedata.normalize("NFC", name)


def test_gaps_lines_and_piles_are_put_in_order() -> None:
    assert names.clean("  Leo\n\tthe\u3000 Bold ") == "Leo the Bold"
    assert names.clean("L" + "\u0336" * 50 + "eo") == "L\u0336\u0336eo"
    assert names.clean("\u0301Leo") == "Leo"
    assert len(names.clean("x" * 1_000_000)) == names.LONGEST


@given(st.text(), st.integers(1, 40))
def test_a_clean_name_is_one_short_line_that_stays(text: str, most: int) -> None:
    name = names.clean(text, most)
    assert len(name) <= most
    assert name == name.strip()
    assert all(unicodedata.category(char)[0] not in "C" for char in name)
    assert names.clean(name, most) == name
    assert len(names.clean_input(text, most)) <= most


def test_what_is_being_typed_keeps_its_last_gap() -> None:
    assert names.clean_input("Leo ", 12) == "Leo "
    assert names.clean_input("Leo \u202ethe", 12) == "Leo the"
    assert names.clean_input("\u200b", 12) == ""


def test_a_seat_is_clean_wherever_it_comes_from() -> None:
    bad = "Le\u202eo" + "!" * 100
    fine = "Leo" + "!" * 21
    assert Seat("person", "", bad).name == fine
    assert msgspec.convert({"kind": "person", "name": bad}, Seat).name == fine
    assert msgspec.json.decode(msgspec.json.encode({"kind": "person", "name": "\u200b"}), type=Seat).name == ""
    assert msgspec.structs.replace(Seat("person", "", "Leo"), name=bad).name == fine
