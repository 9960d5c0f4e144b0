"""Characters: named opponents with a level and one to three leanings, defined as data.

Built-in ones are in ``characters`` next to this module, the player's own in the characters folder
(``docs/write_a_character.md``). A seat's level names one as ``who:mia``. A character is the same in all games; each
game defines what its leanings mean there.

A leaning is a multiplier on a named term: 1 plays like the level, 2 values it twice as much, 0 ignores it. The game
rates how much of every term each legal action has (``STYLE_BIAS``, see ``ai.opponent_registry``; 1 is a clear case).
The level decides as usual; the leanings then choose among the actions whose value is at most ``slack`` below its
choice. A character is therefore nearly as strong as its level.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Annotated, Literal, Protocol, get_args

import msgspec

from ai.algorithms.regret_matching import sample
from ai.decision import Considered, Decision, Player, is_mixed
from ai.levels import LevelName
from engine import names, schema
from engine.contract import Chance, View
from engine.schema import expect
from engine.seats import WHO
from engine.storage import folders, safe_read
from engine.storage.safe_read import Unreadable

Term = Literal["risk", "raids", "sets", "greatness", "thrift", "leader", "bluff"]
TERMS: tuple[str, ...] = get_args(Term)
"""What can be leaned towards, or away from:

``risk``       bold: leaves things to luck, goes where the others are; or careful
``raids``      a raider: takes from others what they have; or a builder
``sets``       a collector: what goes together, gems, tasks; or an opportunist, who takes what lies nearest
``greatness``  a lover of legends and great things; or one of small steps
``thrift``     a saver of coins, flares, jokers and strong cards; or a spender
``leader``     a spoiler of the player who is ahead; or peaceable
``bluff``      mixes more than it would have to; or is straightforward
"""
BLUFF = "bluff"
LEAST, LIKE_ITS_LEVEL, MOST = 0.0, 1.0, 3.0
"""Smallest, neutral and largest multiplier."""

Amounts = Mapping[str, float]
"""Amount of each term in an action: 1 for a clear case, -1 for the opposite; absent if not involved."""
NOTHING: Amounts = {}

_TRACE = 0.02
"""Probability assumed for an action that is nearly as good but missing in the level's mixture."""
_PULL = 1.1
"""Strength of the bias on mixtures: an action with amount 1 of a term with multiplier 2 becomes e to this power
times as likely."""
_BLUFFS = 30
"""Percentage of decisions in which a character with bluff multiplier 2 plays another action that is nearly as good."""
OURS = Path(__file__).with_name("characters")
MOST_BYTES = 1 << 16
MOST_FILES = 64
"""Most files of the player's folder that are read, in order of their names."""
MOST_LEANINGS = 3
LONGEST_WORDS = 80
"""Most letters of a motto or of a line spoken at the table."""

Multiplier = Annotated[float, msgspec.Meta(ge=LEAST, le=MOST)]
Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")]
Icon = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]


class StyleBias(Protocol):
    """How actions of one game relate to leanings."""

    def slack(self, level: str, view: View) -> float:
        """Most value that a character of this level may give up at this decision, in the unit of the level's values."""
        ...

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> Sequence[Amounts]:
        """Return how much of each term each action has: a mapping of term to amount for every action of ``legal``."""
        ...


def bias_player(base: Player, leans: StyleBias, level: str, leanings: Mapping[str, float]) -> Player:
    """Return a player that decides as ``base`` with a bias by ``leanings`` (multiplier by term; 1 is no bias)."""
    extra = {term: worth - LIKE_ITS_LEVEL for term, worth in leanings.items() if worth != LIKE_ITS_LEVEL}

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        decision = base(view, seat, legal, chance)
        if len(legal) == 1 or not decision.considered:
            return decision
        rows = dict(zip(legal, leans.amounts(view, seat, legal), strict=True))
        return _bias_decision(decision, rows, leans.slack(level, view), extra, chance)

    return play


def leaders(totals: Sequence[float], seat: int) -> list[int]:
    """Return the seats other than ``seat`` with the most points (``totals`` by seat); several if they are tied."""
    best = max((total for other, total in enumerate(totals) if other != seat), default=0)
    return [other for other, total in enumerate(totals) if other != seat and total == best]


