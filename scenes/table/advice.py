"""The advice a person has asked for: for one decision, shown to nobody else, in the panel where the log stands
otherwise."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ai.decision import Considered, Decision, count_equals, find_recommendation, is_mixed
from engine.contract import Message
from engine.storage.folders import FolderError
from scenes.common.turn_sentence import shorten_turn, tell_part, tell_turn
from scenes.shell import layers
from scenes.shell.targets import Box, make_explaining
from scenes.table import game_log
from scenes.table.game_log import Row
from scenes.table.opponents import Hint, Owed
from scenes.table.script import AnyTable
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Stack, columns, inset, middle


class Hints:
    """The shown advice: an expert's view of one decision."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.shown: Decision | None = None
        self.count = 0
        """How many hints there have been: tells the picture of one from that of the next."""
        self.rows: list[Row] = []
        """The lines of what is shown, as they are drawn now."""
        self._owed: Owed | None = None
        self._agreed = False
        """Whether the person wants advice in this game although it costs something."""

    @property
    def best(self) -> int | None:
        """The most recommended action."""
        return None if self.shown is None else find_recommendation(self.shown, ())

    def ask(self) -> None:
        """Show the expert's view of the player's options, or hide it when it is shown."""
        table = self._table
        if table.guide is not None and table.guide.advise():
            return
        if self.shown is not None:
            self.drop()
        elif not table.may_act() or table.opponents.hinting or table.viewer is None:
            table.ctx.play("refused")
        elif self._costs():
            self._ask_first()
        else:
            table.opponents.ask_hint(table.viewer)
        table.ui.dirty = True

    def _costs(self) -> bool:
        """Whether advice would take from a game what it counts for, and the person has not been asked about that."""
        table = self._table
        asks = table.ctx.settings.ask_advice and not (self._agreed or table.ctx.instant)
        return asks and not table.session.helped and table.session.autosave is not None

    def _ask_first(self) -> None:
        """Ask once a game whether advice is worth what it costs."""
        table = self._table
        t = table.ctx.t

        def show(for_ever: bool) -> None:
            self._agreed = True
            if for_ever:
                table.ctx.settings.ask_advice = False
                table.ctx.save_settings()
            self.ask()

        choices: list[tuple[str, str, Callable[[], None]]] = [
            ("stay", t("advice.ask.stay"), lambda: None),
            ("always", t("advice.ask.always"), partial(show, True)),
            ("show", t("advice.ask.show"), partial(show, False)),
        ]
        table.ctx.ask(t("advice.ask.title"), t("advice.ask.body"), choices)

    def update(self, answered: Hint | None) -> None:
        """Show an answered hint if its decision is still pending; hide the shown one once its decision is made."""
        table = self._table
        if answered is not None:
            table.ui.dirty = True
            if table.may_act() and answered.owed == table.get_pending():
                self.take(answered)
                table.ctx.play("advice")
        if self.shown is not None and self._owed != table.get_pending():
            self.drop()

    def take(self, hint: Hint) -> None:
        """Show an answer, whose decision is still pending, without resignation among the options."""
        giving_up = self._table.session.rules.resignations  # nobody's advice
        left = [one for one in hint.decision.considered if one.action not in giving_up]
        self.shown, self._owed = replace(hint.decision, considered=left), hint.owed
        self.count += 1
        self._mark()

    def _mark(self) -> None:
        """The game counts as one with advice from now on; what that means is said once."""
        table = self._table
        counted = not table.session.helped
        try:
            fresh = table.session.note_advice()
        except FolderError as error:
            table.turns.report_folder_error(error)
            fresh = True
        if fresh and counted and not self._agreed and table.session.autosave is not None:
            table.ctx.toast(table.ctx.t("ui.hint.counts"), at_top=True)

    def drop(self) -> None:
        """Hide the shown advice and cancel a requested one."""
        self.shown = self._owed = None
        self.rows.clear()
        self._table.opponents.drop_hint()
        self._table.ui.dirty = True


OPTIONS = 3
"""Options of the expert that are named, at most."""
MOST_REASONS = 3
LEAST_PLAN = 12.5
"""Sizes of the letters of a plan, the largest first."""
CAPTION, CAPTION_RIGHT = 21, 40
"""Right edge of the caption of the numbers, left of the title's sign."""
TITLED_FROM = 100.0
"""Height of the panel of the chronicle from which it has room for a title."""
CHANCE_TALL = 22
"""The line at the foot that tells the chance to win."""


