"""Conditions of citizens as slots, with the dice that fill them. No drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from engine.contract import View
from games.king_of_the_dice.cards import DWARF, citizens
from games.king_of_the_dice.dice import COLOURS, DICE, to_colour, to_number
from games.king_of_the_dice.guaranteed_gain import CitizenPreview, preview_citizen
from games.king_of_the_dice.moves import Kind
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.shell.i18n import number_text
from sprites.base import icons, raster, shapes, text
from sprites.base.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Slot:
    """A die of a condition: a number, a colour or both; ``lit``: the dice have it. ``wide``: width in dice."""

    number: str
    colour: int | None
    lit: bool
    wide: float = 1.0


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of dice towards a condition.

    ``slots`` are drawn side by side; ``sign`` stands before them ("≥ 30", "6 ×") when the dice alone do not say it.
    ``have`` of ``want`` dice or points; ``met`` when complete. ``dice``: the indices of the dice that count.
    ``stairs``: the slots rise like stairs: numbers in a row.
    """

    slots: tuple[Slot, ...]
    have: int
    want: int
    met: bool
    sign: str = ""
    dice: frozenset[int] = frozenset()
    stairs: bool = False


def progress(condition: int, signs: Sequence[int]) -> Progress:
    """Return the progress of the dice (as symbols; none before the first roll) towards a condition."""
    known = citizens().conditions
    met = len(signs) >= DICE and bool(known.match(signs) >> condition & 1)
    return _progress(known.all[condition].wants, signs, met)


def find_progress(card: int, signs: Sequence[int]) -> Progress:
    """Return the progress of the dice towards the tier of a citizen that :func:`next_tier` shows."""
    return progress(tiers(card, signs)[next_tier(card, signs)].condition, signs)


def _progress(wants: Mapping[str, Any], signs: Sequence[int], met: bool) -> Progress:
    numbers = [to_number(sign) for sign in signs]
    tints = [to_colour(sign) for sign in signs]
    if "straight" in wants and "one_colour" in wants:
        return _build_coloured_run(wants["straight"], signs, met)
    if "straight" in wants:
        return _run(wants["straight"], numbers, met)
    if "numbers" in wants:
        need = {int(name): count for name, count in wants["numbers"].items()}
        return _build_count([(str(number), None, number, count) for number, count in need.items()], numbers, met)
    if "colours" in wants:
        need = {COLOURS.index(name): count for name, count in wants["colours"].items()}
        return _build_count([("", colour, colour, count) for colour, count in need.items()], tints, met)
    if "groups" in wants:
        return _groups(wants["groups"], numbers, met)
    if "one_colour" in wants:
        return _one_colour(wants["one_colour"], tints, met)
    if "even_of_colour" in wants:
        name, count = next(iter(wants["even_of_colour"].items()))
        colour = COLOURS.index(name)
        fits = [at for at, sign in enumerate(signs) if to_colour(sign) == colour and to_number(sign) % 2 == 0]
        slots = tuple(Slot("", colour, at < len(fits)) for at in range(count))
        sign = "2\u00b74\u00b76"
        return Progress(slots, min(len(fits), count), count, met, sign, frozenset(fits[:count]))
    if "all_in" in wants:
        allowed = set(wants["all_in"])
        fits = [at for at, number in enumerate(numbers) if number in allowed]
        slots = tuple(Slot(str(number), None, number in numbers) for number in wants["all_in"])
        return Progress(slots, min(DICE, len(fits)), DICE, met, f"{DICE}\u00a0\u00d7", frozenset(fits))
    if "sum_at_least" in wants:
        total = sum(numbers)
        want = wants["sum_at_least"]
        return Progress((), total, want, met, f"\u2265\u00a0{want}", frozenset(_find_places(numbers, (5, 6))))
    total = sum(sorted(numbers)[:DICE])
    want = wants["sum_at_most"]
    return Progress((), total, want, met, f"\u2264\u00a0{want}", frozenset(_find_places(numbers, (1, 2))))


def _find_places(values: Sequence[int], wanted: Sequence[int]) -> list[int]:
    return [at for at, value in enumerate(values) if value in wanted]


