"""Prompts for the bottom seat: title and text of the panel, label and state of the amber button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.tash_kalar.cards import box
from games.tash_kalar.messages import square_name
from games.tash_kalar.moves import DONE, END, Kind, Move
from scenes.tash_kalar import words
from scenes.tash_kalar.rules_view import Near, Placement

if TYPE_CHECKING:
    from scenes.tash_kalar.table_view import Desk


@dataclass(frozen=True, slots=True)
class Call:
    """Texts of the panel and the amber button; ``ways``: number of placements to cycle through."""

    title: str
    body: str
    foot: str
    ways: int
    button: str
    icon: str | None
    enabled: bool
    note: str


def call(desk: Desk) -> Call:
    """Return the current prompt."""
    title, body, foot, ways = _words(desk)
    button, icon, enabled = _button(desk)
    return Call(title, body, foot, ways, button, icon, enabled, _note(desk))


# --- panel --------------------------------------------------------------------------------------------


def _words(desk: Desk) -> tuple[str, str, str, int]:
    t = desk.ctx.t
    card = desk.sight.card
    now = desk.choices.phase
    in_effect = now in ("effect", "legend_point", "left_over") and desk.sight.held is None
    if card is not None and not in_effect and not desk.sight.beside:
        return _prompt_card(desk, card)
    flare = desk.sight.flare
    if flare is not None:
        return _prompt_flare(desk, flare)
    if desk.finished:
        return t("tash_kalar.call.over"), "", "", 0
    if not now:
        if desk.busy:
            return t("tash_kalar.call.busy"), desk.news.last_line, "", 0
        waiting = [desk.names[seat] for seat in desk.owing]
        return t("tash_kalar.call.wait"), t("tash_kalar.call.wait.words", names=desk.ctx.texts.join(waiting)), "", 0
    if now == "effect":
        shown = _playing(desk)
        left = desk.reading.count_repeats()
        foot = t("tash_kalar.call.left", n=left) if left > 1 else ""
        return shown, f"*{desk.words.step()}*", foot or _about_step(desk), 0
    if now == "main":
        return _prompt_main(desk)
    if now == "returning":
        return t("tash_kalar.call.returning"), t("tash_kalar.call.returning.words"), "", 0
    return t(f"tash_kalar.call.{now}"), t(f"tash_kalar.call.{now}.words", card=_playing(desk)), "", 0


def _playing(desk: Desk) -> str:
    shown = desk.stage.shown
    return desk.words.card(shown.card) if shown is not None and shown.card >= 0 else ""


def _about_step(desk: Desk) -> str:
    return desk.ctx.t("tash_kalar.call.may") if desk.choices.declining else ""


def _prompt_main(desk: Desk) -> tuple[str, str, str, int]:
    t = desk.ctx.t
    now, marked = desk.choices, desk.marked
    base = "tash_kalar.call.main"
    if desk.view["acting"] != desk.view["active"]:
        return t(f"{base}.helping"), t(f"{base}.helping.words", name=desk.names[desk.view["active"]]), "", 0
    if desk.discarding:
        return t(f"{base}.discard"), t(f"{base}.discard.words"), "", 0
    if marked is not None:
        kind = "pick" if marked.kind is Kind.PICK else "place"
        return t(f"{base}.{kind}", square=square_name(marked.square)), t(f"{base}.{kind}.words"), "", 0
    if desk.view["actions"] == 0:
        free = "words" if now.has(Kind.FLARE) else "end"
        return t(f"{base}.none_left"), t(f"{base}.none_left.{free}"), "", 0
    if desk.shortage:
        return t(f"{base}.shortage"), t(f"{base}.shortage.words"), "", 0
    if desk.placing:
        return t(f"{base}.placing"), t(f"{base}.placing.words"), "", 0
    fitting = [desk.words.card(move.card) for move in now.list_moves(Kind.SUMMON)]
    if fitting:
        return t(base), t(f"{base}.fits", cards=", ".join(f"*{name}*" for name in fitting)), t(f"{base}.foot"), 0
    return t(base), t(f"{base}.words"), t(f"{base}.foot"), 0


def _prompt_card(desk: Desk, card: int) -> tuple[str, str, str, int]:
    """Return the prompt for the card under the pointer, or the marked one."""
    t = desk.ctx.t
    name = desk.words.card(card)
    body = desk.words.effect(card) or t("tash_kalar.fit.no_effect")
    preview = desk.sight.preview
    if isinstance(preview, Placement):
        ways = len(desk.reading.placements(card))
        foot = ""
        if ways > 1:
            foot = t("tash_kalar.fit.of", number=desk.sight.at + 1, n=ways)
        if preview.helper >= 0:
            owner = desk.reading.man(preview.helper) // 3
            key = "tash_kalar.fit.lent" if desk.view["lent"] else "tash_kalar.fit.improvised"
            body = t(key, name=desk.names[owner]) + "\n" + body
        elif preview.victim >= 0:
            own = preview.victim // 3 == desk.own
            key = "tash_kalar.fit.victim.own" if own else "tash_kalar.fit.victim"
            body = t(key, rank=desk.words.rank(preview.victim % 3)) + "\n" + body
        return t("tash_kalar.fit.fits", card=name), body, foot, ways
    if isinstance(preview, Near):
        ways = len(desk.reading.list_near_placements(card))
        found = t("tash_kalar.fit.missing", n=len(preview.missing))
        upgraded = sum(1 for _, rank in preview.missing if rank)
        if upgraded:
            found += " " + t("tash_kalar.fit.missing.upgraded", n=upgraded)
        foot = t("tash_kalar.fit.of.near", number=desk.sight.at + 1, n=ways) if ways > 1 else ""
        return name, f"*{found}*\n{body}", foot, ways
    if desk.reading.lacks_piece(card):
        return name, f"*{t('tash_kalar.fit.no_piece')}*\n{body}", "", 0
    return name, body, "", 0


def _prompt_flare(desk: Desk, flare: int) -> tuple[str, str, str, int]:
    t = desk.ctx.t
    rival = desk.cards.rival(flare)
    rivals = desk.reading.rivals()
    if rival is None:
        best = [(sum(desk.reading.flare_holds(flare, each)), each) for each in rivals]
        rival = max(best)[1]
    rows = flare_lines(desk, flare, rival)
    title = t("tash_kalar.face.flare")
    if len(rivals) > 1:
        title = t("tash_kalar.fit.flare.title", name=desk.names[rival])
    foot = t("tash_kalar.fit.flare.free")
    if desk.stage.form != "high":
        foot = t("tash_kalar.fit.flare.point")
    return title, rows, foot, 0


def flare_lines(desk: Desk, flare: int, rival: int) -> str:
    """Return how a flare compares with an opponent, in words."""
    t = desk.ctx.t
    card = box().flares[flare]
    rows = []
    parts = zip(
        ("upper", "lower"), (card.upgraded, card.pieces), desk.reading.advantage(rival),
        desk.reading.flare_holds(flare, rival), strict=True,
    )  # fmt: skip
    for part, need, have, holds in parts:
        state = "yes" if holds else "no"
        rows.append(t(f"tash_kalar.fit.flare.{part}.{state}", need=need, have=max(0, have)))
    return "\n".join(rows)


# --- amber button -------------------------------------------------------------------------------------


def _button(desk: Desk) -> tuple[str, str | None, bool]:
    """Return label, icon and enabled state of the button."""
    t = desk.ctx.t
    if desk.confirming:
        return t("tash_kalar.button.go_on"), "right", True
    if desk.finished:
        return t("ui.result.show"), "trophy", True
    if not desk.choices:
        if desk.busy:
            return t("ui.skip"), "skip", True
        return t("tash_kalar.button.wait"), "hourglass", False
    move = desk.ready
    if move is not None:
        return _ready(desk, move)
    now = desk.choices.phase
    if desk.choosing_square and desk.sight.placement is not None:
        card = desk.sight.card
        assert card is not None
        return t("tash_kalar.button.summon", card=desk.words.card(card)), "magic-portal", True
    if now == "effect":
        step = desk.reading.step
        name = words.step_op(step)
        kind = {"shoot": "direction", "choose": "way", "recall": "card"}.get(name, "square")
        return t(f"tash_kalar.button.choose.{kind}"), "hand", kind == "card"
    names = {
        "claiming": "task", "returning": "card", "legend_point": "colour", "left_over": "colour", "picking": "own",
        "placing": "square", "start": "square",
    }  # fmt: skip
    if now == "main":
        placing = "square" if desk.placing else "action"
        kind = "being" if desk.discarding else "own" if desk.shortage else placing
        return t(f"tash_kalar.button.choose.{kind}"), "hand", False
    return t(f"tash_kalar.button.choose.{names.get(now, 'square')}"), "hand", False


_ICONS = {
    Kind.SUMMON: "magic-portal", Kind.DISCARD: "card-discard", Kind.RETURN: "card-discard",
    Kind.FLARE: "sun-radiations", Kind.TASK: "laurel-crown",
}  # fmt: skip


def _ready(desk: Desk, move: Move) -> tuple[str, str | None, bool]:
    t = desk.ctx.t
    if move == END:
        return t("tash_kalar.button.end"), "check", True
    if move == DONE:
        return t("tash_kalar.button.done"), "check", True
    return desk.words.move(move), _ICONS.get(move.kind, "round-shield"), True


def _note(desk: Desk) -> str:
    """Return the line under the buttons: the square under the pointer, else a hint."""
    t = desk.ctx.t
    square = desk.sight.square
    if square is not None:
        found = [square_name(square)]
        man = desk.stage.men.get(square)
        if man is not None:
            found.append(f"{desk.words.rank(man.rank)}, {desk.seats[man.colour].name}")
        kind = desk.square_kind(square)
        if kind in ("red", "green"):
            found.append(t(f"tash_kalar.note.{kind}"))
        return " · ".join(found)
    if desk.view["final"] >= 0 and not desk.finished:
        return t("tash_kalar.note.last", n=desk.view["final"])
    if desk.choices.phase == "main" and desk.view["actions"] > 0 and END not in desk.choices:
        return t("tash_kalar.note.use_all")
    return ""