def _bias_decision(
    decision: Decision, rows: Mapping[int, Amounts], give: float, extra: Mapping[str, float], chance: Chance
) -> Decision:
    """Apply the leanings to a decision."""
    pulls = {action: _pull(row, extra) for action, row in rows.items()}
    mixed = is_mixed(decision)
    top = max(one.value for one in decision.considered if one.weight > 0)
    near = [one for one in decision.considered if one.weight > 0 or one.value >= top - give]
    if mixed:
        chosen, weights = _bias_mixture(near, pulls, extra.get(BLUFF, 0.0), chance)
    else:
        chosen, weights = _bias_choice(decision.action, near, pulls, top, give, extra.get(BLUFF, 0.0), chance)
    considered = [
        Considered(one.action, weights.get(one.action, 0.0), one.value, one.reasons) for one in decision.considered
    ]
    considered.sort(key=lambda one: (-one.weight, -one.value, one.action))
    acted = _find_acting_term(rows, extra, decision.action, chosen, mixed)
    return Decision(chosen, considered, decision.chance, acted)


def _pull(row: Amounts, extra: Mapping[str, float]) -> float:
    return sum(extra[term] * amount for term, amount in row.items() if term in extra)


def _bias_mixture(
    near: Sequence[Considered], pulls: Mapping[int, float], bluff: float, chance: Chance
) -> tuple[int, dict[int, float]]:
    """Return a sampled action and the biased mixed strategy; ``bluff`` above 0 flattens it, below 0 sharpens it."""
    shares = {one.action: max(_TRACE, one.weight) ** (1 / (1 + bluff) if bluff > -0.9 else 10.0) for one in near}
    bent = {action: share * exp(_PULL * pulls[action]) for action, share in shares.items()}
    total = sum(bent.values())
    weights = {action: share / total for action, share in bent.items()}
    return list(weights)[sample(list(weights.values()), chance)], weights


def _bias_choice(
    best: int,
    near: Sequence[Considered],
    pulls: Mapping[int, float],
    top: float,
    give: float,
    bluff: float,
    chance: Chance,
) -> tuple[int, dict[int, float]]:
    """Choose the action preferred by the leanings among those nearly as good as ``best``.

    A higher value than that of ``best`` is no advantage, because the level had its reasons to prefer ``best``.
    """
    worth = {one.action: pulls[one.action] - max(0.0, top - one.value) / max(give, 1e-9) for one in near}
    chosen = max(worth, key=lambda action: (worth[action], action == best))
    others = [one.action for one in near if one.action != chosen]
    if bluff > 0 and others and chance.below(100) < _BLUFFS * bluff:
        chosen = chance.draw(others)
    return chosen, {chosen: 1.0}


def _find_acting_term(
    rows: Mapping[int, Amounts], extra: Mapping[str, float], best: int, chosen: int, mixed: bool
) -> str:
    """Return the term that contributed most to choosing ``chosen`` over the level's choice, or "".

    For a mixture the comparison is with the mean of the legal actions.
    """
    if chosen == best and not mixed:
        return ""
    terms = [term for term in extra if term != BLUFF]
    usual = {
        term: sum(row.get(term, 0.0) for row in rows.values()) / len(rows) if mixed else rows[best].get(term, 0.0)
        for term in terms
    }
    gained = {term: extra[term] * (rows[chosen].get(term, 0.0) - usual[term]) for term in terms}
    most = max(gained, key=gained.__getitem__, default="")
    if most and gained[most] > _CLEAR:
        return most
    return BLUFF if chosen != best and extra.get(BLUFF, 0.0) > 0 else ""


_CLEAR = 0.3
"""Least contribution at which a leaning is reported as the reason for a choice."""


