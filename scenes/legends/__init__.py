"""Screens of Legends for the rest of the program."""

from collections.abc import Mapping
from typing import Any

PLACES = {
    "table": "scenes.legends.table:open_table",
    "prepare": "scenes.legends.charts:prepare",
    "draw_piece": "scenes.legends.board:draw_piece",
    "find_card_face": "scenes.legends.card_view:find_card_face",
    "tension": "scenes.legends.peaks:tension",
    "options_panel": "scenes.legends.options:OptionsPanel",
    "pictures": "scenes.legends.screenshots:PICTURES",
    "course": "scenes.legends.ceremony:course",
    "ceremony": "scenes.legends.ceremony:IslesCeremony",
    "points": "scenes.legends.ceremony:points",
    "tie": "scenes.legends.ceremony:tie",
    "card_page": "scenes.legends.card_view:draw_card_page",
    "word_figures": "scenes.legends.card_view:word_figures",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return the text ids that name the mode of a game with ``count`` seats, for lists of games: one game or three."""
    return (f"legends.option.length.{options.get('length')}",)
