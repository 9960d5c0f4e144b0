"""An evening of several games with the same players: its plan, and the table between two games and at the end."""

import math
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Annotated

import msgspec

from ai.levels import LEVELS
from engine import registry
from engine.content import evening as evenings, spaced_repetition
from engine.content.evening import MOST_PLAYERS, Evening
from engine.contract import HANDICAP, MOST_STEPS, BadOptions
from engine.seats import Seat
from engine.storage import folders
from engine.storage.settings import get_entry, set_entry
from scenes.common import opponent_names
from scenes.common.exports import KeptPicture
from scenes.common.matchmaking import AboutEven
from scenes.common.occasions import format_points, keep_evening, load_evening, name_number
from scenes.common.opponent_names import level_name, strength
from scenes.common.player_identity import all_differ, free_sign
from scenes.common.thumbnails import Pictures
from scenes.menus import seat_changes
from scenes.menus.evening_table import COINS_MS, RIGHT, TILT, list_landings, make_table
from scenes.menus.game_choices import draw_box
from scenes.menus.handicaps import Handicaps
from scenes.menus.seat_changes import Face, list_people_faces
from scenes.menus.seat_faces import SeatFaces
from scenes.menus.setup import Remembered
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from sprites.base import layout, shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

MOST_JOIN = 3
"""People who are offered to sit down between two games."""
MOST_OF_ONE = 3
"""How often one game can be planned."""
GROUPS = ("easier", "easier", "even", "even", "stronger")
"""How the levels of computers are grouped among the faces."""
BREATH_MS = 1400.0
"""How long a candle's flame takes to move up and down."""
PLAN = "evening"
"""Where the last plan is remembered next to the set-ups of the games."""
NOTE = 84.0
"""Height of what steps give, where rows scroll."""


class Plan(msgspec.Struct):
    """The plan of an evening: its seats, how often each game is played, handicap steps by player."""

    seats: list[Seat] = []
    counts: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_OF_ONE)]] = {}
    steps: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]] = {}


