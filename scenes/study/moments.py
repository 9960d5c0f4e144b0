"""Moments of a study: which are listed by player, why another turn was better, and the rows and words that tell it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ai.analysis.decision_quality import EVERYBODY
from ai.analysis.key_moments import MOST_MOMENTS
from ai.analysis.report import RESULT, WHOLE, Case, Gain, Moment, Review
from scenes.common.opponent_names import level_name
from scenes.common.turn_sentence import tell_part, tell_turn
from scenes.shell.layers import draw_titled_panel
from scenes.shell.parts import Parts
from scenes.shell.targets import Box
from scenes.study.row_scroll import draw_foot, make_row
from scenes.study.turn_view import find_decisive_part
from scenes.table import game_screens as games
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from games.event_texts import TurnPart
    from scenes.study.scene import StudyScene

SIDES = ("own", "others", "all")
NARROW = 400.0
"""Below this width a row has two lines of words, and a breakdown its bars below its labels."""
ROW, FOOT = 57.0, 30.0
SIDES_TALL = 30.0
DOT = " · "
LOST, LESSER, GOOD = "wrong", "partial", "right"
HEAD, SENTENCE, BAR, BETWEEN = 64.0, 108.0, 46.0, 12.0
"""Heights of what stands above and below the tables, and the room between."""
MOST_NAMED = 2
"""Others whose cards name a case."""
WORDS, LEAST_WORDS = (25.0, 19.0), 13.0
"""Letters of the first sentence and of the others, and the least of both."""


def format_percent(scene: StudyScene, millionths: int) -> str:
    """Return a change of win probability in signed whole percent, with a true minus sign."""
    number = round(100 * millionths / WHOLE)
    return ("+" if number > 0 else "−" if number < 0 else "") + scene.ctx.t("ui.percent", value=abs(number))


def move_words(scene: StudyScene, turn: int, seat: int, action: int) -> str:
    """Return the name of an action of a seat in the position after ``turn`` decisions of the game."""
    table, whole = scene.table, scene.whole
    held = table.view
    table.view = whole.rules.view(whole.course.get_position(turn).state, seat)
    try:
        return table.hooks.name_action(table, action) or scene.ctx.t("study.nameless")
    finally:
        table.view = held


def name_part(scene: StudyScene, name: str) -> str:
    """Return the label of a line of the breakdown or of a swing's cause; "luck" is named by the game."""
    return scene.ctx.t(f"{scene.whole.game}.luck" if name == "luck" else f"study.bill.{name}")


class MomentSides:
    """Lists of moments: costly ones by player, the most costly first, followed by good ones."""

    def __init__(self, review: Review | None, seats: int) -> None:
        self._seats = seats
        found = [] if review is None else review.moments
        dearest = sorted((one for one in found if not one.good), key=lambda one: -one.cost)
        costly = [[one for one in dearest if one.seat == seat] for seat in range(seats)]
        self.small = [listed[MOST_MOMENTS:] for listed in costly]
        """Costly choices by seat that are not listed."""
        self.by_seat = [
            [*costly[seat][:MOST_MOMENTS], *(one for one in found if one.seat == seat and one.good)]
            for seat in range(seats)
        ]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the lists of moments that exist."""
        return SIDES if self._seats > 1 else SIDES[:1]

    def list_side(self, side: str, whose: int) -> list[Moment]:
        """Return the moments of a list as seen by seat ``whose``; those of several players are sorted by cost."""
        if side == "own":
            return self.by_seat[whose]
        seats = [seat for seat in range(self._seats) if _is_on_side(side, seat, whose)]
        return sorted([one for seat in seats for one in self.by_seat[seat]], key=lambda one: (one.good, -one.cost))


def _is_on_side(side: str, seat: int, whose: int) -> bool:
    return side == "all" or (seat == whose) == (side == "own")


def list_sentences(scene: StudyScene, moment: Moment) -> list[str]:
    """Return the sentences of a moment: its chosen alternative course, and what the choice cost against the actual
    opponents. Where that says too little, a sentence says how many more games of a hundred would be won."""
    case = find_case(scene, moment)
    said = [] if case is None else [scene.ctx.say(one.message(), scene.names) for one in case.said]
    if len(said) < 2:
        said.insert(0, scene.ctx.t("study.case.games", more=max(1, round(100 * moment.cost / WHOLE))))
    if moment.there is not None and not moment.good:
        said.append(tell_there(scene, moment))
    return said


def find_case(scene: StudyScene, moment: Moment) -> Case | None:
    """Return the alternative course of a moment that the page shows, by default the most frequent; None without any."""
    return moment.cases[min(scene.case, len(moment.cases) - 1)] if moment.cases else None


def tell_there(scene: StudyScene, moment: Moment) -> str:
    """Return as text what the choice of a moment cost against the actual opponents."""
    assert moment.there is not None
    middle, low, high = (round(100 * one / WHOLE) for one in moment.there)
    if low < 0 < high or middle == 0:
        return scene.ctx.t("study.there.nothing")
    cost = scene.ctx.t("ui.percent", value=abs(middle))
    return scene.ctx.t("study.there", points=cost) if middle > 0 else scene.ctx.t("study.there.good")


def draw_more(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw the button that shows or hides the figures of a moment."""
    scene.ui.button(c, "more", box, scene.ctx.t("study.words" if scene.more else "study.more"), scene.turn_more)


