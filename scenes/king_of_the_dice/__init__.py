"""Screens of King of the Dice for the rest of the program."""

from collections.abc import Mapping
from typing import Any

PLACES = {
    "table": "scenes.king_of_the_dice.table:open_table",
    "prepare": "scenes.king_of_the_dice.kingdom:prepare",
    "draw_piece": "scenes.king_of_the_dice.kingdom:draw_piece",
    "find_card_face": "scenes.king_of_the_dice.words:find_card_face",
    "tension": "scenes.king_of_the_dice.peaks:tension",
    "options_panel": "scenes.king_of_the_dice.options:OptionsPanel",
    "pictures": "scenes.king_of_the_dice.screenshots:PICTURES",
    "course": "scenes.king_of_the_dice.ceremony:course",
    "ceremony": "scenes.king_of_the_dice.ceremony:NightCeremony",
    "points": "scenes.king_of_the_dice.ceremony:points",
    "tie": "scenes.king_of_the_dice.ceremony:tie",
    "card_page": "scenes.king_of_the_dice.market:draw_card_page",
    "word_figures": "scenes.king_of_the_dice.market:word_figures",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return the text ids that name the mode of a game with ``count`` seats, for lists of games: its map."""
    return ("king_of_the_dice.option.map", f"king_of_the_dice.option.map.{options.get('map')}")