def draw(table: AnyTable, c: Canvas, box: Box, label: Callable[[int], str], look: "OptionsLook | None" = None) -> None:
    """Draw in the box the expert's view of the player's options while advice is shown, else the log. ``label`` names an
    action in few words."""
    if table.news.advises:
        _advice(table, c, box, label, look or OptionsLook(_draw_option))
    else:
        chronicle(c, table, box)


def list_content(table: AnyTable) -> Hashable:
    """Return a key of all that this panel shows; a new one in each frame while another part of the program draws in
    it."""
    news = table.news
    if news.aside is not None or news.comment is not None:
        return object()
    return tuple(news.lines), news.scroll, news.since, news.missed, news.hint is None, news.hints, news.hinting


def chronicle(c: Canvas, table: AnyTable, box: Box) -> None:
    """Draw the log; after a handover lines since the player's last turn are bright, with a note."""
    news = table.news
    if news.aside is not None:
        news.aside(c, box)
        return
    if news.comment is not None:
        box = news.comment(c, box)
        if box[3] < TITLED_FROM:
            if box[3]:
                shapes.panel(c, *box)
                lines(c, table, inset(box, 0.0, 5.0))
            return
    title = table.ctx.t("ui.chronicle.since" if news.missed else "ui.chronicle")
    lines(c, table, box, title)
    open_button(c, table, box[0] + box[2] - 26, box[1] + 24)


def lines(c: Canvas, table: AnyTable, box: Box, title: str = "") -> None:
    """Draw the newest lines of the log in a box, within a panel if there is a title."""
    news = table.news
    game_log.draw_panel(
        c, table.ctx, table.ui, table.panels, table.game, box, news.lines, table.seats, news.scroll,
        None if table.by_fingers else news.open_line, news.since, title,
    )  # fmt: skip
    if table.by_fingers and news.open_all is not None:  # for fingers a line is too small
        tip = (table.ctx.t("chronicle.open"), table.ctx.t("chronicle.open.tip"))
        table.ui.zone("chronicle", box, news.open_all, tip=tip, radius=10)


def open_button(c: Canvas, table: AnyTable, x: float, y: float) -> None:
    """Draw the button that opens the whole log."""
    act = table.news.open_all
    if act is not None and not table.by_fingers:
        t = table.ctx.t
        tip = (t("chronicle.open"), t("chronicle.open.tip"))
        table.ui.icon_button(c, "chronicle", x, y, 13, "scroll", act, tip=tip)


def _advice(table: AnyTable, c: Canvas, box: Box, label: Callable[[int], str], look: "OptionsLook") -> None:
    t = table.ctx.t
    x, y, w, _ = box
    hint = table.news.hint
    considered: list[Considered] = (
        [] if hint is None else sorted(hint.considered, key=lambda one: -one.weight)[: look.most]
    )

    def paint(layer: Canvas) -> None:
        table.news.rows.clear()
        layers.draw_titled_panel(layer, box, t("ui.hint.title"), "hint")
        if hint is None:
            text.paragraph(layer, t("ui.hint.thinking"), x + 18, y + 58, w - 36, "remark", "text")
            return
        if not considered:
            return
        reasons = considered[0].reasons
        numbers = Numbers(table, hint, considered)
        numbers.name(layer, x + w - CAPTION_RIGHT, y + CAPTION, w - 130)
        foot = foot_line(table, layer, box, hint, numbers)
        column = Stack((x + 8, y + look.top, w - 16, foot - y - look.top))
        room = column.room - look.under
        if reasons:  # why the best one is the best says more than what comes third
            room -= text.paragraph_height(layer, table.ctx.say(reasons[0], table.names), w - 32, "fine")
        named = name_options(table, considered, label)
        for k, (one, name) in enumerate(named):
            if k == 0 and one.plan:
                shown, font, tall = _fit_plan(table, layer, one, w - 84, (room, column.room))
                place = column.take(tall)
                text.paragraph(layer, shown, place[0] + 8, place[1], place[2] - 68, font, "text.title")
                right = place[0] + place[2] - 6
                text.draw(layer, numbers.words(one), right, place[1] + 10, "strong", "text.title", "rm")
            elif k == 0 or room >= look.tall:
                tall, place = look.tall, column.take(look.tall)
                look.draw(layer, place, name, numbers, one)
            else:
                break
            room -= tall
            note_option(table, numbers, one, name, place)
        shapes.rule(layer, x + 14, column.y + look.rule, w - 28, ornament=False)
        column.skip(look.under)
        tell_reasons(table, layer, reasons, (x + look.edge, column.y), w - 2 * look.edge, foot, "fine", look.gap)

    table.panels.draw(c, "advice", (hint is None, table.news.hints), box, paint)
    note_rows(table)


