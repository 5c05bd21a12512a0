"""Odds of the blows that a position offers: the combat from there to its end, both sides striking well.

Nothing is rolled. Robots draw their weapons and follow their guide, so against them it is a matter of chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tiny_epic_mechs.cards.content import Ability, Weapon
from muster.games.tiny_epic_mechs.rules.combat import sides
from muster.games.tiny_epic_mechs.showing.reckoning import Combat, Fighter, Gear, gain, odds_of
from muster.games.tiny_epic_mechs.state.questions import amount_of
from muster.games.tiny_epic_mechs.state.state import NOBODY, Player, Side, State, Status
from muster.games.tiny_epic_mechs.state.state import Combat as Fight
from muster.kernel.odds import Prospect
from muster.kernel.requests import Seat
from muster.kernel.text import Text


def prospects(state: State, seat: Seat, subject: object, key: str) -> Sequence[Prospect]:
    """The combat that a blow leads to, with the points of both sides."""
    verb, _, name = key.partition(":")
    fight = state.combat
    if fight is None or fight.turn != seat or fight.loser != NOBODY or verb not in ("attack", "power", "riposte"):
        return ()
    mine, theirs = sides(fight)
    (me, gear), (foe, other) = (fighter(state, fight, side) for side in (mine, theirs))
    place = next((place for place, weapon in enumerate(gear.weapons) if weapon.id == name), -1)
    if place < 0 or not me.ready >> place & 1:
        return ()
    weapon, power = gear.weapons[place], verb != "attack"
    if verb == "riposte":
        me = me._replace(energy=me.energy - gear.riposte)
    combat = Combat(state.content, (gear, other))
    best = max(combat.strike(0, me, foe, place, weapon.power if power else weapon.attack, power), key=gain)
    return [Prospect(Text("odds.prospect", {"weapon": name}), odds_of(best, other.robot))]


def fighter(state: State, fight: Fight, side: Side) -> tuple[Fighter, Gear]:
    """A side as it stands in the midst of its combat.  [TEM ability.momentum] [TEM mech.rockets] [TEM effect.heal]"""
    player = state.players[side.seat]
    weapons: tuple[Weapon, ...] = tuple(state.content.in_mask(player.equipped))
    ready = sum(1 << place for place, weapon in enumerate(weapons) if not player.exhausted & weapon.bit)
    first = amount_of(state, player, Ability.ROCKET_SALVO)
    if side.seat == fight.attacker.seat:
        first += amount_of(state, player, Ability.MOMENTUM)
    gear = Gear(
        weapons,
        full_health(state, player),
        first,
        amount_of(state, player, Ability.OVERCHARGE),
        amount_of(state, player, Ability.PLATING),
        amount_of(state, player, Ability.FORCE_FIELD),
        amount_of(state, player, Ability.RIPOSTE),
        amount_of(state, player, Ability.DEEP_MAGAZINE),
        amount_of(state, player, Ability.HEADHUNTER),
        player.robot,
    )
    mine = (ready, player.health, player.energy, player.credits, side.shield, side.jammed, side.attacks)
    me = Fighter(*mine, side.magazine_used)
    return me, gear


def full_health(state: State, player: Player) -> int:
    """As far as a blow can heal; in the Mighty Mech nothing heals.  [TEM effect.heal]"""
    constants = state.content.constants
    return {Status.PILOT: constants.pilot_health, Status.ARMOR: constants.armor_health}.get(player.status, 0)
