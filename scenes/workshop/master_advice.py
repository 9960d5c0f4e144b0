"""What the Master says of an arranged position, in as many words as the lamp of its table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ai.decision import Decision
from scenes.table.advice import MOST_REASONS, OPTIONS, Numbers, name_options
from scenes.table.table import AnyTable


def tell(table: AnyTable, decision: Decision) -> str:
    """Tell the best turn and what comes after it with their numbers, the chance to win and the reasons, as lines."""
    t = table.ctx.t
    giving_up = table.session.rules.resignations
    left = [one for one in decision.considered if one.action not in giving_up]
    shown = sorted(left, key=lambda one: -one.weight)[:OPTIONS]
    numbers = Numbers(table, replace(decision, considered=left), shown)
    options = name_options(table, shown, partial(table.hooks.name_action, table))
    named = [f"{name} \u2013 {numbers.words(one)}" for one, name in options]
    lines = [t("ui.edit.master.says", what=f"*{named[0]}*") if named else "", *named[1:]]
    if decision.chance is not None and not numbers.by_chance:
        lines.append(f"{t('ui.hint.by_chance')}: {t('ui.percent', value=round(100 * decision.chance))}")
    reasons = shown[0].reasons[:MOST_REASONS] if shown else []
    return "\n".join([*lines, *(table.ctx.say(reason, table.names) for reason in reasons)])
