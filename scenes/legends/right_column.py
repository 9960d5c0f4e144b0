"""Player panels of Legends: figures, cards, and the live score with explanations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.contract import View
from games.legends.cards import (
    LEADER_CODES,
    TOKEN_CODES,
    cards,
)
from games.legends.scoring import PARTS
from scenes.legends.card_view import OWN_TILE, RIVAL_TILE, card_name, one_ability_words, tile
from scenes.legends.card_view import tip as card_tip
from scenes.legends.scene_model import Walk
from scenes.shell.targets import Box, Target, exactly
from scenes.table.handover import Curtain
from sprites.base import icons, layout, seat_frame, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

if TYPE_CHECKING:
    from scenes.legends.table_state import LegendsTable

ALWAYS = ("regions", "islands", "cards", "elixirs")


def lit_regions(table: LegendsTable) -> Sequence[int]:
    """Return the regions of the score part, log line or advice under the pointer."""
    for target_id in table.hot:
        if target_id and target_id.startswith("score."):
            _, seat, part = target_id.split(".")
            return _list_regions(table, int(seat), part)
    return [region for region in table.spoken_of if region < table.stage.regions]


def _list_regions(table: LegendsTable, seat: int, part: str) -> list[int]:
    if not table.view["scores"]:
        return []
    score = table.view["scores"][seat]
    if part == "regions" or part == "total":
        return list(score["regions"])
    if part == "islands":
        return [region for number in score["islands"] for region in table.view["islands"][number]]
    if part == "citadels":
        return [region for token, region in table.view["tokens"] if token in score["citadels"]]
    return []


def count_points(walk: Walk | None, view: View, seat: int) -> tuple[int, dict[str, int]]:
    """Return the displayed total and its parts: during the final scoring (``walk``) the part counted so far."""
    if walk is not None:
        return walk.points[seat], walk.parts[seat]
    if not view["scores"]:
        return 0, dict.fromkeys(PARTS, 0)
    score = view["scores"][seat]
    return int(score["total"]), dict(score["parts"])


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw all players; during the set-up the sides to choose from take their places."""
    if table.own.chart.composed is None:
        return
    moods = table.portraits.list_moods()
    table.draw_panel(c, "own", lambda: _own(table, c, table.below, table.own.places.own), moods)
    for seat, box in zip(table.own.rivals, table.own.places.rivals, strict=True):
        table.draw_panel(c, f"rival.{seat}", partial(_rival, table, c, seat, box), moods)


def _figures(table: LegendsTable, seat: int) -> tuple[int, int, int, int]:
    stage = table.stage
    return stage.coins[seat], stage.elixirs[seat], stage.supply[seat], stage.cities_left[seat]


def _owes(table: LegendsTable, seat: int) -> bool:
    return not table.busy and seat in table.pending


# --- the person below -----------------------------------------------------------------------------------


