"""The lines of the set-up: the goal of the game, the handicap with what one expects then, how earlier games ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.contract import MOST_STEPS
from scenes.common.player_identity import draw_face
from scenes.menus.handicap_page import draw_shares, tell_proposal
from scenes.shell import routes
from scenes.shell.parts import Parts
from scenes.table import game_screens
from sprites.base import layout
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.menus.setup import SetUp

GOAL, LINE = 92.0, 82.0
"""Height of the goal, and of another line."""
FACES = 4
"""Most players whose earlier games are told."""


def make_handicap(page: SetUp, parts: Parts) -> Part:
    """Return the handicap: words, which open its page; steps of the seat that has some, else of the weakest; below them
    the shares of the wins."""
    ctx, t, handicaps, given = page.ctx, parts.t, page.handicaps, (page.seats, page.options)
    steps, proposal = handicaps.list_steps(*given), handicaps.propose(*given)
    ratings = handicaps.rate(*given)
    k = steps.index(max(steps)) if any(steps) else ratings.index(min(ratings))
    names = [t("handicap.for", n=step, name=seat.name) for seat, step in zip(page.seats, steps, strict=True) if step]
    sides = handicaps.group_seats(*given)
    proposes = proposal is not None and list(proposal.steps) != steps
    gives = t(f"{page.game}.handicap.sum.{steps[k]}") if steps[k] else t("handicap.nothing")
    low = tell_proposal(ctx, page.seats, sides, proposal) if proposal is not None and proposes else gives
    head = ctx.texts.join(names) if names else t("handicap.mode.none")
    weaker = handicaps.list_weaker_computers(*given)
    told = t("handicap.weaker", names=ctx.texts.join(weaker)) if weaker else t("handicap.tip")

    def change(by: int) -> None:
        handicaps.set_step(k, steps[k] + by, *given)
        page.ui.dirty = True

    words = parts.column([
        parts.space(share=1), parts.line(head, "name", "text.bright", height=30),
        parts.note(low, "body", "text.body", height=34, line=1.12, middle=True), parts.space(share=1),
    ])  # fmt: skip
    row = parts.row([parts.icon("weight-scale", 34, width=56), parts.fill(words)], LINE, gap=8)
    opens = parts.press("handicap", row, page.open_handicaps, tip=(t("handicap.title"), told))
    less = parts.icon_button("handicap.less", "minus", partial(change, -1), t("handicap.less"), size=15, width=44,
                             enabled=steps[k] > 0)  # fmt: skip
    more = parts.icon_button("handicap.more", "plus", partial(change, 1), t("handicap.more"), size=15, width=44,
                             enabled=steps[k] < MOST_STEPS)  # fmt: skip
    count = parts.line(f"{page.seats[k].name}  {steps[k]} / {MOST_STEPS}", "strong", "text.title", align="c", share=1)
    shares = Part(30, partial(draw_shares, ctx, parts.c, sides, handicaps.expect_shares(*given)[1]))
    right = parts.column([parts.space(share=1), parts.row([less, count, more], 36, gap=4), shares, parts.space(8)])
    inside = parts.row([parts.fill(opens), Part(316, right.draw), parts.space(4)], gap=10)
    return parts.panel([Part(0, inside.draw, 1)], pad=6, height=max(LINE, parts.ui.touch.least + 40))


def make_goal(page: SetUp, parts: Parts) -> Part:
    """Return what wins the game, for newcomers."""
    words = parts.note(f"{page.ctx.t('setup.goal')} {page.panel.goal()}", "lead", "paper.text", line=1.16, middle=True)
    icon = parts.icon(game_screens.emblem(page.game), 42, "paper.icon", width=60)
    row = parts.row([icon, parts.fill(words), parts.space(6)], gap=8)
    return parts.panel([Part(0, row.draw, 1)], kind="parchment", pad=10, height=GOAL)


def make_record(page: SetUp, parts: Parts) -> Part | None:
    """Return how earlier games of these players ended; None where they have not met."""
    t, names = page.ctx.t, [seat.name for seat in page.seats]
    won, last = page.even.count_wins(names)
    if last is None or len(names) > FACES:
        return None
    score = " : ".join(map(str, won)) if len(won) == 2 else " \u00b7 ".join(map(str, won))
    head = t("setup.record", n=sum(won), names=page.ctx.texts.join(names), score=score)
    best = next((name for name, place in zip(last.names, last.places, strict=True) if place == 1), "")
    words = [
        parts.space(share=1),
        parts.line(head, "name", "text.bright", height=28),
        parts.line(t("setup.record.last", name=best), colour="text.body", height=26),
        parts.space(share=1),
    ]
    seats = page.ctx.household.give_portraits(page.seats)

    def draw_faces(box: Box) -> None:
        for k, seat in enumerate(seats):
            draw_face(parts.c, seat, box[0] + 36 + 46 * k, layout.middle(box), 26, sign=0.0)

    faces, opens = Part(20.0 + 46 * len(seats), draw_faces), partial(routes.open, page.ctx, "statistics")
    see = parts.button("record", t("ui.title.statistics"), opens, "trophy", height=46, width=150)
    inside = parts.row([faces, parts.fill(parts.column(words)), see, parts.space(4)], gap=12)
    return parts.panel([Part(0, inside.draw, 1)], pad=6, height=LINE)
