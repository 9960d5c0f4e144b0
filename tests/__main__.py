"""``python3 -m tests``: sets up the packages of the tests on first use, then runs the whole suite."""

import sys

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")
    from tests.run import main

    sys.exit(main(sys.argv[1:]))
