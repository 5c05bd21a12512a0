"""The clause register."""

from __future__ import annotations

import pytest

from muster.kernel.clauses import read_register
from muster.kernel.errors import GameError

TEXT = """
prefix = "DU"
[[clause]]
id = "step"
en = "Step."
es = "Paso."
page = "4"
[[clause]]
id = "plan"
en = "Plan."
es = "Plan."
source = "ruling"
"""


def test_clauses_keep_the_order_of_the_book() -> None:
    assert [clause.id for clause in read_register(TEXT, "c.toml")] == ["DU step", "DU plan"]
    assert len(read_register(TEXT, "c.toml")) == 2


@pytest.mark.parametrize("name", ["DU step", "step"])
def test_a_clause_is_found_with_and_without_the_prefix(name: str) -> None:
    clause = read_register(TEXT, "c.toml").get(name)
    assert (clause.id, clause.page, clause.source) == ("DU step", "4", "rulebook")
    assert (clause.summary("en"), clause.summary("es")) == ("Step.", "Paso.")


def test_only_full_ids_are_cited() -> None:
    register = read_register(TEXT, "c.toml")
    assert "DU step" in register
    assert "step" not in register


@pytest.mark.parametrize("name", ["DU fly", "fly", "XX step", ""])
def test_an_unknown_clause_is_named(name: str) -> None:
    with pytest.raises(GameError, match=f"DU has no clause {name!r}"):
        read_register(TEXT, "c.toml").get(name)


def test_a_clause_that_stands_there_twice_is_refused() -> None:
    twice = TEXT + '[[clause]]\nid = "step"\nen = "Again."\nes = "Otra vez."\n'
    with pytest.raises(GameError, match=r"c.toml: clause 'step' is listed twice"):
        read_register(twice, "c.toml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prefix = ", "c.toml: Invalid value"),
        ('prefix = "DU"', "c.toml: Object missing required field `clause`"),
        ('prefix = "DU"\n[[clause]]\nid = "a"\nen = "b"', "c.toml: .*missing required field `es`"),
        ('prefix = "DU"\n[[clause]]\nid = "a"\nen = "b"\nes = "c"\nfr = "d"', "c.toml: .*unknown field `fr`"),
        ('prefix = "DU"\n[[clause]]\nid = "a"\nen = "b"\nes = "c"\nsource = "hearsay"', "c.toml: Invalid enum value"),
    ],
)
def test_a_register_that_cannot_be_read_says_where_and_why(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        read_register(text, "c.toml")


def test_two_registers_can_be_joined() -> None:
    table = read_register('prefix = "K"\n[[clause]]\nid = "undo"\nen = "Undo."\nes = "Retirar."', "k.toml")
    both = read_register(TEXT, "c.toml").joined(table)
    assert [clause.id for clause in both] == ["DU step", "DU plan", "K undo"]
    assert both.prefix == "DU"
    assert both.get("K undo").en == "Undo."
