"""Answers over plain HTTP: pages, the built client, words, rules, the lobby, and their headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from muster.book import chapters_of
from muster.kernel.words import LANGUAGES
from muster.library import game_names, load_game
from muster.server.files import ASK_AGAIN, FOR_GOOD, HASHED, read_folder
from muster.server.lobby.games import game_info
from muster.server.telling.phrases import templates
from server.running import Server, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


class TestHeaders:
    @pytest.mark.parametrize(
        "path", ["/", "/t/abc", "/table/abc", "/plain", "/plain/page.js", "/api/lobby", "/api/words/es", "/nowhere"]
    )
    def test_every_answer_has_the_security_headers(self, house: Server, path: str) -> None:
        headers = httpx.get(house.address + path).headers
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert len(headers.get_list("cache-control")) == 1

    @pytest.mark.parametrize("path", ["/", "/plain/page.css", "/api/words/deadzone/es", "/api/rules/deadzone/en"])
    def test_what_a_browser_has_is_not_sent_again(self, house: Server, path: str) -> None:
        first = httpx.get(house.address + path)
        assert first.status_code == 200
        assert first.headers["cache-control"] == ASK_AGAIN
        assert first.headers["content-encoding"] == "gzip"
        again = httpx.get(house.address + path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = httpx.get(house.address + path, headers={"if-none-match": '"another"', "accept-encoding": "identity"})
        assert (other.status_code, other.content) == (200, first.content)
        assert "content-encoding" not in other.headers

    @pytest.mark.parametrize(
        ("name", "for_good"),
        [
            ("index-B3kd81Qx.js", True),
            ("a/font.8f3a1c9d0e.woff2", True),
            ("client.js", False),
            ("three-view.js", False),
        ],
    )
    def test_only_names_that_hold_a_hash_are_kept_for_good(self, name: str, for_good: bool) -> None:
        assert bool(HASHED.search(name)) == for_good
        assert "immutable" in FOR_GOOD


class TestPages:
    @pytest.mark.parametrize(
        "path",
        [
            "/plain/../app.py",
            "/plain/%2e%2e/app.py",
            "/plain/serve.py",
            "/client/../app.py",
            "/client/%2e%2e/app.py",
            "/client/..%2fapp.py",
            "/client/",
        ],
    )
    def test_no_other_file_is_served(self, house: Server, path: str) -> None:
        assert httpx.get(house.address + path).status_code == 404

    @pytest.mark.parametrize("path", ["/learn/tag_raid", "/lobby", "/index.php"])
    def test_a_link_that_leads_nowhere_leads_to_the_lobby_and_a_program_is_told(self, house: Server, path: str) -> None:
        page = httpx.get(house.address + path, headers={"accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.text) == (404, httpx.get(house.address).text)
        told = httpx.get(house.address + path)
        assert (told.status_code, told.json()["text"]) == (404, "there is nothing of that name")

    def test_deep_links_lead_to_the_client_and_plain_ones_to_the_plain_page(self, house: Server) -> None:
        index = httpx.get(f"{house.address}/").text
        for path in ("/t/4f0c", "/table/4f0c", "/t/4f0c/at/17"):
            assert httpx.get(house.address + path).text == index
        plain = httpx.get(f"{house.address}/plain").text
        assert "page.js" in plain
        assert httpx.get(f"{house.address}/plain/table/4f0c").text == plain

    def test_every_file_of_the_client_is_served_with_its_type(self, house: Server) -> None:
        for name in read_folder("client_built"):
            answer = httpx.get(f"{house.address}/client/{name}")
            assert answer.status_code == 200
            assert answer.headers["content-type"]

    def test_the_plain_page_renders_nothing_as_markup(self) -> None:
        page = Path(__file__).parents[2] / "src" / "muster" / "server" / "plain" / "page.js"
        script = page.read_text("utf-8")
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in script

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_words_of_the_plain_page_have_bare_gaps_only(self, language: str) -> None:
        """It fills `{gap}` and nothing else of the grammar of messages."""
        spoken = {key: text for key, text in templates(language).items() if key.startswith("page.")}
        assert spoken
        for key, text in spoken.items():
            assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", text)), key


class TestReference:
    @pytest.mark.parametrize("name", game_names())
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_words_and_rules_of_a_game(self, house: Server, name: str, language: str) -> None:
        game = load_game(name)
        words = httpx.get(f"{house.address}/api/words/{name}/{language}").json()
        assert words == game.catalogue.templates[language]
        rules = httpx.get(f"{house.address}/api/rules/{name}/{language}").json()
        assert [rule["id"] for rule in rules] == [one.id for chapter in chapters_of(name) for one in chapter.clauses]
        assert {rule["id"] for rule in rules} == {clause.id for clause in game.clauses}
        for rule in rules:
            assert rule["summary"] == game.clauses.get(rule["id"]).summary(language)
            assert rule["chapter"]

    @pytest.mark.parametrize("name", game_names())
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_book_of_a_game_and_an_example(self, house: Server, name: str, language: str) -> None:
        book = httpx.get(f"{house.address}/api/book/{name}/{language}").json()
        assert [chapter["id"] for chapter in book["chapters"]] == [chapter.id for chapter in chapters_of(name)]
        clause = book["examples"][0]
        example = httpx.get(f"{house.address}/api/book/{name}/{language}/{clause.replace(' ', '.')}").json()
        assert clause in example["clauses"]
        assert len(example["frames"]) > 1
        assert all(frame["view"] for frame in example["frames"])

    @pytest.mark.parametrize("clause", ["DZ.no.such.clause", "DZ", "DZ.team.points"])
    def test_a_clause_without_an_example_is_said(self, house: Server, clause: str) -> None:
        answer = httpx.get(f"{house.address}/api/book/deadzone/en/{clause}")
        assert answer.status_code == 400
        assert clause.replace(".", " ", 1) in answer.json()["text"] or clause in answer.json()["text"]

    @pytest.mark.parametrize(
        "path", ["words/chess/en", "words/deadzone/xx", "rules/chess/en", "book/chess/en", "words/xx"]
    )
    def test_what_is_not_there_is_said(self, house: Server, path: str) -> None:
        answer = httpx.get(f"{house.address}/api/{path}")
        assert answer.status_code == 404
        assert answer.json()["text"]

    @pytest.mark.parametrize("name", game_names())
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_lobby_offers_what_can_be_chosen_and_every_choice_can_be_played(self, name: str, language: str) -> None:
        game = load_game(name)
        info = game_info(game, language)
        assert info.settings
        assert info.fewest_players <= info.players <= info.most_players
        for setting in info.settings:
            assert setting.field in info.options
            assert "Text(" not in setting.title
            assert len({value.title for value in setting.values}) == len(setting.values)
            for choice in setting.values:
                assert "Text(" not in choice.title
                value = [choice.value] * info.players if setting.each else choice.value
                options = game.setup.prepare({**info.options, setting.field: value})
                assert options.players
                assert options.new() is not None
