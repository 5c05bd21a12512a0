"""Forces outside a match: judged by the game, shared as links and texts, compared, printed, read from lists."""

from __future__ import annotations

import base64
import re
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muster.cli.main import main
from muster.forces.changes import changes
from muster.forces.codec import decode, decode_for, encode
from muster.forces.judging import Room, judge, offers
from muster.forces.listing import listing
from muster.forces.reading import ListRead, read_list
from muster.forces.sheet import sheet
from muster.kernel.errors import GameError
from muster.kernel.forms import Draft, DraftEntry
from muster.kernel.words import LANGUAGES
from muster.library import load_game

GAMES = ("obsidian_protocol", "deadzone")


def room(game: str, language: str = "en") -> Room:
    return Room(load_game(game), language)


def ready(game: str) -> list[tuple[str, dict[str, Any]]]:
    return [(name, dict(force)) for name, force in room(game).forces.ready().items()]


def read(game: str, text: str, **answers: str) -> ListRead:
    own = room(game)
    forms = [own.building.form(load_game(game).catalogue.words(one)) for one in LANGUAGES]
    return read_list(own, forms, text, {key.strip("_").replace("_", "."): value for key, value in answers.items()})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ready_force_survives_draft_link_and_text(game: str, language: str) -> None:
    here = room(game, language)
    for name, force in ready(game):
        draft = here.draft(force)
        judged = judge(here, draft)
        assert judged.breaches == [], name
        assert 0 < judged.points <= judged.most
        assert here.draft(decode_for(game, f"https://table.example/forces/{game}#{judged.code}").force) == draft
        again = read(game, listing(here, draft)).draft
        unnamed = {"name": "", "choices": {**draft.choices, "commander": -1} if game == "deadzone" else draft.choices}
        assert msgspec.structs.replace(again, name="") == msgspec.structs.replace(draft, **unnamed), name


@pytest.mark.parametrize("game", GAMES)
def test_points_are_those_of_the_list_on_paper(game: str) -> None:
    here = room(game)
    for _, force in ready(game):
        assert f"{judge(here, here.draft(force)).points} of" in here.forces.show(force, here.words)


def test_an_empty_squad_breaks_a_clause_and_a_mended_one_does_not() -> None:
    here = room("obsidian_protocol")
    assert [one.clause for one in judge(here, Draft()).breaches] == ["OP 5.1.mech"]
    force = dict(ready("obsidian_protocol")[0][1])
    draft = here.draft(force)
    twice = msgspec.structs.replace(draft, entries=(*draft.entries, draft.entries[0]))
    breaches = {one.clause: one for one in judge(here, twice).breaches}
    assert set(breaches) == {"OP 5.1.pilot_once", "OP 5.1.points"}
    change = breaches["OP 5.1.points"].helps[0]
    mended = [entry for number, entry in enumerate(twice.entries) if number != change.entry or change.slot]
    assert change.points < 0
    assert len(mended) < len(twice.entries)


def test_offers_name_what_a_card_would_break() -> None:
    here = room("deadzone")
    draft = Draft("", {"faction": "rebs"}, (DraftEntry("models"),))
    found = {one.card: one for one in offers(here, draft, 0, "models", "model")}
    assert found["cell_leader"].breaches == []
    assert [one.clause for one in found["enforcer"].breaches] == ["DZ team.faction"]
    guns = {one.card: one for one in offers(here, draft, 0, "models", "items")}
    assert guns["sentry_gun"].card == "sentry_gun"
    with pytest.raises(GameError, match="has no slot"):
        offers(here, draft, 0, "models", "nonsense")


