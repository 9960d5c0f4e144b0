"""``python3 -m ai.arena``: opponents against each other (:mod:`ai.lab.arena`)."""

import sys

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()
    from ai.lab.arena import main

    sys.exit(main(sys.argv[1:]))
