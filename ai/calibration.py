"""``python3 -m ai.calibration``: calibration of the win probability (:mod:`ai.lab.calibration`)."""

import sys

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()
    from ai.lab.calibration import main

    sys.exit(main(sys.argv[1:]))
