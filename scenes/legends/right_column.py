"""Player panels of Legends: figures, cards, and the live score with explanations."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.contract import View
from games.legends.cards import LEADER_CODES, TOKEN_CODES, cards
from games.legends.scoring import PARTS
from scenes.legends.card_view import (
    OWN_TILE,
    RIVAL_TILE,
    card_name,
    draw_lying,
    one_ability_words,
    tile,
    tip as card_tip,
)
from scenes.legends.scene_model import LegendsTable, Walk
from scenes.shell.i18n import number_text
from scenes.shell.targets import Box, Target, exactly, make_explaining
from scenes.table.handover import Curtain
from scenes.table.table_game import list_others
from sprites.base import icons, layout, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

ALWAYS = ("regions", "islands", "cards", "elixirs")


def lit_regions(table: LegendsTable) -> Sequence[int]:
    """Return the regions to light: of the score part, log line or advice that is pointed at."""
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
    """Return a seat's displayed total and its parts by name: those counted so far in the final scoring (``walk``)."""
    if walk is not None:
        return walk.points[seat], walk.parts[seat]
    if not view["scores"]:
        return 0, dict.fromkeys(PARTS, 0)
    score = view["scores"][seat]
    return int(score["total"]), dict(score["parts"])


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw all players; during the set-up their place is taken by the sides to choose from."""
    if table.own.chart.composed is None:
        return
    moods = table.portraits.list_moods()
    table.draw_layer(c, "own", lambda: _own(table, c, table.below, table.own.places.own), moods, waits=True)
    for seat, box in zip(list_others(table), table.own.places.rivals, strict=True):
        table.draw_layer(c, f"rival.{seat}", partial(_rival, table, c, seat, box), moods, waits=True)


def _list_figures(table: LegendsTable, seat: int) -> tuple[int, int, int, int]:
    stage = table.stage
    return stage.coins[seat], stage.elixirs[seat], stage.supply[seat], stage.cities_left[seat]


def _paint_plate(table: LegendsTable, layer: Canvas, seat: int, box: Box, *, owes: bool, room: float) -> None:
    """Paint a player's panel with name and role; ``owes``: framed, because the player has to decide."""
    x, y, _w, _h = box
    player = table.seats[seat]
    portrait.draw_plate(layer, box, player.colour, owes=owes)
    text.draw_rows(layer, player.name, x + 92, y + 33, room, "title", "text.bright", "l", high=42)
    text.draw(layer, table.role(seat), x + 92, y + 61, "fine", "text.muted", "lm", max_w=room + 4)


def _paint_figure(table: LegendsTable, layer: Canvas, seat: int, word: str, x: float, y: float, k: float) -> None:
    """Paint the sign of coins, elixirs, armies or cities, ``k`` as large as on the panel of the viewer."""
    colour, emblem = table.own.emblem(seat)
    if word == "coins":
        shapes.coin(layer, x, y, 11 * k, "1", "gold")
    elif word == "elixirs":
        legends_pieces.elixir(layer, x, y, 25 * k)
    elif word == "armies":
        legends_pieces.draw_cube(layer, x, y, colour, emblem, 11 * k)
    else:
        legends_pieces.draw_city(layer, x, y, colour or 0, emblem, 1, 9.5 * k)


FIGURES = ("coins", "elixirs", "armies", "cities")
FIGURES_AT = (0.0, 62.0, 128.0, 214.0)
"""What a panel counts, and where that stands in the viewer's."""
SCORE_W = 176.0
"""Width of the column of points."""


# --- the person below -----------------------------------------------------------------------------------


