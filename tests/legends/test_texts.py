"""Everything Legends says is in the catalogues, with the parameters it is given."""

from functools import cache
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import Event, Message
from games.legends import RULES
from games.legends.actions import END
from games.legends.cards import (
    ABILITIES,
    ADJECTIVES,
    KINDS,
    LEADER_CODES,
    TOKEN_CODES,
    cards,
)
from games.legends.maps import sides
from tests.support.catalogues import LANGUAGES, PLACEHOLDER, texts

ENGLISH = texts("en", "legends")
SHARED = {"citadels": True, "dragon": True, "portals": True, "rogues": True, "leaders": True}


@cache
def used() -> dict[str, Message]:
    """Every message of the rules, by id: all actions, and the events of many games."""
    found: dict[str, Message] = {}

    def note(what: int | Event) -> None:
        for message in (RULES.describe(what), RULES.explain(what)):
            if message is not None:
                found[message.id] = message

    for action in range(-1, END + 40):
        note(action)
    for seed in range(60):
        chance = SeededChance(seed)
        options: dict[str, Any] = {
            "setup": ("automatic", "by_hand")[seed % 2],
            "shape": ("t", "t", "ring")[seed % 3],
            "tie": ("youngest", "die")[seed // 2 % 2],
            "explore": ("open", "swamp")[seed // 4 % 2],
            "length": "full" if seed == 0 else "single",
            **SHARED,
        }
        state = RULES.new(options, 2 + seed % 3, chance, note)
        while owing := RULES.to_act(state):
            legal = RULES.legal(state, owing[0])
            # Low bids often, so that some are equal.
            action = legal[0] if RULES.view(state, None)["phase"] == "auction" and seed % 4 else chance.draw(legal)
            RULES.apply(state, owing[0], action, chance, note)
    for name in ("sinking", "frozen", "truce", "exile"):
        note(Event("twist", {"twist": name}))
    note(Event("handicap", {"seat": 0, "step": 3}))
    note(Event("sunk", {"where": "1A.0"}))
    for kind in KINDS:
        note(Event("action_void", {"seat": 0, "kind": kind}))
    for count in (2, 3, 4):
        note(Event("rolled", {"seats": list(range(count)), "faces": [1] * count}))
    return found


def test_every_text_of_the_rules_is_in_the_catalogue_with_its_parameters() -> None:
    assert len(used()) > 100
    for key, message in used().items():
        assert key in ENGLISH, key
        for form in ENGLISH[key]:
            assert set(PLACEHOLDER.findall(form)) <= set(message.params), key
        for value in message.params.values():
            if isinstance(value, dict) and "text" in value:
                assert value["text"] in ENGLISH, value


def test_every_line_of_the_catalogue_is_used() -> None:
    told = [key for key in ENGLISH if key.split(".")[1] in ("action", "event")]
    lines = {key.split(".with.")[0].removesuffix(".brief").removesuffix(".spoken") for key in told}
    assert lines == {key for key in used() if key.split(".")[1] in ("action", "event")}


def test_every_card_token_leader_region_and_option_has_its_texts() -> None:
    wanted = {f"card.{card.code}.name" for card in cards()}
    wanted |= {f"ability.{name}" for name in ABILITIES} | {f"adjective.{name}" for name in ADJECTIVES}
    wanted |= {f"kind.{name}" for name in KINDS}
    wanted |= {f"token.{code}.{part}" for code in TOKEN_CODES for part in ("name", "help")}
    wanted |= {f"leader.{code}.{part}" for code in LEADER_CODES for part in ("name", "help")}
    wanted |= {f"region.{side.code}.{region}" for side in sides() for region in range(side.regions)}
    for option in RULES.options():
        wanted.add(f"option.{option.name}")
        if option.kind != "steps":
            wanted |= {f"option.{option.name}.{value}" for value in option.values}
    groups = {name.split(".")[0] for name in wanted}
    assert {key.removeprefix("legends.") for key in ENGLISH if key.split(".")[1] in groups} >= wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_regions_have_one_name(language: str) -> None:
    names = [forms for key, forms in texts(language, "legends").items() if key.startswith("legends.region.")]
    assert len(set(names)) == len(names) == 38
