"""In which rectangles two frames differ, by their drawing commands."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pygame

from sprites.base.draw_commands import (
    EVERYWHERE,
    Command,
    Frame,
    Layer,
    Mosaic,
    Part,
    find_pin,
    list_boxes,
    list_outline,
)

# Sets of rectangles: few that cover many, and what is left of one outside of others.

MOST_RECTS = 12
"""Rectangles that are painted one by one; more are merged."""
SLACK = 24_000
"""Pixels that may be painted needlessly where two rectangles become one."""
RIM_SLACK = 8_000
"""The same where many stay as they are: all that is painted needlessly by one of them."""
MOST_STEPS = 60
"""Steps in which a rectangle is fitted in among others."""


def merge_rects(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return few rectangles, no more than :data:`MOST_RECTS`, that cover all of ``boxes`` and never overlap."""
    merged: list[pygame.Rect] = []
    for box in sorted(boxes, key=_measure, reverse=True):
        if box.w and box.h and not any(each.contains(box) for each in merged):
            _add(merged, box)
    while len(merged) > MOST_RECTS:
        _, one, two = min((_waste(one, two), i, j) for i, one in enumerate(merged) for j, two in enumerate(merged[:i]))
        joined = merged.pop(one).union(merged.pop(two))
        _join(merged, joined)
    return merged


def _measure(box: pygame.Rect) -> int:
    return int(box.w * box.h)


def _add(merged: list[pygame.Rect], box: pygame.Rect) -> None:
    """Add a rectangle to non-overlapping ones: it is united with those with which it makes one hardly larger; of other
    overlaps only one rectangle keeps the shared part."""
    left = [box]
    for _ in range(MOST_STEPS):
        if not left:
            return
        box = left.pop()
        for at, each in enumerate(merged):
            if _waste(each, box) < SLACK:
                left.append(box.union(merged.pop(at)))
                break
            if each.colliderect(box):
                left += _cut(box, each)
                break
        else:
            merged.append(box)
    for box in left:
        _join(merged, box)


def _join(merged: list[pygame.Rect], box: pygame.Rect) -> None:
    """Add a rectangle; those that it overlaps become part of it."""
    while (at := box.collidelist(merged)) >= 0:
        box = box.union(merged.pop(at))
    merged.append(box)


