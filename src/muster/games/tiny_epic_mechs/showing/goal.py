"""The goal of Tiny Epic Mechs: fights and zones, each with the points it has brought and would bring."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import ROUNDS
from muster.games.tiny_epic_mechs.rules.scoring import weapon_points, zone_points
from muster.games.tiny_epic_mechs.showing.views import zone_name
from muster.games.tiny_epic_mechs.state.questions import device_number, device_owner
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, Stage, State, Status
from muster.geometry.squares import NOWHERE
from muster.kernel.goals import Company, Goal, Mark, Member, Standpoint, Way, counted, remainder


def goal(at: Standpoint[State]) -> Goal:
    state = at.state
    totals = tuple(player.score for player in state.players)
    ways = _ways(at)
    missing = remainder(totals, ways)
    if any(missing):
        ways.append(Way(at.say("about.before"), "", missing))
    return Goal(
        at.say("about.aim", rounds=ROUNDS),
        at.say("about.lasts", rounds=ROUNDS),
        totals,
        tuple(ways),
        tuple(_marks(at)),
        companies=tuple(_company(at, player) for player in state.players),
        round=state.round,
        rounds=ROUNDS,
    )


def _ways(at: Standpoint[State]) -> list[Way]:
    """Every way to points, in the order in which a newcomer meets them.  [TEM scoring.rounds]"""
    state, players = at.state, at.state.players
    none = (0,) * len(players)
    constants = state.content.constants
    scored = counted(at.events, len(players), {"scored": "points"})
    placed = state.stage != Stage.OVER and all(player.zone != NOWHERE for player in players)
    zones = [zone_points(state, player) if placed else (0, 0, 0) for player in players]
    owned = placed and constants.mech_control
    mech = tuple(owned if player.status == Status.MECH else 0 for player in players)
    weapons = tuple(weapon_points(state, player) if state.stage != Stage.OVER else 0 for player in players)

    def way(name: str, clause: str, points: int = 0, due: tuple[int, ...] = ()) -> Way:
        return Way(at.say(f"about.{name}", points=points), clause, tuple(scored.get(clause, none)), due)

    found = [
        way("pilot", "TEM scoring.pilot", due=tuple(pilot for pilot, _, _ in zones)),
        way("mine", "TEM scoring.mine", due=tuple(mines for _, mines, _ in zones)),
        way("turret", "TEM scoring.turret", due=tuple(turrets for _, _, turrets in zones)),
        way("damage", "TEM combat.points", 1),
        way("enter", "TEM combat.start", constants.enter_combat),
        way("retreat", "TEM combat.retreat_points", constants.forced_retreat),
        way("knock_out", "TEM ko.points", constants.knock_out),
        way("device", "TEM mine.score", constants.device_knock_out),
        way("take_mech", "TEM mech.points", constants.take_mech),
        way("mech", "TEM scoring.mech", constants.mech_control, mech),
        way("weapons", "TEM final.weapons", due=weapons),
    ]
    listed = {one.clause for one in found}
    for clause, points in scored.items():
        if clause not in listed:
            found.append(Way(_effect(at, clause), clause, tuple(points)))
    return found


def _effect(at: Standpoint[State], clause: str) -> str:
    """The name of a card's own points: the ability by name, or effects of weapons."""
    ability = clause.rpartition(".")[2]
    return at.words.name("ability", ability) if at.words.knows(f"ability.{ability}") else at.say("about.effect")


def _marks(at: Standpoint[State]) -> list[Mark]:
    """The Mighty Mech, then every zone that somebody holds, the dearest first."""
    state = at.state
    found: list[tuple[int, Mark]] = []
    for zone, card in enumerate(state.zones):
        name = zone_name(state, zone)
        device = state.devices[zone]
        if device:
            kind = "turret" if device_number(device) == TURRET else "mine"
            value = card.value * (2 if kind == "turret" else 1)
            note, owner = at.say(f"about.holds_{kind}", points=value), device_owner(device)
            found.append((value, Mark(_zone(at, zone), note, owner, f"TEM scoring.{kind}", f"zone:{name}")))
        for player in state.players:
            if player.zone == zone:
                note = at.say("about.holds_pilot", points=card.value)
                found.append(
                    (card.value, Mark(_zone(at, zone), note, player.seat, "TEM scoring.pilot", f"zone:{name}"))
                )
    found.sort(key=lambda one: -one[0])
    return [*_mech(at), *[mark for _, mark in found]]


def _mech(at: Standpoint[State]) -> list[Mark]:
    state = at.state
    owner = None if state.mech_owner == NOBODY else state.mech_owner
    if owner is None and state.mech_zone == NOWHERE:
        return []
    here = state.mech_zone if owner is None else state.players[owner].zone
    target = f"zone:{zone_name(state, here)}"
    return [Mark(at.say("about.the_mech"), _zone(at, here), owner, "TEM scoring.mech", target)]


def _zone(at: Standpoint[State], zone: int) -> str:
    return at.say("about.zone", zone=zone_name(at.state, zone))


def _company(at: Standpoint[State], player: Player) -> Company:
    pilots = at.state.content.pilots
    if player.robot:
        return Company(player.seat, at.say("about.robot"))
    if player.pilot == NOBODY:
        return Company(player.seat, "")
    card = pilots[player.pilot].id
    name = at.words.name("pilot", card)
    return Company(player.seat, name, (Member(name, card),))
