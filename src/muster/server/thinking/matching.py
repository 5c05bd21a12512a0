"""One force against another, worked out in a worker: with many weapons and packs of somebody's own it can take a while,
and no table waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from muster.forces.limits import check_limits
from muster.kernel.errors import GameError
from muster.kernel.forms import Draft
from muster.kernel.game import Game, building_of, forces_of, reckoning_of
from muster.kernel.odds import Cell, Matchup
from muster.kernel.words import Words
from muster.library import load_game, load_with_packs
from muster.server.protocol.bench import Wrong
from muster.server.protocol.forces import (
    ForceMatchup,
    MatchupColumn,
    MatchupPart,
    MatchupPlace,
    MatchupReach,
    MatchupRow,
)
from muster.server.thinking.jobs import MatchupJob


def matched(job: MatchupJob) -> ForceMatchup | Wrong:
    """Work it out; whatever is wrong becomes one sentence."""
    position, wanted = job.position, job.request
    try:
        game = load_with_packs(position.game, position.packs) if position.packs else load_game(position.game)
        compare = comparing(game)
        words = game.catalogue.words(job.language)
        mine = legal(game, wanted.draft, words)
        theirs = ready(game, wanted.ready) if wanted.other is None else legal(game, wanted.other, words)
        return told(compare(mine, theirs), words)
    except (GameError, RecursionError) as error:
        return Wrong(str(error) or "this is nested too deeply")


def comparing(game: Game[object]) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Matchup]:
    found = reckoning_of(game).matchup
    if found is None:
        raise GameError(f"{game.name} cannot compare one force with another")
    return found


def legal(game: Game[object], draft: Draft, words: Words) -> Mapping[str, Any]:
    """The force of a draft; raises `GameError` with the first clause that it breaks."""
    forces = forces_of(game)
    force = building_of(game).force(draft)
    check_limits(force)
    for fault in forces.check(force):
        reason = f"{words.say(fault.reason)} [{fault.clause}]"
        raise GameError(f"{draft.name}: {reason}" if draft.name else reason)
    return force


def ready(game: Game[object], name: str) -> Mapping[str, Any]:
    found = forces_of(game).ready()
    if name not in found:
        raise GameError(f"force: there is no {name!r}; there are {', '.join(found)}")
    return found[name]


def told(found: Matchup, words: Words) -> ForceMatchup:
    """The table in words: weapons down, armour across."""
    say = words.say
    rows: dict[tuple[str, str, str], dict[tuple[str, str], Cell]] = {}
    columns: dict[tuple[str, str], None] = {}
    for cell in found.cells:
        column = say(cell.target), say(cell.armour)
        columns[column] = None
        rows.setdefault((say(cell.bearer), say(cell.weapon), say(cell.band)), {})[column] = cell
    return ForceMatchup(
        [MatchupColumn(*column) for column in columns],
        [MatchupRow(*row, [place(places.get(column)) for column in columns]) for row, places in rows.items()],
        [MatchupReach(say(one.bearer), one.near, one.far, round(one.dealt, 6)) for one in found.reaches()],
        [MatchupPart(say(one.bearer), say(one.part), round(one.dealt, 6)) for one in found.shares],
        [say(aim) for aim in found.aims],
    )


def place(cell: Cell | None) -> MatchupPlace | None:
    return None if cell is None else MatchupPlace(round(cell.chance, 6), round(cell.damage, 6))