def _own(table: LegendsTable, c: Canvas, seat: int, box: Box) -> None:
    t, is_brief = table.ctx.t, table.by_fingers and not table.own.is_open
    figures = _list_figures(table, seat)
    total, parts = count_points(table.stage.walk, table.view, seat)
    if table.by_fingers:
        head = (*box[:2], box[2] if is_brief else 188.0, box[3] if is_brief else 86.0)
        tip = (table.names[seat], explain(table, seat, "total"))
        table.ui.note(Target("own.plate", head, table.own.toggle_own, tip=tip, radius=10, sound="click"))
    shown = [part for part in PARTS if part in ALWAYS or parts[part]]
    x, y, w, h = box
    sx, low, left_w = x + w - SCORE_W, y + h - 36, w - SCORE_W - 44
    sum_box = (sx, y + h - 58, 154.0, 44.0)
    row = min(25.0, 108.0 / max(1, len(shown)))
    lines = layout.rows((sx - 4, y + 132 - row / 2, 162.0, 108.0), [row] * len(shown))
    owes = not table.busy and seat in table.pending
    abilities = _abilities(table, seat)

    def paint(layer: Canvas) -> None:
        _paint_plate(table, layer, seat, box, owes=owes, room=92)
        if is_brief:
            icons.gradient(layer, "laurel-crown", x + 106, y + 92, 24, ("base/star.high", "base/star.low"))
            text.draw(layer, number_text(total), x + 126, y + 92, "title", "text.bright", "lm")
            return
        shapes.rule(layer, x + 14, y + 86, w - 28, ornament=False)
        for word, left, top in (("cards", x + 20, y + 106), ("score", sx, y + 106), ("abilities", x + 20, y + 216)):
            most = 154 if word == "score" else left_w
            text.draw(layer, t(f"legends.panel.{word}"), left, top, "caption", "accent", "lm", max_w=most)
        font = text.resize("body", row - 2)
        for part, line in zip(shown, lines, strict=True):
            yy = layout.middle(line)
            text.draw(layer, t(f"legends.score.{part}"), sx, yy, font, "text.body", "lm", max_w=118)
            shapes.line(layer, sx, yy + row / 2, x + w - 22, yy + row / 2, "control.edge.disabled", 1, 150)
        stops = [(0, "selected.high"), (1, "selected.low")]
        shapes.gradient_box(layer, *sum_box, 9, stops, rim="edge")
        icons.gradient(layer, "laurel-crown", sx + 24, low, 27, ("base/star.high", "base/star.low"))
        text.draw(layer, t("legends.score.total"), sx + 46, low, "heading", "text.title", "lm", max_w=62)
        size = text.fit(layer, abilities, left_w - 2, 60, "body")
        text.paragraph(layer, abilities, x + 20, y + 232, left_w - 2, size, "text.body", bold_colour="text.strong")

    def paint_figures(layer: Canvas) -> None:
        """Draw what changes with most events on pictures of its own, which are small."""
        of = (f"/{table.view['pieces'][word]}" if word in FIGURES[2:] else "" for word in FIGURES)
        for at, word, number, most in zip(FIGURES_AT, FIGURES, figures, of, strict=True):
            left = x + 204 + at
            _paint_figure(table, layer, seat, word, left - 2 * (word == "armies"), y + 36, 1)
            text.draw(layer, f"{number}{most}", left + 15, y + 36, "name", "text.bright", "lm", max_w=56)
            text.draw(layer, t(f"legends.panel.{word}"), left - 10, y + 63, "fine", "text.muted", "lm", max_w=54)

    def paint_score(layer: Canvas) -> None:
        for part, line in zip(shown, lines, strict=True):
            points = number_text(parts[part])
            text.draw(layer, points, x + w - 24, layout.middle(line), "name", "text.bright", "rm")
        text.draw(layer, number_text(total), sx + 142, low + 0.5, "large figure", "text.bright", "rm")

    player = table.seats[seat]
    key = (player, tuple(shown), owes, abilities, table.role(seat), tuple(table.stage.bids), is_brief and total)
    table.panels.draw(c, "own", key, box, paint)
    table.panels.draw(c, "figures", (player, figures), (x + 188, y + 18, 268.0, 56.0), paint_figures)
    table.portraits.draw(c, seat, x + 47, y + 43, 34, box, "right")
    if is_brief:  # the plate stands for what it shows when it is opened
        names = [*(f"figure.{word}" for word in FIGURES), *(f"score.{seat}.{part}" for part in PARTS)]
        table.ui.small += [make_explaining(name, head, None) for name in names]
        return
    at = (x + w - 90, y + 116, 70.0, h - 130)
    table.panels.draw(c, "score", (player, total, tuple(parts.items())), at, paint_score)
    _tiles(table, c, seat, (x + 20, y + 122, left_w, OWN_TILE * 1.5), OWN_TILE)
    signs = _draw_tokens(table, c, seat, sx - 20, y + 106)
    scored = zip([*shown, "total"], [*lines, sum_box], strict=True)
    table.ui.explain_each("score", [_make_score_zone(table, seat, part, line) for part, line in scored])
    table.ui.explain_each("signs", [*signs, *_draw_leader(table, c, seat, x + 20, y + 70)])
    if table.overlooked and list_seen_tokens(table):
        tip = (t("legends.peek.title"), t("legends.peek.tip"))
        table.ui.icon_button(c, "peek", sx - 26, low, 17, "eye", partial(_peek, table), tip=tip)
    found = []
    for left, word, number in zip(FIGURES_AT, FIGURES, figures, strict=True):
        tip = (t(f"legends.panel.{word}"), t(f"legends.panel.{word}.tip"))
        place = (x + 188 + left, y + 18, 62.0, 56.0)
        found.append(make_explaining(f"figure.{word}", place, tip, value=str(number)))
    table.ui.explain_each("figures", found)