def _build_count(rows: list[tuple[str, int | None, int, int]], values: Sequence[int], met: bool) -> Progress:
    """Build the progress of counts of numbers or colours."""
    slots: list[Slot] = []
    used: list[int] = []
    have = want = 0
    for label, colour, value, count in rows:
        places = _find_places(values, (value,))[:count]
        slots += [Slot(label, colour, at < len(places)) for at in range(count)]
        used += places
        have += len(places)
        want += count
    return Progress(tuple(slots), have, want, met, "", frozenset(used))


def _run(length: int, numbers: Sequence[int], met: bool) -> Progress:
    """Return the progress towards ``length`` consecutive numbers, for the run of which most are there."""
    starts = range(1, 8 - length)
    first = max(starts, key=lambda start: (sum(n in numbers for n in range(start, start + length)), -start))
    run = range(first, first + length)
    slots = tuple(Slot(str(n) if numbers else "?", None, n in numbers) for n in run)
    used = frozenset(numbers.index(n) for n in run if n in numbers)
    return Progress(slots, len(used), length, met, "", used, stairs=True)


def _build_coloured_run(length: int, signs: Sequence[int], met: bool) -> Progress:
    runs = [
        [3 * (n - 1) + colour for n in range(first, first + length)]
        for colour in range(3)
        for first in range(1, 8 - length)
    ]
    run = max(runs, key=lambda each: sum(sign in signs for sign in each))
    known = bool(signs)
    slots = tuple(
        Slot(str(to_number(sign)) if known else "?", to_colour(sign) if known else None, sign in signs) for sign in run
    )
    used = frozenset(list(signs).index(sign) for sign in run if sign in signs)
    return Progress(slots, len(used), length, met, "", used, stairs=True)


def _groups(sizes: Sequence[int], numbers: Sequence[int], met: bool) -> Progress:
    """Return the progress towards groups of equal numbers; the largest groups of dice fill the largest ones."""
    wanted = sorted(sizes, reverse=True)
    ranked = sorted(set(numbers), key=lambda n: (-list(numbers).count(n), -n))
    slots: list[Slot] = []
    used: list[int] = []
    have = 0
    for at, size in enumerate(wanted):
        number = ranked[at] if at < len(ranked) else None
        places = _find_places(numbers, (number,))[:size] if number is not None else []
        if len(places) < 2 and size > 1 and len(wanted) > 1 and at:
            places = places[:1]
        label = str(number) if places else "ABC"[at]
        slots += [Slot(label, None, k < len(places)) for k in range(size)]
        used += places
        have += len(places)
    return Progress(tuple(slots), have, sum(wanted), met, "", frozenset(used))


def _one_colour(count: int, tints: Sequence[int], met: bool) -> Progress:
    best = max(range(3), key=lambda colour: list(tints).count(colour)) if tints else None
    places = _find_places(tints, (best,))[:count] if best is not None else []
    slots = tuple(
        Slot("", best if best is not None else at % 3, at < len(places)) if best is not None else Slot("?", None, False)
        for at in range(count)
    )
    return Progress(slots, len(places), count, met, "", frozenset(places))


@dataclass(frozen=True, slots=True)
class TierShown:
    """A tier of a citizen: condition, tiles drawn, whether a gem comes with it, and whether it is met."""

    condition: int
    draw: int
    gem: bool
    met: bool


def tiers(card: int, signs: Sequence[int]) -> list[TierShown]:
    """Return the tiers of a citizen in order, with whether the dice meet them; only dwarfs have several."""
    met = citizens().conditions.match(signs) if len(signs) >= DICE else 0
    return [
        TierShown(tier.condition, tier.draw, tier.gem, bool(met >> tier.condition & 1))
        for tier in citizens().cards[card].tiers
    ]


def next_tier(card: int, signs: Sequence[int]) -> int:
    """Return the index of the tier to show: the best one that the dice (``signs``) meet, else 0."""
    found = [at for at, tier in enumerate(tiers(card, signs)) if tier.met]
    return found[-1] if found else 0


