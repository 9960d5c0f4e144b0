"""``python3 -m ai.review``: analysis of finished games (:mod:`ai.analysis.command`)."""

import sys

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()
    from ai.analysis.command import main

    sys.exit(main(sys.argv[1:]))
