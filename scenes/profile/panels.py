"""The panels of the page *You*, and what the record of finished games says about one person."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from ai import character
from ai.ratings import GAMES, Own, find_nearest_even, own_rating
from engine import names, registry
from engine.content import achievements
from engine.seats import WHO, Seat
from engine.storage.household import FIRST
from engine.storage.statistics import Meeting, PlayedGame, find_seat, list_meetings
from scenes.common import opponent_names
from scenes.common.player_identity import build_face, build_plain_face, draw_face, name_picture
from scenes.menus.game_choices import list_first_games
from scenes.menus.open_save import MOST_SCORES, open_study
from scenes.puzzles.puzzle_results import count_days_in_a_row
from scenes.shell import routes
from scenes.shell.i18n import format_time, read_time
from scenes.shell.parts import LOW_HEAD, Parts
from scenes.table import game_screens
from sprites.base import icons, layout, portrait, regalia, shapes, strokes, text
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.content.achievements import Achievement, Record
    from engine.content.spaced_repetition import Missed
    from engine.storage.saves import SlotInfo
    from scenes.profile.scene import You
    from sprites.base.canvas import Canvas


# What the record of finished games says about one person: days, ratings and their course, the last games.

CURVE_GAMES = 30
"""Games whose ratings the curve shows."""
WEEK = 7


@dataclass(frozen=True, slots=True)
class GameRating:
    """A person's rating in one game: ``own``, None before the fifth game; ``left``: games until then.

    ``curve``: ratings after each of the last games; ``week``: change within seven days, None without games before them;
    ``even``: a character of about the same strength.
    """

    game: str
    own: Own | None
    left: int
    curve: tuple[int, ...]
    week: int | None
    even: str | None


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything about one person; ``games``: newest first, ``days``: number of finished games by day."""

    name: str
    games: tuple[PlayedGame, ...]
    days: dict[date, int]
    ratings: tuple[GameRating, ...]


@dataclass(slots=True)
class Found:
    """Data read in the background. ``stars``: stars won, of how many, thrones won, of how many, for ``owner``;
    ``scores``: by game id and seat, of the last games still saved; ``slots``: saves by game id; ``moments``: those
    due."""

    games: list[PlayedGame] = field(default_factory=list)
    slots: dict[str, SlotInfo] = field(default_factory=dict)
    moments: list[Missed] = field(default_factory=list)
    stars: tuple[int, int, int, int] | None = None
    owner: str = FIRST
    scores: dict[str, tuple[int, ...]] = field(default_factory=dict)


def list_people(games: Sequence[PlayedGame]) -> list[str]:
    """Return the names of all persons in the record, latest player first."""
    found: dict[str, str] = {}
    for played in reversed(games):
        for name, kind in zip(played.names, played.kinds, strict=True):
            if kind == "person":
                found.setdefault(names.fold(name), name)
    return list(found.values())


def read_day(stamp: str) -> date | None:
    """Return the local day of an ISO time; None for an invalid one."""
    when = read_time(stamp)
    return None if when is None else when.date()


def build_profile(name: str, games: Sequence[PlayedGame], ids: Iterable[str], today: date) -> Profile:
    """Return the profile of a person; ``games``: the record, oldest first, ``ids``: games to rate."""
    own = [played for played in games if find_seat(played, name) is not None]
    days: dict[date, int] = {}
    for played in own:
        day = read_day(played.ended)
        if day is not None:
            days[day] = days.get(day, 0) + 1
    ratings = tuple(_rate(game, name, [one for one in own if one.game == game], today) for game in ids)
    return Profile(name, tuple(reversed(own)), days, ratings)


