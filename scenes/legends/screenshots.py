"""Moments of Legends games for screenshots, reached by scripted sessions."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.chance import SeededChance, mix
from engine.session import Session
from games.legends.moves import DONE, Kind, decode, encode
from scenes.dev import staging
from scenes.dev.staging import Moment, PageShot, Show, choose_legal
from scenes.shell.context import Context

EVERYTHING = {
    "explore": "swamp", "citadels": True, "dragon": True, "portals": True, "rogues": True, "leaders": True,
}  # fmt: skip


def _sift(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions: never skip where something can be done, bid low."""
    done = [one for one in legal if one != encode(DONE)] or legal
    return done[:4] if decode(done[0]).kind == Kind.BID else done


def moment(phase: str, turn: int = 0, shape: str = "", **more: Any) -> Moment:
    """Return the moment of the viewer's choice in a phase, from ``turn`` on, with a map of a shape ("" for any)."""
    at = {"phase": phase} | ({"shape": shape} if shape else {})
    return Moment("legends", at, {"turn": turn}, alone=False, sift=_sift, **more)


def zoom_chart(table: Any) -> None:
    """Zoom the chart twice, to the names of the regions."""
    table.own.zoom(1)
    table.own.zoom(1)
    for _ in range(2000):
        table.ctx.stack.update(16)
        table.ctx.window.draw()
        if not table.own.chart.moving and not table.own.chart.working:
            break


def _has_two_segments(session: Session) -> bool:
    return len(session.view(0)["segments"]) == 2


def _is_last_round(session: Session) -> bool:
    view = session.view(0)
    return bool(view["round"] == view["rounds"])


def show_count(ctx: Context, seed: str) -> None:
    """Show the final scoring."""
    table = moment("take_card", also=_is_last_round, options={"citadels": True})(ctx, seed)
    staging.play_animations(ctx, "4")
    ctx.settings.confirm_turns = False
    end = time.monotonic() + 30
    chance = SeededChance(mix(seed, "end"))
    while time.monotonic() < end and not (table.stage.walk is not None and table.stage.walk.label == "islands"):
        ctx.stack.update(16)
        if table.may_act():
            legal = table.legal()
            table.decide(legal[chance.below(len(legal))])
        elif not table.moving:
            time.sleep(0.002)
    if table.stage.walk is None:
        raise LookupError("the counting has not begun: something else is asked for")
    for _ in range(40):  # marks appear one by one while things move
        ctx.window.draw()


PICTURES: dict[str, Show] = {
    "table": moment("move_to", 16, "t_below"),
    "choose": moment("take_card", 12, then=[partial(choose_legal, 2)]),
    "stem-above": moment("take_card", 10, "t_above"),
    "ring": moment("take_card", 10, "ring", options={"shape": "ring"}),
    "everything": moment("take_card", 10, "t_below", options=EVERYTHING),
    "two-seats": moment("take_card", 10, "t_above", count=2),
    "three-seats": moment("take_card", 10, "t_below", count=3),
    "neutral": moment("neutral", count=2),
    "auction": moment("auction"),
    "auction-together": moment(
        "auction", persons=2, count=2, opens=partial(staging.open_shared_choice, pads=[], ready=[1])
    ),
    "name-first": moment("name_first"),
    "choose-action": moment("choose_action", 8),
    "place": moment("place", 8),
    "city": moment("city", 8),
    "destroy": moment("destroy", 8),
    "zoomed": moment("place", 12, then=[zoom_chart]),
    "names": moment("place", 12, then=[staging.call("own.toggle_names")]),
    "laying": moment("segment", also=_has_two_segments, options={"setup": "by_hand"}, then=[partial(choose_legal, 3)]),
    "token": moment("token", options={**EVERYTHING, "setup": "by_hand"}),
    "hint": moment("take_card", 8, then=[staging.show_advice]),
    "scoring": show_count,
    "game-result": partial(staging.show_result, "legends", sift=_sift),
    "full-result": partial(staging.show_result, "legends", sift=_sift, count=3, options={"length": "full"}),
    "setup": partial(staging.show_set_up, "legends"),
    "rules": PageShot("rules", ["legends", 3]),
    "cards": PageShot("rules", ["legends", 99]),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
