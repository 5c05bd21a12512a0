"""Cases that show one property again and again: a part in every run, the rest only at night (`make nightly`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def seeds(usual: int, nightly: int) -> list[Any]:
    """So many seeds for `make test`, and those up to the second number besides for `make nightly`."""
    return [*range(usual), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(usual, nightly))]


def one_in(share: int, cases: Sequence[tuple[Any, ...]]) -> list[Any]:
    """One case in so many for `make test`, and all others besides for `make nightly`."""
    return [pytest.param(*case, marks=pytest.mark.slow if number % share else ()) for number, case in enumerate(cases)]