def name_options(
    table: AnyTable, considered: Sequence[Considered], label: Callable[[int], str]
) -> list[tuple[Considered, str]]:
    """Return the options with their names, without those that are the same turn in another order.

    The best is named as a whole turn, others by the first part in which they differ from it; where no turn is known
    ``label`` names the action.
    """
    found: list[tuple[Considered, str]] = []
    turns: list[list[str]] = []
    for one in considered:
        turn = sorted(repr(part.key) for part in one.plan)
        if one.plan and turn in turns:
            continue
        turns.append(turn)
        if not one.plan:
            found.append((one, label(int(one.action))))
        elif not found:
            found.append((one, tell_turn(table.ctx.texts, one.plan, table.names).replace("*", "")))
        else:
            known = [part.key for part in considered[0].plan]
            new = next((part for part in one.plan if part.key not in known), one.plan[0])
            name = tell_part(table.ctx.texts, new, table.names).replace("*", "")
            found.append((one, label(int(one.action)) if new is one.plan[0] else name))
    return found


def _fit_plan(
    table: AnyTable, layer: Canvas, one: Considered, w: float, rooms: Sequence[float]
) -> tuple[str, text.Font, float]:
    """Words of a plan, their font and their height: whole and large in the first of the rooms in which it
    goes, else its first steps."""

    whole = tell_turn(table.ctx.texts, one.plan, table.names).replace("*", "")
    for room in rooms:
        font = text.fit(layer, whole, w, room, "name", least=LEAST_PLAN)
        if (tall := text.paragraph_height(layer, whole, w, font)) <= room:
            return whole, font, tall + 4
    room, font = rooms[-1] - 6, text.resize("name", LEAST_PLAN)
    words = shorten_turn(
        table.ctx.texts,
        one.plan,
        table.names,
        lambda said: text.paragraph_height(layer, said.replace("*", ""), w, font) <= room,
    ).replace("*", "")
    return words, font, text.paragraph_height(layer, words, w, font) + 4


def _draw_option(layer: Canvas, box: Box, name: str, numbers: "Numbers", one: Considered) -> None:
    """Draw an option in one line, the best one brighter."""
    style, ink = ("name", "text.title") if numbers.is_first(one) else ("label", "text.muted")
    _draw_line(layer, box, name, style, numbers.words(one), ink)


def _draw_line(layer: Canvas, box: Box, name: str, style: str, number: str, ink: str) -> None:
    """Draw a name at the left of a line and a number at its right."""
    left, right = columns(box, [0.0, 50.0], shares=[1.0, 0.0])
    text.draw(layer, name, left[0] + 8, middle(box), style, "text", "lm", max_w=left[2] - 8)
    text.draw(layer, number, right[0] + right[2] - 6, middle(box), "strong", ink, "rm")


def draw_bar(c: Canvas, x: float, y: float, w: float, share: float, *, best: bool) -> None:
    """Draw a bar centred at height ``y`` and filled to ``share`` (0 to 1), brighter for the ``best`` option."""
    shapes.round_rect(c, x, y - 6, w, 12, 6, "well")
    if w * min(1.0, share) >= 3:
        stops = [(0.0, "accent.bright"), (1.0, "accent")] if best else [(0.0, "text.dim"), (1.0, "line")]
        shapes.gradient_box(c, x, y - 6, max(12.0, w * min(1.0, share)), 12, 6, stops)