def _rate(game: str, name: str, games: Sequence[PlayedGame], today: date) -> GameRating:
    """Rate a person; games with help, advice or a handicap do not count."""
    counted = [one for one in games if not (one.assisted or one.advised)]
    meetings: list[Meeting] = []
    course: list[tuple[date | None, Own | None]] = []
    for at, played in enumerate(counted, 1):
        seat = find_seat(played, name)
        if seat is not None and not any(played.handicap):
            meetings += list_meetings(played, played.places[seat])
        if at > len(counted) - CURVE_GAMES or at == len(counted):
            course.append((read_day(played.ended), own_rating(game, meetings, at)))
    own = course[-1][1] if course else None
    before = [rated for day, rated in course if rated is not None and day is not None and (today - day).days >= WEEK]
    week = own.rating - before[-1].rating if own is not None and before else None
    even = find_nearest_even(game, own, [WHO + stem for stem in character.ours()])
    curve = tuple(rated.rating for _, rated in course if rated is not None)
    return GameRating(game, own, max(0, GAMES - len(counted)), curve, week, even)


GAP = 12.0
WEEKS = 17
CELL, PITCH = 14.5, 18.0
"""Size of a day, and from one week to the next."""
MOMENTS = 3
ROW_OF_GAME = 66.0
SHOWN = 20
"""Most finished games that a tall window has room for."""
FACES = 3
"""Number of opponents shown next to a finished game."""


def list_columns(page: You, parts: Parts) -> list[Part]:
    """Return the columns: the person with days and moments; achievements; ratings and games."""
    record = LOW_HEAD + 82 * len(page.games) + 8
    return [
        parts.at_width(380, parts.column(
            [_make_person(page, parts), _make_days(page, parts), _make_moments(page, parts)], gap=GAP)),
        parts.at_width(640, parts.column([_make_deeds(page, parts), *_list_nearest(page, parts)], gap=GAP)),
        parts.at_width(508, parts.column(
            [parts.at_width(record, _make_ratings(page, parts)), _make_last_games(page, parts)], gap=GAP)),
    ]  # fmt: skip


# --- left: the person, days, moments ---------------------------------------------------------------------


def _make_person(page: You, parts: Parts) -> Part:
    t, name = page.ctx.t, page.profile.name
    words = t("you.none") if not page.profile.games and not page.waiting else _describe_wins(page)
    seat = page.ctx.household.give_portraits([Seat("person", "", name)])[0]
    more = max(0.0, 2 * page.ui.touch.grow(34) - 86)  # what large buttons need above what the rest can give up
    head = parts.row([
        Part(142, lambda box: draw_face(parts.c, seat, box[0] + 74, box[1] + 90, 62, sign=0)),
        parts.column([
            parts.space(10),
            parts.line(name or t("ui.setup.you"), "large figure", "text.title"),
            parts.space(4),
            parts.note(words, "remark", "text.body", height=30 if more else 48),
            parts.button("habits", t("habits.title"), lambda: routes.open(page.ctx, "habits", name), height=34),
            parts.space(max(6.0, page.ui.touch.gap)),
            parts.button("statistics", t("ui.title.statistics"), lambda: routes.open(page.ctx, "statistics"),
                         "ph-chart-bar", height=34),
        ], share=1),
    ], 172 + more, gap=18)  # fmt: skip
    stars = page.found.stars or (0, 0, 0, 0)
    if page.ctx.find_owner(name) != page.found.owner:  # nobody else has won them
        stars = (0, stars[1], 0, stars[3])
    done, of = count_deeds(page.record, achievements.games())
    sums = parts.row([
        _make_sum(parts, "star", *stars[:2], t("you.stars")),
        _make_sum(parts, "throne-king", *stars[2:], t("you.thrones")),
        _make_sum(parts, "laurels", done, of, t("you.deeds")),
    ], 64, gap=0, even=3)  # fmt: skip
    panel = parts.panel([head, parts.rule(6, ornament=False), sums], pad=18)
    return parts.at_width(250 + more, panel)


