"""The title: four games, continue, load, rule book, statistics, settings, quit."""

from functools import partial

from engine import registry
from engine.desktop.packed import read_version
from engine.languages import languages
from engine.registry import GameInfo
from engine.storage import folders, saves
from engine.storage.saves import SlotInfo
from scenes.common.occasions import load_evening, name_occasions
from scenes.menus.open_save import open_save
from scenes.menus.title_offers import TitleOffer, TitleOffers, draw_offers, find_evening
from scenes.shell import finger_row, routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import WIDE
from scenes.shell.parts import Act, Parts
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.stack import Scene
from scenes.shell.targets import Target
from scenes.table import game_screens
from sprites.base import backdrop, controls, cover, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

COVER_W, COVER_H, GAP = 330.0, 486.0, 26.0
SHOWN = 4
"""Covers side by side."""
MARKS = ("cover.", "play.", "teach.", "seats.", "even.")
"""How the targets of a cover begin."""
PLAYED, SMALL = 196.0, 166.0
"""Widths of the buttons: what else is played, everything else."""
CONTINUE_ROOM = 262.0
"""Units for the words below the name of the offer to go on."""
STRIP: Box = (92.0, 700.0, 1416.0, 74.0)
"""The strip "What next?"."""
LANGUAGES: Box = (1384.0, 24.0, 190.0, 38.0)
MOST_CODES = 4
"""Languages whose codes stand side by side."""
PLAY_H = 52.0
FOOT = 318.0
SEPARATOR = "  \u00b7  "


class SpokenTitle(SpokenScene):
    """Speech of the title: adds the game to each button on a cover, and names the languages."""

    def name_target(self, target: Target) -> str:
        """Return the name of a language, or of a button with its game."""
        t, (kind, _, which) = self._scene.ctx.t, target.id.partition(".")
        if kind == "language" and target.tip is not None:
            return f"{t('ui.settings.language')}: {target.tip[0]}"
        own = {"play": "lesson.play_now", "teach": "lesson.teach", "seats": "setup.offer.seats"}
        return f"{t(f'{which}.name')}: {t(own[kind])}" if kind in own else ""


