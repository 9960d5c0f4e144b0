"""Server process that runs a game in another checkout with that checkout's opponents.

Started with that checkout as its folder; :class:`ai.lab.cross_version.CrossVersionGame` sends it one JSON line per
request: ``{"new": …}``, ``{"choose": …}`` or ``{"apply": …}``, each answered by one line. It uses only what every
checkout has: the registry, seeded chance, and the entry point to the opponents.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def serve() -> None:
    """Answer requests until the input ends."""
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
