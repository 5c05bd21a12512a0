"""Pig, installed for the time of these tests: a game small enough to work things out by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pig import beside, install


@pytest.fixture(scope="session")
def pig_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with beside(install(tmp_path_factory.mktemp("pig"))):
        yield
