"""What a screen reader is told of a table of King of the Dice: dice, citizens, and regions with their neighbours."""

from collections.abc import Sequence

from games.king_of_the_dice.dice import COLOURS, to_colour, to_number
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.messages import region_name
from games.king_of_the_dice.moves import Kind, decode
from scenes.common.player_identity import describe_sign
from scenes.king_of_the_dice import choices
from scenes.king_of_the_dice.kingdom import describe_region
from scenes.king_of_the_dice.market import describe_pile, list_compared_signs
from scenes.king_of_the_dice.requirements import Progress, find_progress
from scenes.king_of_the_dice.right_column import score_words
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.king_of_the_dice.words import card_name, pile_name
from scenes.shell.spoken_scene import NOTHING, Neighbour, ZonePlan, end_sentence, join_names
from scenes.shell.targets import Target, split_id
from scenes.table import spoken_table
from sprites.base.drawn_words import make_plain


class SpokenTable(spoken_table.SpokenTable):
    """Speech of a table of King of the Dice."""

    own_zones = (
        ZonePlan("dice", ("die.", "added.")),
        ZonePlan("market", ("card.", "offer.", "joker")),
        ZonePlan("hand", ("own.", "steal.")),
        ZonePlan("board", ("region.",), is_board=True),
    )
    picture_zones = ("dice", "hand", "board")
    table: DiceTable

    def is_empty_place(self, target: Target) -> bool:
        """Whether a target is a free region in which nothing lies."""
        kind, at = split_id(target.id)
        return kind == "region" and describe_region(self.table, at)[1] == self.table.ctx.t("king_of_the_dice.map.free")

    def find_target(self, action: int) -> str:
        """Return the id of the target for an action: a region, citizen, joker, item to take, or button."""
        table, move = self.table, decode(action)
        if move.kind == Kind.KEEP:
            return "main"
        if move.kind == Kind.JOKER:
            shown = (f"joker.{move.symbol}", f"offer.{move.symbol}")
            return next((target for target in shown if table.ui.find(target) is not None), "second")
        if table.phase in choices.PANEL_PHASES:
            wanted = choices.taking(table.moves)
            return f"steal.{wanted.index(move)}" if move in wanted else "second"
        if move.pile is not None:
            return f"card.{move.pile}"
        if move.region is not None:
            return f"region.{move.region}"
        return "second" if table.ui.find("second") is not None else "main"

    def list_preparing(self) -> Sequence[str]:
        """Return the ids of the dice, which can be kept before the others are rolled again; () otherwise."""
        return [f"die.{at}" for at in range(len(self._list_dice()))] if self.table.phase == "roll" else ()

    def find_call(self) -> tuple[str, str]:
        """Return title and text of the instruction for the viewer, with the dice while they matter."""
        title, body = choices.instruction(self.table)
        dice = self._list_dice() if self.table.phase in ("roll", "check") else []
        said = self.table.ctx.t("king_of_the_dice.reader.dice", dice=", ".join(dice)) if dice else ""
        return title, f"{end_sentence(make_plain(body))} {said}".strip()

    def _list_dice(self) -> list[str]:
        """Return what the dice show: number and colour."""
        t = self.table.ctx.t
        signs = [*self.table.view["symbols"], *self.table.view["added"]]
        return [f"{to_number(sign)} {t(f'king_of_the_dice.colour.{COLOURS[to_colour(sign)]}')}" for sign in signs]

    def name_target(self, target: Target) -> str:
        """Return the name of a region with what lies there, of a citizen, a die or a plate."""
        table, (kind, at) = self.table, split_id(target.id)
        if kind == "region":
            head, body = describe_region(table, at)
            return f"{make_plain(head)}: {make_plain(body)}"
        if kind == "card" and at < len(table.stage.market):
            card = table.stage.market[at]
            return pile_name(table.ctx, at) if card is None else card_name(table.ctx, card)
        if kind == "die":
            dice = self._list_dice()
            if at < len(dice):
                kept = table.ctx.t("king_of_the_dice.reader.kept") if table.own.kept >> at & 1 else ""
                return dice[at] + (f", {kept}" if kept else "")
        if kind == "steal":
            wanted = choices.taking(table.moves)
            if at < len(wanted):
                return make_plain(choices.move_label(table, wanted[at]))
        return self.name_seat_target(target)

    def describe_target(self, target: Target) -> str:
        """Return what a citizen asks for and brings, the neighbours of a region, or how points are made up."""
        table, (kind, number) = self.table, split_id(target.id)
        if kind == "region":
            names = [each.name for each in self.list_neighbours(target.id)] if self.is_whole else []
            return table.ctx.t("king_of_the_dice.reader.neighbours", names=join_names(names)) if names else NOTHING
        if kind == "card":
            found = self._find_progress(number)
            count = (
                "" if found is None else table.ctx.t(f"{table.game}.reader.progress", have=found.have, want=found.want)
            )
            return f"{count} {describe_pile(table, number)[1]}"
        if kind == "die":
            every = [self._find_progress(at) for at in range(len(table.stage.market))]
            wanted = [at for at, found in enumerate(every) if found is not None and number in found.dice]
            citizens = table.ctx.texts.join([pile_name(table.ctx, at) for at in wanted])
            return table.ctx.t(f"{table.game}.reader.wanted", names=citizens) if wanted else ""
        if kind == "plate":
            sign = describe_sign(table.ctx, table.seats[number])
            return f"{end_sentence(make_plain(score_words(table, number)))} {sign}"
        return ""

    def _find_progress(self, pile: int) -> Progress | None:
        """Return the progress of the dice towards a pile's open citizen; None without one, or while that is hidden."""
        card, signs = self.table.stage.market[pile], list_compared_signs(self.table)
        return None if card is None or not signs else find_progress(card, signs)

    def list_neighbours(self, target: str) -> list[Neighbour]:
        """Return the neighbours of the region that is the target; none for other targets."""
        kind, number = split_id(target)
        if kind != "region":
            return []
        wanted = self.table.view["arrangement"]
        near = next(one.near for one in kingdom().arrangements if one.name == wanted)[number]
        texts, names = self.table.ctx.texts, self.table.names
        return [
            Neighbour(f"region.{at}", str(texts.value(region_name(at), names)))
            for at in range(near.bit_length())
            if near >> at & 1
        ]

    def describe_score(self, seat: int) -> str:
        """Return in words the points of a seat, its castles, gems and flames."""
        table = self.table
        view = table.view
        white, gold = view["gems"][seat]
        points = table.write_points(seat, str(view["scores"][seat]["total"]))
        return table.ctx.t(
            "king_of_the_dice.reader.score", points=points, castles=len(view["markers"][seat]), white=white, gold=gold,
            flames=view["tamed"][seat],
        )  # fmt: skip

    def list_hand(self) -> list[str]:
        """Return the viewer's citizens in words."""
        table = self.table
        return [card_name(table.ctx, card) for card in table.view["citizens"][table.below]]
