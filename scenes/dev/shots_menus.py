"""Title, set-up, settings, rules and lists in pictures."""

import datetime
import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ai.discovery import Discovery, Offer
from engine import registry
from engine.content import evening
from engine.content.season import PastEvening, Season
from engine.contract import Message
from engine.desktop.probes import FAILED, GOOD, LEFT, find
from engine.seats import EVEN, Seat
from engine.session import Session
from engine.storage.saves import SlotInfo
from engine.storage.statistics import GameStats, Meeting, PlayedGame, PlayerStats, Tally
from scenes.common.matchmaking import AboutEven, EvenRival
from scenes.common.occasions import keep_evening
from scenes.common.thumbnails import small
from scenes.dev import staging
from scenes.dev.selftest import computer_seats
from scenes.dev.staging import PageShot, Show, call, open_page, put, seats
from scenes.menus.key_editor import SHARED
from scenes.menus.title_offers import TitleOffer
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.listener_keys import GoTo
from scenes.shell.pads import Pad
from scenes.shell.spoken_scene import build_tree
from scenes.table import game_screens, prompts
from scenes.table.opponents import Trouble

DAY = "2026-11-20T19:41:00+00:00"
SAVED_SEATS = [
    Seat("person", "", "Leo", 0),
    Seat("computer", "skilled", "Mia", 1),
    Seat("computer", "novice", "Tom", 2),
]
EVENING_SEATS = [Seat("person", "", name, k) for k, name in enumerate(("Leo", "Anna", "Tom"))]


def show_check(at: int, ctx: Context, seed: str) -> None:
    """Show the check of the computer during tick number ``at``, with earlier findings; two of them are faults."""
    page = open_page("check", ctx)
    page.start()
    rows: dict[str, tuple[str, str, dict[str, Any]]] = {
        "window": (GOOD, "", {
            "width": 1536, "height": 864, "ratio": 1.25, "back": {"text": "check.window.back", "seconds": 0.8},
        }),
        "sharpness": (GOOD, "125 %", {"percent": 125}),
        "frames": (GOOD, "60/60", {"rest": "17, 17, 18", "moved": "17, 19, 21"}),
        "sound": (GOOD, "48 kHz", {"rate": "48 kHz", "driver": "wasapi"}),
        "keys": (GOOD, "QWERTZ", {"layout": "QWERTZ"}),
        "pads": (FAILED, "1", {"asked": "B", "came": "A, A"}),
        "touch": (GOOD, "", {}),
        "reader": (GOOD, "", {"voice": "System.Speech", "tree": {"text": "check.reader.asks"}}),
        "processes": (LEFT, "", {"seconds": 5}),
        "folders": (GOOD, "", {"count": 3, "place": {"text": "check.path.spaces"}}),
    }  # fmt: skip
    for key, (state, figure, told) in list(rows.items())[:at]:
        text_id = "check.left" if state == LEFT else f"check.{key}.{state}"
        advice = "" if state == GOOD else "check.left.advice" if state == LEFT else f"check.{key}.advice"
        page.findings[key] = find(state, text_id, advice, figure, **told)
    page.at = at
    tick = page.tick
    if tick is not None:
        tick.begin()
        tick.ms, tick._tapped, tick._held = 3000.0, 2, 500.0


# --- title ----------------------------------------------------------------------------------------------------------


def offer_save(title: Any) -> None:
    """Put a saved game on the title."""
    title.last = _list_slots()[0]


def begin_evening(ctx: Context) -> None:
    """Add a person to the household, and begin an evening."""
    ctx.household.add("Bert\u00edk", "2026-11-20")
    keep_evening(ctx, evening.Evening(list(EVENING_SEATS), ["king_of_12", "legends"]))


def add_offers(title: Any) -> None:
    """Put offers on the title."""
    ctx, t = title.ctx, title.ctx.t
    rival = EvenRival("at:1130", 1130, 40)
    even = t("offer.even.title", game=game_screens.short_name(ctx, "legends"))
    ctx.settings.last_setup = {info.id: {} for info in registry.games()[:2]}
    title.offers.rivals = {"king_of_12": rival}
    title.offers.offers = [
        TitleOffer(
            "offer.road", "walking-boot", t("road.station.crossroads"), t("road.where", n=3, of=37), lambda: None,
            "who:corvin",
        ),
        TitleOffer("offer.letter", "scroll", t("offer.letter.title"), t("offer.letter.note"), lambda: None),
        TitleOffer(
            "offer.even", "shaking-hands", even, rival.tell(ctx), lambda: None,
        ),
    ]  # fmt: skip


