"""The threats to a pilot: from which zones enemies could attack it, which zones harm it, and who could come.

Programs are secret, so an enemy counts by the share of all program cards that would bring it into a zone. A mine or a
turret there is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.tiny_epic_mechs.cards.content import KIND_IDS, code
from muster.games.tiny_epic_mechs.rules.movement import destination
from muster.games.tiny_epic_mechs.showing.position import SEATS
from muster.games.tiny_epic_mechs.state.questions import are_enemies, device_number, device_owner, enemy_device_in
from muster.games.tiny_epic_mechs.state.state import TURRET, Player, State
from muster.geometry.squares import NOWHERE
from muster.kernel.spaces import no_such_option
from muster.kernel.threats import ABOUT, Danger, Reply, ThreatMap, reply, worst

CARDS = [code(kind, way) for kind in range(len(KIND_IDS)) for way in range(4)]
"""Every program card in every direction."""


def threatened(state: State, about: str) -> ThreatMap | Reply:
    """Answer `threats:A`, `threats:A@c3`, `reply:A@c3` or `safe:A`."""
    found = ABOUT.fullmatch(about)
    player = next((one for one in state.players if found and SEATS[one.seat] == found[2]), None)
    if found is None or player is None or player.zone == NOWHERE:
        raise no_such_option(about)
    zone = state.arena.index.get(found[3], NOWHERE) if found[3] else player.zone
    if zone == NOWHERE:
        raise no_such_option(about)
    if found[1] == "reply":
        return replies(state, player, zone)
    return safety_map(state, player) if found[1] == "safe" else threat_map(state, player, zone)


def share(state: State, start: int, goal: int) -> float:
    """The share of program cards that lead from a zone into another one."""
    if start == NOWHERE:
        return 0.0
    ends = [destination(state.arena, start, card) for card in CARDS]
    return ends.count(goal) / len(ends) if goal != start else 0.0


def enemies(state: State, player: Player) -> list[Player]:
    return [one for one in state.players if are_enemies(player, one)]


def threat_map(state: State, player: Player, zone: int) -> ThreatMap:
    """The zones from which an enemy could come into a zone."""
    names, found = state.arena.names, []
    for start, name in enumerate(names):
        chance = share(state, start, zone)
        here = [one for one in enemies(state, player) if one.zone == start]
        if chance and enemies(state, player):
            found.append(Danger(name, round(chance, 4), SEATS[here[0].seat] if here else "", "fight"))
    return ThreatMap(SEATS[player.seat], names[zone], False, tuple(found))


def replies(state: State, player: Player, zone: int) -> Reply:
    """The harm devices in a zone and each enemy could do to a pilot there."""
    found = list(dangers_in(state, player, zone))
    owners = sorted({danger.by for danger in found})
    return reply(SEATS[player.seat], state.arena.names[zone], [[one for one in found if one.by == by] for by in owners])


def safety_map(state: State, player: Player) -> ThreatMap:
    """The zones in which a device waits, or into which an enemy could come from where it stands."""
    names = state.arena.names
    found = [worst(name, dangers_in(state, player, zone)) for zone, name in enumerate(names)]
    return ThreatMap(SEATS[player.seat], names[player.zone], True, tuple(one for one in found if one is not None))


def dangers_in(state: State, player: Player, zone: int) -> Iterator[Danger]:
    device = enemy_device_in(state, player, zone)
    if device:
        yield Danger("", 1.0, SEATS[device_owner(device)], "turret" if device_number(device) == TURRET else "mine")
    for foe in enemies(state, player):
        if foe.zone == zone:
            yield Danger("", 1.0, SEATS[foe.seat], "fight")
        elif chance := share(state, foe.zone, zone):
            yield Danger("", chance, SEATS[foe.seat], "fight")
