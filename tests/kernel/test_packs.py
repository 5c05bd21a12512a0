"""Packs: cards as TOML, overlays, and errors that name file, card and field."""

from __future__ import annotations

import msgspec
import pytest

from muster.kernel.errors import GameError
from muster.kernel.packs import Card, PackFile, Shelf, pack_id


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: int
    effects: tuple[str, ...] = ()


class Weapon(Card, frozen=True):
    attack: Attack
    cost: int = 0


CORE = PackFile(
    "weapons.toml",
    """
[[weapon]]
id = "pistol"
source = "rulebook"
attack = { damage = 1, effects = ["ready"] }
[[weapon]]
id = "hammer"
source = "house"
cost = 3
attack = { damage = 4 }
""",
)


def shelf(*overlays: str, core: PackFile = CORE) -> Shelf:
    return Shelf([core], [PackFile("my.toml", text) for text in overlays], ["weapon", "pilot"])


def weapons(*overlays: str) -> dict[str, Weapon]:
    return shelf(*overlays).cards("weapon", Weapon)


def test_cards_come_by_id_in_the_order_of_the_files() -> None:
    assert list(weapons()) == ["pistol", "hammer"]
    assert weapons()["pistol"] == Weapon(id="pistol", source="rulebook", attack=Attack(1, ("ready",)))
    assert shelf().cards("pilot", Card) == {}


class TestOverlays:
    def test_a_card_is_replaced_field_by_field(self) -> None:
        over = weapons('[[weapon]]\nid = "hammer"\nsource = "public"\nattack = { damage = 5 }')
        assert over["hammer"] == Weapon(id="hammer", source="public", cost=3, attack=Attack(5))
        assert over["pistol"] == weapons()["pistol"]
        assert list(over) == ["pistol", "hammer"], "it keeps its place"

    def test_a_new_card_is_added(self) -> None:
        over = weapons('[[weapon]]\nid = "whip"\nsource = "house"\nattack = { damage = 2 }')
        assert list(over) == ["pistol", "hammer", "whip"]

    def test_the_last_of_several_wins(self) -> None:
        over = weapons(
            '[[weapon]]\nid = "hammer"\nsource = "house"\ncost = 8',
            '[[weapon]]\nid = "hammer"\nsource = "house"\ncost = 9',
        )
        assert over["hammer"].cost == 9

    def test_changed_figures_must_say_where_they_come_from(self) -> None:
        with pytest.raises(GameError, match=r"^my.toml: weapon 'hammer': field source: say where the new figures"):
            weapons('[[weapon]]\nid = "hammer"\ncost = 9')

    def test_an_error_in_an_overlay_names_the_overlay(self) -> None:
        with pytest.raises(GameError, match=r"^my.toml: weapon 'hammer': field cost: expected int, got str$"):
            weapons('[[weapon]]\nid = "hammer"\nsource = "house"\ncost = "nine"')


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ('source = "house"\nattack = { damage = "much" }', "field attack.damage: expected int, got str"),
        ('source = "house"\nattack = { damage = 1 }\ncost = 1.5', "field cost: expected int, got float"),
        (
            'source = "house"\nattack = { damage = 1, effects = [1] }',
            r"field attack.effects\[0\]: expected str, got int",
        ),
        ('source = "house"\nattack = { damage = 1, speed = 2 }', "field attack.speed is not a field it has"),
        ('source = "house"\nattack = { damage = 1 }\nprice = 2', "field price is not a field it has"),
        ('source = "house"\nattack = { effects = [] }', "field attack.damage is missing"),
        ('source = "house"', "field attack is missing"),
        ("attack = { damage = 1 }", "field source is missing"),
        ('source = "hearsay"\nattack = { damage = 1 }', "field source: invalid enum value 'hearsay'"),
    ],
)
def test_a_wrong_field_is_named_with_its_file_and_card(card: str, sentence: str) -> None:
    pack = PackFile("weapons.toml", f'[[weapon]]\nid = "whip"\n{card}')
    with pytest.raises(GameError, match=f"^weapons.toml: weapon 'whip': {sentence}$"):
        shelf(core=pack).cards("weapon", Weapon)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[gadget]]\nid = "a"', "there is no kind of card 'gadget'; there are weapon, pilot"),
        ('[weapon]\nid = "a"', r"weapon: expected \[\[weapon\]\], an array of tables"),
        ("weapon = [1]", "weapon number 1: field id: every card needs one, a text"),
        ('[[weapon]]\nid = "a"\nsource = "house"\n[[weapon]]\ncost = 1', "weapon number 2: field id: every card needs"),
        ("[[weapon]]\nid = 7", "weapon number 1: field id: every card needs one, a text"),
        ('[[weapon]]\nid = "a"\n[[weapon]]\nid = "a"', "weapon 'a' stands there twice"),
        ("[[weapon]\n", "not valid TOML: "),
    ],
)
def test_a_file_that_is_no_pack_says_why(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=f"^weapons.toml: {sentence}"):
        shelf(core=PackFile("weapons.toml", text))


def test_the_same_id_in_two_core_files_is_refused() -> None:
    with pytest.raises(GameError, match=r"more.toml: weapon 'pistol' stands there twice"):
        Shelf([CORE, PackFile("more.toml", '[[weapon]]\nid = "pistol"')], kinds=["weapon"])


class TestIdentity:
    def test_comments_and_layout_do_not_count(self) -> None:
        spaced = PackFile("weapons.toml", "# a comment\n" + CORE.text.replace(" = ", "="))
        assert pack_id("core", [CORE]) == pack_id("core", [spaced])

    def test_every_figure_does(self) -> None:
        changed = PackFile("weapons.toml", CORE.text.replace("damage = 4", "damage = 5"))
        assert pack_id("core", [CORE]).hash != pack_id("core", [changed]).hash
