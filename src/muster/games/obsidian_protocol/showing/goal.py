"""The goal of Obsidian Protocol: the main task, the secondary tasks of both, and who holds what."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.cards.missions import Task
from muster.games.obsidian_protocol.cards.pack import OWN_SQUAD
from muster.games.obsidian_protocol.rules.mission.tasks import ROUNDS, boxes_held, task_of, zone_seat
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.naming import named, unit_key
from muster.games.obsidian_protocol.state.geometry import grid_at, on_board
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Unit
from muster.kernel.goals import Company, Goal, Mark, Mission, Standpoint, Way, counted, mustered, remainder
from muster.kernel.text import Text

SOURCES = {
    "control": ("OP 5.3.2.points",),
    "terminal": ("OP 5.4.3.direct", "OP 5.4.3.remote"),
    "black_box": ("OP task.black_box", "OP card.box_pack"),
    "vip": ("OP task.commander", "OP task.commander_parts"),
}
"""The clauses by which each kind of main task gives points."""


def goal(at: Standpoint[State]) -> Goal:
    state = at.state
    task = task_of(state)
    ways = _ways(at, task)
    missing = remainder(state.scores, ways)
    if any(missing):
        ways.append(Way(at.say("about.before"), "", missing))
    aim = at.say("about.aim_unknown") if task is None else at.say(f"about.aim_{task.family}", **task.figures())
    return Goal(
        aim,
        at.say("about.lasts", rounds=ROUNDS),
        tuple(state.scores),
        tuple(ways),
        () if task is None else tuple(_marks(at, task)),
        tuple(_mission(at, seat) for seat in (0, 1) if state.secondary[seat] != NONE),
        tuple(_company(at, seat) for seat in (0, 1)),
        state.round,
        ROUNDS,
    )


def _ways(at: Standpoint[State], task: Task | None) -> list[Way]:
    """The main task with what it would bring now, then the secondary tasks, then whatever cards gave."""
    state = at.state
    scored = counted(at.events, 2, {"scored": "points", "points_lost": "-points"})
    found: list[Way] = []
    if task is None:
        found.append(Way(at.say("about.way_main"), "OP 5.2.4.points", (0, 0)))
    else:
        for number, clause in enumerate(SOURCES[task.family]):
            points = scored.pop(clause, [0, 0])
            if number and not any(points) and task.family != "vip":
                continue
            text = at.say(f"about.way_{clause.rpartition(' ')[2].replace('.', '_')}", **task.figures())
            found.append(Way(text, clause, tuple(points), () if number else _due(state, task)))
    if state.secondary == [NONE, NONE] and task is None:
        found.append(Way(at.say("about.way_secondary"), "OP 5.2.4.points", (0, 0)))
    for card in [state.content.secondaries[number] for number in state.secondary if number != NONE]:
        clause = f"OP task.{card.id}"
        if all(way.clause != clause for way in found):
            found.append(Way(at.words.name("secondary", card.id), clause, tuple(scored.pop(clause, [0, 0]))))
    for clause, points in scored.items():
        found.append(Way(at.words.name("keyword", _keyword(clause)), clause, tuple(points)))
    return found


def _keyword(clause: str) -> str:
    """The keyword of the card behind a clause."""
    return {"OP card.box_pack": "black_box_protection", "OP card.asset": "escort_asset"}.get(clause, clause)


def _due(state: State, task: Task) -> tuple[int, ...]:
    """The points of the main task if it were scored now.  [OP 5.3.2.points] [OP 5.4.3.direct] [OP task.black_box]"""
    zones = state.battlefield.board.zones
    if state.stage == Stage.OVER or not state.round:
        return ()
    if task.family == "black_box":
        grids = zones[task.scoring_zone] if task.scoring_zone else None
        return tuple(task.points * boxes_held(state, seat, grids) for seat in (0, 1))
    if task.family == "vip" or len(state.owners) != len(task.zones):
        return ()
    holders = [zone_seat(state, zones[zone]) for zone in task.zones]
    if task.family == "control":
        if state.round < task.first_round:
            return ()
        holders = [own if now == NOBODY else now for now, own in zip(holders, state.owners, strict=True)]
    else:
        holders = [NOBODY if used else now for now, used in zip(holders, state.markers, strict=True)]
    return tuple(task.points * holders.count(seat) for seat in (0, 1))


# What it is about


def _marks(at: Standpoint[State], task: Task) -> list[Mark]:
    """The zones of the task, black boxes wherever they are, or the commanders."""
    state = at.state
    if task.family == "vip":
        return [_commander(at, seat) for seat in (0, 1) if state.named[2 + seat] != NONE]
    if task.family == "black_box":
        carried = [_carried(at, unit) for unit in on_board(state) if unit.box]
        return [*[_lying(at, place) for place in state.boxes], *carried]
    found = []
    for number, zone in enumerate(task.zones):
        here = zone_seat(state, state.battlefield.board.zones[zone])
        used = len(state.markers) > number and bool(state.markers[number])
        owner = state.owners[number] if task.family == "control" and len(state.owners) > number else here
        key = "accessed" if used else "held" if owner != NOBODY else "free"
        clause = "OP 5.3.2.occupied" if task.family == "control" else "OP 5.4.3.direct"
        name = at.words.name("zone", zone)
        found.append(
            Mark(name, at.say(f"about.zone_{key}"), None if owner == NOBODY else owner, clause, f"zone:{zone}:0")
        )
    return found


def _commander(at: Standpoint[State], seat: int) -> Mark:
    unit = at.state.units[at.state.named[2 + seat]]
    note = at.say("about.commander" if unit.alive else "about.commander_lost")
    return Mark(_name(at, unit), note, seat, "OP task.commander", f"unit:{unit_key(unit)}")


def _lying(at: Standpoint[State], place: int) -> Mark:
    name = at.say("about.box", grid=GRID_NAMES[grid_at(place)])
    return Mark(name, at.say("about.box_free"), None, "OP 5.3.1.pick_up", f"place:{place_name(place)}")


def _carried(at: Standpoint[State], unit: Unit) -> Mark:
    name = at.say("about.boxes", count=unit.box.bit_count())
    return Mark(name, _name(at, unit), unit.seat, "OP 5.3.1.carrying", f"unit:{unit_key(unit)}")


def _mission(at: Standpoint[State], seat: int) -> Mission:
    """A secondary task with what was named for it; both are open.  [OP 5.2.4.points]"""
    state = at.state
    card = state.content.secondaries[state.secondary[seat]]
    subject = state.named[seat]
    name = ""
    if subject != NONE and card.names == "zone":
        name = at.words.name("zone", list(state.battlefield.board.zones)[subject])
    elif subject != NONE:
        name = _name(at, state.units[subject])
    text = at.say(f"scoring_text.{card.scores}", **card.figures())
    text = at.say("about.secondary_named", text=text, name=name) if name else text
    clause = f"OP task.{card.id}"
    points = counted(at.events, 2, {"scored": "points", "points_lost": "-points"}).get(clause, [0, 0])[seat]
    return Mission(seat, at.words.name("secondary", card.id), text, points, clause)


def _company(at: Standpoint[State], seat: int) -> Company:
    """A squad: its mechs by their pilots, and its drones."""
    state = at.state
    figures, keys = [], dict[str, str]()
    for unit in state.units:
        if unit.seat == seat and unit.kind in (Kind.MECH, Kind.DRONE):
            mech = unit.kind == Kind.MECH
            label = state.content.pilots[unit.pilot].label if mech else state.content.units[unit.card].label
            key = unit_key(unit) if mech else keys.setdefault(label, unit_key(unit))
            figures.append((at.words.name("thing", label), key, not unit.alive))
    squad = state.squads[seat]
    ready = squad != OWN_SQUAD and at.words.knows(f"squad.{squad}")  # a squad brought along is called as its owner is
    return Company(seat, at.words.name("squad", squad) if ready else "", mustered(figures))


def _name(at: Standpoint[State], unit: Unit) -> str:
    return at.words.say(Text("about.unit", named(at.state, unit)))
