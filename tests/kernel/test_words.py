"""From keys to sentences in the reader's language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from muster.kernel.errors import GameError
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words, read_templates

# Cases that the browser's client must say alike: web/tests/words/gaps.test.ts runs them too.
GAPS = json.loads(Path(__file__).with_name("gaps.json").read_text())
MESSAGES = """
[event]
moved = "{seat:seat} moves {count} {count|zone|zones} to {zone}"
armed = "{seat:seat} takes the {weapon:weapon}"
over = "It is over."
skilled = "{seat:seat} has {skill:skill_text}"
[weapon]
warhammer = "Warhammer"
longshot = "Long Shot"
[skill_text]
haste = "{count} {count|step|steps} more"
[seat]
0 = "Red"
"""


def words() -> Words:
    return Words("en", read_templates(MESSAGES, "en.toml"))


def test_nested_tables_become_dotted_keys() -> None:
    assert read_templates(MESSAGES, "en.toml")["weapon.warhammer"] == "Warhammer"


def test_a_template_without_gaps_says_itself() -> None:
    assert words().say(Text("event.over")) == "It is over."


def test_gaps_take_values_names_and_plurals() -> None:
    one = Text("event.moved", {"seat": 0, "count": 1, "zone": "b3"})
    two = Text("event.moved", {"seat": 0, "count": 2, "zone": "b3"})
    none = Text("event.moved", {"seat": 0, "count": 0, "zone": "b3"})
    assert words().say(one) == "Red moves 1 zone to b3"
    assert words().say(two) == "Red moves 2 zones to b3"
    assert words().say(none) == "Red moves 0 zones to b3"


@pytest.mark.parametrize("case", GAPS["cases"], ids=lambda case: case["shows"])
def test_gaps_are_filled_as_the_shared_table_says(case: dict[str, Any]) -> None:
    assert Words("en", GAPS["templates"]).say(Text(case["key"], case["gaps"])) == case["says"]


def test_a_thing_is_called_by_the_name_of_its_kind() -> None:
    assert words().name("weapon", "warhammer") == "Warhammer"
    assert words().say(Text("event.armed", {"seat": 0, "weapon": "warhammer"})) == "Red takes the Warhammer"


def test_a_sentence_named_in_a_sentence_fills_its_own_gaps() -> None:
    assert words().say(Text("event.skilled", {"seat": 0, "skill": "haste", "count": 1})) == "Red has 1 step more"
    unknown = Text("event.skilled", {"seat": 0, "skill": "{count}", "count": 1})
    assert words().say(unknown) == "Red has {count}"


def test_a_list_is_named_part_by_part() -> None:
    assert words().name("weapon", "warhammer+longshot+club") == "Warhammer, Long Shot, club"


def test_a_thing_without_a_name_is_called_by_itself() -> None:
    assert words().name("zone", "b3") == "b3"
    assert words().name("seat", 3) == "3"


def test_people_at_the_table_are_called_by_their_names() -> None:
    seated = words().seated({0: "Ann"})
    assert seated.say(Text("event.armed", {"seat": 0, "weapon": "warhammer"})) == "Ann takes the Warhammer"
    assert seated.name("weapon", 0) == "0", "only seats have the names of people"
    assert seated.language == "en"


def test_an_unknown_key_shows_itself() -> None:
    assert not words().knows("event.flew")
    assert words().say(Text("event.flew", {"seat": 1})) == "Text(event.flew: seat=1)"


def test_a_gap_that_nothing_fills_is_a_defect() -> None:
    with pytest.raises(KeyError, match="weapon"):
        words().say(Text("event.armed", {"seat": 0}))


def test_a_value_is_never_taken_for_a_template() -> None:
    assert words().say(Text("event.moved", {"seat": 0, "count": 2, "zone": "{seat:seat}"})).endswith("to {seat:seat}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[event]\nmoved = 3", "en.toml: event.moved: expected a text, got 3"),
        ("[event]\nmoved = ['a']", r"en.toml: event.moved: expected a text, got \['a'\]"),
        ("[event", "en.toml: "),
    ],
)
def test_a_message_file_that_cannot_be_read_says_where(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        read_templates(text, "en.toml")


def test_a_catalogue_speaks_the_languages_it_has() -> None:
    catalogue = Catalogue({"en": {"over": "Over."}, "es": {"over": "Fin."}})
    assert catalogue.words("es").say(Text("over")) == "Fin."
    assert catalogue.words("en", {0: "Ann"}).name("seat", 0) == "Ann"
    with pytest.raises(GameError, match="no words in language 'fr': there are en, es"):
        catalogue.words("fr")
