"""Mutation score of a game's rules: break one thing at a time and see whether a scenario or test of that game notices.

    python tools/mutants.py deadzone --count 200 --seed 7 --workers 2

Golden journals and property tests are left out on purpose: they notice that something changed, not that it is wrong.
Nothing is written to the tree: a broken module exists only in the memory of the process that tests it, so several
may run side by side. The tests that run the broken line come first, and all the others only if those notice nothing.

    python tools/mutants.py deadzone --terms

drops, one at a time, every term of every sum that the rules add up (`kernel.terms`): a pool is the sum of its terms, so
each of them must be missed; if one is not, the run fails.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.machinery
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import coverage  # noqa: E402
import pytest  # noqa: E402

NO_RULES = {
    *("bot", "builder", "pictures", "views", "card_views", "table_views", "prospect_views", "card_sheets", "overlays"),
    *("inquiries", "surveys", "prospects", "instinct", "chances", "part_chances", "odds", "ledger", "ledgers"),
    *("walkthrough", "matching", "telling", "wording", "pack", "content", "reader", "positions", "game", "glossary"),
    *(
        "seen",
        "plans",
        "arms",
        "drawn_paths",
        "roadmap",
        "posts",
        "vistas",
        "routes",
        "reasons",
        "task_reasons",
        "menu",
        "evaluation",
    ),
    *("habits", "scenario", "__init__"),
}
"""Modules that decide nothing: they show, list, advise, read."""
NO_RULE_FOLDERS = {"showing", "bot", "cards"}
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
DROPPED = '__import__("muster.kernel.terms", fromlist=["Term"]).Term({0}.clause, 0, {0}.key)'
"""A term that counts nothing, in place of one that has a name."""
SCENARIO = "tests/games/test_scenarios.py::test_scenario["
LIMIT = 120
"""Seconds after which a broken rule counts as noticed: it hangs."""


@dataclass(frozen=True)
class Mutant:
    """One thing broken: where, the whole source with it, what it was and is, and the tests that run the line."""

    file: Path
    line: int
    source: str
    was: str
    now: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line} {self.was!r} -> {self.now!r}"


def ways_to_break(tree: ast.AST, lines: set[int]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Every place on these lines that can be broken, and what would stand there instead."""
    for node in ast.walk(tree):
        if getattr(node, "lineno", None) not in lines:
            continue
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
            swapped = ast.Compare(node.left, [SWAPS[type(node.ops[0])]()], node.comparators)
            yield node, f"({ast.unparse(swapped)})"
        elif isinstance(node, ast.BoolOp):
            yield node, f"({ast.unparse(ast.BoolOp(SWAPS[type(node.op)](), node.values))})"
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
            if not isinstance(node.left, ast.Constant | ast.JoinedStr):
                yield node, f"({ast.unparse(ast.BinOp(node.left, SWAPS[type(node.op)](), node.right))})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({ast.unparse(node.operand)})"
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0:
            yield node, str(node.value + 1)
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, str(not node.value)
        elif (isinstance(node, ast.Expr) and isinstance(node.value, ast.Await | ast.Call)) or isinstance(
            node, ast.AugAssign
        ):
            yield node, "pass"


