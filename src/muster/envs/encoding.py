"""A seat's view, its question and its options as arrays of fixed shape.

Everything is hashed: a field of the view is its path, and path and value decide which numbers of the array it moves.
So any game fits, of whatever size its table is, and nothing has to be listed beforehand. The same position gives the
same array on every machine. Options are encoded by the words of their keys, those of open spaces too, which offer
candidates.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from muster.kernel.spaces import Option

Array = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

VIEW: Final = 2048
"""Numbers that describe the view and the question."""
OPTION: Final = 64
"""Numbers that describe an option."""
SLOTS: Final = 256
"""Actions: the options in the order in which they are offered."""
MOST: Final = 8.0
"""No number is larger."""
WORD: Final = re.compile(r"-?\d+(?:\.\d+)?|[A-Za-z_]+")
EDGES: Final = re.compile(r"[^A-Za-z0-9_.]+")


@lru_cache(maxsize=200_000)
def place_of(text: str, size: int) -> tuple[int, float]:
    """Where a text moves a number of an array, and in which direction."""
    found = zlib.crc32(text.encode())
    return found % size, 1.0 if found & 0x8000_0000 else -1.0


def squeezed(number: float) -> float:
    """A number of any size as a small one; small ones stay apart.

    >>> squeezed(0), round(squeezed(3), 2), round(squeezed(-1000), 2)
    (0.0, 1.39, -6.91)
    """
    return math.copysign(math.log1p(abs(number)), number) if number else 0.0


def encode_view(view: msgspec.Struct, prompt: str, length: int = VIEW) -> Array:
    """The view and the question as one array."""
    array = np.zeros(length, np.float32)
    put(array, "prompt", prompt)
    put(array, "", msgspec.to_builtins(view))
    np.clip(array, -MOST, MOST, out=array)
    return array


def put(array: Array, path: str, value: Any) -> None:
    """Add a value at a path: a number moves the path's place by itself, a word the place of path and word by one."""
    match value:
        case bool():
            if value:
                add(array, f"{path}=yes", 1.0)
        case int() | float():
            if value:
                add(array, path, squeezed(value))
        case str():
            if value:
                add(array, f"{path}={value}", 1.0)
        case dict():
            for name, inside in value.items():
                put(array, f"{path}.{name}", inside)
        case list() | tuple():
            for number, inside in enumerate(value):
                put(array, f"{path}.{number}", inside)


def add(array: Array, text: str, amount: float) -> None:
    at, sign = place_of(text, len(array))
    array[at] += sign * amount


@lru_cache(maxsize=50_000)
def encode_key(key: str) -> bytes:
    """An option's key: the whole of it, its parts, and its numbers at their places."""
    array = np.zeros(OPTION, np.float32)
    add(array, f"={key}", 1.0)
    for number, part in enumerate(filter(None, EDGES.split(key))):
        add(array, f"{number}={part}", 1.0)
        for index, word in enumerate(WORD.findall(part)):
            if word.lstrip("-")[:1].isdigit():
                add(array, f"{number}.{index}#", squeezed(float(word)))
    return np.clip(array, -MOST, MOST).tobytes()


def offered(options: Sequence[Option[Any]]) -> list[Option[Any]]:
    """The options that have an action. If there are more than slots, every so manieth, from the first to the last."""
    if len(options) <= SLOTS:
        return list(options)
    return [options[number * (len(options) - 1) // (SLOTS - 1)] for number in range(SLOTS)]


def encode_options(options: Sequence[Option[Any]]) -> tuple[Array, Mask]:
    """A row for each action, and which actions there are."""
    rows, mask = np.zeros((SLOTS, OPTION), np.float32), np.zeros(SLOTS, np.int8)
    for number, option in enumerate(options):
        rows[number] = np.frombuffer(encode_key(option.key), np.float32)
    mask[: len(options)] = 1
    return rows, mask
