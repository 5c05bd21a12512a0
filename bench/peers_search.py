"""How fast others search, beside us, in one run: makes an environment for each, measures, and writes bench/search.md.

python bench/peers_search.py [--muster PYTHON ...] [--seconds S] [--environments DIR]

`--muster` names a Python in which Muster is installed, such as `.venv-compiled/bin/python`; it can be repeated, and is
this one if nothing is said.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PEERS = {
    "OpenSpiel": (["open_spiel"], "search_open_spiel.py"),
    "mctspy": (["mctspy"], "search_mctspy.py"),
}
"""What to install for a peer, and the script that measures it."""

ABOUT = """\
# Search, beside others
`python bench/peers_search.py` writes this page anew. All of it is measured in one run, one program after the other, on
one core, in processor time. Each position is thought about for 250 iterations, from scratch; the figure is the median
of a game's positions, then come the slowest and the fastest.

Everybody plays games of their own. So figures of different programs say how much one can think about a decision in a
second, not whose tree is quicker. An iteration of ours runs the whole rules of a miniature game, finishes by habit what
was begun, and judges the position; the others play cards or tic-tac-toe at random to the end.
"""


def ours(python: str, seconds: int) -> dict[str, Any]:
    """`muster bench search` in some environment."""
    command = [python, "-m", "muster.cli", "bench", "search", "--json", "--seconds", str(seconds)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def theirs(name: str, folder: Path) -> list[dict[str, Any]] | None:
    """Install a peer in an environment of its own and measure it; None if it does not install or does not run here."""
    packages, script = PEERS[name]
    home = folder / name
    python = str(home / "bin" / "python")
    try:
        if not Path(python).exists():
            venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True, capture_output=True)
        done = subprocess.run([python, str(HERE / "peers" / script)], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        print(f"{name}: {error}\n{error.stderr}", file=sys.stderr)
        return None
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def figure(number: float) -> str:
    """Three digits are as many as such a measurement has."""
    return f"{float(f'{number:.3g}'):,.0f}"


def page(runs: Sequence[dict[str, Any]], peers: dict[str, list[dict[str, Any]] | None]) -> Iterator[str]:
    yield ABOUT
    busy = f"{os.cpu_count()} cores with a load of {os.getloadavg()[1]:.0f}" if hasattr(os, "getloadavg") else ""
    about = [str(datetime.date.today()), f"Python {platform.python_version()}", platform.machine(), busy]
    yield f"{', '.join(filter(None, about))}.\n"
    yield row("program", "written in", "game", "an iteration", "iterations/s", "slowest to fastest")
    yield row("---", "---", "---", "---", "---:", "---:")
    for run in runs:
        written = "Python, compiled" if run["compiled"] else "Python"
        for game in run["games"]:
            between = f"{figure(game['slowest'])} to {figure(game['fastest'])}"
            does = "redraw, trees, habit, evaluation"
            yield row("Muster", written, game["game"], does, figure(game["iterations_per_s"]), between)
    for name, rows in peers.items():
        if rows is None:
            yield row(name, "", "", "", "did not install here", "")
        for peer in rows or ():
            between = f"{figure(peer['slowest'])} to {figure(peer['fastest'])}"
            yield row(
                peer["program"], peer["language"], peer["game"], peer["iteration"], figure(peer["usual"]), between
            )
    yield "\n## What an iteration of ours is spent on"
    yield "In percent; measured by another run, with a stopwatch (`muster.lab.stopwatch` says what each phase is).\n"
    phases = list(runs[0]["games"][0]["shares"])
    yield row("game", "", "µs", *phases)
    yield row("---", "---", "---:", *("---:" for _ in phases))
    for run in runs:
        for game in run["games"]:
            kind = "compiled" if run["compiled"] else "plain"
            shares = [f"{100 * game['shares'][phase]:.0f}" for phase in phases]
            yield row(game["game"], kind, figure(game["iteration_us"]), *shares)
    loops = ", ".join(figure(run["reference_loops_per_s"]) for run in runs)
    yield f"\nReference loop/s, same run: {loops}."


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--muster", metavar="PYTHON", action="append", help="a Python in which Muster is installed")
    parser.add_argument("--seconds", type=int, default=5, metavar="S", help="how long each game is measured")
    parser.add_argument(
        "--environments", type=Path, metavar="DIR", help="keep the environments of the others in DIR, for another run"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = args.environments or Path(made)
        peers = {name: theirs(name, folder) for name in PEERS}
    runs = [ours(python, args.seconds) for python in args.muster or [sys.executable]]
    (HERE / "search.md").write_text("\n".join(page(runs, peers)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