def _make_sum(parts: Parts, icon: str, n: int, most: int, what: str) -> Part:
    """Return how much there is of a thing, and of how much."""
    t, c = parts.t, parts.c

    def describe() -> str:
        return t("reader.result.item", what=what, n=t("deeds.count", n=n, of=most) if most else str(n))

    def draw(box: Box) -> None:
        x, y, middle = box[0] + box[2] / 2, box[1] + 50, box[1] + 24
        figure = text.resize("large figure", 30 / c.text_scale)
        icons.draw(c, icon, x - 33, middle, 26, "accent.bright")
        with tell_as_one(c.words, box, describe):
            end = x - 14 + text.draw(c, str(n), x - 17, middle, figure, "text.title", "lm")
            if most:
                text.draw(c, f"/ {most}", end, middle + 2, "body", "text.muted", "lm", max_w=box[0] + box[2] - end)
            text.draw(c, what, x, y, "fine", "text.muted", "cm", max_w=box[2] - 8)

    return Part(0, draw)


def _describe_wins(page: You) -> str:
    games = page.profile.games
    won = sum(one.places[seat] == 1 for one in games if (seat := find_seat(one, page.profile.name)) is not None)
    return page.ctx.t("you.won", n=won) if games else ""


def count_deeds(record: Record, games: Iterable[str]) -> tuple[int, int]:
    """Return how many of the currently winnable achievements of these games are won, and how many there are."""
    keys = [f"{game}.{deed.id}" for game in games for deed in achievements.load_achievements(game)]
    return sum(key in record.deeds for key in keys), len(keys)


def _make_days(page: You, parts: Parts) -> Part:
    t = page.ctx.t
    solved = {
        day for day, made in page.days.days.items() if made.solved or any(one.place for one in made.tables.values())
    }
    streak = count_days_in_a_row({*page.profile.days, *solved}, page.today)
    note = t("you.streak", n=streak) if streak > 1 else ""
    return parts.caption_panel(t("you.days"), Part(136, lambda box: _draw_days(page, parts.c, solved, box)), note=note)


def _draw_days(page: You, c: Canvas, solved: set[date], box: Box) -> None:
    x, y, w, h = box
    at = x + 8
    for colour, key in (("accent", "you.day.game"), ("text.title", "you.day.letter")):
        shapes.round_rect(c, at, y + 6, 12, 12, 3, colour)
        at += 18 + text.draw(c, page.ctx.t(key), at + 18, y + 12, "fine", "text.muted", "lm", max_w=130) + 16
    left = x + w - 6 - WEEKS * PITCH
    first = page.today - timedelta(page.today.weekday() + 7 * (WEEKS - 1)) if page.today.year > 1 else page.today
    for row, (_, top, _, _) in enumerate(layout.rows((x, y + 26, w, h - 26), 7)):
        name = page.ctx.t(f"today.weekday.{row + 1}")
        text.draw(c, name, left - 8, top + CELL / 2, text.resize("fine", 16 / c.text_scale), "text.dim", "rm", max_w=34)
        for week in range(WEEKS):
            day = first + timedelta(7 * week + row)
            if day > page.today:
                continue
            colour = "text.title" if day in solved else "accent" if day in page.profile.days else "well"
            cell = (left + week * PITCH, top, CELL, CELL)
            shapes.round_rect(c, *cell, 4, colour)
            if day in solved:  # colour is not the only sign
                shapes.round_rect(c, *layout.inset(cell, 5), 2, "well")
            if day == page.today:
                shapes.round_rect(c, *cell, 4, "text.bright", border=1.6)


