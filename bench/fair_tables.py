"""How fair made tables are: matches of greedy against itself, with equal forces, on seeds nobody has looked at.

    python bench/fair_tables.py --games deadzone,obsidian_protocol,tag_raid --seeds 4 --matches 200

Takes hours without a compiled build. Prints a line for each table as it comes, and one for each style.
"""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator, Mapping

from muster.lab.elo import wilson
from muster.lab.simulate import Job, simulate

SIDES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "deadzone": ("battlefield", {"teams": ["enforcers_patrol", "enforcers_patrol"]}),
    "obsidian_protocol": ("battlefield", {"squads": ["rdl_600_line", "rdl_600_line"]}),
    "tag_raid": ("table", {}),
}
"""For each game the option that says the table, and equal forces."""
STYLES = ("dense", "open")
FAIR = (0.45, 0.55)


def measured(game: str, style: str, seed: int, matches: int, workers: int) -> tuple[float, int]:
    """The wins of the first seat on one table, a shared one counting half, of so many matches that ended."""
    field, forces = SIDES[game]
    job = Job(game=game, seats=("greedy", "greedy"), seed=seed, options={field: f"{style}:{seed}", **forces})
    found = simulate(job, matches, workers)
    if found.failures:
        raise SystemExit(f"{game} {style}:{seed}: {len(found.failures)} matches broke")
    return found.wins[0] + found.shared / 2, found.games


def lines(games: list[str], seeds: list[int], matches: int, workers: int) -> Iterator[str]:
    for game in games:
        for style in STYLES:
            won, played = 0.0, 0
            for seed in seeds:
                score, count = measured(game, style, seed, matches, workers)
                won, played = won + score, played + count
                yield said(f"{game} {style}:{seed}", score, count)
            yield said(f"{game} {style}, all", won, played)


def said(name: str, won: float, count: int) -> str:
    low, high = wilson(won, count)
    share = won / max(1, count)
    fair = "" if FAIR[0] <= share <= FAIR[1] else ", outside 45 to 55"
    return f"{name}: first seat {share:.1%} of {count} (95%: {low:.1%} to {high:.1%}){fair}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(SIDES))
    parser.add_argument("--seeds", type=int, default=4, help="how many seeds are drawn")
    parser.add_argument("--these", default="", help="these seeds instead: 31,77")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    seeds = [int(seed) for seed in given.these.split(",") if seed]
    seeds = seeds or [secrets.randbelow(10_000) for _ in range(given.seeds)]
    for line in lines(given.games.split(","), seeds, given.matches, given.workers):
        print(line, flush=True)


if __name__ == "__main__":
    main()
