"""What a screen reader is told of any table: its zones, the decision at hand, the chronicle, and answers to questions.

Each game adds the names of its places and cards, and which target stands for which move
(``spoken_table.py`` of its scenes).
"""

from collections.abc import Sequence

from ai.decision import find_recommendation
from scenes.common.player_identity import describe_sign
from scenes.shell.spoken_scene import BAR, Matter, SpokenScene, ZonePlan, end_sentence
from scenes.shell.targets import Target, split_id
from scenes.table.script import AnyTable
from sprites.base.drawn_words import make_plain

MOST_NEWS = 12
"""Lines of the chronicle in the answer to what has changed."""
DECISION = ZonePlan("decision", ("main", "second", "third", "choice.", "guide.", "ready", "share", "why", "undo"))
PLAYERS = ZonePlan("players", ("plate.", "player.", "rival.", "score.", "group.", "row.k"))
CHRONICLE = ZonePlan("chronicle", ("line.", "chronicle", "word."))
ADVICE = ZonePlan("advice", ("advice.", "goal.", "twists", "speech", "last", "refused", "step.", "lesson."))
TABLE = ZonePlan("table")
SEAT_TARGETS = ("plate", "rival")
"""How the ids of targets begin that stand for a seat."""


class SpokenTable(SpokenScene):
    """Speech of a table; ``table`` is what its parts see of it."""

    text_zone = "written"
    own_zones: Sequence[ZonePlan] = ()
    """The zones that only this game has."""
    picture_zones: Sequence[str] = ("hand", "board")
    """Those of them that tell what a picture of the table shows."""

    def __init__(self, table: AnyTable) -> None:
        super().__init__(table)
        self.table: AnyTable = table
        self.zones = (DECISION, *self.own_zones, PLAYERS, ADVICE, CHRONICLE, TABLE, ZonePlan("written", ("\0",)), BAR)

    # --- for each game ------------------------------------------------------------------------------

    def find_target(self, action: int) -> str:
        """Return the id of the target by which an action is chosen; "" for none."""
        return ""

    def list_preparing(self) -> Sequence[str]:
        """Return the ids of targets that prepare the decision which the main button then makes."""
        return ()

    def find_call(self) -> tuple[str, str]:
        """Return title and text of the call to action; ("", "") without one."""
        return "", ""

    def describe_score(self, seat: int) -> str:
        """Return the score of a seat in words."""
        return ""

    def list_hand(self) -> list[str]:
        """Return the cards or pieces in the viewer's hand, in words."""
        return []

    def is_empty_place(self, target: Target) -> bool:
        """Whether a target is an empty place of the board, which a picture need not mention."""
        return False

    def describe_picture(self, targets: Sequence[Target]) -> str:
        """Return what a picture with these targets shows: its zones with their pieces and cards, and the score."""
        t, told = self.table.ctx.t, []
        for zone in self.picture_zones:
            found = [one for one in targets if self.find_zone(one.id) == zone and not self.is_empty_place(one)]
            names = [make_plain(self.name_target(one) or one.label or (one.tip or ("",))[0]) for one in found]
            said = "; ".join(dict.fromkeys(name.removesuffix(".") for name in names if name))
            told += [end_sentence(f"{t(f'reader.zone.{zone}')}: {said}")] if said else []
        return " ".join([*told, self.answer("score")])

    def describe_target(self, target: Target) -> str:
        """Return what a target is, by its tip, and of a seat its colour and emblem; "" for others."""
        seat = self._find_seat(target)
        if seat is None:
            return ""
        tip = target.tip or (target.told() if target.told is not None else ("", ""))
        sign = describe_sign(self.table.ctx, self.table.seats[seat])
        return " ".join(part for part in (end_sentence(make_plain(tip[1])), sign) if part)

    # --- the decision ---------------------------------------------------------------------------------

    def list_matters(self) -> list[Matter]:
        """Return the targets that can be chosen, the Master's advice first, then the main button."""
        table = self.table
        found: dict[str, str] = {}
        wanted = self._find_lesson_target()
        if wanted:
            return [Matter(wanted, table.ctx.t("reader.lesson.wanted"))]
        hint = table.hints.shown
        best = None if hint is None else find_recommendation(hint, ())
        legal = [one for one in table.legal() if one not in table.session.rules.resignations]
        order = sorted(legal, key=lambda action: action != best)
        for action in order:
            target = self.find_target(action)
            if target and target not in found:
                found[target] = self._explain_advice(action) if action == best else ""
        if table.guide is not None and not table.guide.whole:
            found = {target: reason for target, reason in found.items() if table.ui.find(target) is not None}
        amber = table.ui.amber
        if amber is not None and not found.get(amber.id):
            found.pop(amber.id, None)
            found[amber.id] = ""
        prepared = [table.ui.find(target) for target in self.list_preparing()] if legal else []
        found = {**{target.id: "" for target in prepared if target is not None and target.enabled}, **found}
        return [Matter(target, reason) for target, reason in found.items()]

    def find_marked_place(self) -> str:
        """Return the target of the action that is marked; "" for none."""
        chosen = self.table.chosen
        return "" if chosen is None else self.find_target(chosen)

    def _explain_advice(self, action: int) -> str:
        table = self.table
        hint = table.hints.shown
        considered = [] if hint is None else [one for one in hint.considered if one.action == action]
        reasons = [make_plain(table.ctx.say(each, table.names)) for one in considered for each in one.reasons]
        return table.ctx.t("reader.advised", reasons=" ".join(reasons))

    def _find_lesson_target(self) -> str:
        """Return what a lesson wants to be pressed next; "" where the learner has to find it."""
        guide = self.table.guide
        return "" if guide is None else guide.find_spoken_target()

    def find_prompt(self) -> str:
        """Return the lesson's words, else the call to action; "" while others decide."""
        table = self.table
        if table.busy and not table.confirming:
            return ""
        said = "" if table.guide is None else table.guide.describe_spoken()
        if said:
            wanted = table.ui.find(self._find_lesson_target())
            if wanted is not None:
                name = make_plain(self.name_target(wanted) or wanted.label or (wanted.tip or ("",))[0]).split(":")[0]
                said += " " + table.ctx.t("reader.lesson.press", name=name)
            return make_plain(said)
        if table.finished_turn.is_open:
            return table.finished_turn.say()
        if table.rival_why.is_open:
            return table.rival_why.say()
        if not (table.may_act() or table.confirming or table.finished):
            return ""
        if table.confirming and table.ui.amber is not None:  # the chronicle has told what is confirmed
            return table.ui.amber.label
        last = end_sentence(make_plain(table.last_call.say())) if table.last_call.is_visible else ""
        return f"{last} {self.describe_call()}".strip()

    def describe_call(self) -> str:
        """Return the call to action as spoken text."""
        return " ".join(end_sentence(make_plain(part)) for part in self.find_call() if part)

    # --- questions ------------------------------------------------------------------------------------

    def answer(self, question: str) -> str:
        """Return the answer to a question about the game."""
        table, t = self.table, self.table.ctx.t
        if question == "turn":
            return self._describe_turn()
        if question == "score":
            rows = [(table.names[seat], self.describe_score(seat)) for seat in range(len(table.names))]
            return " ".join(t("reader.score", name=name, score=score) for name, score in rows if score)
        if question == "hand":
            held = self.list_hand()
            if not held:
                return t("reader.hand.closed" if self.table.viewer is None else "reader.hand.none")
            return t("reader.hand", n=len(held), cards=", ".join(held))
        if question == "news":
            lines = self._list_new_lines()
            return " ".join(lines[-MOST_NEWS:]) if lines else t("reader.news.none")
        return ""

    def _describe_turn(self) -> str:
        table, t = self.table, self.table.ctx.t
        if table.finished:
            return t("reader.turn.over")
        prompt = self.find_prompt()
        if table.may_act() or prompt:
            return f"{t('reader.turn.yours')} {prompt}" if table.may_act() else prompt
        names = [table.names[seat] for seat in table.pending]
        return t("reader.turn.others", names=table.ctx.texts.join(names)) if names else t("reader.turn.nobody")

    def _list_new_lines(self) -> list[str]:
        """Return what has happened since the viewer's last choice."""
        table = self.table
        since = table.back.last_choice(table.below if table.viewer is None else table.viewer)
        return [end_sentence(make_plain(line.text)) for line in table.chronicle.all if line.turn >= since]

    def list_lines(self) -> Sequence[str]:
        """Return the lines of the log."""
        table = self.table
        table.chronicle.update()
        return [make_plain(line.text) for line in table.chronicle.all]

    def find_secret_owner(self) -> str:
        """Return the person whose hand is open at a shared computer; "" where nothing is secret."""
        table = self.table
        if not table.shared or table.viewer is None or table.overlooked or table.finished:
            return ""
        return "" if table.ctx.heard_by == table.viewer else table.names[table.viewer]

    def open_secret(self) -> None:
        """Reveal the viewer's hand to speech, because only the viewer listens."""
        self.table.ctx.heard_by = self.table.viewer

    def name_seat_target(self, target: Target) -> str:
        """Return name, kind of player and score of the seat that a plate stands for; "" for other targets."""
        seat = self._find_seat(target)
        if seat is None:
            return ""
        score = self.describe_score(seat)
        return f"{self.table.names[seat]}, {self.table.role(seat)}" + (f": {score}" if score else "")

    def _find_seat(self, target: Target) -> int | None:
        """Return the seat that a plate stands for; None for other targets."""
        kind, seat = split_id(target.id)
        return seat if kind in SEAT_TARGETS and seat < len(self.table.names) else None