def _own(table: LegendsTable, c: Canvas, seat: int, box: Box) -> None:
    t = table.ctx.t
    player = table.seats[seat]
    figures = _figures(table, seat)
    total, parts = count_points(table.stage.walk, table.view, seat)
    shown = [part for part in PARTS if part in ALWAYS or parts[part]]
    leader = table.stage.leaders[seat]
    x, y, w, h = box
    sx = x + w - 176
    row = min(25.0, 108.0 / max(1, len(shown)))
    lines = layout.rows((sx - 4, y + 132 - row / 2, 162.0, 108.0), [row] * len(shown))
    owes = _owes(table, seat)
    abilities = _abilities(table, seat)
    kind = table.role(seat)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        seat_frame.draw(layer, box, player.colour)
        if owes:
            shapes.round_rect(layer, x - 1, y - 1, w + 2, h + 2, 13, "edge.bright", border=2)
        text.draw(layer, player.name, x + 92, y + 34, "title", "text.bright", "lm", max_w=92)
        text.draw(layer, kind, x + 92, y + 60, "fine", "text.muted", "lm", max_w=96)
        shapes.rule(layer, x + 14, y + 86, w - 28, ornament=False)
        text.draw(layer, t("legends.panel.cards"), x + 20, y + 106, "caption", "accent", "lm", max_w=270)
        text.draw(layer, t("legends.panel.score"), sx, y + 106, "caption", "accent", "lm", max_w=150)
        for part, line in zip(shown, lines, strict=True):
            yy = layout.middle(line)
            text.draw(
                layer,
                t(f"legends.score.{part}"),
                sx,
                yy,
                text.resize("body", row - 2),
                "text.body",
                "lm",
                max_w=118,
            )
            shapes.line(layer, sx, yy + row / 2, x + w - 22, yy + row / 2, "control.edge.disabled", 1, 150)
        stops = [(0, "selected.high"), (1, "selected.low")]
        shapes.gradient_box(layer, sx, y + h - 58, 154, 44, 9, stops, rim="edge")
        icons.gradient(layer, "laurel-crown", sx + 24, y + h - 36, 27, ("base/star.high", "base/star.low"))
        text.draw(layer, t("legends.score.total"), sx + 46, y + h - 36, "heading", "text.title", "lm", max_w=62)
        text.draw(layer, t("legends.panel.abilities"), x + 20, y + 216, "caption", "accent", "lm", max_w=270)
        room = w - 176 - 46
        size = text.fit(layer, abilities, room, 60, "body")
        text.paragraph(layer, abilities, x + 20, y + 232, room, size, "text.body", bold_colour="text.strong")

    def paint_score(layer: Canvas) -> None:
        for part, line in zip(shown, lines, strict=True):
            points = _format_points(parts[part])
            text.draw(layer, points, x + w - 24, layout.middle(line), "name", "text.bright", "rm")
        text.draw(layer, _format_points(total), sx + 142, y + h - 35.5, "large figure", "text.bright", "rm")

    look = (player, table.ctx.texts.language, c.palette, c.patterns)
    key = (look, tuple(shown), owes, abilities, kind, tuple(table.stage.bids))
    table.panels.draw(c, "own", key, box, paint)
    # What changes with most events is drawn on pictures of its own, which are small.
    at = (x + 188, y + 18, 268.0, 56.0)
    table.panels.draw(
        c, "figures", (look, figures), at, lambda layer: _big_figures(table, layer, seat, x + 204, y, figures)
    )
    at = (x + w - 90, y + 116, 70.0, h - 130)
    table.panels.draw(c, "score", (look, total, tuple(parts.items())), at, paint_score)
    table.portraits.draw(c, seat, x + 47, y + 43, 34, box, "right")
    _tiles(table, c, seat, (x + 20, y + 122, w - 176 - 44, OWN_TILE * 1.5), OWN_TILE)
    _draw_tokens(table, c, seat, x + w - 196, y + 106)
    for part, line in zip(shown, lines, strict=True):
        _score_zone(table, seat, part, line)
    _score_zone(table, seat, "total", (sx, y + h - 58, 154.0, 44.0))
    if leader is not None:
        _leader(table, c, leader, x + 20, y + 70)
    if table.overlooked and list_seen_tokens(table):
        tip = (t("legends.peek.title"), t("legends.peek.tip"))
        table.ui.icon_button(c, "peek", sx - 26, y + h - 36, 17, "eye", partial(_peek, table), tip=tip)
    _figure_tips(table, seat, x + 204, y, figures)


FIGURES_AT = (0.0, 62.0, 128.0, 214.0)
"""Positions of the figures in the viewer's panel: coins, elixirs, armies, cities."""


def _big_figures(
    table: LegendsTable, layer: Canvas, seat: int, x: float, y: float, figures: tuple[int, int, int, int]
) -> None:
    t = table.ctx.t
    coins, elixirs, supply, cities = figures
    pieces = table.view["pieces"]
    colour, emblem = table.own.emblem(seat)
    words = ("coins", "elixirs", "armies", "cities")
    shown = (str(coins), str(elixirs), f"{supply}/{pieces['armies']}", f"{cities}/{pieces['cities']}")
    for at, word, number in zip(FIGURES_AT, words, shown, strict=True):
        cx = x + at
        if word == "coins":
            shapes.coin(layer, cx, y + 36, 11, "1", "gold")
        elif word == "elixirs":
            legends_pieces.elixir(layer, cx, y + 35, 25)
        elif word == "armies":
            legends_pieces.draw_cube(layer, cx - 2, y + 36, colour, emblem, 11)
        else:
            legends_pieces.draw_city(layer, cx, y + 36, colour or 0, emblem, 1, 9.5)
        text.draw(layer, number, cx + 15, y + 36, "name", "text.bright", "lm", max_w=56)
        text.draw(layer, t(f"legends.panel.{word}"), cx - 10, y + 63, "fine", "text.muted", "lm", max_w=60)


