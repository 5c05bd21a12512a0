"""Every game writes its positions down: what is written reads as an equal state, at the same question."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.every_game import asked, fields, seen
from muster.bots import chair_at, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of
from muster.kernel.journal import read_journal
from muster.kernel.match import Match
from muster.kernel.sessions import journal_text, load_match, new_match
from muster.kernel.text import Text
from muster.lab.setups import drawn_setup
from muster.library import load_game

SHARED = {"content", "battlefields", "battlefield", "field", "arena", "map", "card_numbers"}
"""What a state only refers to: the same object, or one made alike."""
WORKED_OUT = {"kept", "frozen", "counted", "marks", "names", "trial"}
"""What copies and rules keep for speed, and find again."""
UNORDERED = {"smoke", "boxes", "environments"}
"""Lists whose order nobody asks for."""
MATCHES = {"tiny_epic_mechs": (4, 12), "deadzone": (1, 2), "obsidian_protocol": (1, 2), "tag_raid": (1, 2)}
"""How many matches are written down by `make test`, and how many by `make nightly`."""


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two states differ, by path."""
    if path.rpartition(".")[2] in UNORDERED:
        one, other = sorted(one), sorted(other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return [f"{path}: {one!r} became {other!r}"]
        return [d for n, pair in enumerate(zip(one, other, strict=True)) for d in differences(*pair, f"{path}.{n}")]
    names = [name for name in fields(one) if name not in SHARED | WORKED_OUT]
    if type(one) is not type(other) or not names:
        return [] if one == other or one is other else [f"{path}: {one!r} became {other!r}"]
    return [d for name in names for d in differences(getattr(one, name), getattr(other, name), f"{path}.{name}")]


def reread(game: Game[Any], match: Match[Any], about: str) -> bool:
    """Write the last checkpoint down and read it again; False if it is in the midst of something."""
    state = match.last_checkpoint[1]
    position = game.testing.bench.write(state)
    if position is None:
        return False
    again = game.testing.position(json.loads(json.dumps(position)))
    assert differences(state, again) == [], about
    assert game.testing.dump(again) == game.testing.dump(state), about
    assert list(game.testing.bench.impossible(again)) == [], about
    one, other = (Match(game, game.rules.copy(made), SeededDice(1)) for made in (state, again))
    assert sorted(one.pending) == sorted(other.pending), about
    for seat in range(game.rules.seats(state)):
        assert asked(one, seat) == asked(other, seat), about
        assert seen(one, seat) == seen(other, seat), about
    return True


def matches(name: str, bot: str, count: int) -> None:
    """Write down every checkpoint of so many matches."""
    game = load_game(name)
    met = 0
    for seed in range(count):
        prepared = drawn_setup(game, random.Random(seed))
        match = new_match(game, prepared, SeededDice(seed))
        rng = random.Random(f"{name}/{seed}")
        bots = {seat: make_bot(bot, random.Random(f"{seed}/{seat}")) for seat in prepared.players}
        mark = -1
        while not match.over:
            if match.last_mark != mark:
                mark = match.last_mark
                met += reread(game, match, f"{name} {bot}, match {seed}, entry {mark}")
            seat = rng.choice(sorted(match.pending))
            match.play(seat, bots[seat].choose(chair_at(match, seat)))
    assert met > 5 * count


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", sorted(MATCHES))
def test_what_is_written_reads_the_same(name: str, bot: str) -> None:
    matches(name, bot, MATCHES[name][0] if bot == "random" else 1)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", sorted(MATCHES))
def test_what_is_written_reads_the_same_in_more_matches(name: str, bot: str) -> None:
    matches(name, bot, MATCHES[name][1] if bot == "random" else 2)


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_a_match_begins_from_a_position_and_replays(name: str) -> None:
    """Its options hold the position, so its journal needs nothing else."""
    game = load_game(name)
    prepared = setup_of(game).prepare({"position": dict(game.testing.bench.empty)})
    assert not prepared.fair
    match = new_match(game, prepared, SeededDice(3))
    rng = random.Random(3)
    for _ in range(12):
        if match.over:
            break
        seat = rng.choice(sorted(match.pending))
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    journal = read_journal(journal_text(prepared, match))
    again = load_match(game, journal, SeededDice(3))
    assert game.testing.dump(again.state) == game.testing.dump(match.state)


def test_a_position_stands_alone_among_the_options() -> None:
    with pytest.raises(GameError, match="needs no other options"):
        setup_of(load_game("deadzone")).prepare({"position": {}, "battlefield": "yard"})


@pytest.mark.parametrize(
    ("name", "position", "told"),
    [
        ("deadzone", {"battlefield": "yrad"}, "position: battlefield: there is no 'yrad'; did you mean yard?"),
        ("deadzone", {"crates": ["z9"]}, "position: crates: there is no 'z9.1'"),
        ("tag_raid", {"table": "claims"}, "position: table: there is no 'claims'; did you mean claim?"),
        ("tag_raid", {"table": "xyz"}, "position: table: there is no 'xyz'; there are claim, quarry, canyon, ruins"),
        ("tiny_epic_mechs", {"mech": "z9"}, "position: mech: there is no 'z9'"),
        (
            "tiny_epic_mechs",
            {"row": ["railgun_lance"]},
            "position: row: there is no 'railgun_lance'; did you mean rail_lance?",
        ),
        ("obsidian_protocol", {"stage": "akt"}, "position: stage: there is no 'akt'; did you mean act?"),
        ("obsidian_protocol", {"task": "nothing at all"}, "position: task: there is no 'nothing at all'"),
    ],
)
def test_a_wrong_name_in_a_position_is_placed_and_the_nearest_one_named(
    name: str, position: dict[str, Any], told: str
) -> None:
    with pytest.raises(GameError) as found:
        load_game(name).testing.position(position)
    assert str(found.value).startswith(told)


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_names_that_a_field_offers_are_told_apart(name: str, language: str) -> None:
    game = load_game(name)
    say = game.catalogue.words(language).say
    for field, names in game.testing.bench.choices.items():
        said = [say(Text(f"{names.kind}.{one}")) for one in names.ids if one]
        assert len(set(said)) == len(said), field
