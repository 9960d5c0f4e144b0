"""Tooltips of the arena, the hand and the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.tash_kalar.cards import RANK_NAMES
from games.tash_kalar.messages import square_name
from games.tash_kalar.state import FACE_DOWN
from scenes.common.glossary import notes
from scenes.tash_kalar import effect_preview
from scenes.tash_kalar.card_faces import task_tip
from scenes.tash_kalar.words import is_flare

if TYPE_CHECKING:
    from scenes.tash_kalar.table_state import TashTable

Told = tuple[str, str]
"""Title and text."""


def square(table: TashTable, at: int) -> Told:
    """Return the tooltip of a square: colour, piece, what can destroy it, current moves."""
    t = table.ctx.t
    rows = []
    man = table.stage.men.get(at)
    if table.own.square_kind(at) == "wall":
        rows.append(t("tash_kalar.option.walls.help"))
    elif man is None:
        rows.append(t("tash_kalar.told.empty"))
    else:
        rank = table.own.words.rank(man.rank)
        rows.append(t("tash_kalar.told.stands", name=table.seats[man.colour].name, rank=rank))
        rows.append(t(f"tash_kalar.told.rank.{RANK_NAMES[man.rank]}"))
        rows += [t(f"{mark.code}.mark.{mark.kind}.told") for mark in man.marks]
    kind = table.own.square_kind(at)
    if kind not in ("plain", "wall"):
        rows.append(t(f"tash_kalar.told.{kind}"))
    move = table.own.choices.by_square.get(at)
    if move is not None:
        rows.append(t("tash_kalar.told.now", deed=table.own.words.move(move)))
    return t("tash_kalar.told.square", square=square_name(at)), "\n".join(rows)


def card(table: TashTable, number: int) -> Told:
    """Return the tooltip of a card: effect, placements or missing pieces; of a flare: the comparison of pieces."""
    t = table.ctx.t
    rows = [table.own.words.effect(number)]
    if is_flare(number):
        rows += _counts(table)
    elif table.viewer is not None:
        fits = sorted({each.square for each in table.own.list_placements(number)})
        near = table.own.reading.list_near_placements(number)
        if fits:
            rows.append(t("tash_kalar.told.fits", squares=", ".join(map(square_name, fits))))
        elif near:
            missing = sorted(at for at, _ in near[0].missing)
            names = ", ".join(map(square_name, missing))
            rows.append(t("tash_kalar.told.near", n=len(missing), squares=names))
    if table.own.sight.card == number or table.own.sight.flare is not None:
        rows.append(effect_preview.describe(table, table.own.changes))
    rows += notes(table.ctx.texts, "tash_kalar", rows[0])
    return table.own.words.card(number), "\n".join(row for row in rows if row)


def tell_kept_card(table: TashTable, seat: int, code: str, number: int) -> Told:
    """Return the tooltip of an open card in a place of an expansion: whose it is, its text, and how it is used."""
    t = table.ctx.t
    rows = [t(f"{code}.table.kept.told", name=table.names[seat]), table.own.words.effect(number)]
    if seat == table.below and table.own.can_use(code):
        rows.append(t(f"{code}.turn.use.tip"))
    return table.own.words.card(number), "\n".join(rows)


def _counts(table: TashTable) -> list[str]:
    """Return the numbers of pieces and upgraded pieces of every colour in the arena."""
    found = []
    for colour, men in enumerate(table.view["pieces"]):
        common, *upgraded = (len(men[name]) for name in RANK_NAMES)
        found.append(
            table.ctx.t(
                "tash_kalar.told.counts", name=table.seats[colour].name, pieces=common + sum(upgraded),
                upgraded=sum(upgraded),
            )
        )  # fmt: skip
    return found


def task(table: TashTable, number: int, *, following: bool) -> Told:
    """Return the tooltip of a task: condition, points, and progress of the seat on turn."""
    t = table.ctx.t
    title, body = task_tip(table.ctx.texts, number)
    if number == FACE_DOWN:
        return title, body
    if following:
        return title, f"{body}\n{t('tash_kalar.told.task.next')}"
    have, want = table.own.reading.task_progress(number)
    now = (
        t("tash_kalar.told.task.met")
        if number in table.own.list_met_tasks()
        else t("tash_kalar.told.task", have=have, want=want)
    )
    return title, f"{body}\n{now}"