def same_dice(card: int) -> bool:
    """Whether a dwarf counts only equal dice, so that its tiers form one row of 3, 4, 5 dice."""
    cards = citizens()
    if cards.cards[card].pile != DWARF:
        return False
    rows = [cards.conditions.all[tier.condition].wants for tier in cards.cards[card].tiers]
    return all("numbers" in row or (("groups" in row) and len(row["groups"]) == 1) for row in rows)


# What the chosen citizen will bring, before it is hired: tiles and points on its card, regions on the map.

HIGH = 30.0


class Previews:
    """Cache of previews of open citizens, for one view."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._found: dict[int, CitizenPreview | None] = {}

    def find(self, view: View, pile: int) -> CitizenPreview | None:
        """Return what the open citizen of a pile would bring to the active seat; None where that is not shown."""
        if self._view is not view:
            self._view, self._found = view, {}
        if pile not in self._found:
            self._found[pile] = preview_citizen(view, pile)
        return self._found[pile]


def find_pile(table: DiceTable) -> int | None:
    """Return the pile whose citizen can be hired and is pointed at, focused or marked; None for none."""
    if table.phase != "check" or not table.helps:
        return None
    hired = [move.pile for move in table.moves if move.kind is Kind.HIRE]
    marked = table.marked_move
    for pile in (*table.ui.list_hot_numbers("card."), None if marked is None else marked.pile):
        if pile in hired:
            return pile
    return None


def describe_points(found: CitizenPreview) -> str:
    """Format the range of points: "+3", or "+3 … +6"."""
    least, most = (number_text(f"{points:+d}") for points in (found.least, found.most))
    return least if least == most else f"{least} \u2026 {most}"


def describe_preview(table: DiceTable, found: CitizenPreview) -> str:
    """Return in words the tiles, regions and points that hiring a citizen would bring."""
    t, base = table.ctx.t, "king_of_the_dice.preview"
    points = t(f"{base}.points", points=describe_points(found))
    if found.regions:
        return t(f"{base}.regions", n=len(found.regions)) + " " + points
    if not found.drawn:
        return points
    tiles = t(f"{base}.tiles", drawn=found.drawn, claimed=found.claimed)
    return f"{tiles} {points}"


def draw_pill(c: Canvas, found: CitizenPreview, cx: float, cy: float, alpha: int) -> None:
    """Draw tiles and points of a citizen as a pill over its card."""
    points = describe_points(found)
    tiles = "" if not found.drawn else f"{found.drawn} \u2192 {found.claimed}"

    def make() -> pygame.Surface:
        tiles_w = text.width(c, tiles, "strong", fixed=True) + 30 if tiles else 0.0
        wide = text.width(c, points, "name", fixed=True) + tiles_w + 30
        layer = c.layer(wide + 24, HIGH + 24)
        on = c.on(layer, (-(wide + 24) / 2, -(HIGH + 24) / 2))
        shapes.box_shadow(on, -wide / 2, -HIGH / 2, wide, HIGH, HIGH / 2, "chip")
        shapes.round_rect(on, -wide / 2, -HIGH / 2, wide, HIGH, HIGH / 2, "rim.dark")
        stops = ((0.0, "base/pill.win.high"), (1.0, "base/pill.win.low"))
        shapes.gradient_box(on, -wide / 2 + 1.5, -HIGH / 2 + 1.5, wide - 3, HIGH - 3, HIGH / 2 - 1.5, stops)
        left = -wide / 2 + 15
        if tiles:
            icons.draw(on, "medieval-gate", left + 7, 0, 17, "base/pill.win.ink")
            text.draw(on, tiles, left + 19, 0, "strong", "base/pill.win.ink", "lm", fixed=True)
            left += tiles_w
        text.draw(on, points, left, 0, "name", "base/pill.win.ink", "lm", fixed=True)
        return layer

    made = c.cache.get(("citizen preview", points, tiles, c.scale, c.text_scale), make)
    shown = made if alpha >= 255 else raster.fade(made, alpha)
    c.blit_centred(shown, cx, cy)
