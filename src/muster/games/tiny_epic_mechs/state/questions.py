"""Pure questions about a position: pilots, devices, hostile zones, abilities. Nothing here changes the state."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import MINES, TURRETS, Ability
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, State, Status


def are_enemies(one: Player, other: Player) -> bool:
    """Whether two players are enemies: all are, except two robots, who leave each other and each other's devices alone.

    [TEM solo.robot_devices]
    """
    return one.seat != other.seat and not (one.robot and other.robot)


def stands(state: State, seat: int) -> bool:
    """Whether a player stands: one with no health left does nothing and suffers nothing until they are back.

    [TEM combat.effects]
    """
    return state.players[seat].health > 0


def enemy_in(state: State, player: Player, zone: int) -> int:
    """The seat of the enemy pilot in a zone, or NOBODY."""
    for other in state.players:
        if other.zone == zone and are_enemies(player, other):
            return other.seat
    return NOBODY


def device_owner(device: int) -> int:
    return device >> 3


def device_number(device: int) -> int:
    """The number of a device: 1 to 4 for a mine, TURRET for a turret."""
    return device & 7


def device(owner: int, number: int) -> int:
    return owner << 3 | number


def enemy_device_in(state: State, player: Player, zone: int) -> int:
    """The mine or turret in a zone that would harm this player, or 0.  [TEM move.own_device]"""
    found = state.devices[zone]
    return found if found and are_enemies(player, state.players[device_owner(found)]) else 0


def is_hostile(state: State, player: Player, zone: int) -> bool:
    """Whether an enemy pilot, mine or turret is in a zone."""
    return enemy_in(state, player, zone) != NOBODY or enemy_device_in(state, player, zone) != 0


def refuges(state: State, player: Player, origin: int) -> list[int]:
    """The zones that are not hostile; if there is none, those without an enemy pilot.

    [TEM combat.retreat_zone] [TEM combat.retreat_nowhere]
    """
    others = [zone for zone in range(state.arena.size) if zone != origin]
    peaceful = [zone for zone in others if not is_hostile(state, player, zone)]
    return peaceful or [zone for zone in others if enemy_in(state, player, zone) == NOBODY]


def nearest_refuges(state: State, player: Player, origin: int) -> list[int]:
    """The refuges closest to `origin`, in orthogonal steps; several if they are equally close."""
    steps = state.arena.distance[origin]
    found = refuges(state, player, origin)
    closest = min(steps[zone] for zone in found)
    return [zone for zone in found if steps[zone] == closest]


def devices_of(state: State, player: Player) -> list[int]:
    """The zones in which a player has a mine or turret."""
    seat = player.seat
    return [zone for zone, found in enumerate(state.devices) if found and found >> 3 == seat]


def mines_of(state: State, player: Player) -> list[int]:
    """The zones in which a player has a mine."""
    return [zone for zone in devices_of(state, player) if device_number(state.devices[zone]) != TURRET]


def turrets_of(state: State, player: Player) -> list[int]:
    """The zones in which a player has a turret."""
    return [zone for zone in devices_of(state, player) if device_number(state.devices[zone]) == TURRET]


def mine_supply(state: State, player: Player) -> list[int]:
    """The numbers of a player's mines that are not in the arena.  [TEM setup.supply]"""
    laid = [device_number(state.devices[zone]) for zone in mines_of(state, player)]
    return [number for number in MINES if number not in laid]


def supply(state: State, player: Player) -> tuple[list[int], int]:
    """The numbers of a player's mines that are not in the arena, and how many turrets are not.  [TEM setup.supply]"""
    laid = [device_number(found) for found in state.devices if found and device_owner(found) == player.seat]
    return [number for number in MINES if number not in laid], TURRETS - laid.count(TURRET)


def turret_supply(state: State, player: Player) -> int:
    return TURRETS - len(turrets_of(state, player))


def full_health(state: State, player: Player) -> int:
    """The highest space of the health track for this status."""
    constants = state.content.constants
    if player.status == Status.MECH:
        return constants.mech_health
    if player.status == Status.ARMOR:
        return constants.armor_health
    return constants.pilot_health


def ability_of(state: State, player: Player) -> Ability:
    """The ability a player has now: of the side of the card that shows, or of the Mighty Mech.  [TEM mech.ability]"""
    # A robot has no ability, not even the Mech's.  [TEM solo.mech_no_ability]
    if player.robot or player.pilot == NOBODY:
        return Ability.NONE
    if player.status == Status.MECH:
        return state.content.mech_sides[state.mech_side].ability
    return state.content.pilots[player.pilot].abilities[player.status]


def armor_ability(state: State, player: Player) -> tuple[str, int]:
    """The ability on the armor side of a player's card, with its figure."""
    if player.pilot == NOBODY:
        return Ability.NONE.name.lower(), 0
    card = state.content.pilots[player.pilot]
    return card.abilities[Status.ARMOR].name.lower(), card.amounts[Status.ARMOR]


def amount_of(state: State, player: Player, ability: Ability) -> int:
    """The figure of an ability if the player has it now; else 0."""
    if player.robot:
        return 0
    if player.status == Status.MECH:
        side = state.content.mech_sides[state.mech_side]
        return side.amount if side.ability == ability else 0
    if player.pilot == NOBODY:
        return 0
    card = state.content.pilots[player.pilot]
    return card.amounts[player.status] if card.abilities[player.status] == ability else 0
