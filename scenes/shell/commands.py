"""The command line of ``game.py``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import registry
from engine.languages import languages
from engine.storage.settings import TEXT_SIZES, parse_value

FIRST_FRAME = "--bench-first-frame"
JOBS = ("list-scenes", "selftest", "check-language", "check", "screenshot", "targets", "bench-frames",
        "bench-first-frame")  # fmt: skip
"""What is asked for by an option of this name; the first that is given counts."""


@dataclass(frozen=True, slots=True)
class Request:
    """Parsed command line."""

    job: str
    games: list[str]
    scene: str = ""
    size: tuple[int, int] | None = None
    language: str = ""
    seed: str = "7"
    out: Path | None = None
    text_size: int = 0
    ratio: float = 0.0
    save: Path | None = None
    """A saved game to open."""
    as_json: bool = False
    settings: tuple[tuple[str, Any], ...] = ()
    """Settings of a picture: field and value."""
    millimetres: float = 0.0
    """How large targets are wanted; 0 for what the screen asks for."""


def size(text: str) -> tuple[int, int]:
    """Parse WIDTHxHEIGHT in pixels; raises ArgumentTypeError."""
    import argparse

    try:
        w, h = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected WIDTHxHEIGHT, for example 1920x1080") from None
    if not (320 <= w <= 7680 and 200 <= h <= 4320):
        raise argparse.ArgumentTypeError(f"{text!r}: expected 320x200 to 7680x4320")
    return w, h


def setting(text: str) -> tuple[str, Any]:
    """Parse FIELD=VALUE of the settings; raises ArgumentTypeError."""
    import argparse

    field, _, words = text.partition("=")
    try:
        return field, parse_value(field, words)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parse(argv: list[str]) -> Request:
    """Parse and check the command line; a wrong call ends the program with exit code 2 and a clear message."""
    built = [info.id for info in registry.games()]
    if argv in ([], [FIRST_FRAME]):  # nothing to find out, and the first picture waits
        return Request("bench-first-frame" if argv else "play", built)
    import argparse

    parser = argparse.ArgumentParser(
        prog="game.py", description="Four Thrones: four fantasy board games at one table. Without options: play."
    )
    parser.add_argument("save", nargs="?", type=Path, metavar="GAME.throne", help="a saved game to go on with")
    parser.add_argument("--selftest", action="store_true", help="play one computer game of every built game")
    parser.add_argument("--screenshot", metavar="SCENE", help="draw a scene into a PNG file (see --list-scenes)")
    parser.add_argument("--targets", metavar="SCENE", help="sizes of a scene's targets under a finger, in millimetres")
    parser.add_argument(
        "--mm", type=float, default=0.0, help="how large targets shall be (default: 7 in the hand, else 9)"
    )
    parser.add_argument("--check", action="store_true", help="say what this computer can do, naming nobody")
    parser.add_argument("--check-language", metavar="CODE", help="say what the texts of a language lack")
    parser.add_argument("--json", action="store_true", help="--check as JSON")
    parser.add_argument("--list-scenes", action="store_true", help="names for --screenshot")
    parser.add_argument("--size", type=size, metavar="WxH", help="window or picture size, for example 1920x1080")
    parser.add_argument("--lang", choices=languages.list_codes(), default="", help="language for this start")
    parser.add_argument("--seed", default="7", help="seed of the pictured game (default 7)")
    parser.add_argument("--ratio", type=float, choices=(1.0, 1.25, 1.5, 2.0), default=0.0, help="pixels per unit")
    parser.add_argument("--text-size", type=int, choices=TEXT_SIZES, default=0, help="text size, percent")
    parser.add_argument(
        "--set", action="append", type=setting, default=[], metavar="FIELD=VALUE", help="a setting of the picture"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the picture or the check goes")
    parser.add_argument("--game", action="append", default=[], help="game of --selftest (default: all built ones)")
    parser.add_argument("--bench-frames", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(FIRST_FRAME, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    for game in given.game:
        if game not in built:
            parser.error(f"unknown game {game!r}: expected one of {', '.join(built)}")
    if given.check_language and languages.find(given.check_language) is None:
        told = "; ".join(languages.list_problems()) or f"expected one of {', '.join(languages.list_codes())}"
        parser.error(f"no language {given.check_language!r}: {told}")
    if given.screenshot and given.out is None:
        parser.error("--screenshot needs --out FILE.png")
    job = next((name for name in JOBS if getattr(given, name.replace("-", "_"))), "play")
    return Request(
        job,
        given.game or built,
        scene=given.screenshot or given.targets or "",
        size=given.size,
        language=given.check_language or given.lang,
        seed=given.seed,
        out=given.out,
        text_size=given.text_size,
        ratio=given.ratio,
        save=given.save,
        as_json=given.json,
        settings=tuple(given.set),
        millimetres=given.mm,
    )
