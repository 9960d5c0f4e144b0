"""A client of AT-SPI, as a screen reader is one: asks the window for its tree, reads it and presses buttons.

Run by the system's Python, which has ``gi``. Commands are read from standard input as lines of JSON, answers written as
lines of JSON: ``["tree"]`` all names with their roles, ``["press", NAME]``, ``["focus", NAME]``, ``["about", NAME]``,
``["heard"]`` what Orca would have said as news, ``["end"]``.
"""

import importlib
import json
import sys
import time
import warnings
from typing import Any

TITLE = "Four Thrones"
WAIT_S = 20.0


def enable(gio: Any, glib: Any) -> None:
    """Do what a screen reader does first: without it no program shows its tree."""
    bus = gio.bus_get_sync(gio.BusType.SESSION)
    value = glib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", glib.Variant("b", True)))
    bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value, None, 0, 9000, None)


def find_window(atspi: Any) -> Any:
    """Return the window of the game, once it has told what is in it; None before."""
    desktop = atspi.get_desktop(0)
    desktop.clear_cache()
    for at in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(at)
        for index in range(application.get_child_count() if application else 0):
            window = application.get_child_at_index(index)
            if window is not None and (window.get_name() or "").startswith(TITLE) and window.get_child_count():
                return window
    return None


def walk(node: Any) -> list[Any]:
    """Return a node and everything in it."""
    node.clear_cache()
    found = [node]
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        if child is not None:
            found += walk(child)
    return found


def main() -> int:
    """Answer commands until the end."""
    importlib.import_module("gi").require_version("Atspi", "2.0")
    Atspi, Gio, GLib = (importlib.import_module(f"gi.repository.{name}") for name in ("Atspi", "Gio", "GLib"))
    warnings.simplefilter("ignore")
    heard: list[str] = []
    enable(Gio, GLib)

    def hear(event: Any) -> None:
        """Note what every version of Orca says: another description of what has the focus."""
        if event.any_data and event.source.get_state_set().contains(Atspi.StateType.FOCUSED):
            heard.append(str(event.any_data))

    listener = Atspi.EventListener.new(hear)
    listener.register("object:property-change:accessible-description")
    context = GLib.MainContext.default()

    def turn() -> None:
        while context.iteration(False):
            pass
        time.sleep(0.02)

    def answer(command: list[str]) -> Any:
        turn()
        window = find_window(Atspi)
        if command[0] == "heard":
            return heard
        if window is None:
            return None
        nodes = walk(window)
        if command[0] == "tree":
            return [[node.get_role_name(), node.get_name() or ""] for node in nodes]
        for node in nodes:
            if node.get_name() == command[1]:
                if command[0] == "about":
                    return node.get_description() or ""
                if command[0] == "focus":
                    return bool(node.grab_focus())
                pressable = "Action" in node.get_interfaces() and Atspi.Action.get_n_actions(node) > 0
                return bool(pressable and Atspi.Action.do_action(node, 0))
        return None

    def attempt(command: list[str]) -> Any:
        """The answer, None while the window changes its tree under the client."""
        try:
            return answer(command)
        except GLib.Error:
            return None

    for line in sys.stdin:
        command = json.loads(line)
        if command[0] == "end":
            break
        end = time.monotonic() + WAIT_S
        found = attempt(command)
        while found is None and time.monotonic() < end:
            found = attempt(command)
        print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