class Numbers:
    """Number next to each option: its win probability, or how often it is chosen when advice is a mixed strategy."""

    def __init__(self, table: AnyTable, hint: Decision, shown: Sequence[Considered]) -> None:
        self._table = table
        chances = [one.chance for one in shown if one.chance is not None]
        self.by_chance = bool(shown) and not is_mixed(hint) and len(chances) == len(shown)
        # Options that are nearly as good are told apart by tenths.
        alike = len({round(100 * chance) for chance in chances}) < len({round(1000 * chance) for chance in chances})
        self.equals = count_equals(shown) if self.by_chance else 0
        """How many of those shown are about equal, the first among them."""
        self._digits = 1 if alike and self.equals < 2 else 0
        self._first = shown[0] if shown else None

    def name(self, layer: Canvas, right: float, y: float, room: float) -> None:
        """Draw what the numbers mean, right-aligned at ``right`` and at most ``room`` wide."""
        name = "ui.hint.equal" if self.equals > 1 else "ui.hint.by_chance" if self.by_chance else "ui.hint.by_share"
        words = self._table.ctx.t(name)
        text.draw_rows(layer, words, right, y, room, "fine", "text.muted", "r", high=30)

    def is_first(self, one: Considered) -> bool:
        """Whether an option is the best of those shown."""
        return one is self._first

    def part(self, one: Considered) -> float:
        """Return the option's number from 0 to 1: its win probability, or how often the advice chooses it."""
        return float(one.chance if self.by_chance and one.chance is not None else one.weight)

    def words(self, one: Considered) -> str:
        """Return the number of an option as text."""
        said = self._percent(self.part(one), self._digits if self.by_chance else 0)
        near = self.equals > 1 and self._first is not None and count_equals((self._first, one)) > 1
        return self._table.ctx.t("ui.hint.about", percent=said) if near else said

    def tips(self, one: Considered) -> str:
        """Return the tooltip of an option's number."""
        t = self._table.ctx.t
        found = []
        if not self.by_chance:
            found.append(t("ui.hint.weight", percent=self._percent(one.weight, 0)))
        if one.chance is not None:
            found.append(t("ui.hint.with", percent=self._percent(one.chance, self._digits)))
        return " ".join(found)

    def _percent(self, part: float, digits: int) -> str:
        ctx = self._table.ctx
        return ctx.t("ui.percent", value=ctx.texts.decimal(100 * part, digits))


class OptionsLook(NamedTuple):
    """Layout of options in the panel, in units: ``draw`` draws one; ``most`` options, from ``top``, ``tall`` each.

    ``under``: space below them, with the rule ``rule`` units down; ``edge``: left edge of the reasons, ``gap`` between
    two.
    """

    draw: Callable[[Canvas, Box, str, Numbers, Considered], None]
    most: int = OPTIONS
    top: float = 47
    tall: float = 20
    under: float = 14
    rule: float = 4
    edge: float = 16
    gap: float = 7


def note_option(table: AnyTable, numbers: Numbers, one: Considered, name: str, box: Box) -> None:
    """Record a drawn option of the advice: its box, its places on the board, and the tooltip of its number."""
    table.news.rows.append(Row(box, table.spoken.list_action_places(int(one.action)), (name, numbers.tips(one))))


def note_rows(table: AnyTable) -> None:
    """Register the recorded rows of advice (:func:`note_option`) as targets with tooltips."""
    rows = enumerate(table.news.rows)
    found = [make_explaining(f"advice.{at}", row.box, row.tip, radius=6, exact=True) for at, row in rows]
    table.ui.explain_each("advice", found)


def tell_reasons(
    table: AnyTable,
    layer: Canvas,
    reasons: Sequence[Message],
    at: tuple[float, float],
    w: float,
    foot: float,
    style: str,
    gap: float,
) -> None:
    """Draw the reasons of advice from ``at`` (x, y) downwards, ``w`` wide, as many as fit above ``foot``."""
    x, y = at
    for reason in reasons[:MOST_REASONS]:
        words = table.ctx.say(reason, table.names)
        if y + text.paragraph_height(layer, words, w, style) > foot:
            break
        tall = text.paragraph(layer, words, x, y, w, style, "text.body") + gap
        places = table.spoken.list_named_places(reason, table.view)
        if places:
            table.news.rows.append(Row((x - 8, y - gap / 2, w + 16, tall), places))
        y += tall


def foot_line(table: AnyTable, layer: Canvas, box: Box, hint: Decision, numbers: Numbers) -> float:
    """Draw the win probability at the foot of advice, unless each option shows its own; return the y down to which
    there is room above it."""
    x, y, w, h = box
    if hint.chance is None or numbers.by_chance:
        return y + h - 8
    yy = y + h - 8 - CHANCE_TALL
    t = table.ctx.t
    percent = t("ui.percent", value=round(100 * hint.chance))
    _draw_line(layer, (x + 8, yy, w - 16, CHANCE_TALL), t("ui.hint.chance"), "label", percent, "text.title")
    return yy
