"""In which rectangles two frames differ, by their drawing commands."""

from __future__ import annotations

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
        if not moved:
            found = [part for box in found for part in cut_out(box, scroll.kept)]
            return [*merge([*found, *marked, *scroll.changed]), *scroll.bared], scroll
    found, _moved = _compare(parts, before, common)
    mosaics = {each.key: each for each in old.mosaics}
    for each in new.mosaics:
        if each.key in mosaics:
            found += scrolling.list_changed_pieces(each, mosaics[each.key])
    return merge([*found, *marked]), None


def _compare(
    new: Sequence[Part], old: Sequence[Part], common: Collection[object]
) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
    """Return the rectangles in which frames differ, and those of them in which only the order of commands does."""
    if len(common) == len(new) and len(common) == len(old):
        moved = _compare_order(new, old, common)
        return moved, moved
    new_pins, old_pins = (_list_pins(parts, common) for parts in (new, old))
    pins = new_pins.keys() & old_pins.keys()
    changed = _list_damage(new, common, old_pins, pins) + _list_damage(old, common, new_pins, pins)
    new, old = ([each for each in parts if each.key in common or find_pin(each) in pins] for parts in (new, old))
    moved = _compare_order(new, old, common)
    return moved + [part for box, above in changed for part in ([box] if moved else cut_out(box, above))], moved


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
            if each.solid.w:
                above = (*above, each.solid)
        else:
            left = cut_out(each.box, others[each.pin]) if each.pin in pins else [each.box]
            found += [(box, above) for box in left]
    return found


def _compare_order(new: Sequence[Part], old: Sequence[Part], common: Collection[object]) -> list[pygame.Rect]:
    """Return the rectangles of parts that both frames have, from the first to the last whose order differs; parts of
    one picture that follow each other count as one."""
    rows = []
    for parts in (new, old):
        row: list[tuple[object, Part]] = []
        for each in parts:
            key = each.key
            name = key if key in common else find_pin(each)
            if not row or row[-1][0] != name or key in common:
                row.append((name, each))
        rows.append(row)
    one, two = rows
    if len(one) != len(two):
        return [box for row in rows for _, each in row for box in list_boxes(each)]
    count = len(one)
    first = next((at for at in range(count) if one[at][0] != two[at][0]), count)
    if first == count:
        return []
    last = next(at for at in range(count - 1, -1, -1) if one[at][0] != two[at][0])
    return [box for row in rows for _, each in row[first : last + 1] for box in list_boxes(each)]
