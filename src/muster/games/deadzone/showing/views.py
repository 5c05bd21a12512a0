"""Views: everything that a seat may know, as structs. The only way out of the engine, for people, bots and spectators.

The same structs, filled with everything, are the dump that tests and scenarios compare (`dump`).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.ground import Way
from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.content import DeploymentMap, Mission
from muster.games.deadzone.cards.keywords import GOALS, OBJECTIVES, Ability, kind_of, origin_of
from muster.games.deadzone.rules import missions
from muster.games.deadzone.rules.aggression import LEVELS
from muster.games.deadzone.rules.setup import faction_of
from muster.games.deadzone.showing.attacks import SightView, TestView, sights, tests, trial
from muster.games.deadzone.showing.card_views import BattleCardView, CardView, battle_cards, bits, stat_cards
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.questions import activation_limit, waiting
from muster.games.deadzone.state.state import Side, Stage, State
from muster.geometry.cube_sight import Face
from muster.kernel.numbers import members

SIDES = ("north", "east", "south", "west")
STAGES = tuple(members(Stage))


class ModelView(msgspec.Struct, frozen=True):
    tag: str
    owner: int
    card: str
    cube: str
    place: int
    aggression: str
    injured: bool
    damage: int
    dead: bool
    exited: int | None
    activated: bool
    overwatch: bool
    burning: bool
    carded: bool
    reload: tuple[str, ...]
    lost: tuple[str, ...]
    items: tuple[str, ...]
    mutation: str
    facing: str
    psychic: int
    saved: int
    abilities: tuple[str, ...]
    gunner: bool
    weapon_at: str


class GoalView(msgspec.Struct, frozen=True):
    """A goal of a mission: its kind, its points (three figures go by cost band), its objectives."""

    kind: str
    points: tuple[int, ...]
    objectives: tuple[str, ...]


class SideView(msgspec.Struct, frozen=True):
    """A player as the viewer sees them: hand, mission and points are the viewer's own only. `limit` models may act
    in a turn, `waiting` can still act this round.
    """

    seat: int
    faction: str
    commander: str
    pool: int
    mission: str
    goals: tuple[GoalView, ...]
    rejected: str
    points: int | None
    hand: tuple[str, ...]
    hand_count: int
    drawn: tuple[str, ...]
    drawn_count: int
    deck: int
    bottom: tuple[str, ...]
    discards: tuple[str, ...]
    mixed: int
    intel: int
    scoured: int
    survived: int
    aborted: bool
    surge: int
    zone: str
    used_card: bool
    limit: int
    waiting: int


class CubeView(msgspec.Struct, frozen=True):
    """A cube. `climb`: a wall here leads up to another cube. `ramp` is the cube that a ramp leads up to."""

    name: str
    floor: str
    east: str
    south: str
    cover: bool
    area: str
    climb: bool
    ramp: str


class ItemView(msgspec.Struct, frozen=True):
    item: str
    cube: str
    origin: int | None


class ObjectiveView(msgspec.Struct, frozen=True):
    cube: str
    which: str


class TableView(msgspec.Struct, frozen=True):
    """The whole table as one seat sees it."""

    viewer: int | None
    stage: str
    round: int
    starter: int
    turn: int
    acted: int
    active: str
    controller: int
    spent: int
    taken: tuple[str, ...]
    aimed: bool
    battlefield: str
    levels: int
    map: str
    models: tuple[ModelView, ...]
    sides: tuple[SideView, ...]
    cards: tuple[CardView, ...]
    crates: tuple[str, ...]
    crates_left: tuple[str, ...]
    items: tuple[ItemView, ...]
    smoke: tuple[str, ...]
    wrecks: tuple[str, ...]
    objectives: tuple[ObjectiveView, ...]
    kills: tuple[tuple[str, int], ...]
    mutations: tuple[str, ...]
    finisher: int | None
    winner: int | None
    ended: str
    claim: int
    cubes: tuple[CubeView, ...]
    battle_cards: tuple[BattleCardView, ...]
    sights: tuple[SightView, ...]
    tests: tuple[TestView, ...]
    trial: TestView | None


def table_view(state: State, seat: int | None, everything: bool = False) -> TableView:
    """Everything that `seat` may know. `everything` is for tests and scenarios only, and leaves out what never
    changes.
    """
    names = state.field.names
    return TableView(
        viewer=seat,
        stage=STAGES[state.stage],
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        acted=state.acted,
        active=state.models[state.active].tag if state.active >= 0 else "",
        controller=state.controller,
        spent=state.spent,
        taken=bits(state.taken, Action),
        aimed=state.aimed,
        battlefield=state.field.id,
        levels=state.field.cubes.levels,
        map=state.map.id,
        models=tuple(_model(state, model) for model in state.models),
        sides=tuple(_side(state, side, everything or side.seat == seat, everything) for side in state.sides),
        cards=() if everything else stat_cards(state),
        crates=tuple(names[cube] for cube in state.crates),
        crates_left=tuple(sorted(kind_of(item).name.lower() for item in state.crates_left)),
        items=tuple(_item(state, item, cube) for item, cube in sorted(state.items)),
        smoke=tuple(names[cube] for cube in state.smoke),
        wrecks=tuple(names[cube] for cube in state.wrecks),
        objectives=tuple(_objective(state, one, seat, everything) for one in state.objectives),
        kills=tuple((state.models[index].tag, by) for index, by in state.kills),
        mutations=tuple(state.content.mutations[number].id for number in state.mutations),
        finisher=None if state.finisher == NOBODY else state.finisher,
        winner=None if state.winner == NOBODY else state.winner,
        ended=state.ended,
        claim=state.content.constants["claim"],
        cubes=() if everything else _cubes(state.field, state.map),
        battle_cards=() if everything else battle_cards(state.content),
        sights=() if everything else sights(state),
        tests=() if everything else tests(state),
        trial=None if everything else trial(state),
    )


def cube_name(state: State, cube: int) -> str:
    return state.field.names[cube] if cube >= 0 else ""


def _objective(state: State, one: tuple[int, int, int], seat: int | None, everything: bool) -> ObjectiveView:
    cube, which, known = one
    seen = which >= 0 and (everything or (seat is not None and bool(known >> seat & 1)))
    return ObjectiveView(state.field.names[cube], OBJECTIVES[which] if seen else "")


def _item(state: State, item: int, cube: int) -> ItemView:
    origin = origin_of(item)
    return ItemView(kind_of(item).name.lower(), cube_name(state, cube), origin if origin >= 0 else None)


def _model(state: State, model: Model) -> ModelView:
    weapons = model.card.weapons
    mutation = state.content.mutations[model.mutation].id if model.mutation >= 0 else ""
    return ModelView(
        tag=model.tag,
        owner=model.owner,
        card=model.card.id,
        cube=cube_name(state, model.cube),
        place=model.place,
        aggression=LEVELS[model.aggression],
        injured=model.injured,
        damage=model.damage,
        dead=model.dead,
        exited=None if model.exited == NOBODY else model.exited,
        activated=model.activated,
        overwatch=model.overwatch,
        burning=model.burning,
        carded=model.carded,
        reload=tuple(w.id for w in weapons if model.reload >> w.bit & 1),
        lost=tuple(w.id for w in weapons if model.wrecked >> w.bit & 1),
        items=tuple(kind_of(item).name.lower() for item in model.items),
        mutation=mutation,
        facing=SIDES[model.facing],
        psychic=model.psychic,
        saved=model.saved,
        abilities=bits(model.abilities, Ability),
        gunner=model.gunner,
        weapon_at=cube_name(state, model.weapon_at),
    )


def _goals(mission: Mission) -> tuple[GoalView, ...]:
    return tuple(
        GoalView(GOALS[goal.kind], goal.points, tuple(OBJECTIVES[which] for which in goal.objectives))
        for goal in mission.goals
    )


def _side(state: State, side: Side, own: bool, everything: bool) -> SideView:
    cards = state.content.cards

    def names(pile: list[int]) -> tuple[str, ...]:
        return tuple(sorted(cards[number].id for number in pile))

    mission = missions.mission_of(state, side.seat)
    shown = own or side.aborted >= 0
    rejected = faction_of(state, side).missions[side.rejected].id if own and side.rejected >= 0 else ""
    return SideView(
        seat=side.seat,
        faction=faction_of(state, side).id,
        commander="" if side.commander == NOBODY else state.models[side.commander].tag,
        pool=side.pool,
        mission=mission.id if mission is not None and shown else "",
        goals=_goals(mission) if mission is not None and shown else (),
        rejected=rejected,
        points=missions.score(state, side.seat) if own else None,
        hand=names(side.hand) if own else (),
        hand_count=len(side.hand),
        drawn=names(side.drawn) if own else (),
        drawn_count=len(side.drawn),
        deck=side.deck + len(side.mixed) + len(side.bottom),
        bottom=names(side.bottom) if own else (),
        discards=names(side.discards),
        mixed=len(side.mixed),
        intel=side.intel,
        scoured=side.scoured,
        survived=side.survived,
        aborted=side.aborted >= 0,
        surge=side.surge,
        zone=("red", "blue")[side.zone],
        used_card=side.used_card,
        limit=activation_limit(state, side.seat),
        waiting=len(waiting(state, side.seat)),
    )


def _ramps(field: Battlefield, cube: int) -> list[int]:
    """The cubes that ramps lead up to from here."""
    return [link.to for link in field.links[cube] if link.way == Way.RAMP and field.level[link.to] > field.level[cube]]


FACES = tuple(face.name.lower() for face in Face)


@lru_cache(maxsize=64)
def _cubes(field: Battlefield, drawn: DeploymentMap) -> tuple[CubeView, ...]:
    """The cubes in which something can stand or that have walls. They never change: one list for a battlefield."""
    scenery = field.scenery
    return tuple(
        CubeView(
            field.names[cube],
            FACES[scenery.floor[cube]],
            FACES[scenery.east[cube]],
            FACES[scenery.south[cube]],
            field.cover[cube],
            drawn.areas[cube % 64],
            any(link.way == Way.UP for link in field.links[cube]),
            next((field.names[to] for to in _ramps(field, cube)), ""),
        )
        for cube in range(field.size)
        if field.stand[cube] or scenery.east[cube] or scenery.south[cube]
    )
