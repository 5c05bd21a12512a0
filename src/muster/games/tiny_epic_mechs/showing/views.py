"""Views: everything a seat may know, as structs. Nothing else leaves the engine, for people, bots and spectators alike.

The same structs, filled with everything, are the dump that tests and scenarios compare (`dump`).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.tiny_epic_mechs.board.arena import ARENAS, Arena
from muster.games.tiny_epic_mechs.cards.content import (
    DIAGONAL_JUMP,
    KIND_IDS,
    Ability,
    Content,
    Line,
    Weapon,
    ZoneCard,
    card_key,
)
from muster.games.tiny_epic_mechs.rules.abilities import collect_bonus
from muster.games.tiny_epic_mechs.rules.actions import harvest
from muster.games.tiny_epic_mechs.rules.changes import room_for
from muster.games.tiny_epic_mechs.rules.combat import blows, line_of, plain_damage, protections
from muster.games.tiny_epic_mechs.rules.combat import sides as sides_of
from muster.games.tiny_epic_mechs.rules.movement import destination
from muster.games.tiny_epic_mechs.rules.programming import cards_left
from muster.games.tiny_epic_mechs.showing.outline import PlaceView, outline
from muster.games.tiny_epic_mechs.state.questions import (
    ability_of,
    device_number,
    device_owner,
    full_health,
    supply,
)
from muster.games.tiny_epic_mechs.state.state import (
    NOBODY,
    STAGE_NAMES,
    STATUS_NAMES,
    TURRET,
    Combat,
    Player,
    State,
    Status,
    Tactical,
)
from muster.geometry.squares import NOWHERE

HIDDEN = 0
"""Stands for the number of a mine that the viewer may not know."""
COMPASS = ("north", "east", "south", "west")
NAMES_OF_TACTICAL = {one: one.name.lower() for one in Tactical}
NAMES_OF_ABILITY = {one: one.name.lower() for one in Ability}
MOST_KNOWN = 4_096
"""So many parts of views are kept to be shown again: views of one match differ in little from each other."""


class DeviceView(msgspec.Struct, frozen=True):
    """A mine or turret in a zone; `number` is 0 for a turret and for a mine the viewer may not look at."""

    owner: int
    kind: str
    number: int


class ZoneView(msgspec.Struct, frozen=True):
    """A zone. `harvest` is the energy and credits that the viewer would collect from there now; spectators have none.

    `leads` names the zone that a step (`move-n`) or a jump (`double_jump-n`) leads to; a wall has no entry.
    """

    name: str
    column: int
    row: int
    card: str
    value: int
    energy: int
    credits: int
    base_of: int | None
    device: DeviceView | None
    harvest: tuple[int, int] | None
    leads: dict[str, str]


class HandView(msgspec.Struct, frozen=True):
    """A kind of program card, and the number of them not in the program yet."""

    kind: str
    left: int


class PlayerView(msgspec.Struct, frozen=True):
    """A player as the viewer sees them. `program` holds the cards the viewer may see; `mines` and `hand` only
    what is the viewer's own.
    """

    seat: int
    robot: bool
    pilot: str
    dealt: tuple[str, ...]
    status: str
    ability: str
    health: int
    full_health: int
    energy: int
    credits: int
    score: int
    zone: str
    base: str
    equipped: tuple[str, ...]
    reserve: tuple[str, ...]
    exhausted: tuple[str, ...]
    tactical: str
    program: tuple[str, ...]
    revealed: int
    mines: tuple[int, ...]
    mines_left: int
    turrets_left: int
    facing: str
    played: tuple[str, ...]
    hand: tuple[HandView, ...]


class EffectView(msgspec.Struct, frozen=True):
    kind: str
    amount: int


class LineView(msgspec.Struct, frozen=True):
    """One of a weapon's two lines."""

    damage: int
    effects: tuple[EffectView, ...]


class WeaponView(msgspec.Struct, frozen=True):
    """A weapon card; `type` is its place in the wheel, `source` says whether its figures are ours."""

    id: str
    advanced: bool
    type: str
    energy: int
    credits: int
    points: int
    attack: LineView
    power: LineView
    source: str


