"""Which dice are kept: by hand, or those that suit a citizen best, with the odds of meeting it."""

from collections.abc import Callable, Mapping, Sequence

from engine.storage.files import BackgroundWorker
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.moves import Kind
from games.king_of_the_dice.odds import Plan, citizens_plan, gains_plan, least_hold
from scenes.king_of_the_dice import requirements
from scenes.king_of_the_dice.animate import lay_out
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.king_of_the_dice.words import card_name, condition_words

# Odds and best holds for the citizens of the market, computed in the background.

MOST_HOLDS = 64
"""Size of the cache of holds: one per open citizen and roll of a turn."""


class Chances:
    """Plans of which dice to keep, by citizen; missing ones are computed in the background."""

    def __init__(self) -> None:
        self._plans: dict[int, tuple[Plan, Plan]] = {}
        """By citizen: plans for the probability to meet it, and for its best reward."""
        self._holds: dict[tuple[int, tuple[int, ...], int], int] = {}
        self._wanted: Sequence[int] = ()
        self._worker = BackgroundWorker("dice chances")

    def want(self, cards: Sequence[int], *, now: bool = False) -> None:
        """Set the open citizens (``cards``) for which plans are needed; ``now`` computes missing ones at once."""
        missing = [card for card in cards if card not in self._plans]
        if now:
            for card in missing:
                self._plans[card] = _build_plans(card)
            return
        if missing:
            self._wanted = missing
            self._worker.submit("market", self._plan_market)

    def _plan_market(self) -> None:
        """Compute the plans of the wanted cards one by one; what is wanted may change meanwhile."""
        while left := [card for card in self._wanted if card not in self._plans]:
            self._plans[left[0]] = _build_plans(left[0])

    @property
    def known(self) -> int:
        """Number of plans computed; what was drawn with fewer is outdated."""
        return len(self._plans)

    def chance(self, card: int, dice: Sequence[int], rolls_left: int) -> float | None:
        """Return the probability (0 to 1) to meet the citizen with the rolls left; None while it is computed."""
        plans = self._plans.get(card)
        if plans is None:
            return None
        plan = plans[0]
        return plan.value(dice, rolls_left) if all(dice) else plan.start()

    def hold(self, card: int, dice: Sequence[int], rolls_left: int) -> int | None:
        """Return the mask of dice to keep for this citizen's best reward; None while it is computed."""
        plans = self._plans.get(card)
        if plans is None or not all(dice):
            return None
        key = (card, tuple(dice), rolls_left)
        if key not in self._holds:
            if len(self._holds) >= MOST_HOLDS:
                self._holds.clear()
            self._holds[key] = least_hold(plans[1], dice, rolls_left)
        return self._holds[key]


def _build_plans(card: int) -> tuple[Plan, Plan]:
    return citizens_plan([card]), gains_plan(card)


# Conditions of the first-turn lesson at the King of the Dice table.
#
# Under its seed the right holds win the dwarf with the third roll, with a choice of regions.

TAUGHT = 0
"""Pile of the citizen to hire."""
PERSON = 0


def best_hold(table: DiceTable, pile: int) -> int | None:
    """Return the mask of the best dice to keep for a pile's open citizen, computed at once; None while none can be."""
    card = table.stage.market[pile]
    view = table.view
    if card is None or view["phase"] != "roll" or not view["rolls"]:
        return None
    table.own.chances.want([card], now=True)
    return table.own.chances.hold(card, view["dice"], view["rolls_left"])


def list_lesson_ends(table: DiceTable) -> Mapping[str, Callable[[], bool]]:
    """Return, by name, whether the condition that ends a step of the lesson is met."""
    return {
        "first": lambda: _rolls(table) >= 1,
        "kept": lambda: _find_remaining_dice(table) == 0,
        "second": lambda: _rolls(table) >= 2,
        "stands": lambda: table.view["phase"] != "roll",
        "chosen": lambda: table.chosen is not None or table.view["phase"] != "check",
        "hired": lambda: table.view["phase"] != "check",
        "claiming": lambda: table.chosen is not None or table.view["phase"] != "claim",
        "claimed": lambda: table.view["phase"] != "claim",
    }


