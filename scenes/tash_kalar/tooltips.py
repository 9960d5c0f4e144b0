"""Tooltips of the arena, the hand and the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.tash_kalar.cards import RANK_NAMES
from games.tash_kalar.messages import square_name
from games.tash_kalar.state import FACE_DOWN
from scenes.common.glossary import notes
from scenes.tash_kalar.card_faces import task_tip
from scenes.tash_kalar.words import is_flare

if TYPE_CHECKING:
    from scenes.tash_kalar.table_view import Desk

Told = tuple[str, str]
"""Title and text."""


def square(desk: Desk, at: int) -> Told:
    """Return the tooltip of a square: colour, piece, what can destroy it, current moves."""
    t = desk.ctx.t
    rows = []
    man = desk.stage.men.get(at)
    if desk.square_kind(at) == "wall":
        rows.append(t("tash_kalar.option.walls.help"))
    elif man is None:
        rows.append(t("tash_kalar.told.empty"))
    else:
        rank = desk.words.rank(man.rank)
        rows.append(t("tash_kalar.told.stands", name=desk.seats[man.colour].name, rank=rank))
        rows.append(t(f"tash_kalar.told.rank.{RANK_NAMES[man.rank]}"))
    kind = desk.square_kind(at)
    if kind not in ("plain", "wall"):
        rows.append(t(f"tash_kalar.told.{kind}"))
    move = desk.choices.by_square.get(at)
    if move is not None:
        rows.append(t("tash_kalar.told.now", deed=desk.words.move(move)))
    return t("tash_kalar.told.square", square=square_name(at)), "\n".join(rows)


def card(desk: Desk, number: int) -> Told:
    """Return the tooltip of a card: effect, placements or missing pieces; of a flare: the comparison of pieces."""
    t = desk.ctx.t
    rows = [desk.words.effect(number)]
    if is_flare(number):
        rows += _counts(desk)
    elif desk.viewer is not None:
        fits = sorted({each.square for each in desk.reading.placements(number)})
        near = desk.reading.list_near_placements(number)
        if fits:
            rows.append(t("tash_kalar.told.fits", squares=", ".join(map(square_name, fits))))
        elif near:
            missing = sorted(at for at, _ in near[0].missing)
            names = ", ".join(map(square_name, missing))
            rows.append(t("tash_kalar.told.near", n=len(missing), squares=names))
    rows += notes(desk.ctx.texts, "tash_kalar", rows[0])
    return desk.words.card(number), "\n".join(row for row in rows if row)


def _counts(desk: Desk) -> list[str]:
    """Return the numbers of pieces and upgraded pieces of every colour in the arena."""
    found = []
    for colour, men in enumerate(desk.view["pieces"]):
        common, *upgraded = (len(men[name]) for name in RANK_NAMES)
        found.append(
            desk.ctx.t(
                "tash_kalar.told.counts", name=desk.seats[colour].name, pieces=common + sum(upgraded),
                upgraded=sum(upgraded),
            )
        )  # fmt: skip
    return found


def task(desk: Desk, number: int, *, following: bool) -> Told:
    """Return the tooltip of a task: condition, points, and progress of the seat on turn."""
    t = desk.ctx.t
    title, body = task_tip(desk.ctx.texts, number)
    if number == FACE_DOWN:
        return title, body
    if following:
        return title, f"{body}\n{t('tash_kalar.told.task.next')}"
    have, want = desk.reading.task_progress(number)
    now = t("tash_kalar.told.task.met") if number in desk.met else t("tash_kalar.told.task", have=have, want=want)
    return title, f"{body}\n{now}"
