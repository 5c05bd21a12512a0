"""Counts for tests and the laboratory: what never changes in a match, and the cards it offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.kinds import Kind, Level
from muster.games.obsidian_protocol.cards.pack import SquadFile
from muster.games.obsidian_protocol.rules.movement.modes import slips_past
from muster.games.obsidian_protocol.rules.movement.standing import Map, is_mine
from muster.games.obsidian_protocol.state.geometry import base, on_board, overlap
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.game import Report
from muster.kernel.requests import Event
from muster.kernel.text import Param


def report(content: Content, squads: Mapping[str, SquadFile], events: Sequence[Event]) -> Report:
    """The secondary tasks and tactics cards of both sides, and which were taken and played; the first player, the
    squads, and the number of rounds.
    """
    said: dict[str, list[Mapping[str, Param]]] = {}
    for event in events:
        said.setdefault(event.key, []).append(event.params)
    sides = {int(told["seat"]): str(told["squad"]) for told in said.get("squad_fielded", ())}
    tactics = {card for squad in sides.values() if squad in squads for card in squads[squad].tactics}
    taken = {f"secondary.{told['task']}" for told in said.get("secondary", ())}
    taken |= {f"tactic.{told['card']}" for told in said.get("tactic_played", ())}
    offered = {f"secondary.{card.id}" for card in content.secondaries} | {f"tactic.{card}" for card in tactics}
    first = next((int(told["seat"]) for told in said.get("first_player", ())), 0)
    rounds = max((int(told["round"]) for told in said.get("round_begins", ())), default=0)
    named = {seat: f"squad.{squad}" for seat, squad in sides.items()}
    return Report(offered | taken, taken, first, named, rounds)


def conserved(state: State) -> Mapping[str, int]:
    """Check that every unit of both squads is somewhere and that none overlaps another or leaves the board.

    A unit that slips past others may be asked something while it does.
    """
    counts = {
        f"mechs {seat}": sum(unit.seat == seat and unit.kind == Kind.MECH for unit in state.units) for seat in (0, 1)
    }
    solid = [unit for unit in on_board(state) if unit.level != Level.AERIAL and not is_mine(state, unit)]
    boxes = [base(unit) for unit in solid]
    cells = state.battlefield.board.cells
    firm = [base(unit) for unit in solid if not slips_past(state, unit)]
    counts["overlapping"] = sum(overlap(one, other) for index, one in enumerate(firm) for other in firm[index + 1 :])
    counts["in terrain"] = sum(bool(Map(state, unit).terrain_at(base(unit))) for unit in solid)
    counts["off the board"] = sum(not (box[0] >= 0 and box[2] <= cells and 0 <= box[1] <= cells) for box in boxes)
    counts["numbers"] = sum(unit.id != index for index, unit in enumerate(state.units))
    return counts
