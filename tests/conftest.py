"""How tests are run: hypothesis profiles, and the switch that writes the golden journals anew.

`HYPOTHESIS_PROFILE=thorough` looks harder and differently each time; the default finds the same examples on every
machine.
"""

from __future__ import annotations

import contextlib
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
}
settings.register_profile("ci", max_examples=25, derandomize=True, database=None, **COMMON)
settings.register_profile("thorough", max_examples=500, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    """Let programs that tests start hear Ctrl-C, even if the tests run in the background, where it is ignored."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden journals anew instead of comparing")
