"""A moment as two small tables: what was laid down, what would have been better, and what comes of both, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Case, Moment
from scenes.shell.targets import Box
from scenes.study.moments import draw_more, find_case, list_sentences
from scenes.table import game_screens as games
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.scene import StudyScene

HEAD, SENTENCE, BAR, BETWEEN = 64.0, 108.0, 46.0, 12.0
"""Heights of what stands above and below the tables, and the room between."""
MOST_NAMED = 2
"""Others whose cards name a case."""
WORDS, LEAST_WORDS = (25.0, 19.0), 13.0
"""Letters of the first sentence and of the others, and the least of both."""


def shows_cases(scene: StudyScene) -> bool:
    """Whether two small tables replace the large one."""
    moment = scene.moment
    if moment is None or moment.turn != scene.turn or scene.open_hands or scene.large or scene.more:
        return False
    case = find_case(scene, moment)
    return case is not None and bool(case.played) and games.find_plays_drawing(scene.whole.game) is not None


def draw_cases(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw both courses side by side, the sentences below them, and the switch between alternatives."""
    moment = scene.moment
    assert moment is not None
    case = find_case(scene, moment)
    assert case is not None
    x, y, w, h = box
    half, low = (w - BETWEEN) / 2, y + h - BAR
    tables = h - HEAD - SENTENCE - BAR - 3 * BETWEEN

    def paint(layer: Canvas) -> None:
        draw = games.find_plays_drawing(scene.whole.game)
        assert draw is not None
        for at, laid in enumerate((case.played, case.better)):
            left = x + at * (half + BETWEEN)
            _draw_head(scene, layer, moment, bool(at), (left, y, half, HEAD))
            draw(scene.ctx, layer, laid, scene.whole.seats, (left, y + HEAD + BETWEEN, half, tables))
        draw_sentences(scene, layer, moment, (x, low - SENTENCE - BETWEEN, w, SENTENCE))

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
    card = games.name_play(scene.ctx, scene.whole.game, (case.better if better else case.played)[moment.seat])
    chance = moment.expected - (0 if better else moment.cost)
    shown = moment.expected and not moment.good and 0 <= chance <= WHOLE
    number = t("ui.percent", value=round(100 * chance / WHOLE)) if shown else ""
    words = t(f"study.case.head.{name}", card=card, level=t(f"ui.level.{moment.against}"))
    text.draw(c, words, x + 48, y + h / 2, "title", colour, "lm", max_w=w - 60 - (90 if number else 0))
    text.draw(c, number, x + w - 16, y + h / 2, "large figure", colour, "rm", max_w=80)


def draw_sentences(
    scene: StudyScene, c: Canvas, moment: Moment, box: Box, *, edge: float = 24.0, sizes: tuple[float, float] = WORDS
) -> None:
    """Draw the sentences of a moment on parchment, the first one larger; ``sizes``: of both at the most."""
    x, y, w, h = box
    wide = w - 2 * edge
    shapes.panel(c, *box, "parchment")
    first, *others = list_sentences(scene, moment)
    font = text.fit(c, first, wide, h * 0.52, text.resize("title", sizes[0]), least=LEAST_WORDS)
    text.paragraph(c, first, x + edge, y + 16, wide, font, "paper.text", bold_colour="paper.title")
    used, rest = text.paragraph_height(c, first, wide, font) + 28, " ".join(others)
    small = text.fit(c, rest, wide, h - 14 - used, text.resize("label", sizes[1]), least=LEAST_WORDS)
    text.paragraph(c, rest, x + edge, y + used, wide, small, "paper.text.muted", bold_colour="paper.text")


def _draw_switch(scene: StudyScene, c: Canvas, moment: Moment, box: Box) -> None:
    """Draw the button for figures, when it was decided, and the likeliest cases."""
    x, y, w, h = box
    t = scene.ctx.t
    shapes.panel(c, *box)
    draw_more(scene, c, (x + 10, y + 6, 100, h - 12))
    text.draw(c, t("study.case.before"), x + 122, y + h / 2, "remark", "text.muted", "lm", max_w=w * 0.5 - 134)
    if len(moment.cases) > 1:
        labels = [_name_case(scene, moment, one) for one in moment.cases]
        chosen, place = min(scene.case, len(moment.cases) - 1), (x + w * 0.5, y + 5, w * 0.5 - 8, h - 10)
        name = t("study.case.switch")
        scene.ui.segmented_control(c, "case", place, labels, chosen, scene.turn_case, name=name)


def _name_case(scene: StudyScene, moment: Moment, case: Case) -> str:
    """What the others lay down in a case, where they are few, and how often."""
    share = scene.ctx.t("study.case.share", times=max(1, round(case.share / 100)))
    others = [games.name_play(scene.ctx, scene.whole.game, one) for one in case.better if one.seat != moment.seat]
    return share if len(others) > MOST_NAMED else f"{', '.join(others)} · {share}"