def packed(data: bytes) -> str:
    return "1." + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "not a force"),
        ("2.abc", "not a force"),
        ("1." + "A" * 9000, "too many"),
        ("1.a", "damaged"),
        ("1.ä$%&", "damaged"),
        ("1.AAAA", "damaged"),
        (packed(b"[" * 5000), "no force"),
        (packed(b"\xff\xfe"), "no force"),
        (packed(b" " * 50_000_000)[:8000], "too large|damaged"),
        (packed(b" " * 1_000_000), "too large"),
        (packed(b'{"game":"deadzone"}'), "no force"),
        (packed(b'{"game":"deadzone","force":{"name":"' + b"x" * 200 + b'"}}'), "letters"),
        (packed(b'{"game":"deadzone","force":{"name":"a\\u0007b"}}'), "cannot be printed"),
        (packed(b'{"game":"deadzone","force":{"a":[[[[[[[[[1]]]]]]]]]}}'), "nested"),
        (packed(b'{"game":"deadzone","force":{}}') + "AAAA", "damaged"),
    ],
)
def test_hostile_links_get_one_sentence(code: str, why: str) -> None:
    with pytest.raises(GameError, match=why) as caught:
        decode(code)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_link_of_another_game_and_unknown_ids() -> None:
    name, force = ready("deadzone")[0]
    with pytest.raises(GameError, match="'deadzone', not of 'obsidian_protocol'"):
        decode_for("obsidian_protocol", encode("deadzone", force))
    here = room("obsidian_protocol")
    strange = {"id": "own", "source": "house", "faction": "rdl", "scale": 600, "mechs": [{"parts": ["no_such"]}]}
    draft = here.draft(strange)
    assert "OP 5.1.card" in [one.clause for one in judge(here, draft).breaches]
    assert here.force(draft)["mechs"] == [{"pilot": "", "parts": ["no_such"]}]
    with pytest.raises(GameError, match="field colour is not a field"):
        here.draft({**strange, "colour": "red"})
    assert name


def test_a_list_as_people_write_it() -> None:
    found = read(
        "deadzone",
        "My boys\nEnforcers\n* Enforcer Sergent (14 pts)\n- 2x enforcer with AP-ammo\n• Assualt Enforcer x2\n"
        "ENFORCER SNIPER\n1) Engineer Enforcer + Sentry gun [20]\nGribble\nTotal: 70/70",
    )
    assert found.draft.name == "My boys"
    assert found.draft.choices["faction"] == "enforcers"
    models = [(entry.slots["model"][0], entry.slots.get("items", ())) for entry in found.draft.entries]
    assert models == [
        ("enforcer_sergeant", ()),
        ("enforcer", ("ap_ammo",)),
        ("enforcer", ("ap_ammo",)),
        ("assault_enforcer", ()),
        ("assault_enforcer", ()),
        ("sniper_enforcer", ()),
        ("engineer_enforcer", ("sentry_gun",)),
    ]
    assert [one.text for one in found.lines if one.kind == "nothing"] == ["Gribble"]


def test_an_unclear_name_is_a_question_until_it_is_answered() -> None:
    asked = read("obsidian_protocol", "Mech 1\nHyena")
    (question,) = [one for one in asked.lines if one.kind == "unclear"]
    assert len(question.candidates) > 1
    assert asked.draft.entries == ()
    answered = read(
        "obsidian_protocol", "Mech 1\nHyena", **{"_" + question.key.replace(".", "_"): question.candidates[1].answer}
    )
    assert answered.draft.entries[0].slots["drone"] == (question.candidates[1].answer.partition("/")[2],)


def test_lists_in_one_line_in_brackets_and_after_a_colon() -> None:
    """Names beside each other, items in brackets, slots by their letter, a title that says the faction."""
    found = read("deadzone", "Plague horde 70pts\n1x Stage 3A General (16), 4x 3D hounds; 2 zombies · mercenary: Rin")
    assert (found.draft.name, found.draft.choices["faction"]) == ("Plague horde", "plague")
    models = [entry.slots["model"][0] for entry in found.draft.entries]
    assert models == ["stage_3a_general", *["stage_3d"] * 4, *["stage_3z"] * 2, "rin_nomad"]
    carried = read("deadzone", "Rebels\nGrogan (amo, frag granade)\nEnforcer captian w/ AP ammo")
    assert [entry.slots.get("items", ()) for entry in carried.draft.entries] == [("ammo", "frag_grenade"), ("ap_ammo",)]
    mech = "Mech 1: Firefly, TM31R Caracal, LM231, L: M3S Vibroblade, R: Katana, backpack: optical camo"
    squad = read("obsidian_protocol", f"Ghosts (UN, 600 pts)\n{mech}\nMech 2 - Quartz")
    assert (squad.draft.choices["faction"], squad.draft.choices["scale"]) == ("un", 600)
    assert [sorted(entry.slots) for entry in squad.draft.entries] == [
        ["backpack", "chassis", "left_arm", "pilot", "right_arm", "torso"],
        ["pilot"],
    ]


