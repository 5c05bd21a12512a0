"""Golden journals: whole matches that this version of the rules must reproduce byte for byte.

They show that saved matches can still be read, and that nothing changed which was not meant to. When rules or figures
have changed on purpose:

    python -m pytest tests/games/golden --regenerate

notes what they come to now, and plays those anew that can no longer be played; what changed then shows in the
difference of the texts.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muster.bots import chair_at, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.journal import Writer, read_journal, write_journal
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.sessions import dice_of, header_of, load_match, new_match
from muster.library import load_game

HERE = Path(__file__).parent


class Golden(msgspec.Struct, frozen=True):
    """How a golden match is made."""

    game: str
    options: dict[str, Any]
    seed: int
    bots: tuple[str, ...]
    wavers: float = 0.0
    """How likely an answer is taken back and another one given."""


MATCHES = {
    "tiny_epic_mechs-solo": Golden("tiny_epic_mechs", {"players": 1}, 11, ("greedy",)),
    "tiny_epic_mechs-2p": Golden("tiny_epic_mechs", {"players": 2}, 12, ("greedy", "random")),
    "tiny_epic_mechs-3p": Golden("tiny_epic_mechs", {"players": 3}, 13, ("random", "greedy", "greedy")),
    "tiny_epic_mechs-4p": Golden("tiny_epic_mechs", {"players": 4}, 14, ("greedy", "random", "greedy", "random")),
    "tiny_epic_mechs-2p-undo": Golden(
        "tiny_epic_mechs", {"players": 2, "confirm_turns": True}, 15, ("random", "random"), wavers=0.3
    ),
    "deadzone-2p": Golden("deadzone", {}, 21, ("random", "random")),
    "deadzone-2p-undo": Golden(
        "deadzone", {"teams": ("marauders_heavy", "forge_guard"), "battlefield": "yard"}, 22, ("random", "random"), 0.2
    ),
    "obsidian_protocol-600": Golden("obsidian_protocol", {}, 41, ("greedy", "random")),
    "obsidian_protocol-900": Golden(
        "obsidian_protocol",
        {"squads": ("gof_900_swarm", "un_900_ghost"), "environments": True},
        42,
        ("random", "greedy"),
    ),
    "obsidian_protocol-1200": Golden(
        "obsidian_protocol", {"squads": ("rdl_1200_host", "gof_1200_host")}, 43, ("random", "random")
    ),
    "obsidian_protocol-600-undo": Golden(
        "obsidian_protocol", {"squads": ("un_600_ghost", "gof_600_blade")}, 44, ("random", "random"), 0.2
    ),
    "tag_raid-2p": Golden("tag_raid", {}, 31, ("greedy", "random")),
    "tag_raid-3p": Golden(
        "tag_raid", {"players": 3, "table": "quarry", "beast": "drummer_crab"}, 32, ("random", "greedy", "random")
    ),
    "tag_raid-4p": Golden("tag_raid", {"players": 4, "table": "canyon", "beast": "ridgeback"}, 33, ("random",) * 4),
    "tag_raid-2p-undo": Golden("tag_raid", {"table": "ruins"}, 34, ("random", "random"), 0.2),
}


def play(golden: Golden) -> str:
    """The journal of a golden match, written line by line as it is played."""
    game, rng = load_game(golden.game), random.Random(golden.seed)
    options, dice = game.setup.prepare(golden.options), SeededDice(golden.seed)
    writer = Writer(header_of(game, options, dice, golden.bots))
    lines = [writer.header]
    match = new_match(game, options, dice, listener=lambda entry: lines.append(writer.line(entry)))
    bots = [make_bot(name, rng) for name in golden.bots]
    while not match.over:
        seat = rng.choice(sorted(match.pending))
        match.play(seat, bots[seat].choose(chair_at(match, seat)))
        if rng.random() < golden.wavers and match.may_undo(seat) is None:
            match.undo(seat)
    return "".join(lines)


def load(name: str) -> tuple[Match[Any], str]:
    """A golden match as its journal tells it, and the text of the journal."""
    text = (HERE / f"{name}.journal").read_text("utf-8")
    journal = read_journal(text, f"{name}.journal")
    match = load_match(load_game(MATCHES[name].game), journal, dice_of(journal), file=f"{name}.journal")
    return match, text


def digest(data: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def outcome(match: Match[Any], seats: int) -> dict[str, Any]:
    """What a match came to: short enough to be kept beside the journal, exact enough to show any change."""
    game: Any = match.game
    viewers: list[Seat | None] = [*range(seats), None]
    assert match.result is not None
    return {
        "winners": list(match.result.winners),
        "scores": list(match.result.scores),
        "state": digest(game.testing.dump(match.state)),
        "events": {
            "spectator" if viewer is None else "ABCDEFGH"[viewer]: digest([e.plain() for e in match.events(viewer)])
            for viewer in viewers
        },
    }


every_match = pytest.mark.parametrize("name", MATCHES)


@pytest.fixture(autouse=True)
def _regenerate(request: pytest.FixtureRequest) -> None:
    """With --regenerate each test writes its own match first, so that it also works with many workers."""
    name = request.node.callspec.params["name"] if hasattr(request.node, "callspec") else None
    if name is not None and request.config.getoption("--regenerate"):
        regenerate(name)


def regenerate(name: str) -> None:
    """Note what a journal comes to; only one that can no longer be played is played anew."""
    try:
        match, _ = load(name)
    except (GameError, FileNotFoundError):
        (HERE / f"{name}.journal").write_text(play(MATCHES[name]), "utf-8")
        match, _ = load(name)
    kept = msgspec.json.format(msgspec.json.encode(outcome(match, seats_of(name))), indent=2)
    (HERE / f"{name}.outcome.json").write_bytes(kept + b"\n")


def seats_of(name: str) -> int:
    game = load_game(MATCHES[name].game)
    return game.setup.prepare(MATCHES[name].options).seats


@every_match
def test_the_journal_is_reproduced_byte_for_byte(name: str) -> None:
    match, text = load(name)
    journal = read_journal(text)
    assert write_journal(journal.header, journal.entries) == text
    taken_back_left_out = write_journal(journal.header, journal.effective())
    assert write_journal(journal.header, match.record) == taken_back_left_out
    assert match.over


@every_match
def test_it_ends_as_it_did(name: str) -> None:
    match, _ = load(name)
    kept = msgspec.json.decode((HERE / f"{name}.outcome.json").read_bytes())
    assert outcome(match, seats_of(name)) == kept


def test_something_is_taken_back_in_the_match_with_undo() -> None:
    text = (HERE / "tiny_epic_mechs-2p-undo.journal").read_text("utf-8")
    journal = read_journal(text)
    assert len(journal.effective()) < len(journal.entries) - 10


def test_no_golden_journal_is_forgotten() -> None:
    assert {file.stem for file in HERE.glob("*.journal")} == set(MATCHES)
