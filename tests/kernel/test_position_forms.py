"""The form of every game's positions: each field has a title in both languages, and what it offers is read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muster.kernel.game import bench_of
from muster.kernel.position_forms import FieldForm, form_of
from muster.kernel.words import LANGUAGES
from muster.library import game_names, load_game


def walk(form: FieldForm, path: str = "") -> Iterator[tuple[str, FieldForm]]:
    yield path, form
    for one in form.of:
        yield from walk(one, f"{path}.{one.name}" if form.kind == "record" else f"{path}.*")


@pytest.mark.parametrize("name", game_names())
def test_every_field_and_value_is_named_in_both_languages(name: str) -> None:
    game = load_game(name)
    for language in LANGUAGES:
        words = game.catalogue.words(language)
        form = form_of(bench_of(game), words)
        for path, field in walk(form):
            if path:
                known = words.knows(f"position.{field.name}") or any(
                    words.knows(f"position.{parent}_{field.name}") for parent in (*path.split("."), "whole")
                )
                assert known, f"{language}: {path}"
            assert field.choices or field.kind != "choice", path
        named = {key.rpartition(".")[2] for key in game.catalogue.templates[language]}
        for path, field in walk(form):
            for value in (*field.choices, *field.keys):
                assert value.value == "" or str(value.value) in named, f"{language}: {path}: {value.value} has no name"


@pytest.mark.parametrize("name", game_names())
def test_the_paths_of_choices_lead_to_fields(name: str) -> None:
    """A choice under a path that the form does not have would never be offered."""
    bench = bench_of(load_game(name))
    form = form_of(bench, load_game(name).catalogue.words("en"))
    fields = {path.removeprefix(".") for path, _ in walk(form)}
    for path in bench.choices:
        assert path.removesuffix(".@") in fields, path


@pytest.mark.parametrize("name", game_names())
def test_an_empty_table_is_possible(name: str) -> None:
    game = load_game(name)
    bench = bench_of(game)
    assert list(bench.impossible(game.testing.position(bench.empty))) == []
