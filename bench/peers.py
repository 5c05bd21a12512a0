"""Others beside us, in one run: installs each in an environment of its own, measures random play, copies or forks, and
search iterations, and writes docs/performance.md between its markers.

python bench/peers.py [--muster PYTHON ...] [--seconds S] [--environments DIR] [--only NAME,NAME] [--no-search]
python bench/peers.py --prepare --environments DIR

The second only installs, so that the run itself is short. Where others use the machine, `chrt -f 1 python
bench/peers.py` (it takes the right to do so) gives whatever is measured a core that nobody interrupts.

`--muster` names a Python in which Muster is installed, such as `.venv-compiled/bin/python`; it can be repeated, and is
this one if nothing is said. A peer that is in its environment in DIR already (DIR/botbowl, say, from its sources: PyPI
has none) is not fetched. What does not install or run here is named with the reason.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- peers -->", "<!-- end of peers -->"
PEERS = {
    "OpenSpiel": (["open_spiel"], ["play_open_spiel.py", "search_open_spiel.py"]),
    "PettingZoo": (["pettingzoo[classic]"], ["play_pettingzoo.py"]),
    "RLCard": (["rlcard"], ["play_rlcard.py"]),
    "Catanatron": (["catanatron"], ["play_catanatron.py"]),
    "python-chess": (["chess"], ["play_chess.py"]),
    "botbowl": (["botbowl"], ["play_botbowl.py"]),
    "mctspy": (["mctspy"], ["search_mctspy.py"]),
}
"""What to install for a peer, and the scripts that measure it."""


def installed(name: str, folder: Path) -> str:
    """The Python of a peer, which is installed there unless it is already."""
    packages, _ = PEERS[name]
    python = str(folder / name / "bin" / "python")
    if not Path(python).exists():
        venv.create(folder / name, with_pip=True)
    asked = f"from importlib.metadata import version; version({packages[0].partition('[')[0]!r})"
    if subprocess.run([python, "-c", asked], capture_output=True).returncode:
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        subprocess.run(command, check=True, capture_output=True, text=True)
    return python


def theirs(
    name: str, folder: Path, seconds: int, thinking: bool, preparing: bool = False
) -> tuple[list[dict[str, Any]], str]:
    """Install a peer and measure it; its rows, and what went wrong."""
    _, scripts = PEERS[name]
    rows: list[dict[str, Any]] = []
    try:
        python = installed(name, folder)
        for script in () if preparing else scripts:
            if script.startswith("search_") and not thinking:
                continue
            environment = {**os.environ, "PEER_SECONDS": str(seconds)}
            command = [python, str(HERE / "peers" / script)]
            done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
            found = [line for line in done.stdout.splitlines() if line.startswith('[{"')]
            if not found:
                return rows, f"{script} printed no figures"
            rows += json.loads(found[-1])
    except subprocess.CalledProcessError as error:
        lines = [line for line in error.stderr.strip().splitlines() if "ERROR" in line or "Error" in line]
        return rows, (lines or [str(error)])[-1].strip()
    return rows, ""


def ours(python: str, seconds: int, thinking: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """`muster bench` and `muster bench search` in some environment."""
    command = [python, "-m", "muster.cli", "bench"]
    found = []
    for more in ([], ["search"]) if thinking else ([],):
        asked = [*command, *more, "--json", "--seconds", str(seconds)]
        found.append(json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout))
    return found[0], found[1] if thinking else {"games": []}


def lines(mine: list[tuple[dict[str, Any], dict[str, Any]]], peers: list[dict[str, Any]]) -> Iterator[str]:
    """The tables in Markdown, the fastest first."""
    rows = []
    for bench, _ in mine:
        kind = "compiled" if bench["compiled"] else "plain"
        rows += [
            (game["decisions_per_s"], "**Muster**", kind, game["game"], f"fork {game['fork_us']} µs")
            for game in bench["games"]
        ]
    for peer in peers:
        if "decisions_per_s" in peer:
            copied = "" if peer["copy_us"] is None else f"copy {peer['copy_us']} µs"
            rows.append((peer["decisions_per_s"], peer["program"], peer["version"], peer["game"], copied))
    yield "| program | version | game | decisions/s at random | copy or fork |\n| --- | --- | --- | ---: | ---: |"
    for speed, program, version, game, copied in sorted(rows, reverse=True):
        yield f"| {program} | {version} | {game} | {speed:,} | {copied} |"
    if not any(search["games"] for _, search in mine):
        return
    yield ""
    yield "| program | written in | game | search iterations/s |\n| --- | --- | --- | ---: |"
    found = []
    for bench, search in mine:
        kind = "Python, compiled" if bench["compiled"] else "Python"
        found += [(game["iterations_per_s"], "**Muster**", kind, game["game"]) for game in search["games"]]
    found += [(peer["usual"], peer["program"], peer["language"], peer["game"]) for peer in peers if "usual" in peer]
    for speed, program, version, game in sorted(found, reverse=True):
        yield f"| {program} | {version} | {game} | {speed:,.0f} |"


@contextlib.contextmanager
def told(name: str) -> Iterator[None]:
    """Say how long something took."""
    began = time.monotonic()
    yield
    print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr)


def alone() -> bool:
    """Whether nobody interrupts us: we were started in real time (`chrt -f 1`)."""
    return hasattr(os, "sched_getscheduler") and os.sched_getscheduler(0) == os.SCHED_FIFO


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--muster", action="append", metavar="PYTHON", help="a Python with Muster")
    parser.add_argument("--seconds", type=int, default=3, metavar="S", help="how long each measurement takes")
    parser.add_argument("--environments", type=Path, metavar="DIR", help="keep the peers' environments here")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help=f"some of {', '.join(PEERS)}")
    parser.add_argument("--prepare", action="store_true", help="install the peers and measure nothing")
    parser.add_argument("--no-search", dest="search", action="store_false", help="measure no searches")
    args = parser.parse_args()
    names = [name for name in args.only.split(",") if name] or list(PEERS)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.environments or Path(scratch)
        peers, missing = [], []
        for name in names:
            with told(name):
                rows, wrong = theirs(name, folder, args.seconds, args.search, args.prepare)
            peers += rows
            if wrong:
                missing.append(f"{name}: {wrong}")
        if args.prepare:
            print("\n".join(missing or ["all of them are there"]))
            return len(missing)
        mine = []
        for python in args.muster or [sys.executable]:
            with told(python):
                mine.append(ours(python, args.seconds, args.search))
    where = f"Python {platform.python_version()} on {platform.machine()}"
    head = f"{datetime.date.today()}, {where}, one core{' that nobody else got' if alone() else ''}, processor time."
    head += f" Load {load:.1f} when it began, {os.getloadavg()[0]:.1f} at the end (with this run itself)."
    reference = ", ".join(f"{bench['reference_loops_per_s']:,}" for bench, _ in mine)
    text = [head, f"The reference loop ran {reference} times a second in the same run.", "", *lines(mine, peers)]
    if missing:
        text += ["", "Not measured here:", "", *(f"- {line}" for line in missing)]
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    section = "\n".join(text)
    PAGE.write_text(f"{before}{BEGIN}\n{section}\n{END}{after}", "utf-8")
    print(section)
    return 0


if __name__ == "__main__":
    sys.exit(main())