def list_reasons(scene: StudyScene, moment: Moment) -> list[str]:
    """Return sentences on what was better and why; with figures while those are shown."""
    t = scene.ctx.t
    best = moment.chosen if moment.good else moment.best
    rows = [f"*{move_words(scene, moment.turn, moment.seat, best)}*"]
    lines = scene.lines.find(moment)
    told = [] if lines is None else [tell_turn(scene.ctx.texts, line.parts, scene.names) for line in lines]
    if told:
        rows = [told[0] if moment.good else f"*{t('study.line.better')}* {told[1]}"]
    rows += [*list_sentences(scene, moment), *([t("study.not.words")] if len(scene.names) > EVERYBODY else [])]
    if not scene.more:
        return rows
    rows += list_figures(scene, moment)
    if moment.pairs:
        rows.append(t("study.turn.checked", n=moment.pairs))
    if told and not moment.good:
        rows.append(f"*{t('study.line.played')}* {told[0]}")
    return rows


def list_figures(scene: StudyScene, moment: Moment) -> list[str]:
    """Return the figures of a moment: what speaks for and against the better turn, and the bounds of the cost."""
    t = scene.ctx.t
    rows = tell_gains(scene, moment)
    # Hints speak to the player of the decision, of a plan that the turn may have carried out as well.
    if not rows and moment.reasons and moment.end <= moment.turn + 1:
        said = " ".join(scene.ctx.say(one.message(), scene.names) for one in moment.reasons)
        rows.append(t("study.advice", name=scene.names[moment.seat], said=said))
    if not moment.good:
        low, high = (max(1, round(100 * number / WHOLE)) for number in (moment.low, moment.high))
        rows.append(t("study.interval", low=low, high=high))
    return rows


def name_choices(scene: StudyScene, moment: Moment, effects: bool = True) -> tuple[str, str]:
    """Return the played and the other choice in words: the decisive part of each turn, or the names of single
    decisions. ``effects``: include what the part brought about."""
    lines, case = scene.lines.find(moment), find_case(scene, moment)
    if case is not None and case.played:
        played, better = (games.name_play(scene.ctx, scene.whole.game, laid[moment.seat])
                          for laid in (case.played, case.better))  # fmt: skip
        return (better, played) if moment.good else (played, better)
    if lines is None:
        played, better = (move_words(scene, moment.turn, moment.seat, one) for one in (moment.chosen, moment.best))
        return played, better
    parts = [find_decisive_part(lines, of) for of in (0, 1)]
    full = _name_parts(scene, *parts)
    if effects:
        return full
    short = _name_parts(scene, *[part and replace(part, effects=()) for part in parts])
    return full if len(set(short)) < len(set(full)) else short  # only what came of it may differ


def _name_parts(scene: StudyScene, *parts: TurnPart | None) -> tuple[str, str]:
    played, other = [scene.ctx.t("ui.turn.nothing") if part is None else
                     tell_part(scene.ctx.texts, part, scene.names).replace("*", "") for part in parts]  # fmt: skip
    return played, other


def tell_gains(scene: StudyScene, moment: Moment) -> list[str]:
    """Return what speaks for the better turn (or the good find) and what against it, in words, by weight."""
    worths = [2 * gain.by_seat[moment.seat] - sum(gain.by_seat) for gain in moment.gains]
    by_weight = sorted(zip(worths, moment.gains, strict=True), key=lambda pair: -abs(pair[0]))
    rows = []
    for name, sign in (("for", 1), ("against", -1)):
        terms = [_name_term(scene, moment.seat, gain) for worth, gain in by_weight if worth * sign > 0]
        if terms:
            rows.append(scene.ctx.t(f"study.gains.{name}", terms="; ".join(terms)))
    return rows


def _name_term(scene: StudyScene, seat: int, gain: Gain) -> str:
    """Return the name of what a turn changes, with the rival's name where it mostly concerns a rival."""
    if gain.term == RESULT:
        return scene.ctx.t("study.gain.result")
    term = scene.ctx.t(f"{scene.whole.game}.term.{gain.term}")
    who = max(range(len(gain.by_seat)), key=lambda one: (abs(gain.by_seat[one]), one == seat))
    way = "more" if gain.by_seat[who] > 0 else "less"
    return term if who == seat else scene.ctx.t(f"study.gain.{way}", term=term, name=scene.names[who])


