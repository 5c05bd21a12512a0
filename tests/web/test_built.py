"""The built client is whole. That it is what its sources build is proved by `make client`, which needs Node."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src/muster/server/client_built"


def test_every_file_of_the_page_is_there() -> None:
    page = (BUILT / "index.html").read_text()
    names = re.findall(r'(?:src|href)="/client/([^"]+)"', page)
    assert "client.js" in names
    assert all((BUILT / name).is_file() for name in names)


def test_no_component_speaks_for_itself() -> None:
    """Words stand in the catalogues: no sentence in the markup of a component."""
    for path in (ROOT / "web/src").rglob("*.svelte"):
        markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->|\{[^{}]*\}", "", path.read_text(), flags=re.S)
        loose = re.findall(r">\s*([A-Za-z][a-z]+ [a-z]+ [a-z]+[^<]*)<", markup)
        assert not loose, f"{path.name}: {loose}"
