"""The built client belongs to its sources, and its words are there in both languages. No Node is needed here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src/muster/server/client_built"
WORDS = ROOT / "web/src/words"
GAP = re.compile(r"\{(\w+)")


def test_the_built_client_is_that_of_the_sources() -> None:
    stamp = subprocess.run([sys.executable, ROOT / "web/stamp.py"], capture_output=True, text=True, check=True).stdout
    assert stamp.strip() == (BUILT / "sources.sha256").read_text().strip(), (
        "stale: run `make web` and commit the result"
    )


def test_every_file_of_the_page_is_there() -> None:
    page = (BUILT / "index.html").read_text()
    names = re.findall(r'(?:src|href)="/client/([^"]+)"', page)
    assert "client.js" in names
    assert all((BUILT / name).is_file() for name in names)


def test_both_languages_say_the_same() -> None:
    english, spanish = (json.loads((WORDS / f"{language}.json").read_text()) for language in ("en", "es"))
    assert english.keys() == spanish.keys()
    for key, text in english.items():
        assert sorted(set(GAP.findall(text))) == sorted(set(GAP.findall(spanish[key]))), key
        assert spanish[key].strip(), key


def test_no_component_speaks_for_itself() -> None:
    """Words stand in the catalogues: no sentence in the markup of a component."""
    for path in (ROOT / "web/src").rglob("*.svelte"):
        markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->|\{[^{}]*\}", "", path.read_text(), flags=re.S)
        loose = re.findall(r">\s*([A-Za-z][a-z]+ [a-z]+ [a-z]+[^<]*)<", markup)
        assert not loose, f"{path.name}: {loose}"
