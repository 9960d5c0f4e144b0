"""Setting up a game: seats, names, colours, levels, the game's own options, seed."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from ai import character
from ai.levels import LEVELS
from ai.ratings import find_rating, read_skills
from engine import registry
from engine.content import lessons
from engine.contract import HANDICAP, BadOptions
from engine.seats import AT_RATING, COLOURS, EVEN, FOREIGN, WHO, Seat
from engine.storage.settings import get_entry
from scenes.common import opponent_names
from scenes.common.matchmaking import AboutEven, EvenRival, replace_rival
from scenes.common.opponent_names import level_name, strength
from scenes.common.player_identity import all_differ
from scenes.menus import game_options, seat_changes
from scenes.menus.handicap_page import HandicapPage, make_handicap
from scenes.menus.handicaps import Handicaps, Remembered as HandicapMemory
from scenes.menus.seat_changes import Face
from scenes.menus.seat_faces import SeatFaces
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from scenes.table.script import AnyTable
from scenes.tutorial.lessons import teach
from sprites.base import text
from sprites.base.layout import Part

NAMED = 4
"""Files that cannot be used and are named, at most."""


class Remembered(msgspec.Struct):
    """Last set-up of a game, as stored in the settings."""

    seats: list[Seat] = []
    options: dict[str, Any] = {}
    try_again: bool = False
    even: str = ""
    """Level that was about even the last time."""
    handicap: HandicapMemory = msgspec.field(default_factory=HandicapMemory)


OPTIONS, GAP = 716.0, 12.0
"""Width of the options, room between panels."""
NEAR = 80
"""Points of rating within which a player is about even: half of what two levels differ."""
MOST_FACES = 7
"""Faces that the fan has room for."""
FEWEST = 2
"""Seats that are offered first, or as near to them as a game can be played."""


class SetUp(Page):
    """Page that sets up a game: seats on the left, options on the right, the start button below."""

    name = "setup"
    music = "title"
    margin = 24.0
    top, low = 66.0, 100.0
    start_text = "ui.setup.start"
    offers_lessons = True
    """Whether the lessons of a game that is set up for the first time are offered."""
    """Text id of the amber button."""

    def __init__(self, ctx: Context, game: str) -> None:
        super().__init__(ctx)
        self.game = game
        self.info = registry.info(game)
        self.rules = registry.rules(game)
        ctx.roster.look()
        known = read_skills(game)
        self.bounds = None if known is None else known.bounds
        """Lowest and highest rating that can be chosen; None where the game has none."""
        self.level_names = self._list_levels()
        remembered = self._load_last_setup()
        self.seats: list[Seat] = self._seats(remembered)
        if [seat.name for seat in self.seats] != [seat.name for seat in remembered.seats]:
            seat_changes.soften_rivals(self)
        self.options: dict[str, Any] = self._options(remembered)
        self.seed = ""
        self.placeholder = new_seed()
        self.try_again = remembered.try_again
        self.panel = games.options_panel(game)(self)
        self.even = AboutEven(ctx, game)
        self.last_even = remembered.even if self._plays(remembered.even) else LEVELS[0]
        self.handicaps = Handicaps(game, self.even, remembered.handicap)
        self._even_read = False
        self.error = ""
        self.faces = SeatFaces(
            self, self._tell_seat, self._list_faces, self.panel.draw_table, self.open_gallery,
            self._edit_portrait, lambda: self.handicaps.list_sides(self.seats, self.options),
        )  # fmt: skip
        self.more = False
        """Whether what a first game does not need is shown too: the seed, promo cards."""

    def enter(self) -> None:
        """Offer the lessons of a game that is set up for the first time, if it has any."""
        settings = self.ctx.settings
        known = self.game in settings.guided or self.game in settings.last_setup  # asked before, or played before
        if known or not (self.offers_lessons and lessons.has(self.game)):
            return
        settings.guided = [*settings.guided, self.game]
        self.ctx.save_settings()
        t = self.ctx.t
        choices = [
            ("stay", t("setup.offer.seats"), lambda: None),
            ("play", t("ui.tutorial.offer.no"), self.start),
            ("show", t("ui.tutorial.offer.yes"), lambda: teach(self.ctx, self.game)),
        ]
        name = games.short_name(self.ctx, self.game)
        self.ctx.ask(t("ui.tutorial.offer.title", game=name), t("ui.tutorial.offer"), choices)

    def _list_levels(self) -> list[str]:
        """Return the possible levels: about even, the built-in ones, any rating, then those of the player's own
        opponents."""
        rated = [] if self.bounds is None else [EVEN]
        return [*rated, *LEVELS, *[AT_RATING for _ in rated], *self.ctx.roster.levels(self.game)]

    def update(self, ms: float) -> None:
        """Take in answers of the player's opponent files; a seat whose opponent cannot play gets another level."""
        self.faces.update(ms)
        if self.even.read and not self._even_read:
            self._even_read = self.ui.dirty = True
        if not self.ctx.roster.poll():
            return
        self.level_names = self._list_levels()
        for k, seat in enumerate(self.seats):
            if seat.kind == "computer" and not self._plays(seat.level):
                seat_changes.change_seat(self, k, level="skilled")
        self.ui.dirty = True

    def _load_last_setup(self) -> Remembered:
        """Return the last set-up of this game, checked, since the settings may have been edited."""
        return get_entry(self.ctx.settings.last_setup, self.game, Remembered)

    def _seats(self, remembered: Remembered) -> list[Seat]:
        seats = [
            seat if seat.name else msgspec.structs.replace(seat, name=str(k + 1))
            for k, seat in enumerate(remembered.seats)
        ]
        if len(seats) in self.info.seat_counts and all(map(self._fits, seats)) and all_differ(seats):
            people = [k for k, seat in enumerate(seats) if seat.is_person]
            if len(people) == 1 and self.ctx.household.list_ids():  # alone at the table sits who plays now
                seats[people[0]] = msgspec.structs.replace(seats[people[0]], name=self.ctx.person_name)
            return seats
        you = Seat("person", "", self.ctx.person_name, 0, "")
        count = min((each for each in self.info.seats if each >= FEWEST), default=self.info.seats[0])
        found = [you]
        while len(found) < count:
            found.append(seat_changes.make_rival(self.ctx, self.game, found, LEVELS[0]))
        return found

    def _fits(self, seat: Seat) -> bool:
        """Whether such a seat can be chosen here."""
        known = seat.kind == "person" or (seat.kind == "computer" and self._plays(seat.level))
        return known and seat.colour < COLOURS

    def _plays(self, level: str) -> bool:
        """Whether there is such an opponent here."""
        known = level in self.level_names or opponent_names.find_character(level) is not None
        return known or (self.bounds is not None and level.startswith(AT_RATING))

    def _options(self, remembered: Remembered) -> dict[str, Any]:
        """Return the options of the last game; for a first game the simplest ones."""
        try:
            first = lessons.row(self.game).first if lessons.has(self.game) and not remembered.seats else {}
            plain = {name: value for name, value in (remembered.options or first).items() if name != HANDICAP}
            return self.rules.check_options(plain, len(self.seats))
        except Exception:  # whatever stood in the settings, the game can be set up
            return {option.name: option.default for option in self.rules.options() if option.kind != "steps"}

    # --- who is offered --------------------------------------------------------------------------------

    def _tell_seat(self, seat: Seat) -> tuple[str, str]:
        """Return the name of who sits there, and how strong it is."""
        if seat.is_person:
            own = self.even.estimate_rating(seat.name)
            words = self.ctx.t("ui.gallery.you" if seat.name == self.ctx.person_name else "setup.here")
            words = self.ctx.t("people.child") if seat.is_child else words
            return seat.name, words if own is None else f"{words} \u00b7 {own}"
        rated = find_rating(self.game, seat.level)
        words = level_name(self.ctx, strength(seat.level))
        is_plain = seat.level.startswith((AT_RATING, FOREIGN))
        return seat.name, words if is_plain or rated is None else f"{words} \u00b7 {rated.rating}"

    def _list_faces(self, k: int) -> list[Face]:
        """Return who is offered for a seat: characters easier than the first person, about even, stronger; people."""
        t, here = self.ctx.t, {seat.level: at for at, seat in enumerate(self.seats)}
        rival, own = self.find_rival(), self.even.estimate_rating(self.first_person)
        usual = find_rating(self.game, self.find_level_in_use())
        aim = own or (rival.rating if rival else usual.rating if usual else 0)
        others = []
        for stem, who in character.ours().items():
            rated = find_rating(self.game, WHO + stem)
            rating = rated.rating if rated else 100 * opponent_names.get_rank(who)
            if here.get(WHO + stem) != k:
                others.append((rating, WHO + stem, str(rating) if rated else level_name(self.ctx, who.level)))
        others.sort(key=lambda one: (abs(one[0] - aim), one[1] in here, one[1]))
        groups: dict[str, list[tuple[int, str, str]]] = {"easier": [], "even": [], "stronger": []}
        for one in others:
            groups["even" if abs(one[0] - aim) <= NEAR else "easier" if one[0] < aim else "stronger"].append(one)
        wide = 1 if len(self.seats) == 2 else 0  # the row of two seats has room for two more
        chosen = [*groups["easier"][:2], *groups["even"][: 2 + wide], *groups["stronger"][: 1 + wide]]
        chosen += [one for one in others if one not in chosen][: 5 + 2 * wide - len(chosen)]
        found = []
        for group, some in groups.items():
            for _, level, label in sorted(one for one in some if one in chosen):
                seat = Seat("computer", level, opponent_names.seat_name(self.ctx, level))
                won, lost = self.even.count_meetings(self.first_person, level)
                words = opponent_names.get_title(self.ctx, level)
                if won + lost:
                    words += f"\n{t('ui.gallery.against', name=seat.name)}: *{won} : {lost}*"
                take = None if level in here else partial(self.seat_character, k, level)
                words = words if take is not None else t("ui.gallery.seated", n=here[level] + 1)
                found.append(Face(seat, label, f"setup.{group}", words, take))
        team, people = self._list_places(k), seat_changes.list_people_faces(self, k)[:2]
        if team:  # in place of characters, who are offered in the gallery as well
            found = [face for face in found if face.take is not None][: MOST_FACES - len(team) - len(people)]
        return team + found + people

    def _list_places(self, k: int) -> list[Face]:
        """Return the seats of a game of teams, each of which changes places with this one, making other teams."""
        sides = self.handicaps.list_sides(self.seats, self.options)
        if len(set(sides)) == len(sides):
            return []

        def swap(other: int) -> None:
            self.seats[k], self.seats[other] = self.seats[other], self.seats[k]

        seats = self.ctx.household.give_portraits(self.seats)
        return [
            Face(seat, seat.name, "setup.swap", self.ctx.t("ui.gallery.seated", n=at + 1), partial(swap, at))
            for at, seat in enumerate(seats)
            if at != k and sides[at] != sides[k]
        ]

    # --- changes --------------------------------------------------------------------------------------

    def set_count(self, count: int) -> None:
        """Change the number of seats."""
        make = partial(seat_changes.make_rival, self.ctx, self.game, self.seats)
        seat_changes.change_count(self, count, lambda: make(self.find_level_in_use()))

    def find_level_in_use(self) -> str:
        """Return the level for a new seat: of the last computer (a character counts by its level), else the lowest."""
        levels = [strength(seat.level) for seat in self.seats if seat.kind == "computer"]
        return next((level for level in reversed(levels) if self._plays(level)), LEVELS[0])

    def set_kind(self, k: int, choice: int) -> None:
        """Seat the choice with this index of :meth:`list_kinds` at seat ``k``, which may be gone."""
        if k >= len(self.seats):
            return
        people = len(seat_changes.list_people(self, self.seats[k])[0])
        if choice < people:
            seat_changes.seat_person(self, k, choice)
        elif choice < people + len(self.level_names):
            self._seat_computer(k, self.level_names[choice - people])
        else:
            self.open_gallery(k)

    def _seat_computer(self, k: int, level: str) -> None:
        """Seat a computer of this level, or of a rating about even."""
        if level == AT_RATING and self.bounds is not None:
            rival = self.find_rival()
            level += str(self.bounds[0] if rival is None else rival.rating)
        seat_changes.seat_computer(self, k, level)

    def open_gallery(self, k: int | None) -> None:
        """Open the gallery for seat ``k``, with None for all seats of computers."""
        open_seats = [n for n, seat in enumerate(self.seats) if n == k or (k is None and not seat.is_person)]
        routes.open(
            self.ctx, "gallery", self.game, self.seats, open_seats or [len(self.seats) - 1], self.seat_character
        )

    def seat_character(self, k: int, level: str) -> None:
        """Seat a character at seat ``k``, under its own name."""
        seat_changes.change_seat(self, k, kind="computer", level=level, name=opponent_names.seat_name(self.ctx, level))

    def _edit_portrait(self, seat: Seat) -> None:
        """Open the emblems and colours of a person; a guest may join the household there."""
        page: Any = routes.scene("people", self.ctx)
        page.chosen = self.ctx.household.find(seat.name) or page.chosen
        self.ctx.stack.push(page)

    def start(self) -> None:
        """Start the game; its table replaces this page."""
        table = self.begin_table()
        if table is not None:
            self.ctx.stack.swap(table)

    def check_setup(self) -> tuple[dict[str, Any], list[Seat]] | None:
        """Return options and seats of the set-up; None when they cannot be played, which is reported."""
        self.error = self.panel.problem()
        if self.error:
            self.ctx.play("refused")
            self.ui.dirty = True
            return None
        try:
            options = self.rules.check_options(self.handicaps.add_to_options(self.options, self.seats), len(self.seats))
        except BadOptions as error:
            self.error = str(error)
            self.ctx.play("refused")
            self.ui.dirty = True
            return None
        names = seat_changes.unique_names([seat.name for seat in self.seats])
        return options, [msgspec.structs.replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True)]

    def begin_table(self) -> "AnyTable | None":
        """Return the table of a new game with this set-up; None when it cannot be played, which is reported."""
        checked = self.check_setup()
        if checked is None:
            return None
        options, seats = checked
        chosen, seats = seats, self.even.seat_rivals(seats, self.last_even)
        rival = self.find_rival()
        seed = self.seed or self.placeholder
        first = not self._load_last_setup().seats and not self.seed
        table = begin(self.ctx, self.game, options, seats, seed, try_again=self.try_again, first=first)
        self.ctx.settings.last_setup = {
            **(self.ctx.settings.last_setup or {}),
            self.game: {
                "seats": msgspec.to_builtins(chosen),
                "even": self.last_even if rival is None else rival.level,
                "options": dict(options),
                "try_again": self.try_again,
                "handicap": msgspec.to_builtins(self.handicaps.remember(self.seats, self.options)),
            },
        }
        self.ctx.save_settings()
        return table

    # --- drawing -----------------------------------------------------------------------------------------

    def bar_words(self) -> tuple[str, str, str]:
        """Return the name of the game, what the page is for, and the game's sign."""
        return self.ctx.t(f"{self.game}.name"), self.ctx.t("ui.setup.sub"), games.emblem(self.game)

    def body(self, parts: Parts) -> Part:
        """Return seats and handicap at the left; goal, options and earlier games at the right. For fingers, seats and
        options are tabs."""
        seats = self.faces.make_panel(parts, self.info.seat_counts, self._make_hint(parts))
        options = parts.panel([Part(0, lambda box: self.panel.draw(parts.c, *box), 1)], width=OPTIONS, pad=0)
        goal, record = game_options.make_goal(self, parts), game_options.make_record(self, parts)
        handicap = None
        if self.handicaps.is_possible(self.seats):
            handicap = make_handicap(parts, self.handicaps, self.seats, self.options, self.open_handicaps)
        left = parts.column([parts.fill(seats), *([handicap] if handicap is not None else [])], gap=GAP)
        if parts.c.foot:
            return parts.tabs([self.ctx.t("ui.setup.seats"), self.ctx.t(self.panel.heading)], [left, options])
        right = parts.column([goal, parts.fill(options), *([record] if record is not None else [])], gap=GAP)
        return parts.row([parts.fill(left), parts.at_width(OPTIONS, right)], gap=20)

    def _make_hint(self, parts: Parts) -> Part | None:
        """Return the part that reports problems of the player's own opponents; None if there are none."""
        t, roster = self.ctx.t, self.ctx.roster
        bad = roster.problems()
        if roster.busy:
            return parts.line(t("ui.setup.opponents.looking"), "remark", "text.muted")
        if bad:
            words = t("ui.setup.opponents.bad", n=len(bad), names=", ".join(list(bad)[:NAMED]))
            why = [
                f"*{name}*: {offer.problem or t(f'ui.setup.opponents.{offer.failure}')}"
                for name, offer in list(bad.items())[:NAMED]
            ]
            told = (t("ui.setup.opponents"), "\n".join(why))
            return parts.explain("opponents", parts.line(words, "remark", "text.warning"), told)
        return None

    def find_rival(self) -> EvenRival | None:
        """Return who is about even with the first person; None before the record has been read."""
        return self.even.find_rival(self.first_person)

    @property
    def first_person(self) -> str:
        """Name of the first person at the table; "" without one."""
        return next((seat.name for seat in self.seats if seat.is_person), "")

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the buttons: more options, try again, lessons, back and start."""
        t = self.ctx.t
        self.error = self.panel.problem()
        if self.error:
            text.draw(parts.c, self.error, 1190, parts.c.height - 92, "strong", "text.warning", "rm", max_w=700)
        label, tip = t("setup.less" if self.more else "setup.more"), (t("setup.more"), t("setup.more.tip"))
        icon, toggle = "left" if self.more else "plus", partial(setattr, self, "more", not self.more)
        row = [parts.button("more", label, toggle, icon, height=46, width=140, tip=tip)]
        if self.more:
            row += self._list_more(parts)
        label = t("ui.setup.try_again")
        tip, change = (label, t("ui.setup.try_again.tip")), partial(setattr, self, "try_again")
        row.append(parts.checkbox("try_again", label, self.try_again, change, height=36, tip=tip, share=1))
        if lessons.has(self.game) and not self.more:
            show, told = partial(teach, self.ctx, self.game), (t("lesson.teach"), t("lesson.teach.tip"))
            row.append(parts.button("teach", told[0], show, "star", width=164, tip=told))
        row.append(parts.button("back", t("ui.back"), self.go_back, "left", width=164))
        can, label = not self.error, t(self.start_text)
        return [*row, parts.button("start", label, self.start, "dice", main=True, enabled=can, width=360)]

    def _list_more(self, parts: Parts) -> list[Part]:
        """Return the seed, and the way to the twists with how many are on."""
        t, label, change = self.ctx.t, self.ctx.t("ui.setup.seed"), partial(setattr, self, "seed")
        found = [
            parts.line(label, "name", width=min(114.0, text.width(parts.c, label, "name"))),
            parts.field("seed", self.seed, change, hint=self.placeholder, limit=24, height=42, width=210,
                        tip=(label, t("ui.setup.seed.tip"))),
        ]  # fmt: skip
        if game_options.list_twists(self.game, len(self.seats), self.options):
            on = game_options.count_chosen_twists(self.game, len(self.seats), self.options)
            label, tip = t("twists.button.n", n=on) if on else t("twists.button"), (t("twists.title"), t("twists.tip"))
            found.append(parts.button("twists", label, self._open_twists, "shuffle", height=46, width=190, tip=tip))
        return found

    def _open_twists(self) -> None:
        self.ctx.stack.push(game_options.Twists(self.ctx, self.game, len(self.seats), self.options))

    def open_handicaps(self) -> None:
        """Open the page of handicaps."""
        self.ctx.stack.push(HandicapPage(self.ctx, self.game, self.seats, self.options, self.handicaps))

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Return the labels of the choices for a seat, and the index of the chosen one."""
        t = self.ctx.t
        levels = self.level_names
        rival = self.find_rival()
        names = [t("ui.setup.computer", level=level_name(self.ctx, level)) for level in levels]
        if rival is not None and EVEN in levels:
            names[levels.index(EVEN)] = t("ui.setup.even.rating", rating=rival.rating)
        if AT_RATING in levels:
            names[levels.index(AT_RATING)] = t("ui.setup.any_rating")
        people, at = seat_changes.list_people(self, seat)
        labels = [*people, *names, t("ui.setup.choose")]
        if seat.kind == "person":
            return labels, at
        one = opponent_names.find_character(seat.level)
        if seat.level.startswith(AT_RATING):
            at = len(people) + levels.index(AT_RATING)
            labels[at] = level_name(self.ctx, seat.level)
            return labels, at
        if one is None:
            return labels, len(people) + levels.index(seat.level)
        labels[-1] = t(
            "ui.setup.character", name=level_name(self.ctx, seat.level), level=level_name(self.ctx, one.level)
        )
        return labels, len(labels) - 1

    def handle(self, given: Input) -> bool:
        """Handle Space (start), Esc (back) and the panel's keys, undo removes the focused seat; return whether the
        input was used."""
        if given.kind == "command" and given.name == "main":
            self.start()
            return True
        if given.kind == "command" and given.name == "undo" and self.faces.empty_seat_in_focus():
            return True
        return super().handle(given) or (given.kind == "command" and bool(self.panel.handle(given)))


def play_at_once(ctx: Context, game: str) -> None:
    """Start a game with the seats and options of the last time; where that fails the set-up opens."""
    page = SetUp(ctx, game)
    known = get_entry(ctx.settings.last_setup, game, Remembered)
    asks = any(seat.level.startswith(FOREIGN) for seat in known.seats)  # opponents from files are not known yet
    table = None if asks else page.begin_table()
    if table is None:
        ctx.stack.push(page)
    else:
        ctx.stack.push(table)


def challenge(ctx: Context, game: str, level: str) -> None:
    """Begin a game as set up last, with a character on the first computer's seat, or with this level as its even rival.
    Where that is impossible the set-up opens."""
    page = SetUp(ctx, game)
    if not any(not seat.is_person for seat in page.seats):
        ctx.stack.push(page)
        return
    if level.startswith(WHO):
        page.seats = replace_rival(ctx, page.seats, level)
    else:
        page.seats, page.last_even = replace_rival(ctx, page.seats, EVEN), level
    table = page.begin_table()
    ctx.stack.push(page if table is None else table)
