"""Verifies that the dice and draws of a game came from its seed: ``python3 -m engine.verify FILE``.

The log contains every random result. They are generated again from the seed, for the opening and every decision, and
compared, as are the states. The *code* of the seed can be shown before the first decision; a player who wrote it down
can check later that the seed is the same.

Exit status: 0 if all agree, 1 if something differs, 2 if the file cannot be used.
"""

from __future__ import annotations

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import BadOptions
from engine.storage import saves
from engine.storage.save_format import ReplayFailed, Save, replay_save
from engine.storage.saves import SaveError

CODE_LETTERS = 12


def seed_code(seed: str) -> str:
    """Return the code of a seed: the first hex digits of its SHA-256, in groups of four."""
    digits = hashlib.sha256(seed.strip().encode("utf-8", "surrogatepass")).hexdigest()[:CODE_LETTERS]
    return " ".join(digits[at : at + 4] for at in range(0, CODE_LETTERS, 4))


def differences(save: Save) -> list[str]:
    """List what does not come from the seed; empty if all does. Raises ReplayFailed, BadOptions."""
    rules = registry.rules(save.game)
    course = replay_save(rules, save)
    found = []
    if save.base is None:
        chance = LoggedChance(SeededChance(mix(save.seed, "opening")))
        rules.new(rules.check_options(save.options, len(save.seats)), len(save.seats), chance)
        if tuple(chance.take()) != save.opening.draws:
            found.append("the opening is not that of the seed")
    else:
        found.append(f"what came before decision {save.base.turn + 1} is not known")
    for number, entry in enumerate(course.entries):
        if not entry.draws:
            continue
        turn = course.base + number
        chance = LoggedChance(SeededChance(mix(save.seed, "decision", turn)))
        rules.apply(rules.clone(course.positions[number].state), entry.seat, entry.action, chance)
        if tuple(chance.take()) != entry.draws:
            found.append(f"decision {turn + 1}: what chance gave is not that of the seed")
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.verify", description="Did all dice come from the seed?")
    parser.add_argument("file", type=Path, help="the file of a game")
    given = parser.parse_args(arguments)
    try:
        save = saves.look(given.file).save
    except SaveError as error:
        print(f"{given.file}: {error.message.id} {dict(error.message.params)}", file=sys.stderr)
        return 2
    print(f"{save.game}, {len(save.log)} decisions, seed {save.seed!r}, code {seed_code(save.seed)}")
    try:
        found = differences(save)
    except (ReplayFailed, BadOptions) as error:
        found = [f"the log does not lead to its own positions: {error}"]
    for line in found:
        print(line)
    if not found:
        print("every die and every draw is that of the seed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