def _abilities(table: LegendsTable, seat: int) -> str:
    """Return the lasting abilities of cards and tokens as one line."""
    t = table.ctx.t
    bonus = table.view["bonuses"][seat]
    parts = [t(f"legends.bonus.{name}", n=bonus[name]) for name in ("move", "army") if bonus[name]]
    parts += [t("legends.bonus.flying", cost=bonus["sea"])] * bool(bonus["flying"])
    parts += [t("legends.bonus.immune")] * bool(bonus["immune"])
    scoring = [
        ability
        for card in table.stage.taken[seat]
        for ability in cards()[card].abilities
        if ability[0].startswith(("vp_", "set_"))
    ]
    each = [ability for ability in scoring if ability[0] == "vp_per_adjective"]
    parts += [one_ability_words(table.ctx.texts, ability) for ability in scoring if ability not in each]
    if each:
        parts.append(one_ability_words(table.ctx.texts, each[0], [ability[2] for ability in each]))
    return " \u00b7 ".join(parts) if parts else t("legends.bonus.none")


# --- the others --------------------------------------------------------------------------------------------


def _rival(table: LegendsTable, c: Canvas, seat: int, box: Box) -> None:
    player = table.seats[seat]
    figures = _list_figures(table, seat)
    total, parts = count_points(table.stage.walk, table.view, seat)
    owes = not table.busy and seat in table.pending
    sum_words = table.write_points(seat, number_text(total))
    x, y, w, h = box
    sum_x, middle = x + w - 40, y + h / 2
    counts = {**dict(zip(FIGURES, figures, strict=True)), "cards": len(table.stage.taken[seat])}
    tip = (player.name, table.ctx.t("legends.panel.rival.tip", **counts))
    if table.by_fingers:
        _draw_plate(table, c, seat, box, sum_words, tip)
        return

    def paint(layer: Canvas) -> None:
        _paint_plate(table, layer, seat, box, owes=owes, room=104)
        columns = layout.columns((x + 216, y + 15, 100, 66), 2)
        cells = [cell for column in columns for cell in layout.rows(column, 2)]
        for cell, word, number in zip(cells, FIGURES, figures, strict=True):
            left, line = cell[0], layout.middle(cell)
            _paint_figure(table, layer, seat, word, left, line, 0.86)
            text.draw(layer, str(number), left + 15, line, "name", "text.bright", "lm", max_w=26)
        stops = [(0, "base/seal.high"), (1, "rim.dark")]
        shapes.outline(layer, "circle", sum_x, middle, 25, stops, rim="edge", rim_w=1.4)
        text.draw(layer, sum_words, sum_x, middle, "large figure", "text.bright", "cm", fixed=True, max_w=40)

    key = (player, figures, sum_words, tuple(parts.items()), owes, table.role(seat))
    table.panels.draw(c, f"rival.{seat}", key, box, paint)
    table.portraits.draw(c, seat, x + 47, middle - 2, 33, box, "left")
    _tiles(table, c, seat, (x + 316, y + 26, 94, 45), RIVAL_TILE)
    for sign in (*_draw_leader(table, c, seat, x + 20, y + h - 20), *_draw_tokens(table, c, seat, x + w - 80, y + 16)):
        table.ui.note(sign)
    if not table.hides_points(seat):
        table.ui.note(_make_score_zone(table, seat, "total", (sum_x - 26, middle - 26, 52, 52)))
    table.ui.explain(f"rival.{seat}", (x + 14, y + 16, 196, h - 34), tip)
    _draw_bid(table, c, seat, x + 64, y + 22)


