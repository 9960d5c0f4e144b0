"""The title: four games, continue, load, rule book, statistics, settings, quit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import registry
from engine.desktop.packed import read_version
from engine.storage import folders, saves
from engine.storage.saves import SlotInfo
from scenes.common.resume_game import name_occasions
from scenes.menus.open_save import open_save
from scenes.menus.title_offers import TitleOffer, TitleOffers, draw_offers
from scenes.shell import routes
from scenes.shell.i18n import LANGUAGES
from scenes.shell.inputs import Input
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.stack import Scene
from scenes.shell.targets import Target
from sprites.base import backdrop, controls, cover, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from engine.registry import GameInfo
    from scenes.shell.context import Context

COVER_W, COVER_H, GAP = 330.0, 486.0, 26.0
SHOWN = 4
"""Covers side by side."""
PLAYED, SMALL, GAP_OF_MENU = 196.0, 166.0, 14.0
"""Widths of the buttons: what else is played, everything else."""
CONTINUE_ROOM = 262.0
"""Units for the words below the name of the offer to go on."""
STRIP: Box = (92.0, 700.0, 1416.0, 74.0)
"""The strip "What next?"."""
PLAY_H = 52.0
FOOT = 318.0
SEPARATOR = "  \u00b7  "


class SpokenTitle(SpokenScene):
    """Says of each button on a cover which game it is for, and of each language its name."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self._t = title.ctx.t

    def name_target(self, target: Target) -> str:
        """Return the name of a language, or of a button with its game."""
        t, (kind, _, which) = self._t, target.id.partition(".")
        if kind == "language" and target.tip is not None:
            return f"{t('ui.settings.language')}: {target.tip[0]}"
        own = {"play": "lesson.play_now", "teach": "lesson.teach", "seats": "setup.offer.seats"}
        return f"{t(f'{which}.name')}: {t(own[kind])}" if kind in own else ""


