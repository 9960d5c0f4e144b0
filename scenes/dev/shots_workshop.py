"""The workshop in pictures: a lawful position of each game, one with something wrong, the puzzle maker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.content.drafts import begin_draft, find_arranger
from scenes.dev.staging import seats

if TYPE_CHECKING:
    from engine.contract import JSON
    from scenes.shell.context import Context
    from scenes.workshop.editor import EditorScene

Show = Callable[["Context", str], None]
COUNTS = {"king_of_12": 4, "legends": 3, "king_of_the_dice": 3, "tash_kalar": 2}
DECISIONS = 110
WHOLE: dict[str, tuple[int, dict[str, JSON]]] = {
    "king_of_12": (9, {}),
    "legends": (4, {"explore": "swamp", "citadels": True, "dragon": True, "portals": True, "rogues": True,
                    "leaders": True, "length": "full"}),
    "tash_kalar": (4, {"form": "melee", "deck_1": "everfrost", "deck_2": "nethervoid"}),
}  # fmt: skip
"""Seats and options with which a game has most to arrange."""
PATIENCE_S = 120.0
"""Longest wait for a search."""


def pictures(game: str) -> dict[str, Show]:
    """Name → function(ctx, seed) that opens the moment; none for a game without an editor."""
    if game not in COUNTS or find_arranger(game) is None:
        return {}
    shows = {"workshop": _show(game, False), "workshop-wrong": _show(game, True), "puzzle-maker": _make(game)}
    if game in WHOLE:
        shows["workshop-whole"] = _show_whole(game)
    return shows


def _show(game: str, wrong: bool) -> Show:
    def show(ctx: Context, seed: str) -> None:
        from scenes.workshop.editor import EditorScene

        draft = begin_draft(game, {}, COUNTS[game], seed, DECISIONS)
        scene = EditorScene(ctx, draft=draft, seats=tuple(seats(COUNTS[game])))
        if wrong:
            _spoil(scene)
        ctx.stack.push(scene)

    return show


def _show_whole(game: str) -> Show:
    """The game with most options and seats, the turn or the players shown at the left."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.workshop.editor import EditorScene

        count, options = WHOLE[game]
        draft = begin_draft(game, options, count, seed, DECISIONS)
        scene = EditorScene(ctx, draft=draft)
        scene.pick_tab(1)
        scene.pick_seat(1)
        ctx.stack.push(scene)

    return show


def _spoil(scene: EditorScene) -> None:
    """Put down one piece too many of a kind, or play a card that no trick holds, and have its places shown."""
    arranger = scene.draft.arranger
    pieces = list(arranger.list_pieces(scene.draft.state))
    places = list(arranger.list_places(scene.draft.state))
    if not pieces:
        place = scene.card_places[0]
        scene.remove_card(place.id, place.cards[0])
    for piece in reversed(pieces):
        for number in range(5):
            if not scene.draft.problems:
                scene.choose_piece(piece.id)
                scene.press_place(places[(7 + 11 * number) % len(places)])
    if scene.draft.problems:
        scene.show_problem(0)


def _make(game: str) -> Show:
    """A puzzle of the shelf, asked once more in the maker."""

    def show(ctx: Context, seed: str) -> None:
        from engine.content import puzzles
        from engine.content.drafts import Draft
        from scenes.workshop.editor import EditorScene
        from scenes.workshop.puzzle_maker import PuzzleMakerScene

        puzzle = puzzles.load_puzzles(game)[8]
        state = puzzles.start(game, puzzle)
        draft = Draft(game, puzzle.options, state)
        scene = EditorScene(ctx, draft=draft, seats=tuple(seats(state.seats)))
        ctx.stack.push(scene)
        ctx.stack.settle()
        maker = PuzzleMakerScene(ctx, scene)
        maker.finish(PATIENCE_S)
        maker.update(0)
        maker.finish(PATIENCE_S)
        ctx.stack.push(maker)

    return show
