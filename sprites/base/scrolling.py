"""What moves as one: mosaics and all that lies on them, by whole pixels. Their picture is scrolled in place of painted.

The commands of the frame before are compared, moved as the mosaics have been, with those of the new frame: where they
are equal, the pixels are those of the frame before, moved. What stands still above a mosaic is cut out of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from sprites.base.draw_commands import EVERYWHERE, Command, Frame, Layer, Mosaic, Part, list_boxes, list_outline
from sprites.base.rects import cut_out, join

LEAST_AREA = 20_000
"""Pixels of a rectangle below which it is painted: that takes no longer."""
Shift = tuple[int, int]
"""Pixels to the right and down."""
Corners = tuple[int, int, int, int]
"""A rectangle that can be a key."""


@dataclass(slots=True)
class Scroll:
    """Rectangles to be scrolled within themselves, and what is left to be painted then."""

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
        """Scroll the areas of a surface."""
        for area in self.areas:
            target.set_clip(area)
            target.scroll(*self.by)
        target.set_clip(None)


def find_shift(new: Frame, old: Frame) -> Shift | None:
    """Return by how much the mosaics have moved, all of them alike; None where none has, or not alike."""
    if not new.mosaics or len(new.mosaics) != len(old.mosaics):
        return None
    pairs = zip(new.mosaics, old.mosaics, strict=True)
    shifts = {(here.at[0] - there.at[0], here.at[1] - there.at[1]) for here, there in pairs}
    found = shifts.pop()
    return found if not shifts and found != (0, 0) else None


def list_whole(new: Frame, old: Frame, by: Shift | None) -> set[object]:
    """Return the keys of the layers drawn elsewhere that are the same in both frames, or lie all over a mosaic and have
    moved along with it."""
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
    """Return the parts of a frame with the commands of layers drawn elsewhere in their place, but for the ``whole``."""
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


def plan(
    new: Sequence[Part], old: Sequence[Part], frames: tuple[Frame, Frame], common: Collection[object], by: Shift
) -> Scroll | None:
    """Plan to scroll what has moved by so much; None where that is not worth it. ``new`` and ``old``: the parts of the
    two ``frames``; ``common``: the keys of what both have."""
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
        """Leave out the ground, and what has moved along and lies within it where nothing hides it: all of this is kept
        or bared."""
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
    """Return the rectangles of the pieces of a mosaic that the other one does not have in the same place of its own."""
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
    """Return the parts from the first (``min``) or the last (``max``) one of the ground on."""
    return parts[choose(at for at, each in enumerate(parts) if id(each) in ground) :]


def _list_corners(boxes: Iterable[pygame.Rect]) -> tuple[Corners, ...]:
    return tuple((box.x, box.y, box.w, box.h) for box in boxes)


def _clip_all(boxes: Iterable[pygame.Rect], fields: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return what the rectangles have of each of the fields."""
    return [part for box in boxes for each in fields if (part := box.clip(each)).w and part.h]


@lru_cache(maxsize=32)
def _divide(boxes: tuple[Corners, ...], solids: tuple[Corners, ...]) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
    """Return what is free of all ``boxes``, and rectangles over all that they have outside of ``solids``."""
    outlines: list[pygame.Rect] = []
    for box in sorted(map(pygame.Rect, boxes), key=lambda one: one.w * one.h, reverse=True):
        if not any(each.contains(box) for each in outlines):
            outlines.append(box)
    rims: list[pygame.Rect] = []
    for box in outlines:
        rims += cut_out(box, [*map(pygame.Rect, solids), *rims])
    return cut_out(EVERYWHERE, outlines), join(rims)


def _lay_out(
    pairs: Sequence[tuple[Command, Command]], by: Shift, free: Sequence[pygame.Rect], rims: Sequence[pygame.Rect]
) -> tuple[list[pygame.Rect], list[pygame.Rect], list[pygame.Rect]]:
    """Return the areas to be scrolled, what of them is kept, and what is bared."""
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
    """Return the identities of the commands of both frames that have moved along, as far as one sees where pixels are
    kept; None where their order has changed."""
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
    """Return the rectangles of parts that neither stand still nor have moved along."""
    return (list_boxes(each) for each in parts if each.key not in common and id(each) not in along)
