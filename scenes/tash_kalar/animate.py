"""The events of Tash-Kalar told as motions: pieces drop, leap, rise and crumble; cards fly; points tick.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how many
milliseconds to wait before the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.contract import Event
from engine.session import Update
from scenes.table.script import Script
from scenes.tash_kalar import animate_cards as cards
from scenes.tash_kalar import animate_pieces as pieces
from scenes.tash_kalar.animation_context import Teller, banner, player_spot, rise
from scenes.tash_kalar.layout import LEFT_X, task_box


def tell(teller: Teller, update: Update, note: Callable[[Sequence[Event]], None]) -> Script:
    """All events of one update; those of one moment are told together. ``note`` enters them in the chronicle."""
    events: Sequence[Event] = update.events
    at = 0
    while at < len(events):
        group = [events[at]]
        while at + len(group) < len(events) and _together(events[at], events[at + len(group)]):
            group.append(events[at + len(group)])
        at += len(group)
        note(group)
        script = _SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(teller, group)
    if teller.stage.shown is not None and update.view["playing"] is None:
        cards.away(teller)
        yield 300


def _together(first: Event, other: Event) -> bool:
    return first.kind == other.kind and first.kind in ("destroyed", "task_put_under")


# --- set-up and turns -------------------------------------------------------------------------------------


def _game_begins(teller: Teller, group: list[Event]) -> Script:
    name = teller.t(f"tash_kalar.option.form.{teller.words.view['options']['form']}")
    yield from banner(teller, name)


def _first(teller: Teller, group: list[Event]) -> Script:
    teller.stage.active = teller.stage.acting = group[0].data["begins"]
    yield 250


def _tasks_open(teller: Teller, group: list[Event]) -> Script:
    teller.stage.tasks = list(group[0].data["tasks"])
    teller.play("card_reveal")
    yield 500


def _task_opened(teller: Teller, group: list[Event]) -> Script:
    teller.stage.next_task = group[0].data["task"]
    teller.play("card_reveal")
    yield 320


def _task_met(teller: Teller, group: list[Event]) -> Script:
    teller.stage.tasks = list(group[0].data["tasks"])
    teller.play("card_reveal")
    yield 620


def _task_put_under(teller: Teller, group: list[Event]) -> Script:
    teller.stage.next_task = None
    yield 320


def _turn_begins(teller: Teller, group: list[Event]) -> Script:
    stage = teller.stage
    data = group[0].data
    stage.active = stage.acting = data["seat"]
    stage.actions, stage.turn = data["actions"], data["turn"]
    stage.destroyed = [[0, 0, 0] for _ in stage.destroyed]
    stage.worth = [0] * len(stage.worth)
    own = data["seat"] == teller.viewer
    if own or teller.viewer is None or teller.shared:
        label = teller.t("tash_kalar.turn.yours") if own and not teller.shared else teller.words.names[data["seat"]]
        yield from banner(teller, label, 420.0)
    else:
        yield 260


def _turn_ends(teller: Teller, group: list[Event]) -> Script:
    teller.stage.acting = group[0].data["seat"]
    teller.stage.actions = 0
    yield 0


def _handed_over(teller: Teller, group: list[Event]) -> Script:
    teller.stage.acting = group[0].data["to"]
    yield from banner(teller, teller.words.names[group[0].data["to"]], 700.0)


def _last_turns(teller: Teller, group: list[Event]) -> Script:
    yield from banner(teller, teller.t("tash_kalar.event.last_turns"), 1200.0)


def _extra_turn(teller: Teller, group: list[Event]) -> Script:
    yield from banner(teller, teller.t("tash_kalar.table.extra_turn"), 900.0)


# --- points ------------------------------------------------------------------------------------------------


def _points(teller: Teller, group: list[Event]) -> Script:
    data = group[0].data
    teller.stage.points[data["side"]] = list(data["totals"])
    teller.stage.scores = list(data["scores"])
    x, y = player_spot(teller, data["side"])
    rise(teller, f"+{data['points']}", x, y)
    teller.play("points")
    yield 520


def _claimed(teller: Teller, group: list[Event]) -> Script:
    data = group[0].data
    stage = teller.stage
    side = data["side"]
    stage.marked_task = data["task"]
    teller.play("crown")
    yield 620
    at = stage.tasks.index(data["task"]) if data["task"] in stage.tasks else 0
    stage.marked_task = None
    stage.points[side] = list(data["totals"])
    stage.scores = list(data["scores"])
    x, y = player_spot(teller, side)
    rise(teller, f"+{data['points']}", x, y)
    stage.tasks = list(data["tasks"])
    stage.next_task = None
    _, top, _, _ = task_box(at)
    rise(teller, "✓", LEFT_X + 150, top + 50)
    yield 420


def _actions_gained(teller: Teller, group: list[Event]) -> Script:
    teller.stage.actions = group[0].data["left"]
    teller.play("points")
    yield 360


def _game_over(teller: Teller, group: list[Event]) -> Script:
    cards.away(teller)
    teller.play("ending")
    yield 500


def _pause(duration: float) -> Callable[[Any, list[Event]], Script]:
    def script(teller: Teller, group: list[Event]) -> Script:
        yield duration

    return script


_SCRIPTS: dict[str, Callable[[Any, list[Event]], Script]] = {
    "game_begins": _game_begins,
    "first": _first,
    "tasks_open": _tasks_open,
    "task_opened": _task_opened,
    "task_put_under": _task_put_under,
    "task_met": _task_met,
    "drew_beings": cards.drew(0),
    "drew_legends": cards.drew(1),
    "drew_flares": cards.drew(2),
    "drawn_beings": cards.drawn(0),
    "drawn_legends": cards.drawn(1),
    "drawn_flares": cards.drawn(2),
    "turn_begins": _turn_begins,
    "turn_ends": _turn_ends,
    "put": pieces.put,
    "taken_up": pieces.taken_up,
    "destroyed": pieces.destroyed,
    "upgraded": pieces.turned,
    "downgraded": pieces.turned,
    "converted": pieces.converted,
    "moved": pieces.moved,
    "picked": pieces.picked,
    "left_out": pieces.left_out,
    "shot": pieces.shot,
    "card_shown": cards.card_shown,
    "summoned": cards.summoned,
    "improvised": _pause(420.0),
    "lent": _pause(420.0),
    "extra_card": _pause(320.0),
    "extra_turn": _extra_turn,
    "actions_gained": _actions_gained,
    "recalled": cards.recalled,
    "flare_played": cards.flare_played,
    "discarded": cards.discarded,
    "returned": cards.returned,
    "returned_card": cards.returned_card,
    "points": _points,
    "claimed": _claimed,
    "handed_over": _handed_over,
    "legends_given": cards.legends_given,
    "legends_received": cards.legends_received,
    "deck_used_up": _pause(420.0),
    "reshuffled": cards.reshuffled,
    "surrendered": cards.given_up,
    "last_turns": _last_turns,
    "game_over": _game_over,
}
