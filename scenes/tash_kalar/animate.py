"""Animations of Tash-Kalar events: pieces drop, leap, rise and crumble; cards fly; points tick.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how many
milliseconds to wait before the next step.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.session import Update
from scenes.table.script import Animations, Data, Script, pause, show_banner
from scenes.tash_kalar import animate_cards as cards, animate_pieces as pieces
from scenes.tash_kalar.animate_pieces import player_spot, rise
from scenes.tash_kalar.expansion_screens import list_animations
from scenes.tash_kalar.layout import LEFT_X, find_tasks_down, task_box
from scenes.tash_kalar.table_state import TashTable


def tell(table: TashTable, update: Update) -> Script:
    """Animate the events of an update; simultaneous ones together."""
    scripts = {**ANIMATIONS.scripts, **list_animations()}
    yield from replace(ANIMATIONS, scripts=scripts).tell(table, update.events)
    if table.stage.shown is not None and update.view["playing"] is None:
        cards.clear_shown_card(table)
        yield 300


# --- set-up and turns -------------------------------------------------------------------------------------


def _animate_game_start(table: TashTable, data: Data) -> Script:
    name = table.ctx.t(f"tash_kalar.option.form.{table.own.words.view['options']['form']}")
    yield from show_banner(table, name, 700, fade=200)


def _animate_first_player(table: TashTable, data: Data) -> Script:
    table.stage.active = table.stage.acting = data["begins"]
    yield 120


def _animate_tasks(table: TashTable, data: Data) -> Script:
    table.stage.tasks = list(data["tasks"])
    table.sounds.play("card_reveal")
    yield 360


def _animate_next_task(table: TashTable, data: Data) -> Script:
    table.stage.next_task = data["task"]
    table.sounds.play("card_reveal")
    yield 320


def _animate_task_reveal(table: TashTable, data: Data) -> Script:
    table.stage.tasks = list(data["tasks"])
    table.sounds.play("card_reveal")
    yield 620


def _animate_task_return(table: TashTable, data: Data) -> Script:
    table.stage.next_task = None
    yield 320


def _animate_turn_start(table: TashTable, data: Data) -> Script:
    stage = table.stage
    stage.active = stage.acting = data["seat"]
    stage.actions, stage.turn = data["actions"], data["turn"]
    stage.destroyed = [[0, 0, 0] for _ in stage.destroyed]
    stage.worth = [0] * len(stage.worth)
    own = data["seat"] == table.viewer
    if own or table.viewer is None or table.shared:
        label = table.ctx.t("tash_kalar.turn.yours") if own and not table.shared else table.names[data["seat"]]
        yield from show_banner(table, label, 420, fade=200)
    else:
        yield 260


def _animate_turn_end(table: TashTable, data: Data) -> Script:
    table.stage.acting = data["seat"]
    table.stage.actions = 0
    yield 0


def _animate_handover(table: TashTable, data: Data) -> Script:
    table.stage.acting = data["to"]
    yield from show_banner(table, table.names[data["to"]], 700, fade=200)


def _animate_last_turns(table: TashTable, data: Data) -> Script:
    yield from show_banner(table, table.ctx.t("tash_kalar.event.last_turns"), 1200, fade=200)


def _animate_extra_turn(table: TashTable, data: Data) -> Script:
    yield from show_banner(table, table.ctx.t("tash_kalar.table.extra_turn"), 900, fade=200)


# --- points ------------------------------------------------------------------------------------------------


def _animate_points(table: TashTable, data: Data) -> Script:
    table.stage.points[data["side"]] = list(data["totals"])
    table.stage.scores = list(data["scores"])
    x, y = player_spot(table, data["side"])
    rise(table, f"+{data['points']}", x, y)
    table.sounds.play("points")
    yield 520


def _animate_claim(table: TashTable, data: Data) -> Script:
    stage = table.stage
    side = data["side"]
    stage.marked_task = data["task"]
    table.sounds.play("crown")
    yield 620
    at = stage.tasks.index(data["task"]) if data["task"] in stage.tasks else 0
    stage.marked_task = None
    stage.points[side] = list(data["totals"])
    stage.scores = list(data["scores"])
    x, y = player_spot(table, side)
    rise(table, f"+{data['points']}", x, y)
    stage.tasks = list(data["tasks"])
    stage.next_task = None
    _, top, _, _ = task_box(at, find_tasks_down(table.own.places))
    rise(table, "✓", LEFT_X + 150, top + 50)
    yield 420


def _animate_actions(table: TashTable, data: Data) -> Script:
    table.stage.actions = data["left"]
    table.sounds.play("points")
    yield 360


def _animate_game_end(table: TashTable, data: Data) -> Script:
    cards.clear_shown_card(table)
    table.sounds.play("ending")
    yield 500


ANIMATIONS = Animations(
    {
        "game_begins": _animate_game_start,
        "first": _animate_first_player,
        "tasks_open": _animate_tasks,
        "task_opened": _animate_next_task,
        "task_put_under": _animate_task_return,
        "task_met": _animate_task_reveal,
        "drew_beings": partial(cards.animate_draws, 0),
        "drew_legends": partial(cards.animate_draws, 1),
        "drew_flares": partial(cards.animate_draws, 2),
        "drawn_beings": partial(cards.animate_own_draws, 0),
        "drawn_legends": partial(cards.animate_own_draws, 1),
        "drawn_flares": partial(cards.animate_own_draws, 2),
        "turn_begins": _animate_turn_start,
        "turn_ends": _animate_turn_end,
        "put": pieces.animate_put,
        "taken_up": pieces.animate_pickup,
        "destroyed": pieces.animate_destruction,
        "upgraded": partial(pieces.animate_turn, True),
        "downgraded": partial(pieces.animate_turn, False),
        "converted": pieces.animate_conversion,
        "moved": pieces.animate_move,
        "picked": pieces.animate_choice,
        "left_out": pieces.animate_omission,
        "shot": pieces.animate_shot,
        "card_shown": cards.animate_show,
        "summoned": cards.animate_summoning,
        "improvised": partial(pause, 420, ""),
        "lent": partial(pause, 420, ""),
        "extra_card": partial(pause, 320, ""),
        "extra_turn": _animate_extra_turn,
        "actions_gained": _animate_actions,
        "recalled": cards.animate_recall,
        "flare_played": cards.animate_flare,
        "flare_discarded": cards.animate_flare_discard,
        "discarded": cards.animate_discard,
        "returned": cards.animate_return,
        "returned_card": cards.animate_own_return,
        "points": _animate_points,
        "claimed": _animate_claim,
        "handed_over": _animate_handover,
        "legends_given": cards.animate_legend_gift,
        "legends_received": partial(cards.animate_own_draws, 1),
        "deck_used_up": partial(pause, 420, ""),
        "reshuffled": cards.animate_reshuffle,
        "surrendered": cards.animate_surrender,
        "last_turns": _animate_last_turns,
        "game_over": _animate_game_end,
    },
    together=dict.fromkeys(("destroyed", "task_put_under"), ()),
)
