"""`muster packs` begins, checks, shows and compares packs; the schema accepts what the games accept; the examples in
`examples/packs` are checked and played.
"""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muster.cli.main import main
from muster.kernel.dice import SeededDice
from muster.kernel.game import cards_of, setup_of
from muster.kernel.pack_schema import pack_schema
from muster.kernel.sessions import new_match
from muster.library import load_game, own_names, shipped_packs

EXAMPLES = Path(__file__).parents[1] / "examples" / "packs"
every_game = pytest.mark.parametrize("game", own_names())
OPTIONS: dict[str, dict[str, Any]] = {
    "tiny_epic_mechs": {},
    "deadzone": {"battlefield": "depot", "teams": ["grey_cell", "plague_horde"]},
    "tag_raid": {"table": "ridge"},
    "obsidian_protocol": {"battlefield": "foundry", "task": "hold_the_middle", "squads": ["heron_600", "un_600_ghost"]},
}


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    try:
        status = main([str(word) for word in words])
    except SystemExit as end:
        status = int(str(end.code))
    said = capsys.readouterr()
    return status, said.out, said.err


# The commands


@every_game
def test_a_new_pack_fits_and_changes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    plain, house = tmp_path / "plain.toml", tmp_path / "house.toml"
    assert run(capsys, "packs", "new", plain, "--game", game)[0] == 0
    assert run(capsys, "packs", "new", house, "--game", game, "--house")[0] == 0
    status, out, _ = run(capsys, "packs", "check", plain, house, "--game", game)
    assert status == 0, out
    assert run(capsys, "packs", "diff", house, "--game", game)[1] == f"no card of {game} differs\n"
    uncommented = re.sub(r"^# (?!A pack|tiny|dead|obsi|tag_)", "", plain.read_text(), flags=re.MULTILINE)
    assert set(tomllib.loads(uncommented)) == set(cards_of(load_game(game)).forms)


@every_game
def test_a_pack_without_cards_is_said_to_be_for_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    plain = tmp_path / "plain.toml"
    run(capsys, "packs", "new", plain, "--game", game)
    assert run(capsys, "packs", "check", plain)[1] == f"{plain}: OK, no cards yet\n"


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        (
            "deadzone",
            '[[model]]\nid = "my_overseer"\nsource = "house"\nfaction = "asterian"\ncomand = [3, 3]\n',
            ["5: model 'my_overseer': field comand: there is no such field; did you mean command?"],
        ),
        (
            "obsidian_protocol",
            '[[part]]\nid = "my_pod"\nsource = "house"\nname = "My Pod"\nfaction = "gof"\nslot = "bakpack"\n',
            ["6: part 'my_pod': field slot: ", "did you mean backpack?"],
        ),
        (
            "tag_raid",
            '[[tool]]\nid = "my_rifle"\nsource = "house"\nkind = "ranged"\nbrust = 3\n',
            ["5: tool 'my_rifle': field brust: there is no such field; did you mean burst?"],
        ),
        (
            "tiny_epic_mechs",
            '[[weapon]]\nid = "energy_sword"\nsource = "house"\nattack = { damge = 2 }\n',
            ["4: weapon 'energy_sword': field attack.damge: ", "did you mean damage?"],
        ),
    ],
)
def test_a_slip_is_named_for_the_game_that_was_meant(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, text: str, found: list[str]
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(text)
    status, _, err = run(capsys, "packs", "check", mine)
    assert status == 1
    for part in (*found, f"as a pack for {game}"):
        assert part in err
    assert "no kind of card" not in err, "nothing is said about the other games"


def test_kinds_that_no_game_has(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[[modle]]\nid = "x"\n')
    status, _, err = run(capsys, "packs", "check", mine)
    assert status == 1
    assert "no kinds of card of any game" in err
    assert "deadzone has weapon, model" in err


def test_two_packs_are_compared_with_each_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text('[[weapon]]\nid = "energy_sword"\nsource = "house"\ncredits = 3\nattack = { damage = 3 }\n')
    new.write_text('[[weapon]]\nid = "energy_sword"\nsource = "house"\ncredits = 5\nattack = { damage = 3 }\n')
    out = run(capsys, "packs", "diff", new, "--against", old)[1]
    assert out == "* weapon energy_sword\n    credits: 3 -> 5\n1 card of tiny_epic_mechs differs\n"


def test_an_existing_file_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("precious")
    status, _, err = run(capsys, "packs", "new", mine, "--game", "deadzone")
    assert (status, mine.read_text()) == (1, "precious")
    assert "File exists" in err


def test_a_card_is_shown_changed_and_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    assert run(capsys, "packs", "new", mine, "--game", "deadzone", "--card", "model.sphyr")[0] == 0
    assert "cost = 9" in run(capsys, "packs", "show", "deadzone", "model.sphyr")[1]
    mine.write_text(mine.read_text().replace("cost = 9", "cost = 8").replace('"claws"', '"claws", "pistol"'))
    out = run(capsys, "packs", "diff", mine, "--game", "deadzone")[1]
    assert '* model sphyr\n    cost: 9 -> 8\n    weapons: ["venom_darts", "claws"] -> ' in out
    assert out.endswith("1 card of deadzone differs\n")
    changes = msgspec.json.decode(run(capsys, "packs", "diff", mine, "--json")[1])
    assert [change["card"] for change in changes] == ["sphyr"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "deadzone", "modle"], "did you mean model?"),
        (["show", "deadzone", "model.sphr"], "did you mean sphyr?"),
        (["show", "chess"], "there is no game 'chess'"),
        (["schema", "chess"], "there is no game 'chess'"),
        (["diff", "nowhere.toml"], "nowhere.toml: No such file"),
        (["check", "nowhere.toml", "--game", "deadzone"], "nowhere.toml: No such file"),
        (["new", "/nowhere/at/all.toml", "--game", "deadzone"], "No such file"),
        (["new", "x.toml", "--game", "deadzone", "--card", "weapon.nothing_like_it"], "there is no weapon"),
        (["burn"], "'burn'"),
    ],
)
def test_a_mistake_is_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    status, _, err = run(capsys, "packs", *words)
    assert status != 0
    assert said in err
    assert "Traceback" not in err


