"""Everything Tash-Kalar says is in the catalogues, with the parameters it is given."""

from functools import cache

import pytest

from engine.chance import SeededChance
from engine.contract import Event, Message
from games.tash_kalar import RULES
from games.tash_kalar.actions import ACTIONS_END
from games.tash_kalar.cards import BUILT_IN, DOMAIN, FLARE_COUNT, RANK_NAMES, TASK_KINDS, box, list_decks
from games.tash_kalar.maps import COMPASS
from games.tash_kalar.options import LATER
from games.tash_kalar.state import FACE_DOWN
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES, PLACEHOLDER, texts

ENGLISH = texts("en", "tash_kalar")
CARD_TEXT = 150
"""Characters that a card has room for."""
RARE = [
    Event("surrendered", {"seat": 0}),
    Event("reshuffled", {"what": "legends"}),
    Event("reshuffled", {"what": "flares"}),
    Event("extra_turn", {"seat": 0}),
    Event("extra_card", {"seat": 0, "kind": 1}),
    Event("recalled", {"seat": 0, "card": 36}),
    Event("lent", {"seat": 0}),
    Event("claimed", {"seat": 0, "task": 0, "points": 1}),
    Event("improvised", {"seat": 0, "colour": 1}),
    Event("converted", {"seat": 0, "side": 0, "colour": 0, "rank": 1, "square": 56, "lost": {"colour": 1}}),
    *[
        Event(kind, {"seat": 0, "side": 0, "colour": colour, "rank": 1, "square": 56})
        for kind in ("put", "destroyed", "upgraded", "downgraded")
        for colour in (0, 1)
    ],
    *[
        Event("moved", {"seat": 0, "side": 0, "colour": colour, "rank": 1, "from": 56, "to": 57, "leap": leap})
        for colour in (0, 1)
        for leap in (False, True)
    ],
    Event("task_put_under", {"task": 3}),
    *[Event("twist", {"twist": name}) for name in ("quiet_ground", "open_hands", "no_flares", *LATER)],
    Event("task_opened", {"task": FACE_DOWN}),
    Event("task_met", {"seat": 0, "task": 3}),
    Event("twist", {"twist": "legend", "seat": 1}),
    Event("handicap", {"seat": 0, "step": 3}),
    *[
        Event("flare_played", {"seat": 0, "flare": 0, "side": 1, "upper": upper, "lower": lower})
        for upper, lower in ((True, False), (False, True), (True, True))
    ],
    *[
        Event("points", {"seat": 0, "side": 0, "colour": colour, "points": 1, "cause": cause})
        for colour in (0, 1)
        for cause in ("legend", "flare", "destroyed", "left_over")
        if (colour, cause) != (0, "left_over")
    ],
    Event("flare_discarded", {"seat": 0, "flare": 1}),
]
"""Events that random games may miss."""


@cache
def used() -> dict[str, Message]:
    """Every message of the rules, by id: all actions, and the events of many games."""
    found: dict[str, Message] = {}

    def note(what: int | Event) -> None:
        for message in (RULES.describe(what), RULES.explain(what)):
            if message is not None:
                found[message.id] = message

    for action in range(-1, ACTIONS_END + 40):
        note(action)
    for event in RARE:
        note(event)
    for seed in range(30):
        chance = SeededChance(seed)
        seats = (2, 2, 3, 4, 4, 4)[seed % 6]
        form = ("high", "duel", "melee", "melee", "team_high", "team_duel")[seed % 6]
        state = RULES.new({"form": form, "surrender": False}, seats, chance, note)
        while owing := RULES.to_act(state):
            RULES.apply(state, owing[0], chance.draw(RULES.legal(state, owing[0])), chance, note)
    return found


def test_every_text_of_the_rules_is_in_the_catalogue_with_its_parameters() -> None:
    assert len(used()) > 80
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


def test_every_card_task_flare_and_option_has_its_texts() -> None:
    own = [card for card in box().cards if card is not None and card.domain == DOMAIN]
    wanted = {f"card.{card.code}.{part}" for card in own for part in ("name", "text")}
    wanted |= {f"task.{task.code}.{part}" for task in box().tasks for part in ("name", "text")}
    wanted |= {"task.hidden.name", "task.hidden.text"}
    wanted |= {f"flare.{flare}.{part}" for flare in range(FLARE_COUNT) for part in ("upper", "lower")}
    wanted |= {f"rank.{rank}" for rank in RANK_NAMES} | {f"compass.{name}" for name in COMPASS}
    wanted |= {f"kind.{kind}" for kind in TASK_KINDS} | {f"deck.{deck}" for deck in BUILT_IN}
    for option in RULES.options():
        wanted |= {f"option.{option.name}"} | ({f"option.{option.name}.help"} if option.twist else set())
        if option.kind == "choice":
            added = [one.code for one in list_decks()]  # named in their own catalogues
            wanted |= {f"option.{option.name}.{value}" for value in option.values if value not in added}
    groups = {name.split(".")[0] for name in wanted} - {"deck"}  # the table says more about decks
    there = {key.removeprefix("tash_kalar.") for key in ENGLISH}
    assert wanted <= there
    assert {key for key in there if key.split(".")[0] in groups} <= wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_have_one_name_and_texts_fit_the_card(language: str) -> None:
    found = texts(language, "tash_kalar")
    names = [forms for key, forms in found.items() if key.startswith("tash_kalar.card.") and key.endswith(".name")]
    assert len(set(names)) == len(names) == 66
    for key, forms in found.items():
        if key.startswith("tash_kalar.card."):
            assert len(forms[0]) <= CARD_TEXT, f"{key}: {len(forms[0])}"


def test_a_line_tells_who_acts_and_whose_piece_it_is() -> None:
    """Mia acts; of her own piece she alone is named, of Leo's both. In a team the partner acts for the same colour."""
    piece = {"seat": 2, "rank": 1, "square": 56}
    own = RULES.describe(Event("destroyed", {**piece, "side": 0, "colour": 0}))
    assert own is not None and own.id == "tash_kalar.event.destroyed"
    assert own.params["player"] == {"seat": 2}, "a partner's loss is told of the one who decided it"
    for kind in ("put", "destroyed", "upgraded", "downgraded"):
        event = Event(kind, {**piece, "side": 0, "colour": 1})
        line, why = RULES.describe(event), RULES.explain(event)
        assert line is not None and line.id == f"tash_kalar.event.{kind}.other"
        assert (line.params["actor"], line.params["player"]) == ({"seat": 2}, {"seat": 1})
        assert why is not None and why.id == f"tash_kalar.event.{kind}.why"
    moved = RULES.describe(Event("moved", {**piece, "side": 0, "colour": 1, "from": 56, "to": 57, "leap": True}))
    assert moved is not None and moved.id == "tash_kalar.event.leapt.other"
    taken = RULES.describe(Event("converted", {**piece, "side": 0, "colour": 0, "lost": {"colour": 1}}))
    assert taken is not None and taken.params["other"] == {"seat": 1}


def test_the_end_tells_who_has_won() -> None:
    """One or several: with their own plural, and in a Melee with what counts there."""
    english = Texts("en")
    for standing, said in (([2, 1], "The game ends: *Leo* wins"), ([1, 1], "The game ends: *Mia and Leo* win")):
        event = Event("game_over", {"standing": standing})
        line, why = RULES.describe(event), RULES.explain(event)
        assert line is not None and why is not None
        assert english.message(line, ["Mia", "Leo"]) == said
        assert "Melee" in english.message(why, (), ["melee"]) and "Melee" not in english.message(why)
