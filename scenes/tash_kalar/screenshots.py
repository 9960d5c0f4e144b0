"""Moments of Tash-Kalar games for screenshots, reached by scripted sessions."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.content.rulebook_examples import book
from engine.session import Session
from games.tash_kalar.cards import list_decks
from games.tash_kalar.moves import SURRENDER, Kind, decode, encode
from scenes.dev import staging
from scenes.dev.staging import open_table
from scenes.table import game_screens
from scenes.tash_kalar.expansion_screens import find_screens, list_marks

if TYPE_CHECKING:
    from scenes.shell.context import Context

EXAMPLE = Path(__file__).absolute().parents[2] / "docs" / "example_deck.json"
"""Example of a custom deck."""
Show = Callable[["Context", str], None]
Wanted = Callable[[Session], bool]


def find_kind(action: int) -> Kind:
    """Return the kind of an action."""
    return decode(action).kind


def _sift(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions: summon and claim when possible, keep cards, never hand over."""
    first = [
        one
        for one in legal
        if find_kind(one) is Kind.SUMMON or find_kind(one) is Kind.TASK or find_kind(one) is Kind.FLARE
    ]
    if first:
        return first
    idle = (Kind.DONE, Kind.HAND_OVER, Kind.DISCARD)
    kept = [one for one in legal if find_kind(one) not in idle]
    return kept or legal


