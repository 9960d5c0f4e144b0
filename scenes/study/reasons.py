"""Why another turn was better: both turns in words, what the better one brings more, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.analysis.report import RESULT, WHOLE, Gain, Moment, round_to_sum
from scenes.common.turn_sentence import tell_part, tell_turn
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box
from scenes.study.turn_lines import find_difference
from scenes.study.words import move_words
from sprites.base import text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking


def list_reasons(scene: Looking, moment: Moment) -> list[str]:
    """What was better, why, and how much it cost: most important first."""
    t = scene.ctx.t
    best = moment.chosen if moment.good else moment.best
    rows = [f"*{move_words(scene, moment.turn, moment.seat, best)}*"]
    lines = scene.lines.find(moment)
    told = [] if lines is None else [tell_turn(scene.ctx.texts, line.parts, scene.names) for line in lines]
    if told:
        rows = [told[0] if moment.good else f"*{t('study.line.better')}* {told[1]}"]
    if moment.gains:
        rows.append(tell_gains(scene, moment))
    else:
        rows += [scene.ctx.say(reason.message(), scene.names) for reason in moment.reasons]
    if not moment.good:
        low, high = (max(1, round(100 * number / WHOLE)) for number in (moment.low, moment.high))
        rows.append(t("study.interval", low=low, high=high))
    if moment.pairs:
        rows.append(t("study.confirmed", n=moment.pairs))
    if told and not moment.good:
        rows.append(f"*{t('study.line.played')}* {told[0]}")
    return rows


def name_decisions(scene: Looking, moment: Moment) -> tuple[str, str]:
    """Return the names of the played and the better decision."""
    played, better = (move_words(scene, moment.turn, moment.seat, one) for one in (moment.chosen, moment.best))
    return played, better


def name_choices(scene: Looking, moment: Moment) -> tuple[str, str]:
    """Return the played and the other choice in words: what the turns do first that is not the same in both, or the
    names of single decisions."""
    lines = scene.lines.find(moment)
    if lines is None:
        return name_decisions(scene, moment)
    parts = [find_difference(lines, of) for of in (0, 1)]
    played, other = [scene.ctx.t("ui.turn.nothing") if part is None else
                     tell_part(scene.ctx.texts, part, scene.names).replace("*", "") for part in parts]  # fmt: skip
    return played, other


def name_term(scene: Looking, gain: Gain) -> str:
    """Return the name of what the better turn brings more of."""
    return scene.ctx.t("study.gain.result" if gain.term == RESULT else f"{scene.whole.game}.term.{gain.term}")


def split_cost(moment: Moment) -> list[int]:
    """Return what each term is worth to the seat of a moment, what it gains and what its rivals lose, and at last what
    no term explains: whole percent that add up to its cost."""
    worths = [2 * gain.by_seat[moment.seat] - sum(gain.by_seat) for gain in moment.gains]
    return round_to_sum([*worths, moment.cost - sum(worths)], WHOLE // 100)


def tell_gains(scene: Looking, moment: Moment) -> str:
    """Return what the better turn, or a good find, brings more, by term, and how much no term explains."""
    t, seat = scene.ctx.t, moment.seat
    told = [_tell_gain(scene, seat, gain) for gain in moment.gains]
    rest = split_cost(moment)[-1]
    if rest:
        parts = t("study.gain.of", name=scene.names[seat], points=_sign(rest))
        told.append(t("study.gain", term=t("study.turn.rest"), parts=parts))
    return f"*{t('study.gains.good' if moment.good else 'study.gains')}* " + "; ".join(told)


def _sign(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def _tell_gain(scene: Looking, seat: int, gain: Gain) -> str:
    """One term: what it brings the seat, and what it brings the others, in signed percent."""
    parts = []
    for other in sorted(range(len(gain.by_seat)), key=lambda one: one != seat):
        number = round(100 * gain.by_seat[other] / WHOLE)
        if number:
            parts.append(scene.ctx.t("study.gain.of", name=scene.names[other], points=_sign(number)))
    term = name_term(scene, gain)
    return scene.ctx.t("study.gain", term=term, parts=", ".join(parts))


def get_title(moment: Moment) -> str:
    return "study.good" if moment.good else "study.instead"


def draw_why(scene: Looking, c: Canvas, moment: Moment, box: Box, foldable: bool = False) -> float:
    """As high as its words need, at the lower edge of a box, if they fit into it; its upper edge.

    Where it is ``foldable`` a button stands in place of its sign.
    """
    x, y, w, h = box
    rows = list_reasons(scene, moment)
    heights = [text.paragraph_height(c, row, w - 28, "fine") + 7 for row in rows]
    while len(rows) > 1 and sum(heights) + 60 > h:
        rows.pop()
        heights.pop()
    tall = sum(heights) + 60
    box = (x, y + h - tall, w, tall)

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, scene.ctx.t(get_title(moment)), "" if foldable else "hint")
        yy = box[1] + 52
        for row, high in zip(rows, heights, strict=True):
            text.paragraph(layer, row, x + 14, yy, w - 28, "fine", "text.body", bold_colour="text.strong")
            yy += high

    key = (scene.ctx.texts.language, scene.mark_of_review, moment, box)
    scene.panels.draw(c, "why", key, box, paint)
    return box[1]
