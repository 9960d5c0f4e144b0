"""A file of a player, written for 0.1.0: everything the guide offers an opponent is used once."""

from ai import search
from ai.chance_to_win import chances
from games.king_of_12 import RULES

TITLE = "Mixing"
GAMES = ["king_of_12"]


def choose(game, view, seat, legal, chance):
    state = RULES.determinize(view, chance)
    if RULES.to_act(state) == () or len(legal) == 1:
        return legal[0]
    rows = []
    for action in legal:
        copy = RULES.clone(state)
        RULES.apply(copy, seat, action, chance, None)
        rows.append(chances(game, copy)[seat])
    chance.die(12)
    mix = search.soft(rows, 0.05)
    mix = search.without_traces(mix, 0.001)
    return legal[search.drawn(mix, chance)]