@pytest.mark.parametrize("name", ["chasis blindado RL-08", "2 x Hyena ametralladora", "cuchilla CC-4", "L: Katana"])
def test_a_name_that_is_right_in_part_is_a_question(name: str) -> None:
    (asked,) = read("obsidian_protocol", f"Squad\n{name}").lines[1:]
    assert asked.kind == "unclear"
    assert asked.candidates


@pytest.mark.parametrize("text", ["Gribble", "zzzz yyyy", "1/2/3", "::", ", , ,", "((", "\u202e\ufffd", "x" * 300])
def test_nothing_is_made_of_nonsense(text: str) -> None:
    for game in GAMES:
        assert read(game, f"Title\n{text}").draft.entries == ()


BY_OTHERS: dict[str, tuple[str, str, list[tuple[str, tuple[str, ...]]]]] = {
    "a table drawn with strokes": (
        "deadzone",
        "**Enforcers – 70 pts**\n| Model | Qty | Points |\n|---|:-:|---|\n"
        "| Enforcer Sergeant | 1 | 18 |\n| Enforcers | 2 | 20 |",
        [("enforcer_sergeant", ()), *[("enforcer", ())] * 2],
    ),
    "a sheet with tabs": (
        "deadzone",
        "Forge Fathers\t70\nForge Guard Huscarl\t1\t27\nSteel Warrior\t2\t\nBrokkr\t10",
        [("forge_huscarl", ()), *[("steel_warrior", ())] * 2, ("brokkr", ())],
    ),
    "commas and quotation marks": (
        "deadzone",
        '"Model","Qty"\n"Stage 1A",1\n"Stage 3Z zombie",3',
        [("stage_1a", ()), *[("stage_3z", ())] * 3],
    ),
    "counts before a dash, dots before points": (
        "deadzone",
        "PLAGUE\n1 - Stage 1A .......... 22\n3 - Stage 3Z Zombie ...... 16\ntwo 3D hounds = 9",
        [("stage_1a", ()), *[("stage_3z", ())] * 3, *[("stage_3d", ())] * 2],
    ),
    "headings between signs": (
        "deadzone",
        "++ Rebs [70 pts] ++\n\n+ Leader +\nRebel Commander [17 pts]: Frag Grenade\n"
        "## Troopers\n• Yndij (x2)\nTroopers:\n2x Rebel Trooper",
        [("rebel_commander", ("frag_grenade",)), *[("yndij", ())] * 2, *[("rebel_trooper", ())] * 2],
    ),
    "marks of a page and a board": (
        "deadzone",
        "[b]Enforcers[/b]\n<li>Enforcer&nbsp;Captain</li>\n[*]enforcer sgt &amp; amo\n"
        "> *Enforcer Engineer* w. sentry gun",
        [("enforcer_captain", ()), ("enforcer_sergeant", ("ammo",)), ("engineer_enforcer", ("sentry_gun",))],
    ),
    "slots before a dash, numbers run together": (
        "obsidian_protocol",
        "RDL 900pts\nMech 1\nFPA-02 Spike\nTorso - RT-06 Mire\nRL06\n"
        "Right arm = CC4 cleaver\nR-20 railgun (L) – 51\nBackpack: JP-1 jet pack",
        [
            (
                "spike",
                (
                    "rt_06_mire_battle_core",
                    "rl_06_standard_chassis",
                    "r_20_shoulder_mounted_railgun_l",
                    "cc_4_cleaver_r",
                    "jp1_jetpack",
                ),
            )
        ],
    ),
}


