"""A battle of Deadzone written down as a position: what `scenario.place` reads back as an equal state."""

from __future__ import annotations

from typing import Any, Literal

from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.keywords import kind_of, origin_of
from muster.games.deadzone.rules.guns import team_of
from muster.games.deadzone.rules.setup import faction_of
from muster.games.deadzone.showing.position import (
    LyingPosition,
    ModelPosition,
    ObjectivePosition,
    Position,
    Saved,
    SeatName,
    SidePosition,
)
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.state import Side, Stage, State
from muster.kernel.numbers import members
from muster.kernel.positions import plain

LEVELS: tuple[Literal["suppressed", "pinned", "alert", "enraged"], ...] = ("suppressed", "pinned", "alert", "enraged")
FACING: tuple[Literal["north", "east", "south", "west"], ...] = ("north", "east", "south", "west")
ZONES: tuple[Literal["red", "blue"], ...] = ("red", "blue")
WHICH: tuple[Literal["X", "Y", "Z"], ...] = ("X", "Y", "Z")
SEATS: tuple[SeatName, ...] = ("A", "B")
USED: tuple[Saved, ...] = ("resourceful", "life_support", "shield_lost")

EMPTY = {
    "model": [
        {"side": "A", "card": "enforcer_sergeant", "at": "c2"},
        {"side": "B", "card": "enforcer_sergeant", "at": "f7"},
    ],
    "side": {"A": {}, "B": {}},
}
"""A model on each side: without one a side has lost."""


def written(state: State) -> dict[str, Any] | None:
    """The position of this state; None while the battle is set up, and between a test and its dice."""
    if state.stage < Stage.BEGIN_ROUND or state.trial is not None:
        return None
    stages = {number: name for name, number in members(Stage).items()}
    return plain(
        Position(
            battlefield=state.field.id,
            map=state.map.id,
            stage=stages[state.stage],
            round=state.round,
            turn=SEATS[state.turn],
            starter=SEATS[state.starter],
            controller=SEATS[state.controller],
            acted=state.acted,
            active="" if state.active == NOBODY else state.models[state.active].tag,
            spent=state.spent,
            taken=tuple(name for name, bit in members(Action).items() if state.taken >> bit & 1),
            aimed=state.aimed,
            suppressed=state.suppressed,
            fast=state.fast,
            model=[_model(state, model) for model in state.models],
            side={SEATS[side.seat]: _side(state, side) for side in state.sides},
            crates=_cubes(state, state.crates),
            crates_left=tuple(_item(item, -1) for item in state.crates_left),
            lying=[_lying(state, item, at) for item, at in state.items],
            smoke=_cubes(state, state.smoke),
            wrecks=_cubes(state, state.wrecks),
            objective=[_objective(state, one) for one in state.objectives],
            kills=tuple((state.models[index].tag, SEATS[by] if by >= 0 else "") for index, by in state.kills),
            mutations=tuple(state.content.mutations[number].id for number in state.mutations),
            finisher=_seat(state.finisher),
            winner=_seat(state.winner),
            ended=state.ended,
        )
    )


def _seat(seat: int) -> SeatName | None:
    return None if seat == NOBODY else SEATS[seat]


def _lying(state: State, item: int, cube: int) -> LyingPosition:
    return LyingPosition(kind_of(item).name.lower(), _cube(state, cube), _seat(origin_of(item)))


def _cube(state: State, cube: int) -> str:
    return state.field.names[cube] if cube >= 0 else ""


def _cubes(state: State, cubes: list[int]) -> tuple[str, ...]:
    return tuple(_cube(state, cube) for cube in cubes)


def _item(item: int, usual: int) -> str:
    """An item's name, after the side that brought it if that is not the usual one."""
    name, origin = kind_of(item).name.lower(), origin_of(item)
    return name if origin == usual else f"{SEATS[origin] if origin >= 0 else ''}:{name}"


def _objective(state: State, one: tuple[int, int, int]) -> ObjectivePosition:
    cube, which, known = one
    seats = tuple(letter for seat, letter in enumerate(SEATS) if known >> seat & 1)
    return ObjectivePosition(_cube(state, cube), WHICH[which] if which >= 0 else "", seats)


def _model(state: State, model: Model) -> ModelPosition:
    weapons = model.card.weapons
    return ModelPosition(
        side=SEATS[team_of(model)],
        card=model.card.id,
        at=_cube(state, model.cube),
        place=model.place,
        aggression=LEVELS[model.aggression],
        injured=model.injured,
        damage=model.damage,
        dead=model.dead,
        exited=_seat(model.exited),
        activated=model.activated,
        overwatch=model.overwatch,
        burning=model.burning,
        carded=model.carded,
        reloading=tuple(weapon.id for weapon in weapons if model.reload >> weapon.bit & 1),
        lost=tuple(weapon.id for weapon in weapons if model.wrecked >> weapon.bit & 1),
        saved=tuple(name for bit, name in enumerate(USED) if model.saved >> bit & 1),
        items=tuple(_item(item, model.owner) for item in model.items),
        mutation="" if model.mutation == NOBODY else state.content.mutations[model.mutation].id,
        facing=FACING[model.facing],
        psychic=model.psychic,
        crew="" if model.crew == NOBODY else state.models[model.crew].tag,
        weapon_at=_cube(state, model.weapon_at),
        mercenary=model.mercenary,
        serves=SEATS[model.owner] if model.owner != team_of(model) else None,
    )


def _side(state: State, side: Side) -> SidePosition:
    cards, faction = state.content.cards, faction_of(state, side)

    def names(pile: list[int]) -> tuple[str, ...]:
        return tuple(cards[number].id for number in pile)

    return SidePosition(
        faction=faction.id,
        commander="" if side.commander == NOBODY else state.models[side.commander].tag,
        mission="" if side.mission == NOBODY else faction.missions[side.mission].id,
        rejected="" if side.rejected == NOBODY else faction.missions[side.rejected].id,
        hand=names(side.hand),
        deck=names(side.mixed),
        unseen=names(side.unseen),
        unseen_deck=side.deck,
        bottom=names(side.bottom),
        discards=names(side.discards),
        drawn=names(side.drawn),
        draws=side.draws,
        pool=side.pool,
        intel=side.intel,
        survived=side.survived,
        scoured=side.scoured,
        surge=side.surge,
        aborted=None if side.aborted == NOBODY else side.aborted,
        first_turn=side.first_turn,
        used_card=side.used_card,
        zone=ZONES[side.zone],
    )
