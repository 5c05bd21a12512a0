"""The examples in the documentation are true."""

from __future__ import annotations

import doctest
import re
from fnmatch import fnmatch
from pathlib import Path

from muster.kernel.scenario import read_scenario, run_scenario
from muster.library import load_game

ROOT = Path(__file__).parent.parent


def example(file: str) -> str:
    """The first block of TOML in a page."""
    found = re.search(r"```toml\n(.*?)```", (ROOT / file).read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_scenario_in_its_page_holds() -> None:
    scenario = read_scenario(example("docs/scenarios.md"), "docs/scenarios.md")
    assert run_scenario(load_game(scenario.game), scenario) == []


def test_the_pack_in_the_readme_can_be_laid_over_the_cards(tmp_path: Path) -> None:
    pack = tmp_path / "my.toml"
    pack.write_text(example("README.md"), "utf-8")
    game = load_game("tiny_epic_mechs", [pack])
    assert game.sources["weapon.warhammer"] == "public"
    assert len(game.packs) == 2


def test_what_the_readme_shows_of_python_is_true() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0


def test_every_file_that_the_pages_link_to_exists() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), *ROOT.glob("examples/*/*.md")]
    for page in pages:
        for link in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_every_page_has_its_place_in_the_site() -> None:
    """Without one nobody finds it, and the site is not built."""
    listed = set((ROOT / "docs" / "site" / "index.md").read_text("utf-8").splitlines())
    assert [page.stem for page in sorted((ROOT / "docs").glob("*.md")) if page.stem not in listed] == []


def test_the_evidence_for_players_is_there() -> None:
    """Every file of tests that the page names exists, and it counts its rows rightly."""
    page = (ROOT / "docs" / "players.md").read_text("utf-8")
    tests = {file.name for file in (ROOT / "tests").rglob("test_*.py")}
    named = set(re.findall(r"\btest_\w+\.py", page))
    assert len(named) > 30
    assert named <= tests
    met, part = page.count("| met |"), page.count("| in part |")
    assert f"Met: {met}. In part: {part}." in page
    assert met + part == 35


def test_every_test_that_the_page_on_players_names_exists() -> None:
    """Evidence that is not there is none. A name in brackets is that of a test in a file named before it."""
    page = (ROOT / "docs/players.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(rows) == 35
    sources = {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in (ROOT / "tests").rglob("*.py")}
    for row in rows:
        evidence = row.split("|")[4]
        named = re.findall(r"`((?:[a-z_]+/)?test_[a-z_*]+\.py)`", evidence)
        texts = [text for name in named for path, text in sources.items() if fnmatch(path, f"*/{name}")]
        assert len(texts) >= len(named), row
        for test in re.findall(r"[(,:] ?`([a-z]+(?:_[a-z]+)+)`", evidence):
            assert any(f"def test_{test}" in text for text in texts), f"{row.split('|')[1]}: {test}"
    met = sum("| met |" in row for row in rows)
    assert f"Met: {met}. In part: {35 - met}." in page
