"""`muster scenario`: run scenarios and say what does not hold in them, or write a new one."""

from __future__ import annotations

import argparse
import glob
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from muster.arguments import add_packs, add_setup
from muster.cli import scenario_new
from muster.kernel.errors import GameError
from muster.kernel.scenario import read_scenario, run_scenario
from muster.library import load_game, read_file

EXAMPLES = """\
examples:
  muster scenario my_position.toml
  muster scenario tests/games/tiny_epic_mechs/scenarios
  muster scenario 'tests/games/*/scenarios/combat_*.toml'
  muster scenario new my_position.toml --from evening.journal --at 40
  muster scenario new my_position.toml --game deadzone"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a scenario, a directory with scenarios in it, or a pattern"
    )
    scenario_new.add_arguments(parser)
    add_setup(parser)
    add_packs(parser)


def run(args: argparse.Namespace) -> int:
    if args.files[0] == scenario_new.NEW and not Path(scenario_new.NEW).exists():
        return scenario_new.run(args)
    files = list(find_files(args.files))
    failures = sum(not report(path) for path in files)
    held = len(files) - failures
    print(f"\n{held} of {len(files)} {'scenario holds' if len(files) == 1 else 'scenarios hold'}")
    return 1 if failures else 0


def find_files(given: Sequence[str]) -> Iterator[Path]:
    """The scenario files, with directories and patterns filled in, in order."""
    for name in given:
        path = Path(name)
        if path.is_dir():
            found = sorted(path.rglob("*.toml"))
        elif path.exists() or not glob.has_magic(name):
            found = [path]
        else:
            found = sorted(map(Path, glob.glob(name, recursive=True)))
        if not found:
            raise GameError(f"{name}: no scenarios found")
        yield from found


def report(path: Path) -> bool:
    """Run one scenario and print a line for it; each thing that does not hold is a sentence of its own."""
    title = ""
    try:
        scenario = read_scenario(read_file(path), str(path))
        title = f" {scenario.title}"
        problems = run_scenario(load_game(scenario.game, [Path(pack) for pack in scenario.packs]), scenario)
    except GameError as error:
        problems = [str(error).removeprefix(f"{path}: ")]
    print(f"{'FAIL' if problems else 'ok  '}  {path}{title and ':'}{title}", flush=True)
    for problem in problems:
        print(f"muster scenario: {path}: {problem}", file=sys.stderr, flush=True)
    return not problems
