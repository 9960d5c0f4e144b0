"""Screens of King of 12 for the rest of the program."""

from collections.abc import Mapping
from typing import Any

PLACES = {
    "table": "scenes.king_of_12.hall:open_table",
    "prepare": "scenes.king_of_12.mat:prepare",
    "held": "scenes.king_of_12.card_view:list_hand_cards",
    "find_card_face": "scenes.king_of_12.card_view:find_card_face",
    "tension": "scenes.king_of_12.peaks:tension",
    "card_page": "scenes.king_of_12.card_view:draw_card_page",
    "options_panel": "scenes.king_of_12.options:OptionsPanel",
    "pictures": "scenes.king_of_12.screenshots:PICTURES",
    "course": "scenes.king_of_12.ceremony:course",
    "ceremony": "scenes.king_of_12.ceremony:ThroneCeremony",
    "points": "scenes.king_of_12.ceremony:points",
    "draw_plays": "scenes.king_of_12.trick_tables:draw_plays",
    "name_play": "scenes.king_of_12.trick_tables:name_play",
    "tell_play": "scenes.king_of_12.trick_tables:tell_play",
    "score": "scenes.king_of_12.ceremony:score",
    "word_figures": "scenes.king_of_12.card_view:word_figures",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return the text ids that name the mode of a game with ``count`` seats, for lists: tournament, or set of cards."""
    from games.king_of_12.options import MOST_AT_A_TABLE

    return (
        ("king_of_12.setup.tournament",)
        if count > MOST_AT_A_TABLE
        else (f"king_of_12.option.set.{options.get('set')}",)
    )