class Title(Scene):
    """First screen of the program."""

    name = "title"
    music = "title"
    speech = SpokenTitle

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.last: SlotInfo | None = None
        self._occasion = ""
        self._looked = False
        self.offers = TitleOffers(ctx)
        self._rules = partial(routes.open, ctx, "rules", registry.games()[0].id)
        self._settings = partial(routes.open, ctx, "settings")
        self.first = 0
        """The first cover shown, where there are more than fit."""

    def _look(self) -> None:
        """Look for a game to go on with."""
        self.last = None
        if self.ctx.quiet and not self._looked:
            self._looked = True
            return
        self.last = saves.newest(folders.saves(), self.ctx.settings.last_game)
        self._occasion = "" if self.last is None else name_occasions(self.ctx).get(self.last.id, "")

    enter = _look

    def resume(self) -> None:
        """Refresh what is offered: games may have been saved or deleted."""
        super().resume()
        self._look()
        self.ctx.read_household()
        self.offers.renew()

    def update(self, ms: float) -> None:
        """Advance animations; take in offers found in the background."""
        self.ui.dirty = self.offers.update(ms) or self.ui.dirty

    def first_stop(self) -> str | None:
        """Return the target of the first Tab: the game to continue, else the first cover; never the languages."""
        return "continue" if self.last is not None else f"cover.{registry.games()[self.first].id}"

    def draw(self, c: Canvas) -> None:
        """Draw logo, covers, what is offered next, and the rows of the menu."""
        t, parts, extra = self.ctx.t, Parts(self.ctx, self.ui, c), c.height - 900
        c.surface.blit(backdrop.table(c, "title"), (0, 0))
        shift = extra * 0.42
        offers = self.list_offers(c)
        reach = cover.logo(c, t("ui.name"), 800, 74 + shift * 0.5, 84) / 2 + 64
        for side in (-1, 1):
            cover.crown_ornament(c, 800 + side * reach, 70 + shift * 0.5)
        text.draw(c, t("ui.tagline"), 800, 136 + shift * 0.5, "aside", "text.body", "cm", shadow=True, max_w=900)
        self._draw_languages(c)
        self._draw_person(parts)
        touch = self.ui.touch
        self._draw_covers(c, 406 + shift)
        x, y, w, h = STRIP
        lower = touch.grow(PLAY_H) - PLAY_H
        draw_offers(parts, (x, y + extra * 0.75 + lower, w, max(h, touch.least + 12)), offers)
        menu = parts.column(self._list_menu(parts), gap=8)
        low = finger_row.find_top(c, touch.least) + touch.least - menu.size if c.foot else 784 + extra * 0.9
        menu.draw((0, low, WIDE, max(90.0, menu.size)))
        if self.ctx.second:
            text.draw(c, t("title.second"), 800, 886 + extra, "remark", "text.title", "cm", max_w=1300)
        elif not c.foot:
            foot, font = t("ui.title.foot"), text.limit("fine", 60)
            tall = text.paragraph_height(c, foot, FOOT, font, line=1.15)
            text.paragraph(c, foot, 24, 892 + extra - tall, FOOT, font, "text.muted", line=1.15)
        text.draw(c, t("ui.title.version", version=read_version()), 1576, 880 + extra, "fine", "text.dim", "rm")

    def _draw_languages(self, c: Canvas) -> None:
        """Draw a row of their codes, of more than four a list of their own names."""
        known, now = languages.list_languages(), self.ctx.texts.language
        (x, y, w, h), touch = LANGUAGES, self.ui.touch
        across = max(w, touch.least * min(len(known), MOST_CODES))
        place = (x + w - across, min(y, 8.0) if touch.least else y, across, touch.grow(h))
        selected = next(at for at, one in enumerate(known) if one.code == now)
        names = [one.conventions.name for one in known]
        if len(known) > MOST_CODES:
            label = self.ctx.t("ui.settings.language")
            self.ui.dropdown(c, "language", place, names, selected, self._speak, name=label)
            return
        codes, tips = [one.code.upper() for one in known], [(name, "") for name in names]
        self.ui.segmented_control(c, "language", place, codes, selected, self._speak, tips=tips)

    def _draw_person(self, parts: Parts) -> None:
        """Draw the portrait and the name of who plays, with the way to the list; nothing while nobody has a name."""
        one = self.ctx.household.people.get(self.ctx.person)
        if one is None or one.away:
            return
        # Names of opponents come with it: not before the first picture.
        from scenes.common.player_identity import draw_portrait

        box: Box = (24.0, 20.0, 60.0 + min(190.0, text.width(parts.c, one.name, "name")) + 14, 48.0)
        tip = (self.ctx.t("people.title"), "")
        row = parts.row([
            Part(52, lambda at: draw_portrait(parts.c, one.portrait, at[0] + 28, at[1] + 24, 21)),
            parts.line(one.name, "name", "text.bright", share=1),
        ], 48, gap=8)  # fmt: skip
        parts.press("person", row, partial(routes.open, self.ctx, "people"), radius=24, tip=tip,
                    label=f"{tip[0]} {one.name}").draw(box)  # fmt: skip

    def _speak(self, k: int) -> None:
        self.ctx.settings.language = languages.list_codes()[k]
        self.ctx.apply_settings()

    def list_offers(self, c: Canvas) -> list[TitleOffer]:
        """Return the offers: the running evening first, then the game to continue, then the others."""
        found, evening = list(self.offers.offers), find_evening(self.ctx)
        running = load_evening(self.ctx).save if evening is not None else ""
        if evening is not None:
            found.insert(0, evening)
        if self.last is not None and self.last.path.name != running:
            words = self._describe_save(c, self.last)
            found.insert(
                evening is not None, TitleOffer("continue", "play", self.ctx.t("ui.title.continue"), words, self.go_on)
            )
        return found

    # --- covers ---------------------------------------------------------------------------------------

    def _draw_covers(self, c: Canvas, cy: float) -> None:
        """Draw four boxes side by side; of more games four at a time, with arrows at the sides."""
        games = registry.games()
        self.first = max(0, min(self.first, len(games) - SHOWN))
        shown = games[self.first : self.first + SHOWN]
        left = (WIDE - len(shown) * COVER_W - (len(shown) - 1) * GAP) / 2
        if len(games) > SHOWN:
            for name, x, first in (("left", 64, self.first - 1), ("right", 1536, self.first + 1)):
                act, is_on = partial(setattr, self, "first", first), 0 <= first <= len(games) - SHOWN
                self.ui.icon_button(c, f"covers.{name}", x, cy, 26, name, act, enabled=is_on)
        for k, info in enumerate(shown):
            self._draw_cover(c, info, left + k * (COVER_W + GAP), cy - COVER_H / 2)

    def _draw_cover(self, c: Canvas, info: GameInfo, x: float, y: float) -> None:
        """Draw the box of a game, lifted while it or one of its buttons is pointed at."""
        t, game, target_id = self.ctx.t, info.id, f"cover.{info.id}"
        set_up = partial(routes.open, self.ctx, "set_up", game)
        self.ui.zone(target_id, (x, y, COVER_W, COVER_H + 26), set_up, radius=10, ring=False, label=t(f"{game}.name"))
        lit = self._is_lit(*(f"{mark}{game}" for mark in MARKS))
        picture = game_screens.make_box(self.ctx, c, game, lit=lit)
        y -= 12 if lit else 0
        if lit:
            shapes.glow_box(c, x - 4, y - 4, COVER_W + 8, COVER_H + 8, 12, strength=200)
        shapes.shadow(c, picture, c.x(x), c.y(y), "lifted")
        c.surface.blit(picture, (c.x(x), c.y(y)))
        if lit:
            shapes.round_rect(c, x - 2, y - 2, COVER_W + 4, COVER_H + 4, 10, "edge.bright", border=2.4)
        self._draw_buttons(c, info, x, y + COVER_H - 20, lit)

    def _has_lessons_left(self, game: str) -> bool:
        """Whether this player has not done all lessons of a game; nothing is read before the first one is done."""
        if self.ctx.name_own_entry(game) not in self.ctx.settings.lessons:
            return True
        from scenes.common.lesson_progress import done

        reached, count = done(self.ctx, game)
        return reached < count

    def _draw_buttons(self, c: Canvas, info: GameInfo, x: float, y: float, lit: bool) -> None:
        """Draw what can be done with a game: play at once, choose seats and options, learn where there are lessons.

        Play is amber on the cover that is lit, else on that of the game played last.
        """
        t, game = self.ctx.t, info.id
        new = game not in self.ctx.settings.last_setup
        learns = bool(info.lessons) and self._has_lessons_left(game)
        amber = lit or (game == self._find_last_game() and not self._is_lit(*MARKS))
        least, high = self.ui.touch.least, self.ui.touch.grow(PLAY_H)
        part, left, r = 144.0 if new else 112.0 if least else 118.0, 18 if new or not least else 6, max(23.0, least / 2)
        middle = y + high / 2
        play = (x + left, y, part if learns else 240.0 if not info.lessons else 186.0, high)
        state = self.ui.zone(f"play.{game}", play, partial(routes.call, self.ctx, "play_at_once", game), radius=10)
        kind = "main" if amber else "plain"
        controls.button(c, *play, t("lesson.play_now"), kind=kind, state=state, icon="dice")
        tip, teach = (t("lesson.teach"), t("lesson.teach.tip")), partial(routes.call, self.ctx, "teach", game)
        if learns:
            box = (x + left + 6 + part, y, part, high)
            self.ui.button(c, f"teach.{game}", box, t("lesson.teach"), teach, icon="star", tip=tip)
            if new:
                return
        rival = self.offers.rivals.get(game)
        if rival is not None:
            begin, even = partial(routes.call, self.ctx, "challenge", game, rival.level), rival.tell(self.ctx)
            self.ui.icon_button(c, f"even.{game}", x + COVER_W - 40, y - COVER_H + 60, r, "shaking-hands", begin,
                                tip=(t("ui.level.even"), even))  # fmt: skip
        set_up, seats = partial(routes.open, self.ctx, "set_up", game), (t("setup.offer.seats"), "")
        self.ui.icon_button(c, f"seats.{game}", x + 288, middle, r, "users", set_up, tip=seats)
        if info.lessons and not learns and lit:
            self.ui.icon_button(c, f"teach.{game}", x + 236, middle, 23, "star", teach, tip=tip)

    def _is_lit(self, *marks: str) -> bool:
        """Whether a target that begins so is pointed at or focused."""
        return any(one is not None and one.startswith(marks) for one in (self.ui.hover, self.ui.visible_focus))

    def _find_last_game(self) -> str:
        """Return the game played last, the first one before any was."""
        last = self.ctx.settings.last_game
        games = registry.games()
        return next((info.id for info in games if last.startswith(f"{info.id}-")), games[0].id)

    # --- the menu -------------------------------------------------------------------------------------

    def _list_menu(self, parts: Parts) -> list[Part]:
        """Return what can be played, and below it everything else."""
        modes: list[tuple[str, str, Act]] = [
            ("road", "walking-boot", partial(routes.call, self.ctx, "open_road")),
            ("today", "ph-calendar-blank", partial(routes.call, self.ctx, "open_today")),
            ("puzzles", "star", partial(routes.open, self.ctx, "puzzles")),
            ("you", "person", partial(routes.open, self.ctx, "you")),
            ("evening", "users", partial(routes.open, self.ctx, "evening")),
        ]
        rest: list[tuple[str, str, Act]] = [
            ("load", "load", partial(routes.open, self.ctx, "load")),
            ("rules", "rules", self._rules),
            ("settings", "settings", self._settings),
            ("quit", "exit", self.ctx.quit),
        ]
        rows, room = [], parts.space(share=1)
        for acts, width, height in ((modes, PLAYED, 46.0), (rest, SMALL, 36.0)):
            buttons = [
                parts.button(name, self.ctx.t(f"ui.title.{name}"), act, icon, height=height, width=width)
                for name, icon, act in acts
            ]
            rows.append(parts.row([room, *buttons, room], height, gap=14))
        return rows

    def _describe_save(self, c: Canvas, slot: SlotInfo) -> str:
        """Name what the game belongs to, the game, progress and players; the last parts go where there is no room."""
        parts = [*([self._occasion] if self._occasion else []), self.ctx.t(f"{slot.game}.name")]
        if slot.progress.id:
            parts.append(self.ctx.say(slot.progress))
        parts.append(", ".join(slot.names))
        while len(parts) > 1 and text.width(c, SEPARATOR.join(parts), "strong", fixed=True) > CONTINUE_ROOM:
            parts.pop()
        return SEPARATOR.join(parts)

    def go_on(self) -> None:
        """Continue the newest unfinished game; without one start the game whose button is highlighted."""
        if self.last is None:
            routes.call(self.ctx, "play_at_once", self._find_last_game())
            return
        open_save(self.ctx, self.last)

    def handle(self, given: Input) -> bool:
        """Handle Space (continue), Esc (ask before leaving) and the keys for rules, settings and sound; return whether
        it was one."""
        acts: dict[str, Act] = {
            "main": self.go_on, "rules": self._rules, "settings": self._settings, "back": self._leave,
            "sound": self._toggle_sound,
        }  # fmt: skip
        act = acts.get(given.name) if given.kind == "command" else None
        if act is not None:
            act()
        return act is not None

    def _toggle_sound(self) -> None:
        self.ctx.settings.muted = not self.ctx.settings.muted
        self.ctx.apply_settings()

    def _leave(self) -> None:
        self.ctx.ask_whether("ui.quit", "leave", self.ctx.quit, label="ui.quit.leave", stay="ui.quit.stay")
