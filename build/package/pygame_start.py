"""What ``import pygame`` does in the executables: part of the quarter (Wine: two thirds) that ``boot.py`` tells of.

It loads the modules that the first picture needs and no more: sound, sprites, fonts of the system and what the library
tells packers of are loaded when they are asked for. Nothing else differs: a test compares all names with
the library's own.
"""

import os
import sys
from importlib import import_module
from typing import Any

if "DISPLAY" in os.environ and os.name != "nt":  # by which the window managers of X11 know the program
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", os.path.basename(sys.argv[0]))

from pygame.base import *  # noqa: F403
from pygame.base import __version__ as __version__
from pygame.constants import *  # noqa: F403

# isort: split
import pygame.color
import pygame.display
import pygame.draw
import pygame.event
import pygame.font
import pygame.image
import pygame.joystick
import pygame.key
import pygame.mouse
import pygame.rect
import pygame.surface
import pygame.system
import pygame.time
import pygame.transform
import pygame.window

Clock = pygame.time.Clock
Color = pygame.color.Color
Event = pygame.event.Event
FRect = pygame.rect.FRect
Font = pygame.font.Font
Joystick = pygame.joystick.Joystick
Rect = pygame.rect.Rect
Surface = pygame.surface.Surface
SurfaceType = Surface
Window = pygame.window.Window


LATER = {
    "BufferProxy": "bufferproxy", "Channel": "mixer", "Cursor": "cursors", "Mask": "mask", "PixelArray": "pixelarray",
    "SDL": "version", "Sound": "mixer", "Vector2": "math", "Vector3": "math", "encode_file_path": "rwobject",
    "encode_string": "rwobject", "rev": "version", "ver": "version", "vernum": "version",
}  # fmt: skip
"""Names that the library takes over from its modules → the module."""


def __getattr__(name: str) -> Any:
    """A module of the library, or something in one, that has not been needed until now."""
    if not name.startswith("__"):
        module = LATER.get(name, name)
        try:
            found = import_module(f"pygame.{module}")
        except ModuleNotFoundError:
            pass
        except (ImportError, OSError) as error:  # it is there and damaged: as the library says it
            raise NotImplementedError(f"{module} module not available ({error})") from error
        else:
            return found if module == name else getattr(found, name)
    raise AttributeError(f"module 'pygame' has no attribute {name!r}")
