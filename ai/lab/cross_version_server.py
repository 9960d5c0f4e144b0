"""A game kept in step by another checkout of this project, with the opponents it had.

Run by the Python in use with that checkout as its folder, and told line by line what happens at the table
(:class:`ai.lab.cross_version.CrossVersionGame` does it). Only what every checkout has is used here: the registry,
seeded chance, and the one door to the opponents. Every line in is ``{"new": …}``, ``{"choose": …}`` or ``{"apply":
…}``, every line out answers it.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def serve() -> None:
    """Answer lines until there are no more."""
    from ai.choose import choose
    from engine import registry
    from engine.chance import SeededChance, mix

    rules: Any = None
    state: Any = None
    chance: Any = None
    game = ""

    def describe() -> dict[str, Any]:
        owing = list(rules.to_act(state))
        legal = {str(seat): [int(action) for action in rules.legal(state, seat)] for seat in owing}
        return {"owing": owing, "legal": legal, "result": list(rules.result(state))}

    for line in sys.stdin:
        asked = json.loads(line)
        if "new" in asked:
            game, options, seats, seed = asked["new"]
            rules = registry.rules(game)
            chance = SeededChance(mix(seed, "table"))
            state = rules.new(rules.check_options(options, seats), seats, chance)
            answer = describe()
        elif "choose" in asked:
            seat, level, seed = asked["choose"]
            begun = time.process_time()
            decision = choose(game, rules.view(state, seat), seat, list(rules.legal(state, seat)), level, seed)
            answer = {"action": int(decision.action), "seconds": time.process_time() - begun}
        else:
            for seat, action in asked["apply"]:
                rules.apply(state, seat, action, chance, None)
            answer = describe()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
