"""Four Thrones. Start here: ``python3 game.py``, or a double-click.

The worker process of the computer opponents imports this file again, so its top level does
nothing; and it must be readable by any Python 3, so that an old one can say what it lacks.
"""

import os
import sys


def start():
    # type: () -> int
    """Set up what is needed, then open the window or carry out the command-line verb."""
    if getattr(sys, "frozen", False) and {"--multiprocessing-fork", "-c"} & set(sys.argv):
        import multiprocessing  # only what such a program has started itself needs this

        multiprocessing.freeze_support()
    if sys.version_info < (3, 11):
        version = "%d.%d" % sys.version_info[:2]
        sys.exit(
            "Four Thrones needs Python 3.11 or newer, this is " + version + ". See https://www.python.org/downloads/"
        )
    from engine import bootstrap

    bootstrap.ready()
    # The library greets on standard output, where only our own lines belong.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        try:
            from scenes.shell.app import main
        except Exception:
            bootstrap.mend()  # starts again when a package of our own environment is damaged
            raise
        return main(sys.argv[1:])
    except Exception as error:
        from engine import crash

        return crash.report(error)


if __name__ == "__main__":
    sys.exit(start())
