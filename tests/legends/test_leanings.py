"""What characters lean to in Legends: a collector keeps to the islands where it holds a region already."""

from ai.choose import choose
from ai.legends.players import STYLE_BIAS
from engine.chance import SeededChance
from games.legends import RULES
from games.legends.moves import Kind, decode

GAME = "legends"


def test_a_collector_goes_where_it_holds_another_region_of_the_island() -> None:
    """And leaves from there last: what it brings to go is half against it to come away."""
    chance, seen = SeededChance(5), {Kind.PLACE: 0, Kind.TO: 0, Kind.FROM: 0}
    state = RULES.new({}, 3, chance)
    while owing := RULES.to_act(state):
        seat = owing[0]
        view, legal = RULES.view(state, seat), list(RULES.legal(state, seat))
        if view["phase"] != "take_card":
            for action, row in zip(legal, STYLE_BIAS.amounts(view, seat, legal), strict=True):
                move = decode(action)
                if move.kind not in seen or move.region is None:
                    continue
                island = next(regions for regions in view["islands"] if move.region in regions)
                holds = any(view["control"][region] == seat for region in island if region != move.region)
                assert (row["sets"] > 0) == (holds != (move.kind == Kind.FROM))
                seen[move.kind] += holds
        RULES.apply(state, seat, choose(GAME, view, seat, legal, "novice", 3).action, chance)
    assert all(seen.values()), seen
