"""Packs of every game: what is wrong is told with file, line, card, field and suggestion, all of it at once, and a
hostile pack gets a sentence too.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.every_game import THOROUGH
from muster.kernel.game import cards_of
from muster.kernel.pack_errors import PackError
from muster.kernel.packs import PackFile
from muster.kernel.words import LANGUAGES
from muster.library import load_game, load_with_packs, own_game, own_names

every_game = pytest.mark.parametrize("game", own_names())


def error_of(game: str, text: str) -> PackError:
    with pytest.raises(PackError) as raised:
        load_with_packs(game, (PackFile("mine.toml", text),))
    return raised.value


ARM = '[[part]]\nid = "arm"\nsource = "house"\nname = "Arm"\nfaction = "rdl"\nslot = "left_arm"\narmor = 4\nactions = ['
SLIPS = [
    (
        "deadzone",
        '[[deck]]\nid = "rebs"\nsource = "house"\ncards = { headshot = 3 }\n'
        '[[constant]]\nid = "hand"\nsource = "house"\nvalue = 40\n',
        [
            "mine.toml:4: deck 'rebs': field cards: the deck has 3 cards; with all extra cards 25 are drawn for it",
            "mine.toml:8: constant 'hand': field value: a hand of 40 cards does not come out of a deck of 20",
        ],
    ),
    (
        "obsidian_protocol",
        f"""{ARM}
  {{ id = "a", name = "A", type = "firing", yellow = 3 }},
  {{ id = "b", name = "B", type = "firing", length = "short", control = "command", yellow = 3 }},
  {{ id = "c", name = "C", type = "delay", yellow = 3 }},
]
[[drone]]
id = "dtg_30m_hyena_mg_type"
source = "house"
actions = [{{ id = "d", name = "D", type = "firing", length = "short", yellow = 3 }}]
""",
        [
            "mine.toml:9: part 'arm': field actions[0].length: 'a' takes no ticks; say short, medium or long",
            "mine.toml:10: part 'arm': field actions[1].control: 'b' is an action of a mech",
            "mine.toml:11: part 'arm': field actions[2].type: no mech has actions of the type delay; projectiles have",
            "mine.toml:16: drone 'dtg_30m_hyena_mg_type': field actions[0].control: 'd' would never be performed",
        ],
    ),
    (
        "deadzone",
        '[[model]]\nid = "lookout"\nsource = "house"\nfaction = "rebs"\nrank = "troper"\ncost = 300\nsurvive = 5\n'
        'abilities = ["touhg"]\nweapons = ["pistol", "pistl"]\n[[map]]\nid = "m"\nsource = "house"\n'
        'areas = ["RRRRRRRR", "x", "rrrrrrrr", "gggggggg", "gggggggg", "bbbbbbbb", "BBBBBBBB", "BBBBBBBB"]\n'
        'objectives = ["a1", "z9", "b2"]\n',
        [
            "mine.toml:5: model 'lookout': field rank: there is no 'troper'; there are equipment, leader, rare,"
            " specialist, trooper, unique; did you mean trooper?",
            "mine.toml:6: model 'lookout': field cost: expected a number from 0 to 99, not 300",
            "mine.toml:8: model 'lookout': field abilities[0]: there is no 'touhg'",
            "mine.toml:9: model 'lookout': field weapons[1]: there is no weapon 'pistl'; did you mean pistol?",
            "mine.toml:13: map 'm': field areas[1]: 'x' does not have the form ^[RBrbg]{8}$",
            "mine.toml:14: map 'm': field objectives[1]: 'z9' does not have the form",
        ],
    ),
    (
        "deadzone",
        '[[mission]]\nid = "m"\nsource = "house"\nfaction = "rebs"\ngoals = [{ kind = "kill", points = [1] }]\n'
        '[[battlefield]]\nid = "b"\nsource = "house"\nlevels = 1\nbuildings = [{ at = "a1", width = 1, depth = 1 }]\n',
        ["mine.toml:5: mission 'm': field goals[0].points: kill takes 3 figures in points"],
    ),
    (
        "deadzone",
        '[[battlefield]]\nid = "b"\nsource = "house"\nlevels = 1\nbuildings = [{ at = "a1", width = 1, depth = 1 }]\n'
        '[[team]]\nid = "t"\nsource = "house"\nfaction = "rebs"\nmodels = []\n',
        [
            "mine.toml:1: battlefield 'b': the building in a1 is too high",
            "mine.toml:6: team 't': ",
        ],
    ),
    (
        "obsidian_protocol",
        '[[part]]\nid = "arm"\nsource = "house"\nname = "Arm"\nfaction = "rdl"\nslot = "left_arm"\narmor = 3\n'
        '[[part.actions]]\nid = "shot"\nname = "Shot"\ntype = "firing"\n'
        'effects = ["pulze", "sitting: range 2", "pulse x"]\n'
        '[[pilot]]\nid = "p"\nsource = "house"\nname = "P"\nfaction = "rdl"\nlink = 3\ninitiative = [1, 2]\n'
        'trait = "brve"\n',
        [
            "mine.toml:12: part 'arm': field actions[0].effects[0]: the rules have no keyword 'pulze';"
            " did you mean pulse?",
            "mine.toml:12: part 'arm': field actions[0].effects[1]: the rules have no condition 'sitting'; they have",
            "mine.toml:12: part 'arm': field actions[0].effects[2]: expected a number after pulse, not 'x'",
            "mine.toml:19: pilot 'p': field initiative: expected a list of 6, not of 2",
            "mine.toml:20: pilot 'p': field trait: there is no 'brve'",
        ],
    ),
    (
        "obsidian_protocol",
        '[[zone]]\nid = "z"\nsource = "house"\nname = "Z"\ngrids = ["a1", "p16"]\n',
        ["mine.toml:5: zone 'z': field grids[1]: a board of 12 by 12 grids has no p16"],
    ),
    (
        "tag_raid",
        '[[tool]]\nid = "rifle"\nsource = "house"\nburst = 0\ndamage = 0\n[[constant]]\nid = "trophies"\nvalue = 1\n'
        'source = "house"\n',
        [
            "mine.toml:7: constant 'trophies': field id: there is no 'trophies'; there are ",
        ],
    ),
    (
        "tag_raid",
        '[[tool]]\nid = "rifle"\nsource = "house"\nburst = 0\ndamage = 0\n',
        [
            "mine.toml:4: tool 'rifle': field burst: a weapon needs damage and burst",
            "mine.toml:5: tool 'rifle': field damage: a weapon needs damage and burst",
        ],
    ),
    (
        "tag_raid",
        '[[constant]]\nid = "hexagon_side"\nvalue = 0\nsource = "house"\n',
        ["mine.toml: the game cannot be made or played with this pack: ZeroDivisionError"],
    ),
    (
        "tiny_epic_mechs",
        '[[weapon]]\nid = "warhammer"\nsource = "house"\nenergy = 0\ncredits = 0\n[[constant]]\nid = "knockout"\n'
        'value = 1\nsource = "house"\n[[weapon]]\nid = "whip"\nsource = "house"\nlevel = "basic"\ntype = "melee"\n'
        "points = 1\nenergy = 1\nattack = { damage = 1 }\npower = { damage = 1 }\n",
        [
            "the packs together have 5 basic weapons; there must be 4",
            "mine.toml:4: weapon 'warhammer': field energy: a weapon costs energy, credits or both",
            "mine.toml:7: constant 'knockout': field id: there is no 'knockout'; there are",
        ],
    ),
]


@pytest.mark.parametrize(("game", "text", "sentences"), SLIPS)
def test_every_slip_is_told_with_its_place(game: str, text: str, sentences: list[str]) -> None:
    said = str(error_of(game, text)).splitlines()
    assert len(said) == len(sentences), said
    for found, expected in zip(said, sentences, strict=True):
        assert found.startswith(expected)


def test_a_file_with_the_mark_that_some_editors_write_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b'\xef\xbb\xbf[[model]]\nid = "sphyr"\nsource = "house"\ncost = 8\n')
    assert load_game("deadzone", [file]).name == "deadzone"


@pytest.mark.parametrize(("game", "text", "sentences"), SLIPS)
def test_every_slip_has_words_in_both_languages(game: str, text: str, sentences: list[str]) -> None:
    for problem in error_of(game, text).problems:
        for language in LANGUAGES:
            said = problem.sentence(load_game(game).catalogue.words(language))
            assert "Text(" not in said
            assert "{" not in said.replace("{8}", "")


@every_game
def test_our_own_cards_fit_their_forms_and_their_ids_are_ids(game: str) -> None:
    shelf = cards_of(load_game(game))
    assert sum(len(shelf.ids(kind)) for kind in shelf.forms) == len(shelf.sources())


def hostile(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "kind", "at", "x"]), inner, max_size=3)


anything = st.recursive(
    st.integers() | st.booleans() | st.floats() | st.dates() | st.sampled_from(["", "\0", "x" * 500, "{a}", "a1"]),
    hostile,
    max_leaves=6,
)


@every_game
@settings(
    max_examples=40 if THOROUGH else 10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_value_in_any_field_is_taken_or_refused_in_a_sentence(game: str, data: st.DataObject) -> None:
    shelf = cards_of(load_game(game))
    kind = data.draw(st.sampled_from(sorted(shelf.forms)))
    card = data.draw(st.sampled_from(sorted(shelf.ids(kind))))
    fields = [field.encode_name for field in msgspec.structs.fields(shelf.forms[kind])]
    field = data.draw(st.sampled_from(fields))
    changed = {"id": card, "source": "house", field: data.draw(anything)}
    text = tomli_w.dumps({kind: [changed]})
    tomllib.loads(text)
    said = ""
    try:
        own_game.__wrapped__(game, (PackFile("mine.toml", text),))
    except PackError as error:
        said = str(error)
    assert "ZeroDivision" in said or "Error:" not in said