def _make_moments(page: You, parts: Parts) -> Part:
    t, due = page.ctx.t, page.found.moments
    high, most = max(64.0, page.ui.touch.pitch), MOMENTS - 1 if page.ui.touch.least else MOMENTS
    rows = [Part(high, _make_moment(page, parts, at, one).draw) for at, one in enumerate(due[:most])]
    words = t("ui.statistics.reading" if page.waiting else "you.moments.none")
    if due:
        act = parts.button(
            "main", t("you.moments.try"), page.try_moments, "anticlockwise-rotation", height=50, main=True
        )
    else:
        rows = [parts.space(14), parts.inset(parts.note(words, "aside", "text.muted", height=120), 8)]
        act = parts.button(
            "puzzles", t("ui.title.puzzles"), lambda: routes.open(page.ctx, "puzzles"), "star", height=46
        )
    shown = parts.column([parts.column(rows, share=1), act, parts.space(6)])
    return parts.caption_panel(t("you.moments"), shown, note=t("you.moments.due", n=len(due)) if due else "", share=1)


def _make_moment(page: You, parts: Parts, at: int, one: Missed) -> Part:
    """Return a moment that is due: its game, the turn, and against whom it was played."""
    t, c = page.ctx.t, parts.c
    played = next((each for each in page.profile.games if each.id == one.id), None)
    others = [name for k, name in enumerate(played.names) if k != one.seat] if played is not None else []

    def picture(box: Box) -> None:
        icons.draw(c, registry.info(one.game).emblem, box[0] + 28, layout.middle(box), 30, "accent")
        icons.draw(c, "right", box[0] + box[2] - 12, layout.middle(box), 15, "accent")

    return parts.entry(
        t("you.moment", game=game_screens.short_name(page.ctx, one.game), n=one.turn),
        t("you.against", names=", ".join(others)) if others else t("you.moment.later"), "", 64, picture, indent=58,
        act=(f"moment.{at}", partial(page.try_moments, at), ""), picture_w=8,
    )  # fmt: skip


# --- middle: achievements -------------------------------------------------------------------------------


def _make_deeds(page: You, parts: Parts) -> Part:
    """Return five medals per game."""
    games = achievements.games()
    done, of = count_deeds(page.record, games)
    rows = []
    for game in games:
        rows.append(_make_row_of_deeds(page, parts, game))
        if game != games[-1]:
            rows.append(parts.rule(1, ornament=False))
    return parts.caption_panel(
        page.ctx.t("you.deeds.title"), parts.column(rows), note=page.ctx.t("deeds.count", n=done, of=of), share=1
    )


def _make_row_of_deeds(page: You, parts: Parts, game: str) -> Part:
    t = page.ctx.t
    some = achievements.load_achievements(game)
    won, of = count_deeds(page.record, [game])
    head = parts.row([
        parts.icon(registry.info(game).emblem, 20, width=28),
        parts.line(t(f"{game}.name"), "caption", "accent", share=1),
        parts.line(t("deeds.count", n=won, of=of), "fine", "text.muted", align="r", width=100),
    ], 30, gap=4)  # fmt: skip
    medals = [_make_medal(page, parts, game, at, deed) for at, deed in enumerate(some)]
    return parts.column([head, parts.row(medals, gap=0, even=max(1, len(some)), share=1)], share=1)


def _make_medal(page: You, parts: Parts, game: str, at: int, deed: Achievement) -> Part:
    t, c = page.ctx.t, parts.c
    title, done = t(deed.text_id(game)), page.record.deeds.get(f"{game}.{deed.id}")
    when = t("deeds.open") if done is None else t("deeds.done", date=format_time(page.ctx.texts, done.when))

    def draw(box: Box) -> None:
        x, y, w, h = box
        r, cx = min(38.0, (h - 34) / 2), x + w / 2
        regalia.medal(c, cx, y + 6 + r, r, deed.icon, regalia.DARK if done is None else regalia.GOLD, glow=0)
        low, ink = y + 6 + 2 * r, "text.dim" if done is None else "text"
        if text.width(c, title, "label") <= w - 6:
            text.draw(c, title, cx, low + 18, "label", ink, "cm")
        else:
            font = text.fit(c, title, w - 6, y + h - low - 10, text.resize("label", 14), 1.05)
            text.paragraph(c, title, x + 3, low + 5, w - 6, font, ink, align="c", line=1.05)

    tip = (title, t(f"{deed.text_id(game)}.text") + "\n\n" + when)
    return parts.press(
        f"deed.{game}.{at}", Part(0, draw), partial(page.open_deed, game, at), radius=12, tip=tip,
        value=name_picture(page.ctx, deed.icon),
    )  # fmt: skip


