"""What a Gateway of Nethervoid is worth (see ``evaluate``)."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from engine.contract import Event, Message
from games.tash_kalar.maps import NEAR, RED
from games.tash_kalar.messages import name_card, square_name
from games.tash_kalar.nethervoid.rules import get_void
from games.tash_kalar.state import State, count_sides, get_side, own_mask

from .evaluate import AddedValue, Reason


class GatewayValue(AddedValue):
    """Value of a Gateway: a heroic one by the enemy pieces next to it and by a red square; a common one is slightly
    worse than none.

    From a common piece's Gateway only common beings act, because a heroic being takes it over; without a Gateway they
    would open one where they are summoned. The estimates are from the best next turn of the side in positions of
    skilled players, with each of its pieces as the Gateway and with none, weighted by how often such a piece is still
    there after the rival's turn. Own pieces, empty and green squares around it made no difference.
    """

    estimates: ClassVar[Mapping[str, float]] = {
        "common_gateway": -0.05, "heroic_gateway": 0.02, "enemies_near": 0.12, "heroic_on_red": 0.3,
    }  # fmt: skip

    def extract(self, state: State, side: int) -> Sequence[float]:
        """Return the features of the Gateway of a side."""
        square = get_void(state).gateways[side]
        if square < 0:
            return ()
        if not state.men[3 * side + 1] >> square & 1:
            return 1.0, 0.0, 0.0, 0.0
        near, enemies = NEAR[square], 0
        for each in range(count_sides(state)):
            if each != side:
                enemies += (own_mask(state, each) & near).bit_count()
        return 0.0, 1.0, float(enemies), float(RED >> square & 1)

    def list_reasons(self, before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Reason]:
        """Yield reasons: Gateways that were opened or lost, possessed pieces, cards that return."""
        own = get_side(before, seat)
        for side, (was, now) in enumerate(zip(get_void(before).gateways, get_void(after).gateways, strict=True)):
            if side == own and was < 0 <= now:
                yield 0.95, Message("nethervoid.hint.opens", {"square": square_name(now)})
            elif side == own and now < 0 <= was:
                yield 0.6, Message("nethervoid.hint.loses")
            elif now < 0 <= was:
                yield 1.25, Message("nethervoid.hint.closes", {"player": {"seat": side}})
        for event in events:
            if event.kind == "possessed":
                yield 1.1, Message("nethervoid.hint.possessed", {"player": {"seat": event.data["side"]}})
            elif event.kind == "sunk":
                yield 0.7, Message("nethervoid.hint.sunk", {"card": name_card(event.data)})
            elif event.kind == "idled":
                yield 0.4, Message("nethervoid.hint.idled")


VALUE = GatewayValue(Path(__file__).with_suffix(".json"))
"""The value, found by the manifest of the expansion."""
