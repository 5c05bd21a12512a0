"""Choosing the examples of a rules book among the scenarios of the tests: `python -m muster.lab.examples`.

The wheel has no tests, so the scenarios that show a clause best come along in a game's `examples.jsonl`. Best is one in
which the rules themselves cite the clause, then one that shows little else and is short, then one whose title stands
in Spanish in `titles_es.toml`. The same tests always make the same bytes.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from muster.book.examples import FILE, Example, Shipped, played, shipped_examples
from muster.kernel.errors import GameError
from muster.kernel.scenario import Scenario, Step, read_scenario
from muster.lab.coverage import folder_of_tests
from muster.library import folder_of, load_game, own_names

Titles = Mapping[str, str]
"""Titles of scenarios in Spanish, by the English ones."""


def gathered(game: str) -> str:
    """The text of a game's `examples.jsonl`."""
    tests = folder_of_tests(game)
    if tests is None:
        raise GameError("examples are chosen among the tests: run this in a checkout of the sources")
    best: dict[str, tuple[tuple[int, ...], str]] = {}
    scenarios: dict[str, Scenario] = {}
    spanish = spanish_titles(game)
    for file in sorted((tests / "games" / game / "scenarios").rglob("*.toml")):
        name = file.relative_to(tests).as_posix()
        scenarios[name] = scenario = read_scenario(file.read_text("utf-8"), name)
        cited = cited_in(played(game, Shipped([], scenario)))
        for clause in scenario.clauses:
            rank = (rank_of(scenario, clause in cited, scenario.title in spanish), name)
            best[clause] = min(best.get(clause, rank), rank)
    shows: dict[str, list[str]] = {}
    for one in load_game(game).clauses:
        if one.id in best:
            shows.setdefault(best[one.id][1], []).append(one.id)
    lines = [
        msgspec.json.encode(bare(Shipped(clauses, scenarios[name], spanish.get(scenarios[name].title, ""))))
        for name, clauses in sorted(shows.items())
    ]
    return b"\n".join([*lines, b""]).decode()


def spanish_titles(game: str) -> Titles:
    """The Spanish titles that stand beside the scenarios."""
    tests = folder_of_tests(game)
    file = None if tests is None else tests / "games" / game / "titles_es.toml"
    return tomllib.loads(file.read_text("utf-8")) if file is not None and file.is_file() else {}


def cited_in(example: Example) -> set[str]:
    """The clauses that the rules themselves name while an example is played."""
    frames = example.frames
    refused = {frame.refusal.clause for frame in frames if frame.refusal is not None}
    return refused | {event.clause for frame in frames for event in frame.told}


def rank_of(scenario: Scenario, cited: bool, translated: bool) -> tuple[int, ...]:
    """The smaller, the better an example."""
    acts = sum(bool(step.answer or step.refuse) for step in scenario.step)
    nothing = acts == 0
    return (nothing, not cited, len(scenario.clauses), bool(scenario.packs), acts, not translated)


def bare(shipped: Shipped) -> dict[str, Any]:
    """A shipped scenario as plain data, without the fields that it leaves out. A position stays as it is written."""
    data: dict[str, Any] = msgspec.to_builtins(shipped)
    scenario = _said(data["scenario"], Scenario)
    if "step" in scenario:
        scenario["step"] = [_said(step, Step) for step in scenario["step"]]
    return _said({**data, "scenario": scenario}, Shipped)


def _said(data: dict[str, Any], form: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields that say something else than nothing."""
    usual = {field.encode_name: _usual(field) for field in msgspec.structs.fields(form)}
    return {name: value for name, value in data.items() if value != usual[name]}


def _usual(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def main(games: Sequence[str]) -> int:
    for game in games or own_names():
        text = gathered(game)
        file = Path(str(folder_of(game) / FILE))
        file.write_text(text, "utf-8")
        shipped_examples.cache_clear()
        print(f"{game}: {len(text.splitlines())} examples of {len(shipped_examples(game))} clauses, {len(text)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
