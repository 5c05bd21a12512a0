"""The rules book: every clause stands in one chapter, examples are those of the tests, and each of them plays."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from muster.book import chapters_of, example_of, shipped_examples
from muster.book.chapters import guessed_chapters, read_chapters
from muster.kernel.clauses import read_register
from muster.kernel.errors import GameError
from muster.kernel.text import Text
from muster.kernel.words import LANGUAGES
from muster.lab.examples import gathered, spanish_titles
from muster.library import folder_of, load_game, own_names

TITLE = re.compile(r"^title = (\".*\")$", re.MULTILINE)
REGISTER = """
prefix = "X"
[[clause]]
id = "4.1"
en = "One."
es = "Uno."
[[clause]]
id = "4.10.far"
en = "Two."
es = "Dos."
[[clause]]
id = "4.1.near"
en = "Three."
es = "Tres."
"""


def chapter(name: str, *clauses: str) -> str:
    title = '{ en = "T", es = "T" }'
    return f"[[chapter]]\nid = {name!r}\nclauses = {list(clauses)}\ntitle = {title}\nabout = {title}\n"


def clauses_of(text: str) -> dict[str, list[str]]:
    register = read_register(REGISTER, "clauses.toml")
    return {one.id: [clause.id for clause in one.clauses] for one in read_chapters(text, "book.toml", register)}


class TestChapters:
    def test_the_longest_beginning_takes_a_clause(self) -> None:
        found = clauses_of(chapter("all", "4") + chapter("near", "4.1"))
        assert found == {"all": ["X 4.10.far"], "near": ["X 4.1", "X 4.1.near"]}

    def test_without_a_file_ids_give_the_chapters(self) -> None:
        (only,) = guessed_chapters(read_register(REGISTER, "clauses.toml"))
        assert (only.id, len(only.clauses)) == ("4", 3)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (chapter("near", "4.1"), "book.toml: the clause 'X 4.10.far' stands in no chapter"),
            (chapter("all", "4", "5"), "book.toml: no clause begins with 5"),
            (chapter("all", "4") * 2, "book.toml: two chapters have the same id"),
            ("[[chapter]", "book.toml: not valid TOML"),
        ],
    )
    def test_what_is_wrong_is_one_sentence(self, text: str, said: str) -> None:
        with pytest.raises(GameError) as error:
            clauses_of(text)
        assert str(error.value).startswith(said)
        assert "\n" not in str(error.value)

    @pytest.mark.parametrize("game", own_names())
    def test_every_clause_stands_in_a_chapter_of_its_game(self, game: str) -> None:
        found = [clause.id for one in chapters_of(game) for clause in one.clauses]
        assert sorted(found) == sorted(clause.id for clause in load_game(game).clauses)

    @pytest.mark.parametrize("game", own_names())
    def test_every_chapter_is_introduced_in_each_language(self, game: str) -> None:
        for one in chapters_of(game):
            for language in LANGUAGES:
                assert one.title.said(language)
                assert one.about.said(language).endswith(".")
            assert one.about.en != one.about.es


class TestExamples:
    @pytest.mark.parametrize("game", own_names())
    def test_those_that_come_along_are_chosen_among_the_tests(self, game: str) -> None:
        file = folder_of(game) / "examples.jsonl"
        assert file.read_text("utf-8") == gathered(game), "stale: run python -m muster.lab.examples"

    @pytest.mark.parametrize("game", own_names())
    def test_each_has_a_title_in_both_languages(self, game: str) -> None:
        bare = {one.scenario.title for one in shipped_examples(game).values() if not one.es.strip()}
        assert not bare, f"give them a title in Spanish: tests/games/{game}/titles_es.toml"
        assert all(one.title("en") != one.title("es") for one in shipped_examples(game).values())

    @pytest.mark.parametrize("game", own_names())
    def test_every_title_in_spanish_belongs_to_a_scenario(self, game: str) -> None:
        scenarios = (Path(__file__).parents[1] / "games" / game / "scenarios").rglob("*.toml")
        titles = {found[1] for file in scenarios if (found := TITLE.search(file.read_text("utf-8")))}
        assert not {msgspec.json.encode(title).decode() for title in spanish_titles(game)} - titles

    @pytest.mark.parametrize(("game", "share"), [(game, 0.65) for game in own_names()])
    def test_most_clauses_have_one(self, game: str, share: float) -> None:
        assert len(shipped_examples(game)) > share * len(load_game(game).clauses)

    @pytest.mark.parametrize("game", own_names())
    def test_each_plays_and_speaks_both_languages(self, game: str) -> None:
        still = 0
        for clause in shipped_examples(game):
            found = example_of(game, clause)
            assert found is not None
            for language in LANGUAGES:
                words = found.game.catalogue.words(language)
                for frame in found.frames:
                    said = [Text(event.key, event.params) for event in frame.told]
                    said += [frame.refusal.reason] if frame.refusal else []
                    assert all("Text(" not in words.say(text) for text in [*said, *filter(None, [frame.answer])]), (
                        clause
                    )
            still += len(found.frames) == 1
        assert still < len(shipped_examples(game)) / 20, "examples in which nothing happens"

    def test_a_refusal_names_its_clause_and_changes_nothing(self) -> None:
        found = example_of("tiny_epic_mechs", "TEM combat.exhausted")
        assert found is not None
        refused = [n for n, frame in enumerate(found.frames) if frame.refusal]
        assert refused
        for n in refused:
            refusal = found.frames[n].refusal
            assert refusal is not None
            assert refusal.clause in load_game("tiny_epic_mechs").clauses
            assert found.frames[n].look.view == found.frames[n - 1].look.view

    def test_a_clause_without_one_has_none(self) -> None:
        assert example_of("deadzone", "K undo") is None
