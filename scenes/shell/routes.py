"""Ways from one screen to another: by name, so that no screen has to know the file of the next.

``routes.open(ctx, "rules", game)`` puts a screen on top of the stack, ``routes.go(ctx, "title")`` replaces
everything by one. Modules are loaded when a way is first taken, which keeps the first picture quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.stack import Scene

ROUTES = {
    "title": "scenes.menus.title:Title",
    "set_up": "scenes.menus.setup:SetUp",
    "gallery": "scenes.menus.gallery:Gallery",
    "load": "scenes.menus.load:LoadScene",
    "rules": "scenes.menus.rulebook:RuleBook",
    "evening": "scenes.menus.evening:EveningScene",
    "season": "scenes.menus.season:SeasonPage",
    "statistics": "scenes.menus.statistics:StatisticsScene",
    "settings": "scenes.menus.settings:SettingsScene",
    "ease": "scenes.menus.settings:EaseScene",
    "listening": "scenes.menus.settings:ListeningScene",
    "keys": "scenes.menus.keys:KeysScene",
    "about": "scenes.menus.about:AboutScene",
    "check": "scenes.menus.check_computer:CheckScene",
    "menu": "scenes.menus.menu:GameMenu",
    "chronicle": "scenes.table.game_log_scene:ChronicleScene",
    "why": "scenes.table.prompts:WhyDialog",
    "curtain": "scenes.table.handover:Curtain",
    "shared_choice": "scenes.table.shared_choice:SharedChoice",
    "result": "scenes.results.scene:GameResult",
    "study": "scenes.study.scene:StudyScene",
    "fair": "scenes.study.fair_page:FairPage",
    "puzzles": "scenes.puzzles.puzzle_list:Shelf",
    "feast": "scenes.puzzles.feast:Feast",
    "workshop": "scenes.workshop.editor:EditorScene",
    "puzzle_maker": "scenes.workshop.puzzle_maker:PuzzleMakerScene",
    "you": "scenes.profile.scene:You",
    "people": "scenes.profile.people:PeoplePage",
    "habits": "scenes.profile.habits:HabitsPage",
    "deeds": "scenes.profile.scene:Board",
    "today": "scenes.daily.scene:Today",
    "road": "scenes.campaign.scene:RoadScene",
    "ladder": "scenes.campaign.stages:LadderScene",
    "court": "scenes.campaign.scene:Court",
    "dialog": "scenes.shell.page:Dialog",
    "coin": "scenes.shell.coin_card:CoinCard",
}
"""Name of a screen → module and class."""
CALLS = {
    "ask_who_plays": "scenes.profile.people:ask_who_plays",
    "open_today": "scenes.daily.scene:open_today",
    "play_at_once": "scenes.menus.setup:play_at_once",
    "challenge": "scenes.menus.setup:challenge",
    "teach": "scenes.tutorial.lessons:teach",
    "rejoin": "scenes.tutorial.lessons:rejoin",
    "open_save": "scenes.menus.open_save:open_save",
    "open_file": "scenes.menus.open_save:open_file",
    "show_decision": "scenes.study.scene:show_decision",
    "open_puzzle_of_day": "scenes.daily.letters:start_puzzle",
    "open_position": "scenes.workshop.editor:open_position",
    "open_workshop": "scenes.workshop.editor:open_workshop",
    "arrange": "scenes.workshop.editor:open_from_session",
    "open_road": "scenes.campaign.progress_view:open_road",
    "go_to_road": "scenes.campaign.progress_view:go_to_road",
    "watch_goals": "scenes.campaign.progress_view:watch_goals",
}
"""Name of something that a screen asks of one above it → module and function."""


def load(place: str) -> Any:
    """Import and return the object at a place, "module:name"."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def scene(name: str, ctx: Context, *given: Any) -> Scene:
    """Create and return the screen of this name; ``given`` are the arguments of its class after the context."""
    found: Scene = load(ROUTES[name])(ctx, *given)
    return found


def open(ctx: Context, name: str, *given: Any) -> None:
    """Push a screen onto the stack."""
    ctx.stack.push(scene(name, ctx, *given))


def go(ctx: Context, name: str, *given: Any) -> None:
    """Replace the whole stack by a screen; a screen pushed in the same step covers it before it is drawn."""
    ctx.stack.replace(scene(name, ctx, *given))


def back(ctx: Context) -> None:
    """Close the top screen; where it is the only one, replace it by the title."""
    if len(ctx.stack.scenes) > 1:
        ctx.stack.pop()
    else:
        go(ctx, "title")


def call(ctx: Context, name: str, *given: Any) -> None:
    """Call a registered function of another screen by its name."""
    load(CALLS[name])(ctx, *given)
