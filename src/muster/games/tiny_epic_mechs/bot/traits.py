"""Traits: what is true of a program card, for a policy that learns which cards strong players choose.

They read what the player who chooses may know, and nothing else: the table, and the player's own program so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from muster.games.tiny_epic_mechs.bot.walk import Walk, walk_of
from muster.games.tiny_epic_mechs.bot.worth import firepower, rounds_left
from muster.games.tiny_epic_mechs.cards.content import KIND_IDS, SCORING_ROUNDS, Ability, kind_of
from muster.games.tiny_epic_mechs.state.questions import ability_of, device_number, device_owner, full_health
from muster.games.tiny_epic_mechs.state.state import TURRET, Player, State, Status
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

KINDS: Final = 7
SLOTS: Final = 5
"""The four places of a program, and a card in tactical mode."""
TACTICAL: Final = 4
GAINS: Final = 32
"""Steps of half a point that a card gains by itself, from -4 on."""
TRACK: Final = 7
PLACES: Final = 9
NEAR: Final = 4
EDGES: Final = 3
VALUES: Final = 6

STATUSES: Final = ("pilot", "armor", "mech")
PLACE_IDS: Final = ("wall", "open", "own", "mine", "turret", "enemy", "enemy_mech", "mech", "mech_ready")
EDGE_IDS: Final = ("weaker", "even", "stronger")


def listed() -> list[str]:
    """The names of all traits."""
    slots = ("slot1", "slot2", "slot3", "slot4", "tactical")
    names = [f"gain.{step}" for step in range(GAINS)]
    names += [f"{slot}.{kind}" for slot in slots for kind in KIND_IDS]
    names += [f"round{number}.{kind}" for number in range(1, 7) for kind in KIND_IDS]
    names += [f"energy{amount}.{kind}" for amount in range(TRACK) for kind in KIND_IDS]
    names += [f"credits{amount}.{kind}" for amount in range(TRACK) for kind in KIND_IDS]
    names += [f"{status}.{hurt}.{kind}" for status in STATUSES for hurt in ("whole", "hurt") for kind in KIND_IDS]
    names += [f"after_{last}.{kind}" for last in (*KIND_IDS, "nothing") for kind in KIND_IDS]
    names += [f"to_{place}.{kind}" for place in PLACE_IDS for kind in KIND_IDS]
    names += [f"to_{place}.{slot}" for place in PLACE_IDS for slot in slots]
    names += [f"enemy_{steps}.{edge}.{slot}" for steps in range(NEAR) for edge in EDGE_IDS for slot in slots]
    names += [f"meet.{edge}.{mine}.{status}" for edge in EDGE_IDS for mine in STATUSES for status in STATUSES]
    names += [f"mech_{steps}.{ready}.{slot}" for steps in range(NEAR) for ready in ("no", "ready") for slot in slots]
    names += [
        f"value{value}.{free}.{kind}" for value in range(VALUES) for free in ("taken", "free") for kind in KIND_IDS
    ]
    names += [
        f"stand{value}.{slot}.{when}" for value in range(VALUES) for slot in slots for when in ("plain", "scores")
    ]
    names += [f"{ability.name.lower()}.{kind}" for ability in Ability for kind in KIND_IDS]
    return names


NAMES: Final = listed()

OF_SLOT: Final = GAINS
OF_ROUND: Final = OF_SLOT + SLOTS * KINDS
OF_ENERGY: Final = OF_ROUND + 6 * KINDS
OF_CREDITS: Final = OF_ENERGY + TRACK * KINDS
OF_STATUS: Final = OF_CREDITS + TRACK * KINDS
OF_LAST: Final = OF_STATUS + 6 * KINDS
OF_PLACE: Final = OF_LAST + 8 * KINDS
OF_PLACE_AT: Final = OF_PLACE + PLACES * KINDS
OF_ENEMY: Final = OF_PLACE_AT + PLACES * SLOTS
OF_MEETING: Final = OF_ENEMY + NEAR * EDGES * SLOTS
OF_MECH: Final = OF_MEETING + EDGES * 9
OF_VALUE: Final = OF_MECH + NEAR * 2 * SLOTS
OF_STAND: Final = OF_VALUE + VALUES * 2 * KINDS
OF_ABILITY: Final = OF_STAND + VALUES * SLOTS * 2


def traits(state: State, ask: Ask[Any], options: Sequence[Option[Any]]) -> list[list[int]] | None:
    """What is true of each card, as places in `NAMES`; None for any other question."""
    key = ask.prompt.key
    if key == "prompt.program":
        slot = len(state.players[ask.seat].program)
    elif key == "prompt.tactical":
        slot = TACTICAL
    else:
        return None
    player = state.players[ask.seat]
    walk = walk_of(state, player, rounds_left(state))
    base = walk.gain()
    here = places(state, player, walk, slot)
    kinds = of_kinds(state, player, walk, slot)
    leads = state.arena.leads[walk.stand.zone]
    cards: list[int] = [option.value for option in options]
    found: list[list[int]] = []
    for card, gain in zip(cards, walk.gains(cards), strict=True):
        kind, target = card >> 2, leads[card]
        at = walk.stand.zone if target == NOWHERE else target
        place = 0 if target == NOWHERE else here.kind[at]
        step = int(2.0 * (gain - base) + 8.0)
        of_gain = 0 if step < 0 else GAINS - 1 if step >= GAINS else step
        of_place, of_place_at = OF_PLACE + place * KINDS + kind, OF_PLACE_AT + place * SLOTS + slot
        of_value = OF_VALUE + here.value[at] * KINDS + kind
        found.append([*kinds[kind], of_gain, of_place, of_place_at, of_value, *here.about[at]])
    return found


def alike(state: State, ask: Ask[Any]) -> str:
    """While all write their programs nothing else changes, and a search looks no further than to the next round: so
    questions after the same cards of the same player are alike. Not in the first round, to which a search comes from
    different set-ups.
    """
    if ask.prompt.key != "prompt.program" or state.round == 1:
        return ""
    name = chr(97 + ask.seat)
    for card in state.players[ask.seat].program:
        name += chr(97 + card)
    return name


def of_kinds(state: State, player: Player, walk: Walk, slot: int) -> list[list[int]]:
    """What is true of each kind of card, wherever it leads."""
    stand = walk.stand
    energy, credits = min(stand.energy, TRACK - 1), min(stand.credits, TRACK - 1)
    hurt = 0 if stand.health >= full_health(state, player) else 1
    last = int(kind_of(player.program[-1])) if player.program and slot != TACTICAL else KINDS
    firsts = [
        OF_SLOT + slot * KINDS,
        OF_ROUND + (state.round - 1) * KINDS,
        OF_ENERGY + energy * KINDS,
        OF_CREDITS + credits * KINDS,
        OF_STATUS + (2 * int(stand.status) + hurt) * KINDS,
        OF_LAST + last * KINDS,
        OF_ABILITY + int(ability_of(state, player)) * KINDS,
    ]
    return [[first + kind for first in firsts] for kind in range(KINDS)]


class Places:
    """The zones as a player sees them who plans a step."""

    __slots__ = ("about", "kind", "value")

    def __init__(self, kind: list[int], value: list[int], about: list[list[int]]) -> None:
        self.kind = kind
        """What stands there, as a place in `PLACE_IDS`;"""
        self.value = value
        """its value, and whether a mine or turret could be laid, in one number;"""
        self.about = about
        """traits of whoever goes there."""


def places(state: State, player: Player, walk: Walk, slot: int) -> Places:
    """What the zones that one card can lead to are like."""
    size = state.arena.size
    ready = walk.stand.status == Status.ARMOR and bool(player.weapons & state.content.advanced_mask)
    kind, value = [1] * size, [0] * size
    about: list[list[int]] = [[] for _ in range(size)]
    might = strength(state, player, walk.stand.health)
    enemies = [other for other in state.players if other.seat != player.seat and other.zone != NOWHERE]
    edges = [edge_over(might, strength(state, other, other.health)) for other in enemies]
    scoring = 1 if state.round in SCORING_ROUNDS else 0
    distance, devices, mech_zone = state.arena.distance, state.devices, state.mech_zone
    near = distance[walk.stand.zone]
    for zone in range(size):
        if near[zone] > 2:
            continue
        device, ways = devices[zone], distance[zone]
        worth = min(VALUES - 1, state.zones[zone].value)
        free = 0 if device or zone in walk.zones or zone == mech_zone else 1
        value[zone] = 2 * worth + free
        if device:
            own = device_owner(device) == player.seat
            kind[zone] = 2 if own else 4 if device_number(device) == TURRET else 3
        elif zone in walk.zones:
            kind[zone] = 2
        elif zone == mech_zone:
            kind[zone] = 8 if ready else 7
        traits_here: list[int] = []
        steps, edge = 99, 1
        for number, other in enumerate(enemies):
            away = ways[other.zone]
            if away >= steps:
                continue
            steps, edge = away, edges[number]
            if away == 0:
                kind[zone] = 6 if other.status == Status.MECH else 5
                traits_here.append(OF_MEETING + 9 * edge + 3 * int(walk.stand.status) + int(other.status))
        traits_here.append(OF_ENEMY + (min(steps, NEAR - 1) * EDGES + edge) * SLOTS + slot)
        if mech_zone != NOWHERE:
            steps = min(NEAR - 1, ways[mech_zone])
            traits_here.append(OF_MECH + (2 * steps + (1 if ready else 0)) * SLOTS + slot)
        traits_here.append(OF_STAND + (worth * SLOTS + slot) * 2 + scoring)
        about[zone] = traits_here
    return Places(kind, value, about)


def edge_over(might: float, other: float) -> int:
    """Whether one is weaker, about as strong, or stronger, as a place in `EDGE_IDS`."""
    return 2 if might > other + 1.5 else 0 if might < other - 1.5 else 1


def strength(state: State, player: Player, health: int) -> float:
    """How strong a player is in a fight: health, and the weapons that are ready."""
    return float(health) + firepower(state, player)