@pytest.mark.parametrize("name", list(BY_OTHERS))
def test_lists_copied_from_elsewhere(name: str) -> None:
    """Counts, headings and points as pages, sheets, boards and builders write them; nothing is taken that is none."""
    game, text, wanted = BY_OTHERS[name]
    found = read(game, text)
    order = ("model", "mercenary", "pilot", "items", "torso", "chassis", "left_arm", "right_arm", "backpack")
    taken = [tuple(card for slot in order for card in entry.slots.get(slot, ())) for entry in found.draft.entries]
    assert taken == [(first, *rest) for first, rest in wanted]
    assert not [line for line in found.lines if line.kind in ("unclear", "nothing")]
    here = room(game)
    assert decode(encode(game, here.force(found.draft)))


def test_a_list_that_names_no_scale_gets_the_least_with_room() -> None:
    here = room("obsidian_protocol")
    force = dict(here.forces.ready()["rdl_900_line"])
    text = "\n".join(line for line in listing(here, here.draft(force)).splitlines() if not line.startswith("Scale"))
    assert read("obsidian_protocol", text).draft.choices["scale"] == 900


def test_choices_by_some_of_their_words() -> None:
    for text in ("cartas extra: 3", "3 extra cards", "Extra battle cards x3"):
        assert read("deadzone", f"Mi banda (Merodeadores)\n5 comandos\n{text}").draft.choices["extra_cards"] == 3


@pytest.mark.parametrize("text", [" " * 19_000 + "x", ":" * 19_000, "- " * 9_000, "[" * 9_000 + "a", "a...1" * 3_900])
def test_a_line_made_to_be_slow_is_not(text: str) -> None:
    entries: tuple[DraftEntry, ...] = ()
    with suppress(GameError):
        entries = read("deadzone", text).draft.entries
    assert entries == ()


def test_a_list_of_too_many_names_is_refused() -> None:
    with pytest.raises(GameError, match="300 names"):
        read("deadzone", f"{'Enforcer, ' * 80}\n" * 5)


def test_lists_in_spanish_and_without_accents() -> None:
    here = room("deadzone", "es")
    text = listing(here, here.draft(ready("deadzone")[2][1]))
    plain = text.translate(str.maketrans("áéíóúñÁÉÍÓÚ", "aeiounAEIOU")).upper()
    assert read("deadzone", plain).draft.entries == read("deadzone", text).draft.entries


def test_changes_between_two_forces() -> None:
    here = room("deadzone")
    one, other = (here.draft(force) for _, force in ready("deadzone")[:2])
    assert changes(here, one, one) == []
    told = changes(here, one, other)
    assert "- Enforcer Sergeant (15)" in told
    assert "+ Enforcer Captain (20)" in told


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_every_card_and_its_words(game: str) -> None:
    here = room(game)
    draft = here.draft(ready(game)[0][1])
    page = sheet(load_game(game), here, msgspec.structs.replace(draft, name="<b>Us</b>"), "letter")
    assert "size: letter" in page
    assert "<b>Us</b>" not in page
    for entry in draft.entries:
        for slot, names in entry.slots.items():
            for name in names:
                card = here.card(entry.group, slot, name)
                assert card is not None
                assert card.name.replace('"', "&quot;") in page


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_explains_each_word_once_under_headings(game: str, language: str) -> None:
    """Terms of one name have one entry with all their clauses, none of them twice."""
    here = room(game, language)
    for group in here.form.groups:
        assert all(slot.title[0].isupper() for slot in group.slots), group.id
    for name, force in ready(game):
        page = sheet(load_game(game), here, here.draft(force), "a4")
        entries = re.findall(r"<div><b>([^<]*)</b>([^<]*)</div>", page.partition('class="words"')[2])
        assert len(entries) > 5, name
        assert len({term for term, _ in entries}) == len(entries), name
        for _, text in entries:
            clauses = re.findall(r"\[([^]]*)\]", text)
            assert len(set(clauses)) == len(clauses), (name, text)


