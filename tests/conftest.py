"""How tests are run: hypothesis profiles, the switch that writes the golden journals anew, and the example installed.

`HYPOTHESIS_PROFILE=thorough` looks harder and differently each time, `nightly` for as long as a night has; the default
finds the same examples on every machine.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pig import beside, install

COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
}
settings.register_profile("ci", max_examples=25, derandomize=True, database=None, **COMMON)
settings.register_profile("nightly", max_examples=75, **COMMON)
settings.register_profile("thorough", max_examples=500, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

TESTS = Path(__file__).parent
ALONE = {"book", "envs", "forces", "games", "geometry", "kernel", "lessons"}
"""Folders whose tests start no program and wait for nobody."""
MEMORY = Path("/dev/shm")
"""Files that are kept in memory, where there is such a folder."""
ENOUGH = 4 * 2**30
"""So many bytes must be free there."""
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # Databases and journals wait until what they write is safe, which on a disk is half the time of the server's tests.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Let programs that tests start hear Ctrl-C, even if the tests run in the background, where it is ignored."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden journals anew instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a test that waits for other programs again if it fails, twice at most: a busy machine may answer too late.

    Only such tests, because each test that may be tried again costs a few messages between processes.
    """
    for item in items:
        if TESTS in item.path.parents and item.path.relative_to(TESTS).parts[0] not in ALONE:
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_collection_finish() -> None:
    """Spare the garbage collector ten thousand tests, of which none goes before the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def pig_target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pig as an installer leaves it, in a folder that no path leads to yet."""
    return install(tmp_path_factory.mktemp("pig"))


@pytest.fixture
def pig_installed(pig_target: Path) -> Iterator[None]:
    """Pig beside our own games for one test, and never longer: the next one may count the games."""
    with beside(pig_target):
        yield
