"""Chance in its five kinds, all with the same three methods (``engine.contract.Chance``).

=================== ===========================================================================
SeededChance        fast and repeatable; feeds play, search, arena and bench
LoggedChance        play: asks another source and remembers what it gave
ReplayedChance      loading: gives the remembered numbers again and notices when they do not fit
ScriptedChance      tests: "the next d12 shows 7"
ConstantChance      proofs and plans: every die shows the same face, the first of a pool is drawn
=================== ===========================================================================

The generator and the mixing of seeds are our own integer arithmetic, so a seed means the same
on every version of Python. Asking ``below(1)``, and so drawing from a pool of one, is no
chance and uses nothing up; this holds in every kind.

This module imports nothing of ours.
"""

from collections.abc import Iterable, Sequence

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GOLDEN = 0x9E37_79B9_7F4A_7C15


class ChanceMismatch(ValueError):
    """Recorded or scripted results do not fit the requests of the rules."""


def _scramble(x: int) -> int:
    """Return a well-mixed 64-bit number (finalizer of splitmix64): every input bit affects every output bit."""
    x = ((x ^ (x >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
    return x ^ (x >> 31)


def _number(part: int | str) -> int:
    """Return 64 bits derived from a number or text; spaces around a text are ignored."""
    if isinstance(part, str):
        value = 0xCBF2_9CE4_8422_2325  # FNV-1a over the UTF-8 bytes
        text = part.strip()
        if not text.isascii():
            import unicodedata  # slow to import on some systems, and not needed for most seeds

            text = unicodedata.normalize("NFC", text)
        for byte in text.encode("utf-8", "surrogatepass"):
            value = ((value ^ byte) * 0x100_0000_01B3) & _MASK
        return _scramble(value)
    value = 0
    rest = part if part >= 0 else ~part
    while True:  # fold long numbers, 64 bits at a time
        value = _scramble((value + (rest & _MASK) + _GOLDEN) & _MASK)
        rest >>= 64
        if not rest:
            return value if part >= 0 else value ^ _MASK


def mix(seed: int | str, *parts: int | str) -> int:
    """Derive a 64-bit seed from a number or text and further parts; order matters.

    Each step feeds the previous value forward, so that a derived seed (an opponent's) does not simply reveal its
    origin.
    """
    value = _number(seed)
    for part in parts:
        value ^= _scramble((value * 3 + _number(part) + _GOLDEN) & _MASK)
    return value


# Multiply with carry, base 2^30. With this multiplier both A * 2^30 - 1 and A * 2^29 - 1 are
# prime, so every start runs through a period of about 2^59. The numbers are this size because
# the interpreter multiplies them twice as fast as full 64-bit ones.
_A = 1_073_709_930
_PERIOD_STATES = (_A << 30) - 2


class SeededChance:
    """Fast seeded generator (multiply with carry; returns the low 30 bits).

    Uniform within n / 2^30; intended for n up to about a million. The step is inlined in each method because search
    spends much of its time here.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int | str) -> None:
        self._state = mix(seed) % _PERIOD_STATES + 1

    def below(self, n: int) -> int:
        """Return an integer 0 … n-1."""
        if n < 2:
            return _only(n)
        state = self._state
        self._state = state = 1_073_709_930 * (state & 0x3FFF_FFFF) + (state >> 30)
        return (state & 0x3FFF_FFFF) % n

    def die(self, sides: int) -> int:
        """Return an integer 1 … sides."""
        if sides < 2:
            return _only(sides) + 1
        state = self._state
        self._state = state = 1_073_709_930 * (state & 0x3FFF_FFFF) + (state >> 30)
        return (state & 0x3FFF_FFFF) % sides + 1

    def draw(self, pool: Sequence[int]) -> int:
        """Return an element of a non-empty pool."""
        return pool[self.below(len(pool))]


def _only(n: int) -> int:
    """Return 0, the only result for ``n`` = 1; raises for ``n`` < 1."""
    if n == 1:
        return 0
    raise ValueError(f"nothing to choose among {n}")


class LoggedChance:
    """Passes on the results of another source and records them in the form of ``below``."""

    __slots__ = ("_draws", "_inner")

    def __init__(self, inner: "SeededChance | ScriptedChance | ReplayedChance") -> None:
        self._inner = inner
        self._draws: list[int] = []

    def below(self, n: int) -> int:
        """Return an integer 0 … n-1."""
        if n < 2:
            return _only(n)
        value = self._inner.below(n)
        self._draws.append(value)
        return value

    def die(self, sides: int) -> int:
        """Return an integer 1 … sides."""
        face = self._inner.die(sides)
        if sides > 1:
            self._draws.append(face - 1)
        return face

    def draw(self, pool: Sequence[int]) -> int:
        """Return an element of a non-empty pool."""
        if len(pool) < 2:
            return pool[_only(len(pool))]
        value = self._inner.draw(pool)
        self._draws.append(pool.index(value))
        return value

    def take(self) -> list[int]:
        """Return the results recorded since the last call, in order."""
        draws = self._draws
        self._draws = []
        return draws


class ReplayedChance:
    """Replays recorded results; raises :class:`ChanceMismatch` if they do not fit."""

    __slots__ = ("_draws", "_next")

    def __init__(self, draws: Iterable[int]) -> None:
        self._draws = list(draws)
        self._next = 0

    @property
    def rest(self) -> int:
        """Number of unused recorded results."""
        return len(self._draws) - self._next

    def below(self, n: int) -> int:
        """Return the next recorded number, which must be in 0 … n-1."""
        if n < 2:
            return _only(n)
        if self._next >= len(self._draws):
            raise ChanceMismatch(f"no recorded result left where one of {n} was expected")
        value = self._draws[self._next]
        if not 0 <= value < n:
            raise ChanceMismatch(f"recorded result {value} at {self._next} where 0…{n - 1} was expected")
        self._next += 1
        return value

    def die(self, sides: int) -> int:
        """Return the next recorded number plus one."""
        return self.below(sides) + 1

    def draw(self, pool: Sequence[int]) -> int:
        """Return the recorded element of the pool."""
        return pool[self.below(len(pool))]


class ScriptedChance:
    """Chance scripted by a test: entries ("die", face), ("draw", element), ("below", number).

    Raises :class:`ChanceMismatch` if the next entry is of another kind or impossible.
    """

    __slots__ = ("_next", "_script")

    def __init__(self, script: Iterable[tuple[str, int]]) -> None:
        self._script = list(script)
        self._next = 0

    @property
    def rest(self) -> int:
        """Number of unused entries."""
        return len(self._script) - self._next

    def _take(self, kind: str, asked: str) -> int:
        if self._next >= len(self._script):
            raise ChanceMismatch(f"the script has ended, {asked} was asked for")
        have, value = self._script[self._next]
        if have != kind:
            raise ChanceMismatch(f"entry {self._next} of the script is {have} {value}, {asked} was asked for")
        self._next += 1
        return value

    def below(self, n: int) -> int:
        """Return the next entry, which must be ("below", 0 … n-1)."""
        if n < 2:
            return _only(n)
        value = self._take("below", f"a number below {n}")
        if not 0 <= value < n:
            raise ChanceMismatch(f"scripted number {value} is not below {n}")
        return value

    def die(self, sides: int) -> int:
        """Return the next entry, which must be ("die", 1 … sides)."""
        if sides < 2:
            return _only(sides) + 1
        face = self._take("die", f"a die with {sides} sides")
        if not 1 <= face <= sides:
            raise ChanceMismatch(f"scripted face {face} is not on a die with {sides} sides")
        return face

    def draw(self, pool: Sequence[int]) -> int:
        """Return the next entry, which must be ("draw", an element of the pool)."""
        if len(pool) < 2:
            return pool[_only(len(pool))]
        value = self._take("draw", f"a draw from {list(pool)}")
        if value not in pool:
            raise ChanceMismatch(f"scripted draw {value} is not in the pool {list(pool)}")
        return value


class ConstantChance:
    """Constant results: every die shows ``face``, the first element is drawn; ``throws`` counts the dice.

    For results that do not matter, and for proofs that enumerate all faces.
    """

    __slots__ = ("face", "throws")

    def __init__(self, face: int = 1) -> None:
        self.face = face
        self.throws = 0

    def below(self, n: int) -> int:
        """Return 0."""
        return 0

    def die(self, sides: int) -> int:
        """Return ``face``."""
        self.throws += 1
        return self.face

    def draw(self, pool: Sequence[int]) -> int:
        """Return the first element."""
        return pool[0]


def dice(*faces: int) -> list[tuple[str, int]]:
    """Return script entries for dice with these faces, in order."""
    return [("die", face) for face in faces]