class AbilityView(msgspec.Struct, frozen=True):
    id: str
    amount: int


class PilotView(msgspec.Struct, frozen=True):
    """A pilot card: its abilities on the pilot side and on the armor side."""

    id: str
    pilot: AbilityView
    armor: AbilityView


class MechView(msgspec.Struct, frozen=True):
    """One side of the Mighty Mech's card."""

    id: str
    ability: AbilityView


class ReductionView(msgspec.Struct, frozen=True):
    """The thing that takes something off a blow: `shield`, or the name of an ability."""

    by: str
    amount: int


class BlowView(msgspec.Struct, frozen=True):
    """A possible blow, by the key of its option: the health it would leave the enemy, before any payment for more
    damage, and what takes something off it.
    """

    key: str
    health: int
    reduced: tuple[ReductionView, ...]


class CombatView(msgspec.Struct, frozen=True):
    attacker: int
    defender: int
    turn: int
    last: str
    power: bool
    shields: tuple[int, int]
    jammed: tuple[bool, bool]
    blows: tuple[BlowView, ...]


class TableView(msgspec.Struct, frozen=True):
    """The whole table as one seat sees it.

    `market`, `pilots` and `mech_sides` describe the cards that this view names: weapons on offer or owned, pilots
    played or dealt to the viewer. `outline` is the arena until its zones are laid.
    """

    viewer: int | None
    round: int
    turn: int
    stage: str
    start: int
    active: int
    card: str
    zones: tuple[ZoneView, ...]
    outline: tuple[PlaceView, ...]
    players: tuple[PlayerView, ...]
    row: tuple[str, ...]
    deck: int
    mech_zone: str
    mech_owner: int | None
    mech_side: str
    combat: CombatView | None
    market: tuple[WeaponView, ...]
    pilots: tuple[PilotView, ...]
    mech_sides: tuple[MechView, ...]


KNOWN_ZONES: dict[tuple[object, ...], tuple[ZoneView, ...]] = {}
KNOWN_PLAYERS: dict[tuple[object, ...], PlayerView] = {}


def table_view(state: State, seat: int | None, everything: bool = False) -> TableView:
    """Make the view of `seat`; `everything` is for tests and scenarios only."""
    content = state.content
    players = tuple(_player(state, player, everything or player.seat == seat) for player in state.players)
    return TableView(
        viewer=seat,
        round=state.round,
        turn=state.turn,
        stage=STAGE_NAMES[state.stage],
        start=state.start,
        active=state.active,
        card=card_key(state.card),
        zones=_zones(state, seat, everything),
        outline=() if state.zones else outline(state.arena),
        players=players,
        row=tuple(content.weapons[number].id for number in state.row),
        deck=state.deck.bit_count(),
        mech_zone=zone_name(state, state.mech_zone),
        mech_owner=None if state.mech_owner == NOBODY else state.mech_owner,
        mech_side="" if state.mech_owner == NOBODY else content.mech_sides[state.mech_side].id,
        combat=_combat(state),
        market=_market(content, _open_weapons(state)),
        pilots=_pilots(content, frozenset(name for player in players for name in (player.pilot, *player.dealt))),
        mech_sides=_mech_sides(content),
    )


def zone_name(state: State, zone: int) -> str:
    return "" if zone == NOWHERE else state.arena.names[zone]


def _zones(state: State, seat: int | None, everything: bool) -> tuple[ZoneView, ...]:
    """The zones as a seat sees them. Most answers change none, so they are made again only if something has changed
    that they, or the harvest from them, depend on.
    """
    takes: tuple[int, ...] = ()
    if seat is not None:
        player = state.players[seat]
        takes = (seat, player.zone == NOWHERE, player.energy, player.credits, *collect_bonus(state, player))
    bases = tuple([player.base for player in state.players])
    key = (state.content, state.arena, everything, takes, bases, tuple(state.zones), tuple(state.devices))
    found = KNOWN_ZONES.get(key)
    if found is None:
        if len(KNOWN_ZONES) >= MOST_KNOWN:
            KNOWN_ZONES.clear()
        found = tuple([_zone(state, zone, seat, everything) for zone in range(len(state.zones))])
        KNOWN_ZONES[key] = found
    return found


