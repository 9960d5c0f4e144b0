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

from __future__ import annotations

from collections.abc import Iterable, Sequence

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GOLDEN = 0x9E37_79B9_7F4A_7C15


class ChanceMismatch(ValueError):
    """Recorded or scripted results do not fit what the rules ask for."""


def _scramble(x: int) -> int:
    """The finalizer of splitmix64: every input bit reaches every output bit."""
    x = ((x ^ (x >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
    return x ^ (x >> 31)


def _number(part: int | str) -> int:
    """64 bits for a number or a text. A typed text counts without the spaces around it."""
    if isinstance(part, str):
        value = 0xCBF2_9CE4_8422_2325  # FNV-1a over the UTF-8 bytes
        text = part.strip()
        if not text.isascii():
            import unicodedata  # a large library on some systems, and most seeds need nothing of it

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
    """A 64-bit seed made from a number or typed text and any further parts; order matters.

    Each step feeds the value before it forward, so that who is given a derived seed (an
    opponent) cannot simply calculate back to the one it came from.
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
    """A fast repeatable source (multiply with carry; the low 30 bits are the result).

    Even within n / 2^30; meant for n up to about a million. The step is written out in each
    method because search spends a good part of its time here.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int | str) -> None:
        self._state = mix(seed) % _PERIOD_STATES + 1

    def below(self, n: int) -> int:
        """A whole number 0 … n-1."""
        if n < 2:
            return _only(n)
        state = self._state
        self._state = state = 1_073_709_930 * (state & 0x3FFF_FFFF) + (state >> 30)
        return (state & 0x3FFF_FFFF) % n

    def die(self, sides: int) -> int:
        """A whole number 1 … sides."""
        if sides < 2:
            return _only(sides) + 1
        state = self._state
        self._state = state = 1_073_709_930 * (state & 0x3FFF_FFFF) + (state >> 30)
        return (state & 0x3FFF_FFFF) % sides + 1

    def draw(self, pool: Sequence[int]) -> int:
        """One element of a non-empty pool."""
        return pool[self.below(len(pool))]


def _only(n: int) -> int:
    """The only result below 1; anything smaller has none."""
    if n == 1:
        return 0
    raise ValueError(f"nothing to choose among {n}")


class LoggedChance:
    """Passes on what another source gives and remembers it, every result as ``below`` gave it."""

    __slots__ = ("_draws", "_inner")

    def __init__(self, inner: SeededChance | ScriptedChance | ReplayedChance) -> None:
        self._inner = inner
        self._draws: list[int] = []

    def below(self, n: int) -> int:
        """A whole number 0 … n-1."""
        if n < 2:
            return _only(n)
        value = self._inner.below(n)
        self._draws.append(value)
        return value

    def die(self, sides: int) -> int:
        """A whole number 1 … sides."""
        face = self._inner.die(sides)
        if sides > 1:
            self._draws.append(face - 1)
        return face

    def draw(self, pool: Sequence[int]) -> int:
        """One element of a non-empty pool."""
        if len(pool) < 2:
            return pool[_only(len(pool))]
        value = self._inner.draw(pool)
        self._draws.append(pool.index(value))
        return value

    def take(self) -> list[int]:
        """The results since the last call of ``take``, in order."""
        draws = self._draws
        self._draws = []
        return draws


class ReplayedChance:
    """Gives recorded results again; raises :class:`ChanceMismatch` when the record does not fit."""

    __slots__ = ("_draws", "_next")

    def __init__(self, draws: Iterable[int]) -> None:
        self._draws = list(draws)
        self._next = 0

    @property
    def rest(self) -> int:
        """How many recorded results have not been asked for yet."""
        return len(self._draws) - self._next

    def below(self, n: int) -> int:
        """The next recorded number, which must be in 0 … n-1."""
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
        """The next recorded number plus one."""
        return self.below(sides) + 1

    def draw(self, pool: Sequence[int]) -> int:
        """The element of the pool that was drawn."""
        return pool[self.below(len(pool))]


class ScriptedChance:
    """Chance that a test writes down: entries ("die", face), ("draw", element), ("below", number).

    Raises :class:`ChanceMismatch` when the rules ask for another kind of chance than the script
    has next, or when the scripted result is impossible.
    """

    __slots__ = ("_next", "_script")

    def __init__(self, script: Iterable[tuple[str, int]]) -> None:
        self._script = list(script)
        self._next = 0

    @property
    def rest(self) -> int:
        """How many entries have not been asked for yet."""
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
        """The next entry, which must be ("below", 0 … n-1)."""
        if n < 2:
            return _only(n)
        value = self._take("below", f"a number below {n}")
        if not 0 <= value < n:
            raise ChanceMismatch(f"scripted number {value} is not below {n}")
        return value

    def die(self, sides: int) -> int:
        """The next entry, which must be ("die", 1 … sides)."""
        if sides < 2:
            return _only(sides) + 1
        face = self._take("die", f"a die with {sides} sides")
        if not 1 <= face <= sides:
            raise ChanceMismatch(f"scripted face {face} is not on a die with {sides} sides")
        return face

    def draw(self, pool: Sequence[int]) -> int:
        """The next entry, which must be ("draw", an element of the pool)."""
        if len(pool) < 2:
            return pool[_only(len(pool))]
        value = self._take("draw", f"a draw from {list(pool)}")
        if value not in pool:
            raise ChanceMismatch(f"scripted draw {value} is not in the pool {list(pool)}")
        return value


class ConstantChance:
    """Chance that is none: every die shows ``face``, the first of a pool is drawn; ``throws`` counts the dice.

    For what nobody can know and nothing depends on, and for proofs that try every face by turns.
    """

    __slots__ = ("face", "throws")

    def __init__(self, face: int = 1) -> None:
        self.face = face
        self.throws = 0

    def below(self, n: int) -> int:
        """Always 0."""
        return 0

    def die(self, sides: int) -> int:
        """Always the face."""
        self.throws += 1
        return self.face

    def draw(self, pool: Sequence[int]) -> int:
        """Always the first element of the pool."""
        return pool[0]


def dice(*faces: int) -> list[tuple[str, int]]:
    """Script entries for dice that show these faces, in order."""
    return [("die", face) for face in faces]
