"""The page of a season: who leads, who beat whom, the best turn, its evenings as cloths, and the seasons before it."""

import time
from collections.abc import Sequence
from datetime import date
from functools import partial

from msgspec.structs import replace

from engine.content import season as seasons
from engine.content.evening import rank_players
from engine.content.season import EVENINGS, Duel, PastEvening, Season, Standing, find_best_turn, list_duels
from engine.contract import Message
from engine.seats import Seat
from scenes.common import thumbnails
from scenes.common.exports import KeptPicture
from scenes.common.occasions import format_points, tell_best_turn
from scenes.common.player_identity import draw_face, get_emblem
from scenes.menus.evening_table import draw_dashed_cloth, draw_saved_table
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.layers import draw_titled_panel
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.table import game_screens
from sprites.base import icons, layout, regalia, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part

STANDINGS, BEST, HALL = 596.0, 456.0, 3
"""Widths of the standings and of the right column, and how many earlier seasons are shown."""
TOP_H = 424.0
CLOTH = (88.0, 178.0)
LOW_ROW, LOW_CELL, LEAST_COIN = 62.0, 44.0, 9.0
"""A lower row of the standings has all on one line, a lower cell of the duels its scales at the side; the least size of
a coin in a row."""
LEAST_DUEL = 48.0
"""Least height of a row of the duels; where all have no room they are scrolled."""
UNROLL_MS, APART_MS, FALL = 400.0, 60.0, 28.0
"""Time in which a cloth unrolls, that from one to the next, and how far the newest coins fall meanwhile."""
FEW = 2
"""Evenings from which on there are standings."""
TABS = ("standings", "evenings", "best")


