"""In which rectangles two frames differ, by their drawing commands."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pygame

from sprites.base import scrolling
from sprites.base.draw_commands import Frame, Layer, Part, find_pin, list_boxes
from sprites.base.rects import cut_out, merge
from sprites.base.scrolling import Scroll


def find_damage(new: Frame, old: Frame, marked: Sequence[pygame.Rect]) -> tuple[list[pygame.Rect], Scroll | None]:
    """Find the rectangles that have to be painted to make one frame of the other, and what is scrolled before."""
    shared = {layer for _, layer in new.layers} & {layer for _, layer in old.layers}
    by = scrolling.find_shift(new, old)
    whole = scrolling.list_whole(new, old, by)
    parts, before = (scrolling.unfold(_fold(frame, shared), frame, whole) for frame in (new, old))
    counts, old_counts = Counter([each.key for each in parts]), Counter([each.key for each in before])
    common = {key for key, count in counts.items() if old_counts.get(key) == count}
    scroll = None if by is None else scrolling.plan(parts, before, (new, old), common, by)
    if scroll is not None:
        found, moved = _compare(scroll.left, scroll.left_before, common)
        found = [part for box in found for part in cut_out(box, scroll.kept)]
        return [*merge([*found, *moved, *marked, *scroll.changed]), *scroll.bared], scroll
    found = [box for boxes in _compare(parts, before, common) for box in boxes]
    mosaics = {each.key: each for each in old.mosaics}
    for each in new.mosaics:
        if each.key in mosaics:
            found += scrolling.list_changed_pieces(each, mosaics[each.key])
    return merge([*found, *marked]), None


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
    """Return the rectangles of commands that are not common to both frames, by their pictures and places, without
    those that lie over each other."""
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
    of those that the ``others`` have at the same pin, what lies outside of theirs."""
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
    """Return the rectangles of few parts, such that all others are in the same order in both frames; parts of one
    picture that follow each other count as one."""
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
    """Return parts in their order with their names, those of one picture that follow each other together."""
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
    """Return a longest rising series of some of these different numbers, in their order."""
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