class BadCharacter(schema.Misfit):
    """A file does not define a character; the text names file, place and what was expected."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One character.

    ``leanings``: multipliers by term. ``face``: a built-in icon; ``enamel``: light, middle and dark colour of its
    background, divided as ``field`` says. ``name``, ``title``, ``motto`` and ``lines`` (by term, spoken when that
    leaning acted) are for the player's characters; the texts of built-in ones are in the catalogues.
    ``temperament``: how it speaks at the peaks of a game, "" not at all.
    """

    level: LevelName
    leanings: dict[Term, Multiplier]
    face: Icon = "person"
    enamel: tuple[Colour, Colour, Colour] = ("#c9b79a", "#84694a", "#3f2c18")
    field: Literal["pale", "fess", "bend", "sinister", "chevron", "quarter", "bars", "cross", "rays"] = "pale"
    name: str = ""
    title: str = ""
    motto: str = ""
    lines: dict[Term, str] = {}
    temperament: Literal["", "warm", "bold", "sly", "calm"] = ""
    order: int = 0

    def __post_init__(self) -> None:
        """Check the leanings, that lines belong to leanings, and that texts can be displayed."""
        number = len(self.leanings)
        expect(1 <= number <= MOST_LEANINGS, "leanings", f"one to {MOST_LEANINGS} of {', '.join(TERMS)}", number)
        for term in self.lines:
            expect(term in self.leanings, f"lines.{term}", "a line for one of the leanings", term)
        for field, words, most in self._words():
            fits = len(words) <= most and words == names.clean(words, most)
            expect(fits, field, f"one line of at most {most} characters", words)

    def _words(self) -> list[tuple[str, str, int]]:
        lines = [(f"lines.{term}", words, LONGEST_WORDS) for term, words in self.lines.items()]
        return [
            ("name", self.name, names.LONGEST),
            ("title", self.title, LONGEST_WORDS // 2),
            ("motto", self.motto, LONGEST_WORDS),
            *lines,
        ]


@lru_cache(maxsize=1)
def ours() -> dict[str, Character]:
    """Return the built-in characters by id, weakest first; raises :class:`BadCharacter` if a file is damaged."""
    found = {path.stem: schema.read(path, Character, BadCharacter) for path in OURS.glob("*.json")}
    return dict(sorted(found.items(), key=lambda pair: pair[1].order))


def load_all() -> tuple[dict[str, Character], dict[str, str]]:
    """Return all characters by id, built-in ones first, and the errors of the player's files by file name."""
    known, bad = dict(ours()), dict[str, str]()
    paths, others = safe_read.list_files(folders.characters(), ".json", safe_read.NOT_JSON)
    for path in others[:MOST_FILES]:
        bad[safe_read.one_line(path.name, 80)] = "name of the file: expected the ending .json"
    for path in paths[:MOST_FILES]:
        try:
            if path.suffix != ".json":  # a seat finds its file again by the name alone
                raise BadCharacter(f"{path}: name of the file: expected the ending .json")
            if path.stem in known:
                raise BadCharacter(f"{path}: name of the file: expected something other than {', '.join(ours())}")
            if not is_character(path.stem):
                raise BadCharacter(f"{path}: name of the file: expected lower-case letters, digits, _ and -")
            known[path.stem] = _read(path)
        except BadCharacter as error:
            bad[safe_read.one_line(path.name, 80)] = safe_read.text_after_name(str(error), path)
    return known, bad


def is_character(stem: str) -> bool:
    """Whether a seat can be given a file of this name (without ending): lower-case letters, digits, _ and -."""
    return 0 < len(stem) <= 40 and all(letter in "abcdefghijklmnopqrstuvwxyz0123456789_-" for letter in stem)


def find(level: str) -> Character:
    """Return the character named by a level (``who:mia``); raises :class:`BadCharacter`."""
    stem = level.removeprefix(WHO)
    if stem in ours():
        return ours()[stem]
    if not is_character(stem):
        raise BadCharacter(f"{level}: there is no such character")
    path = folders.characters() / f"{stem}.json"
    try:
        about = path.stat()
    except OSError as error:
        raise BadCharacter(f"{path}: there is no such file") from error
    return _read_once(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=MOST_FILES)
def _read_once(path: Path, changed: int, size: int) -> Character:
    """Read a file, cached by its time and size, because table drawing asks every frame."""
    return _read(path)


def _read(path: Path) -> Character:
    def decode(data: bytes) -> Character:
        made = schema.fit(json.loads(data), Character, f"{path}:", BadCharacter)
        if not made.name:
            raise BadCharacter(f"{path}: name: expected a text of 1 to {names.LONGEST} characters")
        return made

    try:
        return safe_read.read(path, decode, MOST_BYTES, within=path.parent)
    except Unreadable as error:
        own = isinstance(error.cause, BadCharacter)
        said = str(error.cause) if own else f"{path}: cannot be read: {safe_read.describe_error(error.cause)}"
        raise BadCharacter(said) from error