def _cut(box: pygame.Rect, other: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside of another one that overlaps it."""
    inner = box.clip(other)
    parts = (
        pygame.Rect(box.x, box.y, box.w, inner.y - box.y),
        pygame.Rect(box.x, inner.bottom, box.w, box.bottom - inner.bottom),
        pygame.Rect(box.x, inner.y, inner.x - box.x, inner.h),
        pygame.Rect(inner.right, inner.y, box.right - inner.right, inner.h),
    )
    return [part for part in parts if part.w and part.h]


def _waste(one: pygame.Rect, two: pygame.Rect) -> int:
    """Return how many pixels the union of two rectangles covers and neither of them does."""
    both, shared = one.union(two), one.clip(two)
    return int(both.w * both.h - one.w * one.h - two.w * two.h + shared.w * shared.h)


def cut_out(box: pygame.Rect, others: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside of all others."""
    left = [box]
    for at in box.collidelistall(others):
        other = others[at]
        left = [part for each in left for part in (_cut(each, other) if each.colliderect(other) else (each,))]
    return left


def join_rects(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that cover all of ``boxes``; several are merged if that hardly enlarges the area. They may
    overlap."""
    joined: list[tuple[pygame.Rect, int]] = []
    for box in boxes:
        wasted = 0
        while True:
            costs = ((_waste(each, box) + spent, at) for at, (each, spent) in enumerate(joined))
            cost, at = min(costs, default=(RIM_SLACK, 0))
            if cost + wasted >= RIM_SLACK:
                break
            box, wasted = box.union(joined.pop(at)[0]), cost + wasted
        joined.append((box, wasted))
    return [box for box, _ in joined]


def list_gaps(outer: pygame.Rect, covered: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return non-overlapping rectangles that cover what ``covered`` leaves free of ``outer``."""
    edges = sorted({outer.top, outer.bottom, *(y for one in covered for y in (one.top, one.bottom))})
    found = []
    for top, bottom in pairwise(edges):
        spans = sorted((one.left, one.right) for one in covered if one.top <= top and one.bottom >= bottom)
        x = outer.left
        for left, right in spans:
            if left > x:
                found.append(pygame.Rect(x, top, left - x, bottom - top))
            x = max(x, right)
        if x < outer.right:
            found.append(pygame.Rect(x, top, outer.right - x, bottom - top))
    return found


# What moves as one: mosaics and all that lies on them, by whole pixels. Their picture is scrolled in place of
# painted.
#
# The commands of the frame before are compared, moved as the mosaics have been, with those of the new frame: where
# they are equal, the pixels are those of the frame before, moved. What stands still above a mosaic is cut out of it.

LEAST_AREA = 20_000
"""Pixels of a rectangle below which it is painted: that takes no longer."""
Shift = tuple[int, int]
"""Pixels to the right and down."""
Corners = tuple[int, int, int, int]
"""A rectangle that can be a key."""


@dataclass(slots=True)
class Scroll:
    """Areas scrolled in place, and the rectangles to paint afterwards."""

    by: Shift
    areas: Sequence[pygame.Rect]
    kept: Sequence[pygame.Rect]
    """What shows the right thing after scrolling, except where ``changed`` says otherwise."""
    changed: Sequence[pygame.Rect]
    """Parts of ``kept`` in which something has not moved along."""
    bared: Sequence[pygame.Rect]
    """What has come into view, and the ground round what stands still."""
    left: Sequence[Part]
    left_before: Sequence[Part]
    """Parts of both frames that have not been dealt with."""

    def carry_out(self, target: pygame.Surface) -> None:
        """Scroll the areas of ``target`` in place."""
        for area in self.areas:
            target.set_clip(area)
            target.scroll(*self.by)
        target.set_clip(None)


def find_shift(new: Frame, old: Frame) -> Shift | None:
    """Return the common offset by which all mosaics have moved; None where none has, or the offsets differ."""
    if not new.mosaics or len(new.mosaics) != len(old.mosaics):
        return None
    pairs = zip(new.mosaics, old.mosaics, strict=True)
    shifts = {(here.at[0] - there.at[0], here.at[1] - there.at[1]) for here, there in pairs}
    found = shifts.pop()
    return found if not shifts and found != (0, 0) else None


def list_whole(new: Frame, old: Frame, by: Shift | None) -> set[object]:
    """Return the keys of separately recorded layers that can be taken over whole: unchanged, or moved along with a
    mosaic."""
    found: set[object] = set()
    found |= {each.key for each in new.placed} & {each.key for each in old.placed}
    if by is None:
        return found
    for here, there in zip(new.mosaics, old.mosaics, strict=True):
        one = {each.find_moved_key(0, 0): each.key for each in new.placed if each.clip == here.clip}
        two = {each.find_moved_key(*by): each.key for each in old.placed if each.clip == there.clip}
        for name in one.keys() & two.keys():
            found |= {one[name], two[name]}
    return found


def unfold(parts: Sequence[Part], frame: Frame, whole: Collection[object]) -> Sequence[Part]:
    """Return the parts of a frame, with separately recorded layers replaced by their commands, except the ``whole``
    ones."""
    broken = {id(each) for each in frame.placed if each.key not in whole}
    if not broken:
        return parts
    found: list[Part] = []
    for each in parts:
        if id(each) in broken and isinstance(each, Command) and isinstance(each.source, Layer):
            found += each.source.move_commands(each.at, each.clip)
        else:
            found.append(each)
    return found


def plan_scroll(
    new: Sequence[Part], old: Sequence[Part], frames: tuple[Frame, Frame], common: Collection[object], by: Shift
) -> Scroll | None:
    """Plan to scroll what has moved by ``by``; None where that is not worth it. ``new`` and ``old``: the parts of the
    two ``frames``; ``common``: the keys that occur in both."""
    pairs = list(zip(frames[0].mosaics, frames[1].mosaics, strict=True))
    clips = [each.clip for each in (*frames[0].mosaics, *frames[1].mosaics)]
    around = clips[0].unionall(clips[1:])
    ground = {id(each) for frame in frames for each in frame.mosaics}
    ground |= {id(each) for frame in frames for each in frame.placed if each.clip in clips}
    above, above_before = (_list_from(parts, min, ground) for parts in (new, old))
    still = {each.key: each for parts in (above, above_before) for each in parts if each.key in common}
    on_top, on_top_before = ({each.key for each in _list_from(parts, max, ground)} for parts in (new, old))
    solids = [box for key, each in still.items() if key in on_top for box in each.solids if key in on_top_before]
    solids = [box for box in solids if box.colliderect(around)]
    boxes = (box for each in still.values() for box in list_outline(each) if box.colliderect(around))
    # What lies on a panel changes more often than the panel, and is within it.
    outer = _list_corners(box for box in boxes if not any(each.contains(box) for each in solids))
    areas, kept, bared = _lay_out(pairs, by, *_divide(outer, _list_corners(solids)))
    along = _match(above, above_before, common, by, kept)
    if not kept or along is None:
        return None
    changed = [box for parts in _list_damage_boxes(above, along, common) for box in parts]
    changed += [box.move(by) for parts in _list_damage_boxes(above_before, along, common) for box in parts]
    for here, there in pairs:
        changed += list_changed_pieces(here, there)

    def drop(parts: Sequence[Part]) -> list[Part]:
        """Return the parts without the ground, and without those that have moved along inside it and are hidden by
        nothing."""
        return [
            each
            for each in parts
            if id(each) not in along
            or isinstance(each, Layer)
            or not (id(each) in ground or each.box.collidelist(solids) < 0)
            or not any(clip.contains(each.box) for clip in clips)
        ]

    return Scroll(by, areas, kept, _clip_all(changed, kept), bared, drop(new), drop(old))


def list_changed_pieces(new: Command, old: Command) -> list[pygame.Rect]:
    """Return the rectangles of the new mosaic's pieces that the old mosaic does not have in the same place."""
    if new.source is old.source or not isinstance(new.source, Mosaic) or not isinstance(old.source, Mosaic):
        return []
    before = {place: picture for picture, place in old.source.pieces}
    return [
        picture.get_rect(topleft=(new.at[0] + place[0], new.at[1] + place[1])).clip(new.clip)
        for picture, place in new.source.pieces
        if before.get(place) is not picture
    ]


def _list_from(
    parts: Sequence[Part], choose: Callable[[Iterable[int]], int], ground: Collection[int]
) -> Sequence[Part]:
    """Return the parts from the first (``choose`` = ``min``) or the last (``max``) one of the ground on."""
    return parts[choose(at for at, each in enumerate(parts) if id(each) in ground) :]


def _list_corners(boxes: Iterable[pygame.Rect]) -> tuple[Corners, ...]:
    return tuple((box.x, box.y, box.w, box.h) for box in boxes)


def _clip_all(boxes: Iterable[pygame.Rect], fields: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return what the rectangles have of each of the fields."""
    return [part for box in boxes for each in fields if (part := box.clip(each)).w and part.h]


@lru_cache(maxsize=32)
def _divide(boxes: tuple[Corners, ...], solids: tuple[Corners, ...]) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
    """Return rectangles that cover all outside of ``boxes``, and those that cover ``boxes`` outside of ``solids``."""
    outlines: list[pygame.Rect] = []
    for box in sorted(map(pygame.Rect, boxes), key=lambda one: one.w * one.h, reverse=True):
        if not any(each.contains(box) for each in outlines):
            outlines.append(box)
    rims: list[pygame.Rect] = []
    for box in outlines:
        rims += cut_out(box, [*map(pygame.Rect, solids), *rims])
    return cut_out(EVERYWHERE, outlines), join_rects(rims)


def _lay_out(
    pairs: Sequence[tuple[Command, Command]], by: Shift, free: Sequence[pygame.Rect], rims: Sequence[pygame.Rect]
) -> tuple[list[pygame.Rect], list[pygame.Rect], list[pygame.Rect]]:
    """Return the areas to be scrolled, which parts of them keep their pixels, and which must be painted after it."""
    reach = list[pygame.Rect]()
    for here, there in pairs:
        reach += cut_out(here.clip.union(there.clip), reach)
    pieces = _clip_all(free, reach)
    areas = [each for each in pieces if each.w * each.h >= LEAST_AREA]
    kept = _clip_all(
        [each.clip(each.move(by)) for each in areas], [here.clip.clip(there.clip.move(by)) for here, there in pairs]
    )
    bared = _clip_all(rims, reach) + [each for each in pieces if each.w * each.h < LEAST_AREA]
    bared += [part for each in areas for part in cut_out(each, kept)]
    # In fields that a mosaic covers wholly, nothing below it is painted.
    fields = list[pygame.Rect]()
    for each in (*(here.clip for here, _ in pairs), *reach):
        fields += cut_out(each, fields)
    return areas, kept, _clip_all(bared, fields)


def _match(
    new: Sequence[Part], old: Sequence[Part], common: Collection[object], by: Shift, kept: Sequence[pygame.Rect]
) -> set[int] | None:
    """Return the ids of the commands of both frames that have moved along, as far as is visible where pixels are kept;
    None where their order has changed."""
    one, two = (
        [(each.find_moved_key(*way), each) for each in parts if each.key not in common and isinstance(each, Command)]
        for parts, way in ((new, (0, 0)), (old, by))
    )
    counts, before = Counter(key for key, _ in one), Counter(key for key, _ in two)
    both = {key for key, count in counts.items() if before.get(key) == count}
    one, two = ([(key, each) for key, each in rows if key in both] for rows in (one, two))
    if [key for key, _ in one] != [key for key, _ in two]:
        return None
    alike: dict[tuple[Corners, ...], bool] = {}
    found = set()
    for (_, here), (_, there) in zip(one, two, strict=True):
        pair = _list_corners((here.clip, there.clip))
        if pair not in alike:
            moved = there.clip.move(by)
            alike[pair] = all(_is_same(here.clip.clip(each), moved.clip(each)) for each in kept)
        if alike[pair] or here.source is None:
            found |= {id(here), id(there)}
    return found


def _is_same(one: pygame.Rect, two: pygame.Rect) -> bool:
    """Whether two rectangles are equal, or both empty."""
    return one == two or not (one.w * one.h or two.w * two.h)


def _list_damage_boxes(
    parts: Sequence[Part], along: Collection[int], common: Collection[object]
) -> Iterable[Sequence[pygame.Rect]]:
    """Return the rectangles of each part that has neither stayed in place nor moved along."""
    return (list_boxes(each) for each in parts if each.key not in common and id(each) not in along)


def find_damage(new: Frame, old: Frame, marked: Sequence[pygame.Rect]) -> tuple[list[pygame.Rect], Scroll | None]:
    """Return the rectangles to paint to turn the old frame into the new one, with those ``marked``, and what is
    scrolled before that, or None."""
    shared = {layer for _, layer in new.layers} & {layer for _, layer in old.layers}
    by = find_shift(new, old)
    whole = list_whole(new, old, by)
    parts, before = (unfold(_fold(frame, shared), frame, whole) for frame in (new, old))
    counts, old_counts = Counter([each.key for each in parts]), Counter([each.key for each in before])
    common = {key for key, count in counts.items() if old_counts.get(key) == count}
    scroll = None if by is None else plan_scroll(parts, before, (new, old), common, by)
    if scroll is not None:
        found, moved = _compare(scroll.left, scroll.left_before, common)
        found = [part for box in found for part in cut_out(box, scroll.kept)]
        return [*merge_rects([*found, *moved, *marked, *scroll.changed]), *scroll.bared], scroll
    found = [box for boxes in _compare(parts, before, common) for box in boxes]
    mosaics = {each.key: each for each in old.mosaics}
    for each in new.mosaics:
        if each.key in mosaics:
            found += list_changed_pieces(each, mosaics[each.key])
    return merge_rects([*found, *marked]), None


def _compare(
    new: Sequence[Part], old: Sequence[Part], common: Collection[object]
) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
    """Return the rectangles of what only one of the frames draws, and of what they draw in another order."""
    if len(common) == len(new) and len(common) == len(old):
        return [], _compare_order(new, old, common)
    new_pins, old_pins = (_list_pins(parts, common) for parts in (new, old))
    pins = new_pins.keys() & old_pins.keys()
    changed = _list_damage(new, common, old_pins, pins) + _list_damage(old, common, new_pins, pins)
    new, old = ([each for each in parts if each.key in common or find_pin(each) in pins] for parts in (new, old))
    moved = _compare_order(new, old, common)
    return [part for box, above in changed for part in ([box] if moved else cut_out(box, above))], moved


def _fold(frame: Frame, shared: set[Layer]) -> list[Part]:
    """Return the commands of a frame with the shared layers in place of theirs."""
    parts: list[Part] = []
    at = 0
    for first, layer in frame.layers:
        if layer in shared:
            parts += frame.commands[at:first]
            parts.append(layer)
            at = first + len(layer.commands)
    parts += frame.commands[at:]
    return parts


def _list_pins(parts: Sequence[Part], common: Collection[object]) -> dict[object, list[pygame.Rect]]:
    """Return the rectangles of commands that only one frame has, by pin; pins with overlapping rectangles are left
    out."""
    found: dict[object, list[pygame.Rect]] = {}
    twice = set()
    for each in parts:
        if not isinstance(each, Layer) and each.key not in common:
            boxes = found.setdefault(each.pin, [])
            if each.box.collidelist(boxes) >= 0:
                twice.add(each.pin)
            boxes.append(each.box)
    return {pin: boxes for pin, boxes in found.items() if pin not in twice}


def _list_damage(
    parts: Sequence[Part],
    common: Collection[object],
    others: Mapping[object, Sequence[pygame.Rect]],
    pins: Collection[object],
) -> list[tuple[pygame.Rect, Sequence[pygame.Rect]]]:
    """Return the rectangles of parts that only one frame has, each with the rectangles that hide it in both frames;
    where ``others`` have the same pin, only what lies outside of theirs."""
    found: list[tuple[pygame.Rect, Sequence[pygame.Rect]]] = []
    above: tuple[pygame.Rect, ...] = ()
    for each in reversed(parts):
        if isinstance(each, Layer):
            if each in common:
                above = (*above, *each.solids)
            else:
                found += [(box, above) for box in each.boxes]
        elif each.key in common:
            above = (*above, *each.solids)
        else:
            left = cut_out(each.box, others[each.pin]) if each.pin in pins else [each.box]
            found += [(box, above) for box in left]
    return found


def _compare_order(new: Sequence[Part], old: Sequence[Part], common: Collection[object]) -> list[pygame.Rect]:
    """Return the rectangles of a few parts without which all others are in the same order in both frames; successive
    parts of one picture count as one."""
    one, two = (_list_order(parts, common) for parts in (new, old))
    if [name for name, _ in one] == [name for name, _ in two]:
        return []
    one, two = _number(one), _number(two)
    first, second = dict(one), dict(two)
    places = {name: at for at, name in enumerate(second)}
    if first.keys() != second.keys():
        return [box for row in (one, two) for _, parts in row for each in parts for box in list_boxes(each)]
    kept = set(_find_rising([places[name] for name in first]))
    moved = [name for name, at in places.items() if at not in kept]
    return [box for name in moved for each in (*first[name], *second[name]) for box in list_boxes(each)]


def _list_order(parts: Sequence[Part], common: Collection[object]) -> list[tuple[object, list[Part]]]:
    """Return the parts in their order as pairs of name and parts; successive parts of one picture share a name."""
    rows: list[tuple[object, list[Part]]] = []
    for each in parts:
        name = each.key if each.key in common else find_pin(each)
        if not rows or rows[-1][0] != name or each.key in common:
            rows.append((name, []))
        rows[-1][1].append(each)
    return rows


def _number(rows: Sequence[tuple[object, list[Part]]]) -> list[tuple[object, list[Part]]]:
    """Return rows with names of which no two are the same."""
    times = Counter[object]()
    found: list[tuple[object, list[Part]]] = []
    for name, row in rows:
        times[name] += 1
        found.append(((name, times[name]), row))
    return found


def _find_rising(numbers: Sequence[int]) -> list[int]:
    """Return a longest increasing subsequence of these different numbers."""
    ends: list[int] = []
    """The lowest number at which a series of this length and one more ends."""
    before: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    found: list[int] = []
    last = ends[-1] if ends else None
    while last is not None:
        found.append(last)
        last = before[last]
    return found[::-1]
