"""What every scene gets passed in: settings, texts, sound, the stack, the opponents' worker."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pygame

from engine.contract import Message
from engine.desktop import packed
from engine.desktop.system import open_folder
from engine.languages import languages
from engine.storage import autosave, files, folders, household, settings as engine_settings
from engine.storage.files import BackgroundWorker, Stopwatch
from engine.storage.household import FIRST, Household
from engine.storage.settings import Settings
from scenes.shell import bindings, routes
from scenes.shell.i18n import EAR, FINGERS, KEYS, MOUSE, PAD, Texts
from scenes.shell.stack import SceneStack
from scenes.shell.touch_sizes import TouchSizes
from sprites.base import theme
from sprites.base.assets import Missed
from sprites.base.audio import Audio, Volumes
from sprites.base.pad_signs import PadSign

if TYPE_CHECKING:
    from ai.analysis.worker import AnalysisOwner
    from ai.discovery import Discovery
    from ai.workers.pool import OpponentPool
    from engine.content.campaign import CampaignProgress
    from engine.seats import Seat
    from engine.session import Session
    from engine.storage.household import ProgressFile
    from scenes.shell.pads import Pad

T = TypeVar("T")
POWER_S = 20.0
"""Seconds after which the system is asked again whether the computer runs on battery."""
SPEEDS: dict[str, float] = {"1": 1.0, "2": 2.0, "4": 4.0, "instant": 0.0}
"""Factor of each speed setting; 0 = no motion at all."""


DEVICES = {"touch": FINGERS, "keyboard": KEYS, "pad": PAD}
"""Devices of inputs that have words of their own; all others are the mouse."""


def read_volumes(settings: Settings) -> Volumes:
    """Return the volumes of the settings, converted from percent to 0 … 1."""
    return Volumes(settings.interface_volume / 100, settings.effects_volume / 100, settings.music_volume / 100)


def _mark() -> Path:
    """Owned by the copy of the program that was opened first."""
    return folders.saves() / "program"


class Context:
    """The services of one run of the program."""

    def __init__(self, settings: Settings, *, sound: bool = True, quiet: bool = False) -> None:
        self.checked: dict[str, Any] = {}
        """What a check of this computer has found that was left before its end."""
        self.missed = Missed()
        """Files of the game that could not be used."""
        self.settings = settings
        self.quiet = quiet
        """True in tests, screenshots and the self-test: nothing is written into the user's folders."""
        self._usual_theme = os.environ.get(theme.VARIABLE)
        if self._usual_theme == str(theme.HIGH_CONTRAST):
            self._usual_theme = None
        """Path of the theme that is drawn when no high contrast is wanted."""
        self.choose_theme()
        self.bindings = bindings.apply_own(settings.bindings)
        self.touch = TouchSizes()
        self.texts = Texts(self.language)
        self.texts.bindings, self.texts.brief = self.bindings, settings.child_mode
        self.audio = Audio(read_volumes(settings), sound, packed.keep_mark)
        self._sound = sound
        self._awake = False
        self._track: str | None = None
        self._clicked = self._sounded = False
        self.stack = SceneStack(self)
        self.running = True
        self.hurry = False
        self._told_files: set[str] = set()
        """What was told of files that cannot be read, which is not told again."""
        self.is_updating = False
        """Whether time passes, so that what opens now was not asked for by the player."""
        self.parts_down: frozenset[str] = frozenset()
        """Parts of pads that are pressed now."""
        self.notices: list[Message] = []
        self.window: Any = None
        self._thinker: OpponentPool | None = None
        self._analyses: AnalysisOwner | None = None
        self.thought_over: Session | None = None
        """The game that a table has gone on with in this frame, while a person thinks or when it has ended."""
        self._power = Stopwatch()
        self._on_battery: bool | None = None
        self._roster: Discovery | None = None
        self.files = BackgroundWorker("settings")
        self.records = BackgroundWorker("record")
        """What reads and writes files while the window goes on."""
        self._marked = False
        self.second = False
        """Whether another copy of the program was open before this one."""
        self.road_news: dict[str, Any] = {}
        """What games of the road were worth that have ended since the start, by their ids."""
        self._travels: CampaignProgress | None = None
        self._household: Household | None = None
        self.pads: list[int] = []
        """Numbers of the game pads that are plugged in, in the order in which they came."""
        self.awake_pads: set[int] = set()
        """Those of them from which an input has come: a wireless one may be asleep until then."""
        self.plugged: Mapping[int, Pad] = {}
        """What is known of these pads, by their numbers."""
        self.pad_in_use: Pad | None = None
        """The pad whose button was pressed last; None when a key or the mouse was used since."""
        self.shake_pad: Callable[[int], None] = lambda pad: None
        self._hands = MOUSE
        """The device of the last input, as far as words depend on it."""
        self.is_spoken = False
        """Whether a player listens to the voice of the game or uses a screen reader."""
        self.tell_toast: Callable[[str], None] = lambda text: None
        """Tells those who listen of a short note."""
        self.tell_refusal: Callable[[], None] = lambda: None
        """Tells those who listen that what they wanted is not possible now."""
        self.refusals = 0
        """How often something was refused."""
        self.forget_told: Callable[[], None] = lambda: None
        """Takes back what those who listen were told: the next one may not know it."""
        self.heard_by: int | None = None
        """The seat whose person has said that nobody else hears what is spoken; None for nobody."""
        self.instant = False
        """True when scenes shall not wait for anything (self-test, screenshots)."""

    # --- language and looks --------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The language in use: the chosen one or the system's."""
        if languages.find(self.settings.language) is not None:
            return self.settings.language
        told = [f"{one['language']}_{one['country'] or ''}" for one in pygame.system.get_pref_locales()]
        return languages.match_system(languages.list_wanted_languages(told))

    def t(self, text_id: str, /, **params: Any) -> str:
        """Return a text of the catalogue."""
        return self.texts.t(text_id, **params)

    def say(self, message: Message, names: list[str] | tuple[str, ...] = (), there: Iterable[str] = ()) -> str:
        """Return a message of engine or rules as text; ``names``: of the seats, ``there``: features whose sentences are
        added."""
        return self.texts.message(message, names, there)

    def text_scale(self, scale: float) -> float:
        """Return the factor of text sizes: the setting, else 1, or more in small windows; ``scale``: pixels in a
        unit."""
        if self.settings.text_size:
            return self.settings.text_size / 100
        return 1.15 if scale < 0.9 else 1.0

    def apply_settings(self) -> None:
        """Apply changed settings everywhere and save them."""
        self.bindings = bindings.apply_own(self.settings.bindings)
        if self.texts.language != self.language:
            device, self.texts = self.texts.device, Texts(self.language)
            self.texts.device = device
        self.texts.bindings, self.texts.brief = self.bindings, self.settings.child_mode
        self._volumes()
        self.choose_theme()
        if self.window is not None:
            self.window.renew()
        self.stack.relabel()
        self.save_settings()

    def use_device(self, name: str) -> None:
        """Set the device of the last input; texts that depend on it change."""
        self._hands = DEVICES.get(name, MOUSE)
        self.touch.in_use = self._hands == FINGERS
        self._choose_words()

    def use_ears(self, is_spoken: bool) -> None:
        """Set whether a player listens; then texts are chosen that need neither eyes nor a certain device."""
        if is_spoken != self.is_spoken:
            self.is_spoken = is_spoken
            self._choose_words()

    def _choose_words(self) -> None:
        device, before = EAR if self.is_spoken else self._hands, self.texts.device
        self.texts.device = device
        if device != before and {EAR, FINGERS} & {device, before}:
            self.stack.reword()

    def choose_theme(self) -> None:
        """Switch to the theme of high contrast, or back to the usual one."""
        usual = Path(self._usual_theme) if self._usual_theme else None
        wanted = theme.HIGH_CONTRAST if self.settings.contrast else usual
        if os.environ.get(theme.VARIABLE) != (str(wanted) if wanted else None):
            theme.choose(wanted)

    def save_settings(self) -> None:
        """Write the settings in the background; a folder that cannot be written is reported, nothing else happens."""
        if not self.quiet:
            self.files.submit("settings", engine_settings.saver(self.settings))

    def open_folder(self, folder: Path) -> None:
        """Show a folder in the system's file manager, or tell where it is if there is none."""
        if not self.quiet:
            self.files.submit(str(folder), lambda: open_folder(folder))

    def tell_written(self, title: str, body: str, path: Path) -> None:
        """Name a file that was written for the player, and offer the folder it lies in."""
        self.ask(
            title,
            f"*{path.name}*\n\n{body}",
            [("ok", self.t("ui.ok"), lambda: None), self.offer_folder(path.parent)],
            main=0,
        )

    def offer_folder(self, path: Path) -> tuple[str, str, Callable[[], None]]:
        """Return id, label and action of a button that opens a folder, or the folder of a file."""
        return "folder", self.t("load.folder"), lambda: self.open_folder(path)

    def change_speed(self, by: int) -> None:
        """Change the speed by one step, and show it in a note."""
        names = list(SPEEDS)
        at = names.index(self.settings.speed) if self.settings.speed in names else 0
        self.settings.speed = names[max(0, min(len(names) - 1, at + by))]
        self.save_settings()
        self.toast(self.t("ui.speed.now", speed=self.t(f"ui.speed.{self.settings.speed}")))

    # --- time ----------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """Factor on all motion; 0 = instant. While Shift is held everything is four times faster."""
        if self.instant:
            return 0.0
        speed = SPEEDS.get(self.settings.speed, 1.0)
        return speed * 4 if self.hurry else speed

    @property
    def fades(self) -> bool:
        """Whether screens change with a fade."""
        return not self.instant and self.settings.speed != "instant"

    @property
    def reduced(self) -> bool:
        """Whether arcs, pulses and bounces are replaced by short fades."""
        return bool(self.settings.reduced_motion)

    @property
    def is_still(self) -> bool:
        """Whether motion is off: nothing flies, rises or breathes."""
        return self.reduced or self.instant or self.speed == 0

    @property
    def steady(self) -> bool:
        """Whether lights neither pulse nor sparkle nor flash."""
        return self.reduced or self.settings.no_flashes

    def find_maker(self, pad: int = -1) -> str:
        """Return the maker whose signs are drawn for the buttons of a pad: as set, else its own; -1 for the first
        pad."""
        if self.settings.pad_signs:
            return self.settings.pad_signs
        found = self.plugged.get(pad) or next(iter(self.plugged.values()), None)
        return found.maker if found is not None else "xbox"

    def find_main_sign(self) -> PadSign | None:
        """Return the button of the pad in use that stands for the main button; None while no pad is used."""
        pad = self.pad_in_use
        part = next(iter(self.bindings.list_keys("main", bindings.PAD)), "")
        if pad is None or not part:
            return None
        maker = self.find_maker(pad.instance)
        return PadSign(part, maker, "" if maker else self.bindings.find_raw_number(part))

    def shake(self) -> None:
        """Vibrate the pad in use, to call its player."""
        if self.pad_in_use is not None and self.settings.pad_shakes:
            self.shake_pad(self.pad_in_use.instance)

    # --- services ------------------------------------------------------------------------------

    def play(self, cue: str) -> None:
        """Play a sound effect. The click of a button waits for the end of the frame and is dropped if another effect
        sounds."""
        if cue == "click":
            self._clicked = True
            return
        if cue == "refused":
            self.refusals += 1
            self.tell_refusal()
        self._sounded = True
        if self._awake and not self.settings.muted:
            self.audio.play(cue)

    def music(self, track: str | None, menu: bool = False) -> None:
        """Set the music of the topmost scene that has one; softer while a menu lies over it."""
        self._track = track
        self.audio.menu = menu
        if self._awake:
            self.audio.music(track)

    def mood(self, tension: int) -> None:
        """Set the tension of the game at the table (public information), which the music follows."""
        self.audio.tension = tension

    def listen(self, ms: float) -> None:
        """End a frame: play a pending click if there was no other effect, and advance the music."""
        clicked, sounded = self._clicked, self._sounded
        self._clicked = self._sounded = False
        if self._awake:
            if clicked and not sounded and not self.settings.muted:
                self.audio.play("click")
            self.audio.update(ms)

    def wake_sound(self) -> None:
        """Open the sound device: after the first frame, so that nobody waits for it."""
        if not self._awake:
            self._awake = True
            self._volumes()
            self.audio.music(self._track)

    def _volumes(self) -> None:
        if self._awake:
            settings = self.settings
            on = self._sound and not settings.muted
            self.audio.background = settings.background_sound
            self.audio.set_volumes(read_volumes(settings), on)

    # --- people --------------------------------------------------------------------------------

    @property
    def household(self) -> Household:
        """The people who play at this computer, read when first needed."""
        if self._household is None:
            self._household = self._load(household.KEPT)
            if self._household.people:  # one that was restored from its backup is written again at once
                self.save_household()
        return self._household

    def read_household(self) -> Household:
        """Read the list of people again, which another copy of the program may have changed, and return it. Changes
        made here that are not written yet stay."""
        if self._household is not None and not self.quiet:
            self._household = household.merge(self._load(household.KEPT), self._household)
        return self.household

    def save_household(self) -> None:
        """Write the list of people in the background."""
        self._keep(household.KEPT, self.household)

    @property
    def person(self) -> str:
        """Id of the person who plays: the one chosen last, else the first on the list."""
        ids = self.household.list_ids()
        return self.settings.person if self.settings.person in ids else next(iter(ids), FIRST)

    @property
    def person_name(self) -> str:
        """Name of the person who plays; "You" while nobody has a name."""
        one = self.household.people.get(self.person)
        return self.t("ui.setup.you") if one is None or one.away else one.name

    def choose_person(self, person: str) -> None:
        """Let another person play from now on, with its own achievements, stars and daily results."""
        self.settings.person = person
        self.save_settings()
        self._travels = None

    def find_owner(self, name: str) -> str | None:
        """Return the id of the person with this name; None for a guest. Without any named person it is the first
        one's."""
        return self.household.find(name) if self.household.list_ids() else FIRST

    def is_own(self, name: str) -> bool:
        """Whether a seat of this name belongs to the person who plays, or to a guest."""
        return self.find_owner(name) in (self.person, None)

    def follow_seats(self, seats: Sequence[Seat]) -> None:
        """If exactly one person of the household sits at the table, make it the one who plays."""
        owners = {self.find_owner(seat.name) for seat in seats if seat.is_person}
        found = owners.pop() if len(owners) == 1 else None
        if found is not None and found != self.person:
            self.choose_person(found)

    def name_own_entry(self, name: str) -> str:
        """Return the key in the settings for an entry of the person who plays."""
        return name if self.person == FIRST else f"{name}@{self.person}"

    def progress(self, file: ProgressFile[T], person: str = "") -> T:
        """Return the progress of a person, by default of the one who plays; faults of the file are reported. Empty in
        tests and pictures."""
        return self._load(file.get_own(person or self.person))

    def keep(self, file: ProgressFile[T], value: T, person: str = "") -> None:
        """Write a person's file of progress in the background."""
        self._keep(file.get_own(person or self.person), value)

    def _load(self, file: ProgressFile[T]) -> T:
        if self.quiet:
            return file.kind()
        value, told = file.load()
        self.notices += [each for each in told if each.id not in self._told_files]
        self._told_files |= {each.id for each in told if each.id.endswith(".unreadable")}  # read again and again
        return value

    def _keep(self, file: ProgressFile[T], value: T) -> None:
        if not self.quiet:
            self.records.submit(f"{file.texts} {file.path().parent.name}", file.saver(value))

    @property
    def travels(self) -> CampaignProgress:
        """Progress in the campaigns, read when first needed."""
        if self._travels is None:
            from engine.content import campaign  # not needed for the first frame, so not loaded before it

            self._travels = self.progress(campaign.KEPT)
        return self._travels

    def save_travels(self) -> None:
        """Write the progress of the campaign in the background."""
        from engine.content import campaign

        self.keep(campaign.KEPT, self.travels)

    @property
    def thinker(self) -> OpponentPool:
        """The opponents' worker process, started when first needed."""
        if self._thinker is None:
            # Not needed for the first frame, so not loaded before it.
            from ai.workers.pool import OpponentPool

            self._thinker = OpponentPool()
        return self._thinker

    @property
    def analyses(self) -> AnalysisOwner:
        """Owner of the analysis processes, created when first needed."""
        if self._analyses is None:
            from ai.analysis.worker import AnalysisOwner

            self._analyses = AnalysisOwner()
        return self._analyses

    def lend_cores(self, speaking: bool) -> None:
        """Let the analysis use a core if window, opponent and voice (``speaking``) leave one free; called once a
        frame."""
        session, self.thought_over = self.thought_over, None
        if self.quiet or (session is None and self._analyses is None):
            return
        from ai.analysis.worker import has_spare_core

        thinking = self._thinker is not None and self._thinker.busy
        allowed = self.settings.analyse_ahead and not thinking and has_spare_core(speaking) and not self.is_on_battery()
        self.analyses.follow(session, allowed)

    def is_on_battery(self) -> bool:
        """Whether the computer runs on battery, where the system says so; asked again now and then."""
        if self._on_battery is None or self._power.read() > POWER_S:
            self._power.restart()
            self._on_battery = False
            with contextlib.suppress(pygame.error, AttributeError):
                state = pygame.system.get_power_state()
                self._on_battery = state is not None and state.on_battery
        return self._on_battery

    @property
    def roster(self) -> Discovery:
        """Opponents found in the player's folder."""
        if self._roster is None:
            from ai.discovery import Discovery  # needed where opponents are chosen, and only there

            self._roster = Discovery()
        return self._roster

    def foreign_title(self, level: str) -> str:
        """Return the title of an opponent from the player's folder; "" until it is known."""
        return "" if self._roster is None else self._roster.title(level)

    def open_mark(self) -> None:
        """Claim the mark of the running program, unless another copy has it; in the background."""
        self._marked = files.claim(_mark())
        self.second = not self._marked
        self.stack.dirty = self.stack.dirty or self.second

    def quit(self) -> None:
        """Leave the program after this frame."""
        self.running = False

    def close(self) -> None:
        """Wait for the last files, end the worker and the sound."""
        end = time.monotonic() + autosave.CLOSING_S
        autosave.finish()
        for worker in (self.files, self.records):
            worker.finish(max(0.0, end - time.monotonic()))
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None
        if self._analyses is not None:
            self._analyses.close()
        if self._roster is not None:
            self._roster.close()
            self._roster = None
        if self._marked:
            files.release(_mark())
            self._marked = False
        self.audio.close()
        self.missed.close()
        if self.window is not None:
            self.window.close()

    def ask(
        self, title: str, body: str, choices: Sequence[tuple[str, str, Callable[[], None]]] = (), *, main: int = -1,
        by_itself: bool = False,
    ) -> None:  # fmt: skip
        """Open a dialog: (id, label, action) per button, the safe one first; OK without any. ``main``: index of the
        main button. One that comes ``by_itself``, or while time passes, is closed by its buttons and keys only."""
        routes.open(self, "dialog", title, body, choices, main, None, by_itself)

    def ask_whether(
        self, words: str, name: str, act: Callable[[], None], *, label: str = "", stay: str = "ui.cancel",
        main: int = -1,
    ) -> None:  # fmt: skip
        """Ask before calling ``act``. ``words``: start of the text ids ``WORDS.title`` and ``WORDS.body``. Its buttons
        are ``stay`` and, with the id ``name``, ``label`` (by default ``words``)."""
        t = self.t
        choices = [("stay", t(stay), lambda: None), (name, t(label or words), act)]
        self.ask(t(f"{words}.title"), t(f"{words}.body"), choices, main=main)

    def toast(self, text: str, *, at_top: bool = False) -> None:
        """Show a short note that disappears by itself; at the top where buttons stand below."""
        self.tell_toast(text)
        if self.window is not None:
            self.window.toast(text, at_top=at_top)