def test_how_many_cards_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "packs", "show", "obsidian_protocol")[1]
    assert re.search(r"^part +233", out, re.MULTILINE)
    assert "--pack planetring_dynamics" in out
    more = run(capsys, "packs", "show", "obsidian_protocol", "--pack", "planetring_dynamics")[1]
    counts = {kind: int(count) for kind, count in re.findall(r"^(\w+) +(\d+)", more, re.MULTILINE)}
    assert (counts["part"], counts["pilot"], counts["drone"], counts["projectile"]) == (266, 52, 39, 28)
    house = run(capsys, "packs", "show", "obsidian_protocol", "part", "--house")[1]
    assert set(tomllib.loads(house)) == {"part"}
    assert {card["source"] for card in tomllib.loads(house)["part"]} == {"house"}


# The schema


def breaches(value: Any, schema: dict[str, Any], at: str = "") -> list[str]:
    """What JSON Schema has against a value: the words of draft 7 that our schemas use."""
    found: list[str] = []
    if "anyOf" in schema and all(breaches(value, one, at) for one in schema["anyOf"]):
        found.append(f"{at}: fits none")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is not among the names")
    kinds = {"object": dict, "array": list, "integer": int, "string": str, "boolean": bool}
    wanted = kinds.get(schema.get("type", ""))
    if wanted is not None and not (isinstance(value, wanted) and (wanted is not int or value is not True)):
        return [*found, f"{at}: not of type {schema['type']}"]
    match value:
        case dict():
            rest = schema.get("additionalProperties", True)
            for name, one in value.items():
                inner = schema.get("properties", {}).get(name, rest)
                found += (
                    [f"{at}.{name}: unknown"]
                    if inner is False
                    else breaches(one, inner if inner is not True else {}, f"{at}.{name}")
                )
            required = schema.get("required", [])
            if "if" in schema:
                known = value.get("id") in schema["if"]["properties"]["id"]["enum"]
                required = schema["then" if known else "else"]["required"]
            found += [f"{at}.{name}: missing" for name in required if name not in value]
        case list():
            items = schema.get("items", {})
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                found.append(f"{at}: {len(value)} items")
            for number, one in enumerate(value):
                inner = items[number] if isinstance(items, list) and number < len(items) else items
                found += breaches(one, inner if isinstance(inner, dict) else {}, f"{at}[{number}]")
        case str():
            if len(value) > schema.get("maxLength", len(value)) or not re.search(schema.get("pattern", ""), value):
                found.append(f"{at}: {value!r} does not match")
        case int() if wanted is int:
            if not schema["minimum"] <= value <= schema["maximum"]:
                found.append(f"{at}: {value} is out of range")
    return found


@every_game
def test_the_schema_accepts_every_card_and_sees_mistakes(game: str) -> None:
    loaded = load_game(game, [Path(name) for name in shipped_packs(game)])
    shelf = cards_of(loaded)
    schema = pack_schema(shelf, game)
    whole = {kind: [dict(shelf.sheet(kind, card) or {}) for card in shelf.ids(kind)] for kind in shelf.forms}
    assert [breach for kind in whole for breach in breaches({kind: whole[kind][:400]}, schema)] == []
    assert breaches(tomllib.loads((EXAMPLES / f"{game}.toml").read_text()), schema) == []
    for kind, (card, *_) in whole.items():
        assert breaches({kind: [{**card, "colour": "red"}]}, schema) == [f".{kind}[0].colour: unknown"]
        assert breaches({kind: [{"id": card["id"], "source": "house"}]}, schema) == []
        assert breaches({kind: [{**card, "source": "hearsay"}]}, schema) != []
        needed = schema["properties"][kind]["items"]["else"]["required"]
        missing = [f".{kind}[0].{name}: missing" for name in needed if name not in ("id", "source")]
        assert breaches({kind: [{"id": "quite_new", "source": "house"}]}, schema) == missing


# The examples


@pytest.mark.parametrize("seed", range(2))
@every_game
def test_an_example_is_played_to_the_end(game: str, seed: int) -> None:
    loaded = load_game(game, [EXAMPLES / f"{game}.toml"])
    match = new_match(loaded, setup_of(loaded).prepare(OPTIONS[game]), SeededDice(seed))
    rng = random.Random(seed)
    while not match.over:
        seat, ask = next(iter(match.pending.items()))
        match.answer(seat, rng.choice(ask.space.options()).key)
    assert match.result is not None


@every_game
def test_an_example_is_a_pack_that_the_command_accepts(capsys: pytest.CaptureFixture[str], game: str) -> None:
    file = EXAMPLES / f"{game}.toml"
    status, out, err = run(capsys, "packs", "check", file)
    assert (status, err) == (0, "")
    assert out.endswith(f"for {game}\n")
    kinds = set(tomllib.loads(file.read_text()))
    assert len(kinds) >= 4