def _all(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions, including discards."""
    return [one for one in legal if find_kind(one) is not Kind.HAND_OVER] or legal


def find_session(seed: str, wanted: Wanted, form: str = "high", count: int = 2, **more: Any) -> Session:
    """Play a session of a form to a moment; each seat plays another deck unless options are given."""
    decks = ("imperial_north", "sylvan", "highland", "imperial_south")
    options = {"form": form, **{f"deck_{k + 1}": decks[k] for k in range(count)}, **more.pop("options", {})}
    return staging.find_moment("tash_kalar", seed, wanted, count=count, options=options, sift=more.pop("sift", _sift))


def mine(
    phase: str = "main", turn: int = 0, also: Callable[[Session, Sequence[int]], bool] = lambda s, legal: True
) -> Wanted:
    """Return a predicate: the person must decide in a phase, not before this turn."""

    def matches(session: Session) -> bool:
        if session.to_act() != (0,):
            return False
        view = session.view(0)
        return bool(view["phase"] == phase and view["turn"] >= turn and also(session, session.legal(0)))

    return matches


def fitting(session: Session, legal: Sequence[int]) -> bool:
    """Whether a being can be summoned now."""
    return any(find_kind(one) is Kind.SUMMON for one in legal)


def never_fitting(session: Session, legal: Sequence[int]) -> bool:
    """Whether no being can be summoned now."""
    return not fitting(session, legal)


def needs_help(session: Session, legal: Sequence[int]) -> bool:
    """Whether a being can be summoned only with the help of an enemy piece."""
    from scenes.tash_kalar.rules_view import Reading

    if not fitting(session, legal):
        return False
    reading = Reading(session.view(0), 0)
    cards = [decode(one).card for one in legal if find_kind(one) is Kind.SUMMON]
    return any(all(each.helper >= 0 for each in reading.placements(card)) for card in cards)


def first(kind: Kind) -> Callable[[Session, Sequence[int]], bool]:
    """Return a predicate: a move of a kind is legal."""
    return lambda session, legal: any(find_kind(one) is kind for one in legal)


def spent(session: Session, legal: Sequence[int]) -> bool:
    """Whether no action is left and the turn waits for its end."""
    return bool(session.view(0)["actions"] == 0)


def mark_first(table: Any, kind: Kind) -> None:
    """Mark the first move of a kind."""
    table.mark(table.choices.list_moves(kind)[0])


def table(form: str, count: int = 2, turn: int = 14, **more: Any) -> Show:
    """Show the viewer's turn with a marked being that can be summoned."""

    def show(ctx: Context, seed: str) -> None:
        found = open_table(ctx, find_session(seed, mine("main", turn, fitting), form, count, **more))
        mark_first(found, Kind.SUMMON)

    return show


def show_improvising(ctx: Context, seed: str) -> None:
    """Show a marked being that an enemy piece helps to summon."""
    found = open_table(ctx, find_session(seed, mine("main", 8, needs_help), "melee", 4))
    for move in found.choices.list_moves(Kind.SUMMON):
        if all(each.helper >= 0 for each in found.reading.placements(move.card)):
            found.mark(move)
            return


def missing(ctx: Context, seed: str) -> None:
    """Show a card under the pointer whose pattern is incomplete."""
    found = open_table(ctx, find_session(seed, mine("main", 8, never_fitting)))
    found.ui.hover = "hand.0"


def show_phase(phase: str, form: str = "duel", count: int = 2, turn: int = 6, **more: Any) -> Show:
    """Show the viewer's choice of a phase."""
    also = more.pop("also", lambda session, legal: True)

    def show(ctx: Context, seed: str) -> None:
        open_table(ctx, find_session(seed, mine(phase, turn, also), form, count, **more))

    return show


def flare(ctx: Context, seed: str) -> None:
    """Show a marked flare that can be played."""
    found = open_table(ctx, find_session(seed, mine("main", 6, first(Kind.FLARE)), "melee", 3, sift=_sift_flares))
    mark_first(found, Kind.FLARE)


def _sift_flares(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions, keeping flares."""
    return [one for one in _sift(legal) if find_kind(one) is not Kind.FLARE] or legal


def discarding(ctx: Context, seed: str) -> None:
    """Show a being marked to be discarded."""
    found = open_table(ctx, find_session(seed, mine("main", 8, first(Kind.DISCARD))))
    found.press_row("discard")
    mark_first(found, Kind.DISCARD)


def piles(ctx: Context, seed: str) -> None:
    """Show the discards."""
    found = open_table(ctx, find_session(seed, lambda session: sum(map(len, session.view(0)["discards"])) > 5, "duel"))
    found.open_piles(0)


def show_gifts(ctx: Context, seed: str) -> None:
    """Show the partner's discards with the legends given by the viewer behind them."""
    found: Any = game_screens.table(ctx, find_session(seed, gave_legends, "team_duel", 4))
    ctx.stack.replace(found)
    ctx.stack.settle()
    found.skip()
    found.open_piles(2)  # while they are open no player continues


def gave_legends(session: Session) -> bool:
    """Whether it is another seat's turn with discards, and the partner has legends from the first seat."""
    view = session.view(0)
    return view["turn"] > 12 and bool(set(view["known_legends"]) - set(view["legends"])) and not view["playing"]


def show_handover(ctx: Context, seed: str) -> None:
    """Show the question before the turn goes to the partner."""
    found = open_table(ctx, find_session(seed, mine("main", 8, first(Kind.HAND_OVER)), "team_high", 4))
    found.ask_handover()


def summoning(ctx: Context, seed: str) -> None:
    """Show a being on its way into the arena."""
    found = open_table(ctx, find_session(seed, mine("main", 10, fitting), "duel"))
    if ctx.window is not None:
        ctx.window.draw()  # in play the faces of the hand are rendered before anything moves
    ctx.instant = False
    ctx.settings.speed = "1"
    mark_first(found, Kind.SUMMON)
    found.carry_out(found.marked_move)
    for _ in range(44):
        ctx.stack.update(16)


def show_hint(ctx: Context, seed: str) -> None:
    """Show the expert's advice."""
    found = open_table(ctx, find_session(seed, mine("main", 10, fitting), "duel"))
    staging.show_advice(ctx, found)


def result(form: str, count: int = 2) -> Show:
    """Show the end of a game."""

    def show(ctx: Context, seed: str) -> None:
        staging.open_result(ctx, find_session(seed, lambda session: session.over, form, count))

    return show


def show_surrender(ctx: Context, seed: str) -> None:
    """Show the end of a surrendered game."""
    session = find_session(seed, mine("main", 12))
    session.submit(0, encode(SURRENDER))
    staging.open_result(ctx, session)


def show_own_deck(ctx: Context, seed: str) -> None:
    """Show a game with a custom deck."""
    deck = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    table("duel", options={"decks": [deck], "deck_1": "own_1"})(ctx, seed)


def set_up(form: str, count: int = 2, **wishes: str) -> Show:
    """Show the set-up screen with a form and the decks of some seats."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.menus.setup import SetUp

        ctx.settings.guided = ["tash_kalar"]
        scene = SetUp(ctx, "tash_kalar")
        scene.placeholder = seed
        scene.set_count(count)
        scene.options.update({"form": form, **wishes})
        ctx.stack.push(scene)

    return show


def own_decks(ctx: Context, seed: str) -> None:
    """Show custom decks at set-up: a chosen one, and two refused files."""
    from scenes.tash_kalar.own_decks import load_folder

    deck: dict[str, Any] = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    bad = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    bad["cards"][3]["rank"] = "K"
    set_up("duel")(ctx, seed)
    scene: Any = ctx.stack.top
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "fishermen.json").write_text(json.dumps(bad), encoding="utf-8")
        (Path(folder) / "half_a_deck.json").write_text('{"code": "half', encoding="utf-8")
        scene.panel.bad = load_folder(Path(folder))[1]
    scene.panel.found = {deck["code"]: deck}
    scene.options.update({"decks": [deck], "deck_1": "own_1", "deck_2": "sylvan"})


def own_deck(ctx: Context, seed: str) -> None:
    """Show a custom deck."""
    from scenes.tash_kalar.deck_scene import DeckScene

    deck = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    scene = DeckScene(ctx, "own_1", [deck], 0)
    ctx.stack.push(scene)
    scene.ui.hover = "card.6"


def rules_page(page: int, group: int | None = None, hover: str = "") -> Show:
    """Show a page of the rule book; of the cards, a group."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.menus.rulebook import RuleBook
        from scenes.tash_kalar import card_page

        book = RuleBook(ctx, "tash_kalar", page)
        ctx.stack.push(book)
        if group is not None:
            card_page.open_group(book.ui, group)
        book.ui.hover = hover

    return show


def uses(session: Session, legal: Sequence[int]) -> bool:
    """Whether an action of an expansion is possible."""
    return any(find_kind(one) is Kind.USE for one in legal)


def has_marks(session: Session, legal: Sequence[int]) -> bool:
    """Whether an own piece and one of another colour bear marks of expansions."""
    view = session.view(0)
    found = list_marks(view)
    return len(found) > 1


def _show_use(code: str, decks: dict[str, str]) -> Show:
    """Show a table at which the action of an expansion is marked, or a being is chosen for it."""

    def show(ctx: Context, seed: str) -> None:
        found = open_table(ctx, find_session(seed, mine("main", 6, uses), "duel", options=decks))
        found.press_use(code)

    return show


def _list_expansion_pictures() -> dict[str, Show]:
    """Return the pictures of the expansions: a table, one with marked pieces, one with an action, their cards."""
    found: dict[str, Show] = {}
    for at, one in enumerate(list_decks()):
        decks = {"deck_1": one.code, "deck_2": one.code}
        found[f"tash-{one.code}"] = table("high", options=decks)
        if find_screens(one.code).icon:
            found[f"tash-{one.code}-kept"] = show_phase("main", "duel", also=uses, options=decks)
            found[f"tash-{one.code}-use"] = _show_use(one.code, decks)
        if find_screens(one.code).mark_ranks:
            found[f"tash-{one.code}-marks"] = show_phase("main", "duel", also=has_marks, options=decks)
        pages = [name for name, _ in book("tash_kalar").added_pages]
        if one.code in pages:
            found[f"tash-rules-{one.code}"] = rules_page(book("tash_kalar").find_added_page(one.code) - 1)
        found[f"tash-cards-{one.code}"] = rules_page(99, 6 + at, "card.6")
    return found


PICTURES: dict[str, Show] = {
    "tash-table": table("high"),
    "tash-duel": table("duel"),
    "tash-melee-three": table("melee", 3, 20),
    "tash-melee": table("melee", 4, 24),
    "tash-team": table("team_high", 4, 16),
    "tash-team-duel": table("team_duel", 4, 16),
    "tash-own-deck-played": show_own_deck,
    "tash-twists": table("high", options={"walls": True, "hidden_tasks": True}),
    "tash-missing": missing,
    "tash-improvised": show_improvising,
    "tash-start": show_phase("start", "melee", 3, 0),
    "tash-square": show_phase("target", also=lambda session, legal: len(legal) > 1),
    "tash-way": show_phase("showing", also=lambda session, legal: len(legal) > 1),
    "tash-effect": show_phase("effect", also=first(Kind.SQUARE)),
    "tash-direction": show_phase("effect", "melee", 4, also=first(Kind.DIRECTION)),
    "tash-option": show_phase("effect", "melee", 3, also=first(Kind.OPTION)),
    "tash-put": show_phase("effect", "melee", 3, also=first(Kind.PUT)),
    "tash-recall": show_phase("effect", "melee", 4, also=first(Kind.RECALL), options={"deck_1": "sylvan"}),
    "tash-legend-point": show_phase("legend_point", "melee", 3),
    "tash-left-over": show_phase("left_over", "melee", 3),
    "tash-end": show_phase("main", turn=8, also=spent),
    "tash-claim": show_phase("claiming", "high"),
    "tash-turned-up": show_phase("claiming", "high", options={"walls": True, "hidden_tasks": True}),
    "tash-flare": flare,
    "tash-discard": discarding,
    "tash-returning": show_phase("returning", sift=_all),
    "tash-piles": piles,
    "tash-given": show_gifts,
    "tash-hand-over": show_handover,
    "tash-summoning": summoning,
    "tash-hint": show_hint,
    "tash-result": result("high"),
    "tash-result-duel": result("duel"),
    "tash-result-melee": result("melee", 4),
    "tash-result-team": result("team_duel", 4),
    "tash-given-up": show_surrender,
    "tash-setup": set_up("high", deck_1="imperial_north", deck_2="sylvan"),
    "tash-setup-melee": set_up("melee", 3, deck_1="highland"),
    "tash-setup-teams": set_up("team_duel", 4, deck_1="imperial_north", deck_2="imperial_south", deck_3="highland"),
    "tash-setup-own": own_decks,
    "tash-own-deck": own_deck,
    "tash-rules": rules_page(0),
    "tash-cards": rules_page(99, 0, "card.6"),
    "tash-cards-legends": rules_page(99, 3, "card.0"),
    "tash-cards-flares": rules_page(99, 4, "card.3"),
    "tash-cards-tasks": rules_page(99, 5, "card.16"),
    **_list_expansion_pictures(),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
