"""Screens of Tash-Kalar for the rest of the program."""

from collections.abc import Mapping
from typing import Any

PLACES = {
    "table": "scenes.tash_kalar.table:open_table",
    "prepare": "scenes.tash_kalar.arena:prepare",
    "held": "scenes.tash_kalar.card_faces:list_hand_cards",
    "draw_piece": "scenes.tash_kalar.arena:draw_any_piece",
    "find_card_face": "scenes.tash_kalar.card_faces:find_card_face",
    "tension": "scenes.tash_kalar.peaks:tension",
    "options_panel": "scenes.tash_kalar.options:OptionsPanel",
    "pictures": "scenes.tash_kalar.screenshots:PICTURES",
    "course": "scenes.tash_kalar.ceremony:course",
    "ceremony": "scenes.tash_kalar.ceremony:ArenaCeremony",
    "points": "scenes.tash_kalar.ceremony:points",
    "tie": "scenes.tash_kalar.ceremony:tie",
    "card_page": "scenes.tash_kalar.card_viewer:draw_card_page",
    "word_figures": "scenes.tash_kalar.tooltips:word_figures",
    "draw_handicap": "scenes.tash_kalar.tooltips:draw_handicap",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return the text ids that name the mode of a game with ``count`` seats, for lists of games: its form of play."""
    return (f"tash_kalar.option.form.{options.get('form')}",)