def get_title(moment: Moment) -> str:
    return "study.good" if moment.good else "study.instead"


def draw_why(scene: StudyScene, c: Canvas, moment: Moment, box: Box, foldable: bool = False) -> float:
    """Draw the panel of reasons at the lower edge of a box, as high as its text; return the y of its upper edge.
    ``foldable``: a button stands in place of the icon."""
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

    key = (scene.ctx.texts.language, scene.mark_of_review, moment, box, scene.more)
    scene.panels.draw(c, "why", key, box, paint)
    if not foldable:
        draw_more(scene, c, (x + w - 112, box[1] + 8, 100, 30))
    return box[1]


def format_difference(number: int) -> str:
    """Return a whole number as text with a leading sign and a true minus; 0 without a sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def draw_moments(scene: StudyScene, parts: Parts, box: Box) -> None:
    """Draw the moments of the chosen list as rows; a press shows the position or the turn."""
    x, y, w, h = box
    sides, review = scene.sorted.names, scene.review
    labels = [_name_side(scene, side) for side in sides]
    tall = parts.ui.touch.grow(SIDES_TALL)
    parts.ui.segmented_control(parts.c, "side", (x, y, w, tall), labels, sides.index(scene.side), scene.turn_side)
    if review is None:
        return
    running = not review.finished and not scene.stopped
    place = (x, y + tall + 8, w, h - tall - 8 - (FOOT if running else 0))
    name = f"moments.{scene.side}.{scene.whose}"
    listed = scene.sorted.list_side(scene.side, scene.whose)
    moments = scene.rows.choose(name, listed, place, parts.ui.touch.grow(ROW - 4) + 4, scene.moment)
    rows = [_make_row(scene, parts, number, moment, w < NARROW) for number, moment in enumerate(moments)]
    if running:
        waiting = [one for one in review.checking if _is_on_side(scene.side, one[1], scene.whose)]
        rows += [_make_waiting_row(scene, parts, number, *one) for number, one in enumerate(waiting)]
        rows = rows[: int(place[3] // parts.ui.touch.pitch)] if parts.ui.touch.least else rows
        _draw_progress(scene, parts.c, review, (x + 10, y + h - FOOT, w - 20, FOOT))
    words = _find_note(scene)
    if words and not scene.rows.hidden:
        rows.append(parts.inset(parts.prose(words, w - 32, "remark", "text.muted", gap=0), 16))
    parts.column(rows, gap=4).draw(place)
    if not running:
        draw_foot(parts.c, parts.ui, parts.t, scene.rows, len(moments))


def _name_side(scene: StudyScene, side: str) -> str:
    """What a side is called, with the number of its moments."""
    count = len(scene.sorted.list_side(side, scene.whose))
    seats = len(scene.names)
    if side == "own":
        name = scene.names[scene.whose]
    elif side == "others" and seats == 2:
        name = scene.names[1 - scene.whose]
    else:
        name = scene.ctx.t(f"study.side.{side}")
    return f"{name} · {count}"


def _find_note(scene: StudyScene) -> str:
    """Return the text below the rows: why there are none, or what the unlisted small ones cost together."""
    t, review = scene.ctx.t, scene.review
    if review is None:
        return ""
    if scene.side != "own" and len(scene.names) > EVERYBODY:
        return t("study.not.others")
    if not review.finished:
        return ""
    if all(one.good for one in scene.sorted.list_side(scene.side, scene.whose)):
        return t(f"study.why.{review.why[scene.whose] or 'well_played'}") if scene.side == "own" else ""
    small = scene.sorted.small[scene.whose]
    cost = round(100 * sum(one.cost for one in small) / WHOLE)
    return t("study.small", n=len(small), cost=format_difference(-cost)) if small and scene.side == "own" else ""


def _draw_progress(scene: StudyScene, c: Canvas, review: Review, box: Box) -> None:
    """Draw how much of the analysis is done, and what is being done."""
    x, y, w, h = box
    t, left = scene.ctx.t, len(review.checking)
    words = t("study.checking.left", n=left) if left else t("study.still")
    text.draw(c, words, x, y + h / 2 - 2, "fine", "text.muted", "lm", max_w=w - 96)
    shapes.round_rect(c, x + w - 84, y + h / 2 - 6, 84, 8, 4, "well")
    done = 84 * review.done / 1000
    if done > 4:
        shapes.gradient_box(c, x + w - 84, y + h / 2 - 6, done, 8, 4, [(0, "accent.bright"), (1, "accent")])


def _make_waiting_row(scene: StudyScene, parts: Parts, number: int, turn: int, seat: int) -> Part:
    """Return a turn that is still being checked: no number is shown before it is confirmed."""
    one = scene.whole.seats[seat]
    words = scene.ctx.t("study.checking", place=scene.lines.name_place(scene.ctx.texts, turn))
    row = parts.row([
        Part(40, lambda box: shapes.badge(parts.c, one.colour, one.emblem, box[0] + 20, layout.middle(box), 9)),
        parts.line(words, "remark", "text.dim", share=1),
        parts.line("…", "name", "text.dim", align="r", width=32),
        parts.space(12),
    ], ROW - 4, gap=0)  # fmt: skip
    return parts.press(f"checking.{number}", row, partial(scene.go, turn))


def _make_row(scene: StudyScene, parts: Parts, number: int, moment: Moment, narrow: bool) -> Part:
    (title, where), short = (_tell_choices(scene, moment, effects) for effects in (True, False))
    # The sign before it and the line below say which it is; who would have seen it is told last.
    plain = name_choices(scene, moment, effects=False)[0]
    titles = [title, short[0], short[0].partition(DOT)[2] or short[0], plain]
    notes = [one for words in (where, short[1]) for one in (words, words.rpartition(DOT)[0] or words)]
    if narrow:
        titles, notes = [plain], []
    percent = 100 * moment.cost / WHOLE
    words = scene.ctx.texts.decimal(percent, 1) if percent < 9.95 else str(round(percent))
    cost = ("+" if moment.good else "−") + scene.ctx.t("ui.percent", value=words)
    sign, ink = partial(_draw_sign, scene, parts.c, moment), "gain" if moment.good else "loss"
    row = make_row(parts, titles, notes, cost, ROW - 4, sign, ink=ink)
    act, marked = partial(scene.open_moment, moment), moment == scene.moment
    return parts.press(f"moment.{number}", row, act, marked=marked, tip=(title, where))


def _draw_sign(scene: StudyScene, c: Canvas, moment: Moment, box: Box) -> None:
    """Draw how much it was, or whose, where several are listed."""
    x, y, percent = box[0] + 20, layout.middle(box), 100 * moment.cost / WHOLE
    if scene.side != "own":
        one = scene.whole.seats[moment.seat]
        shapes.badge(c, one.colour, one.emblem, x, y, 9)
        return
    r = 8.0 if moment.good else min(9.0, 3.6 + 0.8 * percent)
    shapes.round_rect(c, x - r, y - r, 2 * r, 2 * r, r, GOOD if moment.good else LOST if percent >= 3 else LESSER)
    if moment.good:
        icons.draw(c, "check", x, y, 11, "text")


def _tell_choices(scene: StudyScene, moment: Moment, effects: bool = True) -> tuple[str, str]:
    """Return two texts: where in the game and what was played (or a card's effect), and what would have been better."""
    t, (chosen, best) = scene.ctx.t, name_choices(scene, moment, effects)
    found = t("study.found", chosen=chosen) if moment.good else chosen
    where, better = scene.lines.name_place(scene.ctx.texts, moment.turn), moment_words(scene, moment, best)
    positions = scene.whole.course.positions[moment.turn - scene.first :]
    told = games.tell_play(scene.ctx, scene.whole.game, [one.state for one in positions], moment.seat)
    return (told, f"{where}{DOT}{better}") if told else (f"{where}{DOT}{found}", better)


def moment_words(scene: StudyScene, moment: Moment, best: str) -> str:
    """Return what would have been better (``best``, in words), and the level that would have found it."""
    t = scene.ctx.t
    if moment.good:
        return t(f"study.gained.{moment.against}")
    better = t("study.better", best=best)
    if not moment.seen_by:
        return better
    return better + DOT + t("study.seen_by", level=level_name(scene.ctx, moment.seen_by))


# A moment as two small tables: what was laid down, what would have been better, and what comes of both, in words.


def shows_cases(scene: StudyScene) -> bool:
    """Whether two small tables with the cards laid down replace the large one."""
    moment = scene.moment
    if moment is None or moment.turn != scene.turn or scene.open_hands or scene.large or scene.more:
        return False
    case = find_case(scene, moment)
    return case is not None and bool(case.played) and games.find_plays_drawing(scene.whole.game) is not None


def draw_cases(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw the cards of the played and the better course side by side, sentences below, and the switch of
    alternatives."""
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
    """Draw what the player laid down, and the chance to win with it."""
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
    """Draw the sentences of a moment on parchment, the first larger; ``sizes``: largest sizes of the first and the
    others."""
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
    """Return the label of an alternative course: what the others lay down, where they are few, and how often."""
    share = scene.ctx.t("study.case.share", times=max(1, round(case.share / 100)))
    others = [games.name_play(scene.ctx, scene.whole.game, one) for one in case.better if one.seat != moment.seat]
    return share if len(others) > MOST_NAMED else f"{', '.join(others)} · {share}"
