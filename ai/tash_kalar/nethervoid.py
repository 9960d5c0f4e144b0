"""What a Gateway of Nethervoid is worth (see ``added_value``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from engine.contract import Event, Message
from games.tash_kalar.maps import GREEN, NEAR, RED
from games.tash_kalar.messages import name_card, square_name
from games.tash_kalar.nethervoid.rules import get_void
from games.tash_kalar.state import State, count_sides, empty, get_side, own_mask

from .added_value import AddedValue, Reason


class GatewayValue(AddedValue):
    """A Gateway counts by its rank, the colour of its square and what stands next to it: about one clause in six
    cards is carried out only by it, with a piece or two."""

    estimates: ClassVar[Mapping[str, float]] = {
        "gateway": 0.15, "heroic_gateway": 0.05, "gateway_on_red": 0.1, "gateway_on_green": 0.1,
        "enemy_commons_near": 0.08, "own_near": 0.02, "empty_near": 0.02,
    }  # fmt: skip

    def extract(self, state: State, side: int) -> Sequence[float]:
        """Return the features of the Gateway of a side."""
        square = get_void(state).gateways[side]
        if square < 0:
            return ()
        bit, near = 1 << square, NEAR[square]
        commons = sum([(state.men[3 * each] & near).bit_count() for each in range(count_sides(state)) if each != side])
        return [
            1.0, float(bool(state.men[3 * side + 1] & bit)), float(bool(bit & RED)), float(bool(bit & GREEN)),
            float(commons), float((own_mask(state, side) & near).bit_count()), float((empty(state) & near).bit_count()),
        ]  # fmt: skip

    def list_reasons(self, before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Reason]:
        """Whose Gateways are there that were not, or no longer; pieces that are possessed, cards that return."""
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
