"""Pictures of every scene, drawn without a real window."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine import registry
from engine.seats import Seat
from engine.session import Session
from engine.storage.settings import Settings
from scenes.dev import (
    shots_achievements,
    shots_campaign,
    shots_daily,
    shots_faces,
    shots_game_log,
    shots_lessons,
    shots_profile,
    shots_puzzles,
    shots_study,
    shots_workshop,
)
from scenes.dev.selftest import computer_seats, headless
from scenes.table import game_screens as games

if TYPE_CHECKING:
    from scenes.shell.commands import Request
    from scenes.shell.context import Context


def _plain() -> dict[str, Callable[[Any, str], None]]:
    return {
        "title": _title,
        "title-continue": _title_continue,
        "title-second": _title_second,
        "title-next": _title_next,
        "setup": _setup,
        "setup-chosen": _setup_with_cards,
        "setup-own-opponents": _setup_own,
        "setup-twists": _setup_twists,
        "setup-handicap": _setup_handicap,
        "evening": _evening,
        "evening-plan": _evening_plan,
        "evening-card": _evening_card,
        "setup-handicap-four": _setup_handicap_of_four,
        "setup-handicap-arena": _setup_handicap_of_arena,
        "gallery": _gallery,
        "gallery-new": _gallery_new,
        "opponent-failed": _failing_opponent,
        "load": _load,
        "load-empty": _load_empty,
        "settings": _settings,
        "ease": _ease,
        "listening": _listening,
        "go-to": _go_to,
        "about": _about,
        "keys": _keys,
        "keys-conflict": _keys_conflict,
        "keys-shared": _show_shared_keys,
        "rules": _rules,
        "rules-cards": _rules_cards,
        "rules-search": _rules_search,
        "rules-word": _rules_word,
        "statistics": _statistics,
        "dialog": _dialog,
        **shots_daily.pictures(),
        **shots_campaign.pictures(),
        **shots_profile.pictures(),
    }


def all_scenes() -> dict[str, Callable[[Any, str], None]]:
    """Name → function(ctx, seed) that opens the scene; those of a game are named GAME/SCENE."""
    scenes = _plain()
    for info in registry.games():
        for room in (
            games,
            shots_faces,
            shots_game_log,
            shots_lessons,
            shots_study,
            shots_puzzles,
            shots_achievements,
            shots_workshop,
        ):
            for name, show in room.pictures(info.id).items():
                scenes[f"{info.id}/{name}"] = show
    return scenes


def names() -> list[str]:
    """All names that --screenshot takes."""
    return list(all_scenes())


def take(request: Request) -> int:
    """Draw one scene into a PNG file; 0, or 2 for an unknown scene or a file that cannot be written."""
    scenes = all_scenes()
    wanted = request.scene
    if wanted not in scenes:
        matching = [name for name in scenes if name.split("/")[-1] == wanted]
        if not matching:
            print(f"unknown scene {wanted!r}: expected one of {', '.join(scenes)}", file=sys.stderr)
            return 2
        wanted = matching[0]
    headless()
    import pygame

    from scenes.shell.context import Context
    from scenes.shell.window import Window

    settings = Settings()
    settings.language = request.language or "en"
    settings.text_size = request.text_size
    settings.speed = "instant"
    ctx = Context(settings, sound=False, quiet=True)
    ctx.instant = True
    window = Window(ctx, request.size or (1600, 900), visible=False, faked_ratio=request.ratio)
    try:
        scenes[wanted](ctx, request.seed)
        ctx.stack.settle()
        ctx.stack.fade = 0.0
        for _ in range(3):
            ctx.stack.update(0)
            window.draw()
            window.finish_plans()
        assert request.out is not None
        try:
            pygame.image.save(window.surface, str(request.out))
        except (pygame.error, OSError) as error:
            print(f"{request.out}: cannot be written: {error}", file=sys.stderr)
            return 2
    finally:
        ctx.close()
    return 0


def _title(ctx: Context, seed: str) -> None:
    from scenes.menus.title import Title

    ctx.stack.push(Title(ctx))
    ctx.stack.top.ui.hover = "cover.king_of_12"  # type: ignore[union-attr]


def _title_continue(ctx: Context, seed: str) -> None:
    from scenes.menus.title import Title

    title = Title(ctx)
    ctx.stack.push(title)
    title.last = _slots()[0]
    title.ui.hover = "cover.king_of_12"


def _title_second(ctx: Context, seed: str) -> None:
    """Another copy of the program is open."""
    ctx.second = True
    _title_continue(ctx, seed)


def _title_next(ctx: Context, seed: str) -> None:
    """A player who has reasons to come back; nothing is pointed at."""
    from scenes.menus.title import Title
    from scenes.menus.title_offers import TitleOffer

    t = ctx.t
    even = t("offer.rival.note", game=games.short_name(ctx, "legends"))
    title = Title(ctx)
    ctx.stack.push(title)
    ctx.settings.last_setup = {info.id: {} for info in registry.games()[:2]}
    title.offers.offers = [
        TitleOffer(
            "offer.road", "walking-boot", t("road.station.crossroads"), t("road.where", n=3, of=37), lambda: None,
            "who:corvin",
        ),
        TitleOffer("offer.letter", "scroll", t("offer.letter.title"), t("offer.letter.note"), lambda: None),
        TitleOffer(
            "offer.rival", "ph-users", t("ui.character.hilda.name"), even, lambda: None, "who:hilda",
        ),
    ]  # fmt: skip


def _setup(ctx: Context, seed: str) -> None:
    from scenes.menus.setup import SetUp

    ctx.settings.guided = ["king_of_12"]
    scene = SetUp(ctx, "king_of_12")
    scene.placeholder = seed
    ctx.stack.push(scene)


def _setup_with_cards(ctx: Context, seed: str) -> None:
    _setup(ctx, seed)
    scene: Any = ctx.stack.top
    scene.options = {"set": "chosen", "cards": [1, 3, 5, 8, 9, 11], "promo": "none"}
    scene.seats[1] = Seat("person", "", "Anna", 1, "wolf")


def _evening_plan(ctx: Context, seed: str) -> None:
    """An evening that is being planned."""
    from scenes.menus.evening import EveningScene

    page = EveningScene(ctx)
    page.seats = [Seat("person", "", name, k) for k, name in enumerate(("Leo", "Anna", "Tom"))]
    ctx.stack.push(page)


def _evening(ctx: Context, seed: str) -> None:
    """An evening of four games, two of which have been played."""
    _open_evening(ctx, 2)


def _evening_card(ctx: Context, seed: str) -> None:
    """The card of an evening that is over."""
    _open_evening(ctx, 4)


def _open_evening(ctx: Context, played: int) -> None:
    from engine.content.evening import Evening, PlayedGame
    from scenes.menus.evening import EveningScene

    page = EveningScene(ctx)
    order = [info.id for info in registry.games()]
    places = [[1, 3, 2], [2, 1, 3], [1, 1, 3], [2, 1, 3]]
    done = [PlayedGame(order[at], str(at), places[at]) for at in range(played)]
    players = [Seat("person", "", name, k) for k, name in enumerate(("Leo", "Anna", "Tom"))]
    page.evening = Evening(players, order[:4], done)
    ctx.stack.push(page)


def _setup_handicap(ctx: Context, seed: str) -> None:
    """Someone new and a Master between two: steps that are proposed."""
    _open_handicaps(ctx, "king_of_12", [Seat("person", "", "Anna", 1), Seat("computer", "expert", "Ben")])


def _setup_handicap_of_four(ctx: Context, seed: str) -> None:
    """Two teams, each a person and a computer."""
    people = [Seat("person", "", "Anna", 1), Seat("person", "", "Ben", 2)]
    others = [Seat("computer", "novice", "Tom", 0), Seat("computer", "expert", "Eva", 3)]
    _open_handicaps(ctx, "tash_kalar", [*people, *others], form="team_duel")


def _setup_handicap_of_arena(ctx: Context, seed: str) -> None:
    """A child and a Casual computer: pieces in the arena."""
    seats = [Seat("person", "", "Anna", 1), Seat("computer", "novice", "Ben")]
    _open_handicaps(ctx, "tash_kalar", seats).handicaps.set_strength(seats[0], "child")


def _open_handicaps(ctx: Context, game: str, seats: list[Seat], **options: Any) -> Any:
    """Open the page of handicaps over the set-up, and return that."""
    from scenes.menus.setup import SetUp

    page = SetUp(ctx, game)
    page.seats = seats
    page.options.update(options)
    page.handicaps.mode = "propose"
    ctx.stack.push(page)
    page.open_handicaps()
    return page


def _setup_twists(ctx: Context, seed: str) -> None:
    """The twists of the game that has a choice among them, over the set-up that shows the rest of it too."""
    from scenes.menus.setup import SetUp

    ctx.settings.guided = ["tash_kalar"]
    scene = SetUp(ctx, "tash_kalar")
    scene.placeholder, scene.more = seed, True
    scene.options = {**scene.options, "open_hands": True, "legend": "seat_2"}
    ctx.stack.push(scene)
    scene._open_twists()


def _setup_own(ctx: Context, seed: str) -> None:
    """Opponents from files: one to choose, two that cannot be used."""
    from ai.discovery import Discovery, Offer

    class Shown(Discovery):
        """A folder that is nowhere but in this picture."""

        def look(self) -> None:
            """Set what is known of the folder, in place of asking a worker."""
            self._known = {
                "file:greedy": ((0, 0), Offer("Greedy", ("king_of_12",))),
                "file:half_done": ((0, 0), Offer("half done", failure="crashed", problem="SyntaxError: line 3")),
                "file:dreamer": ((0, 0), Offer("dreamer", failure="slow")),
            }

    ctx._roster = Shown()
    _setup(ctx, seed)
    scene: Any = ctx.stack.top
    scene.set_count(4)  # whatever was set up before
    scene.seats[2] = Seat("computer", "file:greedy", "Tom", 2)
    scene.ui.hover, scene.ui.hover_time = "opponents", 1e9


def _gallery(ctx: Context, seed: str) -> None:
    """A player who has met most opponents; one is seated already."""
    from engine.storage.statistics import GameStats, Meeting, PlayerStats, Tally
    from scenes.menus.gallery import Gallery

    rows = "berta wwlwwwwwlww, tom wwwlwwwlw, odo wwlwlww, pim wlwwlwlwlwl, roque wlwlwl, mia lwllwlwllwl, hilda wwl"
    record = dict(row.split(" ") for row in f"{rows}, corvin llwl, serafina lllwll, eva llllwlllwll".split(", "))
    meetings = [Meeting(f"who:{who}", float(each == "w"), 2) for who, row in record.items() for each in row]
    stats = {
        info.id: GameStats(info.id, players=[PlayerStats("Leo", Tally(len(meetings), 40), meetings=meetings)])
        for info in registry.games()
    }
    seats = [
        Seat("person", "", "Leo", 0),
        Seat("computer", "who:mia", "Mia", 1),
        Seat("computer", "who:odo", "Odo", 2),
    ]
    ctx.stack.push(Gallery(ctx, "king_of_12", seats, [1], lambda seat, level: None, stats))


def _gallery_new(ctx: Context, seed: str) -> None:
    """A first look: nobody has been met."""
    from scenes.menus.gallery import Gallery

    seats = [Seat("person", "", "Leo", 0), Seat("computer", "skilled", "Mia", 1)]
    scene = Gallery(ctx, "tash_kalar", seats, [1], lambda seat, level: None, {})
    scene.chosen = "who:old_king"
    ctx.stack.push(scene)


def _failing_opponent(ctx: Context, seed: str) -> None:
    """An opponent from a file takes too long: said at its seat, and asked about."""
    from scenes.dev.staging import open_table
    from scenes.table import opponent_errors
    from scenes.table.opponents import Trouble

    seats = [Seat("person", "", "Leo", 0), Seat("computer", "file:greedy", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, seed)
    table = open_table(ctx, session)
    table.opponents.troubles[1] = Trouble("file:greedy", "slow", False)
    ctx.instant, before = False, ctx.instant
    opponent_errors.tell(table)
    ctx.instant = before


def _slots() -> list[Any]:
    from pathlib import Path

    from engine.contract import Message
    from engine.storage.saves import SlotInfo

    seats = [Seat("person", "", "Leo", 0), Seat("computer", "skilled", "Mia", 1), Seat("computer", "novice", "Tom", 2)]
    hall = computer_seats(16)
    progress = Message("ui.save.progress.round", {"round": 3})
    over = Message("ui.save.progress.over", {})
    day = "2026-11-20T19:41:00+00:00"

    def slot(name: str, message: Message, **more: Any) -> SlotInfo:
        values: dict[str, Any] = {
            "path": Path(name),
            "game": "king_of_12",
            "names": [seat.name for seat in seats],
            "seats": seats,
            "turn": 40,
            "progress": message,
            "over": False,
            "assisted": False,
            "started": day,
            "updated": day,
            "options": {"set": "first"},
        }
        return SlotInfo(**{**values, **more})

    bad = Message("ui.save.damaged", {"place": "$.log"})
    return [
        slot("a.json", progress),
        slot("b.json", Message("ui.save.progress.round", {"round": 1}), assisted=True),
        slot("king_of_12-20261119-201500.json", progress, error=bad),
        slot("c.json", over, over=True, advised=True, seats=hall, names=[seat.name for seat in hall]),
    ]


def _load(ctx: Context, seed: str) -> None:
    from scenes.menus.load import LoadScene

    scene = LoadScene(ctx, _slots())
    scene.pictures.show(scene.rows[0].path, _small_table(ctx, seed))
    ctx.stack.push(scene)


def _small_table(ctx: Context, seed: str) -> Any:
    """A table as it is kept in a small picture."""
    from scenes.common.thumbnails import small
    from scenes.dev.staging import open_table, seats

    open_table(ctx, Session.start("king_of_12", {}, seats(3), seed))
    ctx.window.draw()
    return small(ctx.window.surface)


def _load_empty(ctx: Context, seed: str) -> None:
    from scenes.menus.load import LoadScene

    ctx.stack.push(LoadScene(ctx, []))


def _about(ctx: Context, seed: str) -> None:
    from scenes.menus.about import AboutScene

    ctx.stack.push(AboutScene(ctx))


def _settings(ctx: Context, seed: str) -> None:
    from scenes.menus.settings import SettingsScene

    ctx.settings.speed = "1"
    ctx.stack.push(SettingsScene(ctx))


def _ease(ctx: Context, seed: str) -> None:
    from scenes.menus.settings import EaseScene

    ctx.stack.push(EaseScene(ctx))


def _listening(ctx: Context, seed: str) -> None:
    from scenes.menus.settings import ListeningScene

    ctx.stack.push(ListeningScene(ctx))


def _go_to(ctx: Context, seed: str) -> None:
    """Going to a place of the page of settings, with nothing typed yet."""
    from scenes.menus.settings import SettingsScene
    from scenes.shell.go_to import GoTo
    from scenes.shell.page_tree import build_tree

    scene = SettingsScene(ctx)
    ctx.stack.push(scene)
    ctx.stack.settle()
    if ctx.window is not None:
        ctx.window.draw()
    tree = build_tree(scene.name, scene.ui, scene.make_spoken(), ctx.t)
    ctx.stack.push(GoTo(ctx, tree, (), lambda node: None))


def _keys(ctx: Context, seed: str) -> None:
    """Keys and buttons, with two pads plugged in."""
    _open_keys(ctx)


def _keys_conflict(ctx: Context, seed: str) -> None:
    """A key that is used already was pressed for the chronicle."""
    page = _open_keys(ctx)
    page.wait_for("chronicle", "keys", "c")
    page.take_key("keys", "h")


def _show_shared_keys(ctx: Context, seed: str) -> None:
    """A key of another column was pressed for a place of the first one."""
    from scenes.menus.key_columns import Slot
    from scenes.menus.keys import SHARED

    page = _open_keys(ctx)
    page.group = SHARED
    page.columns.wait_for(Slot("letters", 2))
    page.columns.take(4)


def _open_keys(ctx: Context) -> Any:
    from scenes.menus.keys import KeysScene
    from scenes.shell.pads import Pad

    pads = [Pad(0, "Xbox Controller", "xbox", True), Pad(1, "DualSense Wireless Controller", "playstation", True)]
    ctx.plugged = {pad.instance: pad for pad in pads}
    page = KeysScene(ctx)
    ctx.stack.push(page)
    return page


def _rules(ctx: Context, seed: str) -> None:
    from scenes.menus.rulebook import RuleBook

    ctx.stack.push(RuleBook(ctx, "king_of_12", 2))


def _rules_search(ctx: Context, seed: str) -> None:
    """The rule books are searched for a word."""
    from scenes.menus.rulebook import RuleBook

    book = RuleBook(ctx, "king_of_12", 4)
    book.query = ctx.t("king_of_12.word.value")[:6]
    ctx.stack.push(book)


def _rules_word(ctx: Context, seed: str) -> None:
    """A word of the rule book explains itself."""
    from scenes.menus.rulebook import RuleBook

    book = RuleBook(ctx, "tash_kalar", 3)
    ctx.stack.push(book)
    ctx.stack.settle()
    ctx.window.draw()
    book.ui.hover = next((one.id for one in book.ui.targets if one.id.startswith("word.")), None)
    book.ui.hover_time = 1e9


def _rules_cards(ctx: Context, seed: str) -> None:
    from scenes.menus.rulebook import RuleBook

    ctx.stack.push(RuleBook(ctx, "king_of_12", 99))


def _statistics(ctx: Context, seed: str) -> None:
    from engine.storage.statistics import GameStats, PlayedGame, PlayerStats, Tally
    from scenes.menus.statistics import StatisticsScene

    stats = GameStats("king_of_12", 14, 2, 61.5, Tally(12, 6, 22))
    stats.against = {"novice": Tally(4, 3, 5), "skilled": Tally(6, 3, 11), "expert": Tally(4, 1, 9)}
    stats.players = [PlayerStats("Leo", Tally(8, 5, 13), 2, 3), PlayerStats("Anna", Tally(4, 1, 9), 0, 1)]
    played = PlayedGame(
        "a",
        "king_of_12",
        "2026-11-20T19:41:00+00:00",
        60,
        False,
        ("Leo", "Mia", "Tom"),
        ("person", "computer", "computer"),
        ("", "skilled", "novice"),
        (1, 3, 2),
    )
    many = tuple(seat.name for seat in computer_seats(16))
    hall = PlayedGame("b", "king_of_12", "2026-11-19T20:05:00+00:00", 200, False, many, (), (), (2, 1, *[3] * 14))
    advised = replace(played, advised=True)
    stats.last, stats.advised = [played, hall, advised, *[played] * 2], 1
    ctx.stack.push(StatisticsScene(ctx, {"king_of_12": stats}))


def _dialog(ctx: Context, seed: str) -> None:
    from scenes.menus.title import Title

    ctx.stack.push(Title(ctx))
    title: Any = ctx.stack.top
    title._leave()
