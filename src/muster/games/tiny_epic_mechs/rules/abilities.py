"""Abilities of pilots, Power Armor and the Mighty Mech: each a few lines, called at its moment in the rules.

All but the gyroscope are house abilities (see the pack): the card texts could not be found.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import Ability, Weapon, card_key, code, direction_of
from muster.games.tiny_epic_mechs.rules.changes import award, gain, pay
from muster.games.tiny_epic_mechs.state.questions import amount_of
from muster.games.tiny_epic_mechs.state.state import Combat, Player, Side, State, Tactical
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

TURN_NOT = Option("keep", 0, "TEM ability.gyroscope", Text("option.turn_not"))
TURN_LEFT = Option("left", 3, "TEM ability.gyroscope", Text("option.turn_left"))
TURN_RIGHT = Option("right", 1, "TEM ability.gyroscope", Text("option.turn_right"))


async def gyroscope(table: Table, state: State, player: Player) -> None:
    """Let the player pay energy to turn the card just revealed once, left or right.  [TEM ability.gyroscope]"""
    cost = amount_of(state, player, Ability.GYROSCOPE)
    if not cost or player.tactical != Tactical.OFF or player.energy < cost:
        return
    prompt = Text("prompt.gyroscope", {"energy": cost, "card": card_key(state.card)})
    quarter = await table.ask(player.seat, prompt, OneOf(lambda: (TURN_NOT, TURN_LEFT, TURN_RIGHT)))
    if quarter:
        pay(table, player, cost, 0, "TEM ability.gyroscope")
        state.card = code(state.card >> 2, (direction_of(state.card) + quarter) % 4)
        if table.listening:
            table.tell("card_turned", "TEM ability.gyroscope", {"seat": player.seat, "card": card_key(state.card)})


def collect_bonus(state: State, player: Player) -> tuple[int, int]:
    """The energy and credits added to what the zones give.  [TEM ability.dynamo] [TEM ability.scavenger]"""
    return amount_of(state, player, Ability.DYNAMO), amount_of(state, player, Ability.SCAVENGER)


def health_per_energy(state: State, player: Player) -> int:
    """The health that one energy restores.  [TEM power_up.restore] [TEM ability.field_medic]"""
    return amount_of(state, player, Ability.FIELD_MEDIC) or state.content.constants.restore


def weapon_cost(state: State, player: Player, weapon: Weapon) -> tuple[int, int]:
    """The price of a weapon in energy and credits; a haggler pays less, credits first, but never nothing.

    [TEM purchase.pay] [TEM ability.haggler]
    """
    return price_of(weapon, discount(state, player))


def discount(state: State, player: Player) -> int:
    """The discount of a haggler on a weapon.  [TEM ability.haggler]"""
    return amount_of(state, player, Ability.HAGGLER)


def price_of(weapon: Weapon, saved: int) -> tuple[int, int]:
    """The price of a weapon in energy and credits for somebody who saves so much on it.  [TEM purchase.pay]"""
    off = min(saved, weapon.energy + weapon.credits - 1)
    fewer_credits = min(off, weapon.credits)
    return weapon.energy - (off - fewer_credits), weapon.credits - fewer_credits


def deploy_cost(state: State, player: Player) -> int:
    """The price of a mine or turret: the value of the zone; a sapper pays less.

    [TEM deploy.cost] [TEM ability.sapper]
    """
    return max(0, state.zones[player.zone].value - amount_of(state, player, Ability.SAPPER))


def device_protection(state: State, player: Player) -> int:
    """The protection against a mine or turret.  [TEM ability.blast_suit] [TEM mech.force_field]"""
    return amount_of(state, player, Ability.BLAST_SUIT) + amount_of(state, player, Ability.FORCE_FIELD)


def after_destroying(table: Table, state: State, player: Player) -> None:
    """Give a salvager resources for a mine or turret survived.  [TEM ability.salvager]"""
    amount = amount_of(state, player, Ability.SALVAGER)
    if amount:
        energy, found = gain(state, player, amount, amount)
        if table.listening:
            table.tell("gained", "TEM ability.salvager", {"seat": player.seat, "energy": energy, "credits": found})


def on_starting_combat(table: Table, state: State, player: Player) -> None:
    """Score for a showman who starts a combat.  [TEM ability.showman]"""
    award(table, player, amount_of(state, player, Ability.SHOWMAN), "TEM ability.showman")


def extra_damage(state: State, combat: Combat, side: Side, power: bool) -> int:
    """The damage added to the weapon's line.

    Momentum counts for the first attack in a combat the player started, overcharge for every power attack, rockets for
    the Mech's first attack. [TEM ability.momentum] [TEM ability.overcharge] [TEM mech.rockets]
    """
    player = state.players[side.seat]
    extra = amount_of(state, player, Ability.OVERCHARGE) if power else 0
    if side.attacks == 0:
        extra += amount_of(state, player, Ability.ROCKET_SALVO)
        if side.seat == combat.attacker.seat:
            extra += amount_of(state, player, Ability.MOMENTUM)
    return extra


def combat_protection(state: State, side: Side, enemy: Side) -> list[tuple[str, int]]:
    """The abilities that protect against an attack by `enemy`, each with its figure: plating against the first, a force
    field against all.

    [TEM ability.plating] [TEM mech.force_field]
    """
    player = state.players[side.seat]
    first = (Ability.PLATING,) if enemy.attacks == 0 else ()
    return [(ability.name.lower(), amount_of(state, player, ability)) for ability in (*first, Ability.FORCE_FIELD)]


def riposte_cost(state: State, player: Player, combat: Combat) -> int:
    """The price of a power attack without the right type; 0 if it is not available.  [TEM ability.riposte]"""
    cost = amount_of(state, player, Ability.RIPOSTE)
    return cost if cost and combat.last >= 0 and player.energy >= cost else 0


def on_knocking_out(table: Table, state: State, player: Player) -> None:
    """Score for a headhunter who knocks an enemy out.  [TEM ability.headhunter]"""
    award(table, player, amount_of(state, player, Ability.HEADHUNTER), "TEM ability.headhunter")


def magazine_cost(state: State, player: Player, side: Side) -> int:
    """The price of readying one weapon instead of retreating; 0 if it is not available.  [TEM ability.deep_magazine]"""
    cost = amount_of(state, player, Ability.DEEP_MAGAZINE)
    return cost if cost and not side.magazine_used and player.energy >= cost else 0


def at_round_start(table: Table, state: State, player: Player) -> None:
    """Charge a reserve cell at the start of a round.  [TEM ability.reserve_cell]"""
    amount = amount_of(state, player, Ability.RESERVE_CELL)
    if amount:
        energy, _ = gain(state, player, amount, 0)
        if table.listening:
            table.tell("gained", "TEM ability.reserve_cell", {"seat": player.seat, "energy": energy, "credits": 0})
