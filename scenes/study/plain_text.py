"""The analysis of a finished game as lines of text: result, breakdown of every seat, swings, moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Moment, Swing
from engine.storage import saves
from scenes.common.plain_text import save_text
from scenes.study import side_panels, swings
from scenes.study.moment_list import format_difference
from scenes.study.reasons import name_choices, tell_gains

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

WHOLE_TURN = 1000
"""Sentences of a swing: a file has room for all."""


def save_analysis(scene: Looking) -> None:
    """Save what the study shows as a text file."""
    save_text(scene.ctx, f"{saves.make_stem(scene.whole)}-analysis", list_lines(scene))


def list_lines(scene: Looking) -> list[str]:
    """Return the lines of the analysis; before there is one, of the result alone."""
    t, review = scene.ctx.t, scene.review
    lines = [t(f"{scene.whole.game}.name"), scene.result_words() if scene.over else t("study.not_over"), ""]
    if review is not None:
        for seat, name in enumerate(scene.names):
            start, shown, end = side_panels.count_parts(review, seat, scene.detailed)
            lines += [name, f"- {t('study.bill.start', n=review.seats)}: {t('ui.percent', value=start)}"]
            for part, number in shown.items():
                if number:
                    lines.append(f"- {t(f'study.bill.{part}')}: {format_difference(number)}")
            lines += [f"- {t('reader.chance_at_end')}: {t('ui.percent', value=end)}", ""]
        lines += [t("study.swings"), *(_describe_swing(scene, one) for one in swings.list_swings(scene)), ""]
        lines += [t("study.moments")]
        for moment in review.moments:
            lines += [_describe_moment(scene, moment), *([tell_gains(scene, moment)] if moment.gains else [])]
    return lines


def _describe_swing(scene: Looking, swing: Swing) -> str:
    where = scene.ctx.t(
        "study.swing.at", turn=scene.lines.find_number(swing.turn), cause=swings.explain_cause(scene, swing)
    )
    told = f"{where}: {swings.describe_swing(scene, swing, WHOLE_TURN)} ({swings.format_changes(scene, swing)})"
    return ". ".join(filter(None, (told, swings.tell_foreseen(scene, swing))))


def _describe_moment(scene: Looking, moment: Moment) -> str:
    played, other = name_choices(scene, moment)
    text_id = "reader.moment.good" if moment.good else "reader.moment"
    return scene.ctx.t(
        text_id, turn=scene.lines.find_number(moment.turn), name=scene.names[moment.seat], played=played, better=other,
        cost=round(100 * moment.cost / WHOLE),
    )  # fmt: skip