class SeasonPage(Page):
    """Page of a season. ``found``: the seasons if known already (pictures, tests); else they are read in the
    background."""

    name = "season"
    music = "title"
    head, icon = "season.title", "laurels"
    margin, top, low = 24.0, 66.0, 92.0

    def __init__(self, ctx: Context, found: Sequence[Season] | None = None) -> None:
        super().__init__(ctx)
        self.found: list[Season] = list(found or ())
        self._read: list[Season] | None = None
        self.shown = self.found[0] if self.found else Season()
        self.pictures = thumbnails.Pictures()
        self.shown_for = 0.0
        self.picture = KeptPicture(self, f"season-{time.strftime('%Y%m%d')}")
        if found is None and not ctx.quiet:
            ctx.records.submit("seasons", self._look)

    def _look(self) -> list[Message]:
        """Read the seasons; runs in the background."""
        self._read, told = seasons.list_seasons()
        return told

    def resume(self) -> None:
        """Read the seasons again, since an evening may have gone on."""
        super().resume()
        if not self.ctx.quiet:
            self.ctx.records.submit("seasons", self._look)

    @property
    def moving(self) -> bool:
        """Whether cloths are still unrolling."""
        return not self.ctx.is_still and self.shown_for < UNROLL_MS + APART_MS * len(self.shown.evenings)

    def measure_share(self, evening: int) -> float:
        """Return how far the cloth of this evening (its index) is unrolled: 0 to 1."""
        return 1.0 if not self.moving else min(1.0, max(0.0, (self.shown_for - APART_MS * evening) / UNROLL_MS))

    def update(self, ms: float) -> None:
        """Show seasons that were read, unroll the cloths, and report a picture that was written."""
        if self._read is not None:
            self.found, self._read = self._read, None
            shown = next((one for one in self.found if one.id == self.shown.id), None)
            self.show(shown or next(iter(self.found), Season()))
        if self.moving:
            self.shown_for += ms
            self.ui.dirty = True
        self.picture.tell()

    # --- what is done -------------------------------------------------------------------------------------------

    def show(self, one: Season) -> None:
        """Show this season."""
        self.shown, self.shown_for = one, 0.0
        self.ctx.play("card_reveal")
        self.ui.dirty = True

    def remove_evening(self, past: PastEvening) -> None:
        """Remove an evening from the season; its games stay in the record."""
        self.shown.evenings.remove(past)
        self.shown.removed = [*self.shown.removed, past.id][-seasons.MOST_EVENINGS :]
        self._keep_season()

    def _ask(self, what: str, field: str) -> None:
        """Ask before the season ends, or before the whole of it is deleted."""

        def act() -> None:
            setattr(self.shown, field, True)
            self._keep_season()

        self.ctx.ask_whether(f"season.{what}", what, act)

    def _keep_season(self) -> None:
        one = self.shown
        if not self.ctx.quiet:
            self.ctx.records.submit(f"season {one.id}", seasons.get_file(one.id).saver(one))
        self.found = [each for each in self.found if not each.is_removed]
        if one.is_removed:
            self.shown = next(iter(self.found), Season())

    def begin_evening(self) -> None:
        """Open the page of the evening: of the running one, else to plan one."""
        routes.go(self.ctx, "title")
        routes.open(self.ctx, "evening")

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space goes to the evening."""
        return {"back": self.go_back, "main": self.begin_evening}

    # --- drawing ------------------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the name of the season."""
        return name_season(self.ctx, self.shown) if self.shown.evenings else ""

    def find_seat(self, key: str, seat: Seat) -> Seat:
        """Return the seat with a person's current name and portrait; ``key``: its id in the season."""
        one = self.ctx.household.people.get(key)
        return seat if one is None else replace(seat, name=one.name, portrait=one.portrait)

    def draw(self, c: Canvas) -> None:
        """Draw the page; if asked for, save all above its foot as a picture."""
        super().draw(c)
        self.picture.take(c, (0, 0, 1600, c.height - self.low))

    def body(self, parts: Parts) -> Part:
        """Return standings, duels and best turn above the evenings; empty parts are left out."""
        t, evenings = self.ctx.t, Part(0, partial(self._draw_evenings, parts), 1)
        hall = [parts.at_width(BEST, self._make_hall(parts))] if self._list_other_seasons() else []
        if len(self.shown.evenings) < FEW:
            how = parts.note(t("season.how.body"), "title", "text.body", share=1)
            low = [parts.fill(parts.caption_panel(t("season.how"), how, share=1)), *hall]
            return parts.column(
                [evenings, parts.space(12), parts.row(low, 250 if len(low) > 1 else 130, gap=12)], share=1
            )
        people = seasons.list_standings(self.shown)
        best = parts.caption_panel(t("season.best"), Part(0, partial(self._draw_best, parts)), share=1)
        duels = Part(0, partial(self._draw_duels, parts, people))
        columns = [
            parts.at_width(STANDINGS, self._make_standings(parts, people)),
            parts.fill(parts.caption_panel(t("season.duels"), duels, note=t("season.duels.note"), share=1)),
            parts.at_width(BEST, best),
        ]
        low = [evenings, *hall]
        whole = parts.column([parts.row(columns, TOP_H, gap=12), parts.space(12), parts.row(low, gap=12, share=1)],
                             share=1)  # fmt: skip
        if not parts.is_narrow:
            return whole
        shown = (parts.row(columns[:2], gap=12, share=1), evenings, parts.row([parts.fill(best), *low[1:]], share=1))
        return parts.tabs([t(f"season.tab.{tab}") for tab in TABS], shown)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the buttons: back, end, delete and save the season as a picture, and begin an evening."""
        t, one, room = self.ctx.t, self.shown, parts.space(share=1)
        row = [parts.button("back", t("ui.back"), self.go_back, "left", width=184)]
        close, remove = partial(self._ask, "close", "is_closed"), partial(self._ask, "remove", "is_removed")
        if one.evenings:
            row += [
                parts.button("close", t("season.close"), close, "check", width=230, enabled=not one.is_over),
                parts.button("remove", t("season.remove"), remove, "ph-trash", width=230),
                parts.button("picture", t("result.picture"), self.picture.ask, "disk", width=230),
            ]
        newest = next(iter(self.found), None)
        number = len(newest.evenings) + 1 if newest is not None and not newest.is_over else 1
        label = t("season.begin", n=number)
        return *row, room, parts.button("begin", label, self.begin_evening, "users", main=True, width=BEST)

    def _make_standings(self, parts: Parts, people: Sequence[Standing]) -> Part:
        """Return everybody with the points of each evening, the leader large and with a laurel."""
        t, games = self.ctx.t, sum(len(past.played) for past in self.shown.evenings)
        note = t("season.count", n=len(self.shown.evenings), of=max(EVENINGS, len(self.shown.evenings)), games=games)
        tall = min(90.0, (TOP_H - 60 - 134) / max(1, len(people) - 1))
        places = [1 + sum(other.points > one.points for other in people) for one in people]
        tops = [0.0, *(134 + tall * k for k in range(len(people) - 1))]
        newest = len(self.shown.evenings) - 1
        before = [one.key for one in seasons.list_standings(replace(self.shown, evenings=self.shown.evenings[:-1]))]

        def draw(box: Box) -> None:
            for at in sorted(range(len(people)), reverse=self.moving):  # the leader moves above others
                was = before.index(people[at].key) if people[at].key in before else at
                top = box[1] + tops[at] + (tops[was] - tops[at]) * (1 - self.measure_share(newest))
                row = (box[0], top, box[2], 134 if not at else tall)
                self._draw_standing(parts, people, at, places[at], row)

        return parts.caption_panel(t("season.standings"), Part(0, draw), note=note, share=1)

    def _draw_standing(self, parts: Parts, people: Sequence[Standing], at: int, place: int, box: Box) -> None:
        t, c, one, (x, y, w, h) = self.ctx.t, parts.c, people[at], box
        seat, middle = self.find_seat(one.key, one.seat), layout.middle(box)
        with tell_as_one(c.words, box, partial(self._tell_standing, one, place)):
            r = 46.0 if not at else min(30.0, h * 0.36)
            cx = x + 72
            if not at:
                stops = [(0.0, "selected.high"), (1.0, "selected.low")]
                shapes.gradient_box(c, x, y + 4, w, h - 8, 10, stops, rim="edge.bright")
            if place == 1:
                wax.draw_laurel(c, cx, middle + 3, r * 2.7)
            else:
                text.draw(c, str(place), x + 14, middle, "figure", "text.muted", "cm")
            draw_face(c, seat, cx, middle, r)
            left, up = x + 140, h * 0.22
            is_low = h < LOW_ROW
            style, ink = ("title", "text.bright") if at else ("display", "text.title")
            text.draw(c, seat.name, left, middle - (0 if is_low else up), style, ink, "lm", max_w=96 if is_low else 300)
            if not at:
                text.draw(c, self._tell_lead(people), left, middle + 2, "body", "text.body", "lm", max_w=w - 270)
            coins = (left + 118, middle) if is_low else (left + 14, middle + h * (0.2 if at else 0.3))
            room = x + w - (190 if is_low else 130) - coins[0]
            pitch = min(44.0, room / max(1, len(one.evenings)))
            r = min(14.0, pitch / 2 - 1, h * 0.36)
            for k, points in enumerate(one.evenings):
                fallen = 1.0 if k < len(one.evenings) - 1 else self.measure_share(k)
                if fallen:
                    coin_y = coins[1] - FALL * (1 - fallen**2)
                    self._draw_evening_coin(c, coins[0] + k * pitch, coin_y, points, one.won[k], r)
            total = format_points(self.ctx, one.points)
            font = "large figure" if at else text.resize("triumph", 46)
            text.draw(c, total, x + w - 16, middle - (0 if is_low else h * 0.12), font, "text.figure", "rm")
            mean = t("season.mean", n=self.ctx.texts.decimal(one.mean, 1))
            place_x, place_y = (x + w - 66, middle) if is_low else (x + w - 16, middle + h * 0.3)
            text.draw(c, mean, place_x, place_y, "body", "text.soft", "rm", max_w=104)

    def _draw_evening_coin(self, c: Canvas, cx: float, cy: float, points: float | None, won: bool, r: float) -> None:
        """Draw the points of an evening: gold where it was won, copper where not, a dash where this person was away;
        where a coin would be too small the figure alone, underlined where it was won."""
        said = "\u2013" if points is None else format_points(self.ctx, points)
        if r < LEAST_COIN:
            text.draw(c, said, cx, cy, "body", "text.muted" if points is None else "text", "cm", max_w=2 * r + 3)
            if won:
                shapes.round_rect(c, cx - r, cy + 9, 2 * r, 2.5, 1, "edge.bright")
        elif points is None:
            shapes.outline(c, "circle", cx, cy, r, [(0, "well"), (1, "well")], rim="edge.low", rim_w=1)
            text.draw(c, said, cx, cy, "fine", "text.muted", "cm")
        else:
            shapes.coin(c, cx, cy, r, said, "gold" if won else "copper")

    def _tell_lead(self, people: Sequence[Standing]) -> str:
        """Return by how much the first one leads, and how many evenings this person has won."""
        t, ahead = self.ctx.t, people[0].points - people[1].points if len(people) > 1 else 0.0
        won = t("season.won", n=sum(people[0].won))
        if not ahead:
            return f"{t('evening.table.level')}, {won}"
        return f"{t('evening.table.leads', points=format_points(self.ctx, ahead))}, {won}"

    def _tell_standing(self, one: Standing, place: int) -> str:
        total = self.ctx.t("reader.result.total", n=format_points(self.ctx, one.points))
        said = f"{total} {self.ctx.t('season.won', n=sum(one.won))}"
        return self.ctx.t("reader.result.row", place=place, who=self.find_seat(one.key, one.seat).name, points=said)

    def _draw_duels(self, parts: Parts, people: Sequence[Standing], box: Box) -> None:
        """Draw the table of who beat whom: more won, equal, lost, by number and colour; scales for a handicap."""
        t, c, (x, y, w, h) = self.ctx.t, parts.c, box
        found, count = list_duels(self.shown), len(people)
        fits = min(count, int((h - 92) / LEAST_DUEL))
        wide, tall = (w - 64) / count, (h - 92) / fits
        first = max(0, min(self.scrolls.first.get("duels", 0), count - fits))
        self.scrolls.note("duels", count - fits + 1, fits)
        if fits < count:
            can = first > 0, first < count - fits
            parts.draw_arrows("duels", ((x + w - 62, y + h - 14), (x + w - 24, y + h - 14)), 15, can)
        seats = [self.find_seat(one.key, one.seat) for one in people]
        r = min(25.0, tall * 0.4, wide * 0.4)
        any_steps = any(duel.steps for duel in found.values())
        for k, seat in enumerate(seats):
            draw_face(c, seat, x + 60 + wide * (k + 0.5), y + 32, r, sign=0)
            row = k - first
            if not 0 <= row < fits:
                continue
            draw_face(c, seat, x + 28, y + 62 + tall * (row + 0.5), r, sign=0)
            for other, rival in enumerate(seats):
                cell = (x + 62 + wide * other, y + 64 + tall * row, wide - 8, tall - 8)
                duel = found.get((people[k].key, people[other].key))
                if k == other or duel is None:
                    shapes.round_rect(c, *cell, 7, "well", alpha=150)
                    continue
                with tell_as_one(c.words, cell, partial(self._tell_duel, seat, rival, duel)):
                    self._draw_duel(c, duel, cell)
        if any_steps:
            icons.draw(c, "weight-scale", x + 20, y + h - 14, 20, "accent")
            text.draw(c, t("season.duels.handicap"), x + 40, y + h - 14, "body", "text.body", "lm", max_w=w - 124)

    def _draw_duel(self, c: Canvas, duel: Duel, cell: Box) -> None:
        x, y, w, h = cell
        ink = "good" if duel.won > duel.lost else "bad" if duel.won < duel.lost else "accent"
        shapes.plaque(c, cell, 7, ground=ink, ink=ink, dark=70, edge=190, border=1.2)
        score, is_low = f"{duel.won}\u2009:\u2009{duel.lost}", h < LOW_CELL
        middle = y + h * (0.36 if duel.steps and not is_low else 0.5)
        aside = 5 if is_low and duel.steps else 0
        text.draw(
            c, score, x + w / 2 - aside, middle, "strong" if is_low else "figure", "text.bright", "cm", max_w=w - 6
        )
        if duel.steps and is_low:
            icons.draw(c, "weight-scale", x + w - 7, y + 9, 12, "text.soft")
        elif duel.steps:
            icons.draw(c, "weight-scale", x + w / 2 - 12, y + h * 0.76, 15, "text.soft")
            text.draw(c, str(duel.steps), x + w / 2 + 8, y + h * 0.76, "strong", "text.soft", "cm")

    def _tell_duel(self, seat: Seat, rival: Seat, duel: Duel) -> str:
        said = self.ctx.t("season.duel.told", name=seat.name, rival=rival.name, won=duel.won, lost=duel.lost)
        return f"{said}. {self.ctx.t('season.duel.steps', n=duel.steps)}" if duel.steps else said

    def _draw_best(self, parts: Parts, box: Box) -> None:
        """Draw the turn of the season that brought most, with the picture of its table."""
        t, c, best, (x, y, w, h) = self.ctx.t, parts.c, find_best_turn(self.shown), box
        if best is None:
            parts.note(t("season.best.none"), "lead", "text.soft").draw(layout.inset(box, 12, 16))
            return
        past = self.shown.evenings[best.evening - 1]
        place = wax.draw_frame(c, (x + 8, y + 8, w - 16, h - 132), lit=True)
        draw_saved_table(self.pictures, c, place, best.game)
        players = [self.find_seat(key, seat) for key, seat in zip(past.keys, past.players, strict=True)]
        low = y + h - 70
        draw_face(c, players[best.game.best[0]], x + 42, low, 30)
        where = t("season.best.where", n=best.evening, game=game_screens.short_name(self.ctx, best.game.game))
        text.draw(c, where, x + 86, low - 30, "body", "text.soft", "lm", max_w=w - 100)
        words = tell_best_turn(self.ctx, players, best.game)
        is_kept = bool(best.game.save) and self.pictures.find(best.game.save) is not None
        parts.note(words, "lead", "text.body").draw((x + 86, low - 14, w - (246 if is_kept else 100), 70))
        if is_kept:
            act = partial(routes.call, self.ctx, "open_file", thumbnails.find_save(best.game.save))
            see = parts.button("see", t("result.highlight.see"), act, "eye", height=44)
            see.draw((x + w - 150, low + 6, 140, 44))

    # --- evenings and earlier seasons -----------------------------------------------------------------------------

    def _draw_evenings(self, parts: Parts, box: Box) -> None:
        """Draw a cloth for each evening in the colours of who won it, and the outlines of those to come."""
        t, c, (x, y, w, h) = self.ctx.t, parts.c, box
        note = t("season.evenings.note" if self.shown.evenings else "season.evenings.none")
        draw_titled_panel(c, box, t("season.evenings"), note=note)
        past = self.shown.evenings
        count = len(past) if self.shown.is_over else max(EVENINGS, len(past))
        pitch = min(190.0, (w - 60) / max(1, count))
        small = min(1.6, (pitch - 32) / CLOTH[0], (h - 166) / CLOTH[1])
        wide, tall, top = CLOTH[0] * small, CLOTH[1] * small, y + 66
        left = x + (w - pitch * count) / 2
        regalia.bar(c, left, top - 5, pitch * count, 9, upright=False)
        for end in (left, left + pitch * count):
            regalia.ball(c, end, top - 1, 10)
        for at in range(count):
            cx = left + pitch * (at + 0.5)
            if at < len(past):
                self._draw_cloth(parts, at, (cx - wide / 2, top, wide, tall), pitch)
                continue
            is_next, is_last = at == len(past), at == EVENINGS - 1
            draw_dashed_cloth(c, cx, top + 4, wide - 6, tall, "plus" if is_next else "crown" if is_last else "users")
            if is_next or is_last:
                words = t("season.tonight" if is_next else "evening.table.last")
                text.draw(c, words, cx, top + tall + 26, "name", "text.muted", "cm", max_w=pitch - 8)

    def _draw_cloth(self, parts: Parts, at: int, place: Box, pitch: float) -> None:
        c, past, (x, y, w, h) = parts.c, self.shown.evenings[at], place
        evening, cx = past.evening, x + w / 2
        places = rank_players(evening)
        won = [self.find_seat(past.keys[k], past.players[k]) for k, each in enumerate(places) if each == 1]
        day = self._format_day(past.day)
        names = self.ctx.texts.join([seat.name for seat in won])
        told = ", ".join(self.ctx.t(f"{one.game}.name") for one in past.played)
        box = (cx - pitch / 2 + 2, y - 8, pitch - 4, h + 92)
        remove = partial(self.remove_evening, past)
        opens = partial(routes.open, self.ctx, "evening", evening, read_day(past.day), remove)
        state = self.ui.zone(f"evening.{at}", box, opens, radius=8, label=f"{day}: {names}", value=told)
        if state in ("hover", "pressed"):
            shapes.round_rect(c, *box, 8, "accent", alpha=30)
        share = self.measure_share(at)
        for k, seat in enumerate(won):
            part = w / len(won)
            regalia.banner(c, x + part * (k + 0.5), y, part, h, seat.colour, get_emblem(seat), share)
        text.draw(c, day, cx, y + h + 26, "name", "text.bright", "cm", max_w=pitch - 6)
        text.draw(c, names, cx, y + h + 48, "body", "text.soft", "cm", max_w=pitch - 6)
        step = min(28.0, (pitch - 10) / max(1, len(past.played)))
        for k, one in enumerate(past.played):
            icons.draw(c, game_screens.emblem(one.game), cx + (k - (len(past.played) - 1) / 2) * step, y + h + 72,
                       min(20.0, step), "accent")  # fmt: skip

    def _format_day(self, day: str) -> str:
        """Return day and month of an ISO date; the date itself where it is none."""
        when = read_day(day)
        if when is None:
            return day
        return self.ctx.t("season.day", day=when.day, month=self.ctx.t(f"ui.month.{when.month}"))

    def _list_other_seasons(self) -> list[Season]:
        return [one for one in self.found if one.id != self.shown.id and one.evenings][:HALL]

    def _make_hall(self, parts: Parts) -> Part:
        """Return the leaders of other seasons in their niches."""
        t, others = self.ctx.t, reversed(self._list_other_seasons())
        niches = parts.row([Part(0, partial(self._draw_niche, parts, one), 1) for one in others], gap=8)
        return parts.caption_panel(t("season.hall"), niches, note=t("season.hall.note"), share=1)

    def _draw_niche(self, parts: Parts, one: Season, box: Box) -> None:
        """Draw who led a season, in a niche of stone."""
        c, (x, y, w, h) = parts.c, box
        first = seasons.list_standings(one)[0]
        seat, name = self.find_seat(first.key, first.seat), name_season(self.ctx, one)
        cx, r = x + w / 2, min(38.0, w * 0.26, h * 0.18)
        told = self.ctx.t("season.hall.told", name=seat.name, points=format_points(self.ctx, first.points))
        state = self.ui.zone(f"hall.{one.id}", box, partial(self.show, one), radius=10, label=name, value=told)
        high = h - 62
        rim = "edge.bright" if state in ("hover", "pressed") else "edge.low"
        niche = (cx - r * 1.5, y + 8, r * 3, high)
        shapes.plaque(c, niche, min(r * 1.5, high / 2), ground="well", ink=rim, dark=255, edge=255, border=1.6)
        shapes.gradient_box(c, cx - r * 1.6, y + high - 4, r * 3.2, 14, 3, [(0, "text.muted"), (1, "line")])
        regalia.rays(c, cx, y + 8 + high * 0.52, r * 1.4, 12, 0.4)
        wax.draw_laurel(c, cx, y + 10 + high * 0.52, r * 2.6)
        draw_face(c, seat, cx, y + 8 + high * 0.52, r, sign=0)
        regalia.crown(c, cx, y + 8 + high * 0.52 - r - 12, r * 0.8)
        text.draw(c, name, cx, y + h - 34, "name", "text.bright", "cm", max_w=w)
        text.draw(c, told, cx, y + h - 13, "body", "text.soft", "cm", max_w=w)


def read_day(day: str) -> date | None:
    """Return the date of an ISO string; None for an invalid one."""
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def name_season(ctx: Context, one: Season) -> str:
    """Return the name of a season: quarter and year, and its number where there were several."""
    year, quarter, *more = one.id.split("-")
    name = ctx.t(f"season.name.{quarter}", year=year)
    return f"{name} ({more[0]})" if more else name