def find_lesson_target(table: DiceTable, until: str) -> str | None:
    """Return the next target to press to meet condition ``until``; None where the lesson names it itself."""
    if until == "kept":
        left = _find_remaining_dice(table) or 0
        return next((f"die.{k}" for k in range(6) if left >> k & 1), None)
    if until == "claiming" and table.view["phase"] == "claim":
        return next((f"region.{move.region}" for move in table.moves if move.region is not None), None)
    return None


def list_lesson_words(table: DiceTable) -> Mapping[str, object]:
    """Return the parameters of the lesson's texts by name: the taught citizen, its condition, a rival."""
    card = table.stage.market[TAUGHT]
    if card is None:
        return {"citizen": "", "want": "", "rival": table.names[1]}
    want = citizens().cards[card].tiers[0].condition
    return {"citizen": card_name(table.ctx, card), "want": condition_words(table.ctx, want), "rival": table.names[1]}


def _rolls(table: DiceTable) -> int:
    mine = table.view["active"] == PERSON and table.view["phase"] == "roll"
    return int(table.view["rolls"]) if mine else 3


def _find_remaining_dice(table: DiceTable) -> int | None:
    """Return the mask of dice still to keep or release for the taught citizen; None when rolling is over."""
    wanted = best_hold(table, TAUGHT)
    return None if wanted is None else wanted ^ table.own.kept


def toggle(table: DiceTable, k: int) -> None:
    """Keep die ``k`` or release it; refused by a sound while no dice can be kept."""
    if table.phase != "roll" or table.view["rolls"] == 0:
        table.ctx.play("refused")
        return
    keep_dice(table, table.own.kept ^ 1 << k)


def keep_dice(table: DiceTable, mask: int) -> None:
    """Keep exactly the dice of this mask."""
    table.own.kept = table.stage.kept = mask
    table.ui.fired = None  # it was no refused click, though no decision came of it
    lay_out(table.stage, table.timeline, table.ms(220))
    table.ctx.play("die_turn")
    table.ui.dirty = True


def keep_for(table: DiceTable, pile: int) -> bool:
    """Keep the best dice for a pile's open citizen; return False when there is no advice now."""
    hold = hold_for(table, pile)
    if hold is None:
        return False
    keep_dice(table, hold)
    return True


def shows_odds(table: DiceTable) -> bool:
    """Whether odds are enabled and allowed; children see none."""
    return table.ctx.settings.show_odds and table.helps and not table.for_child


def want_odds(table: DiceTable) -> None:
    """Compute the odds of the open citizens, if they are shown."""
    if shows_odds(table) and table.people:
        open_ = [card for card in table.stage.market if card is not None]
        table.own.chances.want(open_, now=table.ctx.instant)


def find_chance(table: DiceTable, card: int) -> float | None:
    """Return the probability (0 to 1) to meet a citizen with the rolls left; None when hidden or not computed yet."""
    view = table.view
    if not shows_odds(table) or table.viewer is None or table.busy or view["active"] != table.viewer:
        return None
    if view["phase"] != "roll":
        return None
    return table.own.chances.chance(card, view["dice"], view["rolls_left"])


def hold_for(table: DiceTable, pile: int) -> int | None:
    """Return the mask of the best dice to keep for a pile's open citizen; None without odds, or if none can be kept."""
    card = table.stage.market[pile]
    view = table.view
    if card is None or not shows_odds(table) or view["phase"] != "roll" or not view["rolls"] or not table.legal():
        return None
    return table.own.chances.hold(card, view["dice"], view["rolls_left"])


def find_lit_dice(table: DiceTable) -> int | None:
    """Return the mask of dice to light: to keep for the citizen under the pointer, those that count, or the hint's."""
    if table.busy:
        return None
    for pile in table.ui.list_hot_numbers("card.") if table.helps else ():
        card = table.stage.market[pile]
        if card is None:
            return None
        hold = hold_for(table, pile)
        if hold is not None:
            return hold
        signs = table.stage.signs()
        if not signs:
            return None
        used = requirements.find_progress(card, signs).dice
        return sum(1 << k for k in used if k < 6)
    if table.guide is not None and table.guide.holds("die."):
        return best_hold(table, TAUGHT)
    best = table.advised_move
    return best.dice if best is not None and best.kind == Kind.KEEP else None