def _figure_tips(table: LegendsTable, seat: int, x: float, y: float, figures: tuple[int, int, int, int]) -> None:
    t = table.ctx.t
    words = ("coins", "elixirs", "armies", "cities")
    for at, word, number in zip(FIGURES_AT, words, figures, strict=True):
        box = (x + at - 16, y + 18, 62.0, 56.0)
        tip = (t(f"legends.panel.{word}"), t(f"legends.panel.{word}.tip"))
        target = Target(f"figure.{word}", box, lambda: None, tip=tip, ring=False, sound="", value=str(number))
        table.ui.note(target)


def _abilities(table: LegendsTable, seat: int) -> str:
    """Return the lasting abilities of cards and tokens as one line."""
    t = table.ctx.t
    bonus = table.view["bonuses"][seat]
    parts = []
    if bonus["move"]:
        parts.append(t("legends.bonus.move", n=bonus["move"]))
    if bonus["army"]:
        parts.append(t("legends.bonus.army", n=bonus["army"]))
    if bonus["flying"]:
        parts.append(t("legends.bonus.flying", cost=bonus["sea"]))
    if bonus["immune"]:
        parts.append(t("legends.bonus.immune"))
    scoring = [
        ability
        for card in table.stage.taken[seat]
        for ability in cards()[card].abilities
        if ability[0].startswith(("vp_", "set_"))
    ]
    each = [ability for ability in scoring if ability[0] == "vp_per_adjective"]
    for ability in scoring:
        if ability not in each:
            parts.append(one_ability_words(table.ctx.texts, ability))
    if each:
        parts.append(one_ability_words(table.ctx.texts, each[0], [ability[2] for ability in each]))
    return " \u00b7 ".join(parts) if parts else t("legends.bonus.none")


# --- the others --------------------------------------------------------------------------------------------


def _rival(table: LegendsTable, c: Canvas, seat: int, box: Box) -> None:
    player = table.seats[seat]
    figures = _figures(table, seat)
    total, parts = count_points(table.stage.walk, table.view, seat)
    owes = _owes(table, seat)
    kind = table.role(seat)
    sum_words = table.write_points(seat, _format_points(total))
    x, y, w, h = box

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        seat_frame.draw(layer, box, player.colour)
        if owes:
            shapes.round_rect(layer, x - 1, y - 1, w + 2, h + 2, 13, "edge.bright", border=2)
        text.draw(layer, player.name, x + 92, y + 35, "title", "text.bright", "lm", max_w=104)
        text.draw(layer, kind, x + 92, y + 62, "fine", "text.muted", "lm", max_w=108)
        _small_figures(table, layer, seat, x + 216, y, figures)
        stops = [(0, "base/seal.high"), (1, "rim.dark")]
        shapes.outline(layer, "circle", x + w - 40, y + h / 2, 25, stops, rim="edge", rim_w=1.4)
        text.draw(layer, sum_words, x + w - 40, y + h / 2, "large figure", "text.bright", "cm", fixed=True, max_w=40)

    key = (
        player,
        figures,
        sum_words,
        tuple(parts.items()),
        owes,
        kind,
        table.ctx.texts.language,
        c.palette,
        c.patterns,
    )
    table.panels.draw(c, f"rival.{seat}", key, box, paint)
    table.portraits.draw(c, seat, x + 47, y + h / 2 - 2, 33, box, "left")
    count = len(table.stage.taken[seat])
    _tiles(table, c, seat, (x + 316, y + 26, 94, 45), RIVAL_TILE)
    leader = table.stage.leaders[seat]
    if leader is not None:
        _leader(table, c, leader, x + 20, y + h - 20)
    _draw_tokens(table, c, seat, x + w - 80, y + 16)
    if not table.hides_points(seat):
        _score_zone(table, seat, "total", (x + w - 66, y + h / 2 - 26, 52, 52))
    tip = (player.name, table.ctx.t("legends.panel.rival.tip", coins=figures[0], elixirs=figures[1], armies=figures[2],
                                    cities=figures[3], cards=count))  # fmt: skip
    table.ui.note(Target(f"rival.{seat}", (x + 14, y + 16, 196, h - 34), lambda: None, tip=tip, ring=False, sound=""))
    bid = table.stage.bids[seat]
    if bid is not None or table.stage.committed[seat]:
        label = str(bid) if bid is not None else "?"
        shapes.coin(c, x + 64, y + 22, 14, label, "gold")


