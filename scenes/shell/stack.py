"""The scene stack: push, pop, replace, with a cross-fade between full screens."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from scenes.shell.inputs import Input, Scrolling
from scenes.shell.scan import Scanner
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.ui import Ui
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import DrawnWords

if TYPE_CHECKING:
    from scenes.shell.context import Context

FADE_MS = 220.0
HELD_MS = 600.0
"""So long the old screen stays at most until the new one is painted whole."""
GO_ON = ("move", "release", "tap", "hold", "drag", "lift", "pinch")
"""Kinds of inputs that go on with what another one has begun, or only point."""
DOUBLE_MS, DOUBLE_NEAR = 400.0, 24.0
"""Time and distance within which two presses are one double click."""


class Scene:
    """One screen or one overlay.

    ``opaque``: whether it covers what lies below; ``lets_table_go_on``: whether computers play on at a table below it;
    ``row_signs``: ids of icon buttons that stand in the row for fingers, or how they begin (with a full stop).
    ``draw`` registers the targets of all controls on ``self.ui``; ``handle`` gets inputs that the controls did not use.
    """

    opaque = True
    row_signs: Sequence[str] = ()
    lets_table_go_on = False
    music: str | None = None
    name = "scene"
    board_of = ""
    """The game whose board it shows."""
    speech: Callable[[Any], SpokenScene] = SpokenScene
    """What a screen reader is told of it, made from the scene alone."""
    reads_bindings = False
    """Whether every key and button is wanted by its name (inputs of kind ``binding``) and does nothing else."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.ui = Ui(ctx.play)
        self.ui.first_stop = self.first_stop
        self.ui.allows_drag = lambda: not ctx.settings.clicks_only
        self.ui.find_main_sign = ctx.find_main_sign
        self.ui.touch, self.ui.has_row, self.ui.row_signs = ctx.touch, self.opaque, self.row_signs
        self.ui.wants_keyboard = lambda: ctx.language if ctx.settings.screen_keyboard else ""

    def enter(self) -> None:
        """Called once when the scene comes onto the stack."""

    def leave(self) -> None:
        """Called once when the scene is removed from the stack."""

    def keep_work(self) -> bool:
        """Save unsaved work of the scene; return False where that fails."""
        return True

    def parting(self) -> None:
        """Called before another scene replaces or covers this one, while its last picture is still shown."""

    def pause(self) -> None:
        """Called when another scene comes on top."""

    def resume(self) -> None:
        """Called when the scene is on top again."""
        self.ui.dirty = True

    @property
    def reads_all(self) -> bool:
        """Whether everything on it is read out when it opens."""
        return False

    @property
    def moving(self) -> bool:
        """Whether the next frame will look different without any input."""
        return False

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds; also called for scenes that are covered by an overlay."""

    def draw(self, c: Canvas) -> None:
        """Draw everything and register all targets."""

    def list_own_keys(self) -> Collection[str]:
        """Return keys and buttons, by place, that belong to people who choose at once (``scenes.table.shared_keys``):
        they come as inputs of kind ``key`` and have no other meaning."""
        return ()

    def first_stop(self) -> str | None:
        """Return the target that gets the focus first; None for the first control outside the top bar."""
        return None

    def hurry_on(self, given: Input) -> bool:
        """Let a key skip a running animation instead of acting; return whether the input was used for that."""
        return False

    def handle(self, given: Input) -> bool:
        """Handle an input that no control used; return whether the scene used it."""
        return False

    @property
    def is_whole(self) -> bool:
        """Whether all of it is drawn, so that it can replace the previous screen."""
        return True

    def make_spoken(self) -> SpokenScene:
        """Return the object that tells screen readers about this scene."""
        return self.speech(self)

    def relabel(self) -> None:
        """Drop what was prepared for the old language, palette or size."""
        self.ui.dirty = True

    def reword(self) -> None:
        """Drop pictures of texts, some of which differ for the device in use now."""
        self.ui.dirty = True


class SceneStack:
    """All open scenes; the last one gets the input."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.scenes: list[Scene] = []
        self.fade = 0.0
        self._fading_in = False
        self._left: pygame.Surface | None = None
        """What was seen before the change, over which the new screen comes."""
        self._held = 0.0
        self._change: list[tuple[str, Scene | None]] = []
        self.dirty = True
        self.moved = False
        """Whether only what lies above the scenes looks different: a fade or a toast."""
        self.closed = False
        """A screen has been closed whose pictures may still be kept."""
        self.scanner = Scanner()
        """Moves the frame of one-switch play."""
        self.collects_words = False
        """Whether what is written is kept for a screen reader or a voice."""
        self.drawings = 0
        """How often the scenes have been drawn."""
        self._clock = 0.0
        self._last_press: tuple[float, tuple[float, float], tuple[Scene, str | None]] | None = None
        """Time and place of the last press, and the scene and the target that took it."""
        self._scrolling = Scrolling()
        """The list that a finger drags."""
        self._repeats = False
        """Whether the press that is held is the second one of a double click that the first has answered."""

    @property
    def top(self) -> Scene | None:
        """The scene that gets the input."""
        return self.scenes[-1] if self.scenes else None

    def push(self, scene: Scene) -> None:
        """Open a scene on top of the others."""
        self._plan("push", scene)

    def pop(self) -> None:
        """Close the top scene."""
        self._plan("pop", None)

    def replace(self, scene: Scene) -> None:
        """Close everything and open this scene instead."""
        self._plan("replace", scene)

    def swap(self, scene: Scene) -> None:
        """Close the top scene and open this one in its place."""
        self._plan("swap", scene)

    def _plan(self, what: str, scene: Scene | None) -> None:
        if self.top is not None and not self._change:
            self.top.parting()
        whole = scene.opaque if scene is not None else bool(self.top and self.top.opaque)
        if what != "push" and self.top is not None and not self.top.opaque and what != "replace":
            whole = whole and scene is not None
        if whole and self.scenes and self.ctx.fades:
            self._change.append((what, scene))
            self._fading_in = False
            self.fade = max(self.fade, 0.01)
            if scene is not None and scene.music:  # now, not in the middle: what lies between is not heard
                self.ctx.music(scene.music)
        else:
            self.settle()
            self._carry_out(what, scene)

    def keep_work(self, go_on: Callable[[], None]) -> None:
        """Save unsaved work in the scenes, then call ``go_on``; asks first where something cannot be saved."""
        for scene in self.scenes:
            scene.ui.commit_text()
        if all([scene.keep_work() for scene in self.scenes]):
            go_on()
            return
        t = self.ctx.t
        choices = [("stay", t("ui.cancel"), lambda: None), ("drop", t("ui.edit.leave.drop"), go_on)]
        self.ctx.ask(t("ui.edit.leave"), t("ui.edit.leave.body"), choices)

    def settle(self) -> None:
        """Carry out a pending change of scenes at once, without waiting for the fade."""
        while self._change:
            what, scene = self._change.pop(0)
            self._carry_out(what, scene)
        self._fading_in = True

    def _carry_out(self, what: str, scene: Scene | None) -> None:
        self.dirty = True
        cache = None if self.ctx.window is None else self.ctx.window.canvas.cache
        closing = "" if what == "push" else next((one.board_of for one in reversed(self.scenes) if one.board_of), "")
        if closing and cache is not None:
            cache.retain(closing)
        if scene is not None and scene.board_of and cache is not None:
            cache.release_other_boards(scene.board_of)
        self.closed |= what != "push" and bool(self.top and self.top.opaque)
        if what == "replace":
            while self.scenes:
                self.scenes.pop().leave()
        elif what in ("pop", "swap"):
            if self.scenes:
                self.scenes.pop().leave()
            if what == "pop" and self.scenes:
                self.scenes[-1].resume()
        elif self.scenes:
            self.scenes[-1].pause()
        if scene is not None:
            self.scenes.append(scene)
            scene.enter()
        music = next((one.music for one in reversed(self.scenes) if one.music), None)
        self.ctx.music(music, menu=bool(self.scenes) and self.scenes[-1].music is None)

    @property
    def moving(self) -> bool:
        """Whether the next frame will look different."""
        return bool(self.fade or self._change) or any(scene.moving for scene in self.visible())

    def visible(self) -> list[Scene]:
        """Return the scenes from the topmost opaque one upwards."""
        start = 0
        for at, scene in enumerate(self.scenes):
            if scene.opaque:
                start = at
        return self.scenes[start:]

    def update(self, ms: float) -> None:
        """Advance the fade and all visible scenes by ``ms`` milliseconds."""
        self._clock += ms
        if self._change or (self.fade and not self._fading_in):
            window = self.ctx.window
            self._left, self._held = None if window is None else window.surface.copy(), 0.0
            self.fade, self.moved = 1.0, True
            self.settle()
        elif self.fade:
            self.moved = True
            if self._held < HELD_MS and self.top is not None and not self.top.is_whole:
                self._held += ms
            else:
                self.fade = max(0.0, self.fade - ms / FADE_MS)
        if not self.fade:
            self._left = None
        for scene in list(self.visible()):
            scene.ui.update(ms)
            if scene.moving:
                scene.ui.idle_ms = 0.0
            scene.update(ms)
        if self._scrolling.update(ms) and self.top is not None:
            self._scroll(self.top)
        if self.scanning and self.top is not None and not self._change:
            self.scanner.update(self.top.ui, ms, self.ctx.settings.scan_ms, self._find_matters)
        elif self.top is not None:
            self.scanner.hide(self.top.ui)

    def _find_matters(self) -> set[str]:
        """Return the ids of what can be chosen on the top scene for the decision at hand."""
        return set() if self.top is None else {one.target for one in self.top.make_spoken().list_matters()}

    @property
    def scanning(self) -> bool:
        """Whether the program is used by a single switch now."""
        return self.ctx.settings.one_switch and self.top is not None and not self.top.reads_bindings

    def draw(self, c: Canvas) -> None:
        """Draw all visible scenes from below."""
        shown = self.visible()
        for scene in shown:
            scene.ui.dirty = scene.ui.dirty or self.dirty
            scene.ui.begin()
            if scene is not shown[-1]:
                hover, focus, scene.ui.hover, scene.ui.focus = scene.ui.hover, scene.ui.focus, None, None
                scene.draw(c)
                scene.ui.hover, scene.ui.focus = hover, focus
                scene.ui.dirty = scene.ui.moved = False
            else:
                c.words = scene.ui.words = DrawnWords() if self.collects_words else None
                scene.draw(c)
                scene.ui.end(c)
                c.words = None
        if self.fade and self._left is not None and self._left.get_size() == c.size:
            veil = self._left.subsurface(self._left.get_rect())  # shares its pixels, with an opacity of its own
            veil.set_alpha(int(255 * min(1.0, self.fade)))
            c.surface.blit(veil, (0, 0))
        self.dirty = self.moved = False
        self.drawings += 1

    def handle(self, given: Input) -> None:
        """Hand an input to the top scene; one during a fade finishes the fade first.

        The second press of a double click never reaches what the first one has brought under the pointer: another
        scene, or another target where a row has moved up.
        """
        if self._change:
            if given.kind == "move" or (given.device == "touch" and given.kind != "tap"):
                return
            self.settle()
            self.fade = 0.0
            return
        scene = self.top
        if scene is None:
            return
        scene.ui.inputs += given.kind not in GO_ON
        if (scene.ui.stale or scene.ui.has_waiting) and self.ctx.window is not None and _aims(given):
            # Two clicks within one frame: the second is for what the first has left, not for what was drawn before.
            scene.ui.stale = True
            self.draw(self.ctx.window.canvas)
            self.dirty = True
        if given.kind in ("press", "release") and given.button == 1 and self._is_repeat(scene, given):
            return
        if self.scanning and self._press_switch(scene, given):
            return
        if given.device == "touch":
            self._handle_finger(scene, given)
            return
        if scene.hurry_on(given) or self._press_amber(scene, given):
            return
        if scene.ui.handle(given):
            return
        if scene.handle(given):
            scene.ui.stale = True
        elif given.kind == "command":
            self._fall_back(scene, given)

    def _handle_finger(self, scene: Scene, given: Input) -> None:
        """A gesture: for a target, else for the scene, else it scrolls a list or is a press outside of all targets."""
        if given.kind == "touch":
            self._scrolling.stop()
        if scene.ui.handle(given):
            return
        if scene.handle(given):
            scene.ui.stale = True
        elif given.kind == "tap":
            presses = [scene.handle(replace(given, kind=kind)) for kind in ("press", "release")]
            scene.ui.stale = scene.ui.stale or any(presses)
        elif given.kind == "drag":
            self._scrolling.drag(given)
            self._scroll(scene)
        elif given.kind == "lift":
            self._scrolling.let_go(given)

    def _scroll(self, scene: Scene) -> None:
        """Turn the list that is dragged, or that runs on, by whole lines."""
        for step in self._scrolling.list_steps():
            if scene.handle(step):
                scene.ui.stale = scene.ui.dirty = True

    def _is_repeat(self, scene: Scene, given: Input) -> bool:
        """Whether a press or its release belongs to a double click whose first press was for something else."""
        if given.kind == "release":
            repeats, self._repeats = self._repeats, False
            return repeats
        last, taker = self._last_press, (scene, scene.ui.hit_test(given.x, given.y))
        if last is not None and self._clock - last[0] < DOUBLE_MS:
            self._repeats = math.dist(last[1], (given.x, given.y)) < DOUBLE_NEAR and last[2] != taker
        if not self._repeats:
            self._last_press = (self._clock, (given.x, given.y), taker)
        return self._repeats

    def _press_switch(self, scene: Scene, given: Input) -> bool:
        """Enter, Space, the main buttons of a pad and a click are the switch; False for other inputs."""
        if given.device == "touch" and given.kind != "tap":
            return True
        if given.kind == "tap" or (given.kind in ("press", "release") and given.button == 1):
            if given.kind == "release":
                return True
        elif given.kind != "command" or given.name not in ("activate", "main"):
            return False
        press = replace(given, kind="command", name="main")
        if not scene.hurry_on(press):
            self.scanner.choose(scene.ui, lambda: self._press_main(scene, press))
        return True

    def _press_main(self, scene: Scene, press: Input) -> None:
        if not self._press_amber(scene, press) and scene.handle(press):
            scene.ui.stale = True

    def _press_amber(self, scene: Scene, given: Input) -> bool:
        """Space presses the main button, whatever the page."""
        return given.kind == "command" and given.name == "main" and not scene.ui.typing and scene.ui.press_amber()

    def _fall_back(self, scene: Scene, given: Input) -> None:
        """Keys that mean the same on every page which has no use of its own for them."""
        if given.name == "activate" and given.device == "keyboard":
            self._press_main(scene, replace(given, name="main"))  # Enter where nothing has the focus
        elif given.name == "explain":
            scene.ui.show_tip()

    @property
    def needs_drawing(self) -> bool:
        """Whether a frame has to be drawn now."""
        changed = self.dirty or self.moved or self.moving
        return changed or any(scene.ui.dirty or scene.ui.moved for scene in self.visible())

    def reword(self) -> None:
        """Tell every scene that another device is used."""
        for scene in self.scenes:
            scene.reword()
        self.dirty = True

    def relabel(self) -> None:
        """Tell every scene that language, palette or size changed."""
        for scene in self.scenes:
            scene.relabel()
        self.dirty = True


def _aims(given: Input) -> bool:
    """Whether an input can carry out something that was drawn."""
    if given.kind in ("press", "release", "touch", "tap"):
        return given.button == 1
    return given.kind == "command" and given.name in ("activate", "main", "left", "right")
