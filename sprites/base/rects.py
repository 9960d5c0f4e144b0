"""Sets of rectangles: few that cover many, and what is left of one outside of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

MOST_RECTS = 12
"""Rectangles that are painted one by one; more are merged."""
SLACK = 24_000
"""Pixels that may be painted needlessly where two rectangles become one."""
RIM_SLACK = 8_000
"""The same where many stay as they are: all that is painted needlessly by one of them."""
MOST_STEPS = 60
"""Steps in which a rectangle is fitted in among others."""


def merge(boxes: Iterable[pygame.Rect], most: int = MOST_RECTS) -> list[pygame.Rect]:
    """Return few rectangles, no more than ``most``, that cover all of ``boxes`` and never overlap."""
    merged: list[pygame.Rect] = []
    for box in sorted(boxes, key=_measure, reverse=True):
        if box.w and box.h and not any(each.contains(box) for each in merged):
            _add(merged, box)
    while len(merged) > most:
        _, one, two = min((_waste(one, two), i, j) for i, one in enumerate(merged) for j, two in enumerate(merged[:i]))
        joined = merged.pop(one).union(merged.pop(two))
        _join(merged, joined)
    return merged


def _measure(box: pygame.Rect) -> int:
    return int(box.w * box.h)


def _add(merged: list[pygame.Rect], box: pygame.Rect) -> None:
    """Add a rectangle: those become part of it with which it makes one that is hardly larger; of what it shares with
    others only one keeps it."""
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
    """Pixels that the union of two rectangles covers and neither of them does."""
    both, shared = one.union(two), one.clip(two)
    return int(both.w * both.h - one.w * one.h - two.w * two.h + shared.w * shared.h)


def cut_out(box: pygame.Rect, others: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside of all others."""
    left = [box]
    for at in box.collidelistall(others):
        other = others[at]
        left = [part for each in left for part in (_cut(each, other) if each.colliderect(other) else (each,))]
    return left


def join(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that cover all of ``boxes``: those become one that together are hardly smaller. They may
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
    """Return rectangles of ``outer`` that none of the others covers; those lie within it and do not overlap."""
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
