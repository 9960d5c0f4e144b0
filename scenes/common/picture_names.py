"""Names of the pictures by which players, characters and achievements are told apart, for those who do not see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.seats import COLOURS, Seat
from scenes.shell.player_identity import get_emblem

if TYPE_CHECKING:
    from scenes.shell.context import Context


def name_picture(ctx: Context, icon: str) -> str:
    """Return the name of an icon; "" for one without a name, which a player's own character may have."""
    text = find_text_id(icon)
    return ctx.t(text) if ctx.texts.has(text) else ""


def find_text_id(icon: str) -> str:
    """Return the id of the text that names an icon."""
    return f"ui.picture.{icon.replace('-', '_')}"


def describe_picture(ctx: Context, icon: str) -> str:
    """Return what a picture shows; "" for one without a name."""
    name = name_picture(ctx, icon)
    return ctx.t("reader.picture", name=name) if name else ""


def describe_sign(ctx: Context, seat: Seat) -> str:
    """Return the sign of a player in words: colour, or shape where another palette changes the colours, and emblem."""
    emblem = name_picture(ctx, get_emblem(seat))
    colour = seat.colour % COLOURS
    if ctx.settings.palette == "standard":
        return ctx.t("reader.seat.sign", colour=ctx.t(f"ui.colour.{colour}"), emblem=emblem)
    return ctx.t("reader.seat.sign.shape", colour=ctx.t(f"ui.shape.{colour}"), emblem=emblem)
