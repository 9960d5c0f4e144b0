"""What is offered in one line after a game: the first that holds, never one that was passed over the last time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.content import daily_challenge
from engine.content.spaced_repetition import today
from engine.contract import Message
from engine.seats import Seat
from scenes.campaign.progress_view import Atlas, load_begun_road
from scenes.common import opponent_names
from scenes.common.lesson_progress import suggest_lesson
from scenes.common.matchmaking import AboutEven, find_next_rival, replace_rival
from scenes.common.player_identity import draw_face
from scenes.results.outcome import Outcome
from scenes.shell import routes
from scenes.shell.ui import Ui
from scenes.tutorial.lessons import teach
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas

DEFEATS, WINS = 2, 3
"""That many games in a row, and an easier evening or a stronger rival is offered."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer: its id, icon, text, link text, and the function it calls; the portrait of a ``seat`` replaces the
    icon."""

    id: str
    icon: str
    words: str
    link: str
    accept: Callable[[], None]
    seat: Seat | None = None


class NextOffer:
    """Finds what to offer the one person of a game, after the record of finished games has been read."""

    def __init__(self, outcome: Outcome, begin: Callable[[Sequence[Seat]], None]) -> None:
        self._outcome = outcome
        self._begin = begin
        self._even: AboutEven | None = None
        self._road: Atlas | None = None
        self._waits_for_road = False
        self.offer: Offer | None = None
        self.record: AboutEven | None = None
        """The record of finished games, once it has been read."""

    def read(self) -> None:
        """Read the record, including this game, in the background; without one person make the offer at once."""
        one = self._outcome
        if one.person is None:
            lesson = self._offer_lesson()
            self.offer = lesson
            return
        self._even = AboutEven(one.ctx, one.session.game)
        if not one.ctx.quiet:
            _ = one.ctx.travels  # read here, since it may have notices for the window
            self._waits_for_road = True
            one.ctx.records.submit("offers", self._load_road)

    def tell_loss(self, points: Sequence[int]) -> None:
        """Offer help after a lost stage of the Road: a lesson or another try, with the winner's face and its lead."""
        one, t = self._outcome, self._outcome.ctx.t
        if one.person is None:
            return
        winner = one.session.seats[one.winners[0]]
        ahead = points[one.winners[0]] - points[one.person] if points else 0
        said = t("road.lost", n=ahead, name=winner.name) if ahead > 0 else t("road.lost.plain", name=winner.name)
        lesson = self._offer_lesson()
        link, accept = (t("offer.moment.link"), self._try_again) if lesson is None else (lesson.link, lesson.accept)
        self.offer = Offer("help", "redo", said if lesson is None else f"{said}. {lesson.words}", link, accept, winner)

    def _load_road(self) -> list[Message]:
        """Load the Road for a player who has set out on it; runs in the background."""
        self._road = load_begun_road(self._outcome.ctx)
        self._waits_for_road = False
        return []

    def update(self) -> bool:
        """Find the offer once the record has been read; return whether that happened now."""
        even = self._even
        if even is None or not even.read or self._waits_for_road:
            return False
        self._even, self.record = None, even
        passed = self._outcome.ctx.settings.passed_offer
        self.offer = next((each for each in self._list_offers(even) if each.id != passed), None)
        return True

    def accept(self) -> None:
        """Carry out the offer."""
        if self.offer is not None:
            self._remember("")
            self.offer.accept()

    def decline(self) -> None:
        """Remember the declined offer, so that it is not repeated the next time."""
        self._remember("" if self.offer is None else self.offer.id)

    def _remember(self, name: str) -> None:
        ctx = self._outcome.ctx
        if ctx.settings.passed_offer != name:
            ctx.settings.passed_offer = name
            ctx.save_settings()

    def _list_offers(self, even: AboutEven) -> Iterator[Offer]:
        """Yield what can be offered, the most fitting first."""
        one = self._outcome
        assert one.person is not None
        session, person = one.session, one.session.seats[one.person]
        streak = even.find_streak(person.name)
        if streak <= -DEFEATS:
            yield from self._offer_rival("easier", "wooden-chair", find_next_rival(session.game, session.seats, False))
        if streak >= WINS:
            yield from self._offer_rival("harder", "trophy", find_next_rival(session.game, session.seats, True))
        lesson = self._offer_lesson()
        if lesson is not None:
            yield lesson
        if not one.won and not session.helped and not one.ctx.quiet:
            t = one.ctx.t
            yield Offer("moment", "redo", t("offer.moment"), t("offer.moment.link"), self._try_again)
        if not one.ctx.quiet:
            yield from self._offer_road()
            yield from self._offer_letter()
        rival = even.find_rival(person.name)
        if rival is not None and any(not seat.is_person for seat in session.seats):
            words = one.ctx.t("offer.even", rival=rival.tell(one.ctx))
            seats = replace_rival(one.ctx, session.seats, rival.level)
            yield Offer("rival", "shaking-hands", words, one.ctx.t("offer.invite"), lambda: self._begin(seats))

    def _offer_rival(self, name: str, icon: str, level: str) -> Iterator[Offer]:
        if not level:
            return
        ctx, seats = self._outcome.ctx, self._outcome.session.seats
        words = ctx.t(f"offer.{name}", name=opponent_names.get_name(ctx, level))
        yield Offer(name, icon, words, ctx.t("offer.invite"), lambda: self._begin(replace_rival(ctx, seats, level)))

    def _offer_lesson(self) -> Offer | None:
        ctx, game = self._outcome.ctx, self._outcome.session.game
        title = suggest_lesson(ctx, game)
        if not title:
            return None
        words = ctx.t("lesson.suggest", title=ctx.t(title))
        return Offer("lesson", "star", words, ctx.t("offer.lesson.link"), partial(teach, ctx, game))

    def _offer_road(self) -> Iterator[Offer]:
        road, ctx = self._road, self._outcome.ctx
        station = None if road is None else road.find_waiting_stage()
        if road is not None and station is not None:
            words, link = ctx.t("offer.road", title=road.title(station)), ctx.t("offer.road.link")
            yield Offer("station", "walking-boot", words, link, partial(routes.call, ctx, "open_road"))

    def _offer_letter(self) -> Iterator[Offer]:
        ctx = self._outcome.ctx
        sealed = ctx.progress(daily_challenge.KEPT).count_sealed_letters(today())
        if sealed:
            words, link = ctx.t("today.letters", n=sealed), ctx.t("offer.letter.link")
            yield Offer("letter", "scroll", words, link, partial(routes.go, ctx, "today"))

    def _try_again(self) -> None:
        routes.open(self._outcome.ctx, "study", self._outcome.session, None, True)

    def draw(self, c: Canvas, ui: Ui, box: tuple[float, float, float, float], enabled: bool, alpha: float) -> None:
        """Draw the strip, which is one button; ``alpha``: opacity, 0 … 1."""
        offer = self.offer
        if offer is None or alpha <= 0:
            return
        x, y, w, h = box
        lit = ui.zone(offer.id, box, self.accept, enabled=enabled, radius=h / 2) in ("hover", "pressed")
        shapes.round_rect(c, x, y, w, h, h / 2, "veil", alpha=round(235 * alpha))
        edge, strength = ("edge.bright", 255) if lit else ("edge", 170)
        shapes.round_rect(c, x, y, w, h, h / 2, edge, alpha=round(strength * alpha), border=1.4)
        if alpha < 1:
            return
        middle = layout.middle(box)
        if offer.seat is None:
            icons.draw(c, offer.icon, x + 34, middle, 24, "accent.bright")
        else:
            draw_face(c, offer.seat, x + 32, middle, 20, sign=0)
        link = text.width(c, offer.link, "name")
        ink = "text.bright" if lit else "text.title"
        text.draw(c, offer.link, x + w - 42 - link, middle, "name", ink, "lm")
        icons.draw(c, "right", x + w - 26, middle, 15, "accent")
        room = w - link - 124
        text.draw(c, offer.words, x + 60, middle, "aside", "text.title", "lm", max_w=room)
