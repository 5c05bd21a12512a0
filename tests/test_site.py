"""The documentation site builds without a warning, and what it writes by itself leads somewhere, too."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from muster.book import chapters_of
from muster.library import own_names

pytest.importorskip("sphinx", reason="the extra docs is not installed")
pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "site.py"), str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_link_and_picture_of_the_site_is_there(site: Path) -> None:
    pages = {page: page.read_text("utf-8") for page in site.rglob("*.html")}
    anchors = {page: set(re.findall(r'id="([^"]+)"', text)) for page, text in pages.items()}
    missing: list[str] = []
    for page, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            name, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            target = (page.parent / name.partition("?")[0]).resolve() if name else page
            if not target.exists() or (anchor and target in anchors and anchor not in anchors[target]):
                missing.append(f"{page.relative_to(site)}: {link}")
    assert missing == []


@pytest.mark.parametrize("game", own_names())
def test_the_rules_of_every_game_are_there_in_both_languages(site: Path, game: str) -> None:
    for chapter in chapters_of(game):
        for language, about in (("en", chapter.about.en), ("es", chapter.about.es)):
            text = (site / "rules" / game / language / f"{chapter.id}.html").read_text("utf-8")
            assert about[:30].split("'")[0] in text
            assert all(f'id="{clause.id.replace(" ", ".")}"' in text for clause in chapter.clauses)


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?//', page.read_text("utf-8")), page