def _zone(state: State, zone: int, seat: int | None, everything: bool) -> ZoneView:
    owners = [player.seat for player in state.players if player.base == zone]
    device = _device(state.devices[zone], seat, everything)
    owner = owners[0] if owners else None
    return _zone_view(state.arena, zone, state.zones[zone], owner, device, _harvest(state, zone, seat))


@lru_cache(maxsize=MOST_KNOWN)
def _zone_view(
    arena: Arena, zone: int, card: ZoneCard, owner: int | None, device: DeviceView | None, takes: tuple[int, int] | None
) -> ZoneView:
    column, row = arena.cells[zone]
    return ZoneView(
        name=arena.names[zone],
        column=column,
        row=row,
        card=card.id,
        value=card.value,
        energy=card.energy,
        credits=card.credits,
        base_of=owner,
        device=device,
        harvest=takes,
        leads=_leads(arena)[zone],
    )


@lru_cache(maxsize=len(ARENAS))
def _leads(arena: Arena) -> list[dict[str, str]]:
    """The zone that each kind of movement leads to from each zone.  [TEM move.wall] [TEM program.orientation]"""
    found: list[dict[str, str]] = [{} for _ in range(arena.size)]
    for card in range(len(KIND_IDS) * 4):
        name = card_key(card) if card >> 2 >= DIAGONAL_JUMP else f"move-{card_key(card).rpartition('-')[2]}"
        for zone, leads in enumerate(found):
            to = destination(arena, zone, card)
            if to != NOWHERE:
                leads[name] = arena.names[to]
    return found


def _harvest(state: State, zone: int, seat: int | None) -> tuple[int, int] | None:
    """[TEM collect.zones] [TEM collect.limit]"""
    if seat is None or state.players[seat].zone == NOWHERE:
        return None
    player = state.players[seat]
    return room_for(state, player, *harvest(state, player, zone))


def _device(found: int, seat: int | None, everything: bool) -> DeviceView | None:
    if not found:
        return None
    owner, number = device_owner(found), device_number(found)
    if number == TURRET:
        return DeviceView(owner, "turret", HIDDEN)
    return DeviceView(owner, "mine", number if everything or owner == seat else HIDDEN)


def _player(state: State, player: Player, own: bool) -> PlayerView:
    """A player as somebody sees them. All who may see the same get the same view, made once; it is made again only if
    something has changed that it depends on.
    """
    key = (
        state.content,
        state.arena,
        own,
        player.seat,
        player.robot,
        player.pilot,
        player.dealt if own else (),
        player.status,
        state.mech_side if player.status == Status.MECH else 0,
        player.health,
        player.energy,
        player.credits,
        player.score,
        player.zone,
        player.base,
        player.weapons,
        player.equipped,
        player.exhausted,
        player.tactical,
        player.revealed,
        player.facing,
        tuple(player.program if own else player.program[: player.revealed]),
        tuple(player.played),
        tuple(state.devices),
    )
    found = KNOWN_PLAYERS.get(key)
    if found is None:
        if len(KNOWN_PLAYERS) >= MOST_KNOWN:
            KNOWN_PLAYERS.clear()
        found = KNOWN_PLAYERS[key] = _player_view(state, player, own)
    return found