def is_term(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Term"


def kept_terms(tree: ast.Module) -> dict[str, ast.AnnAssign]:
    """The terms that a module keeps under a name."""
    found = [node for node in tree.body if isinstance(node, ast.AnnAssign) and is_term(node.value)]
    return {node.target.id: node for node in found if isinstance(node.target, ast.Name)}


def names_of_terms(tree: ast.Module, kept: dict[str, set[str]]) -> set[str]:
    """How this module names terms that are kept in it or in another: `COVER`, or `shooting.COVER`."""
    names = set(kept_terms(tree))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {one.name for one in node.names} & kept.get(node.module.rpartition(".")[2], set())
            names |= {f"{one.name}.{term}" for one in node.names for term in kept.get(one.name, ())}
    return names


def terms_to_drop(tree: ast.Module, lines: set[int], kept: dict[str, set[str]]) -> Iterator[tuple[ast.expr, str]]:
    """Every use of a term on these lines, and the same term counting nothing."""
    names = names_of_terms(tree, kept)
    own = {part for node in kept_terms(tree).values() for part in (node.target, node.value)}
    for node in ast.walk(tree):
        if getattr(node, "lineno", None) not in lines or node in own:
            continue
        if isinstance(node, ast.Call) and is_term(node) and len(node.args) > 1:
            yield node.args[1], "0"
        elif isinstance(node, ast.Name | ast.Attribute) and (name := ast.unparse(node)) in names:
            yield node, DROPPED.format(name)


def replaced(source: str, node: ast.expr | ast.stmt, now: str) -> str:
    """The source with something else in place of a node."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    raw = source.encode()
    return (raw[:start] + now.encode() + raw[end:]).decode()


def arguments(game: str, *more: str) -> list[str]:
    """What pytest is told: the game's own tests and scenarios, or those named."""
    tests = more or (f"tests/games/{game}", "tests/games/test_scenarios.py", "-k", game)
    plain = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:anyio", "--assert=plain"]
    return ["-q", "-x", *plain, f"--rootdir={ROOT}", *tests]


def run_tests(told: Sequence[str], plugins: Sequence[object] = ()) -> int:
    """Run them without a word."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        return int(pytest.main(list(told), plugins=list(plugins)))


class Contexts:
    """Tells coverage which test is running, and keeps how long each took."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._measured.switch_context(item.nodeid)
        began = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - began
        self._measured.switch_context("")


def measure(game: str, data_file: str) -> None:
    """Which test runs which line, into a file, and beside it how long each test took."""
    folder = ROOT / "src/muster/games" / game
    measured = coverage.Coverage(data_file=data_file, source=[str(folder)], config_file=False)
    measured.start()
    contexts = Contexts(measured)
    code = run_tests(arguments(game), [contexts])
    measured.stop()
    measured.save()
    Path(f"{data_file}.json").write_text(json.dumps(contexts.seconds), "utf-8")
    os._exit(code)


def find_mutants(game: str, only: Sequence[str], terms: bool = False) -> list[Mutant]:
    """Everything that can be broken on lines that the tests run."""
    with tempfile.TemporaryDirectory() as scratch:
        data_file = str(Path(scratch) / "coverage")
        child = os.fork()
        if not child:
            measure(game, data_file)
        _, status = os.waitpid(child, 0)
        if status:
            sys.exit(f"the tests of {game} fail as they are: nothing can be learned by breaking rules")
        measured = coverage.Coverage(data_file=data_file, config_file=False)
        measured.load()
        seconds = json.loads(Path(f"{data_file}.json").read_text("utf-8"))
        return list(mutants_of(game, only, measured, seconds, terms))


def mutants_of(
    game: str, only: Sequence[str], measured: coverage.Coverage, seconds: dict[str, float], terms: bool
) -> Iterator[Mutant]:
    """The tests of a line come quickest first; a line that is run once, on import, has those of its whole module."""
    folder = ROOT / "src/muster/games" / game
    kept = {file.stem: set(kept_terms(ast.parse(file.read_text("utf-8")))) for file in folder.rglob("*.py")}
    for file in sorted(folder.rglob("*.py")):
        if file.stem in NO_RULES or NO_RULE_FOLDERS & set(file.relative_to(folder).parts):
            continue
        if only and file.stem not in only:
            continue
        _, statements, _, missing, _ = measured.analysis2(str(file))
        by_line = measured.get_data().contexts_by_lineno(str(file))
        of_module = {test for tests in by_line.values() for test in tests if test}
        source = file.read_text("utf-8")
        tree, run = ast.parse(source), set(statements) - set(missing)
        for node, now in terms_to_drop(tree, run, kept) if terms else ways_to_break(tree, run):
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            tests = {test for line in span for test in by_line.get(line, ()) if test}
            was = ast.get_source_segment(source, node) or ""
            order = sorted(tests or of_module, key=lambda test: (seconds[test], test))
            yield Mutant(file, node.lineno, replaced(source, node, now), was, now, tuple(order))


def break_module(mutant: Mutant) -> None:
    """From now on the module is imported with the broken source."""
    loader = importlib.machinery.SourceFileLoader
    read, stat = loader.get_data, loader.path_stats
    broken = str(mutant.file)

    def get_data(self: importlib.machinery.SourceFileLoader, path: str) -> bytes:
        return mutant.source.encode() if path == broken else read(self, path)

    def path_stats(self: importlib.machinery.SourceFileLoader, path: str) -> object:
        if path == broken:
            raise OSError("no compiled file stands for this source")
        return stat(self, path)

    loader.get_data, loader.path_stats = get_data, path_stats  # type: ignore[method-assign, assignment]


def try_out(game: str, mutant: Mutant, quick: bool) -> None:
    """Break it and test it, in a process of its own, which ends with 0 if nothing was noticed."""
    signal.alarm(LIMIT)
    sys.dont_write_bytecode = True
    break_module(mutant)
    if not all(holds(test) for test in mutant.tests):
        os._exit(1)
    others = [test for test in mutant.tests if not test.startswith(SCENARIO)]
    noticed = run_tests(arguments(game, *others)) if others else 0
    if not noticed and not (quick and mutant.tests):
        signal.alarm(LIMIT)
        noticed = run_tests(arguments(game))
    os._exit(1 if noticed else 0)


def holds(test: str) -> bool:
    """Whether a scenario holds, run without pytest, which takes longer to start; of other tests nothing is known."""
    if not test.startswith(SCENARIO):
        return True
    from muster.kernel.scenario import read_scenario, run_scenario
    from muster.library import load_game

    file = ROOT / "tests/games" / f"{test.removeprefix(SCENARIO).removesuffix(']')}.toml"
    try:
        scenario = read_scenario(file.read_text("utf-8"), file.name)
        return run_scenario(load_game(scenario.game), scenario) == []
    except Exception:  # whatever a broken rule raises, it has been noticed
        return False


def survivors(game: str, mutants: Sequence[Mutant], workers: int, quick: bool) -> list[Mutant]:
    """Those that no test notices, told as they are found."""
    running: dict[int, Mutant] = {}
    found: list[Mutant] = []
    done = 0
    waiting = list(reversed(mutants))
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            child = os.fork()
            if not child:
                try_out(game, mutant, quick)
            running[child] = mutant
        child, status = os.wait()
        mutant = running.pop(child)
        done += 1
        if status == 0:
            found.append(mutant)
            print(f"{done}/{len(mutants)} noticed {done - len(found)}, not: {mutant}", flush=True)
        elif done % 20 == 0:
            print(f"{done}/{len(mutants)} noticed {done - len(found)}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=60, help="how many to try (60); 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", nargs="*", default=[], metavar="MODULE", help="break only these modules, by name")
    parser.add_argument("--terms", action="store_true", help="drop every term of every sum instead")
    parser.add_argument("--quick", action="store_true", help="ask only the tests that run the broken line")
    parser.add_argument("--workers", type=int, default=1, help="how many at a time (1)")
    told = parser.parse_args()
    os.chdir(ROOT)
    for unbroken in ("muster.library", "muster.kernel.scenario", "muster.bots", "hypothesis", "shapely", "icepool"):
        importlib.import_module(unbroken)  # once, before processes part
    began = time.monotonic()
    places = find_mutants(told.game, told.only, told.terms)
    count = len(places) if told.terms else min(told.count or len(places), len(places))
    chosen = random.Random(told.seed).sample(places, count)
    left = survivors(told.game, chosen, told.workers, told.quick)
    score = round(1 - len(left) / max(1, count), 3)
    report = {"game": told.game, "seed": told.seed, "places": len(places), "tried": count, "score": score}
    report["seconds"] = round(time.monotonic() - began)
    print(json.dumps({**report, "survived": [str(mutant) for mutant in left]}, indent=1))
    if told.terms and left:
        sys.exit(f"{told.game}: no test misses {len(left)} of the {count} terms")


if __name__ == "__main__":
    main()
