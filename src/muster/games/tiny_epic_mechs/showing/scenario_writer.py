"""A table of Tiny Epic Mechs written down as a position: what `scenario.place` reads back as an equal state."""

from __future__ import annotations

from typing import Any, Literal

from muster.games.tiny_epic_mechs.cards.content import KIND_IDS, card_key
from muster.games.tiny_epic_mechs.showing.position import CombatPosition, PlayerPosition, Position, SeatName
from muster.games.tiny_epic_mechs.state.questions import device_number, device_owner
from muster.games.tiny_epic_mechs.state.state import (
    NOBODY,
    STAGE_NAMES,
    TURRET,
    Combat,
    Player,
    Stage,
    State,
    Tactical,
)
from muster.geometry.squares import NOWHERE
from muster.kernel.positions import plain

STATUS: tuple[Literal["pilot", "armor", "mech"], ...] = ("pilot", "armor", "mech")
TACTICAL: tuple[Literal["off", "first_turn", "on"], ...] = ("off", "first_turn", "on")
FACING: tuple[Literal["north", "east", "south", "west"], ...] = ("north", "east", "south", "west")
LETTERS: tuple[SeatName, ...] = ("A", "B", "C", "D")


def written(state: State) -> dict[str, Any] | None:
    """The position of this state; None while the table is still being set up."""
    if state.stage < Stage.PROGRAM:
        return None
    content, names = state.content, state.arena.names
    solo = state.players[-1].robot
    return plain(
        Position(
            players=2 if solo else len(state.players),
            solo=solo,
            confirm_turns=state.confirm_turns,
            round=state.round,
            turn=state.turn,
            stage=STAGE_NAMES[state.stage],
            start=_letter(state.start),
            active=_letter(state.active),
            card=card_key(state.card),
            jumped=state.jumped,
            fought=state.fought if state.combat or state.fought else None,
            rearmed=state.rearmed,
            fallen=_seat(state.fallen),
            fallen_by=_seat(state.fallen_by),
            zones={names[zone]: card.id for zone, card in enumerate(state.zones)},
            row=tuple(content.weapons[number].id for number in state.row),
            deck=_weapons(state, state.deck),
            mech=None if state.mech_zone == NOWHERE else names[state.mech_zone],
            mech_side=content.mech_sides[state.mech_side].id,
            player={_letter(player.seat): _player(state, player) for player in state.players},
            combat=None if state.combat is None else _combat(state, state.combat),
        )
    )


def players(state: State) -> list[int]:
    """The seats of people and bots: the rules play the robots."""
    return [player.seat for player in state.players if not player.robot]


def _letter(seat: int) -> SeatName:
    return LETTERS[seat]


def _seat(seat: int) -> SeatName | None:
    return None if seat == NOBODY else _letter(seat)


def _weapons(state: State, mask: int) -> tuple[str, ...]:
    return tuple(weapon.id for weapon in state.content.in_mask(mask))


def _player(state: State, player: Player) -> PlayerPosition:
    content, names = state.content, state.arena.names
    devices = {names[zone]: device_number(found) for zone, found in _devices(state, player)}
    programs = player.tactical == Tactical.OFF and not player.robot
    return PlayerPosition(
        pilot="" if player.pilot == NOBODY else content.pilots[player.pilot].id,
        dealt=tuple(content.pilots[number].id for number in player.dealt),
        status=STATUS[player.status],
        health=player.health,
        energy=player.energy,
        credits=player.credits,
        score=player.score,
        zone=names[player.zone],
        base=names[player.base],
        equipped=_weapons(state, player.equipped),
        reserve=_weapons(state, player.weapons & ~player.equipped),
        exhausted=_weapons(state, player.exhausted),
        program=tuple(card_key(card) for card in player.program) if programs else (),
        revealed=player.revealed if programs else 0,
        tactical=TACTICAL[player.tactical],
        mines={name: number for name, number in devices.items() if number != TURRET},
        turrets=tuple(name for name, number in devices.items() if number == TURRET),
        facing=FACING[player.facing],
        played=tuple(KIND_IDS[kind] for kind in player.played),
    )


def _devices(state: State, player: Player) -> list[tuple[int, int]]:
    found = enumerate(state.devices)
    return [(zone, device) for zone, device in found if device and device_owner(device) == player.seat]


def _combat(state: State, combat: Combat) -> CombatPosition:
    attacker, defender = combat.attacker, combat.defender
    return CombatPosition(
        attacker=_letter(attacker.seat),
        defender=_letter(defender.seat),
        turn=_letter(combat.turn),
        last="" if combat.last == NOBODY else state.content.weapons[combat.last].id,
        leaps=combat.leaps,
        attacks=(attacker.attacks, defender.attacks),
        shields=(attacker.shield, defender.shield),
        jammed=(attacker.jammed, defender.jammed),
        magazine_used=(attacker.magazine_used, defender.magazine_used),
        loser=_seat(combat.loser),
        mech_lost=combat.mech_lost,
    )
