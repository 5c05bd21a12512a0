"""How tests are run: hypothesis profiles, and the switch that writes the golden journals anew.

`HYPOTHESIS_PROFILE=thorough` looks harder and differently each time; the default finds the same examples on every
machine.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
}
settings.register_profile("ci", max_examples=25, derandomize=True, database=None, **COMMON)
settings.register_profile("thorough", max_examples=500, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden journals anew instead of comparing")
