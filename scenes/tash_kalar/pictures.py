"""Moments of Tash-Kalar games for screenshots; each is played there with a scripted session."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import folders

if TYPE_CHECKING:
    from scenes.context import Context

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example_deck.json"
"""A deck as a player could make it."""


def set_up(form: str, count: int = 2, **wishes: str) -> Callable[[Context, str], None]:
    """The set-up screen with a form and the decks of some seats."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.setup import SetUp

        scene = SetUp(ctx, "tash_kalar")
        scene.placeholder = seed
        scene.set_count(count)
        scene.options.update({"form": form, **wishes})
        ctx.stack.push(scene)

    return show


def own_decks(ctx: Context, seed: str) -> None:
    """Own decks at set-up: one that is played, and two files that are refused."""
    folder = folders.ensure(folders.decks())
    shutil.copyfile(EXAMPLE, folder / "harbour_guild.json")
    deck: dict[str, Any] = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    deck["code"] = "bad_rank"
    deck["cards"][3]["rank"] = "K"
    (folder / "bad_rank.json").write_text(json.dumps(deck), encoding="utf-8")
    (folder / "cut_off.json").write_text('{"code": "cut', encoding="utf-8")
    set_up("duel")(ctx, seed)
    scene: Any = ctx.stack.top
    found = scene.panel.found["harbour_guild"]
    scene.options.update({"decks": [found], "deck_1": "own_1", "deck_2": "sylvan"})


def own_deck(ctx: Context, seed: str) -> None:
    """An own deck to look through."""
    from scenes.tash_kalar.deck_scene import DeckScene

    deck = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    scene = DeckScene(ctx, "own_1", [deck], 0)
    ctx.stack.push(scene)
    scene.ui.hover = "card.6"


def rules_page(page: int, group: int | None = None, hover: str = "") -> Callable[[Context, str], None]:
    """A page of the rule book; of the cards, a group."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.rulebook import RuleBook
        from scenes.tash_kalar import card_page

        book = RuleBook(ctx, "tash_kalar", page)
        ctx.stack.push(book)
        if group is not None:
            card_page.open_group(book.ui, group)
        book.ui.hover = hover

    return show


PICTURES: dict[str, Callable[[Any, str], None]] = {
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
}
"""Name → function(ctx, seed) that opens the scene."""
