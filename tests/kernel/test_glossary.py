"""The glossary explains every word and sign of a kind, by clauses and in words that exist."""

from __future__ import annotations

import pytest

from muster.kernel.clauses import read_register
from muster.kernel.errors import GameError
from muster.kernel.glossary import read_glossary
from muster.library import game_names, house_cards, load_game, load_glossary

REGISTER = read_register('prefix = "X"\n[[clause]]\nid = "one"\nen = "One."\nes = "Uno."\n', "clauses.toml")
WORDS = {"token.fragile", "token.smoke", "sign.link"}


@pytest.mark.parametrize("game", game_names())
def test_every_game_explains_its_words(game: str) -> None:
    """Each term has a name in both languages; the kinds that players meet on the table are there."""
    found = load_glossary(game)
    templates = load_game(game).catalogue.templates
    assert not [term for term in found if term not in templates["en"] or term not in templates["es"]]
    assert len(found) > 100


@pytest.mark.parametrize(
    ("game", "card"),
    [("tiny_epic_mechs", "weapon.warhammer"), ("deadzone", "model.enforcer"), ("tag_raid", "tool.rifle")],
)
def test_cards_of_ours_are_known(game: str, card: str) -> None:
    assert card in house_cards(game)


def test_what_is_public_is_not_ours() -> None:
    assert not [card for card in house_cards("obsidian_protocol") if card.startswith("pilot.")]


def test_a_glossary_says_which_clauses() -> None:
    text = '[token]\nfragile = ["one"]\nsmoke = ["one"]\n'
    assert read_glossary(text, "g.toml", REGISTER, WORDS)["token.fragile"] == ("X one",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[token]\nfragile = ['one']\n", "g.toml: token.smoke: not explained"),
        ("[sign]\nlink = ['one']\nflag = ['one']\n", "g.toml: sign.flag: no such word"),
        ("[sign]\nlink = ['two']\n", "g.toml: sign.link: X has no clause 'two'"),
        ("[sign]\nlink = 'one'\n", "g.toml: sign.link: expected a list of clauses"),
        ("sign = 3\n", "g.toml: sign: expected a table of terms"),
        ("[sign", "g.toml: "),
    ],
)
def test_a_bad_glossary_is_named(text: str, complaint: str) -> None:
    with pytest.raises(GameError) as error:
        read_glossary(text, "g.toml", REGISTER, WORDS)
    assert str(error.value).startswith(complaint)