def test_a_link_brings_its_packs_along(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`muster force` knows the packs of a link that come with the game; others are named, and taken from `--pack`."""
    laid = load_game("obsidian_protocol", [Path("white_dwarf")])
    parts = ["core_part", "chassis_part", "left_arm_part", "right_arm_part", "bit_port"]
    mech = {"pilot": "karl_fried", "parts": [f"ace_001_white_dwarf_{part}" for part in parts]}
    force = {"id": "comet", "source": "house", "faction": "rdl", "scale": 600, "name": "Comet", "mechs": [mech]}
    room = Room(laid, "en")
    code = judge(room, room.draft(force)).code
    assert main(["force", "obsidian_protocol", "check", code]) == 0
    assert "Karl Fried" in capsys.readouterr().out
    assert main(["force", "obsidian_protocol", "print", code, "--paper", "letter"]) == 0
    assert "letter" in capsys.readouterr().out
    own = tmp_path / "mine.toml"
    own.write_text('[[pilot]]\nid = "karl_fried"\nsource = "house"\npoints = 5\n')
    both = Room(load_game("obsidian_protocol", [Path("white_dwarf"), own]), "en")
    code = judge(both, both.draft(force)).code
    assert main(["force", "obsidian_protocol", "show", code]) != 0
    assert "the pack 'mine.toml'" in capsys.readouterr().err
    given = ["--pack", "white_dwarf", "--pack", str(own)]
    assert main(["force", "obsidian_protocol", "show", code, *given]) == 0


def test_a_listing_says_conditions_figures_and_nothing_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["force", "obsidian_protocol", "show", "rdl_900_guns", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "| 1Y 3R | two-handed: Range +2; Eyes count as two light hits" in told
    assert "offensive: Mutilation; Armor Piercing 1" in told
    assert "straight: Range +2" in told
    assert main(["force", "deadzone", "show", "enforcers_patrol", "--lang", "en"]) == 0
    assert "\nAP ammo (2)\n" in capsys.readouterr().out


def test_a_force_that_is_none_is_told_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text(
        '[[team]]\nid = "t"\nsource = "house"\nfaction = "rebs"\nmodels = [{ model = "sphyr", item = [] }]\n'
    )
    assert main(["force", "deadzone", "check", str(file)]) != 0
    assert (
        "t.toml:5: team 't': field models[0].item: there is no such field; did you mean items?"
        in capsys.readouterr().err
    )
    file.write_text('[[team]]\nid = "t"\nsource = "house"\nfaction = "rebs"\nmodels = [{ model = "sphir" }]\n')
    assert main(["force", "deadzone", "check", str(file), "--lang", "en"]) != 0
    assert "There is no model called sphir; did you mean sphyr? [DZ team.faction]" in capsys.readouterr().out
    squad = {"id": "s", "source": "house", "faction": "rdl", "scale": 600, "mechs": [{"pilot": "mistty", "parts": []}]}
    found = [
        room("obsidian_protocol", "es").words.say(one.reason) for one in room("obsidian_protocol").forces.check(squad)
    ]
    assert found == ["No existe el piloto mistty; ¿quizá misty?"]


def test_a_table_that_is_none_is_told_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    file.write_text('[[battlefield]]\nid = "b"\nsource = "house"\nlevls = 4\n')
    assert main(["tables", "deadzone", "--check", str(file)]) != 0
    assert (
        "b.toml:4: battlefield 'b': field levls: there is no such field; did you mean levels?"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("line", ["9" * 20_000, "1 (" * 6_000, "a, " * 6_000, "x\x0b" * 9_000])
def test_a_list_that_would_take_minutes_is_refused_at_once(line: str) -> None:
    """In tries of a pattern: 20,000 digits were 200,000,000."""
    with pytest.raises(GameError, match="too long"):
        read("deadzone", line)


def test_spaces_however_many_are_one() -> None:
    many = " " * 3_000
    spaced = read("deadzone", f"{many}2 x   Enforcer{many}Sergeant  (20{many}points){many}")
    assert spaced.draft == read("deadzone", "2 x Enforcer Sergeant (20 points)").draft


def test_a_chassis_maneuvers_and_a_drone_moves() -> None:
    """The figure of a chassis is called what the rules call it, not what a drone does."""
    cards = {card.id: card for card in room("obsidian_protocol").form.cards}
    named = {
        name: [one.name for one in cards[name].figures] for name in ("rl_06_standard_chassis", "n31_hound_i_beagle")
    }
    assert "Maneuver" in named["rl_06_standard_chassis"]
    assert "Move" in named["n31_hound_i_beagle"]
