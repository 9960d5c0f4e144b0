"""What a screen reader is told of a table of Legends: regions with who stands there, ways by land and sea, cards."""

from collections.abc import Sequence

from engine.chance import SeededChance
from games.legends import RULES
from games.legends.moves import Kind, decode
from games.legends.state import State
from scenes.legends import action, choices, region_targets
from scenes.legends.card_view import ability_words, action_words, card_name
from scenes.legends.scene_model import LegendsTable
from scenes.shell.spoken_scene import NOTHING, Neighbour, ZonePlan, end_sentence
from scenes.shell.targets import Target, split_id
from scenes.table import spoken_table
from sprites.base.drawn_words import make_plain


class SpokenTable(spoken_table.SpokenTable):
    """Speech of a table of Legends."""

    own_zones = (
        ZonePlan("market", ("card.", "bid.")),
        ZonePlan("board", ("region.", "piece."), is_board=True),
        ZonePlan("hand", ("taken.", "figure.")),
    )
    picture_zones = ("market", "board")
    table: LegendsTable

    def is_empty_place(self, target: Target) -> bool:
        """Whether the target is a region in which nothing stands or lies."""
        kind, at = split_id(target.id)
        is_empty = self.table.ctx.t("legends.table.empty")
        return kind == "region" and region_targets.region_tip(self.table, at, [])[1] == is_empty

    def find_target(self, action_code: int) -> str:
        """Return the id of the target for an action: a card, region, piece, segment or button."""
        table, move = self.table, decode(action_code)
        if move.kind == Kind.CARD:
            return f"card.{move.number}"
        if move.kind == Kind.BID:
            return "main"
        for target in (f"piece.{action_code}", f"segment.{action_code}", f"choice.{action_code}"):
            if table.ui.find(target) is not None:
                return target
        return "main" if move.region is None else f"region.{move.region}"

    def list_preparing(self) -> Sequence[str]:
        """Return the ids of the buttons that change the bid."""
        return ("bid.coins", "bid.more", "bid.less") if self.table.phase == "auction" else ()

    def find_call(self) -> tuple[str, str]:
        """Return title and text of the action panel."""
        title, body, *_ = action.find_call(self.table)
        if self.table.phase == "auction":
            body += " " + self.table.ctx.t("legends.button.bid", coins=self.table.own.bid)
        return title, body

    def name_target(self, target: Target) -> str:
        """Return the name of a region with what stands there, of a card with its price, or of a plate."""
        table, (kind, at) = self.table, split_id(target.id)
        if kind == "region":
            moves = choices.group_by_region(table.moves).get(at, [])
            head, body = region_targets.region_tip(table, at, moves)
            choose = table.ctx.t("legends.told.choose")  # that it can be chosen is told as its state
            lines = [line.removeprefix(choose).strip() for line in body.split("\n")]
            body = "\n".join(filter(None, lines))
            return f"{head}: {make_plain(body)}"
        if kind == "card" and at < len(table.view["row"]):
            price = table.view["prices"][at]
            words = table.ctx.t("legends.button.take", n=price) if price else table.ctx.t("legends.button.take.free")
            return f"{card_name(table.ctx.texts, table.view['row'][at])}: {words}"
        if kind == "piece" and target.tip is not None:
            return target.tip[1]
        return self.name_seat_target(target)

    def describe_target(self, target: Target) -> str:
        """Return what a card brings, or the ways from a region by land and by sea."""
        table, (kind, at) = self.table, split_id(target.id)
        if kind == "card" and at < len(table.view["row"]):
            card, texts = table.view["row"][at], table.ctx.texts
            parts = (
                ability_words(texts, card),
                action_words(texts, card),
                "" if target.told is None else target.told()[1],
            )
            return " ".join(end_sentence(make_plain(part)) for part in parts if part)
        if kind == "choice" and not self.is_whole:
            return NOTHING  # what is asked says that only one can be had
        if kind != "region":
            return super().describe_target(target)
        if not self.is_whole:
            return NOTHING
        near = [
            each.name + (f" ({each.relation})" if each.relation else "") for each in self.list_neighbours(target.id)
        ]
        return table.ctx.t("legends.reader.neighbours", names=", ".join(near))

    def list_neighbours(self, target: str) -> list[Neighbour]:
        """Return the neighbours of the region that is the target: by land, then by sea with the moves needed."""
        table, (kind, here) = self.table, split_id(target)
        if kind != "region" or table.own.chart.composed is None:
            return []
        state: State = RULES.determinize(table.view, SeededChance(1))
        if here >= len(state.board.land):
            return []
        cost = table.view["bonuses"][table.below]["sea"]
        across = table.ctx.t("legends.reader.sea", n=cost)
        return [
            Neighbour(f"region.{at}", table.own.region_name(at), relation)
            for mask, relation in ((state.board.land[here], ""), (state.board.sea[here], across))
            for at in range(mask.bit_length())
            if mask >> at & 1
        ]

    def describe_score(self, seat: int) -> str:
        """Return in words the points of a seat so far, and its coins."""
        table = self.table
        points = table.write_points(seat, str(table.view["points"][seat]))
        return table.ctx.t("legends.reader.score", points=points, n=table.view["coins"][seat])

    def list_hand(self) -> list[str]:
        """Return the cards that the viewer has taken, with their actions."""
        texts = self.table.ctx.texts
        return [
            f"{card_name(texts, card)} ({make_plain(action_words(texts, card))})"
            for card in self.table.view["cards"][self.table.below]
        ]
