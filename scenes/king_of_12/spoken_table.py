"""What a screen reader is told of a table of King of 12: cards with what they do to the player's die, dice, crowns."""

from collections.abc import Sequence

from games.king_of_12.moves import Move, decode
from scenes.king_of_12 import right_column
from scenes.king_of_12.choices import describe_choice, describe_value, find_preview, find_target
from scenes.king_of_12.scene_model import KingTable
from scenes.shell.spoken_scene import ZonePlan
from scenes.shell.targets import Target, split_id
from scenes.table import spoken_table
from sprites.base.drawn_words import make_plain


class SpokenTable(spoken_table.SpokenTable):
    """Speech of a table of King of 12."""

    own_zones = (
        ZonePlan("hand", ("hand.", "face.", "order.", "theft.")),
        ZonePlan("dice", ("die.", "tokens.")),
        ZonePlan("cards", ("card.", "backs.", "crown.", "played.", "sign.")),
    )
    picture_zones = ("hand",)
    table: KingTable

    def describe_picture(self, targets: Sequence[Target]) -> str:
        """Return in words each seat's die, card and value on the stage, then the hand and the score."""
        t, rows = self.table.ctx.t, []
        for seat, one in enumerate(self.table.stage.seats):
            card = one.card
            parts = [f"{t('king_of_12.die.title', name=self.table.names[seat])}: {one.die.face}"]
            if card is not None and card.code is not None and card.turn >= 1:
                parts.append(self.table.own.card_name(card.code))
            parts += [self.table.own.write_value(make_plain(one.pill))] if one.pill else []
            rows.append(", ".join(parts))
        return f"{t('reader.zone.dice')}: {'; '.join(rows)}. {super().describe_picture(targets)}"

    def find_target(self, action: int) -> str:
        """Return the id of the target for an action: a card, a face, an order or a token."""
        return find_target(decode(action))

    def find_call(self) -> tuple[str, str]:
        """Return title and text of the panel above the main button."""
        table = self.table
        title, body, *_ = right_column.call(table)
        return title, self._describe_choice(table.marked_move) or body

    def name_target(self, target: Target) -> str:
        """Return the name of a plate with its score, or of a die with its face."""
        kind, seat = split_id(target.id)
        if kind == "die":
            t = self.table.ctx.t
            face = self.table.stage.seats[seat].die.face
            return f"{t('king_of_12.die.title', name=self.table.names[seat])}: {face}"
        if kind == "card" and seat < len(self.table.names) and target.tip is not None:
            return f"{target.tip[0]}, {self.table.names[seat]}"
        return self.name_seat_target(target)

    def describe_target(self, target: Target) -> str:
        """Return in words what a card of the hand does, or what the player's die shows."""
        if not target.id.startswith("hand.") or target.tip is None:
            return super().describe_target(target)
        table, said = self.table, target.tip[1]
        if self.is_whole:
            face = table.stage.seats[table.below].die.face
            return f"{said} {table.ctx.t('king_of_12.reader.die', face=face)}"
        move = next((one for one in table.moves if find_target(one) == target.id), None)
        return self._describe_choice(move) or said

    def _describe_choice(self, move: Move | None) -> str:
        """Return what a card does to the player's die, and that nobody else has it, if so; "" for no card."""
        preview = find_preview(self.table, move)
        if preview is None:
            return ""
        return (describe_value if preview.holders else describe_choice)(self.table, preview)

    def describe_score(self, seat: int) -> str:
        """Return in words the crowns of a seat and its points of this round."""
        view = self.table.view
        points = self.table.write_points(seat, str(view["points"][seat]))
        return self.table.ctx.t("king_of_12.reader.score", n=view["crowns"][seat], points=points)

    def list_hand(self) -> list[str]:
        """Return the names of the cards in the viewer's hand."""
        return [self.table.own.card_name(card) for card in self.table.view["hand"]]