# --- set-up ---------------------------------------------------------------------------------------------------------


def show_ratings(ctx: Context, seed: str) -> None:
    """Set up a game with a rival about even, one at a rating and one with a name."""
    page = staging.show_set_up("king_of_the_dice", ctx, seed)
    page.seats[1:] = [
        Seat("computer", EVEN, "Anna", 1), Seat("computer", "at:980", "Ben", 2), Seat("computer", "who:mia", "Mia", 3)
    ]  # fmt: skip
    page.even = staged = AboutEven(ctx, page.game)
    staged.known["Leo"] = staged.known[page.seats[0].name] = EvenRival("at:1130", 1130, 40)


def show_faces(game: str, opened: int, ctx: Context, seed: str, count: int = 3, part: str = "", **options: Any) -> Any:
    """Show the set-up of a household with earlier games; return the page. ``opened``: the seat that is open, -1 for
    none; ``part``: the target hovered there."""
    for name in ("Leo", "Anna", "Emil"):
        ctx.household.add(name, "2026-11-20")
    page = staging.show_set_up(game, ctx, seed, count, **options)
    page.seats[0] = Seat("person", "", "Leo", 0)
    if count > 2:
        page.seats[1:3] = [Seat("person", "", "Anna", 1), Seat("computer", "who:hilda", "Hilda", 2)]
    names = tuple(seat.name for seat in page.seats)
    kinds, levels = tuple(seat.kind for seat in page.seats), tuple(seat.level for seat in page.seats)
    last = [
        PlayedGame(str(n), game, DAY, 30, False, names, kinds, levels,
                   tuple(1 if k == won % count else 2 for k in range(count)))
        for n, won in enumerate((1, 1, 0, 2))
    ]  # fmt: skip
    page.even = AboutEven(ctx, game, GameStats(game, last=last))
    if opened >= 0:
        page.ui.open_list, page.faces.shown, page.faces.age = f"seat.{opened}", opened, 1e4
        page.ui.hover = f"seat.{opened}.{part}" if part else None
    return page


def show_chosen_cards(ctx: Context, seed: str) -> None:
    """Show the set-up with cards chosen one by one, and a second person."""
    scene = staging.show_set_up("king_of_12", ctx, seed)
    scene.options = {"set": "chosen", "cards": [1, 3, 5, 8, 9, 11], "promo": "none"}
    scene.seats[1] = Seat("person", "", "Anna", 1, "wolf")


class ShownDiscovery(Discovery):
    """A list of opponent files for pictures, without a folder."""

    def look(self) -> None:
        """Set the known opponents, without asking a worker."""
        self._known = {
            "file:greedy": ((0, 0), Offer("Greedy", ("king_of_12",))),
            "file:half_done": ((0, 0), Offer("half done", failure="crashed", problem="SyntaxError: line 3")),
            "file:dreamer": ((0, 0), Offer("dreamer", failure="slow")),
        }


def show_own_opponents(ctx: Context, seed: str) -> None:
    """Show opponents from files: one to choose, two that cannot be used."""
    ctx._roster = ShownDiscovery()
    scene = staging.show_set_up("king_of_12", ctx, seed)
    scene.set_count(4)  # whatever was set up before
    scene.seats[2] = Seat("computer", "file:greedy", "Tom", 2)
    scene.ui.hover, scene.ui.hover_time = "opponents", 1e9


def show_handicaps(
    game: str, players: list[Seat], ctx: Context, seed: str, child: bool = False, form: str = ""
) -> None:
    """Show the page of handicaps with proposed steps; ``child``: the first seat is one, ``form``: option of the game's
    form."""
    scene: Any = routes.scene("set_up", ctx, game)
    scene.seats = list(players)
    scene.options.update({"form": form} if form else {})
    scene.handicaps.mode = "propose"
    ctx.stack.push(scene)
    scene.open_handicaps()
    if child:
        scene.handicaps.set_strength(scene.seats[0], "child")