def _player_view(state: State, player: Player, own: bool) -> PlayerView:
    content = state.content
    mines, turrets = supply(state, player)
    chosen = player.robot or player.pilot != NOBODY
    return PlayerView(
        seat=player.seat,
        robot=player.robot,
        pilot=content.pilots[player.pilot].id if player.pilot != NOBODY else "",
        dealt=tuple(content.pilots[number].id for number in player.dealt) if own else (),
        status=STATUS_NAMES[player.status],
        ability=NAMES_OF_ABILITY[ability_of(state, player)] if chosen else "",
        health=player.health,
        full_health=full_health(state, player),
        energy=player.energy,
        credits=player.credits,
        score=player.score,
        zone=zone_name(state, player.zone),
        base=zone_name(state, player.base),
        equipped=_named(content, player.equipped),
        reserve=_named(content, player.weapons & ~player.equipped),
        exhausted=_named(content, player.exhausted),
        tactical=NAMES_OF_TACTICAL[player.tactical],
        program=tuple(card_key(card) for card in (player.program if own else player.program[: player.revealed])),
        revealed=player.revealed,
        mines=tuple(mines) if own and not player.robot else (),
        mines_left=len(mines),
        turrets_left=turrets,
        facing=COMPASS[player.facing] if player.robot else "",
        played=tuple(KIND_IDS[kind] for kind in player.played),
        hand=_hand(state, player) if own and not player.robot else (),
    )


@lru_cache(maxsize=MOST_KNOWN)
def _named(content: Content, mask: int) -> tuple[str, ...]:
    return tuple(weapon.id for weapon in content.in_mask(mask))


def _hand(state: State, player: Player) -> tuple[HandView, ...]:
    return tuple([_kind_left(kind, left) for kind, left in enumerate(cards_left(state, player))])


@lru_cache
def _kind_left(kind: int, left: int) -> HandView:
    return HandView(KIND_IDS[kind], left)


def _combat(state: State) -> CombatView | None:
    combat = state.combat
    if combat is None:
        return None
    sides = combat.attacker, combat.defender
    return CombatView(
        attacker=sides[0].seat,
        defender=sides[1].seat,
        turn=combat.turn,
        last="" if combat.last == NOBODY else state.content.weapons[combat.last].id,
        power=combat.leaps and combat.attacker.attacks == 0,
        shields=(sides[0].shield, sides[1].shield),
        jammed=(sides[0].jammed, sides[1].jammed),
        blows=_blows(state, combat),
    )


def _blows(state: State, combat: Combat) -> tuple[BlowView, ...]:
    side, enemy = sides_of(combat)
    health = state.players[enemy.seat].health
    return tuple(
        BlowView(
            option.key,
            max(0, health - max(0, plain_damage(state, combat, option.value))),
            tuple(ReductionView(*one) for one in protections(state, side, enemy, line_of(state, option.value))),
        )
        for option in blows(state, combat, state.players[side.seat])
    )


def _open_weapons(state: State) -> int:
    """The weapons that everybody may look at: all basic ones, the row, and those the players own."""
    mask = state.content.basic_mask
    for number in state.row:
        mask |= state.content.weapons[number].bit
    for player in state.players:
        mask |= player.weapons
    return mask


@lru_cache(maxsize=256)
def _market(content: Content, mask: int) -> tuple[WeaponView, ...]:
    return tuple(_weapon(weapon) for weapon in content.in_mask(mask))


@lru_cache(maxsize=256)
def _weapon(weapon: Weapon) -> WeaponView:
    """Make the view of a weapon card, once: a card never changes."""
    return WeaponView(
        id=weapon.id,
        advanced=weapon.advanced,
        type=weapon.type.name.lower(),
        energy=weapon.energy,
        credits=weapon.credits,
        points=weapon.points,
        attack=_line(weapon.attack),
        power=_line(weapon.power),
        source=weapon.source,
    )


def _line(line: Line) -> LineView:
    return LineView(line.damage, tuple(EffectView(effect.kind.name.lower(), effect.amount) for effect in line.effects))


def _ability(ability: Ability, amount: int) -> AbilityView:
    return AbilityView(ability.name.lower(), amount)


@lru_cache(maxsize=256)
def _pilots(content: Content, names: frozenset[str]) -> tuple[PilotView, ...]:
    return tuple(
        PilotView(card.id, *(_ability(*side) for side in zip(card.abilities, card.amounts, strict=True)))
        for card in content.pilots
        if card.id in names
    )


@lru_cache(maxsize=16)
def _mech_sides(content: Content) -> tuple[MechView, ...]:
    return tuple(MechView(side.id, _ability(side.ability, side.amount)) for side in content.mech_sides)