def _draw_bid(table: LegendsTable, c: Canvas, seat: int, x: float, y: float) -> None:
    """Draw the bid of a seat, or that it has made one."""
    bid = table.stage.bids[seat]
    if bid is not None or table.stage.committed[seat]:
        shapes.coin(c, x, y, 14, "?" if bid is None else str(bid), "gold")


def _draw_plate(table: LegendsTable, c: Canvas, seat: int, box: Box, points: str, tip: tuple[str, str]) -> None:
    """Draw another seat's plate at the upper edge for fingers; a tap shows its cards and its points (``tip``)."""
    x, y, w, h = box
    player, owes = table.seats[seat], not table.busy and seat in table.pending
    taken, figures = table.stage.taken[seat], _list_figures(table, seat)

    def paint(layer: Canvas) -> None:
        portrait.draw_plate(layer, box, player.colour, 10, (74, h), owes=owes)
        text.draw(layer, player.name, x + 84, y + 25, "name", "text.bright", "lm", max_w=w - 140)
        for cell, word, number in zip(layout.columns((x + 92, y + 59, w - 148, 0), 4), FIGURES, figures, strict=True):
            _paint_figure(table, layer, seat, word, cell[0], cell[1], 0.8)
            text.draw(layer, str(number), cell[0] + 13, cell[1], "label", "text.bright", "lm", max_w=24)
        stops = [(0, "base/seal.high"), (1, "rim.dark")]
        shapes.outline(layer, "circle", x + w - 32, y + h / 2, 22, stops, rim="edge", rim_w=1.4)
        text.draw(layer, points, x + w - 32, y + h / 2, "title", "text.bright", "cm", fixed=True, max_w=36)

    table.panels.draw(c, f"rival.{seat}", (player, figures, points, owes), box, paint)
    rows = [tip[1]]
    if taken:
        rows.append(", ".join(card_name(table.ctx.texts, card) for card in taken))
    if not table.hides_points(seat):
        rows.append(explain(table, seat, "total"))
    table.portraits.draw(c, seat, x + 42, y + h / 2, 32, box, "below")
    signs = [*_draw_leader(table, c, seat, x + 20, y + h - 16), *_draw_tokens(table, c, seat, x + w - 60, y + 22)]
    rows += [f"*{sign.tip[0]}:* {sign.tip[1]}" for sign in signs if sign.tip is not None]
    table.ui.explain(f"rival.{seat}", box, (tip[0], "\n".join(rows)))
    _draw_bid(table, c, seat, x + 66, y + 18)


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
            draw_lying(layer, tile(layer, card, w), x + k * pitch, y)

    table.panels.draw(c, f"tiles.{seat}", tuple(taken), box, paint)
    found = []
    for k, card in enumerate(taken):
        wide = w if k == len(taken) - 1 else min(w, pitch)
        zone = (x + k * pitch, y, wide, high)
        told = partial(card_tip, table.ctx.texts, card)
        show = partial(table.ctx.ask, *told())
        target = Target(f"taken.{seat}.{k}", zone, show, contains=exactly(zone), radius=5, sound="", told=told)
        if table.ui.hover == target.id:
            shapes.round_rect(c, x + k * pitch - 1, y - 1, w + 2, w * 1.5 + 2, 4, "edge.bright", border=1.8)
        found.append(target)
    table.ui.explain_each(f"taken.{seat}", found)


def _draw_tokens(table: LegendsTable, c: Canvas, seat: int, right: float, y: float) -> list[Target]:
    """Draw the tokens of a seat from ``right`` to the left; return their targets."""
    t, found = table.ctx.t, []
    for k, token in enumerate(table.view["held"][seat]):
        code = TOKEN_CODES[token]
        cx = right - 12 - k * 26
        legends_pieces.token(c, cx, y, code, 11)
        tip = (t(f"legends.token.{code}.name"), t(f"legends.token.{code}.help"))
        found.append(make_explaining(f"held.{seat}.{token}", (cx - 12, y - 12, 24.0, 24.0), tip, exact=True))
    return found