def _list_nearest(page: You, parts: Parts) -> Iterator[Part]:
    """Yield the achievement to go for next, if there is one left."""
    nearest = page.find_nearest()
    if nearest is None:
        return
    t, (game, at) = page.ctx.t, nearest
    deed = achievements.load_achievements(game)[at]
    words = [
        parts.space(14),
        parts.line(t("you.nearest", name=t(deed.text_id(game))), "name", "text.title"),
        parts.note(t(f"{deed.text_id(game)}.text"), colour="text.body", share=1),
        parts.space(10),
    ]
    label, play = t("you.play", game=game_screens.short_name(page.ctx, game)), "play_at_once"
    panel = parts.panel([parts.row([
        Part(92, lambda box: regalia.medal(parts.c, box[0] + 44, layout.middle(box), 34, deed.icon, regalia.DARK)),
        parts.column(words, share=1),
        parts.button("nearest", label, lambda: routes.call(page.ctx, play, game), "dice", height=48, width=200),
    ], 108, gap=16)])  # fmt: skip
    yield parts.at_width(108, panel)


# --- right: ratings and games -----------------------------------------------------------------------------


def _make_ratings(page: You, parts: Parts) -> Part:
    """Return the ratings with their course."""
    rows = [Part(82, partial(_draw_rating, page, parts, one)) for one in page.profile.ratings]
    return parts.caption_panel(
        page.ctx.t("you.ratings"), parts.column(rows), note=page.ctx.t("you.ratings.last", n=CURVE_GAMES)
    )


def _draw_rating(page: You, parts: Parts, one: GameRating, box: Box) -> None:
    x, _, w, _ = box
    t, c, middle = page.ctx.t, parts.c, layout.middle(box)
    even = "" if one.even is None else t("you.even", name=opponent_names.get_name(page.ctx, one.even))
    title = game_screens.short_name(page.ctx, one.game)
    picture = parts.icon_at(registry.info(one.game).emblem, 22, 32)
    with tell_as_one(c.words, box):
        if one.own is None:
            words = t("you.rating.after", n=one.left) if one.left else t("you.rating.none")
            parts.entry(title, words, "", 82, picture, indent=52).draw(box)
            return
        parts.entry(title, even, "", 82, picture, indent=52).draw((*box[:2], 244, box[3]))
        draw_curve(c, (x + 230, middle - 21, 124, 42), one.curve)
        right = x + w - 6
        text.draw(c, f"\u00b1 {one.own.spread}", right, middle - 11, "fine", "text.muted", "rm")
        text.draw(c, str(one.own.rating), right - 46, middle - 12, "figure", "text.title", "rm")
        if one.week:
            icon, ink = ("caret-up", "text.good") if one.week > 0 else ("caret-down", "text.warning")
            words = t("you.week", n=f"{one.week:+d}".replace("-", "\u2212"))
            width = text.draw(c, words, right, middle + 13, "strong", ink, "rm", max_w=100)
            icons.draw(c, icon, right - width - 12, middle + 13, 13, ink)


def draw_curve(c: Canvas, box: Box, values: tuple[int, ...]) -> None:
    """Draw the course of a value as a line from left to right, with a dot at its end."""
    if len(values) < 2:
        return
    x, y, w, h = box
    least, most = min(values), max(values)
    step, span = w / (len(values) - 1), max(1, most - least)
    spots = [(x + at * step, y + h - h * (value - least) / span) for at, value in enumerate(values)]
    strokes.line(c, spots, "accent.bright", 2.2)
    shapes.outline(c, "circle", *spots[-1], 5, [(0, "text.bright"), (1, "text.title")], rim="accent")