def _small_figures(
    table: LegendsTable, layer: Canvas, seat: int, x: float, y: float, figures: tuple[int, int, int, int]
) -> None:
    coins, elixirs, supply, cities = figures
    colour, emblem = table.own.emblem(seat)
    for (dx, dy), number, word in zip(
        ((0, 32), (0, 65), (50, 32), (50, 65)),
        (coins, elixirs, supply, cities),
        ("coins", "elixirs", "armies", "cities"),
        strict=True,
    ):
        cx, cy = x + dx, y + dy
        if word == "coins":
            shapes.coin(layer, cx, cy, 10, "1", "gold")
        elif word == "elixirs":
            legends_pieces.elixir(layer, cx, cy, 22)
        elif word == "armies":
            legends_pieces.draw_cube(layer, cx, cy, colour, emblem, 9)
        else:
            legends_pieces.draw_city(layer, cx, cy, colour or 0, emblem, 1, 8)
        text.draw(layer, str(number), cx + 15, cy, "name", "text.bright", "lm", max_w=26)


# --- parts of both -------------------------------------------------------------------------------------------


def _tiles(table: LegendsTable, c: Canvas, seat: int, box: Box, w: float) -> None:
    """Draw the cards of a seat, overlapping if many."""
    x, y, room, high = box
    taken = table.stage.taken[seat]
    if not taken:
        return
    pitch = min(w + 4, (room - w) / max(1, len(taken) - 1))

    def paint(layer: Canvas) -> None:
        for k, card in enumerate(taken):
            made = tile(layer, card, w)
            at = (layer.x(x + k * pitch), layer.y(y))
            shapes.shadow(layer, made, *at, "lying")
            layer.surface.blit(made, at)

    key = (tuple(taken), table.ctx.texts.language, c.palette)
    table.panels.draw(c, f"tiles.{seat}", key, (x, y, room, high), paint)
    for k, card in enumerate(taken):
        wide = w if k == len(taken) - 1 else min(w, pitch)
        zone = (x + k * pitch, y, wide, high)
        told = partial(card_tip, table.ctx.texts, card)
        target = Target(f"taken.{seat}.{k}", zone, _open_card(table, card), radius=5, sound="", told=told)
        target.contains = exactly(zone)
        if table.ui.hover == target.id:
            shapes.round_rect(c, x + k * pitch - 1, y - 1, w + 2, w * 1.5 + 2, 4, "edge.bright", border=1.8)
        table.ui.note(target)


def _open_card(table: LegendsTable, card: int) -> Callable[[], None]:
    def show() -> None:
        title, body = card_tip(table.ctx.texts, card)
        table.ctx.ask(title, body)

    return show


def _draw_tokens(table: LegendsTable, c: Canvas, seat: int, right: float, y: float) -> None:
    """Draw the tokens that a seat has taken, from right to left."""
    t = table.ctx.t
    for k, token in enumerate(table.view["held"][seat]):
        code = TOKEN_CODES[token]
        cx = right - 12 - k * 26
        legends_pieces.token(c, cx, y, code, 11)
        tip = (t(f"legends.token.{code}.name"), t(f"legends.token.{code}.help"))
        box = (cx - 12, y - 12, 24.0, 24.0)
        target = Target(f"held.{seat}.{token}", box, lambda: None, tip=tip, ring=False, sound="")
        target.contains = exactly(box)
        table.ui.note(target)


