"""The points of missions, counted a second time from the text: kills, exits, items, rounds and ground held, on random
positions; and who may claim a victory, or wins when time is out.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.cards.keywords import Ability, Goal, Rank
from muster.games.deadzone.rules import items, missions
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.questions import has
from muster.games.deadzone.state.state import Side, Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
FACTIONS = CONTENT.ordered_factions
seeds = pytest.mark.parametrize("seed", range(60))


def random_state(seed: int) -> tuple[State, random.Random]:
    """A battle far gone: some dead by either side's hand, some off the board, objectives seen and held or not."""
    rng = random.Random(seed)
    field = FIELDS["yard"]
    cards = list(CONTENT.models.values())
    sides = [Side(seat, rng.randrange(len(FACTIONS)), 6 * seat) for seat in (0, 1)]
    state = State(CONTENT, field, [], sides, CONTENT.maps[0])
    objectives = [field.ground[n] for n in rng.sample(range(64), 3)]
    for index in range(12):
        card = rng.choice(cards)
        model = Model(index, index // 6, f"{'AB'[index // 6]}{index % 6 + 1}", card, card.abilities)
        fate = rng.random()
        if fate < 0.35:
            model.dead = True
            if not has(model, Ability.DEPLOYED):
                state.kills.append((index, rng.choice((0, 1, NOBODY))))
        elif fate < 0.5:
            model.exited = rng.choice((0, 1))
        else:
            near = rng.choice(objectives)
            beside = [cube for cube in field.ground if field.cubes.distance(near, cube) == 1]
            model.cube = rng.choice((near, rng.choice(beside), rng.choice(field.ground)))
        state.models.append(model)
    for side in sides:
        side.mission = rng.randrange(6)
        side.intel, side.scoured, side.survived = rng.randrange(3), rng.randrange(3), rng.randrange(4)
        side.deck, side.hand, side.mixed, side.bottom = rng.randrange(4), [0] * rng.randrange(3), [1], [2]
    rng.shuffle(state.kills)
    if rng.random() < 0.25:
        sides[0].aborted = rng.randint(0, len(state.kills))
    state.objectives = [(cube, which, rng.randrange(4)) for which, cube in enumerate(objectives)]
    state.crates, state.items = [5, 6], [(1, 7)]
    state.turn = rng.choice((0, 1))
    return state, rng


def value(points: tuple[int, ...], cost: int) -> int:
    """By cost: up to 10, up to 20, above."""
    return points[0] if cost <= 10 else points[1] if cost <= 20 else points[2]


TYPES = {
    Goal.KILL_TROOPER: {Rank.TROOPER},
    Goal.KILL_SPECIALIST: {Rank.SPECIALIST, Rank.RARE},
    Goal.KILL_LEADER: {Rank.LEADER, Rank.UNIQUE},
}


def worth(state: State, goal: Any, model: Model) -> int:
    """What a dead enemy brings for one goal."""
    if goal.kind == Goal.KILL:
        return value(goal.points, model.card.cost)
    if goal.kind == Goal.KILL_COMMANDER:
        return int(goal.points[0]) if model.index == state.sides[model.owner].commander else 0
    return int(goal.points[0]) if model.card.rank in TYPES.get(goal.kind, ()) else 0


def ground(state: State, seat: int, goal: Any) -> int:
    found = 0
    for cube, which, known in state.objectives:
        standing = [m for m in state.models if m.cube != NOWHERE and not has(m, Ability.DEPLOYED)]
        far = {m.index: state.field.cubes.distance(cube, m.cube) for m in standing}
        held = any(m.owner == seat and far[m.index] == 0 for m in standing)
        limit = 1 if goal.kind == Goal.CONTROL else 0
        threatened = any(m.owner != seat and far[m.index] <= limit for m in standing)
        found += int(held and not threatened and which in goal.objectives and bool(known & (1, 2)[seat]))
    return found * int(goal.points[0])


def expected(state: State, seat: int, number: int) -> int:
    side = state.sides[seat]
    dead = [state.models[index] for index, by in state.kills if by == seat and state.models[index].owner != seat]
    if side.aborted >= 0:
        later = [state.models[index] for index, by in state.kills[side.aborted :] if by == seat]
        return sum(m.owner != seat for m in later)
    own = [m for m in state.models if m.owner == seat]
    total = side.intel + 2 * sum(has(m, Ability.STRANDED) and m.exited == seat for m in own)
    for goal in FACTIONS[side.faction].missions[number].goals:
        total += sum(worth(state, goal, model) for model in dead)
        if goal.kind in (Goal.CAPTURE, Goal.CONTROL):
            total += ground(state, seat, goal)
        elif goal.kind == Goal.INFILTRATE:
            through = [m for m in own if m.exited == 1 - seat and m.card.rank == Rank.TROOPER]
            total += sum(value(goal.points, m.card.cost) for m in through)
        elif goal.kind == Goal.SCOUR:
            total += goal.points[0] * side.scoured
        elif goal.kind == Goal.SURVIVE:
            total += goal.points[0] * side.survived
    return total


@pytest.mark.clause("DZ goal.kill", "DZ goal.kill_type", "DZ goal.capture", "DZ goal.control", "DZ goal.infiltrate")
@pytest.mark.clause("DZ goal.scour", "DZ goal.survive", "DZ goal.intel", "DZ ability.stranded_home", "DZ win.abort")
@seeds
def test_points(seed: int) -> None:
    state, _ = random_state(seed)
    for seat in (0, 1):
        for number in range(6):
            state.sides[seat].mission = number
            assert missions.score(state, seat) == expected(state, seat, number)


@pytest.mark.clause("DZ win.claim", "DZ win.no_models", "DZ win.time_out", "DZ win.draw")
@seeds
def test_claims(seed: int) -> None:
    """The side with the turn first: an enemy who cannot command any more, or ten points."""
    for extra in range(0, 12, 3):
        state, rng = random_state(seed)
        state.sides[rng.randrange(2)].intel += extra
        able = [any(m.owner == seat and m.cube != NOWHERE and m.card.total for m in state.models) for seat in (0, 1)]
        points = [expected(state, seat, state.sides[seat].mission) for seat in (0, 1)]
        ended, winner = "", NOBODY
        for seat in (state.turn, 1 - state.turn):
            if not ended and able[seat] and not able[1 - seat]:
                ended, winner = "broken", seat
            elif not ended and points[seat] >= 10:
                ended, winner = "claimed", seat
        if not ended and not any(able):
            left = [sum(m.card.cost for m in state.models if on_table(m, seat)) for seat in (0, 1)]
            marks = [(points[seat], left[seat]) for seat in (0, 1)]
            ended, winner = "timed_out", missions.SHARED if marks[0] == marks[1] else marks.index(max(marks))
        rich = [
            any(expected(state, seat, number) >= 10 for number in range(6)) and state.sides[seat].aborted < 0
            for seat in (0, 1)
        ]
        near = missions.claim(Table(True), state)
        assert (state.ended, state.winner) == (ended, winner)
        assert (state.stage == Stage.OVER) == bool(ended)
        assert near or ended or not any(rich)
        result = missions.result(state)
        assert (result is not None) == bool(ended)
        if result is not None:
            assert list(result.scores) == points
            assert result.winners == ((0, 1) if winner == missions.SHARED else (winner,))


def on_table(model: Model, seat: int) -> bool:
    return model.owner == seat and model.cube != NOWHERE and not has(model, Ability.DEPLOYED)


@pytest.mark.clause("DZ win.time_out", "DZ win.draw")
def test_a_drawn_battle_goes_to_whoever_has_more_left() -> None:
    for lead, winner in ((0, missions.SHARED), (1, 0), (-1, 1)):
        state, _ = random_state(3)
        for side in state.sides:
            side.mission, side.aborted = NOBODY, len(state.kills)
        cards = CONTENT.models
        for model in state.models:
            model.card = cards["enforcer"]
            model.cube = NOWHERE if model.index % 6 > 2 else 0
        state.models[0].card = cards["enforcer" if lead == 0 else "enforcer_sergeant" if lead > 0 else "stage_3a"]
        missions.time_out(Table(False), state)
        assert state.winner == winner


@pytest.mark.clause("DZ win.abort")
@seeds
def test_what_a_mission_could_still_bring(seed: int) -> None:
    state, _ = random_state(seed)
    for seat in (0, 1):
        side = state.sides[seat]
        side.aborted = NOBODY
        left = [m for m in state.models if m.owner != seat and not m.dead and m.exited < 0]
        left = [m for m in left if not has(m, Ability.DEPLOYED)]
        own = [m for m in state.models if on_table(m, seat)]
        total = 0
        for goal in FACTIONS[side.faction].missions[side.mission].goals:
            got = missions.earned(state, seat, goal)
            if goal.kind in (Goal.CAPTURE, Goal.CONTROL):
                total += goal.points[0] * len(goal.objectives) if own else 0
                continue
            total += got + sum(worth(state, goal, m) for m in left)
            if goal.kind == Goal.INFILTRATE:
                total += sum(value(goal.points, m.card.cost) for m in own if m.card.rank == Rank.TROOPER)
            elif goal.kind == Goal.SCOUR:
                total += 3 * goal.points[0] if any(items.can_carry(m) for m in own) else 0
            elif goal.kind == Goal.SURVIVE:
                whole = [m for m in state.models if m.owner == seat and not has(m, Ability.DEPLOYED)]
                enough = 2 * sum(m.card.cost for m in own) > sum(m.card.cost for m in whole)
                total += goal.points[0] * (side.deck + len(side.hand) + 2) if enough else 0
        assert missions.most_possible(state, seat) == total


@pytest.mark.clause("DZ win.abort", "DZ win.claim")
def test_ten_kills_after_an_aborted_mission() -> None:
    """Each is a point from then on: nine do not do, ten win."""
    for count, ended in ((9, ""), (10, "claimed")):
        state, _ = random_state(1)
        for model in state.models:
            model.card, model.cube, model.exited = CONTENT.models["enforcer"], 0, NOBODY
        state.kills = [(6 + number % 6, 0) for number in range(count)]
        state.sides[0].aborted, state.turn = 0, 0
        state.sides[1].intel, state.sides[1].aborted = 0, count
        missions.claim(Table(False), state)
        assert state.ended == ended


@pytest.mark.clause("DZ win.no_models", "DZ win.draw")
def test_nobody_on_either_side_can_command() -> None:
    """Then time is out, and equals share the battle."""
    state, _ = random_state(1)
    for model in state.models:
        model.card, model.cube, model.exited = CONTENT.models["mawbeast"], 0, NOBODY
    state.kills = []
    for side in state.sides:
        side.aborted = 0
    missions.claim(Table(False), state)
    result = missions.result(state)
    assert (state.ended, result.winners if result else ()) == ("timed_out", (0, 1))


@pytest.mark.clause("DZ win.concede")
def test_conceding_leaves_ten_points_to_nothing() -> None:
    state, _ = random_state(2)
    missions.concede(Table(False), state, 0)
    result = missions.result(state)
    assert result is not None
    assert (result.winners, list(result.scores)) == ((1,), [0, 10])
