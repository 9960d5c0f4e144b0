"""What a screen shows from moment to moment: far quicker looked at than a whole picture can be taken."""

import ctypes
import threading
import time
from collections.abc import Sequence
from types import TracebackType

_EACH_S = 0.002
_ALL_PLANES = 0xFFFFFFFF
_Z_PIXMAP = 2


class Watch:
    """Looks at some points of a screen, several hundred times a second, as long as it is open."""

    def __init__(self, display: str, points: Sequence[tuple[int, int]]) -> None:
        self.display = display
        self.points = points
        self.seen: list[tuple[float, tuple[int, ...]]] = []
        """Moments (seconds of the monotonic clock) and the colours of all points then."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(10)

    def blank(self) -> float:
        """For how many seconds all points had one colour, the longest time without a break."""
        longest, since = 0.0, 0.0
        for moment, colours in self.seen:
            if len(set(colours)) > 1:
                since = 0.0
            else:
                since = since or moment
                longest = max(longest, moment - since)
        return longest

    def _look(self) -> None:
        library = ctypes.CDLL("libX11.so.6")
        pointer, number, many = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
        library.XOpenDisplay.restype, library.XOpenDisplay.argtypes = pointer, [ctypes.c_char_p]
        library.XCloseDisplay.argtypes = [pointer]
        library.XDefaultRootWindow.restype, library.XDefaultRootWindow.argtypes = many, [pointer]
        library.XGetImage.restype = pointer
        library.XGetImage.argtypes = [pointer, many, number, number, number, number, many, number]
        library.XGetPixel.restype, library.XGetPixel.argtypes = many, [pointer, number, number]
        library.XGetSubImage.restype = pointer
        library.XGetSubImage.argtypes = [*library.XGetImage.argtypes, pointer, number, number]
        screen = library.XOpenDisplay(self.display.encode())
        root = library.XDefaultRootWindow(screen)
        one = library.XGetImage(screen, root, 0, 0, 1, 1, _ALL_PLANES, _Z_PIXMAP)
        while not self._over.is_set():
            colours = []
            for x, y in self.points:
                library.XGetSubImage(screen, root, x, y, 1, 1, _ALL_PLANES, _Z_PIXMAP, one, 0, 0)
                colours.append(library.XGetPixel(one, 0, 0))
            self.seen.append((time.monotonic(), tuple(colours)))
            time.sleep(_EACH_S)
        library.XCloseDisplay(screen)
