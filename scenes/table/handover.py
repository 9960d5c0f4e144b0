"""The curtain between two people at one computer: nothing secret is drawn until the next one is there. Of two people on
both sides of one screen, what is for the one across is turned to that side."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from engine.seats import Seat
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.stack import Scene
from scenes.shell.targets import Box, TargetRegistry
from sprites.base import backdrop, controls, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

CLOSE_MS, OPEN_MS = 420.0, 520.0
CLOSED = 0.02
"""Open so far, the curtain still hides everything."""
NAMED = 4
"""More people than these are asked to look away without their names."""


class SpokenCurtain(SpokenScene):
    """Speech of the curtain: calls the next person by name at once, and says how to go on."""

    _scene: "Curtain"

    def find_title(self, written: Sequence[str]) -> str:
        """Return the title with the name of the next person."""
        return self._scene.ctx.t("reader.curtain", name=self._scene.seat.name)

    def find_prompt(self) -> str:
        """Return how to continue, as spoken text."""
        return self._scene.ctx.t("reader.curtain.how")


class Curtain(Scene):
    """Scene that hides the table between two people: it closes, waits for the next person, and opens after
    confirmation."""

    opaque = False
    name = "curtain"
    speech = SpokenCurtain

    def __init__(
        self,
        ctx: Context,
        seat: Seat,
        look_away: Sequence[str],
        ready: Callable[[], None],
        share: Callable[[], None] | None = None,
        place: int = 0,
        partners: Sequence[str] = (),
    ) -> None:
        """``ready`` is called after confirmation, ``share`` lets all choose by keys of their own (None = impossible);
        ``place``: index of the person among those at the table; ``partners``: names of team mates, who look away as
        well."""
        super().__init__(ctx)
        self.share = share
        self.seat = seat
        self.place = place
        self.look_away = list(look_away)
        self.partners = list(partners)
        self.ready = ready
        self.openness = 1.0
        self.timeline = Timeline()
        self.confirmed = False

    def enter(self) -> None:
        """Start to close the curtain."""
        self.ctx.play("curtain")
        if self.ctx.speed == 0:
            self.openness = 0.0
            return
        self.timeline.tween(self, self._ms(CLOSE_MS), openness=0.0)

    def _ms(self, duration: float) -> float:
        return min(120.0, duration) if self.ctx.reduced else duration

    @property
    def moving(self) -> bool:
        """Whether the cloth moves."""
        return self.timeline.active

    def update(self, ms: float) -> None:
        """Advance the motion of the curtain."""
        self.ui.dirty = self.ui.dirty or self.timeline.active
        if self.ctx.speed == 0:
            self.timeline.finish()
        self.timeline.update(ms * (self.ctx.speed or 1.0))
        if self.confirmed and not self.timeline.active:
            self.confirmed = False
            if self.ctx.stack.top is self:
                self.ctx.stack.pop()

    def confirm(self) -> None:
        """Open the curtain, because the next person has confirmed."""
        if self.confirmed or self.openness > CLOSED:
            return
        self.ready()
        self.confirmed = True
        self.ctx.play("curtain")
        self.timeline.tween(self, self._ms(OPEN_MS), openness=1.0)

    def _share(self) -> None:
        """Let all choose at once: nobody has to look away."""
        if self.share is not None and not self.confirmed:
            self.share()
            self.ctx.stack.pop()

    def draw(self, c: Canvas) -> None:
        """Draw the cloth, a panel with emblem and name, and the confirm button."""
        self.ui.modal()
        people = len(self.look_away) + 1
        if self.openness <= CLOSED and sits_across(self.ctx, people, self.place):
            whole = (c.left, 0.0, c.right - c.left, c.height + c.foot)
            draw_upside_down(c, self.ui, whole, partial(self._paint, c))
        else:
            self._paint(c)
        if people == 2 and self.ctx.touch.in_use and self.openness <= CLOSED:
            draw_switch(c, self.ctx, self.ui, (1600 - 90.0, c.height / 2))

    def _paint(self, c: Canvas) -> None:
        backdrop.curtain(c, self.openness)
        if self.openness > CLOSED:
            return
        high, low_h = self.ui.touch.grow(62.0), self.ui.touch.grow(40.0)
        w, h = 560.0, 238.0 + high + (low_h - 26.0 if self.share is not None else 0.0)
        x, y = (1600 - w) / 2, (c.height - h) / 2 + 20
        t = self.ctx.t
        shapes.panel(c, x, y, w, h)
        shapes.badge(c, self.seat.colour, self.seat.emblem, 800, y, 52)
        title = t("ui.curtain.title", name=self.seat.name)
        text.draw(c, title, 800, y + 92, "display", "text.title", "cm", max_w=w - 50)
        others = ""
        if len(self.look_away) > NAMED:
            others = t("ui.curtain.away.all")
        elif self.look_away:
            others = t("ui.curtain.away", n=len(self.look_away), names=self.ctx.texts.join(self.look_away))
        text.draw(c, others, 800, y + 134, "aside", "text", "cm", max_w=w - 50)
        if self.partners:
            words = t("ui.curtain.partner", names=self.ctx.texts.join(self.partners))
            text.draw(c, words, 800, y + 158, "remark", "text.muted", "cm", max_w=w - 50)
        box = (800 - 170, y + 176, 340.0, high)
        label = t("ui.curtain.ready", name=self.seat.name)
        if self.share is not None:
            low = (800 - 170, y + 188 + high, 340.0, low_h)
            tip = (t("choice.share"), t("choice.share.tip"))
            self.ui.button(c, "share", low, t("choice.share"), self._share, icon="users", tip=tip)
        self.ui.button(c, "ready", box, label, self.confirm, main=True, icon="check", key=t("ui.key.main"))

    def handle(self, given: Input) -> bool:
        """Confirm by Space and Enter; return True, since the curtain uses every input."""
        if given.kind == "command" and given.name in ("main", "activate"):
            self.confirm()
        return True


BUTTON_R = 40.0


def sits_across(ctx: Context, people: int, place: int) -> bool:
    """Return whether a person sits on the far side of a touch screen that two people share. ``place``: the person's
    index among the people at the table."""
    return ctx.settings.opposite and ctx.touch.in_use and people == 2 and place == 1


def draw_upside_down(c: Canvas, ui: TargetRegistry, area: Box, draw: Callable[[], None]) -> None:
    """Draw an area and its targets rotated by 180 degrees."""
    noted = ui.record(draw)
    x, y, w, h = area
    place = c.rect(*area)
    c.surface.blit(pygame.transform.rotate(c.copy(place), 180), place)
    for target in noted.targets if noted is not None else ():
        left, top, wide, high = target.box
        target.box = (2 * x + w - left - wide, 2 * y + h - top - high, wide, high)


def draw_switch(c: Canvas, ctx: Context, ui: TargetRegistry, at: tuple[float, float]) -> None:
    """Draw the button that switches whether two people sit across from each other."""

    def change() -> None:
        ctx.settings.opposite = not ctx.settings.opposite
        ctx.save_settings()

    box = (at[0] - BUTTON_R, at[1] - BUTTON_R, 2 * BUTTON_R, 2 * BUTTON_R)
    tip = (ctx.t("touch.opposite"), ctx.t("touch.opposite.tip"))
    state = ui.zone("opposite", box, change, tip=tip, radius=BUTTON_R, is_on=ctx.settings.opposite)
    controls.icon_button(c, *at, BUTTON_R, "cycle", state, ctx.settings.opposite)
