"""Draw scenes of a checkout, whatever its age, into a folder: a picture and the spoken tree of each.

``python walk.py OUT PART PARTS [--all] [PATTERN ...]``, in the root of the checkout: draws every PARTS-th scene from
PART on whose name matches one of the patterns, unless the folder has it. Language and size follow from the name;
``--all`` draws each in every way.
"""

import os
import re
import sys
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

LANGUAGES = sorted(path.parent.name for path in Path(__file__).parents[2].glob("locale/*/language.json"))
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))


def list_ways(name: str, *, whole: bool) -> list[tuple[str, tuple[int, int]]]:
    """Return language and size in which a scene is drawn: the same for a name, whatever other scenes there are."""
    if whole:
        return [(language, size) for size in SIZES for language in LANGUAGES]
    number = zlib.crc32(name.encode())
    return [(LANGUAGES[number % len(LANGUAGES)], SIZES[number // len(LANGUAGES) % len(SIZES)])]


def draw_scene(show: Any, language: str, size: tuple[int, int], place: Path) -> None:
    """Draw one scene and write its picture and its tree, or what it raised."""
    import pygame

    from engine.storage.settings import Settings
    from scenes.shell import spoken_scene
    from scenes.shell.context import Context
    from scenes.shell.window import Window

    build_tree = getattr(spoken_scene, "build_tree", None) or import_module("scenes.shell.page_tree").build_tree

    settings = Settings()
    settings.language, settings.speed = language, "instant"
    ctx = Context(settings, sound=False, quiet=True)
    ctx.instant = True
    window = Window(ctx, size, visible=False)
    try:
        show(ctx, "7")
        ctx.stack.settle()
        ctx.stack.fade = 0.0
        ctx.stack.collects_words = True
        for _ in range(3):
            ctx.stack.update(0)
            window.draw()
            window.finish_plans()
        ctx.stack.dirty = True
        window.draw()
        half = f"{place}.{os.getpid()}.png"
        pygame.image.save(window.surface, half)
        os.replace(half, f"{place}.png")  # whole for others who compare with the same commit
        scene: Any = ctx.stack.top
        tree = build_tree(scene.name, scene.ui, scene.make_spoken(), ctx.t, whole=True)
        told = [f"{node.id} | {node.name} | {node.value} | {node.about}" for node in tree.walk()]
        Path(f"{place}.txt").write_text("\n".join([tree.title, *told]) + "\n", encoding="utf-8")
    finally:
        ctx.close()


def main(argv: list[str]) -> int:
    """Draw the scenes of one part; 0, or 1 if any raised."""
    whole = "--all" in argv
    out, part, parts, *patterns = [word for word in argv if word != "--all"]
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    sys.path.insert(0, os.getcwd())
    from scenes.dev.screenshots import all_scenes

    folder, failed = Path(out), 0
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, show) in enumerate(sorted(all_scenes().items())):
        if number % int(parts) != int(part) or (patterns and not any(re.search(one, name) for one in patterns)):
            continue
        for language, size in list_ways(name, whole=whole):
            place = folder / f"{name.replace('/', '_')}-{language}-{size[1]}"
            if Path(f"{place}.txt").exists():
                continue
            try:
                draw_scene(show, language, size, place)
            except Exception as error:
                Path(f"{place}.txt").write_text(f"raised {error!r}\n", encoding="utf-8")
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