class EveningScene(Page):
    """Page of an evening: its plan, then its table between the games; also shows a past evening."""

    name = "evening"
    music = "title"
    head, icon = "evening.title", "users"
    margin, top = 24.0, 66.0
    bounds: tuple[int, int] | None = None
    """No rating is chosen here: the games of an evening have ratings of their own."""

    def __init__(
        self, ctx: Context, past: Evening | None = None, day: date | None = None,
        forget: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """``past``: a finished evening of this ``day`` to show again; ``forget`` removes it from the season."""
        super().__init__(ctx)
        self.evening = load_evening(ctx) if past is None else past
        self.day = day or spaced_repetition.today()
        self.forget = forget
        self.pictures = Pictures()
        self.breath = 0.0
        """How the flame of the candle moves, from -1 to 1."""
        self._clock = 0.0
        self.fallen = 0.0
        """Milliseconds for which the coins of the last game have been falling."""
        plan = get_entry(ctx.settings.last_setup, PLAN, Plan)
        self.seats: list[Seat] = list(self.evening.players) or self._propose_players(plan.seats)
        self.counts = {info.id: plan.counts.get(info.id, 1) for info in registry.games()}
        """How often each game is planned."""
        self.handicap = plan.steps
        """Steps by player, in every game that has handicaps; what was changed last is told."""
        self.faces = SeatFaces(self, self._tell_seat, self._list_faces, self._draw_boxes)
        self.picture = KeptPicture(self, f"evening-{time.strftime('%Y%m%d')}")

    @property
    def reads_all(self) -> bool:
        """Whether the page is read out as a whole: once the evening has been planned."""
        return bool(self.evening.games)

    def leave(self) -> None:
        """Store the plan in the settings, also while its evening is running."""
        if self.forget is None:
            steps = {seat.name: self.handicap.get(seat.name, 0) for seat in self.seats}
            plan = Plan(self.seats, self.counts, steps)
            self.ctx.settings.last_setup = set_entry(self.ctx.settings.last_setup, PLAN, plan)
            self.ctx.save_settings()

    def _propose_players(self, planned: list[Seat]) -> list[Seat]:
        """Return the players of the last plan, else the people who played together last, else the household; a guest
        sits down with one who is alone."""
        kept = self.ctx.settings.last_setup
        last = [get_entry(kept, game, Remembered).seats for game in kept]
        for known in [planned, *(seats for seats in last if sum(seat.is_person for seat in seats) > 1)]:
            if 1 < len(known) <= MOST_PLAYERS and all_differ(known):
                return [seat if self._fits(seat) else msgspec.structs.replace(seat, level=LEVELS[0]) for seat in known]
        people = self.ctx.household
        names = dict.fromkeys([self.ctx.person_name, *(people.people[key].name for key in people.list_ids())])
        found: list[Seat] = []
        for name in list(names)[:MOST_PLAYERS]:
            found.append(Seat("person", "", name, *free_sign(found)))
        return found if len(found) > 1 else [*found, seat_changes.make_guest(self.ctx, found)]

    def _fits(self, seat: Seat) -> bool:
        """Whether a seat can play: a person, or a computer with a level or a name."""
        return seat.is_person or strength(seat.level) in LEVELS

    def _tell_seat(self, seat: Seat) -> tuple[str, str]:
        child = seat_changes.has_child(self.ctx, [seat])
        words = self.ctx.t("people.child" if child else "setup.here")
        return seat.name, words if seat.is_person else level_name(self.ctx, strength(seat.level))

    def _list_faces(self, k: int) -> list[Face]:
        """Return who is offered for a seat: a character of each level who does not sit yet, then people."""
        found, taken = [], [seat.level for seat in self.seats]
        for level, group in zip(LEVELS, GROUPS, strict=True):
            who = opponent_names.pick_character(registry.games()[0].id, level, taken)
            if who is not None:
                seat = Seat("computer", who, opponent_names.seat_name(self.ctx, who))
                sit = partial(seat_changes.change_seat, self, k, kind="computer", level=who, name=seat.name,
                              child=msgspec.UNSET)  # fmt: skip
                words = opponent_names.get_title(self.ctx, who)
                found.append(Face(seat, level_name(self.ctx, level), f"setup.{group}", words, sit))
        return found[: 5 if len(self.seats) > 2 else None] + list_people_faces(self, k)[:2]

    def _draw_boxes(self, c: Canvas, box: Box) -> None:
        """Draw the boxes of the planned games on the table."""
        planned = list(dict.fromkeys(self.list_games()))
        wide = min(0.29 * box[2], 0.5 * box[3])
        shapes.gradient_box(c, *box, 0.3 * box[3], [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
        middle = box[0] + box[2] / 2
        for at, game in enumerate(planned):
            x = middle + (at - (len(planned) - 1) / 2) * 0.75 * wide - wide / 2
            place = x, layout.middle(box) - 0.73 * wide, wide, 1.46 * wide
            draw_box(self.ctx, c, game, place, tilt=TILT if at % 2 else -TILT)

    # --- players, as ``seat_changes`` wants them -----------------------------------------------------------

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Return the labels of the possible players of a seat (people, then computers by level), and the index of the
        present one."""
        people, at = seat_changes.list_people(self, seat)
        computers = [self.ctx.t("ui.setup.computer", level=level_name(self.ctx, one)) for one in LEVELS]
        level = strength(seat.level)
        chosen = at if seat.is_person else len(people) + (LEVELS.index(level) if level in LEVELS else 0)
        return [*people, *computers], chosen

    def set_kind(self, k: int, choice: int) -> None:
        """Seat the player with index ``choice`` of :meth:`list_kinds` at seat ``k``."""
        people = len(seat_changes.list_people(self, self.seats[k])[0])
        if choice < people:
            seat_changes.seat_person(self, k, choice)
        else:
            seat_changes.seat_computer(self, k, LEVELS[choice - people])

    def set_count(self, count: int) -> None:
        """Change the number of players."""
        seat_changes.change_count(self, count, lambda: seat_changes.make_guest(self.ctx, self.seats))

    # --- what happens -----------------------------------------------------------------------------------

    def list_games(self) -> list[str]:
        """Return the planned games in their order: each once, then those played more often."""
        fitting = [info.id for info in registry.games() if len(self.seats) in info.seat_counts]
        rounds = range(1, MOST_OF_ONE + 1)
        return [game for turn in rounds for game in fitting if self.counts[game] >= turn][: evenings.MOST_GAMES]

    def begin_evening(self) -> None:
        """Begin with the first game."""
        planned = self.list_games()
        if not planned:
            self.ctx.play("refused")
            return
        names = seat_changes.unique_names([seat.name for seat in self.seats])
        players = [msgspec.structs.replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True)]
        steps = tuple(self.handicap.get(seat.name, 0) for seat in self.seats)
        players = self.ctx.household.give_portraits(players)
        self.evening = Evening(players, planned, handicap=steps if any(steps) else ())
        self.play_next()

    def play_next(self) -> None:
        """Begin the next game, with its last options and the seats moved on by one."""
        ctx, game, seats = self.ctx, self.evening.next_game, evenings.seat_players(self.evening)
        table = begin(ctx, game, self._find_options(game, seats), seats, new_seed(), try_again=False)
        self.evening.running = table.session.id
        self.evening.save = "" if table.session.autosave is None else table.session.autosave.name
        keep_evening(ctx, self.evening)
        table.occasion = name_number(ctx, self.evening, table.session.id)
        routes.go(ctx, "title")
        ctx.stack.push(table)

    def _find_options(self, game: str, seats: list[Seat]) -> dict[str, object]:
        """Return the options of the last time that fit; with the handicap of the evening, else only where the set-up
        proposes one."""
        known = get_entry(self.ctx.settings.last_setup, game, Remembered)
        rules = registry.rules(game)
        plain = {name: value for name, value in known.options.items() if name != HANDICAP}
        try:
            options = rules.check_options(plain, len(seats))
        except BadOptions:
            options = rules.check_options({}, len(seats))
        if self.evening.handicap and _has_handicaps(game):
            by_player = zip(self.evening.players, self.evening.handicap, strict=True)
            steps = {player.name: step for player, step in by_player}
            return rules.check_options({**options, HANDICAP: [steps[seat.name] for seat in seats]}, len(seats))
        if known.handicap.mode != "propose":
            return options
        handicaps = Handicaps(game, AboutEven(self.ctx, game), known.handicap)
        return rules.check_options(handicaps.add_to_options(options, seats), len(seats))

    def go_on(self) -> None:
        """Continue the running game; start it again if its save is gone, as before its first decision."""
        path = folders.saves() / self.evening.save
        if path.is_file():
            routes.call(self.ctx, "open_file", path)
        else:
            self.play_next()

    def write_line(self, words: str) -> None:
        """Write a line of the player's own into the guest book."""
        if words.strip():
            lines = [*self.evening.lines, evenings.Line(self.ctx.person_name, words)]
            self.evening.lines = lines[-evenings.MOST_LINES :]
            keep_evening(self.ctx, self.evening)
            self.ctx.play("card_lift")

    @property
    def is_order_open(self) -> bool:
        """Whether the games to come can still change places: no game of the evening is running."""
        return not self.evening.is_over and not (self.evening.running and self.evening.save)

    def swap_games(self, at: int, other: int) -> None:
        """Exchange two games to come, by their indices in the evening."""
        games_ = self.evening.games
        games_[at], games_[other] = games_[other], games_[at]
        keep_evening(self.ctx, self.evening)
        self.ctx.play("card_lift")

    def ask_who_sits(self) -> None:
        """Ask which players leave or join before the next game; the points so far stay."""
        t, evening, household = self.ctx.t, self.evening, self.ctx.household
        here, known = [player.name for player in evening.present], {player.name for player in evening.players}
        coming = [registry.info(game).seat_counts for game in evening.games[len(evening.played) :]]
        fewer, more_fit = (all(len(here) + by in counts for counts in coming) for by in (-1, 1))
        choices: list[tuple[str, str, Act]] = [("stay", t("ui.cancel"), lambda: None)]
        for at, player in enumerate(evening.players):
            if fewer if player.name in here else more_fit:
                label = t("evening.leaves" if player.name in here else "evening.returns", name=player.name)
                choices.append((f"player.{at}", label, partial(self._change_table, player.name, player.name in here)))
        more = [name for name in (household.people[key].name for key in household.list_ids()) if name not in known]
        for at, name in enumerate(more[:MOST_JOIN] if more_fit and len(known) < MOST_PLAYERS else ()):
            choices.append((f"join.{at}", t("evening.joins", name=name), partial(self._join, name)))
        self.ctx.ask(t("ui.setup.seats"), t("evening.who.body"), choices, main=0)

    def _change_table(self, name: str, leaves: bool) -> None:
        away = self.evening.away
        self.evening.away = [*away, name] if leaves else [one for one in away if one != name]
        self._keep_table()

    def _join(self, name: str) -> None:
        seat = Seat("person", "", name, *free_sign(self.evening.players))
        evenings.join_table(self.evening, self.ctx.household.give_portraits([seat])[0])
        self._keep_table()

    def _keep_table(self) -> None:
        keep_evening(self.ctx, self.evening)
        self.ctx.play("wood_bounce")

    def end_evening(self) -> None:
        """End this evening, which stays in the season, and plan another one with the same players."""
        self.seats = self.evening.present
        self.evening = Evening()
        keep_evening(self.ctx, self.evening)

    # --- drawing ----------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return a description of evenings, or for a running one the players and the number of games played."""
        evening = self.evening
        if not evening.is_planned:
            return self.ctx.t("evening.sub")
        names = self.ctx.texts.join([player.name for player in evening.present])
        return self.ctx.t("evening.table.sub", names=names, n=len(evening.played), of=len(evening.games))

    def body(self, parts: Parts) -> Part:
        """Return the plan, or the table of the evening."""
        if not self.evening.is_planned:
            players = self.faces.make_panel(parts, range(2, MOST_PLAYERS + 1), width=760)
            rows = [self._make_game(parts, info.id) for info in registry.games()]
            how = parts.prose(self.ctx.t("evening.how"), 712, "body", gap=4)
            handicaps = [self._make_handicap(parts, seat, at) for at, seat in enumerate(self.seats)]
            words = self._describe_handicap()
            if parts.ui.touch.least:  # the rows scroll
                told = parts.note(words, height=NOTE if words else 0.0)
            else:
                told = parts.note(words, share=1)
            plan = [parts.space(4), *rows, parts.space(6), parts.inset(how, 4), parts.section("evening.handicap"),
                    *handicaps, parts.space(6), parts.inset(told, 4)]  # fmt: skip
            return parts.row([players, parts.panel(plan, title="evening.games", width=768, pad=24)], gap=24)
        return make_table(self, parts)

    def draw(self, c: Canvas) -> None:
        """Draw the page; if asked for, save all above its foot as a picture."""
        super().draw(c)
        self.picture.take(c, (0, 0, 1600, c.height - self.low))

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the buttons: to begin, to go on, or to plan another evening."""
        t, evening, room = self.ctx.t, self.evening, parts.space(share=1)
        opens = partial(routes.open, self.ctx, "season")
        season = parts.button("season", t("season.title"), opens, "laurels", width=230)
        if not evening.is_planned:
            count = len(self.list_games())
            label, can = t("evening.start", n=count), count > 0
            return room, season, parts.button(
                "start", label, self.begin_evening, "dice", main=True, enabled=can, width=400)  # fmt: skip
        if evening.is_over:
            picture = parts.button("picture", t("result.picture"), self.picture.ask, "disk", width=300)
            if self.forget is not None:
                back = parts.button("back", t("ui.back"), self.go_back, "left", width=184)
                remove = parts.button("remove", t("season.evening.remove"), self._ask_to_forget, "ph-trash", width=320)
                return back, room, remove, picture
            again = parts.button("another", t("evening.another"), self.end_evening, "dice", main=True, width=400)
            return season, room, picture, room, again
        ask = partial(self.ctx.ask_whether, "evening.end", "end", self.end_evening)
        end = parts.button("end", t("evening.end"), ask, "x", width=230)
        if not self.is_order_open:
            go_on = parts.button("go_on", t("evening.go_on"), self.go_on, "play", main=True, width=440)
            return end, room, parts.button("next", t("evening.again"), self.play_next, "dice", width=264), go_on
        label = t("evening.next", game=t(f"{evening.next_game}.name"))
        at = len(evening.played)
        can, swap = len(set(evening.games[at : at + 2])) > 1, partial(self.swap_games, at, at + 1)
        return (
            end, parts.button("swap", t("evening.swap"), swap, "trade", width=230, enabled=can),
            parts.button("who", t("ui.setup.seats"), self.ask_who_sits, "users", width=230), room,
            season, room,
            parts.button("next", label, self.play_next, "play", main=True, width=RIGHT),
        )  # fmt: skip

    def _ask_to_forget(self) -> None:
        forget = self.forget
        assert forget is not None

        def remove() -> None:
            self.go_back()
            forget()

        self.ctx.ask_whether("season.evening.remove", "remove", remove)

    def _make_game(self, parts: Parts, game: str) -> Part:
        """Return how often a game is planned."""
        t, fits, name = self.ctx.t, len(self.seats) in registry.info(game).seat_counts, self.ctx.t(f"{game}.name")
        row = [
            parts.icon(games.emblem(game), 36, "accent" if fits else "text.faint", width=74),
            parts.line(name, "title", "text.bright" if fits else "text.faint", share=1),
        ]
        if fits:
            labels = [t("evening.never"), *(t("evening.times", n=n) for n in range(1, MOST_OF_ONE + 1))]
            plan, told = partial(self.counts.__setitem__, game), t("reader.times", game=name)
            row.append(parts.segments(f"times.{game}", labels, self.counts[game], plan, label=told, width=240))
        return parts.inset(parts.card(parts.row([*row, parts.space(16)], 57, gap=0)), 0, 5)

    def _make_handicap(self, parts: Parts, seat: Seat, at: int) -> Part:
        """Return the row that sets a player's handicap steps in every game of the evening."""
        labels = [self.ctx.t("evening.never"), *map(str, range(1, MOST_STEPS + 1))]
        now, give = self.handicap.get(seat.name, 0), partial(self.give_steps, seat.name)
        steps = parts.segments(f"steps.{at}", labels, now, give, label=seat.name, height=34, width=340)
        row = parts.row([parts.line(seat.name, "name", share=1), steps], 40, gap=8)
        return parts.inset(row, 0, parts.ui.touch.gap / 2)

    def give_steps(self, name: str, steps: int) -> None:
        """Give a player this number of handicap steps in every game."""
        self.handicap.pop(name, None)
        self.handicap[name] = steps

    def _describe_handicap(self) -> str:
        """Return what the handicap set last gives its player in each planned game; "" without one."""
        names = {seat.name for seat in self.seats}
        for name, steps in reversed(self.handicap.items()):
            if steps and name in names:
                planned = [game for game, count in self.counts.items() if count and _has_handicaps(game)]
                given = [(games.short_name(self.ctx, game), f"{game}.handicap.sum.{steps}") for game in planned]
                rows = [self.ctx.t("reader.result.item", what=game, n=self.ctx.t(told)) for game, told in given]
                return f"*{name}.* {'. '.join(rows)}."
        return ""

    def describe_player(self, at: int, place: int, points: float) -> str:
        """Return place, name, the points of each game and their sum, of the player with index ``at``."""
        t, evening = self.ctx.t, self.evening
        rows = []
        for one in evening.played:
            score = format_points(self.ctx, evenings.score_places(one.places)[at])
            rows.append(t("reader.result.item", what=games.short_name(self.ctx, one.game), n=score))
        told = [f"{', '.join(rows)}."] if rows else []
        told.append(t("reader.result.total", n=format_points(self.ctx, points)))
        return t("reader.result.row", place=place, who=evening.players[at].name, points=" ".join(told))

    @property
    def moving(self) -> bool:
        """Whether a candle burns."""
        burns = self.evening.is_planned and not self.evening.is_over and self.ctx.stack.top is self
        return burns and not self.ctx.is_still

    def update(self, ms: float) -> None:
        """Advance the fan of a seat, falling coins and the flame; report a picture that was written."""
        self.faces.update(ms)
        if self.fallen < COINS_MS and self.evening.played and self.ctx.stack.top is self:
            before, still = self.fallen, self.ctx.is_still or self.forget is not None
            self.fallen += COINS_MS if still else ms
            if not still and any(before <= land < self.fallen for land in list_landings(self)):
                self.ctx.play("coin")
            self.ui.dirty = True
        if self.moving:
            self._clock += ms
            breath = round(4 * math.sin(math.tau * self._clock / BREATH_MS)) / 4
            self.ui.dirty, self.breath = self.ui.dirty or breath != self.breath, breath
        self.picture.tell()


def _has_handicaps(game: str) -> bool:
    return any(option.name == HANDICAP for option in registry.rules(game).options())
