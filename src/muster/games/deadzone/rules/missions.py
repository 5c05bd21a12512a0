"""Missions, goals and the end of the game (rulebook, "Mission Goals", "Winning").

The state keeps what happened (kills, exits, items, rounds); points follow from it by the mission, so that nothing about
a secret mission shows anywhere else. Capture and Control have no memory: they count only while they hold.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import WANTED, Mission, MissionGoal, band
from muster.games.deadzone.cards.keywords import Ability, Goal, Item, Rank, kind_of, origin_of
from muster.games.deadzone.rules import guns, items
from muster.games.deadzone.rules.setup import faction_of
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.questions import has, is_model, other, team
from muster.games.deadzone.state.state import Side, Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.game import Result
from muster.kernel.requests import Table

HOME: Final = 2
"""The points of a stranded model that gets home.  [DZ ability.stranded_home]"""
SHARED: Final = 2
"""Stands for the winner of a draw."""
TO_THE_MISSION: Final = (Item.INTEL, Item.SPECIAL)
"""Items that nobody carries: they go to the mission card."""
FINAL: Final = 10
"""The points of the other side when one concedes.  [DZ win.concede]"""


def mission_of(state: State, seat: int) -> Mission | None:
    side = state.sides[seat]
    return faction_of(state, side).missions[side.mission] if side.mission >= 0 else None


def score(state: State, seat: int) -> int:
    """The running tally of a side.  [DZ goal.when] [DZ goal.intel] [DZ ability.stranded_home] [DZ win.abort]"""
    side = state.sides[seat]
    if side.aborted >= 0:
        return sum([is_kill(state, seat, kill) for kill in state.kills[side.aborted :]])
    total = side.intel
    for model in state.models:
        if model.exited == seat and model.owner == seat and has(model, Ability.STRANDED):
            total += HOME
    mission = mission_of(state, seat)
    if mission is not None:
        for goal in mission.goals:
            total += earned(state, seat, goal)
    return total


def is_kill(state: State, seat: int, kill: tuple[int, int]) -> bool:
    """Whether this side killed an enemy model."""
    return kill[1] == seat and state.models[kill[0]].owner != seat


def earned(state: State, seat: int, goal: MissionGoal) -> int:
    """The points that one goal has earned so far.

    [DZ goal.kill] [DZ goal.kill_type] [DZ goal.capture] [DZ goal.control] [DZ goal.infiltrate] [DZ goal.scour]
    [DZ goal.survive]
    """
    kind, points = goal.kind, goal.points
    if kind <= Goal.KILL_LEADER:
        if not state.kills:
            return 0
        dead = [state.models[kill[0]] for kill in state.kills if is_kill(state, seat, kill)]
        if kind == Goal.KILL:
            return sum([points[band(model.card.cost)] for model in dead])
        return points[0] * sum([is_wanted(state, model, kind) for model in dead])
    if kind in (Goal.CAPTURE, Goal.CONTROL):
        return points[0] * len(held(state, seat, goal))
    if kind == Goal.INFILTRATE:
        through = [m for m in state.models if m.owner == seat and m.exited == other(seat)]
        return sum([points[band(m.card.cost)] for m in through if m.card.rank == Rank.TROOPER])
    return points[0] * (state.sides[seat].scoured if kind == Goal.SCOUR else state.sides[seat].survived)


def is_wanted(state: State, model: Model, kind: int) -> bool:
    """Whether a dead model counts for a goal.  [DZ goal.kill_type]"""
    if kind == Goal.KILL_COMMANDER:
        return model.index == state.sides[model.owner].commander
    return model.card.rank in WANTED[kind]


def held(state: State, seat: int, goal: MissionGoal) -> list[int]:
    """The objectives of a goal that a side holds now, among those it has looked at.

    [DZ goal.capture] [DZ goal.control] [DZ setup.objectives]
    """
    found: list[int] = []
    for cube, which, known in state.objectives:
        if known >> seat & 1 and which in goal.objectives and is_held(state, seat, cube, goal.kind == Goal.CONTROL):
            found.append(which)
    return found


def is_held(state: State, seat: int, cube: int, alone: bool) -> bool:
    """Whether a side holds a cube: a model there and no enemy; for Control, no enemy in any adjacent cube either."""
    field, here = state.field, False
    for model in state.models:
        if model.cube == NOWHERE or not is_model(model):
            continue
        if model.owner == seat:
            here = here or model.cube == cube
        elif field.far[cube * field.size + model.cube] <= int(alone):
            return False
    return here


def most_possible(state: State, seat: int) -> int:
    """The most that a mission could still bring in all, without intel.  [DZ win.abort]"""
    mission = mission_of(state, seat)
    if mission is None:
        return 0
    enemies = [m for m in state.models if m.owner != seat and not has(m, Ability.DEPLOYED)]
    alive = [m for m in enemies if not m.dead and m.exited < 0]
    own = [m for m in team(state, seat) if m.card.rank == Rank.TROOPER]
    side = state.sides[seat]
    total = 0
    for goal in mission.goals:
        got = earned(state, seat, goal)
        if goal.kind == Goal.KILL:
            total += got + sum(goal.points[band(m.card.cost)] for m in alive)
        elif goal.kind <= Goal.KILL_LEADER:
            total += got + goal.points[0] * sum(is_wanted(state, m, goal.kind) for m in alive)
        elif goal.kind in (Goal.CAPTURE, Goal.CONTROL):
            total += goal.points[0] * len(goal.objectives) if team(state, seat) else 0
        elif goal.kind == Goal.INFILTRATE:
            total += got + sum(goal.points[band(m.card.cost)] for m in own)
        elif goal.kind == Goal.SCOUR:
            total += got + goal.points[0] * spoils_left(state, seat)
        else:
            cards = side.deck + len(side.hand) + len(side.mixed) + len(side.bottom)
            total += got + goal.points[0] * (cards if survives(state, seat) else 0)
    return total


def spoils_left(state: State, seat: int) -> int:
    """The items that a side could still carry off: in crates, on the ground, in anybody's hands, set up as a captured
    gun; none that it brought, none that are gone, and none if nobody is left who can carry.

    [DZ win.abort] [DZ goal.scour]
    """
    if not any(items.can_carry(model) for model in team(state, seat)):
        return 0
    lying = [item for item, cube in state.items if cube != items.GONE]
    held = [item for model in state.models if model.cube != NOWHERE for item in model.items]
    spoils = [item for item in (*lying, *held) if origin_of(item) != seat and kind_of(item) not in TO_THE_MISSION]
    captured = [gun for gun in state.models if gun.cube != NOWHERE and gun.owner == seat != guns.team_of(gun)]
    return len(state.crates) + len(spoils) + len([gun for gun in captured if not is_model(gun)])


# The end


def kill_marks(state: State, side: Side) -> tuple[int, ...]:
    """The points that a side's kills bring by each mission of its faction, counted again after each new kill; after an
    aborted mission, a point each.

    [DZ goal.kill] [DZ goal.kill_type] [DZ win.abort]
    """
    if side.counted != len(state.kills):
        side.counted = len(state.kills)
        missions = faction_of(state, side).missions
        prey = [state.models[kill[0]].card.kill_class for kill in state.kills if is_kill(state, side.seat, kill)]
        side.marks = tuple([sum([one.kills[number] for number in prey]) for one in missions])
    return side.marks


def prospects(state: State, side: Side, needed: int, held: int, exits: int) -> list[int]:
    """The most that each mission of the faction could have brought a side by now, as far as everybody can see; an empty
    list if none could have brought so much.

    [DZ win.claim]
    """
    faction = faction_of(state, side)
    if side.aborted >= 0:
        kills = sum([is_kill(state, side.seat, kill) for kill in state.kills])
        return [kills] * len(faction.missions) if kills >= needed else []
    least, items, rounds = side.intel + HOME * exits, side.scoured, side.survived
    enemy = state.sides[other(side.seat)].commander
    heads = int(enemy != NOBODY and state.models[enemy].cube == NOWHERE)
    marks = kill_marks(state, side)
    if max(marks) + least + faction.rewards.most(held, exits, items, rounds, heads) < needed:
        return []
    return [
        marks[number] + least + one.rewards.most(held, exits, items, rounds, heads)
        for number, one in enumerate(faction.missions)
    ]


def claim(table: Table, state: State) -> bool:
    """Let a side claim victory: with ten points, or when the enemy has only models left that cannot command. The first
    valid claim wins, and the side whose turn it is claims first.

    True if a side might have claimed, by whatever mission: that nobody did says something about a secret, so a
    checkpoint must follow.

    [DZ win.claim] [DZ win.no_models]
    """
    needed = state.content.constants["claim"]
    places = {cube for cube, _, _ in state.objectives}
    held: list[set[int]] = [set(), set()]
    exits = [0, 0]
    broken = [True, True]
    for model in state.models:
        if model.cube == NOWHERE:
            if model.exited >= 0:
                exits[model.owner] += 1
            continue
        if model.card.total:
            broken[model.owner] = False
        if model.cube in places:
            held[model.owner].add(model.cube)
    near = False
    for seat in (state.turn, other(state.turn)):
        if broken[other(seat)] and not broken[seat]:
            finish(table, state, seat, "broken", "DZ win.no_models")
            return near
        side = state.sides[seat]
        points = prospects(state, side, needed, len(held[seat]), exits[seat])
        if points and max(points) >= needed:
            near = True
            if points[side.mission] >= needed and score(state, seat) >= needed:
                finish(table, state, seat, "claimed", "DZ win.claim")
                return near
    if all(broken):
        time_out(table, state)
    return near


def finish(table: Table, state: State, seat: int, how: str, clause: str) -> None:
    state.winner, state.ended, state.stage = seat, how, Stage.OVER
    if seat == SHARED:
        table.tell("shared", clause)
    else:
        table.tell(how, clause, {"seat": seat, "points": score(state, seat)})


def time_out(table: Table, state: State) -> None:
    """End the game when the cards are out: most points win, on a draw the most points in models left.

    [DZ win.time_out] [DZ win.draw]
    """
    marks = [(score(state, seat), worth(state, team(state, seat))) for seat in (0, 1)]
    winner = SHARED if marks[0] == marks[1] else marks.index(max(marks))
    finish(table, state, winner, "timed_out", "DZ win.time_out")


def concede(table: Table, state: State, seat: int) -> None:
    """Concede: no points for the side that gives up, ten for the other.  [DZ win.concede]"""
    finish(table, state, other(seat), "conceded", "DZ win.concede")


def abort(table: Table, state: State, seat: int) -> None:
    """Show the mission and give it up; from now on each kill is a point.  [DZ win.abort]"""
    mission = mission_of(state, seat)
    assert mission is not None
    state.sides[seat].aborted = len(state.kills)
    table.tell("aborted", "DZ win.abort", {"seat": seat, "mission": mission.id})


def result(state: State) -> Result | None:
    """The winner and the points of both."""
    if state.stage != Stage.OVER:
        return None
    scores = [score(state, seat) for seat in (0, 1)]
    if state.ended == "conceded":
        scores[state.winner], scores[other(state.winner)] = FINAL, 0
    return Result((0, 1) if state.winner == SHARED else (state.winner,), scores)


def survive_round(state: State) -> None:
    """Score a survived round if more than half of a side's points are still on the battlefield.  [DZ goal.survive]"""
    for side in state.sides:
        side.survived += int(survives(state, side.seat))


def survives(state: State, seat: int) -> bool:
    """Whether more than half of a side's points are still on the battlefield; what has left it never comes back.

    [DZ goal.survive]
    """
    whole = [m for m in state.models if m.owner == seat and is_model(m)]
    return 2 * worth(state, team(state, seat)) > worth(state, whole)


def worth(state: State, models: list[Model]) -> int:
    """The cost of some models; a crew is on one card and counts once as long as one of them is left.

    [DZ ability.csw_points]
    """
    return sum(m.card.cost for m in models if not 0 <= m.crew < m.index or state.models[m.crew] not in models)
