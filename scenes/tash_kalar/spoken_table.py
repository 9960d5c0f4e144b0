"""What a screen reader is told of a table of Tash-Kalar: squares by letter and digit, beings, and their patterns."""

from games.tash_kalar.cards import list_decks
from games.tash_kalar.messages import square_name
from games.tash_kalar.moves import Kind, decode
from scenes.common.player_identity import describe_sign
from scenes.shell.spoken_scene import NOTHING, Neighbour, ZonePlan
from scenes.shell.targets import Target, split_id
from scenes.table import spoken_table
from scenes.tash_kalar import choices, tooltips
from scenes.tash_kalar.scene_model import TashTable
from scenes.tash_kalar.words import is_flare

MOST_FITS = 6
"""Squares that are named for one being."""


class SpokenTable(spoken_table.SpokenTable):
    """Speech of a table of Tash-Kalar."""

    own_zones = (
        ZonePlan("turn", ("row.", "kind.")),
        ZonePlan("hand", ("hand.", "shown")),
        ZonePlan("board", ("sq.",), is_board=True),
        ZonePlan("tasks", ("task.",)),
        ZonePlan("cards", ("deck.", "kept.", "recent.", "pile.")),
    )
    picture_zones = ("hand", "board", "tasks")
    table: TashTable
    _asked = -1
    """Which of the beings was told last."""

    def is_empty_place(self, target: Target) -> bool:
        """Whether the target is a square without a piece."""
        kind, square = split_id(target.id)
        return kind == "sq" and square not in self.table.stage.men

    def find_target(self, action: int) -> str:
        """Return the id of the target for an action: a card, a square, a task or a button."""
        table, move = self.table, decode(action)
        if move.kind in (Kind.SUMMON, Kind.FLARE, Kind.RETURN):
            return self._find_card(move.card)
        if move.kind is Kind.USE:
            code = next(one.code for one in list_decks() if one.deck == move.number)
            ready = move.card >= 0 and table.own.find_use(move.card) is not None
            return self._find_card(move.card) if ready else f"row.use.{code}"
        if move.kind is Kind.DISCARD:
            return self._find_card(move.card) if table.own.discarding else "row.discard"
        if move.kind is Kind.PLACE and table.own.choices.phase == "main" and not table.own.placing:
            return "row.place"
        if move.kind is Kind.TASK:
            return f"task.{move.number}"
        buttons = table.own.choices.buttons(table.marked_move)
        if move in buttons:
            return f"choice.{buttons.index(move)}"
        for square, lit in table.own.choices.by_square.items():
            if lit == move:
                return f"sq.{square}"
        return "second" if table.ui.find("second") is not None and table.own.choices.declining else "main"

    def _find_card(self, card: int) -> str:
        held = [one.card for one in self.table.stage.hand]
        return f"hand.{held.index(card)}" if card in held else ""

    def find_call(self) -> tuple[str, str]:
        """Return title and text of the prompt, as it is while nothing is pointed at."""
        return choices.find_prompt(self.table, is_spoken=True)[:2]

    def name_target(self, target: Target) -> str:
        """Return a square as letter and digit with what stands there, or a plate with its score."""
        table, (kind, at) = self.table, split_id(target.id)
        if kind == "sq":
            man = table.stage.men.get(at)
            if man is None:
                what = table.ctx.t("tash_kalar.told.empty")
            else:
                what = table.ctx.t(
                    "tash_kalar.told.stands", name=table.seats[man.colour].name, rank=table.own.words.rank(man.rank)
                )
                what = " ".join((what, *(f"{table.ctx.t(f'{one.code}.mark.{one.kind}')}." for one in man.marks)))
            return f"{square_name(at)}: {what}".rstrip(".")
        seats = self._list_side(target)
        if seats:
            names = table.ctx.texts.join([table.names[seat] for seat in seats])
            return f"{names}: {self.describe_score(seats[0])}"
        if kind == "hand" and at < len(table.stage.hand):
            card = table.stage.hand[at].card
            return table.own.words.card(card) if card >= 0 else table.ctx.t("tash_kalar.reader.back")
        if target.id.startswith("kept."):
            seat, card = map(int, target.id.split(".")[1:])
            return table.ctx.t("tash_kalar.reader.kept", name=table.names[seat], card=table.own.words.card(card))
        return self.name_seat_target(target)

    def describe_target(self, target: Target) -> str:
        """Return in words what a square is and can be used for, except what its name says already."""
        kind, square = split_id(target.id)
        if kind != "sq":
            signs = [describe_sign(self.table.ctx, self.table.seats[seat]) for seat in self._list_side(target)]
            return " ".join(signs) or super().describe_target(target)
        first, *rest = tooltips.square(self.table, square)[1].split("\n")
        now = self.table.own.choices
        if not self.is_whole and now.phase == "main" and square in now.by_square:
            rest.pop()  # what is asked says what can be done there
        return first if self.table.own.square_kind(square) == "wall" else "\n".join(rest) or NOTHING

    def _list_side(self, target: Target) -> list[int]:
        """Return the seats of the side that a panel stands for; none for other targets."""
        kind, number = split_id(target.id)
        return [seat for seat, side in enumerate(self.table.view["sides"]) if kind == "player" and side == number]

    def list_neighbours(self, target: str) -> list[Neighbour]:
        """Return the squares around the square that is the target, where they have targets."""
        centre = self.table.ui.find(target) if split_id(target)[0] == "sq" else None
        if centre is None:
            return []
        x, y, w, h = centre.box
        return [
            Neighbour(one.id, self.name_target(one))
            for one in self.table.ui.targets
            if one.id.startswith("sq.")
            and one.id != target
            and abs(one.box[0] - x) < 1.5 * w
            and abs(one.box[1] - y) < 1.5 * h
        ]

    def answer(self, question: str) -> str:
        """Return the answer to a question; to "patterns", one being of the hand more with each question: where it fits
        or what it lacks."""
        if question != "patterns" or self.table.viewer is None or self.table.overlooked:
            return super().answer(question)
        rows = self._list_patterns()
        self._asked = (self._asked + 1) % len(rows)
        return rows[self._asked]

    def _list_patterns(self) -> list[str]:
        """Return, for each being of the hand, in words where it fits or what it lacks; those that fit first."""
        table, t = self.table, self.table.ctx.t
        rows, fitting = [], []
        for held in table.stage.hand:
            if held.card < 0 or is_flare(held.card):
                continue
            name = table.own.words.card(held.card)
            fits = sorted({each.square for each in table.own.list_placements(held.card)})
            near = table.own.reading.list_near_placements(held.card)
            if fits:
                squares = ", ".join(map(square_name, fits[:MOST_FITS]))
                fitting.append(t("tash_kalar.reader.fits", card=name, squares=squares))
            elif near:
                lacks = ", ".join(
                    f"{square_name(at)} ({table.own.words.rank(rank)})" for at, rank in sorted(near[0].missing)
                )
                square = square_name(near[0].square)
                rows.append(
                    t("tash_kalar.reader.lacks", card=name, square=square, n=len(near[0].missing), squares=lacks)
                )
            else:
                rows.append(t("tash_kalar.reader.never", card=name))
        return fitting + rows or [t("tash_kalar.reader.no_beings")]

    def describe_score(self, seat: int) -> str:
        """Return in words the points and pieces of a seat's side."""
        table = self.table
        view = table.view
        side = view["sides"][seat]
        count = sum(len(men) for men in view["pieces"][side].values())
        points = table.write_points(seat, str(view["scores"][side]))
        return table.ctx.t("tash_kalar.reader.score", points=points, n=count)

    def list_hand(self) -> list[str]:
        """Return the names of the cards that the viewer holds."""
        return [self.table.own.words.card(held.card) for held in self.table.stage.hand if held.card >= 0]
