"""Packs: cards as TOML, overlays, and errors that name file, card and field."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from muster.kernel.pack_errors import PackError
from muster.kernel.pack_forms import among, card_of
from muster.kernel.packs import MOST_CARDS, MOST_CHARACTERS, Card, PackFile, Shelf, named, pack_id
from muster.kernel.words import Catalogue, Words
from muster.library import kernel_words


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: int
    effects: tuple[str, ...] = ()


class Weapon(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    attack: Attack
    cost: int = 0


class Pilot(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    weapons: tuple[Annotated[str, card_of("weapon")], ...] = ()
    mood: Annotated[str, among(["calm", "reckless"])] = ""
    rank: Literal["cadet", "captain"] = "cadet"


FORMS: dict[str, type[Card]] = {"weapon": Weapon, "pilot": Pilot}


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
    """A shelf of these packs; its errors are in English."""
    try:
        return Shelf([core], [PackFile("my.toml", text) for text in overlays], FORMS)
    except PackError as error:
        raise error.said(kernel_words("en")) from None


def errors(*overlays: str) -> list[str]:
    with pytest.raises(PackError) as raised:
        shelf(*overlays)
    return str(raised.value).splitlines()


def weapons(*overlays: str) -> dict[str, Weapon]:
    return shelf(*overlays).cards("weapon", Weapon)


def test_cards_come_by_id_in_the_order_of_the_files() -> None:
    assert list(weapons()) == ["pistol", "hammer"]
    assert weapons()["pistol"] == Weapon(id="pistol", source="rulebook", attack=Attack(1, ("ready",)))
    assert shelf().cards("pilot", Pilot) == {}


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
        (said,) = errors('[[weapon]]\nid = "hammer"\ncost = 9')
        assert said.startswith("my.toml:1: weapon 'hammer': field source: say where the new figures come from")

    def test_an_error_in_an_overlay_names_the_overlay(self) -> None:
        (said,) = errors('[[weapon]]\nid = "hammer"\nsource = "house"\ncost = "nine"')
        assert said == "my.toml:4: weapon 'hammer': field cost: expected a whole number, not a text (nine)"

    def test_an_error_in_a_field_of_the_first_of_two_overlays_names_the_last_that_touched_the_card(self) -> None:
        first = '[[pilot]]\nid = "ace"\nsource = "house"\nweapons = ["hammer"]'
        (said,) = errors(first, '\n[[pilot]]\nid = "ace"\nsource = "house"\nmood = "clam"')
        assert said.startswith("my.toml:5: pilot 'ace': field mood: there is no 'clam'")

    def test_a_card_twice_in_one_overlay_is_a_slip(self) -> None:
        card = '[[weapon]]\nid = "hammer"\nsource = "house"\n'
        assert errors(card + card) == ["my.toml:5: weapon 'hammer': this card is in the pack twice"]

    def test_a_name_that_a_pack_brings_along_is_spoken(self) -> None:
        over = shelf('[[weapon]]\nid = "hammer"\nsource = "house"\nname = "Big hammer"')
        words = named(Catalogue({"en": {}, "es": {}}), over, {"weapon": "arm"}).words("es")
        assert words.name("arm", "hammer") == "Big hammer"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ('attack = { damage = "much" }', "field attack.damage: expected a whole number, not a text (much)"),
        ("attack = { damage = 1 }\ncost = 1.5", "field cost: expected a whole number, not a fraction (1.5)"),
        ("attack = { damage = true }", "field attack.damage: expected a whole number, not true or false (True)"),
        ("attack = { damage = 1, effects = [1] }", "field attack.effects[0]: expected a text, not a whole number (1)"),
        ("attack = { damage = 1, speed = 2 }", "field attack.speed: there is no such field"),
        ("attack = { damage = 1 }\ncosts = 2", "field costs: there is no such field; did you mean cost?"),
        ("attack = { effects = [] }", "field attack.damage: this field is missing"),
        ("attack = 3", "field attack: expected a table, not a whole number (3)"),
        ("attack = { damage = 70000 }", "field attack.damage: expected a number from -9999 to 9999, not 70000"),
        ("cost = 1", "field attack: this field is missing"),
    ],
)
def test_a_wrong_field_is_named_with_its_file_line_and_card(card: str, sentence: str) -> None:
    (said,) = errors(f'# mine\n[[weapon]]\nid = "whip"\nsource = "house"\n{card}')
    place, _, what = said.partition(": ")
    assert what == f"weapon 'whip': {sentence}"
    line = 2 if "missing" in sentence and "damage" not in sentence else 4 + len(card.splitlines())
    assert place == f"my.toml:{line}"


class TestNames:
    def test_a_name_that_there_is_not_is_answered_with_the_nearest(self) -> None:
        text = '[[pilot]]\nid = "ace"\nsource = "publik"\nmood = "recless"\nrank = "capitan"\nweapons = ["hamer", "x"]'
        assert errors(text) == [
            "my.toml:3: pilot 'ace': field source: there is no 'publik'; there are house, public, rulebook;"
            " did you mean public?",
            "my.toml:4: pilot 'ace': field mood: there is no 'recless'; there are calm, reckless;"
            " did you mean reckless?",
            "my.toml:5: pilot 'ace': field rank: there is no 'capitan'; there are cadet, captain;"
            " did you mean captain?",
            "my.toml:6: pilot 'ace': field weapons[0]: there is no weapon 'hamer'; did you mean hammer?",
            "my.toml:6: pilot 'ace': field weapons[1]: there is no weapon 'x'",
        ]

    def test_a_card_of_the_same_pack_may_be_named(self) -> None:
        text = '[[pilot]]\nid = "ace"\nsource = "house"\nweapons = ["whip"]\n'
        whip = '[[weapon]]\nid = "whip"\nsource = "house"\nattack = { damage = 1 }'
        assert shelf(text + whip).cards("pilot", Pilot)["ace"].weapons == ("whip",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[gadget]]\nid = "a"', ":1: there is no kind of card 'gadget'; there are weapon, pilot"),
        ('[[weapn]]\nid = "a"', ":1: there is no kind of card 'weapn'; there are weapon, pilot; did you mean weapon?"),
        ('[weapon]\nid = "a"', ":1: weapon: write each card as [[weapon]]"),
        ("weapon = [1]", ":1: weapon: field id: weapon number 1 has no id; every card needs one"),
        ("[[weapon]]\nid = 7", ":2: weapon: field id: weapon number 1 has no id; every card needs one"),
        ('[[weapon]]\nid = "Big One"', ":2: weapon: field id: 'Big One' is not an id; use lower-case letters"),
        ('[[weapon]]\nid = "a/../b"', ":2: weapon: field id: 'a/../b' is not an id; use lower-case letters"),
        ('[[weapon]]\nid = "a\\u0000"', ":2: weapon: field id: 'a\N{REPLACEMENT CHARACTER}' is not an id"),
        ("\n[[weapon]\n", ":2: this is not valid TOML: "),
        ("weapon = " + "[" * 50_000, ": the file nests its values too deeply"),
        ("weapon = " + "{a=" * 50_000, ": the file nests its values too deeply"),
        ("weapon = " + "9" * 5_000, ": this is not valid TOML: Exceeds the limit"),
        ("#" * (MOST_CHARACTERS + 1), ": a pack has at most 1000000 characters, not 1000001"),
        ("[[weapon]]\n" * (MOST_CARDS + 1), ": a pack has at most 2000 cards, not 2001"),
    ],
)
def test_a_file_that_is_no_pack_says_why(text: str, sentence: str) -> None:
    (said,) = errors(text)
    assert said.startswith(f"my.toml{sentence}")
    assert len(said) < 300


@pytest.mark.parametrize("letter", ["\\u0000", "\\u001b", "\\u202e", "{", "}"])
def test_a_letter_that_could_fool_somebody_is_refused(letter: str) -> None:
    text = f'[[weapon]]\nid = "hammer"\nsource = "house"\nname = "a{letter}b"'
    shown = letter if letter in "{}" else f"U+{letter[2:].upper()}"
    assert errors(text) == [f"my.toml:4: weapon 'hammer': field name: the character {shown} is not allowed here"]


def test_everything_wrong_is_told_at_once_in_the_order_of_the_lines() -> None:
    text = '[[weapon]]\nid = "hammer"\nsource = "house"\ncost = "x"\nprice = 1\n[[gadget]]\n[[pilot]]\nid = "ace"\n'
    assert [said.partition(": ")[0] for said in errors(text)] == [f"my.toml:{line}" for line in (4, 5, 6, 7)]


def test_an_error_can_be_said_in_spanish() -> None:
    with pytest.raises(PackError) as raised:
        shelf('[[weapon]]\nid = "hammer"\nsource = "house"\ncots = "x"')
    spanish = kernel_words("es")
    (problem,) = raised.value.problems
    assert problem.sentence(spanish) == (
        "my.toml:4: weapon 'hammer': campo cots: no existe ese campo; ¿querías decir cost?"
    )
    assert (problem.file, problem.line, problem.card, problem.field) == ("my.toml", 4, "hammer", "cots")


def test_the_same_id_in_two_core_files_is_refused() -> None:
    with pytest.raises(PackError) as raised:
        Shelf([CORE, PackFile("more.toml", '[[weapon]]\nid = "pistol"')], (), FORMS)
    assert raised.value.said(Words("en", {"pack.twice": "twice"})).args == ("more.toml:2: weapon 'pistol': twice",)


class TestIdentity:
    def test_comments_and_layout_do_not_count(self) -> None:
        spaced = PackFile("weapons.toml", "# a comment\n" + CORE.text.replace(" = ", "="))
        assert pack_id("core", [CORE]) == pack_id("core", [spaced])

    def test_every_figure_does(self) -> None:
        changed = PackFile("weapons.toml", CORE.text.replace("damage = 4", "damage = 5"))
        assert pack_id("core", [CORE]).hash != pack_id("core", [changed]).hash