def list_seen_tokens(table: LegendsTable) -> str:
    """Return the face-down tokens that the bottom seat has seen, one per line."""
    rows = []
    for each in table.view["face_down"]:
        if each["token"] is not None:
            name = table.ctx.t(f"legends.token.{TOKEN_CODES[each['token']]}.name")
            rows.append(f"{table.own.region_name(each['region'])}: *{name}*")
    return "\n".join(rows)


def _leader(table: LegendsTable, c: Canvas, leader: int, cx: float, cy: float) -> None:
    """Draw a small round sign of a leader next to the badge."""
    code = LEADER_CODES[leader]
    signs = {
        "fairy_queen": "fairy",
        "bandit_king": "bandit",
        "red_sorceress": "witch-face",
        "white_knight": "visored-helm",
    }
    shapes.outline(
        c, "circle", cx, cy, 13, ((0, "base/seal.high"), (1, "rim.dark")), rim="edge.bright", rim_w=1.2, shadow="coin"
    )
    icons.draw(c, signs[code], cx, cy, 17, "text.bright")
    t = table.ctx.t
    tip = (t(f"legends.leader.{code}.name"), t(f"legends.leader.{code}.help"))
    table.ui.note(Target(f"leader.{leader}", (cx - 14, cy - 14, 28, 28), lambda: None, tip=tip, ring=False, sound=""))


def _score_zone(table: LegendsTable, seat: int, part: str, box: Box) -> None:
    """Register the target of a score part: hovering explains it and lights its regions."""
    tip = (f"{table.names[seat]}: {table.ctx.t(f'legends.score.{part}')}", explain(table, seat, part))
    target = Target(f"score.{seat}.{part}", box, lambda: None, tip=tip, radius=6, sound="")
    target.contains = exactly(box)
    if table.view["scores"]:
        score = table.view["scores"][seat]
        target.value = _format_points(table.view["points"][seat] if part == "total" else score["parts"][part])
    table.ui.note(target)


def explain(table: LegendsTable, seat: int, part: str) -> str:
    """Return the explanation of a score part."""
    t = table.ctx.t
    if not table.view["scores"]:
        return ""
    score: dict[str, Any] = table.view["scores"][seat]
    if part == "total":
        sums = [
            f"{t(f'legends.score.{one}')}: *{_format_points(score['parts'][one])}*"
            for one in PARTS
            if score["parts"][one]
        ]
        return "\n".join([*sums, t("legends.score.total.tip")])
    rows = [t(f"legends.score.{part}.tip")]
    if part == "regions" and score["regions"]:
        rows.append(", ".join(table.own.region_name(region) for region in score["regions"]))
    elif part == "islands":
        for number in score["islands"]:
            rows.append("\u2022 " + ", ".join(table.own.region_name(one) for one in table.view["islands"][number]))
    elif part == "cards":
        rows += [f"{card_name(table.ctx.texts, card)}: *{_format_points(points)}*" for card, points in score["cards"]]
    elif part == "elixirs":
        rows.append(", ".join(f"{name} *{table.stage.elixirs[k]}*" for k, name in enumerate(table.names)))
    elif part == "tokens":
        rows += [
            f"{t(f'legends.token.{TOKEN_CODES[token]}.name')}: *{_format_points(points)}*"
            for token, points in score["tokens"]
        ]
    return "\n".join(rows)


def _format_points(points: int) -> str:
    return str(points).replace("-", "\u2212")


def _peek(table: LegendsTable) -> None:
    """Show the tokens seen by the bottom seat behind the handover curtain, as several people watch."""
    seat = table.viewer
    if seat is None:
        return
    seen = list_seen_tokens(table)
    look_away = [table.names[k] for k in table.people if k != seat]

    def ready() -> None:
        table.own.after_curtain = seen

    table.ctx.stack.push(Curtain(table.ctx, table.session.seats[seat], look_away, ready))