def _make_last_games(page: You, parts: Parts) -> Part:
    t, games = page.ctx.t, page.profile.games
    rows = [_make_last_game(page, parts, at, played) for at, played in enumerate(games[:SHOWN])]
    if not games:
        words = t("ui.statistics.reading" if page.waiting else "ui.statistics.none")
        rows = list_first_games(parts, words, () if page.waiting else page.games)
    return parts.caption_panel(
        t("you.last"), parts.column(rows), note=t("you.games", n=len(games)) if games else "", share=1
    )


def _describe_game(page: You, played: PlayedGame) -> str:
    """Return what was played, what it came to, with which score, with whom and when."""
    own, end, score = find_seat(played, page.profile.name), _describe_end(page, played), _describe_score(page, played)
    if score == end:
        others = [name for k, name in enumerate(played.names) if k != own]
        score = page.ctx.t("you.against", names=", ".join(others))
    parts = page.ctx.t(f"{played.game}.name"), end, score, _describe_time(page, played)
    return ". ".join(part for part in parts if part)


def _describe_score(page: You, played: PlayedGame) -> str:
    """Return the score with the person's first, and against whom; how the game ended where the score is not known."""
    own, score = find_seat(played, page.profile.name), page.found.scores.get(played.id, ())
    if own is None or len(score) != len(played.names) or len(score) > MOST_SCORES:
        return _describe_end(page, played)
    order = [own, *(k for k in range(len(score)) if k != own)]
    others = page.ctx.texts.join([played.names[k] for k in order[1:]])
    return page.ctx.t("you.game.score", score=" : ".join(str(score[k]) for k in order), names=others)


def _describe_end(page: You, played: PlayedGame) -> str:
    own = find_seat(played, page.profile.name)
    place, count = (played.places[own] if own is not None else 0), len(played.names)
    return page.ctx.t("you.game.won", n=count) if place == 1 else page.ctx.t("you.game.place", place=place, n=count)


def _describe_time(page: You, played: PlayedGame) -> str:
    said = format_time(page.ctx.texts, played.ended)
    if played.assisted or played.advised:
        said += "  \u00b7  " + page.ctx.t("ui.load.assisted" if played.assisted else "ui.load.advised")
    return said


def _make_last_game(page: You, parts: Parts, at: int, played: PlayedGame) -> Part:
    c, slot = parts.c, page.found.slots.get(played.id)
    own = find_seat(played, page.profile.name)
    place = played.places[own] if own is not None else 0
    others = [level for k, level in enumerate(played.levels) if k != own]
    seats = [] if slot is None else [seat for k, seat in enumerate(slot.seats) if k != own]
    count = min(FACES, len(others))

    def picture(box: Box) -> None:
        x, middle, right = box[0], layout.middle(box), box[0] + box[2]
        shapes.coin(c, x + 24, middle, 18, str(place), "gold" if place == 1 else "silver" if place == 2 else "copper")
        icons.draw(c, registry.info(played.game).emblem, x + 66, middle, 26, "accent")
        if slot is not None:
            icons.draw(c, "right", right - 10, middle, 15, "accent")
        for k, level in enumerate(others[:FACES]):
            # The record knows no coats: they are those of the save, if it is still there.
            face = build_face(seats[k], c.palette) if len(seats) == len(others) else build_plain_face(level)
            portrait.draw(c, *face, right - 48 - 46 * (count - 1 - k), middle, 20)

    return parts.entry(
        _describe_score(page, played), _describe_time(page, played), "", ROW_OF_GAME, picture, indent=92,
        picture_w=46 * count + 12, told=partial(_describe_game, page, played),
        act=None if slot is None else (f"game.{at}", partial(open_study, page.ctx, slot), page.ctx.t("study.open")),
    )  # fmt: skip