class Title(Scene):
    """The first screen."""

    name = "title"
    music = "title"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.last: SlotInfo | None = None
        self._occasion = ""
        self._looked = False
        self.offers = TitleOffers(ctx)
        self.first = 0
        """The first cover shown, where there are more than fit."""

    def make_spoken(self) -> SpokenScene:
        """Return what a screen reader is told: games and languages by name."""
        return SpokenTitle(self)

    def enter(self) -> None:
        """Look for a game to go on with."""
        self._look()

    def resume(self) -> None:
        """Something may have been saved or deleted meanwhile."""
        super().resume()
        self._look()
        self.offers.renew()

    def update(self, ms: float) -> None:
        """Let time pass; take in what has been found to offer."""
        self.ui.dirty = self.offers.update(ms) or self.ui.dirty

    def first_stop(self) -> str | None:
        """Target of the first Tab: the game to go on with, else the first cover; never the languages."""
        return "continue" if self.last is not None else f"cover.{registry.games()[self.first].id}"

    def _look(self) -> None:
        self.last = None
        if self.ctx.quiet and not self._looked:
            self._looked = True
            return
        self.last = saves.newest(folders.saves(), self.ctx.settings.last_game)
        self._occasion = "" if self.last is None else name_occasions(self.ctx).get(self.last.id, "")

    def draw(self, c: Canvas) -> None:
        """Draw logo, covers, what is offered next, and the rows of the menu."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "title"), (0, 0))
        extra = c.height - 900
        shift = extra * 0.42
        offers = self.list_offers(c)
        cover.logo(c, t("ui.name"), 800, 74 + shift * 0.5, 84)
        wide = text.width(c, t("ui.name"), "triumph", fixed=True) / 2 + 64
        for side in (-1, 1):
            cover.crown_ornament(c, 800 + side * wide, 70 + shift * 0.5)
        text.draw(c, t("ui.tagline"), 800, 136 + shift * 0.5, "aside", "text.body", "cm", shadow=True, max_w=900)
        self._languages(c)
        self._covers(c, 406 + shift)
        x, y, w, h = STRIP
        draw_offers(self.ctx, c, self.ui, (x, y + extra * 0.75, w, h), offers)
        self._menu(c, 784 + extra * 0.9)
        if self.ctx.second:
            text.draw(c, t("title.second"), 800, 886 + extra, "remark", "text.title", "cm", max_w=1300)
        else:
            foot, font = t("ui.title.foot"), text.limit("fine", 60)
            tall = text.paragraph_height(c, foot, FOOT, font, line=1.15)
            text.paragraph(c, foot, 24, 892 + extra - tall, FOOT, font, "text.muted", line=1.15)
        text.draw(c, t("ui.title.version", version=read_version()), 1576, 880 + extra, "fine", "text.dim", "rm")

    def list_offers(self, c: Canvas) -> list[TitleOffer]:
        """Return what is offered: first the game to go on with."""
        found = list(self.offers.offers)
        if self.last is not None:
            words = self._describe_save(c, self.last)
            found.insert(0, TitleOffer("continue", "play", self.ctx.t("ui.title.continue"), words, self.go_on))
        return found

    def _languages(self, c: Canvas) -> None:
        def change(k: int) -> None:
            self.ctx.settings.language = LANGUAGES[k]
            self.ctx.apply_settings()

        labels = [code.upper() for code in LANGUAGES]
        tips = [(self.ctx.t(f"ui.language.{code}"), "") for code in LANGUAGES]
        selected = LANGUAGES.index(self.ctx.texts.language)
        self.ui.segmented_control(c, "language", (1384, 24, 190, 38), labels, selected, change, tips=tips)

    def _covers(self, c: Canvas, cy: float) -> None:
        """Four boxes side by side; of more games four at a time, with arrows at the sides."""
        t = self.ctx.t
        games = registry.games()
        self.first = max(0, min(self.first, len(games) - SHOWN))
        shown = games[self.first : self.first + SHOWN]
        left = (1600 - len(shown) * COVER_W - (len(shown) - 1) * GAP) / 2
        if len(games) > SHOWN:
            back, on = self.first > 0, self.first + SHOWN < len(games)
            self.ui.icon_button(c, "covers.left", 64, cy, 26, "left", lambda: self._turn(-1), enabled=back)
            self.ui.icon_button(c, "covers.right", 1536, cy, 26, "right", lambda: self._turn(1), enabled=on)
        for k, info in enumerate(shown):
            x = left + k * (COVER_W + GAP)
            target_id = f"cover.{info.id}"
            box = (x, cy - COVER_H / 2, COVER_W, COVER_H + 26)
            self.ui.zone(target_id, box, self._opener(info.id), radius=10, ring=False, label=t(f"{info.id}.name"))
            parts = (target_id, f"play.{info.id}", f"teach.{info.id}", f"seats.{info.id}")
            lit = any(one in parts for one in (self.ui.hover, self.ui.visible_focus))
            players = t("ui.title.players", least=info.seats[0], most=info.seats[-1])
            minutes = t("ui.title.minutes", n=round(sum(info.minutes) / 2))
            picture = cover.cover(
                c,
                info.id,
                t(f"{info.id}.cover"),
                t(f"{info.id}.cover.sub"),
                players,
                minutes,
                colour=info.cover.colour,
                picture=info.cover.picture,
                lit=lit,
            )
            y = cy - (12 if lit else 0)
            px, py = c.x(x), c.y(y - COVER_H / 2)
            if lit:
                shapes.glow_box(c, x - 4, y - COVER_H / 2 - 4, COVER_W + 8, COVER_H + 8, 12, strength=200)
            shapes.shadow(c, picture, px, py, "lifted")
            c.surface.blit(picture, (px, py))
            if lit:
                shapes.round_rect(
                    c, x - 2, y - COVER_H / 2 - 2, COVER_W + 4, COVER_H + 4, 10, "edge.bright", border=2.4
                )
            self._buttons(c, info, x, y + COVER_H / 2 - 20, lit)

    def _has_lessons_left(self, game: str) -> bool:
        """Whether this player has not done all lessons of a game; nothing is read before the first one is done."""
        if game not in self.ctx.settings.lessons:
            return True
        from scenes.common.lesson_progress import done

        reached, count = done(self.ctx, game)
        return reached < count

    def _buttons(self, c: Canvas, info: GameInfo, x: float, y: float, lit: bool) -> None:
        """Draw what can be done with a game: play at once, choose seats and options, learn where there are lessons.

        Play is amber on the cover that is lit, else on that of the game played last.
        """
        t, game = self.ctx.t, info.id
        new = game not in self.ctx.settings.last_setup
        learns = bool(info.lessons) and self._has_lessons_left(game)
        amber = lit or (game == self._find_last_game() and not self._is_any_lit())
        middle = y + PLAY_H / 2
        play = (x + 18, y, (144.0 if new else 118.0) if learns else 240.0 if not info.lessons else 186.0, PLAY_H)
        state = self.ui.zone(f"play.{game}", play, lambda: self._play(game), radius=10)
        kind = "main" if amber else "plain"
        controls.button(c, *play, t("lesson.play_now"), kind=kind, state=state, icon="dice")
        if learns:
            self._teach_button(c, game, (x + 168, y, 144.0, PLAY_H) if new else (x + 142, y, 118.0, PLAY_H))
        if learns and new:
            return
        tip = (t("setup.offer.seats"), "")
        self.ui.icon_button(c, f"seats.{game}", x + 288, middle, 23, "users", self._opener(game), tip=tip)
        if info.lessons and not learns and lit:
            tip = (t("lesson.teach"), t("lesson.teach.tip"))
            self.ui.icon_button(c, f"teach.{game}", x + 236, middle, 23, "star", lambda: self._teach(game), tip=tip)

    def _is_any_lit(self) -> bool:
        """Whether a cover, or a button of one, is pointed at or focused."""
        marks = ("cover.", "play.", "teach.", "seats.")
        return any(one is not None and one.startswith(marks) for one in (self.ui.hover, self.ui.visible_focus))

    def _find_last_game(self) -> str:
        """Return the game played last, the first one before any was."""
        last = self.ctx.settings.last_game
        games = registry.games()
        return next((info.id for info in games if last.startswith(f"{info.id}-")), games[0].id)

    def _play(self, game: str) -> None:
        routes.call(self.ctx, "play_at_once", game)

    def _teach_button(self, c: Canvas, game: str, box: Box) -> None:
        """Draw the button of the lessons on a game that is new to the player."""
        t = self.ctx.t
        tip = (t("lesson.teach"), t("lesson.teach.tip"))
        self.ui.button(c, f"teach.{game}", box, t("lesson.teach"), lambda: self._teach(game), icon="star", tip=tip)

    def _teach(self, game: str) -> None:
        from scenes.tutorial.lessons import teach  # tables and opponents: not before they are wanted

        teach(self.ctx, game)

    def _turn(self, by: int) -> None:
        self.first += by
        self.ui.dirty = True

    def _opener(self, game: str) -> Callable[[], None]:
        def call() -> None:
            routes.open(self.ctx, "set_up", game)

        return call

    def _menu(self, c: Canvas, y: float) -> None:
        """What can be played, and below it everything else."""
        t = self.ctx.t
        x = 800.0 - (len(self._list_modes()) * (PLAYED + GAP_OF_MENU) - GAP_OF_MENU) / 2
        for key, icon, action in self._list_modes():
            self.ui.button(c, key, (x, y, PLAYED, 46), t(f"ui.title.{key}"), action, icon=icon)
            x += PLAYED + GAP_OF_MENU
        rows: list[tuple[str, str, Callable[[], None]]] = [
            ("load", "load", self.open_load),
            ("rules", "rules", self.open_rules),
            ("settings", "settings", self.open_settings),
            ("quit", "exit", self.ctx.quit),
        ]
        x = 800.0 - (len(rows) * (SMALL + GAP_OF_MENU) - GAP_OF_MENU) / 2
        for key, icon, action in rows:
            self.ui.button(c, key, (x, y + 54, SMALL, 36), t(f"ui.title.{key}"), action, icon=icon)
            x += SMALL + GAP_OF_MENU

    def _list_modes(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Modes other than the games on the covers: id, icon, and the function that opens each."""
        return [
            ("road", "walking-boot", self.open_road),
            ("today", "ph-calendar-blank", self.open_today),
            ("puzzles", "star", self.open_puzzles),
            ("you", "person", lambda: routes.open(self.ctx, "you")),
            ("evening", "users", lambda: routes.open(self.ctx, "evening")),
        ]

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
        """Go on with the newest unfinished game; without one begin the game whose button is amber."""
        if self.last is None:
            self._play(self._find_last_game())
            return
        open_save(self.ctx, self.last)

    def open_load(self) -> None:
        """Open the list of saved games."""
        routes.open(self.ctx, "load")

    def open_road(self) -> None:
        """Open the campaign."""
        from scenes.campaign.progress_view import open_road  # maps are not read before they are wanted

        open_road(self.ctx)

    def open_today(self) -> None:
        """Open the daily challenge."""
        routes.open(self.ctx, "today")
        routes.call(self.ctx, "introduce_today")

    def open_puzzles(self) -> None:
        """One position, one goal, one turn."""
        routes.open(self.ctx, "puzzles")

    def open_rules(self) -> None:
        """Open the rulebook."""
        routes.open(self.ctx, "rules", registry.games()[0].id)

    def open_settings(self) -> None:
        """Open the settings."""
        routes.open(self.ctx, "settings")

    def handle(self, given: Input) -> bool:
        """Space continues, letters open the rest, Esc asks before leaving."""
        if given.kind != "command":
            return False
        action = {
            "main": self.go_on,
            "rules": self.open_rules,
            "settings": self.open_settings,
            "back": self._leave,
        }.get(given.name)
        if given.name == "sound":
            self.ctx.settings.muted = not self.ctx.settings.muted
            self.ctx.apply_settings()
            return True
        if action is None:
            return False
        action()
        return True

    def _leave(self) -> None:
        t = self.ctx.t
        self.ctx.ask(
            t("ui.quit.title"),
            t("ui.quit.body"),
            [("stay", t("ui.quit.stay"), lambda: None), ("leave", t("ui.quit.leave"), self.ctx.quit)],
        )
