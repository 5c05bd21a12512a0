"""TOML of strangers: what would take `tomllib` hours is refused at once."""

from __future__ import annotations

import sys
import tomllib

import pytest

from muster.kernel.toml import MOST_PARTS, check_depth, read_toml

DEEP = ".".join("a" * (MOST_PARTS + 1))


def refused(text: str) -> bool:
    try:
        check_depth(text)
    except RecursionError:
        return True
    return False


@pytest.mark.parametrize(
    "text",
    [
        f"{DEEP} = 1",
        f"[{DEEP}]",
        f"[[ {DEEP.replace('.', ' . ')} ]]",
        f"x = {{ {DEEP} = 1 }}",
        ".".join(['"a.b"', "'c'", "d-1", '"\\""'] * 5) + " = 1",
        f"# a comment with one '\n{DEEP} = 1",
        f"x = '''\n'''\n{DEEP} = 1",
    ],
)
def test_a_key_of_too_many_parts_is_refused(text: str) -> None:
    tomllib.loads(text)  # it is valid, and that is the trouble
    with pytest.raises(RecursionError, match="nested too deeply"):
        read_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{DEEP[:-2]} = 1",
        f'x = "{DEEP} = 1"',
        f"x = '''\n{DEEP} = 1\n'''",
        f"# {DEEP} = 1",
        "x = [" + "1.5, " * 50 + "]",
        "\n".join(f"a.b{n}.c = 1" for n in range(40)),
    ],
)
def test_what_only_looks_like_one_is_read(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


def test_the_longest_keys_cost_next_to_nothing() -> None:
    """Counted in steps of the tokens that are looked at: days of `tomllib` end after 17 parts."""
    looked = 0

    def count(frame: object, event: str, _: object) -> object:
        nonlocal looked
        looked += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)  # type: ignore[arg-type]
    try:
        assert refused(".".join("a" * 200_000) + " = 1")
    finally:
        sys.settrace(before)
    assert looked < 1_000


@pytest.mark.parametrize("text", ["a = " + "1" * 5_000, "a = ", 'a = "', "a = '", "[" * 5_000])
def test_whatever_is_wrong_is_one_of_two_errors(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        read_toml(text)