def list_seen_tokens(table: LegendsTable) -> str:
    """Return the face-down tokens that the bottom seat has seen, one per line."""
    rows = []
    for each in table.view["face_down"]:
        if each["token"] is not None:
            name = table.ctx.t(f"legends.token.{TOKEN_CODES[each['token']]}.name")
            rows.append(f"{table.own.region_name(each['region'])}: *{name}*")
    return "\n".join(rows)


LEADER_SIGNS = {
    "fairy_queen": "fairy", "bandit_king": "bandit", "red_sorceress": "witch-face", "white_knight": "visored-helm",
}  # fmt: skip


def _draw_leader(table: LegendsTable, c: Canvas, seat: int, cx: float, cy: float) -> list[Target]:
    """Draw a small round sign of a seat's leader around a point; return its targets: one, none without a leader."""
    leader = table.stage.leaders[seat]
    if leader is None:
        return []
    code, t = LEADER_CODES[leader], table.ctx.t
    stops = ((0, "base/seal.high"), (1, "rim.dark"))
    shapes.outline(c, "circle", cx, cy, 13, stops, rim="edge.bright", rim_w=1.2, shadow="coin")
    icons.draw(c, LEADER_SIGNS[code], cx, cy, 17, "text.bright")
    tip = (t(f"legends.leader.{code}.name"), t(f"legends.leader.{code}.help"))
    return [make_explaining(f"leader.{leader}", (cx - 14, cy - 14, 28, 28), tip)]


def _make_score_zone(table: LegendsTable, seat: int, part: str, box: Box) -> Target:
    """Return the target of a score part: hovering explains it and lights its regions."""
    tip = (f"{table.names[seat]}: {table.ctx.t(f'legends.score.{part}')}", explain(table, seat, part))
    value = ""
    if table.view["scores"]:
        parts = table.view["scores"][seat]["parts"]
        value = number_text(table.view["points"][seat] if part == "total" else parts[part])
    name, hit = f"score.{seat}.{part}", exactly(box)
    return Target(name, box, lambda: None, tip=tip, contains=hit, radius=6, sound="", value=value)


def explain(table: LegendsTable, seat: int, part: str) -> str:
    """Return in words how a score part of a seat is made up."""
    t = table.ctx.t
    if not table.view["scores"]:
        return ""
    score: dict[str, Any] = table.view["scores"][seat]
    if part == "total":
        found = ((one, score["parts"][one]) for one in PARTS if score["parts"][one])
        sums = [f"{t(f'legends.score.{one}')}: *{number_text(points)}*" for one, points in found]
        return "\n".join([*sums, t("legends.score.total.tip")])
    rows = [t(f"legends.score.{part}.tip")]
    if part == "regions" and score["regions"]:
        rows.append(", ".join(table.own.region_name(region) for region in score["regions"]))
    elif part == "islands":
        for number in score["islands"]:
            rows.append("\u2022 " + ", ".join(table.own.region_name(one) for one in table.view["islands"][number]))
    elif part == "cards":
        rows += [f"{card_name(table.ctx.texts, card)}: *{number_text(points)}*" for card, points in score["cards"]]
    elif part == "elixirs":
        rows.append(", ".join(f"{name} *{table.stage.elixirs[k]}*" for k, name in enumerate(table.names)))
    elif part == "tokens":
        named = ((t(f"legends.token.{TOKEN_CODES[token]}.name"), points) for token, points in score["tokens"])
        rows += [f"{name}: *{number_text(points)}*" for name, points in named]
    return "\n".join(rows)


def _peek(table: LegendsTable) -> None:
    """Open the handover curtain, after which the tokens that the bottom seat has seen are shown."""
    seat = table.viewer
    if seat is None:
        return
    seen = list_seen_tokens(table)
    look_away = [table.names[k] for k in table.people if k != seat]

    def ready() -> None:
        table.own.after_curtain = seen

    table.ctx.stack.push(Curtain(table.ctx, table.session.seats[seat], look_away, ready))
