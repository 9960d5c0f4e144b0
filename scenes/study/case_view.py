"""A moment in human words: how it went and how it could have gone, as two small tables and two sentences."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Case, Moment
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.scene import StudyScene

HEAD, SENTENCE, BAR, GAP = 64.0, 108.0, 46.0, 12.0
MOST_NAMED = 2
"""Others whose cards name a case."""
LARGE, SMALL, LEAST = 25.0, 19.0, 13.0
"""Letters of the first sentence, and of the second."""


def list_sentences(scene: StudyScene, moment: Moment) -> list[str]:
    """Return what a moment says: how it could have gone, and how far that holds against those who sat there."""
    case = find_case(scene, moment)
    said = [] if case is None else [scene.ctx.say(one.message(), scene.names) for one in case.said]
    if moment.there is not None and not moment.good:
        said.append(tell_there(scene, moment))
    return said


def find_case(scene: StudyScene, moment: Moment) -> Case | None:
    """Return the chosen alternative course of a moment, by default the most frequent one."""
    return moment.cases[min(scene.case, len(moment.cases) - 1)] if moment.cases else None


def tell_there(scene: StudyScene, moment: Moment) -> str:
    """Return the text of what a choice cost against the actual opponents."""
    assert moment.there is not None
    middle, low, high = (round(100 * one / WHOLE) for one in moment.there)
    if low < 0 < high:
        return scene.ctx.t("study.there.nothing")
    return scene.ctx.t("study.there", points=abs(middle)) if middle > 0 else scene.ctx.t("study.there.good")


def can_show(scene: StudyScene) -> bool:
    """Whether two small tables replace the large one."""
    moment = scene.moment
    if moment is None or moment.turn != scene.turn or scene.open_hands or scene.large or scene.more:
        return False
    case = find_case(scene, moment)
    return case is not None and bool(case.played) and games.find_laid_drawing(scene.whole.game) is not None


def draw_cases(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw both courses side by side, the sentences below them, and the switch between alternatives."""
    moment = scene.moment
    assert moment is not None
    case = find_case(scene, moment)
    assert case is not None
    x, y, w, h = box
    half, low = (w - GAP) / 2, y + h - BAR
    tables = h - HEAD - SENTENCE - BAR - 3 * GAP

    def paint(layer: Canvas) -> None:
        draw = games.find_laid_drawing(scene.whole.game)
        assert draw is not None
        for at, laid in enumerate((case.played, case.better)):
            left = x + at * (half + GAP)
            _draw_head(scene, layer, moment, bool(at), (left, y, half, HEAD))
            draw(scene.ctx, layer, laid, scene.whole.seats, (left, y + HEAD + GAP, half, tables))
        _draw_sentences(scene, layer, moment, (x, low - SENTENCE - GAP, w, SENTENCE))

    key = (scene.ctx.texts.language, scene.mark_of_review, moment, box, scene.case)
    scene.panels.draw(c, "cases", key, box, paint)
    _draw_switch(scene, c, moment, (x, low, w, BAR))


def _draw_head(scene: StudyScene, c: Canvas, moment: Moment, better: bool, box: Box) -> None:
    """What was laid down, and the chance of winning the game with it."""
    x, y, w, h = box
    t, colour = scene.ctx.t, "gain" if better else "loss"
    shapes.panel(c, *box)
    shapes.round_rect(c, x, y, w, h, 10, colour, border=2)
    icons.draw(c, "check" if better else "ph-user", x + 26, y + h / 2, 20, colour)
    name = "played" if better is moment.good else "better" if better else "other"
    case = moment.cases[0]
    card = games.name_laid(scene.ctx, scene.whole.game, (case.better if better else case.played)[moment.seat])
    chance = moment.expected - (0 if better else moment.cost)
    shown = moment.expected and not moment.good and 0 <= chance <= WHOLE
    number = t("ui.percent", value=round(100 * chance / WHOLE)) if shown else ""
    words = t(f"study.case.head.{name}", card=card, level=t(f"ui.level.{moment.against}"))
    text.draw(c, words, x + 48, y + h / 2, "title", colour, "lm", max_w=w - 60 - (90 if number else 0))
    text.draw(c, number, x + w - 16, y + h / 2, "large figure", colour, "rm", max_w=80)


def _draw_sentences(scene: StudyScene, c: Canvas, moment: Moment, box: Box) -> None:
    x, y, w, h = box
    shapes.panel(c, *box, "parchment")
    said = list_sentences(scene, moment)
    font = text.fit(c, said[0], w - 48, h * 0.52, text.resize("title", LARGE), least=LEAST)
    text.paragraph(c, said[0], x + 24, y + 16, w - 48, font, "paper.text", bold_colour="paper.title")
    used, rest = text.paragraph_height(c, said[0], w - 48, font) + 28, " ".join(said[1:])
    small = text.fit(c, rest, w - 48, h - 14 - used, text.resize("label", SMALL), least=LEAST)
    text.paragraph(c, rest, x + 24, y + used, w - 48, small, "paper.text.muted", bold_colour="paper.text")


def _draw_switch(scene: StudyScene, c: Canvas, moment: Moment, box: Box) -> None:
    """The moments before and after, and the likeliest cases."""
    x, y, w, h = box
    t = scene.ctx.t
    shapes.panel(c, *box)
    for name, icon, by, at in (("before", "left", -1, x + 26), ("after", "right", 1, x + 62)):
        tip = (t(f"study.moment.{name}"), t("study.moment.keys"))
        scene.ui.icon_button(c, name, at, y + h / 2, 15, icon, partial(scene.to_moment, by), tip=tip)
    draw_more(scene, c, (x + 88, y + 6, 100, h - 12))
    text.draw(c, t("study.case.before"), x + 200, y + h / 2, "remark", "text.muted", "lm", max_w=w * 0.5 - 212)
    if len(moment.cases) > 1:
        labels = [_name_case(scene, moment, one) for one in moment.cases]
        chosen, place = min(scene.case, len(moment.cases) - 1), (x + w * 0.5, y + 5, w * 0.5 - 8, h - 10)
        name = t("study.case.switch")
        scene.ui.segmented_control(c, "case", place, labels, chosen, scene.turn_case, name=name)


def _name_case(scene: StudyScene, moment: Moment, case: Case) -> str:
    """What the others lay down in a case, where they are few, and how often."""
    share = scene.ctx.t("study.case.share", times=max(1, round(case.share / 100)))
    others = [games.name_laid(scene.ctx, scene.whole.game, one) for one in case.better if one.seat != moment.seat]
    return share if len(others) > MOST_NAMED else f"{', '.join(others)} · {share}"


def draw_more(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw the button that switches between the figures of a moment and its sentences."""
    scene.ui.button(c, "more", box, scene.ctx.t("study.words" if scene.more else "study.more"), scene.turn_more)
