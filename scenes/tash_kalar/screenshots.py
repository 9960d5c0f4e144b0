"""Moments of Tash-Kalar games for screenshots, reached by scripted sessions."""

import json
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.content.rulebook_examples import book
from engine.session import Session
from games.tash_kalar.cards import list_decks
from games.tash_kalar.moves import SURRENDER, Kind, decode, encode
from scenes.dev import staging
from scenes.dev.staging import Moment, PageShot, Show, Wanted, hover_target
from scenes.shell.context import Context
from scenes.table import game_screens
from scenes.tash_kalar import card_viewer
from scenes.tash_kalar.choices import ask_handover
from scenes.tash_kalar.expansion_screens import find_screens, list_marks
from scenes.tash_kalar.options import DeckScene, load_folder
from scenes.tash_kalar.rules_view import Reading

EXAMPLE = Path(__file__).absolute().parents[2] / "docs" / "example_deck.json"
"""Example of a custom deck."""
DECKS = ("imperial_north", "sylvan", "highland", "imperial_south")


def find_kind(action: int) -> Kind:
    """Return the kind of an action."""
    return decode(action).kind


def _sift(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions: summon and claim when possible, keep cards, never hand over."""
    first = [one for one in legal if find_kind(one) in (Kind.SUMMON, Kind.TASK, Kind.FLARE)]
    if first:
        return first
    idle = (Kind.DONE, Kind.HAND_OVER, Kind.DISCARD)
    return [one for one in legal if find_kind(one) not in idle] or legal


def _sift_all(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions, including discards."""
    return [one for one in legal if find_kind(one) is not Kind.HAND_OVER] or legal


def _sift_flares(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions, keeping flares."""
    return [one for one in _sift(legal) if find_kind(one) is not Kind.FLARE] or legal


def complete_options(form: str, count: int, **wishes: Any) -> dict[str, Any]:
    """Return the options of a form with another deck for each seat; ``wishes`` replace some of them."""
    return {"form": form, **{f"deck_{k + 1}": DECKS[k] for k in range(count)}, **wishes}


def find_session(seed: str, wanted: Wanted, form: str = "high", count: int = 2) -> Session:
    """Return a session of a form, played up to the moment that ``wanted`` accepts."""
    options = complete_options(form, count)
    return staging.find_moment("tash_kalar", seed, wanted, count=count, options=options, sift=_sift)


# --- moments --------------------------------------------------------------------------------------------------------


def has_kind(kind: Kind, session: Session) -> bool:
    """Whether the first seat has a move of a kind."""
    return any(find_kind(one) is kind for one in session.legal(0))


can_summon = partial(has_kind, Kind.SUMMON)


def cannot_summon(session: Session) -> bool:
    """Whether the first seat can summon no being now."""
    return not can_summon(session)


def needs_help(session: Session) -> bool:
    """Whether the first seat can summon some being only with the help of an enemy piece."""
    cards = [decode(one).card for one in session.legal(0) if find_kind(one) is Kind.SUMMON]
    return bool(cards) and any(_is_helped(Reading(session.view(0), 0), card) for card in cards)


def _is_helped(reading: Reading, card: int) -> bool:
    return all(each.helper >= 0 for each in reading.placements(card))


def has_choice(session: Session) -> bool:
    """Whether the first seat has more than one legal action."""
    return len(session.legal(0)) > 1


def has_marks(session: Session) -> bool:
    """Whether more than one piece bears marks of expansions."""
    return len(list_marks(session.view(0))) > 1


def has_many_discards(session: Session) -> bool:
    """Whether more than five cards are discarded."""
    return sum(map(len, session.view(0)["discards"])) > 5


def gave_legends(session: Session) -> bool:
    """Whether, after some turns, the partner holds legends from the first seat, and no card is being played."""
    view = session.view(0)
    return view["turn"] > 12 and bool(set(view["known_legends"]) - set(view["legends"])) and not view["playing"]


def moment(
    phase: str,
    form: str = "duel",
    count: int = 2,
    turn: int = 6,
    *then: Callable[[Any], object],
    also: Wanted | None = None,
    at: dict[str, Any] | None = None,
    sift: staging.Sift = _sift,
    **wishes: Any,
) -> Moment:
    """Return the moment of the viewer's choice in a phase, from ``turn`` on; ``wishes``: further options."""
    options = complete_options(form, count, **wishes)
    fields = {"phase": phase, **(at or {})}
    return Moment("tash_kalar", fields, {"turn": turn}, also, count=count, options=options, sift=sift, then=then)


def mark_first(kind: Kind, table: Any) -> None:
    """Mark the first move of a kind."""
    table.own.mark(table.own.choices.list_moves(kind)[0])


def show_turn(form: str, count: int = 2, turn: int = 14, **wishes: Any) -> Moment:
    """Return the moment of the viewer's turn with a marked being that can be summoned."""
    return moment("main", form, count, turn, partial(mark_first, Kind.SUMMON), also=can_summon, **wishes)


def mark_helped(table: Any) -> None:
    """Mark a being that an enemy piece helps to summon."""
    own = table.own
    own.mark(next(move for move in own.choices.list_moves(Kind.SUMMON) if _is_helped(own.reading, move.card)))


def mark_discard(table: Any) -> None:
    """Mark a being to be discarded."""
    table.own.press_row("discard")
    mark_first(Kind.DISCARD, table)


def show_piles(ctx: Context, seed: str) -> None:
    """Show the discards."""
    staging.open_table(ctx, find_session(seed, has_many_discards, "duel")).own.open_piles(0)


def show_gifts(ctx: Context, seed: str) -> None:
    """Show the partner's discards with the legends given by the viewer behind them."""
    found: Any = game_screens.table(ctx, find_session(seed, gave_legends, "team_duel", 4))
    ctx.stack.replace(found)
    ctx.stack.settle()
    found.skip()
    found.own.open_piles(2)  # while they are open no player continues


def summon(table: Any) -> None:
    """Summon a being, and stop on its way into the arena."""
    ctx = table.ctx
    if ctx.window is not None:
        ctx.window.draw()  # in play the faces of the hand are rendered before anything moves
    staging.play_animations(ctx)
    mark_first(Kind.SUMMON, table)
    table.own.carry_out(table.marked_move)
    staging.let_pass(ctx, 44)


def show_result(form: str, count: int = 2) -> Show:
    """Show the end of a game."""
    return partial(staging.show_result, "tash_kalar", count=count, options=complete_options(form, count), sift=_sift)


def show_surrender(ctx: Context, seed: str) -> None:
    """Show the end of a surrendered game."""
    session = moment("main", "high", 2, 12).find(seed)
    session.submit(0, encode(SURRENDER))
    staging.open_result(ctx, session)


# --- decks and pages ------------------------------------------------------------------------------------------------


def _read_example() -> dict[str, Any]:
    deck: dict[str, Any] = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    return deck


def show_own_deck_played(ctx: Context, seed: str) -> None:
    """Show a game with a custom deck."""
    show_turn("duel", decks=[_read_example()], deck_1="own_1")(ctx, seed)


def show_own_decks(ctx: Context, seed: str) -> None:
    """Show custom decks at set-up: a chosen one, and two refused files."""
    deck, bad = _read_example(), _read_example()
    bad["cards"][3]["rank"] = "K"
    scene = staging.show_set_up("tash_kalar", ctx, seed, count=2, form="duel")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "fishermen.json").write_text(json.dumps(bad), encoding="utf-8")
        (Path(folder) / "half_a_deck.json").write_text('{"code": "half', encoding="utf-8")
        scene.panel.bad = load_folder(Path(folder))[1]
    scene.panel.found = {deck["code"]: deck}
    scene.options.update({"decks": [deck], "deck_1": "own_1", "deck_2": "sylvan"})


def show_own_deck(ctx: Context, seed: str) -> None:
    """Show a custom deck."""
    scene = DeckScene(ctx, "own_1", [_read_example()], 0)
    ctx.stack.push(scene)
    scene.ui.hover = "card.6"


def show_cards(group: int, hover: str, ctx: Context, seed: str) -> None:
    """Show a group of the cards in the rulebook, with the pointer on the target ``hover``."""
    page = staging.open_page("rules", ctx, "tash_kalar", 99)
    card_viewer.open_group(page.ui, group)
    page.ui.hover = hover


def set_up(count: int, **options: Any) -> Show:
    """Show the set-up screen with a form and the decks of some seats."""
    return partial(staging.show_set_up, "tash_kalar", count=count, **options)


def _list_expansion_pictures() -> dict[str, Show]:
    """Return the pictures of the expansions: a table, one with marked pieces, one with an action, their cards."""
    found: dict[str, Show] = {}
    uses = partial(has_kind, Kind.USE)
    pages = [name for name, _ in book("tash_kalar").added_pages]
    for at, one in enumerate(list_decks()):
        decks: dict[str, Any] = {"deck_1": one.code, "deck_2": one.code}
        found[f"tash-{one.code}"] = show_turn("high", **decks)
        if find_screens(one.code).icon:
            found[f"tash-{one.code}-kept"] = moment("main", also=uses, **decks)
            found[f"tash-{one.code}-use"] = moment(
                "main", "duel", 2, 6, staging.call("own.press_use", one.code), also=uses, **decks
            )
        if find_screens(one.code).mark_ranks:
            found[f"tash-{one.code}-marks"] = moment("main", also=has_marks, **decks)
        if one.code in pages:
            page = book("tash_kalar").find_added_page(one.code) - 1
            found[f"tash-rules-{one.code}"] = PageShot("rules", ["tash_kalar", page])
        found[f"tash-cards-{one.code}"] = partial(show_cards, 6 + at, "card.6")
    return found


TWISTS: dict[str, Any] = {"walls": True, "hidden_tasks": True}
PICTURES: dict[str, Show] = {
    "tash-table": show_turn("high"),
    "tash-duel": show_turn("duel"),
    "tash-melee-three": show_turn("melee", 3, 20),
    "tash-melee": show_turn("melee", 4, 24),
    "tash-team": show_turn("team_high", 4, 16),
    "tash-team-duel": show_turn("team_duel", 4, 16),
    "tash-own-deck-played": show_own_deck_played,
    "tash-twists": show_turn("high", **TWISTS),
    "tash-missing": moment("main", "high", 2, 8, partial(hover_target, "hand.0"), also=cannot_summon),
    "tash-improvised": moment("main", "melee", 4, 8, mark_helped, also=needs_help),
    "tash-start": moment("start", "melee", 3, 0),
    "tash-square": moment("target", also=has_choice),
    "tash-way": moment("showing", also=has_choice),
    "tash-effect": moment("effect", also=partial(has_kind, Kind.SQUARE)),
    "tash-direction": moment("effect", "melee", 4, also=partial(has_kind, Kind.DIRECTION)),
    "tash-option": moment("effect", "melee", 3, also=partial(has_kind, Kind.OPTION)),
    "tash-put": moment("effect", "melee", 3, also=partial(has_kind, Kind.PUT)),
    "tash-recall": moment("effect", "melee", 4, also=partial(has_kind, Kind.RECALL), deck_1="sylvan"),
    "tash-legend-point": moment("legend_point", "melee", 3),
    "tash-left-over": moment("left_over", "melee", 3),
    "tash-end": moment("main", "duel", 2, 8, at={"actions": 0}),
    "tash-claim": moment("claiming", "high"),
    "tash-turned-up": moment("claiming", "high", **TWISTS),
    "tash-flare": moment(
        "main", "melee", 3, 6, partial(mark_first, Kind.FLARE), also=partial(has_kind, Kind.FLARE), sift=_sift_flares
    ),
    "tash-discard": moment("main", "high", 2, 8, mark_discard, also=partial(has_kind, Kind.DISCARD)),
    "tash-returning": moment("returning", sift=_sift_all),
    "tash-piles": show_piles,
    "tash-given": show_gifts,
    "tash-hand-over": moment("main", "team_high", 4, 8, ask_handover, also=partial(has_kind, Kind.HAND_OVER)),
    "tash-summoning": moment("main", "duel", 2, 10, summon, also=can_summon),
    "tash-hint": moment("main", "duel", 2, 10, staging.show_advice, also=can_summon),
    "tash-result": show_result("high"),
    "tash-result-duel": show_result("duel"),
    "tash-result-melee": show_result("melee", 4),
    "tash-result-team": show_result("team_duel", 4),
    "tash-given-up": show_surrender,
    "tash-setup": set_up(count=2, form="high", deck_1="imperial_north", deck_2="sylvan"),
    "tash-setup-melee": set_up(count=3, form="melee", deck_1="highland"),
    "tash-setup-teams": set_up(
        count=4, form="team_duel", deck_1="imperial_north", deck_2="imperial_south", deck_3="highland"
    ),
    "tash-setup-own": show_own_decks,
    "tash-own-deck": show_own_deck,
    "tash-rules": PageShot("rules", ["tash_kalar", 0]),
    "tash-cards": partial(show_cards, 0, "card.6"),
    "tash-cards-legends": partial(show_cards, 3, "card.0"),
    "tash-cards-flares": partial(show_cards, 4, "card.3"),
    "tash-cards-tasks": partial(show_cards, 5, "card.16"),
    **_list_expansion_pictures(),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
