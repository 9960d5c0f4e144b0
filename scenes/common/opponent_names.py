"""Who an opponent is, in words: names of levels; names, titles, mottos and lines of characters."""

from collections.abc import Iterable, Sequence

from ai import character
from ai.character import LIKE_ITS_LEVEL, TERMS, Character
from ai.levels import FIRST_EVENING, GENTLE, LEVELS
from engine import names, registry
from engine.content import lessons
from engine.content.lessons import BadLessons
from engine.seats import AT_RATING, EVEN, FOREIGN, WHO, Seat
from scenes.shell.context import Context
from sprites.base.portrait import Arms

AT_SEAT = 16
"""Most letters of a character's name at a seat."""
RIVALS_RANK = LEVELS.index("novice")
"""Rank of those who play along in lessons and puzzles."""
USUAL = "skilled"
"""Who plays for a character that cannot be used."""


def find_character(level: str) -> Character | None:
    """Return the character that a level names; None when it names none, or one that cannot be loaded."""
    if not level.startswith(WHO):
        return None
    try:
        return character.find(level)
    except character.BadCharacter:
        return None


def playable(level: str) -> str:
    """Return the level itself, or the default level for a character that cannot be loaded."""
    return level if not level.startswith(WHO) or find_character(level) is not None else USUAL


def pick_character(game: str, level: str, taken: Iterable[str]) -> str | None:
    """Return the level of a built-in character of this level that is not ``taken``; None when all of them are. Each
    game starts the search at another character, so that a newcomer meets several; the game's coach comes last."""
    alike = [WHO + stem for stem, one in character.ours().items() if one.level == level]
    first = [info.id for info in registry.games()].index(game)
    order = [alike[(first + k) % len(alike)] for k in range(len(alike))]
    known, teacher = set(taken), find_coach(game)
    return next((one for one in sorted(order, key=lambda one: one == teacher) if one not in known), None)


def find_coach(game: str) -> str | None:
    """Return the level of the character that coaches the first games of a game; None when there is none."""
    try:
        companion = lessons.row(game).companion if lessons.has(game) else None
    except BadLessons:
        return None
    return None if companion is None else WHO + companion.who


def cast_rivals(ctx: Context, game: str, count: int) -> list[Seat]:
    """Return at most ``count`` seats of gentle characters for a lesson or a puzzle, without the coach."""
    teacher = find_coach(game)
    gentle = sorted(character.ours(), key=lambda who: LEVELS.index(character.ours()[who].level) != RIVALS_RANK)
    cast = [WHO + who for who in gentle if WHO + who != teacher]
    return [Seat("computer", level, seat_name(ctx, level)) for level in cast[:count]]


def get_name(ctx: Context, level: str) -> str:
    """Return the display name of a character."""
    return _words(ctx, level, "name") or level.removeprefix(WHO)


def seat_name(ctx: Context, level: str, others: Iterable[str] = ()) -> str:
    """Return the name of an opponent at its seat: a character's own, else a common one that none of the ``others``
    has."""
    if level.startswith(WHO):
        return get_name(ctx, level)[:AT_SEAT]
    return find_free_name(ctx, others, level)


def find_free_name(ctx: Context, others: Iterable[str], otherwise: str) -> str:
    """Return a common name that none of the ``others`` has; ``otherwise`` where all are taken."""
    taken = set(others)
    return next((name for name in rivals_names(ctx) if name not in taken), otherwise)


def usual_names(ctx: Context) -> list[str]:
    """Return common names in the player's language, for opponents without a name of their own."""
    return ctx.t("ui.setup.computers").split(", ")


def rivals_names(ctx: Context) -> list[str]:
    """Return names for opponents and guests, none of which is a person's of the household."""
    own = ctx.t("ui.setup.you"), ctx.person_name
    return [name for name in usual_names(ctx) if name not in own and ctx.household.find(name) is None]


def get_title(ctx: Context, level: str) -> str:
    """Return the title of a character, such as "ferryman of the lower town"; "" when it has none."""
    return _words(ctx, level, "title")


def get_motto(ctx: Context, level: str) -> str:
    """Return the motto of a character in quotes; "" when it has none."""
    words = get_motto_words(ctx, level)
    return ctx.t("ui.quoted", words=ctx.texts.quotable(words)) if words else ""


def get_motto_words(ctx: Context, level: str) -> str:
    """Return the motto of a character without quotes, as it is spoken; "" when it has none."""
    return _words(ctx, level, "motto")


def get_line(ctx: Context, level: str, term: str) -> str:
    """Return what a character says when this leaning (``term``) has decided its move; "" for nothing."""
    who = find_character(level)
    if who is None or term not in TERMS:
        return ""
    if who.name:
        return {str(each): words for each, words in who.lines.items()}.get(term, "")
    return ctx.t(f"ui.character.{level.removeprefix(WHO)}.{term}") if term in who.leanings else ""


def get_farewell(ctx: Context, level: str, won: bool, person: str, score: str) -> str:
    """Return what a character says after a game that it has ``won``, else the person; "" without such a text.
    ``score``: both players' points, as text for it."""
    id_ = f"ui.character.{level.removeprefix(WHO)}.farewell.{'won' if won else 'lost'}"
    return ctx.t(id_, name=person, score=score) if ctx.texts.has(id_) else ""


def _words(ctx: Context, level: str, what: str) -> str:
    who = find_character(level)
    if who is None:
        return ""
    if who.name:
        return {"name": who.name, "title": who.title, "motto": who.motto}[what]
    return ctx.t(f"ui.character.{level.removeprefix(WHO)}.{what}")


def build_arms(who: Character) -> Arms:
    """Return the data from which the character's portrait is drawn."""
    return Arms(who.face, who.enamel, who.field)


def get_rank(who: Character) -> int:
    """Return the rank of the character's level, 0 for the weakest."""
    return LEVELS.index(who.level)


def list_leanings(who: Character) -> list[tuple[str, float]]:
    """Return the leanings of a character in the usual order, each from -1 (not at all) to 1 (three times as much)."""
    found = []
    worths = {str(term): worth for term, worth in who.leanings.items()}
    for term in TERMS:
        worth = worths.get(term)
        if worth is not None:
            found.append((term, worth - LIKE_ITS_LEVEL if worth < LIKE_ITS_LEVEL else (worth - LIKE_ITS_LEVEL) / 2))
    return found


def level_name(ctx: Context, level: str) -> str:
    """Return the name of a level, a rating or a character; of an opponent from a file its title, or its file name."""
    if level in LEVELS:
        return ctx.t(f"ui.level.{level}")
    if level.startswith(WHO):
        return get_name(ctx, level)
    if level == EVEN or level.startswith(AT_RATING):
        return ctx.t("ui.level.even") if level == EVEN else ctx.t("ui.level.at", rating=level.removeprefix(AT_RATING))
    return ctx.foreign_title(level) or names.from_file_stem(level.removeprefix(FOREIGN))


def strength(level: str) -> str:
    """Return the playing level: that of a character, otherwise the level itself."""
    one = find_character(level)
    return level if one is None else one.level


def mark_gentle_level(ctx: Context, seats: Sequence[Seat], level: str) -> str:
    """Return the level, marked as gentle if it is First evening and a child plays: then it is no stronger than a
    beginner."""
    is_gentle = ctx.settings.child_mode or any(seat.is_child for seat in seats)
    return GENTLE + level if is_gentle and strength(level) == FIRST_EVENING else level