def show_failing_opponent(ctx: Context, seed: str) -> None:
    """Show an opponent file that takes too long: the text at its seat, and the question."""
    players = [Seat("person", "", "Leo", 0), Seat("computer", "file:greedy", "Mia", 1)]
    table = staging.open_table(ctx, Session.start("king_of_12", {}, players, seed))
    table.opponents.troubles[1] = Trouble("file:greedy", "slow", False)
    ctx.instant, before = False, ctx.instant
    prompts.tell(table)
    ctx.instant = before


def show_evening(played: int | None, ctx: Context, seed: str) -> None:
    """Show an evening of four games after ``played`` of them; None: while it is planned."""
    page = open_page("evening", ctx)
    if played is None:
        page.seats = list(EVENING_SEATS)
        return
    order = [info.id for info in registry.games()]
    places = [[1, 3, 2], [2, 1, 3], [1, 1, 3], [2, 1, 3]]
    points = [(14, 9, 13), (12, 13, 7), (31, 31, 20), ()]
    best = [(0, 5, 14), (1, 4, 7), (0, 9, 11), ()]
    hours = ("19:40", "20:15", "21:05", "21:50")
    done = [
        evening.PlayedGame(order[at], str(at), places[at], points[at], (), best[at], f"{DAY[:11]}{hours[at]}:00+00:00")
        for at in range(played)
    ]
    lines = [evening.Line("Tom", "Next time the Knight stays in my sleeve.")][: played // 2]
    page.evening = evening.Evening(list(EVENING_SEATS), order[:4], done, lines=lines)


def build_season(count: int, name: str = "2026-3", people: int = 4) -> Season:
    """Return a season of ``count`` evenings of a household of ``people``, not all of whom always came."""
    chance, order = random.Random(f"{name} {count}"), [info.id for info in registry.games()]
    names = ("Leo", "Anna", "Ben", "Emma, 9", "Tom", "Ida", "Max", "Eva")[:people]
    everybody = [Seat("person", "", who, at % 4) for at, who in enumerate(names)]
    found = Season(name)
    for number in range(count):
        seats = chance.sample(everybody, min(4, people) if number % 3 else min(3, people))
        done = []
        for at in range(chance.randint(2, 4)):
            places = chance.sample(range(1, len(seats) + 1), len(seats))
            points = tuple(24 - 4 * place - at for place in places)
            steps = tuple(3 * (seat.name == "Emma, 9") for seat in seats)
            best = (places.index(1), 7 + at, 10 + number)
            done.append(evening.PlayedGame(chance.choice(order), f"{number}-{at}", places, points, steps, best))
        keys = tuple(seat.name for seat in seats)
        day = (datetime.date(2026, 10, 10) + datetime.timedelta(6 * number)).isoformat()
        found.evenings.append(PastEvening(f"{number}-0", day, tuple(seats), keys, tuple(done)))
    return found


def show_season(count: int, ctx: Context, seed: str, people: int = 4) -> None:
    """Show a season after ``count`` evenings, with earlier ones; an empty season stands alone."""
    before = [build_season(8, f"2026-{quarter}") for quarter in (2, 1)] if count > 1 else []
    open_page("season", ctx, [build_season(count, people=people), *before] if count else [])


def show_evening_result(ctx: Context, seed: str) -> None:
    """Show the end of the first game of an evening."""
    session = Session.start("king_of_12", {}, EVENING_SEATS, "evening")
    staging.play_to_end(session)
    keep_evening(ctx, evening.Evening(list(EVENING_SEATS), ["king_of_12", "legends"], running=session.id))
    staging.open_result(ctx, session)


def show_gallery(ctx: Context, seed: str) -> None:
    """Show the gallery of a player who has met most opponents, with one seated."""
    rows = "berta wwlwwwwwlww, tom wwwlwwwlw, odo wwlwlww, pim wlwwlwlwlwl, roque wlwlwl, mia lwllwlwllwl, hilda wwl"
    record = dict(row.split(" ") for row in f"{rows}, corvin llwl, serafina lllwll, eva llllwlllwll".split(", "))
    meetings = [Meeting(f"who:{who}", float(each == "w"), 2) for who, row in record.items() for each in row]
    stats = {
        info.id: GameStats(info.id, players=[PlayerStats("Leo", Tally(len(meetings), 40), meetings=meetings)])
        for info in registry.games()
    }
    players = [
        Seat("person", "", "Leo", 0), Seat("computer", "who:mia", "Mia", 1), Seat("computer", "who:odo", "Odo", 2)
    ]  # fmt: skip
    open_page("gallery", ctx, "king_of_12", players, [1], lambda seat, level: None, stats)


# --- saved and finished games ---------------------------------------------------------------------------------------


def _list_slots() -> list[SlotInfo]:
    progress = Message("ui.save.progress.round", {"round": 3})
    names = [seat.name for seat in SAVED_SEATS]
    first = SlotInfo(
        path=Path("a.json"), game="king_of_12", names=names, seats=SAVED_SEATS, turn=40, progress=progress, over=False,
        assisted=False, started=DAY, updated=DAY, options={"set": "first"},
    )  # fmt: skip
    hall = computer_seats(16)
    over = Message("ui.save.progress.over", {})
    damaged = Message("ui.save.damaged", {"place": "$.log"})
    return [
        first,
        replace(first, path=Path("b.json"), progress=Message("ui.save.progress.round", {"round": 1}), assisted=True),
        replace(first, path=Path("king_of_12-20261119-201500.json"), error=damaged),
        replace(first, path=Path("c.json"), progress=over, over=True, advised=True, seats=hall,
                names=[seat.name for seat in hall]),
    ]  # fmt: skip


def show_saves(ctx: Context, seed: str) -> None:
    """Show saved games: one with a picture, one that is damaged, one of many players."""
    staging.open_table(ctx, Session.start("king_of_12", {}, seats(3), seed))
    ctx.window.draw()
    picture = small(ctx.window.surface)
    scene = open_page("load", ctx, _list_slots())
    scene.pictures.show(scene.rows[0].path, picture)


def show_statistics(ctx: Context, seed: str) -> None:
    """Show invented statistics of King of 12."""
    stats = GameStats("king_of_12", 14, 2, 61.5, Tally(12, 6, 22))
    stats.against = {"novice": Tally(4, 3, 5), "skilled": Tally(6, 3, 11), "expert": Tally(4, 1, 9)}
    stats.players = [PlayerStats("Leo", Tally(8, 5, 13), 2, 3), PlayerStats("Anna", Tally(4, 1, 9), 0, 1)]
    names, kinds = ("Leo", "Mia", "Tom"), ("person", "computer", "computer")
    played = PlayedGame("a", "king_of_12", DAY, 60, False, names, kinds, ("", "skilled", "novice"), (1, 3, 2))
    many = tuple(seat.name for seat in computer_seats(16))
    hall = PlayedGame("b", "king_of_12", "2026-11-19T20:05:00+00:00", 200, False, many, (), (), (2, 1, *[3] * 14))
    stats.last, stats.advised = [played, hall, replace(played, advised=True), *[played] * 2], 1
    open_page("statistics", ctx, {"king_of_12": stats})


# --- settings and rules ---------------------------------------------------------------------------------------------


def go_to_usual_speed(ctx: Context) -> None:
    """Set the default speed of animations."""
    ctx.settings.speed = "1"


def open_go_to(scene: Any) -> None:
    """Open the sheet "Go to", with nothing typed yet."""
    ctx = scene.ctx
    ctx.stack.settle()
    if ctx.window is not None:
        ctx.window.draw()
    tree = build_tree(scene.name, scene.ui, scene.make_spoken(), ctx.t)
    ctx.stack.push(GoTo(ctx, tree, (), lambda node: None))


def plug_pads(ctx: Context) -> None:
    """Connect two pads."""
    pads = [Pad(0, "Xbox Controller", "xbox", True), Pad(1, "DualSense Wireless Controller", "playstation", True)]
    ctx.plugged = {pad.instance: pad for pad in pads}


def search_rules(book: Any) -> None:
    """Search for a word in the rulebooks."""
    book.query = book.ctx.t("king_of_12.word.value")[:6]


def point_at_word(book: Any) -> None:
    """Show the explanation of a glossary word in the rulebook."""
    book.ctx.stack.settle()
    book.ctx.window.draw()
    book.ui.hover = next((one.id for one in book.ui.targets if one.id.startswith("word.")), None)
    book.ui.hover_time = 1e9


point_at_game = partial(staging.hover_target, "cover.king_of_12")
PICTURES: dict[str, Show] = {
    "title": PageShot("title", then=[point_at_game]),
    "title-continue": PageShot("title", then=[point_at_game, offer_save]),
    "title-second": PageShot("title", before=[put(second=True)], then=[point_at_game, offer_save]),
    "title-next": PageShot("title", then=[add_offers]),
    "title-person": PageShot("title", before=[begin_evening], then=[point_at_game, offer_save]),
    "setup": partial(staging.show_set_up, "king_of_12"),
    "setup-rating": show_ratings,
    "setup-faces": partial(show_faces, "king_of_12", 2, part="face.2"),
    "setup-faces-person": partial(show_faces, "legends", 0, count=4),
    "setup-faces-dice": partial(show_faces, "king_of_the_dice", -1, count=2),
    "setup-faces-many": partial(show_faces, "king_of_12", 6, count=16),
    "setup-faces-arena": partial(show_faces, "tash_kalar", 1, count=2, deck_1="sylvan", deck_2="nethervoid"),
    "setup-chosen": show_chosen_cards,
    "setup-own-opponents": show_own_opponents,
    "setup-twists": partial(
        staging.show_set_up, "tash_kalar", then=[put(more=True), call("_open_twists")], open_hands=True, legend="seat_2"
    ),
    "setup-handicap": partial(
        show_handicaps, "king_of_12", [Seat("person", "", "Anna", 1), Seat("computer", "expert", "Ben")]
    ),
    "evening": partial(show_evening, 2),
    "evening-plan": partial(show_evening, None),
    "evening-card": partial(show_evening, 4),
    "season": partial(show_season, 6),
    "season-eight": partial(show_season, 8, people=8),
    "season-one": partial(show_season, 1),
    "season-new": partial(show_season, 0),
    "evening-result": show_evening_result,
    "setup-handicap-four": partial(
        show_handicaps,
        "tash_kalar",
        [
            Seat("person", "", "Anna", 1),
            Seat("person", "", "Ben", 2),
            Seat("computer", "novice", "Tom", 0),
            Seat("computer", "expert", "Eva", 3),
        ],
        form="team_duel",
    ),
    "setup-handicap-arena": partial(
        show_handicaps, "tash_kalar", [Seat("person", "", "Anna", 1), Seat("computer", "novice", "Ben")], child=True
    ),
    "gallery": show_gallery,
    "gallery-new": PageShot(
        "gallery", ["tash_kalar", SAVED_SEATS[:2], [1], lambda seat, level: None, {}], then=[put(chosen="who:old_king")]
    ),
    "opponent-failed": show_failing_opponent,
    "load": show_saves,
    "load-empty": PageShot("load", [[]]),
    "settings": PageShot("settings", before=[go_to_usual_speed]),
    "ease": PageShot("ease"),
    "listening": PageShot("listening"),
    "go-to": PageShot("settings", then=[open_go_to]),
    "about": PageShot("about"),
    "check": partial(show_check, 6),
    "check-over": partial(show_check, 10),
    "keys": PageShot("keys", before=[plug_pads]),
    "keys-conflict": PageShot(
        "keys", before=[plug_pads], then=[call("wait_for", "chronicle", "keys", "c"), call("take_key", "keys", "h")]
    ),
    "keys-shared": PageShot(
        "keys",
        before=[plug_pads],
        then=[put(group=SHARED), call("wait_for", "letters", SHARED, "8"), call("take_place", 4)],
    ),
    "rules": PageShot("rules", ["king_of_12", 2]),
    "rules-cards": PageShot("rules", ["king_of_12", 99]),
    "rules-search": PageShot("rules", ["king_of_12", 4], then=[search_rules]),
    "rules-word": PageShot("rules", ["tash_kalar", 3], then=[point_at_word]),
    "statistics": show_statistics,
    "dialog": PageShot("title", then=[call("handle", Input("command", name="back"))]),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
