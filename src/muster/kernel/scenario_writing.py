"""Scenarios written by the program: a position, or a match up to a moment, and what holds there.

The text is for people: comments say where it comes from and what each part is. `muster scenario` runs it as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
import tomli_w

from muster.kernel.dice import ScriptedDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, testing_of
from muster.kernel.journal import LETTERS, write_entry
from muster.kernel.match import Match
from muster.kernel.requests import DICE
from muster.kernel.scenario import Scenario, read_scenario, run_scenario

S = TypeVar("S")

SHOWN = 12
"""So many options are written into what must hold; with fewer, all of them are."""
HEAD = "# A scenario of Muster: a position, and what must hold there. `muster scenario FILE` runs it.\n"
POSITION_NOTE = "# The position: only what differs from an empty table. docs/scenarios.md names every field.\n"
MATCH_NOTE = "# The match up to this moment: how it was set up, and what was said since.\n"
LINE_NOTE = "# What was answered from there on.\n"
STEP_NOTE = "# What must hold: who is asked what, and answers that are offered. Add answers of your own below.\n"


@dataclass(frozen=True, slots=True)
class Holding:
    """The expectations for a seat where a scenario begins: answers that are offered, and answers that are refused, each
    with its clause.
    """

    seat: int
    offered: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


def position_text(
    game: Game[S],
    position: Mapping[str, Any],
    title: str,
    remark: str = "",
    match: Match[S] | None = None,
    holding: Holding | None = None,
) -> str:
    """A scenario that begins from a position; raises `GameError` for a position that cannot be read. With a match that
    was played from there, its answers and dice come first, and what holds is what holds after them.
    """
    if match is None:
        match = Match(game, testing_of(game).position(position), ScriptedDice(()))
    faces = [face for entry in match.record if entry.seat == DICE for face in entry.value]
    said = [{"seat": LETTERS[one.seat], "answer": one.key} for one in match.record if one.seat != DICE]
    head = _head(game, title, remark) + (tomli_w.dumps({"dice": faces}) if faces else "")
    answers = LINE_NOTE + _steps(said) + "\n" if said else ""
    body = POSITION_NOTE + tomli_w.dumps({"position": _without_none(position)})
    return _checked(game, head + "\n" + body + "\n" + answers + expectations(match, holding))


def match_text(match: Match[S], options: Mapping[str, Any], title: str, remark: str = "") -> str:
    """A scenario that begins from a match, at the moment where it stands."""
    entries = [write_entry(entry) for entry in match.record]
    options_line = tomli_w.dumps({"from": {"options": _without_none(options)}})
    lines = "".join(f"  {msgspec.json.encode(entry).decode()},\n" for entry in entries)
    table = options_line.replace("[from.options]", "[from]\n" + f"entries = [\n{lines}]\n\n[from.options]", 1)
    if "[from.options]" not in options_line:
        table = f"[from]\nentries = [\n{lines}]\n"
    return _checked(
        match.game, _head(match.game, title, remark) + "\n" + MATCH_NOTE + table + "\n" + expectations(match)
    )


def expectations(match: Match[S], holding: Holding | None = None) -> str:
    """The steps that say what holds where a match stands: all of it, or what somebody chose."""
    if holding is not None and holding.seat in match.pending:
        letter = LETTERS[holding.seat]
        named = {"offered": list(holding.offered)} if holding.offered else {}
        chosen = [{"asked": letter, "prompt": match.pending[holding.seat].prompt.key, **named}]
        chosen += [{"seat": letter, "refuse": key, "clause": clause} for key, clause in holding.refused]
        return STEP_NOTE + _steps(chosen)
    if not match.pending:
        winners = [LETTERS[seat] for seat in match.result.winners] if match.result else []
        return STEP_NOTE + _steps([{"over": match.over, "winners": winners}])
    steps: list[dict[str, Any]] = []
    for seat, ask in sorted(match.pending.items()):
        keys = [option.key for option in ask.space.options()]
        named = {"only": keys} if len(keys) <= SHOWN else {"offered": keys[:SHOWN]}
        steps.append({"asked": LETTERS[seat], "prompt": ask.prompt.key, **named})
    return STEP_NOTE + _steps(steps)


def _steps(steps: Sequence[Mapping[str, Any]]) -> str:
    """Steps as tables of their own, however short they are: one in a line would belong to the position above it."""
    return "\n".join(f"[[step]]\n{tomli_w.dumps(step)}" for step in steps)


def _head(game: Game[S], title: str, remark: str) -> str:
    said = "".join(f"# {line}\n" for line in _lines(remark))
    return HEAD + said + "\n" + tomli_w.dumps({"game": game.name, "title": title or game.name, "clauses": []})


def _lines(remark: str) -> Sequence[str]:
    """A remark as comments: nothing in it can end the comment."""
    return [re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", " ", line) for line in remark.splitlines() if line.strip()]


def _without_none(data: Any) -> Any:
    """Plain data without fields that are not set: TOML has no word for nothing."""
    if isinstance(data, Mapping):
        return {name: _without_none(value) for name, value in data.items() if value is not None}
    if isinstance(data, list | tuple):
        return [_without_none(value) for value in data]
    return data


def _checked(game: Game[S], text: str) -> str:
    """The same text, once it has been read and has held."""
    scenario: Scenario = read_scenario(text, "scenario")
    problems = run_scenario(game, scenario)
    if problems:
        raise GameError(f"the scenario does not hold as written: {problems[0]}")
    return text
