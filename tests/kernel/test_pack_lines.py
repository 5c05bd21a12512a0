"""Line numbers: every value that `tomllib` finds has a line, and it is the right one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from muster.kernel.pack_lines import Path, lines_of
from muster.library import own_names

CONTENT = FilePath(__file__).parents[2] / "src" / "muster" / "games"
FILES = [file for game in own_names() for file in sorted((CONTENT / game / "content").glob("*.toml"))]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}/{file.name}")
def test_every_value_of_the_shipped_cards_has_its_line(file: FilePath) -> None:
    text = file.read_text("utf-8")
    lines, found = text.splitlines(), lines_of(text)
    for path in paths(tomllib.loads(text)):
        assert path in found
        if isinstance(path[-1], str):
            assert path[-1] in lines[found[path] - 1]


def test_each_way_to_write_a_value() -> None:
    text = (
        'a.b = 1 # c = 2\n"d e" = """x\n= "y" """\nf = \'\'\'\n[g]\n\'\'\'\n'
        'h = [ # i\n  1, "]",\n  { j = 1979-05-27 07:32:00, k = [[]] },\n]\n'
        "[l]\nm = true\n[[n]]\n[[n.o]]\np = 1\n[[n.o]]\np = 2\n[n.q]\nr = -1.5e3\n[[n]]\n's' = '\"'\n"
    )
    found = lines_of(text)
    assert set(paths(tomllib.loads(text))) <= set(found)
    expected: dict[Path, int] = {
        ("a",): 1,
        ("a", "b"): 1,
        ("d e",): 2,
        ("f",): 4,
        ("h",): 7,
        ("h", 1): 8,
        ("h", 2, "j"): 9,
        ("h", 2, "k", 0): 9,
        ("l", "m"): 12,
        ("n", 0): 13,
        ("n", 0, "o", 1, "p"): 17,
        ("n", 0, "q", "r"): 19,
        ("n", 1, "s"): 21,
    }
    assert {path: found[path] for path in expected} == expected


values = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(max_size=6) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=4), values, max_size=4), st.booleans())
def test_whatever_is_written_is_found_again(data: dict[str, Any], long: bool) -> None:
    text = tomli_w.dumps(data, multiline_strings=long)
    assert set(paths(tomllib.loads(text))) <= set(lines_of(text))


@given(st.text(alphabet="[]{}=,.'\"#\\\n ab1", max_size=40))
def test_a_text_that_is_no_toml_does_no_harm(text: str) -> None:
    lines_of(text)
